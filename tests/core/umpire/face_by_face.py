"""A second opinion on every rule: all faces of all dice, one after the other, in plain loops.

`Faces` is an umpire that knows nothing of lazy rolls: each die falls when it is named. `every_way` runs a
rule once for every way in which its dice can fall and adds the chances up.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

import pytest


class Face:
    """A die that has fallen, with the vocabulary of a roll."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __add__(self, other: Any) -> Face:
        return Face(self.value + plain(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Face:
        return Face(self.value - plain(other))

    def __rsub__(self, other: Any) -> Face:
        return Face(plain(other) - self.value)

    def __neg__(self) -> Face:
        return Face(-self.value)

    def __mul__(self, other: Any) -> Face:
        return Face(self.value * plain(other))

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> Face:
        return Face(self.value // other)

    def half(self) -> Face:
        return Face((self.value + 1) // 2)

    def at_least(self, least: int) -> Face:
        return Face(max(least, self.value))

    def at_most(self, most: int) -> Face:
        return Face(min(most, self.value))

    def modified(self, modifiers: Any) -> Face:
        return Face(self.value + modifiers.total)

    def read(self, what: str, how: Any) -> Face:
        return Face(how(self.value) if callable(how) else how[self.value])

    def __lt__(self, other: Any) -> bool:
        return bool(self.value < plain(other))

    def __le__(self, other: Any) -> bool:
        return bool(self.value <= plain(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self.value > plain(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self.value >= plain(other))

    def __eq__(self, other: object) -> bool:
        return bool(self.value == plain(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def is_in(self, which: Collection[Any]) -> bool:
        return self.value in which

    def between(self, least: int, most: int) -> bool:
        return bool(least <= self.value <= most)

    def __index__(self) -> int:
        return int(self.value)


def plain(value: Any) -> Any:
    return value.value if isinstance(value, Face) else value


class Counts:
    """How often each named thing came up."""

    def __init__(self, counts: Mapping[Any, int]) -> None:
        self.counts = dict(counts)

    def __getitem__(self, name: Any) -> Face:
        return Face(self.counts[name])

    def count(self, name: Any) -> Face:
        return Face(self.counts.get(name, 0))

    def total(self, worth: Mapping[Any, int]) -> Face:
        return Face(sum(worth.get(name, 0) * count for name, count in self.counts.items()))

    def read(self, what: str, how: Callable[[dict[Any, int]], Any]) -> Face:
        return Face(how(self.counts))


class Cards:
    """A deck as a list of the cards that are left."""

    def __init__(self, faces: Faces, cards: Mapping[Any, int]) -> None:
        self.faces = faces
        self.left = dict(cards)

    def draw(self, label: str) -> Face:
        card = self.faces.falls(label, {kind: copies for kind, copies in self.left.items() if copies})
        self.left[card] -= 1
        return Face(card)


class Faces:
    """The umpire of one way in which the dice can fall: `choices` says which face each die shows.

    `given` holds dice whose faces are known, by label; they cost no chance.
    """

    def __init__(self, choices: list[list[int]], given: Mapping[str, Any]) -> None:
        self.choices = choices
        self.given = given
        self.place = 0
        self.share = Fraction(1)
        self.labels: dict[str, int] = {}
        self.scope = ""
        self.fallen: dict[str, Any] = {}

    def falls(self, label: str, weights: Mapping[Any, int], part: bool = False) -> Any:
        """One face, by the choice for this place; `weights` need not add up to anything particular."""
        path = self.scope + label
        if not part:
            seen = self.labels[path] = self.labels.get(path, 0) + 1
            path = path if seen == 1 else f"{path} #{seen}"
            if path in self.given:
                self.fallen[path] = self.given[path]
                return self.given[path]
        values = list(weights)
        if self.place == len(self.choices):
            self.choices.append([0, len(values)])
        chosen = values[self.choices[self.place][0]]
        self.place += 1
        self.share *= Fraction(weights[chosen], sum(weights.values()))
        if not part:
            self.fallen[path] = chosen
        return chosen

    def many(self, label: str, count: int, weights: Mapping[Any, int]) -> list[Any]:
        path = self.scope + label
        seen = self.labels[path] = self.labels.get(path, 0) + 1
        path = path if seen == 1 else f"{path} #{seen}"
        if path in self.given:
            self.fallen[path] = self.given[path]
            return list(self.given[path])
        faces = [self.falls(label, weights, part=True) for _ in range(count)]
        self.fallen[path] = faces
        return faces

    def d6(self, label: str) -> Face:
        return Face(self.falls(label, dict.fromkeys(range(1, 7), 1)))

    def d3(self, label: str) -> Face:
        return self.d6(label).half()

    def die(self, label: str, sides: int) -> Face:
        return Face(self.falls(label, dict.fromkeys(range(1, sides + 1), 1)))

    def roll(self, label: str, die: Any) -> Face:
        return Face(self.falls(label, die.weights))

    def sum_of(self, label: str, count: int, worth: Any = None, die: Any = None) -> Face:
        weights = dict.fromkeys(range(1, 7), 1) if die is None else die.weights
        faces = self.many(label, count, weights)
        return Face(sum(face if worth is None else worth.get(face, 0) for face in faces))

    def pool(self, label: str, count: int, on: int) -> Face:
        return Face(sum(face >= on for face in self.many(label, count, dict.fromkeys(range(1, 7), 1))))

    def tally(self, label: str, count: int, die: Any = None, **classes: Collection[Any]) -> Counts:
        weights = dict.fromkeys(range(1, 7), 1) if die is None else die.weights
        faces = self.many(label, count, weights)
        if not classes:
            return Counts({face: faces.count(face) for face in weights})
        return Counts({name: sum(face in members for face in faces) for name, members in classes.items()})

    def lowest(self, label: str, keep: int, of: int) -> Face:
        return Face(sum(sorted(self.many(label, of, dict.fromkeys(range(1, 7), 1)))[:keep]))

    def highest(self, label: str, keep: int, of: int) -> Face:
        faces = sorted(self.many(label, of, dict.fromkeys(range(1, 7), 1)), reverse=True)
        return Face(sum(faces[:keep]))

    def chance(self, label: str, odds: Fraction) -> bool:
        sides = {True: odds.numerator, False: odds.denominator - odds.numerator}
        return bool(self.falls(label, {side: weight for side, weight in sides.items() if weight}))

    def deck(self, cards: Mapping[Any, int]) -> Cards:
        return Cards(self, cards)

    def hand(self, label: str, cards: Mapping[Any, int], count: int) -> Counts:
        pile = Cards(self, cards)
        drawn = [pile.draw(f"{label} card {number}").value for number in range(count)]
        return Counts({kind: drawn.count(kind) for kind in cards})

    def look_up(self, label: str, roll: Face, table: Any) -> Any:
        return table(roll.value) if callable(table) else table[roll.value]

    def settle(self, label: str, roll: Face) -> Any:
        return roll.value

    def compare(self, label: str, first: Any, second: Any) -> Any:
        margin = plain(first) - plain(second)
        return "higher" if margin > 0 else "equal" if margin == 0 else "lower"

    # sub-rules are simply played
    def odds(self, label: str, rule: Callable[..., Any], *args: Any) -> Face:
        outer = self.scope
        self.scope = f"{outer}{self.again(label)}: "
        result = rule(self, *args)
        self.scope = outer
        return result if isinstance(result, Face) else Face(result)

    def resolve(self, label: str, rule: Callable[..., Any], *args: Any) -> Any:
        return self.odds(label, rule, *args).value

    def again(self, label: str) -> str:
        path = f"{self.scope}{label}: "
        seen = self.labels[path] = self.labels.get(path, 0) + 1
        return label if seen == 1 else f"{label} #{seen}"

    def repeat(self, label: str, count: int, rule: Callable[..., Any], *args: Any) -> Counts:
        label = self.again(label)
        found = [self.odds(f"{label} {place}", rule, *args).value for place in range(1, count + 1)]
        return Counts({name: found.count(name) for name in found})

    def in_turn(self, label: str, items: Any, rule: Callable[..., Any], state: Any, rules: Any) -> Face:
        label = self.again(label)
        for place, item in enumerate(items, 1):
            state = self.odds(f"{label} {place}", rule, state, item, rules).value
        return Face(state)


def run_through(
    rule: Callable[..., Any], *args: Any, given: Mapping[str, Any] | None = None
) -> list[tuple[Any, Fraction, dict[str, Any]]]:
    """Every way the dice can fall: outcome, chance, and the faces by label."""
    choices: list[list[int]] = []
    found = []
    while True:
        faces = Faces(choices, given or {})
        outcome = plain(rule(faces, *args))
        found.append((outcome, faces.share, faces.fallen))
        while choices and choices[-1][0] + 1 == choices[-1][1]:
            choices.pop()
        if not choices:
            return found
        choices[-1][0] += 1


def add_up(ways: list[tuple[Any, Fraction, dict[str, Any]]]) -> dict[Any, Fraction]:
    """The chance of every outcome."""
    chances: dict[Any, Fraction] = {}
    for outcome, chance, _ in ways:
        word = outcome.value if isinstance(outcome, enum.Enum) else outcome
        chances[word] = chances.get(word, Fraction(0)) + chance
    return chances


@pytest.fixture(scope="session")
def ways() -> Callable[..., list[tuple[Any, Fraction, dict[str, Any]]]]:
    """Every single way the dice of a rule can fall."""
    return run_through


@pytest.fixture(scope="session")
def every_way() -> Callable[..., dict[Any, Fraction]]:
    """The exact chances of a rule by writing out all faces."""

    def chances(rule: Callable[..., Any], *args: Any, **known: Any) -> dict[Any, Fraction]:
        return add_up(run_through(rule, *args, **known))

    return chances
