"""What comes from outside the table: aircraft with their attacks (section 12), and AA guns that spoil them."""

from __future__ import annotations

from collections.abc import Mapping

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.distances import within
from pz8edu.board.lengths import in_words
from pz8edu.board.position import Place
from pz8edu.board.scene import Base
from pz8edu.board.shot import Aim, measure_cover
from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.setups import COVERS, AircraftOnTable, UnitOnTable
from pz8edu.systems.pz8_ww2.words import Cover

ATTACKS = "air attacks of {}"
"""What a side counts down: the attacks that an aircraft may still make (section 12)."""

BATTERY = "battery {}"
"""What a side counts down: a battery off the table that may still fire (section 5)."""


def left(attacks: int) -> str:
    """How many attacks may still be made, in words."""
    return f"{attacks} attack{'' if attacks == 1 else 's'} left"


def aircraft_base(plane: AircraftOnTable, place: Place, attacks: int) -> Base:
    """An aircraft as it stands beside its target; it blocks nothing."""
    return Base(
        plane.name,
        plane.what,
        plane.side,
        (place.x, place.y),
        role=f"unit: {plane.side}",
        symbol=plane.symbol,
        label=f"{plane.name} · {left(attacks)}",
        quality=plane.quality.value,
        traits=(*plane.traits, left(attacks)),
    )


def guns_near(
    field: Battlefield, target: Base, units: Mapping[str, UnitOnTable], rules: Ww2
) -> tuple[str, ...]:
    """The AA guns of the target's side that are near enough to count (section 12)."""
    return tuple(
        base.name
        for base in field.units
        if units[base.name].anti_aircraft
        and base.side == target.side
        and within(target.at, base.at, rules.aa_radius)
    )


def air_asked(
    plane: AircraftOnTable,
    target: UnitOnTable,
    at: Base,
    field: Battlefield,
    attack: int,
    guns: tuple[str, ...],
    rules: Ww2,
) -> Asked:
    """An attack from the air on a unit (section 12)."""
    armour = rules.defence[target.defence]
    inputs = {
        "attack": attack,
        "defence": armour.defence,
        "armoured": armour.armoured,
        "cover": Cover(measure_cover(field, at, Aim(0, cover=COVERS)).value),
        "quality": plane.quality,
        "aa_guns": len(guns),
        "target_condition": target.condition,
        "hq": target.hq,
        "target_quality": target.quality,
    }
    why = f"{target.name} is on the same side." if plane.side == target.side else ""
    counted = tuple(f"AA gun within {in_words(rules.aa_radius)}″: {gun}" for gun in guns)
    return Asked("air-attack", inputs, why, counted)
