"""Which faces of a loaded die a rule tells apart: its formulas need a symbol for each such group only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pz8edu.algebra.polynomial import OR, ROOM, Polynomial
from pz8edu.core.chance.distribution import Distribution

Law = Callable[[Distribution[int]], Distribution[Any]]
"""What a rule comes to with a die."""


class FaceSums(Polynomial):
    """Stands in for a polynomial in the chances of faces, and notes only which sums of them it is made of.

    `faces` are those whose chances were added up so far and nothing else (bit by bit), `used` the sums that
    something else was done with (again bit by bit). Whatever a rule calculates is a formula in these sums.
    """

    __slots__ = ("faces", "used")

    def __init__(self, faces: int, used: int = 0) -> None:
        super().__init__(("faces",), {})
        self.faces = faces
        self.used = used

    def noted(self) -> int:
        """All sums, this one included."""
        return self.used | (1 << self.faces if self.faces else 0)

    def plus(self, others: Iterable[Polynomial | int]) -> FaceSums:
        """The sum with any number of others: chances of different faces become one sum."""
        result = self
        for other in others:
            faces = other.faces if isinstance(other, FaceSums) else 0
            if faces and result.faces and not result.faces & faces:
                result = FaceSums(result.faces | faces)
            elif other:
                result = result * other
        return result

    def __mul__(self, other: Polynomial | int) -> FaceSums:
        if isinstance(other, int) and other == 1:
            return self
        return FaceSums(0, self.noted() | (other.noted() if isinstance(other, FaceSums) else 0))

    __rmul__ = __mul__

    def __pow__(self, power: int) -> FaceSums:
        return FaceSums(0, self.noted())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FaceSums) and (self.faces, self.used) == (other.faces, other.used)

    def __hash__(self) -> int:
        return hash((self.faces, self.used))

    def __bool__(self) -> bool:
        return True


def indistinguishable_faces(law_with: Law, faces: Iterable[int]) -> list[tuple[int, ...]]:
    """The faces in groups: of those in one group only the sum of their chances matters.

    The rule is played once with weights that note which sums they are used in.
    """
    listed = tuple(faces)
    law = law_with(
        Distribution.of_weights({face: FaceSums(1 << place) for place, face in enumerate(listed)}, 1)
    )
    used = 0
    for weight in (*law.weights.values(), law.total):
        used |= weight.noted() if isinstance(weight, FaceSums) else 0
    sums = [number for number in range(1 << len(listed)) if used >> number & 1]
    groups: dict[tuple[int, ...], list[int]] = {}
    for place, face in enumerate(listed):
        groups.setdefault(tuple(number >> place & 1 for number in sums), []).append(face)
    return [tuple(group) for group in groups.values()]


def grouped_die(groups: Iterable[tuple[int, ...]]) -> Distribution[int]:
    """A loaded die whose first face of each group has the chance of the whole group, as one symbol.

    The other faces have none. A single group holds all faces: its chance is 1.
    """
    listed = list(groups)
    symbols = tuple(OR.join(f"p{face}" for face in group) for group in listed)
    weights: dict[int, Polynomial | int] = {face: 0 for group in listed for face in group}
    for place, (first, *_) in enumerate(listed):
        weights[first] = Polynomial(symbols, {1 << ROOM * place: 1}) if len(listed) > 1 else 1
    return Distribution.of_weights(dict(sorted(weights.items())), 1)
