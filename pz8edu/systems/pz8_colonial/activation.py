"""Sections 2, 11 and 12, Activation: what the cards bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from pz8edu.core import Distribution, Roll, Tally, Umpire
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import ActivationsDrawn, ColoursDrawn, JokersDrawn, TopCard
from pz8edu.systems.pz8_colonial.words import Card, Side

K = TypeVar("K")


@dataclass(frozen=True)
class Activation:
    """What one card brings: units of one side, and with a Joker an event; and which card it was."""

    side: Side
    units: int
    event: bool
    card: Card

    def __str__(self) -> str:
        units = f"{self.units} unit{'' if self.units == 1 else 's'}"
        return f"{self.side.value}: {units}{' + event' if self.event else ''}"


def card_draw(umpire: Umpire, situation: TopCard, rules: Colonial) -> Activation:
    """The top card: red activates a European unit, black a Native one (pz8-colonial, sections 2, 11, 12)."""

    def brings(card: Card) -> Activation:
        row = rules.cards[card]
        return Activation(row.side, rules.activated(card, situation.native_activation), row.event, card)

    return umpire.look_up("the card activates", umpire.deck(situation.pack).draw("card"), brings)


def draw_several(umpire: Umpire, pack: Mapping[K, int], draws: int, rules: Colonial) -> Tally[K]:
    """So many cards, one after the other (section 2; R3)."""
    check_draws(draws, sum(pack.values()), rules)
    if rules.R3 == "a" or not draws:
        return umpire.hand("cards", pack, draws)
    return umpire.tally("cards", draws, one_card(pack))


def one_card(pack: Mapping[K, int]) -> Distribution[K]:
    """A card from the whole pack."""
    return Distribution({card: copies for card, copies in pack.items() if copies})


def check_draws(draws: int, cards: int, rules: Colonial) -> None:
    """Raise BadInput when a pack has not so many cards (section 2; R3)."""
    most = cards if rules.R3 == "a" else None if cards else 0
    if most is not None and draws > most:
        raise BadInput(
            f"draws must be at most the {cards} cards of the pack (section 2; R3={rules.R3}); got {draws}"
        )


def card_colours(umpire: Umpire, situation: ColoursDrawn, rules: Colonial) -> Roll[int]:
    """How many of the cards drawn are red (pz8-colonial, section 2; R3)."""
    pack = {Card.RED: situation.red, Card.PLAIN_BLACK: situation.black}
    return draw_several(umpire, pack, situation.draws, rules).count(Card.RED)


JOKER, OTHER_CARD = "Joker", "other card"
JOKER_BY_THEN, NO_JOKER_YET = "joker by then", "no joker yet"


def joker_wait(umpire: Umpire, situation: JokersDrawn, rules: Colonial) -> str:
    """Is a Joker among the cards drawn (pz8-colonial, section 11; R3)?"""
    pack = {JOKER: situation.jokers, OTHER_CARD: situation.cards - situation.jokers}
    jokers = draw_several(umpire, pack, situation.draws, rules).count(JOKER)
    return JOKER_BY_THEN if jokers >= 1 else NO_JOKER_YET


def native_activations(umpire: Umpire, situation: ActivationsDrawn, rules: Colonial) -> Roll[int]:
    """The Native units that the cards drawn activate (pz8-colonial, section 12; R3)."""
    pack = {
        Card.RED: situation.red,
        Card.PLAIN_BLACK: situation.black_plain,
        Card.BLACK_COURT: situation.black_court,
    }
    units = {card: rules.activated(card, True) for card in (Card.PLAIN_BLACK, Card.BLACK_COURT)}
    if rules.R3 == "a" or not situation.draws:
        return draw_several(umpire, pack, situation.draws, rules).total(units)
    check_draws(situation.draws, sum(pack.values()), rules)
    native_units = one_card(pack).map(lambda card: units.get(card, 0))
    return umpire.sum_of("Native units of the cards", situation.draws, die=native_units)
