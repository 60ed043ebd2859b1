"""Rules taken apart finely: the same laws with fewer runs, and never more than the rule says."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pz8edu import BadInput, Modifiers, Umpire
from pz8edu.umpire.laws_of_table import Known
from pz8edu.umpire.pieces import Total, Undivided
from pz8edu.umpire.whole_table import WholeTable
from tests.umpire.test_laws_of_table import SIZES, Aim
from tests.umpire.test_whole_table import in_columns, one_by_one

PLAYED: list[Any] = []


def modifiers(aim: Aim) -> Modifiers:
    PLAYED.append(aim)
    return Modifiers((aim.a, "for a", True), (aim.b, "for b", True), (aim.c, "for c", True))


def summed(umpire: Umpire, aim: Aim, rules: Any) -> bool:
    return umpire.d6("x").modified(modifiers(aim)) >= 5


def looked_into(umpire: Umpire, aim: Aim, rules: Any) -> str:
    """More than the total of the modifiers matters here."""
    found = modifiers(aim)
    return f"{len(found)} of them" if umpire.d6("x") >= found.total else str(found)


def as_a_test(umpire: Umpire, aim: Aim, rules: Any) -> int:
    return 1 if not modifiers(aim) else 2


def half(umpire: Umpire, aim: Aim, many: int) -> bool:
    if many > 3:
        return True
    return umpire.d6("half").half() > aim.a


def helped(umpire: Umpire, aim: Aim, rules: Any) -> str:
    first = half(umpire, aim, aim.b + aim.c)
    second = half(umpire, aim, 1) if first else half(umpire, aim, 4)
    return f"{first} {second}"


def counted_down(umpire: Umpire, aim: Aim, left: int) -> int:
    if left <= 0:
        return aim.a
    return counted_down(umpire, aim, left - 1)


def calls_itself(umpire: Umpire, aim: Aim, rules: Any) -> int:
    return counted_down(umpire, aim, 20 * aim.b)


def never(aim: Aim) -> int:
    if aim.a == 2:
        raise BadInput("this is never asked")
    return aim.b


def only_where_it_comes(umpire: Umpire, aim: Aim, rules: Any) -> int:
    high = umpire.d6("x") >= 4
    if aim.a != 2 and never(aim) > 1:
        return 10
    return never(aim) if aim.a < 2 and high else int(high)


def a_roll(umpire: Umpire, aim: Aim) -> Any:
    return umpire.d6("x") + aim.a


def undecided(umpire: Umpire, aim: Aim, rules: Any) -> Any:
    roll = a_roll(umpire, aim)
    if roll >= 5:
        return roll
    return aim.b


@pytest.mark.parametrize(
    "rule",
    [summed, looked_into, as_a_test, helped, calls_itself, only_where_it_comes, undecided],
)
def test_the_laws_are_those_of_one_situation_after_the_other(rule: Any) -> None:
    rows = [Aim(*values) for values in product(*map(range, SIZES.values()))]
    expected = [one_by_one(rule, row, None).fractions() for row in rows]
    assert in_columns(rule, rows, None, Known()) == expected
    table: WholeTable[Aim, Any] = WholeTable(rule, None)
    assert [table.law(row).fractions() for row in rows] == expected
    assert [law.fractions() for law in WholeTable[Aim, Any](rule, None).laws(rows)] == expected


def test_modifiers_with_one_total_are_rolled_once() -> None:
    rolled: list[int] = []

    rows = [Aim(*values) for values in product(*map(range, SIZES.values()))]
    known = Known()
    tree = known.umpire.tree

    def heard(*inputs: Any, **more: Any) -> Any:
        rolled.append(1)
        return tree(*inputs, **more)

    known.umpire.tree = heard  # type: ignore[method-assign]
    PLAYED.clear()
    in_columns(summed, rows, None, known)
    assert len(PLAYED) == len(rows)
    assert len(rolled) == len(rows) + len({sum((row.a, row.b, row.c)) for row in rows})


def test_of_a_total_nothing_else_is_told() -> None:
    total = Total(3) + Modifiers((2, "more", True))
    assert total == Modifiers((2, "more", True)) + Total(3) == Total(5)
    assert total.total == 5
    for look in (len, list, str, bool):
        with pytest.raises(Undivided):
            look(total)
