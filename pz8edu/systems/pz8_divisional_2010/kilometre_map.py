"""The kilometre map: what is measured between two units, and the question it fills in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.command import command_ring
from pz8edu.board.contact import comes_onto, footprint, gap, in_contact, still_stops
from pz8edu.board.distances import distance
from pz8edu.board.field_tabletop import FieldTabletop
from pz8edu.board.ground import OPEN, ROAD
from pz8edu.board.lengths import Number, in_words
from pz8edu.board.march import Going
from pz8edu.board.position import Marker, Place, Position
from pz8edu.board.scene import Area, Base, Line, Mark, Ring, Scene, Shape
from pz8edu.board.tabletop import Asked, BoardState, Fact, once_a_position
from pz8edu.core import Situation
from pz8edu.systems.pz8_divisional_2010.joint_attacks import all_attack, attackers, blocked, sides, takes_part
from pz8edu.systems.pz8_divisional_2010.on_the_map import FORTIFICATION, OnTheMap
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010, Fighter
from pz8edu.systems.pz8_divisional_2010.scenarios import Scenario, UnitOnTable
from pz8edu.systems.pz8_divisional_2010.words import TANKS, Ground, Kind

State = BoardState[UnitOnTable]

SYMBOLS = {
    Kind.CAVALRY: "cavalry",
    Kind.MOTOR_INFANTRY: "motor infantry",
    Kind.RECON: "reconnaissance",
    Kind.ENGINEER: "engineers",
    Kind.ARTILLERY: "gun",
    Kind.HQ: "headquarters",
    **dict.fromkeys(TANKS, "tank"),
}
KM = " km"
MINEFIELD = "minefield"
HALF_A_BASE = 0.5
NEVER = 1000
"""What a kilometre costs that a way is to keep off."""
SHOWN_WAY_BACK = 4
LABEL_ABOVE = Fraction(3, 2)


@dataclass(frozen=True)
class DivisionalTable(FieldTabletop[UnitOnTable]):
    """A map on which batteries fire, units fight in contact, and tired units rally.

    `forms` are the edition's forms of `barrage`, `combat`, `minefield`, `multi-combat` and `rally`.
    """

    roles = ("Attacks", "Is attacked")

    scenario: Scenario
    forms: Mapping[str, type[Situation]]

    @cached_property
    def ground(self) -> Battlefield:
        """The map without anybody on it."""
        return self.scenario.laid(kind="kilometres")

    def base(self, unit: UnitOnTable, place: Place) -> Base:
        """A unit's base: a kilometre square without facing, with its fatigue points and turns of fire."""
        shots = "" if unit.shots is None else f"{unit.shots} turn{'' if unit.shots == 1 else 's'} of fire"
        tired = f"{unit.fp} FP" if unit.fp else ""
        held = "holds back" if unit.holds_back else ""
        return Base(
            unit.name,
            "headquarters" if unit.kind is Kind.HQ else str(unit.kind),
            unit.side,
            (place.x, place.y),
            condition=tired or "ok",
            role=f"unit: {unit.side}",
            symbol=SYMBOLS.get(unit.kind, "infantry"),
            label=" · ".join(filter(None, (unit.name, tired, shots, held))),
            traits=tuple(filter(None, (shots, held))),
        )

    @once_a_position
    def battlefield(self, state: State) -> Battlefield:
        """The map with every unit that is not lost where it stands."""
        field = super().battlefield(state)
        return replace(field, units=tuple(base for base in field.units if not state.units[base.name].lost))

    # --- the player's part
    def start(self) -> Position[UnitOnTable]:
        """The units as the scenario sets them up; bases have no facing."""
        units = {unit.name: unit for unit in self.scenario.units}
        places = {name: Place(float(unit.x), float(unit.y)) for name, unit in units.items()}
        laid = {MINEFIELD: self.scenario.minefields, FORTIFICATION: self.scenario.fortifications}
        markers = (Marker(kind, float(x), float(y)) for kind, at in laid.items() for x, y in at)
        return Position(places, units, tuple(markers))

    def chosen(self) -> tuple[str, str]:
        """The two that are chosen at the start."""
        return self.scenario.chosen, self.scenario.target

    def settle(self, name: str, place: Place, position: Position[UnitOnTable]) -> Place:
        """A base stays on the map, a kilometre square whose edges lie along those of the map."""
        x = min(max(place.x, HALF_A_BASE), float(self.scenario.width) - HALF_A_BASE)
        y = min(max(place.y, HALF_A_BASE), float(self.scenario.height) - HALF_A_BASE)
        return Place(x, y)

    @once_a_position
    def measured(self, state: State, rules: Divisional2010) -> OnTheMap:
        """The map as the player arranged it, ready to be measured."""
        return OnTheMap(
            self.scenario,
            {name: unit for name, unit in state.units.items() if not unit.lost},
            self.battlefield(state),
            rules,
            tuple((one.x, one.y) for one in state.position.marked(FORTIFICATION)),
            tuple(sections_of_mines(state)),
            limited_fire="defender_out_of_ammo" in self.forms["combat"].fields(),
            attacking=getattr(self.forms["combat"].fields()["attacker_type"].domain, "options", ()),
            longest_way_back=self.largest("combat", "defender_blocked_at"),
        )

    def picked(self, state: State) -> State:
        """The choice without those that are lost."""
        shooter, target = (
            name if name and not state.units[name].lost else "" for name in (state.shooter, state.target)
        )
        return replace(state, shooter=shooter, target=target)

    def changes(self, name: str, state: State, rules: Divisional2010) -> Mapping[str, Sequence[Any]]:
        """Fatigue, turns of fire where they run out, who holds back from the others, and losses (sections 5, 6)."""
        unit, seen = state.units[name], self.measured(state, rules)
        changes: dict[str, Sequence[Any]] = {
            "fp": range(max(rules.fp_limit(Fighter(unit.kind)), unit.fp + 1))
        }
        if unit.kind is Kind.ARTILLERY and seen.limited_fire:
            changes["shots"] = (*range(self.scenario.turns_of_fire + 1), None)
        return {**changes, "holds_back": (False, True), "lost": (False, True)}

    # --- what is shown
    def scene(self, state: State, rules: Divisional2010) -> Scene:
        """Ground, works and mines, objectives, what the chosen unit reaches, spots and fires at."""
        state = self.picked(state)
        seen = self.measured(state, rules)
        shapes = list(self.on_the_ground(seen, state))
        if state.shooter:
            shapes += self.around(seen, seen.field.unit(state.shooter), state)
        if state.shooter and state.target:
            shapes += self.between(seen, seen.field.unit(state.shooter), seen.field.unit(state.target))
        return seen.field.scene(*shapes, *self.way_gone(state, rules), picked=state.picked)

    def allowance(self, name: str, state: State, rules: Divisional2010) -> tuple[Fraction, Going]:
        """The kilometres of a move over open ground, and what other ground costs (section 4)."""
        seen = self.measured(state, rules)
        return self.move(seen, seen.field.unit(name))[0], going(rules)

    def ways(self, name: str, state: State, rules: Divisional2010) -> tuple[tuple[Number, Going], ...]:
        """The kilometres of a move with what ground costs, or the worst of it for the whole way (R11, R12)."""
        inches, going = self.allowance(name, state, rules)
        rough = frozenset(patch.ground for patch in self.ground.patches) if rules.R11 == "b" else frozenset()
        rough_cost = rules.points_per_inch(Ground.ROUGH)
        if rules.R12 == "a":
            return ((inches, replace(going, slowing=rough, slowed=rough_cost) if rough else going),)
        by_road = Going({ROAD: going.of(ROAD)}, other=NEVER, slowing=rough, slowed=NEVER)
        level = Going(dict.fromkeys((OPEN, ROAD), 1), other=NEVER)
        return tuple((inches, each) for each in (by_road, level, Going({}, other=rough_cost)))

    def why_it_stays(self, name: str, state: State, rules: Divisional2010) -> str:
        """Why a unit may not move at all (R17); empty if it may."""
        seen = self.measured(state, rules)
        inches, why = self.move(seen, seen.field.unit(name))
        return "" if inches else why

    def stops(self, name: str, state: State, rules: Divisional2010) -> Iterator[Base]:
        """Minefields, enemies and the works that shelter them: a unit stops at them (sections 4, 6, 9 and 10)."""
        seen = self.measured(state, rules)
        mover = seen.field.unit(name)
        enemies = (base for base in seen.field.units if base.side != mover.side)
        for mines in sections_of_mines(state):
            yield from still_stops(mover, mines)
        there = (*enemies, *seen.enemy_works(mover).values())
        yield from (each for each in there if not in_contact(mover, each))

    def on_the_ground(self, seen: OnTheMap, state: State) -> Iterator[Shape]:
        """Fortification sections, minefields and objectives."""
        for section in seen.sections:
            yield Area(f"terrain: {FORTIFICATION}", footprint(section), words="shelters one base (§10)")
        for mines in sections_of_mines(state):
            yield Area("terrain: rough", footprint(mines), words="a minefield section (§9)")
            yield Mark("mine", mines.at)
        for objective in self.scenario.objectives:
            x, y = objective.at
            yield Mark("objective", objective.at)
            said = f"objective of the {objective.owner} side at {in_words(x)}, {in_words(y)} (§11)"
            yield Mark("label", (x, y + LABEL_ABOVE), f"objective: {objective.name}", said)

    def around(self, seen: OnTheMap, base: Base, state: State) -> Iterator[Shape]:
        """What a chosen unit can do: its move, its range, its HQ's reach."""
        unit = seen.units[base.name]
        chief = seen.headquarters(base)
        if chief is not None:
            yield command_ring(seen.field, chief.name, seen.rally_reach(unit), "rally")
        if unit.kind is Kind.ARTILLERY:
            yield Ring("range", base.at, seen.rules.range_of_fire, f"fire {seen.rules.range_of_fire}{KM}")
        reach = self.reach(base.name, state, seen.rules)
        if reach is not None:
            yield reach

    def move(self, seen: OnTheMap, base: Base) -> tuple[Fraction, str]:
        """The kilometres of a move over open ground with what goes with it; none in contact (section 4; R17)."""
        if seen.rules.R17 == "a" and seen.enemies_of(base):
            return Fraction(0), "it is in contact with an enemy (R17)"
        words = f"{going(seen.rules).words(seen.field.kind)} (§4)"
        return Fraction(seen.open_move(seen.units[base.name])), words

    def between(self, seen: OnTheMap, base: Base, target: Base) -> Iterator[Shape]:
        """The line of fire with those who spot, or the way back of a beaten defender."""
        if seen.engaged(base, target):
            direction = seen.backwards(target, base)
            if direction is None:
                return
            way = seen.way_back(target, base)
            far = min(way or SHOWN_WAY_BACK, SHOWN_WAY_BACK)
            end = (
                float(target.at[0]) + direction[0] * far,
                float(target.at[1]) + direction[1] * far,
            )
            said = "way back free" if way is None else f"way back blocked after {in_words(way, 1)}{KM}"
            yield Line("path", (target.at, end), arrow=True, label=said)
            return
        if seen.units[base.name].kind is not Kind.ARTILLERY:
            return
        why = seen.why_not_fire(base, target)
        yield Line("sight: blocked" if why else "shot", (base.at, target.at), label="" if why else "fire")
        for look in seen.looks(base, target):
            if not look.why_not and look.spotter != base.name:
                words = f"{look.spotter} spots at {in_words(look.distance, 1)} of {look.reach} km"
                yield Line(
                    "sight: clear", (seen.field.unit(look.spotter).at, target.at), label="spots", words=words
                )

    def facts(self, state: State, rules: Divisional2010) -> tuple[Fact, ...]:
        """The chosen units, their contact, spotters, rally and objectives (sections 4 to 11)."""
        state = self.picked(state)
        if not state.shooter:
            return (Fact("Unit", "choose one"),)
        seen = self.measured(state, rules)
        base = seen.field.unit(state.shooter)
        unit = seen.units[base.name]
        facts = [Fact("Unit", self.named(seen, unit))]
        enemies = seen.enemies_of(base)
        contact = ", ".join(enemy.name for enemy in enemies)
        facts.append(Fact("In contact with", contact or "nobody"))
        move, remark = self.move(seen, base)
        facts.append(Fact("Move", f"{in_words(move)}{KM}", remark))
        why = seen.why_not_rally(base)
        facts.append(Fact("Rally", "no" if why else "yes", why or "within reach of its HQ (§7)"))
        lost = seen.objectives_lost(base.side)
        if lost:
            facts.append(Fact("Objectives lost", ", ".join(lost), "off every rally die (§11)"))
        if state.target:
            facts += self.facts_of_two(seen, base, seen.field.unit(state.target))
        return tuple(facts)

    def facts_of_two(self, seen: OnTheMap, base: Base, target: Base) -> Iterator[Fact]:
        """What lies between the chosen unit and its target."""
        if seen.engaged(base, target):
            yield from all_attack(seen, base, target)
        yield Fact("Target", self.named(seen, seen.units[target.name]))
        yield Fact("Distance", f"{in_words(distance(base.at, target.at), 1)}{KM}")
        if seen.section_of(target) is not None:
            yield Fact("Cover", "in a fortification", "+1 in combat, harder to hit and to see (§10)")
        if seen.units[base.name].kind is Kind.ARTILLERY:
            for look in seen.looks(base, target):
                yield Fact(f"{look.spotter} spots", "no" if look.why_not else "yes", look.why_not)

    def named(self, seen: OnTheMap, unit: UnitOnTable) -> str:
        """A unit in a few words."""
        parts = [unit.name, str(unit.kind).replace("-", " "), str(seen.quality(unit)), f"{unit.fp} FP"]
        if unit.kind is Kind.ARTILLERY and seen.limited_fire:
            parts.append(f"{seen.shots_left(unit)} turns of fire")
        return ", ".join(parts)

    # --- what is asked
    def asked(self, state: State, rules: Divisional2010) -> Asked | None:
        """One unit: its rally. Two in contact: their combat, of several against one too. A battery: its fire."""
        state = self.picked(state)
        if not state.shooter:
            return None
        seen = self.measured(state, rules)
        base = seen.field.unit(state.shooter)
        if not state.target:
            mined = self.mines_under(state.shooter, state)
            return (
                self.minefield_asked(seen.units[base.name], rules) if mined else self.rally_asked(seen, base)
            )
        target = seen.field.unit(state.target)
        if seen.engaged(base, target):
            return self.combat_asked(seen, base, target)
        if seen.units[base.name].kind is Kind.ARTILLERY:
            return self.fire_asked(seen, base, target)
        inputs = self.of_combat(seen, base, target)
        if base.side == target.side:
            return self.filled("combat", inputs, f"{target.name} is on the same side.")
        away = in_words(gap(base, target), 1)
        return self.filled(
            "combat", inputs, f"{base.name} does not touch {target.name}: {away} km apart (§6)."
        )

    def at_most(self, calculator: str, name: str, count: int) -> int:
        """A count, as far as the calculator goes."""
        return min(count, int(self.largest(calculator, name)))

    def largest(self, calculator: str, name: str) -> Fraction:
        """The largest value of an input of a calculator."""
        domain = self.forms[calculator].fields()[name].domain
        limits = getattr(getattr(domain, "inner", domain), "limits", None)
        return Fraction(getattr(limits, "maximum", None) or 0)

    def filled(
        self, calculator: str, inputs: Mapping[str, Any], why_not: str = "", counted: tuple[str, ...] = ()
    ) -> Asked:
        """The question with those inputs that the edition's form has and allows."""
        known = self.forms[calculator].fields()
        kept = {name: value for name, value in inputs.items() if name in known}
        kinds = known.get("attacker_type")
        kind = kept.get("attacker_type")
        if kinds is not None and kind is not None and kind not in getattr(kinds.domain, "options", (kind,)):
            del kept["attacker_type"]
            why_not = why_not or f"A unit of {kind} does not attack of its own will (§4)."
        return Asked(calculator, kept, why_not, counted)

    def mines_met(self, name: str, state: State) -> list[Marker]:
        """The minefield sections that a unit has come onto, else one that it touches at an edge (section 9)."""
        base = next((each for each in self.battlefield(state).units if each.name == name), None)
        there = zip(state.position.marked(MINEFIELD), sections_of_mines(state), strict=True)
        touched = [each for each in there if base and in_contact(base, each[1])]
        on = [marker for marker, section in touched if base and comes_onto(base, section)]
        return on or [marker for marker, _ in touched[:1]]

    def mines_under(self, name: str, state: State) -> Marker | None:
        """The first of them."""
        return next(iter(self.mines_met(name, state)), None)

    def minefield_asked(self, unit: UnitOnTable, rules: Divisional2010) -> Asked:
        """The roll of a unit that has come to a minefield section (section 9)."""
        return self.filled(
            "minefield", {"unit_type": unit.kind, "fp": unit.fp}, counted=("it stops at the section (§9)",)
        )

    def befalls(self, name: str, state: State, rules: Divisional2010) -> Mapping[str, Position[UnitOnTable]]:
        """The end of the minefield section that a unit has come to (section 9)."""
        marker = self.mines_under(name, state)
        return {} if marker is None else {"its minefield is removed": state.position.without_marker(marker)}

    def rally_asked(self, seen: OnTheMap, base: Base) -> Asked:
        """The rally of the chosen unit."""
        unit = seen.units[base.name]
        inputs = {
            "quality": seen.quality(unit),
            "objectives_lost": self.at_most("rally", "objectives_lost", len(seen.objectives_lost(base.side))),
            "fp": unit.fp,
        }
        why = seen.why_not_rally(base) if unit.fp else f"{unit.name} has no FP to lose (§7)."
        return self.filled("rally", inputs, why)

    def fire_asked(self, seen: OnTheMap, base: Base, target: Base) -> Asked:
        """The fire of the chosen battery, and of all others that may fire at the target and do not hold back."""
        why = seen.why_not_fire(base, target)
        able = [
            other
            for other in seen.field.units
            if other.side == base.side
            and seen.units[other.name].kind is Kind.ARTILLERY
            and takes_part(seen, other, base)
            and not seen.why_not_fire(other, target)
        ]
        unit = seen.units[target.name]
        inputs = {
            "batteries": self.at_most("barrage", "batteries", max(1, len(able))),
            "firer_quality": seen.quality(seen.units[base.name]),
            "target_type": unit.kind,
            "target_fp": unit.fp,
            "target_fort": seen.section_of(target) is not None,
        }
        return self.filled("barrage", inputs, why, counted("battery fires", "batteries fire", able))

    def combat_asked(self, seen: OnTheMap, base: Base, target: Base) -> Asked:
        """The combat of two units in contact; of all that are alike and engage the same enemy."""
        base, target = sides(seen, base, target)
        alike, unlike = attackers(seen, base, target)
        inputs = self.of_combat(seen, base, target)
        said = counted("unit fights apart", "units fight apart", unlike)
        if len(alike) > 1 and not seen.out_of_ammo(target):
            number = {"attackers": self.at_most("multi-combat", "attackers", len(alike))}
            together = counted("unit attacks", "units attack", alike)
            ways = ("the blocked way back is not counted here",) if blocked(seen, alike, target) else ()
            return self.filled("multi-combat", inputs | number, "", (*together, *said, *ways))
        return self.filled("combat", inputs, "", said)

    def of_combat(self, seen: OnTheMap, attacker: Base, defender: Base) -> dict[str, Any]:
        """All that a combat depends on, as it stands on the map."""
        ours, theirs = seen.units[attacker.name], seen.units[defender.name]
        return {
            "attacker_type": ours.kind,
            "attacker_fp": ours.fp,
            "attacker_quality": seen.quality(ours),
            "attacker_blocked_at": seen.way_back(attacker, defender),
            "defender_type": theirs.kind,
            "defender_fp": theirs.fp,
            "defender_quality": seen.quality(theirs),
            "defender_blocked_at": seen.way_back(defender, attacker),
            "defender_fort": seen.section_of(defender) is not None,
            "defender_out_of_ammo": seen.out_of_ammo(defender),
        }


def counted(one: str, several: str, bases: Sequence[Base]) -> tuple[str, ...]:
    """How many bases do something, and which: "2 batteries fire: I./Artillerie, II./Artillerie"."""
    names = ", ".join(base.name for base in bases)
    return (f"{len(bases)} {one if len(bases) == 1 else several}: {names}",) if bases else ()


def sections_of_mines(state: State) -> Iterator[Base]:
    """The minefield sections that are still there (section 9)."""
    return (Base(MINEFIELD, MINEFIELD, "", (one.x, one.y)) for one in state.position.marked(MINEFIELD))


def going(rules: Divisional2010) -> Going:
    """What a kilometre of ground costs (section 4)."""
    road = rules.points_per_inch(Ground.ROAD)
    return Going({OPEN: Fraction(1), ROAD: road}, other=rules.points_per_inch(Ground.ROUGH))
