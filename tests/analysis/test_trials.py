"""Games of stated players: as the exact meeting has it, alike by whatever processes, stopped at will."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pz8edu.analysis.opponents import at_random, greedy, meeting, plays_best
from pz8edu.analysis.puzzles import shelf
from pz8edu.analysis.rollouts import Tally, under_each
from pz8edu.analysis.trials import PART, Trial, trial
from pz8edu.analysis.worth import solved
from pz8edu.cli import main
from pz8edu.errors import BadInput
from tests.analysis.test_commands import Captured, saved

ONES = [next(each for each in shelf().values() if each.book == book) for book in ("pz8-ww2", "pz8-coastal")]
GAMES = 160


def holds(found: Trial, exact: Fraction) -> bool:
    """Does a sample stand within four standard errors of what is exact?"""
    return abs(found.tally.mean - exact) <= 4 * found.tally.error


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("one", ONES, ids=lambda one: one.book)
@pytest.mark.parametrize("players", ["random", "own=greedy,enemy=random", "own=best,enemy=greedy"])
def test_the_sample_is_the_exact_meeting(one: Any, players: str) -> None:
    game = one.game
    known = solved(game)
    policies = {"random": at_random, "greedy": greedy, "best": plays_best(known)}
    seats = dict.fromkeys(game.book.sides, players)
    if "=" in players:
        seats = dict(each.split("=") for each in players.split(","))
    found = trial(game, players, GAMES, seed=21, workers=1)
    assert found.tally.games == GAMES
    assert holds(found, meeting(known, *(policies[seats[side]] for side in game.book.sides)))
    assert f"{GAMES} games" in str(found)


def test_what_a_number_does_to_it() -> None:
    game, means = ONES[0].game, []
    for _, changed in under_each(game, "hit_on", (2, 6)):
        exact = meeting(solved(changed), at_random, at_random)
        assert holds(trial(changed, "random", GAMES, seed=3, workers=1), exact)
        means.append(exact)
    assert means[0] != means[1]
    with pytest.raises(BadInput, match="no value"):
        list(under_each(game, "hit_on", []))


def test_it_is_the_same_over_processes() -> None:
    game = ONES[0].game
    assert trial(game, "random", 3 * PART, workers=2) == trial(game, "random", 3 * PART, workers=1)
    assert trial(game, "random", 3 * PART, seed=1, workers=1) != trial(game, "random", 3 * PART, workers=1)


def test_who_stops_it_keeps_what_is_over() -> None:
    game, heard = ONES[0].game, []

    def stops(done: int, of: int) -> bool:
        heard.append((done, of))
        return done >= 2 * PART

    def interrupts(done: int, of: int) -> None:
        if done >= 2 * PART:
            raise KeyboardInterrupt

    whole = trial(game, "random", 2 * PART, workers=1)
    assert trial(game, "random", 9 * PART, workers=1, told=stops) == whole
    assert heard == [(PART, 9 * PART), (2 * PART, 9 * PART)]
    assert trial(game, "random", 9 * PART, workers=1, told=interrupts) == whole


def test_a_standard_error_by_hand() -> None:
    tally = Tally(3, 2, 5).plus(Tally(0, 0, 0))
    assert (tally.games, tally.mean) == (10, Fraction(4, 10))
    mean, squares = Fraction(5, 12), Fraction(9, 24)  # one won and one lost more: 4 and 2 halves of 12
    variance = (squares - mean * mean) / 10
    assert tally.error**2 == pytest.approx(float(variance), rel=1e-2)
    assert Tally(20, 0, 0).error > Fraction(1, 25)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--games", "0"), "--games is 1 or more"),
        (("--games", "5", "--workers", "0"), "--workers is 1 or more"),
        (("--games", "5", "--players", "nobody"), "player"),
        (("--flips", "hit_on="), "names values"),
    ],
)
def test_what_cannot_be_is_said(
    tmp_path: Any, capsys: Captured, words: tuple[str, ...], sentence: str
) -> None:
    assert main(["worth", saved(tmp_path), "--design", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_design_in_a_terminal(tmp_path: Any, capsys: Captured) -> None:
    file = saved(tmp_path)
    words = ["--design", "--flips", "hit_on=3,5", "--games", "20", "--players", "random", "--workers", "1"]
    assert main(["worth", file, *words]) == 0
    said = capsys.readouterr().out
    assert said.index("hit_on=3") < said.index("own best, the other best") < said.index("hit_on=5")
    assert said.count("(sampled: 20 games") == 2
    assert main(["worth", file, "--most", "2", *words]) == 0
    told = capsys.readouterr()
    assert told.out.count("sampled") == 2
    assert "more than 2 positions" in told.err


def test_chances_in_a_terminal(tmp_path: Any, capsys: Captured) -> None:
    assert main(["worth", saved(tmp_path), "--flips", "chances"]) == 0
    assert "best is" in (said := capsys.readouterr().out) or "no chance" in said
