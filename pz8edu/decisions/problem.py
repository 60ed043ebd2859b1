"""A decision of a book: a rule that chooses, what is wanted, and what it leaves out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pz8edu.asking.ask import situation_of
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.tree.wording import word_of
from pz8edu.decisions.best_play import BestPlay, Goal, best_play
from pz8edu.errors import BadInput
from pz8edu.systems import system


@dataclass(frozen=True)
class Problem:
    """What a player of a book has to decide: `rule(umpire, situation, rules)` asks its umpire to choose.

    `goal` is what is wanted, and `wanted` says it in words. `left_out` says what the table has and the rule
    has not, in one sentence: the worths are those of the rule.
    """

    id: str
    book: str
    title: str
    section: str
    asks: str
    situation: type[Situation]
    rule: Callable[..., Any]
    goal: Goal
    wanted: str
    left_out: str

    @property
    def question(self) -> Calculator:
        """It as a calculator that can be played step by step; its odds are refused."""
        return Calculator(self.id, self.title, self.section, self.situation, self.rule, None, grammar="words")

    def best(self, rules: Ruleset | None = None, *, goal: Goal = None, **inputs: object) -> BestPlay:
        """The best play for some inputs; `goal` in place of its own, `rules` in place of the printed ones.

        Raises BadInput for inputs that the question does not have, and for rules of another book.
        """
        printed = system(self.book).rules
        rules = printed if rules is None else rules
        if type(rules) is not type(printed):
            raise BadInput(f"{self.title!r} needs rules of {self.book}; got those of {rules.system}")
        question = under(self.question, rules)
        situation = situation_of(question, inputs)
        return best_play(question.rule, situation, rules, goal=self.goal if goal is None else goal)

    def word(self, outcome: object) -> str:
        """An outcome in words."""
        return word_of(outcome)
