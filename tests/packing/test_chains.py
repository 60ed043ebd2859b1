"""Chains in a pack: every figure is that of `ask`, refusals word for word."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pz8edu import BadInput, ask, system
from pz8edu.packing.axes import axes_of, nested, within_reach
from pz8edu.packing.chains import figure, pack_of_chain, packed_as, results_in
from pz8edu.packing.pack import read_pack, text_of
from pz8edu.systems import ids


def asked(book: str, chain: str, inputs: dict[str, Any]) -> dict[str, str] | str:
    try:
        found = ask(book, chain, nested(inputs), question_kind="chain")
    except BadInput as fault:
        return str(fault)
    return {name: figure(value) for name, value in found.items()}


@pytest.mark.parametrize(
    ("book", "chain"),
    [
        ("pz8-ww2", "rally-chain"),
        ("pz8-ww2", "battery-life"),
        ("pz8-ww2", "shots-to-destroy"),
        ("pz8-ww2", "duel"),
        ("pz8-space", "torpedo-chase"),
        ("asp-ww2", "markers-after"),
    ],
)
def test_a_packed_chain_answers_as_ask(book: str, chain: str) -> None:
    home = system(book)
    question = home.chains[chain]
    axes = within_reach(axes_of(question), (), 300)
    made = pack_of_chain(home, question, axes)
    line = text_of(made)
    assert text_of(pack_of_chain(home, question, axes)) == line
    pack = read_pack(line)
    assert pack == made
    dice = random.Random(chain)
    for _ in range(80):
        inputs = {axis.name: dice.choice(axis.values) for axis in pack.inputs}
        try:
            found: dict[str, str] | str = results_in(pack, inputs)
        except BadInput as fault:
            found = str(fault)
        assert found == asked(book, chain, inputs)


def test_too_many_situations_are_refused() -> None:
    home = system("pz8-ww2")
    with pytest.raises(BadInput, match="at most 2,000 are packed"):
        pack_of_chain(home, home.chains["shots-to-destroy"])


def test_no_chain_has_the_name_of_a_calculator() -> None:
    for home in map(system, ids()):
        assert not {packed_as(home, each) for each in home.chains.values()} & set(home.calculators)
