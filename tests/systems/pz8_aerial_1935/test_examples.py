"""The public interface of pz8-aerial-1935, and every worked example of its specification."""

import json
from pathlib import Path
from typing import Any

import pytest

from pz8edu.asking import batch, line_answer
from pz8edu.systems import system

HERE = Path(__file__).parent
INTERFACE = json.loads((HERE / "interface.json").read_text(encoding="utf-8"))
EXAMPLES = [json.loads(line) for line in (HERE / "examples.jsonl").read_text(encoding="utf-8").splitlines()]


def name_of(example: dict[str, Any]) -> str:
    ask = example["ask"]
    question = next(ask[kind] for kind in ("calculator", "chain", "board") if kind in ask)
    return f"{question} {json.dumps(ask['inputs'])[:60]} {ask.get('reading', '')}"


def test_the_interface_is_exactly_the_published_one() -> None:
    assert system("pz8-aerial-1935").interface() == INTERFACE


def test_questions_inputs_and_readings_keep_the_published_order() -> None:
    ours = system("pz8-aerial-1935").interface()
    assert list(ours["readings"]) == list(INTERFACE["readings"])
    for kind in ("calculators", "chains", "boards"):
        assert list(ours[kind]) == list(INTERFACE[kind])
        for name, question in INTERFACE[kind].items():
            assert list(ours[kind][name]["inputs"]["properties"]) == list(question["inputs"]["properties"])


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_worked_example(example: dict[str, Any]) -> None:
    assert line_answer(example["ask"]) == example["answer"]


def test_every_question_has_an_example() -> None:
    asked = {name for example in EXAMPLES for name in example["ask"].values() if isinstance(name, str)}
    for kind in ("calculators", "chains", "boards"):
        assert set(INTERFACE[kind]) <= asked


def test_the_examples_as_one_batch() -> None:
    answers = [json.loads(line) for line in batch(json.dumps(each["ask"]) for each in EXAMPLES)]
    assert answers == [line_answer(each["ask"]) for each in EXAMPLES]
