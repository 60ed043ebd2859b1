"""Pz8 1950/1975: platoons and batteries of the cold war, an inch 100 metres; as in Pz8 WW2, with helicopters."""

from __future__ import annotations

from pz8edu.core import System, Texts, inherited
from pz8edu.systems import pz8_ww2
from pz8edu.systems.pz8_1950 import boards, helicopters, situations

TEXTS = Texts(__file__)

CALCULATORS = (
    *inherited(pz8_ww2.CALCULATORS, situations),
    TEXTS.calculator("helicopter-fire", helicopters.helicopter_fire),
)

CHAINS = inherited(pz8_ww2.CHAINS, situations)

BOARDS = inherited(pz8_ww2.BOARDS, boards, rules=boards.PRINTED, texts=TEXTS)

SYSTEM = System(
    title="Pz8 – 1950/1975 Wargame Rules",
    era="1950 to 1975",
    scale="a base or model is a platoon or battery; 1 inch = 100 m",
    board="inches",
    rules=boards.PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
