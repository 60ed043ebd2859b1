"""Every calculator of pz8-ww2 against all faces of its dice, in plain loops written from the rules.

Nothing of the kit's rules is used here: words are strings, dice are loops, chances are counted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import cos, pi, sin
from typing import Any

import pytest

from pz8edu import ask

DIE = range(1, 7)
LEVELS = ["ok", "disorganized", "suppressed", "destroyed"]
COVERS = ("open", "rough", "bunker")
QUALITIES = ("elite", "average", "green")
FLAGS = (False, True)
DAMAGE = {1: "disorganized", 2: "suppressed"}
BY_QUALITY = {"elite": 1, "average": 0, "green": -1}

Odds = Callable[..., dict[str, Fraction]]
Samples = Callable[..., list[tuple[dict[str, Any], dict[str, str]]]]


def shares(counted: Counter[str]) -> dict[str, Fraction]:
    total = sum(counted.values())
    return {word: Fraction(count, total) for word, count in counted.items()}


# --- the rules once more, from their text
def cover_counts(cover: str, reading: dict[str, str]) -> int:
    if cover == "bunker":
        return -3 if reading.get("R5") == "b" else -2
    return -1 if cover == "rough" else 0


def shooter_counts(inputs: dict[str, Any], reading: dict[str, str]) -> int:
    """All modifiers of a direct shot."""
    total = cover_counts(inputs.get("cover", "open"), reading)
    total += BY_QUALITY[inputs.get("quality", "average")]
    if inputs.get("over_half_range"):
        total -= 1
    if inputs.get("disorganized"):
        total -= 1
    return total


def hits(die: int, modifiers: int, needed: int, reading: dict[str, str]) -> bool:
    natural = reading.get("R1", "a")
    if natural in ("b", "c") and die == 6:
        return True
    if natural == "c" and die == 1:
        return False
    return die + modifiers >= needed


def damage_of(attack_die: int, attack: int, defence_die: int, defence: int) -> str:
    margin = (attack_die + attack) - (defence_die + defence)
    if margin <= 0:
        return "none"
    return DAMAGE.get(margin, "destroyed")


def halved(defence: int) -> int:
    return {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4}[defence]


def facing_defence(inputs: dict[str, Any]) -> int:
    struck = inputs.get("armoured", False) and inputs.get("facing", "front") in ("side", "rear")
    return halved(inputs["defence"]) if struck else int(inputs["defence"])


def apply(condition: str, damage: str, reading: dict[str, str]) -> str:
    if damage == "none":
        return condition
    if damage == "destroyed":
        return "destroyed"
    if condition == "ok":
        return damage
    if condition == "disorganized":
        if damage == "suppressed" and reading.get("R3") == "b":
            return "destroyed"
        return "suppressed"
    if damage == "disorganized":
        return "destroyed" if reading.get("R2") == "b" else "suppressed"
    return "destroyed"


def with_save(
    condition: str, damage: str, save_die: int, hq: bool, quality: str, reading: dict[str, str]
) -> str:
    plain = apply(condition, damage, reading)
    if not hq or damage not in ("disorganized", "suppressed"):
        return plain
    if save_die + BY_QUALITY[quality] < 4:
        return plain
    if reading.get("R4") == "b":
        if plain == "destroyed":
            return plain
        better = max(LEVELS.index(plain) - 1, 0)
        return LEVELS[max(better, LEVELS.index(condition))]
    lowered = {"suppressed": "disorganized", "disorganized": "none"}[damage]
    return apply(condition, lowered, reading)


def suffered(inputs: dict[str, Any], defence: int, attack: int, reading: dict[str, str]) -> Iterator[str]:
    """What becomes of a target that is hit: once for every throw of three dice."""
    condition = inputs.get("target_condition", "ok")
    for attack_die, defence_die, save_die in product(DIE, DIE, DIE):
        damage = damage_of(attack_die, attack, defence_die, defence)
        quality = inputs.get("target_quality", "average")
        yield with_save(condition, damage, save_die, inputs.get("hq", False), quality, reading)


# --- 3 Sequence
@pytest.mark.parametrize("reading", [{}, {"R25": "a"}, {"R25": "b"}])
def test_side_roll(reading: dict[str, str], odds: Odds) -> None:
    if reading.get("R25") == "b":
        throws = [(first, second) for first in DIE for second in DIE if first != second]
        words = Counter("first-player" if first > second else "second-player" for first, second in throws)
    else:
        words = Counter("first-player" if die <= 3 else "second-player" for die in DIE)
    assert odds("side-roll", {}, reading) == shares(words)


# --- 5 Fire
@pytest.mark.parametrize("natural", ["a", "b", "c"])
@pytest.mark.parametrize("bunker", ["a", "b"])
def test_to_hit(natural: str, bunker: str, odds: Odds) -> None:
    reading = {"R1": natural, "R5": bunker}
    for over, cover, quality, disorganized in product(FLAGS, COVERS, QUALITIES, FLAGS):
        inputs = {
            "over_half_range": over,
            "cover": cover,
            "quality": quality,
            "disorganized": disorganized,
        }
        modifiers = shooter_counts(inputs, reading)
        words = Counter("hit" if hits(die, modifiers, 4, reading) else "miss" for die in DIE)
        assert odds("to-hit", inputs, reading) == shares(words), (inputs, reading)


def test_damage(odds: Odds) -> None:
    for attack, defence, half in product(range(7), range(8), FLAGS):
        counts = halved(defence) if half else defence
        words = Counter(damage_of(one, attack, other, counts) for one in DIE for other in DIE)
        assert odds("damage", {"attack": attack, "defence": defence, "halved": half}) == shares(words)


def test_direct_fire(odds: Odds, samples: Samples) -> None:
    for inputs, reading in samples("calculators", "direct-fire", 500):
        modifiers = shooter_counts(inputs, reading)
        ends = Counter(suffered(inputs, facing_defence(inputs), inputs["attack"], reading))
        words: Counter[str] = Counter()
        for die in DIE:
            if hits(die, modifiers, 4, reading):
                words += ends
            else:
                words[inputs.get("target_condition", "ok")] += 216
        assert odds("direct-fire", inputs, reading) == shares(words), (inputs, reading)


def indirect_die(die: int, inputs: dict[str, Any], reading: dict[str, str]) -> tuple[bool, bool]:
    """Does the shell hit, and is the battery spent?"""
    modifiers = cover_counts(inputs.get("cover", "open"), reading)
    modifiers += BY_QUALITY[inputs.get("quality", "average")]
    spent = die + modifiers <= 2 if reading.get("R6") == "b" else die in (1, 2)
    return hits(die, modifiers, 5, reading), spent


@pytest.mark.parametrize("natural", ["a", "b", "c"])
@pytest.mark.parametrize("bunker", ["a", "b"])
@pytest.mark.parametrize("battery", ["a", "b"])
def test_indirect_to_hit(natural: str, bunker: str, battery: str, odds: Odds) -> None:
    reading = {"R1": natural, "R5": bunker, "R6": battery}
    for cover, quality in product(COVERS, QUALITIES):
        inputs = {"cover": cover, "quality": quality}
        words: Counter[str] = Counter()
        for die in DIE:
            hit, spent = indirect_die(die, inputs, reading)
            words[f"{'hit' if hit else 'deviates'}/{'spent' if spent else 'available'}"] += 1
        assert odds("indirect-to-hit", inputs, reading) == shares(words), (inputs, reading)


def test_indirect_fire(odds: Odds, samples: Samples) -> None:
    for inputs, reading in samples("calculators", "indirect-fire", 300):
        defence = halved(inputs["defence"]) if inputs.get("armoured") else inputs["defence"]
        ends = Counter(suffered(inputs, defence, inputs["attack"], reading))
        words: Counter[str] = Counter()
        for die in DIE:
            hit, _ = indirect_die(die, inputs, reading)
            words += ends if hit else Counter({"deviates": 216})
        assert odds("indirect-fire", inputs, reading) == shares(words), (inputs, reading)


def test_deviation(odds: Odds) -> None:
    chooser = random.Random("deviation")
    places = [0, 0.5, 1, 1.5, 2, -1, -2.5, 3, 4.5, 6, 0.866, 2.598]
    for count in (0, 1, 1, 2, 3, 5, 8):
        for _ in range(12):
            units = [
                {
                    "name": f"unit {place}",
                    "x": chooser.choice(places),
                    "y": chooser.choice(places),
                    "base": chooser.choice((0, 1, 1, 1.2, 2, 5)),
                }
                for place in range(count)
            ]
            for letter, directions in (("a", 6), ("b", 8)):
                words: Counter[str] = Counter()
                for direction, inches in product(range(directions), DIE):
                    angle = 2 * pi * direction / directions
                    x, y = inches * sin(angle), inches * cos(angle)
                    under = "nothing"
                    for unit in reversed(units):
                        reach = unit["base"] / 2 + 1e-9
                        if abs(x - unit["x"]) <= reach and abs(y - unit["y"]) <= reach:
                            under = unit["name"]
                    words[under] += 1
                assert odds("deviation", {"units": units}, {"R7": letter}) == shares(words), units


def test_close_combat(odds: Odds) -> None:
    chooser = random.Random("close combat")
    every = list(product(range(7), range(8), FLAGS, ("front", "side", "rear"), LEVELS[:3], "ab"))
    for attack, defence, armoured, facing, condition, letter in chooser.sample(every, 700):
        inputs = {
            "attack": attack,
            "defence": defence,
            "armoured": armoured,
            "facing": facing,
            "target_condition": condition,
        }
        reading = {"R3": letter}
        counts = facing_defence(inputs)
        words = Counter(
            "destroyed"
            if condition == "suppressed"
            else apply(condition, damage_of(one, attack, other, counts), reading)
            for one in DIE
            for other in DIE
        )
        assert odds("close-combat", inputs, reading) == shares(words), (inputs, reading)


# --- 10 Rally
def test_rally(odds: Odds) -> None:
    for condition, quality, in_command in product(LEVELS[:3], QUALITIES, FLAGS):
        better = LEVELS[max(LEVELS.index(condition) - 1, 0)]
        words = Counter(better if in_command and die + BY_QUALITY[quality] >= 5 else condition for die in DIE)
        inputs = {"condition": condition, "quality": quality, "in_command": in_command}
        assert odds("rally", inputs) == shares(words), inputs


# --- 12 Aircraft
def air_counts(inputs: dict[str, Any], reading: dict[str, str]) -> int:
    quality = "average" if reading.get("R19") == "b" else inputs.get("quality", "average")
    modifiers = cover_counts(inputs.get("cover", "open"), reading) + BY_QUALITY[quality]
    return modifiers - int(inputs.get("aa_guns", 0))


@pytest.mark.parametrize("natural", ["a", "b", "c"])
@pytest.mark.parametrize("bunker", ["a", "b"])
@pytest.mark.parametrize("aircrew", ["a", "b"])
def test_air_to_hit(natural: str, bunker: str, aircrew: str, odds: Odds) -> None:
    reading = {"R1": natural, "R5": bunker, "R19": aircrew}
    for cover, quality, guns in product(COVERS, QUALITIES, (0, 1, 2, 3, 4, 9)):
        inputs = {"cover": cover, "quality": quality, "aa_guns": guns}
        modifiers = air_counts(inputs, reading)
        words = Counter("hit" if hits(die, modifiers, 4, reading) else "miss" for die in DIE)
        assert odds("air-to-hit", inputs, reading) == shares(words), (inputs, reading)


def test_air_attack(odds: Odds, samples: Samples) -> None:
    for inputs, reading in samples("calculators", "air-attack", 300):
        defence = halved(inputs["defence"]) if inputs.get("armoured") else inputs["defence"]
        ends = Counter(suffered(inputs, defence, inputs["attack"], reading))
        words: Counter[str] = Counter()
        for die in DIE:
            if hits(die, air_counts(inputs, reading), 4, reading):
                words += ends
            else:
                words[inputs.get("target_condition", "ok")] += 216
        assert odds("air-attack", inputs, reading) == shares(words), (inputs, reading)


# --- 6 Damage: passengers, several shots, HQ
def test_transport_fire(odds: Odds, samples: Samples) -> None:
    for inputs, reading in samples("calculators", "transport-fire", 400):
        transport = inputs.get("target_condition", "ok")
        passenger = inputs.get("passenger_condition", "ok")
        words: Counter[str] = Counter()
        for die, one, other in product(DIE, DIE, DIE):
            damage = "none"
            if hits(die, shooter_counts(inputs, reading), 4, reading):
                damage = damage_of(one, inputs["attack"], other, facing_defence(inputs))
            after = apply(transport, damage, reading)
            carried = apply(passenger, damage, reading)
            if reading.get("R22") == "b" and damage != "none":
                carried = LEVELS[max(LEVELS.index(passenger), LEVELS.index(after))]
            words[f"{after}/{carried}"] += 1
        assert odds("transport-fire", inputs, reading) == shares(words), (inputs, reading)


def one_shot(condition: str, shot: dict[str, Any], reading: dict[str, str]) -> Counter[str]:
    """Out of 1,296 throws: what a shot makes of a target in this condition."""
    if condition == "destroyed":
        return Counter({"destroyed": 1296})
    now = {**shot, "target_condition": condition}
    words: Counter[str] = Counter()
    for die in DIE:
        if hits(die, shooter_counts(now, reading), 4, reading):
            words += Counter(suffered(now, facing_defence(now), now["attack"], reading))
        else:
            words[condition] += 216
    return words


def test_fire_phase(odds: Odds, samples: Samples) -> None:
    for inputs, reading in samples("calculators", "fire-phase", 100):
        ways = Counter({inputs["target"].get("target_condition", "ok"): 1})
        for firer in inputs["shots"]:
            following: Counter[str] = Counter()
            for condition, count in ways.items():
                after = one_shot(condition, {**inputs["target"], **firer}, reading)
                following += Counter({word: count * way for word, way in after.items()})
            ways = following
        assert odds("fire-phase", inputs, reading) == shares(ways), (inputs, reading)


@pytest.mark.parametrize("letters", list(product("ab", "ab", "ab")))
def test_hq_save(letters: tuple[str, str, str], odds: Odds) -> None:
    reading = dict(zip(("R2", "R3", "R4"), letters, strict=True))
    for result, condition, quality, contact in product(LEVELS[1:3], LEVELS[:3], QUALITIES, FLAGS):
        inputs = {
            "result": result,
            "target_condition": condition,
            "target_quality": quality,
            "close_combat": contact,
        }
        words = Counter(with_save(condition, result, die, not contact, quality, reading) for die in DIE)
        assert odds("hq-save", inputs, reading) == shares(words), (inputs, reading)


# --- 11 Minefields, wire, smoke
def struck(inputs: dict[str, Any], attack: int, defence: int, reading: dict[str, str]) -> Counter[str]:
    """An obstacle attacks: out of 1,296 throws."""
    words: Counter[str] = Counter()
    for die in DIE:
        if reading.get("R9") == "b" and die < 4:
            words[inputs.get("target_condition", "ok")] += 216
        else:
            words += Counter(suffered(inputs, defence, attack, reading))
    return words


def test_minefield(odds: Odds, samples: Samples) -> None:
    for inputs, reading in samples("calculators", "minefield", 400):
        full = not (reading.get("R10") == "b" and inputs.get("armoured"))
        defence = inputs["defence"] if full else halved(inputs["defence"])
        counters = {
            "unknown": ["real"] + ["fake"] * inputs.get("fake_per_real", 1),
            "real": ["real"],
            "fake": ["fake"],
        }[inputs.get("known", "unknown")]
        words: Counter[str] = Counter()
        for counter in counters:
            if counter == "fake":
                words["fake"] += 1296
            elif inputs.get("immune"):
                words[inputs.get("target_condition", "ok")] += 1296
            else:
                words += struck(inputs, 3, defence, reading)
        assert odds("minefield", inputs, reading) == shares(words), (inputs, reading)


def test_wire(odds: Odds, samples: Samples) -> None:
    for inputs, reading in samples("calculators", "wire", 300):
        if inputs.get("immune"):
            words = Counter({inputs.get("target_condition", "ok"): 1})
        else:
            words = struck(inputs, 1, inputs.get("defence", 0), reading)
        assert odds("wire", inputs, reading) == shares(words), (inputs, reading)


@pytest.mark.parametrize("letters", list(product("abc", "ab", "ab", "ab")))
def test_smoke(letters: tuple[str, ...], odds: Odds) -> None:
    reading = dict(zip(("R1", "R5", "R6", "R23"), letters, strict=True))
    for mode, over, cover, quality, disorganized in product(
        ("direct", "indirect"), FLAGS, COVERS, QUALITIES, FLAGS
    ):
        inputs = {
            "mode": mode,
            "over_half_range": over,
            "cover": cover,
            "quality": quality,
            "disorganized": disorganized,
        }
        words: Counter[str] = Counter()
        for die in DIE:
            if mode == "direct":
                hit = hits(die, shooter_counts(inputs, reading), 4, reading)
                words["on-target" if hit else "deviates" if letters[3] == "b" else "no-smoke"] += 1
            else:
                hit, spent = indirect_die(die, inputs, reading)
                words[f"{'on-target' if hit else 'deviates'}/{'spent' if spent else 'available'}"] += 1
        assert odds("smoke", inputs, reading) == shares(words), (inputs, reading)


@pytest.mark.parametrize(
    ("y", "chance"),
    [("5/2", "1/18"), ("2.5000000005", "1/18"), ("2.50000001", "1/36"), ("3/2", "1/18"), ("1.49999", "1/36")],
)
def test_a_shell_on_the_very_edge_of_a_base_is_inside(y: str, chance: str) -> None:
    """A base of one inch reaches half an inch from its centre: two inches north is its edge or outside."""
    units = [{"name": "unit", "x": 0, "y": float(Fraction(y)), "base": 1}]
    assert ask("pz8-ww2", "deviation", units=units).fraction("unit") == Fraction(chance)
