"""What if a die is loaded, or a chance another one?  In formulas, in numbers, and what matters most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypedDict, TypeVar, Unpack, overload

from pz8edu.algebra.dual import Dual
from pz8edu.algebra.exact import Exact
from pz8edu.algebra.polynomial import MOST_TERMS, TooManyTerms
from pz8edu.algebra.weight import Weight
from pz8edu.asking.formulas import Formulas
from pz8edu.asking.loadable import loadable
from pz8edu.asking.unknown import Unknown
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.exact import as_exact, from_chances
from pz8edu.core.chance.indistinguishable_faces import grouped_die, indistinguishable_faces
from pz8edu.core.rolls.roll import Roll
from pz8edu.core.rolls.throw import Law
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput, unknown

T = TypeVar("T")
U = TypeVar("U")
S = TypeVar("S")

SIX = tuple(range(1, 7))
KINDS = ("chance", "loaded", "leaning")


class Loads(TypedDict, total=False):
    """One of three labels; of a leaning die also its face, and how the others share the rest."""

    chance: str
    loaded: str
    leaning: str
    face: Any
    others: Mapping[Any, int]


class WhatIf(Generic[T]):
    """The odds when something is not as the rules say: `formula()`, `at("1/3")`, `sensitivity("destroyed")`.

    `usual` is the chance as the rules have it; of a question that is asked with several modifiers the first.
    """

    def __init__(self, law_with: Callable[[Law], Distribution[T]], of: Unknown, usual: Fraction) -> None:
        self.unknown = of
        self.usual = usual
        self._law_with = law_with
        self._last: tuple[object, tuple[Distribution[T], dict[T, dict[object, Fraction]]]] | None = None

    def map(self, read: Callable[[T], U]) -> WhatIf[U]:
        """The same for what the outcome is read as; equal readings meet."""
        return WhatIf(lambda law: self._law_with(law).map(read), self.unknown, self.usual)

    def formula(self) -> Formulas[T]:
        """The odds as formulas in p, or in p1 to p6; raises BadInput where they would have too many terms."""
        return self._formula

    @cached_property
    def _formula(self) -> Formulas[T]:
        of = self.unknown
        if of.face is not None:
            return Formulas(self._law_with(of.in_symbols()), of)
        try:
            law = self._law_with(grouped_die(indistinguishable_faces(self._law_with, of.faces)))
        except TooManyTerms:
            dice = "every D6" if of.label == "d6" else f"'{of.label}'"
            raise TooManyTerms(
                f"with {dice} loaded these odds are formulas of more than {MOST_TERMS:,} terms in p1 to p6: "
                f"ask what_if(leaning={of.label!r}) for one unknown chance, load one die by its label, or "
                "throw fewer dice"
            ) from None
        possible = {outcome: weight for outcome, weight in law.items() if weight}
        return Formulas(Distribution(possible, law.total), of)

    def at(self, value: object) -> Distribution[T]:
        """The exact odds with this chance, or with these of all faces: `at({1: "1/12", ..., 6: "7/12"})`.

        As quick as a calculator, for any number of dice. Raises BadInput for chances that are none, and
        where nothing is ever decided with them.
        """
        return self._sloped(value)[0]

    def slopes(self, value: object) -> Mapping[T, Mapping[Any, Fraction]]:
        """How fast every outcome's chance changes there, for programs.

        By face what an outcome gains when ever so few throws are turned to that face; of a question or a
        leaning die what it gains with p.
        """
        return self._sloped(value)[1]

    def sensitivity(self, outcome: T, at: object = None) -> dict[Any, Exact]:
        """How much the chance of an outcome gains with every face, the strongest first.

        It is the growth of the chance when the face comes up more often, at the cost of all faces alike: of a
        die they add up to 0. At the usual chances where none are given. Raises BadInput for no such outcome.
        """
        usual = self.usual if self.unknown.face is not None else dict.fromkeys(self.unknown.faces, self.usual)
        slopes = self.slopes(usual if at is None else at)
        if outcome not in slopes:
            raise unknown("outcome", outcome, map(str, slopes))
        found = slopes[outcome]
        level = sum(found.values(), Fraction(0)) / len(found) if len(found) > 1 else Fraction(0)
        strongest = sorted(found, key=lambda face: -abs(found[face] - level))
        return {face: as_exact(found[face] - level) for face in strongest}

    def curve(self, steps: int = 20) -> list[tuple[Fraction, Distribution[T]]]:
        """The odds all along a slider: p from 0 to 1, without the places where nothing is ever decided.

        By formula where there is one of a length that can be worked out, else point by point. Raises BadInput
        for a die whose six chances are all unknown.
        """
        if self.unknown.face is None:
            raise BadInput("a curve follows one unknown chance: ask what_if(leaning=..., face=6)")
        try:
            at = self.formula().at
        except BadInput:
            at = self.at
        points = []
        for place in (Fraction(step, steps) for step in range(steps + 1)):
            try:
                points.append((place, at(place)))
            except BadInput:
                continue
        return points

    def _sloped(self, value: object) -> tuple[Distribution[T], dict[T, dict[object, Fraction]]]:
        """Odds and slopes at the chances that were asked for last."""
        values = self.unknown.values(value)
        if self._last is None or self._last[0] != values:
            loaded, step = self.unknown.in_numbers(value)
            law = self._law_with(loaded)
            self._last = values, odds_and_slopes(law, tuple(self.unknown.names), step)
        return self._last[1]


def odds_and_slopes(
    law: Distribution[T], faces: tuple[object, ...], step: int
) -> tuple[Distribution[T], dict[T, dict[Any, Fraction]]]:
    """Dual weights as chances; their slopes were counted in steps of one weight, `step` of which make 1."""
    total = as_dual(law.total, len(faces))
    if not total.value:
        raise BadInput("with these chances the rule never decides anything: there are no odds")
    odds: dict[T, Fraction] = {}
    slopes: dict[T, dict[object, Fraction]] = {}
    for outcome, weight in law.items():
        dual = as_dual(weight, len(faces))
        odds[outcome] = Fraction(dual.value, total.value)
        slopes[outcome] = {
            face: Fraction((rise * total.value - dual.value * below) * step, total.value**2)
            for face, rise, below in zip(faces, dual.slopes, total.slopes, strict=True)
        }
    return from_chances(odds), slopes


def as_dual(weight: Weight, unknowns: int) -> Any:
    """A weight with its slopes; a plain number has none."""
    return weight if isinstance(weight, Dual) else Dual(weight, (0,) * unknowns)  # type: ignore[arg-type]


class ChainWhatIf(Generic[S]):
    """The chain of a play when something is not as its rules say: `formula()`, `at("1/3")`."""

    def __init__(self, chain: Chain[S], of: Unknown) -> None:
        self.chain = chain
        self.unknown = of

    def formula(self) -> Chain[S]:
        """The chain whose answers are formulas in p, or in the chances of all faces (p1, p2 and so on)."""
        return self.chain.played_with(**self.unknown.played(self.unknown.in_symbols()))

    def at(self, value: object) -> Chain[S]:
        """The chain with this chance, or with these of all faces or answers."""
        values = self.unknown.values(value)
        if self.unknown.face is None:
            law = from_chances({face: values[name] for face, name in self.unknown.names.items()})
        else:
            yes, below = values["p"].numerator, values["p"].denominator
            law = self.unknown.law(yes, below - yes, below)
        return self.chain.played_with(**self.unknown.played(law))


@overload
def what_if(subject: Chain[S], /, **change: Unpack[Loads]) -> ChainWhatIf[S]: ...
@overload
def what_if(subject: Callable[..., Roll[T]], /, *inputs: object, **change: Unpack[Loads]) -> WhatIf[T]: ...
@overload
def what_if(subject: Callable[..., T], /, *inputs: object, **change: Unpack[Loads]) -> WhatIf[T]: ...
def what_if(subject: Any, /, *inputs: Any, **change: Unpack[Loads]) -> Any:
    """What if something were not as a rule, played with these inputs, or a chain says?

    Exactly one of three changes: `chance="to hit"` answers a question yes with the chance p;
    `loaded="attack"` gives a die the chances p1 to p6 ("d6" is every six-sided die alike);
    `leaning="attack", face=6` shows one face with the chance p, and the others equally often (or like the
    weights `others`): short formulas, for rules with many dice too.

    Raises BadInput for a label that nothing there has, with the nearest one, and for a face that is none.
    """
    if isinstance(subject, Chain):
        of, _ = changed(subject.dice, subject.questions, subject.usual_chances, change)
        return ChainWhatIf(subject, of)
    found = loadable(subject, *inputs)
    questions = dict.fromkeys(found.questions, (True, False))
    dice = dict.fromkeys(("d6", *found.dice), SIX)
    of, usual = changed(dice, questions, found.questions, change)

    def law_with(law: Law) -> Distribution[object]:
        told: JSON = of.played(law)
        found: Law = Enumerating(draw=False, **told).tree(subject, *inputs).distribution
        return found

    return WhatIf(law_with, of, usual)


def changed(
    dice: Mapping[str, tuple[object, ...]],
    questions: Mapping[str, tuple[object, ...]],
    usual: Mapping[str, tuple[Fraction, ...]],
    change: Loads,
) -> tuple[Unknown, Fraction]:
    """What is unknown, and its chance with plain dice (of every face the same)."""
    labels = {name: change[name] for name in KINDS if name in change}  # type: ignore[literal-required]
    if len(labels) != 1:
        raise BadInput(f"what_if needs exactly one of chance=, loaded= and leaning=; got {len(labels)}")
    ((kind, label),) = labels.items()
    if kind == "chance":
        if label not in questions:
            raise unknown("question", label, questions)
        answers = questions[label]
        yes = True if set(answers) == {True, False} else None
        return Unknown("override", label, answers, yes), usual.get(label, (Fraction(0),))[0]
    if label not in dice:
        raise unknown("die", label, dice)
    faces, face = dice[label], change.get("face", 6)
    if kind == "leaning" and face not in faces:
        raise BadInput(f"{label!r} has the faces {', '.join(map(str, faces))}; got {face!r}")
    one = face if kind == "leaning" else None
    return Unknown("loaded", label, faces, one, change.get("others")), Fraction(1, len(faces))
