"""Whole turns of Pz8 WW2: batteries off the table, shells that fall somewhere else, and smoke (sections 5, 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import dist
from typing import Annotated, Any, ClassVar

from pz8edu.board.battlefield import smoke_at
from pz8edu.board.deviation import deviation_point
from pz8edu.board.position import Marker, Place
from pz8edu.board.shot import measure_cover
from pz8edu.board.tabletop import Asked, BoardState
from pz8edu.core import Help, Modifiers, Nothing, Roll, Umpire, together
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.pz8_ww2.carrying import Now, PlayCarrying
from pz8edu.systems.pz8_ww2.counters import FRESH_SMOKE
from pz8edu.systems.pz8_ww2.damage import suffer
from pz8edu.systems.pz8_ww2.fire import NOTHING, Shell, shell
from pz8edu.systems.pz8_ww2.obstacles import DEVIATES, ON_TARGET
from pz8edu.systems.pz8_ww2.over_the_table import BATTERY
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.setups import BatteryInGame, UnitOnTable
from pz8edu.systems.pz8_ww2.situations import IndirectAim, ShooterDisorganized
from pz8edu.systems.pz8_ww2.tabletop import GROUND, SMOKE_POINT
from pz8edu.systems.pz8_ww2.words import Condition, Cover, Damage
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Task
from pz8edu.turns.places import holds, rounded_place
from pz8edu.turns.play import STAYS

IN_FRONT = Fraction(3, 2)
"""Smoke is worth a look so many inches before an enemy."""
INDIRECT = "indirect"


@dataclass(frozen=True)
class Fall:
    """Where a shell falls that has missed: the direction by the die, and the inches."""

    direction: int
    inches: int

    def __str__(self) -> str:
        return f"direction {self.direction}, {self.inches} inches"


def shell_falls(umpire: Umpire, situation: Nothing, rules: Ww2) -> Roll[Fall]:
    """Where a shell falls that has missed (section 5; R7)."""
    return together(Fall, umpire.die("direction", rules.directions), umpire.d6("inches"))


class GunAim(IndirectAim):
    """A shell of artillery on the table that fires indirectly, at a unit or to lay smoke (T5=b)."""

    disorganized: ShooterDisorganized = False
    smoke: Annotated[bool, Help("it lays smoke")] = False


def gun_fires(umpire: Umpire, situation: GunAim, rules: Ww2) -> Shell:
    """An indirect shell of artillery on the table, which may be Disorganized (sections 5, 6 and 11; T5)."""
    shaken = Modifiers((rules.disorganized_shooter, "shooter Disorganized", situation.disorganized, "6"))
    aim = rules.indirect_aim.of(situation)
    return shell(umpire, aim, rules, ON_TARGET if situation.smoke else "hit", shaken)


GUN = Calculator(
    "gun-fires-indirectly", "Indirect fire of a gun", "5", GunAim, gun_fires, ranked=False, readings=("R6",)
)
FALLS = Calculator(
    "shell-falls", "Where a shell falls", "5", Nothing, shell_falls, ranked=False, readings=("R7",)
)


def of_a_gun(unit: UnitOnTable, cover: Cover, smoke: bool = False) -> Asked:
    """What the indirect fire of artillery on the table asks (sections 5 and 6; T5)."""
    shaken = unit.condition is Condition.DISORGANIZED
    inputs = {"cover": cover, "quality": unit.quality, "disorganized": shaken, "smoke": smoke}
    return Asked(GUN.id, inputs)


class PlayShelling(PlayCarrying):
    """How batteries off the table fire, and how smoke is laid, on the table too."""

    single_steps: ClassVar[Mapping[str, Calculator]] = {FALLS.id: FALLS, GUN.id: GUN}

    def batteries(self, moment: Now, side: str) -> dict[str, BatteryInGame]:
        """The batteries of a side that can still fire (section 5)."""
        stock = moment.position.stock
        all_of_them = (battery for battery in self.table.setup.batteries if battery.side == side)
        return {each.name: each for each in all_of_them if stock[BATTERY.format(each.name)]}

    def is_spent(self, name: str, moment: Now) -> bool:
        """Has artillery on the table lost its indirect fire by a 1 or 2 (section 5; R37)?"""
        return f"spent {name}" in moment.noted

    # --- who fires at what
    def shells(self, moment: Now, name: str, side: str) -> Iterator[Choice]:
        """A battery fires indirectly at any enemy, how far ever, or lays smoke anywhere (sections 5 and 11)."""
        unit = moment.units.get(name)
        battery = unit or self.batteries(moment, side)[name]
        field = self.table.battlefield(moment.picked())
        for base in field.units:
            if base.side == side or not self.can_be_shelled(base.name, moment):
                continue
            cover = Cover(measure_cover(field, base, GROUND).value)
            asked = Asked("indirect-to-hit", {"cover": cover, "quality": battery.quality})
            asked = asked if unit is None else of_a_gun(unit, cover)
            why_not = self.why_not_seen(base.name, side, moment) if unit is None else ""
            yield Choice(INDIRECT, name, base.name, asked=asked, section="5", why_not=why_not)
        yield from self.smoke_shells(moment, name, side, INDIRECT)

    def can_be_shelled(self, name: str, moment: Now) -> bool:
        """Is a unit one that shells strike?  In this book every one is."""
        return True

    def why_not_seen(self, target: str, side: str, moment: Now) -> str:
        """Why a battery off the table may not fire at an enemy; empty if it may (section 5; T9)."""
        if self.rules.T9 == "a" or any(self.sees(name, target, moment) for name in self.living(moment, side)):
            return ""
        return f"Nobody sees {target} (§5; T9)."

    def sees(self, name: str, target: str, moment: Now) -> bool:
        """Does a unit see an enemy, how far ever?"""
        shot, units = self.table.measured(moment.picked(name, target), self.rules), moment.units
        if shot is None or not shot.sight.value:
            return False
        return not self.table.hidden(shot, units[name], units[target], self.rules)

    def artillery_fire(self, moment: Now, name: str) -> Iterator[Choice]:
        """Smoke of artillery on the table, and its indirect fire under T5=b (sections 5 and 11; R37)."""
        unit = moment.units[name]
        limbered = unit.limbered and self.rules.T12 == "a"
        if not unit.artillery or unit.condition is Condition.SUPPRESSED or unit.rides or limbered:
            return
        yield from self.smoke_shells(moment, name, unit.side, "")
        if self.rules.T5 == "b" and not self.is_spent(name, moment):
            yield from self.shells(moment, name, unit.side)

    # --- smoke (section 11)
    def smoke_shells(self, moment: Now, name: str, side: str, how: str) -> Iterator[Choice]:
        """Smoke before each enemy, directly or indirectly; any other point may be chosen."""
        field = self.table.battlefield(moment.picked())
        own = [base.at for base in field.units if base.side == side]
        yield Choice("smoke", name, way=(Place(0, 0),), note=how, section="11", why=STAYS)
        for enemy in (base for base in field.units if base.side != side):
            x, y = map(float, enemy.at)
            near = min(own, key=lambda at: (dist((float(at[0]), float(at[1])), (x, y)), at), default=None)
            if near is None:
                continue
            share = min(1.0, float(IN_FRONT) / (dist((float(near[0]), float(near[1])), (x, y)) or 1))
            point = rounded_place(Place(x + (float(near[0]) - x) * share, y + (float(near[1]) - y) * share))
            choice = Choice("smoke", name, way=(point,), note=how, section="11", why=f"before {enemy.name}")
            choice = self.with_its_question(choice, moment)
            if not self.why_no_smoke(choice, moment):
                yield choice

    def with_its_question(self, choice: Choice, moment: Now) -> Choice:
        """A smoke shell with what its roll to hit asks at its point."""
        point = choice.way[-1]
        if choice.note == INDIRECT:
            unit = moment.units.get(choice.unit)
            side = unit.side if unit else self.now(moment).side
            battery = unit or self.batteries(moment, side)[choice.unit]
            field = self.table.battlefield(moment.picked())
            cover = Cover(measure_cover(field, smoke_at(point[:2]), GROUND).value)
            asked = Asked("smoke", {"mode": INDIRECT, "cover": cover, "quality": battery.quality})
            return replace(choice, asked=of_a_gun(unit, cover, smoke=True) if unit else asked)
        places = {**moment.places, SMOKE_POINT: point._replace(facing=None)}
        aimed = BoardState(replace(moment.position, places=places), choice.unit, SMOKE_POINT)
        shot = self.table.measured(aimed, self.rules)
        assert shot is not None
        return replace(choice, asked=self.table.smoke(shot, aimed))

    def why_no_smoke(self, choice: Choice, moment: Now) -> str:
        """Why smoke is not laid at a point; empty if it is (sections 5, 7 and 11)."""
        if not holds(self.table.ground, choice.way[-1][:2]):
            return "That is not on the table."
        return choice.asked.why_not if choice.asked else ""

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Smoke is laid on the table, direct smoke where the gun can fire (section 11)."""
        if choice.kind != "smoke":
            return super().why_no_place(moment, choice)
        return self.why_no_smoke(self.with_its_question(choice, moment), moment)

    def allowed(self, moment: Now, choice: Choice) -> Choice:
        """The choice as it is offered; of smoke the question is that of its own point."""
        found = super().allowed(moment, choice)
        return self.with_its_question(found, moment) if found.kind == "smoke" else found

    def after_smoke(self, moment: Now, choice: Choice, outcome: Shell | str) -> Now:
        """Smoke lies where it was fired to, drifts, or there is none (section 11; R23)."""
        side = self.now(moment).side
        moment = self.has_shelled(choice.unit, outcome, moment)
        word = outcome.word if isinstance(outcome, Shell) else outcome
        x, y = choice.way[-1][:2]
        if word == DEVIATES:
            return moment.first(Task(CHANCE, "drift", (choice.unit, side, x, y)))
        return self.smoke_lies(x, y, side, moment) if word == ON_TARGET else moment

    def on_drift(self, moment: Now, name: str, side: str, x: float, y: float) -> Iterator[Choice]:
        """A smoke shell that has missed falls somewhere else (sections 5 and 11; R7)."""
        yield Choice("drift", name, asked=Asked(FALLS.id, {}), section="11")

    def after_drift(self, moment: Now, choice: Choice, outcome: Fall) -> Now:
        """The smoke lies there, if that is on the table (section 11)."""
        _, side, x, y = moment.tasks[-1].about
        point = deviation_point((x, y), outcome.direction, outcome.inches, self.rules.directions)
        return self.smoke_lies(*point, side, moment.settled)

    def smoke_lies(self, x: float, y: float, side: str, moment: Now) -> Now:
        """A fresh counter: it hangs for the next Fire phase too (section 11; R33)."""
        at = rounded_place(Place(x, y))
        if not holds(self.table.ground, at[:2]):
            return moment
        return moment.at(moment.position.with_marker(Marker(FRESH_SMOKE, at.x, at.y, side)))

    def is_idle(self, task: Task, moment: Now) -> bool:
        """Smoke that was fired drifts on, whatever has become of who fired it."""
        return task.kind != "drift" and super().is_idle(task, moment)

    # --- shells (sections 5 and 6)
    def has_shelled(self, name: str, outcome: Shell | str, moment: Now) -> Now:
        """Who has fired has acted, and a 1 or 2 spends it (section 5)."""
        moment = moment.has_acted(name)
        if name in moment.units:
            moment = moment.unit(name, fired=True)
        if not (isinstance(outcome, Shell) and outcome.spent):
            return moment
        if name in moment.units:
            return moment.note(**{f"spent {name}": "spent"})
        return moment.at(moment.position.with_stock(BATTERY.format(name), 0))

    def after_indirect(self, moment: Now, choice: Choice, outcome: Shell) -> Now:
        """The shell falls; a 1 or 2 spends the battery (section 5)."""
        return self.falls(self.has_shelled(choice.unit, outcome, moment), choice, outcome)

    def falls(self, moment: Now, choice: Choice, outcome: Shell) -> Now:
        """The shell strikes its target, or falls somewhere else (section 5; R8)."""
        if outcome.word == "hit":
            return moment.first(Task(CHANCE, "strike", (choice.target, choice.unit)))
        if self.rules.T8 == "b":
            return moment
        return moment.first(Task(CHANCE, "stray", (choice.unit, choice.target)))

    def around(self, aim: Place, moment: Now) -> list[dict[str, Any]]:
        """All units as seen from an aiming point, as `deviation` asks for them."""
        return [
            {
                "name": base.name,
                "x": round(float(base.at[0]) - aim.x, 6),
                "y": round(float(base.at[1]) - aim.y, 6),
            }
            for base in self.table.battlefield(moment.picked()).units
        ]

    def on_stray(self, moment: Now, name: str, target: str) -> Iterator[Choice]:
        """A shell that misses falls somewhere else (section 5; R7)."""
        asked = Asked("deviation", {"units": self.around(moment.places[target], moment)})
        yield Choice("stray", name, target, asked=asked, section="5")

    def after_stray(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """Whoever stands there is struck, friend or foe (section 5; R8)."""
        moment = moment.settled
        if outcome == NOTHING or not self.can_be_shelled(outcome, moment):
            return moment
        return moment.first(Task(CHANCE, "strike", (outcome, choice.unit)))

    def on_strike(self, moment: Now, target: str, name: str) -> Iterator[Choice]:
        """The damage of a shell that falls on a unit; armour is halved (sections 6 and 9)."""
        armour = self.rules.defence[moment.units[target].defence]
        inputs = {
            "attack": self.attack_of_a_shell(name, moment.units[target], moment),
            "defence": armour.defence,
            "halved": armour.armoured,
        }
        yield Choice("strike", name, target, asked=Asked("damage", inputs), section="6")

    def attack_of_a_shell(self, name: str, target: UnitOnTable, moment: Now) -> int:
        """The Attack Factor of a battery, or of artillery on the table (section 8)."""
        batteries = {battery.name: battery.attack for battery in self.table.setup.batteries}
        row = moment.units[name].attack if name in moment.units else batteries[name]
        return self.rules.attack_factor(row, armoured=self.rules.defence[target.defence].armoured)

    def after_strike(self, moment: Now, choice: Choice, outcome: Damage) -> Now:
        """Who is struck shows it, and whom it carries; a headquarters may save (section 6)."""
        moment, struck = moment.settled, moment.units[choice.target]
        if struck.hq and not struck.aboard and outcome.can_be_saved:
            return moment.first(Task(CHANCE, "save", (choice.target, outcome.value)))
        found = Condition(outcome.value) if outcome is not Damage.NONE else Condition.OK
        if not struck.aboard:
            found = suffer(struck.condition, outcome, self.rules)
        return self.harmed(choice.target, self.conditions_after(struck, found), moment)

    def on_save(self, moment: Now, name: str, result: str) -> Iterator[Choice]:
        """The saving roll of a headquarters (section 6)."""
        unit = moment.units[name]
        inputs = {
            "result": Damage(result),
            "target_condition": unit.condition,
            "target_quality": unit.quality,
        }
        yield Choice("save", name, asked=Asked("hq-save", inputs), section="6")

    def after_save(self, moment: Now, choice: Choice, outcome: Condition) -> Now:
        """The headquarters in its condition."""
        return moment.settled.unit(choice.unit, condition=outcome)
