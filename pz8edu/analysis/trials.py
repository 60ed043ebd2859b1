"""How fair a scenario is when stated players meet: many games over processes, with the standard error.

What a number of the book does to it is the same under changed rules.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from typing import NamedTuple

from pz8edu.analysis.opponents import STRONGER
from pz8edu.analysis.rollouts import FAR, Tally, begun_at, played_out
from pz8edu.errors import BadInput
from pz8edu.games.game import Game, Node
from pz8edu.games.players import seated
from pz8edu.games.positions import position_line, read_position
from pz8edu.printing.percent import short_percent
from pz8edu.starting import processes
from pz8edu.systems import system

PART = 20
"""So many games are handed to a process at once."""
GamesProgress = Callable[[int, int], bool | None]
"""Hears how many games are over, of how many; True stops them."""


class Trial(NamedTuple):
    """Who met, by what names, and how often the first side won."""

    side: str
    players: str
    tally: Tally

    def __str__(self) -> str:
        won, drawn, lost = self.tally
        mean, error = short_percent(self.tally.mean), short_percent(self.tally.error, 2)
        return (
            f"{self.players}: {self.side} wins {mean} ± {error} "
            f"(sampled: {self.tally.games} games, {won} won, {drawn} drawn, {lost} lost)"
        )


def trial(
    game: Game,
    players: str = "greedy",
    games: int = 1_000,
    *,
    seed: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    told: GamesProgress | None = None,
) -> Trial:
    """How often the first side wins from where a game stands when stated players meet so many times.

        trial(play("pz8-ww2", "two-tanks"), "own=best,enemy=greedy", 2000, seed=1)

    `players` are words such as "greedy" or "own=best,enemy=depth-2". Game n falls alike whatever `workers`
    there are (one process a core unless told); an `executor` has its own, such as a Dask cluster's. Who
    stops it, by `told` or by interrupting it, keeps the games that are over. Raises BadInput for unknown
    players and for fewer games than one.
    """
    if games < 1:
        raise BadInput(f"a trial has one game or more; got {games}")
    seated(players, game, seed, more=STRONGER)
    fresh = Game(game.home, game.own or game.table, solo=game.solo)
    fresh.node = Node(game.moment)  # its line tells what differs from the start of the table
    begun = pickle.dumps((game.home.id, game.own or game.table, game.rules, game.solo, position_line(fresh)))
    seeds = range(seed * FAR, seed * FAR + games)
    parts = [seeds[first : first + PART] for first in range(0, games, PART)]
    tally = Tally()
    try:
        for part in _played(begun, players, parts, workers or os.cpu_count() or 1, executor):
            tally = tally.plus(part)
            if told is not None and told(tally.games, games):
                break
    except KeyboardInterrupt:
        if not tally.games:
            raise
    return Trial(game.book.sides[0], players, tally)


def _played(
    begun: bytes, players: str, parts: list[range], workers: int, executor: Executor | None
) -> Iterator[Tally]:
    """The tally of each part, in order."""
    if executor is None and (workers == 1 or len(parts) == 1):
        yield from (part_of_trial(begun, players, part) for part in parts)
    elif executor is None:
        with processes(min(workers, len(parts))) as pool:
            yield from _played(begun, players, parts, workers, pool)
    else:
        waiting = [executor.submit(part_of_trial, begun, players, part) for part in parts]
        try:
            yield from (each.result() for each in waiting)
        finally:
            for each in waiting:
                each.cancel()


def part_of_trial(begun: bytes, players: str, seeds: range) -> Tally:
    """The games of some seeds: what a process is asked for."""
    game = _begun(begun)
    return played_out(game, lambda seed: seated(players, game, FAR * FAR + 2 * seed, more=STRONGER), seeds)


@lru_cache(maxsize=4)
def _begun(begun: bytes) -> Game:
    """The game that was sent, where it stood; what is worked out of it is kept for the next part."""
    book, table, rules, solo, position = pickle.loads(begun)  # noqa: S301
    game = Game(system(book), table, rules, solo=solo)
    return begun_at(game, read_position(position, game))
