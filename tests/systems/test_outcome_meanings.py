"""Every outcome of every calculator is explained in one sentence, in its book's words or its parent's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.pages.sections import sections_of
from pz8edu.systems import ids, system

HERE = Path(__file__).parent


def outcomes_of(question: Calculator, home: System) -> Iterator[str]:
    """The listed words, and those that the worked examples come to."""
    yield from question.outcomes or ()
    file = HERE / home.id.replace("-", "_") / "examples.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for line in map(json.loads, lines):
        if line["ask"].get("calculator") == question.id:
            yield from line["answer"].get("outcomes", ())


def sections_of_the_book(home: System) -> set[str]:
    told = [question.section for question in home.questions]
    told += [number.section for number in home.rules.numbers().values()]
    told += [doubt.section for doubt in home.rules.readings().values()]
    return {each for text in told if text for each in sections_of(text)}


@pytest.mark.parametrize("system_id", ids())
def test_every_outcome_has_its_sentence_and_its_section(system_id: str) -> None:
    home = system(system_id)
    book = sections_of_the_book(home)
    for question in home.calculators.values():
        for word in set(outcomes_of(question, home)):
            meaning = outcome_meaning(question, word, home.rules)
            assert meaning is not None, f"{system_id}/{question.id}: {word}"
            assert re.fullmatch(r"[A-Z][^{}]+[.)]", meaning.says), meaning.says
            assert set(sections_of(meaning.section)) <= book, (question.id, word, meaning.section)


def test_numbers_in_a_sentence_are_those_of_the_ruleset() -> None:
    home = system("pz8-ww2")
    fire = home.calculators["direct-fire"]
    for value, told in ((-1, "−1"), (-2, "−2")):
        rules = home.rules.variant(disorganized_shooter=value)
        meaning = outcome_meaning(fire, "disorganized", rules)
        assert meaning is not None
        assert f"fires with {told} to hit" in meaning.says


def test_a_question_has_its_own_words_and_a_child_takes_over_those_of_its_parent() -> None:
    home = system("pz8-1975")
    fire, rally = home.calculators["direct-fire"], home.calculators["rally"]
    assert outcome_meaning(fire, "ok", home.rules) != outcome_meaning(rally, "ok", home.rules)
    parent = system("pz8-ww2")
    assert outcome_meaning(rally, "ok", home.rules) == outcome_meaning(
        parent.calculators["rally"], "ok", parent.rules
    )
    jets = system("pz8-aerial-1965")
    cannon = outcome_meaning(jets.calculators["cannon-exchange"], "A ok / T damaged", jets.rules)
    assert cannon is not None
    assert cannon.says == "The attacker ends ok, and its target, which may have fired back, ends damaged."


def test_a_word_that_no_book_explains_has_no_meaning() -> None:
    home = system("pz8-ww2")
    question = replace(home.calculators["damage"], id="made-up")
    assert outcome_meaning(question, "vaporised", home.rules) is None


@pytest.mark.parametrize(
    ("system_id", "question", "word", "says"),
    [
        ("pz8-1975", "minefield", "fake", "has stopped for this turn all the same"),
        ("pz8-ww1", "assault", "tie", "each side removes 1 of its units"),
        ("pz8-coastal", "torpedo-attack", "not affected", "and what counts as one (R24)"),
    ],
)
def test_an_outcome_says_all_that_follows(system_id: str, question: str, word: str, says: str) -> None:
    home = system(system_id)
    assert says in str(outcome_meaning(home.calculators[question], word, home.rules))
