"""What if a die is loaded, or a chance another one?  The odds as curves, bars and formulas."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import Any, TypeVar

import ipywidgets as w

from pz8edu.asking.formulas import Formulas
from pz8edu.asking.loadable import loadable
from pz8edu.asking.playthrough import StepThrough
from pz8edu.asking.what_if import WhatIf as Change
from pz8edu.core.chance.distribution import Distribution
from pz8edu.errors import BadInput
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcome_styles import NEUTRAL
from pz8widgets.calculators.game_page import GamePage
from pz8widgets.calculators.loading import Loading, choose_from
from pz8widgets.calculators.sensitivity_html import sensitivity_html
from pz8widgets.calculators.simplex_sliders import FACES, STEPS
from pz8widgets.calculators.unknowns import changed, check_length, in_p
from pz8widgets.page.compressed import Picture
from pz8widgets.page.formula_html import formulas_html
from pz8widgets.page.fraction_html import fraction_html
from pz8widgets.page.odds_bars import knowing
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words
from pz8widgets.plots.curves import Points, curves_plot
from pz8widgets.plots.plot import Plot
from pz8widgets.plots.plot_pane import PlotPane

T = TypeVar("T")

STRIDE = 2
"""A curve goes through every second step: all sixths and all tenths are among them."""

MOST_CURVES = 8
"""So many outcomes have a curve of their own; the rest is added up."""

MOST_KEPT = 24
"""So many curves and formulas are remembered."""

FAIR_CHANCES = dict.fromkeys(FACES, Fraction(1, 6))


class WhatIf(Panel[GamePage]):
    """Choose a die or a question, move its chance, and see what that does to every outcome."""

    title = "What if a die is loaded?"
    note = "or if a chance is another one: dashed as the book has it, solid as you set it"

    def build(self) -> tuple[w.Widget, ...]:
        """The choices, the sliders, the curves, the bars, the sensitivity and the formulas."""
        self._shown: Any = ()
        self._points: OrderedDict[Any, Points] = OrderedDict()
        self._in_p: OrderedDict[Any, Formulas[str]] = OrderedDict()
        self._formulas: OrderedDict[Any, str] = OrderedDict()
        self.odds: Distribution[str] | None = None
        self.change: Change[str] | None = None
        self._changed: Any = ()
        self.loading = Loading(self._chosen, self._show)
        self.outcome = w.Dropdown(options=[], description="Which outcome?")
        self.outcome.add_class("pz8-field")
        self.outcome.observe(lambda _: self._show_sensitivity(), "index")
        self.pane = PlotPane(Plot("no curves yet", "p", "", (0.0, 1.0)))
        self.pane.on_chosen(self.loading.go_to)
        self.said = words("")
        self.bars, self.sensitivity, self.written = Picture(), Picture(), Picture()
        seen = w.HBox([self.pane, w.VBox([self.said, self.bars])])
        why = w.HBox([self.written, w.VBox([self.outcome, self.sensitivity])])
        for pair in (seen, why):
            pair.add_class("pz8-pair")
        return (self.loading.choices, self.loading.sliders, seen, why)

    # --- following the calculator
    def follow(self) -> None:
        """What can be loaded in this situation; what was chosen stays where it still can be."""
        play = self.page.play
        key = None if play is None else (play.situation, play.rules)
        if key == self._shown:
            return
        self._shown = key
        if play is None:
            self._nothing("")
            return
        with self._quiet:
            choose_from(self.outcome, tuple(self.page.looks), -1)
        self.loading.offer(loadable(play.question.rule, play.situation, play.rules))
        if not self.loading.unknowns:
            self._nothing("No six-sided die and no yes-or-no question decides anything here.")

    def _nothing(self, why: str) -> None:
        self.odds = None
        self.loading.nothing()
        self.outcome.layout.display = self.pane.layout.display = "none"
        self.bars.value = self.sensitivity.value = self.written.value = ""
        self.said.value = f"<p>{escape(why)}</p>" if why else ""

    def _chosen(self) -> None:
        """Another die or question, another way to load it, another face."""
        self.outcome.layout.display = self.pane.layout.display = ""
        self._show()
        self._write()

    # --- showing
    def _show(self) -> None:
        """The curves, and everything that belongs to where the slider stands."""
        play = self.page.play
        assert play is not None
        ends = tuple(self.page.looks)
        self._draw(play, ends)
        try:
            self.odds = self._change(play).at(self.loading.at(self.loading.place))
        except BadInput as fault:
            self.odds = None
            self.said.value = f'<p role="alert">{escape(sentence(str(fault)))}</p>'
            self.bars.value = self.sensitivity.value = ""
            return
        self.bars.value = knowing(play.before, self.odds, self.page.looks, says=self.page.says)
        self._show_sensitivity()

    def _change(self, play: StepThrough) -> Change[str]:
        """What is unknown now, made once for as long as it stays the same."""
        key = (self._shown, self.loading.chosen)
        if self.change is None or self._changed != key:
            self.change, self._changed = changed(play, self.loading.chosen), key
        return self.change

    def _draw(self, play: StepThrough, ends: Sequence[str]) -> None:
        key = (self._shown, self.loading.chosen, self.loading.owns, self.loading.line)
        points = kept(self._points, key, lambda: self._curve(play))
        if not points:
            return
        shown, rest = with_curves(points, ends)
        if rest:
            points = [(place, law.map(lambda word: word if word in shown else rest)) for place, law in points]
        looks = self.page.looks
        plot = curves_plot(
            points,
            lambda word: NEUTRAL if word == rest else looks[word],
            words=(*shown, rest) if rest else shown,
            at=self.loading.place,
            unknown=self.loading.symbol,
            of=f"{self.loading.symbol}, {self.loading.meaning}",
        )
        usual = self.loading.usual
        if usual is not None and self.loading.at(usual) in (usual, FAIR_CHANCES):
            plot = replace(plot, usual=(float(usual), "fair" if self.loading.chosen.die else "as printed"))
        self.pane.plot = plot

    def _curve(self, play: StepThrough) -> list[tuple[Fraction, Distribution[str]]]:
        """The exact odds all along the slider; places where nothing is ever decided are left out."""
        try:
            law = self._formulas_in_p(play)
        except BadInput:
            law = None
        points = []
        for step in range(0, STEPS + 1, STRIDE):
            place = Fraction(step, STEPS)
            try:
                odds = self._change(play).at(self.loading.at(place)) if law is None else law.at(place)
            except BadInput:
                continue
            points.append((place, odds))
        return points

    def _formulas_in_p(self, play: StepThrough) -> Formulas[str]:
        """The odds as functions of the chance that the slider moves."""
        unknown, line = self.loading.chosen, self.loading.line
        return kept(self._in_p, (self._shown, unknown, line), lambda: in_p(play, unknown, *line))

    def _show_sensitivity(self) -> None:
        """What the outcome that is chosen gains with every face."""
        play = self.page.play
        if self._quiet or play is None or self.odds is None:
            return
        word = self.outcome.value
        place, was, now = self.loading.place, play.before.fraction(word), self.odds.fraction(word)
        instead = "as printed" if now == was else f"instead of {short_percent(was)}"
        self.said.value = (
            f'<p role="status">With {self.loading.symbol} = {fraction_html(place)}: '
            f"<b>{escape(word)} {short_percent(now)}</b>, {instead}.</p>"
        )
        if self.loading.usual is None:
            usual = ", ".join(map(str, self.loading.found.questions[self.loading.chosen.question]))
            self.said.value += f'<p class="pz8-quiet">Not always the same in the book: {usual}.</p>'
        at, change = self.loading.at(place), self._change(play)
        gains = change.sensitivity(word, at) if word in change.slopes(at) else {}
        self.sensitivity.value = sensitivity_html(gains, word, self.loading.chosen.question)

    def _write(self) -> None:
        """The formulas, or why there are none."""
        play = self.page.play
        assert play is not None
        face = None if self.loading.owns else self.loading.face.value
        key = (self._shown, self.loading.chosen, self.loading.owns, face)
        self.written.value = kept(self._formulas, key, lambda: self._formulas_of(play))

    def _formulas_of(self, play: StepThrough) -> str:
        try:
            formulas = self._formulas_in_p(play)
            if self.loading.owns:
                check_length(formulas, self.loading.found)
                formulas = self._change(play).formula()
        except BadInput as fault:
            return f"<p>{escape(sentence(str(fault)))} The curves and odds above are exact all the same.</p>"
        in_what = "p1 to p6, the chances of the faces" if self.loading.owns else f"p, {self.loading.meaning}"
        ends = tuple(self.page.looks)
        return f"<p><b>As formulas</b> in {escape(in_what)}</p>{formulas_html(formulas, ends)}"


def with_curves(points: Points, ends: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The outcomes that have curves of their own, the likeliest; and what the others are called, if any."""
    if len(ends) <= MOST_CURVES:
        return tuple(ends), ""
    highest = {word: max((law.fraction(word) for _, law in points), default=0) for word in ends}
    chosen = set(sorted(ends, key=lambda word: -highest[word])[: MOST_CURVES - 1])
    return tuple(word for word in ends if word in chosen), f"{len(ends) - len(chosen)} others"


def sentence(said: str) -> str:
    """A fault as a sentence of its own."""
    return f"{said[:1].upper()}{said[1:].rstrip('.')}."


def kept(cache: OrderedDict[Any, T], key: Any, make: Callable[[], T]) -> T:
    """What was made before for this, or makes it; what has not been used for longest is forgotten."""
    found = cache.pop(key, None)
    cache[key] = make() if found is None else found
    if len(cache) > MOST_KEPT:
        cache.popitem(last=False)
    return cache[key]
