"""Right or refused: what a notebook does to a rule between two cells and inside one."""

from __future__ import annotations

import contextlib
import copy
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from pz8edu import Chain, Enumerating, Modifiers, Pool, Sampling, Scripted, remember, together
from pz8edu.core.chance.distribution import D6, Distribution, die
from pz8edu.core.umpire.base import Umpire
from pz8edu.errors import BadInput, Impure, Unasked
from pz8edu.systems import ids, system

ARMOUR = 2


def through(score: int) -> int:
    return max(0, score - ARMOUR)


def both_through(one: int, other: int) -> int:
    return through(one) + through(other)


def more_through(state: int, face: int, shown: int) -> int:
    return state + through(face) * shown


class Gun:
    bonus = 0

    def hits(self, score: int) -> bool:
        return score + self.bonus >= 6


GUN = Gun()


@dataclass(frozen=True)
class Rec:
    a: object
    note: object = field(default=0, compare=False)


def chances(rule: Any, *given: Any, **how: Any) -> dict[Any, Fraction]:
    return Enumerating(**how).tree(rule, *given).distribution.fractions()


@pytest.fixture
def _changing() -> Iterator[None]:
    global ARMOUR
    yield
    ARMOUR, GUN.bonus = 2, 0
    remember(0)


ASKED: dict[str, Callable[[Any], Any]] = {
    "read": lambda umpire: umpire.d6("shot").read("through", through),
    "look up": lambda umpire: umpire.look_up("shot", umpire.d6("shot"), through),
    "together": lambda umpire: together(both_through, umpire.d6("a"), umpire.d6("b")),
    "faces": lambda umpire: umpire.faces("shots", 2, 0, more_through),
    "sub-rule": lambda umpire: umpire.resolve("shot", lambda inner: inner.d6("x").read("through", through)),
    "bound method": lambda umpire: umpire.d6("shot").read("hits", GUN.hits),
}


@pytest.mark.usefixtures("_changing")
@pytest.mark.parametrize("how", ASKED)
@pytest.mark.parametrize("most", [0, 1000])
def test_no_law_outlives_what_it_was_made_from(how: str, most: int) -> None:
    """S1: a global, or what a method reads, is another one in the next cell."""
    global ARMOUR  # noqa: PLW0603
    remember(most)
    rule, umpire = ASKED[how], Enumerating()
    for armour in (2, 4, 0):
        ARMOUR = GUN.bonus = armour
        law = chances(rule)
        assert law == umpire.tree(rule).distribution.fractions() == chances(rule, unfold=True)
        assert law == by_hand(how, armour)


def by_hand(how: str, armour: int) -> dict[Any, Fraction]:
    one = [max(0, face - armour) for face in range(1, 7)]
    found: list[Any] = one
    if how in ("together", "faces"):
        found = [first + second for first in one for second in one]
    if how == "bound method":
        found = [face + armour >= 6 for face in range(1, 7)]
    return {each: Fraction(found.count(each), len(found)) for each in found}


@pytest.mark.usefixtures("_changing")
def test_chains_and_pools_follow_what_has_changed() -> None:
    """S1b: also where laws are remembered between calls."""
    global ARMOUR  # noqa: PLW0603
    remember(1000)

    def turn(umpire: Any, state: int) -> Any:
        return umpire.d6("x").read("", lambda score: max(0, state - through(score)))

    for armour in (2, 4):
        ARMOUR = armour
        one = Distribution.uniform([through(face) for face in range(1, 7)])
        assert Pool(2).fold(0, more_through) == one + one
        over_in_two = Chain(turn, start=3, over=lambda state: state == 0).after(2).fraction(0)
        ways = [through(a) + through(b) >= 3 for a in range(1, 7) for b in range(1, 7)]
        assert over_in_two == Fraction(sum(ways), 36)


