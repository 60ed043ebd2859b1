"""Games under other readings than the default ones: played for a while, written, and played again."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import pz8edu.systems
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.systems import ids, system
from tests.games.many import readings_of

SYSTEMS = Path(pz8edu.systems.__file__).parent
EVENTS = 20
SHOWN_FAULTS = [
    ("panzertroops", "satchel-charge", {"T6": "b"}),
    ("pz8-aerial-1935", "shturmovik", {"R6": "b", "T4": "b"}),
    ("pz8-aerial-1965", "cannon-at-one-hex", {"R6": "b"}),
]
"""Readings under which games could not be written, or went on with a wrong level."""


def plays(name: str, table: str, readings: dict[str, str], seed: int) -> Game:
    home = system(name)
    game = Game(home, table, home.rules.variant(readings), seed=seed)
    source = Random(seed)
    for _ in range(EVENTS):
        if game.ending is None:
            game.play(source.choice(game.choices()))
    again = replay(game.text())
    assert (again.text(), again.moment) == (game.text(), game.moment)
    return game


@pytest.mark.parametrize(("name", "table", "readings"), SHOWN_FAULTS)
def test_readings_that_were_at_fault(name: str, table: str, readings: dict[str, str]) -> None:
    assert plays(name, table, readings, seed=4).rules.departures() == readings


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("name", [name for name in ids() if system(name).played])
def test_readings_that_are_drawn(name: str) -> None:
    """Those of the first seed that are not refused, as a few readings are in whole turns."""
    table = next(iter(system(name).played))
    for seed in range(1, 9):
        with suppress(BadInput):
            assert plays(name, table, readings_of(name, seed), seed=1).line
            return
    pytest.fail("whole turns refuse whatever is drawn")


@pytest.mark.parametrize("name", ids())
def test_every_reading_is_looked_at_or_refused(name: str) -> None:
    rules = system(name).rules
    books = {each.__module__.rpartition(".")[0] for each in type(rules).__mro__}
    folders = [SYSTEMS / each.rpartition(".")[2] for each in books if each.startswith("pz8edu.systems.")]
    text = "".join(file.read_text() for folder in folders for file in folder.glob("*.py"))
    looked_at = set(re.findall(r"(?:rules|self)\.([RT]\d+)\b", text))
    assert rules.readings().keys() - looked_at == set()


def test_level_0_is_a_level_of_its_own() -> None:
    home = system("pz8-aerial-1935")
    game = Game(home, "shturmovik", home.rules.variant(R6="b"), seed=1)
    book, source = game.book, Random(2)
    for _ in range(60):
        found = game.choices()
        low = [each for each in found if each.way and each.way[-1].altitude == 0]
        if low:
            game.play(low[0])
            unit, state = low[0].unit, game.moment.picked(low[0].unit)
            assert game.moment.places[unit].altitude == 0
            assert book.table.altitude(unit, state) == 0
            assert 0 in {end.altitude for end in book.table.ends(unit, state, game.rules)}
            break
        game.play(source.choice(found))
    else:
        pytest.fail("nobody has flown at level 0")
