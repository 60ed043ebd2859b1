"""What the questions of Pz8 WW1 are asked about: bombardments, assaults, idle units, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pz8edu.core import Help, Situation, Untyped, Whole, printed_rules
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww1.force import KINDS, Force
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.words import AssaultView, BombardmentView

PRINTED = printed_rules(Ww1)
_OF_A_KIND = Whole(0, PRINTED.stack)
_OF_A_DEFENCE = Whole(0, PRINTED.defences_in_a_square)
_BUNKERS = Whole(0, PRINTED.bunkers_in_a_square)
MOST_POINTS = 12
"""The most Artillery Points of a side in one assault that are worked out (R10)."""
MOST_IN_PLAY = 99
"""The same of an assault that is played."""
_POINTS = Whole(0, MOST_POINTS)
_GAS = Whole(0, 1)


def check_defences(wire: int, trench: int, bunker: int) -> None:
    """Raise BadInput for more field defences than a square holds (section 2a)."""
    if wire + trench + bunker > PRINTED.defences_in_a_square:
        raise BadInput(
            f"wire, trench and bunker must be at most {PRINTED.defences_in_a_square} field defences together "
            f"(section 2a); got {wire + trench + bunker}"
        )


def check_force(side: str, force: Force) -> None:
    """Raise BadInput for a square without units, or with more than it holds (section 2c)."""
    if not 1 <= force.units <= PRINTED.stack:
        raise BadInput(
            f"the {side} must have from 1 to {PRINTED.stack} units in all in the square (section 2c); got {force.units}"
        )


def check_ground(difficult: bool, tanks: int) -> None:
    """Raise BadInput for tanks in difficult terrain (section 4-move)."""
    if difficult and tanks:
        raise BadInput(
            "difficult cannot go with defender_tank: tanks do not enter difficult terrain (section 4-move); "
            f"got difficult true and defender_tank {tanks}"
        )


def _some(*names: str) -> dict[str, Any]:
    """Schema lines: at least one of these inputs is 1 or more."""
    return {"anyOf": [{"properties": {name: {"minimum": 1}}, "required": [name]} for name in names]}


def _not_both(points: str, gas: str) -> dict[str, Any]:
    """Schema lines: Artillery Points and gas exclude each other."""
    inputs = {points: {"minimum": 1}, gas: {"const": 1}}
    return {"not": {"properties": inputs, "required": [points, gas]}}


# --- 2b Preliminary bombardment


MOST_DICE = 10
"""The most bombardment dice that are worked out at once."""


class Bombardment(Situation):
    """Bombardment dice on one square, and what stands in it."""

    pb: Annotated[
        int, Whole(1, MOST_DICE), Help("Preliminary Bombardment points (3 APs each) on this square")
    ] = 1
    wire: Annotated[int, _OF_A_DEFENCE, Help("barbed wires in the square")] = 0
    trench: Annotated[int, _OF_A_DEFENCE, Help("trenches in the square")] = 0
    bunker: Annotated[int, _BUNKERS, Help("bunkers in the square; at most 2 defences in all")] = 0
    view: Annotated[BombardmentView, Untyped(), Help("which distribution")] = BombardmentView.STATE

    def check(self) -> None:
        check_defences(self.wire, self.trench, self.bunker)


# --- 5 Assault
_DEFENDERS = ("defender_green", "defender_average", "defender_elite", "defender_mg", "defender_tank")
_FORCES = "each force has 1 to 4 units in all"


class Assault(Situation):
    """All units of one square against all units of an adjacent one."""

    attacker_green: Annotated[int, _OF_A_KIND, Help("Green infantry units of the attacker")] = 0
    attacker_average: Annotated[int, _OF_A_KIND, Help("Average infantry units of the attacker")] = 0
    attacker_elite: Annotated[
        int, _OF_A_KIND, Help("Elite infantry units (stormtroopers too) of the attacker")
    ] = 0
    attacker_mg: Annotated[
        int,
        _OF_A_KIND,
        Help("MGs in the square of the attacker; no attack value, they only stand in the loss order (R15)"),
    ] = 0
    attacker_tank: Annotated[int, _OF_A_KIND, Help("tanks of the attacker")] = 0
    attacker_ap: Annotated[int, _POINTS, Help("Artillery Points spent by the attacker")] = 0
    attacker_pg: Annotated[int, _GAS, Help("Poison Gas point of the attacker, instead of APs")] = 0
    defender_green: Annotated[int, _OF_A_KIND, Help("Green infantry units of the defender")] = 0
    defender_average: Annotated[int, _OF_A_KIND, Help("Average infantry units of the defender")] = 0
    defender_elite: Annotated[
        int, _OF_A_KIND, Help("Elite infantry units (stormtroopers too) of the defender")
    ] = 0
    defender_mg: Annotated[int, _OF_A_KIND, Help("MGs in the square of the defender; each +1 and a D3")] = 0
    defender_tank: Annotated[int, _OF_A_KIND, Help("tanks of the defender")] = 0
    defender_ap: Annotated[int, _POINTS, Help("Artillery Points spent by the defender")] = 0
    defender_pg: Annotated[int, _GAS, Help("Poison Gas point of the defender, instead of APs")] = 0
    wire: Annotated[int, _OF_A_DEFENCE, Help("barbed wires in the defender's square")] = 0
    trench: Annotated[int, _OF_A_DEFENCE, Help("trenches in the defender's square")] = 0
    bunker: Annotated[int, _BUNKERS, Help("bunkers in the defender's square; at most 2 defences in all")] = 0
    difficult: Annotated[
        bool,
        Help(
            "the defender's square is difficult ground or a crater (+1); never with defender_tank, since tanks stay out "
            "of such ground"
        ),
    ] = False
    captured: Annotated[bool, Help("the defences were built by the other side: wire does not count")] = False
    view: Annotated[AssaultView, Untyped(), Help("which distribution")] = AssaultView.RESULT

    extra_schema: ClassVar[Mapping[str, Any]] = {
        "allOf": [
            _not_both("attacker_ap", "attacker_pg"),
            _not_both("defender_ap", "defender_pg"),
            _some("attacker_green", "attacker_average", "attacker_elite", "attacker_mg", "attacker_tank"),
            _some(*_DEFENDERS),
        ],
        "description": _FORCES,
    }

    @property
    def attacker(self) -> Force:
        """The units of the attacker."""
        return self.force("attacker")

    @property
    def defender(self) -> Force:
        """The units of the defender."""
        return self.force("defender")

    def force(self, side: str) -> Force:
        """The units of one side."""
        return Force(**{kind: getattr(self, f"{side}_{kind}") for kind in KINDS})

    def check(self) -> None:
        check_force("attacker", self.attacker)
        check_force("defender", self.defender)
        for side, points, gas in (
            ("attacker", self.attacker_ap, self.attacker_pg),
            ("defender", self.defender_ap, self.defender_pg),
        ):
            if points and gas:
                raise BadInput(
                    f"{side}_pg is used instead of {side}_ap, not together (section 5-gas); "
                    f"got {side}_ap {points} and {side}_pg {gas}"
                )
        check_defences(self.wire, self.trench, self.bunker)
        check_ground(self.difficult, self.defender_tank)


class AssaultInPlay(Assault):
    """An assault with any number of Artillery Points (R10), out of field defences that may count for it (R33)."""

    attacker_ap: Annotated[int, Whole(0, MOST_IN_PLAY), Help("Artillery Points spent by the attacker")] = 0
    defender_ap: Annotated[int, Whole(0, MOST_IN_PLAY), Help("Artillery Points spent by the defender")] = 0
    own_trench: Annotated[int, _OF_A_DEFENCE, Help("trenches in the square that assaults")] = 0
    own_bunker: Annotated[int, _BUNKERS, Help("bunkers in the square that assaults")] = 0
    own_captured: Annotated[bool, Help("they were built by the other side")] = False


class RepeatedAssault(Assault):
    """The same square assaults the same square turn after turn."""

    not_asked = ("attacker_mg", "attacker_pg", "defender_pg", "captured", "view")

    attacker_ap: Annotated[int, _POINTS, Help("Artillery Points spent by the attacker in every assault")] = 0
    defender_ap: Annotated[int, _POINTS, Help("Artillery Points spent by the defender in every assault")] = 0

    extra_schema: ClassVar[Mapping[str, Any]] = {
        "allOf": [
            _some("attacker_green", "attacker_average", "attacker_elite", "attacker_tank"),
            _some(*_DEFENDERS),
        ],
        "description": _FORCES,
    }


class SupportFire(Situation):
    """Artillery Points spent in support of an assault."""

    ap: Annotated[int, _POINTS, Help("Artillery Points spent")] = 1


class MachineGuns(Situation):
    """Machine guns that defend a square."""

    mgs: Annotated[int, Whole(1, PRINTED.stack), Help("defending MGs")] = 1


class GasPoint(Situation):
    """A gas point, and the quality that changes its die."""

    target_green: Annotated[
        bool, Help("the side whose quality counts (R11=a: the gassed one) has a Green unit")
    ] = False
    target_elite: Annotated[
        bool, Help("the side whose quality counts (R11=a: the gassed one) has an Elite unit")
    ] = False


# --- 6 Barbed wire
class IdleUnits(Situation):
    """Units that neither moved nor fought, in a square with wire."""

    green: Annotated[int, _OF_A_KIND, Help("idle Green infantry units in the square")] = 0
    average: Annotated[int, _OF_A_KIND, Help("idle Average infantry units")] = 0
    elite: Annotated[int, _OF_A_KIND, Help("idle Elite infantry units")] = 0
    tank: Annotated[
        int,
        _OF_A_KIND,
        Help("idle tanks; each clears one wire without a die, before the infantry rolls"),
    ] = 0
    wire: Annotated[int, Whole(1, PRINTED.defences_in_a_square), Help("barbed wires in the square")] = 1


class WireTurns(IdleUnits):
    """The same idle units turn after turn."""

    turns: Annotated[int, Whole(1, PRINTED.last_turn), Help("turns after which the state is taken")] = 3


# --- 4 Move, 2b and 7: turn after turn
class TankTurns(Situation):
    """A tank that tries to move every turn."""

    turns: Annotated[int, Whole(1, 6), Help("attempted moves, one a turn")] = 4


class DamageWanted(Situation):
    """A damage total that a bombardment is to reach."""

    damage: Annotated[int, Whole(1, 5), Help("damage points to reach")] = 3


class Stock(Situation):
    """Artillery Points at the start."""

    stock: Annotated[int, Whole(0, 60), Help("APs given by the scenario")] = 48
