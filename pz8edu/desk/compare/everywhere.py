"""A question under two rulesets over all values of some inputs: what changes, where, and by how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import prod
from random import Random
from typing import Any

from pz8edu.asking.ask import exact_answer, home_of, question_in
from pz8edu.core.rulebook.domain import RecordDomain
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Values
from pz8edu.core.rulebook.system import BoardCheck, Calculator, ChainQuestion, Question, System
from pz8edu.core.rulebook.table import cell_text
from pz8edu.desk.backwards.figure import with_input
from pz8edu.desk.compare.change_in_words import LEAST, brief, change_of, changes_in_order
from pz8edu.desk.compare.comparison import Comparison, Rules, asked_under, compare, where
from pz8edu.desk.compare.everywhere_shown import MOVED, everywhere_html, everywhere_text
from pz8edu.desk.compare.figures import figures
from pz8edu.desk.compare.two_books import InOneOnly, asked_alike
from pz8edu.desk.tables.answers import Progress
from pz8edu.desk.tables.sweep import combinations
from pz8edu.errors import BadInput, unknown
from pz8edu.pages.own_reach import not_reached
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.percent import short_percent

MOST_CHAINS = 500
"""More situations of a chain than this are refused."""

MOST_VALUES = 1_000
"""An input with more values than this is not gone through."""

MOST_LOOKED_AT = 5_000
"""So many situations that change are looked at to tell which inputs matter to a figure."""

BANDS = 10
"""So many bands the sizes of changes are sorted into, where they are too many to be listed."""


@dataclass(frozen=True)
class Case:
    """One situation whose answer changes, with its figures before and after.

    `gains` remembers what has been worked out; situations that change alike share it.
    """

    inputs: Given
    before: Given
    after: Given
    gains: dict[str, Fraction | None] = field(default_factory=dict, compare=False, repr=False)

    def gain(self, figure: str) -> Fraction | None:
        """What a figure gains (above 0) or loses; None where it is no number, such as "never"."""
        if figure not in self.gains:
            self.gains[figure] = self._gain(figure)
        return self.gains[figure]

    def _gain(self, figure: str) -> Fraction | None:
        if figure == MOVED:
            gains = (self.gain(name) for name in dict.fromkeys((*self.before, *self.after)))
            return sum((each for each in gains if each is not None and each > 0), Fraction(0))
        was, now = self.before.get(figure, 0), self.after.get(figure, 0)
        numbers = all(isinstance(each, (int, Fraction)) for each in (was, now))
        return Fraction(now) - Fraction(was) if numbers else None


class Everywhere:
    """All situations that were asked under two rulesets; `cases` are those whose answer changes."""

    def __init__(
        self,
        question: Calculator | ChainQuestion,
        rules: tuple[Ruleset, Ruleset],
        values: Values,
        cases: tuple[Case, ...],
        refused: tuple[Given, ...] = (),
        only: Sequence[InOneOnly] = (),
    ) -> None:
        self.only = tuple(only)
        self.question, self.values, self.cases, self.refused = question, values, cases, refused
        self.first, self.second = rules
        self.asked = prod(map(len, values.values())) - len(refused)

    def __len__(self) -> int:
        return len(self.cases)

    @property
    def tells_chances(self) -> bool:
        """Are its figures shares of the chance?"""
        return isinstance(self.question, Calculator)

    @property
    def figures(self) -> tuple[str, ...]:
        """What can be looked at: each figure that changes, and of a calculator all of them together."""
        changed: dict[str, None] = {}
        for case, *_ in self.alike:
            names = dict.fromkeys((*case.before, *case.after))
            changed |= {name: None for name in names if case.before.get(name) != case.after.get(name)}
        told = changes_in_order(self.question, dict.fromkeys(changed, 0), dict.fromkeys(changed, 1))
        told.sort(key=lambda name: not any(self._tells(case, name) for case, *_ in self.alike))
        return (MOVED, *told) if isinstance(self.question, Calculator) else tuple(told)

    def _tells(self, case: Case, figure: str) -> bool:
        """Is a change of a figure large enough to be told first?"""
        gain = case.gain(figure)
        return gain is None or abs(gain) >= LEAST

    @cached_property
    def alike(self) -> list[list[Case]]:
        """The cases, those together that change alike."""
        groups: dict[int, list[Case]] = {}
        for case in self.cases:
            groups.setdefault(id(case.gains), []).append(case)
        return list(groups.values())

    def largest(self, figure: str) -> list[Case]:
        """The cases in which a figure changes, the largest change first."""
        sized: dict[Fraction, list[Case]] = {}
        for group in self.alike:
            if gain := group[0].gain(figure):
                sized.setdefault(abs(gain), []).extend(group)
        return [case for size in sorted(sized, reverse=True) for case in sized[size]]

    @property
    def counted(self) -> str:
        """How many situations change, in a sentence or two."""
        verb = "change" if len(self) > 1 else "changes"
        told = f"{f'{len(self):,}' if len(self) else 'None'} of {self.asked:,} situations {verb}."
        if self.refused:
            told += f" {len(self.refused):,} more cannot be asked under both."
        return " ".join([told, *map(str, self.only), *self.notes])

    @property
    def notes(self) -> tuple[str, ...]:
        """The rules of one's own that the question does not come to, or not always."""
        sides = (self.first, self.second)
        return tuple(dict.fromkeys(told for rules in sides for told in not_reached(self.question, rules)))

    def summary(self, figure: str) -> str:
        """How many situations change, and which one most, in a sentence or two."""
        return " ".join(filter(None, (self.counted, self.most(figure))))

    def most(self, figure: str) -> str:
        """Where a figure changes most, in a sentence: "" where it never does."""
        for values, case in self.together(figure, 1):
            if case.gain(figure):
                where = (f"{name}={' or '.join(map(cell_text, listed))}" for name, listed in values.items())
                told = f"Most of all {', '.join(where)}" if values else "Everywhere alike"
                return f"{told}: {self._said(case, figure)}."
        return ""

    def together(self, figure: str, most: int) -> list[tuple[Values, Case]]:
        """Where a figure changes, the largest change first, situations that change alike together.

        Of each the values of its inputs, those that take all of them left out, and one of its situations.
        """
        places = {
            name: {value: at for at, value in enumerate(listed)} for name, listed in self.values.items()
        }
        sizes = [len(listed) for listed in self.values.values()]
        alike: dict[tuple[Any, ...], list[Case]] = {}
        for group in self.alike:
            if gain := group[0].gain(figure):
                sides = (None,) if figure == MOVED else (str(group[0].before.get(figure, 0)),)
                alike.setdefault((gain, *sides), []).extend(group)
        found: list[tuple[Values, Case]] = []
        for _, cases in sorted(alike.items(), key=lambda each: -abs(each[0][0])):
            if len(found) >= most:
                break
            marked = bytearray(prod(sizes))
            for case in cases:
                row = 0
                for name, size in zip(self.values, sizes, strict=True):
                    row = row * size + places[name][case.inputs[name]]
                marked[row] = 1
            found += [(values, cases[0]) for values in where(bytes(marked), self.values)]
        return found[:most]

    def _said(self, case: Case, figure: str) -> str:
        if figure == MOVED:
            return f"{short_percent(case.gain(MOVED) or Fraction(0))} of its games end differently"
        return change_of(figure, case.before.get(figure, 0), case.after.get(figure, 0))

    def grid(self, down: str, across: str, figure: str) -> dict[tuple[Any, Any], Fraction]:
        """The mean gain of a figure for every pair of values of two inputs, over all values of the others.

        Raises BadInput for an input that was not varied.
        """
        for name in (down, across):
            if name not in self.values:
                raise unknown("input that was varied", name, self.values)
        cells = [(one, other) for one in self.values[down] for other in self.values[across]]
        each = prod(len(values) for name, values in self.values.items() if name not in (down, across))
        missing = Counter((inputs[down], inputs[across]) for inputs in self.refused)
        sums = dict.fromkeys(cells, Fraction(0))
        for group in self.alike:
            gain = group[0].gain(figure) or 0
            for cell, count in Counter((case.inputs[down], case.inputs[across]) for case in group).items():
                sums[cell] += gain * count
        return {cell: sums[cell] / (each - missing[cell]) for cell in cells if each > missing[cell]}

    def by_value(self, name: str, figure: str) -> dict[Any, Fraction]:
        """The mean gain of a figure for every value of an input."""
        return {one: gain for (one, other), gain in self.grid(name, name, figure).items() if one == other}

    def telling(self, figure: str) -> tuple[str, ...]:
        """The two inputs on which a figure's gain depends most; of many situations some are looked at."""
        few = len(self.cases) <= MOST_LOOKED_AT
        cases = self.cases if few else Random(0).sample(self.cases, MOST_LOOKED_AT)
        sums = {name: dict.fromkeys(listed, Fraction(0)) for name, listed in self.values.items()}
        for case in cases:
            if gain := case.gain(figure):
                for name, value in case.inputs.items():
                    sums[name][value] += gain
        wide = {name: max(found.values()) - min(found.values()) for name, found in sums.items()}
        ranked = sorted(wide, key=lambda name: -wide[name])[:2]
        return tuple(name for name in self.values if name in ranked)

    def spread(self, figure: str) -> list[tuple[str, int]]:
        """How many situations have which change: each size where these are few, else bands of equal width."""
        sizes: Counter[Fraction] = Counter()
        for group in self.alike:
            if gain := group[0].gain(figure):
                sizes[gain] += len(group)
        same = self.asked - sizes.total()
        if len(sizes) <= BANDS:
            sizes[Fraction(0)] = same
            plus = "+" if figure == MOVED else ""
            return [
                (with_sign(size).removeprefix(plus), count) for size, count in sorted(sizes.items()) if count
            ]
        low, high = min(sizes), max(sizes)
        wide = (high - low) / BANDS
        places = Counter(dict.fromkeys(range(BANDS), 0))
        for size, count in sizes.items():
            places[min(int((size - low) / wide), BANDS - 1)] += count
        bands = [
            (" to ".join(self._near(low + edge * wide, figure) for edge in (place, place + 1)), count)
            for place, count in sorted(places.items())
        ]
        return [("no change", same), *bands]

    def _near(self, size: Fraction, figure: str) -> str:
        """An edge of a band, in per cent or in decimals."""
        share, sign = self.tells_chances, "" if figure == MOVED else "+"
        told = f"{100 * float(size):{sign}.3g} %" if share else f"{float(size):{sign}.3g}"
        return told.replace("-", "−")

    def lines(self, figure: str, most: int) -> list[list[str]]:
        """Where a figure changes as text, the largest change first: inputs ("any" of all values), figures."""
        rows = [
            [
                *(
                    " or ".join(map(cell_text, values[name])) if name in values else "any"
                    for name in self.values
                ),
                *_told(case, figure),
            ]
            for values, case in self.together(figure, most)
        ]
        figures = ["moved"] if figure == MOVED else ["before", "after", "gain"]
        return [[*self.values, *figures], *rows]

    def to_csv(self) -> str:
        """Every changed situation with all figures before and after, exactly, as comma-separated lines."""
        names = [name for name in self.figures if name != MOVED]
        head = [*self.values, *(f"{name} {when}" for name in names for when in ("before", "after"))]
        rows = (
            [
                *case.inputs.values(),
                *(side.get(name, 0) for name in names for side in (case.before, case.after)),
            ]
            for case in self.cases
        )
        return csv_text([head, *rows])

    def __repr__(self) -> str:
        return everywhere_text(self)

    def _repr_html_(self) -> str:
        return everywhere_html(self)


