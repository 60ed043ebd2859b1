"""One run of a fact for one situation under one ruleset, on records that are not filled in yet."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import MISSING, dataclass, fields
from typing import Any, cast

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.functions import lasting
from pz8edu.core.facts.fact import INLINE, RULES, SITUATION, Fact, Fork, KnownLaws, Raised, Refused, Total
from pz8edu.core.facts.record import UNFILLED, Record, asking, fact_key, fully_read, unfilled
from pz8edu.core.frozen import refused
from pz8edu.core.in_force import IN_FORCE, Function, run_under
from pz8edu.core.records import names_of
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rolls.roll import Roll, Thrown
from pz8edu.core.rolls.throw import Law, Throw
from pz8edu.core.tree.tree import AnyTree, Tree
from pz8edu.core.umpire.base import AnyRoll, AnyRule, Inputs, Umpire
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.known import Known as KnownDice
from pz8edu.core.umpire.sub_rules import ExactSubRules, Place
from pz8edu.errors import BadInput, Impure

OF_RULES = "rules."
"""What stands before the name of a ruleset's field."""


class FactRow:
    """One situation under one ruleset: what it holds and what each fact is for it, by number."""

    def __init__(
        self, known: KnownLaws, kind: type[Record], rules: object, numbers: dict[str | Fact, int]
    ) -> None:
        self.known, self.kind, self.rules, self.numbers = known, kind, rules, numbers

    def at(self, what: str | Fact) -> int:
        """The number of a field's value, or of what a fact comes to."""
        number = self.numbers.get(what)
        if number is None:
            number = self.numbers[what] = self.found(what)
        return number

    def found(self, what: str | Fact) -> int:
        """What a fact comes to: along its forks, and with a run where they end."""
        assert isinstance(what, Fact)
        ways, way = what.ways, None
        while True:
            step = ways.get(way)
            if step is None:
                self.run(what)
            elif isinstance(step, Fork):
                ways, way = step.ways, self.at(step.on)
            else:
                return step

    def run(self, fact: Fact) -> None:
        """Run a fact for this row, and keep the run."""
        run = FactRun(self, fact)
        try:
            found = run_under(fact.own, run.work_out, (fact,), {})
        finally:
            run.over()
        fact.keep(run.seen, found)


def fields_of_rules(rules: object) -> dict[str, str]:
    """The names of a ruleset's fields by what is noted where they are looked at."""
    return {OF_RULES + name: name for name in names_of(type(rules))} if isinstance(rules, Record) else {}


