"""What is remembered of a book for other turns is what the book says of them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.positions import Positions
from pz8edu.board.position import Position
from pz8edu.games.game import CERTAIN, Game
from pz8edu.systems import system
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.moment import Moment, Turn
from pz8edu.turns.play import Play
from tests.games.following import Following
from tests.share import Share


@pytest.mark.parametrize(
    ("book", "table"), [("pz8-ww2", "two-tanks"), ("pz8-ww2", "two-and-two"), ("pz8-space", "asteroid-belt")]
)
def test_choices_and_what_follows_are_those_of_a_game_that_remembers_nothing(
    book: str, table: str, share: Share
) -> None:
    home = system(book)
    game = Game(home, table)
    ahead, following = Ahead(game), Following(game)
    source, moment = Random(1), game.moment
    for _ in share(range(300), 3):
        found = ahead.choices(moment) if ahead.worth_of_end(moment) is None else ()
        assert [each.key for each in found] == [each.key for each in following.choices(moment)]
        if not found:
            moment = game.moment
            continue
        choice = source.choice(found)
        after = dict(ahead.after(moment, choice))
        assert after == following.after(moment, choice)
        moment = source.choice(list(after))


class Clock(Play[Any, Any]):
    """Nothing but turns: in the third one may jump; it is noted in which one has rested."""

    def __init__(self) -> None:
        self.asked = 0

    def over(self, moment: Moment[Any]) -> Ending | None:
        return Ending("own", "so it is") if moment.turn > 9 or "jumped" in moment.noted else None

    def now(self, moment: Moment[Any]) -> Turn:
        return Turn("1", "own", "choose")

    def choices(self, moment: Moment[Any], unit: str = "") -> Iterator[Choice]:
        self.asked += 1
        yield Choice("wait")
        yield Choice("rest")
        if moment.step == 1 and moment.turn == 3:
            yield Choice("jump")

    def lands(self, moment: Moment[Any], choice: Choice, outcome: Any = None) -> Moment[Any]:
        if choice.kind == "jump":
            return dataclasses.replace(moment, noted={"jumped": "now"})
        if choice.kind == "rest":
            return dataclasses.replace(moment, noted={"rested": moment.turn})
        return moment.but(step=1) if moment.step == 0 else moment.in_next_turn()


def test_a_book_that_looks_at_the_turn_is_asked_for_every_turn() -> None:
    book, start = Clock(), Moment[Any](Position({}))
    game: Any = SimpleNamespace(book=book, law=lambda asked: CERTAIN)
    found = Positions(Ahead(game), start)
    assert 0 < book.asked < len(found)
    seen, todo = {start}, [start]
    for moment in todo:
        choices = [] if book.over(moment) else list(book.choices(moment))
        ways = found.ways[found.number[moment]]
        assert [way.choice for way in ways] == choices
        after = [book.lands(moment, choice) for choice in choices]
        assert [found.moments[way.to[0][0]] for way in ways] == after
        todo += [each for each in dict.fromkeys(after) if each not in seen]
        seen.update(after)
    assert seen == set(found.moments)
    assert sum(len(ways) == 3 for ways in found.ways) == 4, "he jumps in the third turn, rested or not"


def test_a_turn_may_have_any_number() -> None:
    book = Clock()
    ahead = Ahead(SimpleNamespace(book=book, law=lambda asked: CERTAIN))  # type: ignore[arg-type]
    for turn in (0, 1, 0):
        moment = Moment[Any](Position({}), turn=turn)
        choice = ahead.choices(moment)[0]
        assert ahead.after(moment, choice) == ((book.lands(moment, choice), 1),)


def test_what_is_remembered_of_a_position_does_not_travel() -> None:
    game = Game(system("pz8-ww2"), "two-tanks")
    before = game.moment
    name = next(iter(before.units))
    after = before.unit(name, fired=True)
    assert before.unit(name, fired=True).position is after.position
    for other in (pickle.loads(pickle.dumps(after)), copy.deepcopy(after)):
        assert (other, hash(other)) == (after, hash(after))
        assert not other.position.known
