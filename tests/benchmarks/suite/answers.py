"""Laws of any engine in one form, so that they can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.benchmarks import worker
from tests.benchmarks.looking import pairs


def canonical(answer: Any) -> str:
    """The same text for equal answers of different engines."""
    return worker.canonical(plain(answer))


def plain(answer: Any) -> Any:
    """Laws as dictionaries of fractions."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, (int, Fraction)):
        return Fraction(answer)
    if isinstance(answer, (tuple, list)):
        return [plain(each) for each in answer]
    weights = {outcome: Fraction(weight) for outcome, weight in pairs(answer) if weight}
    total = sum(weights.values())
    return {
        tuple(outcome) if isinstance(outcome, Sequence) and not isinstance(outcome, str) else outcome: weight
        / total
        for outcome, weight in weights.items()
    }
