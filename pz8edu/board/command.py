"""A command radius measured on the table: which units of a side their headquarters reaches."""

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.distances import distance, within
from pz8edu.board.lengths import Number, in_words, told_apart, with_unit
from pz8edu.board.scene import UNIT_SIGN, Base, Ring


def in_command(battle: Battlefield, headquarters: str, limit: Number) -> tuple[Base, ...]:
    """The units of the same side with their centre within the limit, the headquarters among them.

    Raises BadInput for an unknown unit.
    """
    chief = battle.unit(headquarters)
    own = (unit for unit in battle.units if unit.side == chief.side)
    return tuple(unit for unit in own if within(chief.at, unit.at, limit))


def command_ring(battle: Battlefield, headquarters: str, limit: Number, word: str = "command") -> Ring:
    """The radius with a sentence for each unit of the side. Raises BadInput for an unknown unit."""
    chief, reached = battle.unit(headquarters), in_command(battle, headquarters, limit)
    sentences = [
        f"{unit.name} is {with_unit(told_apart(distance(chief.at, unit.at), limit), battle.kind)} from "
        f"{chief.name}: {'within' if unit in reached else 'beyond'} {in_words(limit)}."
        for unit in battle.units
        if unit.side == chief.side
    ]
    label = f"{word} {in_words(limit)}{UNIT_SIGN[battle.kind]}"
    return Ring("command radius", chief.at, limit, label, " ".join(sentences))
