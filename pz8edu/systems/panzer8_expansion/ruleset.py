"""Every number, table and reading of the Panzer8 Expansion Rules.

The basic game that they expand is lost: its to-hit tables, troop qualities and movement rates are inputs here.
"""

from __future__ import annotations

from pz8edu.core import Row, Ruleset, Step, Table, number, reading, table
from pz8edu.systems.panzer8_expansion.words import Level


class Element(Row):
    """A kind of element and its base (section 10)."""

    kind: str
    base: str
    note: str


class Support(Row):
    """Off-table fire of one level: missions and delay in turns, HE/SA value, beaten zone (section 15)."""

    level: str
    missions: int
    hesa: int
    width: int
    depth: int
    delay: int
    note: str


class Fortification(Row):
    """The cover that a fortification gives against an enemy element (section 17.2)."""

    enemy: str
    cover: int
    note: str


class Screen(Row):
    """The width of a smoke screen in base-widths, and whether it needs a roll (section 14)."""

    source: str
    base_widths: int
    rolls: bool
    note: str


class Observer(Row):
    """Who may call support fire: by what, and what he must do for it (sections 10 and 15)."""

    observer: str
    calls_by: str
    must: str
    note: str


class Work(Row):
    """A fortification: how many elements it holds, and which (section 17.2)."""

    work: str
    elements: int | None
    who: str
    note: str


class Expansion(Ruleset):
    """The Panzer8 Expansion Rules of February 2008: a base is a section, one vehicle or one gun."""

    system = "panzer8-expansion"

    sides: int = number(20, "11", "faces of the die", minimum=2)

    # 10 Advanced elements
    bicycles: int = number(2, "10", "movement of bicycles more on roads", agreement=True)
    cavalry_attack: int = number(2, "10", "cavalry that starts close combat in the open, HE/SA")

    # 11 Hidden placement
    hidden_divisor: int = number(2, "11", "the defender may hide one element in", minimum=1)
    revealed_within: int = number(2, "11", "range at which a moving enemy reveals", minimum=0)
    speculative_range: int = number(12, "11", "range of speculative fire", minimum=0)
    speculative_on: int = number(12, "11", "score that makes hidden elements reveal themselves")
    not_recce: int = number(-3, "11", "spotting element is not recce")

    # 13 Ammunition supply
    runs_out_on: int = number(1, "13", "unmodified die that empties a weapon", minimum=0)
    scarce_also_on: int = number(20, "13", "unmodified die that empties a scarce weapon too", minimum=0)

    # 14 Smoke
    pool_divisor: int = number(2, "14", "a scarce army has one smoke counter in", minimum=1)
    smoke_on: int = number(4, "14", "score with which a mortar lays a screen")
    through_smoke: int = number(-4, "14", "target within or beyond smoke")

    # 15 Support fire
    communication_on: int = number(6, "15", "score with which a call or a cancellation goes through")
    registered: int = number(3, "15", "places registered for final defensive fire", agreement=True)
    observer_delay: int = number(-1, "15", "turns of delay when a FOO calls final defensive fire")
    observer_helps_from: int = number(
        2, "15", "level, counted from battalion as 1, from which a FOO shortens that delay"
    )
    others_delay: int = number(1, "15", "turns of delay more when another calls it (R11)")

    # 17 Field engineering
    wire_length: int = number(4, "17.1", "base-lengths of a section of wire", minimum=1)
    wire_on: int = number(12, "17.1", "score that clears a path through wire")

    elements: Table[Element] = table("elements.csv", Element, "10", "kinds of elements")
    support: Table[Support] = table("support_fire.csv", Support, "15", "support fire by level")
    fortifications: Table[Fortification] = table(
        "fortifications.csv", Fortification, "17.2", "cover of fortifications"
    )
    smoke: Table[Screen] = table("smoke.csv", Screen, "14", "smoke screens")
    observers: Table[Observer] = table("observers.csv", Observer, "10, 15", "who calls support fire, and how")
    works: Table[Work] = table("works.csv", Work, "17.2", "who fits into a fortification")
    sequence: Table[Step] = table("sequence.csv", Step, "10 to 15, 17", "sequence of play, inferred")

    R1: str = reading(
        "11 to 15, 17.1, 17.2",
        "Automatic results on a natural 1 or 20?",
        a="no automatic result: only roll + modifiers against the needed score (default)",
        b="an unmodified 20 always succeeds, an unmodified 1 always fails",
    )
    R2: str = reading(
        "14",
        "Half of an odd smoke pool?",
        a="half of an odd smoke pool is rounded up (default)",
        b="rounded down",
    )
    R5: str = reading(
        "17.1",
        "Does troop quality apply to wire clearing?",
        a="troop quality does not apply to wire clearing (default)",
        b="it does",
    )
    R6: str = reading(
        "13",
        "A scarce nation with an anti-tank gun firing AP?",
        a="an anti-tank gun firing AP never runs out, even with a scarce nation (default)",
        b="with a scarce nation it is scarce",
    )
    R7: str = reading(
        "11",
        "Up to half of the elements may be hidden: half of an odd number?",
        a="half of the elements, rounded down, may be hidden (default)",
        b="rounded up",
    )
    R8: str = reading(
        "17.1",
        "After a failed wire roll?",
        a="after a failed wire roll the engineers roll again in the next fire phase (default)",
        b="they must stand still another whole turn first: one roll every second turn",
    )
    R9: str = reading(
        "17.2",
        "Whose flamethrowers ignore a fortification?",
        a="only engineers' flamethrowers have the modifier 0, any other flamethrower +6 (default)",
        b="any flamethrower has the modifier 0",
    )
    R10: str = reading(
        "15",
        "Is a failed communication test tried again?",
        a="a failed communication test is repeated in the next turn (default)",
        b="the mission is lost: only the first test counts",
    )
    R11: str = reading(
        "15",
        "Final defensive fire not called by a FOO?",
        a="final defensive fire not called by a FOO has the ordinary delay (default)",
        b="one turn more",
    )

    def delay(self, level: Level, final: bool, observer: bool) -> int:
        """Turns between a call and its fire; `final` defensive fire may be quicker or slower (section 15; R11)."""
        delay = self.support[level].delay
        if final and observer and level.place + 1 >= self.observer_helps_from:
            return delay + self.observer_delay
        if final and not observer and self.R11 == "b":
            return delay + self.others_delay
        return delay
