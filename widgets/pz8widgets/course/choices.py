"""One question after another with four answers to choose among: judged, kept, and told why."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from pz8widgets.course.progress import Answer, Progress, this_day
from pz8widgets.course.wording import as_html
from pz8widgets.page.theme import acts, apply_theme, card, words

CHOICES, AIM = 4, 5


class Choices(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The card of a question with choices; what is asked is up to the classes that ask.

    They set `mistakes`, each wrong choice with what is said of it, and the options. `in_a_row` counts the
    right answers since the last wrong one.
    """

    def __init__(
        self,
        heading: str,
        note: str,
        progress: Progress | None,
        *above: w.Widget,
        below: w.Widget | None = None,
    ) -> None:
        super().__init__()
        self.title, self.progress = note, progress or Progress()
        self.mistakes: dict[str, str] = {}
        self.right, self.wrong, self.in_a_row = 0, 0, 0
        self.rule, self.shown = words("", "pz8-after"), words("", "pz8-asked")
        self.choices = w.RadioButtons(options=[], layout=w.Layout(width="auto"))
        self.check = w.Button(description="Check", button_style="primary", tooltip="Check the answer")
        self.next = w.Button(description="Another one", tooltip="The next variant")
        self.verdict, self.count = words(""), words("", "pz8-quiet")
        self.check.on_click(lambda _: self.checked())
        self.next.on_click(lambda _: self.another())
        row = w.HBox([self.check, self.next, self.count])
        row.add_class("pz8-tools")
        asked = (*above, self.rule, self.shown, acts(self.choices, row), self.verdict)
        shown = (*asked, *([below] if below else []))
        self.children = (card(heading, *shown, note=note),)
        self.add_class("pz8-asking")
        apply_theme(self)

    @abstractmethod
    def another(self) -> None:
        """Ask what is due again, or else something new."""

    @property
    @abstractmethod
    def answer(self) -> Fraction:
        """The right answer of what is asked."""

    @abstractmethod
    def asked_name(self) -> str:
        """Under which name the answer is kept."""

    @abstractmethod
    def begins(self) -> tuple[str, ...]:
        """How the names begin of all that can be asked here."""

    @abstractmethod
    def _reason(self) -> str:
        """Why the right answer is right."""

    def offer(self, options: list[str]) -> None:
        """Show the choices, with nothing chosen yet."""
        self.choices.options, self.choices.value = options, None
        self.verdict.value = ""
        self.check.disabled = False
        self._count()

    def checked(self) -> None:
        """Judge the choice; a wrong one hears which mistake it is, and comes again another day."""
        chosen = self.choices.value
        if chosen is None:
            self.verdict.value = "<p role='status'>Choose one first.</p>"
            return
        right = chosen not in self.mistakes
        self.progress.keep(self.asked_name(), str(chosen), right)
        self.right, self.wrong = self.right + right, self.wrong + (not right)
        self.in_a_row = self.in_a_row + 1 if right else 0
        self.check.disabled = right
        trouble = f"<p class='pz8-quiet'>{escape(self.progress.trouble)}</p>" if self.progress.trouble else ""
        told = self._reason() if right else as_html(self.mistakes[chosen])
        yes = "Yes: five in a row, enough for today." if self.in_a_row == AIM else "Yes."
        begin, yes = (yes, " class='pz8-yes'") if right else ("Not yet.", "")
        self.verdict.value = f"<div role='status'><p{yes}><b>{begin}</b></p>{told}{trouble}</div>"
        self._count()

    def _due(self) -> list[str]:
        """What of these is to come again today."""
        return [name for name, answer in self._kept() if answer.is_due(this_day())]

    def _kept(self) -> list[tuple[str, Answer]]:
        return [each for each in self.progress.answers.items() if each[0].startswith(self.begins())]

    def _count(self) -> None:
        told = f"{self.right} right, {self.wrong} not yet · {min(self.in_a_row, AIM)} of {AIM} in a row"
        self.count.value = told + (f" · {due} to come again" if (due := len(self._due())) else "")

    def still(self, title: str, html: str) -> dict[str, Any]:
        """The live page, and a text for wherever no widget runs."""
        bundle: dict[str, Any] = super()._repr_mimebundle_()
        return {**bundle, "text/plain": title, "text/html": html}
