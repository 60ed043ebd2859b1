"""What a change of the rules does to every question of a book."""

from __future__ import annotations

from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import System
from pz8edu.desk.compare.books import Shared, shared_odds
from pz8edu.systems import system

SAMPLES = 50
"""So many situations are drawn of each question that has too many to ask all of them."""


def effects(first: Ruleset, second: Ruleset) -> tuple[Shared, ...]:
    """The questions whose answers change between two rulesets of a book, with the largest change of each.

    Chains ask a quarter as many situations.
    """
    before, after = _under(first), _under(second)
    found = []
    for question in before.questions:
        samples = SAMPLES // 4 if question.kind == "chain" else SAMPLES
        shared = shared_odds(before, after, question.id, samples)
        found += [each for each in shared if each.changed and each.question is question]
    return tuple(found)


def _under(rules: Ruleset) -> System:
    """The system of a ruleset, under it."""
    return system(rules.system).under(rules)
