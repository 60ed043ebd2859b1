"""The inputs that only one of two books asks for, and what each of them is worth there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pz8edu.asking.ask import exact_answer
from pz8edu.core.rulebook.domain import Domain, ListDomain, NullableDomain, RecordDomain, WholeDomain
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Input
from pz8edu.core.rulebook.system import Calculator, Question
from pz8edu.core.umpire.throws import Memo
from pz8edu.desk.backwards.figure import with_input
from pz8edu.desk.compare.change_in_words import changes_in_order
from pz8edu.desk.compare.figures import figure_in, figures, first_few, largest_gain, spelled
from pz8edu.errors import BadInput

FEW = 4
"""Of an input with more values the first and the last are tried."""
BEYOND = 3
"""So far an open end is followed."""


@dataclass(frozen=True)
class NoveltyWorth:
    """What a new input does where it changes most: the answer without it, and with it at this value.

    `asked` situations were asked, `changed` of them have another answer; `situation` is empty where none has.
    `why` says why none can be asked.
    """

    question: Question
    name: str
    value: object
    asked: int
    changed: int
    situation: Given
    before: Given
    after: Given
    why: str = ""

    @property
    def row(self) -> tuple[str, str, str]:
        """The question, what the input is worth, and where: "stabilised: destroyed 5/36 to 455/1728"."""
        if not self.changed:
            none = f"none of {self.asked} situations" if self.asked > 1 else "nothing here"
            told = f"changes {none}" if self.asked else f"cannot be asked: {self.why}"
            return self.question.id, f"{self.name}: {told}", ""
        shown = self.name if self.value is True else f"{self.name}={spelled(self.value)}"
        return self.question.id, f"{shown}: {self._told}", self._where or "as printed"

    @property
    def _told(self) -> str:
        """The figures that change, the gravest outcome first."""
        names = changes_in_order(self.question, self.before, self.after)
        none = 0 if isinstance(self.question, Calculator) else "–"
        sides = (
            (name, figure_in(self.before, name, none), figure_in(self.after, name, none)) for name in names
        )
        return first_few([f"{name} {was} to {now}" for name, was, now in sides])

    @property
    def _where(self) -> str:
        """The inputs of the situation that are not left out."""
        fields = self.question.situation.fields()
        return ", ".join(
            f"{name}={spelled(value)}"
            for name, value in self.situation.items()
            if fields[name].required or value != usual(fields[name])
        )


def usual(known: Input) -> object:
    """What an input is when it is left out; None where it must be given, or where nothing stands for it."""
    return None if known.required or known.default is None else known.domain.plain(known.default)


def novelties(
    old: Mapping[str, Input], new: Mapping[str, Input], inside: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Input]]:
    """The inputs of the second form that the first has not, those inside records too, each with its path."""
    for name, known in new.items():
        path = (*inside, name)
        if name not in old:
            yield path, known
            continue
        (was, _), (now, within) = _inside(old[name].domain), _inside(known.domain)
        if was and now:
            yield from novelties(was, now, (*path, *within))


def _inside(domain: Domain) -> tuple[Mapping[str, Input], tuple[str, ...]]:
    """The inputs of a record, or of the first of a list of records, and how to come to it."""
    if isinstance(domain, ListDomain):
        return _inside(domain.item)[0], ("0",)
    return (domain.kind.fields(), ()) if isinstance(domain, RecordDomain) else ({}, ())


def other_values(known: Input) -> list[object]:
    """Other values of an input than the one it has when it is left out; none where they cannot be listed."""
    domain = known.domain.inner if isinstance(known.domain, NullableDomain) else known.domain
    listed = listed_values(domain)
    if listed is None and isinstance(domain, WholeDomain) and domain.limits.minimum is not None:
        listed = tuple(range(domain.limits.minimum, domain.limits.minimum + BEYOND))
    found = [value for value in listed or () if value != usual(known)]
    return found if len(found) <= FEW else [found[0], found[-1]]


def worths(
    question: Question,
    rules: Ruleset,
    new: Iterable[tuple[tuple[str, ...], Input]],
    situations: Iterable[Mapping[str, object]],
) -> Iterator[NoveltyWorth]:
    """What each new input is worth: the largest change that it makes in these situations."""
    memo: Memo = {}
    asked = []
    why = "its values cannot be listed"
    for situation in situations:
        try:
            asked.append((situation, figures(question, exact_answer(question, situation, rules, memo))))
        except BadInput as fault:  # what does not go together
            why = str(fault)
    for path, known in new:
        found = _worth(question, rules, path, known, asked, memo)
        yield found if found.asked else replace(found, why=why)


def _worth(
    question: Question,
    rules: Ruleset,
    path: tuple[str, ...],
    known: Input,
    asked: list[tuple[Mapping[str, object], Mapping[str, object]]],
    memo: Memo,
) -> NoveltyWorth:
    """What one new input is worth."""
    name = ".".join(part for part in path if part != "0")
    best: tuple[Fraction, Any, Any, Any, Any] = (Fraction(-1), None, {}, {}, {})
    met, changed = set(), set()
    for value in other_values(known):
        for place, (situation, before) in enumerate(asked):
            try:
                told = exact_answer(question, with_input(situation, [*path], value), rules, memo)
            except BadInput:
                continue
            met.add(place)
            after = figures(question, told)
            if after != before:
                changed.add(place)
                gain = largest_gain(question, before, after) or Fraction(0)
                best = max(best, (gain, value, situation, before, after), key=lambda found: found[0])
    return NoveltyWorth(question, name, best[1], len(met), len(changed), *best[2:])
