"""How quickly best play is found: `python -m tests.benchmarks.decide`.

Seconds of the processor, each beside its goal, SHORT where it is missed: 1 against 1 over eight turns, 2
against 2, positions found a second, the longest choice of the opponent that looks two choices ahead, and
100,000 positions in memory. Storm and OpenSpiel, where they are installed, are given the same graph.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.opponents import STRONGER
from pz8edu.analysis.positions import Positions
from pz8edu.analysis.solved import Solved
from pz8edu.games.game import Game
from pz8edu.systems import system
from tests.analysis.proofs import better_choices
from tests.analysis.test_oracles import check_in_open_spiel, in_storm

MANY = 100_000
GRAPH_A_SECOND = 20_000
GIGABYTE = 1_000


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


def solve(words: str, game: Game, goal: float) -> Solved:
    """Find, solve and tell."""
    positions, found = timed(lambda: Positions(Ahead(game), game.moment))
    known: Solved
    known, spent = timed(lambda: Solved(positions))
    better, proved = timed(lambda: list(better_choices(known)))
    size = len(positions)
    tell(
        f"{words}: {size} positions, solved in {spent:.2f} s ({size / max(spent, 0.001):.0f} a second), "
        f"proved in {proved:.2f} s ({len(better)} better choices), worth {float(known.worths[0]):.6f}"
    )
    against(f"  {words}, found and solved", found + spent, goal, "s")
    against("  positions found", size / found, GRAPH_A_SECOND, "a second", least=True)
    return known


def against(words: str, measured: float, goal: float, unit: str, *, least: bool = False) -> None:
    """What was measured beside its goal: the least, or else the most, that it is to be."""
    short = measured < goal if least else measured > goal
    bound = "least" if least else "most"
    tell(f"{words}: {measured:,.4g} {unit} (goal: {goal:,g} at {bound}){'  SHORT' if short else ''}")


def beside(known: Solved) -> None:
    """The same graph in Storm, and in OpenSpiel, as far as they are installed."""
    own, enemy = known.first, known.positions.ahead.book.other(known.first)
    try:
        found, spent = timed(lambda: [in_storm(known, enemy, "Pmax"), in_storm(known, own, "Pmin")])
        same = "equal" if set(found) == {known.worths[0]} else "NOT EQUAL"
        tell(f"  Storm, each side's best fixed in turn: {spent:.2f} s, {same}")
    except pytest.skip.Exception:
        tell("  Storm is not installed")
    try:
        _, spent = timed(lambda: check_in_open_spiel(known))
        tell(f"  OpenSpiel, its own steps: {spent:.2f} s, equal to 1e-9")
    except pytest.skip.Exception:
        tell("  OpenSpiel is not installed: pip install pz8edu[solvers]")


def longest_choice() -> None:
    """The opponent that looks two choices ahead, on a whole table."""
    game = Game(system("pz8-ww2"), "whole-turn", seed=1)
    player = STRONGER["depth-2"](1)
    longest = 0.0
    for _ in range(12):
        picked, spent = timed(lambda: player(game))
        longest = max(longest, spent)
        game.play(picked.choice)
    against("two choices ahead on a whole table, at worst", longest, 1, "s")


def memory() -> None:
    """The memory of so many positions, reckoned from a smaller graph."""
    game = Game(system("pz8-ww2"), "two-tanks")
    Positions(Ahead(game), game.moment)
    tracemalloc.start()
    positions = Positions(Ahead(game), game.moment)
    held = tracemalloc.get_traced_memory()[0] / len(positions)
    tracemalloc.stop()
    against(f"memory of {MANY:,} positions, about", held * MANY / 1e6, GIGABYTE, "MB")


def tell(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def main() -> None:
    warm = Game(system("pz8-ww2"), "two-tanks")
    Positions(Ahead(warm), warm.moment)
    beside(solve("1 against 1, eight turns", longer(Game(system("pz8-ww2"), "two-tanks"), 8), 1))
    solve("2 against 2", Game(system("pz8-ww2"), "two-and-two"), 10)
    longest_choice()
    memory()


if __name__ == "__main__":
    main()
