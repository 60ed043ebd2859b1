"""Every lesson runs from the top, comes out as it is committed, and keeps to the form of a lesson."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pz8widgets.regenerate import lessons_in, regenerated

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
ALL = lessons_in(LESSONS)
NAMES = [str(path.relative_to(LESSONS)) for path in ALL]


def cells(path: Path, kind: str) -> list[str]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_the_first_lesson_and_seven_on_pz8_ww2_are_there() -> None:
    assert "00-start-here.ipynb" in NAMES
    assert sum(name.startswith("pz8-ww2/") for name in NAMES) == 7


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_a_lesson_comes_out_as_committed(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PZ8EDU_PROGRESS", str(tmp_path))
    assert regenerated(path) == path.read_text(encoding="utf-8"), (
        f"{path.name} is not as a run from the top writes it: python -m pz8widgets.regenerate"
    )


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_a_lesson_is_small_and_asks_before_it_tells(path: Path) -> None:
    assert path.stat().st_size < 60_000
    text = "\n".join(cells(path, "markdown"))
    assert "?" in text, "a lesson begins with a question"
    assert any("Quiz(" in source for source in cells(path, "code")), "a lesson has something to predict"


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_an_answer_is_calculated_and_never_typed_in(path: Path) -> None:
    for source in cells(path, "code"):
        for answer in re.findall(r"answer\s*=\s*([^\n]+)", source):
            assert not re.match(r"[\"']?\d+(/\d+|\.\d+)?%?[\"']?,", answer), f"typed in: {answer}"
