"""Pz8 WW2 divisional, revised edition: limits by class, quality in fire and combat, turns of fire."""

from __future__ import annotations

from pz8edu.core import System, Texts, inherited
from pz8edu.systems import pz8_divisional_2010
from pz8edu.systems.pz8_divisional import boards, overrun, situations, supply
from pz8edu.systems.pz8_divisional.situations import PRINTED
from pz8edu.systems.pz8_divisional_2010 import chains, fire

TEXTS = Texts(__file__)

CALCULATORS = inherited(
    pz8_divisional_2010.CALCULATORS,
    situations,
    overrun,
    texts=TEXTS,
    without=("bombardment",),
    followed_by={
        "rally": (TEXTS.calculator("rally-supply", supply.rally_supply),),
        "duel": (
            TEXTS.calculator("bombardment", chains.bombardment, situations.Bombardment, word=fire.fp_word),
            TEXTS.calculator("battery-day", supply.battery_day, further=supply.day_figures),
        ),
    },
)

CHAINS = inherited(
    pz8_divisional_2010.CHAINS,
    situations,
    texts=TEXTS,
    without=("bombardment",),
    followed_by={
        "duel": (
            TEXTS.chain(
                "bombardment", chains.played(chains.bombardment, fire.fp_word), situations.Bombardment
            ),
            TEXTS.chain(
                "battery-day",
                chains.played(supply.battery_day, str, supply.day_figures),
                situations.BatteryDay,
            ),
        ),
    },
)

BOARDS = inherited(
    pz8_divisional_2010.BOARDS,
    boards,
    texts=TEXTS,
    followed_by={
        "path": (
            TEXTS.board("may-move-into-contact", boards.may_move_into_contact),
            TEXTS.board("fatigue-limit", boards.fatigue_limit),
        ),
        "minefield-stop": (TEXTS.board("fortification-section", boards.fortification_section),),
    },
)

SYSTEM = System(
    title="Pz8 WW2 Divisional Wargame Rules, revised",
    era="Second World War; also the 1920s and 1950 to 1975",
    scale="a base is a battalion or a divisional HQ, an inch is a kilometre",
    board="kilometres",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
