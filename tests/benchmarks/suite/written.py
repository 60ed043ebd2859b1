"""The problems as they are written: their kinds and titles, and the lines that a reader sees."""

from __future__ import annotations

import ast
import importlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ENGINES = ("ours", "in_icepool", "in_dyce", "in_lea")
ASKED = ("asked.ours", "asked.in_icepool", "asked.in_dyce")
"""The engines for problems that people asked elsewhere."""
LATER = ("later.ours", "later.in_icepool", "later.in_dyce")
"""The engines for more of them, which were collected later."""


@dataclass(frozen=True)
class Problem:
    """One problem of the suite."""

    name: str
    kind: str
    title: str


def module(engine: str) -> Any:
    """Where an engine's entries are written."""
    return importlib.import_module(f"tests.benchmarks.suite.{engine}")


def problems(engine: str = "ours") -> list[Problem]:
    """All problems, in the order of the file."""
    found = []
    for node in parsed(engine).body:
        said = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else None
        if said:
            kind, title = said.split(": ", 1)
            found.append(Problem(node.name, kind, title))  # type: ignore[attr-defined]
    return found


@cache
def parsed(engine: str) -> ast.Module:
    """The file of an engine."""
    return ast.parse(text(engine))


@cache
def text(engine: str) -> str:
    """The text of an engine's file."""
    return (Path(__file__).parent / f"{engine.replace('.', '/')}.py").read_text(encoding="utf-8")


def lines(engine: str, name: str) -> list[str]:
    """An entry as it is written: the helpers that it needs, then its own lines; dice such as D8 are given."""
    tops = {name: node for node in parsed(engine).body for name in defined(node)}
    needed: list[ast.stmt] = []

    def collect(node: ast.AST) -> None:
        for each in ast.walk(node):
            wanted = tops.get(each.id) if isinstance(each, ast.Name) else None
            if wanted is not None and wanted not in needed and wanted is not tops[name]:
                needed.append(wanted)
                collect(wanted)

    entry = tops[name]
    assert isinstance(entry, ast.FunctionDef)
    body = entry.body[1:] if ast.get_docstring(entry) else entry.body
    for each in body:
        collect(each)
    written = []
    for node in sorted(needed, key=lambda node: node.lineno):
        written += cut(engine, node)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            written += ["", ""]
    for node in body:
        own = [line[4:] for line in cut(engine, node)]
        if isinstance(node, ast.Return):
            own[0] = own[0].removeprefix("return ")
        written += own
    return written


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a file gives; dice such as D8 are taken for given."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


def cut(engine: str, node: Any) -> list[str]:
    """The lines of a statement, with its decorators."""
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return text(engine).splitlines()[first - 1 : node.end_lineno]


def length(engine: str, name: str) -> int:
    """How many lines an entry takes, empty ones left out."""
    return sum(1 for line in lines(engine, name) if line.strip())
