"""What a page can open under its cards: built when it is first opened, renewed while it is open."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import ipywidgets as w

from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Question, System
from pz8widgets.page.quiet import Quiet
from pz8widgets.page.theme import card, sheet


class Page(Protocol):
    """What every panel needs of the page that it belongs to."""

    system: System
    question: Question
    situation: Any
    """What the question is asked about; None while it cannot be used."""
    rules: Any

    def show(self, title: str | None) -> None:
        """Open another panel, or none."""

    def says(self, word: str) -> str:
        """What an outcome means, in a sentence."""

    def change_html(self, first: Ruleset, second: Ruleset) -> str:
        """What the answer gains and loses from the first rules to the second. Raises BadInput."""

    def play_under(self, rules: Any) -> None:
        """Answer the question under rules that watch what is read of them. Raises BadInput."""


PageT = TypeVar("PageT", bound=Page)


class Panel(Generic[PageT]):
    """One card that belongs to a page: subclass it with `title`, `build` and `follow`."""

    title: ClassVar[str]
    note: ClassVar[str] = ""

    def __init__(self, page: PageT) -> None:
        self.page = page
        self.card: w.VBox | None = None
        self._quiet = Quiet()

    def open(self) -> w.VBox:
        """The card, as the page is now."""
        if self.card is None:
            self.card = card(self.title, *self.build(), note=self.note)
            heading, *rest = self.card.children
            close = w.Button(description="Close", tooltip=f"Close: {self.title}")
            close.on_click(lambda _: self.page.show(None))
            top = w.HBox([heading, close])
            top.add_class("pz8-closing")
            self.card.children = (sheet("panels"), top, *rest)
        self.follow()
        return self.card

    @abstractmethod
    def build(self) -> tuple[w.Widget, ...]:
        """The widgets of the card."""

    @abstractmethod
    def follow(self) -> None:
        """Show what belongs to the page's situation, rules and dice now."""
