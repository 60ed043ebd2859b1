"""Bars from a pack: the page writes letter by letter what Python would write, or Python is asked."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pz8edu.errors import BadInput
from pz8edu.systems import ids, system
from pz8widgets import Calculator
from pz8widgets.page import packed_bars
from pz8widgets.page.compressed import lean

RUN = """
const told = JSON.parse(require("fs").readFileSync(0, "utf8"));
const pack = { ...told.pack };
pack.levels = levelsOf(pack);
console.log(JSON.stringify(told.asked.map((places) => tableOf(pack, told.looks, places))));
"""


class Heard:
    """What the bars of a calculator tell their page."""

    def __init__(self, calculator: Calculator, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bars = calculator.knowing
        self.messages: list[Any] = []
        monkeypatch.setattr(self.bars, "send", self.messages.append)

    @property
    def pack(self) -> packed_bars.LivePack:
        assert self.bars.pack is not None
        return self.bars.pack

    def want(self) -> Any:
        self.bars._receive(None, {"wanted": "alone"}, None)
        return json.loads(json.dumps(self.messages.pop())) if self.messages else None


def rows(told: Any, asked: list[list[int]], project: Path) -> list[str | None]:
    """What the script makes of some places."""
    script = (project / "widgets/pz8widgets" / packed_bars.READER).read_text(encoding="utf-8")
    own = lean("packed_bars.js").replace("export default", "const shown =")
    done = subprocess.run(
        ["node", "-e", script + own + RUN],
        input=json.dumps({**told, "asked": asked}),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str | None] = json.loads(done.stdout)
    return found


def test_the_page_writes_the_bars_that_python_writes(monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    monkeypatch.setattr(packed_bars, "MOST", (500, 3_000))
    monkeypatch.setattr(packed_bars, "ALONE", 600.0)  # the same packs on every machine
    dice, compared = random.Random(23), 0
    every = [(book, name) for book in ids() for name in sorted(system(book).calculators)]
    for book, name in dice.sample(every, 12):
        calculator = Calculator(book, name)
        heard = Heard(calculator, monkeypatch)
        told = heard.want()
        if told is None:
            continue
        axes = heard.pack.pack.inputs
        asked = [[dice.randrange(len(axis.values)) for axis in axes] for _ in range(8)]
        for places, html in zip(asked, rows(told, asked, project), strict=True):
            try:
                calculator.fill(**{axis.name: axis.values[at] for axis, at in zip(axes, places, strict=True)})
            except BadInput:
                assert html is None
                continue
            if html is None:  # refused, or too many rows: Python answers
                continue
            assert calculator.knowing.at == ",".join(map(str, places))
            assert html in calculator.knowing.value, (name, places)
            compared += 1
    assert compared > 30


def test_what_is_not_packed_is_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    calculator = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)
    heard = Heard(calculator, monkeypatch)
    assert calculator.knowing.live
    assert calculator.knowing.at == ""  # no page has asked for a pack
    assert heard.want()["rules"] == ""
    calculator.fill(attack=6)
    assert calculator.knowing.at.split(",")[4] == "6"
    calculator.throw("to hit", 6)
    assert not calculator.knowing.live  # dice lie: a pack knows nothing of them
    calculator.restart()
    calculator.rules = calculator.rules.variant({"hit_on": 3})
    assert heard.messages.pop() == {"pack": None}
    assert calculator.knowing.at == ""
    assert heard.want()["rules"] == "hit_on=3"
    assert heard.pack.pack.rules == "hit_on=3"


def test_no_answer_is_told_behind_a_veil(monkeypatch: pytest.MonkeyPatch) -> None:
    calculator = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)
    heard = Heard(calculator, monkeypatch)
    calculator.veil(True)
    assert heard.want() is None
    assert calculator.knowing.value == ""


def test_an_input_without_a_slider_stays_and_a_list_is_not_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    heavy = Calculator("pz8-naval", "salvo")
    heard = Heard(heavy, monkeypatch)
    told = heard.want()
    fixed = [axis for axis in told["pack"]["inputs"] if len(axis["values"]) == 1]
    assert fixed
    assert heard.pack.at({**heavy.situation.plain(), fixed[0]["name"]: "else"}) == ""


def test_what_takes_longer_than_a_page_waits_is_not_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    packed_bars.made.cache_clear()
    shot = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)
    quick = shot._packed(0)
    assert quick is not None
    assert quick.pack.situations <= packed_bars.MOST[0]
    clock = iter([0.0, 0.0, *[1.0] * 9])  # begun, the first pack made in no time, the second too late
    monkeypatch.setattr(packed_bars, "process_time", lambda: next(clock))
    late = shot._packed(0.5)
    assert late is not None
    assert late.pack == quick.pack
    packed_bars.made.cache_clear()
