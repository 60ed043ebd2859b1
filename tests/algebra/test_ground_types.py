"""Formulas are the same whether SymPy counts with plain Python or with flint."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

SCRIPT = """
import sympy
from sympy.external.gmpy import GROUND_TYPES
from pz8edu.algebra.closed_form import expression_of, lowest_terms, in_lowest_terms
from pz8edu.core.chains.chain import Chain
from pz8edu.asking.what_if import what_if
from pz8edu.core.chance.loaded import Unknowns, loaded_die, unknown_chance
from pz8edu.core.chance.pool import Pool
from pz8edu.core.rolls.roll import together
from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.situations import Shot

rules, shot = system("pz8-ww2").rules, Shot(attack=5, defence=4, hq=True)
loaded = what_if(direct_fire, shot, rules, loaded="d6").formula()
print(loaded, loaded.at({1: 0, 2: 0, 3: 0, 4: 0, 5: "1/3", 6: "2/3"}))
print(what_if(direct_fire, shot, rules, chance="to hit").formula()._repr_latex_())
print((3 @ loaded_die()).chances(), Pool(3, loaded_die()).highest(2).chances())

def turn(hit):
    def round_(umpire, fight):
        a, b = fight
        by_a, by_b = umpire.sum_of("A", a, die=hit), umpire.sum_of("B", b, die=hit)
        return together(lambda x, y: (max(a - y, 0), max(b - x, 0)), by_a, by_b)
    return round_

def walk(umpire, place):
    return umpire.roll("win", Unknowns(chances=["p"]).chances["p"]) * 2 + (place - 1)

for hit in (unknown_chance(), Unknowns(chances=["p", "other"]).chances["p"]):
    chain = Chain(turn(hit), start=(2, 2), over=lambda fight: 0 in fight)
    print(chain.ends().chances(), chain.expected_turns(), chain.variance_of_turns())
print(Chain(walk, start=1, over=lambda place: place in (0, 3)).ends().chances())

p = sympy.Symbol("p")  # expressions put together by hand are SymPy's own
rows = [[], [5], [0, 1], [0, 0, 1], [-1, 1, -1, 1], [3, -1, 0, 2, 2**70], [1, -2, -2, 7, -1, 1, 0, 4]]
for row in rows:
    assert expression_of(row, "p") == sympy.Poly(row[::-1] or [0], p).as_expr()
for above in rows:
    for below in rows[1:]:
        top, bottom = (sympy.Poly(each[::-1] or [0], p).as_expr() for each in lowest_terms(above, below))
        made = in_lowest_terms(above, below, "p")
        assert made == top / bottom and hash(made) == hash(top / bottom)
        assert sympy.cancel(made) == sympy.cancel(top / bottom)
print(GROUND_TYPES)
"""


@cache
def printed(ground_types: str) -> list[str]:
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "SYMPY_GROUND_TYPES": ground_types, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
        cwd=root,
    )
    assert run.returncode == 0, run.stderr
    *lines, used = run.stdout.splitlines()
    assert used == ground_types
    return lines


def test_plain_python_needs_no_compiled_help() -> None:
    assert any("p1" in line for line in printed("python"))


@pytest.mark.skipif(importlib.util.find_spec("flint") is None, reason="python-flint is not installed")
def test_flint_gives_the_same_formulas() -> None:
    assert printed("flint") == printed("python")