class FactRun:
    """One run of a fact for one row: what it has looked at, in order."""

    def __init__(self, row: FactRow, fact: Fact) -> None:
        self.row, self.known = row, row.known
        alone = fact.how == "alone"
        self.closed = alone or not _is_given(SITUATION, fact.args)
        self.inline = alone or (self.closed and type(row) is FactRow)
        """Parts run as they stand: nobody would meet them again."""
        self.seen: dict[str | Fact, int] = {}
        self.situation: object = unfilled(row.kind, self, {})
        self.rules = unfilled(type(row.rules), self, {}) if isinstance(row.rules, Record) else row.rules
        self.made: dict[int, tuple[Record, Record, dict[str, object]]] = {}
        self.met: dict[tuple[object, ...], tuple[tuple[object, ...], object]] = {}
        """The laws of parts by what is the same in every replay, which is kept alive beside them."""

    def over(self) -> None:
        """The run has ended: nobody fills in its records any more."""
        for record in (self.situation, self.rules, *(made[0] for made in self.made.values())):
            fully_read(record)

    # --- what is looked at
    def look(self, what: str | Fact) -> Any:
        """The value of a field, or what a fact comes to; it is noted."""
        number = self.seen.get(what)
        if number is None:
            number = self.seen[what] = self.row.at(what)
        return self.known.values.things[number]

    def field(self, record: object, name: str) -> object:
        """The value of a field of the situation or of the ruleset, or of a record that takes from them."""
        made = self.made.get(id(record))
        if made is not None:
            return getattr(made[1], name)
        return self.look(name if record is self.situation else OF_RULES + name)

    def taken(self, kind: type[Any], source: Record, named: dict[str, object]) -> Any:
        """A record that takes from another what `named` does not say, when somebody looks at it."""
        had = {*names_of(type(source)), *dir(type(source))}
        known = {
            each.name: each.default
            for each in fields(kind)
            if each.name not in had and each.default is not MISSING
        }
        if hasattr(kind, "__post_init__") or not set(names_of(kind)).issuperset(named):
            return kind(
                **known | {name: getattr(source, name) for name in names_of(kind) if name in had} | named
            )
        record = unfilled(kind, self, known | named)
        self.made[id(record)] = record, source, named
        return record

    def call(self, function: Function, args: tuple[object, ...], how: str = "value") -> Any:
        """What a function comes to: a fact where all that it is given, and what it returns, is frozen."""
        fact = self.fact(how, function, args)
        value = INLINE if fact is None else self.look(fact)
        if value is INLINE:
            return function(*args)
        if type(value) is Raised:
            raise value.fault.with_traceback(None)
        return Modifiers.later(value.total, lambda: function(*args).rows) if type(value) is Total else value

    def law(self, how: str, function: AnyRule, args: tuple[object, ...]) -> Any:
        """The law of a rule inside the rule; of a part, whether it is a roll as well; None: it is no fact."""
        key = how, function, IN_FORCE.get(), *map(id, args)
        if key not in self.met:
            fact = self.fact(how, function, args)
            law = INLINE if fact is None else self.look(fact)
            if law is INLINE:
                return None
            self.met[key] = args, law
        law = self.met[key][1]
        if type(law) is Raised:
            raise law.fault.with_traceback(None)
        return law

    def part(self, umpire: Umpire, function: AnyRule, args: tuple[object, ...]) -> Any:
        """What a part of the rule that throws dice comes to: they are thrown at once, by its law."""
        found = None if self.inline else self.law("part", function, args)
        if found is None:
            return function(umpire, *args)
        rolled = _settled(umpire, found.rolled)
        law = found.of_rolls if rolled else found.settled
        return Thrown(umpire, "", Throw(law)) if rolled else _settled(umpire, law)

    # --- facts
    def fact(self, how: str, function: AnyRule, args: tuple[object, ...]) -> Fact | None:
        """The fact of a function and what it is given; None where that is not frozen."""
        try:
            told, key = self._told(args)
        except TypeError:
            return None
        return self.known.fact(how, function, told, key)

    def _told(self, args: tuple[object, ...]) -> tuple[tuple[object, ...], tuple[Hashable, ...]]:
        """What is given, with words for the situation and the ruleset, and its key."""
        told: list[object] = []
        keys: list[Hashable] = []
        for each in args:
            word, key = self._word_for(each)
            told.append(word)
            keys.append(key)
        return tuple(told), tuple(keys)

    def _word_for(self, each: object) -> tuple[object, Hashable]:
        """What stands for one thing that is given, and its key."""
        if each is self.situation:
            return SITUATION, (SITUATION, self.row.kind)
        if each is self.rules and isinstance(each, Record):
            return RULES, (RULES, type(each))
        if type(each) is tuple:
            return self._told(each)
        if type(each) is Modifiers:
            return Total(each.total), Total(each.total)
        if id(each) in self.made:
            return self._told_of(*self.made[id(each)])
        return each, fact_key(each)

    def _told_of(self, record: object, source: Record, named: dict[str, object]) -> tuple[Taken, Hashable]:
        (origin, *values), keys = self._told((source, *named.values()))
        key: tuple[Hashable, ...] = (cast(Hashable, type(record)), *named, *keys)
        return Taken(type(record), origin, dict(zip(named, values, strict=True))), key

    def _given(self, told: tuple[object, ...]) -> tuple[object, ...]:
        """The same with the situation and the ruleset of this run."""
        return tuple([self._handed(each) for each in told])

    def _handed(self, each: object) -> object:
        if each is SITUATION:
            return self.situation
        if each is RULES:
            return self.rules
        if type(each) is Total:
            return Modifiers.later(each.total, lambda: refused(each))
        if isinstance(each, Taken):
            source, *values = self._given((each.source, *each.named.values()))
            return self.taken(each.kind, cast(Record, source), dict(zip(each.named, values, strict=True)))
        return self._given(each) if type(each) is tuple else each

    # --- working out
    def work_out(self, fact: Fact) -> int:
        """What a fact comes to, by its number among the values; the law of a whole rule among the laws."""
        if fact.how in ("whole", "alone"):
            return self._whole(fact)
        values = self.known.values
        try:
            value = self._value(fact)
            if isinstance(value, Modifiers) and fact.how == "value":
                return values.of(Total(value.total), Total(value.total))
            if type(value) is dict and fact.how == "kept":
                return values.of(value, (dict, fact_key(tuple(value.items()))))
            return values.of(value, fact_key(value))
        except Impure:
            raise
        except BadInput as fault:
            if fact.how == "part":
                return values.of(INLINE, INLINE)
            return values.of(Raised(fault), (Raised, type(fault), str(fault)))
        except Exception:
            return values.of(INLINE, INLINE)

    def _whole(self, fact: Fact) -> int:
        known = self.known
        try:
            umpire = FactsUmpire(draw=False, memo=known.memo)
            return known.number_of(umpire.tree(fact.printed, *self._given(fact.args)).distribution)
        except BadInput as fault:
            return known.number_of(Refused(str(fault)))
        except Impure:
            raise
        except Exception:
            return self._as_it_is(fact)

    def _as_it_is(self, fact: Fact) -> int:
        """Something went wrong: the rule once more, on plain records; everything counts as looked at."""
        kind, rules = self.row.kind, self.row.rules
        for name in fields_of_rules(rules):
            self.look(name)
        situation = kind(**{name: self.look(name) for name in names_of(kind)})
        try:
            return self.known.number_of(
                Enumerating(draw=False).tree(fact.function, situation, rules).distribution
            )
        except BadInput as fault:
            return self.known.number_of(Refused(str(fault)))

    def _value(self, fact: Fact) -> object:
        args: tuple[Any, ...] = self._given(fact.args)
        rule = fact.printed
        if fact.how in ("value", "rows", "kept"):
            return rule(*args)
        umpire = FactsUmpire(draw=False, memo=self.known.memo)
        if fact.how == "law":
            return umpire.tree(rule, *args).distribution
        if fact.how == "in turn":
            items, state, rules = args
            return umpire.sub_rules.after_all(items, rule, state, rules)
        return _of_part(umpire, rule, args)


