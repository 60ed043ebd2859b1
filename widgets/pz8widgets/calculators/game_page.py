"""What the panels of a calculator need of it: the game on the table and the looks of its outcomes."""

from __future__ import annotations

from typing import Protocol

from pz8edu.asking.playthrough import StepThrough
from pz8edu.core.rulebook.system import Calculator
from pz8widgets.page.form import Form
from pz8widgets.page.odds_bars import Looks
from pz8widgets.page.panel import Page


class GamePage(Page, Protocol):
    """A page with a game on the table."""

    question: Calculator
    form: Form
    play: StepThrough | None
    """The game; None while the situation cannot be used."""

    looks: Looks
    """The outcomes of the situation in their order, each with its colour and pattern."""

    def drawing(self) -> str:
        """The tree as SVG."""
