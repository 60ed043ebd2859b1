"""Rules of Pz8 Colonial played activation after activation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated, Any, Unpack

from pz8edu.board.lengths import in_words
from pz8edu.core import NEVER, Chain, Enumerating, Help, Number, Part, Parts, PlayedWith, Roll, Umpire, Whole
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.machine_gun import Burst, machine_gun, unjam
from pz8edu.systems.pz8_colonial.melee import melee_pair
from pz8edu.systems.pz8_colonial.morale import morale
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import JammedGun, MachineGun, Pair, Shaken
from pz8edu.systems.pz8_colonial.words import Jam, Melee, Morale

MOST_CHARGE_MOVES = 1000
"""Longer flights are refused: their exact chances fill pages."""


# --- rout-or-rally
class Rout(Shaken):
    """A routing unit on its way to its own table edge."""

    distance: Annotated[Fraction, Number(above=0), Help("distance to its own table edge in inches")]
    charge_move: Annotated[Fraction, Number(above=0), Help("charge move of the unit in inches")]

    @property
    def moves(self) -> int:
        """The charge moves that cover the distance."""
        return ceil(self.distance / self.charge_move)

    def check(self) -> None:
        if self.moves > MOST_CHARGE_MOVES:
            raise BadInput(
                f"distance must be at most {MOST_CHARGE_MOVES} charge moves of {in_words(self.charge_move, 6)} inches; "
                f"got {in_words(self.distance)} inches"
            )


@dataclass(frozen=True)
class Flight:
    """A unit in flight: the charge moves that are left to its edge."""

    moves_left: int
    rallied: bool = False

    def __str__(self) -> str:
        if self.rallied:
            return "rallied"
        return (
            f"{self.moves_left} {'move' if self.moves_left == 1 else 'moves'} left"
            if self.moves_left
            else "gone"
        )


def flight(situation: Rout, rules: Colonial, **how: Unpack[PlayedWith]) -> Chain[Flight]:
    """A test at every activation: holds = rallied, routs = one charge move to the edge (section 7)."""

    def activation(umpire: Umpire, flight: Flight) -> Flight:
        if morale(umpire, situation, rules) is Morale.HOLDS:
            return Flight(0, rallied=True)
        return Flight(flight.moves_left - 1)

    return Chain(
        activation,
        start=Flight(situation.moves),
        over=lambda flight: flight.rallied or not flight.moves_left,
        **how,
    )


def rout_or_rally(situation: Rout, rules: Colonial) -> Mapping[str, Any]:
    """Whether a routing unit rallies before it leaves the table (section 7)."""
    chain = flight(situation, rules)
    ends = chain.ends()
    return {
        "leaves the table": ends.fraction(Flight(0)),
        "rallies": ends.fraction(Flight(0, rallied=True)),
        "expected activations": chain.solver.expected_turns(),
        "moves to edge": situation.moves,
    }


# --- hold-on
class HoldOn(Shaken):
    """A unit at half strength that is activated several times."""

    activations: Annotated[int, Whole(0, 60), Help("number of activations")]


def tests_to_hold(situation: HoldOn, rules: Colonial, **how: Unpack[PlayedWith]) -> Chain[Morale]:
    """The unit must pass a test at every activation (section 7)."""

    def activation(umpire: Umpire, _: Morale) -> Morale:
        return morale(umpire, situation, rules)

    return Chain(activation, start=Morale.HOLDS, over=lambda state: state is Morale.ROUTS, **how)


def hold_on(situation: HoldOn, rules: Colonial) -> Mapping[str, Any]:
    """Whether the unit passes all its tests (section 7)."""
    chain = tests_to_hold(situation, rules)
    return {"passes all": chain.after(situation.activations).fraction(Morale.HOLDS)}


# --- machine-gun-duty
class MachineGunDuty(MachineGun):
    """A machine gun that wants to fire in every activation."""

    activations: Annotated[int, Whole(1, 60), Help("number of activations n")]


@dataclass(frozen=True)
class OnDuty:
    """A machine gun after an activation: is it jammed, and has it fired in it?"""

    jammed: bool
    fired: bool

    @property
    def parts(self) -> Parts:
        """The gun, and whether there was a burst."""
        gun, burst = "jammed" if self.jammed else "clear", "fired" if self.fired else "not fired"
        return Part("gun", gun, gun), Part("burst", burst, burst)


def duty(situation: MachineGunDuty, rules: Colonial, **how: Unpack[PlayedWith]) -> Chain[OnDuty]:
    """A burst while the gun is clear, an attempt to clear it while it is jammed (section 3; R12)."""
    gun = MachineGun.of(situation)

    def fires(umpire: Umpire) -> Roll[OnDuty]:
        return umpire.odds("burst", machine_gun, gun, rules).read(
            "gun", lambda burst: OnDuty(burst.jammed, True)
        )

    def activation(umpire: Umpire, state: OnDuty) -> OnDuty | Roll[OnDuty]:
        if not state.jammed:
            return fires(umpire)
        if unjam(umpire, JammedGun(), rules) is Jam.STILL_JAMMED:
            return OnDuty(jammed=True, fired=False)
        return fires(umpire) if rules.R12 == "b" else OnDuty(jammed=False, fired=False)

    start = OnDuty(jammed=False, fired=False)
    return Chain(activation, start=start, over=never, parts=lambda state: state.parts, **how)


def machine_gun_duty(situation: MachineGunDuty, rules: Colonial) -> Mapping[str, Any]:
    """How often a gun fires that jams, and what it hits (section 3; R12)."""
    burst = Enumerating(draw=False).tree(machine_gun, MachineGun.of(situation), rules).distribution
    chain = duty(situation, rules)
    after = list(chain.turn_by_turn(situation.activations))
    bursts = sum((law.map(lambda state: state.fired).fraction(True) for law in after), Fraction(0))
    mean_hits = sum((burst.hits * chance for burst, chance in burst.fractions().items()), Fraction(0))
    return {
        "jam per burst": burst.map(jams).fraction(True),
        "expected bursts": bursts,
        "expected hits": bursts * mean_hits,
        "jammed at the end": after[-1].map(lambda state: state.jammed).fraction(True),
        "long-run share of activations with a burst": chain.long_run()
        .map(lambda state: state.fired)
        .fraction(True),
    }


def never(_: OnDuty) -> bool:
    """A gun is always on duty."""
    return False


def jams(burst: Burst) -> bool:
    """Has the burst jammed the gun?"""
    return burst.jammed


# --- melee-to-the-end
NEVER_WORD = "never"


def rounds_of_melee(situation: Pair, rules: Colonial, **how: Unpack[PlayedWith]) -> Chain[Melee]:
    """The same two figures meet again and again until one is eliminated (section 2; R11)."""

    def round_of_melee(umpire: Umpire, _: Melee) -> Melee:
        return melee_pair(umpire, situation, rules)

    return Chain(
        round_of_melee, start=Melee.BOTH_RECOIL, over=lambda state: state is not Melee.BOTH_RECOIL, **how
    )


def melee_to_the_end(situation: Pair, rules: Colonial) -> Mapping[str, Any]:
    """Which of two figures is eliminated, and when (section 2; R11)."""
    chain = rounds_of_melee(situation, rules)
    ends = chain.ends()
    return {
        "a eliminated": ends.fraction(Melee.A_ELIMINATED),
        "b eliminated": ends.fraction(Melee.B_ELIMINATED),
        "expected rounds": NEVER_WORD if NEVER in ends else chain.solver.expected_turns(),
    }
