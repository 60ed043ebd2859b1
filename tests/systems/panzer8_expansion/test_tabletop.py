"""The Panzer8 Expansion on the table: hidden elements, smoke, pill boxes, wire, called fire."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.ask import answer
from pz8edu.board.position import Marker, Place
from pz8edu.board.tabletop import BoardState
from pz8edu.systems import system
from pz8edu.systems.panzer8_expansion.boards import Defenders, hidden_limit
from pz8edu.systems.panzer8_expansion.elements import Element
from pz8edu.systems.panzer8_expansion.tabletop import (
    PHASES,
    counters_of,
    tabletop,
)
from tests.systems.on_the_table import Tables, changed, put

BOOK = system("panzer8-expansion")
RULES = BOOK.rules
State = BoardState[Element]
TABLES = Tables("panzer8-expansion")
start, asked, fact = TABLES.start, TABLES.asked, TABLES.fact


# --- section 11
def test_all_who_can_search_a_counter_do() -> None:
    table, state = start("hidden-defenders")
    found = asked(table, state)
    assert (found.calculator, found.why_not) == ("reveal-by-several", "")
    assert found.inputs == {"recce": 2, "others": 2, "quality": 0}
    assert found.counted[0] == "Armoured car, recce"
    fewer = put(state, "Tank", 24, 1)
    assert asked(table, fewer).inputs["others"] == 1
    others = changed(changed(fewer, "Rifles", quality=3), "Scouts", destroyed=True)
    alone = asked(table, others)
    assert (alone.calculator, alone.inputs) == ("speculative-fire", {"quality": 0, "recce": True})


@pytest.mark.parametrize(("y", "reaches"), [(1.6, True), (1.59, False)])
def test_speculative_fire_reaches_12(y: float, reaches: bool) -> None:
    table, state = start("hidden-defenders")
    far = asked(table, put(state, "Armoured car", 12.2, y))
    assert bool(far.why_not) is not reaches
    assert reaches or far.why_not.endswith("away; speculative fire reaches 12 (§11).")


def test_a_dummy_is_searched_and_does_nothing_itself() -> None:
    table, state = start("hidden-defenders", "Armoured car", "Counter 3")
    assert asked(table, state).why_not == ""
    back = asked(table, replace(state, shooter="Counter 3", target="Rifles", uncovered=True))
    assert back.why_not == "Counter 3 is a dummy counter: nobody is there (§11.1)."


@pytest.mark.parametrize(("y", "said"), [(11.6, "revealed"), (11.59, "stays hidden")])
def test_who_comes_within_2_reveals(y: float, said: str) -> None:
    table, state = start("hidden-defenders", "Rifles", "Counter 2")
    assert fact(table, put(state, "Rifles", 12.2, y), "If it moves here")[0] == said
    assert len(table.scene(state, RULES).of_role("minimum range")) == 4
    assert len(table.scene(replace(state, uncovered=True), RULES).of_role("minimum range")) == 4


def test_who_was_found_is_fired_at() -> None:
    table, state = start("hidden-defenders", "Rifles", "Counter 2")
    found = asked(table, changed(state, "Counter 2", hidden=False))
    assert (found.calculator, found.inputs) == ("fire-modified", {"need": 11, "modifiers": []})


def test_no_more_than_half_are_hidden_and_as_many_counters_are_dummies() -> None:
    units = [unit for unit in tabletop("hidden-defenders").setup.units if unit.side == "enemy"]
    elements = sum(not unit.dummy for unit in units)
    hidden = sum(unit.hidden for unit in units)
    assert hidden == hidden_limit(Defenders(elements=elements), RULES) == sum(unit.dummy for unit in units)


# --- sections 10, 14 and 17.2
def test_cavalry_has_its_bonus_in_contact_with_the_open_or_dug_in() -> None:
    table, state = start("hidden-defenders", "Cossacks", "Trench")
    assert asked(table, state).inputs == {"need": 11, "modifiers": [RULES.cavalry_attack]}
    assert asked(table, changed(state, "Trench", shelter="")).inputs["modifiers"] == [RULES.cavalry_attack]
    assert asked(table, put(state, "Cossacks", 21.2, 10.8)).inputs["modifiers"] == []
    assert asked(table, changed(state, "Cossacks", kind="")).inputs["modifiers"] == []
    other = RULES.variant(cavalry_attack=5)
    found = table.asked(state, other)
    assert found is not None
    assert found.inputs["modifiers"] == [5]


def test_smoke_and_the_pill_box_count_against_the_gun() -> None:
    table, state = start("pill-box")
    found = asked(table, state)
    assert (found.calculator, found.inputs) == (
        "fire-with-ammunition",
        {"need": 10, "modifier": -10, "kind": "scarce"},
    )
    assert found.counted == (
        "within or beyond smoke (§14) −4",
        "pill box against gun (§17.2) −6",
        "gun, HVAP: ammunition scarce (§13)",
    )
    (screen,) = state.position.marked("medium-mortar")
    clear = state.at(state.position.without_marker(screen))
    assert asked(table, clear).inputs["modifier"] == -6
    assert [line.label for line in table.scene(state, RULES).of_role("sight: clear")] == ["9.3″ · −10"]
    assert asked(table, changed(clear, "Sherman", ammo="AP")).inputs["kind"] == "normal"
    inside = put(state, "Garrison", 9.0, 10.6)
    assert asked(table, inside).inputs["modifier"] == -10
    in_front = put(state, "Garrison", 9.0, 9.9)
    assert asked(table, in_front).inputs["modifier"] == -6


@pytest.mark.parametrize(("source", "wide"), [("light-mortar", 2), ("heavy-mortar", 3)])
def test_a_screen_is_as_wide_as_its_source_lays_it(source: str, wide: int) -> None:
    table, state = start("pill-box", "Mortar", "PaK")
    more = state.at(state.position.with_marker(Marker(source, 4, 13)))
    west, east = 4 - wide / 2, 4 + wide / 2
    (patch,) = (one for one in table.battlefield(more).patches if one.holds((4, 13)))
    assert (patch.holds((west, 13)), patch.holds((west - 0.01, 13)), patch.holds((east, 13.5))) == (
        True,
        False,
        True,
    )


def test_small_arms_do_nothing_to_a_pill_box_but_its_assault_may() -> None:
    table, state = start("pill-box", "Rifles", "Garrison")
    refused = "Small arms cannot affect troops inside a pill box (§17.2)."
    assert asked(table, state).why_not == refused
    assert asked(table, replace(state, shooter="Half-track")).why_not == refused
    close = put(state, "Rifles", 11, 11.4)
    assert (asked(table, close).why_not, asked(table, close).inputs["modifiers"]) == ("", [-6])
    engineers = put(replace(state, shooter="Engineers"), "Engineers", 11, 11.4)
    assert (asked(table, engineers).why_not, asked(table, engineers).inputs["modifiers"]) == ("", [])
    tank = put(replace(state, shooter="Sherman"), "Sherman", 11, 11.4, 0)
    assert asked(table, tank).why_not == "Only infantry and engineers close-assault a pill box (§17.2)."


def test_only_the_flamethrowers_of_engineers_ignore_it() -> None:
    table, state = start("pill-box", "Flamethrower", "Garrison")
    assert asked(table, state).inputs["modifier"] == 0
    other = changed(state, "Flamethrower", engineers=False)
    assert asked(table, other).inputs["modifier"] == -6
    under_b = table.asked(other, RULES.variant(R9="b"))
    assert under_b is not None
    assert under_b.inputs["modifier"] == 0


def test_out_of_ammunition_stands_on_the_base_and_is_refused() -> None:
    table, state = start("pill-box")
    out = changed(state, "Sherman", out=True)
    assert asked(table, out).why_not == "Sherman is out of ammunition until it is supplied again (§13)."
    assert "Sherman · out of ammunition" in {base.shown for base in table.scene(out, RULES).bases}


def test_an_army_that_is_short_has_half_the_smoke_and_scarce_ammunition() -> None:
    table, state = start("pill-box", "PaK", "Sherman")
    assert asked(table, state).inputs["kind"] == "at-gun-ap"
    assert asked(table, replace(state, shooter="Garrison")).inputs["kind"] == "scarce"
    assert state.position.stock[counters_of("enemy")] == 2
    assert state.position.stock[counters_of("own")] == 4


# --- sections 14 and 17.1 at a point
def test_a_mortar_lays_smoke_while_there_are_counters() -> None:
    table, state = start("pill-box", "Mortar", "Smoke here")
    found = asked(table, state)
    assert (found.calculator, found.why_not, found.counted) == (
        "mortar-smoke",
        "",
        ("4 smoke counters left",),
    )
    empty = state.at(state.position.with_stock(counters_of("own"), 0))
    assert asked(table, empty).why_not == "No smoke counter is left in the pool (§14)."
    assert "needs no roll" in asked(table, replace(state, shooter="Sherman")).why_not
    assert "nothing that lays smoke" in asked(table, replace(state, shooter="Rifles")).why_not


def test_engineers_stand_still_beside_the_wire_before_they_roll() -> None:
    table, state = start("pill-box", "Engineers", "Gap")
    assert (asked(table, state).calculator, asked(table, state).why_not) == ("wire-clearing", "")
    assert "for a whole turn" in asked(table, changed(state, "Engineers", stood=False)).why_not
    assert "does not stand next to" in asked(table, put(state, "Engineers", 9.6, 7.8)).why_not
    assert "no wire at Gap" in asked(table, put(state, "Gap", 15, 9)).why_not
    assert fact(table, state, "Wire")[0].startswith("stops")
    assert fact(table, replace(state, shooter="Sherman"), "Wire")[0] == "ignores"


# --- section 15
def test_final_defensive_fire_is_a_turn_sooner_for_a_foo() -> None:
    table, state = start("final-defensive-fire")
    found = asked(table, state)
    assert found.calculator == "support-arrival"
    assert found.inputs == {"level": "division", "quality": 0, "tries": 3, "fdf": True, "foo": True}
    assert found.counted == (
        "final defensive fire of division level, 2 turns after the call",
        "in its zone now: T-34 A, T-34 B, Riders",
    )
    odds = answer(BOOK.calculators["support-arrival"], found.inputs, RULES)
    assert odds.fraction("turn 3") == Fraction(3, 4)
    by_rifles = asked(table, replace(state, shooter="Rifles"))
    assert (by_rifles.inputs["foo"], by_rifles.counted[0].endswith("3 turns after the call")) == (False, True)
    elsewhere = asked(table, replace(state, target="T-34 A"))
    assert (elsewhere.inputs["fdf"], elsewhere.why_not) == (False, "")
    fewer = state.at(state.position.with_stock(PHASES, 1))
    assert asked(table, fewer).inputs["tries"] == 1


def test_the_zone_takes_in_whom_it_touches() -> None:
    table, state = start("final-defensive-fire", "FOO", "Place 2")
    assert asked(table, state).counted[1] == "in its zone now: nobody"
    edge = put(state, "Place 2", 11.4 + 2, 14.0)
    assert asked(table, edge).counted[1] == "in its zone now: T-34 B"
    assert len(table.scene(edge, RULES).of_role("blast")) == 1


def test_a_telephone_that_moved_calls_no_more_and_woods_hide() -> None:
    table, state = start("final-defensive-fire")
    moved = changed(state, "FOO", moved=True)
    assert asked(table, moved).why_not == "FOO has a telephone and has moved: it calls no more (§15)."
    assert asked(table, changed(moved, "FOO", telephone=False)).why_not == ""
    alone = asked(table, replace(moved, target=""))
    assert (alone.calculator, "calls no more" in alone.why_not) == ("communication-test", True)
    assert asked(table, replace(state, target="")).why_not == ""
    hidden = asked(table, replace(state, target="Second wave"))
    assert hidden.why_not == "Second wave is not in sight of FOO: the wood (§15)."


# --- what is hidden (section 11)
def told_of(table: Any, state: State) -> list[str]:
    """All that a board says of the counter that is aimed at and fires, its place and its name left out."""
    said = []
    for counter in ("Counter 1", "Counter 2", "Counter 3", "Counter 4"):
        at = state.at(replace(state.position, places={**state.places, counter: Place(12, 12)}))
        other = replace(at, target=counter)
        base = next(base for base in table.scene(other, RULES).bases if base.name == counter)
        back = replace(at, shooter=counter, target="Rifles")
        said.append(
            "\n".join(
                (
                    base.describe(),
                    str(base.label),
                    str(base.symbol),
                    str(base.facing),
                    str(table.asked(other, RULES)),
                    str(table.facts(other, RULES)),
                    str(table.asked(back, RULES)),
                    str(table.changes(counter, other, RULES)),
                    str(tuple(table.befalls(counter, other, RULES))),
                    str(state.places[counter].facing),
                )
            ).replace(counter, "it")
        )
    return said


def test_a_counter_tells_nobody_who_is_under_it() -> None:
    table, state = start("hidden-defenders")
    assert table.hides
    assert not start("pill-box")[0].hides
    (one,) = set(told_of(table, state))
    assert "dummy" not in one
    assert "gun" not in one
    shown = told_of(table, replace(state, uncovered=True))
    assert len(set(shown)) > 2
    described = table.scene(state, RULES).describe()
    assert "dummy" not in described
    assert "dummy" in table.scene(replace(state, uncovered=True), RULES).describe()


def test_a_counter_is_revealed_by_the_rule() -> None:
    table, state = start("hidden-defenders")
    gun = table.befalls("Counter 2", state, RULES)["is revealed"]
    nobody = table.befalls("Counter 3", state, RULES)["is revealed"]
    assert "anti-tank gun" in table.scene(state.at(gun), RULES).describe()
    assert "Counter 3" not in [base.name for base in table.scene(state.at(nobody), RULES).bases]
    assert table.befalls("Rifles", state, RULES) == {}
    assert table.befalls("Counter 2", state.at(gun), RULES) == {}


def test_who_set_it_up_may_look_under_the_counters() -> None:
    from pz8widgets.boards.tabletop import Tabletop

    widget = Tabletop("panzer8-expansion", "hidden-defenders")
    widget.board.chosen = "Counter 3"
    assert "dummy" not in widget.board.scene.describe()
    assert not widget.state.lists
    widget.board.controls.uncovers.value = True
    assert "dummy" in widget.board.scene.describe()
    assert widget.state.lists
    widget.board.uncovered = False
    assert "dummy" not in widget.board.scene.describe()
    widget.close()
