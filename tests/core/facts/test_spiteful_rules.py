"""Rules that no book has and a designer may write: a table of them is right, or refused as they are alone."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import pytest

from pz8edu import BadInput, Modifiers, together
from pz8edu.core.facts.fact import KnownLaws
from pz8edu.core.facts.laws import Laws
from pz8edu.core.facts.wiring import fact, part
from tests.core.facts.tables import ROWS, Aim, as_a_product, in_columns, one_by_one, told

R: list[Any] = []


def spiteful(rule: Any) -> Any:
    R.append(rule)
    return rule


@dataclass
class Count:
    n: int = 0


@dataclass(eq=False)
class ByIdentity:
    n: int = 0


@dataclass(frozen=True)
class Hidden:
    shown: int
    hidden: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Wider(Aim):
    @cached_property
    def sum(self) -> int:
        return self.a + self.b + self.c


class Pair(NamedTuple):
    x: int
    y: int


def _modifiers(aim: Any) -> Modifiers:
    return Modifiers((aim.a, "a", True), (aim.b, "b", aim.c > 0))


def _hit(umpire: Any, aim: Any) -> Any:
    if aim.b > 1:
        return umpire.d6("x") >= 3 + aim.a
    return umpire.d6("y") + aim.c


def _refuses(umpire: Any, aim: Any) -> int:
    if umpire.d6("x") == 6 and aim.a == 2:
        raise BadInput("not so")
    return int(aim.b)


def _adds(count: Any, aim: Any) -> int:
    count.n += aim.a
    return int(count.n)


def _same(value: Any) -> Any:
    return value


def _divides(aim: Any) -> int:
    return int(6 // aim.a)


def _many(aim: Any) -> Iterator[int]:
    yield aim.a
    yield aim.b


modifiers_of, hit, refuses = fact(_modifiers), part(_hit), part(_refuses)  # type: ignore[arg-type]
adds, same, divides = fact(_adds), fact(_same), fact(_divides)  # type: ignore[arg-type]


@cache
def cached(aim: Any) -> int:
    return int(aim.a * 2 + aim.b)


@spiteful
def mutable_counter(umpire: Any, aim: Any, rules: Any) -> int:
    count = Count()
    for _ in range(aim.a):
        if umpire.d6("x") >= 4:
            count.n += aim.b
    return count.n


@spiteful
def counter_by_identity(umpire: Any, aim: Any, rules: Any) -> int:
    count = ByIdentity(aim.a)
    if umpire.d6("x") >= 3:
        adds(count, aim)
    return adds(count, aim)


@spiteful
def modifiers_compared(umpire: Any, aim: Any, rules: Any) -> Any:
    mods, more = modifiers_of(aim), modifiers_of(aim)
    return umpire.d6("x").modified(mods) >= 4 and mods == more


@spiteful
def modifiers_of_equal_totals(umpire: Any, aim: Any, rules: Any) -> Any:
    return modifiers_of(aim) == Modifiers((aim.a + aim.b * (aim.c > 0), "both", True))


@spiteful
def modifiers_counted(umpire: Any, aim: Any, rules: Any) -> Any:
    try:
        return len(modifiers_of(aim)), str(modifiers_of(aim))
    except Exception:
        return -1


@spiteful
def modifiers_given_back(umpire: Any, aim: Any, rules: Any) -> Any:
    mods = modifiers_of(aim)
    return same(mods) == mods, same(mods).total


@spiteful
def hidden_field(umpire: Any, aim: Any, rules: Any) -> Any:
    return same(Hidden(aim.a, aim.b)).hidden + umpire.d6("x")


@spiteful
def hidden_field_in_a_sub_rule(umpire: Any, aim: Any, rules: Any) -> Any:
    return umpire.resolve("x", lambda umpire, told, aim: told.hidden + aim.c, Hidden(aim.a, aim.b), aim)


@spiteful
def exact_type(umpire: Any, aim: Any, rules: Any) -> Any:
    return (type(aim) is Aim, aim.__class__ is Aim, isinstance(aim, Aim))


@spiteful
def unset_local(umpire: Any, aim: Any, rules: Any) -> Any:
    if aim.a > 1:
        y = 1
    b = umpire.d6("x") >= 4
    return (b, y)


@spiteful
def unset_local_caught(umpire: Any, aim: Any, rules: Any) -> Any:
    if aim.a > 1:
        y = umpire.d6("x") >= 4
    try:
        return y
    except UnboundLocalError:
        return "unset"


@spiteful
def swallowed_refusal(umpire: Any, aim: Any, rules: Any) -> Any:
    try:
        return refuses(umpire, aim)
    except BadInput:
        return "swallowed"


@spiteful
def swallowed_fault(umpire: Any, aim: Any, rules: Any) -> Any:
    try:
        return divides(aim)
    except ZeroDivisionError:
        return aim.b


@spiteful
def fault(umpire: Any, aim: Any, rules: Any) -> Any:
    return divides(aim) if aim.b == 1 else 0


@spiteful
def copied(umpire: Any, aim: Any, rules: Any) -> Any:
    return copy.copy(aim).a + copy.deepcopy(aim).b


@spiteful
def rebound(umpire: Any, aim: Any, rules: Any) -> Any:
    if umpire.d6("x") >= 4:
        aim = replace(aim, a=aim.a + 1)
    return aim.a + aim.b


@spiteful
def but(umpire: Any, aim: Any, rules: Any) -> Any:
    other = aim.but(a=2)
    return (
        hit(umpire, other),
        other.both,
        other == replace(aim, a=2),
        hash(other) == hash(Aim(2, aim.b, aim.c)),
    )


@spiteful
def variables(umpire: Any, aim: Any, rules: Any) -> Any:
    return tuple(vars(aim).items()), dataclasses.astuple(aim), repr(aim)


@spiteful
def by_the_object(umpire: Any, aim: Any, rules: Any) -> Any:
    return object.__getattribute__(aim, "a") + object.__getattribute__(aim, "__dict__")["b"]


@spiteful
def matched(umpire: Any, aim: Any, rules: Any) -> Any:
    match aim:
        case Aim(a=1, b=b):
            return b
        case Aim(c=0):
            return "c"
    return umpire.d6("x")


@spiteful
def as_a_key(umpire: Any, aim: Any, rules: Any) -> Any:
    return {aim: 1}.get(Aim(1, 1, 1), 0), aim == Aim(2, 0, 0), aim in [Aim(0, 0), Aim(1, 1)]


@spiteful
def remembered(umpire: Any, aim: Any, rules: Any) -> Any:
    return cached(aim) + (umpire.d6("x") >= 3)


@spiteful
def late_binding(umpire: Any, aim: Any, rules: Any) -> Any:
    return tuple(each() for each in [lambda: aim.a + n for n in range(aim.b)])  # noqa: B023


@spiteful
def sub_rule_of_a_closure(umpire: Any, aim: Any, rules: Any) -> Any:
    hits = 0
    for _ in range(2):
        if umpire.resolve("x", lambda umpire: umpire.d6("x") + hits >= 6 - aim.c):  # noqa: B023
            hits += 3
    return hits


@spiteful
def sub_rule_with_a_counter(umpire: Any, aim: Any, rules: Any) -> Any:
    count = Count()

    def burst(umpire: Any, aim: Any) -> Any:
        return umpire.d6("x") + count.n >= 6

    for _ in range(2):
        if umpire.resolve("burst", burst, aim):
            count.n += 3
    return count.n + aim.a


@spiteful
def sub_rule_of_a_method(umpire: Any, aim: Any, rules: Any) -> Any:
    class Gun:
        worn = 0

        def fires(self, umpire: Any, aim: Any) -> Any:
            return umpire.d6("x") >= 3 + self.worn

    gun = Gun()
    found = umpire.resolve("x", gun.fires, aim)
    gun.worn = 2
    return found, umpire.resolve("x", gun.fires, aim)


@spiteful
def one_after_another(umpire: Any, aim: Any, rules: Any) -> Any:
    def next_one(umpire: Any, state: int, item: Any, rules: Any) -> int:
        return state + item.a if umpire.d6("x") >= 4 else state

    return umpire.in_turn("x", (aim, aim.but(a=1)), next_one, aim.b, rules)


@spiteful
def parts(umpire: Any, aim: Any, rules: Any) -> Any:
    first, second = hit(umpire, aim), hit(umpire, aim)
    return together(lambda *values: values, first, second) if not isinstance(first, bool) else (first, second)


@spiteful
def part_in_a_loop(umpire: Any, aim: Any, rules: Any) -> Any:
    return sum(int(hit(umpire, aim)) for _ in range(aim.c + 1))


@spiteful
def a_roll_given_away(umpire: Any, aim: Any, rules: Any) -> Any:
    die = umpire.d6("x")
    return same(die) >= 4, die == 6, aim.a


@spiteful
def generator(umpire: Any, aim: Any, rules: Any) -> Any:
    return sum(_many(aim)) + (umpire.d6("x") >= 2)


@spiteful
def partial_of_a_helper(umpire: Any, aim: Any, rules: Any) -> Any:
    return partial(modifiers_of, aim)().total


@spiteful
def named_arguments(umpire: Any, aim: Any, rules: Any) -> Any:
    return modifiers_of(aim=aim).total + umpire.resolve("x", _hit, aim=aim)


@spiteful
def in_a_named_tuple(umpire: Any, aim: Any, rules: Any) -> Any:
    return same(Pair(aim.a, aim.b)).x, same((aim, 1))[0].b, same([aim])[0].c


@spiteful
def given_itself(umpire: Any, aim: Any, rules: Any) -> Any:
    return same(aim) is aim, same(aim).a


@spiteful
def yes_and_one(umpire: Any, aim: Any, rules: Any) -> Any:
    return type(same(True)).__name__, type(same(1)).__name__, type(same(1.0)).__name__, aim.a


@spiteful
def order_of_laws(umpire: Any, aim: Any, rules: Any) -> Any:
    tree = umpire.law_of(_hit, aim)
    return str(next(iter(tree.distribution)))


@spiteful
def locals_and_eval(umpire: Any, aim: Any, rules: Any) -> Any:
    here = locals()
    return here["aim"].a + eval("aim.b")


@spiteful
def suppressed(umpire: Any, aim: Any, rules: Any) -> Any:
    found = "none"
    with contextlib.suppress(AttributeError):
        found = aim.nothing
    return found, hasattr(aim, "a"), hasattr(aim, "z"), getattr(aim, "b", 7)


@spiteful
def refused_by_the_book(umpire: Any, aim: Any, rules: Any) -> Any:
    if umpire.d6("x") == 1 and aim.a == 3:
        raise BadInput(f"not {aim.a} with {aim.b}")
    return aim.c


@pytest.mark.parametrize("rule", R, ids=lambda rule: rule.__name__)
def test_a_table_is_right_or_refused(rule: Any) -> None:
    expected = [told(lambda row: one_by_one(rule, row, None), row) for row in ROWS]
    faults = {each for each in expected if isinstance(each, type)}
    laws = Laws(rule, Aim, None, KnownLaws())
    assert [told(laws.law, row) for row in ROWS] == expected
    if faults:
        with pytest.raises(tuple(faults)):
            as_a_product(rule, None, KnownLaws())
        return
    assert as_a_product(rule, None, KnownLaws()) == expected
    assert in_columns(rule, ROWS, None, KnownLaws()) == expected


def test_what_is_kept_in_a_record_is_worked_out_once() -> None:
    def rule(umpire: Any, aim: Any, rules: Any) -> Any:
        return aim.sum is aim.sum, aim.sum + (umpire.d6("x") >= 4)

    rows = [Wider(row.a, row.b, row.c) for row in ROWS]
    expected = [one_by_one(rule, row, None).fractions() for row in rows]
    assert in_columns(rule, rows, None, KnownLaws()) == expected


@dataclass(frozen=True)
class Held:
    aim: Any
    n: int


def test_a_record_that_holds_one_which_is_not_filled_in_is_no_key() -> None:
    """Else another run would look at the record of a run that is over."""

    def rule(umpire: Any, aim: Any, rules: Any) -> Any:
        held = same(Held(aim.but(c=1), aim.b))
        return held.aim.both + held.n + adds(Count(), held.aim) + (umpire.d6("x") >= 3)

    known = KnownLaws()
    for _ in range(2):
        expected = [one_by_one(rule, row, None).fractions() for row in ROWS]
        assert as_a_product(rule, None, known) == expected
