"""Every lesson runs from the top, comes out as it is committed, and keeps to the form of a lesson."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from pz8edu import system
from pz8edu.lab import DIGESTS
from pz8widgets.course.course import Course, lesson_at
from pz8widgets.course.guess import Guess
from pz8widgets.course.judge import Verdict, judge
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.wording import filled
from pz8widgets.page.form import label_of
from pz8widgets.regenerate import all_regenerated, digests_text, lessons_in
from tests.systems.books import SIXTEEN

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
ALL = lessons_in(LESSONS)
NAMES = [path.relative_to(LESSONS).as_posix() for path in ALL]
PAGES = {"00-map.ipynb", "glossary.ipynb", "practice.ipynb"}
"""Pages that teach nothing by themselves: they lead, or are looked things up in."""

TAUGHT = [path for path in ALL if path.relative_to(LESSONS).as_posix() not in PAGES]
TAUGHT_NAMES = [path.relative_to(LESSONS).as_posix() for path in TAUGHT]
CODE = {
    "01-coming-from-other-dice-tools.ipynb",
    "02-gallery-of-dice-problems.ipynb",
    "03-gallery-of-fights-and-cards.ipynb",
    "04-gallery-of-decisions.ipynb",
}
"""Lessons that are about Python: they show more of it."""
OF_WORDS = {
    "chance/04-are-you-sure.ipynb",
    "designers/02-two-readings-one-table.ipynb",
    "pz8-colonial/03-cards-remember.ipynb",
}
"""Lessons of a sentence, of ten books, or of a pack of cards: no table belongs to them."""


def cells(path: Path, kind: str) -> list[str]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def data(path: Path) -> Lesson:
    return lesson_at(path.with_suffix(".toml"))


def questions() -> list[Question]:
    return [question for path in TAUGHT for question in data(path).questions.values()]


def sharing_a_kernel() -> dict[str, list[Path]]:
    """Lessons that are run in one kernel: those of a book. Others set how things are shown: each its own."""
    found = defaultdict(list)
    for path, name in zip(ALL, NAMES, strict=True):
        found[name if path.parent == LESSONS else path.parent.name].append(path)
    return found


@pytest.mark.whole_domain(10)
@pytest.mark.parametrize("name", sharing_a_kernel())
def test_lessons_come_out_as_committed(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PZ8EDU_PROGRESS", str(tmp_path))
    paths = sharing_a_kernel()[name]
    different = [
        path.name
        for path, text in zip(paths, all_regenerated(paths), strict=True)
        if text != path.read_text(encoding="utf-8")
    ]
    assert different == [], "not as a run from the top writes them: python -m pz8widgets.regenerate"


def test_the_digests_of_the_lessons_are_those_that_are_shipped() -> None:
    assert DIGESTS.read_text(encoding="utf-8") == digests_text(LESSONS), "python -m pz8widgets.regenerate"


@pytest.mark.parametrize("path", ALL, ids=NAMES)
def test_a_lesson_is_small(path: Path) -> None:
    assert path.stat().st_size < 60_000


@pytest.mark.parametrize("path", TAUGHT, ids=TAUGHT_NAMES)
def test_a_lesson_has_the_form_of_a_lesson(path: Path) -> None:
    lesson = data(path)
    text = cells(path, "markdown")
    assert text[0].splitlines()[0] == f"# {lesson.title}"
    assert "<!--head-->" in "".join(text[:2]), "at the top, or after the table that comes first"
    assert "<!--foot-->" in text[-1]
    assert "?" in text[0] + "".join(filled(each.text, lesson.values) for each in lesson.questions.values())
    assert 2 <= len(lesson.aims) <= 4
    assert lesson.concepts
    asked = [name for source in cells(path, "code") for name in re.findall(r'Quiz\("([^"]+)"\)', source)]
    assert asked == list(lesson.questions), "each question is asked once, in the order of the data"
    if lesson.path.name.removesuffix(".toml") + ".ipynb" not in CODE:
        for source in cells(path, "code"):
            assert source.count("\n") < 2, f"more than two lines of code: {source}"
            assert not re.search(r"\b(def|for|lambda|while)\b", source), source


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("path", TAUGHT, ids=TAUGHT_NAMES)
def test_no_hint_and_no_answer_is_in_the_page_before_it_is_due(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    for question in data(path).questions.values():
        for secret in (*question.hints, question.why, question.after, *(question.traps or {}).values()):
            told = filled(secret, question.values)
            for piece in re.split(r"[\n*`_]|[\"<>]", told):
                assert len(piece) < 40 or piece not in page, f"{question.id}: {piece!r}"


def test_a_trap_is_wrong_and_hears_its_sentence_and_the_answer_is_right() -> None:
    for question in questions():
        assert question.why.strip()
        if question.kind == "choice":
            assert set(question.traps or {}) <= set(question.choices or {}) - {question.right_choice}, (
                question.id
            )
            continue
        right, within = question.right, question.tolerance
        assert judge(question.kind, Guess(right), right, within, question.wrong).verdict is Verdict.EXACT
        for trap, says in question.wrong.items():
            found = judge(question.kind, Guess(trap), right, within, question.wrong)
            assert found[:2] == (Verdict.TRAP, says), f"{question.id}: {trap}"


@pytest.mark.parametrize("path", TAUGHT, ids=TAUGHT_NAMES)
def test_a_lesson_begins_with_a_table_to_touch(path: Path) -> None:
    name = path.relative_to(LESSONS).as_posix()
    first = next(iter(data(path).questions.values()))
    assert first.shows or name in CODE | OF_WORDS


def test_an_opener_is_seldom_certain_or_impossible() -> None:
    openers = [next(iter(data(path).questions.values())) for path in TAUGHT]
    dull = [each.id for each in openers if each.kind == "chance" and each.right in (0, 1)]
    assert 4 * len(dull) <= len(openers), dull


def test_names_of_questions_are_unique() -> None:
    counted = Counter(question.id for question in questions())
    assert [name for name, times in counted.items() if times > 1] == []


def test_the_course_leads_through_every_lesson_and_teaches_what_it_needs_first() -> None:
    course = Course(LESSONS)
    order = [name for track in course.tracks for name in track.lessons]
    assert Counter(order) == Counter(path.removesuffix(".ipynb") for path in TAUGHT_NAMES)
    taught = {concept for name in order for concept in course.lesson(name).concepts}
    assert taught == set(course.concepts), "each idea has a lesson, and each lesson's ideas are on the map"


@pytest.mark.parametrize("path", TAUGHT, ids=TAUGHT_NAMES)
def test_every_lesson_has_a_way_on_and_no_sentence_is_torn(path: Path) -> None:
    text = cells(path, "markdown")
    foot = re.search(r"<!--foot-->(.*?)<!--/-->", text[-1], re.DOTALL)
    assert foot is not None
    links = dict(re.findall(r"\[([^\]]*)\]\(([^)]*)\)", foot[1]))
    assert "The map" in links
    assert any(words.endswith("→") for words in links)
    assert all((path.parent / link).is_file() for link in links.values())
    for cell in text:
        assert not re.search(r"^<!--=", cell, re.MULTILINE), "a number that begins a line tears its sentence"


@pytest.mark.parametrize("path", TAUGHT, ids=TAUGHT_NAMES)
def test_an_input_is_called_what_its_field_is_called(path: Path) -> None:
    system_id = data(path).system
    if not system_id:
        return
    text = path.with_suffix(".toml").read_text(encoding="utf-8") + "".join(cells(path, "markdown"))
    home = system(system_id)
    for name in {each for question in home.questions for each in question.situation.fields()}:
        plain = name.replace("_", " ").capitalize()
        assert label_of(name).capitalize() == plain or f"*{plain}*" not in re.sub(r"\*\*", "", text), (
            f"*{plain}* is called {label_of(name)!r} on the page"
        )


def test_every_book_has_a_first_lesson_and_one_of_the_course() -> None:
    lessons = Counter(data(path).system for path in TAUGHT)
    assert {system: lessons[system] for system in SIXTEEN if lessons[system] < 2} == {}
