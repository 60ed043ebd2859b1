"""The named results of a question as a table: what each means, exactly and in decimals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

from pz8edu.chance.distribution import Distribution
from pz8widgets.page.fraction_html import decimal, fraction_html, percent, readable
from pz8widgets.page.odds_bars import in_order, knowing
from pz8widgets.turns.course import in_sequence, styles_of

ALL_OUTCOMES = "Outcomes"
"""The meaning of a result that needs no words: it stands under the card's title."""

CHANCES = ("chance", "share")
"""Words that tell a chance from an expectation in what a result means."""

_INTERFACE = (
    (r"^exact rational 'num/den'[^:]*: ", ""),
    (r",? ?(;|the same, )?exact (rational )?'num/den'( in lowest terms)?", ""),
    (r", whole numbers as 'n/1'", ""),
    (r", a whole number \(not a rational\)", ""),
    (r"; null when [^;]*", ""),
    (r"; the word '\w+' [^;]*", ""),
    (r"; (left out|this key is left out)[^;]*", ""),
    (r"; all three keys are always present", ""),
    (r"; <\w+> is the value of the input \w+", ""),
    (r"^object: every outcome of chance above 0.*", ""),
    (r"^object with the eight keys '1' … '8': ", ""),
    (r", also when it is '0/1'", ""),
    (r": up to 10 turns.*", ""),
    (r",? or 'never'", ""),
    (r"^array of integers: ", ""),
    (r"^(without|with) \w+(, (instead|in addition))?: ?", ""),
)
"""What the descriptions say for programs only."""


def meaning(text: str) -> str:
    """What a result means, without what only programs need to know."""
    for pattern, instead in _INTERFACE:
        text = re.sub(pattern, instead, text)
    text = text.strip(" ;,:")
    return text[:1].upper() + text[1:]


def meanings(results: Mapping[str, str], inputs: Mapping[str, Any]) -> dict[str, str]:
    """What every result means, by the name that it has with these inputs ("<turns>" is filled in)."""
    found = {}
    for written, text in results.items():
        name, said = written, meaning(text)
        for key, value in inputs.items():
            name = name.replace(f"<{key}>", str(value))
            said = said.replace(f"<{key}>", str(value)).replace(f"`{key}`", str(value))
        found[name] = said or name[:1].upper() + name[1:].replace("_", " ")
    return found


def results_html(
    results: Mapping[str, Any], told: Mapping[str, str], outcomes: tuple[str, ...] | None = None
) -> str:
    """The results with their meaning; `outcomes` is the printed order of the words of a distribution."""
    rows, after = [], []
    a_chance = False
    for name, value in results.items():
        said = told.get(name, name.replace("_", " "))
        if not said.lower().startswith("the same"):
            a_chance = is_a_chance(name, told)
        if isinstance(value, Mapping):
            after.append(_listed(said, value, outcomes))
            continue
        head = f'<th scope="row">{escape(said)} <code>{escape(name)}</code></th>'
        rows.append(f"<tr>{head}{cells(value, a_chance)}</tr>")
    table = f'<table class="pz8-results">{"".join(rows)}</table>' if rows else ""
    return table + "".join(after)


def is_a_chance(name: str, told: Mapping[str, str]) -> bool:
    """Is a result a chance, and no expectation or count?  Outcomes of a distribution are."""
    said = told.get(name, "chance").lower()
    return name.startswith("p_") or any(word in said for word in CHANCES)


def cells(value: Any, a_chance: bool) -> str:
    """A number in two cells: exactly, and in percent or decimals."""
    if isinstance(value, Fraction) or (isinstance(value, int) and not isinstance(value, bool)):
        number = Fraction(value)
        plain = number.denominator == 1 or not readable(number)
        beside = percent(number) if a_chance else "" if plain else decimal(number)
        return f'<td><b>{fraction_html(number)}</b></td><td class="pz8-percent">{beside}</td>'
    if isinstance(value, float):
        beside = percent(Fraction(value)) if a_chance else ""
        return f'<td><b>{value!r}</b></td><td class="pz8-percent">{beside}</td>'
    if isinstance(value, (list, tuple)):
        return f'<td colspan="2"><b>{escape(", ".join(map(str, value)))}</b></td>'
    said = "never" if value is None or value in ("never", "inf") else str(value)
    return f'<td colspan="2"><b>{escape(said)}</b></td>'


def _listed(said: str, chances: Mapping[str, Any], outcomes: tuple[str, ...] | None) -> str:
    """A distribution as bars, or other named chances as rows."""
    title = f'<p class="pz8-quiet">{escape(said)}</p>' if said != ALL_OUTCOMES else ""
    if sum(chances.values()) == 1:
        law = law_of(chances)
        order = in_order(outcomes, in_sequence(list(chances), set()))
        return title + knowing(law, law, order, styles_of(order).__getitem__)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{cells(chance, True)}</tr>'
        for name, chance in chances.items()
    )
    return f'{title}<table class="pz8-results">{rows}</table>'


def law_of(chances: Mapping[str, Fraction]) -> Distribution[str]:
    """Named chances as a distribution."""
    from pz8edu.chance.unknown.formulas import exact_distribution

    return exact_distribution(chances)
