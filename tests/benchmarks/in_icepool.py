"""The problems as an icepool user writes them, each in the fastest idiom that was found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import icepool
from icepool import Die, Reroll, d6, d10, d20

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

Law = dict[Any, Fraction]


def law(die: Die[Any]) -> Law:
    total = die.denominator()
    return {outcome: Fraction(quantity, total) for outcome, quantity in die.items() if quantity}


def sum_of_d6(count: int) -> Any:
    sys.setrecursionlimit(10_000)  # the default stops icepool at about a thousand dice
    return count @ d6


def sum_of_uneven(count: int) -> Any:
    sys.setrecursionlimit(10_000)
    return count @ Die(WEIGHTS)


def lowest_two_and_half(count: int) -> Any:
    return d6.lowest(count, 2) + (d6 + 1) // 2


def margins(count: int) -> Any:
    modifiers = MODIFIERS[:count]
    return {(a, b): (d6 + a) - (d6 + b) for a in modifiers for b in modifiers}


def margins_by_shifting(count: int) -> Any:
    modifiers, margin = MODIFIERS[:count], d6 - d6
    return {(a, b): margin + (a - b) for a in modifiers for b in modifiers}


@icepool.multiset_function
def _hits_and_ones(dice: Any) -> Any:
    return dice.keep_outcomes({5, 6}).size(), dice.keep_outcomes({1}).size()


def hits_and_jams(count: int) -> Any:
    return _hits_and_ones(d6.pool(count)).map(lambda hits, ones: (hits, ones >= 2), star=True)


def hits_and_jams_by_vectors(count: int) -> Any:
    kinds = icepool.Die({icepool.Vector((1, 0)): 2, icepool.Vector((0, 1)): 1, icepool.Vector((0, 0)): 3})
    return (count @ kinds).map(lambda both: (both[0], both[1] >= 2), star=False)


def hits_and_jams_in_one_number(count: int) -> Any:
    """Both counts in one number, which sums faster than a pair."""
    many = count + 1
    return (count @ Die({many: 2, 1: 1, 0: 3})).map(lambda n: (n // many, n % many >= 2))


class BestThreeAndTies(icepool.MultisetEvaluator[int, tuple[int, int]]):
    """Face by face from the highest: the sum of the best three, and how many dice tie with another."""

    def initial_state(self, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
        if order != icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return 0, 0, 0

    def next_state(self, state: Any, order: Any, outcome: int, /, *counts: int) -> Any:
        total, kept, ties = state
        (count,) = counts
        best = min(count, 3 - kept)
        return total + best * outcome, kept + best, ties + max(count - 1, 0)

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *s: Any, **k: Any) -> Any:
        return final_state[0], final_state[2]


def best_three_and_ties(count: int) -> Any:
    return BestThreeAndTies().evaluate(d10.pool(count))


@icepool.multiset_function
def _best_three_and_ties(dice: Any) -> Any:
    return dice.highest(3).sum(), dice.unique().size()


def best_three_and_ties_by_function(count: int) -> Any:
    return _best_three_and_ties(d10.pool(count)).map(lambda best, faces: (best, count - faces), star=True)


def keep_highest(count: int) -> Any:
    return d20.highest(count, count // 2)


def direct_fire(count: int) -> Any:
    return [_fire(*numbers(shot)) for shot in some_shots(count)]


def _fire(to_hit: int, to_save: int, attack: int, defence: int, condition: Condition) -> Any:
    damage = ((d6 + attack) - (d6 + defence)).map(RULES.damage)
    saved = d6 + to_save >= RULES.save_on

    def after(result: Any) -> Any:
        if not result.can_be_saved:
            return suffer(condition, result, RULES)
        return saved.if_else(suffer(condition, result.lowered, RULES), suffer(condition, result, RULES))

    return (d6 + to_hit >= RULES.hit_on).if_else(damage.map(after), condition)


def direct_fire_remembering(count: int) -> Any:
    """The same, the user remembering the dice that come again."""

    @cache
    def hit(to_hit: int) -> Any:
        return d6 + to_hit >= RULES.hit_on

    @cache
    def after_hit(margin: int, to_save: int, condition: Condition) -> Any:
        saved = d6 + to_save >= RULES.save_on

        def after(result: Any) -> Any:
            if not result.can_be_saved:
                return suffer(condition, result, RULES)
            return saved.if_else(suffer(condition, result.lowered, RULES), suffer(condition, result, RULES))

        return (d6 - d6 + margin).map(RULES.damage).map(after)

    def fire(to_hit: int, to_save: int, attack: int, defence: int, condition: Condition) -> Any:
        return hit(to_hit).if_else(after_hit(attack - defence, to_save, condition), condition)

    return [fire(*numbers(shot)) for shot in some_shots(count)]


def direct_fire_by_laws(count: int) -> Any:
    return fire_by_laws(some_shots(count))


def fire_by_laws(shots: Iterable[Shot]) -> Any:
    """The same, whole laws remembered as well."""

    @cache
    def after_hit(margin: int, to_save: int, condition: Condition) -> Any:
        saved = d6 + to_save >= RULES.save_on

        def after(result: Any) -> Any:
            if not result.can_be_saved:
                return suffer(condition, result, RULES)
            return saved.if_else(suffer(condition, result.lowered, RULES), suffer(condition, result, RULES))

        return (d6 - d6 + margin).map(RULES.damage).map(after)

    @cache
    def law_of(to_hit: int, margin: int, to_save: int, condition: Condition) -> Any:
        return (d6 + to_hit >= RULES.hit_on).if_else(after_hit(margin, to_save, condition), condition)

    def fire(to_hit: int, to_save: int, attack: int, defence: int, condition: Condition) -> Any:
        return law_of(to_hit, attack - defence, to_save, condition)

    return [fire(*numbers(shot)) for shot in shots]


def direct_fire_as_one_function(count: int) -> Any:
    return [icepool.map(on_the_faces(shot), d6, d6, d6, d6) for shot in some_shots(count)]


def duel(count: int) -> Any:
    """Who is left, as the end of one chain."""
    hit = d6 >= 5

    def round_(a: int, b: int) -> Any:
        if not a or not b:
            return a, b
        return icepool.tupleize(
            (b @ hit).map(lambda n: max(a - n, 0)), (a @ hit).map(lambda n: max(b - n, 0))
        )

    start = Die([(count, count)])
    ends = start.map(round_, star=True, repeat="inf")
    return ends.map(lambda a, b: "A" if a else "B" if b else "nobody", star=True)


def duel_by_recursion(count: int) -> Any:
    """Fight after fight, each remembered; rounds in which nobody is hit are thrown again."""
    hit = d6 >= 5
    hits = [n @ hit for n in range(count + 1)]

    @cache
    def fight(a: int, b: int) -> Any:
        if not a or not b:
            return "A" if a else "B" if b else "nobody"

        def after(by_a: int, by_b: int) -> Any:
            return fight(max(a - by_b, 0), max(b - by_a, 0)) if by_a or by_b else Reroll

        return icepool.map(after, hits[a], hits[b])

    return fight(count, count)


def plain(answer: Any) -> Any:
    if isinstance(answer, Die):
        return law(answer)
    if isinstance(answer, dict):
        return {key: law(die) for key, die in answer.items()}
    return [law(die) for die in answer]


ENTRIES: dict[str, dict[str, Callable[[int], Any]]] = {
    "sum-100": {"": sum_of_d6},
    "sum-1000": {"recursion limit lifted": sum_of_d6},
    "sum-1000-uneven": {"recursion limit lifted": sum_of_uneven},
    "lowest-two": {"": lowest_two_and_half},
    "margins": {"": margins},
    "margins-shifted": {"": margins_by_shifting},
    "hits-and-jams": {"multiset function": hits_and_jams, "vectors": hits_and_jams_by_vectors},
    "hits-and-jams-encoded": {"": hits_and_jams_in_one_number},
    "best-three": {"evaluator": best_three_and_ties, "multiset function": best_three_and_ties_by_function},
    "keep-20": {"": keep_highest},
    "fire": {"": direct_fire},
    "fire-remembering": {"steps": direct_fire_remembering, "laws": direct_fire_by_laws},
    "fire-10000": {"laws": direct_fire_by_laws},
    "fire-100000": {"laws": direct_fire_by_laws},
    "fire-as-one-function": {"": direct_fire_as_one_function},
    "duel-12": {"chain": duel, "recursion": duel_by_recursion},
    "duel-30": {"recursion": duel_by_recursion},
}

PREPARED: dict[str, Callable[[int], None]] = {"fire-10000": make_shots, "fire-100000": make_shots}
"""What has to be there before the clock runs."""
