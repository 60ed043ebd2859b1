"""Sections 6 and 7: squadrons with their missiles, aircraft of one's own, and boards with all in place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pz8edu.core import Help, Shelf, Situation, Whole, WordDomain
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_aerial_1935 import scenarios as aerial
from pz8edu.systems.pz8_aerial_1935.factors import full
from pz8edu.systems.pz8_aerial_1935.words import Side
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965, Jet
from pz8edu.systems.pz8_aerial_1965.situations import PRINTED
from pz8edu.systems.pz8_aerial_1965.words import Bloc, Weapon

JetName = Annotated[str, WordDomain(tuple(PRINTED.jets))]
CANNON = "multiple cannon"
"""What every jet of these rules is armed with (section 6)."""


class OwnJet(Situation):
    """An aircraft as its history tells it, to be rated by section 6."""

    aircraft: Annotated[str, Help("its type")]
    speed: Annotated[int, Whole(1, 3600), Help("greatest speed in km/h")]
    ceiling: Annotated[int, Whole(1, 23999), Help("greatest altitude in metres")]
    hs: Annotated[int, Whole(0, 4), Help("heat-seeking missiles")] = 0
    rh: Annotated[int, Whole(0, 4), Help("radar-homing missiles")] = 0

    def rated(self, rules: Aerial1965) -> Jet:
        """Its factors, as a row beside the samples."""
        return Jet(
            aircraft=self.aircraft,
            mp=full(self.speed, rules.speed_for_mp),
            attack=rules.armament[CANNON].attack,
            defence=rules.weakest,
            altitude=full(self.ceiling, rules.metres_for_level),
            hs=self.hs,
            rh=self.rh,
            note="rated by section 6",
        )


class Pilot(aerial.Pilot):
    """An aircraft of a squadron, its pilot and its missiles."""

    aircraft: Annotated[
        JetName | OwnJet, Help("its row in the sample data, or an aircraft of your own to be rated")
    ]
    hs: Annotated[int | None, Whole(0, 4), Help("HS missiles at the start; leave out for all")] = None
    rh: Annotated[int | None, Whole(0, 4), Help("RH missiles at the start; leave out for all")] = None
    first_generation: Annotated[bool, Help("first-generation missiles")] = False

    def check(self) -> None:
        for weapon in (Weapon.HS, Weapon.RH):
            most = self.jet(PRINTED).carries(weapon)
            if self.missiles(weapon) > most:
                raise BadInput(f"{self.name} carries at most {most} {weapon.said} (section 7)")

    def jet(self, rules: Aerial1965) -> Jet:
        """Its row (section 7), or its factors (section 6)."""
        return self.aircraft.rated(rules) if isinstance(self.aircraft, OwnJet) else rules.jets[self.aircraft]

    def missiles(self, weapon: Weapon) -> int:
        """How many missiles of a kind it carries at the start."""
        given = self.hs if weapon is Weapon.HS else self.rh
        return self.jet(PRINTED).carries(weapon) if given is None else given

    @property
    def type_name(self) -> str:
        return self.jet(PRINTED).aircraft

    @property
    def top(self) -> int:
        return self.jet(PRINTED).altitude


class Squadron(aerial.Force):
    """The aircraft of one side."""

    bloc: Annotated[Bloc, Help("whose missiles they are (R26)")] = Bloc.OTHER
    members: tuple[Pilot, ...]


class Placed(aerial.Placed):
    """An aircraft of a scenario in its hex, and what it means to fire."""

    fires: Annotated[Weapon | None, Help("its weapon; leave out for the first that bears")] = None
    salvo: Annotated[int, Whole(1, 4), Help("missiles that it fires together")] = 1


class Scenario(aerial.Scenario):
    """A board with jets in place; the book prints no size for it."""

    not_asked = ("a_die", "b_die", "entry_dice", "a_kills", "b_kills", "only_placed", "ground")

    placed: tuple[Placed, ...] = ()

    def squadron(self, side: Side) -> Squadron:
        return SQUADRONS[self.a if side is Side.A else self.b]


FOLDER = Path(__file__).parent
SQUADRONS = Shelf("squadron of pz8-aerial-1965", FOLDER / "forces", Squadron)
SCENARIOS = Shelf("scenario of pz8-aerial-1965", FOLDER / "scenarios", Scenario)
