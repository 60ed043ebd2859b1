"""`worth` and `analyse`: what the choices of a game are worth, and what in it was skill and what luck."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from pz8edu.best.worth import KINDS, MOST, Worth, worth
from pz8edu.commands.play import read_game
from pz8edu.errors import BadInput
from pz8edu.games.record import key_text

FILE = "a game as `pz8edu play --save` writes it"


def add(commands: Any) -> None:
    """The commands and their options."""
    weigh = commands.add_parser("worth", help="what each choice at the end of a file is worth, exactly")
    weigh.add_argument("file", help=FILE)
    weigh.add_argument("--kind", choices=tuple(KINDS), help="only this kind of worth")
    options(weigh)
    weigh.set_defaults(run=run_worth)


def options(command: argparse.ArgumentParser) -> None:
    """How long to work, and how to tell it."""
    option = command.add_argument
    option("--most", type=int, default=MOST, metavar="N", help="solve so many positions at most")
    option("--depth", type=int, default=2, metavar="N", help="else look so many choices ahead")
    option("--json", action="store_true", help="as JSON")


def check(chosen: argparse.Namespace) -> None:
    """Raise BadInput for numbers that cannot be."""
    for name, least in (("most", 1), ("depth", 1)):
        if getattr(chosen, name) < least:
            raise BadInput(f"--{name} is {least} or more; got {getattr(chosen, name)}")


def tells(found: int, opened: int) -> None:
    """Tell a person who waits how far it is."""
    if sys.stderr.isatty():
        print(f"\r{found} positions found, {opened} opened ", end="", file=sys.stderr, flush=True)


def run_worth(chosen: argparse.Namespace) -> int:
    """Print what the position at the end of a file is worth."""
    check(chosen)
    game = read_game(chosen.file)
    found = worth(game, chosen.kind, most=chosen.most, depth=chosen.depth, told=tells)
    print(json.dumps(as_json(found), ensure_ascii=False) if chosen.json else found)
    return 0


def as_json(found: Worth) -> dict[str, Any]:
    """A worth for programs: fractions as text."""
    return {
        "worth": {side: str(each) for side, each in found.sides.items()},
        "kind": found.kind,
        "error": str(found.error),
        "choices": [
            {"choice": key_text(each.choice.key), "worth": str(each.worth), "loses": str(each.loses)}
            for each in found.choices
        ],
    }
