"""Whole turns of Pz8 WW2: A moves, B fires, B moves, A fires, both rally (section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from pz8edu.board.command import in_command
from pz8edu.board.reach import find_move
from pz8edu.board.tabletop import Asked
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww2 import counters
from pz8edu.systems.pz8_ww2.fire import Transport
from pz8edu.systems.pz8_ww2.over_the_table import ATTACKS
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.sequence import FIRST
from pz8edu.systems.pz8_ww2.setups import UnitOnTable
from pz8edu.systems.pz8_ww2.tabletop import GUN, ShellTable, Ww2Table
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import house_ending
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import why_no_room, worth_a_look
from pz8edu.turns.play import STAYS, Play

B = TypeVar("B", bound=Ww2)
POINTS = {Condition.OK: 10, Condition.DISORGANIZED: 7, Condition.SUPPRESSED: 4}
"""What a unit is worth to a plain opponent."""
NEAR = Fraction(1, 100)
"""What an inch nearer to the enemy is worth to it."""


class PlayWw2(Play[UnitOnTable, Ww2]):
    """A game of Pz8 WW2 on one of its tables."""

    table: Ww2Table
    by_drag = frozenset({"move", "drive"})

    def start(self) -> Moment[UnitOnTable]:
        """The table, with the roll for Side A first unless its file says who that is (section 3; R25)."""
        moment = Moment(self.table.start())
        agreed = self.table.setup.side_a
        return moment.note(side_a=agreed) if agreed else moment.first(Task(CHANCE, "side-roll"))

    def side_of(self, letter: str, moment: Moment[UnitOnTable]) -> tuple[str, ...]:
        """Whom "A", "B" and "both" are on this table."""
        first = moment.noted.get("side_a", self.sides[0])
        both = first, self.other(first)
        return {"A": both[:1], "B": both[1:], "both": both}[letter]

    def on_side_roll(self, moment: Moment[UnitOnTable]) -> Iterator[Choice]:
        """Who is Side A (section 3)."""
        yield Choice("side-roll", asked=Asked("side-roll", {}), section="3")

    def after_side_roll(
        self, moment: Moment[UnitOnTable], choice: Choice, outcome: str
    ) -> Moment[UnitOnTable]:
        """The first player is the own side of the table."""
        return moment.settled.note(side_a=self.sides[0] if outcome == FIRST else self.sides[1])

    def is_out(self, name: str, moment: Moment[UnitOnTable]) -> bool:
        """Is a unit destroyed?"""
        return moment.units[name].destroyed

    # --- movement (section 4)
    def do_move(self, moment: Moment[UnitOnTable], name: str) -> Iterator[Choice]:
        """A unit moves once; a gun is limbered or unlimbered instead (sections 4 and 6)."""
        unit = moment.units[name]
        if unit.defence == GUN:
            why_not = self.why_no_change(name, moment)
            yield Choice("unlimber" if unit.limbered else "limber", name, section="4", why_not=why_not)
        yield from self.moves(name, moment)

    def why_no_change(self, name: str, moment: Moment[UnitOnTable]) -> str:
        """Why a gun is not put on its tractor, or taken off it; empty if it can be (section 6)."""
        unit = moment.units[name]
        return "" if unit.condition is Condition.OK else f"{name} is {unit.condition} and does not move (§6)."

    def moves(
        self, name: str, moment: Moment[UnitOnTable], share: Fraction = Fraction(1)
    ) -> Iterator[Choice]:
        """The moves of a unit, with a share of its inches; or why it stays."""
        state = moment.picked(name)
        if why_not := self.why_it_stays(name, moment):
            yield Choice("move", name, section="4", why_not=f"{name} does not move: {why_not}.")
            return
        yield Choice("move", name, way=(moment.places[name],), section="4", why=STAYS)
        unit, inches = moment.units[name], self.table.allowance(name, state, self.rules)[0]
        reach = self.rules.full_range(unit.range, unit) if unit.range else 0
        ranges = [reach, reach / 2] if reach else []
        for why, place in worth_a_look(
            self.table, name, state, self.rules, ranges=ranges, allowance=inches * share
        ):
            yield Choice("move", name, way=(place,), section="4", why=why)

    def why_no_place(self, moment: Moment[UnitOnTable], choice: Choice) -> str:
        """Too far, or on a friend; a unit that has limbered has half its move (section 4; R14)."""
        name, place, state = choice.unit, choice.way[-1], moment.picked(choice.unit)
        field = self.table.battlefield(state)
        if choice.kind == "drive" and place[:2] != moment.places[name][:2]:
            inches, going = self.table.allowance(name, state, self.rules)
            half = find_move(field, name, place[:2], Fraction(inches) / 2, going).legal
            why_not = "" if half.value else f"{half.says} Limbering has taken half of its move (§4)."
        else:
            why_not = super().why_no_place(moment, choice)
        return why_not or why_no_room(field, field.unit(name), place)

    def why_it_stays(self, name: str, moment: Moment[UnitOnTable]) -> str:
        """Why a unit does not move; empty if it may (sections 4, 6 and 11)."""
        if moment.noted.get(f"stopped {name}") == moment.turn:
            return "mines or wire have stopped it for this turn (§11)"
        return self.table.why_it_stays(name, moment.picked(name), self.rules)

    def after_limber(self, moment: Moment[UnitOnTable], choice: Choice, outcome: Any) -> Moment[UnitOnTable]:
        """A gun on its tractor has half a move left (section 4; R14)."""
        moment = moment.unit(choice.unit, limbered=True).has_acted(choice.unit)
        return moment.first(Task(moment.units[choice.unit].side, "half-move", (choice.unit,)))

    def after_unlimber(
        self, moment: Moment[UnitOnTable], choice: Choice, outcome: Any
    ) -> Moment[UnitOnTable]:
        """A gun that has come off its tractor stays where it is (section 4)."""
        return moment.unit(choice.unit, limbered=False).has_acted(choice.unit)

    def on_half_move(self, moment: Moment[UnitOnTable], name: str) -> Iterator[Choice]:
        """The half of its move that limbering has left to a gun (section 4; R14)."""
        yield from (replace(each, kind="drive") for each in self.moves(name, moment, Fraction(1, 2)))
        yield Choice("halt", name, section="4")

    def after_halt(self, moment: Moment[UnitOnTable], choice: Choice, outcome: Any) -> Moment[UnitOnTable]:
        """It stays."""
        return moment.settled

    def after_drive(self, moment: Moment[UnitOnTable], choice: Choice, outcome: Any) -> Moment[UnitOnTable]:
        """It has driven off."""
        return self.after_move(moment.settled, choice, outcome)

    def after_move(self, moment: Moment[UnitOnTable], choice: Choice, outcome: Any) -> Moment[UnitOnTable]:
        """A unit at the end of its way, or in the first mines or wire on it, which attack it (section 11)."""
        name, to = choice.unit, choice.way[-1]
        met = self.table.arrives(name, to, moment.position, self.rules)
        moment = moment.moved(name, met).has_acted(name)
        entered = self.table.counter_under(moment.picked(name))
        stopped = met != to and entered is not None
        return moment.first(Task(CHANCE, "obstacle", (name,))) if stopped else moment

    def on_obstacle(self, moment: Moment[UnitOnTable], name: str) -> Iterator[Choice]:
        """The minefield or wire attacks who has come to it (section 11)."""
        yield Choice("obstacle", name, asked=self.table.asked(moment.picked(name), self.rules), section="11")

    def after_obstacle(
        self, moment: Moment[UnitOnTable], choice: Choice, outcome: Condition | str
    ) -> Moment[UnitOnTable]:
        """It is stopped for a turn; the counter goes, wire under feet stays (section 11; R11)."""
        name = choice.unit
        marker = self.table.counter_under(moment.picked(name))
        assert marker is not None
        moment = moment.settled.at(counters.after_entry(moment.position, name, marker))
        moment = moment.note(**{f"stopped {name}": moment.turn + 1})
        return moment.unit(name, condition=outcome) if isinstance(outcome, Condition) else moment

    # --- fire (sections 5, 7 and 12)
    def actors(self, moment: Moment[UnitOnTable], step: Turn) -> Iterable[str]:
        """The units of a side; in its Fire phase its aircraft too (section 12)."""
        flying = (name for name, plane in self.table.aircraft.items() if plane.side == step.side)
        return (*super().actors(moment, step), *(flying if step.kind == "fire" else ()))

    def do_fire(self, moment: Moment[UnitOnTable], name: str) -> Iterator[Choice]:
        """A unit fires once at one target, or fights who touches it; an aircraft attacks (R28)."""
        flies = name in self.table.aircraft
        side = (self.table.aircraft if flies else moment.units)[name].side
        for target in self.living(moment, self.other(side)):
            asked = self.table.asked(moment.picked(name, target), self.rules)
            if asked is not None and asked.calculator not in OBSTACLES:
                section = "12" if flies else "5"
                yield Choice("fire", name, target, asked=asked, section=section, why_not=asked.why_not)

    def after_fire(self, moment: Moment[UnitOnTable], choice: Choice, outcome: Any) -> Moment[UnitOnTable]:
        """The target shows what it has suffered; who has fired is seen (sections 5 and 6)."""
        moment = moment.unit(choice.target, **self.suffered(choice, outcome)).has_acted(choice.unit)
        if choice.unit in self.table.aircraft:
            stock = ATTACKS.format(choice.unit)
            return moment.at(moment.position.with_stock(stock, moment.position.stock[stock] - 1))
        return moment.unit(choice.unit, **self.spent(choice.unit, moment))

    def suffered(self, choice: Choice, outcome: Any) -> dict[str, Any]:
        """What an outcome changes in the target."""
        if isinstance(outcome, Transport):
            return {"condition": outcome.transport, "passenger_condition": outcome.passenger}
        return {"condition": outcome}

    def spent(self, name: str, moment: Moment[UnitOnTable]) -> dict[str, Any]:
        """What a shot changes in who fires it."""
        return {"fired": True}

    # --- rally (section 10)
    def do_rally(self, moment: Moment[UnitOnTable], name: str) -> Iterator[Choice]:
        """A unit that is not ok rallies once, if a headquarters reaches it (section 10)."""
        unit = moment.units[name]
        if unit.condition is not Condition.OK:
            inputs = {"condition": unit.condition, "quality": unit.quality, "in_command": True}
            why_not = "" if self.is_commanded(name, moment) else f"No headquarters reaches {name} (§10)."
            yield Choice("rally", name, asked=Asked("rally", inputs), section="10", why_not=why_not)

    def is_commanded(self, name: str, moment: Moment[UnitOnTable]) -> bool:
        """Is a headquarters of its side near enough?  It reaches itself too (section 10; R15)."""
        field, side = self.table.battlefield(moment.picked(name)), moment.units[name].side
        chiefs = [chief for chief, unit in self.living(moment, side).items() if unit.hq]
        return any(
            base.name == name
            for chief in chiefs
            for base in in_command(field, chief, self.rules.command_radius)
        )

    def after_rally(
        self, moment: Moment[UnitOnTable], choice: Choice, outcome: Condition
    ) -> Moment[UnitOnTable]:
        """A unit in its new condition."""
        return moment.unit(choice.unit, condition=outcome).has_acted(choice.unit)

    # --- the ends of steps, turns and the game
    def ends_step(self, moment: Moment[UnitOnTable]) -> Moment[UnitOnTable]:
        """Smoke goes after a Fire phase (section 11; R33)."""
        fire = self.steps(moment)[moment.step].kind == "fire"
        return moment.at(counters.after_fire_phase(moment.position)) if fire else moment

    def ends_turn(self, moment: Moment[UnitOnTable]) -> Moment[UnitOnTable]:
        """Who has fired can hide again (section 5; R28); what was stopped in this turn goes on."""
        over = {word: None for word, turn in moment.noted.items() if turn == moment.turn}
        return moment.at(counters.after_turn(moment.position)).note(**over)

    def over(self, moment: Moment[UnitOnTable]) -> Ending | None:
        """The house rule of the table: the book prints no end."""
        return house_ending(self.table.setup.end, self, moment)

    def worth(self, moment: Moment[UnitOnTable], side: str) -> Fraction:
        """What is left of the side, less what is left of the enemy, and a little for being near."""
        points = Fraction(0)
        for unit in moment.units.values():
            left = 0 if unit.destroyed else POINTS[unit.condition]
            points += left if unit.side == side else -left
        return points - NEAR * self.away(moment, side)


OBSTACLES = frozenset({"minefield", "wire"})


def on_the_ground(table: Ww2Table) -> Ww2Table:
    """The table; raises BadInput for one that only shows where a shell can fall."""
    if isinstance(table, ShellTable):
        raise BadInput("this table shows where one shell can fall: nobody plays turns on it")
    return table


def play(table: Ww2Table, rules: Ww2) -> PlayWw2:
    """A game on a table; raises BadInput for one that only shows where a shell can fall."""
    return PlayWw2(on_the_ground(table), rules)
