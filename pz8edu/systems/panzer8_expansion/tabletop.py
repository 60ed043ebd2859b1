"""The Panzer8 Expansion Rules on the table: hidden elements, smoke, called fire, wire, pill boxes.

Ranges, movement and to-hit tables stand in the lost basic rules: what a weapon needs is said by the file of
the table, and ground that one does not stand in blocks sight, as in most games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot
from pathlib import Path
from typing import Any

from pz8edu.board.battlefield import SMOKE, Battlefield
from pz8edu.board.contact import footprint, in_contact, outlines_touch
from pz8edu.board.ground import OPEN, Patch
from pz8edu.board.lengths import in_words
from pz8edu.board.outlines import Outline, contains, meetings, rectangle
from pz8edu.board.position import Marker, Place, Position
from pz8edu.board.scene import Area, Line, Ring, Scene, Shape
from pz8edu.board.sight import Blocked, Blocker, first_blocker
from pz8edu.board.table_setup import SetupTable
from pz8edu.board.tabletop import Asked, BoardState, Fact, once_a_position
from pz8edu.core import Shelf, Situation
from pz8edu.systems.panzer8_expansion import boards
from pz8edu.systems.panzer8_expansion.elements import PRINTED, Element, Scenario
from pz8edu.systems.panzer8_expansion.ruleset import Expansion
from pz8edu.systems.panzer8_expansion.words import Ammunition, Enemy, Mover, Smoke, Weapon

OBSERVER, CAVALRY = "forward observer", "cavalry"
WIRE = "wire"
FORTIFIED = frozenset({"pill box", "bunker"})
SEE_THROUGH = frozenset({OPEN, "high crops", "rough"})
"""Ground that one looks across; the rest blocks if neither of the two stands in it."""
PHASES = "command phases left"


State = BoardState[Element]


def counters_of(side: str) -> str:
    """The name of a side's pool of smoke counters."""
    return f"smoke counters of the {side} side"


