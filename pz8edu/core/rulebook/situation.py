"""A situation: a frozen record that describes its own form.

The annotations of its fields give the calculator's form, the command line, every message about a bad
value and the JSON interface. They are written once.
"""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Mapping
from typing import Any, ClassVar, Self, cast, dataclass_transform

from pz8edu.core.facts.record import UNFILLED, Record
from pz8edu.core.in_force import ReadingForm, run_under
from pz8edu.core.records import FrozenRecord, cached, names_of
from pz8edu.core.rulebook.beyond import beyond, outside
from pz8edu.core.rulebook.domain import JSON, Domain, NullableDomain, WordDomain, domain_of, help_of
from pz8edu.errors import BadInput, unknown

Given = Mapping[str, Any]
"""Values of inputs, or figures of an answer, by name."""
Values = Mapping[str, tuple[object, ...]]
"""The values that each of some inputs takes, by name."""


class Input(FrozenRecord):
    """One input of a situation: its name, domain, default and help."""

    name: str
    domain: Domain
    default: object
    help: str

    @property
    def required(self) -> bool:
        """Must it be given?"""
        return self.default is dataclasses.MISSING

    @property
    def optional(self) -> bool:
        """May it be left out without any default standing in for it?"""
        return self.default is None and not isinstance(self.domain, NullableDomain)


class FromRules:
    """An input whose domain the ruleset gives to which the form belongs: `printed`."""

    def domain(self, rules: Any) -> Domain:
        """What the input may be under these rules."""
        raise NotImplementedError


