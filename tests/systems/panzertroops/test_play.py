"""Whole turns of panzertroops: what every event does to the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pz8edu.board.battlefield import SMOKE
from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.systems import system
from pz8edu.systems.panzertroops.morale import TankHit
from pz8edu.systems.panzertroops.shooting import HALF_TURN
from pz8edu.systems.panzertroops.special_weapons import Flame, Smoke
from pz8edu.systems.panzertroops.words import Effect, Morale, Mover, Radio
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task
from pz8edu.turns.play import PASS

PANZERTROOPS = system("panzertroops")


def on(table: str, step: int | None = None, **reading: str) -> tuple[Any, Moment[Any]]:
    play = PANZERTROOPS.under(PANZERTROOPS.rules.variant(reading)).play(table)
    moment = play.start()
    if step is not None:
        position = moment.position.with_stock(HALF_TURN, 1 + step // 3)
        moment = replace(moment, step=step, position=position)
    return play, moment


def choice(play: Any, moment: Moment[Any], *key: str) -> Choice:
    return next(
        each
        for each in play.options(moment)
        if (each.kind, each.unit, each.target) == key and each.why != "stays"
    )


# --- the clock
def test_stenay_begins_with_the_german_defensive_fire() -> None:
    play, moment = on("stenay")
    assert [(each.number, each.side) for each in play.steps(moment)] == [
        ("1", "own"),
        ("2", "enemy"),
        ("3", "own"),
        ("4", "enemy"),
        ("5", "own"),
        ("6", "enemy"),
    ]
    assert play.now(moment)[:2] == ("2", "enemy")
    assert not play.table.attacks(moment.units["German 2"], moment.picked())
    for _ in range(2):
        moment = play.next_step(moment)
    assert (play.now(moment)[:2], moment.position.stock[HALF_TURN]) == (("4", "enemy"), 2)
    assert play.table.attacks(moment.units["German 2"], moment.picked())


def test_after_a_movement_who_stayed_stands_and_pins_end() -> None:
    play, moment = on("stenay", step=0)
    moment = moment.unit("American 1", pinned=True).has_acted("BAR")
    after = play.next_step(moment)
    assert after.units["BAR"].posture == "infantry-run"
    assert after.units["American 2"].posture == "infantry-stationary"
    assert not after.units["American 1"].pinned


# --- movement and defensive fire
def test_nobody_runs_twice_and_the_pinned_stay() -> None:
    play, moment = on("stenay", step=0)
    assert {each.note for each in play.options(moment, "BAR") if each.kind == "move"} == {"assault"}
    rested = moment.unit("BAR", posture="infantry-stationary")
    assert {each.note for each in play.options(rested, "BAR") if each.kind == "move"} == {"run", "assault"}
    pinned = moment.unit("BAR", pinned=True)
    to = Choice("move", "BAR", way=(Place(13.4, 9),), note="assault")
    with pytest.raises(BadInput, match=r"BAR does not move: it is pinned \(PT-19\)"):
        play.allowed(pinned, to)


def test_to_turn_in_place_is_no_move() -> None:
    play, moment = on("tank-duel", step=0)
    turned = moment.places["Sherman 75"]._replace(facing=90.0)
    after = play.lands(moment, play.allowed(moment, Choice("move", "Sherman 75", way=(turned,))))
    assert after == moment.moved("Sherman 75", turned)


def test_nobody_moves_through_another_or_nearer_with_bad_morale() -> None:
    play, moment = on("stenay", step=0)
    moment = moment.unit("BAR", posture="infantry-stationary").moved("American 3", Place(13.4, 10))
    through = Choice("move", "BAR", way=(Place(13.4, 12),), note="run")
    with pytest.raises(BadInput, match=r"BAR does not move through American 3 \(PT-2\)"):
        play.allowed(moment, through)
    shaken = moment.unit("BAR", morale=Morale.SHAKEN)
    with pytest.raises(BadInput, match="shaken and does not move nearer"):
        play.allowed(shaken, Choice("move", "BAR", way=(Place(12, 9),), note="run"))
    assert play.allowed(shaken, Choice("move", "BAR", way=(Place(13.4, 5),), note="run"))


def test_defensive_fire_interrupts_a_move_at_its_stops() -> None:
    game = Game(PANZERTROOPS, "stenay", seed=1)
    game.node.moment = on("stenay", step=0)[1].unit("BAR", posture="infantry-stationary")
    game.play(Choice("move", "BAR", way=(Place(13.4, 10.6),), note="run"))
    assert game.now[1:] == ("enemy", "react")
    assert game.moment.places["BAR"][:2] == (13.4, 8.6)
    assert game.moment.units["BAR"].posture == "infantry-run"
    game.play(Choice("hold"))
    assert game.moment.places["BAR"][:2] == (13.4, 9.6)
    event = game.play(Choice("fire", "German 2", "BAR"), {"to hit": [2, 3]})
    assert event.outcome == "pinned"
    assert game.moment.places["BAR"][:2] == (13.4, 9.6)
    assert game.moment.tasks == ()
    defending = game.book.next_step(game.moment)
    assert "German 2" not in {each.unit for each in game.book.choices(defending)}


def test_who_dies_on_its_way_stays_there_and_its_group_checks() -> None:
    play, moment = on("stenay", step=0)
    name = "Sergeant McDonald"
    group = moment.noted[f"group of {name}"]
    moving = moment.has_acted(name).first(
        Task("enemy", "react", (name,)), Task("own", "go", (name, 20.5, 9.0, None, None))
    )
    shot = next(each for each in play.options(moving) if each.kind == "fire")
    after = play.lands(moving, shot, Effect.DESTROYED)
    assert after.units[name].destroyed
    assert all(task.kind == "nerve" for task in after.tasks)
    halved = len(group) - 1 <= len(group) // 2
    assert len(after.tasks) == (len(group) > 1) * (1 + halved)


# --- fire
def test_armour_fires_each_of_its_weapons_once() -> None:
    play, moment = on("tank-duel", step=2)
    shots = [each for each in play.options(moment, "Sherman 76") if each.target == "Panther"]
    assert [each.note for each in shots] == ["at-super-velocity", "mmg"]
    assert shots[1].why_not
    after = play.lands(moment, shots[0], TankHit(Effect.IMMOBILISED, Morale.SHAKEN))
    assert after.units["Panther"].immobilised
    assert after.units["Panther"].morale is Morale.SHAKEN
    left = [each.note for each in play.options(after, "Sherman 76") if each.target == "Panther"]
    assert left == ["mmg"]
    gone = play.lands(moment, shots[0], TankHit(Effect.DESTROYED))
    assert play.is_out("Panther", gone)
    assert "Panther" in {each.name for each in play.table.battlefield(gone.picked()).wrecks}


def test_a_crew_loses_men_before_its_weapon_is_gone() -> None:
    play, moment = on("stenay", step=2)
    crew = play.struck(moment, "LMG", Effect.DESTROYED)
    assert (crew.units["LMG"].crew_lost, crew.units["LMG"].destroyed) == (1, False)
    assert play.struck(crew, "LMG", Effect.DESTROYED).units["LMG"].destroyed
    truck = moment.unit("LMG", posture="soft-vehicle-stationary")
    assert play.struck(truck, "LMG", Effect.DESTROYED).units["LMG"].destroyed
    alone = play.struck(moment, "LMG", Effect.WITH_WEAPONS).units["LMG"]
    assert (alone.weapon, alone.posture) == ("pistol", "infantry-stationary")


def test_a_flamethrower_runs_dry() -> None:
    play, moment = on("satchel-charge", step=2)
    tank = next(name for name, unit in moment.units.items() if unit.side == "enemy")
    after = play.lands(moment, Choice("fire", "Flame", tank), Flame(Effect.MISS, spent=True))
    assert after.units["Flame"].spent


@pytest.mark.parametrize(("left", "checks"), [(8, 0), (4, 1), (3, 1)])
def test_a_group_checks_from_half_strength_on(left: int, checks: int) -> None:
    play, moment = on("stenay", step=2)
    names = ["BAR", *(f"American {number}" for number in range(1, 7)), "Sergeant McDonald"]
    group = tuple(sorted(names))
    moment = moment.note(**{f"group of {name}": group for name in names})
    for name in names[left + 1 :]:
        moment = moment.unit(name, destroyed=True)
    if left < len(names):
        moment = moment.unit("BAR", destroyed=True)
        tasks = play.lost(moment, "BAR").tasks
        assert [task.side for task in tasks] == [CHANCE] * checks
    else:
        assert not play.lost(moment, "BAR").tasks


def test_the_broken_surrender_to_an_enemy_who_is_near() -> None:
    play, moment = on("stenay", step=2)
    moment = moment.moved("American 4", Place(20, 13.4)).moved("German 3", Place(10, 19))
    moment = moment.moved("American 3", Place(2, 2))
    broken = play.shaken(moment, "American 4", Morale.BROKEN)
    assert broken.units["American 4"].destroyed
    assert play.shaken(moment, "American 3", Morale.BROKEN).units["American 3"].morale is Morale.BROKEN
    worse = play.shaken(moment.unit("American 3", morale=Morale.SHAKEN), "American 3", Morale.GOOD)
    assert worse.units["American 3"].morale is Morale.SHAKEN


# --- shells, charges, smoke
def test_shells_fall_only_after_a_call_and_one_by_one() -> None:
    play, moment = on("artillery-support", step=0)
    call = choice(play, moment, "call", "Observers", "")
    through = play.lands(moment, call, Radio.THROUGH)
    assert (through.noted["shells"], through.noted["caller"]) == (2, "Observers")
    with pytest.raises(BadInput, match="not possible now"):
        play.allowed(through, call)
    fire = play.next_step(play.next_step(through))
    shell = choice(play, fire, "shell", "Observers", "HMG")
    assert shell.asked is not None
    assert (shell.asked.calculator, shell.asked.inputs["rules"]) == ("fire", "basic")
    after = play.lands(fire, shell, Effect.MISS)
    assert after.noted["shells"] == 1
    silent = play.next_step(play.next_step(moment))
    assert "no shells" in choice(play, silent, "shell", "Observers", "HMG").why_not


def test_a_charge_reaches_an_inch_and_a_half_from_where_it_lies() -> None:
    play, moment = on("satchel-charge", step=2)
    far = choice(play, moment, "blast", "Engineer", "King Tiger")
    assert "a charge reaches 1.5″ (PT-21)" in far.why_not
    tank = moment.places["King Tiger"]
    near = moment.moved("Engineer", Place(tank.x - 2, tank.y, 0))
    blast = choice(play, near, "blast", "Engineer", "King Tiger")
    assert blast.why_not == ""
    assert blast.asked is not None
    assert blast.asked.inputs["firepower"] == 7
    after = play.lands(near, blast, Effect.DESTROYED)
    assert (after.units["King Tiger"].destroyed, after.units["Engineer"].spent) == (True, True)


def test_smoke_comes_before_shots_and_lasts_to_the_same_step_of_the_next_turn() -> None:
    play, moment = on("artillery-support", step=2)
    smoke = play.allowed(moment, Choice("smoke", "81 mm", way=(Place(12, 10),)))
    before = len(moment.position.marked(SMOKE))
    after = play.lands(moment, smoke, Smoke(True))
    assert len(after.position.marked(SMOKE)) == before + 1
    with pytest.raises(BadInput, match="Smoke is fired before normal ammunition"):
        play.allowed(moment.note(shooting=True), Choice("smoke", "81 mm", way=(Place(12, 10),)))
    for _ in range(6):
        assert len(after.position.marked(SMOKE)) == before + 1
        after = play.next_step(after)
    assert len(play.next_step(after).position.marked(SMOKE)) == before


# --- the end
def test_four_men_over_the_north_edge_win_at_stenay() -> None:
    play, moment = on("stenay", step=0)
    assert "from the north edge" in choice(play, moment, "leave", "BAR", "").why_not
    near = moment.moved("BAR", Place(25, 17.5)).note(left=("American 1", "American 2", "American 3"))
    game = Game(PANZERTROOPS, "stenay", seed=1)
    game.node.moment = near
    game.play(Choice("leave", "BAR"))
    while game.ending is None and game.now.kind == "react":
        game.play(Choice("hold"))
    assert game.result == "own wins: 4 of them have left over the north edge (§PT-29)"


def test_else_more_kills_than_losses_decide_it() -> None:
    play, moment = on("stenay")
    over = replace(moment, turn=7)
    assert str(play.over(over)) == "enemy wins: 0 of own and 0 of enemy are lost (§PT-29)"
    ahead = over.unit("German 1", destroyed=True)
    assert str(play.over(ahead)) == "own wins: 0 of own and 1 of enemy are lost (§PT-29)"
    assert play.worth(ahead, "own") > play.worth(over, "own")


def test_a_turn_by_hand_laid_dice_is_played_again() -> None:
    game = Game(PANZERTROOPS, "stenay", seed=1)
    event = game.play(Choice("fire", "German 2", "BAR"), {"to hit": [6, 5], "save": [4, 4]})
    assert event.outcome == "saved"
    event = game.play(Choice("fire", "German 4", "Sergeant McDonald"), {"to hit": [3, 4]})
    assert event.outcome == "destroyed"
    while game.now.kind == "nerve":
        game.play(game.choices()[0])
    while (game.moment.turn, game.now.number) < (2, "1"):
        game.play(Choice("hold" if game.now.kind == "react" else PASS))
    assert game.moment.units["BAR"].posture == "infantry-run"
    assert game.moment.units["German 3"].moves is Mover.RUN
    assert replay(game.text()).moment == game.moment