@dataclass(frozen=True)
class ExpansionTable(SetupTable[Element]):
    """A table that fills in the d20 tests of the expansion."""

    setup: Scenario

    def start(self) -> Position[Element]:
        """The elements, the pools of smoke counters (section 14), the command phases left."""
        position = super().start()
        stock = {counters_of(side): self.pool(side, PRINTED) for side in ("own", "enemy")}
        return replace(position, stock={**stock, PHASES: self.setup.phases})

    def pool(self, side: str, rules: Expansion) -> int:
        """The smoke counters of a side: the larger of its numbers of AFVs and infantry (section 14)."""
        units = [unit for unit in self.setup.units if unit.side == side and not unit.dummy]
        army = boards.Army(
            afvs=sum(unit.afv for unit in units),
            infantry=sum(unit.mover is Mover.INFANTRY for unit in units),
            half=any(unit.army is not None for unit in units),
        )
        return boards.smoke_pool(army, rules)

    @property
    def hides(self) -> bool:
        """Are there counters on it (section 11)?"""
        return any(unit.hidden or unit.dummy for unit in self.setup.units)

    def seen(self, state: State) -> State:
        """The table as everybody sees it: counters tell nothing, whether anybody is under them or not (section 11)."""
        if state.uncovered:
            return state
        units = {name: covered(unit) for name, unit in state.units.items()}
        return state.at(replace(state.position, units=units))

    def changes(self, name: str, state: State, rules: Expansion) -> Mapping[str, Sequence[Any]]:
        """The state of an element; a counter has none to be seen."""
        unit = self.seen(state).units.get(name)
        hidden = unit is not None and unit.hidden and not state.uncovered
        return {} if hidden else super().changes(name, state, rules)

    def befalls(self, name: str, state: State, rules: Expansion) -> Mapping[str, Position[Element]]:
        """A counter is revealed: who is under it stands there, or nobody does (section 11)."""
        unit = state.units.get(name)
        if unit is None or unit.destroyed or not (unit.hidden or unit.dummy):
            return {}
        after = {"destroyed": True} if unit.dummy else {"hidden": False}
        return {"is revealed": state.position.with_unit(name, **after)}

    def scene(self, state: State, rules: Expansion) -> Scene:
        """The table as it is seen."""
        return super().scene(self.seen(state), rules)

    @once_a_position
    def battlefield(self, state: State) -> Battlefield:
        """The table as it stands, with its smoke screens."""
        field = super().battlefield(state)
        screens = tuple(
            screen(marker, PRINTED) for kind in Smoke for marker in state.position.marked(str(kind))
        )
        return replace(field, patches=(*field.patches, *screens))

    # --- what was measured
    def distance(self, state: State, target: str) -> Fraction:
        """From the middle of the one that acts to the middle of the other, in inches."""
        here, there = state.places[state.shooter], state.places[target]
        return Fraction(str(round(hypot(there.x - here.x, there.y - here.y), 9)))

    def blocked(self, state: State, target: str, shooter: str = "") -> Blocked | None:
        """The ground that blocks sight; elements and smoke do not."""
        here, there = state.places[shooter or state.shooter], state.places[target]
        ends = (here[:2], there[:2])
        ground = [
            Blocker(patch.called, patch.outline)
            for patch in self.ground.patches
            if patch.ground not in SEE_THROUGH and not any(map(patch.holds, ends))
        ]
        return first_blocker(*ends, tuple(ground))

    def through_smoke(self, state: State) -> bool:
        """Is the target within or beyond smoke (section 14)?"""
        start, end = (state.places[name][:2] for name in (state.shooter, state.target))
        return any(
            patch.holds(end) or bool(meetings(start, end, floats(patch)))
            for patch in self.battlefield(state).patches
            if patch.ground == SMOKE
        )

    def touching(self, state: State) -> bool:
        """Are the chosen two in contact?"""
        field = self.battlefield(state)
        return in_contact(field.unit(state.shooter), field.unit(state.target))

    # --- the question
    def asked(self, state: State, rules: Expansion) -> Asked | None:
        """The test that the one that acts makes against the other, or at a point; alone: an observer's call."""
        state = self.seen(state)
        alone = state.units.get(state.shooter) if not state.target else None
        if alone is not None and alone.kind == OBSERVER and not alone.destroyed:
            return Asked("communication-test", {"quality": alone.quality}, cut_off(alone))
        if not self.there(state) or state.shooter not in state.units:
            return None
        actor = state.units[state.shooter]
        target = state.units.get(state.target)
        if actor.hidden and not state.uncovered:
            unknown = f"{actor.name} is a counter: nobody knows who is under it (§11)."
            return Asked("speculative-fire", {"quality": actor.quality}, unknown)
        if actor.kind == OBSERVER or (target is None and self.calls(actor)):
            return self.call(actor, target, state, rules)
        if target is None:
            if actor.engineers:
                return self.wire_clearing(actor, state)
            return self.smoke_screen(actor, state, rules)
        if target.hidden or target.dummy:
            return self.search(actor, target, state, rules)
        return self.fire(actor, target, state, rules)

    def calls(self, actor: Element) -> bool:
        """May an element that is no FOO call final defensive fire (section 15)?"""
        return actor.side == self.setup.defender and not actor.engineers and actor.smoke is None

    def same_side(self, actor: Element, target: Element) -> str:
        """The one reason that every question shares."""
        if actor.dummy:
            return f"{actor.name} is a dummy counter: nobody is there (§11.1)."
        return f"{target.name} is on the same side." if actor.side == target.side else ""

    def search(self, actor: Element, target: Element, state: State, rules: Expansion) -> Asked:
        """Speculative fire at a counter, by all of a side that can and have the same quality (section 11)."""
        distance = self.distance(state, target.name)
        seen = boards.Marker(distance=distance, line_of_sight=self.blocked(state, target.name) is None)
        why_not = self.same_side(actor, target)
        if not why_not and not boards.speculative_allowed(seen, rules):
            far = f"{in_words(distance)} away; speculative fire reaches {rules.speculative_range}"
            why_not = f"{target.name} is {far} (§11)." if seen.line_of_sight else self.unseen(state)
        party = [actor, *self.others(actor, target, state, rules)] if not why_not else [actor]
        if len(party) == 1:
            inputs: dict[str, Any] = {"quality": actor.quality, "recce": actor.recce}
            return Asked("speculative-fire", inputs, why_not)
        recce = sum(each.recce for each in party)
        inputs = {"recce": recce, "others": len(party) - recce, "quality": actor.quality}
        counted = tuple(f"{each.name}, {'recce' if each.recce else 'not recce'}" for each in party)
        return Asked("reveal-by-several", inputs, why_not, counted)

    def others(self, actor: Element, target: Element, state: State, rules: Expansion) -> Iterator[Element]:
        """Who else of the side can fire speculatively at the same counter."""
        for name, unit in state.units.items():
            if name == actor.name or unit.side != actor.side or unit.destroyed or unit.hidden or unit.dummy:
                continue
            at = replace(state, shooter=name)
            seen = boards.Marker(
                distance=self.distance(at, target.name), line_of_sight=self.blocked(at, target.name) is None
            )
            if unit.quality == actor.quality and boards.speculative_allowed(seen, rules):
                yield unit

    def unseen(self, state: State) -> str:
        """What blocks sight, in a sentence."""
        found = self.blocked(state, state.target)
        return f"{state.target} is not in sight: {found.blocker.name} (§11)." if found else ""

    def attacker(self, actor: Element, touching: bool) -> Enemy:
        """What troops in a fortification call an attacker (section 17.2)."""
        flames = actor.weapon is Weapon.FLAMETHROWER
        if actor.engineers and (touching or flames):
            return Enemy.ENGINEERS if touching else Enemy.ENGINEERS_FLAME
        if flames:
            return Enemy.FLAMETHROWER
        return Enemy.INFANTRY if actor.weapon is None else Enemy.GUN

    def modifiers(self, actor: Element, target: Element, state: State, rules: Expansion) -> dict[str, int]:
        """The modifiers to a roll of fire, with their reasons (sections 10, 14 and 17.2)."""
        found = {}
        touching = self.touching(state)
        if self.through_smoke(state):
            found["within or beyond smoke (§14)"] = rules.through_smoke
        if target.shelter in FORTIFIED:
            enemy = self.attacker(actor, touching)
            cover = boards.fortification_modifier(boards.FortificationAttacked(enemy=enemy), rules)
            found[f"{target.shelter} against {enemy} (§17.2)"] = -cover
        open_to_it = self.ground.ground_at(state.places[target.name][:2]) in (OPEN, "high crops")
        open_to_it = (open_to_it and target.shelter not in FORTIFIED) or target.shelter == "dug in"
        if actor.kind == CAVALRY and touching and open_to_it:
            found["cavalry starts close combat (§10)"] = rules.cavalry_attack
        return {why: value for why, value in found.items() if value}

    def fire(self, actor: Element, target: Element, state: State, rules: Expansion) -> Asked:
        """A roll of fire; of a weapon that can run out, its supply too (sections 10 to 17)."""
        modifiers = self.modifiers(actor, target, state, rules)
        why_not = self.same_side(actor, target) or self.cannot_fire(actor, target, state)
        counted = tuple(f"{why} {value:+d}".replace("-", "−") for why, value in modifiers.items())
        if actor.weapon is None:
            inputs: dict[str, Any] = {"need": actor.need, "modifiers": list(modifiers.values())}
            return Asked("fire-modified", inputs, why_not, counted)
        loaded = boards.Loaded(nation_year=actor.army, weapon=actor.weapon, ammo=actor.ammo)
        supply = boards.ammunition_class(loaded, rules)
        inputs = {"need": actor.need, "modifier": sum(modifiers.values()), "kind": supply}
        counted = (*counted, f"{actor.weapon}, {actor.ammo}: ammunition {supply} (§13)")
        return Asked("fire-with-ammunition", inputs, why_not, counted)

    def cannot_fire(self, actor: Element, target: Element, state: State) -> str:
        """Why there is no roll of fire; empty if there is one."""
        found = self.blocked(state, target.name)
        if found is not None:
            return f"{target.name} is not in sight: {found.blocker.name} is in the way."
        if actor.out:
            return f"{actor.name} is out of ammunition until it is supplied again (§13)."
        small_arms = actor.weapon is None or actor.ammo is Ammunition.SA
        if target.shelter in FORTIFIED and self.touching(state):
            if actor.mover is not Mover.INFANTRY:
                return f"Only infantry and engineers close-assault a {target.shelter} (§17.2)."
        elif target.shelter in FORTIFIED and small_arms:
            return f"Small arms cannot affect troops inside a {target.shelter} (§17.2)."
        return ""

    def smoke_screen(self, actor: Element, state: State, rules: Expansion) -> Asked:
        """A mortar lays smoke at a point (section 14)."""
        why_not = ""
        found = self.blocked(state, state.target)
        if actor.smoke is None:
            why_not = f"{actor.name} has nothing that lays smoke (§14)."
        elif not rules.smoke[actor.smoke].rolls:
            why_not = f"The {actor.smoke} touches its own base and needs no roll (§14)."
        elif not state.position.stock[counters_of(actor.side)]:
            why_not = "No smoke counter is left in the pool (§14)."
        elif found is not None:
            why_not = f"{state.target} is not in sight: {found.blocker.name} (§14)."
        left = state.position.stock[counters_of(actor.side)]
        return Asked("mortar-smoke", {"quality": actor.quality}, why_not, (f"{left} smoke counters left",))

    def wire_clearing(self, actor: Element, state: State) -> Asked:
        """Engineers clear a path through wire (section 17.1)."""
        at = state.places[state.target][:2]
        section = next((outline for outline in wires(state) if contains(outline, at)), None)
        why_not = ""
        if section is None:
            why_not = f"There is no wire at {state.target} (§17.1)."
        elif not outlines_touch(section, footprint(self.battlefield(state).unit(actor.name))):
            why_not = f"{actor.name} does not stand next to the wire (§17.1)."
        elif not actor.stood:
            why_not = f"{actor.name} must first stand still next to the wire for a whole turn (§17.1)."
        return Asked("wire-clearing", {"quality": actor.quality}, why_not)

    # --- 15 Support fire
    def call(self, actor: Element, target: Element | None, state: State, rules: Expansion) -> Asked:
        """Support fire, or final defensive fire at a registered place (section 15)."""
        observer, level = actor.kind == OBSERVER, self.setup.support
        final = target is None and actor.side == self.setup.defender
        found = self.blocked(state, state.target)
        why_not = (self.same_side(actor, target) if target else "") or cut_off(actor)
        if not why_not and found is not None:
            why_not = f"{state.target} is not in sight of {actor.name}: {found.blocker.name} (§15)."
        delay = rules.delay(level, final, observer)
        under = ", ".join(self.under_fire(state, rules)) or "nobody"
        inputs = {
            "level": level,
            "quality": actor.quality,
            "tries": state.position.stock[PHASES],
            "fdf": final,
            "foo": observer,
        }
        what = "final defensive fire" if final else "support fire"
        turns = "1 turn" if delay == 1 else f"{delay} turns"
        counted = (f"{what} of {level} level, {turns} after the call", f"in its zone now: {under}")
        return Asked("support-arrival", inputs, why_not, counted)

    def zone(self, state: State, rules: Expansion) -> Outline:
        """The beaten zone around the place that is called (section 15)."""
        row, at = rules.support[self.setup.support], state.places[state.target]
        return around(at[:2], row.width, row.depth)

    def under_fire(self, state: State, rules: Expansion) -> Iterator[str]:
        """Who stands in the zone, even partly (section 15)."""
        zone = self.zone(state, rules)
        return (base.name for base in self.battlefield(state).units if outlines_touch(zone, footprint(base)))

    def calling(self, state: State, rules: Expansion) -> bool:
        """Is support fire what is asked for?"""
        asked = self.question(state, rules)
        return asked is not None and asked.calculator == "support-arrival"

    # --- what the board shows
    def measures(self, state: State, rules: Expansion) -> Iterator[Shape]:
        """Wire, the range that reveals, that of speculative fire, the beaten zone."""
        for marker in state.position.marked(WIRE):
            ends = (
                (marker.x - PRINTED.wire_length / 2, marker.y),
                (marker.x + PRINTED.wire_length / 2, marker.y),
            )
            yield Line("wire", ends, label="wire")
        actor = state.units.get(state.shooter)
        if actor is None or actor.destroyed:
            return
        for name, unit in state.units.items():
            if (unit.hidden or unit.dummy) and unit.side != actor.side and not unit.destroyed:
                words = f"revealed within {rules.revealed_within}"
                yield Ring("minimum range", state.places[name][:2], rules.revealed_within, words)
        target = state.units.get(state.target)
        if target is not None and (target.hidden or target.dummy):
            reach = rules.speculative_range
            yield Ring("range", state.places[actor.name][:2], reach, f"speculative fire {reach}")
        if self.calling(state, rules):
            yield Area("blast", self.zone(state, rules), words="the beaten zone (section 15)")

    def way_to(self, name: str, place: Place, state: State, rules: Expansion) -> None:
        """Nobody knows how far an element may go: that is lost with the basic rules. It goes anywhere."""

    def way_gone(self, state: State, rules: Expansion) -> Iterator[Shape]:
        """The way of the base in hand; how far it may go is lost with the basic rules."""
        for name, before in (state.before.places if state.before else {}).items():
            now = state.places[name]
            if before[:2] != now[:2]:
                length = in_words(hypot(now.x - before.x, now.y - before.y), 1)
                yield Line("path", (before[:2], now[:2]), arrow=True, label=f"{length}″")

    def line_label(self, state: State, rules: Expansion) -> str:
        """The distance, and the sum of the modifiers."""
        distance = f"{in_words(self.distance(state, state.target), 1)}″"
        target = state.units.get(state.target)
        if state.shooter not in state.units or target is None or target.hidden or target.dummy:
            return distance
        total = sum(self.modifiers(state.units[state.shooter], target, state, rules).values())
        return f"{distance} · {total:+d}".replace("-", "−") if total else distance

    def facts(self, state: State, rules: Expansion) -> tuple[Fact, ...]:
        """Who acts on whom, how far, what is in the way, what each rule says of the two."""
        state = self.seen(state)
        facts = list(self.chosen_facts(state))
        actor, target = state.units.get(state.shooter), state.units.get(state.target)
        if actor is None:
            return tuple(facts)
        facts += self.what_it_takes(actor, state, rules)
        left = state.position.stock[counters_of(actor.side)]
        facts.append(Fact("Smoke counters", str(left), "AFVs or infantry elements, whichever are more (§14)"))
        if state.position.marked(WIRE):
            facts.append(Fact("Wire", boards.wire(boards.WireCrossing(mover=actor.mover), rules), "§17.1"))
        if self.there(state):
            found = self.blocked(state, state.target)
            sight = f"blocked by {found.blocker.name}" if found else "clear"
            facts.append(
                Fact("Distance", f"{in_words(self.distance(state, state.target), 1)}″", "middle to middle")
            )
            facts.append(Fact("Sight", sight, "blocking ground is ours, the basic rules are lost"))
        if self.there(state) and target is not None and target.hidden:
            near = boards.HiddenElement(enemy_moves_within=self.distance(state, target.name))
            shown = "revealed" if boards.hidden_revealed(near, rules) else "stays hidden"
            facts.append(Fact("If it moves here", shown, f"revealed within {rules.revealed_within} (§11)"))
        return tuple(facts)

    def what_it_takes(self, actor: Element, state: State, rules: Expansion) -> Iterator[Fact]:
        """What a roll of fire needs, or when called fire falls and where."""
        asked = self.question(state, rules)
        if asked is not None and asked.calculator == "support-arrival":
            row = rules.support[self.setup.support]
            yield Fact("Falls", asked.counted[0], f"missions: {row.missions}, HE/SA {row.hesa} (§15)")
            yield Fact("Beaten zone", f"{row.width} × {row.depth}", asked.counted[1])
        elif asked is not None and asked.calculator.startswith("fire"):
            needs = "from your basic rules; here a made-up number"
            yield Fact("Needs", f"{actor.need} on the d20", needs)
        yield Fact("Quality", f"{actor.quality:+d}".replace("-", "−"), "its values are lost")


