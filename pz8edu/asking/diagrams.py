"""The laws of a rule for all its situations as a decision diagram: no list of situations is ever made.

A diagram looks at one input after the other; what the rules do not look at costs nothing, and equal parts are
one. It is put together from the facts of the rule: what a fact looks at next is a diagram too, of an input or
of another fact, and where the known ways end one situation is asked.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain, groupby
from math import prod
from typing import Any, TypeAlias

from pz8edu.asking.situations import Column
from pz8edu.core.facts.fact import Fact, Fork, KnownLaws, Ways
from pz8edu.core.facts.laws import Laws, forget
from pz8edu.core.facts.run import FactRow
from pz8edu.errors import BadInput

Diagram: TypeAlias = int
"""A part by its number, or the end ~code."""
Before: TypeAlias = dict[Diagram, tuple[Diagram, int]]
"""The part before each part and end on one way to it, and the place that leads on."""
Row: TypeAlias = tuple[int, ...]
"""One cell a value: the row of the next level, or a code."""
Level: TypeAlias = tuple[Row, ...]


class Diagrams:
    """Diagrams over some inputs, each with so many values; equal parts have one number.

    Those of more than `most` parts are given up: no clock decides.
    """

    def __init__(self, sizes: Sequence[int], most: int | None = None) -> None:
        self.sizes, self.most = tuple(sizes), most
        self.parts: list[tuple[int, Row]] = []
        self._known: dict[tuple[int, Row], Diagram] = {}

    def part(self, axis: int, ways: Row) -> Diagram:
        """What follows for each value of an input. Raises BadInput for too many parts."""
        if ways.count(ways[0]) == len(ways):
            return ways[0]
        found = self._known.get((axis, ways))
        if found is None:
            if len(self.parts) == self.most:
                raise BadInput(f"its situations differ in more than {self.most:,} ways")
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
        among: Collection[int] | None = None,
    ) -> Diagram:
        """The code of both codes; one of the first that is not `among` some stays as it is."""
        parts, known = self.parts, dict[tuple[int, int], int]()
        end: tuple[int, Row] = len(self.sizes), ()

        def join(one: Diagram, other: Diagram) -> Diagram:
            if one < 0 and among is not None and ~one not in among:
                return one
            found = known.get((one, other))
            if found is not None:
                return found
            if one < 0 and other < 0:
                found = ~code(~one, ~other)
            else:
                axis, ways = parts[one] if one >= 0 else end
                second, others = parts[other] if other >= 0 else end
                if axis < second:
                    both = tuple([join(way, other) for way in ways])
                elif axis > second:
                    axis, both = second, tuple([join(one, way) for way in others])
                else:
                    both = tuple(map(join, ways, others))
                found = self.part(axis, both)
            known[one, other] = found
            return found

        return join(one, other)

    def before(self, diagram: Diagram) -> Before:
        """The part before each part and end, in the order of the situations, and the place that leads on."""
        found: Before = {}

        def visit(part: Diagram) -> None:
            for place, each in enumerate(self.parts[part][1]):
                if each not in found:
                    found[each] = part, place
                    if each >= 0:
                        visit(each)

        if diagram >= 0:
            visit(diagram)
        return found

    def ends(self, diagram: Diagram) -> list[int]:
        """Every code, in the order of the situations."""
        return [~each for each in self.before(diagram) or (diagram,) if each < 0]

    def way_to(self, code: int, before: Before) -> dict[int, int]:
        """The inputs on the way to a code, by place."""
        way, at = {}, ~code
        while at in before:
            at, place = before[at]
            way[self.parts[at][0]] = place
        return way

    def code(self, diagram: Diagram, places: Mapping[int, int]) -> int:
        """The code of one situation; an input without a place has its first value."""
        while diagram >= 0:
            axis, ways = self.parts[diagram]
            diagram = ways[places.get(axis, 0)]
        return ~diagram

    def codes(self, diagram: Diagram) -> array[int]:
        """The code of every situation, in their order."""
        after = [prod(self.sizes[axis:]) for axis in range(len(self.sizes) + 1)]

        @cache
        def block(diagram: Diagram, axis: int) -> bytes:
            """From an input on."""
            if diagram < 0:
                return array("i", (~diagram,)).tobytes() * after[axis]
            own, ways = self.parts[diagram]
            if own > axis:
                return block(diagram, own) * (after[axis] // after[own])
            return b"".join([block(way, own + 1) for way in ways])

        return array("i", block(diagram, 0))

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


State = tuple[Ways, int | None]
"""The ways that are open in a fact, and which of them is taken."""


class LawDiagrams:
    """The diagrams of the fields, facts and laws of a question's situations under one ruleset.

    `fields` has the diagram of each field, with the numbers of its values; `told` hears of every situation
    that is asked.
    """

    def __init__(
        self,
        laws: Laws,
        diagrams: Diagrams,
        fields: Mapping[str, Diagram],
        told: Callable[[], object] | None = None,
    ) -> None:
        self.laws, self.known, self.diagrams, self.told = laws, laws.known, diagrams, told
        self.found: dict[str | Fact, Diagram] = {what: ~number for what, number in laws.of_rules.items()}
        self.found.update(fields)

    def law(self, few: bool = False) -> Diagram:
        """The law of every situation, by its number in what is known; raises what the rule raises.

        Where they are `few`, facts would not pay: the rule is run as it is for one alone.
        """
        forget(self.known.memo)
        rule = self.laws.alone if few else self.laws.rule
        if self.laws.check is None:
            return self.worked_out(rule, ~0, [(rule.ways, None)])
        checked, states = self.of(self.laws.check), list[State]()

        @cache
        def state(number: int) -> int:
            refused = self.laws.refused(number)
            states.append((rule.ways if refused is None else {None: self.known.number_of(refused)}, None))
            return len(states) - 1

        return self.worked_out(rule, self.diagrams.renamed(checked, state), states)

    def of(self, what: str | Fact) -> Diagram:
        """What a field holds or a fact comes to, by number."""
        found = self.found.get(what)
        if found is None:
            assert isinstance(what, Fact)
            found = self.found[what] = self.worked_out(what, ~0, [(what.ways, None)])
        return found

    def worked_out(self, fact: Fact, reached: Diagram, states: Sequence[State]) -> Diagram:
        """What a fact comes to, from the states that its situations have reached: fork by fork."""
        steps: list[Fork | int] = []
        waiting: dict[int, Fork] = {}

        def go_on(states: Iterable[State]) -> None:
            """To the next forks, or to the ends."""
            before = cache(partial(self.diagrams.before, reached))
            for state in states:
                step = self._next(fact, state, len(steps), before)
                if isinstance(step, Fork):
                    waiting[len(steps)] = step
                steps.append(step)

        go_on(states)
        while waiting:
            on = next(iter(waiting.values())).on
            here = {code: fork for code, fork in waiting.items() if fork.on == on}
            met: dict[tuple[int, int], int] = {}
            reached = self.diagrams.joined(reached, self.of(on), _numbering(met, len(steps)), here)
            waiting = {code: fork for code, fork in waiting.items() if code not in here}
            go_on((here[code].ways, value) for code, value in met)
        return self.diagrams.renamed(reached, steps.__getitem__)  # type: ignore[arg-type]

    def _next(self, fact: Fact, state: State, code: int, before: Callable[[], Before]) -> Fork | int:
        """What the situations of a state look at next; on what is the same in all of them they go one way."""
        ways, way = state
        while True:
            step = ways.get(way)
            if step is None:
                if self.told is not None:
                    self.told()
                _Situation(self, self.diagrams.way_to(code, before())).run(fact)
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


def _numbering(met: dict[tuple[int, int], int], first: int) -> Callable[[int, int], int]:
    """Numbers pairs as they are met."""
    return lambda code, value: met.setdefault((code, value), first + len(met))


def fields_of(
    columns: Iterable[Column], diagrams: Diagrams, known: KnownLaws, names: Sequence[str], first: int = 0
) -> dict[str, Diagram]:
    """The diagram of every field of a table of situations.

    `names` are the inputs of the diagrams from `first` on, those of a record one after the other.
    """
    own = groupby(range(first, first + len(names)), lambda axis: names[axis - first].partition(".")[0])
    axes = [tuple(each) for _, each in own]
    return {
        name: one_diagram(
            diagrams, [~known.values.of(value) for value in values], () if field is None else axes[field]
        )
        for name, field, values in columns
    }


def one_diagram(diagrams: Diagrams, each: Iterable[Diagram], axes: Sequence[int]) -> Diagram:
    """One diagram of several, which are told apart by some inputs, the last of them fastest."""
    rows = list(each)
    for axis in reversed(axes):
        size = diagrams.sizes[axis]
        rows = [diagrams.part(axis, tuple(rows[at : at + size])) for at in range(0, len(rows), size)]
    (found,) = rows
    return found
