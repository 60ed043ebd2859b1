"""A variant file: a small TOML text with a base, a title, a reason and the changes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput, all_of, listed, nearest
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.systems import system

KEYS = ("base", "title", "why", "changes")


@dataclass(frozen=True)
class Variant:
    """Rules that depart from a printed set, with a title and the reason for it."""

    title: str
    why: str
    rules: Ruleset


def read_variant(path: str | Path) -> Variant:
    """The variant in a TOML file.

    Raises BadInput with all faults at once; nothing in the file is ever executed.
    """
    file = Path(path)
    try:
        lines = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"the variant file {file.name!r} cannot be read: {fault}") from None
    except (ValueError, RecursionError) as fault:
        raise BadInput(f"the variant file {file.name!r} is not TOML: {fault}") from None
    faults = [
        f"unknown line {key!r}{nearest(key, KEYS)} (allowed: {listed(KEYS)})"
        for key in lines
        if key not in KEYS
    ]
    rules = _rules_in(lines, faults)
    if faults or rules is None:
        raise BadInput(f"the variant file {file.name!r}: {all_of(faults)}")
    return Variant(str(lines.get("title", file.stem)), str(lines.get("why", "")), rules)


def _rules_in(lines: Mapping[str, Any], faults: list[str]) -> Ruleset | None:
    """The rules that the lines of a file describe; what cannot be is added to the faults."""
    if "base" not in lines:
        faults.append('it needs a line such as base = "pz8-ww2"')
    changes = lines.get("changes", {})
    if not isinstance(changes, Mapping):
        faults.append("changes must be a table of names and values")
        changes = {}
    try:
        return system(str(lines["base"])).rules.variant(changes) if "base" in lines else None
    except BadInput as fault:
        faults.append(str(fault))
    return None
