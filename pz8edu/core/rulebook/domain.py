"""What a value may be: the domains of inputs, of table cells and of the numbers of a ruleset.

A domain reads a value from a person or a file, says in one sentence why it cannot be used, and writes
itself as JSON schema. It is built from the annotation of a record's field and nothing else.
"""

from __future__ import annotations

import enum
import math
import re
import types
import typing
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin

from pz8edu.core.records import FrozenRecord
from pz8edu.errors import BadInput, BadValue, listed, nearest, shown

N = TypeVar("N", int, "int | Fraction")
JSON = dict[str, Any]


class Word(enum.StrEnum):
    """A closed set of the rulebook's words."""

    __hash__ = str.__hash__

    def __repr__(self) -> str:
        return repr(self.value)

    @property
    def place(self) -> int:
        """Its place in the printed order, from 0."""
        return list(type(self)).index(self)


# --- what an annotation adds to a type
class Help(FrozenRecord):
    """What an input means, in one line."""

    text: str


class Limits(FrozenRecord, Generic[N]):
    """The least and the largest of what is allowed, both included; None for no limit."""

    minimum: N | None = None
    maximum: N | None = None

    def hold(self, value: int | Fraction) -> bool:
        """Does a value lie within them?"""
        return (self.minimum is None or value >= self.minimum) and (
            self.maximum is None or value <= self.maximum
        )

    def words(self) -> str:
        """The limits in words, with a blank before them."""
        low, high = self.minimum, self.maximum
        if low is None:
            return "" if high is None else f" of {high} or less"
        return f" of {low} or more" if high is None else f" from {low} to {high}"

    def schema(self, least: str = "minimum", most: str = "maximum") -> JSON:
        """The limits as lines of JSON schema, under these keys."""
        ends = {least: self.minimum, most: self.maximum}
        return {key: as_json(limit) for key, limit in ends.items() if limit is not None}


class Whole(Limits[int]):
    """The limits of a whole number."""


class Number(Limits["int | Fraction"]):
    """The limits of a number that may have a fraction; `above` is a limit that is not allowed itself."""

    above: int | Fraction | None = None

    def hold(self, value: int | Fraction) -> bool:
        return super().hold(value) and (self.above is None or value > self.above)

    def words(self) -> str:
        return super().words() if self.above is None else f" above {self.above}"

    def schema(self, least: str = "minimum", most: str = "maximum") -> JSON:
        above = {} if self.above is None else {"exclusiveMinimum": as_json(self.above)}
        return super().schema(least, most) | above


class Items(Limits[int]):
    """How many entries a list has, and whether they must all differ."""

    different: bool = False

    def words(self) -> str:
        if self.minimum is self.maximum is None:
            return ""
        count = f" of {self.minimum}" if self.minimum == self.maximum else super().words()
        return f"{count} entries"


class Text(FrozenRecord):
    """What a free text must look like."""

    pattern: str | None = None


class Closed(FrozenRecord):
    """A list of fixed places whose schema says that nothing may follow them."""


class Untyped(FrozenRecord):
    """A closed set of words whose schema does not name their type."""


class Nullable(FrozenRecord):
    """None is a value of its own, written null, and not only a blank: `Annotated[X | None, Nullable()]`."""


LARGEST_WHOLE = 10**18
LARGEST_NUMBER = 10**15
"""No rule needs larger numbers; they would only make answers that nobody can read."""
TOO_LONG = "; it has too many digits"


class Domain(FrozenRecord):
    """What a value may be."""

    def read(self, value: object, where: str) -> Any:
        """The value as the rules use it; raises BadValue: where, what was given, what is allowed."""
        raise NotImplementedError

    def spelled(self, value: object, where: str) -> object:
        """The same for what a person or a table of text has written: "5" is a number, "yes" is true."""
        return self.read(value, where)

    def schema(self) -> JSON:
        """The domain as JSON schema."""
        raise NotImplementedError

    def words(self) -> str:
        """The domain in words: "a whole number from 0 to 6"."""
        raise NotImplementedError

    def plain(self, value: object) -> Any:
        """A value as JSON can hold it."""
        return value

    def refuse(self, value: object, where: str, offer: str = "") -> BadValue:
        """The one sentence that a bad value gets."""
        return BadValue(where, shown(value), self.words(), offer)


