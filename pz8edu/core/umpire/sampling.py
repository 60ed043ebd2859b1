"""The umpire that plays one random game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any, ParamSpec, TypeVar, overload

from pz8edu import limits
from pz8edu.algebra.weight import whole
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.told_apart import Met, same
from pz8edu.core.rolls.address import Labels
from pz8edu.core.rolls.questions import Question
from pz8edu.core.rolls.roll import Roll, Thrown, unshifted
from pz8edu.core.rolls.throw import Throw
from pz8edu.core.tree.decision import Decision, Policy, ruled
from pz8edu.core.umpire.base import AnyRule, Rule, Umpire, Undecided
from pz8edu.core.umpire.choosing import averaged, no_policy, sees
from pz8edu.core.umpire.enumerating import explorer_for
from pz8edu.core.umpire.outcomes import check_outcome
from pz8edu.core.umpire.path import too_long
from pz8edu.core.umpire.run import Run, check_python_dice, impure
from pz8edu.core.umpire.sub_rules import ExactSubRules, Sampled
from pz8edu.core.umpire.throws import Loaded, Memo, any_whole_number
from pz8edu.errors import BadInput, shown

T = TypeVar("T")
U = TypeVar("U")
P = ParamSpec("P")

MOST_QUESTIONS = 100_000
"""A game that asks more questions may never end."""


class Sampling(Umpire):
    """Plays one random game after another: a die falls the first time that somebody looks at it.

    The same seed gives the same games. A `policy` decides what has to be decided: a best play, a function of
    the decision, or options by the label of their decisions.
    """

    def __init__(
        self,
        seed: int | None = None,
        *,
        loaded: Loaded | None = None,
        memo: Memo | None = None,
        policy: Policy | Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(loaded, memo)
        self.random = random.Random(seed)
        self.fallen: dict[int, object] = {}
        self.policy = policy
        self._labels = Labels()
        self._asked = 0
        self._told: list[tuple[str, object]] = []
        self._made: list[tuple[Decision, object]] = []
        # who decides sees of a sub-rule what it comes to, as in a tree
        how = Sampled if policy is None else ExactSubRules
        self.sub_rules = how(self, self._labels, partial(explorer_for, self), self.kind(False))

    @overload
    def play(self, rule: Undecided[P, T], *args: P.args, **kw: P.kwargs) -> T: ...
    @overload
    def play(self, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> T: ...
    def play(self, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> T:
        """The outcome of one random game."""
        self.run = Run()
        outcome: T = self._game(rule, args, kw)
        return outcome

    def _game(self, rule: AnyRule, args: tuple[object, ...], kw: Mapping[str, object]) -> Any:
        self.rolls = self._asked = 0
        self._labels.restart()
        self.fallen = {}
        self._told, self._made = [], []
        outcome = self.decided(rule(self, *args, **kw))
        self.run.check_refused()
        check_outcome(outcome)
        return outcome

    @overload
    def frequencies(
        self, games: int, rule: Undecided[P, T], *args: P.args, **kw: P.kwargs
    ) -> dict[T, int]: ...
    @overload
    def frequencies(self, games: int, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> dict[T, int]: ...
    def frequencies(self, games: int, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> dict[T, int]:
        """How often each outcome came in so many games; raises BadInput for fewer than none."""
        if any_whole_number(games, "a number of games") < 0:
            raise BadInput(f"a number of games must be 0 or more; got {games}")
        self.run = Run()
        seen: dict[T, int] = {}
        met, others = Met(), random.getstate()
        if games:
            self._check_replayed(rule, args, kw)
        for _ in range(games):
            outcome: T = self._game(rule, args, kw)
            met.is_new(outcome)
            seen[outcome] = seen.get(outcome, 0) + 1
        check_python_dice(others)
        return seen

    def _check_replayed(self, rule: AnyRule, args: tuple[object, ...], kw: Mapping[str, object]) -> None:
        """Raises Impure where the same dice give another game."""
        dice = self.random.getstate()
        first = self._game(rule, args, kw)
        self.random.setstate(dice)
        second = self._game(rule, args, kw)
        self.random.setstate(dice)
        if not same(first, second):
            told = f"this rule came to {shown(first)} the first time and to {shown(second)} the second"
            raise impure(told)

    def throw(self, label: str, throw: Throw[T]) -> Thrown[T]:
        """Dice leave the hand; they fall when somebody looks at them."""
        return Thrown(self, self._labels.thrown(label), throw)

    def ask(self, roll: Roll[object], question: Question[Any, U], label: str = "") -> U:
        """The answer that the dice give, which fall now if they have not fallen."""
        self._asked += 1
        if self._asked > MOST_QUESTIONS:
            raise BadInput(f"this game asked more than {MOST_QUESTIONS:,} questions: it may never end")
        asked = unshifted(roll)[0]
        for die in asked.dice():
            if die.number not in self.fallen:
                law = die.law if die.pile is None else die.pile.left(self.fallen)
                self.fallen[die.number] = random_value(self.random, law)
        says = question.answer(asked.value(self.fallen))
        if self.policy is not None:
            self._told.append((self._labels.here(label) if label else asked.spoken(), says))
        return says

    def decide(self, decision: Decision) -> object:
        """The option that the policy chooses."""
        name = self._labels.thrown(decision.label)
        if self.averaging:
            self.refuse(averaged(decision.label, self.averaging))
        if self.policy is None:
            self.refuse(no_policy(decision.label))
        if len(self._made) >= limits.MOST_QUESTIONS:
            self.refuse(too_long())
        asked = sees(decision, self._told, self._made)
        option = ruled(self.policy, asked)
        self._told.append((name, option))
        self._made.append((asked, option))
        return option


def random_value(source: random.Random, law: Distribution[T]) -> T:
    """One value of a distribution, chosen with exact integer weights."""
    place = source.randrange(whole(law.total))
    for value, weight in law.weights.items():
        place -= whole(weight)
        if place < 0:
            return value
    raise AssertionError("the weights of a distribution add up to its total")
