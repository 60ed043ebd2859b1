"""Records whose fields are filled in when somebody looks at them: situations and rulesets handed to a rule.

A record that is not filled in is an empty instance of the real class, so `type`, `match`, `replace` and
`copy` mean what they always do. It costs nothing where a record is filled in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property, wraps
from inspect import getattr_static
from types import FunctionType
from typing import Any, Protocol, Self, cast

from pz8edu.core.frozen import Keys, Way, refused
from pz8edu.core.in_force import Function
from pz8edu.core.records import cached, fields_of, names_of, replaced


class Asking(Protocol):
    """Who fills in a record: a run of a fact under a ruleset."""

    rules: object
    closed: bool
    """Helpers run as they stand: only what depends on the ruleset alone, and sub-rules, are facts."""

    def field(self, record: object, name: str) -> object:
        """The value of a field, which is noted as looked at."""

    def call(self, function: Callable[..., object], args: tuple[object, ...], how: str = "value") -> Any:
        """What a function comes to: a fact; what a record has "kept" is never changed."""

    def taken(self, kind: type[object], source: Record, named: dict[str, object]) -> Any:
        """A record that takes from another what `named` does not say, when somebody looks at it."""


UNFILLED: dict[int, Asking] = {}
"""Who fills in a record, by the record's id, for as long as that lasts."""

OPEN: dict[int, Asking] = {}
"""Those among them in whose runs the helpers of a book are facts."""


def asking(args: tuple[object, ...], among: dict[int, Asking]) -> Asking | None:
    """Who fills in a record among these, however deep in tuples."""
    for each in args:
        found = among.get(id(each))
        if found is None and type(each) is tuple:
            found = asking(each, among)
        if found is not None:
            return found
    return None


class _FactKeys(Keys):
    """Keys of what a fact is given and comes to: a record that is not filled in has none."""

    def way(self, kind: type[object]) -> Way:
        """How keys of the values of a class are made."""
        way = super().way(kind)
        if not issubclass(kind, Record):
            return way
        return lambda record: refused(record) if id(record) in UNFILLED else way(record)


fact_key = _FactKeys(of_users=True).of
"""The key of a frozen value in which no record waits to be filled in; raises NotFrozen for all else."""


class _Inside:
    """A class with a `__dict__`, which `Record` hides behind its own."""


_inside: Callable[[object], dict[str, object]] = _Inside.__dict__["__dict__"].__get__


class Record(_Inside):
    """What situations and rulesets are: who asks for all fields at once fills in all of them."""

    @property
    def __dict__(self) -> dict[str, object]:  # type: ignore[override]
        if id(self) in UNFILLED:
            for name in names_of(type(self)):
                getattr(self, name)
        return _inside(self)

    def but(self, **named: object) -> Self:
        """The same record with some fields changed; what is not filled in yet stays so."""
        run = UNFILLED.get(id(self))
        if run is None:
            return replaced(self, **named)
        return cast(Self, run.taken(type(self), self, named))

    def __getstate__(self) -> dict[str, object]:
        """The fields alone: what has been worked out from them stays behind in a copy."""
        return {name: getattr(self, name) for name in names_of(type(self))}

    def __setstate__(self, fields: dict[str, object]) -> None:
        _inside(self).update(fields)


def unfilled(kind: type[Record], run: Asking, named: dict[str, object]) -> Record:
    """A record of which nothing is filled in but what is named."""
    ready(kind)
    record = object.__new__(kind)
    _inside(record).update(named)
    UNFILLED[id(record)] = run
    if not run.closed:
        OPEN[id(record)] = run
    return record


def fully_read(record: object) -> None:
    """Nobody fills in a record any more."""
    UNFILLED.pop(id(record), None)
    OPEN.pop(id(record), None)


@cached
def ready(kind: type[object]) -> None:
    """Prepare a class of records, once: its fields can be filled in; properties and methods are facts."""
    for each in kind.__mro__:
        for name, value in [*vars(each).items()] if dataclasses.is_dataclass(each) else ():
            if name.startswith("_") or hasattr(value, "fact_of"):
                continue
            if type(value) is property:
                setattr(each, name, _Property(value.fget, value.fset, value.fdel, value.__doc__))
            elif type(value) is cached_property:
                _Kept(value.func).put(each, name)
            elif type(value) is FunctionType:
                setattr(each, name, method(value))
    for field in fields_of(kind):
        if not isinstance(getattr_static(kind, field.name, None), property | _Field):
            setattr(kind, field.name, _Field(field.name, field.default))


class _Field:
    """Stands in a class for a field; who comes here has met a record that is not filled in."""

    def __init__(self, name: str, default: object) -> None:
        self.name, self.default = name, default

    def __get__(self, record: object, kind: object) -> object:
        if record is None and self.default is not dataclasses.MISSING:
            return self.default
        run = UNFILLED.get(id(record))
        if run is None:
            raise AttributeError(self.name)
        value = _inside(record)[self.name] = run.field(record, self.name)
        return value


class _Property(property):
    """A property that is a fact."""

    def __get__(self, record: object, kind: Any = None) -> Any:
        run = _run_of(record)
        if run is None or self.fget is None:
            return super().__get__(record, kind)
        return run.call(self.fget, (record,))


class _Kept(cached_property[Any]):
    """A property that is a fact, and is worked out once."""

    def put(self, kind: type[object], name: str) -> None:
        """Into a class."""
        self.__set_name__(kind, name)
        setattr(kind, name, self)

    def __get__(self, record: object, kind: Any = None) -> Any:
        run = UNFILLED.get(id(record)) if UNFILLED else None
        if run is None:
            return super().__get__(record, kind)
        fact = _run_of(record) is not None
        value = run.call(self.func, (record,), "kept") if fact else self.func(record)
        _inside(record)[str(self.attrname)] = value
        return value


def _run_of(record: object) -> Asking | None:
    """Who asks for a property as a fact: helpers of a closed run are about the ruleset alone."""
    run = UNFILLED.get(id(record)) if UNFILLED else None
    return None if run is None or (run.closed and record is not run.rules) else run


def method(function: FunctionType) -> Function:
    """A method that is a fact where it is about the situation: `rules.defence_of(shot)`."""

    @wraps(function)
    def asked(*args: Any, **named: Any) -> Any:
        run = OPEN.get(id(args[0])) if OPEN and not named else None
        if run is None or all(id(each) not in OPEN or each is run.rules for each in args):
            return function(*args, **named)
        return run.call(function, args)

    asked.fact_of = function  # type: ignore[attr-defined]
    return asked
