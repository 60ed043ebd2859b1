"""Whole turns of Pz8 Naval: A moves, B fires, B moves, A fires, both repair (section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked
from pz8edu.board.zones import zone_words
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.pz8_naval.air_raids import land_entry, raids_this_turn
from pz8edu.systems.pz8_naval.cruisers import salvos_at_once
from pz8edu.systems.pz8_naval.play_damage import BEST_ORDER
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.sea import sea
from pz8edu.systems.pz8_naval.sequence import YOU_ARE_A
from pz8edu.systems.pz8_naval.ship import Ship, immobilised_at
from pz8edu.systems.pz8_naval.situations import LandEntry
from pz8edu.systems.pz8_naval.tabletop import (
    DAYLIGHT,
    ENTERED,
    RAIDS,
    SALVOS,
    SeaTable,
    Vessel,
    bearing,
    zone_of,
    zones_in_words,
)
from pz8edu.systems.pz8_naval.words import Half, Heading, Kind, Move, Show
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.play import Play

Now = Moment[Vessel]
LAND_ENTRY = Calculator(
    "land-entry",
    "A raid from the land enters",
    "8",
    LandEntry,
    land_entry,
    ("stays away", "enters"),
    ranked=False,
    word=lambda enters: "enters" if enters else "stays away",
)
MOVES = {
    Move.ADVANCE: ("move", "forward"),
    Move.BROADSIDE: ("move", "broadside"),
    Move.WITHDRAW: ("smoke", "backward, laying smoke"),
    Move.LEAVE: ("leave", "backward off the table"),
}
"""The kind of choice that carries out a move, and in which words."""
NEAR = Fraction(1, 10)
"""What a zone nearer to the enemy is worth to a plain opponent."""


class PlayNaval(Play[Vessel, Naval]):
    """A game of Pz8 Naval on one of its tables.

    A ship that is Crippled is out: it does nothing any more, but it may still be sunk.
    """

    table: SeaTable
    sides: ClassVar[tuple[str, str]] = (Half.SOUTH.value, Half.NORTH.value)
    by_drag: ClassVar[frozenset[str]] = frozenset({"move", "smoke"})
    single_steps: ClassVar = {each.id: each for each in (LAND_ENTRY, *BEST_ORDER.values())}

    def start(self) -> Now:
        """The table, with the turns of daylight and the die for Side A to be thrown first (sections 2 and 9)."""
        moment = Moment(self.table.start())
        for name in moment.units:
            moment = moment.unit(name, fires_at="")
        daylight = (Task(CHANCE, "daylight"),) if self.table.scenario.daylight_roll else ()
        return moment.first(*daylight, Task(CHANCE, "side-roll"))

    def steps(self, moment: Now) -> tuple[Turn, ...]:
        """The steps of a turn; before ships fire they announce their targets, where that counts (section 4; R5)."""
        steps = super().steps(moment)
        if self.rules.R5 == "b":
            return steps
        first = {"fire": ("announce", "fire")}
        return tuple(
            step._replace(kind=kind) for step in steps for kind in first.get(step.kind, (step.kind,))
        )

    # --- chance before a turn
    def on_daylight(self, moment: Now) -> Iterator[Choice]:
        """How many turns it is day (section 9)."""
        yield Choice("daylight", asked=Asked("daylight-turns", {}), section="9")

    def after_daylight(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """So many turns of daylight, then it is night."""
        stock = {**moment.position.stock, DAYLIGHT: outcome}
        return moment.settled.at(replace(moment.position, stock=stock))

    def on_side_roll(self, moment: Now) -> Iterator[Choice]:
        """Who is Side A in this turn (section 2; R1)."""
        yield Choice("side-roll", asked=Asked("side-roll", {}), section="2")

    def after_side_roll(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """The one who throws is the south."""
        return moment.settled.note(side_a=self.sides[0] if outcome == YOU_ARE_A else self.sides[1])

    # --- who is there
    def is_out(self, name: str, moment: Now) -> bool:
        """Is a ship Crippled, sunk, or off the table?"""
        vessel = moment.units[name]
        return vessel.gone or vessel.ship(self.rules).out

    def actors(self, moment: Now, step: Turn) -> Iterable[str]:
        """The ships of a side; when it fires its aircraft too, which stay off the table (section 8)."""
        ships = super().actors(moment, step)
        return (*ships, *self.table.flights(Half(step.side))) if step.kind == "fire" else ships

    def targets(self, moment: Now, side: str) -> Iterator[str]:
        """The enemies of a side that are still on the table."""
        yield from (name for name, each in moment.units.items() if each.side != side and not each.lost)

    # --- movement (section 3)
    def do_move(self, moment: Now, name: str) -> Iterator[Choice]:
        """A ship turns broadside, or goes one zone forward or backward, perhaps with smoke (sections 3 and 5)."""
        vessel, here = moment.units[name], moment.places[name]
        zones, zone = sea(self.rules), zone_of(here, vessel.half)
        yield self.by(Move.BROADSIDE, name, self.lying(name, here, moment))
        if vessel.h >= immobilised_at(vessel.defence, self.rules):
            why_not = f"{name} is {vessel.condition(self.rules)} and stays in {zone_words(zone)} (§5)."
            yield Choice("smoke", name, section="3", why_not=why_not)
            return
        forward, backward = zones.forward(zone), zones.backward(zone)
        if forward is not None:
            yield self.by(Move.ADVANCE, name, self.into(name, forward, moment))
        if backward is None:
            yield replace(self.by(Move.LEAVE, name), why_not=self.why_not_leave(name, moment))
        else:
            to = self.into(name, backward, moment)
            yield Choice("move", name, way=(to,), section="3", why="backward")
            yield self.by(Move.WITHDRAW, name, to)

    def why_not_leave(self, name: str, moment: Now) -> str:
        """Why a ship does not leave the table; empty if it may (section 10; T4)."""
        return "" if self.rules.T4 == "a" else f"{name} stays: only the NPO withdraws out of the table (T4)."

    def by(self, move: Move, name: str, *way: Place) -> Choice:
        """The choice that carries out a move."""
        kind, why = MOVES[move]
        return Choice(kind, name, way=way, section="3" if way else "10", why=why)

    def into(self, name: str, zone: int, moment: Now) -> Place:
        """The place of a ship that goes straight into another zone."""
        _, y = sea(self.rules).place(zone, 0)
        return self.lying(name, moment.places[name]._replace(y=y), moment)

    def lying(self, name: str, to: Place, moment: Now) -> Place:
        """A ship at a place, lying as its move says: ahead, astern, or broadside where it stays (section 3; R32)."""
        half, zones = moment.units[name].half, sea(self.rules)
        before, after = zone_of(moment.places[name], half), zone_of(to, half)
        lies = {zones.forward(before): Heading.AHEAD, zones.backward(before): Heading.ASTERN}
        heading = lies.get(after, Heading.BROADSIDE)
        x, y, *_ = self.table.settle(name, to, moment.position)
        return Place(round(x, 3), round(y, 3), bearing(heading, half))

    def why_no_place(self, moment: Now, choice: Choice) -> str:
        """Why a ship may not go to a place; smoke belongs to a move backward (section 3)."""
        name, to = choice.unit, choice.way[-1]
        if why_not := super().why_no_place(moment, choice):
            return why_not
        half = moment.units[name].half
        back = sea(self.rules).backward(zone_of(moment.places[name], half))
        if choice.kind == "smoke" and zone_of(to, half) != back:
            return f"{name} lays smoke only when it moves backward (§3)."
        return ""

    def after_move(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A ship in its zone, lying as it has moved (section 3)."""
        name = choice.unit
        return moment.moved(name, self.lying(name, choice.way[-1], moment)).has_acted(name)

    def after_smoke(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Its smoke lies beside it for this turn (section 3)."""
        moment = self.after_move(moment, choice, outcome).unit(choice.unit, smoke=True)
        return moment.has_acted(SMOKE.format(choice.unit))

    def after_leave(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A ship that leaves the table does not come back (section 10; R28)."""
        return moment.unit(choice.unit, gone=True, smoke=False).has_acted(choice.unit)

    # --- fire (sections 4, 5, 8 and 11)
    def do_announce(self, moment: Now, name: str) -> Iterator[Choice]:
        """A ship announces its target before any ship of its side fires (section 4; R5)."""
        for target in self.targets(moment, moment.units[name].side):
            state = moment.picked(name, target)
            why_not = self.table.forbidden(state, self.rules)
            why = "" if why_not else self.table.score_words(state, self.rules)
            yield Choice("announce", name, target, section="4", why=why, why_not=why_not)

    def after_announce(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Who fires at whom is known."""
        return moment.unit(choice.unit, fires_at=choice.target).has_acted(choice.unit)

    def do_fire(self, moment: Now, name: str) -> Iterator[Choice]:
        """A ship fires its guns once, and its torpedoes; a carrier flies its raids (sections 4, 8 and 11)."""
        if name not in moment.units:
            yield from self.raids(moment, name)
            return
        vessel = moment.units[name]
        for target in self.targets(moment, vessel.side):
            if self.rules.R5 == "b" or vessel.fires_at == target:
                yield from self.salvos(moment, name, target)
            if vessel.salvos:
                yield from self.torpedoes(moment, name, target)

    def salvos(self, moment: Now, name: str, target: str) -> Iterator[Choice]:
        """The guns of a ship at its target; of two batteries the main one may fire alone (section 11; R21)."""
        asked = self.table.asked(moment.picked(name, target), self.rules)
        assert asked is not None
        fired = f"{name} has fired its guns in this step (§4)." if GUNS.format(name) in moment.acted else ""
        if self.rules.R23 == "c" and TORPEDOES.format(name) in moment.acted:
            fired = f"{name} has fired torpedoes instead of its guns (R23)."
        others = self.table.concentrating(moment.picked(name, target), self.rules)
        first = bool(others) and not any(GUNS.format(each) in moment.acted for each in others)
        inputs = {**asked.inputs, "first_of_many": first, "show": Show.STATES}
        for note in ("both batteries", "main battery") if inputs.get("both") else ("",):
            told = inputs | ({"both": note == "both batteries"} if note else {})
            question = BEST_ORDER[asked.calculator].id if self.rules.T5 == "b" else asked.calculator
            shot = replace(asked, calculator=question, inputs=told)
            why_not = fired or asked.why_not
            yield Choice("fire", name, target, note=note, asked=shot, section="4", why_not=why_not)

    def torpedoes(self, moment: Now, name: str, target: str) -> Iterator[Choice]:
        """Torpedo salvos at a ship one zone away, beside the guns (section 11; R23)."""
        state = moment.picked(name, target)
        left, zones = moment.position.stock[SALVOS.format(name)], self.table.distance(state, self.rules)
        why_not = self.table.silenced(state, self.rules)
        if not why_not and zones > self.rules.torpedo_range:
            reach = zones_in_words(self.rules.torpedo_range)
            why_not = f"{target} is {zones_in_words(zones)} away; torpedoes run {reach} (§11)."
        most = salvos_at_once(left, GUNS.format(name) in moment.acted, self.rules)
        if self.rules.R23 == "b" and TORPEDOES.format(name) in moment.acted:
            most = 0
        if not most:
            why_not = why_not or f"{name} has no torpedo salvo left in this step (§11; R23)."
        for salvos in range(1, max(most, 1) + 1):
            asked = Asked("torpedo-salvo", {"salvos": salvos, **self.hit(target, moment)})
            note = f"{salvos} salvo{'s' * (salvos > 1)}"
            yield Choice("torpedo", name, target, note=note, asked=asked, section="11", why_not=why_not)

    def raids(self, moment: Now, name: str) -> Iterator[Choice]:
        """A carrier sends a raid, of which a side flies so many a turn; planes from the land enter first.

        See section 8; R15, R18 and T2.
        """
        side = self.now(moment).side
        scenario, half, dark = self.table.scenario, Half(side), self.table.is_night(moment.picked())
        why_not = f"{name} do not fly at night (T2)." if self.rules.T2 == "b" and dark else ""
        if name in scenario.from_land(half):
            tried = f"No raid of {name} is to enter any more this turn (§8)."
            tried = "" if self.to_enter(name, moment) else tried
            yield Choice("enter", name, asked=Asked("land-entry", {}), section="8", why_not=why_not or tried)
            if not moment.position.stock[ENTERED.format(name)]:
                why_not = why_not or f"No raid of {name} has entered the table (§8)."
        if not self.raids_left(side, moment):
            why_not = why_not or f"{side.capitalize()} flies no more raids this turn (§8; R15)."
        if self.has_flown(name, moment):
            why_not = why_not or f"{name} can fly no more raids (§8; R15)."
        for target in self.targets(moment, side):
            inputs = {"raids": 1, "weapon": scenario.carries(name, half), **self.hit(target, moment)}
            yield Choice("raid", name, target, asked=Asked("air-raid", inputs), section="8", why_not=why_not)

    def to_enter(self, name: str, moment: Now) -> int:
        """How many raids from the land still roll to enter in this turn, each of them once (section 8; R18)."""
        stock = moment.position.stock
        waiting = stock[RAIDS.format(name)] - stock[ENTERED.format(name)]
        failed: int = moment.noted.get(FAILED.format(name), 0)
        return waiting - failed

    def after_enter(self, moment: Now, choice: Choice, outcome: bool) -> Now:
        """It is over the table, or tries again in the next turn; under R18=b it stays away (section 8)."""
        name = choice.unit
        if outcome:
            return spent(moment, ENTERED.format(name), -1)
        if self.rules.R18 == "b":
            return spent(moment, RAIDS.format(name), 1)
        return moment.note(**{FAILED.format(name): moment.noted.get(FAILED.format(name), 0) + 1})

    def raids_left(self, side: str, moment: Now) -> int:
        """How many raids a side may still fly in this turn (section 8; R15)."""
        flights, stock = self.table.flights(Half(side)), moment.position.stock
        today = sum(self.flown_today(name, moment) for name in flights)
        flown = sum(raids - stock[RAIDS.format(name)] for name, raids in flights.items()) - today
        return raids_this_turn(list(flights.values()), flown, self.rules) - today

    def has_flown(self, name: str, moment: Now) -> bool:
        """Has a carrier, or have planes from the land, no raid left: in the game, or under R15=b in the turn?"""
        stock, over = moment.position.stock, ENTERED.format(name)
        left = stock[over if over in stock else RAIDS.format(name)]
        if self.rules.R15 == "a":
            return not left
        return raids_this_turn((left,), 0, self.rules) <= self.flown_today(name, moment)

    def flown_today(self, name: str, moment: Now) -> int:
        """The raids that a carrier, or planes from the land, have flown in this turn."""
        flown: int = moment.noted.get(FLOWN.format(name), 0)
        return flown

    def hit(self, target: str, moment: Now) -> dict[str, int]:
        """A target with the hits that it has already."""
        vessel = moment.units[target]
        kept = vessel.kept(self.rules)
        return {"target_att": kept, "target_def": vessel.defence, "h": vessel.h, "t": vessel.t}

    def after_fire(self, moment: Now, choice: Choice, outcome: Ship) -> Now:
        """The target with its new hits; who has fired keeps its target until the phase is over (sections 4, 5)."""
        after = struck(moment, choice.target, outcome).unit(choice.unit, fires_at=choice.target)
        return after.has_acted(GUNS.format(choice.unit))

    def after_torpedo(self, moment: Now, choice: Choice, outcome: Ship) -> Now:
        """The salvos are gone (section 11)."""
        assert choice.asked is not None
        after = spent(moment, SALVOS.format(choice.unit), choice.asked.inputs["salvos"])
        return struck(after, choice.target, outcome).has_acted(TORPEDOES.format(choice.unit))

    def after_raid(self, moment: Now, choice: Choice, outcome: Ship) -> Now:
        """The raid is flown; the enemy remembers for a turn that it came (sections 8 and 10)."""
        side = self.now(moment).side
        after = spent(moment, RAIDS.format(choice.unit), 1) if self.rules.R15 == "a" else moment
        if ENTERED.format(choice.unit) in moment.position.stock and self.rules.R15 == "a":
            after = spent(after, ENTERED.format(choice.unit), 1)
        today = self.flown_today(choice.unit, moment) + 1
        raided = {FLOWN.format(choice.unit): today, f"raided {self.other(side)}": moment.turn}
        return struck(after, choice.target, outcome).note(**raided)

    # --- repair (section 6)
    def do_repair(self, moment: Now, name: str) -> Iterator[Choice]:
        """A damaged ship throws one die; it is chosen afterwards what is repaired (section 6; R14)."""
        asked = self.table.asked(moment.picked(name), self.rules)
        if asked is None:
            return
        vessel = moment.units[name]
        before = self.rules.R14 == "b" and vessel.h and vessel.t
        for kind in Kind if before else (Kind.H,):
            question = replace(asked, inputs={**asked.inputs, "choice": kind})
            note = kind.value if before else ""
            yield Choice("repair", name, note=note, asked=question, section="6", why_not=asked.why_not)

    def after_repair(self, moment: Now, choice: Choice, outcome: Ship) -> Now:
        """One hit less on a success: the owner says which, if it has both (section 6; R14)."""
        name, vessel = choice.unit, moment.units[choice.unit]
        after = moment.has_acted(name)
        success = (outcome.h, outcome.t) != (vessel.h, vessel.t)
        if success and vessel.h and vessel.t and not choice.note:
            return after.first(Task(vessel.side, "mend", (name,)))
        return after.unit(name, h=outcome.h, t=outcome.t)

    def on_mend(self, moment: Now, name: str) -> Iterator[Choice]:
        """H or T (section 6; R14)."""
        yield from (Choice("mend", name, note=kind.value, section="6") for kind in Kind)

    def after_mend(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It is repaired."""
        vessel = moment.units[choice.unit]
        mended = vessel.ship(self.rules).repaired(Kind(choice.note))
        return moment.settled.unit(choice.unit, h=mended.h, t=mended.t)

    # --- the ends of steps, turns and the game
    def ends_step(self, moment: Now) -> Now:
        """Ships that have not moved lie broadside; targets that were announced are forgotten (sections 3, 4; R32).

        Under T3=b the smoke of a side lies until it has moved again.
        """
        step = self.steps(moment)[moment.step]
        for name in self.units_of(moment, step.side) if self.rules.T3 == "b" else ():
            if step.kind == "move" and SMOKE.format(name) not in moment.acted:
                moment = moment.unit(name, smoke=False)
        for name in self.living(moment, step.side):
            if step.kind == "move" and name not in moment.acted:
                moment = moment.moved(name, self.lying(name, moment.places[name], moment))
            if step.kind == "fire":
                moment = moment.unit(name, fires_at="")
        return moment

    def ends_turn(self, moment: Now) -> Now:
        """Smoke is taken away, a turn of daylight is over, and Side A is thrown for anew (sections 2, 3 and 9)."""
        for name in moment.units if self.rules.T3 == "a" else ():
            moment = moment.unit(name, smoke=False)
        if moment.position.stock.get(DAYLIGHT):
            moment = spent(moment, DAYLIGHT, 1)
        flights = [name for half in Half for name in self.table.flights(half)]
        today = [word.format(name) for word in (FLOWN, FAILED) for name in flights]
        return moment.note(side_a=None, **dict.fromkeys(today)).first(Task(CHANCE, "side-roll"))

    def worth(self, moment: Now, side: str) -> Fraction:
        """Attack and Defence of the ships that are left, less their hits and less the enemy's; targets; nearness."""
        points = Fraction(0)
        for name, vessel in moment.units.items():
            kept = vessel.kept(self.rules) + 2 * vessel.defence - 2 * vessel.h - vessel.t
            left = 0 if self.is_out(name, moment) else max(kept, 1) + self.promise(name, moment)
            points += left if vessel.side == side else -left
        return points - NEAR * self.away(moment, side)

    def promise(self, name: str, moment: Now) -> Fraction:
        """A little for a target that is announced: more, the easier it is to straddle."""
        state = moment.picked(name, moment.units[name].fires_at)
        needed = self.table.needed(state, self.rules) if state.target else None
        return Fraction(0) if needed is None else NEAR * max(7 - needed, 0)

    def away(self, moment: Now, side: str) -> Fraction:
        """The zones between each ship of a side and the nearest enemy, added up."""
        enemies = [
            zone_of(moment.places[name], moment.units[name].half) for name in self.targets(moment, side)
        ]
        mine = [zone_of(moment.places[name], each.half) for name, each in self.living(moment, side).items()]
        return Fraction(sum(min(abs(zone - there) for there in enemies) for zone in mine if enemies))


GUNS, TORPEDOES, SMOKE = "guns of {}", "torpedoes of {}", "smoke of {}"
"""What of a ship has acted in a step."""
FLOWN, FAILED = "raids flown of {}", "not entered of {}"
"""The raids that have been flown in this turn, and those from the land that have rolled in vain."""


def struck(moment: Now, target: str, after: Ship) -> Now:
    """A ship with the hits that a salvo has left it."""
    return moment.unit(target, h=after.h, t=after.t, sunk=after.sunk)


def spent(moment: Now, stock: str, count: int) -> Now:
    """With so much less of something that is counted down."""
    return moment.at(moment.position.with_stock(stock, moment.position.stock[stock] - count))


def play(table: SeaTable, rules: Naval) -> PlayNaval:
    """A game on a table of Pz8 Naval."""
    return PlayNaval(table, rules)
