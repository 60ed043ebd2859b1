"""Puzzles: every one of the shelf reads, a sample of them is proved again, and dull positions make none."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.foresight import DEEPEST, Foresight
from pz8edu.analysis.positions import Positions
from pz8edu.analysis.puzzles import (
    MARGIN,
    dull,
    explained,
    family,
    of_the_day,
    proved,
    puzzle,
    puzzle_of,
    rules_told,
    said_in,
    searched,
    shelf,
    stands,
)
from pz8edu.analysis.search import Search
from pz8edu.analysis.solved import Solved
from pz8edu.cli import main
from pz8edu.errors import BadInput
from tests.analysis.toys import at, positions_of

SHELF = list(shelf().values())
SAMPLE = Random(21).sample([each for each in SHELF if each.size <= 250], 12)
HALF = Fraction(1, 2)
Captured = pytest.CaptureFixture[str]


def test_there_are_many_of_many_books() -> None:
    assert len(SHELF) >= 300
    assert len(Counter(each.book for each in SHELF)) >= 8


def test_each_has_one_best_choice_by_two_points_or_more() -> None:
    for one in SHELF:
        worths = list(one.choices.values())
        assert worths == sorted(worths, reverse=True)
        assert one.margin == worths[0] - worths[1] >= MARGIN, one.id
        assert 0 < worths[0] < 1
        assert one.trap in one.choices
        assert one.trap != one.answer
        assert 1 <= one.ahead <= DEEPEST + 1


def test_no_two_are_the_same() -> None:
    alike = Counter((each.book, each.table, tuple(each.choices.items())) for each in SHELF)
    assert max(alike.values()) == 1
    assert len(shelf()) == len(SHELF)


@pytest.mark.parametrize("one", SAMPLE, ids=lambda one: one.id)
def test_it_is_proved_again_from_its_position_alone(one: object) -> None:
    assert proved(one) == one  # type: ignore[arg-type]


def test_rules_have_not_changed_since() -> None:
    for one in {(each.book, each.table): each for each in SHELF}.values():
        assert one.rules == rules_told(one.game), (one.book, one.table)


def test_a_changed_puzzle_is_found_out() -> None:
    one = SAMPLE[0]
    told = one.as_json()
    told["choices"] = dict(zip(told["choices"], reversed(told["choices"].values()), strict=True))
    wrong = puzzle_of(json.dumps(told))
    assert proved(wrong) != wrong


@pytest.mark.parametrize(
    ("worths", "why"),
    [
        ((HALF, HALF, Fraction(0)), "two choices"),
        ((HALF + Fraction(1, 100), HALF, Fraction(0)), "less than"),
        ((Fraction(1), HALF), "certain"),
        ((Fraction(1, 3), Fraction(0)), "no other choice"),
        ((HALF,), "1 choices"),
        ((Fraction(2, 3), HALF), ""),
    ],
)
def test_what_is_dull(worths: tuple[Fraction, ...], why: str) -> None:
    said = dull(list(worths))
    assert why in said
    assert bool(said) is bool(why)


def test_how_deep_an_answer_lies() -> None:
    """Going round by "then" wins two times in three, but only who looks two choices ahead can see it."""
    known = Solved(
        positions_of(
            {
                "start": ("own", {"a": {"own": HALF, "enemy": HALF}, "b": at("then")}),
                "then": ("own", {"a": {"own": Fraction(2, 3), "enemy": Fraction(1, 3)}, "b": at("enemy")}),
            }
        )
    )
    seen = Foresight(known)
    assert seen.best_at(0, 1) == [0, 1]
    assert seen.ahead(0, 1) == 2
    assert seen.taken(0, 1) == 0
    assert seen.drawn[0] == 0


def test_foresight_is_the_search() -> None:
    one = min(SAMPLE, key=lambda each: each.size)
    game = one.game

    positions = Positions(Ahead(game), game.moment)
    seen = Foresight(Solved(positions))
    for depth in (1, 2, 3):
        search = Search(positions.ahead, depth, width=99)
        worths = [each.seems for _, each in search.choices(game.moment)]
        takes = max if one.side == search.first else min
        assert seen.best_at(0, depth) == [n for n, each in enumerate(worths) if each == takes(worths)]


def test_the_puzzle_of_the_day_is_the_same_for_all_and_none_comes_twice_too_soon() -> None:
    first = date(2026, 1, 1)
    days = [of_the_day(first + timedelta(days=each)).id for each in range(len(SHELF))]
    assert sorted(days) == sorted(shelf())
    assert of_the_day(first).id == days[0]


def test_it_is_told_in_words() -> None:
    one = next(each for each in SHELF if each.ahead > 2)
    said = " ".join(explained(one, one.trap))
    assert "loses" in said
    assert said_in(one.answer, one.game) in said
    assert str(one.size) in said
    assert list(stands(one))
    with pytest.raises(BadInput, match="choice of puzzle"):
        list(explained(one, "fly"))


def test_a_family_differs_in_one_word() -> None:
    one = next(each for each in SHELF if family(each))
    for other in family(one):
        assert one in family(other)
        assert other.position != one.position


def test_new_ones_are_found_by_seed() -> None:
    twice = [list(searched("pz8-ww2", "two-tanks", 4, 600)) for _ in range(2)]
    assert twice[0] == twice[1]
    assert any(isinstance(each, str) for each in twice[0])


# --- in a terminal
def test_a_puzzle_for_programs(capsys: Captured) -> None:
    one = SAMPLE[1]
    assert main(["puzzle", "--id", one.id, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert puzzle_of(json.dumps(found)) == one
    assert Fraction(found["margin"]) == one.margin


def test_it_is_asked_and_answered(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    one = SAMPLE[2]
    number = sorted(one.choices).index(one.answer) + 1
    answers = iter(("99\n", f"{number}\n"))
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers))
    assert main(["puzzle", "--id", one.id]) == 0
    said = capsys.readouterr().out
    assert "a number from 1 to" in said
    assert "Right." in said


def test_proved_in_a_terminal(capsys: Captured) -> None:
    one = min(SHELF, key=lambda each: (each.size, each.id))
    assert main(["puzzle", "--prove", "--id", one.id, "--json"]) == 0
    said = capsys.readouterr()
    assert puzzle_of(said.out) == one
    assert "1 of 1" in said.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--id", "nothing"), "puzzle"),
        (("--day", "Monday"), "--day"),
        (("--find", "pz8-ww2", "moon"), "moon"),
    ],
)
def test_what_cannot_be_is_said(capsys: Captured, words: tuple[str, ...], sentence: str) -> None:
    assert main(["puzzle", *words]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert sentence in said.err


def test_an_unknown_puzzle_is_refused() -> None:
    with pytest.raises(BadInput, match="puzzle"):
        puzzle("00000000")
