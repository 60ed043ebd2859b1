"""What of a rule can be loaded or overridden: a recorder listens while the rule is played."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rolls.address import Address
from pz8edu.core.rolls.conditioning import Partition
from pz8edu.core.rolls.questions import AnyQuestion, Outcome, is_below
from pz8edu.core.rolls.throw import Throw

FACES = frozenset(range(1, 7))


@dataclass
class Recorder:
    """Notes the throws and open questions of all rules that are played, by their labels, as they come up.

    `dice` are the six-sided ones, `die_faces` the faces of all that can be loaded; `answers` those of every
    open question, and `questions` the chances of yes of the yes-or-no ones, as they are spoken ("4 or more").
    """

    dice: dict[str, None] = field(default_factory=dict)
    die_faces: dict[str, dict[object, None]] = field(default_factory=dict)
    answers: dict[str, dict[object, None]] = field(default_factory=dict)
    questions: dict[str, dict[Fraction, None]] = field(default_factory=dict)

    def thrown(self, label: str, throw: Throw[object]) -> None:
        """Dice leave the hand."""
        if throw.loadable:
            self.die_faces.setdefault(label, {}).update(dict.fromkeys(throw.one.support))
        if throw.is_of_d6 and FACES.issuperset(throw.one):
            self.dice.setdefault(label)

    def asked(self, label: str, question: AnyQuestion, partition: Partition) -> None:
        """A question is asked for the first time."""
        answers = [cell.answer for cell in partition.cells]
        if isinstance(question, Outcome) or len(answers) < 2:
            return
        name = Address.of(label).unnumbered.name
        self.answers.setdefault(name, {}).update(dict.fromkeys(answers))
        if all(isinstance(answer, bool) for answer in answers):
            yes = not is_below(question)
            chances = Distribution({place: partition.weight(place) for place in range(len(answers))})
            self.questions.setdefault(name, {}).setdefault(chances.fraction(answers.index(yes)))
