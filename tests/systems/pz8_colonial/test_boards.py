"""The board checks of pz8-colonial, in whole numbers wherever geometry can be counted by hand."""

import random
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

POINTS = [(x, y) for x in range(-4, 5) for y in range(-4, 5)]
TRIANGLES = [(3, 4, 5), (-4, 3, 5), (5, -12, 13), (0, 1, 1), (-8, -15, 17)]


def check(question: str, reading: str = "default", **inputs: Any) -> Any:
    answer = line_answer({"system": "pz8-colonial", "board": question, "inputs": inputs, "reading": reading})
    assert "result" in answer, answer
    return answer["result"]


@pytest.mark.parametrize(("gun", "radius"), [("light", 2), ("medium", 3)])
def test_a_blast_reaches_its_radius_and_no_further(gun: str, radius: int) -> None:
    found = check("blast", gun=gun, impact=[0, 0], figures=[list(point) for point in POINTS])
    assert found["affected"] == [n for n, (x, y) in enumerate(POINTS) if x * x + y * y <= radius * radius]
    moved = check("blast", gun=gun, impact=[0.1, -7.3], figures=[[x + 0.1, y - 7.3] for x, y in POINTS])
    exact = [
        n
        for n, (x, y) in enumerate(POINTS)
        if (Fraction(str(x + 0.1)) - Fraction("0.1")) ** 2 + (Fraction(str(y - 7.3)) + Fraction("7.3")) ** 2
        <= radius**2
    ]
    assert moved["affected"] == exact


@pytest.mark.parametrize("direction", TRIANGLES)
def test_an_estimate_falls_on_its_line(direction: tuple[int, int, int]) -> None:
    dx, dy, length = direction
    steps = range(6)
    found = check(
        "estimate",
        gun="light",
        gun_at=[1, -2],
        direction=list(direction),
        estimate=3 * length,
        figures=[[1 + step * dx, -2 + step * dy] for step in steps],
    )
    assert found["impact"] == [1 + 3 * dx, -2 + 3 * dy]
    assert found["affected"] == [step for step in steps if abs(step - 3) * length <= 2]


def test_an_estimate_is_not_rounded() -> None:
    found = check(
        "estimate", gun="medium", gun_at=[0, 0], direction=[3, 4, 5], estimate=0.7, figures=[[3.42, 0.56]]
    )
    assert found == {"impact": [0.42, 0.56], "affected": [0]}
    thirds = check("estimate", gun="light", gun_at=[0, 0], direction=[5, 12, 13], estimate=1, figures=[])
    assert thirds == {"impact": [5 / 13, 12 / 13], "affected": []}


@pytest.mark.parametrize("reading", ["R15=a", "R15=b"])
def test_cohesion_against_a_flood(reading: str) -> None:
    luck = random.Random(3)
    for _ in range(60):
        figures = [(luck.randint(0, 8), luck.randint(0, 8)) for _ in range(luck.randint(0, 7))]

        def near(a: int, b: int, figures: list[tuple[int, int]] = figures) -> bool:
            (ax, ay), (bx, by) = figures[a], figures[b]
            return (ax - bx) ** 2 + (ay - by) ** 2 <= 4

        count = len(figures)
        if reading == "R15=a":
            wanted = count < 2 or all(any(a != b and near(a, b) for b in range(count)) for a in range(count))
        else:
            reached = {0} if figures else set()
            for _ in figures:
                reached |= {b for b in range(count) if any(near(a, b) for a in reached)}
            wanted = len(reached) == count
        assert check("cohesion", reading, figures=[list(at) for at in figures]) == {"coherent": wanted}


MOVES = {
    "foot": ("6", "1D6", 9, 6, 3),
    "mounted": ("12", "2D6", 18, 12, 6),
    "camel": ("9", "9", 12, 12, 4.5),
    "machine gun": ("6", "1D6", None, None, 3),
    "artillery": ("6", "1D6", None, None, 3),
}


