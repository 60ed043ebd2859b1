"""A tree as text, as a table and as LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pz8edu.algebra.exact import latex
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.tree.decision import DecisionNode
from pz8edu.core.tree.node import Branch, Node, Path
from pz8edu.core.tree.wording import answer_words, question_words
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.latex import aligned, chance_latex
from pz8edu.printing.percent import percent


def tree_text(first: Node) -> str:
    """One line a branch, indented by depth, with the chance of the whole path at the leaves."""
    lines: list[str] = []
    waiting: list[tuple[Node, Branch | None, str]] = [(first, None, "")]
    while waiting:
        node, branch, indent = waiting.pop()
        if branch is None:
            lines.append(f"{indent}{question_words(node)}")
            waiting += [(node, each, indent) for each in reversed(node.branches)]
            continue
        after = branch.onward()
        end = "" if after.child else f" → {after.outcome}  [{after.chance}]"
        chance = "" if isinstance(node, DecisionNode) else f": {node.chance_of(branch)}"
        lines.append(f"{indent}  {answer_words(node, branch)}{chance}{end}")
        if after.child:
            waiting.append((after.child, None, f"{indent}    "))
    return "\n".join(lines)


def tree_csv(paths: Iterable[Path], word: Callable[..., str]) -> str:
    """One line a path: every question with its answer, the outcome, the chance and its percentage."""
    lines = [("path", "outcome", "chance", "percent")]
    for steps, outcome, last in paths:
        told = ((node, branch) for node, branch in steps if not node.idle)
        said = "; ".join(f"{node.label}: {answer_words(node, branch)}" for node, branch in told)
        chance = 1 if last is None else last.chance
        lines.append((said, word(outcome), str(chance), percent(chance)))
    return csv_text(lines)


def tree_latex(paths: Iterable[Path], total: Distribution[str], word: Callable[..., str]) -> str:
    """For every outcome the sum over its paths of the products of the chances along them."""
    sums: dict[str, list[str]] = {}
    for steps, outcome, _ in paths:
        factors = [latex(node.chance_of(branch)) for node, branch in steps if not node.certain]
        sums.setdefault(word(outcome), []).append(r" \cdot ".join(factors) or "1")
    lines = []
    for said, terms in sums.items():
        end = latex(total[said])
        whole = "" if terms == [end] else f" = {end}"
        lines.append(f"{chance_latex(said)} &= {' + '.join(terms)}{whole}")
    return aligned(lines)
