"""Every chain of every book, and chains at random, against Storm: the same fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from pz8edu.asking.chain_of import chain_behind, chains_of
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import NEVER, Model
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rulebook.draws import drawn_situations
from pz8edu.errors import BadInput
from pz8edu.systems import ids, system

pytest.importorskip("stormpy", reason="Storm comes for Linux on x86-64 only")

from tests.core.chains.in_storm import answers_of_storm

CHAINS = [(name, chain) for name in ids() for chain in chains_of(system(name))]
MOST_STATES = 400
"""Storm takes long for larger ones."""
SITUATIONS, DRAWN = 2, 200
GIVEN = {"p_down": "1/6", "p_kill": "1/4", "hit": "2/9", "red": 4, "black": 5}
"""Inputs that are the reader's own chances, and small packs of cards."""


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize(("name", "asked"), CHAINS, ids=map(":".join, CHAINS))
def test_a_chain_of_a_book_ends_as_storm_says(name: str, asked: str) -> None:
    home = system(name)
    question = home.chains[asked]
    fixed = {name: value for name, value in GIVEN.items() if name in question.situation.fields()}
    compared = 0
    for given in islice(drawn_situations(question.situation.fields(), "storm"), DRAWN):
        try:
            chain = chain_behind(question, {**given, **fixed}, home.rules)
        except BadInput:
            continue
        if len(chain.model.states) <= MOST_STATES:
            agree(chain)
            compared += 1
        if compared == SITUATIONS:
            break
    assert compared


def agree(chain: Chain[Any]) -> None:
    """The ends and the expected turns of a chain are Storm's."""
    ends, turns = answers_of_storm(chain.model)
    found = chain.solver.ends().fractions()
    assert {state: chance for state, chance in found.items() if state is not NEVER} == ends
    assert found.get(NEVER, Fraction(0)) == 1 - sum(ends.values())
    assert chain.solver.expected_turns() == turns


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("seed", range(40))
def test_chains_at_random_end_as_storm_says(seed: int) -> None:
    source = random.Random(seed)
    size = source.randint(2, 30)
    laws = {
        state: Distribution({source.randrange(size + 3): source.randint(1, 9) for _ in range(4)})
        for state in range(size)
    }

    def turn(umpire: Any, state: int) -> Any:
        return umpire.roll(f"from {state}", laws[state]).read("to", lambda to: to)

    agree(Chain(turn, start=0, over=lambda state: state >= size))


def test_storm_finds_a_wrong_chance() -> None:
    """The comparison itself: a chain whose moves are changed behind its answers is not equal."""
    chain = Chain(lambda umpire, seen: umpire.d6("die") >= 5, start=False, over=bool)
    ends, turns = answers_of_storm(chain.model)
    assert turns == 3
    assert list(ends.values()) == [1]
    wrong = Model(1, chain.model.states, [(6, [(0, 5), (1, 1)]), None])
    assert answers_of_storm(wrong)[1] == 6
