"""The decisions of the books: what the `decisions.toml` of a system asks, `decisions.py` beside it answers.

Each is answered by the function of the same name, and its form is the one that its signature names.
`goal` is what each outcome is worth (0 unless told), without it the outcome itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path

from pz8edu import systems
from pz8edu.core.rulebook.questions import form_of
from pz8edu.decisions.problem import Problem
from pz8edu.errors import unknown


@cache
def problems() -> Mapping[str, Problem]:
    """The decisions of all books by their names."""
    systems.ids()  # then the systems of one's own have their place
    files = [file for folder in systems.__path__ for file in sorted(Path(folder).glob("*/decisions.toml"))]
    return {each.id: each for file in files for each in of_book(file)}


def of_book(file: Path) -> Iterator[Problem]:
    """The decisions of a book."""
    rules = import_module(f"{systems.__name__}.{file.parent.name}.decisions")
    for name, told in tomllib.loads(file.read_text(encoding="utf-8")).items():
        rule, worths = getattr(rules, name.replace("-", "_")), told.pop("goal", None)
        goal = None if worths is None else goal_of({end: Fraction(worth) for end, worth in worths.items()})
        yield Problem(
            name, file.parent.name.replace("_", "-"), situation=form_of(rule), rule=rule, goal=goal, **told
        )


def goal_of(worths: Mapping[str, Fraction]) -> Callable[[object], Fraction]:
    """What an outcome is worth, by its word."""
    return lambda end: worths.get(str(end), Fraction(0))


def problem(name: str) -> Problem:
    """A decision of a book by its name: "only-missile"."""
    if name not in problems():
        raise unknown("decision", name, problems())
    return problems()[name]
