"""A calculator asks its player for a decision as it asks for a die."""

from __future__ import annotations

import random

import pytest

from pz8edu import BadInput, system
from pz8edu.asking.playthrough import StepThrough
from pz8edu.decisions.books import problem
from pz8widgets import Calculator

RULES = system("pz8-1950").rules


def test_step_by_step() -> None:
    asked = problem("only-missile")
    play = StepThrough(asked.question, asked.situation(), RULES)
    assert dict(play.now.fractions()) == {"to be decided": 1}
    assert play.waiting is not None
    assert [dice.values for dice in play.waiting.missing] == [("fire", "keep it")]
    with pytest.raises(BadInput, match="not rolled but decided: choose fire, keep it"):
        play.roll(random.Random(1))
    with pytest.raises(BadInput, match="cannot be 'flee'"):
        play.throw("the only missile", "flee")
    play.throw("the only missile", "keep it")
    assert set(play.now) == {"to be decided", "team lost"}
    play.undo()
    play.throw("the only missile", "fire")
    assert play.now.fraction("destroyed") == asked.best().point("the only missile").worths["fire"]
    while play.outcome is None:
        play.roll(random.Random(2))
    assert play.outcome in play.ends
    assert play.steps[0].given is not None
    assert play.steps[0].given.answer == "fire"
    assert play.chance < 1
    assert play.lit[0].answer == "fire"


def test_the_calculator_offers_the_options() -> None:
    page = Calculator(problem("only-missile").question, rules=RULES, seed=3)
    assert page.pickers[0].buttons.options == ("fire", "keep it")
    page.roll()
    assert "not rolled but decided" in page.fault.value
    page.pickers[0].buttons.index = 0
    assert page.play is not None
    assert page.play.dice == {"the only missile": "fire"}
    while page.play.outcome is None:
        page.roll()
    assert "<svg" in page.tree.value
