"""Decisions in rules: best play of the gallery, what is seen and remembered, and refusals by every road."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Annotated, Any

import pytest

import pz8edu
from pz8edu import (
    BadInput,
    Chain,
    Distribution,
    Impure,
    Sampling,
    Scripted,
    Unasked,
    best_play,
    compare,
    sweep,
    system,
)
from pz8edu.asking.loadable import loadable
from pz8edu.core import Decision, Enumerating, OpenTree, Situation, Whole
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.umpire.scripted import WaitingForChoice
from pz8edu.desk.tables import answers as whole

WW2 = system("pz8-ww2")


def tree_of(rule: Callable[..., Any], *inputs: Any, **options: Any) -> OpenTree[Any]:
    tree = Enumerating(**options).tree(rule, *inputs)
    assert isinstance(tree, OpenTree)
    return tree


# --- known answers
def yahtzee(umpire: Any, dice: tuple[int, ...], boxes: tuple[str, ...]) -> int:
    keeps = sorted({kept for count in range(6) for kept in combinations(dice, count)})
    keep = umpire.choose("keep", keeps)
    rest = umpire.settle("roll", umpire.roll("the rest", thrown(5 - len(keep)))) if len(keep) < 5 else ()
    hand = tuple(sorted((*keep, *rest)))
    return scored(umpire.choose("score as", boxes), hand)


@cache
def thrown(count: int) -> Distribution[tuple[int, ...]]:
    hands = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    return Distribution(dict(hands), 6**count)


def scored(box: str, hand: tuple[int, ...]) -> int:
    counts = Counter(hand)
    straight = any({start, start + 1, start + 2, start + 3} <= set(hand) for start in (1, 2, 3))
    full = sorted(counts.values()) == [2, 3]
    worth = {"sixes": 6 * counts[6], "chance": sum(hand), "straight": 30 * straight, "full house": 25 * full}
    return worth[box]


def test_the_last_roll_of_yahtzee() -> None:
    found = best_play(yahtzee, (1, 1, 3, 4, 6), ("sixes", "chance", "straight", "full house"))
    assert (found.worth, found.point("keep").choice) == (Fraction(281, 12), (3, 4, 6))
    assert found.point("keep").costs[3, 4] == Fraction(281, 12) - Fraction(200, 9)
    assert len(found.point("keep").worths) == 24
    assert repr(found.point("keep")) == "keep: (3, 4, 6), worth 281/12"
    assert re.findall("<th>(.*?)</th>", found.point("keep")._repr_html_())[3:] == [
        "<strong>(3, 4, 6)</strong>",
        "(3, 4)",
        "(4, 6)",
        "(1, 3, 4, 6)",
    ]


@cache
def battle(attackers: int, defenders: int) -> Distribution[tuple[int, int]]:
    losses: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=attackers + defenders):
        pairs = list(zip(sorted(faces[:attackers])[::-1], sorted(faces[attackers:])[::-1], strict=False))
        won = sum(a > d for a, d in pairs)
        losses[len(pairs) - won, won] += 1
    return Distribution(dict(losses), 6 ** (attackers + defenders))


def risk(umpire: Any, armies: int, enemies: int) -> tuple[int, int]:
    while armies > 1 and enemies and umpire.choose("attack on", ("attack", "stop")) == "attack":
        dice = battle(min(3, armies - 1), min(2, enemies))
        lost, won = umpire.settle("battle", umpire.roll("dice", dice))
        armies, enemies = armies - lost, enemies - won
    return armies, enemies


def land(end: tuple[int, int]) -> int:
    return end[0] + (0 if end[1] else 6)


def risk_by_hand(armies: int, enemies: int) -> Fraction:
    stay = Fraction(land((armies, enemies)))
    if armies <= 1 or not enemies:
        return stay
    dice = battle(min(3, armies - 1), min(2, enemies)).fractions()
    on = sum(chance * risk_by_hand(armies - lost, enemies - won) for (lost, won), chance in dice.items())
    return max(stay, Fraction(on))


def test_attack_on() -> None:
    assert best_play(risk, 3, 2, goal=land).worth == Fraction(1627, 432)
    assert best_play(risk, 6, 4, goal=land).worth == risk_by_hand(6, 4)


def pig(umpire: Any, goal: int, total: int = 0) -> int:
    """One turn: throw on, and lose all at a 1, or stop and keep what was thrown."""
    while total < goal:
        if total and umpire.choose("throw on", ("throw", "hold")) == "hold":
            return total
        face = umpire.settle("die", umpire.d6("die"))
        if face == 1:
            return 0
        total += face
    return total


def pig_by_hand(total: int, goal: int) -> Fraction:
    if total >= goal:
        return Fraction(total)
    on = sum((pig_by_hand(total + face, goal) for face in range(2, 7)), Fraction(0)) / 6
    return max(Fraction(total), on) if total else on


def test_one_turn_of_pig() -> None:
    assert best_play(pig, 12).worth == pig_by_hand(0, 12)
    found = best_play(pig, 26, 13)
    assert found.worth == pig_by_hand(13, 26)
    for point in found.points:
        held = 13 + sum(face for label, face in point.decision.seen if label.startswith("die"))
        assert ("hold" in point.best) is (held >= 20)
        assert (len(point.best) == 2) is (held == 20)


def test_goals() -> None:
    def safe(umpire: Any) -> str:
        if umpire.choose("how", ("safe", "bold")) == "safe":
            return "draw"
        return "win" if umpire.d6("die") >= 5 else "lost"

    assert best_play(safe, goal="win").worth == Fraction(1, 3)
    assert best_play(safe, goal="lost", least=True).law["draw"] == 1
    half = best_play(safe, goal={"win": 1, "draw": Fraction(1, 2)})
    assert half.point("how").costs == {"safe": 0, "bold": Fraction(1, 6)}
    tied = best_play(safe, goal={"win": 3, "draw": 1})
    assert tied.point("how").best == ("safe", "bold")
    assert "as good as any" in repr(tied)
    for goal, why in (("won", "unknown outcome"), ({"wins": 1}, "unknown outcome"), (None, "a worth is")):
        with pytest.raises(BadInput, match=why):
            best_play(safe, goal=goal)
    with pytest.raises(BadInput, match="a worth is"):
        best_play(safe, goal=lambda end: 0.5)
    with pytest.raises(BadInput, match="more than 2 ways"):
        best_play(safe, goal="win", most_ways=2)


def test_a_rule_without_a_decision_is_worth_what_it_is() -> None:
    assert best_play(lambda umpire: umpire.d6("die")).worth == Fraction(7, 2)
    assert best_play(lambda umpire: umpire.choose("only", [4])).worth == 4


# --- two sides
def duel(umpire: Any) -> str:
    fires = umpire.choose("A", ("fire", "wait"), "A") == "fire"
    if fires and umpire.d6("A hits") >= 5:
        return "A"
    if umpire.choose("B", ("fire", "flee"), "B") == "flee":
        return "draw"
    if umpire.d6("B hits") >= 4:
        return "B"
    return "A" if umpire.d6("again") >= 3 else "draw"


WORTH = {"A": 1, "draw": Fraction(1, 2), "B": 0}


def test_the_other_side_takes_what_is_least() -> None:
    found = best_play(duel, goal=WORTH, side="A")
    fire = Fraction(1, 3) + Fraction(2, 3) * min(Fraction(1, 2), (Fraction(2, 3) + Fraction(1, 6)) / 2)
    assert found.worth == fire
    assert found.point("B").choice == "fire"
    assert found.point("B").costs["flee"] == Fraction(1, 12)
    assert best_play(duel, goal={"B": 1, "draw": Fraction(1, 2), "A": 0}, side="B").worth == 1 - fire
    with pytest.raises(BadInput, match=r"two sides decide \(A, B\): say whose"):
        best_play(duel, goal=WORTH)
    with pytest.raises(BadInput, match="unknown side 'a'"):
        best_play(duel, goal=WORTH, side="a")


def test_max_and_min_are_refused_where_something_is_hidden() -> None:
    def pennies(umpire: Any) -> bool:
        first = umpire.choose("first", ("heads", "tails"), "A")
        return bool(first == umpire.choose("second", ("heads", "tails"), "B", seen=()))

    with pytest.raises(BadInput, match=r"'second' \(B\) does not see all .* mixed"):
        best_play(pennies, goal=True, side="A")
    with pytest.raises(BadInput, match="3 sides decide"):
        best_play(lambda u: sum(u.choose(side, (0, 1), side) for side in "ABC"), side="A")
    with pytest.raises(BadInput, match="of no side"):
        best_play(lambda u: u.choose("a", (0, 1)) + u.choose("b", (0, 1), "B"), side="B")


# --- what is seen, and what is remembered
def test_a_die_that_nobody_has_asked_is_not_seen() -> None:
    def guess(umpire: Any, asked: bool, seen: Any) -> bool:
        high = umpire.d6("die").at_least(1) >= 4 if asked else None
        die = umpire.d6("other")
        says = umpire.choose("guess", (True, False), **seen)
        return bool(says == (high if asked else die >= 4))

    assert best_play(guess, False, {}, goal=True).worth == Fraction(1, 2)
    assert best_play(guess, True, {}, goal=True).worth == 1
    assert best_play(guess, True, {"seen": ()}, goal=True).worth == Fraction(1, 2)


def test_a_side_remembers_its_own_choices() -> None:
    def twice(umpire: Any, sides: str) -> int:
        coin = umpire.d6("coin") >= 4
        first = umpire.choose("first", ("l", "r"), sides[0], seen=())
        second = umpire.choose("second", ("l", "r"), sides[1], seen=())
        return 3 if (first, second) == ("l", "r") and coin else 2 if (first, second) == ("r", "l") else 0

    found = best_play(twice, "AA")
    assert found.worth == 2
    seen = ["nothing", "nothing; own choices: l", "nothing; own choices: r"]
    assert [point.sees for point in found.points] == seen
    with pytest.raises(BadInput, match="does not see all"):
        best_play(twice, "AB", side="A")


def test_decisions_that_see_the_same_are_one() -> None:
    def looks(umpire: Any) -> int:
        low = umpire.d6("die") <= 2
        take = int(umpire.choose("take", (1, 2), seen="the same"))
        return take if low else 3 - take

    found = best_play(looks)
    assert (len(found.points), found.worth) == (1, Fraction(5, 3))
    assert found.points[0].sees == "the same"
    assert found.points[0].chance == 1


def test_one_and_true_are_seen_as_two() -> None:
    def rule(umpire: Any) -> int:
        seen = 1 if umpire.d6("die") >= 4 else True
        return int(umpire.choose("say", ("one", "yes"), seen=seen) == ("yes" if seen is True else "one"))

    assert best_play(rule).worth == 1


# --- an open tree
def try_it(umpire: Any) -> int:
    if umpire.choose("be", ("bold", "safe")) == "safe":
        return 2
    return 3 if umpire.d6("try") >= 4 else 0


def nested(umpire: Any) -> bool:
    before = umpire.resolve("bold or safe", try_it)
    return bool((before >= 3 and umpire.d6("after") >= 3) or (before == 0 and umpire.d6("other") >= 6))


def test_an_open_tree_has_no_chances() -> None:
    tree = tree_of(try_it)
    asks: list[Callable[[], Any]] = [
        lambda: tree.distribution,
        lambda: tree.unexplored,
        lambda: tree.given({"try": True}),
        lambda: tree.posterior("try"),
        lambda: tree.answers_to("try"),
        tree.latex,
        tree.to_csv,
    ]
    for ask in asks:
        with pytest.raises(BadInput, match="'be' is a decision: this tree has no chances"):
            ask()
    assert repr(tree).startswith("be? [sees nothing yet]\n  bold\n")
    assert tree == tree_of(try_it)
    assert tree != tree_of(nested)
    for other in (copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert best_play(other).worth == best_play(tree).worth


def test_a_policy_closes_a_tree() -> None:
    tree = tree_of(nested)
    best = best_play(tree, goal=True)
    assert best.worth == Fraction(5, 12)
    closed = tree.closed_by(best)
    assert closed.distribution[True] == Fraction(5, 12)
    assert closed.distribution == best.law
    assert tree.closed_by({"be": "safe"}).distribution == Distribution.certain(False)
    assert tree.closed_by(lambda decision: decision.options[0]).leaves == 4
    assert tree.leaves == 5
    with pytest.raises(BadInput, match="'be' cannot be 'rash'; it can be bold, safe"):
        tree.closed_by({"be": "rash"})
    with pytest.raises(BadInput, match="does not say how 'be'"):
        tree.closed_by({"do": "rash"})
    with pytest.raises(BadInput, match="best play does not know"):
        tree_of(risk, 3, 2).closed_by(best)


def test_known_choices_and_loaded_dice() -> None:
    assert Enumerating(given={"be": "bold"}, draw=False).tree(try_it).distribution[3] == Fraction(1, 2)
    assert Enumerating(given={"bold or safe: be": "safe"}).tree(nested).distribution[False] == 1
    with pytest.raises(BadInput, match="'be' cannot be 'rash'"):
        Enumerating(given={"be": "rash"}).tree(try_it)
    with pytest.raises(BadInput, match=r"unknown dice of this rule 'bee'.*'be'"):
        Enumerating(given={"bee": "bold"}).tree(try_it)
    always = Distribution({face: int(face == 6) for face in range(1, 7)})
    assert best_play(tree_of(try_it, loaded={"try": always})).worth == 3
    odds = Enumerating(loaded={"try": pz8edu.core.loaded_die()}).tree(try_it)
    with pytest.raises(BadInput, match="chances of this rule are unknown"):
        best_play(odds)
    cut = Enumerating(max_leaves=2).tree(risk, 5, 3)
    with pytest.raises(BadInput, match="more than 2 ways"):
        best_play(cut, goal=land)


# --- who plays
def test_a_game_is_played_by_a_policy() -> None:
    games = Sampling(3, policy=best_play(nested, goal=True)).frequencies(2_000, nested)
    assert abs(games[True] / 2_000 - 5 / 12) < 0.04
    assert Sampling(3, policy={"be": "safe"}).frequencies(5, nested) == {False: 5}

    def sees(decision: Decision) -> str:
        seen.append(decision)
        return "stop"

    seen: list[Decision] = []
    Sampling(1, policy=sees).play(risk, 3, 2)
    assert seen == [Decision("attack on", "", (), ("attack", "stop"), ())]
    with pytest.raises(BadInput, match="say who chooses"):
        Sampling(1).play(try_it)


def test_a_log_holds_choices_beside_dice() -> None:
    with pytest.raises(WaitingForChoice, match=r"be\? \[sees nothing yet\] \(waiting for") as waits:
        Scripted({}).play(nested)
    assert [branch.answer for branch in waits.value.node.branches] == ["bold", "safe"]
    log = {"bold or safe: be": "bold", "bold or safe: try": 6, "after": 2}
    umpire = Scripted(log)
    assert umpire.play(nested) is False
    assert [each.answer for each in umpire.answered][:2] == ["bold", True]
    with pytest.raises(BadInput, match="'bold or safe: be' cannot be 'rash'; it can be bold, safe"):
        Scripted({"bold or safe: be": "rash"}).play(nested)


# --- refusals by every road
class Order(Situation):
    """What is ordered."""

    dice: Annotated[int, Whole(1, 4)] = 1


def ordered(umpire: Any, situation: Order, rules: Any) -> str:
    if situation.dice == 4:
        return "lost"
    return str(umpire.choose("order", ("attack", "wait")))


def inside(umpire: Any, situation: Order, rules: Any) -> str:
    return str(umpire.resolve("inner", ordered, situation, rules))


WORDS = ("attack", "wait", "lost")
ORDERS = [Calculator(rule.__name__, "Orders", "5", Order, rule, WORDS) for rule in (ordered, inside)]


@pytest.mark.parametrize("question", ORDERS, ids=lambda question: question.id)
def test_no_odds_of_a_decision(question: Calculator) -> None:
    rules = WW2.rules
    roads: list[Callable[[], Any]] = [
        lambda: pz8edu.asking.odds.odds_of(question, Order(), rules),
        lambda: pz8edu.asking.odds.odds_of(question, Order(), rules, {}),
        lambda: pz8edu.asking.odds.drawn_tree(question, Order(), rules).distribution,
        lambda: pz8edu.what_if(question.rule, Order(), rules, loaded="d6").formula(),
        lambda: loadable(question.rule, Order(), rules),
        lambda: Enumerating(draw=False).tree(question.rule, Order(), rules),
        lambda: compare(question, first=rules, second=rules.variant(hit_on=3), dice=1),
    ]
    for road in roads:
        with pytest.raises(BadInput, match="'order' is a decision"):
            road()


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("question", ORDERS, ids=lambda question: question.id)
def test_a_table_leaves_out_what_has_to_be_decided(
    question: Calculator, together: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole, "FEW", 0 if together else 10**6)
    table = sweep(question, rules=WW2.rules, over=["dice"])
    assert list(table) == [(4,)]
    assert table[4]["lost"] == 1
    assert "'order' is a decision" in table.left_out


@pytest.mark.parametrize("how", ["odds", "law_of", "repeat", "in_turn", "until"])
@pytest.mark.parametrize("deep", [False, True])
def test_nothing_is_averaged_over_a_decision(how: str, deep: bool) -> None:
    def settled(umpire: Any, *about: Any) -> Any:
        return umpire.resolve("inner", try_it) if deep else try_it(umpire)

    def rule(umpire: Any) -> Any:
        try:
            if how == "odds":
                return umpire.odds("x", settled)
            if how == "law_of":
                return umpire.law_of(settled).distribution[3]
            if how == "repeat":
                return umpire.repeat("x", 2, settled)[3]
            if how == "in_turn":
                return umpire.in_turn("x", (1, 2), settled, 0, None)
            return umpire.until("x", settled)
        except Exception:
            return "swallowed"

    def outer(umpire: Any) -> Any:
        return umpire.resolve("outer", rule)

    umpires: list[Callable[[Any], Any]] = [
        lambda it: Enumerating().tree(it),
        lambda it: Enumerating(unfold=True).tree(it),
        lambda it: Enumerating(draw=False).tree(it),
        lambda it: Enumerating(max_leaves=100).tree(it),
        lambda it: Sampling(1).play(it),
        lambda it: Sampling(1, policy={"be": "bold"}).play(it),
        lambda it: Scripted({"be": "bold", "try": 6}).play(it),
    ]
    for either in (rule, outer):
        for umpire in umpires:
            with pytest.raises(BadInput, match=f"'be' is a decision inside a rule of which umpire.{how}"):
                umpire(either)


def test_a_rule_that_swallows_everything_swallows_no_decision() -> None:
    def rule(umpire: Any) -> Any:
        try:
            return umpire.resolve("x", try_it)
        except BaseException:
            return 9

    def outer(umpire: Any) -> Any:
        return umpire.resolve("outer", rule)

    assert best_play(outer).worth == 2
    with pytest.raises(BadInput, match="'be' is a decision"):
        Enumerating(draw=False).tree(outer)


def test_a_chain_of_decisions_is_refused() -> None:
    def turn(umpire: Any, state: int) -> int:
        return state + int(umpire.choose("step", (0, 1)))

    with pytest.raises(BadInput, match="'step' is a decision"):
        Chain(turn, start=0, over=lambda state: state > 2).after(2)


def test_a_rule_of_ones_own_that_decides_is_refused() -> None:
    def fire(umpire: Any, situation: Any, rules: Any) -> Any:
        return umpire.choose("fire", ("destroyed", "ok"))

    rules = WW2.rules.with_rule(direct_fire=fire)
    with pytest.raises(BadInput, match="'fire' is a decision"):
        pz8edu.ask("pz8-ww2", "direct-fire", attack=5, defence=4, rules=rules)
    printed = pz8edu.ask("pz8-ww2", "direct-fire", attack=5, defence=4)
    assert sum(printed.fractions().values()) == 1


# --- what cannot be chosen
@pytest.mark.parametrize(
    ("options", "more", "why"),
    [
        ([], {}, "nothing to choose"),
        ("ab", {}, "in a list or tuple"),
        ({"a", "b"}, {}, "in a list or tuple"),
        (5, {}, "in a list or tuple"),
        (["a", "a"], {}, "offered once"),
        ([1, True], {}, "equal in Python"),
        ([[1], [2]], {}, "must be words"),
        ([1, 2], {"seen": [1]}, "must be words"),
        ([1, 2], {"side": 3}, "a side is a word"),
    ],
)
def test_what_nobody_can_choose_from(options: Any, more: Any, why: str) -> None:
    for umpire in (Enumerating().tree, Sampling(1, policy=lambda decision: 1).play, Scripted({}).play):
        with pytest.raises(BadInput, match=why):
            umpire(lambda u: u.choose("x", options, **more))


def test_rolls_are_no_options_and_are_not_seen() -> None:
    for rule in (
        lambda u: u.choose("x", [u.d6("die"), 3]),
        lambda u: u.choose("x", u.d6("die")),
        lambda u: u.choose("x", [1, 2], seen=u.d6("die")),
        lambda u: u.choose("x", [1, 2], seen=(u.d6("die"),)),
    ):
        with pytest.raises(Unasked):
            Enumerating().tree(rule)


def test_a_rule_that_offers_something_else_the_second_time_is_impure() -> None:
    calls: list[int] = []

    def changing(umpire: Any) -> Any:
        calls.append(1)
        return umpire.choose("x", [1, 2 + len(calls)])

    def swapping(umpire: Any) -> Any:
        calls.append(1)
        if len(calls) % 2:
            return umpire.choose("x", [1, 2])
        return umpire.settle("x", umpire.die("x", 2))

    for rule in (changing, swapping):
        calls.clear()
        with pytest.raises(Impure, match="the first time"):
            Enumerating().tree(rule)


def test_a_rule_that_chooses_for_ever_is_refused() -> None:
    def endless(umpire: Any) -> int:
        while umpire.choose("on", ("on", "off")) == "on":
            pass
        return 0

    with pytest.raises(BadInput, match=r"more than 1,000 questions"):
        best_play(endless)
    with pytest.raises(BadInput, match=r"more than 1,000 questions"):
        Sampling(1, policy={"on": "on"}).play(endless)
