"""Whole turns of Pz8 WW2: transports that carry a base or tow a gun, and what is left of a move (section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import cos, radians, sin
from typing import Any, ClassVar

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.contact import first_contact, overlap
from pz8edu.board.field_tabletop import into_contact
from pz8edu.board.position import Place
from pz8edu.board.reach import find_move
from pz8edu.board.scene import Base
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_ww2 import counters
from pz8edu.systems.pz8_ww2.fire import Transport, after_damage
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.setups import UnitOnTable
from pz8edu.systems.pz8_ww2.tabletop import GUN, Ww2Table
from pz8edu.systems.pz8_ww2.words import DAMAGES, Condition
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task
from pz8edu.turns.places import faced, holds
from pz8edu.turns.play import Play

Now = Moment[UnitOnTable]
SIDES_OF_A_BASE = {"before it": 0, "on its right": 90, "behind it": 180, "on its left": 270}
"""Where one gets off a transport, in degrees off its facing."""
STOPPED = "mines or wire have stopped it for this turn (§11)"
ROUNDED = 3
"""Inches that were gone are remembered to so many decimals."""
SINGLE = frozenset({"close-combat", "air-attack", "minefield", "wire"})
"""Questions that a transport is asked by itself: whom it carries suffers the same damage."""


class PlayCarrying(Play[UnitOnTable, Ww2]):
    """How transports and those whom they carry move, and how both are harmed."""

    table: Ww2Table
    riders: ClassVar[frozenset[str]] = frozenset({"infantry", "hmg-mortar"})
    """Rows of the movement table that a transport carries (section 4)."""

    # --- what is left of a move
    def whole_move(self, name: str, moment: Now) -> Fraction:
        """The inches of a unit that does nothing else."""
        return Fraction(self.table.allowance(name, moment.picked(name), self.rules)[0])

    def half_move(self, name: str, moment: Now) -> Fraction:
        """The inches of a unit that mounts, dismounts, limbers or unlimbers (section 4)."""
        return self.whole_move(name, moment) / self.rules.action_divisor

    def half_on_foot(self, name: str, moment: Now) -> Fraction:
        """The same for who is carried: only the carrier's move is halved under T6=b (R14)."""
        return (self.whole_move if self.rules.T6 == "b" else self.half_move)(name, moment)

    def gone(self, name: str, moment: Now) -> Fraction:
        """The inches that a transport has gone in this turn."""
        noted = moment.noted.get(f"gone {name}")
        return Fraction(noted[1]) if noted and noted[0] == moment.turn else Fraction(0)

    def goes(self, name: str, to: Place, moment: Now) -> Now:
        """A unit at a place, with whom it carries; of a transport it is remembered how far it has gone."""
        unit = moment.units[name]
        if unit.transports:
            way = self.table.way_to(name, to, moment.picked(name), self.rules)
            inches = self.gone(name, moment) + (way.spent if way else 0)
            told = str(round(inches, ROUNDED))
            moment = moment.note(**{f"gone {name}": (moment.turn, told)})
        moment = moment.moved(name, to)
        return moment.moved(unit.passenger, to) if unit.passenger in moment.units else moment

    def is_halved(self, name: str, moment: Now) -> bool:
        """Has a transport mounted or limbered somebody in this turn, or the other way round?"""
        return moment.is_of_turn(f"halved {name}")

    def left_to_go(self, name: str, moment: Now) -> Fraction:
        """What is left of the move of a unit."""
        most = self.half_move if self.is_halved(name, moment) else self.whole_move
        return max(most(name, moment) - self.gone(name, moment), Fraction(0))

    def halved(self, name: str, moment: Now) -> Now:
        """With half a move for a transport in this turn."""
        return moment.note(**{f"halved {name}": moment.turn})

    def why_no_half(self, carrier: str, moment: Now) -> str:
        """Why a transport has not half of its move for it; empty if it has (section 4)."""
        whole = self.whole_move(carrier, moment)
        if whole and self.gone(carrier, moment) > self.half_move(carrier, moment):
            return f"{carrier} has gone more than half of its move (§4)."
        return ""

    def why_it_cannot(self, name: str, moment: Now) -> str:
        """Why who is to be carried does not move at all (sections 6 and 11)."""
        unit = moment.units[name]
        if unit.condition is not Condition.OK:
            return f"{name} is {unit.condition} and does not move (§6)."
        return f"{name} does not move: {STOPPED}." if self.is_stopped(name, moment) else ""

    def at_obstacle(self, before: Now, moment: Now, name: str, *, stopped: bool = False) -> Now:
        """All mines and wire attack who has come to them, on its way or at the end of it (section 11)."""
        now, then = ({*self.table.counters_met(each.picked(name))} for each in (moment, before))
        new = len(now - then) or int(stopped and bool(now))
        return moment.first(*(Task(CHANCE, "obstacle", (name,)),) * new)

    def is_stopped(self, name: str, moment: Now) -> bool:
        """Did mines or wire stop it in the turn before (section 11)?"""
        return moment.is_of_turn(f"stopped {name}")

    def why_it_stays(self, name: str, moment: Now) -> str:
        """Why a unit does not move; empty if it may (sections 4, 6 and 11)."""
        if self.is_stopped(name, moment):
            return STOPPED
        return self.table.why_it_stays(name, moment.picked(name), self.rules)

    def touching(self, name: str, other: str, moment: Now) -> Place:
        """The place of a unit that goes straight to another one until they touch."""
        field, at = self.table.battlefield(moment.picked(name)), moment.places[name]
        base, there = field.unit(name), field.unit(other)
        share = first_contact(base, there.at, there)
        assert share is not None
        x, y = into_contact(at[:2], there.at, share) if share else at[:2]
        return at._replace(x=x, y=y)

    def reaches(self, name: str, place: Place, inches: Fraction, moment: Now) -> bool:
        """Does a unit come to a place with so many inches, with no mines or wire on its way?"""
        if place[:2] == moment.places[name][:2]:
            return True
        state = moment.picked(name)
        going = self.table.allowance(name, state, self.rules)[1]
        found = find_move(self.table.battlefield(state), name, place[:2], inches, going)
        return found.is_legal and self.table.arrives(name, place, moment.position, self.rules) == place

    def empty_carriers(self, moment: Now, side: str) -> list[str]:
        """The transports of a side that carry nobody: each has room for one base (section 4)."""
        return [
            name
            for name, unit in self.living(moment, side).items()
            if unit.transports and not unit.aboard and not unit.rides
        ]

    # --- mounting and dismounting
    def mounts(self, name: str, moment: Now) -> Iterator[Choice]:
        """Infantry, HMG and mortars mount a transport that they reach with half of their move (section 4)."""
        if moment.units[name].movement not in self.riders:
            return
        for carrier in self.empty_carriers(moment, moment.units[name].side):
            why_not = self.why_it_cannot(name, moment) or self.why_no_half(carrier, moment)
            if not why_not:
                place, inches = self.touching(name, carrier, moment), self.half_on_foot(name, moment)
                if not self.reaches(name, place, inches, moment):
                    why_not = f"{name} does not reach {carrier} with what mounting leaves of its move (§4)."
            yield Choice("mount", name, carrier, section="4", why_not=why_not)

    def after_mount(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It rides; the transport has half a move in this turn (section 4; R14)."""
        moment = self.taken_aboard(choice.unit, choice.target, moment)
        return self.halved(choice.target, moment.has_acted(choice.unit))

    def taken_aboard(self, name: str, carrier: str, moment: Now) -> Now:
        """A base that a transport carries, or a gun that it tows."""
        moment = moment.unit(name, rides=carrier).moved(name, moment.places[carrier])
        return moment.unit(carrier, passenger=name, passenger_condition=moment.units[name].condition)

    def get_off(self, name: str, moment: Now) -> Iterator[Choice]:
        """Who rides gets off beside its transport; a gun is unlimbered there (section 4)."""
        unit = moment.units[name]
        kind = "unlimber" if unit.defence == GUN else "dismount"
        why_not = self.why_it_cannot(name, moment) or self.why_no_half(unit.rides, moment)
        if why_not:
            yield Choice(kind, name, unit.rides, section="4", why_not=why_not)
            return
        places = self.beside(name, moment)
        for where, place in places.items():
            yield Choice(kind, name, unit.rides, (place,), section="4", why=where)
        if not places:
            why_not = f"There is no room beside {unit.rides}."
            yield Choice(kind, name, unit.rides, section="4", why_not=why_not)

    def beside(self, name: str, moment: Now) -> dict[str, Place]:
        """The free places that touch the transport of a unit, faced to the nearest enemy."""
        field = self.table.battlefield(moment.picked())
        carrier = field.unit(moment.units[name].rides)
        enemies = [base for base in field.units if base.side != carrier.side]
        found = {}
        for where, turn in SIDES_OF_A_BASE.items():
            angle, (x, y) = radians(float(carrier.facing or 0) + turn), map(float, carrier.at)
            far = (x + 3 * sin(angle), y + 3 * cos(angle))
            facing = faced(far, enemies, moment.places[name].facing)
            base = self.table.base(moment.units[name], Place(*far, facing))
            share = first_contact(base, carrier.at, carrier)
            assert share is not None
            place = Place(*into_contact(far, carrier.at, share), facing)
            there = replace(base, at=place[:2])
            unit = moment.units[name]
            closed = any(counters.why_not_enter(unit, each) for each in counters.met(there, moment.position))
            if holds(field, place[:2]) and not closed and not self.is_taken(there, carrier, field):
                found[where] = place
        return found

    def is_taken(self, base: Base, carrier: Base, field: Battlefield) -> bool:
        """Does somebody else stand where a base is to get off?"""
        return any(overlap(base, other) for other in field.units if other.name != carrier.name)

    def after_dismount(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It stands beside the transport and has the rest of its own move, unless mines stop it (R14; section 11)."""
        name, carrier = choice.unit, choice.target
        on_foot = self.halved(carrier, self.set_down(name, choice.way[-1], moment).has_acted(name))
        met = self.at_obstacle(moment, on_foot, name)
        return met if met.tasks else met.first(Task(met.units[name].side, "half-move", (name,)))

    def set_down(self, name: str, place: Place, moment: Now) -> Now:
        """Who was carried, on its own base."""
        carrier = moment.units[name].rides
        moment = moment.unit(name, rides="", limbered=False).moved(name, place)
        return moment.unit(carrier, passenger="", passenger_condition=Condition.OK)

    # --- guns
    def tows(self, name: str, moment: Now) -> Iterator[Choice]:
        """A transport drives up to a gun and limbers it, with half of its move (section 4)."""
        unit = moment.units[name]
        if name not in self.empty_carriers(moment, unit.side):
            return
        for gun, towed in self.living(moment, unit.side).items():
            if towed.defence == GUN and not towed.limbered and not towed.rides:
                why_not = self.why_it_cannot(gun, moment) or self.why_it_cannot(name, moment)
                why_not = why_not or self.why_no_tow(name, gun, moment)
                yield Choice("tow", name, gun, section="4", why_not=why_not)

    def why_no_tow(self, name: str, gun: str, moment: Now) -> str:
        """Why a transport does not limber a gun; empty if it does (sections 4 and 6)."""
        if gun in moment.acted:
            return f"{gun} has acted already in this step."
        place = self.touching(name, gun, moment)
        inches = self.half_move(name, moment) - self.gone(name, moment)
        if self.reaches(name, place, inches, moment):
            return ""
        return f"{name} does not reach {gun} with half of its move, which limbering leaves it (§4)."

    def after_tow(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The gun is limbered; the transport goes on with what is left of half its move (section 4)."""
        name, gun = choice.unit, choice.target
        there = self.goes(name, self.touching(name, gun, moment), moment)
        there = self.taken_aboard(gun, name, there.unit(gun, limbered=True)).has_acted(gun)
        return self.at_obstacle(moment, self.halved(name, there), name)

    # --- harm (section 6)
    def asked_of_both(self, asked: Asked | None, target: UnitOnTable) -> Asked | None:
        """The question of an attack on a transport: it asks for the damage that both suffer (section 6)."""
        if asked is None or not target.aboard or asked.calculator not in SINGLE:
            return asked
        if asked.calculator == "close-combat" and target.condition is Condition.SUPPRESSED:
            return asked
        fresh = {"target_condition": Condition.OK} | ({"hq": False} if "hq" in asked.inputs else {})
        counted = (*asked.counted, f"{target.aboard}: the same damage (§6)")
        return replace(asked, inputs={**asked.inputs, **fresh}, counted=counted)

    def conditions_after(self, target: UnitOnTable, outcome: object) -> dict[str, Any]:
        """What an outcome changes in a target: of a transport both conditions (section 6; R22)."""
        if target.aboard and isinstance(outcome, Condition):
            before = Transport(target.condition, target.passenger_condition)
            outcome = after_damage(before, DAMAGES[outcome.place], self.rules)
        if isinstance(outcome, Transport):
            return {"condition": outcome.transport, "passenger_condition": outcome.passenger}
        return {"condition": outcome}

    def harmed(self, name: str, changes: Mapping[str, Any], moment: Now) -> Now:
        """A unit in its new state, with whom it carries; who survives its transport gets off the wreck."""
        moment = moment.unit(name, **changes)
        carrier = moment.units[name]
        if carrier.passenger not in moment.units:
            return moment
        moment = moment.unit(carrier.passenger, condition=carrier.passenger_condition)
        if not carrier.destroyed:
            return moment
        return self.set_down(carrier.passenger, moment.places[name], moment)
