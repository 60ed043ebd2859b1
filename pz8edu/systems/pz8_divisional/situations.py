"""What the revised edition asks otherwise: units with a quality, limits by class, turns of fire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pz8edu.core import Help, Nullable, Situation, Untyped, Whole, printed_rules
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_divisional.ruleset import DivisionalRevised
from pz8edu.systems.pz8_divisional_2010 import situations as parent
from pz8edu.systems.pz8_divisional_2010.ruleset import Fighter
from pz8edu.systems.pz8_divisional_2010.situations import ObjectivesLost, StateAfter, UnitQuality
from pz8edu.systems.pz8_divisional_2010.words import Benefit, Kind, Quality

PRINTED = printed_rules(DivisionalRevised)

MaxShots = Whole(1, 6)
Shots = Whole(0, 6)


class Form(parent.Form):
    """A form of the revised edition."""

    printed = PRINTED
    says: ClassVar = {
        "factor": "null = the printed factor of its kind; it never moves the FP limit (R36=a)",
        "limit": "less than the class limit of its kind "
        "(6 for medium and heavy tanks, 2 for artillery and HQ, 4 for the rest)",
    }


# --- 5 Fire
class Gunners(parent.Gunners):
    """The gunners of a battery, good or bad."""

    firer_quality: Annotated[Quality, Untyped(), Help("quality of the artillery unit that fires")] = (
        Quality.AVERAGE
    )

    @property
    def firing(self) -> Quality:
        """Their quality."""
        return self.firer_quality


class OneBattery(Form, parent.OneBattery, Gunners):
    """A battery that fires at a target."""


class Barrage(Form, parent.Barrage, Gunners):
    """Several batteries that fire at one target."""

    says: ClassVar = {"alike": ", all of one quality"}
    not_asked = ("target_cf",)


class Duration(parent.Form):
    """How long they fire, and how long it is watched."""

    fire_turns: Annotated[int, Whole(0, 12), Help("turns, from the first, in which they fire")] = 4
    turns: StateAfter = 12


class Bombardment(Form, parent.Bombardment, Duration, Gunners):
    """Batteries that shell one unit as long as their turns of fire last."""

    says: ClassVar = {"when": "in each turn of fire"}
    not_asked = ("target_cf",)

    @property
    def turns_of_fire(self) -> int:
        """The turns of fire that they have."""
        return self.fire_turns


# --- 6 Combat
class Attacker(parent.Attacker):
    """A unit that attacks: HQs and artillery do not move into contact of their own will (section 4)."""

    attacker_type: Annotated[
        Literal[
            Kind.INFANTRY,
            Kind.MOTOR_INFANTRY,
            Kind.CAVALRY,
            Kind.ENGINEER,
            Kind.RECON,
            Kind.LIGHT_TANK,
            Kind.MEDIUM_TANK,
            Kind.HEAVY_TANK,
        ],
        Untyped(),
        Help("kind of the {attacker} unit (section 6)"),
    ] = Kind.INFANTRY
    attacker_quality: Annotated[Quality, Untyped(), Help("quality of the {attacker}")] = Quality.AVERAGE

    @property
    def attacker(self) -> Fighter:
        """The attacking unit, or each of several."""
        return replace(super().attacker, quality=self.attacker_quality)


class Defender(parent.Defender):
    """A unit that is attacked."""

    defender_quality: Annotated[Quality, Untyped(), Help("quality of the defender")] = Quality.AVERAGE

    @property
    def defender(self) -> Fighter:
        """The defending unit."""
        return replace(super().defender, quality=self.defender_quality)


class Fortification(parent.Fortification):
    """Where the defender stands, and whether it is an empty battery."""

    defender_out_of_ammo: Annotated[
        bool,
        Help(
            "the defender is an artillery unit without turns of fire left (section 5); "
            "only with defender_type artillery"
        ),
    ] = False


class Combat(Form, parent.Combat, Fortification, Defender, Attacker):
    """Two units in contact."""

    extra_schema: ClassVar[Mapping[str, Any]] = {
        "if": {"properties": {"defender_out_of_ammo": {"const": True}}, "required": ["defender_out_of_ammo"]},
        "then": {
            "properties": {"defender_type": {"const": str(Kind.ARTILLERY)}},
            "required": ["defender_type"],
        },
    }

    def check(self) -> None:
        super().check()
        if self.defender_out_of_ammo and self.defender_type is not Kind.ARTILLERY:
            raise BadInput(
                "defender_out_of_ammo goes with defender_type artillery only (section 5); "
                f"got {self.defender_type}"
            )


class MultiCombat(Form, parent.MultiCombat, Defender, Attacker):
    """Several equal units in contact with one enemy."""

    says: ClassVar = {"attacker": "attackers (each)", "in_what": " in kind and quality"}


_RALLIES = "the {}'s side rolls a rally for its unit, with the unit's quality, after combats {}, …"


class Rallies(Defender, Attacker):
    """The rallies of a duel, each with the quality of the unit."""

    attacker_rally: Annotated[bool, Help(_RALLIES.format("attacker", "1, 3, 5"))] = False
    defender_rally: Annotated[bool, Help(_RALLIES.format("defender", "2, 4, 6"))] = False

    @property
    def rallies(self) -> tuple[Quality | None, Quality | None]:
        """The quality with which attacker and defender rally; None: they do not."""
        return (
            self.attacker_quality if self.attacker_rally else None,
            self.defender_quality if self.defender_rally else None,
        )


class Duel(Form, parent.InContact, parent.Fortification, Rallies, Defender, Attacker):
    """Two units that fight to the end."""


# --- 7 Rally
class Rally(Form, parent.Rally):
    """A unit near its HQ that rolls to lose an FP."""


class RallyChain(Form, parent.RallyChain):
    """A unit that rolls one rally a turn."""


class RallySupply(Situation):
    """An artillery unit near its HQ that rolls to lose an FP or to get a turn of fire."""

    quality: UnitQuality = Quality.AVERAGE
    objectives_lost: ObjectivesLost = 0
    fp: Annotated[int, Whole(0, 1), Help("fatigue points of the battery")] = 0
    shots: Annotated[int, Shots, Help("turns of fire left, at most max_shots")] = 0
    max_shots: Annotated[int, MaxShots, Help("turns of fire per day set by the scenario")] = 4
    choice: Annotated[
        Benefit,
        Untyped(),
        Help("benefit named before rolling: one turn of fire, or one FP less; without effect under R34=b"),
    ] = Benefit.AMMO

    def check(self) -> None:
        check_shots("shots", self.shots, self.max_shots)


def check_shots(name: str, shots: int, most: int) -> None:
    """Raise BadInput for more turns of fire than the scenario gives (section 5)."""
    if shots > most:
        raise BadInput(f"{name} must be at most max_shots, {most} (section 5); got {shots}")


class BatteryDay(Situation):
    """A battery that fires every turn and rolls for supply."""

    max_shots: Annotated[
        int, MaxShots, Help("turns of fire per day set by the scenario; refills never go above it")
    ] = 4
    start_shots: Annotated[
        int | None,
        Nullable(),
        Shots,
        Help("turns of fire at the start, at most max_shots; null = max_shots"),
    ] = None
    quality: UnitQuality = Quality.AVERAGE
    objectives_lost: ObjectivesLost = 0
    in_supply: Annotated[bool, Help("the battery is within reach of its HQ and may roll")] = True
    turns: Annotated[int, Whole(1, 12), Help("turns of the day")] = 12

    @property
    def shots(self) -> int:
        """Turns of fire at the start."""
        return self.max_shots if self.start_shots is None else self.start_shots

    def check(self) -> None:
        check_shots("start_shots", self.shots, self.max_shots)


# --- 9 Minefields
class Minefield(Form, parent.Minefield):
    """A unit at a minefield section."""

    not_asked = ("unit_cf",)


class MinefieldBelt(Form, parent.MinefieldBelt):
    """A unit at several minefield sections."""

    not_asked = ("unit_cf",)
