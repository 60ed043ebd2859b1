"""What the divisional rules ask about: units in contact, under fire, in mines, at rest and from the air."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pz8edu.core import (
    Domain,
    FromRules,
    Help,
    Nullable,
    Number,
    Situation,
    Untyped,
    Whole,
    WholeDomain,
    printed_rules,
)
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_divisional_2010.ruleset import HIGHEST_FACTOR, Divisional2010, Fighter
from pz8edu.systems.pz8_divisional_2010.words import Kind, Quality, View

_EVERY_KIND = "accepted for every kind (who fits, R24, is a board matter and is not enforced)"
_ADJUSTMENT = "added to its total only when its opponent is a light, medium or heavy tank"
_WAY_BACK = (
    "straight back to the nearest other enemy unit; a withdrawal of this many inches or more destroys it; "
    "null = way free"
)

_RALLIES = "quality with which the {}'s side rolls a rally for its unit after combats {}, …; null = no rally"

PRINTED = printed_rules(Divisional2010)


@dataclass(frozen=True)
class Fatigue(FromRules):
    """The FPs that a unit can have and live, at least so many."""

    least: int = 0

    def domain(self, rules: Divisional2010) -> Domain:
        """From the least to the most of any unit."""
        return WholeDomain(Whole(self.least, rules.most_fp))


Batteries = Annotated[int, Whole(1, 6)]
Fp = Annotated[int, Fatigue()]
Factor = Annotated[int | None, Nullable(), Whole(1, HIGHEST_FACTOR)]
AntiTank = Literal[-1, 0, 1]
BlockedAt = Annotated[Fraction | None, Nullable(), Number(1, 12)]
TargetFort = Annotated[
    bool, Help("the target is inside a fortification; accepted for every kind (R24 is not enforced)")
]
UnitQuality = Annotated[Quality, Untyped(), Help("quality of the unit")]
ObjectivesLost = Annotated[
    int, Whole(0, 3), Help("objectives of this side occupied by the enemy (section 11)")
]
StateAfter = Annotated[int, Whole(1, 12), Help("turns after which the state is taken")]


class Form(Situation):
    """A form of this edition."""

    printed = PRINTED
    says: ClassVar = {
        "attacker": "attacker",
        "factor": "null = the printed factor of its kind; "
        "it is also the number of FPs that destroys the unit",
        "limit": "less than its combat factor",
    }

    def check_fp(self, name: str, unit: Fighter) -> None:
        """Raise BadInput for a unit that has reached its limit of FPs already (section 6)."""
        limit = self.printed.fp_limit(unit)
        if unit.fp >= limit:
            why = self.printed.why_this_limit(unit)
            raise BadInput(f"{name} must be less than {limit}, {why} (section 6); got {unit.fp}")


# --- 5 Fire
class Gunners(Form):
    """The gunners of a battery: in this edition all are alike."""

    @property
    def firing(self) -> Quality:
        """Their quality."""
        return Quality.AVERAGE


class UnderFire(Form):
    """A unit under fire."""

    target_type: Annotated[Kind, Untyped(), Help("kind of the target unit")] = Kind.INFANTRY
    target_cf: Annotated[
        Factor,
        Help("combat factor of the target, also its FP limit; null = the printed factor of its kind"),
    ] = None
    target_fp: Annotated[Fp, Help("fatigue points the target already has; {limit}")] = 0
    target_fort: TargetFort = False

    @property
    def target(self) -> Fighter:
        """The unit under fire."""
        return Fighter(self.target_type, self.target_cf, fp=self.target_fp)

    def check(self) -> None:
        self.check_fp("target_fp", self.target)


class Works(Form):
    """What a battery fires at, if only its works count."""

    target_fort: TargetFort = False


class OneBattery(Works, Gunners):
    """A battery that fires at a target."""


class Volley(Form):
    """Batteries that fire one after another."""

    batteries: Annotated[Batteries, Help("batteries that fire{alike}")] = 1


class Barrage(UnderFire, Gunners, Volley):
    """Several batteries that fire at one target."""

    says: ClassVar = {"alike": ""}


class Shelling(Form):
    """Batteries that fire every turn."""

    shots: Annotated[Batteries, Help("batteries that fire {when}")] = 1


class Course(Form):
    """How long the shelling is watched, and who rallies."""

    rally_quality: Annotated[
        Quality | None,
        Nullable(),
        Untyped(),
        Help(
            "quality with which the target's side rolls one rally for it at the end of every turn; null = no rally"
        ),
    ] = None
    turns: StateAfter = 12


class Bombardment(Course, UnderFire, Gunners, Shelling):
    """Batteries that shell one unit turn after turn."""

    says: ClassVar = {"when": "every turn"}

    @property
    def turns_of_fire(self) -> int:
        """Artillery is never out of ammo in this edition: it fires in every turn."""
        return self.turns


# --- 6 Combat
class Attacker(Form):
    """A unit that attacks."""

    attacker_type: Annotated[Kind, Untyped(), Help("kind of the {attacker} unit (section 6)")] = Kind.INFANTRY
    attacker_cf: Annotated[Factor, Help("combat factor of the {attacker}; {factor}")] = None
    attacker_at: Annotated[AntiTank, Help(f"anti-tank adjustment of the {{attacker}}, {_ADJUSTMENT}")] = 0
    attacker_fp: Annotated[Fp, Help("fatigue points the {attacker} already has; {limit}")] = 0

    @property
    def attacker(self) -> Fighter:
        """The attacking unit, or each of several."""
        return Fighter(self.attacker_type, self.attacker_cf, self.attacker_at, self.attacker_fp)


class Defender(Form):
    """A unit that is attacked."""

    defender_type: Annotated[Kind, Untyped(), Help("kind of the defender unit (section 6)")] = Kind.INFANTRY
    defender_cf: Annotated[Factor, Help("combat factor of the defender; {factor}")] = None
    defender_at: Annotated[AntiTank, Help(f"anti-tank adjustment of the defender, {_ADJUSTMENT}")] = 0
    defender_fp: Annotated[Fp, Help("fatigue points the defender already has; {limit}")] = 0

    @property
    def defender(self) -> Fighter:
        """The defending unit."""
        return Fighter(self.defender_type, self.defender_cf, self.defender_at, self.defender_fp)


class AttackersWayBack(Attacker):
    """A unit that attacks, with its way back."""

    attacker_blocked_at: Annotated[BlockedAt, Help(f"inches from the attacker {_WAY_BACK}")] = None

    @property
    def attacker(self) -> Fighter:
        """The attacking unit."""
        return replace(super().attacker, blocked_at=self.attacker_blocked_at)


class DefendersWayBack(Defender):
    """A unit that is attacked, with its way back."""

    defender_blocked_at: Annotated[BlockedAt, Help(f"inches from the defender {_WAY_BACK}")] = None

    @property
    def defender(self) -> Fighter:
        """The defending unit."""
        return replace(super().defender, blocked_at=self.defender_blocked_at)


class Fortification(Form):
    """Where the defender stands."""

    defender_fort: Annotated[bool, Help(f"the defender is inside a fortification; {_EVERY_KIND}")] = False


class Told(Form):
    """What is told of a combat."""

    view: Annotated[View, Untyped(), Help("which distribution over the 36 leaves")] = View.FATE


class InContact(Fortification, Defender, Attacker):
    """Units in contact."""

    def check(self) -> None:
        self.check_fp("attacker_fp", self.attacker)
        self.check_fp("defender_fp", self.defender)


class Combat(Told, InContact, Fortification, DefendersWayBack, AttackersWayBack):
    """Two units in contact."""


class Several(Form):
    """How many attack."""

    attackers: Annotated[int, Whole(1, 4), Help("attacking units, all alike{in_what}")] = 2


class MultiCombat(InContact, Fortification, Defender, Attacker, Several):
    """Several equal units in contact with one enemy."""

    says: ClassVar = {"attacker": "attackers (each)", "in_what": ""}


class Rallies(Form):
    """The rallies of a duel: in this edition quality counts for nothing else."""

    attacker_rally: Annotated[
        Quality | None, Nullable(), Untyped(), Help(_RALLIES.format("attacker", "1, 3, 5"))
    ] = None
    defender_rally: Annotated[
        Quality | None, Nullable(), Untyped(), Help(_RALLIES.format("defender", "2, 4, 6"))
    ] = None

    @property
    def rallies(self) -> tuple[Quality | None, Quality | None]:
        """The quality with which attacker and defender rally; None: they do not."""
        return self.attacker_rally, self.defender_rally


class Duel(InContact, Fortification, Rallies, Defender, Attacker):
    """Two units that fight to the end."""


# --- 7 Rally
class Rally(Form):
    """A unit near its HQ that rolls to lose an FP."""

    quality: UnitQuality = Quality.AVERAGE
    objectives_lost: ObjectivesLost = 0
    fp: Annotated[Fp, Help("fatigue points of the unit; with 0 it does not roll")] = 1


class RallyChain(Form):
    """A unit that rolls one rally a turn."""

    fp: Annotated[int, Fatigue(1), Help("fatigue points at the start")] = 2
    quality: UnitQuality = Quality.AVERAGE
    objectives_lost: ObjectivesLost = 0
    turns: StateAfter = 3


class OvernightRally(Situation):
    """Tired units in the night."""

    units: Annotated[
        int,
        Whole(1, 12),
        Help(
            "fatigued units that roll, all of one quality (under R3=c only those within rally distance are counted)"
        ),
    ] = 6
    quality: UnitQuality = Quality.AVERAGE
    objectives_lost: ObjectivesLost = 0


# --- 9 Minefields
class Minefield(Form):
    """A unit at a minefield section."""

    unit_type: Annotated[Kind, Untyped(), Help("kind of the unit that crosses; engineers do not roll")] = (
        Kind.INFANTRY
    )
    unit_cf: Annotated[
        Factor, Help("combat factor of the unit, also its FP limit; null = the printed factor of its kind")
    ] = None
    fp: Annotated[Fp, Help("fatigue points the unit already has; {limit}")] = 0

    @property
    def unit(self) -> Fighter:
        """The unit that crosses."""
        return Fighter(self.unit_type, self.unit_cf, fp=self.fp)

    def check(self) -> None:
        self.check_fp("fp", self.unit)


class Belt(Form):
    """Several sections."""

    sections: Annotated[int, Whole(1, 4), Help("sections in its way")] = 2


class MinefieldBelt(Minefield, Belt):
    """A unit at several minefield sections."""


# --- 8 Airpower
Modifier = Annotated[
    int, Whole(-6, 3), Help("national or theatre modifier to the die for the number of attacks")
]
BombedFort = Annotated[bool, Help("the target is in a fortification (-1)")]
BombedHq = Annotated[bool, Help("the target is an HQ (-1)")]


class AirNumber(Situation):
    """The die for the number of air attacks."""

    modifier: Modifier = 0


class AirAttack(Situation):
    """The target of a bombing mission."""

    target_fort: BombedFort = False
    target_hq: BombedHq = False


class AirDay(Situation):
    """All air attacks of a battle."""

    modifier: Modifier = 0
    target_fort: BombedFort = False
    target_hq: BombedHq = False
