"""What a question opens has the inputs that its lesson gives, whatever they are called."""

from pathlib import Path

import pytest

from pz8edu import BadInput
from pz8widgets import Calculator, Desk, Play
from pz8widgets.course.course import lesson_at, question_named
from pz8widgets.course.opened import opened

LESSONS = Path(__file__).resolve().parents[3] / "lessons"


def test_an_input_may_be_called_like_an_argument_of_the_widget() -> None:
    inputs = {"firepower": 1, "defense": 9, "rules": "basic"}
    found = opened({"calculator": "fire", "system": "panzertroops", "inputs": inputs})
    assert isinstance(found, Calculator)
    assert found.form.value.rules == "basic"


def test_inputs_that_are_none_are_refused() -> None:
    with pytest.raises(BadInput, match="unknown input 'speed'"):
        opened({"calculator": "fire", "system": "panzertroops", "inputs": {"speed": 3}})


def test_a_desk_has_the_changed_rules_beside_the_printed_ones() -> None:
    found = opened({"desk": "rally", "system": "pz8-ww2", "changed": {"rally_on": 4}, "reading": "R3=b"})
    assert isinstance(found, Desk)
    assert found.first.departures() == {}
    assert found.second.departures() == {"rally_on": 4, "R3": "b"}


def test_a_lesson_shows_the_inputs_that_it_uses_and_the_others_behind_a_button() -> None:
    question = question_named("divisional-4-ground")
    form = opened(question.opens[0], question).form
    shown = lambda: [getattr(each, "description", "") for each in form.children]  # noqa: E731
    used = {"view", "attacker_type", "defender_type", "attacker_quality", "defender_quality", "defender_fort"}
    assert form.folded == set(form.fields) - used
    assert shown()[-1] == "more…"
    assert "Attacker's combat factor" not in shown()
    form.more.click()
    assert form.more.description == "fewer"
    assert "Attacker's fatigue points" in shown()
    form.more.click()
    assert shown()[-1] == "more…"
    form.fill(attacker_fp=1)
    assert "Attacker's fatigue points" in shown(), "an input that is not as at first shows itself"
    question = question_named("designers-2-cover")
    desk = opened(question.opens[0], question).form
    assert desk.folded == set(desk.fields) - {"cover", "quality"}, "the designer's desk does so too"


def test_of_two_units_only_the_parts_that_a_lesson_uses_stand_in_sight() -> None:
    question = next(
        each
        for each in lesson_at(LESSONS / "pz8-ww2/06-a-whole-turn.toml").questions.values()
        if any("chain" in entry for entry in each.opens)
    )
    form = opened(question.opens[0], question).form
    first, second = form.records
    assert {"attack", "defence"} <= set(first.parts) - first.rest
    assert {"cover", "facing", "condition", "in_command"} <= first.rest == second.rest
    assert first.parts["cover"].widget not in first.widget.children
    form.more.click()
    assert first.widget.children == first.whole
    form.more.click()
    assert first.parts["cover"].widget not in first.widget.children
    form.fill(A={"attack": 5, "defence": 4, "cover": "rough"})
    assert first.parts["cover"].widget in first.widget.children, "a part that is not as at first shows itself"
    assert form.value.A.cover == "rough"


def test_a_calculator_of_no_lesson_shows_all_its_inputs() -> None:
    form = opened(question_named("divisional-4-ground").opens[0]).form
    assert form.more not in form.children
    assert len(form.children) == len(form.fields)


def test_whole_turns_are_opened_with_a_plain_opponent() -> None:
    question = question_named("ww2-10-nearer")
    found = opened(question.opens[0], question)
    assert isinstance(found, Play)
    assert found.game.table == "the-village-1944"
    assert set(found.machines) == {"enemy"}
    assert found.game.now.side == "own"
    with pytest.raises(BadInput, match="nowhere"):
        opened({"play": "nowhere", "system": "pz8-ww2"})
