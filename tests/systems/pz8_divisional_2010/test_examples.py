"""The public interface of pz8-divisional-2010, and every worked example of its specification."""

import json
from pathlib import Path
from typing import Any

import pytest

from pz8edu.asking import batch, line_answer
from pz8edu.systems import system

HERE = Path(__file__).parent
INTERFACE = json.loads((HERE / "interface.json").read_text(encoding="utf-8"))
EXAMPLES = [json.loads(line) for line in (HERE / "examples.jsonl").read_text(encoding="utf-8").splitlines()]


def shortened(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """Only what the specification tells."""
    return {
        name: shortened(found[name], inner) if isinstance(inner, dict) else found.get(name)
        for name, inner in wanted.items()
    }


def name_of(example: dict[str, Any]) -> str:
    ask = example["ask"]
    question = next(ask[kind] for kind in ("calculator", "chain", "board") if kind in ask)
    return f"{question} {json.dumps(ask['inputs'])[:60]} {ask.get('reading', '')}"


def test_the_interface_is_exactly_the_published_one() -> None:
    assert system("pz8-divisional-2010").interface() == INTERFACE


def test_questions_inputs_and_readings_keep_the_published_order() -> None:
    ours = system("pz8-divisional-2010").interface()
    assert list(ours["readings"]) == list(INTERFACE["readings"])
    for kind in ("calculators", "chains", "boards"):
        assert list(ours[kind]) == list(INTERFACE[kind])
        for name, question in INTERFACE[kind].items():
            assert list(ours[kind][name]["inputs"]["properties"]) == list(question["inputs"]["properties"])


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_worked_example(example: dict[str, Any]) -> None:
    found = line_answer(example["ask"])
    wanted = dict(example["answer"])
    if wanted.pop("among others", False):
        found = {part: shortened(found[part], wanted[part]) for part in wanted}
    assert found == wanted


def test_every_question_has_an_example() -> None:
    for kind in ("calculator", "chain", "board"):
        asked = {example["ask"][kind] for example in EXAMPLES if kind in example["ask"]}
        assert asked == set(INTERFACE[f"{kind}s"])


def test_the_examples_as_one_batch() -> None:
    answers = [json.loads(line) for line in batch(json.dumps(each["ask"]) for each in EXAMPLES)]
    assert answers == [line_answer(each["ask"]) for each in EXAMPLES]
