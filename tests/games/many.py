"""Many whole games of every played book: `python -m tests.games.many [GAMES] [--readings] [SYSTEM ...]`.

So many games of each book on its tables in turn, random and plain players against each other; every moment
is one of the book's, every game is written, read and played again to the equal moment. A line a table.
With `--readings` each game is played under readings that are drawn for it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.players import at_random, greedy, play_on
from pz8edu.games.record import replay
from pz8edu.systems import ids, system


def main(words: list[str]) -> None:
    """Play so many games of each book and print how they ended, and how long they took."""
    drawn = "--readings" in words
    words = [word for word in words if word != "--readings"]
    games = int(words[0]) if words else 100
    for name in words[1:] or ids():
        tables = system(name).played
        for place, table in enumerate(tables):
            seeds = range(place, games, len(tables))
            ends: Counter[str] = Counter()
            events, start = 0, time.process_time()
            for seed in seeds:
                game = played(name, table, seed, drawn)
                if game is None:
                    ends["refused"] += 1
                    continue
                ends[(game.result or "unfinished").partition(":")[0]] += 1
                events += len(game.line)
            took = time.process_time() - start
            told = ", ".join(f"{end} {count}" for end, count in ends.most_common())
            print(f"{name} {table}: {len(seeds)} games, {events} events, {took:.0f} s; {told}", flush=True)  # noqa: T201


def readings_of(name: str, seed: int) -> dict[str, str]:
    """About a third of the readings of a book, each with an answer that is drawn."""
    source = Random(f"{name} {seed}")
    known = system(name).rules.readings().items()
    return {each: source.choice(list(reading.answers)) for each, reading in known if source.random() < 1 / 3}


def played(name: str, table: str, seed: int, drawn: bool = False) -> Game | None:
    """A game that has been played to its end, and that its text plays again; None for refused readings."""
    home = system(name)
    rules = home.rules.variant(readings_of(name, seed)) if drawn else None
    try:
        game = Game(home, table, rules, seed=seed)
    except BadInput:
        if not drawn:
            raise
        return None
    players = (at_random, greedy) if seed % 2 else (at_random, at_random)
    play_on(game, {side: player(seed) for side, player in zip(game.book.sides, players, strict=True)})
    again = replay(game.text())
    assert (again.text(), again.moment) == (game.text(), game.moment), (name, table, seed)
    return game


if __name__ == "__main__":
    main(sys.argv[1:])
