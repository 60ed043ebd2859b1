"""Pz8 Colonial on the table: units in their ranks, volleys and charges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import TOLERANCE
from pz8edu.board.contact import footprint, in_contact
from pz8edu.board.lengths import in_words, told_apart
from pz8edu.board.pushing import Direction, towards
from pz8edu.board.scene import Base, Line, Mark, Ring, Scene, Shape
from pz8edu.board.shot import Shot
from pz8edu.board.tabletop import Asked, Fact
from pz8edu.systems.pz8_colonial.artillery import reload_activations
from pz8edu.systems.pz8_colonial.boards import Rider, charge, may_fire_mounted
from pz8edu.systems.pz8_colonial.forces import Unit
from pz8edu.systems.pz8_colonial.movement import GUNS, charge_reach, move_in_words
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.standing import Standing, activations
from pz8edu.systems.pz8_colonial.units_table import CARDS, DEFENDED, IN_THE_PACK, ROLES, State, UnitsTable
from pz8edu.systems.pz8_colonial.words import Card, Carriage, Side, Troop, Weapon


@dataclass(frozen=True)
class ColonialTable(UnitsTable):
    """A table on which one unit fires at another, or fights it in contact."""

    def scene(self, state: State, rules: Colonial) -> Scene:
        """Ground, units with their figures, the shooter's moves and ranges, and the shot."""
        field = self.battlefield(state)
        shapes = [*self.moves(field, state, rules)]
        shot = self.measured(state, rules)
        if shot is not None:
            left_out = self.not_shown(state.units[state.shooter].unit, rules)
            asked = self.question(state, rules)
            shown = shot.shapes(asked.why_not if asked else "")
            shapes += [shape for shape in shown if shape.role not in left_out]
        shapes += self.carry_on(field, state, rules)
        shapes += self.recoil(field, state, rules)
        shapes += self.rout(state, rules)
        shapes += [figure_mark(state.units[name].side, at) for name, _, at in self.figures(state)]
        return field.scene(*shapes, *self.way_gone(state, rules), picked=state.picked)

    def not_shown(self, unit: Unit, rules: Colonial) -> frozenset[str]:
        """What of a shot has no meaning here: faces, and half range where the weapon has none (section 2)."""
        row = None if unit.weapon is None else rules.weapons[unit.weapon]
        halves = unit.troop is Troop.MACHINE_GUN or (row is not None and row.half_range)
        faces = {"face: front", "face: side", "face: rear"}
        return frozenset(faces if halves else {*faces, "half range"})

    def moves(self, field: Battlefield, state: State, rules: Colonial) -> Iterator[Shape]:
        """Where the shooter can go on good ground, and how far it charges (section 2)."""
        if not state.shooter or state.moving:
            return
        unit = state.units[state.shooter].unit
        area = self.reach(unit.name, state, rules)
        if area is not None:
            yield replace(area, words=f"{area.words}; on bad ground {move_in_words(unit.troop, True, rules)}")
        reach = charge_reach(unit.troop, False, rules)
        if reach is not None:
            base = field.unit(unit.name)
            far = reach + float(base.length) / 2
            yield Ring("charge", base.at, far, f"charge {reach}″", words=f"{reach}″ from its front (§2)")

    def carry_on(self, field: Battlefield, state: State, rules: Colonial) -> Iterator[Shape]:
        """How far cavalry can ride on through its target, within its charge (section 2)."""
        if not (state.shooter and state.target) or state.units[state.shooter].unit.troop is not Troop.MOUNTED:
            return
        told = charge(self.charge(state), rules)
        (x, y), (to_x, to_y) = field.unit(state.shooter).at, field.unit(state.target).at
        away = hypot(to_x - x, to_y - y)
        if told["verdict"] != "charge" or not away:
            return
        share = told["reach"] / away
        end = (round(x + share * (to_x - x), 6), round(y + share * (to_y - y), 6))
        words = f"who wins rides on, up to {told['reach']}″ from where the charge began (§2)"
        yield Line("path", ((x, y), end), arrow=True, words=words)

    def recoil(self, field: Battlefield, state: State, rules: Colonial) -> Iterator[Shape]:
        """How far both sides of an undecided fight step back from each other (section 2)."""
        if not (rules.recoil and self.fighting(field, state)):
            return
        for name, other in ((state.shooter, state.target), (state.target, state.shooter)):
            base, enemy = field.unit(name), field.unit(other)
            back = towards(enemy, base)
            if back is None:
                return
            start = behind(base, back)
            far = min(float(rules.recoil), room(start, back, field.extent))
            end = (round(start[0] + back[0] * far, 6), round(start[1] + back[1] * far, 6))
            words = f"{name} recoils {in_words(rules.recoil)}″ where a pair is undecided (§2)"
            yield Line(
                "path", (start, end), arrow=True, label=f"recoil {in_words(rules.recoil)}″", words=words
            )

    def rout(self, state: State, rules: Colonial) -> Iterator[Shape]:
        """How far every unit in rout flees towards its own edge (section 7)."""
        for name, standing in state.units.items():
            reach = charge_reach(standing.unit.troop, False, rules)
            if not standing.routing or reach is None:
                continue
            here, edge = state.places[name], self.own_edge(name, state.position)
            far = min(abs(edge.y - here.y), reach)
            end = (here.x, here.y + far * (1 if edge.y > here.y else -1))
            words = f"{name} flees {reach}″ towards its own edge (§7)"
            yield Line("path", ((here.x, here.y), end), arrow=True, label="rout", words=words)

    def facts(self, state: State, rules: Colonial) -> tuple[Fact, ...]:
        """Shooter, target, distance, sight, cover, charge, and the strength at which they test."""
        facts = [
            Fact("Shooter", self.named(state.shooter, state)),
            Fact("Target", self.named(state.target, state)),
        ]
        shot = self.measured(state, rules)
        if shot is not None:
            inches = f"{in_words(shot.distance.value, 1)}″ of {in_words(shot.aim.full_range)}″"
            facts += [
                Fact("Distance", inches, shot.distance.says),
                Fact("Sight", "clear" if shot.sight.value else "blocked", shot.sight.says),
                Fact("Cover", shot.cover.value, shot.cover.says),
            ]
        if state.shooter and state.target:
            facts.append(Fact("Charge", *self.charge_words(state, rules)))
            counter = self.move_of(state.units[state.target], rules) * rules.counter_move
            facts.append(
                Fact("Counter-move", f"{in_words(counter)}″", f"of {state.target}, to match figures (§2)")
            )
        if self.fighting(self.battlefield(state), state):
            inches, least = f"{in_words(rules.recoil)}″", in_words(rules.wins_by)
            facts.append(
                Fact("Recoil", f"{inches} each", f"of a pair that differs by less than {least} (§2)")
            )
        if state.shooter:
            facts += self.unit_facts(state.units[state.shooter], rules)
            facts += self.bound_to_charge(state, rules)
            facts += self.firearms(state, rules)
        return (*facts, *self.cards_left(state))

    def bound_to_charge(self, state: State, rules: Colonial) -> Iterator[Fact]:
        """Whom Fanatics must charge (section 2)."""
        enemies = self.must_charge(state, rules)
        if enemies:
            yield Fact("Must charge", " or ".join(enemies), "Fanatics within charge distance (§2)")

    def firearms(self, state: State, rules: Colonial) -> Iterator[Fact]:
        """The firearms of Natives, and how many men can take up those of the fallen (section 2)."""
        standing = state.units[state.shooter]
        if standing.firearms_pass_on:
            near = standing.takers(state.places[state.shooter], rules)
            inches = in_words(rules.takes_firearm)
            remark = f"{counted(near, 'man', 'men')} within {inches}″ can take up a fallen man's (§2)"
            yield Fact("Firearms", f"{standing.firing} of {standing.unit.firing}", remark)

    def cards_left(self, state: State) -> Iterator[Fact]:
        """What is left in the pack, and when it is shuffled (sections 2 and 11)."""
        left = state.position.stock
        if left:
            again = "; shuffled after a Joker (§11)" if CARDS[Card.RED_JOKER] in left else ""
            yield Fact("Pack", counted(sum(left.values()), "card", "cards"), f"not put back{again}")

    def unit_facts(self, standing: Standing, rules: Colonial) -> Iterator[Fact]:
        """The move, the crew and the morale of a unit (sections 2, 3, 4, 7 and 11)."""
        unit = standing.unit
        if unit.troop in GUNS:
            ready = standing.carriage is Carriage.READY
            way = "to pack or limber it" if ready else "to get it ready"
            remark = f"{activations(rules.packing)} {way} (§3, §4)"
            yield Fact("Carriage", standing.carriage.value, remark)
        good, bad = (move_in_words(unit.troop, ground, rules) for ground in (False, True))
        if self.move_of(standing, rules):
            yield Fact("Move", f"{good}″", f"hatched; on bad ground {bad}″ (§2)")
        else:
            yield Fact("Move", "0″", f"{good}″ once it is packed or limbered (§3, §4)")
        if unit.troop is Troop.ARTILLERY:
            yield Fact("Reloading", activations(reload_activations(standing.figures, rules)), "§4")
        mark = rules.half_mark(unit.men)
        tests = "tests at every activation" if standing.tests(rules) else f"tests from {mark} figures on"
        if standing.steadfast:
            tests = "never tests (§11)"
        yield Fact("Strength", f"{standing.figures} of {unit.men}", f"{tests} (§7)")

    def named(self, name: str, state: State) -> str:
        """A unit in a few words."""
        if not name:
            return "choose one"
        unit = state.units[name].unit
        return ", ".join(filter(None, (name, unit.what, unit.quality.value)))

    def charge_words(self, state: State, rules: Colonial) -> tuple[str, str]:
        """Can the shooter charge the target, and how far is it (section 2)?"""
        question = self.charge(state)
        if not question.distance:
            return "in contact", "every pair of figures fights (§2)"
        told = charge(question, rules)
        inches = f"{in_words(question.distance, 1)}″ to contact"
        if "reach" in told:
            inches += f" of {told['reach']}″"
        return str(told["verdict"]), f"{inches}{', some of it bad ground' if question.bad else ''} (§2)"

    def asked(self, state: State, rules: Colonial) -> Asked | None:
        """The fire, or in contact the melee, of the chosen two; of one what it rolls for; of nobody the next card."""
        if not state.shooter:
            return self.next_card(state)
        if not state.target:
            return self.rolls_for(state.units[state.shooter], rules)
        field = self.battlefield(state)
        if in_contact(field.unit(state.shooter), field.unit(state.target)):
            return self.melee(field, state, rules)
        return self.fire(state, rules)

    def next_card(self, state: State) -> Asked | None:
        """The next card from what is left in the pack (sections 2, 11 and 12); None where no pack is."""
        left = state.position.stock
        if not any(left.values()):
            return None
        inputs = {word: left[CARDS[card]] for card, word in IN_THE_PACK.items() if CARDS[card] in left}
        twice = "native activation" in self.scenario.optional
        return Asked("card-draw", inputs | {"native_activation": twice})

    def rolls_for(self, standing: Standing, rules: Colonial) -> Asked | None:
        """The morale test of a unit that must take one, or the try to clear a jam (sections 3 and 7)."""
        if standing.tests(rules):
            leader = bool(standing.leaders)
            return Asked("morale", {"quality": standing.unit.quality, "leader": leader})
        return Asked("unjam", {}) if standing.jammed else None

    def fire(self, state: State, rules: Colonial) -> Asked | None:
        """The fire of the shooter with the measured inputs (sections 2 to 6)."""
        shot = self.measured(state, rules)
        if shot is None:
            return None
        firer, target = state.units[state.shooter], state.units[state.target]
        inputs: dict[str, Any] = {
            "distance": min(round(shot.distance.value, 6), float(shot.aim.full_range)),
            "quality": firer.unit.quality,
            "target_cover": shot.cover.value == "cover",
            "short_munitions": firer.short,
        }
        why_not = self.forbidden(state, rules) or not_possible(shot, weapon_of(firer.unit))
        if firer.unit.troop is Troop.MACHINE_GUN:
            return Asked("machine-gun", inputs, why_not)
        if firer.unit.gun is not None:
            return Asked("canister", inputs | {"gun": firer.unit.gun}, why_not)
        inputs |= {
            "figures": max(firer.firing, 1),
            "weapon": firer.unit.weapon,
            "aimed": self.stood_still(state),
            "mounted_native": firer.mounted and firer.side is Side.NATIVE,
            "target_plain": target.ordinary,
            "target_leaders": list(target.leaders),
        }
        return Asked(
            "volley-losses", inputs, why_not, (counted(inputs["figures"], "figure fires", "figures fire"),)
        )

    def forbidden(self, state: State, rules: Colonial) -> str:
        """Why the one cannot fire at the other at all; empty if it can (sections 2 to 7)."""
        firer, target = state.units[state.shooter], state.units[state.target]
        if firer.side is target.side:
            return f"{target.unit.name} is on the same side."
        silent = firer.cannot_fire(rules)
        if silent:
            return silent
        bound = self.must_charge(state, rules)
        if bound:
            return f"{firer.unit.name} are Fanatics within charge distance of {', '.join(bound)}: they charge (§2)."
        if firer.mounted and firer.unit.weapon:
            rider = Rider.read({"side": firer.side, "troop": firer.unit.troop, "weapon": firer.unit.weapon})
            if not may_fire_mounted(rider, rules)["may_fire"]:
                return f"{firer.unit.name} must dismount to fire (§5)."
        return ""

    def melee(self, field: Battlefield, state: State, rules: Colonial) -> Asked:
        """The figures of both front ranks in pairs; the target defends its ground (section 2)."""
        attacker, defender = state.units[state.shooter], state.units[state.target]
        defending = field.ground_at(field.unit(state.target).at) in DEFENDED
        inputs: dict[str, Any] = {
            "pairs": min(attacker.front, defender.front),
            "a": fighter(attacker, defending=False, rules=rules),
            "b": fighter(defender, defending=defending, rules=rules),
        }
        why_not = f"{defender.unit.name} is on the same side." if attacker.side is defender.side else ""
        if attacker.routing and not why_not:
            why_not = f"{attacker.unit.name} is in rout (§7)."
        names = {"a": attacker.unit.name, "b": defender.unit.name}
        return Asked(
            "melee-unit", inputs, why_not, (counted(inputs["pairs"], "pair fights", "pairs fight"),), names
        )


