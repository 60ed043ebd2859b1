"""Worth beside every choice, what was luck with the other choice tried, and puzzles that come again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from pz8edu.analysis.positions import SearchProgress
from pz8edu.analysis.puzzles import shelf
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.players import at_random, play_on
from pz8edu.printing.percent import in_points
from pz8edu.systems import system
from pz8widgets import Again, Luck, Play, Progress, Puzzle
from pz8widgets.course import progress
from pz8widgets.play import own
from pz8widgets.play.pupil import Pupil
from pz8widgets.play.underway import Underway
from pz8widgets.play.worths import Worths
from tests.games.test_told import COORDINATES

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
ONE = next(each for each in shelf().values() if each.ahead > 2)


@pytest.fixture(autouse=True)
def answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the learner's answers are kept."""
    monkeypatch.setenv("PZ8EDU_PROGRESS", str(tmp_path))
    return tmp_path


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook of one's own."""
    monkeypatch.setattr(own, "at_home", lambda: True)


@pytest.fixture
def late() -> Game:
    """Two tanks in their last turns: little can follow."""
    game = Game(system("pz8-ww2"), "two-tanks", seed=3)
    play_on(game, dict.fromkeys(game.book.sides, at_random(3)))
    while game.moment.turn > 3 or game.ending is not None:
        game.take_back()
    return game


# --- worth
def test_worth_is_off_until_it_is_switched_on(late: Game) -> None:
    play = Play("pz8-ww2", game=late)
    assert play.worths.found is None
    assert "worth" not in " ".join(text for text, _ in play.places.options)
    play.worths.on.value = True
    found = play.worths.found
    assert found is not None
    assert found.kind == "exact"
    for each in found.choices:
        assert f'title="{each.worth}"' in play.worths.table.value
        assert each.why
    assert "best" in play.worths.table.value
    for text, choice in play.places.options:
        assert play.worths.of(choice).split(",")[0] == f"worth {text.split(' · ')[1]}"
        assert text.startswith(f"{choice.why} · "), "a spot that its table names needs no numbers"
        assert f"{choice.unit}: move, {choice.why}" in play.worths.table.value
    play.worths.on.value = False
    assert not play.worths.table.value


def test_it_follows_the_game_and_is_silent_at_its_end(late: Game) -> None:
    play = Play("pz8-ww2", game=late)
    play.worths.on.value = True
    before = play.worths.table.value
    play._play(play.game.choices()[0])
    assert play.worths.table.value != before
    play_on(play.game, dict.fromkeys(play.game.book.sides, at_random(1)))
    play.show()
    play.worths.follow()
    assert not play.worths.table.value


def test_what_is_secret_is_said_to_be() -> None:
    play = Play("pz8-coastal", "guns-by-night", seed=1)
    play.worths.on.value = True
    play._play(next(each for each in play.game.choices() if each.kind == "speed"))
    while play.game.now.side == "own":
        play._passed()
    assert "without knowing" in play.worths.table.value


def test_less_than_a_tenth_is_not_nothing() -> None:
    assert in_points(Fraction(1, 100_000)) == "less than 0.1"
    assert in_points(Fraction(1, 8)) == "12.5"


# --- luck
def test_the_other_choice_is_tried_on_the_table(late: Game) -> None:
    play = Play("pz8-ww2", game=late)
    lines = len(play.game.line)
    play.ask_luck.click()
    (luck,) = play.luck.children
    found = luck.found
    assert found.start + found.skill + found.luck == found.result
    assert not COORDINATES.search(re.sub("<[^>]*>", " ", luck.told.value + repr(found)))
    worst = max(found.lines, key=lambda line: line.loses)
    assert luck.line.value == worst.number
    number, text = luck.line.value, play.text
    luck.other.click()
    assert not play.luck.children
    assert len(play.game.line) == number <= lines
    assert play.game.line[-1].event != worst.event
    assert "|- " in play.text or "|+ " in play.text
    assert play.text != text


