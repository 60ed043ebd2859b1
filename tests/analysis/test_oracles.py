"""Best play held against others: Storm in exact numbers, one side's best fixed; OpenSpiel in decimals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.positions import Positions
from pz8edu.analysis.puzzles import Puzzle, shelf
from pz8edu.analysis.solved import Solved
from pz8edu.turns.moment import CHANCE
from tests.analysis.glimpse import BOOKS, glimpse
from tests.analysis.test_solved import solved
from tests.analysis.toys import some_graph

ONES: list[Puzzle] = [
    min((each for each in shelf().values() if each.book == book), key=lambda each: (each.size, each.id))
    for book in sorted({each.book for each in shelf().values()})
]
"""The smallest puzzle of every book."""


def known_of(one: Puzzle) -> Solved:
    """All that can follow a puzzle, solved."""
    return Solved(Positions(Ahead(one.game), one.game.moment))


def prism_of(known: Solved, fixed: str) -> Iterator[str]:
    """The game with the best choices of one side fixed, as a program of the PRISM language.

    State n is a position; two more are won and lost, which a drawn end becomes with a coin.
    """
    positions = known.positions
    won, lost = len(positions), len(positions) + 1
    yield f"mdp\nmodule play\n s : [0..{lost}] init 0;"
    for number, ways in enumerate(positions.ways):
        side = positions.sides[number]
        if number in positions.ends:
            worth = positions.ends[number]
            yield told(number, [((won, worth), (lost, 1 - worth))])
        elif side == CHANCE:
            mixed = [(to, chance / len(ways)) for way in ways for to, chance in way.to]
            yield told(number, [tuple(mixed)])
        elif side == fixed:
            yield told(number, [ways[known.best(number)[-1]].to])
        else:
            yield told(number, [way.to for way in ways])
    yield f" [] s>={won} -> true;\nendmodule"
    yield f'label "won" = s={won};'


def told(number: int, laws: list[Any]) -> str:
    """What can be chosen in a state; whole numbers end in ".0", as Storm reads others into 64 bits."""
    lines = []
    for law in laws:
        summed: dict[int, Fraction] = {}
        for to, chance in law:
            summed[to] = summed.get(to, Fraction(0)) + chance
        ways = " + ".join(f"{p.numerator}.0/{p.denominator}.0 : (s'={to})" for to, p in summed.items() if p)
        lines.append(f" [] s={number} -> {ways};")
    return "\n".join(lines)


def in_storm(known: Solved, fixed: str, asked: str) -> Fraction:
    """The chance that Storm finds."""
    stormpy = pytest.importorskip("stormpy", reason="Storm comes for Linux on x86-64 only")
    with NamedTemporaryFile("w", suffix=".prism") as file:
        file.write("\n".join(prism_of(known, fixed)))
        file.flush()
        program = stormpy.parse_prism_program(file.name)
    properties = stormpy.parse_properties(f'{asked}=? [F "won"]', program)
    built = stormpy.build_model[stormpy.Rational](program, properties)
    found = stormpy.model_checking(built, properties[0]).get_value(built.initial_states[0])
    return Fraction(str(found))


def check_in_storm(known: Solved) -> None:
    own, enemy = known.first, known.positions.ahead.book.other(known.first)
    assert in_storm(known, enemy, "Pmax") == known.worths[0]
    assert in_storm(known, own, "Pmin") == known.worths[0]


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("book", BOOKS)
def test_storm_in_the_middle_of_every_game(book: str) -> None:
    known = glimpse(book)
    assert len(known.positions) > 1
    check_in_storm(known)


@pytest.mark.parametrize("one", ONES, ids=lambda one: one.book)
def test_storm_finds_neither_side_can_do_better(one: Puzzle) -> None:
    check_in_storm(known_of(one))


@pytest.mark.parametrize("seed", range(8))
def test_storm_on_graphs_at_random(seed: int) -> None:
    check_in_storm(solved(some_graph(Random(seed), 9, comes_back=seed % 2 == 0)))


@pytest.mark.parametrize("one", ONES, ids=lambda one: one.book)
def test_open_spiel_agrees(one: Puzzle) -> None:
    check_in_open_spiel(known_of(one))


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("book", BOOKS)
def test_open_spiel_in_the_middle_of_every_game(book: str) -> None:
    check_in_open_spiel(glimpse(book))


def check_in_open_spiel(known: Solved) -> None:
    """Its own steps find the worth to 1e-9, and its own test of a game finds no fault."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install pz8edu[solvers]")
    from pz8edu.analysis.open_spiel import open_spiel_game

    game = open_spiel_game(known.positions)

    def worth(state: Any) -> float:
        """By OpenSpiel's own steps alone."""
        if str(state) not in found:
            found[str(state)] = looked(state)
        return found[str(state)]

    def looked(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            return float(sum(chance * worth(state.child(action)) for action, chance in outcomes))
        best = max if state.current_player() == 0 else min
        return float(best(worth(state.child(action)) for action in state.legal_actions()))

    found: dict[str, float] = {}
    exact = float(known.worths[0])
    assert (worth(game.new_initial_state()) + 1) / 2 == pytest.approx(exact, abs=1e-9)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
