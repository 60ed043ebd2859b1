"""Many whole games of every played book: `python -m tests.games.many [GAMES] [SYSTEM ...]`; see --help.

So many games of each book on its tables in turn, by players who name a unit first and take what they like or
what is best for them; in one of four games one side takes any choice of all. Every moment is one of the
book's, every game is written, read and played again to the equal moment. A line a table and round; with
`--into` the lines are added to a file, and a run that was stopped goes on after the last of them.
"""

from __future__ import annotations

import gc
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
from pz8edu.games.plain import Picked, Player, expected
from pz8edu.games.players import at_random, play_on
from pz8edu.games.record import replay
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice

ROUND = 20
"""So many games of a book are played before the next book has its turn."""
TOLD = re.compile(r"(\S+) (\S+) from (\d+): ")
"""How the line of a table begins: its book, its name, the first seed of the round."""
FAULT = "fault"
MANY_THINGS = 200_000
"""So many new things before the memory is swept."""
LOOKED_AT = 10
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
    gc.set_threshold(MANY_THINGS)
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
    game: Game | None = None
    for seed in seeds:
        try:
            game = played(name, table, seed, drawn, game)
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
    """A player at random who names a unit first, then what it does, then one of those choices."""
    source = Random(seed)

    def picks(game: Game) -> Picked:
        found = choices_of_a_unit(game, source)
        kind = source.choice(sorted({each.kind for each in found}))
        return Picked(source.choice([each for each in found if each.kind == kind]))

    return picks


def plain(seed: int) -> Player:
    """A player who names a unit first and takes the best of some of its choices, as a plain one."""
    source = Random(seed)

    def picks(game: Game) -> Picked:
        found, side = choices_of_a_unit(game, source), game.now.side
        found = source.sample(found, min(LOOKED_AT, len(found)) if side else 1)
        return Picked(
            max(found, key=lambda each: expected(game, game.seen, each, side)) if side else found[0]
        )

    return picks


def choices_of_a_unit(game: Game, source: Random) -> list[Choice]:
    """What a unit may do; of every few times what all may, to pass too."""
    side = game.now.side
    units = list(game.book.living(game.moment, side)) if side and not game.moment.tasks else []
    found = game.choices(source.choice(units)) if units and source.random() < OF_A_UNIT else []
    return found or game.choices()


def played(name: str, table: str, seed: int, drawn: bool = False, like: Game | None = None) -> Game | None:
    """A game that has been played to its end, and that its text plays again; None for refused readings.

    What a game that is `like` it knows of the odds is not worked out again.
    """
    home = system(name)
    rules = home.rules.variant(readings_of(name, seed)) if drawn else None
    try:
        game = Game(home, table, rules, seed=seed)
    except BadInput:
        if not drawn:
            raise
        return None
    if like is not None:
        game.knows_of(like)
    pairs = (by_units, by_units), (by_units, plain), (by_units, at_random), (plain, by_units)
    players = pairs[seed // len(home.played) % len(pairs)]
    play_on(game, {side: player(seed) for side, player in zip(game.book.sides, players, strict=True)})
    again = replay(game.text(), like=game)
    assert (again.text(), again.moment) == (game.text(), game.moment), (name, table, seed)
    return game


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
