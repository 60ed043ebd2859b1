"""Every book that is played: no illegal moment, exact odds, and a record that plays the same game again."""

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

TABLES = [(name, table) for name in ids() for table in system(name).played]
EVENTS = 60
"""So many choices of a game are looked at."""


def game_on(case: tuple[str, str], seed: int) -> Game:
    return Game(system(case[0]), case[1], seed=seed)


def played(case: tuple[str, str], seed: int, events: int = EVENTS) -> Game:
    """A game of random choices, some taken back."""
    game, source = game_on(case, seed), random.Random(seed)
    for _ in range(events):
        if game.ending is not None:
            break
        game.play(source.choice(game.choices()))
        if source.random() < 0.1:
            game.take_back()
    return game


@pytest.mark.parametrize("case", TABLES, ids=":".join)
def test_a_game_is_written_read_and_played_again(case: tuple[str, str]) -> None:
    game = played(case, seed=1)
    again = replay(game.text())
    assert again.text() == game.text()
    assert (again.moment, hash(again.moment)) == (game.moment, hash(game.moment))
    assert read_position(position_line(game), game) == game.moment


@pytest.mark.parametrize("case", TABLES, ids=":".join)
def test_every_choice_has_exact_odds_that_land(case: tuple[str, str]) -> None:
    """Typed outcomes and words have the same law, and every outcome lands in a moment that goes on."""
    game, source = game_on(case, 2), random.Random(2)
    for _ in range(EVENTS // 3):
        if game.ending is not None:
            break
        found = game.choices()
        assert found
        assert len({each.key for each in found}) == len(found), "a choice stands there twice"
        assert all(each.section or each.kind == PASS for each in found), "a choice names its section"
        choice = source.choice(found)
        for outcome in lawful(game, choice):
            after = game.book.lands(game.moment, choice, outcome)
            assert hash(after) == hash(after.at(after.position))
            game.book.over(after)
        game.play(choice)


def lawful(game: Game, choice: Any) -> list[Any]:
    """The outcomes of a choice as the rule returns them, a hundred at most."""
    odds = game.odds(choice)
    if odds is None:
        return [None]
    question = game.question(choice.asked)
    situation = situation_of(question, choice.asked.inputs)
    law = Enumerating(draw=False).tree(question.rule, situation, game.rules).distribution
    words = law.map(question.word).fractions()
    assert words == odds.fractions()
    assert sum(words.values(), Fraction(0)) == 1
    return list(law.support)[:100]


@pytest.mark.parametrize("case", TABLES, ids=":".join)
def test_plain_players_come_to_an_end(case: tuple[str, str]) -> None:
    game = game_on(case, 3)
    one, two = game.book.sides
    play_on(game, {one: greedy(1), two: greedy(2)})
    assert game.ending is not None
    assert game.choices() == []
    with pytest.raises(BadInput, match="over"):
        game.play(Choice(PASS))


@pytest.mark.parametrize("case", TABLES, ids=":".join)
def test_nobody_moves_where_the_book_forbids(case: tuple[str, str]) -> None:
    """A unit dragged to the far corner of the table, a unit after the other: refused in a sentence."""
    game, source = game_on(case, 4), random.Random(4)
    for _ in range(12):
        if game.ending is not None:
            break
        found = game.choices()
        before = game.moment
        for choice in [each for each in found if each.kind in game.book.by_drag][:3]:
            far = choice.way[-1]._replace(x=choice.way[-1].x + 500)
            with pytest.raises(BadInput, match=r"\w{3,}"):
                game.play(replace(choice, way=(*choice.way[:-1], far)))
            assert game.moment == before
        game.play(source.choice(found))
