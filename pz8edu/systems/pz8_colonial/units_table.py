"""Units of Pz8 Colonial on a table: where they stand, what has befallen them, and what is measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.contact import gap, in_contact
from pz8edu.board.field_tabletop import FieldTabletop
from pz8edu.board.ground import OPEN, stretches
from pz8edu.board.march import Going
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Base
from pz8edu.board.shot import Aim, Shot, measure_shot
from pz8edu.board.tabletop import BoardState, once_a_state
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.artillery import reload_activations
from pz8edu.systems.pz8_colonial.boards import Charge, charge
from pz8edu.systems.pz8_colonial.events import happens
from pz8edu.systems.pz8_colonial.forces import Unit
from pz8edu.systems.pz8_colonial.movement import GUNS, move_in_words
from pz8edu.systems.pz8_colonial.pack import after, whole_pack
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.scenarios import Scenario, UnitOnTable
from pz8edu.systems.pz8_colonial.standing import SPACING, Standing
from pz8edu.systems.pz8_colonial.words import Card, Carriage, Event, Leader, Side, Troop

State = BoardState[Standing]

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
CARDS = {card: f"{card.value} cards" for card in (Card.RED, Card.PLAIN_BLACK, Card.BLACK_COURT)} | {
    card: f"{card.value}s" for card in (Card.RED_JOKER, Card.BLACK_JOKER)
}
"""The cards of the pack as they are counted beside the board."""
IN_THE_PACK = {
    Card.RED: "red",
    Card.PLAIN_BLACK: "black_plain",
    Card.BLACK_COURT: "black_court",
    Card.RED_JOKER: "joker_red",
    Card.BLACK_JOKER: "joker_black",
}
"""The cards as `card-draw` asks for them."""


@dataclass(frozen=True)
class UnitsTable(FieldTabletop[Standing]):
    """A table with units of men and guns on it, and the pack of cards that activates them."""

    scenario: Scenario

    def start(self) -> Position[Standing]:
        """The units where the scenario puts them, with what they have lost."""
        there = {each.unit: each for each in self.scenario.positions}
        return Position(
            {name: Place(float(each.x), float(each.y), float(each.facing)) for name, each in there.items()},
            {name: self.standing(each) for name, each in there.items()},
            stock={CARDS[card]: number for card, number in self.pack.items() if number},
        )

    @property
    def pack(self) -> Mapping[Card, int]:
        """The cards with which this table is played; none on parade (sections 2 and 11)."""
        if self.scenario.european == self.scenario.native:
            return {}
        return whole_pack("events" in self.scenario.optional)

    def drawn(self, card: Card, position: Position[Standing], rules: Colonial) -> Position[Standing]:
        """The position after a card was drawn; a Joker has the pack shuffled (sections 2 and 11; R3)."""
        left = {each: position.stock.get(CARDS[each], 0) for each in self.pack}
        remaining = after(card, left, self.pack, rules)
        return replace(
            position, stock={CARDS[each]: remaining[each] for each in Card if CARDS[each] in position.stock}
        )

    def happens(
        self,
        event: Event,
        drawn_by: Side,
        name: str,
        position: Position[Standing],
        rules: Colonial,
        leader: Leader | None = None,
    ) -> Position[Standing]:
        """The position after an event; Reinforcements come in at their own edge (section 11)."""
        edge = self.own_edge(name, position)
        return happens(event, drawn_by, name, position, rules, edge, leader)

    def befalls(self, name: str, state: State, rules: Colonial) -> Mapping[str, Position[Standing]]:
        """The events that can befall a unit, where the game is played with them (section 11)."""
        standing = state.units.get(name)
        if standing is None or "events" not in self.scenario.optional:
            return {}
        found = {}
        for event in Event:
            enemy = "enemy" in rules.events[event].befalls
            drawn_by = next(side for side in Side if (side is standing.side) is not enemy)
            with suppress(BadInput):
                found[event.value] = self.happens(event, drawn_by, name, state.position, rules)
        return found

    def own_edge(self, name: str, position: Position[Standing]) -> Place:
        """The nearest place at the own edge: the south for Europeans, the north for Natives (none is printed)."""
        south = position.units[name].side is Side.EUROPEAN
        depth = position.units[name].ranks * SPACING / 2
        y = depth if south else float(self.scenario.height) - depth
        return Place(position.places[name].x, y, 0 if south else 180)

    def changes(self, name: str, state: State, rules: Colonial) -> Mapping[str, Sequence[Any]]:
        """Losses, and what befalls a unit of men or a gun (sections 2, 3, 4, 7 and 11)."""
        standing = state.units.get(name)
        if standing is None:
            return {}
        unit, either = standing.unit, (False, True)
        found: dict[str, Sequence[Any]] = {
            "lost": range(unit.ordinary + 1),
            "fallen": tuple(unit.leaders[:number] for number in range(len(unit.leaders) + 1)),
            "routing": either,
            "steadfast": either,
        }
        if standing.fallen not in found["fallen"]:
            found["fallen"] = (*found["fallen"], standing.fallen)
        if unit.weapon or unit.troop in GUNS:
            found["short"] = either
        if standing.firearms_pass_on:
            found["firearms_lost"] = range(unit.firing + 1)
        if unit.troop is Troop.MACHINE_GUN:
            found |= {"jammed": either, "carriage": (Carriage.READY, Carriage.PACKED)}
        if unit.troop is Troop.ARTILLERY:
            most = reload_activations(rules.least_gun_crew, rules)
            found |= {"reloading": range(most + 1), "carriage": tuple(Carriage)}
        return found

    def standing(self, placed: UnitOnTable) -> Standing:
        """A unit of one of the two forces as it starts."""
        unit, force = self.scenario.units[placed.unit]
        return Standing(
            unit, force.side, placed.front, placed.lost, carriage=placed.carriage, routing=placed.routing
        )

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.scenario.firer, self.scenario.target

    @cached_property
    def ground(self) -> Battlefield:
        """The table without anybody on it."""
        return self.scenario.laid()

    def base(self, standing: Standing, at: Place) -> Base:
        """A unit as one block on the board."""
        unit = standing.unit
        ranks = f"{standing.figures} figures, {standing.front} abreast"
        leaders = ", ".join(leader.value for leader in standing.leaders)
        condition = standing.condition
        return Base(
            unit.name,
            unit.what or unit.troop.value,
            standing.side.value,
            (at.x, at.y),
            size=standing.front * SPACING,
            depth=standing.ranks * SPACING,
            facing=at.facing or 0,
            condition=condition,
            label=unit.name if condition == "ok" else f"{unit.name} · {condition}",
            role=f"unit: {ROLES[standing.side]}",
            symbol=SYMBOLS.get(unit.troop, ""),
            weapon=unit.weapon.value if unit.weapon else "",
            quality=unit.quality.value,
            words=f"{ranks}; {leaders}" if leaders else ranks,
        )

    @once_a_state
    def battlefield(self, state: State) -> Battlefield:
        """The table with everybody who is left on it, and whoever is chosen."""
        field = super().battlefield(state)
        there = (base for base in field.units if base.name in state.picked or not state.units[base.name].out)
        return replace(field, units=tuple(there))

    def figures(self, state: State) -> Iterator[tuple[str, int, tuple[float, float]]]:
        """Every figure on the table: its unit, its number in it, and where it stands."""
        for name, unit in state.units.items():
            if not unit.out:
                for number, at in enumerate(unit.places(state.places[name])):
                    yield name, number, at

    def allowance(self, name: str, state: State, rules: Colonial) -> tuple[int, Going]:
        """The inches of a move on good ground; on bad ground dice decide (section 2)."""
        return self.move_of(state.units[name], rules), Going({OPEN: 1}, other=1, closed=BAD)

    def why_it_stays(self, name: str, state: State, rules: Colonial) -> str:
        """Why a unit may not move at all; empty if it may (sections 3 and 4)."""
        return "" if self.move_of(state.units[name], rules) else "a gun that is ready to fire stays"

    def why_not_move(self, name: str, place: Place, position: Position[Standing], rules: Colonial) -> str:
        """Why a unit may not go to a place: too far, and no charge; on bad ground dice decide (section 2)."""
        why = super().why_not_move(name, place, position, rules)
        if not why or self.charges(name, place, position, rules):
            return ""
        troop, ends = position.units[name].unit.troop, (position.places[name][:2], place[:2])
        if BAD & {piece.ground for piece in stretches(ends, self.ground.ground)}:
            inches = move_in_words(troop, True, rules)
            return (
                f"{name} would go over bad ground, where it moves {inches}″ (§2): roll, then set it up there."
            )
        return why

    def charges(self, name: str, place: Place, position: Position[Standing], rules: Colonial) -> bool:
        """Does a unit come into contact there with an enemy whom it may charge (section 2)?"""
        state = BoardState(position, name)
        mover, side = self.base(position.units[name], place), position.units[name].side
        return any(
            position.units[enemy.name].side is not side
            and in_contact(mover, enemy)
            and charge(self.charge(replace(state, target=enemy.name)), rules)["verdict"] == "charge"
            for enemy in self.battlefield(state).units
        )

    def move_of(self, standing: Standing, rules: Colonial) -> int:
        """The inches of its move on good ground; a gun that is ready to fire stays (sections 2, 3, 4)."""
        if standing.unit.troop in GUNS and standing.carriage is Carriage.READY:
            return 0
        return rules.movement[standing.unit.troop].move

    def aim(self, unit: Unit, rules: Colonial) -> Aim | None:
        """What a unit fires with (sections 2, 3, 4); None if it does not fire."""
        if unit.troop is Troop.ARTILLERY:
            return Aim(rules.canister_range, cover=dict.fromkeys(COVER, "cover"), see_through=SEE_THROUGH)
        weapon = "machine gun" if unit.troop is Troop.MACHINE_GUN else unit.weapon
        if weapon is None:
            return None
        inches = rules.weapons[weapon].inches
        return Aim(inches, cover=dict.fromkeys(COVER, "cover"), see_through=SEE_THROUGH)

    @once_a_state
    def measured(self, state: State, rules: Colonial) -> Shot | None:
        """The shot between the chosen two, from middle to middle; None without two, or in contact."""
        if not (state.shooter and state.target):
            return None
        field = self.battlefield(state)
        aim = self.aim(state.units[state.shooter].unit, rules)
        if aim is None or in_contact(field.unit(state.shooter), field.unit(state.target)):
            return None
        return measure_shot(field, state.shooter, state.target, aim)

    def stood_still(self, state: State) -> bool:
        """Is the shooter where it stood at the start, so that it aims (section 2)?

        Reinforcements were not there: they stand still unless they are just being moved.
        """
        now = state.places[state.shooter]
        start = self.start().places.get(state.shooter, state.at_first.places[state.shooter])
        return (start.x, start.y) == (now.x, now.y)

    def charge(self, state: State) -> Charge:
        """The charge of the shooter on the target: the gap between the two, and the ground."""
        field = self.battlefield(state)
        one, other = field.unit(state.shooter), field.unit(state.target)
        ground = {piece.ground for piece in stretches((one.at, other.at), field.ground)}
        distance = round(gap(one, other), 6)
        into = NO_RIDING.get(field.ground_at(other.at), "open")
        return Charge.read(
            {
                "troop": state.units[one.name].unit.troop,
                "distance": distance,
                "bad": bool(ground & BAD),
                "into": into,
            }
        )

    def fighting(self, field: Battlefield, state: State) -> bool:
        """Are the chosen two enemies in contact?"""
        if not (state.shooter and state.target):
            return False
        enemies = state.units[state.shooter].side is not state.units[state.target].side
        return enemies and in_contact(field.unit(state.shooter), field.unit(state.target))

    def must_charge(self, state: State, rules: Colonial) -> tuple[str, ...]:
        """The enemies whom the shooter, if they are Fanatics, must charge instead of firing (section 2)."""
        charging = state.units[state.shooter]
        if not charging.must_charge():
            return ()
        enemies = [
            name for name, other in state.units.items() if other.side is not charging.side and not other.out
        ]
        asked = [(name, self.charge(replace(state, target=name))) for name in enemies]
        if any(not question.distance for _, question in asked):
            return ()
        return tuple(name for name, question in asked if charge(question, rules)["verdict"] == "charge")
