"""A calculator played step by step: the dice on the table, the question now, what is known so far."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pz8edu.asking import grown
from pz8edu.chance.distribution import Distribution
from pz8edu.chance.modifiers import Modifier
from pz8edu.chance.roll import Derived, Roll, Shifted, Thrown, unshifted
from pz8edu.citation import Citation, cited
from pz8edu.errors import BadInput
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import Calculator
from pz8edu.tree import Branch, Node, Tree
from pz8edu.umpire.growing import Growing
from pz8edu.umpire.sampling import random_value
from pz8edu.umpire.scripted import Answered, Scripted, Waiting
from pz8edu.words import (
    answer_words,
    branch_words,
    label_words,
    modifiers_of,
    requirement,
    throws_words,
    title_words,
    verdict,
    word_of,
)


@dataclass(frozen=True)
class Dice:
    """Dice of one label: one die, or a handful that falls together.

    `values` are what they can come to; `shows` is what they came to, None before they fall, and `fell` the
    faces that lie there, where those are known. A handful of `count` dice has the `faces` of one of them.
    """

    label: str
    what: str
    values: tuple[Any, ...]
    count: int
    faces: tuple[Any, ...]
    shows: Any = None
    fell: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        """The label without the sub-rules around it."""
        return self.label.rpartition(": ")[2]


@dataclass(frozen=True)
class Answer:
    """One answer that a question can have, with its chance after the answers before it.

    `faces` are the values of the dice that give it, as they are shown; `throws` counts them for several dice.
    """

    answer: Any
    words: str
    verdict: str
    chance: Fraction
    faces: tuple[Any, ...]
    throws: str

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
    branch: Branch | None
    node: Node

    @property
    def scope(self) -> str:
        """The sub-rules around it: "shot 1", or nothing."""
        return self.label.rpartition(": ")[0]

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


class StepThrough:
    """A calculator played with real dice, one question after the other.

    `waiting` is the question now, `steps` are those before it, `outcome` is the word at the end; `before` and
    `now` are the odds without and with what is known. Dice that cannot matter are never called for.
    """

    def __init__(
        self, question: Calculator, situation: Any, rules: Ruleset, dice: Mapping[str, Any] | None = None
    ) -> None:
        self.question = question
        self.situation = situation
        self.rules = rules
        self._memo: dict[Any, Any] = {}
        self._dice: dict[str, Any] = {}
        self._thrown: list[tuple[str, ...]] = []
        self._play()
        self.lay(dice or {})

    # --- the dice
    @property
    def dice(self) -> dict[str, Any]:
        """The dice on the table by label, in the order in which they fell; faces for a handful."""
        return dict(self._dice)

    def throw(self, label: str, value: Any) -> None:
        """Put one die on the table; a handful by its faces, or by what they count for.

        Raises BadInput for a die that is not called for and for a value that it does not have.
        """
        self._throw({label: value})

    def roll(self, source: random.Random) -> dict[str, Any]:
        """Throw all dice that are called for now; nothing when the rule has come to its end."""
        if self._waiting is None:
            return {}
        return self._throw({die.label: self._random(die, source) for die in self._waiting.dice})

    def roll_on(self, source: random.Random) -> str:
        """Throw whatever is called for until the end; the outcome."""
        while self.outcome is None:
            self.roll(source)
        return self.outcome

    def lay(self, dice: Mapping[str, Any]) -> dict[str, Any]:
        """Throw those of the given dice that come to be called for and fit; the ones that were used."""
        used: dict[str, Any] = {}
        while self._waiting is not None:
            for label in self._waiting.missing:
                if label in dice:
                    try:
                        used |= self._throw({label: dice[label]})
                    except BadInput:
                        continue
                    break
            else:
                break
        return used

    def undo(self) -> None:
        """Take the last throw back; nothing when no dice have fallen."""
        if self._thrown:
            for label in self._thrown.pop():
                del self._dice[label]
            self._play()

    def restart(self) -> None:
        """Take all dice up again."""
        self._dice.clear()
        self._thrown.clear()
        self._play()

    def _throw(self, values: dict[str, Any]) -> dict[str, Any]:
        called_for = self._waiting.missing if self._waiting else ()
        for label in values:
            if label not in called_for:
                wanted = f"called for: {', '.join(called_for)}" if called_for else "nothing is left to roll"
                raise BadInput(f"the dice {label!r} are not called for now; {wanted}")
        before = dict(self._dice)
        self._dice |= values
        try:
            self._play()
        except BadInput:
            self._dice = before
            self._play()
            raise
        self._thrown.append(tuple(values))
        return values

    def _random(self, die: Thrown[Any], source: random.Random) -> Any:
        if die.handful is not None:
            faces = sorted(random_value(source, die.handful.die) for _ in range(die.handful.count))
            return tuple(reversed(faces))
        if die.deck is not None:
            taken = [self._dice[card.label] for card in die.deck.drawn if card.label in self._dice]
            left = {card: copies - taken.count(card) for card, copies in die.deck.cards.items()}
            return random_value(
                source, Distribution({card: copies for card, copies in left.items() if copies})
            )
        return random_value(source, die.law)

    # --- the rule
    def _play(self) -> None:
        umpire = Scripted(self._dice, memo=self._memo)
        self._waiting: Waiting | None = None
        self._result: tuple[Any] | None = None
        self._now: Distribution[str] | None = None
        try:
            self._result = (umpire.play(self.question.rule, self.situation, self.rules),)
        except Waiting as waiting:
            self._waiting = waiting
        self._answered = umpire.answered
        self.__dict__.pop("steps", None)
        self.__dict__.pop("waiting", None)

    @property
    def outcome(self) -> str | None:
        """The outcome as the calculator says it, once the rule has come to its end."""
        return None if self._result is None else self.question.word(self._result[0])

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The questions that are answered, in the order in which the rule asks them."""
        return tuple(self._step(answered) for answered in self._answered if not _is_end(answered))

    @cached_property
    def waiting(self) -> Step | None:
        """The question now; None at the end."""
        if self._waiting is None:
            return None
        asked = self._waiting.asked
        fell = {die.number: self._dice[die.label] for die in asked.dice() if die.label in self._dice}
        return self._told(self._waiting.node, None, asked, fell)

    def _step(self, answered: Answered) -> Step:
        fell = {die.number: value for die, value in answered.dice}
        return self._told(answered.node, answered.branch, answered.asked, fell)

    def _told(self, node: Node, branch: Branch | None, asked: Roll[Any], fell: Mapping[int, Any]) -> Step:
        dice = tuple(_dice(die, fell) for die in asked.dice())
        rule = cited(node.line)
        sides, joined = _sides(node.roll, {each.label: each for each in dice})
        return Step(
            label=label_words(node) if branch is None or not node.idle else node.label,
            title=title_words(node),
            why=requirement(node),
            section=rule.section if rule else self.question.section,
            modifiers=modifiers_of(node),
            answers=tuple(_answer(node, each) for each in node.branches),
            dice=dice,
            sides=sides,
            joined=joined,
            given=None if branch is None else _answer(node, branch),
            settled=branch is not None and (node.certain or any(each.shows is None for each in dice)),
            from_table=isinstance(node.key, tuple) and node.key[:1] == ("table",),
            citation=rule,
            branch=branch,
            node=node,
        )

    # --- the odds
    @cached_property
    def before(self) -> Distribution[str]:
        """The odds before any die has fallen."""
        return self._odds({})

    @property
    def now(self) -> Distribution[str]:
        """The odds with the dice that lie on the table."""
        if self._now is None:
            self._now = self._odds(self._dice) if self._dice else self.before
        return self._now

    def _odds(self, given: Mapping[str, Any]) -> Distribution[str]:
        umpire = Growing(given=given, draw=False, memo=None if given else self._memo)
        law: Distribution[Any] = umpire.grow(self.question.rule, self.situation, self.rules).distribution
        return law.map(self.question.word)

    @cached_property
    def tree(self) -> Tree[Any]:
        """Every way it can go."""
        return grown(self.question, self.situation, self.rules)

    @property
    def lit(self) -> tuple[Branch, ...]:
        """The branches of the tree that the answers so far have taken."""
        return lit_path(self.tree, self._answered, self._result)

    @property
    def chance(self) -> Fraction:
        """The chance of all answers so far."""
        chance = Fraction(1)
        for answered in self._answered:
            chance *= _share(answered.node, answered.branch)
        return chance


