"""Where advice flips, choices that nobody should take, and how fair a scenario is, by hand and on a table."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from pz8edu.analysis.advice import dead, envelope, fairness, flips, flips_at_chances, idle, kinds
from pz8edu.analysis.opponents import at_random
from pz8edu.analysis.positions import Way
from pz8edu.analysis.puzzles import shelf
from pz8edu.analysis.solved import Solved
from pz8edu.analysis.worth import exact, solved
from pz8edu.asking.ask import rules_for
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.players import at_random as at_random_player
from pz8edu.games.players import play_on
from pz8edu.games.record import key_text
from pz8edu.systems import system
from tests.analysis.toys import at, positions_of

HALF = Fraction(1, 2)
ONES = [
    min((each for each in shelf().values() if each.book == book), key=lambda each: each.size)
    for book in ("pz8-coastal", "panzertroops")
]
TOY = Solved(
    positions_of(
        {
            "start": ("own", {"fire": {"own": HALF, "then": HALF}, "ram": at("enemy"), "wait": at("then")}),
            "then": ("enemy", {"fire": at("drawn"), "flee": at("drawn")}),
        }
    )
)


def test_a_dead_rule_by_hand() -> None:
    assert kinds(TOY) == {"fire": (2, 2, 1), "ram": (1, 0, 0), "wait": (1, 0, 0), "flee": (1, 1, 0)}
    assert dead(TOY) == ("ram", "wait")
    assert idle(TOY) == ("ram", "wait", "flee")
    assert set(kinds(TOY, "enemy")) == {"fire", "flee"}
    with pytest.raises(BadInput, match="side"):
        kinds(TOY, "red")


def test_fairness_by_hand() -> None:
    found = fairness(TOY, {"random": at_random})
    assert found["best", "best"] == Fraction(3, 4)
    assert found["random", "best"] == (Fraction(3, 4) + 0 + HALF) / 3


def test_advice_is_that_of_the_changed_rules() -> None:
    home = system("pz8-ww2")
    game = Game(home, "two-tanks")
    found = flips(game, "hit_on", (2, 3, 6))
    assert [each.value for each in found] == [2, 3, 6]
    for each in found:
        changed = Game(home, "two-tanks", rules_for(home, None, None, {"hit_on": each.value}))
        assert each.worth.sides == exact(changed).sides
    assert len({each.worth.sides["own"] for each in found}) > 1
    differ = [other.value for one, other in pairwise(found) if set(one.best) != set(other.best)]
    assert found.at == tuple(differ)
    assert "flips" in repr(found)
    with pytest.raises(BadInput):
        flips(game, "hit_onn", [2])
    with pytest.raises(BadInput, match="no value"):
        flips(game, "hit_on", [])


def test_kinds_of_two_tanks() -> None:
    known = solved(Game(system("pz8-ww2"), "two-tanks"))
    for kind, often in kinds(known).items():
        assert 0 <= often.alone <= often.best <= often.offered, kind


def test_where_lines_meet_by_hand() -> None:
    """Fire wins with the chance p, waiting one time in three, and ramming with 1/2 of what is left."""
    lines = [(Fraction(0), Fraction(1)), (Fraction(1, 3), Fraction(1, 3)), (HALF, Fraction(0))]
    assert envelope(lines, TOY, 0) == ((Fraction(1, 3),), [[2], [0]])
    lines[2] = (Fraction(2, 5), Fraction(0))
    assert envelope(lines, TOY, 0) == ((Fraction(1, 6), Fraction(1, 3)), [[2], [1], [0]])
    assert envelope([lines[1], lines[1]], TOY, 0) == ((), [[0, 1]])
    enemy = TOY.positions.number[TOY.positions.ahead.book.at("then")]  # type: ignore[attr-defined]
    assert envelope(lines[:2], TOY, enemy) == ((Fraction(1, 3),), [[0], [1]])


@pytest.mark.parametrize("one", ONES, ids=lambda one: one.id)
def test_advice_flips_at_a_chance(one: Any) -> None:
    """Between the thresholds it is best as told: reckoned anew from all outcomes of the changed dice."""
    game = one.game
    known = solved(game)
    number, ahead = known.positions.number[game.moment], known.positions.ahead
    ways = {key_text(way.choice.key): way for way in known.positions.ways[number]}
    printed = dict(zip(ways, known.of_choices(number), strict=True))
    found = flips_at_chances(game)
    assert found
    for flip in found:
        asked = ways[flip.choice].choice.asked
        assert asked is not None
        law = dict(ahead.game.law(asked))
        assert law[flip.outcome] == flip.chance
        others = {each: chance / (1 - flip.chance) for each, chance in law.items() if each != flip.outcome}
        bounds = (Fraction(0), *flip.at, Fraction(1))
        assert list(bounds) == sorted(set(bounds))
        for (low, high), best in zip(pairwise(bounds), flip.best, strict=True):
            middle = (low + high) / 2
            changed = {each: chance * (1 - middle) for each, chance in others.items()}
            worths = printed | {
                name: mean(known, number, way, changed | {flip.outcome: middle})
                for name, way in ways.items()
                if way.choice.asked == asked
            }
            most = known.best_of(number, list(worths.values()))
            assert {name for name, worth in worths.items() if worth == most} == set(best)
        assert one.answer in flip.best[sum(flip.chance > at for at in flip.at)]


def mean(known: Solved, number: int, way: Way, law: dict[Any, Fraction]) -> Fraction:
    """The worth of a choice whose dice fall so."""
    worths = (known.worths[known.number_after(number, way, each)] * chance for each, chance in law.items())
    return sum(worths, Fraction(0))


def test_chances_where_nobody_chooses() -> None:
    game = Game(system("pz8-ww2"), "two-tanks", seed=1)
    play_on(game, {side: at_random_player(1) for side in game.book.sides})
    with pytest.raises(BadInput, match="nobody chooses"):
        flips_at_chances(game)
