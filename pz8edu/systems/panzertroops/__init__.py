"""Panzertroops: man to man in north-west Europe, one miniature a man, a gun or a vehicle."""

from __future__ import annotations

from pz8edu.core import System, Texts, printed_rules
from pz8edu.systems.panzertroops import (
    bailing_out,
    boards,
    chains,
    fire,
    morale,
    setting_up,
    special_weapons,
)
from pz8edu.systems.panzertroops.ruleset import Panzertroops

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(fire, morale, bailing_out, special_weapons, setting_up)

CHAINS = TEXTS.chains(
    chains,
    chain={
        "flamethrower-life": chains.flames,
        "smoke-life": chains.smoke_rounds,
        "radio-wait": chains.radio_calls,
        "duel": chains.duel_shots,
    },
)

BOARDS = TEXTS.boards(boards)

SYSTEM = System(
    title="Panzertroops, adventure game rules",
    era="Second World War, north-west Europe 1944 in the first place",
    scale="one miniature = one man, one gun or one vehicle",
    board="inches",
    rules=printed_rules(Panzertroops),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
