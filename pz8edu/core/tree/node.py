"""The questions of a tree and their answers: plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, cast

from pz8edu.algebra.closed_form import as_number
from pz8edu.algebra.exact import Exact
from pz8edu.algebra.weight import Weight, fraction, total_of
from pz8edu.core.chance.sentinel import Sentinel
from pz8edu.core.rolls.conditioning import Partition
from pz8edu.core.rolls.questions import AnyQuestion
from pz8edu.core.rolls.roll import Roll


class Unexplored(Sentinel):
    """The outcome of branches that a budget left unexplored; its chance is exactly what was left."""

    UNEXPLORED = "unexplored"


UNEXPLORED = Unexplored.UNEXPLORED


@dataclass(slots=True, eq=False)
class Branch:
    """One answer to a question.

    `values` are the values of the roll that give the answer, with their weights; `weight` over `total` is
    the chance of the whole path from the root to here. A branch leads to a `child` or ends in `outcome`.
    """

    answer: object
    values: Mapping[object, Weight]
    weight: Weight
    total: Weight
    child: Node | None = None
    outcome: object = None

    @property
    def chance(self) -> Exact:
        """The chance of the whole path to here."""
        return as_number(self.weight, self.total)

    def fraction(self) -> Fraction:
        """The chance of the whole path to here, as a plain fraction."""
        return fraction(self.weight, self.total)

    def onward(self) -> Branch:
        """Itself, or what comes after questions that no die decides."""
        branch = self
        while branch.child is not None and branch.child.idle:
            branch = branch.child.branches[0]
        return branch


@dataclass(slots=True, eq=False)
class Node:
    """A question about a roll with `shift` added, with its branches; `line` is where in the rule it stands.

    `partition` knows what the answers say about the dice.
    """

    label: str
    roll: Roll[object]
    shift: int
    question: AnyQuestion
    branches: list[Branch]
    line: tuple[str, int] | None
    partition: Partition

    @property
    def certain(self) -> bool:
        """Is there only one possible answer?"""
        return len(self.branches) == 1

    @property
    def idle(self) -> bool:
        """Does no die decide it: is only the result of a sub-rule passed on?"""
        return self.certain and all(len(die.law) == 1 for die in self.roll.dice())

    @property
    def yes_or_no(self) -> bool:
        """Is every answer yes or no?"""
        return all(isinstance(branch.answer, bool) for branch in self.branches)

    def weight(self) -> tuple[Weight, Weight]:
        """The weight and total of coming to this question."""
        return total_of(branch.weight for branch in self.branches), self.branches[0].total

    def chance_of(self, branch: Branch) -> Exact:
        """The chance of a branch once this question is reached."""
        reached, total = self.weight()
        if isinstance(reached, int):
            return as_number(branch.weight * total, branch.total * reached)
        return cast(Exact, as_number(branch.weight, 1) / as_number(reached, 1))


Step = tuple[Node, Branch]


class Path(NamedTuple):
    """A way through a tree: its questions with their branches, its outcome, and its last branch."""

    steps: tuple[Step, ...]
    outcome: object
    last: Branch | None

    @property
    def weight(self) -> tuple[Weight, Weight]:
        """The weight and total of this way."""
        return (1, 1) if self.last is None else (self.last.weight, self.last.total)


def paths_below(root: Node) -> Iterator[Path]:
    """Every way from a question to a leaf, the first answers first."""
    waiting: list[tuple[tuple[Step, ...], Branch]] = [(((root, branch),), branch) for branch in root.branches]
    waiting.reverse()
    while waiting:
        steps, last = waiting.pop()
        child = last.child
        if child is None:
            yield Path(steps, last.outcome, last)
        else:
            waiting += [((*steps, (child, branch)), branch) for branch in reversed(child.branches)]


def nodes_below(root: Node | None) -> Iterator[Node]:
    """Every question, from this one down."""
    waiting = [] if root is None else [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [branch.child for branch in reversed(node.branches) if branch.child is not None]
