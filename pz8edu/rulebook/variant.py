"""A variant file: a small TOML text with a base, a title, a reason and the changes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput, nearest
from pz8edu.rulebook.ruleset import Ruleset

_KEYS = ("base", "title", "why", "changes")


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
    from pz8edu.systems import system

    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"the variant file {file.name!r} cannot be read: {fault}") from None
    try:
        lines: Mapping[str, Any] = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise BadInput(f"the variant file {file.name!r} is not TOML: {fault}") from None
    faults = [
        f"unknown line {key!r}{nearest(key, _KEYS)} (allowed: {', '.join(_KEYS)})"
        for key in lines
        if key not in _KEYS
    ]
    if "base" not in lines:
        faults.append('it needs a line such as base = "pz8-ww2"')
    changes = lines.get("changes", {})
    if not isinstance(changes, Mapping):
        faults.append("changes must be a table of names and values")
        changes = {}
    rules = None
    if "base" in lines:
        try:
            rules = system(str(lines["base"])).rules.variant(changes)
        except BadInput as fault:
            faults.append(str(fault))
    if faults or rules is None:
        raise BadInput(f"the variant file {file.name!r}: " + "; ".join(faults))
    return Variant(str(lines.get("title", file.stem)), str(lines.get("why", "")), rules)


def variant_text(variant: Variant) -> str:
    """A variant as the text of its file."""
    lines = [
        f'base = "{variant.rules.system}"',
        f"title = {_quoted(variant.title)}",
        f"why = {_quoted(variant.why)}",
        "",
        "[changes]",
    ]
    for name, value in variant.rules.departures().items():
        key = name if name.isidentifier() else _quoted(name)
        lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else _quoted("" if value is None else str(value))


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)
