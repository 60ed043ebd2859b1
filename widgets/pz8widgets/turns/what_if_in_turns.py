"""What if the chance of one question is p?  The ends of play and its length as functions of p."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.asking.what_if import what_if
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import NEVER
from pz8edu.core.chance.distribution import Distribution
from pz8edu.show.outcome_styles import PLAIN
from pz8widgets.page.compressed import Picture
from pz8widgets.page.fraction_html import decimal
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import button, words
from pz8widgets.plots.curves import curves_plot
from pz8widgets.plots.plot import NARROW, SIXTHS, Line, Plot, Ticks
from pz8widgets.plots.plot import STEPS as STEPS_OF_AXES
from pz8widgets.plots.plot_pane import PlotPane
from pz8widgets.plots.plot_still import still
from pz8widgets.turns.chain_page import ChainPage
from pz8widgets.turns.closed_forms import closed_forms_html
from pz8widgets.turns.trajectory import GOING_ON, UNENDING, ending, endless, few, styles_of

STEPS = 24
"""Steps of p along a curve."""

FEW_STEPS = 6
"""Steps of p along a curve whose points take long: those of a die."""

MOST_AT_ONCE = 200
"""A chain with more states than this is worked out when somebody waits for it."""

MOST_IN_SYMBOLS = 40
"""A chain with more states than this has no formula that anybody can read."""

STEEP = 5
"""A curve of turns is cut off at so many times its least value."""

HALF = Fraction(1, 2)


class WhatIfInTurns(Panel[ChainPage]):
    """The chance of a yes-or-no question set free: curves, and closed forms where they can be read."""

    title = "What if?"
    note = "what if the chance of one question is p, whatever the dice say?"

    def build(self) -> tuple[w.Widget, ...]:
        """A choice of questions, the curves, the formulas."""
        self.asked = w.Dropdown(description="The chance of")
        self.asked.add_class("pz8-field")
        self.asked.observe(lambda _: self._show(), "value")
        self.lead, self.formulas, self.length_title = words(""), words(""), words("")
        self.pane = PlotPane(Plot("nothing is asked yet", "p", "", (0.0, 1.0)))
        self.length = Picture()
        self.wait = button("Work it out", "Work out the points one by one", self.work_out)
        line = w.HBox([self.asked])
        line.add_class("pz8-line")
        curves = w.HBox([self.pane, w.VBox([self.length_title, self.length])])
        curves.add_class("pz8-beside")
        return (line, self.lead, self.wait, curves, self.formulas)

    def follow(self) -> None:
        """The questions of this situation."""
        chain = self.page.chain
        names = () if chain is None else yes_or_no(chain)
        with self._quiet:
            chosen = self.asked.value
            self.asked.options = names
            if names:
                self.asked.value = chosen if chosen in names else names[0]
            self.asked.layout.display = "" if names else "none"
        self._show()

    def _show(self) -> None:
        if self._quiet:
            return
        for part in (self.lead, self.length, self.length_title, self.formulas):
            part.value = ""
        self.pane.layout.display = self.wait.layout.display = "none"
        chain, asked = self.page.chain, self.asked.value
        if chain is None or self.page.trajectory is None:
            return
        if asked is None:
            self.lead.value = "<p>No yes-or-no question of the dice is asked here.</p>"
        elif len(chain.model.states) > MOST_AT_ONCE:
            self.lead.value = (
                f"<p>With {len(chain.model.states):,} states there is no short formula; the odds after turn "
                f"{self.page.turn} can be worked out at every sixth of p.</p>"
            )
            self.wait.layout.display = ""
        elif endless(chain):
            self._after_a_turn(asked, STEPS)
        else:
            self._at_the_end(chain, asked)

    def work_out(self) -> None:
        """The odds of a big chain after the marked turn, point by point."""
        if self.page.trajectory is not None and self.asked.value is not None:
            self._after_a_turn(self.asked.value, FEW_STEPS)
            self.wait.layout.display = "none"

    def _after_a_turn(self, asked: str, steps: int) -> None:
        """Curves of the odds after the marked turn, as the states are looked at now."""
        turn = self.page.turn
        values = [Fraction(step, steps) for step in range(steps + 1)]
        laws = [override.after(turn).map(override.word) for override in map(self._with(asked), values)]
        names, seen = few(laws, self.page.view)
        self._draw(list(zip(values, seen, strict=True)), names, asked)
        self.lead.value = f"<p>{free_words(asked)} The odds after turn {turn}:</p>"

    def _at_the_end(self, chain: Chain[Any], asked: str) -> None:
        """Curves of how it ends and how long it takes; formulas where the chain is small."""
        assert self.page.trajectory is not None
        read = ending(self.page.trajectory)
        points, turns = [], []
        for step in range(STEPS + 1):
            p = Fraction(step, STEPS)
            override = self._with(asked)(p)
            ends = override.ends()
            if NEVER not in ends or 0 < p < 1:
                points.append((p, ends.map(lambda end: UNENDING if end is NEVER else read(chain.word(end)))))
            mean = override.solver.expected_turns()
            if mean is not None:
                turns.append((p, mean))
        names = tuple(dict.fromkeys(name for _, law in points for name in law))
        said = [free_words(asked), usual_words(chain.usual_chances.get(asked, ()))]
        if len(names) > 1:
            self._draw(points, names, asked)
        elif names:
            said.append(f"If it ends, it always ends “{escape(names[0])}”.")
        if len(turns) < len(points) / 2:
            said.append("It may never end, so there is no average length.")
        else:
            self._draw_length(turns, asked)
        self.lead.value = f"<p>{' '.join(said)}</p>"
        if len(chain.model.states) <= MOST_IN_SYMBOLS:
            self.formulas.value = closed_forms_html(self._formulas(chain, asked))

    def _formulas(self, chain: Chain[Any], asked: str) -> dict[str, Any]:
        """The chance of every end and the expected number of turns, as SymPy expressions in p."""
        assert self.page.trajectory is not None
        read = ending(self.page.trajectory)
        override = what_if(chain, chance=asked).formula()
        law = override.ends().map(lambda end: UNENDING if end is NEVER else read(chain.word(end)))
        found = {f"P({name})": law[name] for name in law} if len(law) > 1 else {}
        mean = override.solver.expected_turns()
        return found if mean is None else found | {"E(turns)": mean}

    def _with(self, asked: str) -> Any:
        """The chain when the question is answered with yes as often as it is told."""
        chain = self.page.chain
        assert chain is not None
        return what_if(chain, chance=asked).at

    def _draw(
        self, points: Sequence[tuple[Fraction, Distribution[str]]], names: tuple[str, ...], asked: str
    ) -> None:
        styles = self.page.styles if names == self.page.names else styles_of((GOING_ON, *names))
        plot = curves_plot(points, styles.__getitem__, words=names, of=p_of(asked))
        self.pane.plot = replace(plot, x_range=(0.0, 1.0), usual=self._usual(asked))
        self.pane.layout.display = ""

    def _usual(self, asked: str) -> tuple[float, str] | None:
        """The printed chance and its name; None where the question is asked with several modifiers."""
        assert self.page.chain is not None
        chances = self.page.chain.usual_chances.get(asked, ())
        return (float(chances[0]), "as printed") if len(chances) == 1 else None

    def _draw_length(self, turns: Sequence[tuple[Fraction, Fraction]], asked: str) -> None:
        least = min(mean for _, mean in turns)
        top, ticks = counts(float(min(max(mean for _, mean in turns), STEEP * least)))
        kept = tuple((float(p), float(mean)) for p, mean in turns if mean <= top)
        at = f"; at p = 1/2: {decimal(dict(turns)[HALF])}" if HALF in dict(turns) else ""
        plot = Plot(
            label=f"Expected number of turns against {p_of(asked)}{at}",
            x_title=p_of(asked),
            y_title="",
            x_range=(0.0, 1.0),
            x_ticks=SIXTHS,
            y_range=(0.0, top),
            y_ticks=ticks,
            lines=[Line("turns", kept, PLAIN)],
            usual=self._usual(asked),
        )
        self.length_title.value = '<h4 class="pz8-after">How long it takes on average</h4>'
        self.length.value = still(plot, f"w{self.page.pane.prefix}", width=NARROW)


def yes_or_no(chain: Chain[Any]) -> tuple[str, ...]:
    """The questions of a chain that are answered with yes or no."""
    return tuple(label for label, answers in chain.questions.items() if set(answers) == {True, False})


def free_words(asked: str) -> str:
    """What is set free, in a sentence."""
    return f"Whenever “{escape(asked)}” is asked, the answer is yes with the chance <i>p</i>."


def usual_words(chances: Sequence[Fraction]) -> str:
    """What the chance is with the printed dice, where there is more than one."""
    if len(chances) < 2:
        return ""
    *first, last = sorted(chances)
    return f"As printed it is {', '.join(map(str, first))} or {last}, as the situation goes."


def p_of(asked: str) -> str:
    """What p is the chance of."""
    return f"p, the chance of “{asked}”"


def counts(largest: float) -> tuple[float, Ticks]:
    """An axis of numbers that holds the largest: its top and its ticks."""
    step = next(size for size in STEPS_OF_AXES if largest <= 6 * size)
    places = [float(step * tick) for tick in range(max(math.ceil(largest / step - 1e-9), 1) + 1)]
    return places[-1], {place: f"{place:g}" for place in places}
