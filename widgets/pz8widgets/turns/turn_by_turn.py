"""A rule played turn after turn: where play stands after each turn, how long it takes, what comes of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as w
from traitlets import Int

from pz8edu.asking.ask import exact_answer, question_in, rules_for
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.views import takes_long
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import ChainQuestion, System
from pz8edu.errors import unknown
from pz8edu.pages.meanings import meanings
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcome_styles import OutcomeStyle
from pz8widgets.page.compressed import Picture
from pz8widgets.page.odds_bars import knowing
from pz8widgets.page.question_page import QuestionPage
from pz8widgets.page.readings import Readings
from pz8widgets.page.rules_changed import ChangeTheRules
from pz8widgets.page.still import picture_html, unstyled
from pz8widgets.page.theme import card, words
from pz8widgets.plots.curves import shown
from pz8widgets.plots.plot import NARROW, Bar, Plot
from pz8widgets.plots.plot_pane import PlotPane
from pz8widgets.plots.plot_still import still
from pz8widgets.turns.chain_export import ChainExport
from pz8widgets.turns.differences_html import differences_html
from pz8widgets.turns.duration import duration_html, duration_plot
from pz8widgets.turns.first_passage import FirstPassage
from pz8widgets.turns.play_turns import PlayTurns
from pz8widgets.turns.results_html import results_html
from pz8widgets.turns.trajectory import Trajectory, View, endless, few, follow, styles_of, views_of
from pz8widgets.turns.what_if_in_turns import WhatIfInTurns

LENGTHS = ("turns", "shots", "activations", "games", "by_turn")
"""Inputs that say how many turns are asked for: so many are shown at least, and the last is marked."""


class TurnByTurn(QuestionPage):
    """A question that is played turn after turn: `TurnByTurn("pz8-ww2", "rally-chain", quality="green")`.

    `reading="R3=b"` and `rules` play it under other rules, `inputs` (or further names) fill in the form.
    `turn` is the marked turn; it, `situation` and `rules` may be observed, `turn` and `rules` be set.
    `fill(quality="elite")` sets inputs from outside, `step(1)` and `step(-1)` are the buttons.

    `results` are the exact results as `ask` gives them, `chain` is the chain behind them, `trajectory` what
    has been followed of it; a question that rests on no single chain has neither.
    Raises BadInput for an unknown system, question, input, value or reading.
    """

    PANELS = (FirstPassage, WhatIfInTurns, PlayTurns, Readings, ChangeTheRules, ChainExport)
    SHEETS = ("calculator", "turns")
    question: ChainQuestion
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
        super().__init__(*found_chain(system_id, question), {**(inputs or {}), **more})
        self.set_trait("rules", rules_for(self.system, reading, rules))
        self.results: Mapping[str, Any] = {}
        self.chain: Chain[Any] | None = None
        self.trajectory: Trajectory | None = None
        self.views: Mapping[str, View] = {}
        self.names: tuple[str, ...] = ()
        self.laws: list[Distribution[str]] = []
        self.styles: Mapping[str, OutcomeStyle] = {}
        self.solved = False
        self._asked = 0
        self._build()
        if turn is not None and self.trajectory is not None:
            self.turn = turn
        self.observe(lambda _: self._mark(), "turn")

    # --- what a person can do
    def step(self, turns: int) -> None:
        """Go on by so many turns, or back; never beyond the turns that are shown."""
        if self.trajectory is not None:
            self.turn = min(max(self.turn + turns, 0), self.trajectory.last)

    def look_at(self, title: str) -> None:
        """Look at the states in another way, by its title. Raises BadInput for no such way."""
        if title not in self.views:
            raise unknown("way to look", title, self.views)
        self.look.value = title

    def solve(self) -> None:
        """Work out what a big chain comes to in the long run, which may take some seconds."""
        self.solved = True
        self._show_duration()
        self.panels_follow()

    @property
    def solvable(self) -> bool:
        """Is the chain small enough to be solved at once, or has somebody asked for it?"""
        return self.chain is not None and (self.solved or not takes_long(self.chain.solver))

    @property
    def view(self) -> View:
        """How the states are looked at."""
        return self.views[self.look.value]

    # --- building
    def _build(self) -> None:
        self.told, self.duration, self.now = words(""), words(""), Picture()
        one = self.question.step
        self.pane = PlotPane(Plot("nothing is played yet", one, "", (-0.5, 0.5)))
        self.pane.on_chosen(self._clicked)
        self.look = w.Dropdown(description="Look at")
        self.look.add_class("pz8-field")
        self.slider = w.IntSlider(0, 0, 1, description=f"After {one}", continuous_update=True)
        self.slider.add_class("pz8-field")
        self.back = w.Button(description="◀ Back", tooltip=f"One {one} back")
        self.on = w.Button(description=f"Next {one} ▶", tooltip=f"One {one} on", button_style="info")
        self.back.on_click(lambda _: self.step(-1))
        self.on.on_click(lambda _: self.step(1))
        self.slider.observe(lambda change: self._slid(change.new), "value")
        self.look.observe(lambda _: self._looked(), "value")
        self.length = Picture()
        self.wait = w.Button(description="Work it out", tooltip="Solve this big chain exactly")
        self.wait.on_click(lambda _: self.solve())
        hands = w.HBox([self.look, self.slider, self.back, self.on])
        hands.add_class("pz8-hands")
        called = f"{one.capitalize()} after {one}"
        self.turns = card(called, self.pane, hands, self.now, note=f"exact, a column for each {one}")
        self.beside = w.HBox([self.duration, self.length])
        self.beside.add_class("pz8-beside")
        self.lasting = card("", self.beside)
        self.answer = card("What comes of it", self.told)
        right = w.VBox([self.answer, self.turns, self.lasting])
        right.add_class("pz8-part-ways")
        self.lay_out(right).add_class("pz8-course")

    # --- showing
    def work_out(self, situation: Any) -> None:
        """The exact results, and the chain behind them, followed turn after turn."""
        self.solved = False
        self.results = exact_answer(self.question, situation.plain(), self.rules)
        self.chain = chain_behind(self.question, situation, self.rules)
        self.trajectory = None if self.chain is None else follow(self.chain, asked_turns(situation))

    def show_answer(self) -> None:
        """The results in words, and the turns."""
        self._offer()
        self._follow_trajectory()
        looks = None if self.trajectory is None else self.styles
        self.told.value = results_html(self.results, self.meanings, self.question.outcomes, self.says, looks)
        if self.chain is None:
            self.told.value += f'<p class="pz8-quiet">{escape(NO_CHAIN)}</p>'

    def show_problem(self, why: str) -> None:
        """Say why the situation cannot be used, and show nothing that does not belong to it."""
        self.results, self.chain, self.trajectory = {}, None, None
        self.told.value = f'<p class="pz8-problem" role="alert">{escape(why)}</p>'
        self._offer()
        self._follow_trajectory()

    @property
    def meanings(self) -> dict[str, str]:
        """What every result means."""
        return meanings(self.question.results, self.form.value.plain())

    def _offer(self) -> None:
        """Offer the cards that belong to this question."""
        titles = [
            title for title, panel in self.panels.items() if self.chain is not None or type(panel) in ALWAYS
        ]
        if self.form.value is None and self.switches.options:
            return
        if tuple(titles) != self.switches.options:
            chosen = self.switches.value if self.switches.value in titles else None
            self.switches.options = titles
            self.show(None)
            self.show(chosen)

    def _follow_trajectory(self) -> None:
        """Show the new trajectory, from the turn that is asked for."""
        display = "none" if self.trajectory is None else ""
        self.turns.layout.display = self.lasting.layout.display = display
        if self.trajectory is None:
            self.views = {}
            return
        self.views = views_of(self.trajectory)
        with self._quiet:
            looked_at = self.look.value
            self.look.options = list(self.views)
            self.look.value = looked_at if looked_at in self.views else next(iter(self.views))
            self.look.layout.display = "none" if len(self.views) == 1 else ""
            self.slider.max = max(self.trajectory.last, 1)
            asked = asked_turns(self.form.value)
            wanted = asked if asked != self._asked else self.turn
            self._asked = asked
            self.turn = min(wanted or 1, self.trajectory.last)
        self._looked()
        self._show_duration()

    def _looked(self) -> None:
        """Draw the trajectory as it is looked at now."""
        if self._quiet or self.trajectory is None:
            return
        self.names, self.laws = few(self.trajectory.laws, self.view)
        self.styles = styles_of(self.names)
        self.pane.plot = self._plot(self.trajectory)
        self._mark()

    def _plot(self, trajectory: Trajectory) -> Plot:
        """A column a turn: what is over at its foot."""
        bars = []
        for turn, law in enumerate(self.laws):
            foot = 0.0
            for name in reversed(self.names):
                chance = law.fraction(name)
                if chance:
                    top = foot + float(chance)
                    told = f"after {self.question.step} {turn}: {name} {shown(chance)}"
                    bars.append(Bar(turn, foot, top, self.styles[name], told))
                    foot = top
        return Plot(
            label="",
            x_title=self.question.step,
            y_title="",
            x_range=(-0.5, trajectory.last + 0.5),
            bars=bars,
            at=self.turn,
        )

    def _mark(self) -> None:
        """Mark the turn, and tell its exact odds."""
        if self._quiet or self.trajectory is None:
            return
        if not 0 <= self.turn <= self.trajectory.last:
            self.turn = min(max(self.turn, 0), self.trajectory.last)
            return
        with self._quiet:
            self.slider.value = self.turn
        self.back.disabled = not self.turn
        self.on.disabled = self.turn == self.trajectory.last
        law, before = self.laws[self.turn], self.laws[max(self.turn - 1, 0)]
        self.pane.plot = replace(self.pane.plot, at=float(self.turn), label=self._label(law))
        self.pane.news = said(self.question.step, self.turn, law, self.names)
        note = (
            f"dashed after {self.question.step} {self.turn - 1}"
            if self.turn
            else "before anything has happened"
        )
        title = f'After {self.question.step} {self.turn} <span class="pz8-quiet">{note}</span>'
        bars = knowing(before, law, self.styles, says=self.says)
        self.now.value = f'<h4 class="pz8-after">{title}</h4>{bars}{self._followed()}'

    def _followed(self) -> str:
        """That the trajectory stops before the turn that is asked for, where it does."""
        assert self.trajectory is not None
        if self._asked <= self.trajectory.last:
            return ""
        step = self.question.step
        told = f"exactly as far as {step} {self.trajectory.last}, not to {step} {self._asked}"
        return f'<p class="pz8-quiet">Followed {told}: the numbers grow too long.</p>'

    def _label(self, law: Distribution[str]) -> str:
        """What the columns show, in a sentence."""
        assert self.trajectory is not None
        last = said(self.question.step, self.trajectory.last, self.laws[-1], self.names)
        now = said(self.question.step, self.turn, law, self.names)
        return f"A column for every {self.question.step} from 0 to {self.trajectory.last}. {now} {last}"

    def _slid(self, turn: int) -> None:
        if not self._quiet:
            self.turn = turn

    def _clicked(self, x: float) -> None:
        if self.trajectory is not None:
            self.turn = min(max(math.floor(x + 0.5), 0), self.trajectory.last)

    def _show_duration(self) -> None:
        """How long it takes, in words, numbers and bars."""
        assert self.chain is not None
        assert self.trajectory is not None
        self.duration.value = duration_html(self.chain, self.trajectory, self.solvable, self.question.step)
        title = "In the long run" if endless(self.chain) else "How long does it take?"
        self.lasting.children[0].value = f'<h3 class="pz8-title">{title}</h3>'
        if endless(self.chain):
            self.beside.children = (self.duration,)
            return
        plot = duration_plot(self.trajectory, self.question.step)
        self.length.value = still(plot, f"d{self.pane.prefix}", width=NARROW, told=True)
        words_ = self.duration if self.solvable else w.VBox([self.duration, self.wait])
        self.beside.children = (words_, self.length)

    # --- under other rules
    def change_html(self, first: Ruleset, second: Ruleset) -> str:
        """What the results gain and lose from the first rules to the second. Raises BadInput."""
        before, after = (self._results_under(rules) for rules in (first, second))
        return differences_html(before, after, self.meanings)

    def _results_under(self, rules: Ruleset) -> Mapping[str, Any]:
        if rules == self.rules:
            return self.results
        results: Mapping[str, Any] = exact_answer(self.question, self.situation.plain(), rules)
        return results

    def play_under(self, rules: Any) -> None:
        """Answer the question under rules that watch what is read of them. Raises BadInput."""
        exact_answer(self.question, self.situation.plain(), rules)

    # --- where no widget runs
    def answer_text(self) -> str:
        """The results in words."""
        return "\n".join(f"{name}  {value}" for name, value in self.results.items())

    def answer_html(self) -> str:
        """The results as a table, how long it takes, and how the odds go turn after turn."""
        picture = picture_html(self.pane.poster, self.pane.label) if self.trajectory is not None else ""
        return f"{unstyled(self.told.value + self.duration.value)}{picture}"


ALWAYS = (Readings, ChangeTheRules, ChainExport)
"""Panels that need no chain behind the question."""

NO_CHAIN = (
    "This is worked out in one go: there is no state that is carried from turn to turn, so nothing to follow."
)


def found_chain(asked: str | System, name: str) -> tuple[System, ChainQuestion]:
    """The system and the chain question that are meant."""
    home, question = question_in(asked, name, kind="chain")
    assert isinstance(question, ChainQuestion)
    return home, question


def chain_behind(question: ChainQuestion, situation: Any, rules: Ruleset) -> Chain[Any] | None:
    """The chain behind a question; None where it rests on no single one."""
    chain = under(question, rules).chain
    return None if chain is None else chain(situation, rules)


def asked_turns(situation: Any) -> int:
    """How many turns the situation asks for; 0 where it does not say."""
    plain = situation.plain()
    return next((plain[name] for name in LENGTHS if isinstance(plain.get(name), int)), 0)


def said(step: str, turn: int, law: Distribution[str], names: tuple[str, ...]) -> str:
    """The odds after a turn, as a sentence."""
    odds = ", ".join(f"{name} {short_percent(law.fraction(name))}" for name in names if law.fraction(name))
    return f"After {step} {turn}: {odds}."
