"""Pz8 WW1 before the battle: the square under bombardment is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.board.position import Position
from pz8edu.board.scene import Base, Scene
from pz8edu.board.squares import (
    square_words,
    stack_places,
    stack_size,
)
from pz8edu.board.tabletop import Asked, Fact
from pz8edu.systems.pz8_ww1.garrison import Garrison, Piece
from pz8edu.systems.pz8_ww1.ground import LEFT, Ground, State, in_middle, square_under
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import PRINTED
from pz8edu.systems.pz8_ww1.words import Side

DICE = "bombardment dice"
GUNS = "bombardment"


@dataclass(frozen=True)
class BarrageTable(Ground):
    """A table before the battle: the square under bombardment can be chosen; it fills in `bombardment`."""

    choosing = False

    def start(self) -> Position[Piece]:
        """Where the bombardment falls, what is built, and the dice that are bought."""
        at = in_middle(self.scenario.shelled or (1, PRINTED.rows))
        stock = {DICE: self.scenario.bombardment_dice} | self.stores()
        return Position({GUNS: at}, {}, self.markers, stock)

    def under_fire(self, state: State) -> Garrison:
        """The square under bombardment and what stands in it."""
        return self.garrisons(state)[square_under(state.places[GUNS])]

    def scene(self, state: State, rules: Ww1) -> Scene:
        """The field defences, and where the bombardment falls."""
        square = self.under_fire(state).square
        (at,) = stack_places(square, 1)
        guns = Base(
            GUNS,
            GUNS,
            str(Side.ATTACKER),
            at,
            size=stack_size(1),
            symbol="gun",
            where=square_words(square),
            label="",
        )
        return self.drawn(self.garrisons(state).values(), {square: "square: target"}, guns)

    def facts(self, state: State, rules: Ww1) -> tuple[Fact, ...]:
        """What stands in the square, what would remove it, and what the dice cost (section 2b)."""
        garrison, dice = self.under_fire(state), state.position.stock[DICE]
        points = dice * rules.points_for_a_bombardment_die
        costs = ", ".join(f"{row.defence} {row.damage}" for row in rules.defences.values())
        return (
            Fact("Square", f"{garrison.square}: {garrison.words()}"),
            Fact("To remove all", f"{garrison.works.cost(rules)} damage points", costs),
            Fact(
                "Cost",
                f"{points} Artillery Points",
                f"{dice} dice at {rules.points_for_a_bombardment_die} points",
            ),
        )

    def asked(self, state: State, rules: Ww1) -> Asked:
        """The bombardment of the chosen square."""
        dice, store = state.position.stock[DICE], LEFT["ap"][Side.ATTACKER]
        cost, left = dice * rules.points_for_a_bombardment_die, state.position.stock.get(store, 0)
        return Asked(
            "bombardment",
            {"pb": dice, **vars(self.under_fire(state).works)},
            f"They cost {cost} Artillery Points; {store}: {left} (§2b)." if cost > left else "",
            (f"{dice} {DICE}",),
        )
