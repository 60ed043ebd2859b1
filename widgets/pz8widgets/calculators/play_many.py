"""Play the rule many times with random dice, beside the exact answer."""

from __future__ import annotations

import math
from fractions import Fraction
from html import escape

import ipywidgets as w

from pz8edu.steps import StepThrough
from pz8edu.umpire.sampling import Sampling
from pz8widgets.page.fraction_html import percent
from pz8widgets.page.odds_bars import in_order
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

MOST_GAMES = 100_000
SIGMAS = 5
"""Chance alone leaves a band of five standard deviations about once in 1.7 million times."""


class PlayMany(Panel):
    """A thousand games with a seed; the same seed gives the same games."""

    title = "Play it 1,000 times"
    note = "the exact answer beside what dice do"

    def build(self) -> tuple[w.Widget, ...]:
        """How many games, which seed, and the result."""
        self.games = w.BoundedIntText(1000, min=1, max=MOST_GAMES, description="Games")
        self.seed = w.IntText(1, description="Seed")
        for field in (self.games, self.seed):
            field.add_class("pz8-field")
        self.button = w.Button(description="Play", button_style="info", tooltip="Play all games")
        self.button.on_click(lambda _: self.play())
        self.next = w.Button(description="Other dice", tooltip="The next seed")
        self.next.on_click(lambda _: self._next_seed())
        self.page = words("")
        line = w.HBox([self.games, self.seed, self.button, self.next])
        line.add_class("pz8-line")
        return (line, self.page)

    def _next_seed(self) -> None:
        self.seed.value += 1
        self.play()

    def play(self) -> None:
        """Play, and show how often each outcome came up."""
        play = self.calculator.play
        if play is not None:
            self.page.value = frequencies_html(play, self.games.value, self.seed.value)

    def follow(self) -> None:
        """Another situation: what was played before does not belong to it."""
        play = self.calculator.play
        self.button.disabled = self.next.disabled = play is None
        key = None if play is None else (play.situation, play.rules)
        if key != getattr(self, "_shown", ()):
            self._shown = key
            self.page.value = ""


def frequencies(play: StepThrough, games: int, seed: int) -> dict[str, int]:
    """How often each outcome word came up in so many games with this seed."""
    found: dict[str, int] = {}
    counted = Sampling(seed).frequencies(games, play.question.rule, play.situation, play.rules)
    for outcome, count in counted.items():
        word = play.question.word(outcome)
        found[word] = found.get(word, 0) + count
    return found


def band(chance: Fraction, games: int) -> tuple[int, int]:
    """The counts that five standard deviations around the expected one allow."""
    spread = SIGMAS * math.sqrt(games * float(chance) * (1 - float(chance)))
    expected = float(chance) * games
    return max(0, math.floor(expected - spread)), min(games, math.ceil(expected + spread))


def frequencies_html(play: StepThrough, games: int, seed: int) -> str:
    """A table: how often, how often expected, and whether chance alone explains it."""
    seen = frequencies(play, games, seed)
    rows = []
    outside = []
    for word in in_order(play.question.outcomes, tuple(play.before)):
        chance, count = play.before.fraction(word), seen.get(word, 0)
        low, high = band(chance, games)
        if not low <= count <= high:
            outside.append(word)
        rows.append(
            f"<tr><th scope='row'>{escape(word)}</th><td>{count}</td>"
            f"<td>{float(chance) * games:.1f}</td><td>{low} to {high}</td>"
            f"<td>{percent(Fraction(count, games))}</td><td>{percent(chance)}</td></tr>"
        )
    verdict = (
        f"Outside the band: {', '.join(map(escape, outside))}."
        if outside
        else "Every count lies in its band of five standard deviations: chance alone explains it."
    )
    heads = ("outcome", "came up", "expected", "5-sigma band", "share", "exact")
    head = "".join(f"<th scope='col'>{each}</th>" for each in heads)
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return (
        f"<table class='pz8-numbers-table'>{body}</table>"
        f"<p role='status'>{games} games with seed {seed}. {verdict}</p>"
    )
