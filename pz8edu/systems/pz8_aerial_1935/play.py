"""Whole turns of the Pz8 aerial rules: initiative, then both sides activate aircraft alternately (section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from pz8edu.board.hexes import hex_distance
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_aerial_1935.airspace import Aircraft, Airspace
from pz8edu.systems.pz8_aerial_1935.fire import Exchanged
from pz8edu.systems.pz8_aerial_1935.jams import UNJAMMED
from pz8edu.systems.pz8_aerial_1935.movement import Flying
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.sequence import A_FIRST, B_FIRST
from pz8edu.systems.pz8_aerial_1935.tabletop import Machine, Sky
from pz8edu.systems.pz8_aerial_1935.tailing import tailed_by
from pz8edu.systems.pz8_aerial_1935.words import Condition, Fate, GroundResult, Side, Skill, Weapon
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import house_ending
from pz8edu.turns.in_ratio import PlayInRatio
from pz8edu.turns.moment import Moment, Task
from pz8edu.turns.places import as_written, hex_place, why_no_end

A = TypeVar("A", bound=Aircraft)
B = TypeVar("B", bound=Aerial1935)
WHOLE, DAMAGED, GROUND = 10, 6, 5
"""What an aircraft and a target on the ground are worth to a plain opponent."""
NEAR = Fraction(1, 100)
"""What a hex or a level nearer to the enemy is worth to it."""


class PlayAircraft(PlayInRatio[A, B]):
    """What all games of aircraft share. Subclass it with what they fire after their flight.

    Aircraft are counted when the turn begins (R2), nobody passes (R3), and one shot is an activation's (R27).
    """

    table: Airspace[A, B]
    sides = (Side.A.value, Side.B.value)
    counted: ClassVar[tuple[str, ...]] = ("turned180",)
    """What is said of a flight until the activation is over."""
    first: ClassVar = {A_FIRST: sides[0], B_FIRST: sides[1]}

    def start(self) -> Moment[A]:
        """The aircraft as they are set up, before anybody has flown."""
        start = self.table.start()
        places = {name: as_written(place) for name, place in start.places.items()}
        return Moment(replace(start, places=places))

    def is_out(self, name: str, moment: Moment[A]) -> bool:
        """Is an aircraft destroyed, or has it left the table?"""
        return name in moment.units and not moment.units[name].flies

    # --- initiative (section 2)
    def started(self, moment: Moment[A], outcome: str) -> str:
        """Who starts; nobody after a tie that is told (R1=c). Under R1=b A is who had the initiative last."""
        if self.rules.R1 == "b":
            last: str = moment.noted.get("initiative", self.sides[0])
            return last if outcome == A_FIRST else self.other(last)
        return super().started(moment, outcome)

    # --- movement (sections 3 and 4)
    def tailed(self, moment: Moment[A], side: str) -> list[str]:
        """The aircraft of a side that wait and are tailed (section 4; R12)."""
        state = moment.picked()
        enemies = [self.table.flying(enemy, state) for enemy in self.living(moment, self.other(side))]
        waiting = ((name, self.table.flying(name, state)) for name in self.waiting(moment, side))
        return [name for name, at in waiting if any(tailed_by(at, enemy, self.rules) for enemy in enemies)]

    def do_activation(self, moment: Moment[A], name: str) -> Iterator[Choice]:
        """An aircraft flies, or leaves the table where it may; tailed ones come first (sections 3 and 4; R9)."""
        tailed = self.tailed(moment, moment.units[name].side)
        late = "" if name in tailed or not tailed else f"{tailed[0]} is tailed and is activated first (§4)."
        state, leaves = moment.picked(name), self.table.leaves
        ends = () if late else self.table.reached(name, state, self.rules)
        if not ends:
            why_not = late or f"{name} can end in no hex: it leaves the table (§3)."
            yield Choice("move", name, section="3", why_not=why_not)
        for end in ends:
            yield Choice("move", name, way=(hex_place(end.at, end.facing, end.altitude),), section="3")
        stays = (
            ""
            if self.table.may_leave(name, state, self.rules)
            else f"{name} may not leave the table (§{leaves})."
        )
        yield Choice("leave", name, section=leaves, why_not=late or stays)

    def why_no_place(self, moment: Moment[A], choice: Choice) -> str:
        """Why an aircraft does not fly to a place; empty if it may (section 3)."""
        return why_no_end(self.table, choice.unit, choice.way[-1], moment.picked(choice.unit), self.rules)

    def after_move(self, moment: Moment[A], choice: Choice, outcome: Any) -> Moment[A]:
        """An aircraft where it ends; it has turned by 180 degrees only if no other way leads there (section 5)."""
        name, place = choice.unit, choice.way[-1]
        at, facing, altitude = self.table.ending(place)
        to = Flying(*at, facing or 0, altitude or 1)
        side = moment.units[name].side
        moment = moment.unit(name, **self.flown(name, to, moment))
        moment = moment.moved(name, hex_place(to.at, to.facing, to.altitude))
        return moment.first(Task(side.value, "fire", (name,)))

    def flown(self, name: str, to: Flying, moment: Moment[A]) -> dict[str, Any]:
        """What a flight says of an aircraft for the rest of its activation (section 5)."""
        return {"turned180": self.table.half_turned(name, to, moment.picked(name), self.rules)}

    def after_leave(self, moment: Moment[A], choice: Choice, outcome: Any) -> Moment[A]:
        """It does not come back (sections 3 and 10; R9)."""
        return moment.unit(choice.unit, fate=Fate.LEFT)

    # --- fire (section 5)
    def on_fire(self, moment: Moment[A], name: str) -> Iterator[Choice]:
        """After its flight an aircraft fires once, or does nothing (section 5; R27)."""
        for target in self.living(moment, self.other(moment.units[name].side)):
            yield from self.shots(moment, name, target)
        yield Choice("hold", name, section="5")

    def shots(self, moment: Moment[A], name: str, target: str) -> Iterator[Choice]:
        """What an aircraft may fire at another."""
        raise NotImplementedError

    def after_hold(self, moment: Moment[A], choice: Choice, outcome: Any) -> Moment[A]:
        """It does no more."""
        return moment.settled

    def after_exchange(self, moment: Moment[A], choice: Choice, outcome: Exchanged) -> Moment[A]:
        """Both after the shot and the return fire (section 5)."""
        states = {choice.unit: outcome.both.a, choice.target: outcome.both.t}
        for name, state in states.items():
            moment = self.suffers(moment, name, state)
        return moment.settled

    def suffers(self, moment: Moment[A], name: str, state: Condition) -> Moment[A]:
        """An aircraft in the state in which a shot has left it."""
        if state is Condition.DESTROYED:
            return moment.unit(name, fate=Fate.DESTROYED)
        return moment.unit(name, damaged=state is Condition.DAMAGED)

    # --- the ends of activations and of the game
    def activated(self, moment: Moment[A], name: str) -> Moment[A]:
        """What it has flown counts no more (section 5)."""
        return moment.unit(name, **dict.fromkeys(self.counted, False))

    def over(self, moment: Moment[A]) -> Ending | None:
        """The house rule of the table: the book prints no end but that of a campaign."""
        return house_ending(self.table.scenario.end, self, moment)

    def worth(self, moment: Moment[A], side: str) -> Fraction:
        """Aircraft of the side, less those of the enemy, and a little for being near."""
        points, state = Fraction(0), moment.picked()
        for aircraft in moment.units.values():
            each = (DAMAGED if aircraft.damaged else WHOLE) if aircraft.flies else 0
            points += each if aircraft.side == side else -each
        mine = [self.table.flying(name, state) for name in self.living(moment, side)]
        enemies = [self.table.flying(name, state) for name in self.living(moment, self.other(side))]
        return points - NEAR * sum(min(apart(at, there) for there in enemies) for at in mine if enemies)


class PlayAerial(PlayAircraft[Machine, Aerial1935]):
    """A game of propellers and early jets: gunners, jams, attacks on the ground, battles of a campaign."""

    table: Sky
    counted = ("turned180", "over3")

    def flown(self, name: str, to: Flying, moment: Moment[Machine]) -> dict[str, Any]:
        """Half turns, and more than 3 MPs (sections 5 and 9)."""
        spent = self.table.least_spent(name, to, moment.picked(name), self.rules)
        return {**super().flown(name, to, moment), "over3": spent > self.rules.fast_mp}

    def on_fire(self, moment: Moment[Machine], name: str, *freed: str) -> Iterator[Choice]:
        """It fires, or attacks the ground, or tries to clear a gun (sections 5, 9 and 12; R23)."""
        machine = moment.units[name]
        for target in self.table.ground:
            asked = self.table.asked(moment.picked(name, target), self.rules)
            if asked is not None:
                weapon = asked.inputs["weapon"]
                yield Choice(
                    "attack", name, target, note=weapon, asked=asked, section="9", why_not=asked.why_not
                )
        if not freed:
            for weapon in machine.jammed:
                yield Choice("unjam", name, note=weapon.value, asked=Asked("unjam", {}), section="12")
        yield from super().on_fire(moment, name)

    def shots(self, moment: Moment[Machine], name: str, target: str) -> Iterator[Choice]:
        """The one gun that bears (sections 5 and 12; R16, R27)."""
        asked = self.table.asked(moment.picked(name, target), self.rules)
        if asked is not None:
            yield Choice("fire", name, target, asked=asked, section="5", why_not=asked.why_not)

    def after_fire(self, moment: Moment[Machine], choice: Choice, outcome: Exchanged) -> Moment[Machine]:
        """Both, with the guns that have jammed: only the one that was fired (section 12; R24, R32)."""
        state = moment.picked()
        shots = ((choice.unit, choice.target, outcome.a_jams), (choice.target, choice.unit, outcome.t_jams))
        for name, other, jams in shots:
            weapon = self.table.bears(name, other, state, self.rules)[0]
            if jams:
                moment = moment.unit(name, jammed=(*moment.units[name].jammed, weapon))
        return self.after_exchange(moment, choice, outcome)

    def after_unjam(self, moment: Moment[Machine], choice: Choice, outcome: str) -> Moment[Machine]:
        """The roll stands instead of this activation's fire; under R23=b who clears a gun may fire (section 12)."""
        moment, name = moment.settled, choice.unit
        if outcome != UNJAMMED:
            return moment
        still = tuple(weapon for weapon in moment.units[name].jammed if weapon != Weapon(choice.note))
        moment = moment.unit(name, jammed=still)
        again = Task(moment.units[name].side.value, "fire", (name, choice.note))
        return moment.first(again) if self.rules.R23 == "b" else moment

    def after_attack(self, moment: Moment[Machine], choice: Choice, outcome: GroundResult) -> Moment[Machine]:
        """The target, or the aircraft; bombs and rockets are gone (section 9)."""
        moment = moment.settled
        if choice.note == moment.units[choice.unit].load:
            moment = moment.unit(choice.unit, load=None)
        if outcome is GroundResult.LOST:
            return moment.unit(choice.unit, fate=Fate.DESTROYED)
        hit = outcome is GroundResult.DESTROYED
        return moment.at(moment.position.with_stock(choice.target, 0)) if hit else moment

    def over(self, moment: Moment[Machine]) -> Ending | None:
        """A battle of a campaign ends after its turns: more kills, then more Veterans; else by the house rule.

        Veterans are counted among those that were not shot down (section 10).
        """
        if self.table.scenario.only_placed:
            return super().over(moment)
        if moment.turn <= self.rules.turns and all(self.living(moment, side) for side in self.sides):
            return None
        for what, counts in (("kills", self.kills(moment)), ("Veterans", self.veterans(moment))):
            most, least = max(counts.values()), min(counts.values())
            if most > least:
                winner = max(counts, key=lambda side: counts[side])
                return Ending(winner, f"{most} {what} to {least}", "10")
        return Ending("", "as many kills and Veterans on both sides", "10")

    def kills(self, moment: Moment[Machine]) -> Mapping[str, int]:
        """The aircraft that each side has shot down (section 10)."""
        lost = [machine.side for machine in moment.units.values() if machine.fate is Fate.DESTROYED]
        return {side: lost.count(Side(self.other(side))) for side in self.sides}

    def veterans(self, moment: Moment[Machine]) -> Mapping[str, int]:
        """The Veterans of each side that were not shot down (section 10)."""
        there = [each for each in moment.units.values() if each.fate is not Fate.DESTROYED]
        pilots = [each.side for each in there if each.member.skill is Skill.VETERAN]
        return {side: pilots.count(Side(side)) for side in self.sides}

    def worth(self, moment: Moment[Machine], side: str) -> Fraction:
        """Targets on the ground count as well."""
        points = super().worth(moment, side)
        for name, target in self.table.targets.items():
            points += GROUND * moment.position.stock[name] * (1 if target.side == side else -1)
        return points


def apart(one: Flying, other: Flying) -> int:
    """Hexes and levels between two aircraft."""
    return hex_distance(one.at, other.at) + abs(one.altitude - other.altitude)


def play(table: Sky, rules: Aerial1935) -> PlayAerial:
    """A game on a table."""
    return PlayAerial(table, rules)