def behind(base: Base, back: Direction) -> tuple[float, float]:
    """The edge of a base in a direction, seen from its middle."""
    x, y = (float(value) for value in base.at)
    deep = max((float(cx) - x) * back[0] + (float(cy) - y) * back[1] for cx, cy in footprint(base))
    return round(x + deep * back[0], 6), round(y + deep * back[1], 6)


def room(start: tuple[float, float], back: Direction, extent: tuple[Any, ...]) -> float:
    """How far it is in a direction to the edge of the table."""
    x0, y0, x1, y1 = map(float, extent)
    ways = [
        ((high if step > 0 else low) - here) / step
        for here, step, low, high in zip(start, back, (x0, y0), (x1, y1), strict=True)
        if abs(step) > TOLERANCE
    ]
    return max(min(ways), 0.0)


def weapon_of(unit: Unit) -> tuple[str, str]:
    """What a unit fires with, in words, and the section of its range (sections 2 to 4)."""
    if unit.troop is Troop.ARTILLERY:
        return "canister", "4"
    if unit.troop is Troop.MACHINE_GUN:
        return "a machine gun", "3"
    return f"a {unit.weapon}", "2"


def counted(number: int, one: str, several: str) -> str:
    """A number of things in words."""
    return f"{number} {one if number == 1 else several}"


