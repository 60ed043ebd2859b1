"""A label is an address: the sub-rules around it, its own name, and which time it comes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Address(NamedTuple):
    """The names from the outermost sub-rule to the throw or question, and its repetition number.

    It is written "shot 1: to hit", and "shot 1: to hit #2" where it comes again.
    """

    names: tuple[str, ...]
    again: int = 1

    @classmethod
    def of(cls, text: str) -> Address:
        """The address that is written like this."""
        *scope, last = text.split(": ")
        name, mark, number = last.rpartition(" #")
        return cls((*scope, name), int(number)) if mark and number.isdecimal() else cls((*scope, last))

    def __str__(self) -> str:
        text = ": ".join(self.names)
        return text if self.again == 1 else f"{text} #{self.again}"

    @property
    def name(self) -> str:
        """Its own name, without the sub-rules around it."""
        return str(Address(self.names[-1:], self.again))

    @property
    def scope(self) -> str:
        """The sub-rules around it: "shot 1", or nothing."""
        return str(Address(self.names[:-1]))

    @property
    def unnumbered(self) -> Address:
        """The same without its repetition number."""
        return Address(self.names)

    def spellings(self) -> tuple[str, ...]:
        """What it may be called, the most exact first; without a number it is meant every time."""
        return str(self), self.name, str(self.unnumbered), self.unnumbered.name

    def inside(self, scope: tuple[str, ...]) -> Address | None:
        """The rest of it inside these sub-rules; None where it is not inside them."""
        deep = len(scope)
        return Address(self.names[deep:], self.again) if self._starts_with(scope) else None

    def in_rounds_of(self, scope: tuple[str, ...]) -> bool:
        """Is it inside these sub-rules, or inside one of their rounds ("fight 2" of "fight")?"""
        if self._starts_with(scope):
            return True
        *outer, rounds = scope
        deep = len(outer)
        if len(self.names) <= deep + 1 or self.names[:deep] != tuple(outer):
            return False
        name, _, number = self.names[deep].rpartition(" ")
        return name == rounds and number.isdecimal()

    def _starts_with(self, scope: tuple[str, ...]) -> bool:
        return len(self.names) > len(scope) and self.names[: len(scope)] == scope


class Labels:
    """The labels of one game, in the sub-rule that is played now; one that comes again gets a number."""

    __slots__ = ("scope", "_throws", "_rules")

    def __init__(self) -> None:
        self.scope: tuple[str, ...] = ()
        self._throws: dict[tuple[str, ...], int] = {}
        self._rules: dict[tuple[str, ...], int] = {}

    def restart(self) -> None:
        """Forget what has been played."""
        if self._throws or self._rules:
            self._throws, self._rules = {}, {}

    def here(self, label: str) -> str:
        """A label inside the sub-rule that is played."""
        return str(Address((*self.scope, label))) if self.scope else label

    def thrown(self, label: str) -> str:
        """The label of a throw."""
        names = (*self.scope, label)
        again = self._throws[names] = self._throws.get(names, 0) + 1
        return label if again == 1 and not self.scope else str(Address(names, again))

    def sub_rule(self, label: str) -> str:
        """The name of a sub-rule, so that its dice can be told apart."""
        names = (*self.scope, label)
        self._rules[names] = self._rules.get(names, 0) + 1
        return self.latest(label)

    def latest(self, label: str) -> str:
        """The name that a sub-rule of this label was given last."""
        return str(Address((label,), self._rules[(*self.scope, label)]))


def numbered(labels: Iterable[str]) -> list[str]:
    """Labels as they come; one that comes again gets a number: "to hit", "to hit #2"."""
    found: dict[str, None] = {}
    for label in labels:
        name, address = label, Address.of(label)
        while name in found:
            address = address._replace(again=address.again + 1)
            name = str(address)
        found[name] = None
    return list(found)
