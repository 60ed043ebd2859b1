"""The laws of a rule for all its situations as a decision diagram: no list of situations is ever made.

A diagram looks at one input after the other; what the rules do not look at costs nothing, and equal parts are
one. It is put together from the facts of the rule: what a fact looks at next is a diagram too, of an input or
of another fact, and where the known ways end one situation is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, groupby
from math import prod
from typing import Any

from pz8edu.asking.situations import Situations
from pz8edu.core.facts.fact import Fact, Fork, Raised, Refused, Ways
from pz8edu.core.facts.laws import Laws
from pz8edu.core.facts.run import FactRow
from pz8edu.errors import BadInput
from pz8edu.packing.walk import Level, Row

MOST_PARTS = 400_000
"""Diagrams of more parts than this are given up: no clock decides."""
Diagram = int
"""A part by its number, or the end ~code."""


class Diagrams:
    """Diagrams over some inputs, each with so many values; equal parts have one number."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = tuple(sizes)
        self.parts: list[tuple[int, Row]] = []
        self._known: dict[tuple[int, Row], Diagram] = {}

    def part(self, axis: int, ways: Row) -> Diagram:
        """What follows for each value of an input. Raises BadInput for more than MOST_PARTS."""
        if ways.count(ways[0]) == len(ways):
            return ways[0]
        found = self._known.get((axis, ways))
        if found is None:
            if len(self.parts) == MOST_PARTS:
                raise BadInput(f"its situations differ in more than {MOST_PARTS:,} ways")
            found = self._known[axis, ways] = len(self.parts)
            self.parts.append((axis, ways))
        return found

    def renamed(self, diagram: Diagram, name: Callable[[int], int]) -> Diagram:
        """The same with other codes."""
        return self.joined(diagram, ~0, lambda code, _: name(code))

    def joined(
        self,
        one: Diagram,
        other: Diagram,
        code: Callable[[int, int], int],
        alone: Callable[[int], bool] = lambda _: False,
    ) -> Diagram:
        """The code of both codes; one of the first that stands `alone` has its own, whatever the other."""
        parts, known = self.parts, dict[tuple[int, int], int]()

        def join(one: Diagram, other: Diagram) -> Diagram:
            if one < 0 and (other < 0 or alone(~one)):
                return ~code(~one, ~other if other < 0 else 0)
            found = known.get((one, other))
            if found is None:
                axis, ways = parts[one] if one >= 0 else (len(self.sizes), ())
                second, others = parts[other] if other >= 0 else (len(self.sizes), ())
                if axis < second:
                    both = tuple([join(way, other) for way in ways])
                elif axis > second:
                    both = tuple([join(one, way) for way in others])
                else:
                    both = tuple([join(way, its) for way, its in zip(ways, others, strict=True)])
                found = known[one, other] = self.part(min(axis, second), both)
            return found

        return join(one, other)

    def ends(self, diagram: Diagram) -> dict[int, dict[int, int]]:
        """Every code in the order of the situations, with the inputs on one way to it, by place."""
        found: dict[int, dict[int, int]] = {}
        met = {diagram}
        waiting: list[tuple[Diagram, dict[int, int]]] = [(diagram, {})]
        while waiting:
            at, way = waiting.pop()
            if at < 0:
                found.setdefault(~at, way)
                continue
            axis, ways = self.parts[at]
            for place in range(len(ways) - 1, -1, -1):
                if (ways[place] < 0 and ~ways[place] in found) or ways[place] in met:
                    continue
                waiting.append((ways[place], {**way, axis: place}))
            met.update(each for each in ways if each >= 0)
        return found

    def code(self, diagram: Diagram, places: Mapping[int, int]) -> int:
        """The code of one situation; an input without a place has its first value."""
        while diagram >= 0:
            axis, ways = self.parts[diagram]
            diagram = ways[places.get(axis, 0)]
        return ~diagram

    def levels(self, diagram: Diagram) -> tuple[Level, ...]:
        """The levels of a walk: of every input the rows that are reached, also where nothing looks at it."""
        found: list[Level] = []
        rows = [diagram]
        for axis, size in enumerate(self.sizes):
            cells = [self._row(row, axis, size) for row in rows]
            number = {each: at for at, each in enumerate(dict.fromkeys(chain.from_iterable(cells)))}
            last = axis == len(self.sizes) - 1
            found.append(tuple(tuple(~cell if last else number[cell] for cell in row) for row in cells))
            rows = list(number)
        return tuple(found)

    def _row(self, diagram: Diagram, axis: int, size: int) -> Row:
        if diagram >= 0 and self.parts[diagram][0] == axis:
            return self.parts[diagram][1]
        return (diagram,) * size


class Codes(Sequence[int]):
    """The code of every situation of a table, worked out when somebody asks."""

    def __init__(self, diagrams: Diagrams, diagram: Diagram) -> None:
        self.diagrams, self.diagram = diagrams, diagram

    def __len__(self) -> int:
        return prod(self.diagrams.sizes)

    def __getitem__(self, row: Any) -> Any:
        if not 0 <= row < len(self):
            raise IndexError(row)
        places = {}
        for axis in range(len(self.diagrams.sizes) - 1, -1, -1):
            row, places[axis] = divmod(row, self.diagrams.sizes[axis])
        return self.diagrams.code(self.diagram, places)


