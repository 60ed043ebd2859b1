"""A rule played turn after turn: where play stands after each turn, how long it takes, what comes of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as w
from traitlets import Any as AnyTrait
from traitlets import Int

from pz8edu.asking import exact_answer, rules_for
from pz8edu.chance.chain import Chain
from pz8edu.chance.chain_showing import too_long
from pz8edu.chance.distribution import Distribution
from pz8edu.errors import BadInput, unknown
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import ChainQuestion, System
from pz8edu.systems import system
from pz8widgets.page.form import Form
from pz8widgets.page.fraction_html import percent
from pz8widgets.page.odds_bars import knowing
from pz8widgets.page.packed import Picture
from pz8widgets.page.question_page import heading_html, inputs_html, title_html
from pz8widgets.page.theme import OutcomeStyle, card, dress, sheet, words
from pz8widgets.plots.curves import shown
from pz8widgets.plots.plot import NARROW, Bar, Plot
from pz8widgets.plots.plot_pane import PlotPane
from pz8widgets.plots.plot_still import still
from pz8widgets.turns.chain_panel import ChainPanel
from pz8widgets.turns.chain_rules import ChainReadings, ChainRules
from pz8widgets.turns.course import Course, View, endless, few, follow, styles_of, views_of
from pz8widgets.turns.duration import duration_html, duration_plot
from pz8widgets.turns.first_passage import FirstPassage
from pz8widgets.turns.play_turns import PlayTurns
from pz8widgets.turns.results_html import meanings, results_html
from pz8widgets.turns.take_along import TakeAlong
from pz8widgets.turns.what_if_in_turns import WhatIfInTurns

LENGTHS = ("turns", "shots", "activations", "games", "by_turn")
"""Inputs that say how many turns are asked for: so many are shown at least, and the last is marked."""

PANELS: tuple[type[ChainPanel], ...] = (
    FirstPassage,
    WhatIfInTurns,
    PlayTurns,
    ChainReadings,
    ChainRules,
    TakeAlong,
)


class TurnByTurn(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A question that is played turn after turn: `TurnByTurn("pz8-ww2", "rally-chain", quality="green")`.

    `reading="R3=b"` and `rules` play it under other rules, `inputs` (or further names) fill in the form.
    `turn` is the marked turn; it, `situation` and `rules` may be observed, `turn` and `rules` be set.
    `fill(quality="elite")` sets inputs from outside, `step(1)` and `step(-1)` are the buttons.

    `results` are the exact results as `ask` gives them, `chain` is the chain behind them, `course` what has
    been followed of it; a question that rests on no single chain has neither.
    Raises BadInput for an unknown system, question, input, value or reading.
    """

    situation = AnyTrait(None, allow_none=True)
    rules = AnyTrait(None, allow_none=True)
    turn = Int(0)

    def __init__(
        self,
        system_id: str,
        question: str,
        *,
        inputs: Mapping[str, Any] | None = None,
        rules: Ruleset | None = None,
        reading: str | None = None,
        turn: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__()
        self.system, self.question = found_chain(system_id, question)
        self.set_trait("rules", rules_for(self.system, reading, rules))
        self.results: Mapping[str, Any] = {}
        self.chain: Chain[Any] | None = None
        self.course: Course | None = None
        self.views: Mapping[str, View] = {}
        self.names: tuple[str, ...] = ()
        self.laws: list[Distribution[str]] = []
        self.styles: Mapping[str, OutcomeStyle] = {}
        self.solved = False
        self._asked = 0
        self.form = Form(self.question.situation, {**(inputs or {}), **more})
        self._quiet = False
        self._build()
        self._renew()
        if turn is not None and self.course is not None:
            self.turn = turn
        self.form.observe(lambda _: self._renew(), ["value", "problem"])
        self.observe(lambda _: self._renew(), "rules")
        self.observe(lambda _: self._mark(), "turn")

    # --- what a person can do
    def fill(self, **values: Any) -> None:
        """Set inputs from outside. Raises BadInput as the form does."""
        self.form.fill(**values)

    def step(self, turns: int) -> None:
        """Go on by so many turns, or back; never beyond the turns that are shown."""
        if self.course is not None:
            self.turn = min(max(self.turn + turns, 0), self.course.last)

    def look_at(self, title: str) -> None:
        """Look at the states in another way, by its title. Raises BadInput for no such way."""
        if title not in self.views:
            raise unknown("way to look", title, self.views)
        self.look.value = title

    def solve(self) -> None:
        """Work out what a big chain comes to in the long run, which may take some seconds."""
        self.solved = True
        self._show_duration()
        self._panels_follow()

    def freed(self, questions: Mapping[str, Distribution[Any]]) -> Chain[Any]:
        """The chain with other chances of some of its questions. Raises BadInput where there is no chain."""
        chain = chain_behind(self.question, self.form.value, self.rules, freed=questions)
        if chain is None:
            raise BadInput(NO_CHAIN)
        return chain

    @property
    def solvable(self) -> bool:
        """Is the chain small enough to be solved at once, or has somebody asked for it?"""
        return self.chain is not None and (self.solved or not too_long(self.chain))

    @property
    def view(self) -> View:
        """How the states are looked at."""
        return self.views[self.look.value]

    # --- building
    def _build(self) -> None:
        self.heading, self.told, self.duration, self.now = words(""), words(""), words(""), Picture()
        self.pane = PlotPane(Plot("nothing is played yet", "turn", "", (-0.5, 0.5)))
        self.pane.on_chosen(self._clicked)
        self.look = w.Dropdown(description="Look at")
        self.look.add_class("pz8-field")
        self.slider = w.IntSlider(0, 0, 1, description="After turn", continuous_update=True)
        self.slider.add_class("pz8-field")
        self.back = w.Button(description="◀ Back", tooltip="One turn back")
        self.on = w.Button(description="Next turn ▶", tooltip="One turn on", button_style="info")
        self.back.on_click(lambda _: self.step(-1))
        self.on.on_click(lambda _: self.step(1))
        self.slider.observe(lambda change: self._slid(change.new), "value")
        self.look.observe(lambda _: self._looked(), "value")
        self.length = Picture()
        self.wait = w.Button(description="Work it out", tooltip="Solve this big chain exactly")
        self.wait.on_click(lambda _: self.solve())
        helps = self.form.helps()
        situation = card("Situation", self.form, *([words(helps)] if helps else []))
        hands = w.HBox([self.look, self.slider, self.back, self.on])
        hands.add_class("pz8-hands")
        self.turns = card("Turn after turn", self.pane, hands, self.now, note="exact, a column a turn")
        self.beside = w.HBox([self.duration, self.length])
        self.beside.add_class("pz8-beside")
        self.lasting = card("How long does it take?", self.beside)
        self.answer = card("What comes of it", self.told)
        right = w.VBox([self.answer, self.turns, self.lasting])
        situation.add_class("pz8-part-situation")
        right.add_class("pz8-part-ways")
        columns = w.HBox([situation, right])
        columns.add_class("pz8-columns")
        columns.add_class("pz8-course")
        self.panels = {panel.title: panel(self) for panel in PANELS}
        self.open_panel: ChainPanel | None = None
        self.switches = w.ToggleButtons(options=(), value=None, description="Look closer")
        self.switches.add_class("pz8-more")
        self.switches.observe(lambda change: self.show(change.new), "value")
        self.opened = w.VBox()
        self.children = (self.heading, columns, self.switches, self.opened)
        self.add_class("pz8-calculator")
        dress(self)
        page: tuple[w.Widget, ...] = self.children
        self.children = (*page[:1], sheet("calculator"), sheet("turns"), *page[1:])

    def show(self, title: str | None) -> None:
        """Open a card below by its title; None closes it. Raises BadInput for no such card."""
        if title is not None and title not in self.switches.options:
            raise unknown("card", title, self.switches.options)
        if self.switches.value != title:
            self.switches.value = title  # which comes back here
            return
        self.open_panel = self.panels[title] if title is not None else None
        self.opened.children = (self.open_panel.open(),) if self.open_panel is not None else ()

    # --- showing
    def _renew(self) -> None:
        """The situation or the rules have changed."""
        self.heading.value = heading_html(self.system, self.question, self.rules)
        self.solved = False
        if self.form.value is None:
            self._cannot(self.form.problem)
            return
        try:
            self.results = exact_answer(self.question, self.form.value.plain(), self.rules)
            self.chain = chain_behind(self.question, self.form.value, self.rules)
            self.course = None if self.chain is None else follow(self.chain, asked_turns(self.form.value))
        except BadInput as fault:
            self._cannot(str(fault))
            return
        self.set_trait("situation", self.form.value)
        told = meanings(self.question.results, self.form.value.plain())
        self.told.value = results_html(self.results, told, self.question.outcomes)
        if self.chain is None:
            self.told.value += f'<p class="pz8-quiet">{escape(NO_CHAIN)}</p>'
        self._offer()
        self._follow_course()
        self._panels_follow()

    def _cannot(self, why: str) -> None:
        """The situation cannot be used: say so, and show nothing that does not belong to it."""
        self.set_trait("situation", None)
        self.results, self.chain, self.course = {}, None, None
        self.told.value = f'<p class="pz8-problem" role="alert">{escape(why)}</p>'
        self._offer()
        self._follow_course()
        self._panels_follow()

    def _offer(self) -> None:
        """Offer the cards that belong to this question."""
        titles = [
            title for title, panel in self.panels.items() if self.chain is not None or not panel.of_chains
        ]
        if self.form.value is None and self.switches.options:
            return
        if tuple(titles) != self.switches.options:
            chosen = self.switches.value if self.switches.value in titles else None
            self.switches.options = titles
            self.show(None)
            self.show(chosen)

    def _panels_follow(self) -> None:
        if self.open_panel is not None:
            self.open_panel.follow()

    def _follow_course(self) -> None:
        """Show the new course, from the turn that is asked for."""
        display = "none" if self.course is None else None
        self.turns.layout.display = self.lasting.layout.display = display
        if self.course is None:
            self.views = {}
            return
        self.views = views_of(self.course)
        self._quiet = True
        looked_at = self.look.value
        self.look.options = list(self.views)
        self.look.value = looked_at if looked_at in self.views else next(iter(self.views))
        self.look.layout.display = "none" if len(self.views) == 1 else None
        self.slider.max = max(self.course.last, 1)
        asked = asked_turns(self.form.value)
        wanted = asked if asked != self._asked else self.turn
        self._asked = asked
        self.turn = min(wanted or 1, self.course.last)
        self._quiet = False
        self._looked()
        self._show_duration()

    def _looked(self) -> None:
        """Draw the course as it is looked at now."""
        if self._quiet or self.course is None:
            return
        self.names, self.laws = few(self.course.laws, self.view)
        self.styles = styles_of(self.names)
        self.pane.plot = self._plot(self.course)
        self._mark()

    def _plot(self, course: Course) -> Plot:
        """A column a turn: what is over at its foot."""
        bars = []
        for turn, law in enumerate(self.laws):
            foot = 0.0
            for name in reversed(self.names):
                chance = law.fraction(name)
                if chance:
                    top = foot + float(chance)
                    said = f"after turn {turn}: {name} {shown(chance)}"
                    bars.append(Bar(turn, foot, top, self.styles[name], said))
                    foot = top
        return Plot(
            label="", x_title="turn", y_title="", x_range=(-0.5, course.last + 0.5), bars=bars, at=self.turn
        )

    def _mark(self) -> None:
        """Mark the turn, and tell its exact odds."""
        if self._quiet or self.course is None:
            return
        if not 0 <= self.turn <= self.course.last:
            self.turn = min(max(self.turn, 0), self.course.last)
            return
        self._quiet = True
        self.slider.value = self.turn
        self._quiet = False
        self.back.disabled = not self.turn
        self.on.disabled = self.turn == self.course.last
        law, before = self.laws[self.turn], self.laws[max(self.turn - 1, 0)]
        self.pane.plot = replace(self.pane.plot, at=float(self.turn), label=self._label(law))
        self.pane.news = said(self.turn, law, self.names)
        note = f"dashed after turn {self.turn - 1}" if self.turn else "before anything has happened"
        title = f'After turn {self.turn} <span class="pz8-quiet">{note}</span>'
        bars = knowing(before, law, self.names, self.styles.__getitem__)
        self.now.value = f'<h4 class="pz8-after">{title}</h4>{bars}{self._followed()}'

    def _followed(self) -> str:
        """That the course stops before the turn that is asked for, where it does."""
        assert self.course is not None
        if self._asked <= self.course.last:
            return ""
        return (
            f'<p class="pz8-quiet">Followed exactly as far as turn {self.course.last}, not to turn '
            f"{self._asked}: the numbers grow too long.</p>"
        )

    def _label(self, law: Distribution[str]) -> str:
        """What the columns show, in a sentence."""
        assert self.course is not None
        last = said(self.course.last, self.laws[-1], self.names)
        return (
            f"A column for every turn from 0 to {self.course.last}. {said(self.turn, law, self.names)} {last}"
        )

    def _slid(self, turn: int) -> None:
        if not self._quiet:
            self.turn = turn

    def _clicked(self, x: float) -> None:
        if self.course is not None:
            self.turn = min(max(math.floor(x + 0.5), 0), self.course.last)

    def _show_duration(self) -> None:
        """How long it takes, in words, numbers and bars."""
        assert self.chain is not None
        assert self.course is not None
        self.duration.value = duration_html(self.chain, self.course, self.solvable)
        if endless(self.chain):
            self.beside.children = (self.duration,)
            return
        self.length.value = still(duration_plot(self.course), f"d{self.pane.prefix}", width=NARROW, told=True)
        words_ = self.duration if self.solvable else w.VBox([self.duration, self.wait])
        self.beside.children = (words_, self.length)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs the results with the inputs."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": still_text(self), "text/html": still_html(self)}


