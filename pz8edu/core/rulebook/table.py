"""Printed tables: one CSV a table, one line a printed row."""

from __future__ import annotations

import csv
import dataclasses
import typing
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, TypeVar, dataclass_transform

from pz8edu.core.records import FrozenRecord, names_of, replaced
from pz8edu.core.rulebook.beyond import limited_to
from pz8edu.core.rulebook.domain import Domain, domain_of
from pz8edu.errors import BadInput, all_of, unknown
from pz8edu.printing.html_table import html_table
from pz8edu.printing.text import columns as in_columns


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Row(FrozenRecord):
    """One printed row: a frozen record whose first field is its key and whose field names are the columns.

    A blank cell is None; give such a column the type `int | None`. A last column `note` holds doubts.
    """

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(by_name=True, **options)


R = TypeVar("R", bound=Row)


class Table(Mapping[str, R], Generic[R]):
    """A printed table, by the key of its rows; frozen, comparable, and shown as a table in a notebook."""

    __slots__ = ("name", "kind", "rows", "_hash", "_by_key")

    def __init__(self, name: str, kind: type[R], rows: tuple[R, ...]) -> None:
        self.name = name
        self.kind = kind
        self.rows = rows
        self._by_key: dict[str, R] = {key_of(row): row for row in rows}
        self._hash: int | None = None

    def __getitem__(self, key: str) -> R:
        row = self._by_key.get(key)
        if row is None:
            raise unknown(f"row of the {self.name} table", key, self._by_key)
        return row

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.name == other.name and self.rows == other.rows

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.name, self.rows))
        return self._hash

    def frozen_key(self, of: Callable[[object], Hashable]) -> Hashable:
        """What tells it from other ones: its name and all cells, to their types."""
        return Table, self.name, tuple(map(of, self.rows))

    def cell(self, key: str, column: str) -> Any:
        """The value of a cell; raises BadInput for a row or column that the table has not."""
        self._check_column(column)
        return getattr(self[key], column)

    def domain(self, column: str) -> Domain:
        """What a cell of a column may be: a number lies within those of the table, or between them and 0."""
        self._check_column(column)
        kinds = columns_of(self.kind)
        cells = (getattr(row, name) for row in self.rows for name in kinds)
        numbers = [each for each in cells if isinstance(each, (int, Fraction)) and not isinstance(each, bool)]
        domain = domain_of(kinds[column])
        return limited_to(domain, min(0, *numbers), max(0, *numbers)) if numbers else domain

    def changed(self, key: str, column: str, value: object, domain: Domain | None = None) -> Table[R]:
        """The table with one cell changed; raises BadInput for a row, column or value it cannot have.

        `domain` says what the cell may be, where that is not what the book has.
        """
        row = self[key]
        known = domain or self.domain(column)
        cell = read_cell(columns_of(self.kind)[column], value, f"{self.name}/{key}/{column}", known)
        new = replaced(row, **{column: cell})
        return Table(self.name, self.kind, tuple(new if old is row else old for old in self.rows))

    def _check_column(self, column: str) -> None:
        """Raise BadInput for a column that the table has not, the key among them."""
        _, *columns = names_of(self.kind)
        if column not in columns:
            raise unknown(f"column of the {self.name} table", column, columns)

    def differences(self, other: Table[R]) -> dict[tuple[str, str], object]:
        """The cells in which another table of the same rows differs: (row, column) -> its value."""
        return {
            (key, column): getattr(row, column)
            for key, row in other.items()
            for column in columns_of(self.kind)
            if getattr(row, column) != getattr(self[key], column)
        }

    def lines(self) -> list[list[str]]:
        """The cells as text, in the book's order of columns."""
        return [[cell_text(getattr(row, column)) for column in columns_of(self.kind)] for row in self.rows]

    def __repr__(self) -> str:
        return in_columns([list(columns_of(self.kind)), *self.lines()])

    def _repr_html_(self) -> str:
        return html_table([column.replace("_", " ") for column in columns_of(self.kind)], self.lines())


def row_of_die(table: Table[R], die: int) -> R:
    """The row that a throw gives, of a table with the first and the last die of every row.

    Raises BadInput for a die that no row has: a variant may leave a gap.
    """
    for row in table.rows:
        if row.first <= die <= row.last:  # type: ignore[attr-defined]
            return row
    raise BadInput(f"no row of the {table.name} table has the die {die}")


def load(path: Path, name: str, kind: type[R]) -> Table[R]:
    """The table in a CSV file; raises BadInput that lists every fault with its line and column."""
    columns = columns_of(kind)
    faults: list[str] = []
    rows: list[R] = []
    with path.open(encoding="utf-8", newline="") as page:
        lines = csv.DictReader(page)
        if list(lines.fieldnames or ()) != list(columns):
            got = ", ".join(lines.fieldnames or ())
            raise BadInput(f"{path.name} must have the columns {', '.join(columns)}; got {got}")
        for number, line in enumerate(lines, 2):
            cells = {}
            for column, annotation in columns.items():
                try:
                    cells[column] = read_cell(annotation, line[column] or "", column)
                except BadInput as fault:
                    faults.append(f"line {number}: {fault}")
            if len(cells) == len(columns):
                rows.append(kind(**cells))
    keys = Counter(map(key_of, rows))
    faults += [f"the key {key!r} stands twice" for key, count in keys.items() if count > 1]
    if faults:
        raise BadInput(f"{path.name}: {all_of(faults)}")
    return Table(name, kind, tuple(rows))


def columns_of(kind: type[object]) -> dict[str, object]:
    """The columns of a row with their annotations, in the book's order."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in names_of(kind)}


def key_of(row: Row) -> str:
    """The first cell of a row."""
    return str(getattr(row, dataclasses.fields(row)[0].name))


def read_cell(annotation: object, value: object, where: str, domain: Domain | None = None) -> object:
    """One cell: blank is None where the column allows it; a cell of words may be empty.

    It is read by its annotation, or by a `domain` that is narrower or wider.
    """
    if value in ("", None) and annotation is str:
        return ""
    if value in ("", None) and type(None) in typing.get_args(annotation):
        return None
    return (domain or domain_of(annotation)).spelled(value, where)


def cell_text(value: object) -> str:
    """A cell as it is read: nothing for a blank one, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
