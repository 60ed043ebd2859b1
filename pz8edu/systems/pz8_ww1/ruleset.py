"""Every number, table and reading of Pz8 WW1."""

from __future__ import annotations

from functools import cached_property

from pz8edu.board.squares import Grid
from pz8edu.core import Bands, Row, Ruleset, Step, Table, number, reading, table


class Factor(Row):
    """What counts in an assault, for the attacker and for the defender (section 5-assault)."""

    factor: str
    attacker: int | None
    defender: int | None
    note: str


class Defence(Row):
    """Damage points that remove a field defence, and whether it helps those who captured it (2b, 5-assault)."""

    defence: str
    damage: int
    captured: bool
    note: str


class Move(Row):
    """Squares of a move, whether also over corners, and into difficult terrain (section 4-move)."""

    unit: str
    squares: int
    aslant: bool
    difficult: bool
    note: str


class VictoryRow(Row):
    """The row of the defender's half that must be full, counted from the middle (section 8-victory)."""

    victory: str
    row: int
    note: str


class Ww1(Ruleset):
    """Pz8 WW1: a base is an infantry battalion, or a company of machine guns or tanks."""

    system = "pz8-ww1"

    # 1 The table
    columns: int = number(6, "1", "squares along a player's edge", minimum=1)
    rows: int = number(8, "1", "squares from edge to edge", minimum=2)

    # 2 Preparation
    half: int = number(4, "2a", "rows of a player's own half", minimum=1)
    defences_in_a_square: int = number(2, "2a", "field defences that a square holds", minimum=0)
    bunkers_in_a_square: int = number(1, "2a", "bunkers that a square holds", minimum=0)
    stack: int = number(4, "2c", "units and field defences that a square holds", minimum=1)
    points_for_a_bombardment_die: int = number(
        3, "2b", "Artillery Points for one Preliminary Bombardment die", minimum=1
    )
    damage_up_to: int = number(3, "2b", "a bombardment die of this or less does damage", minimum=0, maximum=6)

    # 4 Move
    stuck_on: int = number(
        1, "4-move", "a die of this or less gets a moving tank stuck", minimum=0, maximum=6
    )

    # 5 Assault
    support_up_to: int = number(
        3, "5-assault", "a support die of this or less is added", minimum=0, maximum=6
    )
    tie_losses: int = number(1, "5-assault", "units that each side removes on equal totals", minimum=0)

    # 5 Poison gas
    gas_on_green: int = number(1, "5-gas", "one or more units Green")
    gas_on_elite: int = number(-1, "5-gas", "one or more units Elite")

    # 6 Barbed wire
    wire_on: int = number(5, "6", "score that removes a wire", minimum=-9, maximum=19)
    elite_wire: int = number(1, "6", "unit Elite")
    green_wire: int = number(-1, "6", "unit Green")
    wires_a_tank: int = number(1, "6", "wires that each tank removes without a die", minimum=0)

    # 8 Victory conditions
    die_after_turn: int = number(6, "8-victory", "turn after which the die is thrown", minimum=1)
    ends_on: int = number(5, "8-victory", "score that ends the game", minimum=1, maximum=7)
    last_turn: int = number(9, "8-victory", "turn after which the game ends", minimum=1)

    sequence: Table[Step] = table("sequence.csv", Step, "4-sequence", "steps of a turn")
    factors: Table[Factor] = table("factors.csv", Factor, "5-assault", "what counts in an assault")
    defences: Table[Defence] = table("defences.csv", Defence, "2b", "field defences and damage")
    moves: Table[Move] = table("moves.csv", Move, "4-move", "squares of a move")
    victory: Table[VictoryRow] = table("victory.csv", VictoryRow, "8-victory", "rows that win the game")

    R2: str = reading(
        "2b",
        "What is a die of a bombardment worth?",
        a="damage points of a PB die: the face: 1, 2 or 3 points (default)",
        b="damage points of a PB die: one point for any 1–3",
    )
    R3: str = reading(
        "2b",
        "When does damage to spare leave a crater?",
        a="craters: any surplus damage makes a crater even if defences still stand (default)",
        b="craters: only when all defences are gone",
    )
    R4: str = reading(
        "2b",
        "Which field defence is removed first?",
        a="which defence goes first: attacker's choice, modelled as the set using the most points (default)",
        b="which defence goes first: cheapest first",
        c="which defence goes first: dearest affordable first",
    )
    R6: str = reading(
        "4-move",
        "Where does a tank get stuck?",
        a="stuck tank: die before moving, stays in its square (default)",
        b="stuck tank: completes the move, then stuck",
    )
    R7: str = reading(
        "4-move",
        "What can a stuck tank do in combat?",
        a="a stuck tank in combat: still assaults adjacent squares and defends with 2, but cannot advance (default)",
        b="a stuck tank in combat: only defends",
    )
    R9: str = reading(
        "5-assault",
        "In which order are Artillery Points declared?",
        a="order of declaring APs: attacker names his number, then the defender, then all dice (default)",
        b="order of declaring APs: secretly together",
        c="order of declaring APs: die by die",
        agreement=True,
    )
    R10: str = reading(
        "5-assault",
        "How many Artillery Points may be spent in one assault?",
        a="limit of APs in one assault: none (default)",
        b="limit of APs in one assault: house limit",
        agreement=True,
    )
    R11: str = reading(
        "5-gas",
        "Whose quality changes the gas die?",
        a="whose quality changes gas: the gassed side's: Green suffer more, Elite less (default)",
        b="whose quality changes gas: the user's own",
    )
    R12: str = reading(
        "5-gas",
        "How many gas points may be used in one assault?",
        a="one PG per assault: one for each side (default)",
        b="one PG per assault: one in all",
        agreement=True,
    )
    R13: str = reading(
        "5-gas",
        "How much of the gas die counts?",
        a="gas value: the whole modified die (default)",
        b="gas value: only 1–3 count as with APs (after the modifier)",
    )
    R15: str = reading(
        "5-assault",
        "Do machine guns of the assaulting square take part?",
        a="MGs of the attacking side: as units of the square they can still be removed in the loss order (default)",
        b="MGs of the attacking side: they take no part and cannot be lost",
    )
    R16: str = reading(
        "5-assault",
        "May one square be assaulted several times in a turn?",
        a="several assaults on one square: allowed one after the other from different squares, each square assaulting once per turn (default)",
        b="several assaults on one square: one assault per target per turn",
        agreement=True,
    )
    R20: str = reading(
        "8-victory",
        "Which rows must the attacker hold?",
        a="victory rows: the farthest row that is completely occupied counts, other rows need not be (default)",
        b="victory rows: rows 5 … n must all be full",
    )
    R21: str = reading(
        "8-victory",
        "How often is the die for the end of the game thrown?",
        a="die after turn 6: once (default)",
        b="die after turn 6: after turns 6, 7 and 8",
    )
    R23: str = reading(
        "4-move",
        "Does wire stop movement?",
        a="wire and movement: wire does not stop anything, it is +1 in defence and takes a place in the stack (default)",
        b="wire and movement: stops infantry",
    )
    R30: str = reading(
        "5-assault",
        "Who may enter a square that an assault has emptied?",
        a="who may advance: either side may enter a square emptied by the assault, including the defender after wiping out the attackers; stuck tanks and MGs stay (default)",
        b="who may advance: only the attacker",
    )
    R31: str = reading(
        "4-move, 5-assault",
        "Does a tank that follows up throw the stuck die?",
        a="tanks following up: entering a captured square is a move: the stuck die is thrown, and difficult terrain stays closed (default)",
        b="tanks following up: no die after an assault",
    )

    # what only whole turns ask
    T1: str = reading(
        "5-assault",
        "Who moves after an assault that has emptied no square?",
        a="nobody: both stay where they are (default)",
        b="what is left of the side that has lost units may fall back into squares beside it",
        played=True,
    )
    T2: str = reading(
        "4-move",
        "May a unit walk into field defences of the enemy that are empty?",
        a="yes: only squares with enemies in them are closed (default)",
        b="no: they are taken by assaults only",
        played=True,
    )
    T3: str = reading(
        "4-sequence",
        "May units assault that have moved in the same half-turn?",
        a="yes: a side moves, then assaults (default)",
        b="no square assaults in which a unit has moved",
        played=True,
    )
    T4: str = reading(
        "5-assault",
        "Do trenches and bunkers in the square that assaults count?",
        a="no: they are named for the side that is assaulted only (default)",
        b="they count for the assault what they count in defence",
        played=True,
    )
    T5: str = reading(
        "2a",
        "Who places the first field defence?",
        a="the defender, who is also deployed first (default)",
        b="the attacker",
        played=True,
    )

    @cached_property
    def grid(self) -> Grid:
        """The squares of the table (section 1)."""
        return Grid(self.columns, self.rows)

    @cached_property
    def damage_worth(self) -> dict[int, int]:
        """Face of a bombardment die -> damage points (section 2b; R2)."""
        return {face: face if self.R2 == "a" else 1 for face in range(1, self.damage_up_to + 1)}

    @cached_property
    def support_worth(self) -> dict[int, int]:
        """Face of a support die -> points added (section 5-assault)."""
        return {face: face for face in range(1, self.support_up_to + 1)}

    @cached_property
    def gas_worth(self) -> Bands[int]:
        """Score of the gas die -> points added (section 5-gas), where it counts as a support die does (R13)."""
        return Bands((0, 0), *((score, score) for score in range(1, self.support_up_to + 1)), (None, 0))

    def attack(self, factor: str) -> int:
        """What one of these counts for the attacker (section 5-assault)."""
        return self.factors[factor].attacker or 0

    def defence(self, factor: str) -> int:
        """What one of these counts for the defender (section 5-assault)."""
        return self.factors[factor].defender or 0
