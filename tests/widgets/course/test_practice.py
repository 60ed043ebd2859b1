"""Endless variants: exact answers, real mistakes, and what was wrong comes again."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from pz8edu import BadInput, ask, odds
from pz8widgets import Practice, Progress
from pz8widgets.course import choices as choices_module
from pz8widgets.course import progress as progress_module
from pz8widgets.course.progress import UNANSWERED, Answer
from pz8widgets.course.rule_in_lines import rule_lines
from pz8widgets.course.wrong_models import wrong_chances, wrong_means


def practice(folder: Path, seed: int | None = 1) -> Practice:
    return Practice(
        "pz8-ww2",
        "direct-fire",
        vary=["attack", "defence", "facing"],
        outcome="destroyed",
        inputs={"armoured": True},
        seed=seed,
        progress=Progress(folder),
    )


def choose(page: Practice, right: bool) -> str:
    page.choices.value = next(each for each in page.choices.options if (each not in page.mistakes) is right)
    page.checked()
    return str(page.verdict.value)


def test_each_variant_has_the_rule_s_answer_and_three_mistakes(tmp_path: Path) -> None:
    page = practice(tmp_path)
    seen = set()
    for _ in range(12):
        exact = odds("pz8-ww2", "direct-fire", {"armoured": True, **page.varied})["destroyed"]
        assert str(exact) in page.choices.options
        assert len(set(page.choices.options)) == 4
        assert str(exact) not in page.mistakes
        seen.add(tuple(page.varied.items()))
        choose(page, right=True)
        page.another()
    assert len(seen) > 8


def test_a_question_in_words_has_the_inputs_in_its_braces(tmp_path: Path) -> None:
    def asking(asks: str) -> Practice:
        vary = ["attack", "defence"]
        told = {"outcome": "destroyed", "asks": asks, "progress": Progress(tmp_path)}
        return Practice("pz8-ww2", "direct-fire", vary=vary, **told)

    page = asking("A gun of {attack}: how often?")
    assert f"A gun of {page.varied['attack']}: how often?" in page.shown.value
    for wrong in ("A gun of {calibre}", "A gun of {attack", "A gun of {}"):
        with pytest.raises(BadInput, match="asks may name attack, defence in braces"):
            asking(wrong)


def test_the_same_seed_asks_the_same(tmp_path: Path) -> None:
    first, same, other = practice(tmp_path), practice(tmp_path), practice(tmp_path, seed=2)
    told = []
    for page in (first, same, other):
        told.append([])
        for _ in range(4):
            told[-1].append((page.shown.value, page.choices.options))
            page.another()
    assert told[0] == told[1] != told[2]


def test_a_wrong_choice_hears_its_mistake_and_comes_again_tomorrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = practice(tmp_path)
    wrong = dict(page.varied)
    told = choose(page, right=False)
    assert "Not yet" in told
    assert page.mistakes[page.choices.value].split("*")[0] in told
    assert "×" in choose(page, right=True)
    page.another()
    assert page.varied != wrong
    monkeypatch.setattr(choices_module, "this_day", lambda: date(2999, 1, 1))
    again = practice(tmp_path, seed=5)
    assert again.varied == wrong
    assert "1 to come again" in again.count.value


@pytest.mark.parametrize(
    ("first_right", "in_a_row", "expected"),
    [(False, 0, "2026-11-23"), (False, 1, "2026-11-25"), (False, 2, "2026-11-29"), (True, 1, "")],
)
def test_a_file_from_before_the_scheduler_comes_again_when_it_would_have(
    first_right: bool, in_a_row: int, expected: str
) -> None:
    old = {"given": "1/2", "right": True, "tries": 4, "first": "1/3", "first_right": first_right}
    kept = Answer.read({**old, "confidence": "1/4", "last": "2026-11-22", "in_a_row": in_a_row})
    assert kept[:8] == ("1/2", True, 4, "1/3", first_right, "1/4", "2026-11-22", in_a_row)
    assert kept.due == expected
    if expected:
        due = date.fromisoformat(expected)
        assert kept.is_due(due)
        assert not kept.is_due(due - timedelta(days=1))


def test_what_was_learned_before_comes_again_late() -> None:
    learned = {"given": "1/2", "right": True, "tries": 4, "last": "2026-11-22", "in_a_row": 3}
    assert Answer.read(learned).due > "2026-12-01"


def test_right_answers_on_later_days_make_the_waits_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    today = date(2026, 1, 1)
    monkeypatch.setattr(progress_module, "this_day", lambda: today)
    answer = UNANSWERED.after("1/2", False, "1/2")
    assert answer.due == "2026-01-02"
    assert answer.after("1/3", True, "").due == answer.due, "who was just told has remembered nothing"
    waits = []
    for _ in range(4):
        today = date.fromisoformat(answer.due)
        answer = answer.after("1/3", True, "")
        waits.append((date.fromisoformat(answer.due) - today).days)
    assert waits == sorted(set(waits)), waits
    today = date.fromisoformat(answer.due)
    assert answer.after("1/2", False, "").due < answer.after("1/3", True, "").due
    assert not UNANSWERED.after("1/2", True, "").due, "what was never wrong stays away"


def test_without_a_seed_no_two_visits_ask_the_same(tmp_path: Path) -> None:
    told = set()
    for _ in range(2):
        page, shown = practice(tmp_path, seed=None), []
        for _ in range(6):
            shown.append(page.shown.value)
            page.another()
        told.add(tuple(shown))
    assert len(told) == 2


def test_it_gets_harder_with_right_answers(tmp_path: Path) -> None:
    easy, hard = practice(tmp_path), practice(tmp_path)
    found: dict[str, list[tuple[int, int]]] = {"easy": [], "hard": []}
    for _ in range(6):
        for name, page, in_a_row in (("easy", easy, 0), ("hard", hard, 12)):
            page.in_a_row = in_a_row
            page.another()
            found[name].append(page.hardness(page.odds))
    assert sum(each[1] for each in found["hard"]) > sum(each[1] for each in found["easy"])


def test_putting_the_cards_back_is_named() -> None:
    mistakes = wrong_chances(odds("pz8-colonial", "card-colours", draws=4), "4")
    assert (
        Fraction(1, 16),
        "That puts every card back before the next is drawn; here it stays out.",
        False,
    ) in mistakes


def test_adding_and_forgetting_the_miss_are_named() -> None:
    shot = odds("pz8-ww2", "direct-fire", attack=5, defence=4, armoured=True)
    told = {each.answer: each.says for each in wrong_chances(shot, "destroyed")}
    assert "added" in told[Fraction(7, 9)]
    assert "does not always" in told[Fraction(5, 18)]
    assert Fraction(5, 36) not in told


def test_the_typical_is_not_the_mean() -> None:
    hits = odds("pz8-colonial", "card-colours", draws=3)
    assert all(mistake.answer != Fraction(3, 2) for mistake in wrong_means(hits))
    assert wrong_means(hits)


@pytest.mark.parametrize(
    ("vary", "says"),
    [(["atack"], "attack"), ({"attack": [0], "defence": [7]}, "has enough to choose among")],
)
def test_what_cannot_be_practised_says_so(tmp_path: Path, vary: object, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Practice("pz8-ww2", "direct-fire", vary=vary, outcome="destroyed", progress=Progress(tmp_path))  # type: ignore[arg-type]


def test_without_a_rule_of_its_own_a_question_says_what_is_rolled_for(tmp_path: Path) -> None:
    page = Practice(
        "pz8-ww2", "damage", vary=["attack", "defence"], outcome="destroyed", progress=Progress(tmp_path)
    )
    attack, defence = page.varied["attack"], page.varied["defence"]
    said = page.rule.value.replace(" + 0", "")
    assert f"D6 + {attack} against D6 + {defence}".replace(" + 0", "") in said
    assert "+3 or more gives destroyed" in said
    assert "+3 or more gives destroyed" in page._repr_mimebundle_()["text/html"]
    lead = rule_lines(ask("pz8-naval", "gun-damage", {"att": 3, "def": 2}))
    assert lead == ["Roll D6 + 3 against D6 + 2 for “damages”; your lead counts, 0 to 3."]
