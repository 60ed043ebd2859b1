"""Whole turns of Pz8 Sci-Fi: as in Pz8 WW2, with GEV and satellites, and no need of headquarters to rally."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_scifi.gev import UNHARMED
from pz8edu.systems.pz8_scifi.ruleset import GEV, SciFi
from pz8edu.systems.pz8_scifi.setups import SATELLITE
from pz8edu.systems.pz8_scifi.tabletop import SciFiTable
from pz8edu.systems.pz8_ww2.fire import Shell
from pz8edu.systems.pz8_ww2.over_the_table import ATTACKS
from pz8edu.systems.pz8_ww2.play import PlayWw2, on_the_ground
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.setups import AircraftOnTable, UnitOnTable
from pz8edu.systems.pz8_ww2.tabletop import Ww2Table
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task

Now = Moment[UnitOnTable]
LOST = Condition.DESTROYED
KINDS_OF_SUPPORT = (SATELLITE, "ground attack")
FIRED = "fired of {}"
"""How many satellites of a name, not spent, have fired in this Fire phase."""


class PlaySciFi(PlayWw2):
    """A game of Pz8 Sci-Fi on one of its tables.

    A satellite fires once a Fire phase until it is spent; of several under one name each does.
    """

    table: SciFiTable
    riders = frozenset({"infantry"})

    rules: SciFi

    # --- before the game (section 14)
    def start(self) -> Now:
        """The table, with the dice for the support of both sides first where its file wants them (R48)."""
        moment = super().start()
        if not self.table.setup.support_dice:
            return moment
        position = moment.position
        for name in self.table.aircraft:
            position = position.with_stock(ATTACKS.format(name), 0)
        rolls = [
            Task(CHANCE, "support", (side, kind))
            for side in self.sides
            for kind in (("",) if self.rules.T13 == "a" else KINDS_OF_SUPPORT)
            if self.supports(side, kind)
        ]
        return moment.at(position).first(*rolls)

    def supports(self, side: str, kind: str) -> list[str]:
        """The satellites and ground attacks of a side, or those of one kind."""
        return [
            name
            for name, plane in self.table.aircraft.items()
            if plane.side == side and kind in ("", kind_of(plane))
        ]

    def on_support(self, moment: Now, side: str, kind: str) -> Iterator[Choice]:
        """How many a side has for the game (section 14)."""
        asked = Asked("support-available", {"dice": self.table.setup.support_dice})
        yield Choice("support", target=side, note=kind, asked=asked, section="14")

    def after_support(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """Its player says of which sort each is (section 14; R48)."""
        each = Task(choice.target, "take", (choice.target, choice.note))
        return moment.settled.first(*(each,) * int(outcome))

    def on_take(self, moment: Now, side: str, kind: str) -> Iterator[Choice]:
        """One more of a sort that the table has (section 14)."""
        for name in self.supports(side, kind):
            yield Choice("take", name, section="14")

    def after_take(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It may fire or attack once more."""
        stock = ATTACKS.format(choice.unit)
        more = moment.position.stock[stock] + 1
        return moment.settled.at(moment.position.with_stock(stock, more))

    # --- fire
    def do_fire(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit fires, a ground attack strikes; a satellite throws to hit, and what it hits comes after (§5)."""
        for choice in super().do_fire(moment, name):
            asked = choice.asked
            if asked is None or asked.calculator != "indirect-fire":
                yield choice
                continue
            aim = {
                word: value
                for word, value in asked.inputs.items()
                if word in self.rules.indirect_aim.fields()
            }
            yield replace(choice, asked=replace(asked, calculator="indirect-to-hit", inputs=aim), section="5")

    def suffered(self, moment: Now, choice: Choice, outcome: object) -> dict[str, Any]:
        """Any damage removes a GEV (section 6)."""
        assert choice.asked is not None
        if choice.asked.calculator != "gev-fire":
            return super().suffered(moment, choice, outcome)
        return {} if outcome == UNHARMED else self.conditions_after(moment.units[choice.target], LOST)

    def conditions_after(self, target: UnitOnTable, outcome: object) -> dict[str, Any]:
        """What an outcome changes in a target; whom a GEV carries is removed with it (section 6)."""
        changes = super().conditions_after(target, outcome)
        if target.target_kind == GEV and target.aboard and changes["condition"] is not Condition.OK:
            changes["passenger_condition"] = LOST
        return changes

    def after_fire(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The target shows what it has suffered; the shell of a satellite is still to fall (section 5)."""
        if not isinstance(outcome, Shell):
            return super().after_fire(moment, choice, outcome)
        name, stock = choice.unit, ATTACKS.format(choice.unit)
        left = moment.position.stock[stock] - outcome.spent
        fired = moment.noted.get(FIRED.format(name), 0) + (not outcome.spent)
        moment = moment.at(moment.position.with_stock(stock, left))
        moment = moment.note(**{FIRED.format(name): fired}) if fired < left else moment.has_acted(name)
        return self.falls(moment, choice, outcome)

    def ends_step(self, moment: Now) -> Now:
        """All satellites fire again in the next Fire phase of their side."""
        fired = (FIRED.format(name) for name in self.table.aircraft)
        return super().ends_step(moment).note(**dict.fromkeys(fired))

    def can_be_shelled(self, name: str, moment: Now) -> bool:
        """No shell strikes a GEV (section 11; R33)."""
        return moment.units[name].target_kind != GEV

    def attack_of_a_shell(self, name: str, target: UnitOnTable, moment: Now) -> int:
        """The Attack Factor of a satellite (sections 8 and 11)."""
        return self.table.attack_from_above(self.table.aircraft[name], target, self.rules)

    # --- rally
    def do_rally(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit that is not ok rallies once; no headquarters is needed (section 10; R50)."""
        unit = moment.units[name]
        if unit.condition is not Condition.OK:
            inputs = {"condition": unit.condition, "quality": unit.quality}
            yield Choice("rally", name, asked=Asked("rally", inputs), section="10")


def kind_of(support: AircraftOnTable) -> str:
    """A satellite, or a ground attack (sections 5 and 11)."""
    return KINDS_OF_SUPPORT[support.aircraft != SATELLITE]


def play(table: Ww2Table, rules: Ww2) -> PlaySciFi:
    """A game on a table; raises BadInput for one that only shows where a shell can fall."""
    return PlaySciFi(on_the_ground(table), cast(SciFi, rules))
