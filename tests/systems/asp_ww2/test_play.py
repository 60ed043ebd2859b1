"""Whole turns of asp-ww2: what every event does to the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import dist
from typing import Any

import pytest

from pz8edu.board.position import Place
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.systems import system
from pz8edu.systems.asp_ww2 import boards
from pz8edu.systems.asp_ww2 import play as asp_play
from pz8edu.systems.asp_ww2.aircraft import DRIVEN_OFF, HIGHER, LOST, LOWER, Approach, Sortie
from pz8edu.systems.asp_ww2.command import GRANTED, REFUSED
from pz8edu.systems.asp_ww2.fire import DETECTED, NO_SHOT, UNDETECTED, Exchange
from pz8edu.systems.asp_ww2.play_air import RACE
from pz8edu.systems.asp_ww2.play_field import Placing, placing
from pz8edu.systems.asp_ww2.tabletop import AspTable
from pz8edu.systems.asp_ww2.words import Grade, Motion, Option, Result, Shooter, Sky
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


def test_nobody_marches_round_a_wood_near_the_enemy() -> None:
    """AS-10: the way itself keeps its distance, not the straight line that nobody drives."""
    setup = ASP.tabletop("river-line").setup
    corners = tuple((Fraction(x), Fraction(y)) for x, y in ((2375, 0), (3000, 0), (3000, 2375), (2375, 2375)))
    wood = replace(setup.patches[0], name="the long wood", corners=corners)
    play = asp_play.play(AspTable(replace(setup, patches=(wood,), roads=())), ASP.rules)
    moment = replace(play.start(), step=1).note(**{OWN: 6})
    for name in play.living(moment, "enemy"):
        moment = moment.moved(name, Place(11, 24))
    march = Choice("march", "Half-tracks", way=(Place(8, 6),))
    assert not play.why_no_place(moment, march)
    near = moment.moved("HMG", Place(11, 16))
    assert play.why_no_place(near, march).startswith("HMG is within 2000 m of the way")


def test_an_attack_stand_looks_and_flies_through_the_flak() -> None:
    play, moment = on("air-attack", step=3)
    look = choice(play, moment, "look", "Typhoons", "Column")
    assert look.asked is not None
    assert look.asked.calculator == "detection"
    flying = play.lands(moment, look, DETECTED)
    assert [task.kind for task in flying.tasks] == ["run", "flak"]
    flying = play.lands(flying, choice(play, flying, "open-fire", "", "Typhoons"))
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
    assert (driven.units["Typhoons"].away, driven.units["Typhoons"].markers) == (True, 2), (
        "AS-17: it leaves the table"
    )
    blind = play.lands(moment, look, UNDETECTED)
    unseen = next(iter(play.choices(play.lands(blind, choice(play, blind, "open-fire", "", "Typhoons")))))
    assert unseen.asked is not None
    assert unseen.asked.inputs["need"] is None
    poor = moment.note(**{OWN: 3})
    with pytest.raises(BadInput, match=r"That costs 4 CP; the battle group of Typhoons has 3"):
        play.allowed(poor, look)


def test_an_attack_stand_is_put_short_of_its_target_and_goes_home() -> None:
    play, moment = on("air-attack", step=3)
    column = moment.places["Column"]
    far = moment.moved("Typhoons", Place(column.x, 0.5, 90.0))
    home = play.table.start().places["Typhoons"]
    flying = play.lands(far, choice(play, far, "look", "Typhoons", "Column"), DETECTED)
    away = play.table.metres(flying.picked(), "Typhoons", "Column")
    assert away <= 1500, "sequence, step 4: it is put short of its target, as far as its range says (U7)"
    flying = play.lands(flying, choice(play, flying, "open-fire", "", "Typhoons"))
    run = next(iter(play.choices(flying)))
    assert play.lands(flying, run, Sortie(Approach(), Result.NONE)).places["Typhoons"] == home


def test_who_shoots_at_an_aircraft_gets_a_fire_marker_and_may_hold_his_fire() -> None:
    play, moment = on("air-attack", step=3)
    flying = play.lands(moment, choice(play, moment, "look", "Typhoons", "Column"), DETECTED)
    able = play.shooters_at(flying, "Typhoons")
    assert {"Flak", "Flak 2", "Messerschmitts"} <= set(able)
    held = play.lands(flying, choice(play, flying, "hold", "Flak", "Typhoons"))
    assert play.now(held).kind == "flak"
    opened = play.lands(held, choice(play, held, "open-fire", "", "Typhoons"))
    run = next(iter(play.choices(opened)))
    assert run.asked is not None
    assert len(run.asked.inputs["shots"]) == len(able) - 1
    after = play.lands(opened, run, Sortie(Approach(), Result.NONE))
    marked = [after.units[name].fire_marker for name in ("Flak", "Flak 2", "Messerschmitts")]
    assert (marked, "blind" in after.noted) == ([False, True, False], False)


def test_markers_of_aircraft_and_target_count_in_an_air_attack() -> None:
    """+1 on the results die for each marker of the target (AS-17), whichever of the two it is."""
    play, moment = on("air-attack", step=3)
    run = Task(CHANCE, "run", ("Typhoons", "Column", True))
    lost, hit = {}, {}
    for markers in (0, 2):
        for name, law in (("Typhoons", lost), ("Column", hit)):
            flying = play.over_the_table(moment.unit(name, markers=markers), "Typhoons", "Column").first(run)
            asked = next(iter(play.choices(flying))).asked
            assert asked is not None
            question = play.single_steps[asked.calculator]
            tree = Enumerating(draw=False).tree(
                question.rule, question.situation.read(asked.inputs), play.rules
            )
            ends = {str(end): chance for end, chance in tree.distribution.fractions().items()}
            law[markers] = ends.get(LOST, 0) if name == "Typhoons" else ends.get("attack: D", 0)
    assert lost[2] > lost[0]
    assert hit[2] > hit[0]


def test_off_the_table_nothing_is_detected_and_only_quick_fighters_shoot() -> None:
    play, moment = on("air-attack", step=3)
    near = moment.places["Column"]
    moment = moment.moved("Battery", near._replace(x=near.x + 2))
    raid = choice(play, moment, "look", "Typhoons", "Battery")
    assert (raid.why_not, raid.asked) == ("", None)
    flying = play.lands(moment, raid)
    assert [task.kind for task in flying.tasks] == ["run", "flak", "race"]
    found = next(iter(play.choices(flying)))
    assert (found.kind, found.unit) == ("race", "Messerschmitts")
    assert found.asked is not None
    situation = RACE.situation.read(found.asked.inputs)
    law = Enumerating(draw=False).tree(RACE.rule, situation, play.rules).distribution.fractions()
    grades = [moment.units[name].grade for name in ("Messerschmitts", "Typhoons")]
    better = (grades[0].place < grades[1].place) - (grades[1].place < grades[0].place)
    assert law[HIGHER] == Fraction(sum(a + better > b for a in range(1, 7) for b in range(1, 7)), 36)
    for outcome, shots in ((HIGHER, 1), (LOWER, 0)):
        raced = play.lands(flying, found, outcome)
        opened = play.lands(raced, choice(play, raced, "open-fire", "", "Typhoons"))
        run = next(iter(play.choices(opened)))
        assert run.asked is not None
        assert (len(run.asked.inputs["shots"]), run.asked.inputs["need"] is None) == (shots, False)


def test_a_group_of_batteries_or_aircraft_only_calls_near_the_bghq_of_another() -> None:
    play, moment = on("air-attack", step=3)
    setup = play.table.setup
    units = tuple(
        replace(each, group="air", hq=each.name == "Counter battery")
        if each.side == "own" and each.off_table
        else each
        for each in setup.units
    )
    called = asp_play.PlayAsp(replace(play.table, setup=replace(setup, units=units)), play.rules)
    moment = replace(moment, position=called.table.start()).note(**{"CP of own air": 6})
    assert {each.kind for each in called.options(moment, "Typhoons")} == {"call"}
    call = choice(called, moment, "call", "Typhoons", "")
    granted = called.lands(moment, call, GRANTED)
    assert choice(called, granted, "look", "Typhoons", "Column").why_not == ""
    refused = called.lands(moment, call, REFUSED)
    assert not list(called.choices(refused, "Typhoons"))
    fires = (
        replace(moment, step=4)
        .unit("Battery", fire_marker=True)
        .first(Task("own", "shoot", ("Counter battery", "shot")))
    )
    assert {each.kind for each in called.choices(fires)} == {"call", "stay"}
    heard = called.lands(fires, choice(called, fires, "call", "Counter battery", ""), GRANTED)
    assert "shoot" in {each.kind for each in called.choices(heard)}
    assert not called.lands(fires, choice(called, fires, "call", "Counter battery", ""), REFUSED).tasks


def test_a_flight_of_a_mixed_battle_group_keeps_to_its_headquarters() -> None:
    play, moment = on("air-attack", step=3)
    group = moment.units["Typhoons"].group
    hq = next(
        each.name for each in moment.units.values() if each.hq and (each.side, each.group) == ("own", group)
    )
    column = moment.places["Column"]
    far = moment.moved(hq, column._replace(y=column.y - 100))
    assert "beyond 5000 m (AS-1)" in choice(play, far, "look", "Typhoons", "Column").why_not
    assert choice(play, moment, "look", "Typhoons", "Column").why_not == ""


def test_a_battery_stays_behind_its_baseline() -> None:
    play, moment = on("two-battle-groups", step=1)
    name = next(name for name, each in moment.units.items() if each.side == "own" and not each.hq)
    moment = moment.unit(name, shoots=Shooter.LIGHT_BARRAGE, vehicle="")
    assert not list(play.do_march(moment, name)), "AS-9: it is off the table, and marches nowhere"
    assert "retreat" not in {task.kind for task in play.suffers(moment, name, Result.REPULSED).tasks}


def test_nobody_shoots_at_aircraft_in_his_own_tactical_moves() -> None:
    play, moment = on("air-attack", step=4)
    gun = next(
        name for name, each in moment.units.items() if each.side == "enemy" and each.shooter is Shooter.AAA
    )
    shots = play.on_shoot(moment.first(Task("enemy", "shoot", (gun, "shot"))), gun, "shot")
    said = {each.why_not for each in shots if each.target == "Typhoons"}
    assert said == {"Typhoons is over the table only while it attacks (sequence, step 4)."}


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
    lasting = play.lands(moment.unit(target, pinned=True), shot, Exchange(NO_SHOT, Result.NONE))
    assert lasting.units[target].pinned


def test_a_pin_ends_with_a_turn_without_another_or_with_one_shot_that_does_nothing() -> None:
    play, moment, shot = shooting()
    target = shot.target
    pinned = moment.unit(target, pinned=True)
    assert not play.ends_turn(pinned).units[target].pinned
    again = play.lands(pinned, shot, Exchange(NO_SHOT, Result.PINNED))
    assert play.ends_turn(again).units[target].pinned
    play, moment = on("crossroads", step=4, R16="b")
    assert not play.suffers(moment.unit(target, pinned=True), target, Result.NONE).units[target].pinned


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


def test_the_repulsed_go_into_cover_where_they_can_reach_some() -> None:
    play, moment = on("crossroads")
    for name in ("Rifle Group", "Grenadiers"):
        moment = moment.unit(name, destroyed=True)

    def grounds(x: float, y: float) -> set[str]:
        there = moment.moved("Tiger", Place(x, y, 190.0)).first(Task("enemy", "retreat", ("Tiger",)))
        field = play.table.battlefield(there.picked())
        return {field.ground_at(each.way[-1][:2]) for each in play.choices(there)}

    assert grounds(5.6, 9.0) == {"buildings"}, "the village is behind it"
    assert grounds(14.9, 16.0).isdisjoint({"buildings", "wood", "hill"}), "and here there is none"
    moment = moment.unit("Tiger", vehicle="", on="wheeled-halftrack", shoots=Shooter.HMG)
    wood = next(each for each in play.table.battlefield(moment.picked()).patches if each.ground == "wood")
    x, y = (float(sum(axis) / len(wood.corners)) for axis in zip(*wood.corners, strict=True))
    for dx, dy in ((6, 0), (-6, 0), (0, 6), (0, -6)):
        assert "wood" not in grounds(x + dx, y + dy), "AS-4: no wheels and half-tracks in woods"


def test_fighters_attack_fighters_only_in_their_own_turn() -> None:
    play, moment = on("air-attack", step=2)
    fights = {each.target: each.why_not for each in play.options(moment) if each.kind == "fly"}
    assert fights["Messerschmitts"] == ""
    bombers = moment.unit("Column", is_a="AC", vehicle="", shoots=Shooter.BOMBER)
    why = {each.target: each.why_not for each in play.options(bombers) if each.kind == "fly"}["Column"]
    assert why.startswith("Fighters attack enemy fighters")
    away = moment.unit("Messerschmitts", repulsed=True)
    gone = {each.target: each.why_not for each in play.options(away) if each.kind == "fly"}
    assert gone["Messerschmitts"] == "Messerschmitts is repulsed and has left the table (AS-17)."


def test_the_pinned_do_not_march_nearer_to_the_enemy() -> None:
    play, moment = on("two-battle-groups", step=1)
    here = moment.places["Tank HQ"]
    for name in play.living(moment, "enemy"):
        moment = moment.moved(name, moment.places[name]._replace(y=float(play.table.ground.extent[3])))
    north = here._replace(y=here.y + 0.5)
    assert "AS-17" not in play.why_no_place(moment, Choice("march", "Tank HQ", way=(north,)))
    pinned = moment.unit("Tank HQ", pinned=True)
    told = play.why_no_place(pinned, Choice("march", "Tank HQ", way=(north,)))
    assert told.startswith("Tank HQ is pinned and does not approach")


def test_a_battle_group_of_two_grades_is_not_played() -> None:
    setup = ASP.tabletop("crossroads").setup
    units = tuple(replace(each, grade=Grade.A) if each.name == "Tiger" else each for each in setup.units)
    mixed = replace(setup, units=units)
    with pytest.raises(BadInput, match=r"the Kampfgruppe of enemy has the grades A and B: all of a battle"):
        asp_play.play(AspTable(mixed), ASP.rules)
    for name in ASP.played:
        asp_play.of_one_grade(ASP.tabletop(name))


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


def test_a_battle_group_tests_at_every_own_turn_under_r20_b() -> None:
    play, moment = on("crossroads", step=4, R20="b")
    names = list(play.living(moment, "own"))
    for name in names[:3]:
        moment = moment.unit(name, repulsed=True)
    at_a_limit = play.suffers(moment, names[3], Result.REPULSED)
    assert [task.kind for task in at_a_limit.tasks] == ["retreat"]
    enemies = play.next_step(at_a_limit.settled)
    assert (enemies.turn, enemies.tasks) == (2, ())
    own = play.next_step(replace(enemies, step=4))
    assert [task.kind for task in own.tasks] == ["group"]
    test = next(iter(play.choices(own)))
    stands = play.lands(own, test, "pass")
    assert play.over(stands) is None
    assert not stands.tasks
    assert play.over(play.lands(own, test, "fail")) is not None
    well = play.next_step(replace(moment.unit(names[0], repulsed=False), turn=2, step=4))
    assert well.tasks == ()


@pytest.mark.parametrize(("answer", "costs"), [("a", [1, 1, 1]), ("b", [1, 1, 1]), ("c", [1, 0, 0])])
def test_command_points_buy_options_as_r11_says(answer: str, costs: list[int]) -> None:
    play, moment = on("crossroads", step=4, points=9, R11=answer)
    name = "Sherman 1"
    moment = moment.unit(name, grade=Grade.A, transport=True)
    assert boards.allowance(boards.Led.of(moment.units[name]), play.rules) >= 4
    spent = []
    for option in ("B", "G", "G"):
        before = moment.noted[OWN]
        order = choice(play, moment, "order", name, "", note=option)
        moment = replace(play.lands(moment, play.allowed(moment, order)), tasks=())
        spent.append(before - moment.noted[OWN])
    surcharge = (
        boards.tactical_cp(boards.TacticalMove(metres_from_hq=play.from_hq(moment, name)), play.rules) - 1
    )
    assert spent == [cost + surcharge for cost in costs]


def test_pooled_points_buy_an_option_that_one_command_point_does_not_under_r11_b() -> None:
    for answer, may in (("a", False), ("b", True)):
        play, moment = on("crossroads", step=4, points=9, R11=answer)
        moment = moment.unit("Sherman 1", grade=Grade.D, mobile=False)
        found = [each for each in play.options(moment) if (each.unit, each.note) == ("Sherman 1", "E")]
        assert bool(found) is may
        for order in found:
            assert order.why_not == ""
            after = play.lands(moment, order)
            assert after.noted["orders of Sherman 1"] == 2
            assert after.noted[OWN] <= 7


def test_a_battle_group_tests_at_each_of_the_two_limits() -> None:
    play, moment = on("crossroads", step=4)
    first, *others = play.living(moment, "own")
    shaken = {
        f"company {number}": replace(moment.units[first], repulsed=number < 4, pinned=True)
        for number in range(5)
    }
    places = dict.fromkeys(shaken, moment.places[first])
    position = moment.position
    moment = moment.at(
        replace(position, units={**position.units, **shaken}, places={**position.places, **places})
    )
    after = play.suffers(moment, others[0], Result.PINNED)
    assert [task.kind for task in after.tasks] == ["group"], "AS-20: when 6 are pinned or repulsed, too (R20)"


@pytest.mark.parametrize(("answer", "lost"), [("a", True), ("b", False)])
def test_a_battle_group_that_is_wiped_out_has_failed_or_not(answer: str, lost: bool) -> None:
    play, moment = on("crossroads", T6=answer)
    for name in play.living(moment, "enemy"):
        moment = moment.unit(name, destroyed=True)
    found = play.over(moment)
    assert (found is not None and found.section == "AS-20") is lost


def three_groups() -> tuple[Any, Moment[Any]]:
    """Two battle groups each, and a third one of infantry: none has lost with one failure."""
    home = system("asp-ww2")
    drawn: Any = home.play("two-battle-groups").table.setup
    units = tuple(
        replace(each, group="third group") if each.name in ("2nd T-34", "3rd T-34") else each
        for each in drawn.units
    )
    play = home.play(replace(drawn, units=units))
    return play, play.start()


def test_a_battle_group_completes_its_tactical_moves_before_the_next_one() -> None:
    play, moment = three_groups()
    moment = replace(moment, step=4).note(**{"CP of own tank group": 6, "CP of own rifle group": 6})
    names = {
        group: next(n for n, u in moment.units.items() if u.group == group and u.side == "own" and u.hq)
        for group in ("tank group", "rifle group")
    }
    tanks, rifles = names.values()

    def may(moment: Moment[Any], name: str) -> bool:
        return any(each.kind == "order" for each in play.choices(moment, name))

    first = play.lands(moment, choice(play, moment, "order", tanks, "", note="C"))
    first = replace(first, tasks=())
    assert may(first, tanks)
    assert may(first, rifles)
    second = replace(play.lands(first, choice(play, first, "order", rifles, "", note="B")), tasks=())
    assert may(second, rifles)
    assert not may(second, tanks)
    with pytest.raises(BadInput, match=r"The tank group has completed its tactical moves"):
        play.allowed(second, Choice("order", tanks, note="C"))
    assert "groups" not in play.next_step(second).noted


def test_a_battle_group_that_has_failed_goes_back_or_is_halted() -> None:
    play, moment = three_groups()
    moment = replace(moment, step=3).note(failed=(("own", "tank group"),), **{"CP of own tank group": 2})
    assert play.over(moment) is None
    tanks = [name for name, unit in moment.units.items() if unit.group == "tank group" and unit.side == "own"]
    back = play.next_step(moment)
    assert {task.kind for task in back.tasks} == {"go-back"}
    assert {task.about[0] for task in back.tasks} <= set(tanks)
    name = back.tasks[-1].about[0]
    here, whole = (
        back.places[name],
        float(play.on_the_move(back).allowance(name, back.picked(), play.rules)[0]),
    )
    found = list(play.choices(back))
    ways = [each.way[-1] for each in found if each.kind == "retire"]
    assert all(at.x == here.x for at in ways)
    least = min(whole / 2, here.y)
    assert all(here.y - at.y >= least - 0.001 for at in ways)
    if here.y > whole / 2:
        short = here._replace(y=round(here.y - whole / 4, 3))
        with pytest.raises(BadInput, match="at least half a tactical move"):
            play.allowed(back, Choice("retire", name, way=(short,)))
    gone = play.lands(back, choice(play, back, "retire", name, ""))
    assert gone.places[name].y < here.y
    halt = choice(play, back, "halt", name, "")
    halted = play.lands(back, halt)
    assert (halted.places[name], halted.noted["CP of own tank group"]) == (here, 2 - int(halt.why.split()[0]))
    idle = replace(back, tasks=())
    assert all(each.why_not for each in play.options(idle) if each.unit in tanks)
    assert any(
        not each.why_not
        for each in play.options(idle.note(**{"CP of own rifle group": 3}))
        if each.kind == "order"
    )
    two = moment.note(failed=(("own", "tank group"), ("own", "third group")))
    assert str(play.over(two)) == "enemy wins: 2 of 3 battle groups of own failed (§AS-20)"


@pytest.mark.parametrize(("answer", "way"), [("a", (0, -1)), ("b", (-1, 0))])
def test_a_stand_near_the_side_of_the_table_goes_back_as_t5_says(answer: str, way: tuple[int, int]) -> None:
    play, moment = on("two-battle-groups", step=3, T5=answer)
    at = moment.places["2nd T-34"]
    near = moment.moved("2nd T-34", at._replace(x=at.y - 1)).note(failed=(("own", "tank group"),))
    back = play.next_step(near)
    moment = replace(back, tasks=tuple(task for task in back.tasks if task.about == ("2nd T-34",)))
    ends = [each.way[-1] for each in play.choices(moment) if each.kind == "retire"]
    here = moment.places["2nd T-34"]
    assert ends
    for end in ends:
        gone = end.x - here.x, end.y - here.y
        assert [(step > 0) - (step < 0) for step in gone] == list(way)


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
    play, moment = on("crossroads", step=4)
    going = play.lands(moment, choice(play, moment, "order", "Sherman 1", "", note="A"))
    with pytest.raises(BadInput, match="its move is"):
        play.allowed(going, Choice("move", "Sherman 1", way=(Place(1, 1, 0),)))


# --- readings of whole turns
def test_the_cap_counts_what_is_spent_on_a_stand_or_only_the_options() -> None:
    for answer, legal in (("a", True), ("b", False)):
        play, moment = on("air-attack", step=3, T1=answer)
        assert (choice(play, moment, "look", "Typhoons", "Column").why_not == "") is legal
    assert choice(play, moment, "look", "Typhoons", "Column").why_not == (
        "Typhoons has 3 CP at most in a turn, and that costs 4 (AS-12)."
    )


def test_smoke_needs_no_score_or_that_against_infantry() -> None:
    for answer, question in (("a", None), ("b", "area-shell")):
        play, moment = on("river-line", step=4, T2=answer)
        going = play.lands(moment, choice(play, moment, "order", "Mortars", "", note="B"))
        smoke = choice(play, going, "smoke", "Mortars", "")
        assert (None if smoke.asked is None else smoke.asked.calculator) == question
    assert smoke.asked is not None
    need = smoke.asked.inputs["need"]
    law = Enumerating(draw=False).tree(placing, Placing(need=need), ASP.rules).distribution
    assert law.fractions()["lands"] == Fraction(7 - need, 6)
    assert not play.lands(going, smoke, "misses").position.marked("mortar smoke")


def test_light_goes_with_the_smoke_or_a_turn_later() -> None:
    for answer, lit in (("a", 0), ("b", 1)):
        play, moment = on("river-line", step=4, T3=answer)
        going = play.lands(moment, choice(play, moment, "order", "Mortars", "", note="B"))
        after = play.lands(going, play.allowed(going, Choice("light", "Mortars", way=(Place(12, 8),))))
        assert len(after.position.marked("mortar illumination")) == 1
        ended = play.next_step(after)
        assert len(ended.position.marked("mortar illumination")) == lit
        assert not play.ends_turn(replace(ended, turn=2)).position.marked("mortar illumination")


def test_who_shoots_at_an_aircraft_detects_it_first_or_need_not() -> None:
    for answer, kinds in (("a", {"flak", "run"}), ("b", {"spot", "flak", "run"})):
        play, moment = on("air-attack", step=3, T4=answer)
        flying = play.lands(moment, choice(play, moment, "look", "Typhoons", "Column"), DETECTED)
        assert {task.kind for task in flying.tasks} == kinds
    shooters = len(flying.tasks) - 2
    assert shooters > 1
    blind = play.lands(flying, next(iter(play.choices(flying))), UNDETECTED)
    while play.now(blind).kind == "spot":
        blind = play.lands(blind, next(iter(play.choices(blind))), DETECTED)
    blind = play.lands(blind, choice(play, blind, "open-fire", "", "Typhoons"))
    run = next(iter(play.choices(blind)))
    assert run.asked is not None
    assert len(run.asked.inputs["shots"]) == shooters - 1


# --- smoke: AS-23
def test_a_battery_has_smoke_for_two_turns_unless_it_defends() -> None:
    play, moment = on("river-line", step=4)
    going = play.lands(moment, choice(play, moment, "order", "Mortars", "", note="B"))
    smoke = play.allowed(going, Choice("smoke", "Mortars", way=(Place(12, 8),)))
    after = play.lands(going, smoke)
    assert after.position.marked("mortar smoke")[-1][1:3] == (12, 8)
    assert not play.next_step(after).position.marked("mortar smoke")
    with pytest.raises(BadInput, match=r"beyond 2000 m \(AS-23\)"):
        play.allowed(going, replace(smoke, way=(Place(12, 13),)))
    empty = going.note(**{"smoke of Mortars": 2})
    assert play.allowed(empty, smoke)
    for changed, says in (
        ({"defender": ""}, "its smoke of 2 turns"),
        ({"weather": Sky.ADVERSE}, "adverse weather"),
    ):
        play.table = replace(play.table, setup=replace(play.table.setup, **changed))
        with pytest.raises(BadInput, match=says):
            play.allowed(empty, smoke)


# --- obstacles: AS-22
def test_an_obstacle_stops_its_kind_until_the_die_lets_it_pass() -> None:
    play, moment = on("river-line", step=4)
    mines = next(each for each in moment.position.markers if each.kind == "anti-personnel obstacle")
    near = moment.moved("Rifles", Place(mines.x, mines.y - 1.6))
    going = play.lands(near, choice(play, near, "order", "Rifles", "", note="A"))
    to = Choice("move", "Rifles", way=(Place(mines.x, mines.y - 0.5),))
    met = play.lands(going, play.allowed(going, to))
    assert met.places["Rifles"].y == pytest.approx(mines.y - 1, abs=0.01)
    roll = next(iter(play.choices(met)))
    assert roll.asked is not None
    assert (roll.asked.calculator, roll.asked.inputs) == ("obstacle-crossing", {"markers": 0})
    assert play.lands(met, roll, "crosses").places["Rifles"].y == mines.y - 0.5
    stuck = play.lands(met, roll, "stuck")
    assert (stuck.places["Rifles"], stuck.tasks) == (met.places["Rifles"], ())
    spot = stuck.places["Rifles"][:2]
    assert play.first_obstacle(stuck, "Rifles", [spot, (mines.x, mines.y - 1.9)], ()) is None
    assert play.first_obstacle(stuck, "Rifles", [spot, (mines.x, mines.y)], ()) is not None
    tank = near.moved("Sherman", Place(mines.x, mines.y - 1.6, 0))
    assert play.first_obstacle(tank, "Sherman", [tank.places["Sherman"][:2], (mines.x, mines.y)], ()) is None


def test_the_kind_of_an_obstacle_is_declared_from_near() -> None:
    play, moment = on("river-line")
    assert {each.kind for each in play.seen_by("own", moment).position.markers} == {"obstacle"}
    assert play.seen_by("enemy", moment) == moment
    mines = moment.position.markers[0]
    near = moment.moved("Rifles", Place(mines.x, mines.y - 1.9))
    assert mines in play.seen_by("own", near).position.markers
    assert mines not in play.seen_by("own", moment).position.markers
    declared = play.cleared(near)
    far = declared.moved("Rifles", moment.places["Rifles"])
    assert mines in play.seen_by("own", far).position.markers
    labels = {
        shape.label
        for shape in play.table.scene(play.seen_by("own", far).picked(), play.rules).shapes
        if hasattr(shape, "label")
    }
    assert mines.kind in labels


# --- bussing: AS-13
def test_a_transport_sets_its_infantry_down_and_takes_it_up() -> None:
    play, moment = on("river-line", step=4)
    assert "Panzergrenadiers" not in {base.name for base in play.table.battlefield(moment.picked()).units}
    assert not list(play.options(moment, "Panzergrenadiers"))
    off = play.lands(moment, choice(play, moment, "order", "Half-tracks", "", note="G"))
    down = choice(play, off, "debus", "Half-tracks", "Panzergrenadiers")
    after = play.lands(off, down)
    infantry = after.units["Panzergrenadiers"]
    assert (infantry.bussed, after.noted["orders of Panzergrenadiers"]) == ("", 2)
    both = play.suffers(after, "Half-tracks", Result.PINNED)
    assert (both.units["Half-tracks"].pinned, both.units["Panzergrenadiers"].pinned) == (True, True)
    away = play.with_riders(after.moved("Panzergrenadiers", Place(2, 2)), "Panzergrenadiers")
    alone = play.suffers(away, "Half-tracks", Result.PINNED)
    assert not alone.units["Panzergrenadiers"].pinned
    up = play.lands(after, choice(play, after, "order", "Half-tracks", "", note="G"))
    assert (
        play.lands(up, choice(play, up, "bus", "Half-tracks", "Panzergrenadiers"))
        .units["Panzergrenadiers"]
        .bussed
    )
    assert "does not touch" in choice(play, up, "bus", "Half-tracks", "Rifles").why_not
    lost = play.suffers(moment, "Half-tracks", Result.DESTROYED)
    assert lost.units["Panzergrenadiers"].destroyed
    with pytest.raises(StopIteration):
        choice(play, moment, "order", "Sherman", "", note="G")


def test_riders_go_where_their_transport_goes() -> None:
    play, moment = on("river-line", step=4)
    going = play.lands(moment, choice(play, moment, "order", "Half-tracks", "", note="A"))
    move = next(each for each in play.choices(going) if each.kind == "move")
    after = play.lands(going, move)
    assert after.places["Panzergrenadiers"] == after.places["Half-tracks"]


# --- marches and command
def test_a_linked_group_marches_for_the_points_of_one() -> None:
    play, moment = on("river-line", step=1)
    linked = choice(play, moment, "march", "Rifles", "", note="linked")
    group = play.linked(moment, "Rifles")
    assert set(group) >= {"Rifles", "Sherman"}
    after = play.lands(moment, linked)
    assert after.noted[OWN] == 3
    for name in group:
        here, there = moment.places[name], after.places[name]
        moved = (linked.way[-1].x - moment.places["Rifles"].x, linked.way[-1].y - moment.places["Rifles"].y)
        assert (there.x - here.x, there.y - here.y) == pytest.approx(moved, abs=0.002)
        assert name in after.acted
    far = linked.way[-1]._replace(y=linked.way[-1].y + 60)
    with pytest.raises(BadInput, match="would leave the table"):
        play.allowed(moment, replace(linked, way=(far,)))


def test_radio_and_caution_change_the_command_points() -> None:
    play, moment = on("river-line")
    asked = choice(play, moment.unit("BGHQ", cautious=True, radio=True), "command", "BGHQ", "").asked
    assert asked is not None
    assert (asked.inputs["style"], asked.inputs["radio"]) == ("cautious", True)


def test_a_bomber_flies_off_after_its_attack_and_the_repulsed_do_not_attack() -> None:
    play, moment = on("air-attack", step=3)
    away = moment.unit("Typhoons", repulsed=True)
    with pytest.raises(BadInput, match=r"Typhoons is repulsed and has left the table \(AS-17\)"):
        play.allowed(away, Choice("look", "Typhoons", "Column"))
    run = Task(CHANCE, "run", ("Typhoons", "Column", True))
    bombers = moment.unit("Typhoons", shoots=Shooter.BOMBER).first(run)
    flown = play.after_run(bombers, Choice("run", "Typhoons", "Column"), Sortie(Approach(), Result.NONE))
    assert flown.units["Typhoons"].attacks == play.rules.most_attacks
