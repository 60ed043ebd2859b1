"""Distributions: algebra, sums, kept dice, hands; icepool and plain counting as second opinions."""

from __future__ import annotations

import copy
import math
import pickle
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import icepool
import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pz8edu.core import Enumerating
from pz8edu.core.chance.distribution import D6, Distribution, die
from pz8edu.core.chance.hands import Hand
from pz8edu.core.chance.loaded import loaded_die, unknown_chance
from pz8edu.core.chance.pool import Pool
from pz8edu.core.chance.sentinel import Sentinel
from pz8edu.core.rolls.roll import together
from pz8edu.errors import BadInput

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
    assert same(count @ law, count @ as_icepool(law))


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 10])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 12, 40])
def test_sums_of_many_fair_dice(sides: int, count: int) -> None:
    die = Distribution.uniform(range(1, sides + 1))
    assert die.weights == dict.fromkeys(range(1, sides + 1), 1), "each face counts once"
    assert same(count @ die, count @ icepool.d(sides))


@given(laws, st.integers(1, 5), st.data())
def test_the_lowest_and_highest_few(law: Distribution[int], of: int, data: st.DataObject) -> None:
    keep = data.draw(st.integers(0, of))
    die = as_icepool(law)
    if keep:
        assert same(Pool(of, law).lowest(keep), die.lowest(of, keep))
        assert same(Pool(of, law).highest(keep), die.highest(of, keep))
    else:
        assert Pool(of, law).lowest(0).fractions() == {0: 1}
    assert same(Pool(of, law).lowest(of), of @ die)


@pytest.mark.parametrize(("keep", "of"), [(1, 2), (2, 4), (3, 4), (1, 5)])
def test_kept_dice_by_counting_faces(keep: int, of: int) -> None:
    throws = list(product(range(1, 7), repeat=of))
    for law, faces in (
        (Pool(of, D6).lowest(keep), Counter(sum(sorted(throw)[:keep]) for throw in throws)),
        (Pool(of, D6).highest(keep), Counter(sum(sorted(throw)[of - keep :]) for throw in throws)),
    ):
        assert law.fractions() == {total: Fraction(count, len(throws)) for total, count in faces.items()}


@given(laws, st.integers(0, 6))
def test_tallies_are_multinomial(law: Distribution[int], count: int) -> None:
    """How often each face comes up among several dice: factorials and powers."""
    faces = law.support
    kinds = law.map(lambda face: tuple(int(face == each) for each in faces))
    counted = Pool(count, kinds).counts()
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
    assert Hand(cards, count).counts().fractions() == {
        hand: Fraction(ways, total) for hand, ways in hands.items()
    }


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
    found = Enumerating().tree(three).distribution.fractions()
    assert found == {word: Fraction(count, 720) for word, count in words.items()}


def test_two_decks_are_independent() -> None:
    def rule(umpire: Any) -> tuple[Any, ...]:
        decks = [umpire.deck({"red": 1, "black": 1}) for _ in range(2)]
        cards = [deck.draw(f"{place}") for place, deck in enumerate(decks)]
        return tuple(umpire.settle("", card) for card in cards)

    assert set(Enumerating().tree(rule).distribution.fractions().values()) == {Fraction(1, 4)}


