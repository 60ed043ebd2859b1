"""Every idea that can be drilled asks exactly, out of many books, and its sheet grows."""

from __future__ import annotations

import random
import re
from datetime import date
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from pz8edu.core.rulebook.domain import to_fraction
from pz8widgets import Drills, Progress
from pz8widgets.course import choices as choices_module
from pz8widgets.course.cards import cards, drawn_pack, kinds_of
from pz8widgets.course.course import Course
from pz8widgets.course.drills import Drill, drill, lessons_of_books
from pz8widgets.course.ideas import IDEAS, NOT_DRILLED

COURSE = Course(Path(__file__).resolve().parents[3] / "lessons")


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drills:
    monkeypatch.chdir(COURSE.folder)
    return Drills("complement", seed=3, progress=Progress(tmp_path))


def probability(found: Drill) -> Fraction:
    return to_fraction(found.odds[found.outcome]) or Fraction(0)


def tried(found: Drill) -> int:
    return next(int(word) for word in found.asked.asks.split() if word.isdecimal())


def test_every_idea_is_drilled_or_is_said_not_to_be() -> None:
    assert set(IDEAS) | NOT_DRILLED == set(COURSE.concepts)
    assert not set(IDEAS) & NOT_DRILLED
    assert len(lessons_of_books(COURSE)) == 16


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("idea", IDEAS)
def test_an_exercise_has_three_mistakes_and_gives_nothing_away(idea: str) -> None:
    for number in range(3):
        found = drill(idea, number, COURSE)
        wrong = [each.answer for each in found.asked.wrong]
        assert len(wrong) >= 3
        assert len({*wrong, found.asked.answer}) == len(wrong) + 1
        assert all(each.says.endswith((".", "*")) for each in found.asked.wrong)
        assert f"**{found.asked.answer}" not in found.asked.asks
        assert f" {found.asked.answer}." not in found.asked.knows
        assert drill(idea, number, COURSE).asked == found.asked, "a number is always the same exercise"


def test_what_is_worked_out_is_right_by_another_way() -> None:
    """At least once, exactly k, a row of two: summed over all sequences of tries, or by steps."""
    for number in range(4):
        found = drill("complement", number, COURSE)
        p, n = probability(found), tried(found)
        by_first = sum((p * (1 - p) ** before for before in range(n)), Fraction(0))
        assert found.asked.answer == by_first
        found = drill("first step", number, COURSE)
        p = probability(found)
        none, one = found.asked.answer, 1 + (1 - p) * found.asked.answer
        assert none == 1 + p * one + (1 - p) * none
        found = drill("pools", number, COURSE)
        p, n = probability(found), tried(found)
        assert found.asked.answer in [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(1, n)]


def test_bayes_weighs_what_each_first_roll_has_of_what_was_seen() -> None:
    shapes = set()
    for number in range(9):
        found = drill("bayes", number, COURSE)
        unseen = "did *not* end" in found.asked.asks
        shares: dict[str, Fraction] = {}
        for way in found.odds.tree.paths():
            if (found.odds.question.word(way.outcome) == found.outcome) is unseen:
                continue
            _, branch = next(step for step in way.steps if not step[0].certain)
            assert way.last is not None
            began = str(branch.values)
            shares[began] = shares.get(began, Fraction(0)) + way.last.fraction()
        total = sum(shares.values(), Fraction(0))
        compared = "How many times as likely" in found.asked.asks
        shapes.add((unseen, compared))
        possible = (
            [one / other for one in shares.values() for other in shares.values()]
            if compared
            else [share / total for share in shares.values()]
        )
        assert found.asked.answer in possible
    assert len(shapes) == 3, "not the same shape each time"


def test_what_is_next_in_a_pack_is_counted_card_by_card() -> None:
    """Every order of two or three cards of a small pack, each as likely as any other."""
    shapes = set()
    for number in range(30):
        source = random.Random(number)
        _, own = drawn_pack(source)
        kinds = kinds_of(own.odds)
        asked = cards(own.odds, "", source)
        pack = [kind for kind, copies in kinds.items() for _ in range(copies)]
        wanted = re.findall("“(.+?)”", asked.asks)[-1]
        if gone := re.search(r"Gone for good: (\d+) .+?(?: and (\d+) other)?s?\. How", asked.asks):
            many, others = int(gone[1]), int(gone[2] or 0)
            share = Fraction(pack.count(wanted) - many, len(pack) - many - others)
        else:
            again = "put back" in asked.asks
            two = [
                (pack[first], pack[second])
                for first in range(len(pack))
                for second in range(len(pack))
                if again or first != second
            ]
            if "face down" in asked.asks:
                hits = [second == wanted for _, second in two]
            elif "at least one" in asked.asks:
                hits = [wanted in pair for pair in two]
            else:
                hits = [pair == (wanted, wanted) for pair in two]
            share = Fraction(sum(hits), len(two))
        shapes.add(re.sub(r"\d+|“.+?”| and .+ others?", "", asked.asks))
        assert asked.answer == share
        assert all(0 <= each.answer <= 1 for each in asked.wrong)
    assert len(shapes) >= 5


def test_the_sheet_tells_right_at_the_first_choice_and_wrong_ones_come_again(
    page: Drills, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    for right in (True, False, True):
        asked.append(page.drill)
        page.choices.value = next(
            each for each in page.choices.options if (each not in page.mistakes) is right
        )
        page.checked()
        page.another()
    assert page.standing("complement") == (2, 3)
    assert "2 of 3" in page.sheet.value
    monkeypatch.setattr(choices_module, "this_day", lambda: date(2999, 1, 1))
    assert Drills("complement", seed=9, progress=Progress(tmp_path)).drill.name == asked[1].name


def test_two_visits_differ_and_all_ideas_begin_with_the_weakest(page: Drills, tmp_path: Path) -> None:
    names = {Drills("mean", progress=Progress(tmp_path)).drill.name for _ in range(2)}
    assert len(names) == 2
    page.choices.value = next(iter(page.mistakes))
    page.checked()
    page.idea.value = ""
    assert page.drill.idea == "complement"
