"""The problems that every engine is set, and how far ahead of each peer ours is meant to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ENGINES = ("pz8edu", "icepool", "dyce", "lea", "sympy.stats")
PEERS = ENGINES[1:]


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
    Problem("margins", "D6+a against D6+b, all a and b in -6..12, written out", 19, 2, {"dyce": 25}),
    Problem("margins-shifted", "the same, one margin shifted by the user", 19, 2),
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
        "direct fire with HQ save, 1,000 situations: the laws, as a user first writes it",
        1000,
        3,
        {"dyce": 15},
    ),
    Problem(
        "fire-remembering",
        "the same, every step and every law that comes again remembered by the user",
        1000,
        3,
        {"dyce": 2},
    ),
    Problem("fire-10000", "10,000 situations, remembered by the user", 10_000, 3, {"dyce": 2}),
    Problem("fire-100000", "100,000 situations, remembered by the user", 100_000, 3, {"dyce": 2}),
    Problem(
        "fire-as-one-function",
        "1,000 situations, written by every peer as one plain function of the faces, as ours always is (no goals)",
        1000,
        3,
    ),
    Problem(
        "fire-drawn", "direct fire with HQ save, 1,000 situations: drawn, labelled trees (no goals)", 1000, 3
    ),
    Problem("duel-12", "duel of 12 a side, 5+ hits: who wins", 12, 2, {"icepool": 7}),
    Problem(
        "duel-12-chain",
        "the same, ours played by an umpire as a rule of any kind (no goals)",
        12,
        2,
    ),
    Problem("duel-30", "duel of 30 a side: who wins", 30, 2, {"icepool": 20}),
    Problem(
        "duel-100-decimals", "duel of 100 a side: who wins, in decimals with a bound", 100, 2, within=1.0
    ),
    Problem(
        "group-decimals",
        "1,920 states that lead to each other: where play ends, in decimals",
        2,
        1,
        within=0.2,
    ),
    Problem("group-exact", "the same, exactly", 2, 1, within=3.0),
    Problem("firefight-20", "a firefight of 20 against 20 figures with one pack of cards", 20, 2, within=5.0),
    Problem("loaded-4", "sum of 4 loaded dice p1..p6, as expressions", 4, 1, {"lea": 5, "sympy.stats": 300}),
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

SAME_PEERS_AS = {"fire-drawn": "fire", "duel-12-chain": "duel-12"}
"""No peer draws a tree, or has another rule for a chain: the times of these stand beside ours."""

NOTES = {
    "sum-100": "dyce 0.7 sums by squaring, which costs half of what earlier versions did. Two thirds of our time are one "
    "pass of 250 steps with whole numbers of 260 bits, the rest makes the 501 entries; packing all totals into one "
    "number and taking its power was 20 times slower.",
    "margins": "All tables share one law, each only moves it, and a table that is asked for again is the same object. "
    "What is left are the three calls a pair of writing a and b out, and its entry in the dictionary; a hundredth "
    "of dyce's time for a pair is hardly more than that.",
    "margins-shifted": "The peers add a number to 11 outcomes. Ours makes one small object a pair, and an entry in the "
    "dictionary; a hundredth of dyce's time for a pair is less than one call of a function in Python.",
    "hits-and-jams": "For each of 91 outcomes one sum of two tuples and one product of three numbers; nothing is "
    "worked out twice.",
    "fire": "The peers take the rule apart by hand: only the 36 margins and the 6 saves are worked out, and they merge at "
    "once. Written as one function, as ours always is, they take 5 to 30 times as long (see fire-as-one-function). Ours "
    "runs each statement of the printed rule once for every different combination of the fields that it looks at: 370 "
    "runs of 0.1 ms, which 1,000 situations have to pay for alone. Tried: looking all situations up at once (kept, twice "
    "as fast; and with 10,000 the runs weigh little), sharing laws by their content (kept), columns of numbers (slower "
    "here: rows are no grid), making no nodes (kept), keeping rolls between replays (no gain).",
    "fire-remembering": "As for fire: with 1,000 situations most of our time are the 370 runs of the statements; dyce's "
    "user has taken them out of the rule by hand, and is told by us with which five numbers a law is found again.",
    "fire-10000": "The 370 runs weigh little here: what is left is looking at the fields of every situation, where "
    "dyce's user looks up a law by five numbers. Tried: columns of numbers (slower: loose rows are no grid).",
    "fire-100000": "As for fire-10000.",
    "fire-drawn": "Every tree has its own nodes with labels, chances and source lines; no peer has any, so their laws "
    "alone stand beside it. What follows a hit is worked out once and copied into each tree: the copies are close to "
    "half of the time.",
    "duel-3-symbolic": "A third of our time each is finding the states, solving, and SymPy making the expression that is "
    "handed over. The chain is solved in plain whole numbers at p/(1-p) = 2**k, from whose digits the polynomials "
    "are read.",
}
"""What was tried where a goal is not reached; printed below the table."""
