"""Panzertroops on the table: men, guns and vehicles, and the shots, charges and calls between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot
from pathlib import Path
from typing import Any, ClassVar

from pz8edu.board.battlefield import SMOKE
from pz8edu.board.contact import footprint
from pz8edu.board.distances import within
from pz8edu.board.ground import OPEN, ROAD, Patch
from pz8edu.board.lengths import Number, in_words
from pz8edu.board.march import Going, March
from pz8edu.board.position import Place
from pz8edu.board.reach import best_move, find_move
from pz8edu.board.scene import Base, Mark, Ring, Scene, Shape, Wedge
from pz8edu.board.sight import first_blocker
from pz8edu.board.tabletop import Asked, BoardState, Fact
from pz8edu.core import Shelf, Situation
from pz8edu.systems.panzertroops.boards import Mortar, Move, max_move, off_board_mortar_reach
from pz8edu.systems.panzertroops.line_of_fire import (
    BUILDINGS,
    HEDGE,
    STEEP,
    WALL,
    Seen,
    ahead_of,
    bearer,
    blockers,
)
from pz8edu.systems.panzertroops.miniatures import FLAMETHROWER, SATCHEL, Miniature, Skirmish
from pz8edu.systems.panzertroops.ruleset import Panzertroops, Weapon
from pz8edu.systems.panzertroops.shooting import SHELLS, Shooting
from pz8edu.systems.panzertroops.words import Cover, Morale, Mover, Target

SMOKE_WEAPONS = frozenset(
    {"medium-mortar", "heavy-mortar", "at-medium", "at-super-velocity", "at-heavy", "at-extra-heavy"}
    | {"art-light", "art-medium", "art-heavy"}
)
"""AT guns and artillery of 75 mm or more, and medium and heavy mortars (PT-26)."""
MINIATURE = "miniature"
MORTAR = "-mortar"
LINEAR = frozenset({WALL, HEDGE})
"""What takes an inch of a move from who goes over it (PT-4)."""
SLOW = frozenset({"wood", "rough"})
"""What halves a move, and on a steep hill halves it again (PT-4)."""
OFF_THE_ROAD = 1000
"""So much costs an inch off the road for who has to keep to it (PT-3)."""
State = BoardState[Miniature]


@dataclass(frozen=True)
class PanzertroopsTable(Shooting):
    """A table on which one miniature fires at another: it fills in the calculator of its weapon."""

    moves_by: ClassVar[str] = "PT-2"

    # --- the question
    def asked(self, state: State, rules: Panzertroops) -> Asked | None:
        """The question of the chosen two, by the weapon of the one that acts; of one alone, its morale."""
        if state.shooter in state.units and not state.target:
            return self.morale(state.units[state.shooter], state, rules)
        if not self.there(state) or state.shooter not in state.units:
            return None
        firer = state.units[state.shooter]
        if state.target not in state.units:
            return self.smoke(firer, state, rules)
        return self.asked_of(firer, state.units[state.target], state, rules)

    def asked_of(self, firer: Miniature, target: Miniature, state: State, rules: Panzertroops) -> Asked:
        """The question between two miniatures, by the weapon that the firer has in hand."""
        seen = self.seen(state, firer, target, rules)
        why_not = self.forbidden(firer, target, state)
        if firer.observer:
            return self.mission(firer, target, seen, why_not, state, rules)
        if self.weapon(firer, rules)[0] == SATCHEL:
            return self.satchel(firer, target, seen, why_not, state, rules)
        return self.shot(
            firer, target, seen, why_not or self.no_shot(firer, target, seen, state, rules), state, rules
        )

    def group(self, unit: Miniature, state: State, rules: Panzertroops) -> tuple[Miniature, ...]:
        """The combat group of a miniature: a vehicle with its riders, a gun, observers, men in a chain (PT-24)."""
        alive = [each for each in state.units.values() if each.side == unit.side and not each.destroyed]
        carrier = state.units.get(unit.aboard, unit)
        if carrier.kind is not Target.MAN:
            return tuple(each for each in alive if carrier.name in (each.name, each.aboard))
        if unit.alone:
            return (unit,)
        men = [each for each in alive if each.kind is Target.MAN and not (each.aboard or each.alone)]
        men = [each for each in men if each.name != unit.name]
        found, waiting = [unit], [unit]
        while waiting:
            near = self.near(waiting.pop(), men, state, rules)
            men = [each for each in men if each not in near]
            found += near
            waiting += near
        return tuple(found)

    def near(
        self, unit: Miniature, others: Iterable[Miniature], state: State, rules: Panzertroops
    ) -> list[Miniature]:
        """Who stands as near to a miniature as the men of a group do (PT-24)."""
        here = state.places[unit.name][:2]
        return [each for each in others if within(here, state.places[each.name][:2], rules.group_within)]

    def morale(self, unit: Miniature, state: State, rules: Panzertroops) -> Asked | None:
        """The morale check of the combat group of a miniature (PT-24): guns need a leader with them, AFVs none."""
        if unit.destroyed:
            return None
        group = self.group(unit, state, rules)
        ours = (each for each in state.units.values() if each.side == unit.side and not each.destroyed)
        with_them = self.near(unit, ours, state, rules) if unit.alone else group
        led = any(each.figure == "leader" for each in with_them)
        figures = {each.figure for each in group} - {"leader"}
        inputs = {
            "elite": figures == {"veteran"},
            "green": "green" in figures,
            "leaderless": not led and self.needs_leader(unit, group, rules),
            "immobilised": any(each.immobilised for each in group),
        }
        names = ", ".join(each.name for each in group)
        counted = [f"its group, within {rules.group_within}″: {names}"]
        men = sum(each.crew(rules) - each.crew_lost for each in group)
        if unit.kind is Target.MAN and not unit.posture.startswith("gun") and men < rules.group_men:
            counted.append(f"men on foot must be formed in groups of {rules.group_men} or more (PT-24)")
        return Asked("morale-check", inputs, "", tuple(counted))

    def needs_leader(self, unit: Miniature, group: tuple[Miniature, ...], rules: Panzertroops) -> bool:
        """Is a group worse without a leader? Men are; of crews a reading says which (PT-24; T8)."""
        armour = any(each.kind is not Target.MAN for each in group)
        return rules.T8 == "b" or not (armour or (rules.T8 == "c" and unit.posture.startswith("gun")))

    def shot(
        self,
        firer: Miniature,
        target: Miniature,
        seen: Seen,
        why_not: str,
        state: State,
        rules: Panzertroops,
    ) -> Asked:
        """One shot: `tank-shot` at armour, `flamethrower-shot`, or `fire` (PT-6, PT-22, PT-25)."""
        key, weapon = self.weapon(firer, rules)
        penalty = self.penalty(firer, state, rules)
        counted = [f"{key}, {self.fire_step(firer, state, rules)}"]
        counted += [f"moved: {penalty}".replace("-", "−")] if penalty else []
        counted += [f"{target.name} {seen.cover_words}"]
        broken = firer.morale is Morale.BROKEN
        inputs: dict[str, Any] = {
            "defense": self.defence(target, seen.face, rules),
            "cover": seen.cover,
            "penalty": penalty,
        }
        if key == FLAMETHROWER and not broken:
            return Asked("flamethrower-shot", inputs | {"target": target.kind}, why_not, tuple(counted))
        firepower = self.firepower(target, weapon) or 0
        inputs |= {"firepower": firepower}
        if target.kind is Target.AFV and not broken:
            inputs |= {"elite": target.figure == "veteran", "green": target.figure == "green"}
            inputs |= {"already_immobilised": target.immobilised}
            return Asked("tank-shot", inputs, why_not, tuple(counted))
        return Asked("fire", inputs | {"target": target.kind, "broken": broken}, why_not, tuple(counted))

    def smoke(self, firer: Miniature, state: State, rules: Panzertroops) -> Asked:
        """One round of smoke at a point (PT-26)."""
        key, weapon = self.weapon(firer, rules)
        here, there = state.places[firer.name], state.places[state.target]
        distance = hypot(there.x - here.x, there.y - here.y)
        vehicle = firer.kind is not Target.MAN
        why_not = self.unmanned(firer, rules)
        if key not in SMOKE_WEAPONS or (rules.T9 == "b" and key.endswith(MORTAR)):
            others = " and mortars" if rules.T9 == "a" else ""
            why_not = f"{firer.name} ({key}) has no smoke: guns of 75 mm or more{others} have (PT-26)."
        elif firer.russian and firer.vehicle:
            why_not = f"{firer.name} is a Russian tank: it carries no smoke (PT-26)."
        elif self.setup.bad_weather:
            why_not = "The weather is bad: neither side can use smoke (PT-26)."
        elif firer.spent:
            why_not = f"{firer.name} has no smoke left (PT-26)."
        elif distance > weapon.range:
            why_not = f"{state.target} is {in_words(distance)}″ away; {weapon.range}″ is the range (PT-9)."
        supply = "a vehicle rolls for its supply" if vehicle else "its supply is not limited"
        return Asked("smoke-round", {"limited": vehicle}, why_not, (supply,))

    # --- satchel charges and shells
    def shots_at(self, unit: Miniature, state: State, rules: Panzertroops) -> dict[str, int]:
        """The enemies that can fire defensively at a man where he stands, with their net firepower (PT-12)."""
        found = {}
        for name, enemy in state.units.items():
            key, weapon = self.weapon(enemy, rules)
            if enemy.side == unit.side or enemy.destroyed or enemy.observer or key == SATCHEL:
                continue
            seen = self.seen(state, enemy, unit, rules)
            if not enemy.spent and not self.no_shot(enemy, unit, seen, state, rules):
                lowered = rules.broken_firer if enemy.morale is Morale.BROKEN else 0
                found[name] = (weapon.soft or 0) + lowered
        return found

    def satchel(
        self,
        firer: Miniature,
        target: Miniature,
        seen: Seen,
        why_not: str,
        state: State,
        rules: Panzertroops,
    ) -> Asked:
        """A charge carried to its target through the defensive fire at its carrier (PT-21)."""
        shots = self.shots_at(firer, state, rules)
        covers = [self.seen(state, state.units[name], firer, rules).cover for name in shots]
        worst = min(covers, key=tuple(Cover).index, default=Cover.NONE)
        inches, why = self.move(firer, rules)
        reach = inches + rules.satchel_reach
        if not why_not and seen.distance > reach:
            told = f"{in_words(inches)}″ of move ({why}) and {in_words(rules.satchel_reach)}″ of blast"
            why_not = f"{target.name} is {in_words(seen.distance)}″ away: out of {told} (PT-21)."
        inputs = {
            "defensive_shots": list(shots.values()),
            "man_defense": self.defence(firer, "", rules),
            "man_cover": worst,
            "target_defense": self.defence(target, seen.face, rules),
            "target": target.kind,
            "cover": seen.cover,
        }
        counted = ", ".join(f"{name} ({net})" for name, net in shots.items()) or "nobody"
        return Asked("satchel-run", inputs, why_not, (f"defensive fire where he stands: {counted}",))

    def mission(
        self,
        firer: Miniature,
        target: Miniature,
        seen: Seen,
        why_not: str,
        state: State,
        rules: Panzertroops,
    ) -> Asked:
        """Off-table shells that an observer team calls, as if fired from where it stands (PT-23)."""
        key = self.weapon(firer, rules)[0]
        rounds = state.position.stock[SHELLS]
        why_not = why_not or self.why_no_shell(key, firer, target, seen, state, rules)
        why_not = why_not or self.beyond_mortars(firer, target, state, rules)
        power = self.power_of_shells(key, target, rules)
        inputs = {
            "rounds": rounds,
            "firepower": power or 0,
            "defense": self.defence(target, seen.face, rules) - self.observers_moved(firer, rules),
            "target": target.kind,
            "cover": seen.cover,
        }
        threats = ", ".join(self.shots_at(firer, state, rules)) or "nobody"
        counted = [f"{rounds} off-table weapons: {key}", f"who can fire at the team before: {threats}"]
        if loss := self.observers_moved(firer, rules):
            counted.append(f"the observers have moved: {-loss} more Defence stands for their {loss} (PT-13)")
        return Asked("indirect-mission", inputs, why_not, tuple(counted))

    def observers_moved(self, team: Miniature, rules: Panzertroops) -> int:
        """What shells lose whose observers have moved: a reading says whether they do (PT-13, PT-23; T10)."""
        return rules.infantry_moved if rules.T10 == "b" and team.has_moved else 0

    def power_of_shells(self, key: str, target: Miniature, rules: Panzertroops) -> int | None:
        """The firepower of a weapon that fires indirectly; None for no effect (Table U2)."""
        weapon = rules.weapons[key]
        return weapon.indirect_armour if target.kind is Target.AFV else weapon.indirect_soft

    def why_no_shell(
        self, key: str, team: Miniature, target: Miniature, seen: Seen, state: State, rules: Panzertroops
    ) -> str:
        """Why no shell of a weapon falls where an observer team wants it; empty if it does (PT-23)."""
        if self.power_of_shells(key, target, rules) is None:
            against = "armour" if target.kind is Target.AFV else "soft targets"
            return f"The {key} has no indirect firepower against {against} (Table U2)."
        if seen.blocked:
            return f"{team.name} does not see {target.name}: {seen.blocked.blocker.name} (PT-23)."
        return "" if self.attacks(team, state) else "Indirect fire is never defensive fire (PT-23)."

    def indirect(
        self, gun: Miniature, key: str, team: Miniature, target: Miniature, state: State, rules: Panzertroops
    ) -> Asked:
        """A shell of a mortar or artillery piece on the table, as if fired from where the team stands (PT-23)."""
        seen, range_ = self.seen(state, team, target, rules), rules.weapons[key].range
        why_not = self.forbidden(gun, target, state) or self.unmanned(gun, rules)
        why_not = why_not or self.why_no_shell(key, team, target, seen, state, rules)
        here, there = state.places[gun.name], state.places[target.name]
        away = hypot(there.x - here.x, there.y - here.y)
        if not why_not and self.start().places[gun.name][:2] != here[:2]:
            why_not = f"{gun.name} has moved from where it started: it fires at what it sees only (PT-23)."
        if not why_not and key.endswith(MORTAR) and away > range_:
            why_not = f"{target.name} is {in_words(away)}″ away; {range_}″ is the range (PT-9)."
        inputs = {
            "firepower": self.power_of_shells(key, target, rules) or 0,
            "defense": self.defence(target, seen.face, rules),
            "target": target.kind,
            "cover": seen.cover,
            "penalty": self.observers_moved(team, rules),
        }
        return Asked("fire", inputs, why_not, (f"{key}, called by {team.name}",))

    def beyond_mortars(self, firer: Miniature, target: Miniature, state: State, rules: Panzertroops) -> str:
        """Why off-table mortars do not reach a target from behind their edge; empty if they do (PT-23)."""
        key, weapon = self.weapon(firer, rules)
        if not key.endswith(MORTAR):
            return ""
        reach = off_board_mortar_reach(Mortar.read({"weapon": key, "range": weapon.range}), rules)
        y = state.places[target.name].y
        depth = y if firer.side == "own" else float(self.setup.height) - y
        if depth <= reach:
            return ""
        return (
            f"{target.name} is {in_words(depth)}″ from the edge; off-table, a {key} reaches {reach}″ (PT-23)."
        )

    # --- movement
    def move(self, unit: Miniature, rules: Panzertroops) -> tuple[Fraction, str]:
        """How many inches of open ground a miniature may move, and why (PT-2, PT-19, PT-25)."""
        if unit.pinned:
            return Fraction(0), "it is pinned (PT-19)"
        if unit.immobilised:
            return Fraction(0), "it is immobilised (PT-25)"
        inches, why = self.whole_move(unit, rules)
        return (
            (inches / 2, f"half of a move, {why}; the other half is used (PT-5)")
            if unit.half
            else (inches, why)
        )

    def whole_move(self, unit: Miniature, rules: Panzertroops) -> tuple[Fraction, str]:
        """The same of one that has used nothing of its move (PT-2)."""
        if unit.vehicle:
            way = Move(kind=Mover.VEHICLE, base=rules.vehicles[unit.vehicle].speed, chassis=unit.chassis)
            return Fraction(str(max_move(way, rules))), "own speed (Table U5)"
        ran = unit.moves is Mover.RUN and unit.posture == Mover.RUN and not unit.half
        kind = Mover.ASSAULT if ran else unit.moves
        why = "it ran before: never two turns in a row (PT-2)" if ran else f"{kind} (Table U3)"
        return Fraction(str(max_move(Move(kind=kind), rules))), why

    def going(self, unit: Miniature, rules: Panzertroops) -> Going:
        """What an inch of ground costs a miniature (PT-3, PT-4)."""
        row = rules.chassis[unit.chassis] if unit.vehicle else rules.speeds[unit.moves]
        level = dict.fromkeys((OPEN, "hill", WALL, HEDGE, SMOKE), 1)
        closed = {BUILDINGS} if unit.kind is not Target.MAN else set[str]()
        closed |= LINEAR if row.wheeled else set()
        closed |= SLOW if unit.moves is Mover.TRUCK and not unit.vehicle else set()
        if unit.kind is Target.MAN:
            level |= {BUILDINGS: 1}
        return Going(
            {**level, ROAD: Fraction(1, row.road_factor)},
            rules.terrain_divisor,
            frozenset(closed),
            tolls=dict.fromkeys(LINEAR, rules.wall),
            slowing=frozenset({STEEP}),
            slowed=rules.terrain_divisor,
        )

    def allowance(self, name: str, state: State, rules: Panzertroops) -> tuple[Number, Going]:
        """How far a miniature may go, and what ground costs it."""
        unit = state.units[name]
        return self.move(unit, rules)[0], self.going(unit, rules)

    def ways(self, name: str, state: State, rules: Panzertroops) -> tuple[tuple[Number, Going], ...]:
        """Its move, and for men on a road that with the bonus of who goes by road all the way (PT-3)."""
        unit, (inches, going) = state.units[name], self.allowance(name, state, rules)
        bonus = 0 if unit.vehicle or unit.half or not inches else rules.speeds[unit.moves].road_bonus
        if not bonus or self.underfoot(state).ground_at(state.places[name][:2]) != ROAD:
            return ((inches, going),)
        by_road = Going({ROAD: 1}, other=OFF_THE_ROAD, slowing=going.slowing, slowed=going.slowed)
        return (inches, going), (inches + bonus, by_road)

    def way_to(self, name: str, place: Place, state: State, rules: Panzertroops) -> March | None:
        """Its way to a place; under R23=b steep hills take nothing of the bonus of who goes by road (PT-4)."""
        way, (least, *by_road) = super().way_to(name, place, state, rules), self.ways(name, state, rules)
        if way is None or way.is_legal or rules.R23 == "a" or not by_road:
            return way
        field, (most, going) = self.underfoot(state), by_road[0]
        level = find_move(field, name, place[:2], most, replace(going, slowed=1))
        steep = find_move(field, name, place[:2], 2 * most - least[0], going)
        return steep if level.is_legal and steep.is_legal else way

    def way_past(
        self, name: str, place: Place, others: Iterable[Base], state: State, rules: Panzertroops
    ) -> March:
        """Its way round others, through whom it does not go (PT-2): round a box as large as both."""
        field = self.underfoot(state)
        sides = [(most - least) / 2 for least, most in footprint(field.unit(name)).box]
        shut = []
        for other in others:
            (west, east), (south, north) = (
                (least - half, most + half)
                for half, (least, most) in zip(sides, footprint(other).box, strict=True)
            )
            shut.append(Patch(MINIATURE, ((west, south), (east, south), (east, north), (west, north))))
        ground = replace(field, patches=(*field.ground, *shut), roads=())
        ways = self.ways(name, state, rules)
        past = [(most, replace(going, closed=going.closed | {MINIATURE})) for most, going in ways]
        return best_move(ground, name, place[:2], *past)

    def why_it_stays(self, name: str, state: State, rules: Panzertroops) -> str:
        """Why a miniature may not move at all (PT-19, PT-25); empty if it may."""
        inches, why = self.move(state.units[name], rules)
        return "" if inches else why

    # --- what the board shows
    def measures(self, state: State, rules: Panzertroops) -> Iterator[Shape]:
        """Reach, range, field of fire, the circle of split fire, what blocks the line."""
        if state.shooter not in state.units or state.units[state.shooter].destroyed:
            return
        field, unit = self.battlefield(state), state.units[state.shooter]
        place = state.places[unit.name]
        key, weapon = self.weapon(unit, rules)
        inches, _ = self.allowance(unit.name, state, rules)
        area = self.reach(unit.name, state, rules)
        yield from [area] if area else []
        if key == SATCHEL:
            reach = inches + rules.satchel_reach
            yield Ring("charge", place[:2], reach, f"move and blast {in_words(reach)}″")
            return
        if unit.observer:
            return
        if weapon.range:
            yield Ring("range", place[:2], weapon.range, f"{key} {weapon.range}″")
        if unit.looks_ahead:
            ahead, wide = place.facing or 0, rules.field_of_fire
            yield Wedge("arc", place[:2], weapon.range, ahead - wide, ahead + wide)
        if self.there(state) and state.target in state.units:
            at = state.places[state.target]
            if (weapon.soft or 0) > 1 and state.units[state.target].kind is not Target.AFV:
                words = f"split fire within {rules.split_within}″"
                yield Ring("command radius", at[:2], rules.split_within, words)
            seen = self.seen(state, unit, state.units[state.target], rules)
            if seen.face:
                ahead = ahead_of(state.units[state.target], state.places[state.target], seen.cover)
                base = replace(bearer(field, state.units[state.target]), facing=ahead)
                words = f"the {seen.face} is hit"
                yield from self.faces(base, rules.side_from, rules.side_up_to, seen.face, words)
            one, other = bearer(field, unit), bearer(field, state.units[state.target])
            there = tuple(blockers(field, one, place[:2], other))
            if seen.blocked:
                met = first_blocker(place[:2], at[:2], there)
                yield from [Mark("blocker", met.at, words=f"blocked by {met.blocker.name}")] if met else []

    def scene(self, state: State, rules: Panzertroops) -> Scene:
        """The table with those who are aboard in front of their vehicles."""
        drawn = super().scene(state, rules)
        aboard = [unit for unit in state.units.values() if unit.aboard and not unit.destroyed]
        bases = (self.base(unit, state.places[unit.name]) for unit in aboard)
        picked = (replace(base, picked=state.picked.get(base.name, "")) for base in bases)
        return replace(drawn, shapes=(*drawn.shapes, *picked))

    def line_label(self, state: State, rules: Panzertroops) -> str:
        """The distance, the face or the cover: '7″ of 10″ · soft cover'."""
        if state.shooter not in state.units or state.target not in state.units:
            return ""
        seen = self.seen(state, state.units[state.shooter], state.units[state.target], rules)
        cover = f"{seen.cover} cover" if seen.cover is not Cover.NONE else ""
        return " · ".join(filter(None, (f"{in_words(seen.distance)}″", seen.face, cover)))

    def facts(self, state: State, rules: Panzertroops) -> tuple[Fact, ...]:
        """Who fires at whom, how far, at what Defence and cover, and how far it may move."""
        facts = list(self.chosen_facts(state))
        if state.shooter not in state.units:
            return tuple(facts)
        firer = state.units[state.shooter]
        if not firer.destroyed:
            key, weapon = self.weapon(firer, rules)
            facts.append(Fact("Fires", self.fire_step(firer, state, rules), f"{key}: {in_firepower(weapon)}"))
            inches, why = self.move(firer, rules)
            walls = "; a wall or hedge takes 1″" if inches and firer.kind is Target.MAN else ""
            nearer = (
                "" if firer.morale is Morale.GOOD else f"; {firer.morale}: not nearer to the enemy (PT-24)"
            )
            facts.append(Fact("Move", f"{in_words(inches)}″", why + walls + nearer))
        if self.there(state) and state.target in state.units:
            target = state.units[state.target]
            seen = self.seen(state, firer, target, rules)
            short = (
                f"into or through {seen.short.called}: {rules.woods_range}″ at most (PT-9)"
                if seen.short
                else ""
            )
            facts.append(Fact("Distance", f"{in_words(seen.distance)}″", short))
            why = f"{seen.face} armour (PT-11)" if seen.face else f"{target.posture} (Table U4)"
            facts.append(Fact("Defence", str(self.defence(target, seen.face, rules)), why))
            facts.append(Fact("Cover", str(seen.cover), f"{seen.cover_words} (PT-14)"))
            blocked = f"blocked by {seen.blocked.blocker.name}" if seen.blocked else "clear"
            facts.append(Fact("Line of fire", blocked, "PT-7"))
        return tuple(facts)


def in_firepower(weapon: Weapon) -> str:
    """The firepower and range of a weapon, as the book writes them: '2s 1ap, 25″'."""
    values = [
        f"{value}{kind}" for value, kind in ((weapon.soft, "s"), (weapon.armour, "ap")) if value is not None
    ]
    return f"{' '.join(values)}, {weapon.range}″"


def tabletop(name: str | Situation) -> PanzertroopsTable:
    """A table of Panzertroops by its name or as set up; raises BadInput for an unknown one."""
    return PanzertroopsTable(TABLES[name])


TABLES = Shelf("table of panzertroops", Path(__file__).parent / "tabletops", Skirmish)
NAMES = TABLES.names()
"""The tables that are ready to play on, by name."""
