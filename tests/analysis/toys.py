"""Tiny made-up games whose positions are words: to be worked out by hand, or by trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.positions import Positions
from pz8edu.analysis.solved import Solved
from pz8edu.analysis.worth import solved
from pz8edu.board.position import Position
from pz8edu.board.tabletop import Asked
from pz8edu.games.game import Game, Law
from pz8edu.systems import system
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.moment import Moment, Turn
from pz8edu.turns.play import Play

Graph = Mapping[str, tuple[str, Mapping[str, Mapping[str, Fraction]]]]
"""By position: who is to act, and where each choice leads; "own", "enemy" and "drawn" are ends."""
ENDS = {"own": "own", "enemy": "enemy", "drawn": ""}


class Toy(Play[Any, Any]):
    """A game that is told as a graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def at(self, name: str) -> Moment[Any]:
        return Moment(Position({}), noted={"at": name})

    def over(self, moment: Moment[Any]) -> Ending | None:
        name = moment.noted["at"]
        return Ending(ENDS[name], "so it is") if name in ENDS else None

    def now(self, moment: Moment[Any]) -> Turn:
        name = moment.noted["at"]
        return Turn("1", self.graph[name][0] if name in self.graph else "", "choose")

    def choices(self, moment: Moment[Any], unit: str = "") -> Iterator[Choice]:
        name = moment.noted["at"]
        for kind in self.graph[name][1]:
            yield Choice(kind, asked=Asked("toy", {"at": name, "kind": kind}))

    def lands(self, moment: Moment[Any], choice: Choice, outcome: Any = None) -> Moment[Any]:
        return moment.note(at=outcome)

    def worth(self, moment: Moment[Any], side: str) -> Fraction:
        return Fraction(0)

    def law(self, asked: Asked) -> Law:
        """It throws the dice that the graph tells."""
        return tuple(self.graph[asked.inputs["at"]][1][asked.inputs["kind"]].items())


def positions_of(graph: Graph, start: str = "start", most: int = 10_000) -> Positions:
    toy = Toy(graph)
    return Positions(Ahead(SimpleNamespace(book=toy, law=toy.law)), toy.at(start), most)  # type: ignore[arg-type]


def at(name: str) -> dict[str, Fraction]:
    """It leads there for sure."""
    return {name: Fraction(1)}


def some_graph(source: Random, size: int, *, comes_back: bool = False) -> Graph:
    """A graph at random; without coming back every position leads to later ones only."""
    names = ["start", *(f"p{number}" for number in range(1, size))]
    graph: dict[str, Any] = {}
    for number, name in enumerate(names):
        later = names if comes_back else names[number + 1 :]
        ways = {
            kind: law_at_random(source, [*later, *ENDS], leak=comes_back)
            for kind in ("a", "b", "c")[: source.randint(1, 3)]
        }
        graph[name] = source.choice(["own", "enemy", "own", "enemy", ""]), ways
    return graph


def law_at_random(source: Random, names: list[str], *, leak: bool) -> dict[str, Fraction]:
    """A law over some of the names; with a leak it may end at once."""
    to = source.sample(names, min(len(names), source.randint(1, 3)))
    if leak:
        to = [*dict.fromkeys((*to, source.choice(list(ENDS))))]
    weights = [source.randint(1, 5) for _ in to]
    return {name: Fraction(weight, sum(weights)) for name, weight in zip(to, weights, strict=True)}


@cache
def two_tanks() -> Solved:
    """The duel of two tanks, solved."""
    return solved(Game(system("pz8-ww2"), "two-tanks"))
