"""A ruleset: every number that a rulebook prints and every reading of its doubtful words.

A variant is another ruleset; its text names only what departs from the book. A book that says "as in"
another is a subclass: it declares what it prints otherwise and names what it does not print.
"""

from __future__ import annotations

import dataclasses
import json
import re
import sys
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar, Self, SupportsIndex, TypeVar, cast, dataclass_transform

from pz8edu.core.facts.record import Record
from pz8edu.core.frozen import Hashed, key_of
from pz8edu.core.in_force import OwnRules
from pz8edu.core.records import FrozenRecord, cached, fields_of, replaced
from pz8edu.core.rulebook.beyond import beyond, book_has
from pz8edu.core.rulebook.domain import JSON, Domain, Number, NumberDomain, Whole, WholeDomain, WordDomain
from pz8edu.core.rulebook.own_rules import as_printed, check_own, under_own_rules
from pz8edu.core.rulebook.table import Row, Table, load
from pz8edu.errors import BadInput, all_of, shown, unknown

R = TypeVar("R", bound=Row)

AGREEMENT = "an agreement for the table: changes no odds"
"""What is said of a number or reading that players must agree on and that no question here depends on."""
PLAYED = "in whole turns only"
"""What is said of a reading that a played turn has, and no question."""


class Printed(FrozenRecord):
    """A number of the book: what it is, where it stands, what a designer may change it to.

    `owner` is the rule system that prints it so: the own one, or the parent from which it is taken.
    """

    section: str
    meaning: str
    domain: WholeDomain | NumberDomain
    agreement: bool = False
    owner: str = ""


class Reading(FrozenRecord):
    """A doubtful place of the book, with its answers by letter; the first is the default.

    Where the public interface names the default by itself, `default` does so too. One that is `played` acts
    on whole turns only: no question reads it, and the public interface does not name it.
    """

    section: str
    question: str
    answers: Mapping[str, str]
    default: str = ""
    agreement: bool = False
    played: bool = False
    owner: str = ""

    @property
    def meaning(self) -> str:
        """What is asked: numbers and tables have a meaning too."""
        return self.question

    def interface(self) -> dict[str, str]:
        """The answers by letter, and the default where it is named."""
        return dict(self.answers) | ({"default": self.default} if self.default else {})

    def read(self, value: object, where: str) -> str:
        """The letter of an answer; "default" is the recommended one."""
        if value == "default":
            return self.default or next(iter(self.answers))
        if not isinstance(value, str) or value not in self.answers:
            raise BadInput(f"reading {where} must be one of {', '.join(self.answers)}; got {shown(value)}")
        return str(value)


class PrintedTable(FrozenRecord):
    """A table of the book: its file and the record of its rows."""

    file: str
    name: str
    row: type[Row]
    section: str
    meaning: str
    owner: str = ""


Declared = Printed | Reading | PrintedTable
"""What a book has: a number, a doubtful place or a table."""


def number(
    value: int,
    section: str,
    meaning: str,
    *,
    minimum: int | None = None,
    maximum: int | None = None,
    agreement: bool = False,
) -> int:
    """A whole number of the book, as a field of a ruleset; an `agreement` changes no odds."""
    printed = Printed(section, _told(meaning, agreement), WholeDomain(Whole(minimum, maximum)), agreement)
    return dataclasses.field(default=value, metadata={"printed": printed})


def measure(
    value: Fraction | int,
    section: str,
    meaning: str,
    *,
    minimum: int | Fraction | None = None,
    maximum: int | Fraction | None = None,
    agreement: bool = False,
) -> Fraction:
    """A number of the book that may have a fraction (inches, degrees), as a field of a ruleset."""
    printed = Printed(section, _told(meaning, agreement), NumberDomain(Number(minimum, maximum)), agreement)
    return dataclasses.field(default=Fraction(value), metadata={"printed": printed})


def reading(
    section: str,
    question: str,
    named: Mapping[str, str] | None = None,
    *,
    default: str = "",
    agreement: bool = False,
    played: bool = False,
    **answers: str,
) -> str:
    """A doubtful place of the book, as a field of a ruleset: `reading("5", "…?", a="…", b="…")`.

    `named` has answers whose names are no words of Python; an `agreement` changes no odds; what is `played`
    is a doubt that only whole turns have.
    """
    told = f"{question} ({PLAYED})" if played else _told(question, agreement)
    doubt = Reading(section, told, {**(named or {}), **answers}, default, agreement, played)
    return dataclasses.field(default=default or next(iter(doubt.answers)), metadata={"reading": doubt})


def _told(meaning: str, agreement: bool) -> str:
    return f"{meaning} ({AGREEMENT})" if agreement else meaning


