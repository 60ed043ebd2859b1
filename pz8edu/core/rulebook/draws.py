"""Situations drawn at random from what a form allows, or all of them where they are few."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod

from pz8edu.core.rulebook.domain import (
    JSON,
    Domain,
    EitherDomain,
    FlagDomain,
    ListDomain,
    NullableDomain,
    NumberDomain,
    PlacesDomain,
    RecordDomain,
    TextDomain,
    WholeDomain,
    WordDomain,
)
from pz8edu.core.rulebook.situation import Input

MOST_VALUES = 50_000
"""So many values of one input are listed."""
BEYOND = 8
"""How far an open end is followed."""


def every_situation(inputs: Mapping[str, Input], most: int) -> list[dict[str, object]] | None:
    """All values of all inputs together; None for more than `most`, or where they cannot be listed."""
    values = {name: listed_values(known.domain) for name, known in inputs.items()}
    if not all(values.values()) or prod(len(listed or ()) for listed in values.values()) > most:
        return None
    listed = (each or () for each in values.values())
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*listed)]


def drawn_situations(inputs: Mapping[str, Input], seed: str) -> Iterator[dict[str, object]]:
    """Situations without end, the same for the same seed; what is not required is sometimes left out."""
    chooser = random.Random(seed)
    while True:
        yield _drawn_inputs(inputs, chooser)


def _drawn_inputs(inputs: Mapping[str, Input], chooser: random.Random) -> JSON:
    return {
        name: _drawn(known.domain, known.default, chooser)
        for name, known in inputs.items()
        if known.required or chooser.random() < 2 / 3
    }


def listed_values(domain: Domain) -> tuple[object, ...] | None:
    """The values of a domain that has few; None where they cannot be listed."""
    if isinstance(domain, FlagDomain):
        return (False, True)
    if isinstance(domain, WordDomain):
        return domain.options
    if isinstance(domain, WholeDomain):
        low, high = domain.limits.minimum, domain.limits.maximum
        if low is not None and high is not None and high - low < MOST_VALUES:
            return tuple(range(low, high + 1))
    return None


def _drawn(domain: Domain, default: object, chooser: random.Random) -> object:
    """One value of a domain."""
    if isinstance(domain, (FlagDomain, WordDomain)):
        return chooser.choice(listed_values(domain) or ())
    if isinstance(domain, WholeDomain):
        low, high = _ends(domain.limits.minimum, domain.limits.maximum)
        return chooser.randint(low, high)
    if isinstance(domain, NumberDomain):
        limits = domain.limits
        floor = limits.minimum if limits.above is None else limits.above + 1
        low, high = _ends(*(None if end is None else int(end) for end in (floor, limits.maximum)))
        return min(low + Fraction(chooser.randint(0, 4 * (high - low)), 4), high)
    if isinstance(domain, TextDomain):
        return default if isinstance(default, str) else "alpha"
    return _drawn_inside(domain, chooser)


def _drawn_inside(domain: Domain, chooser: random.Random) -> object:
    """One value of a domain that is made of others."""
    if isinstance(domain, ListDomain):
        low, high = _ends(domain.limits.minimum or 0, domain.limits.maximum)
        count = chooser.randint(low, min(high, low + 3))
        drawn = [_drawn(domain.item, None, chooser) for _ in range(count)]
        return [
            each
            for place, each in enumerate(drawn)
            if not domain.limits.different or each not in drawn[:place]
        ]
    if isinstance(domain, PlacesDomain):
        return [_drawn(place, None, chooser) for place in domain.places]
    if isinstance(domain, RecordDomain):
        return _drawn_inputs(domain.kind.fields(), chooser)
    if isinstance(domain, EitherDomain):
        return _drawn(chooser.choice(domain.options), None, chooser)
    assert isinstance(domain, NullableDomain)
    return None if chooser.random() < 1 / 4 else _drawn(domain.inner, None, chooser)


def _ends(low: int | None, high: int | None) -> tuple[int, int]:
    """Both ends of what is drawn: an open one lies a little beyond the other."""
    if low is None:
        low = -2 if high is None else high - BEYOND
    return low, low + BEYOND if high is None else high


def shared(first: Mapping[str, Input], second: Iterable[str]) -> dict[str, Input]:
    """The inputs that two forms have in common, as the first says them."""
    names = set(second)
    return {name: known for name, known in first.items() if name in names}
