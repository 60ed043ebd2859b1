"""A complete scenario a book: both sides, an aim, and an end that a game comes to.

`python -m tests.games.many 4 <book>` plays whole games of them; here they are cut to a few turns.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pz8edu.board.setting_up import SettingUp, read_table
from pz8edu.core.rulebook.shelf import toml_of
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.players import at_random, greedy, play_on
from pz8edu.games.record import replay
from pz8edu.systems import ids, system
from pz8edu.turns.ends import HouseEnd, house_ending

SCENARIOS = {
    "pz8-ww2": "the-village-1944",
    "pz8-1950": "the-ridge-1951",
    "pz8-1975": "hold-the-town-1985",
    "pz8-scifi": "the-big-skirmish",
    "pz8-ww1": "western-front-1916",
    "pz8-naval": "denmark-strait",
    "pz8-coastal": "raid-on-a-convoy",
    "pz8-aerial-1935": "battle-over-the-channel",
    "pz8-aerial-1965": "over-the-red-river",
    "pz8-space": "squadrons",
    "pz8-colonial": "the-zeriba",
    "pz8-divisional-2010": "ridge-1941",
    "pz8-divisional": "ridge-1941",
    "panzertroops": "stenay",
    "asp-ww2": "two-battle-groups",
}
PRINTED_END = ("pz8-ww1", "pz8-aerial-1935", "panzertroops")
TURNS = {"pz8-colonial": 12}
"""Turns of a game here; the others have two."""


def scenario(name: str, turns: int) -> Game:
    """A game of so many turns, where no printed end says otherwise."""
    home = system(name)
    now = SettingUp.of(home, home.tabletop(SCENARIOS[name]).set_up)
    end = {**(now.told().get("end") or {}), "turns": turns}
    table = now.setup if name == "pz8-ww1" else now.changed("", {"end": end}).setup
    return Game(home, table, seed=3)


def test_every_played_book_has_one() -> None:
    assert set(SCENARIOS) == {name for name in ids() if system(name).played}
    for name, table in SCENARIOS.items():
        assert table in system(name).played
        play = system(name).play(table)
        start = play.start()
        assert all(len(play.units_of(start, side)) >= 2 for side in play.sides), name
        setup = system(name).tabletop(table).set_up.plain()
        assert setup["title"]
        assert setup["note"]


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("name", [name for name in SCENARIOS if name not in ("pz8-ww1", "panzertroops")])
def test_it_comes_to_its_end_and_the_record_tells_the_same(name: str) -> None:
    game = scenario(name, TURNS.get(name, 2))
    plain = name in ("pz8-naval", "pz8-space", "pz8-colonial")
    players = (at_random(1), greedy(2) if plain else at_random(2))
    play_on(game, dict(zip(game.book.sides, players, strict=True)))
    assert game.ending is not None
    assert ("house rule" in (game.result or "")) == (name not in PRINTED_END)
    assert replay(game.text()).moment == game.moment


def village(end: dict[str, Any], **moved: tuple[float, float]) -> tuple[Any, Any]:
    """How the village is played, and the moment after its last turn with some elsewhere."""
    home = system("pz8-ww2")
    now = SettingUp.of(home, home.tabletop("the-village-1944").set_up)
    play = home.play(read_table(home, toml_of(now.changed("", {"end": end}).setup)))
    moment, position = play.start(), play.start().position
    for words, (x, y) in moved.items():
        name = words.replace("_", " ")
        position = position.moved(name, position.places[name]._replace(x=x, y=y))
    return play, moment.at(position)


def test_whoever_stands_alone_in_the_village_has_won() -> None:
    end = HouseEnd(turns=0, broken_at=Fraction(1), held_by="enemy", objective="the village")
    play, moment = village({"turns": 1})
    assert str(house_ending(end, play, moment)) == (
        "enemy wins: holds the village alone when 0 turns are over (house rule)"
    )
    away = {"1st_Grenadiers": (22.0, 2.0), "2nd_Grenadiers": (24.0, 2.0)}
    play, moment = village({"turns": 1}, **away)
    assert house_ending(end, play, moment).winner == "enemy", "nobody in it: it was held"
    play, moment = village({"turns": 1}, **away, A_Company=(16.0, 8.0))
    assert house_ending(end, play, moment).winner == "own"
    both = {"A_Company": (16.0, 8.0)}
    play, moment = village({"turns": 1}, **both)
    assert house_ending(end, play, moment).why == "0 turns are over"


def test_a_side_or_ground_that_is_not_there_is_refused() -> None:
    play, moment = village({"turns": 1})
    with pytest.raises(BadInput, match="the moon"):
        house_ending(HouseEnd(turns=1, objective="the moon"), play, moment.__class__(moment.position, turn=9))
    with pytest.raises(BadInput, match="red"):
        house_ending(HouseEnd(turns=1, held_by="red"), play, moment.__class__(moment.position, turn=9))
