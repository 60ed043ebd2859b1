"""Section 5, Torpedoes: which ship a torpedo makes for, and the hexes that it runs through."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pz8edu.board.hexes import Hex, hex_distance, line, neighbours
from pz8edu.systems.pz8_space.ruleset import Space


def nearest(at: Hex, enemies: Mapping[str, Hex]) -> tuple[str, ...]:
    """The enemy ships at the least distance in hexes; of several a die picks one (section 5; R14, R16)."""
    least = min((hex_distance(at, there) for there in enemies.values()), default=0)
    return tuple(name for name, there in enemies.items() if hex_distance(at, there) == least)


def steps_to(target: Hex, at: Hex, asteroids: Collection[Hex]) -> dict[Hex, int]:
    """How many hexes it is to a target, from every hex that lies on a way to it round the asteroids (R16).

    An asteroid that has drifted over the torpedo does not hold it: section 8 has them destroy spaceships only.
    """
    asteroids = set(asteroids) - {at}
    farthest = hex_distance(at, target) + len(asteroids)
    found, edge, steps = {target: 0}, {target}, 0
    while edge and at not in found:
        around = {other for here in edge for other in neighbours(here)} - found.keys() - asteroids
        edge = {other for other in around if hex_distance(other, target) <= farthest}
        steps += 1
        found |= dict.fromkeys(edge, steps)
    return found


def run(at: Hex, target: Hex, asteroids: Collection[Hex], rules: Space) -> tuple[Hex, ...]:
    """The hexes that a torpedo enters in a turn, the nearest to the straight line first (section 5; R16).

    Each movement point enters a hex that is nearer to the target; turning costs nothing. Empty if asteroids
    shut the target in.
    """
    steps, straight, way = steps_to(target, at, asteroids), line(at, target), [at]
    if at not in steps:
        return ()
    while way[-1] != target and len(way) <= rules.torpedo_mp:
        nearer = [hex_ for hex_ in neighbours(way[-1]) if steps.get(hex_) == steps[way[-1]] - 1]
        way.append(min(nearer, key=lambda hex_: (hex_ not in straight, hex_)))
    return tuple(way[1:])
