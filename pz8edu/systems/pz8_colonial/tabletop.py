"""Pz8 Colonial on the table: units in their ranks, volleys, charges, and shells that fall where they may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, cos, hypot, radians, sin
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import TOLERANCE
from pz8edu.board.contact import footprint, gap, in_contact
from pz8edu.board.distances import those_within
from pz8edu.board.ground import OPEN, Patch, stretches
from pz8edu.board.lengths import in_words
from pz8edu.board.march import Going
from pz8edu.board.pushing import Direction, towards
from pz8edu.board.reach import reachable_area
from pz8edu.board.scene import Base, Line, Mark, Ring, Scene, Shape
from pz8edu.board.shot import Aim, Shot, measure_shot
from pz8edu.board.tabletop import Asked, BoardState, Fact, Place, Tabletop
from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_colonial.artillery import can_fire, reload_activations
from pz8edu.systems.pz8_colonial.boards import Charge, Rider, charge, may_fire_mounted
from pz8edu.systems.pz8_colonial.forces import FORCES, Force, Unit
from pz8edu.systems.pz8_colonial.movement import GUNS, charge_reach, move_in_words
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.scenarios import SCENARIOS, Ground, Position, Scenario
from pz8edu.systems.pz8_colonial.words import Leader, Side, Troop, Weapon

SPACING = 1.0
"""Inches from a figure to the next one in its rank, and from rank to rank."""
COVER = frozenset({"wood", "rough", "buildings", "fortification"})
"""Ground that is bad ground or cover to who is fired at (section 2)."""
BAD = frozenset({"wood", "rough", "buildings"})
"""Bad ground to who moves (section 2)."""
DEFENDED = frozenset({"hill", "buildings", "fortification"})
"""Ground that helps who defends it in melee (section 2)."""
NO_RIDING = {"wood": "woods", "buildings": "building", "fortification": "fortification"}
"""Ground that mounted troops may not charge into, in the words of the board check (section 2)."""
SEE_THROUGH = frozenset({OPEN, "rough", "fortification"})
"""Ground that one looks across; hills, woods and buildings block, as in most games (none is printed)."""
SYMBOLS = {Troop.MACHINE_GUN: "machine gun", Troop.ARTILLERY: "gun"}
"""The picture on a unit; units of men show their figures."""
ROLES = {Side.EUROPEAN: "own", Side.NATIVE: "enemy"}


@dataclass(frozen=True)
class Standing:
    """A unit in its place: its strength now, and the front it shows."""

    unit: Unit
    side: Side
    position: Position

    @property
    def ordinary(self) -> int:
        """Ordinary figures left."""
        return self.unit.ordinary - self.position.lost

    @property
    def figures(self) -> int:
        """All figures left."""
        return self.unit.men - self.position.lost

    @property
    def firing(self) -> int:
        """Figures that fire."""
        return min(self.unit.firing, self.figures)

    @property
    def front(self) -> int:
        """Figures in the front rank."""
        return max(min(self.position.front, self.figures), 1)

    @property
    def ranks(self) -> int:
        """Ranks, the last of them perhaps not full."""
        return max(ceil(self.figures / self.front), 1)

    @property
    def mounted(self) -> bool:
        """On horse or camel?"""
        return self.unit.troop in (Troop.MOUNTED, Troop.CAMEL)

    def places(self, at: Place) -> tuple[tuple[float, float], ...]:
        """Where its figures stand, from the right of the front rank; the leaders stand last."""
        turn = radians(at.facing or 0)
        found = []
        for number in range(self.figures):
            rank, file = divmod(number, self.front)
            across = ((self.front - 1) / 2 - file) * SPACING
            ahead = ((self.ranks - 1) / 2 - rank) * SPACING
            x = at.x + across * cos(turn) + ahead * sin(turn)
            y = at.y - across * sin(turn) + ahead * cos(turn)
            found.append((round(x, 6), round(y, 6)))
        return tuple(found)

    def leader(self, number: int) -> Leader | None:
        """The kind of leader that a figure is; None for an ordinary one."""
        place = number - self.ordinary
        return self.unit.leaders[place] if place >= 0 else None

    def base(self, at: Place) -> Base:
        """The unit as one block on the board."""
        unit = self.unit
        ranks = f"{self.figures} figures, {self.front} abreast"
        leaders = ", ".join(leader.value for leader in unit.leaders)
        return Base(
            unit.name,
            unit.what or unit.troop.value,
            self.side.value,
            (at.x, at.y),
            size=self.front * SPACING,
            depth=self.ranks * SPACING,
            facing=at.facing or 0,
            role=f"unit: {ROLES[self.side]}",
            symbol=SYMBOLS.get(unit.troop, ""),
            weapon=unit.weapon.value if unit.weapon else "",
            quality=unit.quality.value,
            words=f"{ranks}; {leaders}" if leaders else ranks,
        )


@dataclass(frozen=True)
class ColonialTable(Tabletop):
    """A table on which one unit fires at another, or fights it in contact."""

    scenario: Scenario

    @cached_property
    def standing(self) -> Mapping[str, Standing]:
        """The units on the table by name."""
        return {
            position.unit: Standing(*of_force(self.scenario.units[position.unit]), position)
            for position in self.scenario.positions
        }

    def places(self) -> Mapping[str, Place]:
        """Where every unit stands at the start."""
        return {
            position.unit: Place(float(position.x), float(position.y), float(position.facing))
            for position in self.scenario.positions
        }

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.scenario.firer, self.scenario.target

    def battlefield(self, state: BoardState) -> Battlefield:
        """The table with every unit where the player put it."""
        scenario = self.scenario
        return Battlefield(
            (0, 0, scenario.width, scenario.height),
            tuple(unit.base(state.places[name]) for name, unit in self.standing.items()),
            tuple(patch_of(ground) for ground in scenario.patches),
            title=scenario.title,
            note=scenario.note,
        )

    def figures(self, state: BoardState) -> Iterator[tuple[str, int, tuple[float, float]]]:
        """Every figure on the table: its unit, its number in it, and where it stands."""
        for name, unit in self.standing.items():
            for number, at in enumerate(unit.places(state.places[name])):
                yield name, number, at

    # --- what the board shows
    def scene(self, state: BoardState, rules: Colonial) -> Scene:
        """Ground, units with their figures, the shooter's moves and ranges, and the shot."""
        field = self.battlefield(state)
        shapes = [*self.moves(field, state, rules)]
        shot = self.measured(state, rules)
        if shot is not None:
            left_out = self.not_shown(self.standing[state.shooter].unit, rules)
            shapes += [shape for shape in shot.shapes() if shape.role not in left_out]
        shapes += self.carry_on(field, state, rules)
        shapes += self.recoil(field, state, rules)
        shapes += [figure_mark(self.standing[name].side, at) for name, _, at in self.figures(state)]
        picked = {name: role for name, role in ((state.shooter, "firer"), (state.target, "target")) if name}
        return field.scene(*shapes, picked=picked)

    def not_shown(self, unit: Unit, rules: Colonial) -> frozenset[str]:
        """What of a shot has no meaning here: faces, and half range where the weapon has none (section 2)."""
        row = None if unit.weapon is None else rules.weapons[unit.weapon]
        halves = unit.troop is Troop.MACHINE_GUN or (row is not None and row.half_range)
        faces = {"face: front", "face: side", "face: rear"}
        return frozenset(faces if halves else {*faces, "half range"})

    def moves(self, field: Battlefield, state: BoardState, rules: Colonial) -> Iterator[Shape]:
        """Where the shooter can go on good ground, and how far it charges (section 2)."""
        if not state.shooter or state.moving:
            return
        unit = self.standing[state.shooter].unit
        going = Going({OPEN: 1}, other=1, closed=BAD)
        area = reachable_area(field, unit.name, rules.movement[unit.troop].move, going)
        if area is not None:
            yield replace(area, words=f"{area.words}; on bad ground {move_in_words(unit.troop, True, rules)}")
        reach = charge_reach(unit.troop, False, rules)
        if reach is not None:
            yield Ring("charge", field.unit(unit.name).at, reach, f"charge {reach}″")

    def carry_on(self, field: Battlefield, state: BoardState, rules: Colonial) -> Iterator[Shape]:
        """How far cavalry can ride on through its target, within its charge (section 2)."""
        if (
            not (state.shooter and state.target)
            or self.standing[state.shooter].unit.troop is not Troop.MOUNTED
        ):
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

    def fighting(self, field: Battlefield, state: BoardState) -> bool:
        """Are the chosen two enemies in contact?"""
        if not (state.shooter and state.target):
            return False
        enemies = self.standing[state.shooter].side is not self.standing[state.target].side
        return enemies and in_contact(field.unit(state.shooter), field.unit(state.target))

    def recoil(self, field: Battlefield, state: BoardState, rules: Colonial) -> Iterator[Shape]:
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

    # --- what was measured
    def aim(self, unit: Unit, rules: Colonial) -> Aim | None:
        """What a unit fires with (sections 2, 3, 4); None if it does not fire."""
        if unit.troop is Troop.ARTILLERY:
            return Aim(rules.canister_range, cover=dict.fromkeys(COVER, "cover"), see_through=SEE_THROUGH)
        weapon = "machine gun" if unit.troop is Troop.MACHINE_GUN else unit.weapon
        if weapon is None:
            return None
        inches = rules.weapons[weapon].inches
        return Aim(inches, cover=dict.fromkeys(COVER, "cover"), see_through=SEE_THROUGH)

    def measured(self, state: BoardState, rules: Colonial) -> Shot | None:
        """The shot between the chosen two, from middle to middle; None without two, or in contact."""
        if not (state.shooter and state.target):
            return None
        field = self.battlefield(state)
        aim = self.aim(self.standing[state.shooter].unit, rules)
        if aim is None or in_contact(field.unit(state.shooter), field.unit(state.target)):
            return None
        return measure_shot(field, state.shooter, state.target, aim)

    def facts(self, state: BoardState, rules: Colonial) -> tuple[Fact, ...]:
        """Shooter, target, distance, sight, cover, charge, and the strength at which they test."""
        facts = [Fact("Shooter", self.named(state.shooter)), Fact("Target", self.named(state.target))]
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
            counter = rules.movement[self.standing[state.target].unit.troop].move * rules.counter_move
            facts.append(
                Fact("Counter-move", f"{in_words(counter)}″", f"of {state.target}, to match figures (§2)")
            )
        if self.fighting(self.battlefield(state), state):
            inches, least = f"{in_words(rules.recoil)}″", in_words(rules.wins_by)
            facts.append(
                Fact("Recoil", f"{inches} each", f"of a pair that differs by less than {least} (§2)")
            )
        if state.shooter:
            facts += self.unit_facts(self.standing[state.shooter], rules)
        return tuple(facts)

    def unit_facts(self, standing: Standing, rules: Colonial) -> Iterator[Fact]:
        """The move, the crew and the morale of a unit (sections 2, 4, 7)."""
        unit = standing.unit
        move = move_in_words(unit.troop, False, rules)
        yield Fact(
            "Move", f"{move}″", f"hatched; on bad ground {move_in_words(unit.troop, True, rules)}″ (§2)"
        )
        if unit.troop is Troop.ARTILLERY:
            number = reload_activations(standing.figures, rules)
            yield Fact("Reloading", f"{number} activation{'' if number == 1 else 's'}", "§4")
        mark = rules.half_mark(unit.men)
        tests = "tests at every activation" if standing.figures <= mark else f"tests from {mark} figures on"
        yield Fact("Strength", f"{standing.figures} of {unit.men}", f"{tests} (§7)")

    def named(self, name: str) -> str:
        """A unit in a few words."""
        if not name:
            return "choose one"
        unit = self.standing[name].unit
        return ", ".join(filter(None, (name, unit.what, unit.quality.value)))

    def charge_words(self, state: BoardState, rules: Colonial) -> tuple[str, str]:
        """Can the shooter charge the target, and how far is it (section 2)?"""
        question = self.charge(state)
        if not question.distance:
            return "in contact", "every pair of figures fights (§2)"
        told = charge(question, rules)
        inches = f"{in_words(question.distance, 1)}″ to contact"
        if "reach" in told:
            inches += f" of {told['reach']}″"
        return str(told["verdict"]), f"{inches}{', some of it bad ground' if question.bad else ''} (§2)"

    def charge(self, state: BoardState) -> Charge:
        """The charge of the shooter on the target: the gap between the two, and the ground."""
        field = self.battlefield(state)
        one, other = field.unit(state.shooter), field.unit(state.target)
        ground = {piece.ground for piece in stretches((one.at, other.at), field.ground)}
        distance = round(gap(one, other), 6)
        into = NO_RIDING.get(field.ground_at(other.at), "open")
        return Charge.read(
            {
                "troop": self.standing[one.name].unit.troop,
                "distance": distance,
                "bad": bool(ground & BAD),
                "into": into,
            }
        )

    # --- what it asks
    def asked(self, state: BoardState, rules: Colonial) -> Asked | None:
        """The fire, or in contact the melee, of the chosen two; None while there are not two."""
        if not (state.shooter and state.target):
            return None
        field = self.battlefield(state)
        if in_contact(field.unit(state.shooter), field.unit(state.target)):
            return self.melee(field, state, rules)
        return self.fire(state, rules)

    def fire(self, state: BoardState, rules: Colonial) -> Asked | None:
        """The fire of the shooter with the measured inputs (sections 2 to 6)."""
        shot = self.measured(state, rules)
        if shot is None:
            return None
        firer, target = self.standing[state.shooter], self.standing[state.target]
        inputs: dict[str, Any] = {
            "distance": round(shot.distance.value, 6),
            "quality": firer.unit.quality,
            "target_cover": shot.cover.value == "cover",
        }
        why_not = self.forbidden(firer, target, rules) or not_possible(shot)
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
            "target_leaders": list(target.unit.leaders),
        }
        return Asked("volley-losses", inputs, why_not)

    def stood_still(self, state: BoardState) -> bool:
        """Is the shooter where it stood at the start, so that it aims (section 2)?"""
        start, now = self.places()[state.shooter], state.places[state.shooter]
        return (start.x, start.y) == (now.x, now.y)

    def forbidden(self, firer: Standing, target: Standing, rules: Colonial) -> str:
        """Why a unit cannot fire at another at all; empty if it can (sections 2 to 6)."""
        if firer.side is target.side:
            return f"{target.unit.name} is on the same side."
        if firer.unit.troop is Troop.ARTILLERY and not can_fire(firer.figures, rules):
            return f"{firer.unit.name} has fewer than {rules.least_gun_crew} men (§4)."
        if firer.mounted and firer.unit.weapon:
            rider = Rider.read({"side": firer.side, "troop": firer.unit.troop, "weapon": firer.unit.weapon})
            if not may_fire_mounted(rider, rules)["may_fire"]:
                return f"{firer.unit.name} must dismount to fire (§5)."
        return ""

    def melee(self, field: Battlefield, state: BoardState, rules: Colonial) -> Asked:
        """The figures of both front ranks in pairs; the target defends its ground (section 2)."""
        attacker, defender = self.standing[state.shooter], self.standing[state.target]
        defending = field.ground_at(field.unit(state.target).at) in DEFENDED
        inputs = {
            "pairs": min(attacker.front, defender.front),
            "a": fighter(attacker, defending=False, rules=rules),
            "b": fighter(defender, defending=defending, rules=rules),
        }
        same_side = f"{defender.unit.name} is on the same side." if attacker.side is defender.side else ""
        return Asked("melee-unit", inputs, same_side)


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


