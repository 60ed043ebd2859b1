"""A board in JupyterLab: dragged, turned and tapped by mouse, finger and keys, and Python hears of it."""

import json
import re
from math import hypot

import pytest
from playwright.sync_api import expect

RULES = """
from math import dist
from pz8edu.board.scene import Area, Base, Line, Ring, Scene
from pz8widgets import Board, Fact, Place

SIDES = {"Pz IV": "own", "T-34": "enemy", "76 mm": "enemy"}
START = {"Pz IV": Place(2, 4, 90), "T-34": Place(9, 4, 270), "76 mm": Place(13, 6, 270)}

def base(name, place):
    side = SIDES[name]
    return Base(name, "tank", side, place[:2], facing=place.facing, symbol="tank", role=f"unit: {side}")

def scene_of(state):
    shapes = [Area("terrain: wood", ((4, 6), (6, 6), (6, 7), (4, 7)), label="wood")]
    if state.shooter and state.target:
        a, b = state.places[state.shooter], state.places[state.target]
        says = f"{dist(a[:2], b[:2]):.1f}″"
        shapes += [Ring("range", a[:2], 12), Line("sight: clear", (a[:2], b[:2]), label=says)]
    shapes += [base(*item) for item in state.places.items()]
    return Scene("inches", (0, 0, 16, 8), "On the table", "", tuple(shapes))

def facts_of(state):
    place = state.places["T-34"]
    return [Fact("T-34 at", f"{place.x:.3f} {place.y:.3f}"), Fact("T-34 faces", f"{place.facing:.0f}"),
            Fact("Shot", f"{state.shooter or 'nobody'} at {state.target or 'nobody'}")]
"""
BOARD = "board = Board(scene_of, START, shooter='Pz IV', target='T-34', facts_of=facts_of)\nboard"
HEARD = """heard = []
board.on_move(lambda name, x, y: heard.append(name))
board.on_turn(lambda name, facing: heard.append(facing))
board.on_choose(lambda *chosen: heard.append(chosen))"""


class Table:
    """The first board on a page, in its own inches."""

    def __init__(self, page, number=0):
        self.page = page
        self.card = page.locator(".pz8").nth(number)
        self.pane = self.card.locator(".pz8-pane")
        expect(self.pane).to_have_attribute("data-ready", "yes")
        page.wait_for_timeout(300)

    def pixel(self, x, y):
        box = self.pane.bounding_box()
        return box["x"] + x / 16 * box["width"], box["y"] + (8 - y) / 8 * box["height"]

    def drag(self, start, end):
        mouse = self.page.mouse
        mouse.move(*self.pixel(*start))
        mouse.down()
        for step in range(1, 9):
            x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
            mouse.move(*self.pixel(x, y))
            self.page.wait_for_timeout(10)
        mouse.up()

    def hold_and_drag(self, start, end):
        """Press, think for a while, then drag: Bokeh calls it a press after 300 ms."""
        mouse = self.page.mouse
        mouse.move(*self.pixel(*start))
        mouse.down()
        self.page.wait_for_timeout(450)
        mouse.move(*self.pixel(*((a + b) / 2 for a, b in zip(start, end, strict=True))))
        mouse.move(*self.pixel(*end))
        mouse.up()

    def fact(self, name):
        return self.card.get_by_role("row", name=re.compile(f"^{name}")).locator("b")

    def place(self):
        return [float(number) for number in self.fact("T-34 at").inner_text().split()]

    def drawn(self, name):
        """Where the page itself draws a base."""
        return self.page.evaluate(
            """name => { const doc = [...Bokeh.documents].at(-1);
                 const { unit, x, y, facing } = doc.get_model_by_name("grips").data;
                 const i = [...unit].indexOf(name); return [x[i], y[i], facing[i]]; }""",
            name,
        )


@pytest.fixture(scope="module")
def lab(kept_lab):
    """One notebook for most tests here: each runs it from the top."""
    kept_lab.write("board.ipynb", RULES, BOARD)
    return kept_lab


def opened(lab, page, name="board.ipynb"):
    lab.open(page, name)
    lab.run_all(page)
    assert lab.errors(page) == []
    return Table(page)


def in_order(lab, page):
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []


