"""How rules are written: no builtin that looks at rolls behind their back, no decimals in a chance.

A name counts as a roll where it is made by a throw of the umpire, or of such a name by arithmetic.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SYSTEMS = Path(__file__).resolve().parent.parent.parent / "pz8edu" / "systems"
CHANCE = SYSTEMS.parent / "core" / "chance"
MODULES = sorted(SYSTEMS.rglob("*.py"))

THROWS = {
    "d6",
    "d3",
    "die",
    "roll",
    "sum_of",
    "pool",
    "lowest",
    "highest",
    "odds",
    "in_turn",
    "step",
    "then",
    "draw",
}
STAYS = {"half", "at_least", "at_most", "read", "modified", "count", "total"}
TALLIES = {"tally", "repeat", "hand"}
FORBIDDEN = {"min", "max", "sorted", "any", "all", "sum", "bool", "list", "tuple", "set"}


class Rolls(ast.NodeVisitor):
    """The names in one function that hold rolls or tallies, and what is done to them."""

    def __init__(self) -> None:
        self.rolls: set[str] = set()
        self.tallies: set[str] = set()
        self.faults: list[tuple[int, str]] = []

    def is_roll(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.rolls
        if isinstance(node, ast.BinOp):
            return self.is_roll(node.left) or self.is_roll(node.right)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self.is_roll(node.operand)
        if isinstance(node, ast.Subscript):
            return self.is_tally(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner, name = node.func.value, node.func.attr
            if name in THROWS and isinstance(owner, ast.Name) and owner.id in ("umpire", "deck"):
                return True
            return name in STAYS and (self.is_roll(owner) or self.is_tally(owner))
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "together"

    def is_tally(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.tallies
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            return node.func.attr in TALLIES and isinstance(owner, ast.Name) and owner.id == "umpire"
        return False

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for target in node.targets:
            if isinstance(target, ast.Name):
                for known, holds in ((self.rolls, self.is_roll), (self.tallies, self.is_tally)):
                    (known.add if holds(node.value) else known.discard)(target.id)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN:
            parts: list[ast.expr] = []
            for argument in node.args:
                parts += argument.elts if isinstance(argument, (ast.List, ast.Tuple, ast.Set)) else [argument]
            if any(self.is_roll(part) for part in parts):
                self.faults.append((node.lineno, f"{node.func.id}() of a roll"))

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        if any(isinstance(how, (ast.In, ast.NotIn)) for how in node.ops) and self.is_roll(node.left):
            self.faults.append((node.lineno, "'in' asks a roll again and again: use is_in"))
        if len(node.ops) > 1 and any(map(self.is_roll, sides)):
            self.faults.append((node.lineno, "a chained comparison asks a roll twice: use between"))
        if any(isinstance(how, (ast.Is, ast.IsNot)) for how in node.ops) and any(map(self.is_roll, sides)):
            self.faults.append((node.lineno, "'is' never looks at a roll"))

    def truth(self, node: ast.expr) -> None:
        if self.is_roll(node) or self.is_tally(node):
            self.faults.append((node.lineno, "a roll is neither true nor false: ask it something"))

    def visit_If(self, node: ast.If) -> None:
        self.truth(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.truth(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.truth(node.test)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for value in node.values:
            self.truth(value)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.truth(node.operand)
        self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        if self.is_roll(node.value):
            self.faults.append((node.lineno, "a roll cannot be written into text"))
        self.generic_visit(node)


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def faults_of(source: str) -> list[str]:
    found = []
    for function in functions(ast.parse(source)):
        rolls = Rolls()
        for argument in (*function.args.args, *function.args.kwonlyargs):
            said = ast.unparse(argument.annotation) if argument.annotation else ""
            if said.startswith("Roll["):
                rolls.rolls.add(argument.arg)
            if said.startswith("Tally["):
                rolls.tallies.add(argument.arg)
        for statement in function.body:
            rolls.visit(statement)
        found += [f"{function.name}, line {line}: {words}" for line, words in rolls.faults]
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(SYSTEMS)))
def test_rules_ask_their_rolls_in_the_open(module: Path) -> None:
    assert faults_of(module.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "return max(die, 3)",
        "return min((die, 3))",
        "return sorted([die, umpire.d6('y')])",
        "return sum([die, die])",
        "return die in (2, 4)",
        "return 2 <= die <= 4",
        "return 'a' if die else 'b'",
        "return f'{die}'",
        "return die and 3",
        "return not die",
        "more = die + 2\n    return max(more, 2)",
        "dice = umpire.tally('x', 3, hits=(6,))\n    return max(dice['hits'], 1)",
        "while die:\n        pass",
        "return die is Damage.NONE",
    ],
)
def test_the_check_finds_what_it_looks_for(line: str) -> None:
    assert faults_of(f"def rule(umpire, situation, rules):\n    die = umpire.d6('x')\n    {line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "face = umpire.settle('x', die)\n    return max(face, 3)",
        "if die >= 4:\n        return 1\n    return sum(range(3))",
        "return die.is_in((2, 4))",
        "die = 3\n    return 2 <= die <= 4",
        "hit = die >= 4\n    return 'a' if hit else 'b'",
        "return max(situation.attack, rules.least)",
    ],
)
def test_the_check_leaves_good_lines_alone(line: str) -> None:
    assert not faults_of(f"def rule(umpire, situation, rules):\n    die = umpire.d6('x')\n    {line}\n")


# --- no decimals in a chance
GEOMETRY = {
    "airspace",
    "board",
    "boards",
    "tabletop",
    "shell_table",
    "kilometre_map",
    "deviation",
    "hexes",
    "movement",
    "flight",
    "plane",
    "setting_up",
}
IN_DECIMALS = {"approximate", "fold_in_decimals", "sum_in_decimals"}
"""Decimals with a proved error, a type of their own that is never mixed with exact numbers."""
ALLOWED = {1e-9}
"""The tolerance of trigonometry, which no chance ever sees except through where a shell falls."""


def decimals(module: Path) -> list[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return [
        f"line {node.lineno}: {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value not in ALLOWED
    ]


@pytest.mark.parametrize(
    "module",
    [
        module
        for module in [*MODULES, *sorted(CHANCE.glob("*.py"))]
        if module.stem not in GEOMETRY | IN_DECIMALS
    ],
    ids=lambda module: str(module.relative_to(SYSTEMS.parent)),
)
def test_no_decimal_stands_in_a_chance(module: Path) -> None:
    assert [found for found in decimals(module) if not found.endswith((": 0.0", ": 1.0"))] == []
