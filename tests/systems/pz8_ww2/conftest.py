"""Random inputs that the public interface of pz8-ww2 allows, and one way to ask for exact odds."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

INTERFACE = json.loads((Path(__file__).parent / "interface.json").read_text(encoding="utf-8"))


def random_value(schema: dict[str, Any], chooser: random.Random) -> Any:
    """One value that a line of the interface allows; open ends stop at a few more."""
    if "enum" in schema:
        return chooser.choice(schema["enum"])
    kind = schema["type"]
    if kind == "boolean":
        return chooser.random() < 0.5
    if kind == "integer":
        low = schema.get("minimum", 0)
        return chooser.randint(low, schema.get("maximum", low + 4))
    if kind == "number":
        return chooser.randint(0 if "minimum" in schema else -40, 80) / chooser.choice((1, 2, 4, 5, 10))
    if kind == "object":
        return random_inputs(schema, chooser)
    if kind == "string":
        return chooser.choice(("side", "rear", "indirect"))
    if "prefixItems" in schema:
        return [random_value(item, chooser) for item in schema["prefixItems"]]
    least = schema.get("minItems", 0)
    count = chooser.randint(least, schema.get("maxItems", least + 3))
    return [random_value(schema["items"], chooser) for _ in range(count)]


def random_inputs(schema: dict[str, Any], chooser: random.Random) -> dict[str, Any]:
    """Inputs that the interface allows; those that are not required are sometimes left out."""
    inputs = {
        name: random_value(lines, chooser)
        for name, lines in schema["properties"].items()
        if name in schema["required"] or chooser.random() < 0.8
    }
    for place, unit in enumerate(inputs.get("units", ())):
        unit["name"] = f"unit {place}"
    for place, (x0, y0, x1, y1) in enumerate(inputs.get("blockers", ())):
        inputs["blockers"][place] = [min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)]
    return inputs


def random_reading(names: list[str], chooser: random.Random) -> dict[str, str]:
    """An answer to each doubt that touches a question; mostly the recommended ones."""
    return {
        name: chooser.choice(list(INTERFACE["readings"][name])) if chooser.random() < 0.5 else "a"
        for name in names
    }


Sample = tuple[dict[str, Any], dict[str, str]]


@pytest.fixture(scope="session")
def samples() -> Callable[..., list[Sample]]:
    """Seeded random inputs of a question, each with readings that touch it."""

    def some(kind: str, name: str, count: int, seed: int = 0) -> list[Sample]:
        question = INTERFACE[kind][name]
        chooser = random.Random(f"{name} {seed}")
        return [
            (random_inputs(question["inputs"], chooser), random_reading(question["readings"], chooser))
            for _ in range(count)
        ]

    return some


@pytest.fixture(scope="session")
def odds() -> Callable[..., dict[str, Fraction]]:
    """The exact odds of a calculator, as the batch interface answers them."""

    def asked(calculator: str, inputs: dict[str, Any], reading: dict[str, str] | None = None) -> Any:
        line: dict[str, Any] = {"system": "pz8-ww2", "calculator": calculator, "inputs": inputs}
        if reading:
            line["reading"] = ",".join(f"{name}={letter}" for name, letter in reading.items())
        found = line_answer(line)
        assert "outcomes" in found, (line, found)
        return {word: Fraction(chance) for word, chance in found["outcomes"].items()}

    return asked


@pytest.fixture(scope="session")
def asked() -> Callable[..., Any]:
    """The results of a chain or the result of a board check, as the batch interface answers them."""

    def answer(kind: str, name: str, inputs: dict[str, Any], reading: dict[str, str] | None = None) -> Any:
        line: dict[str, Any] = {"system": "pz8-ww2", kind: name, "inputs": inputs}
        if reading:
            line["reading"] = ",".join(f"{each}={letter}" for each, letter in reading.items())
        found = line_answer(line)
        assert "error" not in found, (line, found)
        return found["results" if kind == "chain" else "result"]

    return answer
