"""Loaded dice and unknown chances: distributions whose weights are symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pz8edu.algebra.polynomial import NOT, Polynomial
from pz8edu.core.chance.distribution import Distribution
from pz8edu.errors import BadInput


class Unknowns:
    """The symbols of one calculation: dice that may be loaded, and chances that are not known.

    `Unknowns(dice={"p": range(1, 7)}, chances=["hit"])` has a die `dice["p"]` that shows its faces with the
    chances p1 to p6, whose sum is known to be 1, and `chances["hit"]`, which is 1 with the chance hit and
    0 otherwise. Only what belongs to the same unknowns can meet in one rule.
    """

    def __init__(self, dice: Mapping[str, Iterable[Any]] | None = None, chances: Iterable[str] = ()) -> None:
        faces = {name: tuple(each) for name, each in (dice or {}).items()}
        named = tuple(chances)
        names = [f"{name}{face}" for name, each in faces.items() for face in each]
        for name in named:
            names += [name, NOT + name]
        if len(set(names)) < len(names) or not names:
            raise BadInput(f"unknowns need names, each of them once; got {', '.join(names) or 'none'}")
        self.symbols = tuple(names)
        self.dice: dict[str, Distribution[Any]] = {
            name: Distribution({face: self._symbol(f"{name}{face}") for face in each}, 1)
            for name, each in faces.items()
        }
        self.chances: dict[str, Distribution[int]] = {
            name: Distribution({1: self._symbol(name), 0: self._symbol(NOT + name)}, 1) for name in named
        }

    def _symbol(self, name: str) -> Polynomial:
        return Polynomial.of(self.symbols, {tuple(int(each == name) for each in self.symbols): 1})


def loaded_die(name: str = "p", faces: Iterable[int] = range(1, 7)) -> Distribution[int]:
    """A die that shows face i with the unknown chance p_i; the sum of these chances is known to be 1."""
    return Unknowns(dice={name: faces}).dice[name]


def unknown_chance(name: str = "p") -> Distribution[int]:
    """Something that happens (1) with an unknown chance p, and otherwise does not (0)."""
    return Unknowns(chances=[name]).chances[name]
