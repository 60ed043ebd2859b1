"""The odds once something has happened on the way, against the same rule counted out face by face."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pz8edu import BadInput, ask
from pz8edu.core import Enumerating, Umpire
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.tree.wording import question_words
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.situations import Shot
from tests.benchmarks.situations import RULES

FACES = range(1, 7)


def counted(
    count: int,
    outcome: Callable[..., Any],
    event: Callable[..., bool],
    read: Callable[..., Any] | None = None,
) -> dict[Any, Fraction]:
    """The slow, obvious twin: every throw of so many dice, those of the event kept and counted."""
    kept = [faces for faces in product(FACES, repeat=count) if event(*faces)]
    found = [(read or outcome)(*faces) for faces in kept]
    return {each: Fraction(found.count(each), len(kept)) for each in found}


def two_shots(umpire: Umpire) -> int:
    """Two shots with one label."""
    return sum(umpire.d6("to hit") >= 4 for _ in range(2)) if umpire.d6("seen") >= 3 else 0


def asked_again(umpire: Umpire) -> str:
    """One die that is asked about twice, first for a miss."""
    die = umpire.d6("to hit")
    if die < 4:
        return "miss"
    return "clean" if die == 6 else "hit"


def one_shot(umpire: Umpire, needed: int) -> bool:
    return umpire.d6("to hit") >= needed


def volley(umpire: Umpire) -> int:
    first = umpire.resolve("shot 1", one_shot, 4)
    second = umpire.resolve("shot 2", one_shot, 5)
    return int(first) + int(second) + int(umpire.d6("luck") == 6)


def test_a_label_that_comes_again_keeps_both_answers() -> None:
    tree = Enumerating().tree(two_shots)
    seen: Callable[..., bool] = lambda s, a, b: s >= 3  # noqa: E731
    hits: Callable[..., int] = lambda s, a, b: (a >= 4) + (b >= 4) if s >= 3 else 0  # noqa: E731
    first = counted(3, hits, lambda s, a, b: seen(s, a, b) and a >= 4)
    assert tree.given({"to hit": True}).fractions() == first == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert tree.given(lambda answers, _: answers["to hit"]).fractions() == first
    second = counted(3, hits, lambda s, a, b: seen(s, a, b) and a >= 4 and b < 4)
    assert tree.given({"to hit": "hit", "to hit #2": "miss"}).fractions() == second == {1: 1}
    assert tree.posterior("to hit #2", given={"to hit": True}, outcome=2)[4] == Fraction(1, 3)
    assert tree.answers_to("to hit #2", given={"to hit": True}).fractions() == dict.fromkeys(
        (True, False), Fraction(1, 2)
    )
    assert tree.answers_to("to hit").fractions() == dict.fromkeys((True, False, None), Fraction(1, 3))
    assert tree.posterior("seen", given=0).fractions() == counted(
        3, hits, lambda *faces: hits(*faces) == 0, lambda s, a, b: s
    )


def test_yes_and_no_are_meant_as_the_question_is_spoken() -> None:
    tree = Enumerating().tree(asked_again)
    assert tree.root is not None
    assert question_words(tree.root) == "to hit: 4 or more on a D6"
    for hit in (True, "hit", "yes", "4 or more"):
        assert tree.given({"to hit": hit}).fractions() == {"hit": Fraction(2, 3), "clean": Fraction(1, 3)}
    assert tree.given({"to hit": "miss"}).fractions() == {"miss": 1}
    assert tree.given({"to hit #2": True}).fractions() == {"clean": 1}
    assert tree.given(lambda answers, _: answers["to hit"]) == tree.given({"to hit": True})
    assert tree.given(lambda answers, _: answers["to hit #2"] is None).fractions() == {"miss": 1}
    assert tree.posterior("to hit", given={"to hit #2": False}).fractions() == {
        4: Fraction(1, 2),
        5: Fraction(1, 2),
    }


def test_the_last_words_of_a_label_will_do_where_they_name_one_question() -> None:
    tree = Enumerating(unfold=True).tree(volley)
    first = tree.given({"shot 1: to hit": True}).fractions()
    assert first == counted(
        3, lambda a, b, luck: (a >= 4) + (b >= 5) + (luck == 6), lambda a, b, luck: a >= 4
    )
    with pytest.raises(
        BadInput, match="more than once in this tree; name one of: shot 1: to hit, shot 2: to hit"
    ):
        tree.given({"to hit": True})
    one = Enumerating(unfold=True).tree(lambda umpire: umpire.resolve("shot", one_shot, 3))
    assert one.given({"to hit": True}).fractions() == {True: 1}
    assert one.posterior("to hit", given={"to hit": True}) == Distribution.uniform((3, 4, 5, 6))
    assert one.given(lambda answers, _: not answers["to hit"]).fractions() == {False: 1}


def stage(umpire: Umpire, so_far: int) -> int:
    return so_far + (umpire.d6("to hit") >= 5)


def test_the_same_helper_twice_on_a_path_throws_two_dice() -> None:
    def rule(umpire: Umpire) -> Any:
        return stage(umpire, stage(umpire, 0))

    def same(umpire: Umpire) -> Any:
        return lucky(umpire, lucky(umpire, 0))

    tree = Enumerating().tree(rule)
    assert tree.posterior("to hit", given=2) == tree.posterior("to hit #2", given=2)
    assert tree.posterior("to hit", given=2).fractions() == {5: Fraction(1, 2), 6: Fraction(1, 2)}
    assert tree.posterior("to hit #2", given={"to hit": True}, outcome=1).fractions() == dict.fromkeys(
        range(1, 5), Fraction(1, 4)
    )
    again = Enumerating().tree(same)
    assert again.posterior("luck", given={"luck": True, "luck #2": False}).fractions() == {6: 1}
    assert again.posterior("luck #2", given={"luck": True, "luck #2": False})[6] == 0


def lucky(umpire: Umpire, _: int) -> int:
    umpire.d6("luck") == 6  # noqa: B015
    return 0


def test_what_is_not_in_the_tree_gets_one_sentence() -> None:
    tree = Enumerating().tree(direct_fire, Shot(attack=5, defence=4), RULES)
    with pytest.raises(BadInput, match="unknown question of this tree 'tohit'; did you mean 'to hit'"):
        tree.given({"tohit": True})
    with pytest.raises(BadInput, match="unknown question of this tree 'tohit'; did you mean 'to hit'"):
        tree.given(lambda answers, _: answers["tohit"])
    with pytest.raises(BadInput, match="unknown answer to 'to hit' 'hitt'; did you mean 'hit'"):
        tree.given({"to hit": "hitt"})
    with pytest.raises(BadInput, match=r"unknown answer to 'to hit' '1'\. Allowed: hit, miss"):
        tree.given({"to hit": 1})
    with pytest.raises(BadInput, match="'destroied' cannot happen; did you mean 'destroyed'"):
        tree.given(outcome="destroied")
    with pytest.raises(BadInput, match="cannot happen: no path"):
        tree.given({"to hit": False}, outcome="destroyed")


def test_a_tree_that_was_not_drawn_says_so() -> None:
    law = Enumerating(draw=False).tree(direct_fire, Shot(attack=5, defence=4), RULES)
    with pytest.raises(BadInput, match="draw=False"):
        law.given(outcome="destroyed")


def test_what_a_budget_left_open_is_not_guessed() -> None:
    tree = Enumerating(max_leaves=4).tree(two_shots)
    assert tree.unexplored
    with pytest.raises(BadInput, match="unexplored"):
        tree.given(outcome=2)
    left = tree.given({"seen": True}).fractions()
    assert sum(left.values()) == 1
    assert left[2] == Fraction(1, 4)


def test_odds_in_words() -> None:
    odds = ask("pz8-ww2", "direct-fire", attack=5, defence=4)
    assert odds.posterior("to hit", given="destroyed")[4] == Fraction(1, 3)
    assert odds.given({"to hit": True})["destroyed"] == Fraction(5, 18)
    assert odds.given({"to hit": "hit"}, outcome="destroyed").fractions() == {"destroyed": 1}
    assert odds.given(lambda word: word != "ok") == Distribution(
        {"disorganized": 6, "suppressed": 5, "destroyed": 10}
    )
    assert odds.given(outcome="ok") == odds.given(lambda word: word == "ok")
    with pytest.raises(BadInput, match="'destroied' cannot happen; did you mean 'destroyed'"):
        odds.posterior("to hit", given="destroied")


def test_both_dice_of_a_sum() -> None:
    odds = ask("pz8-ww2", "close-combat", attack=6, defence=4)
    for die in ("attack", "defence"):
        mixed: dict[int, Fraction] = {}
        for word, chance in odds.fractions().items():
            for face, share in odds.posterior(die, given=word).fractions().items():
                mixed[face] = mixed.get(face, Fraction(0)) + chance * share
        assert mixed == dict.fromkeys(FACES, Fraction(1, 6))
