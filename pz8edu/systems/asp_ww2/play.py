"""Whole turns of asp games World War 2: command points first, then marches, aircraft, and stand by stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import dist
from typing import ClassVar

from pz8edu.board.position import Place
from pz8edu.board.shapes import Area
from pz8edu.board.tabletop import Asked
from pz8edu.errors import BadInput
from pz8edu.systems.asp_ww2 import boards
from pz8edu.systems.asp_ww2.command import PASS as PASSED
from pz8edu.systems.asp_ww2.fire import Exchange
from pz8edu.systems.asp_ww2.play_air import CALLED, IN_PLAY, RACE, Flying
from pz8edu.systems.asp_ww2.play_field import PLACING, SECTIONS, Now, off_the_way, path
from pz8edu.systems.asp_ww2.play_groups import purse
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.stands import BATTERIES
from pz8edu.systems.asp_ww2.tabletop import AspTable, commanding
from pz8edu.systems.asp_ww2.words import Motion, Option, Result
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import house_ending
from pz8edu.turns.moment import Task
from pz8edu.turns.places import holds, rounded_place, why_no_room, worth_a_look
from pz8edu.turns.play import STAYS

PARTS = {
    "A": ("whole",),
    "B": ("shot",),
    "C": ("half", "shot"),
    "D": ("shot", "half"),
    "E": ("whole", "shot"),
    "F": ("shot", "whole"),
    "G": ("bus",),
}
"""What the tactical options are made of, in order (U5)."""
LINKED = "linked"
POINTS = 10
"""What a stand is worth to a plain opponent; a marker costs it 1, being pinned 2, being repulsed 3."""
NEAR = Fraction(1, 100)
"""What an inch nearer to the enemy is worth to it."""


class PlayAsp(Flying):
    """A game of asp games World War 2 on one of its tables; a turn is that of one player.

    A battle group whose BGHQ is lost has no command points. Stands march one by one, or all of a battle group
    linked that can go the same way. A transport carries one stand of infantry. Guns are not towed.
    """

    table: AspTable
    by_drag = frozenset({"move", "march", "retire", "smoke", "light"})
    lets_be = frozenset({"stay", "open-fire"})
    single_steps: ClassVar = {each.id: each for each in (PLACING, IN_PLAY, RACE)}

    # --- whose turn it is
    def ends_turn(self, moment: Now) -> Now:
        """Command points are gone, and smoke; the other player's stands have stood, and pins end (AS-17; R16)."""
        side = self.other(self.active(moment))
        for name, stand in self.living(moment, side).items():
            pinned = stand.pinned and name in moment.noted.get("hit", ())
            moment = moment.unit(name, motion=Motion.STATIONARY, pinned=pinned)
        moment = self.cleared_areas(moment, self.active(moment)).note(hit=None, groups=None)
        kept = {
            word: value
            for word, value in moment.noted.items()
            if not word.startswith(("CP of ", "orders of ", "options of "))
        }
        moment = replace(moment, noted=kept)
        return self.tests_at_a_limit(moment, side) if self.rules.R20 == "b" else moment

    # --- 1 command points, recovery, markers (AS-12, AS-17)
    def do_command(self, moment: Now, name: str) -> Iterator[Choice]:
        """A BGHQ rolls for its battle group; a repulsed stand recovers, suppression markers come off."""
        stand = moment.units[name]
        if stand.hq and f"{name} commands" not in moment.acted:
            yield Choice("command", name, asked=Asked("command-points", commanding(stand)), section="AS-12")
        if stand.repulsed and f"{name} recovers" not in moment.acted:
            yield Choice("recover", name, asked=Asked("morale-test", {"grade": stand.grade}), section="AS-17")
        if stand.markers and f"{name} clears" not in moment.acted:
            asked = Asked("suppression-removal", {"markers": stand.markers})
            yield Choice("clear", name, asked=asked, section="AS-17")

    def after_command(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """The command points of the battle group for this turn."""
        word = purse(moment.units[choice.unit])
        return moment.has_acted(f"{choice.unit} commands").note(**{word: int(outcome)})

    def after_recover(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """It is repulsed no longer, or tries again in the next own turn."""
        moment = moment.has_acted(f"{choice.unit} recovers")
        return moment.unit(choice.unit, repulsed=False) if outcome == PASSED else moment

    def after_clear(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """The markers that are left."""
        return moment.has_acted(f"{choice.unit} clears").unit(choice.unit, markers=int(outcome))

    # --- 2 marches (AS-10)
    def do_march(self, moment: Now, name: str) -> Iterator[Choice]:
        """A stand that is far from every enemy marches."""
        stand, metres = moment.units[name], self.from_hq(moment, name)
        if (
            stand.off_table
            or stand.bussed
            or metres is None
            or self.why_failed(moment, name)
            or not self.on_the_move(moment).allowance(name, moment.picked(), self.rules)[0]
        ):
            return
        cost = boards.march_cp(boards.March(metres_from_hq=metres), self.rules)
        why_not = self.too_dear(moment, name, cost) or self.too_near(moment, name, moment.places[name])
        yield Choice("march", name, way=(moment.places[name],), section="AS-10", why=STAYS, why_not=why_not)
        if not why_not:
            alone = len(self.linked(moment, name)) == 1
            for why, place in worth_a_look(
                self.on_the_move(moment), name, moment.picked(), self.rules, may_touch=False
            ):
                if not self.too_near(moment, name, place):
                    yield Choice("march", name, way=(place,), section="AS-10", why=why)
                    if not alone:
                        found = Choice("march", name, way=(place,), note=LINKED, section="AS-10", why=why)
                        if not self.why_not_linked(moment, found):
                            yield found

    def linked(self, moment: Now, name: str) -> list[str]:
        """The stands of a battle group in a chain of short steps that can march with one (AS-10)."""
        state, stand, table = moment.picked(), moment.units[name], self.on_the_move(moment)
        others = [
            each
            for each, other in self.living(moment, stand.side).items()
            if each not in {name, *moment.acted} and other.group == stand.group
            if not other.off_table and not other.bussed and table.allowance(each, state, self.rules)[0]
        ]
        found, waiting = [name], [name]
        while waiting:
            here = waiting.pop()
            near = [each for each in others if table.metres(state, here, each) <= self.rules.linked_within]
            others = [each for each in others if each not in near]
            found += near
            waiting += near
        return found

    def linked_places(self, moment: Now, choice: Choice) -> dict[str, Place]:
        """Where the stands of a linked group end: parallel to the first (AS-10)."""
        start, end = moment.places[choice.unit], choice.way[-1]
        east, north = end.x - start.x, end.y - start.y
        places = {}
        for name in self.linked(moment, choice.unit):
            here = moment.places[name]
            places[name] = rounded_place(here._replace(x=here.x + east, y=here.y + north))
        return places | {choice.unit: end}

    def why_not_linked(self, moment: Now, choice: Choice) -> str:
        """Why one of a linked group cannot go the same way; empty if all can (AS-10)."""
        places = self.linked_places(moment, choice)
        table, position = self.on_the_move(moment), moment.position
        field = table.battlefield(moment.picked())
        others = replace(field, units=tuple(each for each in field.units if each.name not in places))
        for name, place in places.items():
            if not holds(field, place[:2]):
                return f"{name} would leave the table (AS-10)."
            why_not = (
                table.why_not_move(name, place, position, self.rules)
                or why_no_room(others, field.unit(name), place, may_touch=False)
                or self.too_near(moment, name, place)
            )
            if why_not:
                return why_not
        return ""

    def too_near(self, moment: Now, name: str, place: Place) -> str:
        """Why a march may not go to a place: an enemy is near its way, or it approaches one (AS-17)."""
        limit = float(self.table.inches(self.rules.march_clear))
        legs = [*pairwise(path(self.on_the_move(moment), moment, name, place, self.rules))]
        for enemy in self.enemies_on_table(moment, name):
            if any(off_the_way(*leg, moment.places[enemy][:2]) < limit for leg in legs):
                return (
                    f"{enemy} is within {self.rules.march_clear} m of the way: {name} does not march (AS-10)."
                )
        return self.nearer(moment, name, place)

    def after_march(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has marched, and does nothing else in this step."""
        metres = self.from_hq(moment, choice.unit)
        assert metres is not None
        moment = self.paid(
            moment, choice.unit, boards.march_cp(boards.March(metres_from_hq=metres), self.rules)
        )
        marching = {choice.unit: choice.way[-1]}
        if choice.note == LINKED:
            marching = self.linked_places(moment, choice)
        for name, place in marching.items():
            march = Choice("march", name, way=(place,))
            moment = self.moved(moment, march, self.on_the_move(moment)).has_acted(name)
        return moment

    # --- 5 tactical options (AS-13, U5)
    def do_tactical(self, moment: Now, name: str) -> Iterator[Choice]:
        """A command point, and more with the distance, buys an option; a battery only fires."""
        stand, metres = moment.units[name], self.from_hq(moment, name)
        if stand.flies or stand.bussed:
            return
        bought, most = moment.noted.get(f"orders of {name}", 0), self.rules.most_command_points
        idle = self.why_failed(moment, name) or self.why_not_its_group(moment, name)
        for option in PARTS:
            price = self.price(moment, name, option)
            if price is None or (option == "G" and not stand.transport):
                continue
            if option != "B" and stand.shooter in BATTERIES:
                continue
            cost, why_not = 0, f"The BGHQ of {name} is lost (AS-13)."
            if metres is not None:
                cost = self.tactical_cost(metres, price)
                why_not = self.too_dear(moment, name, cost)
            if bought + price > most:
                why_not = f"{name} has had {bought} CP (AS-12)."
            why, why_not = f"{cost} CP", idle or why_not
            yield Choice("order", name, note=option, section="AS-13", why=why, why_not=why_not)

    def tactical_cost(self, metres: Fraction, price: int) -> int:
        """What a tactical option costs so far from the BGHQ, for the command points of the option itself (AS-13)."""
        return boards.tactical_cp(boards.TacticalMove(metres_from_hq=metres), self.rules) - 1 + price

    def why_not_its_group(self, moment: Now, name: str) -> str:
        """Why a battle group has no more tactical moves: another one has begun after it (sequence, step 5)."""
        group = moment.units[name].group
        if group not in moment.noted.get("groups", ())[:-1]:
            return ""
        return f"The {group} has completed its tactical moves (sequence, step 5)."

    def after_order(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Its parts in their order: a move or half of one, a shot; its battle group completes its moves now."""
        name, metres = choice.unit, self.from_hq(moment, choice.unit)
        begun, group = moment.noted.get("groups", ()), moment.units[name].group
        moment = moment if group in begun else moment.note(groups=(*begun, group))
        assert metres is not None
        word, price = f"orders of {name}", self.price(moment, name, choice.note)
        assert price is not None
        cost = self.tactical_cost(metres, price)
        moment = self.paid(moment, name, cost)
        if self.rules.R11 != "a":
            taken = f"options of {name}"
            moment = moment.note(**{taken: moment.noted.get(taken, "") + choice.note})
        spent = cost if self.rules.T1 == "b" else price
        moment = moment.note(**{word: moment.noted.get(word, 0) + spent}).unit(
            name, option=Option(choice.note)
        )
        side, kinds = moment.units[name].side, {"shot": "shoot", "bus": "bus"}
        tasks = (Task(side, kinds.get(part, "go"), (name, part)) for part in PARTS[choice.note])
        return moment.first(*tasks)

    def on_go(self, moment: Now, name: str, part: str) -> Iterator[Choice]:
        """A move of a tactical option; nobody who is pinned or repulsed goes nearer to the enemy (AS-17)."""
        yield Choice("move", name, way=(moment.places[name],), section="AS-10", why=STAYS)
        state = moment.picked()
        for why, place in worth_a_look(self.on_the_move(moment), name, state, self.rules, may_touch=False):
            if not self.nearer(moment, name, place):
                yield Choice("move", name, way=(place,), section="AS-10", why=why)
        yield Choice("stay", name, section="AS-13")

    def reach(self, moment: Now, name: str) -> Area | None:
        """Where a stand gets in a march, or with the share of a tactical move that its option gives."""
        return self.on_the_move(moment).reach(name, moment.picked(), self.rules)

    def nearer(self, moment: Now, name: str, place: Place) -> str:
        """Why a stand that is pinned or repulsed does not go there: an enemy is nearer (AS-17)."""
        stand = moment.units[name]
        if stand.pinned or stand.repulsed:
            for enemy in self.enemies_on_table(moment, name):
                there = moment.places[enemy][:2]
                if dist(place[:2], there) < dist(moment.places[name][:2], there):
                    how = "pinned" if stand.pinned else "repulsed"
                    return f"{name} is {how} and does not approach {enemy} (AS-17)."
        return ""

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Too far, no room, too near to the enemy."""
        name, place = choice.unit, choice.way[-1]
        if choice.kind in SECTIONS:
            return self.why_no_area(moment, name, choice.kind, place)
        if choice.note == LINKED:
            return self.why_not_linked(moment, choice)
        field = self.table.battlefield(moment.picked())
        near = {"march": self.too_near, "retire": self.why_too_little}.get(choice.kind, self.nearer)
        return (
            self.on_the_move(moment).why_not_move(name, place, moment.position, self.rules)
            or why_no_room(field, field.unit(name), place, may_touch=False)
            or near(moment, name, place)
        )

    def after_cross(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """It goes on over the obstacle with its riders, or stays (AS-22)."""
        return self.with_riders(super().after_cross(moment, choice, outcome), choice.unit)

    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has moved."""
        return self.moved(moment.settled, choice, self.on_the_move(moment))

    def on_shoot(self, moment: Now, name: str, part: str) -> Iterator[Choice]:
        """The shot of a tactical option; its target may answer (AS-14 to AS-17)."""
        stand = moment.units[name]
        if stand.shooter in BATTERIES and self.table.is_wholly_off(stand) and part != CALLED:
            yield self.call(stand)
            yield Choice("stay", name, section="AS-13")
            return
        for target, asked in self.targets(moment, name):
            why_not = asked.why_not
            if moment.units[target].flies:
                why_not = f"{target} is over the table only while it attacks (sequence, step 4)."
            yield Choice("shoot", name, target, asked=asked, section="AS-14", why_not=why_not)
        yield from self.areas(moment, name)
        yield Choice("stay", name, section="AS-13")

    def after_shoot(self, moment: Now, choice: Choice, outcome: Exchange | Result | str) -> Now:
        """What both have suffered; who has shot gets a FIRE marker (AS-15, AS-17)."""
        moment, name, target = moment.settled, choice.unit, choice.target
        if not isinstance(outcome, Exchange):
            return self.suffers(moment.unit(name, fire_marker=True), target, outcome)
        for shooter, did in ((name, outcome.to_b), (target, outcome.to_a)):
            if isinstance(did, Result):
                moment = moment.unit(shooter, fire_marker=True)
        return self.suffers(self.suffers(moment, target, outcome.to_b), name, outcome.to_a)

    # --- the end
    def over(self, moment: Now) -> Ending | None:
        """A side of whose battle groups half have failed has lost; else the house rule of the table (AS-20; T6)."""
        for side in self.sides:
            groups = {stand.group for stand in moment.units.values() if stand.side == side}
            alive = {stand.group for stand in self.living(moment, side).values()}
            failed = {group for whose, group in moment.noted.get("failed", ()) if whose == side}
            failed |= groups - alive if self.rules.T6 == "a" else set()
            found = boards.Side(battle_groups=len(groups) or 1, failed=len(failed))
            if boards.side_has_lost(found, self.rules):
                return Ending(
                    self.other(side),
                    f"{len(failed)} of {len(groups)} battle groups of {side} failed",
                    "AS-20",
                )
        return house_ending(self.table.setup.end, self, moment)

    def worth(self, moment: Now, side: str) -> Fraction:
        """The stands that are left, less what they suffer from, and a little for being near."""
        points = Fraction(0)
        for stand in moment.units.values():
            if not stand.destroyed:
                value = POINTS - stand.markers - 2 * stand.pinned - 3 * stand.repulsed
                points += value if stand.side == side else -value
        return points - NEAR * self.away(moment, side)


def of_one_grade(table: AspTable) -> None:
    """Raise BadInput for a battle group of several grades: all of it are of one (AS-12)."""
    grades: dict[tuple[str, str], set[str]] = {}
    for stand in table.setup.units:
        grades.setdefault((stand.side, stand.group), set()).add(str(stand.grade))
    for (side, group), found in grades.items():
        if len(found) > 1:
            told = " and ".join(sorted(found))
            raise BadInput(
                f"the {group} of {side} has the grades {told}: all of a battle group are of one (AS-12)"
            )


def play(table: AspTable, rules: AspWw2) -> PlayAsp:
    """A game on a table; raises BadInput for a battle group of several grades."""
    of_one_grade(table)
    return PlayAsp(table, rules)
