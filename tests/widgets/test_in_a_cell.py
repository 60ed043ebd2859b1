"""A ruleset, a rule and a calculator that are written in the cells of a notebook."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from pz8widgets.regenerate import run_cells

RULES = """
from pz8edu import Umpire
from pz8edu.core import Calculator, Ruleset, Situation, Whole, number, reading
from typing import Annotated

class House(Ruleset):
    system = "house"
    lucky: int = number(5, "1", "a die that is lucky", minimum=2, maximum=6)
    R1: str = reading("1", "Does a six count twice?", a="no", b="yes")

class Throw(Situation):
    dice: Annotated[int, Whole(1, 9)] = 1
"""

RULE = """
def luck(umpire: Umpire, throw: Throw, rules: House) -> int:
    '''How many dice are lucky?  Section 1, reading R1.'''
    found = 0
    for each in range(throw.dice):
        die = umpire.d6(f"die {each + 1}")
        if die >= rules.lucky:
            found += 2 if rules.R1 == "b" and die == 6 else 1
    return found

LUCK = Calculator("luck", "Luck", "1", Throw, luck, grammar="a number")
"""

SHOWN = """
from pz8widgets import Calculator as Page

page = Page(LUCK, rules=House(lucky=6), dice=2)
page.fill(dice=1)
page.throw("die 1", 6)
page
"""

ANSWERS = """
from pz8edu import odds
import pickle

print(odds(LUCK, rules=House(), dice=2)["2"], odds(LUCK, rules=House(R1="b"))["2"])
print(page.play.outcome, House(lucky=4), page.rules == House().variant(lucky=6))
print(pickle.loads(pickle.dumps(odds(LUCK, rules=House()))) == odds(LUCK, rules=House()))
"""


def test_a_calculator_is_written_asked_and_shown_in_a_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    cells = [nbformat.v4.new_code_cell(source) for source in (RULES, RULE, SHOWN, ANSWERS)]
    book = nbformat.v4.new_notebook(cells=cells)
    run_cells(book, tmp_path)
    shown, said = book.cells[2].outputs, book.cells[3].outputs
    assert [output["output_type"] for output in shown] == ["execute_result"]
    assert "application/vnd.jupyter.widget-view+json" in shown[0]["data"]
    assert "".join(output["text"] for output in said).splitlines() == [
        "1/9 1/6",
        "1 house(lucky=4) True",
        "True",
    ]
