"""Skill and luck of a game as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pz8edu.printing.percent import short_percent, signed_points

if TYPE_CHECKING:
    from pz8edu.analysis.luck import Analysis, Line


def luck_text(found: Analysis) -> str:
    """The game line by line, the sums of both sides, how rare the luck was, the turning points."""
    return "\n".join((*head(found), "", *map(line_text, found.lines), "", *turning_points(found))).rstrip()


def head(found: Analysis) -> Iterator[str]:
    """From where to where it went, who gave away how much, and how rare the luck was."""
    first = found.army(found.game.book.sides[0])
    yield f"{first}'s chance to win: from {short_percent(found.start)} to {short_percent(found.result)}"
    yield found.kind_words
    for side, (skill, luck) in found.sums.items():
        if skill or luck or side:
            who = found.army(side) if side else "chance"
            yield f"  {who:<10} skill {signed_points(skill):>6}   luck {signed_points(luck):>6}"
    yield found.rare


def line_text(line: Line) -> str:
    """A line with what its choice gave away and what its dice did, to the first side."""
    told = f"{line.number:>4} {line.words} {line.mark}".rstrip()
    both = {"skill": line.skill, "luck": line.luck}
    moved = [f"{word} {signed_points(each)}" for word, each in both.items() if each]
    return told + (f"  ({', '.join(moved)})" if moved else "")


def turning_points(found: Analysis) -> Iterator[str]:
    """The lines that moved the chance to win most, with what would have been best."""
    for number, line in enumerate(found.turning):
        if not number:
            yield "Turning points:"
        yield f"  {line.number}. {line.words}: {f'{line.mark} '.lstrip()}{line.reason}"
