"""The command line: `lab`, `list`, `rule`, `ask`, and the commands that have a module of their own."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from pz8edu.asking.ask import answer, exact_answer, situation_of
from pz8edu.asking.catalogue import interface_of, listing_of
from pz8edu.asking.json_lines import batch, json_answer
from pz8edu.asking.odds import Odds
from pz8edu.asking.why import why
from pz8edu.commands import (
    across,
    backwards,
    balance,
    compare,
    decide,
    pack,
    play,
    puzzle,
    report,
    sweep,
    variant,
    worth,
)
from pz8edu.commands.words import add_rules, inputs_from, rules_from, say, tell_beyond
from pz8edu.core.rulebook.system import BoardCheck, Calculator, ChainQuestion
from pz8edu.desk.compare.books import compare_books
from pz8edu.desk.rule_page import rule_of
from pz8edu.errors import BadInput, listed, reason, shortened, shown
from pz8edu.lab import open_lab
from pz8edu.printing.exact import in_full
from pz8edu.systems import ids, system

EXAMPLE = "pz8edu ask pz8-ww2 direct-fire attack=5 defence=4 armoured=true --reading R1=b --tree"
FULL = "the answer cannot be written"
MORE = (compare, variant, backwards, across, balance, report, sweep, pack, play, decide, worth, puzzle)
"""Commands that have a module of their own."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when all went well, 2 for bad input (said in one sentence on standard error)."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = run(arguments)
        sys.stdout.flush()
    except BadInput as fault:
        print(f"pz8edu: {fault}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    except BrokenPipeError:  # whoever reads the answers has heard enough
        _write_nothing_more()
        return 0
    except OSError as fault:
        _write_nothing_more()
        what = f"the file {shown(str(fault.filename))} cannot be used" if fault.filename else FULL
        say(f"{what}: {fault.strerror or fault}")
        return 2
    return code


def _write_nothing_more() -> None:
    """What is still to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: Sequence[str] | None) -> int:
    """Run one command; options may stand between the inputs of a question."""
    commands = parser()
    chosen, more = commands.parse_known_args(arguments)
    if more and (not hasattr(chosen, "words") or any(word.startswith("-") for word in more)):
        commands.error(f"unknown argument {shown(more[0])}")
    if more:
        chosen.words += more
    return int(chosen.run(chosen))


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Raise BadInput instead of printing the usage."""
        raise BadInput(f"{shortened(message)}; see: {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    whole = Parser(prog="pz8edu", description="Exact odds of miniature wargame rules.", epilog=EXAMPLE)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    lab = commands.add_parser("lab", help="open JupyterLab on the first lesson")
    lab.add_argument("--no-browser", action="store_true", help="only start the server")
    lab.add_argument("--port", type=int, help="the port of the server")
    lab.set_defaults(run=lambda chosen: open_lab(browser=not chosen.no_browser, port=chosen.port))

    listing = commands.add_parser("list", help="systems, questions, inputs, readings")
    listing.add_argument("system", nargs="?", help="a system, such as pz8-ww2")
    listing.add_argument("question", nargs="?", help="a question of that system")
    listing.add_argument("--json", action="store_true", help="the public interface as JSON")
    listing.set_defaults(run=run_list)

    ruling = commands.add_parser("rule", help="a section of a book as the kit has it, or its contents")
    ruling.add_argument("system", help="a system, such as pz8-1950")
    ruling.add_argument("section", nargs="?", help="a section, such as 5, or a question")
    ruling.add_argument("words", nargs="*", metavar="name=value ...", help="a situation, with --against")
    ruling.add_argument("--against", metavar="SYSTEM", help="its parent: what differs, and what that does")
    ruling.add_argument("--code", action="store_true", help="with the functions of the rule")
    ruling.set_defaults(run=run_rule)

    asking = commands.add_parser("ask", help="ask a question by name", epilog=EXAMPLE)
    option = asking.add_argument
    option("words", nargs="*", metavar="SYSTEM QUESTION name=value ...", help="what is asked; lists as JSON")
    add_rules(asking)
    option("--kind", choices=("calculator", "chain", "board"), help="where one name means two questions")
    option("--tree", action="store_true", help="print the probability tree as well")
    option("--why", action="store_true", help="print what the rule looks at, and what it makes of that")
    option("--json", action="store_true", help="answer as JSON")
    option("--batch", metavar="FILE", help="JSON lines in (- for standard input), JSON lines out")
    asking.set_defaults(run=run_ask)

    for command in MORE:
        command.add(commands)
    return whole


def run_list(chosen: argparse.Namespace) -> int:
    """Print what can be asked."""
    if chosen.json:
        print(json.dumps(interface_of(chosen.system, chosen.question), indent=1, ensure_ascii=False))
    else:
        print(listing_of(chosen.system, chosen.question))
    return 0


def run_rule(chosen: argparse.Namespace) -> int:
    """Print a section of a book, its contents, or what it says otherwise than another."""
    if chosen.against is None:
        if chosen.words:
            raise BadInput(f"a situation is asked with --against; got {shown(chosen.words[0])}")
        print(rule_of(chosen.system, chosen.section).text(chosen.code))
        return 0
    form = system(chosen.system).question(chosen.section).situation if chosen.words else None
    inputs = inputs_from(chosen.words, form) if form else None
    print(compare_books(chosen.against, chosen.system, chosen.section, inputs=inputs))
    return 0


def run_ask(chosen: argparse.Namespace) -> int:
    """Answer one question, or a batch of them."""
    if chosen.batch is not None:
        if chosen.words:
            given = shown(chosen.words[0])
            raise BadInput(f"--batch asks the lines of its file and nothing else; got {given} too")
        return run_batch(chosen.batch)
    if len(chosen.words) < 2:
        known = listed(ids())
        raise BadInput(f"ask needs a system and a question, such as: {EXAMPLE}; the systems are {known}")
    system_id, name, *texts = chosen.words
    asked = system(system_id)
    question = asked.question(name, chosen.kind)
    if chosen.tree and not isinstance(question, Calculator):
        raise BadInput(f"{question.id!r} is no calculator: only calculators have a tree")
    if chosen.why and isinstance(question, ChainQuestion):
        raise BadInput(f"{question.id!r} is a chain: only calculators and board checks tell why")
    inputs = inputs_from(texts, question.situation, chosen.beyond_the_book)
    rules, beyond = rules_from(asked, chosen), chosen.beyond_the_book
    if chosen.json:
        print(
            json.dumps(json_answer(question, exact_answer(question, inputs, rules, beyond_the_book=beyond)))
        )
    elif isinstance(question, BoardCheck):
        result = json_answer(question, exact_answer(question, inputs, rules, beyond_the_book=beyond))[
            "result"
        ]
        print(result if isinstance(result, str) else json.dumps(result, ensure_ascii=False))
    else:
        print_answer(answer(question, inputs, rules, beyond_the_book=beyond), chosen.tree)
    if chosen.why and not chosen.json:
        print(f"\n{why(question, situation_of(question, inputs, beyond), rules)}")
    if beyond:
        tell_beyond(question, inputs, rules)
    return 0


def print_answer(found: Any, tree: bool) -> None:
    """Print odds with their further results and their tree, or the results of a chain."""
    print(found)
    if isinstance(found, Odds):
        for name, value in found.results.items():
            print(f"{name}: {in_full(value)}")
        if tree:
            print(f"\n{found.tree}")


def run_batch(file: str) -> int:
    """Answer JSON lines in their order; a bad line gets an error of its own."""
    if file == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        print_lines(sys.stdin)
        return 0
    print_lines(lines_of_file(file))
    return 0


def lines_of_file(file: str) -> Iterator[str]:
    """The lines of a file; raises BadInput where it cannot be read."""
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as lines:
            yield from lines
    except (OSError, ValueError) as fault:
        raise BadInput(f"the file {shown(file)} cannot be read: {reason(fault)}") from None


def print_lines(lines: Iterable[str]) -> None:
    """Print the answer to every line."""
    for line in batch(lines):
        print(line)
