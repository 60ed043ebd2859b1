"""What of a rule can be loaded or freed at all: any die with its faces, any question with its answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pz8edu.chance.distribution import Distribution
from pz8edu.chance.roll import Roll
from pz8edu.umpire.noticing import Noticing
from pz8edu.umpire.replay import Asked


class Listening(Noticing):
    """Notes more than six-sided dice and yes-or-no questions.

    `die_faces` has the faces of every die, `answers` those of every open question, by their labels.
    """

    def __init__(self, outer: Listening | None = None) -> None:
        super().__init__(outer)
        self.die_faces: dict[str, dict[Any, None]] = outer.die_faces if outer else {}
        self.answers: dict[str, dict[Any, None]] = outer.answers if outer else {}

    def d6(self, label: str) -> Roll[int]:
        """One six-sided die."""
        self._law(label, self._six)
        return super().d6(label)

    def _law(self, label: str, law: Distribution[Any]) -> Distribution[Any]:
        self.die_faces.setdefault(label, {}).update(dict.fromkeys(law.support))
        return law

    def _question(
        self, roll: Roll[Any], answer: Callable[[Any], Any], key: Any, label: str, base: Roll[Any] | None
    ) -> Asked:
        step = super()._question(roll, answer, key, label, base)
        answers = [part.answer for part in step.division.parts]
        if key is not None and len(answers) > 1:
            name = label or repr(roll if base is None else base)
            self.answers.setdefault(name.rpartition(": ")[2], {}).update(dict.fromkeys(answers))
        return step

    def _inner(self, unfold: bool = False) -> Listening:
        return Listening(self)
