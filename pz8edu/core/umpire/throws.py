"""Every kind of throw that the rulebooks ask for: dice, pools, tallies, cards."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Hashable, Mapping
from functools import partial
from numbers import Rational
from typing import Any, NoReturn, TypedDict, TypeVar, cast, overload

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.fold import folded
from pz8edu.core.chance.hands import Hand
from pz8edu.core.chance.pool import Pool
from pz8edu.core.frozen import NotFrozen, key_of, lasting_key_of
from pz8edu.core.rolls.deck import Deck
from pz8edu.core.rolls.questions import Value
from pz8edu.core.rolls.roll import Asker, Roll, Thrown
from pz8edu.core.rolls.tally import Tally
from pz8edu.core.rolls.throw import ONE_D6, Handful, Law, Throw
from pz8edu.core.umpire.run import Run
from pz8edu.errors import BadInput, shown

T = TypeVar("T")
U = TypeVar("U")

Loaded = Mapping[str, Law]
"""Other laws by the label of a throw or question."""
Memo = dict[Hashable, object]
"""What is worked out once, by all that it depends on."""


class PlayedWith(TypedDict, total=False):
    """What a chain may be played with: loaded dice, questions of another chance, a memory that it shares."""

    memo: Memo | None
    loaded: Loaded | None
    override: Loaded | None


class Throws(Asker):
    """Makes throws out of dice and cards; whoever it is says what `throw` and `ask` do.

    `loaded` replaces dice: a distribution by the label of a throw, or under "d6" for every six-sided die.
    `memo` is shared between umpires that meet the same throws and sub-rules.
    """

    def __init__(self, loaded: Loaded | None = None, memo: Memo | None = None) -> None:
        self.loaded: Loaded = loaded or {}
        self.memo: Memo = {} if memo is None else memo
        self.run = Run()
        self.rolls = 0
        six = self.loaded.get("d6")
        self._d6 = ONE_D6 if six is None else Throw(six, "D6", 6, loadable=True)

    # --- dice
    def d6(self, label: str) -> Roll[int]:
        """One six-sided die."""
        if self.loaded and label in self.loaded:
            return self.throw(label, Throw(self.loaded[label], "D6", 6, loadable=True))
        return self.throw(label, self._d6)

    def d3(self, label: str) -> Roll[int]:
        """A six-sided die halved, rounded up."""
        return self.d6(label).half()

    def die(self, label: str, sides: int) -> Roll[int]:
        """One die with any number of sides."""
        if any_whole_number(sides, "the sides of a die") == 6:
            return self.d6(label)
        if sides < 1:
            raise BadInput(f"a die needs at least one side; got {sides}")
        law = self.loaded.get(label) or Distribution.uniform(range(1, sides + 1))
        return self.throw(label, Throw(law, f"D{sides}", sides, loadable=True))

    def roll(self, label: str, die: Distribution[T]) -> Roll[T]:
        """Any distribution thrown like a die."""
        return self.throw(label, Throw(self.loaded.get(label, die), loadable=True))

    def chance(self, label: str, odds: Rational) -> bool:
        """Something that happens with a given exact chance, such as a Fraction."""
        if not isinstance(odds, Rational):
            raise BadInput(f"a chance is an exact number such as Fraction(1, 4); got {shown(odds)}")
        happens, of = int(odds.numerator), int(odds.denominator)
        if not 0 <= happens <= of:
            raise BadInput(f"a chance must be from 0 to 1; got {odds}")
        law: Distribution[bool] = Distribution({True: happens, False: of - happens}, of)
        happening: Roll[bool] = self.roll(label, law)
        question: Value[bool] = Value()
        return self.ask(happening, question, label)

    # --- many dice
    def sum_of(
        self,
        label: str,
        count: int,
        worth: Mapping[int, int] | None = None,
        die: Distribution[int] | None = None,
    ) -> Roll[int]:
        """The sum of several equal dice, or of what their faces are worth (others: 0)."""
        face = self._face(label, die)
        read: Callable[[int], int] = operator.pos if worth is None else partial(_worth, dict(worth))
        kinds = face if worth is None else face.map(read)
        law = self._memorable(("sum", count, kinds), lambda: count @ kinds)
        counting = tuple(worth) if worth and set(worth.values()) == {1} else ()
        handful = Handful(count, face, partial(_total, read), counting)
        return self._many(label, handful, law, die is None, loadable=True)

    def pool(self, label: str, count: int, on: int) -> Roll[int]:
        """How many of several six-sided dice show `on` or more."""
        return self.sum_of(label, count, {face: 1 for face in self._face(label, None) if face >= on})

    @overload
    def tally(self, label: str, count: int) -> Tally[int]: ...
    @overload
    def tally(self, label: str, count: int, die: Distribution[T]) -> Tally[T]: ...
    @overload
    def tally(
        self, label: str, count: int, die: None = None, **classes: Collection[object]
    ) -> Tally[str]: ...
    def tally(
        self, label: str, count: int, die: Law | None = None, **classes: Collection[object]
    ) -> Tally[Any]:
        """How often each face, or each named class of faces, comes up among several equal dice."""
        face = self._face(label, None) if die is None else die
        names: tuple[object, ...] = tuple(classes) if classes else face.support
        sets = tuple(classes.values()) if classes else tuple((face,) for face in names)
        kinds = face.map(partial(_classes, sets))
        key = ("tally", count, kinds, len(names))
        law = self._memorable(key, lambda: Pool(count, kinds).counts())
        handful = Handful(count, face, partial(_counts, sets))
        return Tally(self._many(label, handful, law, die is None, loadable=die is None, kinds=names), names)

    def lowest(self, label: str, keep: int, of: int) -> Roll[int]:
        """The sum of the lowest few of several six-sided dice."""
        return self._kept(label, keep, of, Pool.lowest, partial(_sum_between, 0, keep))

    def highest(self, label: str, keep: int, of: int) -> Roll[int]:
        """The sum of the highest few of several six-sided dice."""
        return self._kept(label, keep, of, Pool.highest, partial(_sum_between, of - keep, of))

    def _kept(
        self,
        label: str,
        keep: int,
        of: int,
        how: Callable[[Pool[int], int], Distribution[int]],
        fold: Callable[[tuple[int, ...]], int],
    ) -> Roll[int]:
        face = self._face(label, None)
        law = self._memorable((how, keep, of, face), lambda: how(Pool(of, face), keep))
        return self._many(label, Handful(of, face, fold), law, True, loadable=True)

    def faces(
        self,
        label: str,
        count: int,
        start: U,
        step: Callable[[U, Any, int], U],
        die: Law | None = None,
        lowest_first: bool = False,
    ) -> Roll[U]:
        """Several equal dice, worked out face by face from the highest down (or from the lowest up).

        `step(state, face, shown)` says what becomes of the state, `start` at first, when so many dice show a
        face; it is asked only about faces that come up. Write it as a function of a module: it is then
        worked out once.
        """
        face = self._face(label, None) if die is None else die
        pool = Pool(count, face)
        law = self._memorable(
            ("faces", pool, start, step, lowest_first),
            lambda: pool.fold(start, step, lowest_first=lowest_first),
        )
        fold = partial(folded, start=start, step=step, lowest_first=lowest_first)
        return self._many(label, Handful(count, face, fold), law, die is None, loadable=die is None)

    # --- cards
    def deck(self, cards: Mapping[T, int]) -> Deck[T]:
        """A fresh deck, to be drawn from card by card without replacement."""
        return Deck(self, cards)

    def hand(self, label: str, cards: Mapping[T, int], count: int) -> Tally[T]:
        """So many cards drawn at once without replacement: how many of each kind?"""
        kinds = {card: copies for card, copies in cards.items() if copies}
        hand = Hand(kinds, count)
        law = self._memorable(("hand", hand), hand.counts)
        return Tally(self.throw(label, Throw(law, f"{count} cards", kinds=tuple(kinds))), tuple(kinds))

    # --- what they rest on
    def _face(self, label: str, die: Distribution[int] | None) -> Distribution[int]:
        """One of several dice, loaded where it is: a six-sided one where no other is given."""
        usual = self._d6.law if die is None else die
        return self.loaded.get(label, usual) if self.loaded else usual

    def _many(
        self,
        label: str,
        handful: Handful,
        law: Law,
        of_d6: bool,
        loadable: bool,
        kinds: tuple[object, ...] = (),
    ) -> Thrown[Any]:
        """Several dice that leave the hand together."""
        sides = 6 if of_d6 else len(handful.die)
        fair = len({*handful.die.weights.values()}) == 1 and [*handful.die] == [*range(1, sides + 1)]
        what = f"{handful.count}D{sides}" if of_d6 or fair else f"{handful.count} dice"
        what = "no dice" if not handful.count else what
        return self.throw(
            label, Throw(law, what, 6 if of_d6 else None, handful, loadable=loadable, kinds=kinds)
        )

    def _memorable(self, given: tuple[object, ...], make: Callable[[], Law]) -> Law:
        """A law that is worked out once for what it depends on, in this run where that is of the user."""
        try:
            memo, key = self.remembered_by(given)
        except NotFrozen:
            return make()
        law = memo.get(key)
        if law is None:
            law = make()
            if self.remembered_by(given)[1] == key:  # nothing has changed meanwhile
                memo[key] = law
        return cast("Law", law)

    def remembered_by(self, given: tuple[object, ...]) -> tuple[Memo, Hashable]:
        """Where something is remembered that depends on nothing else, and its key there.

        What the kit works out is remembered for good, what functions of the user do in this run only.
        Raises NotFrozen where it must not be remembered at all.
        """
        try:
            return self.memo, lasting_key_of(given)
        except NotFrozen:
            return self.run.memo, self.run.keys.key(given)

    def kind(self, draw: bool, override: Loaded | None = None) -> Hashable:
        """What tells umpires apart that find different laws: dice and chances other than the book's."""
        if not (self.loaded or override):
            return draw
        try:
            return key_of((draw, tuple(self.loaded.items()), tuple((override or {}).items())))
        except NotFrozen:  # faces of the user's that may change
            return object()

    def refuse(self, fault: Exception) -> NoReturn:
        """Raise the fault, and again at the end of a rule that swallows it."""
        self.run.refuse(fault)


def any_whole_number(value: object, what: str) -> int:
    """A whole number of any library; raises BadInput for anything else, also for yes and no."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise BadInput(f"{what} must be a whole number; got {shown(value)}")


# --- what a handful comes to, by its faces
def _worth(worth: Mapping[int, int], face: int) -> int:
    return worth.get(face, 0)


def _total(read: Callable[[int], int], faces: tuple[int, ...]) -> int:
    return sum(map(read, faces))


def _sum_between(first: int, last: int, faces: tuple[int, ...]) -> int:
    return sum(sorted(faces)[first:last])


def _classes(sets: tuple[Collection[object], ...], face: object) -> tuple[int, ...]:
    return tuple(int(face in members) for members in sets)


def _counts(sets: tuple[Collection[object], ...], faces: tuple[object, ...]) -> tuple[int, ...]:
    return tuple(sum(int(face in members) for face in faces) for members in sets)
