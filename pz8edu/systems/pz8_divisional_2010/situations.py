"""What the edition of 2010 asks about: units with a combat factor that is their limit of FPs too."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pz8edu.rulebook import Help, Nullable, Situation, Untyped, Whole
from pz8edu.rulebook.ruleset import printed_rules
from pz8edu.systems.divisional_family import situations as shared
from pz8edu.systems.divisional_family.ruleset import Fighter
from pz8edu.systems.divisional_family.words import Kind, Quality, View
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010

PRINTED = printed_rules(Divisional2010)

_MOVES_THE_LIMIT = (
    "null = the printed factor of its kind; it is also the number of FPs that destroys the unit"
)
_LESS = "less than its combat factor"
_FP = Whole(0, 6)

AttackerFactor = Annotated[shared.Factor, Help(f"combat factor of the attacker; {_MOVES_THE_LIMIT}")]
EachAttackerFactor = Annotated[
    shared.Factor, Help(f"combat factor of the attackers (each); {_MOVES_THE_LIMIT}")
]
DefenderFactor = Annotated[shared.Factor, Help(f"combat factor of the defender; {_MOVES_THE_LIMIT}")]
TargetFactor = Annotated[
    shared.Factor,
    Help("combat factor of the target, also its FP limit; null = the printed factor of its kind"),
]
UnitFactor = Annotated[
    shared.Factor,
    Help("combat factor of the unit, also its FP limit; null = the printed factor of its kind"),
]
AttackerAdjustment = Annotated[Literal[-1, 0, 1], shared.adjustment_of("attacker")]
EachAttackerAdjustment = Annotated[Literal[-1, 0, 1], shared.adjustment_of("attackers (each)")]
DefenderAdjustment = Annotated[Literal[-1, 0, 1], shared.adjustment_of("defender")]
AttackerFp = Annotated[int, _FP, Help(f"fatigue points the attacker already has; {_LESS}")]
EachAttackerFp = Annotated[int, _FP, Help(f"fatigue points the attackers (each) already has; {_LESS}")]
DefenderFp = Annotated[int, _FP, Help(f"fatigue points the defender already has; {_LESS}")]
TargetFp = Annotated[int, _FP, Help(f"fatigue points the target already has; {_LESS}")]
UnitFp = Annotated[int, _FP, Help(f"fatigue points the unit already has; {_LESS}")]


def check_limit(name: str, unit: Fighter) -> None:
    """Raise BadInput for a unit that has as many FPs as its combat factor already."""
    shared.check_fp(name, unit.fp, PRINTED.fp_limit(unit), "the combat factor of the unit")


class OneBattery(Situation):
    """A battery that fires at a target; the quality of gunners does not matter in this edition."""

    target_fort: shared.TargetFort = False

    @property
    def firer_quality(self) -> Quality:
        """Any: it does not matter."""
        return Quality.AVERAGE


class Barrage(Situation):
    """Several batteries that fire at one target."""

    batteries: Annotated[shared.Batteries, Help("batteries that fire")] = 1
    target_type: shared.TargetKind = Kind.INFANTRY
    target_cf: TargetFactor = None
    target_fp: TargetFp = 0
    target_fort: shared.TargetFort = False

    @property
    def firer_quality(self) -> Quality:
        """Any: it does not matter."""
        return Quality.AVERAGE

    @property
    def target(self) -> Fighter:
        """The unit under fire."""
        return Fighter(self.target_type, self.target_cf, fp=self.target_fp)

    def check(self) -> None:
        check_limit("target_fp", self.target)


class Combat(Situation):
    """Two units in contact."""

    attacker_type: shared.AttackerKind = Kind.INFANTRY
    attacker_cf: AttackerFactor = None
    attacker_at: AttackerAdjustment = 0
    attacker_fp: AttackerFp = 0
    attacker_blocked_at: shared.AttackerBlockedAt = None
    defender_type: shared.DefenderKind = Kind.INFANTRY
    defender_cf: DefenderFactor = None
    defender_at: DefenderAdjustment = 0
    defender_fp: DefenderFp = 0
    defender_blocked_at: shared.DefenderBlockedAt = None
    defender_fort: shared.DefenderFort = False
    view: shared.WhichView = View.FATE

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


class MultiCombat(Situation):
    """Several equal units in contact with one enemy."""

    attackers: Annotated[int, Whole(1, 4), Help("attacking units, all alike")] = 2
    attacker_type: shared.EachAttackerKind = Kind.INFANTRY
    attacker_cf: EachAttackerFactor = None
    attacker_at: EachAttackerAdjustment = 0
    attacker_fp: EachAttackerFp = 0
    defender_type: shared.DefenderKind = Kind.INFANTRY
    defender_cf: DefenderFactor = None
    defender_at: DefenderAdjustment = 0
    defender_fp: DefenderFp = 0
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


_RALLIES = "quality with which the {}'s side rolls a rally for its unit after combats {}, …; null = no rally"


class Duel(Situation):
    """Two units that fight to the end."""

    attacker_type: shared.AttackerKind = Kind.INFANTRY
    attacker_cf: AttackerFactor = None
    attacker_at: AttackerAdjustment = 0
    attacker_fp: AttackerFp = 0
    defender_type: shared.DefenderKind = Kind.INFANTRY
    defender_cf: DefenderFactor = None
    defender_at: DefenderAdjustment = 0
    defender_fp: DefenderFp = 0
    attacker_rally: Annotated[
        Quality | None, Nullable(), Untyped(), Help(_RALLIES.format("attacker", "1, 3, 5"))
    ] = None
    defender_rally: Annotated[
        Quality | None, Nullable(), Untyped(), Help(_RALLIES.format("defender", "2, 4, 6"))
    ] = None
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
        return self.attacker_rally, self.defender_rally

    def check(self) -> None:
        _check_both(self)


def _attacker(situation: Combat | MultiCombat | Duel, blocked_at: Fraction | None = None) -> Fighter:
    return Fighter(
        situation.attacker_type,
        situation.attacker_cf,
        situation.attacker_at,
        situation.attacker_fp,
        blocked_at=blocked_at,
    )


def _defender(situation: Combat | MultiCombat | Duel, blocked_at: Fraction | None = None) -> Fighter:
    return Fighter(
        situation.defender_type,
        situation.defender_cf,
        situation.defender_at,
        situation.defender_fp,
        blocked_at=blocked_at,
    )


def _check_both(situation: Combat | MultiCombat | Duel) -> None:
    check_limit("attacker_fp", situation.attacker)
    check_limit("defender_fp", situation.defender)


class Rally(shared.RallyOfUnit):
    """A unit near its HQ that rolls to lose an FP."""

    fp: Annotated[int, _FP, Help("fatigue points of the unit; with 0 it does not roll")] = 1


class Minefield(Situation):
    """A unit at a minefield section."""

    unit_type: shared.CrossingKind = Kind.INFANTRY
    unit_cf: UnitFactor = None
    fp: UnitFp = 0

    @property
    def unit(self) -> Fighter:
        """The unit that crosses."""
        return Fighter(self.unit_type, self.unit_cf, fp=self.fp)

    def check(self) -> None:
        check_limit("fp", self.unit)


class MinefieldBelt(Situation):
    """A unit at several minefield sections."""

    sections: shared.Sections = 2
    unit_type: shared.CrossingKind = Kind.INFANTRY
    unit_cf: UnitFactor = None
    fp: UnitFp = 0

    @property
    def unit(self) -> Fighter:
        """The unit that crosses."""
        return Fighter(self.unit_type, self.unit_cf, fp=self.fp)

    def check(self) -> None:
        check_limit("fp", self.unit)


class Bombardment(Situation):
    """Batteries that shell one unit turn after turn."""

    shots: Annotated[shared.Batteries, Help("batteries that fire every turn")] = 1
    target_type: shared.TargetKind = Kind.INFANTRY
    target_cf: TargetFactor = None
    target_fp: TargetFp = 0
    target_fort: shared.TargetFort = False
    rally_quality: shared.RallyQuality = None
    turns: shared.StateAfter = 12

    @property
    def firer_quality(self) -> Quality:
        """Any: it does not matter."""
        return Quality.AVERAGE

    @property
    def fire_turns(self) -> int:
        """Artillery is never out of ammo in this edition: it fires in every turn."""
        return self.turns

    @property
    def target(self) -> Fighter:
        """The unit under fire."""
        return Fighter(self.target_type, self.target_cf, fp=self.target_fp)

    def check(self) -> None:
        check_limit("target_fp", self.target)


class RallyChain(Situation):
    """A unit that rolls one rally a turn."""

    fp: Annotated[int, Whole(1, 6), Help("fatigue points at the start")] = 2
    quality: shared.UnitQuality = Quality.AVERAGE
    objectives_lost: shared.ObjectivesLost = 0
    turns: shared.StateAfter = 3