def of_force(of: tuple[Unit, Force]) -> tuple[Unit, Side]:
    """A unit with the side of its force."""
    return of[0], of[1].side


def patch_of(ground: Ground) -> Patch:
    """A patch of ground on the table."""
    return Patch(ground.ground, ground.corners, ground.name)


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


def not_possible(shot: Shot) -> str:
    """Why a shot cannot be taken from here; empty if it can."""
    for finding in (shot.in_range, shot.sight):
        if not finding.value:
            return finding.says
    return ""


SHELL = "shell"


@dataclass(frozen=True)
class ShellTable(ColonialTable):
    """A table on which a shell comes down where the gunner has estimated: it fills in `shell-burst`."""

    def places(self) -> Mapping[str, Place]:
        """The shell, and the units."""
        x, y = self.scenario.shell or (0, 0)
        return {SHELL: Place(float(x), float(y)), **super().places()}

    def radius(self, rules: Colonial) -> int:
        """Inches around the impact (section 4)."""
        gun = self.standing[self.scenario.firer].unit.gun
        if gun is None:
            raise BadInput(f"{self.scenario.firer} is no gun: it has no shells (section 4)")
        return rules.guns[gun].burst_radius

    def under(self, state: BoardState, rules: Colonial) -> tuple[tuple[str, int, tuple[float, float]], ...]:
        """The figures under the shell, friend and foe (section 4)."""
        everybody = tuple(self.figures(state))
        shell = state.places[SHELL]
        hit = those_within((shell.x, shell.y), [at for _, _, at in everybody], self.radius(rules))
        return tuple(everybody[number] for number in hit)

    def scene(self, state: BoardState, rules: Colonial) -> Scene:
        """The units with their figures, the burst, and who is under it."""
        field, shell = self.battlefield(state), state.places[SHELL]
        radius = self.radius(rules)
        under = self.under(state, rules)
        shapes: list[Shape] = [Ring("blast", (shell.x, shell.y), radius, f"{radius}″", self.estimate(state))]
        shapes += [
            Mark("under the shell", figure[2], words=self.figure_words(figure))
            if figure in under
            else figure_mark(self.standing[figure[0]].side, figure[2])
            for figure in self.figures(state)
        ]
        marker = Base(SHELL, SHELL, "", (shell.x, shell.y), size=0.5, role="shell")
        return replace(field, units=(*field.units, marker)).scene(
            *shapes, picked={self.scenario.firer: "firer"}
        )

    def figure_words(self, figure: tuple[str, int, tuple[float, float]]) -> str:
        """Who a figure is."""
        leader = self.standing[figure[0]].leader(figure[1])
        return f"{leader.value if leader else 'a man'} of {figure[0]}"

    def estimate(self, state: BoardState) -> str:
        """What the gunner called, and how far the target really is (section 4)."""
        gun, shell = state.places[self.scenario.firer], state.places[SHELL]
        called = in_words(hypot(shell.x - gun.x, shell.y - gun.y), 1)
        if not self.scenario.target:
            return f"called {called}″"
        target = state.places[self.scenario.target]
        away = in_words(hypot(target.x - gun.x, target.y - gun.y), 1)
        return f"called {called}″, {self.scenario.target} are {away}″ away"

    def facts(self, state: BoardState, rules: Colonial) -> tuple[Fact, ...]:
        """The estimate, and how many figures of each unit are under the shell."""
        under = [name for name, _, _ in self.under(state, rules)]
        facts = [Fact("Estimate", self.estimate(state), "by eye (§4)")]
        facts += [Fact(name, f"{under.count(name)} figures under it") for name in dict.fromkeys(under)]
        gun = self.standing[self.scenario.firer]
        return (*facts, *self.unit_facts(gun, rules))

    def chosen(self) -> tuple[str, str]:
        """The gun and its target take no part in the choice: the shell is moved."""
        return "", ""

    def asked(self, state: BoardState, rules: Colonial) -> Asked:
        """The burst over the figures that stand there."""
        field = self.battlefield(state)
        hit = [
            (self.standing[name].leader(number), "cover" if field.ground_at(at) in COVER else "open")
            for name, number, at in self.under(state, rules)
        ]
        inputs = {
            "cover": hit.count((None, "cover")),
            "open": hit.count((None, "open")),
            "leaders": [[leader, place] for leader, place in hit if leader is not None],
        }
        return Asked("shell-burst", inputs)


