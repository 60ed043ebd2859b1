"""`worth` and `analyse`: what the choices of a game are worth, and what in it was skill and what luck."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from pz8edu.analysis import luck
from pz8edu.analysis.advice import fairness, flips, flips_at_chances, kind_of, kinds
from pz8edu.analysis.opponents import at_random, greedy, looking, strength
from pz8edu.analysis.positions import TooLarge
from pz8edu.analysis.rollouts import under_each
from pz8edu.analysis.trials import trial
from pz8edu.analysis.worth import KINDS, MOST, Worth, solved, worth
from pz8edu.commands.play import read_game
from pz8edu.commands.progress import ProgressLine
from pz8edu.commands.sweep import cluster
from pz8edu.commands.words import Commands, say
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import event_text, key_text
from pz8edu.printing.percent import in_points, short_percent
from pz8edu.printing.saving import save_text

SECONDS = 20
"""So long all positions that can follow are looked for, unless another number is given."""
CHANCES = "chances"
"""What --flips is told to find where advice flips at the chances of outcomes."""
FILE = "a game as `pz8edu play --save` writes it"


def add(commands: Commands) -> None:
    """The commands and their options."""
    weigh = commands.add_parser("worth", help="what each choice at the end of a file is worth, exactly")
    weigh.add_argument("file", help=FILE)
    weigh.add_argument("--kind", choices=tuple(KINDS), help="only this kind of worth")
    told = f"for designers: where another choice becomes best, as hit_on=2,3,4 or R5=a,b; or {CHANCES}"
    weigh.add_argument("--flips", metavar="NAME=VALUES", help=told)
    told = "for designers: kinds of choices never worth making, and how fair it is, best play and plain"
    weigh.add_argument("--design", action="store_true", help=f"{told}; at each value of --flips")
    options(weigh, MOST, 2, SECONDS)
    option = weigh.add_argument
    option("--games", type=int, metavar="N", help="with --design: play so many games, too")
    option("--players", default="greedy", metavar="WHO", help="who plays them, as own=best,enemy=depth-2")
    option("--seed", type=int, default=1, metavar="N", help="another seed, other games")
    option("--workers", type=int, metavar="N", help="so many processes (else one for each core)")
    option("--cluster", metavar="ADDRESS", help="the address of a Dask cluster, such as tcp://host:8786")
    weigh.set_defaults(run=run_worth)

    judge = commands.add_parser("analyse", help="what in a game was skill and what was luck, line by line")
    judge.add_argument("file", help=FILE)
    options(judge, luck.MOST, 1, 3 * SECONDS)
    judge.add_argument("--html", metavar="OUT", help="keep it as a page in this file")
    judge.set_defaults(run=run_analyse)


def options(command: argparse.ArgumentParser, most: int, depth: int, seconds: int) -> None:
    """How long to work, and how to tell it."""
    option = command.add_argument
    option("--most", type=int, default=most, metavar="N", help="solve so many positions at most")
    option("--seconds", type=int, default=seconds, metavar="N", help="look for them so long at most")
    option("--depth", type=int, default=depth, metavar="N", help="else look so many choices ahead")
    option("--json", action="store_true", help="as JSON")


def check(chosen: argparse.Namespace) -> None:
    """Raise BadInput for numbers that cannot be."""
    for name in ("most", "depth", "games", "workers", "seconds"):
        given = getattr(chosen, name, None)
        if given is not None and given < 1:
            raise BadInput(f"--{name} is 1 or more; got {given}")


def tells(found: int, opened: int) -> None:
    """Tell a person who waits how far it is."""
    if sys.stderr.isatty():
        print(f"\r{found} positions found, {opened} opened ", end="", file=sys.stderr, flush=True)


def run_worth(chosen: argparse.Namespace) -> int:
    """Print what the position at the end of a file is worth."""
    check(chosen)
    game = read_game(chosen.file)
    if chosen.design:
        return run_design(game, chosen)
    if chosen.flips == CHANCES:
        told = map(str, flips_at_chances(game, most=chosen.most))
        print("\n".join(told) or "advice flips at no chance of an outcome")
        return 0
    if chosen.flips:
        print(flips(game, *values_of(chosen.flips), most=chosen.most))
        return 0
    found = weighed(game, chosen)
    print(json.dumps(as_json(found), ensure_ascii=False) if chosen.json else found)
    return 0


def weighed(game: Game, chosen: argparse.Namespace) -> Worth:
    """The worth of the kind that is asked for; exact if that is quick enough, else how large it is is said.

    Who interrupts the search for all positions hears the worth so many choices ahead.
    """
    if chosen.kind is not None:
        return worth(game, chosen.kind, most=chosen.most, depth=chosen.depth, told=tells)
    until: float = monotonic() + chosen.seconds
    ahead = f"told {chosen.depth} choices ahead"

    def stops(found: int, opened: int) -> bool:
        tells(found, opened)
        return monotonic() > until

    try:
        return worth(game, "exact", most=chosen.most, told=stops)
    except TooLarge as fault:
        say(f"{fault}: {ahead}")
    except KeyboardInterrupt:
        say(f"interrupted: {ahead}")
    return worth(game, "bounded", depth=chosen.depth)


def values_of(words: str) -> tuple[str, list[str]]:
    """A name of the rules and values of it. Raises BadInput for no value."""
    name, _, told = words.partition("=")
    values = [each.strip() for each in told.split(",") if each.strip()]
    if not values:
        raise BadInput(f"--flips names values, such as hit_on=2,3,4; got {words!r}")
    return name.strip(), values


def run_design(game: Game, chosen: argparse.Namespace) -> int:
    """Print what a designer learns, at each value that is asked for; 130 when games were interrupted."""
    name, values = values_of(chosen.flips) if chosen.flips else ("", [])
    for value, each in under_each(game, name, values) if name else [("", game)]:
        if name:
            print(f"{name}={value}")
        try:
            print("\n".join(design(each, chosen.most)))
        except TooLarge as fault:
            if not chosen.games:
                raise
            say(str(fault))
        if chosen.games and not played(each, chosen):
            return 130
    return 0


def played(game: Game, chosen: argparse.Namespace) -> bool:
    """Print what comes of the games that are asked for; were they all played?"""
    who, games, how = chosen.players, chosen.games, {"seed": chosen.seed, "workers": chosen.workers}
    with ProgressLine("games") as line, cluster(chosen.cluster) as executor:
        found = trial(game, who, games, executor=executor, told=line, **how)
    print(found)
    return bool(found.tally.games == chosen.games)


def design(game: Game, most: int) -> Iterator[str]:
    """What a designer learns from all positions that can follow. Raises TooLarge where they are too many."""
    known = solved(game, most, tells)
    for kind, often in kinds(known, told=kind_of).items():
        much = f"may be made in {often.offered} positions, best in {often.best}, alone in {often.alone}"
        never = "never worth making" if not often.best else "never better than all others"
        yield f"{kind}: {much}" + ("" if often.alone else f"  <- {never}")
    first = known.first
    if known.comes_back:
        yield f"{first} against the best: {short_percent(known.worths[0])}"
        return
    for (own, enemy), chance in fairness(known, {"greedy": greedy, "random": at_random}).items():
        yield f"{first} {own}, the other {enemy}: {first} wins {short_percent(chance)}"
    for depth in (2, 4):
        own, enemy = map(in_points, strength(known, looking(depth)(known.positions.ahead)))
        yield f"depth-{depth} loses against the best {own} points as {first}, {enemy} as the other"


def as_json(found: Worth) -> dict[str, object]:
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


def run_analyse(chosen: argparse.Namespace) -> int:
    """Print what in the game of a file was skill and what was luck."""
    check(chosen)
    game = read_game(chosen.file)
    found = luck.analyse(game, most=chosen.most, depth=chosen.depth, told=tells, seconds=chosen.seconds)
    if chosen.html:
        save_text(Path(chosen.html), page(found))
    print(json.dumps(lines_as_json(found), ensure_ascii=False) if chosen.json else found)
    return 0


def page(found: luck.Analysis) -> str:
    """An analysis as a page that needs nothing else."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    title = "<title>What was luck</title>"
    return f'<!doctype html><html lang="en">{head}{title}{found._repr_html_()}</html>\n'


def lines_as_json(found: luck.Analysis) -> dict[str, object]:
    """An analysis for programs: fractions as text, as the first side sees them."""
    return {
        "lines": [
            {
                "line": event_text(line.event),
                "skill": str(line.skill),
                "luck": str(line.luck),
                "mark": line.mark,
                "kind": line.kind,
            }
            for line in found.lines
        ],
        "skill": str(found.skill),
        "luck": str(found.luck),
        "start": str(found.start),
        "result": str(found.result),
    }
