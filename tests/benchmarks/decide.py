"""How quickly best play is found: `python -m tests.benchmarks.decide`.

Seconds of the processor: 1 against 1 over eight turns (to be within 1), 2 against 2 (within 10), positions
found and solved a second, the longest choice of the opponent that looks two choices ahead, and the memory of
100,000 positions.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.opponents import STRONGER
from pz8edu.analysis.positions import Positions
from pz8edu.analysis.solved import Solved
from pz8edu.games.game import Game
from pz8edu.systems import system

MANY = 100_000


def timed(do: Callable[[], Any]) -> tuple[Any, float]:
    """What it comes to, and the seconds of the processor."""
    started = time.process_time()
    return do(), time.process_time() - started


def longer(game: Game, turns: int) -> Game:
    """The same game with more turns."""
    table = game.book.table
    setup = replace_record(table.setup, end=replace_record(table.setup.end, turns=turns))
    game.book.table = replace(table, setup=setup)
    return game


def replace_record(record: Any, **changes: Any) -> Any:
    """A record with other values."""
    return type(record).of(record, **changes)


def solve(words: str, game: Game) -> None:
    """Find, solve and tell."""
    positions, found = timed(lambda: Positions(Ahead(game), game.moment))
    known, spent = timed(lambda: Solved(positions))
    better, proved = timed(lambda: list(known.better_choices()))
    size = len(positions)
    tell(
        f"{words}: {size} positions, found in {found:.1f} s ({size / found:.0f} a second), "
        f"solved in {spent:.2f} s ({size / max(spent, 0.001):.0f} a second), "
        f"proved in {proved:.2f} s ({len(better)} better choices), worth {float(known.worths[0]):.6f}"
    )


def longest_choice() -> None:
    """The opponent that looks two choices ahead, on a whole table."""
    game = Game(system("pz8-ww2"), "whole-turn", seed=1)
    player = STRONGER["depth-2"](1)
    longest = 0.0
    for _ in range(12):
        picked, spent = timed(lambda: player(game))
        longest = max(longest, spent)
        game.play(picked.choice)
    tell(f"two choices ahead on a whole table: {longest:.1f} s at worst")


def memory() -> None:
    """The memory of so many positions, reckoned from a smaller graph."""
    game = Game(system("pz8-ww2"), "two-tanks")
    Positions(Ahead(game), game.moment)
    tracemalloc.start()
    positions = Positions(Ahead(game), game.moment)
    held = tracemalloc.get_traced_memory()[0] / len(positions)
    tracemalloc.stop()
    tell(f"memory of {MANY} positions: about {held * MANY / 1e6:.0f} MB")


def tell(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def main() -> None:
    warm = Game(system("pz8-ww2"), "two-tanks")
    Positions(Ahead(warm), warm.moment)
    solve("1 against 1, eight turns", longer(Game(system("pz8-ww2"), "two-tanks"), 8))
    solve("2 against 2", Game(system("pz8-ww2"), "two-and-two"))
    longest_choice()
    memory()


if __name__ == "__main__":
    main()
