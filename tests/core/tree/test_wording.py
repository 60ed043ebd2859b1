"""The words of questions and answers."""

from __future__ import annotations

from typing import Any

import pytest

from pz8edu import D6, Enumerating, Modifiers, Roll, Umpire, ask
from pz8edu.core import Bands
from pz8edu.core.tree.wording import (
    answer_words,
    branch_label,
    compact,
    question_words,
    throws_words,
    value_words,
)


def root(rule: Any) -> Any:
    """The first question of a rule."""
    node = Enumerating().tree(rule).root
    assert node is not None
    return node


def words_of(rule: Any) -> tuple[str, list[str], list[str]]:
    """The first question of a rule, its answers in full and as labels of a drawing."""
    node = root(rule)
    return (
        question_words(node),
        [answer_words(node, branch) for branch in node.branches],
        [branch_label(node, branch) for branch in node.branches],
    )


@pytest.mark.parametrize(
    ("values", "support", "words"),
    [
        ((5, 6), range(1, 7), "5 or more"),
        ((1, 2), range(1, 7), "2 or less"),
        ((6,), range(1, 7), "6"),
        ((1,), range(1, 7), "1"),
        ((2, 3, 4), range(1, 7), "2 to 4"),
        ((3, 4), range(1, 7), "3 or 4"),
        ((1, 2, 3, 4, 6), range(1, 7), "anything but 5"),
        (range(1, 7), range(1, 7), "anything"),
        ((7,), (7,), "7"),
        ((-1, 0), range(-1, 5), "0 or less"),
        ((-3,), range(-3, 3), "−3"),
        ((True,), (True, False), "yes"),
        (("red", "black"), ("red", "black", "joker"), "red or black"),
        ((2, 4, 6, 8, 10, 12, 14), range(1, 15), "7 of the totals"),
    ],
)
def test_values(values: Any, support: Any, words: str) -> None:
    assert value_words(list(values), list(support)) == words


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("5 or more", "5+"),
        ("+3 or more", "+3 …"),
        ("2 or less", "≤ 2"),
        ("−1 or less", "≤ −1"),
        ("2 to 4", "2 to 4"),
    ],
)
def test_compact(long: str, short: str) -> None:
    assert compact(long) == short


def test_a_score_with_modifiers() -> None:
    def rule(umpire: Umpire) -> bool:
        return (
            umpire.d6("to hit").modified(Modifiers((-1, "over half range", True), (1, "elite", False))) >= 4
        )

    assert words_of(rule) == (
        "to hit: 5 or more on a D6 (4 or more, −1 over half range)",
        ["5 or more", "4 or less"],
        ["hit 5+", "miss"],
    )


def test_below_and_at_least_say_the_same() -> None:
    def below(umpire: Umpire) -> bool:
        return umpire.d6("to hit") < 4

    def at_least(umpire: Umpire) -> bool:
        return umpire.d6("to hit") >= 4

    assert words_of(below)[0] == words_of(at_least)[0] == "to hit: 4 or more on a D6"
    assert sorted(words_of(below)[2]) == sorted(words_of(at_least)[2]) == ["hit 4+", "miss"]


def test_what_is_certain_and_what_cannot_be() -> None:
    def never(umpire: Umpire) -> bool:
        return umpire.d6("to hit") >= 7

    def always(umpire: Umpire) -> bool:
        return umpire.d6("HQ save").modified(Modifiers((3, "elite", True))) >= 4

    assert words_of(never)[0] == "to hit: 7 or more on a D6 cannot be"
    assert words_of(always)[0] == "HQ save: 1 or more on a D6 is certain (4 or more, +3 elite)"


def test_a_natural_face_and_a_roll_of_this_or_less() -> None:
    def six(umpire: Umpire) -> bool:
        return umpire.d6("to hit") == 6

    def spent(umpire: Umpire) -> bool:
        return umpire.d6("battery") <= 2

    assert words_of(six)[0] == "to hit: 6 on a D6"
    assert words_of(spent) == ("battery: 2 or less on a D6", ["2 or less", "3 or more"], ["≤ 2", "3+"])


def test_an_opposed_roll_and_its_table() -> None:
    table = Bands((0, "none"), (1, "shaken"), (None, "lost"), signed=True)

    def rule(umpire: Umpire) -> str:
        margin = (umpire.d6("attack") + 5) - (umpire.d6("defence") + 4)
        return umpire.look_up("damage", margin, table)

    assert words_of(rule) == (
        "damage: D6 + 5 against D6 + 4",
        ["0 or less = none", "+1 = shaken", "+2 or more = lost"],
        ["≤ 0", "+1", "+2 …"],
    )
    node = root(rule)
    assert [throws_words(node, branch) for branch in node.branches] == ["15 of 36", "6 of 36", "15 of 36"]


def test_several_dice_count_their_throws_and_one_die_does_not() -> None:
    def total(umpire: Umpire) -> bool:
        return umpire.sum_of("break", 2) >= 8

    node = root(total)
    assert question_words(node) == "break: 8 or more on 2D6"
    assert [throws_words(node, branch) for branch in node.branches] == ["15 of 36", "21 of 36"]

    def one(umpire: Umpire) -> bool:
        return umpire.d6("one") >= 4

    assert throws_words(root(one), root(one).branches[0]) == ""


def test_a_roll_without_a_label_of_its_own_is_called_by_its_dice() -> None:
    def rule(umpire: Umpire) -> bool:
        return (umpire.d6("ours") + 1) - umpire.d6("theirs") > 0

    assert words_of(rule)[0] == "ours + 1 against theirs: 1 or more"


def test_something_that_happens_or_does_not() -> None:
    def rule(umpire: Umpire) -> bool:
        return umpire.chance("a real counter?", D6.fraction(1))

    assert words_of(rule) == ("a real counter?", ["yes", "no"], ["yes", "no"])


def test_a_rule_that_ends_in_a_roll_is_told_by_its_dice() -> None:
    def rule(umpire: Umpire) -> Roll[int]:
        return umpire.d6("losses")

    assert words_of(rule)[0] == "losses: D6"


def test_the_text_of_a_tree() -> None:
    tree = ask("pz8-ww2", "direct-fire", attack=5, defence=4, over_half_range=True).tree
    assert repr(tree).splitlines() == [
        "to hit: 5 or more on a D6 (4 or more, −1 target over half range)",
        "  5 or more: 1/3",
        "    damage: D6 + 5 against D6 + 4",
        "      0 or less = none: 5/12 → ok  [5/36]",
        "      +1 = disorganized: 1/6 → disorganized  [1/18]",
        "      +2 = suppressed: 5/36 → suppressed  [5/108]",
        "      +3 or more = destroyed: 5/18 → destroyed  [5/54]",
        "  4 or less: 2/3 → ok  [2/3]",
    ]
