"""Whole turns of Pz8 WW2: transports, guns on tractors, batteries off the table, smoke, played doubts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pz8edu.board.position import Marker, Place
from pz8edu.core import printed_rules
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.positions import position_line, read_position
from pz8edu.games.record import replay
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.tabletop import Ww2Table
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.turns.choice import Choice
from tests.systems.in_play import choice, do, game_at, laws, put, stand, until, why_not

WW2, TABLE = "pz8-ww2", "half-tracks-and-smoke"
RULES = printed_rules(Ww2)
TRACKS, BATTERY = "Sd.Kfz. 251", "105 mm battery"


def own_moves(reading: str = "") -> Game:
    return game_at(WW2, TABLE, "move", "own", reading, side_a="own")


def own_fires(reading: str = "") -> Game:
    return game_at(WW2, TABLE, "fire", "own", reading, side_a="enemy")


def table(game: Game) -> Ww2Table:
    assert isinstance(game.book.table, Ww2Table)
    return game.book.table


def kinds(game: Game, unit: str) -> set[str]:
    return {each.kind for each in game.choices(unit)}


# --- transports (section 4)
def test_who_rides_has_no_base_and_goes_where_its_transport_goes() -> None:
    game = own_moves()
    assert game.moment.units[TRACKS].aboard == "Grenadiers aboard"
    assert "Grenadiers" not in {base.name for base in table(game).battlefield(game.moment.picked()).units}
    game.play(Choice("move", TRACKS, way=(Place(9, 8.4, 90),)))
    assert game.moment.places["Grenadiers"][:2] == (9, 8.4)
    assert why_not(game, "dismount", "Grenadiers", TRACKS) == (
        f"{TRACKS} has gone more than half of its move (§4)."
    )


def test_who_dismounts_has_half_a_move_and_so_has_the_transport() -> None:
    game = own_moves()
    do(game, "dismount", "Grenadiers", TRACKS)
    there = game.moment.places["Grenadiers"]
    assert game.moment.units["Grenadiers"].rides == ""
    assert game.moment.units[TRACKS].aboard == ""
    assert game.now.kind == "half-move"
    with pytest.raises(BadInput, match="take half of its move"):
        game.play(Choice("walk", "Grenadiers", way=(there._replace(x=there.x + 1.2),)))
    game.play(Choice("walk", "Grenadiers", way=(there._replace(x=there.x + 1),)))
    with pytest.raises(BadInput, match="take half of its move"):
        game.play(Choice("move", TRACKS, way=(Place(4, 4.6, 90),)))
    assert "Grenadiers has acted" in why_not(game, "mount", "Grenadiers", TRACKS)


@pytest.mark.parametrize(("kind", "calculator"), [("mine", "minefield"), ("wire", "wire")])
def test_who_gets_off_in_mines_or_wire_is_attacked_and_stops(kind: str, calculator: str) -> None:
    game = own_moves()
    x, y, *_ = next(each for each in game.choices() if each.kind == "dismount").way[-1]
    stand(game, game.moment.at(game.moment.position.with_marker(Marker(kind, x, y, "enemy"))))
    do(game, "dismount", "Grenadiers", TRACKS)
    (found,) = game.choices()
    assert found.asked is not None
    assert found.asked.calculator == calculator, "§11: a unit that enters is attacked at once"
    game.play(found)
    assert game.now.kind == "move", "§11: and must stop, so that nothing is left of its move"


def test_only_the_carriers_move_is_halved_under_t6_b() -> None:
    game = own_moves("T6=b")
    do(game, "dismount", "Grenadiers", TRACKS)
    there = game.moment.places["Grenadiers"]
    game.play(Choice("walk", "Grenadiers", way=(there._replace(x=there.x + 1.9),)))
    with pytest.raises(BadInput, match="take half of its move"):
        game.play(Choice("move", TRACKS, way=(Place(4, 4.6, 90),)))


def test_infantry_mounts_what_it_reaches_with_half_its_move() -> None:
    game = game_at(WW2, TABLE, "move", "enemy", side_a="enemy")
    do(game, "mount", "Support", "Carriers")
    assert game.moment.units["Support"].rides == "Carriers"
    assert game.moment.units["Carriers"].passenger == "Support"
    game.play(Choice("move", "Carriers", way=(Place(16, 11, 270),)))
    assert game.moment.places["Support"][:2] == (16, 11)
    far = game_at(WW2, TABLE, "move", "enemy", side_a="enemy")
    put(far, "Support", at=Place(20.8, 11, 270))
    assert "does not reach Carriers" in why_not(far, "mount", "Support", "Carriers")
    assert "mount" in kinds(game_at(WW2, TABLE, "move", "enemy", "T6=b", side_a="enemy"), "Support")
    near = game_at(WW2, TABLE, "move", "enemy", "T6=b", side_a="enemy")
    put(near, "Support", at=Place(20.8, 11, 270))
    do(near, "mount", "Support", "Carriers")
    assert near.moment.units["Support"].rides == "Carriers"


def test_a_transport_carries_one_base_of_infantry_machine_guns_or_mortars() -> None:
    game = own_moves()
    put(game, "HQ", at=Place(4, 8.2, 90))
    assert "mount" not in kinds(game, "HQ"), "the half-tracks are full"
    put(game, "81 mm", at=Place(2.9, 4.2, 90))
    put(game, "Pak 40", at=Place(8, 4.2, 90))
    do(game, "mount", "81 mm", "Lorries")
    assert "mount" not in kinds(game, "Panzer IV"), "a tank does not ride"


@pytest.mark.parametrize("condition", [Condition.DISORGANIZED, Condition.SUPPRESSED])
def test_who_is_not_ok_neither_mounts_nor_gets_off(condition: Condition) -> None:
    game = own_moves()
    put(game, "Grenadiers", condition=condition)
    said = f"Grenadiers is {condition} and does not move (§6)."
    assert why_not(game, "dismount", "Grenadiers", TRACKS) == said


def test_a_gun_is_towed_by_a_transport_that_drives_up_and_set_down_beside_it() -> None:
    game = own_moves()
    do(game, "tow", "Lorries", "Pak 40")
    towed = game.moment.units["Pak 40"]
    assert (towed.rides, towed.limbered) == ("Lorries", True)
    turn, inches = game.moment.noted["gone Lorries"]
    assert turn == 1
    assert Fraction("0.5") < Fraction(inches) < Fraction("0.6"), "the gun stands a little askew"
    with pytest.raises(BadInput, match="take half of its move"):
        game.play(Choice("move", "Lorries", way=(Place(4, 4.2, 90),)))
    game.play(Choice("move", "Lorries", way=(Place(3.7, 4.2, 90),)))
    assert game.moment.places["Pak 40"] == game.moment.places["Lorries"]
    later = own_moves()
    put(later, "Lorries", passenger="Pak 40")
    put(later, "Pak 40", rides="Lorries", limbered=True, at=later.moment.places["Lorries"])
    do(later, "unlimber", "Pak 40")
    down = later.moment.units["Pak 40"]
    assert (down.rides, down.limbered, later.moment.units["Lorries"].aboard) == ("", False, "")
    assert later.now.kind == "move", "a gun does not go on"


def test_a_gun_stays_without_a_transport_on_the_table_under_t10_b() -> None:
    assert "limber" in kinds(own_moves(), "Pak 40")
    game = own_moves("T10=b")
    assert why_not(game, "limber", "Pak 40").startswith("Pak 40 moves only if a transport")
    do(game, "tow", "Lorries", "Pak 40")


def test_a_limbered_gun_does_not_fire_unless_t12_is_b() -> None:
    for reading, legal in (("", False), ("T12=b", True)):
        game = own_fires(reading)
        put(game, "Sherman", at=Place(10, 4.8, 270))
        put(game, "Pak 40", limbered=True)
        assert ("fire" in kinds(game, "Pak 40")) is legal
        if not legal:
            assert "is limbered" in why_not(game, "fire", "Pak 40", "Sherman")


# --- harm to both (section 6)
def test_a_shot_at_a_transport_harms_whom_it_carries() -> None:
    game = game_at(WW2, TABLE, "fire", "enemy", side_a="own")
    put(game, TRACKS, at=Place(12, 3.4, 90))
    assert do(game, "fire", "Sherman", TRACKS, dice=["to hit 6", "attack 1", "defence 4"]) == (
        "disorganized/disorganized"
    )
    assert game.moment.units["Grenadiers"].condition is Condition.DISORGANIZED


def test_who_survives_a_wreck_gets_off_it() -> None:
    game = game_at(WW2, TABLE, "fire", "enemy", side_a="own")
    put(game, TRACKS, at=Place(12, 3.4, 90), condition=Condition.SUPPRESSED)
    dice = ["to hit 6", "attack 1", "defence 3"]
    assert do(game, "fire", "Sherman", TRACKS, dice=dice) == "destroyed/suppressed"
    left = game.moment.units["Grenadiers"]
    assert (left.rides, left.condition) == ("", Condition.SUPPRESSED)
    assert game.moment.places["Grenadiers"][:2] == (12, 3.4)


def test_mines_and_close_combat_harm_both_by_the_same_damage() -> None:
    game = own_moves()
    mined = game.moment.position.with_marker(Marker("real mine", 6, 8.4, "enemy"))
    stand(game, game.moment.at(mined))
    put(game, "Grenadiers", condition=Condition.DISORGANIZED)
    put(game, TRACKS, passenger_condition=Condition.DISORGANIZED)
    game.play(Choice("move", TRACKS, way=(Place(8, 8.4, 90),)))
    assert do(game, "obstacle", TRACKS, dice=["attack 2", "defence 3"]) == "disorganized"
    both = game.moment.units[TRACKS].condition, game.moment.units["Grenadiers"].condition
    assert both == (Condition.DISORGANIZED, Condition.SUPPRESSED)
    fight = game_at(WW2, TABLE, "fire", "enemy", side_a="own")
    put(fight, "Support", at=Place(5, 8.4, 270))
    dice = ["attack 3", "defence 2"]
    assert do(fight, "fire", "Support", TRACKS, dice=dice) == "disorganized"
    assert fight.moment.units["Grenadiers"].condition is Condition.DISORGANIZED
    last = game_at(WW2, TABLE, "fire", "enemy", side_a="own")
    put(last, "Support", at=Place(5, 8.4, 270))
    put(last, TRACKS, condition=Condition.SUPPRESSED)
    assert laws(last, choice(last, "fire", "Support", TRACKS)) == {Condition.DESTROYED: 1}
    do(last, "fire", "Support", TRACKS, dice=[])
    assert last.moment.units["Grenadiers"].destroyed


def test_who_rides_rallies_where_its_transport_is() -> None:
    game = game_at(WW2, TABLE, "rally", "own", side_a="own")
    put(game, "Grenadiers", condition=Condition.DISORGANIZED)
    put(game, TRACKS, passenger_condition=Condition.DISORGANIZED)
    do(game, "rally", "Grenadiers", dice=["rally 5"])
    assert game.moment.units[TRACKS].passenger_condition is Condition.OK


# --- batteries off the table (section 5)
def test_a_battery_fires_at_anybody_until_a_one_or_two() -> None:
    game = own_fires()
    assert {each.target for each in game.choices(BATTERY) if each.kind == "indirect"} == {
        *("Colonel", "Rifles", "Vickers", "25-pdr", "Carriers", "Support", "Sherman")
    }
    assert do(game, "indirect", BATTERY, "Support", dice=["to hit 5"]) == "hit/available"
    assert do(game, "strike", dice=["attack 1", "defence 3"]) == "suppressed"
    assert game.moment.units["Support"].condition is Condition.SUPPRESSED
    assert BATTERY not in {each.unit for each in game.choices()}, "once in a Fire phase"
    spent = own_fires()
    do(spent, "indirect", BATTERY, "Support", dice=["to hit 2"])
    do(spent, "stray", dice=["direction 4", "inches 1"])
    assert spent.moment.position.stock[f"battery {BATTERY}"] == 0
    later = own_fires()
    stand(later, later.moment.at(spent.moment.position))
    assert later.choices(BATTERY) == []


def test_a_shell_that_misses_strikes_friend_or_foe_and_nobody_under_t8_b() -> None:
    game = own_fires()
    put(game, "Panzer IV", at=Place(19.8, 12.8, 0))
    do(game, "indirect", BATTERY, "Support", dice=["to hit 3"])
    assert do(game, "stray", dice=["direction 1", "inches 2"]) == "Panzer IV"
    assert do(game, "strike", dice=["attack 6", "defence 1"]) == "destroyed"
    assert game.moment.units["Panzer IV"].destroyed
    harmless = own_fires("T8=b")
    do(harmless, "indirect", BATTERY, "Support", dice=["to hit 3"])
    assert harmless.moment.tasks == ()


def test_a_headquarters_saves_from_a_shell_and_the_steps_are_the_question() -> None:
    """To hit, damage and save by single steps: as `indirect-fire` answers at one blow."""
    game = own_fires()
    book, before = game.book, game.moment
    first = choice(game, "indirect", BATTERY, "Colonel")
    found: dict[str, Fraction] = {}
    for outcome, chance in laws(game, first).items():
        moment = book.lands(before, first, outcome)
        if moment.tasks[-1].kind == "stray":
            found["deviates"] = found.get("deviates", Fraction(0)) + chance
            continue
        strike = next(book.choices(moment))
        for damage, share in laws(game, strike).items():
            after = book.lands(moment, strike, damage)
            if not after.tasks:
                word = after.units["Colonel"].condition.value
                found[word] = found.get(word, Fraction(0)) + chance * share
                continue
            save = next(book.choices(after))
            for saved, part in laws(game, save).items():
                word = book.lands(after, save, saved).units["Colonel"].condition.value
                found[word] = found.get(word, Fraction(0)) + chance * share * part
    asked = {"attack": 4, "defence": 0, "hq": True}
    whole = Choice("indirect", asked=type(first.asked)("indirect-fire", asked))  # type: ignore[misc]
    odds = game.odds(whole)
    assert odds is not None
    assert found == odds.fractions()


def test_a_battery_needs_an_observer_under_t9_b() -> None:
    game = own_fires("T9=b")
    assert why_not(game, "indirect", BATTERY, "Rifles") == "Nobody sees Rifles (§5; T9)."
    put(game, "Grenadiers", rides="", at=Place(12.6, 7.6, 90))
    assert choice(game, "indirect", BATTERY, "Rifles").target == "Rifles"


def test_guns_on_the_table_fire_indirectly_only_under_t5_b() -> None:
    for reading, may in (("", False), ("T5=b", True)):
        game = game_at(WW2, TABLE, "fire", "enemy", reading, side_a="own")
        assert ("indirect" in kinds(game, "25-pdr")) is may
        if may:
            do(game, "indirect", "25-pdr", "HQ", dice=["to hit 1"])
            do(game, "stray", dice=["direction 4", "inches 6"])
            assert game.moment.units["25-pdr"].fired
            later = game_at(WW2, TABLE, "fire", "enemy", reading, side_a="own")
            stand(later, later.moment.note(**{"spent 25-pdr": "spent"}))
            assert "indirect" not in kinds(later, "25-pdr")


def test_a_disorganized_gun_fires_indirectly_with_its_modifier_under_t5_b() -> None:
    game = game_at(WW2, TABLE, "fire", "enemy", "T5=b", side_a="own")
    shell, point = choice(game, "indirect", "25-pdr", "HQ"), (Place(9, 7),)
    smoke = Choice("smoke", "25-pdr", way=point, note="indirect")
    steady = [game.odds(shell), game.odds(game.book.allowed(game.moment, smoke))]
    put(game, "25-pdr", condition=Condition.DISORGANIZED)
    shaken = [
        game.odds(choice(game, "indirect", "25-pdr", "HQ")),
        game.odds(game.book.allowed(game.moment, smoke)),
    ]
    for before, after in zip(steady, shaken, strict=True):
        assert before is not None
        assert after is not None
        misses = [
            sum(odds.fraction(f"deviates/{end}") for end in ("spent", "available"))
            for odds in (before, after)
        ]
        assert misses[1] - misses[0] == Fraction(1, 6), "section 6: Disorganized, -1 to hit"
    game.play(smoke, ["to hit 6"])
    assert game.moment.position.marked("fresh smoke")


# --- smoke (section 11)
def test_smoke_of_a_battery_lies_where_it_was_fired_to_blocks_sight_and_goes() -> None:
    game = own_fires()
    put(game, "Sherman", at=Place(12, 10, 270))
    game.play(Choice("smoke", BATTERY, way=(Place(9, 7),), note="indirect"), ["to hit 6"])
    assert game.moment.position.marked("fresh smoke") == (Marker("fresh smoke", 9, 7, "own"),)
    put(game, TRACKS, at=Place(4, 7, 90))
    put(game, "Sherman", at=Place(12, 7, 270))
    shot = table(game).measured(game.moment.picked(TRACKS, "Sherman"), RULES)
    assert shot is not None
    assert "smoke" in shot.sight.says
    do(game, "pass")
    assert [marker.kind for marker in game.moment.position.markers] == ["smoke"]
    until(game, "fire", "enemy")
    do(game, "pass")
    assert game.moment.position.markers == ()


def test_smoke_hangs_until_its_own_sides_fire_phase_under_t11_b() -> None:
    game = own_fires("T11=b")
    put(game, "Sherman", at=Place(12, 10, 270))
    game.play(Choice("smoke", BATTERY, way=(Place(9, 7),), note="indirect"), ["to hit 6"])
    until(game, "move")
    until(game, "fire", "enemy")
    do(game, "pass")
    assert game.moment.position.marked("smoke"), "the enemy's Fire phase is over, ours is to come"
    until(game, "fire", "own")
    do(game, "pass")
    assert game.moment.position.markers == ()


def test_smoke_that_misses_drifts_indirectly_and_is_lost_directly() -> None:
    game = own_fires()
    put(game, "Sherman", at=Place(12, 5, 270))
    game.play(Choice("smoke", BATTERY, way=(Place(9, 7),), note="indirect"), ["to hit 3"])
    assert do(game, "drift", dice=["direction 1", "inches 3"]) == "direction 1, 3 inches"
    assert game.moment.position.marked("fresh smoke") == (Marker("fresh smoke", 9, 10, "own"),)
    direct = game_at(WW2, TABLE, "fire", "enemy", side_a="own")
    event = direct.play(Choice("smoke", "25-pdr", way=(Place(12.5, 4.4),)), ["to hit 3"])
    assert event.outcome == "no-smoke"
    assert direct.moment.position.markers == ()
    assert direct.moment.units["25-pdr"].fired


def test_direct_smoke_is_fired_where_the_gun_can_fire() -> None:
    game = game_at(WW2, TABLE, "fire", "enemy", side_a="own")
    with pytest.raises(BadInput, match="blocked by the village"):
        game.play(Choice("smoke", "25-pdr", way=(Place(9, 8.5),)))
    with pytest.raises(BadInput, match="arc"):
        game.play(Choice("smoke", "25-pdr", way=(Place(16, 12),)))
    with pytest.raises(BadInput, match="not on the table"):
        game.play(Choice("smoke", "5.5 inch battery", way=(Place(-3, 8.5),), note="indirect"))
    assert "smoke" not in kinds(game, "Sherman"), "only artillery fires smoke"


# --- doubts
def test_a_headquarters_rallies_itself_unless_t1_is_b() -> None:
    for reading, legal in (("", True), ("T1=b", False)):
        game = game_at(WW2, TABLE, "rally", "own", reading, side_a="own")
        put(game, "HQ", condition=Condition.DISORGANIZED)
        put(game, "Panzer IV", condition=Condition.DISORGANIZED)
        assert ("HQ" in {each.unit for each in game.choices()}) is legal
        assert "Panzer IV" in {each.unit for each in game.choices()}, "it lets others rally"


def test_a_suppressed_unit_that_is_touched_is_lost_in_the_fire_phase_or_at_once() -> None:
    for reading, lost in (("", False), ("T2=b", True)):
        game = own_moves(reading)
        put(game, "Sherman", at=Place(8, 10, 270), condition=Condition.SUPPRESSED)
        game.play(Choice("move", "Panzer IV", way=(Place(7.1, 10, 90),)))
        assert game.moment.units["Sherman"].destroyed is lost


def test_a_unit_fires_once_or_once_at_each_target() -> None:
    for reading, more in (("", set()), ("T3=b", {"Sherman"})):
        game = own_fires(reading)
        put(game, "Carriers", at=Place(8, 10, 270))
        put(game, "Sherman", at=Place(8, 7.5, 270))
        do(game, "fire", "Panzer IV", "Carriers", dice=["to hit 1"])
        assert {each.target for each in game.choices("Panzer IV") if each.unit} == more
        if more:
            do(game, "fire", "Panzer IV", "Sherman", dice=["to hit 1"])
            assert kinds(game, "Panzer IV") == set()
            do(game, "pass")
            assert not [word for word in game.moment.noted if word.startswith("shots")]


def test_a_shot_that_is_too_far_is_refused_or_lost() -> None:
    game = own_fires()
    put(game, "Sherman", at=Place(12, 10, 270))
    put(game, "Panzer IV", range="37-47mm")
    assert "out of range" in why_not(game, "fire", "Panzer IV", "Sherman")
    lost = own_fires("T4=b")
    put(lost, "Sherman", at=Place(12, 10, 270))
    put(lost, "Panzer IV", range="37-47mm")
    do(lost, "try", "Panzer IV", "Sherman")
    assert lost.moment.units["Panzer IV"].fired
    assert kinds(lost, "Panzer IV") == set()
    assert not lost.moment.units["Sherman"].destroyed


def test_a_minefield_that_engineers_have_entered_goes_or_lies_on() -> None:
    for reading, lies in (("", ()), ("T7=b", ("real mine",))):
        game = game_at(WW2, "minefield", "move", "own", reading, side_a="own")
        mine = Marker("mine", 7.6, 6.0, "enemy")
        stand(game, game.moment.at(game.moment.position))
        game.play(Choice("move", "Pioneers", way=(Place(8, 6, 90),)))
        assert do(game, "obstacle", "Pioneers", dice=["a real counter? yes"]) == "ok"
        left = [each for each in game.moment.position.markers if each[1:3] == mine[1:3]]
        assert tuple(each.kind for each in left) == lies


def test_both_strike_at_once_under_r17_b() -> None:
    game = own_fires("R17=b")
    put(game, "Support", at=Place(2.6, 7.9, 270))
    do(game, "fire", "HQ", "Support", dice=["attack 6", "defence 1"])
    assert not game.moment.units["Support"].destroyed, "its own blow comes first"
    assert game.now.side == "enemy"
    do(game, "strike-back", "Support", "HQ", dice=["attack 6", "defence 1"])
    assert (game.moment.units["Support"].destroyed, game.moment.units["HQ"].destroyed) == (True, True)
    once = own_fires("R17=b")
    put(once, "Support", at=Place(2.6, 7.9, 270))
    do(once, "fire", "HQ", "Support", dice=["attack 1", "defence 6"])
    do(once, "strike-back", "Support", "HQ", dice=["attack 1", "defence 6"])
    do(once, "pass")
    until(once, "fire", "enemy")
    assert "have fought in this turn" in why_not(once, "fire", "Support", "HQ")


def test_a_position_with_a_load_and_smoke_is_written_and_read_back() -> None:
    game = own_moves()
    do(game, "dismount", "Grenadiers", TRACKS)
    assert read_position(position_line(game), game) == game.moment
    later = Game(game.home, TABLE, seed=4)
    while later.now.kind != "fire":
        do(later, "pass") if later.now.kind != "side-roll" else do(later, "side-roll")
    side = later.now.side
    name = next(battery.name for battery in table(later).setup.batteries if battery.side == side)
    later.play(Choice("smoke", name, way=(Place(9.25, 7.5),), note="indirect"))
    again = replay(later.text())
    assert (again.text(), again.moment) == (later.text(), later.moment)


# --- wire and mines (section 11)
def test_wheels_do_not_cross_wire() -> None:
    game = game_at(WW2, "minefield", "move", "own", side_a="own")
    said = why_not(game, "move", "Trucks", way=(Place(10.3, 1.7, 90),))
    assert said == "Trucks runs on wheels and cannot cross wire (§11)."
    for each in game.choices("Trucks"):
        assert each.way[-1].x < 9, "none of the places offered lies behind the wire"
    game.play(Choice("move", "Trucks", way=(Place(8.9, 1.7, 90),)))
    assert game.moment.tasks == (), "before the wire nothing attacks"


def test_who_is_stopped_by_mines_neither_mounts_nor_tows() -> None:
    game = game_at(WW2, TABLE, "move", "enemy", side_a="enemy")
    stand(game, game.moment.note(**{"stopped Support": 1}))
    said = why_not(game, "mount", "Support", "Carriers")
    assert said == "Support does not move: mines or wire have stopped it for this turn (§11)."
    own = own_moves()
    stand(own, own.moment.note(**{"stopped Lorries": 1}))
    assert why_not(own, "tow", "Lorries", "Pak 40").startswith("Lorries does not move")


@pytest.mark.parametrize(("reading", "lays"), [("", False), ("T12=b", True)])
def test_artillery_on_its_tractor_lays_smoke_only_if_it_fires_limbered(reading: str, lays: bool) -> None:
    game = game_at(WW2, TABLE, "fire", "enemy", reading, side_a="own")
    put(game, "25-pdr", limbered=True)
    assert ("smoke" in kinds(game, "25-pdr")) is lays, "§11: smoke is fired as artillery is (T12)"
