"""The teacher's edition holds every answer in the key, none on the worksheet, and needs nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from pz8widgets.course.course import lesson_at
from pz8widgets.course.teacher import expected, key, main, slides, worksheet

TEACHER = """
[teacher]
plan = ["5 min: guess"]
materials = ["dice"]
experiment = "Shoot."
tries = 20
value = "near"
rubric = ["multiplies"]
"""


@pytest.fixture
def lesson(course: Path) -> Path:
    path = course / "first.toml"
    path.write_text(path.read_text(encoding="utf-8") + TEACHER, encoding="utf-8")
    cells = [
        nbformat.v4.new_markdown_cell(
            "# First\n\n<!--head-->5 minutes<!--/-->\n\nA [chance](glossary.ipynb#chance) to hit."
        ),
        nbformat.v4.new_code_cell('Quiz("q-chance")'),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), course / "first.ipynb")  # type: ignore[no-untyped-call]
    return path


def test_the_key_has_answers_reasons_mistakes_and_the_spread_of_a_class(lesson: Path) -> None:
    page = key(lesson_at(lesson), pupils=30)
    for told in ("5/36", "Because 5/36.", "That is the chance to <em>hit</em>", "It is: near.", "multiplies"):
        assert told in page
    assert "600 tries in all" in page
    assert "about 83.33 times, with a standard error of about 8.47" in expected(lesson_at(lesson), 30)


def test_the_worksheet_tells_the_situation_and_no_answer(lesson: Path) -> None:
    page = worksheet(lesson_at(lesson))
    assert "A chance to hit." in page
    assert "5 minutes" not in page
    assert "How often?" in page
    for secret in ("5/36", "Because", "13.9"):
        assert secret not in page


def test_slides_keep_hints_and_answers_for_later(lesson: Path) -> None:
    page = slides(lesson_at(lesson))
    seen = re.sub(r"<div class='later'>.*?</div>", "", page, flags=re.DOTALL)
    assert "5/36" in page
    assert "5/36" not in seen
    assert "ArrowRight" in page


def test_one_command_writes_pages_that_need_nothing_else(
    lesson: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = lesson.parent / "teacher"
    assert main([str(lesson.with_suffix(".ipynb")), "--out", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "first-key.html",
        "first-slides.html",
        "first-worksheet.html",
    ]
    for path in out.iterdir():
        assert not re.search(r"(src|href)=|url\(|@import", path.read_text(encoding="utf-8"))
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["more/none.ipynb"], "is no lesson"), (["first.toml", "--pupils", "0"], "1 to 1000")],
)
def test_what_cannot_be_written_says_so(
    lesson: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


def test_many_questions_stand_closer_and_choices_in_a_line() -> None:
    folder = Path(__file__).resolve().parents[3] / "lessons"
    assert '<body class="paper sheet many">' in worksheet(
        lesson_at(folder / "chance" / "04-are-you-sure.toml")
    )
    page = worksheet(lesson_at(folder / "pz8-divisional" / "04-equals.toml"))
    assert '<body class="paper sheet">' in page
