"""Which dice can be loaded, and which questions overridden: noticed while a rule is played."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.ask import exact_answer
from pz8edu.asking.loadable import Loadable, loadable
from pz8edu.core import Enumerating, Umpire
from pz8edu.core.rolls.address import Address
from pz8edu.systems import system
from tests.asking.test_ask import EXAMPLES

MOST_LEAVES = 300


def of(system_id: str, question: str, **inputs: Any) -> Loadable:
    asked = system(system_id)
    chosen = asked.question(question, "calculator")
    return loadable(chosen.rule, chosen.situation.read(inputs), asked.rules)  # type: ignore[union-attr]


def test_the_dice_and_questions_of_a_shot() -> None:
    found = of("pz8-ww2", "direct-fire", attack=5, defence=4, hq=True, over_half_range=True)
    assert found.dice == ("to hit", "attack", "defence", "HQ save")
    assert found.questions == {"to hit": (Fraction(1, 3),), "HQ save": (Fraction(1, 2),)}


def test_a_question_with_different_modifiers_has_several_chances() -> None:
    shots = [{"attack": 5}, {"attack": 5, "over_half_range": True}, {"attack": 3}]
    found = of("pz8-ww2", "fire-phase", shots=shots, target={"defence": 4})
    assert found.questions["to hit"] == (Fraction(1, 2), Fraction(1, 3))


def test_dice_that_are_thrown_again_and_again_are_found_too() -> None:
    assert of("pz8-aerial-1935", "initiative").dice == ("A", "B")
    assert of("pz8-naval", "side-roll").dice == ("you", "the other side")


def test_cards_and_other_dice_cannot_be_loaded() -> None:
    def rule(umpire: Umpire) -> bool:
        if umpire.die("eight", 8) > 3:
            return umpire.d3("three") == 2
        return umpire.pool("none", 0, on=4) > 0 or umpire.pool("two", 2, on=4) > 0

    found = loadable(rule)
    assert found.dice == ("three", "two")
    assert found.questions == {
        "eight": (Fraction(5, 8),),
        "half of three": (Fraction(1, 3),),
        "two": (Fraction(3, 4),),
    }
    cards = of("pz8-colonial", "card-draw")
    assert cards.dice == ()
    assert not cards.every


def test_dice_of_a_chain_inside_a_rule_are_every_d6() -> None:
    duel = of("pz8-divisional", "duel", attacker_type="infantry", defender_type="infantry")
    assert duel.dice == ()
    assert duel.every


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("folder", EXAMPLES)
def test_it_finds_what_the_drawn_tree_shows(folder: str) -> None:
    """The slow, obvious twin: every node of the whole tree."""
    seen = 0
    for asked in EXAMPLES[folder]:
        if "calculator" not in asked or "error" in asked or "reading" in asked:
            continue
        of_system = system(asked["system"])
        question = of_system.question(asked["calculator"], "calculator")
        situation = question.situation.read(asked.get("inputs") or {})
        tree = Enumerating(unfold=True, max_leaves=MOST_LEAVES).tree(
            question.rule, situation, of_system.rules
        )  # type: ignore[union-attr]
        if tree.unexplored:
            continue
        found = loadable(question.rule, situation, of_system.rules)  # type: ignore[union-attr]
        dice = {
            Address.of(die.label).unnumbered.name
            for node in tree.nodes()
            for die in node.roll.dice()
            if die.throw.is_of_d6
        }
        questions = {
            Address.of(node.label).unnumbered.name
            for node in tree.nodes()
            if not node.certain and all(isinstance(branch.answer, bool) for branch in node.branches)
        }
        assert dice <= set(found.dice)
        assert questions == set(found.questions)
        seen += 1
    assert seen > 3


def test_the_usual_chance_gives_the_usual_odds() -> None:
    odds = exact_answer(
        system("pz8-ww2").question("direct-fire"), {"attack": 5, "defence": 4}, system("pz8-ww2").rules
    )
    (usual,) = of("pz8-ww2", "direct-fire", attack=5, defence=4).questions["to hit"]
    assert odds.what_if(chance="to hit").at(usual) == odds
