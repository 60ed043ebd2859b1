"""Rules of one's own in force: what a function's name means while something is answered under them.

The functions of a book are wrapped by name (`facts/wiring.py`); each wrapper asks here whether one of one's
own stands in. While that one runs, its name means the printed function again, so that it may call it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from copy import copy
from enum import Enum
from functools import cache, lru_cache, wraps
from types import FunctionType
from typing import Any, ClassVar, TypeVar, cast

from pz8edu.errors import unknown

Function = Callable[..., Any]
"""A function of a book, or of one's own: only who calls it knows what it takes and comes to."""
F = TypeVar("F", bound=Function)
OwnRules = tuple[tuple[str, Function], ...]
"""The functions of one's own, by the name of what they stand in for."""


class Own:
    """Some functions of one's own; `running` are the names of those that run just now."""

    def __init__(self, rules: OwnRules) -> None:
        self.rules = rules
        self.running: tuple[str, ...] = ()
        self.instead: dict[Any, Function | None] = {}
        self.remembering: dict[Any, Function] = {}

    def instead_of(self, printed: Callable[..., object], hook: str = "") -> Function | None:
        """What is called in place of a printed function, or of a `hook` by its name; None for that itself."""
        if printed not in self.instead:
            name = hook or printed.__qualname__
            mine = None if name in self.running else dict(self.rules).get(name)
            if mine is not None and takes_the_same(printed, mine):
                self.instead[printed] = self.within(name, in_its_words(printed, mine))
            else:
                self.instead[printed] = None
        return self.instead[printed]

    def within(self, name: str, mine: Callable[..., object]) -> Function:
        """A function of one's own, while which runs its name means the printed one."""
        other = copy(self)
        other.running, other.instead, other.remembering = (*self.running, name), {}, {}
        return lambda *given, **named: run_under(other, mine, given, named)

    def remembered(self, printed: Any) -> Function:
        """A function; one that remembers its answers remembers those under these rules by themselves."""
        if not hasattr(printed, "cache_parameters"):
            return cast("Function", printed)
        anew = lru_cache(**printed.cache_parameters())(printed.__wrapped__)
        return self.remembering.setdefault(printed, anew)


class ReadingForm(Own):
    """A form is read and checked as it is printed, whatever is in force; the functions it asks are noted."""

    asked: ClassVar[dict[Function, str]] = {}

    def __init__(self, form: str) -> None:
        super().__init__(())
        self.form = form

    @staticmethod
    @cache
    def of(form: str) -> ReadingForm:
        """The reading of a form by its name."""
        return ReadingForm(form)

    def instead_of(self, printed: Callable[..., object], hook: str = "") -> None:
        """Nothing stands in."""
        self.asked.setdefault(printed, self.form)

    def remembered(self, printed: object) -> Function:
        """The function itself."""
        return cast("Function", printed)


IN_FORCE: ContextVar[Own | None] = ContextVar("rules of one's own", default=None)
"""The rules of one's own that are in force now; None: all is as it is printed."""


def run_under(
    own: Own | None, function: Function, given: Iterable[object], named: Mapping[str, object]
) -> Any:
    """What a function comes to with such rules in force."""
    before = IN_FORCE.set(own)
    try:
        found = function(*given, **named)
        return iter(tuple(found)) if inspect.isgenerator(found) else found
    finally:
        IN_FORCE.reset(before)


@lru_cache(maxsize=64)
def _own(rules: OwnRules) -> Own | None:
    return Own(rules) if rules else None


@lru_cache(maxsize=4096)
def under_own(function: F, rules: OwnRules, hook: str = "") -> F:
    """A function as it is under rules of one's own (none: as printed), whoever calls it and whenever.

    A method that is a `hook` is replaced by its name.
    """
    printed = inspect.unwrap(function)

    @wraps(function)
    def answered(*given: object, **named: object) -> Any:
        own = IN_FORCE.get()
        if own is None or own.rules != rules:
            own = _own(rules)
        asked = own and isinstance(printed, FunctionType) and own.instead_of(printed, hook)
        return run_under(own, asked or function, given, named)

    vars(answered).pop("fact_of", None)  # it is no fact itself: that one would be the printed function's
    return cast(F, answered)


def for_later(function: F) -> F:
    """A function that is kept to be called later: it takes along the rules of one's own in force."""
    own = IN_FORCE.get()
    if own is None:
        return function
    return cast(F, lambda *given, **named: run_under(own, function, given, named))


@lru_cache(maxsize=4096)
def takes_the_same(printed: Callable[..., object], own: Callable[..., object]) -> bool:
    """Can a function be called as the printed one is?  One that takes `self` stands in for methods alone."""
    places = inspect.signature(printed).parameters.values()
    by_place = [each.name for each in places if each.kind is not each.KEYWORD_ONLY]
    by_name = {each.name: None for each in places if each.kind is each.KEYWORD_ONLY}
    try:
        bound = inspect.signature(own).bind(*by_place, **by_name)
    except (TypeError, ValueError):
        return False
    return bool(bound.arguments.get("self", "self") == "self")


def in_its_words(printed: Callable[..., object], own: Callable[..., object]) -> Function:
    """A function of one's own whose plain words ("destroyed") are those of the printed function's outcomes.

    Raises BadInput when it comes to a word that the printed one does not know.
    """
    named = re.findall(r"\w+", str(printed.__annotations__.get("return", "")))
    kinds = [getattr(printed, "__globals__", {}).get(name) for name in named]
    words = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)), None)
    if words is None:
        return own

    def said(*given: object, **more: object) -> Any:
        found = own(*given, **more)
        if type(found) is not str:
            return found
        if found not in {each.value for each in words}:
            if "str" in named:  # the printed one says other words too
                return found
            raise unknown(f"outcome of {printed.__name__}", found, (str(each.value) for each in words))
        return words(found)

    return said
