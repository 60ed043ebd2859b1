"""Pz8 1975/2010: Pz8 1950/1975 brought up to date with lasers, stabilised guns and reactive armour."""

from __future__ import annotations

from pz8edu.core import System, Texts, inherited
from pz8edu.systems import pz8_1950
from pz8edu.systems.pz8_1975 import boards, fire, situations

TEXTS = Texts(__file__)

CALCULATORS = inherited(pz8_1950.CALCULATORS, situations, fire, texts=TEXTS)

CHAINS = inherited(pz8_1950.CHAINS, situations, texts=TEXTS)

BOARDS = inherited(pz8_1950.BOARDS, boards, rules=boards.PRINTED, texts=TEXTS)

SYSTEM = System(
    title="Pz8 – 1975/2010 Wargame Rules",
    era="1975 to 2010",
    scale="a base or model is a platoon or battery; 1 inch = 100 m",
    board="inches",
    rules=boards.PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
