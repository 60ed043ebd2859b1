"""Pz8 Sci-Fi: platoons and batteries of the future, an inch 100 metres; as in Pz8 WW2, with GEV and points."""

from __future__ import annotations

from pz8edu.core import System, Texts, inherited
from pz8edu.systems import pz8_ww2
from pz8edu.systems.pz8_scifi import boards, gev, names, points, situations

TEXTS = Texts(__file__)

CALCULATORS = (
    *inherited(pz8_ww2.CALCULATORS, situations, rules=boards.PRINTED, texts=TEXTS),
    TEXTS.calculator("gev-fire", gev.gev_fire),
    TEXTS.calculator("war-name", names.war_name, pattern=names.words(boards.PRINTED)),
    TEXTS.calculator("support-available", points.support_available),
)

CHAINS = inherited(pz8_ww2.CHAINS, situations, rules=boards.PRINTED, texts=TEXTS)

BOARDS = (
    *inherited(pz8_ww2.BOARDS, boards, rules=boards.PRINTED, texts=TEXTS),
    TEXTS.board("sample-unit", points.sample_unit),
    TEXTS.board("point-cost", points.point_cost),
    TEXTS.board("army-cost", points.army_cost),
    TEXTS.board("war-name", names.names_read),
)

SYSTEM = System(
    title="Pz 8 – Sci-Fi Wargame Rules",
    era="future",
    scale="a base or model is a platoon or battery; 1 inch = 100 m",
    board="inches",
    rules=boards.PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
)
