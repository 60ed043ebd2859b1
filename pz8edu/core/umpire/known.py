"""Dice that are known already, by their labels."""

from __future__ import annotations

from collections.abc import Mapping

from pz8edu.core.rolls.address import Address


class Known:
    """The values or faces of dice by label; `used` are the whole labels of those that were thrown.

    Inside a sub-rule the labels are those of its own dice, and `scope` is the way to it.
    """

    __slots__ = ("values", "scope", "used", "_addresses")

    def __init__(
        self, values: Mapping[str, object], scope: tuple[str, ...] = (), used: set[str] | None = None
    ) -> None:
        self.values = values
        self.scope = scope
        self.used: set[str] = set() if used is None else used
        self._addresses = {label: Address.of(label) for label in values}

    def __bool__(self) -> bool:
        return bool(self.values)

    def __contains__(self, label: str) -> bool:
        return label in self.values

    def __getitem__(self, label: str) -> object:
        """What the dice of this label show, which are thrown now."""
        address = Address.of(label)
        self.used.add(str(Address((*self.scope, *address.names), address.again)))
        return self.values[label]

    def inside(self, scope: tuple[str, ...]) -> Known:
        """The known dice of a sub-rule."""
        found = {
            str(rest): self.values[label]
            for label, address in self._addresses.items()
            if (rest := address.inside(scope)) is not None
        }
        return Known(found, (*self.scope, *scope), self.used)

    def watches(self, scope: tuple[str, ...]) -> bool:
        """Is anything inside this sub-rule known, or inside one of its rounds?"""
        return any(address.in_rounds_of(scope) for address in self._addresses.values())