def figure_mark(side: Side, at: tuple[float, float]) -> Mark:
    """One figure."""
    return Mark(f"figure: {ROLES[side]}", at)


def fighter(standing: Standing, defending: bool, rules: Colonial) -> dict[str, Any]:
    """A figure of a unit as it fights (sections 2 and 6); European camelry fights without cavalry's +2."""
    unit, native = standing.unit, standing.side is Side.NATIVE
    armed = unit.weapon is not None and rules.weapons[unit.weapon].firearm and unit.firing == unit.men
    return {
        "quality": unit.quality,
        "shield_revolver_lance": unit.shield_revolver_lance or unit.weapon is Weapon.REVOLVER,
        "cavalry": unit.troop is Troop.MOUNTED or (native and unit.troop is Troop.CAMEL),
        "crew_or_native_firearm": unit.troop in GUNS or (native and armed),
        "defending": defending,
    }


def not_possible(shot: Shot, weapon: tuple[str, str]) -> str:
    """Why a shot cannot be taken from here, as the book says it; empty if it can (sections 2 to 4)."""
    if not shot.in_range.value:
        what, section = weapon
        away = told_apart(shot.distance.value, shot.aim.full_range)
        return f"{shot.target.name} is {away}″ away; {what} reaches {in_words(shot.aim.full_range)}″ (§{section})."
    return "" if shot.sight.value else shot.sight.says
