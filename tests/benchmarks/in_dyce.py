"""The problems as a dyce user writes them, each in the fastest idiom that was found."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from dyce import H, P, expand

from pz8edu.systems.pz8_ww2.damage import suffer
from pz8edu.systems.pz8_ww2.situations import Shot
from pz8edu.systems.pz8_ww2.words import Condition
from tests.benchmarks.situations import (
    MODIFIERS,
    RULES,
    WEIGHTS,
    make_shots,
    numbers,
    on_the_faces,
    some_shots,
)


def law(h: H[Any]) -> dict[Any, Fraction]:
    total = h.total
    return {outcome: Fraction(count, total) for outcome, count in h.items() if count}


def sum_of_d6(count: int) -> Any:
    return count @ H(6)


def sum_of_uneven(count: int) -> Any:
    return count @ H(WEIGHTS)


def lowest_two_and_half(count: int) -> Any:
    return P(*[H(6)] * count).at(slice(2)) + (H(6) + 1) // 2


def margins(count: int) -> Any:
    modifiers, d6 = MODIFIERS[:count], H(6)
    return {(a, b): (d6 + a) - (d6 + b) for a in modifiers for b in modifiers}


def margins_by_shifting(count: int) -> Any:
    modifiers, margin = MODIFIERS[:count], H(6) - H(6)
    return {(a, b): margin + (a - b) for a in modifiers for b in modifiers}


class HitsAndOnes:
    """Face by face: how many fives and sixes, how many ones."""

    initial = (0, 0)

    def order(self, outcomes: Any) -> Any:
        return sorted(outcomes)

    def accumulate(self, state: Any, outcome: int, count: int) -> Any:
        hits, ones = state
        return hits + count * (outcome >= 5), ones + count * (outcome == 1)

    def settle(self, state: Any) -> Any:
        return state[0], state[1] >= 2


def hits_and_jams(count: int) -> Any:
    return P(*[H(6)] * count).survey(HitsAndOnes())


def hits_and_jams_in_one_number(count: int) -> Any:
    """Both counts in one number, which sums much faster than a pair."""
    many = count + 1
    both = count @ H({many: 2, 1: 1, 0: 3})
    return both.apply(lambda n: (n // many, n % many >= 2))


class BestThreeAndTies:
    """Face by face from the highest: the sum of the best three, and how many dice tie with another."""

    initial = (0, 0, 0)

    def order(self, outcomes: Any) -> Any:
        return sorted(outcomes, reverse=True)

    def accumulate(self, state: Any, outcome: int, count: int) -> Any:
        total, kept, ties = state
        best = min(count, 3 - kept)
        return total + best * outcome, kept + best, ties + max(count - 1, 0)

    def settle(self, state: Any) -> Any:
        return state[0], state[2]


def best_three_and_ties(count: int) -> Any:
    return P(*[H(10)] * count).survey(BestThreeAndTies())


def keep_highest(count: int) -> Any:
    return P(*[H(20)] * count).at(slice(count - count // 2, None))


def direct_fire(count: int) -> Any:
    d6 = H(6)

    def fire(to_hit: int, to_save: int, attack: int, defence: int, condition: Condition) -> Any:
        damage = ((d6 + attack) - (d6 + defence)).apply(RULES.damage)
        saved = (d6 + to_save).apply(lambda score: score >= RULES.save_on)

        def after(result: Any, save: Any) -> Any:
            if result.outcome.can_be_saved and save.outcome:
                return suffer(condition, result.outcome.lowered, RULES)
            return suffer(condition, result.outcome, RULES)

        harmed = expand(after, damage, saved, min_path_probability=Fraction(0))
        hit = (d6 + to_hit).apply(lambda score: score >= RULES.hit_on)
        return expand(lambda h: harmed if h.outcome else condition, hit, min_path_probability=Fraction(0))

    return [fire(*numbers(shot)) for shot in some_shots(count)]


def direct_fire_remembering(count: int) -> Any:
    """The same, the user remembering steps and laws that come again."""
    d6 = H(6)
    margins = d6 - d6

    @cache
    def saved(to_save: int) -> Any:
        return (d6 + to_save).apply(lambda score: score >= RULES.save_on)

    @cache
    def hit(to_hit: int) -> Any:
        return (d6 + to_hit).apply(lambda score: score >= RULES.hit_on)

    @cache
    def after_hit(margin: int, to_save: int, condition: Condition) -> Any:
        def after(result: Any, save: Any) -> Any:
            if result.outcome.can_be_saved and save.outcome:
                return suffer(condition, result.outcome.lowered, RULES)
            return suffer(condition, result.outcome, RULES)

        damage = (margins + margin).apply(RULES.damage)
        return expand(after, damage, saved(to_save), min_path_probability=Fraction(0))

    @cache
    def law_of(to_hit: int, margin: int, to_save: int, condition: Condition) -> Any:
        harmed = after_hit(margin, to_save, condition)
        return expand(
            lambda h: harmed if h.outcome else condition, hit(to_hit), min_path_probability=Fraction(0)
        )

    def fire(to_hit: int, to_save: int, attack: int, defence: int, condition: Condition) -> Any:
        return law_of(to_hit, attack - defence, to_save, condition)

    return [fire(*numbers(shot)) for shot in some_shots(count)]


def duel(count: int) -> Any:
    """Fight after fight, each remembered; rounds in which nobody is hit are left out."""
    hit = H({1: 2, 0: 4})
    hits = [n @ hit if n else H({0: 1}) for n in range(count + 1)]

    @cache
    def fight(a: int, b: int) -> Any:
        if not a or not b:
            return H({"A" if a else "B" if b else "nobody": 1})

        def after(by_a: Any, by_b: Any) -> Any:
            if not by_a.outcome and not by_b.outcome:
                return H({})
            return fight(max(a - by_b.outcome, 0), max(b - by_a.outcome, 0))

        return expand(after, hits[a], hits[b], min_path_probability=Fraction(0))

    return fight(count, count)


def direct_fire_as_one_function(count: int) -> Any:
    d6 = H(6)

    def law_of(shot: Shot) -> Any:
        fire = on_the_faces(shot)

        def after(first: Any, attacker: Any, defender: Any, saver: Any) -> Condition:
            return fire(first.outcome, attacker.outcome, defender.outcome, saver.outcome)

        return expand(after, d6, d6, d6, d6, min_path_probability=Fraction(0))

    return [law_of(shot) for shot in some_shots(count)]


def plain(answer: Any) -> Any:
    if isinstance(answer, H):
        return law(answer)
    if isinstance(answer, dict):
        return {key: law(h) for key, h in answer.items()}
    return [law(h) for h in answer]


ENTRIES: dict[str, dict[str, Callable[[int], Any]]] = {
    "sum-100": {"": sum_of_d6},
    "sum-1000": {"": sum_of_d6},
    "sum-1000-uneven": {"": sum_of_uneven},
    "lowest-two": {"": lowest_two_and_half},
    "margins": {"": margins},
    "margins-shifted": {"": margins_by_shifting},
    "hits-and-jams": {"": hits_and_jams},
    "hits-and-jams-encoded": {"": hits_and_jams_in_one_number},
    "best-three": {"": best_three_and_ties},
    "keep-20": {"": keep_highest},
    "fire": {"": direct_fire},
    "fire-remembering": {"": direct_fire_remembering},
    "fire-10000": {"": direct_fire_remembering},
    "fire-100000": {"": direct_fire_remembering},
    "duel-12": {"": duel},
    "fire-as-one-function": {"": direct_fire_as_one_function},
}

PREPARED: dict[str, Callable[[int], None]] = {"fire-10000": make_shots, "fire-100000": make_shots}
"""What has to be there before the clock runs."""
