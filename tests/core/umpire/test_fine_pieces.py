"""Rules taken apart finely: the same laws with fewer runs, and never more than the rule says."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pz8edu import BadInput, Modifiers, Umpire, together
from pz8edu.core.umpire.known_laws import Known
from pz8edu.core.umpire.pieces import Total, Undivided
from pz8edu.core.umpire.whole_table import WholeTable
from pz8edu.errors import Unasked
from tests.core.umpire.test_laws_of_table import SIZES, Aim
from tests.core.umpire.test_whole_table import in_columns, one_by_one


def modifiers(aim: Aim) -> Modifiers:
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


# --- rolls that are asked later
def asked_twice(umpire: Umpire, aim: Aim, rules: Any) -> str:
    die = umpire.d6("one for both")
    hit = die.modified(modifiers(aim)) >= 5
    jams = die.called("jam") == aim.b
    return f"{hit} {jams}"


def in_a_tuple(umpire: Umpire, aim: Aim, rules: Any) -> Any:
    dice: tuple[Any, ...] = (umpire.d6("first"), aim.a, umpire.d6("second"))
    if dice[1] > 1:
        return dice[0] - dice[2]
    return dice[0] == dice[2]


def left_undecided(umpire: Umpire, aim: Aim, rules: Any) -> Any:
    total = a_roll(umpire, aim)
    best = together(max, total, umpire.d6("another"))
    if aim.b == 1:
        return best
    return best + total if total > aim.c else umpire.settle("last", best)


def no_test(umpire: Umpire, aim: Aim, rules: Any) -> int:
    die = umpire.d6("x")
    if aim.a == 0 and die:
        return 1
    return 2


def many_values(umpire: Umpire, aim: Aim, rules: Any) -> bool:
    sum_of_all = umpire.sum_of("many", 20 * (1 + aim.a))
    return sum_of_all >= 60 + aim.b


# --- forms of statements
def forms(umpire: Umpire, aim: Aim, rules: Any) -> str:
    checked(aim)
    a, high = aim.a, umpire.d6("x") >= 5
    total: int = a + 1
    total += aim.b
    if not high:
        total += aim.c if total > 2 else 1
    return f"{a} {high} {total}"


def checked(aim: Aim) -> None:
    if aim.a == aim.b == 2:
        raise BadInput("not these two")


def exchanged(umpire: Umpire, aim: Aim, rules: Any) -> str:
    a, b = aim.a, umpire.d6("b").half() + aim.b
    a, b = b, a
    return "more" if a > b else "less"


def looped(umpire: Umpire, aim: Aim, rules: Any) -> int:
    hits = 0
    for label, needed in (("first", aim.a), ("second", aim.b), ("third", 6)):
        if umpire.d6(label) >= needed:
            hits += 1
        elif needed == 1:
            return -1
    return hits


def broken_off(umpire: Umpire, aim: Aim, rules: Any) -> int:
    hits = 0
    for needed in (aim.a, aim.b, 6):
        if umpire.d6("x") < needed:
            break
        hits += 1
    else:
        hits = 10
    return hits


def changed_under_way(umpire: Umpire, aim: Aim, rules: Any) -> int:
    more = aim.a
    for needed in (more, more + 1):
        if umpire.d6("x") >= needed:
            more = 5
    return more


# --- sub-rules
def settled_sub_rule(umpire: Umpire, aim: Aim, rules: Any) -> str:
    first = umpire.resolve("first", half, aim, aim.b + 1)
    if first:
        return "at once"
    return f"{umpire.resolve('second', a_roll, aim)}"


def undecided_sub_rule(umpire: Umpire, aim: Aim, rules: Any) -> Any:
    roll = umpire.odds("roll", a_roll, aim)
    sure = umpire.odds("half", half, aim, 4)
    if roll >= 6 and aim.c:
        return roll.read("twice", doubled)
    return together(both, roll, sure)


def doubled(value: int) -> int:
    return 2 * value


def both(*values: Any) -> str:
    return " ".join(map(str, values))


@pytest.mark.parametrize(
    "rule",
    [
        *(summed, looked_into, as_a_test, helped, calls_itself, only_where_it_comes, undecided),
        *(asked_twice, in_a_tuple, left_undecided, many_values),
        *(exchanged, looped, broken_off, changed_under_way),
        *(settled_sub_rule, undecided_sub_rule),
    ],
)
def test_the_laws_are_those_of_one_situation_after_the_other(rule: Any) -> None:
    rows = [Aim(*values) for values in product(*map(range, SIZES.values()))]
    expected = [one_by_one(rule, row, None).fractions() for row in rows]
    assert in_columns(rule, rows, None, Known()) == expected
    table: WholeTable[Aim, Any] = WholeTable(rule, None)
    assert [table.law(row).fractions() for row in rows] == expected


def test_what_a_rule_refuses_is_refused_in_every_form() -> None:
    rows = [Aim(*values) for values in product(*map(range, SIZES.values()))]
    found = in_columns(forms, rows, None, Known())
    for row, law in zip(rows, found, strict=True):
        if row.a == row.b == 2:
            assert law == "not these two"
        else:
            assert law == one_by_one(forms, row, None).fractions()


def test_a_roll_is_no_test_in_columns_either() -> None:
    with pytest.raises(Unasked, match="true or false"):
        in_columns(no_test, [Aim(0, 0, 0), Aim(1, 0, 0)], None, Known())


def test_modifiers_with_one_total_are_rolled_once() -> None:
    rolled: list[int] = []

    rows = [Aim(*values) for values in product(*map(range, SIZES.values()))]
    known = Known()
    tree = known.umpire.tree

    def heard(*inputs: Any, **more: Any) -> Any:
        rolled.append(1)
        return tree(*inputs, **more)

    known.umpire.tree = heard  # type: ignore[method-assign]
    in_columns(summed, rows, None, known)
    assert len(rolled) == len({sum((row.a, row.b, row.c)) for row in rows}), "modifiers need no tree"


def test_of_a_total_nothing_else_is_told() -> None:
    total = Total(3) + Modifiers((2, "more", True))
    assert total == Modifiers((2, "more", True)) + Total(3) == Total(5)
    assert total.total == 5
    for look in (len, list, str, bool):
        with pytest.raises(Undivided):
            look(total)
