"""A host keeps the pages of many: what goes wrong with one of them is answered there."""

from __future__ import annotations

import json
from typing import Any

import comm
import pytest

from pz8widgets.apps.classroom import visit as visits
from pz8widgets.apps.classroom.host import Host

SHOT = "ask=pz8-ww2+direct-fire+attack%3D5+defence%3D4"


class Told(list[tuple[Any, ...]]):
    """What the server is told, without a server."""

    def send(self, said: tuple[Any, ...]) -> None:
        self.append(said)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def host(told: Told, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr(comm, "create_comm", visits.Line)
    return Host(told, 30.0, patient=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("moment", ["before", "while", "where an interruption is lost"])
def test_what_is_cancelled_is_given_up_whenever_that_is_heard(
    host: Host, told: Told, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    opens = visits.Visit.open

    def open_then(visit: visits.Visit, *given: Any) -> None:
        opens(visit, *given)
        if moment == "where an interruption is lost":
            monkeypatch.setattr(host.watch, "cancel", lambda _: False)
        host.take(("cancel", 1))

    job = ("open", 1, SHOT, {}, None)
    host.take(job)
    assert host.jobs.get() == job
    if moment == "before":
        host.take(("cancel", 1))
    else:
        monkeypatch.setattr(visits.Visit, "open", open_then)
    host.do(*job)
    host.done(1)
    assert told == [("long", 1, None, None)]
    monkeypatch.undo()
    monkeypatch.setattr(comm, "create_comm", visits.Line)
    told.clear()
    host.take(job)
    host.do(*host.jobs.get())
    host.done(1)
    host.take(("cancel", 1))
    host.take(("whole", 1))
    host.do(*host.jobs.get())
    assert [said[0] for said in told if said[0] != "script"] == ["page", "page"], (
        "nothing of it is cancelled later"
    )


def broken(*_: Any, **__: Any) -> None:
    raise KeyError("of the kit")


@pytest.mark.parametrize(
    ("method", "job", "answer"),
    [
        ("whole", ("whole", 1), "fault"),
        ("news", ("hear", 1, "x", {"state": {}}), "stopped"),
        ("hear", ("hear", 1, "x", {"state": {}}), "stopped"),
        ("open", ("open", 1, SHOT, {}, None), "fault"),
    ],
)
def test_any_exception_of_a_page_is_answered_once(
    host: Host,
    told: Told,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    method: str,
    job: tuple[Any, ...],
    answer: str,
) -> None:
    host.do("open", 1, SHOT, {}, None)
    host.do("open", 2, "show=chain:rally-chain", {}, None)
    told.clear()
    with monkeypatch.context() as context:
        context.setattr(visits.Visit, method, broken)
        host.do(*job)
    assert [each[:2] for each in told] == [(answer, 1)]
    assert "KeyError" in told[0][2]
    assert "of the kit" in capsys.readouterr().err, "whoever runs the server sees it whole"
    told.clear()
    host.do("whole", 2)
    assert told[-1][:2] == ("page", 2)
    host.do("end", 1)
    host.do("end", 2)


def test_a_page_that_cannot_be_made_says_why_whatever_it_is_asked(host: Host, told: Told) -> None:
    host.do("open", 1, "ask=pz8-ww2+direct-fire+attack%3D99999", {}, None)
    why = told[-1][2]
    assert told[-1][:2] == ("fault", 1)
    assert "99999" in why
    host.do("whole", 1)
    assert told[-1] == ("fault", 1, why)
    host.do("hear", 1, "x", {"state": {}})
    assert told[-1][:3] == ("news", 1, "[]")
    host.do("open", 1, "ask=pz8-ww2+direct-fire+attack%3D99999", {}, ([], {"state": {}}))
    assert told[-1] == ("fault", 1, why)
    host.do("open", 1, SHOT, {}, None)
    assert told[-1][0] == "page"
    host.do("end", 1)


@pytest.mark.parametrize(
    "address", [SHOT, "show=chain:rally-chain", "show=table:first-shot", "show=play:whole-turn"]
)
def test_a_page_that_is_the_same_for_everybody_is_made_when_it_is_touched(
    host: Host, told: Told, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    for number in range(1, 5):
        host.do("open", number, address, {}, None)
    pages = [json.loads(said[2]) for said in told if said[0] == "page"]
    assert len(pages) == 4
    roots = [page["root"] for page in pages]
    assert len(set(roots)) == 4
    text = [json.dumps(page).replace(root[:16], "") for page, root in zip(pages, roots, strict=True)]
    assert len(set(text)) == 1
    assert [host.visits[number].root is None for number in range(1, 5)] == [False, False, True, True]
    told.clear()
    for number in (1, 3):
        models = pages[number - 1]["models"].items()
        moved, trait = next(
            (name, trait)
            for name, state in models
            for trait in ("value", "index")
            if type(state.get(trait)) is int
        )
        host.do("hear", number, moved, {"state": {trait: 1}})
    first, third = (said[2].replace(roots[said[1] - 1][:16], "") for said in told if said[0] == "news")
    assert first == third
    told.clear()
    host.do("whole", 4)
    assert json.loads(told[-1][2]) == pages[3], "a browser whose line was lost"
    of_another_day = property(lambda _: "of another day", lambda *_: None)
    monkeypatch.setattr(visits.Visit, "title", of_another_day, raising=False)
    host.do("hear", 4, roots[3], {"state": {}})
    assert [said[:2] for said in told[-2:]] == [("page", 4), ("news", 4)], "what was said to it is not lost"
    assert json.loads(told[-2][2])["title"] == "of another day"
    for number in range(1, 5):
        host.do("end", number)


def test_a_pack_is_made_twice_and_then_everybodys(
    host: Host, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 7):
        host.do("open", number, SHOT, {}, None)
    pages = [json.loads(said[2]) for said in told if said[0] == "page"]
    (bars,) = (name for name, state in pages[2]["models"].items() if {"live", "at"} <= state.keys())
    names = [page["root"][:16] for page in pages]
    told.clear()
    for number in range(3, 7):
        mine = bars.replace(names[2], names[number - 1])
        host.do("hear", number, mine, {"content": {"wanted": "shared"}})
    packs = [said[2].replace(names[said[1] - 1], "") for said in told if said[0] == "news"]
    assert len(packs) == 4
    assert len(set(packs)) == 1
    assert '"pack"' in packs[0]
    assert [host.visits[number].root is None for number in range(3, 7)] == [False, False, True, True]
    told.clear()
    for number in (3, 6):
        models = pages[number - 1]["models"].items()
        sliders = (name for name, state in models if state.get("_view_name") == "IntSliderView")
        host.do("hear", number, next(sliders), {"state": {"value": 1}})
    first, last = (said[2].replace(names[said[1] - 1], "") for said in told if said[0] == "news")
    assert first == last, "who touches it goes on where the others are"
    for number in range(1, 7):
        host.do("end", number)
    assert not host.said


def test_work_that_breaks_is_told_as_failed(host: Host, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pz8widgets.apps.classroom.posed.WORK", {"pose": broken})
    host.do("work", -1, "pose", "x")
    assert told[-1][:2] == ("failed", -1)


def test_a_server_that_is_gone_ends_the_host(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: Any) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(host.line, "send", gone)
    with pytest.raises(BrokenPipeError):
        host.do("whole", 5)
