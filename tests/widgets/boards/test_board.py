"""The board without a browser: state, rules that answer it, buttons, keys and a hand."""

from math import dist

import pytest

from pz8edu.board.scene import Area, Base, Cell, Line, Scene
from pz8edu.errors import BadInput
from pz8widgets import Board, BoardState, Fact, Place, Position

START = {"Pz IV": Place(2, 4, 90), "T-34": Place(9, 4, 270), "HQ": Place(1, 6)}
SIDES = {"Pz IV": "own", "T-34": "enemy", "HQ": "own"}


def base(name, place):
    role = f"unit: {SIDES[name]}"
    return Base(name, "tank", SIDES[name], (place.x, place.y), facing=place.facing, symbol="tank", role=role)


def scene_of(state):
    shapes = [Area("terrain: wood", ((4, 6), (6, 6), (6, 7), (4, 7)))]
    if state.shooter and state.target:
        a, b = state.places[state.shooter], state.places[state.target]
        length = dist((a.x, a.y), (b.x, b.y))
        shapes.append(Line("sight: clear", ((a.x, a.y), (b.x, b.y)), label=f"{length:.1f}″ <clear>"))
    shapes += [base(name, place) for name, place in state.places.items()]
    return Scene("inches", (0, 0, 16, 8), "On the <table>", "1″ = 100 m", tuple(shapes))


def facts_of(state):
    return [Fact("Shooter", state.shooter or "nobody"), Fact("Target", state.target or "nobody", "in <b>")]


class Page:
    """The page of a board: what it was told, and a hand that does things on it."""

    def __init__(self, board):
        self.board = board
        self.told = []
        self.number = 0
        board.pane.send = self.told.append
        self.hear(type="hello", need=False)
        self.told.clear()

    def hear(self, **message):
        self.board.pane._receive(self.board.pane, {"from": "page", **message}, [])

    def drag(self, act, unit, x=0.0, y=0.0, facing=0.0, last=True):
        self.number += 1
        row = {
            "act": act,
            "unit": unit,
            "x": x,
            "y": y,
            "facing": facing,
            "last": last,
            "number": self.number,
        }
        new = {"type": "map", "entries": [[name, [value]] for name, value in row.items()]}
        event = {"kind": "ModelChanged", "model": {"id": self.board.drag.id}, "attr": "data", "new": new}
        self.hear(type="patch", patch={"events": [event]})

    def patched(self):
        """The names of the sheets in each patch."""
        names = {source.id: source.name for source in (*self.board.sources.values(), self.board.answer)}
        return [
            [names[e["model"]["id"]] for e in m["patch"]["events"]] for m in self.told if m["type"] == "patch"
        ]


@pytest.fixture
def board():
    return Board(scene_of, START, shooter="Pz IV", target="T-34", facts_of=facts_of)


@pytest.fixture
def page(board):
    return Page(board)


def test_the_rules_answer_the_state(board):
    assert board.state == BoardState(Position(START), "Pz IV", "T-34")
    assert board.sources["measurements"].data["text"] == ["7.0″ <clear>"]
    board.position = board.position.moved("T-34", Place(5, 8, 270))
    assert board.sources["measurements"].data["text"] == ["5.0″ <clear>"]
    board.target = ""
    assert board.sources["measurements"].data["text"] == []


def test_a_hand_moves_a_base_and_python_hears_it(board, page):
    heard = []
    board.on_move(lambda *moved: heard.append(moved))
    page.drag("move", "T-34", 8, 4, last=False)
    page.drag("move", "T-34", 7, 4)
    assert heard == [("T-34", 8, 4), ("T-34", 7, 4)]
    assert board.places["T-34"] == Place(7, 4, 270)
    assert board.chosen == "T-34"
    assert board.sources["measurements"].data["text"] == ["5.0″ <clear>"]


def test_a_redraw_is_one_message_with_its_answer_and_without_the_ground(board, page):
    page.drag("move", "T-34", 8, 4, last=False)
    (sheets,) = page.patched()
    assert sheets[-1] == "answer"
    assert {"unit shapes", "unit lines", "words", "lines", "measurements", "grips"} <= set(sheets)
    assert not {"ground", "grid", "ground words", "marks"} & set(sheets)


def test_a_base_let_go_where_it_was_is_told_again(board, page):
    """The page has moved it by itself: what Python already knows must be said once more."""
    board.settle = lambda name, place, position: START[name]
    page.drag("move", "T-34", 8, 4, last=False)
    page.told.clear()
    page.drag("move", "T-34", 8.2, 4)
    assert board.places["T-34"] == START["T-34"]
    page.told.clear()
    page.drag("move", "T-34", 8.2, 4)
    assert {"unit shapes", "unit lines", "words", "grips"} <= set(page.patched()[0])


def test_a_hand_turns_a_base(board, page):
    heard = []
    board.on_turn(lambda *turned: heard.append(turned))
    page.drag("turn", "T-34", 9, 4, facing=300)
    assert heard == [("T-34", 300)]
    assert board.places["T-34"] == Place(9, 4, 300)


def test_the_page_is_answered_even_if_the_rules_fail(board, page):
    def fail(state):
        raise ValueError("no such rule")

    board.scene_of = fail
    with pytest.raises(ValueError, match="no such rule"):
        page.drag("move", "T-34", 8, 4)
    assert page.patched()[-1] == ["answer"]
    assert board.answer.data["number"] == [1]


def test_who_observes_hears_of_it_after_the_redraw(board, page):
    order = []
    board.pane.send = lambda message: order.append(message["type"])
    board.observe(lambda change: order.append("observed"), "position")
    page.drag("move", "T-34", 8, 4, last=False)
    assert order[:2] == ["patch", "observed"]


