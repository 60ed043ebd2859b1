"""What people are told of a game: no coordinates, and armies for sides."""

from __future__ import annotations

import re

import pytest

from pz8edu.board.position import Place
from pz8edu.games.game import Game
from pz8edu.games.players import at_random
from pz8edu.games.record import replay
from pz8edu.games.told import choice_said, event_said, where_said, with_armies
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Ending, Key

COORDINATES = re.compile(r"\d, ?-?[\d.]+(?![\w.″]| (?:km|hex|square|mm))|@|\d°")
"""Two bare numbers of a place, a place of a record, degrees."""
EVENTS = 6


@pytest.mark.parametrize("name", [name for name in ids() if system(name).played])
def test_every_choice_and_every_event_is_told_without_coordinates(name: str) -> None:
    for table in system(name).played:
        game = Game(system(name), table, seed=1)
        assert all(each[:1].isupper() for each in game.book.armies.values()), table
        player = at_random(1)
        for _ in range(EVENTS):
            if game.ending is not None:
                break
            said = [choice_said(game.book, game.moment, each) for each in game.choices()]
            game.play(player(game).choice)
            said.append(event_said(game.book, game.node))
            assert not [each for each in said if COORDINATES.search(each)], table
        assert replay(game.text()).text() == game.text()


def test_a_spot_has_its_name_and_any_other_place_is_seen_from_the_unit() -> None:
    game = Game(system("pz8-ww2"), "two-tanks")
    named, other = (
        Key("move", "Pz IV", way=(place,)) for place in (Place(4.5, 5.8, 90), Place(2.3, 7.1, 90))
    )
    assert choice_said(game.book, game.moment, named) == "Pz IV: move, by the wood"
    assert choice_said(game.book, game.moment, other) == "Pz IV: move 4″ north, facing east"


@pytest.mark.parametrize(
    ("name", "table", "unit", "by", "said"),
    [
        ("pz8-space", "squadrons", "Hydra", (-2.5, 0.866), "2 hexes west, 1 north-west"),
        ("pz8-space", "squadrons", "Hydra", (-1, 0), "1 hex west"),
        ("pz8-ww1", "strongpoint", "British infantry 1", (1, 2), "2 squares north, 1 east"),
        ("pz8-ww1", "strongpoint", "", (4, 0), "column 5, row 1"),
        ("pz8-naval", "river-plate", "Graf Spee", (0, 1), "zone 6"),
        ("pz8-divisional", "ridge-1941", "Div HQ", (0, -6), "6 km south"),
        ("pz8-ww2", "two-tanks", "", (2.3, 4.1), "1″ north of Pz IV"),
    ],
)
def test_each_kind_of_board_tells_places_in_its_own_way(
    name: str, table: str, unit: str, by: tuple[float, float], said: str
) -> None:
    game = Game(system(name), table)
    at = game.moment.places.get(unit, Place(0, 0))
    assert where_said(game.book, game.moment, unit, Place(at.x + by[0], at.y + by[1])) == said


def test_sides_are_told_by_their_armies() -> None:
    game = Game(system("pz8-ww2"), "two-tanks")
    told = with_armies(game.book, Ending("enemy", "own has lost all of its units"))
    assert told == "Soviet wins: German has lost all of its units (house rule)"
    fights = Game(system("pz8-aerial-1935"), "battle-over-the-channel", seed=1)
    fights.play(fights.choices()[0])
    assert re.fullmatch(
        r"initiative \(.*British \d, German \d\): (British|German) first, chance 1/2",
        event_said(fights.book, fights.node),
    )
