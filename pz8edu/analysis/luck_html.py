"""Skill and luck of a game as a page: the curve of the chance to win, line by line, the turning points.

Choices are heavy, dice are light: blame needs no colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from pz8edu.analysis.luck_text import kind_words, points, reason
from pz8edu.printing.percent import short_percent

if TYPE_CHECKING:
    from pz8edu.analysis.luck import Analysis, Line

WIDE, HIGH, LEFT, TOP = 560, 200, 48, 14
"""The curve in pixels, with room for the numbers on its left."""
BARS = 120
"""How high the bars are together."""
TOLD = Fraction(2, 100)
"""A bar of so much or more says its number."""
STYLE = """<style>
.luck { --ink: #1f2933; --grey: #55636f; --pale: #d5dbe1; --paper: #ffffff; color: var(--ink);
  background: var(--paper); font: 15px/1.4 system-ui, sans-serif; max-width: 960px; padding: 12px; }
@media (prefers-color-scheme: dark) {
  .luck { --ink: #e8edf2; --grey: #a9b4bf; --pale: #3a4550; --paper: #141a20; } }
.luck svg { width: 100%; height: auto; display: block; }
.luck svg text { fill: var(--grey); font-size: 13px; }
.luck svg text.bar { font-size: 10px; }
.luck .heavy { stroke: var(--ink); stroke-width: 5; } .luck .light { stroke: var(--grey); stroke-width: 2; }
.luck .line { stroke: var(--pale); } .luck .skill { fill: var(--ink); }
.luck .dice { fill: var(--paper); stroke: var(--ink); stroke-dasharray: 2 2; }
.luck table { border-collapse: collapse; } .luck td, .luck th { padding: 2px 12px 2px 0; text-align: left; }
.luck td.n, .luck th.n { text-align: right; font-variant-numeric: tabular-nums; }
.luck .mark { background: var(--ink); color: var(--paper); border-radius: 9px; padding: 1px 7px; }
.luck .small { color: var(--grey); font-size: 13px; } .luck h3 { margin: 14px 0 4px; }
</style>"""


def luck_html(found: Analysis) -> str:
    """The whole page."""
    first = escape(found.game.book.sides[0])
    curved = f"{escape(kind_words(found))} · heavy: a choice gave it away, light: the dice"
    barred = f"points; above the line for {first}; full: skill, dashed: luck"
    parts = (
        f'{STYLE}<div class="luck"><h3>{first}: chance to win</h3><div class="small">{curved}</div>',
        curve(found),
        f'<h3>Choice by choice</h3><div class="small">{barred}</div>',
        bars(found),
        f"<h3>{escape(verdict(found))}</h3><p>{escape(found.rare)}</p>",
        sums(found),
        turning(found),
        "</div>",
    )
    return "".join(parts)


def verdict(found: Analysis) -> str:
    """Mistake or luck, in a sentence."""
    if abs(found.luck) >= abs(found.skill):
        return f"Mostly luck: {points(found.luck)} points; choices {points(found.skill)}."
    return f"Mostly choices: {points(found.skill)} points; luck {points(found.luck)}."


def across(found: Analysis, at: Fraction) -> float:
    """Where a line stands, from left to right; half lines are the moment between choice and dice."""
    return LEFT + float(at - found.since) * (WIDE - LEFT - 10) / max(1, len(found.lines))


def height(worth: Fraction) -> float:
    """Where a chance stands."""
    return TOP + (1 - float(worth)) * (HIGH - 2 * TOP)


def stroke(found: Analysis, line: Line, half: int, ends: tuple[Fraction, Fraction]) -> str:
    """The piece of the curve that a choice makes (half 0) or its dice (half 1)."""
    begin = Fraction(2 * (line.number - 1) + half, 2)
    x1, x2 = across(found, begin), across(found, begin + Fraction(1, 2))
    kind = "heavy" if half == 0 and ends[0] != ends[1] else "light"
    y1, y2 = map(height, ends)
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def curve(found: Analysis) -> str:
    """The chance to win of the first side from line to line."""
    parts = []
    for share in range(5):
        y = height(Fraction(share, 4))
        parts.append(f'<line class="line" x1="{LEFT}" y1="{y:.1f}" x2="{WIDE}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{share * 25} %</text>')
    for line in found.lines:
        parts.append(stroke(found, line, 0, (line.before, line.chosen)))
        parts.append(stroke(found, line, 1, (line.chosen, line.after)))
        if line.mark:
            x, y = across(found, Fraction(2 * line.number - 1, 2)), height(line.chosen)
            parts.append(f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle">{line.mark}</text>')
    words = f"From {short_percent(found.start)} to {short_percent(found.result)} in {len(found.lines)} lines"
    return svg(HIGH, words, parts)


def bars(found: Analysis) -> str:
    """Skill and luck of each line as bars."""
    middle = BARS / 2
    parts = [f'<line class="light" x1="{LEFT}" y1="{middle}" x2="{WIDE}" y2="{middle}"/>']
    wide = max(2.0, min(22.0, (WIDE - LEFT) / max(1, len(found.lines)) / 2 - 1))
    most = max((abs(each) for line in found.lines for each in (line.skill, line.luck)), default=0) or 1
    for line in found.lines:
        for half, (kind, moved) in enumerate((("skill", line.skill), ("dice", line.luck))):
            if moved:
                x = across(found, Fraction(2 * (line.number - 1) + half, 2))
                tall = abs(float(moved / most)) * (middle - 14)
                y = middle - tall if moved > 0 else middle
                words = escape(f"{line.number}. {line.words}: {kind} {points(moved)}")
                parts.append(
                    f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}">'
                    f"<title>{words}</title></rect>"
                )
                if abs(moved) >= TOLD:
                    there = y - 3 if moved > 0 else y + tall + 12
                    parts.append(f'<text class="bar" x="{x:.1f}" y="{there:.1f}">{points(moved)}</text>')
    return svg(BARS, "Skill and luck of every line", parts)


def svg(high: int, words: str, parts: list[str]) -> str:
    """A picture with its words."""
    return f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="{escape(words)}">{"".join(parts)}</svg>'


def sums(found: Analysis) -> str:
    """The numbers that sum to result − start."""
    rows = "".join(
        f"<tr><td>{escape(side or 'chance')}</td>{number(skill)}{number(luck)}</tr>"
        for side, (skill, luck) in found.sums.items()
        if side or skill or luck
    )
    head = '<tr><th></th><th class="n">skill</th><th class="n">luck</th></tr>'
    ends = f"From {short_percent(found.start)} to {short_percent(found.result)}"
    told = f"{ends}: they sum to it exactly, as fractions."
    return f'<table>{head}{rows}</table><p class="small">{escape(told)}</p>'


def number(moved: Fraction) -> str:
    """A cell of a table: points, the fraction behind a touch."""
    return f'<td class="n" title="{moved}">{points(moved)}</td>'


def turning(found: Analysis) -> str:
    """The lines that moved the chance to win most."""
    rows = "".join(turning_rows(found))
    told = "?! 2 · ? 5 · ?? 10 points lost; try_other(line) goes back there and makes the best choice"
    return f'<h3>Turning points</h3><div class="small">{told}</div><table>{rows}</table>' if rows else ""


def turning_rows(found: Analysis) -> Iterator[str]:
    """Each of them with what would have been best."""
    for line in found.turning:
        mark = f'<span class="mark">{line.mark}</span>' if line.mark else ""
        moved = -line.loses if line.mark else line.luck
        yield (
            f"<tr><td>{mark}</td><td><b>{line.number}. {escape(line.words)}</b><br>"
            f'<span class="small">{escape(reason(line))}</span></td><td class="n">{points(moved)}</td></tr>'
        )
