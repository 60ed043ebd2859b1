"""What is known about the dice at one point of a rule, and how a question divides it, exactly.

Conditioning never divides. Dice that have been looked at together form a *factor*: rows of values with
weights, whose sum is the factor's mass. The chance of a point of the tree is the product of the masses of
its factors over the product of their totals; dice that nobody has looked at appear in neither.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple, cast

from pz8edu.algebra.weight import Weight, total_of
from pz8edu.core.chance.distribution import Distribution, gather
from pz8edu.core.chance.functions import in_a_row
from pz8edu.core.chance.sums import convolve
from pz8edu.core.chance.told_apart import check_told_apart
from pz8edu.core.rolls.questions import AnyQuestion
from pz8edu.core.rolls.roll import Derived, Roll, Thrown, unshifted
from pz8edu.core.rolls.throw import Law

Row = tuple[tuple[object, ...], Weight]

WRITE_OUT = 2000
"""Up to so many rows, remembered dice are simply written out again."""


@dataclass(slots=True, eq=False)
class Factor:
    """Dice that have been looked at together.

    `dice` are their numbers, `views` the numbers of the rolls whose values the rows hold. A factor behind
    a sum remembers only the sum; `seen` are then the rolls that were looked at and `behind` the factors
    they were made of.
    """

    dice: tuple[int, ...]
    views: tuple[int, ...]
    rows: list[Row]
    total: Weight
    mass: Weight
    seen: tuple[Roll[object], ...] = ()
    behind: tuple[Factor, ...] | None = ()

    @classmethod
    def of(cls, die: Thrown[object]) -> Factor:
        """A throw that nobody has looked at."""
        return cls.of_one(die.number, die.law)

    @classmethod
    def of_one(cls, number: int, law: Law) -> Factor:
        """One roll by itself."""
        rows: list[Row] = [((value,), weight) for value, weight in law.weights.items()]
        return cls((number,), (number,), rows, law.total, law.total)

    def factors_behind(self) -> tuple[Factor, ...]:
        """The factors hidden behind a remembered sum: fresh dice where the sum was the first look at them."""
        if self.behind is None:
            self.behind = tuple(Factor.of(die) for roll in self.seen for die in roll.dice())
        return self.behind


class PartitionCell(NamedTuple):
    """One answer of a question: the values of the roll that give it, with their weights, rows and mass.

    `witness` is one of these values.
    """

    answer: object
    values: Mapping[object, Weight]
    rows: list[Row]
    mass: Weight
    witness: object


@dataclass(slots=True, eq=False)
class Partition:
    """The answers to a question about a roll, and what is known after each of them.

    The chance of having come here and getting `cells[place]` is `weight(place) / total`. What is known then
    is worked out when the rule asks on. `involved` are the factors that the roll was part of, None where
    nobody had looked at its dice.
    """

    cells: list[PartitionCell]
    _rest: Weight
    total: Weight
    _factors: dict[int, Factor]
    _roll: Roll[object]
    _involved: list[Factor] | None
    _law_total: Weight = 1
    _chances: list[Factor] = field(default_factory=list)

    def weight(self, place: int) -> Weight:
        """The weight of having come here and getting this answer."""
        weight = self._rest * self.cells[place].mass
        return weight * self._chances[place].mass if self._chances else weight

    def after(self, place: int) -> Conditioning:
        """What is known about the dice after this answer."""
        factor = self._narrowed(self.cells[place])
        factors = self._factors.copy()
        for number in factor.dice:
            factors[number] = factor
        if self._chances:
            factors[min(0, *factors) - 1] = self._chances[place]  # dice have numbers above 0
        return Conditioning(factors, self.weight(place), self.total)

    def _narrowed(self, cell: PartitionCell) -> Factor:
        """What is remembered after an answer: the rows that gave it, or only the roll that was looked at."""
        roll, involved = self._roll, self._involved
        if involved is None:
            number = roll.number
            if isinstance(roll, Thrown):
                return Factor((number,), (number,), cell.rows, self._law_total, cell.mass)
            dice = tuple(die.number for die in roll.dice())
            return Factor(dice, (number,), cell.rows, self._law_total, cell.mass, (roll,), None)
        if len(involved) == 1:
            (whole,) = involved
            return Factor(
                whole.dice, whole.views, cell.rows, whole.total, cell.mass, whole.seen, whole.behind
            )
        dice = tuple(number for factor in involved for number in factor.dice)
        total = math.prod(factor.total for factor in involved)
        return Factor(dice, (roll.number,), cell.rows, total, cell.mass, (roll,), tuple(involved))

    def override(self, chances: list[Weight], whole: Weight) -> Partition:
        """The same question with other chances for its answers: `chances` over `whole`, in their order.

        The dice behind an answer keep their odds among each other. A factor of no dice brings the other
        chances in; nothing is divided: what would be divided by multiplies its total instead.
        """
        mass = total_of(cell.mass for cell in self.cells)
        every = math.prod(cell.mass for cell in self.cells)
        cells, factors = [], []
        for place, (cell, chance) in enumerate(zip(self.cells, chances, strict=True)):
            others = math.prod(other.mass for at, other in enumerate(self.cells) if at != place)
            if chance:
                weight = chance * mass * others
                cells.append(cell)
                factors.append(Factor((), (), [((), weight)], whole * every, weight))
        total = self.total * whole * every
        return replace(self, cells=cells, total=total, _chances=factors)


@dataclass(slots=True, eq=False)
class Conditioning:
    """What is known: independent factors of dice, with the weight and total of having come here."""

    factors: dict[int, Factor]
    weight: Weight = 1
    total: Weight = 1

    @classmethod
    def of_fallen(cls, fallen: Mapping[int, object]) -> Conditioning:
        """Dice that lie on the table, each with the one value that it shows."""
        return cls(
            {number: Factor.of_one(number, Distribution.certain(value)) for number, value in fallen.items()}
        )

    def partition(self, roll: Roll[object], question: AnyQuestion) -> Partition:
        """The answers to a question about the roll below added numbers, yes before no, low before high."""
        asked = unshifted(roll)[0]
        law = self._law_of_fresh(asked)
        if law is None:
            return self._partition_known(asked, question)
        return Partition(
            split(law, question), self.weight, self.total * law.total, self.factors, asked, None, law.total
        )

    def faces_of(self, die: Thrown[object]) -> tuple[Mapping[object, Weight], Weight]:
        """The law of a throw under what is known: weights by value, and their sum."""
        factor = self.factors.get(die.number)
        if factor is None:
            return die.law.weights, die.law.total
        if die.number not in factor.views:
            factor = _brought_back(factor, die)
        place = factor.views.index(die.number)
        return gather((row[place], weight) for row, weight in factor.rows), factor.mass

    def _law_of_fresh(self, roll: Roll[object]) -> Law | None:
        if isinstance(roll, Thrown):
            return None if roll.number in self.factors else roll.law_when_fresh()
        if self.factors and any(die.number in self.factors for die in roll.dice()):
            return None
        return roll.law_when_fresh()

    def _partition_known(self, roll: Roll[object], question: AnyQuestion) -> Partition:
        """The answers where something is known about the dice, or where its parts share dice."""
        factors = dict(self.factors)
        while True:
            view = {number: factor for factor in different(factors.values()) for number in factor.views}
            reached: dict[int, Factor] = {}
            hidden = _reach(roll, factors, view, reached)
            if hidden is None:
                break
            wider = _brought_back(*hidden)
            for number in wider.dice:
                factors[number] = wider
        involved = different(reached.values())
        if len(involved) == 1:
            views = involved[0].views
            found = [
                (roll.value(dict(zip(views, row, strict=True))), row, weight)
                for row, weight in involved[0].rows
            ]
        else:
            found = [(value, (value,), weight) for value, weight in _law(roll, reached, {})[0].items()]
        ids = {id(factor) for factor in involved}
        each = different(factors.values())
        total = math.prod(factor.total for factor in each)
        rest = math.prod(factor.mass for factor in each if id(factor) not in ids)
        return Partition(_cells(found, question), rest, total, factors, roll, involved)


def split(law: Law, question: AnyQuestion) -> list[PartitionCell]:
    """The answers that a law gives to a question.

    Made once for each question that lasts, so that a table of situations costs one split a question.
    """
    if not question.lasting or law.key is None:
        return _split(law, question)
    key = question, type(getattr(question, "plus", None))  # 1 and 1.0 are one question
    cells = law._cache.get(key)
    if cells is None:
        cells = law._cache[key] = _split(law, question)
    return cast("list[PartitionCell]", cells)


def _split(law: Law, question: AnyQuestion) -> list[PartitionCell]:
    return _cells(((value, (value,), weight) for value, weight in law.weights.items() if weight), question)


def _cells(
    found: Iterable[tuple[object, tuple[object, ...], Weight]], question: AnyQuestion
) -> list[PartitionCell]:
    """Values with their rows and weights, by the answer that they give: yes before no, low before high."""
    groups: dict[object, tuple[dict[object, Weight], list[Row]]] = {}
    met = [(question.answer(value), value, row, weight) for value, row, weight in found]
    check_told_apart(answer for answer, *_ in met)
    for answer, value, row, weight in met:
        values, rows = groups.setdefault(answer, ({}, []))
        values[value] = values[value] + weight if value in values else weight
        rows.append((row, weight))
    cells = [
        PartitionCell(answer, values, rows, total_of(values.values()), next(iter(values)))
        for answer, (values, rows) in groups.items()
    ]
    if len(cells) > 1:
        cells.sort(key=_speaking_order)
    return cells


def _speaking_order(cell: PartitionCell) -> tuple[int, int]:
    """Yes before no, then by value; answers of one kind in the order of their lowest value."""
    if isinstance(cell.answer, bool):
        return (0, not cell.answer)
    numbers = [value for value in cell.values if isinstance(value, int)]
    return (1, min(numbers)) if len(numbers) == len(cell.values) else (2, 0)


def different(factors: Iterable[Factor]) -> list[Factor]:
    """Each factor once."""
    return list({id(factor): factor for factor in factors}.values())


def _reach(
    roll: Roll[object], factors: dict[int, Factor], view: dict[int, Factor], reached: dict[int, Factor]
) -> tuple[Factor, Thrown[object]] | None:
    """Find the views through which a roll reaches its dice; a die hidden behind a sum is returned."""
    factor = view.get(roll.number)
    if factor is not None:
        reached[roll.number] = factor
        return None
    if isinstance(roll, Thrown):
        known = factors.get(roll.number)
        if known is not None:
            return known, roll
        factor = Factor.of(roll) if roll.pile is None else _next_card(roll, factors)
        for number in factor.dice:
            factors[number] = factor
        for number in factor.views:
            view[number] = factor
            if number in reached:
                reached[number] = factor
        reached[roll.number] = factor
        return None
    for part in roll.parts:
        hidden = _reach(part, factors, view, reached)
        if hidden is not None:
            return hidden
    return None


def _next_card(card: Thrown[object], factors: dict[int, Factor]) -> Factor:
    """The joint law of a card and all cards of its pile that have been looked at.

    These share one factor, unless they lie on the table as known.
    """
    assert card.pile is not None
    seen = tuple(number for number in card.pile.drawn if number in factors)
    if not seen:
        return Factor.of_one(card.number, card.pile.law())
    first, *others = different(factors[number] for number in seen)
    for other in others:
        first = _side_by_side(first, other)
    return _with_card(first, card, seen)


def _side_by_side(first: Factor, second: Factor) -> Factor:
    """Two factors as one: cards that lie open on the table, each by itself."""
    rows: list[Row] = [
        ((*row, *more), weight * other) for row, weight in first.rows for more, other in second.rows
    ]
    dice, views = (*first.dice, *second.dice), (*first.views, *second.views)
    return Factor(dice, views, rows, first.total * second.total, first.mass * second.mass)


def _with_card(factor: Factor, card: Thrown[object], seen: tuple[int, ...]) -> Factor:
    """A factor that holds the cards seen so far, joined by the next one."""
    assert card.pile is not None
    behind = tuple(
        _with_card(inner, card, seen) if seen[0] in inner.dice else inner for inner in factor.factors_behind()
    )
    if behind:
        return _joined(factor, card, behind)
    places = [factor.views.index(number) for number in seen]
    rows: list[Row] = []
    for row, weight in factor.rows:
        left = dict(card.pile.cards)
        for place in places:
            left[row[place]] -= 1
        rows += [((*row, kind), weight * copies) for kind, copies in left.items() if copies > 0]
    total = factor.total * (sum(card.pile.cards.values()) - len(seen))
    mass = total_of(weight for _, weight in rows)
    return Factor((*factor.dice, card.number), (*factor.views, card.number), rows, total, mass)


def _brought_back(factor: Factor, die: Thrown[object]) -> Factor:
    """A die that is asked again behind a remembered sum: the joint law of what is remembered and the die."""
    written = _written_out(factor, WRITE_OUT)
    if written is not None:
        return Factor(factor.dice, written[0], written[1], factor.total, factor.mass)
    behind = tuple(
        inner if die.number not in inner.dice or die.number in inner.views else _brought_back(inner, die)
        for inner in factor.factors_behind()
    )
    return _joined(factor, die, behind)


def _joined(factor: Factor, die: Thrown[object], behind: tuple[Factor, ...]) -> Factor:
    """The joint law of what a factor remembers and a die that lies open in one of the factors behind it."""
    known = {row for row, _ in factor.rows}
    view = {number: inner for inner in behind for number in inner.views}
    reached: dict[int, Factor] = {}

    def walk(roll: Roll[object]) -> None:
        if roll.number in view:
            reached[roll.number] = view[roll.number]
        else:
            for part in roll.parts:
                walk(part)

    whole = _unnumbered((*factor.seen, die))
    for part in whole.parts:
        walk(part)
    law, used = _law(whole, reached, {})
    rest = math.prod(inner.mass for inner in behind if id(inner) not in used)
    rows: list[Row] = [
        (row, weight * rest)
        for row, weight in cast("Mapping[tuple[object, ...], Weight]", law).items()
        if row[:-1] in known
    ]
    dice = tuple(number for inner in behind for number in inner.dice)
    total = math.prod(inner.total for inner in behind)
    mass = total_of(weight for _, weight in rows)
    return Factor(dice, (*factor.views, die.number), rows, total, mass, whole.parts, behind)


def _unnumbered(parts: tuple[Roll[object], ...]) -> Derived[tuple[object, ...]]:
    """Several rolls as one tuple, without taking a number: a replay of the rule must not see it."""
    whole: Derived[tuple[object, ...]] = Derived.__new__(Derived)
    whole.__setstate__({"number": 0, "function": in_a_row, "_parts": parts, "formula": ""})
    return whole


def _written_out(factor: Factor, limit: int) -> tuple[tuple[int, ...], list[Row]] | None:
    """Every face of every die behind a factor, or None when that is more than `limit` rows."""
    behind = factor.factors_behind()
    if not behind:
        return factor.views, factor.rows
    parts = []
    for inner in behind:
        written = _written_out(inner, limit)
        if written is None:
            return None
        parts.append(written)
    if math.prod(len(rows) for _, rows in parts) > limit:
        return None
    names = tuple(number for views, _ in parts for number in views)
    known = {row for row, _ in factor.rows}
    out: list[Row] = []
    for combination in product(*(rows for _, rows in parts)):
        row = tuple(value for values, _ in combination for value in values)
        values = dict(zip(names, row, strict=True))
        if tuple(roll.value(values) for roll in factor.seen) in known:
            out.append((row, math.prod(weight for _, weight in combination)))
    return names, out


Weights = Mapping[object, Weight]


def _law(
    roll: Roll[object], reached: Mapping[int, Factor], fixed: Mapping[int, object]
) -> tuple[Weights, frozenset[int]]:
    """The law of a roll over known factors, and which factors it used.

    Independent parts are convolved; only dice that two parts share are fixed, value by value.
    """
    if roll.number in fixed:
        return {fixed[roll.number]: 1}, frozenset()
    factor = reached.get(roll.number)
    if factor is not None:
        place = factor.views.index(roll.number)
        return gather((row[place], weight) for row, weight in factor.rows), frozenset((id(factor),))
    laws = [_law(part, reached, fixed) for part in roll.parts]
    used: frozenset[int] = frozenset().union(*(ids for _, ids in laws))
    shared = {
        ident
        for place, (_, ids) in enumerate(laws)
        for ident in ids
        if any(ident in later for _, later in laws[place + 1 :])
    }
    if shared:
        return _law_of_shared(roll, reached, fixed, shared), used
    joint: Mapping[tuple[object, ...], Weight] = {(): 1}
    for law, _ in laws:
        joint = convolve(joint, law, lambda values, value: (*values, value))
    places = [part.number for part in roll.parts]
    values = [roll.value(dict(zip(places, each, strict=True))) for each in joint]
    check_told_apart(values)
    return gather(zip(values, joint.values(), strict=True)), used


def _law_of_shared(
    roll: Roll[object], reached: Mapping[int, Factor], fixed: Mapping[int, object], shared: set[int]
) -> Weights:
    """The law of a roll whose parts share factors: these are fixed row by row."""
    out: dict[object, Weight] = {}
    factors = [factor for factor in different(reached.values()) if id(factor) in shared]
    for combination in product(*(factor.rows for factor in factors)):
        now = {
            **fixed,
            **{
                number: value
                for factor, (row, _) in zip(factors, combination, strict=True)
                for number, value in zip(factor.views, row, strict=True)
            },
        }
        weight = math.prod(weight for _, weight in combination)
        for value, w in _law(roll, reached, now)[0].items():
            out[value] = out[value] + weight * w if value in out else weight * w
    return out
