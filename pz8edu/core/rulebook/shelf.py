"""A shelf of TOML files: one order of battle, scenario or table each, read by its name."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from pz8edu.core.records import FrozenRecord
from pz8edu.core.rulebook.situation import Situation
from pz8edu.errors import BadInput, unknown

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

    def __getitem__(self, name: str) -> S:
        """The record of a file; raises BadInput for an unknown name or for anything that it cannot hold."""
        if name not in self.names():
            raise unknown(self.what, name, self.names())
        return cast(S, _read(self.folder / f"{name}.toml", cast(Any, self.kind)))


@cache
def _read(file: Path, kind: type[Situation]) -> Situation:
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{file.name} is not TOML: {fault}") from None
    return kind.read(given, file.stem)


@cache
def _names(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in folder.glob("*.toml")))