def lit_path(
    tree: Tree[Any], answered: Sequence[Answered], result: tuple[Any] | None = None
) -> tuple[Branch, ...]:
    """The way through a tree that some answers take, found by the labels and keys of its questions.

    Where the tree tells a sub-rule in one question and the answers die by die, the answers in between are
    passed over; `result` lights the last branch when the rule has come to its end.
    """
    lit: list[Branch] = []
    node = tree.root
    for answer in answered:
        if node is None:
            break
        if (node.label, node.key) != (answer.label, answer.key) and not _same(node, answer):
            continue
        branch = next((branch for branch in node.branches if branch.answer == answer.answer), None)
        if branch is None:
            break
        lit.append(branch)
        node = branch.child
    while node is not None and node.certain:
        lit.append(node.branches[0])
        node = node.branches[0].child
    if node is not None and result is not None and all(branch.child is None for branch in node.branches):
        lit += [branch for branch in node.branches if branch.outcome == result[0]][:1]
    return tuple(lit)


def _same(node: Node, answer: Answered) -> bool:
    """The same question about the same roll, although its key cannot be said."""
    return node.label == answer.label and node.key is None and answer.key is None


def _is_end(answered: Answered) -> bool:
    """The outcome itself, when a rule ends with what a sub-rule has given."""
    return answered.label == "result" and answered.node.idle


