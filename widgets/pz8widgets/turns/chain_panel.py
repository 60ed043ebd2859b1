"""What a page of turns can open under its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from pz8widgets.page.panel import Panel

if TYPE_CHECKING:
    from pz8widgets.calculators.calculator import Calculator
    from pz8widgets.turns.turn_by_turn import TurnByTurn


class ChainPanel(Panel):
    """One card that belongs to a page of turns; `of_chains` if it needs the chain behind the question."""

    of_chains: ClassVar[bool] = True

    def __init__(self, page: TurnByTurn) -> None:
        self.page = page
        super().__init__(cast("Calculator", page))  # it has the same rules, question and show()
