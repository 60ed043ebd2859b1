"""What is not as the rules say: the chance of a question, or how a die falls."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pz8edu.algebra.dual import Dual
from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.loaded import loaded_die, unknown_chance
from pz8edu.core.rolls.throw import Law
from pz8edu.errors import BadInput, unknown


@dataclass(frozen=True)
class Unknown:
    """The chances of a question's answers, or of a die's faces, by its label.

    Of one `face` alone the chance is unknown, and the other faces share the rest like the weights `others`;
    without a `face` the chances of all faces are.
    """

    what: str
    """How an umpire takes it: "override" for a question, "loaded" for a die."""
    label: str
    faces: tuple[Any, ...]
    face: object = None
    others: Mapping[object, int] | None = None

    @cached_property
    def names(self) -> dict[object, str]:
        """The symbols by face: p, or p1 to p6."""
        return {face: f"p{face}" for face in self.faces} if self.face is None else {self.face: "p"}

    def played(self, law: Law) -> dict[str, dict[str, Law]]:
        """What an umpire is told."""
        return {self.what: {self.label: law}}

    def law(self, p: Weight, not_p: Weight, one: Weight) -> Law:
        """The distribution in which one face has the weight p and all others share the rest."""
        others = self.others or {face: 1 for face in self.faces if face != self.face}
        of = sum(others.values())
        weights = {face: p * of if face == self.face else not_p * others.get(face, 0) for face in self.faces}
        return Distribution({face: weight for face, weight in weights.items() if weight}, one * of)

    def in_symbols(self) -> Law:
        """The distribution in unknown chances."""
        if self.face is None:
            return loaded_die("p", self.faces)
        p = unknown_chance("p").weights
        return self.law(p[1], p[0], 1)

    def values(self, value: object) -> dict[str, Fraction]:
        """The symbols' values: of one chance, or of a mapping with the chance of every face.

        Raises BadInput for what is no chance, for an unknown face, and for chances that do not add up to 1.
        """
        if self.face is not None:
            return {"p": exact_chance("p", value)}
        if not isinstance(value, Mapping):
            raise BadInput(
                f"the chances of all faces are given by face, as in {{1: 0, 6: '1/2'}}; got {value!r}"
            )
        for face in value:
            if face not in self.names:
                raise unknown("face", face, map(str, self.names))
        values = {name: exact_chance(face, value.get(face, 0)) for face, name in self.names.items()}
        if sum(values.values()) != 1:
            given = ", ".join(f"{face}: {chance}" for face, chance in value.items())
            raise BadInput(f"the chances of all faces must add up to 1; got {given}")
        return values

    def in_numbers(self, value: object) -> tuple[Law, int]:
        """The distribution with this chance, its weights with their slopes; so many steps of one make 1."""
        values = self.values(value)
        below = math.lcm(*(chance.denominator for chance in values.values()))
        if self.face is not None:
            yes = int(values["p"] * below)
            return self.law(Dual(yes, (1,)), Dual(below - yes, (-1,)), below), below
        shares = {face: int(values[name] * below) for face, name in self.names.items()}
        return Distribution(
            {face: Dual(share, tuple(int(each == face) for each in shares)) for face, share in shares.items()}
        ), below


def exact_chance(name: object, value: object) -> Fraction:
    """A chance as an exact fraction; raises BadInput where it is none."""
    try:
        chance = Fraction(str(value)) if not isinstance(value, (int, Fraction)) else Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"the chance of {name} must be a number such as 1/3 or 0.25; got {value!r}") from None
    if not 0 <= chance <= 1:
        raise BadInput(f"the chance of {name} must be from 0 to 1; got {value}")
    return chance
