"""Dice as they lie on the table: a square with its pips, drawn by the stylesheet; text for everybody else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Any

from pz8edu.asking.step import Dice
from pz8edu.core.tree.wording import word_of

SIX = (1, 2, 3, 4, 5, 6)
MOST_SHOWN = 30
"""More dice than this are counted, not drawn."""


def is_d6(dice: Dice) -> bool:
    """Is it a plain six-sided die?"""
    return dice.count == 1 and dice.faces == SIX


def die_html(face: Any, look: str = "") -> str:
    """One die that shows a face; `look` is "fell", "falls" while it is falling, "wanted" or nothing."""
    pips = f" pz8-f{face}" if face in SIX and not isinstance(face, bool) else " pz8-word"
    strength = f" pz8-{look}" if look else ""
    if look.startswith("falls"):
        strength += " pz8-fell"
    return f'<span class="pz8-die{pips}{strength}">{escape(word_of(face))}</span>'


def faces_html(shows: Any, wanted: Collection[Any] = (), look: str = "fell") -> str:
    """All six faces of a die, the wanted ones marked and the one that lies there dark."""
    drawn = "".join(
        die_html(face, look if face == shows else "wanted" if face in wanted else "") for face in SIX
    )
    return f'<span class="pz8-faces" aria-hidden="true">{drawn}</span>'


def handful_html(faces: Sequence[Any], look: str = "fell") -> str:
    """Several dice that fell together."""
    if len(faces) > MOST_SHOWN:
        counted = ", ".join(
            f"{faces.count(face)} × {word_of(face)}" for face in sorted(set(faces), reverse=True)
        )
        return f"<span>{escape(counted)}</span>"
    return f'<span class="pz8-faces">{"".join(die_html(face, look) for face in faces)}</span>'
