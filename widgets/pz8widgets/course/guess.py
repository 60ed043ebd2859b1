"""A guess as a person writes it, read by the kind of its question."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import NamedTuple

from pz8edu.errors import BadInput, shown

KINDS = ("chance", "odds", "count", "ratio", "expectation", "choice")

CERTAIN = {"never": 0, "impossible": 0, "always": 1, "certain": 1, "certainly": 1, "sure": 1}
COUNTED = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"
)  # fmt: skip
PARTS = {"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4), "fifth": Fraction(1, 5)}
EXAMPLE = {
    "chance": "5/36, 0.14, 14 % or 1 in 7",
    "odds": "5 to 31",
    "count": "6",
    "ratio": "3/2, 1.5 or 1½",
    "expectation": "7/2 or 3.5",
}
"""What a guess may look like."""


class Guess(NamedTuple):
    """The number guessed, and the unit of its last written digit (0 for a whole number or a fraction)."""

    value: Fraction
    unit: Fraction = Fraction(0)


def read_guess(kind: str, text: str) -> Guess:
    """What somebody means by `text` where the answer is of a kind: "5 / 36", ".14", "1 in 7", "never".

    Raises BadInput in one sentence for what is no number, and asks back where it could not be meant: a chance
    above 1, part of a count.

    >>> read_guess("chance", "14 %").value, read_guess("ratio", "1½").value
    (Fraction(7, 50), Fraction(3, 2))
    """
    written = _tidy(kind, text)
    if not written:
        raise BadInput(f"Write your guess first, such as {EXAMPLE[kind]}.")
    guess = _related(kind, written) or _with_percent(kind, written) or _number(written)
    if guess is None:
        raise BadInput(f"Write a number such as {EXAMPLE[kind]}; {shown(text.strip())} was not understood.")
    return _possible(kind, guess, text.strip())


def _tidy(kind: str, text: str) -> str:
    """Small letters, plain signs, decimal points; no unit; thousands of a count join."""
    written = " ".join(text.casefold().replace("−", "-").split())
    if kind == "count":
        written = re.sub(r"(?<=\d),(?=\d{3}\b)", "", written)
        written = re.sub(rf"^({'|'.join(COUNTED)}) [a-z ]+$", r"\1", written)
    written = re.sub(r"(?<=\d),(?=\d)", ".", written)
    written = re.sub(r"^(about|around|roughly|some|~|≈|=)\s*", "", written)
    return re.sub(r"(?<=[\d½⅓⅔¼¾])\s*(?!percent|per cent|in |out |to |of )[a-z]+( [a-z]+)*$", "", written)


def _related(kind: str, written: str) -> Guess | None:
    """Words for certainty; "1 in 7"; "5 to 31", which are odds."""
    if kind == "chance" and written in CERTAIN:
        return Guess(Fraction(CERTAIN[written]))
    if kind == "chance" and (found := re.fullmatch(r"(.+?) (?:in|out of|of) (.+)", written)):
        part, whole = _number(found[1]), _number(found[2])
        if part and whole and whole.value:
            rounded = whole.value >= 3 and part.value == 1  # "1 in 7" may mean 1 in 7.2
            return Guess(part.value / whole.value, 1 / whole.value**2 if rounded else Fraction(0))
    if kind in ("chance", "odds") and (found := re.fullmatch(r"(.+?) ?(?:to|:) ?(.+)", written)):
        on, against = _number(found[1]), _number(found[2])
        if on and against and on.value + against.value and against.value:
            return Guess(on.value / (on.value + against.value if kind == "chance" else against.value))
    return None


def _with_percent(kind: str, written: str) -> Guess | None:
    found = re.fullmatch(r"(.+?) ?(?:%|percent|per cent)", written)
    number = _number(found[1]) if found else None
    if number is None:
        return None
    if kind != "chance":
        raise BadInput(f"Only a chance is told in percent; write a number such as {EXAMPLE[kind]}.")
    return Guess(number.value / 100, (number.unit or Fraction(1)) / 100)


def _number(written: str) -> Guess | None:
    """A number in digits or in words: "7", ".14", "5 / 36", "1½", "1 1/2", "six", "two thirds", "half"."""
    if (found := re.fullmatch(r"(-?)(\d*)\.(\d+)", written)) or re.fullmatch(r"-?\d+\.", written):
        places = len(found[3]) if found else 0
        return Guess(Fraction(written), Fraction(1, 10**places))
    if re.fullmatch(r"-?\d{1,40}", written):
        return Guess(Fraction(written))
    if found := re.fullmatch(r"(?:(\d{1,20}) )?(-?\d{1,40}) ?/ ?(\d{1,40})", written):
        if not int(found[3]):
            raise BadInput("Nothing can be divided by 0.")
        return Guess(int(found[1] or 0) + Fraction(int(found[2]), int(found[3])))
    if found := re.fullmatch(r"(\d*) ?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])", written):
        part = Fraction(unicodedata.numeric(found[2])).limit_denominator(10)
        return Guess(int(found[1] or 0) + part)
    return _in_words(written)


def _in_words(written: str) -> Guess | None:
    said = written.removeprefix("a ").removeprefix("an ")
    if said in COUNTED:
        return Guess(Fraction(COUNTED.index(said)))
    count, _, part = said.rpartition(" ")
    many = COUNTED.index(count) if count in COUNTED else 1 if not count else None
    if many is not None and part.rstrip("s") in PARTS:
        return Guess(many * PARTS[part.rstrip("s")])
    return None


def _possible(kind: str, guess: Guess, text: str) -> Guess:
    if kind == "chance" and guess.value > 1:
        meant = f": did you mean {text} %?" if re.fullmatch(r"\d{1,2}(\.\d+)?|100", text) else "."
        raise BadInput(f"A chance is at most 1, which is certain{meant}")
    if guess.value < 0 and kind in ("chance", "odds", "count"):
        raise BadInput(f"It cannot be less than 0; {text} is.")
    if kind == "count" and guess.value.denominator != 1:
        raise BadInput(f"It is counted in whole numbers; {text} is none.")
    return guess
