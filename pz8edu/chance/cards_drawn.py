"""A deck from which cards are drawn without replacement, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from pz8edu.chance.distribution import Distribution
from pz8edu.errors import BadInput

if TYPE_CHECKING:
    from pz8edu.chance.roll import Roll, Thrown
    from pz8edu.umpire.vocabulary import Umpire

T = TypeVar("T")


class Deck(Generic[T]):
    """Cards by kind, with the number of copies; made by `umpire.deck(cards)`, anew for every game."""

    def __init__(self, umpire: Umpire, cards: Mapping[T, int]) -> None:
        self.umpire = umpire
        self.cards: dict[T, int] = {card: copies for card, copies in cards.items() if copies}
        self.drawn: list[Thrown[T]] = []
        self.law: Distribution[T] = Distribution(self.cards)

    def draw(self, label: str) -> Roll[T]:
        """The next card; raises BadInput when none is left."""
        if len(self.drawn) >= self.law.total:
            raise BadInput(f"the deck has {self.law.total} cards and all of them are drawn")
        card = self.umpire._throw(label, self.law, "card", deck=self)
        if card.deck is self:
            self.drawn.append(card)
        else:
            if self.drawn:
                raise BadInput(
                    f"cards are known in the order in which they are drawn: {self.drawn[0].label!r} before "
                    f"{card.label!r}"
                )
            self._remove(next(iter(card.law)))
        return card

    def left(self, fallen: Mapping[int, T]) -> Distribution[T]:
        """The law of the next card once some of the drawn ones are known, by their numbers."""
        cards = dict(self.cards)
        for card in self.drawn:
            if card.number in fallen:
                cards[fallen[card.number]] -= 1
        return Distribution({kind: copies for kind, copies in cards.items() if copies})

    def _remove(self, card: T) -> None:
        """A card that is known to be drawn lies on the table: it is no longer in the deck."""
        self.cards[card] -= 1
        self.law = Distribution({kind: copies for kind, copies in self.cards.items() if copies})
