"""A chance in percent."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational, Real

from pz8edu.printing.exact import plain_fraction


def percent(chance: object) -> str:
    """For tables: two decimals, never rounded to a false 0 % or 100 %; empty for a formula.

    >>> percent(Fraction(17, 24)), percent(Fraction(1, 100_000)), percent(Fraction(99_999, 100_000))
    ('70.83 %', '< 0.01 %', '> 99.99 %')
    """
    if isinstance(chance, Rational):
        share = plain_fraction(chance)
    elif isinstance(chance, Real):
        share = Fraction(float(chance))
    else:
        return ""
    if 0 < share <= Fraction(1, 20_000):
        return "< 0.01 %"
    if 1 - Fraction(1, 20_000) <= share < 1:
        return "> 99.99 %"
    return f"{float(round(share * 100, 2)):.2f} %"


def short_percent(chance: Rational, figures: int = 3) -> str:
    """For cards: to three figures, never rounded to a false 0 % or 100 %.

    >>> short_percent(Fraction(5, 54)), short_percent(Fraction(9999, 10000)), short_percent(Fraction(1))
    ('9.26 %', '> 99.9 %', '100 %')
    """
    over, under = int(chance.numerator), int(chance.denominator)
    if over % under == 0:
        return f"{100 * over // under} %"
    if 0 < over * 100_000 < under:
        return "< 0.001 %"
    if 0 < (under - over) * 1000 < under:
        return "> 99.9 %"
    share = abs(Fraction(100 * over, under))
    places = figures - 1
    while places and share >= 10 ** (figures - places):
        places -= 1
    while share * 10 ** (places - figures + 1) < 1:
        places += 1
    scaled = (2 * share * 10**places + 1) // 2
    whole, part = divmod(scaled, 10**places)
    sign = "−" if over < 0 else ""
    return f"{sign}{whole}.{part:0{places}d} %" if places else f"{sign}{whole} %"


def signed_points(moved: Fraction) -> str:
    """A change of a chance in points, with its sign: "+12.3", "−4"."""
    shown = in_points(abs(moved))
    return shown if not moved else f"{'−' if moved < 0 else '+'}{shown}"


def in_points(chance: Fraction) -> str:
    """A chance in points of a hundred, to a tenth: "12.3"; never 0 for what is not."""
    shown = f"{float(100 * chance):.1f}".removesuffix(".0")
    return shown if shown != "0" or not chance else "less than 0.1"
