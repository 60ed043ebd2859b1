"""Boards on a dark page: every colour has one for the night, on which every word stays readable."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from pz8widgets.boards import portrayal
from pz8widgets.page import theme

SCRIPT = files("pz8widgets.page").joinpath("bokeh_pane.js").read_text(encoding="utf-8")
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
PAIRS = re.search(r"`([0-9a-f\s]+)`\.split", SCRIPT)
assert PAIRS
NAMES = PAIRS.group(1).split()
NIGHT = {f"#{day}": f"#{night}" for day, night in zip(NAMES[::2], NAMES[1::2], strict=True)}
BOARD = portrayal.COLOURS
AS_BY_DAY = {
    theme.CARD,
    "#8f665b",
    "#8a6f45",
    "#8d96a0",
    *(BOARD[f"enemy{of}"] for of in ("", " ink", " rim")),
}
"""Rims, signs and the light side, and edges of ground that are seen on light and on dark."""
GROUNDS = [theme.TABLE, *(BOARD[name] for name in ("sea", "sand", "wood", "hex", "earth", "space"))]
WORDS = [
    *((theme.INK, ground) for ground in (*GROUNDS, portrayal.SHEET)),
    *((theme.QUIET, ground) for ground in (theme.TABLE, BOARD["sea"], BOARD["hex"])),
    (theme.FINAL, portrayal.SHEET),
    (theme.CARD, BOARD["own"]),
    (BOARD["enemy ink"], BOARD["enemy"]),
    *((look["ink"], look["fill"]) for look in (portrayal.merged(f"threat: {step}") for step in "1234")),
]
"""Inks of words and signs on what they are written on."""


def light_of(colour: str) -> float:
    """The luminance of a colour by night, as WCAG defines it."""
    seen = NIGHT.get(colour, colour)
    parts = [int(seen[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(light_of, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_every_colour_of_a_board_has_one_for_the_night() -> None:
    used = {
        colour
        for style in portrayal.STYLES.values()
        for value in style.values()
        for colour in COLOUR.findall(value)
    }
    assert used - AS_BY_DAY - NIGHT.keys() == set()
    assert len(NIGHT) == len(NAMES) // 2, "no colour twice"


def test_the_ground_is_dark_and_the_sides_are_told_apart() -> None:
    assert all(light_of(ground) < 0.06 for ground in GROUNDS)
    assert contrast(BOARD["own"], BOARD["enemy"]) >= 3


@pytest.mark.parametrize(("ink", "ground"), WORDS)
def test_words_on_a_board_are_readable_in_the_dark(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5
