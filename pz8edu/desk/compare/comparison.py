"""One situation, or many, under two rulesets: which changed, and by exactly how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast, overload

from markupsafe import Markup

from pz8edu.asking.ask import question_in, rules_for
from pz8edu.asking.odds import Odds
from pz8edu.core.chance.distribution import Distribution, gather
from pz8edu.core.facts.fact import Refused
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Values
from pz8edu.core.rulebook.system import Calculator, Question, System
from pz8edu.desk.compare.change_in_words import change_in_words
from pz8edu.desk.compare.two_books import InOneOnly, of_two_books
from pz8edu.desk.tables.answers import Answers, Progress, answers
from pz8edu.desk.tables.coded_rows import CodedRows
from pz8edu.desk.tables.numbering import paired
from pz8edu.desk.tables.sweep import Over, as_printed_order, beyond_its_book, refusals, values_over
from pz8edu.desk.variants.variant import Variant, read_variant
from pz8edu.errors import BadInput, shown
from pz8edu.pages.own_reach import not_reached
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.html_table import MOST_LETTERS, html_table
from pz8edu.printing.percent import short_percent
from pz8edu.printing.text import columns
from pz8edu.systems import ids, system

if TYPE_CHECKING:
    from pz8edu.desk.tables.numbering import Codes

Rules = Ruleset | Variant | str | Path
"""A ruleset, a variant, their changes as text, or the path of a variant file."""
Law = Distribution[str] | Refused
Asked = TypeVar("Asked", bound=Question)
MOST_LINES = 20
"""So many lines of a comparison are shown."""


@dataclass(frozen=True)
class Change:
    """One situation under both rulesets."""

    inputs: Given
    before: Odds
    after: Odds

    @property
    def by_outcome(self) -> dict[str, Fraction]:
        """What each outcome gains (above 0) or loses (below 0); those that keep their chance are left out."""
        return gained(self.before, self.after)

    @property
    def size(self) -> Fraction:
        """The share of the chance that has moved: 0 for no change, 1 for a wholly different outcome."""
        return moved(self.by_outcome)

    @property
    def in_words(self) -> str:
        """What becomes of each outcome: "Destroyed rises from 5/36 to 7/24, by 11/72."."""
        return change_in_words(self.before.question, self.before, self.after)


def gained(before: Law, after: Law) -> dict[str, Fraction]:
    """What each outcome gains (above 0) or loses (below 0); nothing where the rules refuse."""
    if isinstance(before, Refused) or isinstance(after, Refused):
        return {}
    words = dict.fromkeys([*before, *after])
    found = {word: after.fraction(word) - before.fraction(word) for word in words}
    return {word: gain for word, gain in found.items() if gain}


def moved(by_outcome: Mapping[str, Fraction]) -> Fraction:
    """The share of the chance that moves where outcomes gain and lose so much."""
    return sum((gain for gain in by_outcome.values() if gain > 0), Fraction(0))


@dataclass(frozen=True)
class Tie:
    """Situations that change alike: what each outcome gains, how many they are, and which.

    `where` has, a line each, the values of every input; an input that takes all of its values is left out.
    """

    by_outcome: Mapping[str, Fraction]
    count: int
    where: tuple[Values, ...]

    @property
    def size(self) -> Fraction:
        """The share of the chance that has moved."""
        return moved(self.by_outcome)


class Comparison(Sequence[Change]):
    """Situations under two rulesets, the largest change first; those that do not change are left out."""

    def __init__(self, before: Answers, after: Answers, only: Sequence[InOneOnly] = ()) -> None:
        self.before, self.after, self.only = before, after, tuple(only)
        self.question = before.question
        self.first, self.second = before.rules, after.rules
        self.asked = len(before)
        codes, pairs = paired(before.codes, after.codes, max(len(before.laws), len(after.laws), 1))
        situations = before.situations
        values = situations.values or {name: (value,) for name, value in situations.fixed.items()}
        self.rows = CodedRows(values, codes, len(pairs))
        self.laws = [(before.laws[one], after.laws[other]) for one, other in pairs]
        self.gains = [{} if one is other else gained(one, other) for one, other in self.laws]
        self.moved = [
            None if any(isinstance(law, Refused) for law in pair) else moved(gains)
            for pair, gains in zip(self.laws, self.gains, strict=True)
        ]

    @cached_property
    def refused(self) -> dict[str, int]:
        """The sentences with which the rules refuse situations, and how many each."""
        found: dict[str, int] = {}
        for pair, count in zip(self.laws, self.rows.counts, strict=True):
            for law in [law for law in pair if isinstance(law, Refused)][:1]:
                found[law.why] = found.get(law.why, 0) + count
        return found

    @cached_property
    def _largest_first(self) -> Codes:
        """The rows that change, the largest change first."""
        return self.rows.largest_first(self.moved)

    def __len__(self) -> int:
        return sum(count for size, count in zip(self.moved, self.rows.counts, strict=True) if size)

    @overload
    def __getitem__(self, place: int) -> Change: ...
    @overload
    def __getitem__(self, place: slice) -> list[Change]: ...
    def __getitem__(self, place: int | slice) -> Change | list[Change]:
        if isinstance(place, slice):
            return [self._change(int(row)) for row in self._largest_first[place]]
        return self._change(int(self._largest_first[place]))

    def __iter__(self) -> Iterator[Change]:
        return (self._change(int(row)) for row in self._largest_first)

    def _change(self, row: int) -> Change:
        return Change(self.rows.inputs(row), self.before[row], self.after[row])

    def pairs(self) -> Iterator[tuple[int, dict[str, object], Law, Law]]:
        """The situations that change, quickly: the laws before and after, and a number for each such pair."""
        for row in self._largest_first.tolist():
            code = int(self.rows.codes[row])
            yield code, self.rows.inputs(row), *self.laws[code]

    def refused_inputs(self) -> Iterator[dict[str, object]]:
        """The inputs of every situation that the rules refuse, in order."""
        codes = enumerate(self.rows.codes.tolist())
        return (self.rows.inputs(row) for row, code in codes if self.moved[code] is None)

    @property
    def changes(self) -> Sequence[Change]:
        """The situations that change, the largest change first."""
        return self

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs that the situations name."""
        return tuple(self.rows.values) if len(self) else ()

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes whose chance changes somewhere, in their order."""
        return as_printed_order(self.question, (word for each in self.gains for word in each))

    @property
    def sizes(self) -> Distribution[Fraction]:
        """How large the change is in a situation drawn at random, among all that both rulesets allow."""
        counted = zip(self.moved, self.rows.counts, strict=True)
        weights = gather((size, count) for size, count in counted if size is not None)
        return Distribution(dict(sorted(weights.items())))

    @property
    def notes(self) -> tuple[str, ...]:
        """The rules of one's own that the question does not come to, or not always."""
        sides = (self.before, self.after)
        return tuple(dict.fromkeys(told for each in sides for told in not_reached(each.question, each.rules)))

    @property
    def summary(self) -> str:
        """How many situations change, in one sentence."""
        refused = "".join(f" {each}" for each in (*refusals(self.refused), *self.only, *self.notes))
        if not len(self):
            return f"None of {self.asked} situations changes from {self.first} to {self.second}.{refused}"
        if self.asked == 1:
            return f"From {self.first} to {self.second}: {self[0].in_words}{refused}"
        most = max(filter(None, self.moved))
        return (
            f"{len(self)} of {self.asked} situations change from {self.first} to {self.second}; "
            f"the largest moves {most} ({short_percent(most)}) of the chance.{refused}"
        )

    # --- ties
    def ties(self) -> Iterator[Tie]:
        """Situations that change alike, told together, the largest change first."""
        alike: dict[tuple[tuple[str, Fraction], ...], set[int]] = {}
        for code, gains in enumerate(self.gains):
            if gains:
                alike.setdefault(tuple(sorted(gains.items())), set()).add(code)
        for changed, codes in sorted(alike.items(), key=lambda each: -moved(dict(each[0]))):
            count = sum(self.rows.counts[code] for code in codes)
            yield Tie(dict(changed), count, tuple(self.rows.where(codes)))

    def tie_lines(self, most: int = MOST_LINES) -> list[list[str]]:
        """The ties as text: a heading, then a line for each part of a tie; "any" for all values of an input.

        A fraction too long to read is shown as a percentage.
        """
        rows = ((tie, where) for tie in self.ties() for where in tie.where)
        lines = [
            [
                *(" or ".join(map(str, where[name])) if name in where else "any" for name in self.inputs),
                signed(tie.size, False).removeprefix("+"),
                *(signed(tie.by_outcome.get(word, Fraction(0)), False) for word in self.outcomes),
            ]
            for tie, where in islice(rows, most)
        ]
        return [[*self.inputs, "moved", *self.outcomes], *lines]

    # --- row by row
    def lines(self, most: int | None = None, exact: bool = True) -> list[list[str]]:
        """The table as text: a heading, then a line a changed situation.

        Unless it must be exact, a fraction too long to read is shown as a percentage.
        """
        cells: dict[int, list[str]] = {}
        words = self.outcomes
        rows = []
        for row in self._largest_first[:most]:
            code = int(self.rows.codes[row])
            if code not in cells:
                shares = (
                    moved(self.gains[code]),
                    *(self.gains[code].get(word, Fraction(0)) for word in words),
                )
                size, *changes = (signed(share, exact) for share in shares)
                cells[code] = [size.removeprefix("+"), *changes]
            rows.append([*map(str, self.rows.inputs(int(row)).values()), *cells[code]])
        return [[*self.inputs, "moved", *words], *rows]

    def to_csv(self) -> str:
        """Every changed situation as comma-separated lines: chances before and after, and their change."""
        cells: dict[int, list[str]] = {}
        heads = (f"{word} {what}" for word in self.outcomes for what in ("before", "after", "change"))
        return csv_text([[*self.inputs, "moved", *heads], *self._csv_lines(cells)])

    def _csv_lines(self, cells: dict[int, list[str]]) -> Iterator[list[object]]:
        for row in map(int, self._largest_first):
            code = int(self.rows.codes[row])
            if code not in cells:
                cells[code] = [str(self.moved[code])]
                for word in self.outcomes:
                    old, new = (
                        law.fraction(word) for law in self.laws[code] if isinstance(law, Distribution)
                    )
                    cells[code] += [str(old), str(new), f"{'+' if new > old else ''}{new - old}"]
            yield [*self.rows.inputs(row).values(), *cells[code]]

    # --- showing it
    def __repr__(self) -> str:
        if not len(self):
            return self.summary
        return f"{self.summary}\n{columns(self.tie_lines(), '>')}"

    def _repr_html_(self) -> str:
        summary = Markup("<p>{}</p>").format(self.summary)
        if not len(self):
            return summary
        head, *rows = self.tie_lines(50)
        return summary + html_table([cell.replace("_", " ") for cell in head], rows)


