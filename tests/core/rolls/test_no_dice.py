"""A sum of no dice at all: it adds nothing, is not spoken of and is never called for."""

import pytest

from pz8edu.core import Enumerating, Umpire
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.rolls.roll import Roll


def against(umpire: Umpire, first: int, second: int) -> Roll[int]:
    return (umpire.sum_of("guns", first) + 2) - (umpire.sum_of("mortars", second) + 5)


def added(umpire: Umpire, first: int, second: int) -> Roll[int]:
    return (umpire.sum_of("guns", first) + 2) + (umpire.sum_of("mortars", second) - 1)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)])
def test_sums_and_differences_stay_exact(first: int, second: int) -> None:
    guns, mortars = (count @ D6 if count else Distribution.certain(0) for count in (first, second))
    assert Enumerating().tree(against, first, second).distribution == guns - mortars - 3
    assert Enumerating().tree(added, first, second).distribution == guns + mortars + 1


def test_they_are_not_spoken_of() -> None:
    umpire = Enumerating()
    assert against(umpire, 2, 0).spoken() == "guns + 2 − 5"
    assert [die.label for die in against(umpire, 0, 2).dice()] == ["mortars #2"]
    assert added(umpire, 0, 1).spoken().startswith("mortars")