class FlagDomain(Domain):
    """True or false."""

    def read(self, value: object, where: str) -> bool:
        if isinstance(value, bool):
            return value
        raise self.refuse(value, where)

    def spelled(self, value: object, where: str) -> bool:
        said = {"true": True, "yes": True, "false": False, "no": False}
        return self.read(said.get(value.strip().lower(), value) if isinstance(value, str) else value, where)

    def schema(self) -> JSON:
        return {"type": "boolean"}

    def words(self) -> str:
        return "true or false"


class WholeDomain(Domain):
    """A whole number."""

    limits: Whole = Whole()

    def read(self, value: object, where: str) -> int:
        number = None if isinstance(value, str) else to_fraction(value)
        if number is None or number.denominator != 1 or not self.limits.hold(number):
            raise self.refuse(value, where)
        if abs(number) > LARGEST_WHOLE:
            raise self.refuse(value, where, TOO_LONG)
        return number.numerator

    def spelled(self, value: Any, where: str) -> int:
        digits = isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,18}", value.strip())
        return self.read(int(value) if digits else value, where)

    def schema(self) -> JSON:
        return {"type": "integer", **self.limits.schema()}

    def words(self) -> str:
        return f"a whole number{self.limits.words()}"


class NumberDomain(Domain):
    """A number, read exactly as it is written: 0.1 is one tenth."""

    limits: Number = Number()

    def read(self, value: object, where: str) -> Fraction:
        number = None if isinstance(value, str) else to_fraction(value)
        if number is None or not self.limits.hold(number):
            raise self.refuse(value, where)
        if abs(number) > LARGEST_NUMBER:
            raise self.refuse(value, where, TOO_LONG)
        return number

    def spelled(self, value: object, where: str) -> Fraction:
        written = to_fraction(value) if isinstance(value, str) else None
        return self.read(value if written is None else written, where)

    def schema(self) -> JSON:
        return {"type": "number", **self.limits.schema()}

    def words(self) -> str:
        return f"a number{self.limits.words()}"

    def plain(self, value: Any) -> int | float:
        return as_json(value)


class WordDomain(Domain):
    """One of a few words (or of a few fixed values)."""

    options: tuple[Any, ...]
    kind: type[Word] | None = None
    typed: bool = True

    def read(self, value: object, where: str) -> object:
        for option in self.options:
            if value == option and isinstance(value, bool) == isinstance(option, bool):
                return option if self.kind is None else self.kind(option)
        offer = nearest(value, map(str, self.options))
        raise BadValue(where, shown(value), self._words(listed(self.options)), offer)

    def spelled(self, value: object, where: str) -> object:
        others = {str(option): option for option in self.options if not isinstance(option, str)}
        return self.read(others.get(value.strip(), value) if isinstance(value, str) else value, where)

    def schema(self) -> JSON:
        plain = [self.plain(option) for option in self.options]
        if not self.typed and len(plain) == 1:
            return {"const": plain[0]}
        typed = self.typed and all(isinstance(option, str) for option in plain)
        return {**({"type": "string"} if typed else {}), "enum": plain}

    def words(self) -> str:
        return self._words(", ".join(map(str, self.options)))

    def _words(self, options: str) -> str:
        return f"one of {options}" if len(self.options) > 1 else options

    def plain(self, value: object) -> object:
        return value.value if isinstance(value, enum.Enum) else value


class TextDomain(Domain):
    """A free text."""

    limits: Text = Text()

    def read(self, value: object, where: str) -> str:
        if not isinstance(value, str) or (self.limits.pattern and not re.search(self.limits.pattern, value)):
            raise self.refuse(value, where)
        return value

    def schema(self) -> JSON:
        return {"type": "string"} | ({"pattern": self.limits.pattern} if self.limits.pattern else {})

    def words(self) -> str:
        return f"a text like {self.limits.pattern}" if self.limits.pattern else "a text"