def test_luck_of_a_text_opens_a_table_below(late: Game) -> None:
    luck = Luck(late.text())
    luck.earlier.click()
    luck.later.click()
    luck.other.click()
    assert isinstance(luck.table.children[0], Play)
    assert "chance to win" in luck._repr_mimebundle_()["text/html"]


def test_a_game_in_which_nothing_has_happened() -> None:
    luck = Luck(Game(system("pz8-ww2"), "two-tanks"))
    assert luck.now is None
    with pytest.raises(BadInput):
        Luck("no game")


# --- puzzles
def test_a_puzzle_is_asked_answered_once_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "me.json"
    shown = Puzzle(ONE.id, file=file, now=NOW)
    assert [each.children[0].tooltip for each in shown.options.children] == [
        f"Answer: {each}" for each in sorted(ONE.choices)
    ]
    assert not shown.told.value
    assert "svg" in shown.picture.value
    trap = sorted(ONE.choices).index(ONE.trap)
    shown.options.children[trap].children[0].click()
    for worth in ONE.choices.values():
        assert f'title="{worth}"' in shown.told.value
    assert "your choice" in shown.told.value
    assert "Proved" in shown.told.value
    shown.answer(ONE.answer)
    again = Pupil.read(file)
    assert (again.answered, again.right) == (1, 0)
    assert again.text() == shown.pupil.text()
    shown.next.click()
    assert shown.one.id != ONE.id


def test_what_was_wrong_comes_again_and_the_same_each_time() -> None:
    pupils = [Pupil(), Pupil()]
    due = [pupil.answers(ONE, right=False, now=NOW) for pupil in pupils]
    assert due[0] == due[1]
    assert pupils[0].text() == pupils[1].text()
    assert next(pupils[0].due(shelf().values(), due[0])) == ONE
    assert pupils[0].next(shelf().values(), due[0]) == ONE
    later = pupils[0].answers(ONE, right=True, now=due[0] + timedelta(days=1))
    assert later > due[0] + timedelta(days=1)
    assert pupils[0].rating > pupils[1].rating


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    for text in ("[]", "{}", '{"cards": {}, "colour": 1}', "no"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match="holds no answers"):
            Puzzle(ONE.id, file=file, now=NOW)
        assert file.read_text(encoding="utf-8") == text


def test_an_unknown_puzzle_is_refused() -> None:
    with pytest.raises(BadInput, match="puzzle"):
        Puzzle("nothing", now=NOW)


def test_without_a_kernel_the_question_stands_there() -> None:
    still = Puzzle(ONE.id, now=NOW)._repr_mimebundle_()["text/html"]
    assert "Which choice wins most often" in still
    assert "loses" not in still


