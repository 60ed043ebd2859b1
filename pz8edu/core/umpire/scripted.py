"""The umpire that takes the dice from the table and waits for those that are missing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ParamSpec, TypeVar, overload

from pz8edu.core.records import FrozenRecord
from pz8edu.core.rolls.address import Labels
from pz8edu.core.rolls.conditioning import Conditioning
from pz8edu.core.rolls.questions import AnyQuestion, Question
from pz8edu.core.rolls.roll import Roll, Thrown, unshifted
from pz8edu.core.rolls.throw import Throw
from pz8edu.core.tree.decision import Decision, DecisionNode, option_of
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.wording import question_words
from pz8edu.core.umpire.base import Rule, Umpire, Undecided
from pz8edu.core.umpire.choosing import averaged, decide
from pz8edu.core.umpire.enumerating import explorer_for
from pz8edu.core.umpire.outcomes import check_outcome
from pz8edu.core.umpire.path import PathSoFar
from pz8edu.core.umpire.run import Run
from pz8edu.core.umpire.sub_rules import PlayedByHand
from pz8edu.core.umpire.throws import Loaded, Memo

T = TypeVar("T")
U = TypeVar("U")
P = ParamSpec("P")


class Waiting(BaseException):
    """A question was asked whose dice have not fallen yet.

    `node` holds the chances of its answers after the answers so far.
    Not an Exception: `except Exception` in a rule must not swallow it.
    """

    def __init__(self, node: Node, dice: tuple[Thrown[object], ...], asked: Roll[object]) -> None:
        super().__init__(node.label)
        self.node = node
        self.dice = dice
        self.asked = asked

    @property
    def question(self) -> str:
        """What is asked, in words."""
        return question_words(self.node)

    @property
    def missing(self) -> tuple[str, ...]:
        """The labels of the dice that are called for."""
        return tuple(die.label for die in self.dice)

    def __str__(self) -> str:
        return f"{self.question} (waiting for {', '.join(self.missing)})"


class WaitingForChoice(Waiting):
    """A decision was come to that nobody has made yet; its node holds the options and what is seen."""

    def __init__(self, node: DecisionNode) -> None:
        super().__init__(node, (), node.roll)

    @property
    def missing(self) -> tuple[str, ...]:
        """The label of the decision."""
        return (self.node.label,)


class Answered(FrozenRecord):
    """A question that the dice on the table have answered.

    `node` and `branch` hold the chances of its answers after the answers before it; `dice` are the throws
    it looked at, with what they show; a throw that could not matter any more is not among them.
    """

    label: str
    question: AnyQuestion
    answer: object
    dice: tuple[tuple[Thrown[object], object], ...]
    node: Node
    branch: Branch
    asked: Roll[object]


class Scripted(Umpire):
    """Plays a rule with the dice that lie on the table, by label; sub-rules are played die by die.

    `play` returns the outcome, or raises Waiting at the first question that cannot be answered; dice that
    cannot matter are never called for. `answered` lists the questions so far. What is decided lies among the
    dice, by its label.
    """

    def __init__(
        self,
        dice: Mapping[str, object] | None = None,
        *,
        loaded: Loaded | None = None,
        memo: Memo | None = None,
    ) -> None:
        super().__init__(loaded, memo)
        self.dice = dice or {}
        self.answered: list[Answered] = []
        self._labels = Labels()
        self._path = PathSoFar(True, self._labels)
        self._fallen: dict[int, object] = {}
        self.sub_rules = PlayedByHand(self, self._labels, partial(explorer_for, self), self.kind(False))

    @overload
    def play(self, rule: Undecided[P, T], *args: P.args, **kw: P.kwargs) -> T: ...
    @overload
    def play(self, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> T: ...
    def play(self, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> T:
        """The outcome with these dice.

        Raises Waiting at the first question whose dice are missing, BadInput for dice that cannot be so.
        """
        self.run = Run()
        self.rolls = 0
        self.answered = []
        self._labels.restart()
        self._path = PathSoFar(True, self._labels)
        self._fallen = {}
        outcome = rule(self, *args, **kw)
        self.run.check_refused()
        settled = self.settle("result", outcome) if isinstance(outcome, Roll) else outcome
        check_outcome(settled)
        return settled

    def throw(self, label: str, throw: Throw[T]) -> Thrown[T]:
        """Dice leave the hand, or lie there already."""
        thrown = Thrown(self, self._labels.thrown(label), throw)
        if thrown.label in self.dice:
            law = None if throw.pile is None else throw.pile.left(self._fallen)
            self._fallen[thrown.number] = throw.value_of(thrown.label, self.dice[thrown.label], law)
        return thrown

    def ask(self, roll: Roll[object], question: Question[Any, U], label: str = "") -> U:
        """The answer that the dice on the table give; raises Waiting where they do not give one."""
        step = self._path.new(roll, question, label)
        node = step.node
        assert node is not None
        asked = unshifted(roll)[0]
        dice = asked.dice()
        for die in dice:
            if len(die.law) == 1 and die.number not in self._fallen:  # the result of a sub-rule
                (self._fallen[die.number],) = die.law
        missing = tuple(die for die in dice if die.number not in self._fallen)
        if missing:
            possible = Conditioning.of_fallen(self._fallen).partition(roll, question).cells
            if len(possible) > 1:
                raise Waiting(node, missing, asked)
            says = question.answer(possible[0].witness)
        else:
            says = question.answer(asked.value(self._fallen))
        place = next(place for place, branch in enumerate(node.branches) if branch.answer == says)
        step.take(place)
        fell = tuple((die, self.dice[die.label]) for die in dice if die.label in self.dice)
        branch = node.branches[place]
        self.answered.append(Answered(node.label, question, says, fell, node, branch, asked))
        return says

    def decide(self, decision: Decision) -> object:
        """The option that lies on the table; raises WaitingForChoice where none does."""
        name = self._labels.thrown(decision.label)
        if self.averaging:
            self.refuse(averaged(decision.label, self.averaging))
        step = decide(self._path, self, name, decision)
        node = step.node
        assert isinstance(node, DecisionNode)
        if name not in self.dice:
            raise WaitingForChoice(node)
        option = option_of(name, decision.options, self.dice[name])
        step.take(decision.options.index(option))
        branch = node.branches[step.place]
        self.answered.append(Answered(name, node.question, option, (), node, branch, node.roll))
        return option
