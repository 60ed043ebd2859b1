"""Every book that is played: no illegal moment, exact odds, and a record that plays the same game again.

`python -m tests.games.many` plays many whole games of every table.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.ask import situation_of
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.players import greedy, play_on
from pz8edu.games.positions import position_line, read_position
from pz8edu.games.record import replay
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice
from pz8edu.turns.play import PASS
from tests.games.following import Following
from tests.systems.books import SIXTEEN

TABLES = [(name, table) for name in ids() for table in system(name).played]
EVENTS = 10
"""So many choices of a game are looked at."""
MOST_LAWS = 50
"""So many outcomes of a choice are landed."""


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("case", TABLES, ids=":".join)
def test_a_game_is_played_written_and_played_again(case: tuple[str, str]) -> None:
    game, source = Game(system(case[0]), case[1], seed=1), random.Random(str(case))
    assert len(set(game.book.armies.values())) == len(game.book.sides), "players tell the sides apart"
    for _ in range(EVENTS):
        if game.ending is not None:
            break
        found = game.choices()
        assert found
        assert len({each.key for each in found}) == len(found), "a choice stands there twice"
        assert all(each.section or each.kind == PASS for each in found), "a choice names its section"
        choice = source.choice(found)
        for outcome in outcomes_of(game, choice):
            after = game.book.lands(game.moment, choice, outcome)
            assert hash(after) == hash(after.at(after.position))
        refuse_far_away(game, found)
        game.play(choice)
        if source.random() < 0.2:
            game.take_back()
    again = replay(game.text())
    assert again.text() == game.text()
    assert (again.moment, hash(again.moment)) == (game.moment, hash(game.moment))
    assert read_position(position_line(game), game) == game.moment


def outcomes_of(game: Game, choice: Choice) -> list[Any]:
    """What can come of a choice, as the rule returns it; its law is that of the odds told before."""
    odds = game.odds(choice)
    if odds is None:
        return [None]
    question = game.question(choice.asked) if choice.asked else None
    assert question is not None
    situation = situation_of(question, choice.asked.inputs if choice.asked else {})
    law = Enumerating(draw=False).tree(question.rule, situation, game.rules).distribution
    words = law.map(question.word).fractions()
    assert words == odds.fractions()
    assert sum(words.values(), Fraction(0)) == 1
    return list(law.support)[:MOST_LAWS]


def refuse_far_away(game: Game, found: list[Choice]) -> None:
    """A unit that is dragged far off the table is refused in a sentence, and nothing has happened."""
    moves = [each for each in found if each.kind in game.book.by_drag and each.way]
    for choice in moves[:1]:
        before, far = game.moment, choice.way[-1]._replace(x=choice.way[-1].x + 500)
        with pytest.raises(BadInput, match=r"\w{3,}"):
            game.play(replace(choice, way=(*choice.way[:-1], far)))
        assert game.moment == before


def test_plain_players_come_to_an_end() -> None:
    game = Game(system("pz8-ww2"), "whole-turn", seed=3)
    play_on(game, {"own": greedy(1), "enemy": greedy(2)})
    assert game.ending is not None
    assert game.choices() == []
    with pytest.raises(BadInput, match="over"):
        game.play(Choice(PASS))


def test_fifteen_books_are_played() -> None:
    played = {name for name, _ in TABLES}
    assert played.intersection(SIXTEEN) == {*SIXTEEN} - {"panzer8-expansion"}


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("name", [name for name in SIXTEEN if system(name).played])
def test_the_law_that_a_game_remembers_is_that_of_the_tree(name: str) -> None:
    game = Game(system(name), system(name).played[-1], seed=2)
    following = Following(game)
    for _ in range(EVENTS):
        found = game.choices()
        for choice in found[:EVENTS]:
            law = game.law(choice.asked)
            assert dict(law) == dict(following.law(choice).items()), choice
            assert game.law(choice.asked) is law
        if not found:
            return
        game.play(game.random.choice(found))