def covered(unit: Element) -> Element:
    """An element as everybody sees it: a hidden one and a dummy are the same blank counter (section 11)."""
    if not (unit.hidden or unit.dummy):
        return unit
    return Element(
        name=unit.name,
        what="counter",
        side=unit.side,
        x=unit.x,
        y=unit.y,
        symbol="blank",
        hidden=True,
        destroyed=unit.destroyed,
    )


def cut_off(observer: Element) -> str:
    """Why an observer cannot call any more; empty if he can (section 15)."""
    if observer.telephone and observer.moved:
        return f"{observer.name} has a telephone and has moved: it calls no more (§15)."
    return ""


def floats(patch: Patch) -> list[tuple[float, float]]:
    """The corners of a patch as floats."""
    return [(float(x), float(y)) for x, y in patch.outline]


def around(at: tuple[float, float], width: int, depth: int) -> Outline:
    """The upright rectangle around a point."""
    x, y = at
    return rectangle(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2)


def screen(marker: Marker, rules: Expansion) -> Patch:
    """A smoke screen as wide as its source lays it, one base-width deep (section 14)."""
    return Patch(SMOKE, around((marker.x, marker.y), rules.smoke[marker.kind].base_widths, 1), SMOKE)


def wires(state: State) -> Iterator[Outline]:
    """The sections of wire: four base-lengths long and one wide (section 17.1)."""
    return (around((marker.x, marker.y), PRINTED.wire_length, 1) for marker in state.position.marked(WIRE))


def tabletop(name: str | Situation) -> ExpansionTable:
    """A table of the expansion by its name or as set up; raises BadInput for an unknown one."""
    return ExpansionTable(TABLES[name])


TABLES = Shelf("table of panzer8-expansion", Path(__file__).parent / "tabletops", Scenario)
NAMES = TABLES.names()
"""The tables that are ready to play on, by name."""
