"""The played table of every book: first choices by its buttons, written, taken back, opened again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import ipywidgets as w
import pytest

from pz8edu.systems import ids, system
from pz8widgets import Play
from tests.games.test_told import COORDINATES

TABLES = [(name, system(name).played[0]) for name in ids() if system(name).played]
MOST_PRESSED = 6


def told(part: w.DOMWidget) -> Iterator[str]:
    """What a panel tells: its words, buttons and lists."""
    for name in ("value", "description", "tooltip", "_options_labels"):
        said = getattr(part, name, None)
        yield from [said] if isinstance(said, str) else said if isinstance(said, tuple) else ()
    for each in getattr(part, "children", ()):
        yield from told(each)


def act(play: Play) -> None:
    """Make the first choice that is offered, by its button."""
    row = next((row for row in play.rows if row.box in play.row_box.children), None)
    if play.choice is not None:  # the only choice is staged by itself
        play.do.click()
        play.throwing.to_the_end()
    elif row is not None and row.choice is not None:
        asks = row.choice.asked is not None
        row.button.click()
        if asks:
            play.do.click()
            play.throwing.to_the_end()
    elif play.places.options:
        play.go.click()
    else:
        play.end_step.click()


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_its_table_is_played_by_its_buttons(name: str, table: str) -> None:
    play = Play(name, table, seed=2)
    for _ in range(MOST_PRESSED):
        if play.game.ending is not None:
            break
        events = len(play.game.line)
        panels = (play.bar, play.chooser, play.deed, play.happened)
        said = [re.sub("<[^>]*>|§[^<]*", " ", words) for panel in panels for words in told(panel)]
        assert not [words for words in said if COORDINATES.search(words)]
        act(play)
        assert len(play.game.line) == events + 1, play.said.value
        assert "pz8-problem" not in play.said.value
        assert play.board.position == play.game.book.seen_by(play.game.now.side, play.game.moment).position
    assert Play.of(play.text).text == play.text
    play.undo.click()
    assert "|+ " in play.text
