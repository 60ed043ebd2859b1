"""The room keeps what the class says, tells nothing early, and comes back after a restart."""

from __future__ import annotations

import asyncio
import csv
import io
import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from pz8edu.analysis.puzzles import puzzle, shelf
from pz8edu.errors import BadInput
from pz8widgets.apps.classroom import posed as posed_module
from pz8widgets.apps.classroom.class_dice import expected_error
from pz8widgets.apps.classroom.desk import Desk
from pz8widgets.apps.classroom.doors import Doors
from pz8widgets.apps.classroom.posed import course_questions, last_told, posed, rolled
from pz8widgets.apps.classroom.record import Record
from pz8widgets.apps.classroom.room import Room
from pz8widgets.course.course import lesson_at

SHOT = "pz8-ww2 direct-fire attack=5 defence=4 armoured=true"


@pytest.fixture(scope="module")
def question() -> dict[str, Any]:
    return posed(SHOT)


@pytest.fixture
def room(question: dict[str, Any]) -> Room:
    room = Room()
    for guest in "ab":
        room.enter(guest)
        room.comes(guest)
    room.pose("guess", question, "destroyed")
    return room


def test_a_question_is_posed_with_its_exact_answers(question: dict[str, Any]) -> None:
    exact = {each["name"]: each["exact"] for each in question["answers"]}
    assert exact == {"ok": "17/24", "disorganized": "1/12", "suppressed": "5/72", "destroyed": "5/36"}
    assert question["tree"].startswith("<svg")
    chain = posed("pz8-ww2 rally-chain condition=suppressed")
    assert not chain["chances"]
    assert {"name", "asks", "exact", "percent"} == set(chain["answers"][0])


