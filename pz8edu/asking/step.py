"""One question of a rule as it is played: its dice, its answers, its reasons and its place in the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pz8edu.algebra.weight import fraction
from pz8edu.core.chance.functions import by_size
from pz8edu.core.rolls.address import Address
from pz8edu.core.rolls.modifiers import Modifier
from pz8edu.core.rolls.questions import LookUp
from pz8edu.core.rolls.roll import Difference, Roll, Shifted, Sum, Thrown, unshifted
from pz8edu.core.tree.decision import DecisionNode
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.wording import (
    branch_words,
    label_words,
    modifiers_of,
    requirement,
    throws_words,
    title_words,
    word_of,
    word_of_book,
)
from pz8edu.core.umpire.base import AnyRoll
from pz8edu.pages.citation import Citation, cited


@dataclass(frozen=True)
class Dice:
    """Dice of one label: one die, or a handful that falls together.

    `values` are what they can come to; `shows` is what they came to, None before they fall, and `fell` the
    faces that lie there, where those are known.
    A handful of `count` dice has the `faces` of one of them. A value that counts several `kinds` has a number
    for each.
    """

    label: str
    what: str
    values: tuple[object, ...]
    count: int
    faces: tuple[object, ...]
    shows: Any = None
    fell: tuple[object, ...] = ()
    kinds: tuple[object, ...] = ()

    @classmethod
    def of(cls, die: Thrown[object], lies: object) -> Dice:
        """The dice of a throw, with what lies there; None before they fall."""
        handful, values = die.throw.handful, by_size(die.law.support)
        if handful is None:
            fell = () if lies is None else (lies,)
            return cls(die.label, die.throw.what, values, 1, values, lies, fell, die.throw.kinds)
        shows, fell = lies, ()
        if isinstance(lies, (list, tuple)) and lies not in die.law:
            shows, fell = handful.fold(tuple(lies)), tuple(lies)
        faces = by_size(handful.die)
        return cls(die.label, die.throw.what, values, handful.count, faces, shows, fell, die.throw.kinds)

    @classmethod
    def decided(cls, node: DecisionNode, branch: Branch | None) -> Dice:
        """A decision as if it were a die: its options are the faces."""
        options = node.decision.options
        return cls(node.label, "decision", options, 1, options, None if branch is None else branch.answer)

    def word(self, value: object) -> str:
        """One of its values in words: "2 red, 1 black" for a hand of cards."""
        if not self.kinds or not isinstance(value, tuple) or len(value) != len(self.kinds):
            return word_of(value)
        counted = [
            f"{number} × {word_of(kind)}" for number, kind in zip(value, self.kinds, strict=True) if number
        ]
        return ", ".join(counted).replace(" ×", "" if self.count == 1 else " ×") or "none of them"

    @property
    def name(self) -> str:
        """The label without the sub-rules around it."""
        return Address.of(self.label).name


@dataclass(frozen=True)
class Answer:
    """One answer that a question can have, with its chance after the answers before it.

    `faces` are the values of the dice that give it, as they are shown; `throws` counts them for several dice.
    """

    answer: Any
    words: str
    verdict: str
    chance: Fraction
    faces: tuple[object, ...]
    throws: str

    @classmethod
    def of(cls, node: Node, branch: Branch) -> Answer:
        """The answer of a branch."""
        return cls(
            answer=branch.answer,
            words=branch_words(node, branch),
            verdict=word_of_book(node, branch),
            chance=share(node, branch),
            faces=tuple(branch.values),
            throws=throws_words(node, branch),
        )

    @property
    def word(self) -> str:
        """The answer in a word or two: "hit", "suppressed", "3 or less"."""
        if self.verdict:
            return self.verdict
        return self.words if isinstance(self.answer, bool) else word_of(self.answer)


@dataclass(frozen=True)
class Side:
    """One side of a sum of dice and numbers: a die, what is added to it, and what that makes."""

    dice: Dice
    plus: int
    makes: int | None


@dataclass(frozen=True)
class Step:
    """A question of the rule, as the book says it, with its dice and, once it is answered, its answer.

    `title` is the question ("to hit: 5 or more on a D6"), `why` the reasons that stand behind its number
    ("4 or more, −1 target over half range"). `settled` says that no die could change it when it was asked.
    """

    label: str
    title: str
    why: str
    section: str
    modifiers: tuple[Modifier, ...]
    answers: tuple[Answer, ...]
    dice: tuple[Dice, ...]
    sides: tuple[Side, ...]
    joined: str
    given: Answer | None
    settled: bool
    from_table: bool
    citation: Citation | None
    node: Node

    @classmethod
    def of(
        cls, node: Node, branch: Branch | None, asked: AnyRoll, fell: Mapping[int, object], section: str
    ) -> Step:
        """The step of a question about a roll; `fell` are its dice by number, `section` that of the rule."""
        dice = tuple(Dice.of(die, fell.get(die.number)) for die in asked.dice())
        if isinstance(node, DecisionNode):
            dice = (Dice.decided(node, branch),)
        rule = cited(node.line)
        return cls(
            label=label_words(node) if branch is None or not node.idle else node.label,
            title=title_words(node),
            why=requirement(node),
            section=rule.section if rule else section,
            modifiers=modifiers_of(node),
            answers=tuple(Answer.of(node, each) for each in node.branches),
            dice=dice,
            sides=sides_of(node.roll, {each.label: each for each in dice}),
            joined=joined(node.roll),
            given=None if branch is None else Answer.of(node, branch),
            settled=branch is not None and (node.certain or any(each.shows is None for each in dice)),
            from_table=isinstance(node.question, LookUp),
            citation=rule,
            node=node,
        )

    @property
    def scope(self) -> str:
        """The sub-rules around it: "shot 1", or nothing."""
        return Address.of(self.label).scope

    @property
    def missing(self) -> tuple[Dice, ...]:
        """The dice that are called for."""
        return tuple(dice for dice in self.dice if dice.shows is None) if self.given is None else ()

    @property
    def chance(self) -> Fraction:
        """The chance that its answer had when it was asked; 1 before it is answered."""
        return Fraction(1) if self.given is None else self.given.chance

    @property
    def total(self) -> int | None:
        """What the sides come to together, once all of them lie there."""
        made = [side.makes for side in self.sides]
        if not made or any(value is None for value in made):
            return None
        first, *others = (value for value in made if value is not None)
        return first - sum(others) if self.joined == "against" else first + sum(others)

    def __str__(self) -> str:
        said = f"{self.title} ({self.why})" if self.why else self.title
        return f"{said} → {self.given.word}" if self.given else said


def share(node: Node, branch: Branch) -> Fraction:
    """The chance of a branch once its question is reached."""
    reached, total = node.weight()
    return fraction(branch.weight * total, branch.total * reached)


def sides_of(roll: Roll[object], dice: Mapping[str, Dice]) -> tuple[Side, ...]:
    """A shifted die, or the two sides of a sum or difference of dice, with what each side adds."""
    base = unshifted(roll)[0]
    parts = base.sides if isinstance(base, Sum) else (roll,) if isinstance(roll, Shifted) else ()
    found = []
    for part in parts:
        die, plus = unshifted(part)
        if not isinstance(die, Thrown):
            return ()
        thrown = dice[die.label]
        found.append(Side(thrown, plus, None if thrown.shows is None else thrown.shows + plus))
    return tuple(found)


def joined(roll: AnyRoll) -> str:
    """How the sides stand together: "against", "+", or nothing for one side."""
    base = unshifted(roll)[0]
    return "against" if isinstance(base, Difference) else "+" if isinstance(base, Sum) else ""
