"""Picture, facts and odds of a board are measured once a redraw, however many ask."""

from collections import Counter
from typing import Any

import pytest

from pz8edu.systems.asp_ww2.tabletop import AspTable
from pz8edu.systems.pz8_coastal.tabletop import CoastalTable
from pz8edu.systems.pz8_ww2 import tabletop as ww2
from pz8widgets import Tabletop

BOARDS = [
    ("pz8-ww2", "first-shot", ww2.Ww2Table),
    ("pz8-ww2", "whole-turn", ww2.Ww2Table),
    ("pz8-coastal", "guns-by-night", CoastalTable),
    ("asp-ww2", "village", AspTable),
]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules of the boards were asked, and bases and shots measured."""
    heard: Counter[str] = Counter()

    def count(home: Any, name: str) -> None:
        answer = getattr(home, name)

        def counted(*given: Any, **named: Any) -> Any:
            heard[name] += 1
            return answer(*given, **named)

        monkeypatch.setattr(home, name, counted)

    for table in {table for _, _, table in BOARDS}:
        count(table, "asked")
        count(table, "base")
    count(ww2, "measure_shot")
    return heard


@pytest.mark.parametrize(("system_id", "name", "table"), BOARDS)
def test_a_redraw_asks_each_once(system_id: str, name: str, table: type, calls: Counter[str]) -> None:
    board = Tabletop(system_id, name).board
    who, units = board.shooter, len(board.position.units)
    x, y, *_ = board.places[who]

    def drag(by: float, last: bool) -> None:
        calls.clear()
        row = {"act": "move", "unit": who, "x": x + by, "y": y, "facing": 0, "last": last, "number": 1}
        board.dragged("data", None, {word: [value] for word, value in row.items()})

    for by, last in ((0.1, False), (0.2, False), (0.3, True), (0.1, True)):
        drag(by, last)
        assert calls["asked"] == 1
        assert calls["measure_shot"] == (system_id == "pz8-ww2")
    assert calls["base"] <= 2 * units, "for the picture with its facts, and for what may befall a unit"


def test_what_is_known_of_a_position_is_no_part_of_it() -> None:
    table = Tabletop("pz8-ww2", "first-shot")
    position = table.board.position
    assert position.known
    moved = position.moved("Pz IV", position.place("Pz IV"))
    assert moved == position
    assert not moved.known
    assert "known" not in repr(position)