NO_CHAIN = (
    "This is worked out in one go: there is no state that is carried from turn to turn, so nothing to follow."
)


def found_chain(system_id: str, name: str) -> tuple[System, ChainQuestion]:
    """The system and the chain question that are meant."""
    asked = system(system_id)
    question = asked.question(name, "chain")
    assert isinstance(question, ChainQuestion)
    return asked, question


def chain_behind(question: ChainQuestion, situation: Any, rules: Ruleset, **how: Any) -> Chain[Any] | None:
    """The chain behind a question; None where it rests on no single one."""
    return None if question.chain is None else question.chain(situation, rules, **how)


def asked_turns(situation: Any) -> int:
    """How many turns the situation asks for; 0 where it does not say."""
    plain = situation.plain()
    return next((plain[name] for name in LENGTHS if isinstance(plain.get(name), int)), 0)


def said(turn: int, law: Distribution[str], names: tuple[str, ...]) -> str:
    """The odds after a turn, as a sentence."""
    odds = ", ".join(f"{name} {percent(law.fraction(name))}" for name in names if law.fraction(name))
    return f"After turn {turn}: {odds}."


def still_text(page: TurnByTurn) -> str:
    """The page in words: the question, the inputs and the results."""
    head = f"{page.question.title} ({page.system.id})"
    if page.situation is None:
        return f"{head}\n{page.form.problem}"
    inputs = ", ".join(f"{name}={value}" for name, value in page.situation.plain().items())
    results = "\n".join(f"{name}  {value}" for name, value in page.results.items())
    return f"{head}\n{inputs}\n{results}"


def still_html(page: TurnByTurn) -> str:
    """The same as HTML that reads well before any kernel runs, and on paper."""
    title = title_html(page.system, page.question)
    if page.situation is None:
        return f"{title}<p>{escape(page.form.problem)}</p>"
    return f"{title}{inputs_html(page.situation.plain())}{page.told.value}{page.duration.value}"
