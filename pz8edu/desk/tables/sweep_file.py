"""A sweep in an SQLite file: every situation of a table with its exact odds, and how far the sweep has come.

| table | what |
|---|---|
| `situations` | one row a situation: its number, the inputs that vary, its law, or why the rules refuse it |
| `outcomes` | the exact chances of every law, numerator and denominator as text, and rounded as `chance` |
| `odds` | a view that joins both: one row an outcome of a situation |
| `about` | which question under which rules, with which inputs |
| `parts` | the parts of the table that are done, each written in one step with its situations |
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

from pz8edu.core.rulebook.domain import as_json
from pz8edu.errors import BadInput

OWN = ("situation", "law", "refused")
"""Columns that every sweep has besides its inputs."""

TABLES = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE parts (part INTEGER PRIMARY KEY)",
    "CREATE TABLE situations (situation INTEGER PRIMARY KEY, {inputs}law INTEGER, refused TEXT)",
    (
        "CREATE TABLE outcomes (law INTEGER NOT NULL, outcome TEXT NOT NULL, numerator TEXT NOT NULL,"
        " denominator TEXT NOT NULL, chance REAL NOT NULL, PRIMARY KEY (law, outcome))"
    ),
    (
        "CREATE VIEW odds AS SELECT situation, {inputs}outcome, numerator, denominator, chance"
        " FROM situations JOIN outcomes USING (law)"
    ),
)
LawOrRefusal = Mapping[str, Fraction] | str
"""The chances of a law by outcome, or why the rules refuse."""


class SweepFile:
    """The file of one sweep; opened again it goes on where it was.

    `about` says which sweep it is; the `part_size` of a file that is there already is its own. Raises
    BadInput for a file that cannot be written, that is no such file, or that holds another sweep.
    """

    def __init__(
        self, path: str | Path, about: Mapping[str, object], inputs: Sequence[str], part_size: int
    ) -> None:
        self.path = Path(path)
        self.inputs = tuple(inputs)
        self.part_size = part_size
        for name in set(OWN) & set(inputs):
            raise BadInput(f"the input {name} cannot vary in a sweep file, which has a column of that name")
        with self._faults("cannot be written"):
            self._file = sqlite3.connect(self.path, isolation_level=None)
            self._begin({name: json.dumps(value, default=as_json) for name, value in about.items()})
            self._laws = self._known_laws()

    # --- beginning
    def _begin(self, about: Mapping[str, str]) -> None:
        tables = {name for (name,) in self._file.execute("SELECT name FROM sqlite_master")}
        if not tables:
            self._make(about)
        elif "about" not in tables:
            raise BadInput(f"{self.path.name!r} is no sweep of this kit; take another file")
        else:
            there = dict(self._file.execute("SELECT name, value FROM about"))
            self.part_size = int(there.pop("part_size", self.part_size))
            other = [name for name in (*there, *about) if there.get(name) != about.get(name)]
            if other:
                name = other[0]
                raise BadInput(
                    f"{self.path.name!r} holds another sweep ({name}: {there.get(name, 'nothing')}, "
                    f"not {about.get(name, 'nothing')}); take another file"
                )

    def _make(self, about: Mapping[str, str]) -> None:
        named = "".join(f"{_quoted(name)}, " for name in self.inputs)
        with self._one_step():
            for lines in TABLES:
                self._file.execute(lines.format(inputs=named))
            told = {**about, "part_size": str(self.part_size)}
            self._file.executemany("INSERT INTO about VALUES (?, ?)", told.items())

    def _known_laws(self) -> dict[frozenset[tuple[str, str, str]], int]:
        laws: dict[int, list[tuple[str, str, str]]] = {}
        for law, *share in self._file.execute("SELECT law, outcome, numerator, denominator FROM outcomes"):
            laws.setdefault(law, []).append((share[0], share[1], share[2]))
        return {frozenset(shares): law for law, shares in laws.items()}

    # --- going on
    def done(self) -> set[int]:
        """The parts that are in the file, whole."""
        with self._faults("cannot be read"):
            return {part for (part,) in self._file.execute("SELECT part FROM parts")}

    def write(
        self, part: int, laws: Sequence[LawOrRefusal], rows: Iterable[tuple[int, Sequence[object], int]]
    ) -> None:
        """One part in one step: its laws, and every situation's number, cells and law among `laws`.

        Raises BadInput where it cannot be written, such as on a full disk; the file then is as it was before.
        """
        known = dict(self._laws)
        with self._faults("cannot be written"), self._one_step():
            numbers = [None if isinstance(law, str) else self._number(law, known) for law in laws]
            whys = [law if isinstance(law, str) else None for law in laws]
            marks = ", ".join("?" * (len(self.inputs) + 3))
            self._file.executemany(
                f"INSERT INTO situations VALUES ({marks})",  # noqa: S608 # only question marks
                ((row, *cells, numbers[law], whys[law]) for row, cells, law in rows),
            )
            self._file.execute("INSERT INTO parts VALUES (?)", (part,))
        self._laws = known

    def _number(self, law: Mapping[str, Fraction], known: dict[frozenset[tuple[str, str, str]], int]) -> int:
        shares = [(word, str(each.numerator), str(each.denominator)) for word, each in law.items()]
        key = frozenset(shares)
        if key not in known:
            known[key] = len(known) + 1
            rows = ((known[key], *share, float(law[share[0]])) for share in shares)
            self._file.executemany("INSERT INTO outcomes VALUES (?, ?, ?, ?, ?)", rows)
        return known[key]

    def close(self) -> None:
        """Leave the file."""
        self._file.close()

    @contextmanager
    def _one_step(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise

    @contextmanager
    def _faults(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as fault:
            why = str(fault)
            if "not a database" in why or "malformed" in why:
                raise BadInput(f"{self.path.name!r} is no sweep of this kit; take another file") from None
            rest = "; what is done stays, and the same command goes on there" if "full" in why else ""
            raise BadInput(f"the sweep file {self.path.name!r} {what}: {why}{rest}") from None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def as_cell(value: object) -> object:
    """A value of an input as a cell: numbers and words as they are, anything else as JSON."""
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        return value
    return json.dumps(value, default=as_json)
