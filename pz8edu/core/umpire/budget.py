"""What may still be explored of a rule: so many leaves, so many seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import cast

from pz8edu.core.tree.node import UNEXPLORED
from pz8edu.core.tree.tree import Tree
from pz8edu.core.umpire.throws import Memo


class Cut(BaseException):
    """The rule has come to a sub-rule that was not explored: here its way ends.

    Not an Exception: `except Exception` in a rule must not swallow it.
    """


class Explored:
    """Is this a result of the rule, or was it left unexplored?"""

    lasting = True

    def answer(self, value: object) -> bool:
        """Is it a result?"""
        return value is not UNEXPLORED


EXPLORED = Explored()


@dataclass(slots=True, eq=False)
class Budget:
    """What is left of a budget; a sub-rule has at most what is left to the rule around it.

    `leaves` and `until` (a time of the monotonic clock) are None where there is no limit. `kept` are the
    sub-rules that were cut: the same in every replay, and never remembered beyond this budget.
    """

    leaves: int | None
    until: float | None
    kept: Memo
    found: int = 0

    @classmethod
    def of(cls, leaves: int | None, seconds: float | None) -> Budget | None:
        """A budget from now on; None where there is no limit."""
        if leaves is None and seconds is None:
            return None
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

    def worked_out(self, key: Hashable, make: Callable[[], Tree[object]], memo: Memo) -> Tree[object]:
        """The tree of a sub-rule: remembered for good if it is whole, else as long as the budget lasts."""
        tree = cast("Tree[object] | None", self.kept.get(key))
        if tree is None:
            tree = Tree.unexplored_at_all() if self.late else make()
            (self.kept if tree.is_cut else memo)[key] = tree
        return tree
