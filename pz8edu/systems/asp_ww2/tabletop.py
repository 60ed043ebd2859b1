"""asp games World War 2 on the table: what stands see of each other, and what their shots need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from pz8edu.board.ground import OPEN, ROAD
from pz8edu.board.lengths import Number, in_words
from pz8edu.board.march import Going
from pz8edu.board.scene import Area, Ring, Scene, Shape, Wedge
from pz8edu.board.tabletop import Asked, BoardState, Fact
from pz8edu.core import Modifiers, Shelf, Situation
from pz8edu.systems.asp_ww2 import boards, fire
from pz8edu.systems.asp_ww2.measuring import (
    ARCS,
    BUILDINGS,
    HILL,
    OBSTACLES,
    STATIC,
    UNDECLARED,
    WOOD,
    Measuring,
)
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.situations import Seen
from pz8edu.systems.asp_ww2.stands import AIRCRAFT, BATTERIES, Battle, Stand, row_of
from pz8edu.systems.asp_ww2.words import Arc, Light, Option, Shooter, Style

State = BoardState[Stand]


@dataclass(frozen=True)
class AspTable(Measuring):
    """A table on which one stand shoots at another: `engagement`, `effect` or `air-attack`."""

    # --- the question
    def asked(self, state: State, rules: AspWw2) -> Asked | None:
        """The engagement of the chosen two, a shot that none answers, an air attack; alone: its own test."""
        if state.shooter in state.units and not state.target:
            return own_test(state.units[state.shooter])
        if not self.there(state):
            return None
        shooter, target = state.units[state.shooter], state.units[state.target]
        for stand in (shooter, target):
            if stand.bussed:
                why_not = f"{stand.name} is bussed in {stand.bussed} (AS-13)."
                return Asked("morale-test", {"grade": stand.grade}, why_not)
        if shooter.shooter in (Shooter.ATTACK, Shooter.BOMBER):
            return self.air_attack(shooter, target, state, rules)
        if shooter.shooter in AIRCRAFT | BATTERIES or target.flies:
            return self.effect(shooter, target, self.no_effect(shooter, target, state, rules), state, rules)
        why_not = self.why_not(shooter, target, state, rules)
        answer = self.out_of_reach(state, target.name, shooter.name, rules)
        unseen = self.unseen(state, target.name, shooter.name, rules)
        if not why_not and (answer or unseen):
            return self.effect(shooter, target, "", state, rules, f"no answer: {answer or unseen}")
        inputs = {
            "a": self.engaged(state, shooter.name, target.name, rules, acts=True),
            "b": self.engaged(state, target.name, shooter.name, rules, acts=False),
        }
        return Asked(
            "engagement",
            inputs,
            why_not,
            (
                self.score_in_words(state, shooter.name, target.name, rules, acts=True),
                self.score_in_words(state, target.name, shooter.name, rules, acts=False),
            ),
            {"A": shooter.name, "B": target.name},
        )

    def engaged(self, state: State, one: str, other: str, rules: AspWw2, *, acts: bool) -> dict[str, Any]:
        """One stand of an engagement, as the calculator asks for it (AS-14 to AS-17)."""
        stand = state.units[one]
        return {
            "detect": self.detects_on(state, one, other, rules, acts=acts),
            "grade": stand.grade,
            "markers": stand.markers,
            "fire_marker": stand.fire_marker,
            "need": self.need(state, one, other, rules, acts=acts),
            "bonus": bonus_of(stand, rules).total,
        }

    def why_not(self, shooter: Stand, target: Stand, state: State, rules: AspWw2) -> str:
        """Why a shot cannot be taken; empty if it can (AS-7, AS-14 to AS-19)."""
        one, other = shooter.name, target.name
        if shooter.side == target.side:
            return f"{other} is on the same side."
        if self.need(state, one, other, rules, acts=True) is None:
            what = shooter.shooter or "A stand that has no weapon"
            return f"{what} has no effect on {target.target}: a dash in Table U7."
        reach = self.out_of_reach(state, one, other, rules) or self.unseen(state, one, other, rules)
        if not shooter.flies and self.not_bought(shooter, rules):
            return self.not_bought(shooter, rules)
        unseen = not target.off_table and self.detects_on(state, one, other, rules, acts=True) is None
        if not reach and unseen:
            ranges = boards.detection_range(Seen.of(self.looking(state, one, other, acts=True)), rules)
            return f"{other} cannot be detected beyond {ranges['five_plus']} m as it stands (AS-14)."
        return reach

    def not_bought(self, stand: Stand, rules: AspWw2) -> str:
        """Why command points do not buy the option of a shot; empty if they do (AS-13; R11)."""
        taken = boards.OptionsTaken(grade=stand.grade, mobile=stand.mobile, options=(stand.option,))
        if stand.option in (Option.A, Option.G):
            return f"Option {stand.option} of {stand.name} has no shot (U5)."
        if isinstance(boards.options_cost(taken, rules), int):
            return ""
        points = rules.options[stand.option].tactical_points
        return f"Option {stand.option} takes {points} points; grade {stand.grade} has {boards.allowance(taken, rules)} (U4)."

    def no_effect(self, shooter: Stand, target: Stand, state: State, rules: AspWw2) -> str:
        """Why a shot of or at aircraft, or of a battery, cannot be taken; no detection is needed (AS-19)."""
        if shooter.side == target.side:
            return f"{target.name} is on the same side."
        if self.need(state, shooter.name, target.name, rules, acts=True) is None:
            what = shooter.shooter or "A stand that has no weapon"
            return f"{what} has no effect on {target.target}: a dash in Table U7."
        if shooter.shooter is Shooter.COUNTER_BATTERY and not target.fire_marker:
            return f"{target.name} has not fired: counter battery fires only at what has (AS-19)."
        if shooter.shooter in BATTERIES:
            return self.too_far_from_hq(shooter, target, state, rules)
        return self.out_of_reach(state, shooter.name, target.name, rules)

    def too_far_from_hq(self, shooter: Stand, target: Stand, state: State, rules: AspWw2) -> str:
        """Why a battery or flight of a mixed battle group has no such target; empty if it has (AS-1)."""
        near = {each: self.metres(state, each, target.name) for each in self.called_by(shooter, state)}
        if not near:
            return f"The BGHQ of {shooter.name} is lost (AS-1)."
        hq, metres = min(near.items(), key=lambda each: each[1])
        if metres > rules.near_hq:
            return f"{target.name} is {in_words(metres, 0)} m from {hq}, beyond {rules.near_hq} m (AS-1)."
        return ""

    def is_wholly_off(self, stand: Stand) -> bool:
        """Is a battle group made up of aircraft and batteries only (AS-1)?"""
        whose = stand.side, stand.group
        return all(each.off_table for each in self.setup.units if (each.side, each.group) == whose)

    def called_by(self, stand: Stand, state: State) -> list[str]:
        """The BGHQ near which a battery or flight has its targets; one of those on the table if all are off (AS-1)."""
        wholly = self.is_wholly_off(stand)
        return [
            name
            for name, each in state.units.items()
            if each.hq and not each.destroyed and each.side == stand.side
            if (not each.off_table if wholly else each.group == stand.group)
        ]

    def effect(
        self, shooter: Stand, target: Stand, why_not: str, state: State, rules: AspWw2, says: str = ""
    ) -> Asked:
        """What one shot does that nobody answers (AS-16, AS-17)."""
        inputs = {
            "need": self.need(state, shooter.name, target.name, rules, acts=True),
            "grade": target.grade,
            "markers": target.markers,
            "late_british": shooter.late_british,
            "light_mortars": shooter.light_mortars,
            "night_aircraft": target.flies and self.setup.light is Light.NIGHT,
        }
        counted = [self.score_in_words(state, shooter.name, target.name, rules, acts=True)]
        counted += [says] if says else ["no detection (AS-1, AS-19)"]
        return Asked("effect", inputs, why_not, tuple(counted))

    def air_attack(self, shooter: Stand, target: Stand, state: State, rules: AspWw2) -> Asked:
        """An aircraft stand flies through the shots of all who reach it (AS-19)."""
        why_not = self.why_not(shooter, target, state, rules)
        where = self.battlefield(state).ground_at(state.places[target.name][:2])
        static = where in STATIC or target.off_table
        if not why_not and shooter.shooter is Shooter.BOMBER and not static:
            why_not = f"Bombers attack only what stands in static targets, such as built-up areas: not {target.name} (U9)."
        if not why_not and self.headquarters(shooter, state) is not None:
            why_not = self.too_far_from_hq(shooter, target, state, rules)
        if not why_not and shooter.attacks >= rules.most_attacks:
            why_not = f"{shooter.name} has flown its {rules.most_attacks} attacks (sequence, step 4)."
        shots = self.shooters_at(shooter, state, rules)
        bonus = rules.night_aircraft if self.setup.light is Light.NIGHT else 0
        inputs = {
            "shots": [{"need": need, "bonus": bonus} for need in shots.values()],
            "grade": shooter.grade,
            "need": self.need(state, shooter.name, target.name, rules, acts=True),
            "target_grade": target.grade,
        }
        told = ", ".join(f"{name} ({need}+)" for name, need in shots.items()) or "nobody"
        detects = self.detects_on(state, shooter.name, target.name, rules, acts=True)
        sees = "cannot detect it" if detects is None else f"detects it {on_a_die(detects)}"
        counted = (
            f"shots on the way in: {told}",
            self.score_in_words(state, shooter.name, target.name, rules, acts=True),
            f"before it attacks, it {sees} (AS-19)",
        )
        return Asked("air-attack", inputs, why_not, counted)

    def shooters_at(self, aircraft: Stand, state: State, rules: AspWw2) -> dict[str, int]:
        """Who reaches an aircraft stand on its way in, and the score that each needs (AS-19)."""
        return {
            name: need
            for name, stand in state.units.items()
            if stand.side != aircraft.side and not stand.destroyed and not stand.bussed and not stand.away
            if (need := self.need(state, name, aircraft.name, rules, acts=False)) is not None
            if not self.out_of_reach(state, name, aircraft.name, rules)
        }

    def score_in_words(self, state: State, one: str, other: str, rules: AspWw2, *, acts: bool) -> str:
        """What a stand needs, and why: 'Sherman needs 2: 4, flank of the target −2'."""
        aim = self.aim(state, one, other, rules, acts=acts)
        score = None if aim is None else rules.score(aim.shooter, aim.target)
        if aim is None or score is None:
            return f"{one} has no effect on {other} (U7)"
        modifiers = fire.modifiers_of_score(aim, rules)
        why = "".join(f", {each}" for each in modifiers)
        return f"{one} needs {score + modifiers.total}" + (f": {score}{why}" if why else "")

    # --- command and movement
    def headquarters(self, stand: Stand, state: State) -> str | None:
        """The BGHQ of a stand's battle group; None if it is lost."""
        return next(
            (
                name
                for name, each in state.units.items()
                if each.hq and not each.destroyed and (each.side, each.group) == (stand.side, stand.group)
            ),
            None,
        )

    def move(self, stand: Stand, going: Literal["good", "bad"], rules: AspWw2) -> int:
        """Metres of a tactical move (U3)."""
        moving = boards.Moving(type=stand.moves, kind="tactical", going=going, scale=self.setup.scale)
        return int(boards.move(moving, rules)["metres"])

    def allowance(self, name: str, state: State, rules: AspWw2) -> tuple[Number, Going]:
        """How far a stand may move, and what bad going costs (AS-4, AS-8, AS-10)."""
        stand = state.units[name]
        if stand.flies:
            return 0, Going()
        good, bad = self.move(stand, "good", rules), self.move(stand, "bad", rules)
        on_foot = stand.moves == "foot"
        easy = (OPEN, ROAD, WOOD, BUILDINGS, HILL) if on_foot else (OPEN, ROAD)
        closed = frozenset({WOOD}) if stand.moves == "wheeled-halftrack" else frozenset[str]()
        return self.inches(good), Going(dict.fromkeys(easy, 1), Fraction(good, bad), closed)

    # --- what the board shows
    def measures(self, state: State, rules: AspWw2) -> Iterator[Shape]:
        """Zones that are lit, reach, range and arc of the shooter, and how near its target is detected."""
        yield from self.lit(state)
        half = self.inches(Fraction(rules.stand, 2))
        for marker in (each for each in state.position.markers if each.kind in (*OBSTACLES, UNDECLARED)):
            x, y = Fraction(str(marker.x)), Fraction(str(marker.y))
            corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
            yield Area("terrain: rough", corners, label=marker.kind)
        shooter = state.units.get(state.shooter)
        if shooter is None or shooter.destroyed:
            return
        place = state.places[shooter.name]
        field = self.battlefield(state)
        area = self.reach(shooter.name, state, rules)
        yield from [area] if area else []
        row = row_of(shooter, rules)
        if row is not None and row.range is not None:
            reach = self.inches(self.from_middle(row.range, rules))
            yield Ring("range", place[:2], reach, f"{row.shooter} {row.range} m")
            half_arc = rules.front_up_to if shooter.turretless or shooter.flies else rules.flank_up_to
            if place.facing is not None and half_arc == rules.front_up_to:
                yield Wedge("arc", place[:2], reach, place.facing - half_arc, place.facing + half_arc)
        if self.there(state) and shooter.shooter not in BATTERIES and not state.units[state.target].flies:
            ranges = boards.detection_range(
                Seen.of(self.looking(state, shooter.name, state.target, acts=True)), rules
            )
            hit = self.arc(state, shooter.name, state.target, rules)
            face = next(face for face, arc in ARCS.items() if arc is hit)
            base = field.unit(state.units[state.target].bussed or state.target)
            yield from self.faces(base, rules.front_up_to, rules.flank_up_to, face, f"the {hit} is hit")
            at = base.at
            for role, key, score in (
                ("minimum range", "two_plus", rules.near_on),
                ("half range", "five_plus", rules.far_on),
            ):
                if ranges[key]:
                    metres = Fraction(str(ranges[key]))
                    words = f"seen on {score}+ within {in_words(metres, 0)} m"
                    yield Ring(role, at, self.inches(self.from_middle(metres, rules)), words)

    def from_middle(self, metres: Fraction | int, rules: AspWw2) -> Fraction:
        """The same distance from the middle of a stand."""
        return metres + Fraction(rules.stand, 2)

    def scene(self, state: State, rules: AspWw2) -> Scene:
        """The table with those who are bussed in front of their transports."""
        drawn = super().scene(state, rules)
        bussed = [stand for stand in state.units.values() if stand.bussed and not stand.destroyed]
        bases = (self.base(stand, state.places[stand.name]) for stand in bussed)
        return replace(drawn, shapes=(*drawn.shapes, *bases))

    def line_label(self, state: State, rules: AspWw2) -> str:
        """The metres, the needed score, the arc: '750 m · needs 2 · flank'."""
        metres = f"{in_words(self.metres(state, state.shooter, state.target), 0)} m"
        need = self.need(state, state.shooter, state.target, rules, acts=True)
        arc = self.arc(state, state.shooter, state.target, rules)
        return " · ".join(
            filter(
                None, (metres, f"needs {need}" if need is not None else "", "" if arc is Arc.FRONT else arc)
            )
        )

    def facts(self, state: State, rules: AspWw2) -> tuple[Fact, ...]:
        """Who shoots at whom, how far, how it is detected, what it costs, how the battle group stands."""
        facts = list(self.chosen_facts(state))
        shooter = state.units.get(state.shooter)
        if shooter is not None and not shooter.destroyed:
            facts += [*self.command_facts(shooter, state, rules), *class_facts(shooter, rules)]
        if shooter is not None and self.there(state):
            one, other = state.shooter, state.target
            metres = self.metres(state, one, other)
            inches = in_words(metres * self.scale, 1)
            facts.append(
                Fact("Distance", f"{in_words(metres, 0)} m", f"{inches}″ at {self.setup.scale} (U1)")
            )
            detects = self.detects_on(state, one, other, rules, acts=True)
            said = "not at all" if detects is None else on_a_die(detects)
            facts.append(Fact("Detects", said, self.unseen(state, one, other, rules) or "AS-14"))
            facts.append(Fact("Cover of the target", str(self.cover(state, one, other)), "AS-7"))
            facts.append(Fact("Arc", str(self.arc(state, one, other, rules)), "AS-18; its diagram is lost"))
        return tuple(facts)

    def command_facts(self, stand: Stand, state: State, rules: AspWw2) -> Iterator[Fact]:
        """Command points, options, the move, and the state of the battle group (AS-10 to AS-13, AS-20)."""
        hq = self.headquarters(stand, state)
        if stand.flies:
            costs = {
                Shooter.FIGHTER: rules.fighter_cost,
                Shooter.BOMBER: rules.bomber_cost,
                Shooter.ATTACK: rules.attack_cost,
            }
            if stand.shooter in costs:
                yield Fact("Command points", str(costs[stand.shooter]), f"{stand.shooter} (sequence)")
        elif hq is not None:
            metres = self.metres(state, hq, stand.name)
            cost = boards.tactical_cp(boards.TacticalMove(metres_from_hq=metres), rules)
            yield Fact("Command points", str(cost), f"{in_words(metres, 0)} m from {hq} (AS-13)")
        if stand.flies:
            return
        led = boards.Led.of(stand)
        yield Fact(
            "Option", str(stand.option), f"one CP buys {', '.join(boards.options_per_cp(led, rules))} (U5)"
        )
        move = self.move(stand, "good", rules)
        harm = "; pinned: not towards the enemy (AS-17)" if stand.pinned else ""
        harm += f"; repulsed: {rules.repulse} m away from any enemy at once (AS-17)" if stand.repulsed else ""
        yield Fact("Move", f"{move} m", f"option A, E or F, half with C or D{harm} (U3)")
        group = [
            each
            for each in state.units.values()
            if (each.side, each.group) == (stand.side, stand.group) and not each.destroyed
        ]
        repulsed = sum(each.repulsed for each in group)
        losses = boards.Losses(
            repulsed=repulsed, pinned=sum(each.pinned and not each.repulsed for each in group)
        )
        tests = "must test its morale" if boards.battle_group_must_test(losses, rules) else "stands"
        yield Fact(
            "Battle group", tests, f"{repulsed} repulsed, {losses.pinned} pinned of {len(group)} here (AS-20)"
        )


