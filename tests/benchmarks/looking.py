"""Answers of any engine looked at, as somebody would who shows them: part of everybody's time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import cache
from operator import methodcaller
from typing import Any


def looked_at(answer: Any) -> None:
    """Every outcome of a law, or of several, read with its weight."""
    if type(answer) is dict:
        for each in answer.values():
            looked_at(each)
    elif isinstance(answer, (tuple, list)):
        for each in answer:
            looked_at(each)
    else:
        deque(pairs(answer), maxlen=0)


def pairs(law: Any) -> Iterable[tuple[Any, Any]]:
    """The outcomes with their weights; a number has none."""
    return way_to_read(type(law))(law)


@cache
def way_to_read(kind: type) -> Callable[[Any], Iterable[tuple[Any, Any]]]:
    """How a kind of law tells them; lea works them out when it is asked."""
    if hasattr(kind, "pmf_tuple"):
        return methodcaller("pmf_tuple")
    if hasattr(kind, "distribution"):
        return lambda tree: tree.distribution.items()
    if hasattr(kind, "items"):
        return methodcaller("items")
    return lambda number: ()
