"""A hand on the board makes a move: the rules judge it, and it goes back if they do not allow it."""

from collections.abc import Iterator
from typing import Any

import pytest

from pz8edu.board.hexes import hex_at, hex_centre, neighbours
from pz8widgets.boards.board import Board
from pz8widgets.boards.tabletop import Tabletop


@pytest.fixture
def table() -> Iterator[Tabletop]:
    found = Tabletop("pz8-ww2", "first-shot")
    yield found
    found.close()


def drag(board: Board, name: str, x: float, y: float, *, last: bool = True) -> None:
    """What the page tells of a drag."""
    row: dict[str, Any] = {
        "act": "move",
        "unit": name,
        "x": x,
        "y": y,
        "facing": 0,
        "last": last,
        "number": 1,
    }
    board.dragged("data", None, {column: [value] for column, value in row.items()})


def first(table: Tabletop) -> tuple[str, Any]:
    fact = table.board.controls.facts[0]
    return fact.name, fact


def test_a_drop_that_is_too_far_goes_back_with_its_reason(table: Tabletop) -> None:
    board = table.board
    start = board.places["T-34"]
    drag(board, "T-34", start.x - 4, start.y, last=False)
    assert board.moving
    drag(board, "T-34", 0.5, 0.5)
    assert board.places["T-34"] == start
    name, fact = first(table)
    assert (name, fact.value) == ("Not allowed", "it went back")
    assert "T-34 would need" in fact.remark
    assert "(§4)" in fact.remark
    assert "Not allowed" in board.pane.news
    assert board.state.before is not None
    drag(board, "T-34", start.x - 0.5, start.y)
    assert board.places["T-34"] == start._replace(x=start.x - 0.5)
    assert board.refusal == ""


def test_a_move_goes_on_with_what_is_left_of_it_until_it_is_ended(table: Tabletop) -> None:
    board = table.board
    start = board.places["T-34"]
    inches, _ = table.table.allowance("T-34", board.state, table.rules)
    two_thirds = float(inches) * 2 / 3
    drag(board, "T-34", start.x - two_thirds, start.y)
    there = board.places["T-34"]
    assert there.x == pytest.approx(start.x - two_thirds)
    assert any(shape.role == "move: legal" for shape in board.scene.shapes)
    drag(board, "T-34", start.x - 2 * two_thirds, start.y)
    assert board.places["T-34"] == there, "the budget is that of one move"
    board.controls.done.click()
    assert not any(shape.role == "move: legal" for shape in board.scene.shapes)
    drag(board, "T-34", start.x - 2 * two_thirds, start.y)
    assert board.places["T-34"] != there


def test_who_sets_up_puts_a_base_anywhere(table: Tabletop) -> None:
    board = table.board
    assert board.controls.mode.options == (("Move", False), ("Set up", True))
    board.controls.mode.value = True
    assert board.setting_up
    drag(board, "T-34", 0.75, 0.75)
    assert board.places["T-34"][:2] == (0.75, 0.75)
    assert board.refusal == ""
    board.controls.mode.value = False
    drag(board, "T-34", 15, 8)
    assert board.places["T-34"][:2] == (0.75, 0.75)


def test_a_program_puts_a_base_anywhere(table: Tabletop) -> None:
    table.board.move("T-34", 0.75, 0.75)
    assert table.board.places["T-34"][:2] == (0.75, 0.75)
    assert table.board.state.before is None


def test_a_step_by_key_may_lead_over_what_is_not_allowed(table: Tabletop) -> None:
    """A press is a step on the way: it is marked, and goes back when another base is moved."""
    board = table.board
    start = board.places["T-34"]
    board.chosen = "T-34"
    board.step = 5
    board.key_pressed("ArrowLeft", False)
    assert board.places["T-34"].x == start.x - 5
    name, fact = first(table)
    assert (name, fact.value) == ("Not allowed", "it goes back when the move ends")
    assert any(shape.role == "move: too far" for shape in board.scene.shapes)
    board.key_pressed("ArrowRight", False)
    assert board.refusal == ""
    board.key_pressed("ArrowLeft", False)
    other = next(name for name in board.position.units if name != "T-34")
    drag(board, other, *board.places[other][:2])
    assert board.places["T-34"] == start


