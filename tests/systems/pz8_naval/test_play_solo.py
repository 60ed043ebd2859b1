"""The NPO of Pz8 Naval (section 10): all faces of its die against the printed table, whom it shoots at."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from pz8edu.asking.ask import rules_for
from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.turns.choice import Choice
from tests.systems.in_play import choice, do, put, stand

BOOK = "pz8-naval"


def printed(score: int, first_turn: bool, depth: int) -> int:
    """Section 10c as it is printed: by how many zones a ship comes nearer; 9 for one that leaves."""
    if score <= 2 and not first_turn:
        return 9 if depth == 4 else -1
    if 3 <= score <= 4 or depth == 1:
        return 0
    return 1


def before_its(kind: str, reading: str = "", table: str = "denmark-strait") -> Game:
    """The NPO is the north, and Side A; its step of a kind begins."""
    home = system(BOOK)
    game = Game(home, table, rules_for(home, reading) if reading else None, seed=1, solo="north")
    moment = replace(game.root.moment, tasks=()).note(side_a="north")
    steps = game.book.steps(moment)
    step = next(at for at, each in enumerate(steps) if (each.kind, each.side) == (kind, "north"))
    stand(game, replace(moment, step=step))
    return game


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("turn", [1, 2, 5])
@pytest.mark.parametrize("die", range(1, 7))
def test_every_face_moves_the_fleet_as_printed(die: int, turn: int) -> None:
    """Bismarck lies so deep, Prinz Eugen so; Hood may be lost, Prinz Eugen too, planes may have come."""
    for depth, other, yours, air in product((1, 3, 4), (2, 4), (False, True), (False, True)):
        game = before_its("move")
        put(game, "Bismarck", at=Place(2, 3.5 + depth, 270))
        put(game, "Prinz Eugen", at=Place(4, 3.5 + other, 270))
        put(game, "Hood", h=5 if yours else 0)
        raided = {"raided north": turn - 1} if air else {}
        stand(game, replace(game.moment, turn=turn).note(**raided))
        assert (game.now.side, game.now.kind) == ("", "npo-move")
        game.play(choice(game, "npo-move"), [f"NPO {die}"])
        score = die + yours - air
        for name, deep in (("Bismarck", depth), ("Prinz Eugen", other)):
            ship, place = game.moment.units[name], game.moment.places[name]
            nearer = printed(score, turn == 1, deep)
            case = (die, turn, depth, other, yours, air, name)
            assert ship.gone is (nearer == 9), case
            assert ship.smoke is (nearer == -1), case
            if not ship.gone:
                assert 3.5 + deep - place.y == nearer, case
                assert place.facing == {1: 180, -1: 0, 0: 270}[nearer], case


def test_its_losses_count_against_it_and_are_told_before_the_die() -> None:
    game = before_its("move")
    put(game, "Prinz Eugen", h=1)
    stand(game, replace(game.moment, turn=3))
    asked = choice(game, "npo-move").asked
    assert asked is not None
    assert asked.inputs == {"first_turn": False, "npo_losses": 1, "your_losses": 0, "air": False, "depth": 4}
    odds = game.odds(choice(game, "npo-move"))
    assert odds is not None
    assert odds.fractions()["leave the table"] == Fraction(3, 6)
    game.play(choice(game, "npo-move"), ["NPO 3"])
    assert game.result == "south wins: north has withdrawn off the table (§10)", "Prinz Eugen is Crippled"


def test_stopped_ships_stay_and_are_left_behind() -> None:
    game = before_its("move")
    put(game, "Bismarck", h=2)
    stand(game, replace(game.moment, turn=2))
    do(game, "npo-move", dice=["NPO 6"])
    assert game.moment.places["Bismarck"][1:3] == (7.5, 270)
    assert game.moment.places["Prinz Eugen"][1:3] == (6.5, 180)
    left = before_its("move")
    put(left, "Bismarck", h=2)
    stand(left, replace(left.moment, turn=2))
    do(left, "npo-move", dice=["NPO 1"])
    assert left.moment.units["Prinz Eugen"].gone
    assert left.result == "south wins: north has withdrawn off the table (§10)"


def test_under_r25_b_every_ship_has_its_die() -> None:
    game = before_its("move", "R25=b")
    assert do(game, "npo-move", "", "Bismarck", dice=["NPO 3"]) == "broadside"
    assert do(game, "npo-move", "", "Prinz Eugen", dice=["NPO 5"]) == "advance"
    assert [game.moment.places[name].y for name in ("Bismarck", "Prinz Eugen")] == [7.5, 6.5]


def test_a_raid_of_the_turn_before_is_remembered() -> None:
    home = system(BOOK)
    game = Game(home, "cape-matapan", seed=1, solo="north")
    stand(game, replace(game.root.moment, tasks=()).note(side_a="north"))
    do(game, "npo-move", dice=["NPO 4"])
    game.play(choice(game, "raid", "Formidable", "Zara"), ["raid 1: raid 6"])
    while game.moment.turn == 1:
        game.play(game.choices()[-1])
    game.play(game.choices()[0], ["both roll 1: you 2", "both roll 1: the other side 6"])
    asked = choice(game, "npo-move").asked
    assert asked is not None
    assert asked.inputs["air"]


# --- whom it shoots at: section 10 does not say
def targets(reading: str) -> set[str]:
    game = before_its("announce", reading, "night-at-matapan")
    put(game, "Valiant", h=1)
    return {each.target for each in game.choices("Fiume") if each.kind == "announce"}


def test_it_shoots_at_the_nearest_then_at_the_one_with_the_least_defence_left() -> None:
    """Warspite and Valiant lie at one zone, Barham at two; Valiant has a hit. By T1=b each may be chosen."""
    assert targets("") == {"Valiant"}
    assert targets("T1=b") == {"Valiant", "Warspite", "Barham"}


def test_it_fires_before_it_passes() -> None:
    game = before_its("announce", table="night-at-matapan")
    with pytest.raises(BadInput, match="north plays itself: a ship fires at the nearest"):
        game.play(Choice("pass"))
    with pytest.raises(BadInput, match="north plays itself"):
        game.play(Choice("announce", "Fiume", "Barham"))
    game.play(Choice("announce", "Fiume", "Warspite"))
