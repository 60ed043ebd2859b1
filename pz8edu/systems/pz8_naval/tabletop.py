"""Pz8 Naval on the table: ships in their zones, and what is measured between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Annotated, Any, ClassVar

from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Area, Base, Line, Scene, Shape
from pz8edu.board.tabletop import Asked, BoardState, Fact, Tabletop
from pz8edu.board.zones import zone_words
from pz8edu.core import Help, Situation, Whole
from pz8edu.systems.pz8_naval.air_raids import raids_this_turn
from pz8edu.systems.pz8_naval.cruisers import attack_of_both, salvos_at_once
from pz8edu.systems.pz8_naval.damage import turrets_out
from pz8edu.systems.pz8_naval.factors import Battery, main_battery, sample_ship, secondary_battery
from pz8edu.systems.pz8_naval.fire import modifiers_to_straddle
from pz8edu.systems.pz8_naval.fleets import SCENARIOS, Scenario, ShipName, described
from pz8edu.systems.pz8_naval.ruleset import Naval, SampleCruiser
from pz8edu.systems.pz8_naval.sea import moves_open, range_between, sea, smoke_of
from pz8edu.systems.pz8_naval.ship import Ship, immobilised_at
from pz8edu.systems.pz8_naval.situations import PRINTED, Straddle
from pz8edu.systems.pz8_naval.words import Gun, Half, Heading, ShipClass, Side

BEAM, LENGTH = 0.2, 0.72
"""A ship on paper, in zones."""
COTTON = 0.55
"""How far from the middle of a smoke screen a ship still touches its cotton, in zones."""
RAIDS, SALVOS, DAYLIGHT = "raids of {}", "torpedo salvos of {}", "turns of daylight"
"""What is counted down: raids of a carrier, torpedo salvos of a ship, turns until night (sections 8, 9, 11)."""
ENTERED = "raids that entered of {}"
"""The raids of planes from the land that are over the table and have not yet been flown (section 8)."""
QUARTER = 90
"""Degrees from one way a ship can lie to the next."""
ROLES = {Half.SOUTH: "unit: own", Half.NORTH: "unit: enemy"}


class Vessel(Situation):
    """A ship of the scenario, with the hits it has taken."""

    name: ShipName
    half: Annotated[Half, Help("whose half of the table is its own (section 1)")]
    nation: Annotated[str, Help("whose it is")]
    h: Annotated[int, Whole(0, 9), Help("H hits")] = 0
    t: Annotated[int, Whole(0, 9), Help("T hits")] = 0
    smoke: Annotated[bool, Help("its smoke lies beside it")] = False
    sunk: Annotated[bool, Help("it is sunk")] = False
    fires_at: Annotated[str, Help("the target that it has announced")] = ""
    gone: Annotated[bool, Help("it has left the table (section 10; R28)")] = False

    @property
    def side(self) -> str:
        """Whose it is, by its half of the table."""
        return self.half.value

    @property
    def lost(self) -> bool:
        """Is it no longer on the table?"""
        return self.sunk or self.gone

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
        return Ship(self.kept(rules), self.defence, self.h, self.t, self.sunk)

    def condition(self, rules: Naval) -> str:
        """Its hits in words: "ok", "1 hull, 1 turret", "crippled"."""
        ship = self.ship(rules)
        hits = [f"{count} {word}" for count, word in ((ship.h, "hull"), (ship.t, "turret")) if count]
        state = ship.class_of(rules)
        if state is ShipClass.CRIPPLED:
            return ", ".join([state.value, *([f"{ship.t} turret"] if ship.t else [])])
        return ", ".join([*hits, *([state.value] if state is ShipClass.IMMOBILISED else [])]) or "ok"


State = BoardState[Vessel]


@dataclass(frozen=True)
class SeaTable(Tabletop[Vessel]):
    """A sea of zones on which one ship fires at another: it fills in `salvo` or `bc-both-batteries`."""

    scenario: Scenario

    step: ClassVar[float] = 0.5
    turn: ClassVar[float] = QUARTER

    def noted(self, name: str, place: Place) -> dict[str, Any]:
        """Where a ship lies, as its file says it: its zone, how far across it, and how it lies."""
        half, zones = self.start().units[name].half, sea(PRINTED)
        across = round(place.x / float(zones.width), 5)
        return {"zone": zone_of(place, half), "across": across, "heading": str(lies(place, half))}

    def start(self) -> Position[Vessel]:
        """The ships where the scenario puts them, with their hits and their smoke, their torpedoes and raids."""
        zones, places, vessels = sea(PRINTED), {}, {}
        stock: dict[str, int] = {}
        for half in Half:
            nation = self.scenario.force(half).nation
            stock |= {RAIDS.format(each): raids for each, raids in self.flights(half).items()}
            stock |= dict.fromkeys(map(ENTERED.format, self.scenario.from_land(half)), 0)
            for each in self.scenario.fleet(half):
                x, y = zones.place(each.zone, float(each.across))
                places[each.ship] = Place(round(x, 3), y, bearing(each.heading, half))
                vessels[each.ship] = Vessel(
                    name=each.ship,
                    half=half,
                    nation=nation,
                    h=each.h,
                    t=each.t,
                    smoke=each.smoke,
                    fires_at=each.fires_at,
                )
        stock |= {SALVOS.format(name): each.salvos for name, each in vessels.items() if each.salvos}
        return Position(places, vessels, stock=stock)

    def flights(self, half: Half) -> dict[str, int]:
        """Whoever flies raids for a side, and how many: its carriers, and planes from the land (section 8)."""
        land = {name: planes.raids for name, planes in self.scenario.from_land(half).items()}
        return {name: raids_of(name) for name in self.scenario.force(half).carriers} | land

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start."""
        return self.scenario.firer, self.scenario.target

    def settle(self, name: str, place: Place, position: Position[Vessel]) -> Place:
        """A ship stays in its own half, and lies along or across (section 3)."""
        vessel, zones = position.units[name], sea(PRINTED)
        own = own_zones(vessel.half)
        edge = LENGTH / 2
        x = min(max(place.x, edge), float(zones.width) - edge)
        y = min(max(place.y, own[0] - 1 + edge), own[-1] - edge)
        return Place(x, y, round((place.facing or 0) / QUARTER) * QUARTER % 360)

    def why_not_move(self, name: str, place: Place, position: Position[Vessel], rules: Naval) -> str:
        """Why a ship may not go to a place in one move; empty if it may (sections 3 and 5)."""
        vessel, zones = position.units[name], sea(PRINTED)
        here, to = zone_of(position.places[name], vessel.half), min(int(place.y) + 1, zones.count)
        if to not in own_zones(vessel.half):
            return f"{name} may not cross the central line: no ship does (§3)."
        if not 0 <= place.x <= zones.width:
            return f"{name} stays on the table, {zones.width} wide (§1)."
        if to == here:
            return ""
        if vessel.sunk or vessel.h >= immobilised_at(vessel.defence, rules):
            return f"{name} is {vessel.condition(rules)} and stays in {zone_words(here)} (§5)."
        if abs(to - here) > 1:
            return f"{name} moves one zone forward or backward, not to {zone_words(to)} (§3)."
        return ""

    def changes(self, name: str, state: State, rules: Naval) -> Mapping[str, Sequence[Any]]:
        """Hits, smoke, and the target that a ship has announced (sections 3 to 6)."""
        vessel = state.units[name]
        enemies = [other.name for other in state.units.values() if other.half is not vessel.half]
        smoke = (False, True) if self.lays_smoke(vessel, rules) else (False,)
        return {
            "h": range(vessel.defence + 1),
            "t": range(vessel.kept(rules) + 1),
            "smoke": smoke,
            "sunk": (False, True),
            "fires_at": ("", *enemies),
        }

    def lays_smoke(self, vessel: Vessel, rules: Naval) -> bool:
        """May it lay smoke? Smoke belongs to a move backward, which a ship stopped by H cannot make (section 3; R13)."""
        return not vessel.sunk and vessel.h < immobilised_at(vessel.defence, rules)

    # --- what is measured
    def zone(self, name: str, state: State) -> int:
        """The zone in which a ship lies."""
        return zone_of(state.places[name], state.units[name].half)

    def distance(self, state: State, rules: Naval) -> int:
        """The range in zones between firer and target (section 4; R2)."""
        return range_between(self.zone(state.shooter, state), self.zone(state.target, state), rules)

    def column(self, state: State, rules: Naval) -> int:
        """The column of the numbers to straddle; under R2=c ships may be 0 zones apart, and it begins with 1."""
        return max(self.distance(state, rules), 1)

    def fires_both(self, state: State, rules: Naval) -> bool:
        """Has the firer a secondary battery that reaches the target (section 11)?"""
        secondary = state.units[state.shooter].secondary
        if secondary is None:
            return False
        return rules.score_to_straddle(self.gun(secondary, rules), self.column(state, rules)) is not None

    def shielded(self, name: str, state: State, rules: Naval) -> bool:
        """Is a ship behind smoke (section 3; R29)?"""
        ours = state.units[name]
        for other in state.units.values():
            if not other.smoke or other.half is not ours.half:
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

    def concentrating(self, state: State, rules: Naval) -> tuple[str, ...]:
        """The other ships that have announced the same target and may fire at it (section 4; R5)."""
        return tuple(
            name
            for name, other in state.units.items()
            if other.fires_at == state.target
            and name != state.shooter
            and not self.forbidden(replace(state, shooter=name), rules)
        )

    def aim(self, state: State, rules: Naval) -> Straddle:
        """The shot of the main battery as it is measured; ships fire in the order of their fleet (section 4)."""
        firer, target = state.units[state.shooter], state.units[state.target]
        others = self.concentrating(state, rules)
        order = list(state.units)
        return Straddle(
            gun=self.gun(firer.battery, rules),
            range=self.column(state, rules),
            broadside=lies(state.places[state.shooter], firer.half) is Heading.BROADSIDE,
            turret_hits=firer.t,
            multi=bool(others),
            first_of_many=bool(others)
            and all(order.index(firer.name) < order.index(other) for other in others),
            smoke=self.shielded(state.target, state, rules),
            night=self.is_night(state),
            radar=firer.radar,
            target_crippled=target.ship(rules).crippled,
            both_batteries=rules.R21 == "a" and self.fires_both(state, rules),
        )

    def is_night(self, state: State) -> bool:
        """Is it night: by the scenario, or because its turns of daylight are over (section 9)?"""
        return self.scenario.night or state.position.stock.get(DAYLIGHT) == 0

    def gun(self, battery: Battery, rules: Naval) -> Gun:
        """The row of a battery in the tables of this scenario."""
        return battery.gun(self.scenario.tables, rules)

    # --- what the board shows
    def scene(self, state: State, rules: Naval) -> Scene:
        """Zones, ships, smoke, where the chosen ship may go, and its shot."""
        zones = sea(PRINTED)
        shapes: list[Shape] = [
            zones.cell(zone, label=zone_words(zone)) for zone in (*zones.southern(), *zones.northern())
        ]
        shapes.append(zones.border())
        shapes += self.reach(state, rules)
        shapes += [
            base
            for name, ship in state.units.items()
            if not ship.lost
            for base in self.bases(name, state, rules)
        ]
        if state.shooter and state.target:
            shapes += [self.shot(state, rules), *self.shots_announced(state, rules)]
        return Scene("zones", zones.extent, self.scenario.title, self.scenario.note, tuple(shapes))

    def reach(self, state: State, rules: Naval) -> Iterator[Area]:
        """The zones that the chosen ship may enter (sections 3 and 5)."""
        if not state.shooter or state.moving:
            return
        vessel, zones = state.units[state.shooter], sea(PRINTED)
        if vessel.h >= immobilised_at(vessel.defence, rules):
            return
        here = self.zone(state.shooter, state)
        for zone in filter(None, (zones.forward(here), zones.backward(here))):
            words = f"{vessel.name} may move to {zone_words(zone)}"
            yield Area("reachable", zones.cell(zone).outline, words=words)

    def bases(self, name: str, state: State, rules: Naval) -> Iterator[Base]:
        """A ship, and its smoke behind it."""
        vessel, place = state.units[name], state.places[name]
        heading, condition = lies(place, vessel.half), vessel.condition(rules)
        if vessel.smoke:
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
            picked=state.picked.get(name, ""),
            words=f"Att {self.attack_words(vessel)} · Def {vessel.defence}",
            traits=tuple(filter(None, (closing.get(heading, "broadside"), "radar" if vessel.radar else ""))),
        )

    def attack_words(self, vessel: Vessel) -> str:
        """The Attack factors of a ship: "4", "2/1"."""
        batteries = filter(None, (vessel.battery, vessel.secondary))
        return "/".join(str(battery.attack) for battery in batteries)

    def shot(self, state: State, rules: Naval) -> Line:
        """The line from firer to target, with range and needed score."""
        ends = [(state.places[name].x, state.places[name].y) for name in (state.shooter, state.target)]
        range_words, score_words = zones_in_words(self.distance(state, rules)), self.score_words(state, rules)
        modifiers = str(modifiers_to_straddle(self.aim(state, rules), rules))
        role = "sight: blocked" if self.forbidden(state, rules) else "sight: clear"
        return Line(role, tuple(ends), label=f"{range_words} · {score_words}", words=modifiers)

    def shots_announced(self, state: State, rules: Naval) -> Iterator[Line]:
        """Who else fires at the target (section 4)."""
        there = state.places[state.target]
        for name in self.concentrating(state, rules):
            here = state.places[name]
            ends = ((here.x, here.y), (there.x, there.y))
            yield Line("track", ends, arrow=True, words=f"{name} fires at {state.target} too (§4)")

    def needed(self, state: State, rules: Naval) -> int | None:
        """The straddle die that the main battery needs; None out of range (section 4)."""
        aim = self.aim(state, rules)
        score = rules.score_to_straddle(aim.gun, aim.range)
        return None if score is None else score - modifiers_to_straddle(aim, rules).total

    def score_words(self, state: State, rules: Naval) -> str:
        """What the straddle die of the main battery needs: "needs 5 or 6"."""
        needed = self.needed(state, rules)
        if needed is None:
            return "out of range"
        if needed > 6:
            return "needs a 6" if rules.R4 == "b" else "cannot straddle"
        return "needs a 6" if needed == 6 else f"needs {needed} or more"

    def facts(self, state: State, rules: Naval) -> tuple[Fact, ...]:
        """Firer, target, range, how the firer lies, smoke and night, torpedoes, moves (sections 3, 4, 5 and 11)."""
        facts = [
            Fact("Firer", self.named(state.shooter, state, rules)),
            Fact("Target", self.named(state.target, state, rules)),
        ]
        if state.shooter and state.target:
            aim = self.aim(state, rules)
            modifiers = modifiers_to_straddle(aim, rules)
            facts += [
                Fact("Range", zones_in_words(self.distance(state, rules)), f"row {aim.gun} (§4)"),
                Fact("To straddle", self.score_words(state, rules), str(modifiers)),
            ]
            facts += [
                Fact("Concentrating", name, f"fires at {state.target} too (§4)")
                for name in self.concentrating(state, rules)
            ]
            facts += self.torpedoes(state, rules)
        if state.shooter:
            vessel = state.units[state.shooter]
            moves = moves_open(self.zone(state.shooter, state), vessel.h, vessel.defence, rules)
            facts.append(Fact("May move", "; ".join(moves), "hatched zones (§3)"))
            facts += self.smoke_and_repair(vessel, rules)
        facts += self.raids(state, rules)
        return tuple(facts)

    def smoke_and_repair(self, vessel: Vessel, rules: Naval) -> Iterator[Fact]:
        """What its smoke does on either side, and what it may repair (sections 2, 3 and 6)."""
        if vessel.smoke:
            yield from (Fact(f"Smoke of Side {side.value}", smoke_of(side), "§2, §3") for side in Side)
        if (vessel.h or vessel.t) and not vessel.ship(rules).out:
            yield Fact("Repair", f"one H or T on {rules.repair_on} or more", "at the end of the turn (§6)")

    def torpedoes(self, state: State, rules: Naval) -> Iterator[Fact]:
        """The torpedo salvos of the firer, if it has any (section 11; R23)."""
        vessel = state.units[state.shooter]
        if not vessel.salvos:
            return
        left = state.position.stock.get(SALVOS.format(vessel.name), vessel.salvos)
        salvos = salvos_at_once(left, fires_guns=True, rules=rules)
        near = self.distance(state, rules) <= rules.torpedo_range
        words = f"{salvos} of {vessel.salvos} salvos beside the guns" if near else "out of range"
        yield Fact("Torpedoes", words, f"range {zones_in_words(rules.torpedo_range)} (§11)")

    def raids(self, state: State, rules: Naval) -> Iterator[Fact]:
        """The air raids of carriers off the table (section 8; R15)."""
        for half in Half:
            land = self.scenario.from_land(half)
            for name, raids in self.flights(half).items():
                left = state.position.stock.get(RAIDS.format(name), raids)
                most = raids_this_turn((raids,), raids - left, rules)
                enters = f", enter on {rules.enters_on} or more" if name in land else ""
                told = f"at most {most} a turn, off the table{enters} (§8)"
                yield Fact(name, f"{left} {self.scenario.carries(name, half).value} raids", told)

    def named(self, name: str, state: State, rules: Naval) -> str:
        """A ship in a few words."""
        if not name:
            return "choose one"
        vessel = state.units[name]
        factors = f"{described(name)}, Att {self.attack_words(vessel)}, Def {vessel.defence}"
        condition = vessel.condition(rules)
        return f"{name}, {factors}" + (f", {condition}" if condition != "ok" else "")

    # --- what it asks
    def asked(self, state: State, rules: Naval) -> Asked | None:
        """The salvo of the chosen two with the measured inputs; of a damaged ship without a target its repair."""
        if not (state.shooter and state.target):
            return self.repair(state, rules)
        firer, target = state.units[state.shooter], state.units[state.target]
        aim = self.aim(state, rules)
        why_not = self.forbidden(state, rules)
        counted = tuple(f"{name} fires at {target.name} too" for name in self.concentrating(state, rules))
        inputs: dict[str, Any] = {
            "range": min(aim.range, 4),
            "target_att": target.kept(rules),
            "target_def": target.defence,
            "h": target.h,
            "t": target.t,
            "broadside": aim.broadside,
            "turret_hits": aim.turret_hits,
            "multi": aim.multi,
            "first_of_many": aim.first_of_many,
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
            return Asked("bc-both-batteries", inputs | batteries, why_not, counted)
        more = {"gun": aim.gun, "att": firer.battery.attack, "hood": target.hood}
        return Asked("salvo", inputs | more, why_not, counted)

    def repair(self, state: State, rules: Naval) -> Asked | None:
        """The repair die of the chosen ship at the end of the turn (section 6); None if it has no hits."""
        vessel = state.units.get(state.shooter)
        if vessel is None or not (vessel.h or vessel.t):
            return None
        ship = vessel.ship(rules)
        why_not = f"{vessel.name} is {ship.class_of(rules)} and is not repaired (§6)." if ship.out else ""
        inputs = {"h": vessel.h, "t": vessel.t, "def": vessel.defence}
        return Asked("repair", inputs, why_not)

    def forbidden(self, state: State, rules: Naval) -> str:
        """Why the one may not fire its guns at the other; empty if it may (sections 3, 4 and 5; R8)."""
        firer, target = state.units[state.shooter], state.units[state.target]
        if why_not := self.silenced(state, rules):
            return why_not
        if turrets_out(firer.t, firer.kept(rules), rules):
            return f"{firer.name} has lost all its turrets (R8)."
        gun, zones = self.gun(firer.battery, rules), self.distance(state, rules)
        if rules.score_to_straddle(gun, self.column(state, rules)) is None:
            reach = zones_in_words(sum(score is not None for score in rules.scores[gun]))
            return f"{target.name} is {zones_in_words(zones)} away; {gun} guns reach {reach} (§4)."
        return ""

    def silenced(self, state: State, rules: Naval) -> str:
        """Why the one may not fire anything at the other; empty if it may (sections 3, 4 and 5)."""
        firer, target = state.units[state.shooter], state.units[state.target]
        if firer.half is target.half:
            return f"{target.name} is on the same side."
        if firer.ship(rules).out:
            return f"{firer.name} is {firer.ship(rules).class_of(rules)} and does not fire (§5)."
        if target.lost:
            return (
                f"{target.name} is sunk (§5)." if target.sunk else f"{target.name} has left the table (R28)."
            )
        if self.shielded(firer.name, state, rules):
            return f"{firer.name} is behind smoke and does not fire (§4)."
        return ""


def raids_of(carrier: str) -> int:
    """The air raids of a carrier (sections 8 and 9)."""
    return PRINTED.cape_matapan[carrier].raids or 0


def zones_in_words(zones: int) -> str:
    """A range in words: "1 zone", "3 zones"."""
    return "1 zone" if zones == 1 else f"{zones} zones"


def own_zones(half: Half) -> range:
    """The zones of one side."""
    zones = sea(PRINTED)
    return zones.southern() if half is Half.SOUTH else zones.northern()


def zone_of(place: Place, half: Half) -> int:
    """The zone in which a ship of one side lies."""
    own = own_zones(half)
    return min(max(int(place.y) + 1, own[0]), own[-1])


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


NAMES = SCENARIOS.names()


def tabletop(name: str | Situation) -> SeaTable:
    """A table of Pz8 Naval by its name or as set up; raises BadInput for an unknown one."""
    return SeaTable(SCENARIOS[name])
