"""Random rules over shared dice: the exact tree against all faces, written out in plain loops."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pz8edu.core import Enumerating, Sampling, Scripted, Waiting
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rolls import conditioning as knowledge
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rolls.roll import Roll, together

UNEVEN = Distribution({0: 1, 2: 3, 5: 2}, 6)
COIN = Distribution({0: 1, 1: 1}, 2)
THREE = Distribution.uniform((1, 2, 3))
CARDS = {1: 2, 3: 1, 4: 2}
WAYS = {
    "die": 4,
    "uneven": 3,
    "sum": 9,
    "tally": 8,
    "card": 3,
    "hand": 6,
    "coin": 2,
    "odds": 5,
    "resolve": 10,
    "repeat": 25,
    "in turn": 8,
}
"""The kinds of throws, with about how many ways each can fall."""
TABLE = {value: value % 3 for value in range(-400, 401)}


def both(function: Callable[..., Any], *parts: Any) -> Any:
    """`together`, for rolls and for fallen dice alike."""
    if any(isinstance(part, Roll) for part in parts):
        return together(function, *parts)
    return type(parts[0])(function(*[part.value for part in parts]))


def mixed(*values: int) -> int:
    return sum(place * value for place, value in enumerate(values, 2)) % 7


def small(value: int) -> int:
    return value // 3


def skirmish(umpire: Any, strength: int) -> Any:
    """A sub-rule of two dice that sometimes decides early."""
    first = umpire.die("first", 3)
    if first == 3:
        return 5
    return first + umpire.die("second", 2) + strength


def one_more(umpire: Any, state: int, item: int, rules: None) -> Any:
    """A sub-rule for one of several, from the state that the one before has left."""
    return state if state > 3 else umpire.die("step", 2) + state * item


class RandomRule:
    """A rule made up from a seed: it throws, combines and asks, and what it does next depends on the answers.

    `budget` limits how many ways its dice can fall.
    """

    def __init__(
        self, seed: int, steps: int = 7, budget: int = 150, *, cards: bool = True, hands: bool = True
    ) -> None:
        self.seed = seed
        self.steps = steps
        self.budget = budget
        self.cards = cards
        self.hands = hands and cards

    def __call__(self, umpire: Any) -> Any:
        history: list[Any] = []
        rolls: list[Any] = []
        deck = umpire.deck(CARDS) if self.cards else None
        drawn = 0
        ways = 1
        for step in range(self.steps):
            chooser = random.Random(repr((self.seed, step, history)))
            if not rolls or chooser.random() < 0.35:
                made, sides, card = self.throw(umpire, chooser, deck, drawn, ways)
                if sides:
                    ways *= sides
                    drawn += card
                    rolls += made
            while chooser.random() < 0.5:
                rolls.append(self.combine(chooser, rolls))
            asked = chooser.choice((0, 1, 1, 2))
            history += [self.question(umpire, chooser, rolls) for _ in range(asked)]
        if random.Random(repr((self.seed, history))).random() < 0.5:
            return both(mixed, *rolls[-3:]).read("end", lambda value: (*map(str, history), value))
        return (*map(str, history), "end")

    def throw(
        self, umpire: Any, chooser: random.Random, deck: Any, drawn: int, ways: int
    ) -> tuple[list[Any], int, int]:
        kind = chooser.choice([*WAYS, "die", "card"])
        sides = WAYS[kind]
        label = f"{kind} {chooser.choice('abc')}"
        if (
            ways * sides > self.budget
            or (kind == "card" and (deck is None or drawn == 5))
            or (kind == "hand" and not self.hands)
        ):
            return (
                ([umpire.roll("last coin", COIN)], 2, 0)
                if ways * 2 <= self.budget or ways == 1
                else ([], 0, 0)
            )
        if kind == "die":
            return [umpire.die(label, 4)], sides, 0
        if kind == "uneven":
            return [umpire.roll(label, UNEVEN)], sides, 0
        if kind == "coin":
            return [umpire.roll(label, COIN)], sides, 0
        if kind == "sum":
            return [umpire.sum_of(label, 2, die=THREE)], sides, 0
        if kind == "tally":
            counts = umpire.tally(label, 3, COIN)
            return [counts[0], counts.total({0: 2, 1: 5}), counts.count("nothing")], sides, 0
        if kind == "hand":
            counts = umpire.hand(label, {1: 2, 2: 1}, 2)
            return [counts[1], counts[2]], sides, 0
        if kind == "odds":
            return [umpire.odds(label, skirmish, chooser.randint(0, 2))], sides, 0
        if kind == "resolve":
            losses = umpire.resolve(label, skirmish, chooser.randint(0, 2))
            return [umpire.roll("after the fight", COIN) + losses], sides, 0
        if kind == "repeat":
            counts = umpire.repeat(label, 2, skirmish, 1)
            return [counts.count(3), counts.total({3: 1, 4: 3, 5: 7})], sides, 0
        if kind == "in turn":
            return [umpire.in_turn(label, (1, 0, 2), one_more, 1, None)], sides, 0
        return [deck.draw(label)], sides, 1

    def combine(self, chooser: random.Random, rolls: list[Any]) -> Any:
        one, other = chooser.choice(rolls), chooser.choice(rolls)
        number = chooser.randint(-2, 3)
        kinds: list[Callable[[], Any]] = [
            lambda: one + other,
            lambda: one - other,
            lambda: one * other,
            lambda: one + number,
            lambda: number - one,
            one.__neg__,
            lambda: 2 * one,
            lambda: one // 2,
            one.half,
            lambda: one.at_least(number),
            lambda: one.at_most(number),
            lambda: one.read("third", small),
            lambda: one.read("table", TABLE),
            lambda: one.read("lambda", lambda value: value * value % 5),
            lambda: one.modified(Modifiers((number, "luck", True), (1, "not now", False))),
            lambda: both(mixed, one, other),
            lambda: both(mixed, one, other, chooser.choice(rolls)),
        ]
        return (
            chooser.choice(kinds)().read("small", TABLE)
            if chooser.random() < 0.2
            else chooser.choice(kinds)()
        )

    def question(self, umpire: Any, chooser: random.Random, rolls: list[Any]) -> Any:
        one, other = chooser.choice(rolls), chooser.choice(rolls)
        number = chooser.randint(-1, 6)
        kinds: list[Callable[[], Any]] = [
            lambda: one >= number,
            lambda: one > number,
            lambda: one < number,
            lambda: one <= number,
            lambda: one == number,
            lambda: one != number,
            lambda: one == other,
            lambda: one != other,
            lambda: one >= other,
            lambda: one < other,
            lambda: one.is_in((number, number + 2)),
            lambda: one.between(number, number + 1),
            lambda: str(umpire.compare("who", one, other)),
            lambda: str(umpire.compare("what", one, number)),
            lambda: umpire.look_up("look", one, TABLE),
            lambda: umpire.look_up("third", one, small),
            lambda: umpire.settle("settled", one.read("small", TABLE)),
            lambda: int(one.read("small", TABLE)),
            lambda: len(range(one.read("small", TABLE))),
            lambda: "abcdefgh"[one.read("small", TABLE)],
        ]
        return chooser.choice(kinds)()


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("block", range(10))
def test_random_rules_equal_all_their_faces(block: int, every_way: Any) -> None:
    for seed in range(block * 20, block * 20 + 20):
        rule = RandomRule(seed)
        exact = every_way(rule)
        drawn = Enumerating(unfold=seed % 2 == 1).tree(rule)
        assert drawn.distribution.fractions() == exact, f"seed {seed}"
        leaves = [last.fraction() for _, _, last in drawn.paths() if last is not None]
        assert not leaves or sum(leaves) == 1
        assert len(leaves) in (0, drawn.leaves)


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("block", range(8))
def test_random_rules_when_dice_are_never_written_out_again(
    block: int, every_way: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way of big throws, tried on small ones; the tree is not drawn."""
    monkeypatch.setattr(knowledge, "WRITE_OUT", block % 3 * 4, raising=False)
    for seed in range(1000 + block * 18, 1000 + block * 18 + 18):
        rule = RandomRule(seed, steps=8)
        assert Enumerating(draw=False).tree(rule).distribution.fractions() == every_way(rule), f"seed {seed}"


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("block", range(4))
def test_a_known_die_conditions_a_random_rule(block: int, ways: Any, every_way: Any) -> None:
    for seed in range(2000 + block * 15, 2000 + block * 15 + 15):
        rule = RandomRule(seed, cards=False)
        *_, (_, _, fallen) = ways(rule)
        chooser = random.Random(seed)
        some = chooser.sample(sorted(fallen), min(len(fallen), chooser.choice((1, 1, 2))))
        given = {label: fallen[label] for label in some}
        found = Enumerating(given=given).tree(rule).distribution
        assert found.fractions() == every_way(rule, given=given), f"seed {seed}, given {given}"