def class_facts(stand: Stand, rules: AspWw2) -> Iterator[Fact]:
    """What a stand shoots as, what it is as a target, and what it costs (U9, U10, U11)."""
    gun = rules.gun_classes[stand.shooter] if stand.shooter else None
    if gun:
        yield Fact("Shoots as", gun.shooter, f"{', '.join(filter(None, (gun.calibre, gun.what)))} (U9)")
    aim = rules.target_classes[stand.target]
    yield Fact("As a target", aim.target, f"{aim.what} (U9)")
    bought = (
        rules.vehicles[stand.vehicle].points_class if stand.vehicle else gun.points_class if gun else None
    )
    if bought in boards.CLASSES:
        extra = {"light mortars": stand.light_mortars, boards.DUG_IN: stand.dug_in}
        added = [name for name, so in extra.items() if so]
        points = boards.price(bought, stand.grade, added, rules)
        yield Fact("Points", in_words(points), f"{', '.join([bought, *added])}, grade {stand.grade} (U11)")


def bonus_of(stand: Stand, rules: AspWw2) -> Modifiers:
    """What a stand adds to the results die of its shot (AS-17)."""
    return Modifiers(
        (rules.late_british, "late British artillery", stand.late_british, "AS-17"),
        (rules.light_mortars, "light mortars", stand.light_mortars, "AS-17"),
    )


