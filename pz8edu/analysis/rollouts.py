"""Games played out to their ends by named players: how often each side wins, with the standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import isqrt
from random import Random
from typing import NamedTuple

from pz8edu.errors import BadInput
from pz8edu.games.game import Game, Node
from pz8edu.games.plain import Player, greedy
from pz8edu.games.players import play_on
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import AnyMoment

FINE = 10_000
"""A standard error is told in parts of so many, rounded up."""
FAR = 1_000_003
"""Games of the next seed begin so many seeds later."""


class Tally(NamedTuple):
    """How many games the first side won and lost; drawn were those, too, that went on for ever."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(*map(sum, zip(self, other, strict=True)))

    @property
    def games(self) -> int:
        """So many in all."""
        return sum(self)

    @property
    def mean(self) -> Fraction:
        """The chance of the first side to win, a draw counted as one half, as these games have it."""
        return (self.won + Fraction(self.drawn, 2)) / self.games

    @property
    def error(self) -> Fraction:
        """The standard error of the mean, as with one game more won and one more lost: never 0."""
        games = self.games + 2
        mean = (self.won + 1 + Fraction(self.drawn, 2)) / games
        variance = ((self.won + 1 + Fraction(self.drawn, 4)) / games - mean * mean) / self.games
        return Fraction(isqrt(int(variance * FINE * FINE)) + 1, FINE)


def begun_at(game: Game, moment: AnyMoment) -> Game:
    """Another game on the same table and under the same rules that begins at a moment."""
    other = Game(game.home, game.own or game.table, solo=game.solo)
    other.root = other.node = Node(moment)
    return other


def under_each(game: Game, name: str, values: Iterable[object]) -> Iterator[tuple[object, Game]]:
    """The game where it stands when a number or a reading of its rules has each of some values.

    Raises BadInput for a name or a value that the rules do not have, and for no value.
    """
    found = list(values)
    if not found:
        raise BadInput(f"no value of {name} is asked for")
    for value in found:
        changed = Game(game.home, game.own or game.table, game.rules.variant({name: value}), solo=game.solo)
        yield value, begun_at(changed, game.moment)


def played_out(
    game: Game,
    players: Callable[[int], Mapping[str, Player]],
    seeds: Iterable[int],
    choice: Choice | None = None,
) -> Tally:
    """The ends of a game that is played once with the dice and the players of each seed, after a choice."""
    ends = dict.fromkeys(("", *game.book.sides), 0)
    for seed in seeds:
        game.node, game.random = game.root, Random(seed)
        game.root.after.clear()
        if choice is not None:
            game.play(choice)
        play_on(game, players(seed))
        ends[game.ending.winner if game.ending else ""] += 1
    drawn, won, lost = ends.values()
    return Tally(won, drawn, lost)


def rolled_out(game: Game, choice: Choice, games: int, seed: int = 0) -> Tally:
    """What comes of a choice when plain players play on, so many times."""
    plain = lambda seed: {side: greedy(seed) for side in game.book.sides}  # noqa: E731
    seeds = range(seed * FAR, seed * FAR + games)
    return played_out(begun_at(game, game.moment), plain, seeds, choice)
