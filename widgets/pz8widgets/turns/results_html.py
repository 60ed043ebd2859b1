"""The named results of a question as a table: what each means, exactly and in decimals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape
from typing import Any

from pz8edu.core.chance.exact import from_chances
from pz8edu.pages.meanings import is_a_chance
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcome_styles import PLAIN
from pz8edu.show.outcomes import shown_order
from pz8widgets.page.fraction_html import decimal, fraction_html, readable
from pz8widgets.page.glossary import with_meanings
from pz8widgets.page.odds_bars import Looks, knowing, unexplained
from pz8widgets.turns.trajectory import in_sequence, styles_of

ALL_OUTCOMES = "Outcomes"
"""The meaning of a result that needs no words: it stands under the card's title."""


def results_html(
    results: Mapping[str, Any],
    told: Mapping[str, str],
    outcomes: tuple[str, ...] | None = None,
    says: Callable[[str], str] = unexplained,
    looks: Looks | None = None,
) -> str:
    """The results with their meaning, their name on hover; `outcomes` is the order of a distribution's words.

    What such a word means it `says` on hover. Beside a chart whose names have `looks` a word looks as it does
    there, and one that is not there has no colour.
    """
    rows, after = [], []
    a_chance = False
    for name, value in results.items():
        said = told.get(name, name.replace("_", " "))
        if not said.lower().startswith("the same"):
            a_chance = is_a_chance(name, told)
        if isinstance(value, Mapping):
            after.append(_listed(said, value, outcomes, says, looks))
            continue
        head = f'<th scope="row" title="in Python: {escape(name)}">{escape(said)}</th>'
        rows.append(f"<tr>{head}{cells(value, a_chance)}</tr>")
    table = f'<table class="pz8-results">{"".join(rows)}</table>' if rows else ""
    return with_meanings(table + "".join(after))


def cells(value: Any, a_chance: bool) -> str:
    """A number in two cells: exactly, and in percent or decimals."""
    if isinstance(value, Fraction) or (isinstance(value, int) and not isinstance(value, bool)):
        number = Fraction(value)
        plain = number.denominator == 1 or not readable(number)
        beside = short_percent(number) if a_chance else "" if plain else decimal(number)
        return f'<td><b>{fraction_html(number)}</b></td><td class="pz8-percent">{beside}</td>'
    if isinstance(value, float):
        beside = short_percent(Fraction(value)) if a_chance else ""
        return f'<td><b>{value!r}</b></td><td class="pz8-percent">{beside}</td>'
    if isinstance(value, (list, tuple)):
        return f'<td colspan="2"><b>{escape(", ".join(map(str, value)))}</b></td>'
    said = "never" if value is None or value in ("never", "inf") else str(value)
    return f'<td colspan="2"><b>{escape(said)}</b></td>'


def _listed(
    said: str,
    chances: Mapping[str, Any],
    outcomes: tuple[str, ...] | None,
    says: Callable[[str], str],
    looks: Looks | None,
) -> str:
    """A distribution as bars, or other named chances as rows."""
    title = f'<p class="pz8-quiet">{escape(said)}</p>' if said != ALL_OUTCOMES else ""
    if sum(chances.values()) == 1:
        law = from_chances(chances)
        order = shown_order(in_sequence(list(chances), set()), outcomes)
        own = styles_of(order) if looks is None else {word: looks.get(word, PLAIN) for word in order}
        return title + knowing(law, law, own, says=says)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{cells(chance, True)}</tr>'
        for name, chance in chances.items()
    )
    return f'{title}<table class="pz8-results">{rows}</table>'
