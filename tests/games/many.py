"""Many whole games of every played book: `python -m tests.games.many [GAMES] [SYSTEM ...]`; see --help.

So many games of each book on its tables in turn: of four games of a table one by players who take any choice,
one by such who name a unit first, two by one of these and a plain one. Every moment is one of the book's,
every game is written, read and played again to the equal moment. A line a table and round; with `--into` the lines are added to a file,
and a run that was stopped goes on after the last of them.
"""

from __future__ import annotations

import re
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.plain import Picked, Player, greedy
from pz8edu.games.players import at_random, play_on
from pz8edu.games.record import replay
from pz8edu.systems import ids, system

ROUND = 20
"""So many games of a book are played before the next book has its turn."""
TOLD = re.compile(r"(\S+) (\S+) from (\d+): ")
"""How the line of a table begins: its book, its name, the first seed of the round."""
FAULT = "fault"
LOOKED_AT = 20
"""So many choices a plain player looks at here."""
OF_A_UNIT = 0.9
"""So often a player who names units does; else he takes one of all choices, to pass among them."""


def main(words: list[str]) -> int:
    """Play so many games of each book and tell how they ended, and how long they took; 1 after a fault."""
    parser = ArgumentParser(
        prog="python -m tests.games.many", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="?", type=int, default=100, help="games of each book (100)")
    parser.add_argument("systems", nargs="*", help="the books; all of them unless some are named")
    parser.add_argument("--readings", action="store_true", help="play under readings that are drawn")
    parser.add_argument("--into", type=Path, help="add the lines to this file, and go on after its last one")
    given = parser.parse_args(words)
    done = set(TOLD.findall(given.into.read_text())) if given.into and given.into.exists() else set()
    faults = 0
    for first in range(0, given.games, ROUND):
        for name in given.systems or ids():
            for table, seeds in shared(name, range(first, min(first + ROUND, given.games))):
                if (name, table, str(first)) in done:
                    continue
                line, wrong = told(name, table, seeds, given.readings)
                faults += wrong
                print(f"{name} {table} from {first}: {line}", flush=True)  # noqa: T201
                if given.into:
                    with given.into.open("a") as file:
                        file.write(f"{name} {table} from {first}: {line}\n")
    return int(faults > 0)


def shared(name: str, seeds: range) -> Iterator[tuple[str, list[int]]]:
    """The tables of a book with the seeds of their games, by turns."""
    tables = system(name).played
    for place, table in enumerate(tables):
        if found := [seed for seed in seeds if seed % len(tables) == place]:
            yield table, found


def told(name: str, table: str, seeds: list[int], drawn: bool) -> tuple[str, int]:
    """How the games of a table ended, in a line, and how many had a fault."""
    ends: Counter[str] = Counter()
    wrong, events, start = [], 0, time.process_time()
    for seed in seeds:
        try:
            game = played(name, table, seed, drawn)
        except Exception as fault:
            wrong.append(f"{FAULT} at {seed}: {type(fault).__name__} {fault}")
            continue
        ends["refused" if game is None else (game.result or "unfinished").partition(":")[0]] += 1
        events += 0 if game is None else len(game.line)
    took = time.process_time() - start
    parts = [f"{len(seeds)} games, {events} events, {took:.0f} s"]
    parts += [", ".join(f"{end} {count}" for end, count in ends.most_common())] if ends else []
    return " ".join("; ".join(parts + wrong).split()), len(wrong)


def readings_of(name: str, seed: int) -> dict[str, str]:
    """About a third of the readings of a book, each with an answer that is drawn."""
    source = Random(f"{name} {seed}")
    known = system(name).rules.readings().items()
    return {each: source.choice(list(reading.answers)) for each, reading in known if source.random() < 1 / 3}


def by_units(seed: int) -> Player:
    """A player at random who names a unit first, then what it does, then one of those choices.

    So he need not see what the others may do. Of every few choices he takes one of all.
    """
    source = Random(seed)

    def picks(game: Game) -> Picked:
        units = (
            list(game.book.living(game.moment, game.now.side))
            if game.now.side and not game.moment.tasks
            else []
        )
        found = game.choices(source.choice(units)) if units and source.random() < OF_A_UNIT else []
        found = found or game.choices()
        kind = source.choice(sorted({each.kind for each in found}))
        return Picked(source.choice([each for each in found if each.kind == kind]))

    return picks


def plain(seed: int) -> Player:
    """A plain player who looks at some of his choices only."""
    return greedy(seed, LOOKED_AT)


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
    pairs = (by_units, by_units), (by_units, plain), (at_random, at_random), (plain, at_random)
    players = pairs[seed // len(home.played) % len(pairs)]
    play_on(game, {side: player(seed) for side, player in zip(game.book.sides, players, strict=True)})
    again = replay(game.text())
    assert (again.text(), again.moment) == (game.text(), game.moment), (name, table, seed)
    return game


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
