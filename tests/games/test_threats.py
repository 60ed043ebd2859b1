"""What the enemy may do to whoever stands at a place, beside games that are played to where he does it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game, play
from pz8edu.games.threats import Threats
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE
from pz8edu.turns.play import PASS

FAR_APART = ("pz8-aerial-1935", "pz8-space", "pz8-ww1", "convoy-on-its-thread")
"""Nobody is in range of anybody as they stand."""
TABLES = [(name, system(name).played[0]) for name in ids() if system(name).played]


def begun(name: str, table: str) -> Game:
    """A game at the first choice of a person."""
    game = play(name, table, seed=3)
    while game.now.side == CHANCE:
        game.play(game.choices()[0])
    return game


def worst_of(game: Game, target: str) -> dict[str, Fraction]:
    """The chance of being destroyed by each who may fire at a target now, as the game tells it."""
    chances: dict[str, Fraction] = {}
    for choice in game.choices():
        odds = game.odds(choice)
        if choice.target == target and odds is not None:
            chances[choice.unit] = max(chances.get(choice.unit, Fraction(0)), odds.fractions()["destroyed"])
    return chances


def test_it_is_what_the_enemy_is_offered_in_his_fire_step() -> None:
    game = begun("pz8-ww2", "whole-turn")
    mover = game.now.side
    threats = Threats(game)
    told = {name: threats.against(name) for name in game.book.living(game.moment, mover)}
    game.play(Choice(PASS))
    assert (game.now.kind, game.now.side) == ("fire", game.book.other(mover))
    for name, found in told.items():
        assert {each.by: each.worst for each in found} == worst_of(game, name)
    assert any(told.values())


def test_it_is_that_of_the_place_and_not_of_where_the_unit_stands() -> None:
    game = begun("pz8-ww2", "whole-turn")
    threats = Threats(game)
    found = dict(threats.map("Sherman"))
    there, here = game.choices("Sherman")[0].way[-1], game.moment.places["Sherman"]
    assert found[here] == threats.against("Sherman")
    assert len({tuple(each.worst for each in attacks) for attacks in found.values()}) > 2
    assert game.moment.places["Sherman"] == here, "nobody has moved"
    told = {each.by: each.worst for each in found[there]}
    game.play(game.dragged("Sherman", there))
    game.play(Choice(PASS))
    assert told == worst_of(game, "Sherman")


def test_what_a_unit_may_do_is_what_its_enemy_fears() -> None:
    game = begun("pz8-ww2", "whole-turn")
    threats = Threats(game)
    for each in threats.by("Sherman"):
        (same,) = (one for one in threats.against(each.to) if one.by == "Sherman")
        assert same == each


def test_the_second_of_two_in_an_exchange_is_the_target() -> None:
    game = begun("asp-ww2", "village")
    found = next(each for each in Threats(game).against("Volkssturm") if each.by == "Company A")
    chances = found.odds.fractions()
    assert found.worst == sum(chance for word, chance in chances.items() if word.endswith("B:D"))
    assert found.worst != sum(chance for word, chance in chances.items() if "A:D" in word)


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_every_book_tells_it(name: str, table: str) -> None:
    game = begun(name, table)
    before, events = game.moment, len(game.line)
    threats = Threats(game)
    found: list[Any] = []
    for side in game.book.sides:
        for unit in list(game.book.living(game.moment, side))[:4]:
            found += threats.against(unit) + threats.by(unit)
    assert all(0 <= each.worst <= each.harmed <= 1 for each in found)
    assert game.moment is before
    assert len(game.line) == events
    if name not in FAR_APART and table not in FAR_APART:
        assert found


def test_who_is_no_unit_is_told() -> None:
    game = begun("pz8-ww2", "whole-turn")
    with pytest.raises(BadInput, match="Tiger is no unit of own or enemy"):
        Threats(game).against("Tiger", Place(1, 1))
