"""The size and shape of the core stay within their limits; `python -m tests.house` prints the figures."""

from __future__ import annotations

from tests import house


def test_no_class_is_too_long_to_be_read() -> None:
    assert house.long_classes() == {}


def test_the_typed_floors_hardly_write_any() -> None:
    assert house.anys() <= house.MOST_ANY
