"""Whole turns of Pz8 1975/2010: as in Pz8 1950/1975, with stabilised guns that fire twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_1950.play import Play1950
from pz8edu.systems.pz8_1975.ruleset import Y1975
from pz8edu.systems.pz8_ww2 import setups as ww2
from pz8edu.systems.pz8_ww2.carrying import Now
from pz8edu.systems.pz8_ww2.play import on_the_ground
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.tabletop import Ww2Table
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Task


class Play1975(Play1950):
    """A game of Pz8 1975/2010 on one of its tables.

    A stabilised gun fires both shots of a Fire phase at one target, or one after the other (R38; T15).
    """

    rules: Y1975
    lets_be = Play1950.lets_be | {"cease"}

    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It is remembered until the next Fire phase of its side who has moved (R48)."""
        moved = tuple(sorted({*moment.noted.get("moved", ()), choice.unit}))
        return super().after_move(moment, choice, outcome).note(moved=moved)

    def ends_step(self, moment: Now) -> Now:
        """After its Fire phase that of a side is forgotten."""
        step = self.steps(moment)[moment.step]
        moved = moment.noted.get("moved", ())
        if step.kind == "fire":
            moved = tuple(name for name in moved if moment.units[name].side != step.side)
        return super().ends_step(moment).note(moved=moved or None)

    def is_steady(self, name: str, moment: Now) -> bool:
        """Does a stabilised gun fire twice now (section 5; R48)?"""
        return self.rules.T14 == "a" or name in moment.noted.get("moved", ())

    def do_fire(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit fires; a stabilised gun at a loaded transport shot by shot: both results count for both."""
        for choice in super().do_fire(moment, name):
            if choice.kind != "fire" or choice.asked is None:
                yield choice
                continue
            target = moment.units[choice.target]
            single = target.aboard or not self.is_steady(name, moment) or self.rules.T15 == "b"
            yield replace(choice, asked=self.one_shot(choice.asked, target)) if single else choice

    def one_shot(self, asked: Asked | None, target: ww2.UnitOnTable) -> Asked | None:
        """One of the shots of a stabilised gun, with whom a transport carries (section 6)."""
        if asked is None or not asked.inputs.get("stabilised"):
            return asked
        single = replace(asked, inputs={**asked.inputs, "stabilised": False})
        return self.table.with_whom_it_carries(single, target, self.rules)

    def after_fire(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The target shows what it has suffered; a stabilised gun still has the rest of its shots at a transport."""
        after, firer = super().after_fire(moment, choice, outcome), moment.units.get(choice.unit)
        assert choice.asked is not None
        if not getattr(firer, "stabilised", False) or not self.is_steady(choice.unit, moment):
            return after
        splits = self.rules.T15 == "b"
        again = {"transport-fire"} | ({"close-combat"} if self.rules.T13 == "b" else set())
        again |= {"direct-fire"} if splits else set()
        if choice.asked.calculator not in again or any(task.kind == "strike-back" for task in after.tasks):
            return after
        assert firer is not None
        more = Task(firer.side, NEXT_SHOT, (choice.unit, "" if splits else choice.target))
        return after.first(*(more,) * (self.rules.stabilised_shots - 1))

    def is_idle(self, task: Task, moment: Now) -> bool:
        """Nobody fires again at a wreck."""
        return super().is_idle(task, moment) or (
            task.kind == NEXT_SHOT and bool(task.about[1]) and self.is_out(task.about[1], moment)
        )

    def on_next_shot(self, moment: Now, name: str, target: str) -> Iterator[Choice]:
        """The next shot of a stabilised gun at a target that stands, or at any or none; its next blow (5; R38, R39)."""
        if not target:
            for each in super().do_fire(moment, name):
                if each.kind == "fire":
                    single = self.one_shot(each.asked, moment.units[each.target])
                    yield replace(each, kind=NEXT_SHOT, asked=single)
            yield Choice("cease", name, section="5")
            return
        asked = self.table.asked(moment.picked(name, target), self.rules)
        asked = self.asked_of_both(self.one_shot(asked, moment.units[target]), moment.units[target])
        yield Choice(NEXT_SHOT, name, target, asked=asked, section="5")

    def after_next_shot(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Whom it hits shows it."""
        return self.harmed(choice.target, self.suffered(moment, choice, outcome), moment.settled)


NEXT_SHOT = "next-shot"
"""What a stabilised gun still has to do."""


def play(table: Ww2Table, rules: Ww2) -> Play1975:
    """A game on a table; raises BadInput for one that only shows where a shell can fall."""
    return Play1975(on_the_ground(table), cast(Y1975, rules))
