"""What a table costs, what rulesets share, and what is refused: facts and their forks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pz8edu import Modifiers, Umpire, system
from pz8edu.core.facts.fact import RULES, Fact, KnownLaws
from pz8edu.core.facts.laws import Laws
from pz8edu.core.facts.record import UNFILLED
from pz8edu.core.facts.wiring import fact, part
from pz8edu.desk.tables.answers import answers
from pz8edu.errors import Impure
from tests.core.facts.tables import ROWS, Aim, as_a_product, in_columns, one_by_one

WW2 = system("pz8-ww2")


def test_a_field_that_is_not_looked_at_costs_nothing() -> None:
    rows: set[tuple[Any, ...]] = set()

    def rule(umpire: Umpire, aim: Aim, rules: Any) -> int:
        found = aim.a if aim.a > 1 else aim.b
        rows.add((aim.a, found))
        return found

    known = KnownLaws()
    as_a_product(rule, None, known)
    assert len(rows) == 2 + 2 * 3, "b is looked at only where a is 0 or 1, and c never"
    before = len(known.values.things)
    as_a_product(rule, None, known)
    assert len(known.values.things) == before
    assert not UNFILLED


def test_another_ruleset_runs_only_what_has_looked_at_what_differs() -> None:
    played: list[str] = []

    def rule(umpire: Umpire, aim: Aim, rules: Any) -> int:
        played.append(str(aim.a))
        if aim.a == 1:
            return umpire.pool("x", 2, on=rules.hit_on)  # type: ignore[return-value]
        return int(rules.R1 == "b")

    known = KnownLaws()
    first = as_a_product(rule, WW2.rules, known)
    assert sorted(set(played)) == ["0", "1", "2", "3"]
    played.clear()
    second = as_a_product(rule, WW2.rules.variant(hit_on=3), known)
    assert set(played) == {"1"}
    assert [old == new for old, new in zip(first, second, strict=True)] == [row.a != 1 for row in ROWS]


def test_a_ruleset_that_is_a_key_is_looked_at_as_a_whole() -> None:
    def rule(umpire: Umpire, aim: Aim, rules: Any) -> bool:
        return umpire.d6("x") >= {rules: 3, WW2.rules: 4}[rules] + aim.a

    known = KnownLaws()
    for rules in (WW2.rules, WW2.rules.variant(hit_on=3)):
        expected = [one_by_one(rule, row, rules).fractions() for row in ROWS]
        assert as_a_product(rule, rules, known) == expected


def test_alike_runs_that_look_elsewhere_are_refused() -> None:
    fact = Fact("value", len, ())
    fact.keep({"a": 1, "b": 2}, 7)
    with pytest.raises(Impure, match="looked at c"):
        fact.keep({"a": 1, "c": 2}, 8)
    assert repr(RULES) == "the rules"


def test_a_rule_that_counts_its_own_calls_is_refused_by_the_rows_that_are_asked_alone() -> None:
    direct_fire = WW2.calculators["direct-fire"]
    calls = [0]

    def counts(umpire: Any, shot: Any, rules: Any) -> Any:
        calls[0] += 1
        return direct_fire.rule(umpire, shot, rules) if calls[0] < 40 else shot.target_condition

    values = {"attack": tuple(range(7)), "defence": tuple(range(7))}
    with pytest.raises(Impure, match="may depend on nothing but its inputs and the dice"):
        answers(replace(direct_fire, rule=counts), [WW2.rules], values, {})


def test_a_hook_of_ones_own_shares_nothing_with_the_book() -> None:
    harder = WW2.rules.with_rule(halved=lambda rules, defence: defence)
    fixed = {"attack": 5, "armoured": True, "facing": "side"}
    printed, mine = answers(
        WW2.calculators["direct-fire"], [WW2.rules, harder], {"defence": tuple(range(7))}, fixed
    )
    assert printed[4].fractions() != mine[4].fractions()
    assert printed[0].fractions() == mine[0].fractions()


def test_one_situation_after_the_other_is_quicker_and_the_same() -> None:
    question = WW2.calculators["direct-fire"]
    laws = Laws(question.rule, question.situation, WW2.rules, KnownLaws())
    shots = [question.situation.read({"attack": attack, "defence": 3}) for attack in (2, 5, 2)]
    found = [laws.law(shot) for shot in shots]
    assert found[0] is found[2]
    assert found == [one_by_one(question.rule, shot, WW2.rules) for shot in shots]


def test_a_situation_called_rules_is_not_the_ruleset() -> None:
    def told(umpire: Umpire, aim: Aim, rules: Any) -> bool:
        return umpire.d6("x") >= rules.hit_on + len({aim: 1, rules: 2}) - 2

    known = KnownLaws()
    for rules in (WW2.rules, WW2.rules.variant(hit_on=2)):
        expected = [one_by_one(told, row, rules).fractions() for row in ROWS]
        assert in_columns(told, ROWS, rules, known) == expected


@fact
def added(aim: Aim, rules: Any) -> Modifiers:
    return Modifiers((aim.a, "a", True), (-aim.b, "b", True))


@part
def reaches(umpire: Umpire, modifiers: Modifiers, rules: Any) -> bool:
    return umpire.d6("die").modified(modifiers) >= 4


@part
def reasons(umpire: Umpire, modifiers: Modifiers, rules: Any) -> int:
    return len(modifiers) if umpire.d6("die") == 6 else 0


RULES_OF_A_GAME = Aim(4, 0)


def test_a_part_that_is_given_modifiers_looks_at_their_total() -> None:
    known = KnownLaws()
    wanted = [one_by_one(by_total, row, RULES_OF_A_GAME).fractions() for row in ROWS]
    assert as_a_product(by_total, RULES_OF_A_GAME, known) == wanted
    asked = [each for each in known._facts.values() if repr(each) == "reaches"]
    assert len(asked) == len({row.a - row.b for row in ROWS})


def by_total(umpire: Umpire, aim: Aim, rules: Any) -> bool:
    return reaches(umpire, added(aim, rules), rules)


def test_a_part_that_asks_for_the_rows_of_modifiers_finds_them() -> None:
    def rule(umpire: Umpire, aim: Aim, rules: Any) -> int:
        return reasons(umpire, added(aim, rules), rules)

    wanted = [one_by_one(rule, row, RULES_OF_A_GAME).fractions() for row in ROWS]
    assert as_a_product(rule, RULES_OF_A_GAME, KnownLaws()) == wanted
    assert in_columns(rule, ROWS, RULES_OF_A_GAME, KnownLaws()) == wanted


def test_what_is_the_same_in_every_row_splits_no_table() -> None:
    def rule(umpire: Umpire, aim: Aim, rules: Any) -> int:
        return aim.b + aim.a

    rows = [row for row in ROWS if row.a == 1]
    assert in_columns(rule, rows, None, KnownLaws()) == [{1 + row.b: 1} for row in rows]
