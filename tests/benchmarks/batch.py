"""How long a thousand lines take: random valid lines over all questions of each system, as a batch.

    python -m tests.benchmarks.batch [SYSTEM ...] [--lines 1000] [--corners N] [--profile]

Prints, for every system, the seconds that one batch in a fresh memory takes of a processor, and its slowest
questions. With `--corners`, every question is asked N times by itself with values from the ends of what is
allowed, then again near the slowest: what takes longest is printed.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from functools import cache
from typing import Any

from pz8edu.asking.json_lines import batch
from pz8edu.systems import ids, system

SLOW = 3.0
"""No question may take more seconds."""


def random_value(schema: dict[str, Any], chooser: random.Random, wide: bool = False) -> Any:
    """One value that the interface allows; open ends stop a little further on.

    A `wide` one is often at an end of what is allowed.
    """
    if "anyOf" in schema or "oneOf" in schema:
        return random_value(chooser.choice(schema.get("anyOf") or schema["oneOf"]), chooser, wide)
    if "enum" in schema:
        return chooser.choice(schema["enum"])
    kind = schema.get("type", "string")
    if isinstance(kind, list):
        kind = chooser.choice(kind)
    if kind == "null":
        return None
    if kind == "boolean":
        return chooser.random() < 0.5
    if kind == "integer":
        low = schema.get("minimum", 0)
        high = schema.get("maximum", low + 4)
        if wide:
            return chooser.choice([low, high, chooser.randint(low, high)])
        return chooser.randint(low, min(high, low + 12))
    if kind == "number":
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0))
        return low + chooser.randint(1, 40) / 4
    if kind == "string":
        return schema.get("default", f"text {chooser.randint(1, 9999)}")
    if kind == "object":
        return random_inputs(schema, chooser, wide)
    places = schema.get("prefixItems")
    if places:
        return [random_value(place, chooser, wide) for place in places]
    least = schema.get("minItems", 0)
    count = chooser.randint(least, schema.get("maxItems", least + (8 if wide else 3)))
    return [random_value(schema["items"], chooser, wide) for _ in range(count)]


def random_inputs(schema: dict[str, Any], chooser: random.Random, wide: bool = False) -> dict[str, Any]:
    """Inputs by name; those that are not required are sometimes left out."""
    return {
        name: random_value(lines, chooser, wide)
        for name, lines in schema.get("properties", {}).items()
        if name in schema.get("required", ()) or chooser.random() < 0.7
    }


def random_line(name: str, chooser: random.Random) -> dict[str, Any]:
    """A line over any question of a system, under any of the readings that touch it."""
    asked = system(name)
    shelves = {"calculator": asked.calculators, "chain": asked.chains, "board": asked.boards}
    kind, question = chooser.choice(
        [(kind, each) for kind, shelf in shelves.items() for each in shelf.values()]
    )
    interface = interface_of(name, kind, question.id)
    line: dict[str, Any] = {
        "system": name,
        kind: question.id,
        "inputs": random_inputs(interface["inputs"], chooser),
    }
    if interface["readings"] and chooser.random() < 0.5:
        reading = chooser.choice(interface["readings"])
        line["reading"] = f"{reading}={chooser.choice(list(asked.rules.readings()[reading].answers))}"
    return line


@cache
def interface_of(name: str, kind: str, question: str) -> dict[str, Any]:
    """The public interface of a question, which takes longer to make than a line."""
    return system(name).question(question, kind).interface()


def measured(name: str, lines: int, seed: int) -> None:
    """Print what one batch of a system costs."""
    chooser = random.Random(f"{name} {seed}")
    texts = [json.dumps(random_line(name, chooser)) for _ in range(lines)]
    costs: dict[str, list[float]] = defaultdict(list)
    errors = 0
    started = before = time.process_time()
    for text, answer in zip(texts, batch(texts), strict=True):
        now = time.process_time()
        asked = json.loads(text)
        costs[next(asked[kind] for kind in ("calculator", "chain", "board") if kind in asked)].append(
            now - before
        )
        errors += answer.startswith('{"error"')
        before = time.process_time()
    total = time.process_time() - started
    report = [f"{name}: {lines} lines in {total:.2f} s of a processor, {errors} of them refused"]
    for question, each in sorted(costs.items(), key=lambda cost: -sum(cost[1]))[:4]:
        worst = max(each) * 1000
        report.append(f"    {question:<24} {len(each):>4} lines {sum(each):6.2f} s, slowest {worst:7.1f} ms")
    print("\n".join(report))  # noqa: T201


def corners(name: str, tries: int, seed: int) -> None:
    """Print the slowest situation that is found of every question of a system, when it takes long."""
    chooser = random.Random(f"{name} {seed}")
    asked = system(name)
    slowest = 0.0
    for kind, shelf in (("calculator", asked.calculators), ("chain", asked.chains), ("board", asked.boards)):
        for question in shelf:
            schema = interface_of(name, kind, question)["inputs"]
            taken, line = 0.0, ""
            inputs: dict[str, Any] = {}
            for place in range(2 * tries):
                drawn = random_inputs(schema, chooser, wide=True)
                if place >= tries and drawn:  # near the slowest so far
                    some = chooser.sample(list(drawn), min(2, len(drawn)))
                    drawn = inputs | {key: drawn[key] for key in some}
                seconds, text, answer = _timed({"system": name, kind: question, "inputs": drawn})
                if seconds > taken and not answer.startswith('{"error"'):
                    taken, line, inputs = seconds, text, drawn
            slowest = max(slowest, taken)
            if taken > SLOW / 4:
                print(f"    {question:<24} {taken:6.2f} s: {line}")  # noqa: T201
    print(f"{name}: no question found above {slowest:.2f} s of a processor")  # noqa: T201


def _timed(line: dict[str, Any]) -> tuple[float, str, str]:
    """How long one line takes in a fresh memory, and its answer."""
    text = json.dumps(line)
    before = time.process_time()
    answer = next(batch([text]))
    return time.process_time() - before, text, answer


def main() -> None:
    """Measure the systems that are named, or all of them."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("systems", nargs="*")
    options.add_argument("--lines", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--corners", type=int, default=0)
    options.add_argument("--profile", action="store_true")
    chosen = options.parse_args()
    for name in chosen.systems or ids():
        if chosen.corners:
            corners(name, chosen.corners, chosen.seed)
        elif chosen.profile:
            import cProfile

            cProfile.runctx(
                "measured(name, lines, seed)", globals() | {"name": name} | vars(chosen), {}, sort="tottime"
            )
        else:
            measured(name, chosen.lines, chosen.seed)


if __name__ == "__main__":
    main()
