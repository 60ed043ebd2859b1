"""An open tree closed by what is chosen: the ways that remain, and their chances."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.distribution import Distribution, collected
from pz8edu.core.chance.sentinel import Sentinel
from pz8edu.core.rolls.throw import Law
from pz8edu.core.tree.decision import DecisionNode
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.tree import AnyTree, Tree

Choices = Mapping[Hashable, object]
"""The option of every decision, by its key."""


def closed(root: Node | None, chosen: Choices) -> AnyTree:
    """The ordinary tree in which every decision has one option; decisions themselves are left out."""
    top = _taken(Branch(None, {}, 1, 1, root), chosen)
    if top.child is None:
        return Tree(Distribution.certain(top.outcome), None, 1)
    leaves, waiting = list[tuple[object, Weight, Weight]](), [top]
    while waiting:
        branch = waiting.pop()
        assert branch.child is not None
        branches = [_taken(each, chosen) for each in branch.child.branches]
        branch.child = replace(branch.child, branches=branches)
        for each in branches:
            if each.child is not None:
                waiting.append(each)
            else:
                leaves.append((each.outcome, each.weight, each.total))
    return Tree(collected(leaves), top.child, len(leaves))


class ToBeDecided(Sentinel):
    """What a rule comes to, as far as dice go, where somebody has to choose."""

    TO_BE_DECIDED = "to be decided"


TO_BE_DECIDED = ToBeDecided.TO_BE_DECIDED


def before_decisions(root: Node | None) -> Law:
    """The odds of a rule up to its first decisions: what lies behind them is still to be decided."""
    top = Branch(None, {}, 1, 1, root)
    leaves, waiting = list[tuple[object, Weight, Weight]](), [top]
    while waiting:
        branch = waiting.pop()
        if branch.child is None or isinstance(branch.child, DecisionNode):
            outcome = branch.outcome if branch.child is None else TO_BE_DECIDED
            leaves.append((outcome, branch.weight, branch.total))
        else:
            waiting += branch.child.branches
    return collected(leaves)


def _taken(branch: Branch, chosen: Choices) -> Branch:
    """A copy of a branch that leads past the decisions which follow on it."""
    child, outcome = branch.child, branch.outcome
    while isinstance(child, DecisionNode):
        option = chosen[child.decision.key]
        taken = child.branches[child.decision.options.index(option)]
        child, outcome = taken.child, taken.outcome
    return replace(branch, child=child, outcome=outcome)