@pytest.mark.parametrize("troop", MOVES)
@pytest.mark.parametrize("bad", [False, True])
@pytest.mark.parametrize("reading", ["default", "R16=b", "R29=b", "R16=b,R29=b"])
def test_moves_and_charges(troop: str, bad: bool, reading: str) -> None:
    good_move, bad_move, good_charge, bad_charge, counter = MOVES[troop]
    is_gun = good_charge is None
    if is_gun and "R16=b" in reading:
        bad_move = "6"
    if is_gun and "R29=b" in reading:
        good_charge, bad_charge = 9, 6
    reach = bad_charge if bad else good_charge
    assert check("movement", reading, troop=troop, bad=bad) == {
        "move": bad_move if bad else good_move,
        "charge": reach,
        "counter_move": counter,
    }
    for into in ("open", "building", "woods", "fortification"):
        for distance in (0, 5.9, 6, 6.1, 9, 12, 12.5, 18, 40):
            verdict = check("charge", reading, troop=troop, bad=bad, distance=distance, into=into)
            if reach is None:
                assert verdict == {"verdict": "cannot charge"}
            elif troop in ("mounted", "camel") and into != "open":
                assert verdict == {"verdict": "mounted troops may not charge there"}
            else:
                word = "charge" if distance <= reach else "too far"
                assert verdict == {"verdict": word, "reach": reach}


WEAPONS = {
    "european rifle": (24, True),
    "native rifle": (16, True),
    "carbine": (16, True),
    "musket": (12, True),
    "revolver": (9, True),
    "bow": (9, False),
    "spear": (6, False),
}


@pytest.mark.parametrize("weapon", WEAPONS)
def test_who_fires_mounted(weapon: str) -> None:
    firearm = WEAPONS[weapon][1]
    for side in ("european", "native"):
        assert check("may-fire-mounted", side=side, troop="foot", weapon=weapon) == {
            "may_fire": True,
            "modifier": 0,
        }
        for troop in ("mounted", "camel"):
            found = check("may-fire-mounted", side=side, troop=troop, weapon=weapon)
            if side == "european":
                assert found == {"may_fire": weapon == "revolver", "modifier": 0}
            else:
                assert found == {"may_fire": True, "modifier": -1 if firearm else 0}


@pytest.mark.parametrize("weapon", WEAPONS)
def test_range_and_half_range_to_the_hundredth(weapon: str) -> None:
    inches = WEAPONS[weapon][0]
    for distance in (0, inches / 2, inches / 2 + 0.01, inches):
        found = check("fire-parameters", figures=9, weapon=weapon, distance=distance, quality="veteran")
        over = distance > inches / 2
        needed = 4 + (over and weapon not in ("revolver", "spear")) + (weapon in ("musket", "spear"))
        assert found == {"in_range": True, "dice": 9, "needed": needed, "over_half": over}
    assert check("fire-parameters", figures=9, weapon=weapon, distance=inches + 0.01) == {"in_range": False}


def test_halves_batteries_sizes_and_scales() -> None:
    for figures in range(1, 61):
        up, down = (figures + 1) // 2, figures // 2
        assert check("half-mark", figures=figures) == {
            "tests_at_or_below": up,
            "losses_needed": figures - up,
        }
        assert check("half-mark", "R14=b", figures=figures)["tests_at_or_below"] == down
    for crew in range(13):
        activations = {2: 3, 3: 2}.get(crew, 1) if crew >= 2 else None
        assert check("battery", crew=crew) == {"can_fire": crew >= 2, "reload_activations": activations}
    for men in range(31):
        assert check("unit-size", side="european", men=men, firearms=men) == {"legal": 6 <= men <= 12}
        for firearms in range(men + 1):
            legal = 8 <= men <= 24 and 2 * firearms <= men
            assert check("unit-size", side="native", men=men, firearms=firearms) == {"legal": legal}
    for figures, factor, unit in (
        ("6mm", 1, "cm"),
        ("10mm", 1, "cm"),
        ("15mm", 1, "inch"),
        ("28mm", 2, "inch"),
    ):
        for inches in (0, 0.25, 7.3, 24):
            found = check("scale", figures=figures, inches=inches)
            assert found == {"distance": inches * factor, "unit": unit}
