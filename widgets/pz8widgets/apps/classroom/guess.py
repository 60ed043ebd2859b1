"""A guess: a number as a person writes it or one of several choices, and how sure they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from pz8edu.errors import BadInput, unknown
from pz8widgets.course.guess import read_guess
from pz8widgets.course.quiz import SURE as CHANCES

SURE = tuple(CHANCES)
"""How sure somebody is, in the words of the course, by the numbers from 0."""

LONGEST = 60
BINS = 10
"""The columns of the class's histogram."""


def read(text: str, kind: str) -> Fraction:
    """The number that is meant, by the kind of its question. Raises BadInput for none that can be."""
    if len(text) > LONGEST:
        raise BadInput(f"A guess has {LONGEST} letters at most; this one has {len(text)}.")
    return read_guess(kind, text).value


def read_choice(text: str, choices: Sequence[str]) -> str:
    """One of the choices. Raises BadInput for anything else."""
    if text not in choices:
        raise unknown("choice", text[:LONGEST], choices)
    return text


def tally(guesses: Iterable[tuple[str, int]], choices: Sequence[str]) -> list[dict[str, object]]:
    """How often each choice was taken, with each confidence."""
    counts = {choice: [0] * len(SURE) for choice in choices}
    for choice, sure in guesses:
        counts[choice][sure] += 1
    return [{"name": choice, "counts": each} for choice, each in counts.items()]


def read_sure(sure: object) -> int:
    """How sure somebody is, as a number. Raises BadInput for another one."""
    if isinstance(sure, bool) or not isinstance(sure, int) or not 0 <= sure < len(SURE):
        raise unknown("confidence", sure, tuple(map(str, range(len(SURE)))))
    return sure


def histogram(guesses: list[tuple[Fraction, int]], exact: Fraction, chances: bool) -> dict[str, object]:
    """How the guesses are spread: bins of equal width, each with its counts by confidence.

    Chances spread from 0 to 1, other numbers as far as the guesses and the exact answer reach.
    """
    values = [value for value, _ in guesses]
    low, high = (Fraction(0), Fraction(1)) if chances else (min([*values, exact]), max([*values, exact]))
    width = (high - low) / BINS or Fraction(1)
    counts = [[0] * len(SURE) for _ in range(BINS)]
    for value, sure in guesses:
        counts[min(int((value - low) / width), BINS - 1)][sure] += 1
    return {
        "low": float(low),
        "high": float(low + BINS * width),
        "exact": float(exact),
        "counts": counts,
        "sure": SURE,
    }
