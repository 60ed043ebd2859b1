"""Pz8 Aerial 1935 to 1965: fighters, dive bombers and biplanes on hexes with altitude levels."""

from __future__ import annotations

from pz8edu.core import System, Texts, printed_rules
from pz8edu.systems.pz8_aerial_1935 import (
    boards,
    campaign,
    chains,
    fire,
    ground_attack,
    jams,
    sequence,
    solo,
)
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(sequence, fire, ground_attack, campaign, jams, solo)

CHAINS = TEXTS.chains(
    chains,
    chain={
        "shots-to-kill": chains.repeated_shots,
        "duel": chains.duel_chain,
        "ww1-gun": chains.gun_activations,
        "pilot-career": chains.career,
    },
)

BOARDS = TEXTS.boards(boards)

SYSTEM = System(
    title="Pz8 – 1935/65 Aerial Wargame Rules (with WW1 appendix)",
    era="1935 to 1965, and the First World War",
    scale="a model is an aircraft; distances in hexes, altitude in levels of 3,000 metres",
    board="hexes",
    rules=printed_rules(Aerial1935),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
