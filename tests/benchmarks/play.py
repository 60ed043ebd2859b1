"""How quickly played turns answer: `python -m tests.benchmarks.play [SYSTEM ...]`.

For every table, over games at random: all choices of a unit with their exact odds (90 of 100 within 200 ms),
the answer to a base that is dropped somewhere (90 of 100 within 50 ms), and the longest of these games played
again from its text, for 100 events (2 s). Processor time; SHORT stands where a goal is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice

GOALS = {"choices": 0.2, "drop": 0.05, "replay": 2.0}
EVENTS = 100


def timed(what: Callable[[], Any]) -> float:
    """Processor seconds of a call."""
    begun = time.process_time()
    what()
    return time.process_time() - begun


def p90(times: list[float]) -> float:
    """What 90 of 100 do not exceed."""
    return sorted(times)[int(0.9 * (len(times) - 1))] if times else 0.0


def table_times(name: str, table: str) -> dict[str, float]:
    """The seconds of a table, each of its kind, over games at random until so many events are played."""
    source = Random(f"{name} {table}")
    choices: list[float] = []
    drops: list[float] = []
    game, longest, seed = Game(system(name), table, seed=0), "", 0
    for _ in range(EVENTS):
        if game.ending is not None:
            longest, seed = max(longest, game.text(), key=len), seed + 1
            game = Game(system(name), table, seed=seed)
        found = game.choices()
        unit = source.choice([each.unit for each in found])
        fresh = Game(game.home, table)
        fresh.go_to(game.node)
        choices.append(timed(lambda unit=unit, fresh=fresh: all_odds(fresh, unit)))
        moves = [each for each in found if each.kind in game.book.by_drag and each.way]
        if moves:
            dropped = source.choice(moves)
            drops.append(timed(lambda choice=dropped, game=game: drop(game, choice)))
        game.play(source.choice(found))
    longest = max(longest, game.text(), key=len)
    lines = sum(1 for line in longest.splitlines() if line[:1].isalnum() or line[:1] == '"')
    seconds = timed(lambda: replay(longest)) * EVENTS / max(lines, 1)
    return {"choices": p90(choices), "drop": p90(drops), "replay": seconds}


def all_odds(game: Game, unit: str) -> None:
    """What the table shows of a unit in hand."""
    for choice in game.book.choices(game.seen, unit):
        game.odds(choice)


def drop(game: Game, choice: Choice) -> None:
    """A base is dropped a little beside a place that is offered."""
    place = choice.way[-1]
    try:
        game.dragged(choice.unit, place._replace(x=place.x + 0.25))
    except BadInput:
        return


def main(words: list[str]) -> int:
    """Print a line for each table; 1 where a goal is missed."""
    print(f"{'':<40}" + "".join(f"{kind:>12}" for kind in GOALS))  # noqa: T201
    short = 0
    for name in words or ids():
        for table in system(name).played:
            times = table_times(name, table)
            missed = [kind for kind, goal in GOALS.items() if times[kind] > goal]
            short += bool(missed)
            told = "".join(f"{1000 * times[kind]:>9.0f} ms" for kind in GOALS)
            print(f"{name + ' ' + table:<40}{told}" + "  SHORT" * bool(missed), flush=True)  # noqa: T201
    print(f"goals: {GOALS}; tables that fall short: {short}")  # noqa: T201
    return int(short > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
