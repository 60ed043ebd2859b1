"""A move measured on the table: what its path costs over the ground, held against an allowance."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import TOLERANCE
from pz8edu.board.findings import Finding
from pz8edu.board.ground import OPEN, ROAD, stretches
from pz8edu.board.lengths import Number, exact_length, in_words, with_unit
from pz8edu.board.movement import Stretch, path_cost
from pz8edu.board.scene import UNIT_SIGN, Line
from pz8edu.board.shapes import Point
from pz8edu.core.records import FrozenRecord

SLACK = Fraction(TOLERANCE)


class Going(FrozenRecord):
    """What ground means to a mover, in the numbers of its rulebook.

    `cost` is the movement that one inch of each kind of ground costs; ground not named costs `other` (rough
    ground, mostly). `closed` lists ground that it may not enter, `tolls` what it costs to go onto some (a
    wall). With ground of `slowing` whatever else lies there costs `slowed` times as much (a steep hill).
    """

    cost: Mapping[str, Number] = field(default_factory=lambda: {OPEN: Fraction(1), ROAD: Fraction(1, 2)})
    other: Number = 2
    closed: frozenset[str] = frozenset()
    tolls: Mapping[str, Number] = field(default_factory=dict)
    slowing: frozenset[str] = frozenset()
    slowed: Number = 1

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        costs = frozenset(self.cost.items()), frozenset(self.tolls.items())
        return hash((*costs, self.other, self.closed, self.slowing, self.slowed))

    def of(self, ground: str) -> Number:
        """The cost of an inch of this ground."""
        return self.cost.get(ground, self.other)

    def over(self, pieces: Sequence[Stretch], free: Collection[str] = ()) -> Fraction:
        """The cost of a path in pieces, some ground for nothing, without tolls and slopes."""
        return path_cost(
            pieces, {each.ground: self.of(each.ground) for each in pieces} | dict.fromkeys(free, 0)
        )

    def words(self, kind: str) -> str:
        """What ground costs, in a few words: '1 inch of rough ground costs 2, of road 0.5'."""
        rough, road = in_words(self.other), in_words(self.of(ROAD))
        return f"{with_unit('1', kind)} of rough ground costs {rough}, of road {road}"


class March(FrozenRecord):
    """What was measured for a move; lengths and costs in the unit of the board (`kind`)."""

    unit: str
    path: tuple[Point, ...]
    kind: str
    pieces: Sequence[Stretch]
    spent: Fraction
    allowance: Fraction
    shut: str | None
    going: Going

    @property
    def is_legal(self) -> bool:
        """Does it come to no more than the allowance, over ground that may be entered?"""
        return self.shut is None and self.spent <= self.allowance + SLACK

    @property
    def cost(self) -> Finding[Fraction]:
        """What it costs, piece by piece."""
        return Finding(self.spent, cost_words(self.pieces, self.spent, self.going, self.kind))

    @property
    def legal(self) -> Finding[bool]:
        """Is it legal, and what is left of the allowance, or is missing?"""
        left = self.allowance - self.spent
        if self.shut is not None:
            verdict = f"{self.unit} may not enter the {self.shut}."
        elif self.is_legal:
            verdict = f"{in_words(max(left, Fraction(0)))} of {in_words(self.allowance)} is left."
        else:
            verdict = f"That is {in_words(-left)} more than the allowance of {in_words(self.allowance)}."
        return Finding(self.is_legal, verdict)

    @property
    def line(self) -> Line:
        """What a board shows of the move: its path with its cost."""
        sign = UNIT_SIGN[self.kind]
        label = f"{in_words(self.spent)}{sign} of {in_words(self.allowance)}{sign}"
        role = "move: legal" if self.is_legal else "move: too far"
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
    limit = exact_length(allowance, "an allowance")
    pieces = flat = stretches(path, battle.ground)
    cost, slopes = rules.over(pieces), [patch for patch in battle.ground if patch.ground in rules.slowing]
    if slopes:
        bare = [patch for patch in battle.ground if patch.ground not in rules.slowing]
        flat = stretches(path, bare)
        cost, off = rules.over(flat), rules.over(stretches(path, (*bare, *slopes)), rules.slowing)
        cost += (cost - off) * (exact_length(rules.slowed) - 1)
    cost += sum((exact_length(rules.tolls.get(piece.ground, 0)) for piece in pieces[1:]), Fraction(0))
    shut = next((piece.ground for piece in flat if piece.ground in rules.closed), None)
    return March(unit, path, battle.kind, pieces, cost, limit, shut, rules)


def cost_words(pieces: Sequence[Stretch], cost: Fraction, rules: Going, kind: str) -> str:
    """A path in a sentence: '2 inches of open at 1, 1 inch of wood at 2: 4 inches of movement.'."""
    parts = [
        f"{with_unit(in_words(piece.length), kind)} of {piece.ground} at {in_words(rules.of(piece.ground))}"
        for piece in pieces
    ]
    return f"{', '.join(parts) or 'No way at all'}: {with_unit(in_words(cost), kind)} of movement."
