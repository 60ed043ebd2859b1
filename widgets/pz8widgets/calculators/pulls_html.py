"""Which face matters most: what one per cent more of each is worth, in words and as a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

from pz8widgets.page.fraction_html import fraction_html, percent

PLURALS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def pulls_html(pulls: Mapping[Any, Fraction], word: str, question: str = "") -> str:
    """Which face matters most, in words and as a table."""
    if not any(pulls.values()):
        return f"<p>A little more or less changes nothing for “{escape(word)}” here.</p>"
    if question:
        (pull,) = pulls.values()
        return (
            f"<p>One per cent more of “{escape(question)}”: <b>{gain(pull)} {escape(word)}</b> "
            f"(pull {signed(pull)}).</p>"
        )
    face, strongest = next(iter(pulls.items()))
    rows = "".join(
        f"<tr><th scope='row'>{each}</th><td>{gain(pull)}</td><td>{signed(pull)}</td></tr>"
        for each, pull in pulls.items()
    )
    heads = ("face", f"{escape(word)}, for one per cent more of it", "pull")
    head = "".join(f"<th scope='col'>{each}</th>" for each in heads)
    return (
        f"<p><b>The {face} matters most:</b> one per cent more {PLURALS[face - 1]}, at the cost of all faces "
        f"alike, is <b>{gain(strongest)} {escape(word)}</b>.</p>"
        f"<table class='pz8-numbers-table'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        "<p class='pz8-quiet'>The pull is the slope: how fast the chance rises. All six add up to 0.</p>"
    )


def gain(pull: Fraction) -> str:
    """What one per cent more brings, with its sign."""
    return sign(pull) + percent(abs(pull) / 100)


def signed(pull: Fraction) -> str:
    """A pull as an exact fraction with its sign."""
    return sign(pull) + fraction_html(abs(pull))


def sign(pull: Fraction) -> str:
    """Which way it goes."""
    return "+" if pull > 0 else "−" if pull < 0 else ""
