"""A decision of a book: a rule that chooses, what is wanted, and what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from pz8edu.asking.ask import situation_of
from pz8edu.core.in_force import Function
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.tree.wording import word_of
from pz8edu.decisions.best_play import BestPlay, Goal, best_play, short
from pz8edu.errors import BadInput
from pz8edu.systems import system


class Flips(tuple[tuple[object, BestPlay], ...]):
    """The best play at each value of an input; where its first decision differs from before, it flips."""

    __slots__ = ()

    @property
    def at(self) -> tuple[object, ...]:
        """The values at which another option becomes best."""
        return tuple(value for (_, one), (value, other) in pairwise(self) if advised(one) != advised(other))

    def __repr__(self) -> str:
        rows = (
            f"{value}: {advised(best) or 'nothing to decide'} ({short(best.worth)})" for value, best in self
        )
        told = f"advice flips at {', '.join(map(str, self.at))}" if self.at else "advice never flips"
        return "\n".join((*rows, told))


def advised(best: BestPlay) -> str:
    """The best options of the first decision that best play comes to."""
    first = next(iter(best.points), None)
    return "" if first is None else " or ".join(map(word_of, first.best))


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
    rule: Function
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

    def flips(
        self, name: str, values: Iterable[object], rules: Ruleset | None = None, **inputs: object
    ) -> Flips:
        """What is best when an input, or else a number or a reading, has each of these values.

            problem("only-missile").flips("attack", range(7))
            problem("only-missile").flips("hit_on", (3, 4, 5))

        Raises BadInput for what neither the question nor its rules have, and for no value.
        """
        printed = system(self.book).rules if rules is None else rules
        is_input = name in self.situation.fields()
        found = []
        for value in values:
            changed = printed if is_input else printed.variant({name: value})
            found.append((value, self.best(changed, **inputs | ({name: value} if is_input else {}))))
        if not found:
            raise BadInput(f"no value of {name} is asked for")
        return Flips(found)

    def word(self, outcome: object) -> str:
        """An outcome in words."""
        return word_of(outcome)
