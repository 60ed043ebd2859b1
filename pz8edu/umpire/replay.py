"""One question on the way that a rule is replayed along, and the node that is drawn for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from pz8edu.chance.distribution import Weight
from pz8edu.chance.knowledge import Division, Knowledge
from pz8edu.chance.roll import Roll
from pz8edu.tree import Branch, Node


class Asked:
    """One question on the path that is being replayed, and the answer that is taken.

    `witness` is one value that gives the answer: a replay that reads it differently is not the same rule.
    """

    __slots__ = ("roll", "key", "answer", "division", "place", "says", "witness", "last", "node")

    def __init__(self, roll: Roll[Any], key: Any, answer: Callable[[Any], Any], division: Division) -> None:
        self.roll = roll
        self.key = key
        self.answer = answer
        self.division = division
        self.node: Node | None = None
        self.take(0)

    def take(self, place: int) -> None:
        """Take one of the answers."""
        parts = self.division.parts
        part = parts[place]
        self.place = place
        self.says = part.answer
        self.witness = part.witness
        self.last = place + 1 == len(parts)

    def turn(self) -> None:
        """Take the next answer."""
        self.take(self.place + 1)

    @property
    def branch(self) -> Branch | None:
        """The branch that is taken, of a tree that is drawn."""
        return None if self.node is None else self.node.branches[self.place]

    def knowledge(self) -> Knowledge:
        """What is known about the dice after the answer."""
        return self.division.knowledge(self.place)

    def ends(self, outcome: Any, gathered: dict[Weight, dict[Any, Weight]]) -> None:
        """The rule ends with this answer: its weight goes to the outcome."""
        division = self.division
        weight = division.weight(self.place)
        weights = gathered.get(division.total)
        if weights is None:
            weights = gathered[division.total] = {}
        weights[outcome] = weights[outcome] + weight if outcome in weights else weight
        if self.node is not None:
            self.node.branches[self.place].outcome = outcome

    def label(self) -> str:
        """What was asked, in words."""
        return repr(self.roll) if self.node is None else f"{self.node.roll!r}: {self.node.question()}"


def drawn(step: Asked, label: str, shift: int) -> Node:
    """The question as a node of the tree, with a branch for every answer."""
    division = step.division
    branches = [
        Branch(part.answer, part.values, division.weight(place), division.total)
        for place, part in enumerate(division.parts)
    ]
    return Node(label, step.roll, shift, step.key, branches, _line(), division)


_ENGINE = ("pz8edu.umpire", "pz8edu.chance", "pz8edu.tree")


def _line() -> tuple[str, int] | None:
    """File and line of the rule that asks."""
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__", "").startswith(_ENGINE):
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno
