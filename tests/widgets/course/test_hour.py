"""An hour is planned to the minute; every sheet has its own numbers, and the key has each exactly."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from html import unescape
from itertools import islice
from pathlib import Path

import pytest

from pz8edu import BadInput, ask
from pz8widgets.apps.classroom.__main__ import planned
from pz8widgets.course.course import lesson_at
from pz8widgets.course.hour import Hour, in_proportion, main, middle, plan, sheets_page
from pz8widgets.course.own_numbers import own_numbers
from pz8widgets.course.paper import as_pdf
from pz8widgets.course.rule_in_lines import rule_lines
from pz8widgets.course.slides import binomial, slides

LESSONS = Path(__file__).resolve().parents[3] / "lessons"
ALL = [path for path in sorted(LESSONS.rglob("*.toml")) if path.with_suffix(".ipynb").is_file()]
TANKS, MISSILE = (
    lesson_at(LESSONS / f"{name}.toml")
    for name in ("pz8-ww1/03-six-tanks", "pz8-1950/02-missile-now-or-flank")
)


@pytest.fixture(scope="module")
def hour() -> Hour:
    return Hour((TANKS, MISSILE))


def test_the_hour_lasts_as_long_as_it_was_asked_for(hour: Hour) -> None:
    for minutes in (45, 60, 90):
        steps = Hour(hour.lessons, minutes).steps()
        assert sum(step.minutes for step in steps) == minutes
        assert all(step.minutes >= 1 for step in steps)
    assert in_proportion(10, [5, 3, 1]) == [5, 3, 2]
    with pytest.raises(BadInput, match="planned in 23 to 180 minutes; got 20"):
        Hour(hour.lessons, 20)
    with pytest.raises(BadInput, match="2 or 3 lessons; got 1"):
        Hour((TANKS,))


def test_every_sheet_has_its_own_numbers_and_the_key_has_its_answers(hour: Hour) -> None:
    sheets = hour.sheets()
    key, paper = unescape(plan(hour, sheets)), unescape(sheets_page(hour, sheets))
    told = {each.right for lesson in hour.lessons for each in lesson.questions.values() if each.answer}
    assert not [sheet.number for sheet in sheets if sheet.exit and sheet.exit.answer in told]
    assert len(sheets) == 30
    assert len({sheet.own[1].asks for sheet in sheets}) == 30, "30 different questions about the missile"
    assert hour.sheets()[7].own[1].asks == sheets[7].own[1].asks, "the same seed, the same sheets"
    assert Hour(hour.lessons, seed=2).sheets()[7].own[1].asks != sheets[7].own[1].asks
    for sheet in sheets:
        for own, book in zip((*sheet.own, sheet.exit), ("pz8-ww1", "pz8-1950", "pz8-ww1"), strict=True):
            assert own is not None
            exact = ask(book, own.odds.question.id, own.odds.situation.plain())
            assert own.answer == Fraction(str(exact[own.outcome]))
            assert own.asks in paper
            assert f"{own.answer} (" in key
        assert sheet.exit not in sheet.own
    assert "How likely is “" in paper
    for secret in ("= 625/1296", "Fewer than half of all tanks arrive", "Multiply four times"):
        assert secret in key
        assert secret not in paper


def test_a_lesson_without_other_numbers_asks_its_second_question_behind() -> None:
    names = ("03-cards-remember", "05-did-it-jam")
    lessons = tuple(lesson_at(LESSONS / f"pz8-colonial/{name}.toml") for name in names)
    hour = Hour(lessons, pupils=2)
    second = [list(lesson.questions)[1] for lesson in lessons]
    assert [question.id for _, question in hour.second_questions()] == second
    behind = sheets_page(hour, hour.sheets()).split("<article>")[2]
    assert "How often are the first four cards all red?" in behind
    assert "How likely is a jam now?" in behind
    assert "their own numbers" not in plan(hour, hour.sheets())
    assert not Hour((TANKS, MISSILE), pupils=2).second_questions()


def test_no_sheet_asks_what_is_read_off_a_single_die_where_its_lesson_has_more(hour: Hour) -> None:
    for sheet in hour.sheets():
        for own in (*sheet.own, sheet.exit):
            assert own is not None
            assert sum(1 for _ in own.odds.tree.paths()) > 2, own.asks


def test_the_key_says_between_which_counts_a_class_ends(hour: Hour) -> None:
    law = binomial(30, Fraction(625, 1296))
    low, high = middle(law)
    assert sum(law[low : high + 1]) >= Fraction(19, 20)
    assert sum(law[:low]) <= Fraction(1, 40) < sum(law[: low + 1])
    assert f"count between <b>{low}</b> and <b>{high}</b> of 30" in plan(hour, hour.sheets())


def test_slides_go_from_the_story_to_the_class_s_own_dice() -> None:
    page = slides(MISSILE, TANKS)
    kinds = re.findall(r"<section class='(\w+)'", page)
    assert kinds[0] == "first"
    assert kinds.index("story") < kinds.index("ruled") < kinds.index("asked") < kinds.index("grows")
    assert kinds[-1] == "counted"
    assert "<svg" not in page.partition("<section class='ruled'>")[2].partition("</section>")[0]
    told = re.findall(r'data-told="([^"]+)"', page)
    assert sum(json.loads(unescape(told[-1]))["expected"]) == pytest.approx(30)
    cuts = [float(cut) for cut in re.findall(r"data-to='([\d.]+)'", page)]
    assert 1.0 in cuts
    assert all(0 < cut <= 1 for cut in cuts)


WITHOUT = {
    "02-gallery-of-dice-problems": "Python, no question of a book",
    "03-gallery-of-fights-and-cards": "Python, no question of a book",
    "04-gallery-of-decisions": "Python, no question of a book",
    "chance/07-your-mistake-or-bad-luck": "one game as it was played",
    "pz8-aerial-1935/02-altitude-is-a-bank-account": "counts ways and the cheapest of them, no chance",
    "pz8-coastal/02-a-deck-is-no-coin": "orders of cards, and no die",
    "pz8-colonial/02-the-gun-that-jams": "long-run shares and means",
    "pz8-colonial/03-cards-remember": "cards, and no die",
    "pz8-colonial/04-to-the-end": "melees without end, and one with no inputs to change",
    "pz8-colonial/05-did-it-jam": "two causes in a tree too wide for paper",
    "pz8-colonial/06-how-many-snipers": "Bayes' rule over forces, asked of a table",
    "pz8-colonial/07-play-a-turn": "means of wide pools",
    "pz8-naval/04-play-a-turn": "a salvo: a tree too wide for paper",
    "pz8-space/02-363-words": "counts words and hexes, no chance",
    "pz8-ww1/01-over-the-top": "an assault of many units: more ways than paper holds",
}
"""Lessons without questions of one's own numbers, and why."""


