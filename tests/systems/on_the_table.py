"""What tests of tables do: open one, move and change what stands on it, read what is asked and told."""

from dataclasses import replace
from typing import Any

from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked, BoardState
from pz8edu.systems import system

State = BoardState[Any]


class Tables:
    """The tables of a book, under its rules as printed."""

    def __init__(self, system_id: str) -> None:
        self.system = system(system_id)
        self.rules = self.system.rules

    def start(self, name: str, shooter: str = "", target: str = "") -> tuple[Any, State]:
        """A table as it opens, and who fires at whom, if it should be somebody else."""
        table = self.system.tabletop(name)
        state = table.opening()
        return table, replace(state, shooter=shooter or state.shooter, target=target or state.target)

    def asked(self, table: Any, state: State, rules: Any = None) -> Asked:
        """The question that the table asks."""
        found = table.asked(state, rules or self.rules)
        assert found is not None
        return found

    def fact(self, table: Any, state: State, name: str) -> tuple[str, str]:
        """A fact beside the board: its value, and the remark under it."""
        return next((fact.value, fact.remark) for fact in table.facts(state, self.rules) if fact.name == name)


def put(state: State, name: str, x: float, y: float, facing: float | None = None) -> State:
    """A unit elsewhere."""
    return state.at(state.position.moved(name, Place(x, y, facing)))


def changed(state: State, name: str, **changes: Any) -> State:
    """A unit in another state."""
    return state.at(state.position.with_unit(name, **changes))
