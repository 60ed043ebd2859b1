"""What once went wrong: loaded and overridden labels, rules without an end, trees that did not travel."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.core import Enumerating, Sampling, Scripted, Umpire
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rolls.roll import Roll, together
from pz8edu.core.tree.node import UNEXPLORED
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.words import Condition
from tests.benchmarks.situations import RULES, shots

SIX = Distribution.certain(6)
NEVER = Distribution({0: 1})
ALWAYS = Distribution({1: 1})


# --- loaded dice
def test_a_die_of_six_sides_is_a_d6() -> None:
    def rule(umpire: Umpire) -> Roll[int]:
        return umpire.die("direction", 6)

    for loaded in ({"d6": SIX}, {"direction": SIX}):
        assert Enumerating(loaded=loaded).tree(rule).distribution.fractions() == {6: 1}
    eight = Enumerating(loaded={"d6": SIX}).tree(lambda umpire: umpire.die("direction", 8))
    assert len(eight.distribution) == 8


# --- overridden questions
def twice(umpire: Umpire) -> int:
    return (umpire.d6("to hit") >= 4) + 2 * (umpire.d6("to hit") >= 4)


def shot(umpire: Umpire) -> bool:
    return umpire.d6("to hit") >= 4


def volley(umpire: Umpire) -> int:
    return umpire.resolve("first", shot) + 2 * umpire.resolve("second", shot)


@pytest.mark.parametrize("how", [{"draw": True}, {"draw": False}, {"unfold": True}])
def test_an_override_reaches_every_question_of_its_label(how: dict[str, bool]) -> None:
    for rule in (twice, volley):
        assert Enumerating(override={"to hit": NEVER}, **how).tree(rule).distribution.fractions() == {0: 1}
        assert Enumerating(override={"to hit": ALWAYS}, **how).tree(rule).distribution.fractions() == {3: 1}
    second = Enumerating(override={"to hit #2": ALWAYS}, **how).tree(twice).distribution
    assert second.fractions() == {2: Fraction(1, 2), 3: Fraction(1, 2)}


@pytest.mark.parametrize("below", [False, True])
def test_below_a_number_is_overridden_as_it_is_spoken(below: bool) -> None:
    """Below 4 is spoken "4 or more": odds for it are those of 4 or more."""

    def rule(umpire: Any) -> str:
        roll = umpire.d6("to hit")
        hit = not (roll < 4) if below else roll >= 4
        return "hit" if hit else "miss"

    override = {"to hit": Distribution({True: 1, False: 3})}
    law = Enumerating(override=override).tree(rule).distribution
    assert law.fractions() == {"hit": Fraction(1, 4), "miss": Fraction(3, 4)}


def test_an_override_inside_a_scope_goes_by_the_whole_or_the_short_label() -> None:
    def law(label: str) -> dict[Any, Fraction]:
        tree = Enumerating(unfold=True, override={label: ALWAYS}).tree(volley)
        return tree.distribution.fractions()

    assert law("to hit") == {3: 1}
    assert law("first: to hit") == {1: Fraction(1, 2), 3: Fraction(1, 2)}
    assert law("second: to hit") == {2: Fraction(1, 2), 3: Fraction(1, 2)}


# --- mistyped labels
@pytest.mark.parametrize("draw", [True, False])
@pytest.mark.parametrize("rule", [twice, volley])
def test_mistyped_labels_are_told(rule: Callable[[Umpire], int], draw: bool) -> None:
    scope = "" if rule is twice else "first: "
    with pytest.raises(BadInput, match=f"unknown dice of this rule '{scope}to hti'; did you mean"):
        Enumerating(given={f"{scope}to hti": 6}, draw=draw).tree(rule)
    assert Enumerating(given={f"{scope}to hit": 6}, draw=draw).tree(rule).distribution.support
    for how in ({"loaded": {"to hti": SIX}}, {"override": {"to hti": NEVER}}):
        with pytest.raises(BadInput, match="unknown dice or question of this rule 'to hti'; did you mean"):
            Enumerating(draw=draw, **how).tree(rule)  # type: ignore[arg-type]
        assert Enumerating(draw=draw, memo={}, **how).tree(rule)  # type: ignore[arg-type]


def test_a_known_die_that_does_not_matter_is_no_mistake() -> None:
    def rule(umpire: Umpire) -> bool:
        return umpire.d6("to hit") >= 4 and umpire.d6("save") < 4

    assert Enumerating(given={"to hit": 1, "save": 6}).tree(rule).distribution.fractions() == {False: 1}


# --- rules without an end
def endless(umpire: Umpire) -> int:
    while umpire.d6("again") < 7:
        pass
    return 0


def rolls_on(umpire: Umpire) -> int:
    count = 0
    while umpire.d6("again") < 6:
        count += 1
    return count


def test_a_rule_without_an_end_is_refused() -> None:
    for rule in (endless, rolls_on):
        for draw in (True, False):
            with pytest.raises(BadInput, match="more than 1,000 questions on one way"):
                Enumerating(draw=draw).tree(rule)
    with pytest.raises(BadInput, match="it may never end"):
        Sampling(1).play(endless)


def test_a_long_way_is_walked() -> None:
    def rule(umpire: Umpire) -> int:
        return sum(umpire.chance(f"draw {place}", Fraction(1)) for place in range(900))

    tree = Enumerating().tree(rule)
    assert len(list(tree.nodes())) == 900
    assert len(list(tree.paths())) == 1


# --- numbers that are none
def test_what_is_no_number_gets_one_sentence() -> None:
    for rule, words in (
        (lambda u: u.chance("x", 0.25), r"exact number such as Fraction\(1, 4\); got 0.25"),
        (lambda u: u.chance("x", "1/4"), "exact number"),
        (lambda u: u.die("x", "6"), "the sides of a die must be a whole number; got '6'"),
        (lambda u: u.die("x", 2.5), "whole number; got 2.5"),
        (lambda u: u.die("x", True), "whole number; got True"),
    ):
        with pytest.raises(BadInput, match=words):
            Enumerating().tree(rule)
    for games in (-1, True, 2.5):
        with pytest.raises(BadInput, match="a number of games must be"):
            Sampling(1).frequencies(games, shot)  # type: ignore[arg-type]


def test_whole_numbers_of_other_libraries_will_do() -> None:
    import numpy as np

    law = Enumerating().tree(lambda umpire: umpire.die("x", np.int64(3))).distribution
    assert len(law) == 3


def test_sub_rules_are_played_in_a_script_and_say_what_is_wrong() -> None:
    """A script is not a tree: it has no `tree`, which once complained that a rule was impure."""
    assert not hasattr(Scripted({}), "tree")
    assert Scripted({"first: to hit": 6, "second: to hit": 1}).play(volley) == 1


# --- partly known fights
def fight(umpire: Umpire) -> str:
    return "won" if umpire.d6("score") + umpire.d6("luck") >= 9 else "lost"


def test_repeat_with_a_fight_that_is_partly_known(every_way: Callable[..., dict[Any, Fraction]]) -> None:
    def rule(umpire: Umpire) -> Any:
        return umpire.repeat("fight", 3, fight).read("end", lambda n: (n["won"], n["lost"]))

    def twin(umpire: Any) -> Any:
        return umpire.repeat("fight", 3, fight).read("end", lambda n: (n.get("won", 0), n.get("lost", 0)))

    for known in ({"fight 2: score": 6}, {"fight 1: score": 1}, {"fight 3: luck": 4, "fight 3: score": 6}):
        found = Enumerating(given=known).tree(rule).distribution.fractions()
        assert found == every_way(twin, given=known), known
    assert sum(Enumerating(given={"fight 2: score": 6}).tree(rule).distribution.fractions().values()) == 1


# --- budgets
def two_dice(umpire: Umpire) -> int:
    return umpire.settle("", umpire.d6("a")) + umpire.settle("", umpire.d6("b"))


def test_a_sub_rule_has_what_is_left_of_the_leaves() -> None:
    """After three leaves of the rule around it, a sub-rule may look at seven of its own."""

    def rule(umpire: Umpire) -> int:
        first = umpire.settle("", umpire.d6("first"))
        return first if first <= 3 else umpire.resolve("sub", two_dice)

    tree = Enumerating(max_leaves=10).tree(rule)
    sub = next(node for node in tree.nodes() if node.label == "sub: explored")
    explored = sub.branches[0]
    assert Fraction(sum(explored.values.values()), 36) == Fraction(7, 36)  # type: ignore[arg-type]
    assert sum(tree.distribution.fractions().values()) == 1


# --- trees travel
TREES: list[Callable[[], Any]] = [
    lambda: Enumerating().tree(direct_fire, shots(1)[0], RULES),
    lambda: Enumerating(max_leaves=2).tree(two_dice),
    lambda: Enumerating(unfold=True).tree(volley),
    lambda: Enumerating().tree(pools),
    lambda: Enumerating().tree(cards),
    lambda: Enumerating().tree(sums),
]


def pools(umpire: Umpire) -> Any:
    counts = umpire.tally("fire", 3, hits=(5, 6), ones=(1,))
    if counts["hits"] >= 1:
        return umpire.highest("best", 2, of=3).read("low", lambda best: best // 4)
    return together(
        lambda ones, sum_: (ones, sum_ > 3), counts["ones"], umpire.sum_of("sum", 2, {6: 2, 5: 1})
    )


def cards(umpire: Umpire) -> str:
    deck = umpire.deck({"red": 2, "black": 3})
    first, second = deck.draw("first"), deck.draw("second")
    return umpire.settle("second", second) + umpire.settle("first", first)


def sums(umpire: Umpire) -> bool:
    dice = [umpire.d6(label) for label in "abc"]
    total = (dice[0] + dice[1] + dice[2]).modified(Modifiers((-1, "tired", True)))
    return total >= 10 and dice[1].read("odd", lambda face: face % 2) == 1


@pytest.mark.parametrize("make", TREES)
def test_a_tree_pickles_copies_and_compares(make: Callable[[], Any]) -> None:
    tree = make()
    for travelled in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree), copy.copy(tree), make()):
        assert travelled == tree
        assert hash(travelled) == hash(tree)
        assert repr(travelled) == repr(tree)
        assert travelled.to_csv() == tree.to_csv()
        assert travelled._repr_svg_() == tree._repr_svg_()
        for node in tree.nodes():
            for die in node.roll.dice():
                if not tree.is_cut:
                    for outcome in tree.distribution:
                        now = travelled.posterior(die.label, outcome)
                        assert now == tree.posterior(die.label, outcome)
    assert tree != Enumerating().tree(shot)
    assert tree != "a tree"


def test_what_is_unexplored_stays_itself() -> None:
    assert pickle.loads(pickle.dumps(UNEXPLORED)) is UNEXPLORED
    assert copy.deepcopy(UNEXPLORED) is copy.copy(UNEXPLORED) is UNEXPLORED
    tree = pickle.loads(pickle.dumps(Enumerating(max_leaves=2).tree(two_dice)))
    assert tree.unexplored == Fraction(34, 36)


def test_a_posterior_needs_one_event() -> None:
    tree = Enumerating().tree(direct_fire, shots(1)[0], RULES)
    with pytest.raises(BadInput, match="`given` holds what happened on the way"):
        tree.posterior("to hit", Condition.DESTROYED, outcome="destroyed")
