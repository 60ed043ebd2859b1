"""The reach that is drawn and the moves that are legal agree, on every table and in played turns."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from shapely import Point, Polygon

from pz8edu.board.contact import in_contact
from pz8edu.board.field_tabletop import FieldTabletop
from pz8edu.board.position import Place
from pz8edu.board.reach import EDGE
from pz8edu.board.scene import Area
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice
from tests.share import Share

APART = ("pz8-coastal", "panzer8-expansion")
"""Vessels spend their whole speed: the ends of their moves are drawn; the expansion prints no moves."""
AIMED = frozenset({"smoke", "light", "shell", "deploy", "unload", "retire"})
NO_ROOM = (
    "stands there",
    "may not touch",
    "does not move through",
    "of its own will",
    "cannot cross wire",
    "does not march",
    "does not approach",
    "closes the gap",
    "nearer to the enemy",
)
"""Why nobody ends or goes there, however far it is."""
TABLES = [
    (book, name)
    for book in ids()
    if book not in APART
    for name in system(book).tabletops
    if isinstance(system(book).tabletop(name, system(book).rules), FieldTabletop)
]


def sampled(
    area: Area, dice: Random, extent: tuple[Any, ...], number: int
) -> list[tuple[float, float, bool]]:
    """Points near an area, and whether each is within it; none so near its edge that the eye cannot tell."""
    body = Polygon(area.outline, area.holes).buffer(0)
    inner, outer = body.buffer(-2 * EDGE), body.buffer(2 * EDGE)
    x0, y0, x1, y1 = body.bounds
    west, south, east, north = map(float, extent)
    found = []
    for _ in range(number):
        x, y = round(dice.uniform(x0 - 1, x1 + 1), 3), round(dice.uniform(y0 - 1, y1 + 1), 3)
        on_table = west + 0.6 < x < east - 0.6 and south + 0.6 < y < north - 0.6
        if on_table and (inner.covers(Point(x, y)) or not outer.covers(Point(x, y))):
            found.append((x, y, inner.covers(Point(x, y))))
    return found


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize(("book", "name"), TABLES)
def test_a_place_is_within_the_reach_that_is_drawn_if_a_unit_may_go_there(book: str, name: str) -> None:
    home, dice = system(book), Random(name)
    table = home.tabletop(name, home.rules)
    assert isinstance(table, FieldTabletop)
    position = table.opening().position
    state = BoardState(position)
    field = table.battlefield(state)
    units = [base for base in field.units if base.name in position.units]
    for base in dice.sample(units, min(3, len(units))):
        area = table.reach(base.name, state, home.rules)
        for x, y, within in sampled(area, dice, field.extent, 12) if area else ():
            place = position.places[base.name]._replace(x=x, y=y)
            there = table.base(position.units[base.name], place)
            if any(other.side != base.side and in_contact(there, other) for other in field.units):
                continue
            why_not = table.why_not_move(base.name, place, position, home.rules)
            assert (not why_not) is within, (base.name, place, why_not)


PLAYED = list({book: name for book, name in reversed(TABLES) if name in system(book).played}.items())


@pytest.mark.parametrize(("book", "name"), PLAYED)
def test_the_same_in_played_turns_with_what_is_left_of_a_move(book: str, name: str, share: Share) -> None:
    dice, game = Random(name), Game(system(book), name, seed=3)
    for _ in share(range(24), 2):
        if game.ending:
            break
        found = game.choices()
        moves = [
            each for each in found if each.kind in game.book.by_drag and each.way and each.kind not in AIMED
        ]
        if moves and dice.random() < 0.5:
            agree(game, dice.choice(moves).unit, moves, dice)
        game.play(dice.choice(found))


def agree(game: Game, unit: str, moves: list[Choice], dice: Random) -> None:
    """What is drawn of a unit in a moment of a game agrees with what it may do."""
    moment, table = game.moment, game.book.table
    assert isinstance(table, FieldTabletop)
    area = game.book.reach(moment, unit) or table.reach(unit, moment.picked(unit), game.rules)
    kinds = {(each.kind, each.note) for each in moves if each.unit == unit}
    for x, y, within in sampled(area, dice, table.ground.extent, 4) if area else ():
        told = [refused(game, unit, moment.places[unit]._replace(x=x, y=y), *kind) for kind in kinds]
        if all(told) and within:
            assert any(why in each for each in told for why in NO_ROOM), (unit, x, y, told)
        assert within or all(told), (unit, x, y)


def refused(game: Game, unit: str, place: Place, kind: str, note: str) -> str:
    """Why a unit does not go to a place; empty if it does."""
    try:
        game.book.allowed(game.moment, Choice(kind, unit, way=(place,), note=note))
    except BadInput as fault:
        return str(fault)
    return ""
