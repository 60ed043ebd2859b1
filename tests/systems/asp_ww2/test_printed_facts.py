"""What asp games World War 2 prints and no die decides: classes, grades, going, a dug-in stand, light."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from pz8edu import rule_of
from pz8edu.board.position import Marker
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.systems import system
from pz8edu.systems.asp_ww2.boards import price
from pz8edu.systems.asp_ww2.words import Grade, Light, Target
from tests.systems.on_the_table import Tables, changed

BOOK = system("asp-ww2")
RULES = BOOK.rules
TABLES = Tables("asp-ww2")
start, fact = TABLES.start, TABLES.fact


# --- U9
def test_every_shooter_and_every_target_has_its_class_explained() -> None:
    assert list(RULES.gun_classes) == list(RULES.scores)
    assert list(RULES.target_classes) == list(Target)


@pytest.mark.parametrize(
    ("millimetres", "classes"),
    [
        (Fraction(127, 10), ["HMG"]),
        (37, ["AC and VLG"]),
        (75, ["Light Guns"]),
        (77, ["Med Guns"]),
        (152, ["Hvy Guns"]),
    ],
)
def test_a_gun_is_found_by_its_calibre(millimetres: Fraction, classes: list[str]) -> None:
    guns = ["HMG", "AC and VLG", "Light Guns", "Med Guns", "Hvy Guns"]
    limits = {name: re.findall(r"[\d.]+", RULES.gun_classes[name].calibre) for name in guns}
    assert [
        name for name, (least, most) in limits.items() if Fraction(least) <= millimetres <= Fraction(most)
    ] == classes


def test_barrages_are_told_by_their_largest_calibre() -> None:
    rows = [RULES.gun_classes[f"{size} Barrage"] for size in ("Light", "Med", "Hvy")]
    assert [row.calibre for row in rows] == ["up to 105 mm", "up to 155 mm", "up to 203 mm"]
    assert {row.pieces for row in rows} == {"6 to 8"}


def test_the_board_says_what_a_stand_shoots_as() -> None:
    table, state = start("crossroads")
    assert fact(table, state, "Shoots as") == (
        "Med Guns",
        "77 to 90 mm, guns of AFVs, or towed; the 17-pounder (U9)",
    )
    assert fact(table, state, "As a target")[0] == "MA"
    assert "gun_classes: what shoots as which class" in repr(rule_of("asp-ww2", "U9"))


# --- U11, AS-22
@pytest.mark.parametrize(
    ("grade", "reading", "points"),
    [("C", "a", 3), ("A", "a", 6), ("A", "b", 5), ("D", "b", 2)],
)
def test_a_dug_in_stand_costs_a_point_more(grade: str, reading: str, points: int) -> None:
    assert price("Infantry Group", Grade(grade), ["dug-in"], RULES.variant(R23=reading)) == points


def test_the_board_counts_the_point_of_a_dug_in_stand() -> None:
    table, state = start("village", "Fallschirm", "")
    unit = state.units["Fallschirm"]
    assert unit.dug_in
    dug_in = Fraction(fact(table, state, "Points")[0])
    up = Fraction(fact(table, changed(state, "Fallschirm", dug_in=False), "Points")[0])
    assert dug_in - up == RULES.points["dug-in"].points * RULES.grades[unit.grade].factor


# --- AS-11, AS-12, AS-4, AS-27
def test_grades_and_styles_are_those_of_the_rules() -> None:
    graded = {grade: [row.troops for row in RULES.troops.rows if row.grade == grade] for grade in "ABCD"}
    assert "SS Panzer" in graded["A"]
    assert "British" in graded["B"]
    assert "US" in graded["C"]
    assert "Italians" in graded["D"]
    assert RULES.troops["British tanks"].style == "cautious"
    assert RULES.troops["late Canadian"].style == "mobile"


def test_jungle_is_worse_than_forest() -> None:
    assert (RULES.going["LFA"].tracked, RULES.going["LFA jungle"].tracked) == ("bad", "impassable")
    assert (RULES.going["LFA"].foot, RULES.going["LFA jungle"].foot) == ("good", "bad")
    assert RULES.going["SFH jungle"].road == "bad"


def test_shares_of_tanks_are_shown_with_their_rule() -> None:
    assert "tank_shares" in repr(rule_of("asp-ww2", "AS-27"))


# --- AS-24
@pytest.mark.parametrize(("kind", "metres"), [("artillery illumination", 500), ("mortar illumination", 250)])
def test_a_lit_stand_is_seen_as_by_day(kind: str, metres: int) -> None:
    table, state = start("crossroads")
    night = replace(table, setup=replace(table.setup, light=Light.NIGHT))
    tiger = state.places["Tiger"]
    for part, light in ((Fraction(49, 100), Light.DAY), (Fraction(51, 100), Light.NIGHT)):
        shells = Marker(kind, tiger.x + float(metres * part * table.scale), tiger.y)
        lit = state.at(state.position.with_marker(shells))
        assert night.looking(lit, "Sherman 1", "Tiger", acts=True).light is light
    assert len([ring for ring in night.lit(lit) if ring.label == kind]) == 1


# --- what players read
@pytest.mark.parametrize(
    ("question", "word", "words"),
    [
        ("light", "night", "within 125 m at most, targets in cover within 75 m"),
        ("detection", "undetected", "This stand"),
        ("weather", "adverse", "smoke does not work"),
        ("shot", "P", "no nearer to the enemy"),
        ("initiative", "both", "that has detected the other"),
    ],
)
def test_outcomes_say_what_the_book_says(question: str, word: str, words: str) -> None:
    meaning = outcome_meaning(BOOK.calculators[question], word, RULES)
    assert meaning is not None
    assert words in meaning.says


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("AS-6", "who moves first"),
        ("AS-9", "within 2000 m of their own edge"),
        ("AS-13", "until it has got off and is 250 m away"),
        ("AS-17", "at once go 500 m away from any enemy"),
        ("AS-20", "at least half a tactical move"),
        ("AS-22", "when an enemy stand comes within 500 m"),
        ("AS-24", "detected at the distances of day"),
        ("AS-28", "no Tank+ and no jets"),
    ],
)
def test_pages_say_what_players_must_do(section: str, words: str) -> None:
    assert words in " ".join(" ".join(block.says) for block in rule_of("asp-ww2", section).blocks)
