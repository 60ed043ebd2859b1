"""The dice of a rule that can be loaded, and its questions that can be overridden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ParamSpec, TypeVar

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.umpire.base import Rule
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.recorder import FACES, Recorder

T = TypeVar("T")
P = ParamSpec("P")

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


def loadable(rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> Loadable:
    """What can be loaded or overridden when a rule is played with these inputs, its sub-rules included."""
    recorder = Recorder()
    usual = Enumerating(draw=False, recorder=recorder).tree(rule, *args, **kw).distribution
    questions = {label: tuple(chances) for label, chances in recorder.questions.items()}
    every = bool(recorder.dice)
    if not every:
        every = Enumerating(loaded={"d6": SKEW}, draw=False).tree(rule, *args, **kw).distribution != usual
    return Loadable(tuple(recorder.dice), questions, every)
