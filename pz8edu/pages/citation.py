"""Where the book says it: the section that the docstring of a rule names, found from the line that asks."""

from __future__ import annotations

import ast
import linecache
import re
from functools import cache

from pz8edu.core.records import FrozenRecord
from pz8edu.pages.sections import cited_in

_READING = re.compile(r"\bR\d+\b")


class Citation(FrozenRecord):
    """A rule function with the section and the readings that its docstring names."""

    rule: str
    section: str
    readings: tuple[str, ...]
    first_line: int
    last_line: int
    source: str


def cited(line: tuple[str, int] | None) -> Citation | None:
    """The innermost rule function around a line (file, number) whose docstring names a section, if any."""
    if line is None:
        return None
    file, number = line
    around = [rule for rule in _rules_in(file) if rule.first_line <= number <= rule.last_line]
    return max(around, key=lambda rule: rule.first_line, default=None)


@cache
def _rules_in(file: str) -> tuple[Citation, ...]:
    text = "".join(linecache.getlines(file))
    try:
        module = ast.parse(text)
    except SyntaxError:
        return ()
    found = []
    for node in ast.walk(module):
        if not isinstance(node, ast.FunctionDef):
            continue
        says = ast.get_docstring(node) or ""
        section = cited_in(says)
        if section:
            source = ast.get_source_segment(text, node) or ""
            readings = tuple(dict.fromkeys(_READING.findall(says)))
            last = node.end_lineno or node.lineno
            found.append(Citation(node.name, section, readings, node.lineno, last, source))
    return tuple(found)
