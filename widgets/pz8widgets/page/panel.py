"""What a calculator can open under its cards: built when it is first opened, renewed while it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import ipywidgets as w

from pz8widgets.page.theme import card, sheet

if TYPE_CHECKING:
    from pz8widgets.calculators.calculator import Calculator


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
            heading, *rest = self.card.children
            close = w.Button(description="Close", tooltip=f"Close: {self.title}")
            close.on_click(lambda _: self.calculator.show(None))
            top = w.HBox([heading, close])
            top.add_class("pz8-closing")
            self.card.children = (sheet("panels"), top, *rest)
        self.follow()
        return self.card

    def build(self) -> tuple[w.Widget, ...]:
        """The widgets of the card."""
        raise NotImplementedError

    def follow(self) -> None:
        """Show what belongs to the calculator's situation, rules and dice now."""
        raise NotImplementedError
