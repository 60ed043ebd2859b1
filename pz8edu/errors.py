"""What the kit says when it is given something it cannot use."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from fractions import Fraction


class BadInput(ValueError):
    """A value that the rules do not allow: the message says what was given and what is allowed."""


class Unasked(TypeError):
    """A roll was used as if its value were known, before any question was asked of it."""


class Impure(RuntimeError):
    """A rule asked different questions of the same dice: it depends on more than its inputs and the dice."""


LONGEST = 60
"""A value that somebody gave is quoted with so many letters."""


def shown(value: object) -> str:
    """A given value as a person wrote it, shortened."""
    if isinstance(value, (str, bytes)):
        value = value[: LONGEST + 1]
    try:
        text = str(value) if isinstance(value, (Fraction, enum.Enum)) else repr(value)
    except ValueError:
        return "a number of very many digits"
    except RecursionError:
        return "something nested very deeply"
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def nearest(given: object, allowed: Iterable[str]) -> str:
    """The end of a sentence that offers the closest allowed word: "; did you mean 'attack'?", or nothing."""
    from difflib import get_close_matches

    close = get_close_matches(shown(given).strip("'"), list(allowed), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def unknown(what: str, given: object, allowed: Iterable[str]) -> BadInput:
    """The error for a name that is not among the allowed ones."""
    words = list(allowed)
    offer = nearest(given, words) or "."
    quoted = shown(given) if isinstance(given, str) else repr(shown(given))
    return BadInput(f"unknown {what} {quoted}{offer} Allowed: {', '.join(words) or 'none'}.")
