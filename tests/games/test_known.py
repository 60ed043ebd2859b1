"""What is known of every table, kept in files: counts of what can follow, and games written down in full.

After a change that is meant: `python -m tests.games.perft --write` and `python -m tests.games.playthroughs
--write`, and look at what has changed.
"""

from __future__ import annotations

import pytest

from pz8edu.systems import ids, system
from tests.games import perft, playthroughs


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("name", [name for name in ids() if system(name).played])
def test_ways_are_as_many_as_are_known(name: str) -> None:
    known = [row for row in perft.kept() if row.system == name]
    assert {row.table for row in known} == set(system(name).played)
    for table in system(name).played:
        wanted = [row for row in known if row.table == table and row.after == 0]
        assert [next(perft.rows(name, table))] == wanted


@pytest.mark.parametrize(("name", "number"), playthroughs.cases())
def test_a_game_goes_as_it_is_written_down(name: str, number: int) -> None:
    kept = playthroughs.file_of(name, number).read_text(encoding="utf-8")
    assert playthroughs.written(name, number) == kept
