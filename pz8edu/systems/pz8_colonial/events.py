"""Section 11, Unexpected events: what each of them does to what stands on the table."""

from __future__ import annotations

from dataclasses import replace

from pz8edu.board.position import Place, Position
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.forces import Unit
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.standing import Standing
from pz8edu.systems.pz8_colonial.words import Event, Leader, Side


def happens(
    event: Event,
    drawn_by: Side,
    name: str,
    position: Position[Standing],
    rules: Colonial,
    edge: Place,
    leader: Leader | None = None,
) -> Position[Standing]:
    """The position after a player's event has befallen a unit (pz8-colonial, section 11).

    Reinforcements come in at `edge`; Stray Bullet kills `leader`, the first one unless it is given. Raises
    BadInput for a unit of the wrong side, or one that the event cannot befall.
    """
    unit = position.units[name]
    befalls = rules.events[event].befalls
    if ("enemy" in befalls) is (unit.side is drawn_by):
        raise BadInput(f"{event} befalls {befalls} (section 11); {name} is {unit.side}")
    match event:
        case Event.SHORT_ON_MUNITIONS:
            return position.with_unit(name, short=True)
        case Event.PANIC:
            return position.with_unit(name, routing=not unit.steadfast)
        case Event.REINFORCEMENTS:
            return reinforced(name, position, edge)
        case Event.STRAY_BULLET:
            return position.with_unit(name, fallen=(*unit.fallen, struck(unit, leader)))
        case Event.RALLY:
            if not unit.routing:
                raise BadInput(f"Rally befalls a unit that routs (section 11); {name} does not")
            return position.with_unit(name, routing=False)
        case Event.STAND_FAST:
            return position.with_unit(name, steadfast=True, routing=False)


def struck(unit: Standing, leader: Leader | None) -> Leader:
    """The leader whom a stray bullet kills, without a saving roll (section 11)."""
    there = unit.leaders
    if not there or (leader is not None and leader not in there):
        raise BadInput(f"{unit.unit.name} has no {leader or 'leader'} left for a Stray Bullet (section 11)")
    return there[0] if leader is None else leader


def reinforced(name: str, position: Position[Standing], edge: Place) -> Position[Standing]:
    """The dead of a unit as a new one at the edge of the table, with what firearms fell with them (section 11)."""
    old, new = position.units[name], f"{name} again"
    dead = old.unit.men - old.figures
    if not dead:
        raise BadInput(f"nobody of {name} has fallen: there are no Reinforcements (section 11)")
    if new in position.units:
        raise BadInput(f"the dead of {name} have come back already (section 11)")
    armed = None if old.unit.weapon is None else old.unit.firing - old.firing
    unit = Unit(**{**vars(old.unit), "name": new, "men": dead, "leaders": old.fallen, "shooters": armed})
    fresh = Standing(unit, old.side, old.front_rank)
    return replace(
        position,
        places={**position.places, new: edge},
        units={**position.units, new: fresh},
    )
