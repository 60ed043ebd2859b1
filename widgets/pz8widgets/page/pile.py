"""Games that pile up before one's eyes, against the exact outline."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import anywidget
from traitlets import Int, List, Unicode

from pz8edu.show.outcome_styles import OutcomeStyle
from pz8widgets.page.compressed import module

ONE_BY_ONE = 25
"""So many games are shown one by one."""
FASTER = 1.06
"""After that every picture has so many times as many games as the one before."""


class Pile(anywidget.AnyWidget):
    """Bars that grow game by game: one by one, then fast; at once where the system asks for no motion.

    `pile_up` plays them; `frames` are the counts after so many games, `told` is said at the end.
    """

    _esm = module("pile.js")

    rows = List(List()).tag(sync=True)
    frames = List(List(Int())).tag(sync=True)
    told = Unicode("").tag(sync=True)
    run = Int(0).tag(sync=True)

    def pile_up(
        self, rows: Sequence[tuple[str, OutcomeStyle, Fraction]], ended: Sequence[int], told: str
    ) -> None:
        """Show games, each by the row in which it ended; the rows have a word, a look and the exact share."""
        with self.hold_sync():
            self.rows = [[word, look.css_class, float(share)] for word, look, share in rows]
            self.frames = frames_of(ended, len(rows))
            self.told = told
            self.run += 1

    def clear(self) -> None:
        """Take all games away."""
        with self.hold_sync():
            self.rows, self.frames, self.told = [], [], ""
            self.run += 1


def frames_of(ended: Sequence[int], rows: int) -> list[list[int]]:
    """The counts of all rows after no game, one, two and so on, then in longer and longer strides."""
    counts = [0] * rows
    frames = [[0, *counts]]
    wanted = 1.0
    for games, row in enumerate(ended, 1):
        counts[row] += 1
        if games >= wanted or games == len(ended):
            frames.append([games, *counts])
            wanted = games + 1 if games < ONE_BY_ONE else games * FASTER
    return frames
