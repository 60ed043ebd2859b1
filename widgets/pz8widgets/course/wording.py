"""Numbers in a lesson's words: what stands in braces or between marks is worked out by the rules."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from pz8edu.errors import unknown
from pz8edu.printing.percent import short_percent, signed_points
from pz8widgets.course.arithmetic import number

IN_BRACES = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
IN_MARKS = re.compile(r"(<!--=([^:>]+?)(?::([a-z]+))?-->).*?(<!--/-->)", re.DOTALL)
LIVE = re.compile(r"<!--live-->.*?<!--/live-->", re.DOTALL)
"""What is said only where a notebook runs."""
SIGNS = (
    (re.compile("([⚀-⚅]+)"), r'<span class="pz8-die-sign">\1</span>'),
    (re.compile("([♠♣♥♦])"), r'<span class="pz8-card-sign pz8-suit-\1">\1</span>'),
    (re.compile("([█▌]+)"), r'<span class="pz8-bar-sign" aria-hidden="true">\1</span>'),
)
"""Dice and cards that are large enough to count, and bars in a table."""
BEFORE_SIGN = re.compile("(?<=[0-9]) (?=%)")

SHORT = 10**7
"""A fraction with a greater denominator is told in decimals."""


def decimal(value: Fraction) -> str:
    """A number to three figures at least, without idle zeros: 22.58, 0.139, 338."""
    places = max(0, 2 - (math.floor(math.log10(abs(value))) if value else 0))
    rounded = round(value, max(places, 0 if abs(value) >= 100 else 2))
    about = "" if rounded == value else "about "
    return about + f"{float(rounded):.10f}".rstrip("0").rstrip(".").replace("-", "−")


def fraction(value: Fraction) -> str:
    """A number as a fraction, a long one in decimals."""
    text = str(value).replace("-", "−")
    return text if value.denominator < SHORT and abs(value.numerator) < SHORT else decimal(value)


def chance(value: Fraction) -> str:
    """A number as lessons tell it: a chance with its percentage, any other fraction with its decimals."""
    if value.denominator == 1:
        return fraction(value)
    if 0 < value < 1:
        return f"{fraction(value)} ({short_percent(value)})"
    return f"{fraction(value)} ({decimal(value)})" if value.denominator < SHORT else fraction(value)


FORMATS: Mapping[str, Callable[[Fraction], str]] = {
    "": chance,
    "fraction": fraction,
    "percent": short_percent,
    "decimal": decimal,
    "points": signed_points,
    "odds": lambda value: f"{value.numerator} to {value.denominator}",
    "in": lambda value: f"1 in {decimal(1 / value)}",
    "bar": lambda value: "█" * (round(200 * value) // 2) + "▌" * (round(200 * value) % 2),
    "root": lambda value: decimal(Fraction(math.isqrt(int(value * 10**12)), 10**6)),
}
"""How a number is told: `{near:percent}`; "root" is its square root, "points" percent points, "bar" a bar."""


def told(expression: str, form: str, numbers: Mapping[str, Fraction]) -> str:
    """A number in words; raises BadInput for an unknown form and as `arithmetic.number` does."""
    if form not in FORMATS:
        raise unknown("form of a number", form, [name for name in FORMATS if name])
    return FORMATS[form](number(expression, numbers))


def filled(text: str, numbers: Mapping[str, Fraction]) -> str:
    """A text with the numbers in its braces: "It is {near / far:decimal} times as likely"."""
    live = text.replace("<!--live-->", "").replace("<!--/live-->", "")
    return IN_BRACES.sub(lambda found: told(found[1], found[2] or "", numbers), live)


def refreshed(text: str, numbers: Mapping[str, Fraction]) -> str:
    """A page of a lesson with its numbers written again between their marks: `<!--=near-->5/36<!--/-->`."""
    new = IN_MARKS.sub(lambda found: found[1] + told(found[2], found[3] or "", numbers) + found[4], text)
    return unbroken(new)


def unbroken(text: str) -> str:
    """A text in which no line ends between a number and its percent sign."""
    return BEFORE_SIGN.sub("\N{NO-BREAK SPACE}", text)


@cache
def _markdown() -> Callable[[str], str]:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").render


def as_html(text: str) -> str:
    """A text in Markdown as HTML, with signs that are large enough to count; HTML in it is shown as text."""
    html = _markdown()(text)
    for sign, shown in SIGNS:
        html = sign.sub(shown, html)
    return unbroken(html)
