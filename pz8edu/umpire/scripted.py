"""The umpire that takes the dice from the table and waits for those that are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, overload

from pz8edu.chance.distribution import Distribution
from pz8edu.chance.roll import Roll, Tally, Thrown
from pz8edu.tree import Node
from pz8edu.umpire.growing import Growing, _Step
from pz8edu.umpire.vocabulary import Umpire

T = TypeVar("T")
P = ParamSpec("P")


class Waiting(BaseException):
    """A question was asked whose dice have not fallen yet.

    Not an Exception: `except Exception` in a rule must not swallow it.
    """

    def __init__(self, node: Node, dice: tuple[Thrown[Any], ...]) -> None:
        super().__init__(node.label)
        self.node = node
        self.dice = dice

    @property
    def question(self) -> str:
        """What is asked, in words."""
        return self.node.question()

    @property
    def missing(self) -> tuple[str, ...]:
        """The labels of the dice that are called for."""
        return tuple(die.label for die in self.dice)

    def __str__(self) -> str:
        return f"{self.question} (waiting for {', '.join(self.missing)})"


@dataclass(frozen=True, slots=True)
class Answered:
    """A question that the dice on the table have answered."""

    label: str
    key: Any
    answer: Any
    dice: tuple[tuple[str, Any], ...]
    node: Node


class Scripted(Growing):
    """Plays a rule with the dice that lie on the table, by label; sub-rules are played die by die.

    `play` returns the outcome, or raises Waiting at the first question that cannot be answered; dice that
    cannot matter are never called for. `answered` lists the questions so far.
    """

    def __init__(
        self,
        dice: Mapping[str, Any] | None = None,
        *,
        loaded: Mapping[str, Distribution[Any]] | None = None,
        memo: dict[Any, Any] | None = None,
    ) -> None:
        super().__init__(given=dice, unfold=True, loaded=loaded, memo=memo)
        self.answered: list[Answered] = []

    @overload
    def play(self, rule: Callable[Concatenate[Umpire, P], Roll[T]], *args: P.args, **kw: P.kwargs) -> T: ...
    @overload
    def play(
        self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> T: ...
    def play(self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs) -> T:
        """The outcome with these dice.

        Raises Waiting at the first question whose dice are missing, BadInput for dice that cannot be so.
        """
        self._path = []
        self.rolls = 0
        self._labels = {}
        self.answered = []
        outcome = rule(self, *args, **kw)
        return cast(T, self.settle("result", outcome)) if isinstance(outcome, Roll) else outcome

    def _ask(
        self,
        roll: Roll[Any],
        answer: Callable[[Any], Any],
        key: Any,
        label: str,
        base: Roll[Any] | None = None,
    ) -> Any:
        node, knowledge = self._node(roll, answer, key, self._scope + label if label else "", base)
        dice = (roll if base is None else base).dice()
        if not node.certain:
            raise Waiting(node, tuple(die for die in dice if die.label not in self.known))
        self._path.append(_Step(node, 0, knowledge, node.branches[0], answer))
        fell = tuple((die.label, self.known[die.label]) for die in dice if die.label in self.known)
        self.answered.append(Answered(node.label, key, node.branches[0].answer, fell, node))
        return node.branches[0].answer

    def repeat(self, label: str, count: int, rule: Callable[..., Any], *args: Any, **kw: Any) -> Tally[Any]:
        """As `Umpire.repeat`: every fight is played, one after the other."""
        names = self.law_of(rule, *args, **kw).distribution.support
        results = [
            self.settle("", self.played(f"{label} {place}", rule, *args, **kw))
            for place in range(1, count + 1)
        ]
        counts = tuple(sum(int(result == name) for result in results) for name in names)
        return Tally(Thrown(self, self._named(label), Distribution.certain(counts)), names)

    def until(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """As `Umpire.until`: round after round is played until one decides."""
        number = 0
        result = None
        while result is None:
            number += 1
            result = self.settle("", self.played(f"{label} {number}", rule, *args, **kw))
        return result

    def in_turn(self, label: str, items: Any, rule: Callable[..., Any], state: Any, rules: Any) -> Roll[Any]:
        """As `Umpire.in_turn`: every item is played, one after the other."""
        for place, item in enumerate(tuple(items), 1):
            state = self.settle("", self.played(f"{label} {place}", rule, state, item, rules))
        return Thrown(self, self._named(label), Distribution.certain(state))
