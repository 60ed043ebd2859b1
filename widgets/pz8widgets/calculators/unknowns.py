"""What may not be as the book says, a die or a chance, and the exact odds with it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from pz8edu.algebra.polynomial import Polynomial
from pz8edu.asking.formulas import Formulas
from pz8edu.asking.loadable import Loadable
from pz8edu.asking.playthrough import StepThrough
from pz8edu.asking.what_if import WhatIf, what_if
from pz8edu.errors import BadInput
from pz8widgets.calculators.simplex_sliders import FACES, Shares, weights_of_others

MOST_DICE = 20
"""Where more dice can matter together, formulas in six unknowns may have more than 50,000 terms."""

EVERY = "every D6 alike"


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is not as the book says: a die ("d6" is every one alike), or else a yes-or-no question."""

    die: str = ""
    question: str = ""

    @property
    def name(self) -> str:
        """How it is called in the list of choices."""
        if self.question:
            return f"the chance of “{self.question}”"
        return EVERY if self.die == "d6" else f"the die “{self.die}”"


def unknowns_of(found: Loadable) -> list[Unknown]:
    """What can be chosen: every D6, each die, each question; one die alone is not also "every"."""
    dice = [Unknown(die=die) for die in found.dice]
    every = [Unknown(die="d6")] if found.every and len(dice) != 1 else []
    return [*every, *dice, *(Unknown(question=question) for question in found.questions)]


def changed(play: StepThrough, unknown: Unknown) -> WhatIf[str]:
    """The odds when what is unknown has other chances: that of yes, or those of all six faces."""
    rule, inputs = play.question.rule, (play.situation, play.rules)
    found: WhatIf[Any] = (
        what_if(rule, *inputs, chance=unknown.question)
        if unknown.question
        else what_if(rule, *inputs, loaded=unknown.die)
    )
    return found.map(play.question.word)


def in_p(play: StepThrough, unknown: Unknown, base: Shares, face: int) -> Formulas[str]:
    """The odds as functions of the chance p of yes, or of one face while the others share the rest.

    Raises BadInput where that takes too long.
    """
    if unknown.question:
        return changed(play, unknown).formula()
    weights = dict(zip(FACES, weights_of_others(base, face), strict=True))
    others = {each: weight for each, weight in weights.items() if each != face and weight}
    rule, inputs = play.question.rule, (play.situation, play.rules)
    found: WhatIf[Any] = what_if(rule, *inputs, leaning=unknown.die, face=face, others=others)
    return found.map(play.question.word).formula()


def check_length(in_one: Formulas[Any], found: Loadable) -> None:
    """Raise BadInput where formulas in six unknowns would take too long: told by those in one.

    The degree of those in one unknown is the number of dice that can matter together. A rule that follows a
    whole chain has fractions of such formulas.
    """
    weights = (in_one.law.total, *in_one.law.weights.values())
    dice = max((weight.degree for weight in weights if isinstance(weight, Polynomial)), default=0)
    if not found.dice:
        raise BadInput(
            "this rule follows a whole chain: its formulas in six unknowns are too long to be read"
        )
    if dice > MOST_DICE:
        terms = math.comb(dice + 5, 5)
        raise BadInput(f"{dice} dice can matter here: formulas in six unknowns may have {terms:,} terms")
