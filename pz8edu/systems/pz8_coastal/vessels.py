"""Vessels on the table with the state that each is in, and torpedo counters that run."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from pz8edu.board.table_setup import Placed, PointOnTable, Setup
from pz8edu.core import Help, Whole, WordDomain
from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_coastal.ruleset import Coastal, Vessel
from pz8edu.systems.pz8_coastal.situations import AFLOAT, PRINTED
from pz8edu.systems.pz8_coastal.spotting import size_of
from pz8edu.systems.pz8_coastal.words import Gun, Level, Size
from pz8edu.turns.ends import HouseEnd

SIDES = {"own": "Allied", "enemy": "Axis"}
SUBMARINE = "submarine"
SpeedDie = Annotated[int, Whole(0, PRINTED.full_speed)]


class Mounted(NamedTuple):
    """A gun of 37 mm or larger aboard: what it is, the arcs in which it bears, and whether it is knocked out."""

    gun: Gun
    arcs: str
    out: bool


class Afloat(Placed):
    """What floats on the table: it may be lost and gone."""

    symbol: str = "ship"
    facing: Fraction = Fraction(0)


class VesselOnTable(Afloat):
    """A vessel: a row of the samples (section 12), or a Defence and a speed class without printed weapons."""

    vessel: Annotated[str, WordDomain(("", *PRINTED.vessels)), Help("row of the samples")] = ""
    hull: Annotated[str, WordDomain(("", *PRINTED.defences)), Help("else its row of Defence factors")] = ""
    speed_class: Annotated[str, WordDomain(("", *PRINTED.speeds)), Help("and its class of speed")] = ""
    kind: Annotated[str, Help("and what it is: trawler, large Transport")] = ""
    speed: Annotated[SpeedDie, Help("its speed die, inches")] = 3
    level: Annotated[Level, WordDomain(AFLOAT, Level), Help("state (section 7)")] = Level.OK
    second_gun_arcs: Annotated[
        Literal["FPS", "APS"], Help("where the second gun of an MFP bears, chosen before the game (R30)")
    ] = "APS"
    first_gun_out: Annotated[bool, Help("knocked out (section 7)")] = False
    second_gun_out: Annotated[bool, Help("knocked out (section 7)")] = False
    fired: Annotated[int, Whole(0, 4), Help("torpedoes fired from the forward tubes (section 10)")] = 0
    aft_fired: Annotated[int, Whole(0, 1), Help("and from the aft tube (R23)")] = 0
    activated: Annotated[bool, Help("its activation is over (section 3)")] = False
    spotted: Annotated[bool, Help("a submarine that has been spotted (section 11)")] = False
    submerged: Annotated[bool, Help("a submarine that has left the game (section 11)")] = False

    def check(self) -> None:
        if bool(self.vessel) is bool(self.hull and self.speed_class and self.kind):
            raise BadInput(
                f"{self.name} is either a vessel of the samples, or has a hull, a speed_class and a kind"
            )

    @property
    def row(self) -> Vessel | None:
        """Its row of the samples."""
        return PRINTED.vessels[self.vessel] if self.vessel else None

    @property
    def made(self) -> str:
        """What kind of vessel it is."""
        return self.row.kind if self.row else self.kind

    @property
    def defence(self) -> int:
        """Its Defence factor (section 9)."""
        return self.row.defence if self.row else PRINTED.defences[self.hull].defence

    @property
    def fastest(self) -> int:
        """Its maximum speed undamaged, inches (section 5)."""
        return self.row.speed if self.row else PRINTED.speeds[self.speed_class].inches

    @property
    def seen_as(self) -> Size:
        """How large it is to those who look for it (section 2)."""
        return size_of(self.vessel or self.kind, self.made, PRINTED)

    @property
    def submarine(self) -> bool:
        """Is it a submarine (section 11)?"""
        return self.made == SUBMARINE

    def agile(self, rules: Coastal) -> bool:
        """Does it change its speed and course as motor boats do (sections 3a and 4; R5)?"""
        return self.row is not None and rules.agile(self.row)

    @property
    def guns(self) -> tuple[Mounted, ...]:
        """Its guns of 37 mm or larger (section 12)."""
        if self.row is None:
            return ()
        chosen = {"FPS or APS": self.second_gun_arcs}
        aboard = (
            (self.row.gun, self.row.arcs or "", self.first_gun_out),
            (self.row.second_gun, self.row.second_arcs or "", self.second_gun_out),
        )
        return tuple(Mounted(gun, chosen.get(arcs, arcs), out) for gun, arcs, out in aboard if gun)

    @property
    def light_guns(self) -> int:
        """Its weapons of 30 mm or smaller."""
        return self.row.light_guns if self.row else 0

    def tubes(self, aft: bool) -> int:
        """The torpedoes that it still has, forward or aft (section 10; R23)."""
        if self.row is None:
            return 0
        return (
            ((self.row.aft_torpedoes or 0) - self.aft_fired)
            if aft
            else ((self.row.torpedoes or 0) - self.fired)
        )

    @property
    def size(self) -> tuple[Fraction, Fraction]:
        """Width and length of its base; a torpedo crosses it half a length from its middle."""
        return Fraction(2, 5), Fraction(1)

    @property
    def harm(self) -> tuple[str, ...]:
        """What was done to it, in words."""
        words = {
            "sunk": self.destroyed,
            str(self.level): self.level is not Level.OK,
            **{f"{mounted.gun} KO ({mounted.arcs})": mounted.out for mounted in self.guns},
        }
        return tuple(word for word, so in words.items() if so)

    @property
    def doing(self) -> tuple[str, ...]:
        """Its speed die and its counters, in words."""
        fired = self.fired + self.aft_fired
        words = {
            f"{self.speed}″": True,
            f"{fired} {'torpedo' if fired == 1 else 'torpedoes'} fired": fired > 0,
            "spotted": self.spotted,
            "submerged": self.submerged,
            "activated": self.activated,
        }
        return tuple(word for word, so in words.items() if so)


class TorpedoOnTable(Afloat):
    """A torpedo counter, 3 inches ahead of the vessel that fired it; it faces along its course (section 10)."""

    symbol: str = "torpedo"
    calibre: Annotated[int, WordDomain(tuple(map(int, PRINTED.torpedoes))), Help("inches of its run")] = 21
    firer_speed: Annotated[SpeedDie, Help("speed die of the vessel at launch (R19)")] = 3

    @property
    def size(self) -> tuple[Fraction, Fraction]:
        """Width and length of its counter."""
        return Fraction(1, 4), Fraction(1, 2)

    @property
    def doing(self) -> tuple[str, ...]:
        """Its calibre."""
        return (f"{self.calibre}″",)


class NightAction(Setup):
    """A table of vessels by night; the own side is the Allied one."""

    units: tuple[VesselOnTable, ...]
    torpedoes: tuple[TorpedoOnTable, ...] = ()
    visibility: Annotated[
        int, Whole(0, 30), Help("inches that were rolled for the game; 0 before the roll (section 2)")
    ] = 0
    course: Annotated[tuple[PointOnTable, ...], Help("the plotted course of a convoy (section 2)")] = ()
    end: Annotated[HouseEnd, Help("how a game on this table ends: the book prints no end")] = HouseEnd()

    def check(self) -> None:
        self.check_pieces((*self.units, *self.torpedoes))
        names = [piece.name for piece in (*self.units, *self.torpedoes)]
        for name in filter(None, (self.firer, self.target)):
            if name not in names:
                raise unknown("vessel", name, names)
