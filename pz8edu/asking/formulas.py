"""Odds as formulas in unknown chances: with numbers put in, differentiated, as mathematics on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar

from pz8edu.algebra.closed_form import expression
from pz8edu.algebra.polynomial import Polynomial
from pz8edu.algebra.weight import Weight
from pz8edu.asking.unknown import Unknown
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.exact import from_chances
from pz8edu.errors import BadInput, unknown
from pz8edu.printing.latex import aligned, chance_latex

if TYPE_CHECKING:
    import sympy

T = TypeVar("T")
U = TypeVar("U")

MOST_WRITTEN = 100
"""Formulas with more terms are not written out where all outcomes are shown."""


class Formulas(Mapping[T, "sympy.Expr"], Generic[T]):
    """The chance of every outcome as a formula in unknown chances: `formulas[outcome]` is a SymPy expression.

    The symbols of a loaded die are p1 to p6, whose sum is known to be 1; a single unknown chance is p.
    """

    def __init__(self, law: Distribution[T], of: Unknown) -> None:
        self.law = law
        self.unknown = of

    def __getitem__(self, outcome: T) -> sympy.Expr:
        if outcome not in self.law:
            raise unknown("outcome", outcome, map(str, self.law))
        return self.law[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self.law)

    def __len__(self) -> int:
        return len(self.law)

    def map(self, read: Callable[[T], U]) -> Formulas[U]:
        """The formulas of what the outcome is read as; equal readings meet."""
        return Formulas(self.law.map(read), self.unknown)

    @property
    def symbols(self) -> tuple[sympy.Symbol, ...]:
        """The unknown chances."""
        import sympy

        return tuple(map(sympy.Symbol, self.unknown.names.values()))

    def at(self, value: object) -> Distribution[T]:
        """The exact odds with this chance, or with these chances of all faces: `at({1: 0, ..., 6: "1/2"})`.

        Raises BadInput for chances that are none, and where nothing is ever decided with them.
        """
        values = self.unknown.values(value)
        below = weight_at(self.law.total, values)
        if not below:
            given = ", ".join(f"{name} = {value}" for name, value in values.items())
            raise BadInput(f"with {given} the rule never decides anything: there are no odds")
        return from_chances(
            {outcome: weight_at(weight, values) / below for outcome, weight in self.law.items()}
        )

    def derivative(self, outcome: T, symbol: str) -> sympy.Expr:
        """How fast the chance of an outcome grows with one of the unknown chances: a formula."""
        import sympy

        if symbol not in self.unknown.names.values():
            raise unknown("unknown chance", symbol, self.unknown.names.values())
        weight = self.law.weights.get(outcome)
        if isinstance(weight, Polynomial) and type(self.law.total) is int:
            return expression(weight.derivative(symbol), self.law.total)
        return sympy.diff(self[outcome], sympy.Symbol(symbol))

    # --- showing it
    def terms(self, outcome: T) -> int:
        """How many terms the formula of an outcome has above and below the line, before it is written out."""
        weights = (self.law.weights.get(outcome, 0), self.law.total)
        return sum(len(weight.terms) for weight in weights if isinstance(weight, Polynomial))

    def _written(self, write: Callable[[object], str], instead: str = "{}") -> dict[T, str]:
        """Every formula as it is written; how many terms it has where it is too long."""
        written = {}
        for outcome in self:
            terms = self.terms(outcome)
            long = instead.format(f"a formula of {terms:,} terms")
            written[outcome] = write(self[outcome]) if terms <= MOST_WRITTEN else long
        return written

    def __repr__(self) -> str:
        wide = max((len(str(outcome)) for outcome in self), default=0)
        return "\n".join(f"{outcome!s:<{wide}}  {said}" for outcome, said in self._written(str).items())

    def _repr_latex_(self) -> str:
        from sympy import latex

        written = self._written(latex, r"\text{{{}}}")
        lines = [f"{chance_latex(outcome)} &= {said}" for outcome, said in written.items()]
        if len(self.symbols) > 1:
            lines.append(" + ".join(map(latex, self.symbols)) + " &= 1")
        return f"$${aligned(lines)}$$"


def weight_at(weight: Weight, values: Mapping[str, Fraction]) -> Fraction:
    """What a weight comes to when its symbols have these values."""
    if isinstance(weight, int):
        return Fraction(weight)
    if isinstance(weight, Polynomial):
        return weight.at(values)
    import sympy

    chances = {sympy.Symbol(name): sympy.Rational(v.numerator, v.denominator) for name, v in values.items()}
    number = expression(weight, 1).subs(chances)
    return Fraction(int(number.p), int(number.q))
