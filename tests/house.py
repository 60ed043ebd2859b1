"""The size and shape of the core, measured: `python -m tests.house` prints it, a test holds it to its limits.

The core is `pz8edu` without `systems`. Lines are all lines of its Python files.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

CORE = Path(__file__).resolve().parent.parent / "pz8edu"

MOST_LINES = 10_000
LONGEST_CLASS = 300
MOST_ANY = 60
TYPED = ("chance", "rolls", "umpire", "tree")
MAY_WAIT = frozenset(("sympy", "flint", "shapely", "numpy", "mpmath", "distributed"))
"""Heavy libraries whose import may be put off until somebody needs them."""


def modules(*folders: str) -> list[Path]:
    """The Python files of the core, or of some of its folders."""
    roots = [CORE / folder for folder in folders] or [CORE]
    found = [file for root in roots for file in sorted(root.rglob("*.py"))]
    return [file for file in found if "systems" not in file.relative_to(CORE).parts]


def lines(files: list[Path]) -> int:
    """All lines of some files."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def long_classes() -> dict[str, int]:
    """Classes of more lines than allowed."""
    return {
        f"{file.relative_to(CORE)}: {node.name}": length
        for file in modules()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_CLASS
    }


def anys() -> int:
    """How often the typed folders write `Any`, the lines that import it left out."""
    return sum(
        len(re.findall(r"\bAny\b", line))
        for file in modules(*TYPED)
        for line in file.read_text(encoding="utf-8").splitlines()
        if not line.lstrip().startswith("from typing import")
    )


def imports_inside_functions() -> list[str]:
    """Imports that wait inside a function, though no heavy library and no `_repr_` method asks for it."""
    return [
        f"{file.relative_to(CORE)}:{node.lineno} {ast.unparse(node)}"
        for file in modules()
        for node, function in _inner_imports(ast.parse(file.read_text(encoding="utf-8")), "")
        if not function.startswith("_repr_") and not _heavy(node)
    ]


def _inner_imports(node: ast.AST, function: str) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _inner_imports(child, function or child.name)
        elif isinstance(child, ast.Import | ast.ImportFrom) and function:
            yield child, function
        else:
            yield from _inner_imports(child, function)


def _heavy(node: ast.Import | ast.ImportFrom) -> bool:
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    return all(name.partition(".")[0] in MAY_WAIT for name in names)


def report() -> str:
    """The figures, one a line."""
    floors = sorted({file.relative_to(CORE).parts[0] for file in modules()})
    each = [
        f"  {floor:<14} {lines([f for f in modules() if f.relative_to(CORE).parts[0] == floor]):>6}"
        for floor in floors
    ]
    return "\n".join(
        [
            f"lines of the core without systems: {lines(modules())} (at most {MOST_LINES})",
            *each,
            f"'Any' in {', '.join(TYPED)}: {anys()} (at most {MOST_ANY})",
            f"classes above {LONGEST_CLASS} lines: {long_classes() or 'none'}",
            f"imports inside functions: {len(imports_inside_functions())}",
            *(f"  {found}" for found in imports_inside_functions()),
        ]
    )


if __name__ == "__main__":
    print(report())  # noqa: T201
