"""Skill and luck: they sum to the fraction, dice are fair, best play loses nothing, noise is found out."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pz8edu.analysis.luck import Analysis, Judge, analyse
from pz8edu.analysis.tails import at_most
from pz8edu.cli import main
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.plain import Picked
from pz8edu.games.players import at_random, play_on
from pz8edu.games.record import replay
from pz8edu.systems import system
from tests.analysis.toys import two_tanks
from tests.share import Share


def best(game: Game) -> Picked:
    known = two_tanks()
    number = known.positions.number[game.moment]
    return Picked(known.positions.ways[number][known.best(number)[0]].choice)


def game_of(seed: int, own: Any = None, enemy: Any = None) -> Game:
    game = Game(system("pz8-ww2"), "two-tanks", seed=seed)
    play_on(game, {"own": own or at_random(seed), "enemy": enemy or at_random(seed + 1)})
    return game


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("seed", range(6))
def test_skill_and_luck_sum_to_the_fraction(seed: int) -> None:
    found = analyse(replay(game_of(seed).text()))
    assert found.kind == "exact"
    assert found.start == two_tanks().worths[0]
    assert found.start + found.skill + found.luck == found.result
    own, enemy, chance = (found.sums[side] for side in ("own", "enemy", ""))
    assert own.skill - enemy.skill + own.luck - enemy.luck + chance.luck == found.result - found.start
    for line in found.lines:
        assert line.loses >= 0, "no choice beats the best"
        assert sum(line.laws.values()) == 1
        mean = sum((worth * chance for worth, chance in line.laws.items()), Fraction(0))
        assert mean == line.chosen, "luck averages to 0 at every roll"
        assert line.after in line.laws


def test_best_against_best_has_no_skill_to_tell(share: Share) -> None:
    for seed in share(range(4), 2):
        found = analyse(game_of(seed, best, best))
        assert found.skill == 0
        assert not any(line.mark for line in found.lines)


def test_noise_as_worths_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum holds for made-up worths too; that no choice is better than the best does not."""
    source = Random(2)
    monkeypatch.setattr(Judge, "worth", lambda judge, moment: Fraction(source.randint(0, 100), 100))
    found = analyse(game_of(1))
    assert found.start + found.skill + found.luck == found.result
    assert any(line.loses < 0 for line in found.lines)


def test_a_long_game_is_bounded_and_sums_too() -> None:
    game = Game(system("pz8-ww2"), "whole-turn", seed=2)
    play_on(game, {"own": at_random(1), "enemy": at_random(2)})
    found = analyse(game, most=50)
    assert found.kind == "bounded"
    assert found.start + found.skill + found.luck == found.result
    assert all(line.loses >= 0 for line in found.lines)
    assert "bounded" in repr(found)


def test_a_place_dragged_to_is_a_choice_too() -> None:
    game = Game(system("pz8-ww2"), "two-tanks", seed=1)
    place = game.moment.places["Pz IV"]
    game.play(game.dragged("Pz IV", place._replace(x=3.3)))
    found = analyse(game)
    assert found.kind == "exact"
    assert found.lines[0].loses >= 0
    assert found.start + found.skill + found.luck == found.result


def lost_by_a_blunder() -> Analysis:
    analyses = (analyse(game_of(seed)) for seed in range(20))
    return next(found for found in analyses if any(line.mark for line in found.lines))


def test_the_other_choice_is_tried_as_a_variation() -> None:
    found = lost_by_a_blunder()
    line = next(line for line in found.lines if line.mark)
    game = found.try_other(line.number)
    assert game.line[-1].event is not None
    assert game.line[-1].event.key == line.best[0].key
    assert line.node in game.line[-1].before.after, "the line that was played stays"  # type: ignore[union-attr]
    with pytest.raises(BadInput, match="lines 1 to"):
        found.try_other(99)


def test_text_and_page_tell_the_turning_points() -> None:
    found = lost_by_a_blunder()
    line = next(line for line in found.lines if line.mark)
    text, page = repr(found), found._repr_html_()
    for told in (text, page):
        assert line.mark in told
        assert "best was" in told
        assert "of" in found.rare or "even" in found.rare
    assert page.count("<svg") == 4
    assert 'class="heavy"' in page


@pytest.mark.parametrize("seed", range(10))
def test_the_tail_of_a_sum_against_all_ways(seed: int) -> None:
    source = Random(seed)
    laws = []
    for _ in range(5):
        weights = [source.randint(1, 4) for _ in range(3)]
        values = source.sample(range(-9, 10), 3)
        law = zip(values, weights, strict=True)
        laws.append({Fraction(value, 7): Fraction(weight, sum(weights)) for value, weight in law})
    limit = Fraction(source.randint(-20, 20), 7)
    ways = [(Fraction(0), Fraction(1))]
    for law_ in laws:
        ways = [(so_far + value, p * q) for so_far, p in ways for value, q in law_.items()]
    assert at_most(laws, limit) == (sum(p for total, p in ways if total <= limit), True)


def test_too_many_sums_are_sampled_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pz8edu.analysis.tails.MOST_SUMS", 3)
    law = {Fraction(each): Fraction(1, 6) for each in range(1, 7)}
    found = at_most([law] * 4, Fraction(14))
    assert not found.exact
    assert abs(found.chance - Fraction(721, 1296)) < Fraction(1, 50)


def test_analyse_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "a.pz8game", tmp_path / "luck.html"
    file.write_text(game_of(3).text(), encoding="utf-8")
    assert main(["analyse", str(file), "--json", "--html", str(out)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"lines", "skill", "luck", "start", "result"} == set(found)
    total = {word: sum(Fraction(line[word]) for line in found["lines"]) for word in ("skill", "luck")}
    assert total == {word: Fraction(found[word]) for word in total}
    assert sum(total.values()) == Fraction(found["result"]) - Fraction(found["start"])
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["analyse", "nowhere.pz8game"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
