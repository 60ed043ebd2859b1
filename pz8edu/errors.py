"""What the kit says when it is given something it cannot use."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction


class BadInput(ValueError):
    """Something that the rules do not allow, in one sentence: what was given and what is allowed."""


class BadValue(BadInput):
    """A value that cannot be used: "attack must be a whole number from 0 to 6; got 9".

    Its parts are at hand: `field` is the name of the input, `given` the value as it is quoted, `allowed` what
    it may be, `offer` the end of the sentence ("; did you mean 'attack'?").
    """

    def __init__(self, field: str, given: str, allowed: str, offer: str = "") -> None:
        super().__init__(field, given, allowed, offer)
        self.field, self.given, self.allowed, self.offer = field, given, allowed, offer

    def renamed(self, field: str) -> BadValue:
        """The same about a field of another name."""
        return BadValue(field, self.given, self.allowed, self.offer)

    def __str__(self) -> str:
        return f"{self.field} must be {self.allowed}; got {self.given}{self.offer}"


class Unasked(TypeError):
    """A roll was used as if its value were known, before any question was asked of it."""


class Impure(RuntimeError):
    """A rule asked different questions of the same dice: it depends on more than its inputs and the dice."""


MOST_LETTERS = 60
"""A value that somebody gave is quoted with so many letters."""

MOST_LISTED = 240
"""A list of allowed words is told with so many letters."""

MOST_FAULTS = 10
"""So many faults are told at once."""

MOST_TOLD = 1_500
"""When faults come to so many letters, the others are counted."""


def shown(value: object) -> str:
    """A given value as a person wrote it, shortened."""
    if isinstance(value, (str, bytes)):
        value = value[: MOST_LETTERS + 1]
    try:
        text = str(value) if isinstance(value, (Fraction, enum.Enum)) else repr(value)
    except ValueError:
        return "a number of very many digits"
    except RecursionError:
        return "something nested very deeply"
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 3] + "..."


def listed(words: Iterable[object]) -> str:
    """Words in a row; of a long list its beginning and how many more there are.

    >>> listed(range(1, 4)), listed([])
    ('1, 2, 3', 'none')
    """
    texts = [str(word) for word in words]
    told, letters = 0, 0
    while told < len(texts) and letters + len(texts[told]) <= MOST_LISTED:
        letters += len(texts[told]) + 2
        told += 1
    rest = len(texts) - told
    return ", ".join([*texts[:told], *([f"and {rest} more"] if rest else [])]) or "none"


def reason(fault: OSError | ValueError) -> str:
    """Why a file cannot be read or written, without its whole path."""
    if isinstance(fault, UnicodeError):
        return "it is no text in UTF-8"
    return getattr(fault, "strerror", None) or str(fault)


def all_of(faults: list[str]) -> str:
    """Several faults in one sentence; of very many the first, and how many more there are."""
    told, letters = 0, 0
    while told < min(len(faults), MOST_FAULTS) and letters < MOST_TOLD:
        letters += len(faults[told])
        told += 1
    rest = len(faults) - told
    return "; ".join([*faults[:told], *([f"and {rest} faults more"] if rest else [])])


def nearest(given: object, allowed: Iterable[str]) -> str:
    """The end of a sentence that offers the closest allowed word: "; did you mean 'attack'?", or nothing."""
    close = get_close_matches(shown(given).strip("'"), list(allowed), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def unknown(what: str, given: object, allowed: Iterable[str]) -> BadInput:
    """The error for a name that is not among the allowed ones."""
    words = list(allowed)
    offer = nearest(given, words) or "."
    quoted = shown(given) if isinstance(given, str) else repr(shown(given))
    return BadInput(f"unknown {what} {quoted}{offer} Allowed: {listed(words)}.")


def shortened(message: str) -> str:
    """A sentence about what somebody gave, its longest words cut."""
    words = re.sub(r"\S{61,}", lambda word: f"{word[0][: MOST_LETTERS - 3]}...", message)
    return words if len(words) <= MOST_TOLD else f"{words[: MOST_TOLD - 3]}..."
