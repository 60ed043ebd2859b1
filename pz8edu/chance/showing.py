"""A distribution as text, HTML, LaTeX and CSV."""

from __future__ import annotations

import csv
import html
import io
from typing import Any

from pz8edu.chance.distribution import Distribution


def percent(chance: Any) -> str:
    """A chance as a percentage of two decimals; empty where it is a formula."""
    try:
        return f"{float(chance) * 100:.2f} %"
    except TypeError:
        return ""


def rows(distribution: Distribution[Any]) -> list[tuple[str, str, str]]:
    """Outcome, exact chance and percentage of every outcome, as words."""
    return [
        (str(outcome), str(chance), percent(chance)) for outcome, chance in distribution.chances().items()
    ]


def as_text(distribution: Distribution[Any]) -> str:
    """One line an outcome, in columns."""
    lines = rows(distribution)
    wide = max((len(word) for word, _, _ in lines), default=0)
    right = max((len(chance) for _, chance, _ in lines), default=0)
    return "\n".join(
        f"{word:<{wide}}  {chance:>{right}}  {share:>8}".rstrip() for word, chance, share in lines
    )


def as_html(distribution: Distribution[Any]) -> str:
    """A table that reads well before any kernel runs."""
    body = "".join(
        f"<tr><td>{html.escape(word)}</td><td>{html.escape(chance)}</td><td>{share}</td></tr>"
        for word, chance, share in rows(distribution)
    )
    return (
        "<table class='pz8'><thead><tr><th>outcome</th><th>chance</th><th>percent</th></tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def as_latex(distribution: Distribution[Any]) -> str:
    """The chances as displayed mathematics."""
    import sympy

    lines = [rf"P(\text{{{word}}}) &= {sympy.latex(c)}" for word, c in distribution.chances().items()]
    return "$$\\begin{aligned}" + r" \\ ".join(lines) + "\\end{aligned}$$"


def as_csv(distribution: Distribution[Any]) -> str:
    """Comma-separated lines: outcome, chance, percent."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(("outcome", "chance", "percent"))
    writer.writerows(rows(distribution))
    return page.getvalue()
