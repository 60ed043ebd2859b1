"""What is read off the board and the tables of Pz8 1950/1975 otherwise than in Pz8 WW2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pz8edu.core import Help, WordDomain, printed_rules
from pz8edu.systems.pz8_1950.ruleset import Y1950
from pz8edu.systems.pz8_ww2 import boards as ww2
from pz8edu.systems.pz8_ww2.words import Ground

PRINTED = printed_rules(Y1950)


def rows_in_words(rules: Y1950) -> str:
    """What may be looked up; section 7 names the minimum of rockets before that of missiles."""
    return ww2.rows_in_words(rules).replace("mortar, atgw, sam, rockets", "mortar, rockets, atgw, sam")


class LookUp(ww2.LookUp):
    """A row of a printed table."""

    row: Annotated[str, WordDomain(ww2.all_rows(PRINTED)), Help(rows_in_words(PRINTED))]


class OneMove(ww2.OneMove):
    """A move over one kind of ground."""

    terrain: Annotated[
        Ground, Help("ground of the whole move: rough halves, road doubles (neither for helicopter)")
    ] = Ground.OPEN


class Sight(ww2.Sight):
    """A line between two points, and what stands about."""

    always_seen: Annotated[bool, Help("one of the two is a helicopter: nothing blocks")] = False


class Spotting(ww2.Spotting):
    """A target to which the line is clear."""

    target_kind: Annotated[
        str,
        WordDomain(("vehicle", "non-vehicle", "tank-hunter", "helicopter")),
        Help("kind of target; helicopter is always seen"),
    ]


class ShotProfile(ww2.ShotProfile):
    """A weapon, a target and the distance between them."""

    guided: Annotated[
        bool,
        Help("the shot is an ATGW: +1; it goes with the row atgw even when left out, and with no other row"),
    ] = False


def shot_profile(situation: ShotProfile, rules: Y1950) -> Mapping[str, Any]:
    """Range, needed roll and factors of one direct shot (sections 5, 7, 8, 9; R5, R24)."""
    return ww2.shot_profile(replace(situation, guided=situation.attack_row == "atgw"), rules)
