"""Sweeps over processes into a file: equal to asking one by one, whatever stops them."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pz8edu import BadInput, ask, starting, system
from pz8edu.cli import main
from pz8edu.desk.tables import sweep_over_workers
from pz8edu.desk.tables.sweep_file import SweepFile
from pz8edu.desk.tables.sweep_over_workers import sweep_into
from tests.desk.test_answers import VOLLEY

ASKED = ("pz8-ww2", "direct-fire", {"armoured": True})
OVER = {"attack": range(7), "defence": [3, 4], "cover": ["open", "bunker"], "hq": [False, True]}
COUNT = 7 * 2 * 2 * 2


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_over_workers, "PART", 8)


def rows(file: Path, query: str) -> list[Any]:
    with sqlite3.connect(file) as opened:
        return opened.execute(query).fetchall()


def content(file: Path) -> list[Any]:
    """Everything that a sweep file says, whatever the order in which laws were met."""
    told = "SELECT * FROM odds ORDER BY situation, outcome"
    return rows(file, told) + rows(file, "SELECT situation, refused FROM situations ORDER BY situation")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sweep as one process writes it."""
    file = tmp_path_factory.mktemp("sweep") / "whole.sqlite"
    assert sweep_into(file, *ASKED, over=OVER, workers=1) == COUNT
    return file


def test_a_file_has_the_exact_odds_of_every_situation(whole: Path) -> None:
    found: dict[int, dict[str, Fraction]] = {}
    for number, outcome, over, under, chance in rows(
        whole, "SELECT situation, outcome, numerator, denominator, chance FROM odds"
    ):
        found.setdefault(number, {})[outcome] = Fraction(int(over), int(under))
        assert chance == float(Fraction(int(over), int(under)))
    every: Iterator[tuple[Any, ...]] = product(*OVER.values())
    for number, values in enumerate(every):
        inputs = dict(zip(OVER, values, strict=True))
        assert found[number] == ask(*ASKED[:2], ASKED[2] | inputs).fractions(), inputs
    query = "SELECT attack, defence, cover, hq FROM situations WHERE situation = 12"
    assert rows(whole, query) == [(1, 4, "open", "false")]


def test_refused_situations_stand_there_with_their_reason(tmp_path: Path) -> None:
    file, rules = tmp_path / "volley.sqlite", system("pz8-ww2").rules
    sweep_into(file, VOLLEY, rules=rules, over=["dice", "marked", "target"], workers=1)
    assert rows(file, "SELECT count(*), count(law), count(refused) FROM situations") == [(48, 20, 28)]
    query = "SELECT refused FROM situations WHERE dice = 1 AND marked = 2 AND target = 'near'"
    assert rows(file, query) == [("die 2 of 1 cannot be marked",)]


