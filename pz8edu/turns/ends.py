"""The end of a game for which the book prints none: a house rule that the table's file states."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from pz8edu.core import Help, Situation, Whole
from pz8edu.errors import unknown
from pz8edu.turns.choice import Ending
from pz8edu.turns.moment import Moment
from pz8edu.turns.play import Play


class HouseEnd(Situation):
    """When a game is over by the house rule of its table."""

    turns: Annotated[int, Whole(1, 99), Help("turns that are played at most")] = 8
    broken_at: Annotated[Fraction, Help("the share of its units that a side loses to lose the game")] = (
        Fraction(1, 2)
    )
    held_by: Annotated[str, Help("the side that wins when the turns are over; nobody: it is drawn")] = ""


def house_ending(end: HouseEnd, play: Play[Any, Any], moment: Moment[Any]) -> Ending | None:
    """Who has won by it: a side is broken, or the last turn is over; None while the game goes on."""
    lost = {side: share_lost(play, moment, side) for side in play.sides}
    part = "all" if end.broken_at == 1 else end.broken_at
    broken = [side for side in play.sides if lost[side] >= end.broken_at]
    if len(broken) == 1:
        return Ending(play.other(broken[0]), f"{broken[0]} has lost {part} of its units")
    if broken:
        return Ending("", f"both sides have lost {part} of their units")
    if moment.turn <= end.turns:
        return None
    if end.held_by and end.held_by not in play.sides:
        raise unknown("side that holds out", end.held_by, play.sides)
    return Ending(end.held_by, f"{end.turns} turns are over")


def share_lost(play: Play[Any, Any], moment: Moment[Any], side: str) -> Fraction:
    """The share of its units that a side has lost."""
    units = play.units_of(moment, side)
    return Fraction(sum(play.is_lost(name, moment) for name in units), len(units) or 1)
