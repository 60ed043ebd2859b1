"""How often each thing came up among many dice."""

from __future__ import annotations

from typing import Any

import pytest

from pz8edu.core import Enumerating


def test_what_a_tally_does_not_count_is_refused_and_counted_as_none() -> None:
    def sevens(umpire: Any) -> int:
        return int(umpire.tally("dice", 2)[7])

    def how_many(umpire: Any) -> tuple[bool, bool]:
        dice = umpire.tally("dice", 2)
        return dice.count(7) > 0, dice.count(6) == 2

    with pytest.raises(KeyError, match="this tally does not count 7; it counts 1, 2, 3, 4, 5, 6"):
        Enumerating().tree(sevens)
    assert Enumerating().tree(how_many).distribution[False, True] * 36 == 1
