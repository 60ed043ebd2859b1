"""Practice by idea: exercises out of all sixteen books, and a sheet of how one stands with each idea."""

from __future__ import annotations

import random
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.printing.html_table import html_table
from pz8widgets.course.choices import CHOICES, Choices
from pz8widgets.course.course import Course
from pz8widgets.course.drills import Drill, drill, kept
from pz8widgets.course.folder import course_folder
from pz8widgets.course.ideas import IDEAS
from pz8widgets.course.progress import Progress
from pz8widgets.course.wording import as_html, fraction
from pz8widgets.page.theme import words

TRIED = 4
"""So many exercises are looked at for the one that is as hard as it should be."""
MOST = 10**9


class Drills(Choices):
    """An idea of the course practised on situations of all books; what was wrong comes again when it is due.

    The same `seed` asks the same; without one it is never the same sequence twice. Raises BadInput where
    there is no course.
    """

    def __init__(
        self,
        idea: str = "",
        seed: int | None = None,
        progress: Progress | None = None,
        course: Course | None = None,
    ) -> None:
        self.course = course or Course(course_folder())
        self._source = random.Random(seed)
        ideas = [(self.course.concepts[each].title, each) for each in IDEAS if each in self.course.concepts]
        self.idea = w.Dropdown(options=[("all ideas, weakest first", ""), *ideas], description="Idea")
        self.sheet = words("")
        kept_in = progress or Progress.of_course(self.course.folder)
        super().__init__("Practice by idea", "out of all sixteen books", kept_in, self.idea, below=self.sheet)
        self.idea.value = idea
        self.idea.observe(lambda _: self.another(), "value")
        self.another()

    def begins(self) -> tuple[str, ...]:
        """The exercises of the idea that is chosen, or of all."""
        return tuple(map(kept, [self.idea.value] if self.idea.value else IDEAS))

    @property
    def answer(self) -> Fraction:
        """The right answer of the exercise."""
        return self.drill.asked.answer

    def asked_name(self) -> str:
        """The exercise by its idea and its number."""
        return self.drill.name

    def another(self) -> None:
        """Ask an exercise that is due, or else a new one, the harder the longer no answer was wrong."""
        self.ask(self._again() or self._as_hard(self.idea.value or self._weakest()))

    def ask(self, exercise: Drill) -> None:
        """Ask an exercise."""
        self.drill = exercise
        self.mistakes = {fraction(each.answer): each.says for each in exercise.asked.wrong[: CHOICES - 1]}
        options = [fraction(self.answer), *self.mistakes]
        self._source.shuffle(options)
        concept = self.course.concepts[self.drill.idea]
        lessons = (name for track in self.course.tracks for name in track.lessons)
        first = next((each for each in lessons if concept.id in self.course.lesson(each).concepts), "")
        again = f" [Read it again]({first}.ipynb)" * bool(first)
        self.rule.value = as_html(f"**{concept.title}.** {concept.says}{again}")
        rule = "".join(f"<li>{escape(line)}</li>" for line in self.drill.rule)
        told = f"<p><b>{escape(self.drill.book)}</b> · {escape(self.drill.title)}</p>"
        told += f"<ul>{rule}</ul>" if rule else ""
        self.shown.value = told + as_html(f"{self.drill.asked.knows}\n\n**{self.drill.asked.asks}**")
        self.offer(options)

    def _again(self) -> Drill | None:
        for name in self._due():
            idea, _, number = name.removeprefix("drill ").rpartition(" ")
            if idea in IDEAS and number.isdecimal():
                return drill(idea, int(number), self.course)
        return None

    def _as_hard(self, idea: str) -> Drill:
        drawn = [drill(idea, self._source.randrange(MOST), self.course) for _ in range(TRIED)]
        drawn.sort(key=lambda each: each.hardness)
        return drawn[min(self.in_a_row // 2, TRIED - 1)]

    def standing(self, idea: str) -> tuple[int, int]:
        """How many exercises of an idea were right at the first choice, and how many were tried."""
        answers = [each for name, each in self.progress.answers.items() if name.startswith(kept(idea))]
        return sum(each.first_right for each in answers), len(answers)

    def _weakest(self) -> str:
        """The idea with the smallest part right, those never tried at a half; of the like ones the first."""
        ideas: list[str] = [each for _, each in self.idea.options if each]
        return min(ideas, key=lambda each: (self.standing(each)[0] + 1) / (self.standing(each)[1] + 2))

    def _reason(self) -> str:
        return self.drill.reason()

    def _count(self) -> None:
        super()._count()
        rows = []
        for title, idea in self.idea.options:
            right, tried = self.standing(idea) if idea else (0, 0)
            if tried:
                rows.append([title, f"{right} of {tried}"])
        table = html_table(["idea", "right at the first choice"], rows, names=1)
        self.sheet.value = f"<details><summary>Your sheet by idea</summary>{table}</details>" if rows else ""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live page, and for wherever no widget runs what it is for."""
        ideas = ", ".join(title for title, idea in self.idea.options if idea)
        return self.still(
            "Practice by idea", as_html(f"**Practice by idea**, out of all sixteen books: {ideas}.")
        )
