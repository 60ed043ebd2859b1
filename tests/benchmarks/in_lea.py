"""The problems as a lea user writes them, each in the fastest idiom that was found."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import lea

from pz8edu.systems.pz8_ww2.damage import suffer
from pz8edu.systems.pz8_ww2.words import Condition
from tests.benchmarks.situations import MODIFIERS, RULES, WEIGHTS, numbers, on_the_faces, some_shots

EXACT = "r"


def die(sides: int) -> Any:
    return lea.vals(*range(1, sides + 1), prob_type=EXACT)


def law(alea: Any) -> dict[Any, Fraction]:
    return {value: Fraction(p) for value, p in alea.pmf_tuple() if p}


def sum_of_d6(count: int) -> Any:
    return die(6).times(count)


def sum_of_uneven(count: int) -> Any:
    return lea.pmf(WEIGHTS, prob_type=EXACT).times(count)


def lowest_two_and_half(count: int) -> Any:
    d6 = die(6)
    lowest = d6.draw(count, sorted=True, replacement=True).map(lambda dice: sum(dice[:2]))
    return (lowest + (d6 + 1) // 2).calc()


def margins(count: int) -> Any:
    modifiers, d6, other = MODIFIERS[:count], die(6), die(6)
    return {(a, b): ((d6 + a) - (other + b)).calc() for a in modifiers for b in modifiers}


def margins_by_shifting(count: int) -> Any:
    modifiers, margin = MODIFIERS[:count], (die(6) - die(6)).calc()
    return {(a, b): (margin + (a - b)).calc() for a in modifiers for b in modifiers}


def hits_and_jams(count: int) -> Any:
    kinds = lea.pmf({(1, 0): 2, (0, 1): 1, (0, 0): 3}, prob_type=EXACT)
    both = kinds.times(count, lambda x, y: (x[0] + y[0], x[1] + y[1]))
    return both.map(lambda counts: (counts[0], counts[1] >= 2)).calc()


def hits_and_jams_in_one_number(count: int) -> Any:
    many = count + 1
    both = lea.pmf({many: 2, 1: 1, 0: 3}, prob_type=EXACT).times(count)
    return both.map(lambda n: (n // many, n % many >= 2)).calc()


def best_three_and_ties(count: int) -> Any:
    dice = die(10).draw(count, sorted=True, replacement=True)
    return dice.map(lambda faces: (sum(faces[-3:]), count - len(set(faces)))).calc()


def keep_highest(count: int) -> Any:
    dice = die(20).draw(count, sorted=True, replacement=True)
    return dice.map(lambda faces: sum(faces[count - count // 2 :])).calc()


def direct_fire(count: int) -> Any:
    first, attacker, defender, saver = die(6).new(4)

    def fire(to_hit: int, to_save: int, attack: int, defence: int, condition: Condition) -> Any:
        damage = ((attacker + attack) - (defender + defence)).map(RULES.damage).calc()
        saved = (saver + to_save >= RULES.save_on).calc()

        def after(result: Any, save: bool) -> Condition:
            return suffer(condition, result.lowered if save and result.can_be_saved else result, RULES)

        harmed = damage.map(after, saved).calc()
        return lea.if_((first + to_hit >= RULES.hit_on).calc(), harmed, condition).calc()

    return [fire(*numbers(shot)) for shot in some_shots(count)]


def direct_fire_as_one_function(count: int) -> Any:
    dice = die(6).new(4)
    return [lea.func_wrapper(on_the_faces(shot))(*dice).calc() for shot in some_shots(count)]


def loaded(count: int) -> Any:
    """The sum of loaded dice; lea's fastest mode leaves out its own division by the sum of all chances.

    By default it divides by that sum, takes seconds, and gives another formula, equal where the sum is 1.
    """
    p = {face: f"p{face}" for face in range(1, 7)}
    die = lea.pmf(p, prob_type="s", normalization=False)
    return die.times(count, normalization=False)


def plain(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: law(alea) for key, alea in answer.items()}
    if isinstance(answer, list):
        return [law(alea) for alea in answer]
    chances = dict(answer.pmf_tuple())
    if any(hasattr(chance, "free_symbols") for chance in chances.values()):
        return chances
    return law(answer)


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
    "fire-as-one-function": {"": direct_fire_as_one_function},
    "loaded-4": {"without normalisation": loaded},
}
