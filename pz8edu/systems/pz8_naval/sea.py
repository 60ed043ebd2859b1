"""Sections 1 and 3, The table and movement: zones, range, moves, smoke."""

from __future__ import annotations

from pz8edu.board.zones import Zones, zone_distance
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import immobilised_at
from pz8edu.systems.pz8_naval.words import Half, Side


def sea(rules: Naval) -> Zones:
    """The zones of the table, South's first (section 1)."""
    return Zones(rules.zones, rules.own_zones)


def range_between(a: int, b: int, rules: Naval) -> int:
    """Range in zones (section 4; R2)."""
    return zone_distance(a, b) + {"a": 0, "b": 1, "c": -1 if a != b else 0}[rules.R2]


def check_half(zone: int, half: Half, rules: Naval) -> None:
    """Raises BadInput for a zone on the other side of the central line (section 3)."""
    own = sea(rules).southern() if half is Half.SOUTH else sea(rules).northern()
    if zone not in own:
        raise BadInput(
            f"zone must be one of the {half.value} side's own, from {own[0]} to {own[-1]}: no ship crosses the "
            f"central line (section 3); got {zone}"
        )


NO_MOVE = "none (crippled)"


def moves_open(zone: int, h: int, defence: int, rules: Naval) -> list[str]:
    """The moves open to a ship, in words (sections 3 and 5).

    A ship that keeps its zone lies broadside; one that moves backward from its rear zone leaves the table.
    """
    if h >= defence:
        return [NO_MOVE]
    moves = [f"broadside in zone {zone}"]
    if h >= immobilised_at(defence, rules):
        return moves
    zones = sea(rules)
    forward, backward = zones.forward(zone), zones.backward(zone)
    if forward is not None:
        moves.append(f"forward to zone {forward}")
    back = "backward off the table" if backward is None else f"backward to zone {backward}"
    return [*moves, f"{back}, may lay smoke"]


SMOKE_OF_A = "lays smoke in step 1: protected from B's fire in step 2, cannot fire in step 4"
SMOKE_OF_B = "has already fired in step 2 when it lays smoke in step 3: protected in step 4 at no cost"


def smoke_of(side: Side) -> str:
    """Whom the smoke of a side shields and silences in its turn, as long as it lasts (sections 2 and 3)."""
    return SMOKE_OF_A if side is Side.A else SMOKE_OF_B