def test_a_dragged_base_moves_and_the_rules_answer(lab, page):
    complaints = []
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    lab.write("heard.ipynb", RULES, BOARD, HEARD, "heard")
    table = opened(lab, page, "heard.ipynb")
    table.drag((9, 4), (7, 6))
    expect(table.fact("T-34 at")).to_have_text(re.compile(r"^(6\.9|7\.0)\d+ (5\.9|6\.0)\d+$"))
    x, y = table.place()
    assert hypot(x - 7, y - 6) < 0.1
    assert table.drawn("T-34")[:2] == pytest.approx([x, y], abs=0.006)
    expect(table.pane.get_by_role("status")).to_contain_text(re.compile(r"^T-34: tank, enemy, at \((6.9|7)"))
    page.evaluate("() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 3 }")
    page.evaluate("() => jupyterapp.commands.execute('notebook:run-cell')")
    page.get_by_text(re.compile(r"'T-34', 'T-34'")).wait_for()
    in_order(lab, page)
    assert complaints == []
    lab.screenshot(page, "board-dragged")


def test_a_hand_that_waits_still_drags_and_still_taps(lab, page):
    table = opened(lab, page)
    table.hold_and_drag((9, 4), (7, 6))
    expect(table.fact("T-34 at")).to_have_text(re.compile(r"^(6\.9|7\.0)\d+ (5\.9|6\.0)\d+$"))
    table.page.mouse.move(*table.pixel(13, 6))
    page.mouse.down()
    page.wait_for_timeout(450)
    page.mouse.up()
    expect(table.fact("Shot")).to_have_text("Pz IV at 76 mm")
    in_order(lab, page)


def test_a_base_is_turned_by_its_handle(lab, page):
    table = opened(lab, page)
    page.mouse.click(*table.pixel(9, 4))
    page.wait_for_timeout(300)
    handle = 0.5 + 24 / (table.pane.bounding_box()["width"] / 16)
    table.drag((9 - handle, 4), (9, 4 + handle))
    expect(table.fact("T-34 faces")).to_have_text("0")
    assert table.place() == [9, 4]
    in_order(lab, page)


def test_a_tap_chooses_who_fires_at_whom(lab, page):
    table = opened(lab, page)
    page.mouse.click(*table.pixel(13, 6))
    expect(table.fact("Shot")).to_have_text("Pz IV at 76 mm")
    table.card.get_by_role("button", name="Swap").click()
    expect(table.fact("Shot")).to_have_text("76 mm at Pz IV")
    page.wait_for_timeout(500)
    page.mouse.click(*table.pixel(9, 4))
    expect(table.fact("Shot")).to_have_text("T-34 at Pz IV")
    in_order(lab, page)


def test_a_finger_drags_a_base(lab, browser, page):
    table = opened(lab, page)
    touch = page.context.new_cdp_session(page)
    start, end = table.pixel(9, 4), table.pixel(7, 2)

    def finger(kind, at):
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})  # until it is detached
    finger("touchStart", start)
    for step in range(1, 11):
        finger("touchMove", [a + (b - a) * step / 10 for a, b in zip(start, end, strict=True)])
        page.wait_for_timeout(15)
    finger("touchEnd", None)
    expect(table.fact("T-34 at")).to_have_text(re.compile(r"^(6\.9|7\.0)\d+ (1\.9|2\.0)\d+$"))
    touch.detach()
    in_order(lab, page)


def test_everything_works_from_the_keyboard(lab, page):
    table = opened(lab, page)
    table.card.get_by_label("Base").select_option("T-34 (target)")
    north = table.card.get_by_role("button", name="↑ N")
    expect(north).to_be_enabled()
    assert north.get_attribute("title") == "Move T-34 1″ north (key ArrowUp)"
    north.focus()
    page.keyboard.press("Enter")
    expect(table.fact("T-34 at")).to_have_text("9.000 5.000")
    table.pane.focus()
    page.keyboard.press("ArrowRight")
    expect(table.fact("T-34 at")).to_have_text("10.000 5.000")
    page.keyboard.press("Shift+ArrowRight")
    expect(table.fact("T-34 faces")).to_have_text("285")
    page.keyboard.press(",")
    expect(table.fact("T-34 faces")).to_have_text("270")
    expect(table.pane.get_by_role("status")).to_contain_text(
        "T-34: tank, enemy, at (10, 5), facing 270°, target."
    )
    assert table.pane.get_attribute("role") == "application"
    assert table.pane.get_attribute("aria-label")
    table.card.get_by_text("This board in words").click()
    expect(table.card.get_by_text("terrain: wood “wood”")).to_be_visible()
    in_order(lab, page)


