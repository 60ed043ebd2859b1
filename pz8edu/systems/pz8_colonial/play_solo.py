"""Section 8, Solo rules: Native units charge if they can, and else do what their die says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_colonial.charging import Now
from pz8edu.systems.pz8_colonial.colonial_table import ColonialTable
from pz8edu.systems.pz8_colonial.movement import GUNS
from pz8edu.systems.pz8_colonial.play import PlayColonial, in_battle
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.standing import Standing
from pz8edu.systems.pz8_colonial.words import Action, Carriage, Morale, Side
from pz8edu.turns.choice import Choice
from pz8edu.turns.solo import Order, Solo

SAID = "solo"
"""What is noted of the Native unit that is active: what its die has said."""
MOVES, SHOTS, WORKS = ("move", "cross"), ("fire", "shell"), ("reload", "unjam", "pack")
FIRST_OF: Mapping[Action, tuple[tuple[str, ...], ...]] = {
    Action.CHARGE: (("charge", "fight"),),
    Action.AIMED_FIRE: (SHOTS, WORKS),
    Action.MOVE_AND_FIRE: (MOVES, SHOTS, WORKS),
    Action.MOVE_AND_ADD: (MOVES, WORKS),
    Action.NOTHING: (),
}
"""The kinds of choices that carry out an action, the first that are possible; a unit without any holds."""


class SoloColonial(Solo[Standing, Colonial], PlayColonial):
    """A game of Pz8 Colonial in which the Natives play themselves.

    Which unit a card activates, whom it charges or fires at, and where it moves is not printed: the plain opponent
    says it. A gun that should move and fire stays and fires, is reloaded, or got ready.
    """

    printed: ClassVar = "8"

    @property
    def alone(self) -> tuple[str, ...]:
        """The solo player takes the Europeans."""
        return (Side.NATIVE.value,)

    def do_activate(self, moment: Now, name: str) -> Iterator[Choice]:
        """A Native unit is tested where it must be, then its die says what it does (section 8; R20)."""
        unit = moment.units[name]
        if unit.side.value != self.solo:
            yield from super().do_activate(moment, name)
        elif moment.noted["units"]:
            calm = moment.unit(name, routing=False)
            inputs = {
                "half_strength": unit.tests(self.rules),
                "quality": unit.unit.quality,
                "leader": bool(unit.leaders),
                "within_charge": any(not each.why_not for each in self.charges(calm, name)),
                "in_range": any(not each.why_not for each in self.shots(calm, name, aimed=True)),
            }
            yield Choice("activate", name, asked=Asked("solo-native", inputs), section="8")

    def after_activate(self, moment: Now, choice: Choice, outcome: Action | Morale | None) -> Now:
        """It flees, or what its die has said is remembered while it acts."""
        if not isinstance(outcome, Action):
            return super().after_activate(moment, choice, outcome)
        routs = outcome is Action.ROUT
        after = super().after_activate(moment, choice, Morale.ROUTS if routs else Morale.HOLDS)
        return after if routs else after.note(**{SAID: outcome.value})

    def lands(self, moment: Now, choice: Choice, outcome: object = None) -> Now:
        """What the die has said is forgotten when nothing of the activation is left."""
        after = super().lands(moment, choice, outcome)
        return after if after.tasks else after.note(**{SAID: None})

    def ordered(self, moment: Now, found: Sequence[Choice]) -> Order | None:
        """What the die of the active unit has said, as far as it can be done (section 8)."""
        task, said = self.now(moment).kind, moment.noted.get(SAID)
        if said is None or task not in ("act", "shoot", "go"):
            return None
        name, action = moment.tasks[-1].about[0], Action(said)
        if task == "act":
            is_gun = moment.units[name].unit.troop in GUNS
            kinds = FIRST_OF[Action.AIMED_FIRE if is_gun and action is Action.MOVE_AND_FIRE else action]
        else:
            kinds = (("go",) if task == "go" else ("run",) if action is Action.MOVE_AND_ADD else ("fire",),)
        for each in (*kinds, ("hold",)):
            does = tuple(choice for choice in found if choice.kind in each and self.serves(choice))
            if does:
                return Order(does, f"{name}: {action}", "8")
        return None

    def serves(self, choice: Choice) -> bool:
        """Is it of use: a gun is got ready, not packed up?"""
        return choice.kind != "pack" or choice.note == Carriage.READY

    def is_ordered(self, choice: Choice, order: Order) -> bool:
        """It may also move to another place than those that are worth a look."""
        alike = {(each.kind, each.unit, each.target, each.note) for each in order.choices}
        return (choice.kind, choice.unit, choice.target, choice.note) in alike


def play(table: ColonialTable, rules: Colonial, side: str) -> SoloColonial:
    """A game against Natives who play themselves; raises BadInput for a force on parade."""
    return SoloColonial(in_battle(table), rules, side)
