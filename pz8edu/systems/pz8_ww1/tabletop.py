"""Pz8 WW1 on the table: stacks of units in their squares, trenches, wire, bunkers and craters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import floor
from typing import Any

from pz8edu.board.scene import Area, Base, Line, Scene, Shape
from pz8edu.board.squares import (
    Square,
    bunker_in,
    crater_in,
    share_a_side,
    square_cell,
    square_centre,
    square_outline,
    square_words,
    stack_places,
    stack_size,
    trench_in,
    wire_in,
)
from pz8edu.board.tabletop import Asked, BoardState, Fact, Place, Tabletop
from pz8edu.systems.pz8_ww1.assault import attack_factors, defence_factors
from pz8edu.systems.pz8_ww1.boards import Advance, advance_capacity
from pz8edu.systems.pz8_ww1.bombardment import Works
from pz8edu.systems.pz8_ww1.force import Force
from pz8edu.systems.pz8_ww1.movement import Entry, why_not
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.scenarios import SCENARIOS, Position, Scenario, half_of
from pz8edu.systems.pz8_ww1.situations import PRINTED, Assault
from pz8edu.systems.pz8_ww1.victory import who_wins
from pz8edu.systems.pz8_ww1.words import Quality, Side, Unit

SYMBOLS = {
    Unit.INFANTRY: "infantry",
    Unit.STORMTROOPER: "infantry",
    Unit.MG: "machine gun",
    Unit.TANK: "tank",
}
"""The picture on a base."""
NAMES = {
    Unit.INFANTRY: "infantry",
    Unit.STORMTROOPER: "stormtroopers",
    Unit.MG: "machine gun",
    Unit.TANK: "tank",
}
ROLES = {Side.ATTACKER: "unit: own", Side.DEFENDER: "unit: enemy"}


@dataclass(frozen=True)
class Piece:
    """One unit on the table."""

    name: str
    side: Side
    kind: Unit
    quality: Quality
    stuck: bool = False


@dataclass(frozen=True)
class Garrison:
    """A square with its ground, and the units that stand there now."""

    ground: Position
    pieces: tuple[Piece, ...]

    @property
    def side(self) -> Side:
        """Whose square it is: that of its units, else the owner of the half."""
        return self.pieces[0].side if self.pieces else self.ground.owner

    @property
    def force(self) -> Force:
        """The units, in the order in which losses are taken."""
        return force_of(self.pieces)

    @property
    def difficult(self) -> bool:
        """Is it difficult ground, or cratered?"""
        return self.ground.difficult or self.ground.crater

    @property
    def captured(self) -> bool:
        """Were its field defences built by the other side (section 5-assault; R8)?"""
        return self.ground.works.count > 0 and self.ground.builder != self.side

    def entry(self, side: Side) -> Entry:
        """What a unit of one side meets when it wants to enter."""
        works = self.ground.works
        friends = sum(piece.side is side for piece in self.pieces)
        return Entry(self.difficult, friends, works.count, works.wire, len(self.pieces) - friends)

    def words(self) -> str:
        """What is in it: "3 infantry, tank, trench"."""
        units = [_counted(number, NAMES[kind]) for kind in Unit if (number := self.number(kind))]
        works = vars(self.ground.works).items()
        built = [_counted(number, name) for name, number in works if number]
        ground = ["crater"] if self.ground.crater else ["difficult ground"] if self.difficult else []
        return ", ".join([*units, *built, *ground]) or "empty"

    def number(self, kind: Unit) -> int:
        """How many units of one kind are in it."""
        return sum(piece.kind is kind for piece in self.pieces)


def force_of(pieces: Sequence[Piece]) -> Force:
    """Some units, in the order in which losses are taken."""
    infantry = [piece.quality for piece in pieces if piece.kind in (Unit.INFANTRY, Unit.STORMTROOPER)]
    return Force(
        infantry.count(Quality.GREEN),
        infantry.count(Quality.AVERAGE),
        infantry.count(Quality.ELITE),
        sum(piece.kind is Unit.MG for piece in pieces),
        sum(piece.kind is Unit.TANK for piece in pieces),
    )


def _counted(number: int, name: str) -> str:
    return name if number == 1 else f"{number} {name}"


@dataclass(frozen=True)
class Ground(Tabletop):
    """A table of squares, without anything to do on it."""

    roles = ("Assaults", "Is assaulted")

    scenario: Scenario

    @cached_property
    def positions(self) -> Mapping[Square, Position]:
        """Every square of the table with its ground, as it was at the start."""
        described = {position.at: position for position in self.scenario.positions}
        return {square: described.get(square) or Position(at=square) for square in PRINTED.grid.squares()}

    def settle(self, name: str, place: Place) -> Place:
        """A unit comes to rest in the middle of its square; the board stacks those that share one."""
        return in_middle(square_under(place))

    def ground(self, marked: Mapping[Square, str]) -> Iterator[Shape]:
        """Squares, field defences and craters, from back to front; `marked` squares have other roles."""
        yield from (square_cell(square) for square in self.positions if square not in marked)
        yield from (square_cell(square, role) for square, role in marked.items())
        half = PRINTED.half
        yield Line("border", ((0, half), (PRINTED.columns, half)), words="the middle of the table")
        for square, position in self.positions.items():
            yield from ground_shapes(square, position)

    def drawn(self, marked: Mapping[Square, str], *shapes: Shape) -> Scene:
        """The scene of this table with more shapes on its ground."""
        everything = (*self.ground(marked), *shapes)
        return Scene("squares", PRINTED.grid.extent, self.scenario.title, self.scenario.note, everything)


def ground_shapes(square: Square, position: Position) -> Iterator[Shape]:
    """What lies in one square: difficult ground, a crater, wire, trenches, a bunker."""
    where = square_words(square)
    if position.difficult:
        yield Area("terrain: rough", square_outline(square), words=f"difficult ground in {where}")
    if position.crater:
        yield crater_in(square, f"a crater in {where}: difficult terrain")
    works = position.works
    if works.trench:
        yield trench_in(square, f"{_counted(works.trench, 'trench')} in {where}")
    if works.wire:
        yield wire_in(square, f"{_counted(works.wire, 'wire')} in {where}")
    if works.bunker:
        yield bunker_in(square, f"a bunker in {where}")


def square_under(place: Place) -> Square:
    """The square in which a place lies; the nearest one at the edge."""
    column, row = floor(place.x) + 1, floor(place.y) + 1
    return min(max(column, 1), PRINTED.columns), min(max(row, 1), PRINTED.rows)


def in_middle(square: Square) -> Place:
    """The middle of a square as a place."""
    return Place(*square_centre(square))


@dataclass(frozen=True)
class AssaultTable(Ground):
    """A table on which one square assaults another: it fills in `assault`."""

    @cached_property
    def pieces(self) -> Mapping[str, tuple[Piece, Square]]:
        """Every unit by name, with the square in which it starts."""
        numbers = {(side, kind): count(1) for side in Side for kind in Unit}
        found: dict[str, tuple[Piece, Square]] = {}
        for position in self.scenario.positions:
            side = position.holder
            for kind, quality, number in units_of(position):
                for place in range(number):
                    nation = self.scenario.army(side).nation
                    name = f"{nation} {NAMES[kind]} {next(numbers[side, kind])}"
                    stuck = kind is Unit.TANK and place < position.stuck
                    found[name] = Piece(name, side, kind, quality, stuck), position.at
        return found

    def places(self) -> Mapping[str, Place]:
        """Where every unit stands at the start: in the middle of its square."""
        return {name: in_middle(square) for name, (_, square) in self.pieces.items()}

    def chosen(self) -> tuple[str, str]:
        """One unit of the square that assaults, one of the square that is assaulted."""
        return self.anybody_in(self.scenario.start), self.anybody_in(self.scenario.target)

    def anybody_in(self, square: Square | None) -> str:
        """The first unit that starts in a square; "" for nobody."""
        return next((name for name, (_, start) in self.pieces.items() if start == square), "")

    def garrisons(self, state: BoardState) -> Mapping[Square, Garrison]:
        """Every square with the units that the player has put there."""
        inside: dict[Square, list[Piece]] = {square: [] for square in self.positions}
        for name, place in state.places.items():
            inside[square_under(place)].append(self.pieces[name][0])
        return {
            square: Garrison(position, tuple(inside[square])) for square, position in self.positions.items()
        }

    def square_of(self, name: str, state: BoardState) -> Square | None:
        """The square in which a unit stands now; None for nobody."""
        return square_under(state.places[name]) if name else None

    # --- what the board shows
    def scene(self, state: BoardState, rules: Ww1) -> Scene:
        """Ground, stacks, where the chosen unit may move, and the assault."""
        garrisons = self.garrisons(state)
        start, target = self.square_of(state.shooter, state), self.square_of(state.target, state)
        marked = {
            square: role for square, role in ((start, "square: from"), (target, "square: target")) if square
        }
        shapes: list[Shape] = []
        if state.shooter and not state.moving:
            shapes += [
                Area(
                    "reachable",
                    square_outline(square),
                    words=f"{state.shooter} may move to {square_words(square)}",
                )
                for square in self.moves(state.shooter, state, rules)
            ]
        for square, garrison in garrisons.items():
            shapes += stacked(square, garrison)
        if start and target and share_a_side(start, target):
            label = f"{attack_of(garrisons[start], rules)} against {defence_of(garrisons[target], rules)}"
            ends = (square_centre(start), square_centre(target))
            shapes.append(Line("shot", ends, arrow=True, label=label, words="before any die is thrown"))
        return self.drawn(marked, *shapes)

    def moves(self, name: str, state: BoardState, rules: Ww1) -> tuple[Square, ...]:
        """The squares that a unit may enter now (section 4-move)."""
        around = rules.grid.around(square_under(state.places[name]))
        return tuple(
            square
            for square in around
            if square in self.positions and not self.refused(name, square, state, rules)
        )

    def refused(self, name: str, to: Square, state: BoardState, rules: Ww1) -> str:
        """Why a unit may not move to a square; empty if it may (sections 2c and 4-move)."""
        piece = self.pieces[name][0]
        entry = self.garrisons(state)[to].entry(piece.side)
        return why_not(piece.kind, square_under(state.places[name]), to, entry, rules, piece.stuck)

    # --- what was measured
    def facts(self, state: BoardState, rules: Ww1) -> tuple[Fact, ...]:
        """Both squares with their totals, the advance, the moves, and who would win now."""
        garrisons = self.garrisons(state)
        start, target = self.square_of(state.shooter, state), self.square_of(state.target, state)
        facts = []
        if start:
            attack = f"attack {attack_of(garrisons[start], rules)} before dice"
            facts.append(Fact("Assaults", f"{start}: {garrisons[start].words()}", attack))
        if target:
            garrison = garrisons[target]
            captured = ", captured: wire does not count" if garrison.captured else ""
            defence = f"defence {defence_of(garrison, rules)} before dice{captured}"
            facts.append(Fact("Is assaulted", f"{target}: {garrison.words()}", defence))
        if start and target:
            facts.append(Fact("If it is emptied", *self.advance(garrisons[start], garrisons[target], rules)))
        if state.shooter:
            facts.append(Fact(f"Move of {state.shooter}", *self.move_words(state, rules)))
        facts.append(Fact("If the game ended now", str(self.victory(garrisons, rules)), "§8-victory"))
        return tuple(facts)

    def advance(self, start: Garrison, target: Garrison, rules: Ww1) -> tuple[str, str]:
        """How many units could follow up into an emptied square (section 5-assault; R30, R31)."""
        followers = [
            piece
            for piece in start.pieces
            if rules.moves[piece.kind].squares
            and not piece.stuck
            and not (target.difficult and not rules.moves[piece.kind].difficult)
        ]
        room = Advance(units=len(followers), defences=target.ground.works.count)
        tanks = any(piece.kind is Unit.TANK for piece in followers)
        remark = "a tank throws the stuck die" if tanks and rules.R31 == "a" else ""
        if start.side is Side.DEFENDER and rules.R30 == "b":
            return "nobody may enter", "only the attacker follows up (R30)"
        return f"up to {advance_capacity(room, rules)} units may enter", remark

    def move_words(self, state: BoardState, rules: Ww1) -> tuple[str, str]:
        """How many squares the chosen unit may enter, or why it may not move."""
        number = len(self.moves(state.shooter, state, rules))
        if number:
            return _counted(number, "squares") if number > 1 else "1 square", "hatched (§4-move)"
        start = square_under(state.places[state.shooter])
        why = [self.refused(state.shooter, square, state, rules) for square in PRINTED.grid.beside(start)]
        return "none", ", ".join(dict.fromkeys(why))

    def victory(self, garrisons: Mapping[Square, Garrison], rules: Ww1) -> str:
        """Who would win if the game ended now (section 8-victory)."""
        sides = {square: {piece.side for piece in garrison.pieces} for square, garrison in garrisons.items()}
        held = {square for square, here in sides.items() if Side.ATTACKER in here}
        enemy = any(
            Side.DEFENDER in here and half_of(square, rules) is Side.ATTACKER
            for square, here in sides.items()
        )
        return str(who_wins(held, enemy, rules))

    # --- what it asks
    def asked(self, state: BoardState, rules: Ww1) -> Asked | None:
        """The assault of the chosen squares, with what stands in them; None while there are not two."""
        start, target = self.square_of(state.shooter, state), self.square_of(state.target, state)
        if not (start and target):
            return None
        garrisons = self.garrisons(state)
        inputs = assault_inputs(garrisons[start], garrisons[target], rules) | self.support(
            garrisons[start].side
        )
        return Asked("assault", inputs, self.forbidden(garrisons[start], garrisons[target], rules))

    def support(self, side: Side) -> dict[str, int]:
        """The artillery or gas points that the scenario gives to each side, seen from the side that assaults."""
        scenario = self.scenario
        points = [
            (scenario.attacker_ap, scenario.attacker_pg),
            (scenario.defender_ap, scenario.defender_pg),
        ]
        (ap, pg), (other_ap, other_pg) = points if side is Side.ATTACKER else points[::-1]
        return {"attacker_ap": ap, "attacker_pg": pg, "defender_ap": other_ap, "defender_pg": other_pg}

    def forbidden(self, start: Garrison, target: Garrison, rules: Ww1) -> str:
        """Why the one square may not assault the other; empty if it may (sections 2c and 5-assault)."""
        for garrison in (start, target):
            held = len(garrison.pieces) + garrison.ground.works.count
            if len({piece.side for piece in garrison.pieces}) > 1:
                return f"Both sides stand in {square_words(garrison.ground.at)} (§4-move)."
            if held > rules.stack:
                return f"{square_words(garrison.ground.at).capitalize()} holds {held} units and defences; {rules.stack} are allowed (§2c)."
            if garrison.difficult and garrison.force.tank:
                return f"A tank cannot be in the difficult terrain of {square_words(garrison.ground.at)} (§4-move)."
        if start.side is target.side:
            return f"{square_words(target.ground.at).capitalize()} is held by the same side."
        if not share_a_side(start.ground.at, target.ground.at):
            return (
                f"{square_words(start.ground.at).capitalize()} and {square_words(target.ground.at)} do not share "
                "a side (§5-assault)."
            )
        return ""


def units_of(position: Position) -> Iterator[tuple[Unit, Quality, int]]:
    """The units that start in a square: kind, quality, number."""
    yield Unit.INFANTRY, Quality.GREEN, position.green
    yield Unit.INFANTRY, Quality.AVERAGE, position.average
    yield Unit.INFANTRY, Quality.ELITE, position.elite
    yield Unit.STORMTROOPER, Quality.ELITE, position.stormtroopers
    yield Unit.MG, Quality.AVERAGE, position.mg
    yield Unit.TANK, Quality.AVERAGE, position.tank


def stacked(square: Square, garrison: Garrison) -> Iterator[Base]:
    """The units of a square side by side, in a row of their own above the field defences."""
    pieces = garrison.pieces
    across = max(2, len(pieces)) if garrison.ground.works.count else 2
    size = stack_size(len(pieces), across)
    for piece, at in zip(pieces, stack_places(square, len(pieces), across), strict=True):
        yield Base(
            piece.name,
            NAMES[piece.kind],
            str(piece.side),
            at,
            size=size,
            condition="stuck" if piece.stuck else "ok",
            role=ROLES[piece.side],
            symbol=SYMBOLS[piece.kind],
            where=square_words(square),
            label="S" if piece.kind is Unit.STORMTROOPER else "",
            quality=str(piece.quality),
        )


def assault_inputs(start: Garrison, target: Garrison, rules: Ww1) -> dict[str, Any]:
    """The inputs of `assault` that stand on the table; a stuck tank only defends under R7=b."""
    attacker = force_of([piece for piece in start.pieces if not (piece.stuck and rules.R7 == "b")])
    inputs: dict[str, Any] = {f"attacker_{kind}": number for kind, number in vars(attacker).items()}
    inputs |= {f"defender_{kind}": number for kind, number in vars(target.force).items()}
    inputs |= vars(target.ground.works)
    return inputs | {"difficult": target.difficult, "captured": target.captured}


def attack_of(garrison: Garrison, rules: Ww1) -> int:
    """The attacker's total before dice (section 5-assault, c)."""
    inputs = assault_inputs(garrison, garrison, rules)
    force = Assault(**inputs).attacker
    return sum(value for value, _, applies, _ in attack_factors(force, rules) if applies)


