"""The problems that every library is set, and how far ahead of each peer ours is meant to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LIBRARIES = ("pz8edu", "icepool", "dyce", "lea", "sympy.stats")
PEERS = LIBRARIES[1:]


def every_peer(times: int) -> dict[str, int]:
    return dict.fromkeys(PEERS, times)


@dataclass(frozen=True)
class Problem:
    """One problem: its size, a small size to warm up with, and the goals.

    `ahead` holds by how many times a peer's time should exceed ours; `within` is a goal in seconds.
    """

    name: str
    title: str
    size: int
    small: int
    ahead: Mapping[str, int] = field(default_factory=dict)
    within: float | None = None
    ground_types: str = ""
    """The arithmetic under SymPy, where the goal asks for one: "python" is without compiled help."""


PROBLEMS = (
    Problem("sum-100", "sum of 100d6", 100, 2, {"icepool": 400, "dyce": 250, "lea": 2000}),
    Problem("sum-1000", "sum of 1000d6", 1000, 2, {"icepool": 2000, "dyce": 2000}),
    Problem(
        "sum-1000-uneven",
        "sum of 1000 dice with arbitrary whole weights",
        1000,
        2,
        {"icepool": 500, "dyce": 500},
    ),
    Problem("lowest-two", "lowest 2 of 4d6, plus half of a D6 rounded up", 4, 3, {"icepool": 7}),
    Problem("margins", "D6+a against D6+b, all a and b in -6..12, written out", 19, 2, every_peer(100)),
    Problem("margins-shifted", "the same, one margin shifted by the user", 19, 2, every_peer(100)),
    Problem(
        "hits-and-jams",
        "12D6: law of fives-and-sixes and of two or more ones",
        12,
        2,
        {"icepool": 40, "lea": 15},
    ),
    Problem("hits-and-jams-encoded", "the same, both counts in one number by the user", 12, 2),
    Problem("best-three", "best 3 of 5d10, and the number of ties", 5, 3, {"icepool": 4}),
    Problem("keep-20", "40d20, keep the 20 highest", 40, 4, {"icepool": 25}),
    Problem(
        "fire",
        "direct fire with HQ save, 1,000 situations: the laws",
        1000,
        3,
        {"icepool": 20, "dyce": 45, "lea": 60},
    ),
    Problem("fire-remembering", "the same, steps that come again remembered by the user", 1000, 3),
    Problem(
        "fire-drawn",
        "direct fire with HQ save, 1,000 situations: drawn, labelled trees",
        1000,
        3,
        {"icepool": 6, "dyce": 12},
    ),
    Problem(
        "duel-12",
        "duel of 12 a side, 5+ hits: who wins, expected rounds",
        12,
        2,
        {"icepool": 200, "sympy.stats": 200},
    ),
    Problem("duel-30", "duel of 30 a side", 30, 2, within=2.0),
    Problem("loaded-4", "sum of 4 loaded dice p1..p6, as polynomials", 4, 1, {"sympy.stats": 700, "lea": 10}),
    Problem("duel-3-symbolic", "duel of 3 a side as a function of p", 3, 1, {"sympy.stats": 100}),
    Problem(
        "duel-6-symbolic",
        "duel of 6 a side as a function of p, no compiled help",
        6,
        1,
        within=0.1,
        ground_types="python",
    ),
)

SAME_PEERS_AS = {"fire-drawn": "fire"}
"""No peer draws a tree: their time for the laws alone stands beside ours."""

NOTES = {
    "sum-100": "dyce 0.7 sums by squaring, which costs half of what earlier versions did. Ours is one pass of 250 "
    "steps with whole numbers of 260 bits (0.05 ms) and the making of 501 entries (0.02 ms); packing all "
    "totals into one number and taking its power was 20 times slower.",
    "margins": "361 tables in 0.1 ms would be 0.3 µs each, what Python needs to put a pair into a dictionary. All of "
    "them share one law; a table that is asked for again is the same object. Writing a and b out costs "
    "three calls a pair.",
    "margins-shifted": "dyce adds a number to 11 outcomes in 10 µs; ours takes 0.2 µs a pair, a third of it for the "
    "key of the dictionary. A hundredth of 10 µs is one call of Python.",
    "hits-and-jams": "91 outcomes at 1 µs each: adding two tuples and one product of three numbers.",
    "fire": "The peers' idioms here are faster than those the goals were set against (dyce 0.8 s, lea 1.1 s): each "
    "works out only the 36 margins and merges early. Ours runs the rule as it is printed, 1.7 times a "
    "situation; of the 16 µs about half is the rule itself. Tried: sharing laws by their content (kept), "
    "remembering modifiers (kept), making no nodes (kept), keeping rolls between replays (no gain).",
    "fire-drawn": "Every tree has its own nodes with labels, chances and source lines (no peer has any). The part "
    "after the hit is worked out once and copied; a copy of six nodes costs 15 µs. A fast dyce law alone "
    "takes 160 µs.",
    "duel-3-symbolic": "Half of our time is SymPy making the expression that is handed over. The chain itself is "
    "solved in plain whole numbers at p/(1-p) = 2**k, from whose digits the polynomials are read.",
}
"""What was tried where a goal is not reached; printed below the table."""