def test_an_empty_deck_and_too_big_a_hand_are_refused() -> None:
    def too_many(umpire: Any) -> int:
        deck = umpire.deck({"red": 1})
        deck.draw("first")
        deck.draw("second")
        return 0

    with pytest.raises(BadInput, match="all of them are drawn"):
        Enumerating().tree(too_many)
    for count in (-1, 4):
        with pytest.raises(BadInput, match="from 0 to 3"):
            Hand({"red": 3}, count).counts()
    for count in (-1, 3):
        with pytest.raises(BadInput, match="from 0 to 2"):
            Pool(2, D6).lowest(count)
    with pytest.raises(BadInput, match="from 0"):
        -1 @ D6


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


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Distribution({}), "at least one outcome"),
        (lambda: Distribution([(1, 2)]), "at least one outcome"),  # type: ignore[arg-type]
        (lambda: Distribution.uniform(()), "at least one outcome"),
        (lambda: Distribution({1: -1, 2: 3}), "weight of 1 must be .* got -1"),
        (lambda: Distribution({"hit": 0.5, "miss": 0.5}), "weight of 'hit' must be .* got 0.5"),
        (lambda: Distribution({1: "1"}), "weight of 1 must be .* got '1'"),  # type: ignore[dict-item]
        (lambda: Distribution({1: 0, 2: 0}), "above 0"),
        (lambda: Distribution({1: 1}, 5), "total of all weights must be their sum, 1; got 5"),
        (lambda: Distribution({1: 1}, 1.0), "got 1.0"),
        (lambda: Distribution({1: Fraction(-1, 2), 2: Fraction(3, 2)}), "got -1/2"),
        (lambda: die("6"), "sides must be a whole number from 1 to 100,000; got '6'"),  # type: ignore[arg-type]
        (lambda: die(2.5), "got 2.5"),  # type: ignore[arg-type]
        (lambda: die(0), "got 0"),
        (lambda: die(10**9), "got 1000000000"),
        (lambda: 10**9 @ D6, "from 0 to 1,000,000; got 1000000000"),
        (lambda: 20_000 @ D6, "20,000 dice with 6 faces have 100,001 sums.*or sum_in_decimals"),
        (lambda: 2.5 @ D6, "got 2.5"),  # type: ignore[operator]
        (lambda: 9_000 @ die(100_000), "use fewer dice"),
        (lambda: Pool(10**9).highest(3), "from 0 to 10,000"),
        (lambda: Pool(2.0), "got 2.0"),  # type: ignore[arg-type]
        (lambda: Hand({"red": -1, "black": 2}, 1).counts(), "cards of 'red' .* got -1"),
    ],
)
def test_what_is_no_distribution_is_refused_in_a_sentence(make: Callable[[], object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        make()


def test_whole_numbers_of_any_type_are_weights_and_numbers_of_dice() -> None:
    counted = Distribution({1: numpy.int64(2), 2: sympy.Integer(1)})
    assert counted.fractions() == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert {*map(type, counted.weights.values())} == {int}
    assert die(numpy.int64(6)) == D6
    assert numpy.int64(3) @ D6 == 3 @ D6
    assert Pool(numpy.int64(2)).total() == 2 @ D6


def test_fractions_are_weights_over_one_denominator() -> None:
    chances = {"hit": Fraction(1, 3), "miss": Fraction(1, 2), "jam": sympy.Rational(1, 6)}
    law = Distribution(chances, 1)
    assert law.fractions() == {"hit": Fraction(1, 3), "miss": Fraction(1, 2), "jam": Fraction(1, 6)}
    assert law.total == 6
    with pytest.raises(BadInput, match="their sum"):
        Distribution({"hit": Fraction(1, 3)}, 1)


def test_a_distribution_does_not_change() -> None:
    law = Distribution(weights := {1: 1, 2: 2})
    weights[1] = 7
    assert law.fraction(1) == Fraction(1, 3)
    with pytest.raises(TypeError):
        law.weights[1] = 5  # type: ignore[index]
    with pytest.raises(TypeError):
        (law + 1).weights[2] = 5  # type: ignore[index]
    for name in ("weights", "total"):
        with pytest.raises(AttributeError, match="does not change"):
            setattr(law, name, 1)


@pytest.mark.parametrize("again", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy])
def test_distributions_travel_by_value_whatever_was_asked_of_them(again: Callable[[Any], Any]) -> None:
    used = 2 @ D6
    assert (used + 1, used - used, hash(used)) != ()
    for law in (
        D6,
        used,
        used + 3,
        D6.map(str),
        loaded_die(),
        3 @ unknown_chance(),
        Pool(2, loaded_die()).highest(1),
    ):
        other = again(law)
        assert other == law
        assert hash(other) == hash(law)
        assert other._cache.keys() <= {"hash"}
        assert dict(other.weights) == dict(law.weights)
        assert repr(other) == repr(law)


class Nothing(Sentinel):
    NOTHING = "nothing at all"


@pytest.mark.parametrize("again", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy])
def test_a_sentinel_is_one_of_a_kind(again: Callable[[Any], Any]) -> None:
    assert again(Nothing.NOTHING) is Nothing.NOTHING
    assert str(Nothing.NOTHING) == repr(Nothing.NOTHING) == "nothing at all"
    assert list(again(Distribution({Nothing.NOTHING: 1, 2: 1}))) == [Nothing.NOTHING, 2]


