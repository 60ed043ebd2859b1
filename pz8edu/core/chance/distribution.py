"""An exact distribution: weights over one total, nothing rounded, nothing dropped."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, product, starmap
from numbers import Number, Rational
from types import MappingProxyType
from typing import Any, Generic, SupportsIndex, TypeAlias, TypeVar, cast

from pz8edu.algebra.closed_form import as_number
from pz8edu.algebra.exact import Exact, latex
from pz8edu.algebra.weight import CommonTotal, Weight, fraction, total_of
from pz8edu.core.chance.equal_dice import ways_of_dice, whole_number
from pz8edu.core.chance.memory import rememberable
from pz8edu.core.chance.sums import (
    check_pairs,
    convolve,
    even_steps,
    ways_in_steps,
    ways_of_pair,
    ways_of_sums,
)
from pz8edu.core.chance.told_apart import check_told_apart
from pz8edu.core.frozen import Hashed, NotFrozen, lasting_key_of, refused
from pz8edu.errors import BadInput, BadValue, shown
from pz8edu.limits import MOST_DICE, MOST_FACES, MOST_SUMMED
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.exact import plain_fraction
from pz8edu.printing.latex import aligned, chance_latex
from pz8edu.printing.percent import percent
from pz8edu.printing.text import columns

T = TypeVar("T")
U = TypeVar("U")

Which: TypeAlias = Callable[[T], object] | Collection[T]
"""Some of the faces: all of them, or a function that says yes to them."""

FEW_TO_ADD = 150
"""What dice with so few faces in all come to is worked out as quickly as it is found again by their faces."""

FEW_PAIRS = 100
"""So few pairs of outcomes are added up one by one as quickly as all at once."""

HEAD = ("outcome", "chance", "percent")


def gather(pairs: Iterable[tuple[T, Weight]]) -> dict[T, Weight]:
    """Weights by outcome: equal outcomes meet."""
    gathered: dict[T, Weight] = {}
    for outcome, weight in pairs:
        gathered[outcome] = gathered[outcome] + weight if outcome in gathered else weight
    return gathered


def read_as(values: Sequence[T], weights: Sequence[Weight]) -> dict[T, Weight]:
    """Weights by the values that they belong to; raises BadInput where two are equal and not the same."""
    told = dict(zip(values, weights, strict=True))
    if len(told) == len(values):
        return told
    check_told_apart(values)
    told.clear()
    for value, weight in zip(values, weights, strict=True):
        told[value] = told[value] + weight if value in told else weight
    return told


class Distribution(Generic[T]):
    """The exact chances of every outcome, as weights over one total: it does not change once it is made.

    Any distribution can be thrown like a die. `d[outcome]` is the chance, a fraction that goes with
    SymPy's numbers; `d.fractions()` gives plain ones. Independent distributions add, subtract and multiply.
    Raises BadInput for weights that are not whole numbers from 0 (or formulas), for none above 0, and for a
    total that is not their sum.
    """

    __slots__ = ("weights", "total", "_cache")
    weights: Mapping[T, Weight]
    total: Weight
    _cache: dict[object, object]

    def __init__(self, weights: Mapping[T, Weight], total: Weight | None = None) -> None:
        given: object = weights
        if not isinstance(given, Mapping) or not given:
            raise BadValue("a distribution", shown(weights), "at least one outcome with its weight")
        counted, stated = _whole(weights, total)
        known = stated
        if stated is None or {*map(type, counted.values())} <= {int}:  # formulas with a total are not added
            added = total_of(counted.values())
            if not added:
                raise BadInput("a distribution needs at least one outcome with a weight above 0; all are 0")
            if isinstance(stated, int) and stated != added:
                raise BadValue("the total of all weights", shown(stated), f"their sum, {shown(added)}")
            known = added if stated is None else stated
        self._fill(counted, cast(Weight, known))

    def _fill(self, weights: Mapping[T, Weight], total: Weight) -> None:
        fill = object.__setattr__
        fill(self, "weights", MappingProxyType(weights))
        fill(self, "total", total)
        fill(self, "_cache", {})

    def __setattr__(self, name: str, value: object) -> None:
        if name in Distribution.__slots__:
            raise AttributeError(f"a distribution does not change: make another, do not set its {name}")
        object.__setattr__(self, name, value)

    # --- making one
    @classmethod
    def of_weights(cls, weights: Mapping[T, Weight], total: Weight) -> Distribution[T]:
        """From weights that have just been worked out: nothing is checked and nothing copied."""
        law: Distribution[T] = Distribution.__new__(Distribution)
        law._fill(weights, total)
        return law

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Every listed outcome equally likely; one listed twice counts twice."""
        return cls(gather((outcome, 1) for outcome in outcomes))

    @classmethod
    def certain(cls, outcome: T) -> Distribution[T]:
        """The distribution of something that is known."""
        return cls.of_weights({outcome: 1}, 1)

    def __reduce__(self) -> tuple[object, ...]:
        return Distribution.of_weights, (dict(self.weights), self.total)

    # --- looking at it
    @property
    def support(self) -> tuple[T, ...]:
        """The outcomes that can happen, in the order they were found."""
        return tuple(self.weights)

    def items(self) -> Iterable[tuple[T, Weight]]:
        """Outcomes with their weights."""
        return self.weights.items()

    def __len__(self) -> int:
        return len(self.weights)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.weights

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        here = {k: w * other.total for k, w in self.weights.items() if w}
        return here == {k: w * self.total for k, w in other.weights.items() if w}

    def __hash__(self) -> int:
        if "hash" not in self._cache:
            # weights that are larger all together have the same hash; those with unknowns count as none
            known = self.total if isinstance(self.total, int) else 0
            self._cache["hash"] = hash(
                frozenset(
                    (outcome, (weight << 64) // known if known and isinstance(weight, int) else 0)
                    for outcome, weight in self.weights.items()
                    if weight
                )
            )
        return cast(int, self._cache["hash"])

    def frozen_key(self, of: Callable[[object], Hashable]) -> Hashable:
        """What tells it from other ones: its outcomes to their types, in their order, and all weights."""
        return _keyed(self, of) if self.key is None else self.key

    @property
    def key(self) -> Hashable | None:
        """The key of what is made of it for good; None where the methods of its outcomes are the user's."""
        if "key" not in self._cache:
            try:
                self._cache["key"] = _keyed(self, lasting_key_of)
            except NotFrozen:
                self._cache["key"] = None
        return self._cache["key"]

    def by_size(self) -> list[T]:
        """The outcomes as they are shown: numbers by size, no before yes, others as they were found."""
        numbers = all(isinstance(each, Number) for each in self.weights)
        return sorted(self.weights) if numbers else list(self.weights)  # type: ignore[type-var]

    def is_numeric(self) -> bool:
        """Are all chances numbers, without unknown ones?"""
        return {type(self.total), *map(type, self.weights.values())} <= {int}

    def __getitem__(self, outcome: T) -> Exact:
        """The chance of one outcome: an exact number (a SymPy expression for loaded dice)."""
        return as_number(self.weights.get(outcome, 0), self.total)

    def fraction(self, outcome: T) -> Fraction:
        """The chance of one outcome as a plain fraction."""
        return fraction(self.weights.get(outcome, 0), self.total)

    def fractions(self) -> dict[T, Fraction]:
        """All chances above zero as plain fractions."""
        return {outcome: fraction(weight, self.total) for outcome, weight in self.weights.items() if weight}

    def chances(self) -> dict[T, Exact]:
        """All chances as exact numbers (SymPy expressions for loaded dice)."""
        return {outcome: self[outcome] for outcome in self.weights}

    def chance(self, event: Callable[[T], bool]) -> Exact:
        """The chance of an event, given as a question about the outcome."""
        return as_number(total_of(w for outcome, w in self.weights.items() if event(outcome)), self.total)

    def expectation(self, worth: Callable[[T], object] | None = None) -> Exact:
        """The expected value of the outcome, or of what it is worth."""
        values = [*self.weights] if worth is None else [*map(worth, self.weights)]
        if {*map(type, values)} == {int}:
            weighed = map(operator.mul, self.weights.values(), cast("list[int]", values))
            return as_number(total_of(weighed), self.total)
        exact = [
            value if isinstance(value, int | Fraction) else plain_fraction(value)
            for value in values
            if isinstance(value, Rational)
        ]
        if len(exact) < len(values):  # formulas
            return cast(Exact, sum(map(operator.mul, map(self.__getitem__, self.weights), values)))
        below = math.lcm(*[value.denominator for value in exact])
        numbers = [value.numerator * (below // value.denominator) for value in exact]
        above = total_of(map(operator.mul, self.weights.values(), numbers))
        return as_number(above, self.total * below)

    def variance(self, worth: Callable[[T], object] | None = None) -> Exact:
        """The expected squared distance from the expectation."""
        worths = self if worth is None else self.map(worth)
        square = worths.expectation(lambda value: operator.pow(value, 2))
        return cast(Exact, square - worths.expectation() ** 2)

    # --- making others of it
    def map(self, read: Callable[[T], U]) -> Distribution[U]:
        """The distribution of what the outcome is read as; equal readings meet."""
        return Distribution.of_weights(
            read_as([*map(read, self.weights)], [*self.weights.values()]), self.total
        )

    def then(self, after: Callable[[T], Distribution[U]], lowest_terms: bool = True) -> Distribution[U]:
        """The distribution after one more step, whose law depends on the outcome so far."""
        steps = [(step.weights, step.total) for step in map(after, self.weights)]
        check_told_apart(chain.from_iterable([weights for weights, _ in steps]))
        common = CommonTotal([total for _, total in steps])
        out: dict[U, Weight] = {}
        for weight, (weights, total) in zip(self.weights.values(), steps, strict=True):
            factor = weight * common.share(total)
            for result, w in weights.items():
                out[result] = out[result] + factor * w if result in out else factor * w
        law = Distribution.of_weights(out, self.total * common.value)
        return law.reduced() if lowest_terms else law

    def given(self, event: Callable[[T], bool]) -> Distribution[T]:
        """The conditional distribution, once it is known that the event has happened.

        Raises BadInput when the event cannot happen.
        """
        kept = {outcome: weight for outcome, weight in self.weights.items() if event(outcome)}
        total = total_of(kept.values())
        if not total:
            raise BadInput("the event that is given cannot happen: nothing is left to choose from")
        return Distribution.of_weights(kept, total).reduced()

    def reduced(self) -> Distribution[T]:
        """The same chances in lowest terms, without outcomes of chance zero; formulas stay as they are."""
        numbers = cast("Collection[int]", self.weights.values())
        if (1 in numbers and 0 not in numbers) or not self.is_numeric():
            return self
        divisor = math.gcd(*numbers)
        if divisor == 1 and 0 not in numbers:
            return self
        lowest = {outcome: weight // divisor for outcome, weight in zip(self, numbers, strict=True) if weight}
        return Distribution.of_weights(lowest, cast(int, self.total) // divisor)

    # --- arithmetic of independent distributions
    def shifted(self, by: int) -> Distribution[T]:
        """The same chances of outcomes that are higher by a number; made once for each number."""
        found = self._cache.get(by)
        if found is None:
            found = self._cache[by] = ShiftedLaw(self, by)
        return cast("Distribution[T]", found)

    def __add__(self, other: T | Distribution[T]) -> Distribution[T]:
        if type(other) is int:
            found = self._cache.get(other)
            return self.shifted(other) if found is None else cast("Distribution[T]", found)
        return _added(self, other, operator.add, 1)

    __radd__ = __add__

    def __sub__(self, other: T | Distribution[T]) -> Distribution[T]:
        return self.shifted(-other) if type(other) is int else _added(self, other, operator.sub, -1)

    def __rsub__(self, other: T) -> Distribution[T]:
        return self.map(partial(operator.sub, other))

    def __neg__(self) -> Distribution[T]:
        return self.map(lambda outcome: cast(T, operator.mul(outcome, -1)))

    def __mul__(self, other: T | Distribution[T]) -> Distribution[T]:
        return _combined(self, other, operator.mul)

    __rmul__ = __mul__

    def __floordiv__(self, other: T | Distribution[T]) -> Distribution[T]:
        return _combined(self, other, operator.floordiv)

    def __rmatmul__(self, count: SupportsIndex) -> Distribution[T]:
        """The sum of so many independent throws: `3 @ D6`; raises BadInput where it has too many digits."""
        dice = whole_number("the number of dice", count, 0, MOST_SUMMED)
        if dice * len(self.weights) > FEW_TO_ADD:
            return remembered_sum(self, dice)
        found = self._cache.get((summed, dice))
        if found is None:
            found = self._cache[summed, dice] = summed(self, dice)
        return cast("Distribution[T]", found)

    # --- thrown again
    def explode(self, times: SupportsIndex, faces: Which[T] | None = None) -> Distribution[T]:
        """Thrown again and added when the highest face (or one of `faces`) comes up, at most so often."""
        number = whole_number("the times a die explodes", times, 0, MOST_DICE)
        few = number * len(self.weights) <= FEW_TO_ADD
        return (exploded if few else remembered_explosion)(self, number, faces)

    def reroll(self, faces: Which[T], times: SupportsIndex = 1) -> Distribution[T]:
        """Thrown again whenever one of the faces comes up, at most so many times; `given` is without end."""
        again, many = self._chosen(faces), whole_number("the times a die is rerolled", times, 0, MOST_DICE)
        lost = total_of(again.values())
        kept = total_of(lost**n * self.total ** (many - n) for n in range(many + 1))
        last = lost**many
        ways = {face: weight * (last if face in again else kept) for face, weight in self.weights.items()}
        return Distribution.of_weights(ways, self.total ** (many + 1)).reduced()

    def _chosen(self, faces: Which[T]) -> dict[T, Weight]:
        chosen = faces if callable(faces) else faces.__contains__
        return {face: weight for face, weight in self.weights.items() if chosen(face)}

    # --- showing it
    def _rows(self) -> list[tuple[str, str, str]]:
        chances = self.chances()
        return [(str(each), str(chances[each]), percent(chances[each])) for each in self.by_size()]

    def __repr__(self) -> str:
        return columns([(word, chance, f"{share:>8}") for word, chance, share in self._rows()], "<>>")

    def _repr_html_(self) -> str:
        from pz8edu.show.odds_html import odds_html

        return odds_html(self)

    def _repr_latex_(self) -> str:
        lines = (f"{chance_latex(word)} &= {latex(chance)}" for word, chance in self.chances().items())
        return f"$${aligned(lines)}$$"

    def to_csv(self) -> str:
        """A table with one line an outcome: outcome, chance, percent."""
        return csv_text([HEAD, *self._rows()])


def summed(die: Distribution[T], dice: int) -> Distribution[T]:
    """The sum of so many equal dice."""
    die = die.reduced()
    steps = even_steps(die.weights)
    if steps is None:
        ways = ways_of_dice(dice, die.weights, partial(ways_of_sums, dice))
    else:
        ways = cast("Mapping[T, Weight]", ways_in_steps(dice, steps))
    return Distribution.of_weights(ways, die.total**dice)


def exploded(die: Distribution[T], times: int, faces: Which[T] | None) -> Distribution[T]:
    """Thrown again and added when one of the faces comes up, the highest if none are named."""
    again = die._chosen([max(die.weights)] if faces is None else faces)  # type: ignore[type-var]
    stays = {face: weight for face, weight in die.weights.items() if face not in again}
    law = die
    for _ in range(times):
        out = {face: weight * law.total for face, weight in stays.items()}
        for value, weight in convolve(again, law.weights, operator.add).items():
            out[value] = out[value] + weight if value in out else weight
        law = Distribution.of_weights(out, die.total * law.total)
    return law.reduced()


remembered_sum = rememberable()(summed)
remembered_explosion = rememberable()(exploded)


class ShiftedLaw(Distribution[T]):
    """A distribution whose outcomes are those of another one with a number added.

    A table of modifiers costs one calculation: the weights are written out when they are looked at.
    """

    __slots__ = ("base", "by")
    base: Distribution[T]
    by: int

    def __init__(self, base: Distribution[T], by: int) -> None:
        fill = object.__setattr__
        fill(self, "base", base)
        fill(self, "by", by)
        fill(self, "total", base.total)
        fill(self, "_cache", {})

    def __getattr__(self, name: str) -> Mapping[T, Weight]:
        if name != "weights":
            raise AttributeError(f"a distribution has no {name}")
        moved = {operator.add(outcome, self.by): weight for outcome, weight in self.base.items()}
        object.__setattr__(self, "weights", MappingProxyType(moved))
        return self.weights

    def shifted(self, by: int) -> Distribution[T]:
        """The same chances of outcomes that are higher by a number."""
        return self.base if by == -self.by else self.base.shifted(self.by + by)


def _keyed(law: Distribution[T], of: Callable[[object], Hashable]) -> Hashable:
    if hasattr(law, "__dict__"):
        refused(law)
    return Hashed((Distribution, tuple(map(of, law.weights)), tuple(law.weights.values()), law.total))


def _whole(weights: Mapping[T, Weight], total: Weight | None) -> tuple[dict[T, Weight], Weight | None]:
    """Weights and total, checked: fractions are brought over one denominator."""
    for outcome in weights:
        if outcome != outcome:
            raise BadValue("an outcome", shown(outcome), "something that equals itself")
    plain = {*map(type, weights.values())} == {int} and (total is None or type(total) is int)
    if plain and min(cast("Mapping[T, int]", weights).values()) >= 0:
        return dict(weights), total
    exact = {outcome: _exact(weight, outcome) for outcome, weight in weights.items()}
    stated = None if total is None else _exact(total, "all outcomes")
    below = math.lcm(*(each.denominator for each in exact.values() if isinstance(each, Fraction)))

    def scaled(weight: Weight) -> Weight:
        if isinstance(weight, Fraction):
            return int(weight * below)
        return weight * below if below > 1 else weight

    return {o: scaled(weight) for o, weight in exact.items()}, None if stated is None else scaled(stated)


def _exact(weight: object, of: object) -> Weight:
    """A weight as an exact number, or as the formula that it is."""
    if hasattr(weight, "__pow__") and not isinstance(weight, Number):
        return cast(Weight, weight)
    if not isinstance(weight, Rational) or weight < 0:
        raise BadValue(f"the weight of {shown(of)}", shown(weight), "a whole number or a fraction from 0")
    return plain_fraction(weight)


def _combined(
    first: Distribution[T], second: T | Distribution[T], combine: Callable[[T, T], T], sign: int = 0
) -> Distribution[T]:
    if not isinstance(second, Distribution):
        return first.map(lambda outcome: combine(outcome, second))
    many = sign and len(first.weights) * len(second.weights) > FEW_PAIRS
    in_steps = ways_of_pair(first.weights, second.weights, sign) if many else None
    ways = convolve(first.weights, second.weights, combine) if in_steps is None else in_steps
    return Distribution.of_weights(cast("Mapping[T, Weight]", ways), first.total * second.total)


def _added(
    first: Distribution[T], second: T | Distribution[T], combine: Callable[[T, T], T], sign: int
) -> Distribution[T]:
    """A sum or difference, all plain numbers added once and outside, so that equal dice share one law."""
    by = 0
    if isinstance(second, Distribution):
        if isinstance(first, ShiftedLaw):
            by, first = first.by, first.base
        if isinstance(second, ShiftedLaw):
            by, second = by + sign * second.by, second.base
    law = first._cache.get(combine) if second is first else None
    if law is None:
        law = _combined(first, second, combine, sign)
        if second is first:
            first._cache[combine] = law
    found = cast("Distribution[T]", law)
    return found.shifted(by) if by else found


def of_independent(function: Callable[..., U], laws: Sequence[Distribution[Any]]) -> Distribution[U]:
    """The distribution of a function of independent throws."""
    check_pairs(math.prod(map(len, laws)))
    found = [*starmap(function, product(*[law.weights for law in laws]))]
    weights: list[Weight] = [1]
    for law in laws:
        weights = [first * second for first in weights for second in law.weights.values()]
    return Distribution.of_weights(read_as(found, weights), math.prod([law.total for law in laws]))


def collect(parts: Mapping[Weight, Mapping[T, Weight]]) -> Distribution[T]:
    """One distribution from weights that were gathered over several totals."""
    if len(parts) == 1:
        ((total, weights),) = parts.items()
        return Distribution.of_weights(weights, total).reduced()
    common = CommonTotal(parts)
    shares = {total: common.share(total) for total in parts}
    out = gather(
        (outcome, weight * shares[total])
        for total, weights in parts.items()
        for outcome, weight in weights.items()
    )
    return Distribution.of_weights(out, common.value).reduced()


def collected(found: Iterable[tuple[T, Weight, Weight]]) -> Distribution[T]:
    """One distribution from what is found, each time with its weight over a total."""
    parts: dict[Weight, dict[T, Weight]] = {}
    for thing, weight, total in found:
        weights = parts.setdefault(total, {})
        weights[thing] = weights.get(thing, 0) + weight
    return collect(parts)


def die(sides: SupportsIndex) -> Distribution[int]:
    """A fair die with so many sides; raises BadInput for fewer than one, and for more than are followed."""
    number = whole_number("the number of a die's sides", sides, 1, MOST_FACES)
    return Distribution.of_weights(dict.fromkeys(range(1, number + 1), 1), number)


D6: Distribution[int] = die(6)
"""A fair six-sided die."""
