"""Keys of frozen values: exact to the type, and none for what may change."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntFlag, StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from pz8edu.core.chance.distribution import D6, Distribution, die
from pz8edu.core.chance.functions import fixed, half, in_a_row
from pz8edu.core.frozen import Keys, NotFrozen, key_of, lasting_key_of
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.umpire.base import Order
from pz8edu.systems.pz8_ww2 import SYSTEM

RULES = SYSTEM.rules


class Word(StrEnum):
    A = "a"


class Other(StrEnum):
    A = "a"


class Access(IntFlag):
    READ = 1
    WRITE = 2


@dataclass(frozen=True)
class Shot:
    attack: int
    note: object = field(default="", compare=False)

    @functools.cached_property
    def twice(self) -> int:
        return 2 * self.attack


@dataclass(frozen=True)
class Burst:
    attack: int
    note: object = ""


@dataclass
class Score:
    hits: int = 0


@dataclass(frozen=True, eq=False)
class ByIdentity:
    hits: int = 0


class Loose(Shot):
    """Not a dataclass itself: it may be given more."""


class Row(NamedTuple):
    a: int


def mine(value: int) -> int:
    return value


FROZEN: list[Any] = [
    1,
    True,
    1.0,
    Fraction(1),
    Decimal(1),
    Decimal("1.0"),
    0.0,
    -0.0,
    "a",
    b"a",
    None,
    Word.A,
    Other.A,
    Access.READ,
    Access.READ | Access.WRITE,
    (1,),
    (True,),
    ((1,),),
    ((True,),),
    frozenset((1,)),
    frozenset((True,)),
    Row(1),
    Row(True),
    range(0),
    range(1, 1),
    Shot(1),
    Shot(True),
    Shot(1, "loud"),
    Shot(1, True),
    Burst(1),
    ByIdentity(1),
    ByIdentity(2),
    Distribution({1: 1, 2: 1}),
    Distribution({2: 1, 1: 1}),
    Distribution({True: 1, 2: 1}),
    Distribution({1: 2, 2: 2}),
    D6,
    die(8),
    Modifiers((1, "high ground", True)),
    Modifiers((1, "a charge", True)),
    Modifiers(),
    half,
    in_a_row,
    max,
    str.upper,
    int,
    Order.of,
    (1, 2).index,
    (1, True).index,
    functools.partial(half, 3),
    functools.partial(half, True),
    RULES.variant(),
    RULES.variant(R3="b"),
]


def test_different_values_have_different_keys() -> None:
    for one, other in combinations(FROZEN, 2):
        assert key_of(one) != key_of(other), (one, other)


@pytest.mark.parametrize("value", FROZEN, ids=lambda value: type(value).__name__)
def test_the_key_of_a_value_is_always_the_same(value: Any) -> None:
    assert key_of(value) == key_of(value)
    assert hash(key_of(value)) == hash(key_of(value))


def test_equal_values_made_anew_have_the_same_key() -> None:
    worked_out = Shot(1)
    assert worked_out.twice == 2
    assert key_of(worked_out) == key_of(Shot(1))
    assert key_of(D6 + 1) == key_of(Distribution.uniform(range(2, 8)))
    assert key_of(RULES.variant(R3="b").variant(R3="default")) == key_of(RULES.variant())
    assert key_of(Modifiers((1, "a", True))) == key_of(Modifiers((0, "b", True), (1, "a", True)))


def closing_over(value: object) -> Callable[[int], object]:
    def inner(score: int) -> object:
        return value

    return inner


def with_more() -> Loose:
    loose = Loose(1)
    object.__setattr__(loose, "more", 2)
    return loose


def in_the_name_of_the_kit() -> Callable[[int], int]:
    @functools.wraps(half)
    def said(value: int) -> int:
        return mine(value)

    return said


CHANGING: list[Any] = [
    [],
    {},
    set(),
    {}.get,
    [].__len__,
    object(),
    Score(),
    Score().__eq__,
    ByIdentity,
    mine,
    lambda score: score,
    closing_over(1),
    functools.partial(mine, 1),
    functools.partial(half, []),
    functools.cache(mine),
    in_the_name_of_the_kit(),
    Shot(1, []),
    with_more(),
    (1, [2]),
    frozenset((mine,)),
    iter(()),
    (one for one in ()),
    RULES.with_rule(halved=lambda rules, defence: 1),
]


@pytest.mark.parametrize("value", CHANGING, ids=lambda value: type(value).__name__)
def test_what_may_change_has_no_key(value: Any) -> None:
    with pytest.raises(NotFrozen, match="may change"):
        key_of(value)
    with pytest.raises(NotFrozen, match="may change"):
        lasting_key_of(value)


@pytest.mark.parametrize(
    "value",
    [Shot(1), Word.A, Row(1), (1, Burst(1)), Distribution({Word.A: 1})],
    ids=lambda value: type(value).__name__,
)
def test_the_methods_of_a_class_of_the_user_may_read_what_changes(value: Any) -> None:
    assert key_of(value)
    with pytest.raises(NotFrozen):
        lasting_key_of(value)


def test_a_key_of_the_kit_holds_for_good() -> None:
    for value in (1, (True, None), D6, Order.HIGHER, half, RULES, RULES.variant(R3="b"), Modifiers()):
        assert lasting_key_of(value) == key_of(value)


def test_a_function_with_its_second_value_is_told_by_both() -> None:
    assert key_of(fixed(max, 1)) == key_of(fixed(max, 1))
    assert key_of(fixed(max, 1)) != key_of(fixed(max, True))
    assert key_of(fixed(max, 1)) != key_of(fixed(min, 1))


def test_a_record_of_words_has_the_same_key_before_and_after_its_words_are_known() -> None:
    class New(StrEnum):
        A = "a"

    keys = Keys(of_users=True)
    first = keys.of(Shot(1, New.A))
    assert keys.of(Shot(1, New.A)) == first
    assert keys.of(Shot(1, Word.A)) != first != keys.of(Shot(1, "a"))
