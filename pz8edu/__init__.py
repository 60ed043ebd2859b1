"""Exact odds, readable rules and boards for sixteen sets of miniature wargame rules.

`ask("pz8-ww2", "direct-fire", attack=5, defence=4)` asks any question by name; `system("pz8-ww2")` is a
rule system with its rules and questions. Everything else lies in the modules named for the idea.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pz8edu.errors import BadInput, Impure, Unasked

if TYPE_CHECKING:
    from pz8edu.asking import Odds as Odds
    from pz8edu.asking import Results as Results
    from pz8edu.asking import ask as ask
    from pz8edu.asking import batch as batch
    from pz8edu.chaining import chain_of as chain_of
    from pz8edu.chance.chain import NEVER as NEVER
    from pz8edu.chance.chain import Chain as Chain
    from pz8edu.chance.distribution import D6 as D6
    from pz8edu.chance.distribution import Distribution as Distribution
    from pz8edu.chance.distribution import die as die
    from pz8edu.chance.modifiers import Modifiers as Modifiers
    from pz8edu.chance.pool import Pool as Pool
    from pz8edu.chance.roll import Roll as Roll
    from pz8edu.chance.roll import together as together
    from pz8edu.chance.unknown.formulas import if_chance as if_chance
    from pz8edu.chance.unknown.formulas import if_leaning as if_leaning
    from pz8edu.chance.unknown.formulas import if_loaded as if_loaded
    from pz8edu.chance.unknown.loaded import loaded_die as loaded_die
    from pz8edu.chance.unknown.loaded import unknown_chance as unknown_chance
    from pz8edu.chance.unknown.loaded_odds import odds_if_chance as odds_if_chance
    from pz8edu.chance.unknown.loaded_odds import odds_if_loaded as odds_if_loaded
    from pz8edu.odds_tables import OddsTable as OddsTable
    from pz8edu.odds_tables import odds_table as odds_table
    from pz8edu.rulebook.variant import Variant as Variant
    from pz8edu.rulebook.variant import read_variant as read_variant
    from pz8edu.systems import ids as ids
    from pz8edu.systems import system as system
    from pz8edu.tree import Tree as Tree
    from pz8edu.umpire import (
        Growing as Growing,
    )
    from pz8edu.umpire import (
        Sampling as Sampling,
    )
    from pz8edu.umpire import (
        Scripted as Scripted,
    )
    from pz8edu.umpire import (
        Umpire as Umpire,
    )
    from pz8edu.umpire import (
        Waiting as Waiting,
    )

__version__ = "0.1.0"

_HOMES = {
    "ask": "pz8edu.asking",
    "batch": "pz8edu.asking",
    "Odds": "pz8edu.asking",
    "Results": "pz8edu.asking",
    "chain_of": "pz8edu.chaining",
    "Chain": "pz8edu.chance.chain",
    "NEVER": "pz8edu.chance.chain",
    "D6": "pz8edu.chance.distribution",
    "Distribution": "pz8edu.chance.distribution",
    "die": "pz8edu.chance.distribution",
    "if_chance": "pz8edu.chance.unknown.formulas",
    "if_leaning": "pz8edu.chance.unknown.formulas",
    "if_loaded": "pz8edu.chance.unknown.formulas",
    "loaded_die": "pz8edu.chance.unknown.loaded",
    "unknown_chance": "pz8edu.chance.unknown.loaded",
    "odds_if_chance": "pz8edu.chance.unknown.loaded_odds",
    "odds_if_loaded": "pz8edu.chance.unknown.loaded_odds",
    "Modifiers": "pz8edu.chance.modifiers",
    "Pool": "pz8edu.chance.pool",
    "Roll": "pz8edu.chance.roll",
    "together": "pz8edu.chance.roll",
    "OddsTable": "pz8edu.odds_tables",
    "odds_table": "pz8edu.odds_tables",
    "Variant": "pz8edu.rulebook.variant",
    "read_variant": "pz8edu.rulebook.variant",
    "ids": "pz8edu.systems",
    "system": "pz8edu.systems",
    "Tree": "pz8edu.tree",
    "Growing": "pz8edu.umpire",
    "Sampling": "pz8edu.umpire",
    "Scripted": "pz8edu.umpire",
    "Umpire": "pz8edu.umpire",
    "Waiting": "pz8edu.umpire",
}

__all__ = ["BadInput", "Impure", "Unasked", "__version__", *_HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    """Names are imported when they are first used, so that `import pz8edu` costs almost nothing."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pz8edu' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