def compare(
    asked: str | System | Calculator,
    calculator: str | None = None,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    second: Rules,
    first: Rules | None = None,
    over: Over = (),
    told: Progress | None = None,
    beyond_the_book: bool = False,
    **more: object,
) -> Comparison:
    """A calculator under two rulesets, for one situation or for many.

    A ruleset may be written as its changes: `second="R1=b, hit_on=3"`; `first` is as printed unless given.
    It may be a variant, or the path of a variant file (`second="mine.toml"`), and that of a parent or a child
    too: `second="pz8-1950"`: inputs that one of the books does not ask for are left out there, and named;
    `compare_books` compares them as a whole. `over` names inputs that take all
    their values (`over=["cover", "quality"]`), or the values themselves (`over={"attack": range(7)}`). What
    the rules do not allow is counted as `refused`. `told(done, of)` hears how far it is; `beyond_the_book`
    lets numbers go further than the book has them.
    Raises BadInput for anything the rules do not know, for an input whose values cannot be listed, and where
    the rules refuse every situation.

    >>> from pz8edu import compare
    >>> compare("pz8-ww2", "to-hit", second="R1=b", over=["quality", "cover"], over_half_range=True)
    3 of 9 situations change from pz8-ww2() to pz8-ww2(R1=b); the largest moves 1/6 (16.7 %) of the chance.
    quality            cover  moved   hit  miss
    average           bunker    1/6  +1/6  −1/6
      green  rough or bunker    1/6  +1/6  −1/6
    """
    home, question = _asked(asked, calculator, first, second)
    assert isinstance(question, Calculator)
    (one, before), (other, after) = (asked_under(home, question, rules) for rules in (first, second))
    if beyond_the_book:
        same, one = one is other, beyond_its_book(one)
        other = one if same else beyond_its_book(other)
    fixed = {**(inputs or {}), **more}
    if one is other:
        alike = answers(one, (before, after), values_over(one, over), fixed, told)
        found = Comparison(alike[0], alike[1])
    else:
        values = values_over(one, over, other)
        sides, only = of_two_books((one, before), (other, after), values, fixed, told)
        found = Comparison(sides[0], sides[1], only)
    if found.asked and sum(found.refused.values()) == found.asked:
        raise BadInput(next(iter(found.refused)))
    return found


