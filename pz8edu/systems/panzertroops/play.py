"""Whole turns of Panzertroops: A moves, B and A fire, B moves, A and B fire; fire interrupts a move (PT-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import dist
from typing import Any, ClassVar

from pz8edu.board.battlefield import SMOKE
from pz8edu.board.bearings import point_at
from pz8edu.board.contact import first_contact, in_contact
from pz8edu.board.position import Marker, Place
from pz8edu.board.shapes import Area, Base
from pz8edu.board.tabletop import Asked
from pz8edu.systems.panzertroops.line_of_fire import HIDING, at_the_edge, bearer
from pz8edu.systems.panzertroops.miniatures import ROOF, SATCHEL, Miniature
from pz8edu.systems.panzertroops.morale import TankHit
from pz8edu.systems.panzertroops.play_aboard import ON_FOOT
from pz8edu.systems.panzertroops.play_split import SPLIT, Splitting
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.setting_up import FIRST, TIE
from pz8edu.systems.panzertroops.shooting import HALF_TURN, SHELLS
from pz8edu.systems.panzertroops.special_weapons import Flame, Smoke
from pz8edu.systems.panzertroops.tabletop import SMOKE_WEAPONS, PanzertroopsTable
from pz8edu.systems.panzertroops.words import Chassis, Effect, Game, Morale, Mover, Radio, Target
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import house_ending
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import holds, rounded_place, why_no_room, worth_a_look
from pz8edu.turns.play import STAYS

Now = Moment[Miniature]
STOPS = 3
"""Where a move may be interrupted: after each third of it."""
SCREEN = "the screen"
ON_THE_WAY = frozenset({"go", "exit", "board"})
"""What a miniature does no more that is stopped on its way."""
ONE_SHOT = frozenset({"panzerfaust"})
KINDS = ("infantry", "heavy-weapon", "gun", "soft-vehicle")
"""Beginnings of the rows of Table U4."""
DOES = {Mover.RUN: "run", Mover.ASSAULT: "assault"}
HALF = 3
"""Steps of a half-turn."""
POINTS = {Target.MAN: 3, Target.SOFT_VEHICLE: 5, Target.AFV: 15}
"""What a miniature is worth to a plain opponent; less than a third of it while it is pinned."""
NEAR = Fraction(1, 100)
"""What an inch nearer to the enemy is worth to it."""


class PlayPanzertroops(Splitting):
    """A game of Panzertroops on one of its tables; Side A is the own side, unless a die says who is (T6).

    A satchel charge is dropped on the way of its carrier or where he ends it. A gun whose weapon is destroyed
    goes on as one man with a pistol (PT-18). The combat groups that count losses are those of the start (PT-24).
    """

    table: PanzertroopsTable
    single_steps: ClassVar = {SPLIT.id: SPLIT}
    by_drag = frozenset({"move", "smoke", "unload"})
    lets_be = frozenset({"hold"})

    # --- the clock
    def start(self) -> Now:
        """The table in the step that its file says, with the combat groups of the men (PT-24)."""
        setup = self.table.setup
        moment = Moment(self.table.start(), step=(setup.step or 1 + HALF * (setup.half_turn - 1)) - 1)
        state = moment.picked()
        groups = {
            f"group of {name}": tuple(sorted(each.name for each in self.table.group(unit, state, self.rules)))
            for name, unit in moment.units.items()
        }
        moment = moment.note(**groups)
        on_the_offensive = setup.leave or moment.step or self.rules.T6 == "a"
        return moment if on_the_offensive else moment.first(Task(CHANCE, "side-a"))

    def on_side_a(self, moment: Now) -> Iterator[Choice]:
        """A die says who moves first (PT-27; T6)."""
        yield Choice("side-a", asked=Asked("setup-roll", {}), section="PT-27")

    def after_side_a(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """The higher die is Side A for the whole game; a tie is thrown again."""
        if outcome == TIE:
            return moment
        return self.counted(moment.settled.note(first=self.sides[outcome != FIRST]))

    def side_of(self, letter: str, moment: Now) -> tuple[str, ...]:
        """Side A is the own side, or who has won the roll for it."""
        first: str = moment.noted.get("first", self.sides[0])
        return (first if letter == "A" else self.other(first),)

    def is_out(self, name: str, moment: Now) -> bool:
        """Is a miniature lost, over the edge, or in the crew of a weapon (PT-17)?"""
        unit = moment.units[name]
        return unit.destroyed or bool(unit.aboard and moment.units[unit.aboard].kind is Target.MAN)

    def is_lost(self, name: str, moment: Now) -> bool:
        """Is it dead, or a wreck?"""
        return moment.units[name].destroyed and name not in moment.noted.get("left", ())

    def next_step(self, moment: Now) -> Now:
        """The next step; the counter of half-turns says whose fire is attacking."""
        return self.counted(super().next_step(moment))

    def counted(self, moment: Now) -> Now:
        """Whose half of the turn it is: the counter says 1 for the own side's, 2 for the other's."""
        mover = self.steps(moment)[moment.step - moment.step % HALF].side
        return moment.at(moment.position.with_stock(HALF_TURN, 1 + self.sides.index(mover)))

    def ends_step(self, moment: Now) -> Now:
        """After a movement those who stayed stand and pins end; after defensive fire all may fire again."""
        now = self.steps(moment)[moment.step]
        if now.kind == "move":
            return self.ends_movement(moment, now.side)
        moment = moment.note(fired=None, shooting=None)
        if moment.step % HALF == HALF - 1:
            charges = (word for word in moment.noted if word.startswith(LAID.format("")))
            moment = moment.note(shells=None, callers=None, fallen=None, **dict.fromkeys(charges))
            moment = self.stops_running(moment, now.side) if self.rules.T1 == "b" else moment
        for word, last in list(moment.noted.items()):
            if word.startswith("smoke at ") and tuple(last) == (moment.turn - 1, moment.step):
                moment = self.cleared_of_smoke(moment.note(**{word: None}), word)
        return moment

    def ends_movement(self, moment: Now, side: str) -> Now:
        """Who stayed stands, pins end, and who is left in an older wreck is out of it (PT-19, PT-20)."""
        ran = set(moment.noted.get("ran", ()))
        for name, unit in self.living(moment, side).items():
            moved = {} if name in moment.acted or (unit.half and not unit.vehicle) else self.standing(unit)
            moment = moment.unit(name, pinned=False, half=False, **moved).note(**{f"halves {name}": None})
            ran.discard(name)
        for name in self.living(moment, side):
            moment = self.carried(moment, name)
        burning = [word for word in moment.noted if word.startswith(("burns ", "by road "))]
        moment = self.all_off(moment, side)
        return moment.note(ran=tuple(sorted(ran)) or None, **dict.fromkeys(burning))

    def stops_running(self, moment: Now, side: str) -> Now:
        """After their own half of the turn men stand as targets; who ran is remembered (PT-2; T1)."""
        ran = list(moment.noted.get("ran", ()))
        for name, unit in self.living(moment, side).items():
            if unit.kind is Target.MAN and unit.has_moved:
                ran += [name] * (unit.posture == Mover.RUN)
                moment = moment.unit(name, **self.standing(unit))
        return moment.note(ran=tuple(sorted(ran)) or None)

    def cleared_of_smoke(self, moment: Now, word: str) -> Now:
        """Without a screen: it lasts to the end of the same step of the next turn (PT-26)."""
        x, y = map(float, word.removeprefix("smoke at ").split(","))
        gone = next((each for each in moment.position.marked(SMOKE) if (each.x, each.y) == (x, y)), None)
        return moment if gone is None else moment.at(moment.position.without_marker(gone))

    def standing(self, unit: Miniature) -> dict[str, Any]:
        """What a miniature does that does not move."""
        return {"moved": False} if unit.vehicle else {"posture": f"{kind_of(unit)}-stationary"}

    # --- movement (PT-2 to PT-5, PT-17, PT-19, PT-20, PT-23 to PT-25)
    def do_move(self, moment: Now, name: str) -> Iterator[Choice]:
        """A miniature moves once, infantry running or in an assault move; an observer team may call before."""
        unit = moment.units[name]
        if unit.aboard:
            yield from self.unloads(moment, name)
            return
        stays = self.table.why_it_stays(name, moment.picked(name), self.rules)
        if not stays and self.rules.T2 == "b" and unit.morale is Morale.SHAKEN:
            stays = "it is shaken (PT-24)"
        why_not = f"{name} does not move: {stays}." if stays else ""
        for mover in self.movers(unit, moment):
            note = "" if mover is None else DOES[mover]
            going = moment if mover is None else moment.unit(name, moves=mover)
            yield Choice(
                "move",
                name,
                way=(moment.places[name],),
                note=note,
                section="PT-2",
                why=STAYS,
                why_not=why_not,
            )
            if not why_not:
                yield from self.moves(going, name, note)
                if unit.kind is Target.MAN:
                    yield from self.mounts(going, name, note)
        yield from self.takes_over(moment, name)
        yield from self.heads(moment, name)
        if unit.observer and moment.noted.get(f"called {name}") != moment.turn:
            asked, why_not = Asked("radio-call", {}), self.why_no_team(unit)
            yield Choice("call", name, asked=asked, section="PT-23", why_not=why_not)
        if self.table.setup.leave and unit.side == self.sides[0] and not why_not:
            why_not = self.leaving(moment, name)[1]
            yield Choice("leave", name, section="PT-27", why_not=why_not)

    def leaving(self, moment: Now, name: str) -> tuple[Now, str]:
        """A miniature as it goes straight to the north edge, running only if it must; and why it does not (PT-27)."""
        edge, found = moment.places[name]._replace(y=float(self.table.setup.height)), []
        for mover in reversed(self.movers(moment.units[name], moment)):
            going = moment if mover is None else moment.unit(name, moves=mover)
            why_not = self.table.why_not_move(name, edge, going.position, self.rules)
            found.append((going, why_not or self.why_not_past(going, name, self.path(going, name, edge))))
        return next((each for each in found if not each[1]), found[-1])

    def movers(self, unit: Miniature, moment: Now) -> tuple[Mover | None, ...]:
        """The ways in which a miniature can move: who has run does not run again, but does from a wreck (PT-2, PT-20)."""
        if kind_of(unit) != "infantry" or unit.vehicle or unit.moves not in DOES:
            return (None,)
        ran = unit.posture == "infantry-run" or unit.name in moment.noted.get("ran", ())
        return (Mover.ASSAULT,) if ran and not unit.half else (Mover.RUN, Mover.ASSAULT)

    def moves(self, moment: Now, name: str, note: str) -> Iterator[Choice]:
        """The places that are worth a look, which it reaches past everybody."""
        weapon = self.table.weapon(moment.units[name], self.rules)[1]
        ranges = (weapon.range, self.rules.woods_range) if weapon.range else ()
        state = moment.picked()
        for why, place in worth_a_look(self.table, name, state, self.rules, ranges=ranges, may_touch=False):
            found = Choice("move", name, way=(place,), note=note, section="PT-2", why=why)
            if not (
                self.table.why_not_move(name, place, moment.position, self.rules)
                or self.why_not_past(moment, name, self.path(moment, name, place))
            ):
                yield found

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Too far, no room, through another miniature, or nearer to the enemy with bad morale (PT-2, PT-24)."""
        name, place = choice.unit, choice.way[-1]
        if choice.kind == "smoke":
            return self.smoked(moment, name, place).why_not
        if choice.kind == "unload":
            return self.why_not_there(moment, name, place)
        mover = next((each for each, word in DOES.items() if word == choice.note), None)
        going = moment if mover is None else moment.unit(name, moves=mover)
        field = self.table.battlefield(moment.picked(name))
        return (
            super().why_no_place(going, choice)
            or why_no_room(field, field.unit(name), place, may_touch=False)
            or self.why_not_past(going, name, self.path(going, name, place))
        )

    def reach(self, moment: Now, name: str) -> Area | None:
        """Where a miniature gets that runs if it may (PT-2)."""
        mover = self.movers(moment.units[name], moment)[0]
        going = moment if mover is None else moment.unit(name, moves=mover)
        return self.table.reach(name, going.picked(name), self.rules)

    def why_not_past(self, moment: Now, name: str, path: tuple[tuple[float, float], ...]) -> str:
        """Why a miniature does not go a way that is short enough; empty if it does.

        Nobody goes through another one, and only infantry through a wreck (PT-2).
        """
        unit, met = moment.units[name], self.met(moment, name, path)
        if met is not None:
            wreck = met in self.table.battlefield(moment.picked()).wrecks
            return f"{name} does not move through {'the wreck of ' * wreck}{met.name} (PT-2)."
        enemies = [moment.places[each][:2] for each in self.living(moment, self.other(unit.side))]
        if unit.morale is not Morale.GOOD and enemies:
            before, after = (min(dist(spot, each) for each in enemies) for spot in (path[0], path[-1]))
            if after < before:
                return f"{name} is {unit.morale} and does not move nearer to the enemy (PT-24)."
        return self.why_not_astray(moment, name, path)

    def in_the_way(self, moment: Now, name: str) -> list[Base]:
        """Through whom a miniature does not go: all that it does not touch yet, but for infantry wrecks (PT-2)."""
        field, unit = self.table.battlefield(moment.picked()), moment.units[name]
        base, on_foot = field.unit(name), unit.kind is Target.MAN and kind_of(unit) == "infantry"
        others = (*field.units, *(() if on_foot else field.wrecks))
        return [each for each in others if each.name != name and not in_contact(base, each)]

    def met(self, moment: Now, name: str, path: tuple[tuple[float, float], ...]) -> Base | None:
        """The first of them on its way."""
        base, others = self.table.battlefield(moment.picked()).unit(name), self.in_the_way(moment, name)
        legs = [(replace(base, at=start), end) for start, end in pairwise(path)]
        found = (each for leg in legs for each in others if first_contact(*leg, each) is not None)
        return next(found, None)

    def why_not_astray(self, moment: Now, name: str, path: tuple[tuple[float, float], ...]) -> str:
        """Why a man does not go where the gap to his combat group is too wide; empty if he does (PT-24; T5)."""
        group = (each for each in moment.noted.get(f"group of {name}", ()) if each != name)
        others = [moment.places[each][:2] for each in group if not self.is_out(each, moment)]
        if moment.units[name].kind is not Target.MAN or not others:
            return ""
        before, after = (min(dist(spot, each) for each in others) for spot in (path[0], path[-1]))
        limit = self.rules.group_within
        if after < before or (after if self.rules.T5 == "b" else before) <= limit:
            return ""
        return f"{name} is not to be more than {limit}″ from its combat group: it closes the gap (PT-24)."

    def path(self, moment: Now, name: str, place: Place) -> tuple[tuple[float, float], ...]:
        """The points of the way of a miniature to a place, past others who stand in it (PT-2)."""
        way = self.table.way_to(name, place, moment.picked(), self.rules)
        points = (moment.places[name][:2], place[:2]) if way is None else way.path
        path = tuple((float(x), float(y)) for x, y in points)
        if way is not None and way.is_legal and self.met(moment, name, path):
            others = self.in_the_way(moment, name)
            past = self.table.way_past(name, place, others, moment.picked(), self.rules)
            path = tuple((float(x), float(y)) for x, y in past.path) if past.is_legal else path
        return path

    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """On its way, stop by stop: the enemy may fire at each (PT-12). To turn in place is no move (PT-2)."""
        if choice.way[-1][:2] == moment.places[choice.unit][:2]:
            return moment.moved(choice.unit, choice.way[-1])
        mover = next((each for each, word in DOES.items() if word == choice.note), None)
        if mover is not None:
            moment = moment.unit(choice.unit, moves=mover)
        unit, way = (
            moment.units[choice.unit],
            self.table.way_to(choice.unit, choice.way[-1], moment.picked(), self.rules),
        )
        if way is not None and way.allowance > self.table.move(unit, self.rules)[0]:
            moment = moment.note(**{f"by road {choice.unit}": True})
        if unit.kind is not Target.MAN:
            moment = self.drives(moment, choice.unit, choice.way[-1])
        return self.on_its_way(moment, choice.unit, choice.way[-1])

    def after_mount(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """To the vehicle under fire, and up (PT-5, PT-12)."""
        name, spot, side = choice.unit, choice.way[-1], moment.units[choice.unit].side
        mover = next((each for each, word in DOES.items() if word == choice.note), None)
        moment = moment if mover is None else moment.unit(name, moves=mover)
        up = Task(side, "board", (name, choice.target))
        if spot[:2] == moment.places[name][:2]:
            return moment.has_acted(name).first(up)
        return self.on_its_way(moment, name, spot, up)

    def after_unload(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Down he climbs, under fire (PT-5, PT-12)."""
        return self.under_fire(super().after_unload(moment, choice, outcome), choice.unit)

    def on_its_way(self, moment: Now, name: str, place: Place, *then: Task) -> Now:
        """A miniature that sets out for a place."""
        side, path = moment.units[name].side, self.path(moment, name, place)
        stops = [Place(*spot, place.facing) for spot in stops_on(path)[:-1]]
        moment = moment.has_acted(name).unit(name, exposed=False)
        return moment.first(*(Task(side, "go", (name, *stop)) for stop in (*stops, place)), *then)

    def on_go(
        self, moment: Now, name: str, x: float, y: float, facing: float | None, level: int | None
    ) -> Iterator[Choice]:
        """A stop further; a satchel charge may be dropped here first (PT-21)."""
        yield Choice("go", name, way=(Place(x, y, facing, level),), section="PT-2")
        if moment.units[name].weapon == SATCHEL and not moment.units[name].spent:
            yield Choice("drop", name, section="PT-21")

    def after_drop(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The charge lies here until the attacking fire; its carrier goes on with his pistol (PT-1, PT-21)."""
        x, y, *_ = moment.places[choice.unit]
        return moment.unit(choice.unit, spent=True).note(**{LAID.format(choice.unit): (x, y)})

    def after_go(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """There it is a moving target for whoever can still fire defensively (PT-12)."""
        name, unit = choice.unit, moment.units[choice.unit]
        moment = moment.settled.moved(name, choice.way[-1])
        if unit.vehicle:
            moment = moment.unit(name, moved=True)
        else:
            doing = DOES.get(unit.moves, "moving") if kind_of(unit) == "infantry" else "moving"
            doing = "road-bonus" if doing == "assault" and f"by road {name}" in moment.noted else doing
            moment = moment.unit(name, posture=f"{kind_of(unit)}-{doing}")
        return self.under_fire(self.carried(moment, name), name)

    def under_fire(self, moment: Now, name: str) -> Now:
        """Whoever can still fire defensively may claim a shot now at it, or at who rides on it (PT-12)."""
        enemy, targets = self.other(moment.units[name].side), (name, *self.riders(moment, name))
        able = any(not each.why_not for each in self.all_shots(moment, enemy, targets))
        return moment.first(Task(enemy, "react", targets)) if able else moment

    def on_react(self, moment: Now, *targets: str) -> Iterator[Choice]:
        """Defensive fire at a miniature on its way; or the enemy holds his fire (PT-12)."""
        yield from self.all_shots(moment, self.now(moment).side, targets)
        yield Choice("hold", section="PT-12")

    def after_call(self, moment: Now, choice: Choice, outcome: Radio) -> Now:
        """Who gets through has the shells of the next attacking fire; several teams share them (PT-23)."""
        moment = moment.note(**{f"called {choice.unit}": moment.turn})
        if outcome is not Radio.THROUGH:
            return moment
        callers = (*moment.noted.get("callers", ()), choice.unit)
        return moment.note(shells=moment.position.stock[SHELLS], callers=callers)

    def after_leave(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """To the edge under fire, and over it (PT-27)."""
        name, here, (moment, _) = choice.unit, moment.places[choice.unit], self.leaving(moment, choice.unit)
        deep = float(max(moment.units[name].size)) / 2
        edge = here._replace(y=max(here.y, float(self.table.setup.height) - deep), facing=0.0)
        return self.on_its_way(moment, name, edge, Task(moment.units[name].side, "exit", (name,)))

    def on_exit(self, moment: Now, name: str) -> Iterator[Choice]:
        """Over the edge."""
        yield Choice("exit", name, section="PT-27")

    def after_exit(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has left with whom it carries, and is not lost."""
        gone = (choice.unit, *self.riders(moment, choice.unit))
        moment = moment.settled.note(left=(*moment.noted.get("left", ()), *gone))
        for name in gone:
            moment = moment.unit(name, destroyed=True)
        return moment

    # --- fire (PT-6 to PT-19, PT-21 to PT-26)
    def do_fire(self, moment: Now, name: str) -> Iterator[Choice]:
        """Each weapon once: smoke first, then shots, in attacking fire also shells and satchel charges."""
        unit, state = moment.units[name], moment.picked(name)
        enemies = tuple(self.living(moment, self.other(unit.side)))
        if (unit.observer or unit.weapon == SATCHEL) and self.table.attacks(unit, state):
            seen = [each for each in enemies if not self.table.inside(moment.units[each], state)]
            for target in seen:
                if unit.observer:
                    yield self.shell(moment, name, target)
                    continue
                blast = self.blast(moment, name, target)
                assert blast.asked is not None
                yield blast
                yield from self.splits(moment, name, target, SATCHEL, blast.asked)
        if unit.observer or self.is_out(name, moment):
            return
        if not (self.table.attacks(unit, state) or self.has_shot(moment, name)):
            yield from self.heads(moment, name)
        yield from self.indirect(moment, name, enemies)
        yield from self.screens(moment, name)
        yield from self.projects(moment, name)
        yield from self.shots(moment, name, enemies)

    def actors(self, moment: Now, step: Turn) -> Iterable[str]:
        """The miniatures of a side; in its fire also the dead whose charge lies ready (PT-21)."""
        yield from super().actors(moment, step)
        for name, unit in moment.units.items() if step.kind == "fire" else ():
            if unit.side == step.side and LAID.format(name) in moment.noted and self.is_out(name, moment):
                yield name

    def has_shot(self, moment: Now, name: str) -> bool:
        """Has it fired one of its weapons in this step (PT-6)?"""
        return any(each.startswith(f"{name}: ") for each in moment.noted.get("fired", ()))

    def all_shots(self, moment: Now, side: str, targets: tuple[str, ...]) -> Iterator[Choice]:
        """The shots of a whole side."""
        for name, unit in self.living(moment, side).items():
            if not unit.observer:
                yield from self.shots(moment, name, targets)

    def shots(self, moment: Now, name: str, targets: tuple[str, ...]) -> Iterator[Choice]:
        """The shots of a miniature with one of its weapons; armour fires all of them (PT-6), whole or split (PT-16)."""
        unit = moment.units[name]
        carried = self.table.weapons(unit, self.rules)
        fired = [each for each in moment.noted.get("fired", ()) if each.startswith(f"{name}: ")]
        for weapon in carried:
            times = self.table.times(unit, weapon, self.rules)
            if weapon == SATCHEL or fired.count(f"{name}: {weapon}") >= times or (fired and not unit.vehicle):
                continue
            named = len(carried) > 1 if unit.vehicle else weapon != unit.weapon
            note = weapon if named else ""
            for target in targets:
                asked = self.shot_at(moment, name, weapon, target)
                if asked is not None:
                    yield Choice(
                        "fire", name, target, note=note, asked=asked, section="PT-6", why_not=asked.why_not
                    )
                    yield from self.splits(moment, name, target, note, asked)
                if moment.units[target].looks_out and moment.units[target].vehicle:
                    asked = self.at_gunner(moment, name, weapon, target)
                    yield Choice(
                        "gunner", name, target, note=note, asked=asked, section="PT-15", why_not=asked.why_not
                    )
                    yield from self.splits(moment, name, target, note, asked)

    def shot_at(self, moment: Now, name: str, weapon: str, target: str) -> Asked | None:
        """The question of a whole shot of one of its weapons; without a name, of its first (PT-6, PT-21)."""
        if weapon == SATCHEL:
            return self.blast(moment, name, target).asked
        unit = moment.units[name]
        fires = weapon or self.table.weapons(unit, self.rules)[0]
        in_hand = unit if unit.fires == fires else replace(unit, fires=fires)
        state = moment.picked(name, target)
        return self.table.asked_of(in_hand, moment.units[target], state, self.rules)

    def after_shoot(self, moment: Now, choice: Choice, outcome: tuple[Effect, ...]) -> Now:
        """What split fire has done to each of its targets (PT-16)."""
        name, weapon, *aimed = moment.tasks[-1].about
        moment = moment.settled
        moment = moment.settled if moment.tasks else moment.note(shooting=True)
        charge = weapon == SATCHEL
        moment = self.exploded(moment, name) if charge else self.has_fired(moment, name, weapon)
        for target, effect in zip(aimed[::2], outcome, strict=True):
            struck = self.gunner_struck if moment.units[target].vehicle else self.struck
            moment = struck(moment, target, effect)
        return moment

    def after_fire(self, moment: Now, choice: Choice, outcome: Effect | TankHit | Flame) -> Now:
        """What the shot has done to the target (PT-18, PT-19, PT-25)."""
        moment, effect = self.shot(moment, choice, outcome)
        moment = self.struck(moment, choice.target, effect)
        if isinstance(outcome, TankHit) and outcome.nerve is not None:
            moment = self.shaken(moment, choice.target, outcome.nerve)
        return moment

    def after_gunner(self, moment: Now, choice: Choice, outcome: Effect | Flame) -> Now:
        """What a shot at a roof gunner has done (PT-15)."""
        moment, effect = self.shot(moment, choice, outcome)
        return self.gunner_struck(moment, choice.target, effect)

    def gunner_struck(self, moment: Now, vehicle: str, effect: Effect) -> Now:
        """A roof gunner who is killed leaves his gun out of action for good (PT-15)."""
        return moment.unit(vehicle, gunner_lost=True, looks_out=False) if effect.destroys else moment

    def shot(self, moment: Now, choice: Choice, outcome: Effect | TankHit | Flame) -> tuple[Now, Effect]:
        """The weapon has fired, with what fuel is left, and what its shot has done (PT-9, PT-22)."""
        moment = moment.settled if moment.tasks else moment.note(shooting=True)
        moment = self.has_fired(moment, choice.unit, choice.note)
        if isinstance(outcome, Flame):
            moment = moment.unit(choice.unit, spent=outcome.spent)
        return moment, outcome if isinstance(outcome, Effect) else outcome.effect

    def has_fired(self, moment: Now, name: str, weapon: str) -> Now:
        """A weapon has fired; who shoots out of woods or buildings is exposed until it moves (PT-9)."""
        unit = moment.units[name]
        field = self.table.battlefield(moment.picked(name))
        base, key = bearer(field, unit), weapon or self.table.weapons(unit, self.rules)[0]
        edge = any(
            each.ground in HIDING and each.holds(base.at) and at_the_edge(base, each)
            for each in field.patches
        )
        moment = moment.note(fired=(*moment.noted.get("fired", ()), f"{name}: {key}"))
        last = key in ONE_SHOT and unit.rockets == 1
        left = unit.rockets - (key in ONE_SHOT and not last)
        return moment.unit(name, exposed=unit.exposed or edge, spent=unit.spent or last, rockets=left)

    def struck(self, moment: Now, name: str, effect: Effect) -> Now:
        """What an effect leaves of a miniature; on its way it stops there (PT-12, PT-17 to PT-19, PT-25)."""
        unit = moment.units[name]
        stopped = replace(
            moment,
            tasks=tuple(
                each for each in moment.tasks if not (each.kind in ON_THE_WAY and each.about[0] == name)
            ),
        )
        if effect is Effect.PINNED:
            return stopped.unit(name, pinned=True)
        if effect is Effect.IMMOBILISED:
            return stopped.unit(name, immobilised=True)
        if not effect.destroys:
            return moment
        if unit.kind is not Target.MAN:
            moment = moment.note(**{f"burns {name}": (moment.turn, moment.step)})
            return self.wrecked(moment.unit(name, destroyed=True), name)
        if unit.crew(self.rules) - unit.crew_lost <= 1:
            if effect is not Effect.WITH_WEAPONS and not (unit.aboard or unit.spent or unit.observer):
                moment = moment.note(fell=(*moment.noted.get("fell", ()), name))
            return self.lost(moment.unit(name, destroyed=True), name)
        if effect is Effect.WITH_WEAPONS:
            word = "stationary" if unit.posture.endswith("-stationary") else "run"
            changed = {**ON_FOOT, "posture": f"infantry-{word}", "crew_lost": 0}
            return self.lost(moment.unit(name, **changed), name)
        return self.lost(moment.unit(name, crew_lost=unit.crew_lost + 1), name)

    def lost(self, moment: Now, name: str) -> Now:
        """A group that has lost its leader, or a man when half of it or less is left, checks (PT-24; R11, R12)."""
        unit, group = moment.units[name], moment.noted[f"group of {name}"]
        alive = [each for each in group if not self.is_out(each, moment)]
        if unit.kind is not Target.MAN or not alive:
            return moment
        start = self.table.start().units
        whole = self.men(start.get(each, moment.units[each]) for each in group)
        left = self.men(moment.units[each] for each in alive)
        half = -(-whole // 2) if self.rules.R11 == "b" else whole // 2
        checks = (unit.figure == "leader") + (left <= half)
        if self.rules.R12 == "b":
            checks = min(checks, 1)
        return moment.first(*(Task(CHANCE, "nerve", (each,)) for each in alive[:1] * checks))

    def men(self, units: Iterable[Miniature]) -> int:
        """How many men they are: a crew counts man by man (PT-24)."""
        return sum(unit.crew(self.rules) - unit.crew_lost for unit in units)

    def on_nerve(self, moment: Now, name: str) -> Iterator[Choice]:
        """The morale check of a combat group (PT-24)."""
        asked = self.table.morale(moment.units[name], moment.picked(name), self.rules)
        yield Choice("nerve", name, asked=asked, section="PT-24")

    def after_nerve(self, moment: Now, choice: Choice, outcome: Morale) -> Now:
        """For the rest of the battle; nobody's morale becomes better."""
        return self.shaken(moment.settled, choice.unit, outcome)

    def shaken(self, moment: Now, name: str, morale: Morale) -> Now:
        """The whole group of a miniature; the broken surrender to an enemy who is near (PT-24)."""
        for each in self.table.group(moment.units[name], moment.picked(), self.rules):
            worse = max(each.morale, morale, key=lambda word: word.place)
            enemies = self.living(moment, self.other(each.side))
            here = moment.places[each.name][:2]
            near = any(dist(here, moment.places[one][:2]) <= self.rules.surrenders_within for one in enemies)
            moment = moment.unit(each.name, morale=worse, destroyed=worse is Morale.BROKEN and near)
            if each.vehicle and each.immobilised and worse is Morale.BROKEN and not near:
                moment = self.abandoned(moment, each.name)
        return moment

    # --- shells, charges and smoke
    def shell(self, moment: Now, name: str, target: str) -> Choice:
        """One shell of the weapons off the table, near where the others fall (PT-23)."""
        state = moment.picked(name, target)
        asked = self.table.asked(state, self.rules)
        assert asked is not None
        why_not = asked.why_not
        if not moment.noted.get("shells") or name not in moment.noted.get("callers", ()):
            why_not = f"{name} has no shells: nobody got through in this turn, or all have fallen (PT-23)."
        why_not = why_not or self.why_no_team(moment.units[name]) or self.why_astray(moment, target)
        return Choice("shell", name, target, asked=basic(asked), section="PT-23", why_not=why_not)

    def why_no_team(self, unit: Miniature) -> str:
        """Why observers call and direct no fire: both men must be alive (PT-23); empty if they are."""
        return f"{unit.name} has lost a man: only both together are a team (PT-23)." if unit.crew_lost else ""

    def why_astray(self, moment: Now, target: str) -> str:
        """Why no shell lands there: others have landed elsewhere (PT-23); empty if it does."""
        fallen, here = moment.noted.get("fallen", ()), moment.places[target][:2]
        if fallen and min(dist(each, here) for each in fallen) > self.rules.split_within:
            return f"Every shell lands within {self.rules.split_within}″ of another (PT-23)."
        return ""

    def after_shell(self, moment: Now, choice: Choice, outcome: Effect) -> Now:
        """One shell less."""
        return self.landed(moment.note(shells=moment.noted["shells"] - 1), choice.target, outcome)

    def landed(self, moment: Now, target: str, outcome: Effect) -> Now:
        """What a shell does, and where the next ones land."""
        fallen = (*moment.noted.get("fallen", ()), moment.places[target][:2])
        return self.struck(moment.note(fallen=fallen), target, outcome)

    def indirect(self, moment: Now, name: str, enemies: tuple[str, ...]) -> Iterator[Choice]:
        """Mortars and artillery on the table fire where a team that got through wants it, instead of a shot (PT-23)."""
        unit = moment.units[name]
        teams = [
            each
            for each in moment.noted.get("callers", ())
            if not (self.is_out(each, moment) or moment.units[each].crew_lost)
            if moment.units[each].side == unit.side
        ]
        if not teams or (self.has_shot(moment, name) and not unit.vehicle):
            return
        state, carried = moment.picked(name), self.table.weapons(unit, self.rules)
        for key in carried:
            gone = f"{name}: {key}" in moment.noted.get("fired", ())
            if gone or key.startswith(ROOF) or self.rules.weapons[key].indirect_soft is None:
                continue
            for target in (each for each in enemies if not self.table.inside(moment.units[each], state)):
                seen, at = moment.picked(name, target), moment.units[target]
                called = [
                    self.table.indirect(unit, key, moment.units[team], at, seen, self.rules) for team in teams
                ]
                asked = next((each for each in called if not each.why_not), called[0])
                why_not = asked.why_not or self.why_astray(moment, target)
                note = key if len(carried) > 1 else ""
                yield Choice(
                    "indirect", name, target, note=note, asked=basic(asked), section="PT-23", why_not=why_not
                )

    def after_indirect(self, moment: Now, choice: Choice, outcome: Effect) -> Now:
        """It has fired, and its shell has landed."""
        return self.landed(self.has_fired(moment, choice.unit, choice.note), choice.target, outcome)

    def blast(self, moment: Now, name: str, target: str) -> Choice:
        """A satchel charge where its carrier has dropped it, on his way or at the end of it (PT-21)."""
        laid, shot = moment.noted.get(LAID.format(name)), self.has_shot(moment, name)
        if laid is not None:
            there = moment.places[name]._replace(x=laid[0], y=laid[1])
            moment = moment.unit(name, spent=False, destroyed=False).moved(name, there)
        state, reach = moment.picked(name, target), self.rules.satchel_reach
        asked = self.table.asked(state, self.rules)
        assert asked is not None
        seen = self.table.seen(state, moment.units[name], moment.units[target], self.rules)
        why_not, away = asked.why_not, seen.distance
        if shot and laid is None:
            why_not = f"{name} has fired already: one weapon in a step (PT-6)."
        if not why_not and away > reach:
            why_not = f"{target} is {float(away):.1f}″ away; a charge reaches {float(reach):g}″ (PT-21)."
        inputs = {
            **asked.inputs,
            "defense": asked.inputs.get("target_defense"),
            "firepower": self.rules.satchel_firepower,
        }
        asked = basic(replace(asked, inputs=inputs, why_not=why_not))
        return Choice("blast", name, target, asked=asked, section="PT-21", why_not=why_not)

    def after_blast(self, moment: Now, choice: Choice, outcome: Effect) -> Now:
        """It has gone off at one target."""
        return self.struck(self.exploded(moment, choice.unit), choice.target, outcome)

    def is_idle(self, task: Task, moment: Now) -> bool:
        """A charge that lies ready goes off though its carrier is dead (PT-21)."""
        return not (task.kind == "aim" and task.about[1] == SATCHEL) and super().is_idle(task, moment)

    def exploded(self, moment: Now, name: str) -> Now:
        """The one charge is gone; who has dropped it on his way may still fire his pistol."""
        word = LAID.format(name)
        moment = moment.note(**{word: None}) if word in moment.noted else moment.has_acted(name)
        return moment.unit(name, spent=True)

    def screens(self, moment: Now, name: str) -> Iterator[Choice]:
        """Smoke half way to an enemy is offered; any point in range is allowed (PT-26)."""
        key = self.table.weapon(moment.units[name], self.rules)[0]
        if key not in SMOKE_WEAPONS or self.table.setup.bad_weather:
            return
        here = moment.places[name]
        asked = self.smoked(moment, name, here)
        yield Choice(
            "smoke", name, way=(here,), asked=asked, section="PT-26", why=STAYS, why_not=asked.why_not
        )
        for enemy in self.living(moment, self.other(moment.units[name].side)):
            there = moment.places[enemy]
            spot = Place(round((here.x + there.x) / 2, 1), round((here.y + there.y) / 2, 1))
            asked = self.smoked(moment, name, spot)
            if not asked.why_not:
                why = f"half way to {enemy}"
                yield Choice("smoke", name, way=(spot,), asked=asked, section="PT-26", why=why)

    def projects(self, moment: Now, name: str) -> Iterator[Choice]:
        """Smoke projectors: one round straight ahead, once in a game (PT-26; T4)."""
        unit, here = moment.units[name], moment.places[name]
        if not unit.vehicle or self.table.setup.bad_weather or moment.noted.get(f"projected {name}"):
            return
        row = self.rules.vehicles[unit.vehicle]
        usual = self.rules.T4 == "b" and bool(row.guns) and unit.chassis is Chassis.TRACKED
        if row.projectors or usual:
            spot = rounded_place(Place(*point_at(here[:2], here.facing or 0, self.rules.projected)))
            late = moment.noted.get("shooting")
            why_not = "Smoke is fired before normal ammunition (PT-26)." if late else ""
            asked = Asked("smoke-round", {"limited": False}, why_not)
            yield Choice("project", name, way=(spot,), asked=asked, section="PT-26", why_not=why_not)

    def after_project(self, moment: Now, choice: Choice, outcome: Smoke) -> Now:
        """The one round is gone; its screen stands if it goes off."""
        moment = moment.note(**{f"projected {choice.unit}": True})
        return self.screened(moment, choice.way[-1]) if outcome.goes_off else moment

    def smoked(self, moment: Now, name: str, place: Place) -> Asked:
        """The round of smoke at a point; not after anybody of the side has fired (PT-26)."""
        position = replace(moment.position, places={**moment.places, SCREEN: place})
        asked = self.table.smoke(moment.units[name], moment.at(position).picked(name, SCREEN), self.rules)
        key = self.table.weapon(moment.units[name], self.rules)[0]
        why_not = asked.why_not.replace(SCREEN, "the point")
        if moment.noted.get(f"towed {name}"):
            asked = replace(asked, inputs={**asked.inputs, "limited": True})
        if f"{name}: {key}" in moment.noted.get("fired", ()) or moment.noted.get("shooting"):
            why_not = "Smoke is fired before normal ammunition (PT-26)."
        elif moment.noted.get(f"no smoke {name}"):
            why_not = f"{name} has no smoke left (PT-26)."
        elif not holds(self.table.ground, place[:2]):
            why_not = "Smoke is fired at a point of the table (PT-26)."
        return replace(asked, why_not=why_not)

    def after_smoke(self, moment: Now, choice: Choice, outcome: Smoke) -> Now:
        """A screen to the end of the same step of the next turn (PT-26)."""
        moment, spot = self.has_fired(moment, choice.unit, ""), choice.way[-1]
        if outcome.last:
            moment = moment.note(**{f"no smoke {choice.unit}": True})
        return self.screened(moment, spot) if outcome.goes_off else moment

    def screened(self, moment: Now, spot: Place) -> Now:
        """A screen that stands from now on."""
        moment = moment.at(moment.position.with_marker(Marker(SMOKE, spot.x, spot.y)))
        return moment.note(**{f"smoke at {spot.x},{spot.y}": (moment.turn, moment.step)})

    # --- the end
    def over(self, moment: Now) -> Ending | None:
        """What the scenario prints, else the house rule of the table (PT-27, PT-29)."""
        setup, gone = self.table.setup, set(moment.noted.get("left", ()))
        if not setup.leave:
            return house_ending(setup.end, self, moment)
        own, enemy = self.sides
        if len(gone) >= setup.leave:
            return Ending(own, f"{len(gone)} of them have left over the north edge", "PT-29")
        alive = [self.living(moment, side) for side in self.sides]
        if moment.turn <= setup.end.turns and all(alive):
            return None
        lost = [
            sum(
                unit.destroyed
                for name, unit in moment.units.items()
                if unit.side == side and name not in gone
            )
            for side in self.sides
        ]
        says = f"{lost[0]} of {own} and {lost[1]} of {enemy} are lost"
        return Ending(own if lost[1] > lost[0] else enemy, says, "PT-29")

    def worth(self, moment: Now, side: str) -> Fraction:
        """The miniatures that are left, or have left; the pinned count less, and the near a little more."""
        points, gone = Fraction(0), moment.noted.get("left", ())
        for name, unit in moment.units.items():
            here = not unit.destroyed or name in gone
            value = Fraction(POINTS[unit.kind] * here, 4 if unit.pinned or unit.immobilised else 1)
            points += value if unit.side == side else -value
        return points - NEAR * self.away(moment, side)


def kind_of(unit: Miniature) -> str:
    """The beginning of its rows of Table U4."""
    return next(each for each in KINDS if unit.posture.startswith(each))


LAID = "charge of {}"
"""Where a satchel charge lies, by the name of who has dropped it."""


def stops_on(path: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Points after each third of a way, to three decimals, the last one its end."""
    lengths = [dist(start, end) for start, end in pairwise(path)]
    found: list[tuple[float, float]] = []
    for number in range(1, STOPS + 1):
        left = sum(lengths) * number / STOPS
        for (start, end), length in zip(pairwise(path), lengths, strict=True):
            if left <= length + NEARLY:
                share = left / length if length else 0.0
                x, y = (
                    round(here + (there - here) * share, 3) for here, there in zip(start, end, strict=True)
                )
                found.append((x, y))
                break
            left -= length
    return found


NEARLY = 1e-9


def basic(asked: Asked) -> Asked:
    """A single shot of the basic rules, as shells and charges are (PT-21, PT-23)."""
    kept = {
        word: asked.inputs[word]
        for word in ("firepower", "defense", "target", "cover")
        if word in asked.inputs
    }
    return Asked("fire", {**kept, "rules": Game.BASIC}, asked.why_not)


def play(table: PanzertroopsTable, rules: Panzertroops) -> PlayPanzertroops:
    """A game on a table."""
    return PlayPanzertroops(table, rules)
