"""Pz8 WW2 divisional level, edition of 6 March 2010: a battalion a base, a kilometre an inch."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
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
    tabletop,
)
from pz8edu.systems.pz8_divisional_2010.situations import PRINTED
from pz8edu.systems.pz8_divisional_2010.words import hits_word, rallied_word, turns_word

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("side-choice", sequence.side_choice),
    TEXTS.calculator("day-length", sequence.day_length, word=turns_word),
    TEXTS.calculator("artillery-fire", fire.artillery_fire),
    TEXTS.calculator("barrage", fire.barrage, word=fire.fp_word),
    TEXTS.calculator("combat", combat.combat),
    TEXTS.calculator("multi-combat", several.multi_combat),
    TEXTS.calculator("rally", rally.rally, word=fire.fp_word),
    TEXTS.calculator("overnight-rally", rally.overnight_rally, word=rallied_word),
    TEXTS.calculator("air-number", air.air_number),
    TEXTS.calculator("air-attack", air.air_attack),
    TEXTS.calculator("air-day", air.air_day, word=hits_word),
    TEXTS.calculator("minefield", minefields.minefield),
    TEXTS.calculator("minefield-belt", minefields.minefield_belt),
    TEXTS.calculator("duel", chains.duel, further=chains.combats_fought),
    TEXTS.calculator("bombardment", chains.bombardment, word=fire.fp_word, further=chains.shelling_time),
    TEXTS.calculator("rally-chain", chains.rally_chain, word=fire.fp_word, further=chains.recovery_time),
)

CHAINS = (
    TEXTS.chain("day-length", chains.played(sequence.day_length, turns_word), situations.Nothing),
    TEXTS.chain("minefield-belt", chains.played(minefields.minefield_belt), situations.MinefieldBelt),
    TEXTS.chain("duel", chains.duel_answer, chain=chains.duel_chain),
    TEXTS.chain(
        "bombardment",
        chains.played(chains.bombardment, fire.fp_word, chains.shelling_time),
        situations.Bombardment,
        chain=chains.shelling_chain,
    ),
    TEXTS.chain(
        "rally-chain",
        chains.played(chains.rally_chain, fire.fp_word, chains.recovery_time),
        situations.RallyChain,
        chain=chains.recovery_chain,
    ),
)

BOARDS = (
    TEXTS.board("move-allowance", boards.move_allowance),
    TEXTS.board("path", boards.path),
    TEXTS.board("spotting-distance", boards.spotting_distance),
    TEXTS.board("can-fire", boards.can_fire),
    TEXTS.board("engagement", boards.engagement),
    TEXTS.board("withdrawal", boards.withdrawal),
    TEXTS.board("advance", boards.advance),
    TEXTS.board("rally-eligible", boards.rally_eligible),
    TEXTS.board("minefield-stop", boards.minefield_stop),
    TEXTS.board("objectives", boards.objectives),
    TEXTS.board("division-strength", boards.division_strength),
)

SYSTEM = System(
    title="Pz8 WW2 Divisional Level Wargame Rules, 2010",
    era="Second World War",
    scale="a base is a battalion or a divisional HQ, an inch is a kilometre",
    board="kilometres",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=tabletop.NAMES,
    tabletop=tabletop.tabletop,
)
