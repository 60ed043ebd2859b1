"""What the questions of Pz8 Naval are asked about: shots, targets, raids, the Not Playing Opponent."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pz8edu.core import Help, Situation, Untyped, Whole, printed_rules
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.words import Gun, Kind, Show, Weapon

PRINTED = printed_rules(Naval)

GunRow = Annotated[
    Gun,
    Untyped(),
    Help("row by calibre in inches: 18-14 and 12-8 (section 4), or bc-12-11 and bc-8-6 (section 11)"),
]
RangeInZones = Annotated[int, Whole(1, 4), Help("range in zones")]
Broadside = Annotated[bool, Help("the firing ship lies broadside")]
TurretHits = Annotated[int, Whole(0, 5), Help("T damages on the firing ship, -1 each")]
SharedTarget = Annotated[bool, Help("two or more ships fire at the same target")]
BehindSmoke = Annotated[bool, Help("the target is behind smoke")]
AtNight = Annotated[bool, Help("night or bad weather")]
HasRadar = Annotated[bool, Help("the firing ship has radar")]
FiresBoth = Annotated[bool, Help("section 11: the ship fires main and secondary batteries")]
FirstOfMany = Annotated[bool, Help("this ship is the first to fire at the shared target; only used by R5=b")]
AttackOfFirer = Annotated[int, Whole(0, 6), Help("Attack factor of the firing ship")]
AttackOfTarget = Annotated[int, Whole(0, 6), Help("Attack factor of the target (its cap of T hits)")]
DefenceOfTarget = Annotated[int, Whole(1, 7), Help("Defence factor of the target")]
HullHits = Annotated[int, Whole(0, 7), Help("H hits the target already has; h >= target_def = Crippled")]
TurretHitsOfTarget = Annotated[int, Whole(0, 6), Help("T hits the target already has")]
IsHood = Annotated[bool, Help("the target is Hood (+1 when rolling for a critical)")]
ShowAs = Annotated[Show, Untyped(), Help("exact ship states or classes")]
LandBased = Annotated[bool, Help("every raid must first enter with 5-6 on its own D6")]


class SideRoll(Situation):
    """The roll for Side A before a turn."""

    show: Annotated[
        Literal["first throw", "settled"],
        Untyped(),
        Help("one throw of both dice, or with ties thrown again"),
    ] = "settled"


class Straddle(Situation):
    """One shot before the roll to straddle."""

    gun: GunRow = Gun.HEAVY
    range: RangeInZones = 2
    broadside: Broadside = True
    turret_hits: TurretHits = 0
    multi: SharedTarget = False
    smoke: BehindSmoke = False
    night: AtNight = False
    radar: HasRadar = False
    target_crippled: Annotated[bool, Help("the target is Crippled (+1)")] = False
    both_batteries: FiresBoth = False
    first_of_many: FirstOfMany = False


class GunDamage(Situation):
    """A target that is straddled."""

    renamed: ClassVar = {"def": "defence"}

    att: AttackOfFirer = 4
    defence: Annotated[int, Whole(0, 7), Help("Defence factor of the target")] = 4


class OneDamage(Situation):
    """A ship that takes one damage."""

    hood: IsHood = False


class Damages(Situation):
    """A ship that takes several damages."""

    hits: Annotated[int, Whole(0, 3), Help("damages to take")]
    target_att: AttackOfTarget = 4
    target_def: DefenceOfTarget = 4
    h: HullHits = 0
    t: TurretHitsOfTarget = 0
    hood: IsHood = False


class Salvo(Situation):
    """One ship that fires at another."""

    extra_schema: ClassVar = {
        "description": "whether the target is Crippled follows from h >= target_def before the shot"
    }

    gun: GunRow = Gun.HEAVY
    range: RangeInZones = 2
    att: AttackOfFirer = 4
    target_att: AttackOfTarget = 4
    target_def: DefenceOfTarget = 4
    h: HullHits = 0
    t: TurretHitsOfTarget = 0
    hood: IsHood = False
    broadside: Broadside = True
    turret_hits: TurretHits = 0
    multi: SharedTarget = False
    smoke: BehindSmoke = False
    night: AtNight = False
    radar: HasRadar = False
    both_batteries: FiresBoth = False
    first_of_many: FirstOfMany = False
    show: ShowAs = Show.CLASSES


class BothBatteries(Situation):
    """A battle cruiser that fires at one target."""

    range: RangeInZones = 2
    both: Annotated[bool, Help("both batteries fire; false = the main battery alone")] = True
    att_main: Annotated[int, Whole(0, 6), Help("Attack factor of the main battery (row bc-12-11)")] = 2
    att_sec: Annotated[int, Whole(0, 6), Help("Attack factor of the secondary battery (row bc-8-6)")] = 1
    target_att: AttackOfTarget = 1
    target_def: DefenceOfTarget = 2
    h: HullHits = 0
    t: TurretHitsOfTarget = 0
    broadside: Broadside = True
    turret_hits: TurretHits = 0
    multi: SharedTarget = False
    smoke: BehindSmoke = False
    night: AtNight = False
    radar: HasRadar = False
    first_of_many: FirstOfMany = False
    show: ShowAs = Show.CLASSES


class TwoShips(Situation):
    """Two like ships and their targets."""

    gun: GunRow = Gun.HEAVY
    range: RangeInZones = 2
    att: Annotated[int, Whole(0, 6), Help("Attack factor of the each firing ship")] = 4
    target_att: AttackOfTarget = 4
    target_def: DefenceOfTarget = 4
    concentrate: Annotated[
        bool,
        Help("both fire at the same target; false = each at its own, the outcome is for one target"),
    ] = True
    show: ShowAs = Show.CLASSES


class Repair(Situation):
    """A ship at the end of a turn."""

    renamed: ClassVar = {"def": "defence"}

    h: Annotated[int, Whole(0, 7), Help("H hits of the ship")] = 0
    t: Annotated[int, Whole(0, 6), Help("T hits of the ship")] = 0
    defence: Annotated[int, Whole(1, 7), Help("Defence factor of the ship")] = 4
    choice: Annotated[
        Kind,
        Untyped(),
        Help("kind of hit removed on a success; when the ship has none of that kind the other is removed"),
    ] = Kind.H


class AirRaidPoints(Situation):
    """Several raids, counted together."""

    raids: Annotated[int, Whole(1, 6), Help("raids flown")] = 1
    land_based: LandBased = False


class AirRaid(Situation):
    """Raids on one ship in one fire phase."""

    raids: Annotated[int, Whole(1, PRINTED.raids_a_turn), Help("raids flown in this fire phase")] = 1
    weapon: Annotated[Weapon, Untyped(), Help("torpedo raids inflict H, bomb raids T")] = Weapon.TORPEDO
    target_att: AttackOfTarget = 4
    target_def: DefenceOfTarget = 4
    h: HullHits = 0
    t: TurretHitsOfTarget = 0
    land_based: LandBased = False


class LandEntry(Situation):
    """A raid of planes from the land that is to enter the table."""


class TorpedoSalvo(Situation):
    """Torpedo salvos at a ship one zone away."""

    salvos: Annotated[int, Whole(1, 4), Help("salvos fired")] = 1
    target_att: AttackOfTarget = 4
    target_def: DefenceOfTarget = 4
    h: HullHits = 0
    t: TurretHitsOfTarget = 0


class NightOnTurn(Situation):
    """A turn at Cape Matapan."""

    turn: Annotated[int, Whole(1, 13), Help("turn of the game, from 1")]


class NpoMove(Situation):
    """The Not Playing Opponent before its move."""

    first_turn: Annotated[bool, Help("turn 1 of the game")] = False
    npo_losses: Annotated[int, Whole(0, 14), Help("NPO ships Crippled or Sunk")] = 0
    your_losses: Annotated[int, Whole(0, 14), Help("your ships Crippled or Sunk")] = 0
    air: Annotated[bool, Help("the NPO was under air attack in the previous turn")] = False
    depth: Annotated[
        int,
        Whole(1, PRINTED.own_zones),
        Help("zone of the NPO, 1 at the central line … 4 rear zone"),
    ] = PRINTED.own_zones


def target_of(situation: Damages | Salvo | BothBatteries | AirRaid | TorpedoSalvo, rules: Naval) -> Ship:
    """The target with the hits it already has (section 5; R35)."""
    attack = rules.attack_factor(situation.target_att)
    return Ship(attack, situation.target_def, situation.h, situation.t)
