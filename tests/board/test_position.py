"""A position is a value: every change makes another, and names that are not there get one sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pz8edu.board.position import Marker, Place, Position
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.systems import system


@dataclass(frozen=True)
class Tank:
    condition: str = "ok"
    rounds: int = 3


SMOKE = Marker("smoke", 4, 2)
START: Position[Tank] = Position(
    {"Tiger": Place(1, 2, 90), "aiming point": Place(5, 5)}, {"Tiger": Tank()}, (SMOKE,), {"points": 6}
)


def test_every_change_makes_another_position() -> None:
    moved = START.moved("Tiger", Place(3, 2, 0))
    hit = moved.with_unit("Tiger", condition="suppressed", rounds=2)
    assert hit.places == {"Tiger": Place(3, 2, 0), "aiming point": Place(5, 5)}
    assert hit.units == {"Tiger": Tank("suppressed", 2)}
    assert START.places["Tiger"] == Place(1, 2, 90)
    assert START.units["Tiger"] == Tank()
    assert hit.with_stock("points", 2).stock == {"points": 2}
    assert START.stock == {"points": 6}


def test_counters_come_and_go() -> None:
    crater = Marker("crater", 1, 1)
    more = START.with_marker(crater, SMOKE)
    assert more.marked("smoke") == (SMOKE, SMOKE)
    assert more.without_marker(SMOKE).markers == (crater, SMOKE)
    assert START.marked("crater") == ()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda: START.moved("Tigre", Place(0, 0)), "did you mean 'Tiger'"),
        (lambda: START.place("T-34"), "T-34"),
        (lambda: START.with_unit("aiming point", rounds=1), "unknown unit"),
        (lambda: START.with_unit("Tiger", round=1), "did you mean 'rounds'"),
        (lambda: START.with_unit("Tiger", rounds=[1]), "rounds of Tiger cannot be \\[1\\]"),
        (lambda: START.with_stock("point", 1), "did you mean 'points'"),
        (lambda: START.without_marker(Marker("smoke", 0, 0)), "no smoke at"),
    ],
)
def test_what_is_not_there_gets_one_sentence(change: Callable[[], Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        change()


def test_two_positions_are_one_key_however_they_came_about() -> None:
    hit = START.with_unit("Tiger", rounds=2)
    assert hit != START
    back = hit.with_unit("Tiger", rounds=3)
    assert (back, hash(back)) == (START, hash(START))
    assert START.moved("Tiger", Place(3, 2)) != START.without_marker(SMOKE) != START


@pytest.mark.parametrize(
    ("book", "table"),
    [("pz8-ww2", "two-and-two"), ("pz8-coastal", "raid-on-a-convoy"), ("panzertroops", "tank-duel")],
)
def test_a_table_is_laid_out_once_whoever_is_chosen(book: str, table: str) -> None:
    board: Any = system(book).tabletop(table)
    position = board.start()
    one, other = list(position.units)[:2]
    first = board.battlefield(BoardState(position, one, other))
    assert board.battlefield(BoardState(position, other)) is first
    moved = position.moved(one, position.places[one]._replace(x=1.0))
    assert board.battlefield(BoardState(moved, one, other)) != first


def test_the_ground_of_a_table_is_the_same_in_every_game() -> None:
    one, other = (system("pz8-ww2").tabletop("whole-turn") for _ in range(2))
    assert one is not other
    assert all(mine is yours for mine, yours in zip(one.ground.patches, other.ground.patches, strict=True))
