"""The board checks of pz8-ww2 against the tables as printed and against formulas of another kind."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import acos, cos, degrees, hypot, pi, radians, sin
from typing import Any

import pytest

Asked = Callable[..., Any]
Samples = Callable[..., list[tuple[dict[str, Any], dict[str, str]]]]

MOVEMENT = {
    "infantry": 2,
    "hmg-mortar": 1,
    "cavalry": 3,
    "truck": 4,
    "fast": 6,
    "light-tank": 5,
    "medium-heavy": 4,
    "slow": 3,
}
RANGE = {
    "infantry": 2,
    "hmg": 4,
    "mortar": 10,
    "20-25mm": 3,
    "37-47mm": 4,
    "long-50mm": 8,
    "early-75mm": 10,
    "later-75mm": 12,
    "88-122mm": 15,
    "medium-artillery": 30,
    "rockets": 30,
    "heavy-artillery": 40,
}
MINIMUM = {"mortar": 2, "rockets": 5}
ATTACK = {
    "infantry": [2, 1],
    "infantry-at": [2, 3],
    "hmg": [3, 0],
    "mortar": [3, 1],
    "20mm": [2, 1],
    "37-47mm": [2, 2],
    "long-50mm": [2, 3],
    "short-75mm": [4, 2],
    "early-75mm": [2, 4],
    "later-75mm": [2, 5],
    "88-122mm": [2, 6],
    "medium-artillery": [4, 2],
    "heavy-artillery": [5, 3],
    "rockets": [5, 3],
}
DEFENCE = {
    "soft": 0,
    "gun": 1,
    "light-armoured": 1,
    "light-tank": 2,
    "early-medium": 3,
    "medium-heavy": 4,
    "heavy": 5,
    "super-heavy": 6,
}
PRINTED = {
    "movement": MOVEMENT,
    "range": RANGE,
    "minimum-range": MINIMUM,
    "attack": ATTACK,
    "defence": DEFENCE,
}
SOFT = ("soft", "gun")


def exact(number: float) -> Fraction:
    return Fraction(str(number))


def fraction_text(value: Fraction) -> str:
    return str(value)


def test_every_cell_of_the_printed_tables(asked: Asked) -> None:
    for table, rows in PRINTED.items():
        for row, value in rows.items():
            assert asked("board", "table", {"table": table, "row": row}) == value


def test_a_row_of_another_table_is_refused() -> None:
    from pz8edu.asking.json_lines import line_answer

    for table, rows in PRINTED.items():
        for row in {row for every in PRINTED.values() for row in every} - set(rows):
            line = {"system": "pz8-ww2", "board": "table", "inputs": {"table": table, "row": row}}
            error = line_answer(line)["error"]
            assert table in error
            assert row in error


def test_move(asked: Asked) -> None:
    factor = {"open": Fraction(1), "rough": Fraction(1, 2), "road": Fraction(2)}
    for kind, terrain, action, condition, double in product(
        MOVEMENT,
        factor,
        ("none", "mount", "limber"),
        ("ok", "disorganized", "suppressed"),
        (False, True),
    ):
        inches = MOVEMENT[kind] * factor[terrain] * (2 if double else 1)
        if action != "none":
            inches /= 2
        if condition != "ok":
            inches = Fraction(0)
        inputs = {
            "kind": kind,
            "terrain": terrain,
            "action": action,
            "condition": condition,
            "double": double,
        }
        assert asked("board", "move", inputs) == fraction_text(inches), inputs


@pytest.mark.parametrize("letter", ["a", "b"])
def test_path(letter: str, asked: Asked, samples: Samples) -> None:
    legal = set()
    for inputs, _ in samples("boards", "path", 200):
        cost = Fraction(0)
        rough = False
        for ground, inches in inputs["path"]:
            rough = rough or ground == "rough"
            each = {"open": Fraction(1), "road": Fraction(1, 2), "rough": Fraction(2 if letter == "a" else 1)}
            cost += exact(inches) * each[ground]
        allowance = Fraction(MOVEMENT[inputs["kind"]])
        if inputs.get("action", "none") != "none":
            allowance /= 2
        if rough and letter == "b":
            allowance /= 2
        assert asked("board", "path", inputs, {"R13": letter}) == {
            "cost": fraction_text(cost),
            "allowance": fraction_text(allowance),
            "legal": cost <= allowance,
        }, inputs
        legal.add(cost <= allowance)
    assert legal == {True, False}


@pytest.mark.parametrize("letter", ["a", "b"])
def test_range(letter: str, asked: Asked) -> None:
    for weapon, double in product(RANGE, (False, True)):
        full = RANGE[weapon] * (2 if double else 1)
        least = MINIMUM.get(weapon, 0) * (2 if double else 1)
        for distance in (0, least, least - 0.1, full / 2, full / 2 + 0.01, full / 2 - 0.01, full, full + 0.1):
            if distance < 0:
                continue
            inputs = {"weapon": weapon, "distance": distance, "double": double}
            over = exact(distance) * 2 > full or (letter == "b" and exact(distance) * 2 == full)
            assert asked("board", "range", inputs, {"R24": letter}) == {
                "range": str(full),
                "in_range": least <= exact(distance) <= full,
                "below_minimum": exact(distance) < least,
                "over_half_range": over,
            }, inputs


def off_axis(facing: float, start: tuple[float, float], end: tuple[float, float]) -> float:
    """The angle between a facing and the line from one point to another, by the scalar product."""
    ahead = sin(radians(facing)), cos(radians(facing))
    line = end[0] - start[0], end[1] - start[1]
    length = hypot(*line)
    return degrees(acos(max(-1.0, min(1.0, (ahead[0] * line[0] + ahead[1] * line[1]) / length))))


@pytest.mark.parametrize(("letter", "limit"), [("a", 22.5), ("b", 45)])
def test_arc(letter: str, limit: float, asked: Asked) -> None:
    chooser = random.Random("arc")
    for _ in range(300):
        facing = chooser.choice((0, 45, 90, 137.5, 270, 359, -30, 720.5))
        firer = [chooser.randint(-9, 9), chooser.randint(-9, 9)]
        target = [chooser.randint(-9, 9), chooser.randint(-9, 9) + 0.5]
        off = off_axis(facing, tuple(firer), tuple(target))
        if abs(off - limit) < 1e-4:
            continue
        inputs = {"turretless": True, "facing": facing, "firer": firer, "target": target}
        assert asked("board", "arc", inputs, {"R12": letter}) is (off < limit), inputs
        assert asked("board", "arc", {**inputs, "turretless": False}, {"R12": letter}) is True


def test_the_limit_of_the_arc_is_inside(asked: Asked) -> None:
    wide = {"turretless": True, "facing": 0, "firer": [1, 1], "target": [4, 4]}
    assert asked("board", "arc", wide, {"R12": "b"}) is True
    assert asked("board", "arc", {**wide, "facing": -1}, {"R12": "b"}) is False
    for facing in (22.5, 67.5):
        assert asked("board", "arc", {**wide, "facing": facing}) is True
    for facing in (22.499, 67.501):
        assert asked("board", "arc", {**wide, "facing": facing}) is False


@pytest.mark.parametrize("letter", ["a", "b"])
def test_facing(letter: str, asked: Asked) -> None:
    """By the squares of whole coordinates: no angle is calculated for a target that faces along an axis."""
    for turn, x, y in product(range(4), range(-5, 6), range(-5, 6)):
        if (x, y) == (0, 0):
            continue
        ahead, across = [(y, x), (x, y), (-y, x), (-x, y)][turn]
        if ahead > 0 and (ahead > abs(across) or (letter == "a" and ahead == abs(across))):
            face = "front"
        elif ahead < 0 and (-ahead > abs(across) or (letter == "b" and -ahead == abs(across))):
            face = "rear"
        else:
            face = "side"
        inputs = {"target": [2.5, -1], "target_facing": 90 * turn, "firer": [2.5 + x, -1 + y]}
        assert asked("board", "facing", inputs, {"R18": letter}) == face, inputs


def test_facing_of_a_turned_target(asked: Asked) -> None:
    chooser = random.Random("facing")
    for _ in range(200):
        facing = chooser.uniform(0, 360)
        firer = [chooser.uniform(-9, 9), chooser.uniform(-9, 9)]
        off = off_axis(facing, (0, 0), (firer[0], firer[1]))
        face = "front" if off < 45 else "rear" if off > 135 else "side"
        inputs = {"target": [0, 0], "target_facing": facing, "firer": firer}
        assert asked("board", "facing", inputs) == face, inputs


def clipped(start: list[Any], end: list[Any], box: list[Any]) -> bool:
    """Does a line meet a rectangle?  The share of the way inside it, side by side (Liang and Barsky)."""
    enter, leave = Fraction(0), Fraction(1)
    for axis in (0, 1):
        at, step = exact(start[axis]), exact(end[axis]) - exact(start[axis])
        low, high = exact(box[axis]), exact(box[axis + 2])
        if step == 0:
            if not low <= at <= high:
                return False
            continue
        first, last = sorted(((low - at) / step, (high - at) / step))
        enter, leave = max(enter, first), min(leave, last)
    return enter <= leave


def test_line_of_sight(asked: Asked) -> None:
    chooser = random.Random("sight")
    answers = set()
    for _ in range(400):
        firer, target = ([chooser.randint(-6, 6) / 2 for _ in range(2)] for _ in range(2))
        blockers = []
        for _ in range(chooser.randint(0, 3)):
            x, y = chooser.randint(-6, 6) / 2, chooser.randint(-6, 6) / 2
            blockers.append([x, y, x + chooser.choice((0, 0.5, 1, 2)), y + chooser.choice((0, 0.5, 1))])
        clear = not any(clipped(firer, target, box) for box in blockers)
        inputs = {"firer": firer, "target": target, "blockers": blockers}
        assert asked("board", "line-of-sight", inputs) is clear, inputs
        assert asked("board", "line-of-sight", {**inputs, "always_seen": True}) is True
        answers.add(clear)
    assert answers == {True, False}


def test_a_corner_that_is_touched_blocks(asked: Asked) -> None:
    line = {"firer": [0, 0], "target": [3, 3]}
    assert asked("board", "line-of-sight", {**line, "blockers": [[1, 0, 2, 1]]}) is False
    assert asked("board", "line-of-sight", {**line, "blockers": [[1, 0, 2, 0.999]]}) is True
    tenths = {"firer": [0, 0], "target": [0.3, 0.9]}
    assert asked("board", "line-of-sight", {**tenths, "blockers": [[0.1, 0.1, 0.2, 0.3]]}) is False
    assert asked("board", "line-of-sight", {**tenths, "blockers": [[0.1, 0.1, 0.2, 0.2999999]]}) is True


def test_spotting(asked: Asked) -> None:
    for kind, in_cover, distance, fired in product(
        ("vehicle", "non-vehicle", "tank-hunter"), (False, True), (0, 4.9, 5, 5.01, 40), (False, True)
    ):
        seen = kind == "vehicle" or not in_cover or fired or distance <= 5
        inputs = {
            "target_kind": kind,
            "in_cover": in_cover,
            "distance": distance,
            "fired_this_turn": fired,
        }
        assert asked("board", "spotting", inputs) is seen, inputs


def test_contact(asked: Asked) -> None:
    chooser = random.Random("contact")
    for _ in range(300):
        a, b = ([chooser.randint(-20, 20) / 10 for _ in range(2)] for _ in range(2))
        base = chooser.choice((0, 0.5, 1, 1, 1.2))
        boxes = [
            [exact(c) - exact(base) / 2 for c in at] + [exact(c) + exact(base) / 2 for c in at]
            for at in (a, b)
        ]
        touch = all(
            boxes[0][axis] <= boxes[1][axis + 2] and boxes[1][axis] <= boxes[0][axis + 2] for axis in (0, 1)
        )
        assert asked("board", "contact", {"a": a, "b": b, "base": base}) is touch, (a, b, base)


def test_within(asked: Asked) -> None:
    chooser = random.Random("within")
    triples = [(3, 4, 5), (5, 12, 13), (0.3, 0.4, 0.5), (2.1, 2, 2.9), (0.1, 0, 0.1)]
    for x, y, limit in triples:
        for slack, inside in ((0, True), (-0.000001, False), (0.000001, True)):
            inputs = {
                "centre": [0.2, -0.7],
                "unit": [float(exact(0.2) + exact(x)), float(exact(-0.7) - exact(y))],
            }
            found = asked("board", "within", {**inputs, "limit": round(limit + slack, 9)})
            assert found is inside, (inputs, limit, slack)
    for _ in range(200):
        centre, unit = ([chooser.randint(-90, 90) / 10 for _ in range(2)] for _ in range(2))
        limit = chooser.randint(0, 150) / 10
        square = sum((exact(one) - exact(other)) ** 2 for one, other in zip(centre, unit, strict=True))
        found = asked("board", "within", {"centre": centre, "unit": unit, "limit": limit})
        assert found is (square <= exact(limit) ** 2)


@pytest.mark.parametrize(("letter", "directions"), [("a", 6), ("b", 8)])
def test_deviation_point(letter: str, directions: int, asked: Asked) -> None:
    for direction, distance, target in product(range(1, directions + 1), range(1, 7), ([0, 0], [3.25, -7])):
        angle = (direction - 1) * 2 * pi / directions
        wanted = [target[0] + distance * sin(angle), target[1] + distance * cos(angle)]
        inputs = {"target": target, "direction": direction, "distance": distance}
        found = asked("board", "deviation-point", inputs, {"R7": letter})
        assert found == pytest.approx(wanted, abs=0.0005001)
        assert found == [round(number, 3) for number in found]
        assert all(str(number) != "-0.0" for number in found)


def test_a_direction_that_is_not_on_the_die_is_refused() -> None:
    from pz8edu.asking.json_lines import line_answer

    line = {"system": "pz8-ww2", "board": "deviation-point"}
    line["inputs"] = {"target": [0, 0], "direction": 7, "distance": 1}
    assert "1 to 6" in line_answer(line)["error"]
    assert "result" in line_answer({**line, "reading": "R7=b"})


def test_effective_defence(asked: Asked) -> None:
    once = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4}
    for defence, armoured, causes in product(range(8), (False, True), range(5)):
        inputs = {"defence": defence, "armoured": armoured, "halving_causes": ["side"] * causes}
        wanted = {"a": defence, "b": defence}
        if armoured and causes:
            wanted["a"] = once[defence]
            for _ in range(causes):
                wanted["b"] = once[wanted["b"]]
        for letter, value in wanted.items():
            assert asked("board", "effective-defence", inputs, {"R21": letter}) == value, inputs


def test_shot_profile(asked: Asked, samples: Samples) -> None:
    for inputs, reading in samples("boards", "shot-profile", 300):
        distance, weapon = exact(inputs["distance"]), inputs["range_row"]
        armoured = inputs["defence_row"] not in SOFT
        needed = 4
        if distance * 2 > RANGE[weapon] or (reading["R24"] == "b" and distance * 2 == RANGE[weapon]):
            needed += 1
        needed += {"open": 0, "rough": 1, "bunker": 3 if reading["R5"] == "b" else 2}[
            inputs.get("cover", "open")
        ]
        needed -= {"elite": 1, "average": 0, "green": -1}[inputs.get("quality", "average")]
        defence = DEFENCE[inputs["defence_row"]]
        if armoured and inputs.get("facing", "front") != "front":
            defence = (defence + 1) // 2
        assert asked("board", "shot-profile", inputs, reading) == {
            "in_range": MINIMUM.get(weapon, 0) <= distance <= RANGE[weapon],
            "needed": needed,
            "attack": ATTACK[inputs["attack_row"]][int(armoured)],
            "defence": defence,
        }, (inputs, reading)
