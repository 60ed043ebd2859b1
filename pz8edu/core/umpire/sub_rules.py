"""How rules inside a rule are gone about: worked out apart, or played where they stand."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial, wraps
from typing import TYPE_CHECKING, cast

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.sums import add_counts, convolve
from pz8edu.core.frozen import NotFrozen
from pz8edu.core.rolls.address import Labels
from pz8edu.core.rolls.roll import Roll, Thrown
from pz8edu.core.rolls.tally import Tally
from pz8edu.core.rolls.throw import Law, Throw
from pz8edu.core.tree.node import UNEXPLORED
from pz8edu.core.tree.tree import AnyTree
from pz8edu.core.umpire.base import (
    AnyRoll,
    AnyRule,
    AnyTally,
    Inputs,
    Umpire,
    decides,
    this_or_later,
)
from pz8edu.core.umpire.budget import Budget, Cut
from pz8edu.core.umpire.choosing import Decides
from pz8edu.core.umpire.known import Known
from pz8edu.core.umpire.run import impure
from pz8edu.core.umpire.throws import Memo
from pz8edu.errors import BadInput, Impure, Unasked, shown
from pz8edu.limits import LONGEST, MOST_DIGITS, SHORT

if TYPE_CHECKING:
    from pz8edu.core.umpire.enumerating import Enumerating

Place = tuple[Memo, Hashable]
"""Where something is remembered, and by which key."""


class Rebinds(Impure):
    """A sub-rule gives other values to variables of the function around it."""


class ExactSubRules:
    """Each sub-rule is one question of the rule: it is worked out by itself, once for equal inputs.

    One that changes variables around it, or is given what may change, is played where it stands.

    `explorer` makes an umpire that knows some dice; `kind` tells umpires apart whose trees differ.
    """

    def __init__(
        self,
        umpire: Umpire,
        labels: Labels,
        explorer: Callable[[Known], Enumerating],
        kind: Hashable,
        known: Known | None = None,
    ) -> None:
        self.umpire = umpire
        self.labels = labels
        self.explorer = explorer
        self.kind = kind
        self.known = Known({}) if known is None else known
        self.budget: Budget | None = None

    def tree(self, rule: AnyRule, inputs: Inputs) -> AnyTree:
        """The exact tree of a sub-rule by itself; where a budget has cut it the rule's way ends."""
        tree = self._tree(rule, inputs)
        if self.budget is not None and tree.is_cut:
            raise Cut
        return tree

    def odds(self, label: str, rule: AnyRule, inputs: Inputs) -> AnyRoll:
        """Its result as a roll that stays undecided."""
        label = self.labels.sub_rule(label)
        place = self._place(rule, inputs)
        if place is None or self._may_be_filled(place):
            return self.played(label, rule, inputs)
        try:
            return self.umpire.throw(label, Throw(self._law(label, rule, inputs, place)))
        except Rebinds as fault:
            self.umpire.run.forgive(fault)
        return self.played(label, rule, inputs)

    def resolved(self, label: str, rule: AnyRule, inputs: Inputs) -> AnyRoll:
        """The same; a sub-rule that decides is played where it stands."""
        try:
            return self.odds(label, rule, inputs)
        except Decides as fault:
            if self.umpire.for_another:
                raise
            self.umpire.run.forgive(fault)
        return self.played(self.labels.latest(label), rule, inputs)

    def repeat(self, label: str, count: int, rule: AnyRule, inputs: Inputs) -> AnyTally:
        """How often each result came up among so many fights; a fight may be partly known."""
        label = self.labels.sub_rule(label)
        law = self._tree(rule, inputs).distribution
        names = law.support
        if self._watches(label):
            tally = self._one_by_one(label, count, names, rule, inputs)
        else:
            tally = self.umpire.tally(label, count, law)
        if UNEXPLORED not in names:
            return tally
        place = names.index(UNEXPLORED)
        counts = cast("Thrown[tuple[int, ...]]", tally._thrown).law
        explored: Law = counts.map(lambda n: UNEXPLORED if n[place] else (*n[:place], *n[place + 1 :]))
        thrown = self.umpire.throw(label, Throw(explored))
        return Tally(thrown, tuple(name for name in names if name is not UNEXPLORED))

    def _one_by_one(
        self, label: str, count: int, names: tuple[object, ...], rule: AnyRule, inputs: Inputs
    ) -> Tally[object]:
        total: Distribution[tuple[int, ...]] = Distribution.certain((0,) * len(names))
        for place in range(1, count + 1):
            law = self._law(f"{label} {place}", rule, inputs)
            one = law.map(lambda result: tuple(int(result == name) for name in names))
            total = Distribution(convolve(total.weights, one.weights, add_counts), total.total * one.total)
        return Tally(self.umpire.throw(label, Throw(total)), names)

    def in_turn(
        self, label: str, items: tuple[object, ...], rule: AnyRule, state: object, rules: object
    ) -> AnyRoll:
        """The state that one after another has left; equal states meet after every item."""
        label = self.labels.sub_rule(label)
        given: Inputs = (items, state, rules), {}
        found = self._place(rule, given, "in turn")
        if found is None or self._may_be_filled(found):
            return self._one_after_another(label, items, rule, state, rules)
        memo, key = found
        watched = self._watches(label)
        law = None if watched else cast("Law | None", memo.get(key))
        if law is None:
            try:
                law = self._after_all(label, items, rule, state, rules)
            except Rebinds as fault:
                self.umpire.run.forgive(fault)
                return self._one_after_another(label, items, rule, state, rules)
            if not watched and UNEXPLORED not in law:
                memo[key] = law
        return self.umpire.throw(label, Throw(law))

    def _one_after_another(
        self, label: str, items: tuple[object, ...], rule: AnyRule, state: object, rules: object
    ) -> AnyRoll:
        for place, item in enumerate(items, 1):
            state = self.settled(f"{label} {place}", rule, ((state, item, rules), {}))
        return self._certain(self.labels.thrown(label), state)

    def _after_all(
        self, label: str, items: tuple[object, ...], rule: AnyRule, state: object, rules: object
    ) -> Law:
        law: Law = Distribution.certain(state)
        due = SHORT  # as in a chain
        for place, item in enumerate(items, 1):

            def after(state: object, name: str = f"{label} {place}", item: object = item) -> Law:
                if state is UNEXPLORED:
                    return Distribution.certain(state)
                return self._law(name, rule, ((state, item, rules), {}))

            law = law.then(after, lowest_terms=False)
            if _length(law) > due:
                law = law.reduced()
                due = min(max(2 * _length(law), SHORT), LONGEST)
            if _length(law) > LONGEST:
                raise BadInput(
                    f"after {place:,} of {len(items):,} in turn the exact chances have more than "
                    f"{MOST_DIGITS:,} digits; ask for fewer"
                )
        return law.reduced()

    def until(self, label: str, rule: AnyRule, inputs: Inputs) -> object:
        """The first result that is not None; rounds that are partly known come first."""
        label = self.labels.sub_rule(label)
        law = self._tree(rule, inputs).distribution.given(decides)
        if self._watches(label):
            rounds = 1
            while self._watches(f"{label} {rounds + 1}"):
                rounds += 1
            for number in range(rounds, 0, -1):
                law = this_or_later(self._law(f"{label} {number}", rule, inputs), law)
        return self.umpire.settle(label, self.umpire.throw(label, Throw(law)))

    # --- what it rests on
    def _tree(self, rule: AnyRule, inputs: Inputs, place: Place | None = None) -> AnyTree:
        memo, key = place or self._place_for_sure(rule, inputs)
        tree = cast("AnyTree | Decides | None", memo.get(key))
        if isinstance(tree, Decides):
            self.umpire.run.refuse(Decides(*tree.args))
        if tree is not None:
            return tree

        def make() -> AnyTree:
            try:
                return self._worked_out(Known({}), rule, inputs, (memo, key))
            except Decides as fault:
                memo[key] = Decides(*fault.args)
                raise

        if self.budget is not None:
            return self.budget.worked_out(key, make, memo)
        memo[key] = tree = make()
        return tree

    def _law(self, label: str, rule: AnyRule, inputs: Inputs, place: Place | None = None) -> Law:
        """The law of a sub-rule under what is known inside it."""
        known = self.known and self.known.inside((*self.labels.scope, label))
        if not known:
            return self._tree(rule, inputs, place).distribution
        place = place or self._place_for_sure(rule, inputs)
        if self.budget is None:
            return self._worked_out(known, rule, inputs, place).distribution
        key = ("known", known.scope, place[1])
        make = partial(self._worked_out, known, rule, inputs, place)
        return self.budget.worked_out(key, make, {}).distribution

    def _worked_out(self, known: Known, rule: AnyRule, inputs: Inputs, place: Place | None = None) -> AnyTree:
        """The tree of a sub-rule; one of the user's may change nothing on any way through it."""
        args, kw = inputs
        if place is not None and place[0] is self.umpire.run.memo:
            rule = self._changing_nothing(rule, (rule, *args, *kw.items()))
        return self.explorer(known).tree(rule, *args, **kw)

    def _changing_nothing(self, rule: AnyRule, given: tuple[object, ...]) -> AnyRule:
        """A rule of the user's that is refused when it has changed what it depends on.

        Variables of the function around it are as they were before, so that it may be played instead.
        """
        run = self.umpire.run
        before, refused = run.keys.key(given), run.refused
        around = run.keys.variables_around()

        @wraps(rule)
        def checked(*args: object, **kw: object) -> object:
            try:
                return rule(*args, **kw)
            finally:
                if not run.keys.still(before, given):
                    for cell, value in around:
                        cell.cell_contents = value
                    name = getattr(rule, "__name__", "a sub-rule")
                    told, run.refused = f"{name} changes what stands outside it", refused
                    run.refuse(impure(told, Rebinds if run.keys.still(before, given) else Impure))

        return checked

    def _place(self, rule: AnyRule, inputs: Inputs, how: str = "alone") -> Place | None:
        """Where a sub-rule is remembered, and its key there; None for one that must be played."""
        args, kw = inputs
        try:
            memo, key = self.umpire.remembered_by((rule, *args, *kw.items()))
        except NotFrozen as changing:
            self._changing = changing.args[0]
            return None
        return memo, (how, self.kind, len(args), key)

    def _may_be_filled(self, place: Place) -> bool:
        """Was the sub-rule given a list or a table, which it may add to?"""
        return place[0] is self.umpire.run.memo and self.umpire.run.keys.handed

    def _place_for_sure(self, rule: AnyRule, inputs: Inputs) -> Place:
        place = self._place(rule, inputs)
        if place is None:
            name = getattr(rule, "__name__", str(rule))
            self.umpire.refuse(
                Unasked(
                    f"{name}: a sub-rule's inputs must be frozen records or plain values, and it may change "
                    f"nothing outside itself; {shown(self._changing)} may change"
                )
            )
        return place

    def played(self, label: str, rule: AnyRule, inputs: Inputs) -> AnyRoll:
        """Played where it stands: its result as a roll."""
        result = self._play(label, rule, inputs)
        return result if isinstance(result, Roll) else self._certain(self.labels.here(label), result)

    def settled(self, label: str, rule: AnyRule, inputs: Inputs) -> object:
        """Played where it stands: the result itself."""
        return self.umpire.decided(self._play(label, rule, inputs))

    def _play(self, label: str, rule: AnyRule, inputs: Inputs) -> object:
        args, kw = inputs
        outer = self.labels.scope
        self.labels.scope = (*outer, label)
        try:
            return rule(self.umpire, *args, **kw)
        finally:
            self.labels.scope = outer

    def _certain(self, label: str, value: object) -> AnyRoll:
        return Thrown(self.umpire, label, Throw(Distribution.certain(value)))

    def _watches(self, label: str) -> bool:
        return bool(self.known) and self.known.watches((*self.labels.scope, label))


