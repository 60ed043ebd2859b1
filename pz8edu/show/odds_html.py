"""Odds as sorted bars with their exact chances, in HTML that needs no stylesheet and suits any page."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from numbers import Number
from typing import TypeVar

from markupsafe import Markup

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.tree.wording import word_of
from pz8edu.printing.html_table import chance_html, html_table
from pz8edu.printing.percent import percent
from pz8edu.show.outcome_styles import NEUTRAL, PLAIN, OutcomeStyle
from pz8edu.show.outcomes import outcome_looks

T = TypeVar("T", bound=Hashable)

MOST_ROWS = 60
"""Outcomes that are shown by themselves, the likeliest; the rest is added up."""
BARS = Markup('<div style="width:min(14em,18vw)"></div>')
"""The head of a column of bars, as wide as a whole one; on a phone it leaves room for the chances."""

Line = tuple[str, OutcomeStyle, Fraction]


def odds_html(
    law: Distribution[T], looks: Mapping[str, OutcomeStyle] | None = None, most: int = MOST_ROWS
) -> Markup:
    """A distribution as a table: a bar, the exact chance and the percentage of every outcome.

    `looks` has the outcomes in their order; without it numbers stand by size, all of one colour and the
    highest bar at full width, and words from harmless to final. Chances that are formulas have no bars. At
    `most` so many outcomes are shown by themselves, the likeliest, and one more if it is the last.
    """
    if not law.is_numeric():
        formulas = ((word_of(outcome), chance) for outcome, chance in law.chances().items())
        return html_table(("outcome", "chance"), formulas, names=1)
    lines = _lines(law, looks, most)
    plain = all(style is PLAIN for _, style, _ in lines[:most])
    full = max(chance for _, _, chance in lines) if plain else Fraction(1)
    rows = (
        (word, bar(chance / full, style), chance_html(chance), percent(chance))
        for word, style, chance in lines
    )
    return html_table(("outcome", BARS, "chance", "percent"), rows, names=1)


def _lines(law: Distribution[T], looks: Mapping[str, OutcomeStyle] | None, most: int) -> list[Line]:
    chances = law.fractions()
    likely = set(sorted(chances, key=lambda outcome: -chances[outcome])[: most + (len(chances) == most + 1)])
    said = {outcome: word_of(outcome) for outcome in law.by_size() if outcome in likely}
    if looks is None:
        numbers = all(isinstance(outcome, Number) and not isinstance(outcome, bool) for outcome in law)
        looks = dict.fromkeys(said.values(), PLAIN) if numbers else outcome_looks(said.values())
    places = {word: place for place, word in enumerate(looks)}
    lines = [(word, looks[word], chances[outcome]) for outcome, word in said.items()]
    lines.sort(key=lambda line: places[line[0]])
    if len(chances) > len(lines):
        rest = 1 - sum(chance for _, _, chance in lines)
        lines.append((f"{len(chances) - len(lines)} others", NEUTRAL, Fraction(rest)))
    return lines


def bar(share: Fraction, style: OutcomeStyle) -> Markup:
    """A bar of a part of the width of its column, which `BARS` heads."""
    size = f"width:{float(100 * share):.3g}%;height:1em;border-radius:3px;outline:1px solid #8886"
    return Markup('<div style="{};{}"></div>').format(size, style.css)


def strip(chances: Mapping[str, Fraction], looks: Mapping[str, OutcomeStyle]) -> Markup:
    """All chances side by side in one bar, in the order of the looks."""
    parts = Markup().join(
        Markup('<i title="{} {}" style="flex:{:.3g};{}"></i>').format(
            word, chances[word], float(chances[word]), style.css
        )
        for word, style in looks.items()
        if chances.get(word)
    )
    return Markup(
        '<div style="display:flex;gap:1px;width:9em;height:.9em;outline:1px solid #8886">{}</div>'
    ).format(parts)


def legend(looks: Mapping[str, OutcomeStyle]) -> Markup:
    """What the colours mean."""
    sign = Markup('<span style="display:inline-block;width:1em;height:.8em;{}"></span>&nbsp;{}')
    return Markup("<p>{}</p>").format(
        Markup(" &ensp; ").join(sign.format(style.css, word) for word, style in looks.items())
    )
