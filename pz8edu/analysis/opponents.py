"""Opponents that look ahead: so many choices deep, or best where all that can follow is solved.

How strong one is need not be tried out: two that play by tables meet exactly, in one pass over the positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.positions import TooLarge, Way
from pz8edu.analysis.search import Search
from pz8edu.analysis.solved import Solved
from pz8edu.analysis.worth import solved
from pz8edu.games.game import Game
from pz8edu.games.plain import Picked, Player, expected
from pz8edu.printing.percent import short_percent
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, AnyMoment

MOST = 5_000
"""The best player solves so many positions at most; with more it looks two choices ahead."""
MOST_KEPT = 100_000
"""So many positions looked at a game keeps for the next choice."""
Policy = Callable[[Ahead, AnyMoment, tuple[Choice, ...]], list[int]]
"""The places of the choices that a player takes, each with the same chance."""


def deep(depth: int) -> Callable[[int | None], Player]:
    """A player who looks so many choices ahead, by the visible points of the book; of equals one by lot."""

    def player(seed: int | None = None) -> Player:
        source = Random(seed)

        def picks(game: Game) -> Picked:
            found = game.choices()
            if game.now.side == CHANCE or len(found) == 1:
                return Picked(source.choice(found))
            taken, seems = search_of(game, depth).taken(game.seen)
            mine = seems if game.now.side == game.book.sides[0] else 1 - seems
            return Picked(source.choice(taken), f"seems {short_percent(mine)}, {depth} choices ahead")

        return picks

    return player


def search_of(game: Game, depth: int) -> Search:
    """What is known of a game so many choices ahead: who plays on asks it again."""
    name = f"{depth} ahead"
    found: Search | None = game.kept.get(name)
    if found is None or found.size > MOST_KEPT:
        found = game.kept[name] = Search(Ahead(game), depth)
    return found


def best(seed: int | None = None) -> Player:
    """A player who plays best where all that can follow is solved, else looks two choices ahead."""
    source, plain = Random(seed), deep(2)(seed)

    def picks(game: Game) -> Picked:
        found = game.choices()
        if game.now.side == CHANCE or len(found) == 1:
            return Picked(source.choice(found))
        try:
            known = solved(game, MOST)
        except TooLarge:
            return plain(game)
        number = known.positions.number[game.moment]
        way = known.positions.ways[number][source.choice(known.best(number))]
        worth = known.worths[number]
        mine = worth if game.now.side == known.first else 1 - worth
        return Picked(way.choice, f"exactly {short_percent(mine)}")

    return picks


STRONGER: Mapping[str, Callable[[int | None], Player]] = {
    "depth-2": deep(2),
    "depth-4": deep(4),
    "best": best,
}
"""The players of this package beside the plain ones, by name."""


# --- policies and their meeting
def at_random(ahead: Ahead, moment: AnyMoment, choices: tuple[Choice, ...]) -> list[int]:
    """Any choice."""
    return list(range(len(choices)))


def greedy(ahead: Ahead, moment: AnyMoment, choices: tuple[Choice, ...]) -> list[int]:
    """The choices with the most points expected at once, as the plain player counts them."""
    side = ahead.side(moment)
    return of_most([expected(ahead.game, moment, choice, side) for choice in choices])


def looking(depth: int) -> Callable[[Ahead], Policy]:
    """The choices that `deep` takes, who looks so many ahead."""

    def begins(ahead: Ahead) -> Policy:
        search = Search(ahead, depth)

        def takes(ahead: Ahead, moment: AnyMoment, choices: tuple[Choice, ...]) -> list[int]:
            keys = {choice.key for choice in search.taken(moment)[0]}
            return [at for at, choice in enumerate(choices) if choice.key in keys]

        return takes

    return begins


def of_most(worths: list[Fraction]) -> list[int]:
    """The places of the largest."""
    most = max(worths)
    return [at for at, each in enumerate(worths) if each == most]


def plays_best(known: Solved) -> Policy:
    """The best choices of the solved positions."""

    def takes(ahead: Ahead, moment: AnyMoment, choices: tuple[Choice, ...]) -> list[int]:
        return known.best(known.positions.number[moment])

    return takes


def meeting(known: Solved, own: Policy, enemy: Policy) -> Fraction:
    """The chance of the first side to win when two policies meet, exactly.

    Raises BadInput where positions come back.
    """
    positions = known.positions
    policies = {known.first: own, positions.ahead.book.other(known.first): enemy}

    def taken(number: int) -> Sequence[Way]:
        ways, side = positions.ways[number], positions.sides[number]
        if side == CHANCE:
            return ways
        choices = tuple(way.choice for way in ways)
        return [ways[at] for at in policies[side](positions.ahead, positions.moments[number], choices)]

    return known.under(positions.ends, taken)[0]


def strength(known: Solved, policy: Policy) -> tuple[Fraction, Fraction]:
    """What a policy loses against the best as the first side, and as the other: 0 for one as good."""
    perfect = plays_best(known)
    as_own = known.worths[0] - meeting(known, policy, perfect)
    return as_own, meeting(known, perfect, policy) - known.worths[0]
