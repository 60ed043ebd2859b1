"""Laws that are remembered from one call to the next: a few, each by all that it was made from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from itertools import chain
from math import prod
from threading import Lock, local
from typing import Any, ParamSpec, TypeVar, cast

from pz8edu.core.frozen import PLAIN, NotFrozen
from pz8edu.core.present import PresentKeys

P = ParamSpec("P")
R = TypeVar("R")

USUAL = 250
"""So many laws are remembered at first."""
ROOM = 16_000_000
"""So many bytes all of them may take; a larger law is worked out anew each time."""
BYTES_AN_OUTCOME = 150
BITS_OF_A_FORMULA = 8_000


class _Memory:
    """The laws that were worked out last, oldest first, with the bytes that each takes."""

    def __init__(self) -> None:
        self.most = USUAL
        self.laws: dict[Hashable, tuple[Any, int]] = {}
        self.bytes = 0
        self.lock = Lock()

    def keep(self, key: Hashable, law: object, size: int) -> None:
        """Remember a law of so many bytes, and forget the oldest ones where there are too many."""
        if size <= ROOM:
            with self.lock:
                self.bytes += size - self.laws.pop(key, (None, 0))[1]
                self.laws[key] = law, size
                self.forget()

    def forget(self) -> None:
        """Forget the oldest ones above the most."""
        while len(self.laws) > self.most or self.bytes > ROOM:
            self.bytes -= self.laws.pop(next(iter(self.laws)))[1]


class _Keys(local):
    """Each thread makes its own keys."""

    def __init__(self) -> None:
        self.lasting = PresentKeys(of_users=False)


_MEMORY, _KEYS = _Memory(), _Keys()


def remember(most: int) -> None:
    """Remember up to so many laws of dice, pools and hands between calls (250 at first); 0 forgets all.

    A law is found again by equal dice and equal questions. A function of the user's is the same one while
    its code, and all that its code reads, is the same; one that might read anything else is asked anew.
    """
    with _MEMORY.lock:
        _MEMORY.most = most
        _MEMORY.forget()


def rememberable(few: int = 0) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remembers what depends on nothing but an object and its arguments, with more than a few to do."""
    return lambda method: _recalling(method, few)


def _recalling(method: Callable[P, R], few: int) -> Callable[P, R]:
    name = method.__qualname__

    @wraps(method)
    def recalled(*args: P.args, **kw: P.kwargs) -> R:
        if not _MEMORY.most or (few and prod([getattr(each, "work", 1) for each in args]) <= few):
            return method(*args, **kw)
        given = (name, *args, *kw.items())
        key, own = _key(given)
        found = None if key is None else _MEMORY.laws.get(key)
        if found is not None:
            return cast(R, found[0])
        law = method(*args, **kw)
        if key is not None and (not own or (_plain(cast(Any, law)) and _key(given)[0] == key)):
            _MEMORY.keep(key, law, size_of(law, args[0]))
        return law

    return recalled


def _key(given: tuple[object, ...]) -> tuple[Hashable | None, bool]:
    """What a law is found by, and whether functions of the user's are in it; None where nothing tells."""
    keys = _KEYS.lasting
    try:
        return keys.key(given), bool(keys.followed)
    except NotFrozen:
        return None, True


def _plain(values: Iterable[object]) -> bool:
    """Are all of them plain values, or rows of such values, rows inside them too?"""
    kinds = {*map(type, values)}
    if tuple not in kinds:
        return kinds <= PLAIN
    inside = chain.from_iterable(each for each in values if type(each) is tuple)
    return kinds - {tuple} <= PLAIN and _plain([*inside])


def size_of(law: Any, dice: Any) -> int:
    """About how many bytes a law takes, with the dice by which it is found."""
    bits = law.total.bit_length() if isinstance(law.total, int) else BITS_OF_A_FORMULA
    return (len(law.weights) + len(getattr(dice, "faces", dice))) * (BYTES_AN_OUTCOME + bits // 8)
