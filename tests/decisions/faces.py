"""Slow and obvious twins of best play: every face falls when it is thrown, every policy is tried.

Nothing here knows trees, lazy dice or information sets of the kit: a rule meets an umpire whose dice show
their faces, and who notes what is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Key = tuple[Any, ...]


class TooMany(Exception):
    """There are more policies than anybody wants to try."""


@dataclass
class Face:
    """A die, or a sum of dice, that shows what it shows."""

    umpire: Faces
    label: str
    shows: int

    def __add__(self, other: Face | int) -> Face:
        plus = other.shows if isinstance(other, Face) else other
        return Face(self.umpire, self.label, self.shows + plus)

    def __ge__(self, least: int) -> bool:
        return bool(self.umpire.tell(self.label, self.shows >= least))


@dataclass
class Faces:
    """One way in which everything falls and is chosen: the places of faces and options, in their order."""

    places: list[int]
    decide: Callable[[Faces, str, str, Any, tuple[Any, ...]], Any] | None = None
    counts: list[int] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)
    made: list[tuple[str, Key, Any]] = field(default_factory=list)
    weight: Fraction = Fraction(1)

    def place(self, count: int) -> int:
        at = len(self.counts)
        self.counts.append(count)
        if at == len(self.places):
            self.places.append(0)
        return self.places[at]

    def die(self, label: str, sides: int) -> Face:
        self.weight /= sides
        return Face(self, label, 1 + self.place(sides))

    def tell(self, label: str, answer: Any) -> Any:
        self.told.append(("told", label, answer))
        return answer

    def settle(self, label: str, roll: Face) -> int:
        answer: int = self.tell(label, roll.shows)
        return answer

    def look_up(self, label: str, roll: Face, read: Callable[[int], Any]) -> Any:
        return self.tell(label, read(roll.shows))

    def resolve(self, label: str, rule: Callable[..., Any], *args: Any) -> Any:
        before, made = len(self.told), len(self.made)
        result = rule(self, *args)
        result = result.shows if isinstance(result, Face) else result
        if len(self.made) == made:  # what is inside of a rule that decides nothing is not seen
            del self.told[before:]
        return self.tell(label, result)

    def choose(self, label: str, options: Any, side: str = "", seen: Any = None) -> Any:
        among = tuple(options)
        if self.decide is None:
            option = among[self.place(len(among))]
        else:
            option = self.decide(self, label, side, seen, among)
        self.told.append(("choose", side, label, among, option))
        self.made.append((side, (label, seen, among), option))
        return option


def ways(rule: Callable[..., Any], decide: Any = None) -> Iterator[tuple[Faces, Any]]:
    """Every way in which all faces (and, where nobody decides, all choices) can fall."""
    places: list[int] = []
    while True:
        umpire = Faces(places, decide)
        outcome = rule(umpire)
        yield umpire, outcome.shows if isinstance(outcome, Face) else outcome
        del places[len(umpire.counts) :]
        while places and places[-1] + 1 == umpire.counts[len(places) - 1]:
            places.pop()
        if not places:
            return
        places[-1] += 1


def by_what_is_told(rule: Callable[..., Any], side: str, least: bool = False) -> Fraction:
    """The worth of best play where all sides see all that is told: most and least at every choice."""
    top: dict[Any, Any] = {}
    for umpire, outcome in ways(rule):
        at = top
        for event in umpire.told:
            at = at.setdefault(event, {})
        at[None] = at.get(None, Fraction(0)) + umpire.weight * outcome

    def value(at: dict[Any, Any]) -> Fraction:
        sums: list[Fraction] = [at[None]] if None in at else []
        chosen: dict[Any, list[Fraction]] = {}
        for event, below in at.items():
            if event is not None and event[0] == "choose":
                chosen.setdefault(event[1], []).append(value(below))
            elif event is not None:
                sums.append(value(below))
        for who, values in chosen.items():
            sums.append((max if (who == side) is not least else min)(values))
        return sum(sums, Fraction(0))

    return value(top)


def by_every_policy(rule: Callable[..., Any], least: bool = False, most: int = 1_500) -> tuple[Fraction, int]:
    """The worth of the best of all policies of one side, and how many there are.

    A policy is a table from what is seen, with the own choices before it, to an option.
    """
    offers: dict[Key, tuple[Any, ...]] = {}

    def worth(table: dict[Key, Any]) -> tuple[Fraction, Key | None]:
        unknown: list[Key] = []

        def decide(umpire: Faces, label: str, side: str, seen: Any, among: tuple[Any, ...]) -> Any:
            sees = tuple(umpire.told) if seen is None else seen
            own = tuple((*what, option) for who, what, option in umpire.made if who == side)
            key = label, sees, among, own
            offers.setdefault(key, among)
            if key not in table:
                unknown.append(key)
            return table.get(key, among[0])

        total = sum((umpire.weight * outcome for umpire, outcome in ways(rule, decide)), Fraction(0))
        return total, unknown[0] if unknown else None

    tried, best = 0, None
    tables: list[dict[Key, Any]] = [{}]
    while tables:
        table = tables.pop()
        total, new = worth(table)
        if new is not None:
            tables += [{**table, new: option} for option in offers[new]]
            continue
        tried += 1
        if tried > most:
            raise TooMany
        best = total if best is None else (min if least else max)(best, total)
    assert best is not None
    return best, tried
