"""Pz8 Naval on the table: ships in their zones, and what is measured between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Any, ClassVar

from pz8edu.board.scene import Area, Base, Line, Scene, Shape
from pz8edu.board.tabletop import Asked, BoardState, Fact, Place, Tabletop
from pz8edu.board.zones import zone_words
from pz8edu.systems.pz8_naval.air_raids import raids_this_turn
from pz8edu.systems.pz8_naval.cruisers import attack_of_both, salvos_at_once
from pz8edu.systems.pz8_naval.damage import turrets_out
from pz8edu.systems.pz8_naval.factors import Battery, main_battery, sample_ship, secondary_battery
from pz8edu.systems.pz8_naval.fire import modifiers_to_straddle
from pz8edu.systems.pz8_naval.fleets import PRINTED, SCENARIOS, PlacedShip, Scenario, described
from pz8edu.systems.pz8_naval.ruleset import Naval, SampleCruiser
from pz8edu.systems.pz8_naval.sea import moves_open, range_between, sea
from pz8edu.systems.pz8_naval.ship import Ship, immobilised_at
from pz8edu.systems.pz8_naval.situations import Straddle
from pz8edu.systems.pz8_naval.words import Gun, Half, Heading, ShipClass

BEAM, LENGTH = 0.2, 0.72
"""A ship on paper, in zones."""
COTTON = 0.55
"""How far from the middle of a smoke screen a ship still touches its cotton, in zones."""
QUARTER = 90
"""Degrees from one way a ship can lie to the next."""
ROLES = {Half.SOUTH: "unit: own", Half.NORTH: "unit: enemy"}


@dataclass(frozen=True)
class Vessel:
    """A ship of the scenario, with the hits it has taken."""

    placed: PlacedShip
    half: Half
    nation: str

    @property
    def name(self) -> str:
        """Its name."""
        return self.placed.ship

    @property
    def battery(self) -> Battery:
        """Its main battery."""
        return main_battery(sample_ship(self.name, PRINTED))

    @property
    def secondary(self) -> Battery | None:
        """Its secondary battery, if it has one."""
        return secondary_battery(sample_ship(self.name, PRINTED))

    @property
    def defence(self) -> int:
        """Its printed Defence factor."""
        defence = sample_ship(self.name, PRINTED).defence
        assert defence is not None
        return defence

    @property
    def radar(self) -> bool:
        """Has it radar?"""
        return bool(getattr(sample_ship(self.name, PRINTED), "radar", False))

    @property
    def hood(self) -> bool:
        """Does it add to the die for a critical?"""
        return bool(getattr(sample_ship(self.name, PRINTED), "critical", None))

    @property
    def salvos(self) -> int:
        """Its printed torpedo salvos."""
        ship = sample_ship(self.name, PRINTED)
        return ship.salvos if isinstance(ship, SampleCruiser) else 0

    def kept(self, rules: Naval) -> int:
        """The most T that it keeps (sections 5 and 11; R22, R35)."""
        if self.secondary is None:
            return rules.attack_factor(self.battery.attack)
        return attack_of_both(self.battery.attack, self.secondary.attack, rules)

    def ship(self, rules: Naval) -> Ship:
        """It with its hits (section 5)."""
        return Ship(self.kept(rules), self.defence, self.placed.h, self.placed.t)

    def condition(self, rules: Naval) -> str:
        """Its hits in words: "ok", "1 hull, 1 turret", "crippled"."""
        ship = self.ship(rules)
        hits = [f"{count} {word}" for count, word in ((ship.h, "hull"), (ship.t, "turret")) if count]
        state = ship.class_of(rules)
        if state is ShipClass.CRIPPLED:
            return ", ".join([state.value, *([f"{ship.t} turret"] if ship.t else [])])
        return ", ".join([*hits, *([state.value] if state is ShipClass.IMMOBILISED else [])]) or "ok"


@dataclass(frozen=True)
class SeaTable(Tabletop):
    """A sea of zones on which one ship fires at another: it fills in `salvo` or `bc-both-batteries`."""

    scenario: Scenario

    step: ClassVar[float] = 0.5
    turn: ClassVar[float] = QUARTER

    @cached_property
    def vessels(self) -> Mapping[str, Vessel]:
        """The ships by name."""
        return {
            placed.ship: Vessel(placed, half, self.scenario.force(half).nation)
            for half in Half
            for placed in self.scenario.fleet(half)
        }

    def places(self) -> Mapping[str, Place]:
        """Where every ship lies at the start."""
        zones = sea(PRINTED)
        return {
            name: Place(
                *zones.place(vessel.placed.zone, float(vessel.placed.across)),
                bearing(vessel.placed.heading, vessel.half),
            )
            for name, vessel in self.vessels.items()
        }

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.scenario.firer, self.scenario.target

    def settle(self, name: str, place: Place) -> Place:
        """A ship stays in its own half, in its zone when it cannot leave it, and lies along or across (section 3)."""
        vessel = self.vessels[name]
        zones = sea(PRINTED)
        own = zones.southern() if vessel.half is Half.SOUTH else zones.northern()
        if vessel.placed.h >= immobilised_at(vessel.defence, PRINTED):
            own = range(vessel.placed.zone, vessel.placed.zone + 1)
        edge = LENGTH / 2
        x = min(max(place.x, edge), float(zones.width) - edge)
        y = min(max(place.y, own[0] - 1 + edge), own[-1] - edge)
        return Place(x, y, round((place.facing or 0) / QUARTER) * QUARTER % 360)

    # --- what is measured
    def zone(self, name: str, state: BoardState) -> int:
        """The zone in which a ship lies."""
        half = self.vessels[name].half
        own = sea(PRINTED).southern() if half is Half.SOUTH else sea(PRINTED).northern()
        return min(max(int(state.places[name].y) + 1, own[0]), own[-1])

    def distance(self, state: BoardState, rules: Naval) -> int:
        """The range in zones between firer and target (section 4; R2)."""
        return range_between(self.zone(state.shooter, state), self.zone(state.target, state), rules)

    def fires_both(self, state: BoardState, rules: Naval) -> bool:
        """Has the firer a secondary battery that reaches the target (section 11)?"""
        secondary = self.vessels[state.shooter].secondary
        if secondary is None:
            return False
        return rules.score_to_straddle(self.gun(secondary, rules), self.distance(state, rules)) is not None

    def shielded(self, name: str, state: BoardState, rules: Naval) -> bool:
        """Is a ship behind smoke (section 3; R29)?"""
        ours = self.vessels[name]
        for other in self.vessels.values():
            if not other.placed.smoke or other.half is not ours.half:
                continue
            if other.name == name:
                return True
            if rules.R29 == "b" and self.zone(name, state) == self.zone(other.name, state):
                return True
            if rules.R29 == "c":
                here, there = state.places[name], cotton(state.places[other.name])
                if hypot(here.x - there[0], here.y - there[1]) <= COTTON:
                    return True
        return False

    def aim(self, state: BoardState, rules: Naval) -> Straddle:
        """The shot of the main battery as it is measured (section 4)."""
        firer, target = self.vessels[state.shooter], self.vessels[state.target]
        return Straddle(
            gun=self.gun(firer.battery, rules),
            range=self.distance(state, rules),
            broadside=lies(state.places[state.shooter], firer.half) is Heading.BROADSIDE,
            turret_hits=firer.placed.t,
            smoke=self.shielded(state.target, state, rules),
            night=self.scenario.night,
            radar=firer.radar,
            target_crippled=target.ship(rules).crippled,
            both_batteries=rules.R21 == "a" and self.fires_both(state, rules),
        )

    def gun(self, battery: Battery, rules: Naval) -> Gun:
        """The row of a battery in the tables of this scenario (R24)."""
        return battery.gun(self.scenario.tables, rules)

    # --- what the board shows
    def scene(self, state: BoardState, rules: Naval) -> Scene:
        """Zones, ships, smoke, where the chosen ship may go, and its shot."""
        zones = sea(PRINTED)
        shapes: list[Shape] = [
            zones.cell(zone, label=zone_words(zone)) for zone in (*zones.southern(), *zones.northern())
        ]
        shapes.append(zones.border())
        shapes += self.reach(state, rules)
        shapes += [base for name in self.vessels for base in self.bases(name, state, rules)]
        if state.shooter and state.target:
            shapes.append(self.shot(state, rules))
        return Scene("zones", zones.extent, self.scenario.title, self.scenario.note, tuple(shapes))

    def reach(self, state: BoardState, rules: Naval) -> Iterator[Area]:
        """The zones that the chosen ship may enter (sections 3 and 5)."""
        if not state.shooter or state.moving:
            return
        vessel, zones = self.vessels[state.shooter], sea(PRINTED)
        if vessel.placed.h >= immobilised_at(vessel.defence, rules):
            return
        here = self.zone(state.shooter, state)
        for zone in filter(None, (zones.forward(here), zones.backward(here))):
            words = f"{vessel.name} may move to {zone_words(zone)}"
            yield Area("reachable", zones.cell(zone).outline, words=words)

    def bases(self, name: str, state: BoardState, rules: Naval) -> Iterator[Base]:
        """A ship, and its smoke behind it."""
        vessel, place = self.vessels[name], state.places[name]
        heading, condition = lies(place, vessel.half), vessel.condition(rules)
        if vessel.placed.smoke:
            words = f"shots at {name} are hindered, and it cannot fire (§3, §4)"
            yield Base(
                f"smoke of {name}",
                "smoke",
                vessel.nation,
                cotton(place),
                size=2 * BEAM,
                role="unit: smoke",
                label="smoke",
                words=words,
            )
        picked = "firer" if name == state.shooter else "target" if name == state.target else ""
        closing = {Heading.AHEAD: "closing: not broadside", Heading.ASTERN: "withdrawing: not broadside"}
        yield Base(
            name,
            described(name),
            vessel.nation,
            (place.x, place.y),
            size=BEAM,
            depth=LENGTH,
            facing=place.facing,
            condition=condition,
            label=name if condition == "ok" else f"{name} · {condition}",
            role=ROLES[vessel.half],
            symbol="ship",
            where=zone_words(self.zone(name, state)),
            picked=picked,
            words=f"Att {self.attack_words(vessel)} · Def {vessel.defence}",
            traits=tuple(filter(None, (closing.get(heading, "broadside"), "radar" if vessel.radar else ""))),
        )

    def attack_words(self, vessel: Vessel) -> str:
        """The Attack factors of a ship: "4", "2/1"."""
        batteries = filter(None, (vessel.battery, vessel.secondary))
        return "/".join(str(battery.attack) for battery in batteries)

    def shot(self, state: BoardState, rules: Naval) -> Line:
        """The line from firer to target, with range and needed score."""
        ends = [(state.places[name].x, state.places[name].y) for name in (state.shooter, state.target)]
        range_words, score_words = zones_in_words(self.distance(state, rules)), self.score_words(state, rules)
        modifiers = str(modifiers_to_straddle(self.aim(state, rules), rules))
        role = "sight: blocked" if self.forbidden(state, rules) else "sight: clear"
        return Line(role, tuple(ends), label=f"{range_words} · {score_words}", words=modifiers)

    def score_words(self, state: BoardState, rules: Naval) -> str:
        """What the straddle die of the main battery needs: "needs 5 or 6"."""
        aim = self.aim(state, rules)
        score = rules.score_to_straddle(aim.gun, aim.range)
        if score is None:
            return "out of range"
        needed = score - modifiers_to_straddle(aim, rules).total
        if needed > 6:
            return "needs a 6" if rules.R4 == "b" else "cannot straddle"
        return "needs a 6" if needed == 6 else f"needs {needed} or more"

    def facts(self, state: BoardState, rules: Naval) -> tuple[Fact, ...]:
        """Firer, target, range, how the firer lies, smoke and night, torpedoes, moves (sections 3, 4, 5 and 11)."""
        facts = [
            Fact("Firer", self.named(state.shooter, rules)),
            Fact("Target", self.named(state.target, rules)),
        ]
        if state.shooter and state.target:
            aim = self.aim(state, rules)
            modifiers = modifiers_to_straddle(aim, rules)
            facts += [
                Fact("Range", zones_in_words(aim.range), f"row {aim.gun} (§4)"),
                Fact("To straddle", self.score_words(state, rules), str(modifiers)),
            ]
            facts += self.torpedoes(state, rules)
        if state.shooter:
            vessel = self.vessels[state.shooter]
            moves = moves_open(self.zone(state.shooter, state), vessel.placed.h, vessel.defence, rules)
            facts.append(Fact("May move", "; ".join(moves), "hatched zones (§3)"))
        facts += self.raids(rules)
        return tuple(facts)

    def torpedoes(self, state: BoardState, rules: Naval) -> Iterator[Fact]:
        """The torpedo salvos of the firer, if it has any (section 11; R23)."""
        vessel = self.vessels[state.shooter]
        if not vessel.salvos:
            return
        salvos = salvos_at_once(vessel.salvos, fires_guns=True, rules=rules)
        near = self.distance(state, rules) == rules.torpedo_range
        words = f"{salvos} of {vessel.salvos} salvos beside the guns" if near else "out of range"
        yield Fact("Torpedoes", words, f"range {zones_in_words(rules.torpedo_range)} (§11)")

    def raids(self, rules: Naval) -> Iterator[Fact]:
        """The air raids of carriers off the table (section 8; R15)."""
        for half in Half:
            force = self.scenario.force(half)
            for carrier in force.carriers:
                raids = PRINTED.cape_matapan[carrier].raids or 0
                most = f"at most {raids_this_turn((raids,), 0, rules)} a turn, off the table (§8)"
                yield Fact(carrier, f"{raids} {force.raids.value} raids", most)

    def named(self, name: str, rules: Naval) -> str:
        """A ship in a few words."""
        if not name:
            return "choose one"
        vessel = self.vessels[name]
        factors = f"{described(name)}, Att {self.attack_words(vessel)}, Def {vessel.defence}"
        condition = vessel.condition(rules)
        return f"{name}, {factors}" + (f", {condition}" if condition != "ok" else "")

    # --- what it asks
    def asked(self, state: BoardState, rules: Naval) -> Asked | None:
        """The salvo of the chosen two with the measured inputs; None while there are not two."""
        if not (state.shooter and state.target):
            return None
        firer, target = self.vessels[state.shooter], self.vessels[state.target]
        aim = self.aim(state, rules)
        why_not = self.forbidden(state, rules)
        inputs: dict[str, Any] = {
            "range": min(max(aim.range, 1), 4),
            "target_att": target.kept(rules),
            "target_def": target.defence,
            "h": target.placed.h,
            "t": target.placed.t,
            "broadside": aim.broadside,
            "turret_hits": aim.turret_hits,
            "smoke": aim.smoke,
            "night": aim.night,
            "radar": aim.radar,
        }
        if firer.secondary is not None:
            batteries = {
                "both": self.fires_both(state, rules),
                "att_main": firer.battery.attack,
                "att_sec": firer.secondary.attack,
            }
            return Asked("bc-both-batteries", inputs | batteries, why_not)
        more = {"gun": aim.gun, "att": firer.battery.attack, "hood": target.hood}
        return Asked("salvo", inputs | more, why_not)

    def forbidden(self, state: BoardState, rules: Naval) -> str:
        """Why the one may not fire at the other; empty if it may (sections 3, 4 and 5; R8)."""
        firer, target = self.vessels[state.shooter], self.vessels[state.target]
        if firer.half is target.half:
            return f"{target.name} is on the same side."
        if firer.ship(rules).out:
            return f"{firer.name} is crippled and does not fire (§5)."
        if self.shielded(firer.name, state, rules):
            return f"{firer.name} is behind smoke and does not fire (§4)."
        if turrets_out(firer.placed.t, firer.kept(rules), rules):
            return f"{firer.name} has lost all its turrets (R8)."
        aim = self.aim(state, rules)
        if rules.score_to_straddle(aim.gun, aim.range) is None:
            reach = zones_in_words(sum(score is not None for score in rules.scores[aim.gun]))
            return f"{target.name} is {zones_in_words(aim.range)} away; {aim.gun} guns reach {reach} (§4)."
        return ""


def zones_in_words(zones: int) -> str:
    """A range in words: "1 zone", "3 zones"."""
    return "1 zone" if zones == 1 else f"{zones} zones"


def bearing(heading: Heading, half: Half) -> float:
    """Where a ship points, in degrees from north; South's central line is to the north (section 3)."""
    quarters = {Heading.AHEAD: 0, Heading.BROADSIDE: 1, Heading.ASTERN: 2}[heading]
    return float((quarters * QUARTER + (180 if half is Half.NORTH else 0)) % 360)


def lies(place: Place, half: Half) -> Heading:
    """How a ship lies, by where it points (section 3)."""
    ahead = 180 if half is Half.NORTH else 0
    quarter = round(((place.facing or 0) - ahead) / QUARTER) % 4
    return {0: Heading.AHEAD, 2: Heading.ASTERN}.get(quarter, Heading.BROADSIDE)


def cotton(place: Place) -> tuple[float, float]:
    """Where the smoke of a ship lies: beside it, to the west."""
    return place.x - COTTON, place.y


def tabletop(name: str) -> SeaTable:
    """A table of Pz8 Naval by its name; raises BadInput for an unknown one."""
    return SeaTable(SCENARIOS[name])
