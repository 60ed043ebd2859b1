"""The end of a game for which the book prints none: a house rule that the table's file states."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from pz8edu.core import Help, Situation, Whole
from pz8edu.errors import unknown
from pz8edu.turns.choice import Ending
from pz8edu.turns.moment import AnyMoment

if TYPE_CHECKING:
    from pz8edu.turns.play import AnyPlay


class HouseEnd(Situation):
    """When a game is over by the house rule of its table."""

    turns: Annotated[int, Whole(1, 99), Help("turns that are played at most")] = 8
    broken_at: Annotated[Fraction, Help("the share of its units that a side loses to lose the game")] = (
        Fraction(1, 2)
    )
    held_by: Annotated[str, Help("the side that wins when the turns are over; nobody: it is drawn")] = ""
    objective: Annotated[
        str, Help("ground, by its name: whoever alone stands in it when the turns are over wins")
    ] = ""


def house_ending(end: HouseEnd, play: AnyPlay, moment: AnyMoment) -> Ending | None:
    """Who has won by it: a side is broken, or the last turn is over; None while the game goes on."""
    broken = []
    for side in play.sides:
        units = play.units_of(moment, side)
        lost = sum([play.is_lost(name, moment) for name in units])
        if (lost or not end.broken_at) and lost >= end.broken_at * (len(units) or 1):
            broken.append(side)
    if broken:
        part = "all" if end.broken_at == 1 else end.broken_at
        if len(broken) == 1:
            return Ending(play.other(broken[0]), f"{broken[0]} has lost {part} of its units")
        return Ending("", f"both sides have lost {part} of their units")
    if moment.turn <= end.turns:
        return None
    if end.held_by and end.held_by not in play.sides:
        raise unknown("side that holds out", end.held_by, play.sides)
    holds = alone_in(end.objective, play, moment) if end.objective else ""
    if holds:
        return Ending(holds, f"holds {end.objective} alone when {end.turns} turns are over")
    return Ending(end.held_by, f"{end.turns} turns are over")


def alone_in(objective: str, play: AnyPlay, moment: AnyMoment) -> str:
    """The side that has units in a patch of ground while the other has none; "" for neither.

    Raises BadInput for ground that is not there.
    """
    patches = getattr(getattr(play.table, "ground", None), "patches", ())
    found = [patch for patch in patches if patch.name == objective]
    if not found:
        raise unknown("ground to be held", objective, [patch.name for patch in patches])
    there = [
        side
        for side in play.sides
        for name in play.units_of(moment, side)
        if not play.is_out(name, moment) and any(patch.holds(moment.places[name][:2]) for patch in found)
    ]
    return there[0] if len(set(there)) == 1 else ""