class RowOf(FrozenRecord, FromRules):
    """An input that names a row of a printed table."""

    table: str

    def domain(self, rules: Any) -> Domain:
        """The keys of the rows."""
        return WordDomain(tuple(getattr(rules, self.table)))


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Situation(Record, FrozenRecord):
    """What a rule is asked about: a frozen record with named, checked inputs.

    Subclass it with annotated fields; give `check` where inputs depend on each other. `Shot(...)` trusts its
    caller (the rules use it), `Shot.read({...})` checks everything, `Shot.of(firer, target)` takes over what
    they have of it.

    `printed` is the ruleset whose tables the form looks into; a child's form names its own. It may say the
    words in braces of its inputs' help otherwise (`says`), and leave out inputs: they keep their default
    (`not_asked`).
    """

    printed: ClassVar[Any] = None
    says: ClassVar[Mapping[str, str]] = {}
    not_asked: ClassVar[tuple[str, ...]] = ()
    in_the_book: ClassVar[object] = None
    extra_schema: ClassVar[Mapping[str, object]] = {}
    renamed: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(by_name=True, **options)

    def check(self) -> None:
        """Raise BadInput when inputs that are fine one by one do not go together."""

    @classmethod
    def fields(cls) -> Mapping[str, Input]:
        """The inputs by name, in the order of the record."""
        return _inputs(cls)

    @classmethod
    def read(cls, given: Given, where: str = "", *, beyond_the_book: bool = False) -> Self:
        """The record from named values; raises BadInput in one sentence for the first that cannot be used.

        `beyond_the_book` lets numbers go further than the book has them.
        """
        kind = cls.beyond() if beyond_the_book else cls
        return cast(Self, run_under(ReadingForm.of(kind.__name__), kind._read, (given, where), {}))

    @classmethod
    def _read(cls, given: Mapping[str, object], where: str) -> Self:
        record = cls(**cls.read_values(given, where))
        record.check()
        return record

    @classmethod
    def beyond(cls) -> type[Self]:
        """The same form with numbers that go further than the book has them; `in_the_book` is this one."""
        return cast("type[Self]", _beyond(cls))

    @classmethod
    def of_book(cls, rules: object) -> type[Self]:
        """The same form, which looks into the tables of another ruleset."""
        body = {"__module__": cls.__module__, "__doc__": cls.__doc__, "printed": rules}
        return cast("type[Self]", type(cls.__name__, (cls,), body))

    @classmethod
    def read_values(cls, given: Mapping[str, object], where: str = "") -> dict[str, object]:
        """The fields of the record from named values, each for itself; raises BadInput as `read` does."""
        inputs = cls.fields()
        prefix = f"{where}." if where else ""
        values: JSON = {}
        for name, value in given.items():
            known = inputs.get(name)
            if known is None:
                raise unknown(f"input{f' of {where}' if where else ''}", name, inputs)
            if value is None and known.optional:
                continue
            values[cls._attribute(name)] = known.domain.read(value, prefix + name)
        for name, known in inputs.items():
            if known.required and name not in given:
                meaning = f" ({known.help})" if known.help else ""
                raise BadInput(f"{prefix}{name} is required: {known.domain.words()}{meaning}")
        return values

    @classmethod
    def of(cls, *records: object, **named: object) -> Self:
        """The record with what `named` says, and the fields of the same name of other records."""
        run = UNFILLED.get(id(records[0])) if len(records) == 1 else None
        if run is not None:
            return cast(Self, run.taken(cls, cast(Record, records[0]), named))
        taken = {
            name: getattr(record, name)
            for record in reversed(records)
            for name in names_of(cls)
            if hasattr(record, name)
        }
        return cls(**(taken | named))

    def beyond_the_book(self) -> dict[str, str]:
        """The inputs that lie further than the book has them: "attack=8" -> "a whole number from 0 to 6"."""
        return {f"{name}={value}": words for name, value, words in outside(self)}

    def plain(self) -> JSON:
        """The inputs as JSON can hold them."""
        return {
            name: known.domain.plain(getattr(self, self._attribute(name)))
            for name, known in self.fields().items()
            if known.required or getattr(self, self._attribute(name)) is not None
        }

    @classmethod
    def schema(cls) -> JSON:
        """The form as JSON schema: the public interface of the question."""
        properties = {}
        for name, known in cls.fields().items():
            lines = known.domain.schema()
            if known.help:
                lines["description"] = known.help
            if not known.required and not known.optional:
                lines["default"] = known.domain.plain(known.default)
            properties[name] = lines
        return {
            "type": "object",
            "properties": properties,
            "required": [name for name, known in cls.fields().items() if known.required],
            "additionalProperties": False,
        } | dict(cls.extra_schema)

    @classmethod
    def _attribute(cls, name: str) -> str:
        """The field behind an input's name (they differ where the name is a word of Python)."""
        return cls.renamed.get(name, name)


class Nothing(Situation):
    """A question without inputs."""


@cached
def _inputs(cls: type[Situation]) -> Mapping[str, Input]:
    hints = typing.get_type_hints(cls, include_extras=True)
    public = {attribute: name for name, attribute in cls.renamed.items()}
    words: dict[str, str] = {}
    for kind in reversed(cls.__mro__):
        words |= vars(kind).get("says", {})
    found = {}
    for each in dataclasses.fields(cls):
        if each.name in cls.not_asked:
            continue
        name = public.get(each.name, each.name)
        hint = hints[each.name]
        text = re.sub(r"\{(\w+)\}", lambda word: words.get(word[1], word[0]), help_of(hint))
        found[name] = Input(name, _domain(cls, hint), each.default, text)
    return found


@cached
def _beyond(cls: type[Situation]) -> type[Situation]:
    fields = {
        name: dataclasses.replace(known, domain=beyond(known.domain)) for name, known in cls.fields().items()
    }
    body = {"__module__": cls.__module__, "__doc__": cls.__doc__, "in_the_book": cls.in_the_book or cls}
    return type(cls.__name__, (cls,), body | {"fields": classmethod(lambda _: fields)})


def _domain(cls: type[Situation], hint: object) -> Domain:
    given = next((note for note in getattr(hint, "__metadata__", ()) if isinstance(note, FromRules)), None)
    return domain_of(hint) if given is None else given.domain(cls.printed)
