"""What a calculator can open under its cards: built when it is first opened, renewed while it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import ipywidgets as w

from pz8widgets.theme import card

if TYPE_CHECKING:
    from pz8widgets.calculator import Calculator


class Panel:
    """One card that belongs to a calculator: subclass it with `title`, `build` and `follow`."""

    title: ClassVar[str]
    note: ClassVar[str] = ""

    def __init__(self, calculator: Calculator) -> None:
        self.calculator = calculator
        self.card: w.VBox | None = None

    def open(self) -> w.VBox:
        """The card, as the calculator is now."""
        if self.card is None:
            self.card = card(self.title, *self.build(), note=self.note)
        self.follow()
        return self.card

    def build(self) -> tuple[w.Widget, ...]:
        """The widgets of the card."""
        raise NotImplementedError

    def follow(self) -> None:
        """Show what belongs to the calculator's situation, rules and dice now."""
        raise NotImplementedError
