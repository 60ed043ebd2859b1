"""Laws are remembered, at most so many, by all that they were made from, and never mistaken for others."""

from __future__ import annotations

import builtins
import contextlib
import math
import random
import sys
import types
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from pz8edu import Hand, Pool, die, remember
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.face_by_face import _larger_set
from pz8edu.core.chance.memory import _MEMORY, ROOM
from pz8edu.core.frozen import Hashed
from tests.core.umpire.test_equal_words import Morale, Nerve


def word_and_place(state: object, face: Morale | Nerve, shown: int) -> tuple[object, ...]:
    return type(face), face.place


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    yield
    remember(0)
    remember(250)


def test_nothing_is_remembered_where_nobody_wants_it() -> None:
    remember(0)
    assert Pool(6).fold((0, None), _larger_set) is not Pool(6).fold((0, None), _larger_set)


def test_what_is_made_of_few_faces_is_worked_out_anew() -> None:
    few = Pool(5)
    assert few.fold((0, None), _larger_set) is not few.fold((0, None), _larger_set)
    assert Pool(6).fold((0, None), _larger_set) is Pool(6).fold((0, None), _larger_set)
    three, two = Pool(3), Pool(2)
    assert three.fold(0, nothing_shown, two) is three.fold(0, nothing_shown, two)


def nothing_shown(state: int, face: int, first: int, second: int) -> int:
    return state


def test_the_memory_has_room_for_so_many_bytes() -> None:
    first = 50 @ die(4)
    assert 50 @ die(4) is first
    for dice in range(10, 20):
        _ = dice @ die(2000)
    assert 50 @ die(4) is not first
    assert sum(size for _, size in _MEMORY.laws.values()) == _MEMORY.bytes <= ROOM


# --- functions of one's own
LEAST, WORTH, COUNTED = 2, {5: 1, 6: 2}, [0]


def worth(face: int) -> int:
    return WORTH.get(face, 0) * (face >= LEAST)


def of_a_global(state: int, face: int, shown: int) -> int:
    return state + shown * (face >= LEAST)


def of_a_helper(state: int, face: int, shown: int) -> int:
    return state + shown * sum(worth(each) for each in (face,)) % 7


def of_a_module(state: int, face: int, shown: int) -> int:
    return min(9, state + math.comb(face, 2) * shown)


def with_a_default(state: int, face: int, shown: int, *, least: int = 3) -> int:
    return max(state, shown) if face > least else state


def of_a_cell(most: object) -> Callable[..., Any]:
    return lambda state, face, shown: min(most, max(state, face))


def of_itself(state: int, face: int, shown: int) -> int:
    return state if shown == 0 else of_itself(state + face, face, shown - 1)


FOLLOWED: list[Callable[..., Any]] = [
    of_a_global,
    of_a_helper,
    of_a_module,
    with_a_default,
    of_a_cell(3),
    of_itself,
    partial(with_a_default, least=2),
    lambda state, face, shown: state + shown * [1, 2, 3, 4, 5, 6].index(face),
]


@pytest.mark.parametrize("step", FOLLOWED)
def test_a_function_is_the_same_while_all_that_it_reads_is(step: Callable[..., Any]) -> None:
    assert Pool(6).fold(0, step) is Pool(6).fold(0, step)


def test_a_function_that_is_made_anew_from_the_same_is_the_same() -> None:
    laws = [Pool(6).fold(0, of_a_cell(most)) for most in (3, 3, 4)]
    assert laws[0] is laws[1]
    assert laws[0] != laws[2]
    assert Pool(6).fold(0, of_a_cell(1)) is not Pool(6).fold(0, of_a_cell(True))


def changed(world: dict[str, Any], rnd: random.Random) -> None:
    """One thing that a user changes between two calls."""
    exec(rnd.choice(CHANGES).replace("?", str(rnd.randint(0, 3))), world)


CHANGES = [
    "LEAST = ?",
    "LEAST = bool(?)",
    "WORTH[5] = ?",
    "WORTH = {6: ?}",
    "LISTED.append(?)",
    "LISTED = [?]",
    "def helper(face): return face % (1 + ?)",
    "def helper(face): return WORTH.get(face, ?)",
    "helper = lambda face: len(LISTED) + ?",
    "step = made(?)",
    "step = made(LISTED)",
    "step.__defaults__ = (?,)",
    "step.__kwdefaults__ = {'bonus': ?}",
    "step.__code__ = other.__code__",
    "step = partial(step, bonus=?)",
    "max = min",
    "del max",
    "math.trunc = lambda n: ?",
    "math.trunc = kept",
    "GUN.bonus = ?",
    "COUNT[0] = ?",
    "__builtins__['max'] = min",
    "__builtins__['max'] = pow",
]
START = """
import math
from functools import partial
kept = math.trunc
LEAST, WORTH, LISTED, COUNT = 2, {5: 1}, [1], [0]
class Gun: bonus = 0
GUN = Gun()
max = max
def helper(face): return face
def other(state, face, shown, more=0, *, bonus=0): return state + shown + more + bonus
def made(of):
    def step(state, face, shown, more=0, *, bonus=0):
        inner = lambda: helper(face) + (of if type(of) is int else len(of)) + bonus
        return (state + max(inner(), more) * shown * (face >= LEAST) + math.trunc(2)) % 11
    return step
def of_gun(state, face, shown, more=0, *, bonus=0): return state + GUN.bonus * shown
def counting(state, face, shown, more=0, *, bonus=0):
    COUNT[0] += shown
    return COUNT[0] % 5
step = made(1)
"""


