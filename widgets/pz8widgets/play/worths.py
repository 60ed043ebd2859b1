"""What each choice is worth, beside it: off until it is switched on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from html import escape
from time import monotonic

import ipywidgets as w

from pz8edu.analysis.positions import SearchProgress, TooLarge
from pz8edu.analysis.worth import KINDS, MOST, Weighed, Worth, bounded, exact
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.told import army
from pz8edu.printing.percent import in_points, short_percent
from pz8edu.turns.choice import Choice
from pz8widgets.page.quiet import Quiet
from pz8widgets.page.theme import button, words
from pz8widgets.play.underway import Underway

PATIENCE = 2.0
"""Seconds in which all positions that can follow are looked for; then the worth is told as bounded."""
LONGER = 10
"""So many times as many positions, in so many times as long squared, are looked for when that is wanted."""
DEPTHS = (1, 2)
"""So many choices ahead are looked where not all is solved; if it is stopped, what was found stays."""


class Worths(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A switch for the worths of a game's choices.

    `changed` is called when it is switched, `told` when a worth has been found later than that. `listed` is
    the list of all, to be shown where there is room.
    """

    def __init__(self, game: Game, changed: Callable[[], None], told: Callable[[], None]) -> None:
        self.game = game
        self.told = told
        self.found: Worth | None = None
        self.why_not = ""
        self.on = w.ToggleButton(description="Worth", tooltip="What each choice is worth, and what it loses")
        self.on.layout.width = "auto"
        self.on.observe(lambda _: changed(), "value")
        seek = "Look for all positions that can follow"
        self.longer = button("Look longer", seek, lambda: self._look(LONGER))
        self.underway, self.table, self._quiet = Underway(), words(""), Quiet()
        self.patience = PATIENCE
        self.listed = w.VBox([self.table])
        self.listed.add_class("pz8-card")
        super().__init__([w.HBox([self.on, self.longer]), self.underway])

    def follow(self) -> None:
        """Another moment has come, or the switch was moved."""
        self.underway.give_up()
        self.found, self.why_not, self.table.value = None, "", ""
        self.longer.layout.display = "none"
        if self.on.value and self.game.ending is None:
            with self._quiet:
                self._look()

    def _look(self, longer: int = 1) -> None:
        self.longer.layout.display = "none"
        self.underway.begin(lambda told: self._worths(longer, told), self._show)

    def _worths(self, longer: int, told: SearchProgress) -> Iterator[Worth | BadInput]:
        """The worth if all can be solved; else how large it is, and the worths that look so far ahead."""
        until = monotonic() + self.patience * longer * longer
        try:
            yield exact(self.game, MOST * longer, lambda *far: told(*far) or monotonic() > until)
            return
        except TooLarge as fault:
            yield fault
        try:
            for depth in DEPTHS if self.found is None else ():
                yield bounded(self.game, depth, told)
        except TooLarge:  # it was stopped, and what was found before stays
            return

    def _show(self, found: Worth | BadInput) -> None:
        if isinstance(found, Worth):
            self.found = found
            self.why_not = self.why_not if found.kind != "exact" else ""
        else:
            too_large = isinstance(found, TooLarge)
            self.why_not = f"Not solved: {found}." if too_large else str(found)
            self.longer.layout.display = "" if too_large else "none"
        said = f'<p role="status">{escape(self.why_not)}</p>' if self.why_not else ""
        self.table.value = said + (worths_html(self.found, self.game) if self.found is not None else "")
        if not self._quiet:
            self.told()

    def of(self, choice: Choice) -> str:
        """What a choice is worth in a few words; nothing while it is switched off, or for one not weighed."""
        known = self.found.choices if self.found is not None and self.found.side else ()
        told = (
            f"worth {short_percent(each.worth)}, {loses(each)}" for each in known if each.choice == choice
        )
        return next(told, "")


def loses(each: Weighed) -> str:
    """What a choice loses against the best, in points."""
    return f"loses {in_points(each.loses)} points" if each.loses else "best"


def worths_html(found: Worth, game: Game) -> str:
    """All choices, the best first, each with its worth, what it loses, what most likely follows."""
    rows = "".join(row(each) for each in sorted(found.choices, key=lambda each: each.loses))
    error = f" ± {short_percent(found.error)}" if found.error else ""
    who = army(game.book, found.side)
    kind = f"{KINDS[found.kind]}; {found.positions} positions{error}"
    return (
        f"<details open><summary>{escape(who)}: chance to win after each choice</summary>"
        f'<p class="pz8-quiet">{escape(kind)}</p>'
        f'<table class="pz8-log pz8-worths"><tbody>{rows}</tbody></table></details>'
    )


def row(each: Weighed) -> str:
    """A choice with its bar; the fraction is behind a touch."""
    lost = f"<b>{loses(each)}</b>" if not each.loses else loses(each)
    why = f'<br><span class="pz8-quiet">{escape(each.why)}</span>' if each.why else ""
    return (
        f'<tr><th scope="row">{escape(each.said)}{why}</th>'
        f'<td title="{each.worth}">{short_percent(each.worth)}{bar(each.worth)}</td><td>{lost}</td></tr>'
    )


def bar(worth: Fraction) -> str:
    """A worth as a bar of ink; the number stands beside it."""
    return (
        '<span aria-hidden="true" style="display:block;height:6px;width:90px;background:var(--pz8-pale)">'
        f'<span style="display:block;height:6px;width:{float(worth):.1%};background:var(--pz8-ink)">'
        "</span></span>"
    )
