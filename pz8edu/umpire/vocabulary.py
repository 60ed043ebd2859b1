"""The umpire: the one who rolls the dice. Everything that a rule may ask for."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast, overload

from pz8edu.chance.cards import hand_of
from pz8edu.chance.cards_drawn import Deck
from pz8edu.chance.distribution import D6, Distribution, convolve
from pz8edu.chance.keep import keep_highest, keep_lowest
from pz8edu.chance.kinds import kinds_of
from pz8edu.chance.pool import Pool, folded
from pz8edu.chance.reach import LONGEST, MOST_DIGITS, SHORT
from pz8edu.chance.roll import Handful, Roll, Settled, Tally, Thrown, _difference, named, unshifted
from pz8edu.chance.sums import add_counts, counts_of, sum_of
from pz8edu.errors import BadInput

if TYPE_CHECKING:
    from pz8edu.tree import Tree

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
R = TypeVar("R")
P = ParamSpec("P")


class Order(enum.Enum):
    """How one roll stands to another."""

    HIGHER = "higher"
    EQUAL = "equal"
    LOWER = "lower"

    def __str__(self) -> str:
        return self.value


class Umpire:
    """Answers the dice of a rule; who the umpire is decides what the rule means.

    A `Growing` umpire finds every way the dice can fall, a `Sampling` one plays one random game, a
    `Scripted` one takes the dice from the table and waits for those that are missing.

    `loaded` replaces dice: a distribution by the label of a throw, or under "d6" for every six-sided die.
    `memo` is shared between umpires that meet the same sub-rules.
    """

    def __init__(
        self,
        *,
        loaded: Mapping[str, Distribution[Any]] | None = None,
        memo: dict[Any, Any] | None = None,
    ) -> None:
        self.loaded: Mapping[str, Distribution[Any]] = loaded or {}
        self.freed: Mapping[str, Distribution[Any]] = {}
        self.memo: dict[Any, Any] = {} if memo is None else memo
        self.rolls = 0
        self._kind: tuple[Any, ...] = (False, tuple(self.loaded.items()))
        self._scope = ""
        self._labels: dict[str, int] = {}
        self._six: Distribution[int] = self.loaded.get("d6", D6)

    # --- dice
    def d6(self, label: str) -> Roll[int]:
        """One six-sided die."""
        return self._throw(label, self.loaded.get(label, self._six) if self.loaded else D6, "D6")

    def d3(self, label: str) -> Roll[int]:
        """A six-sided die halved, rounded up."""
        return self.d6(label).half()

    def die(self, label: str, sides: int) -> Roll[int]:
        """One die with any number of sides."""
        if sides < 1:
            raise BadInput(f"a die needs at least one side; got {sides}")
        law = D6 if sides == 6 else Distribution.uniform(range(1, sides + 1))
        return self._throw(label, self._law(label, law), f"D{sides}")

    def roll(self, label: str, die: Distribution[T]) -> Roll[T]:
        """Any distribution thrown like a die."""
        return self._throw(label, self._law(label, die), "")

    def sum_of(
        self,
        label: str,
        count: int,
        worth: Mapping[int, int] | None = None,
        die: Distribution[int] | None = None,
    ) -> Roll[int]:
        """The sum of several equal dice, or of what their faces are worth (others: 0)."""
        law = self._law(label, die or self._six)
        value: Callable[[int], int] = (
            (lambda face: face) if worth is None else lambda face: worth.get(face, 0)
        )
        what = "no dice" if not count else f"{count}D6" if die is None else f"{count} dice"
        kinds = law if worth is None else law.map(value)
        key = ("sum", count, kinds)
        total = self._memorable(key, lambda: sum_of(count, kinds))
        counting = tuple(worth) if worth and set(worth.values()) == {1} else ()
        handful = Handful(count, law, lambda faces: sum(map(value, faces)), counting)
        return self._throw(label, total, what, handful=handful)

    def pool(self, label: str, count: int, on: int) -> Roll[int]:
        """How many of several six-sided dice show `on` or more."""
        return self.sum_of(label, count, {face: 1 for face in self._law(label, self._six) if face >= on})

    @overload
    def tally(self, label: str, count: int, die: Distribution[T]) -> Tally[T]: ...
    @overload
    def tally(
        self, label: str, count: int, die: None = None, **classes: Collection[object]
    ) -> Tally[Any]: ...
    def tally(
        self, label: str, count: int, die: Distribution[Any] | None = None, **classes: Collection[object]
    ) -> Tally[Any]:
        """How often each face, or each named class of faces, comes up among several equal dice."""
        law = self._law(label, self._six) if die is None else die
        names: tuple[Any, ...] = tuple(classes) if classes else law.support
        sets = tuple(classes.values()) if classes else tuple((face,) for face in names)

        def kind(face: Any) -> tuple[int, ...]:
            return tuple(int(face in members) for members in sets)

        kinds = law.map(kind)
        key = ("tally", count, kinds, len(names))
        counts = self._memorable(key, lambda: counts_of(count, kinds, len(names)))

        def fold(faces: tuple[Any, ...]) -> tuple[int, ...]:
            return tuple(sum(int(face in members) for face in faces) for members in sets)

        what = f"{count}D6" if die is None else f"{count} dice"
        return Tally(self._throw(label, counts, what, handful=Handful(count, law, fold)), names)

    def lowest(self, label: str, keep: int, of: int) -> Roll[int]:
        """The sum of the lowest few of several six-sided dice."""
        return self._kept(label, keep, of, keep_lowest, lambda faces: sum(sorted(faces)[:keep]))

    def highest(self, label: str, keep: int, of: int) -> Roll[int]:
        """The sum of the highest few of several six-sided dice."""
        return self._kept(label, keep, of, keep_highest, lambda faces: sum(sorted(faces)[of - keep :]))

    def faces(
        self,
        label: str,
        count: int,
        start: U,
        step: Callable[[U, Any, int], U],
        die: Distribution[Any] | None = None,
        lowest_first: bool = False,
    ) -> Roll[U]:
        """Several equal dice, worked out face by face from the highest down (or from the lowest up).

        `step(state, face, shown)` says what becomes of the state, `start` at first, when so many dice show a
        face; it is asked only about faces that come up. Write it as a function of a module: it is then
        worked out once.
        """
        law = self._law(label, self._six) if die is None else die
        pool = Pool(count, law)
        name = named(step)
        ends = (
            pool.fold(start, step, lowest_first)
            if name is None
            else self._memorable(
                ("faces", pool, law.kinds(), start, kinds_of((start,)), name, lowest_first),
                lambda: pool.fold(start, step, lowest_first),
            )
        )
        what = f"{count}D6" if die is None else f"{count} dice"
        handful = Handful(count, law, lambda faces: folded(faces, start, step, lowest_first))
        return self._throw(label, ends, what, handful=handful)

    def _kept(
        self,
        label: str,
        keep: int,
        of: int,
        how: Callable[[int, int, Distribution[int]], Distribution[int]],
        fold: Callable[[tuple[int, ...]], int],
    ) -> Roll[int]:
        law = self._law(label, self._six)
        kept = self._memorable((how, keep, of, law), lambda: how(keep, of, law))
        return self._throw(label, kept, f"{of}D6", handful=Handful(of, law, fold))

    def chance(self, label: str, odds: Any) -> bool:
        """Something that happens with a given chance, such as a Fraction."""
        happens, of = odds.numerator, odds.denominator
        if not 0 <= happens <= of:
            raise BadInput(f"a chance must be from 0 to 1; got {odds}")
        law: Distribution[bool] = Distribution({True: happens, False: of - happens}, of)
        return cast(bool, self.settle(label, self._throw(label, self._law(label, law), "")))

    # --- cards
    def deck(self, cards: Mapping[T, int]) -> Deck[T]:
        """A fresh deck, to be drawn from card by card without replacement."""
        return Deck(self, cards)

    def hand(self, label: str, cards: Mapping[T, int], count: int) -> Tally[T]:
        """So many cards drawn at once without replacement: how many of each kind?"""
        kinds = {card: copies for card, copies in cards.items() if copies}
        names = tuple(kinds)
        law = self._memorable(("hand", count, tuple(kinds.items())), lambda: hand_of(count, kinds))
        return Tally(self._throw(label, law, f"{count} cards"), names)

    # --- questions
    def look_up(self, label: str, roll: Roll[T], table: Mapping[Any, U] | Callable[[T], U]) -> U:
        """What a table (or a function) says to the value of a roll."""
        read: Callable[[Any], U] = table if callable(table) else table.__getitem__
        base, shift = unshifted(roll)
        name = named(table) if callable(table) else None
        key = None if name is None else ("table", name, shift)
        answer = read if not shift else lambda value: read(value + shift)
        return cast(U, self._ask(roll, answer, key, label, base=base))

    def settle(self, label: str, roll: Roll[T]) -> T:
        """The value itself: the tree branches into every value."""
        base, shift = unshifted(roll)
        answer: Callable[[Any], Any] = (lambda value: value + shift) if shift else _itself
        return cast(T, self._ask(roll, answer, ("value", shift), label, base=base))

    def compare(self, label: str, first: int | Roll[int], second: int | Roll[int]) -> Order:
        """Is the first total higher than, equal to or lower than the second?"""
        if isinstance(first, Roll) and isinstance(second, Roll):
            return self.look_up(label, _difference(first, second), _order)
        margin = first - second
        return self.look_up(label, margin, _order) if isinstance(margin, Roll) else _order(margin)

    # --- sub-rules
    def law_of(
        self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Tree[T]:
        """The exact tree of a sub-rule by itself, made once for equal inputs."""
        return cast("Tree[T]", self._law_of(rule, *args, **kw))

    def _law_of(self, rule: Callable[..., Any], *args: Any, **kw: Any) -> Tree[Any]:
        key: tuple[Any, ...] = (rule, self._kind, args, kinds_of(args))
        if kw:
            key = (*key, tuple(kw.items()), kinds_of(kw.values()))
        tree = self._remembered(rule, key)
        if tree is None:
            tree = self._worked_out(key, partial(self._granting(self._inner()).grow, rule, *args, **kw))
        return cast("Tree[Any]", tree)

    def _granting(self, inner: Any) -> Any:
        return inner

    def _worked_out(self, key: Any, make: Callable[[], Tree[Any]]) -> Tree[Any]:
        """A tree that is remembered from now on."""
        tree = self.memo[key] = make()
        return tree

    def _remembered(self, rule: Any, key: Any) -> Any:
        try:
            return self.memo.get(key)
        except TypeError:
            name = getattr(rule, "__name__", str(rule))
            raise TypeError(f"{name}: a sub-rule's inputs must be frozen records or plain values") from None

    @overload
    def step(
        self, rule: Callable[Concatenate[Umpire, P], Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Roll[T]: ...
    @overload
    def step(
        self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Roll[T]: ...
    def step(
        self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Roll[T]:
        """A step of the rule, as if it stood here: its result stays undecided and its tree is drawn in place.

        Its inputs are frozen records or plain values: the step is worked out once for equal ones. A rule
        ends with it, or hands its result on with `then`.
        """
        return self._undecided(rule(self, *args, **kw))

    @overload
    def then(
        self,
        result: Roll[V],
        rule: Callable[Concatenate[Umpire, V, P], Roll[T]],
        *args: P.args,
        **kw: P.kwargs,
    ) -> Roll[T]: ...
    @overload
    def then(
        self,
        result: Roll[V],
        rule: Callable[Concatenate[Umpire, V, P], T | Roll[T]],
        *args: P.args,
        **kw: P.kwargs,
    ) -> Roll[T]: ...
    def then(
        self,
        result: Roll[V],
        rule: Callable[Concatenate[Umpire, V, P], T | Roll[T]],
        *args: P.args,
        **kw: P.kwargs,
    ) -> Roll[T]:
        """The next step, which takes the result of the one before; that result is then used up."""
        return self._undecided(rule(self, self._decided(result), *args, **kw))

    def _undecided(self, result: Any) -> Roll[Any]:
        return result if isinstance(result, Roll) else Settled(self, result)

    def _decided(self, roll: Roll[T]) -> T:
        return roll.settled if isinstance(roll, Settled) else self.settle("", roll)

    @overload
    def resolve(
        self, label: str, rule: Callable[Concatenate[Umpire, P], Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> T: ...
    @overload
    def resolve(
        self, label: str, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> T: ...
    def resolve(
        self, label: str, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> T:
        """The settled result of a sub-rule; branches that end in the same result meet."""
        return self.settle(label, self.odds(label, rule, *args, **kw))

    @overload
    def odds(
        self, label: str, rule: Callable[Concatenate[Umpire, P], Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Roll[T]: ...
    @overload
    def odds(
        self, label: str, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Roll[T]: ...
    def odds(
        self, label: str, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> Roll[T]:
        """The result of a sub-rule as a roll that stays undecided."""
        return self._odds(self._again(label), rule, *args, **kw)

    def _odds(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Roll[Any]:
        tree = self._sub(label, rule, *args, **kw)
        return self._throw(label, tree.distribution, "", tree=tree)

    @overload
    def repeat(
        self,
        label: str,
        count: int,
        rule: Callable[Concatenate[Umpire, P], Roll[T]],
        *args: P.args,
        **kw: P.kwargs,
    ) -> Tally[T]: ...
    @overload
    def repeat(
        self,
        label: str,
        count: int,
        rule: Callable[Concatenate[Umpire, P], T | Roll[T]],
        *args: P.args,
        **kw: P.kwargs,
    ) -> Tally[T]: ...
    def repeat(
        self,
        label: str,
        count: int,
        rule: Callable[Concatenate[Umpire, P], T | Roll[T]],
        *args: P.args,
        **kw: P.kwargs,
    ) -> Tally[T]:
        """Equal and independent fights: how often each result came up."""
        return self._repeat(self._again(label), count, rule, *args, **kw)

    def _repeat(self, label: str, count: int, rule: Callable[..., Any], *args: Any, **kw: Any) -> Tally[Any]:
        tree: Tree[Any] = self._law_of(rule, *args, **kw)
        names = tree.distribution.support
        if not self._watched(label):
            return self.tally(label, count, tree.distribution)

        def kind(result: Any) -> tuple[int, ...]:
            return tuple(int(result == name) for name in names)

        total: Distribution[tuple[int, ...]] = Distribution.certain((0,) * len(names))
        for place in range(1, count + 1):
            one = self._sub(f"{label} {place}", rule, *args, **kw).distribution.map(kind)
            weights = convolve(total.weights, one.weights, add_counts)
            total = Distribution(weights, total.total * one.total)
        return Tally(self._throw(label, total, ""), names)

    def in_turn(
        self,
        label: str,
        items: Iterable[V],
        rule: Callable[[Umpire, T, V, R], T | Roll[T]],
        state: T,
        rules: R,
    ) -> Roll[T]:
        """One after another: the rule meets the state that the one before has left.

        Equal states meet again after every item. Raises BadInput when there are more items than exact chances
        can be followed through.
        """
        return self._in_turn(self._again(label), tuple(items), rule, state, rules)

    def _in_turn(
        self, label: str, listed: tuple[Any, ...], rule: Callable[..., Any], state: Any, rules: Any
    ) -> Roll[Any]:
        watched = self._watched(label)
        given = (listed, state, rules)
        key = ("in turn", rule, self._kind, given, kinds_of(given))
        law: Distribution[Any] | None = None if watched else self.memo.get(key)
        if law is None:
            law = Distribution.certain(state)
            due = SHORT  # as in a chain
            for place, item in enumerate(listed, 1):
                after = partial(self._one_more, f"{label} {place}", rule, item, rules)
                law = law.then(after, lowest_terms=False)
                if type(law.total) is int and law.total.bit_length() > due:
                    law = law.reduced()
                    due = min(max(2 * law.total.bit_length(), SHORT), LONGEST)
                if type(law.total) is int and law.total.bit_length() > LONGEST:
                    raise BadInput(
                        f"after {place:,} of {len(listed):,} in turn the exact chances have more than "
                        f"{MOST_DIGITS:,} digits; ask for fewer"
                    )
            law = law.reduced()
            if not watched and self._whole(law):
                self.memo[key] = law
        return self._throw(label, law, "")

    def _one_more(
        self, label: str, rule: Callable[..., Any], item: Any, rules: Any, state: Any
    ) -> Distribution[Any]:
        return self._sub(label, rule, state, item, rules).distribution

    def until(
        self, label: str, rule: Callable[Concatenate[Umpire, P], T | None], *args: P.args, **kw: P.kwargs
    ) -> T:
        """A sub-rule rolled again until it decides something: a result of None is rolled again.

        Raises BadInput when it can never decide.
        """
        return cast(T, self._until(self._again(label), rule, *args, **kw))

    def _until(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        decided: Distribution[Any] = self._law_of(rule, *args, **kw).distribution.given(_decides)
        return self.settle(label, self._throw(label, decided, ""))

    # --- what an umpire must answer
    def _throw(
        self,
        label: str,
        law: Distribution[Any],
        what: str,
        deck: Deck[Any] | None = None,
        handful: Handful | None = None,
        tree: Tree[Any] | None = None,
    ) -> Thrown[Any]:
        return Thrown(self, self._named(label), law, what, deck, handful, tree)

    def _ask(
        self,
        roll: Roll[Any],
        answer: Callable[[Any], Any],
        key: Any,
        label: str,
        base: Roll[Any] | None = None,
    ) -> Any:
        """Answer a question about a roll; `answer` reads the value of `base`, the roll without its shifts."""
        raise NotImplementedError

    def _watched(self, label: str) -> bool:
        """Is anything inside this sub-rule known already?"""
        return False

    def _whole(self, law: Distribution[Any]) -> bool:
        """May this law be remembered?"""
        return True

    def _sub(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Tree[Any]:
        return self._law_of(rule, *args, **kw)

    def _inner(self) -> Any:
        from pz8edu.umpire.growing import Growing

        return Growing(loaded=self.loaded, memo=self.memo)

    def _named(self, label: str) -> str:
        """The label as a path through the sub-rules; a label that comes again gets a number."""
        path = self._scope + label
        seen = self._labels[path] = self._labels.get(path, 0) + 1
        return path if seen == 1 else f"{path} #{seen}"

    def _again(self, label: str) -> str:
        """The label of a sub-rule; one that comes again gets a number, so that its dice can be told apart."""
        scope = f"{self._scope}{label}: "
        seen = self._labels[scope] = self._labels.get(scope, 0) + 1
        return label if seen == 1 else f"{label} #{seen}"

    def _law(self, label: str, law: Distribution[Any]) -> Distribution[Any]:
        return self.loaded.get(label, law) if self.loaded else law

    def _memorable(self, key: Any, make: Callable[[], Distribution[Any]]) -> Distribution[Any]:
        law = self.memo.get(key)
        if law is None:
            law = self.memo[key] = make()
        return cast("Distribution[Any]", law)


def _itself(value: Any) -> Any:
    return value


def _decides(result: Any) -> bool:
    return result is not None


def _order(margin: int) -> Order:
    return Order.HIGHER if margin > 0 else Order.EQUAL if margin == 0 else Order.LOWER
