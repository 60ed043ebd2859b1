"""The umpire that finds every way the dice can fall."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, overload

from pz8edu.chance.cards_drawn import Deck
from pz8edu.chance.distribution import Distribution, Weight, collect
from pz8edu.chance.kinds import kinds_of
from pz8edu.chance.knowledge import Division, Knowledge
from pz8edu.chance.roll import Handful, Roll, Settled, Stepped, Tally, Thrown, unshifted
from pz8edu.errors import BadInput, Impure, Unasked, shown
from pz8edu.tree import UNEXPLORED, Node, Tree
from pz8edu.umpire.budget import Budget, Cut, is_cut, is_explored
from pz8edu.umpire.grafting import followed, grafted
from pz8edu.umpire.replay import Asked, drawn
from pz8edu.umpire.vocabulary import Umpire, _decides

T = TypeVar("T")
P = ParamSpec("P")


_NOTHING = Knowledge({})


class Growing(Umpire):
    """Grows the exact tree: the rule is run again for every answer to every question it asks.

    `given` holds dice that are known already, by label. `unfold` draws sub-rules inside the tree instead
    of as one node. `draw=False` leaves the tree out and keeps only the distribution. A budget
    (`max_leaves`, `max_seconds`) ends in an explicit unexplored outcome with its exact chance; a sub-rule may
    use what is left of it to the rule around it.

    `freed` gives questions, by their label, other chances than their dice have: a distribution of 1 (yes, as
    the question is spoken: "4 or more") and 0, or of the answers of a table. The dice behind an answer keep
    their odds among each other. A question that is certain stays so.
    """

    def __init__(
        self,
        *,
        given: Mapping[str, Any] | None = None,
        unfold: bool = False,
        draw: bool = True,
        max_leaves: int | None = None,
        max_seconds: float | None = None,
        loaded: Mapping[str, Distribution[Any]] | None = None,
        freed: Mapping[str, Distribution[Any]] | None = None,
        memo: dict[Any, Any] | None = None,
    ) -> None:
        super().__init__(loaded=loaded, memo=memo)
        self.freed = freed or {}
        self.known: Mapping[str, Any] = given or {}
        self.unfold = unfold
        self.draw = draw
        self._kind = (draw, *self._kind[1:], tuple(self.freed.items()))
        self.max_leaves = max_leaves
        self.max_seconds = max_seconds
        self._granted: Budget | None = None
        self._budget: Budget | None = None
        self._path: list[Asked] = []
        self._place = 0
        self._playing = False
        self._root: Node | None = None
        self._stepping = self._steps_asked = False

    @overload
    def grow(
        self, rule: Callable[Concatenate[Umpire, P], Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Tree[T]: ...
    @overload
    def grow(
        self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Tree[T]: ...
    def grow(
        self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Tree[T]:
        """The exact tree of a rule for these inputs.

        Raises Impure when the rule does not ask the same questions in every replay.
        """
        path = self._path = []
        gathered: dict[Weight, dict[Any, Weight]] = {}
        leaves = 0
        self._root = None
        self._stepping = self._steps_asked = False
        budget = self._budget = self._new_budget()
        outcome: Any
        while True:
            self.rolls = 0
            self._place = 0
            if self._labels:
                self._labels = {}
            try:
                outcome = rule(self, *args, **kw)
                if self._stepping and isinstance(outcome, Roll) and not isinstance(outcome, Stepped):
                    self._look_at_steps(outcome)
            except Cut:
                outcome = UNEXPLORED
            if isinstance(outcome, Settled):
                outcome = outcome.settled
            if self._place < len(path):
                raise Impure(
                    f"this rule asked {path[self._place].label()!r} the first time and ended before it "
                    "the second: a rule may depend on nothing but its inputs and the dice"
                )
            if isinstance(outcome, Roll):
                law = None if self.draw or path else outcome.law_when_fresh()
                if law is not None:
                    return Tree(law.reduced(), None, len(law))
                leaves += self._end(outcome, gathered)
            else:
                leaves += 1
                if path:
                    path[-1].ends(outcome, gathered)
                else:
                    gathered[1] = {outcome: 1}
            if self._root is None and path:
                self._root = path[0].node
            while path and path[-1].last:
                path.pop()
            if not path:
                break
            if budget is not None and budget.spent(leaves):
                for step in path:
                    while not step.last:
                        step.turn()
                        step.ends(UNEXPLORED, gathered)
                break
            path[-1].turn()
        return Tree(collect(gathered), self._root, leaves)

    def _new_budget(self) -> Budget | None:
        if self.max_leaves is None and self.max_seconds is None:
            return self._granted
        return Budget.of(self.max_leaves, self.max_seconds)

    def _granting(self, inner: Any) -> Any:
        """An umpire for a sub-rule, with what is left of the budget."""
        inner._granted = None if self._budget is None else self._budget.rest()
        return inner

    def _worked_out(self, key: Any, make: Callable[[], Tree[Any]]) -> Tree[Any]:
        """As `Umpire._worked_out`; what a budget has cut is not remembered beyond it."""
        if self._budget is None:
            return super()._worked_out(key, make)
        return self._budget.worked_out(key, make, self.memo)

    def _whole(self, law: Distribution[Any]) -> bool:
        return UNEXPLORED not in law.weights

    def _only_explored(self, thrown: Thrown[Any]) -> None:
        """The way ends here where the result of a sub-rule is not explored, and goes on where it is."""
        if UNEXPLORED in thrown.law.weights:
            label = f"{thrown.label}: explored"
            if not self._ask(thrown, is_explored, ("explored",), label, base=thrown):
                raise Cut

    def _end(self, outcome: Roll[Any], gathered: dict[Weight, dict[Any, Weight]]) -> int:
        """A rule that returns a roll ends in all its values at once, without a replay for each."""
        if isinstance(outcome, Stepped) and self._is_fresh(outcome):
            return self._end_with_a_step(outcome.stepped, gathered)
        step = self._question(outcome, _itself, None, "result", None)
        if not self._path:
            self._path.append(step)
        step.ends(step.says, gathered)
        while not step.last:
            step.turn()
            step.ends(step.says, gathered)
        return len(step.division.parts)

    def _end_with_a_step(self, tree: Tree[Any], gathered: dict[Weight, dict[Any, Weight]]) -> int:
        """The tree of a step, worked out before, grows on where the rule has come to."""
        weight: Weight = 1
        total: Weight = 1
        path = self._path
        if path:
            last = path[-1]
            weight, total = last.division.weight(last.place), last.division.total
        law = tree.distribution
        whole = total * law.total
        weights = gathered.setdefault(whole, {})
        for value, mass in law.weights.items():
            weights[value] = weights[value] + weight * mass if value in weights else weight * mass
        if self.draw and path:
            branch = path[-1].branch
            assert branch is not None
            branch.child, branch.outcome = grafted(tree, weight, total)
        elif self.draw:
            self._root = tree.root
        return tree.leaves

    def _is_fresh(self, roll: Thrown[Any]) -> bool:
        """Has nobody asked about it on the way here?"""
        if not self._steps_asked:
            return True
        return not any(die.number == roll.number for step in self._path for die in step.roll.dice())

    def _look_at_steps(self, asked: Roll[Any]) -> None:
        """Steps may be asked about like dice, unless their results were handed on."""
        for die in asked.dice():
            if isinstance(die, Stepped):
                if UNEXPLORED in die.law.weights:
                    raise Cut
                self._steps_asked = True
                if die.used_up:
                    raise Unasked(used_up(die))

    def _question(
        self, roll: Roll[Any], answer: Callable[[Any], Any], key: Any, label: str, base: Roll[Any] | None
    ) -> Asked:
        """A question that is asked for the first time, as a step that is not yet on the path."""
        asked, shift = unshifted(roll) if base is None else (base, 0)
        if base is None and shift:
            read, answer = answer, lambda value: read(value + shift)
        if self._stepping:
            self._look_at_steps(asked)
        path = self._path
        known = path[-1].knowledge() if path else _NOTHING
        division = known.divided(asked, answer, key)
        if self.freed and len(division.parts) > 1:
            division = self._freed(division, key, label or repr(asked))
        step = Asked(roll, key, answer, division)
        if self.draw:
            step.node = drawn(step, label or repr(asked), shift)
            if path:
                branch = path[-1].branch
                assert branch is not None
                branch.child = step.node
        return step

    def _freed(self, division: Division, key: Any, label: str) -> Division:
        odds = self.freed.get(label) or self.freed.get(label.rpartition(": ")[2])
        if odds is None:
            return division
        answers = [part.answer for part in division.parts]
        if all(isinstance(answer, bool) for answer in answers):
            spoken = not (isinstance(key, tuple) and key[0] is operator.lt)  # "below 4" is spoken "4 or more"
            answers = [int(answer is spoken) for answer in answers]
        for answer in odds:
            if answer not in answers and odds.weights[answer]:
                listed = ", ".join(map(str, answers))
                raise BadInput(f"{label!r} cannot be answered {shown(answer)} here; it can be {listed}")
        return division.freed([odds.weights.get(answer, 0) for answer in answers], odds.total)

    def _ask(
        self,
        roll: Roll[Any],
        answer: Callable[[Any], Any],
        key: Any,
        label: str,
        base: Roll[Any] | None = None,
    ) -> Any:
        path = self._path
        place = self._place
        self._place = place + 1
        if place == len(path):
            step = self._question(roll, answer, key, self._scope + label if label else "", base)
            path.append(step)
            return step.says
        step = path[place]
        if step.roll.number != roll.number or step.key != key or answer(step.witness) != step.says:
            raise Impure(
                f"this rule asked {step.label()!r} the first time and something else about "
                f"'{roll!r}' the second: a rule may depend on nothing but its inputs and the dice"
            )
        return step.says

    # --- dice that are known, and sub-rules
    def _throw(
        self,
        label: str,
        law: Distribution[Any],
        what: str,
        deck: Deck[Any] | None = None,
        handful: Handful | None = None,
        tree: Tree[Any] | None = None,
    ) -> Thrown[Any]:
        if not self.draw and not self.known and not self._scope and self._budget is None:
            return Thrown(self, label, law, what, deck, handful, tree)
        path = self._named(label)
        if path in self.known:
            law, deck = Distribution.certain(fallen(path, self.known[path], law, handful)), None
        thrown: Thrown[Any] = Thrown(self, path, law, what, deck, handful, tree)
        if self._budget is not None:
            self._only_explored(thrown)
        return thrown

    def _watched(self, label: str) -> bool:
        if not self.known:
            return False
        path = self._scope + label
        return any(
            known.startswith(path) and known[len(path) : len(path) + 1] in (":", " ") for known in self.known
        )

    def _sub(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Tree[Any]:
        path = f"{self._scope}{label}: "
        inner = {known[len(path) :]: value for known, value in self.known.items() if known.startswith(path)}
        if not inner:
            return self._law_of(rule, *args, **kw)
        umpire = Growing(given=inner, loaded=self.loaded, freed=self.freed, memo=self.memo, draw=self.draw)
        if self._budget is None:
            return umpire.grow(rule, *args, **kw)
        key = ("known", path, rule, args, kinds_of(args), _named(kw))
        return self._budget.worked_out(key, lambda: self._granting(umpire).grow(rule, *args, **kw), {})

    def law_of(
        self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Tree[T]:
        """As `Umpire.law_of`; where a budget has cut it the rule's way ends."""
        tree = self._law_of(rule, *args, **kw)
        if self._budget is not None and is_cut(tree):
            raise Cut
        return tree

    def _one_more(
        self, label: str, rule: Callable[..., Any], item: Any, rules: Any, state: Any
    ) -> Distribution[Any]:
        if state is UNEXPLORED:
            return Distribution.certain(state)
        return super()._one_more(label, rule, item, rules, state)

    def _until(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """As `Umpire.until`; rounds that are partly known come first."""
        if not self._watched(label):
            return super()._until(label, rule, *args, **kw)
        whole: Distribution[Any] = self._law_of(rule, *args, **kw).distribution
        law = whole.given(_decides)
        known_rounds = 1
        while self._watched(f"{label} {known_rounds + 1}"):
            known_rounds += 1
        for number in range(known_rounds, 0, -1):
            law = _or_later(self._sub(f"{label} {number}", rule, *args, **kw).distribution, law)
        return self.settle(label, self._throw(label, law, ""))

    def _inner(self, unfold: bool = False) -> Growing:
        return Growing(loaded=self.loaded, freed=self.freed, memo=self.memo, draw=self.draw, unfold=unfold)

    def step(self, rule: Callable[..., Any], *args: Any, **kw: Any) -> Roll[Any]:
        """As `Umpire.step`; with known dice, and inside a sub-rule that is played, it is played too."""
        if self.known or self._playing:
            return super().step(rule, *args, **kw)
        self._stepping = True
        return Stepped(self, rule.__name__, self._stepped(rule, args, kw))

    def _stepped(self, rule: Callable[..., Any], args: tuple[Any, ...], kw: dict[str, Any]) -> Tree[Any]:
        """The tree of a step."""
        key: tuple[Any, ...] = ("step", rule, self._kind, self.unfold, args, kinds_of(args))
        if kw:
            key += _named(kw)
        tree = self._remembered(rule, key)
        if tree is None:
            inner = self._inner(self.unfold)
            tree = self._worked_out(key, partial(self._granting(inner).grow, rule, *args, **kw))
            if not self.draw and not is_cut(tree):
                # equal laws of one rule are one, and so is all that follows from them
                law = tree.distribution
                equal = ("equal", rule, kinds_of(args), law, law.kinds())
                tree = self.memo[key] = self.memo.setdefault(equal, tree)
        return cast("Tree[Any]", tree)

    def then(self, result: Roll[Any], rule: Callable[..., Any], *args: Any, **kw: Any) -> Roll[Any]:
        """As `Umpire.then`; both steps become one tree."""
        if not isinstance(result, Stepped) or not self._is_fresh(result):
            return super().then(result, rule, *args, **kw)
        if result.used_up:
            raise Unasked(used_up(result))
        result.used_up = True
        before = result.stepped
        key: tuple[Any, ...] = ("then", before, rule, self._kind, self.unfold, args, kinds_of(args))
        if kw:
            key += _named(kw)
        tree = self._remembered(rule, key)
        if tree is None:
            following = {value: self._following(rule, value, args, kw) for value in before.distribution}
            tree = self._worked_out(key, partial(followed, before, following, self.draw))
        return Stepped(self, rule.__name__, tree)

    def _following(
        self, rule: Callable[..., Any], value: Any, args: tuple[Any, ...], kw: dict[str, Any]
    ) -> Tree[Any]:
        if value is UNEXPLORED:
            return Tree(Distribution.certain(value), None, 1)
        return self._stepped(rule, (value, *args), kw)

    def _odds(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Roll[Any]:
        """As `Umpire.odds`; an unfolding umpire plays the sub-rule inside its own tree."""
        if not self.unfold:
            return super()._odds(label, rule, *args, **kw)
        return self.played(label, rule, *args, **kw)

    def _repeat(self, label: str, count: int, rule: Callable[..., Any], *args: Any, **kw: Any) -> Tally[Any]:
        """As `Umpire.repeat`; an unfolding umpire plays every fight, one after the other."""
        if not self.unfold:
            return self._repeated(super()._repeat(label, count, rule, *args, **kw))
        names = self._law_of(rule, *args, **kw).distribution.support
        if UNEXPLORED in names:
            raise Cut
        results = [self._settled(f"{label} {place}", rule, *args, **kw) for place in range(1, count + 1)]
        counts = tuple(sum(int(result == name) for result in results) for name in names)
        return Tally(Thrown(self, self._named(label), Distribution.certain(counts)), names)

    def _repeated(self, tally: Tally[Any]) -> Tally[Any]:
        """How often each result came up, where all are explored."""
        if UNEXPLORED not in tally._names:
            return tally
        place = tally._names.index(UNEXPLORED)
        thrown = cast("Thrown[Any]", tally._thrown)
        thrown.handful = None
        thrown.law = thrown.law.map(lambda n: UNEXPLORED if n[place] else (*n[:place], *n[place + 1 :]))
        self._only_explored(thrown)
        return Tally(thrown, tuple(name for name in tally._names if name is not UNEXPLORED))

    def _in_turn(
        self, label: str, listed: Any, rule: Callable[..., Any], state: Any, rules: Any
    ) -> Roll[Any]:
        """As `Umpire.in_turn`; an unfolding umpire plays every item, one after the other."""
        if not self.unfold:
            return super()._in_turn(label, listed, rule, state, rules)
        for place, item in enumerate(listed, 1):
            state = self._settled(f"{label} {place}", rule, state, item, rules)
        return Thrown(self, self._named(label), Distribution.certain(state))

    def played(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Roll[Any]:
        """The sub-rule played here and now, under its own scope of labels."""
        result = self._played(label, rule, *args, **kw)
        if isinstance(result, Settled):
            result = result.settled
        elif isinstance(result, Roll):
            return result
        return Thrown(self, f"{self._scope}{label}", Distribution.certain(result))

    def _settled(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        result = self._played(label, rule, *args, **kw)
        return self._decided(result) if isinstance(result, Roll) else result

    def _played(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        outer, playing = self._scope, self._playing
        self._scope, self._playing = f"{outer}{label}: ", True
        try:
            return rule(self, *args, **kw)
        finally:
            self._scope, self._playing = outer, playing


def _named(kw: dict[str, Any]) -> tuple[Any, ...]:
    """Inputs by name as part of a key."""
    return *kw.items(), kinds_of(kw.values())


def used_up(result: Thrown[Any]) -> str:
    """What is said about a result that the rule uses again after it was handed on."""
    return f"the result of '{result.label}' was handed on with umpire.then(): go on with what that returns"


def fallen(label: str, given: Any, law: Distribution[Any], handful: Handful | None) -> Any:
    """The value of dice that are known: given as the value itself, or as the faces of a handful.

    A list is always faces; a tuple is the value where it can be one, else faces.
    Raises BadInput when the dice cannot fall like that.
    """
    if not isinstance(given, list) and _holds(law, given):
        return given
    if handful is not None and isinstance(given, (list, tuple)):
        if len(given) != handful.count or not all(_holds(handful.die, face) for face in given):
            faces = ", ".join(map(str, handful.die))
            raise BadInput(
                f"{label!r} is a throw of {handful.count} dice with faces {faces}; got {shown(list(given))}"
            )
        return handful.fold(tuple(given))
    listed = ", ".join(map(str, law.support[:20]))
    raise BadInput(f"{label!r} cannot be {shown(given)}; it can be {listed}")


def _holds(law: Distribution[Any], value: Any) -> bool:
    try:
        return value in law
    except TypeError:
        return False


def _or_later(this: Distribution[Any], later: Distribution[Any]) -> Distribution[Any]:
    """What this round decides, or what later rounds do."""
    return this.then(lambda result: Distribution.certain(result) if _decides(result) else later)


def _itself(value: Any) -> Any:
    return value
