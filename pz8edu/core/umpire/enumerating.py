"""The umpire that finds every way the dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar, cast, overload

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.frozen import is_from_kit
from pz8edu.core.rolls.address import Labels
from pz8edu.core.rolls.questions import Outcome, Question
from pz8edu.core.rolls.roll import Roll, Thrown, unshifted
from pz8edu.core.rolls.throw import Law, Throw
from pz8edu.core.tree.decision import Decision, option_of
from pz8edu.core.tree.node import UNEXPLORED
from pz8edu.core.tree.open_tree import OpenTree
from pz8edu.core.tree.tree import Tree
from pz8edu.core.umpire.base import Rule, Umpire, Undecided
from pz8edu.core.umpire.budget import EXPLORED, Budget, Cut
from pz8edu.core.umpire.choosing import Decides, averaged, choose, no_odds
from pz8edu.core.umpire.known import Known
from pz8edu.core.umpire.path import Ends, FirstWay, PathSoFar
from pz8edu.core.umpire.recorder import Recorder
from pz8edu.core.umpire.run import Run, check_python_dice, python_dice
from pz8edu.core.umpire.sub_rules import ExactSubRules, Played
from pz8edu.core.umpire.throws import Loaded, Memo, PlayedWith
from pz8edu.errors import unknown

T = TypeVar("T")
U = TypeVar("U")
P = ParamSpec("P")

ENOUGH_TO_FIND_LABELS = 2_000
"""A label that did not come up is looked for on so many ways before it is called unknown."""


class Enumerating(Umpire):
    """Finds the exact tree: the rule is run again for every answer to every question it asks.

    `given` holds dice that are known already, by label. `unfold` draws sub-rules inside the tree instead
    of as one node. `draw=False` leaves the tree out and keeps only the distribution. A budget
    (`max_leaves`, `max_seconds`) ends in an explicit unexplored outcome with its exact chance; a sub-rule may
    use what is left of it to the rule around it.

    `override` gives questions, by their label, other chances than their dice have: a distribution of 1
    (yes, as the question is spoken: "4 or more") and 0, or of the answers of a table. The dice behind an
    answer keep their odds among each other. A question that is certain stays so. A label without a number
    means every question that has it. `recorder` hears of every throw and question. `run` makes several trees
    one run, between which no function of the user changes, and whose maker checks Python's dice.
    """

    sub_rule_kind: type[ExactSubRules] = ExactSubRules

    def __init__(
        self,
        *,
        given: Mapping[str, object] | None = None,
        unfold: bool = False,
        draw: bool = True,
        max_leaves: int | None = None,
        max_seconds: float | None = None,
        loaded: Loaded | None = None,
        override: Loaded | None = None,
        memo: Memo | None = None,
        recorder: Recorder | None = None,
        run: Run | None = None,
    ) -> None:
        super().__init__(loaded, memo)
        self._run = run
        self.override = override or {}
        self.draw = draw
        self.limits = (max_leaves, max_seconds)
        self.recorder = recorder
        self._labels = Labels()
        self._known = Known(given or {})
        self._met: set[str] = set()
        self._thrown: set[str] = set()
        self._inner = self._plain = False
        # a memory that is shared may hold labels that do not come up here
        self._tells_labels = memo is None
        how = Played if unfold else self.sub_rule_kind
        self.sub_rules = how(self, self._labels, self._explorer, self.kind(draw, self.override), self._known)
        self._path = PathSoFar(draw, self._labels)
        self._numbers = unfold or draw or bool(self._known or self.override)

    def _explorer(self, known: Known) -> Enumerating:
        """The umpire of a sub-rule, with what is left of the budget."""
        inner = Enumerating(
            draw=self.draw, loaded=self.loaded, override=self.override, memo=self.memo, recorder=self.recorder
        )
        inner._known = inner.sub_rules.known = known
        inner._numbers = inner._numbers or bool(known)
        inner._met = self._met
        inner._inner = inner.for_another = True
        inner.run = self.run
        if self.sub_rules.budget is not None:
            inner.sub_rules.budget = self.sub_rules.budget.rest()
        return inner

    @overload
    def tree(self, rule: Undecided[P, T], *args: P.args, **kw: P.kwargs) -> Tree[T]: ...
    @overload
    def tree(self, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> Tree[T]: ...
    def tree(self, rule: Rule[P, T], *args: P.args, **kw: P.kwargs) -> Tree[T]:
        """The exact tree of a rule for these inputs.

        Raises Impure when the rule does not ask the same questions in every replay, and BadInput for labels
        that are nowhere in the rule and for a rule that does not end.
        """
        if not self._inner:
            self.sub_rules.budget = Budget.of(*self.limits)
            self.run = self._run or Run()
        budget = self.sub_rules.budget
        self._plain = not (self._numbers or self.loaded or self.recorder or budget)
        path = self._path = PathSoFar(self.draw, self._labels, self.override, self.recorder, self._met)
        of_users = not all(map(is_from_kit, (rule, *args, *kw.values())))
        ends = Ends(of_users)
        first: FirstWay | None = None
        others = python_dice(of_users and not self._inner and self._run is None)
        while True:
            outcome = self._replayed(rule, args, kw)
            path.check_ended()
            if of_users and first is None:
                first = path.first_way(outcome)
                first.check(lambda: self._replayed(rule, args, kw))
            self._end(outcome, ends)
            if not path.goes_on():
                break
            if budget is not None and budget.spent(ends.leaves):
                path.leave_unexplored(ends)
                break
            path.steps[-1].turn()
        if first is not None:
            first.check_again(lambda: self._replayed(rule, args, kw))
            check_python_dice(others)
        if not self._inner:
            self._check_labels(rule, args, kw)
        if path.open_at:
            return OpenTree(path.open_at, path.root, ends.leaves)
        return Tree(cast("Distribution[T]", ends.law()), path.root, ends.leaves)

    def _end(self, outcome: object, ends: Ends) -> None:
        """The rule ends on the way that is taken: in one outcome, or in all values of a roll."""
        if not isinstance(outcome, Roll):
            self._path.end(outcome, ends)
        elif self.draw or self._path.steps or (law := outcome.law_when_fresh()) is None:
            self._path.end_in_all(outcome, Outcome(unshifted(outcome)[1]), ends)
        else:
            ends.add_law(law)

    def _replayed(
        self, rule: Callable[..., object], args: tuple[object, ...], kw: Mapping[str, object]
    ) -> object:
        """The rule, run once more along the answers that are taken."""
        self.rolls = self._path.place = 0
        self._labels.restart()
        try:
            outcome = rule(self, *args, **kw)
        except Cut:
            outcome = UNEXPLORED
        self.run.check_refused()
        return outcome

    # --- the primitives
    def throw(self, label: str, throw: Throw[T]) -> Thrown[T]:
        """Dice leave the hand; known ones show what they show."""
        if self._plain:
            return Thrown(self, label, throw)
        self._met.add(label)
        if self.recorder is not None:
            self.recorder.thrown(label, throw)
        budget = self.sub_rules.budget
        if not self._numbers and budget is None:
            return Thrown(self, label, throw)
        full = self._labels.thrown(label)
        self._thrown.add(full)
        law: Law | None = None
        if full in self._known:
            law = Distribution.certain(throw.value_of(full, self._known[full]))
        thrown = Thrown(self, full, throw, law)
        cut = budget is not None and UNEXPLORED in thrown.law
        if cut and not self.ask(thrown, EXPLORED, f"{label}: explored"):
            raise Cut
        return thrown

    def other_chances(self) -> PlayedWith:
        """As of any umpire; who asks for them knows where their labels belong."""
        self._met.update(self.loaded, self.override)
        return super().other_chances()

    def ask(self, roll: Roll[object], question: Question[Any, U], label: str = "") -> U:
        """The answer to a question on the way that is taken."""
        return self._path.ask(roll, question, label)

    def decide(self, decision: Decision) -> object:
        """The option on the way that is taken; a decision that is known needs no node."""
        name = self._labels.thrown(decision.label)
        self._thrown.add(name)
        if name in self._known:
            return option_of(name, decision.options, self._known[name])
        if self.for_another:
            self.run.refuse(Decides(decision.label))
        if self.averaging:
            self.refuse(averaged(decision.label, self.averaging))
        if not self.draw:
            self.refuse(no_odds(decision.label))
        return choose(self._path, self, name, decision)

    # --- labels that nobody knows
    def _check_labels(
        self, rule: Callable[..., object], args: tuple[object, ...], kw: Mapping[str, object]
    ) -> None:
        """Raises BadInput for a known die, a loaded die or an overridden question that is nowhere."""
        unused = self._known.values.keys() - self._known.used
        if unused and self.sub_rules.budget is None:
            scout = Enumerating(unfold=True, max_leaves=ENOUGH_TO_FIND_LABELS, loaded=self.loaded, memo={})
            cut = scout.tree(rule, *args, **kw).is_cut
            for label in unused - scout._thrown:
                if not cut:
                    raise unknown("dice of this rule", label, sorted(scout._thrown))
        for label in ({*self.loaded, *self.override} - {"d6"}) - self._met:
            if self._tells_labels:
                raise unknown("dice or question of this rule", label, sorted(self._met))


def explorer_for(umpire: Umpire, known: Known) -> Enumerating:
    """Who works the sub-rules out of an umpire that plays: each by itself, whatever is known."""
    explorer = Enumerating(draw=False, loaded=umpire.loaded, memo=umpire.memo)
    explorer.for_another = True
    return explorer
