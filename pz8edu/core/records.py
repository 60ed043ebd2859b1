"""Frozen records whose methods stand here once: `dataclass` writes and compiles six anew for every class,
which was half of the time in which a rule system is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields, replace
from functools import cache
from inspect import Parameter, Signature, signature
from operator import attrgetter
from typing import Any, NamedTuple, NoReturn, TypeVar, cast, dataclass_transform

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")

cached = cast("Callable[[F], F]", cache)
"""`functools.cache` for functions of classes: one that is remembered keeps its signature."""


@cached
def fields_of(kind: type[object]) -> tuple[Field[Any], ...]:
    """The fields of a kind of record, in their order."""
    return fields(cast(Any, kind))


def replaced(record: T, **named: object) -> T:
    """The same record with some fields changed."""
    return cast(T, replace(cast(Any, record), **named))


@cached
def names_of(kind: type[object]) -> tuple[str, ...]:
    """Their names."""
    return tuple(each.name for each in fields_of(kind))


class _Form(NamedTuple):
    """What records of a kind are made of: names by place and in all, those that must be told, defaults."""

    by_place: list[str]
    required: frozenset[str]
    known: dict[str, object]
    made: dict[str, Callable[[], object]]
    is_checked: bool


@cached
def _form(kind: type[object]) -> _Form:
    known = {each.name: each.default for each in fields_of(kind)}
    made = {each.name: make for each in fields_of(kind) if (make := each.default_factory) is not MISSING}
    required = frozenset(name for name, default in known.items() if default is MISSING and name not in made)
    by_place = [each.name for each in fields_of(kind) if not each.kw_only]
    return _Form(by_place, required, known, made, hasattr(kind, "__post_init__"))


@cached
def _compared(kind: type[object]) -> Callable[[object], object]:
    """What records of a kind are compared by."""
    names = [each.name for each in fields_of(kind) if each.compare]
    return attrgetter(*names) if names else lambda _: ()


class _Signature:
    """How a record is made, for who looks it up in a notebook."""

    def __get__(self, record: object, kind: Any) -> Signature:
        told = []
        for each in fields(kind):
            place = Parameter.KEYWORD_ONLY if each.kw_only else Parameter.POSITIONAL_OR_KEYWORD
            left_out = Parameter.empty if each.name in _form(kind).required else each.default
            told.append(Parameter(each.name, place, default=left_out, annotation=each.type))
        return Signature(sorted(told, key=lambda each: each.kind))


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class FrozenRecord:
    """Its children are frozen dataclasses of plain fields, made, written, compared and hashed by these."""

    __slots__ = ("__dict__", "__weakref__", "_hash")
    __signature__ = _Signature()

    def __init_subclass__(cls, by_name: bool = False, **options: object) -> None:
        super().__init_subclass__(**options)
        dataclass(init=False, repr=False, eq=False, kw_only=by_name)(cls)

    def __init__(self, *values: object, **named: object) -> None:
        by_place, required, known, made, is_checked = _form(type(self))
        given = dict(zip(by_place, values, strict=False), **named) if values else named
        record = self.__dict__
        record.update(known)
        record.update(given)
        told = len(given) == len(values) + len(named) and given.keys() >= required
        if len(record) > len(known) or not told:
            signature(type(self)).bind(*values, **named)
        for name in made and made.keys() - given.keys():
            record[name] = made[name]()
        if is_checked:
            self.__post_init__()  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        told = (f"{each.name}={getattr(self, each.name)!r}" for each in fields_of(type(self)) if each.repr)
        return f"{type(self).__qualname__}({', '.join(told)})"

    def __eq__(self, other: object) -> bool:
        by = _compared(type(self))
        return bool(by(self) == by(other)) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self) -> int:
        try:
            known: int = object.__getattribute__(self, "_hash")
        except AttributeError:
            known = hash(_compared(type(self))(self))
            object.__setattr__(self, "_hash", known)
        return known

    def __getstate__(self) -> dict[str, object]:
        return vars(self)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")
