"""A choice played out many times by plain players: its mean and standard error."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from pz8edu.analysis.ahead import Ahead
from pz8edu.games.game import Game, Node
from pz8edu.games.plain import greedy
from pz8edu.games.players import play_on
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment

FINE = 10_000
"""A standard error is told in parts of so many, rounded up."""


def begun_at(game: Game, moment: Moment[Any], seed: int | None = None) -> Game:
    """Another game on the same table and under the same rules that begins at a moment."""
    other = Game(game.home, game.own or game.table, seed=seed, solo=game.solo)
    other.root = other.node = Node(moment)
    return other


def rolled_out(game: Game, choice: Choice, games: int, seed: int = 0) -> tuple[Fraction, Fraction]:
    """What a choice was worth to the first side on average of so many games, and the standard error.

    Games that go on for ever count as drawn.
    """
    ahead = Ahead(game)
    total = squares = Fraction(0)
    for number in range(games):
        played = begun_at(game, game.moment, seed * 1_000_003 + number)
        played.play(choice)
        play_on(played, {side: greedy(number) for side in game.book.sides})
        end = ahead.worth_of_end(played.moment)
        worth = Fraction(1, 2) if end is None else end
        total, squares = total + worth, squares + worth * worth
    mean = total / games
    variance = (squares / games - mean * mean) / max(1, games - 1)
    return mean, Fraction(isqrt(int(variance * FINE * FINE)) + 1, FINE)
