"""Whole turns of Pz8 Coastal: speeds in secret, a card for every activation, then all torpedoes (section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import dist
from typing import Any, ClassVar, NamedTuple

from pz8edu.board.bearings import bearing_to, point_at, turn_between
from pz8edu.board.position import Place, Position
from pz8edu.board.tabletop import Asked
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.pz8_coastal import movement
from pz8edu.systems.pz8_coastal.activation import ALLIED, Cards, next_card
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import NightVisibility
from pz8edu.systems.pz8_coastal.spotting import changes_when_spotting
from pz8edu.systems.pz8_coastal.tabletop import ARC_WORDS, VISIBILITY, CoastalTable, Piece
from pz8edu.systems.pz8_coastal.tabletop import NEAR as NEAR_ENOUGH
from pz8edu.systems.pz8_coastal.vessels import TorpedoOnTable, VesselOnTable
from pz8edu.systems.pz8_coastal.words import Arc, Level, Spotting, TorpedoResult
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import house_ending
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import as_written, holds
from pz8edu.turns.play import Play

Now = Moment[Piece]
SPEED, ACTIVATION, TORPEDOES = "speed", "activation", "torpedoes"
GUNS = {"first gun": "first_gun_out", "second gun": "second_gun_out"}
"""The guns of 37 mm or larger, and the word of a vessel's state that says that one is knocked out."""
LIGHT = "light guns"
TUBES = {"forward": Arc.FORWARD, "aft": Arc.AFT}
CARD = Calculator(
    "next-card", "The next card", "3", Cards, next_card, ("R", "B"), ranked=False, readings=("R7",)
)
POINTS = {Level.OK: 4, Level.DAMAGED: 3, Level.WRECKED: 1, Level.SUNK: 0}
"""What a factor of Defence is worth to a plain opponent in each state of a vessel."""
TORPEDO = Fraction(1, 2)
"""What a torpedo aboard is worth to it."""
NEAR = Fraction(1, 100)
"""What an inch nearer to the enemy is worth to it."""


class Does(NamedTuple):
    """What the vessel that is activated has done: moved, and fired with which weapons; `open` while it may fire."""

    name: str
    moved: bool = False
    open: bool = True
    fired: tuple[str, ...] = ()


