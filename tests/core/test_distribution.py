"""Distributions: algebra, sums, kept dice, hands; icepool and plain counting as second opinions."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu.chance.cards import hand_of
from pz8edu.chance.distribution import D6, Distribution
from pz8edu.chance.keep import keep_highest, keep_lowest
from pz8edu.chance.sums import counts_of, sum_of
from pz8edu.errors import BadInput
from pz8edu.umpire import Growing

laws = st.dictionaries(st.integers(-5, 9), st.integers(1, 7), min_size=1, max_size=6).map(Distribution)


def as_icepool(law: Distribution[int]) -> Any:
    return icepool.Die(dict(law.weights))


def same(law: Distribution[Any], die: Any) -> bool:
    total = sum(die.quantities())
    return law.fractions() == {o: Fraction(q, total) for o, q in die.items() if q}


@given(laws, laws)
def test_sums_differences_and_products_of_independent_laws(
    one: Distribution[int], other: Distribution[int]
) -> None:
    first, second = as_icepool(one), as_icepool(other)
    assert same(one + other, first + second)
    assert same(one - other, first - second)
    assert same(one * other, first * second)
    assert same(one + 3, first + 3)
    assert same(3 * one, 3 * first)
    assert same(one.map(lambda value: value % 3), first.map(lambda value: value % 3))


@given(laws, st.integers(0, 6))
def test_sums_of_equal_dice(law: Distribution[int], count: int) -> None:
    summed = sum_of(count, law)
    assert same(summed, count @ as_icepool(law))
    assert same(count @ law, count @ as_icepool(law))
    assert summed.total == law.total**count or summed.fractions() == (count @ law).fractions()


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 10])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 12, 40])
def test_sums_of_many_fair_dice(sides: int, count: int) -> None:
    die = Distribution.uniform(range(1, sides + 1))
    assert same(sum_of(count, die), count @ icepool.d(sides))


@given(laws, st.integers(1, 5), st.data())
def test_the_lowest_and_highest_few(law: Distribution[int], of: int, data: st.DataObject) -> None:
    keep = data.draw(st.integers(0, of))
    die = as_icepool(law)
    if keep:
        assert same(keep_lowest(keep, of, law), die.lowest(of, keep))
        assert same(keep_highest(keep, of, law), die.highest(of, keep))
    else:
        assert keep_lowest(0, of, law).fractions() == {0: 1}
    assert same(keep_lowest(of, of, law), of @ die)


@pytest.mark.parametrize(("keep", "of"), [(1, 2), (2, 4), (3, 4), (1, 5)])
def test_kept_dice_by_counting_faces(keep: int, of: int) -> None:
    throws = list(product(range(1, 7), repeat=of))
    for law, faces in (
        (keep_lowest(keep, of, D6), Counter(sum(sorted(throw)[:keep]) for throw in throws)),
        (keep_highest(keep, of, D6), Counter(sum(sorted(throw)[of - keep :]) for throw in throws)),
    ):
        assert law.fractions() == {total: Fraction(count, len(throws)) for total, count in faces.items()}


@given(laws, st.integers(0, 6))
def test_tallies_are_multinomial(law: Distribution[int], count: int) -> None:
    """How often each face comes up among several dice: factorials and powers."""
    faces = law.support
    kinds = law.map(lambda face: tuple(int(face == each) for each in faces))
    counted = counts_of(count, kinds, len(faces))
    total = sum(law.weights.values())
    expected = {}
    for counts in product(range(count + 1), repeat=len(faces)):
        if sum(counts) == count:
            ways = math.factorial(count)
            for each in counts:
                ways //= math.factorial(each)
            weight = math.prod(law.weights[face] ** each for face, each in zip(faces, counts, strict=True))
            expected[counts] = Fraction(ways * weight, total**count)
    assert counted.fractions() == expected


@given(
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 4), min_size=1).filter(
        lambda cards: sum(cards.values())
    ),
    st.data(),
)
def test_hands_are_combinations_of_cards(cards: dict[str, int], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, min(4, sum(cards.values()))))
    pack = [kind for kind, copies in cards.items() for _ in range(copies)]
    hands = Counter(tuple(hand.count(kind) for kind in cards) for hand in combinations(pack, count))
    total = math.comb(len(pack), count)
    assert hand_of(count, cards).fractions() == {hand: Fraction(ways, total) for hand, ways in hands.items()}


def test_cards_drawn_one_by_one_are_permutations() -> None:
    cards = {"red": 3, "black": 2, "joker": 1}
    pack = [kind for kind, copies in cards.items() for _ in range(copies)]

    def three(umpire: Any) -> str:
        deck = umpire.deck(cards)
        first, second, third = (deck.draw(f"card {number}") for number in range(3))
        if third == "joker":
            return "joker last"
        if first == "red":
            return f"red, then {umpire.settle('second', second)}"
        return f"{umpire.settle('first', first)}, {umpire.settle('third', third)}"

    words: Counter[str] = Counter()
    for first, second, third, *_ in permutations(pack):
        if third == "joker":
            words["joker last"] += 1
        elif first == "red":
            words[f"red, then {second}"] += 1
        else:
            words[f"{first}, {third}"] += 1
    found = Growing().grow(three).distribution.fractions()
    assert found == {word: Fraction(count, 720) for word, count in words.items()}


def test_two_decks_are_independent() -> None:
    def rule(umpire: Any) -> tuple[Any, ...]:
        decks = [umpire.deck({"red": 1, "black": 1}) for _ in range(2)]
        cards = [deck.draw(f"{place}") for place, deck in enumerate(decks)]
        return tuple(umpire.settle("", card) for card in cards)

    assert set(Growing().grow(rule).distribution.fractions().values()) == {Fraction(1, 4)}


def test_an_empty_deck_and_too_big_a_hand_are_refused() -> None:
    def too_many(umpire: Any) -> int:
        deck = umpire.deck({"red": 1})
        deck.draw("first")
        deck.draw("second")
        return 0

    with pytest.raises(BadInput, match="all of them are drawn"):
        Growing().grow(too_many)
    for count in (-1, 4):
        with pytest.raises(BadInput, match="0 to 3 cards"):
            hand_of(count, {"red": 3})
    for count in (-1, 3):
        with pytest.raises(BadInput, match="from 0 to 2"):
            keep_lowest(count, 2, D6)
    with pytest.raises(BadInput, match="0 or more"):
        sum_of(-1, D6)


@given(laws)
def test_given_is_the_conditional_distribution(law: Distribution[int]) -> None:
    even = sum((chance for value, chance in law.fractions().items() if value % 2 == 0), Fraction(0))
    if not even:
        with pytest.raises(BadInput, match="cannot happen"):
            law.given(lambda value: value % 2 == 0)
        return
    conditional = law.given(lambda value: value % 2 == 0).fractions()
    assert conditional == {v: c / even for v, c in law.fractions().items() if v % 2 == 0}


@given(laws)
def test_then_is_the_law_of_total_probability(law: Distribution[int]) -> None:
    def after(value: int) -> Distribution[int]:
        return Distribution({value: 1, value + 1: abs(value) + 1})

    expected: dict[int, Fraction] = {}
    for value, chance in law.fractions().items():
        for result, share in after(value).fractions().items():
            expected[result] = expected.get(result, Fraction(0)) + chance * share
    assert law.then(after).fractions() == expected


@given(laws)
def test_expectation_variance_and_chances(law: Distribution[int]) -> None:
    mean = sum(value * chance for value, chance in law.fractions().items())
    assert Fraction(int(law.expectation().p), int(law.expectation().q)) == mean
    spread = sum((value - mean) ** 2 * chance for value, chance in law.fractions().items())
    assert Fraction(int(law.variance().p), int(law.variance().q)) == spread
    assert sum(law.chances().values()) == 1
    assert law.chance(lambda value: value > 2) == sum(c for v, c in law.chances().items() if v > 2)
    assert law.expectation(lambda value: Fraction(value, 3)) * 3 == law.expectation()


@given(laws, st.integers(2, 9))
def test_equal_laws_are_equal_whatever_their_total(law: Distribution[int], factor: int) -> None:
    bigger = Distribution({value: weight * factor for value, weight in law.weights.items()})
    assert bigger == law
    assert hash(bigger) == hash(law)
    assert bigger.reduced().total <= law.total
    assert Distribution({**law.weights, 99: 0}, law.total) == law
    assert law != Distribution({**law.weights, 99: 1})
    assert 99 not in Distribution({**law.weights, 99: 0}, law.total).fractions()


def test_a_distribution_without_outcomes_is_refused() -> None:
    with pytest.raises(BadInput, match="at least one outcome"):
        Distribution.uniform(())


def test_a_distribution_shows_itself() -> None:
    law = Distribution({"hit": 1, "miss": 5})
    assert "1/6" in repr(law)
    assert "16.67" in repr(law)
    assert "<td>miss</td>" in law._repr_html_()
    assert r"\frac{5}{6}" in law._repr_latex_()
    assert law.to_csv().splitlines()[1].startswith("hit,1/6,16.67")
    risky = Distribution({"<script>": 1})
    assert "<script>" not in risky._repr_html_()