@pytest.mark.usefixtures("_changing")
def test_a_helper_that_is_redefined_is_no_fault_of_the_rule() -> None:
    """S1c: no false accusation."""
    world: dict[str, Any] = {"__name__": "__main__"}
    exec("def helper(s): return s\ndef read(s): return helper(s)", world)
    exec("def rule(u): return u.look_up('x', u.d6('x'), read)", world)
    assert chances(world["rule"])[6] == Fraction(1, 6)
    exec("def helper(s): return s % 2", world)
    assert chances(world["rule"]) == {1: Fraction(1, 2), 0: Fraction(1, 2)}


def bursts(umpire: Any) -> int:
    hits = 0

    def burst(umpire: Any) -> Any:
        return umpire.d6("burst") + hits >= 6

    for _ in range(2):
        if umpire.resolve("burst", burst):
            hits += 3
    return hits


def test_a_sub_rule_knows_what_its_closure_holds_now() -> None:
    """S2: card, drawn tree and game agree."""
    for how in ({}, {"unfold": True}):
        assert chances(bursts, **how)[6] == Fraction(1, 9)
    games = Sampling(3).frequencies(3000, bursts)
    assert abs(games[6] / 3000 - 1 / 9) < 0.03


def test_records_are_told_apart_by_every_field_and_its_type() -> None:
    """S2c."""

    def told(umpire: Any, record: Rec) -> str:
        return f"{record.a!r}{record.note}"

    def rule(umpire: Any) -> tuple[str, ...]:
        records = (Rec(1), Rec(True), Rec(1.0), Rec(1, "n"))
        return tuple(umpire.resolve("told", told, each) for each in records)

    assert list(chances(rule)) == [("10", "True0", "1.00", "1n")]


@pytest.mark.parametrize("how", ["resolve", "odds", "repeat", "until", "law_of"])
@pytest.mark.parametrize("given", [{}, {"shot: x": 6}])
def test_a_sub_rule_that_changes_something_is_played_or_refused(how: str, given: dict[str, int]) -> None:
    def rule(umpire: Any, change: Any) -> Any:
        shots, last = 0, True

        def counting(umpire: Any) -> bool:
            nonlocal shots
            shots += 1
            return bool(umpire.d6("x") > 3)

        def turning(umpire: Any) -> bool:
            nonlocal shots
            shots = 1 - shots
            return bool(umpire.d6("x") > 3)

        def kept(umpire: Any) -> bool:
            nonlocal last
            last = bool(umpire.d6("x") > 3)
            return True

        def chosen(umpire: Any) -> bool:
            nonlocal shots
            shots += 1
            return bool(umpire.choose("which", (True, False)))

        shot = {"counting": counting, "turning": turning, "kept": kept, "chosen": chosen}[change]
        first = {"repeat": ("shot", 2), "law_of": ()}.get(how, ("shot",))
        getattr(umpire, how)(*first, shot)
        return shots, last

    for change in ("counting", "turning", "kept", "chosen"):
        known = given if change != "chosen" else {}
        if how in ("resolve", "odds"):
            if how == "resolve" or change != "chosen":
                trees = [
                    Enumerating(given=known, unfold=unfold).tree(rule, change) for unfold in (False, True)
                ]
                assert repr(trees[0]) == repr(trees[1])
        elif change != "kept" or not known:
            with pytest.raises(Impure, match=f"{change} changes what stands outside it"):
                chances(rule, change, given=known)


