"""The arithmetic behind the odds: for every outcome the sum over its paths of the products along them."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.algebra.weight import fraction
from pz8edu.core.tree.tree import Tree
from pz8widgets.calculators.game_page import GamePage
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

MOST_TERMS = 40
"""An outcome with more paths than this is not written out."""


class Arithmetic(Panel[GamePage]):
    """The sums as mathematics that every browser shows by itself, and as LaTeX to copy."""

    title = "The arithmetic"
    note = "multiply along a path, add the paths"

    def build(self) -> tuple[w.Widget, ...]:
        """The sums and the LaTeX."""
        self.text = words("")
        return (self.text,)

    def follow(self) -> None:
        """The sums of this situation."""
        play = self.page.play
        if play is None:
            self.text.value = ""
            return
        lines = sums(play.tree, play.question.word)
        maths = "".join(
            _line(word, lines[word], play.before.fraction(word)) for word in self.page.looks if word in lines
        )
        latex = play.tree.latex(play.question.word)
        self.text.value = (
            f'<div class="pz8-maths">{maths}</div><details><summary>the same as LaTeX</summary>'
            f'<pre class="pz8-source">{escape(latex)}</pre></details>'
        )


def sums(tree: Tree[Any], word: Any) -> dict[str, list[tuple[Fraction, ...]]]:
    """For every outcome word the chances along each of its paths; what is certain is left out."""
    found: dict[str, list[tuple[Fraction, ...]]] = {}
    for way, outcome, _ in tree.paths():
        factors = []
        for node, branch in way:
            if not node.certain:
                reached, total = node.weight()
                factors.append(fraction(branch.weight * total, branch.total * reached))
        found.setdefault(word(outcome), []).append(tuple(factors))
    return found


def _line(word: str, terms: list[tuple[Fraction, ...]], total: Fraction) -> str:
    """One sum as MathML; a browser without it shows the numbers in a row."""
    end = f"<mo>=</mo>{_number(total)}"
    if len(terms) > MOST_TERMS:
        middle = f"<mtext> a sum over {len(terms)} paths </mtext>"
    else:
        middle = "<mo>+</mo>".join(_product(term) for term in terms)
        if len(terms) == 1 and len(terms[0]) <= 1:
            end = ""
    of = f'<mo stretchy="false">(</mo><mtext>{escape(word)}</mtext><mo stretchy="false">)</mo>'
    row = f"<mrow><mi>P</mi>{of}<mo>=</mo>{middle}{end}</mrow>"
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">{row}</math>'


def _product(term: tuple[Fraction, ...]) -> str:
    return "<mo>·</mo>".join(map(_number, term)) or "<mn>1</mn>"


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return f"<mn>{value.numerator}</mn>"
    return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>"
