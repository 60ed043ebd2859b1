"""Whole turns of Pz8 1975/2010: what stabilised guns do."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.turns.choice import Choice
from tests.systems.in_play import choice, do, game_at, laws, put, until

BOOK, GAP = "pz8-1975", "two-dice-or-plus-one"


def test_a_stabilised_gun_fires_both_shots_at_once() -> None:
    game = game_at(BOOK, GAP, "fire", "own", side_a="enemy")
    shot = choice(game, "fire", "M1 Abrams", "T-80B")
    assert shot.asked is not None
    assert (shot.asked.calculator, shot.asked.inputs["stabilised"]) == ("direct-fire", True)
    dice = ["shot 1: to hit 6", "shot 1: attack 4", "shot 1: defence 3", "shot 2: to hit 1"]
    event = game.play(shot, dice)
    assert event.outcome == "disorganized"
    assert game.moment.units["T-80B"].condition is Condition.DISORGANIZED


def test_at_a_loaded_transport_it_fires_shot_by_shot_and_both_suffer() -> None:
    game = game_at(BOOK, GAP, "fire", "own", side_a="enemy")
    put(game, "BMP-2", at=game.moment.places["T-80B"])
    put(game, "T-80B", at=game.moment.places["BMP-2"]._replace(x=24.0, y=1.0), side="enemy")
    shot = choice(game, "fire", "M1 Abrams", "BMP-2")
    assert shot.asked is not None
    assert shot.asked.calculator == "transport-fire"
    assert game.play(shot, ["to hit 6", "attack 1", "defence 5"]).outcome == "disorganized/disorganized"
    assert (game.now.kind, game.now.side) == ("next-shot", "own")
    assert do(game, "next-shot", dice=["to hit 6", "attack 1", "defence 4"]) == "suppressed/suppressed"
    hit = game.moment.units["BMP-2"]
    assert (hit.condition, hit.passenger_condition) == (Condition.SUPPRESSED, Condition.SUPPRESSED)
    assert (game.now.kind, game.moment.tasks) == ("fire", ())


def test_nobody_fires_again_at_a_wreck() -> None:
    game = game_at(BOOK, GAP, "fire", "own", side_a="enemy")
    put(game, "BMP-2", at=game.moment.places["T-80B"])
    put(game, "T-80B", at=game.moment.places["BMP-2"]._replace(x=24.0, y=1.0))
    assert do(game, "fire", "M1 Abrams", "BMP-2", dice=["to hit 6", "attack 6", "defence 1"]) == (
        "destroyed/destroyed"
    )
    assert game.moment.tasks == ()


def test_whom_it_carries_may_be_lost_alone() -> None:
    game = game_at(BOOK, GAP, "fire", "own", side_a="enemy")
    put(game, "BMP-2", at=game.moment.places["T-80B"], passenger_condition=Condition.SUPPRESSED)
    put(game, "T-80B", at=game.moment.places["BMP-2"]._replace(x=24.0, y=1.0))
    shot = choice(game, "fire", "M1 Abrams", "BMP-2")
    assert game.play(shot, ["to hit 6", "attack 2", "defence 5"]).outcome == "suppressed/destroyed"
    again = choice(game, "next-shot")
    assert again.asked is not None
    assert (again.asked.calculator, again.asked.inputs["stabilised"]) == ("direct-fire", False)


def test_every_table_plays() -> None:
    assert system(BOOK).played == system(BOOK).tabletops


def test_two_shots_one_after_the_other_are_the_two_shots_at_one_blow() -> None:
    """What becomes of the transport, by single steps and by the question that the board asks."""
    game = game_at(BOOK, GAP, "fire", "own", side_a="enemy")
    put(game, "BMP-2", at=game.moment.places["T-80B"])
    put(game, "T-80B", at=game.moment.places["BMP-2"]._replace(x=24.0, y=1.0))
    book, before = game.book, game.moment
    whole = replace(
        choice(game, "fire", "M1 Abrams", "BMP-2"),
        asked=book.table.asked(before.picked("M1 Abrams", "BMP-2"), game.rules),
    )
    first = choice(game, "fire", "M1 Abrams", "BMP-2")
    found: dict[str, Fraction] = {}
    for outcome, chance in laws(game, first).items():
        moment = book.lands(before, first, outcome)
        later = list(book.choices(moment)) if moment.tasks else []
        ends = [
            (book.lands(moment, shot, end), chance * share)
            for shot in later
            for end, share in laws(game, shot).items()
        ]
        for after, share in ends or [(moment, chance)]:
            word = after.units["BMP-2"].condition.value
            found[word] = found.get(word, Fraction(0)) + share
    assert found == {condition.value: chance for condition, chance in laws(game, whole).items()}


# --- doubts that only turns have
def test_a_stabilised_gun_strikes_once_in_close_combat_unless_t13_is_b() -> None:
    for reading, twice in (("", False), ("T13=b", True)):
        game = game_at(BOOK, GAP, "fire", "own", reading, side_a="enemy")
        at = game.moment.places["M1 Abrams"]
        put(game, "T-72", at=at._replace(x=at.x + 1))
        shot = choice(game, "fire", "M1 Abrams", "T-72")
        assert shot.asked is not None
        assert shot.asked.calculator == "close-combat"
        game.play(shot, ["attack 1", "defence 6"])
        assert (game.now.kind == "next-shot") is twice


def test_a_stabilised_gun_fires_twice_only_after_a_move_under_t14_b() -> None:
    for reading, still in (("", True), ("T14=b", False)):
        game = game_at(BOOK, GAP, "fire", "own", reading, side_a="own")
        shot = choice(game, "fire", "M1 Abrams", "T-80B")
        assert shot.asked is not None
        assert shot.asked.inputs["stabilised"] is still
        moved = game_at(BOOK, GAP, "move", "own", reading, side_a="own")
        at = moved.moment.places["M1 Abrams"]
        moved.play(Choice("move", "M1 Abrams", way=(at._replace(x=at.x + 0.5),)))
        until(moved, "fire", "own")
        again = choice(moved, "fire", "M1 Abrams", "T-80B")
        assert again.asked is not None
        assert again.asked.inputs["stabilised"] is True
        do(moved, "pass")
        assert "M1 Abrams" not in moved.moment.noted.get("moved", ())


def test_the_second_shot_may_be_at_another_target_under_t15_b() -> None:
    game = game_at(BOOK, GAP, "fire", "own", "T15=b", side_a="enemy")
    first = choice(game, "fire", "M1 Abrams", "T-80B")
    assert first.asked is not None
    assert first.asked.inputs["stabilised"] is False
    others = {each.target for each in game.choices() if each.unit == "M1 Abrams" and each.kind == "fire"}
    assert len(others) > 1
    game.play(first, ["to hit 1"])
    found = [each for each in game.choices() if each.kind == "next-shot"]
    assert {each.target for each in found} == others
    assert "cease" in {each.kind for each in game.choices()}
    other = next(each for each in found if each.target != "T-80B")
    game.play(other, ["to hit 1"])
    assert (game.now.kind, game.moment.tasks) == ("fire", ())
    assert "M1 Abrams" in game.moment.acted
