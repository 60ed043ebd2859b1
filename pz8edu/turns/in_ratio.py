"""Turns in which the sides activate units alternately, more at a time who has twice or thrice as many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from pz8edu.board.position import U
from pz8edu.board.tabletop import Asked
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Turn
from pz8edu.turns.play import PASS, Play, R

ACTIVATION = "activation"
"""The step in which the sides take turns; all other steps are chance."""


class PlayInRatio(Play[U, R]):
    """How a book of alternate activations is played: initiative, then both sides in their ratio.

    The moment notes whose go it is, how many are left in it, how many each side activates at a time, and who
    is active: an activation is over when nothing of it is to be settled.
    """

    first: ClassVar[Mapping[str, str]]
    """The side that starts, by the outcome of the question of initiative."""

    def steps(self, moment: Moment[U]) -> tuple[Turn, ...]:
        """The steps of the turn; one of them has all activations, whoever's go it is."""
        rows = [row for row in self.rules.sequence.values() if row.kind]  # type: ignore[attr-defined]
        go = moment.noted.get("go", CHANCE)
        return tuple(Turn(row.step, go if row.kind == ACTIVATION else CHANCE, row.kind) for row in rows)

    def options(self, moment: Moment[U], unit: str = "") -> Iterator[Choice]:
        """What might be done; nobody passes while he has somebody to activate."""
        return (each for each in super().options(moment, unit) if each.kind != PASS)

    # --- initiative
    def do_initiative(self, moment: Moment[U], name: str) -> Iterator[Choice]:
        """Who starts the turn (section 2)."""
        yield Choice("initiative", asked=Asked("initiative", {}), section="2")

    def after_initiative(self, moment: Moment[U], choice: Choice, outcome: object) -> Moment[U]:
        """The higher die starts; numbers are counted now (section 2)."""
        side = self.started(moment, outcome)
        if not side:
            return moment
        ratio = tuple(self.in_ratio(moment, each) for each in self.sides)
        return self.goes(moment.has_acted("").note(initiative=side, ratio=ratio), side)

    def started(self, moment: Moment[U], outcome: object) -> str:
        """Who starts; nobody where a tie is told, which is thrown again."""
        return self.first.get(str(outcome), "")

    def in_ratio(self, moment: Moment[U], side: str) -> int:
        """How many a side activates at a time (section 2)."""
        mine, enemies = len(self.living(moment, side)), len(self.living(moment, self.other(side)))
        return max(1, mine // enemies) if enemies else max(1, mine)

    def at_a_time(self, moment: Moment[U], side: str) -> int:
        """How many a side activates now, as it was counted when the turn began (section 2)."""
        counted: int = moment.noted["ratio"][self.sides.index(side)]
        return counted

    # --- whose go it is
    def waiting(self, moment: Moment[U], side: str) -> list[str]:
        """The units of a side that have not been activated in this turn."""
        return [name for name in self.living(moment, side) if name not in moment.acted]

    def goes(self, moment: Moment[U], side: str) -> Moment[U]:
        """It is a side's go, or the other's if it has nobody left."""
        side = side if self.waiting(moment, side) else self.other(side)
        return moment.note(go=side, left=self.at_a_time(moment, side))

    def lands(self, moment: Moment[U], choice: Choice, outcome: object = None) -> Moment[U]:
        """The moment after a choice; an activation ends when nothing is left to be settled in it."""
        if not moment.tasks and self.now(moment).kind == ACTIVATION:
            moment = moment.note(active=choice.unit)
        after = super().lands(moment, choice, outcome)
        name = after.noted.get("active")
        return self.passed_on(after, name) if name and not after.tasks else after

    def passed_on(self, moment: Moment[U], name: str) -> Moment[U]:
        """A unit has been activated: its side goes on, or it is the other's go."""
        moment = self.activated(moment.has_acted(name).note(active=None), name)
        side, left = moment.noted["go"], moment.noted["left"] - 1
        if left and self.waiting(moment, side):
            return moment.note(left=left)
        return self.goes(moment, self.other(side))

    def activated(self, moment: Moment[U], name: str) -> Moment[U]:
        """What lies beside a unit when its activation is over."""
        return moment
