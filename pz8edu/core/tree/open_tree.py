"""The tree of a rule in which somebody decides: it has no chances until a policy closes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn, TypeVar

from pz8edu.core.tree.closing import closed
from pz8edu.core.tree.decision import Policy, decisions_below, ruled
from pz8edu.core.tree.node import UNEXPLORED, Node
from pz8edu.core.tree.tree import Tree, told
from pz8edu.errors import BadInput

T = TypeVar("T")


class OpenTree(Tree[T]):
    """Every way a rule can go: decisions as squares among what is rolled.

    `closed_by(policy)` is the ordinary tree of a policy, `pz8edu.best_play(tree, goal=...)` finds the best
    one. Before that nothing in it has a chance: to ask for one raises BadInput.
    """

    __slots__ = ("open_at",)

    def __init__(self, open_at: str, root: Node | None, leaves: int) -> None:
        self.open_at, self.root, self.leaves = open_at, root, leaves

    def _no_chances(self, *_: object, **__: object) -> NoReturn:
        raise BadInput(
            f"{self.open_at!r} is a decision: this tree has no chances until a policy closes it; "
            "ask for best_play(tree, goal=...) or tree.closed_by(policy)"
        )

    distribution = property(_no_chances)
    unexplored = property(_no_chances)
    given = posterior = answers_to = to_csv = latex = _no_chances

    @property
    def is_cut(self) -> bool:
        """Has a budget left a part of it unexplored?"""
        return any(branch.outcome is UNEXPLORED for node in self.nodes() for branch in node.branches)

    def closed_by(self, policy: Policy | Mapping[str, object]) -> Tree[T]:
        """The ordinary tree of a policy: a best play, a function of the decision, or options by label.

        Raises BadInput where the policy chooses what is not offered.
        """
        decisions = decisions_below(self.root)
        return closed(self.root, {key: ruled(policy, nodes[0].decision) for key, nodes in decisions.items()})

    def __reduce__(self) -> tuple[object, ...]:
        return OpenTree, (self.open_at, self.root, self.leaves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenTree) and list(told(self)) == list(told(other))

    def __hash__(self) -> int:
        return hash((self.open_at, self.leaves))
