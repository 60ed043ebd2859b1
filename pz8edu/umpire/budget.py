"""What may still be explored of a rule: so many leaves, so many seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from pz8edu.chance.distribution import Distribution
from pz8edu.tree import UNEXPLORED, Tree


class Cut(BaseException):
    """The rule has come to a sub-rule that was not explored: here its way ends.

    Not an Exception: `except Exception` in a rule must not swallow it.
    """


class Budget:
    """What is left of a budget; a sub-rule has at most what is left to the rule around it.

    `leaves` and `until` (a time of the monotonic clock) are None where there is no limit. `kept` are the
    sub-rules that were cut: the same in every replay, and never remembered beyond this budget.
    """

    __slots__ = ("leaves", "until", "kept", "found")

    def __init__(self, leaves: int | None, until: float | None, kept: dict[Any, Tree[Any]]) -> None:
        self.leaves = leaves
        self.until = until
        self.kept = kept
        self.found = 0

    @classmethod
    def of(cls, leaves: int | None, seconds: float | None) -> Budget:
        """A budget from now on."""
        return cls(leaves, None if seconds is None else time.monotonic() + seconds, {})

    def spent(self, found: int) -> bool:
        """Is nothing left once so many leaves are found?"""
        self.found = found
        return (self.leaves is not None and found >= self.leaves) or self.late

    @property
    def late(self) -> bool:
        """Is its time over?"""
        return self.until is not None and time.monotonic() >= self.until

    def rest(self) -> Budget:
        """What a sub-rule may use."""
        leaves = None if self.leaves is None else self.leaves - self.found
        return Budget(leaves, self.until, self.kept)

    def worked_out(self, key: Any, make: Callable[[], Tree[Any]], memo: dict[Any, Any]) -> Tree[Any]:
        """The tree of a sub-rule: remembered for good if it is whole, else as long as the budget lasts."""
        tree = self.kept.get(key)
        if tree is None:
            tree = Tree(Distribution.certain(UNEXPLORED), None, 1) if self.late else make()
            (self.kept if is_cut(tree) else memo)[key] = tree
        return tree


def is_cut(tree: Tree[Any]) -> bool:
    """Has a budget left a part of it unexplored?"""
    return UNEXPLORED in tree.distribution.weights


def is_explored(value: Any) -> bool:
    """Is this a result of the rule?"""
    return value is not UNEXPLORED
