"""Pz8 Aerial 1965 to 1975: jets with cannon and missiles; as in the Pz8 aerial rules for 1935 to 1965."""

from __future__ import annotations

from pz8edu.core import System, Texts, inherited
from pz8edu.systems import pz8_aerial_1935
from pz8edu.systems.pz8_aerial_1965 import boards, chains, missiles, situations

TEXTS = Texts(__file__)

CALCULATORS = inherited(
    pz8_aerial_1935.CALCULATORS,
    situations,
    rules=situations.PRINTED,
    texts=TEXTS,
    renamed={"to-hit": "cannon-to-hit", "fire": "cannon-fire", "exchange": "cannon-exchange"},
    followed_by={
        "exchange": (
            TEXTS.calculator("hs-missile", missiles.hs_missile),
            TEXTS.calculator("rh-missile", missiles.rh_missile),
        ),
    },
)

CHAINS = inherited(
    pz8_aerial_1935.CHAINS,
    situations,
    rules=situations.PRINTED,
    texts=TEXTS,
    renamed={"shots-to-kill": "cannon-shots-to-kill", "duel": "cannon-duel"},
    followed_by={
        "duel": (TEXTS.chain("missile-plan", chains.missile_plan, chain=chains.salvo_after_salvo),),
    },
)

BOARDS = inherited(
    pz8_aerial_1935.BOARDS,
    situations,
    boards,
    texts=TEXTS,
    followed_by={"arc-count": (TEXTS.board("weapon-cover", boards.weapon_cover),)},
)

SYSTEM = System(
    title="Pz8 – 1965-75 Aerial Wargame Rules",
    era="1965 to 1975",
    scale="a model is an aircraft; distances in hexes, altitude in levels of 3,000 metres",
    board="hexes",
    rules=situations.PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
