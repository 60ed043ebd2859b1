"""The laws of a rule for a table of situations: its rows go from fork to fork together.

Rows that agree in what a fact has looked at so far are one state; a fork splits a state by what its rows
hold there. Where the known forks end, one row of the state runs the fact. What a fork is on is a column: a
field of the situation along its own axis, or another fact, which is worked out in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pz8edu.core.facts.columns import Column, distinct_keys
from pz8edu.core.facts.fact import RULES, SITUATION, Fact, Fork, KnownLaws, Raised, Refused, Ways
from pz8edu.core.facts.record import Record, fact_key
from pz8edu.core.facts.run import FactRow, fields_of_rules
from pz8edu.core.in_force import ReadingForm, run_under
from pz8edu.core.records import names_of
from pz8edu.core.umpire.throws import Memo

if TYPE_CHECKING:
    from pz8edu.core.facts.columns import Codes
    from pz8edu.core.rolls.throw import Law

State = tuple[Ways, int | None, int]
"""The ways that are open, which of them its rows take, and where one of its rows stands."""
MOST_REMEMBERED = 100_000
"""When the umpires have met more throws and sub-rules than this, they begin to remember afresh."""


class Laws:
    """The laws of a rule under one ruleset, for situations of one kind.

    `known` is shared by the rulesets of a comparison, and by several tables of one question: what has not
    looked at an input or a number that differs is not run again. `checked`: a situation that does not go
    together is refused.
    """

    def __init__(
        self,
        rule: Callable[..., object],
        kind: type[Any],
        rules: object,
        known: KnownLaws,
        checked: bool = False,
    ) -> None:
        self.kind, self.rules, self.known = kind, rules, known
        told, key = _told(rules)
        self.rule = known.fact("whole", rule, (SITUATION, told), (kind, key))
        self.alone = known.fact("alone", rule, (SITUATION, told), (kind, key))
        check = ("value", kind.check, (SITUATION,), ((SITUATION, kind),)) if checked else None
        self.check = check and run_under(ReadingForm.of(kind.__name__), known.fact, check, {})
        self.of_rules: dict[str | Fact, int] = {
            what: known.values.of(getattr(rules, name)) for what, name in fields_of_rules(rules).items()
        }

    def law(self, situation: object) -> Law | Refused:
        """The law of one situation, or why the rules refuse it; quicker with every situation."""
        return self.known.laws.things[self.number(situation)]

    def number(self, situation: object) -> int:
        """The same by its number in `known`."""
        known, numbers = self.known, dict(self.of_rules)
        for name in names_of(self.kind):
            numbers[name] = known.values.of(getattr(situation, name))
        row = FactRow(known, self.kind, self.rules, numbers)
        refused = None if self.check is None else self._refused(row.at(self.check))
        return row.at(self.alone) if refused is None else known.number_of(refused)

    def of(self, columns: Mapping[str, Column], shape: tuple[int, ...]) -> Codes:
        """The law of every row of a table, by its number in `known`; raises what the rule raises."""
        import numpy as np

        forget(self.known.memo)
        table = _Columns(self, columns, shape)
        start = _Reached.at_first(self.rule.ways, len(shape))
        if self.check is not None:
            checked = table.column(self.check)
            refused = [self._refused(number) for number in checked.numbers]
            numbers = [None if each is None else self.known.number_of(each) for each in refused]
            start = _Reached.once_checked(self.rule.ways, checked.codes, numbers)
        laws = table.worked_out(self.rule, start)
        return np.array(laws.numbers)[laws.codes]

    def _refused(self, number: int) -> Refused | None:
        """What the check of a situation came to, by number."""
        came_to = self.known.values.things[number]
        return Refused(str(came_to.fault)) if isinstance(came_to, Raised) else None


def _told(rules: object) -> tuple[object, object]:
    """The ruleset as a rule is given it, and its key; what is no record of ours is given as it is."""
    if isinstance(rules, Record):
        return RULES, (RULES, type(rules))
    try:
        return rules, fact_key(rules)
    except TypeError:
        return rules, object()


def forget(memo: Memo) -> None:
    """Empty the memory of umpires that has become large."""
    if len(memo) > MOST_REMEMBERED:
        memo.clear()


class _Reached:
    """How far the rows of a table have come in a fact: the state of every row by its code."""

    def __init__(self, codes: Codes, states: Sequence[State]) -> None:
        self.codes, self.states = codes, states

    @classmethod
    def at_first(cls, ways: Ways, axes: int) -> _Reached:
        """All rows together."""
        import numpy as np

        return cls(np.zeros((1,) * axes, np.int32), [(ways, None, 0)])

    @classmethod
    def once_checked(cls, ways: Ways, codes: Codes, refused: Sequence[int | None]) -> _Reached:
        """Rows that are refused have come to their end."""
        _, first = distinct_keys(codes.reshape(-1), len(refused))
        states: list[State] = []
        for end, at in zip(refused, first.tolist(), strict=True):
            ended: Ways = {None: end} if end is not None else {}
            states.append((ended or ways, None, at))
        return cls(codes, states)


class _Columns:
    """The columns of one table under one ruleset: fields and facts."""

    def __init__(self, laws: Laws, fields: Mapping[str, Column], shape: tuple[int, ...]) -> None:
        self.laws, self.known, self.shape = laws, laws.known, shape
        same = _Reached.at_first({}, len(shape)).codes
        self.columns = {what: Column(same, (number,)) for what, number in laws.of_rules.items()}
        self.columns.update(fields)

    def column(self, what: str | Fact) -> Column:
        """The column of a field, of the situation or of the ruleset, or of a fact."""
        found = self.columns.get(what)
        if found is None:
            assert isinstance(what, Fact)
            start = _Reached.at_first(what.ways, len(self.shape))
            found = self.columns[what] = self.worked_out(what, start)
        return found

    def worked_out(self, fact: Fact, reached: _Reached) -> Column:
        """What a fact comes to for every row."""
        while True:
            steps = [self._next(fact, state, reached.codes.shape) for state in reached.states]
            forks = [step for step in steps if isinstance(step, Fork)]
            if not forks:
                return Column(reached.codes, tuple(steps)).merged()  # type: ignore[arg-type]
            reached = self._split(reached, steps, list(dict.fromkeys(fork.on for fork in forks)))

    def _next(self, fact: Fact, state: State, shape: tuple[int, ...]) -> Fork | int:
        """What the rows of a state look at next; on what is the same in every row all go one way."""
        ways, way, first = state
        while True:
            step = ways.get(way)
            if step is None:
                _RowOfTable(self, first, shape).run(fact)
            elif isinstance(step, Fork) and len(numbers := self.column(step.on).numbers) == 1:
                ways, way = step.ways, numbers[0]
            else:
                return step

    def _split(self, reached: _Reached, steps: Sequence[Fork | int], on: list[str | Fact]) -> _Reached:
        """The rows one fork further; those that have come to an end stay there."""
        import numpy as np

        columns = [self.column(what) for what in on]
        radix = max(len(column.numbers) for column in columns)
        if len(on) == 1 and all(isinstance(step, Fork) for step in steps):
            held = columns[0].codes
        else:
            place = {what: number for number, what in enumerate(on)}
            looks = np.array([place[step.on] if isinstance(step, Fork) else -1 for step in steps])
            where, held = looks[reached.codes], np.zeros((1,) * len(self.shape), np.int32)
            for number, column in enumerate(columns):
                held = np.where(where == number, column.codes, held)
        keys = reached.codes.astype(np.int64) * radix + held
        flat = keys.reshape(-1)
        codes, first = distinct_keys(flat, len(steps) * radix)
        states: list[State] = []
        numbers = {what: column.numbers for what, column in zip(on, columns, strict=True)}
        for key, at in zip(flat[first].tolist(), first.tolist(), strict=True):
            state, code = divmod(key, radix)
            step = steps[state]
            states.append(
                (step.ways, numbers[step.on][code], at)
                if isinstance(step, Fork)
                else ({None: step}, None, at)
            )
        return _Reached(codes.reshape(keys.shape), states)


class _RowOfTable(FactRow):
    """A row of a table, which finds in the columns what they hold."""

    def __init__(self, table: _Columns, flat: int, shape: tuple[int, ...]) -> None:
        super().__init__(table.known, table.laws.kind, table.laws.rules, {})
        self.columns = table.columns
        self.place = [0] * len(shape)
        for axis in range(len(shape) - 1, -1, -1):
            flat, self.place[axis] = divmod(flat, shape[axis])

    def found(self, what: str | Fact) -> int:
        """What a column holds here, or what a fact comes to."""
        column = self.columns.get(what)
        return super().found(what) if column is None else column.at(self.place)
