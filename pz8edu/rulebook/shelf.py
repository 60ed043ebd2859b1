"""A shelf of TOML files: one order of battle, scenario or table each, read by its name."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pz8edu.errors import BadInput, unknown
from pz8edu.rulebook.situation import Situation

S = TypeVar("S", bound=Situation)


@dataclass(frozen=True)
class Shelf(Generic[S]):
    """The files of one folder, each read as one kind of record; `what` says what a file is.

    `Shelf("force of pz8-ww1", Path(__file__).parent / "forces", OrderOfBattle)["british-1916"]`.
    """

    what: str
    folder: Path
    kind: type[S]

    def names(self) -> tuple[str, ...]:
        """What stands on the shelf."""
        return tuple(sorted(file.stem for file in self.folder.glob("*.toml")))

    def __getitem__(self, name: str) -> S:
        """The record of a file; raises BadInput for an unknown name or for anything that it cannot hold."""
        if name not in self.names():
            raise unknown(self.what, name, self.names())
        try:
            given = tomllib.loads((self.folder / f"{name}.toml").read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as fault:
            raise BadInput(f"{name}.toml is not TOML: {fault}") from None
        return self.kind.read(given, name)
