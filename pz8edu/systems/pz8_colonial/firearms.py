"""Pz8 Colonial played: the firearms of fallen Natives, which men with swords or spears take up (section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pz8edu.board.tabletop import Asked
from pz8edu.core import Help, Roll, Situation, Umpire, Whole
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.pz8_colonial.charging import Charging, Now
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.standing import Standing
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Task

FIREARM, SWORD = "firearm", "sword"


class Mixed(Situation):
    """Men of a unit who have fallen, some of whom may have had firearms."""

    firearms: Annotated[int, Whole(0, 24), Help("men with firearms before")]
    swords: Annotated[int, Whole(0, 24), Help("ordinary men without before")]
    fallen: Annotated[int, Whole(0, 24), Help("of both together have fallen")]


def firearms_fallen(umpire: Umpire, men: Mixed, rules: Colonial) -> Roll[int]:
    """How many of the fallen had firearms, if everybody is as likely to fall (section 2; R7)."""
    return umpire.hand("who fell", {FIREARM: men.firearms, SWORD: men.swords}, men.fallen).count(FIREARM)


FALLEN = Calculator(
    "firearms-fallen", "How many firearms have fallen", "2", Mixed, firearms_fallen, ranked=False
)


class Firearms(Charging):
    """What becomes of the firearms of the fallen; in melee the men with swords fall first."""

    def without(self, moment: Now, name: str, ordinary: int, fallen: tuple[Any, ...] = ()) -> Now:
        """Without so many men who were shot and some leaders; who shoots or who is shot at says who fell (R7)."""
        unit = moment.units[name]
        after = moment.unit(name, lost=unit.lost + ordinary, fallen=(*unit.fallen, *fallen))
        if self.rules.R7 == "a" or not ordinary or not unit.firearms_pass_on:
            return after
        near = unit.takers(moment.places[name], self.rules)
        if self.rules.R7 == "b":
            return self.dropped(after, name, min(ordinary, self.armed(unit)), near)
        men = self.armed(unit), unit.ordinary - self.armed(unit), ordinary
        return after.first(Task(CHANCE, "drop", (name, *men, near)))

    def armed(self, unit: Standing) -> int:
        """The ordinary men with firearms of a unit of which only some have them."""
        return min(unit.firing, unit.ordinary) if unit.firearms_pass_on else 0

    def dropped(self, moment: Now, name: str, firearms: int, near: int) -> Now:
        """So many firearms lie on the ground, and at most so many men are near enough to take them up."""
        moment = moment.unit(name, firearms_lost=moment.units[name].firearms_lost + firearms)
        unit = moment.units[name]
        takers = min(firearms, near, max(unit.figures - unit.firing, 0))
        return moment.first(*(self.task(moment, "take-up", name),) * takers)

    def on_drop(
        self, moment: Now, name: str, firearms: int, swords: int, fallen: int, near: int
    ) -> Iterator[Choice]:
        """Chance says how many of the fallen had firearms (R7=c)."""
        men = {"firearms": firearms, "swords": swords, "fallen": fallen}
        yield Choice("drop", name, asked=Asked(FALLEN.id, men), section="2")

    def after_drop(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """They lie on the ground."""
        near = moment.tasks[-1].about[-1]
        return self.dropped(moment.settled, choice.unit, outcome, near)

    def on_take_up(self, moment: Now, name: str) -> Iterator[Choice]:
        """A man with a sword or spear takes the place of a fallen one, if his player wants (section 2)."""
        yield Choice("take-up", name, section="2", why="a firearm of the fallen")
        yield Choice("let-lie", name, section="2")

    def after_take_up(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """He has the firearm."""
        lost = moment.units[choice.unit].firearms_lost
        return moment.settled.unit(choice.unit, firearms_lost=lost - 1)
