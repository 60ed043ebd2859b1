"""`umpire.faces`: anything that can be worked out face by face, under every umpire."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from pz8edu.core import Enumerating, Sampling, Scripted, Umpire
from pz8edu.core.chance.distribution import Distribution, die
from pz8edu.core.chance.fold import folded
from pz8edu.core.rolls.roll import Roll

State = tuple[int, int, int]


def best_three_and_ties(state: State, face: int, shown: int) -> State:
    total, kept, ties = state
    best = min(shown, 3 - kept)
    return total + best * face, kept + best, ties + shown - 1


def score(umpire: Umpire, count: int) -> Roll[tuple[int, int]]:
    dice = umpire.faces("dice", count, (0, 0, 0), best_three_and_ties)
    return dice.read("best three and ties", lambda end: (end[0], end[2]))


def written_out(count: int, faces: range) -> Distribution[tuple[int, int]]:
    throws = Counter(
        folded(throw, (0, 0, 0), best_three_and_ties)[::2] for throw in itertools.product(faces, repeat=count)
    )
    return Distribution(dict(throws))


def test_every_umpire_knows_them() -> None:
    memo: dict[Any, Any] = {}
    assert Enumerating(memo=memo).tree(score, 4).distribution == written_out(4, range(1, 7))
    assert Enumerating(memo=memo, draw=False).tree(score, 4).distribution == written_out(4, range(1, 7))
    assert Scripted({"dice": [6, 2, 6, 6]}).play(score, 4) == (18, 2)
    assert Enumerating(given={"dice": [1, 2, 3, 3]}).tree(score, 4).distribution.support == ((8, 1),)
    games = Sampling(1).frequencies(300, score, 4)
    assert set(games) <= set(written_out(4, range(1, 7)))


def test_other_dice_and_functions_on_the_spot() -> None:
    def rule(umpire: Umpire) -> Roll[int]:
        return umpire.faces("dice", 3, 0, lambda total, face, shown: total + face * shown**2, die(4))

    expected = Distribution.uniform(
        sum(face * shown**2 for face, shown in Counter(throw).items())
        for throw in itertools.product(range(1, 5), repeat=3)
    )
    assert Enumerating().tree(rule).distribution == expected
