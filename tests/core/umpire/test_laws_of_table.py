"""Laws of whole tables as columns: what is met once, what is refused, and what another ruleset asks anew."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy
import pytest

from pz8edu import BadInput, Umpire, system
from pz8edu.core.umpire.columns import MOST_PLACES, Column, TooWide, column_of, grouped, parts_of
from pz8edu.core.umpire.known_laws import Known, Refused
from pz8edu.core.umpire.laws_of_table import Laws
from pz8edu.core.umpire.runs import Runs
from pz8edu.core.umpire.watching import RULES, Looked, watched_rules
from pz8edu.errors import Impure
from tests.core.umpire.test_whole_table import one_by_one


@dataclass(frozen=True)
class Aim:
    a: int
    b: int
    c: int


SIZES = {"a": 4, "b": 3, "c": 2}


def table(known: Known, sizes: dict[str, int] = SIZES) -> tuple[dict[str, Column], tuple[int, ...]]:
    """All combinations: an axis for each field."""
    columns = {}
    for axis, (name, size) in enumerate(sizes.items()):
        along = [size if place == axis else 1 for place in range(len(sizes))]
        numbers = tuple(known.values.of(value) for value in range(size))
        columns[name] = Column(numpy.arange(size).reshape(along), numbers)
    return columns, tuple(sizes.values())


def three_values_and_a_test(umpire: Umpire, aim: Aim, rules: Any) -> str:
    if aim.a == 3:
        raise BadInput(f"{aim.b} cannot be asked with 3")
    high = umpire.settle("x", umpire.d6("x").half())
    more = high + aim.b
    if umpire.d6("y") > more:
        return f"above {aim.c}"
    word = "low" if high < 2 else "high"
    return word + str(umpire.d6("z") >= 2 + aim.a)


def test_a_product_has_the_law_of_every_situation_and_says_what_is_refused() -> None:
    known = Known()
    columns, shape = table(known)
    numbers = Laws(three_values_and_a_test, Aim, None, known).of(columns, shape)
    for place, number in zip(
        product(*map(range, shape)), numpy.broadcast_to(numbers, shape).flat, strict=True
    ):
        law = known.laws.things[number]
        if place[0] == 3:
            assert law == Refused(f"{place[1]} cannot be asked with 3")
        else:
            assert not isinstance(law, Refused)
            assert law.fractions() == one_by_one(three_values_and_a_test, Aim(*place), None).fractions()


def test_a_field_that_is_not_looked_at_costs_nothing() -> None:
    played: list[Any] = []

    def rule(umpire: Umpire, aim: Aim, rules: Any) -> int:
        played.append(aim)
        return aim.a if aim.a > 1 else aim.b

    known = Known()
    Laws(rule, Aim, None, known).of(*table(known))
    assert len(set(played)) == 2 + 2 * 3, "b is looked at only where a is 0 or 1, and c never"


def test_another_ruleset_runs_only_what_has_looked_at_what_differs() -> None:
    ww2 = system("pz8-ww2")
    played: list[str] = []

    def rule(umpire: Umpire, aim: Aim, rules: Any) -> int:
        played.append(str(aim.a))
        if aim.a == 1:
            return umpire.pool("x", 2, on=rules.hit_on)  # type: ignore[return-value]
        return int(rules.R1 == "b")

    known = Known()
    first = Laws(rule, Aim, ww2.rules, known).of(*table(known))
    assert sorted(set(played)) == ["0", "1", "2", "3"]
    played.clear()
    second = Laws(rule, Aim, ww2.rules.variant(hit_on=3), known).of(*table(known))
    assert set(played) == {"1"}
    assert (numpy.broadcast_to(first != second, tuple(SIZES.values())).sum(axis=(1, 2)) > 0).tolist() == [
        False,
        True,
        False,
        False,
    ]


def test_what_a_ruleset_works_out_once_counts_as_the_fields_behind_it() -> None:
    """A cached property is worked out once: it must not hide that a run depends on its fields."""
    asp = system("asp-ww2").rules
    kind = type(asp)
    name = next(
        name for each in kind.__mro__ for name, value in vars(each).items() if hasattr(value, "attrname")
    )
    for _ in range(2):
        seen = Looked()
        assert getattr(watched_rules(asp, seen), name) == getattr(asp, name)
        assert seen
        assert all(each.startswith("rules.") for each in seen)


def test_a_ruleset_that_is_a_key_is_looked_at_as_a_whole() -> None:
    rules, seen = system("pz8-ww2").rules, Looked()
    stand_in = watched_rules(rules, seen)
    assert {stand_in: 1}[watched_rules(rules, Looked())] == 1
    assert list(seen) == [RULES]
    assert stand_in.hit_on == rules.hit_on
    assert list(seen) == [RULES], "nothing adds to the whole"
    assert stand_in != rules.variant(hit_on=3)


def test_a_run_that_is_alike_but_looks_elsewhere_is_refused() -> None:
    runs = Runs()
    runs.keep((), {"a": 1, "b": 2}, 7)
    assert runs.find((), {"a": 1, "b": 2}) == 7
    assert runs.find((), {"a": 1, "b": 3}) is None
    with pytest.raises(Impure, match="looked at c"):
        runs.keep((), {"a": 1, "c": 2}, 8)


# --- columns
def test_groups_are_the_different_combinations_of_rows_that_are_asked() -> None:
    dice = numpy.random.default_rng(4)
    for _ in range(40):
        sizes = dice.integers(1, 5, 3)
        shapes = [tuple(int(size) if dice.random() < 0.6 else 1 for size in sizes) for _ in range(3)]
        columns = [Column(dice.integers(0, 3, shape), (10, 11, 12)) for shape in shapes]
        asked = dice.random(tuple(size if dice.random() < 0.7 else 1 for size in sizes)) < 0.6
        asked.flat[0] = True
        groups = grouped(columns, asked)
        whole = numpy.broadcast_arrays(asked, groups.codes, *(column.codes for column in columns))
        met = {
            tuple(int(each) + 10 for each in row)
            for wanted, _, *row in zip(*(each.flat for each in whole), strict=True)
            if wanted
        }
        assert sorted(met) == sorted(groups.members)
        for wanted, group, *row in zip(*(each.flat for each in whole), strict=True):
            if wanted:
                assert groups.members[group] == tuple(int(each) + 10 for each in row)
        for group in range(len(groups.members)):
            place = groups.row(group)
            assert numpy.broadcast_to(asked, whole[0].shape)[place]
            assert numpy.broadcast_to(groups.codes, whole[0].shape)[place] == group


def test_very_many_combinations_are_told_apart_too() -> None:
    dice = random.Random(8)
    rows = [tuple(dice.randrange(2) * 10**6 for _ in range(5)) for _ in range(50)]
    columns = [Column(numpy.array(listed), tuple(range(10**6 + 1))) for listed in zip(*rows, strict=True)]
    groups = grouped(columns, numpy.ones(50, bool))
    assert [groups.members[group] for group in groups.codes] == rows
    assert len(groups.members) == len(set(rows))
    assert column_of(numpy.array([7, 3, 7])).numbers == (3, 7)
    wide = [
        Column(numpy.arange(2).reshape([2 if at == axis else 1 for at in range(26)]), (0, 1))
        for axis in range(26)
    ]
    assert MOST_PLACES < 2**26
    with pytest.raises(TooWide):
        grouped(wide, numpy.ones((1,) * 26, bool))


@pytest.mark.parametrize("most", [1, 2, 5, 24, 1000])
def test_a_table_is_cut_into_parts_in_order(most: int) -> None:
    shape = (4, 3, 2)
    whole = numpy.arange(24).reshape(shape)
    parts = [whole[part].reshape(-1) for part in parts_of(shape, lambda: most)]
    assert numpy.concatenate(parts).tolist() == list(range(24))
    assert max(map(len, parts)) <= most
    assert list(parts_of((), lambda: 5)) == [()]


@dataclass(frozen=True)
class Game:
    rules: str


def test_a_field_that_is_called_rules_is_not_the_ruleset() -> None:
    """Else two rulesets under which a situation is hashed with them would share their answers."""

    def told(umpire: Umpire, game: Game, rules: Any) -> bool:
        held = {game: 1, rules: 2}
        return umpire.d6("x") >= rules.hit_on + len(held) - 2

    known, printed = Known(), system("pz8-ww2").rules
    column = Column(numpy.zeros(1, int), (known.values.of("basic"),))
    for rules in (printed, printed.variant(hit_on=2)):
        (number,) = Laws(told, Game, rules, known).of({"rules": column}, (1,))
        assert known.laws.things[number] == one_by_one(told, Game("basic"), rules)
