"""Whole turns of Pz8 Coastal: speeds in secret, a card for every activation, then all torpedoes (section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import dist
from typing import Any, ClassVar

from pz8edu.board.bearings import bearing_to, point_at
from pz8edu.board.position import Place, Position
from pz8edu.board.tabletop import Asked
from pz8edu.core.rulebook.system import Calculator
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_coastal import movement
from pz8edu.systems.pz8_coastal.activation import ALLIED, Cards, next_card
from pz8edu.systems.pz8_coastal.play_weapons import Armed, Does, Now, torpedoes_of
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import NightVisibility
from pz8edu.systems.pz8_coastal.spotting import changes_when_spotting
from pz8edu.systems.pz8_coastal.tabletop import VISIBILITY, CoastalTable, Piece
from pz8edu.systems.pz8_coastal.vessels import VesselOnTable
from pz8edu.systems.pz8_coastal.words import Level
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import holds, rounded_place

SPEED, TORPEDOES = "speed", "torpedoes"
CARD = Calculator(
    "next-card", "The next card", "3", Cards, next_card, ("R", "B"), ranked=False, readings=("R7",)
)
POINTS = {Level.OK: 4, Level.DAMAGED: 3, Level.WRECKED: 1, Level.SUNK: 0}
"""What a factor of Defence is worth to a plain opponent in each state of a vessel."""
TORPEDO = Fraction(1, 2)
"""What a torpedo aboard is worth to it."""
NEAR = Fraction(1, 100)
"""What an inch nearer to the enemy is worth to it."""


class PlayCoastal(Armed):
    """A game of Pz8 Coastal on one of its tables; torpedoes in their tubes wait as counters that are gone.

    Who is plotted follows the thread of the table until a vessel of its side spots the enemy (section 2).
    """

    by_drag = frozenset({"move", "launch"})
    single_steps: ClassVar = {CARD.id: CARD}

    def start(self) -> Now:
        """The table, with the roll for visibility first unless its file says what was rolled (section 2)."""
        start = self.table.start()
        places = {name: rounded_place(place) for name, place in start.places.items()}
        units = dict(start.units)
        for vessel in self.table.setup.units:
            for torpedo in torpedoes_of(vessel):
                units[torpedo.name], places[torpedo.name] = torpedo, places[vessel.name]
        moment = Moment(Position(places, units, start.markers, start.stock))
        moment = moment if start.stock[VISIBILITY] else moment.first(Task(CHANCE, "night"))
        return self.alarmed(self.begins_turn(moment))

    def units_of(self, moment: Now, side: str) -> dict[str, Piece]:
        """The vessels of a side."""
        units = moment.units.items()
        return {name: unit for name, unit in units if isinstance(unit, VesselOnTable) and unit.side == side}

    def is_out(self, name: str, moment: Now) -> bool:
        """Is it sunk, submerged, or a torpedo that does not run?"""
        return name in moment.units and self.table.gone(name, moment.picked())

    def is_lost(self, name: str, moment: Now) -> bool:
        """Is it sunk? One that has submerged has survived (R28), and who has left the table under T1=b."""
        left = self.rules.T1 == "b" and name in moment.noted.get("left", ())
        return moment.units[name].destroyed and not left

    def steps(self, moment: Now) -> tuple[Turn, ...]:
        """Both sides set their speeds; who is activated is chance, and so is what torpedoes do."""
        return tuple(
            Turn(row.step, side, row.kind)
            for row in self._rows
            for side in (self.sides if row.kind == SPEED else (CHANCE,))
        )

    # --- the night (section 2)
    def on_night(self, moment: Now) -> Iterator[Choice]:
        """How far is seen in this night: what the roll is for a vessel that changes nothing (section 2)."""
        yield Choice("night", asked=Asked("night-visibility", {}), section="2")

    def after_night(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """The visibility of the whole game (section 2; R3)."""
        inches = outcome - changes_when_spotting(NightVisibility(), self.rules).total
        return self.alarmed(moment.settled.at(moment.position.with_stock(VISIBILITY, inches)))

    # --- plotted courses (section 2)
    def alarmed(self, moment: Now) -> Now:
        """A side one of whose vessels spots the enemy is free of its plotted courses; under T3=b both are (section 2)."""
        for side in self.sides if moment.position.stock[VISIBILITY] else ():
            plotted = any(self.vessel(name, moment).plotted for name in self.living(moment, side))
            lookouts = self.sides if self.rules.T3 == "b" else (side,)
            if not plotted or f"{side} spots" in moment.noted:
                continue
            if any(self.spotted_by(moment, name) for each in lookouts for name in self.living(moment, each)):
                moment = moment.note(**{f"{side} spots": moment.turn})
        return moment

    def on_the_thread(self, moment: Now, name: str) -> tuple[Place, int]:
        """Where its whole speed takes a vessel along its plotted course, and the next point of it there."""
        here, number = moment.places[name], int(moment.noted.get(f"thread {name}", 0))
        course = [(float(x), float(y)) for x, y in self.table.setup.course]
        left, at, heading = float(self.vessel(name, moment).speed), here[:2], here.facing or 0.0
        while number < len(course) and left:
            leg = dist(at, course[number])
            heading = bearing_to(at, course[number]) if leg else heading
            if leg > left:
                break
            left, at, number = left - leg, course[number], number + 1
        return rounded_place(Place(*point_at(at, heading, left), round(heading, 3) % 360)), number

    # --- speeds (section 3a)
    def do_speed(self, moment: Now, name: str) -> Iterator[Choice]:
        """A vessel sets its speed die; who passes leaves the others as near to theirs as they may be (section 3a)."""
        for speed in self.speeds(name, moment):
            yield Choice("speed", name, note=str(speed), section="3a")

    def speeds(self, name: str, moment: Now) -> list[int]:
        """The speeds that a vessel may choose (sections 3a, 5 and 7; R17)."""
        unit = self.vessel(name, moment)
        agile = unit.agile(self.rules)
        return movement.speed_choices(unit.speed, unit.fastest, agile, unit.level, self.rules)

    def after_speed(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """An order that the enemy does not see yet."""
        side = self.vessel(choice.unit, moment).side
        ordered = {**dict(moment.noted.get(f"{side} orders", ())), choice.unit: int(choice.note)}
        return moment.has_acted(choice.unit).note(**{f"{side} orders": tuple(ordered.items())})

    def seen_by(self, side: str, moment: Now) -> Now:
        """The other side's speeds are secret until both are set (section 3a).

        A vessel that is not spotted stands on the table: spotting frees from the thread (section 2) and is
        needed to fire (section 6), but no section takes the vessel from sight.
        """
        hidden = [each for each in self.sides if each != side]
        return moment.note(**{f"{each} orders": None for each in hidden}) if side else moment

    def revealed(self, moment: Now) -> Now:
        """All speed dice as they were ordered."""
        for side in self.sides:
            ordered = dict(moment.noted.get(f"{side} orders", ()))
            for name in self.living(moment, side):
                before = self.vessel(name, moment).speed
                speeds = self.speeds(name, moment)
                kept = min(max(before, speeds[0]), speeds[-1])
                moment = moment.unit(name, speed=ordered.get(name, kept))
        return moment.note(**{f"{side} orders": None for side in self.sides})

    # --- cards (section 3b)
    def waiting(self, moment: Now, side: str) -> list[str]:
        """The vessels of a side that are still to be activated."""
        return [name for name in self.living(moment, side) if not self.vessel(name, moment).activated]

    def do_activation(self, moment: Now, name: str) -> Iterator[Choice]:
        """A card says whose vessel is next; none is drawn when only one side has any left (section 3b; R7)."""
        left = [side for side in self.sides if self.waiting(moment, side)]
        if len(left) == 2:
            cards = {"red": moment.position.stock["red cards"], "black": moment.position.stock["black cards"]}
            yield Choice("card", asked=Asked(CARD.id, cards), section="3b")
        elif left:
            yield Choice("card", note=left[0], section="3b")

    def after_card(self, moment: Now, choice: Choice, outcome: str | None) -> Now:
        """The side of the card activates one vessel; a side without any is passed over."""
        side = choice.note or (self.sides[0] if outcome == ALLIED else self.sides[1])
        if outcome is not None:
            stock = "red cards" if outcome == ALLIED else "black cards"
            moment = moment.at(moment.position.with_stock(stock, moment.position.stock[stock] - 1))
        return moment.first(Task(side, "activate"))

    def on_activate(self, moment: Now) -> Iterator[Choice]:
        """One vessel moves, or fires first (section 3b)."""
        side = moment.tasks[-1].side
        for name in self.waiting(moment, side):
            yield from self.acts(moment, Does(name))
        if len(self.convoy(moment, side)) > 1:
            yield Choice("convoy", section="3b")

    def convoy(self, moment: Now, side: str) -> list[str]:
        """The vessels of a patrol or convoy that wait and still follow their plotted course (section 3b)."""
        return [name for name in self.waiting(moment, side) if self.keeps_course(moment, name)]

    def after_convoy(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """All of them move along their course on one card, until they spot the enemy (section 3b)."""
        side, moment = moment.tasks[-1].side, moment.settled
        while names := self.convoy(moment, side):
            able = (name for name in names if next(self.moves(moment, name)).kind != "stop")
            name = next(able, names[0])
            acting = moment.first(Task(side, "act", tuple(Does(name))))
            move = next(self.moves(acting, name))
            after = acting if move.why_not else self.lands(acting, move)
            moment = self.lands(after, Choice("end", name)) if after.tasks else after
        return moment

    def on_act(self, moment: Now, *about: Any) -> Iterator[Choice]:
        """It goes on: it fires, moves, or has done."""
        yield from self.acts(moment, Does(*about))

    def acts(self, moment: Now, does: Does) -> Iterator[Choice]:
        """What a vessel may do now: it moves then fires, or fires then moves (sections 3b, 4, 6, 10 and 11)."""
        name = does.name
        if not does.moved:
            yield from self.moves(moment, name)
        if does.open:
            yield from self.shots(moment, does)
            yield from self.launches(moment, does)
        unit = self.vessel(name, moment)
        if unit.submarine and (does.moved or not unit.speed):
            yield Choice("submerge", name, section="11", why_not=self.why_no_dive(moment, does))
        if does.moved or not unit.speed:
            yield Choice("end", name, section="3b")

    def why_no_dive(self, moment: Now, does: Does) -> str:
        """Why a submarine does not submerge now; empty if it may (section 11; T2, T5)."""
        name, level = does.name, self.vessel(does.name, moment).level
        if level is not Level.OK:
            return f"{name} is {level} and stays on the surface (§11)."
        if not does.moved:
            still = f"{name} submerges at the end of its move, and its speed is 0 (§11; T5)."
            return still if self.rules.T5 == "a" else ""
        if self.rules.T2 == "a" and does.open and does.fired:
            return f"{name} submerges at the end of its move, not when it has fired after it (§11; T2)."
        return ""

    # --- movement (section 4)
    def moves(self, moment: Now, name: str) -> Iterator[Choice]:
        """Its whole speed with its pivots; it leaves the table only if every end is beyond (section 4)."""
        unit = self.vessel(name, moment)
        if not unit.speed:
            yield Choice("move", name, section="4", why_not=f"{name} does not move: its speed is 0 (§5).")
            return
        there = [end for end in self.ends(moment, name) if holds(self.table.ground, end[:2])]
        free = [end for end in there if not self.table.lies_on(name, end, moment.picked(name))]
        for end in free:
            yield Choice("move", name, way=(end,), section="4")
        if not free:
            yield Choice("stop" if there else "leave", name, section="4")

    def ends(self, moment: Now, name: str) -> list[Place]:
        """The ends of a move that are offered: full pivots, first or last, one way or first one then the other."""
        if self.keeps_course(moment, name):
            return [self.on_the_thread(moment, name)[0]]
        unit, start = self.vessel(name, moment), moment.places[name]
        agile, facing = unit.agile(self.rules), start.facing or 0.0
        earned, leg = movement.pivots(unit.speed, agile, self.rules), self.rules.handy(agile).inches_for_pivot
        legs = [float(leg)] * earned + [float(unit.speed - leg * earned)]
        found = []
        for turns in patterns(earned):
            x, y, heading = movement.followed(legs, [float(self.rules.pivot * turn) for turn in turns])[-1]
            out = point_at(point_at(start[:2], facing, y), facing + 90, x)
            found.append(rounded_place(Place(*out, (facing + heading) % 360)))
        return list(dict.fromkeys(found))

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Why a vessel does not move to a place, or launch along a course to it; empty if it may (sections 4, 10)."""
        place, name = rounded_place(choice.way[-1]), choice.unit
        if choice.kind == "launch":
            return self.why_no_course(moment, choice)
        if not holds(self.table.ground, place[:2]):
            return f"{name} may not leave the table (§4)."
        if place in self.ends(moment, name):
            return self.table.lies_on(name, place, moment.picked(name))
        if self.keeps_course(moment, name):
            who = "somebody" if self.rules.T3 == "b" else "its side"
            return f"{name} keeps to its plotted course until {who} spots the enemy (§2; T3)."
        why_not = self.table.why_not_move(name, place, moment.position, self.rules)
        end = self.table.end_near(name, place, moment.position, self.rules)
        stays = f"{name} moves its whole {self.vessel(name, moment).speed}″ (§4)."
        beyond = "" if holds(self.table.ground, end[:2]) else f"{name} would end off the table (§4)."
        return why_not or beyond or (stays if place == moment.places[name] else "")

    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """At the end of its move; who has fired first fires no more (section 3b)."""
        name, place = choice.unit, rounded_place(choice.way[-1])
        if self.keeps_course(moment, name):
            moment = moment.note(**{f"thread {name}": self.on_the_thread(moment, name)[1]})
        elif place not in self.ends(moment, name):
            place = rounded_place(self.table.end_near(name, place, moment.position, self.rules))
        return self.has_moved(moment.moved(name, place), name)

    def after_stop(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Every end of its move lies on another vessel: it stays (R32)."""
        return self.has_moved(moment, choice.unit)

    def has_moved(self, moment: Now, name: str) -> Now:
        """A vessel after its move; without guns to fire and below no water its activation is over."""
        moment, does = self.done(moment, name, moved=True)
        does = does._replace(open=not does.fired)
        if does.open or self.vessel(name, moment).submarine:
            return self.goes_on(moment, does)
        return self.activated(moment, name)

    def after_leave(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has run off the table and is out of the game: the book is silent (T1)."""
        moment, _ = self.done(moment, choice.unit)
        left = (*moment.noted.get("left", ()), choice.unit)
        return moment.note(left=left).unit(choice.unit, destroyed=True)

    def after_submerge(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has left the game (section 11; R28)."""
        moment, _ = self.done(moment, choice.unit)
        return moment.unit(choice.unit, submerged=True)

    def after_end(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Its activation is over."""
        moment, _ = self.done(moment, choice.unit)
        return self.activated(moment, choice.unit)

    def activated(self, moment: Now, name: str) -> Now:
        """A vessel with its counter; a submarine that nobody is near enough to see is lost from sight (R26)."""
        moment = moment.unit(name, activated=True)
        for side in self.sides:
            for other in self.living(moment, side):
                unit = self.vessel(other, moment)
                if unit.spotted and not any(
                    self.is_near(moment, enemy, other) for enemy in self.living(moment, self.other(side))
                ):
                    moment = moment.unit(other, spotted=False)
        return self.alarmed(moment)

    def actors(self, moment: Now, step: Turn) -> Iterable[str]:
        """The vessels of a side; of the torpedoes the one that crosses a vessel next."""
        if step.kind != TORPEDOES:
            return super().actors(moment, step)
        return [torpedo for torpedo, _ in self.crossings(moment)[:1]]

    # --- the ends of steps, turns and the game
    def ends_step(self, moment: Now) -> Now:
        """Speeds are shown when both sides have set them; then the cards are shuffled (sections 3a and 3b; R7)."""
        step = self.steps(moment)[moment.step]
        if (step.kind, step.side) != (SPEED, self.sides[-1]):
            return moment
        moment = self.revealed(moment)
        decks = {"red cards": self.rules.red_cards, "black cards": self.rules.black_cards}
        if self.rules.R7 == "c":
            decks = {
                name: len(self.waiting(moment, side)) for name, side in zip(decks, self.sides, strict=True)
            }
        return self.alarmed(moment.at(replace(moment.position, stock={**moment.position.stock, **decks})))

    def ends_turn(self, moment: Now) -> Now:
        """Torpedoes have run their way, and everybody may be activated again (sections 3 and 10)."""
        for name in self.table.torpedoes(moment.picked()):
            moment = moment.unit(name, destroyed=True)
        return self.begins_turn(moment.note(crossed=None, looked=None))

    def begins_turn(self, moment: Now) -> Now:
        """No vessel has been activated, and no card has fallen."""
        for name, unit in moment.units.items():
            if isinstance(unit, VesselOnTable):
                moment = moment.unit(name, activated=False)
        cards = {"red cards": 0, "black cards": 0}
        return moment.at(replace(moment.position, stock={**moment.position.stock, **cards}))

    def worth(self, moment: Now, side: str) -> Fraction:
        """Vessels by Defence and damage, torpedoes aboard, less the enemy's, and a little for being near."""
        points = Fraction(0)
        for each in self.sides:
            for unit in self.living(moment, each).values():
                assert isinstance(unit, VesselOnTable)
                aboard = TORPEDO * (unit.tubes(aft=False) + unit.tubes(aft=True))
                points += (POINTS[unit.level] * unit.defence + aboard) * (1 if each == side else -1)
        return points - NEAR * self.away(moment, side)


def patterns(earned: int) -> Iterator[tuple[int, ...]]:
    """Pivots of a move: straight; so many one way first or last; half one way and half the other."""
    yield (0,) * earned
    for turn, number in product((-1, 1), range(1, earned + 1)):
        yield (turn,) * number + (0,) * (earned - number)
        yield (0,) * (earned - number) + (turn,) * number
        yield (turn,) * (earned - number) + (-turn,) * number


def play(table: CoastalTable, rules: Coastal) -> PlayCoastal:
    """A game on a table; raises BadInput under R6=b: the board knows pivots after straight inches only."""
    if rules.R6 == "b":
        raise BadInput("on the table vessels pivot after straight movement only: turns need R6=a")
    return PlayCoastal(table, rules)
