"""The questions on the way that a rule is replayed along, the answers that are taken, and what they weigh."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.distribution import collect
from pz8edu.core.chance.told_apart import NUMBERS, Met, same
from pz8edu.core.rolls.address import Address, Labels
from pz8edu.core.rolls.conditioning import Conditioning, Partition
from pz8edu.core.rolls.questions import AnyQuestion, Question, is_below
from pz8edu.core.rolls.roll import Roll, unshifted
from pz8edu.core.rolls.throw import Law
from pz8edu.core.tree.node import UNEXPLORED, Branch, Node
from pz8edu.core.tree.wording import question_words
from pz8edu.core.umpire.outcomes import check_outcome
from pz8edu.core.umpire.recorder import Recorder
from pz8edu.core.umpire.run import impure
from pz8edu.errors import BadInput, shown
from pz8edu.limits import MOST_QUESTIONS

U = TypeVar("U")

_NOTHING_KNOWN = Conditioning({})
_ENGINE = ("pz8edu.core.umpire", "pz8edu.core.rolls")


class AskedQuestion:
    """One question on the path that is being replayed, and the answer that is taken.

    `witness` is one value that gives the answer: a replay that reads it differently is not the same rule.
    """

    __slots__ = ("roll", "question", "partition", "node", "place", "says", "witness", "last")

    def __init__(self, roll: Roll[object], question: AnyQuestion, partition: Partition) -> None:
        self.roll = roll
        self.question = question
        self.partition = partition
        self.node: Node | None = None
        self.take(0)

    def take(self, place: int) -> None:
        """Take one of the answers."""
        cells = self.partition.cells
        cell = cells[place]
        self.place = place
        self.says = cell.answer
        self.witness = cell.witness
        self.last = place + 1 == len(cells)

    def turn(self) -> None:
        """Take the next answer."""
        self.take(self.place + 1)

    @property
    def branch(self) -> Branch | None:
        """The branch that is taken, of a tree that is drawn."""
        return None if self.node is None else self.node.branches[self.place]

    def draw(self, label: str) -> Node:
        """The question as a node of the tree, with a branch for every answer."""
        partition = self.partition
        branches = [
            Branch(cell.answer, cell.values, partition.weight(place), partition.total)
            for place, cell in enumerate(partition.cells)
        ]
        shift = unshifted(self.roll)[1]
        self.node = Node(label, self.roll, shift, self.question, branches, line_of_rule(), partition)
        return self.node

    def differs(self, question: AnyQuestion) -> bool:
        """Does the question give other answers now than it gave at first?"""
        cells = self.partition.cells
        return any(question.answer(value) != cell.answer for cell in cells for value in cell.values)

    def text(self) -> str:
        """What was asked, in words."""
        roll = self.roll.spoken()
        return roll if self.node is None else f"{roll}: {question_words(self.node)}"


@dataclass(slots=True, eq=False)
class Ends:
    """The weights of the outcomes found so far, by the totals of their ways.

    What a rule of the user's comes to is checked.
    """

    of_users: bool
    leaves: int = 0
    weights: dict[Weight, dict[object, Weight]] = field(default_factory=dict)
    whole: Law | None = None
    met: Met = field(default_factory=Met)

    def add(self, outcome: object, weight: Weight, total: Weight) -> None:
        """One more leaf; raises BadInput for what cannot be an outcome."""
        self.leaves += 1
        self.check(outcome)
        weights = self.weights.get(total)
        if weights is None:
            weights = self.weights[total] = {}
        weights[outcome] = weights[outcome] + weight if outcome in weights else weight

    def check(self, outcome: object) -> None:
        """Raise BadInput for what cannot be an outcome, or cannot be told from another one."""
        try:
            new = self.met.is_new(outcome)
        except TypeError:
            check_outcome(outcome)
            raise
        if new and self.of_users:
            check_outcome(outcome)

    def add_law(self, law: Law) -> None:
        """All leaves at once, where the rule asked nothing."""
        self.leaves += len(law)
        if self.of_users and not NUMBERS.issuperset(map(type, law.weights)):
            for outcome in law.weights:
                check_outcome(outcome)
        self.whole = law

    def law(self) -> Law:
        """The distribution of the outcomes."""
        return collect(self.weights) if self.whole is None else self.whole.reduced()


@dataclass(slots=True, eq=False)
class PathSoFar:
    """The way from the root to where the rule has come to; `root` is drawn when `draw` is set.

    `override` gives questions other chances by their label, `recorder` hears of every new question, and the
    names of all questions that could be overridden are `met`. `open_at` is the first decision it came to.
    """

    draw: bool
    labels: Labels
    override: Mapping[str, Law] | None = None
    recorder: Recorder | None = None
    met: set[str] = field(default_factory=set)
    steps: list[AskedQuestion] = field(default_factory=list)
    place: int = 0
    root: Node | None = None
    checking: bool = False
    open_at: str = ""

    # --- questions
    def ask(self, roll: Roll[object], question: Question[Any, U], label: str) -> U:
        """The answer that is taken on this way; a new question is given its first one."""
        place = self.place
        self.place = place + 1
        if place == len(self.steps):
            return self.new(roll, question, label).says  # type: ignore[return-value]
        step = self.steps[place]
        known = step.roll.number == roll.number and (step.question is question or step.question == question)
        known = known and question.answer(step.witness) == step.says
        if not known or (self.checking and step.differs(question)):
            roll.asker.refuse(
                impure(
                    f"this rule asked {step.text()!r} the first time and something else about "
                    f"'{roll.spoken()}' the second"
                )
            )
        return step.says  # type: ignore[return-value]

    def new(self, roll: Roll[object], question: AnyQuestion, label: str) -> AskedQuestion:
        """A question that is asked for the first time, now the last step of the way."""
        steps = self.steps
        if len(steps) >= MOST_QUESTIONS:
            roll.asker.refuse(too_long())
        partition = self.known().partition(roll, question)
        named = self.draw or self.override or self.recorder is not None
        name = "" if not named else self.labels.here(label) if label else unshifted(roll)[0].spoken()
        if self.override:
            partition = self._overridden(partition, question, name)
        step = AskedQuestion(roll, question, partition)
        if self.draw:
            self.hang(step.draw(name))
        if self.recorder is not None:
            self.recorder.asked(name, question, partition)
        steps.append(step)
        return step

    def known(self) -> Conditioning:
        """What is known about the dice on the way so far."""
        return self.steps[-1].partition.after(self.steps[-1].place) if self.steps else _NOTHING_KNOWN

    def hang(self, node: Node) -> None:
        """A new node at the end of the way."""
        if self.root is None:
            self.root = node
        elif self.steps:
            cast("Branch", self.steps[-1].branch).child = node

    def _overridden(self, partition: Partition, question: AnyQuestion, label: str) -> Partition:
        override, names = self.override or {}, Address.of(label).spellings()
        self.met.update(names)
        name = next((name for name in names if name in override), None)
        if name is None or len(partition.cells) == 1:
            return partition
        odds = override[name]
        answers: list[object] = [cell.answer for cell in partition.cells]
        if all(isinstance(answer, bool) for answer in answers):
            yes = not is_below(question)  # "below 4" is spoken "4 or more"
            answers = [int(answer is yes) for answer in answers]
        for answer in odds:
            if answer not in answers and odds.weights[answer]:
                listed = ", ".join(map(str, answers))
                raise BadInput(f"{label!r} cannot be answered {shown(answer)} here; it can be {listed}")
        return partition.override([odds.weights.get(answer, 0) for answer in answers], odds.total)

    # --- ends
    def end(self, outcome: object, ends: Ends) -> None:
        """The rule ends with this outcome on the way that is taken."""
        if not self.steps:
            ends.add(outcome, 1, 1)
            return
        step = self.steps[-1]
        ends.add(outcome, step.partition.weight(step.place), step.partition.total)
        if step.branch is not None:
            step.branch.outcome = outcome

    def end_in_all(self, roll: Roll[object], question: AnyQuestion, ends: Ends) -> None:
        """A rule that returns a roll ends in all its values at once, without a replay for each."""
        step = self.new(roll, question, "result")
        self.end(step.says, ends)
        while not step.last:
            step.turn()
            self.end(step.says, ends)

    def leave_unexplored(self, ends: Ends) -> None:
        """What is left of every question ends unexplored."""
        leaves = ends.leaves
        while self.steps:
            step = self.steps[-1]
            while not step.last:
                step.turn()
                self.end(UNEXPLORED, ends)
            self.steps.pop()
        ends.leaves = leaves

    def check_ended(self) -> None:
        """Raises Impure where a replay ends before the questions that it asked the first time."""
        if self.place < len(self.steps):
            asked = self.steps[self.place].text()
            raise impure(f"this rule asked {asked!r} the first time and ended before it the second")

    def first_way(self, outcome: object) -> FirstWay:
        """The way that was taken first, and where it ended."""
        if not isinstance(outcome, Roll):
            check_outcome(outcome)
        return FirstWay(self, list(self.steps), outcome)

    def goes_on(self) -> bool:
        """Is there a way left? The questions whose last answer was taken are done."""
        steps = self.steps
        while steps and steps[-1].last:
            steps.pop()
        return bool(steps)


@dataclass(slots=True, eq=False)
class FirstWay:
    """The first way through a rule, which is replayed at once and again when all ways were found.

    A rule of the user's may count its own calls, or leave something behind that the next one finds.
    """

    path: PathSoFar
    steps: list[AskedQuestion]
    outcome: object

    def check_again(self, replayed: Callable[[], object]) -> None:
        """The same once all ways were found, where there were others."""
        if self.steps:
            self.check(replayed)

    def check(self, replayed: Callable[[], object]) -> None:
        """Raises Impure where it does not ask and come to what it did at first."""
        path, steps = self.path, self.steps
        kept = path.steps
        for step in steps:
            step.take(0)
        path.checking, path.steps = True, steps.copy()
        again = replayed()
        path.checking = False
        path.check_ended()
        if len(path.steps) > len(steps):
            raise impure(f"this rule asked {path.steps[-1].text()!r} only the second time")
        path.steps = kept
        if not _same_end(self.outcome, again):
            first, second = shown(self.outcome), shown(again)
            raise impure(f"this rule came to {first} the first time and to {second} the second")


def too_long() -> BadInput:
    """The fault of a rule that asks on and on."""
    return BadInput(
        f"this rule asked more than {MOST_QUESTIONS:,} questions on one way: "
        "it may never end; use umpire.until or a chain for what is rolled again and again"
    )


def _same_end(first: object, second: object) -> bool:
    """Are two ends of one way the same? Rolls are compared where all dice are lowest and highest."""
    if not isinstance(first, Roll) or not isinstance(second, Roll):
        return same(first, second)
    if (type(first), first.number) != (type(second), second.number):
        return False
    return all(same(_value_at(first, at), _value_at(second, at)) for at in (0, -1))


def _value_at(roll: Roll[object], place: int) -> object:
    """The value of a roll where each die shows its first face, or its last one; a fault where it has none."""
    try:
        return roll.value({die.number: die.law.support[place] for die in roll.dice()})
    except Exception as fault:
        return type(fault)


def line_of_rule() -> tuple[str, int] | None:
    """File and line of the rule that asks."""
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__", "").startswith(_ENGINE):
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno
