"""Boards on a dark page: darker paper by one filter of the page, on which every word stays readable."""

from __future__ import annotations

import re
from importlib.resources import files

from pz8widgets.boards import portrayal
from pz8widgets.page import theme

CSS = files("pz8widgets.page").joinpath("theme.css").read_text(encoding="utf-8")
FILTER = re.compile(
    r"\.pz8-board \.pz8-picture\b[^{}]*{ filter: brightness\(([\d.]+)\) contrast\(([\d.]+)\); }"
)
WORDS = [
    *(
        (theme.INK, ground)
        for ground in (theme.TABLE, portrayal.SEA, portrayal.SAND, portrayal.WOOD, portrayal.HEX)
    ),
    *((theme.QUIET, ground) for ground in (theme.TABLE, portrayal.SEA, portrayal.HEX)),
    (theme.FINAL, theme.CARD),
    (theme.CARD, portrayal.OWN),
    (portrayal.ENEMY_INK, portrayal.ENEMY),
]
"""Inks of words and signs on what they are written on."""


def light_of(colour: str, bright: float, contrast: float) -> float:
    """The luminance of a colour behind the filter, as WCAG defines it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    seen = [min(1.0, max(0.0, (part * bright - 0.5) * contrast + 0.5)) for part in parts]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in seen]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_words_on_a_board_are_readable_in_the_dark() -> None:
    dark, _, _ = CSS.partition("@media screen")[2].partition("@media (max-width")
    found = FILTER.search(dark)
    assert found, "in the dark theme only, and not on paper"
    bright, contrast = map(float, found.groups())
    assert light_of(theme.TABLE, bright, contrast) < 0.6 * light_of(theme.TABLE, 1, 1)
    for ink, ground in WORDS:
        low, high = sorted((light_of(ink, bright, contrast), light_of(ground, bright, contrast)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, ground)