def defence_of(garrison: Garrison, rules: Ww1) -> int:
    """The defender's total before dice (section 5-assault, d)."""
    situation = Assault(**assault_inputs(garrison, garrison, rules))
    return sum(value for value, _, applies, _ in defence_factors(situation, rules) if applies)


GUNS = "bombardment"


@dataclass(frozen=True)
class BarrageTable(Ground):
    """A table before the battle: the square under bombardment can be chosen; it fills in `bombardment`."""

    def places(self) -> Mapping[str, Place]:
        """Where the bombardment falls at the start."""
        return {GUNS: in_middle(self.scenario.shelled or (1, PRINTED.rows))}

    def works(self, state: BoardState) -> tuple[Square, Works]:
        """The square under bombardment and what stands in it."""
        square = square_under(state.places[GUNS])
        return square, self.positions[square].works

    def scene(self, state: BoardState, rules: Ww1) -> Scene:
        """The field defences, and where the bombardment falls."""
        square, _ = self.works(state)
        (at,) = stack_places(square, 1)
        guns = Base(
            GUNS,
            GUNS,
            str(Side.ATTACKER),
            at,
            size=stack_size(1),
            symbol="gun",
            where=square_words(square),
            label="",
        )
        return self.drawn({square: "square: target"}, guns)

    def facts(self, state: BoardState, rules: Ww1) -> tuple[Fact, ...]:
        """What stands in the square, what would remove it, and what the dice cost (section 2b)."""
        square, works = self.works(state)
        dice = self.scenario.bombardment_dice
        points = dice * rules.points_for_a_bombardment_die
        costs = ", ".join(f"{row.defence} {row.damage}" for row in rules.defences.values())
        return (
            Fact("Square", f"{square}: {Garrison(self.positions[square], ()).words()}"),
            Fact("To remove all", f"{works.cost(rules)} damage points", costs),
            Fact(
                "Cost",
                f"{points} Artillery Points",
                f"{dice} dice at {rules.points_for_a_bombardment_die} points",
            ),
        )

    def asked(self, state: BoardState, rules: Ww1) -> Asked:
        """The bombardment of the chosen square."""
        _, works = self.works(state)
        return Asked("bombardment", {"pb": self.scenario.bombardment_dice, **vars(works)})


def tabletop(name: str) -> Ground:
    """A table of Pz8 WW1 by its name; raises BadInput for an unknown one."""
    scenario = SCENARIOS[name]
    return BarrageTable(scenario) if scenario.shelled else AssaultTable(scenario)
