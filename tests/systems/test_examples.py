"""The public interface of every rule system, and every worked example of its specification.

A system stands here as soon as its folder holds `interface.json` (what is published of it) and
`examples.jsonl`: one line an example, `ask` as a line of a batch asks it and `answer` as it must come back.
An answer with `"among others": true` names only what the specification tells.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pz8edu.asking.ask import rules_for
from pz8edu.asking.json_lines import batch, line_answer
from pz8edu.asking.odds import drawn_tree
from pz8edu.core import Enumerating, Sampling
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems import system
from tests.systems.books import SIXTEEN

FOLDERS = sorted(file.parent for file in Path(__file__).parent.glob("*/examples.jsonl"))
NAMES = {folder.name.replace("_", "-"): folder for folder in FOLDERS}
SHELVES = {"calculator": "calculators", "chain": "chains", "board": "boards"}

INTERFACES = {
    name: json.loads((folder / "interface.json").read_text(encoding="utf-8"))
    for name, folder in NAMES.items()
}
EXAMPLES = {
    name: [json.loads(line) for line in (folder / "examples.jsonl").read_text(encoding="utf-8").splitlines()]
    for name, folder in NAMES.items()
}

OWN_ORDER = {("pz8-colonial", "fire-parameters")}
"""Questions whose form has an order of its own: here that of the volley, not with the distance last."""

every_system = pytest.mark.parametrize("name", NAMES)


def name_of(example: dict[str, Any]) -> str:
    ask = example["ask"]
    question = next(ask[kind] for kind in SHELVES if kind in ask)
    return f"{ask['system']} {question} {json.dumps(ask['inputs'])[:60]} {ask.get('reading', '')}"


def test_every_system_has_examples() -> None:
    assert set(NAMES) >= set(SIXTEEN)


@every_system
def test_the_interface_is_exactly_the_published_one(name: str) -> None:
    assert system(name).interface() == INTERFACES[name]


@every_system
def test_questions_inputs_and_readings_keep_the_published_order(name: str) -> None:
    ours, published = system(name).interface(), INTERFACES[name]
    assert list(ours["readings"]) == list(published["readings"])
    for shelf in SHELVES.values():
        assert list(ours[shelf]) == list(published[shelf])
        for question, lines in published[shelf].items():
            inputs, wanted = (list(each["inputs"]["properties"]) for each in (ours[shelf][question], lines))
            assert set(inputs) == set(wanted)
            assert (inputs == wanted) is ((name, question) not in OWN_ORDER)


@every_system
def test_worked_examples(name: str) -> None:
    answers = [(example, told(example, line_answer(example["ask"]))) for example in EXAMPLES[name]]
    assert {name_of(example): found for example, found in answers if found != example["answer"]} == {}


def told(example: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """An answer as far as the specification tells it."""
    wanted = dict(example["answer"])
    if not wanted.pop("among others", False):
        return found
    return shortened(found, wanted) | {"among others": True}


def shortened(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """Only what the specification tells."""
    return {
        name: shortened(found[name], inner) if isinstance(inner, dict) else found.get(name)
        for name, inner in wanted.items()
    }


@every_system
def test_every_question_has_an_example(name: str) -> None:
    for kind, shelf in SHELVES.items():
        asked = {example["ask"][kind] for example in EXAMPLES[name] if kind in example["ask"]}
        assert asked == set(INTERFACES[name][shelf])


@every_system
def test_the_examples_as_one_batch(name: str) -> None:
    examples = EXAMPLES[name]
    for example, line in zip(examples, batch(json.dumps(each["ask"]) for each in examples), strict=True):
        assert told(example, json.loads(line)) == example["answer"], example["ask"]


MOST_TREES = 12
"""So many trees of each calculator are looked at."""


@pytest.mark.whole_domain(6)
@every_system
def test_no_label_stands_for_two_questions_on_one_way(name: str) -> None:
    """Every yes-or-no question has a label of its own, so that it can be overridden by itself."""
    seen = Counter[str]()
    for ask in (example["ask"] for example in EXAMPLES[name]):
        if seen[ask.get("calculator", "")] == MOST_TREES or "error" in ask or "calculator" not in ask:
            continue
        question = system(name).question(ask["calculator"], "calculator")
        assert isinstance(question, Calculator)
        seen[question.id] += 1
        situation = question.situation.read(ask["inputs"])
        for way, _, _ in drawn_tree(question, situation, rules_for(system(name), ask.get("reading"))).paths():
            labels = Counter(
                node.label
                for node, _ in way
                if len(node.branches) > 1 and all(isinstance(each.answer, bool) for each in node.branches)
            )
            assert set(labels.values()) <= {1}, (question.id, labels)
    assert set(seen) == set(system(name).calculators)


GAMES = 1500
"""So many random games are played of each calculator."""


@pytest.mark.whole_domain(16)
@pytest.mark.parametrize(
    ("name", "question"),
    [(name, question) for name in NAMES for question in INTERFACES[name]["calculators"]],
)
def test_the_sampler_agrees_with_the_tree(name: str, question: str) -> None:
    """Every outcome within five standard deviations, and none that the tree does not know."""
    asked = [
        example["ask"]
        for example in EXAMPLES[name]
        if example["ask"].get("calculator") == question and "error" not in example["answer"]
    ]
    for ask in asked[:1] + asked[-1:]:
        calculator = system(name).calculators[question]
        situation, rules = (
            calculator.situation.read(ask["inputs"]),
            rules_for(system(name), ask.get("reading")),
        )
        law = Enumerating(draw=False).tree(calculator.rule, situation, rules).distribution
        played = Sampling(19).frequencies(GAMES, calculator.rule, situation, rules)
        assert set(played) <= set(law)
        for outcome in law:
            chance = law[outcome]
            spread = float(GAMES * chance * (1 - chance)) ** 0.5
            assert abs(played.get(outcome, 0) - GAMES * chance) <= 5 * spread
