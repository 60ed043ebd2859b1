"""Chains in a pack: every figure is that of `ask`, refusals word for word."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pz8edu import BadInput, ask, system
from pz8edu.cli import main
from pz8edu.packing.axes import axes_of, nested, within_reach
from pz8edu.packing.chains import figure, pack_of_chain, packed_as, results_in
from pz8edu.packing.checked import check
from pz8edu.packing.pack import Pack, read_pack, text_of
from pz8edu.systems import ids


def asked(book: str, chain: str, inputs: dict[str, Any]) -> dict[str, str] | str:
    try:
        found = ask(book, chain, nested(inputs), question_kind="chain")
    except BadInput as fault:
        return str(fault)
    return {name: figure(value) for name, value in found.items()}


@pytest.mark.whole_domain(3)
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


def test_the_readings_of_a_chain_are_inputs_too() -> None:
    home = system("pz8-ww2")
    question = next(each for each in home.chains.values() if each.readings)
    axes = within_reach(axes_of(question), (), 60)
    pack = pack_of_chain(home, question, axes, "one")
    assert [axis.name for axis in pack.inputs][-1] == "reading"
    assert check(pack, home) == pack.situations > pack_of_chain(home, question, axes).situations


def test_chains_are_packed_and_checked_in_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pack", "pz8-ww2", "battery-life", "--out", str(tmp_path)]) == 0
    assert "pz8-ww2/battery-life: " in capsys.readouterr().out
    assert main(["pack", "--check", str(tmp_path)]) == 0
    assert "all equal" in capsys.readouterr().out
    (file,) = tmp_path.rglob("*.js")
    pack = read_pack(file.read_text(encoding="utf-8"))
    wrong = next(place for place, word in enumerate(pack.words) if "/" in word)
    words = tuple("1/97" if place == wrong else word for place, word in enumerate(pack.words))
    file.write_text(text_of(Pack(**{**vars(pack), "words": words})), encoding="utf-8")
    assert main(["pack", "--check", str(tmp_path)]) == 2
    assert "the pack of pz8-ww2/battery-life says" in capsys.readouterr().err
    assert main(["pack", "pz8-ww2", "battery-live", "--out", str(tmp_path)]) == 2
    assert "battery-life" in capsys.readouterr().err


def test_too_many_situations_are_refused() -> None:
    home = system("pz8-ww2")
    with pytest.raises(BadInput, match="at most 2,000 are packed"):
        pack_of_chain(home, home.chains["shots-to-destroy"])


def test_no_chain_has_the_name_of_a_calculator() -> None:
    for home in map(system, ids()):
        assert not {packed_as(home, each) for each in home.chains.values()} & set(home.calculators)
