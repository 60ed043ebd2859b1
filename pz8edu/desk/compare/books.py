"""Two books side by side, such as a parent and its child: what differs, and what that does to the odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from pz8edu.asking.ask import exact_answer
from pz8edu.core.rulebook.domain import WordDomain
from pz8edu.core.rulebook.draws import drawn_situations, every_situation, shared
from pz8edu.core.rulebook.situation import Given, Input
from pz8edu.core.rulebook.system import Calculator, Question, System, known_as
from pz8edu.desk.backwards.figure import with_input
from pz8edu.desk.compare.figures import figures, largest_gain, spelled, told_change
from pz8edu.desk.compare.novelties import NoveltyWorth, novelties, usual, worths
from pz8edu.desk.rule_page import Block, RulePage
from pz8edu.errors import BadInput
from pz8edu.pages.differences import Departure, differences
from pz8edu.pages.parts import RulePart, parts_of
from pz8edu.printing.percent import short_percent
from pz8edu.systems import system

MOST_LISTED = 1_000
"""Up to so many situations all are asked, of more a sample."""
ONLY = "inputs that only"
"""So begins the title of what one of the books asks for alone."""
SAMPLES = {"calculator": 200, "board": 200, "chain": 25}
"""So many situations are drawn of each kind of question."""
WORTH_SAMPLES = {"calculator": 60, "board": 60, "chain": 8}
"""In so many situations it is asked what a new input is worth."""


@dataclass(frozen=True)
class Shared:
    """A question that two books share: how many of the situations asked of both have another answer.

    `called` is its name in the second book. `whole` says that these are all situations of the shared inputs;
    `situation` is the one with the largest change, `before` and `after` its answers, `moved` how much that
    is: the share of chance that moves, or the largest difference of a chain's figures; None where the answers
    are no numbers.
    """

    question: Question
    called: str
    asked: int
    whole: bool
    changed: int
    situation: Given
    before: Given
    after: Given
    moved: Fraction | None

    @property
    def summary(self) -> str:
        """How many situations change, and the largest change, in words."""
        if not self.asked:
            return "no situation can be asked of both"
        if self.whole and self.asked == 1:
            return f"it changes{self._most}" if self.changed else "it does not change"
        of = f"all {self.asked} situations" if self.whole else f"{self.asked} situations drawn"
        if not self.changed:
            return f"none of {of} changes"
        verb = "change" if self.changed > 1 else "changes"
        return f"{self.changed} of {of} {verb}; the largest change{self._most}"

    @property
    def name(self) -> str:
        """The question by its name, with its kind where a book has another one of that name."""
        name = _named(self.question.id, self.called)
        return f"{name} (chain)" if self.question.kind == "chain" else name

    @property
    def _most(self) -> str:
        moved = ""
        if self.moved is not None and isinstance(self.question, Calculator):
            moved = f" moves {self.moved} ({short_percent(self.moved)}) of the chance"
        where = ", ".join(f"{name}={spelled(value)}" for name, value in self.situation.items())
        return f"{moved}: {where or 'as printed'}: {told_change(self.before, self.after)}"


def compare_books(
    first: str | System,
    second: str | System,
    question: str | None = None,
    /,
    *,
    samples: int | None = None,
    inputs: Mapping[str, object] | None = None,
) -> RulePage:
    """What the second book says otherwise than the first, and what that does to the odds of shared questions.

    `question` names the only one whose odds are asked; what an input is worth that only one of the books asks
    for is told where it changes most, or in the situation of these `inputs`. All situations of the shared
    inputs are asked where they are few, else `samples` of them, drawn with a fixed seed. Raises BadInput for
    an unknown system or question.
    """
    before, after = (each if isinstance(each, System) else system(each) for each in (first, second))
    told = [Block("inputs of questions that both ask", ("", "", ""), tuple(_inputs(before, after, question)))]
    if question is None:
        told.insert(0, Block("questions", ("", "", ""), tuple(_questions(before, after))))
        told += (Block(*each) for each in _grouped(before, after))
        told.append(Block("functions and hooks", ("", "", ""), tuple(_functions(before, after))))
    odds = ((each.name, each.summary) for each in shared_odds(before, after, question, samples))
    worth = worth_blocks(before, after, question, inputs)
    said = ", with inputs that only one of them asks for left out" if worth else ""
    told.append(Block(f"odds of the questions that both ask{said}", ("", ""), tuple(odds)))
    told += worth
    title = f"{after.title} ({after.id}) against {before.title} ({before.id})"
    return RulePage(title, tuple(block for block in told if block.rows))


def shared_odds(
    before: System, after: System, only: str | None = None, samples: int | None = None
) -> Iterator[Shared]:
    """Every question that both books ask, with what became of its answers."""
    for one, other in _pairs(before, after, only):
        yield _asked(before, after, one, other, samples or SAMPLES[one.kind])


def worth_blocks(
    before: System, after: System, question: str | None = None, inputs: Mapping[str, object] | None = None
) -> list[Block]:
    """The inputs that only one of the books asks for, and what they are worth; the second book first."""
    found = []
    for here, there in ((after, before), (before, after)):
        if rows := tuple(each.row for each in new_inputs(here, there, question, inputs)):
            found.append(Block(f"{ONLY} {here.id} asks for, and what they are worth", ("", "", ""), rows))
    return found


def new_inputs(
    here: System, there: System, only: str | None = None, inputs: Mapping[str, object] | None = None
) -> Iterator[NoveltyWorth]:
    """What each input is worth that only the first of two books asks for, in questions that both ask.

    Without a situation, where it changes most: in some drawn with a fixed seed, and asked as the other book
    could be asked too.
    """
    for other, one in _pairs(there, here, only):
        old, new = other.situation.fields(), one.situation.fields()
        if found := list(novelties(old, new)):
            known = shared(old, new)
            drawn: Iterable[Given] = islice(
                drawn_situations(known, f"{one.kind} {one.id}"), WORTH_SAMPLES[one.kind]
            )
            given = {name: value for name, value in (inputs or {}).items() if name in known}
            for path, each in found:
                given = with_input(given, [*path], usual(each)) if path[0] in given else given
            yield from worths(one, here.rules, found, [given] if given else drawn)


def _pairs(before: System, after: System, only: str | None) -> list[tuple[Question, Question]]:
    """The questions that both books ask."""
    theirs = {known_as(each): each for each in after.questions}
    pairs = [
        (each, theirs[known_as(each)])
        for each in before.questions
        if known_as(each) in theirs and only in (None, each.id, theirs[known_as(each)].id)
    ]
    if only is not None and not pairs:
        after.question(only)
        before.question(only)
    return pairs


def _asked(before: System, after: System, one: Question, other: Question, samples: int) -> Shared:
    """One question under both books."""
    inputs = shared(one.situation.fields(), other.situation.fields())
    listed = every_situation(inputs, MOST_LISTED if one.kind != "chain" else samples)
    drawn = islice(drawn_situations(inputs, f"{one.kind} {one.id}"), 5 * samples)
    left_out = {
        name: known.domain.plain(known.default)
        for name, known in inputs.items()
        if not (known.required or known.optional) and _default(known, other.situation.fields()[name])
    }
    count, changed = 0, 0
    most: tuple[Fraction, Any, Any, Any, Fraction | None] = (Fraction(-1), {}, {}, {}, None)
    memos: tuple[dict[object, object], dict[object, object]] = ({}, {})
    for chosen in listed or drawn:
        situation = left_out | chosen
        try:
            old = figures(one, exact_answer(one, situation, before.rules, memos[0]))
            new = figures(other, exact_answer(other, situation, after.rules, memos[1]))
        except BadInput:  # what only one of the books knows
            continue
        count += 1
        if old != new:
            changed += 1
            moved = largest_gain(one, old, new)
            most = max(most, (moved or Fraction(0), situation, old, new, moved), key=lambda found: found[0])
        if listed is None and count == samples:
            break
    return Shared(one, other.id, count, listed is not None, changed, *most[1:])


# --- what the books say
def _questions(before: System, after: System) -> Iterator[tuple[str, str, str]]:
    """Questions that only one of them asks, and those whose outcomes or readings differ."""
    pairs = _pairs(before, after, None)
    met = {id(each) for pair in pairs for each in pair}
    for book, what in ((after, "added"), (before, "taken away")):
        yield from ((what, each.id, each.title) for each in book.questions if id(each) not in met)
    yield from (
        ("renamed", _named(one.id, other.id), other.title) for one, other in pairs if one.id != other.id
    )
    for one, other in pairs:
        for what in ("outcomes", "results", "readings", "result"):
            old, new = getattr(one, what, None) or (), getattr(other, what, None) or ()
            if old != new:
                yield "changed", one.id, f"{what}: {_changed_words(old, new)}"


def _named(ours: str, theirs: str) -> str:
    return ours if ours == theirs else f"{ours} → {theirs}"


def _changed_words(old: Any, new: Any) -> str:
    """Lists of words by what is added and taken away; other texts side by side."""
    if isinstance(old, str) or isinstance(new, str):
        return "said otherwise"
    added, gone = [each for each in new if each not in old], [each for each in old if each not in new]
    told = [f"+ {each}" for each in added] + [f"− {each}" for each in gone]
    return ", ".join(told) or "said otherwise"


def _inputs(before: System, after: System, only: str | None) -> Iterator[tuple[str, str, str]]:
    """Inputs that only one of them asks for, or that may be something else."""
    for one, other in _pairs(before, after, only):
        old, new = one.situation.fields(), other.situation.fields()
        for name in dict.fromkeys((*old, *new)):
            if name not in old:
                yield one.id, f"+ {name}", new[name].help
            elif name not in new:
                yield one.id, f"− {name}", old[name].help
            elif told := _changed_input(old[name], new[name]):
                yield one.id, name, told


def _changed_input(old: Input, new: Input) -> str:
    """What an input may be otherwise, in words; "" for nothing."""
    told = (old.domain.words(), new.domain.words())
    if told[0] == told[1]:
        return _default(old, new)
    if isinstance(old.domain, WordDomain) and isinstance(new.domain, WordDomain):
        return _changed_words(old.domain.options, new.domain.options)
    return " → ".join(told)


def _default(old: Input, new: Input) -> str:
    """Another value when it is left out, in words."""
    values = [
        "required" if each.required else None if each.default is None else each.domain.plain(each.default)
        for each in (old, new)
    ]
    return "" if values[0] == values[1] else f"left out: {values[0]} → {values[1]}"


def _grouped(before: System, after: System) -> Iterator[tuple[Any, ...]]:
    """Differences of numbers and readings, then of each table its rows and cells."""
    tables: dict[str, dict[str, list[Departure]]] = {}
    plain: list[tuple[str, str, str]] = []
    for each in differences(before.rules, after.rules):
        table, _, cell = each.name.partition("/")
        if cell:
            tables.setdefault(table, {}).setdefault(cell.rpartition("/")[0], []).append(each)
        else:
            plain.append((each.name, f"{each.before or '–'} → {each.after or '–'}", each.meaning))
    yield "numbers and readings", ("", "", ""), tuple(plain)
    for table, rows in tables.items():
        ours, theirs = (getattr(book.rules, table, {}) for book in (before, after))
        yield f"table {table}", ("", "", ""), tuple(_rows(rows, ours, theirs))


def _rows(rows: Mapping[str, list[Departure]], ours: Any, theirs: Any) -> Iterator[tuple[str, str, str]]:
    """The rows of a table that are added, taken away or changed."""
    for row, cells in rows.items():
        what = "changed" if row in ours and row in theirs else "added" if row in theirs else "taken away"
        told = []
        for cell in cells:
            column = cell.name.rpartition("/")[2]
            if what == "changed":
                told.append(f"{column} {cell.before or '–'} → {cell.after or '–'}")
            elif value := cell.after or cell.before:
                told.append(f"{column} {value}")
        yield what, row, ", ".join(told)


def _functions(before: System, after: System) -> Iterator[tuple[str, str, str]]:
    """Functions and hooks that only one of the rules has, or that are written otherwise."""
    ours, theirs = _sources(before), _sources(after)
    for name in dict.fromkeys((*theirs, *ours)):
        if name not in ours:
            yield "added", *_where(theirs[name])
        elif name not in theirs:
            yield "taken away", *_where(ours[name])
        elif ours[name].source != theirs[name].source:
            yield "changed", *_where(theirs[name])


def _sources(book: System) -> dict[str, RulePart]:
    """Every function and hook by name, the child's own before its parent's."""
    found: dict[str, RulePart] = {}
    for part in parts_of(book):
        for each in (part, *part.hooks):
            if each.name not in found or (each.owner == book.id and each.instead_of):
                found[each.name] = each
    return found


def _where(part: RulePart) -> tuple[str, str]:
    sections = f"section {', '.join(part.sections)}" if part.sections else ""
    return part.name, sections
