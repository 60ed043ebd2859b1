"""Best play by hand, against every policy and by the kit's chain; what comes back, never ends, is hidden."""

from __future__ import annotations

import gc
import itertools
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.positions import Positions, TooLarge
from pz8edu.analysis.solved import Solved
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chance.distribution import Distribution
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from tests.analysis.proofs import better_choices
from tests.analysis.toys import Graph, at, positions_of, some_graph

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def solved(graph: Graph) -> Solved:
    return Solved(positions_of(graph))


def test_by_hand() -> None:
    """Fire (1/3 wins, else he answers: fire back 1/2, or flee for a draw), or wait for a coin."""
    found = solved(
        {
            "start": ("own", {"fire": {"own": THIRD, "missed": 2 * THIRD}, "wait": at("coin")}),
            "missed": ("enemy", {"fire": {"own": HALF, "enemy": HALF}, "flee": at("drawn")}),
            "coin": ("", {"a": at("own"), "b": at("enemy")}),
        }
    )
    assert found.worths[0] == THIRD + 2 * THIRD * HALF == Fraction(2, 3)
    assert found.of_choices(0) == [Fraction(2, 3), HALF]
    assert found.best(0) == [0]
    missed = found.positions.number[found.positions.ahead.book.at("missed")]  # type: ignore[attr-defined]
    assert found.best(missed) == [0, 1], "a tie is shown as a tie"


@pytest.mark.parametrize("seed", range(40))
def test_against_every_policy(seed: int) -> None:
    """Own's best policy against the enemy's best answer, each pair of policies played by the kit's chain."""
    graph = some_graph(Random(seed), 5, comes_back=seed % 2 == 0)
    found = solved(graph)
    assert found.worths[0] == best_of_all(found.positions)
    assert not list(better_choices(found))
    assert by_chain(found) == found.worths[0]


def best_of_all(positions: Positions) -> Fraction:
    own = [number for number, side in enumerate(positions.sides) if side == "own"]
    enemy = [number for number, side in enumerate(positions.sides) if side == "enemy"]
    return max(
        min(
            played(positions, dict(zip((*own, *enemy), (*mine, *theirs), strict=True)))
            for theirs in policies(positions, enemy)
        )
        for mine in policies(positions, own)
    )


def policies(positions: Positions, numbers: list[int]) -> list[tuple[int, ...]]:
    return list(itertools.product(*(range(len(positions.ways[number])) for number in numbers)))


def played(positions: Positions, policy: dict[int, int]) -> Fraction:
    if 0 in positions.ends:
        return positions.ends[0]

    def law(number: int) -> Distribution[int]:
        ways = positions.ways[number]
        taken = (ways[policy[number]],) if number in policy else ways
        weights: dict[int, Fraction] = {}
        for to, chance in (each for way in taken for each in way.to):
            weights[to] = weights.get(to, Fraction(0)) + chance / len(taken)
        return Distribution(weights)

    over = positions.ends.__contains__
    chain = Chain(lambda umpire, number: umpire.roll("next", law(number)), start=0, over=over)
    ends: dict[Any, Fraction] = chain.solver.ends().fractions()
    return sum((chance * positions.ends[at] for at, chance in ends.items()), Fraction(0))


def by_chain(found: Solved) -> Fraction:
    """The worth of the first position once more: the kit's chain under best play."""
    sides = enumerate(found.positions.sides)
    ends = found.positions.ends
    best = {number: found.best(number)[0] for number, side in sides if side and number not in ends}
    return played(found.positions, best)


def test_more_choices_of_one_side_never_harm_it() -> None:
    for seed in range(30):
        graph = some_graph(Random(seed), 6)
        fewer = {
            name: (side, dict(itertools.islice(ways.items(), 1)) if side == "own" else ways)
            for name, (side, ways) in graph.items()
        }
        assert solved(graph).worths[0] >= solved(fewer).worths[0]


def test_noise_is_found_out() -> None:
    """Made-up worths do not pass as solved."""
    found = solved(some_graph(Random(3), 6))
    source = Random(1)
    found.worths = [Fraction(source.randint(0, 100), 100) for _ in found.worths]
    assert list(better_choices(found))


def test_a_tie_thrown_again_comes_back_and_is_solved() -> None:
    found = solved(
        {
            "start": ("", {"initiative": {"start": THIRD, "mine": THIRD, "enemy": THIRD}}),
            "mine": ("own", {"fire": {"own": HALF, "start": HALF}, "flee": at("drawn")}),
        }
    )
    # x = x/3 + y/3, y = 1/2 + x/2 and better than 1/2
    assert found.worths[0] == THIRD
    assert by_chain(found) == THIRD


def test_a_game_that_can_go_on_for_ever_is_refused() -> None:
    graph = {
        "start": ("own", {"wait": at("then"), "fire": {"own": HALF, "enemy": HALF}}),
        "then": ("enemy", {"wait": at("start"), "fire": {"own": HALF, "enemy": HALF}}),
    }
    with pytest.raises(BadInput, match="for ever"):
        solved(graph)


def test_too_many_positions_are_told_with_their_number() -> None:
    with pytest.raises(TooLarge, match="more than 3 positions"):
        positions_of(some_graph(Random(5), 8), most=3)


def test_a_search_can_be_stopped() -> None:
    game = Game(system("pz8-ww2"), "two-tanks")
    with pytest.raises(TooLarge, match="stopped"):
        Positions(Ahead(game), game.moment, told=lambda found, opened: True)


def test_two_tanks_are_solved_and_proved() -> None:
    game = Game(system("pz8-ww2"), "two-tanks")
    found = Solved(Positions(Ahead(game), game.moment))
    assert not list(better_choices(found))
    assert by_chain(found) == found.worths[0]
    for number, ways in enumerate(found.positions.ways):
        for way in ways:
            assert sum(chance for _, chance in way.to) == 1, number


def test_secret_orders_are_refused() -> None:
    game = Game(system("pz8-coastal"), "guns-by-night", seed=1)
    speeds: list[Any] = [each for each in game.choices() if each.kind == "speed"]
    game.play(speeds[0])
    while game.now.side == "own":
        game.play(next(each for each in game.choices() if each.kind == "pass"))
    with pytest.raises(BadInput, match="without knowing"):
        Ahead(game).choices(game.moment)


def test_positions_share_what_is_equal_in_them() -> None:
    game = Game(system("pz8-ww2"), "two-tanks")
    boards = [moment.position for moment in Positions(Ahead(game), game.moment).moments]
    assert len({id(board) for board in boards}) == len(set(boards)) < len(boards)
    units = [unit for board in boards for unit in board.units.values()]
    assert len({id(unit) for unit in units}) == len(set(units))


def test_python_collects_garbage_again_after_a_search_that_fails() -> None:
    with pytest.raises(TooLarge):
        positions_of(some_graph(Random(5), 8), most=3)
    assert gc.isenabled()
