"""Sentences in the TOML files beside a ruleset, and the numbers of the rules in force that they name."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from pz8edu.core.rulebook.ruleset import Ruleset

_MARK = re.compile(r"\{(\+?)(\w+)\}")
_DEFAULT = " (default)"


def told_beside(kind: type[object], name: str) -> Mapping[str, Any]:
    """What a TOML file beside the module of a ruleset's class says; nothing where there is none."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return _read(Path(file).with_name(name)) if file else {}


def filled_in(text: str, rules: Ruleset, found: re.Match[str] | None = None) -> str:
    """A sentence with what it names.

    "{hit_on}" is a number, "{+elite}" one with its sign, "{R9}" the answer that is taken, "{1}" a group.
    """

    def value(mark: re.Match[str]) -> str:
        sign, name = mark.groups()
        if found and name.isdigit():
            return str(found[int(name)])
        doubt = rules.readings().get(name)
        if doubt:
            return doubt.answers[getattr(rules, name)].removesuffix(_DEFAULT)
        number = getattr(rules, name)
        return number_in_words(f"{number:+d}" if sign else number)

    return _MARK.sub(value, text)


def number_in_words(number: object) -> str:
    """A number of a rulebook as it stands in a sentence."""
    if isinstance(number, Fraction) and number.denominator != 1:
        return str(float(number))
    return str(number).replace("-", "−")


@cache
def _read(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
