"""What the second opinions on both aerial books count alike: dice, orders of cards, duels and reach."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from pz8edu.asking.json_lines import line_answer
from pz8edu.systems import system

FACES = range(1, 7)
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The way ahead for each facing."""

CLIMBS = {"D": -1, "SL": -1, "SR": -1, "C": 1, "I": 1}

Inputs = dict[str, Any]
Letters = dict[str, str]
Odds = dict[str, Fraction]
Opinion = Callable[[Inputs, Letters], Odds]
State = tuple[int, int, int, int]


def counted(outcomes: Iterable[Any]) -> Odds:
    tally = Counter(outcomes)
    return {word: Fraction(count, tally.total()) for word, count in tally.items()}


# --- dice and cards
def hurt(attacker: int, target: int, i: Inputs) -> str:
    margin = attacker + i["att"] - target - i["def"]
    if margin <= 0:
        return "no damage"
    return "destroyed" if margin >= 3 or i["target_damaged"] else "damaged"


def damage_roll(i: Inputs, _: Letters) -> Odds:
    return counted(hurt(a, t, i) for a, t in product(FACES, repeat=2))


def state_after(damaged: bool, shot: str) -> str:
    return shot if shot in ("damaged", "destroyed") else "damaged" if damaged else "ok"


def initiative(_: Inputs, r: Letters) -> Odds:
    def first(a: int, b: int) -> str:
        return "A first" if a > b or (a == b and r["R1"] == "b") else "B first" if b > a else "tie"

    throws = [first(a, b) for a, b in product(FACES, repeat=2)]
    return counted(throw for throw in throws if throw != "tie" or r["R1"] != "a")


def orders(left: tuple[int, int, int]) -> Iterator[tuple[str, int]]:
    """Every order of the named plane, the player's other planes and those of the NPO, with its weight."""
    if not any(left):
        yield "", 1
    for place, letter in enumerate("XPN"):
        if left[place]:
            rest = (left[0] - (place == 0), left[1] - (place == 1), left[2] - (place == 2))
            for after, weight in orders(rest):
                yield letter + after, weight * left[place]


def solo_draw(i: Inputs, _: Letters) -> Odds:
    tally: Counter[str] = Counter()
    for order, weight in orders((1, i["player"] - 1, i["npo"])):
        runs = order.replace("X", "P").split("P")
        number = {
            "npo-before-named-plane": order.partition("X")[0].count("N"),
            "npo-before-first-player": len(runs[0]),
            "longest-npo-run": max(map(len, runs)),
        }[i["ask"]]
        tally[str(number)] += weight
    return {word: Fraction(weight, tally.total()) for word, weight in tally.items()}


# --- what is asked
def drawn(properties: dict[str, Any], chooser: random.Random) -> Inputs:
    """Every input with a value of its domain."""
    inputs: Inputs = {}
    for name, domain in properties.items():
        if "enum" in domain:
            inputs[name] = chooser.choice(domain["enum"])
        elif domain["type"] == "boolean":
            inputs[name] = chooser.random() < 0.4
        elif domain["type"] == "array":
            inputs[name] = [chooser.randint(1, 4) for _ in range(chooser.randint(1, 6))]
        else:
            inputs[name] = chooser.randint(domain["minimum"], domain["maximum"])
    if inputs.get("loaded") and inputs.get("max_alt") == 1 and "mp" not in inputs:
        inputs["max_alt"] = 2
    return inputs


