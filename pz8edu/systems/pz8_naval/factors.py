"""Section 7, Ship factors, and the printed factors of the sample ships (sections 9 and 11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_naval.ruleset import Naval, SampleCruiser, SampleShip
from pz8edu.systems.pz8_naval.words import Gun

Section = Literal[7, 11]


@dataclass(frozen=True)
class Battery:
    """The guns of a ship that fire together, with their printed factor and range in zones."""

    guns: int
    calibre: Fraction
    attack: int
    range: int

    def gun(self, section: Section, rules: Naval) -> Gun:
        """Its row of the table "to straddle" (sections 4 and 11)."""
        return gun_row(self.calibre, section, rules)


def gun_row(calibre: Fraction, section: Section, rules: Naval) -> Gun:
    """The row of a calibre in inches (sections 4 and 11); raises BadInput for a calibre that has none.

    Calibres between the printed rows stand in the columns `smallest` and `largest`: 13 inches fires as 14.
    """
    table = rules.straddle if section == 7 else rules.straddle_cruisers
    for row in table.rows:
        if row.smallest <= calibre <= row.largest:
            return Gun(row.guns)
    listed = ", ".join(row.guns for row in table.rows)
    raise BadInput(
        f'no row of the table "to straddle" holds {float(calibre):g} inches; its rows are {listed}'
    )


def attack_of_battery(calibre: Fraction, guns: int, section: Section, rules: Naval) -> int | None:
    """Attack factor by calibre and guns; None for a calibre without a class (sections 7 and 11; R35)."""
    for row in (rules.attack if section == 7 else rules.attack_cruisers).rows:
        if row.smallest <= calibre <= row.largest:
            more = rules.more_guns if guns > rules.usual_guns else 0
            fewer = rules.fewer_guns if guns < rules.usual_guns else 0
            return rules.attack_factor(row.attack + more + fewer)
    return None


@dataclass(frozen=True)
class Rounded:
    """A Defence factor with the tonnage rounded to the nearest point (halves up), up and down."""

    nearest: int
    up: int
    down: int


def defence_of_hull(tons: int, step: int, armour: int) -> Rounded:
    """Defence factor by tonnage, with the points for armour added (sections 7 and 11)."""
    return Rounded((2 * tons + step) // (2 * step) + armour, -(-tons // step) + armour, tons // step + armour)


def main_battery(ship: SampleShip | SampleCruiser) -> Battery:
    """The main battery of a sample ship; raises BadInput for a carrier, which has none."""
    if ship.guns is None or ship.calibre is None or ship.attack is None or ship.range is None:
        raise BadInput(f"{ship.ship} has no guns: it stays off the table and flies its air raids (section 8)")
    return Battery(ship.guns, ship.calibre, ship.attack, ship.range)


def secondary_battery(ship: SampleShip | SampleCruiser) -> Battery | None:
    """The secondary battery of a sample ship, if it has one (section 11)."""
    if not isinstance(ship, SampleCruiser) or ship.secondary_guns is None:
        return None
    assert ship.secondary_calibre is not None
    assert ship.secondary_attack is not None
    assert ship.secondary_range is not None
    return Battery(ship.secondary_guns, ship.secondary_calibre, ship.secondary_attack, ship.secondary_range)


def section_of(ship: str, rules: Naval) -> Section:
    """Whose tables a sample ship uses: those of the main rules or of section 11, never both in one game."""
    return 11 if ship in rules.river_plate else 7


def sample_ships(rules: Naval) -> Mapping[str, SampleShip | SampleCruiser]:
    """All sample ships by name, in the printed order (sections 9 and 11)."""
    return {**rules.denmark_strait, **rules.cape_matapan, **rules.river_plate}


def sample_ship(name: str, rules: Naval) -> SampleShip | SampleCruiser:
    """A sample ship by its name; raises BadInput for an unknown one (sections 9 and 11)."""
    ships = sample_ships(rules)
    if name not in ships:
        raise unknown("ship", name, ships)
    return ships[name]


def sample_batteries(rules: Naval) -> Mapping[str, Battery]:
    """The batteries of all sample ships: "Hood", or "Graf Spee (main)" and "Graf Spee (secondary)"."""
    batteries: dict[str, Battery] = {}
    for name, ship in sample_ships(rules).items():
        secondary = secondary_battery(ship)
        if secondary is not None:
            batteries |= {f"{name} (main)": main_battery(ship), f"{name} (secondary)": secondary}
        elif ship.guns is not None:
            batteries[name] = main_battery(ship)
    return batteries