def table(file: str, row: type[R], section: str, meaning: str, name: str = "") -> Table[R]:
    """A printed table, as a field of a ruleset; `file` lies beside the ruleset's module."""
    printed = PrintedTable(file, name or file.removesuffix(".csv"), row, section, meaning)
    return cast("Table[R]", dataclasses.field(metadata={"table": printed}))


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(number, measure, reading, table)
)
class Ruleset(Record, FrozenRecord, by_name=True):
    """The numbers, tables and readings of one rule system; frozen, hashable, compared by content.

    `rules.variant(hit_on=3, R3="b")` is another ruleset; `str(rules)` names only the departures and
    `Ruleset.parse` reads that text back.

    A child names in `not_printed` what its parent has and its own book has not, and in `sections` where its
    book has what it takes over.
    Tables lie beside the module, or in the working folder where it has no file (a notebook).
    """

    system: ClassVar[str] = ""
    not_printed: ClassVar[tuple[str, ...]] = ()
    sections: ClassVar[Mapping[str, str]] = {}

    own_rules: OwnRules = ()

    def __init_subclass__(cls, **options: object) -> None:
        folder = Path(getattr(sys.modules.get(cls.__module__), "__file__", None) or "table.csv").parent
        for field in vars(cls).copy().values():
            if isinstance(field, dataclasses.Field) and "table" in field.metadata:
                told = field.metadata["table"]
                field.default_factory = cache(partial(load, folder / told.file, told.name, told.row))
        super().__init_subclass__(by_name=True, **options)

    # --- identity
    @property
    def _key(self) -> tuple[object, ...]:
        key = self.__dict__.get("_content")
        if key is None:
            key = (self.system, *self.__getstate__().values())
            object.__setattr__(self, "_content", key)
        return cast("tuple[Any, ...]", key)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        alike = isinstance(other, Ruleset) and as_printed(type(self)) is as_printed(type(other))
        return alike and self._key == cast(Ruleset, other)._key

    def __hash__(self) -> int:
        known = self.__dict__.get("_hash")
        if known is None:
            known = hash(self._key)
            object.__setattr__(self, "_hash", known)
        return cast(int, known)

    def frozen_key(self, of: Callable[[object], Hashable]) -> Hashable:
        """What tells it from other ones: numbers, readings and cells to their types, own functions."""
        own, content = self.own_rules and of(self.own_rules), self.__dict__.get("_frozen")
        if content is None:
            told = {name: value for name, value in self.__getstate__().items() if name != "own_rules"}
            content = Hashed(tuple(map(key_of, told.values())))
            object.__setattr__(self, "_frozen", content)
        return as_printed(type(self)), content, own

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """A ruleset with functions of one's own is sent to another process by these."""
        if not self.own_rules:
            return super().__reduce_ex__(protocol)
        return _with_own_rules, (as_printed(type(self)), self.__getstate__())

    # --- what the book prints
    @classmethod
    def numbers(cls) -> Mapping[str, Printed]:
        """The printed numbers by name."""
        return _declared(cls, "printed")

    @classmethod
    def readings(cls) -> Mapping[str, Reading]:
        """The doubtful places by name, in the order of their numbers."""
        return _declared(cls, "reading")

    @classmethod
    def tables(cls) -> Mapping[str, PrintedTable]:
        """The printed tables by name."""
        return _declared(cls, "table")

    @classmethod
    def declared(cls) -> dict[str, Declared]:
        """Numbers, readings and tables by name."""
        return {**cls.numbers(), **cls.readings(), **cls.tables()}

    @classmethod
    def left_out(cls) -> frozenset[str]:
        """What the parents of this book print and the book itself does not."""
        names: set[str] = set()
        for kind in reversed(cls.__mro__):
            names -= set(vars(kind).get("__annotations__", ()))
            names |= set(vars(kind).get("not_printed", ()))
        return frozenset(names)

    # --- variants
    def variant(
        self, changes: Mapping[str, object] | None = None, /, *, beyond_the_book: bool = False, **more: object
    ) -> Self:
        """The ruleset with some numbers, readings or cells changed; all faults are reported at once.

        A cell is named `table/row/column`. Raises BadInput for a name or value that the ruleset cannot have;
        `beyond_the_book` lets numbers go further than the book has them.
        """
        values, faults = self.tried({**(changes or {}), **more}, beyond_the_book)
        if faults:
            raise BadInput(all_of(list(map(str, faults.values()))))
        if not values:
            return self
        changed = replaced(self, **values)
        changed.check()
        return changed

    def tried(
        self, changes: Mapping[str, object], beyond_the_book: bool = False
    ) -> tuple[dict[str, object], dict[str, BadInput]]:
        """The new values of fields, and by name the faults of those changes that cannot be made."""
        values: JSON = {}
        faults: dict[str, BadInput] = {}
        for name, value in changes.items():
            try:
                if not isinstance(name, str):
                    raise BadInput(f"a change is named, such as hit_on=3; got {shown(name)}")
                self._change(name, value, values, beyond_the_book)
            except BadInput as fault:
                faults[name] = fault
        return values, faults

    def value(self, name: str) -> Any:
        """The value of a number, a reading or a cell (`table/row/column`).

        Raises BadInput for a name that the ruleset has not.
        """
        table_name, _, cell = name.partition("/")
        row, _, column = cell.rpartition("/")
        if table_name in self.tables() and row:
            return getattr(self, table_name).cell(row, column)
        if name in self.numbers() or name in self.readings():
            return getattr(self, name)
        raise self._unknown(name)

    def with_rule(self, **own: Callable[..., object]) -> Self:
        """The ruleset with functions or hooks of one's own: `rules.with_rule(direct_fire=mine)`.

        Every question and every table that comes to the function of that name is then answered by the new
        one, which takes what the printed one takes and returns such outcomes, or their words; the new one
        itself calls what it calls. A hook is a method of the ruleset, such as `halved`. Raises BadInput for a
        name that nothing in the book has, for a function that takes something else, and for one that would
        stand in nowhere, or not everywhere.
        """
        check_own(type(self), own)
        together = tuple({**dict(self.own_rules), **own}.items())
        state = self.__getstate__() | {"own_rules": together}
        return cast(Self, _with_own_rules(as_printed(type(self)), state))

    def check(self) -> None:
        """Raise BadInput when numbers that are fine one by one do not go together."""

    def _change(self, name: str, value: object, values: JSON, beyond_the_book: bool) -> None:
        table_name, _, cell = name.partition("/")
        if table_name in self.left_out():
            raise BadInput(f"{self.system} does not print {table_name}: it cannot be changed")
        if table_name in self.tables() and (cell.count("/") or isinstance(value, Mapping)):
            printed: Table[Row] = values.get(table_name, getattr(self, table_name))
            book = self._book_table(table_name)
            for row, column, new in _cells(name, cell, value):
                known = book.domain(column)
                printed = printed.changed(row, column, new, beyond(known) if beyond_the_book else known)
            values[table_name] = printed
        elif name in self.readings():
            values[name] = self.readings()[name].read(value, name)
        elif name in self.numbers():
            domain: Domain = self.numbers()[name].domain
            values[name] = (beyond(domain) if beyond_the_book else domain).spelled(value, name)
            if isinstance(domain, WholeDomain):
                values[name] = int(values[name])
        else:
            raise self._unknown(name)

    def _unknown(self, name: str) -> BadInput:
        tables = self.tables()
        names = [f"{each}/row/column" if each in tables else each for each in self.declared()]
        return unknown(f"number, reading or table of {self.system}", name, names)

    def _book_table(self, name: str) -> Table[Row]:
        """A table as printed."""
        return cast("Table[Row]", getattr(printed_rules(type(self)), name))

    def domain(self, name: str) -> Domain:
        """What a number, a reading or a cell may be; raises BadInput for a name that the ruleset has not."""
        self.value(name)
        if name in self.readings():
            return WordDomain(tuple(self.readings()[name].answers))
        if name in self.numbers():
            return self.numbers()[name].domain
        return self._book_table(name.partition("/")[0]).domain(name.rpartition("/")[2])

    def beyond_the_book(self) -> dict[str, str]:
        """The numbers that lie further than the book has them: "hit_on=25" -> what it has, in words."""
        changed = ((name, value, self.domain(name)) for name, value in self.departures().items())
        return {
            f"{name}={value}": domain.words()
            for name, value, domain in changed
            if not (value is None or book_has(domain, value))
        }

    def departures(self) -> JSON:
        """What differs from the printed rules: name (or `table/row/column`) -> value."""
        book = printed_rules(type(self))
        found: JSON = {}
        for each in fields_of(type(self)):
            here, there = getattr(self, each.name), getattr(book, each.name)
            if here == there or each.name == "own_rules":
                continue
            if isinstance(here, Table):
                for (row, column), value in there.differences(here).items():
                    found[f"{each.name}/{row}/{column}"] = value
            else:
                found[each.name] = here
        return found

    def __repr__(self) -> str:
        told = [f"{name}={written(value)}" for name, value in self.departures().items()]
        told += [f"{name}={getattr(rule, '__name__', '…')}()" for name, rule in self.own_rules]
        return f"{self.system}({', '.join(told)})"

    __str__ = __repr__

    @classmethod
    def parse(cls, text: str) -> Self:
        """The ruleset that a text names: `pz8-ww2(hit_on=3, R3=b)`, or only `hit_on=3, R3=b`."""
        found = re.fullmatch(r"\s*(?:([\w-]+)\s*\((.*)\)|(.*))\s*", text, re.DOTALL)
        assert found is not None
        system, inside, bare = found.groups()
        if system is not None and system != cls.system:
            raise BadInput(f"this text names the rules of {system!r}, not of {cls.system!r}")
        return printed_rules(cls).variant(changes_in(inside if system is not None else bare))

    def _repr_html_(self) -> str:
        import html

        from pz8edu.pages.own_reach import reach_of_own_rules

        departures = self.departures()
        if not departures and not self.own_rules:
            return f"<p>{self.system}: as printed, all readings recommended</p>"
        lines = "".join(f"<li>{html.escape(k)} = {html.escape(str(v))}</li>" for k, v in departures.items())
        return f"<p>{self.system}, with</p><ul>{lines}</ul>{reach_of_own_rules(self)._repr_html_()}"


