"""Two variant files or two notebooks: what the other designer changed, and what it did to the odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from markupsafe import Markup

from pz8edu.asking.ask import exact_answer
from pz8edu.core.rulebook.ruleset import Ruleset, printed_rules
from pz8edu.core.rulebook.table import cell_text
from pz8edu.desk.compare.books import Shared, shared_odds
from pz8edu.desk.compare.change_in_words import change_in_words
from pz8edu.desk.variants.notebook import CellAsks, NotebookText, read_notebook
from pz8edu.desk.variants.variant import Variant, read_variant
from pz8edu.errors import BadInput
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.html_table import html_table
from pz8edu.printing.saving import read_text
from pz8edu.printing.text import columns
from pz8edu.systems import system

SAMPLES = 50
"""So many situations are drawn of each question that has too many to ask all of them."""


@dataclass(frozen=True)
class Parameter:
    """A number, a cell, a reading or an input that one of two versions has otherwise."""

    name: str
    printed: str
    before: str
    after: str
    meaning: str


@dataclass(frozen=True)
class Versions:
    """Two versions of a designer's work: `parameters` that differ, `answers` that therefore do, in words.

    `answers` pairs the name of a question with what became of its answer; `notes` says what could not be
    compared.
    """

    first: str
    second: str
    parameters: tuple[Parameter, ...]
    answers: tuple[tuple[str, str], ...]
    notes: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """How much differs, in one sentence."""
        first, second = self.first, self.second
        if first == second:
            first, second = f"{first} before", f"{second} now"
        if not self.parameters and not self.answers:
            return f"{first} and {second} have the same rules and ask the same."
        changes = _counted(len(self.parameters), "change")
        answers = _counted(len(self.answers), "question")
        return f"From {first} to {second}: {changes}, and {answers} answered otherwise."

    def lines(self) -> list[list[str]]:
        """The changed parameters as text: a heading, then a line each."""
        rows = [[each.name, each.printed, each.before, each.after, each.meaning] for each in self.parameters]
        return [["changed", "printed", "before", "after", "meaning"], *rows]

    def to_csv(self) -> str:
        """Changed parameters, then changed answers, as comma-separated lines."""
        answers = ([name, "", "", "", said] for name, said in self.answers)
        return csv_text([*self.lines(), *answers])

    def __repr__(self) -> str:
        parts = [self.summary]
        if self.parameters:
            parts.append(columns(self.lines()))
        if self.answers:
            parts.append("\n".join(f"{name}: {said}" for name, said in self.answers))
        return "\n\n".join([*parts, *self.notes])

    def _repr_html_(self) -> str:
        told = Markup("<p>{}</p>").format(self.summary)
        if self.parameters:
            head, *rows = self.lines()
            told += html_table(head, rows, names=1)
        if self.answers:
            told += html_table(["question", "what became of its answer"], self.answers, names=1)
        return told + Markup("").join(Markup("<p>{}</p>").format(note) for note in self.notes)


def compare_variants(first: str | Path | Variant, second: str | Path | Variant) -> Versions:
    """Two variant files: what each changes in the printed rules, and what that does to every question.

    Where a question has too many situations a sample of them is asked. Raises BadInput for a file that is no
    variant, and for variants of different books.
    """
    before, after = (each if isinstance(each, Variant) else read_variant(each) for each in (first, second))
    names = (_name(first), _name(second))
    ours, theirs = before.rules, after.rules
    if ours.system != theirs.system:
        raise BadInput(
            f"{names[0]} changes {ours.system} and {names[1]} {theirs.system}: only variants of one book "
            "can be compared place by place"
        )
    told = tuple((each.name, f"{each.summary}.") for each in effects(ours, theirs))
    return Versions(*names, tuple(parameters(ours, theirs)), told)


def effects(first: Ruleset, second: Ruleset) -> Iterator[Shared]:
    """The questions whose answers change between two rulesets of a book, with the largest change of each.

    Chains ask a quarter as many situations.
    """
    before, after = (system(rules.system).under(rules) for rules in (first, second))
    for question in before.questions:
        samples = SAMPLES // 4 if question.kind == "chain" else SAMPLES
        shared = shared_odds(before, after, question.id, samples)
        yield from (each for each in shared if each.changed and each.question is question)


def compare_notebooks(first: str | Path, second: str | Path) -> Versions:
    """Two notebooks: the variants and questions in their cells, and what became of each answer.

    Only what can be read is compared (`rules.variant(...)`, `read_variant(...)` of a file beside it,
    `ask(...)`, widgets, each with plain values): nothing in a notebook is run. Raises BadInput for a file
    that is no notebook, for notebooks without a variant or a question, and for two that have none in common.
    """
    files = [(path, read_text(path, repr(path.name))) for path in (Path(first), Path(second))]
    return compare_texts(*(read_notebook(text, path.name, path.parent) for path, text in files))


def versions_of(before: str, after: str, first: Path, second: Path) -> Versions | None:
    """The rules and odds of two notebooks by their texts; None where they have none in common.

    The paths are what they are called, and where the variant files lie that they read.
    """
    try:
        return compare_texts(
            read_notebook(before, first.name, first.parent), read_notebook(after, second.name, second.parent)
        )
    except BadInput:
        return None


def compare_texts(before: NotebookText, after: NotebookText) -> Versions:
    """Two notebooks that have been read."""
    for each in (before, after):
        if not each.asked and not each.variants:
            raise BadInput(f"{each.name} has no variant and asks no question of a book")
    pairs, alone = _pairs(before.asked, after.asked)
    named = [name for name in before.variants if name in after.variants]
    if not pairs and not named:
        raise BadInput(f"{before.name} and {after.name} have no variant and no question in common")
    found: dict[str, Parameter] = {}
    notes = [*alone, *(f"{each.name}, {fault}" for each in (before, after) for fault in each.faults)]
    answers = []
    for one, other in pairs:
        found |= {each.name: each for each in (*parameters(one.rules, other.rules), *_inputs(one, other))}
        if told := _answered(one, other):
            answers.append((_title(one), told))
    for name in named:
        ours, theirs = before.variants[name], after.variants[name]
        if ours.system == theirs.system:
            found |= {each.name: each for each in parameters(ours, theirs)}
        else:
            notes.append(f"{name} is a variant of {ours.system}, then of {theirs.system}")
    return Versions(before.name, after.name, tuple(found.values()), tuple(answers), tuple(notes))


def parameters(first: Ruleset, second: Ruleset) -> Iterator[Parameter]:
    """Every number, cell and reading in which two rulesets of a book differ."""
    mine, other, book = first.departures(), second.departures(), printed_rules(type(first))
    for name in dict.fromkeys((*mine, *other)):
        printed = book.value(name)
        was, now = mine.get(name, printed), other.get(name, printed)
        if was != now:
            yield Parameter(name, cell_text(printed), cell_text(was), cell_text(now), meaning_at(first, name))


def meaning_at(rules: Ruleset, name: str) -> str:
    """What a number, a cell or a reading is, with its section."""
    told = rules.declared()[name.partition("/")[0]]
    return with_headings(f"{told.meaning} (§{told.section})", rules)


def _pairs(
    first: Iterable[CellAsks], second: Iterable[CellAsks]
) -> tuple[list[tuple[CellAsks, CellAsks]], list[str]]:
    """The questions that both ask, those of one name in their order; and which only one asks."""
    shelves: list[dict[tuple[str, str], list[CellAsks]]] = []
    for side in (first, second):
        shelf: dict[tuple[str, str], list[CellAsks]] = {}
        for each in side:
            shelf.setdefault((each.rules.system, each.question.id), []).append(each)
        shelves.append(shelf)
    pairs, alone = [], []
    for key in dict.fromkeys((*shelves[0], *shelves[1])):
        for one, other in zip_longest(*(shelf.get(key, []) for shelf in shelves)):
            if one is not None and other is not None:
                pairs.append((one, other))
            else:
                alone.append(f"only the {'first' if other is None else 'second'} asks {_title(one or other)}")
    return pairs, alone


def _inputs(one: CellAsks, other: CellAsks) -> Iterator[Parameter]:
    """The inputs in which two questions of one name differ."""
    fields = one.question.situation.fields()
    for name in dict.fromkeys((*one.inputs, *other.inputs)):
        left_out = fields[name].domain.plain(fields[name].default) if not fields[name].required else None
        was, now = one.inputs.get(name, left_out), other.inputs.get(name, left_out)
        if was != now:
            told = f"input of {one.question.id}: {fields[name].help}"
            yield Parameter(f"{one.question.id} {name}", "", cell_text(was), cell_text(now), told)


def _answered(one: CellAsks, other: CellAsks) -> str:
    """What became of an answer; "" where nothing did."""
    if (one.inputs, one.rules) == (other.inputs, other.rules):
        return ""
    try:
        before, after = (exact_answer(each.question, each.inputs, each.rules) for each in (one, other))
    except BadInput as fault:
        return f"cannot be asked: {fault}"
    told = change_in_words(one.question, before, after)
    return "" if told == "Nothing changes." else told


def _title(asked: CellAsks) -> str:
    inputs = ", ".join(f"{name}={cell_text(value)}" for name, value in asked.inputs.items())
    return f"{asked.question.id} ({inputs})" if inputs else asked.question.id


def _name(version: str | Path | Variant) -> str:
    return version.title if isinstance(version, Variant) else Path(version).name


def _counted(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"
