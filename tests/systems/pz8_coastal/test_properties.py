"""What must hold for pz8-coastal on its whole domain: tables, boards, limits and variants."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

import pz8edu
from pz8edu.errors import BadInput
from pz8edu.systems import system

COASTAL = system("pz8-coastal").rules
GUNS = [name for name in COASTAL.weapons if name != "small"]


# --- the printed tables agree with each other
def test_sample_vessels_agree_with_the_tables_of_speed_and_defence() -> None:
    speeds = {row.inches for row in COASTAL.speeds.values()}
    defences = {row.defence for row in COASTAL.defences.values()}
    for vessel in COASTAL.vessels.values():
        assert vessel.speed in speeds
        assert vessel.defence in defences
        for gun in filter(None, (vessel.gun, vessel.second_gun)):
            assert gun.value in COASTAL.weapons


def test_heavier_guns_reach_farther_and_hit_harder() -> None:
    rows = [COASTAL.weapons[gun] for gun in GUNS]
    assert [row.attack for row in rows] == sorted(row.attack or 0 for row in rows)
    assert [row.inches for row in rows] == sorted(row.inches for row in rows)


# --- whole domains
@pytest.mark.parametrize("gun", GUNS)
def test_a_shot_is_never_better_from_farther(gun: str) -> None:
    for speed, firer in product((0, 3, 6), repeat=2):
        chances = [
            pz8edu.ask(
                "pz8-coastal", "to-hit", weapon=gun, distance=d / 2, target_speed=speed, firer_speed=firer
            ).fraction("hit")
            for d in range(34)
        ]
        assert chances == sorted(chances, reverse=True)
        assert chances[-1] == 0


def test_a_higher_defence_never_sinks_more_often() -> None:
    for attack in range(10):
        sunk = [
            pz8edu.ask("pz8-coastal", "damage", {"af": attack, "def": d}).fraction("sunk")
            for d in (2, 3, 4, 5)
        ]
        assert sunk == sorted(sunk, reverse=True)


def test_every_order_of_activation_has_all_vessels() -> None:
    for allied, axis, letter in product(range(1, 5), range(1, 5), "abc"):
        odds = pz8edu.ask("pz8-coastal", "activation-order", allied=allied, axis=axis, reading=f"R7={letter}")
        chances = odds.fractions()
        assert len(chances) == math.comb(allied + axis, allied)
        assert sum(chances.values()) == 1
        assert all((order.count("R"), order.count("B")) == (allied, axis) for order in chances)


def test_damage_never_makes_a_vessel_faster() -> None:
    for base in range(2, 7):
        speeds = pz8edu.ask("pz8-coastal", "max-speed", base=base)
        assert base == speeds["ok"] > speeds["damaged"] > speeds["wrecked"] >= 0 or speeds["wrecked"] == 0


def test_speed_choices_keep_to_the_levels_and_the_maximum() -> None:
    for current, base, agile, level in product(
        range(7), range(2, 7), (True, False), ("ok", "damaged", "wrecked")
    ):
        most = pz8edu.ask("pz8-coastal", "max-speed", base=base)[level]
        inputs = {"current": current, "base": base, "agile": agile, "level": level}
        choices = pz8edu.ask("pz8-coastal", "speed-choices", inputs)
        levels = 2 if agile else 1
        wanted = [speed for speed in range(most + 1) if abs(speed - current) <= levels]
        assert choices == (wanted or [most])
        slowed = pz8edu.ask("pz8-coastal", "speed-choices", inputs, reading="R17=b")
        assert slowed == (wanted or [current - levels])


def test_every_bearing_lies_in_one_arc_and_a_boundary_in_two() -> None:
    for quarter in range(4 * 360 + 1):
        bearing = quarter / 4
        found = pz8edu.ask("pz8-coastal", "arcs", bearing=bearing)
        assert len(found["arcs"]) == (2 if bearing % 90 == 45 else 1)
        assert found["FPS"] is (bearing % 360 <= 135 or bearing % 360 >= 225)
        assert found["APS"] is (45 <= bearing % 360 <= 315)
        chosen = pz8edu.ask("pz8-coastal", "arcs", bearing=bearing, reading="R15=b")
        assert chosen["small calibre halved"] is (len(found["arcs"]) == 1 and found["arcs"][0] in "FA")


def test_a_torpedo_touches_where_a_finely_stepped_run_does() -> None:
    for course, x, y in product((-45, -20, 0, 30), (-9, -4.25, 0, 2.5, 8), (1, 3.25, 9.5, 21.25, 24)):
        found = pz8edu.ask("pz8-coastal", "torpedo-track", course=course, target=[x, y])
        touched = [
            step / 500
            for step in range(3 * 500, 21 * 500 + 1)
            if math.hypot(
                x - step / 500 * math.sin(math.radians(course)),
                y - step / 500 * math.cos(math.radians(course)),
            )
            <= 0.5
        ]
        assert (found is None) is (not touched)
        if touched:
            assert found == pytest.approx(touched[0], abs=0.003)


def test_a_run_is_measured_from_the_vessel_or_from_the_counter() -> None:
    assert pz8edu.ask("pz8-coastal", "torpedo-track", course=0, target=[0, 23]) is None
    assert pz8edu.ask("pz8-coastal", "torpedo-track", course=0, target=[0, 23], reading="R20=b") == 22.5
    assert pz8edu.ask("pz8-coastal", "torpedo-track", course=46, target=[6, 6]) is None
    assert pz8edu.ask("pz8-coastal", "torpedo-track", course=0, target=[0, 3]) == 3


# --- bad input
@pytest.mark.parametrize(
    ("question", "inputs", "sentence"),
    [
        ("volley", {"weapons": [["small", 1], ["small", 2]], "distance": 1, "def": 2}, "at most once"),
        ("volley", {"weapons": [], "distance": 1, "def": 2}, "weapons"),
        ("to-hit", {"weapon": "5 inch", "distance": 3}, "2 pdr"),
        ("shots-to-sink", {"hit": "3/2", "af": 1, "def": 2}, "chance from 0/1 to 1/1"),
        ("shots-to-sink", {"hit": "1/0", "af": 1, "def": 2}, "chance from 0/1 to 1/1"),
        ("submarine-undetected", {"spot": "9" * 60 + "/1", "rolls": 1}, "at most 40 letters"),
        ("gun-knock-out", {"guns": 1, "result": "sunk"}, "damaged, wrecked"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(question: str, inputs: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        pz8edu.ask("pz8-coastal", question, inputs)


# --- variants
def test_a_designer_changes_a_number_a_cell_and_a_reading() -> None:
    shot = {"weapon": "37-40mm", "distance": 6}
    usual = pz8edu.ask("pz8-coastal", "to-hit", shot)
    assert usual.fraction("hit") == Fraction(1, 3)
    easier = COASTAL.variant(hits_beyond=3)
    assert pz8edu.ask("pz8-coastal", "to-hit", shot, rules=easier).fraction("hit") == Fraction(2, 3)
    shorter = COASTAL.variant({"weapons/37-40mm/inches": 5})
    assert pz8edu.ask("pz8-coastal", "to-hit", shot, rules=shorter).fraction("hit") == 0
    tougher = COASTAL.variant({"damage/sunk/difference": 4})
    sunk = pz8edu.ask("pz8-coastal", "damage", {"af": 3, "def": 4}, rules=tougher)
    assert sunk.fraction("sunk") == Fraction(1, 36)
    with pytest.raises(BadInput, match="must rise"):
        COASTAL.variant({"damage/sunk/difference": 1})
