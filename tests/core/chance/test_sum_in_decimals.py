"""Very many dice in decimals: as the exact sums say, within the bound."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from pz8edu import D6, BadInput, Distribution, Hand, die, loaded_die, sum_in_decimals

UNEVEN = Distribution({-2: 3, 1: 1, 7: 2})
COIN = Distribution({0: 1, 1: 1})


@pytest.mark.parametrize("law", [D6, die(10), UNEVEN, COIN, Distribution({10: 1, 20: 5, 40: 3})])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 40, 301])
def test_they_are_the_exact_sums_within_their_error(law: Distribution[int], count: int) -> None:
    found, exact = sum_in_decimals(count, law), count @ law
    assert {*found} <= {*exact}
    for total in exact:
        assert found[total].may_be(exact.fraction(total))
        assert found[total].error <= 2e-16 * float(exact.fraction(total)) + 1e-35
    assert found.chance(lambda total: total > 30).may_be(exact.chance(lambda total: total > 30))
    assert found.expectation().may_be(count * law.expectation())


def test_a_hundred_thousand_coins() -> None:
    count = 100_000
    found = sum_in_decimals(count, COIN)
    for heads in (count // 2, count // 2 + 400, count // 2 - 1500):
        assert found[heads].may_be(Fraction(math.comb(count, heads), 2**count))
    assert found.chance(lambda heads: heads >= count // 2).value > 0.5
    assert found[0].may_be(Fraction(1, 2**count))
    assert found[0].value == 0


def test_a_hundred_thousand_dice_as_the_normal_law_has_them() -> None:
    count = 100_000
    found = sum_in_decimals(count, D6)
    deviation = math.sqrt(count * 35 / 12)
    assert abs(found.expectation().value - 350_000) <= found.expectation().error
    share = found.chance(lambda total: total <= 350_000 + deviation).value
    assert abs(share - (1 + math.erf(math.sqrt(0.5))) / 2) < 1e-3


@pytest.mark.parametrize(
    ("count", "law", "why"),
    [
        (-1, D6, "from 0 to 1,000,000"),
        (1_000_001, D6, "from 0 to 1,000,000"),
        (3, loaded_die(), "whole numbers"),
        (3, Distribution({"a": 1, "b": 1}), "whole numbers"),
        (3, Distribution.certain(3), "two or more"),
    ],
)
def test_what_is_not_added_up_is_refused(count: int, law: Distribution[int], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        sum_in_decimals(count, law)


def test_few_cards_of_a_large_pack() -> None:
    law = Hand({"red": 1_000_000, "black": 500_000}, 2).counts()
    assert law[2, 0] == Fraction(1_000_000 * 999_999, 1_500_000 * 1_499_999)
    for cards, count, why in (
        ({"red": 1_000_001}, 1, "from 0 to 1,000,000"),
        ({"red": 50_000}, 20_000, "20,000 of 50,000 cards in a hand: at most 10,000 are drawn, or left"),
    ):
        with pytest.raises(BadInput, match=why):
            Hand(cards, count)
