"""Rules that throw, look, decide and ask sub-rules, written at random from a seed.

python -m tests.decisions.rules_at_random 400 2000     # seeds from 400 up to 2000, against the twins
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from pz8edu import best_play
from tests.decisions.faces import TooMany, by_every_policy, by_what_is_told

KINDS = ("throw", "look", "high", "sum", "table", "choose", "choose", "sub", "branch")


def odd(value: int) -> str:
    return "odd" if value % 2 else "even"


def steps_of(
    source: random.Random, length: int, sides: tuple[str, ...], hidden: bool, deep: int = 0
) -> list[Any]:
    found: list[Any] = [("throw", source.choice((2, 3)))]
    for _ in range(length):
        kind = source.choice(KINDS[:-2] if deep > 1 else KINDS)
        if kind == "throw":
            found.append((kind, source.choice((2, 3))))
        elif kind == "choose":
            seen = source.choice(("nothing", "first", "others", "all")) if hidden else "all"
            count, side = source.choice((1, 2, 2, 2, 3)), source.choice(sides)
            found.append((kind, count, side, seen, source.randrange(3)))
        elif kind in ("sub", "branch"):
            inner = steps_of(source, source.randrange(1, 3), sides, hidden, deep + 1)
            found.append((kind, inner, source.randrange(9)))
        else:
            found.append((kind, source.randrange(9), source.randrange(9)))
    return found


def written(seed: int, sides: tuple[str, ...] = ("A",), hidden: bool = False) -> Callable[[Any], int]:
    """The rule of a seed. Its outcome is a number that depends on all that was told and chosen."""
    source = random.Random(f"{seed} {sides} {hidden}")
    steps = [*steps_of(source, source.randrange(3, 6), sides, hidden), ("choose", 2, sides[0], "all", 0)]

    def worth(known: tuple[Any, ...]) -> int:
        return random.Random(f"{seed} {known}").randrange(10)

    def played(umpire: Any, part: list[Any], before: tuple[Any, ...]) -> tuple[Any, ...]:
        dice: list[Any] = []
        known = list(before)
        for at, step in enumerate(part):
            kind = step[0]
            if kind == "throw":
                dice.append(umpire.die(f"die {at}", step[1]))
            elif kind == "look":
                known.append(umpire.settle(f"look {at}", dice[step[1] % len(dice)]))
            elif kind == "high":
                known.append(dice[step[1] % len(dice)] >= 2)
            elif kind == "sum":
                both = dice[step[1] % len(dice)] + dice[step[2] % len(dice)]
                known.append(umpire.settle(f"sum {at}", both))
            elif kind == "table":
                known.append(umpire.look_up(f"table {at}", dice[step[1] % len(dice)], odd))
            elif kind == "choose":
                _, count, side, seen, name = step
                told = {"nothing": (), "first": tuple(known[:1]), "others": tuple(known[1::2])}
                sees = {} if seen == "all" else {"seen": told[seen]}
                known.append(umpire.choose(f"choice {name}", range(count), side, **sees))
            elif kind == "sub":
                known.append(umpire.resolve(f"rule {at}", sub, step[1], tuple(known[-1:])))
            elif known and worth((step[2], known[-1])) >= 5:
                known += played(umpire, step[1], ())
        return tuple(known)

    def sub(umpire: Any, part: list[Any], given: tuple[Any, ...]) -> int:
        return worth(("sub", *played(umpire, part, given))) % 3

    def rule(umpire: Any) -> int:
        return worth(played(umpire, steps, ()))

    return rule


def checked(seed: int, most: int = 1_500) -> str:
    """What comes out for a seed: how its rule was checked; an AssertionError where that fails."""
    one, two, hidden = written(seed), written(seed, ("A", "B")), written(seed, hidden=True)
    for least in (False, True):
        assert best_play(one, least=least).worth == by_what_is_told(one, "A", least), (seed, "all seen")
        assert best_play(two, side="A", least=least).worth == by_what_is_told(two, "A", least), (seed, "two")
    found = best_play(hidden)
    assert found.law.expectation() == found.worth, (seed, "closed")
    try:
        assert found.worth == by_every_policy(hidden, most=most)[0], (seed, "every policy")
    except TooMany:
        return "too many policies"
    return "every policy"


if __name__ == "__main__":
    first, last = (int(each) for each in sys.argv[1:])
    counted: dict[str, int] = {}
    for number in range(first, last):
        word = checked(number)
        counted[word] = counted.get(word, 0) + 1
    print(counted)  # noqa: T201
