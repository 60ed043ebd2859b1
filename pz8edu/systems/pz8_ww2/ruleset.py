"""Every number, table and reading of Pz8 WW2."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from pz8edu.core import (
    Bands,
    Modifiers,
    Row,
    Ruleset,
    Situation,
    Step,
    Table,
    measure,
    number,
    reading,
    table,
)
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww2.situations import (
    Aim,
    AirAim,
    CloseCombat,
    FiringUnit,
    Hit,
    HitFromAbove,
    IndirectAim,
    LoadedTransport,
    OpposedRoll,
    Shot,
)
from pz8edu.systems.pz8_ww2.words import Cover, Damage, Quality


class Move(Row):
    """Inches on open ground (section 4)."""

    unit: str
    inches: int
    units: str


class Range(Row):
    """Range and minimum range in inches (section 7)."""

    weapon: str
    inches: int
    minimum: int | None
    weapons: str


class Attack(Row):
    """Attack Factors against soft targets and against armour (section 8)."""

    weapon: str
    soft: int
    armour: int
    weapons: str


class Defence(Row):
    """Defence Factors (section 9)."""

    target: str
    defence: int
    armoured: bool
    targets: str
    note: str


class Aircraft(Row):
    """Attack Factors of aircraft (section 12)."""

    aircraft: str
    attack: int


class Ww2(Ruleset):
    """Pz8 WW2: a base is a platoon or battery, an inch 100 metres."""

    system = "pz8-ww2"

    # 3 Sequence
    first_player_up_to: int = number(3, "3", "a die of this or less makes the first player Side A", minimum=0)

    # 4 Movement
    rough_cost: Fraction = measure(2, "4", "inches of movement that an inch of rough ground costs")
    road_cost: Fraction = measure(Fraction(1, 2), "4", "inches of movement that an inch of road costs")
    action_divisor: int = number(
        2, "4", "mounting, limbering and the like divide the move by this", minimum=1
    )
    infantry_scale: int = number(
        2, "2", "all distances are multiplied by this in infantry scenarios", minimum=1
    )

    # 5 Fire
    hit_on: int = number(4, "5", "score that hits with direct fire", minimum=-9, maximum=19)
    over_half_range: int = number(-1, "5", "target over half range")
    in_rough: int = number(-1, "5", "target in rough ground, buildings or field fortification")
    in_bunker: int = number(-2, "5", "target in a bunker")
    green_shooter: int = number(-1, "5", "shooter Green")
    elite_shooter: int = number(1, "5", "shooter Elite")
    disorganized_shooter: int = number(-1, "6", "shooter Disorganized")
    indirect_hit_on: int = number(5, "5", "score that hits with indirect fire", minimum=-9, maximum=19)
    battery_spent_on: int = number(
        2, "5", "a to-hit roll of this or less spends the battery", minimum=0, maximum=6
    )
    spotting_distance: Fraction = measure(
        5, "5", "inches up to which hidden troops in cover are seen", minimum=0
    )

    # 6 Damage
    disorganized_by: int = number(1, "6", "margin from which the target is Disorganized")
    suppressed_by: int = number(2, "6", "margin from which the target is Suppressed")
    destroyed_by: int = number(3, "6", "margin from which the target is Destroyed")
    save_on: int = number(4, "6", "score that saves an HQ", minimum=-9, maximum=19)
    green_save: int = number(-1, "6", "HQ Green")
    elite_save: int = number(1, "6", "HQ Elite")

    # 7 Range
    forward_arc: Fraction = measure(
        45, "7", "degrees of the forward arc of turretless weapons", minimum=0, maximum=360
    )

    # 8 Attack
    early_at_gun: int = number(-1, "8", "early anti-tank gun of the French or Japanese, against armour")

    # 9 Defence
    front_up_to: Fraction = measure(45, "9", "degrees off its facing up to which the front is hit")
    side_up_to: Fraction = measure(135, "9", "degrees off its facing up to which the side is hit")
    defence_divisor: int = number(
        2, "9", "the Defence of armour is divided by this from side, rear and above", minimum=1
    )

    # 10 Rally
    rally_on: int = number(5, "10", "score that rallies", minimum=-9, maximum=19)
    green_rally: int = number(-1, "10", "unit Green")
    elite_rally: int = number(1, "10", "unit Elite")
    command_radius: Fraction = measure(12, "10", "inches from the HQ within which units may rally", minimum=0)

    # 11 Minefields, wire, smoke
    mine_attack: int = number(3, "11", "Attack Factor of a real mine counter", minimum=0)
    wire_attack: int = number(1, "11", "Attack Factor of wire", minimum=0)
    obstacle_hit_on: int = number(4, "11", "score that hits for mines and wire where they roll (R9=b)")

    # 12 Aircraft
    air_hit_on: int = number(4, "12", "score that hits from the air", minimum=-9, maximum=19)
    aa_gun: int = number(-1, "12", "for each AA gun near the target")
    aa_radius: Fraction = measure(6, "12", "inches from the target within which AA guns count", minimum=0)

    sequence: Table[Step] = table("sequence.csv", Step, "3", "steps of a turn")
    movement: Table[Move] = table("movement.csv", Move, "4", "inches on open ground")
    ranges: Table[Range] = table("ranges.csv", Range, "7", "ranges and minimum ranges in inches")
    attack: Table[Attack] = table("attack.csv", Attack, "8", "Attack Factors")
    defence: Table[Defence] = table("defence.csv", Defence, "9", "Defence Factors")
    aircraft: Table[Aircraft] = table("aircraft.csv", Aircraft, "12", "Attack Factors of aircraft")

    R1: str = reading(
        "5",
        "Can modifiers make a hit certain or impossible?",
        a="no natural-roll rule: modifiers can make a hit certain or impossible (default)",
        b="a natural 6 always hits",
        c="a natural 6 always hits and a natural 1 always misses",
    )
    R2: str = reading(
        "6",
        "What does a Disorganized result do to a Suppressed unit?",
        a="a Suppressed unit that takes a Disorganized result stays Suppressed (default)",
        b="it is Destroyed",
    )
    R3: str = reading(
        "6",
        "What does a Suppressed result do to a Disorganized unit?",
        a="a Disorganized unit that takes a Suppressed result becomes Suppressed (default)",
        b="it is Destroyed",
    )
    R4: str = reading(
        "6",
        "What does the HQ save lower?",
        a="the HQ save lowers the damage result by one level before it is applied (default)",
        b="the result is applied first, then the new condition is bettered by one level, but never beyond the "
        "condition before the hit; a unit that the result destroys stays destroyed",
    )
    R5: str = reading(
        "5",
        "Is a bunker a fortification too?",
        a="a bunker counts -2 (default)",
        b="a bunker counts -3 (bunker -2 and fortification -1)",
    )
    R6: str = reading(
        "5",
        "Is a battery lost by the natural die?",
        a="the battery is spent by a natural 1 or 2 (default)",
        b="it is spent when the to-hit score after all modifiers is 2 or less",
    )
    R7: str = reading(
        "5",
        "How many directions has the deviation die?",
        a="six deviation directions 60 degrees apart, number 1 = north, clockwise; 36 equally likely points (default)",
        b="eight directions 45 degrees apart, number 1 = north, clockwise; 48 equally likely points",
    )
    R9: str = reading(
        "11",
        "Do mines and wire roll to hit?",
        a="mines and wire attack without a to-hit roll (default)",
        b="they need a 4+ on an unmodified to-hit roll first; on a miss the condition stays",
    )
    R10: str = reading(
        "11",
        "Which Defence has armour on mines?",
        a="armour has full Defence against a mine (default)",
        b="the Defence of an armoured vehicle is halved, rounded up",
    )
    R12: str = reading(
        "7",
        "How wide is the forward arc?",
        a="the forward arc is 22.5 degrees to each side, limit included (default)",
        b="45 degrees to each side, limit included",
    )
    R13: str = reading(
        "4",
        "How is a move over mixed ground measured?",
        a="by the inch: open costs 1, rough 2, road 1/2 for each inch (default)",
        b="open and rough cost 1, road 1/2 for each inch, and the allowance is halved once if any stretch is rough",
    )
    R17: str = reading(
        "3",
        "Who strikes in close combat?",
        a="close combat: B strikes first, then A if it still can (default)",
        b="both strike at the same time, once a turn, each with the condition it had before",
    )
    R18: str = reading(
        "9",
        "Which face do the diagonals belong to?",
        a="a line of exactly 45 degrees off the facing is front, of exactly 135 degrees side (default)",
        b="exactly 45 degrees is side, exactly 135 degrees rear",
    )
    R19: str = reading(
        "12",
        "Does the quality of aircrew count?",
        a="the quality of the aircrew counts (default)",
        b="it is ignored in the air",
    )
    R21: str = reading(
        "9",
        "How often is Defence halved by two causes?",
        a="Defence is halved once, however many causes there are (default)",
        b="halved, rounding up, once for each cause listed (board check `effective-defence`; the calculators halve once)",
    )
    R22: str = reading(
        "6",
        "What do passengers suffer?",
        a="the damage result is applied to transport and passenger, each from its own condition (default)",
        b="when there is a damage result, the passenger ends in the worse of its own old condition and the "
        "transport's new one",
    )
    R23: str = reading(
        "11",
        "What becomes of direct smoke that misses?",
        a="a direct smoke shot that misses gives no counter (default)",
        b="it deviates",
    )
    R24: str = reading(
        "7",
        "Is exactly half range over half range?",
        a="exactly half range has no penalty (default)",
        b="exactly half range counts as over half range",
    )
    R25: str = reading(
        "3",
        "How is Side A rolled for?",
        a="one D6: 1-3 first player, 4-6 second player is Side A (default)",
        b="both roll, the higher is Side A, ties are rolled again",
    )

    # what only whole turns ask
    T1: str = reading(
        "10",
        "May a headquarters rally itself?",
        a="a headquarters rallies itself, being within reach of itself (default)",
        b="only another headquarters lets it rally",
        played=True,
    )
    T2: str = reading(
        "6",
        "When is a Suppressed unit destroyed that an enemy touches?",
        a="in the next Fire phase of who touches it, as close combat is a kind of fire (default)",
        b="at once, when it is touched",
        played=True,
    )
    T3: str = reading(
        "5",
        "How often does a unit fire in a Fire phase?",
        a="once, at one target (default)",
        b="once at each target that it can fire at",
        played=True,
    )
    T4: str = reading(
        "5",
        "Are distances measured before a target is named?",
        a="the range is known before, so nobody fires too far: the chances told before every choice "
        "hold it (default)",
        b="the target is named first, and a shot that is too far is lost",
        played=True,
    )
    T5: str = reading(
        "5",
        "May artillery on the table fire indirectly?",
        a="only batteries off the table fire indirectly, where they are supposed to be (default)",
        b="artillery on the table may do so too, until a 1 or 2 ends it",
        played=True,
    )
    T6: str = reading(
        "4",
        "Whose move is halved by mounting, dismounting and limbering?",
        a="that of the carrier and of whom it carries (default)",
        b="only that of the carrier",
        played=True,
    )
    T7: str = reading(
        "11",
        "What becomes of a real minefield that engineers have entered?",
        a="it is removed, as one that has attacked: that is what engineers are for (default)",
        b="it lies on, turned",
        played=True,
    )
    T8: str = reading(
        "5",
        "What does a shell that deviates do?",
        a="it strikes whoever stands where it falls, friend or foe: else its direction would say nothing (default)",
        b="it harms nobody",
        played=True,
    )
    T9: str = reading(
        "5",
        "Must somebody see what a battery off the table fires at?",
        a="no: the book asks for sight of direct fire only (default)",
        b="a unit of its side must see the target",
        played=True,
    )
    T10: str = reading(
        "4",
        "What moves a gun?",
        a="the tractors of its battery, which stand on its base, or a transport on the table (default)",
        b="only a transport on the table",
        played=True,
    )
    T11: str = reading(
        "11",
        "Which is the next Fire phase, after which smoke goes?",
        a="that of either side: only so may it be in this turn or the next (default)",
        b="that of the side that has laid it",
        played=True,
    )
    T12: str = reading(
        "4",
        "May a gun fire while it is limbered?",
        a="no: it is unlimbered for that, and pays for it with half a move (default)",
        b="yes: the book does not forbid it",
        played=True,
    )

    def check(self) -> None:
        if not self.disorganized_by < self.suppressed_by < self.destroyed_by:
            margins = f"{self.disorganized_by}, {self.suppressed_by}, {self.destroyed_by}"
            raise BadInput(
                f"disorganized_by, suppressed_by and destroyed_by must rise (section 6); got {margins}"
            )

    @cached_property
    def damage(self) -> Bands[Damage]:
        """Attacker's total minus defender's total -> damage (section 6)."""
        return Bands.starting(
            Damage.NONE,
            [
                (self.disorganized_by, Damage.DISORGANIZED),
                (self.suppressed_by, Damage.SUPPRESSED),
                (self.destroyed_by, Damage.DESTROYED),
            ],
            signed=True,
        )

    @property
    def directions(self) -> int:
        """How many directions the deviation die has (section 5; R7)."""
        return {"a": 6, "b": 8}[self.R7]

    def cover_modifier(self, cover: Cover) -> int:
        """What the ground of the target does to the roll to hit (section 5; R5)."""
        if cover is Cover.BUNKER:
            return self.in_bunker + (self.in_rough if self.R5 == "b" else 0)
        return self.in_rough if cover is Cover.ROUGH else 0

    def quality_modifier(self, quality: Quality) -> int:
        """What the quality of the shooter does to the roll to hit (section 5)."""
        return _by_quality(quality, self.elite_shooter, self.green_shooter)

    # What a later book of the line says otherwise, in the order in which a shot asks.
    aim: ClassVar[type[Aim]] = Aim
    indirect_aim: ClassVar[type[IndirectAim]] = IndirectAim
    firing_unit: ClassVar[type[FiringUnit]] = FiringUnit
    shot: ClassVar[type[Shot]] = Shot
    loaded_transport: ClassVar[type[LoadedTransport]] = LoadedTransport
    air_aim: ClassVar[type[AirAim]] = AirAim
    close_combat: ClassVar[type[CloseCombat]] = CloseCombat

    def shots_of(self, shot: Shot) -> tuple[Shot, ...]:
        """The shots that a unit fires at its target in one Fire phase (section 5): in this book one."""
        return (shot,)

    def of_the_weapon(self, aim: Aim | IndirectAim | AirAim) -> Modifiers:
        """What the weapon adds to the roll to hit (section 5): in this book nothing."""
        return Modifiers()

    def against_aircraft(self, aim: AirAim) -> Modifiers:
        """What stands near the target and spoils an attack from the air (section 12): AA guns."""
        guns = f"for {aim.aa_guns} AA gun{'s' * (aim.aa_guns > 1)} near the target"
        return Modifiers((self.aa_gun * aim.aa_guns, guns, True, "12"))

    def full_range(self, weapon: str, asked: Situation) -> Fraction:
        """The range of a weapon in inches (section 7): in this book as printed."""
        return Fraction(self.ranges[weapon].inches)

    def attack_factor(self, row: str, *, armoured: bool, early: bool = False) -> int:
        """The Attack Factor of a weapon against a target (section 8); never below 0.

        `early` is an early anti-tank gun of the French or Japanese.
        """
        weapon = self.attack[row]
        if not armoured:
            return weapon.soft
        return max(weapon.armour + (self.early_at_gun if early else 0), 0)

    def halved(self, defence: int) -> int:
        """A Defence Factor halved, rounded up (section 9)."""
        return -(-defence // self.defence_divisor)

    def defence_of(self, hit: OpposedRoll | Hit | HitFromAbove) -> int:
        """The Defence that counts: that of armour is halved from side, rear and above (section 9)."""
        return self.halved(hit.defence) if hit.halved else hit.defence

    def ground_counts(self, kind: str) -> bool:
        """Do rough ground and roads change the move of such a unit (section 4)?  In this book of every one."""
        return True

    def save_modifier(self, quality: Quality) -> int:
        """What its quality does to the saving roll of an HQ (section 6)."""
        return _by_quality(quality, self.elite_save, self.green_save)

    def rally_modifier(self, quality: Quality) -> int:
        """What its quality does to the rally roll of a unit (section 10)."""
        return _by_quality(quality, self.elite_rally, self.green_rally)


def _by_quality(quality: Quality, elite: int, green: int) -> int:
    if quality is Quality.AVERAGE:
        return 0
    return elite if quality is Quality.ELITE else green
