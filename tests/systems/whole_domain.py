"""A whole system asked at random: every question, all over its inputs, by every umpire."""

import random
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pz8edu
from pz8edu.asking.ask import rules_for
from pz8edu.core import Enumerating, Sampling, Scripted, Waiting
from pz8edu.systems import system

KINDS = {"calculators": "calculator", "chains": "chain", "boards": "board"}
ANSWERS = {"calculators": "outcomes", "chains": "results", "boards": "result"}
GAMES = 1500

Line = dict[str, Any]


class WholeDomain:
    """The questions of a system, and lines that ask them."""

    def __init__(self, system_id: str) -> None:
        self.system = system(system_id)
        self.interface = self.system.interface()
        self.questions = [(kind, name) for kind in KINDS for name in self.interface[kind]]

    def lines(self, kind: str, name: str, count: int) -> list[Line]:
        """All inputs lowest, all highest, then any; after the fourth line with any readings."""
        chooser = random.Random(f"{kind} {name}")
        question = self.interface[kind][name]
        found = []
        for place in range(count):
            where = ("lowest", "highest")[place] if place < 2 else "anywhere"
            properties = question["inputs"]["properties"]
            inputs = {each: value(domain, chooser, where) for each, domain in properties.items()}
            readings = [
                f"{reading}={chooser.choice(list(self.interface['readings'][reading]))}"
                for reading in question["readings"]
            ]
            reading = ",".join(readings) if place > 3 and readings else "default"
            found.append({"system": self.system.id, KINDS[kind]: name, "inputs": inputs, "reading": reading})
        return found

    def chance(self, name: str, *words: str, reading: str | None = None, **inputs: Any) -> Fraction:
        """The chance of any of these outcomes."""
        odds = pz8edu.ask(self.system.id, name, inputs, reading=reading)
        return sum((odds.fraction(word) for word in words), Fraction(0))

    def check_odds(self, name: str, outcomes: dict[str, str]) -> None:
        """The answer of a calculator: chances of outcomes that it lists, which add up to one."""
        odds = {word: Fraction(chance) for word, chance in outcomes.items()}
        assert sum(odds.values()) == 1
        assert all(chance > 0 for chance in odds.values())
        listed = self.interface["calculators"][name]["outcomes"]
        for word in odds:
            assert word in listed.get("words", ()) or re.fullmatch(listed.get("pattern", "$^"), word), word

    def check_sampling(self, name: str) -> None:
        """Every outcome of a calculator is played as often as its tree says, within five deviations."""
        chooser = random.Random(f"sampling {name}")
        question, rules = self.system.calculators[name], self.system.rules
        for line in self.lines("calculators", name, 4)[2:]:
            situation = question.situation.read(line["inputs"])
            exact = Enumerating().tree(question.rule, situation, rules).distribution.map(question.word)
            umpire = Sampling(seed=chooser.randrange(10**6))
            seen: dict[str, int] = {}
            for _ in range(GAMES):
                word = question.word(umpire.play(question.rule, situation, rules))
                seen[word] = seen.get(word, 0) + 1
            for word in {*seen, *exact.support}:
                p = float(exact.fraction(word))
                assert abs(seen.get(word, 0) - GAMES * p) <= 5 * (GAMES * p * (1 - p)) ** 0.5 + 1e-9

    def check_die_by_die(self, name: str, lines: Iterable[Line]) -> None:
        """A calculator that waits for each die comes to an outcome of its tree."""
        chooser = random.Random(f"playing {name}")
        question = self.system.calculators[name]
        for line in lines:
            printed = line["reading"] == "default"
            rules = self.system.rules if printed else rules_for(self.system, line["reading"])
            game = (question.rule, question.situation.read(line["inputs"]), rules)
            possible = Enumerating(draw=False).tree(*game).distribution.map(question.word)
            script: dict[str, Any] = {}
            for _ in range(60):
                try:
                    word = question.word(Scripted(script).play(*game))
                    break
                except Waiting as waiting:  # the next dice fall
                    for die in waiting.dice:
                        script[die.label] = chooser.choice(die.law.support)
            else:
                raise AssertionError(f"{line} is never decided")
            assert possible.fraction(word) > 0


def value(domain: dict[str, Any], chooser: random.Random, where: str) -> Any:
    """A value of a domain: lowest, highest, or anything between."""
    kind = domain.get("type")
    options = domain.get("enum") or ([False, True] if kind == "boolean" else None)
    if options:
        ends = {"lowest": options[0], "highest": options[-1]}
        return ends[where] if where in ends else chooser.choice(options)
    if kind == "string":
        return chooser.choice(("0", "1", "1/4", "2/3"))
    if kind == "object":
        return {name: value(each, chooser, where) for name, each in domain["properties"].items()}
    if kind == "array":
        return values(domain, chooser, where)
    ends = {"lowest": domain.get("minimum", -6), "highest": domain.get("maximum", 6)}
    return ends[where] if where in ends else chooser.randint(*ends.values())


def values(domain: dict[str, Any], chooser: random.Random, where: str) -> list[Any]:
    """A list of a domain: of the length that is printed, or of up to three values."""
    if "prefixItems" in domain:
        return [value(each, chooser, where) for each in domain["prefixItems"]]
    if domain["items"]["type"] == "string":
        return chooser.choices(["F", "D", "C", "SL", "SR", "TL", "TR", "I", "WL", "WR", "?"], k=3)
    count = chooser.randint(domain.get("minItems", 0), 3)
    return [value(domain["items"], chooser, where) for _ in range(count)]
