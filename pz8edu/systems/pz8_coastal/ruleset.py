"""Every number, table and reading of Pz8 Coastal."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from pz8edu.core import Bands, Row, Ruleset, Step, Table, measure, number, reading, table
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_coastal.words import Damage, Gun


class WeaponRow(Row):
    """Attack factor and range in inches (section 8); the light guns add up their own factor."""

    weapon: str
    attack: int | None
    inches: int
    note: str


class Torpedo(Row):
    """The run of a torpedo in inches, by its calibre in inches (section 10)."""

    calibre: str
    inches: int


class SizeRow(Row):
    """What the size of a vessel changes of the distance at which it is spotted (section 2)."""

    size: str
    inches: int
    vessels: str


class SpeedClass(Row):
    """Maximum speed in inches by the knots of a vessel (section 5)."""

    speed_class: str
    least_knots: int
    most_knots: int
    inches: int
    vessels: str


class Defence(Row):
    """Defence factor by the kind of vessel (section 9)."""

    vessels: str
    defence: int
    note: str


class DamageRow(Row):
    """The least difference of the totals for a result, and what the result costs a vessel (section 7)."""

    result: Damage
    difference: int
    speed: int | None
    very_slow_speed: int | None
    light_guns: int | None
    knocked_out_on: int | None
    note: str


class Handiness(Row):
    """Levels by which the speed changes in a turn, and straight inches before each pivot (sections 3a and 4)."""

    kind: str
    levels: int
    inches_for_pivot: int
    note: str


class Vessel(Row):
    """A sample vessel (section 12): guns of 37 mm or larger with their arcs, light guns, torpedoes."""

    vessel: str
    kind: str
    defence: int
    speed: int
    gun: Gun | None
    arcs: str | None
    second_gun: Gun | None
    second_arcs: str | None
    light_guns: int
    torpedoes: int | None
    calibre: int | None
    aft_torpedoes: int | None
    note: str


AGILE, OTHERS = "MTB/S-boot/PT/MAS", "others"


class Coastal(Ruleset):
    """Pz8 Coastal: night actions of motor boats, escorts and convoys, inches for 1/1250 models."""

    system = "pz8-coastal"

    # 2 Night visibility
    visibility_step: int = number(10, "2", "inches of visibility for each point of the D3", minimum=1)
    fast_speed: int = number(5, "2", "speed from which a vessel is seen from farther", minimum=0)
    fast_seen: int = number(5, "2", "inches farther at which it is seen")
    submarine_seen: int = number(-5, "11", "inches at which a submarine is seen farther or nearer")
    larger_models: int = number(
        2, "1", "what distances are multiplied by for 1/600 and 1/700 models", minimum=1
    )

    # 3 Turn sequence
    red_cards: int = number(26, "3b", "red cards of the deck, for the Allies", minimum=6, maximum=60)
    black_cards: int = number(26, "3b", "black cards of the deck, for the Axis", minimum=6, maximum=60)

    # 4 Movement
    pivot: int = number(45, "4", "degrees of a pivot at most", minimum=0, maximum=180)

    # 5 Speed
    very_slow: int = number(2, "5", "maximum speed of very slow vessels", minimum=0)

    # 6 Firing
    hits_within: int = number(4, "6", "score that hits within half range", minimum=-9, maximum=19)
    hits_beyond: int = number(5, "6", "score that hits beyond half range", minimum=-9, maximum=19)
    full_speed: int = number(6, "6", "speed at which target and firer are hard put", minimum=0)
    slow_target_speed: int = number(2, "6", "speed up to which a target is slow", minimum=0)
    fast_target: int = number(-1, "6", "target at full speed")
    slow_target: int = number(1, "6", "slow target")
    fast_firer: int = number(-1, "6", "firer at full speed")
    deck_gun: int = number(-1, "11", "deck gun of a submarine")
    close_inches: Fraction = measure(2, "6", "inches within which light guns do better", minimum=0)
    close: int = number(1, "6", "target of light guns as close as that (R9)")
    fore_aft_part: int = number(
        2, "6", "the factor of light guns is divided by this ahead and astern, fractions up", minimum=1
    )
    arc: int = number(45, "6", "degrees of an arc to either side of its middle", minimum=0, maximum=180)

    # 10 Torpedoes
    least_run: Fraction = measure(3, "10", "inches from the vessel to its counter", minimum=0)

    # 11 Submarines
    spots_within: int = number(4, "11", "die that spots within half the distance", minimum=1, maximum=7)
    spots_beyond: int = number(5, "11", "die that spots beyond half the distance", minimum=1, maximum=7)

    sequence: Table[Step] = table("sequence.csv", Step, "3", "steps of a turn")
    sizes: Table[SizeRow] = table("sizes.csv", SizeRow, "2", "spotting distance by size")
    handiness: Table[Handiness] = table("handiness.csv", Handiness, "3a, 4", "levels of speed and pivots")
    speeds: Table[SpeedClass] = table("speeds.csv", SpeedClass, "5", "maximum speeds")
    damage: Table[DamageRow] = table("damage.csv", DamageRow, "7", "results of damage")
    weapons: Table[WeaponRow] = table("weapons.csv", WeaponRow, "8", "attack factors and ranges")
    torpedoes: Table[Torpedo] = table("torpedoes.csv", Torpedo, "10", "runs of torpedoes")
    defences: Table[Defence] = table("defences.csv", Defence, "9", "Defence factors")
    vessels: Table[Vessel] = table("vessels.csv", Vessel, "12", "sample vessels")

    R5: str = reading(
        "3a, 4",
        "Who may change its speed by two levels and pivot every inch?",
        a='Who may change 2 levels and pivot every inch: they count as "others" (default)',
        b="Who may change 2 levels and pivot every inch: all motor boats of Defence 2–3",
    )
    R6: str = reading(
        "4",
        "When may a vessel pivot?",
        agreement=True,
        a='Pivot timing: after each 1" (2") of straight movement; a pivot not used is lost (default)',
        b="Pivot timing: at any moment, as many as the whole move earns",
    )
    R7: str = reading(
        "3b",
        "How are the activation cards drawn?",
        a="The deck: full 52-card deck shuffled every turn, drawn without replacement (default)",
        b="The deck: fair coin each time",
        c="The deck: one card per vessel",
    )
    R8: str = reading(
        "6, 10, 11",
        "Is exactly half range within half range?",
        a="Exactly half range: within (default)",
        b="Exactly half range: over",
    )
    R9: str = reading(
        "6",
        "What does the +1 within 2 inches change?",
        a="'+1 within 2 inches': +1 to the attack factor (default)",
        b="'+1 within 2 inches': +1 to hit",
    )
    R10: str = reading(
        "6, 7",
        "What comes first for light guns, halving or the loss by damage?",
        a="Order of halving and damage loss: weapons − loss, then halve, then +1 (default)",
        b="Order of halving and damage loss: halve first, then loss",
    )
    R11: str = reading(
        "6, 7",
        "May light guns fire whose factor is 0 or less?",
        a="Factor 0 or less: cannot fire (default)",
        b="Factor 0 or less: fires with factor 0",
    )
    R12: str = reading(
        "6",
        "Do natural rolls of 6 and 1 decide?",
        a="Natural rolls: plain arithmetic (default)",
        b="Natural rolls: 6 always hits and 1 always misses",
    )
    R13: str = reading(
        "7",
        "How are the guns rolled for of a vessel Wrecked at one blow?",
        a="KO rolls of a vessel Wrecked at one blow: one roll at 4–6 (default)",
        b='KO rolls of a vessel Wrecked at one blow: both rolls (5–6, then 4–6 for survivors) because "further" implies Damaged too',
    )
    R14: str = reading(
        "7",
        "What does a Damaged result do to a Wrecked vessel?",
        a="Damaged result on a Wrecked vessel: no further effect (default)",
        b="Damaged result on a Wrecked vessel: counts as a second Wrecked: Sunk",
    )
    R15: str = reading(
        "6, 14",
        "In which arc is a target exactly on the boundary?",
        a="Boundary bearings: both arcs (default)",
        b="Boundary bearings: the firer chooses one",
    )
    R17: str = reading(
        "5, 7",
        "How does a vessel slow down to its new maximum speed?",
        a="Speed above the new maximum: drops to the new maximum at the next speed phase, ignoring the 1–2 level limit (default)",
        b="Speed above the new maximum: slows by the normal levels",
    )
    R19: str = reading(
        "10",
        "Which modifiers has the die of a torpedo?",
        a="Torpedo modifiers: all three speed modifiers, the firer's speed being that at launch (default)",
        b="Torpedo modifiers: none",
        c="Torpedo modifiers: target's speed only",
    )
    T1: str = reading(
        "4",
        "What of a vessel that leaves the table?",
        a="it is out of the game, as lost: nobody chooses to run off the table (default)",
        b="it is out of the game, and has got away",
        played=True,
    )
    T2: str = reading(
        "11",
        "May a submarine submerge when it has fired after its move?",
        a="no: it submerges at the end of its move, and its fire came later (default)",
        b="yes: it submerges at the end of its activation",
        played=True,
    )
    T3: str = reading(
        "2",
        "Whom does the first sighting free from plotted courses?",
        a="the vessels of the side that has spotted the enemy: a convoy keeps its course 'until they spot' (default)",
        b="the vessels of both sides: 'movements of all vessels are free'",
        played=True,
    )
    T4: str = reading(
        "6, 10",
        "May a vessel fire torpedoes that has spotted nobody?",
        a="no: whoever fires, torpedoes too, must first spot a target (default)",
        b="yes: a counter is put out without a target",
        played=True,
    )
    T5: str = reading(
        "11",
        "May a submarine submerge whose speed is 0?",
        a="no: it submerges at the end of its move, and makes none (default)",
        b="yes: at the end of its activation",
        played=True,
    )
    R20: str = reading(
        "10",
        "From where is the run of a torpedo measured?",
        a="Torpedo distance: from the vessel (the counter's first 3\" count) (default)",
        b="Torpedo distance: from the counter",
    )
    R21: str = reading(
        "10",
        "How many torpedoes may be fired in one activation?",
        a="Torpedoes per activation: any number; each its own counter and course (default)",
        b="Torpedoes per activation: one",
    )
    R22: str = reading(
        "10",
        "What becomes of a counter that misses?",
        a="After a miss: runs on and may meet another vessel (default)",
        b="After a miss: is removed",
    )
    R24: str = reading(
        "10",
        "Which vessels do torpedoes not touch?",
        a="'Small and Larger MTBs' immune to torpedoes: MTB, MGB, PT, MAS, S-boote and Raumboote (the boats printed in the \"larger MTB\" row), but not small Transports (default)",
        b="'Small and Larger MTBs' immune to torpedoes: the whole Defence 2 and 3 rows, small Transports too",
        c="'Small and Larger MTBs' immune to torpedoes: only boats called MTB/MGB/PT/MAS/S-boot, so Raumboote can be hit",
    )
    R26: str = reading(
        "11",
        "How often is a submarine rolled for?",
        a="Submarine spotting rolls: one roll per would-be firer per turn; once spotted it stays spotted until it is more than the distance away (default)",
        b="Submarine spotting rolls: one roll per side per turn; the same after that",
    )

    def check(self) -> None:
        steps = [row.difference for row in self.damage.values()]
        if steps != sorted(set(steps)):
            raise BadInput(f"the differences of the damage table must rise (section 7); got {steps}")

    @cached_property
    def damage_by_difference(self) -> Bands[Damage]:
        """The attacker's total minus the defender's -> the result (section 7)."""
        rises = [(row.difference, row.result) for row in self.damage.values()]
        return Bands.starting(Damage.NONE, rises, signed=True)

    def handy(self, agile: bool) -> Handiness:
        """How a vessel changes its speed and its course (sections 3a and 4)."""
        return self.handiness[AGILE if agile else OTHERS]

    def agile(self, vessel: Vessel) -> bool:
        """Does a sample vessel handle as a motor boat (sections 3a and 4; R5)?"""
        if self.R5 == "b":
            return vessel.defence <= self.defences["large MTB"].defence
        return vessel.kind in AGILE.split("/")
