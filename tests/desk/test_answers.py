"""Whole tables of a calculator: every row as it is asked by itself, refused ones told, ties told together."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from pz8edu import BadInput, Umpire, ask, compare, read_variant, sweep, system
from pz8edu.core import Situation, Whole
from pz8edu.core.rulebook.system import Calculator
from pz8edu.desk.tables import answers as whole
from pz8edu.desk.tables.coded_rows import boxes

WW2 = system("pz8-ww2")


class Volley(Situation):
    """So many dice at a target, one of them marked."""

    dice: Annotated[int, Whole(1, 4)]
    marked: Annotated[int, Whole(1, 4)] = 1
    target: Literal["near", "far", "nowhere"] = "near"

    def check(self) -> None:
        if self.marked > self.dice:
            raise BadInput(f"die {self.marked} of {self.dice} cannot be marked")


def volley(umpire: Umpire, situation: Volley, rules: Any) -> int:
    """How many of the dice hit."""
    if situation.target == "nowhere":
        raise BadInput("nobody stands there")
    needed = rules.hit_on + (situation.target == "far")
    return umpire.pool("dice", situation.dice, on=needed)  # type: ignore[return-value]


VOLLEY = Calculator("volley", "A volley", "5", Volley, volley, None, grammar="a number")
EVERY = ["dice", "marked", "target"]


@pytest.fixture(params=["few", "many"])
def _how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "FEW", 0 if request.param == "many" else 10**6)
    monkeypatch.setattr(whole, "FIRST_PART", 5)


@pytest.mark.usefixtures("_how")
def test_refused_situations_are_told_and_the_others_answered() -> None:
    heard: list[tuple[int, int]] = []
    table = sweep(VOLLEY, rules=WW2.rules, over=EVERY, told=lambda *so_far: heard.append(so_far))
    assert heard[-1] == (48, 48)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)
    for dice, marked, target in product(range(1, 5), range(1, 5), ("near", "far", "nowhere")):
        inputs = {"dice": dice, "marked": marked, "target": target}
        if marked > dice or target == "nowhere":
            assert (dice, marked, target) not in table.rows
            with pytest.raises(BadInput) as alone:
                ask(VOLLEY, None, inputs, rules=WW2.rules)
            assert str(alone.value) in table.refused
            with pytest.raises(BadInput, match=str(alone.value)):
                table[dice, marked, target]
        else:
            assert table[dice, marked, target] == ask(VOLLEY, None, inputs, rules=WW2.rules)
    assert len(table) == len([*table]) == len(table.lines()) - 1 == 20
    assert sum(table.refused.values()) == 28
    assert "28 situations are refused by the rules, such as: nobody stands there." in repr(table)
    assert "28 situations are refused" in table._repr_html_()


@pytest.mark.usefixtures("_how")
def test_a_comparison_counts_what_is_refused() -> None:
    found = compare(VOLLEY, first=WW2.rules, second=WW2.rules.variant(hit_on=3), over=EVERY)
    assert (found.asked, len(found), sum(found.refused.values())) == (48, 20, 28)
    assert found.summary.endswith("28 situations are refused by the rules, such as: nobody stands there.")
    assert found.sizes.fraction(Fraction(0)) == 0
    with pytest.raises(BadInput, match="nobody stands there"):
        compare(VOLLEY, first=WW2.rules, second=WW2.rules.variant(hit_on=3), dice=2, target="nowhere")


@pytest.mark.usefixtures("_how")
def test_both_ways_give_the_same_comparison() -> None:
    over = {
        "attack": range(2, 7),
        "cover": ["open", "bunker"],
        "facing": ["front", "side", "rear"],
        "hq": [True, False],
    }
    found = compare("pz8-ww2", "direct-fire", second="hit_on=3,R5=b", over=over, defence=4, armoured=True)
    changed = {}
    for values in product(*over.values()):
        inputs: dict[str, Any] = dict(zip(over, values, strict=True)) | {"defence": 4, "armoured": True}
        old, new = (
            ask("pz8-ww2", "direct-fire", inputs, rules=rules)
            for rules in (WW2.rules, WW2.rules.variant(hit_on=3, R5="b"))
        )
        if old != new:
            changed[values] = (old, new)
    assert {tuple(each.inputs.values()): (each.before, each.after) for each in found} == changed
    sizes = [each.size for each in found]
    assert sizes == sorted(sizes, reverse=True)
    assert [each.inputs for each in found[:3]] == [found[place].inputs for place in range(3)]
    lines = found.to_csv().splitlines()
    assert len(lines) == len(changed) + 1
    assert "−" not in found.to_csv()


def test_ties_name_every_situation_once() -> None:
    over = ["cover", "quality", "over_half_range", "disorganized"]
    found = compare("pz8-ww2", "to-hit", second="R1=b, hit_on=3", over=over)
    told: list[tuple[tuple[Any, ...], Fraction]] = []
    listed = found.before.situations.values
    for tie in found.ties():
        rows = [
            values
            for where in tie.where
            for values in product(*(where.get(name, listed[name]) for name in found.inputs))
        ]
        assert len(rows) == len(set(rows)) == tie.count
        told += [(values, tie.size) for values in rows]
    assert sorted(told) == sorted((tuple(each.inputs.values()), each.size) for each in found)


def test_marked_rows_are_said_as_boxes() -> None:
    dice = random.Random(5)
    for _ in range(60):
        sizes = [dice.randint(1, 4) for _ in range(3)]
        every = list(product(*map(range, sizes)))
        share = dice.random()
        marked = [dice.random() < share for _ in every]
        found = [place for box in boxes(bytes(marked), sizes) for place in product(*box)]
        assert sorted(found) == [place for place, chosen in zip(every, marked, strict=True) if chosen]
    assert list(boxes(bytes([1] * 24), [4, 3, 2])) == [((0, 1, 2, 3), (0, 1, 2), (0, 1))]


def test_a_whole_domain_is_compared_at_once() -> None:
    inputs = WW2.calculators["direct-fire"].situation.fields()
    found = compare("pz8-ww2", "direct-fire", second="R5=b", over=list(inputs))
    assert found.asked == 217_728
    tie = next(found.ties())
    assert all(where["cover"] == ("bunker",) for where in tie.where), "R5 is about bunkers"
    assert found.sizes.fraction(Fraction(0)) == Fraction(found.asked - len(found), found.asked)
    dice = random.Random(6)
    for row in dice.sample(range(found.asked), 12):
        chosen = found.rows.inputs(row)
        assert found.before[row] == ask("pz8-ww2", "direct-fire", chosen)
        assert found.after[row] == ask("pz8-ww2", "direct-fire", chosen, reading="R5=b")


def test_a_variant_file_is_compared(tmp_path: Path) -> None:
    file = tmp_path / "easier.toml"
    file.write_text('base = "pz8-ww2"\n[changes]\nhit_on = 3\n', encoding="utf-8")
    wanted = compare("pz8-ww2", "to-hit", second="hit_on=3", over=["cover"]).to_csv()
    for second in (file, str(file), read_variant(file)):
        assert compare("pz8-ww2", "to-hit", second=second, over=["cover"]).to_csv() == wanted
    with pytest.raises(BadInput, match=r"the variant file 'none.toml' cannot be read"):
        compare("pz8-ww2", "to-hit", second="none.toml", over=["cover"])
    with pytest.raises(
        BadInput, match=r"a ruleset, a variant, its changes such as .R1=b., or the path of a file"
    ):
        compare("pz8-ww2", "to-hit", second=3, over=["cover"])  # type: ignore[arg-type]
