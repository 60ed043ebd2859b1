"""Pz8 WW2 divisional level, edition of 6 March 2010: a battalion a base, a kilometre an inch."""

from __future__ import annotations

from pz8edu.core import Nothing, System, Texts
from pz8edu.systems.pz8_divisional_2010 import (
    air,
    boards,
    chains,
    combat,
    fire,
    minefields,
    rally,
    sequence,
    several,
    situations,
)
from pz8edu.systems.pz8_divisional_2010.situations import PRINTED
from pz8edu.systems.pz8_divisional_2010.words import hits_word, rallied_word, turns_word

TEXTS = Texts(__file__)

CALCULATORS = TEXTS.calculators(
    sequence,
    fire,
    combat,
    several,
    rally,
    air,
    minefields,
    chains,
    word={
        "day-length": turns_word,
        "barrage": fire.fp_word,
        "rally": fire.fp_word,
        "overnight-rally": rallied_word,
        "air-day": hits_word,
        "bombardment": fire.fp_word,
        "rally-chain": fire.fp_word,
    },
    further={
        "duel": chains.combats_fought,
        "bombardment": chains.shelling_time,
        "rally-chain": chains.recovery_time,
    },
)

CHAINS = TEXTS.chains(
    answer={
        "day-length": chains.played(sequence.day_length, turns_word),
        "minefield-belt": chains.played(minefields.minefield_belt),
        "duel": chains.duel_answer,
        "bombardment": chains.played(chains.bombardment, fire.fp_word, chains.shelling_time),
        "rally-chain": chains.played(chains.rally_chain, fire.fp_word, chains.recovery_time),
    },
    situation={
        "day-length": Nothing,
        "minefield-belt": situations.MinefieldBelt,
        "bombardment": situations.Bombardment,
        "rally-chain": situations.RallyChain,
    },
    chain={
        "duel": chains.duel_chain,
        "bombardment": chains.shelling_chain,
        "rally-chain": chains.recovery_chain,
    },
)

BOARDS = TEXTS.boards(boards)

SYSTEM = System(
    title="Pz8 WW2 Divisional Level Wargame Rules, 2010",
    era="Second World War",
    scale="a base is a battalion or a divisional HQ, an inch is a kilometre",
    board="kilometres",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
