"""Plain values as TOML: what stands for itself first, then records, then lists of records, an entry each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(plain: Mapping[str, Any]) -> str:
    """A file that reads to these values: texts, numbers, flags, lists and records of them."""
    whole = {name: value for name, value in plain.items() if isinstance(value, Mapping)}
    lists = {name: value for name, value in plain.items() if is_list_of_records(value)}
    alone = {name: value for name, value in plain.items() if name not in whole and name not in lists}
    parts = ["\n".join(lines(alone))] if alone else []
    parts += ["\n".join((f"[{key(name)}]", *lines(record))) for name, record in whole.items()]
    for name, records in lists.items():
        parts += ["\n".join((f"[[{key(name)}]]", *lines(record))) for record in records]
    return "\n\n".join(parts) + "\n"


def is_list_of_records(value: Any) -> bool:
    """Is it a list with an entry for each record?"""
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)


def lines(record: Mapping[str, object]) -> Iterator[str]:
    """One line a value."""
    return (f"{key(name)} = {toml_value(value)}" for name, value in record.items())


def key(name: str) -> str:
    """A name, in quotes where it needs them."""
    return name if BARE.fullmatch(name) else text(name)


def toml_value(value: object) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(lines(value)) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return repr(value)


def text(words: str) -> str:
    """A text in quotes; TOML escapes as JSON does, and DEL besides."""
    return json.dumps(str(words), ensure_ascii=False).replace("\x7f", "\\u007f")
