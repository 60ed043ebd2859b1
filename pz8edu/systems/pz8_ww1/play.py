"""Whole turns of Pz8 WW1: bombardment and deployment, then movement and assaults of one side after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from pz8edu.board.squares import Square, square_words
from pz8edu.board.tabletop import Asked
from pz8edu.core.rulebook.system import Calculator
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww1.assault import Survivors, assault_in_play
from pz8edu.systems.pz8_ww1.assault_table import HALF_TURN, REFUSED, AssaultTable, attack_of, defence_of, paid
from pz8edu.systems.pz8_ww1.before_the_battle import BeforeTheBattle, Now, fewer, stocked
from pz8edu.systems.pz8_ww1.garrison import BUNKER, TRENCH, WIRE, Garrison, Piece, force_of
from pz8edu.systems.pz8_ww1.ground import LEFT, SUPPORT, Ground, in_middle, square_under
from pz8edu.systems.pz8_ww1.half_turns import HalfTurn
from pz8edu.systems.pz8_ww1.movement import STAYS as STUCK_STAYS
from pz8edu.systems.pz8_ww1.movement import THEN_STUCK, why_not
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import MOST_IN_PLAY, MOST_POINTS, AssaultInPlay
from pz8edu.systems.pz8_ww1.victory import Length
from pz8edu.systems.pz8_ww1.words import AssaultView, Quality, Side, Unit, Victory
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.moment import CHANCE, Moment, Task
from pz8edu.turns.play import STAYS

UNITS = {Unit.INFANTRY: 10, Unit.STORMTROOPER: 10, Unit.MG: 15, Unit.TANK: 20}
QUALITIES = {Quality.GREEN: -2, Quality.AVERAGE: 0, Quality.ELITE: 2}
"""What a unit is worth to a plain opponent, and what its quality adds."""
GROUND, WORK, POINT = 3, 2, 1
"""And what a row nearer to victory, a point of its field defences, and an Artillery Point are worth."""


IN_PLAY = Calculator(
    "assault-in-play",
    "An assault with many Artillery Points, or out of field defences",
    "5-assault",
    AssaultInPlay,
    assault_in_play,
    ranked=False,
    readings=("R11", "R13", "R15"),
)
NO_SUPPORT = "no support"


class PlayWw1(BeforeTheBattle):
    """A game of Pz8 WW1 on one of its tables.

    Nobody enters a square with enemies in it (R29). Any number of Artillery Points may support an assault (R10).
    Under R21=b the dice for the end of the game are thrown together after turn 6.
    """

    single_steps: ClassVar[Mapping[str, Calculator]] = {IN_PLAY.id: IN_PLAY}
    lets_be = frozenset({"hold"})

    def start(self) -> Now:
        """The table; bombardment and deployment come first, if its file does not say that they are over."""
        position = self.table.start()
        for of in SUPPORT.values():
            for words in of.values():
                position = position.with_stock(words, 0)
        half = HalfTurn(position.stock[HALF_TURN])
        moment = Moment(position, turn=max(half.turn, 1))
        kinds = [(step.kind, step.side) for step in self.steps(moment)]
        moment = replace(moment, step=kinds.index(("move", half.side.value)))
        return moment if self.table.scenario.prepared else self.preparing(moment)

    # --- movement (section 4-move)
    def do_move(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit moves one square; a tank throws the stuck die (section 4-move; R6)."""
        piece, here = moment.units[name], square_under(moment.places[name])
        if not self.rules.moves[piece.kind].squares or piece.stuck:
            why = REFUSED["stuck" if piece.stuck else "static"]
            yield Choice("move", name, section="4-move", why_not=f"{name} does not move: {why} (§4-move).")
            return
        asked = self.stuck_die(piece)
        yield Choice("move", name, way=(in_middle(here),), asked=asked, section="4-move", why=STAYS)
        for square in self.table.moves(name, moment.picked(), self.rules):
            way = (in_middle(square),)
            why_not = self.why_not_walked_into(moment, name, square)
            yield Choice("move", name, way=way, asked=asked, section="4-move", why_not=why_not)

    def why_not_walked_into(self, moment: Now, name: str, to: Square) -> str:
        """Why a unit does not enter empty works of the enemy; empty if it may (section 4-move; R29)."""
        builders = {marker.side for marker in self.squares(moment)[to].markers if marker.side}
        if self.rules.T2 == "a" or not builders - {moment.units[name].side.value}:
            return ""
        return f"{name} may not move to {square_words(to)}: the enemy's works are assaulted (§4-move; T2)."

    def stuck_die(self, piece: Piece) -> Asked | None:
        """The die of a tank that moves; nobody else throws one."""
        return Asked("tank-move", {}) if piece.kind is Unit.TANK else None

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Why a unit may not go to the square of a place (sections 2c and 4-move)."""
        name, to = choice.unit, choice.way[-1]
        if not (0 <= to.x < self.rules.columns and 0 <= to.y < self.rules.rows):
            return f"{name} may not go there: {REFUSED['off table']} (§1)."
        if square_under(to) == square_under(moment.places[name]):
            return f"{name} stands in {square_words(square_under(to))} already."
        if choice.kind == "deploy":
            return self.why_not_there(moment, name, to)
        why_not = super().why_no_place(moment, choice)
        return why_not or self.why_not_walked_into(moment, name, square_under(to))

    def after_move(self, moment: Now, choice: Choice, outcome: str | None) -> Now:
        """A unit in its new square, or a tank that is stuck (section 4-move; R6)."""
        moved = tuple(sorted({*moment.noted.get("moved", ()), choice.unit}))
        return self.gone(moment, choice, outcome).has_acted(choice.unit).note(moved=moved)

    def gone(self, moment: Now, choice: Choice, outcome: str | None) -> Now:
        """A unit that goes into another square, if its die lets it."""
        moment = busy(moment, choice.unit)
        if outcome in (STUCK_STAYS, THEN_STUCK):
            moment = moment.unit(choice.unit, stuck=True)
        to = in_middle(square_under(choice.way[-1]))
        return moment if outcome == STUCK_STAYS else moment.moved(choice.unit, to)

    # --- assaults (section 5)
    def do_assault(self, moment: Now, name: str) -> Iterator[Choice]:
        """A square assaults another one, with artillery or gas; its first unit stands for it (section 5; R16)."""
        garrisons = self.squares(moment)
        here = garrisons[square_under(moment.places[name])]
        if here.pieces[0].name != name:
            return
        for square in self.rules.grid.beside(here.square):
            there = garrisons[square]
            if not there.pieces or there.side is here.side:
                continue
            target = there.pieces[0].name
            why = f"attack {attack_of(here, self.rules)} against {defence_of(there, self.rules)} before dice"
            why_not = self.why_no_assault(moment, here, there)
            for note, points in self.supports(moment, here.side).items():
                after = supported(moment, here.side, points)
                answered = len(self.supports(after, there.side)) > 1
                asked = None if answered else self.clash(after, name, target)
                yield Choice("assault", name, target, (), note, asked, "5-assault", why, why_not)

    def why_no_assault(self, moment: Now, here: Garrison, there: Garrison) -> str:
        """Why a square may not assault another one now; empty if it may (section 5-assault; R7, R16)."""
        if any(piece.name in moment.acted for piece in here.pieces):
            return f"{square_words(here.square).capitalize()} has assaulted in this turn (R16)."
        if self.rules.R16 == "b" and square_words(there.square) in moment.acted:
            return f"{square_words(there.square).capitalize()} has been assaulted in this turn (R16)."
        if self.rules.R7 == "b" and all(piece.stuck for piece in here.pieces):
            return f"Only stuck tanks are in {square_words(here.square)}: they defend (R7)."
        if self.rules.R15 == "b" and all(piece.kind is Unit.MG for piece in self.fighters(moment, here)):
            return f"Only machine guns are in {square_words(here.square)}: they take no part (R15)."
        if self.rules.T3 == "b" and any(piece.name in moment.noted.get("moved", ()) for piece in here.pieces):
            return f"A unit has moved into {square_words(here.square)} in this half-turn (T3)."
        return self.table.forbidden(here, there, self.rules)

    def supports(self, moment: Now, side: Side) -> dict[str, dict[str, int]]:
        """What a side may spend on an assault: Artillery Points, or one gas point (section 5; R10, R12)."""
        stock = moment.position.stock
        most = min(stock.get(LEFT["ap"][side], 0), MOST_IN_PLAY)
        found = {f"{points} AP": {"ap": points} for points in range(1, most + 1)}
        gassed = self.rules.R12 == "b" and any(stock[words] for words in SUPPORT["pg"].values())
        gas = {"gas": {"pg": 1}} if stock.get(LEFT["pg"][side]) and not gassed else {}
        return {NO_SUPPORT: {}} | found | gas

    def clash(self, moment: Now, name: str, target: str) -> Asked:
        """The question of an assault with all that both sides spend on it."""
        asked = self.table.asked(moment.picked(name, target), self.rules)
        assert asked is not None
        asked = replace(asked, inputs={**asked.inputs, "view": AssaultView.SURVIVORS})
        here = self.squares(moment)[square_under(moment.places[name])]
        own = {
            "own_trench": here.works.trench,
            "own_bunker": here.works.bunker,
            "own_captured": here.captured,
        }
        if self.rules.T4 == "b" and (here.works.trench or here.works.bunker):
            return replace(asked, calculator=IN_PLAY.id, inputs={**asked.inputs, **own})
        many = max(asked.inputs["attacker_ap"], asked.inputs["defender_ap"]) > MOST_POINTS
        return replace(asked, calculator=IN_PLAY.id) if many else asked

    def after_assault(self, moment: Now, choice: Choice, outcome: Survivors | None) -> Now:
        """The other side answers with what it spends, if it has anything; then the dice fall (section 5; R9)."""
        side = moment.units[choice.unit].side
        moment = supported(moment, side, self.supports(moment, side)[choice.note])
        if outcome is not None:
            return self.fought(moment, choice.unit, choice.target, outcome)
        return moment.first(Task(self.other(side), "support", (choice.unit, choice.target)))

    def on_support(self, moment: Now, name: str, target: str) -> Iterator[Choice]:
        """The side that is assaulted says what it spends; under R9=b it does not know what the other has said."""
        side = moment.units[target].side
        for note, points in self.supports(moment, side).items():
            asked = self.clash(supported(moment, side, points), name, target)
            asked_now = asked if self.rules.R9 == "a" else None
            yield Choice("support", target, name, note=note, asked=asked_now, section="5-assault")

    def after_support(self, moment: Now, choice: Choice, outcome: Survivors | None) -> Now:
        """The assault is fought, under R9=b when both have shown what they spend."""
        side = moment.units[choice.unit].side
        moment = supported(moment.settled, side, self.supports(moment, side)[choice.note])
        if outcome is None:
            return moment.first(Task(CHANCE, "clash", (choice.target, choice.unit)))
        return self.fought(moment, choice.target, choice.unit, outcome)

    def on_clash(self, moment: Now, name: str, target: str) -> Iterator[Choice]:
        """The dice of an assault whose support was declared in secret (section 5-assault; R9=b)."""
        yield Choice("clash", name, target, asked=self.clash(moment, name, target), section="5-assault")

    def after_clash(self, moment: Now, choice: Choice, outcome: Survivors) -> Now:
        """The assault is fought."""
        return self.fought(moment.settled, choice.unit, choice.target, outcome)

    def seen_by(self, side: str, moment: Now) -> Now:
        """Under R9=b nobody knows what the other side spends on an assault before he has said it himself."""
        if self.rules.R9 == "b" and side == self.now(moment).side and self.now(moment).kind == "support":
            return supported(moment, Side(self.other(side)), {})
        return moment

    def fought(self, moment: Now, name: str, target: str, left: Survivors) -> Now:
        """Units fall in their order, points are spent; who has emptied a square may enter it (section 5; R30)."""
        garrisons = self.squares(moment)
        here, there = (garrisons[square_under(moment.places[each])] for each in (name, target))
        falls = [
            Task(garrison.side, "fall", (garrison.square, kind))
            for garrison, after in ((here, left.attacker), (there, left.defender))
            for kind, number in vars(force_of(self.fighters(moment, garrison))).items()
            for _ in range(number - vars(after)[kind])
        ]
        both = [piece.name for piece in (*here.pieces, *there.pieces)]
        moment = busy(moment.at(paid(moment.position)), *both)
        moment = moment.has_acted(*(piece.name for piece in here.pieces), square_words(there.square))
        follow: tuple[Task, ...] = ()
        if left.attacker.units and not left.defender.units:
            follow = (Task(here.side, "follow", (here.square, there.square)),)
        elif left.defender.units and not left.attacker.units and self.may_turn_the_tables(there.side):
            follow = (Task(there.side, "follow", (there.square, here.square)),)
        elif self.rules.T1 == "b":
            follow = self.falling_back(here, there, left)
        last = [task for side in Side for task in self.last_rounds(side, moment)]
        return moment.first(*falls, *last, *follow)

    def falling_back(self, here: Garrison, there: Garrison, left: Survivors) -> tuple[Task, ...]:
        """The side that alone has lost units, but not all, may fall back (section 5-assault; R18)."""
        lost = [
            (garrison, after.units)
            for garrison, after in ((here, left.attacker), (there, left.defender))
            if after.units < len(garrison.pieces)
        ]
        if len(lost) != 1 or not lost[0][1]:
            return ()
        return (Task(lost[0][0].side, "fall-back", (lost[0][0].square,)),)

    def on_fall_back(self, moment: Now, start: Square) -> Iterator[Choice]:
        """Units that go back into a square beside them; a tank throws its die (T1=b)."""
        garrisons = self.squares(moment)
        for piece in garrisons[start].pieces:
            for to in self.rules.grid.beside(start):
                entry = garrisons[to].entry(piece.side)
                if not why_not(piece.kind, start, to, entry, self.rules, piece.stuck):
                    asked, way = self.stuck_die(piece), (in_middle(to),)
                    yield Choice("fall-back", piece.name, way=way, asked=asked, section="5-assault")
        yield Choice("hold", section="5-assault")

    def after_fall_back(self, moment: Now, choice: Choice, outcome: str | None) -> Now:
        """A unit that has fallen back."""
        return self.gone(moment, choice, outcome)

    def fighters(self, moment: Now, here: Garrison) -> list[Piece]:
        """The units of a square that take part in an assault: a stuck tank only defends under R7=b."""
        idle = self.rules.R7 == "b" and here.side == self.steps(moment)[moment.step].side
        return [piece for piece in here.pieces if not (idle and piece.stuck)]

    def may_turn_the_tables(self, side: Side) -> bool:
        """May the assaulted side enter the square of those whom it has wiped out (R30)?"""
        return self.rules.R30 == "a" or side is Side.ATTACKER

    def on_fall(self, moment: Now, square: Square, kind: str) -> Iterator[Choice]:
        """Which unit of a kind falls; alike ones stand for each other (section 5-assault)."""
        seen = set()
        for piece in self.fighters(moment, self.squares(moment)[square]):
            alike = replace(piece, name="")
            if vars(force_of([piece]))[kind] and alike not in seen:
                seen.add(alike)
                yield Choice("fall", piece.name, section="5-assault")

    def after_fall(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A unit is eliminated."""
        return moment.settled.unit(choice.unit, lost=True)

    def on_follow(self, moment: Now, start: Square, to: Square) -> Iterator[Choice]:
        """Units that may enter the square that they have emptied; a tank throws its die (R18, R30, R31)."""
        garrisons = self.squares(moment)
        for piece in garrisons[start].pieces:
            entry = garrisons[to].entry(piece.side)
            why = why_not(piece.kind, start, to, entry, self.rules, piece.stuck)
            said = why and f"{piece.name} does not follow: {REFUSED.get(why, why)} (§5-assault)."
            asked = self.stuck_die(piece) if self.rules.R31 == "a" else None
            way = (in_middle(to),)
            yield Choice("follow", piece.name, way=way, asked=asked, section="5-assault", why_not=said)
        yield Choice("hold", section="5-assault")

    def after_follow(self, moment: Now, choice: Choice, outcome: str | None) -> Now:
        """A unit in the square that was taken."""
        return self.gone(moment, choice, outcome)

    # --- wire, and the end of a turn (sections 6 and 8)
    def do_wire(self, moment: Now, name: str) -> Iterator[Choice]:
        """The idle units of a square clear wire; the first of them stands for all (section 6; R22)."""
        here = self.squares(moment)[square_under(moment.places[name])]
        idle = [piece for piece in here.pieces if piece.name not in moment.noted.get("busy", ())]
        force = force_of(idle)
        if not here.works.wire or not idle or idle[0].name != name or not (force.infantry or force.tank):
            return
        inputs = {kind: number for kind, number in vars(force).items() if kind != "mg"}
        asked = Asked("wire-removal", {**inputs, "wire": here.works.wire})
        yield Choice("wire", name, asked=asked, section="6")

    def after_wire(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """So many wires are left."""
        here = self.squares(moment)[square_under(moment.places[choice.unit])]
        return moment.at(fewer(moment.position, here, WIRE, outcome)).has_acted(choice.unit)

    def do_end(self, moment: Now, name: str) -> Iterator[Choice]:
        """The die for the end of the game (section 8-victory; R21)."""
        if moment.turn == self.rules.die_after_turn and "last turn" not in moment.noted:
            yield Choice("end", asked=Asked("game-length", {}), section="8-victory")

    def after_end(self, moment: Now, choice: Choice, outcome: Length) -> Now:
        """The last turn is known."""
        return moment.note(**{"last turn": outcome.turns})

    def ends_step(self, moment: Now) -> Now:
        """The half-turn of the attacker is followed by that of the defender (section 4-sequence)."""
        step = self.steps(moment)[moment.step]
        if step.kind == "assault":
            moment = moment.note(moved=None)
        return next_half(moment) if (step.kind, step.side) == ("assault", Side.ATTACKER.value) else moment

    def ends_turn(self, moment: Now) -> Now:
        """Everybody is idle again."""
        return next_half(moment).note(busy=None)

    def over(self, moment: Now) -> Ending | None:
        """After the last turn the rows that the attacker holds count (section 8-victory; R20)."""
        if moment.turn <= moment.noted.get("last turn", self.rules.last_turn):
            return None
        won = self.table.victory(self.squares(moment), self.rules)
        attacker, defender = self.sides
        if won == Victory.DEFENDER_WINS:
            return Ending(
                defender, "the attacker holds no full row, or enemies stand in his half", "8-victory"
            )
        return Ending(attacker, f"{won} victory", "8-victory")

    def worth(self, moment: Now, side: str) -> Fraction:
        """Units, field defences that stand, points left, and the rows that the attacker has gained."""
        points, held = 0, set()
        for name, piece in moment.units.items():
            if not piece.lost:
                attacks = piece.side is Side.ATTACKER
                held |= {square_under(moment.places[name])} if attacks else set()
                value = UNITS[piece.kind] + QUALITIES[piece.quality]
                points += value if attacks else -value
        points += sum(GROUND * (row + (row > self.rules.half)) for _, row in held)
        works = (each for each in moment.position.markers if each.kind in (WIRE, TRENCH, BUNKER))
        points -= sum(
            WORK * self.rules.defences[each.kind].damage for each in works if each.y > self.rules.half
        )
        left = {of: POINT * moment.position.stock.get(words, 0) for of, words in LEFT["ap"].items()}
        points += left[Side.ATTACKER] - left[Side.DEFENDER]
        return Fraction(points if side == Side.ATTACKER else -points)


def next_half(moment: Now) -> Now:
    """In the next half-turn."""
    return stocked(moment, HALF_TURN, moment.position.stock[HALF_TURN] + 1)


def supported(moment: Now, side: Side, points: Mapping[str, int]) -> Now:
    """With what a side spends on an assault laid out."""
    for kind, of in SUPPORT.items():
        moment = stocked(moment, of[side], points.get(kind, 0))
    return moment


def busy(moment: Now, *names: str) -> Now:
    """With units that have moved or fought in this turn: they clear no wire (section 6)."""
    return moment.note(busy=tuple(sorted({*moment.noted.get("busy", ()), *names})))


def play(table: Ground, rules: Ww1) -> PlayWw1:
    """A game on a table; raises BadInput for one that only shows a bombardment, and for two readings."""
    if not isinstance(table, AssaultTable):
        raise BadInput("this table shows a bombardment before the battle: nobody plays turns on it")
    if rules.R9 == "c":
        raise BadInput("points are declared before any of their dice is thrown: turns need R9=a or R9=b")
    if rules.R10 == "b":
        raise BadInput("R10=b names no number of points for an assault: turns need R10=a")
    return PlayWw1(table, rules)