def test_several_boards_and_views_share_one_bokehjs_in_any_order(lab, fresh_page):
    other = "other = Board(scene_of, START, facts_of=facts_of)\nother"
    lab.write("boards.ipynb", RULES, BOARD, "board", other)
    table = opened(lab, fresh_page, "boards.ipynb")
    for number in range(3):
        Table(fresh_page, number)
    loads = fresh_page.evaluate("() => Object.keys(window.__pz8_bokeh__).length")
    assert loads == 1
    table.drag((9, 4), (8, 5))
    expect(table.fact("T-34 at")).to_have_text(re.compile(r"^(7\.9|8\.0)\d+ (4\.9|5\.0)\d+$"))
    fresh_page.wait_for_timeout(300)
    shown = fresh_page.evaluate(
        """() => [...Bokeh.documents].map((doc) => { const { unit, x } = doc.get_model_by_name("grips").data;
             return x[[...unit].indexOf("T-34")] })"""
    )
    x = table.place()[0]
    assert sorted(round(place, 1) for place in shown) == sorted([round(x, 1), round(x, 1), 9.0])
    in_order(lab, fresh_page)


def test_a_view_that_asked_for_bokehjs_may_go_before_it_comes(lab, fresh_page):
    lab.write("views.ipynb", RULES, BOARD, "board", "board")
    lab.open(fresh_page, "views.ipynb")
    fresh_page.evaluate(
        """() => { const gone = setInterval(() => {
             const first = document.querySelector(".pz8-pane");
             if (!first) return;
             clearInterval(gone);
             const { content } = jupyterapp.shell.currentWidget;
             content.widgets[1].model.clearExecution?.();
             content.widgets[1].outputArea.model.clear(); }, 1) }"""
    )
    lab.run_all(fresh_page)
    for number in range(2):
        Table(fresh_page, number)
    in_order(lab, fresh_page)


def test_a_saved_notebook_is_small_and_shows_the_board_without_a_kernel(lab, page, fresh_page):
    opened(lab, page)
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    saved = lab.folder / "board.ipynb"
    notebook = json.loads(saved.read_text(encoding="utf-8"))
    assert saved.stat().st_size < 60_000
    outputs = notebook["cells"][1]["outputs"][0]["data"]
    assert "<table>" in "".join(outputs["text/html"])
    assert "widgets" not in notebook["metadata"]
    assert "T-34: tank" in "".join(outputs["text/plain"])

    lab.server.shut_kernels_down()
    lab.server.trust(saved)
    fresh_page.goto(lab.url("board.ipynb"))
    lab.wait_until_open(fresh_page)
    expect(fresh_page.locator(".jp-OutputArea-output img[src*='T-34']")).to_be_visible()
    lab.wait_until_idle(fresh_page)
    expect(fresh_page.locator(".pz8-pane")).to_have_count(0)
    assert lab.troubles(fresh_page) == []


def test_the_state_of_the_base_in_hand_is_changed_on_the_page(lab, page):
    lab.write("table.ipynb", "from pz8widgets import Tabletop\nTabletop('pz8-colonial', 'mission-station')")
    lab.open(page, "table.ipynb")
    lab.run_all(page)
    assert lab.errors(page) == []
    card = page.locator(".pz8").first
    card.get_by_label("Base").select_option(label="Gatling")
    card.get_by_label("jammed").select_option(label="yes")
    expect(card.get_by_label("Base").locator("option:checked")).to_have_text("Gatling (jammed)")
    lab.screenshot(page, "state-of-a-unit")
    assert page.script_errors == []


def test_a_drag_that_is_too_far_goes_back_with_its_reason(lab, page):
    lab.write("refused.ipynb", "from pz8widgets import Tabletop\nTabletop('pz8-ww2', 'first-shot')")
    table = opened(lab, page, "refused.ipynb")
    start = table.drawn("T-34")
    width, height = page.evaluate(
        """() => { const { x_range, y_range } = [...Bokeh.documents].at(-1).roots()[0];
             return [x_range.end, y_range.end]; }"""
    )
    box = table.pane.bounding_box()
    table.pixel = lambda x, y: (
        box["x"] + x / width * box["width"],
        box["y"] + (height - y) / height * box["height"],
    )
    table.drag(start[:2], (1, height - 1))
    expect(table.fact("Not allowed")).to_have_text("it went back")
    expect(table.card.get_by_text(re.compile(r"T-34 would need .* \(§4\)")).first).to_be_visible()
    page.wait_for_timeout(300)
    assert table.drawn("T-34") == start
    table.card.get_by_role("radio", name="Set up").or_(
        table.card.get_by_role("button", name="Set up")
    ).click()
    table.drag(start[:2], (1, height - 1))
    expect(table.card.get_by_role("row", name=re.compile("^Not allowed"))).to_have_count(0)
    in_order(lab, page)
    lab.screenshot(page, "board-refused")
