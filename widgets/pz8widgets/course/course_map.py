"""The map of the course: its ideas and what leads to them, its lessons, and where a learner stands."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from html import escape
from pathlib import Path

from pz8widgets.course.course import Concept, Course, Track
from pz8widgets.course.folder import course_folder
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.progress import Progress, this_day
from pz8widgets.course.shot_of_the_day import KEPT, row_words
from pz8widgets.course.worlds import LANDSCAPE, LOOK, badge, world_html, worlds

WIDE, HIGH, ACROSS, DOWN = 164, 40, 200, 52
"""A box of the drawing, and the steps from box to box, in pixels."""


BOX = (
    "position:absolute;box-sizing:border-box;display:flex;align-items:center;justify-content:center;"
    "border:1px solid var(--begun);border-radius:7px;color:var(--words);font:12px sans-serif;"
    "text-decoration:none"
)
"""How a box looks, wherever the page is shown."""


class Standing(Enum):
    """How far somebody has come with a lesson or an idea: its sign, its words and its colour."""

    NEW = ("○", "not begun", "light-dark(#fff,#1f2730)")
    BEGUN = ("◐", "begun", "light-dark(#fdf0d5,#4a3c1c)")
    DONE = ("●", "done", "light-dark(#d9f2e6,#17453a)")

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


RING = {Standing.NEW: "new", Standing.BEGUN: "begun", Standing.DONE: "done"}
NEXT = "next"
"""The colours of a piece of a ring, as map.css names them."""

THEMES = 6
"""So many ideas are listed, those with most to learn first."""


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
        self.progress = progress or Progress.of_course(self.course.folder)
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
        trouble = f"<p>{escape(self.progress.trouble)}</p>" if self.progress.trouble else ""
        ideas = "".join(map(self._chip, self.course.concepts.values()))
        tracks = "".join(map(self._track_html, self.course.tracks))
        return (
            f'<div class="pz8-map">{LOOK}{trouble}{self._so_far()}'
            f'<div class="pz8-two">{self.worlds_html()}'
            f'<div class="pz8-aside">{self._next_html()}{self._today_html()}{self._due_html()}</div>'
            f'<p class="pz8-chips"><b>Ideas</b><br>{ideas}</p></div>'
            f"<details><summary><b>What leads to what</b> (all ideas)</summary>{self.graph_html()}</details>"
            f'<div class="pz8-tracks">{tracks}</div>{self._save_html()}</div>'
        )

    def _so_far(self) -> str:
        """How many lessons and ideas are done, and what the signs mean."""
        lessons = [self.lesson_standing(name) for name in self.lessons]
        ideas = [self.concept_standing(each) for each in self.course.concepts]
        done, known = lessons.count(Standing.DONE), ideas.count(Standing.DONE)
        signs = " · ".join(f"<span class='pz8-signs'>{each.sign} {each.words}</span>" for each in Standing)
        return (
            f"<p><b>{done} of {len(lessons)} lessons</b> · {known} of {len(ideas)} ideas "
            f"{_bar(done, len(lessons))} "
            f"<span class='pz8-dim'>{signs} · a piece of a ring is a lesson</span></p>"
        )

    def worlds_html(self) -> str:
        """The landscape with a world for each book that has lessons; it leads to the next lesson there."""
        found = ""
        for system in worlds():
            names = [name for name in self.lessons if name.startswith(f"{system}/")]
            if not names:
                continue
            now = {name: self.lesson_standing(name) for name in names}
            done = sum(each is Standing.DONE for each in now.values())
            first = next((name for name in names if now[name] is not Standing.DONE), names[0])
            pieces = [
                (RING[now[name]] if name != self.next else NEXT, now[name] is Standing.DONE) for name in names
            ]
            due = any(question in self.due for name in names for question in self.lessons[name].questions)
            told = f"{done} of {len(names)}" if done else f"{len(names)} lesson{'s' * (len(names) > 1)}"
            found += world_html(system, pieces, due, f"{first}.ipynb", told)
        return f'<div class="pz8-land">{LANDSCAPE}{found}</div>'

    def _next_html(self) -> str:
        """What comes next, and where it stands in the course."""
        if not self.next:
            return '<div class="pz8-box"><b class="pz8-big">All lessons are done.</b></div>'
        lesson, place = self.lessons[self.next], list(self.lessons).index(self.next) + 1
        about = ", ".join(self.course.concepts[each].title for each in lesson.concepts)
        book = self.next.partition("/")[0] if "/" in self.next else lesson.system
        begin = "Go on" if self.progress.answers else "Start"
        place_told = f"Next: lesson {place} of {len(self.lessons)}"
        return (
            f'<div class="pz8-box"><span class="pz8-dim">{place_told}</span><br>'
            f"{badge(book, 54)}"
            f'<b class="pz8-big">{escape(lesson.title)}</b>'
            f'<span class="pz8-dim">{lesson.minutes} minutes · {escape(about)}</span><br clear="all">'
            f'<a class="pz8-go" href="{self.next}.ipynb">{begin}</a></div>'
        )

    def _today_html(self) -> str:
        """Whether the shot of the day was guessed, and how many days in a row one was near."""
        today = this_day()
        guessed = self.progress.of(KEPT + today.isoformat()) is not None
        told = "guessed; there is another tomorrow" if guessed else "waits below: ten seconds"
        row = f'<span class="pz8-dim">{row_words(self.progress.answers, today)}</span>'
        return f'<div class="pz8-box"><b>Shot of the day</b> {told}<br>{row}</div>'

    @cached_property
    def due(self) -> dict[str, str]:
        """The questions of lessons that should come again today, each with its lesson."""
        today = this_day()
        asked = ((each, name) for name, lesson in self.lessons.items() for each in lesson.questions)
        return {
            each: name for each, name in asked if (known := self.progress.of(each)) and known.is_due(today)
        }

    def theme(self, concept: str) -> tuple[int, int]:
        """Of an idea's questions that were answered, how many are right at last, and how many there are."""
        lessons = [lesson for lesson in self.lessons.values() if concept in lesson.concepts]
        names = [each for lesson in lessons for each in lesson.questions]
        found = [known for each in names if (known := self.progress.of(each))]
        return sum(each.right and not each.is_due(this_day()) for each in found), len(found)

    def _due_html(self) -> str:
        """What should come again, and how one stands with each idea that was met."""
        themes = {each.title: self.theme(each.id) for each in self.course.concepts.values()}
        met = sorted(
            ((title, right, asked) for title, (right, asked) in themes.items() if asked),
            key=lambda each: each[1] / each[2],
        )
        if not met:
            return ""
        rows = "".join(
            f"<tr><td style='text-align:left'>{escape(title)}</td><td>{_bar(right, asked)}</td>"
            f"<td>{right} of {asked}</td></tr>"
            for title, right, asked in met[:THEMES]
        )
        due = len(self.due) + len(self.progress.puzzles_due)
        head = f"<b>{due} due today</b>" if due else "Nothing is due today."
        link = '<a href="practice.ipynb"><b>Practise ▸</b></a>'
        return f'<div class="pz8-box">{head} · {link}<table>{rows}</table></div>'

    def _chip(self, concept: Concept) -> str:
        """An idea as a small label that leads to its first lesson."""
        now = self.concept_standing(concept.id)
        words = f"{now.sign} {escape(concept.title)}"
        first = next((name for name, lesson in self.lessons.items() if concept.id in lesson.concepts), None)
        title = f'title="{escape(concept.says)} ({now.words})"'
        return f'<a href="{first}.ipynb" {title}>{words}</a>' if first else f"<span {title}>{words}</span>"

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
        opened = " open" * (track is self.course.tracks[0] and not self.progress.answers)
        return (
            f"<details{opened}><summary><b>{escape(track.title)}</b> ({duration(minutes)})</summary>"
            f"<p>{escape(track.says)}</p><ol>{items}</ol></details>"
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


def _bar(part: int, whole: int) -> str:
    """A small bar that is filled as far as something is done."""
    share = 100 * part // max(whole, 1)
    return f'<span class="pz8-bar" aria-hidden="true"><i style="width:{share}%"></i></span>'


def _line(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A curve from the right side of one box to the left side of another."""
    x, y = start[0] * ACROSS + 4 + WIDE, start[1] * DOWN + 6 + HIGH // 2
    u, v = end[0] * ACROSS + 4, end[1] * DOWN + 6 + HIGH // 2
    middle = (x + u) // 2
    return f'<path d="M{x} {y}C{middle} {y} {middle} {v} {u} {v}" fill="none" stroke="#8494a3"/>'