def test_a_change_from_outside_ends_the_move(table: Tabletop) -> None:
    board = table.board
    start = board.places["T-34"]
    board.chosen, board.step = "T-34", 5
    board.key_pressed("ArrowLeft", False)
    assert board.refusal
    board.position = board.position.with_unit("T-34", fired=True)
    assert board.refusal == ""
    assert board.places["T-34"] == start
    assert board.position.units["T-34"].fired


def test_a_board_without_rules_lets_a_hand_do_as_it_likes() -> None:
    from pz8edu.board.scene import Base, Scene

    board = Board(
        Scene("inches", (0, 0, 9, 9), "", "", (Base("a", "tank", "own", (1, 1), role="unit: own"),))
    )
    drag(board, "a", 8, 8)
    assert board.places["a"][:2] == (8, 8)
    assert board.controls.done not in board.controls.tools.children[-1].children
    board.close()


def test_a_ship_is_turned_as_its_hex_allows_and_a_key_walks_the_hexes() -> None:
    table = Tabletop("pz8-space", "asteroid-belt")
    board, name = table.board, table.board.shooter
    end = next(
        each
        for each in table.table.reached(name, board.state, table.rules)
        if each.at != table.table.at(name, board.state)
    )
    from pz8edu.board.hexes import hex_centre

    drag(board, name, *hex_centre(end.at))
    assert board.places[name][:2] == pytest.approx(hex_centre(end.at))
    assert not board.refusal
    board.setting_up = True
    board.chosen = name
    before = table.table.at(name, board.state)
    board.key_pressed("ArrowUp", False)
    one = table.table.at(name, board.state)
    board.key_pressed("Home", False)
    two = table.table.at(name, board.state)
    assert [(one[0] - before[0], one[1] - before[1]), (two[0] - one[0], two[1] - one[1])] == [
        (1, -1),
        (0, -1),
    ]
    table.close()


@pytest.mark.parametrize(
    ("name", "which"),
    [("pz8-space", "asteroid-belt"), ("pz8-ww1", "western-front-1916"), ("pz8-naval", "cape-matapan")],
)
def test_no_kind_of_board_is_silent(name: str, which: str) -> None:
    """The review: Lyra across the table, infantry from (1, 3) to (6, 8), and nothing was said."""
    table = Tabletop(name, which)
    board, unit = table.board, table.board.shooter
    start = board.places[unit]
    x0, y0, x1, y1 = map(float, board.scene.extent)
    drag(board, unit, x0 + x1 - start.x, y0 + y1 - start.y)
    assert board.places[unit] == start
    assert "§" in board.refusal
    table.close()


@pytest.mark.parametrize(
    ("system_id", "table"), [("pz8-space", "asteroid-belt"), ("pz8-aerial-1935", "on-the-tail")]
)
def test_keys_reach_all_six_neighbours_of_a_hex_and_buttons_say_so(system_id: str, table: str) -> None:
    board = Tabletop(system_id, table, steps=False).board
    board.setting_up = True
    board.chosen = name = board.shooter
    middle = hex_at(board.scene.extent[2] / 2, (board.scene.extent[1] + board.scene.extent[3]) / 2)
    reached = {}
    for key in ("Home", "ArrowUp", "ArrowLeft", "ArrowRight", "End", "ArrowDown"):
        assert key in board.pane.hot_keys
        board.move(name, *hex_centre(middle))
        board.key_pressed(key, False)
        reached[key] = hex_at(board.places[name].x, board.places[name].y)
    assert set(reached.values()) == set(neighbours(middle))
    (west, high), (east, up), (x, y) = map(hex_centre, (reached["Home"], reached["ArrowUp"], middle))
    assert west < x < east
    assert high == up > y, "north is up"
    told = {button.description: button.tooltip for button in board.controls.directions.values()}
    assert list(told) == ["↖ NW", "↗ NE", "← W", "E →", "↙ SW", "↘ SE"]
    assert told["↖ NW"] == f"Move {name} 1 hex north-west (key Home)"