def _cells(name: str, cell: str, value: Any) -> list[tuple[str, str, Any]]:
    """The cells that a change names: `table/row/column`, or a table of rows and columns in a variant file."""
    if cell:
        row, _, column = cell.rpartition("/")
        return [(row, column, value)]
    lines = [line for line in value.values() if not isinstance(line, Mapping)]
    if lines:
        raise BadInput(f"the rows of {name} must be tables of columns; got {shown(lines[0])}")
    return [(row, column, new) for row, line in value.items() for column, new in line.items()]


_CHANGE = re.compile(r"""\s*([^=,/]*?(?:/[^=]*?)?)\s*=\s*("(?:[^"\\]|\\.)*"|[^,"]*?)\s*(?:,|$)""")


def changes_in(text: str) -> dict[str, str]:
    """Changes written as `hit_on=3, R3=b`; a value with commas or quotes stands in double quotes.

    The names of a table's rows may have commas: `vehicles/Panzer 4, late Panzer 3/speed=M`.

    Raises BadInput for a change without a value or one that is given twice.
    """
    changes: dict[str, str] = {}
    place = 0
    while rest := text[place:].lstrip(" ,\t\n"):
        found = _CHANGE.match(rest)
        if found is None or not found[1] or not found[2]:
            written = rest.partition(",")[0].strip()
            raise BadInput(f"a change is written name=value, such as R3=b; got {shown(written)}")
        name, value = found[1], found[2]
        if name in changes:
            raise BadInput(f"the change {shown(name)} is given twice")
        changes[name] = _unquoted(value) if value.startswith('"') else value
        place = len(text) - len(rest) + found.end()
    return changes


