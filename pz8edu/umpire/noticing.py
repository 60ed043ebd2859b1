"""What of a rule can be loaded or freed: its six-sided dice and its yes-or-no questions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Concatenate, ParamSpec, TypeVar

from pz8edu.chance.cards_drawn import Deck
from pz8edu.chance.distribution import Distribution
from pz8edu.chance.roll import Handful, Roll, Thrown, unshifted
from pz8edu.tree import Tree
from pz8edu.umpire.growing import Growing
from pz8edu.umpire.replay import Asked
from pz8edu.umpire.vocabulary import Umpire

T = TypeVar("T")
P = ParamSpec("P")

FACES = frozenset(range(1, 7))
SKEW = Distribution({face: face**3 for face in FACES})
"""A die that changes all odds that dice have a part in."""


@dataclass(frozen=True, slots=True)
class Loadable:
    """The six-sided dice of a rule by their labels, and its yes-or-no questions with their usual chances.

    A chance is that of "4 or more" as it is spoken. A question that is asked with different modifiers has
    more than one. Both stand in the order in which they come up. `every` says whether it matters at all what
    six-sided dice show: also where a rule follows a whole chain, whose dice have no labels of its own.
    """

    dice: tuple[str, ...]
    questions: Mapping[str, tuple[Fraction, ...]]
    every: bool


def loadable(rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs) -> Loadable:
    """What can be loaded or freed when a rule is played with these inputs, its sub-rules included."""
    umpire = Noticing()
    usual = umpire.grow(rule, *args, **kw).distribution
    questions = {label: tuple(chances) for label, chances in umpire.questions.items()}
    every = bool(umpire.dice)
    if not every:
        every = Growing(loaded={"d6": SKEW}, draw=False).grow(rule, *args, **kw).distribution != usual
    return Loadable(tuple(umpire.dice), questions, every)


class Noticing(Growing):
    """Finds every way the dice can fall, and notes which dice and questions there are."""

    def __init__(self, outer: Noticing | None = None) -> None:
        super().__init__(draw=False, memo=outer.memo if outer else None)
        self.dice: dict[str, None] = outer.dice if outer else {}
        self.questions: dict[str, dict[Fraction, None]] = outer.questions if outer else {}

    def _throw(
        self,
        label: str,
        law: Distribution[Any],
        what: str,
        deck: Deck[Any] | None = None,
        handful: Handful | None = None,
        tree: Tree[Any] | None = None,
    ) -> Thrown[Any]:
        faces = handful.die if handful is not None and handful.count else law
        if what.endswith("D6") and FACES.issuperset(faces):
            self.dice.setdefault(label)
        return super()._throw(label, law, what, deck, handful, tree)

    def _question(
        self, roll: Roll[Any], answer: Callable[[Any], Any], key: Any, label: str, base: Roll[Any] | None
    ) -> Asked:
        step = super()._question(roll, answer, key, label, base)
        division = step.division
        answers = [part.answer for part in division.parts]
        if key is not None and len(answers) > 1 and all(isinstance(each, bool) for each in answers):
            spoken = not (isinstance(key, tuple) and key[0] is operator.lt)
            weights = [division.weight(place) for place in range(len(answers))]
            yes = sum(weight for weight, each in zip(weights, answers, strict=True) if each is spoken)
            name = (label or repr(unshifted(roll)[0] if base is None else base)).rpartition(": ")[2]
            self.questions.setdefault(name, {}).setdefault(Fraction(yes, sum(weights)))
        return step

    def _inner(self, unfold: bool = False) -> Noticing:
        return Noticing(self)