def on_a_die(score: int) -> str:
    """A needed score in words: 'on 5+', and what any die reaches 'surely'."""
    return "surely" if score <= 1 else f"on {score}+"


def commanding(stand: Stand) -> dict[str, Any]:
    """How a BGHQ leads its battle group, as the calculator asks for it (AS-12)."""
    style = Style.MOBILE if stand.mobile else Style.CAUTIOUS if stand.cautious else Style.NORMAL
    return {"grade": stand.grade, "style": style, "radio": stand.radio}


def own_test(stand: Stand) -> Asked | None:
    """What a stand rolls for itself at the start of a turn (sequence, step 1); None if nothing."""
    if stand.destroyed:
        return None
    if stand.repulsed:
        return Asked("morale-test", {"grade": stand.grade}, counted=("a repulsed stand recovers (AS-17)",))
    if stand.markers:
        return Asked("suppression-removal", {"markers": stand.markers})
    if stand.hq:
        return Asked("command-points", commanding(stand))
    return None


def tabletop(name: str | Situation) -> AspTable:
    """A table of asp games World War 2 by its name or as set up; raises BadInput for an unknown one."""
    return AspTable(TABLES[name])


TABLES = Shelf("table of asp-ww2", Path(__file__).parent / "tabletops", Battle)
NAMES = TABLES.names()
"""The tables that are ready to play on, by name."""
