"""Guns and torpedoes of Pz8 Coastal in a played turn (sections 6, 7, 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import dist
from typing import Any, NamedTuple

from pz8edu.board.bearings import bearing_to, point_at, turn_between
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.tabletop import ARC_WORDS, NEAR, CoastalTable, Piece
from pz8edu.systems.pz8_coastal.vessels import TorpedoOnTable, VesselOnTable
from pz8edu.systems.pz8_coastal.words import Arc, Level, Spotting, TorpedoResult
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task
from pz8edu.turns.places import rounded_place
from pz8edu.turns.play import Play

Now = Moment[Piece]
GUNS = {"first gun": "first_gun_out", "second gun": "second_gun_out"}
"""The guns of 37 mm or larger, and the word of a vessel's state that says that one is knocked out."""
LIGHT = "light guns"
TUBES = {"forward": Arc.FORWARD, "aft": Arc.AFT}


class Does(NamedTuple):
    """What the vessel that is activated has done: moved, and fired with which weapons; `open` while it may fire."""

    name: str
    moved: bool = False
    open: bool = True
    fired: tuple[str, ...] = ()


class Armed(Play[Piece, Coastal]):
    """What vessels fire in their activation, and torpedoes that run after all of them."""

    table: CoastalTable

    def vessel(self, name: str, moment: Now) -> VesselOnTable:
        """A vessel by its name."""
        found = moment.units[name]
        assert isinstance(found, VesselOnTable)
        return found

    def done(self, moment: Now, name: str, **more: Any) -> tuple[Now, Does]:
        """Without the task of the activation, and what the vessel has done in it till now."""
        about = moment.tasks[-1].about
        return moment.settled, (Does(*about) if about else Does(name))._replace(**more)

    def goes_on(self, moment: Now, does: Does) -> Now:
        """The activation of a vessel, first to be settled."""
        return moment.first(Task(self.vessel(does.name, moment).side, "act", tuple(does)))

    # --- who is spotted (sections 2, 6 and 11)
    def is_near(self, moment: Now, name: str, target: str) -> bool:
        """Is a vessel within the distance at which it is spotted (sections 2 and 11)?"""
        state = moment.picked(name, target)
        seen = self.table.seen(state, self.rules)
        return not self.table.unseen(self.vessel(target, moment), seen, state, self.rules)

    def spots(self, moment: Now, name: str, target: str) -> bool:
        """Has a vessel spotted another? A submarine must be looked for (sections 2, 6 and 11)."""
        hidden = self.vessel(target, moment).submarine and not self.vessel(target, moment).spotted
        if hidden or not self.is_near(moment, name, target):
            return False
        return not self.table.why_blocked(self.table.seen(moment.picked(name, target), self.rules))

    def spotted_by(self, moment: Now, name: str) -> list[str]:
        """The enemies that a vessel has spotted."""
        enemies = self.living(moment, self.other(self.vessel(name, moment).side))
        return [each for each in enemies if self.spots(moment, name, each)]

    def keeps_course(self, moment: Now, name: str) -> bool:
        """Does a vessel still follow its plotted course (section 2)?"""
        unit = self.vessel(name, moment)
        return unit.plotted and f"{unit.side} spots" not in moment.noted

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
        who, looked = self.looker(firer), moment.noted.get("looked", ())
        return f"{who} has looked for {target} in this turn (§11; R26)." if (who, target) in looked else ""

    def looker(self, firer: VesselOnTable) -> str:
        """Who has one roll a turn for each submarine: a vessel, or its side (section 11; R26)."""
        return firer.name if self.rules.R26 == "a" else firer.side

    def after_look(self, moment: Now, choice: Choice, outcome: Spotting) -> Now:
        """The submarine is seen and can be fired at, or not in this turn (section 11)."""
        looked = self.looker(self.vessel(choice.unit, moment)), choice.target
        moment, does = self.done(moment, choice.unit)
        moment = moment.note(looked=(*moment.noted.get("looked", ()), looked))
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
        if outcome is before:
            return moment
        guns = self.working(moment, choice.target)
        return moment.first(*(Task(CHANCE, "guns", (choice.target, before.value, gun)) for gun in guns))

    def on_guns(self, moment: Now, name: str, before: str, gun: str) -> Iterator[Choice]:
        """A die for each working gun of 37 mm or larger (section 7; R13)."""
        asked = self.table.knocked_out(self.vessel(name, moment), Level(before))
        assert asked is not None
        asked = replace(asked, inputs={**asked.inputs, "guns": 1}, counted=())
        yield Choice("guns", name, note=gun, asked=asked, section="7")

    def after_guns(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """It is knocked out for the game, or not (R31)."""
        moment = moment.settled
        return moment.unit(choice.unit, **{GUNS[choice.note]: True}) if outcome else moment

    def working(self, moment: Now, name: str) -> list[str]:
        """The guns of a vessel that are not knocked out."""
        mounted = zip(GUNS, self.vessel(name, moment).guns, strict=False)
        return [gun for gun, each in mounted if not each.out]

    # --- torpedoes (section 10)
    def launches(self, moment: Now, does: Does) -> Iterator[Choice]:
        """A torpedo straight on, at an enemy where it is, and where it will be (sections 6, 10; R21, R23, T4)."""
        unit, name = self.vessel(does.name, moment), does.name
        why_not, at = "", self.spotted_by(moment, name)
        if self.rules.T4 == "b":
            at = list(self.living(moment, self.other(unit.side)))
        elif not at:
            why_not = f"{name} has spotted nobody to fire torpedoes at (§6; T4)."
        if self.keeps_course(moment, name):
            why_not = (
                f"{name} keeps to its plotted course and fires at nobody before it is spotted (§2; R34)."
            )
        if "torpedo" in does.fired and self.rules.R21 == "b":
            why_not = f"{name} has fired a torpedo in this activation (§10; R21)."
        for words, arc in TUBES.items():
            if not unit.tubes(arc is Arc.AFT):
                continue
            for why, course in self.courses(moment, name, arc, at):
                launch = Choice("launch", name, note=words, section="10", why=why, why_not=why_not)
                launch = replace(launch, way=(self.put_out(moment, name, course),))
                if not self.why_no_place(moment, launch):
                    yield launch

    def put_out(self, moment: Now, name: str, course: float) -> Place:
        """Where the counter of a torpedo is put on its course (section 10)."""
        return rounded_place(Place(*point_at(moment.places[name][:2], course, self.rules.least_run), course))

    def courses(self, moment: Now, name: str, arc: Arc, enemies: list[str]) -> Iterator[tuple[str, float]]:
        """Courses that are worth a look, in whole degrees: straight on, and for some enemies."""
        here = moment.places[name]
        found = {float(round((here.facing or 0) + (180 if arc is Arc.AFT else 0)) % 360): ARC_WORDS[arc]}
        for other in enemies:
            unit, there = self.vessel(other, moment), moment.places[other]
            ahead = point_at(there[:2], there.facing or 0, 0 if unit.activated else unit.speed)
            if self.table.may_sink(unit, self.rules):
                for why, spot in ((f"at {other}", there[:2]), (f"ahead of {other}", ahead)):
                    found.setdefault(float(round(bearing_to(here[:2], spot)) % 360), why)
        yield from ((why, course) for course, why in found.items())

    def why_no_course(self, moment: Now, choice: Choice) -> str:
        """Why a torpedo counter is not put to a place; empty if it may be (section 10; R23)."""
        name, place, least, wide = choice.unit, choice.way[-1], self.rules.least_run, self.rules.arc
        if abs(dist(moment.places[name][:2], place[:2]) - least) > NEAR:
            return f"The counter of a torpedo is put {least}″ from {name} (§10)."
        inside = abs(self.off_the_tube(moment, choice)) <= wide
        return "" if inside else f"{name} fires torpedoes within {wide}° of its bow, or aft (§10; R23)."

    def off_the_tube(self, moment: Now, choice: Choice) -> float:
        """Degrees between a course and the tube that it is fired from."""
        here = moment.places[choice.unit]
        tube = (here.facing or 0) + (180 if TUBES[choice.note] is Arc.AFT else 0)
        return float(turn_between(tube % 360, bearing_to(here[:2], choice.way[-1][:2])))

    def after_launch(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A counter 3 inches away, which runs when all have been activated (section 10)."""
        name, unit, here = choice.unit, self.vessel(choice.unit, moment), moment.places[choice.unit]
        course = round(bearing_to(here[:2], rounded_place(choice.way[-1])[:2]), 3) % 360
        counter = torpedoes_of(unit)[0].name
        moment, does = self.done(moment.moved(counter, self.put_out(moment, name, course)), name)
        spent = "aft_fired" if TUBES[choice.note] is Arc.AFT else "fired"
        moment = moment.unit(name, **{spent: getattr(unit, spent) + 1})
        moment = moment.unit(counter, destroyed=False, firer_speed=unit.speed)
        return self.goes_on(moment, does._replace(fired=(*does.fired, "torpedo")))

    def crossings(self, moment: Now) -> list[tuple[str, str]]:
        """Which torpedo will cross which vessel, in order of their runs (section 10)."""
        state, found = moment.picked(), []
        for torpedo in self.table.torpedoes(state):
            for other, inches in self.table.touches(torpedo, state, self.rules).items():
                done = (torpedo, other) in moment.noted.get("crossed", ())
                if not done and not self.crossing(moment, torpedo, other).why_not:
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
