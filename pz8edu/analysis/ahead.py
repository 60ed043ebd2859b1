"""What can follow a moment of a game: the choices of who is to act, and where each leads with what chance."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice

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
        self._positions: dict[Hashable, AnyPosition] = {}
        self._units: dict[Hashable, object] = {}
        self._forced: dict[AnyMoment, AnyMoment] = {}
        self._offered: dict[AnyMoment, Iterator[Choice]] = {}

    def side(self, moment: AnyMoment) -> str:
        """Who is to act: a side, or chance."""
        return self.book.now(moment).side

    def worth_of_end(self, moment: AnyMoment) -> Fraction | None:
        """What an end is worth to the first side: 1 won, 0 lost, 1/2 drawn; None while the game goes on."""
        ending = self.book.over(moment)
        if ending is None:
            return None
        if not ending.winner:
            return Fraction(1, 2)
        return Fraction(ending.winner == self.book.sides[0])

    def choices(self, moment: AnyMoment) -> tuple[Choice, ...]:
        """The choices of who is to act that are worth a look, and those that were played.

        Raises BadInput where who chooses does not know all that the moment holds.
        """
        found = tuple(self._offered.pop(moment, ()) or self.book.choices(moment))
        if len(found) > 1:
            self._refuse_hidden(moment)
        if not (more := self.more and self.more.get(moment)):
            return found
        known = {each.key for each in found}
        return (*found, *(each for each in more if each.key not in known))

    def _refuse_hidden(self, moment: AnyMoment) -> None:
        side = self.side(moment)
        if side != CHANCE and self.book.seen_by(side, moment) != moment:
            kind = self.book.now(moment).kind
            raise BadInput(
                f"{side} chooses ({kind}) without knowing what {self.book.other(side)} has chosen: "
                "best play is no one choice there, and is not worked out"
            )

    def after(self, moment: AnyMoment, choice: Choice) -> Follows:
        """The moments at which somebody chooses next, or dice are to fall, or the game is over."""
        found: dict[AnyMoment, Fraction] = {}
        for outcome, chance in self.game.law(choice.asked):
            next_one = self.forced(self.shared(self.book.lands(moment, choice, outcome)))
            found[next_one] = found.get(next_one, Fraction(0)) + chance
        return tuple(found.items())

    def forced(self, moment: AnyMoment) -> AnyMoment:
        """The moment at which somebody has a choice, or dice are to fall; or it is over (as in `Game`)."""
        gone = []
        while moment not in self._forced:
            gone.append(moment)
            if self.book.over(moment) is not None:
                break
            choices = iter(self.book.choices(moment))
            found = tuple(islice(choices, 2))
            if len(found) > 1 or (found and found[0].asked is not None):
                self._offered[moment] = chain(found, choices)
                break
            moment = self.shared(self.book.lands(moment, found[0]) if found else self.book.next_step(moment))
        moment = self._forced.get(moment, moment)
        self._forced.update(dict.fromkeys(gone, moment))
        return moment

    def shared(self, moment: AnyMoment) -> AnyMoment:
        """The same moment on a position that equal ones share, with all that has been measured on it.

        Positions share the states of their units.
        """
        position = moment.position
        known = self._positions.get(position.key)
        if known is None:
            units = {name: self._units.setdefault(unit, unit) for name, unit in position.units.items()}
            known = replace(position, units=units)
            self._positions[known.key] = known
        return moment if known is position else moment.at(known)

    def choice(self, moment: AnyMoment, key: Key) -> Choice:
        """The choice of a moment that is written so. Raises BadInput where there is none."""
        return self.book.allowed(moment, Choice(*key))
