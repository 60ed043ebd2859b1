"""The laws of a rule for a table of situations at once, column by column.

As in a table that is asked row by row, each statement of the rule is run once for every different
combination of what it reads; helpers are gone into. Here all rows go through a statement together: they are
columns of numbers, a chance adds an axis to them, and rows whose laws are mixed alike are mixed once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any

from pz8edu.core.umpire.columns import (
    MOST_PLACES,
    Column,
    TooWide,
    along_one_axis,
    column_of,
    grouped,
    on_axes,
    with_equal_codes,
)
from pz8edu.core.umpire.fallen import OnTheTable, ending, leaving
from pz8edu.core.umpire.fine_pieces import LOCAL, ROLES, UNDECIDED, Call, FineBlock, FinePiece, finely
from pz8edu.core.umpire.known_laws import Known, Refused
from pz8edu.core.umpire.pieces import MISSING, Block, Piece, Undivided
from pz8edu.core.umpire.runs import Numbers, Runs
from pz8edu.core.umpire.watching import FIELD, RULES, Looked, watched_rules, watched_values
from pz8edu.errors import BadInput

if TYPE_CHECKING:
    from pz8edu.core.umpire.columns import Codes, Flags

Local = Mapping[str, Column]
DEEPEST = 8
"""Helpers are gone into so deep; a helper that calls itself is run as it stands."""
MOST_REMEMBERED = 100_000
"""When the umpire has met more throws and sub-rules than this, it begins to remember afresh."""


class Laws:
    """The laws of a rule for rows of one kind, as columns of their fields.

    `check(umpire, row, rules)` raises BadInput for a row that cannot be asked. `known` is shared by the
    rulesets of a comparison: what has not looked at a number that differs is not run again. Where `known`
    serves one ruleset only, that need not be watched. Every field is a column along one axis.
    """

    def __init__(
        self,
        rule: Callable[..., object],
        kind: Any,
        rules: object,
        known: Known,
        check: Callable[..., None] | None = None,
        watch_rules: bool = True,
    ) -> None:
        self.rule, self.kind, self.rules, self.known = rule, kind, rules, known
        self.check = known.in_one_piece(check) if check else None
        self.start = finely(rule, ROLES, True) or known.in_one_piece(rule)
        self.undivided: set[Piece] = set()
        self.depth = 0
        self.watch_rules = watch_rules and is_dataclass(rules)
        self.columns: Mapping[str, Column] = {}
        self._along: dict[str, tuple[int, list[int]]] = {}
        self._seen = _Seen(rules, known.values)

    def of(self, columns: Mapping[str, Column], shape: tuple[int, ...]) -> Codes:
        """The law of every row of a table, by its number in `known`; raises what the rule raises."""
        import numpy as np

        self.columns = columns
        self._along = {name: along_one_axis(column) for name, column in columns.items()}
        if len(self.known.umpire.memo) > MOST_REMEMBERED:
            self.known.umpire.memo.clear()
        asked: Flags = np.ones((1,) * len(shape), bool)
        if self.check is None:
            return self._from(self.start, {}, asked, True)
        checked = self._first(self.check, {}, asked, last=True)
        refused = np.array([not self.known.outcomes(law) for law in checked.numbers])[checked.codes]
        if not refused.any():
            return self._from(self.start, {}, asked, True)
        laws = (
            self._from(self.start, {}, asked & ~refused, True)
            if not refused.all()
            else np.zeros_like(asked, int)
        )
        return np.where(refused, np.array(checked.numbers)[checked.codes], laws)

    def _from(self, block: Block, local: Local, asked: Flags, last: bool) -> Codes:
        """The law from a statement on of every row that is asked; unless it is the `last`, of its values."""
        if not (block.whole or block in self.undivided):
            try:
                return self._step_by_step(block, local, asked, last)
            except Undivided:
                block.whole = True
            except TooWide:
                self.undivided.add(block)
        if isinstance(block, FineBlock) and block.otherwise is not None:
            return self._from(block.otherwise, local, asked, last)
        return _numbers(self._first(block, local, asked, last))

    def _step_by_step(self, block: Block, local: Local, asked: Flags, last: bool) -> Codes:
        found = self._first(block.first, local, asked, last and not block.after)
        if not block.after:
            return _numbers(found)
        if not block.target:
            return self._with_test(block, found, local, asked, last)
        (after,) = block.after
        return self._with_value(
            found, asked, lambda held, some: self._from(after, {**local, block.target: held}, some, last)
        )

    def _with_test(self, block: Block, found: Column, local: Local, asked: Flags, last: bool) -> Codes:
        """What follows a test, for the rows that may come out of it with yes and for those with no."""
        import numpy as np

        things = self.known.values.things
        outcomes = [self.known.outcomes(law) for law in found.numbers]
        place = {value: 0 if things[value] else 1 for values in outcomes for value in values}

        def on_its_way(way: int, after: Block) -> Codes:
            come = [way in map(place.get, values) for values in outcomes]
            return self._on_some(asked, found, come, lambda some: self._from(after, local, some, last))

        ways = [on_its_way(way, after) for way, after in enumerate(block.after)]
        if all(len(each) <= 1 for each in outcomes):
            way = np.array([place[each[0]] if each else 2 for each in outcomes])[found.codes]
            return np.choose(way, [*ways, _numbers(found)])
        return self._mixed(found, ways, place, asked)

    def _with_value(self, found: Column, asked: Flags, onward: Callable[[Column, Flags], Codes]) -> Codes:
        """What follows a value: one way for each that there may be, along an axis of its own."""
        import numpy as np

        outcomes = [self.known.outcomes(law) for law in found.numbers]
        values = tuple(dict.fromkeys(value for each in outcomes for value in each))
        if all(len(each) <= 1 for each in outcomes):
            held = with_equal_codes(found.codes, [each[0] if each else 0 for each in outcomes])
            come = [bool(each) for each in outcomes]
            certain = self._on_some(asked, found, come, lambda some: onward(held, some))
            return certain if all(come) else np.where(np.array(come)[found.codes], certain, _numbers(found))
        place = {value: number for number, value in enumerate(values)}
        possible = np.zeros((len(values), len(outcomes)), bool)
        for law, each in enumerate(outcomes):
            possible[[place[value] for value in each], law] = True
        axes = max(asked.ndim, found.codes.ndim)
        along = on_axes(found.codes, axes)
        if len(values) * np.broadcast(along, on_axes(asked, axes)).size > MOST_PLACES:
            raise TooWide
        some = possible[:, along] & on_axes(asked, axes)
        held = Column(np.arange(len(values), dtype=np.int32).reshape(-1, *(1,) * axes), values)
        laws = on_axes(onward(held, some), axes + 1)
        ways = [np.where(possible[at][along], laws[min(at, len(laws) - 1)], 0) for at in range(len(values))]
        return self._mixed(found, ways, place, asked)

    def _on_some(
        self, asked: Flags, found: Column, possible: list[bool], onward: Callable[[Flags], Codes]
    ) -> Codes:
        """The laws of the rows that come to something at all; 0 for the others."""
        import numpy as np

        come = np.array(possible)
        if come.all():
            return onward(asked)
        if not come.any():
            return np.zeros((), np.int64)
        reached = come[found.codes]
        some = asked & reached
        return np.where(reached, onward(some), 0) if some.any() else np.zeros((), np.int64)

    def _mixed(self, found: Column, ways: list[Codes], place: Mapping[int, int], asked: Flags) -> Codes:
        """The law of every row: what came first, and then the way on which its outcome has its place."""
        import numpy as np

        known = self.known
        groups = grouped([found, *map(column_of, ways)], asked)
        taken = {law: [place[value] for value in known.outcomes(law)] for law in found.numbers}
        laws = [
            known.mix(first, tuple(after[way] for way in taken[first])) for first, *after in groups.members
        ]
        return np.array(laws)[groups.codes]

    # --- running pieces
    def _first(self, piece: Piece, local: Local, asked: Flags, last: bool) -> Column:
        """The law of what a piece works out for every row that is asked.

        Unless it is the last piece, its values must stand by themselves.
        """
        if isinstance(piece, FinePiece) and piece.call is not None and piece not in self.undivided:
            try:
                return self._called(piece.call, local, asked, last)
            except (Undivided, TooWide):
                self.undivided.add(piece)
        runs = self.known.runs.setdefault((piece, last), Runs())
        names = [name for name in piece.names if name in local]
        while True:
            reads = [*runs.reads]
            columns = [*(local[name] for name in names), *(self.columns[name] for name in reads)]
            groups = grouped(columns, asked)
            laws = []
            for group, member in enumerate(groups.members):
                held = member[: len(names)]
                self._seen.update(zip(reads, member[len(names) :], strict=True))
                law = runs.find((*names, *held), self._seen)
                if law is None:
                    law = self._run(piece, dict(zip(names, held, strict=True)), groups.row(group), last, runs)
                laws.append(law)
            if len(runs.reads) == len(reads):
                return Column(groups.codes, tuple(laws))

    def _called(self, call: Call, local: Local, asked: Flags, last: bool) -> Column:
        """The law of what a helper comes to, gone into as if it stood there."""
        block = finely(call.helper, call.roles, last)
        if block is None or self.depth > DEEPEST:
            raise Undivided
        given = {
            name: self._given(each, local)
            for name, role, each in zip(call.parameters, call.roles, call.given, strict=True)
            if role == LOCAL
        }
        self.depth += 1
        try:
            codes = self._from(block, given, asked, last)
        finally:
            self.depth -= 1
        groups = grouped([column_of(codes)], asked)
        laws = tuple(law for (law,) in groups.members)
        if call.asked_by and not last:
            laws = tuple(self.known.given(law, call.asked_by == UNDECIDED) for law in laws)
        return Column(groups.codes, laws)

    def _given(self, given: ast.Name | ast.Constant, local: Local) -> Column:
        """A local name or a constant that a helper is given."""
        import numpy as np

        if isinstance(given, ast.Constant):
            return Column(np.zeros((), np.int32), (self.known.values.of(given.value),))
        if given.id not in local:
            raise Undivided
        return local[given.id]

    def _run(self, piece: Piece, held: dict[str, int], row: tuple[int, ...], last: bool, runs: Runs) -> int:
        """Run a piece for one row, and note what it has looked at."""
        known, things = self.known, self.known.values.things
        numbers = {
            name: listed[row[axis] if len(listed) > 1 else 0] for name, (axis, listed) in self._along.items()
        }
        seen = Looked()
        situation = watched_values(self.kind, {name: things[n] for name, n in numbers.items()}, seen)
        rules = watched_rules(self.rules, seen) if self.watch_rules else self.rules
        local = [things[held[name]] if name in held else MISSING for name in piece.names]
        function = piece.compiled(self.rule.__globals__)
        try:
            if piece.throws:
                played = ending(function) if last else leaving(function)
                found = known.number_of(known.umpire.tree(played, situation, rules, *local).distribution)
            else:
                table = OnTheTable()
                value = function(table, situation, rules, *map(table.found, local))
                left = table.outcome(value) if last else table.left(value)
                found = known.certain(known.values.of(left))
        except BadInput as fault:
            found = known.number_of(Refused(str(fault)))
        runs.reads.update((name, None) for name in seen if name in numbers)
        self._seen.update(numbers)
        runs.keep((*held, *held.values()), {name: self._seen[name] for name in seen}, found)
        return found


def _numbers(laws: Column) -> Codes:
    """The law of every row by its number."""
    import numpy as np

    return np.array(laws.numbers)[laws.codes]


class _Seen(dict[str, int]):
    """The values of fields by number: those of a situation are put in, those of the ruleset are there."""

    def __init__(self, rules: object, values: Numbers[object]) -> None:
        super().__init__()
        self.rules, self.numbers = rules, values

    def __missing__(self, name: str) -> int:
        of: object = self.rules if name == RULES else getattr(self.rules, name.removeprefix(FIELD))
        number = self[name] = self.numbers.of(of)
        return number
