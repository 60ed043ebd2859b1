"""Counters on the table: who has entered a minefield or wire, and when smoke goes (section 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pz8edu.board.battlefield import SMOKE, smoke_at
from pz8edu.board.contact import comes_onto, footprint, in_contact
from pz8edu.board.distances import distance_squared
from pz8edu.board.position import Marker, Position, U
from pz8edu.board.scene import Area, Base, Line, Mark, Shape
from pz8edu.board.tabletop import Asked, Fact
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.setups import UnitOnTable
from pz8edu.systems.pz8_ww2.words import Condition

MINES = {"mine": "unknown", "real mine": "real", "fake mine": "fake"}
"""The minefield counters, and what is known of each."""
WIRE, FRESH_SMOKE = "wire", "fresh smoke"
LIFE = {SMOKE: "goes after this Fire phase", FRESH_SMOKE: "goes after the next Fire phase"}
"""How long smoke still hangs (R33)."""
STRANDS = (Fraction(-1, 2), Fraction(-1, 6), Fraction(1, 6))
THIRD = Fraction(1, 3)


def square_of(marker: Marker) -> Base:
    """The square inch of a counter."""
    return Base(marker.kind, marker.kind, marker.side, (marker.x, marker.y))


def met(base: Base, position: Position[Any]) -> list[Marker]:
    """Minefields and wire that a base has come onto, else one that it touches: mines first, then the nearest."""
    there = [marker for marker in position.markers if marker.kind in (*MINES, WIRE)]
    there = [marker for marker in there if in_contact(base, square_of(marker))]
    there.sort(key=lambda one: (one.kind == WIRE, distance_squared(base.at, (one.x, one.y))))
    return [marker for marker in there if comes_onto(base, square_of(marker))] or there[:1]


def after_fire_phase(position: Position[U], laid_by: str = "") -> Position[U]:
    """The position after a Fire phase: old smoke goes, that of this phase hangs for one more (section 11; R33).

    `laid_by` names the side whose smoke alone is meant, with that of nobody.
    """
    if not position.markers:
        return position
    meant = ("", laid_by)
    left = (
        marker
        for marker in position.markers
        if marker.kind != SMOKE or (laid_by and marker.side not in meant)
    )
    return replace(
        position,
        markers=tuple(
            marker._replace(kind=SMOKE) if marker.kind == FRESH_SMOKE else marker for marker in left
        ),
    )


def after_turn(position: Position[UnitOnTable]) -> Position[UnitOnTable]:
    """The position after the Rally phase: who fired in this turn can hide again (section 5; R28)."""
    for name, unit in position.units.items():
        position = position.with_unit(name, fired=False) if unit.fired else position
    return position


def smoke(position: Position[Any]) -> tuple[Base, ...]:
    """The smoke counters, each with how long it hangs."""
    if not position.markers:
        return ()
    return tuple(
        replace(smoke_at((marker.x, marker.y)), label=marker.kind, words=LIFE[marker.kind])
        for kind in LIFE
        for marker in position.marked(kind)
    )


def obstacles(position: Position[Any]) -> Iterator[Shape]:
    """What a board shows of minefields and wire."""
    for marker in position.markers:
        if marker.kind in MINES:
            known = MINES[marker.kind]
            label = "?" if known == "unknown" else known
            yield Area("terrain: rough", footprint(square_of(marker)), words=f"a minefield counter, {known}")
            yield Mark("mine", (marker.x, marker.y), label, f"a minefield counter, {known} (§11)")
        elif marker.kind == WIRE:
            yield from strands(marker)


def strands(marker: Marker) -> Iterator[Shape]:
    """A wire section: three crosses within its inch."""
    x, y = Fraction(marker.x), Fraction(marker.y)
    for start in STRANDS:
        west, east = x + start, x + start + THIRD
        for south, north in ((y - THIRD / 2, y + THIRD / 2), (y + THIRD / 2, y - THIRD / 2)):
            yield Line("wire", ((west, south), (east, north)), words="a wire section (§11)")


def what_ends(position: Position[UnitOnTable]) -> dict[str, Position[UnitOnTable]]:
    """The ends of a Fire phase and of a turn, each with the position after it."""
    return {"the Fire phase ends": after_fire_phase(position), "the turn ends": after_turn(position)}


# --- who enters
def entry_asked(unit: UnitOnTable, marker: Marker, fake_per_real: int, rules: Ww2) -> Asked:
    """A unit enters a minefield or wire: the attack on it (section 11)."""
    target = rules.defence[unit.defence]
    inputs: dict[str, Any] = {
        "defence": target.defence,
        "target_condition": unit.condition,
        "hq": unit.hq,
        "target_quality": unit.quality,
    }
    if marker.kind == WIRE:
        immune = unit.clears or unit.moves_on == "tracks"
        return Asked("wire", inputs | {"immune": immune}, why_not_enter(unit, marker), after(unit, marker))
    inputs |= {
        "fake_per_real": fake_per_real,
        "known": MINES[marker.kind],
        "immune": unit.clears,
        "armoured": target.armoured,
    }
    return Asked("minefield", inputs, why_not_enter(unit, marker), after(unit, marker))


def why_not_enter(unit: UnitOnTable, marker: Marker) -> str:
    """Why a unit may not be where a counter is; empty if it may (sections 6 and 11)."""
    if unit.condition is Condition.DESTROYED:
        return f"{unit.name} is {unit.condition.value}."
    if marker.kind == WIRE and unit.moves_on == "wheels":
        return f"{unit.name} runs on wheels and cannot cross wire (§11)."
    return ""


def after(unit: UnitOnTable, marker: Marker) -> tuple[str, ...]:
    """What follows besides the attack (section 11; R11, R26)."""
    if marker.kind in MINES:
        return ("it stops for one turn", "the counter is turned, then removed (R11)")
    if unit.clears or unit.moves_on == "tracks":
        return ("it stops", "the wire section is removed")
    return ("it stops", "the wire section stays")


def after_entry(position: Position[UnitOnTable], name: str, marker: Marker) -> Position[UnitOnTable]:
    """The position after a unit has entered a counter: mines go, wire only under tracks and engineers (section 11)."""
    unit = position.units[name]
    stays = marker.kind == WIRE and not (unit.clears or unit.moves_on == "tracks")
    return position if stays else position.without_marker(marker)


def entry_facts(unit: UnitOnTable, marker: Marker | None) -> Iterator[Fact]:
    """The counter that a unit has entered, if any."""
    if marker is not None:
        follows = why_not_enter(unit, marker) or "; ".join(after(unit, marker)) + " (§11)"
        yield Fact("Enters", f"{marker.kind}{' (unknown)' if marker.kind == 'mine' else ''}", follows)
