"""Which face matters most: what one point more of each is worth, in words and as a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

from pz8edu.printing.percent import short_percent
from pz8widgets.page.fraction_html import fraction_html

PLURALS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def sensitivity_html(sensitivities: Mapping[Any, Fraction], word: str, question: str = "") -> str:
    """Which face matters most, in words and as a table."""
    if not any(sensitivities.values()):
        return f"<p>A little more or less changes nothing for “{escape(word)}” here.</p>"
    if question:
        (slope,) = sensitivities.values()
        return (
            f"<p>One point more of “{escape(question)}”: <b>{gain(slope)} {escape(word)}</b> "
            f"(sensitivity {signed(slope)}).</p>"
        )
    face, strongest = next(iter(sensitivities.items()))
    rows = "".join(
        f"<tr><th scope='row'>{each}</th><td>{gain(slope)}</td><td>{signed(slope)}</td></tr>"
        for each, slope in sensitivities.items()
    )
    heads = ("face", f"{escape(word)}, for one point more of it", "sensitivity")
    head = "".join(f"<th scope='col'>{each}</th>" for each in heads)
    return (
        f"<p><b>The {face} matters most:</b> one point more {PLURALS[face - 1]}, at the cost of all faces "
        f"alike, is <b>{gain(strongest)} {escape(word)}</b>.</p>"
        f"<table class='pz8-numbers-table'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        "<p class='pz8-quiet'>The sensitivity is the slope: how fast the chance rises. All six add up to 0."
        "</p>"
    )


def gain(slope: Fraction) -> str:
    """What one point more brings, with its sign."""
    return f"{sign(slope)}{short_percent(abs(slope) / 100).removesuffix(' %')} points"


def signed(slope: Fraction) -> str:
    """A sensitivity as an exact fraction with its sign."""
    return sign(slope) + fraction_html(abs(slope))


def sign(slope: Fraction) -> str:
    """Which way it goes."""
    return "+" if slope > 0 else "−" if slope < 0 else ""
