"""The card "Given what happened": its bars and its sentence against the rule's own odds."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest

from pz8edu import ask
from pz8widgets.calculators.calculator import Calculator
from pz8widgets.calculators.given import ANYTHING, Given

SHOT = {"attack": 5, "defence": 4}


@pytest.fixture
def card() -> Given:
    calculator = Calculator("pz8-ww2", "direct-fire", inputs=SHOT)
    calculator.show("Given what happened")
    panel = calculator.panels["Given what happened"]
    assert isinstance(panel, Given)
    return panel


def text_of(html: str) -> str:
    """What a screen reader reads of some HTML."""
    shown = re.sub(r'<span class="pz8-fraction" aria-hidden="true">.*?</span></span>', " ", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", shown)).split())


def bars_of(card: Given) -> dict[str, dict[str, list[Fraction]]]:
    """The figures: title -> row -> the chance before, if it was another, and the chance now."""
    found = {}
    for caption, rows in re.findall(r"<figcaption>(.*?)</figcaption>(.*?)</figure>", card.bars.value):
        found[text_of(caption)] = {
            text_of(re.findall(r"<th.*?</th>", row)[0]): [
                Fraction(each) for each in re.findall(r'class="pz8-(?:unseen|whole)">([^<]*)<', row)
            ]
            for row in re.findall(r"<tr.*?</tr>", rows)
        }
    return found


def test_it_was_destroyed_how_likely_was_the_hit_a_bare_four(card: Given) -> None:
    assert card.outcome.value == "destroyed"
    bars = bars_of(card)
    assert list(bars) == ["to hit D6", "attack D6", "defence D6", "damage"]
    assert bars["to hit D6"]["4"] == [Fraction(1, 6), Fraction(1, 3)]
    odds = ask("pz8-ww2", "direct-fire", SHOT)
    for label in ("to hit", "attack", "defence"):
        law = odds.posterior(label, given="destroyed")
        shown = {int(face): chances[-1] for face, chances in bars[f"{label} D6"].items()}
        assert shown == {face: law.fraction(face) for face in range(1, 7)}
    assert bars["damage"]["not asked"] == [Fraction(1, 2), Fraction(0)]
    assert text_of(card.sentence.value).startswith(
        "Of all games 1/6 have “to hit: 4”; 5/18 of these end “destroyed”, against 5/36 of all. "
        "Once you know it, the chance of “to hit: 4” is 1/6 × 5/18 ÷ 5/36 = 1/3 (Bayes’ rule)."
    )


def test_an_answer_on_the_way_changes_the_end(card: Given) -> None:
    card.outcome.value = ANYTHING
    assert text_of(card.sentence.value) == "Choose what happened."
    card.answer.value = "to hit: hit"
    at_the_end = bars_of(card)["at the end"]
    law = ask("pz8-ww2", "direct-fire", SHOT).given({"to hit": True})
    assert {word: chances[-1] for word, chances in at_the_end.items()} == law.fractions()
    card.outcome.value = "ok"
    assert "have “to hit: hit” and end “ok”" in text_of(card.sentence.value)
    card.answer.value, card.outcome.value = "to hit: miss", "destroyed"
    assert "cannot happen" in text_of(card.sentence.value)
    assert bars_of(card) == {}


def test_it_follows_the_situation(card: Given) -> None:
    card.answer.value = "to hit: hit"
    card.page.fill(attack=6)
    assert (card.outcome.value, card.answer.value) == ("destroyed", "to hit: hit")
    assert bars_of(card)["attack D6"]["1"][-1] == ask(
        "pz8-ww2", "direct-fire", {**SHOT, "attack": 6}
    ).posterior("attack", given="destroyed").fraction(1)
    card.page.fill(attack=0, defence=7)
    assert "destroyed" not in card.outcome.options
    assert card.outcome.value == ANYTHING


def test_where_nothing_is_learnt_it_says_so() -> None:
    calculator = Calculator("pz8-ww2", "rally", condition="suppressed")
    calculator.show("Given what happened")
    panel = calculator.panels["Given what happened"]
    assert isinstance(panel, Given)
    for outcome in panel.outcome.options:
        panel.outcome.value = outcome
        assert text_of(panel.sentence.value)