def test_an_expectation_may_be_of_fractions_and_of_formulas() -> None:
    assert D6.expectation(lambda face: Fraction(face, 2)) == sympy.Rational(7, 4)
    p = sympy.Symbol("p")
    assert sympy.expand(D6.expectation(lambda face: face * p) - sympy.Rational(7, 2) * p) == 0
    assert unknown_chance().expectation(lambda hit: Fraction(hit, 2)) == p / 2


def test_a_distribution_shows_itself() -> None:
    law = Distribution({"hit": 1, "miss": 5})
    assert "1/6" in repr(law)
    assert "16.67" in repr(law)
    assert "<th>miss</th>" in law._repr_html_()
    assert r"\frac{5}{6}" in law._repr_latex_()
    assert law.to_csv().splitlines()[1].startswith("hit,1/6,16.67")
    assert re.findall(r"<tr><th>(.*?)</th>", (D6 - D6)._repr_html_())[1:4] == ["−5", "−4", "−3"]
    assert repr(D6 - D6).splitlines()[0].startswith("-5"), "numbers stand by size"
    risky = Distribution({"<script>": 1})
    assert "<script>" not in risky._repr_html_()


# --- thrown again, and functions of several
@given(laws, st.integers(0, 3), st.data())
def test_explode_and_reroll_are_those_of_icepool(
    law: Distribution[int], times: int, data: st.DataObject
) -> None:
    die = as_icepool(law)
    faces = set(data.draw(st.lists(st.sampled_from(law.support), unique=True, max_size=len(law) - 1)))
    assert same(law.explode(times, faces), die.explode(faces, depth=times) if faces and times else die)
    assert same(law.reroll(faces, times), die.reroll(faces, depth=times) if faces and times else die)
    assert law.reroll(lambda face: face in faces, times) == law.reroll(faces, times)
    if len(law) > 1:
        assert law.explode(times) == law.explode(times, {max(law)})


@given(laws, laws, laws)
def test_a_function_of_independent_throws(
    first: Distribution[int], second: Distribution[int], third: Distribution[int]
) -> None:
    law = together(lambda a, b, c: (max(a, b), c), first, second, third)
    expected = first.then(lambda a: second.then(lambda b: third.map(lambda c: (max(a, b), c))))
    assert law == expected
    assert together(abs, first) == first.map(abs)


@pytest.mark.parametrize(("one", "other"), [(1, True), ((1,), (True,)), (((1, 2),), ((True, 2),)), (0, 0.0)])
def test_readings_that_are_equal_and_not_the_same_do_not_meet(one: object, other: object) -> None:
    def read(face: int) -> object:
        return one if face < 3 else other

    with pytest.raises(BadInput, match="equal in Python"):
        D6.map(read)
    with pytest.raises(BadInput, match="equal in Python"):
        D6.then(lambda face: Distribution.certain(read(face)))
    assert D6.map(lambda face: (one,) if face < 3 else ("other",))[(one,)] == Fraction(1, 3)


@pytest.mark.parametrize("strange", [(True, 2), (1.0, 2), ((1,), 2), (2, 1)])
def test_rows_that_are_equal_and_not_the_same_do_not_meet(strange: Any) -> None:
    rows = {1: (1, 2), 2: (1, 2), 3: strange}
    meets = strange == (1, 2)
    for law in (lambda: die(3).map(rows.get), lambda: together(lambda a, b: rows[max(a, b)], die(3), die(3))):
        if meets:
            with pytest.raises(BadInput, match="equal in Python"):
                law()
        else:
            assert len(law()) == 2
