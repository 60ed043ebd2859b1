"""The questions and outcomes of a tree as they are shown: what is certain left out, the many gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Rational

from pz8edu.algebra.weight import fraction
from pz8edu.core.tree.decision import DecisionNode
from pz8edu.core.tree.node import UNEXPLORED, Branch, Node
from pz8edu.core.tree.tree import Tree
from pz8edu.core.tree.wording import branch_label, branch_words, label_words, title_words
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import spoken

MOST_LEAVES = 40
"""Larger trees are told to this number of leaves; the rest is gathered."""

LONGEST = 13
"""Letters of a fraction that has room in a drawing; of a longer one the percent is told."""


def chance_text(chance: object) -> str:
    """A chance in a drawing: as a fraction, or about in percent where that is too long."""
    text = str(chance)
    return f"≈ {short_percent(chance)}" if len(text) > LONGEST and isinstance(chance, Rational) else text


@dataclass(slots=True)
class NodeAt:
    """A question or a leaf with its place in the drawing."""

    node: Node | None
    outcome: str
    words: str
    chance: str
    full: str
    share: str
    lit: bool
    depth: int
    gathered: bool = False
    below: list[NodeAt] = field(default_factory=list)
    y: float = 0.0
    wide: float = 0.0
    said: str = ""
    note: str = ""

    def leaves(self) -> Iterator[NodeAt]:
        """The leaves below it, or itself."""
        if self.node is None:
            yield self
        for place in self.below:
            yield from place.leaves()

    def places(self) -> Iterator[NodeAt]:
        """Itself and everything below it."""
        yield self
        for place in self.below:
            yield from place.places()


def laid_out(
    tree: Tree[object],
    lit: tuple[Branch, ...],
    word: Callable[[object], str],
    says: Callable[[str], str] = spoken,
    notes: Mapping[int, str] | None = None,
) -> NodeAt:
    """The places of all questions and leaves, `lit` those on the path taken; without a question one leaf.

    `word` says which outcome it is, and `says` how people call that; `notes` stand below an option, by the
    id of its branch.
    """
    top = _planted(tree, lit, word, notes or {})
    for leaf in top.leaves():
        leaf.said = leaf.outcome if leaf.gathered else says(leaf.outcome)
        leaf.words = leaf.said if leaf.words == "None" else leaf.words
    return top


def _planted(
    tree: Tree[object], lit: tuple[Branch, ...], word: Callable[[object], str], notes: Mapping[int, str]
) -> NodeAt:
    taken = {id(branch) for branch in lit}
    if tree.first is None:
        outcome = next(iter(tree.distribution))
        return NodeAt(None, word(outcome), "", "1", "certain", "1", True, 0)
    deepest = _deepest(tree.first)

    def grow(node: Node, depth: int, seen: frozenset[int], place: NodeAt) -> None:
        dice = frozenset(die.number for die in node.roll.dice())
        if node.certain and dice <= seen:
            branch = node.branches[0].onward()
            if branch.child is None:
                place.node, place.outcome = None, _word(branch.outcome, word)
            else:
                grow(branch.child, depth, seen | dice, place)
            return
        place.node = node
        drawn, others = _most_likely(node, taken)
        for branch in drawn:
            after = branch.onward()
            chance = node.chance_of(branch)
            below = NodeAt(
                None,
                _word(after.outcome, word) if after.child is None else "",
                "certain" if node.certain else spoken(branch_label(node, branch)).replace(" …", " or more"),
                chance_text(branch.chance),
                branch_words(node, branch) + notes.get(id(branch), ""),
                chance_text(chance),
                id(branch) in taken,
                depth + 1,
                note=notes.get(id(branch), "").strip(" ()"),
            )
            place.below.append(below)
            if after.child is not None:
                if depth < deepest or below.lit:
                    grow(after.child, depth + 1, seen | dice, below)
                else:
                    below.outcome, below.gathered = f"{_leaf_count(after.child)} ways more", True
        if others:
            place.below.append(_gathered(node, others, depth + 1))

    top = NodeAt(None, "", "", "1", "", "1", True, 0)
    grow(tree.first, 0, frozenset(), top)
    return top


def _most_likely(node: Node, lit: set[int]) -> tuple[list[Branch], list[Branch]]:
    """The branches of a question that are drawn, in their order, and those that are gathered."""
    if len(node.branches) <= MOST_LEAVES:
        return node.branches, []
    likely = sorted(node.branches, key=lambda branch: (id(branch) in lit, branch.fraction()), reverse=True)
    chosen = {id(branch) for branch in likely[: MOST_LEAVES - 1]}
    drawn = [branch for branch in node.branches if id(branch) in chosen]
    return drawn, [branch for branch in node.branches if id(branch) not in chosen]


def _gathered(node: Node, branches: list[Branch], depth: int) -> NodeAt:
    """Many unlikely answers as one leaf."""
    reached, total = node.weight()
    chance = sum((branch.fraction() for branch in branches), Fraction(0))
    words = f"{len(branches)} others"
    share = chance_text(chance / fraction(reached, total))
    return NodeAt(None, words, words, chance_text(chance), words, share, False, depth, gathered=True)


def _word(outcome: object, word: Callable[[object], str]) -> str:
    return str(outcome) if outcome is UNEXPLORED else word(outcome)


def _deepest(root: Node) -> int:
    """How many levels below the first question can be drawn without too many leaves."""
    level, ended, depth = [root], 0, 0
    while level:
        branches = [branch.onward() for node in level for branch in node.branches]
        level = [branch.child for branch in branches if branch.child is not None]
        if ended + len(branches) > MOST_LEAVES:
            return max(depth - 1, 0)
        ended += len(branches) - len(level)
        depth += 1
    return depth


def _leaf_count(node: Node) -> int:
    return sum(1 if branch.child is None else _leaf_count(branch.child) for branch in node.branches)


def drawing_words(top: NodeAt, lit_means: str = "taken") -> str:
    """The drawing in words, with the same numbers."""
    lines: list[str] = []

    def below(place: NodeAt, way: str) -> None:
        for each in place.below:
            assert place.node is not None
            here = f"{way}{label_words(place.node)}: {each.full} ({each.share})"
            if isinstance(place.node, DecisionNode):
                name = title_words(place.node)
                here = f"{way}{name if place.node.way is None else name.partition(' [')[0]} {each.full}"
            if each.node is None:
                taken = f" ({lit_means})" if each.lit else ""
                lines.append(f"{here}: {each.said}, {each.chance}{taken}.")
            else:
                below(each, f"{here}, then ")

    below(top, "")
    return " ".join(lines) or f"Nothing to roll: {top.said}."
