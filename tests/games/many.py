"""Many whole games of every played table: `python -m tests.games.many [GAMES] [SYSTEM ...]`.

Random and plain players take turns; every game is written, read and played again to the equal moment.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from pz8edu.games.game import Game
from pz8edu.games.players import at_random, greedy, play_on
from pz8edu.games.record import replay
from pz8edu.systems import ids, system


def main(words: list[str]) -> None:
    """Play so many games of each table and print how they ended, and how long they took."""
    games = int(words[0]) if words else 10
    for name in words[1:] or ids():
        for table in system(name).played:
            ends: Counter[str] = Counter()
            events, start = 0, time.process_time()
            for seed in range(games):
                game = Game(system(name), table, seed=seed)
                players = (at_random, greedy) if seed % 2 else (at_random, at_random)
                seats = zip(game.book.sides, players, strict=True)
                play_on(game, {side: player(seed) for side, player in seats})
                again = replay(game.text())
                assert (again.text(), again.moment) == (game.text(), game.moment), (name, table, seed)
                ends[game.result or "unfinished"] += 1
                events += len(game.line)
            took = time.process_time() - start
            print(f"{name} {table}: {events} events, {took:.0f} s; {dict(ends)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
