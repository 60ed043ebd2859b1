"""`find`, `sensitivity`, `matters` and `reach`: questions asked backwards."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Mapping

from pz8edu.commands.progress import ProgressLine
from pz8edu.commands.words import Commands, add_rules, inputs_from, rules_from, say
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.system import System
from pz8edu.desk.backwards.cheapest import Goal, cheapest_change, goal
from pz8edu.desk.backwards.sensitivity import sensitivity
from pz8edu.desk.backwards.value_for import value_for
from pz8edu.desk.compare.matters import matters
from pz8edu.errors import BadInput, listed, shown
from pz8edu.systems import ids, system

FIND = (
    "pz8edu find pz8-ww2 direct-fire defence=6 armoured=true --outcome destroyed --target 50% --vary attack"
)
REACH = "pz8edu reach pz8-ww2 'direct-fire attack=5 defence=4: destroyed >= 1/5' 'rally condition=ok: ok = 1'"


def add(commands: Commands) -> None:
    """The commands and their options."""
    find = commands.add_parser("find", help="which value brings an outcome to a target", epilog=FIND)
    _question(find)
    find.add_argument("--target", required=True, help="a chance or a number, such as 50%% or 1/2")
    find.add_argument("--vary", required=True, metavar="NAME", help="an input (attack, A.attack) or a number")
    find.set_defaults(run=run_find)

    sensitive = commands.add_parser("sensitivity", help="which printed number an outcome depends on most")
    _question(sensitive)
    sensitive.set_defaults(run=run_sensitivity)

    mattering = commands.add_parser("matters", help="which reading of a doubtful rule matters most")
    mattering.add_argument("words", nargs="+", metavar="SYSTEM [CALCULATOR name=value ...]")
    mattering.add_argument("--reading", help="only this one, such as R5")
    mattering.add_argument("--csv", action="store_true", help="exact fractions as comma-separated lines")
    mattering.set_defaults(run=run_matters)

    reach = commands.add_parser("reach", help="the cheapest change that reaches targets", epilog=REACH)
    reach.add_argument("system")
    reach.add_argument("goals", nargs="+", metavar="GOAL", help="'QUESTION name=value: outcome >= 1/2'")
    reach.add_argument("--steps", type=int, default=3, help="at most so many steps")
    reach.add_argument("--change", metavar="NAMES", help="what may be changed, such as hit_on,R5")
    reach.add_argument("--cells", action="store_true", help="table cells may be changed too")
    add_rules(reach)
    reach.set_defaults(run=run_reach)


def _question(command: argparse.ArgumentParser) -> None:
    command.add_argument("words", nargs="*", metavar="SYSTEM QUESTION name=value ...", help="what is asked")
    command.add_argument("--outcome", required=True, help="an outcome, or a result of a chain")
    command.add_argument("--minus", default="", metavar="OUTCOME", help="another one to take off (0: even)")
    command.add_argument("--csv", action="store_true", help="exact fractions as comma-separated lines")
    add_rules(command)


def _asked(chosen: argparse.Namespace) -> tuple[tuple[System, str, Mapping[str, object]], JSON]:
    """Which question with which inputs; which figure of it, and under which rules."""
    if len(chosen.words) < 2:
        raise BadInput(f"name a system and a question, such as: {FIND}; the systems are {listed(ids())}")
    home = system(chosen.words[0])
    question = home.question(chosen.words[1])
    inputs = inputs_from(chosen.words[2:], question.situation, chosen.beyond_the_book)
    beyond, rules = chosen.beyond_the_book, rules_from(home, chosen)
    how = {"outcome": chosen.outcome, "minus": chosen.minus, "rules": rules, "beyond_the_book": beyond}
    return (home, question.id, inputs), how


def run_find(chosen: argparse.Namespace) -> int:
    """Print which value brings an outcome to its target."""
    asked, how = _asked(chosen)
    found = value_for(*asked, target=chosen.target, change=chosen.vary, **how)
    print(found.to_csv().rstrip() if chosen.csv else found)
    if not found.exact and found.at_an_end and not chosen.beyond_the_book:
        say("--beyond-the-book tries values that the book does not have")
    return 0


def run_sensitivity(chosen: argparse.Namespace) -> int:
    """Print which printed number an outcome depends on most."""
    asked, how = _asked(chosen)
    found = sensitivity(*asked, **how)
    print(found.to_csv().rstrip() if chosen.csv else found)
    return 0


def run_matters(chosen: argparse.Namespace) -> int:
    """Print which reading matters most."""
    home = system(chosen.words[0])
    name = chosen.words[1] if len(chosen.words) > 1 else None
    inputs = inputs_from(chosen.words[2:], home.question(name, "calculator").situation) if name else {}
    with ProgressLine("asking") as line:
        found = matters(home, name, inputs, reading=chosen.reading, told=line.name)
    print(found.to_csv().rstrip() if chosen.csv else found)
    return 0


def run_reach(chosen: argparse.Namespace) -> int:
    """Print the cheapest changes that reach all targets."""
    home = system(chosen.system)
    goals = [goal_in(text, home) for text in chosen.goals]
    names = chosen.change.split(",") if chosen.change else None
    rules = rules_from(home, chosen)
    for name in names or ():
        rules.value(name)
    with ProgressLine("changes") as line:
        print(
            cheapest_change(
                *goals, rules=rules, most_steps=chosen.steps, names=names, cells=chosen.cells, told=line
            )
        )
    return 0


def goal_in(text: str, home: System) -> Goal:
    """A goal as it is written: "direct-fire attack=5 defence=4: destroyed >= 1/5"."""
    asked, colon, wanted = text.rpartition(":")
    parts = re.fullmatch(r"\s*(.+?)\s*(>=|<=|=)\s*(.+?)\s*", wanted)
    if not colon or parts is None:
        raise BadInput(f"a goal is written 'rally condition=suppressed: ok >= 1/3'; got {shown(text)}")
    try:
        name, *texts = shlex.split(asked)
    except ValueError:
        raise BadInput(f"the question of a goal cannot be read: {shown(asked)}") from None
    question = home.question(name)
    outcome, comparison, target = parts.groups()
    inputs = inputs_from(texts, question.situation)
    return goal(home, name, inputs, outcome=outcome, comparison=comparison, target=target)
