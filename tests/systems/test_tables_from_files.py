"""Tables that are read from files: every pair asks or is refused with a reason, every scene is drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pz8edu.asking.ask import answer
from pz8edu.board.table_setup import Setup, SetupTable
from pz8edu.core.rulebook.shelf import Shelf
from pz8edu.errors import BadInput
from pz8edu.show.board_svg import scene_svg
from pz8edu.systems import ids, system

TABLES = [
    (name, which)
    for name in ids()
    for which in system(name).tabletops
    if isinstance(system(name).tabletop(which), SetupTable)
]
every_table = pytest.mark.parametrize(("name", "which"), TABLES, ids=[f"{one}/{two}" for one, two in TABLES])


def table_of(name: str, which: str) -> SetupTable[Any]:
    table = system(name).tabletop(which)
    assert isinstance(table, SetupTable)
    return table


@pytest.mark.whole_domain(6)
@every_table
def test_every_pair_asks_or_is_refused_with_a_reason(name: str, which: str) -> None:
    book, table = system(name), table_of(name, which)
    state = table.opening()
    asked_of = set()
    for shooter in state.places:
        for target in state.places:
            pair = replace(state, shooter=shooter, target=target)
            asked = table.asked(pair, book.rules)
            lost = [each for each in (shooter, target) if each in state.units and state.units[each].destroyed]
            if asked is None:
                assert shooter == target or lost or shooter not in state.units
                continue
            question = book.calculators[asked.calculator]
            if asked.why_not:
                assert asked.why_not.endswith(".")
            else:
                assert sum(answer(question, asked.inputs, book.rules).chances().values()) == 1
                asked_of.add((shooter, target))
            if state.shooter in (shooter, target):
                clear = table.scene(pair, book.rules).of_role("sight: clear")
                assert not (clear and asked.why_not), "what is refused is no clear line"
                assert clear or asked.why_not or type(table).line is not SetupTable.line
    opening = table.chosen()
    assert opening in asked_of, "the table opens with a question that can be asked"
    assert len(asked_of) > 1


@pytest.mark.whole_domain(4)
@every_table
def test_the_opening_is_drawn_and_told(name: str, which: str) -> None:
    book, table = system(name), table_of(name, which)
    state = table.opening()
    scene = table.scene(state, book.rules)
    assert {base.name for base in scene.bases} >= set(state.places)
    assert scene_svg(scene).startswith("<svg")
    facts = table.facts(state, book.rules)
    assert len(facts) > 3
    assert all(fact.value for fact in facts)
    assert table.asked(state, book.rules) is not None


@every_table
def test_every_change_of_state_is_seen_beside_the_base(name: str, which: str) -> None:
    book, table = system(name), table_of(name, which)
    state = table.opening()
    unit = state.shooter
    lost = state.at(state.position.with_unit(unit, destroyed=True))
    asked = table.asked(lost, book.rules)
    assert asked is None or asked.why_not
    bases = {base.name: base for base in table.scene(lost, book.rules).bases}
    assert unit not in bases or (bases[unit].role, "destroyed" in bases[unit].shown) == ("unit: wreck", True)
    assert table.facts(lost, book.rules)


@every_table
def test_a_base_in_hand_shows_its_way(name: str, which: str) -> None:
    book, table = system(name), table_of(name, which)
    state = table.opening()
    place = state.places[state.shooter]
    moved = state.position.moved(state.shooter, place._replace(y=place.y + 1))
    assert table.scene(replace(state.at(moved), before=state.position), book.rules)


def test_an_unknown_table_or_unit_is_refused() -> None:
    name, which = TABLES[0]
    with pytest.raises(BadInput, match="nowhere"):
        system(name).tabletop("nowhere")
    setup = table_of(name, which).setup
    with pytest.raises(BadInput, match="nobody"):
        type(setup).read(setup.plain() | {"firer": "nobody"})


def test_a_file_that_is_not_there_is_refused() -> None:
    from pathlib import Path

    with pytest.raises(BadInput, match="table"):
        Shelf("table", Path(__file__).parent, Setup)["nowhere"]
