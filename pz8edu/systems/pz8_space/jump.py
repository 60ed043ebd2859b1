"""Section 6, Jump."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.board.hexes import DIRECTIONS, Hex, hex_distance, in_hex_arc
from pz8edu.core import Roll, Umpire, together
from pz8edu.systems.pz8_space import situations
from pz8edu.systems.pz8_space.ruleset import Space

ON_THE_HEX, DEVIATED, COLLISION = "on the chosen hex", "deviated", "collision, both destroyed"
IN_SIGHTS, NOT = "in sights", "not"


def facing_of(side: int) -> int:
    """The facing that a die gives: the sides of a hex are numbered clockwise (section 6)."""
    return (1 - side) % 6


def hexes_on(aim: Hex, facing: int, distance: int) -> Hex:
    """The hex so many steps from the aim in the direction of a facing."""
    step_q, step_r = DIRECTIONS[facing]
    return aim[0] + distance * step_q, aim[1] + distance * step_r


def landings(aim: Hex) -> tuple[Hex, ...]:
    """Every hex in which a jump can end: the chosen one, then those on the six rays round it (section 6)."""
    return aim, *(hexes_on(aim, facing, far) for facing in range(6) for far in range(1, 7))


def deviates(umpire: Umpire, rules: Space) -> bool:
    """Does a jump deviate (section 6)?"""
    return umpire.d6("deviation") <= rules.deviates_up_to


def landing(umpire: Umpire, aim: Hex, facing: Roll[int], rules: Space) -> Roll[Hex]:
    """Where a jump that deviates ends (section 6; R4)."""
    along = umpire.d6("direction").read("direction", facing_of) if rules.R4 == "b" else facing
    return together(lambda way, far: hexes_on(aim, way, far), along, umpire.d6("distance"))


@dataclass(frozen=True)
class Jumped:
    """How a jump has ended, in a word; the hex in which it ends, on the table or not, and the facing."""

    word: str
    at: Hex
    facing: int

    def __str__(self) -> str:
        return self.word


def jump(umpire: Umpire, situation: situations.Jump, rules: Space) -> Roll[Jumped]:
    """Where a jump ends (pz8-space, section 6)."""

    def ends(facing: int, at: Hex = situation.aim, word: str = ON_THE_HEX) -> Jumped:
        return Jumped(COLLISION if at in situation.occupied else word, at, facing)

    facing = umpire.d6("facing").read("facing", facing_of)
    if not deviates(umpire, rules):
        return facing.read("ends", ends)
    return together(
        lambda way, at: ends(way, at, DEVIATED), facing, landing(umpire, situation.aim, facing, rules)
    )


def jump_in_sights(umpire: Umpire, situation: situations.JumpInSights, rules: Space) -> str | Roll[str]:
    """Does a jump end, alive, with a target on the firing line (pz8-space, section 6; R4)?"""
    target, taken = situation.target, (*situation.occupied, situation.target)

    def sees(at: Hex, facing: int) -> str:
        near = hex_distance(at, target) <= rules.longest_range
        return IN_SIGHTS if at not in taken and near and in_hex_arc(at, facing, target, "line") else NOT

    facing = umpire.d6("facing").read("facing", facing_of)
    if deviates(umpire, rules):
        return together(sees, landing(umpire, situation.aim, facing, rules), facing)
    return together(sees, situation.aim, facing)
