"""A loop in a test goes over all its cases with --complete, else over a share of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Share(NamedTuple):
    """Of the cases of a loop: the first, and each so-manyth after it, or all."""

    whole: bool

    def __call__(self, cases: Iterable[T], every: int) -> list[T]:
        return list(cases)[:: 1 if self.whole else every]
