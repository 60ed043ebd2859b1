"""Odds as formulas in unknown chances: over a slider, differentiated, as mathematics on paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

from pz8edu.chance.distribution import Distribution, Weight
from pz8edu.chance.unknown.closed_form import expression
from pz8edu.chance.unknown.faces_alike import faces_alike, grouped_die
from pz8edu.chance.unknown.loaded import unknown_chance
from pz8edu.chance.unknown.polynomial import MOST_TERMS, Polynomial, TooManyTerms
from pz8edu.errors import BadInput, unknown

if TYPE_CHECKING:
    from pz8edu.chance.roll import Roll
    from pz8edu.umpire.vocabulary import Umpire

T = TypeVar("T")
U = TypeVar("U")
P = ParamSpec("P")


MOST_WRITTEN = 100
"""Formulas with more terms are not written out where all outcomes are shown."""


class Formulas(Mapping[T, Any], Generic[T]):
    """The chance of every outcome as a formula in unknown chances.

    `formulas[outcome]` is a SymPy expression; `at(...)` puts numbers in, `curve(...)` does so all along a
    slider, `derivative(...)` says how fast a chance grows. `faces` names the symbols of a die by its faces:
    their sum is known to be 1; for a single unknown chance there is only that of "yes".
    """

    def __init__(self, law: Distribution[T], faces: Mapping[Any, str], fair: Mapping[str, Fraction]) -> None:
        self.law = law
        self.faces = faces
        self.fair = fair

    def __getitem__(self, outcome: T) -> Any:
        if outcome not in self.law:
            raise unknown("outcome", outcome, map(str, self.law))
        return self.law[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self.law)

    def __len__(self) -> int:
        return len(self.law)

    def map(self, read: Callable[[T], U]) -> Formulas[U]:
        """The formulas of what the outcome is read as; equal readings meet."""
        return Formulas(self.law.map(read), self.faces, self.fair)

    @property
    def symbols(self) -> tuple[Any, ...]:
        """The unknown chances."""
        import sympy

        return tuple(sympy.Symbol(name) for name in self.faces.values())

    # --- numbers
    def at(self, chances: Mapping[Any, Any] | None = None, /, **named: Any) -> Distribution[T]:
        """The exact odds with these chances: by face, `at({1: 0, ..., 6: "1/2"})`, or by name, `at(p="1/3")`.

        Raises BadInput for a chance that is missing or not from 0 to 1, and for faces whose sum is not 1.
        """
        values = {str(name): exact(name, value) for name, value in named.items()}
        for face, value in (chances or {}).items():
            if face not in self.faces:
                raise unknown("face", face, map(str, self.faces))
            values[self.faces[face]] = exact(face, value)
        for name in values:
            if name not in self.faces.values():
                raise unknown("unknown chance", name, self.faces.values())
        missing = [name for name in self.faces.values() if name not in values]
        if missing:
            raise BadInput(f"a chance is missing: {', '.join(missing)}")
        if len(values) > 1 and sum(values.values()) != 1:
            raise BadInput(f"the chances of all faces must add up to 1; got {sum(values.values())}")
        return self._at(values)

    def _at(self, values: Mapping[str, Fraction]) -> Distribution[T]:
        below = value_of(self.law.total, values)
        if not below:
            given = ", ".join(f"{name} = {value}" for name, value in values.items())
            raise BadInput(f"with {given} the rule never decides anything: there are no odds")
        found = {outcome: value_of(weight, values) / below for outcome, weight in self.law.items()}
        return exact_distribution(found)

    def leaning(self, face: Any, chance: Any) -> dict[str, Fraction]:
        """The chances of a die that shows one face with this chance, and all others equally often."""
        if face not in self.faces:
            raise unknown("face", face, map(str, self.faces))
        value = exact(face, chance)
        if len(self.faces) == 1:
            return {self.faces[face]: value}
        others = (1 - value) / (len(self.faces) - 1)
        return {name: value if each == face else others for each, name in self.faces.items()}

    def curve(self, face: Any = None, steps: int = 20) -> list[tuple[Fraction, Distribution[T]]]:
        """The odds all along a slider: the chance of one face (or of yes) from 0 to 1, others equal."""
        if face is None:
            face = next(reversed(self.faces))
        points = [Fraction(step, steps) for step in range(steps + 1)]
        return [(point, self._at(self.leaning(face, point))) for point in points]

    # --- which face matters?
    def derivative(self, outcome: T, symbol: str) -> Any:
        """How fast the chance of an outcome grows with one of the unknown chances: a formula."""
        import sympy

        if symbol not in self.faces.values():
            raise unknown("unknown chance", symbol, self.faces.values())
        if outcome in self.law and type(self.law.total) is int:
            weight = self.law.weights[outcome]
            if isinstance(weight, Polynomial):
                return expression(weight.derivative(symbol), self.law.total)
        return sympy.diff(self[outcome], sympy.Symbol(symbol))

    def pull(self, outcome: T, at: Mapping[str, Fraction] | None = None) -> dict[Any, Fraction]:
        """How strongly every face pulls at the chance of an outcome, the strongest first.

        The growth of the outcome's chance when the face comes up more often, at the cost of all faces
        alike; of a fair die where no other chances are given. All pulls of a die add up to 0.
        """
        if outcome not in self.law:
            raise unknown("outcome", outcome, map(str, self.law))
        values = dict(at or self.fair)
        weight, total = self.law.weights[outcome], self.law.total
        above, below = value_of(weight, values), value_of(total, values)
        slopes = {
            face: (slope_of(weight, name, values) * below - above * slope_of(total, name, values)) / below**2
            for face, name in self.faces.items()
        }
        return strongest_first(slopes)

    # --- showing it
    def terms(self, outcome: T) -> int:
        """How many terms the formula of an outcome has above and below the line, before it is written out."""
        weights = (self.law.weights.get(outcome, 0), self.law.total)
        return sum(len(weight.terms) for weight in weights if isinstance(weight, Polynomial))

    def __repr__(self) -> str:
        wide = max((len(str(outcome)) for outcome in self), default=0)
        lines = []
        for outcome in self:
            terms = self.terms(outcome)
            said = self[outcome] if terms <= MOST_WRITTEN else f"a formula of {terms:,} terms"
            lines.append(f"{outcome!s:<{wide}}  {said}")
        return "\n".join(lines)

    def _repr_latex_(self) -> str:
        import sympy

        lines = []
        for outcome in self:
            terms = self.terms(outcome)
            said = rf"\text{{a formula of {terms:,} terms}}"
            said = sympy.latex(self[outcome]) if terms <= MOST_WRITTEN else said
            lines.append(rf"P(\text{{{outcome}}}) &= {said}")
        if len(self.faces) > 1:
            lines.append(" + ".join(map(sympy.latex, self.symbols)) + " &= 1")
        return "$$\\begin{aligned}" + r" \\ ".join(lines) + "\\end{aligned}$$"


# --- asking a rule
def if_loaded(
    die: str, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
) -> Formulas[T]:
    """What if this die is loaded?  The odds of a rule as polynomials in p1 to p6.

    `die` is the label of a six-sided die such as "to hit", or "d6" for every six-sided die alike. A rule with
    a dozen dice has formulas of thousands of terms: `if_leaning` keeps them short.
    Raises BadInput for a label that no die of the rule has, and for formulas of too many terms.
    """
    from pz8edu.umpire.growing import Growing

    def law_with(loaded: Distribution[int]) -> Distribution[T]:
        return Growing(loaded={die: loaded}, draw=False).grow(rule, *args, **kw).distribution

    check_die(die, rule, args, kw)
    faces = {face: f"p{face}" for face in range(1, 7)}
    try:
        law = law_with(grouped_die(faces_alike(law_with, faces)))
    except TooManyTerms:
        dice = "every D6" if die == "d6" else f"'{die}'"
        raise TooManyTerms(
            f"with {dice} loaded these odds are formulas of more than {MOST_TERMS:,} terms in p1 to p6: ask "
            "if_leaning(6) for one unknown chance, load one die by its label, or throw fewer dice"
        ) from None
    possible = Distribution({outcome: weight for outcome, weight in law.items() if weight}, law.total)
    return Formulas(possible, faces, dict.fromkeys(faces.values(), Fraction(1, 6)))


def if_leaning(
    die: str,
    face: int,
    rule: Callable[Concatenate[Umpire, P], T | Roll[T]],
    *args: P.args,
    **kw: P.kwargs,
) -> Formulas[T]:
    """What if this die shows one face with the chance p, and the others equally often?

    As `if_loaded`, with one unknown instead of six: short formulas, quick for rules with many dice too.
    Raises BadInput for a label that no die of the rule has, and for a face that is none.
    """
    from pz8edu.umpire.growing import Growing

    if face not in range(1, 7):
        raise BadInput(f"a six-sided die has the faces 1 to 6; got {face!r}")
    check_die(die, rule, args, kw)
    p = unknown_chance("p").weights
    leaning = Distribution({each: 5 * p[1] if each == face else p[0] for each in range(1, 7)}, 5)
    law: Distribution[T] = Growing(loaded={die: leaning}, draw=False).grow(rule, *args, **kw).distribution
    return Formulas(law, {face: "p"}, {"p": Fraction(1, 6)})


def check_die(die: str, rule: Any, args: tuple[Any, ...], kw: Mapping[str, Any]) -> None:
    """Raise BadInput unless the rule throws a six-sided die of this label; "d6" is every one."""
    from pz8edu.umpire.noticing import loadable

    if die != "d6" and die not in (labels := loadable(rule, *args, **kw).dice):
        raise unknown("six-sided die of this rule", die, labels)


def if_chance(
    question: str, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
) -> Formulas[T]:
    """What if the chance to hit is p?  The odds of a rule as functions of the chance of one question.

    `question` is the label of a yes-or-no question such as "to hit"; p is the chance of "4 or more" as it is
    spoken. Raises BadInput for a label that no open question of the rule has.
    """
    from pz8edu.umpire.growing import Growing
    from pz8edu.umpire.noticing import loadable

    asked = loadable(rule, *args, **kw).questions
    if question not in asked:
        raise unknown("yes-or-no question of this rule", question, asked)
    freed = {question: unknown_chance("p")}
    law: Distribution[T] = Growing(freed=freed, draw=False).grow(rule, *args, **kw).distribution
    return Formulas(law, {"yes": "p"}, {"p": asked[question][0]})


# --- numbers
def strongest_first(slopes: Mapping[Any, Fraction]) -> dict[Any, Fraction]:
    """Slopes by face as pulls: above or below their level, so that all pulls of a die add up to 0."""
    level = sum(slopes.values(), Fraction(0)) / len(slopes) if len(slopes) > 1 else Fraction(0)
    pulls = {face: slope - level for face, slope in slopes.items()}
    return dict(sorted(pulls.items(), key=lambda pull: -abs(pull[1])))


def exact(name: object, value: Any) -> Fraction:
    """A chance as an exact fraction; raises BadInput where it is none."""
    try:
        chance = Fraction(str(value)) if not isinstance(value, (int, Fraction)) else Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"the chance of {name} must be a number such as 1/3 or 0.25; got {value!r}") from None
    if not 0 <= chance <= 1:
        raise BadInput(f"the chance of {name} must be from 0 to 1; got {value}")
    return chance


def value_of(weight: Weight, values: Mapping[str, Fraction]) -> Fraction:
    """What a weight comes to when its symbols have these values."""
    if isinstance(weight, int):
        return Fraction(weight)
    if not isinstance(weight, Polynomial):
        return _fraction(expression(weight, 1).subs(_symbols(values)))
    return weight.at(values)


def slope_of(weight: Weight, name: str, values: Mapping[str, Fraction]) -> Fraction:
    """How fast a weight grows with an unknown chance when its symbols have these values."""
    if isinstance(weight, int):
        return Fraction(0)
    if isinstance(weight, Polynomial):
        return weight.derivative(name).at(values)
    import sympy

    return _fraction(sympy.diff(expression(weight, 1), sympy.Symbol(name)).subs(_symbols(values)))


def exact_distribution(chances: Mapping[T, Fraction]) -> Distribution[T]:
    """Chances that are exact fractions as a distribution over one total."""
    below = math.lcm(*(chance.denominator for chance in chances.values()))
    return Distribution(
        {outcome: int(chance * below) for outcome, chance in chances.items() if chance}, below
    )


def _symbols(values: Mapping[str, Fraction]) -> dict[Any, Any]:
    import sympy

    return {sympy.Symbol(name): sympy.Rational(v.numerator, v.denominator) for name, v in values.items()}


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))
