"""A question under two rulesets over all values of some inputs: what changes, where, and by how much."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from math import prod
from typing import Any

from pz8edu.asking.ask import exact_answer, home_of, question_in
from pz8edu.core.facts.fact import Refused
from pz8edu.core.rulebook.domain import RecordDomain
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Values
from pz8edu.core.rulebook.system import BoardCheck, Calculator, ChainQuestion, Question, System
from pz8edu.core.rulebook.table import cell_text
from pz8edu.desk.backwards.figure import with_input
from pz8edu.desk.compare.change_in_words import LEAST, brief, change_of, changes_in_order
from pz8edu.desk.compare.comparison import Comparison, Rules, asked_under, compare
from pz8edu.desk.compare.everywhere_shown import MOVED, everywhere_html, everywhere_text
from pz8edu.desk.compare.figures import figures
from pz8edu.desk.compare.two_books import InOneOnly, asked_alike
from pz8edu.desk.tables.answers import Progress
from pz8edu.desk.tables.coded_rows import CodedRows
from pz8edu.desk.tables.numbering import as_codes
from pz8edu.desk.tables.sweep import combinations
from pz8edu.errors import BadInput, unknown
from pz8edu.pages.own_reach import not_reached
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.percent import short_percent

MOST_CHAINS = 500
"""More situations of a chain than this are refused."""

MOST_VALUES = 1_000
"""An input with more values than this is not gone through."""

BANDS = 10
"""So many bands the sizes of changes are sorted into, where they are too many to be listed."""


@dataclass(frozen=True)
class Case:
    """One situation whose answer changes, with its figures before and after.

    `gains` remembers what has been worked out; situations that change alike share it. Which situation it is
    stands in `inputs` where one is told alone.
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
    """All situations that were asked under two rulesets, figure by figure.

    `rows` has which of the `kinds` of answers each has: its figures before and after, or None where it cannot
    be asked under both.
    """

    def __init__(
        self,
        question: Calculator | ChainQuestion,
        rules: tuple[Ruleset, Ruleset],
        rows: CodedRows,
        kinds: Sequence[Case | None],
        only: Sequence[InOneOnly] = (),
    ) -> None:
        self.question, self.rows, self.kinds, self.only = question, rows, kinds, tuple(only)
        self.first, self.second = rules
        self.values = rows.values
        self.refused = sum(count for case, count in zip(kinds, rows.counts, strict=True) if case is None)
        self.asked = len(rows) - self.refused
        moving = isinstance(question, Calculator) and question.tells_outcome
        sizes = [
            Fraction(0)
            if case is None or case.before == case.after
            else (case.gain(MOVED) if moving else Fraction(1))
            for case in kinds
        ]
        self._changed_rows = rows.largest_first(sizes)
        changed = dict.fromkeys(rows.codes[self._changed_rows].tolist())
        self._changed = {code: case for code in changed if (case := kinds[code]) is not None}

    def __len__(self) -> int:
        return len(self._changed_rows)

    @property
    def cases(self) -> list[Case]:
        """The situations whose answer changes: those of a calculator the largest change first."""
        found = zip(self._changed_rows.tolist(), self.rows.codes[self._changed_rows].tolist(), strict=True)
        return [replace(self._changed[code], inputs=self.rows.inputs(row)) for row, code in found]

    @property
    def tells_chances(self) -> bool:
        """Are its figures shares of the chance?"""
        return isinstance(self.question, Calculator)

    @property
    def figures(self) -> tuple[str, ...]:
        """What can be looked at: each figure that changes, and of a calculator all of them together."""
        changed: dict[str, None] = {}
        for case in self._changed.values():
            names = dict.fromkeys((*case.before, *case.after))
            changed |= {name: None for name in names if case.before.get(name) != case.after.get(name)}
        told = changes_in_order(self.question, dict.fromkeys(changed, 0), dict.fromkeys(changed, 1))
        told.sort(key=lambda name: not any(self._tells(case, name) for case in self._changed.values()))
        return (MOVED, *told) if self.tells_chances else tuple(told)

    def _tells(self, case: Case, figure: str) -> bool:
        """Is a change of a figure large enough to be told first?"""
        gain = case.gain(figure)
        return gain is None or abs(gain) >= LEAST

    @property
    def counted(self) -> str:
        """How many situations change, in a sentence or two."""
        verb = "change" if len(self) > 1 else "changes"
        told = f"{f'{len(self):,}' if len(self) else 'None'} of {self.asked:,} situations {verb}."
        if self.refused:
            told += f" {self.refused:,} more cannot be asked under both."
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

        Of each the values of its inputs, those that take all of them left out, and how its figures change.
        """
        alike: dict[tuple[Fraction, str], set[int]] = {}
        for code, case in self._changed.items():
            if gain := case.gain(figure):
                was = "" if figure == MOVED else str(case.before.get(figure, 0))
                alike.setdefault((gain, was), set()).add(code)
        ranked = sorted(alike.items(), key=lambda each: -abs(each[0][0]))
        lines = (
            (where, self._changed[min(codes)]) for _, codes in ranked for where in self.rows.where(codes)
        )
        return list(islice(lines, most))

    def _said(self, case: Case, figure: str) -> str:
        if figure == MOVED:
            return f"{short_percent(case.gain(MOVED) or Fraction(0))} of its games end differently"
        return change_of(figure, case.before.get(figure, 0), case.after.get(figure, 0))

    def _gains(self, figure: str) -> list[Fraction | None]:
        """What a figure gains in each kind of answer; None where it cannot be asked under both."""
        unchanged = [None if case is None else Fraction(0) for case in self.kinds]
        return [
            self._changed[code].gain(figure) or Fraction(0) if code in self._changed else gain
            for code, gain in enumerate(unchanged)
        ]

    def grid(self, down: str, across: str, figure: str) -> dict[tuple[object, object], Fraction]:
        """The mean gain of a figure for every pair of values of two inputs, over all values of the others.

        Raises BadInput for an input that was not varied.
        """
        return self.rows.means(down, across, self._gains(figure))

    def by_value(self, name: str, figure: str) -> dict[object, Fraction]:
        """The mean gain of a figure for every value of an input."""
        return {value: gain for (value, _), gain in self.grid(name, name, figure).items()}

    def telling(self, figure: str) -> tuple[str, ...]:
        """The two inputs on which a figure's gain depends most."""
        return self.rows.telling(self._gains(figure))

    def spread(self, figure: str) -> list[tuple[str, int]]:
        """How many situations have which change: each size where these are few, else bands of equal width."""
        sizes: Counter[Fraction] = Counter()
        for code, case in self._changed.items():
            if gain := case.gain(figure):
                sizes[gain] += self.rows.counts[code]
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
        return of_comparison(compared)
    fixed, only = asked_alike(asked, fixed, [name.partition(".")[0] for name in values])
    count = prod(map(len, values.values()))
    if count > MOST_CHAINS:
        raise BadInput(f"{count:,} situations are too many to play turn after turn: at most {MOST_CHAINS}")
    found: list[Case | None] = []
    for varied in combinations(values):
        try:
            found.append(_asked_both(asked, fixed, varied))
        except BadInput:  # what only one of the rulesets knows, or values that do not go together
            found.append(None)
            if found.count(None) == count:
                raise
        if told:
            told(len(found), count)
    return Everywhere(question, (first, second), each_its_own(values, count), found, only)


def of_comparison(compared: Comparison) -> Everywhere:
    """A calculator's comparison, figure by figure."""
    question, sides = compared.question, (compared.before, compared.after)
    values, codes = compared.before.situations.values, compared.rows.codes
    if question.tells_outcome:
        rows, kinds = CodedRows(values, codes, len(compared.laws)), compared.laws
    else:  # what it tells besides is each situation's own
        rows = each_its_own(values, len(codes))
        kinds = [
            compared.laws[code] if compared.moved[code] is None else (sides[0][row], sides[1][row])
            for row, code in enumerate(codes.tolist())
        ]
    found = [
        None
        if isinstance(old, Refused) or isinstance(new, Refused)
        else Case({}, figures(question, old), figures(question, new))
        for old, new in kinds
    ]
    return Everywhere(question, (compared.first, compared.second), rows, found, compared.only)


def each_its_own(values: Values, count: int) -> CodedRows:
    """Rows of which each has an answer of its own."""
    return CodedRows(values, as_codes(array("i", range(count))), count)


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


def listable_inputs(question: Question) -> dict[str, tuple[object, ...]]:
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
