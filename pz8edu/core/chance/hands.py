"""Hands of cards drawn without replacement."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import TypeVar

from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.equal_dice import whole_number
from pz8edu.core.chance.face_by_face import FEW, FaceByFace
from pz8edu.core.chance.fold import Left, Look, Step, faces_in_order, ways_of_moves, ways_of_sums_of_moves
from pz8edu.core.chance.matching_sets import ways_of_sets
from pz8edu.core.chance.memory import rememberable
from pz8edu.core.chance.sums import even_steps
from pz8edu.errors import BadInput, shown
from pz8edu.limits import MOST_CARDS, MOST_DICE

T = TypeVar("T")
S = TypeVar("S")


class Hand(FaceByFace[T]):
    """So many cards of a deck, which is given by the copies of each: `Hand({"ace": 4, "other": 48}, 5)`."""

    def __init__(self, cards: Mapping[T, int], count: int) -> None:
        self.cards = {
            card: whole_number(f"the number of cards of {shown(card)}", copies, 0, MOST_CARDS)
            for card, copies in cards.items()
        }
        self.deck = sum(self.cards.values())
        self.count = whole_number("the number of cards in a hand", count, 0, self.deck)
        self.work = self.count * len(self.cards)
        if min(self.count, self.deck - self.count) > MOST_DICE:
            raise BadInput(
                f"{self.count:,} of {self.deck:,} cards in a hand: at most {MOST_DICE:,} are drawn, or left"
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and (self.count, self.cards) == (other.count, other.cards)

    def __hash__(self) -> int:
        return hash((self.count, *self.cards.items()))

    def frozen_key(self, of: Callable[[object], Hashable]) -> Hashable:
        """What tells it from other ones: its cards, in their order, and how many are held."""
        return Hand, of(tuple(self.cards)), tuple(self.cards.values()), self.count

    def __repr__(self) -> str:
        return f"Hand({self.cards!r}, {self.count})"

    @property
    def faces(self) -> tuple[T, ...]:
        """The kinds of cards."""
        return tuple(self.cards)

    @rememberable(FEW)
    def counts(self) -> Distribution[tuple[int, ...]]:
        """How many of each kind are held, in the order of the deck."""
        hands: dict[tuple[int, ...], Weight] = {(): 1}
        rest = self.deck
        for copies in self.cards.values():
            rest -= copies
            following: dict[tuple[int, ...], Weight] = {}
            for hand, ways in hands.items():
                missing = self.count - sum(hand)
                for drawn in range(max(0, missing - rest), min(copies, missing) + 1):
                    following[(*hand, drawn)] = ways * math.comb(copies, drawn)
            hands = following
        return Distribution.of_weights(hands, math.comb(self.deck, self.count))

    @rememberable(FEW)
    def total(self: Hand[int]) -> Distribution[int]:
        """The sum of all cards, which are whole numbers."""
        steps = even_steps(self.cards)
        if steps is None:
            return self.fold(0, lambda total, worth, held: total + worth * held)
        total = math.comb(self.deck, self.count)
        looks = self._looks(self.count, lowest_first=False)
        ways = ways_of_sums_of_moves(looks, (self.count,), 0, self.count, steps, total)
        return Distribution.of_weights(ways, total)

    @rememberable(FEW)
    def sets(self, least: int = 2) -> Distribution[tuple[int, ...]]:
        """The sizes of all matching sets, of `least` or more, the largest first: (3, 2) is a full house."""
        if len({*self.cards.values()}) != 1:
            return super().sets(least)
        copies = next(iter(self.cards.values()))
        ways = ways_of_sets(
            self.count, len(self.cards), copies, least, lambda _, size: math.comb(copies, size)
        )
        return Distribution.of_weights(ways, math.comb(self.deck, self.count))

    @rememberable()
    def fold(
        self,
        start: S,
        step: Step[S],
        *others: int,
        lowest_first: bool = False,
        every_face: bool = False,
    ) -> Distribution[S]:
        """Anything that can be worked out card by card, from the highest down (or from the lowest up).

        `step(state, card, count)` says what becomes of the state when `count` cards of a kind are held; it is
        asked only about cards that are, or about every card and every whole number between them. `others` are
        the sizes of more hands from the same deck: it is then told how many each of them holds, `step(state,
        card, count, count)`.
        """
        sizes = tuple(whole_number("the size of a hand", n, 0, self.deck) for n in (self.count, *others))
        whole_number("the number of cards in all hands", sum(sizes), 0, self.deck)
        ways = ways_of_moves(
            self._looks(sum(sizes), lowest_first, every_face), sizes, start, step, every_face
        )
        return Distribution.of_weights(ways, ways_to_deal(self.deck, sizes))

    def _looks(self, places: int, lowest_first: bool, every_face: bool = False) -> Iterator[Look]:
        """How each kind of card can be held; kinds of which there are equally many are held alike."""
        kinds: dict[tuple[int, int], Held] = {}
        rest = self.deck
        for card in faces_in_order(self.cards, lowest_first, every_face):
            copies = self.cards.get(card, 0)
            rest -= copies
            key = copies, min(rest, places)
            yield Look(card, kinds.setdefault(key, Held(*key)), partial(ways_to_deal, rest))


def ways_to_deal(cards: int, sizes: Iterable[int]) -> int:
    """The ways to deal hands of these sizes from so many different cards."""
    ways = 1
    for size in sizes:
        ways, cards = ways * math.comb(cards, size), cards - size
    return ways


class Held:
    """How some hands can hold so many copies of a card, when so many other cards are still to come."""

    def __init__(self, copies: int, rest: int) -> None:
        self.copies, self.rest = copies, rest

    def __call__(self, left: Left) -> list[tuple[Left, tuple[int, ...], Weight]]:
        """From the places left in each hand: those left afterwards, the cards held, the ways to choose."""
        missing = sum(left)
        numbers = range(max(0, missing - self.rest), min(self.copies, missing) + 1)
        if len(left) == 1:
            return [((missing - n,), (n,), math.comb(self.copies, n)) for n in numbers]
        return [
            (tuple(map(operator.sub, left, held)), held, ways_to_deal(self.copies, held))
            for held in product(*(range(min(self.copies, places) + 1) for places in left))
            if sum(held) in numbers
        ]
