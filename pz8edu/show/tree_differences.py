"""Two trees of one question side by side: the branches in which they differ."""

from __future__ import annotations

from itertools import zip_longest

from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.tree import Tree
from pz8edu.core.tree.wording import branch_words, label_words

Branches = tuple[Branch, ...]


def differing_branches(first: Tree[object], second: Tree[object]) -> tuple[Branches, Branches]:
    """The branches of each tree that have other words, another chance or another end in the other one.

    What comes after a branch is compared by itself: a question whose first answer is likelier now, and
    nothing else, has its answers in the list and nothing below them.
    """
    found: tuple[list[Branch], list[Branch]] = ([], [])
    seen: set[tuple[int, int]] = set()

    def compare(one: Node | None, other: Node | None) -> None:
        if one is None or other is None or (id(one), id(other)) in seen:
            return
        seen.add((id(one), id(other)))
        for mine, theirs in zip_longest(one.branches, other.branches):
            if mine is None or theirs is None or _told(one, mine) != _told(other, theirs):
                found[0].extend([mine] if mine is not None else [])
                found[1].extend([theirs] if theirs is not None else [])
            if mine is not None and theirs is not None:
                compare(mine.onward().child, theirs.onward().child)

    compare(first.first, second.first)
    return tuple(found[0]), tuple(found[1])


def _told(node: Node, branch: Branch) -> tuple[object, ...]:
    """All that a drawing says of a branch and its end, but for what comes after it."""
    after = branch.onward()
    asked = label_words(after.child) if after.child is not None else ""
    outcome = "" if after.child is not None else str(after.outcome)
    return branch_words(node, branch), node.chance_of(branch), asked, outcome
