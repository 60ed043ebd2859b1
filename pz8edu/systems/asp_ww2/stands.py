"""The stands of asp games World War 2 on the table, and the state that each is in."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pz8edu.board.table_setup import Placed, Setup
from pz8edu.core import Help, RowOf, Whole, WordDomain, printed_rules
from pz8edu.systems.asp_ww2.ruleset import AspWw2, Score
from pz8edu.systems.asp_ww2.words import Grade, Kind, Light, Motion, Option, Shooter, Sky, Target
from pz8edu.turns.ends import HouseEnd

PRINTED = printed_rules(AspWw2)
GUNS: Mapping[str, Shooter] = {
    "VLG": Shooter.AUTOCANNON,
    "LG": Shooter.LIGHT_GUNS,
    "MG": Shooter.MEDIUM_GUNS,
    "HG": Shooter.HEAVY_GUNS,
    "HMG": Shooter.HMG,
}
"""The guns of the vehicle list as shooters (U9, U10)."""
SPEEDS = {"S": "slow", "M": "medium", "F": "fast", "W": "wheeled-halftrack"}
"""The speeds of the vehicle list as rows of the moves (U3, U10)."""
AIRCRAFT = frozenset({Shooter.BOMBER, Shooter.ATTACK, Shooter.FIGHTER})
BATTERIES = frozenset(
    {
        Shooter.LIGHT_BARRAGE,
        Shooter.MEDIUM_BARRAGE,
        Shooter.HEAVY_BARRAGE,
        Shooter.COUNTER_BATTERY,
        Shooter.SALVO,
    }
)
"""Artillery that stands off the table (AS-9)."""


class Stand(Placed):
    """One stand: a platoon, a battery or a flight. A vehicle is named by its row of the list (U10)."""

    printed = PRINTED

    vehicle: Annotated[str, WordDomain(("", *PRINTED.vehicles), str), Help("a row of the vehicle list")] = ""
    shoots: Annotated[Shooter | None, Help("what it shoots as (U7); a vehicle's gun says so itself")] = None
    is_a: Annotated[Target, Help("what it is as a target (U9); a vehicle's armour says so itself")] = (
        Target.INFANTRY
    )
    on: Annotated[str, RowOf("moves"), Help("how it moves (U3); a vehicle's speed says so itself")] = "foot"
    grade: Annotated[Grade, Help("grade of its battle group (AS-11)")] = Grade.C
    group: Annotated[str, Help("its battle group")] = "battle group"
    hq: Annotated[bool, Help("the BGHQ of its battle group")] = False
    mobile: Annotated[bool, Help("a tactical point more (U4)")] = False
    cautious: Annotated[bool, Help("its battle group is led cautiously (AS-12)")] = False
    radio: Annotated[bool, Help("its battle group is led by radio (AS-12)")] = False
    transport: Annotated[bool, Help("carries a stand of infantry (AS-13, option G)")] = False
    bussed: Annotated[str, Help("the transport that carries it; empty: none (AS-13)")] = ""
    option: Annotated[Option, Help("the tactical option of its shot (U5)")] = Option.B
    motion: Annotated[Motion, Help("whether it moved when it is looked for (U6)")] = Motion.STATIONARY
    markers: Annotated[int, Whole(0, 8), Help("suppression markers")] = 0
    fire_marker: Annotated[bool, Help("has a FIRE marker until it moves (AS-15)")] = False
    pinned: Annotated[bool, Help("does not approach the enemy (AS-17)")] = False
    repulsed: Annotated[bool, Help("goes 500 m away (AS-17)")] = False
    dug_in: Annotated[bool, Help("in hard cover (AS-22)")] = False
    turretless: Annotated[bool, Help("fires only forward (AS-18)")] = False
    skirts: Annotated[bool, Help("its model shows skirt plates (AS-16)")] = False
    light_mortars: Annotated[bool, Help("an IG or RG with light mortars (AS-17)")] = False
    late_british: Annotated[bool, Help("late British artillery (AS-17)")] = False
    attacks: Annotated[
        int,
        Whole(0, PRINTED.most_attacks),
        Help("attacks that an aircraft stand has made (sequence, step 4)"),
    ] = 0

    @property
    def changeable(self) -> tuple[str, ...]:
        """What fire has done to it, its tactical option, and what it has done."""
        done = ("attacks",) if self.flies else ("motion", "fire_marker", "dug_in")
        return (*super().changeable, "option", "markers", "pinned", "repulsed", *done)

    @property
    def size(self) -> tuple[Fraction, Fraction]:
        """About 250 m square (AS-1)."""
        return Fraction(PRINTED.stand), Fraction(PRINTED.stand)

    @property
    def shooter(self) -> Shooter | None:
        """What it shoots as (U7)."""
        row = PRINTED.vehicles[self.vehicle] if self.vehicle else None
        return self.shoots or (GUNS.get(row.gun) if row else None)

    @property
    def target(self) -> Target:
        """What it is as a target (U9)."""
        return Target(PRINTED.vehicles[self.vehicle].armour) if self.vehicle else self.is_a

    @property
    def moves(self) -> str:
        """Its row of the moves (U3)."""
        speed = PRINTED.vehicles[self.vehicle].speed if self.vehicle else ""
        return SPEEDS.get(speed, self.on)

    @property
    def kind(self) -> Kind:
        """Infantry or vehicle, to those who look for it (U6): what goes on foot is infantry."""
        return Kind.INFANTRY if self.moves == "foot" else Kind.VEHICLE

    @property
    def flies(self) -> bool:
        """Is it an aircraft stand?"""
        return self.target is Target.AIRCRAFT

    @property
    def off_table(self) -> bool:
        """Is it behind its baseline, as aircraft and batteries are (AS-9)?"""
        return self.flies or self.shooter in BATTERIES

    @property
    def away(self) -> bool:
        """Is it an aircraft stand that has been repulsed, and has left the table (AS-17)?"""
        return self.flies and self.repulsed

    @property
    def leaves_wreck(self) -> bool:
        """A wreck of armour stays to be seen; it does nothing in these rules."""
        return self.target.armoured

    @property
    def harm(self) -> tuple[str, ...]:
        """What was done to it."""
        markers = "1 marker" if self.markers == 1 else f"{self.markers} markers"
        words = {"pinned": self.pinned, "repulsed": self.repulsed, markers: self.markers > 0}
        words[f"bussed in {self.bussed}"] = bool(self.bussed)
        return (*super().harm, *(word for word, so in words.items() if so))

    @property
    def doing(self) -> tuple[str, ...]:
        """What else is to be seen."""
        words = {
            "FIRE": self.fire_marker,
            "moving": self.motion is Motion.MOVING,
            "dug in": self.dug_in,
            f"{self.attacks} flown": self.attacks > 0,
        }
        return tuple(word for word, so in words.items() if so)

    @property
    def traits(self) -> tuple[str, ...]:
        """Its grade, which its whole battle group has, and whether it is a BGHQ, which its symbol shows, too."""
        return (f"grade {self.grade}", *["BGHQ"] * self.hq, *self.doing)


def row_of(stand: Stand, rules: AspWw2) -> Score | None:
    """The row of Table U7 that a stand shoots with; None if it does not shoot."""
    return None if stand.shooter is None else rules.scores[stand.shooter]


class Battle(Setup):
    """A table of asp games World War 2, its lengths in metres."""

    units: tuple[Stand, ...]
    scale: Annotated[str, WordDomain(tuple(PRINTED.scales), str), Help("model scale (U1)")] = "15mm"
    first: Annotated[Literal["own", "enemy"], Help("who moves first, by the choice of AS-6")] = "own"
    end: Annotated[
        HouseEnd, Help("how a game ends that no battle group loses; a turn is that of one player")
    ] = HouseEnd(turns=12)
    defender: Annotated[
        Literal["own", "enemy", ""],
        Help("who defends by agreement: he has obstacles, and shells for every turn"),
    ] = ""
    light: Annotated[Light, Help("the light (AS-25)")] = Light.DAY
    weather: Annotated[Sky, Help("the weather (AS-26)")] = Sky.CLEAR
