"""`puzzle`: a position with exactly one best choice, that of the day or another; all proved again."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path

from pz8edu.analysis.own_puzzles import OwnPuzzle, own_puzzles
from pz8edu.analysis.puzzle_paper import sheet
from pz8edu.analysis.puzzles import (
    Puzzle,
    asks,
    explained,
    of_the_day,
    proved,
    puzzle,
    rules_told,
    said_in,
    searched,
    shelf,
    stands,
)
from pz8edu.commands.words import Commands, say
from pz8edu.errors import BadInput, shown, unknown
from pz8edu.printing.saving import save_text

MOST_DAYS = 60
"""A sheet has so many puzzles at most."""
SEED = 100
"""Games are played at random with seeds from 1 to this to find puzzles on a table."""


def add(commands: Commands) -> None:
    """The command and its options."""
    asking = commands.add_parser("puzzle", help="a position with exactly one best choice, proved")
    option = asking.add_argument
    option("--id", metavar="ID", help="this puzzle, not that of the day")
    option("--day", metavar="DATE", help="that of another day, such as 2026-12-24")
    option("--json", action="store_true", help="puzzle and answer as JSON, nothing is asked")
    option("--list", action="store_true", help="all puzzles, the easiest first")
    option("--prove", action="store_true", help="solve the puzzle named, or all of them, again")
    option("--find", nargs=2, metavar=("SYSTEM", "TABLE"), help="look for new ones on a table of a book")
    option("--seed", type=int, default=1, metavar="N", help="with --find: another game, other positions")
    option("--mine", metavar="FILE", help="those of your own games, in your answers: .pz8edu-progress.json")
    option("--paper", metavar="OUT", help="a page to print: the puzzles of some days, or all of your own")
    option("--days", type=int, default=6, metavar="N", help="with --paper: so many days, easiest first")
    asking.set_defaults(run=run_puzzle)


def run_puzzle(chosen: argparse.Namespace) -> int:
    """Ask a puzzle, list them, print them, prove them again, or look for new ones."""
    if chosen.mine and (chosen.find or chosen.prove):
        raise BadInput("--mine goes with --list, --id, --paper and --json")
    known: Mapping[str, Puzzle] = mine(Path(chosen.mine)) if chosen.mine else shelf()
    if chosen.paper:
        some = easiest_first(picked(chosen, known))
        save_text(Path(chosen.paper), sheet(some, "Find the choice"))
        say(f"{len(some)} puzzles are in {chosen.paper}, their answers on the last pages")
        return 0
    if chosen.list:
        return listed(easiest_first(known.values()), chosen.json)
    if chosen.find:
        if not 1 <= chosen.seed <= SEED:
            raise BadInput(f"--seed is 1 to {SEED}; got {chosen.seed}")
        book, table = chosen.find
        found = (each for each in searched(book, table, chosen.seed) if isinstance(each, Puzzle))
        return listed(found, chosen.json)
    if chosen.prove:
        return prove([puzzle(chosen.id)] if chosen.id else list(shelf().values()), chosen.json)
    one = picked(chosen, known)[0]
    if chosen.json:
        print(json.dumps(one.as_json(), ensure_ascii=False))
        return 0
    return ask(one)


def picked(chosen: argparse.Namespace, known: Mapping[str, Puzzle]) -> list[Puzzle]:
    """The puzzle that is named, else all of one's own, else those of some days. Raises BadInput for none."""
    if chosen.id:
        if chosen.id not in known:
            raise unknown("puzzle", chosen.id, known)
        return [known[chosen.id]]
    if chosen.mine:
        return list(known.values())
    if not 1 <= chosen.days <= MOST_DAYS:
        raise BadInput(f"--days is 1 to {MOST_DAYS}; got {chosen.days}")
    first = min(day_of(chosen.day), date.max - timedelta(chosen.days))
    return [of_the_day(first + timedelta(each)) for each in range(chosen.days)]


def mine(file: Path) -> dict[str, OwnPuzzle]:
    """The puzzles of one's own games in a file of answers. Raises BadInput where there is none."""
    try:
        found = own_puzzles(json.loads(file.read_text(encoding="utf-8"))["puzzles"].values())
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        found = {}
    if not found:
        raise BadInput(f"{file} holds no puzzle of a game of your own that the rules still allow")
    return found


def easiest_first(some: Iterable[Puzzle]) -> list[Puzzle]:
    """Puzzles in the order of their rating."""
    return sorted(some, key=lambda each: (each.rating, each.id))


def day_of(words: str | None) -> date:
    """A day as it is written. Raises BadInput for what is none."""
    try:
        return date.fromisoformat(words) if words else datetime.now().astimezone().date()
    except ValueError:
        raise BadInput(f"--day is a date such as 2026-12-24; got {shown(str(words))}") from None


def listed(found: Iterable[Puzzle], as_json: bool) -> int:
    """Print puzzles, one a line, without their answers unless as JSON."""
    for one in found:
        if as_json:
            print(json.dumps(one.as_json(), ensure_ascii=False), flush=True)
        else:
            print(f"{one.id}  {one.rating:>5}  {one.book} {one.table}: {one.side}, {one.theme}", flush=True)
    return 0


def prove(wanted: list[Puzzle], as_json: bool) -> int:
    """Solve puzzles again; 1 if any is another one now, or none. As JSON a shelf of those that still are."""
    wrong = 0
    for one in wanted:
        try:
            again = proved(one)
            why_not = "" if again == one else "worths or rules are others now"
            if as_json:
                print(json.dumps(again.as_json(), ensure_ascii=False), flush=True)
        except BadInput as fault:
            why_not = str(fault)
        if why_not:
            wrong += 1
            say(f"{one.id} {one.book} {one.table}: {why_not}")
    say(f"{len(wanted) - wrong} of {len(wanted)} puzzles proved")
    return 1 if wrong else 0


def ask(one: Puzzle) -> int:
    """Show a puzzle, take the answer, and tell the worth of every choice."""
    options = sorted(one.choices)
    print(f"Puzzle {one.id}: {one.game.home.title}, {one.game.table} (rating {one.rating})")
    if one.rules != rules_told(one.game):
        print("The printed rules have changed since it was proved: prove it again with --prove.")
    print("\n".join(f"  {words}" for words in stands(one)))
    print(asks(one))
    print("\n".join(f"{number:>4}  {said_in(choice, one.game)}" for number, choice in enumerate(options, 1)))
    while True:
        print(f"1 to {len(options)}: ", end="", flush=True)
        words = sys.stdin.readline()
        if not words.strip():
            print()
            return 0
        if words.strip().isdigit() and 1 <= int(words) <= len(options):
            break
        print(f"a number from 1 to {len(options)}; got {shown(words.strip())}")
    print("\n".join(explained(one, options[int(words) - 1])))
    return 0
