"""Whole turns of Pz8 1950/1975: as in Pz8 WW2, with missiles that are fired once, and helicopters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, cast

from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_1950.helicopters import UNHARMED
from pz8edu.systems.pz8_1950.ruleset import Y1950
from pz8edu.systems.pz8_1950.setups import ATGW, FIRED, UnitOnTable
from pz8edu.systems.pz8_ww2.carrying import Now
from pz8edu.systems.pz8_ww2.play import PlayWw2, on_the_ground
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.tabletop import Ww2Table
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.turns.choice import Choice


class Play1950(PlayWw2):
    """A game of Pz8 1950/1975 on one of its tables."""

    rules: Y1950
    riders = frozenset({"infantry", "crew-weapon"})

    def may_touch(self, name: str, moment: Now) -> bool:
        """A helicopter is in contact with nobody on the ground (R39)."""
        return not unit_of(name, moment).flies

    def moves(self, name: str, moment: Now, inches: Fraction) -> Iterator[Choice]:
        """The moves of a unit; nobody on the ground comes into contact with a helicopter either (R39)."""
        flying = {f"contact with {other}" for other in moment.units if unit_of(other, moment).flies}
        yield from (each for each in super().moves(name, moment, inches) if each.why not in flying)

    def tows(self, name: str, moment: Now) -> Iterator[Choice]:
        """A truck, half-track or the like limbers a gun; a helicopter only carries (section 4)."""
        return iter(()) if unit_of(name, moment).flies else super().tows(name, moment)

    def can_be_shelled(self, name: str, moment: Now) -> bool:
        """No shell strikes a helicopter (section 12; R36)."""
        return not unit_of(name, moment).flies

    def suffered(self, moment: Now, choice: Choice, outcome: object) -> dict[str, Any]:
        """A helicopter that any damage removes takes its passengers with it (sections 6 and 12; R36)."""
        assert choice.asked is not None
        if choice.asked.calculator != "helicopter-fire":
            return super().suffered(moment, choice, outcome)
        lost = Condition.DESTROYED
        return {} if outcome == UNHARMED else {"condition": lost, "passenger_condition": lost}

    def fires_once(self, unit: UnitOnTable) -> bool:
        """Is its weapon fired once in a game (section 5), an ATGW of a vehicle too where T17 says so?"""
        return unit.fires_once or (self.rules.T17 == "b" and unit.range == ATGW)

    def spent(self, name: str, moment: Now) -> dict[str, Any]:
        """Missiles of teams, missiles and rockets of helicopters are fired once in a game (section 5)."""
        once = {"missile_fired": True} if self.fires_once(unit_of(name, moment)) else {}
        return super().spent(name, moment) | once

    def why_silent(self, name: str, target: str, asked: Asked, moment: Now) -> str:
        """Why a unit does not fire now: its ATGW is fired (section 5; T17)."""
        unit = unit_of(name, moment)
        fired = unit.missile_fired and self.fires_once(unit)
        return FIRED.format(unit) if fired else super().why_silent(name, target, asked, moment)


def unit_of(name: str, moment: Now) -> UnitOnTable:
    """A unit of this book by its name."""
    unit = moment.units[name]
    assert isinstance(unit, UnitOnTable)
    return unit


def play(table: Ww2Table, rules: Ww2) -> Play1950:
    """A game on a table; raises BadInput for one that only shows where a shell can fall."""
    return Play1950(on_the_ground(table), cast(Y1950, rules))
