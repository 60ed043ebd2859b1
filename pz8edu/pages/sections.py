"""How a book's sections are cited: "5", "5+6", "2, 10b", "10 to 17", "AS-14 to AS-17", "8-victory"."""

from __future__ import annotations

import re

_ONE = r"(?:AS-|PT-|U)?\d+(?:\.\d+)?(?:[a-z](?![a-z]))?(?:-(?:\d{4}|[a-z]+))?"
_BETWEEN = r", and |, | and | to |\+"
_LIST = rf"{_ONE}(?:(?:{_BETWEEN}){_ONE})*"
_CITED = re.compile(rf"[Ss]ections? ({_LIST})|(?<![\w-])(?=(?:AS-|PT-|U)\d)({_LIST})")
_PARTS = re.compile(rf"({_BETWEEN})?((?:AS-|PT-|U)?)(\d[\w.-]*)")
SEQUENCE = "sequence"
"""Where a book prints its sequence of play without a number."""


def cited_in(text: str) -> str:
    """The first citation of a docstring, as it is written there; "" for none."""
    found = _CITED.search(text)
    return (found[1] or found[2]) if found else ""


def sections_in(text: str) -> tuple[str, ...]:
    """Every section that a docstring cites, each by itself."""
    found = (each[1] or each[2] for each in _CITED.finditer(text))
    return tuple(dict.fromkeys(name for listed in found for name in sections_of(listed)))


def sections_of(listed: str) -> tuple[str, ...]:
    """The sections in a list of them, each by itself.

    >>> sections_of("AS-14, 25 and 26"), sections_of("10 to 12"), sections_of("step 1 of the sequence")
    (('AS-14', 'AS-25', 'AS-26'), ('10', '11', '12'), ('sequence',))
    """
    if listed.endswith(SEQUENCE) and not listed[0].isdigit():
        return (SEQUENCE,)
    found: list[str] = []
    prefix = ""
    for between, letters, number in _PARTS.findall(listed):
        prefix = letters or prefix
        if between == " to ":
            first = int(re.sub(r"\D", "", found[-1]))
            found += [f"{prefix}{each}" for each in range(first + 1, int(number))]
        found.append(prefix + number)
    return tuple(found)


def belongs(section: str, asked: str) -> bool:
    """Is a section the one that is asked for, or a part of it ("10b" and "10.2" of 10)?"""
    rest = section.removeprefix(asked)
    return section.startswith(asked) and not rest[:1].isdigit()


def in_book_order(section: str) -> tuple[str, int, str]:
    """What to sort sections by: as a book numbers them, the unnumbered sequence of play first."""
    found = re.fullmatch(r"(\D*)(\d+)(.*)", section)
    return (found[1], int(found[2]), found[3]) if found else ("", 0, section)