def test_what_a_sub_rule_reads_may_change_between_two_of_them() -> None:
    """Within one run: a list, a default, another function, an object, a module that was imported inside."""
    listed, world = [0], {"__name__": "cell"}

    def of_list(umpire: Any) -> bool:
        return bool(umpire.d6("x") + listed[0] > 6)

    def of_default(umpire: Any, listed: list[int] = listed) -> bool:
        return bool(umpire.d6("x") + listed[0] > 6)

    exec("def helper(): return 0\ndef of_helper(u): return bool(u.d6('x') + helper() > 6)", world)

    def rule(umpire: Any, sub: Any) -> tuple[bool, bool]:
        def one(bonus: int) -> bool:
            listed[0] = GUN.bonus = bonus
            exec(f"def helper(): return {bonus}", world)
            return bool(umpire.resolve("shot", sub))

        return one(0), one(6)

    for sub in (of_list, of_default, world["of_helper"], lambda umpire: GUN.hits(umpire.d6("x") - 1)):
        assert chances(rule, sub)[False, True] >= Fraction(5, 6)
    GUN.bonus = 0


TABLE = {1: 0}


def filled(umpire: Any) -> bool:
    TABLE[1] += 1
    return bool(umpire.d6("x") > 3)


def test_a_sub_rule_that_fills_a_table_is_impure() -> None:
    with pytest.raises(Impure, match="filled changes what stands outside it"):
        chances(lambda umpire: umpire.resolve("x", filled))


