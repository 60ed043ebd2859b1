"""The umpire that takes the dice from the table and waits for those that are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, overload

from pz8edu.chance.cards_drawn import Deck
from pz8edu.chance.distribution import Distribution
from pz8edu.chance.knowledge import Block, Knowledge
from pz8edu.chance.roll import Handful, Roll, Settled, Thrown
from pz8edu.tree import Branch, Node, Tree
from pz8edu.umpire.growing import Growing, fallen
from pz8edu.umpire.vocabulary import Umpire

T = TypeVar("T")
P = ParamSpec("P")


class Waiting(BaseException):
    """A question was asked whose dice have not fallen yet.

    `node` holds the chances of its answers after the answers so far.
    Not an Exception: `except Exception` in a rule must not swallow it.
    """

    def __init__(self, node: Node, dice: tuple[Thrown[Any], ...], asked: Roll[Any]) -> None:
        super().__init__(node.label)
        self.node = node
        self.dice = dice
        self.asked = asked

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
    """A question that the dice on the table have answered.

    `node` and `branch` hold the chances of its answers after the answers before it; `dice` are the throws
    it looked at, with what they show; a throw that could not matter any more is not among them.
    """

    label: str
    key: Any
    answer: Any
    dice: tuple[tuple[Thrown[Any], Any], ...]
    node: Node
    branch: Branch
    asked: Roll[Any]


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
        self._playing = True
        self.answered: list[Answered] = []
        self._fallen: dict[int, Any] = {}

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
        self._fallen = {}
        self.answered = []
        outcome = rule(self, *args, **kw)
        if isinstance(outcome, Settled):
            outcome = outcome.settled
        return cast(T, self.settle("result", outcome)) if isinstance(outcome, Roll) else outcome

    def _throw(
        self,
        label: str,
        law: Distribution[Any],
        what: str,
        deck: Deck[Any] | None = None,
        handful: Handful | None = None,
        tree: Tree[Any] | None = None,
    ) -> Thrown[Any]:
        thrown: Thrown[Any] = Thrown(self, self._named(label), law, what, deck, handful, tree)
        if thrown.label in self.known:
            can_fall = law if deck is None else deck.left(self._fallen)
            self._fallen[thrown.number] = fallen(thrown.label, self.known[thrown.label], can_fall, handful)
        return thrown

    def _ask(
        self,
        roll: Roll[Any],
        answer: Callable[[Any], Any],
        key: Any,
        label: str,
        base: Roll[Any] | None = None,
    ) -> Any:
        step = self._question(roll, answer, key, self._scope + label if label else "", base)
        node = step.node
        assert node is not None
        asked = roll if base is None else base
        dice = asked.dice()
        for die in dice:
            if (
                len(die.law) == 1 and die.number not in self._fallen
            ):  # the result of a sub-rule that was played
                (self._fallen[die.number],) = die.law
        missing = tuple(die for die in dice if die.number not in self._fallen)
        if not missing:
            says = answer(asked.value(self._fallen))
        else:
            possible = self._what_lies_there().divided(asked, answer, None).parts
            if len(possible) > 1:
                raise Waiting(node, missing, asked)
            says = possible[0].answer
        place = next(place for place, branch in enumerate(node.branches) if branch.answer == says)
        branch = node.branches[place]
        step.take(place)
        self._path.append(step)
        fell = tuple((die, self.known[die.label]) for die in dice if die.label in self.known)
        self.answered.append(Answered(node.label, key, says, fell, node, branch, asked))
        return says

    def _what_lies_there(self) -> Knowledge:
        """The dice that have fallen, each with the one face that it shows."""
        return Knowledge(
            {
                number: Block((number,), (number,), [((value,), 1)], 1, 1)
                for number, value in self._fallen.items()
            }
        )

    def _settled(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        return self.settle("", self.played(label, rule, *args, **kw))

    def _until(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """As `Umpire.until`: round after round is played until one decides."""
        number = 0
        result = None
        while result is None:
            number += 1
            result = self._settled(f"{label} {number}", rule, *args, **kw)
        return result
