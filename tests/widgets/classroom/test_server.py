"""The served room: many visitors, one of them with heavy questions, lost lines, and doors that hold."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, websocket_connect

from pz8widgets.apps.classroom.desk import Desk
from pz8widgets.apps.classroom.doors import Doors
from pz8widgets.apps.classroom.hosts import MOST_PATIENT, Heavy
from pz8widgets.apps.classroom.room import MOST_PAGES
from pz8widgets.apps.classroom.server import opened
from pz8widgets.course.course import lesson_at
from pz8widgets.course.hour import Hour

SHOT = "ask=pz8-ww2+direct-fire+attack%3D3+defence%3D3"
UNIT = {"figures": 24, "weapon": "european rifle", "distance": 5}
HEAVY = urlencode({"ask": f"pz8-colonial firefight 'e={json.dumps(UNIT)}' 'n={json.dumps(UNIT)}'"})
PLAY_MANY = 6
"""The place of the card that plays a thousand times."""
PATIENCE = 3.0
WAIT = 60


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    """A room with a code on this machine, in a thread of its own."""
    begun, kept = threading.Event(), dict[str, Any]()

    async def serve() -> None:
        kept["stop"], kept["loop"] = asyncio.Event(), asyncio.get_running_loop()
        doors = Doors("127.0.0.1", 0, code="K7Q2ZZ", key="the-key")
        kept["desk"], server = opened(doors, hosts={"middling": 0.5, "patience": PATIENCE})
        begun.set()
        await kept["stop"].wait()
        server.stop()
        kept["desk"].hosts.stop()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert begun.wait(WAIT)
    yield kept["desk"]
    kept["loop"].call_soon_threadsafe(kept["stop"].set)
    thread.join(WAIT)


async def get(desk: Desk, path: str, **headers: str) -> HTTPResponse:
    client = AsyncHTTPClient(force_instance=True)
    address = f"http://127.0.0.1:{desk.doors.port}{path}"
    return await client.fetch(address, headers=headers, follow_redirects=False, raise_error=False)


async def cookies(desk: Desk, path: str = "/?code=K7Q2ZZ") -> str:
    answer = await get(desk, path)
    assert answer.code == 302
    return "; ".join(each.partition(";")[0] for each in answer.headers.get_list("Set-Cookie"))


class Browser:
    """What a browser says and hears."""

    def __init__(self, desk: Desk, cookie: str, role: str = "visitor") -> None:
        self.desk, self.cookie, self.role = desk, cookie, role
        self.line: WebSocketClientConnection

    @classmethod
    async def come(cls, desk: Desk, cookie: str | None = None, role: str = "visitor") -> Browser:
        browser = cls(desk, cookie or await cookies(desk), role)
        await browser.connect()
        return browser

    async def connect(self, origin: str = "") -> None:
        host = f"127.0.0.1:{self.desk.doors.port}"
        headers = {"Cookie": self.cookie, "Origin": origin or f"http://{host}"}
        self.line = await websocket_connect(HTTPRequest(f"ws://{host}/line?as={self.role}", headers=headers))

    def say(self, kind: str, what: Any) -> None:
        self.line.write_message(json.dumps({kind: what}))

    async def hear(self, *kinds: str) -> Any:
        """The next message of one of these kinds."""
        async with asyncio.timeout(WAIT):
            while True:
                text = await self.line.read_message()
                assert isinstance(text, str), "the line was closed"
                ((kind, what),) = json.loads(text).items()
                if kind in kinds:
                    return what

    async def open(self, address: str) -> dict[str, Any]:
        self.say("visit", {"address": address})
        self.number, self.token = await self.hear("visit")
        return await self.hear("page")


def widget(page: dict[str, Any], description: str) -> str:
    return next(name for name, state in page["models"].items() if state.get("description") == description)


def test_every_visitor_has_a_page_that_answers(desk: Desk) -> None:
    async def visits() -> None:
        browsers = [await Browser.come(desk) for _ in range(5)]
        pages = await asyncio.gather(*(each.open(SHOT) for each in browsers))
        assert len({page["root"] for page in pages}) == 5
        for value, browser, page in zip((1, 2, 4, 5, 6), browsers, pages, strict=True):
            browser.say("hear", [widget(page, "Attack"), {"state": {"value": value}}])
            await browser.hear("news")
            assert f"attack%3D{value}" in await browser.hear("address")
            browser.line.close()

    asyncio.run(visits())


def test_one_visitor_with_a_heavy_question_stops_nobody(desk: Desk) -> None:
    async def visits() -> None:
        hog, other = await Browser.come(desk), await Browser.come(desk)
        page = await other.open(SHOT)
        hog.say("visit", {"address": HEAVY})
        await hog.hear("apart")
        waiting = asyncio.create_task(hog.hear("page", "fault", "stopped"))
        for value in (1, 2, 4):
            other.say("hear", [widget(page, "Attack"), {"state": {"value": value}}])
            await other.hear("news")
        assert not waiting.done(), "the others were answered while the heavy question was worked out"
        assert "takes more than 3 s" in await waiting
        assert (await hog.open(SHOT))["title"].startswith("Direct fire")

    asyncio.run(visits())


def test_a_page_that_is_made_heavy_goes_back_to_how_it_was(desk: Desk) -> None:
    async def visits() -> None:
        browser = await Browser.come(desk)
        page = await browser.open(SHOT)
        browser.say("hear", [widget(page, "Look closer"), {"state": {"index": PLAY_MANY}}])
        card = {"models": {name: state for kind, name, state in await browser.hear("news") if kind == "open"}}
        browser.say("hear", [widget(card, "Games"), {"state": {"value": 100_000}}])
        browser.say("hear", [widget(card, "Play"), {"content": {"event": "click"}}])
        await browser.hear("apart")
        browser.say("cancel", True)
        assert "as it was before" in await browser.hear("stopped")
        again = await browser.hear("page")
        assert again["root"] != page["root"]
        assert again["models"][widget(again, "Games")]["value"] == 100_000, "the card is as it was left"

    asyncio.run(visits())


def test_a_lost_line_finds_its_page_again(desk: Desk) -> None:
    async def visits() -> None:
        browser = await Browser.come(desk)
        page = await browser.open(SHOT)
        number, token = browser.number, browser.token
        browser.say("hear", [widget(page, "Roll"), {"content": {"event": "click"}}])
        await browser.hear("news")
        browser.line.close()
        await asyncio.sleep(0.2)
        await browser.connect()
        browser.say("visit", {"address": SHOT, "number": number, "token": token})
        again = await browser.hear("page")
        assert again["root"] == page["root"]
        assert not again["models"][widget(again, "Undo")]["disabled"], "the dice still lie there"
        thief = await Browser.come(desk)
        thief.say("visit", {"address": SHOT, "number": number, "token": "x"})
        assert (await thief.hear("page"))["root"] != page["root"]

    asyncio.run(visits())


def test_a_question_that_is_known_to_be_heavy_stops_nobody(desk: Desk) -> None:
    """Whoever asks it again goes to a patient host at once."""

    async def visits() -> None:
        first, browser = await Browser.come(desk), await Browser.come(desk)
        first.say("visit", {"address": HEAVY})
        await first.hear("apart")
        browser.say("visit", {"address": HEAVY})
        await browser.hear("apart")
        number, _ = await browser.hear("visit")
        assert desk.hosts.seats[number].host.patient
        first.line.close()
        browser.line.close()

    asyncio.run(visits())


def test_heavy_questions_wait_for_each_other_and_are_given_up_at_once(desk: Desk) -> None:
    """The one that waits is told so, and may stop before its turn."""

    async def visits() -> None:
        hogs = [await Browser.come(desk) for _ in range(MOST_PATIENT + 1)]
        for hog in hogs:
            hog.say("visit", {"address": HEAVY})
        before = [await hog.hear("apart") for hog in hogs]
        assert max(before) > 0
        waiting = hogs[before.index(max(before))]
        waiting.say("cancel", True)
        assert await waiting.hear("fault") == "it was cancelled"
        for hog in hogs:
            hog.say("cancel", True)
        for hog in hogs:
            hog.line.close()

    asyncio.run(visits())


def test_what_has_taken_long_is_known_to_be_heavy_with_greater_numbers_too() -> None:
    heavy = Heavy()
    asked = "ask=pz8-naval+duel+guns%3D{}+range%3D4"
    assert not heavy.knows(asked.format(8))
    heavy.note(asked.format(8))
    heavy.note(asked.format(12))
    assert [heavy.knows(asked.format(guns)) for guns in (7, 8, 9, 12)] == [False, True, True, True]
    assert not heavy.knows(SHOT)


def test_a_host_that_dies_is_replaced_and_its_pages_made_anew(desk: Desk) -> None:
    async def visits() -> None:
        browser = await Browser.come(desk)
        page = await browser.open(SHOT)
        browser.say("hear", [widget(page, "Attack"), {"state": {"value": 6}}])
        await browser.hear("address")
        for host in desk.hosts.hosts:
            host._process.kill()
        again = await browser.hear("page")
        assert again["root"] != page["root"]
        assert again["models"][widget(again, "Attack")]["value"] == 6

    asyncio.run(visits())


def test_the_teacher_poses_freezes_and_sends_pages_and_nobody_else_does(desk: Desk) -> None:
    async def visits() -> None:
        teacher = await Browser.come(desk, await cookies(desk, "/teacher?key=the-key"), "teacher")
        visitor = await Browser.come(desk)
        await visitor.open(SHOT)
        visitor.say("freeze", True)
        assert "cannot be said here" in (await visitor.hear("refused"))[1]
        teacher.say("push", "rules=pz8-naval&show=salvo")
        assert "salvo" in await visitor.hear("push")
        teacher.say("pose", ["guess", "pz8-ww2 direct-fire attack=3 defence=3", "destroyed"])
        assert await teacher.hear("taken") == "pose"
        while (asked := (await visitor.hear("room")).get("activity")) is None:
            pass
        assert asked["asks"] == "How likely is “destroyed”?"
        visitor.say("guess", ["a lot", 0])
        assert "not understood" in (await visitor.hear("refused"))[1]
        visitor.say("guess", ["1/12", 2])
        assert await visitor.hear("taken") == "guess"
        teacher.say("pose", ["guess", "pz8-ww2 direct-fire attack=3", ""])
        assert "defence" in (await teacher.hear("refused"))[1]
        teacher.say("pose", ["roll", "pz8-ww2 direct-fire attack=3 defence=3", ""])
        await teacher.hear("taken")
        visitor.say("roll", True)
        assert await visitor.hear("taken") == "roll"
        teacher.say("freeze", True)
        while not (await visitor.hear("room"))["frozen"]:
            pass
        visitor.say("hear", ["x", {"state": {}}])
        assert "stopped all pages" in (await visitor.hear("refused"))[1]
        teacher.say("freeze", False)
        teacher.say("end", True)
        answer = await get(desk, "/results.csv", Cookie=teacher.cookie)
        assert b"1/12,Fairly sure (3 in 4)" in answer.body

    asyncio.run(visits())


SURE_OF_HALF = 1


def test_thirty_phones_play_a_whole_planned_hour(
    desk: Desk, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every question of two lessons, the class's own dice, teams; at the end the key and the league agree."""
    monkeypatch.chdir(project)
    names = ("pz8-ww1/03-six-tanks", "pz8-1950/02-missile-now-or-flank")
    hour = Hour(tuple(lesson_at(project / "lessons" / f"{name}.toml") for name in names))
    source = random.Random(8)
    first = len(desk.room.activities)

    async def wait(browser: Browser, ready: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not ready(room := await browser.hear("room")):
            pass
        return room

    def asks(number: int, room: dict[str, Any]) -> bool:
        return bool(room.get("activity", {}).get("number") == number)

    def answer(asked: dict[str, Any], place: int) -> tuple[str, Any]:
        """A third know it, the others guess; everybody is half sure."""
        activity = desk.room.activities[-1]
        if asked["kind"] == "count":
            chance = float(activity.exact)
            return "count", sum(source.random() < chance for _ in range(asked["tries"]))
        if place % 3 == 0:
            return "guess", [activity.answer["exact"], SURE_OF_HALF]
        wrong = source.choice(asked["choices"]) if asked["choices"] else "1/7" if asked["chances"] else "99"
        return "guess", [wrong, SURE_OF_HALF]

    async def hour_of_a_class() -> None:
        teacher = await Browser.come(desk, await cookies(desk, "/teacher?key=the-key"), "teacher")
        screen = await Browser.come(desk, teacher.cookie, "projector")
        phones = [await Browser.come(desk) for _ in range(30)]
        teacher.say("divide", 2)
        for step in hour.asked()["steps"]:
            teacher.say("pose", step["pose"])
            assert await teacher.hear("taken") == "pose"
            number = len(desk.room.activities)
            for place, phone in enumerate(phones):
                room = await wait(phone, partial(asks, number))
                assert "exact" not in room["activity"], "nothing is told early"
                kind, said = answer(room["activity"], place)
                phone.say(kind, said)
                assert await phone.hear("taken") == kind
            teacher.say("show", "guesses")
            shown = await wait(screen, lambda room: room.get("activity", {}).get("stage") == "guesses")
            assert shown["activity"]["answered"] == 30
            teacher.say("show", "revealed")
            shown = await wait(screen, lambda room: "answers" in room.get("activity", {}))
            if step["pose"][0] == "count":
                assert sum(shown["activity"]["counted"]) == 30
                assert sum(shown["activity"]["expected"]) == pytest.approx(30)
        teacher.say("end", True)
        teacher.say("rank", True)
        league = (await wait(screen, lambda room: "league" in room))["league"]
        assert [brier for _, _, brier in league] == [0.25, 0.25], "who always says 1 in 2 has 1/4"
        told = await wait(teacher, lambda room: room["ranked"])
        assert told["ideas"], "results per idea"
        (said,) = told["calibration"]
        guesses = sum(len(each.guesses) for each in desk.room.activities[first:])
        assert said[1] >= guesses >= 30 * 5
        teacher.say("rank", False)
        teacher.say("divide", 0)
        for phone in (*phones, screen, teacher):
            phone.line.close()

    asyncio.run(hour_of_a_class())


FAILED = "ask=pz8-ww2+direct-fire+attack%3D99999"
EVERY_MESSAGE = [
    {"whole": 1},
    {"cancel": True},
    {"hear": ["x", {"state": {"value": 1}}]},
    {"hear": ["x", {}]},
    {"hear": ["", {"content": {"event": "click"}}]},
    {"guess": ["1/2", 0]},
    {"roll": True},
    {"rolled": ["hit", 1]},
    {"name": "Ann"},
    {"stuck": True},
    {"looks": "elsewhere"},
]


def test_a_page_that_failed_answers_and_leaves_its_neighbours_alone(desk: Desk) -> None:
    async def visits() -> None:
        hosts = len(desk.hosts.hosts)
        neighbours = [await Browser.come(desk) for _ in range(hosts)]
        roots = [(await each.open(SHOT))["root"] for each in neighbours]
        for _ in range(hosts):
            browser = await Browser.come(desk)
            browser.say("visit", {"address": FAILED})
            number, token = await browser.hear("visit")
            why = await browser.hear("fault")
            for message in EVERY_MESSAGE:
                browser.line.write_message(json.dumps(message))
            browser.say("whole", 1)
            assert await browser.hear("fault") == why
            browser.line.close()
            await asyncio.sleep(0.2)
            await browser.connect()
            browser.say("visit", {"address": FAILED, "number": number, "token": token})
            assert await browser.hear("fault") == why
            browser.say("visit", {"address": SHOT})
            assert (await browser.hear("page"))["root"]
        for neighbour, root in zip(neighbours, roots, strict=True):
            neighbour.say("whole", 1)
            assert (await neighbour.hear("page"))["root"] == root, "the neighbours' pages were not made anew"

    asyncio.run(visits())


@pytest.mark.parametrize("role", ["foo", "Visitor", "", "teacher", "projector"])
def test_a_line_is_for_one_of_three_roles_and_two_are_the_teacher_s(desk: Desk, role: str) -> None:
    async def visits() -> None:
        browser = await Browser.come(desk, role=role)
        assert "role" in (why := await browser.hear("shut")) or "link that was printed" in why
        stranger = Browser(desk, "", role)
        await stranger.connect()
        await stranger.hear("shut")

    asyncio.run(visits())


def test_messages_of_any_shape_are_answered(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    deep = "[" * 100_000
    nested = "[" * 500 + "]" * 500
    shapes: list[Any] = [5, [], {}, None, "x", True, [[]], [None, None], {"number": 10**400, "token": {}}]
    kinds = ("visit", "hear", "guess", "rolled", "name", "looks", "cancel", "whole", "foo")

    async def visits() -> None:
        browser = await Browser.come(desk)
        await browser.open(SHOT)
        for text in ("5", "[]", "{}", "null", "", deep, f'{{"visit":{deep}', f'{{"hear":["x",{nested}]}}'):
            browser.line.write_message(text)
            assert "message" in (await browser.hear("refused"))[1]
        browser.say("name", "\ud800")
        assert "no message" in (await browser.hear("refused"))[1]
        for kind in kinds:
            for shape in shapes:
                browser.say(kind, shape)
        browser.say("foo", 1)
        while (await browser.hear("refused"))[0] != "foo":
            pass
        assert (await browser.open(SHOT))["title"]

    asyncio.run(visits())
    assert [each.exc_info for each in caplog.records if each.exc_info] == []


def test_one_visitor_has_so_many_pages_at_most(desk: Desk) -> None:
    async def visits() -> None:
        cookie = await cookies(desk)
        pages = [await Browser.come(desk, cookie) for _ in range(MOST_PAGES)]
        for each in pages:
            await each.hear("room")
        more = await Browser.come(desk, cookie)
        assert "close one" in await more.hear("shut")
        pages[0].line.close()
        await asyncio.sleep(0.2)
        again = await Browser.come(desk, cookie)
        assert (await again.hear("room"))["number"]
        for _ in range(2 * MOST_PAGES):  # nor are more kept for somebody who comes and goes
            again.say("visit", {"address": FAILED})
            await again.hear("fault")
            again.line.close()
            await asyncio.sleep(0.05)
            again = await Browser.come(desk, cookie)
        kept = Counter(guest for _, guest in desk._left.values())
        assert max(kept.values()) == MOST_PAGES

    asyncio.run(visits())


def test_a_class_comes_in_whatever_it_has_typed_before(desk: Desk) -> None:
    """Everybody opens the bare address, one types wrong codes, and a link with a wrong code is no other."""

    async def visits() -> None:
        for _ in range(25):
            assert (await get(desk, "/")).code == 200
        wrong = await asyncio.gather(*(get(desk, f"/?code=WRONG{each}&ask=x") for each in range(25)))
        assert {each.code for each in wrong} == {403}
        assert any(b"wait a minute" in each.body for each in wrong)
        assert (await get(desk, "/?code=k7q2zz")).code == 302
        assert (await get(desk, "/?code=K7Q2ZZ&show=salvo")).headers["Location"] == "/?show=salvo"

    asyncio.run(visits())


def test_the_doors_hold(desk: Desk) -> None:
    async def visits() -> None:
        assert (await get(desk, "/", Host="evil.example")).code == 421
        assert b"code of the room" in (await get(desk, "/")).body
        assert (await get(desk, "/?code=WRONG1")).code == 403
        cookie = await cookies(desk)
        policy = (await get(desk, "/")).headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'self'; script-src 'self' blob: 'unsafe-eval' 'unsafe-hashes' ")
        assert "unsafe-inline" not in policy.partition("style-src")[0]
        for path in ("/teacher", "/teacher?key=guess", "/projector", "/results.csv"):
            assert (await get(desk, path, Cookie=cookie)).code == 403
        for path in (
            "/site/%00",
            "/site/main.js%00",
            "/site/../server.py",
            "/site/%2e%2e/server.py",
            "/script/0123.js",
            "/[object%20Module]",
        ):
            assert (await get(desk, path, Cookie=cookie)).code in (403, 404)
        browser = Browser(desk, cookie)
        with pytest.raises(HTTPClientError, match="403"):
            await browser.connect(origin="http://evil.example")
        forged = Browser(desk, cookie.replace("=", "=x", 1))
        await forged.connect()
        assert "code first" in await forged.hear("shut")
        pretender = Browser(desk, cookie, "teacher")
        await pretender.connect()
        assert "teacher's console" in await pretender.hear("shut")
        await browser.connect()
        browser.line.write_message("not JSON")
        assert "cannot be read" in (await browser.hear("refused"))[1]
        browser.say("hear", 7)
        assert "cannot be read" in (await browser.hear("refused"))[1]
        assert "does not know" not in (await browser.open(SHOT))["title"]

    asyncio.run(visits())