def _with_own_rules(kind: type[Ruleset], state: Mapping[str, object]) -> Ruleset:
    """A ruleset with functions of one's own, made anew from its fields."""
    return cast(Ruleset, under_own_rules(cast(Any, kind), state["own_rules"])(**state))


def written(value: object) -> str:
    """A value in the text of a ruleset, quoted where it would not be read back otherwise."""
    text = "" if value is None else str(value)
    if re.fullmatch(r"[^\s,=\"]+( [^\s,=\"]+)*", text):
        return text
    return json.dumps(text, ensure_ascii=False)


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError:
        raise BadInput(f"the quoted value {shown(text)} cannot be read") from None


R2 = TypeVar("R2", bound=Ruleset)


@cached
def printed_rules(kind: type[R2]) -> R2:
    """The ruleset as printed, with every reading at its recommended answer."""
    book = as_printed(kind)
    return printed_rules(book) if book is not kind else book()


@cached
def _declared(kind: type[Ruleset], what: str) -> Mapping[str, Any]:
    """Numbers, readings or tables of a book, each with its owner and where this book has it."""
    found = {}
    for each in fields_of(kind):
        if what in each.metadata and each.name not in kind.left_out():
            told = each.metadata[what]
            owner = next(one for one in kind.__mro__ if each.name in vars(one).get("__annotations__", ()))
            section = kind.sections.get(each.name, told.section)
            found[each.name] = dataclasses.replace(
                told, section=section, owner=cast("type[Ruleset]", owner).system
            )
    return dict(sorted(found.items(), key=_place)) if what == "reading" else found


def _place(named: tuple[str, Reading]) -> tuple[bool, int]:
    """Readings stand in the order of their numbers, whichever of a book and its parent declares them.

    Those of whole turns only come last.
    """
    return named[1].played, int(re.sub(r"\D", "", named[0]) or 0)
