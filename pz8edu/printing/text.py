"""Tables as plain text."""

from __future__ import annotations

from collections.abc import Sequence


def columns(lines: Sequence[Sequence[str]], align: str = "<") -> str:
    """Lines of cells in columns, two blanks apart; `align` has "<" or ">" for each, its last for the rest.

    >>> print(columns([("hit", "1/2"), ("destroyed", "17/24")], "<>"))
    hit          1/2
    destroyed  17/24
    """
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    sides = align.ljust(len(wide), align[-1])
    rows = (zip(line, sides, wide, strict=False) for line in lines)
    return "\n".join("  ".join(f"{cell:{side}{width}}" for cell, side, width in row).rstrip() for row in rows)