# --- by name
def on_parade(name: str) -> Scenario:
    """A force by itself, its units side by side; raises BadInput for an unknown one."""
    force = FORCES[name]
    across, positions = 1, []
    for unit in force.units:
        front = min(unit.men, MOST_ABREAST)
        middle = across + Fraction(front, 2)
        positions.append(Position(unit=unit.name, x=middle, y=Fraction(PARADE_DEPTH, 2), front=front))
        across += front + 2
    return Scenario(
        title=force.name,
        note=force.note,
        width=Fraction(across),
        height=Fraction(PARADE_DEPTH),
        european=name,
        native=name,
        positions=tuple(positions),
    )


MOST_ABREAST, PARADE_DEPTH = 6, 8
"""Figures in a rank, and inches of the table, of a force on parade."""


def tabletops() -> tuple[str, ...]:
    """The names of all scenarios and of all forces."""
    return (*SCENARIOS.names(), *FORCES.names())


def tabletop(name: str) -> ColonialTable:
    """A scenario, or a force on parade, by its name; raises BadInput for an unknown one."""
    if name in FORCES.names():
        return ColonialTable(on_parade(name))
    if name not in SCENARIOS.names():
        raise unknown("table of pz8-colonial", name, tabletops())
    scenario = SCENARIOS[name]
    return ColonialTable(scenario) if scenario.shell is None else ShellTable(scenario)
