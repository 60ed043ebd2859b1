"""What the enemy may do to whoever stands at a place, exactly: his choices if he were to act now.

He acts from where he stands. What he may choose is what the book offers him in his steps of the turn; where
an attack is only offered after another choice (an activation, an announcement) it is what the table measures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pz8edu.asking.odds import Odds
from pz8edu.board.position import Place
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.show.outcomes import OF_TWO, STRUCK, harm
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import AnyMoment


class Threat(NamedTuple):
    """One attack: who makes it on whom, the chance that the target is lost, and that it is harmed at all."""

    by: str
    to: str
    kind: str
    worst: Fraction
    harmed: Fraction
    odds: Odds


class Threats:
    """What sides may do to each other in the moment of a game in which a unit stood elsewhere."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._steps: dict[str, tuple[int, ...]] = {}

    def side_of(self, name: str, moment: AnyMoment) -> str:
        """Whose unit it is. Raises BadInput for what is no unit of a side."""
        for side in self.game.book.sides:
            if name in self.game.book.units_of(moment, side):
                return side
        raise BadInput(f"{name} is no unit of {' or '.join(self.game.book.sides)} on this table")

    def stood(self, name: str, place: Place | None) -> tuple[str, AnyMoment]:
        """Whose unit it is, and the moment as that side may know it with the unit at a place."""
        game = self.game
        side = self.side_of(name, game.moment)
        seen = game.book.seen_by(side, game.moment)
        return side, seen if place is None else seen.moved(name, place)

    def against(self, name: str, place: Place | None = None) -> tuple[Threat, ...]:
        """What the enemy may do to a unit if it stood at a place, the worst first."""
        side, moment = self.stood(name, place)
        enemies = self.game.book.living(moment, self.game.book.other(side))
        found = ((enemy, list(self._offered(enemy, moment))) for enemy in enemies)
        return in_order(each for enemy, offers in found for each in self._attack(enemy, name, moment, offers))

    def by(self, name: str, place: Place | None = None) -> tuple[Threat, ...]:
        """What a unit may do to each enemy if it stood at a place, the worst first."""
        side, moment = self.stood(name, place)
        enemies = self.game.book.living(moment, self.game.book.other(side))
        offers = list(self._offered(name, moment))
        return in_order(each for enemy in enemies for each in self._attack(name, enemy, moment, offers))

    def map(self, name: str) -> Iterator[tuple[Place, tuple[Threat, ...]]]:
        """The same as `against` for where a unit stands and for every place of its moves worth a look."""
        side = self.side_of(name, self.game.moment)
        yield self.game.moment.places[name], self.against(name)
        seen = self.game.book.seen_by(side, self.game.moment)
        ends: dict[Place, None] = {}
        for moment in (seen, *(self._as_if(seen, step) for step, _ in self._of(side, seen))):
            for each in self.game.book.choices(moment, name):
                if each.unit == name and each.way and each.kind in self.game.book.by_drag:
                    ends[each.way[-1]] = None
            if ends:
                break
        for place in ends:
            yield place, self.against(name, place)

    # --- the enemy to act
    def _of(self, side: str, moment: AnyMoment) -> list[tuple[int, str]]:
        steps = enumerate(self.game.book.steps(moment))
        kinds = {step.kind: number for number, step in steps if step.side == side}
        return [(number, kind) for kind, number in kinds.items()]

    @staticmethod
    def _as_if(moment: AnyMoment, step: int) -> AnyMoment:
        """The moment with the clock at a step in which nobody has acted."""
        return replace(moment, step=step, acted=frozenset(), tasks=())

    def _attack(
        self, attacker: str, target: str, moment: AnyMoment, offers: Iterable[Choice]
    ) -> Iterator[Threat]:
        """The worst that one unit may do to another: of all its legal choices that throw dice for it."""
        pair = {attacker, target}
        found = [each for each in offers if {each.unit, each.target} == pair]
        if not found:
            state = BoardState(moment.position, attacker, target)
            asked = self.game.book.table.question(state, self.game.rules)
            found = [Choice("attack", attacker, target, asked=asked, why_not=asked.why_not)] if asked else []
        legal = [self._threat(each) for each in found if not each.why_not and each.target == target]
        yield from in_order(legal)[:1]

    def _offered(self, attacker: str, moment: AnyMoment) -> Iterator[Choice]:
        """What a unit is offered, legal or not, in the steps of its side that offer attacks at all."""
        book = self.game.book
        side = self.side_of(attacker, moment)
        if side not in self._steps:
            at = [(step, list(book.options(self._as_if(moment, step)))) for step, _ in self._of(side, moment)]
            self._steps[side] = tuple(
                step for step, found in at if any(each.target and each.asked for each in found)
            )
        for step in self._steps[side]:
            for each in book.options(self._as_if(moment, step), attacker):
                if each.target and each.asked is not None:
                    yield each

    def _threat(self, choice: Choice) -> Threat:
        odds = self.game.odds(choice)
        assert odds is not None
        chances = {word: chance for word, chance in odds.fractions().items() if chance}
        told = [two[4] if (two := OF_TWO.fullmatch(word)) else word for word in chances]
        found = list(zip((harm(word, told) or 0 for word in told), chances.values(), strict=True))
        worst = sum((chance for step, chance in found if step >= STRUCK), Fraction(0))
        harmed = sum((chance for step, chance in found if step), Fraction(0))
        return Threat(choice.unit, choice.target, choice.kind, worst, harmed, odds)


def in_order(found: Iterable[Threat]) -> tuple[Threat, ...]:
    """The worst first."""
    return tuple(sorted(found, key=lambda each: (-each.worst, -each.harmed, each.by, each.to)))
