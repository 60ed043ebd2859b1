"""A plain opponent: the best stated, visible points one step ahead, and it says so."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import NamedTuple

from pz8edu.games.game import Game
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, AnyMoment


class Picked(NamedTuple):
    """What a player chooses, why, and the dice that were rolled by hand, as they are written."""

    choice: Choice
    why: str = ""
    dice: tuple[str, ...] | None = None


Player = Callable[[Game], Picked]


def greedy(seed: int | None = None) -> Player:
    """A plain player: the choice with the most points expected after it, as the book's `worth` counts them.

    Of equals one by lot.
    """
    source = Random(seed)

    def picks(game: Game) -> Picked:
        side, moment = game.now.side, game.seen
        found = game.choices()
        if side == CHANCE:
            return Picked(source.choice(found), "by chance")
        if len(found) == 1:
            return Picked(source.choice(found), "the only choice")
        worths = [expected(game, moment, choice, side) for choice in found]
        best = max(worths)
        equals = [each for each, worth in zip(found, worths, strict=True) if worth == best]
        gain = float(best - game.book.worth(game.moment, side))
        more = f"{abs(gain):.2f} points {'more' if gain >= 0 else 'less'} to be expected"
        points = more if round(gain, 2) else "nothing gained or lost"
        others = f"{len(equals) - 1} others are" if len(equals) > 2 else "another one is"
        equal = f"; {others} as good" if len(equals) > 1 else ""
        return Picked(source.choice(equals), f"{points}, the best of {len(found)} choices{equal}")

    return picks


def expected(game: Game, moment: AnyMoment, choice: Choice, side: str) -> Fraction:
    """The points of a side that are to be expected after a choice, exactly."""
    book, law = game.book, game.law(choice.asked)
    points = (chance * book.worth(book.lands(moment, choice, outcome), side) for outcome, chance in law)
    return sum(points, Fraction(0))
