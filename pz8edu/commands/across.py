"""`across`: the same kind of question in several systems."""

from __future__ import annotations

import argparse

from pz8edu.commands.words import Commands
from pz8edu.desk.balance.alike import across, kind, mapping_text, question_kinds
from pz8edu.errors import BadInput, shown

EXAMPLE = "pz8edu across tank-duel pz8-ww2 pz8-1975 asp-ww2 gun=heavy"


def add(commands: Commands) -> None:
    """The command and its options."""
    command = commands.add_parser(
        "across", help="the same tank duel, rally, ... in several systems", epilog=EXAMPLE
    )
    command.add_argument("words", nargs="*", metavar="KIND SYSTEM ... name=value ...")
    command.add_argument("--mapping", action="store_true", help="what the common words mean in each system")
    command.add_argument("--csv", action="store_true", help="exact fractions as comma-separated lines")
    command.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the answers side by side; without a kind the kinds and their inputs."""
    if not chosen.words:
        for name in question_kinds():
            print(f"{name}: {kind(name)['title']}")
            for each, about in kind(name)["inputs"].items():
                print(f"  {each} [{about['default']}]: {', '.join(about['values'])}; {about['help']}")
            print(f"  systems: {', '.join(kind(name)['systems'])}")
        return 0
    name, *words = chosen.words
    kind(name)
    if chosen.mapping:
        print(mapping_text(name).rstrip())
        return 0
    inputs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            if key in inputs:
                raise BadInput(f"the input {shown(key)} is given twice")
            inputs[key] = value
    found = across(name, *(word for word in words if "=" not in word), inputs=inputs)
    print(found.to_csv().rstrip() if chosen.csv else found)
    return 0
