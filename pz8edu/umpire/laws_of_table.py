"""The laws of a rule for a table of situations at once, column by column.

As in a table that is asked row by row, each statement of the rule is run once for every different
combination of what it reads; helpers are gone into. Here all rows go through a statement together: they are
columns of numbers, a chance adds an axis to them, and rows whose laws are mixed alike are mixed once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass
from typing import TYPE_CHECKING, Any, cast

from pz8edu.chance.distribution import Distribution
from pz8edu.errors import BadInput
from pz8edu.umpire.columns import (
    MOST_PLACES,
    Column,
    TooWide,
    along_one_axis,
    column_of,
    grouped,
    on_axes,
)
from pz8edu.umpire.enumerating import Enumerating
from pz8edu.umpire.fallen import Fallen, OnTheTable, ending, leaving, settled
from pz8edu.umpire.fine_pieces import LOCAL, ROLES, SETTLED, Call, FineBlock, FinePiece, finely
from pz8edu.umpire.pieces import MISSING, Block, Piece, Undivided
from pz8edu.umpire.runs import Numbers, Runs
from pz8edu.umpire.watching import FIELD, RULES, Looked, watched_rules, watched_values

if TYPE_CHECKING:
    from pz8edu.umpire.columns import Codes, Flags

Law = Distribution[Any]
Local = Mapping[str, Column]
DEEPEST = 8
"""Helpers are gone into so deep; a helper that calls itself is run as it stands."""
MOST_REMEMBERED = 100_000
"""When the umpire has met more throws and sub-rules than this, it begins to remember afresh."""


@dataclass(frozen=True)
class Refused:
    """What stands for a law where the rules do not allow a situation: the sentence with which they refuse."""

    why: str


class Known:
    """What is known of a rule whatever the table and the ruleset: values and laws by number, and all runs."""

    def __init__(self) -> None:
        self.values: Numbers[object] = Numbers()
        self.laws: Numbers[Law | Refused] = Numbers()
        self.runs: dict[tuple[Piece, bool], Runs] = {}
        self.mixed: dict[tuple[int, tuple[int, ...]], int] = {}
        self.umpire = Enumerating(draw=False, memo={})
        self._whole: dict[Callable[..., object], Block] = {}
        self._certain: dict[int, int] = {}
        self._asked: dict[tuple[str, int], int] = {}

    def in_one_piece(self, function: Callable[..., object]) -> Block:
        """A function that is not taken apart, always as the same piece."""
        return self._whole.setdefault(function, Block.of_function(function))

    def number_of(self, law: Law | Refused) -> int:
        """The number of a law; the same chances are the same law."""
        if isinstance(law, Refused):
            return self.laws.of(law)
        lowest = law.reduced()
        key = frozenset((self.values.of(value), weight) for value, weight in lowest.items()), lowest.total
        return self.laws.of(lowest, key)

    def number_of_certain(self, value: object) -> int:
        """The number of the law by which a value is certain."""
        place = self.values.of(value)
        number = self._certain.get(place)
        if number is None:
            number = self._certain[place] = self.number_of(Distribution.certain(value))
        return number

    def asked_by(self, word: str, law: int) -> int:
        """The law of a sub-rule as the umpire gives it: settled, or as a roll; all by number."""
        key = word, law
        if key not in self._asked:
            known = self.laws.things[law]
            given = settled if word == SETTLED else Fallen.of
            self._asked[key] = law if isinstance(known, Refused) else self.number_of(known.map(given))
        return self._asked[key]

    def outcomes(self, law: int) -> tuple[int, ...]:
        """The outcomes of a law, all by number; none where the rules refuse."""
        known = self.laws.things[law]
        return () if isinstance(known, Refused) else tuple(map(self.values.of, known))

    def mix(self, first: int, after: tuple[int, ...]) -> int:
        """A law and then another one for each of its outcomes, all by number."""
        number = self.mixed.get((first, after))
        if number is None:
            number = self.mixed[first, after] = self._mix(first, after)
        return number

    def _mix(self, first: int, after: tuple[int, ...]) -> int:
        laws = self.laws.things
        law, steps = laws[first], [laws[number] for number in after]
        if isinstance(law, Refused) or len(set(after)) == 1:
            return first if isinstance(law, Refused) else after[0]
        for number, step in zip(after, steps, strict=True):
            if isinstance(step, Refused):
                return number
        following = iter(cast("list[Law]", steps))
        return self.number_of(law.then(lambda _: next(following)))


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
        outcomes = [self.known.outcomes(law) for law in found.numbers]
        if block.target:
            return self._with_value(block, found, outcomes, local, asked, last)
        return self._with_test(block, found, outcomes, local, asked, last)

    def _with_test(
        self,
        block: Block,
        found: Column,
        outcomes: list[tuple[int, ...]],
        local: Local,
        asked: Flags,
        last: bool,
    ) -> Codes:
        """What follows a test, for the rows that may come out of it with yes and for those with no."""
        import numpy as np

        things = self.known.values.things
        place = {value: 0 if things[value] else 1 for values in outcomes for value in values}
        ways = [
            self._on_some(
                after, local, asked, found, [way in map(place.get, values) for values in outcomes], last
            )
            for way, after in enumerate(block.after)
        ]
        if all(len(each) <= 1 for each in outcomes):
            way = np.array([place[each[0]] if each else 2 for each in outcomes])[found.codes]
            return np.choose(way, [*ways, _numbers(found)])
        return self._mixed(found, ways, place, asked)

    def _with_value(
        self,
        block: Block,
        found: Column,
        outcomes: list[tuple[int, ...]],
        local: Local,
        asked: Flags,
        last: bool,
    ) -> Codes:
        """What follows a value that gets a name: one way for each value, along an axis of its own."""
        import numpy as np

        (after,) = block.after
        values = tuple(dict.fromkeys(value for each in outcomes for value in each))
        if all(len(each) <= 1 for each in outcomes):
            held = Column(found.codes, tuple(each[0] if each else 0 for each in outcomes))
            certain = self._on_some(
                after, {**local, block.target: held}, asked, found, [bool(each) for each in outcomes], last
            )
            if all(outcomes):
                return certain
            return np.where(np.array([not each for each in outcomes])[found.codes], _numbers(found), certain)
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
        laws = on_axes(self._from(after, {**local, block.target: held}, some, last), axes + 1)
        ways = [np.where(possible[at][along], laws[min(at, len(laws) - 1)], 0) for at in range(len(values))]
        return self._mixed(found, ways, place, asked)

    def _on_some(
        self, block: Block, local: Local, asked: Flags, found: Column, possible: list[bool], last: bool
    ) -> Codes:
        """The law from a statement on, of the rows that come there at all; 0 for the others."""
        import numpy as np

        come = np.array(possible)
        if come.all():
            return self._from(block, local, asked, last)
        if not come.any():
            return np.zeros((), np.int64)
        reached = come[found.codes]
        some = asked & reached
        return (
            np.where(reached, self._from(block, local, some, last), 0)
            if some.any()
            else np.zeros((), np.int64)
        )

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
        inside: dict[str, Column] = {}
        for name, role, given in zip(call.parameters, call.roles, call.given, strict=True):
            if role == LOCAL:
                inside[name] = self._given(given, local)
        self.depth += 1
        try:
            codes = self._from(block, inside, asked, last)
        finally:
            self.depth -= 1
        groups = grouped([column_of(codes)], asked)
        laws = tuple(law for (law,) in groups.members)
        if call.asked_by and not last:
            laws = tuple(self.known.asked_by(call.asked_by, law) for law in laws)
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
                found = known.number_of_certain(table.outcome(value) if last else table.left(value))
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
