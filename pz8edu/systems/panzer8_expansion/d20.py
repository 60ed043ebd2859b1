"""The d20 of the Panzer8 Expansion Rules: die and modifiers against a needed score."""

from __future__ import annotations

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.panzer8_expansion.ruleset import Expansion
from pz8edu.systems.panzer8_expansion.words import Test


def d20(umpire: Umpire, label: str, rules: Expansion) -> Roll[int]:
    """The one die of these rules."""
    return umpire.die(label, rules.sides)


def reaches(die: Roll[int], modifiers: Modifiers, needed: int, rules: Expansion) -> bool:
    """Does a die with its modifiers reach a score?  R1 decides about a natural 1 and a natural 20."""
    face = needed - modifiers.total
    if rules.R1 == "b" and face > rules.sides:
        return die == rules.sides
    if rules.R1 == "b" and face < 2:
        return die != 1
    return die.modified(modifiers) >= needed


def faces_that_reach(added: int, needed: int, rules: Expansion) -> range:
    """The faces with which a die, so much added, reaches a score; the same rule for many dice (R1)."""
    lowest = needed - added
    if rules.R1 == "b":
        lowest = min(max(lowest, 2), rules.sides)
    return range(max(lowest, 1), rules.sides + 1)


def of_quality(quality: int, section: str) -> Modifiers:
    """Troop quality, the only modifier of most tests."""
    return Modifiers((quality, "troop quality", True, section))


def test(umpire: Umpire, label: str, modifiers: Modifiers, needed: int, rules: Expansion) -> Test:
    """A test: success or failure."""
    return Test.SUCCESS if reaches(d20(umpire, label, rules), modifiers, needed, rules) else Test.FAILURE
