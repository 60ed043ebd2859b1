"""What can follow a moment of a game: the choices of who is to act, and where each leads with what chance."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from operator import is_not

from pz8edu.analysis.looked_at import KEY, Offer, Remembered
from pz8edu.board.position import AnyPosition
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.turns.choice import Choice, Key
from pz8edu.turns.moment import CHANCE, AnyMoment

Follows = tuple[tuple[AnyMoment, Fraction], ...]
"""The moments that may follow, each with its chance."""


class Ahead:
    """A game as its moments, under its rules.

    `more` are choices that a moment has beside those that are worth a look: those that were played.
    """

    def __init__(self, game: Game, more: Mapping[AnyMoment, tuple[Choice, ...]] | None = None) -> None:
        self.game = game
        self.book = game.book
        self.more = more or {}
        self._positions: dict[AnyPosition, AnyPosition] = {}
        self._units: dict[Hashable, object] = {}
        self._forced: dict[AnyMoment, AnyMoment] = {}
        self._over = Remembered(self.book.over)
        self._offers: dict[Hashable, Offer] = {}
        self._last: tuple[AnyMoment, Offer] | None = None

    def side(self, moment: AnyMoment) -> str:
        """Who is to act: a side, or chance."""
        is_last = self._last is not None and self._last[0] is moment
        return self._offer(moment).side if is_last else self.book.now(moment).side

    def worth_of_end(self, moment: AnyMoment) -> Fraction | None:
        """What an end is worth to the first side: 1 won, 0 lost, 1/2 drawn; None while the game goes on."""
        ending = self._over(moment)
        if ending is None:
            return None
        if not ending.winner:
            return Fraction(1, 2)
        return Fraction(ending.winner == self.book.sides[0])

    def choices(self, moment: AnyMoment) -> tuple[Choice, ...]:
        """The choices of who is to act that are worth a look, and those that were played.

        Raises BadInput where who chooses does not know all that the moment holds.
        """
        found = self._offer(moment).whole()
        if not self._offer(moment).holds(moment):
            found = self._sought(moment).whole()
        if len(found) > 1:
            self._refuse_hidden(moment)
        if not (more := self.more and self.more.get(moment)):
            return found
        known = {each.key for each in found}
        return (*found, *(each for each in more if each.key not in known))

    def _refuse_hidden(self, moment: AnyMoment) -> None:
        side = self._offer(moment).side
        if side != CHANCE and self.book.seen_by(side, moment) != moment:
            kind = self.book.now(moment).kind
            raise BadInput(
                f"{side} chooses ({kind}) without knowing what {self.book.other(side)} has chosen: "
                "best play is no one choice there, and is not worked out"
            )

    def after(self, moment: AnyMoment, choice: Choice) -> Follows:
        """The moments at which somebody chooses next, or dice are to fall, or the game is over."""
        found: dict[AnyMoment, Fraction] = {}
        offer = self._offer(moment)
        for outcome, chance in self.game.law(choice.asked):
            next_one = self.forced(offer.after(choice, outcome, moment, self._lands))
            found[next_one] = found[next_one] + chance if next_one in found else chance
        return tuple(found.items())

    def _lands(self, moment: AnyMoment, choice: Choice | None, outcome: object) -> AnyMoment:
        """The moment after a choice, or after a step in which there is none."""
        book = self.book
        return self.shared(book.next_step(moment) if choice is None else book.lands(moment, choice, outcome))

    def forced(self, moment: AnyMoment) -> AnyMoment:
        """The moment at which somebody has a choice, or dice are to fall; or it is over (as in `Game`)."""
        gone = []
        while (known := self._forced.get(moment)) is None:
            gone.append(moment)
            if self._over(moment) is not None:
                break
            offer = self._sought(moment)
            if offer.is_free:
                break
            moment = offer.after(offer.found[0] if offer.found else None, None, moment, self._lands)
        for each in gone:
            self._forced[each] = known or moment
        return known or moment

    def _offer(self, moment: AnyMoment) -> Offer:
        """What may be chosen in a moment; the last one is asked for again and again."""
        if self._last is None or self._last[0] is not moment:
            self._last = moment, self._sought(moment)
        return self._last[1]

    def _sought(self, moment: AnyMoment) -> Offer:
        key = KEY(moment)
        offer = self._offers.get(key)
        if offer is None or not offer.holds(moment):
            offer = self._offers[key] = Offer(moment, self.book)
        return offer

    def shared(self, moment: AnyMoment) -> AnyMoment:
        """The same moment on a position that equal ones share, with all that has been measured on it.

        Positions share the states of their units.
        """
        position = moment.position
        known = self._positions.get(position)
        if known is None:
            units = {name: self._units.setdefault(unit, unit) for name, unit in position.units.items()}
            if any(map(is_not, units.values(), position.units.values())):
                position = replace(position, units=units)
            known = self._positions[position] = position
        return moment if known is moment.position else moment.at(known)

    def choice(self, moment: AnyMoment, key: Key) -> Choice:
        """The choice of a moment that is written so. Raises BadInput where there is none."""
        return self.book.allowed(moment, Choice(*key))
