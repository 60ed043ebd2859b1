"""Exercises about cards: what the next one is, once others are gone, put back, or not yet looked at."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pz8edu.asking.ask import ask
from pz8edu.asking.odds import Odds
from pz8edu.systems import system
from pz8widgets.course.own_numbers import Own, said
from pz8widgets.course.wording import fraction
from pz8widgets.course.wrong_models import Asked, Mistake

FIGHTERS: Mapping[str, tuple[Any, ...]] = {
    "player": (2, 3, 4, 5, 6),
    "npo": (2, 3, 4, 5, 6),
    "ask": ("npo-before-first-player",),
}

DECKS: Mapping[tuple[str, str], Mapping[str, tuple[Any, ...]]] = {
    ("pz8-colonial", "card-draw"): {"joker_red": (0, 1, 2), "joker_black": (0, 1, 2)},
    ("pz8-aerial-1935", "solo-draw"): FIGHTERS,
    ("pz8-aerial-1965", "solo-draw"): FIGHTERS,
}
"""Questions that begin with a draw from a pack, and what of their packs may differ."""

PACKED = "without replacement"
"""The idea whose exercises need a pack of cards."""
GONE = 4
"""So many cards have left the pack, at most."""


class Pack(NamedTuple):
    """How many cards a pack has, how many of them are of the kind that is asked about, and its name."""

    cards: int
    wanted: int
    kind: str

    @property
    def share(self) -> Fraction:
        """The chance of the kind from the whole pack."""
        return Fraction(self.wanted, self.cards)


def drawn_pack(source: random.Random) -> tuple[str, Own]:
    """One of the books, and its question about a card, with a pack of its own."""
    name, question = source.choice(sorted(DECKS))
    inputs = {each: source.choice(values) for each, values in DECKS[name, question].items()}
    odds = ask(name, question, inputs)
    given = ", ".join(said(each, value) for each, value in inputs.items() if isinstance(value, int))
    return name, Own(system(name).calculators[question].title, given, "", odds)


def kinds_of(odds: Odds) -> dict[str, int]:
    """The kinds of cards of the pack from which the first is drawn, with how many there are of each."""
    first = next(node for node in odds.tree.nodes() if not node.certain)
    pile = first.roll.dice()[0].throw.pile
    assert pile is not None
    return {str(kind): copies for kind, copies in pile.cards.items()}


def cards(odds: Odds, _outcome: str, source: random.Random) -> Asked:
    """One of five questions about the next card or two, of a pack that remembers or is made whole again."""
    kinds = kinds_of(odds)
    kind = source.choice([each for each, copies in sorted(kinds.items()) if copies > 1])
    pack = Pack(sum(kinds.values()), kinds[kind], f"“{kind}”")
    asked = source.choice((_next, _both, _put_back, _at_least_one, _face_down))(pack, source)
    counted = ", ".join(f"{copies} {each}" for each, copies in kinds.items())
    wrong = tuple(each for each in asked.wrong if each.answer <= 1)
    return asked._replace(knows=f"The pack has {pack.cards} cards: {counted}.", wrong=wrong)


def _next(pack: Pack, source: random.Random) -> Asked:
    gone = source.randint(1, min(GONE, pack.wanted - 1))
    others = source.randint(0, min(GONE - 1, pack.cards - pack.wanted - 1))
    cards, wanted = pack.cards - gone - others, pack.wanted - gone
    wrong = (
        Mistake(pack.share, "That is the whole pack; it remembers what is gone."),
        Mistake(
            Fraction(wanted, pack.cards), f"The {gone + others} cards that are gone are no longer among all."
        ),
        Mistake(Fraction(pack.wanted, cards), f"Of the {pack.wanted} {gone} are gone, too."),
        Mistake(1 - Fraction(wanted, cards), f"That is the chance that it is *not* {pack.kind}."),
        Mistake(Fraction(pack.wanted - others, cards), "That takes away the other cards instead of these."),
    )
    why = f"{pack.wanted} − {gone} = {wanted} of {pack.cards} − {gone + others} = {cards} cards are left."
    besides = f" and {others} other{'s' * (others > 1)}" if others else ""
    asks = f"Gone for good: {gone} {pack.kind}{besides}. How likely is the next card {pack.kind}?"
    return Asked(asks, "", Fraction(wanted, cards), wrong, why)


def _both(pack: Pack, source: random.Random) -> Asked:
    second = Fraction(pack.wanted - 1, pack.cards - 1)
    wrong = (
        Mistake(pack.share**2, "That puts the first card back; here it stays out, and the second is rarer."),
        Mistake(second, "That is the second card only, once the first is out."),
        Mistake(pack.share, "That is the first card only."),
        Mistake(pack.share * Fraction(pack.wanted - 1, pack.cards), "One card fewer is left in all, too."),
    )
    then = f"{pack.wanted - 1} of {pack.cards - 1}"
    why = f"First {fraction(pack.share)}, then {then}: {fraction(second)}; multiply."
    asks = f"Two cards are drawn; they stay out. How likely are both {pack.kind}?"
    return Asked(asks, "", pack.share * second, wrong, why)


def _put_back(pack: Pack, source: random.Random) -> Asked:
    second = Fraction(pack.wanted - 1, pack.cards - 1)
    wrong = (
        Mistake(pack.share * second, "That leaves the first card out; here the pack is whole again."),
        Mistake(2 * pack.share, "Those chances were added; both must come, so multiply."),
        Mistake(pack.share, "That is one of the two draws only."),
        Mistake(1 - (1 - pack.share) ** 2, "That is the chance of *at least one* of the two."),
    )
    twice = f"({fraction(pack.share)})² = {fraction(pack.share**2)}"
    why = f"A pack that is whole again remembers nothing, like a die: {twice}."
    asks = f"A card is drawn, put back and shuffled in, and one more drawn. How likely are both {pack.kind}?"
    return Asked(asks, "", pack.share**2, wrong, why)


def _at_least_one(pack: Pack, source: random.Random) -> Asked:
    rest = pack.cards - pack.wanted
    none = Fraction(rest * (rest - 1), pack.cards * (pack.cards - 1))
    wrong = (
        Mistake(1 - (1 - pack.share) ** 2, "That puts the first card back; here it stays out."),
        Mistake(2 * pack.share, "Those chances were added; what comes twice is then counted twice."),
        Mistake(none, f"That is the chance of no {pack.kind} at all. Take it from 1."),
        Mistake(pack.share, "That is one card only."),
    )
    first, second = f"{rest} of {pack.cards}", f"{rest - 1} of {pack.cards - 1}"
    why = f"None: {first}, then {second}: {fraction(none)}. 1 minus that was asked for."
    asks = f"Two cards are drawn; they stay out. How likely is at least one of them {pack.kind}?"
    return Asked(asks, "", 1 - none, wrong, why)


def _face_down(pack: Pack, source: random.Random) -> Asked:
    wrong = (
        Mistake(
            Fraction(pack.wanted - 1, pack.cards - 1), f"Nobody has seen whether the first was {pack.kind}."
        ),
        Mistake(
            Fraction(pack.wanted, pack.cards - 1),
            f"That knows the first was *not* {pack.kind}; nobody looked.",
        ),
        Mistake(
            Fraction(pack.wanted - 1, pack.cards), "The card on the table may be any, and nobody has seen it."
        ),
        Mistake(1 - pack.share, f"That is the chance that it is *not* {pack.kind}."),
    )
    why = f"Any place of a shuffled pack is as good as the first: {pack.wanted} of {pack.cards}."
    asks = f"The first card lies face down; nobody has seen it. How likely is the second {pack.kind}?"
    return Asked(asks, "", pack.share, wrong, why)
