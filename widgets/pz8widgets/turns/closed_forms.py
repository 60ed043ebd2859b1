"""Closed forms in p: as mathematics that every browser shows by itself, and as LaTeX to copy."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from pz8edu.printing.latex import latex_text
from pz8widgets.page.formula_html import equation

LONGEST_FORMULA = 110
"""Letters of LaTeX that still make a formula one can read."""

LONGEST_COPY = 4_000
"""Letters of LaTeX that are offered to be copied."""


def closed_forms_html(formulas: Mapping[str, Any]) -> str:
    """Formulas by names such as "P(destroyed)"; of those that are too long to be read, how large they are."""
    import sympy

    shown, copied, long = [], [], []
    for name, formula in formulas.items():
        expression = sympy.sympify(formula)
        latex = sympy.latex(expression)
        of, _, what = name.removesuffix(")").partition("(")
        if len(latex) <= LONGEST_FORMULA:
            shown.append(equation(of, what, expression))
        else:
            long.append(f"{escape(name)} ({size_of(expression)})")
        if len(latex) <= LONGEST_COPY:
            copied.append(rf"{of}(\text{{{latex_text(what)}}}) = {latex}")
    maths = f'<div class="pz8-maths">{"".join(shown)}</div>' if shown else ""
    said = f"<p>Too long to be read: {', '.join(long)}.</p>" if long else ""
    return maths + said + (_to_copy(copied, "all as LaTeX" if long else "the same as LaTeX"))


def _to_copy(lines: list[str], summary: str) -> str:
    if not lines:
        return ""
    text = escape("\n".join(lines))
    return f'<details><summary>{summary}</summary><pre class="pz8-source" tabindex="0">{text}</pre></details>'


def size_of(expression: Any) -> str:
    """How large a formula in p is."""
    import sympy

    above, below = sympy.fraction(expression)
    p = sympy.Symbol("p")
    top, bottom = (sympy.Poly(part, p).degree() for part in (above, below))
    if not bottom:
        return f"a polynomial of degree {top}"
    return f"a quotient of polynomials of degrees {top} and {bottom}"
