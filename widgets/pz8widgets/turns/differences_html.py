"""What other rules change in the results of a question that is played turn after turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

from pz8edu.pages.meanings import is_a_chance
from pz8widgets.page.fraction_html import decimal, fraction_html
from pz8widgets.page.readings import signed, signed_percent


def differences_html(before: Mapping[str, Any], after: Mapping[str, Any], meanings: Mapping[str, str]) -> str:
    """The results that differ, with their exact difference where both are numbers."""
    was, now = flat(before), flat(after)
    said = []
    for name in dict.fromkeys((*was, *now)):
        first, second = was.get(name), now.get(name)
        if first == second:
            continue
        if isinstance(first, (int, Fraction)) and isinstance(second, (int, Fraction)):
            gain = Fraction(second) - Fraction(first)
            beside = signed_percent(gain) if is_a_chance(name, meanings) else signed_decimal(gain)
            exactly = f"{signed(gain)} " if len(str(gain)) <= SHORT else ""
            said.append(f"{escape(name)} {exactly}<span class='pz8-quiet'>({beside})</span>")
        else:
            said.append(f"{escape(name)} {_said(first)} → {_said(second)}")
    return ", ".join(said) or "nothing changes here"


SHORT = 15
"""Letters of a fraction that is shown; of a longer one only the decimals are."""


def flat(results: Mapping[str, Any]) -> dict[str, Any]:
    """Results with those of a distribution by their own names."""
    found: dict[str, Any] = {}
    for name, value in results.items():
        found |= value if isinstance(value, Mapping) else {name: value}
    return found


def signed_decimal(change: Fraction) -> str:
    """A difference in decimals with its sign."""
    return f"{'+' if change > 0 else '−'}{decimal(abs(change))}"


def _said(value: Any) -> str:
    if isinstance(value, Fraction):
        return fraction_html(value)
    return "none" if value is None else escape(str(value))
