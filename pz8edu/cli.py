"""The command line: `lab`, `list` and `ask`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput

EXAMPLE = "pz8edu ask pz8-ww2 direct-fire attack=5 defence=4 armoured=true --reading R1=b --tree"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when all went well, 2 for bad input (said in one sentence on standard error)."""
    try:
        chosen = parser().parse_args(arguments)
        return int(chosen.run(chosen))
    except BadInput as fault:
        print(f"pz8edu: {fault}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    whole = argparse.ArgumentParser(
        prog="pz8edu", description="Exact odds of miniature wargame rules.", epilog=EXAMPLE
    )
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
    asking.add_argument("system", nargs="?", help="a system, such as pz8-ww2")
    asking.add_argument("question", nargs="?", help="a question, such as direct-fire")
    asking.add_argument("inputs", nargs="*", metavar="name=value", help="inputs; lists and objects as JSON")
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
        return run_batch(chosen.batch)
    from pz8edu.asking import answer, json_answer, rules_for
    from pz8edu.rulebook.ruleset import changes_in
    from pz8edu.rulebook.system import Calculator
    from pz8edu.systems import ids, system

    if chosen.system is None or chosen.question is None:
        raise BadInput(
            f"ask needs a system and a question, such as: {EXAMPLE}; the systems are {', '.join(ids())}"
        )
    asked = system(chosen.system)
    question = asked.question(chosen.question, chosen.kind)
    rules = None
    if chosen.variant:
        from pz8edu.rulebook.variant import read_variant

        rules = read_variant(chosen.variant).rules
    changes = {name: value for text in chosen.set for name, value in changes_in(text).items()}
    found = answer(question, inputs_from(chosen.inputs), rules_for(asked, chosen.reading, rules, changes))
    if chosen.json:
        print(json.dumps(json_answer(question, found), ensure_ascii=False))
    elif isinstance(question, Calculator):
        print(found)
        for name, value in found.results.items():
            print(f"{name}: {value}")
    elif isinstance(found, (dict, list)):
        print(
            found
            if isinstance(found, dict) and type(found) is not dict
            else json.dumps(json_answer(question, found)["result"])
        )
    else:
        print(json.dumps(found) if isinstance(found, bool) else found)
    if chosen.tree:
        if not isinstance(question, Calculator):
            raise BadInput(f"{question.id!r} is no calculator: only calculators have a tree")
        print()
        print(found.tree)
    return 0


def inputs_from(texts: Sequence[str]) -> dict[str, Any]:
    """Inputs written as name=value; values that are JSON are read as such, others are words."""
    inputs: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput(f"an input is written name=value, such as attack=5; got {text!r}")
        if name in inputs:
            raise BadInput(f"the input {name!r} is given twice")
        try:
            inputs[name] = json.loads(value)
        except (ValueError, RecursionError):
            inputs[name] = value
    return inputs


def run_batch(file: str) -> int:
    """Answer JSON lines in their order; a bad line gets an error of its own."""
    from pz8edu.asking import batch

    if file == "-":
        for line in batch(sys.stdin):
            print(line)
        return 0
    try:
        with Path(file).open(encoding="utf-8") as lines:
            for line in batch(lines):
                print(line)
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"the file {file!r} cannot be read: {fault}") from None
    return 0
