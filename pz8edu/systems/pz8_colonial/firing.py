"""Pz8 Colonial played: moves and what follows them, fire, shells and the saves of leaders (sections 2 to 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from pz8edu.board.distances import those_within
from pz8edu.board.ground import OPEN
from pz8edu.board.lengths import in_words
from pz8edu.board.march import Going
from pz8edu.board.position import Place
from pz8edu.board.shapes import Area
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_colonial.artillery import Shelled, reload_activations
from pz8edu.systems.pz8_colonial.charging import Now
from pz8edu.systems.pz8_colonial.colonial_table import ColonialTable
from pz8edu.systems.pz8_colonial.fire import Fallen
from pz8edu.systems.pz8_colonial.firearms import Firearms
from pz8edu.systems.pz8_colonial.machine_gun import Burst
from pz8edu.systems.pz8_colonial.movement import GUNS, fixed_move
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.standing import SPACING, Standing
from pz8edu.systems.pz8_colonial.units_table import BAD, COVER, State
from pz8edu.systems.pz8_colonial.words import Leader, Save
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Task
from pz8edu.turns.places import holds, why_no_room, worth_a_look
from pz8edu.turns.play import STAYS

MOST_RANKS = 4
"""In so many ranks a unit forms up."""


@dataclass(frozen=True)
class OnTheMarch(ColonialTable):
    """The table as a unit goes over it that has so many inches to go, over bad ground or round it."""

    inches: int
    bad: bool

    def allowance(self, name: str, state: State, rules: Colonial) -> tuple[int, Going]:
        """What is left, and the ground that is closed to who has not rolled for it (section 2)."""
        return self.inches, Going({OPEN: 1}, other=1, closed=frozenset() if self.bad else BAD)

    def charges(self, *_: Any) -> bool:
        """Contact is for a charge, not for a move."""
        return False


class Firing(Firearms):
    """What becomes of a move and of a shot."""

    by_drag = frozenset({"move", "go", "shell", "deploy"})

    # --- movement (section 2)
    def moves(self, moment: Now, name: str, kind: str, why_not: str = "") -> Iterator[Choice]:
        """Where a unit goes with what it may; over bad ground it rolls first."""
        march = self.march(moment, name)
        why_not = why_not or (
            "" if march.inches else f"{name} does not move: a gun that is ready to fire stays."
        )
        yield Choice(kind, name, way=(moment.places[name],), section="2", why=STAYS, why_not=why_not)
        if why_not:
            return
        state, aim = moment.picked(name), self.table.aim(moment.units[name].unit, self.rules)
        ranges = (aim.full_range, aim.full_range / 2) if aim else ()
        found = worth_a_look(march, name, state, self.rules, ranges=ranges, may_touch=False)
        yield from (Choice(kind, name, way=(place,), section="2", why=why) for why, place in found)
        if kind == "move" and BAD & {patch.ground for patch in self.table.ground.patches}:
            asked = self.rolled(moment.units[name], bad=True, extra=False)
            yield Choice("cross", name, note="bad ground", asked=asked, section="2")

    def march(self, moment: Now, name: str) -> OnTheMarch:
        """How far a unit goes: what it has rolled, else its move on good ground."""
        task = moment.tasks[-1]
        inches, bad = (
            task.about[1:3]
            if task.kind == "go"
            else (self.table.move_of(moment.units[name], self.rules), False)
        )
        return OnTheMarch(self.table.scenario, inches, bad)

    def reach(self, moment: Now, name: str) -> Area | None:
        """Where a unit gets with what it has rolled, else on good ground."""
        return self.march(moment, name).reach(name, moment.picked(name), self.rules) if moment.tasks else None

    def rolled(self, unit: Standing, *, bad: bool, extra: bool) -> Asked:
        """The dice of a move (sections 2, 3, 4 and 6)."""
        troop = "gun" if unit.unit.troop in GUNS else unit.unit.troop
        return Asked("move-distance", {"troop": troop, "bad": bad, "extra": extra})

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Why a unit may not go to the end of its way: too far, no room, or in contact without a charge."""
        name, place, state = choice.unit, choice.way[-1], moment.picked(choice.unit)
        field = self.table.battlefield(state)
        if choice.kind == "shell":
            return "" if holds(field, place[:2]) else "A shell is aimed at a point of the table (§4)."
        if choice.kind == "deploy":
            on_edge = holds(field, place[:2]) and place.y == self.table.own_edge(name, moment.position).y
            room = why_no_room(field, self.table.base(moment.units[name], place), place, may_touch=False)
            return room if on_edge else f"{name} comes in at its own edge (§11)."
        far = self.march(moment, name).why_not_move(name, place, moment.position, self.rules)
        return far or why_no_room(field, field.unit(name), place, may_touch=False)

    def forms(self, moment: Now, name: str) -> Iterator[Choice]:
        """A move in which the figures form up in another number of ranks: only cohesion binds them (section 2)."""
        unit, place = moment.units[name], moment.places[name]
        field, move = self.table.battlefield(moment.picked(name)), self.table.move_of(unit, self.rules)
        fronts = dict.fromkeys(-(-unit.figures // ranks) for ranks in range(1, MOST_RANKS + 1))
        for front in fronts if unit.unit.troop not in GUNS else ():
            if front == unit.front:
                continue
            formed = replace(unit, front_rank=front)
            far = (abs(front - unit.front) + abs(formed.ranks - unit.ranks)) * SPACING / 2
            why_not = why_no_room(field, self.table.base(formed, place), place, may_touch=False)
            if far > move:
                why_not = f"Figures of {name} would move {in_words(far)}″; its move is {move}″ (§2)."
            if field.ground_at(place[:2]) in BAD:
                why_not = f"{name} stands on bad ground, where dice say how far it moves (§2)."
            yield Choice("form", name, note=f"{front} abreast", section="2", why_not=why_not)

    def after_form(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has moved: it fires, or goes on (section 2)."""
        moment = moment.settled.unit(choice.unit, front_rank=int(choice.note.split()[0]))
        return moment.first(self.task(moment, "shoot", choice.unit, True))

    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Who has moved fires, or goes on (section 2)."""
        moment = moment.settled.moved(choice.unit, choice.way[-1])
        return moment.first(self.task(moment, "shoot", choice.unit, True))

    def after_cross(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """The dice say how far it goes over bad ground; then it fires, or goes on (section 2)."""
        moment, name = moment.settled, choice.unit
        return moment.first(
            self.task(moment, "go", name, int(outcome), True), self.task(moment, "shoot", name, True)
        )

    def after_run(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """A further move in place of fire, on any ground or on good ground only (section 2; R17)."""
        moment, name = moment.settled, choice.unit
        before = fixed_move(moment.units[name].unit.troop, False, self.rules) or 0
        return moment.first(self.task(moment, "go", name, int(outcome) - before, self.rules.T3 == "a"))

    def on_go(self, moment: Now, name: str, inches: int, bad: bool) -> Iterator[Choice]:
        """A unit that has rolled for its move."""
        yield from self.moves(moment, name, "go")
        yield Choice("hold", name, section="2")

    def after_go(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It stands there."""
        return moment.settled.moved(choice.unit, choice.way[-1])

    # --- fire (sections 2 to 6)
    def on_shoot(self, moment: Now, name: str, moved: bool) -> Iterator[Choice]:
        """A unit that has moved fires without aim, or moves on by a die; guns only fire."""
        yield from self.shots(moment, name, aimed=False)
        if moved and moment.units[name].unit.troop not in GUNS:
            yield Choice(
                "run", name, asked=self.rolled(moment.units[name], bad=False, extra=True), section="2"
            )
        yield Choice("hold", name, section="2")

    def shots(self, moment: Now, name: str, *, aimed: bool) -> Iterator[Choice]:
        """The fire of a unit at each enemy who is not in contact with it."""
        for other in self.enemies(moment, name):
            state = moment.picked(name, other)
            asked = self.table.asked(state, self.rules)
            if asked is None or asked.calculator == "melee-unit":
                continue
            if "aimed" in asked.inputs:
                asked = replace(asked, inputs={**asked.inputs, "aimed": aimed})
            drawn = self.rules.R7 == "c" and moment.units[other].leaders and "aimed" not in asked.inputs
            why_not = "By R7=c chance says who is hit, and for a gun no question does (§2)." if drawn else ""
            yield Choice("fire", name, other, asked=asked, section="2", why_not=asked.why_not or why_not)

    def after_fire(self, moment: Now, choice: Choice, outcome: Fallen | Burst | int) -> Now:
        """Who is hit falls, a machine gun may jam, a gun reloads (sections 2, 3 and 4)."""
        moment, name = moment.settled, choice.unit
        if isinstance(outcome, Fallen):
            fallen = outcome.by_save
            return self.eliminated(moment, choice.target, outcome.ordinary, dict(fallen))
        if isinstance(outcome, Burst):
            return self.hit(moment.unit(name, jammed=outcome.jammed), choice.target, outcome.hits)
        rounds = reload_activations(moment.units[name].figures, self.rules)
        return self.hit(moment.unit(name, reloading=rounds), choice.target, outcome)

    def eliminated(self, moment: Now, name: str, ordinary: int, by_save: dict[int, int]) -> Now:
        """Without so many ordinary figures, and so many leaders who save on a die."""
        unit, fallen = moment.units[name], []
        for save, count in by_save.items():
            fallen += [each for each in unit.leaders if self.rules.saves[each].ignores_on == save][:count]
        return self.without(moment, name, ordinary, tuple(fallen))

    def hit(self, moment: Now, name: str, hits: int) -> Now:
        """Hits of a gun: ordinary figures fall first, each leader has his save; or the reverse (section 2; R7)."""
        unit = moment.units[name]
        leaders = sorted(unit.leaders, key=lambda each: self.rules.saves[each].ignores_on)
        if self.rules.R7 == "b":
            struck = leaders[::-1][:hits]
            ordinary = min(hits - len(struck), unit.ordinary)
        else:
            ordinary = min(hits, unit.ordinary)
            struck = leaders[: hits - ordinary]
        moment = self.eliminated(moment, name, ordinary, {})
        return moment.first(*(Task(CHANCE, "save", (name, each.value)) for each in struck))

    def on_save(self, moment: Now, name: str, leader: str) -> Iterator[Choice]:
        """A leader who was hit rolls (section 2)."""
        yield Choice("save", name, note=leader, asked=Asked("leader-save", {"kind": leader}), section="2")

    def after_save(self, moment: Now, choice: Choice, outcome: Save) -> Now:
        """He ignores it, or falls."""
        fallen = moment.units[choice.unit].fallen
        if outcome is Save.ELIMINATED:
            fallen = (*fallen, Leader(choice.note))
        return moment.settled.unit(choice.unit, fallen=fallen)

    # --- shells (section 4)
    def shells(self, moment: Now, name: str) -> Iterator[Choice]:
        """A shell on an estimated distance: whole inches called at each enemy are offered, any point is allowed."""
        unit, (x, y) = moment.units[name], moment.places[name][:2]
        for other in self.enemies(moment, name) if unit.unit.gun else ():
            far_x, far_y = moment.places[other].x - x, moment.places[other].y - y
            called = max(round(hypot(far_x, far_y)), 1)
            share = called / (hypot(far_x, far_y) or 1)
            place = Place(round(x + far_x * share, 3), round(y + far_y * share, 3))
            why_not = unit.cannot_fire(self.rules)
            yield Choice(
                "shell", name, way=(place,), section="4", why=f"{called}″ called at {other}", why_not=why_not
            )

    def after_shell(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It bursts over everybody near, friend and foe, unit by unit; the gun reloads."""
        name, impact = choice.unit, choice.way[-1]
        unit = moment.units[name]
        assert unit.unit.gun is not None
        radius = self.rules.guns[unit.unit.gun].burst_radius
        under = Counter(
            other
            for other, _, at in self.table.figures(moment.picked())
            if those_within(impact[:2], [at], radius)
        )
        moment = moment.settled.unit(name, reloading=reload_activations(unit.figures, self.rules))
        return moment.first(*(task for other in under for task in self.bursts(moment, other, impact, radius)))

    def bursts(self, moment: Now, name: str, impact: Place, radius: int) -> Iterator[Task]:
        """Who of a unit is under a shell; men whose firearms others may take up roll by themselves, the last ones."""
        unit = moment.units[name]
        places, field = unit.places(moment.places[name]), self.table.battlefield(moment.picked(name))
        under, armed = those_within(impact[:2], places, radius), self.armed(unit)
        for has_one in (False, True):
            hit = [
                (unit.leader(number), "cover" if field.ground_at(places[number]) in COVER else "open")
                for number in under
                if (number < armed) is has_one
            ]
            men = hit.count((None, "cover")), hit.count((None, "open"))
            leaders = tuple((leader.value, place) for leader, place in hit if leader is not None)
            if hit:
                yield Task(CHANCE, "burst", (name, *men, leaders, has_one))

    def on_burst(
        self,
        moment: Now,
        name: str,
        cover: int,
        in_the_open: int,
        leaders: tuple[tuple[str, str], ...],
        armed: bool,
    ) -> Iterator[Choice]:
        """The figures of a unit under a shell roll for their lives."""
        inputs = {"cover": cover, "open": in_the_open, "leaders": [list(each) for each in leaders]}
        yield Choice("burst", name, asked=Asked("shell-burst", inputs), section="4")

    def after_burst(self, moment: Now, choice: Choice, outcome: Shelled) -> Now:
        """Who was not safe is gone."""
        name, armed = choice.unit, moment.tasks[-1].about[-1]
        unit = moment.units[name]
        lost, fallen = unit.lost + outcome.ordinary, (*unit.fallen, *outcome.leaders)
        near = unit.takers(moment.places[name], self.rules)
        moment = moment.settled.unit(name, lost=lost, fallen=fallen)
        return self.dropped(moment, name, outcome.ordinary, near) if armed else moment
