"""What a notebook asks, and under which rules: found by reading its cells; nothing in it is ever run.

`read_variant("mine.toml")` in a cell is followed to the file beside the notebook, which is read.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pz8edu.core.rulebook.ruleset import Ruleset, changes_in
from pz8edu.core.rulebook.situation import Given
from pz8edu.core.rulebook.system import Question, System
from pz8edu.desk.compare.comparison import ruleset_of
from pz8edu.desk.variants.variant import Variant, read_variant
from pz8edu.errors import BadInput, shown
from pz8edu.systems import ids, system

UNKNOWN = object()
"""The value of whatever cannot be known without running it."""


@dataclass(frozen=True)
class CellAsks:
    """A question that a cell asks, with the inputs and the rules that stand in it."""

    question: Question
    inputs: Given
    rules: Ruleset


@dataclass(frozen=True)
class NotebookText:
    """The questions of a notebook in their order, its variants by name, and faults of either."""

    name: str
    asked: tuple[CellAsks, ...]
    variants: Mapping[str, Ruleset]
    faults: tuple[str, ...]


def read_notebook(text: str, name: str, folder: Path) -> NotebookText:
    """The questions and variants in a notebook of that folder; raises BadInput for a text that is none."""
    reader = _Reader(folder)
    for number, source in enumerate(_cells(text, name), 1):
        reader.read(number, source)
    return NotebookText(name, tuple(reader.asked), reader.variants, tuple(reader.faults))


def _cells(text: str, name: str) -> Iterator[str]:
    """The sources of all cells; "" for a cell of words."""
    try:
        cells = json.loads(text)["cells"]
        for cell in cells:
            yield "".join(cell["source"]) if cell["cell_type"] == "code" else ""
    except (ValueError, LookupError, TypeError, RecursionError, MemoryError) as fault:
        raise BadInput(f"{name!r} is not a notebook: {shown(str(fault))}") from None


class _Reader:
    """Reads statements in their order and remembers what names stand for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, object] = {}
        self.asked: list[CellAsks] = []
        self.variants: dict[str, Ruleset] = {}
        self.faults: list[str] = []

    def read(self, number: int, source: str) -> None:
        """One cell, numbered from 1; a cell that is no Python is passed over."""
        lines = re.sub(r"^\s*[%!?].*$", "", source, flags=re.MULTILINE)
        try:
            statements = ast.parse(lines).body
        except (SyntaxError, ValueError):
            return
        except (RecursionError, MemoryError):
            self.faults.append(f"cell {number}: it is nested too deeply to be read")
            return
        for statement in statements:
            try:
                self._statement(statement)
            except BadInput as fault:
                self.faults.append(f"cell {number}: {fault}")
            except Exception as fault:  # whatever a stranger's cell holds
                self.faults.append(f"cell {number}: it cannot be read ({type(fault).__name__})")

    def _statement(self, statement: ast.stmt) -> None:
        calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
            self._question(call)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name, value = statement.targets[0].id, self.value(statement.value)
            self.names[name] = value
            if isinstance(value, (Ruleset, Variant)):
                self.variants[name] = value.rules if isinstance(value, Variant) else value

    def _question(self, call: ast.Call) -> None:
        """Note a call that names a system and one of its questions."""
        first, second, *rest = [*map(self.value, call.args), UNKNOWN, UNKNOWN]
        home = system(first) if isinstance(first, str) and first in ids() else first
        if not isinstance(home, System) or not isinstance(second, str):
            return
        question = home.question(second)
        told = {each.arg: self.value(each.value) for each in call.keywords if each.arg}
        inputs = told.pop("inputs", rest[0] if rest else {})
        given = {**(inputs if isinstance(inputs, Mapping) else {}), **told}
        known = question.situation.fields()
        kept = {name: value for name, value in given.items() if name in known and value is not UNKNOWN}
        self.asked.append(CellAsks(question, kept, self._rules(home, told)))

    def _rules(self, home: System, told: Mapping[str, object]) -> Ruleset:
        """The rules that a call names; of two that it compares, the second. Raises BadInput."""
        found: Any = home.rules
        for name in ("rules", "second"):
            if told.get(name) is UNKNOWN:
                raise BadInput(f"the rules of a question ({name}=…) are not known without running it")
            if isinstance(told.get(name), (str, Ruleset, Variant)):
                found = told[name]
        if isinstance(found, str) and found.strip().endswith(".toml"):
            found = self._file(found.strip())
        rules = ruleset_of(home, found)
        reading = told.get("reading")
        return rules.variant(changes_in(reading)) if isinstance(reading, str) else rules

    def value(self, node: ast.expr) -> Any:
        """What an expression stands for; UNKNOWN where only running it would tell."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.names.get(name, UNKNOWN)
            case ast.Attribute(value=home, attr="rules"):
                found = self.value(home)
                return found.rules if isinstance(found, (System, Variant)) else UNKNOWN
            case ast.Call(func=function):
                return self._called(node, function)
            case ast.Dict(keys=keys, values=values):
                return self._mapping(keys, values)
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            return UNKNOWN

    def _called(self, call: ast.Call, function: ast.expr) -> object:
        """A system by its name, a variant of known rules, or the one in a file."""
        given = [self.value(each) for each in call.args]
        named = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if named == "system" and len(given) == 1 and given[0] in ids():
            return system(given[0])
        if named == "read_variant" and len(given) == 1 and isinstance(given[0], str):
            return self._file(given[0])
        if named != "variant" or not isinstance(function, ast.Attribute):
            return UNKNOWN
        rules = self.value(function.value)
        more = {each.arg: self.value(each.value) for each in call.keywords}
        changes = {**(given[0] if given and isinstance(given[0], Mapping) else {}), **more}
        if not isinstance(rules, Ruleset) or UNKNOWN in changes.values() or None in changes:
            return UNKNOWN
        return rules.variant(changes)

    def _file(self, name: str) -> Variant:
        """The variant in a file beside the notebook; raises BadInput for any other, and for its faults."""
        path = Path(name)
        if path.is_absolute() or ".." in path.parts:
            raise BadInput(f"{shown(name)} is not read: only variant files beside the notebook are")
        return read_variant(self.folder / path)

    def _mapping(self, keys: list[ast.expr | None], values: list[ast.expr]) -> object:
        names = [self.value(key) if key is not None else UNKNOWN for key in keys]
        found = [self.value(value) for value in values]
        known = UNKNOWN not in names and UNKNOWN not in found
        return dict(zip(names, found, strict=True)) if known and all(map(_can_be_key, names)) else UNKNOWN


def _can_be_key(value: object) -> bool:
    """May it stand as the key of a dictionary?"""
    try:
        hash(value)
    except TypeError:
        return False
    return True
