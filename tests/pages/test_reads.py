"""Which fields of a ruleset a rule looks at, and where the book says what a rule asks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pz8edu import Enumerating, ids, system
from pz8edu.asking.odds import drawn_tree
from pz8edu.pages.citation import cited
from pz8edu.pages.reads import fields_read

WW2 = system("pz8-ww2")


def read_by(name: str, **inputs: Any) -> tuple[str, ...]:
    question = WW2.calculators[name]
    situation = question.situation.read(inputs)
    return fields_read(WW2.rules, lambda rules: Enumerating(draw=False).tree(question.rule, situation, rules))


def test_only_what_matters_in_the_situation_is_read() -> None:
    assert read_by("damage", attack=3, defence=3) == ("disorganized_by", "suppressed_by", "destroyed_by")
    assert read_by("rally", condition="ok") == ()
    assert read_by("rally", condition="suppressed") == ("rally_on", "green_rally", "elite_rally")
    assert "in_bunker" in read_by("to-hit", cover="bunker")
    assert "in_bunker" not in read_by("to-hit", cover="open")


def test_sub_rules_are_read_too_and_the_ruleset_itself_is_untouched() -> None:
    shots = [{"attack": 5}, {"attack": 4}]
    several = read_by("fire-phase", shots=shots, target={"defence": 4})
    one = read_by("direct-fire", attack=5, defence=4)
    assert set(several) - set(one) == {"R2", "R3"}, "the second shot may meet a unit that is hurt already"
    assert set(one) <= set(several)
    assert WW2.rules == type(WW2.rules)()


def test_a_number_that_is_not_read_cannot_change_the_odds() -> None:
    question = WW2.calculators["direct-fire"]
    situation = question.situation.read({"attack": 5, "defence": 4, "cover": "rough"})
    seen = fields_read(WW2.rules, lambda rules: Enumerating(draw=False).tree(question.rule, situation, rules))
    odds = Enumerating(draw=False).tree(question.rule, situation, WW2.rules).distribution
    source = random.Random(2)
    for name in WW2.rules.numbers():
        if name not in seen:
            changed = WW2.rules.variant({name: getattr(WW2.rules, name) + source.randint(0, 1)})
            assert Enumerating(draw=False).tree(question.rule, situation, changed).distribution == odds, name


@pytest.mark.parametrize(
    ("name", "inputs", "label", "rule", "section"),
    [
        ("direct-fire", {"attack": 5, "defence": 4}, "to hit", "hits", "5"),
        ("direct-fire", {"attack": 5, "defence": 4}, "damage", "opposed_roll", "6"),
        ("direct-fire", {"attack": 5, "defence": 4, "hq": True}, "HQ save", "saved", "6"),
        ("rally", {"condition": "suppressed"}, "rally", "rally", "10"),
        ("minefield", {"defence": 3}, "a real counter?", "minefield", "11"),
    ],
)
def test_a_question_is_cited_by_the_rule_that_asks_it(
    name: str, inputs: dict[str, Any], label: str, rule: str, section: str
) -> None:
    question = WW2.calculators[name]
    tree = drawn_tree(question, question.situation.read(inputs), WW2.rules)
    node = next(node for node in tree.nodes() if node.label == label)
    found = cited(node.line)
    assert found is not None
    assert (found.rule, found.section) == (rule, section)
    assert found.source.startswith(f"def {rule}(")


def test_a_line_outside_every_rule_is_not_cited() -> None:
    assert cited(None) is None
    assert cited((__file__, 1)) is None
    assert cited(("no such file", 3)) is None


@pytest.mark.parametrize("system_id", ids())
def test_watching_works_for_every_ruleset(system_id: str) -> None:
    rules = system(system_id).rules
    name = next(iter(rules.numbers()))
    assert fields_read(rules, lambda watched: getattr(watched, name)) == (name,)
