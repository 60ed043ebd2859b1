"""Games written down in full, three a book: `python -m tests.games.playthroughs [--write] [SYSTEM ...]`.

Each tells, event by event, the clock, the moment in one line, every choice with its exact odds, what was
chosen, and the dice. Whoever changes how a book is played sees in these files what has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from pz8edu.games.game import Game
from pz8edu.games.positions import position_line
from pz8edu.games.record import event_text, key_text
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice

FOLDER = Path(__file__).with_name("playthroughs")
GAMES = 3
"""So many of each book, on its tables in turn."""
EVENTS = 16
"""So many events of each game."""
MOST_TOLD = 7
"""Of so many choices the odds are told; of more, some in even steps."""


def cases() -> list[tuple[str, int]]:
    """All playthroughs: book and number."""
    return [(name, number) for name in ids() if system(name).played for number in range(GAMES)]


def file_of(name: str, number: int) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{name}-{number + 1}.txt"


def written(name: str, number: int) -> str:
    """A playthrough as text."""
    tables = system(name).played
    game = Game(system(name), tables[number % len(tables)], seed=number)
    source = Random(f"{name} {number}")
    lines = [f"{name}, {game.table}"]
    for _ in range(EVENTS):
        if game.ending is not None:
            break
        choice = source.choice(game.choices())
        lines += told(game)
        lines.append(f"> {event_text(game.play(choice))}")
    return "\n".join([*lines, "", position_line(game), f"result {game.result or 'still on'}", ""])


def told(game: Game) -> Iterator[str]:
    """The moment of a game with its choices."""
    found = game.choices()
    side = game.now.side
    yield from ("", position_line(game))
    worths = ", ".join(f"{each} {game.book.worth(game.moment, each)}" for each in game.book.sides)
    yield f"{side or 'chance'}, {game.now.kind}; points {worths}; choices {len(found)}"
    yield from (f"  {choice_text(game, choice)}" for choice in found[:: -(-len(found) // MOST_TOLD)])


def choice_text(game: Game, choice: Choice) -> str:
    """A choice with its odds, its section and why it is named."""
    odds = game.odds(choice)
    words = [key_text(choice.key), f"§{choice.section}" if choice.section else "", choice.why]
    if odds is not None:
        words += [f"{outcome} {chance}" for outcome, chance in odds.fractions().items()]
    return "; ".join(filter(None, words))


def main(words: list[str]) -> int:
    """Write them, or hold them against the files; 1 where any differs."""
    write = "--write" in words
    wanted = [word for word in words if word != "--write"] or list(ids())
    differ = False
    for name, number in cases():
        if name not in wanted:
            continue
        file, text = file_of(name, number), written(name, number)
        if write:
            FOLDER.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{file.name} differs")  # noqa: T201
            differ = True
    return int(differ)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
