"""A day of the revised edition: as that of 2010, with turns of fire, supply, and who came into contact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pz8edu.board.scene import Base
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_divisional.overrun import overrun
from pz8edu.systems.pz8_divisional.ruleset import DivisionalRevised
from pz8edu.systems.pz8_divisional.situations import Combat
from pz8edu.systems.pz8_divisional.supply import Battery, refilled
from pz8edu.systems.pz8_divisional_2010.combat import Aftermath
from pz8edu.systems.pz8_divisional_2010.joint_attacks import sides
from pz8edu.systems.pz8_divisional_2010.kilometre_map import DivisionalTable
from pz8edu.systems.pz8_divisional_2010.play import Now, PlayDivisional, checked
from pz8edu.systems.pz8_divisional_2010.several import Together
from pz8edu.systems.pz8_divisional_2010.words import Benefit, Kind
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Task


class PlayRevised(PlayDivisional):
    """A day on one of the maps, in the revised edition."""

    rules: DivisionalRevised

    # --- who is the attacker (section 6; R32)
    def attacked(self, moment: Now, name: str) -> Now:
        """Whom a unit has come into contact with it attacks, as long as the contact lasts."""
        seen = self.seen(moment)
        for enemy in seen.enemies_of(seen.field.unit(name)):
            if f"{enemy.name} attacks {name}" not in moment.noted:
                moment = moment.note(**{f"{name} attacks {enemy.name}": True})
        return moment

    def who_attacks(self, moment: Now, base: Base, enemy: Base) -> tuple[Base, Base]:
        """Who moved into contact, or whose combat phase it is; never a garrison (R32)."""
        if self.rules.R32 == "a" and f"{enemy.name} attacks {base.name}" in moment.noted:
            base, enemy = enemy, base
        return sides(self.seen(moment), base, enemy)

    def ends_step(self, moment: Now) -> Now:
        """Who is no longer in contact attacks nobody."""
        contacts = self.seen(moment).contacts
        lasting = {f"{one} attacks {other.name}" for one, others in contacts.items() for other in others}
        kept = {
            word: value for word, value in moment.noted.items() if " attacks " not in word or word in lasting
        }
        return replace(moment, noted=kept)

    def after_combat(self, moment: Now, choice: Choice, outcome: Aftermath | Together) -> Now:
        """Who has joined in overrunning an empty battery is tired by it as the first one is (section 5; R7, R33)."""
        seen = self.seen(moment)
        one, other = (seen.field.unit(name) for name in (choice.unit, choice.target))
        for each in self.joining(moment, one, other)[1:] if seen.out_of_ammo(other) else ():
            after = overrun(Combat(**self.table.of_combat(seen, each, other)), self.rules)
            moment = self.tired(moment, each.name, after.attacker)
            moment = moment.has_acted(*((each.name,) if self.rules.R28 == "b" else ()))
        return super().after_combat(moment, choice, outcome)

    # --- rally and resupply (section 7)
    def do_rally(self, moment: Now, name: str) -> Iterator[Choice]:
        """A battery rolls for an FP less or for a turn of fire, as its owner says before, or for both (R34)."""
        if moment.units[name].kind is not Kind.ARTILLERY:
            yield from super().do_rally(moment, name)
            return
        seen = self.seen(moment)
        unit, base, most = moment.units[name], seen.field.unit(name), self.table.scenario.turns_of_fire
        shots, why_not = seen.shots_left(unit), seen.why_not_rally(base)
        wanted = [Benefit.FATIGUE] * bool(unit.fp) + [Benefit.AMMO] * (shots < most)
        inputs = {**self.table.rally_asked(seen, base).inputs} | {
            "fp": unit.fp,
            "shots": shots,
            "max_shots": most,
        }
        for benefit in wanted if self.rules.R34 == "a" else wanted[:1]:
            asked = Asked("rally-supply", inputs | {"choice": benefit})
            note = benefit.value if self.rules.R34 == "a" else ""
            yield Choice("rally", name, note=note, asked=asked, section="7", why_not=why_not)

    def after_rally(self, moment: Now, choice: Choice, outcome: int | Battery) -> Now:
        """What FPs and turns of fire it has."""
        if not isinstance(outcome, Battery):
            return super().after_rally(moment, choice, outcome)
        name, unit = choice.unit, moment.units[choice.unit]
        moment = moment.has_acted(name)
        rolled, most = outcome.fp < unit.fp, self.table.scenario.turns_of_fire
        if self.rules.R34 == "c" and rolled and outcome.shots < most:
            return moment.first(Task(unit.side, "benefit", (name,)))
        return moment.unit(name, fp=outcome.fp, shots=outcome.shots)

    def on_benefit(self, moment: Now, name: str) -> Iterator[Choice]:
        """The roll is good: its owner says now for what (section 7; R34)."""
        for benefit in (Benefit.FATIGUE, Benefit.AMMO):
            yield Choice("benefit", name, note=benefit.value, section="7")

    def after_benefit(self, moment: Now, choice: Choice, outcome: None) -> Now:
        """An FP less, or a turn of fire more."""
        unit, seen = moment.units[choice.unit], self.seen(moment)
        if choice.note == Benefit.FATIGUE:
            return moment.settled.unit(unit.name, fp=unit.fp - 1)
        shots = refilled(seen.shots_left(unit), self.table.scenario.turns_of_fire, self.rules)
        return moment.settled.unit(unit.name, shots=shots)

    # --- the next day (section 5; R35)
    def morning(self, moment: Now) -> Now:
        """Batteries have their turns of fire again, unless only rolls bring them."""
        if self.rules.R35 == "b":
            return moment
        for name, unit in moment.units.items():
            moment = moment.unit(name, shots=None) if unit.kind is Kind.ARTILLERY else moment
        return moment


def play(table: DivisionalTable, rules: DivisionalRevised) -> PlayRevised:
    """A day on a map; raises BadInput where none is played."""
    return PlayRevised(checked(table, rules), rules)
