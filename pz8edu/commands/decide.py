"""`decide`: what is best where a player of a book decides, what each other option costs, where it flips."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from pz8edu.commands.words import Commands, add_rules, inputs_from, over_in, rules_from
from pz8edu.core.tree.wording import word_of
from pz8edu.decisions.best_play import BestPlay
from pz8edu.decisions.books import problem, problems
from pz8edu.decisions.problem import Problem
from pz8edu.systems import system

EXAMPLE = "pz8edu decide only-missile attack=6 --flips gun=0,3,6"


def add(commands: Commands) -> None:
    """The command and its options."""
    command = commands.add_parser(
        "decide", help="a decision of a book: the best option, exactly", epilog=EXAMPLE
    )
    command.add_argument("words", nargs="*", metavar="DECISION name=value ...", help="nothing lists them all")
    add_rules(command)
    told = "where another option becomes best, as attack=3,4,5, attack=3..6, or hit_on=2,3 of the rules"
    command.add_argument("--flips", metavar="NAME=VALUES", help=told)
    command.add_argument("--json", action="store_true", help="as JSON")
    command.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the best play of a decision, or at which values of an input it flips."""
    if not chosen.words:
        for one in problems().values():
            known = ", ".join(f"{name}={each.default}" for name, each in one.situation.fields().items())
            print(f"{one.id} ({one.book}, §{one.section}): {one.asks}\n  {known}")
        return 0
    asked = problem(chosen.words[0])
    rules = rules_from(system(asked.book), chosen)
    inputs = inputs_from(chosen.words[1:], asked.situation)
    if not chosen.flips:
        best = asked.best(rules, **inputs)
        told = f"{asked.asks}\nWanted: {asked.wanted}. {asked.left_out}\n{best}"
        print(json.dumps(as_json(asked, best), ensure_ascii=False) if chosen.json else told)
        return 0
    found = asked.flips(*varied(asked, chosen.flips), rules, **inputs)
    if chosen.json:
        rows = [{"value": str(value), **as_json(asked, best)} for value, best in found]
        print(json.dumps({"at": [str(each) for each in found.at], "values": rows}, ensure_ascii=False))
        return 0
    print(found)
    return 0


def varied(asked: Problem, words: str) -> tuple[str, Sequence[object]]:
    """What varies, and its values: an input, or else a number or a reading. Raises BadInput for no value."""
    name, _, told = words.partition("=")
    if name.strip() in asked.situation.fields():
        ((found, values),) = over_in([words.replace(",", "|")], asked.situation).items()
        return found, values
    return name.strip(), [each.strip() for each in told.split(",") if each.strip()]


def as_json(asked: Problem, best: BestPlay) -> dict[str, object]:
    """A best play for programs: fractions as text."""
    return {
        "decision": asked.id,
        "worth": str(best.worth),
        "kind": "exact",
        "wanted": asked.wanted,
        "points": [
            {
                "label": point.label,
                "sees": point.sees,
                "chance": str(point.chance),
                "choices": [
                    {"choice": word_of(option), "worth": str(worth), "loses": str(point.costs[option])}
                    for option, worth in point.worths.items()
                ],
            }
            for point in best.points
        ],
    }
