"""Sections 2 and 11, The pack: what is left in it after a card, and when it is shuffled."""

from __future__ import annotations

from collections.abc import Mapping

from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import TopCard
from pz8edu.systems.pz8_colonial.words import Card


def whole_pack(events: bool) -> Mapping[Card, int]:
    """The cards of a full pack; with the events of section 11 a Joker of each colour is in it."""
    return TopCard(joker_red=1, joker_black=1).pack if events else TopCard().pack


def after(
    card: Card, left: Mapping[Card, int], whole: Mapping[Card, int], rules: Colonial
) -> Mapping[Card, int]:
    """The pack after a card was drawn (sections 2 and 11; R3).

    After a Joker, and when no card is left, the whole pack is shuffled again. Raises BadInput for a card that
    is not in the pack.
    """
    if not left[card]:
        raise BadInput(f"there is no {card} left in the pack (section 2)")
    remaining = {**left, card: left[card] - 1}
    if rules.cards[card].event or rules.R3 == "b" or not any(remaining.values()):
        return whole
    return remaining
