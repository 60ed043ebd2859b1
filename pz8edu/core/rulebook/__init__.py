"""Rulesets, readings, variants, printed tables and situations: what a rule system is written with."""

from pz8edu.core.rulebook.bands import Bands
from pz8edu.core.rulebook.domain import Closed, Help, Items, Nullable, Number, Text, Untyped, Whole, Word
from pz8edu.core.rulebook.questions import Texts, inherited
from pz8edu.core.rulebook.ruleset import Ruleset, measure, number, reading, table
from pz8edu.core.rulebook.situation import FromRules, RowOf, Situation
from pz8edu.core.rulebook.system import BoardCheck, Calculator, ChainQuestion, System
from pz8edu.core.rulebook.table import Row, Table

__all__ = [
    "Bands",
    "BoardCheck",
    "Calculator",
    "ChainQuestion",
    "Closed",
    "FromRules",
    "Help",
    "Items",
    "Nullable",
    "Number",
    "Row",
    "RowOf",
    "Ruleset",
    "Situation",
    "System",
    "Table",
    "Text",
    "Texts",
    "Untyped",
    "Whole",
    "Word",
    "inherited",
    "measure",
    "number",
    "reading",
    "table",
]
