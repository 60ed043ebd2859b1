"""What a question is answered with: the odds of a calculator, the results of a chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Unpack, cast

from pz8edu.asking.results import Results, as_shown
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.facts.fact import KnownLaws, Refused
from pz8edu.core.rolls.throw import Law
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Situation
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.tree.tree import AnyTree, Tree
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.throws import Memo
from pz8edu.errors import BadInput, unknown
from pz8edu.pages.meanings import meanings
from pz8edu.pages.own_reach import not_reached
from pz8edu.systems import ids, system

if TYPE_CHECKING:
    from pz8edu.asking.what_if import Loads, WhatIf
    from pz8edu.asking.why import Why
    from pz8edu.core.facts.laws import Laws

MOST_DRAWN = 400
"""With more leaves than this, sub-rules are drawn as one question each."""


class Odds(Distribution[str]):
    """The exact odds of a calculator: outcome words with their chances, and the tree behind them.

    `results` are its further figures, if it has any; `further` holds them as plain fractions, for programs.
    """

    __slots__ = ("question", "situation", "rules", "further", "_tree")

    def __init__(
        self,
        law: Distribution[str],
        question: Calculator,
        situation: Situation,
        rules: Ruleset,
        further: Given | None = None,
    ) -> None:
        super().__init__(law.weights, law.total)
        self.question = question
        self.situation = situation
        self.rules = rules
        self.further: Mapping[str, object] = further or {}
        self._tree: Tree[object] | None = None

    def __reduce__(self) -> Any:
        law = Distribution(dict(self.weights), self.total)
        return _odds, (law, _where(self.question, self.rules), self.situation, self.rules, dict(self.further))

    def __getitem__(self, outcome: str) -> Any:
        """The chance of an outcome, or a further result by its name.

        Raises BadInput for a word that is no outcome of a calculator whose outcomes are all listed.
        """
        if outcome in self.further and outcome not in self.weights:
            return as_shown(self.further[outcome])
        question = self.question
        listed = question.outcomes if not (question.pattern or question.grammar) else None
        if listed and outcome not in self.weights and outcome not in listed:
            raise unknown(f"outcome of {question.id}", outcome, [*listed, *self.further])
        return super().__getitem__(outcome)

    @property
    def beyond_the_book(self) -> tuple[str, ...]:
        """The inputs and numbers that lie further than the book has them, such as "attack=8"."""
        return (*self.situation.beyond_the_book(), *self.rules.beyond_the_book())

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside them: what lies beyond the book, and the reach of one's own rules."""
        outside = ", ".join(self.beyond_the_book)
        told = (f"beyond the book: {outside}",) if outside else ()
        return *told, *not_reached(self.question, self.rules)

    def __repr__(self) -> str:
        return "\n".join((super().__repr__(), *self.notes))

    def _repr_html_(self) -> str:
        from pz8edu.show.odds_html import odds_html
        from pz8edu.show.outcomes import outcome_looks
        from pz8edu.show.results_html import paragraphs

        table = odds_html(self, outcome_looks(self, self.question.outcomes, self.question.ranked))
        return table + paragraphs(self.notes)

    @property
    def results(self) -> Results:
        """The further figures of the calculator by name."""
        return Results(self.further, meanings(self.question.results, self.situation.plain()))

    @property
    def tree(self) -> AnyTree:
        """The probability tree, with its sub-rules drawn inside it."""
        if self._tree is None:
            self._tree = drawn_tree(self.question, self.situation, self.rules)
        return self._tree

    def why(self) -> Why:
        """What the rule looked at here, and what it worked out from that: why a number is what it is."""
        from pz8edu.asking.why import why

        return why(self.question, self.situation, self.rules)

    def given(
        self, event: Callable[[str], bool] | Mapping[str, object] | None = None, *, outcome: str | None = None
    ) -> Distribution[str]:
        """The odds once it is known what has happened: answers by the label of their question.

            odds.given({"to hit": True})["destroyed"]

        As for every distribution, `event` may be a question about the outcome; questions about answers and
        outcome together are asked of the `tree`. Raises BadInput as `Tree.given` does.
        """
        if not callable(event):
            return self.tree.given(event, outcome=outcome, word=self.question.word)
        law = self if outcome is None else self.tree.given(outcome=outcome, word=self.question.word)
        return Distribution(law.weights, law.total).given(event)

    def posterior(self, die: str, given: object = None, *, outcome: object = None) -> Law:
        """The law of a throw, by its label, once it is known what has happened.

            odds.posterior("to hit", given="destroyed")[4]

        It was destroyed: how likely was the hit a bare 4? Else as `Tree.posterior`, also in what it raises.
        """
        return self.tree.posterior(die, given, outcome=outcome, word=self.question.word)

    def what_if(self, **change: Unpack[Loads]) -> WhatIf[str]:
        """What if the chance of a question, or how a die falls, were another one?  As `what_if` of a rule.

        odds.what_if(chance="to hit").formula()["destroyed"]
        odds.what_if(loaded="attack").sensitivity("destroyed")
        """
        from pz8edu.asking.what_if import what_if

        changed: WhatIf[object] = what_if(self.question.rule, self.situation, self.rules, **change)
        return changed.map(self.question.word)


def odds_of(question: Calculator, situation: Situation, rules: Ruleset, memo: Memo | None = None) -> Odds:
    """The odds of a calculator; `memo` remembers what the next situations share, under any rules."""
    law: Law | Refused
    if memo is None:
        law = Enumerating(draw=False).tree(question.rule, situation, rules).distribution
    else:
        law = laws_of(question.rule, type(situation), rules, memo).law(situation)
    if isinstance(law, Refused):
        raise BadInput(law.why)
    further = question.further(situation, rules) if question.further else None
    return Odds(law.map(question.word), question, situation, rules, further)


def laws_of(rule: Callable[..., object], kind: type[object], rules: Ruleset, memo: Memo) -> Laws:
    """The laws of a rule under a ruleset, kept with what is known of the rule."""
    from pz8edu.core.facts.laws import Laws

    key = (Laws, rule, kind, rules)
    laws = cast("Laws | None", memo.get(key))
    if laws is None:
        known = cast(KnownLaws, memo.setdefault((KnownLaws, rule), KnownLaws()))
        laws = memo[key] = Laws(rule, kind, rules, known)
    return laws


def drawn_tree(question: Calculator, situation: Situation, rules: Ruleset) -> AnyTree:
    """The drawn tree of a calculator; sub-rules stand inside it unless that makes it too big to read."""
    whole = Enumerating(unfold=True, max_leaves=MOST_DRAWN).tree(question.rule, situation, rules)
    if not whole.is_cut:
        return whole
    return Enumerating().tree(question.rule, situation, rules)


def _where(question: Calculator, rules: Ruleset) -> Calculator | tuple[str, str]:
    """Where a calculator is found again: by name in a system of the kit, else it goes along itself."""
    known = rules.system in ids() and system(rules.system).calculators.get(question.id)
    return (rules.system, question.id) if known and under(known, rules) == question else question


def _odds(
    law: Distribution[str],
    where: Calculator | tuple[str, str],
    situation: Situation,
    rules: Ruleset,
    further: Mapping[str, object],
) -> Odds:
    question = where if isinstance(where, Calculator) else system(where[0]).calculators[where[1]]
    question = under(question, rules)
    return Odds(law, question, situation, rules, further)
