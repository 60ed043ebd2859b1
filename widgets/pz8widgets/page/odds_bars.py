"""What was known and what is known now: two bars an outcome, with exact fractions and percents."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from pz8edu.chance.distribution import Distribution
from pz8widgets.calculators.steps_html import StyleOf
from pz8widgets.page.fraction_html import fraction_html, percent

MOST_ROWS = 14
"""Outcomes that are shown by themselves; the rest is added up."""


def in_order(listed: Sequence[str] | None, found: Sequence[str]) -> tuple[str, ...]:
    """The outcomes that can come up, in the printed order, then as they were found (numbers by size)."""
    printed = [word for word in listed or () if word in found]
    others = [word for word in found if word not in printed]
    if others and all(word.lstrip("-").isdigit() for word in others):
        others.sort(key=int)
    return (*printed, *others)


def knowing(
    before: Distribution[str], now: Distribution[str], words: Sequence[str], style_of: StyleOf | None
) -> str:
    """A table of bars: dashed what was known before the first die, solid what is known now.

    Without styles, as for the faces of a die, the bars are grey.
    """
    was, known = before.fractions(), now.fractions()
    same = was == known
    shown = _most(words, was, known)
    lines = [
        _row(word, was.get(word, Fraction(0)), known.get(word, Fraction(0)), style_of, same) for word in shown
    ]
    rest = [word for word in words if word not in shown]
    if rest:
        earlier = sum((was.get(word, Fraction(0)) for word in rest), Fraction(0))
        later = sum((known.get(word, Fraction(0)) for word in rest), Fraction(0))
        lines.append(_row(f"{len(rest)} others", earlier, later, None, same))
    return f'<table class="pz8-knowing">{"".join(lines)}</table>'


def _most(words: Sequence[str], was: dict[str, Fraction], known: dict[str, Fraction]) -> tuple[str, ...]:
    if len(words) <= MOST_ROWS:
        return tuple(words)
    none = Fraction(0)
    likely = sorted(words, key=lambda word: (known.get(word, none), was.get(word, none)), reverse=True)
    chosen = set(likely[: MOST_ROWS - 1])
    return tuple(word for word in words if word in chosen)


def _row(word: str, was: Fraction, now: Fraction, style_of: StyleOf | None, same: bool) -> str:
    css = style_of(word).css if style_of else "background-color:#aab6c1;"
    dashed = "" if same else f'<i class="pz8-was" style="width:{float(was) * 100:.2f}%"></i>'
    earlier = "" if same else f'<td class="pz8-earlier">{fraction_html(was)} →</td>'
    return (
        f'<tr{"" if now else " class=pz8-out"}><th scope="row">{escape(word)}</th><td class="pz8-bars2">'
        f'<i class="pz8-now" style="width:{float(now) * 100:.2f}%;{escape(css)}"></i>{dashed}</td>{earlier}'
        f'<td><b>{fraction_html(now)}</b></td><td class="pz8-percent">{percent(now)}</td></tr>'
    )
