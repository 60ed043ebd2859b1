"""Small graphs of every book's real game: from the middle of a game, a few choices wide and deep."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from pz8edu.analysis.ahead import Ahead, Follows
from pz8edu.analysis.positions import Positions, TooLarge
from pz8edu.analysis.search import Search
from pz8edu.analysis.solved import Solved
from pz8edu.games.game import Game
from pz8edu.games.players import at_random
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment

BOOKS = tuple(book for book in ids() if system(book).played)
"""The books that are played."""
EVENTS, WIDE, DEEPEST, MOST = 4, 3, 3, 100


class Glimpse(Ahead):
    """At most `WIDE` choices of a moment, so many of them deep: cut off, it counts as its visible points."""

    def __init__(self, game: Game, deep: int) -> None:
        super().__init__(game)
        self.points = Search(self)
        self.left: dict[Moment[Any], int] = {game.moment: deep}

    def worth_of_end(self, moment: Moment[Any]) -> Fraction | None:
        end = super().worth_of_end(moment)
        return self.points.by_points(moment) if end is None and not self.left.get(moment, 1) else end

    def choices(self, moment: Moment[Any]) -> tuple[Choice, ...]:
        found = super().choices(moment)
        return found[:: max(1, len(found) // WIDE)][:WIDE]

    def _refuse_hidden(self, moment: Moment[Any]) -> None:
        """Here it is a graph as any other, with everything in the open."""

    def after(self, moment: Moment[Any], choice: Choice) -> Follows:
        found = super().after(moment, choice)
        for to, _ in found:
            self.left.setdefault(to, self.left[moment] - 1)
        return found


@cache
def glimpse(book: str) -> Solved:
    """The deepest graph of a book that has at most so many positions, solved."""
    game = Game(system(book), next(iter(system(book).played)), seed=21)
    player = at_random(21)
    while len(game.line) < EVENTS and game.ending is None:
        game.play(player(game).choice)
    if game.ending is not None:
        game.take_back()
    known = None
    for deep in range(1, DEEPEST + 1):
        try:
            known = Solved(Positions(Glimpse(game, deep), game.moment, MOST))
        except TooLarge:
            break
    assert known is not None
    return known
