"""Every calculator of every system with loaded dice: an answer, or a sentence that says what is too much."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pz8edu
from pz8edu.algebra.polynomial import MOST_TERMS, Polynomial, TooManyTerms
from pz8edu.asking.formulas import Formulas
from pz8edu.asking.loadable import loadable
from pz8edu.core import Enumerating
from pz8edu.core.chance.distribution import Distribution

EXAMPLES = sorted((Path(__file__).parents[1] / "systems").glob("*/examples.jsonl"))
SYSTEMS = pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.parent.name)

WEIGHTS = {1: 3, 2: 1, 3: 4, 4: 2, 5: 9, 6: 5}
LOAD = {face: Fraction(weight, 24) for face, weight in WEIGHTS.items()}
DIE = Distribution(WEIGHTS)

TOO_LONG = {"two-ships-one-target", "indirect-mission"}
"""Two ships fire four salvoes: formulas of degree 24 with 100,000 terms; four rounds of a mission too."""


def examples(page: Path) -> Iterator[tuple[str, pz8edu.Odds]]:
    """The calculators of a page with their odds, each situation once."""
    lines = dict.fromkeys(page.read_text(encoding="utf-8").splitlines())
    for asked in (json.loads(line)["ask"] for line in lines if line.strip()):
        if "calculator" in asked:
            inputs = asked.get("inputs") or {}
            try:
                yield (
                    asked["calculator"],
                    pz8edu.ask(asked["system"], asked["calculator"], inputs, reading=asked.get("reading")),
                )
            except pz8edu.BadInput:  # an example of what is refused
                continue


def terms_of(formulas: Formulas[Any]) -> int:
    weights = [*formulas.law.weights.values(), formulas.law.total]
    return max((len(weight.terms) for weight in weights if isinstance(weight, Polynomial)), default=1)


def in_numbers(odds: pz8edu.Odds, die: str) -> dict[str, Fraction]:
    """The odds with a die of these weights, without any formula."""
    umpire = Enumerating(loaded={die: DIE}, draw=False)
    law = umpire.tree(odds.question.rule, odds.situation, odds.rules).distribution
    return law.map(odds.question.word).fractions()


@pytest.mark.whole_domain(8)
@SYSTEMS
def test_every_example_with_every_die_loaded(page: Path) -> None:
    for calculator, odds in examples(page):
        what_if = odds.what_if(loaded="d6")
        if calculator in TOO_LONG and odds.situation.plain().get("rounds", 4) == 4:
            with pytest.raises(TooManyTerms, match=rf"more than {MOST_TERMS:,} terms .*leaning='d6'"):
                what_if.formula()
            continue
        formulas = what_if.formula()
        assert terms_of(formulas) <= MOST_TERMS
        assert formulas.at(LOAD).fractions() == in_numbers(odds, "d6")


@pytest.mark.whole_domain(8)
@SYSTEMS
def test_one_example_a_calculator_with_each_die_and_question(page: Path) -> None:
    for odds in dict(examples(page)).values():
        found = loadable(odds.question.rule, odds.situation, odds.rules)
        for die in found.dice:
            assert odds.what_if(loaded=die).formula().at(LOAD).fractions() == in_numbers(odds, die)
        for question in found.questions:
            law = odds.what_if(chance=question).formula().at("1/3").fractions()
            override = Enumerating(override={question: Distribution({1: 1, 0: 2})}, draw=False)
            again = override.tree(odds.question.rule, odds.situation, odds.rules).distribution
            assert law == again.map(odds.question.word).fractions()