class PlayCoastal(Play[Piece, Coastal]):
    """A game of Pz8 Coastal on one of its tables; torpedoes in their tubes wait as counters that are gone.

    A convoy's plotted course is left to the players.
    """

    table: CoastalTable
    by_drag = frozenset({"move", "launch"})
    single_steps: ClassVar = {CARD.id: CARD}

    def start(self) -> Now:
        """The table, with the roll for visibility first unless its file says what was rolled (section 2)."""
        start = self.table.start()
        places = {name: as_written(place) for name, place in start.places.items()}
        units = dict(start.units)
        for vessel in self.table.setup.units:
            for torpedo in torpedoes_of(vessel):
                units[torpedo.name], places[torpedo.name] = torpedo, places[vessel.name]
        moment = Moment(Position(places, units, start.markers, start.stock))
        moment = moment if start.stock[VISIBILITY] else moment.first(Task(CHANCE, "night"))
        return self.begins_turn(moment)

    def units_of(self, moment: Now, side: str) -> dict[str, Piece]:
        """The vessels of a side; one that has submerged is out of the game and no loss (R28)."""
        units = moment.units.items()
        vessels = {name: unit for name, unit in units if isinstance(unit, VesselOnTable)}
        return {name: unit for name, unit in vessels.items() if unit.side == side and not unit.submerged}

    def is_out(self, name: str, moment: Now) -> bool:
        """Is it sunk, submerged, or a torpedo that does not run?"""
        return name in moment.units and self.table.gone(name, moment.picked())

    def vessel(self, name: str, moment: Now) -> VesselOnTable:
        """A vessel by its name."""
        found = moment.units[name]
        assert isinstance(found, VesselOnTable)
        return found

    def steps(self, moment: Now) -> tuple[Turn, ...]:
        """Both sides set their speeds; who is activated is chance, and so is what torpedoes do."""
        rows = [row for row in self.rules.sequence.values() if row.kind and not row.step.startswith("0")]
        return tuple(
            Turn(row.step, side, row.kind)
            for row in rows
            for side in (self.sides if row.kind == SPEED else (CHANCE,))
        )

    # --- the night (section 2)
    def on_night(self, moment: Now) -> Iterator[Choice]:
        """How far is seen in this night: what the roll is for a vessel that changes nothing (section 2)."""
        yield Choice("night", asked=Asked("night-visibility", {}), section="2")

    def after_night(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """The visibility of the whole game (section 2; R3)."""
        inches = outcome - changes_when_spotting(NightVisibility(), self.rules).total
        return moment.settled.at(moment.position.with_stock(VISIBILITY, inches))

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

    def after_speed(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """An order that the enemy does not see yet."""
        side = self.vessel(choice.unit, moment).side
        ordered = {**dict(moment.noted.get(f"{side} orders", ())), choice.unit: int(choice.note)}
        return moment.has_acted(choice.unit).note(**{f"{side} orders": tuple(ordered.items())})

    def seen_by(self, side: str, moment: Now) -> Now:
        """The other side's speeds are secret until both are set (section 3a)."""
        hidden = [each for each in self.sides if each != side]
        return moment.note(**{f"{each} orders": None for each in hidden}) if side else moment

    def revealed(self, moment: Now) -> Now:
        """All speed dice as they were ordered."""
        for side in self.sides:
            ordered = dict(moment.noted.get(f"{side} orders", ()))
            for name, unit in self.living(moment, side).items():
                kept = min(self.speeds(name, moment), key=lambda each: abs(each - unit.speed))  # type: ignore[union-attr]
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
        for name in self.waiting(moment, moment.tasks[-1].side):
            yield from self.acts(moment, Does(name))

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
        if unit.submarine and does.moved:
            hurt = "" if unit.level is Level.OK else f"{name} is {unit.level} and stays on the surface (§11)."
            yield Choice("submerge", name, section="11", why_not=hurt)
        if does.moved or not unit.speed:
            yield Choice("end", name, section="3b")

    def done(self, moment: Now, name: str, **more: Any) -> tuple[Now, Does]:
        """Without the task of the activation, and what the vessel has done in it till now."""
        about = moment.tasks[-1].about
        return moment.settled, (Does(*about) if about else Does(name))._replace(**more)

    def goes_on(self, moment: Now, does: Does) -> Now:
        """The activation of a vessel, first to be settled."""
        return moment.first(Task(self.vessel(does.name, moment).side, "act", tuple(does)))

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
        unit, start = self.vessel(name, moment), moment.places[name]
        agile, facing = unit.agile(self.rules), start.facing or 0.0
        earned, leg = movement.pivots(unit.speed, agile, self.rules), self.rules.handy(agile).inches_for_pivot
        legs = [float(leg)] * earned + [float(unit.speed - leg * earned)]
        found = []
        for turns in patterns(earned):
            x, y, heading = movement.followed(legs, [float(self.rules.pivot * turn) for turn in turns])[-1]
            out = point_at(point_at(start[:2], facing, y), facing + 90, x)
            found.append(as_written(Place(*out, (facing + heading) % 360)))
        return list(dict.fromkeys(found))

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Why a vessel does not move to a place, or launch along a course to it; empty if it may (sections 4, 10)."""
        place, name = choice.way[-1], choice.unit
        if choice.kind == "launch":
            return self.why_no_course(moment, choice)
        if not holds(self.table.ground, place[:2]):
            return f"{name} may not leave the table (§4)."
        if place in self.ends(moment, name):
            return self.table.lies_on(name, place, moment.picked(name))
        why_not = self.table.why_not_move(name, place, moment.position, self.rules)
        end = self.table.end_near(name, place, moment.position, self.rules)
        stays = f"{name} moves its whole {self.vessel(name, moment).speed}″ (§4)."
        beyond = "" if holds(self.table.ground, end[:2]) else f"{name} would end off the table (§4)."
        return why_not or beyond or (stays if place == moment.places[name] else "")

    def after_move(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """At the end of its move; who has fired first fires no more (section 3b)."""
        name, place = choice.unit, choice.way[-1]
        if place not in self.ends(moment, name):
            place = as_written(self.table.end_near(name, place, moment.position, self.rules))
        return self.has_moved(moment.moved(name, place), name)

    def after_stop(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """Every end of its move lies on another vessel: it stays (R32)."""
        return self.has_moved(moment, choice.unit)

    def has_moved(self, moment: Now, name: str) -> Now:
        """A vessel after its move; without guns to fire and below no water its activation is over."""
        moment, does = self.done(moment, name, moved=True)
        does = does._replace(open=not does.fired)
        if does.open or self.vessel(name, moment).submarine:
            return self.goes_on(moment, does)
        return self.activated(moment, name)

    def after_leave(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """It has run off the table and is out of the game, as lost: the book is silent."""
        moment, _ = self.done(moment, choice.unit)
        return moment.unit(choice.unit, destroyed=True)

    def after_submerge(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """It has left the game (section 11; R28)."""
        moment, _ = self.done(moment, choice.unit)
        return moment.unit(choice.unit, submerged=True)

    def after_end(self, moment: Now, choice: Choice, outcome: Any) -> Now:
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
        return moment

    def is_near(self, moment: Now, name: str, target: str) -> bool:
        """Is a vessel within the distance at which it is spotted (sections 2 and 11)?"""
        state = moment.picked(name, target)
        seen = self.table.seen(state, self.rules)
        return not self.table.unseen(self.vessel(target, moment), seen, state, self.rules)

    # --- guns (sections 6, 7 and 11)
    def shots(self, moment: Now, does: Does) -> Iterator[Choice]:
        """Each gun by itself and the light guns together, each at a target of its own; a look for a submarine (R31)."""
        firer = self.vessel(does.name, moment)
        for other in self.living(moment, self.other(firer.side)):
            target, state = self.vessel(other, moment), moment.picked(does.name, other)
            seen = self.table.seen(state, self.rules)
            why_not = self.table.why_blocked(seen) or self.table.unseen(target, seen, state, self.rules)
            if target.submarine and not target.spotted:
                asked = self.table.look_for_submarine(target, seen, state, self.rules)
                why_not = why_not or self.why_no_look(moment, firer, other)
                yield Choice("look", does.name, other, asked=asked, section="11", why_not=why_not)
                continue
            words_of = (*list(GUNS)[: len(firer.guns)], LIGHT)
            weapons = self.table.weapons(firer, seen, self.rules)
            for words, (weapon, idle) in zip(words_of, weapons, strict=False):
                if words not in does.fired:
                    asked = self.table.one_weapon(weapon, firer, target, seen, self.rules)
                    refused = why_not or (f"{does.name}: {words} ({weapon}) {idle}." if idle else "")
                    yield Choice(
                        "fire", does.name, other, note=words, asked=asked, section="6", why_not=refused
                    )

    def why_no_look(self, moment: Now, firer: VesselOnTable, target: str) -> str:
        """Why a vessel does not look for a submarine once more; empty if it may (section 11; R26)."""
        looked = moment.noted.get("looked", ())
        who = firer.name if self.rules.R26 == "a" else firer.side
        return f"{who} has looked for {target} in this turn (§11; R26)." if (who, target) in looked else ""

    def after_look(self, moment: Now, choice: Choice, outcome: Spotting) -> Now:
        """The submarine is seen and can be fired at, or not in this turn (section 11)."""
        firer = self.vessel(choice.unit, moment)
        moment, does = self.done(moment, choice.unit)
        who = firer.name if self.rules.R26 == "a" else firer.side
        moment = moment.note(looked=(*moment.noted.get("looked", ()), (who, choice.target)))
        if outcome is Spotting.SPOTTED:
            moment = moment.unit(choice.target, spotted=True)
        return self.goes_on(moment, does)

    def after_fire(self, moment: Now, choice: Choice, outcome: Level) -> Now:
        """The target as the shot has left it; its guns are rolled for at once (section 7)."""
        before = self.vessel(choice.target, moment).level
        moment, does = self.done(moment, choice.unit)
        moment = self.goes_on(moment, does._replace(fired=(*does.fired, choice.note)))
        if outcome is Level.SUNK:
            return moment.unit(choice.target, destroyed=True)
        moment = moment.unit(choice.target, level=outcome)
        hurt = outcome is not before and self.table.knocked_out(self.vessel(choice.target, moment))
        return moment.first(Task(CHANCE, "guns", (choice.target, before.value))) if hurt else moment

    def on_guns(self, moment: Now, name: str, before: str) -> Iterator[Choice]:
        """A die for every working gun of 37 mm or larger (section 7; R13)."""
        asked = self.table.knocked_out(self.vessel(name, moment), Level(before))
        yield Choice("guns", name, asked=asked, section="7")

    def after_guns(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """So many are lost: all, none, or that which the owner takes away."""
        moment, name = moment.settled, choice.unit
        working = self.working(moment, name)
        if 0 < outcome < len(working):
            return moment.first(Task(self.vessel(name, moment).side, "gun-lost", (name,)))
        lost = working if outcome else []
        return moment.unit(name, **{GUNS[gun]: True for gun in lost})

    def working(self, moment: Now, name: str) -> list[str]:
        """The guns of a vessel that are not knocked out."""
        mounted = zip(GUNS, self.vessel(name, moment).guns, strict=False)
        return [gun for gun, each in mounted if not each.out]

    def on_gun_lost(self, moment: Now, name: str) -> Iterator[Choice]:
        """Which of two guns is knocked out."""
        for gun in self.working(moment, name):
            yield Choice("lose", name, note=gun, section="7")

    def after_lose(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """It is lost for the game (R31)."""
        return moment.settled.unit(choice.unit, **{GUNS[choice.note]: True})

    # --- torpedoes (section 10)
    def launches(self, moment: Now, does: Does) -> Iterator[Choice]:
        """A torpedo from a tube: straight on, at an enemy where it is, and where it will be (section 10; R21, R23)."""
        unit, name = self.vessel(does.name, moment), does.name
        for words, arc in TUBES.items():
            if not unit.tubes(arc is Arc.AFT):
                continue
            launched = "torpedo" in does.fired and self.rules.R21 == "b"
            why_not = f"{name} has fired a torpedo in this activation (§10; R21)." if launched else ""
            for why, course in self.courses(moment, name, arc):
                end = as_written(
                    Place(*point_at(moment.places[name][:2], course, self.rules.least_run), course)
                )
                choice = Choice(
                    "launch", name, way=(end,), note=words, section="10", why=why, why_not=why_not
                )
                if not self.why_no_place(moment, choice):
                    yield choice

    def courses(self, moment: Now, name: str, arc: Arc) -> Iterator[tuple[str, float]]:
        """Courses that are worth a look, in whole degrees."""
        here = moment.places[name]
        found = {float(round((here.facing or 0) + (180 if arc is Arc.AFT else 0)) % 360): ARC_WORDS[arc]}
        for other in self.living(moment, self.other(self.vessel(name, moment).side)):
            unit, there = self.vessel(other, moment), moment.places[other]
            ahead = point_at(there[:2], there.facing or 0, 0 if unit.activated else unit.speed)
            if self.table.may_sink(unit, self.rules):
                for why, spot in ((f"at {other}", there[:2]), (f"ahead of {other}", ahead)):
                    found.setdefault(float(round(bearing_to(here[:2], spot)) % 360), why)
        yield from ((why, course) for course, why in found.items())

    def why_no_course(self, moment: Now, choice: Choice) -> str:
        """Why a torpedo counter is not put to a place; empty if it may be (section 10; R23)."""
        name, place, least, wide = choice.unit, choice.way[-1], self.rules.least_run, self.rules.arc
        if abs(dist(moment.places[name][:2], place[:2]) - least) > NEAR_ENOUGH:
            return f"The counter of a torpedo is put {least}″ from {name} (§10)."
        inside = abs(self.off_the_tube(moment, choice)) <= wide
        return "" if inside else f"{name} fires torpedoes within {wide}° of its bow, or aft (§10; R23)."

    def off_the_tube(self, moment: Now, choice: Choice) -> float:
        """Degrees between a course and the tube that it is fired from."""
        here = moment.places[choice.unit]
        tube = (here.facing or 0) + (180 if TUBES[choice.note] is Arc.AFT else 0)
        return float(turn_between(tube % 360, bearing_to(here[:2], choice.way[-1][:2])))

    def after_launch(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """A counter 3 inches away, which runs when all have been activated (section 10)."""
        name, unit, here = choice.unit, self.vessel(choice.unit, moment), moment.places[choice.unit]
        course = round(bearing_to(here[:2], choice.way[-1][:2]), 3) % 360
        counter = torpedoes_of(unit)[0].name
        there = as_written(Place(*point_at(here[:2], course, self.rules.least_run), course))
        moment, does = self.done(moment.moved(counter, there), name)
        spent = "aft_fired" if TUBES[choice.note] is Arc.AFT else "fired"
        moment = moment.unit(name, **{spent: getattr(unit, spent) + 1})
        moment = moment.unit(counter, destroyed=False, firer_speed=unit.speed)
        return self.goes_on(moment, does._replace(fired=(*does.fired, "torpedo")))

    def actors(self, moment: Now, step: Turn) -> Iterable[str]:
        """The vessels of a side; of the torpedoes the one that crosses a vessel next."""
        if step.kind != TORPEDOES:
            return super().actors(moment, step)
        return [torpedo for torpedo, _ in self.crossings(moment)[:1]]

    def crossings(self, moment: Now) -> list[tuple[str, str]]:
        """Which torpedo will cross which vessel, in order of their runs (section 10)."""
        state, found = moment.picked(), []
        for torpedo in self.table.torpedoes(state):
            for other, inches in self.table.touches(torpedo, state, self.rules).items():
                if (torpedo, other) not in moment.noted.get("crossed", ()) and not self.crossing(
                    moment, torpedo, other
                ).why_not:
                    found.append((inches, torpedo, other))
        return [(torpedo, other) for _, torpedo, other in sorted(found)]

    def crossing(self, moment: Now, torpedo: str, other: str) -> Asked:
        """One torpedo that crosses a vessel: on the board all that are alike are rolled for together."""
        running, state = moment.units[torpedo], moment.picked(torpedo, other)
        assert isinstance(running, TorpedoOnTable)
        asked = self.table.crossing(running, moment.units[other], state, self.rules)
        return replace(asked, inputs={**asked.inputs, "torpedoes": 1}, counted=())

    def do_torpedoes(self, moment: Now, name: str) -> Iterator[Choice]:
        """The next vessel that a torpedo crosses (section 10)."""
        other = next(other for torpedo, other in self.crossings(moment) if torpedo == name)
        yield Choice("cross", name, other, asked=self.crossing(moment, name, other), section="10")

    def after_cross(self, moment: Now, choice: Choice, outcome: TorpedoResult) -> Now:
        """A hit sinks; a miss runs on, or is taken away under R22=b (section 10)."""
        sunk = outcome is TorpedoResult.SUNK
        crossed = (*moment.noted.get("crossed", ()), (choice.unit, choice.target))
        moment = moment.note(crossed=crossed).unit(choice.unit, destroyed=sunk or self.rules.R22 == "b")
        return moment.unit(choice.target, destroyed=True) if sunk else moment

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
        return moment.at(replace(moment.position, stock={**moment.position.stock, **decks}))

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

    def over(self, moment: Now) -> Ending | None:
        """The house rule of the table: the book prints no end."""
        return house_ending(self.table.setup.end, self, moment)

    def worth(self, moment: Now, side: str) -> Fraction:
        """Vessels by Defence and damage, torpedoes aboard, less the enemy's, and a little for being near."""
        points = Fraction(0)
        for each in self.sides:
            for unit in self.living(moment, each).values():
                assert isinstance(unit, VesselOnTable)
                aboard = TORPEDO * (unit.tubes(aft=False) + unit.tubes(aft=True))
                points += (POINTS[unit.level] * unit.defence + aboard) * (1 if each == side else -1)
        enemies = [moment.places[name][:2] for name in self.living(moment, self.other(side))]
        mine = [moment.places[name][:2] for name in self.living(moment, side)]
        tenths = sum(round(10 * min(dist(at, there) for there in enemies)) for at in mine if enemies)
        return points - NEAR * Fraction(tenths, 10)


def patterns(earned: int) -> Iterator[tuple[int, ...]]:
    """Pivots of a move: straight; so many one way first or last; half one way and half the other."""
    yield (0,) * earned
    for turn, number in product((-1, 1), range(1, earned + 1)):
        yield (turn,) * number + (0,) * (earned - number)
        yield (0,) * (earned - number) + (turn,) * number
        yield (turn,) * (earned - number) + (-turn,) * number


def torpedoes_of(vessel: VesselOnTable) -> list[TorpedoOnTable]:
    """The counters of the torpedoes that a vessel still has in its tubes, in the order of their launch."""
    row, fired = vessel.row, vessel.fired + vessel.aft_fired
    left = vessel.tubes(aft=False) + vessel.tubes(aft=True)
    return [
        TorpedoOnTable(
            name=f"Torpedo {fired + number} of {vessel.name}",
            side=vessel.side,
            x=vessel.x,
            y=vessel.y,
            calibre=(row.calibre if row else None) or 21,
            destroyed=True,
        )
        for number in range(1, left + 1)
    ]


def play(table: CoastalTable, rules: Coastal) -> PlayCoastal:
    """A game on a table."""
    return PlayCoastal(table, rules)
