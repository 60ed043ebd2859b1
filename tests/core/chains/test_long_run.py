"""The long run of chains, and chains turn by turn, against many turns and against a calculation by hand."""

from fractions import Fraction

import pytest

from pz8edu.core import Umpire
from pz8edu.core.chains.chain import Chain


def weather(umpire: Umpire, day: str) -> str:
    """Rain stays on 1-3, sun goes on 1."""
    if day == "rain":
        return "rain" if umpire.d6("rain") <= 3 else "sun"
    return "rain" if umpire.d6("sun") == 1 else "sun"


def forever(_: str) -> bool:
    return False


def test_the_shares_of_two_states_are_as_their_ways_out() -> None:
    chain = Chain(weather, start="sun", over=forever)
    assert chain.long_run().fractions() == {"rain": Fraction(1, 4), "sun": Fraction(3, 4)}


def test_the_long_run_is_where_many_turns_lead() -> None:
    chain = Chain(weather, start="rain", over=forever)
    late = chain.after(60).fractions()
    for state, share in chain.long_run().fractions().items():
        assert float(late[state]) == pytest.approx(float(share), abs=1e-12)


def test_a_chain_that_ends_stays_where_it_ended() -> None:
    def fall(umpire: Umpire, height: int) -> int:
        return height - 1 if umpire.d6("wind") >= 3 else height + 1

    chain = Chain(fall, start=2, over=lambda height: height in (0, 4))
    assert chain.long_run().fractions() == chain.ends().fractions()


def test_two_ways_to_settle_share_by_their_chances() -> None:
    def choose(umpire: Umpire, place: tuple[str, int]) -> tuple[str, int]:
        road, step = place
        if road == "fork":
            return ("left", 0) if umpire.d6("fork") <= 2 else ("right", 0)
        return road, (step + 1) % (2 if road == "left" else 3)

    chain = Chain(choose, start=("fork", 0), over=lambda place: False)
    shares = chain.long_run().fractions()
    assert shares == {
        **{("left", step): Fraction(1, 6) for step in range(2)},
        **{("right", step): Fraction(2, 9) for step in range(3)},
    }


def test_phases_are_counted_at_the_start_of_a_turn() -> None:
    def toss(umpire: Umpire, coin: str) -> str:
        return "heads" if umpire.d6("coin") <= 3 else "tails"

    def turn_over(umpire: Umpire, coin: str) -> str:
        return {"heads": "tails", "tails": "heads"}[coin]

    chain = Chain(toss, turn_over, start="heads", over=forever)
    assert chain.long_run().fractions() == {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}


def test_turn_by_turn_is_after_for_every_turn() -> None:
    chain = Chain(weather, start="sun", over=forever)
    assert [law.fractions() for law in chain.turn_by_turn(6)] == [
        chain.after(turns).fractions() for turns in range(1, 7)
    ]
    assert list(chain.turn_by_turn(0)) == []
