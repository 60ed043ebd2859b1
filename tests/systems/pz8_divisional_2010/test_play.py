"""A day of the divisional rules: what every event of a turn does to the map, in both editions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import pz8edu
from pz8edu.board.position import Marker, Place
from pz8edu.board.tabletop import BoardState
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.systems import system
from pz8edu.systems.pz8_divisional.supply import Battery
from pz8edu.systems.pz8_divisional_2010.combat import Aftermath
from pz8edu.systems.pz8_divisional_2010.joint_attacks import fighter
from pz8edu.systems.pz8_divisional_2010.minefields import STAYS, TIRED
from pz8edu.systems.pz8_divisional_2010.on_the_map import FORTIFICATION
from pz8edu.systems.pz8_divisional_2010.scenarios import PatchOnTable, RoadOnTable
from pz8edu.systems.pz8_divisional_2010.several import Together, attacks
from pz8edu.systems.pz8_divisional_2010.words import Fire, Kind, Result, Works
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task

OLD, REVISED = "pz8-divisional-2010", "pz8-divisional"


def on(book: str, table: str, step: int = 0, **reading: str) -> tuple[Any, Moment[Any]]:
    """A game past its first dice: the own side is A, nobody flies."""
    home = system(book)
    play = home.under(home.rules.variant(reading)).play(table)
    moment = Moment(play.table.start(), step=step).note(side_a="own")
    return play, moment


def choice(play: Any, moment: Moment[Any], *key: str) -> Choice:
    return next(each for each in play.options(moment) if (each.kind, each.unit, each.target) == key)


# --- the clock
def test_the_steps_of_a_turn_and_who_orders_the_combats() -> None:
    play, moment = on(OLD, "ridge-1941")
    steps = [(each.number, each.side, each.kind) for each in play.steps(moment.note(side_a="enemy"))]
    assert steps[:4] == [
        ("1", "enemy", "move"),
        ("2", "enemy", "fire"),
        ("3", "enemy", "combat"),
        ("4", "enemy", "rally"),
    ]
    assert [each[1] for each in steps[4:]] == ["own"] * 4


@pytest.mark.parametrize("last", [9, 12])
def test_the_die_after_turn_nine_says_how_long_the_day_is(last: int) -> None:
    play, moment = on(OLD, "spotter-1941")
    assert [each.kind for each in play.steps(moment)].count("nightfall") == 0
    ninth = Moment(moment.position, turn=9, step=8).note(side_a="own")
    assert play.now(ninth)[1:] == (CHANCE, "nightfall")
    asked = next(iter(play.choices(ninth)))
    after = play.lands(ninth, asked, last)
    assert (after.turn, after.step) == (10, 0)
    assert (play.over(after) is not None) is (last == 9)


def test_side_a_and_the_missions_are_rolled_first() -> None:
    game = Game(system(OLD), "ridge-1941", seed=1)
    game.play(game.choices()[0], {"first player": 6})
    for number in (4, 1):
        game.play(game.choices()[0], {"number of attacks": number})
    assert game.moment.noted == {"side_a": "enemy", "missions own": 4, "missions enemy": 1}
    assert game.now[:2] == ("1", "enemy")


# --- movement
def test_mines_stop_a_unit_and_go_unless_it_is_destroyed() -> None:
    play, moment = on(OLD, "ridge-1941")
    moment = moment.moved("II./Schützen", Place(27, 12.5))
    after = play.lands(moment, Choice("move", "II./Schützen", way=(Place(27, 15),)))
    assert after.places["II./Schützen"].y < 15
    assert after.tasks == (Task(CHANCE, "mines", ("II./Schützen",)),)
    mines = next(iter(play.choices(after)))
    tired = play.lands(after, mines, TIRED)
    assert (tired.units["II./Schützen"].fp, len(tired.position.marked("minefield"))) == (1, 2)
    gone = play.lands(after, mines, STAYS)
    assert gone.units["II./Schützen"].lost
    assert len(gone.position.marked("minefield")) == 3


def test_who_comes_to_two_sections_of_mines_rolls_for_both_and_passes_none_at_its_corner() -> None:
    """§9: sections at x 26, 27 and 28 touch; every one that is crossed stops and is rolled for."""
    play, moment = on(OLD, "ridge-1941")
    moment, name = moment.moved("II./Schützen", Place(27.5, 12.5)), "II./Schützen"
    after = play.lands(moment, Choice("move", name, way=(Place(27.5, 15),)))
    assert after.tasks == (Task(CHANCE, "mines", (name,)),) * 2
    for left in (2, 1):
        after = play.lands(after, next(iter(play.choices(after))), "clear, field removed")
        assert len(after.position.marked("minefield")) == left
    assert not after.tasks
    through = play.lands(moment.moved(name, Place(27, 12.5)), Choice("move", name, way=(Place(27, 15),)))
    clear = play.lands(through, next(iter(play.choices(through))), "clear, field removed")
    clear = replace(clear, acted=frozenset())
    lane = play.lands(clear, Choice("move", name, way=(Place(27, 15.4),)))
    assert lane.places[name] == Place(27, 15.4)
    assert not lane.tasks
    aslant = play.lands(clear, Choice("move", name, way=(Place(28, 15.4),)))
    assert aslant.places[name] != Place(28, 15.4)
    assert aslant.tasks == (Task(CHANCE, "mines", (name,)),)


def test_a_battery_of_the_revised_edition_does_not_attack() -> None:
    for book, said in ((OLD, ""), (REVISED, "of its own will")):
        play, moment = on(book, "ridge-1941")
        guns = [
            name for name, unit in moment.units.items() if unit.kind == "artillery" and unit.side == "own"
        ]
        moment = moment.moved(guns[0], Place(4, 14)).moved("1/6 Rajputana", Place(4, 17))
        gun, to = guns[0], Place(4, 16)
        if said:
            with pytest.raises(BadInput, match=said):
                play.allowed(moment, Choice("move", gun, way=(to,)))
        else:
            assert play.allowed(moment, Choice("move", gun, way=(to,)))


def test_who_comes_to_works_with_an_enemy_in_them_stops_and_fights_him() -> None:
    for book, said in ((OLD, ""), (REVISED, "may not touch the works of 1/6 Rajputana of its own will")):
        play, moment = on(book, "ridge-1941")
        moment = moment.moved("1/6 Rajputana", Place(29.5, 12)).moved("Recon", Place(26, 9.5))
        moment = moment.moved("Div HQ", Place(28.2, 9.5))
        for name in ("I./Panzer", "II./Panzer"):
            moment = moment.moved(name, Place(4, 4 + 2 * len(name)))
        straight = Choice("move", "Div HQ", way=(Place(28.2, 12),))
        if said:
            with pytest.raises(BadInput, match=said):
                play.allowed(moment, straight)
            continue
        after = play.lands(moment, play.allowed(moment, straight))
        assert 10.9 < after.places["Div HQ"].y < 11.1, (
            "§10: who touches the section is in combat with who is inside"
        )
        enemies = play.seen(after).enemies_of(play.seen(after).field.unit("Div HQ"))
        assert [each.name for each in enemies] == ["1/6 Rajputana"]


def test_works_hold_one_base() -> None:
    play, moment = on(OLD, "ridge-1941")
    moment = moment.moved("1/6 Rajputana", Place(28.6, 12)).moved("2nd Camerons", Place(29.6, 12))
    assert set(play.seen(moment).garrisons) == {"1/6 Rajputana"}, "§10: a section holds one base"


def test_who_is_in_contact_stays() -> None:
    play, moment = on(OLD, "ridge-1941")
    contacts = play.seen(moment).contacts
    tank = next(name for name, unit in moment.units.items() if unit.side == "own" and contacts[name])
    with pytest.raises(BadInput, match=r"in contact with an enemy \(R17\)"):
        play.allowed(moment, Choice("move", tank, way=(Place(20, 12),)))


# --- fire
def test_a_battery_fires_once_and_bombs_fall_on_whomever_is_named() -> None:
    play, moment = on(OLD, "spotter-1941", step=1)
    shot = choice(play, moment, "fire", "I./Artillerie", "2nd Rifles")
    assert shot.asked is not None
    assert shot.asked.inputs["batteries"] == 1
    after = play.lands(moment, shot, 1)
    assert after.units["2nd Rifles"].fp == 1
    with pytest.raises(BadInput, match=r"I\./Artillerie has acted already"):
        play.allowed(after, Choice("fire", "I./Artillerie", "2nd Rifles"))
    assert play.lands(moment, shot, None).units["2nd Rifles"].lost
    assert not [each for each in play.choices(moment) if each.kind == "bomb"]
    flown = moment.note(**{"missions own": 2}).unit("Staff", fp=1)
    bomb = choice(play, flown, "bomb", "", "Staff")
    hit = play.lands(flown, bomb, Fire.HIT)
    assert (hit.noted["missions own"], hit.units["Staff"].lost) == (1, True)
    assert play.lands(flown, bomb, Fire.MISS).units["Staff"] == flown.units["Staff"]


def test_turns_of_fire_run_out_in_the_revised_edition_only() -> None:
    for book, shots in ((OLD, None), (REVISED, 3)):
        play, moment = on(book, "spotter-1941", step=1)
        after = play.lands(moment, choice(play, moment, "fire", "I./Artillerie", "2nd Rifles"), 0)
        assert after.units["I./Artillerie"].shots == shots
    empty = moment.unit("I./Artillerie", shots=0)
    with pytest.raises(BadInput, match="out of ammo"):
        play.allowed(empty, Choice("fire", "I./Artillerie", "2nd Rifles"))


# --- combat
def fighting(book: str, **reading: str) -> tuple[Any, Moment[Any], Choice]:
    play, moment = on(book, "ridge-1941", step=2, **reading)
    moment = moment.moved("I./Panzer", Place(27.5, 12.5)).moved("II./Panzer", Place(20, 11))
    found = next(each for each in play.choices(moment) if each.kind == "combat" and each.unit == "I./Panzer")
    return play, moment, found


def test_every_combat_is_fought_before_the_step_ends() -> None:
    play, moment, found = fighting(OLD)
    assert "pass" not in {each.kind for each in play.options(moment)}
    tie = Aftermath(Result.TIE, 0, 1, 1, Works.KEPT)
    after = play.lands(moment, found, tie)
    assert (after.units[found.unit].fp, after.units[found.target].fp) == (1, 1)
    assert found.key not in {each.key for each in play.choices(after)}
    assert after.places == moment.places


def test_the_beaten_withdraw_the_works_go_and_the_winner_may_follow() -> None:
    play, moment, found = fighting(OLD)
    assert found.target == "1/6 Rajputana"
    before = moment.places[found.target]
    after = play.lands(moment, found, Aftermath(Result.WIN, 3, 1, 1, Works.REMOVED))
    assert not after.position.marked(FORTIFICATION)
    here = after.places[found.target]
    assert ((here.x - before.x) ** 2 + (here.y - before.y) ** 2) ** 0.5 == pytest.approx(3, abs=0.002)
    assert [task.kind for task in after.tasks] == ["follow"]
    assert {each.kind for each in play.choices(after)} == {"follow", "stay"}
    follow = choice(play, after, "follow", "I./Panzer", "1/6 Rajputana")
    moved = play.lands(after, follow).places["I./Panzer"]
    assert ((moved.x - 27.5) ** 2 + (moved.y - 12.5) ** 2) ** 0.5 == pytest.approx(1, abs=0.002)
    assert play.lands(after, choice(play, after, "stay", "I./Panzer", "")).places == after.places


def test_the_beaten_and_who_follows_stop_at_mines_and_roll() -> None:
    play, moment, found = fighting(OLD)
    moment = moment.moved("1/6 Rajputana", Place(26, 13.9)).moved("I./Panzer", Place(26, 12.9))
    found = next(each for each in play.choices(moment) if each.unit == "I./Panzer")
    after = play.lands(moment, found, Aftermath(Result.WIN, 4, 1, 1, Works.KEPT))
    assert after.places["1/6 Rajputana"] == Place(26, 14.502)
    assert [task.kind for task in after.tasks] == ["follow", "mines"]
    clear = play.lands(after, next(iter(play.choices(after))), TIRED)
    assert (clear.units["1/6 Rajputana"].fp, len(clear.position.marked("minefield"))) == (2, 2)
    beaten = play.lands(moment, found, Aftermath(Result.WIN, 4, 1, None, Works.KEPT))
    ahead = play.lands(beaten, choice(play, beaten, "follow", "I./Panzer", "1/6 Rajputana"))
    assert ahead.places["I./Panzer"] == Place(26, 13.9)
    near = beaten.moved("I./Panzer", Place(26, 14))
    ahead = play.lands(near, choice(play, near, "follow", "I./Panzer", "1/6 Rajputana"))
    assert ahead.places["I./Panzer"] == Place(26, 14.502)
    assert ahead.tasks == (Task(CHANCE, "mines", ("I./Panzer",)),)


def test_the_beaten_are_driven_over_mines_under_t1_b() -> None:
    play, moment, _ = fighting(OLD, T1="b")
    moment = moment.moved("1/6 Rajputana", Place(26, 13.9)).moved("I./Panzer", Place(26, 12.9))
    found = next(each for each in play.choices(moment) if each.unit == "I./Panzer")
    after = play.lands(moment, found, Aftermath(Result.WIN, 4, 1, 1, Works.KEPT))
    assert after.places["1/6 Rajputana"] == Place(26, 17.9)
    assert [task.kind for task in after.tasks] == ["follow"]
    assert len(after.position.marked("minefield")) == len(moment.position.marked("minefield"))


def test_an_enemy_behind_mines_does_not_bar_the_way_back() -> None:
    play, moment, _ = fighting(OLD)
    moment = moment.moved("1/6 Rajputana", Place(26, 13.9)).moved("I./Panzer", Place(26, 12.9))
    moment = moment.moved("Recon", Place(26, 17))
    blocked = [each.asked.inputs["defender_blocked_at"] for each in play.choices(moment) if each.asked]
    assert blocked[-1] is None
    bare = moment.at(replace(moment.position, markers=()))
    free = [each.asked.inputs["defender_blocked_at"] for each in play.choices(bare) if each.asked]
    assert free[-1] == pytest.approx(2.1)


def test_of_two_who_attack_side_by_side_neither_bars_the_way_back_and_one_behind_does() -> None:
    """The other contacts lapse when the common enemy withdraws (R7); who stands behind it destroys it."""
    play, moment, _ = fighting(OLD)
    moment = moment.moved("I./Panzer", Place(4.5, 15)).moved("II./Panzer", Place(5.5, 15))
    moment = moment.moved("1/6 Rajputana", Place(5, 16))

    def barred(at: Moment[Any]) -> dict[str, Any]:
        found = (each for each in play.choices(at) if each.kind == "combat" and each.asked)
        return {each.unit: each.asked.inputs["defender_blocked_at"] for each in found}

    assert barred(moment) == {"I./Panzer": None, "II./Panzer": None}
    found = next(each for each in play.choices(moment) if each.unit == "I./Panzer")
    after = play.lands(moment, found, Aftermath(Result.WIN, 2, 1, 1, Works.KEPT))
    stays = play.lands(after, choice(play, after, "stay", "I./Panzer", ""))
    assert not [each for each in play.choices(stays) if each.kind == "combat"]
    surrounded = moment.moved("II./Panzer", Place(5, 17))
    assert barred(surrounded)["I./Panzer"] == 1


def test_works_that_shelter_an_enemy_bar_the_way_back_and_stop_who_follows() -> None:
    """§10: a section two bases wide is its garrison to whoever touches it, beaten or following too."""
    play, moment, _ = fighting(OLD)
    moment = moment.moved("I./Panzer", Place(5, 15)).moved("1/6 Rajputana", Place(5, 16))
    works = Marker(FORTIFICATION, 6.4, 12)
    held = moment.at(replace(moment.position, markers=(works,))).moved("2nd Camerons", Place(6.9, 12))
    found = next(each for each in play.choices(held) if each.unit == "I./Panzer")
    assert found.asked is not None
    assert found.asked.inputs["attacker_blocked_at"] == 2
    empty = held.moved("2nd Camerons", Place(20, 20))
    assert next(iter(play.choices(empty))).asked.inputs["attacker_blocked_at"] is None
    ahead = works._replace(y=16.9)
    beyond = held.at(replace(held.position, markers=(ahead,))).moved("2nd Camerons", Place(6.9, 16.9))
    won = play.lands(beyond, found, Aftermath(Result.WIN, 4, 1, None, Works.KEPT))
    follow = choice(play, won, "follow", "I./Panzer", "1/6 Rajputana")
    assert follow.way[-1] == Place(5, 15.902)


@pytest.mark.parametrize("book", [OLD, REVISED])
def test_several_units_throw_one_die_together_under_r7_b(book: str) -> None:
    play, moment, _ = fighting(book, R7="b")
    moment = moment.moved("I./Panzer", Place(4.5, 15)).moved("II./Panzer", Place(5.5, 15))
    moment = moment.moved("1/6 Rajputana", Place(5, 16)).unit("II./Panzer", fp=1)
    found = {each.unit: each for each in play.choices(moment) if each.kind == "combat"}
    assert set(found) == {"I./Panzer", "II./Panzer"}
    first = found["I./Panzer"]
    assert first.asked is not None
    assert first.asked.counted == ("I./Panzer, II./Panzer together",)
    odds = law_of(play, first)
    seen = play.seen(moment)
    fighters = tuple(fighter(seen, seen.field.unit(name), seen.field.unit("1/6 Rajputana")) for name in found)
    enemy = fighter(seen, seen.field.unit("1/6 Rajputana"), seen.field.unit("I./Panzer"))
    tree = Enumerating(draw=False).tree(attacks, fighters, enemy, False, play.rules).distribution.fractions()
    lost = sum(
        (chance for each, chance in odds.items() if None in {one.attacker for one in each.each}), Fraction(0)
    )
    assert lost == sum((chance for each, chance in tree.items() if each.lost), Fraction(0))

    won = Together((Aftermath(Result.WIN, 2, 1, 2, Works.KEPT), Aftermath(Result.WIN, 2, 2, 2, Works.KEPT)))
    after = play.lands(moment, first, won)
    assert [after.units[name].fp for name in ("I./Panzer", "II./Panzer", "1/6 Rajputana")] == [1, 2, 2]
    assert [task.about[0] for task in reversed(after.tasks)] == ["I./Panzer", "II./Panzer"]
    beaten = Together(
        (Aftermath(Result.LOSE, 2, 2, 1, Works.KEPT), Aftermath(Result.LOSE, 2, None, 1, Works.KEPT))
    )
    after = play.lands(moment, first, beaten)
    assert after.places["I./Panzer"].y < 15
    assert after.units["II./Panzer"].lost
    assert not [each for each in play.choices(after) if each.kind == "combat"]
    alone = moment.moved("II./Panzer", Place(20, 15))
    assert next(each for each in play.choices(alone) if each.kind == "combat").asked.calculator == "combat"


def law_of(play: Any, choice: Choice) -> dict[Any, Fraction]:
    assert choice.asked is not None
    asked = choice.asked.calculator
    rule = play.single_steps.get(asked) or system(play.rules.system).question(asked, "calculator")
    situation = rule.situation.read(choice.asked.inputs)
    return Enumerating(draw=False).tree(rule.rule, situation, play.rules).distribution.fractions()


def test_friends_make_room_for_the_beaten() -> None:
    play, moment, found = fighting(OLD)
    moment = moment.moved("I./Panzer", Place(20, 5)).moved("1/6 Rajputana", Place(20, 6))
    moment = moment.moved("Sappers", Place(20.5, 8.5)).moved("2nd Camerons", Place(20.5, 9.5))
    found = next(each for each in play.choices(moment) if each.unit == "I./Panzer")
    after = play.lands(moment, found, Aftermath(Result.WIN, 2, 1, 1, Works.KEPT))
    assert after.places["1/6 Rajputana"] == Place(20, 8)
    assert after.places["Sappers"] == Place(20.5, 9)
    assert after.places["2nd Camerons"] == Place(20.5, 10)
    moment = moment.moved("2nd Camerons", Place(40, 20)).moved("Recon", Place(20.9, 9.7))
    found = next(each for each in play.choices(moment) if each.unit == "I./Panzer")
    after = play.lands(moment, found, Aftermath(Result.WIN, 2, 1, 1, Works.KEPT))
    assert after.places["Sappers"].y < 8.71, "R18: friends are pushed, but not on an enemy"


def test_a_battery_that_has_won_follows_as_long_as_it_touches_nobody() -> None:
    play, moment, _ = fighting(REVISED)
    moment = moment.moved("I./Art Rgt", Place(20, 5)).moved("1/6 Rajputana", Place(20, 6))
    found = next(each for each in play.choices(moment) if "I./Art Rgt" in (each.unit, each.target))
    mine = Result.WIN if found.unit == "I./Art Rgt" else Result.LOSE
    after = play.lands(moment, found, Aftermath(mine, 3, 1, 1, Works.KEPT))
    assert {each.kind for each in play.choices(after)} == {"follow", "stay"}
    after = play.lands(moment, found, Aftermath(mine, 1, 1, 1, Works.KEPT))
    assert {each.kind for each in play.choices(after)} == {"stay"}


def test_bases_of_a_side_stand_edge_to_edge_but_not_on_each_other() -> None:
    play, moment = on(OLD, "ridge-1941")
    assert play.allowed(moment, Choice("move", "Kradschützen", way=(Place(23, 10),)))
    with pytest.raises(BadInput, match=r"I\./Schützen stands there"):
        play.allowed(moment, Choice("move", "Kradschützen", way=(Place(23, 9.9),)))


def test_who_leaves_the_map_is_destroyed_and_a_double_is_not_followed_in_2010() -> None:
    play, moment, found = fighting(OLD)
    far = play.lands(moment, found, Aftermath(Result.WIN, 40, 1, 1, Works.KEPT))
    assert far.units[found.target].lost
    double = play.lands(moment, found, Aftermath(Result.WIN_DOUBLE, 0, 1, None, Works.REMOVED))
    assert double.units[found.target].lost
    assert not double.tasks
    play, moment, found = fighting(REVISED)
    double = play.lands(moment, found, Aftermath(Result.WIN_DOUBLE, 4, 1, 3, Works.REMOVED))
    assert double.tasks[-1].about[2] == 2


def test_who_came_into_contact_attacks_as_long_as_it_lasts() -> None:
    play, moment = on(REVISED, "spotter-1941")
    moment = moment.moved("Aufklärung", Place(20, 20)).moved("2nd Rifles", Place(20, 22.2))
    touching = play.lands(moment, Choice("move", "Aufklärung", way=(Place(20, 21.3),)))
    assert touching.noted["Aufklärung attacks 2nd Rifles"]
    later = Moment(touching.position, step=6, noted=touching.noted)
    assert play.now(later).side == "enemy"
    assert ("Aufklärung", "2nd Rifles") in {(each.unit, each.target) for each in play.choices(later)}
    apart = play.ends_step(later.moved("2nd Rifles", Place(30, 20)))
    assert "Aufklärung attacks 2nd Rifles" not in apart.noted


# --- rally
def test_rally_takes_an_fp_off_and_a_battery_names_what_it_wants() -> None:
    play, moment = on(OLD, "spotter-1941", step=3)
    near = moment.moved("II./IR 1", Place(10, 11))
    rally = choice(play, near, "rally", "II./IR 1", "")
    assert play.lands(near, rally, 0).units["II./IR 1"].fp == 0
    far = moment.moved("II./IR 1", Place(30, 2))
    with pytest.raises(BadInput, match="it rallies within 12"):
        play.allowed(far, Choice("rally", "II./IR 1"))
    play, moment = on(REVISED, "spotter-1941", step=3)
    tired = moment.unit("I./Artillerie", fp=1, shots=2)
    notes = [each.note for each in play.choices(tired) if each.unit == "I./Artillerie"]
    assert notes == ["fatigue", "ammo"]
    ammo = play.allowed(tired, Choice("rally", "I./Artillerie", note="ammo"))
    full = play.lands(tired, ammo, Battery(1, 3)).units["I./Artillerie"]
    assert (full.fp, full.shots) == (1, 3)


# --- a whole turn and the end
@pytest.mark.parametrize("book", [OLD, REVISED])
def test_a_turn_by_hand_laid_dice_is_played_again(book: str) -> None:
    game = Game(system(book), "spotter-1941", seed=1)
    game.play(game.choices()[0], {"first player": 1})
    for number in (1, 2):
        game.play(game.choices()[0], {"number of attacks": number})
    game.play(Choice("move", "Aufklärung", way=(Place(20, 16),)))
    game.play(Choice("pass"))
    event = game.play(Choice("fire", "I./Artillerie", "2nd Rifles"), ["hits 5"])
    assert (event.outcome, str(event.chance)) == ("fp 1", "1/3")
    game.play(Choice("bomb", target="2nd Rifles"), {"bombs": 3})
    game.play(Choice("pass"))
    assert game.now[:2] == ("4", "own")
    game.play(Choice("rally", "II./IR 1"), {"rally": 6})
    if book == REVISED:
        game.play(Choice("pass"))
    assert game.now[:2] == ("5", "enemy")
    assert replay(game.text()).moment == game.moment


def test_the_house_rule_ends_the_day_and_worth_counts_what_is_left() -> None:
    play, moment = on(OLD, "spotter-1941")
    lost = moment
    for name in [name for name, unit in moment.units.items() if unit.side == "enemy"]:
        lost = lost.unit(name, lost=True)
    assert str(play.over(lost)) == "own wins: enemy has lost 1/2 of its units (house rule)"
    assert play.worth(lost, "own") > play.worth(moment, "own")


def test_a_formation_on_parade_has_no_enemy() -> None:
    with pytest.raises(BadInput, match="on parade"):
        system(REVISED).play("german-pz-division-1941")


# --- days and nights
def at_nightfall(book: str, **reading: str) -> tuple[Any, Moment[Any]]:
    play, moment = on(book, "two-days-1941", **reading)
    last = Moment(moment.position, turn=9, step=8).note(side_a="own")
    return play, play.lands(last, next(iter(play.choices(last))), 9)


@pytest.mark.parametrize(
    ("answer", "rolls"),
    [
        ("a", [("I./IR 1",), ("2nd Rifles",)]),
        ("b", [("I./IR 1",), ("2nd Rifles",)]),
        ("c", [("I./IR 1",)]),
    ],
)
def test_the_tired_rally_in_the_night(answer: str, rolls: list[tuple[str, ...]]) -> None:
    play, moment = on(OLD, "two-days-1941", R3=answer)
    moment = Moment(moment.position, turn=9, step=8).note(side_a="own").moved("2nd Rifles", Place(1, 17))
    night = play.lands(moment, next(iter(play.choices(moment))), 9)
    assert [task.about[1:] for task in reversed(night.tasks)] == rolls
    asked = next(iter(play.choices(night)))
    assert (asked.asked.calculator, asked.asked.inputs["quality"]) == ("overnight-rally", "average")
    assert play.lands(night, asked, 1).units["I./IR 1"].fp == 0
    assert play.lands(night, asked, 0).units["I./IR 1"].fp == 1


def test_one_die_for_all_tired_units_of_a_side() -> None:
    play, moment = on(OLD, "two-days-1941", R3="b")
    moment = moment.unit("II./IR 1", fp=2)
    last = Moment(moment.position, turn=9, step=8).note(side_a="own")
    night = play.lands(last, next(iter(play.choices(last))), 9)
    assert night.tasks[-1].about == ("own", "I./IR 1", "II./IR 1")
    slept = play.lands(night, next(iter(play.choices(night))), 1)
    assert [slept.units[name].fp for name in ("I./IR 1", "II./IR 1")] == [0, 1]


def test_the_second_day_has_its_own_nightfall_and_is_the_last() -> None:
    play, night = at_nightfall(OLD)
    assert (night.turn, play.hour(night), night.noted["nights"], play.over(night)) == (10, 1, 1, None)
    kinds = [each.kind for each in play.steps(Moment(night.position, turn=18, noted=night.noted))]
    assert kinds.count("nightfall") == 1
    later = Moment(night.position, turn=18, step=8, noted=night.noted)
    over = play.lands(later, next(iter(play.choices(later))), 9)
    assert str(play.over(over)) == "drawn: 18 turns are over (house rule)"
    longer = play.lands(later, next(iter(play.choices(later))), 12)
    assert play.over(longer) is None


def test_a_new_day_brings_turns_of_fire_unless_only_rolls_do() -> None:
    for answer, shots in (("a", None), ("b", 0)):
        play, moment = on(REVISED, "two-days-1941", R35=answer)
        moment = moment.unit("I./Artillerie", shots=0)
        last = Moment(moment.position, turn=9, step=8).note(side_a="own")
        morning = play.lands(last, next(iter(play.choices(last))), 9)
        assert morning.units["I./Artillerie"].shots == shots


def test_missions_are_agreed_or_rolled_with_what_the_theatre_adds() -> None:
    home = system(OLD)
    agreed = home.play("two-days-1941").start()
    assert (agreed.tasks, agreed.noted["missions own"], agreed.noted["missions enemy"]) == ((), 3, 1)
    play = home.play("ridge-1941")
    play.table = replace(play.table, scenario=replace(play.table.scenario, enemy_air=-2))
    asked = next(iter(play.on_missions(play.start(), "enemy"))).asked
    assert asked is not None
    assert asked.inputs == {"modifier": -2}


def test_an_hq_that_an_enemy_touches_is_destroyed_where_that_is_agreed() -> None:
    for answer, lost in (("a", False), ("c", True)):
        play, moment = on(OLD, "two-days-1941", R4=answer)
        moment = moment.moved("Staff", Place(10, 10))
        after = play.lands(moment, Choice("move", "I./IR 1", way=(Place(10, 9),)))
        assert (after.units["Staff"].lost, after.units["I./IR 1"].lost) == (lost, False)


def test_a_good_roll_of_a_battery_is_named_before_or_after() -> None:
    play, moment = on(REVISED, "two-days-1941", step=3, R34="c")
    tired = moment.unit("I./Artillerie", fp=1, shots=2)
    rally = choice(play, tired, "rally", "I./Artillerie", "")
    good = play.lands(tired, rally, Battery(0, 2))
    assert [each.note for each in play.choices(good)] == ["fatigue", "ammo"]
    loaded = play.lands(good, next(each for each in play.choices(good) if each.note == "ammo"))
    assert (loaded.units["I./Artillerie"].fp, loaded.units["I./Artillerie"].shots) == (1, 3)
    rested = play.lands(good, next(each for each in play.choices(good) if each.note == "fatigue"))
    assert (rested.units["I./Artillerie"].fp, rested.tasks) == (0, ())
    assert play.lands(tired, rally, Battery(1, 2)).tasks == ()


def test_who_overruns_a_battery_together_is_tired_together() -> None:
    """Without ammunition it falls without a die; all who attack it share what that costs (R7=b, R33=b)."""
    play, moment, _ = fighting(REVISED, R7="b", R33="b")
    enemies = (unit for unit in moment.units.values() if unit.side == "enemy")
    battery = next(unit.name for unit in enemies if unit.kind is Kind.ARTILLERY)
    moment = moment.moved("I./Panzer", Place(4.5, 15)).moved("II./Panzer", Place(5.5, 15))
    moment = moment.moved(battery, Place(5, 16)).unit(battery, shots=0)
    first = next(each for each in play.choices(moment) if each.target == battery)
    (outcome,) = law_of(play, first)
    after = play.lands(moment, first, outcome)
    assert after.units[battery].lost
    assert [after.units[name].fp for name in ("I./Panzer", "II./Panzer")] == [1, 1]


# --- what goes by the division, and readings that no map can play
@pytest.mark.parametrize(("reading", "leg", "wheels"), [("a", (6, 3), (6, 3)), ("b", (3, 3), (6, 6))])
def test_an_hq_and_engineers_move_by_their_division(
    reading: str, leg: tuple[int, int], wheels: tuple[int, int]
) -> None:
    play, moment = on(OLD, "ridge-1941", R13=reading, R14=reading)
    seen = play.seen(moment)
    for side, moves in (("enemy", leg), ("own", wheels)):
        kinds = {unit.kind: unit for unit in moment.units.values() if unit.side == side}
        found = [replace(kinds["hq"], kind=kind, moves_as=None) for kind in (Kind.HQ, Kind.ENGINEER)]
        assert tuple(seen.open_move(each) for each in found) == moves


@pytest.mark.parametrize("reading", [{}, {"R11": "b"}, {"R12": "b"}, {"R11": "b", "R12": "b"}])
def test_what_a_way_costs_by_road_and_over_mixed_ground(reading: dict[str, str]) -> None:
    """8 km of road with 2 km of wood, and a walk of 2 km of which 1 is wood, against the book's check."""
    home = system(OLD)
    scenario = home.tabletop("ridge-1941").scenario
    wood = PatchOnTable(ground="wood", corners=((10, 0), (12, 0), (12, 24), (10, 24)))
    road = RoadOnTable(points=((0, 12), (48, 12)))
    bare = replace(scenario, patches=(wood,), roads=(road,), minefields=(), fortifications=())
    table = replace(home.tabletop("ridge-1941"), scenario=bare)
    rules = home.rules.variant(reading)
    position = table.start()
    position = position.moved("I./Panzer", Place(6, 12)).moved("I./Schützen", Place(9, 20))
    state = BoardState(position)
    road_cost = {"a": ([["road", 8]], 0), "b": ([["road", 6]], 2)}[rules.R11]
    told = [
        table.way_to("I./Panzer", Place(14, 12), state, rules).spent,
        table.way_to("I./Schützen", Place(11, 20), state, rules).spent,
    ]
    segments, level = road_cost
    walked = ([*segments, ["open", level]], [["open", 1], ["rough", 1]])
    costs = [pz8edu.ask(OLD, "path", unit="tank", segments=each, rules=rules)["cost"] for each in walked]
    assert [str(each) for each in told] == costs


def test_a_grade_that_no_die_knows_is_refused() -> None:
    with pytest.raises(BadInput, match="Poor"):
        on(OLD, "spotter-1941", R10="b")