class ListDomain(Domain):
    """A list of values of one kind."""

    item: Domain
    limits: Items = Items()
    item_help: str = ""

    def read(self, value: Any, where: str) -> tuple[object, ...]:
        if not _is_list(value):
            raise self.refuse(value, where)
        if not self.limits.hold(len(value)):
            raise BadValue(where, f"{len(value)} entries", self.words())
        entries = tuple(self.item.read(entry, f"{where}[{place}]") for place, entry in enumerate(value))
        if self.limits.different and len(set(entries)) < len(entries):
            raise BadValue(where, shown(value), "a list of different entries")
        return entries

    def schema(self) -> JSON:
        items = self.item.schema() | ({"description": self.item_help} if self.item_help else {})
        different = {"uniqueItems": True} if self.limits.different else {}
        return {"type": "array", "items": items, **self.limits.schema("minItems", "maxItems"), **different}

    def words(self) -> str:
        return f"a list{self.limits.words()} (each {self.item.words()})"

    def plain(self, value: Any) -> list[object]:
        return [self.item.plain(entry) for entry in value]


class PlacesDomain(Domain):
    """A list with a fixed meaning for every place, such as [ground, inches]."""

    places: tuple[Domain, ...]
    helps: tuple[str, ...] = ()
    closed: bool = False

    def read(self, value: Any, where: str) -> tuple[object, ...]:
        if not _is_list(value) or len(value) != len(self.places):
            raise self.refuse(value, where)
        entries = enumerate(zip(self.places, value, strict=True))
        return tuple(place.read(entry, f"{where}[{number}]") for number, (place, entry) in entries)

    def schema(self) -> JSON:
        size = {"minItems": len(self.places), "maxItems": len(self.places)}
        if not self.closed and all(place == self.places[0] for place in self.places):
            return {"type": "array", "items": self.places[0].schema(), **size}
        helps = self.helps or ("",) * len(self.places)
        entries = [
            place.schema() | ({"description": text} if text else {})
            for place, text in zip(self.places, helps, strict=True)
        ]
        return {"type": "array", "prefixItems": entries, **({"items": False} if self.closed else {}), **size}

    def words(self) -> str:
        return "[" + ", ".join(place.words() for place in self.places) + "]"

    def plain(self, value: Any) -> list[object]:
        return [place.plain(entry) for place, entry in zip(self.places, value, strict=True)]


class RecordDomain(Domain):
    """A record of its own: an object with named inputs."""

    kind: Any
    beyond_the_book: bool = False

    def read(self, value: object, where: str) -> object:
        if isinstance(value, self.kind):
            return value
        if not isinstance(value, dict):
            raise self.refuse(value, where)
        more = {"beyond_the_book": True} if self.beyond_the_book else {}
        return self.kind.read(value, where, **more)

    def schema(self) -> JSON:
        lines: JSON = self.kind.schema()
        return lines

    def words(self) -> str:
        return f"an object with {listed(self.kind.fields())}"

    def plain(self, value: Any) -> object:
        return value.plain()


class EitherDomain(Domain):
    """One of several kinds of value: the first that fits."""

    options: tuple[Domain, ...]
    helps: tuple[str, ...] = ()

    def read(self, value: object, where: str) -> object:
        return self._first(value, where, [option.read for option in self.options])

    def spelled(self, value: object, where: str) -> object:
        return self._first(value, where, [option.spelled for option in self.options])

    def _first(self, value: object, where: str, readers: list[Callable[[object, str], object]]) -> object:
        for read in readers:
            try:
                return read(value, where)
            except BadInput:
                continue
        raise self.refuse(value, where)

    def schema(self) -> JSON:
        helps = self.helps or ("",) * len(self.options)
        told = [{"description": text} if text else {} for text in helps]
        return {"anyOf": [option.schema() | line for option, line in zip(self.options, told, strict=True)]}

    def words(self) -> str:
        return " or ".join(option.words() for option in self.options)

    def plain(self, value: object) -> object:
        for option in self.options:
            try:
                option.read(value, "")
            except BadInput:
                continue
            return option.plain(value)
        return value


class NullableDomain(Domain):
    """A value of another domain, or null."""

    inner: Domain

    def read(self, value: object, where: str) -> object:
        return self._or_null(self.inner.read, value, where)

    def spelled(self, value: object, where: str) -> object:
        return self._or_null(self.inner.spelled, value, where)

    def _or_null(self, read: Callable[[object, str], object], value: object, where: str) -> object:
        try:
            return None if value is None else read(value, where)
        except BadValue as fault:
            if fault.field != where:
                raise
            raise BadValue(where, fault.given, f"{fault.allowed}, or null", fault.offer) from None

    def schema(self) -> JSON:
        lines = self.inner.schema()
        if "type" in lines:
            lines["type"] = [lines["type"], "null"]
        if "const" in lines:
            lines["enum"] = [lines.pop("const")]
        return lines | ({"enum": [*lines["enum"], None]} if "enum" in lines else {})

    def words(self) -> str:
        return f"{self.inner.words()}, or null"

    def plain(self, value: object) -> object:
        return None if value is None else self.inner.plain(value)


