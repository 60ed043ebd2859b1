"""Skill and luck of a game as a page: the curve of the chance to win, line by line, the turning points.

Choices are heavy, dice are light: blame needs no colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from pz8edu.printing.percent import short_percent, signed_points

if TYPE_CHECKING:
    from pz8edu.analysis.luck import Analysis, Line

WIDE, NARROW, HIGH, LEFT, TOP = 640, 330, 230, 48, 14
"""The curve in pixels, on a desk and on a phone, with room for the numbers on its left."""
BARS, CHIP = 120, 20
"""How high the bars are together, and the number of a line below them."""
TOLD = Fraction(2, 100)
"""A bar of so much or more says its number."""
STYLE = """<style>
.luck { --ink: var(--jp-content-font-color0, #1f2933); --grey: var(--jp-content-font-color2, #55636f);
  --pale: var(--jp-border-color2, #d5dbe1); --paper: var(--jp-layout-color1, #ffffff);
  --back: var(--pz8-paper, var(--jp-layout-color2, #f6f8fa));
  color: var(--ink); background: var(--back); font: 14px/1.4 system-ui, sans-serif; padding: 12px; }
@media (prefers-color-scheme: dark) {
  .luck { --ink: var(--jp-content-font-color0, #e8edf2); --grey: var(--jp-content-font-color2, #a9b4bf);
  --pale: var(--jp-border-color2, #3a4550); --paper: var(--jp-layout-color1, #1b232b);
  --back: var(--pz8-paper, var(--jp-layout-color2, #141a20)); } }
.luck { container-type: inline-size; } .pz8 .luck { padding: 0; } .luck svg.narrow { display: none; }
.luck > div { display: grid; gap: 12px; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); }
.luck section { background: var(--paper); border: 1px solid var(--pale); border-radius: 12px; }
.luck section { padding: 12px 16px; margin-bottom: 12px; }
.luck h2 { font-size: 18px; margin: 0 0 10px; } .luck h3 { font-size: 15px; margin: 0; }
.luck h2 span, .luck .small { color: var(--grey); font-size: 12px; font-weight: 400; }
.luck .verdict { font-size: 19px; font-weight: 700; margin: 6px 0; } .luck p { margin: 4px 0; }
.luck svg { width: 100%; height: auto; display: block; }
.luck svg text { fill: var(--grey); font-size: 11px; }
.luck .heavy { stroke: var(--ink); stroke-width: 5; stroke-linecap: round; }
.luck .light { stroke: var(--grey); stroke-width: 2; } .luck .line { stroke: var(--pale); }
.luck .skill, .luck .own { fill: var(--ink); }
.luck .dice { fill: var(--paper); stroke: var(--ink); stroke-dasharray: 2 2; }
.luck .other { fill: var(--paper); stroke: var(--ink); } .luck svg text.own { fill: var(--paper); }
.luck svg text.other { fill: var(--ink); stroke: none; }
.luck table { border-collapse: collapse; width: 100%; }
.luck td, .luck th { padding: 4px 8px 4px 0; text-align: left; vertical-align: top; }
.luck .turning td { border-top: 1px solid var(--pale); overflow-wrap: anywhere; }
.luck td.n, .luck th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.luck .mark { background: var(--ink); color: var(--paper); border-radius: 9px; padding: 1px 7px; }
.luck .mark { white-space: nowrap; }
.luck .mark.dice { background: none; color: var(--ink); border: 1px dashed; }
@container (max-width: 760px) { .luck > div { grid-template-columns: minmax(0, 1fr); }
  .luck svg text:not(.own, .other) { font-size: 13px; } }
@container (max-width: 480px) { .luck svg.wide { display: none; } .luck svg.narrow { display: block; }
  .luck section { padding: 12px; } .luck section + section svg text:not([class]) { display: none; } }
</style>"""


def luck_html(found: Analysis) -> str:
    """The whole page."""
    first, second = (escape(found.army(side)) for side in found.game.book.sides)
    ending = found.game.ending
    won = f" · {escape(found.army(ending.winner))} won" if ending and ending.winner else ""
    over = won or (" · drawn" if ending else " · not over")
    title = f"{first} against {second} · {len(found.lines)} choices{over}"
    curved = (
        f"heavy: a choice lost 2 points or more (?!), 5 (?) or 10 (??); light: the dice; {found.kind_words}"
    )
    barred = f"points; above the line for {first}; full: skill, dashed: luck"
    lines = card_html(f"{first}: chance to win", curved, curve(found, WIDE) + curve(found, NARROW))
    boxes = card_html("Choice by choice", barred, bars(found, WIDE) + bars(found, NARROW))
    said = f'<div class="verdict">{escape(verdict(found))}</div><p>{escape(found.rare)}</p>{sums(found)}'
    judged = card_html("Mistake, or luck?", "", said)
    head = f"<h2>What was luck <span>{title}</span></h2>"
    columns = f"<div><div>{lines}{boxes}</div><div>{judged}{turning(found)}</div></div>"
    return f'{STYLE}<div class="luck">{head}{columns}</div>'


def card_html(title: str, quiet: str, inside: str) -> str:
    """A card with a title, and quiet words beside it."""
    return f'<section><h3>{title} <span class="small">{quiet}</span></h3>{inside}</section>'


def verdict(found: Analysis) -> str:
    """Mistake or luck, in a sentence."""
    if abs(found.luck) >= abs(found.skill):
        return f"Mostly luck: {signed_points(found.luck)} points; choices {signed_points(found.skill)}."
    return f"Mostly choices: {signed_points(found.skill)} points; luck {signed_points(found.luck)}."


def x_of(found: Analysis, at: Fraction, wide: int) -> float:
    """Where a line stands, from left to right; half lines are the moment between choice and dice."""
    return LEFT + float(at - found.since) * (wide - LEFT - 10) / max(1, len(found.lines))


def height(worth: Fraction) -> float:
    """Where a chance stands."""
    return TOP + (1 - float(worth)) * (HIGH - 2 * TOP)


def stroke(found: Analysis, line: Line, half: int, ends: tuple[Fraction, Fraction], wide: int) -> str:
    """The piece of the curve that a choice makes (half 0) or its dice (half 1)."""
    begin = Fraction(2 * (line.number - 1) + half, 2)
    x1, x2 = x_of(found, begin, wide), x_of(found, begin + Fraction(1, 2), wide)
    kind = "heavy" if half == 0 and ends[0] != ends[1] else "light"
    y1, y2 = map(height, ends)
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def label(words: str, kind: str, box: tuple[float, float, float, float], more: str = "") -> str:
    """A word in a box: its middle, how wide and how high it is, what a pointer is told."""
    x, y, wide, high = box
    corner = f'x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high}" rx="5"'
    told = f"<title>{escape(more)}</title>" if more else ""
    return (
        f'<rect class="{kind}" {corner}>{told}</rect>'
        f'<text class="{kind}" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{escape(words)}</text>'
    )


def curve(found: Analysis, wide: int) -> str:
    """The chance to win of the first side from line to line."""
    parts = []
    for share in range(5):
        y = height(Fraction(share, 4))
        parts.append(f'<line class="line" x1="{LEFT}" y1="{y:.1f}" x2="{wide}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{share * 25} %</text>')
    for side, y in zip(found.game.book.sides, (TOP + 14, HIGH - TOP - 6), strict=True):
        parts.append(f'<text x="{LEFT + 4}" y="{y}">{escape(found.army(side))} wins</text>')
    for line in found.lines:
        parts.append(stroke(found, line, 0, (line.before, line.chosen), wide))
        parts.append(stroke(found, line, 1, (line.chosen, line.after), wide))
        if line.mark:
            x, y = x_of(found, Fraction(2 * line.number - 1, 2), wide), height(line.chosen) - 18
            parts.append(label(line.mark, "own", (x, y if y > TOP else y + 36, 26, 18)))
    end = x_of(found, Fraction(found.since + len(found.lines)), wide)
    parts.append(f'<circle class="skill" cx="{end:.1f}" cy="{height(found.result):.1f}" r="5"/>')
    words = f"From {short_percent(found.start)} to {short_percent(found.result)} in {len(found.lines)} lines"
    return svg(wide, HIGH, words, parts)


def bars(found: Analysis, wide: int) -> str:
    """Skill and luck of each line as bars; below them their numbers, full for a choice of the first side."""
    middle, step = BARS / 2, (wide - LEFT - 10) / max(1, len(found.lines))
    parts = [f'<line class="light" x1="{LEFT}" y1="{middle}" x2="{wide}" y2="{middle}"/>']
    thick = max(2.0, min(22.0, step / 2 - 1))
    most = max((abs(each) for line in found.lines for each in (line.skill, line.luck)), default=0) or 1
    for line in found.lines:
        for half, (kind, moved) in enumerate((("skill", line.skill), ("dice", line.luck))):
            if moved:
                place = 4 * line.number - 2 + (2 * half - 1) * bool(line.skill and line.luck)
                x, told = x_of(found, Fraction(place, 4), wide) - thick / 2, signed_points(moved)
                tall = abs(float(moved / most)) * (middle - 14)
                y = middle - tall if moved > 0 else middle
                words = escape(f"{line.number}. {line.words}: {kind} {told}")
                parts.append(
                    f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{thick:.1f}" height="{tall:.1f}">'
                    f"<title>{words}</title></rect>"
                )
                if abs(moved) >= TOLD:
                    there = y - 3 if moved > 0 else y + tall + 12
                    at = f'x="{x + thick / 2:.1f}" y="{there:.1f}" text-anchor="middle"'
                    parts.append(f"<text {at}>{told}</text>")
        side = "own" if line.side == found.game.book.sides[0] else "other" if line.side else "dice"
        box = x_of(found, Fraction(2 * line.number - 1, 2), wide), BARS + CHIP / 2 + 4, step - 3, CHIP
        parts.append(label(str(line.number) if step > 14 else "", side, box, line.words))
    return svg(wide, BARS + CHIP + 8, "Skill and luck of every line", parts)


def svg(wide: int, high: int, words: str, parts: list[str]) -> str:
    """A picture with its words: for a desk, or so narrow that a phone need not make it small."""
    kind = f'class="{"wide" if wide == WIDE else "narrow"}" viewBox="0 0 {wide} {high}"'
    return f'<svg {kind} role="img" aria-label="{escape(words)}">{"".join(parts)}</svg>'


def sums(found: Analysis) -> str:
    """The numbers that sum to result − start."""
    rows = "".join(
        f"<tr><td>{escape(found.army(side) if side else 'chance')}</td>"
        f"{points_cell(skill)}{points_cell(luck)}</tr>"
        for side, (skill, luck) in found.sums.items()
        if side or skill or luck
    )
    head = '<tr><th></th><th class="n">skill</th><th class="n">luck</th></tr>'
    ends = f"From {short_percent(found.start)} to {short_percent(found.result)}"
    told = f"{ends}: they sum to it exactly, as fractions."
    return f'<table>{head}{rows}</table><p class="small">{escape(told)}</p>'


def points_cell(moved: Fraction) -> str:
    """A cell of a table: points, the fraction behind a touch."""
    return f'<td class="n" title="{moved}">{signed_points(moved)}</td>'


def turning(found: Analysis) -> str:
    """The lines that moved the chance to win most."""
    rows = "".join(turning_rows(found))
    told = "what moved the chance to win by 5 points or more"
    return card_html("Turning points", told, f'<table class="turning">{rows}</table>') if rows else ""


def turning_rows(found: Analysis) -> Iterator[str]:
    """Each of them with what would have been best."""
    for line in found.turning:
        mark = f'<span class="mark">{line.mark}</span>' if line.mark else '<span class="mark dice">⚄</span>'
        moved = points_cell(-line.loses if line.mark else line.luck)
        said = (
            f'<b>{line.number}. {escape(line.words)}</b><br><span class="small">{escape(line.reason)}</span>'
        )
        yield f"<tr><td>{mark}</td><td>{said}</td>{moved}</tr>"
