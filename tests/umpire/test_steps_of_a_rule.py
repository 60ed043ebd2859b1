"""`umpire.step` and `umpire.then` mean what plain calls mean, and are worked out once for equal inputs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pz8edu import Unasked
from pz8edu.chance.roll import Roll, together
from pz8edu.systems.pz8_ww2.damage import effective_defence, opposed_roll, suffer_with_save
from pz8edu.systems.pz8_ww2.fire import aimed, direct_fire
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import Shot
from pz8edu.systems.pz8_ww2.words import Condition, Damage
from pz8edu.tree import Node, Tree
from pz8edu.umpire import Growing, Sampling, Scripted, Umpire, Waiting
from tests.benchmarks.situations import RULES, shots

SHOTS = shots(60)
READINGS = [RULES, RULES.variant(R2="b", R3="b", R4="b"), RULES.variant(R1="c", hit_on=6)]


def plain_direct_fire(umpire: Umpire, shot: Shot, rules: Ww2) -> Condition:
    """The rule with plain calls: the slow, obvious twin."""
    if not aimed(umpire, shot, rules):
        return shot.target_condition
    defence = effective_defence(shot.defence, shot.armoured, shot.facing, rules)
    result = opposed_roll(umpire, shot.attack, defence, rules)
    return suffer_with_save(umpire, result, shot.target_condition, shot.hq, shot.target_quality, rules)


def nodes(tree: Tree[Any]) -> list[tuple[Any, ...]]:
    def below(node: Node) -> list[tuple[Any, ...]]:
        here: list[tuple[Any, ...]] = [(node.label, node.question(), node.line)]
        for branch in node.branches:
            here.append((branch.answer, dict(branch.values), branch.fraction(), branch.outcome))
            if branch.child is not None:
                here += below(branch.child)
        return here

    return [] if tree.root is None else below(tree.root)


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_trees_and_laws_are_those_of_plain_calls(rules: Ww2) -> None:
    memo: dict[Any, Any] = {}
    for shot in SHOTS:
        twin = Growing().grow(plain_direct_fire, shot, rules)
        for how in ({}, {"unfold": True}):
            tree = Growing(memo=memo, **how).grow(direct_fire, shot, rules)
            assert nodes(tree) == nodes(twin)
            assert tree.leaves == twin.leaves <= 10
            assert tree.distribution == twin.distribution
        law = Growing(draw=False, memo=memo).grow(direct_fire, shot, rules)
        assert law.root is None
        assert law.distribution == twin.distribution


def test_known_dice_may_lie_in_a_step() -> None:
    shot = Shot(attack=4, defence=4, hq=True)
    for given in ({"to hit": 6}, {"attack": 5}, {"to hit": 5, "attack": 6, "defence": 2}, {"HQ save": 1}):
        for draw in (True, False):
            known = Growing(given=given, draw=draw).grow(direct_fire, shot, RULES)
            assert (
                known.distribution == Growing(given=given).grow(plain_direct_fire, shot, RULES).distribution
            )


def test_steps_are_played_die_by_die() -> None:
    sure = Shot(attack=4, defence=4, hq=True)
    rules = RULES.variant(hit_on=1)
    for rule in (direct_fire, plain_direct_fire):
        with pytest.raises(Waiting) as waiting:
            Scripted({}).play(rule, sure, rules)
        assert waiting.value.missing == ("attack", "defence")
        script = Scripted({"attack": 6, "defence": 4, "HQ save": 4})
        assert script.play(rule, sure, rules) is Condition.DISORGANIZED
        assert [answered.label for answered in script.answered][1:] == ["damage", "HQ save"]
    assert Sampling(3).frequencies(200, direct_fire, sure, rules) == Sampling(3).frequencies(
        200, plain_direct_fire, sure, rules
    )


# --- small rules
def pair(umpire: Umpire, bonus: int) -> Roll[int]:
    return umpire.d6("first") + umpire.d6("second") + bonus


def doubled(umpire: Umpire, total: int, times: int) -> int:
    return total * times if umpire.d6("double") >= 5 else total


def test_a_result_may_be_asked_about_before_it_is_handed_on() -> None:
    def rule(umpire: Umpire) -> int | Roll[int]:
        total = umpire.step(pair, 0)
        if total <= 4:
            return 0
        return umpire.then(total, doubled, 2)

    def twin(umpire: Umpire) -> int:
        total = umpire.settle("", pair(umpire, 0))
        return 0 if total <= 4 else doubled(umpire, total, 2)

    expected = Growing().grow(twin).distribution
    for draw in (True, False):
        assert Growing(draw=draw).grow(rule).distribution == expected
    assert sum(expected.fractions().values()) == 1


def test_a_result_that_was_handed_on_is_used_up() -> None:
    def asks_again(umpire: Umpire) -> bool:
        total = umpire.step(pair, 0)
        umpire.then(total, doubled, 2)
        return total > 4

    def returns_both(umpire: Umpire) -> Roll[Any]:
        total = umpire.step(pair, 0)
        return together(lambda before, after: (before, after), total, umpire.then(total, doubled, 2))

    def hands_on_twice(umpire: Umpire) -> Roll[int]:
        total = umpire.step(pair, 0)
        umpire.then(total, doubled, 2)
        return umpire.then(total, doubled, 3)

    for rule in (asks_again, returns_both, hands_on_twice):
        for draw in (True, False):
            with pytest.raises(Unasked, match="handed on"):
                Growing(draw=draw).grow(rule)


def test_three_steps_in_a_row() -> None:
    def rule(umpire: Umpire) -> Roll[int]:
        return umpire.then(umpire.then(umpire.step(pair, 1), doubled, 2), doubled, 3)

    def twin(umpire: Umpire) -> int:
        total = umpire.settle("", pair(umpire, 1))
        return doubled(umpire, doubled(umpire, total, 2), 3)

    expected = Growing().grow(twin).distribution
    for draw in (True, False):
        tree = Growing(draw=draw).grow(rule)
        assert tree.distribution == expected
    drawn = Growing().grow(rule)
    assert sum(last.fraction() for _, _, last in drawn.paths() if last is not None) == Fraction(1)


def test_steps_inside_a_loaded_game_are_loaded() -> None:
    from pz8edu.chance.distribution import Distribution

    memo: dict[Any, Any] = {}
    shot = Shot(attack=4, defence=4)
    sixes = Distribution({6: 1})
    fair = Growing(draw=False, memo=memo).grow(direct_fire, shot, RULES).distribution
    loaded = Growing(draw=False, memo=memo, loaded={"attack": sixes}).grow(direct_fire, shot, RULES)
    twin = Growing(draw=False, loaded={"attack": sixes}).grow(plain_direct_fire, shot, RULES)
    assert loaded.distribution == twin.distribution != fair


def test_equal_words_of_different_steps_stay_apart() -> None:
    """`Damage.DESTROYED` and `Condition.DESTROYED` are equal as words, but not the same thing."""

    def damage(umpire: Umpire) -> Damage:
        return Damage.DESTROYED if umpire.d6("damage") >= 4 else Damage.NONE

    def condition(umpire: Umpire) -> Condition | Damage:
        return Condition.DESTROYED if umpire.d6("condition") >= 4 else Damage.NONE

    def kind(umpire: Umpire, result: object) -> str:
        return type(result).__name__

    def rule(umpire: Umpire, first: bool) -> Roll[str]:
        return umpire.then(umpire.step(damage if first else condition), kind)

    memo: dict[Any, Any] = {}
    for first, expected in ((True, {"Damage"}), (False, {"Damage", "Condition"}), (True, {"Damage"})):
        assert set(Growing(draw=False, memo=memo).grow(rule, first).distribution) == expected
