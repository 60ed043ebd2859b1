"""A calculator played step by step: the dice on the table, the question now, what is known so far."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

from pz8edu.asking.odds import drawn_tree
from pz8edu.asking.step import Step, share
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rolls.roll import Thrown
from pz8edu.core.rolls.throw import Law
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Situation
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.tree.closing import TO_BE_DECIDED, before_decisions
from pz8edu.core.tree.node import Branch
from pz8edu.core.tree.open_tree import OpenTree
from pz8edu.core.tree.tree import AnyTree, Tree
from pz8edu.core.tree.wording import word_of
from pz8edu.core.umpire.choosing import NoOdds
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.sampling import random_value
from pz8edu.core.umpire.scripted import Answered, Scripted, Waiting, WaitingForChoice
from pz8edu.core.umpire.throws import Memo
from pz8edu.errors import BadInput, listed


class StepThrough:
    """A calculator played with real dice, one question after the other.

    `waiting` is the question now, `steps` are those before it, `outcome` is the word at the end; `before` and
    `now` are the odds without and with what is known. Dice that cannot matter are never called for. What has
    to be decided is asked like a die; until then the odds end there, "to be decided".
    """

    def __init__(
        self, question: Calculator, situation: Situation, rules: Ruleset, dice: Given | None = None
    ) -> None:
        self.question = under(question, rules)
        self.situation = situation
        self.rules = rules
        self._memo: Memo = {}
        self._dice: dict[str, object] = {}
        self._thrown: list[tuple[str, ...]] = []
        self._play()
        self.lay(dice or {})

    # --- the dice
    @property
    def dice(self) -> JSON:
        """The dice on the table by label, in the order in which they fell; faces for a handful."""
        return dict(self._dice)

    def throw(self, label: str, value: object) -> None:
        """Put one die on the table; a handful by its faces, or by what they count for.

        Raises BadInput for a die that is not called for and for a value that it does not have.
        """
        self._throw({label: value})

    def roll(self, source: random.Random) -> JSON:
        """Throw all dice that are called for now; nothing when the rule has come to its end.

        Raises BadInput where no die is called for, but a decision.
        """
        if self._waiting is None:
            return {}
        if isinstance(self._waiting, WaitingForChoice):
            label, options = self._waiting.node.label, self._waiting.node.branches
            told = listed(word_of(branch.answer) for branch in options)
            raise BadInput(f"{label!r} is not rolled but decided: choose {told}")
        return self._throw({die.label: self._random(die, source) for die in self._waiting.dice})

    def lay(self, dice: Mapping[str, object]) -> dict[str, object]:
        """Throw those of the given dice that come to be called for and fit; the ones that were used.

        The dice of one question fall together, as they are rolled; one by one only if they do not all fit.
        """
        used: dict[str, object] = {}
        refused: set[str] = set()
        while together := {label: dice[label] for label in self._missing if label in dice}:
            try:
                used |= self._throw(together)
            except BadInput:
                break
        while labels := [label for label in self._missing if label in dice and label not in refused]:
            try:
                used |= self._throw({labels[0]: dice[labels[0]]})
                refused.clear()
            except BadInput:
                refused.add(labels[0])
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

    def _throw(self, values: dict[str, object]) -> dict[str, object]:
        for label in values:
            if label not in self._missing:
                labels = ", ".join(self._missing)
                wanted = f"called for: {labels}" if labels else "nothing is left to roll"
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

    @property
    def _missing(self) -> tuple[str, ...]:
        return self._waiting.missing if self._waiting is not None else ()

    def _random(self, die: Thrown[object], source: random.Random) -> object:
        handful = die.throw.handful
        if handful is not None:
            faces = sorted(random_value(source, handful.die) for _ in range(handful.count))
            return tuple(reversed(faces))
        if die.pile is not None:
            drawn = {n: self._dice[label] for n, label in die.pile.drawn.items() if label in self._dice}
            return random_value(source, die.pile.left(drawn))
        return random_value(source, die.law)

    # --- the rule
    def _play(self) -> None:
        umpire = Scripted(self._dice, memo=self._memo)
        self._waiting: Waiting | None = None
        self._result: tuple[object] | None = None
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

    @property
    def result(self) -> Any:
        """The outcome as the rule returns it; None before the end."""
        return None if self._result is None else self._result[0]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The questions that are answered, in the order in which the rule asks them."""
        asked = [each for each in self._answered if not (each.label == "result" and each.node.idle)]
        fell = [{die.number: value for die, value in each.dice} for each in asked]
        told = zip(asked, fell, strict=True)
        return tuple(Step.of(a.node, a.branch, a.asked, dice, self.question.section) for a, dice in told)

    @cached_property
    def waiting(self) -> Step | None:
        """The question now; None at the end."""
        if self._waiting is None:
            return None
        asked = self._waiting.asked
        fell = {die.number: self._dice[die.label] for die in asked.dice() if die.label in self._dice}
        return Step.of(self._waiting.node, None, asked, fell, self.question.section)

    # --- the odds
    @cached_property
    def before(self) -> Distribution[str]:
        """The odds before any die has fallen."""
        return self._odds({})

    @property
    def ends(self) -> tuple[str, ...]:
        """Every outcome that is possible, and "to be decided" where somebody has to choose."""
        if TO_BE_DECIDED.value not in self.before or not isinstance(self.tree, OpenTree):
            return tuple(self.before)
        leaves = (branch for node in self.tree.nodes() for branch in node.branches if branch.child is None)
        return tuple(dict.fromkeys((*self.before, *(self.question.word(each.outcome) for each in leaves))))

    @property
    def now(self) -> Distribution[str]:
        """The odds with the dice that lie on the table."""
        if self._now is None:
            self._now = self._odds(self._dice) if self._dice else self.before
        return self._now

    def _odds(self, given: Mapping[str, object]) -> Distribution[str]:
        umpire = Enumerating(given=given, draw=False, memo=None if given else self._memo)
        rule = self.question.rule
        law: Law
        try:
            law = umpire.tree(rule, self.situation, self.rules).distribution
        except NoOdds:
            law = before_decisions(Enumerating(given=given).tree(rule, self.situation, self.rules).root)
        word = self.question.word
        return law.map(lambda outcome: str(outcome) if outcome is TO_BE_DECIDED else word(outcome))

    @cached_property
    def tree(self) -> AnyTree:
        """Every way it can go."""
        return drawn_tree(self.question, self.situation, self.rules)

    @property
    def lit(self) -> tuple[Branch, ...]:
        """The branches of the tree that the answers so far have taken."""
        return lit_path(self.tree, self._answered, self._result)

    @property
    def chance(self) -> Fraction:
        """The chance of all answers so far."""
        return prod((share(each.node, each.branch) for each in self._answered), start=Fraction(1))


def lit_path(
    tree: Tree[object], answered: Sequence[Answered], result: tuple[object] | None = None
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
        if (node.label, node.question) != (answer.label, answer.question):
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
