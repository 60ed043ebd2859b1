"""How well guesses were calibrated, exactly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from pz8widgets import Calibration, Progress, Quiz
from pz8widgets.course.calibration import by_confidence, calibration_html, score
from pz8widgets.course.progress import Answer


def guess(confidence: str, right: bool) -> Answer:
    return Answer("x", right, 1, "x", right, confidence)


def test_the_score_is_brier_s_and_exact() -> None:
    groups = by_confidence([guess("3/4", True), guess("3/4", False), guess("1/4", False), guess("", True)])
    assert [(group.said, group.guesses, group.right) for group in groups] == [
        (Fraction(1, 4), 1, 0),
        (Fraction(3, 4), 2, 1),
    ]
    assert score(groups) == (Fraction(1, 16) + Fraction(9, 16) + Fraction(1, 16)) / 3
    assert score([]) is None


def test_saying_what_one_believes_scores_best() -> None:
    """Of 12 guesses 9 are right: no other word than 3/4 has a better score."""
    scores = {
        said: score(by_confidence([guess(said, number < 9) for number in range(12)]))
        for said in ("1/4", "1/2", "3/4", "19/20")
    }
    assert min(scores, key=lambda said: scores[said] or 0) == "3/4"
    assert scores["1/2"] == Fraction(1, 4)


def test_the_page_counts_what_was_guessed_since(tmp_path: Path) -> None:
    page = Calibration(Progress(tmp_path))
    assert "No guess has been made yet" in page.told.value
    assert page.progress is not None
    page.progress.keep("a", "1/2", True, "3/4")
    page.progress.keep("a", "1/3", False, "1/4")
    page.count()
    assert "75.0 %" in page.told.value
    assert "0.06" in page.told.value
    assert "After 10 guesses it begins to mean something; so far there are 1." in page.told.value
    assert page.to_csv().splitlines()[1] == "3/4,1,1,1"
    still = page._repr_mimebundle_()
    assert "75.0 %" in still["text/html"]
    assert "object at" not in still["text/plain"]


def test_a_bad_score_is_told_with_what_helps_and_no_blame() -> None:
    proud = by_confidence([guess("19/20", number < 5) for number in range(12)])
    shy = by_confidence([guess("1/4", number < 9) for number in range(12)])
    assert (
        "Of twelve guesses you were nearly certain of, <b>five were right</b>: fewer than"
        in calibration_html(proud)
    )
    assert "say a smaller chance" in calibration_html(proud)
    assert "dare to be surer" in calibration_html(shy)
    assert "You know well" in calibration_html(by_confidence([guess("3/4", n < 9) for n in range(12)]))
    for page in map(calibration_html, (proud, shy)):
        assert "worse" not in page
        assert "How sure you were" in page


def test_it_counts_by_itself_when_a_question_is_answered(course: Path) -> None:
    page, quiz = Calibration(), Quiz("q-chance")
    assert "No guess has been made yet" in page.told.value
    quiz.guess.value = "5/36"
    quiz.sure[2].click()
    assert "75.0 %" in page.told.value


def test_few_guesses_are_told_and_not_judged() -> None:
    groups = by_confidence([guess("3/4", False)] + [guess("1/2", number < 1) for number in range(3)])
    told = calibration_html(groups)
    assert "Of one guess you were fairly sure of, <b>none was right</b>.</li>" in told
    assert "Of three guesses to which you gave even chances, <b>one was right</b>.</li>" in told
