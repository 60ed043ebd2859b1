"""Section 11, Solo rules: the order in which the cards of the aircraft are drawn."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from pz8edu.core import Help, Items, Roll, Situation, Umpire
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.situations import SoloDraw
from pz8edu.systems.pz8_aerial_1935.words import Drawn

PLAYER, NPO = "player", "NPO"


def solo_draw(umpire: Umpire, situation: SoloDraw, rules: Aerial1935) -> int | Roll[int]:
    """How many cards of the NPO are drawn (pz8-aerial-1935, section 11)."""
    if situation.ask is Drawn.LONGEST_RUN:
        return longest_run(umpire, situation.player, situation.npo, rules)
    # the other cards of the player do not matter for the place of one of them
    players = situation.player if situation.ask is Drawn.BEFORE_FIRST_PLAYER else 1
    return before_a_player(umpire, players, situation.npo)


def before_a_player(umpire: Umpire, player: int, npo: int) -> int:
    """Cards of the NPO drawn before the first of so many cards of the player."""
    deck, drawn = umpire.deck({PLAYER: player, NPO: npo}), 0
    while drawn < npo and deck.draw(f"card {drawn + 1}") == NPO:
        drawn += 1
    return drawn


class Cards(NamedTuple):
    """The cards that are left, the present run of the NPO, and its longest so far."""

    player: int
    npo: int
    run: int = 0
    longest: int = 0

    def after(self, card: str) -> Cards:
        """The cards after one more is drawn."""
        if card == PLAYER:
            return Cards(self.player - 1, self.npo, 0, self.longest)
        run = self.run + 1
        return Cards(self.player, self.npo - 1, run, max(self.longest, run))

    def __str__(self) -> str:
        return f"left: {self.npo} NPO, {self.player} player; longest run {self.longest}, now {self.run}"


def next_card(umpire: Umpire, cards: Cards, place: int, rules: Aerial1935) -> Roll[Cards]:
    """One more card."""
    drawn = umpire.deck({PLAYER: cards.player, NPO: cards.npo}).draw("drawn")
    return drawn.read("cards", cards.after)


def longest_run(umpire: Umpire, player: int, npo: int, rules: Aerial1935) -> Roll[int]:
    """The longest run of cards of the NPO."""
    drawn = umpire.in_turn("card", range(player + npo), next_card, Cards(player, npo), rules)
    return drawn.read("longest run", lambda cards: cards.longest)


class Hand(Situation):
    """The cards that are left in a turn."""

    planes: Annotated[
        tuple[str, ...], Items(1, 60), Help("aircraft that have not been activated, one card each")
    ]


def drawn_card(umpire: Umpire, hand: Hand, rules: Aerial1935) -> Roll[str]:
    """The aircraft whose card is drawn: the single step of `solo_draw` (section 11)."""
    return umpire.deck(dict.fromkeys(hand.planes, 1)).draw("card")