# --- from annotations
def domain_of(annotation: object) -> Domain:
    """The domain that an annotation describes.

    `bool`, `int`, `Fraction` (any number), `str`, a Word, Literal, `tuple[X, ...]` (a list), `tuple[X, Y]`
    (fixed places), a Situation, unions of these; Annotated adds Whole, Number, Text, Items,
    Closed, Untyped, Nullable, or a domain itself.
    """
    kind, notes = _parted(annotation)
    given = next((note for note in reversed(notes) if isinstance(note, Domain)), None)
    if given is not None:
        return given
    told = {type(note): note for note in notes}
    origin = get_origin(kind)
    if origin is Literal:
        return WordDomain(get_args(kind), typed=Untyped not in told)
    if origin in (Union, types.UnionType):
        return _of_union([option for option in get_args(kind) if option is not type(None)], notes)
    if origin is tuple:
        return _of_tuple(get_args(kind), told)
    if kind in _SIMPLE:
        return _SIMPLE[kind](told)
    if isinstance(kind, type) and issubclass(kind, Word):
        return WordDomain(tuple(kind), kind, Untyped not in told)
    if isinstance(kind, type) and hasattr(kind, "read") and hasattr(kind, "schema"):
        return RecordDomain(kind)
    raise TypeError(f"no domain is known for the annotation {annotation!r}")


_SIMPLE: dict[Any, Callable[[dict[Any, Any]], Domain]] = {
    bool: lambda _: FlagDomain(),
    int: lambda told: WholeDomain(told.get(Whole, Whole())),
    Fraction: lambda told: NumberDomain(told.get(Number, Number())),
    float: lambda told: NumberDomain(told.get(Number, Number())),
    str: lambda told: TextDomain(told.get(Text, Text())),
}


def _of_union(options: list[Any], notes: tuple[object, ...]) -> Domain:
    if len(options) > 1:
        return EitherDomain(tuple(map(domain_of, options)), tuple(map(help_of, options)))
    inner = domain_of(typing.Annotated[options[0], *notes] if notes else options[0])
    return NullableDomain(inner) if any(isinstance(note, Nullable) for note in notes) else inner


def _of_tuple(places: tuple[object, ...], told: dict[Any, Any]) -> Domain:
    if len(places) == 2 and places[1] is Ellipsis:
        return ListDomain(domain_of(places[0]), told.get(Items, Items()), help_of(places[0]))
    return PlacesDomain(tuple(map(domain_of, places)), tuple(map(help_of, places)), Closed in told)


def help_of(annotation: object) -> str:
    """The help text in an annotation; empty if there is none."""
    _, notes = _parted(annotation)
    return next((note.text for note in reversed(notes) if isinstance(note, Help)), "")


def _parted(annotation: object) -> tuple[Any, tuple[Any, ...]]:
    """The type and what Annotated adds to it, the outermost last."""
    notes: tuple[Any, ...] = ()
    while get_origin(annotation) is typing.Annotated:
        annotation, *more = get_args(annotation)
        notes = (*more, *notes)
    return annotation, notes


# --- numbers
_WRITTEN = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?([eE][+-]?\d{1,2})?|[+-]?\d{1,15}/0*[1-9]\d{0,14}")


def to_fraction(value: object) -> Fraction | None:
    """A number exactly as it is written; None for what is no number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, float):
        return Fraction(repr(value)) if math.isfinite(value) else None
    if isinstance(value, str):
        return Fraction(value.strip()) if _WRITTEN.fullmatch(value.strip()) else None
    numerator, denominator = getattr(value, "p", None), getattr(value, "q", None)
    if isinstance(numerator, int) and isinstance(denominator, int):  # SymPy's rational numbers
        return Fraction(numerator, denominator)
    return None


def as_json(number: int | Fraction) -> int | float:
    """A number as JSON writes it."""
    return int(number) if number == int(number) else float(number)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
