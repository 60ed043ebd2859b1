"""Whole turns of Pz8 1975/2010: as in Pz8 1950/1975, with stabilised guns that fire twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_1950.play import Play1950
from pz8edu.systems.pz8_1975.ruleset import Y1975
from pz8edu.systems.pz8_ww2 import setups as ww2
from pz8edu.systems.pz8_ww2.play import on_the_ground
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.tabletop import Ww2Table
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment, Task


class Play1975(Play1950):
    """A game of Pz8 1975/2010 on one of its tables.

    A stabilised gun fires both shots of a Fire phase at one target, whether it has moved or not (R38, R48).
    """

    def do_fire(self, moment: Moment[ww2.UnitOnTable], name: str) -> Iterator[Choice]:
        """A unit fires; a stabilised gun at a loaded transport shot by shot: both results count for both."""
        for choice in super().do_fire(moment, name):
            target = moment.units[choice.target]
            yield replace(choice, asked=self.one_shot(choice.asked, target)) if target.aboard else choice

    def one_shot(self, asked: Asked | None, target: ww2.UnitOnTable) -> Asked | None:
        """One of the shots of a stabilised gun, with whom a transport carries (section 6)."""
        if asked is None or not asked.inputs.get("stabilised"):
            return asked
        single = replace(asked, inputs={**asked.inputs, "stabilised": False})
        return self.table.with_whom_it_carries(single, target, self.rules)

    def after_fire(
        self, moment: Moment[ww2.UnitOnTable], choice: Choice, outcome: Any
    ) -> Moment[ww2.UnitOnTable]:
        """The target shows what it has suffered; a stabilised gun still has the rest of its shots at a transport."""
        after, firer = super().after_fire(moment, choice, outcome), moment.units.get(choice.unit)
        assert choice.asked is not None
        if choice.asked.calculator != "transport-fire" or not getattr(firer, "stabilised", False):
            return after
        assert firer is not None
        assert isinstance(self.rules, Y1975)
        more = Task(firer.side, NEXT_SHOT, (choice.unit, choice.target))
        return after.first(*(more,) * (self.rules.stabilised_shots - 1))

    def is_idle(self, task: Task, moment: Moment[ww2.UnitOnTable]) -> bool:
        """Nobody fires again at a wreck."""
        return super().is_idle(task, moment) or (
            task.kind == NEXT_SHOT and self.is_out(task.about[1], moment)
        )

    def on_next_shot(self, moment: Moment[ww2.UnitOnTable], name: str, target: str) -> Iterator[Choice]:
        """The next shot of a stabilised gun at a transport that stands (section 5; R38)."""
        asked = self.table.asked(moment.picked(name, target), self.rules)
        asked = self.one_shot(asked, moment.units[target])
        yield Choice(NEXT_SHOT, name, target, asked=asked, section="5")

    def after_next_shot(
        self, moment: Moment[ww2.UnitOnTable], choice: Choice, outcome: Any
    ) -> Moment[ww2.UnitOnTable]:
        """Whom it hits shows it."""
        return self.harmed(choice.target, self.suffered(moment, choice, outcome), moment.settled)


NEXT_SHOT = "next-shot"
"""What a stabilised gun still has to do at a loaded transport."""


def play(table: Ww2Table, rules: Ww2) -> Play1975:
    """A game on a table; raises BadInput for one that only shows where a shell can fall."""
    return Play1975(on_the_ground(table), rules)
