"""The command line: `lab`, `list` and `ask`."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from pz8edu.errors import BadInput, shown

if TYPE_CHECKING:
    from pz8edu.rulebook.domain import Domain
    from pz8edu.rulebook.situation import Situation

EXAMPLE = "pz8edu ask pz8-ww2 direct-fire attack=5 defence=4 armoured=true --reading R1=b --tree"


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
    except BrokenPipeError:  # whoever reads the answers has heard enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def run(arguments: Sequence[str] | None) -> int:
    """Run one command; options may stand between the inputs of a question."""
    commands = parser()
    chosen, more = commands.parse_known_args(arguments)
    if more and (chosen.run is not run_ask or any(word.startswith("-") for word in more)):
        commands.error(f"unknown argument {shown(more[0])}")
    if more:
        chosen.words += more
    return int(chosen.run(chosen))


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Raise BadInput instead of printing the usage."""
        raise BadInput(f"{message}; see: {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    whole = Parser(prog="pz8edu", description="Exact odds of miniature wargame rules.", epilog=EXAMPLE)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    lab = commands.add_parser("lab", help="open JupyterLab on the first lesson")
    lab.add_argument("--no-browser", action="store_true", help="only start the server")
    lab.add_argument("--port", type=int, help="the port of the server")
    lab.set_defaults(run=run_lab)

    listing = commands.add_parser("list", help="systems, questions, inputs, readings")
    listing.add_argument("system", nargs="?", help="a system, such as pz8-ww2")
    listing.add_argument("question", nargs="?", help="a question of that system")
    listing.add_argument("--json", action="store_true", help="the public interface as JSON")
    listing.set_defaults(run=run_list)

    asking = commands.add_parser("ask", help="ask a question by name", epilog=EXAMPLE)
    asking.add_argument(
        "words", nargs="*", metavar="SYSTEM QUESTION name=value ...", help="what is asked; lists as JSON"
    )
    asking.add_argument("--reading", help="other readings, such as R3=b,R5=b")
    asking.add_argument(
        "--set", action="append", default=[], metavar="name=value", help="change a printed number"
    )
    asking.add_argument("--variant", metavar="FILE", help="rules from a variant file")
    asking.add_argument(
        "--kind", choices=("calculator", "chain", "board"), help="where one name means two questions"
    )
    asking.add_argument("--tree", action="store_true", help="print the probability tree as well")
    asking.add_argument("--json", action="store_true", help="answer as JSON")
    asking.add_argument(
        "--batch", metavar="FILE", help="JSON lines in (- for standard input), JSON lines out"
    )
    asking.set_defaults(run=run_ask)
    return whole


def run_lab(chosen: argparse.Namespace) -> int:
    """Open JupyterLab on the first lesson."""
    from pz8edu.lab import open_lab

    return open_lab(browser=not chosen.no_browser, port=chosen.port)


def run_list(chosen: argparse.Namespace) -> int:
    """Print what can be asked."""
    from pz8edu.listing import interface_of, listing_of

    if chosen.json:
        print(json.dumps(interface_of(chosen.system, chosen.question), indent=1, ensure_ascii=False))
    else:
        print(listing_of(chosen.system, chosen.question))
    return 0


def run_ask(chosen: argparse.Namespace) -> int:
    """Answer one question, or a batch of them."""
    if chosen.batch is not None:
        if chosen.words:
            raise BadInput(
                f"--batch asks the lines of its file and nothing else; got {shown(chosen.words[0])} too"
            )
        return run_batch(chosen.batch)
    from pz8edu.asking import answer, exact_answer, json_answer, rules_for
    from pz8edu.rulebook.ruleset import changes_in
    from pz8edu.rulebook.system import Calculator, ChainQuestion
    from pz8edu.systems import ids, system

    if len(chosen.words) < 2:
        raise BadInput(
            f"ask needs a system and a question, such as: {EXAMPLE}; the systems are {', '.join(ids())}"
        )
    system_id, name, *texts = chosen.words
    asked = system(system_id)
    question = asked.question(name, chosen.kind)
    rules = None
    if chosen.variant:
        from pz8edu.rulebook.variant import read_variant

        rules = read_variant(chosen.variant).rules
    changes = {name: value for text in chosen.set for name, value in changes_in(text).items()}
    if chosen.tree and not isinstance(question, Calculator):
        raise BadInput(f"{question.id!r} is no calculator: only calculators have a tree")
    inputs = inputs_from(texts, question.situation)
    rules = rules_for(asked, chosen.reading, rules, changes)
    if chosen.json:
        print(json.dumps(json_answer(question, exact_answer(question, inputs, rules))))
        return 0
    found = answer(question, inputs, rules)
    if isinstance(question, Calculator):
        print(found)
        for name, value in found.results.items():
            print(f"{name}: {value}")
        if chosen.tree:
            print(f"\n{found.tree}")
    elif isinstance(question, ChainQuestion):
        print(found)
    else:
        result = json_answer(question, found)["result"]
        print(result if isinstance(result, str) else json.dumps(result, ensure_ascii=False))
    return 0


def inputs_from(texts: Sequence[str], situation: type[Situation]) -> dict[str, Any]:
    """Inputs written as name=value; values that are JSON are read as such, others are words."""
    inputs: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput(f"an input is written name=value, such as attack=5; got {shown(text)}")
        if name in inputs:
            raise BadInput(f"the input {shown(name)} is given twice")
        known = situation.fields().get(name)
        inputs[name] = _value(value) if known is None else _value_of(value, name, known.domain)
    return inputs


def _value_of(text: str, name: str, domain: Domain) -> Any:
    """A value as JSON where that fits, else as it is written."""
    from pz8edu.rulebook.domain import TextDomain

    value = _value(text)
    if not isinstance(value, str):
        try:
            return domain.read(value, name)
        except BadInput:
            if not isinstance(domain, TextDomain):
                raise
    return domain.spelled(value if isinstance(value, str) else text, name)


def _value(text: str) -> Any:
    from pz8edu.asking import read_json

    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return text


def run_batch(file: str) -> int:
    """Answer JSON lines in their order; a bad line gets an error of its own."""
    from pz8edu.asking import batch

    if file == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        for line in batch(sys.stdin):
            print(line)
        return 0
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as lines:
            for line in batch(lines):
                print(line)
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise BadInput(f"the file {file!r} cannot be read: {fault.strerror or fault}") from None
    return 0
