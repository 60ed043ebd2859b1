"""A rule of one's own tells its reach: who comes to it, and who makes the same roll by something else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pz8edu import ask, system
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
        "rally does not come to to_hit.",
    )