class Mortal(Executor):
    """Works in this process, and fails after so many parts."""

    def __init__(self, parts: int) -> None:
        self.parts = parts

    def submit(self, function: Any, /, *args: Any, **kw: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.parts -= 1
        if self.parts < 0:
            future.set_exception(KeyboardInterrupt())
        else:
            future.set_result(function(*args, **kw))
        return future


def test_an_interrupted_sweep_goes_on_where_it_was(tmp_path: Path, whole: Path) -> None:
    file, heard = tmp_path / "stopped.sqlite", []
    with pytest.raises(KeyboardInterrupt):
        sweep_into(file, *ASKED, over=OVER, executor=Mortal(3))
    assert rows(file, "SELECT count(*) FROM situations") == [(24,)]
    sweep_into(file, *ASKED, over=OVER, workers=1, told=lambda done, of: heard.append((done, of)))
    assert heard[0] == (24, COUNT)
    assert heard[-1] == (COUNT, COUNT)
    assert content(file) == content(whole)
    heard.clear()
    sweep_into(file, *ASKED, over=OVER, workers=1, told=lambda done, of: heard.append((done, of)))
    assert heard == [(COUNT, COUNT)], "what is done is not asked again"


def test_processes_write_the_same_and_may_die(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []

    class Watched(ProcessPoolExecutor):
        def submit(self, *args: Any, **kw: Any) -> Any:
            future = super().submit(*args, **kw)
            if not killed:
                killed.append(next(iter(self._processes)))
                os.kill(killed[0], signal.SIGKILL)
            return future

    monkeypatch.setattr(starting, "ProcessPoolExecutor", Watched)
    file = tmp_path / "processes.sqlite"
    sweep_into(file, *ASKED, over=OVER, workers=2)
    assert killed
    assert content(file) == content(whole)


def test_a_killed_command_goes_on(tmp_path: Path) -> None:
    over = "attack,defence,cover,quality,over_half_range,armoured,target_condition,facing,disorganized,hq"
    asked = ["sweep", "pz8-ww2", "direct-fire", "--over", over, "--workers", "1", "--out"]
    file = tmp_path / "killed.sqlite"
    command = [sys.executable, "-m", "pz8edu", *asked, str(file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as running:
        for _ in range(600):
            time.sleep(0.05)
            if running.poll() is not None or (file.exists() and counted(file)):
                break
        running.kill()
    before = counted(file)
    assert main([*asked, str(file)]) == 0
    assert before <= counted(file) == 7 * 8 * 3 * 3 * 2 * 2 * 3 * 3 * 2 * 2
    assert rows(file, "SELECT count(DISTINCT situation) FROM odds") == [(counted(file),)]


def counted(file: Path) -> int:
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as opened:
            return int(opened.execute("SELECT count(*) FROM situations").fetchone()[0])
    except sqlite3.Error:
        return 0


# --- faults
def test_another_sweep_a_strange_file_and_no_place_get_one_sentence(tmp_path: Path, whole: Path) -> None:
    with pytest.raises(BadInput, match=r"'whole.sqlite' holds another sweep \(rules: .*hit_on=3"):
        sweep_into(whole, *ASKED, over=OVER, rules=system("pz8-ww2").rules.variant(hit_on=3))
    text, other = tmp_path / "list.csv", tmp_path / "other.sqlite"
    text.write_text("attack,defence\n" * 99, encoding="utf-8")
    with sqlite3.connect(other) as opened:
        opened.execute("CREATE TABLE mine (a)")
    for file in (text, other):
        with pytest.raises(BadInput, match=f"{file.name!r} is no sweep of this kit; take another file"):
            sweep_into(file, *ASKED, over=OVER)
    assert text.read_text(encoding="utf-8").startswith("attack")
    with pytest.raises(BadInput, match=r"'x.sqlite' cannot be written: unable to open"):
        sweep_into(tmp_path / "nowhere" / "x.sqlite", *ASKED, over=OVER)


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: Path) -> None:
    file = tmp_path / "full.sqlite"
    begin = SweepFile._begin

    def on_a_small_disk(self: SweepFile, about: Any) -> None:
        self._file.execute("PRAGMA page_size = 512")
        begin(self, about)
        (pages,) = self._file.execute("PRAGMA page_count").fetchone()
        self._file.execute(f"PRAGMA max_page_count = {pages + 2}")

    with monkeypatch.context() as patch:
        patch.setattr(SweepFile, "_begin", on_a_small_disk)
        with pytest.raises(
            BadInput, match=r"cannot be written: database or disk is full; what is done stays"
        ):
            sweep_into(file, *ASKED, over=OVER, workers=1)
    sweep_into(file, *ASKED, over=OVER, workers=1)
    assert content(file) == content(whole)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pz8-ww2"], "name a system and a calculator"),
        (["pz8-ww2", "damage", "--over", "attack=5..1"], "has no values"),
        (["pz8-ww2", "damage", "--over", "atack"], "did you mean 'attack'"),
        (["pz8-ww2", "damage", "--over", "attack,attack"], "stands twice"),
        (["pz8-ww2", "damage", "--over", "attack", "--workers", "0"], "a whole number from 1"),
        (["pz8-ww2", "damage", "--over", "attack=5..9"], "attack must be a whole number from 0 to 6"),
    ],
)
def test_a_command_that_cannot_be_meant(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over = [] if "--over" in words else ["--over", "attack"]
    assert main(["sweep", *words, *over, "--out", str(tmp_path / "x.sqlite")]) == 2
    assert says in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_command_writes_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fire.sqlite"
    asked = [
        "pz8-ww2",
        "damage",
        "--over",
        "attack=2..4,defence=1|3",
        "--set",
        "destroyed_by=4",
        "--workers",
        "1",
    ]
    assert main(["sweep", *asked, "--out", str(file)]) == 0
    assert "6 situations are in" in capsys.readouterr().err
    wanted = ask(
        "pz8-ww2", "damage", attack=4, defence=1, rules=system("pz8-ww2").rules.variant(destroyed_by=4)
    )
    query = "SELECT numerator, denominator FROM odds WHERE attack=4 AND defence=1 AND outcome='destroyed'"
    assert [Fraction(*map(int, row)) for row in rows(file, query)] == [wanted.fraction("destroyed")]


def test_a_cluster_writes_the_same_though_a_worker_is_killed(tmp_path: Path, whole: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = client.run(os.getpid)
        killed: list[int] = []

        def told(done: int, of: int) -> None:
            if done and not killed:
                killed.append(next(iter(pids.values())))
                os.kill(killed[0], signal.SIGKILL)

        file = tmp_path / "cluster.sqlite"
        executor = client.get_executor(pure=False, retries=3)
        sweep_into(file, *ASKED, over=OVER, executor=executor, told=told)
    assert killed
    assert content(file) == content(whole)


def test_a_cluster_that_is_not_there_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["pz8-ww2", "damage", "defence=3", "--over", "attack", "--out", str(tmp_path / "x.sqlite")]
    assert main(["sweep", *asked, "--cluster", "nobody"]) == 2
    told = capsys.readouterr().err
    assert "'nobody' does not answer" in told or "pz8edu[cluster]" in told
    assert len(told.splitlines()) == 1
