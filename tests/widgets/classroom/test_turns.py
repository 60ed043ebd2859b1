"""Heavy questions wait for each other, one visitor after the other; each is told its place and may stop."""

from __future__ import annotations

from typing import Any

import pytest

from pz8widgets.apps.classroom import hosts as hosts_module
from pz8widgets.apps.classroom.hosts import Hosts
from pz8widgets.apps.classroom.process import Process
from pz8widgets.apps.classroom.turns import Turns

FIREFIGHT = "rules=pz8-colonial&show=chain%3Afirefight"
SHOT = "ask=pz8-ww2+direct-fire+attack%3D3+defence%3D3"


# --- whose turn it is
def test_one_job_at_a_time_and_each_is_told_how_many_are_before_it() -> None:
    begun: list[Any] = []
    told: list[tuple[int, int]] = []
    turns = Turns(begun.append, lambda number, before: told.append((number, before)))
    for number in (1, 2, 3):
        turns.add(("open", number, "x"))
    assert begun == [("open", 1, "x")]
    assert told == [(1, 0), (2, 1), (3, 2)]
    told.clear()
    turns.answered()
    assert begun[-1] == ("open", 2, "x")
    assert told == [(2, 0), (3, 1)]
    told.clear()
    turns.answered()
    turns.answered()
    assert told == [(3, 0)]
    assert len(turns) == 0


def test_who_asks_much_does_not_keep_the_others_waiting() -> None:
    begun: list[Any] = []
    turns = Turns(lambda job: begun.append(job[1:]), lambda *_: None)
    for place in range(3):
        turns.add(("hear", 1, place))
    turns.add(("hear", 2, 0))
    while turns.now is not None:
        turns.answered()
    assert begun == [(1, 0), (1, 1), (2, 0), (1, 2)]


def test_what_waits_is_given_up_and_those_behind_move_up() -> None:
    told: list[tuple[int, int]] = []
    turns = Turns(lambda _: None, lambda number, before: told.append((number, before)))
    for number in (1, 2, 3):
        turns.add(("hear", number))
    told.clear()
    assert turns.drop(2) == [("hear", 2)]
    assert turns.drop(1) == [], "it has begun"
    assert told == [(3, 1)]


# --- in the room
class Sent:
    """The far end of a host that says nothing by itself."""

    def __init__(self, host: Process) -> None:
        self.host, self.jobs = host, list[Any]()

    def put(self, job: Any) -> None:
        self.jobs.append(job)

    def says(self, *said: Any) -> None:
        self.host._take(said)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> dict[Process, Sent]:
    """Hosts without processes; what is sent to each."""
    found: dict[Process, Sent] = {}

    def made(self: Process, budget: float, heard: Any, nicer: int = 0) -> None:
        self.budget, self.waits, self.ready, self._heard = budget, 0, True, heard
        found[self] = self._jobs = Sent(self)  # type: ignore[assignment]

    monkeypatch.setattr(Process, "__init__", made)
    return found


def room(many: int) -> tuple[Hosts, list[tuple[Any, ...]]]:
    told: list[tuple[Any, ...]] = []
    hosts = Hosts(lambda *said: told.append(said), {})
    hosts._heavy.note(FIREFIGHT)
    hosts.hosts = [Process(1.0, hosts._heard) for _ in range(many)]
    return hosts, told


