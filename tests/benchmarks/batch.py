"""How long a thousand lines take: random valid lines over all questions of each system, as a batch.

    python tests/benchmarks/batch.py [SYSTEM ...] [--lines 1000] [--profile]

Prints, for every system, the seconds of one batch in a fresh memory, and its slowest questions.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from functools import cache
from typing import Any

from pz8edu.asking import batch
from pz8edu.systems import ids, system


def random_value(schema: dict[str, Any], chooser: random.Random) -> Any:
    """One value that the interface allows; open ends stop a little further on."""
    if "anyOf" in schema or "oneOf" in schema:
        return random_value(chooser.choice(schema.get("anyOf") or schema["oneOf"]), chooser)
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
        return chooser.randint(low, min(schema.get("maximum", low + 4), low + 12))
    if kind == "number":
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0))
        return low + chooser.randint(1, 40) / 4
    if kind == "string":
        return schema.get("default", f"text {chooser.randint(1, 9999)}")
    if kind == "object":
        return random_inputs(schema, chooser)
    places = schema.get("prefixItems")
    if places:
        return [random_value(place, chooser) for place in places]
    least = schema.get("minItems", 0)
    count = chooser.randint(least, schema.get("maxItems", least + 3))
    return [random_value(schema["items"], chooser) for _ in range(count)]


def random_inputs(schema: dict[str, Any], chooser: random.Random) -> dict[str, Any]:
    """Inputs by name; those that are not required are sometimes left out."""
    return {
        name: random_value(lines, chooser)
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
    started = before = time.perf_counter()
    for text, answer in zip(texts, batch(texts), strict=True):
        now = time.perf_counter()
        asked = json.loads(text)
        costs[next(asked[kind] for kind in ("calculator", "chain", "board") if kind in asked)].append(
            now - before
        )
        errors += answer.startswith('{"error"')
        before = time.perf_counter()
    total = time.perf_counter() - started
    report = [f"{name}: {lines} lines in {total:.2f} s, {errors} of them refused"]
    for question, each in sorted(costs.items(), key=lambda cost: -sum(cost[1]))[:4]:
        worst = max(each) * 1000
        report.append(f"    {question:<24} {len(each):>4} lines {sum(each):6.2f} s, slowest {worst:7.1f} ms")
    print("\n".join(report))  # noqa: T201


def main() -> None:
    """Measure the systems that are named, or all of them."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("systems", nargs="*")
    options.add_argument("--lines", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--profile", action="store_true")
    chosen = options.parse_args()
    for name in chosen.systems or ids():
        if chosen.profile:
            import cProfile

            cProfile.runctx(
                "measured(name, lines, seed)", globals() | {"name": name} | vars(chosen), {}, sort="tottime"
            )
        else:
            measured(name, chosen.lines, chosen.seed)


if __name__ == "__main__":
    main()