def everywhere(
    asked: str | System | Calculator | ChainQuestion,
    question: str | None = None,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    second: Rules,
    first: Rules | None = None,
    over: Iterable[str] | Mapping[str, Sequence[object]] = (),
    told: Progress | None = None,
    **more: object,
) -> Everywhere:
    """A calculator or a chain under two rulesets, for all values of some inputs: where it changes, how much.

    `compare` tells of a calculator's odds as a whole; this of one figure at a time, such as the expected
    turns of a chain or who wins: the largest changes, a map of any two inputs (`found.grid("cover",
    "attack", "destroyed")`), how many situations change by how much. `over` names inputs, or has their
    values; one inside a record is named with a dot: "A.attack". Raises BadInput for anything the rules do not
    know, for inputs whose values cannot be listed, and for more than 500 situations of a chain.

    >>> from pz8edu import everywhere
    >>> found = everywhere("pz8-ww2", "rally-chain", second="rally_on=4", over=["condition", "quality"])
    >>> found.most("expected_rally_phases")
    'Most of all condition=suppressed, quality=green: expected rally phases falls from 12 to 6, by 6.'
    """
    home, found = question_in(asked, question)
    if isinstance(found, BoardCheck):
        raise BadInput(f"{found.id} is a board check: it has no chances and no expected numbers")
    sides = (asked_under(home, found, first)[1], asked_under(home, found, second)[1])
    return compare_everywhere(found, *sides, {**(inputs or {}), **more}, over, told)


