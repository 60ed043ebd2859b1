"""What each choice is worth, beside it: off until it is switched on."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from html import escape
from time import monotonic

import ipywidgets as w

from pz8edu.analysis.worth import KINDS, Weighed, Worth, worth
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import key_text
from pz8edu.printing.percent import in_points, short_percent
from pz8edu.turns.choice import Choice
from pz8widgets.page.theme import words

PATIENCE = 2.0
"""Seconds in which all positions that can follow are looked for; then the worth is told as bounded."""
LONGER = 10
"""So many times as long is looked when that is wanted."""


class Worths(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A switch for the worths of a game's choices; `changed` is called when it is switched."""

    def __init__(self, game: Game, changed: Callable[[], None]) -> None:
        self.game = game
        self.found: Worth | None = None
        self.on = w.ToggleButton(description="Worth", tooltip="What each choice is worth, and what it loses")
        self.on.observe(lambda _: changed(), "value")
        self.longer = w.Button(description="Look longer", tooltip="Look for all positions that can follow")
        self.longer.on_click(lambda _: self._looked_longer(changed))
        self.table, self.patience = words(""), PATIENCE
        super().__init__([w.HBox([self.on, self.longer]), self.table])

    def follow(self) -> None:
        """Another moment has come, or the switch was moved."""
        self.found, self.table.value = None, ""
        self.longer.layout.display = "none"
        if not self.on.value or self.game.ending is not None:
            return
        until = monotonic() + self.patience
        try:
            self.found = worth(self.game, told=lambda *_: monotonic() > until)
            self.table.value = worths_html(self.found)
            self.longer.layout.display = None if self.found.kind == "bounded" else "none"
        except BadInput as fault:
            self.table.value = f'<p role="status">{escape(str(fault))}</p>'

    def _looked_longer(self, changed: Callable[[], None]) -> None:
        self.patience *= LONGER
        changed()

    def of(self, choice: Choice) -> str:
        """What a choice is worth in a few words; nothing while it is switched off, or for one not weighed."""
        known = self.found.choices if self.found is not None and self.found.side else ()
        return next((in_short(each) for each in known if each.choice.key == choice.key), "")


def in_short(each: Weighed) -> str:
    """A worth, and what it loses."""
    return f"worth {short_percent(each.worth)}, {loses(each)}"


def loses(each: Weighed) -> str:
    """What a choice loses against the best, in points."""
    return f"loses {in_points(each.loses)} points" if each.loses else "best"


def worths_html(found: Worth) -> str:
    """All choices, the best first, each with its worth, what it loses, what most likely follows."""
    rows = "".join(row(each) for each in sorted(found.choices, key=lambda each: each.loses))
    error = f" ± {short_percent(found.error)}" if found.error else ""
    kind = f"{KINDS[found.kind]}; {found.positions} positions{error}"
    return (
        f"<details open><summary>{escape(found.side or 'chance')}: chance to win after each choice</summary>"
        f'<p class="pz8-quiet">{escape(kind)}</p>'
        f'<table class="pz8-log"><tbody>{rows}</tbody></table></details>'
    )


def row(each: Weighed) -> str:
    """A choice with its bar; the fraction is behind a touch."""
    lost = f"<b>{loses(each)}</b>" if not each.loses else loses(each)
    why = f'<br><span class="pz8-quiet">{escape(each.why)}</span>' if each.why else ""
    return (
        f'<tr><th scope="row">{escape(key_text(each.choice.key))}{why}</th>'
        f'<td title="{each.worth}">{short_percent(each.worth)}{bar(each.worth)}</td><td>{lost}</td></tr>'
    )


def bar(worth: Fraction) -> str:
    """A worth as a bar of ink; the number stands beside it."""
    return (
        '<span aria-hidden="true" style="display:block;height:6px;width:90px;background:var(--pz8-pale)">'
        f'<span style="display:block;height:6px;width:{float(worth):.1%};background:var(--pz8-ink)">'
        "</span></span>"
    )
