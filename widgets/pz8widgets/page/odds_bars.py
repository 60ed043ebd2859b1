"""What was known and what is known now: two bars an outcome, with exact fractions and percents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape

from pz8edu.core.chance.distribution import Distribution
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcome_styles import NEUTRAL, PLAIN, OutcomeStyle
from pz8edu.show.outcomes import shown_order, spoken
from pz8widgets.page.fraction_html import fraction_html, readable
from pz8widgets.page.glossary import told_of

MOST_ROWS, MANY = 25, 8
"""Outcomes shown by themselves, the rest added up; and how many stand in thin lines, their bars stretched."""
STRETCHED = (8, 4, 2)
"""How many times as wide bars of many outcomes may be, so that the longest is seen well."""

Looks = Mapping[str, OutcomeStyle]
"""Outcomes in their order, with their looks."""


def plain_looks(law: Distribution[str]) -> Looks:
    """The looks of what is no outcome, such as the faces of a die: numbers by size, all of one colour."""
    return dict.fromkeys(shown_order(law.support, ranked=False), PLAIN)


def unexplained(_word: str) -> str:
    """No outcome means anything."""
    return ""


def knowing(
    before: Distribution[str],
    now: Distribution[str],
    looks: Looks,
    moved: Distribution[str] | None = None,
    says: Callable[[str], str] = unexplained,
) -> str:
    """A table of bars in the order of the looks: dashed what was known before, solid what is known now.

    The solid ones come from where they were when this was known that has `moved`. What an outcome means it
    `says` on hover.
    """
    if said := evenly(now):
        return f'<div class="pz8-known">{said}</div>'
    many = evenly(before)
    was, known = before.fractions(), now.fractions()
    same = was == known
    none = Fraction(0)
    words = tuple(word for word in looks if word in known or (word in was and not many))
    shown = likeliest(words, known, was)
    starts = moved.fractions() if moved else {}
    rows = [
        (named(word, says), was.get(word, none), known.get(word, none), looks[word], starts.get(word))
        for word in shown
    ]
    rest = [word for word in words if word not in shown]
    if rest:
        earlier, later = (sum((law.get(word, none) for word in rest), none) for law in (was, known))
        rows.append((f"{len(rest)} others", earlier, later, NEUTRAL, None))
    shift = " pz8-moved" * bool(moved) + " pz8-lengthy" * bool(many)
    return f'<div class="pz8-known{shift}">{_table(rows, same)}</div>'


def said_and_came(rows: Iterable[tuple[str, Fraction, Fraction]]) -> str:
    """A table of bars of shares: dashed what was said of each, solid what came of it."""
    told = [(escape(name), said, came, PLAIN, None) for name, said, came in rows]
    return f'<div class="pz8-known">{_table(told, all(said == came for _, said, came, *_ in told))}</div>'


def evenly(law: Distribution[str]) -> str:
    """What is said of many outcomes that are all as likely; empty for few, and where one is likelier."""
    many = len(law.support)
    if many <= MOST_ROWS or len({*law.fractions().values()}) > 1:
        return ""
    return f"<p>{many:,} outcomes, each as likely as any other: {fraction_html(Fraction(1, many))}.</p>"


def named(word: str, says: Callable[[str], str]) -> str:
    """An outcome as HTML, with what it means."""
    meaning = says(word)
    told = escape(spoken(word, meaning))
    return told_of(told, meaning) if meaning else told


def likeliest(words: Sequence[str], *chances: Mapping[str, Fraction]) -> tuple[str, ...]:
    """So many outcomes as have a row of their own, in their order."""
    if len(words) <= MOST_ROWS:
        return tuple(words)
    none = Fraction(0)
    likely = sorted(words, key=lambda word: [each.get(word, none) for each in chances], reverse=True)
    chosen = set(likely[: MOST_ROWS - 1])
    return tuple(word for word in words if word in chosen)


Row = tuple[str, Fraction, Fraction, OutcomeStyle, Fraction | None]
"""A name as HTML, what was known, what is known, its look, and where its bar was before it moved."""


def _table(rows: Sequence[Row], same: bool) -> str:
    by = stretched(max(was, now) for _, was, now, *_ in rows)
    lines = "".join(_row(*row, same, by) for row in rows)
    told = f"<caption>full width: {100 / by:g} %</caption>" if by > 1 else ""
    dense = " pz8-dense" * (len(rows) >= MANY)
    return f'<table class="pz8-knowing{dense}">{told}{lines}</table>'


def stretched(chances: Iterable[Fraction]) -> int:
    """How many times as wide the bars of these chances are drawn; few are never stretched."""
    found = [*chances]
    return next((by for by in STRETCHED if len(found) >= MANY and by * max(found) <= 1), 1)


def _row(
    name: str, was: Fraction, now: Fraction, style: OutcomeStyle, start: Fraction | None, same: bool, by: int
) -> str:
    solid = _bar("now", by * now, style.css_class, start and by * start) if now else ""
    dashed = "" if same else _bar("was", by * was)
    before = fraction_html(was) if readable(was) else short_percent(was)
    earlier = "" if same else f'<td class="pz8-earlier">{before} →</td>'
    return (
        f'<tr{"" if now else " class=pz8-out"}><th scope="row">{name}</th>'
        f'<td class="pz8-bars2">{solid}{dashed}</td>{earlier}'
        f'<td><b>{fraction_html(now)}</b></td><td class="pz8-percent">{short_percent(now)}</td></tr>'
    )


def _bar(which: str, chance: Fraction, look: str = "", start: Fraction | None = None) -> str:
    begins = "" if start is None else f";--from:{_wide(start)}"
    return f'<i class="{f"pz8-{which} {look}".strip()}" style="width:{_wide(chance)}{begins}"></i>'


def _wide(chance: Fraction) -> str:
    """How wide a bar is: the chance in hundredths of a percent, halves rounded up."""
    return f"{(20_000 * chance + 1) // 2 / 100:.2f}%"
