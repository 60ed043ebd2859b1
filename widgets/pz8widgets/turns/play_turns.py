"""One game with random dice, turn after turn."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.core.chains.chain import Chain
from pz8edu.core.umpire.sampling import Sampling
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words
from pz8widgets.turns.chain_page import ChainPage

MOST_PLAYED = 200
"""A game is broken off after so many turns."""

MOST_ROWS = 30
"""Turns that are listed."""


class PlayTurns(Panel[ChainPage]):
    """A game with a seed: the same seed gives the same game."""

    title = "Play it once"
    note = "one game with random dice; the same seed gives the same game"

    def build(self) -> tuple[w.Widget, ...]:
        """Which seed, and the game."""
        self.seed = w.IntText(1, description="Seed")
        self.seed.add_class("pz8-field")
        self.seed.observe(lambda _: self.follow(), "value")
        self.next = w.Button(description="Another game", tooltip="The next seed", button_style="info")
        self.next.on_click(lambda _: self._next_seed())
        self.game = words("")
        line = w.HBox([self.seed, self.next])
        line.add_class("pz8-line")
        return (line, self.game)

    def _next_seed(self) -> None:
        self.seed.value += 1

    def follow(self) -> None:
        """The game with this seed."""
        chain = self.page.chain
        self.next.disabled = chain is None
        self.game.value = "" if chain is None else game_html(chain, self.seed.value, self.page.question.step)


def game(chain: Chain[Any], seed: int) -> list[Any]:
    """The states after 0, 1, 2 turns and so on of one random game, until it is over."""
    umpire = Sampling(seed)
    states = [chain.start]
    while not chain.over(states[-1]) and len(states) <= MOST_PLAYED:
        state = states[-1]
        for phase in chain.phases:
            if not chain.over(state):
                state = umpire.play(phase, state)
        states.append(state)
    return states


def game_html(chain: Chain[Any], seed: int, step: str) -> str:
    """A game as a table of turns."""
    states = game(chain, seed)
    rows = "".join(
        f'<tr><th scope="row">{turn}</th><td>{escape(chain.word(state))}</td></tr>'
        for turn, state in list(enumerate(states))[:MOST_ROWS]
    )
    over = chain.over(states[-1])
    last = f"{step} {len(states) - 1}: {escape(chain.word(states[-1]))}"
    end = f"Over in {last}." if over else f"Still going on after {last}."
    head = f'<tr><th scope="col">after {step}</th><th scope="col">state</th></tr>'
    table = f'<table class="pz8-numbers-table pz8-game"><thead>{head}</thead><tbody>{rows}</tbody></table>'
    return f'{table}<p role="status">{end}</p>'
