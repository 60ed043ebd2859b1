"""What was luck: the page of a game, its turning points, and the other choice tried on its table."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from time import monotonic
from typing import Any

import ipywidgets as w

from pz8edu.analysis.luck import Analysis, Line, analyse
from pz8edu.analysis.luck_html import luck_html
from pz8edu.analysis.luck_text import reason
from pz8edu.games.game import Game
from pz8edu.games.record import key_text, replay
from pz8widgets.page.theme import apply_theme, words

PATIENCE = 20.0
"""Seconds in which positions are looked for from the end backwards; lines before those are bounded."""


class Luck(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """What in a game was skill and what was luck: `Luck(game)`, or `Luck(text)` as a game is written.

    `tried` hears of a game in which the other choice of a line has been made; without it a table opens below.
    Raises BadInput with the line for a text that is none.
    """

    def __init__(self, game: Game | str, tried: Callable[[Game], None] | None = None) -> None:
        self.game = replay(game) if isinstance(game, str) else game
        until = monotonic() + PATIENCE
        self.found: Analysis = analyse(self.game, told=lambda *_: monotonic() > until)
        self.tried = tried or self._opened
        self.line = w.BoundedIntText(min=1, max=max(1, len(self.found.lines)), description="Line")
        self.line.observe(self._shown, "value")
        self.earlier = self._button("◂", "One line back", lambda: self._go(-1))
        self.later = self._button("▸", "One line on", lambda: self._go(1))
        self.told = words("")
        self.choose = w.Dropdown(description="Instead", options=[], layout=w.Layout(width="auto"))
        self.other = self._button("Try the other choice here", "The line that was played stays", self._try)
        self.other.button_style = "primary"
        self.table = w.VBox()
        step = w.HBox([self.earlier, self.line, self.later, self.choose, self.other])
        super().__init__([words(luck_html(self.found)), step, self.told, self.table])
        for each in (step, self.told):
            each.layout.display = None if self.found.lines else "none"
        worst = max(self.found.lines, key=lambda line: line.loses, default=None)
        self._shown()
        if worst is not None:
            self.line.value = worst.number
        apply_theme(self)

    def _button(self, text: str, tooltip: str, does: Any) -> w.Button:
        button = w.Button(description=text, tooltip=tooltip, layout=w.Layout(width="auto"))
        button.on_click(lambda _: does())
        return button

    @property
    def now(self) -> Line | None:
        """The line that is looked at."""
        lines = self.found.lines
        return lines[self.line.value - 1] if lines else None

    def _go(self, way: int) -> None:
        self.line.value = min(max(self.line.value + way, 1), self.line.max)

    def _shown(self, _change: Any = None) -> None:
        line = self.now
        if line is None:
            return
        self.told.value = f"<p><b>{line.number}. {escape(line.words)}</b> {escape(reason(line))}</p>"
        offered = {key_text(each.key): each for each in line.best if each.key != line.event.key}
        moment = line.node.before.moment if line.node.before else None
        others = self.game.book.choices(moment) if moment is not None else ()
        offered |= {key_text(each.key): each for each in others if each.key != line.event.key}
        self.choose.options = list(offered.items())
        self.choose.index = 0 if offered else None
        self.other.disabled = not offered

    def _try(self) -> None:
        if self.choose.value is not None:
            self.tried(self.found.try_other(self.line.value, self.choose.value))

    def _opened(self, game: Game) -> None:
        from pz8widgets.play.play import Play

        self.table.children = (Play(game.home.id, game.table, game=game),)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live page, and for wherever no widget runs the page as it is."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": repr(self.found), "text/html": luck_html(self.found)}