def compare_everywhere(
    question: Calculator | ChainQuestion,
    first: Ruleset,
    second: Ruleset,
    fixed: Mapping[str, object],
    over: Iterable[str] | Mapping[str, Sequence[object]],
    told: Progress | None = None,
) -> Everywhere:
    """The same of a question and two rulesets that are at hand; the second may be another book's."""
    own_book = home_of(question, first)
    asked = (question, first), asked_under(own_book, question, second)
    known = {name: values for one, _ in reversed(asked) for name, values in listable_inputs(one).items()}
    for name in over:
        if name not in known and not isinstance(over, Mapping):
            raise unknown(f"input of {question.id} whose values can be listed:", name, known)
    values = {name: tuple(over[name] if isinstance(over, Mapping) else known[name]) for name in over}
    if isinstance(question, Calculator) and not any("." in name for name in values):
        kept = {name: value for name, value in fixed.items() if name not in values}
        compared = compare(question, None, kept, first=first, second=second, over=values, told=told)
        refusals = tuple(compared.refused_inputs())
        cases = tuple(_cases(compared))
        return Everywhere(question, (first, second), values, cases, refusals, compared.only)
    fixed, only = asked_alike(asked, fixed, [name.partition(".")[0] for name in values])
    count = prod(map(len, values.values()))
    if count > MOST_CHAINS:
        raise BadInput(f"{count:,} situations are too many to play turn after turn: at most {MOST_CHAINS}")
    found: list[Case] = []
    refused: list[Mapping[str, object]] = []
    for done, varied in enumerate(combinations(values), 1):
        try:
            case = _asked_both(asked, fixed, varied)
        except BadInput as fault:  # what only one of the rulesets knows, or values that do not go together
            refused.append(varied)
            if len(refused) == count:
                raise fault from None
            continue
        found += [case] if case.before != case.after else []
        if told:
            told(done, count)
    return Everywhere(question, (first, second), values, tuple(found), tuple(refused), only)


