"""Long answers tell how far they are: to a function, and on one line of a terminal."""

from __future__ import annotations

import re
import sys

import pytest

from pz8edu import balance, cheapest_change, goal, system
from pz8edu.cli import main
from pz8edu.commands.progress import ProgressLine
from pz8edu.desk.balance.profiles import sample_profiles

REACH = ["reach", "pz8-ww2", "rally condition=suppressed: suppressed <= 1/3"]


def test_every_duel_and_every_change_is_counted() -> None:
    heard: list[tuple[int, int]] = []
    scifi = system("pz8-scifi")
    units, _ = sample_profiles(scifi, scifi.rules)
    balance(scifi, units[:3], told=lambda done, of: heard.append((done, of)))
    assert heard == [(each, 9) for each in range(1, 10)]
    heard.clear()
    wanted = goal(
        "pz8-ww2", "rally", condition="suppressed", outcome="suppressed", comparison="<=", target="1/3"
    )
    reached = cheapest_change(wanted, told=lambda done, of: heard.append((done, of)))
    assert len(heard) == reached.tried
    assert heard[-1][0] == heard[-1][1]


def test_the_line_stands_in_a_terminal_only_and_makes_room_for_the_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(REACH) == 0
    quiet = capsys.readouterr()
    assert quiet.err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(REACH) == 0
    seen = capsys.readouterr()
    assert seen.out == quiet.out
    assert "1 of 1 changes (100%)" in seen.err
    assert re.search(r"\d+ of \d+ changes \(\d+%\), [\d,]+ a second, about \d+ s left", seen.err)
    assert seen.err.endswith("\r\x1b[K")
    assert main(["matters", "pz8-ww2", "rally"]) == 0
    assert "asking rally …" in capsys.readouterr().err


def test_what_is_interrupted_says_so_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "__call__", stopped)
    assert main(REACH) == 130
    assert capsys.readouterr().err == "pz8edu: interrupted\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*REACH, "--steps", "-1"], "the number of steps is a whole number from 0; got -1"),
        (["reach", "pz8-ww2", "rally condition=ok: ok >= 2"], "the chance of ok lies from 0 to 1"),
        (["reach", "pz8-ww2", "rally: ok >= 1/2"], "condition is required"),
        (["compare", "pz8-ww2", "to-hit", "quality=elite", "--over", "quality"], "is given and varies too"),
        (["compare", "pz8-ww2", "rally", "--set", "rally_on=4"], "condition must be given, or vary"),
        (["compare", "pz8-ww2", "duel", "--over", "A.bttack"], "did you mean 'attack'"),
        (["compare", "pz8-ww2", "rally", "--over", "condition.x"], "unknown input of condition 'x'"),
    ],
)
def test_what_cannot_be_asked_gets_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""
