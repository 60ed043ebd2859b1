"""The map of the course: its ideas and what leads to them, its lessons, and where a learner stands."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from enum import Enum
from html import escape
from pathlib import Path

from pz8widgets.course.course import Concept, Course, Track
from pz8widgets.course.folder import course_folder
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.progress import Progress

WIDE, HIGH, ACROSS, DOWN = 164, 40, 200, 52
"""A box of the drawing, and the steps from box to box, in pixels."""


BOX = (
    "position:absolute;box-sizing:border-box;display:flex;align-items:center;justify-content:center;"
    "border:1px solid #1f2933;border-radius:7px;color:#1f2933;font:12px sans-serif;text-decoration:none"
)
"""How a box looks, wherever the page is shown."""


class Standing(Enum):
    """How far somebody has come with a lesson or an idea: its sign, its words and its colour."""

    NEW = ("○", "not begun", "#ffffff")
    BEGUN = ("◐", "begun", "#fdf0d5")
    DONE = ("●", "done", "#d9f2e6")

    @property
    def sign(self) -> str:
        """A round sign: empty, half or full."""
        return self.value[0]

    @property
    def words(self) -> str:
        """What the sign says."""
        return self.value[1]

    @property
    def colour(self) -> str:
        """The ground of a box."""
        return self.value[2]


def standing(answered: int, right: int, questions: int) -> Standing:
    """How far somebody is who answered so many of the questions, so many rightly."""
    if questions and right == questions:
        return Standing.DONE
    return Standing.BEGUN if answered else Standing.NEW


class CourseMap:
    """The map of a course, with what is mastered: shows itself in a notebook, and as text in a terminal.

    Raises BadInput where there is no course, and for a course that cannot be read.
    """

    def __init__(self, folder: Path | None = None, progress: Progress | None = None) -> None:
        self.course = Course(folder or course_folder())
        self.progress = progress or Progress(self.course.folder)
        names = dict.fromkeys(name for track in self.course.tracks for name in track.lessons)
        self.lessons: Mapping[str, Lesson] = {name: self.course.lesson(name) for name in names}

    def lesson_standing(self, name: str) -> Standing:
        """How far the learner is with a lesson."""
        return self._standing([name])

    def concept_standing(self, concept: str) -> Standing:
        """How far the learner is with an idea: with all lessons that teach it."""
        return self._standing([name for name, lesson in self.lessons.items() if concept in lesson.concepts])

    def _standing(self, names: list[str]) -> Standing:
        questions = [each for name in names for each in self.lessons[name].questions]
        answers = [answer for each in questions if (answer := self.progress.of(each))]
        return standing(len(answers), sum(answer.right for answer in answers), len(questions))

    @property
    def next(self) -> str | None:
        """The first lesson, in the order of the tracks, that is not done."""
        for name, lesson in self.lessons.items():
            if lesson.questions and self.lesson_standing(name) is not Standing.DONE:
                return name
        return None

    def __repr__(self) -> str:
        lines = []
        for track in self.course.tracks:
            lines.append(track.title)
            for name in track.lessons:
                lesson = self.lessons[name]
                lines.append(
                    f"  {self.lesson_standing(name).sign} {lesson.title} ({lesson.minutes} min)  {name}"
                )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        signs = " · ".join(f"{each.sign} {each.words}" for each in Standing)
        following = ""
        if self.next:
            lesson = self.lessons[self.next]
            following = f'<p>Next: <a href="{self.next}.ipynb"><b>{escape(lesson.title)}</b></a></p>'
        tracks = "".join(map(self._track_html, self.course.tracks))
        trouble = f"<p>{escape(self.progress.trouble)}</p>" if self.progress.trouble else ""
        done = sum(self.lesson_standing(name) is Standing.DONE for name in self.lessons)
        so_far = f"<p><b>{done}</b> of {len(self.lessons)} lessons done</p>" if done else ""
        return f"{trouble}{so_far}{following}<p>{signs}</p>{self.graph_html()}{tracks}{self._save_html()}"

    def _save_html(self) -> str:
        """All answers as a file to save; nothing where there are none."""
        if not self.progress.answers:
            return ""
        table = b64encode(self.progress.to_csv().encode()).decode()
        link = f'<a download="my-answers.csv" href="data:text/csv;base64,{table}">Save them as a table</a>'
        return f"<p>You have answered {len(self.progress.answers)} questions. {link}</p>"

    def _track_html(self, track: Track) -> str:
        minutes = sum(self.lessons[name].minutes for name in track.lessons)
        items = "".join(map(self._lesson_html, track.lessons))
        return (
            f"<h3>{escape(track.title)} <small>({duration(minutes)})</small></h3>"
            f"<p>{escape(track.says)}</p><ol>{items}</ol>"
        )

    def _lesson_html(self, name: str) -> str:
        lesson, now = self.lessons[name], self.lesson_standing(name)
        ideas = ", ".join(self.course.concepts[each].title for each in lesson.concepts)
        about = f" · {escape(ideas)}" if ideas else ""
        return (
            f'<li><span title="{now.words}">{now.sign}</span> '
            f'<a href="{name}.ipynb">{escape(lesson.title)}</a> '
            f"<small>{lesson.minutes} min{about}</small></li>"
        )

    def places(self) -> dict[str, tuple[int, int]]:
        """Where each idea stands in the drawing: its column (as many steps as lead to it) and its row."""
        steps: dict[str, int] = {}

        def step(concept: Concept) -> int:
            if concept.id not in steps:
                steps[concept.id] = 1 + max(
                    (step(self.course.concepts[need]) for need in concept.needs), default=-1
                )
            return steps[concept.id]

        rows: dict[int, int] = {}
        found = {}
        for concept in self.course.concepts.values():
            column = step(concept)
            found[concept.id] = (column, rows.get(column, 0))
            rows[column] = rows.get(column, 0) + 1
        return found

    def graph_html(self) -> str:
        """The ideas as boxes, each joined to those it needs; a box leads to its first lesson."""
        places = self.places()
        columns = 1 + max(column for column, _ in places.values())
        rows = 1 + max(row for _, row in places.values())
        width, height = columns * ACROSS, rows * DOWN + 8
        lines = "".join(
            _line(places[need], places[concept.id])
            for concept in self.course.concepts.values()
            for need in concept.needs
        )
        boxes = "".join(self._box(concept, *places[concept.id]) for concept in self.course.concepts.values())
        return (
            f'<div style="overflow-x:auto"><div style="position:relative;width:{width}px;height:{height}px">'
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" aria-hidden="true">'
            f"{lines}</svg>{boxes}</div></div>"
        )

    def _box(self, concept: Concept, column: int, row: int) -> str:
        now = self.concept_standing(concept.id)
        first = next((name for name, lesson in self.lessons.items() if concept.id in lesson.concepts), None)
        place = f"left:{column * ACROSS + 4}px;top:{row * DOWN + 6}px;width:{WIDE}px;height:{HIGH}px"
        look = f'title="{escape(concept.says)} ({now.words})" style="{place};background:{now.colour};{BOX}"'
        words = f"{now.sign} {escape(concept.title)}"
        return f'<a href="{first}.ipynb" {look}>{words}</a>' if first else f"<span {look}>{words}</span>"


def duration(minutes: int) -> str:
    """A number of minutes as people say it: "20 minutes", "about 1½ hours", "about 11 hours"."""
    if minutes <= 60:
        return f"{minutes} minutes"
    halves = round(minutes / 30)
    return f"about {halves // 2}{'½' * (halves % 2)} hour{'s' * (halves > 2)}"


def _line(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A curve from the right side of one box to the left side of another."""
    x, y = start[0] * ACROSS + 4 + WIDE, start[1] * DOWN + 6 + HIGH // 2
    u, v = end[0] * ACROSS + 4, end[1] * DOWN + 6 + HIGH // 2
    middle = (x + u) // 2
    return f'<path d="M{x} {y}C{middle} {y} {middle} {v} {u} {v}" fill="none" stroke="#8494a3"/>'
