"""Two trees of one question: only the branches that differ are named."""

from __future__ import annotations

from typing import Any

from pz8edu import odds, system
from pz8edu.core.tree.wording import branch_words
from pz8edu.show.tree_differences import differing_branches

WW2 = system("pz8-ww2").rules


def trees(**changes: Any) -> tuple[Any, Any]:
    how = {"attack": 5, "defence": 4}
    first, second = (
        odds("pz8-ww2", "direct-fire", how, rules=rules) for rules in (WW2, WW2.variant(changes))
    )
    return first.tree, second.tree


def test_equal_trees_have_none() -> None:
    assert differing_branches(*trees()) == ((), ())


def test_another_score_to_hit_changes_the_two_answers_and_not_what_comes_after() -> None:
    first, second = trees(hit_on=3)
    ours, theirs = differing_branches(first, second)
    assert [branch_words(first.first, each) for each in ours] == ["4 or more", "3 or less"]
    assert [branch_words(second.first, each) for each in theirs] == ["3 or more", "2 or less"]


def test_another_margin_changes_the_answers_below_the_hit() -> None:
    first, second = trees(destroyed_by=4)
    ours, theirs = differing_branches(first, second)
    after = first.first.branches[0].onward().child
    assert {id(each) for each in ours} < {id(each) for each in after.branches}, "none has no other chance"
    assert len(ours) == len(theirs) == 2
