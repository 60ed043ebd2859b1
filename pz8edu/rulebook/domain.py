"""What a value may be: the domains of inputs, of table cells and of the numbers of a ruleset.

A domain reads a value from a person or a file, says in one sentence why it cannot be used, and writes
itself as JSON schema. It is built from the annotation of a record's field and nothing else.
"""

from __future__ import annotations

import enum
import re
import types
import typing
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, Union, get_args, get_origin

from pz8edu.errors import BadInput, nearest, shown, unknown


class Word(enum.StrEnum):
    """A closed set of the rulebook's words."""

    __hash__ = str.__hash__

    def __repr__(self) -> str:
        return repr(self.value)

    @property
    def place(self) -> int:
        """Its place in the printed order, from 0."""
        return list(type(self)).index(self)


@dataclass(frozen=True)
class Help:
    """What an input means, in one line."""

    text: str


@dataclass(frozen=True)
class Whole:
    """The limits of a whole number."""

    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True)
class Number:
    """The limits of a number that may have a fraction."""

    minimum: int | Fraction | None = None
    maximum: int | Fraction | None = None
    above: int | Fraction | None = None


@dataclass(frozen=True)
class Items:
    """How many entries a list has."""

    minimum: int | None = None
    maximum: int | None = None
    different: bool = False


@dataclass(frozen=True)
class Text:
    """What a free text must look like."""

    pattern: str | None = None


@dataclass(frozen=True)
class Schema:
    """Further lines of the JSON schema that the record checks itself."""

    lines: tuple[tuple[str, Any], ...] = field(default=())


@dataclass(frozen=True)
class Closed:
    """A list of fixed places whose schema says that nothing may follow them."""


@dataclass(frozen=True)
class Untyped:
    """A closed set of words whose schema does not name their type."""


@dataclass(frozen=True)
class Nullable:
    """None is a value of its own, written null, and not only a blank: `Annotated[X | None, Nullable()]`."""


LARGEST_WHOLE = 10**18
LARGEST_NUMBER = 10**15
"""No rule needs larger numbers; they would only make answers that nobody can read."""


class Domain:
    """What a value may be."""

    def read(self, value: Any, where: str) -> Any:
        """The value as the rules use it; raises BadInput: where, what was given, what is allowed."""
        raise NotImplementedError

    def spelled(self, value: Any, where: str) -> Any:
        """The same for what a person or a table of text has written: "5" is a number, "yes" is true."""
        return self.read(value, where)

    def schema(self) -> dict[str, Any]:
        """The domain as JSON schema."""
        raise NotImplementedError

    def words(self) -> str:
        """The domain in words: "a whole number from 0 to 6"."""
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """A value as JSON can hold it."""
        return value

    def refuse(self, value: Any, where: str, offer: str = "") -> BadInput:
        """The one sentence that a bad value gets."""
        return BadInput(f"{where} must be {self.words()}; got {shown(value)}{offer}")


@dataclass(frozen=True)
class FlagDomain(Domain):
    """True or false."""

    def read(self, value: Any, where: str) -> bool:
        if isinstance(value, bool):
            return value
        raise self.refuse(value, where)

    def spelled(self, value: Any, where: str) -> bool:
        if isinstance(value, str) and value.strip().lower() in {"true", "false", "yes", "no"}:
            return value.strip().lower() in {"true", "yes"}
        return self.read(value, where)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def words(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class WholeDomain(Domain):
    """A whole number."""

    limits: Whole = Whole()

    def read(self, value: Any, where: str) -> int:
        number = value
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if isinstance(number, Fraction) and number.denominator == 1:
            number = number.numerator
        if isinstance(number, bool) or not isinstance(number, int):
            raise self.refuse(value, where)
        low, high = self.limits.minimum, self.limits.maximum
        if (low is not None and number < low) or (high is not None and number > high):
            raise self.refuse(value, where)
        if abs(number) > LARGEST_WHOLE:
            raise self.refuse(value, where, "; it has too many digits")
        return int(number)

    def spelled(self, value: Any, where: str) -> int:
        if isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,18}", value.strip()):
            return self.read(int(value), where)
        return self.read(value, where)

    def schema(self) -> dict[str, Any]:
        lines: dict[str, Any] = {"type": "integer"}
        if self.limits.minimum is not None:
            lines["minimum"] = self.limits.minimum
        if self.limits.maximum is not None:
            lines["maximum"] = self.limits.maximum
        return lines

    def words(self) -> str:
        return f"a whole number{span(self.limits.minimum, self.limits.maximum)}"


