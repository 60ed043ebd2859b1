"""The miniatures of Panzertroops on the table, and the state that each is in."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pz8edu.board.table_setup import Placed, Setup
from pz8edu.core import Help, RowOf, Whole, WordDomain, printed_rules
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.words import Carrier, Chassis, Morale, Mover, Target
from pz8edu.turns.ends import HouseEnd

PRINTED = printed_rules(Panzertroops)
SATCHEL, FLAMETHROWER = "satchel", "flamethrower"
"""Weapons with questions of their own (PT-21, PT-22)."""
ARMOURED = "armoured"
SPARED = frozenset({"grenades", SATCHEL})
"""Weapons of infantry that movement does not hinder (PT-13)."""

SIDEARMS = {"infantry": "pistol", "line": "grenades"}
"""What men on foot have besides: weapons carriers a pistol, line troopers grenades (PT-1)."""
LINE = frozenset({"rifle", "smg", "pistol", "panzerfaust"})
"""What line troopers and officers carry (PT-1)."""
CARRIES = {Mover.TRUCK: Carrier.TRUCK, Mover.JEEP: Carrier.JEEP, Mover.WAGON: Carrier.TRUCK}
"""Soft vehicles that take men aboard, a wagon as many as a truck (PT-5, Table U5)."""
SCOUT_CAR = "M-3 White"
"""It carries like a half-track, says the list (Table U5)."""

MACHINE_GUNS = ("lmg", "mmg", "hmg")
ROOF = "roof "
"""What is said of a machine-gun that a crewman fires from the roof (PT-15)."""
MACHINE_GUN = "mmg"
"""What the machine-guns of vehicles are, where the lists do not say otherwise ("all medium", M-5 A1)."""

DOING = {"run": "running", "bonus": "on the road", "assault": "assault move", "moving": "moving"}
"""What a soft target that moved does, by the end of its row of Table U4."""


class Miniature(Placed):
    """One man, one gun with its crew, or one vehicle."""

    printed = PRINTED

    figure: Annotated[str, RowOf("men"), Help("the man, or who is aboard (Table U1)")] = "line"
    weapon: Annotated[str, RowOf("weapons"), Help("what it fires (Table U2)")] = "rifle"
    fires: Annotated[str, Help("which of its weapons fires; empty: the first (Tables U2 and U5)")] = ""
    mount: Annotated[
        Literal["hand", "turret", "roof", "hull"], Help("where the weapon sits (PT-8, PT-13)")
    ] = "hand"
    moves: Annotated[Mover, Help("how it moves (Table U3)")] = Mover.RUN
    posture: Annotated[
        str, RowOf("soft_defences"), Help("what a soft target does, which gives its Defence (Table U4)")
    ] = "infantry-stationary"
    vehicle: Annotated[
        str,
        WordDomain(("", *PRINTED.vehicles)),
        Help("an armoured vehicle of Table U5; empty for all others"),
    ] = ""
    chassis: Annotated[Chassis, Help("what an armoured vehicle runs on")] = Chassis.TRACKED
    turret: Annotated[
        Fraction | None, Help("degrees from north that a turret faces, if not ahead (PT-11)")
    ] = None
    moved: Annotated[bool, Help("an armoured vehicle that moved this turn")] = False
    pinned: Annotated[bool, Help("may not move in its next movement (PT-19)")] = False
    immobilised: Annotated[bool, Help("for the battle (PT-25)")] = False
    morale: Annotated[Morale, Help("morale of its group (PT-24)")] = Morale.GOOD
    exposed: Annotated[bool, Help("shot out of the edge of woods or buildings (PT-9)")] = False
    crew_lost: Annotated[
        int, Whole(0, 3), Help("men of its crew who are dead and not replaced (PT-1, PT-17)")
    ] = 0
    spent: Annotated[bool, Help("its one shot, or its fuel or smoke, is gone")] = False
    observer: Annotated[bool, Help("an observer team with a radio (PT-23)")] = False
    russian: Annotated[bool, Help("a Russian tank, which carries no smoke ammunition (PT-26)")] = False
    rockets: Annotated[int, Whole(1, 3), Help("panzerfausts that a man carries (PT-1)")] = 1
    aboard: Annotated[str, Help("the vehicle that it rides on or in, or that tows it (PT-5)")] = ""
    looks_out: Annotated[bool, Help("its head, or that of its roof gunner, is up (PT-15)")] = False
    gunner_lost: Annotated[bool, Help("its roof gunner is dead, and the gun is out (PT-15)")] = False
    half: Annotated[bool, Help("half of its move is used (PT-5)")] = False

    @property
    def changeable(self) -> tuple[str, ...]:
        """What fire has done to it, and what it does."""
        own = ("moved", "immobilised") if self.vehicle else ("posture", "pinned", "exposed")
        crew = ("crew_lost",) if self.crew(PRINTED) > 1 else ()
        return (*super().changeable, *own, "morale", "spent", *crew)

    def crew(self, rules: Panzertroops) -> int:
        """The men whom its weapon needs (Table U2), or an observer team (PT-23); a vehicle counts as one."""
        if self.observer:
            return rules.observer_team
        return 1 if self.vehicle else rules.weapons[self.weapon].crew

    @property
    def kind(self) -> Target:
        """What it is as a target (PT-10)."""
        if self.vehicle:
            return Target.AFV
        return Target.SOFT_VEHICLE if self.posture.startswith("soft-vehicle") else Target.MAN

    @property
    def carries(self) -> Carrier | None:
        """What it takes inside; None for all others, as armour has riders outside (PT-5)."""
        if self.vehicle:
            inside = self.chassis is Chassis.HALFTRACK or self.vehicle == SCOUT_CAR
            return Carrier.HALFTRACK if inside else None
        return CARRIES.get(self.moves) if self.kind is Target.SOFT_VEHICLE else None

    @property
    def alone(self) -> bool:
        """Is it a combat group by itself: observers, a gun with its crew (PT-24)?"""
        return self.observer or self.posture.startswith("gun")

    @property
    def emplaced(self) -> bool:
        """Is it a heavy weapon, an AT gun or an artillery piece (PT-13)?"""
        return self.posture.startswith(("heavy-weapon", "gun"))

    @property
    def has_moved(self) -> bool:
        """Did it move in its last movement?"""
        return self.moved if self.vehicle else not self.posture.endswith("-stationary")

    @property
    def looks_ahead(self) -> bool:
        """Does its weapon fire forward only (PT-8)?"""
        hull = self.mount == "hull" and not self.fires.startswith(ROOF)
        return hull or self.posture.startswith("gun")

    @property
    def size(self) -> tuple[Fraction, Fraction]:
        """Its base: a man, a gun, a vehicle (none is printed)."""
        if self.kind is Target.MAN and not self.emplaced:
            return Fraction(4, 5), Fraction(4, 5)
        return (
            (Fraction(6, 5), Fraction(9, 5)) if self.kind is not Target.MAN else (Fraction(1), Fraction(6, 5))
        )

    @property
    def leaves_wreck(self) -> bool:
        """Destroyed vehicles are wrecks (PT-18)."""
        return self.kind is not Target.MAN

    @property
    def harm(self) -> tuple[str, ...]:
        """What was done to it."""
        words = {
            "destroyed": self.destroyed,
            "immobilised": self.immobilised,
            "pinned": self.pinned,
            str(self.morale): self.morale is not Morale.GOOD,
            "exposed": self.exposed,
            "spent": self.spent,
            "crew incomplete": self.crew_lost > 0,
            "roof gun out": self.gunner_lost,
            f"aboard {self.aboard}": bool(self.aboard),
        }
        return tuple(word for word, so in words.items() if so)

    @property
    def doing(self) -> tuple[str, ...]:
        """What it does: 'running', 'moved'."""
        if not self.has_moved:
            return ()
        return ("moved" if self.vehicle else DOING[self.posture.rpartition("-")[2]],)

    @property
    def traits(self) -> tuple[str, ...]:
        """What it does, and that it is armoured."""
        return (*self.doing, ARMOURED) if self.vehicle else self.doing


class Skirmish(Setup):
    """A table of Panzertroops; Side A is the own side."""

    units: tuple[Miniature, ...]
    half_turn: Annotated[Literal[1, 2], Help("who moves: 1 Side A, 2 Side B")] = 1
    step: Annotated[
        int, Whole(0, 6), Help("step of the turn with which a game begins; 0: the first of its half")
    ] = 0
    end: Annotated[HouseEnd, Help("how a game ends whose scenario says nothing of it (PT-27)")] = HouseEnd(
        turns=6
    )
    leave: Annotated[
        int,
        Whole(0, 20),
        Help("men of Side A who win by leaving over the north edge; 0: nobody leaves (PT-27)"),
    ] = 0
    bad_weather: Annotated[bool, Help("announced by the attacker: nobody has smoke (PT-26)")] = False
    shells: Annotated[int, Help("off-table weapons that fire for an observer team (PT-23)")] = 0
