"""The umpire: the one who rolls the dice. Everything that a rule may ask for."""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast, overload

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.functions import lasting
from pz8edu.core.in_force import for_later
from pz8edu.core.rolls.questions import LookUp, Value
from pz8edu.core.rolls.roll import Roll, against, unshifted
from pz8edu.core.rolls.tally import Tally
from pz8edu.core.rolls.throw import Law
from pz8edu.core.tree.decision import EVERYTHING, Decision, offered
from pz8edu.core.tree.tree import Tree
from pz8edu.core.umpire.choosing import Decides, averaged
from pz8edu.core.umpire.throws import Loaded, Memo, PlayedWith, Throws

if TYPE_CHECKING:
    from pz8edu.core.umpire.sub_rules import ExactSubRules

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
R = TypeVar("R")
P = ParamSpec("P")

Rule = Callable[Concatenate["Umpire", P], T | Roll[T]]
"""A rule: a function of the umpire and of what it is about; its outcome may be undecided."""
Undecided = Callable[Concatenate["Umpire", P], Roll[T]]
"""A rule whose outcome is always undecided; a type checker has to be told apart."""
Inputs = tuple[tuple[object, ...], Mapping[str, object]]
"""What a rule is called with, by place and by name."""
AnyRule = Callable[..., object]
AnyRoll = Roll[Any]
AnyTally = Tally[Any]
"""What a rule comes to whose outcome may be of any type."""


class Order(enum.Enum):
    """How one roll stands to another."""

    HIGHER = "higher"
    EQUAL = "equal"
    LOWER = "lower"

    def __str__(self) -> str:
        return self.value

    @classmethod
    def of(cls, margin: int) -> Order:
        """How a total stands to another that is lower by this margin."""
        return cls.HIGHER if margin > 0 else cls.EQUAL if margin == 0 else cls.LOWER


class Umpire(Throws):
    """Answers the dice of a rule; who the umpire is decides what the rule means.

    A `Enumerating` umpire finds every way the dice can fall, a `Sampling` one plays one random game, a
    `Scripted` one takes the dice from the table and waits for those that are missing.
    """

    sub_rules: ExactSubRules
    for_another = False
    """Does it work a sub-rule out for another umpire? Nothing can be decided there."""

    def __init__(self, loaded: Loaded | None = None, memo: Memo | None = None) -> None:
        super().__init__(loaded, memo)
        self.override: Loaded = {}
        self.averaging = ""

    def other_chances(self) -> PlayedWith:
        """The loaded dice and overridden questions, for a chain that a rule follows."""
        return {"loaded": self.loaded, "override": self.override}

    # --- questions
    def look_up(self, label: str, roll: Roll[T], table: Mapping[T, U] | Callable[[T], U]) -> U:
        """What a table (or a function) says to the value of a roll."""
        shift = unshifted(roll)[1]
        if callable(table):
            table = for_later(table)
            return self.ask(roll, LookUp(table, lasting(table), shift), label)
        return self.ask(roll, LookUp(table.__getitem__, None, shift), label)

    def settle(self, label: str, roll: Roll[T]) -> T:
        """The value itself: the tree branches into every value."""
        question: Value[T] = Value(unshifted(roll)[1])
        return self.ask(roll, question, label)

    def compare(self, label: str, first: int | Roll[int], second: int | Roll[int]) -> Order:
        """Is the first total higher than, equal to or lower than the second?"""
        both = isinstance(first, Roll) and isinstance(second, Roll)
        margin = against(first, second) if both else first - second  # type: ignore[arg-type]
        return self.look_up(label, margin, Order.of) if isinstance(margin, Roll) else Order.of(margin)

    # --- decisions
    def choose(self, label: str, options: Iterable[T], side: str = "", seen: Hashable = EVERYTHING) -> T:
        """One of the options, as a player of `side` chooses; a single option is taken without a word.

        `seen` is what the choice may depend on: without it every answer that was asked for before. Decisions
        of one label, side and options that see the same, after the same own choices, are one decision.
        """
        among = offered(label, options, side, seen)
        if len(among) == 1:
            return among[0]
        return cast("T", self.decide(Decision(label, side, seen, among)))

    def decide(self, decision: Decision) -> object:
        """The option of a decision that somebody takes."""
        raise NotImplementedError

    # --- sub-rules
    def law_of(self, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> Tree[T]:
        """The exact tree of a sub-rule by itself, made once for equal inputs."""
        return cast("Tree[T]", self._averaged("law_of", self.sub_rules.tree, rule, (args, kw)))

    @overload
    def resolve(self, label: str, rule: Undecided[P, T], *args: P.args, **kw: P.kwargs) -> T: ...
    @overload
    def resolve(self, label: str, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> T: ...
    def resolve(self, label: str, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> T:
        """The settled result of a sub-rule; branches that end in the same result meet."""
        result: Roll[T] = self.sub_rules.resolved(label, rule, (args, kw))
        return self.settle(label, result)

    @overload
    def odds(self, label: str, rule: Undecided[P, T], *args: P.args, **kw: P.kwargs) -> Roll[T]: ...
    @overload
    def odds(self, label: str, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> Roll[T]: ...
    def odds(self, label: str, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> Roll[T]:
        """The result of a sub-rule as a roll that stays undecided."""
        return self._averaged("odds", self.sub_rules.odds, label, rule, (args, kw))

    @overload
    def repeat(
        self, label: str, count: int, rule: Undecided[P, T], *args: P.args, **kw: P.kwargs
    ) -> Tally[T]: ...
    @overload
    def repeat(self, label: str, count: int, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> Tally[T]: ...
    def repeat(self, label: str, count: int, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> Tally[T]:
        """Equal and independent fights: how often each result came up."""
        return self._averaged("repeat", self.sub_rules.repeat, label, count, rule, (args, kw))

    def in_turn(
        self,
        label: str,
        items: Iterable[V],
        rule: Callable[[Umpire, T, V, R], T | Roll[T]],
        state: T,
        rules: R,
    ) -> Roll[T]:
        """One after another: the rule meets the state that the one before has left.

        Equal states meet again after every item. Raises BadInput when there are more items than exact chances
        can be followed through.
        """
        return self._averaged("in_turn", self.sub_rules.in_turn, label, tuple(items), rule, state, rules)

    def until(
        self, label: str, rule: Callable[Concatenate[Umpire, P], T | None], *args: P.args, **kw: P.kwargs
    ) -> T:
        """A sub-rule rolled again until it decides something: a result of None is rolled again.

        Raises BadInput when it can never decide.
        """
        return cast("T", self._averaged("until", self.sub_rules.until, label, rule, (args, kw)))

    def _averaged(self, how: str, ask: Callable[..., V], *given: object) -> V:
        """What is made of the odds of a sub-rule, which must not decide anything."""
        outer = self.averaging
        self.averaging = outer or how
        try:
            return ask(*given)
        except Decides as fault:
            if self.for_another:
                raise
            self.run.forgive(fault)
            self.refuse(averaged(str(fault), how))
        finally:
            self.averaging = outer

    def decided(self, result: T | Roll[T]) -> T:
        """The result of a rule, settled where it is a roll."""
        return self.settle("", result) if isinstance(result, Roll) else result


def decides(result: object) -> bool:
    """Has a round decided something?"""
    return result is not None


def this_or_later(this: Law, later: Law) -> Law:
    """What this round decides, or what later rounds do."""
    return this.then(lambda result: Distribution.certain(result) if decides(result) else later)
