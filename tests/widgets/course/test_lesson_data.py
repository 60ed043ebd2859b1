"""A lesson's data is read strictly: whatever is wrong is said in one sentence with the name of its file."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import nbformat
import pytest

from pz8edu import BadInput
from pz8widgets.course.course import Course, lesson_at
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.pages import write_out
from pz8widgets.course.values import Values
from pz8widgets.course.wording import as_html, filled


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('title = "First"', "", "needs a title"),
        ("minutes = 5", 'minutes = "5"', "needs a title and its minutes"),
        ("claims =", "claim =", "claims"),
        ('kind = "chance"', 'kind = "chanse"', "chance"),
        ('why = "Because', 'whi = "Because', "why"),
        ('answer = "near"\n', "", "needs answer"),
        ('why = "Because {near:fraction}."', "", "needs why"),
        ('ratio = "near / far"', 'ratio = "ratio / far"', "needs itself"),
        ('ratio = "near / far"', 'ratio = "near > far"', "it is a comparison|is a comparison"),
        ('"far < near"', '"far > near"', "does not hold"),
        ('outcome = "destroyed"', 'outcome = "exploded"', "exploded"),
        ('"far" = "near < far"', '"far" = "near != far"', "one choice must be right"),
        ('"1/2" = ', '"5/36" = ', "is the right answer"),
        ("{ calculator = ", "{ calculater = ", "opens one of"),
        ("inputs = { attack = 5, defence = 4, armoured = true }\n", "inputs = { atack = 5 }\n", "attack"),
        ("[values]", "[values", "first.toml"),
    ],
)
def test_what_is_wrong_is_said(course: Path, old: str, new: str, says: str) -> None:
    path = course / "first.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=says) as told:
        Lesson(path).check()
    assert "\n" not in str(told.value).strip().replace("\n\n", "") or "toml" in str(told.value)


def test_the_rules_change_and_the_sentence_is_false(course: Path) -> None:
    lesson = Lesson(course / "first.toml")
    assert filled("{near} and {1 - near:percent}; {ratio:decimal}", lesson.values) == (
        "5/36 (13.9 %) and 86.1 %; 1.5"
    )
    with pytest.raises(BadInput, match="form of a number"):
        filled("{near:2} of it", lesson.values)
    path = course / "first.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("inputs =", "changed = { hit_on = 2 }\ninputs =", 1), encoding="utf-8")
    changed = Lesson(path)
    assert changed.values["near"] != lesson.values["near"]


def test_the_turns_of_a_chain_have_a_mean_and_a_variance() -> None:
    asked = {"system": "pz8-naval", "question": "npo-withdraws", "inputs": {"net_modifier": 0}}
    values = Values({name: {**asked, "figure": name} for name in ("mean", "variance", "median")})
    assert (values["mean"], values["variance"]) == (19, 510)
    with pytest.raises(BadInput, match="median"):
        assert values["median"]


def test_pages_are_written_out_with_their_numbers_head_and_way_on(course: Path) -> None:
    cells = [
        nbformat.v4.new_markdown_cell("# First\n\n<!--head--><!--/-->\n\nIt is <!--=near-->nothing<!--/-->."),
        nbformat.v4.new_markdown_cell("<!--foot-->old<!--/-->"),
    ]
    next_one = nbformat.v4.new_markdown_cell(
        "# Second\n\n<!--live-->Run!<!--/live-->\n\nHow *long*?\n\nMore."
    )
    nbformat.write(nbformat.v4.new_notebook(cells=[next_one]), course / "more" / "second.ipynb")
    for _ in range(2):  # written out again, it stays as it is
        write_out(cells, course / "first.ipynb")
        assert "**5 minutes** · about *Chance*" in cells[0].source
        assert cells[0].source.endswith("It is <!--=near-->5/36 (13.9\N{NO-BREAK SPACE}%)<!--/-->.")
        assert cells[1].source == (
            "<!--foot-->\n**Next, “Second”:** How *long*?\n\n"
            "[The map](00-map.ipynb) · [Second →](more/second.ipynb)\n<!--/-->"
        )
    second = [nbformat.v4.new_markdown_cell("<!--head--><!--/--><!--foot--><!--/-->")]
    write_out(second, course / "more" / "second.ipynb")
    assert "good to know first: [Chance](../first.ipynb)" in second[0].source
    assert "[← First](../first.ipynb) · [The map](../00-map.ipynb)" in second[0].source


def test_html_in_a_text_is_shown_and_not_obeyed() -> None:
    assert "<script>" not in as_html("<script>alert(1)</script> *so*")
    assert '<span class="pz8-die-sign">⚃</span>' in as_html("Roll ⚃.")
    assert '<span class="pz8-card-sign pz8-suit-♥">♥</span>' in as_html("Draw ♥ ♠.")


def test_a_course_names_what_it_lacks(course: Path) -> None:
    path = course / "course.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('needs = ["chance"]', 'needs = ["luck"]'), encoding="utf-8")
    with pytest.raises(BadInput, match="luck"):
        Course(course)
    path.write_text(text.replace('"more/second"', '"more/third"'), encoding="utf-8")
    with pytest.raises(BadInput, match="more/third"):
        Course(course).lesson("more/third")


def test_usual_mistakes_are_named_where_a_question_has_no_trap_for_them(project: Path) -> None:
    tanks = lesson_at(project / "lessons/pz8-ww1/03-six-tanks.toml").questions["ww1-tanks-1-one"]
    rest = "That is how often it does *not* happen: take it from 1."
    assert tanks.wrong[Fraction(671, 1296)] == rest
    assert "once it is known" in tanks.wrong[Fraction(125, 216)]
    assert tanks.wrong[Fraction(5, 6)].startswith("That is one square."), "its own trap, not the first step"
    shots = lesson_at(project / "lessons/00-start-here.toml").questions["start-near-or-far"]
    assert (
        shots.wrong[Fraction(2, 3)]
        == "That compares the two the other way round: turn the fraction upside down."
    )
    assert all(abs(wrong - tanks.right) > tanks.tolerance for wrong in tanks.wrong)
