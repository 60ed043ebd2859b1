"""The Pz8 aerial rules for 1965 to 1975 on the board: jets on hexes, with cannon and a roster of missiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pz8edu.board.hex_tabletop import hexes_in_words
from pz8edu.board.hexes import Hex, hex_distance
from pz8edu.board.tabletop import Asked, BoardState, Fact
from pz8edu.core import Modifiers, Nullable, Situation
from pz8edu.systems.pz8_aerial_1935.airspace import Aircraft, Airspace
from pz8edu.systems.pz8_aerial_1935.arcs import OUT_OF_ARC, OUT_OF_RANGE, WRONG_ALTITUDE, Bearing
from pz8edu.systems.pz8_aerial_1935.fire import modifiers_to_hit
from pz8edu.systems.pz8_aerial_1935.movement import Performance, performance
from pz8edu.systems.pz8_aerial_1935.situations import Aim
from pz8edu.systems.pz8_aerial_1935.words import Side
from pz8edu.systems.pz8_aerial_1965.arcs import WRONG_DIRECTION, bearing, covered
from pz8edu.systems.pz8_aerial_1965.missiles import SECTIONS, firer_modifiers, target_modifiers
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965, Jet
from pz8edu.systems.pz8_aerial_1965.scenarios import SCENARIOS, Pilot, Placed, Scenario
from pz8edu.systems.pz8_aerial_1965.situations import PRINTED, Flight, Missiles
from pz8edu.systems.pz8_aerial_1965.words import Bloc, Weapon


@dataclass(frozen=True)
class Fighter(Aircraft):
    """A jet: the missiles that it has left, and the weapon that it means to fire (None: the first that bears)."""

    member: Pilot
    bloc: Bloc = Bloc.OTHER
    hs: int = 0
    rh: int = 0
    fires: Annotated[Weapon | None, Nullable()] = None
    salvo: int = 1

    def jet(self, rules: Aerial1965) -> Jet:
        """Its printed row (section 7), or its factors (section 6)."""
        return self.member.jet(rules)

    def left(self, weapon: Weapon) -> int:
        """The missiles of a kind that it has left; cannon always fire."""
        return {Weapon.CANNON: 1, Weapon.HS: self.hs, Weapon.RH: self.rh}[weapon]

    @property
    def armed_with(self) -> tuple[Weapon, ...]:
        """What it can still fire."""
        return tuple(weapon for weapon in Weapon if self.left(weapon))

    def highest(self, rules: Aerial1965) -> int:
        return self.jet(rules).altitude

    def performance(self, altitude: int, rules: Aerial1965) -> Performance:
        jet = self.jet(rules)
        return performance(Flight(mp=jet.mp, alt=altitude, max_alt=jet.altitude), self.damaged, rules)

    def factors(self, rules: Aerial1965) -> Mapping[str, str]:
        jet = self.jet(rules)
        factors = {"MP": jet.mp, "Att": jet.attack, "Def": jet.defence, "Alt": jet.altitude}
        return {short: str(value) for short, value in factors.items()}

    @property
    def stores(self) -> str:
        kinds = (Weapon.HS, Weapon.RH)
        return " ".join(f"{self.left(kind)} {kind.upper()}" for kind in kinds if self.member.missiles(kind))


State = BoardState[Fighter]


@dataclass(frozen=True)
class Sky(Airspace[Fighter, Aerial1965]):
    """A board on which a jet fires at another: `cannon-exchange`, `hs-missile` or `rh-missile`."""

    scenario: Scenario

    printed: ClassVar = PRINTED

    def unit(self, side: Side, member: Pilot, placed: Placed | None) -> Fighter:
        squadron = self.scenario.squadron(side)
        hs, rh = member.missiles(Weapon.HS), member.missiles(Weapon.RH)
        fighter = Fighter(side, squadron.nation, member, bloc=squadron.bloc, hs=hs, rh=rh)
        if placed is None:
            return fighter
        return replace(fighter, damaged=placed.damaged, fires=placed.fires, salvo=placed.salvo)

    def changes(self, name: str, state: State, rules: Any) -> Mapping[str, Sequence[Any]]:
        """What may have happened to a jet, what it has left, and what it means to fire."""
        pilot = state.units[name].member
        stock = {kind.value: range(pilot.missiles(kind) + 1) for kind in (Weapon.HS, Weapon.RH)}
        carried = {kind: counts for kind, counts in stock.items() if len(counts) > 1}
        weapons = (None, Weapon.CANNON, *map(Weapon, carried))
        more = {"fires": weapons, "salvo": range(1, max(map(len, carried.values()), default=2))}
        return {**super().changes(name, state, rules), **carried, **more}

    # --- what is measured
    def bearing(self, name: str, weapon: Weapon, target: str, state: State, rules: Aerial1965) -> Bearing:
        """May a weapon fire at another (section 5)?"""
        return bearing(self.flying(name, state), weapon, self.flying(target, state), rules)

    def weapon(self, state: State, rules: Aerial1965) -> tuple[Weapon, Bearing]:
        """The weapon that the firer has chosen, else the first that bears, else the first that reaches so far."""
        fighter = state.units[state.shooter]
        found = {
            weapon: self.bearing(state.shooter, weapon, state.target, state, rules)
            for weapon in ([fighter.fires] if fighter.fires else fighter.armed_with)
        }
        bears = [weapon for weapon, each in found.items() if each.allowed]
        reach = [weapon for weapon, each in found.items() if each.distance <= rules.weapons[weapon].most]
        weapon = (bears or reach or list(found)[-1:])[0]
        return weapon, found[weapon]

    def salvo(self, kind: Weapon, distance: int, state: State, rules: Aerial1965) -> Missiles:
        """The missiles of the firer, as they are measured."""
        firer, target = state.units[state.shooter], state.units[state.target]
        reach = rules.weapons[kind]
        return Missiles(
            missiles=max(1, min(firer.salvo, firer.left(kind))),
            distance=min(max(distance, reach.least), reach.most),
            altitude=max(self.altitude(state.shooter, state), 1),
            bloc=firer.bloc,
            first_generation=firer.member.first_generation,
            target_mp=target.jet(rules).mp,
            target_skill=target.member.skill,
            target_damaged=target.damaged,
        )

    def to_hit(self, state: State, distance: int, rules: Aerial1965) -> tuple[str, Modifiers]:
        """The faces that hit with cannon, empty where none does, and why (section 5a; R15)."""
        firer = state.units[state.shooter]
        skill = firer.member.skill
        aim = Aim(distance=distance, skill=skill, turned180=firer.turned180, damaged=firer.damaged)
        modifiers = modifiers_to_hit(aim, rules)
        return self.scores(distance, modifiers.total, rules), modifiers

    # --- what the board shows
    def aimed(self, state: State, rules: Aerial1965) -> Mapping[Hex, str]:
        """The hexes that the weapon in use covers, or all weapons; with the faces that hit with cannon."""
        at = self.flying(state.shooter, state)
        weapons = [self.weapon(state, rules)[0]] if state.target else state.units[state.shooter].armed_with
        return {
            target: self.to_hit(state, hex_distance(at.at, target), rules)[0]
            if weapon is Weapon.CANNON
            else ""
            for weapon in weapons
            for target in covered(at, weapon, rules)
        }

    def shot(self, state: State, rules: Aerial1965) -> tuple[str, str]:
        """The faces that hit with cannon, or both dice of a salvo; and why."""
        weapon, found = self.weapon(state, rules)
        if weapon is Weapon.CANNON:
            faces, modifiers = self.to_hit(state, found.distance, rules)
            return f"hits on {faces}" if faces else "cannot hit", str(modifiers)
        salvo = self.salvo(weapon, found.distance, state, rules)
        ours, theirs = firer_modifiers(weapon, salvo, rules), target_modifiers(weapon, salvo, rules)
        dice = " against ".join(f"D6{each.total:+d}" if each.total else "D6" for each in (ours, theirs))
        words = f"firer: {ours}; target: {theirs}"
        return f"{salvo.missiles} {weapon.upper()}: {dice}".replace("-", "−"), words

    def facts_of_shot(self, state: State, rules: Aerial1965) -> Iterator[Fact]:
        """What is needed or rolled, and whether the target fires back."""
        weapon, _ = self.weapon(state, rules)
        label, words = self.shot(state, rules)
        yield Fact(weapon.said[0].upper() + weapon.said[1:], label, f"{words} (§{SECTIONS[weapon]})")
        back = self.bearing(state.target, Weapon.CANNON, state.shooter, state, rules)
        if weapon is not Weapon.CANNON:
            yield Fact("Return fire", "no", "it answers cannon only (§5a)")
        elif back.allowed:
            yield Fact("Return fire", "yes", f"{rules.return_fire:+d} (§5a)".replace("-", "−"))
        else:
            yield Fact("Return fire", "no", f"{state.shooter} is {back.verdict} (§5a)")

    def facts_of_fire(self, state: State, rules: Aerial1965) -> Iterator[Fact]:
        """Distance, why not or what is needed, and every weapon that the firer still has."""
        yield from super().facts_of_fire(state, rules)
        if self.may_act(state.shooter, state) and state.target:
            verdicts = (
                f"{weapon.said}: {self.bearing(state.shooter, weapon, state.target, state, rules).verdict}"
                for weapon in state.units[state.shooter].armed_with
            )
            yield Fact("Weapons", "; ".join(verdicts), "cannon or missiles, not both (§5)")

    # --- what it asks
    def asked(self, state: State, rules: Aerial1965) -> Asked | None:
        """The cannon shot or the salvo of the chosen two; None while there are not two."""
        if not state.shooter or not state.target:
            return None
        why_not = self.out_of_the_game(state) or self.forbidden(state, rules)
        weapon, found = self.weapon(state, rules)
        firer, target = state.units[state.shooter], state.units[state.target]
        if weapon is not Weapon.CANNON:
            salvo = self.salvo(weapon, found.distance, state, rules)
            counted = f"{salvo.missiles} of {firer.left(weapon)} {weapon.said}"
            return Asked(f"{weapon}-missile", salvo.plain(), why_not, () if why_not else (counted,))
        reach = rules.weapons[Weapon.CANNON]
        back = self.bearing(state.target, Weapon.CANNON, state.shooter, state, rules)
        inputs = {
            "distance": min(max(found.distance, reach.least), reach.most),
            "a_att": firer.jet(rules).attack,
            "a_def": firer.jet(rules).defence,
            "t_att": target.jet(rules).attack,
            "t_def": target.jet(rules).defence,
            "t_can_return": back.allowed,
        } | self.of_both(state)
        return Asked("cannon-exchange", inputs, why_not, names={"A": state.shooter, "T": state.target})

    def forbidden(self, state: State, rules: Aerial1965) -> str:
        """Why the one may not fire at the other; empty if it may (section 5)."""
        name, target = state.shooter, state.target
        fighter = state.units[name]
        if state.units[target].side is fighter.side:
            return f"{target} is on the same side."
        weapon, found = self.weapon(state, rules)
        if not fighter.left(weapon):
            return f"{name} has no {weapon.said} left (§1)."
        weapons = [weapon] if fighter.fires else fighter.armed_with
        reach = ", ".join(
            f"{each.said} {rules.weapons[each].least} to {rules.weapons[each].most}" for each in weapons
        )
        why = {
            OUT_OF_RANGE: f"is {hexes_in_words(found.distance)} away; in hexes reach {reach}",
            OUT_OF_ARC: f"is not in the firing arc of {name}",
            WRONG_ALTITUDE: f"is at level {self.altitude(target, state)}, not at that of {name}",
            WRONG_DIRECTION: f"does not fly in the same direction as {name}, which HS missiles need",
        }
        return f"{target} {why[found.verdict]} (§5)." if found.verdict in why else ""


NAMES = SCENARIOS.names()


def tabletop(name: str | Situation) -> Sky:
    """A board of these rules by its name or as set up; raises BadInput for an unknown one."""
    return Sky(SCENARIOS[name])
