"""The exact probability tree of a rule: every question, every answer, every chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pz8edu.algebra.exact import Exact
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rolls.throw import Law
from pz8edu.core.tree.evidence import (
    Evidence,
    answers_of,
    answers_on,
    full_label,
    outcomes_of,
    paths_with,
    throws_on,
    values_of,
)
from pz8edu.core.tree.node import UNEXPLORED, Node, Path, nodes_below, paths_below
from pz8edu.core.tree.views import tree_csv, tree_latex, tree_text
from pz8edu.errors import BadInput

T = TypeVar("T")


@dataclass(slots=True, eq=False, repr=False)
class Tree(Generic[T]):
    """Every way a rule can go, with the exact distribution of its outcomes.

    `root` is None when the rule asked nothing. A tree prints as text and shows itself as SVG;
    `to_csv()` and `latex()` export it; `given(...)` conditions on what happened on the way.
    Two trees are equal when they ask, answer and end alike.
    """

    distribution: Distribution[T]
    root: Node | None
    leaves: int

    @classmethod
    def unexplored_at_all(cls) -> Tree[T]:
        """The tree of a rule that was not begun."""
        return cls(Distribution.certain(UNEXPLORED), None, 1)  # type: ignore[arg-type]

    @property
    def first(self) -> Node | None:
        """The first question that dice decide; None when nothing is rolled."""
        node = self.root
        while node is not None and node.idle:
            node = node.branches[0].child
        return node

    def nodes(self) -> Iterator[Node]:
        """Every question, from the root down."""
        return nodes_below(self.root)

    def paths(self) -> Iterator[Path]:
        """Every way to a leaf: its questions with their branches, the outcome, the last branch.

        Raises BadInput for a tree of which only the distribution was kept.
        """
        if self.root is not None:
            return paths_below(self.root)
        if len(self.distribution) > 1:
            raise BadInput("this tree was grown with draw=False: it does not hold what happens on the way")
        return iter([Path((), next(iter(self.distribution)), None)])

    @property
    def unexplored(self) -> Exact:
        """The exact chance that a budget left unexplored (0 for a whole tree)."""
        return self.distribution.chance(lambda outcome: outcome is UNEXPLORED)

    @property
    def is_cut(self) -> bool:
        """Has a budget left a part of it unexplored?"""
        return UNEXPLORED in self.distribution

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self.distribution == other.distribution and list(told(self)) == list(told(other))

    def __hash__(self) -> int:
        return hash((self.distribution, self.leaves))

    def given(
        self, evidence: Evidence = None, *, outcome: object = None, word: Callable[[T], object] | None = None
    ) -> Law:
        """The outcome's distribution, once it is known what has happened.

        `evidence` holds answers by the label of their question, yes and no as it is spoken, or the words of
        an answer; `outcome` is an outcome or its word:

            tree.given({"to hit": True})                      tree.given({"to hit": "hit"})

        `evidence` may also be a function of all answers on a path and its outcome:
        `tree.given(lambda answers, outcome: answers["to hit"] and outcome != "destroyed")`. A label that
        comes again on a path is numbered ("to hit #2"); inside a sub-rule its last words will do ("to hit"
        for "shot 1: to hit"). `word` says outcomes as a calculator does.
        Raises BadInput for labels, answers and outcomes that are not in the tree, and for an event that
        cannot happen.
        """
        return outcomes_of(paths_with(self.paths(), evidence, outcome, word), word)

    def posterior(
        self,
        die: str,
        given: object = None,
        *,
        outcome: object = None,
        word: Callable[[T], object] | None = None,
    ) -> Law:
        """The law of a throw, by its label, once it is known what has happened.

        `given` is an outcome, answers by label, or a function of answers and outcome, as for `given(...)`;
        without it nothing is known. It was destroyed: how likely was the hit a bare 4?

            tree.posterior("to hit", given=Condition.DESTROYED)[4]

        Raises BadInput for a throw that is not in the tree and for an event that cannot happen.
        """
        throws = {label: each for path in self.paths() for label, each in throws_on(path.steps).items()}
        label = full_label(die, throws, "throw")
        return values_of(self._paths_with(given, outcome, word), throws[label])

    def answers_to(
        self,
        question: str,
        given: object = None,
        *,
        outcome: object = None,
        word: Callable[[T], object] | None = None,
    ) -> Law:
        """The law of the answers to a question, by its label, once it is known what has happened.

        The answer is None where it is not asked. All else is as for `posterior`.
        """
        labels = {label: None for path in self.paths() for label in answers_on(path.steps)}
        label = full_label(question, labels, "question")
        return answers_of(self._paths_with(given, outcome, word), label)

    def _paths_with(self, given: object, outcome: object, word: Callable[[T], object] | None) -> list[Path]:
        """The paths of an event, said as answers (or a function of them), or as an outcome alone."""
        if given is None or callable(given) or isinstance(given, Mapping):
            return paths_with(self.paths(), given, outcome, word)
        if outcome is not None:
            raise BadInput("`given` holds what happened on the way where an `outcome` is given too")
        return paths_with(self.paths(), None, given, word)

    # --- showing it
    def __repr__(self) -> str:
        if self.first is None:
            return f"nothing to roll → {next(iter(self.distribution), '')}  [1]"
        return tree_text(self.first)

    def _repr_svg_(self) -> str:
        from pz8edu.show.tree_svg import draw

        return draw(self)

    def to_csv(self, word: Callable[[T], str] = str) -> str:
        """A table with one line a path: the answers on the way, the outcome, the chance."""
        return tree_csv(self.paths(), word)

    def latex(self, word: Callable[[T], str] = str) -> str:
        """The arithmetic of every outcome: the sum over its paths of the products along them."""
        return tree_latex(self.paths(), self.distribution.map(word), word)


AnyTree = Tree[Any]
"""The tree of a rule whose outcome may be of any type."""


def told(tree: AnyTree) -> Iterator[tuple[object, ...]]:
    """What a tree asks and answers, question by question."""
    for node in tree.nodes():
        yield node.label, node.line, node.roll.spoken()
        for branch in node.branches:
            yield branch.answer, dict(branch.values), branch.weight, branch.total, branch.outcome