class Book:
    """One of the books, as its second opinion asks it: by its id, with its readings as printed."""

    def __init__(self, system_id: str, printed: Letters) -> None:
        self.system_id, self.printed = system_id, printed
        self.interface: dict[str, Any] = system(system_id).interface()

    def letters(self, reading: str) -> Letters:
        """Every reading's answer: as printed, but for those that the setting names."""
        return self.printed | dict(part.split("=") for part in reading.split(",") if "=" in part)

    def settings(self, readings: list[str], chooser: random.Random) -> Iterator[str]:
        """As printed, each reading by itself, and some readings together."""
        choices = {
            name: [letter for letter in self.interface["readings"][name] if letter != "default"]
            for name in readings
        }
        yield "default"
        for name, letters in choices.items():
            yield from (f"{name}={letter}" for letter in letters[1:])
        for _ in range(4 if len(readings) > 1 else 0):
            yield ",".join(f"{name}={chooser.choice(letters)}" for name, letters in choices.items())

    def asked(self, chain: str, inputs: Inputs, reading: str) -> dict[str, Any]:
        """The results of a chain."""
        line = {"system": self.system_id, "chain": chain, "inputs": inputs, "reading": reading}
        found: dict[str, Any] = line_answer(line)["results"]
        return found

    # --- calculators
    def check_calculator(self, name: str, opinion: Opinion, chooser: random.Random) -> None:
        """A calculator agrees with the count of the faces."""
        question = self.interface["calculators"][name]
        memo: dict[Any, Any] = {}
        for reading in self.settings(question["readings"], chooser):
            for _ in range(25 if question["inputs"]["properties"] else 1):
                inputs = drawn(question["inputs"]["properties"], chooser)
                ask = {"system": self.system_id, "calculator": name, "inputs": inputs, "reading": reading}
                wanted = opinion(inputs, self.letters(reading))
                assert line_answer(ask, memo) == {
                    "outcomes": {w: f"{p.numerator}/{p.denominator}" for w, p in wanted.items() if p}
                }, ask

    # --- chains, turn by turn
    def check_duels(self, chain: str, exchange: Opinion, reading: str) -> None:
        """Duels agree with their turns, one after the other."""
        chooser = random.Random(f"duels {reading}")
        for _ in range(6):
            i = drawn(self.interface["chains"][chain]["inputs"]["properties"], chooser)
            i["turns"] = 4
            state = ("damaged" if i["a_damaged"] else "ok", "damaged" if i["t_damaged"] else "ok")
            odds = {state: Fraction(1)}
            for _ in range(4):
                odds = duel_turn(odds, i, self.letters(reading), exchange)
            found = self.asked(chain, i, reading)
            for side, place in (("A", 0), ("T", 1)):
                lost = sum((p for ends, p in odds.items() if ends[place] == "destroyed"), Fraction(0))
                assert Fraction(found[f"{side} destroyed within 4"]) == lost
            if found["expected turns"] == "inf":
                assert "A wins" not in found
            else:
                assert Fraction(found["A wins"]) + Fraction(found["T wins"]) == 1
                assert Fraction(found["expected turns"]) >= 1

    def check_shots_to_kill(self, chain: str, fire: Opinion) -> None:
        """Shot after shot agrees with the formula of two steps: damaged, then destroyed."""
        chooser = random.Random("shots")
        for reading in ("default", "R15=b"):
            for _ in range(20):
                i = drawn(self.interface["chains"][chain]["inputs"]["properties"], chooser)
                shot, r = i | {"return_fire": False}, self.letters(reading)
                fresh = fire(shot | {"target_damaged": False}, r)
                d, k = fresh.get("damaged", Fraction(0)), fresh.get("destroyed", Fraction(0))
                k2 = fire(shot | {"target_damaged": True}, r).get("destroyed", Fraction(0))
                odds = [Fraction(1), Fraction(0)]
                for _ in range(i["turns"]):
                    odds = [odds[0] * (1 - d - k), odds[1] * (1 - k2) + odds[0] * d]
                found = self.asked(chain, i, reading)
                assert Fraction(found[f"damaged after {i['turns']}"]) == odds[1]
                assert Fraction(found[f"kill within {i['turns']}"]) == 1 - sum(odds)
                if d + k == 0:
                    assert found["expected shots"] == "inf"
                else:
                    assert Fraction(found["expected shots"]) == (1 + (d / k2 if d else 0)) / (d + k)

    # --- flights
    def check_reach(
        self,
        i: Inputs,
        reading: str,
        every: Mapping[State, set[int]],
        spent: tuple[int, int],
        chooser: random.Random,
    ) -> None:
        """Reach and costs agree with every flight; `spent` is the MPs, and the least of them."""
        mp, least = spent
        occupied = [[i["q"] + chooser.randint(-2, 2), i["r"] + chooser.randint(-2, 2)] for _ in range(3)]
        ends = {
            state
            for state, totals in every.items()
            if max(totals) >= least and list(state[:2]) not in occupied
        }
        ask = {"system": self.system_id, "reading": reading}
        found = line_answer(ask | {"board": "reachable-count", "inputs": i | {"occupied": occupied}})
        assert found["result"] == {
            "mp": mp,
            "min_mp": least,
            "states": len(ends),
            "hexes": len({state[:2] for state in ends}),
            "hex_alt": len({(*state[:2], state[3]) for state in ends}),
            "hex_facing": len({state[:3] for state in ends}),
        }
        for state in [*chooser.sample(sorted(every), min(5, len(every))), (i["q"] + 50, i["r"], 0, 1)]:
            found = line_answer(ask | {"board": "min-cost", "inputs": i | {"to": list(state)}})
            totals = sorted(every.get(state, ()))
            assert found["result"] == {
                "cheapest": totals[0] if totals else None,
                "legal_spends": [total for total in totals if total >= least],
            }


def duel_turn(
    odds: dict[tuple[str, str], Fraction], i: Inputs, r: Letters, exchange: Opinion
) -> dict[tuple[str, str], Fraction]:
    """One turn of a duel, from the odds of the states (A, T)."""
    for one, other in ("at", "ta") if i["pattern"] == "head-on" else ("at",):
        after: dict[tuple[str, str], Fraction] = {}
        for (a, t), chance in odds.items():
            states = {"a": a, "t": t}
            results = {(a, t): Fraction(1)}
            if "destroyed" not in (a, t):
                shot = {
                    "distance": i["distance"], "ww1": i.get("ww1"), "a_weapon": "front",
                    "a_turned180": False, "a_target_higher": False,
                    "t_can_return": i["t_can_return"] or one == "t",
                }  # fmt: skip
                for role, name in (("a", one), ("t", other)):
                    shot |= {f"{role}_{key}": i[f"{name}_{key}"] for key in ("att", "def", "skill")}
                    shot[f"{role}_damaged"] = states[name] == "damaged"
                results = {}
                for word, p in exchange(shot, r).items():
                    first, second = (part.split()[1] for part in word.split(" / "))
                    results[(first, second) if one == "a" else (second, first)] = p
            for state, p in results.items():
                after[state] = after.get(state, Fraction(0)) + chance * p
        odds = after
    return odds
