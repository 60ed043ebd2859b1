"""An answer as figures by name, and what differs most in two of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pz8edu.asking.odds import Odds
from pz8edu.core.rulebook.domain import as_json
from pz8edu.core.rulebook.situation import Given
from pz8edu.core.rulebook.system import BoardCheck, Calculator, Question

MOST_TOLD = 4
"""So many differences of one answer are told, the largest first."""
MOST_LETTERS = 60
"""Longer fractions are rounded where they are told."""


def figures(question: Question, answer: Any) -> Given:
    """An answer as figures by name, those inside others too; a calculator's outcomes alone."""
    if isinstance(question, Calculator) and (question.tells_outcome or not isinstance(answer, Odds)):
        return {str(word): chance for word, chance in answer.fractions().items()}
    told = answer.further if isinstance(question, Calculator) else answer
    return dict(_flat("result", told)) if not isinstance(told, Mapping) else dict(_flat("", told))


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _flat(f"{name} {key}".strip(), each)
    else:
        yield name, value


def largest_gain(question: Question, old: Mapping[str, object], new: Mapping[str, object]) -> Fraction | None:
    """How much an answer has changed, where it is in numbers: chance moved, or the largest difference."""
    gains = [_gain(old.get(name, 0), new.get(name, 0)) for name in dict.fromkeys((*old, *new))]
    sizes = [abs(gain) for gain in gains if gain is not None]
    if isinstance(question, BoardCheck) or not sizes:
        return None
    return sum(sizes, Fraction(0)) / 2 if isinstance(question, Calculator) else max(sizes)


def _gain(old: object, new: object) -> Fraction | None:
    if isinstance(old, (int, Fraction)) and isinstance(new, (int, Fraction)):
        return Fraction(new) - Fraction(old)
    return None


def told_change(old: Mapping[str, object], new: Mapping[str, object]) -> str:
    """What differs most in two answers: "destroyed 5/36 → 7/24, ok 17/24 → 7/12"."""
    names = [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]
    names.sort(key=lambda name: -abs(_gain(old.get(name, 0), new.get(name, 0)) or Fraction(0)))
    return first_few([f"{name} {figure_in(old, name)} → {figure_in(new, name)}" for name in names])


def first_few(told: Sequence[str]) -> str:
    """The first of some differences, and how many more there are."""
    return ", ".join(told[:MOST_TOLD]) + (f" and {len(told) - MOST_TOLD} more" if told[MOST_TOLD:] else "")


def figure_in(answer: Mapping[str, object], name: str, otherwise: object = "–") -> str:
    """One figure of an answer, long ones rounded; what stands there `otherwise`."""
    value = answer.get(name, otherwise)
    if isinstance(value, Fraction):
        return text if len(text := str(value)) <= MOST_LETTERS else f"about {float(value):.6g}"
    return spelled(value)


def spelled(value: object) -> str:
    """A value as the command line takes it."""
    return value if isinstance(value, str) else json.dumps(value, default=as_json)
