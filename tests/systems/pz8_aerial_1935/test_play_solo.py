"""The solo rules of both aerial books (sections 11 and 8): a card for every aircraft, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pz8edu
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_aerial_1935.words import Fate
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment
from tests.systems.in_play import choice, laws, stand

TABLES = [("pz8-aerial-1935", "dawn-patrol", "11"), ("pz8-aerial-1965", "sinai-patrols", "8")]
LOST = [(), ("Albatros 1", "MiG 21 C"), ("SPAD", "Mirage 1", "Dr.I", "MiG 19 C", "RE8", "Mystere")]


def solo_game(book: str, table: str, side: str = "B") -> Game:
    return Game(system(book), table, seed=1, solo=side)


def turns_of_cards(game: Game, moment: Moment[Any]) -> dict[str, Fraction]:
    """Every order in which the cards of a turn may come, P for the player's and N for those of the NPO."""
    if (moment.turn, moment.step) != (1, 0) or not list(game.book.choices(moment)):
        return {"": Fraction(1)}
    drawn = next(iter(game.book.choices(moment)))
    found: dict[str, Fraction] = {}
    for name, chance in laws(game, drawn).items():
        after = game.book.lands(moment, drawn, name)
        assert [game.book.now(after).side, *{each.unit for each in game.book.options(after)}] == [
            moment.units[name].side,
            name,
        ]
        flown = game.book.passed_on(after, name)  # type: ignore[attr-defined]
        letter = "N" if moment.units[name].side == game.solo else "P"
        for order, more in turns_of_cards(game, flown).items():
            found[letter + order] = found.get(letter + order, Fraction(0)) + chance * more
    return found


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("lost", LOST, ids=len)
@pytest.mark.parametrize(("book", "table", "section"), TABLES)
def test_card_by_card_is_the_turn_that_the_book_asks_at_one_blow(
    book: str, table: str, section: str, lost: tuple[str, ...]
) -> None:
    game = solo_game(book, table)
    moment = game.book.start()
    for name in lost:
        if name in moment.units:
            moment = moment.unit(name, fate=Fate.DESTROYED)
    stand(game, moment)
    planes = {side: len(game.book.living(moment, side)) for side in "AB"}
    if max(planes.values()) == 3 and not lost:
        assert choice(game, "card").section == section
    orders = turns_of_cards(game, moment)
    assert {len(order) for order in orders} == {sum(planes.values())}
    counts = {
        "npo-before-first-player": lambda order: order.index("P"),
        "longest-npo-run": lambda order: max(map(len, order.split("P"))),
    }
    for ask, count in counts.items():
        counted: dict[str, Fraction] = {}
        for order, chance in orders.items():
            counted[str(count(order))] = counted.get(str(count(order)), Fraction(0)) + chance
        told = pz8edu.ask(book, "solo-draw", player=planes["A"], npo=planes["B"], ask=ask)
        assert told.fractions() == counted


@pytest.mark.parametrize(("book", "table", "section"), TABLES)
def test_whoever_is_drawn_flies_and_all_cards_come_again(book: str, table: str, section: str) -> None:
    game = solo_game(book, table, "A")
    assert [each.kind for each in game.choices()] == ["card"]
    names = set(game.moment.units)
    flown: list[str] = []
    while game.moment.turn == 1:
        event = game.play(choice(game, "card"))
        assert event.chance == Fraction(1, len(names) - len(flown))
        flown.append(event.outcome)
        assert {each.unit for each in game.choices()} == {event.outcome}
        other = next(name for name in names if name != event.outcome)
        with pytest.raises(BadInput, match=f"{other} (move: not possible now|has acted)"):
            game.play(Choice("move", other, way=(game.moment.places[other],)))
        game.play(game.choices()[0])
        while game.now.side and game.now.kind != "activation":
            game.play(choice(game, "hold"))
    assert sorted(flown) == sorted(names)
    assert set(laws(game, choice(game, "card"))) == names


def test_tailing_and_initiative_are_ignored() -> None:
    """Me 109 B is tailed; the Bf 110 of its side flies first if its card comes first."""
    game = solo_game("pz8-aerial-1935", "on-the-tail")
    game.play(choice(game, "card"), ["card Bf 110"])
    assert {each.unit for each in game.choices()} == {"Bf 110"}
    assert all(step.kind != "initiative" for step in game.book.steps(game.moment))


def test_a_destroyed_aircraft_has_no_card() -> None:
    game = solo_game("pz8-aerial-1935", "on-the-tail")
    stand(game, game.moment.unit("Bf 110", fate=Fate.DESTROYED))
    assert laws(game, choice(game, "card")) == dict.fromkeys(("Spitfire 2", "Me 109 B"), Fraction(1, 2))
