"""Where words find room: none over a unit or other words, none cut, on every table of every book."""

from __future__ import annotations

from functools import cache
from math import dist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import system
from pz8edu.board.shapes import Base, Cell, Mark, Ring
from pz8edu.show.board_labels import Label, on_plate, placed_labels, unnamed
from pz8edu.show.board_page import Page
from pz8edu.show.label_places import LINE, Box, arranged, beside, box_at, is_free, leader, led, width_of
from pz8edu.systems import ids

PAGE = Box(0, 0, 400, 300)
SLIVER = 2.0
boxes = st.builds(box_at, st.integers(0, 400), st.integers(0, 300), st.integers(1, 90), st.integers(1, 30))


@given(boxes, boxes)
def test_what_is_free_covers_nothing(place: Box, other: Box) -> None:
    assert place.covers(other) == other.covers(place) >= 0
    assert is_free((place,), [other], PAGE) == (place.covers(other) == 0 and place.covers(PAGE) == place.size)
    assert (place.off(other) == 0) or place.covers(other) == 0


def test_the_first_free_place_is_taken_and_else_none() -> None:
    taken = [box_at(100, 100, 40, 40)]
    places = [(box_at(100, 100, 60, 15),), (box_at(100, 118, 60, 15),), (box_at(100, 128, 60, 15),)]
    assert arranged([places], list(taken), PAGE) == [places[2][0]]
    assert arranged([places[:2]], list(taken), PAGE) == [None]
    assert arranged([places, places], list(taken), PAGE).count(None) == 1


def test_a_name_stands_under_its_base_where_there_is_room_and_never_off_the_side() -> None:
    assert next(beside(box_at(200, 100, 40, 40), 50, PAGE)).middle == (200, 131.5)
    assert next(beside(box_at(10, 100, 20, 20), 90, PAGE)).left > 0


@given(st.integers(60, 340), st.integers(60, 240), st.integers(8, 60), st.integers(10, 120))
def test_the_line_to_a_far_name_begins_outside_its_base(x: int, y: int, size: int, wide: int) -> None:
    base = box_at(x, y, size, size)
    for words, *way in led(base, wide, PAGE):
        if words.covers(base) == 0:
            start, end = leader(base, words)
            assert not base.left < start[0] < base.right or not base.top < start[1] < base.bottom
            assert words.left <= end[0] <= words.right
            assert way


def test_wide_letters_are_wider() -> None:
    assert width_of("ill") < width_of("ace") < width_of("WMW")


@cache
def shown(system_id: str, table: str) -> Any:
    asked = system(system_id)
    top = asked.tabletop(table)
    return top.scene(top.opening(), asked.rules)


@cache
def labels_of(system_id: str, table: str, width: float) -> tuple[Page, list[Label]]:
    scene = shown(system_id, table)
    page = Page(scene, min(width, 560 * float(scene.width) / float(scene.height)), bare=True)
    return page, placed_labels(page)


TABLES = [(name, table) for name in ids() for table in system(name).tabletops]


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("width", [340, 800])
@pytest.mark.parametrize(("system_id", "table"), TABLES)
def test_no_name_covers_another_a_base_or_the_edge_or_it_is_told(
    system_id: str, table: str, width: int
) -> None:
    page, labels = labels_of(system_id, table, width)
    words = [label.box for label in labels if label.box and not on_plate(label.shape)]
    bodies = [box_at(*page.at(base.at), *page.box_of(base)) for base in page.scene.bases]
    for number, box in enumerate(words):
        assert box.covers(page.paper) == pytest.approx(box.size)
        assert all(box.covers(other) <= SLIVER for other in [*words[:number], *bodies])
    told = unnamed(labels)
    for label in labels:
        if isinstance(label.shape, Base) and (label.number or label.box is None):
            assert label.shape.shown in told
    assert {label.shape.name for label in labels if isinstance(label.shape, Base)} == {
        base.name for base in page.scene.bases if base.shown
    }


def test_rings_of_one_name_have_it_once_and_no_name_lies_on_an_objective() -> None:
    _, labels = labels_of("panzer8-expansion", "hidden-defenders", 700)
    assert [label.text for label in labels].count("revealed within 2") == 1
    page, labels = labels_of("pz8-divisional", "ridge-1941", 700)
    marks = [each for each in page.scene.shapes if isinstance(each, Mark) and each.role == "objective"]
    stars = [box_at(*page.at(mark.at), 11, 11) for mark in marks]
    assert stars
    assert not any(label.box.covers(star) for label in labels if label.box for star in stars)


@pytest.mark.parametrize(("system_id", "table"), TABLES)
def test_a_name_at_a_base_is_nearer_to_it_than_to_any_other(system_id: str, table: str) -> None:
    page, labels = labels_of(system_id, table, 800)
    bodies = {base.at: box_at(*page.at(base.at), *page.box_of(base)) for base in page.scene.bases}
    for label in labels:
        if not isinstance(label.shape, Base) or label.box is None or label.way:
            continue
        own = bodies[label.shape.at]
        for other in bodies.values():
            if other != own and other.covers(own) < own.size / 4:
                assert label.box.off(own) < label.box.off(other), label.shape.name


@pytest.mark.parametrize(("system_id", "table"), TABLES)
def test_the_name_of_a_ring_stands_at_its_ring_or_nowhere(system_id: str, table: str) -> None:
    """A ring that has left the board takes its name along."""
    page, labels = labels_of(system_id, table, 800)
    for label in labels:
        if isinstance(label.shape, Ring) and label.box:
            ring, (x, y) = label.shape, label.box.middle
            away = dist((x, y), page.at(ring.centre)) - float(ring.radius) * page.scale
            assert abs(away) <= width_of(label.text) / 2 + LINE, label.text


def test_no_name_lies_on_a_dot_and_what_is_hardly_on_the_page_has_none() -> None:
    page, labels = labels_of("pz8-aerial-1935", "on-the-tail", 700)
    dots = [box_at(*page.at(each.at), 8, 8) for each in page.scene.shapes if isinstance(each, Mark)]
    named = [label.box for label in labels if isinstance(label.shape, Base) and label.box]
    assert dots
    assert named
    assert not any(box.covers(dot) for box in named for dot in dots)
    texts = [label.text for label in labels_of("pz8-colonial", "mission-station", 700)[1] if label.box]
    assert "half range 12″" in texts
    assert "range 24″" not in texts, "it only touches a corner"
    assert "the terraces" in texts
    part = Page(shown("pz8-colonial", "mission-station"), 700, window=(8, 2, 18, 10))
    assert "the terraces" not in [label.text for label in placed_labels(part) if label.box]


def test_most_names_find_room_at_full_size() -> None:
    named = [
        label
        for name, table in TABLES
        for label in labels_of(name, table, 800)[1]
        if isinstance(label.shape, Base)
    ]
    without = [label for label in named if label.number or label.box is None]
    assert len(named) > 500
    assert len(without) <= len(named) // 40


def test_words_of_cells_stand_in_their_cells() -> None:
    page, labels = labels_of("pz8-space", "can-you-outrun-it", 800)
    cells = [label for label in labels if isinstance(label.shape, Cell) and label.box]
    assert cells
    for label in cells:
        xs, ys = zip(*map(page.at, label.shape.outline), strict=True)  # type: ignore[union-attr]
        x, y = label.box.middle  # type: ignore[union-attr]
        assert min(xs) < x < max(xs)
        assert min(ys) < y < max(ys)