def test_a_question_of_the_course_is_posed_with_its_reason(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    offered = course_questions()
    assert len({each["line"] for each in offered}) == len(offered) > 20
    room = Room()
    of_a_count = [each for each in offered if each["line"].endswith("space-words-1-three")]
    assert of_a_count
    for each in (*of_a_count, *offered[:: max(1, len(offered) // 12)]):
        question = posed(each["line"])
        (answer,) = question["answers"]
        room.enter("a")
        room.pose("guess", question, answer["name"])
        assert question["why"] not in str(room.for_visitor("a"))
        room.show("revealed")
        assert room.for_visitor("a")["activity"]["why"] == question["why"] != ""
        with pytest.raises(BadInput, match="no single throw"):
            room.pose("roll", question, answer["name"])
    with pytest.raises(BadInput, match="question of the course"):
        posed("course nothing")
    monkeypatch.chdir("/")
    assert course_questions() == []


def test_a_question_of_the_course_brings_its_own_paragraph_only(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    told = posed("course other-tools-burst")["inputs"]
    assert 0 < len(told) < 1000
    assert not {"<table", "<pre"} & set(re.findall(r"<\w+", told))
    prose = "Of old.\n\n```python\nx = 1\n\ny = 2\n```\n\n| a | b |\n|---|---|\n\nThe case.\n\nNow guess."
    assert last_told(prose) == "Of old.\n\nThe case.\n\nNow guess."
    assert last_told("x" * 500 + "\n\n" + "y" * 500) == "y" * 500
    assert last_told("z" * 900) == "z" * 900
    assert last_told("") == ""


def test_only_the_lesson_of_a_question_is_read(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    read: list[Path] = []
    monkeypatch.setattr(posed_module, "lesson_at", lambda path: read.append(path) or lesson_at(path))
    posed("course chance-sure-01-hit-again")
    assert len(set(read)) <= 2


def test_a_planned_hour_is_worked_out_before_the_class_is_there(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    steps = [{"pose": ["guess", line, ""]} for line in ("course nothing", "course ww2-2-hill", SHOT)]
    desk = Desk(Room(), Doors("127.0.0.1", 0))
    desk.hour = {"steps": steps}
    posed_module.of_the_course.cache_clear()
    asyncio.run(desk.prepare())
    assert posed_module.of_the_course.cache_info().currsize == 1
    assert posed("course ww2-2-hill")["title"] == "What is a flank worth?"
    assert posed_module.of_the_course.cache_info().hits == 1


def test_a_choice_is_posed_taken_and_tallied(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    question = posed("course chance-sure-01-hit-again")
    room = Room()
    for name in "abc":
        room.enter(name)
    room.pose("guess", question, question["answers"][0]["name"])
    shown = room.for_visitor("a")["activity"]
    assert shown["asks"] == "How often is the damaged ship destroyed?"
    assert "a ship that was hit before is hit again" in shown["inputs"]
    choices = shown["choices"]
    right = question["answers"][0]["exact"]
    assert right in choices
    assert right not in {
        str(value) for key, value in room.for_visitor("a")["activity"].items() if key != "choices"
    }
    wrong = next(each for each in choices if each != right)
    for name, choice, sure in (("a", right, 2), ("b", wrong, 0), ("c", right, 3)):
        room.guess(name, choice, sure)
    with pytest.raises(BadInput, match="unknown choice '1/2'"):
        room.guess("a", "1/2", 0)
    room.show("guesses")
    shown = room.for_screen()["activity"]
    assert {each["name"]: each["counts"] for each in shown["tally"] if sum(each["counts"])} == {
        right: [0, 0, 1, 1],
        wrong: [1, 0, 0, 0],
    }
    assert "exact" not in shown
    room.show("revealed")
    assert room.for_visitor("b")["activity"]["exact"] == right
    lines = list(csv.reader(io.StringIO(room.to_csv())))
    assert [row[-2:] for row in lines[1:]] == [
        [right, "Fairly sure (3 in 4)"],
        [wrong, "A wild guess (1 in 4)"],
        [right, "Nearly certain (19 in 20)"],
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("pz8-ww2", "say the rules and a question"),
        ("pz8-ww2 rallly", "did you mean 'rally'"),
        ("pz8-ww2 direct-fire attack=99 defence=4", "attack must be"),
        ("pz8-ww2 within 'centre=[0,0]' 'unit=[3,4]' limit=5", "has no page"),
        ("--batch /etc/passwd", "opens no files"),
        ("pz8-ww2 rally --variant /etc/passwd", "opens no files"),
        ("pz8-ww2 'rally", "cannot be read"),
        ("--help", "cannot be read"),
    ],
)
def test_a_line_that_asks_nothing_is_answered_with_a_sentence(line: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        posed(line)


def test_a_guess_is_a_number_and_the_last_one_counts(room: Room) -> None:
    room.guess("a", "14 %", 1)
    for text, says in (("25", "did you mean 25 %"), ("many", "not understood"), ("1" * 100, "60 letters")):
        with pytest.raises(BadInput, match=says):
            room.guess("a", text, 1)
    with pytest.raises(BadInput, match="confidence"):
        room.guess("a", "1/4", 7)
    room.guess("a", "1/5", 2)
    assert room.for_visitor("a")["activity"]["guess"] == "1/5"
    assert room.for_screen()["activity"]["answered"] == 1


def test_the_tree_is_a_step_of_its_own_after_the_answer(room: Room) -> None:
    room.guess("a", "1/4", 0)
    room.show("tree")
    for told in (room.for_visitor("a")["activity"], room.for_screen()["activity"]):
        assert (told["stage"], told["step"], told["exact"]) == ("revealed", "tree", "5/36")
    with pytest.raises(BadInput, match="too late"):
        room.guess("b", "1/4", 0)


def test_a_question_tells_what_departs_from_the_defaults(question: dict[str, Any]) -> None:
    assert question["inputs"] == "<p>attack: 5, defence: 4, armoured: yes</p>"


def test_nobody_sees_the_answer_or_the_guesses_before_they_are_shown(room: Room) -> None:
    room.guess("a", "1/4", 0)
    seen = str([room.for_visitor("b"), room.for_screen(), room.for_teacher()])
    assert "5/36" not in seen
    assert "histogram" not in seen
    room.show("guesses")
    counts = room.for_screen()["activity"]["histogram"]
    assert counts["counts"][2] == [1, 0, 0, 0]
    assert "exact" not in counts
    assert "5/36" not in str(room.for_visitor("b"))
    with pytest.raises(BadInput, match="too late"):
        room.guess("b", "1/4", 0)
    room.show("revealed")
    assert room.for_screen()["activity"]["histogram"]["exact"] == 5 / 36
    assert room.for_visitor("b")["activity"]["exact"] == "5/36"
    assert room.for_visitor("b")["activity"]["tree"].startswith("<svg")


def test_the_class_rolls_and_the_piles_stand_beside_what_was_to_be_expected(
    room: Room, question: dict[str, Any]
) -> None:
    with pytest.raises(BadInput, match="nothing is asked"):
        room.roll("a", "ok", 1)
    room.pose("roll", question, "ok")
    number = room.for_visitor("a")["activity"]["number"]
    for _ in range(3):
        room.roll("a", "ok", number)
    room.roll("b", "destroyed", number)
    with pytest.raises(BadInput, match="outcome"):
        room.roll("b", "dead", number)
    with pytest.raises(BadInput, match="another question"):
        room.roll("b", "ok", number - 1)
    piles = {each["name"]: each for each in room.for_screen()["activity"]["piles"]}
    assert {name: each["count"] for name, each in piles.items()} == {
        "ok": 3, "disorganized": 0, "suppressed": 0, "destroyed": 1
    }  # fmt: skip
    assert "expected" not in piles["ok"]
    room.show("revealed")
    piles = {each["name"]: each for each in room.for_screen()["activity"]["piles"]}
    assert piles["ok"]["expected"] == pytest.approx(4 * 17 / 24)
    assert piles["ok"]["error"] == pytest.approx(float(expected_error(Fraction(17, 24), 4)))
    chain = posed("pz8-ww2 rally-chain condition=suppressed")
    with pytest.raises(BadInput, match="no single throw"):
        room.pose("roll", chain, chain["answers"][0]["name"])


@pytest.mark.parametrize("chance", [Fraction(1, 6), Fraction(1, 2), Fraction(5, 7), Fraction(0), Fraction(1)])
@pytest.mark.parametrize("rolls", [0, 1, 2, 7, 30])
def test_the_expected_error_is_the_mean_over_all_counts(chance: Fraction, rolls: int) -> None:
    weights = [comb(rolls, k) * chance**k * (1 - chance) ** (rolls - k) for k in range(rolls + 1)]
    assert expected_error(chance, rolls) == sum(w * abs(k - rolls * chance) for k, w in enumerate(weights))


def test_dice_roll_what_the_rule_can_give(question: dict[str, Any]) -> None:
    assert rolled(SHOT) in {each["name"] for each in question["answers"]}
    with pytest.raises(BadInput, match="turn after turn"):
        rolled("pz8-ww2 rally-chain condition=suppressed")


def test_a_restart_goes_on_where_the_room_was(tmp_path: Path, question: dict[str, Any]) -> None:
    path = tmp_path / "room" / "events.jsonl"
    first = Room(Record(path))
    first.enter("a")
    first.name("a", "  Ada  Lovelace ")
    first.pose("guess", question, "destroyed")
    first.guess("a", "1/7", 2)
    first.show("guesses")
    first.freeze(True)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"event": "guessed", "gue')  # the machine went down in mid-sentence
    again = Room(Record(path))
    assert again.for_teacher()["trouble"].startswith("1 line of 'events.jsonl' could not be read")
    assert again.for_screen() == first.for_screen()
    assert again.for_visitor("a") == first.for_visitor("a")
    again.show("revealed")
    assert Room(Record(path)).for_screen()["activity"]["exact"] == "5/36"


def test_results_are_exported_without_names_unless_they_are_asked_for(room: Room) -> None:
    room.name("a", '=HYPERLINK("x")')
    room.guess("a", "1/4", 0)
    room.guess("b", "10 %", 2)
    rows = list(csv.DictReader(io.StringIO(room.to_csv())))
    assert [(row["visitor"], row["answer"], row["confidence"]) for row in rows] == [
        ("1", "1/4", "A wild guess (1 in 4)"),
        ("2", "10 %", "Fairly sure (3 in 4)"),
    ]
    assert "HYPERLINK" not in room.to_csv()
    named = list(csv.DictReader(io.StringIO(room.to_csv(names=True))))
    assert [row["name"] for row in named] == ['\'=HYPERLINK("x")', ""]


def test_a_full_room_a_room_that_is_over_and_a_stranger(question: dict[str, Any]) -> None:
    room = Room(seats=1)
    room.enter("a")
    room.comes("a")
    with pytest.raises(BadInput, match="full: it has 1 seats"):
        room.enter("b")
    room.enter("a")  # a second page of the same visitor
    room.goes("a")
    room.enter("b")
    with pytest.raises(BadInput, match="not in this room"):
        room.guess("c", "1/4", 0)
    with pytest.raises(BadInput, match="name has 40 letters"):
        room.name("a", "x" * 41)
    room.pose("guess", question, "ok")
    room.close()
    with pytest.raises(BadInput, match="over"):
        room.guess("a", "1/4", 0)
    with pytest.raises(BadInput, match="over"):
        room.enter("c")
    with pytest.raises(BadInput, match="answer"):
        room.pose("guess", question, "dead")


def test_a_folder_that_cannot_be_used_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="results cannot be kept"):
        Record(tmp_path / "file" / "events.jsonl")
    record = Record(tmp_path / "events.jsonl")
    (tmp_path / "events.jsonl").unlink(missing_ok=True)
    (tmp_path / "events.jsonl").mkdir()
    room = Room()
    room.record = record
    room.enter("a")
    assert "cannot be saved" in room.for_teacher()["trouble"]
    assert room.guests["a"].number == 1


DAMAGED = [
    '{"event": "posed"}',
    '{"event": "posed", "number": 1, "kind": "guess", "question": {}, "asked": "destroyed"}',
    '{"event": "posed", "number": 1, "kind": "guess", "question": {"answers": 5}, "asked": "destroyed"}',
    '{"event": "named", "guest": "nobody", "name": "Ann"}',
    '{"event": "came"}',
    '{"event": "came", "guest": [], "number": {}}',
    '{"event": "staged", "stage": "elsewhere"}',
    '{"event": "guessed", "guest": "a", "guess": "many", "sure": 0}',
    '{"event": "guessed", "guest": "a", "guess": "1/2", "sure": 99}',
    '{"event": "rolled", "guest": "a", "outcome": 7}',
    '{"event": "froze", "frozen": "yes"}',
    '{"event": ' + "[" * 100_000,
    "[" * 100_000 + "]" * 100_000,
    "5",
    "\x00",
]


@pytest.mark.parametrize("line", DAMAGED, ids=lambda line: line[:60])
def test_a_damaged_line_is_told_and_passed_over_and_the_others_count(
    tmp_path: Path, question: dict[str, Any], line: str
) -> None:
    path = tmp_path / "events.jsonl"
    first = Room(Record(path))
    first.enter("a")
    first.pose("guess", question, "destroyed")
    good = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([good[0], good[1], line, '{"event": "of another version"}']), encoding="utf-8")
    damaged = path.read_bytes()
    again = Room(Record(path))
    assert again.for_screen() == first.for_screen()
    again.guess("a", "1/7", 2)
    told = again.for_teacher()["trouble"]
    assert told.startswith("1 line of 'events.jsonl' could not be read; all others count")
    assert (tmp_path / "events.jsonl.damaged-1").read_bytes() == damaged + b"\n"
    third = Room(Record(path))
    assert third.for_teacher()["trouble"] == "", "it is told once"
    assert third.for_visitor("a")["activity"]["guess"] == "1/7"
    assert len(third.to_csv().splitlines()) == 2
    assert len(list(tmp_path.iterdir())) == 2


def test_a_class_counts_its_own_dice_and_sees_what_was_to_be_expected(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(project)
    question = posed("experiment 1950-2-front")
    room = Room(Record(tmp_path / "events.jsonl"))
    for guest in "abc":
        room.enter(guest)
    room.pose("count", question, question["answers"][0]["name"])
    with pytest.raises(BadInput, match="from 0 to 12; got 13"):
        room.count("a", 13)
    for guest, count in zip("abc", (2, 3, 3), strict=True):
        room.count(guest, count)
    assert "counted" not in room.for_screen()["activity"]
    room.show("revealed")
    shown = Room(Record(tmp_path / "events.jsonl")).for_screen()["activity"]
    assert shown["counted"][:5] == [0, 0, 1, 2, 0], "a restart knows them"
    chance = Fraction(shown["exact"])
    law = [comb(12, k) * chance**k * (1 - chance) ** (12 - k) for k in range(13)]
    assert shown["expected"] == [pytest.approx(float(3 * each)) for each in law]
    assert re.search(r",3,$", room.to_csv(), re.MULTILINE)
    with pytest.raises(BadInput, match="only an experiment"):
        room.pose("guess", question, question["answers"][0]["name"])
    with pytest.raises(BadInput, match="no experiment whose results are counted"):
        posed("experiment naval-nerve-1-plus")


def test_mistakes_are_named_and_answers_that_disagree_stand_side_by_side(room: Room) -> None:
    room.guess("a", "1/2", 3)
    room.guess("b", "5/36", 1)
    room.show("guesses")
    assert set(room.for_screen()["activity"]["disagree"]) == {"1/2", "5/36"}
    room.show("revealed")
    ((many, value, says),) = room.for_screen()["activity"]["mistakes"]
    assert (many, value) == (1, "1/2")
    assert "only the first step" in says


def test_a_teacher_writes_questions_on_the_spot() -> None:
    double = posed('own {"text": "How likely is a double?", "answer": "1 in 6"}')
    assert double["answers"][0] | {"css": ""} == {
        "name": "own", "asks": "How likely is a double?", "exact": "1/6", "percent": "16.7 %", "css": "",
    }  # fmt: skip
    choice = posed('own {"text": "Which?", "choices": ["the right one", "another", ""]}')
    assert choice["choices"] == ["another", "the right one"]
    assert choice["answers"][0]["exact"] == "the right one"
    about = posed('own {"text": "Will it burn?", "about": "' + SHOT + '"}')
    assert {each["asks"] for each in about["answers"]} == {"Will it burn?"}
    assert about["answers"][-1]["exact"] == "5/36"
    for wrong, why in {
        "{}": "has a text",
        '{"text": ""}': "1 to 600 letters",
        '{"text": "How?", "answer": "many"}': "not understood",
        '{"text": "How?", "choices": ["one"]}': "2 to 8 choices",
    }.items():
        with pytest.raises(BadInput, match=why):
            posed(f"own {wrong}")


def test_the_league_ranks_who_knows_what_they_know_never_the_quick(room: Room) -> None:
    room.divide(2)
    assert [room.team_of(each) for each in "ab"] == [1, 2]
    room.guess("b", "1/2", 3)  # wrong, and nearly certain; but first
    room.guess("a", "5/36", 2)  # right, and fairly sure
    assert room.league() == [[1, 0, None], [2, 0, None]], "nothing counts before the answer is told"
    room.show("revealed")
    assert room.league() == [[1, 1, 1 / 16], [2, 1, 361 / 400]]
    assert room.calibration() == [], "one question says nothing"
    with pytest.raises(BadInput, match="2 to 6 teams"):
        room.divide(7)
    room.time(60)
    assert room.for_screen()["until"]
    room.show("guesses")
    assert not room.for_screen()["until"], "what is shown ends the countdown"
    with pytest.raises(BadInput, match="0 to 600 seconds"):
        room.time(601)


def test_a_puzzle_is_for_all_phones_and_says_what_each_choice_is_worth(room: Room) -> None:
    one = puzzle(next(iter(shelf())))
    question = posed(f"puzzle {one.id}")
    room.pose("guess", question, one.id)
    asked = room.for_visitor("a")["activity"]
    assert len(set(asked["choices"])) == len(one.choices)
    assert not {"exact", "why", "answers"} & set(asked)
    right = question["answers"][0]["exact"]
    room.guess("a", right, 2)
    room.show("revealed")
    shown = room.for_screen()["activity"]
    assert shown["exact"] == right in asked["choices"]
    assert all(f"{worth} (" in shown["why"] for worth in one.choices.values())
    assert posed("puzzle today")["answers"][0]["name"] in shelf()
    with pytest.raises(BadInput, match="unknown puzzle"):
        posed("puzzle none")
