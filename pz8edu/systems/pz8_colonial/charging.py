"""Pz8 Colonial played: charges, counter-moves, melee, recoil, and cavalry that rides on (section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import cos, dist, radians, sin
from typing import Any

from pz8edu.board.bearings import bearing_to
from pz8edu.board.contact import first_contact, in_contact
from pz8edu.board.field_tabletop import INTO, into_contact
from pz8edu.board.ground import stretches
from pz8edu.board.lengths import in_words
from pz8edu.board.position import Place
from pz8edu.board.pushing import towards
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_colonial.boards import charge
from pz8edu.systems.pz8_colonial.brawl import BRAWL, Brawl
from pz8edu.systems.pz8_colonial.colonial_table import ColonialTable, behind, room
from pz8edu.systems.pz8_colonial.melee import Losses
from pz8edu.systems.pz8_colonial.movement import charge_reach
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.standing import Standing
from pz8edu.systems.pz8_colonial.units_table import BAD
from pz8edu.systems.pz8_colonial.words import Side, Troop
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment, Task
from pz8edu.turns.places import why_no_room
from pz8edu.turns.play import Play

Now = Moment[Standing]


class Charging(Play[Standing, Colonial]):
    """What becomes of a charge."""

    table: ColonialTable
    sides = (Side.EUROPEAN.value, Side.NATIVE.value)

    def is_out(self, name: str, moment: Now) -> bool:
        """Has a unit nobody left, or fled from the table?"""
        return moment.units[name].out

    def rough(self, moment: Now, name: str, place: Place) -> bool:
        """Is there bad ground on the straight way to a place, or at its end (R18)?"""
        line = moment.places[name][:2], place[:2]
        if self.rules.T4 == "b":
            return self.table.ground.ground_at(place[:2]) in BAD
        return any(each.ground in BAD for each in stretches(line, self.table.ground.ground))

    def task(self, moment: Now, kind: str, name: str, *about: Any) -> Task:
        """What the side of a unit has to settle for it."""
        return Task(moment.units[name].side.value, kind, (name, *about))

    def touching(self, moment: Now, name: str) -> Iterator[str]:
        """The enemies in contact with a unit."""
        field = self.table.battlefield(moment.picked(name))
        for other in self.enemies(moment, name):
            if in_contact(field.unit(name), field.unit(other)):
                yield other

    def enemies(self, moment: Now, name: str) -> Iterator[str]:
        """Whoever is left of the other side."""
        yield from self.living(moment, self.other(moment.units[name].side.value))

    # --- charge and melee (section 2)
    def charges(self, moment: Now, name: str) -> Iterator[Choice]:
        """Whom a unit fights that it is in contact with, and whom it charges."""
        touching = set(self.touching(moment, name))
        for other in self.enemies(moment, name):
            if other in touching:
                yield Choice("fight", name, other, asked=self.melee(moment, name, other), section="2")
            else:
                place, why_not = self.in_contact(moment, name, other)
                asked = self.table.charge(moment.picked(name, other))
                if self.rules.T4 == "b":
                    asked = asked.but(bad=self.rough(moment, name, place))
                told = charge(asked, self.rules)
                if told["verdict"] != "charge":
                    how, reach = self.table.charge_words(moment.picked(name, other), self.rules)
                    why_not = f"{name}: {how}, {reach}." if "reach" in told else f"{name}: {how} (§2)."
                yield Choice("charge", name, other, way=(place,), section="2", why_not=why_not)

    def in_contact(self, moment: Now, name: str, other: str) -> tuple[Place, str]:
        """Where a charge straight at an enemy ends, and why it cannot: somebody is in the way."""
        field, here = self.table.battlefield(moment.picked(name, other)), moment.places[name]
        foe = field.unit(other)
        facing = float(round(bearing_to(here[:2], foe.at)) % 360)
        base = replace(field.unit(name), facing=facing)
        share = first_contact(base, foe.at, foe) or 0.0
        place = (
            Place(*into_contact(here[:2], foe.at, share), facing) if share else here._replace(facing=facing)
        )
        for each in field.units:
            if each.name not in (name, other) and not in_contact(field.unit(name), each):
                met = first_contact(base, place[:2], each)
                if met is not None:
                    return place, f"{each.name} stands in the way of {name} (§2)."
        return place, ""

    def melee(self, moment: Now, name: str, other: str) -> Asked:
        """The pairs of two units that fight."""
        state = moment.picked(name, other)
        asked = self.table.melee(self.table.battlefield(state), state, self.rules)
        more = moment.units[name].front - moment.units[other].front
        if self.rules.T10 == "a" or not more:
            return asked
        several = {"more": abs(more), "more_of": "a" if more > 0 else "b"}
        counted = (*asked.counted, f"{abs(more)} more beside them (R19)")
        return replace(asked, calculator=BRAWL.id, inputs={**asked.inputs, **several}, counted=counted)

    def after_charge(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """In contact; whom it charges may match its figures, then they fight."""
        name, other, place = choice.unit, choice.target, choice.way[-1]
        started = moment.tasks[-1]
        reach = charge_reach(moment.units[name].unit.troop, self.rough(moment, name, place), self.rules) or 0
        whole = started.about[1] if started.kind == "ride" else reach
        left = max(whole - dist(moment.places[name][:2], place[:2]), 0)
        moment = moment.settled.moved(name, place)
        fight = self.task(moment, "melee", name, other, round(left, 3))
        if started.kind == "ride" and started.about[2] == other:
            return moment.first(fight)
        return moment.first(self.task(moment, "counter", other, name), fight)

    def on_counter(self, moment: Now, name: str, by: str) -> Iterator[Choice]:
        """A charged unit may turn and match the figures of the enemy with half a move; or it stands (section 2)."""
        place, why_not = self.matching(moment, name, by)
        if moment.units[name].routing:
            why_not = f"{name} is in rout (§7)."
        yield Choice("match", name, by, way=(place,), section="2", why_not=why_not)
        yield Choice("stand", name, by, section="2")

    def matching(self, moment: Now, name: str, by: str) -> tuple[Place, str]:
        """Where a charged unit faces its enemy with as many figures, and why it cannot get there."""
        unit, foe, there = moment.units[name], moment.units[by], moment.places[by]
        wide = replace(unit, front_rank=max(unit.front, min(foe.front, unit.figures)))
        turn, away = radians(there.facing or 0), (wide.ranks + foe.ranks) / 2 - INTO
        spot = round(there.x + away * sin(turn), 3), round(there.y + away * cos(turn), 3)
        place = Place(*spot, float(round((there.facing or 0) + 180) % 360))
        inches = self.table.move_of(unit, self.rules) * self.rules.counter_move
        if not inches:
            return place, f"{name} stays: a gun that is ready to fire does not move (§3, §4)."
        gone = dist(moment.places[name][:2], spot) + (wide.front - unit.front) / 2
        if gone > inches:
            return (
                place,
                f"{name} would move {in_words(gone, 1)}″; a counter-move is {in_words(inches)}″ (§2).",
            )
        field = self.table.battlefield(moment.picked(name, by))
        return place, why_no_room(field, self.table.base(wide, moment.places[name]), place)

    def after_match(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It stands opposite, as broad as the enemy or as it can."""
        unit, foe = moment.units[choice.unit], moment.units[choice.target]
        front = max(unit.front, min(foe.front, unit.figures))
        return moment.settled.moved(choice.unit, choice.way[-1]).unit(choice.unit, front_rank=front)

    def on_melee(self, moment: Now, name: str, other: str, left: float) -> Iterator[Choice]:
        """Every pair of figures in contact rolls."""
        yield Choice("fight", name, other, asked=self.melee(moment, name, other), section="2")

    def after_fight(self, moment: Now, choice: Choice, outcome: Losses | Brawl) -> Now:
        """The losers fall, ordinary figures first; with an undecided pair both sides recoil (section 2).

        Cavalry that has lost nobody and recoils from nobody may ride on to who stands on its path.
        """
        name, other, task = choice.unit, choice.target, moment.tasks[-1]
        assert choice.asked is not None
        moment = self.cut_down(self.cut_down(moment.settled, name, outcome.a), other, outcome.b)
        undecided = choice.asked.inputs["pairs"] - outcome.a - outcome.b
        if outcome.undecided if isinstance(outcome, Brawl) else undecided:
            return self.recoiled(moment, name, other)
        rides = moment.units[name].unit.troop is Troop.MOUNTED and not outcome.a
        left = task.about[2] if task.kind == "melee" else 0
        return moment.first(self.task(moment, "ride", name, left, other)) if rides and left else moment

    def cut_down(self, moment: Now, name: str, figures: int) -> Now:
        """Without so many figures, the leaders last."""
        unit = moment.units[name]
        ordinary = min(figures, unit.ordinary)
        leaders = sorted(unit.leaders, key=lambda each: -self.rules.saves[each].ignores_on)
        fallen = leaders[: figures - ordinary]
        return moment.unit(name, lost=unit.lost + ordinary, fallen=(*unit.fallen, *fallen))

    def recoiled(self, moment: Now, name: str, other: str) -> Now:
        """Both step straight back from each other, as far as the table goes."""
        field = self.table.battlefield(moment.picked(name, other))
        for one, foe in ((name, other), (other, name)):
            base = field.unit(one)
            back = towards(field.unit(foe), base)
            if back is not None:
                far = min(float(self.rules.recoil), room(behind(base, back), back, field.extent))
                x, y = (
                    round(at + far * step, 3) for at, step in zip(moment.places[one][:2], back, strict=True)
                )
                moment = moment.moved(one, moment.places[one]._replace(x=x, y=y))
        return moment

    def on_ride(self, moment: Now, name: str, left: float, beaten: str) -> Iterator[Choice]:
        """Winning cavalry goes for the first enemy straight ahead, within what its charge has left (section 2).

        That may be the next rank of the unit whose first one it has ridden down.
        """
        field, here = self.table.battlefield(moment.picked(name)), moment.places[name]
        turn, base = radians(here.facing or 0), field.unit(name)
        end = here.x + left * sin(turn), here.y + left * cos(turn)
        met = [(first_contact(base, end, each), each) for each in field.units if each.name != name]
        share, first = min(
            ((share, each.name) for share, each in met if share is not None), default=(0.0, "")
        )
        if first in self.enemies(moment, name):
            why_not = "" if self.may_enter(moment, name, first) else f"{name} may not charge in there (§2)."
            place = Place(*into_contact(here[:2], end, share), here.facing)
            yield Choice("charge", name, first, way=(place,), section="2", why_not=why_not)
        yield Choice("hold", name, section="2")

    def may_enter(self, moment: Now, name: str, other: str) -> bool:
        """May mounted troops charge where the other stands (section 2)?"""
        told = charge(self.table.charge(moment.picked(name, other)), self.rules)
        return told["verdict"] in ("charge", "too far")
