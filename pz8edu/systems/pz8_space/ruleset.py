"""Every number, table and reading of Pz8 Space."""

from __future__ import annotations

from functools import cached_property

from pz8edu.core import Bands, Row, Ruleset, Step, Table, number, reading, table
from pz8edu.systems.pz8_space.words import Condition


class Action(Row):
    """What an action costs in movement points (section 3)."""

    action: str
    mp: int
    note: str


class ToHit(Row):
    """The number that hits within a band of distances, in hexes (section 4)."""

    distance: str
    nearest: int
    farthest: int
    needed: int
    note: str


class DamageRow(Row):
    """What the margin of the attacker does; blank is any lower one (section 4)."""

    margin: str
    least: int | None
    damage: str
    note: str


class Space(Ruleset):
    """Pz8 Space: spaceships on hexes, all alike."""

    system = "pz8-space"

    # 3 Movement points
    mp: int = number(6, "3", "movement points of an activation", minimum=1, maximum=16)
    mp_damaged: int = number(3, "3", "movement points of a Damaged ship", minimum=1, maximum=16)
    least_mp: int = number(2, "3", "movement points that must be spent", minimum=1)

    # 4 Firing
    longest_range: int = number(9, "4", "hexes a ship can fire", minimum=1)
    damaged_firer: int = number(-1, "4", "firing ship Damaged")
    fire_back: int = number(-1, "4", "fire back")
    at_torpedo: int = number(-1, "5", "target is a torpedo")
    cloaked: int = number(-1, "7", "target is cloaked")
    damage_dice: int = number(2, "4", "dice of damage", minimum=1, maximum=6)
    damage_dice_damaged: int = number(1, "4", "dice of damage of a Damaged ship", minimum=0, maximum=6)

    # 5 Torpedoes
    torpedo_mp: int = number(6, "5", "movement points of a torpedo", minimum=1)
    torpedo_dice: int = number(2, "5", "dice of a torpedo", minimum=1, maximum=6)
    torpedo_dice_cloaked: int = number(
        1, "7", "dice of a torpedo against a cloaked ship", minimum=0, maximum=6
    )

    # 6 Jump
    deviates_up_to: int = number(2, "6", "die of this or less: the jump deviates", minimum=0, maximum=6)

    actions: Table[Action] = table("actions.csv", Action, "3", "movement points")
    to_hit: Table[ToHit] = table("to_hit.csv", ToHit, "4", "numbers to hit")
    damage: Table[DamageRow] = table("damage.csv", DamageRow, "4", "damage")
    sequence: Table[Step] = table("sequence.csv", Step, "2", "steps of a turn")

    R1: str = reading(
        "4",
        "When may the target fire back?",
        a="When may the target fire back: after every shot, missed ones too (default)",
        b="When may the target fire back: only after a hit it survived",
    )
    R2: str = reading(
        "4",
        "Must the target face the attacker?",
        a="Must the target face the attacker: fire back needs the attacker on the target's own firing line, as every other shot does (default)",
        b="Must the target face the attacker: no, a target fires back in any direction; the book sets no condition",
    )
    R3: str = reading(
        "4",
        "A natural 6?",
        a="Natural 6: plain arithmetic (default)",
        b="Natural 6: a natural 6 always hits in range",
    )
    R4: str = reading(
        "6",
        "In which direction does a jump deviate?",
        a="Direction of a jump's deviation: along the facing just rolled (default)",
        b="Direction of a jump's deviation: a separate D6",
    )
    R5: str = reading(
        "5",
        "Is a torpedo launched instead of a shot?",
        a="Torpedo launch: instead of shooting in that phase (default)",
        b="Torpedo launch: as well as",
    )
    R6: str = reading(
        "4",
        "Is there a fire back at a fire back?",
        a="Fire back at a fire back: none (default)",
        b="Fire back at a fire back: goes on while nobody is destroyed",
    )
    R8: str = reading(
        "8",
        "May a ship enter the hex of an asteroid?",
        a=(
            "Asteroid collision: a ship may not enter the hex; it is destroyed only when an asteroid drifts into it or "
            "when it jumps or deviates onto it (default)"
        ),
        b="Asteroid collision: a ship may enter and is destroyed",
    )
    R11: str = reading(
        "2",
        "When are double and triple counted?",
        a=(
            "'Double, triple': larger number divided by smaller, fractions dropped, counted at the start of the turn "
            "(default)"
        ),
        b="'Double, triple': recounted at each activation",
    )
    R12: str = reading(
        "4",
        "What is straight forward?",
        a="'Straight forward': the single row of hexes ahead (default)",
        b=(
            "'Straight forward': a 60° cone: hex centres within 30° either side of straight ahead, the 30° line "
            "included; up to 9 hexes"
        ),
    )
    R18: str = reading(
        "6",
        "A jump that deviates off the table?",
        a="Jump off the table or onto an asteroid: a deviation off the table loses the ship",
        b="Jump off the table or onto an asteroid: it stops at the edge (default)",
        default="b",
    )

    T1: str = reading(
        "3",
        "What of a ship that leaves the table?",
        a="it is out of the game, as lost: the book is silent (default)",
        b="it is out of the game, and has got away",
        played=True,
    )
    T2: str = reading(
        "6",
        "May a ship jump into another on purpose?",
        a="yes: ending in its hex destroys both, and nothing forbids it (default)",
        b="no: only a deviation leads there",
        played=True,
    )

    def needed(self, distance: int) -> int | None:
        """The number that hits at a distance in hexes; None where nothing does (section 4)."""
        rows = (row for row in self.to_hit.rows if row.nearest <= distance <= row.farthest)
        return next((row.needed for row in rows), None)

    @cached_property
    def damage_of(self) -> Bands[Condition]:
        """The attacker's dice minus the target's -> what becomes of a whole ship (section 4)."""
        lowest, *others = self.damage.rows
        return Bands.starting(
            Condition(lowest.damage), [(row.least or 0, Condition(row.damage)) for row in others], signed=True
        )

    @cached_property
    def damage_of_damaged(self) -> Bands[Condition]:
        """The same of a Damaged ship: what does any harm destroys it (section 4)."""
        worse = {Condition.OK.value: Condition.DAMAGED}
        found = [(row.least or 0, worse.get(row.damage, Condition.DESTROYED)) for row in self.damage.rows]
        return Bands.starting(found[0][1], found[1:], signed=True)

    @property
    def arc(self) -> str:
        """The shape of what lies straight forward (section 4; R12)."""
        return "line" if self.R12 == "a" else "wedge60"
