"""Values beyond the book: what may be explored on request, and how it is marked.

A book prints Attack Factors from 0 to 6; a designer asks what an 8 would do. Beyond the book a largest value
goes as far again and ten more, and so does a least one below 0; whatever cannot be less than 0 never is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pz8edu.core.records import replaced
from pz8edu.core.rulebook.domain import (
    Domain,
    EitherDomain,
    ListDomain,
    NullableDomain,
    NumberDomain,
    PlacesDomain,
    RecordDomain,
    WholeDomain,
)
from pz8edu.errors import BadInput

TEN_MORE = 10


def beyond(domain: Domain) -> Domain:
    """The domain with its limits lifted; words and lists keep theirs."""
    if isinstance(domain, (WholeDomain, NumberDomain)):
        low, high = domain.limits.minimum, domain.limits.maximum
        wider = replaced(
            domain.limits,
            minimum=low if low is None or low >= 0 else 2 * low - TEN_MORE,
            maximum=None if high is None else max(2 * high, high) + TEN_MORE,
        )
        return replaced(domain, limits=wider)
    if isinstance(domain, ListDomain):
        return replace(domain, item=beyond(domain.item))
    if isinstance(domain, PlacesDomain):
        return replace(domain, places=tuple(map(beyond, domain.places)))
    if isinstance(domain, EitherDomain):
        return replace(domain, options=tuple(map(beyond, domain.options)))
    if isinstance(domain, NullableDomain):
        return replace(domain, inner=beyond(domain.inner))
    if isinstance(domain, RecordDomain):
        return replace(domain, beyond_the_book=True)
    return domain


def limited_to(domain: Domain, least: int | Fraction, greatest: int | Fraction) -> Domain:
    """The domain of a number without limits of its own with these limits; any other as it is."""
    if isinstance(domain, NullableDomain):
        return replace(domain, inner=limited_to(domain.inner, least, greatest))
    if isinstance(domain, (WholeDomain, NumberDomain)) and domain.limits == type(domain.limits)():
        return replaced(domain, limits=replaced(domain.limits, minimum=least, maximum=greatest))
    return domain


def book_has(domain: Domain, value: object) -> bool:
    """Does a value lie within what the book has?"""
    try:
        domain.read(value, "")
    except BadInput:
        return False
    return True


def outside(situation: Any, where: str = "") -> Iterator[tuple[str, object, str]]:
    """The inputs of a situation that lie beyond the book: name, value, and what the book has, in words."""
    book = type(situation).in_the_book or type(situation)
    for name, known in book.fields().items():
        value = getattr(situation, situation._attribute(name))
        if value is not None or not known.optional:
            yield from _outside(known.domain, value, f"{where}{name}")


def _outside(domain: Domain, value: Any, name: str) -> Iterator[tuple[str, object, str]]:
    if isinstance(domain, RecordDomain):
        yield from outside(value, f"{name}.")
    elif isinstance(domain, ListDomain):
        for place, each in enumerate(value):
            yield from _outside(domain.item, each, f"{name}[{place}]")
    elif not book_has(domain, value):
        yield name, domain.plain(value), domain.words()