def played(rule: RandomRule, script: dict[str, Any]) -> Any:
    """The outcome with the dice that lie there, or the question that waits for more of them."""
    try:
        return Scripted(script).play(rule)
    except Waiting as waiting:
        return waiting


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("block", range(4))
def test_a_random_rule_played_die_by_die(block: int, ways: Any) -> None:
    """All dice on the table, or only those called for: the same outcome; undo is a shorter script."""
    for seed in range(3000 + block * 12, 3000 + block * 12 + 12):
        rule = RandomRule(seed, hands=False)
        every = ways(rule)
        for outcome, _, fallen in random.Random(seed).sample(every, min(len(every), 6)):
            assert Scripted(fallen).play(rule) == outcome, f"seed {seed}, {fallen}"
            scripts: list[dict[str, Any]] = [{}]
            called: list[tuple[str, ...]] = []
            while isinstance(found := played(rule, scripts[-1]), Waiting):
                assert found.missing, f"seed {seed}: waits for nothing"
                assert len(found.node.branches) > 1, f"seed {seed}"
                assert not set(found.missing) & set(scripts[-1])
                called.append(found.missing)
                scripts.append(scripts[-1] | {label: fallen[label] for label in found.missing})
            assert found == outcome, f"seed {seed}, {scripts[-1]}"
            for script, missing in zip(scripts[:-1], called, strict=True):
                assert played(rule, script).missing == missing


