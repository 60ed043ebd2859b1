"""The teacher's edition holds every answer in the key, none on the worksheet, and needs nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from pz8edu import BadInput
from pz8widgets.course.course import lesson_at
from pz8widgets.course.paper import prose_before
from pz8widgets.course.slides import slides
from pz8widgets.course.teacher import expected, key, main, worksheet, write_edition

TEACHER = """
[teacher]
plan = ["5 min: guess"]
materials = ["dice"]
experiment = "Shoot."
tries = 20
value = "near"
event = "the target is destroyed"
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
    for told in (
        "5/36",
        "Because 5/36.",
        "That is the chance to <em>hit</em>",
        "The answer: near.",
        "multiplies",
    ):
        assert told in page
    assert "600 tries in all" in page
    assert "A chance to hit." in page, "the rule stands there, too"
    assert "Every way it can go" in page
    said = expected(lesson_at(lesson), 30)
    assert "<b>the target is destroyed</b> about 83.33 times, with a standard error of about 8.47" in said
    lesson.write_text(
        lesson.read_text(encoding="utf-8").replace("tries = 20", "tries = 20\nby = 2"), encoding="utf-8"
    )
    assert "30 pupils in 15 pairs and 300 tries in all" in expected(lesson_at(lesson), 30)


def test_the_worksheet_tells_the_situation_and_no_answer(lesson: Path) -> None:
    page = worksheet(lesson_at(lesson))
    assert "A chance to hit." in page
    assert "5 minutes" not in page
    assert "How often?" in page
    for secret in ("5/36", "Because", "13.9"):
        assert secret not in page


def test_slides_keep_hints_and_answers_for_later(lesson: Path) -> None:
    page = slides(lesson_at(lesson))
    later = r"<div class='later'>.*?</div>|<figure class='grown'>.*?</figure>"
    seen = re.sub(later, "", page, flags=re.DOTALL)
    assert "5/36" in page
    assert "5/36" not in seen
    assert "ArrowRight" in page
    assert "A chance to hit." in seen
    assert "Every way it can go" in page
    assert "Every way it can go" not in seen
    asked = re.findall(r"<section class='asked paper'>(.*?)</section>", page, flags=re.DOTALL)
    assert len(asked) == len(lesson_at(lesson).questions)
    assert not any("later" in each for each in asked)


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
        assert not re.search(r"(src|href)=|url\((?!#)|@import", path.read_text(encoding="utf-8"))
    assert len(capsys.readouterr().out.splitlines()) == 3


LESSONS = Path(__file__).resolve().parents[3] / "lessons"
ALL = [path for path in sorted(LESSONS.rglob("*.toml")) if path.with_suffix(".ipynb").is_file()]
GROUPS = {"pair": 2, "pairs": 2, "group": 3, "table": 4, "half": 2}
"""What an experiment says of who makes it, and how many pupils these are."""


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("path", ALL, ids=[path.relative_to(LESSONS).as_posix() for path in ALL])
def test_every_lesson_has_an_edition_that_names_what_is_counted(path: Path, tmp_path: Path) -> None:
    lesson = lesson_at(path)
    written = [page.read_text(encoding="utf-8") for page in write_edition(lesson, tmp_path)]
    assert all(lesson.title in re.sub("&#?[a-z0-9]+;", "'", page) or "&" in page for page in written)
    prose = [text for text in prose_before(lesson).values() if len(text) > 40]
    for text in prose:
        words = max(re.findall(r"[A-Za-z ]{12,}", text), key=len).strip()
        assert all(words in page for page in written), words
    teacher = lesson.teacher
    if "value" not in teacher:
        return
    assert teacher["event"] in written[0]
    said = re.match(r"(?:Each|Every|Half of the)?\s*(\w+)", teacher["experiment"])
    assert said is not None
    by = GROUPS.get(said[1].lower(), 2 if teacher["experiment"].startswith("Half") else 1)
    assert teacher.get("by", 1) == by, teacher["experiment"]
    assert f"{60 // by * teacher['tries']} tries in all" in expected(lesson, 60)


def test_a_class_counts_what_the_lesson_says() -> None:
    """Six lessons counted by hand, one of each kind."""
    for name, said in {
        "pz8-coastal/03-slow-down-to-aim": "180 tries in all, <b>the target escapes</b> 45 times",
        "pz8-colonial/06-how-many-snipers": "180 tries in all, <b>nobody is hit</b> about 54.73 times",
        "pz8-ww1/03-six-tanks": "30 tries in all, <b>a tank crosses four squares</b> about 14.47 times",
        "pz8-naval/03-nerve": "the mean of <b>the turns until the enemy leaves</b> is 19",
        "pz8-ww1/04-six-shells-or-one-gas": "100 tries in all, the mean of <b>what the six dice add</b> is 6",
        "pz8-divisional/04-equals": "360 tries in all, <b>the first die is higher</b> 150 times",
    }.items():
        assert said in expected(lesson_at(LESSONS / f"{name}.toml"), 30), name


def test_a_mean_without_its_variance_is_said(lesson: Path) -> None:
    text = lesson.read_text(encoding="utf-8").replace(
        'ratio = "near / far"', 'ratio = "near / far"\nmean = "3"'
    )
    lesson.write_text(text.replace('value = "near"', 'value = "mean"'), encoding="utf-8")
    with pytest.raises(BadInput, match=r"a mean needs a teacher\.variance"):
        key(lesson_at(lesson))


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
