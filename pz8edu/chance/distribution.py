"""An exact distribution: weights over one total, nothing rounded, nothing dropped."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from pz8edu.chance.kinds import kinds_of
from pz8edu.chance.unknown.polynomial import Polynomial
from pz8edu.errors import BadInput

if TYPE_CHECKING:
    import sympy

T = TypeVar("T")
U = TypeVar("U")

Weight = Any
"""An element of a commutative semiring: only `+`, `*` and `int * weight` are ever used on it.

Plain integers everywhere, SymPy ring elements when dice are loaded with symbols.
"""


def total_of(weights: Iterable[Weight]) -> Weight:
    """The sum of some weights (0 for none), without needing a zero of their ring."""
    counted = iter(weights)
    total = next(counted, 0)
    if isinstance(total, Polynomial):
        return total.plus(counted)
    for weight in counted:
        total = total + weight
    return total


def gather(pairs: Iterable[tuple[T, Weight]]) -> dict[T, Weight]:
    """Weights by outcome: equal outcomes meet."""
    gathered: dict[T, Weight] = {}
    for outcome, weight in pairs:
        gathered[outcome] = gathered[outcome] + weight if outcome in gathered else weight
    return gathered


def convolve(
    first: Mapping[Any, Weight], second: Mapping[Any, Weight], combine: Callable[[Any, Any], Any]
) -> dict[Any, Weight]:
    """The weights of `combine(x, y)` for independent x and y."""
    out: dict[Any, Weight] = {}
    for x, p in first.items():
        for y, q in second.items():
            value = combine(x, y)
            weight = p * q
            out[value] = out[value] + weight if value in out else weight
    return out


def as_number(weight: Weight, total: Weight) -> Any:
    """A chance as people see it: a SymPy Rational, or an expression when dice are loaded with symbols."""
    if isinstance(weight, int) and isinstance(total, int):
        import sympy

        return sympy.Rational(weight, total)
    from pz8edu.chance.unknown.closed_form import expression

    return expression(weight, total)


class Distribution(Generic[T]):
    """The exact chances of every outcome, as weights over one total.

    Any distribution can be thrown like a die. `d[outcome]` is the chance as a SymPy Rational;
    `d.fractions()` gives plain fractions. Independent distributions add, subtract and multiply.
    """

    __slots__ = ("weights", "total", "_cache")

    def __init__(self, weights: Mapping[T, Weight], total: Weight | None = None) -> None:
        self.weights: Mapping[T, Weight] = weights
        self.total: Weight = total_of(weights.values()) if total is None else total
        self._cache: dict[Any, Any] = {}

    # --- making one
    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Every listed outcome equally likely; one listed twice counts twice."""
        weights = gather((outcome, 1) for outcome in outcomes)
        if not weights:
            raise BadInput("a distribution needs at least one outcome; got none")
        return cls(weights)

    @classmethod
    def certain(cls, outcome: T) -> Distribution[T]:
        """The distribution of something that is known."""
        return cls({outcome: 1}, 1)

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
        here = {k: w * other.total for k, w in self.weights.items() if w != 0}
        return here == {k: w * self.total for k, w in other.weights.items() if w != 0}

    def __hash__(self) -> int:
        if "hash" not in self._cache:
            self._cache["hash"] = hash(frozenset(k for k, w in self.weights.items() if w != 0))
        return cast(int, self._cache["hash"])

    def kinds(self) -> Any:
        """The types of its outcomes, so that laws of equal words of different systems can be told apart."""
        kinds = self._cache.get("kinds")
        if kinds is None:
            every = kinds_of(self.weights)
            kinds = self._cache["kinds"] = every[0] if len(set(every)) == 1 else every
        return kinds

    def __getitem__(self, outcome: T) -> sympy.Rational:
        """The chance of one outcome: a SymPy Rational (an expression for loaded dice)."""
        return cast("sympy.Rational", as_number(self.weights.get(outcome, 0), self.total))

    def fraction(self, outcome: T) -> Fraction:
        """The chance of one outcome as a plain fraction."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def fractions(self) -> dict[T, Fraction]:
        """All chances above zero as plain fractions."""
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights.items() if weight}

    def chances(self) -> dict[T, sympy.Rational]:
        """All chances as SymPy Rationals (expressions for loaded dice)."""
        return {outcome: self[outcome] for outcome in self.weights}

    def chance(self, event: Callable[[T], bool]) -> sympy.Rational:
        """The chance of an event, given as a question about the outcome."""
        mass = total_of(weight for outcome, weight in self.weights.items() if event(outcome))
        return cast("sympy.Rational", as_number(mass, self.total))

    def expectation(self, worth: Callable[[T], Any] | None = None) -> sympy.Rational:
        """The expected value of the outcome, or of what it is worth."""
        values = self.weights if worth is None else {outcome: worth(outcome) for outcome in self.weights}
        top: Any = 0
        for outcome, weight in self.weights.items():
            value: Any = outcome if worth is None else values[outcome]
            if isinstance(value, Fraction):
                import sympy

                value = sympy.Rational(value.numerator, value.denominator)
            top = top + weight * value
        if isinstance(top, int) and isinstance(self.total, int):
            return cast("sympy.Rational", as_number(top, self.total))
        import sympy

        return cast("sympy.Rational", sympy.sympify(as_number(top, 1)) / as_number(self.total, 1))

    def variance(self, worth: Callable[[T], Any] | None = None) -> sympy.Rational:
        """The expected squared distance from the expectation."""
        value: Callable[[T], Any] = worth or (lambda outcome: outcome)
        mean = self.expectation(value)
        return cast("sympy.Rational", self.expectation(lambda outcome: value(outcome) ** 2) - mean**2)

    # --- making others of it
    def map(self, read: Callable[[T], U]) -> Distribution[U]:
        """The distribution of what the outcome is read as; equal readings meet."""
        return Distribution(
            gather((read(outcome), weight) for outcome, weight in self.weights.items()), self.total
        )

    def then(self, after: Callable[[T], Distribution[U]], lowest_terms: bool = True) -> Distribution[U]:
        """The distribution after one more step, whose law depends on the outcome so far."""
        steps = [after(outcome) for outcome in self.weights]
        common = common_total([step.total for step in steps])
        out: dict[U, Weight] = {}
        for weight, step in zip(self.weights.values(), steps, strict=True):
            factor = weight * common.share(step.total)
            for result, w in step.weights.items():
                out[result] = out[result] + factor * w if result in out else factor * w
        whole = Distribution(out, self.total * common.value)
        return whole.reduced() if lowest_terms else whole

    def given(self, event: Callable[[T], bool]) -> Distribution[T]:
        """The conditional distribution, once it is known that the event has happened.

        Raises BadInput when the event cannot happen.
        """
        kept = {outcome: weight for outcome, weight in self.weights.items() if event(outcome)}
        if not kept or total_of(kept.values()) == 0:
            raise BadInput("the event that is given cannot happen: nothing is left to choose from")
        return Distribution(kept).reduced()

    def reduced(self) -> Distribution[T]:
        """The same chances in lowest terms, without outcomes of chance zero."""
        weights = self.weights
        try:
            divisor = math.gcd(self.total, *weights.values())
        except TypeError:  # symbols
            return self
        if divisor == 1 and 0 not in weights.values():
            return self
        return Distribution({k: w // divisor for k, w in weights.items() if w}, self.total // divisor)

    # --- arithmetic of independent distributions
    def _with(self, other: Any, combine: Callable[[Any, Any], Any]) -> Distribution[Any]:
        if isinstance(other, Distribution):
            return Distribution(convolve(self.weights, other.weights, combine), self.total * other.total)
        return self.map(lambda outcome: combine(outcome, other))

    def moved(self, by: int) -> Distribution[Any]:
        """The same chances of outcomes that are higher by a number; made once for each number."""
        moved = self._cache.get(by)
        if moved is None:
            moved = self._cache[by] = Moved(self, by)
        return cast("Distribution[Any]", moved)

    def __add__(self, other: Any) -> Distribution[Any]:
        if type(other) is int:
            moved = self._cache.get(other)
            return self.moved(other) if moved is None else moved
        return _added(self, other, operator.add, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Distribution[Any]:
        if type(other) is int:
            return self.moved(-other)
        return _added(self, other, operator.sub, -1)

    def __rsub__(self, other: Any) -> Distribution[Any]:
        value: Any = other
        return self.map(lambda outcome: value - outcome)

    def __neg__(self) -> Distribution[Any]:
        return 0 - self

    def __mul__(self, other: Any) -> Distribution[Any]:
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> Distribution[Any]:
        return self._with(other, operator.floordiv)

    def __rmatmul__(self, count: int) -> Distribution[Any]:
        """The sum of so many independent throws: `3 @ D6`."""
        from pz8edu.chance.sums import sum_of

        return sum_of(count, self)

    # --- showing it
    def __repr__(self) -> str:
        from pz8edu.chance.showing import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from pz8edu.chance.showing import as_html

        return as_html(self)

    def _repr_latex_(self) -> str:
        from pz8edu.chance.showing import as_latex

        return as_latex(self)

    def to_csv(self) -> str:
        """A table with one line an outcome: outcome, chance, percent."""
        from pz8edu.chance.showing import as_csv

        return as_csv(self)


class Moved(Distribution[Any]):
    """A distribution whose outcomes are those of another one with a number added.

    A table of modifiers costs one calculation: the weights are written out when they are looked at.
    """

    __slots__ = ("base", "by", "_weights")

    def __init__(self, base: Distribution[Any], by: int) -> None:
        self.base = base
        self.by = by
        self.total = base.total
        self._cache = {}
        self._weights: dict[Any, Weight] | None = None

    @property
    def weights(self) -> Mapping[Any, Weight]:  # type: ignore[override]
        """The weights by outcome."""
        if self._weights is None:
            by = self.by
            self._weights = {outcome + by: weight for outcome, weight in self.base.weights.items()}
        return self._weights

    def moved(self, by: int) -> Distribution[Any]:
        """The same chances of outcomes that are higher by a number."""
        return self.base if by == -self.by else self.base.moved(self.by + by)

    def __add__(self, other: Any) -> Distribution[Any]:
        return self.moved(other) if type(other) is int else _added(self, other, operator.add, 1)

    __radd__ = __add__


def _added(
    first: Distribution[Any], second: Any, combine: Callable[[Any, Any], Any], direction: int
) -> Distribution[Any]:
    """A sum or difference, all plain numbers added once and outside, so that equal dice share one law."""
    if not isinstance(second, Distribution):
        return first.map(lambda outcome: combine(outcome, second))
    by = 0
    if type(first) is Moved:
        by, first = first.by, first.base
    if type(second) is Moved:
        by, second = by + direction * second.by, second.base
    law = first._cache.get(combine) if second is first else None
    if law is None:
        law = Distribution(convolve(first.weights, second.weights, combine), first.total * second.total)
        if second is first:
            first._cache[combine] = law
    return law.moved(by) if by else law


class CommonTotal:
    """A common multiple of several totals, which knows how often each goes into it."""

    __slots__ = ("value", "_shares")

    def __init__(self, value: Weight, shares: list[tuple[Weight, Weight]] | None = None) -> None:
        self.value = value
        self._shares = shares

    def share(self, total: Weight) -> Weight:
        """How often a total goes into the common one."""
        if self._shares is None:
            return self.value // total
        return next(share for known, share in self._shares if known == total)


def common_total(totals: Iterable[Weight]) -> CommonTotal:
    """A common multiple found without dividing: the least one of integers, the product of other totals."""
    listed = list(totals)
    if {*map(type, listed)} <= {int}:
        return CommonTotal(math.lcm(*listed))
    different: list[Weight] = []
    for total in listed:
        if total not in different:
            different.append(total)
    product: Weight = 1
    for total in different:
        product = product * total
    shares = []
    for total in different:
        rest: Weight = 1
        for other in different:
            if other is not total:
                rest = rest * other
        shares.append((total, rest))
    return CommonTotal(product, shares)


def collect(parts: Mapping[Weight, Mapping[T, Weight]]) -> Distribution[T]:
    """One distribution from weights that were gathered over several totals."""
    if len(parts) == 1:
        ((total, weights),) = parts.items()
        return Distribution(weights, total).reduced()
    common = common_total(parts)
    out: dict[T, Weight] = {}
    for total, weights in parts.items():
        share = common.share(total)
        for outcome, weight in weights.items():
            out[outcome] = out[outcome] + weight * share if outcome in out else weight * share
    return Distribution(out, common.value).reduced()


def die(sides: int) -> Distribution[int]:
    """A fair die with so many sides; raises BadInput for fewer than one."""
    if sides < 1:
        raise BadInput(f"a die needs at least one side; got {sides}")
    return Distribution(dict.fromkeys(range(1, sides + 1), 1), sides)


D6: Distribution[int] = Distribution(dict.fromkeys(range(1, 7), 1), 6)
"""A fair six-sided die."""