def _asked_both(
    asked: Sequence[tuple[Question, Ruleset]], fixed: Mapping[str, object], varied: Mapping[str, object]
) -> Case:
    """One situation under both rulesets, each with the inputs that it asks for."""
    situation: Any = fixed
    for name, value in varied.items():
        situation = with_input(situation, name.split("."), value)
    sides = []
    for question, rules in asked:
        own = {name: value for name, value in situation.items() if name in question.situation.fields()}
        sides.append(figures(question, exact_answer(question, own, rules)))
    before, after = sides
    return Case(varied, before, after)


def _cases(compared: Comparison) -> Iterator[Case]:
    """The situations of a calculator that change; those that change alike share their figures."""
    question = compared.question
    if not question.tells_outcome:
        for each in compared:
            yield Case(each.inputs, figures(question, each.before), figures(question, each.after))
        return
    alike: dict[int, tuple[Any, Any, dict[str, Fraction | None]]] = {}
    for code, inputs, before, after in compared.pairs():
        if code not in alike:
            alike[code] = figures(question, before), figures(question, after), {}
        old, new, gains = alike[code]
        yield Case(inputs, old, new, gains)


def listable_inputs(question: Question) -> dict[str, tuple[Any, ...]]:
    """The inputs whose values can be listed, with these values; those inside a record as "A.attack"."""
    found = {}
    for name, known in question.situation.fields().items():
        inner = known.domain.kind.fields() if isinstance(known.domain, RecordDomain) else {}
        domains = {f"{name}.{part}": each.domain for part, each in inner.items()} or {name: known.domain}
        found.update({each: listed_values(domain) for each, domain in domains.items()})
    return {name: values for name, values in found.items() if values and len(values) <= MOST_VALUES}


def with_sign(gain: Fraction) -> str:
    """A gain or loss as it is read, with its sign; long ones in decimals, said as such."""
    sign, told = "+" if gain > 0 else "−" if gain < 0 else "", brief(abs(gain))
    return f"about {sign}{told.removeprefix('about ')}" if told.startswith("about") else f"{sign}{told}"


def _told(case: Case, figure: str) -> Iterator[str]:
    gain = case.gain(figure)
    sides = () if figure == MOVED else (case.before.get(figure, 0), case.after.get(figure, 0))
    yield from (brief(each) if isinstance(each, Fraction) else str(each) for each in sides)
    yield "" if gain is None else with_sign(gain).removeprefix("" if sides else "+")
