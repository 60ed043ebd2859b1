"""Two teams play a game: who may propose what, when it is done, and that a restart goes on with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pz8edu.errors import BadInput
from pz8edu.games.links import unpacked
from pz8edu.games.record import replay
from pz8widgets.apps.classroom.match import begun, moved
from pz8widgets.apps.classroom.record import Record
from pz8widgets.apps.classroom.room import Room

ADDRESS = "?rules=pz8-ww2&show=play:whole-turn"


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return begun([ADDRESS, False])


@pytest.fixture
def room(table: dict[str, Any]) -> Room:
    """Two visitors of each side."""
    room = Room()
    for guest in "abcd":
        room.enter(guest)
        room.comes(guest)
    room.begin(table)
    return room


def test_a_table_tells_what_its_side_may_do(table: dict[str, Any]) -> None:
    assert (table["side"], table["kind"]) == ("enemy", "move")
    assert table["sides"] == ["own", "enemy"]
    assert table["picture"].startswith("<svg")
    game = replay(unpacked(table["game"]))
    assert len(table["choices"]) == len(game.choices())
    with pytest.raises(BadInput, match="show whole turns on a table first"):
        begun(["?rules=pz8-ww2&show=calculator:rally", False])


def test_a_choice_is_made_and_told_with_its_dice(table: dict[str, Any]) -> None:
    after = moved([table["game"], "pass", False])
    assert (after["side"], after["kind"]) == ("own", "fire")
    fire = next(each for each in after["choices"] if each["chance"])
    assert fire["chance"].startswith("destroyed ")
    then = moved([after["game"], fire["choice"], False])
    assert "→" in then["events"][-1]
    assert len(replay(unpacked(then["game"])).line) == 2
    with pytest.raises(BadInput, match="'dance' is not offered now"):
        moved([table["game"], "dance", False])


def test_the_solo_opponent_plays_the_other_side() -> None:
    alone = begun([ADDRESS, True])
    assert alone["sides"] == ["own"]
    assert alone["side"] == "own"
    assert alone["events"], "it has moved already"


def test_more_than_half_of_a_team_decide(room: Room, table: dict[str, Any]) -> None:
    assert [room.side_of(guest) for guest in "abcd"] == ["own", "enemy", "own", "enemy"]
    words = [each["choice"] for each in table["choices"]]
    with pytest.raises(BadInput, match="enemy is to choose now"):
        room.propose("a", words[0])
    with pytest.raises(BadInput, match="not offered now"):
        room.propose("b", "dance")
    assert not room.propose("b", words[0])
    assert not room.propose("d", words[1]), "one each"
    assert room.propose("b", words[1])
    assert room.match is not None
    assert room.match.leading == words[1]
    room.begin(moved([table["game"], words[1], False]))
    assert room.match.counts == {}
    told = room.for_visitor("b")["match"]
    assert (told["yours"], told["mine"], told["teams"]) == ("enemy", "", {"own": 2, "enemy": 2})


def test_who_changes_or_leaves_no_longer_counts(room: Room, table: dict[str, Any]) -> None:
    word = table["choices"][0]["choice"]
    assert not room.propose("b", word)
    room.take_side("b", "own")
    assert room.match is not None
    assert room.match.counts == {}
    assert room.team("enemy") == ["d"]
    assert room.propose("d", word), "alone in the team"
    with pytest.raises(BadInput, match="unknown side 'red'"):
        room.take_side("a", "red")


def test_screens_tell_what_is_proposed_and_phones_get_no_picture(room: Room, table: dict[str, Any]) -> None:
    room.propose("b", table["choices"][0]["choice"])
    screen = room.for_screen()["match"]
    assert screen["proposed"] == [[table["choices"][0], 1]]
    assert screen["picture"].startswith("<svg")
    assert "picture" not in room.for_visitor("a")["match"]
    room.finish()
    assert "match" not in room.for_screen()
    with pytest.raises(BadInput, match="no game is played"):
        room.propose("b", table["choices"][0]["choice"])


def test_a_restart_goes_on_with_the_game(tmp_path: Path, table: dict[str, Any]) -> None:
    path = tmp_path / "events.jsonl"
    room = Room(Record(path))
    for guest in "ab":
        room.enter(guest)
        room.comes(guest)
    room.begin(table)
    room.take_side("a", "enemy")
    room.propose("b", table["choices"][0]["choice"])
    again = Room(Record(path))
    assert again.damage == ""
    assert again.match is not None
    assert again.match.table == table
    assert again.match.leading == table["choices"][0]["choice"]
    assert again.side_of("a") == "enemy"
