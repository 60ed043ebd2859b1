"""The same situations asked of two books: what one of them does not ask for is left out there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from pz8edu.asking.situations import Situations, places
from pz8edu.core.facts.fact import Refused
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Input, Situation, Values
from pz8edu.core.rulebook.system import Calculator, Question
from pz8edu.desk.compare.figures import spelled
from pz8edu.desk.compare.novelties import usual
from pz8edu.desk.tables.answers import Answers, Progress, answers
from pz8edu.desk.tables.numbering import spread
from pz8edu.errors import BadInput, listed, unknown

Asked = tuple[Calculator, Ruleset]
"""A calculator, and the rules under which it is asked."""


class Paired(Situations):
    """The situations of two books, as one of them is asked: `own` has its own inputs and values only.

    `kept` has, for each input that varies, the places of the values that the book knows; None where it does
    not ask for that input.
    """

    def __init__(
        self,
        own: Situations,
        values: Values,
        fixed: Given,
        kept: Sequence[Sequence[int] | None],
    ) -> None:
        self.own, self.kind, self.values, self.fixed, self.kept = own, own.kind, values, dict(fixed), kept
        self.sizes = tuple(len(each) for each in values.values())

    def situation(self, row: int) -> Situation:
        """The record of a row as this book has it."""
        mine = [
            kept.index(place)
            for place, kept in zip(places(row, self.sizes), self.kept, strict=True)
            if kept is not None
        ]
        place = 0
        for at, size in zip(mine, self.own.sizes, strict=True):
            place = place * size + at
        return self.own.situation(place)


@dataclass(frozen=True)
class InOneOnly:
    """What a comparison has to say of the inputs that only one of two books asks for.

    `varied` are given or vary, and the other book is asked without them; `usual` are left out, with what they
    are then.
    """

    book: str
    other: str
    varied: tuple[str, ...]
    usual: Given

    def __str__(self) -> str:
        told = []
        if self.varied:
            told.append(f"{self.other} does not ask for {listed(self.varied)}: it is asked without.")
        if self.usual:
            left = ", ".join(f"{name}={spelled(value)}" for name, value in self.usual.items())
            told.append(f"Only {self.book} asks for {listed(self.usual)}, left out here: {left}.")
        return " ".join(told)


def of_two_books(
    first: Asked,
    second: Asked,
    values: Mapping[str, tuple[object, ...]],
    fixed: Mapping[str, object],
    told: Progress | None,
) -> tuple[list[Answers], tuple[InOneOnly, ...]]:
    """The answers of two books to the same situations, and what has to be said of their inputs.

    Each book is asked with the inputs that it has. What both have but fill in differently when it is left
    out, stands as the first has it. Values that one of them does not know are refused there. Raises BadInput
    for what neither knows.
    """
    fixed, said = asked_alike((first, second), fixed, values)
    size = prod(map(len, values.values()))
    found = [
        _one_book(asked, values, fixed, told and _part_of(told, place * size, 2 * size))
        for place, asked in enumerate((first, second))
    ]
    return found, said


def asked_alike(
    asked: Sequence[tuple[Question, Ruleset]], fixed: Mapping[str, object], over: Iterable[str]
) -> tuple[dict[str, object], tuple[InOneOnly, ...]]:
    """The fixed inputs for two questions, and what has to be said of those that only one of them has.

    Raises BadInput for an input that neither has.
    """
    ours, theirs = (question.situation.fields() for question, _ in asked)
    given = {*over, *fixed}
    for name in (*over, *fixed):
        if name not in ours and name not in theirs:
            raise unknown(f"input of {asked[0][0].id}", name, dict.fromkeys([*ours, *theirs]))
    both = {**_first_defaults(ours, theirs, given), **fixed}
    books = [rules.system for _, rules in asked]
    if asked[0][0] is asked[1][0]:
        return both, ()
    said = [
        _only(books[0], books[1], ours, theirs, given),
        _only(books[1], books[0], theirs, ours, given),
    ]
    return both, tuple(each for each in said if str(each))


def _part_of(told: Progress, before: int, of: int) -> Progress:
    """Hears of one book, when all situations are asked of both."""
    return lambda done, all_of_one: told(before + done * (of // 2) // max(all_of_one, 1), of)


def _first_defaults(
    ours: Mapping[str, Input], theirs: Mapping[str, Input], given: set[str]
) -> dict[str, object]:
    """What stands in for inputs that are left out, where the two books would not take the same."""
    return {
        name: usual(known)
        for name, known in ours.items()
        if name in theirs and name not in given and usual(known) not in (None, usual(theirs[name]))
    }


def _one_book(
    asked: Asked, values: Mapping[str, tuple[object, ...]], fixed: Mapping[str, object], told: Progress | None
) -> Answers:
    """The answers of one book to all situations of both."""
    question, rules = asked
    fields = question.situation.fields()
    kept: list[list[int] | None] = []
    why = ""
    for name, listed_values in values.items():
        known: list[int] = []
        for place, value in enumerate(listed_values if name in fields else ()):
            try:
                fields[name].domain.read(value, name)
                known.append(place)
            except BadInput as fault:
                why = f"{rules.system}: {fault}"
        kept.append(known if name in fields else None)
        if name in fields and listed_values and not known:
            raise BadInput(why)
    own_values = {
        name: tuple(values[name][place] for place in known)
        for name, known in zip(values, kept, strict=True)
        if known is not None
    }
    own_fixed = {name: value for name, value in fixed.items() if name in fields}
    try:
        (found,) = answers(question, (rules,), own_values, own_fixed, told)
    except BadInput as fault:
        raise BadInput(f"{rules.system}: {fault}") from None
    laws = [*found.laws, Refused(why)] if why else found.laws
    pairs = Paired(found.situations, values, fixed, kept)
    codes = spread(found.codes, kept, pairs.sizes, len(found.laws))
    return Answers(question, rules, pairs, laws, codes)


def _only(
    book: str, other: str, ours: Mapping[str, Input], theirs: Mapping[str, Input], given: set[str]
) -> InOneOnly:
    """The inputs that only one of two books asks for."""
    names = [name for name in ours if name not in theirs]
    left = {name: usual(ours[name]) for name in names if name not in given}
    return InOneOnly(book, other, tuple(name for name in names if name in given), left)
