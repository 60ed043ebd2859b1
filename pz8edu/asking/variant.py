"""A variant file: a small TOML text with a base, a title, a reason and the changes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput, all_of, listed, nearest
from pz8edu.printing.saving import save_text
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.systems import system

KEYS = ("base", "title", "why", "changes")


@dataclass(frozen=True)
class Variant:
    """Rules that depart from a printed set, with a title and the reason for it."""

    title: str
    why: str
    rules: Ruleset

    def to_toml(self) -> str:
        """The lines of the variant file, which `read_variant` reads back."""
        return variant_toml(self.rules.system, self.title, self.why, self.rules.departures())

    def save(self, path: str | Path, replace: bool = False) -> Path:
        """Write the variant file in one step: a stop in the middle leaves what was there.

        Raises BadInput where a file of that name exists, unless it may be replaced, and for a place that
        cannot be written.
        """
        file = Path(path)
        if file.exists() and not replace:
            raise BadInput(f"{file.name!r} exists already; take another name, or let it be replaced")
        save_text(file, self.to_toml())
        return file


def read_variant(path: str | Path) -> Variant:
    """The variant in a TOML file.

    Raises BadInput with all faults at once; nothing in the file is ever executed.
    """
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"the variant file {file.name!r} cannot be read: {fault}") from None
    return variant_in(text, file.name)


def variant_in(text: str, name: str) -> Variant:
    """The variant in the text of a file of that name; raises BadInput with all faults at once."""
    file = Path(name)
    try:
        lines = tomllib.loads(text)
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


def variant_toml(base: str, title: str, why: str, changes: Mapping[str, Any]) -> str:
    """A variant file as text, one change a line."""
    lines = [change_line(name, value) for name, value in changes.items()]
    return "\n".join([*variant_head(base, title, why), *lines]) + "\n"


def variant_head(base: str, title: str, why: str) -> list[str]:
    """The lines of a variant file down to its changes."""
    return [f"base = {_toml(base)}", f"title = {_toml(title)}", f"why = {_toml(why)}", "", "[changes]"]


def change_line(name: str, value: Any) -> str:
    """One change as a line of a variant file."""
    return f"{name if name.replace('_', '').isalnum() and name.isascii() else _toml(name)} = {_toml(value)}"


def _toml(value: Any) -> str:
    """A whole number or a word as TOML; fractions are words there, exact."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction) and value.denominator == 1:
        value = int(value)
    if isinstance(value, int):
        return str(value)
    text = "" if value is None else str(value)
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
