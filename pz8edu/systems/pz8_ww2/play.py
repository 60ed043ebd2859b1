"""Whole turns of Pz8 WW2: A moves, B fires, B moves, A fires, both rally (section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

from pz8edu.board.command import in_command
from pz8edu.board.contact import first_contact
from pz8edu.board.position import Place
from pz8edu.board.reach import find_move
from pz8edu.board.shapes import Area
from pz8edu.board.tabletop import Asked
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww2 import counters
from pz8edu.systems.pz8_ww2.carrying import Now
from pz8edu.systems.pz8_ww2.obstacles import FAKE
from pz8edu.systems.pz8_ww2.over_the_table import ATTACKS
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.sequence import FIRST
from pz8edu.systems.pz8_ww2.shelling import PlayShelling
from pz8edu.systems.pz8_ww2.tabletop import GUN, ShellTable, Ww2Table
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import why_no_room, worth_a_look
from pz8edu.turns.play import STAYS

B = TypeVar("B", bound=Ww2)
POINTS = {Condition.OK: 10, Condition.DISORGANIZED: 7, Condition.SUPPRESSED: 4}
"""What a unit is worth to a plain opponent."""
NEAR = Fraction(1, 100)
"""What an inch nearer to the enemy is worth to it."""


class PlayWw2(PlayShelling):
    """A game of Pz8 WW2 on one of its tables."""

    by_drag = frozenset({"move", "drive", "walk", "smoke"})
    lets_be = frozenset({"halt"})

    def start(self) -> Now:
        """The table, with the roll for Side A first unless its file says who that is (section 3; R25)."""
        moment = Moment(self.table.start())
        agreed = self.table.setup.side_a
        return moment.note(side_a=agreed) if agreed else moment.first(Task(CHANCE, "side-roll"))

    def on_side_roll(self, moment: Now) -> Iterator[Choice]:
        """Who is Side A (section 3)."""
        yield Choice("side-roll", asked=Asked("side-roll", {}), section="3")

    def after_side_roll(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """The first player is the own side of the table."""
        return moment.settled.note(side_a=self.sides[0] if outcome == FIRST else self.sides[1])

    def is_out(self, name: str, moment: Now) -> bool:
        """Is a unit destroyed?"""
        return moment.units[name].destroyed

    # --- movement (section 4)
    def do_move(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit moves once, mounts, dismounts, tows or is unlimbered (sections 4 and 6)."""
        unit = moment.units[name]
        if unit.rides:
            yield from self.get_off(name, moment)
            return
        if unit.defence == GUN:
            why_not = self.why_it_cannot(name, moment) or self.why_no_tractors(name, moment)
            yield Choice("unlimber" if unit.limbered else "limber", name, section="4", why_not=why_not)
        yield from self.mounts(name, moment)
        yield from self.tows(name, moment)
        yield from self.moves(name, moment, self.left_to_go(name, moment))

    def why_no_tractors(self, name: str, moment: Now) -> str:
        """Why a battery has no tractors of its own for a gun; empty if it has (section 4; T10)."""
        if self.rules.T10 == "a" or moment.units[name].limbered:
            return ""
        return f"{name} moves only if a transport on the table tows it (§4; T10)."

    def moves(self, name: str, moment: Now, inches: Fraction) -> Iterator[Choice]:
        """The moves of a unit that has so many inches; or why it stays."""
        state = moment.picked(name)
        if why_not := self.why_it_stays(name, moment):
            yield Choice("move", name, section="4", why_not=f"{name} does not move: {why_not}.")
            return
        yield Choice("move", name, way=(moment.places[name],), section="4", why=STAYS)
        unit = moment.units[name]
        reach = self.rules.full_range(unit.range, unit) if unit.range else 0
        ranges = [reach, reach / 2] if reach else []
        touch = self.may_touch(name, moment)
        for why, place in worth_a_look(
            self.table, name, state, self.rules, ranges=ranges, allowance=inches, may_touch=touch
        ):
            if not self.why_no_wire(name, place, moment) and not self.why_no_stop(name, place, moment):
                yield Choice("move", name, way=(place,), section="4", why=why)

    def reach(self, moment: Now, name: str) -> Area | None:
        """Where a unit gets with what is left of its move (section 4)."""
        on_foot = moment.tasks and moment.tasks[-1].kind == "half-move"
        left = (self.rest_of_move if on_foot else self.left_to_go)(name, moment)
        return self.table.reach(name, moment.picked(name), self.rules, left)

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Too far, or on a friend; who has mounted, limbered or the like has half a move (section 4; R14)."""
        if choice.kind == "smoke":
            return super().why_no_place(moment, choice)
        name, place, state = choice.unit, choice.way[-1], moment.picked(choice.unit)
        field, why_not = self.table.battlefield(state), ""
        inches = self.left_after_all(choice, moment)
        if inches < self.whole_move(name, moment) and place[:2] != moment.places[name][:2]:
            going = self.table.allowance(name, state, self.rules)[1]
            half = find_move(field, name, place[:2], inches, going).legal
            if not half.value:
                why_not = f"{half.says} Mounting, limbering and the like take half of its move (§4)."
        else:
            why_not = super(PlayShelling, self).why_no_place(moment, choice)
        why_not = why_not or self.why_no_wire(name, place, moment)
        return why_not or self.why_no_stop(name, place, moment)

    def why_no_stop(self, name: str, place: Place, moment: Now) -> str:
        """Why a unit has no room where its way ends, or where mines or wire stop it (section 11); empty if it has."""
        met = (
            self.table.arrives(name, place, moment.position, self.rules) if moment.position.markers else place
        )
        field = self.table.battlefield(moment.picked(name))
        return why_no_room(field, field.unit(name), met, may_touch=self.may_touch(name, moment))

    def may_touch(self, name: str, moment: Now) -> bool:
        """May a unit come into contact with enemies?  In this book every one may (section 5)."""
        return True

    def why_no_wire(self, name: str, place: Place, moment: Now) -> str:
        """Wheels do not cross wire (section 11)."""
        wires = [counters.square_of(marker) for marker in moment.position.marked(counters.WIRE)]
        if moment.units[name].moves_on != "wheels" or not wires:
            return ""
        way = self.table.way_to(name, place, moment.picked(name), self.rules)
        if way is None:
            return ""
        mover = self.table.battlefield(moment.picked(name)).unit(name)
        legs = [(replace(mover, at=start), end) for start, end in pairwise(way.path)]
        if any(first_contact(on_leg, end, wire) is not None for on_leg, end in legs for wire in wires):
            return f"{name} runs on wheels and cannot cross wire (§11)."
        return ""

    def left_after_all(self, choice: Choice, moment: Now) -> Fraction:
        """The inches that a unit has for a move, and for one after it has got off or limbered (section 4)."""
        if choice.kind == "move":
            return self.left_to_go(choice.unit, moment)
        return self.rest_of_move(choice.unit, moment)

    def rest_of_move(self, name: str, moment: Now) -> Fraction:
        """What limbering leaves to a gun, and dismounting to who was carried (section 4; R14)."""
        gun = moment.units[name].defence == GUN
        return self.half_move(name, moment) if gun else self.half_on_foot(name, moment)

    def after_limber(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A gun on its own tractors has half a move left (section 4; R14)."""
        moment = moment.unit(choice.unit, limbered=True).has_acted(choice.unit)
        return moment.first(Task(moment.units[choice.unit].side, "half-move", (choice.unit,)))

    def after_unlimber(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A gun that has come off its tractor stays where it is, or beside who has towed it (section 4)."""
        if choice.target:
            set_down = self.halved(choice.target, self.set_down(choice.unit, choice.way[-1], moment))
            moment = self.at_obstacle(moment, set_down, choice.unit)
        return moment.unit(choice.unit, limbered=False).has_acted(choice.unit)

    def on_half_move(self, moment: Now, name: str) -> Iterator[Choice]:
        """The rest of its move for a gun that has limbered, or who has dismounted (section 4; R14)."""
        kind = "drive" if moment.units[name].defence == GUN else "walk"
        for each in self.moves(name, moment, self.rest_of_move(name, moment)):
            yield replace(each, kind=kind)
        yield Choice("halt", name, section="4")

    def after_drive(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has driven off."""
        return self.after_move(moment.settled, choice, outcome)

    def after_walk(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has gone on."""
        return self.after_move(moment.settled, choice, outcome)

    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A unit at the end of its way, or in the first mines or wire on it, which attack it (section 11)."""
        name, to = choice.unit, choice.way[-1]
        met = self.table.arrives(name, to, moment.position, self.rules)
        after = self.at_obstacle(
            moment, self.goes(name, met, moment).has_acted(name), name, stopped=met != to
        )
        return self.touched(name, after) if self.rules.T2 == "b" and not after.tasks else after

    def touched(self, name: str, moment: Now) -> Now:
        """Suppressed enemies whom a unit touches are destroyed at once (section 6; T2=b)."""
        for enemy, unit in self.living(moment, self.other(moment.units[name].side)).items():
            asked = self.table.asked(moment.picked(name, enemy), self.rules)
            fights = asked is not None and asked.calculator == "close-combat" and not asked.why_not
            if fights and unit.condition is Condition.SUPPRESSED:
                moment = self.harmed(enemy, self.conditions_after(unit, Condition.DESTROYED), moment)
        return moment

    def on_obstacle(self, moment: Now, name: str) -> Iterator[Choice]:
        """The minefield or wire attacks who has come to it (section 11)."""
        asked = self.table.asked(moment.picked(name), self.rules)
        asked = self.asked_of_both(asked, moment.units[name])
        yield Choice("obstacle", name, asked=asked, section="11")

    def after_obstacle(self, moment: Now, choice: Choice, outcome: Condition | str) -> Now:
        """It is stopped for a turn; the counter goes, wire under feet stays (section 11; R11)."""
        name = choice.unit
        unit, marker = moment.units[name], self.table.counter_under(moment.picked(name))
        assert marker is not None
        moment = moment.settled.note(**{f"stopped {name}": moment.turn + 1})
        if self.rules.T7 == "b" and unit.clears and marker.kind != counters.WIRE and outcome != FAKE:
            turned = moment.position.without_marker(marker).with_marker(marker._replace(kind="real mine"))
            return moment.at(turned)
        moment = moment.at(counters.after_entry(moment.position, name, marker))
        if not isinstance(outcome, Condition):
            return moment
        return self.harmed(name, self.conditions_after(unit, outcome), moment)

    # --- fire (sections 5, 7 and 12)
    def actors(self, moment: Now, step: Turn) -> Iterable[str]:
        """The units of a side; in its Fire phase its aircraft and batteries too (sections 5 and 12)."""
        if step.kind != "fire":
            return super().actors(moment, step)
        flying = (name for name, plane in self.table.aircraft.items() if plane.side == step.side)
        return (*super().actors(moment, step), *flying, *self.batteries(moment, step.side))

    def do_fire(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit fires once at one target, or fights who touches it; an aircraft attacks (R28)."""
        flies = name in self.table.aircraft
        if not flies and name not in moment.units:
            yield from self.shells(moment, name, self.now(moment).side)
            return
        side = (self.table.aircraft if flies else moment.units)[name].side
        done = moment.noted.get(f"shots of {name}", ())
        for target in self.living(moment, self.other(side)):
            asked = self.table.asked(moment.picked(name, target), self.rules)
            if asked is None or asked.calculator in OBSTACLES or target in done:
                continue
            asked = self.asked_of_both(asked, moment.units[target])
            assert asked is not None
            why_not = asked.why_not or ("" if flies else self.why_silent(name, target, asked, moment))
            section = "12" if flies else "5"
            if why_not and self.is_lost_shot(name, target, asked, moment):
                yield Choice("try", name, target, section="5", why="out of range")
            else:
                yield Choice("fire", name, target, asked=asked, section=section, why_not=why_not)
        if not flies and not done:
            yield from self.artillery_fire(moment, name)

    def why_silent(self, name: str, target: str, asked: Asked, moment: Now) -> str:
        """Why a unit does not fire now, besides what the table says; empty if it does (sections 3 and 4)."""
        if moment.units[name].limbered and self.rules.T12 == "a":
            return f"{name} is limbered and does not fire (§4; T12)."
        if asked.calculator == "close-combat" and moment.is_of_turn(pair(name, target)):
            return f"{name} and {target} have fought in this turn (R17)."
        return ""

    def is_lost_shot(self, name: str, target: str, asked: Asked, moment: Now) -> bool:
        """Is a target only too far, so that who names it before measuring loses the shot (R34)?"""
        if self.rules.T4 == "a" or name in self.table.aircraft:
            return False
        shot = self.table.measured(moment.picked(name, target), self.rules)
        return shot is not None and not shot.in_range.value and asked.why_not == shot.in_range.says

    def after_try(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The shot is lost (section 5; R34)."""
        return self.has_fired(choice, moment)

    def after_fire(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The target shows what it has suffered; who has fired is seen (sections 5 and 6)."""
        changes = self.suffered(moment, choice, outcome)
        if self.strikes_back(choice, moment):
            blow = tuple((word, str(condition)) for word, condition in changes.items())
            side = moment.units[choice.target].side
            moment = moment.note(blow=blow, **{pair(choice.unit, choice.target): moment.turn})
            return moment.first(Task(side, "strike-back", (choice.target, choice.unit)))
        return self.has_fired(choice, self.harmed(choice.target, changes, moment))

    def has_fired(self, choice: Choice, moment: Now) -> Now:
        """Who has fired has acted; under T3=b it may fire at other targets (section 5; R28)."""
        name = choice.unit
        if name in self.table.aircraft:
            stock = ATTACKS.format(name)
            moment = moment.at(moment.position.with_stock(stock, moment.position.stock[stock] - 1))
            return moment.has_acted(name)
        moment = moment.unit(name, **self.spent(name, moment))
        if self.rules.T3 == "a":
            return moment.has_acted(name)
        word = f"shots of {name}"
        return moment.note(**{word: (*moment.noted.get(word, ()), choice.target)})

    def strikes_back(self, choice: Choice, moment: Now) -> bool:
        """Do both strike at the same time, once a turn, and can the other one (R17=b)?"""
        assert choice.asked is not None
        if self.rules.R17 == "a" or choice.asked.calculator != "close-combat":
            return False
        asked = self.table.asked(moment.picked(choice.target, choice.unit), self.rules)
        return asked is not None and not asked.why_not

    def on_strike_back(self, moment: Now, name: str, target: str) -> Iterator[Choice]:
        """The other one strikes at the same time, as it was before (R17=b)."""
        asked = self.table.asked(moment.picked(name, target), self.rules)
        asked = self.asked_of_both(asked, moment.units[target])
        yield Choice("strike-back", name, target, asked=asked, section="5")

    def after_strike_back(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Both show what they have suffered (R17=b)."""
        striker, struck = choice.target, choice.unit
        blow = {word: Condition(condition) for word, condition in moment.noted["blow"]}
        back = self.suffered(moment, choice, outcome)
        moment = self.has_fired(Choice("fire", striker, struck), moment.settled.note(blow=None))
        return self.harmed(striker, back, self.harmed(struck, blow, moment))

    def suffered(self, moment: Now, choice: Choice, outcome: object) -> dict[str, Any]:
        """What an outcome changes in the target."""
        return self.conditions_after(moment.units[choice.target], outcome)

    def spent(self, name: str, moment: Now) -> dict[str, Any]:
        """What a shot changes in who fires it."""
        return {"fired": True}

    # --- rally (section 10)
    def do_rally(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit that is not ok rallies once, if a headquarters reaches it (section 10)."""
        unit = moment.units[name]
        if unit.condition is not Condition.OK:
            inputs = {"condition": unit.condition, "quality": unit.quality, "in_command": True}
            why_not = "" if self.is_commanded(name, moment) else f"No headquarters reaches {name} (§10)."
            yield Choice("rally", name, asked=Asked("rally", inputs), section="10", why_not=why_not)

    def is_commanded(self, name: str, moment: Now) -> bool:
        """Is a headquarters of its side near enough?  Who rides is where its transport is (section 10; R15)."""
        field, side = self.table.battlefield(moment.picked(name)), moment.units[name].side
        chiefs = [chief for chief, unit in self.living(moment, side).items() if unit.hq]
        if self.rules.T1 == "b":
            chiefs = [chief for chief in chiefs if chief != name]
        bases = {each: unit.rides or each for each, unit in moment.units.items()}
        return any(
            base.name == bases[name]
            for chief in chiefs
            for base in in_command(field, bases[chief], self.rules.command_radius)
        )

    def after_rally(self, moment: Now, choice: Choice, outcome: Condition) -> Now:
        """A unit in its new condition."""
        carrier = moment.units[choice.unit].rides
        if carrier:
            moment = moment.unit(carrier, passenger_condition=outcome)
        return moment.unit(choice.unit, condition=outcome).has_acted(choice.unit)

    # --- the ends of steps, turns and the game
    def ends_step(self, moment: Now) -> Now:
        """Smoke goes after a Fire phase (section 11; R33)."""
        step = self.steps(moment)[moment.step]
        if step.kind != "fire":
            return moment
        laid_by = step.side if self.rules.T11 == "b" else ""
        shots = {word: None for word in moment.noted if word.startswith("shots of ")}
        return moment.at(counters.after_fire_phase(moment.position, laid_by)).note(**shots)

    def ends_turn(self, moment: Now) -> Now:
        """Who has fired can hide again (section 5; R28); what was stopped in this turn goes on."""
        over = {word: None for word in moment.noted if word.startswith("gone ") or moment.is_of_turn(word)}
        return moment.at(counters.after_turn(moment.position)).note(**over)

    def worth(self, moment: Now, side: str) -> Fraction:
        """What is left of the side, less what is left of the enemy, and a little for being near."""
        points = Fraction(0)
        for unit in moment.units.values():
            left = 0 if unit.destroyed else POINTS[unit.condition]
            points += left if unit.side == side else -left
        return points - NEAR * self.away(moment, side)


OBSTACLES = frozenset({"minefield", "wire"})


def pair(one: str, other: str) -> str:
    """What two that have fought in a turn are remembered by (R17=b)."""
    return f"fought {' and '.join(sorted((one, other)))}"


def on_the_ground(table: Ww2Table) -> Ww2Table:
    """The table; raises BadInput for one that only shows where a shell can fall."""
    if isinstance(table, ShellTable):
        raise BadInput("this table shows where one shell can fall: nobody plays turns on it")
    return table


def play(table: Ww2Table, rules: Ww2) -> PlayWw2:
    """A game on a table; raises BadInput for one that only shows where a shell can fall."""
    return PlayWw2(on_the_ground(table), rules)
