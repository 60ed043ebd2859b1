"""Pz8 Naval: battleships, battle cruisers and cruisers from 1939 to 1941, distances in zones of the sea."""

from __future__ import annotations

from pz8edu.core import System, Texts, printed_rules
from pz8edu.systems.pz8_naval import (
    air_raids,
    boards,
    chains,
    cruisers,
    damage,
    duel,
    fire,
    repair,
    scenarios,
    sequence,
    solo,
)
from pz8edu.systems.pz8_naval.ruleset import Naval

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(
    sequence,
    fire,
    damage,
    repair,
    air_raids,
    cruisers,
    scenarios,
    solo,
    rule={"bc-both-batteries": cruisers.both_batteries},
)

CHAINS = TEXTS.chains(
    chains,
    duel,
    chain={
        "repair-all": chains.repairs_of,
        "gunnery-duel": duel.gunnery_chain,
        "npo-withdraws": chains.npo_moves,
    },
)

BOARDS = TEXTS.boards(
    boards,
    answer={"range": boards.range_in_zones},
)

SYSTEM = System(
    title="Pz8 – 1939/41 Naval Wargame Rules",
    era="1939 to 1941",
    scale="a model is a ship; distances are counted in zones",
    board="zones",
    rules=printed_rules(Naval),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
