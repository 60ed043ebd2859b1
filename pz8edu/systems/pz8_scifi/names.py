"""Section 13, Names and causes of war."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pz8edu.core import Help, Roll, Situation, Umpire, Whole, together
from pz8edu.systems.pz8_scifi.ruleset import SciFi
from pz8edu.systems.pz8_scifi.situations import WarName

TABLES = ("organization", "planet", "cause", "war")
Die = Annotated[int, Whole(1, 6)]


def entry(name_table: str, die: int, rules: SciFi) -> str:
    """What a die says in one of the four tables (section 13)."""
    return str(getattr(rules.names[str(die)], name_table))


def war_name(umpire: Umpire, situation: WarName, rules: SciFi) -> Roll[str]:
    """Names for a war from the tables chosen, joined by "/" (pz8-scifi, section 13; R47)."""

    def joined(*dice: int) -> str:
        dice = dice * len(situation.tables) if rules.R47 == "b" else dice
        return "/".join(
            entry(name_table, die, rules) for name_table, die in zip(situation.tables, dice, strict=True)
        )

    thrown = ("all tables",) if rules.R47 == "b" else situation.tables
    return together(joined, *(umpire.d6(label) for label in thrown))


def words(rules: SciFi) -> str:
    """The pattern of a name: entries of the tables, joined by "/"."""
    entries = "|".join(entry(name_table, die, rules) for name_table in TABLES for die in range(1, 7))
    return f"^({entries})(/({entries})){{0,3}}$"


class NameDice(Situation):
    """Four dice that have been rolled for a name."""

    dice: Annotated[
        tuple[Die, Die, Die, Die], Help("the four D6, in the order organization, planet, cause, war")
    ]


def names_read(situation: NameDice, rules: SciFi) -> Mapping[str, str]:
    """The entries that four dice name (pz8-scifi, section 13)."""
    return {
        name_table: entry(name_table, die, rules)
        for name_table, die in zip(TABLES, situation.dice, strict=True)
    }