def test_the_now_bars_of_a_random_rule_come_true_on_average(ways: Any) -> None:
    """The distribution is the average of the distributions after the first die that is called for."""
    for seed in range(4000, 4040):
        rule = RandomRule(seed, cards=False)
        whole = Enumerating().tree(rule).distribution
        found = played(rule, {})
        if not isinstance(found, Waiting):
            continue
        die = found.dice[0]
        average: dict[Any, Fraction] = {}
        for face, weight in die.law.items():
            now = Enumerating(given={die.label: face}).tree(rule).distribution
            for outcome, chance in now.fractions().items():
                share = chance * Fraction(weight, die.law.total)
                average[outcome] = average.get(outcome, Fraction(0)) + share
        assert average == whole.fractions(), f"seed {seed}"


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("seed", range(5000, 5012))
def test_a_sampled_random_rule_comes_out_as_its_tree_says(seed: int) -> None:
    games = 1500
    rule = RandomRule(seed)
    exact = Enumerating(draw=False).tree(rule).distribution.fractions()
    seen = Sampling(seed).frequencies(games, rule)
    assert set(seen) <= set(exact)
    for outcome, chance in exact.items():
        spread = (games * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(seen.get(outcome, 0) - games * float(chance)) <= 5 * spread + 1


@pytest.mark.parametrize("written_out", [True, False])
def test_dice_asked_again_behind_their_sum(written_out: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five dice added, the sum asked, then every die asked by itself: all 7,776 throws agree."""
    if not written_out:
        monkeypatch.setattr(knowledge, "WRITE_OUT", 0, raising=False)

    def rule(umpire: Any) -> str:
        dice = [umpire.d6(f"die {place}") for place in range(5)]
        total = dice[0] + dice[1] + dice[2] + dice[3] + dice[4]
        if total < 17:
            return "low"
        if dice[2] == 6:
            return "six"
        if dice[0] + dice[1] > 9:
            return "pair"
        return "even" if dice[4].is_in((2, 4, 6)) else f"odd {umpire.settle('total', total)}"

    chances: dict[str, int] = {}
    for throw in product(range(1, 7), repeat=5):
        if sum(throw) < 17:
            word = "low"
        elif throw[2] == 6:
            word = "six"
        elif throw[0] + throw[1] > 9:
            word = "pair"
        else:
            word = "even" if throw[4] % 2 == 0 else f"odd {sum(throw)}"
        chances[word] = chances.get(word, 0) + 1
    found = Enumerating().tree(rule).distribution.fractions()
    assert found == {word: Fraction(count, 6**5) for word, count in chances.items()}


def test_a_big_sum_asked_first_and_one_die_after_it_is_quick() -> None:
    """Twelve dice have two thousand million throws; the exact answer needs none of them written out."""

    def rule(umpire: Any) -> str:
        dice = [umpire.d6(f"die {place}") for place in range(12)]
        total = dice[0]
        for die in dice[1:]:
            total = total + die
        if total < 42:
            return "low"
        return "high with a six" if dice[5] == 6 else "high"

    def ways_to(total: int, dice: int) -> int:
        if dice == 0:
            return int(total == 0)
        return sum(known[total - face, dice - 1] for face in range(1, 7) if (total - face, dice - 1) in known)

    known: dict[tuple[int, int], int] = {}
    for dice in range(13):
        for total in range(6 * dice + 1):
            known[total, dice] = ways_to(total, dice)
    high = sum(known[total, 12] for total in range(42, 73))
    six = sum(known[total, 11] for total in range(36, 67))
    found = Enumerating().tree(rule).distribution.fractions()
    assert found["high with a six"] == Fraction(six, 6**12)
    assert found["high"] == Fraction(high - six, 6**12)
    assert found["low"] == 1 - Fraction(high, 6**12)
