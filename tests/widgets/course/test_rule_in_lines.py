"""A rule in a few lines: what a reader works out from its words alone is what the rules say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from pz8edu import ask
from pz8edu.asking.odds import Odds
from pz8edu.core.rulebook.domain import to_fraction
from pz8widgets.course.course import Course
from pz8widgets.course.drills import PACKED, drill
from pz8widgets.course.ideas import IDEAS
from pz8widgets.course.rule_in_lines import called, decides, rule_lines

LESSONS = Path(__file__).resolve().parents[3] / "lessons"


ADDED = re.compile(r" and (?:add|take off) [^;.]*")
MORE = re.compile(r"(add|take off) (\d+) \(")


def number(said: str) -> int:
    return int(said.replace("−", "-").replace("+", "").replace(" ", ""))


def holds(words: str, value: int) -> bool:
    """Is a value among those that words tell: "5 or more", "2 to 4", "1 or 20", "anything but 3"?"""
    if words.startswith("anything but "):
        return not holds(words.removeprefix("anything but "), value)
    if found := re.fullmatch(r"([−+]?\d+) or (more|less)", words):
        return value >= number(found[1]) if found[2] == "more" else value <= number(found[1])
    if found := re.fullmatch(r"([−+]?\d+) to ([−+]?\d+)", words):
        return number(found[1]) <= value <= number(found[2])
    return value in map(number, words.split(" or "))


def side(said: str, worth: Callable[[int], int]) -> Counter[int]:
    """How often each total falls of one side, "D6 + D6" or "3D6", with what is added."""
    law = Counter({sum(number(each) for each in re.findall(r"[+−] ?\d+", re.sub(r"\d*D\d+", "", said))): 1})
    for many, faces in re.findall(r"(\d*)D(\d+)", said):
        for _ in range(int(many or 1)):
            after = Counter[int]()
            for total, face in product(law, range(1, int(faces) + 1)):
                after[total + worth(face)] += law[total]
            law = after
    return law


@cache
def throws(said: str, counts: str, adds: str) -> Counter[int]:
    """How often each value falls of what a line tells to roll."""
    added = dict(re.findall(r"([^;]+?) adds (\w+)", adds))

    def worth(face: int) -> int:
        if counts:
            return int(holds(counts, face))
        given = [each for words, each in added.items() if holds(words.strip(), face)]
        return face if not added else sum(0 if each == "nothing" else int(each) for each in given)

    if " against " in said:
        mine, theirs = (side(each, worth) for each in said.split(" against "))
        found = Counter[int]()
        for one, other in product(mine, theirs):
            found[one - other] += mine[one] * theirs[other]
        return found
    if said.endswith(", at least 0"):
        found = Counter[int]()
        for total, many in side(said[:-12], worth).items():
            found[max(0, total)] += many
        return found
    return side(said, worth)


def law_of(lines: Sequence[str], ends: set[str]) -> dict[str, Fraction]:
    """The chance of each end as a reader works it out, line after line."""
    found: Counter[str] = Counter()

    def go_on(at: int, fallen: dict[int, Fraction]) -> None:
        line = re.fullmatch(
            r"(?:Roll (?:a )?(.+?)|Take the same roll)(?: for “[^”]*”)?"
            r"(?:; each die that shows (.+?) counts)?(?:; (.*?))?\.(?: Of each die (.*)\.)?",
            ADDED.sub("", lines[at]),
        )
        assert line, lines[at]
        if line[1]:
            reached = sum(fallen.values())
            rolled = throws(line[1], line[2] or "", line[4] or "")
            more = sum(int(each) * (1 if how == "add" else -1) for how, each in MORE.findall(lines[at]))
            fallen = {
                value + more: reached * Fraction(count, rolled.total()) for value, count in rolled.items()
            }
        told = [each.rpartition(" gives ") for each in (line[3] or "").split("; ") if " gives " in each]
        other = next((each for each in (line[3] or "").split("; ") if each.startswith("otherwise ")), "")
        onward: dict[int, Fraction] = {}
        for value, chance in fallen.items():
            gives = next((given for words, _, given in told if holds(words, value)), "")
            if not told and not other and str(value) in ends:
                gives = str(value)
            if clipped := re.search(r"your (?:lead|total) counts, (\d+) to (\d+)", line[3] or ""):
                gives = str(min(max(value, int(clipped[1])), int(clipped[2])))
            yes = re.split(" means yes| gives ", line[3] or "")[0]
            if not gives and other and not holds(yes, value):
                gives = other.removeprefix("otherwise ")
            end = re.sub(r".*\((.*)\)$", r"\1", gives)
            if end in ends:
                found[end] += chance
            else:
                onward[value] = chance
        if onward:
            go_on(at + 1, onward)

    go_on(0, {0: Fraction(1)})
    return dict(found)


def spoken_law(odds: Odds) -> dict[str, Fraction]:
    return {called(odds, word): chance for word in odds if (chance := to_fraction(odds[word]))}


@pytest.mark.parametrize("idea", [each for each in IDEAS if each != PACKED])
def test_the_words_of_an_exercise_come_to_the_chances_of_the_rules(idea: str) -> None:
    course = Course(LESSONS)
    for count in range(30):
        odds = drill(idea, count, course).odds
        assert law_of(rule_lines(odds), spoken_law(odds).keys()) == spoken_law(odds), rule_lines(odds)


def test_a_rule_in_lines_says_which_throw_counts_twice_and_what_a_comparison_ends_in() -> None:
    guns = rule_lines(ask("pz8-ww2", "indirect-to-hit"))
    assert guns[1] == (
        "Take the same roll for “battery spent”; 2 or less gives deviates and spent; "
        "otherwise deviates and available."
    )
    shot = rule_lines(ask("pz8-ww2", "direct-fire", attack=5, defence=4))
    assert shot[0] == "Roll a D6 for “to hit”; 4 or more means yes; otherwise ok."
    assert "0 or less gives none (ok); +1 gives disorganized;" in shot[1]
    pinned = rule_lines(ask("asp-ww2", "effect", need=4, grade="A"))
    assert pinned[0].startswith("Roll D6 + D6 for “score + result” and take off 4 (needed score); 3 or less")
    both = rule_lines(ask("panzertroops", "fire", firepower=7, defense=8, target="man"))
    assert both[0].startswith("Roll 2D6 for “weapons too” and add 7 (firepower); 11 or more gives destroyed")
    phase = {"shots": [{"attack": 5}] * 2, "target": {"defence": 4}}
    assert not [line for line in rule_lines(ask("pz8-ww2", "fire-phase", phase)) if "same roll" in line]
    salvo = {"distance": 4, "target_mp": 5, "altitude": 2, "bloc": "other", "missiles": 2}
    (line,) = rule_lines(ask("pz8-aerial-1965", "hs-missile", salvo))
    assert line.startswith("Roll D6 + 2 against D6 + 2 for “missiles against target”; ")
    assert line.endswith("; 0 or less gives evaded; 1 or more gives destroyed.")


def test_only_rules_whose_lines_decide_every_end_are_practised() -> None:
    assert decides(ask("pz8-ww2", "direct-fire", attack=5, defence=4))
    assert decides(ask("pz8-divisional-2010", "artillery-fire"))
    assert not decides(ask("pz8-divisional-2010", "combat")), "how two dice compare is not told"
    assert not decides(ask("pz8-ww1", "tank-run", turns=4)), "nor how many moves there are"
    assert not decides(ask("pz8-ww2", "fire-phase", shots=[{"attack": 5}] * 2, target={"defence": 4}))