Met = dict[tuple[int, int | None], int]
"""States, with what they have found where they look, by number."""
State = tuple[Ways, int | None]
"""The ways that are open in a fact, and which of them is taken."""


class LawDiagrams:
    """The diagrams of the fields, facts and laws of a question's situations under one ruleset.

    `names` are the inputs of the diagrams, those of a record one after the other, from `first` on; `told`
    hears of every situation that is asked.
    """

    def __init__(
        self,
        laws: Laws,
        situations: Situations,
        diagrams: Diagrams,
        names: Sequence[str],
        first: int = 0,
        told: Callable[[], object] | None = None,
    ) -> None:
        self.laws, self.known, self.diagrams, self.told = laws, laws.known, diagrams, told
        self.found: dict[str | Fact, Diagram] = {what: ~number for what, number in laws.of_rules.items()}
        own = groupby(range(first, first + len(names)), lambda axis: names[axis - first].partition(".")[0])
        fields = [tuple(axes) for _, axes in own]
        for name, field, values in situations.columns():
            ends = [~self.known.values.of(value) for value in values]
            self.found[name] = one_diagram(diagrams, ends, () if field is None else fields[field])

    def law(self) -> Diagram:
        """The law of every situation, by its number in what is known."""
        begin: list[State] = [(self.laws.rule.ways, None)]
        if self.laws.check is None:
            return self.worked_out(self.laws.rule, ~0, begin)
        checked = self.of(self.laws.check)

        def state(number: int) -> int:
            fault = self.known.values.things[number]
            if not isinstance(fault, Raised):
                return 0
            begin.append(({None: self.known.number_of(Refused(str(fault.fault)))}, None))
            return len(begin) - 1

        numbers = {number: state(number) for number in self.diagrams.ends(checked)}
        return self.worked_out(self.laws.rule, self.diagrams.renamed(checked, numbers.__getitem__), begin)

    def of(self, what: str | Fact) -> Diagram:
        """What a field holds or a fact comes to, by number."""
        found = self.found.get(what)
        if found is None:
            assert isinstance(what, Fact)
            found = self.found[what] = self.worked_out(what, ~0, [(what.ways, None)])
        return found

    def worked_out(self, fact: Fact, reached: Diagram, states: Sequence[State]) -> Diagram:
        """What a fact comes to, from the states that its situations have reached: fork by fork."""
        while True:
            ends = self.diagrams.ends(reached)
            steps = {code: self._next(fact, states[code], way) for code, way in ends.items()}
            forks = {code: step for code, step in steps.items() if isinstance(step, Fork)}
            if not forks:
                return self.diagrams.renamed(reached, steps.__getitem__)  # type: ignore[arg-type]
            met: Met = {}
            on = next(iter(forks.values())).on
            here = {code for code, step in forks.items() if step.on == on}

            def code_of(code: int, value: int, here: set[int] = here, met: Met = met) -> int:
                return met.setdefault((code, value if code in here else None), len(met))

            column = self.of(on)
            reached = self.diagrams.joined(reached, column, code_of, lambda code: code not in here)  # noqa: B023
            states = [
                (forks[code].ways, value) if code in here else self._kept(states[code], steps[code])
                for code, value in met
            ]

    @staticmethod
    def _kept(state: State, step: Fork | int) -> State:
        return state if isinstance(step, Fork) else ({None: step}, None)

    def _next(self, fact: Fact, state: State, place: Mapping[int, int]) -> Fork | int:
        """What the situations of a state look at next; on what is the same in all of them they go one way."""
        ways, way = state
        while True:
            step = ways.get(way)
            if step is None:
                if self.told is not None:
                    self.told()
                _Situation(self, place).run(fact)
            elif isinstance(step, Fork) and (only := self.of(step.on)) < 0:
                ways, way = step.ways, ~only
            else:
                return step


class _Situation(FactRow):
    """One situation, which finds in the diagrams what they hold."""

    def __init__(self, laws: LawDiagrams, places: Mapping[int, int]) -> None:
        super().__init__(laws.known, laws.laws.kind, laws.laws.rules, {})
        self.laws, self.places = laws, places

    def found(self, what: str | Fact) -> int:
        """What a diagram holds here, or what a fact comes to."""
        diagram = self.laws.found.get(what)
        return super().found(what) if diagram is None else self.laws.diagrams.code(diagram, self.places)


def one_diagram(diagrams: Diagrams, each: Iterable[Diagram], axes: Sequence[int]) -> Diagram:
    """One diagram of several, which are told apart by some inputs, the last of them fastest."""
    rows = list(each)
    for axis in reversed(axes):
        size = diagrams.sizes[axis]
        rows = [diagrams.part(axis, tuple(rows[at : at + size])) for at in range(0, len(rows), size)]
    (found,) = rows
    return found
