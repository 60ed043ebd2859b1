"""`worth` in a terminal: exact, bounded and sampled, the same for programs, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pz8edu.cli import main
from pz8edu.games.game import Game
from pz8edu.games.players import at_random
from pz8edu.systems import system

Captured = pytest.CaptureFixture[str]


def saved(tmp_path: Path, book: str = "pz8-ww2", table: str = "two-tanks", events: int = 4) -> str:
    game = Game(system(book), table, seed=2)
    while len(game.line) < events and game.ending is None:
        game.play(at_random(len(game.line))(game).choice)
    file = tmp_path / "a.pz8game"
    file.write_text(game.text(), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("kind", ["exact", "bounded"])
def test_worth_for_programs(tmp_path: Path, capsys: Captured, kind: str) -> None:
    assert main(["worth", saved(tmp_path), "--json", "--kind", kind]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"worth", "kind", "error", "choices"}
    assert found["kind"] == kind
    worths = {side: Fraction(each) for side, each in found["worth"].items()}
    assert sum(worths.values()) == 1
    assert (Fraction(found["error"]) == 0) is (kind == "exact")
    best = [each for each in found["choices"] if each["loses"] == "0"]
    assert best
    for each in found["choices"]:
        assert set(each) == {"choice", "worth", "loses"}
        assert Fraction(each["worth"]) + Fraction(each["loses"]) == Fraction(best[0]["worth"])
    assert Fraction(best[0]["worth"]) in worths.values()


def test_a_bound_holds_the_exact_worth(tmp_path: Path, capsys: Captured) -> None:
    file = saved(tmp_path)
    exact, bounded = (
        json.loads((main(["worth", file, "--json", "--kind", kind]), capsys.readouterr().out)[1])
        for kind in ("exact", "bounded")
    )
    for one, other in zip(exact["choices"], bounded["choices"], strict=True):
        assert one["choice"] == other["choice"]
    off = abs(Fraction(exact["worth"]["own"]) - Fraction(bounded["worth"]["own"]))
    assert off <= Fraction(bounded["error"])


def test_too_large_a_table_is_bounded_unless_it_is_to_be_exact(tmp_path: Path, capsys: Captured) -> None:
    file = saved(tmp_path)
    assert main(["worth", file, "--most", "5"]) == 0
    told = capsys.readouterr()
    assert "bounded" in told.out
    assert "more than 5 positions" in told.err, "it says how large it is"
    assert main(["worth", file, "--most", "5", "--kind", "exact"]) == 2
    assert "more than 5 positions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("worth", "nowhere.pz8game"), "cannot be read"),
        (("worth", __file__), "is no event|in a tag"),
        (("worth", __file__, "--kind", "sure"), "invalid choice"),
        (("worth", __file__, "--most", "0"), "--most is 1 or more"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    capsys: Captured, words: tuple[str, ...], sentence: str
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert any(each in said.err for each in sentence.split("|"))


def test_who_does_not_wait_hears_what_is_known(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(tmp_path)
    late = iter(range(0, 10**9, 100))
    monkeypatch.setattr("pz8edu.commands.worth.monotonic", lambda: next(late))
    assert main(["worth", file, "--seconds", "30"]) == 0
    told = capsys.readouterr()
    assert "stopped at" in told.err
    assert "bounded" in told.out
    monkeypatch.setattr("pz8edu.commands.worth.tells", interrupted)
    assert main(["worth", file]) == 0
    told = capsys.readouterr()
    assert "interrupted" in told.err
    assert "bounded" in told.out


def interrupted(found: int, opened: int) -> None:
    raise KeyboardInterrupt
