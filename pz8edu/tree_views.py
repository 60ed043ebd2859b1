"""A tree as text, as a table, as LaTeX and as a drawing."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pz8edu.chance.showing import percent
from pz8edu.words import answer_words

if TYPE_CHECKING:
    from pz8edu.tree import Branch, Node, Tree


def as_text(tree: Tree[Any]) -> str:
    """One line a branch, indented by depth, with the chance of the whole path at the leaves."""
    lines: list[str] = []

    def below(node: Node, indent: str) -> None:
        lines.append(f"{indent}{node.question()}")
        for branch in node.branches:
            chance, after = node.chance_of(branch), branch.onward()
            end = "" if after.child else f" → {after.outcome}  [{after.chance}]"
            lines.append(f"{indent}  {answer_words(node, branch)}: {chance}{end}")
            if after.child:
                below(after.child, indent + "    ")

    if tree.first is None:
        return f"nothing to roll → {next(iter(tree.distribution), '')}  [1]"
    below(tree.first, "")
    return "\n".join(lines)


def as_csv(tree: Tree[Any], word: Callable[[Any], str] = str) -> str:
    """One line a path: every question with its answer, the outcome, the chance and its percentage."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(("path", "outcome", "chance", "percent"))
    for way, outcome, last in tree.paths():
        told = ((node, branch) for node, branch in way if not node.idle)
        steps = "; ".join(f"{node.label}: {answer_words(node, branch)}" for node, branch in told)
        chance = last.chance if last is not None else 1
        writer.writerow((steps, word(outcome), str(chance), percent(chance)))
    return page.getvalue()


def as_latex(tree: Tree[Any], word: Callable[[Any], str] = str) -> str:
    """For every outcome the sum over its paths of the products of the chances along them."""
    import sympy

    sums: dict[str, list[str]] = {}
    for way, outcome, _ in tree.paths():
        factors = [sympy.latex(node.chance_of(branch)) for node, branch in way if not node.certain]
        sums.setdefault(word(outcome), []).append(r" \cdot ".join(factors) or "1")
    total = tree.distribution.map(word)
    lines = []
    for said, terms in sums.items():
        end = sympy.latex(total[said])
        whole = "" if terms == [end] else f" = {end}"
        lines.append(rf"P(\text{{{said}}}) &= {' + '.join(terms)}{whole}")
    return "\\begin{aligned}" + r" \\ ".join(lines) + "\\end{aligned}"


def as_svg(tree: Tree[Any], lit: tuple[Branch, ...] = (), **how: Any) -> str:
    """A drawing with the questions as dark pills, the outcomes as boxes and the lit path in heavy ink.

    Further options are those of `pz8edu.tree_drawing.draw`.
    """
    from pz8edu.tree_drawing import draw

    return draw(tree, lit=lit, **how)


def escape(text: object) -> str:
    """Text that is safe inside a drawing."""
    return html.escape(str(text))
