"""Exact numbers as people see them: fractions that turn into SymPy's where symbols come."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sympy


class Exact(Fraction):
    r"""A fraction that prints as 5/36, and in a notebook as \frac{5}{36}.

    With whole numbers and fractions it gives such numbers again; with what is SymPy's it gives SymPy's, and
    so do roots. What it does not know itself it asks of SymPy's Rational, such as `chance.evalf()`.
    """

    __slots__ = ()

    @property
    def p(self) -> int:
        """The numerator, by SymPy's name."""
        return self.numerator

    @property
    def q(self) -> int:
        """The denominator, by SymPy's name."""
        return self.denominator

    def _sympy_(self) -> sympy.Rational:
        import sympy

        return sympy.Rational(self.numerator, self.denominator)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # notebooks ask what it can show: that needs no SymPy
            raise AttributeError(f"a fraction has no {name}")
        return getattr(self._sympy_(), name)

    def __pow__(self, power: object, modulo: None = None) -> Any:
        if isinstance(power, (int, Fraction)) and power.denominator == 1:
            return Exact(Fraction(self) ** power.numerator)
        return self._sympy_() ** power

    def __rpow__(self, base: object, modulo: None = None) -> Any:
        return Exact(base) ** self if isinstance(base, (int, Fraction)) else base ** self._sympy_()

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __round__(self, digits: int | None = None) -> Any:
        near = round(Fraction(self), digits)
        return near if digits is None else float(near)

    # --- showing it
    def __repr__(self) -> str:
        return str(self)

    def __format__(self, form: str) -> str:
        return format(float(self) if form[-1:] in {*"eEfFgG%"} else str(self), form)

    def _latex(self, printer: object = None) -> str:
        above, below = abs(self.numerator), self.denominator
        size = str(above) if below == 1 else rf"\frac{{{above}}}{{{below}}}"
        return size if self >= 0 else f"-{size}" if below == 1 else f"- {size}"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self._latex()}$"


def _exact(operation: Callable[..., object]) -> Callable[..., object]:
    """An operation of fractions, whose fractions are exact numbers of this kind."""

    def found(*numbers: object) -> object:
        value = operation(*numbers)
        return Exact(value) if type(value) is Fraction else value

    return found


for _name in ("add", "sub", "mul", "truediv", "mod"):
    for _way in (f"__{_name}__", f"__r{_name}__"):
        setattr(Exact, _way, _exact(getattr(Fraction, _way)))
for _way in ("__neg__", "__pos__", "__abs__", "limit_denominator"):
    setattr(Exact, _way, _exact(getattr(Fraction, _way)))


def latex(chance: object) -> str:
    """A chance as LaTeX; SymPy writes what is an expression."""
    if isinstance(chance, Exact):
        return chance._latex()
    import sympy

    return str(sympy.latex(chance))
