"""A shelf of TOML files: one order of battle, scenario or table each, read by its name; and one written."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from pz8edu.core.records import FrozenRecord, cached
from pz8edu.core.rulebook.situation import Situation
from pz8edu.errors import BadInput, unknown
from pz8edu.printing.toml_text import toml_text

S = TypeVar("S", bound=Situation)


class Shelf(FrozenRecord, Generic[S]):
    """The files of one folder, each read as one kind of record; `what` says what a file is.

    `Shelf("force of pz8-ww1", Path(__file__).parent / "forces", OrderOfBattle)["british-1916"]`.
    """

    what: str
    folder: Path
    kind: type[S]

    def names(self) -> tuple[str, ...]:
        """What stands on the shelf."""
        return _names(self.folder)

    def __getitem__(self, name: str | Situation) -> S:
        """The record of a file, or one of this kind as it is; raises BadInput for an unknown or a bad one."""
        if isinstance(name, self.kind):
            return name
        if not isinstance(name, str) or name not in self.names():
            raise unknown(self.what, name, self.names())
        return cast(S, _read(self.folder / f"{name}.toml", self.kind))


@cached
def _read(file: Path, kind: type[Situation]) -> Situation:
    return read_toml(file.read_text(encoding="utf-8"), kind, file.name)


def read_toml(text: str, kind: type[S], name: str) -> S:
    """The record that a file of this name holds; raises BadInput for what it cannot hold."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{name} is not TOML: {fault}") from None
    return kind.read(given, name.removesuffix(".toml"))


def toml_of(record: Situation) -> str:
    """The file that holds a record."""
    return toml_text(file_inputs(record))


def file_inputs(record: Situation) -> dict[str, object]:
    """Its inputs as a file tells them: without those that read the same when they are left out."""
    plain, inputs = record.plain(), record.fields()
    try:
        needed = {name: plain[name] for name, known in inputs.items() if known.required}
        left_out = type(record).read(needed).plain()
    except BadInput:  # some that may be left out may not all be
        left_out = {
            name: known.domain.plain(known.default)
            for name, known in inputs.items()
            if not known.required and known.default is not None
        }
    return {
        name: _told(getattr(record, record._attribute(name)), value)
        for name, value in plain.items()
        if inputs[name].required or left_out.get(name, ...) != value
    }


def _told(value: object, plain: Any) -> object:
    if isinstance(value, Situation):
        return file_inputs(value)
    if isinstance(value, tuple) and any(isinstance(each, Situation) for each in value):
        return [_told(*each) for each in zip(value, plain, strict=True)]
    return plain


@cache
def _names(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in folder.glob("*.toml")))
