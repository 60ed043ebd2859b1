"""Every number, table and reading of the divisional rules, edition of 6 March 2010."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pz8edu.core import Modifiers, Row, Ruleset, Step, Table, number, reading, table
from pz8edu.systems.pz8_divisional_2010.words import FAR_SPOTTERS, TANKS, Ground, Kind, Mover, Quality, Result

HIGHEST_FACTOR = 7
"""The highest combat factor that a scenario gives to a unit of its own making."""


class UnitRow(Row):
    """Combat factor, and the FPs that destroy the unit; a blank limit is the factor (section 6)."""

    unit: str
    factor: int
    limit: int | None
    note: str


class MovementRow(Row):
    """Inches of a move on open ground (section 4)."""

    unit: str
    open: int
    note: str


class ResultRow(Row):
    """What a result does to the loser, and how far the winner may follow (section 6).

    A blank withdrawal is the difference of the totals.
    """

    result: str
    destroyed: bool
    withdrawal: int | None
    fp: int
    advance: int
    note: str


class FormationRow(Row):
    """The units of a sample formation (section 12)."""

    formation: str
    quality: Literal["elite", "average", "poor"]
    hq: int | None
    recon: int | None
    light_tank: int | None
    medium_tank: int | None
    infantry: int | None
    motor_infantry: int | None
    engineer: int | None
    artillery: int | None
    note: str

    @property
    def units(self) -> dict[Kind, int]:
        """How many units of each kind, in the order of the table."""
        kinds = (
            Kind.HQ,
            Kind.RECON,
            Kind.LIGHT_TANK,
            Kind.MEDIUM_TANK,
            Kind.INFANTRY,
            Kind.MOTOR_INFANTRY,
            Kind.ENGINEER,
            Kind.ARTILLERY,
        )
        counts = {kind: getattr(self, kind.value.replace("-", "_")) or 0 for kind in kinds}
        return {kind: count for kind, count in counts.items() if count}


@dataclass(frozen=True)
class Fighter:
    """A unit in a combat, a minefield or under fire; no factor means that of its kind (section 6).

    `blocked_at` is the way back in inches to the nearest other enemy; None where it is free.
    """

    kind: Kind
    factor: int | None = None
    anti_tank: int = 0
    fp: int = 0
    quality: Quality = Quality.AVERAGE
    blocked_at: Fraction | None = None


class Divisional2010(Ruleset):
    """Bases are battalions and divisional HQs, an inch is a kilometre; the combat factor is the limit of FPs."""

    system = "pz8-divisional-2010"

    # 3 Turn sequence
    first_player_up_to: int = number(3, "3", "highest score of the die that makes the first player side A")
    day: int = number(12, "3", "turns of a day", minimum=1)
    day_die_after: int = number(9, "3", "turn after which the die is thrown", minimum=1)
    day_ends_on: int = number(5, "3", "score that ends the day", minimum=1, maximum=7)

    # 4 Movement
    road_factor: int = number(2, "4", "how many times as far a unit moves on a road", minimum=1)
    rough_factor: int = number(2, "4", "how many times shorter it moves on rough ground", minimum=1)
    engineers_on_wheels: int = number(6, "4", "move of engineers of a motorised division (R14)", minimum=1)

    # 5 Fire
    spotting: int = number(6, "5", "inches at which a unit spots", minimum=0)
    far_spotting: int = number(9, "5", "inches at which recon, artillery and HQs spot", minimum=0)
    hill_spotting: int = number(3, "5", "inches added for a spotter on a hill", minimum=0)
    cover_spotting: int = number(3, "5", "inches taken off for a target in cover", minimum=0)
    range_of_fire: int = number(18, "5", "inches that artillery reaches", minimum=0)
    fire_hits_on: int = number(5, "5", "score of a battery that hits", minimum=1, maximum=7)
    fire_hits_fortified_on: int = number(6, "5", "score of a battery that hits a fortification", minimum=1)
    fp_of_a_hit: int = number(1, "5", "FPs of a hit", minimum=0)

    # 6 Combat
    fortified: int = number(1, "6", "added to the total of a unit in a fortification")
    fp_of_combat: int = number(1, "6", "FPs of every unit that was involved", minimum=0)
    double: int = number(2, "6", "how many times the other total is a double", minimum=2)

    hq_factor_without_table: int = number(1, "6", "combat factor of an HQ that has none printed (R4)")

    # 7 Rally
    rally_on: int = number(5, "7", "score that rallies", minimum=1)
    rally_elite: int = number(1, "7", "added to the rally die of Elite units")
    rally_green: int = number(-1, "7", "added to the rally die of Green units")
    rally_reach: int = number(12, "7", "inches from its HQ within which a unit rallies", minimum=0)
    rally_reach_green: int = number(9, "7", "the same for Green units", minimum=0)
    objective_lost: int = number(-1, "11", "added to the rally die for a lost objective")

    # 8 Airpower
    air_hits_on: int = number(4, "8", "score of a bombing mission that hits", minimum=1)
    air_fortified: int = number(-1, "8", "added to the die against a fortification")
    air_hq: int = number(-1, "8", "added to the die against an HQ")

    # 9 Minefields
    mine_hits_on: int = number(5, "9", "score at which a minefield costs an FP", minimum=1)
    fp_of_a_mine: int = number(1, "9", "FPs of a minefield", minimum=0)

    # 10 Fortifications
    section_bases: int = number(2, "10", "bases that a fortification section is wide", minimum=1)

    natural_six: int = number(6, "7, 8", "face that always works under R8=b; this edition does not print it")

    sequence: Table[Step] = table("sequence.csv", Step, "3", "steps of a turn")
    units: Table[UnitRow] = table("units.csv", UnitRow, "6", "combat factors, which are the limits too")
    results: Table[ResultRow] = table("results.csv", ResultRow, "6", "what a result does to the loser")
    movement: Table[MovementRow] = table("movement.csv", MovementRow, "4", "inches of a move")
    formations: Table[FormationRow] = table("formations.csv", FormationRow, "12", "sample formations")

    R1: str = reading(
        "3",
        "How is one die read for who is side A?",
        a="one die for side A: odd/even or 1–3/4–6 on one die (default)",
        b="one die for side A: both roll, high is A, ties again",
    )
    R2: str = reading(
        "3",
        "How often is the die for the end of the day thrown?",
        a="the die after turn 9: thrown once; a 1–4 means all 12 turns are played (default)",
        b="the die after turn 9: thrown after turns 9, 10 and 11",
    )
    R3: str = reading(
        "3, 7",
        "How is the overnight rally rolled?",
        a="overnight rally: one die per fatigued unit, usual modifiers, HQ distance ignored (default)",
        b="overnight rally: literally one die for all",
        c="overnight rally: as a, but only units within rally distance",
    )
    R4: str = reading(
        "6",
        "What is the combat factor of an HQ?",
        a="HQ combat factor: 2, taken from the revised edition (default)",
        b="HQ combat factor: 1",
        c="HQ combat factor: an HQ touched by an enemy is destroyed without a die (an agreement for the table; the calculators know a and b only)",
    )
    R5: str = reading(
        "6",
        "Does a tie tire the units?",
        a="fatigue on a tie: each unit takes 1 FP on a tie too (default)",
        b="fatigue on a tie: a tie changes nothing at all",
    )
    R6: str = reading(
        "6, 10",
        "When is a fortification removed?",
        a="who loses a fortification: removed only when the unit inside loses (default)",
        b="who loses a fortification: removed after any result other than a tie, even when the garrison wins",
    )
    R7: str = reading(
        "6, 10",
        "How do several units fight one enemy?",
        a="several units against one: each pair in contact is fought one after another in the phasing player's order; when the common enemy withdraws or dies the other contacts lapse (no dice, no FP) (default)",
        b="several units against one: attackers add their factors and throw one die, all share the result",
    )
    R8: str = reading(
        "7, 8",
        "Does a natural 6 work outside artillery fire?",
        a="natural 6 outside artillery fire: no automatic success for rally or air attacks (default)",
        b="natural 6 outside artillery fire: a natural 6 always works",
    )
    R9: str = reading(
        "11",
        "What do several lost objectives cost?",
        a="several lost objectives: −1 for each (default)",
        b="several lost objectives: −1 in all",
    )
    R10: str = reading(
        "12",
        "What is the quality of a formation that is called poor?",
        a="“Poor”: Poor means Green (default)",
        b="“Poor”: Poor is a further grade with −2",
    )
    R11: str = reading(
        "4",
        "What does a road through rough ground count as?",
        a="a road through rough ground: the road wins: ×2 (default)",
        b="a road through rough ground: both factors: ½ × 2 = normal",
    )
    R12: str = reading(
        "4",
        "How is a move over mixed ground measured?",
        a="a move over mixed ground: pay inch by inch: open 1, rough 2, road ½ movement point per inch (default)",
        b="a move over mixed ground: the worst ground touched sets the allowance for the whole move",
    )
    R13: str = reading(
        "4",
        "How far does an HQ move?",
        a="movement of the HQ: 6 inches, as in the revised edition (default)",
        b="movement of the HQ: as the slowest unit of its division",
    )
    R14: str = reading(
        "4",
        "How far do engineers move?",
        a='movement of engineers: 3" as leg infantry (default)',
        b='movement of engineers: 6" in a division whose infantry is motorised',
    )
    R15: str = reading(
        "5",
        "Do enemy units block a line of sight?",
        a="enemy units and line of sight: nothing blocks (default)",
        b="enemy units and line of sight: an enemy unit on the line blocks",
    )
    R16: str = reading(
        "5",
        "May units in contact fire, and be fired at?",
        a="fire and contact: a battery in contact with an enemy may not fire, targets in contact with friends may be fired at without risk to the friends (default)",
        b="fire and contact: engaged batteries may fire",
        c="fire and contact: targets in contact may not be fired at",
    )
    R17: str = reading(
        "4, 6",
        "May a unit leave contact?",
        a="leaving contact: a unit in contact may not move; only combat results separate (default)",
        b="leaving contact: it may move away in its own step 1/5",
    )
    R18: str = reading(
        "6",
        "Which way does a beaten unit withdraw?",
        a="direction of a withdrawal: straight away from the enemy, by the number of inches, not changed by terrain; friends are passed or pushed; leaving the table counts as destroyed; touching any other enemy unit (gap ≤ distance to withdraw) destroys it (default)",
        b="direction of a withdrawal: towards the own HQ",
    )
    R19: str = reading(
        "6",
        "When do units fight that are in contact again after a follow-up?",
        a="following up: the units fight again in the next combat phase (default)",
        b="following up: at once",
        agreement=True,
    )
    R20: str = reading(
        "7",
        "May an HQ rally?",
        a="the HQ and rally: an HQ is within reach of itself and may rally itself; a division without an HQ cannot rally (default)",
        b="the HQ and rally: HQs never rally",
    )
    R21: str = reading(
        "7",
        "May a unit in contact rally?",
        a="rally while in contact: allowed (default)",
        b="rally while in contact: not",
    )
    R22: str = reading(
        "5",
        "May a battery spot for itself?",
        a='the battery as its own spotter: yes (artillery has a 9" spotting distance) (default)',
        b="the battery as its own spotter: no",
    )
    R24: str = reading(
        "10",
        "Who may stand in a fortification?",
        a="who fits in a fortification: infantry, motor infantry, engineers, artillery (default)",
        b="who fits in a fortification: also cavalry, recon, HQ",
    )
    R25: str = reading(
        "6",
        "What does the anti-tank adjustment change?",
        a="anti-tank ±1: changes the combat total only, not the number of FPs a unit can take, and counts only when the opponent is a tank (light, medium or heavy) (default)",
        b="anti-tank ±1: changes both: while its opponent is a tank the FP limit of that unit moves by the same ±1, too",
    )
    R26: str = reading(
        "9",
        "How long does a minefield stop a unit?",
        a="stopping at a minefield: movement ends at the section this turn, the roll is made at once, next turn the unit moves normally (default)",
        b="stopping at a minefield: it also loses the next turn",
        agreement=True,
    )
    R27: str = reading(
        "5",
        "Do woods and a fortification both hide a target?",
        a="woods and a fortification: once (default)",
        b="woods and a fortification: per feature",
    )
    R28: str = reading(
        "6",
        "How often does a unit fight in a combat phase?",
        a="how often a unit fights: each pair in contact fights once per combat phase, so a unit in contact with two enemies may fight twice and takes 1 FP each time (default)",
        b="how often a unit fights: each unit fights once",
        agreement=True,
    )
    R29: str = reading(
        "5, 7",
        "From where to where are distances measured?",
        a="distances: centre to centre, “within” includes the exact distance (default)",
        b="distances: nearest edges",
    )
    R30: str = reading(
        "6",
        "What is compared to find a double?",
        a="“double”: compare the modified totals (default)",
        b="“double”: the totals still decide who wins; it is a double when the winner's bare die is at least twice the loser's bare die",
    )

    # what only whole turns ask
    T1: str = reading(
        "9",
        "Do mines stop a beaten unit that withdraws?",
        a="yes, and it rolls: the book says that units which cross a section stop, not why they cross (default)",
        b="no: it is driven over them and rolls for none, and they lie on",
        played=True,
    )

    # --- section 4
    def open_move(self, mover: Mover) -> int:
        """Inches of a move on open ground; that of HQs is not printed (R13, R14)."""
        if mover is Mover.HQ and self.R13 == "b":
            return min(self.movement[each].open for each in Mover)
        if mover is Mover.ENGINEER and self.R14 == "b":
            return self.engineers_on_wheels
        return self.movement[mover].open

    def points_per_inch(self, ground: Ground) -> Fraction:
        """Movement points of an inch, in inches of open ground."""
        if ground is Ground.ROAD:
            return Fraction(1, self.road_factor)
        return Fraction(self.rough_factor if ground is Ground.ROUGH else 1)

    # --- section 5
    six_always_hits = False
    """Is a natural 6 of a battery a hit whatever it needs (section 5)?  Not in this edition."""

    def spotting_distance(self, spotter: Kind, on_hill: bool, target_cover: bool) -> int:
        """Inches at which a unit spots a target."""
        inches = self.far_spotting if spotter in FAR_SPOTTERS else self.spotting
        return inches + self.hill_spotting * on_hill - self.cover_spotting * target_cover

    def fire_on(self, fort: bool) -> int:
        """The score of a battery that hits (section 5)."""
        return self.fire_hits_fortified_on if fort else self.fire_hits_on

    def fire_modifiers(self, quality: Quality, fort: bool) -> Modifiers:
        """What is added to the die of a battery: gunners are all alike (section 5)."""
        return Modifiers()

    # --- section 6
    most_fp = HIGHEST_FACTOR - 1
    """The most FPs that any unit lives with: one less than the highest combat factor (section 6)."""

    def factor(self, fighter: Fighter) -> int:
        """The combat factor: its own, or the printed one of its kind; that of HQs is not printed (R4)."""
        if fighter.factor is not None:
            return fighter.factor
        if fighter.kind is Kind.HQ and self.R4 == "b":
            return self.hq_factor_without_table
        return self.units[fighter.kind].factor

    def fp_limit(self, fighter: Fighter) -> int:
        """The number of FPs that destroys a unit: the limit of its kind, else its combat factor."""
        limit = self.units[fighter.kind].limit
        return self.factor(fighter) if limit is None else limit

    def why_this_limit(self, fighter: Fighter) -> str:
        """What the limit of a unit is, in words."""
        return "the combat factor of the unit"

    def anti_tank(self, fighter: Fighter, enemy: Kind) -> int:
        """The anti-tank adjustment, which counts against a tank only."""
        return fighter.anti_tank if enemy in TANKS else 0

    def fp_limit_against(self, fighter: Fighter, enemy: Kind) -> int:
        """The number of FPs that destroys a unit in a combat with such an enemy (R25)."""
        moved = self.anti_tank(fighter, enemy) if self.R25 == "b" else 0
        return self.fp_limit(fighter) + moved

    def quality_bonuses(self, attacker: Quality, defender: Quality) -> tuple[int, int]:
        """What quality adds to the totals of attacker and defender (section 6): in this edition nothing."""
        return 0, 0

    def duel_bonuses(self, attacker: Quality, defender: Quality, second: bool) -> tuple[int, int]:
        """The same in the first combat of a turn, and in the second, which is the defender's phase."""
        return self.quality_bonuses(attacker, defender)

    def result(self, result: Result) -> ResultRow:
        """The row of the results table, whoever has won."""
        return self.results[result.by_the_winner]

    # --- section 7
    @property
    def six_always_works(self) -> bool:
        """Is a natural 6 enough to rally and to bomb, whatever it needs (R8)?"""
        return self.R8 == "b"

    def rally_modifier(self, quality: Quality) -> int:
        """What quality adds to the rally die."""
        return {Quality.ELITE: self.rally_elite, Quality.GREEN: self.rally_green}.get(quality, 0)

    def objectives_modifier(self, lost: int) -> int:
        """What lost objectives add to the rally die (section 11; R9)."""
        return self.objective_lost * (lost if self.R9 == "a" else min(lost, 1))

    # --- section 12
    def formation(self, name: str) -> FormationRow:
        """A sample formation by its name; raises BadInput for an unknown one."""
        return self.formations[name]
