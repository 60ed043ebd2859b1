"""The size and shape of the house: `python -m tests.house` prints it, a test holds it to its limits.

Lines are all lines of a folder's Python files.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.systems.books import SIXTEEN

CORE = Path(__file__).resolve().parent.parent / "pz8edu"
SYSTEMS = CORE / "systems"
WIDGETS = CORE.parent / "widgets" / "pz8widgets"

MOST_LINES = {
    "algebra": 1_930,
    "core": 13_730,
    "pages": 1_065,
    "board": 4_515,
    "turns": 940,
    "games": 1_295,
    "show": 2_320,
    "asking": 2_440,
    "desk": 6_690,
    "packing": 2_010,
    "decisions": 630,
    "commands": 1_630,
    "printing": 320,
    "analysis": 2_660,
    "systems": 42_490,
    "pz8edu without systems": 42_755,
    "pz8widgets": 25_350,
}
"""The most lines that a folder may have: who needs more takes some away elsewhere, or argues here."""

LONGEST_CLASS = 300
MOST_ANY = 48
TYPED = ("core/chance", "core/rolls", "core/umpire", "core/tree")
MOST_NAMES_TWICE, MOST_ANY_IN_ALL = 24, 364
"""Public functions and classes of one name in two modules, and `Any` in all: that on its way to 250."""
MAY_WAIT = frozenset(("sympy", "flint", "shapely", "numpy", "scipy", "mpmath", "distributed"))
"""Heavy libraries whose import may be put off until somebody needs them."""


def modules(*folders: str) -> list[Path]:
    """The Python files of the core, or of some of its folders."""
    roots = [CORE / folder for folder in folders] or [CORE]
    found = [file for root in roots for file in sorted(root.rglob("*.py"))]
    return [file for file in found if "systems" not in file.relative_to(CORE).parts]


def lines(files: list[Path]) -> int:
    """All lines of some files."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def lines_by_folder() -> dict[str, int]:
    """The lines of each folder that has a limit."""
    books = [SYSTEMS / book.replace("-", "_") for book in SIXTEEN]
    whole = {
        "systems": lines([file for book in books for file in book.rglob("*.py")]),
        "pz8edu without systems": lines(modules()),
        "pz8widgets": lines(sorted(WIDGETS.rglob("*.py"))),
    }
    return {name: whole[name] if name in whole else lines(modules(name)) for name in MOST_LINES}


def long_classes() -> dict[str, int]:
    """Classes of more lines than allowed."""
    return {
        f"{file.relative_to(CORE)}: {node.name}": length
        for file in modules()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_CLASS
    }


def names_twice() -> dict[str, list[str]]:
    """The public functions and classes that stand in two modules or more, commands left out, by name."""
    homes: dict[str, dict[str, None]] = defaultdict(dict)
    for file in modules():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            named = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
            if named and file.parent.name != "commands":
                homes[node.name][file.relative_to(CORE).as_posix()] = None
    return {name: [*found] for name, found in sorted(homes.items()) if len(found) > 1}


def anys(*folders: str) -> int:
    """How often some folders, or all, write `Any`, the lines that import it left out."""
    return sum(
        len(re.findall(r"\bAny\b", line))
        for file in modules(*folders)
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
    each = [
        f"  {name:<24} {found:>6} (at most {MOST_LINES[name]})" for name, found in lines_by_folder().items()
    ]
    return "\n".join(
        [
            "lines of Python:",
            *each,
            f"'Any' in {', '.join(TYPED)}: {anys(*TYPED)} (at most {MOST_ANY})",
            f"'Any' in all: {anys()} (at most {MOST_ANY_IN_ALL})",
            f"names that stand in two modules: {len(names_twice())} (at most {MOST_NAMES_TWICE})",
            f"classes above {LONGEST_CLASS} lines: {long_classes() or 'none'}",
            f"imports inside functions: {len(imports_inside_functions())}",
            *(f"  {found}" for found in imports_inside_functions()),
        ]
    )


if __name__ == "__main__":
    print(report())  # noqa: T201
