"""The umpire that notes which dice a rule throws and which questions it asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pz8edu.chance.distribution import Distribution
from pz8edu.chance.roll import Roll, unshifted
from pz8edu.umpire.growing import Growing
from pz8edu.umpire.replay import Asked


class Listening(Growing):
    """Grows as `Growing` does, with plain dice, and notes what a rule and its sub-rules are made of.

    `dice` has the faces of every die by its label, `questions` the answers of every open question by its own:
    the labels under which dice can be loaded and questions freed.
    """

    def __init__(self, of: Listening | None = None) -> None:
        super().__init__(draw=False, memo=None if of is None else of.memo)
        self.dice: dict[str, dict[Any, None]] = {} if of is None else of.dice
        self.questions: dict[str, dict[Any, None]] = {} if of is None else of.questions

    def d6(self, label: str) -> Roll[int]:
        """One six-sided die."""
        self._law(label, self._six)
        return super().d6(label)

    def _law(self, label: str, law: Distribution[Any]) -> Distribution[Any]:
        self.dice.setdefault(label, {}).update(dict.fromkeys(law.support))
        return law

    def _question(
        self, roll: Roll[Any], answer: Callable[[Any], Any], key: Any, label: str, base: Roll[Any] | None
    ) -> Asked:
        asked = super()._question(roll, answer, key, label, base)
        answers = [part.answer for part in asked.division.parts]
        if key is not None and len(answers) > 1:
            spoken = label or repr(unshifted(roll)[0] if base is None else base)
            self.questions.setdefault(spoken, {}).update(dict.fromkeys(answers))
        return asked

    def _inner(self, unfold: bool = False) -> Growing:
        return Listening(self)