def test_a_tap_on_ones_own_side_fires_and_on_the_other_is_fired_at(board, page):
    heard = []
    board.on_choose(lambda *chosen: heard.append(chosen))
    page.drag("tap", "HQ")
    page.drag("tap", "T-34")
    page.drag("tap", "")
    assert heard == [("HQ", "T-34")]
    assert (board.shooter, board.target, board.chosen) == ("HQ", "T-34", "")


def test_nobody_fires_at_himself(board):
    board.choose(target="Pz IV")
    assert (board.shooter, board.target) == ("", "Pz IV")
    board.choose(shooter="T-34")
    board.choose(shooter="Pz IV")
    assert (board.shooter, board.target) == ("Pz IV", "")


def test_the_buttons_do_what_a_hand_does(board):
    tools = board.controls
    assert tools.directions[0.0].disabled
    tools.units.value = "T-34"
    assert board.chosen == "T-34"
    assert tools.directions[0.0].tooltip == "Move T-34 1″ north (key ArrowUp)"
    tools.step.value = 0.5
    assert tools.directions[0.0].tooltip == "Move T-34 0.5″ north (key ArrowUp)"
    tools.directions[0.0].click()
    tools.directions[90.0].click()
    tools.left.click()
    assert board.places["T-34"] == Place(9.5, 4.5, 255)
    tools.swap.click()
    assert (board.shooter, board.target) == ("T-34", "Pz IV")
    tools.units.value = "HQ"
    assert tools.left.disabled
    tools.shoots.click()
    assert board.shooter == "HQ"
    tools.is_shot_at.click()
    assert (board.shooter, board.target) == ("", "HQ")


def test_the_keys_move_and_turn_the_base_in_hand(board, page):
    page.hear(type="key", key="ArrowUp", shift=False)
    assert dict(board.places) == START
    board.chosen = "T-34"
    page.hear(type="key", key="ArrowUp", shift=False)
    page.hear(type="key", key="ArrowLeft", shift=False)
    page.hear(type="key", key=".", shift=False)
    page.hear(type="key", key="ArrowLeft", shift=True)
    page.hear(type="key", key="ArrowRight", shift=True)
    assert board.places["T-34"] == Place(8, 5, 285)
    assert board.pane.news.startswith("T-34: tank, enemy, at (8, 5), facing 285°, target. Shooter: Pz IV.")


def test_a_base_stays_on_the_board_and_comes_to_rest_where_the_rules_say(board):
    board.move("T-34", 99, -3)
    assert board.places["T-34"][:2] == (16, 0)
    board.settle = lambda name, place, position: place._replace(x=round(place.x), y=round(place.y))
    board.move("T-34", 3.4, 2.6)
    assert board.places["T-34"][:2] == (3, 3)


def test_bad_names_get_one_clear_sentence(board):
    for wrong in (lambda: board.move("T34", 1, 1), lambda: board.choose(shooter="T34")):
        with pytest.raises(BadInput, match=r"T34.*did you mean 'T-34'"):
            wrong()
    with pytest.raises(BadInput, match="nobody"):
        Board(scene_of, START, shooter="nobody")


def test_a_plain_scene_can_be_rearranged():
    scene = Scene(
        "squares",
        (0, 0, 4, 4),
        "WW1",
        shapes=(
            Cell("square", (0, 0), ((0, 0), (1, 0), (1, 1), (0, 1))),
            base("Pz IV", START["Pz IV"]),
            Base("wreck", "wreck", "", (1, 1), role="unit: wreck"),
        ),
    )
    board = Board(scene)
    assert dict(board.places) == {"Pz IV": START["Pz IV"]}
    board.move("Pz IV", 3, 3)
    assert board.scene.bases[0].at == (3, 3)
    assert board.controls.directions[0.0].description == "↑ N"


def test_there_are_only_buttons_for_what_can_be_done():
    flat = Board(scene_of, {"HQ": START["HQ"]}, choosing=False)
    assert len(flat.controls.tools.children) == 2
    Page(flat).drag("tap", "HQ")
    assert (flat.chosen, flat.shooter) == ("HQ", "")


def test_on_a_narrow_page_words_find_new_places(board):
    before = list(board.sources["words"].data["y_offset"])
    assert board.sources["measurements"].data["y_offset"] == [0]
    board.resized("inner_width", None, 200)
    assert board.sources["words"].data["y_offset"] != before
    assert board.sources["measurements"].data["y_offset"] != [0]


def test_a_closed_board_says_nothing_more(board, page):
    board.close()
    board.move("T-34", 3, 3)
    assert page.told == []


def test_without_a_widget_there_is_a_table_and_the_same_facts_in_words(board):
    bundle = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == board.scene.describe()
    html = bundle["text/html"]
    assert "<td>T-34</td><td>tank</td><td>enemy</td><td>(9, 4)</td><td>270°</td>" in html
    assert "7.0″ &lt;clear&gt;" in html
    assert "<svg" not in html


def test_names_from_outside_are_never_markup(board):
    assert "On the &lt;table&gt;" in board.heading.value
    assert "in &lt;b&gt;" in board.controls.table.value


def test_the_still_picture_follows_when_the_hand_has_let_go(board, page):
    before = board.pane.poster
    page.drag("move", "T-34", 8, 4, last=False)
    assert board.pane.poster == before
    page.drag("move", "T-34", 8, 4)
    assert board.pane.poster != before
    assert board.pane.poster.startswith("<svg")
    assert "<title>" not in board.pane.poster
