"""`compare`: a question under two rule texts, and what changes most."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from pz8edu.commands.progress import ProgressLine
from pz8edu.commands.words import Commands, add_rules, check_given, inputs_from, over_in, rules_from, say
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.situation import Given, Values
from pz8edu.core.rulebook.system import BoardCheck, Calculator, ChainQuestion, System
from pz8edu.desk.compare.comparison import Comparison, Rules, asked_under, compare, ruleset_of
from pz8edu.desk.compare.everywhere import Everywhere, everywhere
from pz8edu.desk.compare.idle import idle_changes
from pz8edu.desk.compare.report import free_inputs
from pz8edu.desk.variants.variant import Variant, read_variant
from pz8edu.errors import BadInput
from pz8edu.systems import system

EXAMPLE = "pz8edu compare pz8-ww2 direct-fire --over all --set hit_on=3"


class Compared(NamedTuple):
    """What is compared: a question, the inputs that are given and those that vary, two rule texts."""

    home: System
    question: Calculator | ChainQuestion
    inputs: Given
    over: Values
    first: Rules | None
    second: Rules


def add(commands: Commands) -> None:
    """The command and its options."""
    command = commands.add_parser(
        "compare", help="what a change does, and where it does most", epilog=EXAMPLE
    )
    add_compared(command)
    command.add_argument(
        "--figures",
        action="store_true",
        help="outcome by outcome, each with a map of the two inputs that tell most",
    )
    command.add_argument("--csv", action="store_true", help="every change, exactly, as comma-separated lines")
    command.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print how many situations change, and the largest changes, those that are alike together."""
    asked = compared(chosen)
    how: JSON = {"first": asked.first, "second": asked.second, "over": asked.over}
    found: Comparison | Everywhere
    with ProgressLine("situations") as line:
        inside = any("." in name for name in asked.over)
        if chosen.figures or inside or isinstance(asked.question, ChainQuestion):
            found = everywhere(asked.home, asked.question.id, asked.inputs, told=line, **how)
        else:
            how["beyond_the_book"] = chosen.beyond_the_book
            found = compare(asked.home, asked.question.id, asked.inputs, told=line, **how)
    print(found.to_csv().rstrip() if chosen.csv else found)
    for sentence in idle_changes(found, asked.inputs):
        say(sentence)
    return 0


def add_compared(command: argparse.ArgumentParser) -> None:
    """The words and options that say what is compared."""
    option = command.add_argument
    option("words", nargs="*", metavar="SYSTEM QUESTION name=value ...", help="what is compared")
    option(
        "--over",
        action="append",
        metavar="NAMES",
        help="what varies: attack (all values), attack=1..5, cover=open|rough, A.attack; all: all inputs",
    )
    option("--first", metavar="RULES", help="the first rules, such as R1=b; as printed without it")
    option("--second", metavar="RULES", help="the second rules as text, or another book, such as pz8-1950")
    add_rules(command)


def compared(chosen: argparse.Namespace) -> Compared:
    """What a command asks to compare; raises BadInput where nothing is changed, or in two ways."""
    if len(chosen.words) < 2:
        raise BadInput(f"name a system and a question, such as: {EXAMPLE}")
    home = system(chosen.words[0])
    question = home.question(chosen.words[1])
    if isinstance(question, BoardCheck):
        raise BadInput(f"{question.id} is a board check: it has no chances and no expected numbers")
    beyond = chosen.beyond_the_book
    forms = [
        asked_under(home, question, rules)[0].situation
        for rules in (chosen.first, None if chosen.variant else chosen.second)
    ]
    inputs = inputs_from(chosen.words[2:], forms[0], beyond, *forms[1:])
    forms = [form.beyond() if beyond else form for form in forms]
    free = free_inputs(question, inputs, *forms)
    over = over_in(chosen.over or [], *forms, free=free) if chosen.over else {}
    check_given(forms[0], inputs, over)
    changed = rules_from(home, chosen)
    if chosen.second and changed != home.rules:
        raise BadInput("say the second rules in one way: --second, or --set, --reading and --variant")
    if chosen.variant:
        file = read_variant(chosen.variant)
        return Compared(home, question, inputs, over, chosen.first, Variant(file.title, file.why, changed))
    if not chosen.second and changed == ruleset_of(home, chosen.first):
        raise BadInput(
            "name what is changed: --set hit_on=3, --reading R3=b, --variant FILE or --second pz8-1950"
        )
    return Compared(home, question, inputs, over, chosen.first, chosen.second or changed)
