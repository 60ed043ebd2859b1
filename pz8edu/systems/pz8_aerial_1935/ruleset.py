"""Every number, table and reading of the Pz8 aerial rules for 1935 to 1965."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pz8edu.core import Bands, Row, Ruleset, Step, Table, number, reading, table
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_aerial_1935.words import Condition, Damage, EntrySide, GroundWeapon


class Action(Row):
    """An action of section 3: its cost in MPs, and where it leads.

    `step` is the direction of the hex entered and `turn` the change of facing, both in steps of 60 degrees to
    the left; `climb` is in levels.
    """

    code: str
    action: str
    mp: int
    step: int
    turn: int
    climb: int

    def costs(self, biplane: bool) -> int:
        """Its MPs."""
        return self.mp

    def open_to(self, ww1: bool) -> bool:
        """May an aircraft of this time fly it?"""
        return True


class PropellerAction(Action):
    """An action of section 3 or 12; `mp_biplane` is blank where a biplane pays the same."""

    mp_biplane: int | None
    ww1: bool

    def costs(self, biplane: bool) -> int:
        """Its MPs (section 3)."""
        return self.mp_biplane if biplane and self.mp_biplane is not None else self.mp

    def open_to(self, ww1: bool) -> bool:
        """May an aircraft of this time fly it (section 12)?"""
        return ww1 or not self.ww1


class ToHitRow(Row):
    """The lowest score that hits at a distance in hexes (section 5)."""

    distance: int
    needed: int


class DamageRow(Row):
    """A difference of the two totals, and what it does to a target (section 5)."""

    difference: str
    up_to: int | None
    undamaged: Damage
    damaged: Damage


class GroundAttackRow(Row):
    """A kind of ground attack and the lowest result that destroys its target (section 9)."""

    weapon: GroundWeapon
    destroys_on: int
    once_a_game: bool


class EntrySideRow(Row):
    """A side from which the second squadron comes, and the highest face of the die for it (section 10)."""

    side: EntrySide
    up_to: int


class ArmamentRow(Row):
    """What an aircraft is armed with, and its Attack factor (section 6)."""

    armament: str
    attack: int


class AircraftRow(Row):
    """A sample aircraft (sections 7 and 12); a blank rear weapon is none."""

    aircraft: str
    mp: int
    front: int
    rear: int | None
    defence: int
    altitude: int
    biplane: bool
    dive_bomber: bool
    note: str


class Aerial1935(Ruleset):
    """Pz8 aerial combat from 1935 to 1965, with the First World War appendix; distances in hexes."""

    system = "pz8-aerial-1935"

    # 3 Movement points
    minimum_part: int = number(3, "3", "an aircraft spends its MPs divided by this, rounded up", minimum=1)
    lowest_level: int = number(1, "9", "lowest altitude level", minimum=0, maximum=1)

    # 5 Firing
    turned_180: int = number(-1, "5", "the firer turned 180° in this activation")
    target_higher: int = number(-1, "5", "target one level higher, rear weapons only")
    green: int = number(-1, "5", "Green pilot or gunner")
    veteran: int = number(1, "5", "Veteran pilot or gunner")
    damaged_firer: int = number(-1, "5", "the firer is Damaged")
    return_fire: int = number(-1, "5", "return fire")
    levels_above: int = number(1, "5", "levels that a rear weapon fires upwards", minimum=0, maximum=9)
    damaged_part: int = number(
        2, "5", "the MPs of a Damaged aircraft are divided by this, rounded up", minimum=1
    )
    damaged_altitude: int = number(-1, "5", "maximum altitude of a Damaged aircraft")

    # 6 Factors
    speed_for_mp: int = number(100, "6", "km/h for one MP", minimum=1)
    metres_for_level: int = number(3000, "6", "metres for one altitude level", minimum=1)
    weakest: int = number(1, "6", "lowest Defence factor", minimum=1, maximum=6)
    strongest: int = number(3, "6", "highest Defence factor", minimum=1, maximum=6)

    # 9 Ground attack
    loaded_mp: int = number(-1, "9", "MPs of an aircraft with bombs or rockets")
    loaded_altitude: int = number(-1, "9", "maximum altitude of an aircraft with bombs or rockets")
    fast_mp: int = number(3, "9", "MPs above which an attack is hasty", minimum=0)
    hasty_attack: int = number(-1, "9", "more MPs than that expended in this turn")
    dive_attack: int = number(-1, "9", "a dive bomber, whatever its altitude")
    lost_up_to: int = number(1, "9", "unmodified die up to which the aircraft is lost", minimum=0, maximum=6)

    # 10 Campaign
    survives_on: int = number(5, "10", "score on which a pilot survives", minimum=1, maximum=7)
    columns: int = number(22, "10", "columns of the board", minimum=5, maximum=60)
    rows: int = number(28, "10", "rows of the board", minimum=5, maximum=60)
    turns: int = number(6, "10", "turns of a game", minimum=1)
    games: int = number(3, "10", "games of a campaign", minimum=1)

    # 12 WW1
    speed_for_mp_ww1: int = number(50, "12", "km/h for one MP", minimum=1)
    metres_for_level_ww1: int = number(1500, "12", "metres for one altitude level", minimum=1)
    jams_up_to: int = number(1, "12", "unmodified die up to which a machine gun jams", minimum=0, maximum=6)
    clears_on: int = number(5, "12", "score that clears a jam", minimum=1, maximum=6)

    sequence: Table[Step] = table("sequence.csv", Step, "2", "steps of a turn")
    actions: Table[Action] = table("actions.csv", PropellerAction, "3", "actions and their MPs")
    to_hit: Table[ToHitRow] = table("to_hit.csv", ToHitRow, "5", "scores that hit")
    damage: Table[DamageRow] = table("damage.csv", DamageRow, "5", "damage by difference")
    armament: Table[ArmamentRow] = table("armament.csv", ArmamentRow, "6", "Attack factors by armament")
    ground_attacks: Table[GroundAttackRow] = table(
        "ground_attacks.csv", GroundAttackRow, "9", "results that destroy a ground target"
    )
    entry_sides: Table[EntrySideRow] = table(
        "entry_sides.csv", EntrySideRow, "10", "side of the second squadron"
    )
    aircraft: Table[AircraftRow] = table("aircraft.csv", AircraftRow, "7", "sample aircraft of 1935 to 1965")
    aircraft_ww1: Table[AircraftRow] = table("aircraft_ww1.csv", AircraftRow, "12", "sample aircraft of WW1")

    R1: str = reading(
        "2",
        "What happens when both roll the same for initiative?",
        a="ties are rolled again until they break (default)",
        b="a tie goes to the side that had the initiative last, called A",
        c="the tie is reported as an outcome of its own",
    )
    R4: str = reading(
        "3, 12",
        "Does an aircraft go forward before it turns, or after?",
        a="forward into the hex of the old facing, then turn (default)",
        b="turn first, then forward in the new facing (60- and 120-degree turns; not I)",
    )
    R5: str = reading(
        "3",
        "Which hex does a slip enter?",
        a="a slip enters the front-left or front-right hex (default)",
        b="a slip enters the rear-left or rear-right hex",
    )
    R6: str = reading(
        "3, 9",
        "What is the lowest altitude level?",
        a="the lowest level is 1 (default)",
        b="level 0 is allowed",
    )
    R8: str = reading(
        "3, 5",
        "Of which MPs is the minimum third taken?",
        a="the minimum third is taken of the MPs the aircraft has now (default)",
        b="of the printed MPs, at most the MPs it has now",
    )
    R10: str = reading(
        "8",
        "What is the shape of the front arc?",
        {
            "wedge60": "all hexes whose centre lies within 30 degrees either side of straight ahead, the "
            "30-degree line included: 3*|r| <= x (default)",
            "line": "only the row of hexes straight ahead: r = 0",
            "wedge60-strict": "as wedge60 without the 30-degree line: 3*|r| < x",
            "cone120": "everything strictly inside the 120 degrees between the two front-side rows: |r| < x",
            "wedge120": "as cone120 with the two front-side rows: |r| <= x",
        },
        default="wedge60",
    )
    R11: str = reading(
        "8",
        "What is the shape of the rear arc?",
        {
            "wedge60": "all hexes whose centre lies within 30 degrees either side of straight behind, the "
            "30-degree line included: 3*|r| <= x (default)",
            "line": "only the row of hexes straight behind: r = 0",
            "wedge60-strict": "as wedge60 without the 30-degree line: 3*|r| < x",
            "cone120": "everything strictly inside the 120 degrees between the two rear-side rows: |r| < x",
            "wedge120": "as cone120 with the two rear-side rows: |r| <= x",
        },
        default="wedge60",
    )
    R12: str = reading(
        "4",
        "Must a tailing aircraft be at the same level?",
        a="the tailing aircraft may be at any level (default)",
        b="it must be at the same level",
    )
    R13: str = reading(
        "5",
        "May a target fire back after a miss?",
        a="a target that is not destroyed may always fire back (default)",
        b="it may fire back only after a hit that it survived",
    )
    R14: str = reading(
        "5",
        "Does damage just received lower the return fire?",
        a="damage received by this very shot already lowers the return fire (default)",
        b="only damage from before the exchange does",
    )
    R15: str = reading(
        "5",
        "Can a score above 6 be rolled?",
        a="a needed number above 6 cannot be rolled (default)",
        b="an unmodified 6 always hits",
    )
    R18: str = reading(
        "5, 9",
        "How many MPs has an aircraft that is Damaged and loaded?",
        a="Damaged and loaded: subtract 1, then halve rounding up (default)",
        b="halve rounding up, then subtract 1",
    )
    R20: str = reading(
        "9",
        "How does a dive bomber strafe or fire rockets?",
        a="a dive bomber that strafes or fires rockets rolls as any aircraft (default)",
        b="it also rolls D6 - 1",
    )
    R21: str = reading(
        "9",
        "Does the -1 for more than 3 MPs apply to a dive bomber?",
        a="a dive bomber's bombing ignores the -1 for more than 3 MPs (default)",
        b="the -1 applies to it too",
    )
    R23: str = reading(
        "12",
        "What does the unjam roll cost?",
        a="the unjam roll takes the place of that activation's fire (default)",
        b="after a successful unjam roll the gun may fire at once",
    )
    R25: str = reading(
        "10",
        "Is a pilot with a kill who was shot down promoted?",
        a="a pilot with a kill who was shot down and survives is still promoted (default)",
        b="he is not promoted in that game",
    )
    R28: str = reading(
        "3",
        "Can an aircraft turn 180° at its maximum altitude?",
        a="the 180-degree turn I contains a climb and is impossible at the maximum altitude (default)",
        b="at the maximum altitude I may be flown level",
    )
    R29: str = reading(
        "5",
        "Which actions are a dive?",
        a="above the present maximum D, SL and SR all count as diving (default)",
        b="only D does",
    )

    T1: str = reading(
        "2",
        "Which aircraft count for two and three at a time?",
        played=True,
        a="those that fly when the turn begins: a count that stays (default; R2)",
        b="those that fly when it is a side's go",
    )
    T2: str = reading(
        "2",
        "May a side pass while it has aircraft to activate?",
        played=True,
        a="no: aircraft are activated until all were (default; R3)",
        b="yes, if the other side has not just passed",
    )
    T3: str = reading(
        "5",
        "May front and rear weapons both fire in one activation?",
        played=True,
        a="no: one shot (default; R27)",
        b="yes, each once",
    )
    T4: str = reading(
        "5",
        "Does a target always fire back where it can?",
        played=True,
        a="yes: one question has both shots (default)",
        b="its side says so when it has seen the shot",
    )
    T5: str = reading(
        "12",
        "Does an aircraft strafe whose guns have all jammed?",
        played=True,
        a="no: it strafes with them, and a jam is no fire (default)",
        b="yes: jams are rolled and cleared in fire at aircraft only",
    )

    def check(self) -> None:
        for name, tops in (
            ("damage", [row.up_to for row in self.damage.rows]),
            ("entry_sides", [row.up_to for row in self.entry_sides.rows]),
        ):
            numbers = [top for top in tops if top is not None]
            if numbers != sorted(set(numbers)):
                raise BadInput(f"the column up_to of {name} must rise; got {', '.join(map(str, numbers))}")
        for action in self.actions.rows:
            if action.costs(False) < 1 or action.costs(True) < 1:
                raise BadInput(f"the action {action.code} must cost 1 MP or more (section 3)")

    # --- what the tables say
    @cached_property
    def _needed(self) -> Mapping[int, int]:
        return {row.distance: row.needed for row in self.to_hit.rows}

    def needed(self, distance: int) -> int | None:
        """The lowest score that hits; None where there is no shot (section 5)."""
        return self._needed.get(distance)

    @cached_property
    def longest_range(self) -> int:
        """The greatest distance of a shot in hexes (section 5)."""
        return self.to_hit.rows[-1].distance

    @cached_property
    def damages(self) -> Mapping[Condition, Bands[Damage]]:
        """Condition of the target -> attacker's total minus target's total -> result (section 5)."""
        return {
            Condition.OK: Bands(*((row.up_to, row.undamaged) for row in self.damage.rows), signed=True),
            Condition.DAMAGED: Bands(*((row.up_to, row.damaged) for row in self.damage.rows), signed=True),
        }

    @cached_property
    def sides(self) -> Bands[EntrySide]:
        """The die for the side of the second squadron (section 10)."""
        *first, last = self.entry_sides.rows
        return Bands(*((row.up_to, row.side) for row in first), (None, last.side))

    @property
    def floor(self) -> int:
        """The lowest altitude level (R6)."""
        return 0 if self.R6 == "b" else self.lowest_level

    def named(self, aircraft: str) -> AircraftRow:
        """A sample aircraft (sections 7 and 12)."""
        return self.aircraft_ww1[aircraft] if aircraft in self.aircraft_ww1 else self.aircraft[aircraft]
