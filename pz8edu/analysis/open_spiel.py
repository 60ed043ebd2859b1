"""A game as OpenSpiel has it, for its algorithms: needs the extra `[solvers]`. Its chances are decimals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from pz8edu.analysis.positions import Positions
from pz8edu.games.record import key_text
from pz8edu.turns.moment import CHANCE

LONGEST = 10_000
"""No game has more choices and rolls than this."""


def open_spiel_game(positions: Positions) -> Any:
    """All positions that can follow a moment as a `pyspiel.Game` of two sides, worth 1 to −1."""
    spiel, rolls = pyspiel.GameType, [len(way.to) for ways in positions.ways for way in ways]
    kind = spiel(
        short_name="pz8edu",
        long_name=positions.ahead.game.table,
        dynamics=spiel.Dynamics.SEQUENTIAL,
        chance_mode=spiel.ChanceMode.EXPLICIT_STOCHASTIC,
        information=spiel.Information.PERFECT_INFORMATION,
        utility=spiel.Utility.ZERO_SUM,
        reward_model=spiel.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    most = max((len(ways) for ways in positions.ways), default=1)
    about = pyspiel.GameInfo(
        num_distinct_actions=max(most, 1),
        max_chance_outcomes=max([most, *rolls]),
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )
    return SpielGame(positions, kind, about)


class SpielGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """The game itself."""

    def __init__(self, positions: Positions, kind: Any, about: Any) -> None:
        super().__init__(kind, about, {})
        self.positions = positions

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> Any:
        """Who watches sees everything."""
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def new_initial_state(self) -> SpielState:
        """The moment at which it begins."""
        return SpielState(self)


class SpielState(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    """A position, and the way whose dice are to fall."""

    held: Callable[[], Positions]

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        held = game.positions
        self.held = lambda: held  # a copy of a state must not copy all positions
        self.at, self.way = 0, -1

    @property
    def positions(self) -> Positions:
        """All positions that can follow."""
        return self.held()

    def current_player(self) -> int:
        """0 and 1 for the sides, or chance, or over."""
        if self.at in self.positions.ends:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.way >= 0 or self.positions.sides[self.at] == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.positions.ahead.book.sides.index(self.positions.sides[self.at])

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.positions.ways[self.at])))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may fall, or which choice chance takes."""
        ways = self.positions.ways[self.at]
        if self.way < 0:
            return [(number, 1 / len(ways)) for number in range(len(ways))]
        return [(number, float(chance)) for number, (_, chance) in enumerate(ways[self.way].to)]

    def _apply_action(self, action: int) -> None:
        to = self.positions.ways[self.at][self.way].to if self.way >= 0 else ()
        if to:
            self.at, self.way = to[action][0], -1
            return
        (chosen,) = self.positions.ways[self.at][action : action + 1]
        if len(chosen.to) == 1:
            self.at = chosen.to[0][0]
        else:
            self.way = action

    def _action_to_string(self, player: int, action: int) -> str:
        if self.way >= 0:
            return f"falls {action}"
        return key_text(self.positions.ways[self.at][action].choice.key)

    def is_terminal(self) -> bool:
        """Is it over?"""
        return self.at in self.positions.ends

    def returns(self) -> list[float]:
        """1 for who has won, −1 for who has lost, 0 for a draw."""
        own = float(2 * self.positions.ends.get(self.at, 0) - 1) if self.is_terminal() else 0.0
        return [own, -own]

    def __str__(self) -> str:
        return f"{self.at}:{self.way}"

    def information_state_string(self, player: int = 0) -> str:
        """Where it stands: everything is in the open."""
        return str(self)

    def observation_string(self, player: int = 0) -> str:
        """The same."""
        return str(self)