def test_every_lesson_has_own_numbers_or_says_why_not() -> None:
    found = set()
    for path in ALL:
        if next(own_numbers(lesson_at(path), random.Random(1)), None) is None:
            found.add(path.relative_to(LESSONS).with_suffix("").as_posix())
    assert found == set(WITHOUT)


@pytest.mark.parametrize("path", ALL[::4], ids=[path.stem for path in ALL[::4]])
def test_own_numbers_are_fit_for_paper(path: Path) -> None:
    for own in islice(own_numbers(lesson_at(path), random.Random(3)), 6):
        assert 0 < own.answer < 1
        assert rule_lines(own.odds)
        assert "None" not in " ".join(rule_lines(own.odds))


def test_one_command_writes_the_hour_and_the_classroom_reads_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lessons = [str(lesson.path) for lesson in (TANKS, MISSILE)]
    assert main([*lessons, "--out", str(tmp_path), "--pupils", "2", "--no-pdf"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "hour.json",
        "plan.html",
        "sheets.html",
        "slides.html",
    ]
    steps = planned(tmp_path / "hour.json")["steps"]
    assert [step["pose"][0] for step in steps] == ["guess"] * 3 + ["count"] + ["guess"] * 3 + ["count"]
    for path in tmp_path.glob("*.html"):
        assert not re.search(r"(src|href)=|url\((?!#)|@import", path.read_text(encoding="utf-8"))
    if (printed := as_pdf(tmp_path / "sheets.html")) is not None:
        assert printed.read_bytes().startswith(b"%PDF")
        assert len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes())) == 4, "two sides a sheet"
    (tmp_path / "hour.json").write_text('{"steps": [{}]}', encoding="utf-8")
    with pytest.raises(BadInput, match="is no planned hour"):
        planned(tmp_path / "hour.json")
    assert main([str(tmp_path / "none.toml"), *lessons]) == 2
    assert "is no lesson" in capsys.readouterr().err


def test_rolls_that_follow_one_rule_are_told_once() -> None:
    tanks = ask("pz8-ww1", "tank-run", turns=4)
    assert rule_lines(tanks) == ["Each move, roll a D6 for “stuck”; 1 means yes."]
    both = ask("pz8-aerial-1935", "exchange", distance=1, a_att=3, a_def=2, t_att=3, t_def=2)
    assert [line for line in rule_lines(both) if "Each" in line] == []