class Played(ExactSubRules):
    """Each sub-rule is played where it stands, in a scope of labels of its own."""

    def odds(self, label: str, rule: AnyRule, inputs: Inputs) -> AnyRoll:
        """Its result, which may be certain by now."""
        return self.played(self.labels.sub_rule(label), rule, inputs)

    def repeat(self, label: str, count: int, rule: AnyRule, inputs: Inputs) -> AnyTally:
        """Every fight, one after the other."""
        label = self.labels.sub_rule(label)
        names = self.tree(rule, inputs).distribution.support
        results = [self.settled(f"{label} {place}", rule, inputs) for place in range(1, count + 1)]
        counts = tuple(sum(int(result == name) for result in results) for name in names)
        return Tally(self._certain(self.labels.thrown(label), counts), names)

    def in_turn(
        self, label: str, items: tuple[object, ...], rule: AnyRule, state: object, rules: object
    ) -> AnyRoll:
        """Every item, one after the other."""
        return self._one_after_another(self.labels.sub_rule(label), items, rule, state, rules)


class PlayedByHand(Played):
    """Each sub-rule is played with the dice on the table; its result is a step of its own."""

    def settled(self, label: str, rule: AnyRule, inputs: Inputs) -> object:
        """The result, read from the table."""
        return self.umpire.settle("", self.played(label, rule, inputs))

    def until(self, label: str, rule: AnyRule, inputs: Inputs) -> object:
        """Round after round, until one decides."""
        label = self.labels.sub_rule(label)
        number, result = 0, None
        while result is None:
            number += 1
            result = self.settled(f"{label} {number}", rule, inputs)
        return result


class Sampled(ExactSubRules):
    """A sub-rule is played at once; many equal ones are thrown together."""

    def odds(self, label: str, rule: AnyRule, inputs: Inputs) -> AnyRoll:
        """Its result in this game."""
        args, kw = inputs
        result = rule(self.umpire, *args, **kw)
        if isinstance(result, Roll):
            return result
        return Thrown(self.umpire, label, Throw(Distribution.certain(result)))


def _length(law: Law) -> int:
    """How long the numbers of its chances are, in bits; nothing for formulas."""
    return law.total.bit_length() if isinstance(law.total, int) else 0