TEXTS: list[Callable[[Any], Any]] = [
    str,
    repr,
    lambda roll: f"{roll}",
    lambda roll: f"{roll!r}",
    lambda roll: f"{roll!s}",
    "%s".__mod__,
    lambda roll: "-".join(map(str, [roll])),
    lambda roll: str([roll]),
    lambda roll: (1, repr(roll)),
    lambda roll: Rec(repr(roll)),
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_of_a_roll_is_no_outcome(text: Callable[[Any], Any]) -> None:
    """S4."""
    for ask in (chances, Sampling(1).play, Scripted({"a": 1}).play):
        with pytest.raises(Unasked, match="settle it first"):
            ask(lambda umpire: text(umpire.d6("a")))


def test_a_refusal_cannot_be_swallowed() -> None:
    """S5."""

    def caught(umpire: Any) -> str:
        try:
            return "yes" if umpire.d6("a") - 3 else "no"
        except Exception:
            return "oops"

    def suppressed(umpire: Any) -> str:
        with contextlib.suppress(TypeError):
            return str({umpire.d6("a"): 1})
        return "oops"

    def inside(umpire: Any) -> str:
        try:
            return str(umpire.resolve("inner", caught))
        except Exception:
            return "outer"

    for rule in (caught, suppressed, inside):
        for ask in (chances, Sampling(1).play, Scripted({"a": 1}).play):
            with pytest.raises(Unasked, match="nobody has looked at yet"):
                ask(rule)
    assert Sampling(1).play(bursts) in (0, 3, 6)


def test_a_rule_that_counts_its_calls_or_throws_other_dice_is_impure() -> None:
    """S6."""
    count = [0]

    def counting(umpire: Any) -> int:
        count[0] += 1
        return count[0]

    def default(umpire: Any, seen: list[int] = []) -> int:  # noqa: B006
        seen.append(1)
        return len(seen)

    def left_behind(umpire: Any) -> int:
        before, count[0] = count[0], 7
        count[0] = umpire.settle("", umpire.d6("x"))
        return before

    def chosen(umpire: Any) -> str:
        return random.choice("ab") if umpire.d6("x") > 3 else random.choice("aa")

    for rule in (counting, default, left_behind, chosen, lambda umpire: random.random()):
        for how in ({}, {"unfold": True}):
            with pytest.raises(Impure, match="nothing but its inputs and the dice"):
                chances(rule, **how)
        with pytest.raises(Impure):
            Sampling(1).frequencies(10, rule)


def generator(umpire: Any) -> Iterator[int]:
    yield umpire.d6("x")


@dataclass
class Score:
    hits: int


OUTCOMES: list[tuple[Any, str]] = [
    (generator, "write 'return'"),
    (lambda umpire: lambda: 1, "it is a function"),
    (lambda umpire: max, "it is a function"),
    (lambda umpire: Gun(), "two of its kind are never equal"),
    (lambda umpire: object(), "two of its kind are never equal"),
    (lambda umpire: (1, Gun()), "two of its kind are never equal"),
    (lambda umpire: Score(1), "it may change"),
    (lambda umpire: umpire.d6("x").read("list", lambda face: [face]), "unhashable|it may change"),
    (lambda umpire: 1 if umpire.d6("x") > 3 else True, "equal in Python"),
    (lambda umpire: 1 if umpire.d6("x") > 3 else 1.0, "equal in Python"),
    (lambda umpire: (1,) if umpire.d6("x") > 3 else (True,), "equal in Python"),
    (lambda umpire: Rec(1, "a") if umpire.d6("x") > 3 else Rec(1, "b"), "equal in Python"),
    (lambda umpire: umpire.d6("x").read("", lambda face: 1 if face > 3 else True), "equal in Python"),
    (
        lambda umpire: umpire.look_up("", umpire.d6("x"), lambda face: 1 if face > 3 else True),
        "equal in Python",
    ),
    (lambda umpire: together(lambda a, b: 1 if a > b else a < b, umpire.d6("a"), umpire.d6("b")), "equal"),
]


@pytest.mark.parametrize(("rule", "why"), OUTCOMES)
def test_what_cannot_be_told_apart_is_no_outcome(rule: Any, why: str) -> None:
    """S7."""
    for how in ({}, {"unfold": True}, {"draw": False}):
        with pytest.raises((BadInput, TypeError), match=why):
            chances(rule, **how)


def test_whole_numbers_and_fractions_meet() -> None:
    assert chances(lambda umpire: 2 if umpire.d6("x") > 3 else Fraction(2)) == {2: 1}


# --- limits, values, copies
def test_two_laws_have_a_bound_of_pairs() -> None:
    large = die(100_000)
    for put in (lambda: large * large, lambda: large + large, lambda: die(3000) * die(3000)):
        with pytest.raises(BadInput, match="pairs of outcomes: at most 5,000,000"):
            put()
    with pytest.raises(BadInput, match="pairs of outcomes"):
        together(max, large, large)
    assert len(die(1000) + die(1000)) == 1999


def test_what_does_not_equal_itself_is_no_outcome() -> None:
    with pytest.raises(BadInput, match="equals itself"):
        Distribution({float("nan"): 1})


def test_modifiers_compare_by_their_rows() -> None:
    one = Modifiers((1, "high ground", True), (0, "nothing", True))
    assert one == Modifiers((1, "high ground", True))
    assert hash(one) == hash(Modifiers((1, "high ground", True)))
    assert one != Modifiers((1, "a charge", True))
    assert one != Modifiers((2, "a charge", True), (-1, "tired", True))


@pytest.mark.parametrize("name", ids())
def test_a_book_comes_back_as_itself(name: str) -> None:
    book = system(name)
    assert pickle.loads(pickle.dumps(book)) == book
    assert copy.copy(book) == copy.deepcopy(book) == book


def test_equal_dice_and_questions_of_the_kit_are_remembered() -> None:
    umpire = Enumerating()
    for _ in range(2):
        umpire.tree(lambda u: u.d6("x").half() + u.d6("y").at_least(2))
    known = len(D6._cache)
    Enumerating().tree(lambda u: u.d6("a").half() + u.d6("b").at_least(2))
    assert len(D6._cache) == known


class Counting:
    """A rule that counts its calls."""

    calls = 0

    def rule(self, umpire: Umpire) -> int:
        self.calls += 1
        return self.calls

    def given(self, more: int, umpire: Umpire) -> int:
        return more + self.rule(umpire)


@pytest.mark.parametrize(
    "rule", [Counting().rule, partial(Counting().given, 1)], ids=["a method", "a partial function"]
)
def test_what_was_made_of_the_users_is_the_users(rule: Callable[[Umpire], int]) -> None:
    with pytest.raises(Impure, match="the first time and to"):
        Enumerating(draw=False).tree(rule)