@dataclass(frozen=True)
class NumberDomain(Domain):
    """A number, read exactly as it is written: 0.1 is one tenth."""

    limits: Number = Number()

    def read(self, value: Any, where: str) -> Fraction:
        number = None if isinstance(value, str) else exact(value)
        if number is None:
            raise self.refuse(value, where)
        low, high, above = self.limits.minimum, self.limits.maximum, self.limits.above
        if (
            (low is not None and number < low)
            or (high is not None and number > high)
            or (above is not None and number <= above)
        ):
            raise self.refuse(value, where)
        if abs(number) > LARGEST_NUMBER:
            raise self.refuse(value, where, "; it has too many digits")
        return number

    def spelled(self, value: Any, where: str) -> Fraction:
        written = exact(value) if isinstance(value, str) else None
        return self.read(value if written is None else written, where)

    def schema(self) -> dict[str, Any]:
        lines: dict[str, Any] = {"type": "number"}
        if self.limits.minimum is not None:
            lines["minimum"] = self.plain(self.limits.minimum)
        if self.limits.maximum is not None:
            lines["maximum"] = self.plain(self.limits.maximum)
        if self.limits.above is not None:
            lines["exclusiveMinimum"] = self.plain(self.limits.above)
        return lines

    def words(self) -> str:
        if self.limits.above is not None:
            return f"a number above {self.limits.above}"
        return f"a number{span(self.limits.minimum, self.limits.maximum)}"

    def plain(self, value: Any) -> Any:
        return int(value) if value == int(value) else float(value)


@dataclass(frozen=True)
class WordDomain(Domain):
    """One of a few words (or of a few fixed values)."""

    options: tuple[Any, ...]
    kind: type[Word] | None = None
    typed: bool = True

    def read(self, value: Any, where: str) -> Any:
        for option in self.options:
            if value == option and isinstance(value, bool) == isinstance(option, bool):
                return option if self.kind is None else self.kind(option)
        raise self.refuse(value, where, nearest(value, map(str, self.options)))

    def spelled(self, value: Any, where: str) -> Any:
        for option in self.options:
            if isinstance(value, str) and not isinstance(option, str) and value.strip() == str(option):
                return option
        return self.read(value, where)

    def schema(self) -> dict[str, Any]:
        plain = [self.plain(option) for option in self.options]
        if self.typed and all(isinstance(option, str) for option in plain):
            return {"type": "string", "enum": plain}
        return {"enum": plain}

    def words(self) -> str:
        return (
            "one of " + ", ".join(map(str, self.options)) if len(self.options) > 1 else str(self.options[0])
        )

    def plain(self, value: Any) -> Any:
        return value.value if isinstance(value, enum.Enum) else value


