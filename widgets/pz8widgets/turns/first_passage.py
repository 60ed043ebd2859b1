"""First passage: does play ever come to a state, and when?"""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.core.chains.chain import Chain
from pz8edu.printing.percent import short_percent
from pz8widgets.page.compressed import Picture
from pz8widgets.page.fraction_html import decimal, fraction_html, readable
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import button, words
from pz8widgets.plots.plot import NARROW
from pz8widgets.plots.plot_still import still
from pz8widgets.turns.chain_page import ChainPage
from pz8widgets.turns.duration import turns_plot

MOST_NAMES = 60
"""So many states can be chosen."""

MOST_STATES = 1_000
"""A chain with more states than this is worked out when somebody waits for it."""


class FirstPassage(Panel[ChainPage]):
    """The chance that play ever comes to a named state, and the turn in which it first does."""

    title = "First passage"
    note = "does play ever come to this, and when?"

    def build(self) -> tuple[w.Widget, ...]:
        """A choice of states, the answer and its bars."""
        self.state = w.Dropdown(description="Play comes to")
        self.state.add_class("pz8-field")
        self.state.observe(lambda _: self._show(), "value")
        self.page_words, self.bars = words(""), Picture()
        self.wait = button("Work it out", "Solve this big chain exactly", self.page.solve)
        line = w.HBox([self.state])
        line.add_class("pz8-line")
        pair = w.HBox([w.VBox([line, self.page_words, self.wait]), self.bars])
        pair.add_class("pz8-beside")
        return (pair,)

    def follow(self) -> None:
        """The states of this situation."""
        chain = self.page.chain
        with self._quiet:
            chosen = self.state.value
            names = () if chain is None else names_of(chain)
            self.state.options = names
            if names:
                self.state.value = chosen if chosen in names else names[0]
        self._show()

    def _show(self) -> None:
        if self._quiet:
            return
        chain, name = self.page.chain, self.state.value
        self.page_words.value = self.bars.value = ""
        self.wait.layout.display = "none"
        if chain is None or name is None or self.page.trajectory is None:
            return
        if not self.page.solved and (not self.page.solvable or len(chain.model.states) > MOST_STATES):
            self.wait.layout.display = ""
            self.page_words.value = f"<p>With {len(chain.model.states):,} states this takes some seconds.</p>"
            return
        last = max(self.page.trajectory.last, 1)
        law = chain.duration_until(name, last).fractions()
        self.page_words.value = passage_html(chain, name)
        if any(isinstance(turn, int) and turn for turn in law):
            plot = turns_plot(law, last, f"first “{name}”")
            self.bars.value = still(plot, f"f{self.page.pane.prefix}", width=NARROW, told=True)


def names_of(chain: Chain[Any]) -> tuple[str, ...]:
    """The states that can be chosen, what is said of the end first."""
    ends = [str(part) for state in chain.states_met if chain.over(state) for part in chain.parts(state)]
    lives = {str(part) for state in chain.states_met if not chain.over(state) for part in chain.parts(state)}
    first = [name for name in dict.fromkeys(ends) if name not in lives]
    return tuple(dict.fromkeys((*first, *chain.names)))[:MOST_NAMES]


def passage_html(chain: Chain[Any], name: str) -> str:
    """The chance of a first passage and its expected turn, in a sentence."""
    passage = chain.first_passage(name)
    chance, turns = passage.chance, passage.expected_turns()
    said = f"“{escape(name)}”"
    if turns is None:
        return f"<p>Play never comes to {said}.</p>"
    if not turns:
        return f"<p>Play begins with {said}.</p>"
    exactly = f" ({fraction_html(turns)})" if readable(turns) and turns.denominator > 1 else ""
    when = f"on average in turn {decimal(turns)}{exactly}"
    if chance == 1:
        return f"<p>Play is certain to come to {said} at some time, {when}.</p>"
    return (
        f"<p>Play ever comes to {said} with the chance <b>{fraction_html(chance)}</b> "
        f"({short_percent(chance)}); if it does, {when}.</p>"
    )
