"""The gallery shows every problem of the public suite, with the lines that the suite runs."""

from __future__ import annotations

import ast
import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pz8edu import D6, Distribution, Pool
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.likeliest import as_html, as_text
from tests.benchmarks.suite import ours
from tests.benchmarks.suite.gallery import LESSONS, PAGES, said, written
from tests.benchmarks.suite.written import lines, problems


def cells(page: str) -> list[dict[str, Any]]:
    notebook = json.loads((LESSONS / f"{page}.ipynb").read_text(encoding="utf-8"))
    return list(notebook["cells"])


def sources(page: list[dict[str, Any]], kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in page if cell["cell_type"] == kind]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_as_it_is_written_from_the_suite(page: str) -> None:
    shown = cells(page)
    again = written(shown, page)
    assert len(again) == len(shown)
    assert sources(again, "code") == sources(shown, "code"), "python -m tests.benchmarks.suite.gallery"
    for cell in shown[5:]:
        if cell["cell_type"] == "code" and "Quiz(" not in "".join(cell["source"]):
            assert cell["metadata"]["jupyter"]["source_hidden"] is False


def test_every_problem_stands_on_one_page() -> None:
    code = [source for page in PAGES for source in sources(cells(page), "code")]
    for problem in problems():
        assert code.count("\n".join(lines("ours", problem.name))) == 1, said(problem)


@pytest.mark.parametrize("page", PAGES)
def test_the_lines_of_a_page_run_by_themselves(page: str) -> None:
    names: dict[str, Any] = {}
    hidden, imports, *_ = [source for source in sources(cells(page), "code") if "Quiz(" not in source]
    assert "show_likeliest" in hidden
    exec(imports, names)
    for problem in problems():
        if problem.kind in PAGES[page]:
            *before, last = ast.parse("\n".join(lines("ours", problem.name))).body
            assert isinstance(last, ast.Expr)
            exec(compile(ast.Module(before, []), problem.name, "exec"), names)
            found = eval(compile(ast.Expression(last.value), problem.name, "eval"), names)
            assert found == getattr(ours, problem.name)()


def test_the_guess_about_risk_is_what_the_dice_say() -> None:
    lesson = Lesson(Path(LESSONS / "03-gallery-of-fights-and-cards.toml"))
    law = ours.risk_3_against_2().fractions()
    assert [lesson.values[name] for name in ("none", "one_each", "both")] == [law[lost] for lost in (0, 1, 2)]
    dice = [sorted(faces, reverse=True) for faces in product(range(1, 7), repeat=2)]
    won = sum(one[0] > other[0] and one[1] > other[1] for one, other in product(dice, dice))
    assert lesson.values["both_with_two"] == Fraction(won, 6**4)


def test_the_guess_about_an_eighteen_is_what_the_line_says() -> None:
    lesson = Lesson(Path(LESSONS / "02-gallery-of-dice-problems.toml"))
    assert lesson.values["eighteen_again"] == Pool(4, D6.reroll({1})).highest(3).fractions()[18]
    assert lesson.values["eighteen"] == Pool(4).highest(3).fractions()[18]


def test_with_ten_faces_pig_makes_no_difference_at_the_sum_that_is_told() -> None:
    lesson = Lesson(Path(LESSONS / "04-gallery-of-decisions.toml"))
    at = lesson.values["of_ten"]
    assert sum((at + face for face in range(2, 11)), Fraction(0)) / 10 == at


def test_long_laws_are_shown_by_their_likeliest_outcomes() -> None:
    law = Pool(3).highest(2)
    assert as_text(law, 3) == "8         15.74 %\n9         16.67 %\n10        15.74 %\n8 others  51.85 %"
    page = as_html(law, 3)
    assert page is not None
    assert "1/6" in page
    assert "8 others" in page
    assert "width:min(14em,18vw)" in page, "on a phone the chances stay in sight"
    assert (as_html((D6, D6), 6) or "").count("<table") == 2
    assert as_text((1, 2), 3) == "(1, 2)"
    assert as_html((1, 2), 3) is None
    assert as_text(Distribution({"hit": Fraction(1, 2), "miss": Fraction(1, 2)}), 3).startswith("hit")
