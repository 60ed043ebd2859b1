"""What is hidden is hidden on the board too: drawn and told alike, whatever is under it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pz8edu.board.position import Position
from pz8edu.board.tabletop import BoardState
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice
from pz8widgets import Play, Tabletop
from pz8widgets.boards.board_words import as_table
from pz8widgets.boards.portrayal import still

SECRET = ("asp-ww2", "river-line")
TABLES = [(name, system(name).played[0]) for name in ids() if system(name).played]


def told(play: Play, side: str, position: Position[Any] | None = None) -> tuple[str, str]:
    """The board in a picture and in words, as a side sees it."""
    moment = play.game.moment if position is None else play.game.moment.at(position)
    scene = play.game.book.table.scene(play.game.book.seen_by(side, moment).picked(), play.game.rules)
    return still(scene), as_table(scene)


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize(("name", "table"), [*TABLES, SECRET])
def test_a_board_shows_what_its_side_may_see(name: str, table: str) -> None:
    play = Play(name, table, seed=2)
    book, moment = play.game.book, play.game.moment
    assert play.board.position == book.seen_by(play.game.now.side, moment).position
    assert book.seen_by("", moment) == moment
    for side in book.sides:
        seen = book.seen_by(side, moment)
        assert book.seen_by(side, seen) == seen
    hidden = {side for side in book.sides if book.seen_by(side, moment).position != moment.position}
    assert hidden == ({"own"} if (name, table) == SECRET else set())


def test_obstacles_look_alike_to_whom_they_are_not_declared() -> None:
    """AS-22; so to choices, odds, picture and words."""
    play = Play(*SECRET, seed=2)
    position = play.game.moment.position
    first, *others = position.markers
    assert first.kind == "anti-personnel obstacle"
    other = replace(position, markers=(first._replace(kind="anti-tank obstacle"), *others))
    assert told(play, "own") == told(play, "own", other)
    seen = [play.game.book.seen_by("own", play.game.moment.at(each)) for each in (position, other)]
    assert seen[0] == seen[1]


def test_a_counter_looks_alike_with_somebody_under_it_or_nobody() -> None:
    """Panzer8 Expansion, section 11; the table that is laid open tells them apart."""
    board = Tabletop("panzer8-expansion", "hidden-defenders")
    state, table = board.table.start(), board.table
    assert (state.units["Counter 1"].hidden, state.units["Counter 3"].dummy) == (True, True)
    empty = replace(state.units["Counter 1"], hidden=False, dummy=True)
    shown = BoardState(state, "Rifles", "Counter 2")
    other = shown.at(replace(state, units={**state.units, "Counter 1": empty}))
    drawn, again = (table.scene(each, board.rules) for each in (shown, other))
    assert (still(drawn), as_table(drawn)) == (still(again), as_table(again))
    open_ones = (replace(each, uncovered=True) for each in (shown, other))
    assert len({table.seen(each).units["Counter 1"].dummy for each in open_ones}) == 2


def test_speeds_that_are_ordered_in_secret_are_not_drawn() -> None:
    """Pz8 Coastal, section 3a."""
    play = Play("pz8-coastal", "guns-by-night", seed=2)
    before = told(play, "enemy")
    side = play.game.now.side
    order: Choice = next(each for each in play.game.choices() if each.kind == "speed")
    play.game.play(order)
    assert f"{side} orders" in play.game.moment.noted
    assert f"{side} orders" not in play.game.book.seen_by("enemy", play.game.moment).noted
    assert told(play, "enemy") == before


@pytest.mark.parametrize("table", system("pz8-coastal").played)
def test_vessels_that_are_not_spotted_stand_on_the_table(table: str) -> None:
    """Pz8 Coastal: who is fired at must be spotted (section 6), who stands there need not (section 2)."""
    play = Play("pz8-coastal", table, seed=2)
    book, moment = play.game.book, play.game.moment
    for side in book.sides:
        assert book.seen_by(side, moment).places == moment.places
