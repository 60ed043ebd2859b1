"""Formulas on a page: as mathematics that every browser shows by itself, as text and as LaTeX to copy."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from pz8edu.printing.latex import chance_latex

if TYPE_CHECKING:
    from pz8edu.asking.formulas import Formulas

SHORT = 8
"""A formula with more terms than this is folded away."""

LONGEST = 100
"""A formula with more terms than this is not written out."""

MOST_WRITTEN = 14
"""So many outcomes have their formula written."""


def formulas_html(formulas: Formulas[str], words: Sequence[str]) -> str:
    """The formulas of some outcomes: short ones at once, long ones when they are opened.

    Those that are too long to be read are told by their number of terms.
    """
    written: dict[str, Any] = {}
    lines = []
    for word in words[:MOST_WRITTEN]:
        expected = terms_of_weight(formulas.law.weights.get(word, 0))
        if expected > LONGEST:
            lines.append(f"<p>{escape(word)}: a formula of {expected:,} terms, too long to be read.</p>")
            continue
        written[word] = formulas.get(word, 0)
        lines.append(_line(word, written[word]))
    if len(words) > MOST_WRITTEN:
        lines.append(f'<p class="pz8-quiet">{len(words) - MOST_WRITTEN} more outcomes have formulas too.</p>')
    if len(formulas.symbols) > 1:
        names = "<mo>+</mo>".join(map(mathml_of, formulas.symbols))
        lines.append(maths(f"{names}<mo>=</mo><mn>1</mn>"))
    return f'<div class="pz8-maths">{"".join(lines)}</div>{_to_copy(written) if written else ""}'


def terms_of_weight(weight: Any) -> int:
    """How many terms the weight of an outcome has, before anything is written out."""
    terms = getattr(weight, "terms", None)
    if terms is None:
        return 1
    return len(terms() if callable(terms) else terms)


def terms_of(formula: Any) -> int:
    """How many terms a formula has, above and below the line."""
    from sympy import Add, fraction, sympify

    above, below = fraction(sympify(formula))
    return len(Add.make_args(above)) + (len(Add.make_args(below)) if below.free_symbols else 0)


def _line(word: str, formula: Any) -> str:
    line = equation("P", word, formula)
    terms = terms_of(formula)
    if terms <= SHORT:
        return line
    return f"<details><summary>{escape(word)}: a sum of {terms} terms</summary>{line}</details>"


def equation(name: str, of: str, formula: Any) -> str:
    """A line such as P(hit) = p/2."""
    inner = f'<mo stretchy="false">(</mo><mtext>{escape(of)}</mtext><mo stretchy="false">)</mo>'
    return maths(f"<mi>{name}</mi>{inner}<mo>=</mo>{mathml_of(formula)}")


def maths(row: str) -> str:
    """A line of mathematics."""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mrow>{row}</mrow></math>'


def mathml_of(formula: Any) -> str:
    """A formula as MathML."""
    from sympy import sympify
    from sympy.printing.mathml import mathml

    return str(mathml(sympify(formula), printer="presentation")).replace("<mo>-</mo>", "<mo>−</mo>")


def _to_copy(written: dict[str, Any]) -> str:
    from sympy import latex

    text = "\n".join(f"{word} = {formula}" for word, formula in written.items())
    lines = " \\\\\n".join(f"{chance_latex(word)} &= {latex(formula)}" for word, formula in written.items())
    return (
        "<details><summary>the same as text and as LaTeX</summary>"
        f'<pre class="pz8-source" tabindex="0">{escape(text)}</pre>'
        f'<pre class="pz8-source" tabindex="0">{escape(lines)}</pre></details>'
    )
