"""Sections 4 and 8: what lies straight forward of a ship, and what asteroids hide."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pz8edu.board.hex_tabletop import hexes_in_words
from pz8edu.board.hexes import Hex, hex_distance, in_hex_arc, line, rotated
from pz8edu.systems.pz8_space.movement import Flying, hexes_ahead
from pz8edu.systems.pz8_space.ruleset import Space


def seen_ahead(ship: Flying, rules: Space) -> Iterable[Hex]:
    """The hexes that a ship can fire into (section 4; R12)."""
    for at in hexes_ahead(rules.arc, rules.longest_range):
        q, r = rotated(at, ship.facing)
        yield ship.q + q, ship.r + r


def on_the_firing_line(ship: Flying, target: Hex, asteroids: Collection[Hex], rules: Space) -> bool:
    """Can a ship fire at a hex (sections 4 and 8; R12)?"""
    far = hex_distance(ship.at, target)
    if not 1 <= far <= rules.longest_range or not in_hex_arc(ship.at, ship.facing, target, rules.arc):
        return False
    return not any(at in asteroids for at in line(ship.at, target)[1:])


def why_not_seen(ship: Flying, target: Hex, asteroids: Collection[Hex], rules: Space) -> str:
    """Why a ship cannot fire at a hex, in words; empty if it can (sections 4 and 8; R12)."""
    if on_the_firing_line(ship, target, asteroids, rules):
        return ""
    away = hex_distance(ship.at, target)
    if away > rules.longest_range:
        return f"is {hexes_in_words(away)} away; range is 1 to {rules.longest_range} hexes (§4)"
    if not in_hex_arc(ship.at, ship.facing, target, rules.arc):
        return "is not straight ahead (§4)"
    return "is hidden by an asteroid, which blocks the line of sight (§8)"