def test_no_law_outlives_anything_that_its_function_reads() -> None:
    rnd = random.Random(19)
    before = math.trunc
    for round_ in range(20):
        world: dict[str, Any] = {"__name__": f"cell {round_}", "__builtins__": dict(vars(builtins))}
        exec(START, world)
        try:
            for _ in range(20):
                if rnd.random() < 0.7:
                    with contextlib.suppress(ValueError, AttributeError, NameError, KeyError):
                        changed(world, rnd)
                for step in (world["step"], world["of_gun"], world["counting"]):
                    count = world["COUNT"][0]
                    law = Pool(11, die(3)).fold(0, step)
                    world["COUNT"][0] = count
                    remember(0)
                    assert Pool(11, die(3)).fold(0, step) == law
                    world["COUNT"][0] = count
                    remember(250)
                    again = Pool(11, die(3)).fold(0, step)
                    world["COUNT"][0] = count
                    assert Pool(11, die(3)).fold(0, step) == again == law
        finally:
            math.trunc = before


LOOKING: dict[str, str] = {
    "writes a global": "global LEAST; LEAST += 1; return state + 1",
    "imports inside": "import random; return random.random() > 2",
    "imports from inside": "from cell import LEAST as most; return most",
    "imports a plain name": "import count; return count.LEAST",
    "imports what is a list here": "import items; return items.LEAST",
    "a dunder name": "return step.__globals__['LEAST']",
    "looks round": "return globals()['LEAST']",
    "another name for it": "return look()['LEAST']",
    "a method that formats": "return '{0.bonus}'.format(GUN)",
    "an attribute of an object": "return GUN.bonus",
    "an attribute by a name": "return getter(GUN)",
    "a class by the name of another": "return Counting.count()",
    "the time": "return clock()",
    "a class of its own": "class Inner: least = LEAST\n return Inner.least",
    "an object that counts": "return next(NUMBERS)",
    "an answer that is remembered": "return cached()",
    "nothing that is there": "return missing if False else 1",
    "calls what is not pure": "return [*map(eval, ['LEAST'])][0]",
}


@pytest.mark.parametrize("how", LOOKING)
def test_a_function_that_may_read_anything_else_is_not_remembered(how: str) -> None:
    world: dict[str, Any] = {"__name__": "cell"}
    exec(
        "import functools, operator, time\nLEAST = 1\nclass Gun: bonus = 0\nGUN = Gun()\n"
        "look, clock, NUMBERS = globals, time.time, iter(range(10**9))\n"
        "cached, getter = functools.cache(lambda: LEAST), operator.attrgetter('bonus')\n"
        "class Counting:\n seen = 0\n __module__ = 'builtins'\n def count(): return Counting.seen",
        world,
    )
    exec(f"def step(state, face, shown):\n {LOOKING[how]}", world)
    world["items"] = [1]
    modules = {
        "items": types.SimpleNamespace(LEAST=1),
        "cell": types.SimpleNamespace(**world),
        "count": types.SimpleNamespace(LEAST=1),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, module in modules.items():
            patch.setitem(sys.modules, name, module)
        _ = Pool(6).fold(0, world["step"])
    assert not _folds()


def _folds() -> int:
    return sum(1 for key in _MEMORY.laws if isinstance(key, Hashed))


def test_a_function_is_another_one_when_what_it_reads_has_changed() -> None:
    listed, bonus = [1], 0

    def counted(state: int, face: int, shown: int, more: list[int] = listed) -> int:
        return state + shown * (face in more)

    def closed(state: int, face: int, shown: int) -> int:
        return state + shown * (bonus + 1)

    def grows(state: int, face: int, shown: int) -> int:
        nonlocal bonus
        bonus += 1
        return min(9, state + bonus)

    assert Pool(6).fold(0, counted) is Pool(6).fold(0, counted)
    before = Pool(6).fold(0, counted)
    listed.append(2)
    assert before != Pool(6).fold(0, counted) == 6 @ Distribution({1: 2, 0: 4})
    assert Pool(6).fold(0, closed) is Pool(6).fold(0, closed)
    bonus = 1
    assert Pool(6).fold(0, closed) == Distribution({12: 1})
    known = _folds()
    for _ in range(2):
        _ = Pool(6).fold(0, grows)
    assert _folds() == known


def test_equal_questions_to_equal_dice_find_the_same_law() -> None:
    remember(100)
    asked = [
        lambda: Pool(6).fold((0, None), _larger_set),
        lambda: Pool.of(die(28), die(4)).fold((0, None), _larger_set),
        lambda: Pool.of(die(180), die(4)).highest(1),
        lambda: Pool(7).middle(3),
        lambda: Pool(27).nth(2),
        lambda: Hand(dict.fromkeys(range(11), 4), 3).fold((0, None), _larger_set),
        lambda: 25 @ die(7),
        lambda: die(10).explode(30),
    ]
    for ask in asked:
        assert ask() is ask()
    assert len({id(ask()) for ask in asked}) == len(asked)


def test_what_is_made_anew_in_each_call_is_not_taken_for_the_same() -> None:
    for most in (1, 2):
        assert max(Pool(6).fold(0, lambda state, face, shown: min(most, max(state, shown)))) == most  # noqa: B023


def test_equal_words_of_two_systems_are_different_faces() -> None:
    remember(100)
    for words in (Morale, Nerve):
        law = Pool(1, Distribution.uniform(words)).fold(0, word_and_place)
        assert {kind for kind, _ in law} == {words}


def test_the_oldest_laws_are_forgotten() -> None:
    remember(2)
    first = 50 @ die(4)
    assert 50 @ die(4) is first
    for sides in (5, 6):
        _ = 40 @ die(sides)
    assert 50 @ die(4) is not first
