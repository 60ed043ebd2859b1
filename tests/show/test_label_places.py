"""Where words find room: free places first, and none over a unit of a still picture."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import system
from pz8edu.board.shapes import Base, Line
from pz8edu.show.board_labels import UP, placed_labels
from pz8edu.show.board_page import Page
from pz8edu.show.label_places import LETTER, LINE, Box, around, arranged, beside, freest, is_free

PAGE = Box(0, 0, 400, 300)
boxes = st.builds(around, st.integers(0, 400), st.integers(0, 300), st.integers(1, 90), st.integers(1, 30))


@given(boxes, boxes)
def test_what_is_free_covers_nothing(place: Box, other: Box) -> None:
    assert place.covers(other) == other.covers(place) >= 0
    free = is_free(place, [other], PAGE)
    assert free == (place.covers(other) == 0 and place.covers(PAGE) == place.size)
    assert freest([place], [other], PAGE) == 0


def test_the_first_free_place_is_taken_and_else_the_least_bad() -> None:
    taken = [around(100, 100, 40, 40)]
    places = [around(100, 100, 60, 15), around(100, 118, 60, 15), around(100, 128, 60, 15)]
    assert freest(places, taken, PAGE) == 2
    assert freest(places[:2], taken, PAGE) == 1
    assert arranged([places, places], taken, PAGE) == [2, 0]


def test_a_name_stands_under_its_base_where_there_is_room() -> None:
    assert beside(20, 20, 50)[0] == (0, 32)


def picture(system_id: str, table: str, width: int) -> tuple[list[Box], list[Box]]:
    """The labels of units and lines in a still picture, and the bodies of the units."""
    asked = system(system_id)
    top = asked.tabletop(table)
    scene: Any = top.scene(top.opening(), asked.rules)
    drawn = Page(scene, width)
    words = [
        around(x, y - UP, LETTER * len(text), LINE)
        for shape, text, (x, y) in placed_labels(drawn)
        if isinstance(shape, (Base, Line))
    ]
    bodies = [around(*drawn.at(base.at), *drawn.box_of(base)) for base in scene.bases]
    return words, bodies


@pytest.mark.parametrize(
    ("system_id", "table", "width"),
    [
        ("pz8-divisional", "ridge-1941", 1000),
        ("pz8-divisional-2010", "ridge-1941", 1000),
        ("pz8-aerial-1935", "on-the-tail", 640),
        ("pz8-colonial", "lancers", 640),
        ("pz8-ww2", "first-shot", 640),
        ("pz8-naval", "river-plate", 640),
    ],
)
def test_names_in_a_still_picture_hide_neither_units_nor_each_other(
    system_id: str, table: str, width: int
) -> None:
    words, bodies = picture(system_id, table, width)
    assert words
    spoilt = [word for word in words for body in bodies if word.covers(body) > 1]
    spoilt += [a for place, a in enumerate(words) for b in words[:place] if a.covers(b) > 1]
    assert len(spoilt) <= len(words) // 20, "on the fullest map one of twenty may"
