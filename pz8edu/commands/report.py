"""`report`: a comparison as a page of its own."""

from __future__ import annotations

import argparse
from typing import Any

from pz8edu.asking.comparison import ruleset_of
from pz8edu.asking.variant import Variant, read_variant
from pz8edu.commands.words import add_rules, inputs_from, rules_from
from pz8edu.desk.report import free_inputs, report
from pz8edu.errors import BadInput
from pz8edu.rulebook.system import Calculator
from pz8edu.systems import system

EXAMPLE = (
    "pz8edu report pz8-ww2 direct-fire attack=5 defence=4 --over cover,quality --set hit_on=3 --out page.html"
)


def add(commands: Any) -> None:
    """The command and its options."""
    command = commands.add_parser(
        "report", help="a comparison as a page: HTML, Markdown or CSV", epilog=EXAMPLE
    )
    option = command.add_argument
    option("words", nargs="*", metavar="SYSTEM CALCULATOR name=value ...", help="what is compared")
    option("--over", metavar="NAMES", help="inputs that take all their values, such as cover,quality; or all")
    option("--first", metavar="RULES", help="the first rules, such as R1=b; as printed without it")
    option("--second", metavar="RULES", help="the second rules as text, or another book, such as pz8-1950")
    option("--title", default="", help="what the page is called")
    option("--out", metavar="FILE", help="where to write it: .html, .md or .csv; printed without it")
    add_rules(command)
    command.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the page, or print it as Markdown."""
    if len(chosen.words) < 2:
        raise BadInput(f"name a system and a calculator, such as: {EXAMPLE}")
    home = system(chosen.words[0])
    question = home.question(chosen.words[1], "calculator")
    assert isinstance(question, Calculator)
    inputs = inputs_from(chosen.words[2:], question.situation)
    over: tuple[str, ...] = tuple(chosen.over.split(",")) if chosen.over else ()
    if over == ("all",):
        over = free_inputs(question, inputs)
    changed = rules_from(home, chosen)
    if chosen.second and changed != home.rules:
        raise BadInput("say the second rules in one way: --second, or --set, --reading and --variant")
    second: Any = chosen.second or changed
    if chosen.variant:
        file = read_variant(chosen.variant)
        second = Variant(file.title, file.why, changed)
    elif not chosen.second and changed == ruleset_of(home, chosen.first):
        raise BadInput(
            "name what is changed: --set hit_on=3, --reading R3=b, --variant FILE or --second pz8-1950"
        )
    page = report(home, question.id, inputs, first=chosen.first, second=second, over=over, title=chosen.title)
    if chosen.out:
        print(f"{page.save(chosen.out)}: {page.comparison.summary}")
    else:
        print(page.to_markdown().rstrip())
    return 0
