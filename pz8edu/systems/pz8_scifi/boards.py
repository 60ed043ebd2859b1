"""What is read off the board and the tables of Pz8 Sci-Fi otherwise than in Pz8 WW2."""

from __future__ import annotations

from typing import Annotated

from pz8edu.core import Help, WordDomain, printed_rules
from pz8edu.systems.pz8_scifi.ruleset import HOVER, SciFi
from pz8edu.systems.pz8_scifi.situations import DefenceFactor
from pz8edu.systems.pz8_ww2 import boards as ww2
from pz8edu.systems.pz8_ww2.words import Ground

PRINTED = printed_rules(SciFi)


class LookUp(ww2.LookUp):
    """A row of a printed table."""

    row: Annotated[str, WordDomain(ww2.all_rows(PRINTED)), Help(ww2.rows_in_words(PRINTED))]


class OneMove(ww2.OneMove):
    """A move over one kind of ground."""

    terrain: Annotated[
        Ground,
        Help(f"ground of the whole move: rough halves, road doubles (neither for {', '.join(HOVER)})"),
    ] = Ground.OPEN


class Sight(ww2.Sight):
    """A line between two points, and what stands about."""

    always_seen: Annotated[bool, Help("one of the two is a walker or gev: nothing blocks")] = False


TARGET_KINDS = ("vehicle", "non-vehicle", "walker", "gev")
"""How targets are seen (section 5)."""


class Spotting(ww2.Spotting):
    """A target to which the line is clear."""

    target_kind: Annotated[
        str,
        WordDomain(TARGET_KINDS),
        Help("kind of target; walker and gev is always seen"),
    ]


class Halving(ww2.Halving):
    """A Defence Factor and the causes that halve it."""

    defence: DefenceFactor


class ShotProfile(ww2.ShotProfile):
    """A weapon, a target and the distance between them."""

    hitech: Annotated[bool, Help("+1")] = False
