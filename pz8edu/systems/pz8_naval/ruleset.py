"""Every number, table and reading of Pz8 Naval."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from pz8edu.core import Bands, Row, Ruleset, Step, Table, number, reading, table
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_naval.words import CriticalResult, DamageResult, Gun, Move


class Reach(Row):
    """The lowest score that straddles at each range in zones; blank where the guns do not reach."""

    guns: str
    smallest: Fraction
    largest: Fraction
    zone_1: int | None
    zone_2: int | None
    zone_3: int | None
    zone_4: int | None
    note: str


class Damage(Row):
    """A face of the damage die (section 5)."""

    die: int
    result: DamageResult


class Critical(Row):
    """A face of the critical die (section 5)."""

    die: int
    result: CriticalResult


class Attack(Row):
    """Attack factor by main battery (section 7)."""

    guns: str
    smallest: Fraction
    largest: Fraction
    attack: int
    note: str


class AttackOfCruiser(Row):
    """Attack factor by battery in actions of cruisers (section 11)."""

    guns: str
    smallest: Fraction
    largest: Fraction
    attack: int


class SampleShip(Row):
    """A sample ship of the main rules (section 9); a carrier has only its raids."""

    ship: str
    side: str
    guns: int | None
    calibre: Fraction | None
    defence: int | None
    attack: int | None
    range: int | None
    critical: int | None
    radar: bool
    raids: int | None
    note: str


class SampleCruiser(Row):
    """A sample ship of the actions of cruisers (section 11); some have a secondary battery."""

    ship: str
    side: str
    guns: int
    calibre: Fraction
    secondary_guns: int | None
    secondary_calibre: Fraction | None
    defence: int
    attack: int
    secondary_attack: int | None
    range: int
    secondary_range: int | None
    salvos: int
    note: str


class Tonnage(Row):
    """Tons and millimetres of armour of a sample ship: the rules print neither."""

    ship: str
    standard: int
    full: int
    belt: int
    thickest: int
    note: str


class Naval(Ruleset):
    """Pz8 Naval: big guns at sea from 1939 to 1941, distances in zones."""

    system = "pz8-naval"

    # 1 The table
    zones: int = number(8, "1", "zones across the table", minimum=2, maximum=40)
    own_zones: int = number(4, "1", "zones of each side, up to the central line", minimum=1, maximum=20)

    # 4 Fire
    not_broadside: int = number(-1, "4", "firing ship not broadside")
    turret_hit: int = number(-1, "4", "for each T damage of the firing ship")
    shared_target: int = number(-1, "4", "two or more ships fire at the same target")
    hidden_target: int = number(-1, "4", "target behind smoke, at night or in bad weather")
    crippled_target: int = number(1, "4", "target Crippled")

    # 5 Damage
    most_damages: int = number(3, "5", "most damages of one straddle", minimum=1, maximum=3)
    immobilised_part: int = number(
        2, "5", "Defence is divided by this, fractions up, for the H that stop a ship", minimum=1
    )

    # 6 Repair
    repair_on: int = number(5, "6", "score that repairs one T or H", minimum=0, maximum=9)

    # 7 Ship factors
    tons_for_point: int = number(10000, "7", "tons for one point of Defence", minimum=1)
    thick_armour: int = number(350, "7", "millimetres of armour above which Defence is higher", minimum=0)
    armour_point: int = number(1, "7", "Defence for thick armour")
    usual_guns: int = number(8, "7", "guns of a main battery that change nothing", minimum=1)
    more_guns: int = number(1, "7", "Attack for more guns than that")
    fewer_guns: int = number(-1, "7", "Attack for fewer guns")
    least_attack: int = number(1, "7", "least Attack factor where it cannot be 0 (R35=b)", minimum=0)

    # 8 Air raids
    aircraft_for_raid: int = number(10, "8", "aircraft aboard for one raid", minimum=1)
    raids_a_turn: int = number(2, "8", "most raids in one turn", minimum=0)
    raid_hits_up_to: int = number(3, "8", "a die up to this is the number of damages", minimum=0, maximum=6)
    enters_on: int = number(5, "8", "score on which a land-based raid enters", minimum=0, maximum=9)

    # 9 Scenarios
    hood: int = number(1, "9", "what Hood adds to the die for a critical", minimum=0)
    daylight_dice: int = number(
        2, "9", "dice whose sum is the number of daylight turns", minimum=1, maximum=9
    )

    # 10 Solo rules
    withdraws_up_to: int = number(2, "10", "score up to which the NPO withdraws")
    stays_up_to: int = number(4, "10", "score up to which the NPO stays broadside")
    npo_loss: int = number(-1, "10", "for each NPO ship Crippled or Sunk")
    your_loss: int = number(1, "10", "for each of your ships Crippled or Sunk")
    npo_air_attack: int = number(-1, "10", "the NPO was under air attack in the turn before")

    # 11 Battle cruisers and light cruisers
    both_batteries: int = number(-1, "11", "main and secondary batteries fire")
    tons_for_point_of_cruiser: int = number(5000, "11", "tons for one point of Defence", minimum=1)
    tubes_for_salvo: int = number(2, "11", "torpedo tubes for one salvo", minimum=1)
    torpedo_range: int = number(1, "11", "range of torpedoes in zones", minimum=0)
    torpedo_hits_up_to: int = number(3, "11", "a die up to this is the number of H", minimum=0, maximum=6)

    sequence: Table[Step] = table("sequence.csv", Step, "2", "steps of a turn")
    straddle: Table[Reach] = table("straddle.csv", Reach, "4", "scores that straddle")
    straddle_cruisers: Table[Reach] = table("straddle_cruisers.csv", Reach, "11", "scores that straddle")
    damage: Table[Damage] = table("damage.csv", Damage, "5", "damage die")
    critical: Table[Critical] = table("critical.csv", Critical, "5", "critical damage")
    attack: Table[Attack] = table("attack.csv", Attack, "7", "Attack factors")
    attack_cruisers: Table[AttackOfCruiser] = table(
        "attack_cruisers.csv", AttackOfCruiser, "11", "Attack factors"
    )
    denmark_strait: Table[SampleShip] = table("denmark_strait.csv", SampleShip, "9", "Denmark Strait, 1941")
    cape_matapan: Table[SampleShip] = table("cape_matapan.csv", SampleShip, "9", "Cape Matapan, 1941")
    river_plate: Table[SampleCruiser] = table("river_plate.csv", SampleCruiser, "11", "River Plate, 1939")
    tonnage: Table[Tonnage] = table(
        "tonnage.csv", Tonnage, "7", "tons and armour of the sample ships, not printed"
    )

    R1: str = reading(
        "2, 10b",
        "How is Side A rolled for?",
        a="Side roll: both roll, higher is Side A, ties again (default)",
        b="Side roll: one die, odd/even",
        c="Side roll: A chooses",
    )
    R2: str = reading(
        "4",
        "How is range counted in zones?",
        a="Counting range: difference of zone numbers (two ships on either side of the central line are 1 apart) (default)",
        b="Counting range: both zones counted (they are 2 apart)",
        c="Counting range: zones in between",
    )
    R4: str = reading(
        "4",
        "Can modifiers make a straddle impossible or certain?",
        a="Beyond the die: modified die at least the lowest number listed; no natural-roll rule (default)",
        b="Beyond the die: a natural 6 always straddles in range",
        c="Beyond the die: a natural 1 always misses",
    )
    R5: str = reading(
        "4",
        "Which of two ships that fire at one target take the −1?",
        a="Two ships, one target: every ship that fires at that target in the phase (declare targets first) (default)",
        b="Two ships, one target: only the second and later",
    )
    R6: str = reading(
        "4",
        "Does smoke at night count once or twice?",
        a="Smoke + night: one −1 for any of smoke, night, bad weather (default)",
        b="Smoke + night: −1 for each",
    )
    R7: str = reading(
        "4",
        "What does radar see through?",
        a="Radar: cancels the −1 whatever the cause (default)",
        b="Radar: cancels night/bad weather only (radar of the time did see through smoke, so a is also the historical one)",
    )
    R8: str = reading(
        "4, 5",
        "May a ship fire whose turrets are all out?",
        a="All turrets out: yes, with −T (default)",
        b="All turrets out: no",
    )
    R9: str = reading(
        "5",
        "Can one result of several H run through Crippled to Sunk?",
        a="D3 H running over: Crippled by the first, sunk by the next (default)",
        b="D3 H running over: one H result (a D3 H, one torpedo raid or salvo) cannot take it past Crippled; T beyond the attack factor still count point by point",
    )
    R10: str = reading(
        "5",
        'What does a critical "Crippled" do to a ship that is Crippled already?',
        a="'Crippled' rolled as a critical: no effect (default)",
        b="'Crippled' rolled as a critical: counts as H and sinks",
    )
    R11: str = reading(
        "9",
        "Which die does the +1 of Hood change?",
        a="Hood's +1: +1 on the table of critical damage (1 is no longer possible; 5 and 6 sink) (default)",
        b="Hood's +1: +1 on the damage die (5 and 6 are critical, 1 becomes H)",
    )
    R14: str = reading(
        "6",
        "When is it chosen what a repair removes?",
        a="Repair: the player chooses T or H after the roll (default)",
        b="Repair: before the roll; no difference in odds",
        agreement=True,
    )
    R15: str = reading(
        "8",
        "How many raids does a carrier fly?",
        a="How many raids: one raid for every 10 aircraft for the whole game; the cap of 2 is per side and turn (default)",
        b="How many raids: so many every turn; the cap of 2 is per carrier and turn",
    )
    R18: str = reading(
        "8",
        "How do land-based aircraft enter?",
        agreement=True,
        a="Land-based entry: each raid rolls 5–6 each turn until it comes (default)",
        b="Land-based entry: one roll decides for the game",
    )
    R21: str = reading(
        "11",
        "Which battery takes the −1 when both fire?",
        a="Both batteries: on both rolls when both fire (default)",
        b="Both batteries: on the secondary only",
    )
    R22: str = reading(
        "11",
        "How many T does a ship with two batteries keep?",
        a="T hits with two batteries: the main factor (Graf Spee 2) (default)",
        b="T hits with two batteries: the sum 3",
    )
    R23: str = reading(
        "11",
        "How many torpedo salvos may a ship fire at once?",
        a="Torpedoes: any number of remaining salvos in one fire phase, in addition to guns (default)",
        b="Torpedoes: one salvo per phase",
        c="Torpedoes: instead of gunfire",
    )
    R25: str = reading(
        "10",
        "How many dice move the fleet of the NPO?",
        agreement=True,
        a="NPO roll: one D6 for the whole fleet (default)",
        b="NPO roll: one per ship",
    )
    R29: str = reading(
        "3",
        "Whom does a smoke screen protect?",
        a="Whom does smoke protect: only the ship that laid it (default)",
        b="Whom does smoke protect: all friendly ships in its zone",
        c="Whom does smoke protect: those touching the cotton",
    )
    R35: str = reading(
        "7",
        "May an Attack factor be 0?",
        a="Attack factor 0: allowed: it still straddles and adds 0 to the damage die, and every T it takes is at once an H (default)",
        b="Attack factor 0: minimum 1",
    )

    T1: str = reading(
        "10",
        "Whom does the NPO shoot at?",
        played=True,
        a="NPO targets: the nearest enemy, of several the one with the least Defence left, of equals whom the plain opponent prefers (default; R33)",
        b="NPO targets: whom the plain opponent expects most from",
    )

    T2: str = reading(
        "8",
        "Do night and bad weather keep aircraft away?",
        played=True,
        a="Raids at night: they are flown as by day: nothing is printed against it (default; R16)",
        b="Raids at night: none",
    )
    T3: str = reading(
        "3",
        "How long does smoke lie?",
        played=True,
        a="Smoke lies: for the turn in which it is laid: only Side A pays with its own fire (default; R30)",
        b="Smoke lies: until its side moves again, so that either side pays",
    )
    T4: str = reading(
        "10",
        "Who may leave the table?",
        played=True,
        a="Leaving: any ship that moves backward from its rear zone, for good (default; R28)",
        b="Leaving: only the NPO withdraws out of the table",
    )
    T5: str = reading(
        "5",
        "In which order are several damages taken?",
        played=True,
        a="Several damages: in the order in which they fall (default; R12)",
        b="Several damages: in the order best for the ship: a critical Crippled last, when it sinks nobody",
    )

    def check(self) -> None:
        if not self.withdraws_up_to <= self.stays_up_to:
            raise BadInput(
                "withdraws_up_to must not be above stays_up_to (section 10); "
                f"got {self.withdraws_up_to} and {self.stays_up_to}"
            )
        if self.own_zones >= self.zones:
            raise BadInput(
                f"own_zones must be less than zones, so that both sides have some (section 1); "
                f"got {self.own_zones} of {self.zones}"
            )

    # --- what the tables say
    @cached_property
    def scores(self) -> Mapping[Gun, tuple[int | None, ...]]:
        """The lowest score that straddles, by gun row and by range from 1 zone up (sections 4 and 11)."""
        return {
            Gun(row.guns): (row.zone_1, row.zone_2, row.zone_3, row.zone_4)
            for row in (*self.straddle.rows, *self.straddle_cruisers.rows)
        }

    def score_to_straddle(self, gun: Gun, zones: int) -> int | None:
        """The lowest score that straddles; None where the guns do not reach (sections 4 and 11)."""
        scores = self.scores[gun]
        return scores[zones - 1] if 1 <= zones <= len(scores) else None

    @cached_property
    def damages(self) -> Bands[int]:
        """Firer's total minus target's total -> number of damages (section 5)."""
        return Bands(*((margin, margin) for margin in range(self.most_damages)), (None, self.most_damages))

    @cached_property
    def damage_die(self) -> Mapping[int, DamageResult]:
        """The damage die (section 5)."""
        return {row.die: row.result for row in self.damage.rows}

    @cached_property
    def critical_die(self) -> Mapping[int, CriticalResult]:
        """The critical die (section 5)."""
        return {row.die: row.result for row in self.critical.rows}

    @cached_property
    def raid_hits(self) -> Mapping[int, int]:
        """Die of an air raid -> damages (section 8)."""
        return {die: die for die in range(1, self.raid_hits_up_to + 1)}

    @cached_property
    def torpedo_hits(self) -> Mapping[int, int]:
        """Die of a torpedo salvo -> H (section 11)."""
        return {die: die for die in range(1, self.torpedo_hits_up_to + 1)}

    @cached_property
    def npo_moves(self) -> Bands[Move]:
        """Modified die -> what the NPO wants to do (section 10)."""
        return Bands(
            (self.withdraws_up_to, Move.WITHDRAW), (self.stays_up_to, Move.BROADSIDE), (None, Move.ADVANCE)
        )

    def attack_factor(self, attack: int) -> int:
        """An Attack factor as it counts (section 7; R35)."""
        return attack if self.R35 == "a" else max(attack, self.least_attack)
