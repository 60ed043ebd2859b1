"""Whole games of Pz8 Colonial: card by card, one unit at a time (section 2). A card is a turn of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import dist
from typing import ClassVar

from pz8edu.board.bearings import bearing_to, point_at
from pz8edu.board.lengths import in_words
from pz8edu.board.position import Place, Position
from pz8edu.board.tabletop import Asked
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.activation import Activation
from pz8edu.systems.pz8_colonial.brawl import BRAWL
from pz8edu.systems.pz8_colonial.charging import Now
from pz8edu.systems.pz8_colonial.colonial_table import ColonialTable
from pz8edu.systems.pz8_colonial.firearms import FALLEN
from pz8edu.systems.pz8_colonial.firing import Firing
from pz8edu.systems.pz8_colonial.movement import GUNS, charge_reach
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.shell_table import ShellTable
from pz8edu.systems.pz8_colonial.sniping import is_seen_from_cover
from pz8edu.systems.pz8_colonial.standing import Standing
from pz8edu.systems.pz8_colonial.units_table import CARDS, COVER
from pz8edu.systems.pz8_colonial.words import (
    Carriage,
    Event,
    Jam,
    Leader,
    Morale,
    Quality,
    Side,
    SniperShot,
    Troop,
)
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Task, Turn
from pz8edu.turns.places import rounded_place
from pz8edu.turns.play import PASS

NEAR = Fraction(1, 100)
"""What an inch nearer to the enemy is worth to a plain opponent; a figure is worth 1, a leader 2."""
SNIPER, FIGURE = "sniper {}", "figure"
"""What snipers are called, and whom they hit that is no leader."""
RIDERS = (Troop.MOUNTED, Troop.CAMEL)
PARTS_OF_AN_EDGE = 8
"""Reinforcements are offered places at every eighth of their edge; any other may be chosen."""
INSIDE = range(1, PARTS_OF_AN_EDGE)


class PlayColonial(Firing):
    """A game of Pz8 Colonial on one of its tables.

    Mixed units fight with swords in front: their firearms fall to shots and shells (R7).
    """

    single_steps: ClassVar = {BRAWL.id: BRAWL, FALLEN.id: FALLEN}
    lets_be = frozenset({"hold", "let-lie", "no-event", "stand"})

    def start(self) -> Now:
        """The table, with the dice for classes and snipers first where its file has these rules (9 and 10)."""
        moment, optional = super().start(), self.table.scenario.optional
        rated = list(moment.units) if "ratings" in optional else []
        tasks = [Task(CHANCE, "rating", (name,)) for name in rated]
        tasks += [Task(CHANCE, "snipers")] if "snipers" in optional else []
        return moment.first(*tasks)

    def side_of(self, letter: str, moment: Now) -> tuple[str, ...]:
        """Chance draws the card, which says whose units are "active"."""
        if letter != "active":
            return (CHANCE,)
        return tuple(filter(None, (moment.noted.get("active"),)))

    def options(self, moment: Now, unit: str = "") -> Iterator[Choice]:
        """A card activates a unit, which may hold: nobody passes."""
        return (each for each in super().options(moment, unit) if each.kind != PASS)

    # --- before the game (sections 9 and 10)
    def on_rating(self, moment: Now, name: str) -> Iterator[Choice]:
        """A die says of which class a unit is (section 9)."""
        nation = self.table.scenario.units[name][1].nation
        yield Choice("rating", name, asked=Asked("unit-rating", {"nation": nation}), section="9")

    def after_rating(self, moment: Now, choice: Choice, outcome: Quality) -> Now:
        """It is of that class."""
        rated = replace(moment.units[choice.unit].unit, quality=outcome)
        return moment.settled.unit(choice.unit, unit=rated)

    def on_snipers(self, moment: Now) -> Iterator[Choice]:
        """A die says how many snipers the Natives have (section 10)."""
        yield Choice("snipers", asked=Asked("sniper-count", {}), section="10")

    def after_snipers(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """So many: each is activated by itself."""
        return moment.settled.note(snipers=int(outcome))

    # --- the card (sections 2, 11 and 12)
    def do_card(self, moment: Now, name: str) -> Iterator[Choice]:
        """The next card of the pack."""
        yield Choice("card", asked=self.table.next_card(moment.picked()), section="2")

    def after_card(self, moment: Now, choice: Choice, drawn: Activation) -> Now:
        """It is out of the pack; its side activates a unit, after a Joker with an event first."""
        moment = moment.at(self.pack_after(drawn, moment))
        if self.rules.T6 == "b" and not self.to_activate(moment, drawn.side.value):
            return moment
        moment = self.next_step(moment.note(active=drawn.side.value, units=drawn.units))
        return moment.first(Task(drawn.side.value, "event")) if drawn.event else moment

    def pack_after(self, drawn: Activation, moment: Now) -> Position[Standing]:
        """The pack without a card; after a Joker shuffled, the whole of it or what is left (section 11; R4)."""
        shuffled = self.table.drawn(drawn.card, moment.position, self.rules)
        word = CARDS[drawn.card]
        left = {**moment.position.stock, word: moment.position.stock[word] - 1}
        keeps = self.rules.T2 == "b" and drawn.event and any(left.values())
        return replace(moment.position, stock=left) if keeps else shuffled

    def to_activate(self, moment: Now, side: str) -> list[str]:
        """Whom a card of a side may activate: units that are left, and the snipers of the Natives."""
        snipers = moment.noted.get("snipers", 0) if side == Side.NATIVE else 0
        return [*self.living(moment, side), *(SNIPER.format(number + 1) for number in range(snipers))]

    def actors(self, moment: Now, step: Turn) -> Iterable[str]:
        """Who may be activated; under T1=b who has not been while others of its side wait (R2)."""
        if step.kind != "activate":
            return super().actors(moment, step)
        mine = self.to_activate(moment, step.side)
        fresh = [name for name in mine if name not in moment.noted.get(f"activated {step.side}", ())]
        return fresh or mine

    def on_event(self, moment: Now) -> Iterator[Choice]:
        """One of the events, on whom it can befall; or none (section 11)."""
        side = Side(self.now(moment).side)
        for name, unit in moment.units.items():
            for event in Event:
                if ("enemy" in self.rules.events[event].befalls) is (unit.side is not side):
                    for note in notes_of(event, unit):
                        yield Choice(
                            "event",
                            target=name,
                            note=note,
                            section="11",
                            why_not=self.why_no_event(moment, name, note),
                        )
        yield Choice("no-event", section="11")

    def why_no_event(self, moment: Now, name: str, note: str) -> str:
        """Why an event cannot befall a unit; empty if it can."""
        unit, comes_back = moment.units[name], note == Event.REINFORCEMENTS
        if unit.out and not (comes_back and not unit.gone):
            return f"Nobody of {name} is on the table (§11)."
        try:
            self.befallen(moment, name, note)
        except BadInput as fault:
            return f"{fault}."
        return ""

    def befallen(self, moment: Now, name: str, note: str) -> Now:
        """The moment after an event; raises BadInput if it cannot befall this unit."""
        event, _, leader = note.partition(": ")
        side, who = Side(self.now(moment).side), Leader(leader) if leader else None
        return moment.at(self.table.happens(Event(event), side, name, moment.position, self.rules, who))

    def after_event(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It applies at once: who is in Panic flees (sections 7 and 11)."""
        name, after = choice.target, self.befallen(moment, choice.target, choice.note).settled
        if choice.note == Event.PANIC and after.units[name].routing:
            return self.fled(after, name)
        fresh = [each for each in after.units if each not in moment.units]
        return after.first(*(self.task(after, "deploy", each) for each in fresh))

    def on_deploy(self, moment: Now, name: str) -> Iterator[Choice]:
        """Reinforcements come in anywhere at the edge of their player (section 11)."""
        edge, width = self.table.own_edge(name, moment.position), float(self.table.ground.extent[2])
        across = dict.fromkeys([edge.x, *(round(width * part / PARTS_OF_AN_EDGE, 3) for part in INSIDE)])
        places = [edge._replace(x=x) for x in across]
        found = [Choice("deploy", name, way=(place,), section="11") for place in places]
        yield from [each for each in found if not self.why_no_place(moment, each)] or found[:1]

    def after_deploy(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """They stand there."""
        return moment.settled.moved(choice.unit, choice.way[-1])

    # --- activation, morale first (sections 2 and 7)
    def do_activate(self, moment: Now, name: str) -> Iterator[Choice]:
        """A unit, while the card has one left; at half strength it tests its morale. Or a sniper."""
        if name not in moment.units:
            yield from self.snipes(moment, name) if moment.noted["units"] else ()
            return
        unit = moment.units[name]
        if moment.noted["units"]:
            tests = unit.tests(self.rules)
            asked = self.table.rolls_for(unit, self.rules) if tests else None
            yield Choice("activate", name, asked=asked, section="7" if tests else "2")

    def after_activate(self, moment: Now, choice: Choice, outcome: Morale | None) -> Now:
        """It flees, or rallies and acts."""
        name = choice.unit
        moment = self.activated(moment, name)
        if outcome is not None:
            moment = moment.unit(name, routing=outcome is Morale.ROUTS)
        if outcome is Morale.ROUTS:
            return self.fled(moment, name)
        if outcome is not None and self.rules.T5 == "b":
            return moment
        return moment.first(self.task(moment, "act", name))

    def activated(self, moment: Now, name: str) -> Now:
        """The card has one activation less; it is remembered who has had one (R2, R26)."""
        side = self.now(moment).side
        word, mine = f"activated {side}", self.to_activate(moment, side)
        moment = moment.note(units=moment.noted["units"] - 1)
        if self.rules.T8 == "a":
            moment = moment.has_acted(name)
        if self.rules.T1 == "a":
            return moment
        known = (*(each for each in moment.noted.get(word, ()) if each in mine and each != name), name)
        return moment.note(**{word: None if len(known) == len(mine) else known})

    # --- snipers (section 10)
    def snipes(self, moment: Now, name: str) -> Iterator[Choice]:
        """A sniper shoots at a figure of the enemy, a leader if he likes (section 10)."""
        for target, unit in self.living(moment, Side.EUROPEAN.value).items():
            why_not = self.why_no_sniper(moment, target)
            marks = [FIGURE] * bool(unit.ordinary) + [each.value for each in dict.fromkeys(unit.leaders)]
            cover = self.table.battlefield(moment.picked()).ground_at(moment.places[target][:2]) in COVER
            for mark in marks:
                asked = Asked("sniper-shot", {"target": mark, "target_cover": cover})
                yield Choice("snipe", name, target, (), mark, asked, "10", why_not=why_not)

    def why_no_sniper(self, moment: Now, target: str) -> str:
        """Why no sniper sees a unit near enough; empty if one may (section 10; T9)."""
        if self.rules.T9 == "b":
            return ""
        field, reach = self.table.battlefield(moment.picked()), self.rules.sniper_range
        if is_seen_from_cover(field, field.unit(target), reach):
            return ""
        return f"No sniper sees {target} from cover within {in_words(reach)}″ (§10; T9)."

    def after_snipe(self, moment: Now, choice: Choice, outcome: SniperShot) -> Now:
        """The figure falls, or a leader has saved himself (section 10)."""
        moment, unit = self.activated(moment, choice.unit), moment.units[choice.target]
        if outcome is not SniperShot.ELIMINATED:
            return moment
        if choice.note == FIGURE:
            return moment.unit(choice.target, lost=unit.lost + 1)
        return moment.unit(choice.target, fallen=(*unit.fallen, Leader(choice.note)))

    def fled(self, moment: Now, name: str) -> Now:
        """A charge move straight to its own edge, or from the enemy; who gets to an edge is gone (7; R24).

        Crews of guns, for whom no charge is printed, go as far as they move.
        """
        unit, here = moment.units[name].unit, moment.places[name]
        edge = self.table.own_edge(name, moment.position)
        bad = self.rough(moment, name, edge)
        inches = charge_reach(unit.troop, bad, self.rules) or self.rules.movement[unit.troop].move
        if self.rules.T7 == "b":
            return self.fled_from_the_enemy(moment, name, inches)
        if abs(edge.y - here.y) <= inches:
            return moment.unit(name, gone=True)
        y = round(here.y + (inches if edge.y > here.y else -inches), 3)
        return moment.moved(name, here._replace(y=y, facing=edge.facing))

    def fled_from_the_enemy(self, moment: Now, name: str, inches: int) -> Now:
        """Straight away from the nearest enemy (T7=b)."""
        here = moment.places[name]
        enemies = [moment.places[other][:2] for other in self.enemies(moment, name)]
        nearest = min(enemies, key=lambda at: (dist(at, here[:2]), at))
        away = bearing_to(nearest, here[:2])
        x, y = point_at(here[:2], away, inches)
        x0, y0, x1, y1 = map(float, self.table.ground.extent)
        if not (x0 < x < x1 and y0 < y < y1):
            return moment.unit(name, gone=True)
        return moment.moved(name, rounded_place(Place(x, y, round(away) % 360)))

    # --- what an active unit does (sections 2 to 6)
    def on_act(self, moment: Now, name: str) -> Iterator[Choice]:
        """It charges or fights, or fires, or moves, or handles its gun; or holds. Fanatics charge if they can."""
        charges = list(self.charges(moment, name))
        yield from charges
        bound = self.bound(moment, name) if any(not each.why_not for each in charges) else ""
        yield from self.moves(moment, name, "move", bound)
        fires = self.shots(moment, name, aimed=True), self.shells(moment, name)
        rest = chain(self.forms(moment, name), *fires, self.works(moment, name))
        for each in (*rest, Choice("hold", name, section="2")):
            yield replace(each, why_not=bound or each.why_not)

    def bound(self, moment: Now, name: str) -> str:
        """Why a unit does nothing else than charge; empty if it is free (section 2)."""
        fights = moment.units[name].must_charge() and any(self.touching(moment, name))
        bound = self.table.must_charge(moment.picked(name), self.rules)
        where = "in contact" if fights else f"within charge distance of {', '.join(bound)}" if bound else ""
        return where and f"{name} are Fanatics {where}: they charge (§2)."

    def works(self, moment: Now, name: str) -> Iterator[Choice]:
        """What takes an activation: a gun is cleared, reloaded, packed or got ready; men mount or dismount."""
        unit = moment.units[name]
        troop = unit.unit.troop
        if unit.jammed:
            yield Choice("unjam", name, asked=Asked("unjam", {}), section="3")
        if unit.reloading:
            yield Choice("reload", name, section="4")
        if troop in GUNS and unit.carriage is Carriage.READY:
            for carriage in (Carriage.PACKED, Carriage.LIMBERED)[: 1 + (troop is Troop.ARTILLERY)]:
                yield Choice("pack", name, note=carriage.value, section="3, 4")
        elif troop in GUNS:
            yield Choice("pack", name, note=Carriage.READY.value, section="3, 4")
        if troop in RIDERS or f"rides {name}" in moment.noted:
            yield Choice("dismount" if troop in RIDERS else "mount", name, section="5")

    def after_unjam(self, moment: Now, choice: Choice, outcome: Jam) -> Now:
        """A gun that is clear fires with its next activation, or at once (section 3; R12)."""
        clear, name = outcome is Jam.UNJAMMED, choice.unit
        moment = moment.settled.unit(name, jammed=not clear)
        return (
            moment.first(self.task(moment, "shoot", name, False))
            if clear and self.rules.R12 == "b"
            else moment
        )

    def after_reload(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """One activation nearer to its next shot (section 4)."""
        return moment.settled.unit(choice.unit, reloading=moment.units[choice.unit].reloading - 1)

    def after_pack(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The gun is packed, limbered or ready when all activations for it are spent (sections 3 and 4)."""
        word = f"{choice.note} {choice.unit}"
        left = moment.noted.get(word, self.rules.packing) - 1
        moment = moment.settled.note(**{word: left if left > 0 else None})
        return moment if left > 0 else moment.unit(choice.unit, carriage=Carriage(choice.note))

    def after_dismount(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """Its men are on foot; what they rode is remembered (section 5)."""
        unit = moment.units[choice.unit].unit
        moment = moment.settled.note(**{f"rides {unit.name}": unit.troop.value})
        return moment.unit(choice.unit, unit=replace(unit, troop=Troop.FOOT))

    def after_mount(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """They ride again (section 5)."""
        unit, word = moment.units[choice.unit].unit, f"rides {choice.unit}"
        troop = Troop(moment.noted[word])
        return moment.settled.note(**{word: None}).unit(choice.unit, unit=replace(unit, troop=troop))

    # --- the end
    def is_idle(self, task: Task, moment: Now) -> bool:
        """Nor does anybody fight an enemy of whom nobody is left."""
        other = task.about[1] if task.kind in ("melee", "counter") else None
        return super().is_idle(task, moment) or (other is not None and self.is_out(other, moment))

    def worth(self, moment: Now, side: str) -> Fraction:
        """The figures left, less those of the enemy, leaders twice, and a little for being near."""
        points = Fraction(0)
        for unit in moment.units.values():
            figures = 0 if unit.gone else unit.figures + len(unit.leaders)
            points += figures * (1 if unit.side == side else -1)
        return points - NEAR * self.away(moment, side)


def notes_of(event: Event, unit: Standing) -> Iterator[str]:
    """An event in words; a Stray Bullet names the leader whom it kills (section 11)."""
    if event is not Event.STRAY_BULLET:
        yield event.value
    yield from (
        f"{event.value}: {each.value}" for each in dict.fromkeys(unit.leaders) if event is Event.STRAY_BULLET
    )


def play(table: ColonialTable, rules: Colonial) -> PlayColonial:
    """A game on a table, the pack in hand; raises BadInput for a force on parade, which has no enemy."""
    return PlayColonial(in_battle(table), rules)


def in_battle(table: ColonialTable) -> ColonialTable:
    """The table of two sides; raises BadInput for a force on parade."""
    if not table.pack:
        raise BadInput("this force is on parade and has no enemy: nobody plays turns with it")
    return ColonialTable(table.scenario) if isinstance(table, ShellTable) else table
