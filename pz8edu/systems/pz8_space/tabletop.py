"""Pz8 Space on the table: ships, torpedoes that home, asteroids that drift, and what is measured between them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any, TypeVar

from pz8edu.board.hex_tabletop import Ending, HexTabletop, hex_in, hexes_in_words
from pz8edu.board.hexes import Hex, facing_bearing, hex_centre, hex_distance, hex_words, line, neighbour, ring
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Base, Line, Scene, Shape
from pz8edu.board.tabletop import Asked, BoardState, Fact
from pz8edu.core import Situation
from pz8edu.systems.pz8_space import situations
from pz8edu.systems.pz8_space.activation import movement_points, why_no_fire, why_no_fire_back, why_no_jump
from pz8edu.systems.pz8_space.asteroids import drifted
from pz8edu.systems.pz8_space.boards import activation_sequence
from pz8edu.systems.pz8_space.fire import Both, faces_that_hit, modifiers_to_hit, needed_face
from pz8edu.systems.pz8_space.firing_line import on_the_firing_line, seen_ahead, why_not_seen
from pz8edu.systems.pz8_space.jump import landings
from pz8edu.systems.pz8_space.movement import Flying, legal_ends
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.scenarios import (
    CHOSEN_HEX,
    SCENARIOS,
    AsteroidOnTable,
    Scenario,
    ShipOnTable,
    TorpedoOnTable,
)
from pz8edu.systems.pz8_space.torpedoes import nearest, run
from pz8edu.systems.pz8_space.words import Condition

Piece = ShipOnTable | TorpedoOnTable | AsteroidOnTable
P = TypeVar("P", ShipOnTable, TorpedoOnTable, AsteroidOnTable)
State = BoardState[Piece]

ARROW = "arrow"
"""The counter that shows where asteroids drift; in places as the chosen hex of a jump is, but no piece."""


@dataclass(frozen=True)
class SpaceTable(HexTabletop[Piece]):
    """A table on which a ship fires or jumps, or a torpedo strikes: it fills in the calculators of sections 4 to 7."""

    scenario: Scenario
    cell = "hex: space"

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the table."""
        return self.scenario.columns, self.scenario.rows

    def start(self) -> Position[Piece]:
        """Ships, torpedoes and asteroids as the file sets them up, with the chosen hex and the arrow."""
        setup = self.scenario
        pieces: tuple[Piece, ...] = (*setup.ships, *setup.torpedoes, *setup.asteroids)
        places = {piece.name: Place(*hex_centre(piece.at)) for piece in pieces}
        for ship in setup.ships:
            places[ship.name] = places[ship.name]._replace(facing=float(facing_bearing(ship.facing)))
        if setup.jump:
            places[CHOSEN_HEX] = Place(*hex_centre(hex_in(setup.jump.column, setup.jump.row)))
        if setup.asteroids:
            places[ARROW] = Place(*hex_centre(hex_in(0, 0)), float(facing_bearing(setup.drift)))
        return Position(places, {piece.name: piece for piece in pieces})

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.scenario.firer, self.scenario.target

    def changes(self, name: str, state: State, rules: Space) -> Mapping[str, Sequence[Any]]:
        """The condition and the chits of a ship, and whether a torpedo has exploded (sections 3 to 7)."""
        if isinstance(state.units[name], TorpedoOnTable):
            return {"gone": (False, True)}
        if isinstance(state.units[name], AsteroidOnTable):
            return {}
        chits = ("torpedo", "launched", "cloaked", "jumped", "activated")
        return {"condition": tuple(Condition), **dict.fromkeys(chits, (False, True))}

    # --- what is on the table
    def flying(self, name: str, state: State) -> Flying:
        """Where a ship is and what it faces."""
        return Flying(*self.at(name, state), self.facing(name, state))

    def still(self, kind: type[P], state: State) -> dict[str, P]:
        """The pieces of a kind that are still on the table."""
        units = state.units.items()
        return {name: piece for name, piece in units if isinstance(piece, kind) and not piece.gone}

    def ships(self, state: State) -> dict[str, ShipOnTable]:
        """The ships that are still there."""
        return self.still(ShipOnTable, state)

    def asteroids(self, state: State) -> dict[str, Hex]:
        """The asteroids and their hexes."""
        return {name: self.at(name, state) for name in self.still(AsteroidOnTable, state)}

    def enemies(self, side: str, state: State) -> dict[str, Hex]:
        """The ships of the other side and their hexes."""
        return {name: self.at(name, state) for name, ship in self.ships(state).items() if ship.side != side}

    # --- what is measured
    def ends(self, name: str, state: State, rules: Space, beyond: Collection[Hex] = ()) -> tuple[Flying, ...]:
        """Every state in which a ship can end its move, on the table or beyond it (sections 3, 6 and 7; R8, R20)."""
        mp = movement_points(self.ships(state)[name], rules) if name in self.ships(state) else 0
        others = [self.at(other, state) for other in self.ships(state) if other != name]
        rocks = (*self.asteroids(state).values(), *beyond)
        return legal_ends(self.flying(name, state), mp, rules, rocks, others)

    def reached(self, name: str, state: State, rules: Space) -> tuple[Flying, ...]:
        """Every state in which a ship can end its move on the table, over which it also flies (section 3; R21)."""
        ends = self.ends(name, state, rules, self.beyond(name, state, rules))
        return tuple(end for end in ends if end.at in self.field)

    def beyond(self, name: str, state: State, rules: Space) -> frozenset[Hex]:
        """The hexes off the table to which a ship might get in a move: nobody comes back from there (R21)."""
        near = (ring(self.at(name, state), far) for far in range(1, rules.mp + 1))
        return frozenset(chain.from_iterable(near)) - self.field

    def ends_of(self, name: str, state: State, rules: Space) -> Collection[Ending] | None:
        """Where a ship can end its move, a torpedo its run, an asteroid its drift (sections 3, 5 and 8)."""
        if name in self.ships(state):
            return {(end.at, end.facing, None) for end in self.reached(name, state, rules)}
        if name in self.still(TorpedoOnTable, state):
            return {(at, None, None) for at in self.course(name, state, rules)[1][-1:]}
        at = self.asteroids(state).get(name)
        return None if at is None else {(self.drifted(at, state), None, None)}

    def cannot_end(self, name: str, at: Hex, state: State, rules: Space) -> str:
        """Why a piece does not end its move in a hex (sections 3 and 5 to 8)."""
        if name not in self.ships(state):
            return f"{name} goes by itself at the end of the turn, along its arrow (§5, §8)."
        mp = movement_points(self.ships(state)[name], rules)
        if not mp:
            return f"{name} does not move now (§3, §6, §7)."
        there = any(end.at == at for end in self.reached(name, state, rules))
        how = " facing so" if there else ""
        return f"{name} cannot end its move in {hex_words(at)}{how}: it spends {rules.least_mp} to {mp} MPs (§3)."

    def aim(self, firer: str, target: str, state: State) -> situations.Aim:
        """A shot as it is measured (sections 4, 5 and 7)."""
        ship, other = state.units[firer], state.units.get(target)
        return situations.Aim(
            distance=self.far(firer, target, state),
            damaged=isinstance(ship, ShipOnTable) and ship.damaged,
            at_torpedo=isinstance(other, TorpedoOnTable),
            cloaked=isinstance(other, ShipOnTable) and other.cloaked,
        )

    def far(self, name: str, other: str, state: State) -> int:
        """The distance in hexes, at most what the calculators know."""
        return min(hex_distance(self.at(name, state), self.at(other, state)), FARTHEST)

    def sees(self, name: str, other: str, state: State, rules: Space) -> bool:
        """Is something on the firing line of a ship (sections 4 and 8; R12)?"""
        rocks = tuple(self.asteroids(state).values())
        return on_the_firing_line(self.flying(name, state), self.at(other, state), rocks, rules)

    def course(self, name: str, state: State, rules: Space) -> tuple[tuple[str, ...], tuple[Hex, ...]]:
        """The ships that a torpedo may make for, and its way to one of them: the target if that is one (section 5)."""
        torpedo, at = self.still(TorpedoOnTable, state)[name], self.at(name, state)
        enemies = self.enemies(torpedo.side, state)
        found = nearest(at, enemies)
        if not found:
            return (), ()
        goal = state.target if state.target in found else found[0]
        return found, run(at, enemies[goal], tuple(self.asteroids(state).values()), rules)

    # --- what the board shows
    def scene(self, state: State, rules: Space) -> Scene:
        """The hexes with the firing line and reach of the chosen ship, ways of torpedoes and asteroids, all pieces."""
        shapes: list[Shape] = [*self.shown(state, rules), *self.drifts(state), *self.ways(state, rules)]
        shapes += [self.base(name, state, rules) for name in state.places if self.is_there(name, state)]
        if state.shooter in self.ships(state) and state.target in state.places:
            shapes.append(self.shot(state, rules))
        return Scene("hexes", self.extent, self.scenario.title, self.scenario.note, tuple(shapes))

    def is_there(self, name: str, state: State) -> bool:
        """Is something still on the table?"""
        piece = state.units.get(name)
        return piece is None or not piece.gone

    def shown(self, state: State, rules: Space) -> Iterator[Shape]:
        """The hexes: on the firing line, where a ship can end its move or its jump, or neither."""
        aimed, ends = {}, set[Hex]()
        if CHOSEN_HEX in (state.shooter, state.target):
            ends = set(landings(self.at(CHOSEN_HEX, state)))
        elif state.shooter in self.ships(state) and not state.moving:
            ship, rocks = self.flying(state.shooter, state), tuple(self.asteroids(state).values())
            for at in seen_ahead(ship, rules):
                if on_the_firing_line(ship, at, rocks, rules):
                    far = hex_distance(ship.at, at)
                    damaged = self.ships(state)[state.shooter].damaged
                    aimed[at] = faces_that_hit(situations.Aim(distance=far, damaged=damaged), rules)
            ends = {end.at for end in self.reached(state.shooter, state, rules)}
        return self.hexes(aimed, ends)

    def drifts(self, state: State) -> Iterator[Line]:
        """Where each asteroid is at the end of the turn (section 8)."""
        for name, at in self.asteroids(state).items():
            to = neighbour(at, self.facing(ARROW, state))
            words = f"{name} drifts to {hex_words(self.drifted(at, state))} (§8)"
            yield Line("track", (hex_centre(at), hex_centre(to)), arrow=True, words=words)

    def drifted(self, at: Hex, state: State) -> Hex:
        """The hex of an asteroid at the end of the turn (section 8)."""
        return drifted(at, self.facing(ARROW, state), *self.size)

    def ways(self, state: State, rules: Space) -> Iterator[Line]:
        """The way of each torpedo at the end of the turn (section 5)."""
        for name in self.still(TorpedoOnTable, state):
            goals, way = self.course(name, state, rules)
            if way:
                points = tuple(map(hex_centre, (self.at(name, state), *way)))
                yield Line("path", points, arrow=True, words=f"{name} makes for {' or '.join(goals)} (§5)")

    def base(self, name: str, state: State, rules: Space) -> Base:
        """A piece or a counter in its hex."""
        piece, place = state.units.get(name), state.places[name]
        at = self.at(name, state)
        plain = Base(
            name, name, "", (place.x, place.y), size=0.6, facing=place.facing, role="unit: counter",
            where=hex_words(at), picked=state.picked.get(name, ""),
        )  # fmt: skip
        if piece is None:
            label = {ARROW: "drift"}.get(name, "")
            return replace(plain, kind="counter", label=label or f"jump of {self.jumper}")
        if isinstance(piece, AsteroidOnTable):
            return replace(plain, kind="asteroid", size=0.8, role="unit: rock")
        fleet = self.scenario.own if piece.side == "own" else self.scenario.enemy
        plain = replace(plain, side=fleet, role=f"unit: {piece.side}")
        if isinstance(piece, TorpedoOnTable):
            _, way = self.course(name, state, rules)
            ahead = next((facing for facing in range(6) if way[:1] == (neighbour(at, facing),)), 0)
            return replace(
                plain, kind="torpedo", size=0.42, symbol="torpedo", facing=float(facing_bearing(ahead))
            )
        return replace(
            plain,
            kind="spaceship",
            size=0.8,
            symbol="spaceship",
            condition=piece.condition.value,
            label=" · ".join((name, *piece.lying)),
            traits=tuple(chit for chit in piece.lying if chit != piece.condition),
        )

    @property
    def jumper(self) -> str:
        """The ship whose jump is planned."""
        return self.scenario.jump.ship if self.scenario.jump else ""

    def shot(self, state: State, rules: Space) -> Line:
        """The line from a ship to what it fires at, with its measurement."""
        ends = tuple((state.places[name].x, state.places[name].y) for name in (state.shooter, state.target))
        away = hexes_in_words(hex_distance(self.at(state.shooter, state), self.at(state.target, state)))
        asked = self.question(state, rules)
        why_not = asked.why_not if asked else ""
        if asked is None or asked.calculator == "jump":
            return Line("track", ends, label=away, words=why_not)
        aim = self.aim(state.shooter, state.target, state)
        if why_not:
            return Line("sight: blocked", ends, label=away, words=why_not)
        return Line(
            "sight: clear",
            ends,
            label=f"{away} · {hits_on(aim, rules)}",
            words=str(modifiers_to_hit(aim, rules)),
        )

    def facts(self, state: State, rules: Space) -> tuple[Fact, ...]:
        """The chosen two, the shot and the fire back, reach, torpedoes, asteroids, activation (sections 2 to 8)."""
        facts = [
            Fact("Firer", self.named(state.shooter, state)),
            Fact("Target", self.named(state.target, state)),
        ]
        facts += self.facts_of_shot(state, rules)
        if state.shooter in self.ships(state):
            found = self.reached(state.shooter, state, rules)
            mp = movement_points(self.ships(state)[state.shooter], rules)
            ways = f"{len(found)} places and facings on {len({end.at for end in found})} hexes"
            facts.append(
                Fact(
                    "Can end in",
                    ways,
                    f"spending {rules.least_mp} to {mp} MPs (§3)"
                    if mp
                    else "it does not move now (§3, §6, §7)",
                )
            )
        facts += self.facts_of_torpedoes(state, rules)
        for name, at in self.asteroids(state).items():
            struck = [ship for ship in self.ships(state) if self.at(ship, state) == self.drifted(at, state)]
            facts += [Fact(name, f"drifts onto {ship}", "which is destroyed (§8)") for ship in struck]
        ships = [ship.side for ship in self.ships(state).values()]
        if len(set(ships)) == 2:
            fleets = situations.Fleets(initiative=ships.count("own"), other=ships.count("enemy"))
            names = {"1": self.scenario.own, "2": self.scenario.enemy}
            order = ", ".join(names[each] for each in activation_sequence(fleets, rules))
            facts.append(Fact("Order of activation", order, f"if {names['1']} begins (§2)"))
        return tuple(facts)

    def facts_of_shot(self, state: State, rules: Space) -> Iterator[Fact]:
        """Distance, what is needed to hit, and the fire back (section 4; R1, R2)."""
        asked = self.question(state, rules)
        if asked is None or not state.target:
            return
        away = hexes_in_words(hex_distance(self.at(state.shooter, state), self.at(state.target, state)))
        yield Fact("Distance", away, asked.why_not)
        if asked.why_not or asked.calculator not in ("exchange-of-fire", "fire", "shoot-at-torpedo"):
            return
        aim = self.aim(state.shooter, state.target, state)
        yield Fact("To hit", hits_on(aim, rules), str(modifiers_to_hit(aim, rules)))
        if asked.calculator != "shoot-at-torpedo":
            why_none = self.no_fire_back(state, rules)
            back = replace(self.aim(state.target, state.shooter, state), fire_back=True)
            yield Fact(
                "Fire back",
                "no" if why_none else hits_on(back, rules),
                why_none or str(modifiers_to_hit(back, rules)),
            )

    def no_fire_back(self, state: State, rules: Space) -> str:
        """Why the target does not fire back; empty if it may (sections 4, 6 and 7; R2)."""
        target = self.ships(state)[state.target]
        why_not = why_no_fire_back(target)
        if not why_not and rules.R2 == "a" and not self.sees(state.target, state.shooter, state, rules):
            why_not = f"does not have {state.shooter} on its firing line (§4)"
        return f"{target.name} {why_not}" if why_not else ""

    def facts_of_torpedoes(self, state: State, rules: Space) -> Iterator[Fact]:
        """Whom each torpedo makes for, and whether it gets there in this turn (section 5)."""
        for name in self.still(TorpedoOnTable, state):
            goals, way = self.course(name, state, rules)
            arrives = any(way[-1:] == (self.at(goal, state),) for goal in goals)
            when = "strikes at the end of this turn" if arrives else "does not get there in this turn"
            yield Fact(name, f"makes for {' or '.join(goals)}" if goals else "has no target", f"{when} (§5)")

    def named(self, name: str, state: State) -> str:
        """A piece in a few words."""
        piece = state.units.get(name)
        chits = piece.lying if isinstance(piece, ShipOnTable) else ()
        return ", ".join((name, *chits)) if name else "choose one"

    # --- what it asks
    def asked(self, state: State, rules: Space) -> Asked | None:
        """The shot, jump or torpedo of the chosen two; None while there are not two."""
        firer, target = state.units.get(state.shooter), state.units.get(state.target)
        if isinstance(firer, TorpedoOnTable):
            return self.strike(firer, state, rules)
        if state.shooter == CHOSEN_HEX and isinstance(target, ShipOnTable):
            return self.jump(self.jumper, state, rules, target)
        if firer is None or not state.target or state.target == ARROW:
            return None
        if isinstance(firer, AsteroidOnTable):
            why_not = f"{firer.name} is no ship: it drifts at the end of the turn (§8)."
            return Asked("to-hit", {"distance": self.far(firer.name, state.target, state)}, why_not)
        if state.target == CHOSEN_HEX:
            return self.jump(firer.name, state, rules)
        aim = self.aim(state.shooter, state.target, state)
        why_not = self.no_shot(firer, state, rules)
        if isinstance(target, ShipOnTable):
            return self.exchange(aim, target, why_not, state, rules)
        if isinstance(target, TorpedoOnTable):
            alike = self.alike(aim, state, rules)
            inputs = {"distance": aim.distance, "damaged": aim.damaged, "shooters": max(len(alike), 1)}
            counted = (
                (f"{len(alike)} ships that need the same: {', '.join(alike)}",) if len(alike) > 1 else ()
            )
            return Asked("shoot-at-torpedo", inputs, why_not, counted)
        return Asked("to-hit", {"distance": aim.distance}, why_not)

    def exchange(
        self, aim: situations.Aim, target: ShipOnTable, why_not: str, state: State, rules: Space
    ) -> Asked:
        """One ship fires at another, which may fire back (section 4)."""
        inputs = {
            "distance": aim.distance,
            "attacker_damaged": aim.damaged,
            "target_damaged": target.damaged,
        }
        if target.jumped:
            counted = (f"{target.name} has jumped in this turn and does not fire back (§6)",)
            return Asked("fire", {**inputs, "cloaked": aim.cloaked}, why_not, counted)
        faces_firer = self.sees(target.name, state.shooter, state, rules)
        more = {"target_faces": faces_firer, "target_cloaked": aim.cloaked}
        both = [Both(*two) for two in product(Condition, repeat=2)]
        names = {str(at): f"{state.shooter} {at.attacker} / {target.name} {at.target}" for at in both}
        return Asked("exchange-of-fire", inputs | more, why_not, names=names)

    def no_shot(self, firer: ShipOnTable, state: State, rules: Space) -> str:
        """Why a ship does not fire at the target; empty if it may (sections 3 to 8; R5, R12)."""
        name, target = state.target, state.units[state.target]
        idle = why_no_fire(firer, rules)
        if idle:
            return f"{firer.name} {idle}."
        if isinstance(target, AsteroidOnTable):
            return "Asteroids cannot be destroyed (§8)."
        if target.gone:
            return f"{name} is no longer on the table (§4, §5)."
        if target.side == firer.side:
            return f"{name} is on the same side."
        ship, rocks = self.flying(firer.name, state), tuple(self.asteroids(state).values())
        unseen = why_not_seen(ship, self.at(name, state), rocks, rules)
        return f"{name} {unseen}." if unseen else ""

    def alike(self, aim: situations.Aim, state: State, rules: Space) -> tuple[str, ...]:
        """The ships that can shoot at the target torpedo and need the same to hit it (section 5)."""
        return tuple(
            name
            for name, ship in self.ships(state).items()
            if ship.damaged == aim.damaged
            and not self.no_shot(ship, state, rules)
            and needed_face(self.aim(name, state.target, state), rules) == needed_face(aim, rules)
        )

    def strike(self, torpedo: TorpedoOnTable, state: State, rules: Space) -> Asked | None:
        """A torpedo strikes a ship, or, while none is chosen, picks one of the nearest (section 5)."""
        goals, way = ((), ()) if torpedo.gone else self.course(torpedo.name, state, rules)
        if not state.target:
            names = {f"ship {number}": name for number, name in enumerate(goals, 1)}
            several = Asked("torpedo-target", {"equally_near": len(goals)}, names=names)
            return several if len(goals) > 1 else None
        target = state.units.get(state.target)
        if not isinstance(target, ShipOnTable) or target.side == torpedo.side:
            return Asked("torpedo-hit", {}, f"{torpedo.name} makes for enemy ships only (§5; R14).")
        gone = next((piece.name for piece in (torpedo, target) if piece.gone), "")
        why_not, counted = "", [f"it runs {hexes_in_words(len(way))}"]
        if gone:
            why_not = f"{gone} is no longer on the table (§4, §5)."
        elif target.name not in goals:
            why_not = f"{torpedo.name} makes for {' or '.join(goals)}, which is nearer (§5)."
        elif way[-1:] != (self.at(target.name, state),):
            most = hexes_in_words(rules.torpedo_mp)
            why_not = f"{torpedo.name} does not get there: it runs {most} a turn (§5)."
        elif len(goals) > 1:
            counted.append(f"{target.name} is one of {len(goals)} nearest ships; a die picks one (§5)")
        return Asked("torpedo-hit", self.struck(target), why_not, tuple(counted))

    def struck(self, target: ShipOnTable) -> Mapping[str, bool]:
        """What counts when a torpedo strikes a ship (sections 5 and 7)."""
        return {"target_damaged": target.damaged, "cloaked": target.cloaked}

    def stops_at(self, aim: Hex, at: Hex) -> Hex:
        """Where a jump that deviates from its aim to a hex comes out: at the edge if that is beyond (R18=b)."""
        return next(each for each in reversed(line(aim, at)) if each in self.field)

    def jump(self, name: str, state: State, rules: Space, target: ShipOnTable | None = None) -> Asked:
        """A ship jumps to the chosen hex, or wants to get a target in its sights by that (section 6; R18, R19)."""
        aim, rocks = self.at(CHOSEN_HEX, state), set(self.asteroids(state).values())
        ships = {self.at(other, state): other for other in self.ships(state) if other != name}
        ends = landings(aim)
        struck, off = sum(at in rocks for at in ends), sum(at not in self.field for at in ends)
        edge = "is lost" if rules.R18 == "a" else "stops at the edge"
        told = {
            f"{ships.get(aim)} stands in the chosen hex: {name} would ram it (R19)": aim in ships,
            f"of {len(ends)} hexes {sum(at in ships for at in ends)} hold a ship": True,
            f"{struck} an asteroid, which destroys {name} alone (§8)": struck,
            f"{off} are off the table, where it {edge} (R18)": off,
        }
        counted = tuple(words for words, counts in told.items() if counts)
        jumper = state.units[name]
        idle = why_no_jump(jumper) if isinstance(jumper, ShipOnTable) else "is no ship (§6)"
        why_not = f"{name} {idle}." if idle else ""
        beyond = [at for at in ends if at not in self.field] if rules.R18 == "b" else []
        taken = [at for at in beyond if self.stops_at(aim, at) in rocks.union(ships)]
        inputs = {"aim": list(aim), "occupied": [list(at) for at in (*ships, *sorted(rocks), *taken)]}
        if target is None:
            return Asked("jump", inputs, why_not, counted)
        if not why_not and (target.gone or target.side == getattr(jumper, "side", "")):
            why_not = f"{target.name} is {'destroyed (§4)' if target.gone else 'on the same side'}."
        there = list(self.at(target.name, state))
        return Asked("jump-in-sights", {**inputs, "target": there}, why_not, counted)


FARTHEST = 12
"""The greatest distance that the calculators know; from there nothing is hit."""


def hits_on(aim: situations.Aim, rules: Space) -> str:
    """The same in words."""
    found = faces_that_hit(aim, rules)
    return f"hits on {found}" if found else "cannot hit"


NAMES = SCENARIOS.names()


def tabletop(name: str | Situation) -> SpaceTable:
    """A table of Pz8 Space by its name or as set up; raises BadInput for an unknown one."""
    return SpaceTable(SCENARIOS[name])
