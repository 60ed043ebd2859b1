"""Numbers and tables that a lesson takes from its games: worths, skill and luck, what is never best."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pz8edu
from pz8edu.errors import BadInput
from pz8edu.turns.choice import Choice
from pz8widgets import Luck, Play, Quiz
from pz8widgets.course.course import question_named
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.opened import opened
from pz8widgets.course.progress import Progress
from pz8widgets.course.values import Values

FOLDER = Path(__file__).resolve().parents[3] / "lessons" / "chance"
LESSON = Lesson(FOLDER / "07-your-mistake-or-bad-luck.toml")
LAST_TURN = Lesson(FOLDER / "06-fire-or-advance.toml")
DUEL = '[Book "pz8-scifi"]\n[Table "two-tanks"]\n\nresult still on\n'


def asked(entry: dict[str, Any], games: dict[str, str]) -> Fraction:
    return Values({"it": entry}, games)["it"]


def test_a_choice_at_the_end_is_worth_what_its_shot_is() -> None:
    worth = asked({"game": "spent", "choice": "pass"}, LAST_TURN.values.games.written)
    shot: dict[str, Any] = {"attack": 5, "defence": 4, "armoured": True, "facing": "side"}
    shot["target_condition"] = "suppressed"
    assert worth == pz8edu.ask("pz8-ww2", "direct-fire", **shot).fraction("destroyed")


def test_skill_and_luck_of_the_lines_add_up_to_those_of_the_game() -> None:
    figures, lines = ("skill", "luck"), range(1, 10)
    whole: dict[str, Any] = {each: {"game": "lost", "figure": each} for each in figures}
    parts: dict[str, Any] = {
        f"{each} {line}": {"game": "lost", "line": line, "figure": each} for each in figures for line in lines
    }
    values = Values(whole | parts, LESSON.values.games.written)
    for each in figures:
        assert sum(values[f"{each} {line}"] for line in lines) == values[each]


def test_the_chance_of_a_roll_is_that_of_its_line() -> None:
    games = LESSON.values.games.written
    assert asked({"game": "lost", "line": 9, "figure": "chance"}, games) == Fraction(5, 18)
    assert asked({"game": "lost", "line": 1, "figure": "chance"}, games) == 1


def test_what_a_choice_is_worth_where_it_was_made_is_the_skill_of_its_line() -> None:
    games = LESSON.values.games.written
    drove = asked({"game": "lost", "events": 3, "choice": '"Pz IV": move @6.3,2.9^90'}, games)
    back = asked({"game": "lost", "events": 3, "choice": '"Pz IV": move @2.3,3.1^90'}, games)
    assert drove - back == asked({"game": "lost", "line": 4, "figure": "skill"}, games)


def test_how_often_a_kind_is_best_under_other_rules() -> None:
    def often(kind: str, figure: str, **changed: int) -> Fraction:
        return asked({"game": "duel", "kind": kind, "figure": figure, "changed": changed}, {"duel": DUEL})

    assert often("move, half way", "offered") == often("move, half way", "best") == 55
    assert often("move, half way", "best", over_half_range=1) == 0
    assert often("move, back", "best") == 0
    assert often("move, half way", "alone", over_half_range=0) == 0
    assert often("charge", "best") == 0, "a kind that is nowhere offered"


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"game": "other", "figure": "luck"}, "unknown game of this lesson 'other'"),
        ({"game": "duel", "figures": "luck"}, "unknown word of a question to a game 'figures'"),
        ({"game": "duel", "choice": "Needle: flies"}, "unknown choice"),
        ({"game": "duel", "figure": "fun"}, "unknown figure of a game 'fun'"),
        ({"game": "duel", "line": 1, "figure": "luck"}, "unknown line of the game '1'"),
        ({"game": "duel", "kind": "move", "figure": "never"}, "unknown figure of a kind of choice 'never'"),
        ({"game": "duel", "events": 1, "choice": "pass"}, "0 to 0 events; got 1"),
        ({"game": "duel", "changed": {"hit": 1}, "choice": "pass"}, "hit"),
    ],
)
def test_what_no_game_tells_is_refused(entry: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match="the number 'it'") as fault:
        asked(entry, {"duel": DUEL})
    assert sentence in str(fault.value)


def test_a_lesson_plays_on_from_its_games() -> None:
    shown = opened(question_named("chance-fire-1-shaken").shows[0])
    assert isinstance(shown, Play)
    assert shown.game.moment.turn == 4
    assert set(shown.machines) == {"enemy"}
    assert shown.worths.found is None, "nothing is told before the guess"
    assert {shown.worths.layout.display, shown.ask_luck.layout.display} == {"none"}, "nor can it be asked for"
    told = opened(question_named("chance-fire-1-shaken").opens[0])
    assert told.worths.found is not None
    assert told.worths.found.kind == "exact"
    assert {told.worths.layout.display, told.ask_luck.layout.display} == {""}
    assert pz8edu.replay(told.text).moment == told.game.moment


def test_a_table_that_stands_there_tells_its_worths_with_the_answer(tmp_path: Path) -> None:
    page = Quiz("chance-fire-1-shaken", progress=Progress(tmp_path))
    (table,) = page.table.children
    begun = table.game.node
    table._play(Choice("pass"))
    assert table.game.node is not begun
    page.guess.value = page.question.right_choice
    page.kept("sure")
    assert table.worths.found is not None
    assert table.game.node is begun, "where it was opened"
    assert not page.opened.children, "no second table"


def test_a_lesson_looks_back_at_the_beginning_of_its_game() -> None:
    shown = opened(question_named("chance-luck-1-guess").shows[0])
    assert shown.looking is shown.game.root
    assert len(shown.game.line) == 9
    assert not shown.from_here.disabled


def test_a_lesson_plays_under_its_own_rules() -> None:
    shown = opened(question_named("designers-nobody-1-which").shows[0])
    assert shown.game.rules.departures() == {"over_half_range": 1}
    assert "over_half_range=1" in shown.text


def test_a_lesson_tells_the_luck_of_its_game() -> None:
    luck = opened(question_named("chance-luck-6-rare").opens[0])
    assert isinstance(luck, Luck)
    assert luck.found is not None
    assert luck.line.value == 4, "what lost most"
    assert len(luck.puzzles) == 2


def test_a_question_that_opens_no_game_of_its_lesson_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        'title = "Wrong"\nminutes = 1\n[[questions]]\nid = "q"\nkind = "chance"\ntext = "?"\nwhy = "!"\n'
        'answer = "1"\nopens = [{ luck = "none" }]\n',
        encoding="utf-8",
    )
    with pytest.raises(BadInput, match="unknown game of this lesson 'none'"):
        Lesson(file)
