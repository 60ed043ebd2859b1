"""The Pz8 aerial rules on the board: aircraft on hexes, where they can fly, and whom they can fire at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar

from pz8edu.board.hex_tabletop import hex_in, hexes_in_words
from pz8edu.board.hexes import Hex, hex_centre, hex_distance, hex_words
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Base
from pz8edu.board.tabletop import Asked, BoardState, Fact
from pz8edu.core import Nullable, Situation
from pz8edu.systems.pz8_aerial_1935.airspace import ROLES, Aircraft, Airspace
from pz8edu.systems.pz8_aerial_1935.arcs import (
    JAMMED,
    MAY_FIRE,
    OUT_OF_ARC,
    OUT_OF_RANGE,
    WRONG_ALTITUDE,
    Bearing,
    arc,
    bearing,
)
from pz8edu.systems.pz8_aerial_1935.factors import PRINTED
from pz8edu.systems.pz8_aerial_1935.fire import modifiers_to_hit
from pz8edu.systems.pz8_aerial_1935.ground_attack import dives
from pz8edu.systems.pz8_aerial_1935.movement import Performance, performance
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935, AircraftRow
from pz8edu.systems.pz8_aerial_1935.scenarios import SCENARIOS, GroundTarget, Member, Placed, Scenario
from pz8edu.systems.pz8_aerial_1935.situations import Aim, Flight
from pz8edu.systems.pz8_aerial_1935.words import Fate, GroundWeapon, Side, Weapon

NOT_FOR = {
    OUT_OF_RANGE: "out of range of",
    OUT_OF_ARC: "in no firing arc of",
    WRONG_ALTITUDE: "at the wrong altitude for",
    JAMMED: "spared by the jammed gun of",
}
"""Why an aircraft cannot be fired at by another, in words."""


@dataclass(frozen=True)
class Machine(Aircraft):
    """An aircraft with what it still carries, and its weapons that are jammed (section 12; R24).

    `over3` says that it has expended more than 3 MPs (section 9).
    """

    member: Member
    load: Annotated[GroundWeapon | None, Nullable()] = None
    over3: bool = False
    jammed: tuple[Weapon, ...] = ()

    @property
    def ww1(self) -> bool:
        """Is it an aircraft of the First World War (section 12)?"""
        return self.member.ww1

    def data(self, rules: Aerial1935) -> AircraftRow:
        """Its printed row (sections 7 and 12), or its factors (section 6)."""
        return self.member.data(rules)

    def attack(self, weapon: Weapon, rules: Aerial1935) -> int | None:
        """The Attack factor of a weapon; None if it has none."""
        data = self.data(rules)
        return data.front if weapon is Weapon.FRONT else data.rear

    def highest(self, rules: Aerial1935) -> int:
        return self.data(rules).altitude

    def performance(self, altitude: int, rules: Aerial1935) -> Performance:
        data = self.data(rules)
        flight = Flight(
            mp=data.mp,
            alt=altitude,
            max_alt=data.altitude,
            biplane=data.biplane,
            ww1=self.ww1,
            loaded=self.load is not None,
        )
        return performance(flight, self.damaged, rules)

    def factors(self, rules: Aerial1935) -> Mapping[str, str]:
        data = self.data(rules)
        attack = str(data.front) if data.rear is None else f"{data.front} front, {data.rear} rear"
        return {"MP": str(data.mp), "Att": attack, "Def": str(data.defence), "Alt": str(data.altitude)}

    @property
    def stores(self) -> str:
        jams = (f"{weapon} gun jammed" for weapon in self.jammed)
        return " · ".join((*([self.load.value] if self.load else []), *jams))


State = BoardState[Machine]


@dataclass(frozen=True)
class Sky(Airspace[Machine, Aerial1935]):
    """A board on which an aircraft fires at another or at the ground: `exchange` or `ground-attack`."""

    scenario: Scenario

    printed: ClassVar = PRINTED
    leaves: ClassVar = "10"

    @cached_property
    def targets(self) -> Mapping[str, GroundTarget]:
        """The targets on the ground."""
        return {each.name: each for each in self.scenario.ground}

    @cached_property
    def ground(self) -> Mapping[str, Hex]:
        """The targets on the ground and their hexes."""
        return {each.name: hex_in(each.column, each.row) for each in self.scenario.ground}

    def unit(self, side: Side, member: Member, placed: Placed | None) -> Machine:
        damaged = placed is not None and placed.damaged
        return Machine(side, self.scenario.squadron(side).nation, member, damaged, load=member.load)

    def start(self) -> Position[Machine]:
        """The aircraft and the targets on the ground where the scenario puts them; stock tells which stand."""
        position = super().start()
        return replace(
            position,
            stock=dict.fromkeys(self.ground, 1),
            places={name: Place(*hex_centre(at)) for name, at in self.ground.items()} | dict(position.places),
        )

    def changes(self, name: str, state: State, rules: Any) -> Mapping[str, Sequence[Any]]:
        """What may have happened to an aircraft, and whether it has expended more than 3 MPs (section 9)."""
        member = state.units[name].member
        loads = {"load": (None, member.load)} if member.load else {}
        return {**super().changes(name, state, rules), **loads, "over3": (False, True)}

    def may_leave(self, name: str, state: State, rules: Aerial1935) -> bool:
        """A Damaged aircraft may leave wherever it flies beyond the board (section 10; R9, R26)."""
        ends = self.ends(name, state, rules) if state.units[name].damaged else ()
        return any(end.at not in self.field for end in ends) or super().may_leave(name, state, rules)

    # --- what is measured
    def bears(self, firer: str, target: str, state: State, rules: Aerial1935) -> tuple[Weapon, Bearing]:
        """The weapon of an aircraft that bears on another, else its front weapon (sections 5 and 8; R16)."""
        at, other = self.flying(firer, state), self.flying(target, state)
        found = {
            weapon: bearing(at, weapon, other.at, other.altitude, rules)
            for weapon in Weapon
            if state.units[firer].attack(weapon, rules) is not None
        }
        for weapon in state.units[firer].jammed:
            if found[weapon].allowed:
                found[weapon] = found[weapon]._replace(verdict=JAMMED)
        weapon = next((weapon for weapon, each in found.items() if each.allowed), Weapon.FRONT)
        return weapon, found[weapon]

    def aim(self, machine: Machine, weapon: Weapon, found: Bearing) -> Aim:
        """A shot as it is measured; it needs a distance in range."""
        return Aim(
            distance=found.distance,
            skill=machine.member.skill,
            weapon=weapon,
            turned180=machine.turned180,
            target_higher=found.higher,
            damaged=machine.damaged,
            ww1=machine.ww1,
        )

    def faces(self, aim: Aim, rules: Aerial1935) -> str:
        """The faces that hit; empty where none does (section 5; R15)."""
        return self.scores(aim.distance, modifiers_to_hit(aim, rules).total, rules)

    # --- what the board shows
    def aimed(self, state: State, rules: Aerial1935) -> Mapping[Hex, str]:
        """The hexes into which the firer can fire at its own level, with the faces that hit (section 5)."""
        if state.target in self.ground:
            return {}
        machine, at, aimed = state.units[state.shooter], self.flying(state.shooter, state), {}
        for weapon in Weapon:
            if machine.attack(weapon, rules) is not None:
                for target in arc(at.at, at.facing, weapon, rules):
                    found = Bearing(hex_distance(at.at, target), False, MAY_FIRE)
                    aimed[target] = self.faces(self.aim(machine, weapon, found), rules)
        return aimed

    def bases(self, state: State, rules: Aerial1935) -> Iterator[Base]:
        """The targets on the ground, and the aircraft."""
        yield from (self.on_the_ground(name, state) for name in self.ground if state.position.stock[name])
        yield from super().bases(state, rules)

    def on_the_ground(self, name: str, state: State) -> Base:
        """A target on the ground."""
        place = state.places[name]
        return Base(
            name,
            "ground target",
            "",
            (place.x, place.y),
            size=0.75,
            role=ROLES[self.targets[name].side],
            symbol=self.targets[name].kind,
            where=hex_words(self.at(name, state)),
            picked=state.picked.get(name, ""),
            label=f"{name} · on the ground",
        )

    def shot(self, state: State, rules: Aerial1935) -> tuple[str, str]:
        """The faces that hit, and why."""
        if state.target in self.ground:
            return "ground attack", ""
        aim = self.aim(state.units[state.shooter], *self.bears(state.shooter, state.target, state, rules))
        faces = self.faces(aim, rules)
        return f"hits on {faces}" if faces else "cannot hit", str(modifiers_to_hit(aim, rules))

    def facts_of_shot(self, state: State, rules: Aerial1935) -> Iterator[Fact]:
        """What is needed, and whether the target fires back."""
        if state.target in self.ground:
            return
        aim = self.aim(state.units[state.shooter], *self.bears(state.shooter, state.target, state, rules))
        modifiers = modifiers_to_hit(aim, rules)
        yield Fact("To hit", self.faces(aim, rules) or "cannot hit", f"{modifiers} (§5)")
        answer, back = self.bears(state.target, state.shooter, state, rules)
        if back.allowed:
            yield Fact("Return fire", f"yes, with the {answer} weapon", "−1 (§5)")
        else:
            yield Fact("Return fire", "no", f"{state.shooter} is {NOT_FOR[back.verdict]} {state.target} (§5)")

    def facts_of_losses(self, state: State, rules: Aerial1935) -> Iterator[Fact]:
        """Who may leave, who is out of the game, and what that is worth in a campaign (section 10)."""
        for name in self.in_the_air(state):
            if state.units[name].damaged and self.may_leave(name, state, rules):
                yield Fact("May leave", name, "a Damaged aircraft may leave, for the whole game (§10)")
        lost = [machine.side for machine in state.units.values() if machine.fate is Fate.DESTROYED]
        yield from super().facts_of_losses(state, rules)
        if lost:
            kills = " to ".join(
                f"{lost.count(side.other)} ({self.scenario.squadron(side).nation})" for side in Side
            )
            rule = f"more kills win after {rules.games} games; a tie goes to more Veterans (§10)"
            yield Fact("Kills", kills, rule)

    def named(self, name: str, state: State, rules: Aerial1935) -> str:
        """An aircraft or target in a few words."""
        return f"{name}, on the ground" if name in self.ground else super().named(name, state, rules)

    # --- what it asks
    def asked(self, state: State, rules: Aerial1935) -> Asked | None:
        """The exchange or ground attack of the chosen two; None while there are not two."""
        if state.shooter not in state.units or not state.target:
            return None
        if state.target in self.ground:
            return self.attacks(state, rules)[0]
        why_not = self.out_of_the_game(state) or self.forbidden(state, rules)
        firer, target = state.units[state.shooter], state.units[state.target]
        weapon, found = self.bears(state.shooter, state.target, state, rules)
        answer, back = self.bears(state.target, state.shooter, state, rules)
        inputs = {
            "distance": min(max(found.distance, 1), rules.longest_range),
            "a_att": firer.attack(weapon, rules),
            "a_def": firer.data(rules).defence,
            "t_att": target.attack(answer, rules),
            "t_def": target.data(rules).defence,
            "t_can_return": back.allowed,
            "a_weapon": weapon.value,
            "a_target_higher": weapon is Weapon.REAR and found.higher,
            "ww1": firer.ww1,
        } | self.of_both(state)
        return Asked("exchange", inputs, why_not, names={"A": state.shooter, "T": state.target})

    def attacks(self, state: State, rules: Aerial1935) -> tuple[Asked, ...]:
        """The ground attacks of the chosen aircraft: with what it carries, and strafing (section 9)."""
        machine, altitude = state.units[state.shooter], self.altitude(state.shooter, state)
        inputs: dict[str, Any] = {
            "altitude": min(max(altitude, 1), HIGHEST_ATTACK),
            "over3": machine.over3,
            "dive_bomber": machine.data(rules).dive_bomber,
        }
        out = self.out_of_the_game(state)
        return tuple(
            Asked(
                "ground-attack",
                {"weapon": weapon.value, **inputs},
                out or self.why_no_attack(weapon, state, rules),
            )
            for weapon in dict.fromkeys((machine.load or GroundWeapon.STRAFING, GroundWeapon.STRAFING))
        )

    def why_no_attack(self, weapon: GroundWeapon, state: State, rules: Aerial1935) -> str:
        """Why the one may not attack the other on the ground; empty if it may (sections 9, 12; R19, R20)."""
        name, target = state.shooter, state.target
        machine, altitude = state.units[name], self.altitude(name, state)
        if self.targets[target].side is machine.side:
            return f"{target} is on the same side."
        if not state.position.stock[target]:
            return f"{target} is destroyed (§9)."
        away = hex_distance(self.at(name, state), self.at(target, state))
        if away != 1:
            return f"{target} is {hexes_in_words(away)} away; a ground attack needs the next hex (§9)."
        guns = [each for each in Weapon if machine.attack(each, rules) is not None]
        if rules.T5 == "a" and weapon is GroundWeapon.STRAFING and set(guns) <= set(machine.jammed):
            return f"{name} does not strafe with its guns jammed (§12; T5)."
        if not altitude:
            return f"{name} is at level 0, from which the book prints no attack (§9; R6)."
        top = self.performance(name, state, rules).ceiling
        if altitude != top and dives(machine.data(rules).dive_bomber, weapon, rules):
            return f"{name} is a dive bomber and attacks from level {top} (§9)."
        return ""

    def forbidden(self, state: State, rules: Aerial1935) -> str:
        """Why the one may not fire at the other; empty if it may (sections 5 and 9)."""
        name, target = state.shooter, state.target
        machine = state.units[name]
        if target in self.ground:
            return self.why_no_attack(machine.load or GroundWeapon.STRAFING, state, rules)
        if state.units[target].side is machine.side:
            return f"{target} is on the same side."
        _, found = self.bears(name, target, state, rules)
        why = {
            OUT_OF_RANGE: f"is {hexes_in_words(found.distance)} away; range is 1 to {rules.longest_range} hexes",
            OUT_OF_ARC: f"is not in a firing arc of {name}",
            WRONG_ALTITUDE: f"is at level {self.altitude(target, state)}, not at that of {name}",
            JAMMED: f"is before a jammed gun of {name}",
        }
        return f"{target} {why[found.verdict]} (§5)." if found.verdict in why else ""


HIGHEST_ATTACK = 5
"""The highest level that the calculator of ground attacks knows; from there nothing is hit."""


NAMES = SCENARIOS.names()


def tabletop(name: str | Situation) -> Sky:
    """A board of the aerial rules by its name or as set up; raises BadInput for an unknown one."""
    return Sky(SCENARIOS[name])
