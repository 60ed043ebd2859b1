"""The odds with a loaded die or another chance, in numbers: exact, with the pull of every face."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

from pz8edu.chance.distribution import Distribution
from pz8edu.chance.unknown.dual import Dual
from pz8edu.chance.unknown.formulas import check_die, exact, exact_distribution, strongest_first
from pz8edu.errors import BadInput, unknown

if TYPE_CHECKING:
    from pz8edu.chance.roll import Roll
    from pz8edu.umpire.vocabulary import Umpire

T = TypeVar("T")
U = TypeVar("U")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class LoadedOdds(Generic[T]):
    """The exact odds at some chances, and how fast each of them changes there.

    `slopes[outcome]` holds by face what an outcome gains when ever so few throws are turned to that face; for
    a yes-or-no question, by "yes", what it gains with the chance of yes.
    """

    odds: Distribution[T]
    slopes: Mapping[T, Mapping[Any, Fraction]]

    def map(self, read: Callable[[T], U]) -> LoadedOdds[U]:
        """The same for what the outcome is read as; equal readings meet."""
        slopes: dict[U, dict[Any, Fraction]] = {}
        for outcome, found in self.slopes.items():
            met = slopes.setdefault(read(outcome), dict.fromkeys(found, Fraction(0)))
            for face, slope in found.items():
                met[face] += slope
        return LoadedOdds(self.odds.map(read), slopes)

    def pull(self, outcome: T) -> dict[Any, Fraction]:
        """How strongly every face pulls at the chance of an outcome, the strongest first.

        As `Formulas.pull`: the growth of the outcome's chance when the face comes up more often, at the cost
        of all faces alike. All pulls of a die add up to 0. Raises BadInput for no such outcome.
        """
        if outcome not in self.slopes:
            raise unknown("outcome", outcome, map(str, self.slopes))
        return strongest_first(self.slopes[outcome])


def odds_if_loaded(
    die: str,
    chances: Mapping[int, Any],
    rule: Callable[Concatenate[Umpire, P], T | Roll[T]],
    *args: P.args,
    **kw: P.kwargs,
) -> LoadedOdds[T]:
    """The odds with a die that shows its faces with these chances: `{1: "1/12", ..., 6: "7/12"}`.

    `die` is a label, or "d6" for every six-sided die alike. As quick as a calculator, for rules with any
    number of dice. Raises BadInput for a label that no six-sided die of the rule has, for chances that do not
    add up to 1, and where nothing is ever decided.
    """
    from pz8edu.umpire.growing import Growing

    shares = {face: exact(face, chances.get(face, 0)) for face in range(1, 7)}
    if sum(shares.values()) != 1 or not shares.keys() >= chances.keys():
        raise BadInput(
            "the chances of the faces 1 to 6 must add up to 1; "
            f"got {', '.join(f'{face}: {chance}' for face, chance in chances.items())}"
        )
    check_die(die, rule, args, kw)
    below = math.lcm(*(share.denominator for share in shares.values()))
    weights = {
        face: Dual(int(share * below), tuple(int(each == face) for each in shares))
        for face, share in shares.items()
    }
    loaded = {die: Distribution(weights)}
    law: Distribution[T] = Growing(loaded=loaded, draw=False).grow(rule, *args, **kw).distribution
    return _read(law, tuple(shares), below)


def odds_if_chance(
    question: str,
    chance: Any,
    rule: Callable[Concatenate[Umpire, P], T | Roll[T]],
    *args: P.args,
    **kw: P.kwargs,
) -> LoadedOdds[T]:
    """The odds when a yes-or-no question such as "to hit" has this chance.

    Raises BadInput for a label that no open question of the rule has, and for no chance.
    """
    from pz8edu.umpire.growing import Growing
    from pz8edu.umpire.noticing import loadable

    p = exact(question, chance)
    asked = loadable(rule, *args, **kw).questions
    if question not in asked:
        raise unknown("yes-or-no question of this rule", question, asked)
    yes, below = p.numerator, p.denominator
    freed = {question: Distribution({1: Dual(yes, (1,)), 0: Dual(below - yes, (-1,))}, below)}
    law: Distribution[T] = Growing(freed=freed, draw=False).grow(rule, *args, **kw).distribution
    return _read(law, ("yes",), below)


def _read(law: Distribution[T], faces: tuple[Any, ...], step: int) -> LoadedOdds[T]:
    """Weights as chances; their slopes were counted in steps of one weight, `step` of which make 1."""
    total = _as_dual(law.total, len(faces))
    if not total.value:
        raise BadInput("with these chances the rule never decides anything: there are no odds")
    odds: dict[T, Fraction] = {}
    slopes: dict[T, dict[Any, Fraction]] = {}
    for outcome, weight in law.items():
        dual = _as_dual(weight, len(faces))
        odds[outcome] = Fraction(dual.value, total.value)
        slopes[outcome] = {
            face: Fraction((rise * total.value - dual.value * below) * step, total.value**2)
            for face, rise, below in zip(faces, dual.slopes, total.slopes, strict=True)
        }
    return LoadedOdds(exact_distribution(odds), slopes)


def _as_dual(weight: Any, unknowns: int) -> Dual:
    return weight if isinstance(weight, Dual) else Dual(weight, (0,) * unknowns)
