"""Before a battle of Pz8 WW1: the preliminary bombardment, the deployment, and Artillery Points (sections 2, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from pz8edu.board.position import Marker, Place, Position
from pz8edu.board.squares import Square, square_words
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_ww1.assault_table import HALF_TURN, REFUSED, AssaultTable
from pz8edu.systems.pz8_ww1.boards import Placement, placement
from pz8edu.systems.pz8_ww1.bombardment import Shelled
from pz8edu.systems.pz8_ww1.garrison import BUNKER, CRATER, TRENCH, WIRE, Garrison, Piece
from pz8edu.systems.pz8_ww1.ground import LEFT, in_middle, square_under
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.scenarios import half_of
from pz8edu.systems.pz8_ww1.situations import MOST_DICE
from pz8edu.systems.pz8_ww1.words import Quality, Side, Unit
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task
from pz8edu.turns.play import STAYS, Play

Now = Moment[Piece]
AS_DRAWN = "as drawn"
"""The choice to build what the table's file has, where it has it."""


class BeforeTheBattle(Play[Piece, Ww1]):
    """What comes before the first turn: field defences, bombardment and deployment (section 2)."""

    table: AssaultTable
    sides: ClassVar[tuple[str, str]] = (Side.ATTACKER.value, Side.DEFENDER.value)
    by_drag: ClassVar[frozenset[str]] = frozenset({"move", "deploy"})

    def preparing(self, moment: Now) -> Now:
        """Both build, then the attacker bombards, the defender deploys, and the attacker (section 2)."""
        attacker, defender = self.sides
        built = moment.position.markers
        moment = moment.at(replace(moment.position, markers=tuple(each for each in built if not each.side)))
        first = defender if self.rules.T5 == "a" else attacker
        tasks = (Task(attacker, "bombard"), Task(defender, "deploy"), Task(attacker, "deploy"))
        return stocked(moment, HALF_TURN, 0).first(Task(first, "build"), *tasks)

    def is_out(self, name: str, moment: Now) -> bool:
        """Is a unit lost?"""
        return moment.units[name].lost

    def squares(self, moment: Now) -> Mapping[Square, Garrison]:
        """Every square with what is built there and who stands there."""
        return self.table.garrisons(moment.picked())

    # --- field defences (section 2a)
    def to_build(self, moment: Now, side: str) -> dict[str, int]:
        """The field defences that a side has still to place, of those that its order of battle gives it."""
        placed = [marker.kind for marker in moment.position.markers if marker.side == side]
        army = self.table.scenario.army(Side(side))
        left = {kind: getattr(army, kind) - placed.count(kind) for kind in (WIRE, TRENCH, BUNKER)}
        return {kind: number for kind, number in left.items() if number > 0}

    def on_build(self, moment: Now) -> Iterator[Choice]:
        """A side places one field defence in its half, or at first all as the table has them (section 2a)."""
        side = self.now(moment).side
        left, drawn = self.to_build(moment, side), self.as_drawn(side)
        if drawn and not any(marker.side == side for marker in moment.position.markers):
            yield Choice("build", note=AS_DRAWN, section="2a")
        for square in self.squares(moment):
            for kind in left:
                why_not = self.why_not_built(moment, side, square, kind)
                yield Choice("build", way=(in_middle(square),), note=kind, section="2a", why_not=why_not)

    def as_drawn(self, side: str) -> tuple[Marker, ...]:
        """The field defences of a side where the table's file has them."""
        return tuple(marker for marker in self.table.markers if marker.side == side)

    def why_not_built(self, moment: Now, side: str, square: Square, kind: str) -> str:
        """Why a field defence is not placed in a square; empty if it may be (section 2a)."""
        works = vars(self.squares(moment)[square].works)
        asked = Placement(side=Side(side), square=square, **{**works, kind: works[kind] + 1})
        why = placement(asked, self.rules)["why"]
        return "" if why == "ok" else f"No {kind} is built in {square_words(square)}: {why} (§2a)."

    def after_build(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It stands there; the other side places the next one, while it has any (section 2a)."""
        side = self.now(moment).side
        built = self.as_drawn(side)
        if choice.note != AS_DRAWN:
            built = (Marker(choice.note, *choice.way[-1][:2], side),)
        moment = moment.settled.at(moment.position.with_marker(*built))
        turns = (each for each in (self.other(side), side) if self.to_build(moment, each))
        following = next(turns, None)
        return moment.first(Task(following, "build")) if following else moment

    # --- bombardment and deployment (section 2)
    def on_bombard(self, moment: Now) -> Iterator[Choice]:
        """The attacker buys dice for a square of the enemy's half, each square once (section 2b; R5)."""
        store, cost = LEFT["ap"][Side.ATTACKER], self.rules.points_for_a_bombardment_die
        most = min(moment.position.stock.get(store, 0) // cost, MOST_DICE)
        for square, garrison in self.squares(moment).items():
            if half_of(square, self.rules) is Side.ATTACKER or square_words(square) in moment.acted:
                continue
            for dice in range(1, most + 1):
                asked = Asked("bombardment", {"pb": dice, **vars(garrison.works)})
                note = f"{dice} {'die' if dice == 1 else 'dice'}"
                yield Choice("bombard", way=(in_middle(square),), note=note, asked=asked, section="2b")
        yield Choice("cease", section="2b")

    def after_bombard(self, moment: Now, choice: Choice, outcome: Shelled) -> Now:
        """Field defences fall, a crater may be dug, the points are spent (section 2b)."""
        assert choice.asked is not None
        square, left = square_under(choice.way[-1]), vars(outcome.left)
        garrison = self.squares(moment)[square]
        position = moment.position
        for kind in (WIRE, TRENCH, BUNKER):
            position = fewer(position, garrison, kind, left[kind])
        if outcome.crater and not garrison.crater:
            position = position.with_marker(Marker(CRATER, *choice.way[-1][:2]))
        store, dice = LEFT["ap"][Side.ATTACKER], choice.asked.inputs["pb"]
        points = position.stock[store] - dice * self.rules.points_for_a_bombardment_die
        moment = stocked(moment.at(position), store, points).has_acted(square_words(square))
        return moment.first(*self.last_rounds(Side.ATTACKER, moment))

    def after_cease(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The guns fall silent."""
        return replace(moment.settled, acted=frozenset())

    def on_deploy(self, moment: Now) -> Iterator[Choice]:
        """Units are put into squares of their own half; stormtroopers may become tanks (2c, 9-1918)."""
        side, garrisons = Side(self.now(moment).side), self.squares(moment)
        exchanged = moment.noted.get("exchanged", 0)
        for name, piece in self.living(moment, side).items():
            here = square_under(moment.places[name])
            if piece.kind is Unit.STORMTROOPER and exchanged < self.exchangeable(side):
                why = "no tank stands in difficult terrain (§4-move)" if garrisons[here].difficult else ""
                yield Choice(
                    "exchange", name, section="9-1918", why_not=why and f"{name} stays what it is: {why}."
                )
            if name in moment.acted:
                continue
            yield Choice("deploy", name, way=(in_middle(here),), section="2c", why=STAYS)
            leaves = self.is_crowded(garrisons[here]) or self.why_no_tank(garrisons[here])
            for square in garrisons if leaves else self.rules.grid.around(here):
                place = in_middle(square)
                why = self.why_not_there(moment, name, place)
                yield Choice("deploy", name, way=(place,), section="2c", why_not=why)
        full = [each for each in garrisons.values() if each.side is side and self.is_crowded(each)]
        why = ""
        if full:
            held = len(full[0].pieces) + full[0].works.count
            where = square_words(full[0].square).capitalize()
            why = f"{where} holds {held} units and defences; {self.rules.stack} are allowed (§2c)."
        stuck = (self.why_no_tank(each) for each in garrisons.values() if each.side is side)
        yield Choice("ready", section="2c", why_not=why or next(filter(None, stuck), ""))

    def why_no_tank(self, garrison: Garrison) -> str:
        """Why a tank does not stay where the bombardment has dug a crater; empty if it does (section 4-move)."""
        if not (garrison.difficult and garrison.force.tank):
            return ""
        return f"No tank stands in the difficult terrain of {square_words(garrison.square)} (§4-move)."

    def is_crowded(self, garrison: Garrison) -> bool:
        """Does a square hold more units and field defences than it may (section 2c)?"""
        return len(garrison.pieces) + garrison.works.count > self.rules.stack

    def exchangeable(self, side: Side) -> int:
        """How many stormtrooper units of a side may be exchanged for tanks (section 9-1918)."""
        return self.table.scenario.army(side).tanks_for_stormtroopers

    def why_not_there(self, moment: Now, name: str, place: Place) -> str:
        """Why a unit may not be deployed at a place; empty if it may (section 2c)."""
        piece, square = moment.units[name], square_under(place)
        garrison = self.squares(moment)[square]
        works = vars(garrison.works)
        asked = Placement(side=piece.side, square=square, **works, units=len(garrison.pieces) + 1)
        why = placement(asked, self.rules)["why"]
        if why == "ok" and garrison.difficult and not self.rules.moves[piece.kind].difficult:
            why = "difficult terrain"
        return (
            ""
            if why == "ok"
            else f"{name} is not deployed in {square_words(square)}: {REFUSED.get(why, why)}."
        )

    def after_deploy(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A unit stands in its square."""
        to = in_middle(square_under(choice.way[-1]))
        return moment.moved(choice.unit, to).has_acted(choice.unit)

    def after_exchange(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """An Average tank in place of stormtroopers (section 9-1918)."""
        count = moment.noted.get("exchanged", 0) + 1
        return moment.unit(choice.unit, kind=Unit.TANK, quality=Quality.AVERAGE).note(exchanged=count)

    def after_ready(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A side is deployed; after the second one the game begins."""
        moment = replace(moment.settled, acted=frozenset())
        return moment if moment.tasks else stocked(moment, HALF_TURN, 1)

    # --- last rounds (section 7)
    def last_rounds(self, side: Side, moment: Now) -> Iterator[Task]:
        """The die for a side that has spent all its Artillery Points, once a game (section 7; R25)."""
        if moment.position.stock.get(LEFT["ap"][side]) == 0 and f"last rounds {side}" not in moment.noted:
            yield Task(CHANCE, "last-rounds", (side.value,))

    def on_last_rounds(self, moment: Now, side: str) -> Iterator[Choice]:
        """So many points more (section 7)."""
        yield Choice("last-rounds", note=side, asked=Asked("last-rounds", {}), section="7")

    def after_last_rounds(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """They are the last ones."""
        moment = moment.settled.note(**{f"last rounds {choice.note}": int(outcome)})
        return stocked(moment, LEFT["ap"][Side(choice.note)], int(outcome))


def stocked(moment: Now, words: str, count: int) -> Now:
    """With another count of something."""
    return moment.at(moment.position.with_stock(words, count))


def fewer(position: Position[Piece], garrison: Garrison, kind: str, left: int) -> Position[Piece]:
    """With so many field defences of a kind left in a square."""
    there = [marker for marker in garrison.markers if marker.kind == kind]
    for marker in there[left:]:
        position = position.without_marker(marker)
    return position
