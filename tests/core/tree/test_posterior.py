"""What is known about a die once something has happened, against a tree grown anew for every face of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy

from pz8edu import BadInput
from pz8edu.core import Enumerating, Umpire
from pz8edu.core.chance.distribution import D6
from pz8edu.core.chance.loaded import loaded_die
from pz8edu.core.rolls.roll import Roll, together
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.situations import Shot
from pz8edu.systems.pz8_ww2.words import Condition
from tests.benchmarks.situations import RULES, shots


def by_bayes(
    die: str, values: Any, happened: Callable[[Any], bool], rule: Any, *args: Any
) -> dict[Any, Fraction]:
    """The slow, obvious twin: each value is given, and weighed by how likely it makes the event."""
    weighed = {}
    for value, share in values.fractions().items():
        law = Enumerating(given={die: value}).tree(rule, *args).distribution
        weighed[value] = share * sum(
            (chance for outcome, chance in law.fractions().items() if happened(outcome)), Fraction(0)
        )
    whole = sum(weighed.values(), Fraction(0))
    return {value: chance / whole for value, chance in weighed.items() if chance}


@pytest.mark.parametrize("die", ["to hit", "attack", "defence", "HQ save"])
def test_every_die_of_direct_fire(die: str) -> None:
    for shot in shots(40):
        tree = Enumerating().tree(direct_fire, shot, RULES)
        labels = {thrown.label for node in tree.nodes() for thrown in node.roll.dice()}
        if die not in labels:
            with pytest.raises(BadInput, match="unknown throw"):
                tree.posterior(die)
            continue
        assert tree.posterior(die) == D6
        for outcome in tree.distribution:
            expected = by_bayes(die, D6, lambda end, o=outcome: end == o, direct_fire, shot, RULES)
            assert tree.posterior(die, given=outcome).fractions() == expected


def test_it_was_destroyed_how_likely_was_the_hit_a_bare_four() -> None:
    tree = Enumerating().tree(direct_fire, Shot(attack=5, defence=4), RULES)
    assert tree.posterior("to hit", given=Condition.DESTROYED)[4] == sympy.Rational(1, 3)
    assert tree.posterior("to hit", given="destroyed")[3] == 0
    late = tree.posterior("attack", given=lambda answers, outcome: outcome != "ok" and answers["to hit"])
    assert [late[face] for face in range(1, 7)] == [sympy.Rational(face, 21) for face in range(1, 7)]


def total_then_first(umpire: Umpire) -> Roll[tuple[int, bool]]:
    """A die is asked about again behind a sum that was looked at."""
    first, second, third = (umpire.d6(label) for label in ("first", "second", "third"))
    if first + second >= 8:
        return together(lambda a, c: (a, c > 3), first, third)
    return (second + third).read("low", lambda total: (total, False))


@pytest.mark.parametrize("die", ["first", "second", "third"])
def test_dice_behind_a_sum(die: str) -> None:
    tree = Enumerating().tree(total_then_first)
    for outcome in tree.distribution:
        expected = by_bayes(die, D6, lambda end, o=outcome: end == o, total_then_first)
        assert tree.posterior(die, given=outcome).fractions() == expected


def test_a_pool_and_its_count() -> None:
    def rule(umpire: Umpire) -> bool:
        return umpire.pool("shots", 3, on=5) >= umpire.pool("saves", 2, on=4)

    tree = Enumerating().tree(rule)
    pool = next(thrown for node in tree.nodes() for thrown in node.roll.dice() if thrown.label == "shots")
    for outcome in (True, False):
        expected = by_bayes("shots", pool.law, lambda end, o=outcome: end == o, rule)
        assert tree.posterior("shots", given=lambda answers, end, o=outcome: end == o).fractions() == expected


def test_what_cannot_happen_gets_one_sentence() -> None:
    tree = Enumerating().tree(direct_fire, Shot(attack=5, defence=4), RULES)
    with pytest.raises(BadInput, match="cannot happen"):
        tree.posterior("to hit", given="lost")
    with pytest.raises(BadInput, match="did you mean 'to hit'"):
        tree.posterior("tohit")


def test_a_loaded_die_stays_loaded() -> None:
    tree = Enumerating(loaded={"to hit": loaded_die()}).tree(direct_fire, Shot(attack=5, defence=4), RULES)
    p4, p5, p6 = sympy.symbols("p4 p5 p6")
    assert sympy.simplify(tree.posterior("to hit", given="destroyed")[4] - p4 / (p4 + p5 + p6)) == 0
