"""Trees that grow on where another one ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pz8edu.chance.distribution import Weight
from pz8edu.tree import Branch, Node, Tree


def grafted(
    tree: Tree[Any], weight: Weight, total: Weight, following: Mapping[Any, Tree[Any]] | None = None
) -> tuple[Node | None, Any]:
    """A tree that grows on from a branch of this weight and total: its root, or its only outcome.

    `following` are further trees by the outcomes on which they grow.
    """

    def end(outcome: Any, weight: Weight, total: Weight) -> tuple[Node | None, Any]:
        return (None, outcome) if following is None else grafted(following[outcome], weight, total)

    def copied(node: Node) -> Node:
        branches = []
        for branch in node.branches:
            here = Branch(branch.answer, branch.values, weight * branch.weight, total * branch.total)
            if branch.child is not None:
                here.child = copied(branch.child)
            else:
                here.child, here.outcome = end(branch.outcome, here.weight, here.total)
            branches.append(here)
        return Node(node.label, node.roll, node.shift, node.key, branches, node.line, node.division)

    if tree.root is None:
        return end(next(iter(tree.distribution)), weight, total)
    return copied(tree.root), None


def followed(before: Tree[Any], following: Mapping[Any, Tree[Any]], draw: bool) -> Tree[Any]:
    """The tree of two steps, the second by the outcomes of the first."""
    law = before.distribution.then(lambda value: following[value].distribution)
    root = grafted(before, 1, 1, following)[0] if draw else None
    leaves = before.leaves + sum(
        ends * (following[value].leaves - 1) for value, ends in ends_of(before).items()
    )
    return Tree(law, root, leaves)


def ends_of(tree: Tree[Any]) -> Counter[Any]:
    """How many leaves have each outcome; one each where the tree is not drawn."""
    if tree.root is None:
        return Counter(tree.distribution)
    return Counter(outcome for _, outcome, _ in tree.paths())
