"""A changed state lands on the board, in the facts and in the question, in every system."""

from dataclasses import replace
from typing import Any

import pytest

from pz8edu.systems import system
from pz8edu.systems.pz8_aerial_1935.words import GroundWeapon
from pz8edu.systems.pz8_coastal.words import Level
from pz8edu.systems.pz8_space.words import Condition

CHANGES: dict[str, tuple[str, dict[str, Any], str, dict[str, Any]]] = {
    "pz8-aerial-1935": ("on-the-tail", {"damaged": True}, "damaged", {"a_damaged": True}),
    "pz8-naval": ("denmark-strait", {"h": 2, "t": 1}, "2 hull, 1 turret", {"turret_hits": 1}),
    "pz8-colonial": ("mission-station", {"lost": 3}, "7 figures", {"figures": 7}),
    "pz8-divisional": ("ridge-1941", {"fp": 2}, "2 FP", {"attacker_fp": 2}),
    "pz8-divisional-2010": ("ridge-1941", {"fp": 2}, "2 FP", {"attacker_fp": 2}),
    "pz8-space": ("asteroid-belt", {"condition": Condition.DAMAGED}, "damaged", {"attacker_damaged": True}),
    "pz8-coastal": ("guns-by-night", {"level": Level.WRECKED}, "wrecked", {"firer_level": Level.WRECKED}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_unit_changes_board_facts_and_question(name: str) -> None:
    which, changes, shown, inputs = CHANGES[name]
    book = system(name)
    table, rules = book.tabletop(which), book.rules
    before = table.opening()
    after = before.at(before.position.with_unit(before.shooter, **changes))
    assert shown not in table.scene(before, rules).describe()
    assert shown in table.scene(after, rules).describe()
    assert table.facts(after, rules) != table.facts(before, rules)
    old, new = table.asked(before, rules), table.asked(after, rules)
    assert old is not None
    assert new is not None
    assert {key: new.inputs[key] for key in inputs} == inputs
    assert old.inputs != new.inputs
    assert before == table.opening()


def test_fatigue_and_ammunition_stand_beside_the_bases() -> None:
    book = system("pz8-divisional")
    table = book.tabletop("ridge-1941")
    state = table.opening()
    labels = {base.name: base.shown for base in table.scene(state, book.rules).bases}
    assert labels["2nd Camerons"] == "2nd Camerons · 1 FP"
    assert labels["31st Field Rgt"] == "31st Field Rgt · 0 turns of fire"
    fresh = state.at(state.position.with_unit("2nd Camerons", fp=0))
    assert {base.shown for base in table.scene(fresh, book.rules).bases} >= {"2nd Camerons"}
    alone = replace(fresh, shooter="2nd Camerons", target="")
    assert "no FP" in table.asked(alone, book.rules).why_not  # type: ignore[union-attr]


def test_batteries_that_fire_together_are_named() -> None:
    book = system("pz8-divisional")
    table = book.tabletop("spotter-1941")
    found = [
        asked
        for shooter in table.start().places
        for target in table.start().places
        if shooter != target
        and (asked := table.asked(replace(table.opening(), shooter=shooter, target=target), book.rules))
        and asked.calculator == "barrage"
        and not asked.why_not
    ]
    assert found
    for asked in found:
        (said,) = asked.counted
        assert said.startswith(f"{asked.inputs['batteries']} batter")
        assert ": " in said


def test_nobody_moves_out_of_contact() -> None:
    book = system("pz8-divisional")
    table = book.tabletop("ridge-1941")
    state = table.opening()
    move = next(fact for fact in table.facts(state, book.rules) if fact.name == "Move")
    touching = next(fact.value for fact in table.facts(state, book.rules) if fact.name == "In contact with")
    assert (move.value == "0 km") is (touching != "nobody")


def test_bombs_are_dropped_once_and_a_sunk_ship_is_gone() -> None:
    book = system("pz8-aerial-1935")
    table = book.tabletop("stuka-over-the-bridge")
    state = table.opening()
    empty = state.at(state.position.with_unit("Stuka 1", load=None))
    asked = table.asked(empty, book.rules)
    assert asked is not None
    assert asked.inputs["weapon"] == GroundWeapon.STRAFING.value
    book = system("pz8-naval")
    table = book.tabletop("denmark-strait")
    state = table.opening()
    sunk = state.at(state.position.with_unit(state.target, sunk=True))
    assert state.target not in {base.name for base in table.scene(sunk, book.rules).bases}
    assert table.asked(sunk, book.rules).why_not == f"{state.target} is sunk (§5)."  # type: ignore[union-attr]


def test_a_ship_that_cannot_leave_its_zone_stays_where_it_is_now() -> None:
    book = system("pz8-naval")
    table = book.tabletop("denmark-strait")
    position = table.start()
    name = "Hood"
    here = position.places[name]
    there = here._replace(y=here.y + 2)
    held = position.with_unit(name, h=4)
    assert "stays in zone 1" in table.why_not_move(name, there, held, book.rules)
    ahead = here._replace(y=there.y + 1)
    assert "stays in zone 3" in table.why_not_move(name, ahead, held.moved(name, there), book.rules)
    assert table.why_not_move(name, there._replace(x=3.0), held.moved(name, there), book.rules) == ""


def test_an_assault_knows_what_was_shelled_and_who_is_stuck() -> None:
    book = system("pz8-ww1")
    table = book.tabletop("strongpoint")
    state = table.opening()
    asked = table.asked(state, book.rules)
    assert asked is not None
    assert (asked.inputs["trench"], asked.inputs["bunker"]) == (1, 1)
    target = state.places[state.target]
    bunker = next(
        marker for marker in state.position.marked("bunker") if (marker.x, marker.y) == (target.x, target.y)
    )
    shelled = table.asked(state.at(state.position.without_marker(bunker)), book.rules)
    assert shelled is not None
    assert (shelled.inputs["trench"], shelled.inputs["bunker"]) == (1, 0)
    assert asked.counted == ("6 artillery points of the attacker",)
    spent = table.asked(
        state.at(state.position.with_stock("artillery points of the attacker", 2)), book.rules
    )
    assert spent is not None
    assert (spent.inputs["attacker_ap"], spent.counted) == (2, ("2 artillery points of the attacker",))
    tank = next(name for name, piece in state.units.items() if piece.kind == "tank")
    stuck = state.at(state.position.with_unit(tank, stuck=True))
    shown = {base.name: base.condition for base in table.scene(stuck, book.rules).bases}
    assert shown[tank] == "stuck"


def test_a_jammed_machine_gun_does_not_fire() -> None:
    book = system("pz8-colonial")
    table = book.tabletop("mission-station")
    state = replace(table.opening(), shooter="Gatling")
    jammed = state.at(state.position.with_unit("Gatling", jammed=True))
    asked = table.asked(jammed, book.rules)
    assert asked is not None
    assert asked.why_not == "Gatling is jammed (§3)."


def test_out_of_range_is_said_in_the_words_of_the_book() -> None:
    book = system("pz8-colonial")
    table = book.tabletop("mission-station")
    state = table.opening()
    for shooter in table.start().units:
        for target in table.start().units:
            asked = (
                table.asked(replace(state, shooter=shooter, target=target), book.rules)
                if shooter != target
                else None
            )
            if asked is not None and "distance" in asked.inputs and "away" in asked.why_not:
                assert "reaches" in asked.why_not
                assert "(§" in asked.why_not
                assert book.calculators[asked.calculator].situation.read(dict(asked.inputs))


@pytest.mark.parametrize(
    ("name", "which", "unit", "far"),
    [
        ("pz8-ww2", "whole-turn", "Pz III", 4),
        ("pz8-colonial", "mission-station", "1st section", 6),
        ("pz8-divisional", "spotter-1941", "Aufklärung", None),
    ],
)
def test_a_base_in_hand_shows_how_far_it_has_come(name: str, which: str, unit: str, far: int | None) -> None:
    book = system(name)
    table = book.tabletop(which)
    state = table.opening()
    place = state.places[unit]
    assert not table.scene(state, book.rules).of_role("move")
    for way, role in ((0.5, "move: legal"), (90, "move: too far")):
        moved = replace(
            state.at(state.position.moved(unit, place._replace(y=place.y + way))), before=state.position
        )
        (line,) = table.scene(moved, book.rules).of_role("move")
        assert line.role == role
        assert far is None or f"of {far}" in line.label
        dropped = replace(moved, before=None)
        assert not table.scene(dropped, book.rules).of_role("move")


CHANGING = [
    ("pz8-ww2", "whole-turn", "6-pdr", {"condition", "fired", "limbered"}),
    ("pz8-ww2", "air-attack", "Ju 87", set()),
    ("pz8-ww1", "strongpoint", "German infantry 1", {"lost"}),
    ("pz8-ww1", "strongpoint", "British tank 1", {"lost", "stuck"}),
    ("pz8-divisional", "ridge-1941", "31st Field Rgt", {"fp", "shots", "holds_back", "lost"}),
    ("pz8-divisional-2010", "ridge-1941", "31st Field Rgt", {"fp", "holds_back", "lost"}),
]


@pytest.mark.parametrize(("name", "which", "unit", "words"), CHANGING)
def test_every_state_that_can_be_picked_can_be_on_the_board(
    name: str, which: str, unit: str, words: set[str]
) -> None:
    book = system(name)
    table = book.tabletop(which)
    state = table.opening()
    changes = table.changes(unit, state, book.rules)
    assert set(changes) == words
    for word, values in changes.items():
        assert getattr(state.units[unit], word) in values
        for value in values:
            now = state.at(state.position.with_unit(unit, **{word: value}))
            assert table.scene(now, book.rules).describe()
            assert table.facts(now, book.rules)
            table.asked(now, book.rules)
