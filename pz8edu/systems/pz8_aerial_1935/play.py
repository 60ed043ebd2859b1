"""Whole turns of the Pz8 aerial rules: initiative, then both sides activate aircraft alternately (section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from pz8edu.board.hexes import hex_distance, neighbour
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_aerial_1935.airspace import Aircraft, Airspace
from pz8edu.systems.pz8_aerial_1935.campaign import RETURNS
from pz8edu.systems.pz8_aerial_1935.fire import Exchanged, condition, fires_back
from pz8edu.systems.pz8_aerial_1935.jams import UNJAMMED
from pz8edu.systems.pz8_aerial_1935.movement import Flying
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.sequence import A_FIRST, B_FIRST
from pz8edu.systems.pz8_aerial_1935.tabletop import Machine, Sky
from pz8edu.systems.pz8_aerial_1935.tailing import tailed_by
from pz8edu.systems.pz8_aerial_1935.words import (
    Condition,
    EntrySide,
    Fate,
    GroundResult,
    Shot,
    Side,
    Skill,
    Weapon,
)
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.in_ratio import ACTIVATION, PlayInRatio
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import hex_place, rounded_place, why_no_end

Now = Moment[Machine]

A = TypeVar("A", bound=Aircraft)
B = TypeVar("B", bound=Aerial1935)
WHOLE, DAMAGED, GROUND = 10, 6, 5
"""What an aircraft and a target on the ground are worth to a plain opponent."""
AT_THE_EDGE = 3
"""What an aircraft is worth less to it that has the edge of the board before it, from where nobody comes back."""
NEAR = Fraction(1, 100)
"""What a hex or a level nearer to the enemy is worth to it."""


class PlayAircraft(PlayInRatio[A, B]):
    """What all games of aircraft share. Subclass it with what they fire after their flight.

    Its doubts are T1 to T4.
    """

    table: Airspace[A, B]
    lets_be = frozenset({"hold"})
    sides = (Side.A.value, Side.B.value)
    counted: ClassVar[tuple[str, ...]] = ("turned180",)
    """What is said of a flight until the activation is over."""
    one_shot: ClassVar[Mapping[str, str]]
    """The question of a shot alone, by that of a shot with its answer."""
    first: ClassVar = {A_FIRST: sides[0], B_FIRST: sides[1]}

    def start(self) -> Moment[A]:
        """The aircraft as they are set up, before anybody has flown."""
        start = self.table.start()
        places = {name: rounded_place(place) for name, place in start.places.items()}
        return Moment(replace(start, places=places))

    def is_out(self, name: str, moment: Moment[A]) -> bool:
        """Is an aircraft destroyed, or has it left the table?"""
        return name in moment.units and not moment.units[name].flies

    # --- initiative (section 2)
    def started(self, moment: Moment[A], outcome: object) -> str:
        """Who starts; nobody after a tie that is told (R1=c). Under R1=b A is who had the initiative last."""
        if self.rules.R1 == "b":
            last: str = moment.noted.get("initiative", self.sides[0])
            return last if outcome == A_FIRST else self.other(last)
        return super().started(moment, outcome)

    def at_a_time(self, moment: Moment[A], side: str) -> int:
        """How many a side activates now (section 2; T1)."""
        return self.in_ratio(moment, side) if self.rules.T1 == "b" else super().at_a_time(moment, side)

    def options(self, moment: Moment[A], unit: str = "") -> Iterator[Choice]:
        """What might be done; under T2=b a side may also let the other go on (section 2)."""
        yield from super().options(moment, unit)
        if not unit and self.may_wait(moment):
            yield Choice("wait", section="2")

    def may_wait(self, moment: Moment[A]) -> bool:
        """May the side whose go it is pass (T2)?"""
        now = self.now(moment)
        if self.rules.T2 == "a" or now.kind != ACTIVATION or not now.side:
            return False
        other = self.other(now.side)
        return bool(self.waiting(moment, other)) and moment.noted.get("passed") != other

    def after_wait(self, moment: Moment[A], choice: Choice, outcome: object) -> Moment[A]:
        """It is the other's go."""
        side: str = moment.noted["go"]
        return self.goes(moment.note(active=None, passed=side), self.other(side))

    # --- movement (sections 3 and 4)
    def tailed(self, moment: Moment[A], side: str) -> list[str]:
        """The aircraft of a side that wait and are tailed (section 4; R12)."""
        tailed = moment.picked().once((self, "tailed", side), lambda: self._tailed(moment, side), ())
        return [name for name in self.waiting(moment, side) if name in tailed]

    def _tailed(self, moment: Moment[A], side: str) -> list[str]:
        state = moment.picked()
        enemies = [self.table.flying(enemy, state) for enemy in self.living(moment, self.other(side))]
        mine = ((name, self.table.flying(name, state)) for name in self.living(moment, side))
        return [name for name, at in mine if any(tailed_by(at, enemy, self.rules) for enemy in enemies)]

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

    def after_move(self, moment: Moment[A], choice: Choice, outcome: object) -> Moment[A]:
        """An aircraft where it ends; it has turned by 180 degrees only if no other way leads there (section 5)."""
        name, place = choice.unit, choice.way[-1]
        at, facing, altitude = self.table.ending(place)
        to = Flying(*at, facing or 0, 1 if altitude is None else altitude)
        side = moment.units[name].side
        moment = moment.unit(name, **self.flown(name, to, moment))
        moment = moment.moved(name, hex_place(to.at, to.facing, to.altitude))
        return moment.first(Task(side.value, "fire", (name,)))

    def flown(self, name: str, to: Flying, moment: Moment[A]) -> dict[str, Any]:
        """What a flight says of an aircraft for the rest of its activation (section 5)."""
        return {"turned180": self.table.half_turned(name, to, moment.picked(name), self.rules)}

    def after_leave(self, moment: Moment[A], choice: Choice, outcome: object) -> Moment[A]:
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

    def unanswered(self, asked: Asked) -> Asked:
        """The first shot of an exchange by itself, where its target says whether it answers (section 5; T4)."""
        if self.rules.T4 == "a" or asked.calculator not in self.one_shot:
            return asked
        told = {name.removeprefix("a_"): value for name, value in asked.inputs.items()}
        inputs = {
            **{name: value for name, value in told.items() if not name.startswith("t_") and name != "def"},
            "def": asked.inputs["t_def"],
            "target_damaged": asked.inputs["t_damaged"],
        }
        return replace(asked, calculator=self.one_shot[asked.calculator], inputs=inputs, names={})

    def after_exchange(self, moment: Moment[A], choice: Choice, outcome: Exchanged) -> Moment[A]:
        """Both after the shot and the return fire (section 5)."""
        shooters = {choice.unit: choice.target, choice.target: choice.unit}
        states = {choice.unit: outcome.both.a, choice.target: outcome.both.t}
        for name, state in states.items():
            moment = self.suffers(moment, name, state, shooters[name])
        return moment.settled

    def suffers(self, moment: Moment[A], name: str, state: Condition, by: str) -> Moment[A]:
        """An aircraft in the state in which a shot of another has left it."""
        if state is Condition.DESTROYED:
            return moment.unit(name, fate=Fate.DESTROYED)
        return moment.unit(name, damaged=state is Condition.DAMAGED)

    def after_shot(self, moment: Moment[A], choice: Choice, shot: Shot) -> Moment[A]:
        """The target after a shot alone; if it can, it may answer (section 5; R13, T4)."""
        before = moment.units[choice.target].damaged
        both = self.table.asked(moment.picked(choice.unit, choice.target), self.rules)
        moment = self.suffers(moment.settled, choice.target, condition(before).after(shot), choice.unit)
        if both is None or not fires_back(shot, both.inputs["t_can_return"], self.rules):
            return moment
        side = moment.units[choice.target].side.value
        return moment.first(Task(side, "answer", (choice.target, choice.unit, before)))

    def on_answer(self, moment: Moment[A], name: str, at: str, before: bool) -> Iterator[Choice]:
        """Who was fired at fires back, or does not (section 5; R14, T4)."""
        both = self.table.asked(moment.picked(at, name), self.rules)
        assert both is not None
        of_t = {each[2:]: value for each, value in both.inputs.items() if each.startswith("t_")}
        inputs = {
            **{each: both.inputs[each] for each in ("distance", "ww1") if each in both.inputs},
            **{each: of_t[each] for each in ("att", "skill")},
            "def": both.inputs["a_def"],
            "damaged": before if self.rules.R14 == "b" else of_t["damaged"],
            "target_damaged": both.inputs["a_damaged"],
            "return_fire": True,
        }
        yield Choice("answer", name, at, asked=Asked(self.one_shot[both.calculator], inputs), section="5")
        yield Choice("hold", name, section="5")

    def after_answer(self, moment: Moment[A], choice: Choice, shot: Shot) -> Moment[A]:
        """The state of who fired first (section 5)."""
        state = condition(moment.units[choice.target].damaged).after(shot)
        return self.suffers(moment.settled, choice.target, state, choice.unit)

    # --- the ends of activations and of the game
    def activated(self, moment: Moment[A], name: str) -> Moment[A]:
        """What it has flown counts no more (section 5)."""
        return moment.note(passed=None).unit(name, **dict.fromkeys(self.counted, False))

    def worth(self, moment: Moment[A], side: str) -> Fraction:
        """Aircraft of the side, less those of the enemy and those before the edge, and a little for being near."""
        points, state = Fraction(0), moment.picked()
        for name, aircraft in moment.units.items():
            each = (DAMAGED if aircraft.damaged else WHOLE) if aircraft.flies else 0
            ahead = neighbour(self.table.at(name, state), self.table.facing(name, state))
            each -= AT_THE_EDGE if each and ahead not in self.table.field else 0
            points += each if aircraft.side == side else -each
        mine = [self.table.flying(name, state) for name in self.living(moment, side)]
        enemies = [self.table.flying(name, state) for name in self.living(moment, self.other(side))]
        return points - NEAR * sum(min(apart(at, there) for there in enemies) for at in mine if enemies)


