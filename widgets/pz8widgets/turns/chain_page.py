"""What the panels of a page of turns need of it: the chain, and what has been followed of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from pz8edu.core.chains.chain import Chain
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rulebook.system import ChainQuestion
from pz8edu.show.outcome_styles import OutcomeStyle
from pz8widgets.page.panel import Page
from pz8widgets.turns.trajectory import Trajectory, View

if TYPE_CHECKING:
    from pz8widgets.plots.plot_pane import PlotPane


class ChainPage(Page, Protocol):
    """A page that is played turn after turn."""

    question: ChainQuestion
    results: Mapping[str, Any]
    chain: Chain[Any] | None
    """The chain behind the question; None where it rests on no single one."""
    trajectory: Trajectory | None
    names: tuple[str, ...]
    """The states as they are looked at, and their odds after each turn."""
    laws: list[Distribution[str]]
    styles: Mapping[str, OutcomeStyle]
    turn: int
    solved: bool
    pane: PlotPane

    @property
    def solvable(self) -> bool:
        """Is the chain small enough to be solved at once, or has somebody asked for it?"""

    @property
    def view(self) -> View:
        """How the states are looked at."""

    def solve(self) -> None:
        """Work out what a big chain comes to in the long run."""

    def override(self, questions: Mapping[str, Distribution[Any]]) -> Chain[Any]:
        """The chain with other chances of some of its questions."""
