"""Why a number is what it is: told from what the rule looked at, and never otherwise than it is."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from pz8edu import BadInput, ask, odds, system
from pz8edu.asking.why import FactLook, looked_at, plain_word, why
from pz8edu.core.facts.fact import RULES, SITUATION, Refused
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rulebook.draws import drawn_situations, listed_values
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.systems import ids

FLANK = {"attack": 5, "defence": 5, "armoured": True, "facing": "side", "cover": "rough", "quality": "elite"}


def test_a_defence_that_is_halved_says_by_what() -> None:
    told = str(odds("pz8-ww2", "direct-fire", FLANK).why())
    assert (
        "    defence of = 3: The Defence that counts: that of armour is halved from side, rear and above "
        "(section 9).\n"
        "      halved = yes: Is its Defence halved (section 9)?\n"
        "        armoured = yes: input\n"
        "        facing = side: input\n"
        "      defence = 5: input\n"
        "      defence divisor = 2: the Defence of armour is divided by this from side, rear and above "
        "(section 9)\n"
    ) in told
    front = str(odds("pz8-ww2", "direct-fire", FLANK, facing="front").why())
    assert "defence of = 5" in front
    assert "defence divisor" not in front


def test_modifiers_tell_their_rows_and_readings_their_answer() -> None:
    told = str(odds("pz8-ww2", "direct-fire", FLANK, reading="R1=b").why())
    assert "modifiers to hit = +0" in told
    assert (
        "\n    −1 target in rough ground or buildings: section 5\n    +1 elite shooter: section 5\n" in told
    )
    assert "\n  R1 = b: " in told
    assert "umpire" not in told


def test_numbers_that_are_changed_and_rules_of_ones_own_are_told_as_they_are() -> None:
    rules = system("pz8-ww2").rules.variant(defence_divisor=3)
    assert "defence of = 2" in str(odds("pz8-ww2", "direct-fire", FLANK, rules=rules).why())
    own = rules.with_rule(halved=lambda self, defence: 1)
    assert "defence of = 1" in str(odds("pz8-ww2", "direct-fire", FLANK, rules=own).why())
    assert "defence divisor" not in str(odds("pz8-ww2", "direct-fire", FLANK, rules=own).why())


def test_a_notebook_shows_it_as_a_list_and_a_chain_has_none() -> None:
    shown = odds("pz8-ww2", "direct-fire", FLANK).why()._repr_html_()
    assert shown.count("<ul") == shown.count("</ul>") > 3
    assert "defence divisor = 2" in shown
    rules, chain = system("pz8-ww2").rules, system("pz8-ww2").question("shots-to-destroy")
    with pytest.raises(BadInput, match="'shots-to-destroy' is a chain: only calculators and board checks"):
        why(chain, chain.situation.read({"attack": 5, "defence": 4}), rules)


def test_a_board_check_says_why() -> None:
    colonial = system("pz8-colonial")
    check = colonial.question("half-mark")
    told = str(why(check, check.situation.read({"figures": 20}), colonial.rules))
    assert told.startswith("figures = 20: input\nhalf strength = 1/2: ")


def every(looks: tuple[FactLook, ...]) -> Any:
    for each in looks:
        yield each
        yield from every(each.inside)


@pytest.mark.parametrize("name", ids())
def test_every_value_that_is_told_is_what_its_function_says(name: str) -> None:
    """Each fact is asked once more as it is printed; an input that is not told changes no chance."""
    home, chooser = system(name), random.Random(f"why {name}")
    told = 0
    for question in home.calculators.values():
        for given in islice(drawn_situations(question.situation.fields(), question.id), 2):
            try:
                situation = question.situation.read(given)
                law = Enumerating(draw=False).tree(question.rule, situation, home.rules).distribution
            except BadInput:
                continue
            came_to, looks = looked_at("whole", question.rule, situation, home.rules)
            assert not isinstance(came_to, Refused)
            assert came_to == law, question.id
            told += sum(checked(each, situation, home.rules) for each in every(looks))
            unseen = (
                {*question.situation.fields()}
                - {*question.situation.renamed}
                - {each.what for each in every(looks)}
            )
            for input_name in sorted(unseen, key=lambda _: chooser.random())[:2]:
                values = listed_values(question.situation.fields()[input_name].domain)
                if values:
                    other = replace(situation, **{input_name: chooser.choice(values)})
                    try:
                        other.check()
                    except BadInput:
                        continue
                    assert Enumerating(draw=False).tree(question.rule, other, home.rules).distribution == law
    assert told > 5


def checked(look: FactLook, situation: Any, rules: Any) -> bool:
    """Is what is told of a field, or of a function of the situation, what it is?"""
    if isinstance(look.what, str):
        of = rules if look.what.startswith("rules.") else situation
        assert getattr(of, look.what.removeprefix("rules.")) == look.value
        return True
    if look.what.how != "value" or not (plain_word(look.value) or isinstance(look.value, Modifiers)):
        return False
    stands_for = {id(SITUATION): situation, id(RULES): rules}
    if not all(id(each) in stands_for or plain_word(each) for each in look.what.args):
        return False
    given = [stands_for.get(id(each), each) for each in look.what.args]
    assert look.what.function(*given) == look.value
    return True


def test_the_answer_of_ask_has_it_too() -> None:
    assert str(ask("pz8-ww2", "direct-fire", FLANK).why()) == str(odds("pz8-ww2", "direct-fire", FLANK).why())
