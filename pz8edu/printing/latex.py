r"""Words and lines of mathematics as LaTeX."""

from __future__ import annotations

from collections.abc import Iterable

_ESCAPES = str.maketrans(
    {sign: f"\\{sign}" for sign in "_&%#${}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def latex_text(words: object) -> str:
    r"""Words that are safe inside \text{}.

    >>> latex_text("A_1 & 50%")
    'A\\_1 \\& 50\\%'
    """
    return str(words).translate(_ESCAPES)


def chance_latex(outcome: object) -> str:
    r"""The chance of an outcome as the left side of an equation: P(\text{hit})."""
    return rf"P(\text{{{latex_text(outcome)}}})"


def aligned(lines: Iterable[str]) -> str:
    """Equations one below the other, aligned at their `&=`."""
    return "\\begin{aligned}" + r" \\ ".join(lines) + "\\end{aligned}"
