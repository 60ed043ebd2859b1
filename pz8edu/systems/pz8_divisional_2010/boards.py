"""What is measured in the edition of 2010 only: the strength of its sample formations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pz8edu.rulebook import Help, Situation
from pz8edu.rulebook.domain import WordDomain
from pz8edu.systems.divisional_family.boards import strength
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010
from pz8edu.systems.pz8_divisional_2010.situations import PRINTED


class SampleFormation(Situation):
    """A formation of section 12."""

    division: Annotated[
        str, WordDomain(tuple(PRINTED.formations), typed=False), Help("sample formation, as printed")
    ]


def division_strength(situation: SampleFormation, rules: Divisional2010) -> Mapping[str, Any]:
    """The strength of a sample formation (pz8-divisional-2010, section 12; R4, R10)."""
    return strength(rules.formation(situation.division), rules)
