"""Command points, moves and morale in a played turn of asp games World War 2 (AS-10, AS-12, AS-17, AS-20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import copysign, cos, dist, radians, sin
from typing import Literal

from pz8edu.board.lengths import Number
from pz8edu.board.march import Going
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked
from pz8edu.systems.asp_ww2 import boards
from pz8edu.systems.asp_ww2.command import PASS as PASSED
from pz8edu.systems.asp_ww2.measuring import STATIC
from pz8edu.systems.asp_ww2.play_field import Field, Now
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.stands import Stand
from pz8edu.systems.asp_ww2.tabletop import AspTable, State
from pz8edu.systems.asp_ww2.words import Motion, Option, Result
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Task
from pz8edu.turns.places import holds, rounded_place, why_no_room

MOST_MARKERS = 8
SHARES = 8
"""So many shares of a tactical move back are looked at."""
ROUNDED = Fraction(1, 1000)
"""Inches that are lost where a place is written to three decimals."""
HEADINGS = 16
"""Directions in which a repulsed stand may go."""


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


class Groups(Field):
    """What battle groups pay for, how their stands move, and what becomes of both.

    The baseline of a side is the edge behind it where the two sides are drawn up farthest apart.
    """

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

    def enemies_on_table(self, moment: Now, name: str) -> list[str]:
        """The enemies of a stand that are on the table: aircraft and batteries are behind their baseline (AS-9)."""
        living = self.living(moment, self.other(moment.units[name].side)).items()
        return [each for each, stand in living if not stand.off_table]

    # --- command points: AS-12
    def points(self, moment: Now, name: str) -> int:
        """The command points that the battle group of a stand has left."""
        return int(moment.noted.get(purse(moment.units[name]), 0))

    def too_dear(self, moment: Now, name: str, cost: int) -> str:
        """Why command points do not pay for it; empty if they do."""
        left, most = self.points(moment, name), self.rules.most_command_points
        if self.rules.T1 == "b" and cost + moment.noted.get(f"orders of {name}", 0) > most:
            return f"{name} has {most} CP at most in a turn, and that costs {cost} (AS-12)."
        return "" if cost <= left else f"That costs {cost} CP; the battle group of {name} has {left} (AS-12)."

    def price(self, moment: Now, name: str, option: str) -> int | None:
        """The command points of one more option without its distance; None where none buy it (AS-12, AS-13; R11)."""
        had = moment.noted.get(f"options of {name}", "")
        before, after = (self.cost_of(moment.units[name], taken) for taken in (had, had + option))
        return after - before if isinstance(before, int) and isinstance(after, int) else None

    def cost_of(self, stand: Stand, options: str) -> int | str:
        """The command points of options, by their letters (AS-12, AS-13; R11)."""
        if not options:
            return 0
        taken = tuple(map(Option, options))
        led = boards.OptionsTaken(grade=stand.grade, mobile=stand.mobile, options=taken)
        return boards.options_cost(led, self.rules)

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

    # --- moves: AS-10
    def on_the_move(self, moment: Now) -> OnTheMove:
        """The table for the move that is made now."""
        if not moment.tasks:
            return OnTheMove(self.table.setup, "march", Fraction(1))
        half = moment.tasks[-1].about[-1] == "half"
        return OnTheMove(self.table.setup, "tactical", Fraction(1, 2) if half else Fraction(1))

    def moved(self, moment: Now, choice: Choice, table: AspTable) -> Now:
        """A stand at the end of its way, or at an obstacle, without its FIRE marker (AS-15); it takes riders along."""
        name, place = choice.unit, choice.way[-1]
        moment = self.goes(moment.unit(name, motion=Motion.MOVING, fire_marker=False), name, place, table)
        return self.with_riders(moment, name)

    def with_riders(self, moment: Now, name: str) -> Now:
        """Who rides is where the transport is; who got off and is far from it shares nothing more (AS-13)."""
        for each in self.passengers(moment, name):
            moment = moment.moved(each, moment.places[name])
        transport = moment.noted.get(f"off {name}")
        if (
            transport
            and not self.is_out(transport, moment)
            and self.table.metres(moment.picked(), transport, name) >= self.rules.stand
        ):
            return moment.note(**{f"off {name}": None})
        return moment

    # --- what becomes of stands and battle groups: AS-17 and AS-20
    def suffers(self, moment: Now, name: str, result: Result | str) -> Now:
        """What a result does to a stand and whom it carries, and whether a battle group tests (U8, AS-13; R20)."""
        for each in self.sharing(moment, name):
            moment = self.suffers(moment, each, result)
        stand, before = moment.units[name], moment
        if result is Result.NONE:
            return moment.unit(name, pinned=False) if self.rules.R16 == "b" else moment
        if result in (Result.PINNED, Result.REPULSED):
            moment = moment.note(hit=(*moment.noted.get("hit", ()), name))
        if result is Result.DESTROYED:
            moment = moment.unit(name, destroyed=True)
        elif result is Result.PINNED:
            markers = min(stand.markers + self.rules.pinned_markers, MOST_MARKERS)
            moment = moment.unit(name, pinned=True, markers=markers)
        elif result is Result.REPULSED:
            markers = min(stand.markers + self.rules.repulsed_markers, MOST_MARKERS)
            moment = moment.unit(name, repulsed=True, markers=markers)
            if not stand.off_table and not stand.bussed:
                moment = moment.first(Task(stand.side, "retreat", (name,)))
        return self.tests(before, moment, name)

    def tests(self, before: Now, moment: Now, name: str) -> Now:
        """The battle group of a stand tests where it has newly come to one of the two limits (AS-20; R20)."""
        if (
            self.rules.R20 == "b"
            or self.why_failed(moment, name)
            or not self.limits(moment, name) - self.limits(before, name)
        ):
            return moment
        return moment.first(group_test(moment.units[name]))

    def tests_at_a_limit(self, moment: Now, side: str) -> Now:
        """Every battle group of a side that stands at a limit tests as its own turn begins (AS-20; R20=b)."""
        groups = {stand.group: name for name, stand in self.living(moment, side).items()}
        tested = (
            name
            for name in groups.values()
            if self.limits(moment, name) and not self.why_failed(moment, name)
        )
        return moment.first(*(group_test(moment.units[name]) for name in tested))

    def limits(self, moment: Now, name: str) -> set[str]:
        """Which limits its battle group has come to: that of the repulsed, and that of all who are shaken (AS-20)."""
        stand = moment.units[name]
        group = [each for each in self.living(moment, stand.side).values() if each.group == stand.group]
        repulsed = sum(each.repulsed for each in group)
        shaken = sum(each.repulsed or each.pinned for each in group)
        losses = {
            "repulsed": boards.Losses(repulsed=repulsed, pinned=0),
            "shaken": boards.Losses(repulsed=0, pinned=shaken),
        }
        return {limit for limit, lost in losses.items() if boards.battle_group_must_test(lost, self.rules)}

    def on_group(self, moment: Now, group: tuple[str, str], grade: str) -> Iterator[Choice]:
        """The morale of a battle group (AS-20)."""
        yield Choice(
            "group", note=" ".join(group), asked=Asked("morale-test", {"grade": grade}), section="AS-20"
        )

    def after_group(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """It stands, or has failed."""
        failed, group = moment.noted.get("failed", ()), moment.tasks[-1].about[0]
        return moment.settled if outcome == PASSED else moment.settled.note(failed=(*failed, group))

    def why_failed(self, moment: Now, name: str) -> str:
        """Why a stand does nothing but go back; empty if its battle group has not failed (AS-20)."""
        stand = moment.units[name]
        failed = (stand.side, stand.group) in moment.noted.get("failed", ())
        return f"The {stand.group} has failed: {name} goes back or halts (AS-20)." if failed else ""

    def ends_step(self, moment: Now) -> Now:
        """Before the tactical moves the stands of a battle group that has failed go back (AS-20)."""
        turns = self.steps(moment)
        if moment.step + 1 == len(turns) or turns[moment.step + 1].kind != "tactical":
            return moment
        state, side = moment.picked(), self.active(moment)
        going = (
            name
            for name, stand in self.living(moment, side).items()
            if self.why_failed(moment, name) and not stand.bussed and not stand.off_table
            if self.table.allowance(name, state, self.rules)[0]
        )
        return moment.first(*(Task(side, "go-back", (name,)) for name in going))

    def homeward(self, moment: Now, name: str) -> tuple[float, float, float]:
        """The way to the own baseline: its direction, and the inches to it (AS-20; T5)."""
        start, side = self.table.start(), moment.units[name].side
        middles = []
        for whose in (side, self.other(side)):
            spots = [start.places[each][:2] for each, stand in start.units.items() if stand.side == whose]
            middles.append([sum(axis) / len(spots) for axis in zip(*spots, strict=True)])
        east, north = (mine - theirs for mine, theirs in zip(*middles, strict=True))
        x0, y0, x1, y1 = map(float, self.table.battlefield(moment.picked()).extent)
        here = moment.places[name]
        edges = {
            (1.0, 0.0): x1 - here.x,
            (-1.0, 0.0): here.x - x0,
            (0.0, 1.0): y1 - here.y,
            (0.0, -1.0): here.y - y0,
        }
        home = (copysign(1, east), 0.0) if abs(east) > abs(north) else (0.0, -1.0 if north <= 0 else 1.0)
        if self.rules.T5 == "b":
            del edges[(-home[0], -home[1])]
            home = min(edges, key=lambda way: (edges[way], way != home))
        return (*home, edges[home])

    def ways_back(self, moment: Now, name: str) -> dict[Place, float]:
        """Places straight back that a stand can go to, with how much nearer to its baseline they are."""
        east, north, room = self.homeward(moment, name)
        table, here = self.on_the_move(moment), moment.places[name]
        most = float(table.allowance(name, moment.picked(), self.rules)[0])
        field, found = table.battlefield(moment.picked()), {}
        for eighth in range(SHARES, 0, -1):
            far = min(most * eighth / SHARES, room)
            place = rounded_place(here._replace(x=here.x + east * far, y=here.y + north * far))
            if not (
                table.why_not_move(name, place, moment.position, self.rules)
                or why_no_room(field, field.unit(name), place, may_touch=False)
            ):
                found[place] = far
        return found

    def least_back(self, moment: Now, name: str) -> float:
        """How much nearer to its baseline it must go: half a tactical move, or as far as it can (AS-20)."""
        most = float(self.on_the_move(moment).allowance(name, moment.picked(), self.rules)[0])
        return min(most / 2, max(self.ways_back(moment, name).values(), default=0.0))

    def on_go_back(self, moment: Now, name: str) -> Iterator[Choice]:
        """A stand of a battle group that has failed goes back, or command points halt it (AS-20)."""
        least = self.least_back(moment, name)
        for place, far in self.ways_back(moment, name).items():
            if far >= least - ROUNDED:
                yield Choice("retire", name, way=(place,), section="AS-20", why="to its baseline")
        if not least:
            yield Choice("stay", name, section="AS-20", why="there is no way back")
        metres = self.from_hq(moment, name)
        cost, why_not = 0, f"The BGHQ of {name} is lost (AS-13)."
        if metres is not None:
            cost = boards.tactical_cp(boards.TacticalMove(metres_from_hq=metres), self.rules)
            why_not = self.too_dear(moment, name, cost)
        yield Choice("halt", name, section="AS-20", why=f"{cost} CP", why_not=why_not)

    def after_retire(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has gone back."""
        return self.moved(moment.settled, choice, self.on_the_move(moment))

    def after_halt(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Command points halt it for this turn."""
        metres = self.from_hq(moment, choice.unit)
        assert metres is not None
        cost = boards.tactical_cp(boards.TacticalMove(metres_from_hq=metres), self.rules)
        return self.paid(moment.settled, choice.unit, cost)

    def why_too_little(self, moment: Now, name: str, place: Place) -> str:
        """Why a stand goes farther back; empty if that is half a tactical move (AS-20)."""
        east, north, _ = self.homeward(moment, name)
        here = moment.places[name]
        nearer = (place.x - here.x) * east + (place.y - here.y) * north
        if nearer >= self.least_back(moment, name) - ROUNDED:
            return ""
        return f"{name} goes at least half a tactical move towards its baseline (AS-20)."

    # --- repulsed: AS-17
    def on_retreat(self, moment: Now, name: str) -> Iterator[Choice]:
        """A repulsed stand goes away from any enemy, into cover if it can, else where its owner likes (AS-17)."""
        here, far = moment.places[name], float(self.table.inches(self.rules.repulse))
        field = self.table.battlefield(moment.picked())
        closed = self.table.allowance(name, moment.picked(), self.rules)[1].closed
        enemies = [moment.places[each][:2] for each in self.enemies_on_table(moment, name)]
        found = {here: min((dist(here[:2], each) for each in enemies), default=far)}
        for number in range(HEADINGS):
            turn = radians(360 / HEADINGS * number)
            place = here._replace(x=round(here.x + far * sin(turn), 2), y=round(here.y + far * cos(turn), 2))
            if not holds(field, place[:2]) or field.ground_at(place[:2]) in closed:
                continue
            if not why_no_room(field, field.unit(name), place, may_touch=False):
                found[place] = min((dist(place[:2], each) for each in enemies), default=far)
        enough = min(found[here] + far / 2, max(found.values()))
        away = [place for place, clear in found.items() if clear >= enough]
        covered = [place for place in away if field.ground_at(place[:2]) in STATIC]
        for place in covered or away:
            yield Choice("retreat", name, way=(place,), section="AS-17")

    def after_retreat(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It is out of the way."""
        return self.moved(moment.settled, choice, self.on_the_move(moment))


def group_test(stand: Stand) -> Task:
    """The morale of the battle group of a stand is tested (AS-20)."""
    return Task(CHANCE, "group", ((stand.side, stand.group), stand.grade.value))


def purse(stand: Stand) -> str:
    """The word under which the command points of a battle group are noted."""
    return f"CP of {stand.side} {stand.group}"
