"""Play the rule many times with random dice, beside the exact answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from html import escape

import ipywidgets as w

from pz8edu.asking.playthrough import StepThrough
from pz8edu.core.umpire.sampling import Sampling
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcome_styles import NEUTRAL, OutcomeStyle
from pz8widgets.calculators.game_page import GamePage
from pz8widgets.page.fraction_html import decimal, readable
from pz8widgets.page.odds_bars import Looks, likeliest
from pz8widgets.page.panel import Panel
from pz8widgets.page.pile import Pile

MOST_GAMES = 100_000
TOO_FAR = 5
"""Chance alone leads further than five standard errors away about once in 1.7 million times."""


class PlayMany(Panel[GamePage]):
    """A thousand games with a seed, piling up; the same seed gives the same games."""

    title = "Play it 1,000 times"
    note = "what dice do, against the exact outline"

    def build(self) -> tuple[w.Widget, ...]:
        """How many games, which seed, and the piles."""
        self.games = w.BoundedIntText(1000, min=1, max=MOST_GAMES, description="Games")
        self.seed = w.IntText(1, description="Seed")
        for field in (self.games, self.seed):
            field.add_class("pz8-field")
        self.button = w.Button(description="Play", button_style="info", tooltip="Play all games")
        self.button.on_click(lambda _: self.play())
        self.next = w.Button(description="Other dice", tooltip="The next seed")
        self.next.on_click(lambda _: self._next_seed())
        self.pile = Pile()
        line = w.HBox([self.games, self.seed, self.button, self.next])
        line.add_class("pz8-line")
        return (line, self.pile)

    def _next_seed(self) -> None:
        self.seed.value += 1
        self.play()

    def play(self) -> None:
        """Play, and let the games pile up."""
        play = self.page.play
        if play is not None:
            rows = rows_of(play, self.page.looks)
            ended = games_of(play, [word for word, _, _ in rows], self.games.value, self.seed.value)
            self.pile.pile_up(rows, ended, told(rows, ended, self.seed.value))

    def follow(self) -> None:
        """Another situation: what was played before does not belong to it."""
        play = self.page.play
        self.button.disabled = self.next.disabled = play is None
        key = None if play is None else (play.situation, play.rules)
        if key != getattr(self, "_shown", ()):
            self._shown = key
            self.pile.clear()


Row = tuple[str, OutcomeStyle, Fraction]
"""An outcome with its look and its exact share."""


def rows_of(play: StepThrough, looks: Looks) -> list[Row]:
    """The outcomes with their exact shares, the rarest together when there are many."""
    chances = play.before.fractions()
    shown = likeliest(tuple(looks), chances)
    rows = [(word, looks[word], chances[word]) for word in shown]
    rest = [word for word in looks if word not in shown]
    if rest:
        share = sum((chances[word] for word in rest), Fraction(0))
        rows.append((f"{len(rest)} others", NEUTRAL, share))
    return rows


def games_of(play: StepThrough, words: Sequence[str], games: int, seed: int) -> list[int]:
    """In which row each game ended: the last one where its outcome has none of its own."""
    umpire = Sampling(seed)
    places = {word: place for place, word in enumerate(words)}
    ends = (umpire.play(play.question.rule, play.situation, play.rules) for _ in range(games))
    return [places.get(play.question.word(end), len(words) - 1) for end in ends]


def standard_error(share: Fraction, games: int) -> float:
    """How many of so many games an outcome is off its exact share, give or take.

    >>> round(standard_error(Fraction(5, 36), 1000), 2)
    10.94
    """
    return math.sqrt(games * share * (1 - share))


def told(rows: Sequence[Row], ended: Sequence[int], seed: int) -> str:
    """What came out and what had to be expected, in plain words, as HTML."""
    games = len(ended)
    said = f"{games:,} {'game' if games == 1 else 'games'} with seed {seed}."
    if len(rows) == 1:
        return f"{said} Nothing else can happen."
    counts = [ended.count(place) for place in range(len(rows))]
    errors = [standard_error(share, games) for _, _, share in rows]
    far = [abs(counts[i] - games * share) / errors[i] for i, (_, _, share) in enumerate(rows)]
    place = far.index(max(far))
    word, _, share = rows[place]
    off = f"{decimal(games * share)} were expected, give or take {errors[place]:.1f}"
    said += (
        f" Farthest off is “{escape(word)}”: it came up {counts[place]:,} times, {off}. That is the standard "
        f"error, √({games:,} × {chance_text(share)} × {chance_text(1 - share)}): about two series in three "
        "come nearer than that, nineteen in twenty nearer than twice that."
    )
    if far[place] > TOO_FAR:
        said += f" This is {far[place]:.1f} times as far off: chance alone does not do that."
    return said


def chance_text(share: Fraction) -> str:
    """A share as a fraction, a long one in percent."""
    return str(share) if readable(share) else short_percent(share)
