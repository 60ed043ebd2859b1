"""A chance as people read it: numerator over denominator, and percent beside it."""

from fractions import Fraction
from html import escape
from numbers import Rational

from pz8edu.printing.exact import whole_text
from pz8edu.printing.percent import short_percent

LONGEST = 9
"""Digits of a numerator or denominator that still fit on a card."""

LARGEST: int = 10**LONGEST

STACKED: int = 10**5
"""So large a denominator stands beside its numerator, a smaller one under it."""

MOST_LETTERS = 200
"""Letters of a long fraction that a mouse can make visible."""


def fraction_html(chance: Rational) -> str:
    """The number as a stacked fraction, with plain text for screen readers; long ones in a line or decimals.

    >>> from fractions import Fraction
    >>> "5/36" in fraction_html(Fraction(5, 36))
    True
    """
    over, under = int(chance.numerator), int(chance.denominator)
    text = whole_text(over) if under == 1 else f"{whole_text(over)}/{whole_text(under)}"
    if not readable(chance):
        title = text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"
        return f'<span class="pz8-long" title="{title}">≈ {decimal(Fraction(over, under))}</span>'
    if under == 1 or under >= STACKED:
        return f'<span class="pz8-{"whole" if under == 1 else "long"}">{text}</span>'
    return (
        f'<span class="pz8-fraction" aria-hidden="true"><span>{over}</span><span>{under}</span></span>'
        f'<span class="pz8-unseen">{text}</span>'
    )


def odds_html(chance: object) -> str:
    """A chance as a stacked fraction with its percent; an expression with unknowns as its text alone."""
    if not isinstance(chance, Rational):
        return f'<span class="pz8-odds">{escape(str(chance))}</span>'
    beside = f'<span class="pz8-percent">{short_percent(chance)}</span>'
    return f'<span class="pz8-odds">{fraction_html(chance)}{beside}</span>'


def readable(number: Rational) -> bool:
    """Is it short enough to be written as a fraction?"""
    over, under = int(number.numerator), int(number.denominator)
    return max(abs(over), under) < LARGEST


def decimal(number: Fraction, figures: int = 4) -> str:
    """A number in decimals to so many figures; a whole one has none."""
    if number.denominator == 1:
        return str(number.numerator).replace("-", "−")
    size = len(str(int(abs(number)))) if abs(number) >= 1 else 0
    places = max(figures - size, 0)
    scaled = round(abs(number) * 10**places)
    whole, part = divmod(scaled, 10**places)
    sign = "−" if number < 0 else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"
