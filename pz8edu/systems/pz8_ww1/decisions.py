"""What a player of Pz8 WW1 has to decide: rules that call the book's own (decisions.toml says what)."""

from __future__ import annotations

from typing import Annotated

from pz8edu.core import Help, Nothing, Situation, Umpire, Whole
from pz8edu.systems.pz8_ww1.artillery import last_rounds
from pz8edu.systems.pz8_ww1.assault import assault
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import MOST_POINTS, Assault
from pz8edu.systems.pz8_ww1.words import AssaultView, Ground


class TwoSquares(Situation):
    """Two squares that are assaulted one after the other, with one stock of Artillery Points."""

    stock: Annotated[int, Whole(0, 6), Help("Artillery Points that are left")] = 4
    infantry: Annotated[int, Whole(1, 3), Help("Average infantry units of each assault")] = 3
    first_trench: Annotated[int, Whole(0, 2), Help("trenches of the first square")] = 1
    second_trench: Annotated[int, Whole(0, 2), Help("trenches of the second square")] = 1
    defenders: Annotated[int, Whole(1, 3), Help("Average infantry units in each of the squares")] = 2


def two_squares(umpire: Umpire, situation: TwoSquares, rules: Ww1) -> int:
    """How many points for the first assault, how many for the second? (pz8-ww1, sections 5-assault and 7)."""
    left, taken = situation.stock, 0
    for name, trench in (("first", situation.first_trench), ("second", situation.second_trench)):
        points = umpire.choose(f"points, {name} square", range(min(left, MOST_POINTS) + 1))
        left -= points
        fight = Assault(
            attacker_average=situation.infantry,
            attacker_ap=points,
            defender_average=situation.defenders,
            trench=trench,
            view=AssaultView.SQUARE,
        )
        taken += umpire.resolve(f"{name} assault", assault, fight, rules) is Ground.TAKEN
        if name == "first" and not left:
            left = umpire.settle("last rounds", last_rounds(umpire, Nothing(), rules))
    return taken
