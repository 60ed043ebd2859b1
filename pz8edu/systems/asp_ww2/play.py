"""Whole turns of asp games World War 2: command points first, then marches, aircraft, and stand by stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import cos, dist, radians, sin
from typing import Any, Literal

from pz8edu.board.lengths import Number
from pz8edu.board.march import Going
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked
from pz8edu.errors import BadInput
from pz8edu.systems.asp_ww2 import boards
from pz8edu.systems.asp_ww2.aircraft import LOST, Sortie
from pz8edu.systems.asp_ww2.command import PASS as PASSED
from pz8edu.systems.asp_ww2.fire import DETECTED, Exchange
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.situations import Detecting
from pz8edu.systems.asp_ww2.stands import BATTERIES, Stand
from pz8edu.systems.asp_ww2.tabletop import AspTable, State
from pz8edu.systems.asp_ww2.words import Motion, Option, Result, Shooter, Style
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import house_ending
from pz8edu.turns.moment import CHANCE, Moment, Task
from pz8edu.turns.places import holds, why_no_room, worth_a_look
from pz8edu.turns.play import STAYS, Play

Now = Moment[Stand]
PARTS = {
    "A": ("whole",),
    "B": ("shot",),
    "C": ("half", "shot"),
    "D": ("shot", "half"),
    "E": ("whole", "shot"),
    "F": ("shot", "whole"),
}
"""What the tactical options are made of, in order (U5)."""
MOST_MARKERS = 8
HEADINGS = 16
"""Directions in which a repulsed stand may go."""
POINTS = 10
"""What a stand is worth to a plain opponent; a marker costs it 1, being pinned 2, being repulsed 3."""
NEAR = Fraction(1, 100)
"""What an inch nearer to the enemy is worth to it."""


@dataclass(frozen=True)
class OnTheMove(AspTable):
    """The table as a stand goes over it in a march or with a share of a tactical move (U3, U5)."""

    pace: Literal["march", "tactical"]
    share: Fraction

    def move(self, stand: Stand, going: Literal["good", "bad"], rules: AspWw2) -> int:
        """Metres of its move (U3)."""
        moving = boards.Moving(type=stand.moves, kind=self.pace, going=going, scale=self.setup.scale)
        return int(boards.move(moving, rules)["metres"])

    def allowance(self, name: str, state: State, rules: AspWw2) -> tuple[Number, Going]:
        """The share of it that this option gives."""
        inches, going = super().allowance(name, state, rules)
        return Fraction(inches) * self.share, going


class PlayAsp(Play[Stand, AspWw2]):
    """A game of asp games World War 2 on one of its tables; a turn is that of one player.

    Surcharges for distance and air missions are outside the cap of command points (R10). A battle group whose
    BGHQ is lost has none. Stands march one by one. Bussing, obstacles, shells of smoke and light are not played.
    """

    table: AspTable
    by_drag = frozenset({"move", "march"})

    # --- whose turn it is
    def active(self, moment: Now) -> str:
        """The side whose turn it is."""
        first = self.table.setup.first
        return first if moment.turn % 2 else self.other(first)

    def side_of(self, letter: str, moment: Now) -> tuple[str, ...]:
        """One player plays the whole sequence, then the other."""
        return (self.active(moment),)

    def is_out(self, name: str, moment: Now) -> bool:
        """Is a stand destroyed?"""
        return moment.units[name].destroyed

    def ends_turn(self, moment: Now) -> Now:
        """What is left of the command points is gone; the stands of the other player have stood since they moved."""
        side = self.other(self.active(moment))
        for name in self.living(moment, side):
            moment = moment.unit(name, motion=Motion.STATIONARY)
        kept = {
            word: value
            for word, value in moment.noted.items()
            if not word.startswith(("CP of ", "orders of "))
        }
        return replace(moment, noted=kept)

    # --- 1 command points, recovery, markers (AS-12, AS-17)
    def do_command(self, moment: Now, name: str) -> Iterator[Choice]:
        """A BGHQ rolls for its battle group; a repulsed stand recovers, suppression markers come off."""
        stand = moment.units[name]
        if stand.hq and f"{name} commands" not in moment.acted:
            style = Style.MOBILE if stand.mobile else Style.NORMAL
            asked = Asked("command-points", {"grade": stand.grade, "style": style})
            yield Choice("command", name, asked=asked, section="AS-12")
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

    def points(self, moment: Now, name: str) -> int:
        """The command points that the battle group of a stand has left."""
        return int(moment.noted.get(purse(moment.units[name]), 0))

    def too_dear(self, moment: Now, name: str, cost: int) -> str:
        """Why command points do not pay for it; empty if they do."""
        left = self.points(moment, name)
        return "" if cost <= left else f"That costs {cost} CP; the battle group of {name} has {left} (AS-12)."

    def paid(self, moment: Now, name: str, cost: int) -> Now:
        """After it was paid for."""
        return moment.note(**{purse(moment.units[name]): self.points(moment, name) - cost})

    def from_hq(self, moment: Now, name: str) -> Fraction | None:
        """The metres between a stand and its BGHQ; None if that is lost."""
        state = moment.picked()
        hq = self.table.headquarters(moment.units[name], state)
        if hq is None:
            return None
        return Fraction(0) if hq == name else self.table.metres(state, hq, name)

    # --- 2 marches (AS-10)
    def do_march(self, moment: Now, name: str) -> Iterator[Choice]:
        """A stand that is far from every enemy marches."""
        stand, metres = moment.units[name], self.from_hq(moment, name)
        if (
            stand.flies
            or metres is None
            or not self.on_the_move(moment).allowance(name, moment.picked(), self.rules)[0]
        ):
            return
        cost = boards.march_cp(boards.March(metres_from_hq=metres), self.rules)
        why_not = self.too_dear(moment, name, cost) or self.too_near(moment, name, moment.places[name])
        yield Choice("march", name, way=(moment.places[name],), section="AS-10", why=STAYS, why_not=why_not)
        if not why_not:
            for why, place in worth_a_look(
                self.on_the_move(moment), name, moment.picked(), self.rules, may_touch=False
            ):
                if not self.too_near(moment, name, place):
                    yield Choice("march", name, way=(place,), section="AS-10", why=why)

    def too_near(self, moment: Now, name: str, place: Place) -> str:
        """Why a march may not go straight to a place: an enemy is near its way."""
        limit = float(self.table.inches(self.rules.march_clear))
        start, end = moment.places[name][:2], place[:2]
        for enemy in self.living(moment, self.other(moment.units[name].side)):
            if off_the_way(start, end, moment.places[enemy][:2]) < limit:
                return (
                    f"{enemy} is within {self.rules.march_clear} m of the way: {name} does not march (AS-10)."
                )
        return ""

    def after_march(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """It has marched, and does nothing else in this step."""
        metres = self.from_hq(moment, choice.unit)
        assert metres is not None
        moment = self.paid(
            moment, choice.unit, boards.march_cp(boards.March(metres_from_hq=metres), self.rules)
        )
        return self.moved(moment, choice).has_acted(choice.unit)

    # --- 3 and 4 aircraft (AS-19)
    def do_fighters(self, moment: Now, name: str) -> Iterator[Choice]:
        """A fighter stand attacks."""
        if moment.units[name].shooter is Shooter.FIGHTER:
            for target, asked in self.targets(moment, name):
                why_not = self.too_dear(moment, name, self.rules.fighter_cost) or asked.why_not
                yield Choice("fly", name, target, asked=asked, section="AS-19", why_not=why_not)

    def do_bombers(self, moment: Now, name: str) -> Iterator[Choice]:
        """A bomber or attack stand looks for its target, on its way through the shots of the enemy."""
        shooter = moment.units[name].shooter
        if shooter not in (Shooter.BOMBER, Shooter.ATTACK):
            return
        cost = self.rules.bomber_cost if shooter is Shooter.BOMBER else self.rules.attack_cost
        for target, asked in self.targets(moment, name):
            looking = self.table.looking(moment.picked(name, target), name, target, acts=True)
            look = Asked("detection", Detecting.plain(looking))
            why_not = self.too_dear(moment, name, cost) or asked.why_not
            yield Choice("look", name, target, asked=look, section="AS-19", why_not=why_not)

    def targets(self, moment: Now, name: str) -> Iterator[tuple[str, Asked]]:
        """Every enemy with the question that the table asks of a shot at it."""
        for target in self.living(moment, self.other(moment.units[name].side)):
            asked = self.table.asked(moment.picked(name, target), self.rules)
            if asked is not None:
                yield target, asked

    def after_fly(self, moment: Now, choice: Choice, outcome: Result) -> Now:
        """A fighter has attacked."""
        moment = self.paid(moment, choice.unit, self.rules.fighter_cost).has_acted(choice.unit)
        return self.suffers(moment, choice.target, outcome)

    def after_look(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """It flies in whether it has detected its target or not."""
        bomber = moment.units[choice.unit].shooter is Shooter.BOMBER
        moment = self.paid(moment, choice.unit, self.rules.bomber_cost if bomber else self.rules.attack_cost)
        about = (choice.unit, choice.target, outcome == DETECTED)
        return moment.has_acted(choice.unit).first(Task(CHANCE, "run", about))

    def on_run(self, moment: Now, name: str, target: str, detected: bool) -> Iterator[Choice]:
        """The shots of the enemy, and the attack of who comes through and has detected the target."""
        asked = self.table.asked(moment.picked(name, target), self.rules)
        assert asked is not None
        if not detected:
            asked = replace(asked, inputs={**asked.inputs, "need": None})
        yield Choice("run", name, target, asked=asked, section="AS-19")

    def after_run(self, moment: Now, choice: Choice, outcome: Sortie) -> Now:
        """Markers of the aircraft, its end, and what its target suffers."""
        moment, stand, way = moment.settled, moment.units[choice.unit], outcome.way
        markers = min(stand.markers + way.markers, MOST_MARKERS)
        moment = moment.unit(
            choice.unit,
            attacks=stand.attacks + 1,
            markers=markers,
            pinned=stand.pinned or way.pinned,
            destroyed=way.end == LOST,
        )
        return moment if outcome.attack is None else self.suffers(moment, choice.target, outcome.attack)

    # --- 5 tactical options (AS-13, U5)
    def do_tactical(self, moment: Now, name: str) -> Iterator[Choice]:
        """A command point, and more with the distance, buys an option; a battery only fires."""
        stand, metres = moment.units[name], self.from_hq(moment, name)
        if stand.flies:
            return
        bought = moment.noted.get(f"orders of {name}", 0)
        cost, why_not = 0, f"The BGHQ of {name} is lost (AS-13)."
        if metres is not None:
            cost = boards.tactical_cp(boards.TacticalMove(metres_from_hq=metres), self.rules)
            why_not = self.too_dear(moment, name, cost)
        if bought >= self.rules.most_command_points:
            why_not = f"{name} has had {self.rules.most_command_points} CP (AS-12)."
        for option in boards.options_per_cp(boards.Led.of(stand), self.rules):
            if option in PARTS and (option == "B" or stand.shooter not in BATTERIES):
                why = f"{cost} CP"
                yield Choice("order", name, note=option, section="AS-13", why=why, why_not=why_not)

    def after_order(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """Its parts in their order: a move or half of one, a shot."""
        name, metres = choice.unit, self.from_hq(moment, choice.unit)
        assert metres is not None
        word = f"orders of {name}"
        moment = self.paid(
            moment, name, boards.tactical_cp(boards.TacticalMove(metres_from_hq=metres), self.rules)
        )
        moment = moment.note(**{word: moment.noted.get(word, 0) + 1}).unit(name, option=Option(choice.note))
        side = moment.units[name].side
        tasks = (Task(side, "shoot" if part == "shot" else "go", (name, part)) for part in PARTS[choice.note])
        return moment.first(*tasks)

    def on_the_move(self, moment: Now) -> OnTheMove:
        """The table for the move that is made now."""
        if not moment.tasks:
            return OnTheMove(self.table.setup, "march", Fraction(1))
        half = moment.tasks[-1].about[-1] == "half"
        return OnTheMove(self.table.setup, "tactical", Fraction(1, 2) if half else Fraction(1))

    def on_go(self, moment: Now, name: str, part: str) -> Iterator[Choice]:
        """A move of a tactical option; nobody who is pinned or repulsed goes nearer to the enemy (AS-17)."""
        yield Choice("move", name, way=(moment.places[name],), section="AS-10", why=STAYS)
        state = moment.picked()
        for why, place in worth_a_look(self.on_the_move(moment), name, state, self.rules, may_touch=False):
            if not self.nearer(moment, name, place):
                yield Choice("move", name, way=(place,), section="AS-10", why=why)
        yield Choice("stay", name, section="AS-13")

    def nearer(self, moment: Now, name: str, place: Place) -> str:
        """Why a stand that is pinned or repulsed does not go there: an enemy is nearer (AS-17)."""
        stand = moment.units[name]
        if stand.pinned or stand.repulsed:
            for enemy in self.living(moment, self.other(stand.side)):
                there = moment.places[enemy][:2]
                if dist(place[:2], there) < dist(moment.places[name][:2], there):
                    how = "pinned" if stand.pinned else "repulsed"
                    return f"{name} is {how} and does not approach {enemy} (AS-17)."
        return ""

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Too far, no room, too near to the enemy."""
        name, place = choice.unit, choice.way[-1]
        field = self.table.battlefield(moment.picked())
        near = self.too_near if choice.kind == "march" else self.nearer
        return (
            self.on_the_move(moment).why_not_move(name, place, moment.position, self.rules)
            or why_no_room(field, field.unit(name), place, may_touch=False)
            or near(moment, name, place)
        )

    def moved(self, moment: Now, choice: Choice) -> Now:
        """A stand at the end of its way, without its FIRE marker (AS-15)."""
        moment = moment.moved(choice.unit, choice.way[-1])
        return moment.unit(choice.unit, motion=Motion.MOVING, fire_marker=False)

    def after_move(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """It has moved."""
        return self.moved(moment.settled, choice)

    def after_stay(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """It does not use this part of its option."""
        return moment.settled

    def on_shoot(self, moment: Now, name: str, part: str) -> Iterator[Choice]:
        """The shot of a tactical option; its target may answer (AS-14 to AS-17)."""
        for target, asked in self.targets(moment, name):
            yield Choice("shoot", name, target, asked=asked, section="AS-14", why_not=asked.why_not)
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

    # --- what becomes of stands and battle groups, AS-17 and AS-20
    def suffers(self, moment: Now, name: str, result: Result | str) -> Now:
        """What a result does to a stand, and whether its battle group tests (U8; R20)."""
        stand, before = moment.units[name], self.must_test(moment, name)
        if result is Result.NONE:
            return moment.unit(name, pinned=False)
        if result is Result.DESTROYED:
            moment = moment.unit(name, destroyed=True)
        elif result is Result.PINNED:
            markers = min(stand.markers + self.rules.pinned_markers, MOST_MARKERS)
            moment = moment.unit(name, pinned=True, markers=markers)
        elif result is Result.REPULSED:
            markers = min(stand.markers + self.rules.repulsed_markers, MOST_MARKERS)
            moment = moment.unit(name, repulsed=True, markers=markers)
            if not stand.flies:
                moment = moment.first(Task(stand.side, "retreat", (name,)))
        if self.must_test(moment, name) and not before:
            moment = moment.first(Task(CHANCE, "group", ((stand.side, stand.group), stand.grade.value)))
        return moment

    def must_test(self, moment: Now, name: str) -> bool:
        """Are so many of the battle group of a stand repulsed or pinned (AS-20)?"""
        stand = moment.units[name]
        group = [each for each in self.living(moment, stand.side).values() if each.group == stand.group]
        repulsed = sum(each.repulsed for each in group)
        pinned = sum(each.pinned and not each.repulsed for each in group)
        return boards.battle_group_must_test(boards.Losses(repulsed=repulsed, pinned=pinned), self.rules)

    def on_group(self, moment: Now, group: tuple[str, str], grade: str) -> Iterator[Choice]:
        """The morale of a battle group (AS-20)."""
        yield Choice(
            "group", note=" ".join(group), asked=Asked("morale-test", {"grade": grade}), section="AS-20"
        )

    def after_group(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """It stands, or has failed."""
        failed, group = moment.noted.get("failed", ()), moment.tasks[-1].about[0]
        return moment.settled if outcome == PASSED else moment.settled.note(failed=(*failed, group))

    def on_retreat(self, moment: Now, name: str) -> Iterator[Choice]:
        """A repulsed stand goes away from any enemy, where its owner likes, as far as it can (AS-17)."""
        here, far = moment.places[name], float(self.table.inches(self.rules.repulse))
        field = self.table.battlefield(moment.picked())
        enemies = [
            moment.places[each][:2] for each in self.living(moment, self.other(moment.units[name].side))
        ]
        found = {here: min((dist(here[:2], each) for each in enemies), default=far)}
        for number in range(HEADINGS):
            turn = radians(360 / HEADINGS * number)
            place = here._replace(x=round(here.x + far * sin(turn), 2), y=round(here.y + far * cos(turn), 2))
            if holds(field, place[:2]) and not why_no_room(field, field.unit(name), place, may_touch=False):
                found[place] = min((dist(place[:2], each) for each in enemies), default=far)
        enough = min(found[here] + far / 2, max(found.values()))
        for place, away in found.items():
            if away >= enough:
                yield Choice("retreat", name, way=(place,), section="AS-17")

    def after_retreat(self, moment: Now, choice: Choice, outcome: Any) -> Now:
        """It is out of the way."""
        return self.moved(moment.settled, choice)

    # --- the end
    def over(self, moment: Now) -> Ending | None:
        """A side of whose battle groups half have failed has lost; else the house rule of the table (AS-20)."""
        for side in self.sides:
            groups = {stand.group for stand in moment.units.values() if stand.side == side}
            alive = {stand.group for stand in self.living(moment, side).values()}
            failed = {group for whose, group in moment.noted.get("failed", ()) if whose == side} | (
                groups - alive
            )
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


def purse(stand: Stand) -> str:
    """The word under which the command points of a battle group are noted."""
    return f"CP of {stand.side} {stand.group}"


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


def play(table: AspTable, rules: AspWw2) -> PlayAsp:
    """A game on a table; raises BadInput for R11=b and R20=b, and for more than two battle groups a side."""
    if rules.R11 == "b" or rules.R20 == "b":
        raise BadInput("whole turns are played option by option and test by test: under R11=a and R20=a")
    for side in PlayAsp.sides:
        if len({stand.group for stand in table.setup.units if stand.side == side}) > 2:
            raise BadInput(
                f"{side} has more than two battle groups: how a failed one retreats is not played (AS-20)"
            )
    return PlayAsp(table, rules)
