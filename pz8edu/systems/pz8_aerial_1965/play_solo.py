"""Section 8, Solo rules: as in the Pz8 aerial rules for 1935 to 1965, section 11."""

from __future__ import annotations

from typing import ClassVar

from pz8edu.systems.pz8_aerial_1935.play_solo import SoloAircraft
from pz8edu.systems.pz8_aerial_1965.play import PlayJets
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965
from pz8edu.systems.pz8_aerial_1965.tabletop import Fighter, Sky


class SoloJets(SoloAircraft[Fighter, Aerial1965], PlayJets):
    """A solo game of jets."""

    printed: ClassVar = "8"


def play(table: Sky, rules: Aerial1965, side: str) -> SoloJets:
    """A game against a squadron that nobody plays."""
    return SoloJets(table, rules, side)
