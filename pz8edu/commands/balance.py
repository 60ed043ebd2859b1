"""`balance`: exact duels of every unit with every other, and what their points are worth."""

from __future__ import annotations

import argparse
from fractions import Fraction

from pz8edu.commands.progress import ProgressLine
from pz8edu.commands.words import Commands, add_rules, rules_from
from pz8edu.desk.balance.balance import Balance, balance
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.percent import short_percent
from pz8edu.printing.text import columns
from pz8edu.systems import system


def add(commands: Commands) -> None:
    """The command and its options."""
    command = commands.add_parser("balance", help="who is under- and overpriced: exact duels of all units")
    command.add_argument("system", help="a system with a duel, such as pz8-scifi")
    command.add_argument("--list", metavar="FILE", help="an army list: name,soft,armour,defence,...,points")
    command.add_argument("--against", metavar="UNIT", help="the best answers to this unit")
    command.add_argument("--matrix", action="store_true", help="the chance of each to destroy each other")
    command.add_argument("--csv", action="store_true", help="exact fractions as comma-separated lines")
    add_rules(command)
    command.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the standings, the matrix, or the best answers to a unit."""
    home = system(chosen.system)
    with ProgressLine("duels") as line:
        found = balance(home, chosen.list, rules=rules_from(home, chosen), told=line)
    if chosen.against:
        lines = answers(found, chosen.against, chosen.csv)
    elif chosen.matrix:
        lines = found.matrix(exact=chosen.csv)
    elif chosen.csv:
        lines = found.lines()
    else:
        print(found)
        return 0
    print(csv_text(lines).rstrip() if chosen.csv else columns(lines, "<>"))
    return 0


def answers(found: Balance, enemy: str, exact: bool) -> list[list[str]]:
    """The best answers to a unit as text."""
    said = str if exact else short_percent
    rows = [
        [name, said(duel.wins), said(duel.loses), _turns(duel.turns, exact)]
        for name, duel in found.best_against(enemy)
    ]
    return [["unit", "wins", "loses", "turns"], *rows]


def _turns(turns: Fraction | None, exact: bool) -> str:
    if turns is None:
        return "never"
    return str(turns) if exact else f"{float(turns):.2f}"