@dataclass(frozen=True)
class TextDomain(Domain):
    """A free text."""

    limits: Text = Text()

    def read(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or (self.limits.pattern and not re.search(self.limits.pattern, value)):
            raise self.refuse(value, where)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string"} | ({"pattern": self.limits.pattern} if self.limits.pattern else {})

    def words(self) -> str:
        return f"a text like {self.limits.pattern}" if self.limits.pattern else "a text"


@dataclass(frozen=True)
class ListDomain(Domain):
    """A list of values of one kind."""

    item: Domain
    limits: Items = Items()
    item_help: str = ""

    def read(self, value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise self.refuse(value, where)
        low, high = self.limits.minimum, self.limits.maximum
        if (low is not None and len(value) < low) or (high is not None and len(value) > high):
            raise BadInput(f"{where} must be {self.words()}; got {len(value)} entries")
        entries = tuple(self.item.read(entry, f"{where}[{place}]") for place, entry in enumerate(value))
        if self.limits.different and len(set(entries)) < len(entries):
            raise BadInput(f"{where} must have different entries; got {shown(value)}")
        return entries

    def schema(self) -> dict[str, Any]:
        lines: dict[str, Any] = {"type": "array", "items": self.item.schema()}
        if self.item_help:
            lines["items"]["description"] = self.item_help
        if self.limits.minimum is not None:
            lines["minItems"] = self.limits.minimum
        if self.limits.maximum is not None:
            lines["maxItems"] = self.limits.maximum
        if self.limits.different:
            lines["uniqueItems"] = True
        return lines

    def words(self) -> str:
        low, high = self.limits.minimum, self.limits.maximum
        count = "" if low is None and high is None else f" of {low}" if low == high else span(low, high)
        return f"a list{count}{' entries' if count else ''} (each {self.item.words()})"

    def plain(self, value: Any) -> Any:
        return [self.item.plain(entry) for entry in value]


@dataclass(frozen=True)
class PlacesDomain(Domain):
    """A list with a fixed meaning for every place, such as [ground, inches]."""

    places: tuple[Domain, ...]
    helps: tuple[str, ...] = ()
    closed: bool = False

    def read(self, value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != len(self.places):
            raise self.refuse(value, where)
        return tuple(
            place.read(entry, f"{where}[{number}]")
            for number, (place, entry) in enumerate(zip(self.places, value, strict=True))
        )

    def schema(self) -> dict[str, Any]:
        count = len(self.places)
        size = {"minItems": count, "maxItems": count}
        if not self.closed and all(place == self.places[0] for place in self.places):
            return {"type": "array", "items": self.places[0].schema(), **size}
        helps = self.helps or ("",) * count
        entries = [
            place.schema() | ({"description": text} if text else {})
            for place, text in zip(self.places, helps, strict=True)
        ]
        return {"type": "array", "prefixItems": entries, **({"items": False} if self.closed else {}), **size}

    def words(self) -> str:
        return "[" + ", ".join(place.words() for place in self.places) + "]"

    def plain(self, value: Any) -> Any:
        return [place.plain(entry) for place, entry in zip(self.places, value, strict=True)]


@dataclass(frozen=True)
class RecordDomain(Domain):
    """A record of its own: an object with named inputs."""

    kind: Any

    def read(self, value: Any, where: str) -> Any:
        if isinstance(value, self.kind):
            return value
        if not isinstance(value, dict):
            raise self.refuse(value, where)
        return self.kind.read(value, where)

    def schema(self) -> dict[str, Any]:
        lines: dict[str, Any] = self.kind.schema()
        return lines

    def words(self) -> str:
        return "an object with " + ", ".join(self.kind.fields())

    def plain(self, value: Any) -> Any:
        return value.plain()


@dataclass(frozen=True)
class EitherDomain(Domain):
    """One of several kinds of value: the first that fits."""

    options: tuple[Domain, ...]
    key: str = "anyOf"

    def read(self, value: Any, where: str) -> Any:
        for option in self.options:
            try:
                return option.read(value, where)
            except BadInput:
                continue
        raise self.refuse(value, where)

    def spelled(self, value: Any, where: str) -> Any:
        for option in self.options:
            try:
                return option.spelled(value, where)
            except BadInput:
                continue
        raise self.refuse(value, where)

    def schema(self) -> dict[str, Any]:
        return {self.key: [option.schema() for option in self.options]}

    def words(self) -> str:
        return " or ".join(option.words() for option in self.options)

    def plain(self, value: Any) -> Any:
        for option in self.options:
            try:
                option.read(value, "")
            except (BadInput, TypeError):
                continue
            return option.plain(value)
        return value


@dataclass(frozen=True)
class NullableDomain(Domain):
    """A value of another domain, or null."""

    inner: Domain

    def read(self, value: Any, where: str) -> Any:
        if value is None:
            return None
        try:
            return self.inner.read(value, where)
        except BadInput as fault:
            raise BadInput(str(fault).replace(self.inner.words(), self.words(), 1)) from None

    def spelled(self, value: Any, where: str) -> Any:
        return None if value is None else self.inner.spelled(value, where)

    def schema(self) -> dict[str, Any]:
        lines = self.inner.schema()
        if "type" in lines:
            lines["type"] = [lines["type"], "null"]
        return lines | ({"enum": [*lines["enum"], None]} if "enum" in lines else {})

    def words(self) -> str:
        return f"{self.inner.words()}, or null"

    def plain(self, value: Any) -> Any:
        return None if value is None else self.inner.plain(value)


def domain_of(annotation: Any) -> Domain:
    """The domain that an annotation describes.

    `bool`, `int`, `Fraction` (any number), `str`, a Word, Literal, `tuple[X, ...]` (a list), `tuple[X, Y]`
    (fixed places), a Situation, unions of these; Annotated adds Whole, Number, Text, Items,
    Closed, Untyped, Nullable.
    """
    notes: tuple[Any, ...] = ()
    while get_origin(annotation) is typing.Annotated:
        inner, *more = get_args(annotation)
        notes = (*more, *notes)
        annotation = inner

    def note(kind: Any, default: Any) -> Any:
        found = [one for one in notes if isinstance(one, kind)]
        return found[-1] if found else default

    given = note(Domain, None)
    if given is not None:
        return typing.cast(Domain, given)
    origin = get_origin(annotation)
    if origin is Literal:
        return WordDomain(get_args(annotation), typed=note(Untyped, None) is None)
    if origin in (Union, types.UnionType):
        options = [option for option in get_args(annotation) if option is not type(None)]
        if len(options) == 1:
            inner = domain_of(typing.Annotated[options[0], *notes] if notes else options[0])
            return inner if note(Nullable, None) is None else NullableDomain(inner)
        return EitherDomain(tuple(domain_of(option) for option in options))
    if origin is tuple:
        inner = get_args(annotation)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return ListDomain(domain_of(inner[0]), note(Items, Items()), help_of(inner[0]))
        helps = tuple(help_of(place) for place in inner)
        return PlacesDomain(tuple(map(domain_of, inner)), helps, note(Closed, None) is not None)
    if annotation is bool:
        return FlagDomain()
    if annotation is int:
        return WholeDomain(note(Whole, Whole()))
    if annotation in (Fraction, float):
        return NumberDomain(note(Number, Number()))
    if annotation is str:
        return TextDomain(note(Text, Text()))
    if isinstance(annotation, type) and issubclass(annotation, Word):
        return WordDomain(tuple(annotation), annotation, note(Untyped, None) is None)
    if isinstance(annotation, type) and hasattr(annotation, "read") and hasattr(annotation, "schema"):
        return RecordDomain(annotation)
    raise TypeError(f"no domain is known for the annotation {annotation!r}")


def help_of(annotation: Any) -> str:
    """The help text in an annotation; empty if there is none."""
    text = ""
    while get_origin(annotation) is typing.Annotated:
        inner, *notes = get_args(annotation)
        text = text or next((note.text for note in reversed(notes) if isinstance(note, Help)), "")
        annotation = inner
    return text


def span(low: Any, high: Any) -> str:
    """The limits of a number in words, with a blank before them."""
    if low is None and high is None:
        return ""
    if high is None:
        return f" of {low} or more"
    if low is None:
        return f" of {high} or less"
    return f" from {low} to {high}"


def exact(value: Any) -> Fraction | None:
    """A number exactly as it is written; None for what is no number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, float):
        return Fraction(repr(value)) if value == value and abs(value) != float("inf") else None
    if isinstance(value, str) and re.fullmatch(
        r"[+-]?\d{1,15}(\.\d{1,15})?([eE][+-]?\d{1,2})?|[+-]?\d{1,15}/0*[1-9]\d{0,14}", value.strip()
    ):
        return Fraction(value.strip())
    numerator, denominator = getattr(value, "p", None), getattr(value, "q", None)
    if isinstance(numerator, int) and isinstance(denominator, int):
        return Fraction(numerator, denominator)
    return None


__all__ = [
    "Closed",
    "Domain",
    "EitherDomain",
    "FlagDomain",
    "Help",
    "Items",
    "ListDomain",
    "Nullable",
    "NullableDomain",
    "Number",
    "NumberDomain",
    "PlacesDomain",
    "RecordDomain",
    "Schema",
    "Text",
    "TextDomain",
    "Untyped",
    "Whole",
    "WholeDomain",
    "Word",
    "WordDomain",
    "domain_of",
    "exact",
    "help_of",
    "unknown",
]
