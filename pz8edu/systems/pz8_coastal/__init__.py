"""Pz8 Coastal: motor boats, escorts and convoys at night in the Second World War, distances in inches."""

from __future__ import annotations

from pz8edu.core import System, Texts
from pz8edu.systems.pz8_coastal import (
    activation,
    boards,
    chains,
    damage,
    firing,
    spotting,
    torpedoes,
)
from pz8edu.systems.pz8_coastal.situations import PRINTED

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(
    spotting,
    activation,
    firing,
    damage,
    torpedoes,
    rule={"small-calibre-shot": damage.light_gun_shot},
)

CHAINS = TEXTS.chains(
    chains,
    chain={
        "shots-to-sink": chains.shots_at,
        "small-gun-duel": chains.duel,
    },
)

BOARDS = TEXTS.boards(boards)

SYSTEM = System(
    title="Pz8 – WW 2 Coastal Wargame Rules",
    era="Second World War, by night",
    scale="a model is a vessel; inches for 1/1250 models",
    board="inches",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
