"""What the pages of a question share: its heading, form and panels, and its words where no widget runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, ClassVar

import ipywidgets as w
from traitlets import Any as AnyTrait

from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Question, System
from pz8edu.errors import BadInput, unknown
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.pages.printed_sections import with_headings
from pz8widgets.page.form import Form
from pz8widgets.page.glossary import with_meanings
from pz8widgets.page.panel import Panel
from pz8widgets.page.quiet import Quiet
from pz8widgets.page.theme import apply_theme, card, sheet, stylesheet, words


class QuestionPage(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A question as a page: its heading, its form, its cards, and the panels that open under them.

    Each kind of page answers in its own way and names its `PANELS`; `situation` and `rules` may be observed.
    """

    PANELS: ClassVar[Sequence[type[Panel[Any]]]] = ()
    SHEETS: ClassVar[Sequence[str]] = ("calculator",)
    """Stylesheets that it needs besides the theme."""

    question: Question
    situation = AnyTrait(None, allow_none=True)
    rules = AnyTrait(None, allow_none=True)

    def __init__(self, system: System, question: Question, inputs: Mapping[str, Any]) -> None:
        super().__init__()
        self.system, self.question = system, question
        self._quiet = Quiet()
        self.form = Form(question.situation, inputs, lambda text: with_headings(text, system.rules))
        self.heading = words("")
        self.panels: dict[str, Panel[Any]] = {panel.title: panel(self) for panel in self.PANELS}
        self.open_panel: Panel[Any] | None = None
        self.switches = w.ToggleButtons(options=list(self.panels), value=None, description="Look closer")
        self.switches.add_class("pz8-more")
        self.switches.observe(lambda change: self.show(change.new), "value")
        self.opened = w.VBox()

    # --- what a person can do
    def fill(self, **values: Any) -> None:
        """Set inputs from outside. Raises BadInput as the form does."""
        self.form.fill(**values)

    def show(self, title: str | None) -> None:
        """Open a panel below by its title; None closes it. Raises BadInput for no such panel."""
        if title is not None and title not in self.switches.options:
            raise unknown("card", title, self.switches.options)
        if self.switches.value != title:
            self.switches.value = title  # which comes back here
            return
        self.open_panel = self.panels[title] if title is not None else None
        self.opened.children = (self.open_panel.open(),) if self.open_panel is not None else ()

    # --- what each kind of page does in its own way
    def heading_html(self) -> str:
        """The title of the question, and what departs from the book."""
        return heading_html(self.system, self.question, self.rules)

    def work_out(self, situation: Any) -> None:
        """Work out the answer. Raises BadInput where there is none."""
        raise NotImplementedError

    def show_answer(self) -> None:
        """Show the answer that has been worked out."""
        raise NotImplementedError

    def show_problem(self, why: str) -> None:
        """Say why the situation cannot be used, and show nothing that does not belong to it."""
        raise NotImplementedError

    def answer_text(self) -> str:
        """The answer in words, for where no widget runs."""
        raise NotImplementedError

    def answer_html(self) -> str:
        """The answer as HTML that reads well before any kernel runs, and on paper."""
        raise NotImplementedError

    # --- what its words mean
    def says(self, word: str) -> str:
        """What an outcome means, in a sentence; nothing where no book says it."""
        return str(outcome_meaning(self.question, word, self.rules) or "")

    # --- building
    def lay_out(self, *columns: w.Widget, first: Sequence[w.Widget] = ()) -> w.HBox:
        """Put the situation and the columns between the heading and the panels; begin to listen.

        Those that come `first` are reached before the situation, wherever they stand.
        """
        helps = self.form.helps()
        situation = card("Situation", self.form, *([words(helps)] if helps else []))
        situation.add_class("pz8-part-situation")
        row = w.HBox([*first, situation, *columns])
        row.add_class("pz8-columns")
        below = (self.switches, self.opened) if self.panels else ()
        self.children = (stylesheet(), self.heading, *map(sheet, self.SHEETS), row, *below)
        self.add_class("pz8-calculator")
        apply_theme(self)
        self.renew()
        self.form.observe(lambda _: self.renew(), ["value", "problem"])
        self.observe(lambda _: self.renew(), "rules")
        return row

    # --- showing
    def renew(self) -> None:
        """The situation or the rules have changed: another answer."""
        self.heading.value = self.heading_html()
        try:
            if self.form.value is None:
                raise BadInput(self.form.problem)
            self.work_out(self.form.value)
        except BadInput as fault:
            self.refuse(str(fault))
            return
        self.set_trait("situation", self.form.value)
        self.show_answer()
        self.panels_follow()

    def refuse(self, why: str) -> None:
        """The situation cannot be used."""
        self.set_trait("situation", None)
        self.show_problem(with_headings(why, self.system.rules))
        self.panels_follow()

    def panels_follow(self) -> None:
        """Renew the panel that is open."""
        if self.open_panel is not None:
            self.open_panel.follow()

    def still_text(self) -> str:
        """The page in words: the question, the inputs and the answer."""
        head = f"{self.question.title} ({self.system.id}{sections(self.system, self.question, ', ')})"
        if self.situation is None:
            return f"{head}\n{self.form.problem}"
        inputs = ", ".join(f"{name}={value}" for name, value in self.situation.plain().items())
        return f"{head}\n{inputs}\n{self.answer_text()}"

    def still_html(self) -> str:
        """The same as HTML."""
        title = title_html(self.system, self.question)
        if self.situation is None:
            return f"{title}<p>{escape(self.form.problem)}</p>"
        return f"{title}{inputs_html(self.situation.plain())}{self.answer_html()}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live page, and words for wherever no widget runs."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.still_text(), "text/html": self.still_html()}


def heading_html(system: System, question: Question, rules: Ruleset) -> str:
    """The title of a question, its sections in the book, and what departs from the book."""
    force = ", ".join(f"{name}={value}" for name, value in rules.departures().items())
    in_force = f"in force: {force}" if force else "as printed"
    title = with_meanings(escape(question.title)).replace('tabindex="0"', 'tabindex="-1"')  # Roll comes first
    return (
        f'<div class="pz8-heading"><h2>{title}</h2>'
        f'<span class="pz8-quiet">{escape(system.title)}{escape(sections(system, question, " · "))}</span>'
        f'<span class="pz8-force pz8-quiet">{escape(in_force)}</span></div>'
    )


def sections(system: System, question: Question, before: str) -> str:
    """The sections of a question in words, with something before them; nothing where it names none."""
    section = question.section
    if not section:
        return ""
    named = section.replace("+", " and ")
    plural = "sections" if " and " in named or ", " in named else "section"
    return with_headings(f"{before}{plural} {named}", system.rules)


def title_html(system: System, question: Question) -> str:
    """The title of a question, for a page where no widget runs."""
    return f"<p><b>{escape(question.title)}</b> ({escape(system.title)})</p>"


def inputs_html(inputs: Mapping[str, Any]) -> str:
    """The inputs in a line of words."""
    line = ", ".join(
        f"{escape(name.replace('_', ' '))}: {escape(in_words(value))}" for name, value in inputs.items()
    )
    return f"<p>{line}</p>" if line else ""


def in_words(value: Any) -> str:
    """An input as it is said."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
