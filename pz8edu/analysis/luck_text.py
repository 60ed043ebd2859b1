"""Skill and luck of a game as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from pz8edu.games.record import key_text
from pz8edu.printing.percent import short_percent

if TYPE_CHECKING:
    from pz8edu.analysis.luck import Analysis, Line


def points(moved: Fraction) -> str:
    """A change of the chance to win in points: +12.3, −4."""
    shown = f"{abs(float(moved) * 100):.1f}".removesuffix(".0")
    return shown if shown == "0" else f"{'−' if moved < 0 else '+'}{shown}"


def luck_text(found: Analysis) -> str:
    """The game line by line, the sums of both sides, how rare the luck was, the turning points."""
    return "\n".join((*head(found), "", *map(line_text, found.lines), "", *turning_points(found))).rstrip()


def head(found: Analysis) -> Iterator[str]:
    """From where to where it went, who gave away how much, and how rare the luck was."""
    first = found.game.book.sides[0]
    yield f"{first}'s chance to win: from {short_percent(found.start)} to {short_percent(found.result)}"
    yield kind_words(found)
    for side, (skill, luck) in found.sums.items():
        if skill or luck or side:
            yield f"  {side or 'chance':<10} skill {points(skill):>6}   luck {points(luck):>6}"
    yield found.rare


def kind_words(found: Analysis) -> str:
    """Which lines are exact, and from where on it is told if it was stopped."""
    if found.since:
        return f"stopped: told from line {found.since + 1} on; {kind_words(replace(found, since=0))}"
    exact = sum(line.kind == "exact" for line in found.lines)
    if exact == len(found.lines):
        return "exact at every line: all positions that can follow were solved"
    if not exact:
        return "bounded: no line is exact; they are told by the visible points of the book"
    since = next(line.number for line in found.lines if line.kind == "exact")
    return f"exact from line {since} on; bounded before: told by the visible points of the book"


def line_text(line: Line) -> str:
    """A line with what its choice gave away and what its dice did, to the first side."""
    told = f"{line.number:>4} {line.words} {line.mark}".rstrip()
    moved = [f"{word} {points(each)}" for word, each in (("skill", line.skill), ("luck", line.luck)) if each]
    return told + (f"  ({', '.join(moved)})" if moved else "")


def turning_points(found: Analysis) -> Iterator[str]:
    """The lines that moved the chance to win most, with what would have been best."""
    for number, line in enumerate(found.turning):
        if not number:
            yield "Turning points:"
        yield f"  {line.number}. {line.words}: {reason(line)}"


def reason(line: Line) -> str:
    """Why a line is a turning point."""
    if line.mark:
        best = " or ".join(key_text(each.key) for each in line.best)
        return f"{line.mark} {best} was best: {short_percent(mine(line, line.before))} instead of " + (
            short_percent(mine(line, line.chosen))
        )
    came = f", which came with chance {line.event.chance}" if line.event.chance is not None else ""
    return f"luck {points(line.luck)}{came}"


def mine(line: Line, worth: Fraction) -> Fraction:
    """A worth as who acts sees it."""
    return worth if line.sign > 0 else 1 - worth
