"""What the lesson for people from other dice tools shows of these runs there, and gives what ours gives."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pz8edu import Distribution, Tree

LESSON = Path(__file__).resolve().parents[2] / "lessons" / "01-coming-from-other-dice-tools.ipynb"
INSTALLED = [library for library in ("icepool", "dyce") if importlib.util.find_spec(library)]


class Step(NamedTuple):
    """A cell of text, what it shows of one library, and the code after it."""

    title: str
    theirs: str
    ours: list[str]


def steps(library: str) -> Iterator[Step]:
    """The steps of the lesson for which a library has a way."""
    cells = json.loads(LESSON.read_text(encoding="utf-8"))["cells"]
    title, before = "", []
    shown = ""
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            title = "".join(re.findall(r"^#+ (.*)", source)) or title
            shown = shown_of(library, source)
            continue
        before.append(source)
        if shown:
            yield Step(title, shown, list(before))
            shown = ""


def shown_of(library: str, text: str) -> str:
    """The code of a library in a text: a block of its own, or its column of the table."""
    blocks = re.findall(rf"```python\n# {library}\n(.*?)```", text, re.DOTALL)
    lines = re.findall(r"^\|(.*)\|$", text, re.MULTILINE)
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    if rows:
        head, _, row = rows
        blocks.append(row[head.index(library)].strip("`"))
    return "\n".join(blocks)


def value_of(source: str, names: dict[str, Any]) -> Any:
    """The value of the last line, after all others have been run."""
    *others, last = ast.parse(source).body
    exec(compile(ast.Module(others, []), "lesson", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "lesson", "eval"), names)
    exec(compile(ast.Module([last], []), "lesson", "exec"), names)
    return None


def law(found: Any) -> dict[Any, Fraction]:
    """The chances of a distribution of any library."""
    if isinstance(found, Tree):
        found = found.distribution
    if isinstance(found, Distribution):
        return found.fractions()
    weights = dict(found.items())
    return {outcome: Fraction(weight, sum(weights.values())) for outcome, weight in weights.items() if weight}


STEPS = [(library, step) for library in INSTALLED for step in steps(library)]


@pytest.fixture(autouse=True)
def own_progress(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PZ8EDU_PROGRESS", str(tmp_path))


def test_there_is_something_to_compare() -> None:
    assert "icepool" in INSTALLED
    assert sum(library == "icepool" for library, _ in STEPS) == 10


def imports_of(library: str) -> str:
    """The line of the lesson that imports what it shows of a library."""
    first = "".join(json.loads(LESSON.read_text(encoding="utf-8"))["cells"][0]["source"])
    (line,) = re.findall(rf"`(from {library} import [^`]+)`", first)
    return str(line)


@pytest.mark.filterwarnings("ignore:.*is experimental")
@pytest.mark.parametrize("library", INSTALLED)
def test_their_way_gives_what_ours_gives(library: str) -> None:
    theirs: dict[str, Any] = {}
    exec(imports_of(library), theirs)
    for step in steps(library):
        ours: dict[str, Any] = {}
        for source in step.ours[:-1]:
            value_of(source, ours)
        assert law(value_of(step.theirs, theirs)) == law(value_of(step.ours[-1], ours)), step.title
