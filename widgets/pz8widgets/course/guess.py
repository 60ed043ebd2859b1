"""A guess as a person writes it, read by the kind of its question."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from math import prod
from typing import NamedTuple

from pz8edu.errors import BadInput, shown

KINDS = ("chance", "odds", "count", "ratio", "expectation", "choice")

CERTAIN = {"never": 0, "impossible": 0, "always": 1, "certain": 1, "certainly": 1, "sure": 1}
EVEN = ("50/50", "50-50", "fifty-fifty", "fifty fifty", "fifty/fifty", "even", "evens", "even chances")
COUNTED = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
PARTS = [
    "half",
    "third",
    "quarter",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
TIMES = {"once": 1, "twice": 2, "double": 2, "thrice": 3, "the same": 1, "equally": 1}
NONE = re.compile(r"no idea.*|(i )?(do not|don'?t|dont) know.*|no guess|\?+")
EXAMPLE = {
    "chance": "a fraction, a percentage or 1 in …",
    "odds": "… to …",
    "count": "a whole number",
    "ratio": "a fraction or a decimal",
    "expectation": "a fraction or a decimal",
}
"""What a guess may look like, in words: a number might be an answer."""

MOST_FACTORS = 6


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
        raise BadInput(f"Write your guess first: {EXAMPLE[kind]}.")
    if NONE.fullmatch(written):
        raise BadInput(f"Any guess will do, and a wrong one costs nothing: {EXAMPLE[kind]}.")
    guess = _related(kind, written) or _product(kind, written)
    if guess is None:
        raise BadInput(f"Write {EXAMPLE[kind]}; {shown(text.strip())} was not understood.")
    return _possible(kind, guess, text.strip())


def _tidy(kind: str, text: str) -> str:
    """Small letters, plain signs, decimal points; no unit; thousands of a count join."""
    written = " ".join(text.casefold().replace("−", "-").split())
    if kind == "count":
        written = re.sub(r"(?<=\d),(?=\d{3}\b)", "", written)
        written = re.sub(rf"^({'|'.join(sorted(COUNTED, key=len, reverse=True))}) [a-z ]+$", r"\1", written)
    written = re.sub(r"(?<=\d),(?=\d)", ".", written)
    written = re.sub(r"^(about|around|roughly|some|~|≈|=)\s*", "", written)
    return re.sub(r"(?<=[\d½⅓⅔¼¾])\s*(?!percent|per cent|in |out |to |of |x\b)[a-z]+( [a-z]+)*$", "", written)


def _related(kind: str, written: str) -> Guess | None:
    """Words for certainty and for even chances; "twice"; "1 in 7"; "5 to 31", which are odds."""
    if kind == "chance" and written in CERTAIN:
        return Guess(Fraction(CERTAIN[written]))
    if kind == "chance" and written in EVEN:
        return Guess(Fraction(1, 2))
    if kind == "ratio" and (said := re.sub(r" (times|as) .*| times$", "", written)) in TIMES:
        return Guess(Fraction(TIMES[said]))
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
        raise BadInput(f"Only a chance is told in percent; write {EXAMPLE[kind]}.")
    return Guess(number.value / 100, (number.unit or Fraction(1)) / 100)


def _product(kind: str, written: str) -> Guess | None:
    """A number, or a few that are multiplied: "1/2 x 10/36", "1/6 * 1/6"."""
    parts = [each.strip() for each in re.split(r"(?<![a-z])[x×*·](?=.)", written, maxsplit=MOST_FACTORS)]
    factors = [found for part in parts if (found := _with_percent(kind, part) or _number(part))]
    if len(factors) < len(parts):
        return None
    return Guess(
        prod((each.value for each in factors), start=Fraction(1)), max(each.unit for each in factors)
    )


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
    said = written.removeprefix("a ").removeprefix("an ").removesuffix(" times")
    count, _, part = said.rpartition(" ")
    many = _counted(count) if count else 1
    if many is not None and part.rstrip("s") in PARTS:
        return Guess(Fraction(many, PARTS.index(part.rstrip("s")) + 2))
    whole = _counted(said)
    return None if whole is None else Guess(Fraction(whole))


def _counted(said: str) -> int | None:
    """A whole number up to 99 in words: "six", "twenty-five"; "hundred"."""
    if said in COUNTED:
        return COUNTED.index(said)
    tens, _, ones = said.replace("-", " ").partition(" ")
    if tens not in TENS or (ones and ones not in COUNTED[1:10]):
        return 100 if said == "hundred" else None
    return 10 * (TENS.index(tens) + 2) + (COUNTED.index(ones) if ones else 0)


def _possible(kind: str, guess: Guess, text: str) -> Guess:
    if kind == "chance" and guess.value > 1:
        meant = f": did you mean {text} %?" if re.fullmatch(r"\d{1,2}(\.\d+)?|100", text) else "."
        raise BadInput(f"A chance is at most 1, which is certain{meant}")
    if guess.value < 0 and kind in ("chance", "odds", "count"):
        raise BadInput(f"It cannot be less than 0; {text} is.")
    if kind == "count" and guess.value.denominator != 1:
        raise BadInput(f"It is counted in whole numbers; {text} is none.")
    return guess
