"""Pz8 Space: spaceships that jump, cloak and launch torpedoes, on hexes."""

from __future__ import annotations

from pz8edu.core import System, Texts, printed_rules
from pz8edu.systems.pz8_space import boards, chains, fire, jump
from pz8edu.systems.pz8_space.ruleset import Space

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(fire, jump)

CHAINS = TEXTS.chains(
    chains,
    chain={
        "stand-off": chains.stand_off_turns,
        "torpedo-screen": chains.shots_at_torpedo,
    },
)

BOARDS = TEXTS.boards(
    boards,
    answer={"hex-distance": boards.distance},
)

SYSTEM = System(
    title="Pz8 Space Wargame Rules",
    era="space opera, any background",
    scale="one model = one spaceship; a hex has no size",
    board="hexes",
    rules=printed_rules(Space),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
