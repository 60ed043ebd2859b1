"""Whole-domain properties of pz8-ww2: sums, monotony, and the tree against dice that are really thrown."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from pz8edu.asking.ask import rules_for
from pz8edu.core import Calculator, Enumerating, Sampling, Scripted, Waiting
from pz8edu.systems import system

WW2 = system("pz8-ww2")
DIE = range(1, 7)
LEVELS = ("ok", "disorganized", "suppressed", "destroyed")
Odds = Callable[..., dict[str, Fraction]]
Samples = Callable[..., list[tuple[dict[str, Any], dict[str, str]]]]


def prepared(
    name: str, inputs: dict[str, Any], reading: dict[str, str] | None = None
) -> tuple[Any, Any, Any]:
    """The rule of a calculator with its situation and rules."""
    question = WW2.calculators[name]
    text = ",".join(f"{each}={letter}" for each, letter in (reading or {}).items())
    return question.rule, question.situation.read(inputs), rules_for(WW2, text)


@pytest.mark.parametrize("name", list(WW2.calculators))
def test_chances_sum_to_one_and_words_are_those_of_the_interface(
    name: str, odds: Odds, samples: Samples
) -> None:
    question = WW2.calculators[name]
    for inputs, reading in samples("calculators", name, 60, seed=1):
        found = odds(name, inputs, reading)
        assert sum(found.values()) == 1
        assert all(chance > 0 for chance in found.values())
        for word in found:
            known = word in (question.outcomes or ())
            assert known or (question.pattern and re.search(question.pattern, word)), word


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("name", list(WW2.calculators))
def test_a_drawn_tree_folded_or_unfolded_says_the_same(name: str, odds: Odds, samples: Samples) -> None:
    question = WW2.calculators[name]
    for inputs, reading in samples("calculators", name, 12, seed=2):
        wanted = odds(name, inputs, reading)
        rule, situation, rules = prepared(name, inputs, reading)
        for umpire in (Enumerating(), Enumerating(unfold=True), Enumerating(draw=False)):
            tree = umpire.tree(rule, situation, rules)
            assert tree.distribution.map(question.word).fractions() == wanted
            if tree.root is not None:
                leaves = [(outcome, last.fraction()) for _, outcome, last in tree.paths() if last]
                assert sum(chance for _, chance in leaves) == 1
                for word in wanted:
                    assert sum(c for end, c in leaves if question.word(end) == word) == wanted[word]


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("name", list(WW2.calculators))
def test_games_played_at_random_come_out_as_the_tree_says(name: str, odds: Odds, samples: Samples) -> None:
    games = 1200
    question = WW2.calculators[name]
    for place, (inputs, reading) in enumerate(samples("calculators", name, 3, seed=3)):
        wanted = odds(name, inputs, reading)
        seen = Counter(
            question.word(end)
            for end, count in Sampling(place).frequencies(games, *prepared(name, inputs, reading)).items()
            for _ in range(count)
        )
        assert set(seen) <= set(wanted)
        for word, chance in wanted.items():
            mean, spread = games * float(chance), (games * float(chance * (1 - chance))) ** 0.5
            assert abs(seen[word] - mean) <= 5 * spread + 1e-9, (name, inputs, reading, word)


def ends_of_all_throws(question: Calculator, game: tuple[Any, Any, Any]) -> dict[str, Fraction]:
    """Dice put on the table one after the other, as they are called for, in every way they can fall."""
    ends: dict[str, Fraction] = {}
    scripts: list[tuple[dict[str, Any], Fraction]] = [({}, Fraction(1))]
    while scripts:
        script, chance = scripts.pop()
        try:
            word = question.word(Scripted(script).play(*game))
        except Waiting as waiting:
            die = waiting.dice[0]
            for face, weight in die.law.items():
                share = chance * Fraction(weight, die.law.total)
                scripts.append(({**script, die.label: face}, share))
        else:
            ends[word] = ends.get(word, Fraction(0)) + chance
    return ends


@pytest.mark.parametrize("name", [name for name in WW2.calculators if name != "side-roll"])
def test_dice_thrown_one_by_one_in_every_way_add_up_to_the_tree(
    name: str, odds: Odds, samples: Samples
) -> None:
    for inputs, reading in samples("calculators", name, 3, seed=4):
        game = prepared(
            name, {**inputs, "shots": inputs["shots"][:1]} if "shots" in inputs else inputs, reading
        )
        wanted = odds(name, WW2.calculators[name].situation.plain(game[1]), reading)
        assert ends_of_all_throws(WW2.calculators[name], game) == wanted, (inputs, reading)


def test_all_faces_of_four_dice_on_the_table(odds: Odds) -> None:
    inputs = {"attack": 3, "defence": 2, "hq": True, "target_condition": "disorganized", "quality": "elite"}
    for reading in ({}, {"R3": "b", "R4": "b"}):
        game = prepared("direct-fire", inputs, reading)
        words = Counter(
            str(
                Scripted(dict(zip(("to hit", "attack", "defence", "HQ save"), throw, strict=True))).play(
                    *game
                )
            )
            for throw in product(DIE, repeat=4)
        )
        wanted = odds("direct-fire", inputs, reading)
        assert {word: Fraction(count, 1296) for word, count in words.items()} == wanted


def test_dice_that_cannot_matter_are_never_called_for() -> None:
    game = prepared("direct-fire", {"attack": 5, "defence": 4, "hq": True})

    def called(**dice: int) -> tuple[str, ...]:
        script = {label.replace("_", " "): face for label, face in dice.items()}
        try:
            Scripted(script).play(*game)
        except Waiting as waiting:
            return waiting.missing
        return ()

    assert called() == ("to hit",)
    assert called(to_hit=3) == ()
    assert called(to_hit=4) == ("attack", "defence")
    assert called(to_hit=4, attack=6) == ("defence",)
    assert called(to_hit=4, attack=6, defence=2) == ()
    assert called(to_hit=4, attack=2, defence=1) == ("HQ save",)
    assert called(to_hit=4, attack=2, defence=1, HQ_save=1) == ()
    certain = prepared("direct-fire", {"attack": 0, "defence": 7})
    for face in DIE:
        assert str(Scripted({"to hit": face}).play(*certain)) == "ok"


def test_both_roll_for_side_a_until_one_is_higher() -> None:
    """R25=b die by die: ties bring a new round; what is known of later rounds counts as well."""
    game = prepared("side-roll", {}, {"R25": "b"})

    def play(*faces: int) -> Any:
        labels = [
            f"both roll {1 + place // 2}: {('first', 'second')[place % 2]} player" for place in range(9)
        ]
        try:
            return Scripted(dict(zip(labels, faces, strict=False))).play(*game)
        except Waiting as waiting:
            return waiting.missing

    assert play() == ("both roll 1: first player", "both roll 1: second player")
    assert play(4, 2) == "first-player"
    assert play(2, 4) == "second-player"
    assert play(3, 3) == ("both roll 2: first player", "both roll 2: second player")
    assert play(3, 3, 5, 5, 1, 6) == "second-player"

    def now(**known: int) -> dict[str, Fraction]:
        given = {
            f"both roll {key[1]}: {'first' if key[0] == 'f' else 'second'} player": v
            for key, v in known.items()
        }
        return Enumerating(given=given).tree(*game).distribution.fractions()

    assert now(f1=6) == {"first-player": Fraction(11, 12), "second-player": Fraction(1, 12)}
    assert now(f1=6, s1=6) == {"first-player": Fraction(1, 2), "second-player": Fraction(1, 2)}
    assert now(f1=1, s1=1, f2=1) == {"first-player": Fraction(1, 12), "second-player": Fraction(11, 12)}
    assert now(f1=5, s1=4) == {"first-player": Fraction(1)}


def test_what_is_known_of_single_shots_of_a_fire_phase(odds: Odds) -> None:
    """The distribution before is the average over the next die, whichever shot it belongs to."""
    inputs = {
        "shots": [{"attack": 3}, {"attack": 4, "quality": "elite"}],
        "target": {"defence": 2, "hq": True},
    }
    game = prepared("fire-phase", inputs)
    wanted = odds("fire-phase", inputs)
    for label in ("shot 1: to hit", "shot 1: attack", "shot 2: to hit", "shot 2: defence", "shot 2: HQ save"):
        average: dict[str, Fraction] = {}
        for face in DIE:
            now = Enumerating(given={label: face}).tree(*game).distribution.map(str).fractions()
            for word, chance in now.items():
                average[word] = average.get(word, Fraction(0)) + chance / 6
        assert average == wanted, label
    missed = Enumerating(given={"shot 1: to hit": 1, "shot 2: to hit": 1}).tree(*game).distribution
    assert missed.map(str).fractions() == {"ok": Fraction(1)}


# --- better modifiers never hurt
def at_least(found: dict[str, Fraction], level: str) -> Fraction:
    worse = LEVELS[LEVELS.index(level) :]
    return sum((chance for word, chance in found.items() if word in worse), Fraction(0))


def never_less(better: dict[str, Fraction], worse: dict[str, Fraction]) -> bool:
    return all(at_least(better, level) >= at_least(worse, level) for level in LEVELS)


STEPS = {
    "attack": list(range(7)),
    "defence": list(range(8))[::-1],
    "quality": ["green", "average", "elite"],
    "cover": ["bunker", "rough", "open"],
    "over_half_range": [True, False],
    "disorganized": [True, False],
    "facing": ["front", "side", "rear"],
    "armoured": [False, True],
    "hq": [True, False],
    "target_quality": ["elite", "average", "green"],
    "target_condition": ["ok", "disorganized", "suppressed"],
}


@pytest.mark.parametrize("name", ["direct-fire", "air-attack", "close-combat", "wire", "minefield"])
def test_what_helps_the_attacker_never_hurts_him(name: str, odds: Odds, samples: Samples) -> None:
    inputs_of = WW2.calculators[name].situation.fields()
    for place, (inputs, reading) in enumerate(samples("calculators", name, 60, seed=5)):
        given = {**inputs, "known": "real"} if name == "minefield" else inputs
        helps = random.Random(place).choice([each for each in STEPS if each in inputs_of])
        if helps == "facing":
            given = {**given, "armoured": True}
        if helps == "armoured" and "facing" not in inputs_of and name != "air-attack":
            continue
        chances = [odds(name, {**given, helps: value}, reading) for value in STEPS[helps]]
        for worse, better in pairwise(chances):
            assert never_less(better, worse), (name, given, reading, helps)


def test_more_shots_and_more_turns_never_hurt(odds: Odds) -> None:
    target = {"defence": 2, "target_condition": "disorganized"}
    phases = [
        odds("fire-phase", {"shots": [{"attack": 2}] * count, "target": target}) for count in range(1, 6)
    ]
    for fewer, more in pairwise(phases):
        assert never_less(more, fewer)
        assert more["destroyed"] > fewer["destroyed"]


@pytest.mark.parametrize("guns", [0, 1, 5, 10**6, 10**12])
def test_any_number_of_anti_aircraft_guns(guns: int, odds: Odds) -> None:
    found = odds("air-to-hit", {"aa_guns": guns, "quality": "elite"})
    assert found.get("hit", Fraction(0)) == max(Fraction(0), Fraction(6 - 2 - guns, 6))
    assert odds("air-to-hit", {"aa_guns": guns}, {"R1": "b"})["hit"] >= Fraction(1, 6)
