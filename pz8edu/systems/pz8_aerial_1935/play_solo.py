"""Section 11, Solo rules: a card for every aircraft says who is activated next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from pz8edu.board.tabletop import Asked
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.pz8_aerial_1935.play import A, B, PlayAerial, PlayAircraft
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.solo import Hand, drawn_card
from pz8edu.systems.pz8_aerial_1935.tabletop import Machine, Sky
from pz8edu.turns.choice import Choice
from pz8edu.turns.in_ratio import ACTIVATION
from pz8edu.turns.moment import CHANCE, Moment, Turn
from pz8edu.turns.solo import Solo

CARD = Calculator("next-card", "The next card", "11", Hand, drawn_card, ranked=False)


class SoloAircraft(Solo[A, B], PlayAircraft[A, B]):
    """A game in which a card activates each aircraft of both sides, without initiative, ratio and tailing.

    How the NPO flies and fires is not printed: it does so as the plain opponent.
    """

    printed: ClassVar = "11"
    single_steps: ClassVar = {CARD.id: CARD}

    def steps(self, moment: Moment[A]) -> tuple[Turn, ...]:
        """Card after card, each with its activation, until every aircraft has flown."""
        row = next(row for row in self.rules.sequence.values() if row.kind == ACTIVATION)
        side = moment.noted.get("go", CHANCE)
        return (Turn(row.step, side, row.kind if side else "card"),)

    def do_card(self, moment: Moment[A], name: str) -> Iterator[Choice]:
        """The next card; cards of the destroyed are removed, all others are shuffled for a turn."""
        waiting = [name for side in self.sides for name in self.waiting(moment, side)]
        if waiting:
            yield Choice("card", asked=Asked(CARD.id, {"planes": waiting}), section=self.printed)

    def after_card(self, moment: Moment[A], choice: Choice, drawn: str) -> Moment[A]:
        """Its aircraft is activated."""
        return moment.note(go=moment.units[drawn].side.value, card=drawn)

    def actors(self, moment: Moment[A], step: Turn) -> Iterable[str]:
        """The aircraft whose card lies there."""
        return (moment.noted["card"],) if step.side else ("",)

    def may_wait(self, moment: Moment[A]) -> bool:
        """Nobody passes: the card says who flies."""
        return False

    def tailed(self, moment: Moment[A], side: str) -> list[str]:
        """Nobody: tailing is ignored."""
        return []

    def passed_on(self, moment: Moment[A], name: str) -> Moment[A]:
        """It has been activated: the next card."""
        return self.activated(moment.has_acted(name).note(active=None, go=None, card=None), name)


class SoloAerial(SoloAircraft[Machine, Aerial1935], PlayAerial):
    """A solo game of propellers and early jets."""


def play(table: Sky, rules: Aerial1935, side: str) -> SoloAerial:
    """A game against a squadron that nobody plays."""
    return SoloAerial(table, rules, side)