@dataclass(frozen=True)
class _Part:
    """What a part of a rule comes to: whether it is left a roll, its law where it is, and its law else."""

    rolled: Law
    of_rolls: Law | None
    settled: Law | None


def _of_part(umpire: FactsUmpire, part: AnyRule, args: tuple[object, ...]) -> _Part:
    """The laws of a part; they are told apart once more where only some of its results are rolls."""
    rolls = set()

    def played(umpire: Umpire, *args: object) -> Any:
        result = part(umpire, *args)
        rolls.add(isinstance(result, Roll))
        return result

    def told(umpire: Umpire, *args: object) -> Any:
        result = part(umpire, *args)
        return result.read("", lambda value: (True, value)) if isinstance(result, Roll) else (False, result)

    law = umpire.tree(played, *args).distribution
    if len(rolls) == 1:
        (rolled,) = rolls
        return _Part(Distribution.certain(rolled), law if rolled else None, None if rolled else law)
    both = umpire.tree(told, *args).distribution
    of_rolls, settled = (
        both.given(lambda result: result[0] is rolled).map(lambda result: result[1])  # noqa: B023
        for rolled in (True, False)
    )
    return _Part(both.map(lambda result: result[0]), of_rolls, settled)


def _is_given(word: object, args: tuple[object, ...]) -> bool:
    """Is this among what a fact is given, however deep?"""
    for each in args:
        within = (each.source, *each.named.values()) if isinstance(each, Taken) else each
        if each is word or (isinstance(within, tuple) and _is_given(word, within)):
            return True
    return False


def _settled(umpire: Umpire, law: Law) -> object:
    """One outcome of a law; the only one without a question."""
    return next(iter(law)) if len(law) == 1 else umpire.settle("", Thrown(umpire, "", Throw(law)))


@dataclass(frozen=True)
class Taken:
    """What stands for a record that takes from the situation what is not named."""

    kind: type[object]
    source: object
    named: dict[str, object]


class _FactSubRules(ExactSubRules):
    """A sub-rule of the kit that is given a record which is not filled in is a fact, and nothing else.

    One of the user is asked as anywhere: its key looks at the whole record.
    """

    def odds(self, label: str, rule: AnyRule, inputs: Inputs) -> AnyRoll:
        """Its result as a roll that stays undecided."""
        if _run_for(rule, inputs) is None:
            return super().odds(label, rule, inputs)
        return self.umpire.throw(label, Throw(self._tree(rule, inputs).distribution))

    def _tree(self, rule: AnyRule, inputs: Inputs, place: Place | None = None) -> AnyTree:
        run = _run_for(rule, inputs)
        if run is None:
            return super()._tree(rule, inputs, place)
        law = None if inputs[1] else run.law("law", rule, inputs[0])
        return self._worked_out(KnownDice({}), rule, inputs) if law is None else Tree(law, None, 1)

    def in_turn(
        self, label: str, items: tuple[object, ...], rule: AnyRule, state: object, rules: object
    ) -> AnyRoll:
        """The state that one after another has left."""
        run = _run_for(rule, ((items, state, rules), {}))
        if run is None:
            return super().in_turn(label, items, rule, state, rules)
        law = run.law("in turn", rule, (items, state, rules))
        return self.umpire.throw(label, Throw(law or self.after_all(items, rule, state, rules)))

    def after_all(self, items: tuple[object, ...], rule: AnyRule, state: object, rules: object) -> Law:
        """The law of the state that one after another has left."""
        return self._after_all("", items, rule, state, rules)


class FactsUmpire(Enumerating):
    """Finds every way the dice can fall; sub-rules that are given the situation or the ruleset are facts."""

    sub_rule_kind = _FactSubRules
    sub_rules: _FactSubRules

    def _explorer(self, known: KnownDice) -> FactsUmpire:
        """The umpire of a sub-rule that is worked out apart."""
        inner = FactsUmpire(draw=False, memo=self.memo)
        inner.run, inner._inner, inner.for_another = self.run, True, True
        return inner


def _run_for(rule: AnyRule, inputs: Inputs) -> FactRun | None:
    """The run whose record a sub-rule of the kit is given."""
    run = cast("FactRun | None", asking((*inputs[0], *inputs[1].values()), UNFILLED)) if UNFILLED else None
    return None if run is None or lasting(rule) is None else run
