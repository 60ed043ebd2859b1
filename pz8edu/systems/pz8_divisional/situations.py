"""What the revised edition asks about: units with a quality, limits by class, turns of fire."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pz8edu.errors import BadInput
from pz8edu.rulebook import Help, Nullable, Situation, Untyped, Whole
from pz8edu.rulebook.ruleset import printed_rules
from pz8edu.systems.divisional_family import situations as shared
from pz8edu.systems.divisional_family.ruleset import Fighter
from pz8edu.systems.divisional_family.words import Benefit, Kind, Quality, View
from pz8edu.systems.pz8_divisional.ruleset import DivisionalRevised

PRINTED = printed_rules(DivisionalRevised)

_KEEPS_THE_LIMIT = "null = the printed factor of its kind; it never moves the FP limit (R36=a)"
_LESS = (
    "less than the class limit of its kind (6 for medium and heavy tanks, 2 for artillery and HQ, "
    "4 for the rest)"
)
_FP = Whole(0, 5)

_MAY_ATTACK = Literal[
    Kind.INFANTRY,
    Kind.MOTOR_INFANTRY,
    Kind.CAVALRY,
    Kind.ENGINEER,
    Kind.RECON,
    Kind.LIGHT_TANK,
    Kind.MEDIUM_TANK,
    Kind.HEAVY_TANK,
]
"""HQs and artillery do not move into contact of their own will (section 4)."""

AttackerKind = Annotated[_MAY_ATTACK, Untyped(), Help("kind of the attacker unit (section 6)")]
EachAttackerKind = Annotated[_MAY_ATTACK, Untyped(), Help("kind of the attackers (each) unit (section 6)")]
AttackerFactor = Annotated[shared.Factor, Help(f"combat factor of the attacker; {_KEEPS_THE_LIMIT}")]
EachAttackerFactor = Annotated[
    shared.Factor, Help(f"combat factor of the attackers (each); {_KEEPS_THE_LIMIT}")
]
DefenderFactor = Annotated[shared.Factor, Help(f"combat factor of the defender; {_KEEPS_THE_LIMIT}")]
AttackerAdjustment = Annotated[Literal[-1, 0, 1], shared.adjustment_of("attacker")]
EachAttackerAdjustment = Annotated[Literal[-1, 0, 1], shared.adjustment_of("attackers (each)")]
DefenderAdjustment = Annotated[Literal[-1, 0, 1], shared.adjustment_of("defender")]
AttackerFp = Annotated[int, _FP, Help(f"fatigue points the attacker already has; {_LESS}")]
EachAttackerFp = Annotated[int, _FP, Help(f"fatigue points the attackers (each) already has; {_LESS}")]
DefenderFp = Annotated[int, _FP, Help(f"fatigue points the defender already has; {_LESS}")]
TargetFp = Annotated[int, _FP, Help(f"fatigue points the target already has; {_LESS}")]
UnitFp = Annotated[int, _FP, Help(f"fatigue points the unit already has; {_LESS}")]
AttackerQuality = Annotated[Quality, Untyped(), Help("quality of the attacker")]
EachAttackerQuality = Annotated[Quality, Untyped(), Help("quality of the attackers (each)")]
DefenderQuality = Annotated[Quality, Untyped(), Help("quality of the defender")]
FirerQuality = Annotated[Quality, Untyped(), Help("quality of the artillery unit that fires")]
MaxShots = Whole(1, 6)
Shots = Whole(0, 6)


def check_limit(name: str, unit: Fighter) -> None:
    """Raise BadInput for a unit that has as many FPs as its class takes already."""
    shared.check_fp(name, unit.fp, PRINTED.fp_limit(unit), f"the limit of {unit.kind}")


class OneBattery(Situation):
    """A battery that fires at a target."""

    firer_quality: FirerQuality = Quality.AVERAGE
    target_fort: shared.TargetFort = False


class Barrage(Situation):
    """Several batteries that fire at one target."""

    batteries: Annotated[shared.Batteries, Help("batteries that fire, all of one quality")] = 1
    firer_quality: FirerQuality = Quality.AVERAGE
    target_type: shared.TargetKind = Kind.INFANTRY
    target_fp: TargetFp = 0
    target_fort: shared.TargetFort = False

    @property
    def target(self) -> Fighter:
        """The unit under fire."""
        return Fighter(self.target_type, fp=self.target_fp)

    def check(self) -> None:
        check_limit("target_fp", self.target)


class Combat(Situation):
    """Two units in contact."""

    attacker_type: AttackerKind = Kind.INFANTRY
    attacker_cf: AttackerFactor = None
    attacker_at: AttackerAdjustment = 0
    attacker_fp: AttackerFp = 0
    attacker_quality: AttackerQuality = Quality.AVERAGE
    attacker_blocked_at: shared.AttackerBlockedAt = None
    defender_type: shared.DefenderKind = Kind.INFANTRY
    defender_cf: DefenderFactor = None
    defender_at: DefenderAdjustment = 0
    defender_fp: DefenderFp = 0
    defender_quality: DefenderQuality = Quality.AVERAGE
    defender_blocked_at: shared.DefenderBlockedAt = None
    defender_fort: shared.DefenderFort = False
    defender_out_of_ammo: Annotated[
        bool,
        Help(
            "the defender is an artillery unit without turns of fire left (section 5); "
            "only with defender_type artillery"
        ),
    ] = False
    view: shared.WhichView = View.FATE

    extra_schema: ClassVar[Mapping[str, Any]] = {
        "if": {"properties": {"defender_out_of_ammo": {"const": True}}, "required": ["defender_out_of_ammo"]},
        "then": {
            "properties": {"defender_type": {"const": str(Kind.ARTILLERY)}},
            "required": ["defender_type"],
        },
    }

    @property
    def attacker(self) -> Fighter:
        """The attacking unit."""
        return _attacker(self, self.attacker_blocked_at)

    @property
    def defender(self) -> Fighter:
        """The defending unit."""
        return _defender(self, self.defender_blocked_at)

    def check(self) -> None:
        _check_both(self)
        if self.defender_out_of_ammo and self.defender_type is not Kind.ARTILLERY:
            raise BadInput(
                "defender_out_of_ammo goes with defender_type artillery only (section 5); "
                f"got {self.defender_type}"
            )


class MultiCombat(Situation):
    """Several equal units in contact with one enemy."""

    attackers: Annotated[int, Whole(1, 4), Help("attacking units, all alike in kind and quality")] = 2
    attacker_type: EachAttackerKind = Kind.INFANTRY
    attacker_cf: EachAttackerFactor = None
    attacker_at: EachAttackerAdjustment = 0
    attacker_fp: EachAttackerFp = 0
    attacker_quality: EachAttackerQuality = Quality.AVERAGE
    defender_type: shared.DefenderKind = Kind.INFANTRY
    defender_cf: DefenderFactor = None
    defender_at: DefenderAdjustment = 0
    defender_fp: DefenderFp = 0
    defender_quality: DefenderQuality = Quality.AVERAGE
    defender_fort: shared.DefenderFort = False

    @property
    def attacker(self) -> Fighter:
        """Each of the attacking units."""
        return _attacker(self)

    @property
    def defender(self) -> Fighter:
        """The defending unit."""
        return _defender(self)

    def check(self) -> None:
        _check_both(self)


_RALLIES = "the {}'s side rolls a rally for its unit, with the unit's quality, after combats {}, …"


class Duel(Situation):
    """Two units that fight to the end."""

    attacker_type: AttackerKind = Kind.INFANTRY
    attacker_cf: AttackerFactor = None
    attacker_at: AttackerAdjustment = 0
    attacker_fp: AttackerFp = 0
    attacker_quality: AttackerQuality = Quality.AVERAGE
    defender_type: shared.DefenderKind = Kind.INFANTRY
    defender_cf: DefenderFactor = None
    defender_at: DefenderAdjustment = 0
    defender_fp: DefenderFp = 0
    defender_quality: DefenderQuality = Quality.AVERAGE
    attacker_rally: Annotated[bool, Help(_RALLIES.format("attacker", "1, 3, 5"))] = False
    defender_rally: Annotated[bool, Help(_RALLIES.format("defender", "2, 4, 6"))] = False
    defender_fort: shared.DefenderFort = False

    @property
    def attacker(self) -> Fighter:
        """The attacking unit."""
        return _attacker(self)

    @property
    def defender(self) -> Fighter:
        """The defending unit."""
        return _defender(self)

    @property
    def rallies(self) -> tuple[Quality | None, Quality | None]:
        """The quality with which attacker and defender rally."""
        return (
            self.attacker_quality if self.attacker_rally else None,
            self.defender_quality if self.defender_rally else None,
        )

    def check(self) -> None:
        _check_both(self)


def _attacker(situation: Combat | MultiCombat | Duel, blocked_at: Fraction | None = None) -> Fighter:
    return Fighter(
        situation.attacker_type,
        situation.attacker_cf,
        situation.attacker_at,
        situation.attacker_fp,
        situation.attacker_quality,
        blocked_at,
    )


def _defender(situation: Combat | MultiCombat | Duel, blocked_at: Fraction | None = None) -> Fighter:
    return Fighter(
        situation.defender_type,
        situation.defender_cf,
        situation.defender_at,
        situation.defender_fp,
        situation.defender_quality,
        blocked_at,
    )


def _check_both(situation: Combat | MultiCombat | Duel) -> None:
    check_limit("attacker_fp", situation.attacker)
    check_limit("defender_fp", situation.defender)


class Rally(shared.RallyOfUnit):
    """A unit near its HQ that rolls to lose an FP."""

    fp: Annotated[int, _FP, Help("fatigue points of the unit; with 0 it does not roll")] = 1


class RallySupply(Situation):
    """An artillery unit near its HQ that rolls to lose an FP or to get a turn of fire."""

    quality: shared.UnitQuality = Quality.AVERAGE
    objectives_lost: shared.ObjectivesLost = 0
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


class Minefield(Situation):
    """A unit at a minefield section."""

    unit_type: shared.CrossingKind = Kind.INFANTRY
    fp: UnitFp = 0

    @property
    def unit(self) -> Fighter:
        """The unit that crosses."""
        return Fighter(self.unit_type, fp=self.fp)

    def check(self) -> None:
        check_limit("fp", self.unit)


class MinefieldBelt(Situation):
    """A unit at several minefield sections."""

    sections: shared.Sections = 2
    unit_type: shared.CrossingKind = Kind.INFANTRY
    fp: UnitFp = 0

    @property
    def unit(self) -> Fighter:
        """The unit that crosses."""
        return Fighter(self.unit_type, fp=self.fp)

    def check(self) -> None:
        check_limit("fp", self.unit)


class Bombardment(Situation):
    """Batteries that shell one unit as long as their turns of fire last."""

    shots: Annotated[shared.Batteries, Help("batteries that fire in each turn of fire")] = 1
    firer_quality: FirerQuality = Quality.AVERAGE
    fire_turns: Annotated[int, Whole(0, 12), Help("turns, from the first, in which they fire")] = 4
    turns: shared.StateAfter = 12
    target_type: shared.TargetKind = Kind.INFANTRY
    target_fp: TargetFp = 0
    target_fort: shared.TargetFort = False
    rally_quality: shared.RallyQuality = None

    @property
    def target(self) -> Fighter:
        """The unit under fire."""
        return Fighter(self.target_type, fp=self.target_fp)

    def check(self) -> None:
        check_limit("target_fp", self.target)


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
    quality: shared.UnitQuality = Quality.AVERAGE
    objectives_lost: shared.ObjectivesLost = 0
    in_supply: Annotated[bool, Help("the battery is within reach of its HQ and may roll")] = True
    turns: Annotated[int, Whole(1, 12), Help("turns of the day")] = 12

    @property
    def shots(self) -> int:
        """Turns of fire at the start."""
        return self.max_shots if self.start_shots is None else self.start_shots

    def check(self) -> None:
        check_shots("start_shots", self.shots, self.max_shots)


class RallyChain(Situation):
    """A unit that rolls one rally a turn."""

    fp: Annotated[int, Whole(1, 5), Help("fatigue points at the start")] = 2
    quality: shared.UnitQuality = Quality.AVERAGE
    objectives_lost: shared.ObjectivesLost = 0
    turns: shared.StateAfter = 3
