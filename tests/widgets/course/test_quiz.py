"""A question judges what people write, opens what it opens after a guess, and never loses an answer."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from ipywidgets.embed import dependency_state

from pz8edu import BadInput, ask
from pz8widgets import Calculator, Progress, Quiz
from pz8widgets.course.course import question_named
from pz8widgets.course.paper import asked_html
from pz8widgets.course.progress import FILE
from pz8widgets.course.quiz import paths_html


def answered(quiz: Quiz, text: str, sure: int | None = None) -> str:
    """Write a guess, say how sure one is where that is asked, and read the verdict."""
    quiz.guess.value = text
    if quiz.question.choices:
        quiz.check.click()
    if quiz.how_sure.children and sure is not None:
        quiz.sure[sure].click()
    return unmarked(str(quiz.verdict.value))


def unmarked(html: str) -> str:
    """HTML without the marks of words that tell their meaning."""
    return re.sub(r"</?abbr[^>]*>", "", html)


def test_the_first_guess_waits_for_how_sure_one_is_and_is_kept_with_it(course: Path) -> None:
    quiz = Quiz("q-chance")
    assert "Yes" not in answered(quiz, "1/4")
    assert Progress(course).of("q-chance") is None
    assert "too high" in answered(quiz, "1/3", sure=2)
    assert "Yes" in answered(quiz, "5/36")
    kept = Progress(course).of("q-chance")
    assert kept is not None
    assert (kept.first, kept.first_right, kept.confidence, kept.given) == ("1/3", False, "3/4", "5/36")
    assert (kept.right, kept.tries, kept.in_a_row) == (True, 2, 0)


def test_nothing_that_is_not_due_is_in_the_page(course: Path) -> None:
    quiz = Quiz("q-chance")

    def page() -> str:
        return unmarked(json.dumps(dependency_state([quiz]), default=str))

    for secret in ("one", "That is the chance to", "Because", "Now roll it", "Direct fire"):
        assert f">{secret}" not in page()
        assert secret not in quiz._repr_mimebundle_()["text/html"]
    assert not any(isinstance(each, Calculator) for each in quiz.opened.children)
    answered(quiz, "half", sure=0)
    assert "That is the chance to <em>hit</em>" in page()
    assert "Now roll it" not in page()
    assert "Because" not in page()
    assert "Because 5/36" in answered(quiz, "5/36")
    assert "Now roll it" in page()


def shown_by(shot: Calculator) -> str:
    """Everything that a calculator says of its rule."""
    parts = (shot.told, shot.asked, shot.end, shot.tree, shot.knowing)
    return (
        re.sub(r'<p class="pz8-why">.*?</p>', "", " ".join(part.value for part in parts)) + shot.keyboard.news
    )


def test_after_one_wrong_guess_the_calculator_rolls_and_tells_no_chance(course: Path) -> None:
    quiz = Quiz("q-chance")
    answered(quiz, "half", sure=0)
    shot = quiz.opened.children[0]
    assert isinstance(shot, Calculator)
    for label, face in (("to hit", 6), ("attack", 6), ("defence", 1)):
        shot.throw(label, face)
        assert not re.search(r"\d/\d|%|pz8-fraction|Chance|≈|throws", shown_by(shot))
    assert "Destroyed" in shot.end.value
    assert {part.layout.display for part in (shot.known, shot.ways, shot.switches)} == {"none"}
    answered(quiz, "1/3")
    assert quiz.opened.children[0] is shot
    assert "This path" in shot.end.value
    assert "5/36" in shown_by(shot)
    assert shot.ways.layout.display == ""


def test_what_is_no_calculator_waits_for_the_second_guess_or_the_answer(course: Path) -> None:
    question = replace(question_named("q-chance"), opens=({"chain": "rally-chain", "system": "pz8-ww2"},))
    quiz = Quiz(question)
    answered(quiz, "half", sure=0)
    assert not quiz.opened.children
    assert "below" not in quiz.verdict.value
    for _ in range(3):
        quiz.hint.click()
    assert quiz.opened.children


def test_on_paper_a_question_has_its_choices_or_a_line_to_write_on(course: Path) -> None:
    told = Quiz("q-choice")._repr_mimebundle_()
    assert "○ near" in told["text/html"]
    assert "○ far" in told["text/plain"]
    assert "____" in Quiz("q-chance")._repr_mimebundle_()["text/html"]


def test_the_answer_is_shown_only_after_the_hints_and_a_guess(course: Path) -> None:
    quiz = Quiz("q-chance")
    for left in ("Hint 2 of 2", "Guess first, then the answer"):
        quiz.hint.click()
        assert quiz.hint.description == left
    assert quiz.hint.disabled
    quiz.help()
    assert "Because" not in quiz.helped.value
    answered(quiz, "1/7", sure=1)
    assert quiz.hint.description == "Show the answer"
    quiz.hint.click()
    assert "Because 5/36" in quiz.helped.value
    assert "to hit: 4 or more" in quiz.helped.value


def test_what_is_no_guess_is_asked_back_and_counts_for_nothing(course: Path) -> None:
    quiz = Quiz("q-chance")
    assert "did you mean 14 %" in answered(quiz, "14")
    assert not quiz.how_sure.children
    assert Progress(course).of("q-chance") is None


def test_a_choice_names_the_mistake(course: Path) -> None:
    quiz = Quiz("q-choice")
    quiz.check.click()
    assert "Choose one first" in quiz.verdict.value
    assert "harder to hit" in answered(quiz, "far", sure=3)
    assert "3/2 (1.5) times" in answered(quiz, "near")


def test_a_lesson_of_another_folder_is_found_and_its_unit_is_told(course: Path) -> None:
    quiz = Quiz("q-wait")
    assert quiz.question.right == Fraction(6)
    assert "6 rally phases." in answered(quiz, "6", sure=0)


def test_a_wrong_guess_is_sent_only_where_there_is_something(course: Path) -> None:
    told = answered(Quiz("q-chance"), "1/3", sure=0)
    assert "1/3 is too high: twice the answer or more.</b> Take a hint or try it out below.<" in told
    assert "too low, but not by much.</b> </p></div>" in answered(Quiz("q-wait"), "5", sure=0)


def test_after_two_wrong_guesses_in_a_row_the_first_hint_opens_by_itself(course: Path) -> None:
    quiz = Quiz("q-chance")
    answered(quiz, "1/3", sure=0)
    assert quiz.hint.description == "Hint 1 of 2"
    assert "Look at the hint" in answered(quiz, "1/9")
    assert quiz.question.hints[0] in quiz.helped.value
    assert quiz.hint.description == "Hint 2 of 2"
    assert "Because" not in quiz.verdict.value + quiz.helped.value


def test_the_paths_are_told_where_they_say_more_than_the_chance() -> None:
    assert paths_html(ask("pz8-ww2", "to-hit"), "hit") == ""
    assert "×" in paths_html(ask("pz8-ww2", "direct-fire", attack=5, defence=4), "destroyed")


def test_an_unknown_question_offers_the_near_one(course: Path) -> None:
    with pytest.raises(BadInput, match="q-wait"):
        Quiz("q-wiat")


def test_on_the_next_day_everything_is_as_it_was_left(course: Path) -> None:
    answered(Quiz("q-chance"), "5/36", sure=0)
    again = Quiz("q-chance")
    assert "rightly before" in again.verdict.value
    folded = again.verdict.value.partition("<details>")[2]
    assert "It is" in folded
    assert "Because 5/36" in folded
    answered(Quiz("q-wait"), "5", sure=0)
    assert "It is" not in Quiz("q-wait").verdict.value
    assert "Now roll it" in again.after.value
    assert again.opened.children


@pytest.mark.parametrize("text", ['{"answers": [', "[]", '{"answers": {"q": 3}}', "\x00\x01", "[" * 100_000])
def test_a_corrupt_file_is_kept_said_and_replaced(course: Path, text: str) -> None:
    (course / FILE).write_text(text, encoding="utf-8")
    quiz = Quiz("q-chance")
    assert "could not be read" in quiz.verdict.value
    assert (course / f"{FILE}.unreadable-1").read_text(encoding="utf-8") == text
    answered(quiz, "5/36", sure=0)
    kept = Progress(course).of("q-chance")
    assert kept is not None
    assert kept.right


def test_answers_are_exported_as_a_table(course: Path) -> None:
    answered(Quiz("q-wait"), "5", sure=3)
    head, line = Progress(course).to_csv().splitlines()
    assert head.startswith("question,given,right,tries,first,first_right,confidence")
    assert line.startswith("q-wait,5,False,1,5,False,19/20,")


def test_a_table_tells_chances_only_of_what_its_question_asks(tmp_path: Path) -> None:
    """An assault is no tank that drives; where a battery is fired, misses are asked later."""
    veiled = {}
    for name, answer in (("start-destroyed", "5/36"), ("ww1-tanks-1-one", "625/1296"), ("ww2-5-shells", "3")):
        quiz = Quiz(name, progress=Progress(tmp_path))
        quiz.guess.value = answer
        quiz.kept("1/2")
        assert quiz.told
        veiled[name] = quiz.table.children[0].veiled
    assert veiled == {"start-destroyed": False, "ww1-tanks-1-one": True, "ww2-5-shells": True}


def test_where_nothing_can_be_moved_a_question_does_not_say_so(tmp_path: Path) -> None:
    question = question_named("start-destroyed")
    assert "Drag the T-34" in question.text
    assert "drag" not in (question.still.text + question.still.after).lower()
    assert question.still.right == question.right
    assert "Drag" not in Quiz(question, progress=Progress(tmp_path))._repr_mimebundle_()["text/html"]
    assert "Drag" not in asked_html(question)
