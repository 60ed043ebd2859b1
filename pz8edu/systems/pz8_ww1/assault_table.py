"""Pz8 WW1 on the table: one square assaults another, with the points that each side spends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any

from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Area, Base, Line, Scene, Shape
from pz8edu.board.squares import (
    Square,
    share_a_side,
    square_centre,
    square_outline,
    square_words,
    stack_places,
    stack_size,
)
from pz8edu.board.tabletop import Asked, BoardState, Fact
from pz8edu.systems.pz8_ww1.assault import attack_factors, defence_factors
from pz8edu.systems.pz8_ww1.boards import Advance, advance_capacity
from pz8edu.systems.pz8_ww1.garrison import NAMES, Garrison, Piece, counted, force_of
from pz8edu.systems.pz8_ww1.ground import LEFT, SUPPORT, Ground, State, in_middle, square_under
from pz8edu.systems.pz8_ww1.half_turns import HalfTurn
from pz8edu.systems.pz8_ww1.movement import why_not
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.scenarios import SquareOnTable, half_of
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
ROLES = {Side.ATTACKER: "unit: own", Side.DEFENDER: "unit: enemy"}
SPENT = "its assault is over: the points are spent"
HALF_TURN = "half-turn"
EXCHANGED = "stormtroopers exchanged for tanks"
REFUSED = {
    "static": "it never moves",
    "stuck": "the tank is stuck",
    "off table": "it is off the table",
    "not one square": "it moves one square",
    "difficult terrain": "the terrain is difficult",
    "enemy in square": "an enemy is there",
    "stacking": "the square is full (§2c)",
    "wire": "wire stops it (R23)",
}
"""Why a unit may not move, in a few more words."""


@dataclass(frozen=True)
class AssaultTable(Ground):
    """A table on which one square assaults another: it fills in `assault`."""

    def start(self) -> Position[Piece]:
        """Every unit in the middle of its square, what is built, and the points that each side spends."""
        numbers = {(side, kind): count(1) for side in Side for kind in Unit}
        places, pieces = {}, {}
        for position in self.scenario.positions:
            side = position.holder
            for kind, quality, number in units_of(position):
                for place in range(number):
                    nation = self.scenario.army(side).nation
                    name = f"{nation} {NAMES[kind]} {next(numbers[side, kind])}"
                    stuck = kind is Unit.TANK and place < position.stuck
                    places[name] = in_middle(position.at)
                    pieces[name] = Piece(name, side, kind, quality, stuck)
        stock = {
            words: getattr(self.scenario, f"{side}_{points}")
            for points, of in SUPPORT.items()
            for side, words in of.items()
        }
        stock |= self.stores()
        stock[HALF_TURN] = self.scenario.half_turn
        if self.most_exchanged:
            stock[EXCHANGED] = 0
        return Position(places, pieces, self.markers, stock)

    @property
    def most_exchanged(self) -> int:
        """How many stormtrooper units of the attacker may be exchanged for tanks (section 9-1918)."""
        return self.scenario.army(Side.ATTACKER).tanks_for_stormtroopers

    @cached_property
    def stormtroopers(self) -> tuple[str, ...]:
        """The stormtroopers of the attacker in the order of exchange: first those of the square that assaults."""
        position = self.start()
        names = [
            name
            for name, piece in position.units.items()
            if piece.kind is Unit.STORMTROOPER and piece.side is Side.ATTACKER
        ]
        return tuple(
            sorted(names, key=lambda name: square_under(position.places[name]) != self.scenario.start)
        )

    def units(self, state: State) -> Mapping[str, Piece]:
        """Every unit as it is now: what was exchanged is an Average tank (section 9-1918)."""
        exchanged = self.stormtroopers[: state.position.stock.get(EXCHANGED, 0)]
        tanks = {
            name: replace(state.units[name], kind=Unit.TANK, quality=Quality.AVERAGE) for name in exchanged
        }
        return {**state.units, **tanks}

    def chosen(self) -> tuple[str, str]:
        """One unit of the square that assaults, one of the square that is assaulted."""
        return self.anybody_in(self.scenario.start), self.anybody_in(self.scenario.target)

    def anybody_in(self, square: Square | None) -> str:
        """The first unit that starts in a square; "" for nobody."""
        places = self.start().places.items()
        return next((name for name, place in places if square_under(place) == square), "")

    def square_of(self, name: str, state: State) -> Square | None:
        """The square in which a unit stands now; None for nobody."""
        return square_under(state.places[name]) if name else None

    # --- what the board shows
    def scene(self, state: State, rules: Ww1) -> Scene:
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
        return self.drawn(garrisons.values(), marked, *shapes)

    def moves(self, name: str, state: State, rules: Ww1) -> tuple[Square, ...]:
        """The squares that a unit may enter now (section 4-move)."""
        garrisons = self.garrisons(state)
        around = PRINTED.grid.around(square_under(state.places[name]))
        return tuple(square for square in around if not self.refused(name, garrisons[square], state, rules))

    def refused(self, name: str, to: Garrison, state: State, rules: Ww1) -> str:
        """Why a unit may not move to a square; empty if it may (sections 2c and 4-move)."""
        piece = self.units(state)[name]
        start = square_under(state.places[name])
        not_now = self.half_turn(state).why_not(piece.side, rules)
        return not_now or why_not(piece.kind, start, to.square, to.entry(piece.side), rules, piece.stuck)

    def why_not_move(self, name: str, place: Place, position: Position[Piece], rules: Ww1) -> str:
        """Why a unit may not move to the square of a place; empty if it may (sections 2c and 4-move)."""
        state, to = BoardState(position), square_under(place)
        if name not in position.units or to == square_under(position.places[name]):
            return ""
        if position.units[name].lost:
            return f"{name} is lost."
        why = self.refused(name, self.garrisons(state)[to], state, rules)
        if not why or why.endswith("."):
            return why
        return f"{name} may not move to {square_words(to)}: {REFUSED.get(why, why)} (§4-move)."

    def changes(self, name: str, state: State, rules: Ww1) -> Mapping[str, Sequence[Any]]:
        """Whether a unit is lost, or a tank stuck (sections 4-move and 5-assault)."""
        stuck = {"stuck": (False, True)} if self.units(state)[name].kind is Unit.TANK else {}
        return {"lost": (False, True), **stuck}

    def half_turn(self, state: State) -> HalfTurn:
        """Whose half-turn it is (section 4-sequence)."""
        return HalfTurn(state.position.stock[HALF_TURN])

    # --- what was measured
    def facts(self, state: State, rules: Ww1) -> tuple[Fact, ...]:
        """Both squares with their totals, the advance, the moves, and who would win now."""
        garrisons = self.garrisons(state)
        start, target = self.square_of(state.shooter, state), self.square_of(state.target, state)
        facts = [Fact("Half-turn", str(self.half_turn(state)), "moves, then assaults (§4-sequence)")]
        if self.most_exchanged:
            number = state.position.stock[EXCHANGED]
            said = f"at most {self.most_exchanged}, before the game (§9-1918)"
            facts.append(Fact("Exchanged", f"{number} stormtrooper units for tanks", said))
        if start:
            attack = f"attack {attack_of(garrisons[start], rules)} before dice"
            facts.append(Fact("Assaults", garrisons[start].words(), attack))
        if target:
            garrison = garrisons[target]
            captured = ", captured: wire does not count" if garrison.captured else ""
            defence = f"defence {defence_of(garrison, rules)} before dice{captured}"
            facts.append(Fact("Is assaulted", garrison.words(), defence))
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
        room = Advance(units=len(followers), defences=target.works.count)
        tanks = any(piece.kind is Unit.TANK for piece in followers)
        remark = "a tank throws the stuck die" if tanks and rules.R31 == "a" else ""
        if start.side is Side.DEFENDER and rules.R30 == "b":
            return "nobody may enter", "only the attacker follows up (R30)"
        return f"up to {advance_capacity(room, rules)} units may enter", remark

    def move_words(self, state: State, rules: Ww1) -> tuple[str, str]:
        """How many squares the chosen unit may enter, or why it may not move."""
        number = len(self.moves(state.shooter, state, rules))
        if number:
            return counted(number, "squares") if number > 1 else "1 square", "hatched (§4-move)"
        garrisons, start = self.garrisons(state), square_under(state.places[state.shooter])
        beside = [garrisons[square] for square in PRINTED.grid.beside(start)]
        why = [self.refused(state.shooter, garrison, state, rules) for garrison in beside]
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
    def asked(self, state: State, rules: Ww1) -> Asked | None:
        """The assault of the chosen squares, with what stands in them; None while there are not two."""
        start, target = self.square_of(state.shooter, state), self.square_of(state.target, state)
        if not (start and target):
            return None
        garrisons = self.garrisons(state)
        one, other = garrisons[start], garrisons[target]
        inputs = assault_inputs(one, other, rules) | support(state, one.side)
        spent = tuple(
            f"{number} {words}"
            for of in SUPPORT.values()
            for words in of.values()
            if (number := state.position.stock[words])
        )
        why = self.forbidden(one, other, rules) or self.not_now(one.side, state, rules)
        return Asked("assault", inputs, why, spent)

    def not_now(self, side: Side, state: State, rules: Ww1) -> str:
        """Why a side may not assault at this time, or with such units; empty if it may."""
        if state.position.stock.get(EXCHANGED, 0) > self.most_exchanged:
            army = self.scenario.army(Side.ATTACKER)
            return f"At most {self.most_exchanged} {army.nation} stormtrooper units are exchanged (§9-1918)."
        return self.half_turn(state).why_not(side, rules) or too_few(state.position)

    def befalls(self, name: str, state: State, rules: Ww1) -> Mapping[str, Position[Piece]]:
        """The end of an assault: the points that both sides spent on it are gone (section 5-assault)."""
        return {} if too_few(state.position) or not spent(state.position) else {SPENT: paid(state.position)}

    def forbidden(self, start: Garrison, target: Garrison, rules: Ww1) -> str:
        """Why the one square may not assault the other; empty if it may (sections 2c and 5-assault)."""
        for garrison in (start, target):
            held = len(garrison.pieces) + garrison.works.count
            if len({piece.side for piece in garrison.pieces}) > 1:
                return f"Both sides stand in {square_words(garrison.square)} (§4-move)."
            if held > rules.stack:
                return f"{square_words(garrison.square).capitalize()} holds {held} units and defences; {rules.stack} are allowed (§2c)."
            if garrison.difficult and garrison.force.tank:
                return (
                    f"A tank cannot be in the difficult terrain of {square_words(garrison.square)} (§4-move)."
                )
        if start.side is target.side:
            return f"{square_words(target.square).capitalize()} is held by the same side."
        if not share_a_side(start.square, target.square):
            return (
                f"{square_words(start.square).capitalize()} and {square_words(target.square)} do not share "
                "a side (§5-assault)."
            )
        return ""


def spent(position: Position[Piece]) -> dict[str, int]:
    """What both sides spend on the assault, by the name of the store that it is taken from."""
    return {
        LEFT[points][side]: number
        for points, of in SUPPORT.items()
        for side, words in of.items()
        if (number := position.stock[words])
    }


def too_few(position: Position[Piece]) -> str:
    """Why the points cannot be spent; empty if they are there."""
    for store, number in spent(position).items():
        left = position.stock.get(store, 0)
        if number > left:
            return f"{number} points are spent, but {store}: {left}."
    return ""


def paid(position: Position[Piece]) -> Position[Piece]:
    """The position after an assault: what was spent on it is taken from what is left."""
    for store, number in spent(position).items():
        position = position.with_stock(store, position.stock[store] - number)
    for of in SUPPORT.values():
        for words in of.values():
            position = position.with_stock(words, 0)
    return position


def support(state: State, side: Side) -> dict[str, int]:
    """The artillery and gas points that both sides spend, seen from the side that assaults."""
    other = Side.DEFENDER if side is Side.ATTACKER else Side.ATTACKER
    return {
        f"{part}_{points}": state.position.stock[words[whose]]
        for points, words in SUPPORT.items()
        for part, whose in ((Side.ATTACKER, side), (Side.DEFENDER, other))
    }


def units_of(position: SquareOnTable) -> Iterator[tuple[Unit, Quality, int]]:
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
    across = max(2, len(pieces)) if garrison.works.count else 2
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
    inputs |= vars(target.works)
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
