"""A command radius measured on the table: which units of a side their headquarters reaches."""

from dataclasses import dataclass

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.distances import distance, within
from pz8edu.board.findings import Finding
from pz8edu.board.lengths import Number, in_words, told_apart, with_unit
from pz8edu.board.scene import UNIT_SIGN, Base, Ring, Shape


@dataclass(frozen=True, slots=True)
class Command:
    """Who is within reach of a headquarters, itself among them; lengths in the unit of the board (`kind`)."""

    headquarters: Base
    limit: Number
    kind: str
    reached: tuple[Finding[bool], ...]
    units: tuple[Base, ...]

    @property
    def in_command(self) -> tuple[str, ...]:
        """The names of the units within reach."""
        return tuple(unit.name for unit, found in zip(self.units, self.reached, strict=True) if found.value)

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence for each unit of the side."""
        return tuple(found.says for found in self.reached)

    def shapes(self) -> tuple[Shape, ...]:
        """What a board shows of it: the radius."""
        label = f"command {in_words(self.limit)}{UNIT_SIGN[self.kind]}"
        ring = Ring("command radius", self.headquarters.at, self.limit, label, " ".join(self.sentences))
        return (ring,)


def measure_command(battle: Battlefield, headquarters: str, limit: Number) -> Command:
    """Which units of the same side have their centre within the limit.

    Raises BadInput for an unknown unit.
    """
    chief = battle.unit(headquarters)
    own = tuple(unit for unit in battle.units if unit.side == chief.side)
    reached = tuple(reach(chief, unit, limit, battle.kind) for unit in own)
    return Command(chief, limit, battle.kind, reached, own)


def reach(chief: Base, unit: Base, limit: Number, kind: str) -> Finding[bool]:
    """Whether one unit is within the limit, with its distance."""
    inside = within(chief.at, unit.at, limit)
    told = with_unit(told_apart(distance(chief.at, unit.at), limit), kind)
    words = f"{unit.name} is {told} from {chief.name}: {'within' if inside else 'beyond'} {in_words(limit)}."
    return Finding(inside, words)
