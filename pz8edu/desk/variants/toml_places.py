"""Where in a TOML text each key stands: the lines that a person is sent to."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress

Path = tuple[str, ...]
"""The keys from the outermost table to a value."""

TOO_DEEP = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}""")
"""A key of more than a hundred parts: reading it would take seconds."""


def read_lines(text: str) -> dict[str, object]:
    """A text as TOML; raises ValueError for what is none, with the place where it stops making sense."""
    if not TOO_DEEP.search(text):
        with suppress(RecursionError):
            return tomllib.loads(text)
    raise ValueError("it is nested too deeply")


def lines_in_toml(text: str) -> dict[Path, int]:
    """The line of every key and of every table, counted from 1; the text must be TOML."""
    places: dict[Path, int] = {}
    table: Path = ()
    for line, statement in _statements(text):
        found = list(_paths(tomllib.loads(statement)))
        if statement.lstrip().startswith("["):
            table = found[-1][:-1] if found and found[-1][-1:] == ("",) else ()
            places.setdefault(table, line)
        else:
            for path in found:
                for length in range(1, len(path) + 1):
                    places.setdefault((*table, *path[:length]), line)
    return places


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Every statement with its first line: a value in several lines is one statement."""
    started, waiting = 0, ""
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if not waiting:
            started = number
        waiting += line
        try:
            tomllib.loads(waiting)
        except ValueError:
            continue
        if waiting.strip() and not waiting.lstrip().startswith("#"):
            yield started, waiting
        waiting = ""


def _paths(value: object) -> Iterator[Path]:
    """The keys of every value; those of an empty table end in ""."""
    if isinstance(value, list):
        for each in value[:1]:
            yield from _paths(each)
    elif isinstance(value, Mapping):
        if not value:
            yield ("",)
        for key, inner in value.items():
            for path in _paths(inner):
                yield (key, *path)
    else:
        yield ()