def _rules_of(rules: Rules | None) -> Ruleset | str | None:
    """Variants, and the files that hold them, as rulesets."""
    if isinstance(rules, str) and rules.strip().lower().endswith(".toml"):
        rules = Path(rules.strip())
    if isinstance(rules, Path):
        rules = read_variant(rules)
    if isinstance(rules, Variant):
        return rules.rules
    if rules is None or isinstance(rules, (Ruleset, str)):
        return rules
    allowed = "a ruleset, a variant, its changes such as 'R1=b', or the path of a file"
    raise BadInput(f"rules are {allowed}; got {shown(rules)}")


def _asked(
    asked: str | System | Calculator, calculator: str | None, *sides: Rules | None
) -> tuple[System, Question]:
    """The question that is meant; one that stands alone belongs to the book of its rules."""
    named = [_rules_of(rules) for rules in sides]
    known = next((rules for rules in named if isinstance(rules, Ruleset)), None)
    return question_in(asked, calculator, known, "calculator")


def asked_under(home: System, question: Asked, rules: Rules | None) -> tuple[Asked, Ruleset]:
    """A question and its ruleset: as another book asks it where the rules are that book's.

    Raises BadInput for rules that cannot be read, and for a book that does not ask it.
    """
    rules = _rules_of(rules)
    named = rules.system if isinstance(rules, Ruleset) else (rules or "").partition("(")[0].strip()
    if named not in ids() or (named == home.id and rules != named):
        return question, ruleset_of(home, rules)
    other = system(named)
    theirs = other.counterpart(question) if other.id != home.id else question
    return cast("Asked", theirs), other.rules if rules == named else ruleset_of(other, rules)


def ruleset_of(asked: System, rules: Rules | None) -> Ruleset:
    """A ruleset, a variant, its file, or its text: "R1=b" or "pz8-ww2(R1=b)"; the printed one for nothing."""
    rules = _rules_of(rules)
    if isinstance(rules, str):
        return type(asked.rules).parse(rules)
    return rules_for(asked, rules=rules)


def signed(gain: Fraction, exact: bool = True) -> str:
    """A gain or loss with its sign; nothing for no change."""
    if not gain:
        return ""
    text = f"+{gain}" if gain > 0 else f"−{-gain}"
    return text if exact or len(text) <= MOST_LETTERS else f"{float(gain):+.3%}".replace("-", "−")
