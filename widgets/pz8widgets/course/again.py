"""What was wrong in a lesson or a game comes back: one question at a time, as if never answered."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as w

from pz8widgets.course.course_map import CourseMap
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.paper import prose_before
from pz8widgets.course.progress import Progress, this_day
from pz8widgets.course.quiz import Quiz
from pz8widgets.course.wording import as_html
from pz8widgets.page.theme import apply_theme, card, words
from pz8widgets.play import own
from pz8widgets.play.puzzle import Puzzle

NOTHING = (
    "<p>Nothing is due today. What you get wrong in a lesson, and what a choice of yours has lost in a game, "
    "comes back here when you might forget it.</p>"
)


class Again(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The questions of lessons and the positions of one's own games that are due, one by one; or nothing.

    Raises BadInput where there is no course.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        super().__init__()
        self.map = CourseMap(progress=progress)
        self.own = {own.OWN + each.id: each for each in own.due(self.map.progress)}
        self.waiting = [*self.map.due, *self.own]
        self.asked = ""
        self.told = words("")
        self.next = w.Button(description="Next", tooltip="The next question that is due")
        self.next.on_click(lambda _: self.another())
        self.place = w.VBox()
        self.quiz: Quiz | None = None
        self.children = (card("Due again", self.told, self.next), self.place) if self.waiting else ()
        self.another()
        self.add_class("pz8-asking")
        apply_theme(self)

    def another(self) -> None:
        """Ask the next question that is still due."""
        answers = (
            Progress.of_course(self.map.course.folder).answers if self.asked else self.map.progress.answers
        )
        self.waiting = [each for each in self.waiting if each in answers and answers[each].is_due(this_day())]
        if self.asked and self.waiting[:1] == [self.asked]:
            self.waiting.append(self.waiting.pop(0))
        self.next.layout.display = "" if len(self.waiting) > 1 or (self.asked and self.waiting) else "none"
        if not self.waiting:
            self.asked, self.quiz, self.place.children = "", None, ()
            self.told.value = NOTHING
            return
        name = self.asked = self.waiting[0]
        lesson = self.map.lessons[self.map.due[name]] if name not in self.own else None
        source = f"from the lesson “{escape(lesson.title)}”" if lesson else "from a game of your own"
        self.told.value = f"<p role='status'>{len(self.waiting)} to come · {source}</p>"
        self.told.value += story_html(lesson, name) if lesson else ""
        self.quiz = Quiz(lesson.questions[name], progress=self.map.progress, afresh=True) if lesson else None
        self.place.children = (self.quiz or Puzzle(self.own[name], progress=self.map.progress),)
        self.next.layout.display = ""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live page, and for wherever no widget runs what it is for."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": "Due again", "text/html": NOTHING}


def story_html(lesson: Lesson, name: str) -> str:
    """What a lesson tells before one of its questions, folded away: there stands its rule."""
    prose, names = prose_before(lesson), list(lesson.questions)
    told = as_html("\n\n".join(prose.get(each, "") for each in names[: names.index(name) + 1]))
    return f"<details><summary>The rule, as the lesson tells it</summary>{told}</details>" if told else ""
