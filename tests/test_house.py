"""The size and shape of the core stay within their limits; `python -m tests.house` prints the figures."""

from __future__ import annotations

from tests import house


def test_no_class_is_too_long_to_be_read() -> None:
    assert house.long_classes() == {}


def test_every_folder_stays_within_its_lines() -> None:
    too_long = {
        name: found for name, found in house.lines_by_folder().items() if found > house.MOST_LINES[name]
    }
    assert too_long == {}


def test_every_folder_has_a_limit() -> None:
    folders = {path.name for path in house.CORE.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert folders <= set(house.MOST_LINES)


def test_the_typed_floors_hardly_write_any() -> None:
    assert house.anys(*house.TYPED) <= house.MOST_ANY
    assert house.anys() <= house.MOST_ANY_IN_ALL


def test_one_name_is_one_thing() -> None:
    twice = house.names_twice()
    assert len(twice) <= house.MOST_NAMES_TWICE, twice
