"""Laws that are remembered from one call to the next, where somebody wants that."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar, cast

from pz8edu.core.frozen import NotFrozen, lasting_key_of

P = ParamSpec("P")
R = TypeVar("R")


class _Memory:
    """The laws that were worked out last, oldest first, at most so many."""

    def __init__(self) -> None:
        self.most = 0
        self.laws: dict[Hashable, object] = {}
        self.lock = Lock()

    def forget(self) -> None:
        """Forget the oldest ones above the most."""
        while len(self.laws) > self.most:
            del self.laws[next(iter(self.laws))]


_MEMORY = _Memory()


def remember(most: int) -> None:
    """Remember up to so many laws of dice, pools and hands between calls; 0, as at first, forgets all.

    A law is found again by equal dice and equal questions. A question that is a function of the kit is the
    same one in every call; one of the user's may read what has changed, and is worked out anew.
    """
    with _MEMORY.lock:
        _MEMORY.most = most
        _MEMORY.forget()


def rememberable(method: Callable[P, R]) -> Callable[P, R]:
    """A method whose answer depends on nothing but its object and its arguments."""

    @wraps(method)
    def recalled(*args: P.args, **kw: P.kwargs) -> R:
        if not _MEMORY.most:
            return method(*args, **kw)
        key = _key(method.__qualname__, (*args, *kw.items()))
        law = None if key is None else _MEMORY.laws.get(key)
        if law is None:
            law = method(*args, **kw)
            if key is not None:
                with _MEMORY.lock:
                    _MEMORY.laws[key] = law
                    _MEMORY.forget()
        return cast(R, law)

    return recalled


def _key(name: str, given: tuple[object, ...]) -> Hashable:
    """What a law is found by; None where something given must not be remembered."""
    try:
        return name, lasting_key_of(given)
    except NotFrozen:
        return None
