"""A duel of two units as the book has it: the one definition for `balance` and for systems side by side."""

from __future__ import annotations

from pz8edu.asking.ask import exact_answer
from pz8edu.core.rulebook.domain import RecordDomain
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Situation
from pz8edu.core.rulebook.system import ChainQuestion, System
from pz8edu.desk.backwards.figure import domain_at, input_text
from pz8edu.errors import BadInput

DEFINITION = (
    "a duel is the book's own (`duel`): in each turn one unit fires, then the other; a Disorganized unit "
    "fires with its modifier, a Suppressed one not at all; {rally}; it ends when one is destroyed"
)
RALLY = "a unit in command rolls to rally at the end of the turn"
NO_RALLY = "nobody rallies"

Side = Given
"""The inputs of one unit."""


def definition(rally: bool = True) -> str:
    """What is called a duel, in words."""
    return DEFINITION.format(rally=RALLY if rally else NO_RALLY)


def duel_of(home: System) -> ChainQuestion:
    """The duel of a system; raises BadInput where it has none between two units with factors."""
    duel = home.chains.get("duel")
    if duel is None or domain_at(duel, ["A", "attack"]) is None:
        raise BadInput(f"{home.id} has no duel of two units by Attack and Defence Factors")
    return duel


def unit_of(duel: ChainQuestion) -> type[Situation]:
    """The form of one unit of a duel."""
    domain = duel.situation.fields()["A"].domain
    assert isinstance(domain, RecordDomain)
    kind: type[Situation] = domain.kind
    return kind


def sides(first: Side, second: Side) -> dict[str, Side]:
    """The inputs of the duel in which `first` fires first: the book calls it B."""
    return {"A": second, "B": first}


def fought(home: System, first: Side, second: Side, rules: Ruleset) -> Side:
    """The results of the duel in which `first` fires first."""
    found: Side = exact_answer(duel_of(home), sides(first, second), rules)
    return found


def duel_asked(first: Side, second: Side) -> str:
    """The duel as a command asks it, without the name of its system."""
    return " ".join(
        ["duel", *(f"'{name}={input_text(dict(side))}'" for name, side in sides(first, second).items())]
    )
