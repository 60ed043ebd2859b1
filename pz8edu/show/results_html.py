"""Named results as a table in HTML: what each means, exactly and in decimals; distributions as bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Rational

from markupsafe import Markup

from pz8edu.core.chance.exact import from_chances
from pz8edu.pages.meanings import is_a_chance
from pz8edu.printing.exact import plain_fraction
from pz8edu.printing.html_table import chance_html, html_table
from pz8edu.printing.percent import percent
from pz8edu.show.odds_html import odds_html


def results_html(results: Mapping[str, object], told: Mapping[str, str]) -> Markup:
    """The results; `told` says what some of them mean."""
    rows, after = [], Markup()
    for name, value in results.items():
        said = told.get(name) or name.replace("_", " ")
        if isinstance(value, Mapping) and is_law(value):
            after += Markup("<p>{}</p>").format(said) + odds_html(
                from_chances({str(key): plain_fraction(part) for key, part in value.items()})
            )
        elif isinstance(value, Mapping):
            after += Markup("<p>{}</p>").format(said) + results_html(value, {})
        else:
            rows.append((said, *in_cells(value, is_a_chance(name, told))))
    return (html_table(("", "", ""), rows, names=1) if rows else Markup()) + after


def is_law(value: Mapping[str, object]) -> bool:
    """Is it a distribution: chances that add up to 1?"""
    chances = [plain_fraction(chance) for chance in value.values() if isinstance(chance, Rational)]
    return len(chances) == len(value) and sum(chances) == 1


def in_cells(value: object, a_chance: bool) -> tuple[object, str]:
    """A value, and a number beside it in percent or decimals."""
    if isinstance(value, bool):
        return ("yes" if value else "no"), ""
    if isinstance(value, Rational):
        whole = int(value.denominator) == 1
        told = chance_html(value)
        short = whole or "≈" in told
        return told, percent(value) if a_chance else "" if short else f"{float(plain_fraction(value)):.4g}"
    return in_line(value), ""


def paragraphs(notes: Iterable[str]) -> Markup:
    """What is to be said beside them."""
    return Markup().join(map(Markup("<p>{}</p>").format, notes))


def in_line(value: object) -> str:
    """A value of many parts on one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {in_line(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(in_line, value)) or "–"
    return "never" if value is None else ("no", "yes")[value] if isinstance(value, bool) else str(value)
