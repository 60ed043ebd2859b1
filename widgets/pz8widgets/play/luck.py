"""What was luck: the page of a game, its turning points, and the other choice tried on its table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.analysis.luck import Analysis, Line, analyse
from pz8edu.analysis.own_puzzles import OwnPuzzle, mistakes
from pz8edu.analysis.positions import SearchProgress
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.games.told import choice_said
from pz8edu.show.luck_html import luck_html
from pz8widgets.course.progress import Progress
from pz8widgets.page.theme import apply_theme, button, words
from pz8widgets.play import own
from pz8widgets.play.underway import Underway

PATIENCE = 60.0
"""Seconds in which positions are solved from the end backwards; lines before those are bounded."""
Found = tuple[Analysis, list[OwnPuzzle | str]]


class Luck(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """What in a game was skill and what was luck: `Luck(game)`, or `Luck(text)` as a game is written.

    `tried` hears of a game in which the other choice of a line has been made; without it a table opens below.
    What a choice of the sides `mine` has lost is kept as a puzzle at once, for others there is a button.
    Raises BadInput with the line for a text that is none.
    """

    def __init__(
        self,
        game: Game | str,
        tried: Callable[[Game], None] | None = None,
        mine: Collection[str] | None = None,
    ) -> None:
        self.game = replay(game) if isinstance(game, str) else game
        self.found: Analysis | None = None
        self.puzzles: list[OwnPuzzle] = []
        self.mine = mine
        self.tried = tried or self._opened
        self.page, self.told, self.come_back = words(""), words(""), words("")
        self.line = w.BoundedIntText(min=1, max=1, description="Line", layout=w.Layout(width="110px"))
        self.line.style.description_width = "auto"
        self.line.observe(self._shown, "value")
        self.earlier = button("◂", "One line back", lambda: self._go(-1))
        self.later = button("▸", "One line on", lambda: self._go(1))
        self.choose = w.Dropdown(description="Instead", options=[], layout=w.Layout(width="auto"))
        self.other = button("Try the other choice here", "The line that was played stays", self._try)
        self.other.button_style = "primary"
        self.keep = button("Keep as puzzles", "They come again in Practice", self._keep)
        self.table, self.underway = w.VBox(), Underway()
        lines = w.HBox([self.earlier, self.line, self.later])
        self.step = w.HBox([lines, self.choose, self.other])
        kept = w.HBox([self.come_back, self.keep])
        super().__init__([self.page, self.underway, self.step, self.told, kept, self.table])
        for each in (self.step, kept):
            each.add_class("pz8-tools")
        for each in (self.step, self.told, self.keep):
            each.layout.display = "none"
        self.underway.begin(self._analysed, self._show)
        apply_theme(self)

    def _analysed(self, told: SearchProgress) -> Iterator[Found]:
        found = analyse(self.game, told=told, seconds=PATIENCE)
        yield found, list(mistakes(found, self.mine))

    def _show(self, found: Found | BadInput) -> None:
        """The analysis has come, or why there is none."""
        if isinstance(found, BadInput):
            self.page.value = f'<p class="pz8-problem" role="status">{escape(str(found))}</p>'
            return
        self.found, lost = found
        self.page.value = luck_html(self.found)
        lines = self.found.lines
        if not lines:
            return
        for each in (self.step, self.told):
            each.layout.display = ""
        self.line.max = lines[-1].number
        self.line.min = lines[0].number
        self._shown()
        self.line.value = max(lines, key=lambda line: line.loses).number
        self.puzzles = [each for each in lost if isinstance(each, OwnPuzzle)]
        told = [f"Choices that lost more than 5 points: {len(self.puzzles)}."] if self.puzzles else []
        told += [each for each in lost if isinstance(each, str)]
        self.come_back.value = "".join(f"<p>{escape(each)}</p>" for each in told)
        if self.puzzles and own.at_home():
            self.keep.layout.display = ""
            if self.mine is not None:
                self._keep()

    def _keep(self) -> None:
        """Keep what was lost as puzzles in the learner's file."""
        progress = Progress()
        own.keep(progress, self.puzzles)
        self.keep.layout.display = "none"
        said = progress.trouble or "They come back as puzzles in Practice."
        self.come_back.value += f'<p role="status">{escape(said)}</p>'

    @property
    def now(self) -> Line | None:
        """The line that is looked at."""
        lines = self.found.lines if self.found is not None else ()
        return next((each for each in lines if each.number == self.line.value), None)

    def _go(self, way: int) -> None:
        self.line.value = min(max(self.line.value + way, self.line.min), self.line.max)

    def _shown(self, _change: Any = None) -> None:
        line = self.now
        if line is None:
            return
        self.told.value = f"<p><b>{line.number}. {escape(line.words)}</b> {escape(line.reason)}</p>"
        book, moment = line.book, line.moment
        offered = {each.key: each for each in (*line.best, *book.choices(moment))}
        offered.pop(line.event.key, None)
        self.choose.options = [(choice_said(book, moment, each), each) for each in offered.values()]
        self.choose.index = 0 if offered else None
        self.other.disabled = not offered

    def _try(self) -> None:
        if self.choose.value is not None and self.found is not None:
            self.tried(self.found.try_other(self.line.value, self.choose.value))

    def _opened(self, game: Game) -> None:
        from pz8widgets.play.play import Play

        self.table.children = (Play(game.home.id, game.table, game=game),)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live page, and for wherever no widget runs the page as it is."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        plain, html = (repr(self.found), luck_html(self.found)) if self.found else ("What was luck", "")
        return {**bundle, "text/plain": plain, "text/html": html}
