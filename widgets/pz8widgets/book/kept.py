"""What was packed for one site is kept for the next, under the hash of all that it was made of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pz8edu
from pz8edu.errors import BadInput, reason
from pz8edu.printing.saving import save_text

Texts = tuple[str, str]
"""A pack and its trees, as they are written."""
ANSWERING = ("algebra", "core", "asking", "desk/tables", "packing")
"""The folders of the kit on which packs depend."""


class Kept:
    """A folder of packs; without one every pack is made anew."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise BadInput(f"{str(folder)!r} cannot be made: {reason(fault)}") from None

    def texts(self, of: object, make: Callable[[], Texts]) -> Texts:
        """What is made of this, or was made of it before. Raises BadInput where that was refused."""
        if self.folder is None:
            return make()
        file = self.folder / f"{hashlib.sha256(f'{kit()} {of}'.encode()).hexdigest()[:32]}.json"
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            try:
                found = make()
            except BadInput as fault:
                found = str(fault)
            save_text(file, json.dumps(found))
        if isinstance(found, str):
            raise BadInput(found)
        text, trees = found
        return text, trees


@cache
def kit() -> str:
    """The hash of the source that answers and packs; the books of rules have versions of their own."""
    told = hashlib.sha256(Path(__file__).with_name("packs.py").read_bytes())
    for folder in ANSWERING:
        for file in sorted((Path(pz8edu.__file__).parent / folder).rglob("*.py")):
            told.update(file.read_bytes())
    return told.hexdigest()