# --- puzzles of one's own
def test_what_a_choice_of_one_s_own_has_lost_comes_back(
    home: None, late: Game, answers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play("pz8-ww2", game=late, players={"enemy": "random"}, seed=1)
    play.ask_luck.click()
    (luck,) = play.luck.children
    assert luck.puzzles
    assert {each.side for each in luck.puzzles} == {"own"}
    assert "come back as puzzles" in luck.come_back.value
    kept = Progress(answers)
    assert set(kept.puzzles) == {own.OWN + each.id for each in luck.puzzles}
    assert own.due(kept) == [], "not on the same day"
    play.ask_luck.click()
    play.ask_luck.click()
    assert {each.tries for each in Progress(answers).answers.values()} == {1}, "kept once"
    monkeypatch.setattr(progress, "this_day", lambda: date(2999, 1, 1))
    monkeypatch.setattr("pz8widgets.course.again.this_day", lambda: date(2999, 1, 1))
    again = Again(Progress(answers))
    assert again.asked.startswith(own.OWN)
    assert "from a game of your own" in again.told.value
    (shown,) = again.place.children
    assert isinstance(shown, Puzzle)
    assert "from a game of your own" in shown.head.value
    shown.answer(shown.one.answer)
    assert "In your game you took" in shown.told.value
    assert "Comes back on" in shown.again.value
    waiting = len(again.waiting)
    again.another()
    assert len(again.waiting) == waiting - 1


def test_next_asks_those_that_are_due_first(
    home: None, late: Game, answers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    luck = Luck(late)
    assert not Progress(answers).puzzles, "somebody's game: only when it is wanted"
    luck.keep.click()
    assert "come back" in luck.come_back.value
    monkeypatch.setattr(progress, "this_day", lambda: date(2999, 1, 1))
    shown = Puzzle(ONE.id, now=NOW)
    shown.next.click()
    assert shown.one.id in {each.id for each in luck.puzzles}
    assert Puzzle(shown.one.id, now=NOW).one == shown.one, "by its id, too"


def test_a_page_that_a_class_shares_keeps_none(late: Game, answers: Path) -> None:
    play = Play("pz8-ww2", game=late)
    play.ask_luck.click()
    (luck,) = play.luck.children
    assert luck.puzzles
    assert luck.keep.layout.display == "none"
    assert not Progress(answers).puzzles


def test_other_pages_keep_theirs_and_old_files_are_read(home: None, late: Game, answers: Path) -> None:
    other = Progress(answers)
    other.keep("a question", "1/2", True)
    Luck(late).keep.click()
    other.keep("another", "1/3", False)
    found = Progress(answers)
    assert found.puzzles
    assert {"a question", "another"} <= set(found.answers)


# --- what takes long
def counting(told: SearchProgress) -> Iterator[str]:
    yield "first"
    number = 0
    while not told(number, number // 2):
        number += 1
    yield f"stopped at {number}"


def test_long_work_tells_how_far_it_is_and_stops_with_what_it_has() -> None:
    heard: list[str] = []

    async def page() -> Underway:
        underway = Underway()
        underway.begin(counting, heard.append)
        while ", 0 opened" in underway.how_far.value:
            await asyncio.sleep(0.01)
        assert heard == ["first"]
        assert underway.layout.display == ""
        assert "positions found" in underway.how_far.value
        underway.stop.click()
        await underway.task
        return underway

    underway = asyncio.run(page())
    assert heard[1].startswith("stopped at")
    assert underway.layout.display == "none"


def test_what_is_given_up_is_not_heard_of() -> None:
    heard: list[str] = []

    async def page() -> None:
        underway = Underway()
        underway.begin(counting, heard.append)
        first = underway.task
        underway.begin(lambda told: iter(["other"]), heard.append)
        await first
        await underway.task

    asyncio.run(page())
    assert heard == ["other"]


def faulty(told: SearchProgress) -> Iterator[str]:
    yield "one"
    raise BadInput("no more")


@pytest.mark.parametrize("waits", [True, False])
def test_a_fault_of_the_rules_is_the_last_that_is_heard(waits: bool) -> None:
    heard: list[object] = []
    underway = Underway()

    async def page() -> None:
        underway.begin(faulty, heard.append)
        await underway.task

    if waits:
        asyncio.run(page())
    else:
        underway.begin(faulty, heard.append)
    assert heard[0] == "one"
    assert isinstance(heard[1], BadInput)


def test_a_position_too_large_says_its_size_and_keeps_what_it_has(late: Game) -> None:
    while late.node.before is not None:
        late.take_back()

    def changed() -> None:
        worths.follow()

    worths = Worths(late, changed, lambda: None)

    async def page() -> None:
        worths.on.value = True
        worths.underway.stop.click()
        await worths.underway.task

    asyncio.run(page())
    assert "Not solved" in worths.table.value
    assert "positions" in worths.table.value
    assert worths.longer.layout.display == ""
    worths.longer.click()
    assert worths.found is not None
    assert worths.found.kind == "exact"
    assert "Not solved" not in worths.table.value
