"""Whole turns of panzertroops: what every event does to the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.board.battlefield import SMOKE
from pz8edu.board.position import Place
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.systems import system
from pz8edu.systems.panzertroops.morale import TankHit
from pz8edu.systems.panzertroops.play_split import SplitShots, split_shots
from pz8edu.systems.panzertroops.shooting import HALF_TURN
from pz8edu.systems.panzertroops.special_weapons import Flame, Smoke
from pz8edu.systems.panzertroops.words import Cover, Effect, Morale, Mover, Radio, Target
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
    moment, beyond = moment.moved("BAR", Place(13.4, 8.7)), Place(13.4, 11.6)
    with pytest.raises(BadInput, match=r"BAR does not move through American 3 \(PT-2\)"):
        play.allowed(moment, Choice("move", "BAR", way=(beyond,), note="assault"))
    assert play.allowed(moment, Choice("move", "BAR", way=(beyond,), note="run"))
    past = play.path(moment.unit("BAR", moves=Mover.RUN), "BAR", beyond)
    assert len(past) > 2, "there is room beside American 3, and a run is long enough"
    assert play.met(moment, "BAR", past) is None
    assert play.met(moment, "BAR", (past[0], past[-1])).name == "American 3"
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
    assert [each.note for each in shots] == ["at-super-velocity", "mmg", "roof mmg"]
    assert shots[1].why_not
    after = play.lands(moment, shots[0], TankHit(Effect.IMMOBILISED, Morale.SHAKEN))
    assert after.units["Panther"].immobilised
    assert after.units["Panther"].morale is Morale.SHAKEN
    left = [each.note for each in play.options(after, "Sherman 76") if each.target == "Panther"]
    assert left == ["mmg", "roof mmg"]
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


def test_a_crew_counts_man_by_man_in_its_group() -> None:
    play, moment = on("stenay", step=2)
    moment = moment.note(**{"group of LMG": ("LMG",)})
    hit = play.struck(moment, "LMG", Effect.DESTROYED)
    assert [task.kind for task in hit.tasks] == ["nerve"], (
        "PT-24: of two men one is left, which is half strength"
    )


def test_who_rides_leaves_with_its_vehicle() -> None:
    play, moment = on("half-track", step=0)
    carrier, rider = next((unit.aboard, name) for name, unit in moment.units.items() if unit.aboard)
    after = play.after_exit(moment.first(Task(CHANCE, "exit", (carrier,))), Choice("exit", carrier), None)
    assert {carrier, rider} <= set(after.noted["left"]), "PT-5: who is carried goes where it goes"
    assert rider not in play.inside_wrecks(after)


def test_the_broken_surrender_to_an_enemy_who_is_near() -> None:
    play, moment = on("stenay", step=2)
    moment = moment.moved("American 4", Place(20, 13.4)).moved("German 3", Place(10, 19))
    moment = moment.moved("American 3", Place(2, 2))
    broken = play.shaken(moment, "American 4", Morale.BROKEN)
    assert broken.units["American 4"].destroyed
    assert play.shaken(moment, "American 3", Morale.BROKEN).units["American 3"].morale is Morale.BROKEN
    worse = play.shaken(moment.unit("American 3", morale=Morale.SHAKEN), "American 3", Morale.GOOD)
    assert worse.units["American 3"].morale is Morale.SHAKEN


def test_only_infantry_goes_through_a_wreck() -> None:
    play, moment = on("tank-duel", 0)
    wreck = moment.places["Pz IV"]
    beside, beyond = wreck._replace(x=wreck.x - 2.5), wreck._replace(x=wreck.x + 2.5)
    for name, through in (("Sherman 75", False), ("Grenadier", True)):
        near = moment.moved(name, beside)
        why_not = play.why_not_past(near, name, (beside[:2], beyond[:2]))
        assert why_not == ("" if through else f"{name} does not move through the wreck of Pz IV (PT-2).")
    near = moment.moved("Sherman 75", beside)
    assert play.met(near, "Sherman 75", play.path(near, "Sherman 75", beyond)) is None


# --- shells, charges, smoke
def test_every_shell_lands_near_another_one_not_near_the_first() -> None:
    play, moment = on("artillery-support", 2)
    through = moment.note(shells=3, callers=("Observers",))
    spots = {"HMG": Place(10.0, 15.6), "PaK 40": Place(12.5, 15.6), "Volksgrenadier": Place(15.0, 15.6)}
    for name, spot in spots.items():
        through = through.moved(name, spot)
    first = play.lands(through, choice(play, through, "shell", "Observers", "HMG"), Effect.MISS)
    assert "within 3″ of another" in choice(play, first, "shell", "Observers", "Volksgrenadier").why_not
    second = play.lands(first, choice(play, first, "shell", "Observers", "PaK 40"), Effect.MISS)
    assert "within 3″ of another" not in choice(play, second, "shell", "Observers", "Volksgrenadier").why_not
    assert "fallen" not in play.next_step(second).noted


def test_shells_fall_only_after_a_call_and_one_by_one() -> None:
    play, moment = on("artillery-support", step=0)
    call = choice(play, moment, "call", "Observers", "")
    through = play.lands(moment, call, Radio.THROUGH)
    assert (through.noted["shells"], through.noted["callers"]) == (2, ("Observers",))
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


def test_a_mortar_on_the_table_fires_where_the_team_wants_it_from_where_it_started() -> None:
    play, moment = on("artillery-support", step=2)
    assert "indirect" not in {each.kind for each in play.options(moment)}, "nobody has got through"
    through = moment.note(shells=2, callers=("Observers",))
    called = choice(play, through, "indirect", "81 mm", "HMG")
    assert called.why_not == ""
    assert called.asked is not None
    assert called.asked.inputs["firepower"] == 3
    landed = play.lands(through, called, Effect.DESTROYED)
    assert landed.units["HMG"].crew_lost == 1
    assert {each.kind for each in play.choices(landed, "81 mm")} <= {"pass"}, "it has fired"
    gone = through.moved("81 mm", through.places["81 mm"]._replace(x=6.0))
    assert "has moved from where it started" in choice(play, gone, "indirect", "81 mm", "HMG").why_not
    turned = through.moved("81 mm", through.places["81 mm"]._replace(facing=90.0))
    assert choice(play, turned, "indirect", "81 mm", "HMG").why_not == ""
    lost = through.unit("Observers", destroyed=True)
    assert "indirect" not in {each.kind for each in play.options(lost)}, "the team is out"
    far = through.note(fallen=((1.0, 1.0),))
    assert "within 3″ of another" in choice(play, far, "indirect", "81 mm", "HMG").why_not


def test_two_teams_that_get_through_share_the_shells() -> None:
    play, moment = on("artillery-support", step=0)
    position = moment.position
    second = replace(moment.units["Observers"], name="Second team")
    units, places = {**position.units, "Second team": second}, dict(position.places)
    places["Second team"] = places["Observers"]._replace(x=places["Observers"].x + 1)
    moment = moment.at(replace(position, units=units, places=places))
    for name in ("Observers", "Second team"):
        moment = play.lands(moment, Choice("call", name), Radio.THROUGH)
    fire = play.next_step(play.next_step(moment))
    shells = [each for each in play.options(fire) if each.kind == "shell" and not each.why_not]
    assert {each.unit for each in shells} == {"Observers", "Second team"}, (
        "PT-23: they divide the weapons as they like"
    )
    assert play.lands(fire, shells[0], Effect.MISS).noted["shells"] == 1


def test_a_mortar_that_a_vehicle_has_moved_runs_out_of_smoke() -> None:
    play, moment = on("artillery-support", step=2)
    point = Place(12, 10)
    assert play.smoked(moment, "81 mm", point).inputs["limited"] is False
    assert play.smoked(moment.note(**{"towed 81 mm": True}), "81 mm", point).inputs["limited"] is True, (
        "PT-26"
    )


def test_who_has_used_up_his_weapon_has_his_sidearm_and_fires_one_of_them_in_a_step() -> None:
    play, moment = on("satchel-charge", step=2)
    tank = moment.places["King Tiger"]
    near = moment.moved("Engineer", Place(tank.x - 2, tank.y, 0))
    shot = near.note(fired=("Engineer: pistol",))
    assert "one weapon in a step (PT-6)" in choice(play, shot, "blast", "Engineer", "King Tiger").why_not
    spent = moment.unit("Engineer", spent=True)
    target = next(name for name, unit in play.living(spent, "enemy").items() if not unit.vehicle)
    pistol = play.shot_at(
        spent.moved(target, spent.places["Engineer"]._replace(y=3)), "Engineer", "pistol", target
    )
    assert "used up" not in pistol.why_not, "PT-1: weapons carriers have a pistol besides"


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


def test_a_charge_is_dropped_on_the_way_and_explodes_though_its_carrier_is_dead() -> None:
    play, moment = on("satchel-charge", step=0)
    tank, side = moment.places["King Tiger"], moment.units["Engineer"].side
    moment = moment.moved("Engineer", Place(tank.x - 2.5, tank.y - 2, 0))
    going = moment.first(Task(side, "go", ("Engineer", tank.x - 2.5, tank.y, 0, None)))
    at_start = {each.kind for each in play.choices(going)}
    assert at_start == {"go", "drop"}
    there = going.moved("Engineer", Place(tank.x - 2, tank.y, 0))
    dropped = play.lands(there, choice(play, there, "drop", "Engineer", ""))
    assert [each.kind for each in play.choices(dropped)] == ["go"], "he has one charge"
    away = replace(dropped.moved("Engineer", Place(tank.x - 9, tank.y, 0)), tasks=())
    for alive in (True, False):
        fire = replace(away.unit("Engineer", destroyed=not alive), step=2)
        blast = play.allowed(fire, choice(play, fire, "blast", "Engineer", "King Tiger"))
        after = play.lands(fire, blast, Effect.DESTROYED)
        assert after.units["King Tiger"].destroyed
        assert "charge of Engineer" not in after.noted
        assert ("blast", "Engineer") not in {(each.kind, each.unit) for each in play.choices(after)}
        assert after.units["Engineer"].destroyed is not alive
    assert "charge of Engineer" not in play.next_step(replace(away, step=2)).noted, "it goes off in any case"


def test_russian_tanks_carry_no_smoke() -> None:
    play, moment = on("tank-duel", step=2)
    name = next(
        each for each, unit in moment.units.items() if unit.vehicle and unit.side == play.now(moment).side
    )
    moment = moment.unit(name, weapon="at-medium")
    point = Choice("smoke", name, way=(Place(12, 10),))
    assert play.smoked(moment, name, point.way[0]).why_not == ""
    russian = moment.unit(name, russian=True)
    with pytest.raises(BadInput, match=r"is a Russian tank: it carries no smoke \(PT-26\)"):
        play.allowed(russian, point)
    assert ("smoke", name) not in {(each.kind, each.unit) for each in play.choices(russian)}


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
def test_the_way_over_the_north_edge_is_a_move_as_any() -> None:
    """PT-2 and PT-4: by a run, not through others, and a steep hill takes twice as much on it."""
    play, moment = on("stenay", step=0)

    def why_not(moment: Moment[Any]) -> str:
        return str(choice(play, moment, "leave", "BAR", "").why_not)

    fresh = moment.unit("BAR", posture="infantry-stationary", moves=Mover.ASSAULT)
    near = fresh.moved("BAR", moment.places["BAR"]._replace(x=12.0, y=14.1))
    assert not why_not(near)
    gone = play.lands(near, choice(play, near, "leave", "BAR", ""))
    assert gone.units["BAR"].moves is Mover.RUN
    behind = near.moved("American 1", near.places["BAR"]._replace(y=17.0))
    assert why_not(behind) == "BAR does not move through American 1 (PT-2)."
    ran = moment.unit("BAR", posture="infantry-run", moves=Mover.RUN)
    uphill = ran.moved("BAR", moment.places["BAR"]._replace(x=5.5, y=17.4))
    assert "its move is 3″" in why_not(uphill)
    assert not why_not(uphill.moved("BAR", moment.places["BAR"]._replace(x=9.5, y=17.4)))


def test_four_men_over_the_north_edge_win_at_stenay() -> None:
    play, moment = on("stenay", step=0)
    assert "would need 12.4″; its move is 3″" in choice(play, moment, "leave", "BAR", "").why_not
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


# --- readings of whole turns
def test_a_runner_is_a_target_until_his_next_move_or_in_his_own_half_of_the_turn_only() -> None:
    for answer, defence in (("a", 6), ("b", 9)):
        play, moment = on("stenay", step=2, T1=answer)
        after = play.next_step(moment.unit("BAR", posture="infantry-run"))
        target = after.units["BAR"]
        assert play.table.defence(target, "", play.rules) == defence
        again = replace(after, step=0)
        assert {each.note for each in play.options(again, "BAR") if each.kind == "move"} == {"assault"}


def test_the_shaken_move_away_or_not_at_all() -> None:
    away = Choice("move", "BAR", way=(Place(13.4, 6.5),), note="assault")
    for answer in ("a", "b"):
        play, moment = on("stenay", step=0, T2=answer)
        shaken = moment.unit("BAR", morale=Morale.SHAKEN).unit("American 5", destroyed=True)
        if answer == "a":
            assert play.allowed(shaken, away)
            continue
        with pytest.raises(BadInput, match=r"BAR does not move: it is shaken \(PT-24\)"):
            play.allowed(shaken, away)
        broken = moment.unit("BAR", morale=Morale.BROKEN).unit("American 5", destroyed=True)
        assert play.allowed(broken, away)


@pytest.mark.parametrize(("answer", "defence"), [("a", 6), ("b", 9)])
def test_a_rider_is_as_easy_to_hit_as_his_vehicle_moves(answer: str, defence: int) -> None:
    play, moment = on("half-track", step=0, T3=answer)
    assert play.table.defence(moment.units["Rider"], "", play.rules) == 9
    going = Choice("move", "Sherman", way=(Place(20, 10, 0),))
    after = play.lands(moment, play.allowed(moment, going))
    while after.tasks and after.tasks[-1].kind == "go":
        after = play.lands(after, next(iter(play.options(after))))
    assert after.places["Rider"][:2] == after.places["Sherman"][:2] != (20, 4)
    assert play.table.defence(after.units["Rider"], "", play.rules) == defence


def test_smoke_projectors_throw_one_round_ahead_once() -> None:
    play, moment = on("half-track", step=1)
    tiger = choice(play, moment, "project", "Tiger", "")
    ahead = play.rules.projected
    assert (tiger.way[0].x, tiger.way[0].y) == pytest.approx((24 - 1.026, 20 - 2.819), abs=0.001)
    assert ahead == 3
    after = play.lands(moment, tiger, Smoke(True))
    assert after.position.marked(SMOKE)[-1][1:3] == tiger.way[0][:2]
    assert "project" not in {each.kind for each in play.options(after, "Tiger")}
    shooting = choice(play, moment.note(shooting=True), "project", "Tiger", "")
    assert shooting.why_not == "Smoke is fired before normal ammunition (PT-26)."
    for answer, able in (("a", False), ("b", True)):
        play, moment = on("half-track", step=2, T4=answer)
        assert ("project" in {each.kind for each in play.options(moment, "Sherman")}) is able


def test_men_close_the_gap_to_their_group() -> None:
    for answer, legal in (("a", True), ("b", False)):
        play, moment = on("stenay", step=0, T5=answer)
        pair = ("American 1", "American 2")
        moment = moment.note(**{f"group of {each}": pair for each in pair})
        moment = moment.moved("American 1", Place(10, 2)).moved("American 2", Place(11.5, 2))
        leaves = Choice("move", "American 1", way=(Place(8, 1.2),), note="assault")
        if legal:
            assert play.allowed(moment, leaves)
        else:
            with pytest.raises(BadInput, match="from its combat group: it closes the gap"):
                play.allowed(moment, leaves)
        apart = moment.moved("American 1", Place(7, 2))
        with pytest.raises(BadInput, match="from its combat group: it closes the gap"):
            play.allowed(apart, Choice("move", "American 1", way=(Place(5, 2),), note="assault"))
        assert play.allowed(apart, Choice("move", "American 1", way=(Place(8, 2),), note="assault"))


def test_a_die_says_who_moves_first_where_nobody_is_on_the_offensive() -> None:
    play, moment = on("tank-duel", T6="b")
    assert play.now(moment)[1:] == (CHANCE, "side-a")
    roll = next(iter(play.choices(moment)))
    second = play.lands(moment, roll, "second")
    assert [each.side for each in play.steps(second)] == ["enemy", "own", "enemy", "own", "enemy", "own"]
    assert play.table.attacks(second.units["Panther"], second.picked())
    assert play.now(play.lands(moment, roll, "first"))[1:] == ("own", "move")
    assert on("stenay", T6="b")[1] == on("stenay")[1]
    assert play.now(on("tank-duel")[1])[1:] == ("own", "move")


# --- observers and combat groups: PT-23 and PT-24
def test_an_observer_team_is_two_men_and_only_trained_ones() -> None:
    play, moment = on("artillery-support", step=0)
    one = replace(play.struck(moment, "Observers", Effect.DESTROYED), tasks=())
    assert (one.units["Observers"].crew_lost, one.units["Observers"].destroyed) == (1, False)
    call = choice(play, one, "call", "Observers", "")
    assert call.why_not == "Observers has lost a man: only both together are a team (PT-23)."
    through = replace(one.note(shells=2, callers=("Observers",)), step=2)
    shells = [each for each in play.options(through, "Observers") if each.kind == "shell"]
    assert shells
    assert not [each for each in shells if not each.why_not]
    assert play.struck(one, "Observers", Effect.DESTROYED).units["Observers"].destroyed
    beside = one.moved("Rifles", one.places["Observers"])
    assert "man" not in {each.kind for each in play.choices(beside, "Rifles")}, "a radio is no rifle"
    second = replace(one.units["Observers"], name="Second team")
    units = {**beside.units, "Second team": second}
    places = {
        **beside.places,
        "Second team": beside.places["Observers"]._replace(x=beside.places["Observers"].x + 0.8),
    }
    two = beside.at(replace(beside.position, units=units, places=places)).note(
        **{"group of Second team": ("Second team",)}
    )
    joined = play.lands(two, choice(play, two, "man", "Second team", "Observers"))
    assert joined.units["Observers"].crew_lost == 0
    assert play.is_out("Second team", joined)
    assert choice(play, joined, "call", "Observers", "").why_not == ""


def test_guns_observers_and_vehicles_with_their_riders_are_groups_of_their_own() -> None:
    play, moment = on("artillery-support", step=0)
    near = moment.moved("Rifles", moment.places["Observers"]._replace(x=moment.places["Observers"].x + 1))
    names = {
        name: [each.name for each in play.table.group(near.units[name], near.picked(), play.rules)]
        for name in near.units
    }
    assert (names["Observers"], names["Rifles"]) == (["Observers"], ["Rifles"])
    play, moment = on("half-track", step=0)
    assert set(moment.noted["group of BAR"]) == {"M-3", "Sergeant", "BAR", "Rifle 1", "Rifle 2"}
    told = play.table.morale(moment.units["BAR"], moment.picked("BAR"), play.rules)
    assert told.inputs["leaderless"] is False
    broken = play.shaken(moment, "M-3", Morale.BROKEN)
    assert {broken.units[name].morale for name in moment.noted["group of M-3"]} == {Morale.BROKEN}


# --- hedges and roads: PT-3 and PT-4
def test_a_hedge_takes_an_inch_of_a_move() -> None:
    play, moment = on("stenay", step=0)
    hedge = next(each for each in play.table.ground.patches if each.ground == "hedge")
    x = sum(float(at[0]) for at in hedge.corners) / len(hedge.corners)
    y = sum(float(at[1]) for at in hedge.corners) / len(hedge.corners)
    moment = moment.moved("BAR", Place(x, y - 2.5)).unit("BAR", moves=Mover.RUN)
    beyond = play.table.way_to("BAR", Place(x, y + 2.5), moment.picked(), play.rules)
    assert beyond.spent == pytest.approx(6)
    why_not = play.table.why_not_move("BAR", Place(x, y + 2.8), moment.position, play.rules)
    assert "would need 6.3" in why_not
    assert play.table.why_not_move("BAR", Place(x, y - 5), moment.position, play.rules) == ""


def test_men_go_farther_if_they_keep_to_the_road() -> None:
    play, moment = on("half-track", step=0)
    for name, place in (("57 mm", Place(30, 2, 0)), ("Sherman", Place(2, 2, 0)), ("Rider", Place(2, 2))):
        moment = moment.moved(name, place)
    moment = moment.moved("BAR", Place(20, 0.5)).unit("BAR", aboard="", moves=Mover.ASSAULT)
    end = Place(20, 6.4)
    assert play.table.why_not_move("BAR", end, moment.position, play.rules) == ""
    assert "its move is 3" in play.table.why_not_move("BAR", Place(22, 4), moment.position, play.rules)
    going = play.lands(moment, play.allowed(moment, Choice("move", "BAR", way=(end,), note="assault")))
    while going.tasks:
        going = play.lands(going, next(each for each in play.choices(going) if each.kind in ("go", "hold")))
    assert (going.places["BAR"], going.units["BAR"].posture) == (end, "infantry-road-bonus")
    assert play.movers(going.units["BAR"], going) == (Mover.RUN, Mover.ASSAULT), "he has not run"
    gun = moment.moved("57 mm", Place(20, 4, 0)).unit("BAR", aboard="M-3")
    assert "its move is 1" in play.table.why_not_move("57 mm", Place(20, 6, 0), gun.position, play.rules)


# --- roof guns (PT-15)
def test_a_roof_gun_fires_only_while_its_gunner_shows_his_head() -> None:
    play, moment = on("half-track", step=0)
    moment = moment.moved("Rider", Place(30.0, 2.0))
    shots = {each.target: each for each in play.shots(moment, "M-3", ("LMG",))}
    assert shots["LMG"].why_not == "The roof gunner of M-3 has his head down (PT-15)."
    up = play.lands(moment, choice(play, moment, "head", "M-3", ""))
    assert "head" not in {each.kind for each in play.choices(up, "M-3")}, "once a step"
    assert "roof gunner" not in next(play.shots(up, "M-3", ("LMG",))).why_not
    assert "head" not in {each.kind for each in play.choices(replace(up, step=2), "M-3")}, "attacking fire"


def test_a_roof_gunner_is_a_soft_target_in_hard_cover_and_his_gun_falls_silent_with_him() -> None:
    play, moment = on("half-track", step=1)
    moment = moment.moved("M-3", Place(17.0, 21.0, 0))
    assert "gunner" not in {each.kind for each in play.options(moment, "Feldwebel")}
    up = moment.unit("M-3", looks_out=True)
    fire = choice(play, up, "fire", "Feldwebel", "M-3")
    assert "no firepower against armour" in fire.why_not
    shot = choice(play, up, "gunner", "Feldwebel", "M-3")
    assert shot.asked is not None
    told = {word: shot.asked.inputs[word] for word in ("target", "cover", "defense")}
    assert (shot.why_not, told) == ("", {"target": Target.MAN, "cover": Cover.HARD, "defense": 9})
    driving = choice(play, up.unit("M-3", moved=True), "gunner", "Feldwebel", "M-3")
    assert driving.asked is not None
    assert driving.asked.inputs["defense"] == 6
    after = play.lands(up, shot, Effect.DESTROYED)
    assert (after.units["M-3"].gunner_lost, after.units["M-3"].destroyed) == (True, False)
    assert "is dead" in next(play.shots(after, "M-3", ("Feldwebel",))).why_not
    assert "head" not in {each.kind for each in play.options(replace(after, step=0), "M-3")}
    missed = play.lands(up, shot, Effect.SAVED)
    assert missed.units["M-3"] == up.units["M-3"]


# --- split fire (PT-16)
def test_soft_firepower_is_split_over_men_who_stand_together() -> None:
    play, moment = on("stenay", step=4)
    moment = moment.moved("German 1", Place(12.0, 10.0)).moved("German 2", Place(14.0, 10.0))
    moment = moment.moved("German 3", Place(13.0, 19.0))
    splits = [each for each in play.options(moment, "BAR") if each.kind == "split"]
    assert {(each.target, each.note) for each in splits} == {("German 1", "1"), ("German 2", "1")}
    aiming = play.lands(moment, splits[0])
    assert [(each.kind, each.target, each.note) for each in play.choices(aiming)] == [
        ("aim", "German 2", "1")
    ]
    ready = play.lands(aiming, next(iter(play.choices(aiming))))
    shoot = next(iter(play.choices(ready)))
    assert shoot.asked is not None
    assert shoot.asked.inputs["nets"] == [1, 1]
    after = play.lands(ready, shoot, (Effect.DESTROYED, Effect.PINNED))
    assert after.units["German 1"].destroyed
    assert after.units["German 2"].pinned
    assert "BAR" not in {each.unit for each in play.choices(after)}
    alone = moment.moved("German 2", Place(20.0, 10.0))
    assert "split" not in {each.kind for each in play.options(alone, "BAR")}


def test_a_part_of_split_fire_is_for_a_roof_gunner_who_looks_out_none_for_his_vehicle() -> None:
    play, moment = on("half-track", step=1)
    moment = moment.moved("M-3", Place(17.0, 21.0, 0)).moved("Rider", Place(15.0, 21.0))
    moment = moment.unit("Rider", aboard="").unit("Feldwebel", weapon="smg", fires="smg")
    assert "split" not in {each.kind for each in play.options(moment, "Feldwebel")}
    up = moment.unit("M-3", looks_out=True)
    splits = {each.target: each for each in play.options(up, "Feldwebel") if each.kind == "split"}
    assert set(splits) == {"M-3", "Rider"}
    for first, second in (("M-3", "Rider"), ("Rider", "M-3")):
        aiming = play.lands(up, splits[first])
        ready = play.lands(aiming, choice(play, aiming, "aim", "Feldwebel", second))
        shoot = next(each for each in play.choices(ready) if each.kind == "shoot")
        assert "gunner of M-3 1" in shoot.why
        effects = [Effect.DESTROYED if each == "M-3" else Effect.MISS for each in (first, second)]
        after = play.lands(ready, shoot, tuple(effects))
        half_track = after.units["M-3"]
        assert (half_track.gunner_lost, half_track.destroyed) == (True, False)
        assert not after.units["Rider"].destroyed


@pytest.mark.parametrize("alive", [True, False])
def test_a_charge_is_split_over_soft_targets_near_where_it_lies(alive: bool) -> None:
    """7 points: 4 and 3, without a movement penalty, and nobody is pinned (PT-16, PT-21)."""
    play, moment = on("satchel-charge", step=2)
    one, two, *_ = (name for name, unit in play.living(moment, "enemy").items() if not unit.vehicle)
    here = moment.places["Engineer"]
    moment = moment.moved(one, here._replace(x=here.x - 1)).moved(two, here._replace(x=here.x + 1))
    moment = moment.note(**{"charge of Engineer": here[:2]})
    moment = moment.unit("Engineer", destroyed=not alive, spent=True)
    splits = {(each.target, each.note): each for each in play.choices(moment) if each.kind == "split"}
    aiming = play.lands(moment, splits[one, "satchel 4"])
    ready = play.lands(aiming, next(each for each in play.choices(aiming) if each.note == "3"))
    shoot = next(each for each in play.choices(ready) if each.kind == "shoot")
    assert shoot.asked is not None
    assert (shoot.asked.inputs["nets"], shoot.asked.inputs["pins"]) == ([4, 3], False)
    shots = SplitShots(**{**shoot.asked.inputs, "defenses": (12, 12)})
    law = Enumerating(draw=False).tree(split_shots, shots, play.rules).distribution.fractions()
    assert Effect.PINNED not in {effect for effects in law for effect in effects}
    after = play.lands(ready, shoot, (Effect.DESTROYED, Effect.MISS))
    assert (after.units[one].destroyed, after.units[two].destroyed) == (True, False)
    assert "charge of Engineer" not in after.noted
    apart = moment.moved(two, here._replace(x=here.x + 2.5))
    assert "split" not in {each.kind for each in play.options(apart, "Engineer")}


@pytest.mark.parametrize(("answer", "chance"), [("a", Fraction(25, 36)), ("b", Fraction(5, 6))])
def test_split_fire_has_the_odds_of_the_book_s_question(answer: str, chance: Fraction) -> None:
    rules = PANZERTROOPS.rules.variant({"R1": answer})
    shots = SplitShots(nets=(2, 2), defenses=(6, 6), targets=(Target.MAN,) * 2, covers=(Cover.NONE,) * 2)
    law = Enumerating(draw=False).tree(split_shots, shots, rules).distribution
    both = sum(
        (odds for told, odds in law.fractions().items() if all(each.destroys for each in told)), Fraction(0)
    )
    assert both == chance


# --- riding: PT-5 and PT-15
def test_men_climb_up_at_the_end_of_half_a_move() -> None:
    play, moment = on("half-track", step=0)
    hook = choice(play, moment, "mount", "57 mm", "Truck")
    assert "57 mm is" not in hook.why_not
    assert "more than half a move" in hook.why_not
    near = moment.moved("57 mm", Place(27.0, 4.3, 0))
    after = play.lands(near, choice(play, near, "mount", "57 mm", "Truck"))
    while after.tasks:
        goes_on = {"go", "hold", "board"}
        after = play.lands(after, next(each for each in play.options(after) if each.kind in goes_on))
    gun = after.units["57 mm"]
    assert (gun.aboard, gun.posture, after.places["57 mm"][:2]) == ("Truck", "gun-moving", (27.0, 2.5))
    assert play.table.move(after.units["Truck"], play.rules)[0] == 4
    assert "57 mm" not in {base.name for base in play.table.battlefield(after.picked()).units}
    full = choice(play, near, "mount", "57 mm", "Sherman")
    assert "half a move" in full.why_not


def test_armour_takes_six_men_outside_and_no_gun() -> None:
    play, moment = on("half-track", step=0)
    for vehicle, rider, says in (
        ("Sherman", "57 mm", "Sherman has no room for 57 mm: it takes 6 men outside (PT-5)."),
        ("Truck", "57 mm", ""),
        ("M-3", "LMG", ""),
        ("Tiger", "LMG", ""),
    ):
        assert play.why_no_seat(moment, rider, moment.units[vehicle]) == says
    crowded = moment
    for name in ("LMG", "Grenadier 1", "Grenadier 2", "Feldwebel"):
        crowded = crowded.unit(name, aboard="Sherman")
    assert play.why_no_seat(crowded, "Rifle 1", moment.units["Sherman"]).startswith("Sherman has no room")


def test_who_gets_off_has_half_a_move_left_unless_the_vehicle_moved_first() -> None:
    play, moment = on("half-track", step=0)
    down = choice(play, moment, "unload", "Rifle 1", "M-3")
    after = play.lands(moment, down)
    assert (after.units["Rifle 1"].aboard, play.now(after)[1:]) == ("", ("enemy", "react"))
    after = play.lands(after, Choice("hold"))
    assert play.table.move(after.units["Rifle 1"], play.rules)[0] == 3
    assert play.table.move(after.units["M-3"], play.rules)[0] == 8
    second = play.lands(after, choice(play, after, "unload", "Rifle 2", "M-3"))
    assert play.halves(second, "M-3") == ("load",)
    with pytest.raises(BadInput, match="gets off beside M-3, touching it"):
        play.allowed(moment, replace(down, way=(Place(12, 9),)))
    half = replace(moment, tasks=()).note(**{"halves M-3": ("move",)})
    late = play.lands(half, choice(play, half, "unload", "Rifle 1", "M-3"))
    assert "Rifle 1" in late.acted
    whole = moment.note(**{"halves M-3": ("move", "move")})
    assert choice(play, whole, "unload", "Rifle 1", "M-3").why_not == (
        "M-3 has used its move; to load or unload takes half of it (PT-5)."
    )


def test_a_vehicle_that_drives_far_has_no_half_left() -> None:
    play, moment = on("half-track", step=0)
    assert play.halves(play.drives(moment, "M-3", Place(12, 10, 0)), "M-3") == ("move",)
    assert play.halves(play.drives(moment, "M-3", Place(12, 14, 0)), "M-3") == ("move", "move")
    loaded = moment.note(**{"halves M-3": ("load",)}).unit("M-3", half=True)
    assert play.halves(play.drives(loaded, "M-3", Place(12, 11, 0)), "M-3") == ("load", "move")


def test_heads_in_a_half_track_go_up_to_fire_and_may_be_hit() -> None:
    play, moment = on("half-track", step=4)
    assert "is inside M-3" in choice(play, moment, "fire", "Rifle 1", "LMG").why_not
    up = play.lands(moment, choice(play, moment, "head", "Rifle 1", ""))
    near = up.moved("M-3", Place(14, 13, 0)).moved("Rifle 1", Place(14, 13))
    assert choice(play, near, "fire", "Rifle 1", "LMG").why_not == ""
    shot = play.table.asked_of(near.units["LMG"], near.units["Rifle 1"], near.picked(), play.rules)
    assert (shot.inputs["cover"], shot.counted[-1]) == (Cover.HARD, "Rifle 1 looks out of M-3")
    assert "head" not in {each.kind for each in play.options(up, "Rifle 1")}
    attacking = replace(moment, step=2).at(moment.position.with_stock(HALF_TURN, 1))
    assert "head" not in {each.kind for each in play.options(attacking, "Rifle 1")}


# --- wrecks and crews: PT-17, PT-20 and PT-24
def test_two_dice_say_who_gets_out_of_a_half_track_and_the_owner_says_which() -> None:
    play, moment = on("half-track", step=1)
    burning = play.struck(moment, "M-3", Effect.DESTROYED)
    assert all(burning.units[each].destroyed for each in ("M-3", "BAR", "Rifle 1"))
    crew = next(iter(play.options(burning)))
    assert crew.asked is not None
    assert (crew.asked.inputs, crew.note) == ({"who": "halftrack-crew", "aboard": 6}, "halftrack-crew")
    one = play.lands(burning, crew, 1)
    man = one.units["M-3 crew 1"]
    assert (man.weapon, man.aboard, man.side) == ("pistol", "M-3", "own")
    riders = next(iter(play.options(one)))
    assert riders.asked is not None
    assert riders.asked.inputs == {"who": "riders", "aboard": 4}
    two = play.lands(one, riders, 2)
    assert play.now(two)[1:] == ("own", "out")
    for name in ("BAR", "Rifle 2"):
        two = play.lands(two, choice(play, two, "out", name, ""))
    assert [name for name in ("Sergeant", "BAR", "Rifle 1", "Rifle 2") if not two.units[name].destroyed] == [
        "BAR",
        "Rifle 2",
    ]
    assert two.tasks == ()
    own_move = replace(two, step=0, turn=2)
    out = choice(play, own_move, "unload", "BAR", "M-3")
    jumped = play.lands(own_move, out)
    assert (jumped.units["BAR"].posture, play.table.move(jumped.units["BAR"], play.rules)[0]) == (
        "infantry-run",
        3,
    )
    left = play.next_step(jumped)
    assert left.units["M-3 crew 1"].aboard == ""
    soft = play.struck(moment.unit("Rifle 1", aboard="Truck"), "Truck", Effect.DESTROYED)
    assert (soft.units["Rifle 1"].destroyed, soft.tasks) == (True, ())


def test_nobody_leaves_a_wreck_in_the_movement_in_which_it_burns() -> None:
    play, moment = on("half-track", step=0)
    burning = play.struck(moment, "Sherman", Effect.DESTROYED)
    out = play.lands(play.lands(burning, next(iter(play.options(burning))), 2), Choice("bail", "Sherman"), 1)
    out = play.lands(out, choice(play, out, "out", "Rider", ""))
    assert choice(play, out, "unload", "Rider", "Sherman").why_not == (
        "Rider runs out of the wreck in its next movement (PT-20)."
    )
    assert play.next_step(out).units["Rider"].aboard == "Sherman"


def test_a_broken_crew_jumps_off_a_tank_that_cannot_move() -> None:
    play, moment = on("half-track", step=1)
    stuck = moment.unit("Sherman", immobilised=True)
    left = play.shaken(stuck, "Sherman", Morale.BROKEN)
    assert left.units["Sherman"].destroyed
    assert [name for name in left.units if name.startswith("Sherman crew")] == [
        f"Sherman crew {number}" for number in (1, 2, 3)
    ]
    assert {left.units[name].aboard for name in ("Rider", "Sherman crew 1")} == {""}
    assert not play.shaken(moment, "Sherman", Morale.BROKEN).units["Sherman"].destroyed


def test_a_man_takes_over_for_a_dead_crewman() -> None:
    play, moment = on("stenay", step=3)
    lost = moment.unit("LMG", crew_lost=1)
    assert choice(play, lost, "man", "German 1", "LMG").why_not == "German 1 does not touch LMG (PT-17)."
    at = lost.places["LMG"]
    beside = lost.moved("German 1", Place(at.x + 0.7, at.y))
    after = play.lands(beside, choice(play, beside, "man", "German 1", "LMG"))
    assert after.units["LMG"].crew_lost == 0
    assert (play.is_out("German 1", after), play.is_lost("German 1", after)) == (True, False)


def test_a_man_takes_the_weapon_of_a_dead_one_unless_it_is_destroyed() -> None:
    play, moment = on("stenay", step=0)
    friend = "American 1"
    group = moment.noted[f"group of {friend}"]
    at = moment.places["BAR"]
    near = moment.moved(friend, Place(at.x + 0.5, at.y))
    broken = play.struck(near, "BAR", Effect.WITH_WEAPONS)
    assert "man" not in {each.kind for each in play.options(replace(broken, tasks=()), friend)}
    fallen = replace(play.struck(near, "BAR", Effect.DESTROYED), tasks=())
    far = fallen.moved(friend, Place(at.x + 3, at.y))
    assert choice(play, far, "man", friend, "BAR").why_not == f"{friend} does not touch BAR (PT-17)."
    after = play.lands(fallen, choice(play, fallen, "man", friend, "BAR"))
    taker = after.units["BAR"]
    assert (taker.destroyed, taker.weapon, taker.figure) == (False, "automatic-rifle", "line")
    assert play.is_lost(friend, after), "one man is dead, as before"
    assert set(after.noted["group of BAR"]) == {"BAR", *group} - {friend}, "he stays in his own group"
    assert not {each.kind for each in play.choices(after, "BAR")} & {"move", "man"}, "he has acted"


# --- weapons: PT-1 and PT-6
def test_armour_fires_each_machine_gun_and_men_one_of_their_weapons() -> None:
    play, moment = on("half-track", step=1)
    fired = moment.note(fired=("Tiger: mmg",))
    assert "mmg" in {each.note for each in play.options(fired, "Tiger") if each.kind == "fire"}
    twice = moment.note(fired=("Tiger: mmg",) * 2)
    assert {each.note for each in play.options(twice, "Tiger") if each.kind == "fire"} == {"at-heavy"}
    close = moment.moved("Rider", Place(16.0, 15.9)).unit("Rider", aboard="")
    shots = [each for each in play.options(close, "Grenadier 1") if each.target == "Rider"]
    assert [(each.note, each.why_not) for each in shots] == [("", ""), ("grenades", "")]
    thrown = play.has_fired(close, "Grenadier 1", "grenades")
    assert not list(play.shots(thrown, "Grenadier 1", ("Rider",)))


def test_a_man_has_as_many_panzerfausts_as_he_carries() -> None:
    play, moment = on("half-track", step=1)
    once = play.has_fired(moment, "Grenadier 2", "")
    assert (once.units["Grenadier 2"].rockets, once.units["Grenadier 2"].spent) == (1, False)
    assert play.has_fired(once, "Grenadier 2", "").units["Grenadier 2"].spent
