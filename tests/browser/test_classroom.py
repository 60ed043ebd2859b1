"""The served classroom in real browsers: a class, a teacher, a projector, and somebody who asks too much."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page

from pz8edu import ask

UNIT = json.dumps({"figures": 24, "weapon": "european rifle", "distance": 5})
HEAVY = urlencode({"ask": f"pz8-colonial firefight 'e={UNIT}' 'n={UNIT}'"})
PHONE = {"width": 390, "height": 844}
PATIENCE = 45_000
SMALL = """() => [...document.querySelectorAll('.screen *')]
    .filter((each) => !each.closest('svg'))
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((each) => [parseFloat(getComputedStyle(each).fontSize), each.textContent])
    .filter(([size]) => size < 24)"""
"""Words on the projector's screen that are smaller than 24 pixels."""


TALL = "document.documentElement.scrollHeight"
"""How high a page is: a projector shows 1,080 of it."""


class Classroom(NamedTuple):
    """A served room: its process, the link for the class, and the teacher's."""

    process: subprocess.Popen[str]
    link: str
    console: str

    @property
    def address(self) -> str:
        """The link without the code."""
        return self.link.partition("?")[0]


def serve(*more: str) -> Classroom:
    command = [sys.executable, "-m", "pz8widgets.apps.classroom", "--no-browser", "--code", "K7Q2ZZ", *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    link, console = (process.stdout.readline().split()[-1] for _ in range(2))
    return Classroom(process, link, console)


@pytest.fixture(scope="module")
def classroom() -> Iterator[Classroom]:
    """A room on this machine."""
    room = serve("--port", "0")
    yield room
    room.process.terminate()
    room.process.wait(20)


@pytest.fixture
def come(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address in a browser profile of its own, or in one that knows what another page knows.

    Each is a window: where two pages share one, Chromium lets the one behind wait a second for every picture.
    """
    contexts = []

    def opened(address: str, known_to: Page | None = None, **viewport: Any) -> Page:
        context = browser.new_context(
            viewport={"width": 1400, "height": 1000, **viewport},
            storage_state=known_to.context.storage_state() if known_to else None,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()


def rolled(page: Page) -> None:
    """Roll once, and wait until the die lies there."""
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".pz8-fell").first.wait_for()


def test_the_classroom_stays_on_this_machine(classroom: Classroom, fresh_page: Any) -> None:
    page = fresh_page
    page.goto(classroom.link)
    bar = page.locator(".pz8-knowing .pz8-now").first
    bar.wait_for()
    image = bar.evaluate("bar => getComputedStyle(bar).backgroundImage")
    assert image.startswith('url("data:image/svg+xml'), "outcomes keep their patterns on a served page"
    page.get_by_label("Show").select_option(label="first shot")
    page.get_by_text("This board in words").wait_for()
    page.locator(".pz8-stage canvas").first.wait_for()
    page.get_by_label("Show").select_option(label="Rally turn after turn until ok")
    page.get_by_role("heading", name="Rally turn after turn until ok").wait_for()
    page.get_by_role("button", name="Next turn ▶").click()
    page.get_by_role("heading", name="After turn 4").wait_for()
    page.get_by_label("Show").select_option(label="Direct fire, complete")
    page.get_by_role("heading", name="Direct fire, complete").wait_for()
    page.get_by_role("button", name="Roll", exact=True).focus()
    page.keyboard.press("6")
    page.locator(".pz8-fell", has_text="6").or_(page.locator(".pz8-f6.pz8-fell")).first.wait_for()
    assert page.locator(".pz8-card").first.evaluate("card => getComputedStyle(card).borderRadius") == "12px"
    assert page.left_loopback() == []
    assert page.script_errors == []


def test_several_visitors_play_while_one_asks_too_much(
    classroom: Classroom, come: Callable[..., Page]
) -> None:
    visitors = [come(classroom.link) for _ in range(3)]
    for visitor in visitors:
        visitor.locator(".pz8-knowing").wait_for()
    hog = come(classroom.link)
    hog.goto(f"{classroom.address}?{HEAVY}")
    hog.get_by_text("nobody waits for it").wait_for()
    for visitor in visitors:
        rolled(visitor)
    assert hog.get_by_role("button", name="Cancel").is_visible(), "it is still worked out"
    hog.get_by_role("button", name="Cancel").click()
    hog.get_by_text("it was cancelled").wait_for()
    hog.get_by_label("Show").select_option(index=0)
    hog.locator(".pz8-part-situation").wait_for()
    assert [visitor.errors for visitor in (*visitors, hog)] == [[], [], [], []]


MOVED = """async () => {
    const { Page } = await import("/site/models.js");
    const said = [];
    const page = new Page({ send: (id, message) => void said.push([id, message]), draw() {}, working() {} });
    const shown = (root, roll, hq, name = "HQ") => page.show({ root, models: {
        [root]: { _model_name: "VBoxModel", children: [`IPY_MODEL_${roll}`, `IPY_MODEL_${hq}`] },
        [roll]: { _model_name: "ButtonModel", description: "Roll" },
        [hq]: { _model_name: "CheckboxModel", description: name, value: false } } });
    const click = (id) => page.model(id).send({ event: "click" });
    shown("page", "roll", "hq");
    click("roll");
    page.model("hq").put("value", true);
    click("roll");
    shown("anew", "roll again", "hq again");
    const kept = page.model("hq again").get("value");
    page.answered();
    page.answered();
    click("roll again");
    page.model("hq again").put("value", false);
    shown("third", "third roll", "third hq", "Elite");
    page.clear();
    shown("left", "left roll", "left hq");
    return [said, kept];
}"""
"""A click on its way, and two things that wait, when a page is made anew; then what is no more, or left."""


def test_what_is_done_while_a_page_is_made_anew_is_not_lost(
    classroom: Classroom, come: Callable[..., Page]
) -> None:
    click = {"content": {"event": "click"}}
    said, kept = come(classroom.link).evaluate(MOVED)
    first, waited = ["roll", click], [["hq again", {"state": {"value": True}}], ["roll again", click]]
    assert said == [first, *waited, ["roll again", click]], "the server has said the first one again"
    assert kept, "what was ticked stays ticked"


def test_the_desk_is_opened_by_a_link_and_its_address_has_the_variant(
    classroom: Classroom, come: Callable[..., Page]
) -> None:
    page = come(f"{classroom.link}&desk=pz8-ww2+direct-fire+attack%3D5+defence%3D4", **PHONE)
    search = page.get_by_role("textbox", name="Find a number, a table cell or a reading")
    search.fill("hit_on")
    search.press("Tab")
    field = page.get_by_role("textbox", name="Score that hits with direct fire (§5)")
    field.fill("3")
    field.press("Tab")
    page.get_by_text("Destroyed rises from 5/36 to 5/27, by 5/108").wait_for()
    page.wait_for_function("() => location.search.includes('hit_on')")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Keep it").click()
    page.get_by_text("The rules as text").wait_for()
    assert page.get_by_role("button", name="Save").count() == 0, "visitors write no files on this machine"
    page.reload()
    page.get_by_text("Destroyed rises from 5/36 to 5/27, by 5/108").wait_for()
    assert page.errors == []


def test_a_reload_and_a_link_bring_the_page_back(classroom: Classroom, come: Callable[..., Page]) -> None:
    page = come(f"{classroom.link}&ask=pz8-ww2+direct-fire+attack%3D6+defence%3D2")
    page.get_by_role("slider", name="Attack").wait_for()
    assert page.get_by_role("slider", name="Attack").input_value() == "6"
    rolled(page)
    page.reload()
    page.locator(".pz8-fell").first.wait_for()
    page.get_by_role("slider", name="Defence").fill("4")
    page.wait_for_url("**defence%3D4**")


def test_the_class_guesses_then_sees_the_exact_answer_then_rolls(
    classroom: Classroom, come: Callable[..., Page]
) -> None:
    phone, teacher = come(classroom.address, **PHONE), come(classroom.console)
    phone.get_by_label("The code of the room").fill("wrong")
    phone.get_by_role("button", name="Come in").click()
    phone.get_by_text("this is not the code of this room").wait_for()
    phone.get_by_label("The code of the room").fill("k7q2zz")
    phone.get_by_role("button", name="Come in").click()
    phone.locator(".pz8-knowing").wait_for()
    teacher.get_by_label("Ask about the page below").select_option("destroyed")
    screen = come(f"{classroom.address}projector", known_to=teacher, width=1920, height=1080)
    screen.locator(".qr svg").wait_for()
    assert screen.evaluate(TALL) <= 1080
    assert screen.evaluate(SMALL) == []
    teacher.get_by_role("button", name="Everybody guesses").click()
    phone.get_by_label("Your guess").fill("25")
    assert not phone.locator(".explore").is_visible(), "the answer is not to be read off the page below"
    phone.get_by_role("button", name="Send").click()
    phone.get_by_text("did you mean 25 %").wait_for()
    assert "?." not in phone.locator(".note").inner_text()
    phone.get_by_label("Nearly certain").check()
    phone.get_by_role("button", name="Yes, 25 %").click()
    screen.get_by_text("1 of ").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    teacher.get_by_role("button", name="Show the guesses").click()
    screen.get_by_role("img", name="1 between 20 % and 30 %").wait_for()
    assert "1/12" not in screen.content()
    assert not teacher.get_by_role("button", name="Show how it comes about").is_visible()
    teacher.get_by_role("button", name="Reveal the answer").click()
    screen.get_by_role("table", name="Exact chances").wait_for()
    assert screen.evaluate(SMALL) == []
    assert screen.evaluate(TALL) <= 1080, "nobody scrolls a projector"
    phone.get_by_text("Exactly").wait_for()
    teacher.get_by_role("button", name="Show how it comes about").click()
    screen.locator(".tree svg").wait_for()
    assert screen.evaluate(SMALL) == []
    assert screen.evaluate(TALL) <= 1080
    teacher.get_by_role("button", name="Everyone rolls").click()
    phone.get_by_role("button", name="Roll for me").click()
    screen.get_by_text("1 roll", exact=False).first.wait_for()
    teacher.get_by_role("button", name="Freeze all pages").click()
    phone.get_by_text("Look up").wait_for()
    teacher.get_by_role("button", name="Let pages go on").click()
    teacher.get_by_role("button", name="Done").click()

    assert teacher.evaluate("document.documentElement.scrollWidth") <= 1400
    teacher.get_by_label("Search").fill("damaged SHIP")
    teacher.get_by_label("Or a question of the course").select_option("course chance-sure-01-hit-again")
    teacher.get_by_role("button", name="Ask everybody this").click()
    phone.get_by_role("button", name="Send").click()
    phone.get_by_text("Choose one first.").wait_for()
    phone.get_by_role("group", name="Your choice").get_by_role("radio").last.check()
    phone.get_by_role("button", name="Send").click()
    screen.get_by_text("1 of ").wait_for()
    teacher.get_by_role("button", name="Show the guesses").click()
    chosen = screen.get_by_role("table", name="What the class has chosen")
    chosen.locator("tr").last.get_by_text("1", exact=True).wait_for()
    assert "✓" not in chosen.inner_text()
    teacher.get_by_role("button", name="Reveal the answer").click()
    chosen.get_by_text("✓ More than 6 in 10").wait_for()
    phone.get_by_text("The answer:").wait_for()
    assert screen.evaluate(SMALL) == []
    assert phone.errors == teacher.errors == []


def test_a_server_that_goes_is_said_and_one_that_comes_back_is_found(
    come: Callable[..., Page], tmp_path: Any
) -> None:
    room = serve("--port", "0", "--keep", str(tmp_path))
    again = None
    try:
        page = come(room.link)
        page.locator(".pz8-knowing").wait_for()
        page.get_by_role("slider", name="Attack").fill("5")
        page.wait_for_url("**attack%3D5**")
        room.process.kill()
        page.get_by_text("The room does not answer").wait_for()
        port = room.address.rsplit(":", 1)[1].strip("/")
        again = serve("--port", port, "--keep", str(tmp_path))
        page.get_by_text("The room does not answer").wait_for(state="hidden")
        page.locator(".stage:not([inert])").wait_for()
        assert page.get_by_role("slider", name="Attack").input_value() == "5"
        rolled(page)
    finally:
        for each in (room, again):
            if each is not None:
                each.process.terminate()
                each.process.wait(20)


CUT = """const Real = WebSocket; window.lines = []; window.cut = false;
window.WebSocket = class extends Real {
  constructor(address) { super(window.cut ? "ws://127.0.0.1:9/" : address); lines.push(this); }
}; window.WebSocket.OPEN = Real.OPEN;"""


def test_a_lost_line_stops_nobody_whose_question_is_packed(come: Callable[..., Page]) -> None:
    room = serve("--port", "0")
    try:
        page = come(room.link)
        page.add_init_script(CUT)
        page.goto(f"{room.link}&ask=pz8-ww2+direct-fire+attack%3D3+defence%3D3")
        slider, bars = page.get_by_role("slider", name="Attack"), page.locator(".pz8-known").first
        page.locator("[data-packed]").wait_for()
        page.evaluate("() => { cut = true; lines.at(-1).close(); }")
        page.get_by_text("The room does not answer").wait_for()
        for attack in (4, 6):
            slider.fill(str(attack))
            odds = ask("pz8-ww2", "direct-fire", attack=attack, defence=3)
            for share in odds.fractions().values():
                assert str(share) in bars.inner_text()
        page.evaluate("() => { cut = false; }")
        page.get_by_text("The room does not answer").wait_for(state="hidden")
        page.wait_for_url("**attack%3D6**")  # the server has heard of it
        assert slider.input_value() == "6"
        assert page.errors == []
    finally:
        room.process.terminate()
        room.process.wait(20)


def test_two_teams_play_on_their_phones(come: Callable[..., Page]) -> None:
    room = serve("--port", "0")
    try:
        teacher = come(room.console)
        own, enemy = (come(room.link, **PHONE) for _ in range(2))
        for each in (own, enemy):
            each.get_by_text("You are visitor").wait_for()
        screen = come(f"{room.address}projector", known_to=teacher, width=1920, height=1080)
        teacher.get_by_label("Rules").select_option("pz8-ww2")
        teacher.get_by_label("Show").select_option("play:whole-turn")
        teacher.locator(".pz8-play").wait_for()
        teacher.get_by_role("button", name="Two teams play it").click()
        screen.get_by_role("heading", name="Farm: move").wait_for()
        screen.locator(".picture svg").wait_for()
        own.get_by_text("You play Road, alone").wait_for()
        assert own.locator(".offered").count() == 0, "it is the other side's turn"
        enemy.get_by_role("heading", name="Your side is to move").wait_for()
        enemy.get_by_label("Unit", exact=True).select_option("Sherman")
        enemy.locator(".offered button").first.click()
        screen.get_by_text("Sherman: move").first.wait_for()
        enemy.get_by_label("Unit", exact=True).select_option("the side")
        enemy.get_by_role("button", name="End the step").click()
        own.get_by_role("heading", name="Your side is to fire").wait_for()
        own.get_by_role("button", name="fire").first.click()
        screen.get_by_text("→").first.wait_for()
        assert screen.evaluate(SMALL) == []
        assert screen.evaluate(TALL) <= 1080, "nobody scrolls a projector"
        assert own.evaluate("document.documentElement.scrollWidth") <= 390
        own.get_by_role("button", name="Look at the table as it stands").click()
        own.locator(".pz8-play .pz8-log").wait_for()
        teacher.get_by_role("button", name="End the game").click()
        screen.locator(".qr svg").wait_for()
        assert own.errors == enemy.errors == screen.errors == teacher.errors == []
    finally:
        room.process.terminate()
        room.process.wait(20)


def test_the_stage_shows_a_question_written_on_the_spot_and_who_knows_what_they_know(
    classroom: Classroom, come: Callable[..., Page]
) -> None:
    teacher = come(classroom.console)
    screen = come(f"{classroom.address}projector", known_to=teacher, width=1920, height=1080)
    phone = come(classroom.link, **PHONE)
    assert teacher.evaluate("document.documentElement.scrollWidth") <= 1400
    teacher.get_by_text("A question of your own").click()
    teacher.get_by_label("Text").fill("Two dice: how likely is a double?")
    teacher.get_by_label("What the answer is").select_option("a chance")
    teacher.locator("#reply").fill("1/6")
    teacher.get_by_role("button", name="Ask my question").click()
    screen.get_by_role("heading", name="Two dice: how likely is a double?").wait_for()
    teacher.get_by_label("Teams").select_option("2 teams")
    teacher.get_by_label("Countdown").select_option("1 min")
    screen.get_by_role("timer").filter(has_text=":").wait_for()
    phone.get_by_label("Your guess").fill("1/6")
    phone.get_by_role("button", name="Send").click()
    screen.get_by_text("1 of", exact=False).first.wait_for()
    for press in ("Show the guesses", "Reveal the answer"):
        teacher.get_by_role("button", name=press).click()
        screen.get_by_role("img", name="Guesses").wait_for()
        assert screen.get_by_role("img", name="QR code").is_visible(), "latecomers see how to come in"
        assert screen.evaluate(TALL) <= 1080
        assert screen.evaluate(SMALL) == []
    screen.locator(".exact", has_text="16.7 %").wait_for()
    teacher.get_by_role("button", name="Done").click()
    teacher.get_by_role("button", name="Show the league of calibration").click()
    screen.get_by_role("heading", name="Who knows what they know?").wait_for()
    assert screen.get_by_role("rowheader", name="Team").count() == 2
    teacher.get_by_role("button", name="Hide the league").click()
    teacher.get_by_label("Teams").select_option("no teams")
    assert [screen.errors, teacher.errors, phone.errors] == [[], [], []]
