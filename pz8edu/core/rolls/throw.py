"""What leaves the hand at once: the law of its value, and the dice or cards behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.errors import BadInput, shown

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Law = Distribution[Any]
"""A distribution of values of any type."""


@dataclass(slots=True, eq=False)
class Handful:
    """Several equal dice: how their faces become one value.

    `counting` are the faces that count one each, where that is all that the value says.
    """

    count: int
    die: Law
    fold: Callable[[tuple[Any, ...]], object]
    counting: tuple[int, ...] = ()


class Pile(Generic[T]):
    """Cards by kind that are drawn without replacement; `drawn` are the labels of the draws, by number."""

    __slots__ = ("cards", "drawn")

    def __init__(self, cards: Mapping[T, int]) -> None:
        self.cards: dict[T, int] = {card: copies for card, copies in cards.items() if copies}
        self.drawn: dict[int, str] = {}

    def law(self) -> Distribution[T]:
        """The law of the first card."""
        return Distribution({card: copies for card, copies in self.cards.items() if copies})

    def left(self, fallen: Mapping[int, T]) -> Distribution[T]:
        """The law of the next card once some of the drawn ones are known, by their numbers."""
        rest: Pile[T] = Pile(self.cards)
        for number in self.drawn:
            if number in fallen:
                rest.cards[fallen[number]] -= 1
        return rest.law()


@dataclass(slots=True, eq=False)
class Throw(Generic[T_co]):
    """What is thrown, in words ("D6", "3D6", "2 cards"), with the law of its value.

    `sides` are those of each die, None where it is not of dice; a die can be `loadable` by its label.
    A value that counts several `kinds`, such as red and black cards, has a number for each.
    """

    law: Distribution[T_co]
    what: str = ""
    sides: int | None = None
    handful: Handful | None = None
    pile: Pile[Any] | None = None
    loadable: bool = False
    kinds: tuple[object, ...] = ()

    @property
    def one(self) -> Law:
        """The law of one of its dice."""
        return self.law if self.handful is None else self.handful.die

    @property
    def is_of_d6(self) -> bool:
        """Is it of six-sided dice, at least one?"""
        return self.sides == 6 and (self.handful is None or self.handful.count > 0)

    @property
    def is_one_die(self) -> bool:
        """Is it one die, with faces of its own?"""
        return self.sides is not None and self.handful is None

    @property
    def is_nothing(self) -> bool:
        """Is it a sum of no dice at all? It adds nothing and is not spoken of."""
        return self.handful is not None and self.handful.count == 0 and self.law.support == (0,)

    def value_of(self, label: str, given: object, law: Law | None = None) -> object:
        """The value of dice that are known: given as the value itself, or as the faces of a handful.

        A list is always faces; a tuple is the value where it can be one, else faces.
        Raises BadInput when the dice cannot fall like that.
        """
        law = law or self.law
        if not isinstance(given, list) and _can_be(law, given):
            return given
        handful = self.handful
        if handful is not None and isinstance(given, list | tuple):
            if len(given) != handful.count or not all(_can_be(handful.die, face) for face in given):
                faces = ", ".join(map(str, handful.die))
                got = shown(list(given))
                raise BadInput(f"{label!r} is a throw of {handful.count} dice with faces {faces}; got {got}")
            return handful.fold(tuple(given))
        listed = ", ".join(map(str, law.support[:20]))
        raise BadInput(f"{label!r} cannot be {shown(given)}; it can be {listed}")


def _can_be(law: Law, value: object) -> bool:
    try:
        return value in law
    except TypeError:
        return False


ONE_D6: Throw[int] = Throw(D6, "D6", 6, loadable=True)
"""A fair six-sided die."""
