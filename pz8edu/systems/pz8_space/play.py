"""Whole turns of Pz8 Space: initiative, activations by turns, then torpedoes and asteroids (section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from typing import ClassVar

from pz8edu.board.hexes import Hex, hex_at, hex_distance, hex_words
from pz8edu.board.position import Position
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_space.activation import movement_points, why_no_jump
from pz8edu.systems.pz8_space.fire import EXPLODED, OPPONENT, YOU, Both, Pick
from pz8edu.systems.pz8_space.jump import Jumped, hexes_on
from pz8edu.systems.pz8_space.movement import Flying, reaches_round
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.scenarios import CHOSEN_HEX, ShipOnTable, TorpedoOnTable
from pz8edu.systems.pz8_space.tabletop import Piece, SpaceTable
from pz8edu.systems.pz8_space.words import Condition
from pz8edu.turns.choice import Choice
from pz8edu.turns.in_ratio import PlayInRatio
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import hex_place, rounded_place, why_no_end

Now = Moment[Piece]
NEXT_TURN = {"cloaked": False, "jumped": False, "launched": False, "activated": False}
"""The chits that come off when a turn begins (sections 3, 5, 6 and 7)."""
NEAR_ENEMIES = (0, 3, 7)
"""How many hexes from an enemy a jump is offered: into it, and the farthest of short range and of no answer."""
POINTS = {Condition.OK: 10, Condition.DAMAGED: 5, Condition.DESTROYED: 0}
"""What a ship is worth to a plain opponent."""
TORPEDO = 1
"""What a torpedo is worth to it, carried or running."""
NEAR = Fraction(1, 100)
"""What a hex nearer to the enemy is worth to it."""


class PlaySpace(PlayInRatio[Piece, Space]):
    """A game of Pz8 Space on one of its tables.

    Torpedoes that are not launched wait aboard, as pieces that are gone. Who is hurt in its own activation has
    moved already (R20).
    """

    table: SpaceTable
    by_drag = frozenset({"move", "jump"})
    lets_be = frozenset({"hold"})
    first: ClassVar = {YOU: "own", OPPONENT: "enemy"}

    def start(self) -> Now:
        """The table as a turn begins: Cloaking counters come off (section 7)."""
        start = self.table.start()
        ships = {ship.name: ship for ship in self.table.scenario.ships}
        aboard = {
            torpedo_of(name): TorpedoOnTable(
                name=torpedo_of(name), side=ship.side, column=ship.column, row=ship.row, gone=True
            )
            for name, ship in ships.items()
            if ship.torpedo
        }
        places = {name: rounded_place(place) for name, place in start.places.items()}
        places |= {
            torpedo_of(name): places[name]._replace(facing=None) for name in ships if ships[name].torpedo
        }
        return self.ready(Moment(Position(places, {**start.units, **aboard})))

    def ready(self, moment: Now) -> Now:
        """The ships without the chits of the last turn."""
        for name in self.table.ships(moment.picked()):
            moment = moment.unit(name, **NEXT_TURN)
        return moment

    def units_of(self, moment: Now, side: str) -> dict[str, Piece]:
        """The ships of a side."""
        units = moment.units.items()
        return {name: each for name, each in units if isinstance(each, ShipOnTable) and each.side == side}

    def is_out(self, name: str, moment: Now) -> bool:
        """Is a ship destroyed, a torpedo shot or not yet launched?"""
        return name in moment.units and moment.units[name].gone

    def is_lost(self, name: str, moment: Now) -> bool:
        """Is a ship destroyed? Who has left the table has survived under T1=b."""
        left = self.rules.T1 == "b" and name in moment.noted.get("flown off", ())
        return self.is_out(name, moment) and not left

    def is_idle(self, task: Task, moment: Now) -> bool:
        """Is one of those gone whom a task is about?"""
        return any(isinstance(each, str) and self.is_out(each, moment) for each in task.about)

    # --- activation (sections 2 and 3)
    def at_a_time(self, moment: Now, side: str) -> int:
        """How many ships a side activates now, under R11=b by the ships that wait (section 2)."""
        if self.rules.R11 == "a":
            return super().at_a_time(moment, side)
        mine, enemies = len(self.waiting(moment, side)), len(self.waiting(moment, self.other(side)))
        return max(1, mine // enemies) if enemies else max(1, mine)

    def activated(self, moment: Now, name: str) -> Now:
        """A ship has its chit."""
        return moment if self.is_out(name, moment) else moment.unit(name, activated=True)

    def do_activation(self, moment: Now, name: str) -> Iterator[Choice]:
        """A ship moves, or jumps, or flies off the table and is out of the game (sections 3 and 6; R21)."""
        ship = moment.units[name]
        assert isinstance(ship, ShipOnTable)
        state = moment.picked(name)
        ends = self.table.reached(name, state, self.rules)
        for end in ends:
            yield Choice("move", name, way=(hex_place(end.at, end.facing),), section="3")
        if not ends:
            yield Choice("move", name, section="3", why_not=f"{name} can end its move in no hex (§3).")
        off = any(end.at not in self.table.field for end in self.table.ends(name, state, self.rules))
        yield Choice("leave", name, section="3", why_not="" if off else f"{name} does not get so far (§3).")
        why_not = why_no_jump(ship)
        for why, at in self.worth_a_jump(name, moment):
            if not self.why_no_ramming(moment, name, at):
                yield self.jump_to(moment, Choice("jump", name, way=(hex_place(at),), why=why), why_not)

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Why a ship does not move to a place, or jump to it; empty if it may (sections 3 and 6)."""
        at = hex_at(*choice.way[-1][:2])
        if choice.kind == "jump":
            if at not in self.table.field:
                return f"{hex_words(at)} is not on the table (§6)."
            return self.why_no_ramming(moment, choice.unit, at)
        return why_no_end(self.table, choice.unit, choice.way[-1], moment.picked(choice.unit), self.rules)

    def why_no_ramming(self, moment: Now, name: str, at: Hex) -> str:
        """Why a ship does not jump into the hex of another; empty if it may (section 6; T2)."""
        state = moment.picked()
        there = (each for each in self.table.ships(state) if self.table.at(each, state) == at)
        met = next((each for each in there if each != name), None)
        if self.rules.T2 == "a" or met is None:
            return ""
        return f"{met} is in {hex_words(at)}: nobody jumps into another ship on purpose (§6)."

    # --- movement (section 3)
    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A ship at the end of its move, when the torpedoes on its way have struck it (sections 3, 5 and 8; R7, R8)."""
        name = choice.unit
        end = Flying(*hex_at(*choice.way[-1][:2]), self.table.ending(choice.way[-1])[1] or 0)
        met = self.torpedoes_met(name, end, moment)
        moment = moment.moved(name, hex_place(end.at, end.facing))
        if end.at in self.table.asteroids(moment.picked()).values():
            return self.lost(moment, name)
        strikes = (Task(CHANCE, "strike", (torpedo, name)) for torpedo in met)
        return moment.first(*strikes, Task(side_of(name, moment), "fire", (name,)))

    def torpedoes_met(self, name: str, end: Flying, moment: Now) -> tuple[str, ...]:
        """The enemy torpedoes whose hexes a ship must enter to get somewhere: it goes round all others (R7)."""
        state = moment.picked(name)
        start, rocks = self.table.flying(name, state), set(self.table.asteroids(state).values())
        ship = self.table.ships(state)[name]
        mp, running = movement_points(ship, self.rules), self.running(moment, self.other(ship.side))
        beyond = self.table.beyond(name, state, self.rules)
        near = [each for each, at in running.items() if hex_distance(start.at, at) <= mp]
        for met in chain.from_iterable(combinations(near, number) for number in range(len(near) + 1)):
            shut = rocks | {running[each] for each in near if each not in met}
            if reaches_round(
                start, end, mp, self.rules, beyond | (shut - {end.at} if end.at in rocks else shut)
            ):
                return tuple(sorted(met, key=lambda each: hex_distance(start.at, running[each])))
        return ()

    def running(self, moment: Now, side: str) -> dict[str, Hex]:
        """The torpedoes of a side that run, and their hexes."""
        state = moment.picked()
        found = self.table.still(TorpedoOnTable, state).items()
        return {name: self.table.at(name, state) for name, torpedo in found if torpedo.side == side}

    def after_leave(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A ship that flies off the table is out of the game (R21; T1)."""
        left = (*moment.noted.get("flown off", ()), choice.unit)
        return self.lost(moment.note(**{"flown off": left}), choice.unit)

    def lost(self, moment: Now, *names: str) -> Now:
        """Without some ships."""
        for name in names:
            moment = moment.unit(name, condition=Condition.DESTROYED)
        return moment

    # --- jumps (section 6)
    def allowed(self, moment: Now, choice: Choice) -> Choice:
        """The choice as it is offered; a jump with the question of the hex that was chosen."""
        found = super().allowed(moment, choice)
        return self.jump_to(moment, found) if found.kind == "jump" else found

    def jump_to(self, moment: Now, choice: Choice, why_not: str = "") -> Choice:
        """A jump with its question (section 6; R19)."""
        places = {**moment.places, CHOSEN_HEX: choice.way[-1]}
        state = replace(
            moment.picked(choice.unit, CHOSEN_HEX), position=replace(moment.position, places=places)
        )
        asked = self.table.asked(state, self.rules)
        return replace(
            choice, asked=asked, section="6", why_not=f"{choice.unit} {why_not}." if why_not else ""
        )

    def worth_a_jump(self, name: str, moment: Now) -> Iterator[tuple[str, Hex]]:
        """Hexes that a ship may want to jump to: into an enemy, before and behind it (R19)."""
        seen = set[Hex]()
        for enemy in self.table.enemies(side_of(name, moment), moment.picked()):
            there = self.table.flying(enemy, moment.picked())
            for far in NEAR_ENEMIES:
                for way in (there.facing, there.facing + 3) if far else (0,):
                    at = hexes_on(there.at, way % 6, far)
                    if at in self.table.field and at not in seen:
                        seen.add(at)
                        yield f"{far} hexes from {enemy}" if far else f"into {enemy}", at

    def after_jump(self, moment: Now, choice: Choice, outcome: Jumped) -> Now:
        """Where a ship comes out: at the edge at the farthest; rammed, on an asteroid or a torpedo (R18)."""
        name, at = choice.unit, outcome.at
        if at not in self.table.field:
            if self.rules.R18 == "a":
                return self.lost(moment, name)
            at = self.table.stops_at(hex_at(*choice.way[-1][:2]), at)
        state = moment.picked()
        rammed = [
            each for each in self.table.ships(state) if each != name and self.table.at(each, state) == at
        ]
        moment = moment.moved(name, hex_place(at, outcome.facing)).unit(name, jumped=True)
        if rammed or at in self.table.asteroids(state).values():
            return self.lost(moment, name, *rammed)
        enemies = self.running(moment, self.other(side_of(name, moment)))
        return moment.first(
            *(Task(CHANCE, "strike", (each, name)) for each, there in enemies.items() if there == at)
        )

    # --- firing, launching, cloaking (sections 4, 5 and 7)
    def on_fire(self, moment: Now, name: str, *done: str) -> Iterator[Choice]:
        """After its move a ship fires, or launches, or cloaks, or does nothing; under R5=b it may do the first two."""
        enemy = self.other(side_of(name, moment))
        if "fire" not in done:
            for target in (*self.living(moment, enemy), *self.running(moment, enemy)):
                asked = self.table.asked(moment.picked(name, target), self.rules)
                if asked is not None:
                    yield Choice("fire", name, target, asked=alone(asked), section="4", why_not=asked.why_not)
        if "launch" not in done:
            yield Choice("launch", name, section="5", why_not=self.why_no_launch(name, moment))
        if not done:
            yield Choice("cloak", name, section="7")
        yield Choice("hold", name, section="4")

    def after_fire(self, moment: Now, choice: Choice, outcome: Both | Condition | str) -> Now:
        """Both ships after the shot and the fire back; a torpedo that is hit explodes (sections 4 and 5)."""
        name, target, moment = choice.unit, choice.target, self.has_done("fire", moment)
        if isinstance(outcome, Both):
            return moment.unit(name, condition=outcome.attacker).unit(target, condition=outcome.target)
        if isinstance(outcome, Condition):
            return moment.unit(target, condition=outcome)
        return moment.unit(target, gone=outcome == EXPLODED)

    def has_done(self, what: str, moment: Now) -> Now:
        """A launch and a shot exclude each other, except under R5=b (section 5)."""
        name, *before = moment.tasks[-1].about
        if self.rules.R5 == "a" or before:
            return moment.settled
        return moment.settled.first(Task(side_of(name, moment), "fire", (name, what)))

    def why_no_launch(self, name: str, moment: Now) -> str:
        """Why a ship launches no torpedo; empty if it may (section 5; R5)."""
        state = moment.picked()
        if not self.table.ships(state)[name].torpedo:
            return f"{name} has launched its only torpedo (§5)."
        at = self.table.flying(name, state).ahead.at
        if at not in self.table.field:
            return f"The hex before {name} is not on the table (§5)."
        return (
            f"An asteroid is right before {name} (§8)." if at in self.table.asteroids(state).values() else ""
        )

    def after_launch(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A torpedo in the hex before the ship; an enemy there is struck at once (section 5; R5)."""
        name, torpedo = choice.unit, torpedo_of(choice.unit)
        at = self.table.flying(name, moment.picked()).ahead.at
        moment = moment.unit(name, torpedo=False, launched=True).unit(torpedo, gone=False)
        moment = self.has_done("launch", moment.moved(torpedo, hex_place(at)))
        enemies = self.table.enemies(side_of(name, moment), moment.picked())
        return moment.first(
            *(Task(CHANCE, "strike", (torpedo, ship)) for ship in enemies if enemies[ship] == at)
        )

    def after_cloak(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A ship under its cloak until the next turn begins (section 7)."""
        return moment.settled.unit(choice.unit, cloaked=True)

    # --- torpedoes (section 5)
    def actors(self, moment: Now, step: Turn) -> Iterable[str]:
        """The ships of a side; at the end of a turn its torpedoes, one after the other (R14)."""
        if step.kind != "torpedoes":
            return super().actors(moment, step)
        running = self.table.still(TorpedoOnTable, moment.picked())
        return [name for name in running if name not in moment.acted][:1]

    def do_torpedoes(self, moment: Now, name: str) -> Iterator[Choice]:
        """A torpedo runs for the nearest enemy ship; of several a die picks one (section 5)."""
        goals = self.table.course(name, moment.picked(name), self.rules)[0]
        if len(goals) > 1:
            yield Choice("home", name, asked=self.table.asked(moment.picked(name), self.rules), section="5")
        else:
            yield Choice("run", name, "".join(goals), section="5")

    def after_home(self, moment: Now, choice: Choice, outcome: Pick) -> Now:
        """It runs for the ship that the die has picked."""
        goals = self.table.course(choice.unit, moment.picked(choice.unit), self.rules)[0]
        return self.after_run(moment, replace(choice, target=goals[outcome.number - 1]), None)

    def after_run(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It has run its hexes, or strikes the first enemy in its way (section 5; R16)."""
        name, state = choice.unit, moment.picked(choice.unit, choice.target)
        enemies = {at: ship for ship, at in self.table.enemies(side_of(name, moment), state).items()}
        way = self.table.course(name, state, self.rules)[1]
        end = next((at for at in way if at in enemies), way[-1] if way else self.table.at(name, state))
        moment = moment.moved(name, hex_place(end)).has_acted(name)
        return moment.first(Task(CHANCE, "strike", (name, enemies[end]))) if end in enemies else moment

    def on_strike(self, moment: Now, torpedo: str, ship: str) -> Iterator[Choice]:
        """A torpedo has reached a ship, or a ship it: it explodes (sections 5 and 7)."""
        inputs = self.table.struck(self.table.ships(moment.picked())[ship])
        yield Choice("strike", torpedo, ship, asked=Asked("torpedo-hit", inputs), section="5")

    def after_strike(self, moment: Now, choice: Choice, outcome: Condition) -> Now:
        """The torpedo is spent."""
        return moment.settled.unit(choice.target, condition=outcome).unit(choice.unit, gone=True)

    # --- the ends of turns and the game
    def ends_turn(self, moment: Now) -> Now:
        """Asteroids drift and destroy whom they meet (section 8); the chits of the turn come off."""
        for name, at in self.table.asteroids(moment.picked()).items():
            moment = moment.moved(name, hex_place(self.table.drifted(at, moment.picked())))
        state = moment.picked()
        rocks = set(self.table.asteroids(state).values())
        struck = [name for name in self.table.ships(state) if self.table.at(name, state) in rocks]
        return self.ready(self.lost(moment, *struck))

    def worth(self, moment: Now, side: str) -> Fraction:
        """Ships and torpedoes of the side, less those of the enemy, and a little for being near.

        Near is what its ships are on the average, so that nobody gains by losing one that is far away.
        """
        state, points = moment.picked(), Fraction(0)
        for ship in self.table.ships(state).values():
            points += (POINTS[ship.condition] + TORPEDO * ship.torpedo) * (1 if ship.side == side else -1)
        points += TORPEDO * (len(self.running(moment, side)) - len(self.running(moment, self.other(side))))
        enemies = self.table.enemies(side, state).values()
        mine = self.table.enemies(self.other(side), state).values()
        away = [min(hex_distance(at, there) for there in enemies) for at in mine if enemies]
        return points - NEAR * Fraction(sum(away), max(len(away), 1))


def torpedo_of(ship: str) -> str:
    """The name of the torpedo of a ship."""
    return f"Torpedo of {ship}"


def side_of(name: str, moment: Now) -> str:
    """Whose a ship or a torpedo is."""
    side: str = getattr(moment.units[name], "side", CHANCE)
    return side


def alone(asked: Asked) -> Asked:
    """The shot of one ship: on the board all that need the same shoot at a torpedo together (section 5)."""
    if "shooters" not in asked.inputs:
        return asked
    return replace(asked, inputs={**asked.inputs, "shooters": 1}, counted=())


def play(table: SpaceTable, rules: Space) -> PlaySpace:
    """A game on a table."""
    return PlaySpace(table, rules)
