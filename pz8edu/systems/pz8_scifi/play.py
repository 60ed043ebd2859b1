"""Whole turns of Pz8 Sci-Fi: as in Pz8 WW2, with GEV and satellites, and no need of headquarters to rally."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_scifi.gev import UNHARMED
from pz8edu.systems.pz8_scifi.ruleset import SciFi
from pz8edu.systems.pz8_scifi.setups import SupportOnTable
from pz8edu.systems.pz8_scifi.tabletop import SciFiTable
from pz8edu.systems.pz8_ww2.fire import NOTHING, Shell, Transport, after_damage
from pz8edu.systems.pz8_ww2.over_the_table import ATTACKS
from pz8edu.systems.pz8_ww2.play import PlayWw2, on_the_ground
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.setups import UnitOnTable
from pz8edu.systems.pz8_ww2.tabletop import Ww2Table
from pz8edu.systems.pz8_ww2.words import Condition, Damage
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task

Now = Moment[UnitOnTable]


class PlaySciFi(PlayWw2):
    """A game of Pz8 Sci-Fi on one of its tables.

    A satellite fires once a Fire phase until it is spent; of several under one name the next one fires then.
    """

    table: SciFiTable
    riders = frozenset({"infantry"})

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

    def suffered(self, moment: Now, choice: Choice, outcome: Any) -> dict[str, Any]:
        """Any damage removes a GEV (section 6)."""
        assert choice.asked is not None
        if choice.asked.calculator != "gev-fire":
            return super().suffered(moment, choice, outcome)
        return {} if outcome == UNHARMED else {"condition": Condition.DESTROYED}

    def after_fire(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """The target shows what it has suffered; the shell of a satellite is still to fall (section 5)."""
        if not isinstance(outcome, Shell):
            return super().after_fire(moment, choice, outcome)
        stock = ATTACKS.format(choice.unit)
        if outcome.spent:
            moment = moment.at(moment.position.with_stock(stock, moment.position.stock[stock] - 1))
        if outcome.word != "hit" and self.rules.T8 == "b":
            return moment.has_acted(choice.unit)
        falls = "shell" if outcome.word == "hit" else "deviation"
        return moment.has_acted(choice.unit).first(Task(CHANCE, falls, (choice.unit, choice.target)))

    # --- satellites
    def on_deviation(self, moment: Now, satellite: str, target: str) -> Iterator[Choice]:
        """A shell that misses falls somewhere else (section 5; R7)."""
        asked = Asked("deviation", {"units": self.around(moment.places[target], moment)})
        yield Choice("deviation", satellite, target, asked=asked, section="5")

    def after_deviation(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """Whoever stands there is struck, friend or foe, but no GEV (R8, R33)."""
        moment = moment.settled
        if outcome == NOTHING or moment.units[outcome].target_kind == "gev":
            return moment
        return moment.first(Task(CHANCE, "shell", (choice.unit, outcome)))

    def on_shell(self, moment: Now, satellite: str, target: str) -> Iterator[Choice]:
        """The damage of a shell that falls on a unit; armour is halved (sections 6, 8 and 9)."""
        struck, plane = moment.units[target], cast(SupportOnTable, self.table.aircraft[satellite])
        armour = self.rules.defence[struck.defence]
        inputs = {
            "attack": self.table.attack_from_above(plane, struck, self.rules),
            "defence": armour.defence,
            "halved": armour.armoured,
        }
        yield Choice("shell", satellite, target, asked=Asked("damage", inputs), section="6")

    def after_shell(self, moment: Now, choice: Choice, outcome: Damage) -> Now:
        """Who is struck shows it, and whom it carries with it (section 6; R22)."""
        struck = moment.units[choice.target]
        after = after_damage(Transport(struck.condition, struck.passenger_condition), outcome, self.rules)
        return self.harmed(choice.target, self.conditions_after(struck, after), moment.settled)

    # --- rally
    def do_rally(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit that is not ok rallies once; no headquarters is needed (section 10; R50)."""
        unit = moment.units[name]
        if unit.condition is not Condition.OK:
            inputs = {"condition": unit.condition, "quality": unit.quality}
            yield Choice("rally", name, asked=Asked("rally", inputs), section="10")


def play(table: Ww2Table, rules: Ww2) -> PlaySciFi:
    """A game on a table; raises BadInput for one that only shows where a shell can fall."""
    return PlaySciFi(on_the_ground(table), cast(SciFi, rules))
