"""Transport, obstacles, smoke and illumination in a played turn of asp games World War 2 (AS-13, AS-22 to AS-24)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import dist
from typing import Annotated

from pz8edu.board.bearings import point_at
from pz8edu.board.contact import first_contact, in_contact
from pz8edu.board.field_tabletop import into_contact
from pz8edu.board.position import Marker, Place
from pz8edu.board.scene import Base
from pz8edu.board.tabletop import Asked
from pz8edu.core import Help, Umpire, Whole
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.asp_ww2.measuring import CROSSED_BY, LIGHTS, OBSTACLES, SMOKES, UNDECLARED
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.stands import BATTERIES, Stand, row_of
from pz8edu.systems.asp_ww2.tabletop import AspTable
from pz8edu.systems.asp_ww2.words import Light, Motion, Shooter, Sky, Target
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task
from pz8edu.turns.places import HEADINGS, holds, rounded_place, why_no_room
from pz8edu.turns.play import STAYS, Play

Now = Moment[Stand]
Spot = tuple[float, float]
LANDS, MISSES = "lands", "misses"
CROSSES = "crosses"
APPROACH = Fraction(1, 1000)
"""Inches nearer to an obstacle that are no way off it."""
SHELLS = {"smoke": SMOKES, "light": LIGHTS}
"""What a battery can fire at an area, and the markers of it: of artillery, then of mortars."""
SECTIONS = {"smoke": "AS-23", "light": "AS-24"}


class Placing(Situation):
    """The score that a battery needs to place smoke or light where it wants it."""

    need: Annotated[int, Whole(1, 7), Help("the score against infantry in the open (U7)")]


def placing(umpire: Umpire, situation: Placing, rules: AspWw2) -> str:
    """Does an area shell land as against a target (AS-23; T2)?"""
    return LANDS if umpire.d6("score") >= situation.need else MISSES


PLACING = Calculator(
    "area-shell", "Smoke or light as against a target", "AS-23", Placing, placing, (LANDS, MISSES)
)


@dataclass(frozen=True)
class Obstacle:
    """An obstacle on the table: its number, its kind and its base."""

    number: int
    kind: str
    base: Base


class Field(Play[Stand, AspWw2]):
    """What stands meet on their way, what carries them, and what batteries fire at an area."""

    table: AspTable

    # --- obstacles: AS-22
    def obstacles(self, moment: Now) -> list[Obstacle]:
        """The obstacles of the table, in the order of its file."""
        markers = [each for each in moment.position.markers if each.kind in (*OBSTACLES, UNDECLARED)]
        wide = self.table.inches(self.rules.stand)
        return [
            Obstacle(number, each.kind, Base(each.kind, each.kind, "", (each.x, each.y), size=wide))
            for number, each in enumerate(markers)
        ]

    def seen_by(self, side: str, moment: Now) -> Now:
        """The kind of an obstacle is declared when a stand of the other side comes near (AS-22)."""
        defender = self.table.setup.defender
        if not defender or side in ("", defender):
            return moment
        declared = self.declared(moment)
        markers = tuple(
            each._replace(kind=UNDECLARED)
            if each.kind in OBSTACLES and (each.x, each.y) not in declared
            else each
            for each in moment.position.markers
        )
        return moment.at(replace(moment.position, markers=markers))

    def declared(self, moment: Now) -> tuple[tuple[float, float], ...]:
        """Where obstacles are whose kind the defender has told, as he goes on doing (AS-22)."""
        limit, told = self.table.inches(self.rules.obstacle_told), moment.noted.get("declared", ())
        stands = self.living(moment, self.other(self.table.setup.defender or self.sides[0]))
        spots = [moment.places[name][:2] for name in stands]
        found = ((each.x, each.y) for each in moment.position.markers if each.kind in OBSTACLES)
        return tuple(at for at in found if at in told or any(dist(at, spot) <= limit for spot in spots))

    def cleared(self, moment: Now) -> Now:
        """What was declared of an obstacle stays so (AS-22)."""
        moment = super().cleared(moment)
        if not self.table.setup.defender:
            return moment
        return moment.note(declared=self.declared(moment) or None)

    def goes(
        self, moment: Now, name: str, place: Place, table: AspTable, crossed: tuple[int, ...] = ()
    ) -> Now:
        """A stand on its way: it stops at the first obstacle that is one to it, and rolls (AS-22)."""
        met = self.first_obstacle(moment, name, path(table, moment, name, place, self.rules), crossed)
        if met is None:
            return moment.moved(name, place)
        number, (x, y) = met
        moment = moment.moved(name, rounded_place(place._replace(x=x, y=y)))
        about = (name, number, place.x, place.y, place.facing, *crossed)
        return moment.first(Task(CHANCE, "cross", about))

    def first_obstacle(
        self, moment: Now, name: str, way: list[Spot], crossed: tuple[int, ...]
    ) -> tuple[int, tuple[float, float]] | None:
        """The obstacle that a stand meets first on its way, and where; it goes away from one that it touches."""
        stand, found = moment.units[name], self.obstacles(moment)
        stops = [
            each
            for each in found
            if each.number not in crossed and stand.moves in CROSSED_BY.get(each.kind, ())
        ]
        if not stops:
            return None
        base = self.table.base(stand, moment.places[name])
        for start, end in pairwise(way):
            on_leg, met = replace(base, at=start), []
            for each in stops:
                share = first_contact(on_leg, end, each.base)
                nearer = off_the_way(start, end, middle(each)) < dist(start, middle(each)) - APPROACH
                if share is not None and (share or nearer):
                    met.append((share, each.number))
            if met:
                share, number = min(met)
                return number, into_contact(start, end, share) if share else start
        return None

    def on_cross(
        self, moment: Now, name: str, number: int, x: float, y: float, facing: float | None, *crossed: int
    ) -> Iterator[Choice]:
        """The roll of a stand at an obstacle (AS-22)."""
        asked = Asked("obstacle-crossing", {"markers": moment.units[name].markers})
        yield Choice("cross", name, asked=asked, section="AS-22")

    def after_cross(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """It goes on over the obstacle, or stays where it touches it."""
        name, number, x, y, facing, *crossed = moment.tasks[-1].about
        moment = moment.settled
        if outcome != CROSSES:
            return moment
        return self.goes(moment, name, Place(x, y, facing), self.table, (*crossed, number))

    # --- bussing (AS-13, option G)
    def passengers(self, moment: Now, name: str) -> list[str]:
        """The infantry that a transport carries."""
        living = {**self.living(moment, self.sides[0]), **self.living(moment, self.sides[1])}
        return [each for each, stand in living.items() if stand.bussed == name]

    def sharing(self, moment: Now, name: str) -> list[str]:
        """Who suffers what a transport suffers: who rides, and who has got off and is still near (AS-13)."""
        near = [
            each
            for each, stand in moment.units.items()
            if moment.noted.get(f"off {each}") == name
            and not stand.destroyed
            and self.table.metres(moment.picked(), name, each) < self.rules.stand
        ]
        return [*self.passengers(moment, name), *near]

    def on_bus(self, moment: Now, name: str, part: str) -> Iterator[Choice]:
        """A transport takes infantry up that it touches, or sets down whom it carries."""
        aboard = self.passengers(moment, name)
        for each in aboard:
            for why, place in self.spots_beside(moment, name, each):
                yield Choice("debus", name, each, (place,), section="AS-13", why=why)
        base = self.table.base(moment.units[name], moment.places[name])
        for each, stand in self.living(moment, moment.units[name].side).items():
            if stand.target is Target.INFANTRY and stand.moves == "foot" and not stand.bussed:
                touches = in_contact(base, self.table.base(stand, moment.places[each]))
                why_not = "" if touches else f"{each} does not touch {name} (AS-13)."
                why_not = f"{name} is full: it carries {', '.join(aboard)} (AS-13)." if aboard else why_not
                yield Choice("bus", name, each, section="AS-13", why_not=why_not)
        yield Choice("stay", name, section="AS-13")

    def after_bus(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It rides from now on."""
        moment = moment.settled.moved(choice.target, moment.places[choice.unit])
        moment = moment.note(**{f"off {choice.target}": None})
        return moment.unit(choice.target, bussed=choice.unit, fire_marker=False)

    def after_debus(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It stands beside its transport, and has one command point at most in this turn (AS-13)."""
        name = choice.target
        moment = moment.settled.moved(name, choice.way[-1]).unit(name, bussed="", motion=Motion.MOVING)
        last = self.rules.most_command_points - 1
        return moment.note(**{f"off {name}": choice.unit, f"orders of {name}": last})

    def spots_beside(self, moment: Now, name: str, passenger: str) -> Iterator[tuple[str, Place]]:
        """Places around a transport where a stand gets off."""
        there = self.table.base(moment.units[name], moment.places[name])
        mover = self.table.base(moment.units[passenger], moment.places[passenger])
        field = self.table.battlefield(moment.picked())
        for number in range(HEADINGS):
            far = point_at(there.at, 360 / HEADINGS * number, 2 * (there.size + there.length))
            share = first_contact(replace(mover, at=far), there.at, there)
            if share is None:
                continue
            x, y = into_contact(far, there.at, share)
            place = rounded_place(moment.places[passenger]._replace(x=x, y=y))
            others = replace(field, units=tuple(each for each in field.units if each.name != name))
            if holds(field, place[:2]) and not why_no_room(
                others, replace(mover, at=far), place, may_touch=False
            ):
                yield f"beside {name}", place

    # --- smoke and light: AS-23 and AS-24
    def areas(self, moment: Now, name: str) -> Iterator[Choice]:
        """A battery covers an area with smoke, or lights it: half way to an enemy is offered."""
        stand, here = moment.units[name], moment.places[name]
        kinds = [] if stand.shooter is Shooter.COUNTER_BATTERY else ["smoke"]
        if kinds and self.table.setup.light is not Light.DAY:
            kinds.append("light")
        if stand.shooter not in BATTERIES and stand.shooter is not Shooter.MORTARS:
            return
        for kind in kinds:
            yield self.area_shell(moment, Choice(kind, name, way=(here,), why=STAYS))
            for enemy in self.living(moment, self.other(stand.side)):
                there = moment.places[enemy]
                x, y = ((here.x + there.x) / 2, (here.y + there.y) / 2) if kind == "smoke" else there[:2]
                spot = Place(round(x, 1), round(y, 1))
                why = f"half way to {enemy}" if kind == "smoke" else f"over {enemy}"
                if not self.why_no_area(moment, name, kind, spot):
                    yield self.area_shell(moment, Choice(kind, name, way=(spot,), why=why))

    def area_shell(self, moment: Now, choice: Choice) -> Choice:
        """The same with why it is not possible, and its question where the rules want a score (T2)."""
        stand = moment.units[choice.unit]
        asked = None
        if self.rules.T2 == "b" and stand.shooter is not None:
            need = self.rules.score(stand.shooter, Target.INFANTRY)
            asked = None if need is None else Asked(PLACING.id, {"need": need})
        why_not = self.why_no_shells(moment, choice.unit, choice.kind)
        return replace(choice, asked=asked, section=SECTIONS[choice.kind], why_not=why_not)

    def why_no_shells(self, moment: Now, name: str, kind: str) -> str:
        """Why a battery has no smoke or light; empty if it has."""
        setup, section = self.table.setup, SECTIONS[kind]
        fired = moment.noted.get(f"{kind} of {name}", 0)
        if kind == "smoke" and setup.weather is Sky.ADVERSE:
            return "Smoke has no effect in adverse weather (AS-26)."
        if fired >= self.rules.turns_of_shells and not setup.defender:
            return f"{name} has fired its {kind} of {self.rules.turns_of_shells} turns ({section})."
        return ""

    def why_no_area(self, moment: Now, name: str, kind: str, place: Place) -> str:
        """Why smoke or light cannot be placed there; empty if it can."""
        stand, section = moment.units[name], SECTIONS[kind]
        if not holds(self.table.ground, place[:2]):
            return f"An area lies on the table ({section})."
        battery = stand.shooter in BATTERIES
        callers = self.table.called_by(stand, moment.picked()) if battery else [name]
        row = row_of(stand, self.rules)
        limit = self.rules.near_hq if battery else row.range if row else None
        if not callers:
            return f"The BGHQ of {name} is lost (AS-1)."
        inches, hq = min((dist(moment.places[each][:2], place[:2]), each) for each in callers)
        metres = inches / float(self.table.scale)
        if limit is not None and metres > limit:
            return f"That is {metres:.0f} m from {hq}, beyond {limit} m ({section})."
        return ""

    def after_area(self, moment: Now, choice: Choice, outcome: str | None) -> Now:
        """One round less, and a screen or a lit zone where it has landed (AS-23, AS-24)."""
        name, word, spot = choice.unit, f"{choice.kind} of {choice.unit}", choice.way[-1]
        stand = moment.units[name]
        moment = moment.settled.note(**{word: moment.noted.get(word, 0) + 1}).unit(name, fire_marker=True)
        if outcome == MISSES:
            return moment
        artillery, mortars = SHELLS[choice.kind]
        kind = mortars if stand.shooter is Shooter.MORTARS else artillery
        return moment.at(moment.position.with_marker(Marker(kind, spot.x, spot.y, stand.side)))

    after_smoke = after_light = after_area

    def cleared_areas(self, moment: Now, side: str) -> Now:
        """Smoke is removed when the player's turn ends, and light with it, or a turn later (T3)."""
        late = self.rules.T3 == "b"
        kept = tuple(
            each
            for each in moment.position.markers
            if each.kind not in SMOKES and (each.kind not in LIGHTS or (late and each.side == side))
        )
        return moment.at(replace(moment.position, markers=kept))


def path(table: AspTable, moment: Now, name: str, place: Place, rules: AspWw2) -> list[Spot]:
    """The points of the way of a stand to a place."""
    way = table.way_to(name, place, moment.picked(), rules)
    points = (moment.places[name][:2], place[:2]) if way is None else way.path
    return [(float(x), float(y)) for x, y in points]


def middle(obstacle: Obstacle) -> tuple[float, float]:
    """The middle of an obstacle."""
    return float(obstacle.base.at[0]), float(obstacle.base.at[1])


def off_the_way(start: tuple[float, float], end: tuple[float, float], point: tuple[float, float]) -> float:
    """How near a straight way comes to a point."""
    length = dist(start, end)
    if not length:
        return dist(start, point)
    along = (
        sum((there - here) * (at - here) for here, there, at in zip(start, end, point, strict=True))
        / length**2
    )
    share = min(max(along, 0.0), 1.0)
    x, y = (here + share * (there - here) for here, there in zip(start, end, strict=True))
    return dist((x, y), point)
