"""A situation: a frozen record that describes its own form.

The annotations of its fields give the calculator's form, the command line, every message about a bad
value and the JSON interface. They are written once.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from typing import Any, ClassVar, Self, dataclass_transform

from pz8edu.errors import BadInput, unknown
from pz8edu.rulebook.domain import Domain, NullableDomain, domain_of, help_of


@dataclasses.dataclass(frozen=True)
class Input:
    """One input of a situation: its name, domain, default and help."""

    name: str
    domain: Domain
    default: Any
    help: str

    @property
    def required(self) -> bool:
        """Must it be given?"""
        return self.default is dataclasses.MISSING

    @property
    def optional(self) -> bool:
        """May it be left out without any default standing in for it?"""
        return self.default is None and not isinstance(self.domain, NullableDomain)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Situation:
    """What a rule is asked about: a frozen record with named, checked inputs.

    Subclass it with annotated fields; give `check` where inputs depend on each other. `Shot(...)` trusts its
    caller (the rules use it), `Shot.read({...})` checks everything.
    """

    extra_schema: ClassVar[Mapping[str, Any]] = {}
    renamed: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)

    def check(self) -> None:
        """Raise BadInput when inputs that are fine one by one do not go together."""

    @classmethod
    def fields(cls) -> Mapping[str, Input]:
        """The inputs by name, in the order of the record."""
        return _inputs(cls)

    @classmethod
    def read(cls, given: Mapping[str, Any], where: str = "") -> Self:
        """The record from named values; raises BadInput in one sentence for the first that cannot be used."""
        inputs = cls.fields()
        prefix = f"{where}." if where else ""
        values: dict[str, Any] = {}
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
        record = cls(**values)
        record.check()
        return record

    def plain(self) -> dict[str, Any]:
        """The inputs as JSON can hold them."""
        return {
            name: known.domain.plain(getattr(self, self._attribute(name)))
            for name, known in self.fields().items()
            if getattr(self, self._attribute(name)) is not None
        }

    @classmethod
    def schema(cls) -> dict[str, Any]:
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


_INPUTS: dict[type[Situation], Mapping[str, Input]] = {}


def _inputs(cls: type[Situation]) -> Mapping[str, Input]:
    known = _INPUTS.get(cls)
    if known is None:
        known = _INPUTS[cls] = _described(cls)
    return known


def _described(cls: type[Situation]) -> Mapping[str, Input]:
    hints = typing.get_type_hints(cls, include_extras=True)
    public = {attribute: name for name, attribute in cls.renamed.items()}
    found = {}
    for each in dataclasses.fields(cls):  # type: ignore[arg-type]
        name = public.get(each.name, each.name)
        default = each.default
        if default is dataclasses.MISSING and each.default_factory is not dataclasses.MISSING:
            default = each.default_factory()
        found[name] = Input(name, domain_of(hints[each.name]), default, help_of(hints[each.name]))
    return found
