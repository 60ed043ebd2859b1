"""The laws of a rule under one ruleset: what a situation has not looked at, it shares with others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pz8edu.core.facts.fact import RULES, SITUATION, Fact, KnownLaws, Raised, Refused
from pz8edu.core.facts.record import Record, fact_key
from pz8edu.core.facts.run import FactRow, fields_of_rules
from pz8edu.core.in_force import ReadingForm, run_under
from pz8edu.core.records import names_of
from pz8edu.core.umpire.throws import Memo

if TYPE_CHECKING:
    from pz8edu.core.rolls.throw import Law

MOST_REMEMBERED = 100_000
"""When the umpires have met more throws and sub-rules than this, they begin to remember afresh."""


class Laws:
    """The laws of a rule under one ruleset, for situations of one kind.

    `known` is shared by the rulesets of a comparison, and by several tables of one question: what has not
    looked at an input or a number that differs is not run again. `checked`: a situation that does not go
    together is refused.
    """

    def __init__(
        self,
        rule: Callable[..., object],
        kind: type[Any],
        rules: object,
        known: KnownLaws,
        checked: bool = False,
    ) -> None:
        self.kind, self.rules, self.known = kind, rules, known
        told, key = _told(rules)
        self.rule = known.fact("whole", rule, (SITUATION, told), (kind, key))
        self.alone = known.fact("alone", rule, (SITUATION, told), (kind, key))
        check = ("value", kind.check, (SITUATION,), ((SITUATION, kind),)) if checked else None
        self.check = check and run_under(ReadingForm.of(kind.__name__), known.fact, check, {})
        self.of_rules: dict[str | Fact, int] = {
            what: known.values.of(getattr(rules, name)) for what, name in fields_of_rules(rules).items()
        }

    def law(self, situation: object) -> Law | Refused:
        """The law of one situation, or why the rules refuse it; quicker with every situation."""
        known, numbers = self.known, dict(self.of_rules)
        for name in names_of(self.kind):
            numbers[name] = known.values.of(getattr(situation, name))
        row = FactRow(known, self.kind, self.rules, numbers)
        refused = None if self.check is None else self.refused(row.at(self.check))
        return known.laws.things[row.at(self.alone)] if refused is None else refused

    def refused(self, number: int) -> Refused | None:
        """What the check of a situation came to, by number."""
        came_to = self.known.values.things[number]
        return Refused(str(came_to.fault)) if isinstance(came_to, Raised) else None


def _told(rules: object) -> tuple[object, object]:
    """The ruleset as a rule is given it, and its key; what is no record of ours is given as it is."""
    if isinstance(rules, Record):
        return RULES, (RULES, type(rules))
    try:
        return rules, fact_key(rules)
    except TypeError:
        return rules, object()


def forget(memo: Memo) -> None:
    """Empty the memory of umpires that has become large."""
    if len(memo) > MOST_REMEMBERED:
        memo.clear()
