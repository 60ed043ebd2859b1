"""Is a guess right? Exactly, near enough, a known mistake, or too high or too low."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from pz8widgets.course.guess import Guess


class Verdict(Enum):
    """How good a guess is."""

    EXACT = "exact"
    NEAR = "near"
    TRAP = "trap"
    HIGH = "too high"
    LOW = "too low"

    @property
    def right(self) -> bool:
        """Does it count as right?"""
        return self in (Verdict.EXACT, Verdict.NEAR)


class Judged(NamedTuple):
    """The verdict on a guess, the sentence that names a known mistake, and how far off a wrong one is."""

    verdict: Verdict
    says: str = ""
    off: str = ""


def judge(
    kind: str, guess: Guess, right: Fraction, within: Fraction, traps: Mapping[Fraction, str]
) -> Judged:
    """The verdict on a guess.

    A fraction must be right; a decimal, as far as it is written; `within` allows more. What is near enough
    never reaches a listed trap, and "never" or "always" are near no chance between them. A trap catches what
    is written for it, off by a tenth of it at most: 0.3 for 1/3, but not 0.2 for 1/4; of what is no chance,
    also what is as near as would do for the answer.
    """
    if guess.value == right:
        return Judged(Verdict.EXACT)
    allowed = max(guess.unit / 2, within)
    reach = guess.unit / 2 if kind == "chance" else allowed
    nearest = min(traps, key=lambda trap: abs(guess.value - trap), default=None)
    if nearest is not None and abs(guess.value - nearest) <= min(
        reach, abs(nearest) / 10, abs(guess.value - right)
    ):
        return Judged(Verdict.TRAP, traps[nearest], how_far_off(guess.value, right))
    nearer = nearest is None or abs(guess.value - right) < abs(guess.value - nearest)
    extreme = kind == "chance" and guess.value in (0, 1)
    if abs(guess.value - right) <= allowed and nearer and not extreme:
        return Judged(Verdict.NEAR)
    off = how_far_off(guess.value, right)
    return Judged(Verdict.HIGH if guess.value > right else Verdict.LOW, off=off)


FACTORS = {10: "ten times", 5: "five times", 3: "three times", 2: "twice"}


def how_far_off(guess: Fraction, right: Fraction) -> str:
    """How far away a wrong guess is, in words that leave the answer to be found."""
    side, more, less = ("too high", guess, right) if guess > right else ("too low", right, guess)
    if less <= 0 or 4 * more <= 5 * less:
        return f"{side}, but not by much" if less > 0 else side
    factor = next((said for factor, said in FACTORS.items() if more >= factor * less), "")
    if not factor:
        return f"{side}, but {'less than twice the answer' if guess > right else 'more than half of it'}"
    told = "the answer" if guess > right else "as much"
    return f"{side}: {'' if guess > right else 'the answer is '}{factor} {told} or more"
