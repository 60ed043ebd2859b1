"""What must hold for pz8-1950 and pz8-1975: tables, boards, monotony, playing, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

import pytest

import pz8edu
from pz8edu.asking.json_lines import line_answer
from pz8edu.errors import BadInput
from pz8edu.pages.differences import differences
from pz8edu.systems import system

BOOKS = ("pz8-1950", "pz8-1975")
MOVEMENT: dict[str, dict[str, int]] = {
    "pz8-1950": {
        "infantry": 2,
        "crew-weapon": 1,
        "truck": 4,
        "fast": 6,
        "fast-mbt": 5,
        "mbt": 4,
        "slow-mbt": 3,
        "helicopter": 18,
    },
    "pz8-1975": {
        "infantry": 2,
        "crew-weapon": 1,
        "truck": 4,
        "light-vehicle": 6,
        "fast-mbt": 5,
        "mbt": 4,
        "slow-mbt": 3,
        "helicopter": 18,
    },
}
RANGE = {
    "pz8-1950": "2 4 10 10 30 40 5 10 12 15 12 15 15 18 30 30 40",
    "pz8-1975": "2 4 10 10 30 40 12 12 15 18 30 30 40",
}
ATTACK = {
    "pz8-1950": "2/3 3/3 3/0 3/1 2/4 2/5 2/2 2/3 2/4 2/5 2/3 2/4 3/5 3/6 4/2 5/3 5/3",
    "pz8-1975": "3/3 3/0 3/1 2/4 2/5 2/3 2/4 3/5 3/6 4/2 5/3 5/3",
}
DEFENCE = {"pz8-1950": "0 1 1 2 3 4 5 6 3", "pz8-1975": "0 1 1 2 3 4 5 6 7 3"}
SOFT = ("soft", "gun", "helicopter")
MINIMUM = {"mortar": 2, "atgw": 5, "sam": 5, "rockets": 5}

both_books = pytest.mark.parametrize("book", BOOKS)


def check(book: str, board: str, inputs: dict[str, Any], reading: str = "default") -> Any:
    found = line_answer({"system": book, "board": board, "inputs": inputs, "reading": reading})
    assert "error" not in found, (inputs, found)
    return found["result"]


# --- the tables as printed
@both_books
def test_every_cell_of_the_printed_tables(book: str) -> None:
    rules = system(book).rules
    assert {key: row.inches for key, row in rules.movement.items()} == MOVEMENT[book]
    assert " ".join(str(row.inches) for row in rules.ranges.values()) == RANGE[book]
    assert {key: row.minimum for key, row in rules.ranges.items() if row.minimum} == MINIMUM
    assert " ".join(f"{row.soft}/{row.armour}" for row in rules.attack.values()) == ATTACK[book]
    assert " ".join(str(row.defence) for row in rules.defence.values()) == DEFENCE[book]
    assert {key for key, row in rules.defence.items() if not row.armoured} == set(SOFT)


# --- the board
@both_books
def test_a_helicopter_flies_over_any_ground_at_one_pace(book: str) -> None:
    for kind, terrain, action, double in product(
        MOVEMENT[book], ("open", "rough", "road"), ("none", "mount", "limber"), (False, True)
    ):
        inches = Fraction(MOVEMENT[book][kind] * (1 + double))
        if kind != "helicopter":
            inches *= {"open": Fraction(1), "rough": Fraction(1, 2), "road": Fraction(2)}[terrain]
        if action != "none":
            inches /= 2
        inputs = {"kind": kind, "terrain": terrain, "action": action, "double": double}
        assert check(book, "move", inputs) == str(inches)
        assert check(book, "move", {**inputs, "condition": "suppressed"}) == "0"


@both_books
@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_path_is_paid_for_by_the_inch(book: str, letter: str) -> None:
    for kind, action, rough, road in product(MOVEMENT[book], ("none", "mount"), (0, 1, 2), (0, 2, 7)):
        cost, allowance = Fraction(rough + road), Fraction(MOVEMENT[book][kind])
        if kind != "helicopter":
            cost = Fraction(rough * (2 if letter == "a" else 1)) + Fraction(road, 2)
            allowance /= 2 if letter == "b" and rough else 1
        allowance /= 2 if action == "mount" else 1
        path = [["rough", rough], ["road", road]] if rough else [["road", road]]
        found = check(book, "path", {"kind": kind, "action": action, "path": path}, f"R13={letter}")
        assert found == {"cost": str(cost), "allowance": str(allowance), "legal": cost <= allowance}


@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_laser_reaches_half_as_far_again(letter: str) -> None:
    ranges = system("pz8-1975").rules.ranges
    for weapon, laser, double, quarters in product(ranges, (False, True), (False, True), range(0, 240, 7)):
        distance, scale = Fraction(quarters, 4), 1 + double
        reach = Fraction(ranges[weapon].inches * scale) * (Fraction(3, 2) if laser else 1)
        least = MINIMUM.get(weapon, 0) * scale
        inputs = {"weapon": weapon, "distance": float(distance), "laser": laser, "double": double}
        assert check("pz8-1975", "range", inputs, f"R24={letter}") == {
            "range": str(reach),
            "in_range": least <= distance <= reach,
            "below_minimum": distance < least,
            "over_half_range": distance >= reach / 2 if letter == "b" else distance > reach / 2,
        }


def test_effective_defence_on_its_whole_domain() -> None:
    causes = ["side", "indirect", "helicopter"]
    for defence, armoured, number, reactive, how_often, when in product(
        range(8), (False, True), range(4), (False, True), "ab", "ab"
    ):
        added = int(reactive and armoured and 1 <= defence <= 5)
        wanted = defence + (added if when == "a" else 0)
        if armoured:
            for _ in range(number if how_often == "b" else min(number, 1)):
                wanted = ceil(wanted / 2)
        wanted += added if when == "b" else 0
        inputs = {
            "defence": defence,
            "armoured": armoured,
            "halving_causes": causes[:number],
            "reactive": reactive,
        }
        assert check("pz8-1975", "effective-defence", inputs, f"R21={how_often},R37={when}") == wanted


@both_books
def test_a_shot_profile_is_read_off_the_tables(book: str) -> None:
    rules = system(book).rules
    lasers = (False, True) if book == "pz8-1975" else (False,)
    for weapon, target, laser, facing, guided in product(
        rules.attack, rules.defence, lasers, ("front", "side"), (False, True)
    ):
        row = "infantry" if weapon not in rules.ranges else weapon
        reach = rules.ranges[row].inches * (Fraction(3, 2) if laser else 1)
        inputs = {"range_row": row, "attack_row": weapon, "defence_row": target, "facing": facing}
        inputs |= {"distance": float(reach * 3 / 4), "guided": guided} | ({"laser": True} if laser else {})
        soft = target in SOFT
        printed = rules.defence[target].defence
        assert check(book, "shot-profile", inputs) == {
            "in_range": reach * 3 / 4 >= MINIMUM.get(row, 0),
            "needed": 5 - (weapon == "atgw") - laser,
            "attack": rules.attack[weapon].soft if soft else rules.attack[weapon].armour,
            "defence": ceil(printed / 2) if facing == "side" and not soft else printed,
        }


@both_books
def test_a_helicopter_is_seen_wherever_it_is(book: str) -> None:
    for kind, cover, distance, fired in product(
        ("vehicle", "non-vehicle", "tank-hunter", "helicopter"), (False, True), (5, 6), (False, True)
    ):
        hidden = kind in ("non-vehicle", "tank-hunter") and cover and not fired and distance > 5
        inputs = {"target_kind": kind, "in_cover": cover, "distance": distance, "fired_this_turn": fired}
        assert check(book, "spotting", inputs) is not hidden
    line = {"firer": [0, 0], "target": [8, 0], "blockers": [[3, -1, 4, 1]]}
    assert [check(book, "line-of-sight", {**line, "always_seen": seen}) for seen in (False, True)] == [
        False,
        True,
    ]


# --- more is never worse
@pytest.mark.parametrize("reading", ["R37=a", "R37=b"])
def test_add_on_armour_never_hurts_and_top_attack_cancels_it(reading: str) -> None:
    def lost(**more: Any) -> Fraction:
        return pz8edu.ask(
            "pz8-1975", "direct-fire", attack=5, armoured=True, reading=reading, **more
        ).fraction("destroyed")

    for defence, facing in product(range(8), ("front", "side", "rear")):
        shot = {"defence": defence, "facing": facing}
        assert lost(**shot, reactive=True) <= lost(**shot)
        assert lost(**shot, top_attack=True, reactive=True) == lost(**shot, top_attack=True)
        assert lost(**shot, top_attack=True) >= lost(**shot)
        if defence in (0, 6, 7):
            assert lost(**shot, reactive=True) == lost(**shot)


def test_the_caller_says_whether_add_on_armour_counts() -> None:
    for calculator, defence, armoured in product(("direct-fire", "close-combat"), range(8), (False, True)):
        target = {"attack": 3, "armoured": armoured}
        fitted = pz8edu.ask("pz8-1975", calculator, **target, defence=defence, reactive=True)
        added = int(1 <= defence <= 5)
        plain = pz8edu.ask("pz8-1975", calculator, **target, defence=defence + added)
        assert fitted.fractions() == plain.fractions()


def test_two_shots_are_one_shot_and_then_another() -> None:
    shot = {"attack": 6, "defence": 6, "armoured": True, "laser": True}
    pair = pz8edu.ask("pz8-1975", "fire-phase", shots=[{"attack": 6, "laser": True}] * 2, target=tank(6))
    stabilised = {"attack": 6, "laser": True, "stabilised": True}
    for odds in (
        pz8edu.ask("pz8-1975", "direct-fire", **shot, stabilised=True),
        pz8edu.ask("pz8-1975", "fire-phase", shots=[stabilised], target=tank(6)),
    ):
        assert odds.fractions() == pair.fractions()
    single = {"A": tank(6) | {"attack": 6}, "B": tank(6) | {"attack": 6}}
    paired = {**single, "A": single["A"] | {"stabilised": True}}
    contact = [pz8edu.ask("pz8-1975", "duel", **units, mode="contact") for units in (single, paired)]
    assert contact[0] == contact[1]


def tank(defence: int) -> dict[str, Any]:
    return {"defence": defence, "armoured": True}


@both_books
def test_more_guns_and_sam_teams_never_help_an_aircraft(book: str) -> None:
    chances = [
        pz8edu.ask(book, "air-to-hit", quality="elite", aa_guns=guns, sam_teams=teams).fraction("hit")
        for guns, teams in ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (3, 3))
    ]
    assert chances == [Fraction(4 - lost if lost < 4 else 0, 6) for lost in (0, 1, 2, 3, 4, 6)]


# --- playing is what the tree says
# --- what is refused, and what the books say differently
@pytest.mark.parametrize(
    ("book", "question", "inputs", "says"),
    [
        ("pz8-1950", "to-hit", {"laser": True}, "laser"),
        ("pz8-1950", "direct-fire", {"attack": 5, "defence": 4, "stabilised": True}, "stabilised"),
        ("pz8-1975", "direct-fire", {"attack": 7, "defence": 4}, "attack"),
        ("pz8-1975", "damage", {"attack": 3, "defence": 8}, "defence"),
        ("pz8-1975", "helicopter-fire", {"weapon": "atgw"}, "small-arms"),
        ("pz8-1975", "range", {"weapon": "ww2-75mm", "distance": 3}, "ww2-75mm"),
        ("pz8-1975", "fire-phase", {"shots": [], "target": {"defence": 0}}, "shots"),
        ("pz8-1975", "air-to-hit", {"sam_teams": -1}, "sam_teams"),
    ],
)
def test_a_bad_question_gets_one_clear_sentence(
    book: str, question: str, inputs: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        pz8edu.ask(book, question, inputs)


def test_what_a_child_says_differently_is_listed() -> None:
    before, after = (system(book).rules for book in BOOKS)
    found = {each.name: (each.before, each.after) for each in differences(before, after)}
    assert found["laser"] == ("", "1")
    assert found["R37"] == ("", "a")
    assert found["aircraft/all/attack"] == ("", "5")
    assert found["aircraft/bomber/attack"] == ("4", "")
    assert "hit_on" not in found
    assert "movement/infantry/inches" not in found
