"""Sections 8-1916 and 9-1918, Sample scenarios: orders of battle, and tables with their units in place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pz8edu.board.squares import Square
from pz8edu.core import Help, Roll, Shelf, Situation, Umpire, Untyped, Whole, together
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww1.bombardment import Works
from pz8edu.systems.pz8_ww1.force import Force
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import PRINTED, check_defences
from pz8edu.systems.pz8_ww1.words import Quality, Side

Count = Annotated[int, Whole(0)]
OnTable = tuple[Annotated[int, Whole(1, PRINTED.columns)], Annotated[int, Whole(1, PRINTED.rows)]]


class OrderOfBattle(Situation):
    """What a scenario gives to one player."""

    name: Annotated[str, Help("who they are")]
    nation: Annotated[str, Help("what their units are called by")]
    section: Annotated[str, Help("where it is printed")]
    infantry: Annotated[Count, Help("infantry units")]
    stormtroopers: Annotated[Count, Help("stormtrooper units")] = 0
    tank_dice: Annotated[Count, Help("D6 thrown for the number of tanks")] = 0
    mg_dice: Annotated[Count, Help("D6 thrown for the number of machine guns")] = 0
    ap: Annotated[Count, Help("Artillery Points")] = 0
    pg: Annotated[Count, Help("Poison Gas points")] = 0
    trench: Annotated[Count, Help("trenches")] = 0
    wire: Annotated[Count, Help("barbed wires")] = 0
    bunker: Annotated[Count, Help("bunkers")] = 0
    quality: Annotated[Quality, Help("quality of the infantry")] = Quality.AVERAGE
    tanks_for_stormtroopers: Annotated[
        Count, Help("stormtrooper units that may be exchanged for tanks, one for one")
    ] = 0


class SquareOnTable(Situation):
    """One square of a table at the start: what is built there, and who stands in it."""

    at: Annotated[OnTable, Help("column and row, row 1 on the attacker's edge")]
    wire: Count = 0
    trench: Count = 0
    bunker: Count = 0
    built_by: Annotated[
        Side | None, Help("who built the field defences; the owner of the half if not given")
    ] = None
    difficult: Annotated[bool, Help("difficult ground")] = False
    crater: Annotated[bool, Help("a crater")] = False
    side: Annotated[Side | None, Help("whose units; the owner of the half if not given")] = None
    green: Annotated[Count, Help("Green infantry")] = 0
    average: Annotated[Count, Help("Average infantry")] = 0
    elite: Annotated[Count, Help("Elite infantry that are no stormtroopers")] = 0
    stormtroopers: Count = 0
    mg: Annotated[Count, Help("machine guns")] = 0
    tank: Annotated[Count, Help("tanks")] = 0
    stuck: Annotated[Count, Help("how many of the tanks are stuck")] = 0

    @property
    def works(self) -> Works:
        """The field defences."""
        return Works(self.wire, self.trench, self.bunker)

    @property
    def force(self) -> Force:
        """The units, in the order in which losses are taken."""
        return Force(self.green, self.average, self.elite + self.stormtroopers, self.mg, self.tank)

    @property
    def owner(self) -> Side:
        """Whose half of the table the square is in (section 2a)."""
        return half_of(self.at, PRINTED)

    @property
    def holder(self) -> Side:
        """Whose units stand here."""
        return self.side or self.owner

    @property
    def builder(self) -> Side:
        """Who built the field defences."""
        return self.built_by or self.owner

    def check(self) -> None:
        check_defences(self.wire, self.trench, self.bunker)
        if self.bunker > PRINTED.bunkers_in_a_square:
            raise BadInput(
                f"square {self.at} holds {PRINTED.bunkers_in_a_square} bunker at most (section 2a)"
            )
        if self.works.count + self.force.units > PRINTED.stack:
            raise BadInput(
                f"square {self.at} holds {PRINTED.stack} units and field defences at most (section 2c); "
                f"got {self.works.count + self.force.units}"
            )
        if self.stuck > self.tank:
            raise BadInput(f"square {self.at} has {self.tank} tanks, but {self.stuck} are said to be stuck")
        if self.tank and (self.difficult or self.crater):
            raise BadInput(f"square {self.at} is difficult terrain: no tank can be there (section 4-move)")


class Scenario(Situation):
    """A table with its units in place: the armies, the squares, and where to look first."""

    title: str
    section: str
    note: str = ""
    attacker: Annotated[str, Help("name of the attacker's order of battle")]
    defender: Annotated[str, Help("name of the defender's order of battle")]
    start: Annotated[OnTable | None, Help("square that assaults")] = None
    target: Annotated[OnTable | None, Help("square that is assaulted")] = None
    prepared: Annotated[bool, Help("bombardment and deployment are over when a game on it begins")] = True
    half_turn: Annotated[Count, Help("half-turn at the start: odd ones are the attacker's")] = 1
    attacker_ap: Annotated[Count, Help("Artillery Points that the attacker spends")] = 0
    attacker_pg: Annotated[Count, Help("gas points that the attacker spends")] = 0
    defender_ap: Annotated[Count, Help("Artillery Points that the defender spends")] = 0
    defender_pg: Annotated[Count, Help("gas points that the defender spends")] = 0
    shelled: Annotated[OnTable | None, Help("square under bombardment, before the battle")] = None
    bombardment_dice: Annotated[int, Whole(1, 10), Help("dice of that bombardment")] = 1
    positions: tuple[SquareOnTable, ...]

    def check(self) -> None:
        squares = [position.at for position in self.positions]
        for square in squares:
            if squares.count(square) > 1:
                raise BadInput(f"square {square} is described twice")
        for name in (self.attacker, self.defender):
            FORCES[name]

    def army(self, side: Side) -> OrderOfBattle:
        """The order of battle of one side."""
        return FORCES[self.attacker if side is Side.ATTACKER else self.defender]


FOLDER = Path(__file__).parent
FORCES = Shelf("force of pz8-ww1", FOLDER / "forces", OrderOfBattle)
SCENARIOS = Shelf("scenario of pz8-ww1", FOLDER / "scenarios", Scenario)
SAMPLES = {"1916": "western-front-1916", "1918": "western-front-1918"}
"""The printed sample scenarios by their year."""


def half_of(square: Square, rules: Ww1) -> Side:
    """Whose half of the table a square is in (section 2a)."""
    return Side.ATTACKER if square[1] <= rules.half else Side.DEFENDER


# --- how many units they have
class SampleScenario(Situation):
    """One of the printed sample scenarios."""

    scenario: Annotated[Literal["1916", "1918"], Untyped(), Help("sample scenario")] = "1916"


@dataclass(frozen=True)
class Strengths:
    """Units of both sides."""

    attacker: int
    defender: int

    def __str__(self) -> str:
        return f"attacker {self.attacker}, defender {self.defender}"


def strength(umpire: Umpire, side: Side, army: OrderOfBattle) -> Roll[int]:
    """The units of one side, with a die for what the scenario leaves to chance."""
    dice = umpire.sum_of(f"machine guns of the {side}", army.mg_dice)
    if army.tank_dice:
        dice = umpire.sum_of(f"tanks of the {side}", army.tank_dice) + dice
    return dice + (army.infantry + army.stormtroopers)


def scenario_forces(umpire: Umpire, situation: SampleScenario, rules: Ww1) -> Strengths:
    """Units of both sides in a sample scenario (pz8-ww1, sections 8-1916 and 9-1918)."""
    table = SCENARIOS[SAMPLES[situation.scenario]]
    attacker, defender = (strength(umpire, side, table.army(side)) for side in Side)
    return umpire.settle("units of both sides", together(Strengths, attacker, defender))