class PlayAerial(PlayAircraft[Machine, Aerial1935]):
    """A game of propellers and early jets: gunners, jams, attacks on the ground, battles of a campaign."""

    table: Sky
    counted = ("turned180", "over3")
    one_shot: ClassVar = {"exchange": "fire"}

    @property
    def campaign(self) -> bool:
        """Is it a battle of a campaign, with squadrons that enter (section 10)?"""
        return not self.table.scenario.only_placed

    # --- before the first turn of a battle (section 10)
    def start(self) -> Now:
        """The squadrons where they enter; where it is not settled, their dice come first."""
        moment, scenario = super().start(), self.table.scenario
        if not scenario.entry_dice:
            return moment
        return moment.first(
            Task(CHANCE, "entry-side"), *(Task(CHANCE, "entry-altitude", (side,)) for side in self.sides)
        )

    def on_entry_side(self, moment: Now) -> Iterator[Choice]:
        """From where squadron B comes, seen from squadron A."""
        yield Choice("entry-side", asked=Asked("entry-side", {}), section="10")

    def after_entry_side(self, moment: Now, choice: Choice, outcome: EntrySide) -> Now:
        """It is remembered until it enters."""
        return moment.settled.note(entry=outcome.value)

    def on_entry_altitude(self, moment: Now, side: str) -> Iterator[Choice]:
        """One die for the altitude of a squadron."""
        asked = Asked("entry-altitude", {"max_alt": HIGHEST})
        yield Choice("entry-altitude", target=side, asked=asked, section="10")

    def after_entry_altitude(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """The squadron enters, each aircraft as high as the die, or as it can (section 10)."""
        side, scenario = Side(choice.target), self.table.scenario
        comes = EntrySide(moment.noted["entry"]) if side is Side.B else EntrySide.FRONT
        for name, at in scenario.squadron_enters(side, int(outcome), comes):
            moment = moment.moved(name, hex_place(at.at, at.facing, at.altitude))
        return moment.settled.note(entry=None if side is Side.B else moment.noted["entry"])

    def flown(self, name: str, to: Flying, moment: Now) -> dict[str, Any]:
        """Half turns, and more than 3 MPs (sections 5 and 9)."""
        spent = self.table.least_spent(name, to, moment.picked(name), self.rules)
        return {**super().flown(name, to, moment), "over3": spent > self.rules.fast_mp}

    def on_fire(self, moment: Now, name: str, *freed: str) -> Iterator[Choice]:
        """It fires, or attacks the ground, or tries to clear a gun (sections 5, 9 and 12; R23)."""
        if FIRED in moment.noted:
            yield from super().on_fire(moment, name)
            return
        machine = moment.units[name]
        for target in self.table.ground:
            for asked in self.table.attacks(moment.picked(name, target), self.rules):
                weapon, why_not = asked.inputs["weapon"], asked.why_not
                yield Choice("attack", name, target, note=weapon, asked=asked, section="9", why_not=why_not)
        if not freed:
            for weapon in machine.jammed:
                yield Choice("unjam", name, note=weapon.value, asked=Asked("unjam", {}), section="12")
        yield from super().on_fire(moment, name)

    def shots(self, moment: Now, name: str, target: str) -> Iterator[Choice]:
        """The one gun that bears (sections 5 and 12; R16, T3)."""
        asked = self.table.asked(moment.picked(name, target), self.rules)
        if asked is not None:
            weapon = asked.inputs["a_weapon"]
            fired = moment.noted.get(FIRED) == weapon
            why_not = asked.why_not or (f"{name} has fired its {weapon} gun (T3)." if fired else "")
            yield Choice("fire", name, target, asked=self.unanswered(asked), section="5", why_not=why_not)

    def after_fire(self, moment: Now, choice: Choice, outcome: Exchanged | Shot) -> Now:
        """Both, with the guns that have jammed: only the one that was fired (section 12; R24, R32)."""
        weapon = self.weapon(moment, choice.unit, choice.target)
        answers = self.weapon(moment, choice.target, choice.unit)
        moment = self.other_gun(moment, choice.unit, weapon)
        if isinstance(outcome, Shot):
            moment = self.jam(moment, choice.unit, weapon, outcome is Shot.JAM)
            return self.after_shot(moment, choice, outcome)
        moment = self.jam(moment, choice.unit, weapon, outcome.a_jams)
        moment = self.jam(moment, choice.target, answers, outcome.t_jams)
        return self.after_exchange(moment, choice, outcome)

    def other_gun(self, moment: Now, name: str, weapon: Weapon) -> Now:
        """When one gun has fired the other may, once what comes of the shot is settled (T3)."""
        if self.rules.T3 == "a" or FIRED in moment.noted or moment.units[name].data(self.rules).rear is None:
            return moment
        *before, now = moment.tasks
        return replace(moment, tasks=(*before, now, now)).note(**{FIRED: weapon.value})

    def activated(self, moment: Now, name: str) -> Now:
        """Nor which gun it has fired."""
        return super().activated(moment.note(**{FIRED: None}), name)

    def after_answer(self, moment: Now, choice: Choice, shot: Shot) -> Now:
        """The gun that answers may jam as well (section 12; R32)."""
        weapon = self.weapon(moment, choice.unit, choice.target)
        return self.jam(super().after_answer(moment, choice, shot), choice.unit, weapon, shot is Shot.JAM)

    def weapon(self, moment: Now, name: str, target: str) -> Weapon:
        """The gun that bears on another."""
        return self.table.bears(name, target, moment.picked(), self.rules)[0]

    def jam(self, moment: Now, name: str, weapon: Weapon, jams: bool) -> Now:
        """A gun that has jammed or not (section 12)."""
        return moment.unit(name, jammed=(*moment.units[name].jammed, weapon)) if jams else moment

    def suffers(self, moment: Now, name: str, state: Condition, by: str) -> Now:
        """In a campaign it is remembered who has shot down whom (section 10)."""
        if self.campaign and state is Condition.DESTROYED:
            moment = moment.note(**{BY.format(name): by})
        return super().suffers(moment, name, state, by)

    def after_unjam(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """The roll stands instead of this activation's fire; under R23=b who clears a gun may fire (section 12)."""
        moment, name = moment.settled, choice.unit
        if outcome != UNJAMMED:
            return moment
        still = tuple(weapon for weapon in moment.units[name].jammed if weapon != Weapon(choice.note))
        moment = moment.unit(name, jammed=still)
        again = Task(moment.units[name].side.value, "fire", (name, choice.note))
        return moment.first(again) if self.rules.R23 == "b" else moment

    def after_attack(self, moment: Now, choice: Choice, outcome: GroundResult) -> Now:
        """The target, or the aircraft; bombs and rockets are gone (section 9)."""
        moment = moment.settled
        if choice.note == moment.units[choice.unit].load:
            moment = moment.unit(choice.unit, load=None)
        if outcome is GroundResult.LOST:
            return moment.unit(choice.unit, fate=Fate.DESTROYED)
        hit = outcome is GroundResult.DESTROYED
        return moment.at(moment.position.with_stock(choice.target, 0)) if hit else moment

    # --- the end of a battle (section 10)
    def fought(self, moment: Now) -> bool:
        """Is a battle of a campaign over, but for its pilots?"""
        there = all(self.living(moment, side) for side in self.sides)
        return self.campaign and not moment.tasks and not (moment.turn <= self.rules.turns and there)

    def untested(self, moment: Now) -> list[str]:
        """Pilots whose fighters are destroyed and who have not rolled."""
        lost = [name for name, each in moment.units.items() if each.fate is Fate.DESTROYED]
        return [name for name in lost if PILOT.format(name) not in moment.noted]

    def now(self, moment: Now) -> Turn:
        """After the last turn of a battle the pilots roll."""
        now = super().now(moment)
        rolls = self.fought(moment) and self.untested(moment)
        return now._replace(side=CHANCE, kind="pilot") if rolls else now

    def do_pilot(self, moment: Now, name: str) -> Iterator[Choice]:
        """The pilot of a destroyed fighter."""
        pilot = self.untested(moment)[0]
        yield Choice("pilot", target=pilot, asked=Asked("pilot-survival", {}), section="10")

    def after_pilot(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """He returns to the next battle, or a Green one flies it."""
        return moment.note(**{PILOT.format(choice.target): outcome})

    def over(self, moment: Now) -> Ending | None:
        """A battle of a campaign ends after its turns: more kills, then more Veterans; else by the house rule.

        Kills of earlier battles count; Veterans are those who would fly the next one (section 10).
        """
        if not self.campaign:
            return super().over(moment)
        if not self.fought(moment) or self.untested(moment):
            return None
        for what, counts in (("kills", self.kills(moment)), ("Veterans", self.veterans(moment))):
            most, least = max(counts.values()), min(counts.values())
            if most > least:
                winner = max(counts, key=lambda side: counts[side])
                return Ending(winner, f"{most} {what} to {least}", "10")
        return Ending("", "as many kills and Veterans on both sides", "10")

    def kills(self, moment: Now) -> Mapping[str, int]:
        """The aircraft that each side has shot down, in this battle and before (section 10)."""
        lost = [machine.side for machine in moment.units.values() if machine.fate is Fate.DESTROYED]
        before = self.table.scenario.kills_before
        return {side: lost.count(Side(self.other(side))) + before(Side(side)) for side in self.sides}

    def next_skill(self, name: str, moment: Now) -> Skill:
        """The class of who flies the next battle in this seat: promoted after a kill (section 10; R25)."""
        skill, told = moment.units[name].member.skill, moment.noted.get(PILOT.format(name), RETURNS)
        if told != RETURNS:
            return Skill.GREEN
        killed = name in [by for word, by in moment.noted.items() if word.startswith(BY.format(""))]
        down = moment.units[name].fate is Fate.DESTROYED
        return skill.promoted if killed and not (down and self.rules.R25 == "b") else skill

    def veterans(self, moment: Now) -> Mapping[str, int]:
        """The Veterans of each side for the next battle (section 10)."""
        best = [name for name in moment.units if self.next_skill(name, moment) is Skill.VETERAN]
        return {side: sum(moment.units[name].side == side for name in best) for side in self.sides}

    def worth(self, moment: Now, side: str) -> Fraction:
        """Targets on the ground count as well."""
        points = super().worth(moment, side)
        for name, target in self.table.targets.items():
            points += GROUND * moment.position.stock[name] * (1 if target.side == side else -1)
        return points


HIGHEST = 6
"""So high the die for the altitude of a squadron goes."""
BY, PILOT, FIRED = "shot down {}", "pilot of {}", "fired"
"""What is noted: by whom an aircraft was shot down, what became of its pilot; and which gun has fired."""


def apart(one: Flying, other: Flying) -> int:
    """Hexes and levels between two aircraft."""
    return hex_distance(one.at, other.at) + abs(one.altitude - other.altitude)


def play(table: Sky, rules: Aerial1935) -> PlayAerial:
    """A game on a table."""
    return PlayAerial(table, rules)
