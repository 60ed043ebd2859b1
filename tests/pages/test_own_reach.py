"""A rule of one's own tells its reach: who comes to it, and who makes the same roll by something else."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from pz8edu import ask, compare, system
from pz8edu.core.rulebook.own_rules import rule_functions, why_not
from pz8edu.desk.compare.everywhere import everywhere
from pz8edu.desk.compare.report import report
from pz8edu.pages.own_reach import not_reached, reach_of_own_rules
from pz8edu.systems import ids
from pz8edu.systems.pz8_ww2.words import ToHit

RULES = system("pz8-ww2").rules
SHOT = {"attack": 5, "defence": 4}


def my_aim(umpire: Any, aim: Any, rules: Any) -> bool:
    """Two dice, one of which hits: elite crews roll again (36 pairs, 35/72 against one half)."""
    return bool(umpire.d6("to hit") >= 4 or umpire.d6("again") >= 4)


def my_roll(umpire: Any, situation: Any, rules: Any) -> ToHit:
    """The same, under the name that is seen."""
    return ToHit.HIT if my_aim(umpire, situation, rules) else ToHit.MISS


SEEN, MEANT = RULES.with_rule(to_hit=my_roll), RULES.with_rule(aimed=my_aim)
SAID = "direct-fire rolls by aimed, not by to_hit: replace that too if it is meant."


def test_the_name_that_is_seen_is_not_the_one_that_is_rolled_by_and_that_is_said() -> None:
    printed = ask("pz8-ww2", "direct-fire", SHOT)
    seen, meant = (ask("pz8-ww2", "direct-fire", SHOT, rules=rules) for rules in (SEEN, MEANT))
    assert seen == printed
    assert seen.notes == (SAID,)
    assert repr(seen).endswith(SAID)
    assert SAID in seen._repr_html_()
    assert meant.fraction("destroyed") == Fraction(5, 36) * Fraction(3, 2)
    assert (printed.notes, meant.notes) == ((), ())
    assert ask("pz8-ww2", "to-hit", rules=SEEN).notes == ()
    assert ask("pz8-ww2", "rally", condition="suppressed", rules=SEEN).notes == (
        "rally: no situation that was tried comes to to_hit.",
    )


def test_the_whole_reach_is_told_in_the_words_of_the_book() -> None:
    (seen,) = reach_of_own_rules(SEEN)
    assert seen.used_by == ("to-hit",)
    assert "direct-fire" in seen.besides["aimed"]
    assert "indirect-fire" in seen.besides["shell_hits"]
    assert str(reach_of_own_rules(SEEN)).startswith("to_hit: used by to-hit. direct-fire, ")
    assert "used by to-hit" in SEEN._repr_html_()
    both = RULES.with_rule(to_hit=my_roll, aimed=my_aim)
    told = {each.name: each for each in reach_of_own_rules(both)}
    assert "aimed" not in told["to_hit"].besides
    assert {"direct-fire", "fire-phase", "duel"} <= set(told["aimed"].used_by)
    assert ask("pz8-ww2", "direct-fire", SHOT, rules=both).notes == (
        "direct-fire: no situation that was tried comes to to_hit.",
    )
    assert str(reach_of_own_rules(RULES)) == ""


def test_a_hook_reaches_what_asks_it_by_its_name() -> None:
    (halved,) = reach_of_own_rules(RULES.with_rule(halved=lambda rules, defence: defence // 3))
    assert {"direct-fire", "duel", "effective-defence"} <= set(halved.used_by)
    assert "rally" not in halved.used_by


def test_chains_and_comparisons_say_it_too() -> None:
    said = SAID.replace("direct-fire", "shots-to-destroy")
    chain = ask("pz8-ww2", "shots-to-destroy", SHOT, rules=SEEN)
    assert chain.notes == (said,)
    assert repr(chain).endswith(said)
    found = compare("pz8-ww2", "direct-fire", SHOT, second=SEEN)
    assert found.summary.startswith("None of 1 situations changes")
    assert found.summary.endswith(SAID)
    assert SAID in report("pz8-ww2", "direct-fire", SHOT, second=SEEN).to_html()
    assert said in repr(everywhere("pz8-ww2", "shots-to-destroy", SHOT, second=SEEN))


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("name", ids())
def test_what_is_told_is_what_happens(name: str) -> None:
    """A rule that answers a question is met there, or it is said that it is not."""
    home, chooser = system(name), random.Random(f"reach {name}")
    kind = type(home.rules)
    named = [
        (question, question.rule.__qualname__)
        for question in home.calculators.values()
        if question.rule.__qualname__ in rule_functions(kind).keys() - why_not(kind).keys()
    ]
    for question, function in chooser.sample(named, min(3, len(named))):
        rules = home.rules.with_rule(**{function: lambda umpire, situation, rules: None})
        (found,) = reach_of_own_rules(rules)
        assert question.id in found.used_by
        assert not_reached(question, rules) == ()
