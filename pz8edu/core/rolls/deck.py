"""A deck from which cards are drawn without replacement, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from pz8edu.core.rolls.roll import Asker, Thrown
from pz8edu.core.rolls.throw import Pile, Throw
from pz8edu.errors import BadInput

T = TypeVar("T")


class Deck(Generic[T]):
    """Cards by kind, with the number of copies; made by `umpire.deck(cards)`, anew for every game."""

    def __init__(self, asker: Asker, cards: Mapping[T, int]) -> None:
        self.asker = asker
        self.pile: Pile[T] = Pile(cards)

    def draw(self, label: str) -> Thrown[T]:
        """The next card; raises BadInput when none is left."""
        pile = self.pile
        there = sum(pile.cards.values())
        if len(pile.drawn) >= there:
            raise BadInput(f"the deck has {there} cards and all of them are drawn")
        card = self.asker.throw(label, Throw(pile.law(), "card", pile=pile))
        if card.pile is pile:
            pile.drawn[card.number] = card.label
        elif pile.drawn:
            first = next(iter(pile.drawn.values()))
            raise BadInput(
                f"cards are known in the order in which they are drawn: {first!r} before {card.label!r}"
            )
        else:  # it lies on the table
            pile.cards[next(iter(card.law))] -= 1
        return card
