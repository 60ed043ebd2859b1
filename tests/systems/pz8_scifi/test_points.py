"""Pz8 Sci-Fi, sections 12 and 14: the points formula against the printed costs, and what the book has not."""

import random
from fractions import Fraction
from math import ceil
from typing import Any

import pytest

from pz8edu import BadInput, ask
from pz8edu.systems import system
from pz8edu.systems.pz8_scifi.ruleset import HOVER, SciFi

BOOK = system("pz8-scifi")
RULES = BOOK.rules
assert isinstance(RULES, SciFi)
NAMES = tuple(RULES.sample_units)
BEYOND_THE_TABLES = {"GEV": "R44", **{name: "R45" for name in NAMES if RULES.sample_units[name].range == 18}}
"""Sample units with a figure that is not that of the tables, and the reading that is about it."""


def check(name: str, reading: str = "", /, **inputs: Any) -> Any:
    return ask("pz8-scifi", name, question_kind="board", reading=reading or None, **inputs)


def cost(unit: dict[str, Any], apart: bool, halves: bool) -> Fraction:
    """The formula of section 14 once more."""
    plain = Fraction((unit["soft"] or 0) + (unit["armour"] or 0), 2) + unit["defence"]
    plain += len(range(3, unit["move"])) + len(range(8, unit["range"] or 0))
    times = {"elite": Fraction(6, 4), "average": Fraction(1), "green": Fraction(3, 4)}[unit["quality"]]
    extras = unit["hover"] + unit["hitech"]
    total = plain * times + extras if apart else (plain + extras) * times
    return Fraction(ceil(total * 2), 2) if halves else total


@pytest.mark.parametrize("name", RULES.sample_costs)
def test_the_formula_gives_every_cost_that_the_book_prints(name: str) -> None:
    assert check("sample-unit", name=name)["points"] == RULES.sample_costs[name].points


def test_the_printed_cost_of_a_gev_goes_with_its_printed_move_only() -> None:
    assert check("sample-unit", "R44=b", name="GEV")["points"] == 26
    assert RULES.sample_costs["GEV"].points == 20


@pytest.mark.parametrize("reading", ["", "R44=b,R45=b"])
@pytest.mark.parametrize("name", NAMES)
def test_sample_units_have_the_figures_of_their_rows_but_for_two_doubts(name: str, reading: str) -> None:
    unit, rows = check("sample-unit", reading, name=name), RULES.sample_rows[name]
    move = RULES.movement[rows.movement].inches
    weapon = RULES.attack[rows.weapon] if rows.weapon else None
    doubt = "" if reading else BEYOND_THE_TABLES.get(name)
    assert (unit["move"] == move) is (doubt != "R44")
    assert unit["defence"] == RULES.defence[rows.target].defence
    assert unit["range"] == (RULES.ranges[rows.weapon].inches if rows.weapon else None)
    assert unit["armour"] == (weapon.armour if weapon else None)
    assert (unit["soft"] == (weapon.soft if weapon else None)) is (doubt != "R45")


def test_point_cost_and_army_cost_over_random_units() -> None:
    chooser = random.Random(14)
    for _ in range(300):
        unit = {
            "move": chooser.randint(0, 20),
            "defence": chooser.randint(0, 9),
            "range": chooser.choice((None, 0, 8, 9, 40)),
            "soft": chooser.choice((None, 0, 3, 5)),
            "armour": chooser.choice((None, 0, 4, 6)),
            "hover": chooser.random() < 0.5,
            "hitech": chooser.random() < 0.5,
            "quality": chooser.choice(("elite", "average", "green")),
        }
        apart, halves = chooser.random() < 0.5, chooser.random() < 0.5
        reading = f"R49={'ab'[apart]},R46={'ab'[halves]}"
        assert check("point-cost", reading, **unit) == cost(unit, apart, halves), (
            unit,
            reading,
        )
    for _ in range(40):
        force = [
            {
                "name": chooser.choice(NAMES),
                "count": chooser.randint(0, 5),
                "quality": chooser.choice(("elite", "average", "green")),
                "hitech": chooser.random() < 0.5,
            }
            for _ in range(chooser.randint(0, 6))
        ]
        reading = ",".join(f"{doubt}={chooser.choice('ab')}" for doubt in ("R44", "R45", "R46", "R49"))
        total = Fraction(0)
        for entry in force:
            one = {key: value for key, value in entry.items() if key != "count"}
            row = check("sample-unit", reading, **one)
            figures = {key: value for key, value in row.items() if key != "points"}
            hover = RULES.sample_rows[entry["name"]].movement in HOVER
            extras = {"hover": hover, "quality": entry["quality"], "hitech": entry["hitech"]}
            assert row["points"] == check("point-cost", reading, **figures, **extras)
            total += entry["count"] * row["points"]
        assert check("army-cost", reading, units=force) == total


def test_a_short_move_or_range_gives_nothing_back() -> None:
    assert (
        check("point-cost", move=0, range=0, defence=2)
        == check("point-cost", move=3, range=8, defence=2)
        == 2
    )


def test_a_variant_changes_the_price_of_everything_that_has_it() -> None:
    dear = "hover_points=3"
    assert ask("pz8-scifi", "sample-unit", rules=RULES.variant(hover_points=3), name="GEV")["points"] == 22, (
        dear
    )
    assert ask("pz8-scifi", "sample-unit", rules=RULES.variant(hover_points=3), name="AFV")["points"] == 11


# --- what the book has not
@pytest.mark.parametrize("name", ["hq-save", "minefield", "wire", "smoke", "mine-belt"])
def test_questions_that_the_book_does_not_print_are_refused(name: str) -> None:
    with pytest.raises(
        BadInput, match=f"pz8-scifi does not print {name}: it is a question of its parent only"
    ):
        ask("pz8-scifi", name)


@pytest.mark.parametrize("name", ["save_on", "command_radius", "mine_attack", "aa_gun", "R4", "R23"])
def test_numbers_and_readings_that_the_book_does_not_print_cannot_be_changed(name: str) -> None:
    with pytest.raises(BadInput, match=f"pz8-scifi does not print {name}: it cannot be changed"):
        RULES.variant({name: "b" if name.startswith("R") else 1})


@pytest.mark.parametrize(
    ("name", "inputs", "says"),
    [
        ("direct-fire", {"attack": 3, "defence": 3, "hq": True}, "unknown input 'hq'"),
        ("air-to-hit", {"aa_guns": 1}, "unknown input 'aa_guns'"),
        ("rally", {"condition": "suppressed", "in_command": True}, "unknown input 'in_command'"),
        ("sample-unit", {"name": "Medium Tank"}, "Medium MBT"),
        ("point-cost", {"move": -1, "defence": 0}, "move must be a whole number of 0 or more"),
        ("war-name", {"tables": []}, "tables must be a list from 1 to 4 entries"),
        ("war-name", {"tables": ["war", "war"]}, "different entries"),
        ("gev-fire", {"attack": 7}, "from 0 to 6"),
        ("support-available", {"dice": 0}, "1 or more"),
    ],
)
def test_bad_input_gets_one_sentence(name: str, inputs: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as fault:
        ask("pz8-scifi", name, **inputs)
    assert says in str(fault.value)
    assert "\n" not in str(fault.value)