def test_a_light_question_is_answered_while_heavy_ones_wait(
    sent: dict[Process, Sent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts_module.os, "cpu_count", lambda: 2)
    hosts, told = room(2)
    for number in (1, 2, 3):
        hosts.open(number, FIREFIGHT)
    assert told == [(1, "apart", 0), (2, "apart", 1), (3, "apart", 2)]
    (patient,) = hosts.patients
    assert [job[1] for job in sent[patient].jobs] == [1], "one is worked out at a time"
    hosts.open(4, SHOT)
    light = hosts.seats[4].host
    assert not light.patient
    sent[light].says("page", 4, "{}", {"address": SHOT, "extra": {}})
    assert told[-1] == (4, "page", "{}")


def test_on_four_cores_three_heavy_questions_are_worked_out_at_once(
    sent: dict[Process, Sent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts_module.os, "cpu_count", lambda: 4)
    hosts, told = room(2)
    for number in range(1, 6):
        hosts.open(number, FIREFIGHT)
    assert len(hosts.patients) == 3
    assert [before for _, _, before in told] == [0, 0, 0, 1, 1]


def test_a_question_that_waits_is_given_up_at_once(sent: dict[Process, Sent]) -> None:
    hosts, told = room(1)
    hosts._patient()
    many = len(hosts.patients)
    while not told or told[-1][2] == 0:
        many += 1
        hosts.open(many, FIREFIGHT)
    last = many
    hosts.cancel(last)
    assert told[-1] == (last, "fault", "it was cancelled")
    assert last not in hosts.seats


def test_a_question_that_is_being_worked_out_is_told_as_cancelled_when_it_has_stopped(
    sent: dict[Process, Sent],
) -> None:
    hosts, told = room(1)
    hosts.open(1, FIREFIGHT)
    (patient,) = hosts.patients
    hosts.cancel(1)
    assert sent[patient].jobs[-1] == ("cancel", 1)
    sent[patient].says("long", 1, None, None)
    assert told[-1] == (1, "fault", "it was cancelled")


def test_a_slider_of_a_light_page_is_given_up_and_the_page_comes_back_from_a_quick_host(
    sent: dict[Process, Sent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts_module.os, "cpu_count", lambda: 2)
    hosts, told = room(1)
    (quick,) = hosts.hosts
    before = {"address": SHOT, "extra": {"panel": "Play many"}}
    click = ([5, 1], {"content": {"event": "click"}})
    hosts.open(1, SHOT)
    sent[quick].says("long", 1, before, click)
    (middle,) = hosts.middle
    assert sent[middle].jobs == [("open", 1, SHOT, before["extra"], click)]
    sent[middle].says("long", 1, before, click)
    (patient,) = hosts.patients
    sent[patient].says("page", 1, "{}", before)
    hosts.open(2, FIREFIGHT)
    hosts.hear(1, "x", {"state": {}})
    assert told[-1] == (1, "apart", 1)
    hosts.cancel(1)
    assert told[-1] == (1, "stopped", "This was cancelled: it is as it was before.")
    assert sent[quick].jobs[-1] == ("open", 1, SHOT, before["extra"], None)


def test_what_takes_longer_than_most_is_made_where_others_do_not_wait_for_it(
    sent: dict[Process, Sent],
) -> None:
    hosts, told = room(1)
    (quick,) = hosts.hosts
    hosts.open(1, SHOT)
    sent[quick].says("long", 1, None, None)
    (middle,) = hosts.middle
    sent[middle].says("page", 1, "{}", {"address": SHOT, "extra": {}})
    assert told == [(1, "page", "{}")], "it is no heavy question"
    hosts.open(2, SHOT)
    assert hosts.seats[2].host is middle
    sent[middle].says("long", 2, None, None)
    assert told[-1] == (2, "apart", 0)
    hosts.open(3, SHOT)
    assert hosts.seats[3].host.patient


def test_what_is_cancelled_in_a_quick_host_is_not_worked_out_apart(sent: dict[Process, Sent]) -> None:
    hosts, told = room(1)
    (quick,) = hosts.hosts
    hosts.open(1, SHOT)
    hosts.cancel(1)
    sent[quick].says("long", 1, None, None)
    assert told == [(1, "fault", "it was cancelled")]
    assert not hosts.patients
    hosts.open(1, SHOT)
    assert not hosts.seats[1].host.patient, "nor is it taken for heavy"


def test_who_leaves_waits_no_more(sent: dict[Process, Sent], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts_module.os, "cpu_count", lambda: 2)
    hosts, told = room(1)
    for number in (1, 2, 3):
        hosts.open(number, FIREFIGHT)
    hosts.end(2)
    assert told[-1] == (3, "apart", 1)
    (patient,) = hosts.patients
    sent[patient].says("page", 1, "{}", {"address": FIREFIGHT, "extra": {}})
    assert [job[1] for job in sent[patient].jobs if job[0] == "open"] == [1, 3]
