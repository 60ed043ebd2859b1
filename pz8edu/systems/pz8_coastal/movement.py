"""Sections 4 and 5, Movement and speed: the speed die, pivots, and where a move ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import dist

from pz8edu.board.bearings import bearing_to, point_at, turn_between
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.words import Level


def max_speed(base: int, level: Level, rules: Coastal) -> int:
    """The maximum speed of a vessel in some state (sections 5 and 7)."""
    damaged, wrecked = rules.damage["damaged"], rules.damage["wrecked"]
    if level is Level.OK:
        return base
    slowed = base + ((damaged.very_slow_speed if base <= rules.very_slow else damaged.speed) or 0)
    if level is Level.WRECKED:
        slowed += (wrecked.very_slow_speed if base <= rules.very_slow else wrecked.speed) or 0
    return max(slowed, 0)


def speed_choices(current: int, base: int, agile: bool, level: Level, rules: Coastal) -> list[int]:
    """The speeds that a vessel may choose for the turn (sections 3a, 5 and 7; R17)."""
    levels = rules.handy(agile).levels
    most, slowest = max_speed(base, level, rules), max(current - levels, 0)
    if slowest > most:
        return [most if rules.R17 == "a" else slowest]
    return list(range(slowest, min(current + levels, most) + 1))


def pivots(speed: int, agile: bool, rules: Coastal) -> int:
    """Pivots in a move of so many inches (section 4; fractions earn none)."""
    return speed // rules.handy(agile).inches_for_pivot


SWEEPS = 20
"""How often every pivot of a move is bettered: ends are then right to a hundredth of an inch."""
NEAR_ENOUGH = 0.05
"""Inches between a place and an end that nobody measures on a table."""
Step = tuple[str, Fraction]
"""Inches ahead ("F"), or degrees to port ("L") or starboard ("R")."""


def end_of(moves: Iterable[Step]) -> tuple[float, float, Fraction]:
    """Where a move ends that starts at the origin with the bow along y: x to starboard, y, heading."""
    x, y, heading = 0.0, 0.0, Fraction(0)
    for way, amount in moves:
        if way == "F":
            x, y = point_at((x, y), heading, amount)
        else:
            heading = (heading + (amount if way == "R" else -amount)) % 360
    return x, y, heading


def nearest_end(
    to: tuple[float, float], speed: int, agile: bool, rules: Coastal
) -> tuple[float, float, float]:
    """The end of a whole move of so many inches that lies nearest to a point, with its heading (section 4).

    x to starboard, y ahead, as in `end_of`. Each pivot in turn is bettered until none can be, from moves that
    pivot one way in their first half and one way in their second, until an end is as near as can be told.
    """
    earned, leg = pivots(speed, agile, rules), rules.handy(agile).inches_for_pivot
    legs = [float(leg)] * earned + [float(speed - leg * earned)]
    best = followed(legs, [0.0] * earned)[-1]
    for first, second in sorted(product((0, 1, -1), repeat=2), key=lambda halves: halves[0] != halves[1]):
        turns = [float(rules.pivot * (first if 2 * number < earned else second)) for number in range(earned)]
        end = followed(legs, bettered(legs, turns, to, rules.pivot))[-1]
        best = min(best, end, key=lambda each: dist(each[:2], to))
        if dist(best[:2], to) < NEAR_ENOUGH:
            break
    return best


def followed(legs: Sequence[float], turns: Sequence[float]) -> list[tuple[float, float, float]]:
    """The points of a move and the heading at each: after every leg a pivot."""
    way = [(0.0, 0.0, 0.0)]
    for inches, turn in zip(legs, (*turns, 0.0), strict=True):
        x, y, heading = way[-1]
        way.append((*point_at((x, y), heading, inches), heading + turn))
    return way


def bettered(
    legs: Sequence[float], turns: Sequence[float], to: tuple[float, float], most: float
) -> list[float]:
    """The pivots of a move, each turned so that its end comes nearer to a point, as far as it may."""
    turns = list(turns)
    for _ in range(SWEEPS):
        for number in range(len(turns)):
            way = followed(legs, turns)
            pivot, end = way[number + 1][:2], way[-1][:2]
            if dist(pivot, end) and dist(pivot, to):
                change = turn_between(bearing_to(pivot, end), bearing_to(pivot, to))
                turns[number] = min(max(turns[number] + change, -most), most)
    return turns


def ends_of_moves(speed: int, agile: bool, rules: Coastal) -> set[tuple[float, float]]:
    """Where a move of so many inches can end that pivots fully or not at all after each leg (section 4).

    The whole distance is moved; x to starboard, y ahead, as in `end_of`.
    """
    earned = pivots(speed, agile, rules)
    leg = rules.handy(agile).inches_for_pivot
    legs = [leg] * earned + [speed - leg * earned]
    found = set()
    for turns in product((-1, 0, 1), repeat=earned):
        steps: list[Step] = []
        for inches, turn in zip(legs, (*turns, 0), strict=True):
            steps += [("F", Fraction(inches)), ("R", Fraction(rules.pivot * turn))]
        x, y, _ = end_of(steps)
        found.add((round(x, 6), round(y, 6)))
    return found
