"""`variant`: check, write and show variant files."""

from __future__ import annotations

import argparse
from pathlib import Path

from pz8edu.commands.words import Commands, add_rules, rules_from
from pz8edu.desk.variants.variant import Variant, check_variant, read_variant
from pz8edu.systems import system


def add(commands: Commands) -> None:
    """The command and its options."""
    command = commands.add_parser("variant", help="check, write or show a variant file")
    steps = command.add_subparsers(required=True, metavar="check|new|show|text")
    for name, run, told in (
        ("check", run_check, "all faults of a file at once, each with its line"),
        ("show", run_show, "what a file changes, with the printed values"),
        ("text", run_text, "the same rules as text, and as options of a command"),
    ):
        step = steps.add_parser(name, help=told)
        step.add_argument("file", metavar="FILE")
        step.set_defaults(run=run)
    new = steps.add_parser("new", help="write a file with these changes")
    new.add_argument("system", help="the system that it departs from")
    new.add_argument("file", metavar="FILE")
    new.add_argument("--title", default="", help="what it is called")
    new.add_argument("--why", default="", help="the reason for it")
    add_rules(new)
    new.set_defaults(run=run_new)


def run_check(chosen: argparse.Namespace) -> int:
    """Print all faults of a file; 2 when there are any."""
    checked = check_variant(chosen.file)
    print(checked)
    return 2 if checked.faults else 0


def run_show(chosen: argparse.Namespace) -> int:
    """Print what a file changes."""
    print(read_variant(chosen.file))
    return 0


def run_text(chosen: argparse.Namespace) -> int:
    """Print the rules of a file as text, and as options of a command."""
    variant = read_variant(chosen.file)
    print(variant.rules)
    print(variant.options)
    return 0


def run_new(chosen: argparse.Namespace) -> int:
    """Write a variant file; one that is there already is never overwritten."""
    rules = rules_from(system(chosen.system), chosen)
    file = Path(chosen.file)
    Variant(chosen.title or file.stem, chosen.why, rules).save(file)
    print(f"{file}: {rules}")
    return 0
