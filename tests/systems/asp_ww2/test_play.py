"""Whole turns of asp-ww2: what every event does to the table."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import Any

import pytest

from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.systems import system
from pz8edu.systems.asp_ww2.aircraft import DRIVEN_OFF, LOST, Approach, Sortie
from pz8edu.systems.asp_ww2.fire import DETECTED, NO_SHOT, UNDETECTED, Exchange
from pz8edu.systems.asp_ww2.words import Motion, Option, Result
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task

ASP = system("asp-ww2")
OWN, ENEMY = "CP of own battle group", "CP of enemy Kampfgruppe"


def on(table: str, step: int = 0, points: int = 6, **reading: str) -> tuple[Any, Moment[Any]]:
    play = ASP.under(ASP.rules.variant(reading)).play(table)
    return play, replace(play.start(), step=step).note(**{OWN: points})


def choice(play: Any, moment: Moment[Any], *key: str, note: str = "") -> Choice:
    return next(
        each
        for each in play.options(moment)
        if (each.kind, each.unit, each.target) == key and note in ("", each.note) and each.why != "stays"
    )


def test_one_player_plays_the_whole_sequence_then_the_other() -> None:
    play, moment = on("crossroads")
    assert [(each.number, each.side) for each in play.steps(moment)] == [(str(n), "own") for n in range(1, 6)]
    assert {each.side for each in play.steps(replace(moment, turn=2))} == {"enemy"}


# --- step 1
def test_command_points_recovery_and_markers() -> None:
    play, moment = on("crossroads")
    moment = moment.unit("Sherman 1", repulsed=True, markers=3)
    kinds = {(each.kind, each.unit) for each in play.choices(moment)}
    assert kinds >= {("command", "BGHQ"), ("recover", "Sherman 1"), ("clear", "Sherman 1")}
    after = play.lands(moment, choice(play, moment, "command", "BGHQ", ""), 4)
    assert after.noted[OWN] == 4
    assert ("command", "BGHQ") not in {(each.kind, each.unit) for each in play.choices(after)}
    assert (
        not play.lands(moment, choice(play, moment, "recover", "Sherman 1", ""), "pass")
        .units["Sherman 1"]
        .repulsed
    )
    assert (
        play.lands(moment, choice(play, moment, "recover", "Sherman 1", ""), "fail")
        .units["Sherman 1"]
        .repulsed
    )
    assert (
        play.lands(moment, choice(play, moment, "clear", "Sherman 1", ""), 1).units["Sherman 1"].markers == 1
    )


# --- marches and aircraft
def test_nobody_marches_near_the_enemy() -> None:
    play, moment = on("crossroads", step=1)
    found = [each for each in play.options(moment) if each.kind == "march"]
    assert found
    assert all("does not march (AS-10)" in each.why_not for each in found)


def test_an_attack_stand_looks_and_flies_through_the_flak() -> None:
    play, moment = on("air-attack", step=3)
    look = choice(play, moment, "look", "Typhoons", "Column")
    assert look.asked is not None
    assert look.asked.calculator == "detection"
    flying = play.lands(moment, look, DETECTED)
    assert (flying.noted[OWN], flying.tasks) == (2, (Task(CHANCE, "run", ("Typhoons", "Column", True)),))
    run = next(iter(play.choices(flying)))
    assert run.asked is not None
    assert run.asked.inputs["need"] is not None
    through = play.lands(flying, run, Sortie(Approach(2, pinned=True), Result.DESTROYED))
    plane = through.units["Typhoons"]
    assert (plane.attacks, plane.markers, plane.pinned) == (1, 2, True)
    assert through.units["Column"].destroyed
    assert play.lands(flying, run, Sortie(Approach(end=LOST))).units["Typhoons"].destroyed
    driven = play.lands(flying, run, Sortie(Approach(end=DRIVEN_OFF)))
    assert (driven.units["Typhoons"].destroyed, driven.units["Column"].destroyed) == (False, False)
    unseen = next(iter(play.choices(play.lands(moment, look, UNDETECTED))))
    assert unseen.asked is not None
    assert unseen.asked.inputs["need"] is None
    poor = moment.note(**{OWN: 3})
    with pytest.raises(BadInput, match=r"That costs 4 CP; the battle group of Typhoons has 3"):
        play.allowed(poor, look)


# --- tactical options
def test_an_option_is_paid_for_and_has_its_parts() -> None:
    play, moment = on("crossroads", step=4)
    order = choice(play, moment, "order", "Sherman 1", "", note="C")
    after = play.lands(moment, order)
    assert after.noted[OWN] < 6
    assert after.units["Sherman 1"].option is Option.C
    assert [task.kind for task in after.tasks] == ["shoot", "go"]
    whole = play.on_the_move(play.lands(moment, choice(play, moment, "order", "Sherman 1", "", note="A")))
    half = play.on_the_move(after)
    name, state = "Sherman 1", moment.picked()
    assert half.allowance(name, state, play.rules)[0] * 2 == whole.allowance(name, state, play.rules)[0]
    thrice = moment.note(**{"orders of Sherman 1": 3})
    with pytest.raises(BadInput, match=r"Sherman 1 has had 3 CP \(AS-12\)"):
        play.allowed(thrice, order)
    with pytest.raises(BadInput, match="has 0"):
        play.allowed(moment.note(**{OWN: 0}), order)
    headless = moment.unit("BGHQ", destroyed=True)
    with pytest.raises(BadInput, match=r"The BGHQ of Sherman 1 is lost"):
        play.allowed(headless, order)


def test_a_move_takes_the_fire_marker_off_and_the_pinned_do_not_approach() -> None:
    play, moment = on("crossroads", step=4)
    moment = moment.unit("Sherman 1", fire_marker=True)
    going = play.lands(moment, choice(play, moment, "order", "Sherman 1", "", note="A"))
    move = next(each for each in play.choices(going) if each.kind == "move")
    after = play.lands(going, move)
    sherman = after.units["Sherman 1"]
    assert (sherman.fire_marker, sherman.motion, after.tasks) == (False, Motion.MOVING, ())
    pinned = going.unit("Sherman 1", pinned=True)
    here, tiger = going.places["Sherman 1"], going.places["Tiger"]
    nearer = here._replace(x=here.x + 0.1 * (tiger.x - here.x), y=here.y + 0.1 * (tiger.y - here.y))
    with pytest.raises(BadInput, match=r"Sherman 1 is pinned and does not approach"):
        play.allowed(pinned, Choice("move", "Sherman 1", way=(nearer,)))


def shooting() -> tuple[Any, Moment[Any], Choice]:
    play, moment = on("crossroads", step=4)
    moment = play.lands(moment, choice(play, moment, "order", "Sherman 1", "", note="B"))
    shot = next(
        each
        for each in play.choices(moment)
        if each.asked is not None and each.asked.calculator == "engagement"
    )
    return play, moment, shot


def test_both_stands_suffer_and_who_shot_is_marked() -> None:
    play, moment, shot = shooting()
    name, target = shot.unit, shot.target
    after = play.lands(moment, shot, Exchange(Result.PINNED, Result.DESTROYED))
    assert (after.units[name].pinned, after.units[name].markers) == (True, 1)
    assert after.units[target].destroyed
    assert after.units[name].fire_marker
    alone = play.lands(moment.unit(target, fire_marker=False), shot, Exchange(NO_SHOT, Result.NONE))
    assert (alone.units[name].fire_marker, alone.units[target].fire_marker) == (True, False)
    lifted = play.lands(moment.unit(target, pinned=True), shot, Exchange(NO_SHOT, Result.NONE))
    assert not lifted.units[target].pinned


def test_the_repulsed_go_away_where_their_owner_likes() -> None:
    play, moment, shot = shooting()
    after = play.lands(moment, shot, Exchange(NO_SHOT, Result.REPULSED))
    assert after.units[shot.target].markers == 2
    assert after.tasks == (Task("enemy", "retreat", (shot.target,)),)
    here = after.places[shot.target]
    ways = list(play.choices(after))
    own = [after.places[name][:2] for name in play.living(after, "own")]
    before = min(dist(here[:2], each) for each in own)
    assert all(min(dist(each.way[-1][:2], at) for at in own) >= before for each in ways)
    assert play.lands(after, ways[0]).places[shot.target] == ways[0].way[-1]


def test_a_battle_group_tests_once_and_its_failure_loses_the_game() -> None:
    play, moment = on("crossroads", step=4)
    names = list(play.living(moment, "own"))
    for name in names[:3]:
        moment = moment.unit(name, repulsed=True)
    after = play.suffers(moment, names[3], Result.REPULSED)
    assert [task.kind for task in after.tasks] == ["retreat", "group"]
    again = play.suffers(after, names[4], Result.PINNED)
    assert [task.kind for task in again.tasks] == ["retreat", "group"]
    test = next(iter(play.choices(after)))
    assert play.over(play.lands(after, test, "pass")) is None
    lost = play.lands(after, test, "fail")
    assert str(play.over(lost)) == "enemy wins: 1 of 1 battle groups of own failed (§AS-20)"
    assert play.worth(after, "own") < play.worth(moment, "own")


# --- the turn
def test_command_points_are_gone_and_stands_have_stood_when_the_turn_ends() -> None:
    play, moment = on("crossroads", step=4)
    moment = moment.unit("Tiger", motion=Motion.MOVING).unit("Sherman 1", motion=Motion.MOVING)
    after = play.next_step(moment.note(**{"orders of Sherman 1": 1}))
    assert (after.turn, after.step, dict(after.noted)) == (2, 0, {})
    assert after.units["Tiger"].motion is Motion.STATIONARY
    assert after.units["Sherman 1"].motion is Motion.MOVING


def test_a_turn_by_hand_laid_dice_is_played_again() -> None:
    game = Game(ASP, "crossroads", seed=1)
    event = game.play(Choice("command", "BGHQ"), {"command points": [3, 5]})
    assert event.outcome.isdigit()
    while game.now.kind != "tactical":
        game.play(Choice("pass"))
    game.play(Choice("order", "Sherman 1", note="A"))
    game.play(next(each for each in game.choices() if each.kind == "move"))
    game.play(Choice("pass"))
    assert game.moment.turn == 2
    assert game.now[:2] == ("1", "enemy")
    assert replay(game.text()).moment == game.moment


def test_what_is_not_played_is_refused() -> None:
    with pytest.raises(BadInput, match="R11=a and R20=a"):
        on("village", R11="b")
    play, moment = on("crossroads", step=4)
    going = play.lands(moment, choice(play, moment, "order", "Sherman 1", "", note="A"))
    with pytest.raises(BadInput, match="its move is"):
        play.allowed(going, Choice("move", "Sherman 1", way=(Place(1, 1, 0),)))
