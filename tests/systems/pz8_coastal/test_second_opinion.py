"""Every calculator and chain of pz8-coastal against a plain count of faces, written from the rules alone."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

Odds = dict[Any, Fraction]
Inputs = Mapping[str, Any]
Readings = Mapping[str, str]
FACES = range(1, 7)
GUNS = {"2 pdr": (2, 4), "37-40mm": (2, 8), "57mm-6pdr": (3, 10), "3 inch": (4, 12), "88mm": (5, 12)}
GUNS["4 inch"] = (6, 15)
LEVELS = ["ok", "damaged", "wrecked", "sunk"]
ROUNDS = 60


def counted(outcomes: Iterable[Any]) -> Odds:
    counts = Counter(outcomes)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def then(odds: Odds, after: Callable[[Any], Odds]) -> Odds:
    result: Odds = {}
    for outcome, chance in odds.items():
        for last, share in after(outcome).items():
            result[last] = result.get(last, Fraction(0)) + chance * share
    return result


# --- sections 2 and 11
def seen_at(i: Inputs, die: int) -> int:
    inches = 10 * math.ceil(die / 2) + {"small": -5, "normal": 0, "large": 5}[i["size"]]
    return inches + 5 * (i["target_speed"] >= 5) - 5 * i["submarine"]


def night_visibility(i: Inputs, r: Readings) -> Odds:
    return counted(str(seen_at(i, die) * i["scale"]) for die in FACES)


def spots(distance: Fraction, at: Fraction, die: int, r: Readings) -> bool:
    half = at / 2
    near = distance <= half if r["R8"] == "a" else distance < half
    return distance <= at and die >= (4 if near else 5)


def word(seen: bool) -> str:
    return "spotted" if seen else "not spotted"


def first_sighting(i: Inputs, r: Readings) -> Odds:
    distance = Fraction(i["distance"])
    return counted(
        word(
            spots(distance, Fraction(seen_at(i, die)), other, r)
            if i["submarine"]
            else distance <= seen_at(i, die)
        )
        for die, other in product(FACES, FACES)
    )


def submarine_spotting(i: Inputs, r: Readings) -> Odds:
    distance, at = Fraction(i["distance"]), Fraction(i["spotting_distance"])
    return counted(word(spots(distance, at, die, r)) for die in FACES)


# --- section 3: every order of the cards that matter
def activation_order(i: Inputs, r: Readings) -> Odds:
    allied, axis = i["allied"], i["axis"]
    if r["R7"] == "c":
        return counted("".join(order) for order in permutations("R" * allied + "B" * axis))

    def following(so_far: str) -> Odds:
        red, black = so_far.count("R"), so_far.count("B")
        if red == allied or black == axis:
            return {so_far + "R" * (allied - red) + "B" * (axis - black): Fraction(1)}
        share = Fraction(1, 2) if r["R7"] == "b" else Fraction(26 - red, 52 - red - black)
        return then({"R": share, "B": 1 - share}, lambda card: following(so_far + card))

    return following("")


# --- section 6
def needed(distance: Fraction, full: int, r: Readings) -> int:
    return 4 if distance * 2 < full or (distance * 2 == full and r["R8"] == "a") else 5


def strikes(die: int, extra: int, lowest: int, r: Readings) -> bool:
    if r["R12"] == "b" and die in (1, 6):
        return die == 6
    return die + extra >= lowest


def speeds(i: Inputs) -> int:
    return -(i["target_speed"] == 6) + (i["target_speed"] <= 2) - (i["firer_speed"] == 6)


def hit_chance(weapon: str, i: Inputs, r: Readings) -> Fraction:
    distance = Fraction(i["distance"])
    full = 4 if weapon == "small" else GUNS[weapon][1]
    if distance > full:
        return Fraction(0)
    extra = speeds(i) - i.get("submarine_deck_gun", False)
    extra += weapon == "small" and distance <= 2 and r["R9"] == "b"
    lowest = needed(distance, full, r)
    return Fraction(sum(strikes(die, extra, lowest, r) for die in FACES), 6)


def to_hit(i: Inputs, r: Readings) -> Odds:
    chance = hit_chance(i["weapon"], i, r)
    return {"hit": chance, "miss": 1 - chance}


def light_factor(count: int, level: str, fore_aft: bool, distance: Fraction, r: Readings) -> int | None:
    loss = {"ok": 0, "damaged": 1, "wrecked": 3}[level]
    if distance > 4:
        return None
    if r["R10"] == "a":
        factor = count - loss
        halved = math.ceil(factor / 2) if fore_aft else factor
    else:
        factor = halved = (math.ceil(count / 2) if fore_aft else count) - loss
    if factor <= 0:
        if r["R11"] == "a":
            return None
        halved = 0
    return halved + (distance <= 2 and r["R9"] == "a")


# --- section 7
def results(attack: int, defence: int) -> Odds:
    margins = (a + attack - b - defence for a, b in product(FACES, FACES))
    return counted(["none", "damaged", "wrecked", "sunk"][min(max(margin, 0), 3)] for margin in margins)


def suffers(level: str, result: str, r: Readings) -> str:
    if "sunk" in (level, result):
        return "sunk"
    table = {
        ("ok", "damaged"): "damaged",
        ("ok", "wrecked"): "wrecked",
        ("damaged", "damaged"): "wrecked",
        ("damaged", "wrecked"): "wrecked",
        ("wrecked", "damaged"): "sunk" if r["R14"] == "b" else "wrecked",
        ("wrecked", "wrecked"): "sunk",
    }
    return table.get((level, result), level)


def damage(i: Inputs, r: Readings) -> Odds:
    return results(i["af"], i["def"])


def struck(level: str, hit: Fraction, attack: int, defence: int, r: Readings) -> Odds:
    odds = {"miss": 1 - hit}
    for result, chance in results(attack, defence).items():
        odds[result] = hit * chance
    return then(odds, lambda result: {suffers(level, result, r): Fraction(1)})


def damage_progress(i: Inputs, r: Readings) -> Odds:
    return struck(i["level"], Fraction(1), i["af"], i["def"], r)


def gun_shot(i: Inputs, r: Readings) -> Odds:
    weapon = i["weapon"]
    return struck(i["level"], hit_chance(weapon, i, r), GUNS[weapon][0], i["def"], r)


def small_calibre_shot(i: Inputs, r: Readings) -> Odds:
    factor = light_factor(i["count"], i["firer_level"], i["fore_aft"], Fraction(i["distance"]), r)
    hit = Fraction(0) if factor is None else hit_chance("small", i, r)
    return struck(i["level"], hit, factor or 0, i["def"], r)


def one_of_volley(weapon: Any, level: str, i: Inputs, r: Readings) -> Odds:
    if isinstance(weapon, str):
        return gun_shot({**i, "weapon": weapon, "level": level}, r)
    return small_calibre_shot({**i, "count": weapon[1], "level": level}, r)


def volley(i: Inputs, r: Readings) -> Odds:
    def from_weapon(place: int, level: str) -> Odds:
        if place == len(i["weapons"]):
            return {level: Fraction(1)}
        odds = one_of_volley(i["weapons"][place], level, i, r)
        return then(odds, lambda after: from_weapon(place + 1, after))

    return from_weapon(0, i["level"])


def gun_knock_out(i: Inputs, r: Readings) -> Odds:
    both = i["result"] == "wrecked" and i["level_before"] == "ok" and r["R13"] == "b"
    on = 5 if i["result"] == "damaged" else 4
    lost = [second >= on or (both and first >= 5) for first, second in product(FACES, FACES)]
    share = Fraction(sum(lost), len(lost))
    odds: Odds = {0: Fraction(1)}
    for _ in range(i["guns"]):
        odds = then(odds, lambda so_far: {so_far: 1 - share, so_far + 1: share})
    return {str(number): chance for number, chance in odds.items()}


# --- section 10
def torpedo_attack(i: Inputs, r: Readings) -> Odds:
    distance = Fraction(i["distance"])
    if i["target"] != "other":
        return {"not affected": Fraction(1)}
    if distance > i["calibre"]:
        return {"out of range": Fraction(1)}
    if distance < 3:
        return {"inside the minimum range": Fraction(1)}
    extra = {"a": speeds(i), "b": 0, "c": speeds({**i, "firer_speed": 0})}[r["R19"]]
    lowest = needed(distance, i["calibre"], r)
    miss = Fraction(sum(not strikes(die, extra, lowest, r) for die in FACES), 6) ** i["torpedoes"]
    return {"sunk": 1 - miss, "all miss": miss}


# --- random inputs
SIZES = ["small", "normal", "large"]
OPINIONS: dict[str, Callable[[Inputs, Readings], Odds]] = {
    "night-visibility": night_visibility,
    "first-sighting": first_sighting,
    "submarine-spotting": submarine_spotting,
    "activation-order": activation_order,
    "to-hit": to_hit,
    "damage": damage,
    "damage-progress": damage_progress,
    "gun-shot": gun_shot,
    "small-calibre-shot": small_calibre_shot,
    "volley": volley,
    "gun-knock-out": gun_knock_out,
    "torpedo-attack": torpedo_attack,
}
LETTERS = {"R7": "abc", "R8": "ab", "R9": "ab", "R10": "ab", "R11": "ab", "R12": "ab", "R13": "ab"}
LETTERS |= {"R14": "ab", "R19": "abc"}


def inches(dice: random.Random, most: int) -> float:
    return dice.randint(0, 4 * most) / 4


def vessel(dice: random.Random) -> dict[str, Any]:
    return {
        "size": dice.choice(SIZES),
        "target_speed": dice.randint(0, 6),
        "submarine": dice.random() < 0.5,
    }


def shot(dice: random.Random) -> dict[str, Any]:
    return {
        "distance": inches(dice, dice.choice([4, 16])),
        "target_speed": dice.randint(0, 6),
        "firer_speed": dice.randint(0, 6),
    }


def target(dice: random.Random) -> dict[str, Any]:
    return {"def": dice.randint(2, 5), "level": dice.choice(LEVELS[:3])}


def light(dice: random.Random) -> dict[str, Any]:
    return {"firer_level": dice.choice(LEVELS[:3]), "fore_aft": dice.random() < 0.5}


def armed(dice: random.Random) -> list[Any]:
    weapons: list[Any] = dice.choices(list(GUNS), k=dice.randint(0, 3))
    if not weapons or dice.random() < 0.6:
        weapons.insert(dice.randint(0, len(weapons)), ["small", dice.randint(1, 12)])
    return weapons


def drawn(question: str, dice: random.Random) -> dict[str, Any]:
    """Inputs of a question, all of them given."""
    deck_gun = {"submarine_deck_gun": dice.random() < 0.3}
    forms: dict[str, Callable[[], dict[str, Any]]] = {
        "night-visibility": lambda: vessel(dice) | {"scale": dice.choice([1, 2])},
        "first-sighting": lambda: vessel(dice) | {"distance": inches(dice, 42)},
        "submarine-spotting": lambda: {
            "distance": inches(dice, 20),
            "spotting_distance": dice.choice([5, 10, 15, 20]),
        },
        "activation-order": lambda: {"allied": dice.randint(1, 4), "axis": dice.randint(1, 4)},
        "to-hit": lambda: shot(dice) | deck_gun | {"weapon": dice.choice([*GUNS, "small"])},
        "damage": lambda: {"af": dice.randint(0, 9), "def": dice.randint(2, 5)},
        "damage-progress": lambda: target(dice) | {"af": dice.randint(0, 9)},
        "gun-shot": lambda: shot(dice) | target(dice) | deck_gun | {"weapon": dice.choice(list(GUNS))},
        "small-calibre-shot": lambda: (
            shot(dice) | target(dice) | light(dice) | {"count": dice.randint(1, 12)}
        ),
        "volley": lambda: shot(dice) | target(dice) | light(dice) | {"weapons": armed(dice)},
        "gun-knock-out": lambda: {
            "guns": dice.randint(1, 4),
            "result": dice.choice(["damaged", "wrecked"]),
            "level_before": dice.choice(["ok", "damaged"]),
        },
        "torpedo-attack": lambda: (
            shot(dice)
            | {
                "calibre": dice.choice([18, 21]),
                "distance": inches(dice, 24),
                "target": dice.choice(["other"] * 6 + ["small MTB", "large MTB"]),
                "torpedoes": dice.randint(1, 4),
            }
        ),
    }
    return forms[question]()


def asked(kind: str, question: str, inputs: Inputs, readings: Readings) -> dict[str, Any]:
    reading = ",".join(f"{name}={letter}" for name, letter in readings.items())
    answer = line_answer(
        {"system": "pz8-coastal", kind: question, "inputs": dict(inputs), "reading": reading}
    )
    assert "error" not in answer, answer
    return answer


@pytest.mark.parametrize("question", OPINIONS)
def test_as_the_faces_say(question: str) -> None:
    dice = random.Random(question)
    for _ in range(ROUNDS):
        inputs = drawn(question, dice)
        readings = {name: dice.choice(letters) for name, letters in LETTERS.items()}
        answer = asked("calculator", question, inputs, readings)
        ours = {outcome: Fraction(chance) for outcome, chance in answer["outcomes"].items()}
        theirs = OPINIONS[question](inputs, readings)
        assert ours == without_zeros(theirs), (inputs, readings)


# --- chains
@pytest.mark.parametrize("letter", "ab")
@pytest.mark.parametrize(("attack", "defence"), [(4, 3), (3, 5), (2, 4), (0, 2), (9, 5)])
def test_shots_to_sink_turn_by_turn(attack: int, defence: int, letter: str) -> None:
    hit, readings = Fraction(2, 5), {"R14": letter}
    odds: Odds = {"ok": Fraction(1)}
    inputs = {"hit": "2/5", "af": attack, "def": defence}
    for shots in range(1, 7):
        odds = then(
            odds,
            lambda level: (
                {level: Fraction(1)} if level == "sunk" else struck(level, hit, attack, defence, readings)
            ),
        )
        found = asked("chain", "shots-to-sink", {**inputs, "shots": shots}, readings)["results"]
        assert Fraction(found["sunk"]) == odds.get("sunk", 0)


def test_shots_to_sink_with_the_other_reading() -> None:
    inputs = {"hit": "1/2", "af": 4, "def": 3}
    found = asked("chain", "shots-to-sink", inputs, {"R14": "b"})["results"]
    assert float(Fraction(found["expected shots"])) == pytest.approx(5.7376, abs=5e-5)


@pytest.mark.parametrize("seed", range(12))
def test_duels_turn_by_turn(seed: int) -> None:
    dice = random.Random(seed)
    readings = {name: dice.choice("ab") for name in ("R8", "R9", "R11", "R12", "R14")}
    x, y = ([dice.randint(1, 12), dice.randint(2, 5)] for _ in range(2))
    distance, speed = dice.choice([1, 2, 2.5, 4]), dice.randint(0, 6)
    aim = {"distance": distance, "target_speed": speed, "firer_speed": speed, "fore_aft": False}

    def fired(both: tuple[str, str], x_fires: bool) -> Odds:
        if "sunk" in both:
            return {both: Fraction(1)}
        firer, level = both if x_fires else both[::-1]
        guns, defence = (x[0], y[1]) if x_fires else (y[0], x[1])
        shot = {**aim, "count": guns, "def": defence, "level": level, "firer_level": firer}
        odds = small_calibre_shot(shot, {"R10": "a", **readings})
        return {((firer, new) if x_fires else (new, firer)): share for new, share in odds.items()}

    def turn(both: tuple[str, str]) -> Odds:
        card = {True: Fraction(1, 2), False: Fraction(1, 2)}
        return then(card, lambda first: then(fired(both, first), lambda now: fired(now, not first)))

    odds: Odds = {("ok", "ok"): Fraction(1)}
    inputs = {"x": x, "y": y, "distance": distance, "speed": speed}
    for turns in (1, 2, 3):
        odds = then(odds, turn)
        found = asked("chain", "small-gun-duel", {**inputs, "turns": turns}, readings)["results"]
        ends = then(odds, lambda both: {winner(*both): Fraction(1)})
        assert {name: Fraction(chance) for name, chance in found.items()} == without_zeros(ends)


def winner(x: str, y: str) -> str:
    return "y wins" if x == "sunk" else "x wins" if y == "sunk" else "both afloat"


def without_zeros(odds: Odds) -> Odds:
    return {name: chance for name, chance in odds.items() if chance}


@pytest.mark.parametrize("number", [1, 2, 7, 20])
def test_one_success_among_several(number: int) -> None:
    unseen = asked("chain", "submarine-undetected", {"spot": "1/3", "rolls": number}, {})["results"]
    assert Fraction(unseen["still unseen"]) == Fraction(2, 3) ** number
    sunk = asked("chain", "convoy-under-torpedoes", {"hit": "1/3", "torpedoes": number}, {})["results"]
    assert Fraction(sunk["sunk"]) == 1 - Fraction(2, 3) ** number
