"""A day of the divisional rules: a side moves, fires, has every combat fought and rallies; then the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.contact import in_contact, overlap
from pz8edu.board.field_tabletop import INTO
from pz8edu.board.position import Place
from pz8edu.board.pushing import Direction, free_way, towards, way_clear
from pz8edu.board.scene import Base
from pz8edu.board.tabletop import Asked
from pz8edu.core.rulebook.system import Calculator
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_divisional_2010.boards import POOR
from pz8edu.systems.pz8_divisional_2010.combat import Aftermath
from pz8edu.systems.pz8_divisional_2010.joint_attacks import may_attack, sides
from pz8edu.systems.pz8_divisional_2010.kilometre_map import DivisionalTable
from pz8edu.systems.pz8_divisional_2010.minefields import STAYS, TIRED
from pz8edu.systems.pz8_divisional_2010.on_the_map import FORTIFICATION, OnTheMap, parts
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010, Fighter
from pz8edu.systems.pz8_divisional_2010.scenarios import UnitOnTable
from pz8edu.systems.pz8_divisional_2010.sequence import FIRST
from pz8edu.systems.pz8_divisional_2010.several import JointCombat, Together, joint_combat
from pz8edu.systems.pz8_divisional_2010.words import Fire, Kind, Result, View, Works
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import house_ending
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import why_no_room, worth_a_look
from pz8edu.turns.play import PASS, Play
from pz8edu.turns.play import STAYS as NO_MOVE

R = TypeVar("R", bound=Divisional2010)
NEAR = Fraction(1, 100)
"""What a kilometre nearer to the enemy is worth to a plain opponent; an FP that a unit can still take is worth 1."""
OBJECTIVE = 3
"""What an objective is worth to it."""
JOINT = Calculator(
    "joint-combat",
    "Several units against one",
    "6",
    JointCombat,
    joint_combat,
    ranked=False,
    readings=("R7",),
)
Now = Moment[UnitOnTable]


class PlayDivisional(Play[UnitOnTable, Divisional2010]):
    """A day on one of the maps.

    Batteries fire one by one, and every pair in contact fights once in a combat phase (R28). Both players roll
    for their bombing missions, unless the map says what was agreed (section 8). The die for the end of the day
    is asked when turn 9 is over, under R2=b with the throws for the turns after it; after a night in which
    tired units rally the next day begins with the next turn.
    """

    table: DivisionalTable
    single_steps: ClassVar = {JOINT.id: JOINT}
    lets_be = frozenset({"stay"})

    # --- before the game, and the steps (sections 3 and 8)
    def start(self) -> Now:
        """The map, with the dice for Side A and the bombing missions, unless its file says what was agreed."""
        agreed = self.table.scenario.side_a
        moment = Moment(self.table.start())
        first = [] if agreed else [Task(CHANCE, "side-choice")]
        for side in self.sides:
            missions = getattr(self.table.scenario, f"{side}_missions")
            if missions is None:
                first.append(Task(CHANCE, "missions", (side,)))
            else:
                moment = moment.note(**{f"missions {side}": missions})
        return moment.first(*first).note(side_a=agreed or None)

    def steps(self, moment: Now) -> tuple[Turn, ...]:
        """The combats belong to the side that has moved; the day's end is asked once, after its turn (R2)."""
        first = moment.noted.get("side_a", self.sides[0])
        whose, phasing, turns = {"A": first, "B": self.other(first)}, first, []
        for row in self.rules.sequence.values():
            phasing = whose.get(row.side, phasing)
            if row.kind == "nightfall" and self.hour(moment) == self.rules.day_die_after:
                turns.append(Turn(row.step, CHANCE, row.kind))
            elif row.kind not in ("", "nightfall", "side-choice"):
                turns.append(Turn(row.step, phasing, row.kind))
        return tuple(turns)

    def hour(self, moment: Now) -> int:
        """The turn of the day."""
        before: int = moment.noted.get("turns before", 0)
        return moment.turn - before

    def on_side_choice(self, moment: Now) -> Iterator[Choice]:
        """Who is Side A (section 3; R1)."""
        yield Choice("side-choice", asked=Asked("side-choice", {}), section="3")

    def after_side_choice(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """The first player is the own side of the map."""
        return moment.settled.note(side_a=self.sides[0] if outcome == FIRST else self.sides[1])

    def on_missions(self, moment: Now, side: str) -> Iterator[Choice]:
        """How many bombing missions a side has for the day (section 8)."""
        modifier = getattr(self.table.scenario, f"{side}_air")
        yield Choice("missions", note=side, asked=Asked("air-number", {"modifier": modifier}), section="8")

    def after_missions(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """They are flown in its artillery phases."""
        return moment.settled.note(**{f"missions {choice.note}": int(outcome)})

    def is_out(self, name: str, moment: Now) -> bool:
        """Is a unit destroyed?"""
        return moment.units[name].lost

    def seen(self, moment: Now) -> OnTheMap:
        """The map as it is measured."""
        return self.table.measured(moment.picked(), self.rules)

    def options(self, moment: Now, unit: str = "") -> Iterator[Choice]:
        """Nobody passes while a combat is to be fought: every one is (section 6)."""
        legal = False
        for each in super().options(moment, unit):
            legal = legal or not each.why_not
            if each.kind != PASS or not legal or self.now(moment).kind != "combat":
                yield each

    # --- movement (sections 4 and 9)
    def do_move(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit moves, into contact too if it may."""
        state = moment.picked()
        stays = self.table.why_it_stays(name, state, self.rules)
        if moment.noted.get(f"stopped {name}", 0) >= moment.turn:
            stays = "mines have stopped it for this turn (R26)"
        why_not = f"{name} does not move: {stays}." if stays else ""
        yield Choice("move", name, way=(moment.places[name],), section="4", why=NO_MOVE, why_not=why_not)
        if not why_not:
            touch = may_attack(self.seen(moment), self.seen(moment).field.unit(name))
            for why, place in worth_a_look(self.table, name, state, self.rules, may_touch=touch):
                found = Choice("move", name, way=(place,), section="4", why=why)
                if "b" in (self.rules.R11, self.rules.R12) and super().why_no_place(moment, found):
                    continue
                free = touch and self.table.arrives(name, place, moment.position, self.rules) == place
                if free or not self.why_no_end(moment, found):
                    yield found

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Too far, no room, or in contact with an enemy whom it may not attack (section 4)."""
        return super().why_no_place(moment, choice) or self.why_no_end(moment, choice)

    def why_no_end(self, moment: Now, choice: Choice) -> str:
        """Why a unit may not stand where its way ends: no room, or in contact with whom it may not attack."""
        name, seen = choice.unit, self.seen(moment)
        met = self.table.arrives(name, choice.way[-1], moment.position, self.rules)
        base = seen.field.unit(name)
        if may_attack(seen, base):
            return why_no_room(seen.field, base, met)
        why_not = self.why_no_touch(seen, base, met)
        return f"{why_not.rstrip('.')} of its own will (§4)." if why_not else ""

    def why_no_touch(self, seen: OnTheMap, base: Base, place: Place) -> str:
        """Why a unit that may not attack does not go to a place: no room, or an enemy or his works (§4, §10)."""
        there = replace(base, at=place[:2])
        works = (name for name, section in seen.enemy_works(base).items() if in_contact(there, section))
        behind = next(works, "")
        touched = f"{base.name} may not touch the works of {behind}." if behind else ""
        return why_no_room(seen.field, base, place, may_touch=False) or touched

    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A unit at the end of its way, or where an enemy or mines have stopped it (sections 6 and 9)."""
        name = choice.unit
        met = self.table.arrives(name, choice.way[-1], moment.position, self.rules)
        return self.at_mines(moment, self.attacked(moment.moved(name, met).has_acted(name), name), name)

    def at_mines(self, before: Now, moment: Now, name: str) -> Now:
        """A unit that has come to minefield sections rolls for each (section 9)."""
        now, then = ({*self.table.mines_met(name, each.picked(name))} for each in (moment, before))
        return moment.first(*(Task(CHANCE, "mines", (name,)),) * len(now - then))

    def attacked(self, moment: Now, name: str) -> Now:
        """A unit has come to where it is; who came into contact matters only if it is with an HQ (R4)."""
        if self.rules.R4 != "c":
            return moment
        seen = self.seen(moment)
        enemies = seen.enemies_of(seen.field.unit(name))
        for each in (name, *(enemy.name for enemy in enemies)) if enemies else ():
            if moment.units[each].kind is Kind.HQ:
                moment = moment.unit(each, lost=True)
        return moment

    def on_mines(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit at a minefield section (section 9)."""
        asked = self.table.minefield_asked(moment.units[name], self.rules)
        yield Choice("mines", name, asked=asked, section="9")

    def after_mines(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """The section goes, unless the unit does (section 9; R26)."""
        name, moment = choice.unit, moment.settled
        if outcome == STAYS:
            return moment.unit(name, lost=True)
        marker = self.table.mines_under(name, moment.picked(name))
        assert marker is not None
        moment = moment.at(moment.position.without_marker(marker))
        if self.rules.R26 == "b":
            moment = moment.note(**{f"stopped {name}": moment.turn + 1})
        tired = self.rules.fp_of_a_mine if outcome == TIRED else 0
        return moment.unit(name, fp=moment.units[name].fp + tired)

    # --- artillery and bombs (sections 5 and 8)
    def actors(self, moment: Now, step: Turn) -> Iterable[str]:
        """The units of a side; in its artillery phase its aircraft too, which are no unit."""
        return (*super().actors(moment, step), *(("",) if step.kind == "fire" else ()))

    def do_fire(self, moment: Now, name: str) -> Iterator[Choice]:
        """A battery fires once at what its division sees; a mission bombs whatever is on the map."""
        seen, side = self.seen(moment), self.now(moment).side
        if not name:
            yield from self.missions(moment, side)
        elif moment.units[name].kind is Kind.ARTILLERY:
            base = seen.field.unit(name)
            for target in self.living(moment, self.other(side)):
                asked = self.table.fire_asked(seen, base, seen.field.unit(target))
                asked = replace(asked, inputs={**asked.inputs, "batteries": 1}, counted=())
                yield Choice("fire", name, target, asked=asked, section="5", why_not=asked.why_not)

    def missions(self, moment: Now, side: str) -> Iterator[Choice]:
        """The bombing missions that are left (section 8)."""
        seen = self.seen(moment)
        if moment.noted.get(f"missions {side}"):
            for name, unit in self.living(moment, self.other(side)).items():
                works = seen.section_of(seen.field.unit(name)) is not None
                inputs = {"target_fort": works, "target_hq": unit.kind is Kind.HQ}
                yield Choice("bomb", target=name, asked=Asked("air-attack", inputs), section="8")

    def after_fire(self, moment: Now, choice: Choice, outcome: int | None) -> Now:
        """The FPs of the target; a turn of fire is spent where they run out (section 5)."""
        name, seen = choice.unit, self.seen(moment)
        if seen.limited_fire:
            moment = moment.unit(name, shots=seen.shots_left(moment.units[name]) - 1)
        return self.tired(moment.has_acted(name), choice.target, outcome)

    def after_bomb(self, moment: Now, choice: Choice, outcome: Fire) -> Now:
        """A mission is flown; a hit is an FP (section 8)."""
        unit, word = moment.units[choice.target], f"missions {self.now(moment).side}"
        moment = moment.note(**{word: moment.noted[word] - 1})
        if outcome is not Fire.HIT:
            return moment
        fp = unit.fp + self.rules.fp_of_a_hit
        return self.tired(
            moment, choice.target, None if fp >= self.rules.fp_limit(Fighter(unit.kind)) else fp
        )

    def tired(self, moment: Now, name: str, fp: int | None) -> Now:
        """A unit with its FPs; None destroys it (section 6)."""
        return moment.unit(name, lost=True) if fp is None else moment.unit(name, fp=fp)

    # --- combat (section 6)
    def do_combat(self, moment: Now, name: str) -> Iterator[Choice]:
        """Every pair in contact that has not fought in this phase, in the order that the mover chooses (R28)."""
        seen = self.seen(moment)
        for enemy in seen.enemies_of(seen.field.unit(name)):
            if not moment.acted & {pair(name, enemy.name), enemy.name}:
                one, other = self.who_attacks(moment, seen.field.unit(name), enemy)
                inputs = {**self.table.of_combat(seen, one, other), "view": View.DETAIL}
                asked = self.joint(moment, one, other) or self.table.filled("combat", inputs)
                yield Choice("combat", one.name, other.name, asked=asked, section="6", why_not=asked.why_not)

    def joining(self, moment: Now, one: Base, other: Base) -> list[Base]:
        """Who throws one die together with an attacker, himself first (R7=b)."""
        seen = self.seen(moment)
        if self.rules.R7 == "a":
            return [one]
        friends = (each for each in seen.enemies_of(other) if each.name != one.name)
        return [one] + [
            each
            for each in friends
            if self.who_attacks(moment, each, other)[0] is each
            and not moment.acted & {pair(each.name, other.name), each.name}
        ]

    def joint(self, moment: Now, one: Base, other: Base) -> Asked | None:
        """The question of those who attack together; None where no die falls, and for one alone (section 6; R7=b)."""
        seen, together = self.seen(moment), self.joining(moment, one, other)
        if len(together) == 1 or seen.out_of_ammo(other):
            return None

        def stands(base: Base, enemy: Base) -> dict[str, Any]:
            unit, way = seen.units[base.name], seen.way_back(base, enemy)
            return {"kind": unit.kind, "fp": unit.fp, "quality": seen.quality(unit), "blocked_at": way}

        inputs = {
            "attackers": [stands(each, other) for each in together],
            "defender": stands(other, one),
            "fort": seen.section_of(other) is not None,
        }
        return Asked(JOINT.id, inputs, counted=(f"{', '.join(each.name for each in together)} together",))

    def who_attacks(self, moment: Now, base: Base, enemy: Base) -> tuple[Base, Base]:
        """Attacker and defender: here only a garrison is told apart."""
        return sides(self.seen(moment), base, enemy)

    def allowed(self, moment: Now, choice: Choice) -> Choice:
        """A combat is named by its attacker, who may be of the side that has not moved."""
        if choice.kind == "combat" and choice.unit in moment.units:
            found = (each for each in self.options(moment) if each.key == choice.key and not each.why_not)
            return next(found, None) or super().allowed(moment, choice)
        return super().allowed(moment, choice)

    def after_combat(self, moment: Now, choice: Choice, outcome: Aftermath | Together) -> Now:
        """What becomes of both; of several attackers the leader comes last, and may follow first (section 6; R7)."""
        if not isinstance(outcome, Together):
            return self.after_one(moment, choice.unit, choice.target, outcome)
        field = self.seen(moment).field
        together = self.joining(moment, field.unit(choice.unit), field.unit(choice.target))
        for base, each in reversed([*zip(together[1:], outcome.each[1:], strict=True)]):
            moment = self.after_joining(moment, base.name, choice.target, each)
        return self.after_one(moment, choice.unit, choice.target, outcome.each[0])

    def after_joining(self, moment: Now, one: str, other: str, outcome: Aftermath) -> Now:
        """Who has joined an attack is tired, and withdraws or may follow (section 6; R7=b)."""
        seen = self.seen(moment)
        moment = self.tired(moment, one, outcome.attacker)
        moment = moment.has_acted(pair(one, other), *((one,) if self.rules.R28 == "b" else ()))
        if outcome.result.won:
            return self.may_follow(moment, seen.field, one, other, outcome)
        way = seen.backwards(seen.field.unit(one), seen.field.unit(other))
        return self.withdrawn(moment, one, way, outcome.inches) if outcome.result.lost else moment

    def may_follow(
        self, moment: Now, field: Battlefield, winner: str, beaten: str, outcome: Aftermath
    ) -> Now:
        """The winner may follow straight to where the beaten unit stood, if the result says so (section 6; R19)."""
        ahead = towards(field.unit(winner), field.unit(beaten))
        inches = 0 if outcome.result is Result.OVERRUN else self.rules.result(outcome.result).advance
        if ahead is None or not inches or self.is_out(winner, moment):
            return moment
        return moment.first(Task(moment.units[winner].side, "follow", (winner, beaten, inches, *ahead)))

    def after_one(self, moment: Now, one: str, other: str, outcome: Aftermath) -> Now:
        """Both are tired, works go, the beaten unit withdraws, the winner may follow (section 6; R18, R19)."""
        seen = self.seen(moment)
        works = seen.section_of(seen.field.unit(other))
        moment = self.tired(self.tired(moment, one, outcome.attacker), other, outcome.defender)
        moment = moment.has_acted(pair(one, other), *((one, other) if self.rules.R28 == "b" else ()))
        if works is not None and outcome.works is Works.REMOVED:
            x, y = works.at
            gone = next(each for each in moment.position.marked(FORTIFICATION) if (each.x, each.y) == (x, y))
            moment = moment.at(moment.position.without_marker(gone))
        if not (outcome.result.won or outcome.result.lost):
            return moment
        winner, beaten = (one, other) if outcome.result.won else (other, one)
        moment = self.may_follow(moment, seen.field, winner, beaten, outcome)
        way = seen.backwards(seen.field.unit(beaten), seen.field.unit(winner))
        return self.withdrawn(moment, beaten, way, outcome.inches)

    def withdrawn(self, moment: Now, name: str, way: Direction | None, inches: int) -> Now:
        """A beaten unit so many inches back, or to the mines; whoever leaves the map is destroyed (§9; R18, T1)."""
        if self.is_out(name, moment) or way is None or not inches:
            return moment
        seen = self.seen(moment)
        mines = seen.stopping_mines(seen.field.unit(name), way)
        place = pushed(moment.places[name], way, as_far(inches, mines))
        if self.table.settle(name, place, moment.position) != place:
            return moment.unit(name, lost=True)
        back = moment.moved(name, place)
        return self.make_room(self.at_mines(moment, back, name) if self.rules.T1 == "a" else back, name, way)

    def make_room(self, moment: Now, name: str, way: Direction) -> Now:
        """Friends on whom a beaten unit would stand are pushed on in turn, at most to the edge or to an enemy (R18)."""
        seen = self.seen(moment)
        field, base = seen.field, seen.field.unit(name)
        for other in field.units:
            if other.side == base.side and other.name != name and overlap(base, other):
                enemies = (each for _, each in seen.touchable(base) if not parts(other, each, way))
                far = as_far(way_clear(other, way, base), free_way(other, way, enemies))
                place = pushed(moment.places[other.name], way, far)
                place = self.table.settle(other.name, place, moment.position)
                if place != moment.places[other.name]:
                    moment = self.make_room(moment.moved(other.name, place), other.name, way)
        return moment

    def on_follow(
        self, moment: Now, winner: str, beaten: str, inches: int, east: float, north: float
    ) -> Iterator[Choice]:
        """The winner follows straight to where the beaten unit stood, or stays (section 6; R19)."""
        seen, here = self.seen(moment), moment.places[winner]
        base = seen.field.unit(winner)
        others = [each for each in seen.field.units if each.name != winner]
        others += [each for each in seen.enemy_works(base).values() if not in_contact(base, each)]
        far = as_far(inches, free_way(base, (east, north), others), seen.way_to_mines(base, (east, north)))
        place = pushed(here, (east, north), far)
        why_not = "" if far else f"{winner} has no room to follow {beaten} (§6)."
        if seen.enemies_of(base) and self.rules.R17 == "a":
            why_not = f"{winner} is in contact with another enemy (R17)."
        elif not may_attack(seen, base) and self.why_no_touch(seen, base, place):
            why_not = f"{winner} does not move into contact of its own will (§4)."
        yield Choice("follow", winner, beaten, way=(place,), section="6", why_not=why_not)
        yield Choice("stay", winner, section="6")

    def after_follow(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """In contact again they fight in the next combat phase, or at once (R19)."""
        name, moment = choice.unit, moment.settled
        moment = self.at_mines(moment, self.attacked(moment.moved(name, choice.way[-1]), name), name)
        if self.rules.R19 == "b":
            return replace(moment, acted=moment.acted - {pair(choice.unit, choice.target)})
        return moment

    # --- rally, and the end of the day (sections 3 and 7)
    def do_rally(self, moment: Now, name: str) -> Iterator[Choice]:
        """A tired unit near its HQ (section 7)."""
        if moment.units[name].fp:
            seen = self.seen(moment)
            asked = self.table.rally_asked(seen, seen.field.unit(name))
            yield Choice("rally", name, asked=asked, section="7", why_not=asked.why_not)

    def after_rally(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """What FPs it has left."""
        return moment.unit(choice.unit, fp=outcome).has_acted(choice.unit)

    def do_nightfall(self, moment: Now, name: str) -> Iterator[Choice]:
        """How long the day is (section 3; R2)."""
        yield Choice("nightfall", asked=Asked("day-length", {}), section="3")

    def after_nightfall(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """The last turn is known."""
        return self.next_step(moment.note(day=moment.turn - self.hour(moment) + int(outcome)))

    def last_turn(self, moment: Now) -> int:
        """The last turn of the day, as far as it is known."""
        last: int = moment.noted.get("day", moment.turn - self.hour(moment) + self.rules.day)
        return last

    def is_last_day(self, moment: Now) -> bool:
        """Is this the last day of the battle?"""
        return bool(moment.noted.get("nights", 0) + 1 >= self.table.scenario.days)

    def ends_turn(self, moment: Now) -> Now:
        """When the day is over and the battle is not, the tired rally in the night (sections 3 and 7; R3)."""
        if moment.turn < self.last_turn(moment) or self.is_last_day(moment):
            return moment
        nights = moment.noted.get("nights", 0) + 1
        moment = moment.note(nights=nights, day=None, **{"turns before": moment.turn})
        return self.morning(moment).first(*self.night(moment))

    def night(self, moment: Now) -> Iterator[Task]:
        """A die for every tired unit, or one for all of a side (R3)."""
        seen = self.seen(moment)
        for side in self.sides:
            tired = [name for name, unit in self.living(moment, side).items() if unit.fp]
            if self.rules.R3 == "c":
                tired = [name for name in tired if not seen.why_not_rally(seen.field.unit(name))]
            alike = [tired] if self.rules.R3 == "b" and tired else [[name] for name in tired]
            yield from (Task(CHANCE, "night", (side, *names)) for names in alike)

    def morning(self, moment: Now) -> Now:
        """What a new day brings: in this edition nothing."""
        return moment

    def on_night(self, moment: Now, side: str, *names: str) -> Iterator[Choice]:
        """The rally of the night: its die for one unit, or for all of them (sections 3, 7 and 11)."""
        seen = self.seen(moment)
        inputs = {
            "units": 1,
            "quality": seen.quality(moment.units[names[0]]),
            "objectives_lost": self.table.at_most(
                "rally", "objectives_lost", len(seen.objectives_lost(side))
            ),
        }
        unit = names[0] if len(names) == 1 else ""
        yield Choice("night", unit, note=side, asked=Asked("overnight-rally", inputs), section="3")

    def after_night(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """An FP less, or not."""
        _, *names = moment.tasks[-1].about
        moment = moment.settled
        for name in names if outcome else ():
            moment = moment.unit(name, fp=moment.units[name].fp - 1)
        return moment

    def over(self, moment: Now) -> Ending | None:
        """The house rule of the map, at the latest at the last nightfall: the book prints no victory."""
        end = self.table.scenario.end
        last = min(end.turns, self.last_turn(moment)) if self.is_last_day(moment) else end.turns
        return house_ending(replace(end, turns=last), self, moment)

    def worth(self, moment: Now, side: str) -> Fraction:
        """The FPs that each side can still take, objectives held, and a little for being near."""
        points, seen = Fraction(0), self.seen(moment)
        for unit in moment.units.values():
            left = 0 if unit.lost else self.rules.fp_limit(Fighter(unit.kind)) - unit.fp
            points += left if unit.side == side else -left
        points += OBJECTIVE * (len(seen.objectives_lost(self.other(side))) - len(seen.objectives_lost(side)))
        return points - NEAR * self.away(moment, side)


def pair(one: str, other: str) -> str:
    """Two units that fight, whoever is named first."""
    return " and ".join(sorted((one, other)))


def as_far(inches: float, *ways: float | None) -> float:
    """So many inches, or into contact with what is met on the way."""
    met = min((way for way in ways if way is not None), default=inches)
    return min(inches, met + INTO if met else 0)


def pushed(place: Place, way: Direction, inches: float) -> Place:
    """A place so many inches on."""
    x, y = (round(at + inches * step, 3) for at, step in zip(place[:2], way, strict=True))
    return place._replace(x=x, y=y)


def checked(table: DivisionalTable, rules: Divisional2010) -> DivisionalTable:
    """A map on which turns are played; raises BadInput for a formation on parade, and for a grade without dice."""
    scenario = table.scenario
    if not scenario.enemy:
        raise BadInput("this formation is on parade and has no enemy: nobody plays turns with it")
    qualities = {rules.formation(name).quality for name in (scenario.own, scenario.enemy)}
    if rules.R10 == "b" and POOR in qualities:
        raise BadInput("a formation here is Poor, and no die of the book knows that grade: turns need R10=a")
    return table


def play(table: DivisionalTable, rules: Divisional2010) -> PlayDivisional:
    """A day on a map; raises BadInput where none is played."""
    return PlayDivisional(checked(table, rules), rules)
