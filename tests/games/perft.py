"""Counts of all ways two choices deep: `python -m tests.games.perft [--write] [SYSTEM ...]`.

As chess programs count moves. A row tells a table after some events of a game at random: its choices, their
outcomes, the different moments that follow; then all choices of these moments, and the different moments that
follow a few of them. Where there are very many, some in even steps are gone on from. The chances of every
choice add up to 1.
`--write` keeps the rows in perft.csv; without it, they are held against that file.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pz8edu.games.game import Game
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment
from tests.games.following import Following

FILE = Path(__file__).with_name("perft.csv")
AFTER = (0, 8, 40)
"""So many events of a game at random have been played."""
MOST_WAYS = 100
"""So many choices at most are gone on from, and so many moments;"""
FEW = 4
"""of the choices that come then, so many."""


class Row(NamedTuple):
    """What follows one moment."""

    system: str
    table: str
    after: int
    choices: int
    outcomes: int
    moments: int
    then_choices: int
    then_moments: int


def some(found: list[Any], most: int = MOST_WAYS) -> list[Any]:
    """All of them, or of many some in even steps."""
    return found[:: -(-len(found) // most) or 1]


Moments = dict[Moment[Any], None]


def spread(following: Following, moment: Moment[Any], found: list[Choice]) -> tuple[int, Moments]:
    """How many outcomes some choices have, and the different moments that follow them."""
    outcomes, moments = 0, Moments()
    for choice in found:
        outcomes += len(following.law(choice))
        after = following.after(moment, choice)
        assert sum(after.values()) == Fraction(1), choice
        moments |= dict.fromkeys(after)
    return outcomes, moments


def row(game: Game, after: int) -> Row:
    """What follows the moment of a game."""
    following = Following(game)
    found = following.choices(game.moment)
    outcomes, moments = spread(following, game.moment, some(found))
    then_choices, then_moments = 0, Moments()
    for moment in some(list(moments)):
        later = following.choices(moment)
        then_choices += len(later)
        then_moments |= spread(following, moment, some(later, FEW))[1]
    return Row(
        game.home.id, game.table, after, len(found), outcomes, len(moments), then_choices, len(then_moments)
    )


def rows(name: str, table: str) -> Iterator[Row]:
    """The rows of a table, further and further into one game at random."""
    game, source = Game(system(name), table, seed=2), Random(f"{name} {table}")
    for after in AFTER:
        while len(game.line) < after and game.ending is None:
            game.play(source.choice(game.choices()))
        if len(game.line) == after:
            yield row(game, after)


def kept() -> list[Row]:
    """The rows of the file."""
    with FILE.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))[1:]
    return [Row(*line[:2], *map(int, line[2:])) for line in lines]


def main(words: list[str]) -> int:
    """Count, and keep the rows or hold them against those that are kept; 1 where they differ."""
    write = "--write" in words
    wanted = [word for word in words if word != "--write"] or list(ids())
    known = kept() if FILE.exists() else []
    found = [row for name in ids() if name not in wanted for row in known if row.system == name]
    for name in wanted:
        for table in system(name).played:
            for each in rows(name, table):
                print(*each, flush=True)  # noqa: T201
                found.append(each)
    found.sort(key=lambda each: (list(ids()).index(each.system), each.table, each.after))
    if not write:
        differing = set(found) ^ set(known)
        print(*sorted(differing), sep="\n")  # noqa: T201
        return int(bool(differing))
    with FILE.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(Row._fields)
        out.writerows(found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
