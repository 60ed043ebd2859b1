"""Words of two systems may be equal; what is remembered about one must not be told about the other."""

from __future__ import annotations

from typing import Any

import pytest

from pz8edu.core import Enumerating, Umpire, Word
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.rolls.roll import Roll, together


class Morale(Word):
    """Two words, good first."""

    STEADY = "steady"
    BROKEN = "broken"


class Nerve(Word):
    """The same words, bad first."""

    BROKEN = "broken"
    STEADY = "steady"


def checked(umpire: Umpire, state: Any) -> bool:
    """How good a word is depends on the list in which it stands."""
    return place_of(state) + umpire.d6("test") >= 6


def place_of(state: Any) -> int:
    word = state[0] if isinstance(state, tuple) else state
    return int(word.place)


def worse(umpire: Umpire, state: Any, item: Any, rules: Any = None) -> int:
    return (state if type(state) is int else place_of(state)) + place_of(item) * (umpire.d6("more") >= 5)


def by_odds(umpire: Umpire, state: Any) -> Any:
    return umpire.odds("sub", checked, state)


def by_name(umpire: Umpire, state: Any) -> Any:
    return umpire.odds("sub", checked, state=state)


def by_law(umpire: Umpire, state: Any) -> Any:
    return umpire.law_of(checked, state).distribution[True]


def by_repeat(umpire: Umpire, state: Any) -> Any:
    return umpire.repeat("sub", 2, checked, state).count(True)


def by_turns(umpire: Umpire, state: Any) -> Any:
    return umpire.in_turn("sub", (state, state), worse, state, None)


def by_resolve(umpire: Umpire, state: Any) -> Any:
    return umpire.resolve("sub", checked, state)


def chosen_word(umpire: Umpire, nerve: bool) -> Any:
    kind: Any = Nerve if nerve else Morale
    return kind.STEADY if umpire.d6("keeps") > 1 else kind.BROKEN


def by_choice(umpire: Umpire, state: Any) -> Any:
    return place_of(umpire.resolve("chosen", chosen_word, isinstance(state, Nerve)))


def more(state: Any, face: int, shown: int) -> Any:
    return (state if type(state) is int else place_of(state)) + (shown if face == 6 else 0)


def by_faces(umpire: Umpire, state: Any) -> Any:
    return umpire.faces("sub", 2, state, more).read(
        "place", lambda value: value if type(value) is int else -1
    )


def by_words_on_dice(umpire: Umpire, state: Any) -> Any:
    kind: Any = type(state)
    law = Distribution.uniform((kind.STEADY, kind.BROKEN))
    word: Roll[Any] = umpire.roll("word", law)
    return together(added, umpire.roll("die", D6), word)


def added(number: int, word: Any) -> int:
    return number + place_of(word) * (10 if str(word) == "broken" else 1)


def by_many_faces(umpire: Umpire, state: Any) -> Any:
    kind: Any = type(state)
    law = Distribution.uniform((kind.STEADY, kind.BROKEN))
    return umpire.faces("sub", 2, 0, broken, die=law)


def broken(state: int, face: Any, shown: int) -> int:
    return state + place_of(face) * shown * (10 if str(face) == "broken" else 1)


RULES = [
    by_odds,
    by_name,
    by_law,
    by_repeat,
    by_turns,
    by_resolve,
    by_choice,
    by_faces,
    by_words_on_dice,
    by_many_faces,
]


@pytest.mark.parametrize("draw", [True, False])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("packed", [False, True])
def test_equal_words_of_two_kinds_are_told_apart(rule: Any, draw: bool, packed: bool) -> None:
    memo: dict[Any, Any] = {}
    for word in (Morale.STEADY, Nerve.STEADY, Morale.BROKEN, Nerve.BROKEN):
        if packed and rule not in (by_odds, by_name, by_law, by_repeat, by_turns, by_resolve):
            return
        state = (word,) if packed else word
        alone = Enumerating(draw=draw, memo={}).tree(rule, state).distribution.fractions()
        together_ = Enumerating(draw=draw, memo=memo).tree(rule, state).distribution.fractions()
        assert together_ == alone


def test_words_on_dice_stay_words_of_their_kind() -> None:
    laws = [
        Enumerating(draw=False).tree(by_words_on_dice, word).distribution
        for word in (Morale.STEADY, Nerve.STEADY)
    ]
    assert set(laws[0]) == {*range(1, 7), *range(11, 17)}
    assert set(laws[1]) == {*range(2, 8), *range(1, 7)}
