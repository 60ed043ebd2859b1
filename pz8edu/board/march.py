"""A move measured on the table: what its path costs over the ground, held against an allowance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import TOLERANCE
from pz8edu.board.findings import Finding
from pz8edu.board.ground import OPEN, ROAD, stretches
from pz8edu.board.lengths import Number, exact_length, in_words, with_unit
from pz8edu.board.movement import Stretch, path_cost
from pz8edu.board.scene import UNIT_SIGN, Line
from pz8edu.board.shapes import Point

SLACK = Fraction(TOLERANCE)


@dataclass(frozen=True, slots=True)
class Going:
    """What ground means to a mover, in the numbers of its rulebook.

    `cost` is the movement that one inch of each kind of ground costs; ground not named costs `other` (rough
    ground, mostly). `closed` lists ground that it may not enter.
    """

    cost: Mapping[str, Number] = field(default_factory=lambda: {OPEN: Fraction(1), ROAD: Fraction(1, 2)})
    other: Number = 2
    closed: frozenset[str] = frozenset()

    def of(self, ground: str) -> Number:
        """The cost of an inch of this ground."""
        return self.cost.get(ground, self.other)

    def words(self, kind: str) -> str:
        """What ground costs, in a few words: '1 inch of rough ground costs 2, of road 0.5'."""
        rough, road = in_words(self.other), in_words(self.of(ROAD))
        return f"{with_unit('1', kind)} of rough ground costs {rough}, of road {road}"


@dataclass(frozen=True, slots=True)
class March:
    """What was measured for a move; lengths and costs in the unit of the board (`kind`)."""

    path: tuple[Point, ...]
    kind: str
    cost: Finding[Fraction]
    allowance: Fraction
    legal: Finding[bool]

    @property
    def line(self) -> Line:
        """What a board shows of the move: its path with its cost."""
        sign = UNIT_SIGN[self.kind]
        label = f"{in_words(self.cost.value)}{sign} of {in_words(self.allowance)}{sign}"
        role = "move: legal" if self.legal.value else "move: too far"
        return Line(role, self.path, arrow=True, label=label, words=f"{self.cost.says} {self.legal.says}")


def measure_move(
    battle: Battlefield, unit: str, way: Sequence[Point], allowance: Number, going: Going | None = None
) -> March:
    """The move of a unit from where it stands through the points of a way.

    A cost within 1e-9 of the allowance is legal, since most lengths on a table are square roots. Raises
    BadInput for an unknown unit or an empty way.
    """
    rules = going or Going()
    path = (battle.unit(unit).at, *way)
    pieces, cost, shut = _goes(battle, path, rules)
    limit = exact_length(allowance, "an allowance")
    legal = shut is None and cost <= limit + SLACK
    if shut is not None:
        verdict = f"{unit} may not enter the {shut}."
    elif legal:
        verdict = f"{in_words(max(limit - cost, Fraction(0)))} of {in_words(limit)} is left."
    else:
        verdict = f"That is {in_words(cost - limit)} more than the allowance of {in_words(limit)}."
    measured = Finding(cost, cost_words(pieces, cost, rules, battle.kind))
    return March(path, battle.kind, measured, limit, Finding(legal, verdict))


def can_march(
    battle: Battlefield, unit: str, way: Sequence[Point], allowance: Number, going: Going
) -> bool:
    """Is the same move legal? Said without a word about it, which is quicker."""
    _, cost, shut = _goes(battle, (battle.unit(unit).at, *way), going)
    return shut is None and cost <= exact_length(allowance, "an allowance") + SLACK


def _goes(
    battle: Battlefield, path: tuple[Point, ...], going: Going
) -> tuple[Sequence[Stretch], Fraction, str | None]:
    """The pieces of a path, what it costs, and the ground on it that may not be entered."""
    pieces = stretches(path, battle.ground)
    cost = path_cost(pieces, {piece.ground: going.of(piece.ground) for piece in pieces})
    return pieces, cost, next((piece.ground for piece in pieces if piece.ground in going.closed), None)


def cost_words(pieces: Sequence[Stretch], cost: Fraction, rules: Going, kind: str) -> str:
    """A path in a sentence: '2 inches of open at 1, 1 inch of wood at 2: 4 inches of movement.'."""
    parts = [
        f"{with_unit(in_words(piece.length), kind)} of {piece.ground} at {in_words(rules.of(piece.ground))}"
        for piece in pieces
    ]
    return f"{', '.join(parts) or 'No way at all'}: {with_unit(in_words(cost), kind)} of movement."