def _dice(die: Thrown[Any], fell: Mapping[int, Any]) -> Dice:
    handful = die.handful
    count = handful.count if handful else 1
    faces = tuple(handful.die) if handful else die.law.support
    lies = fell.get(die.number)
    shows: Any = lies
    shown: tuple[Any, ...] = () if lies is None or handful is not None else (lies,)
    if handful is not None and isinstance(lies, (list, tuple)) and lies not in die.law:
        shows, shown = handful.fold(tuple(lies)), tuple(lies)
    return Dice(die.label, die.what, _in_order(die.law.support), count, _in_order(faces), shows, shown)


def _in_order(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(sorted(values)) if all(type(value) is int for value in values) else tuple(values)


def _answer(node: Node, branch: Branch) -> Answer:
    return Answer(
        answer=branch.answer,
        words=branch_words(node, branch),
        verdict=verdict(node, branch),
        chance=_share(node, branch),
        faces=tuple(branch.values),
        throws=throws_words(node, branch),
    )


def _share(node: Node, branch: Branch) -> Fraction:
    reached, total = node.weight()
    return Fraction(branch.weight * total, branch.total * reached)


def _sides(roll: Roll[Any], dice: Mapping[str, Dice]) -> tuple[tuple[Side, ...], str]:
    """The two sides of a sum or difference of dice, with the numbers that each side adds."""
    base = unshifted(roll)[0]
    if isinstance(roll, Shifted) and isinstance(base, Thrown):
        return (_side(roll, dice),), ""
    if not isinstance(base, Derived) or base.words not in ("{} + {}", "{} − {}", "{} against {}"):
        return (), ""
    operands = base.operands or base.parts
    if not all(isinstance(unshifted(part)[0], Thrown) for part in operands):
        return (), ""
    return tuple(_side(part, dice) for part in operands), "+" if base.words == "{} + {}" else "against"


def _side(part: Roll[Any], dice: Mapping[str, Dice]) -> Side:
    die, plus = unshifted(part)
    assert isinstance(die, Thrown)
    thrown = dice[die.label]
    return Side(thrown, plus, None if thrown.shows is None else thrown.shows + plus)


__all__ = ["Answer", "Dice", "Side", "Step", "StepThrough", "answer_words", "lit_path"]
