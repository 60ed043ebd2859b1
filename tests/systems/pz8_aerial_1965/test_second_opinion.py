"""A second opinion on the questions of pz8-aerial-1965: faces of dice, orders of cards and sequences of
actions, counted one by one as the rules are printed."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer
from pz8edu.systems import system

FACES = range(1, 7)
AERIAL = system("pz8-aerial-1965")
INTERFACE = AERIAL.interface()
Inputs = dict[str, Any]
Letters = dict[str, str]
Odds = dict[str, Fraction]


def counted(outcomes: Iterable[Any]) -> Odds:
    tally = Counter(outcomes)
    return {word: Fraction(count, tally.total()) for word, count in tally.items()}


# --- cannon
def hits(die: int, i: Inputs, r: Letters) -> bool:
    score = die + {"green": -1, "average": 0, "veteran": 1}[i["skill"]]
    score -= i["turned180"] + i["damaged"] + i["return_fire"]
    return score >= {1: 4, 2: 5}[i["distance"]] or (die == 6 and r["R15"] == "b")


def hurt(attacker: int, target: int, i: Inputs) -> str:
    margin = attacker + i["att"] - target - i["def"]
    if margin <= 0:
        return "no damage"
    return "destroyed" if margin >= 3 or i["target_damaged"] else "damaged"


def cannon_to_hit(i: Inputs, r: Letters) -> Odds:
    return counted("hit" if hits(die, i, r) else "miss" for die in FACES)


def damage_roll(i: Inputs, _: Letters) -> Odds:
    return counted(hurt(a, t, i) for a, t in product(FACES, repeat=2))


def cannon_fire(i: Inputs, r: Letters) -> Odds:
    return counted(hurt(a, t, i) if hits(die, i, r) else "miss" for die, a, t in product(FACES, repeat=3))


def after(damaged: bool, shot: str) -> str:
    return shot if shot in ("damaged", "destroyed") else "damaged" if damaged else "ok"


def cannon_exchange(i: Inputs, r: Letters) -> Odds:
    first = {
        "distance": i["distance"], "att": i["a_att"], "def": i["t_def"], "skill": i["a_skill"],
        "turned180": i["a_turned180"], "damaged": i["a_damaged"], "return_fire": False,
        "target_damaged": i["t_damaged"],
    }  # fmt: skip
    odds: Odds = {}
    for shot, chance in cannon_fire(first, r).items():
        t = after(i["t_damaged"], shot)
        answers = {after(i["a_damaged"], "miss"): Fraction(1)}
        if i["t_can_return"] and t != "destroyed" and (shot != "miss" or r["R13"] == "a"):
            back = {
                "distance": i["distance"], "att": i["t_att"], "def": i["a_def"], "skill": i["t_skill"],
                "turned180": False, "return_fire": True, "target_damaged": i["a_damaged"],
                "damaged": t == "damaged" if r["R14"] == "a" else i["t_damaged"],
            }  # fmt: skip
            answers = {}
            for word, p in cannon_fire(back, r).items():
                a = after(i["a_damaged"], word)
                answers[a] = answers.get(a, Fraction(0)) + p
        for a, p in answers.items():
            odds[f"A {a} / T {t}"] = odds.get(f"A {a} / T {t}", Fraction(0)) + chance * p
    return odds


# --- missiles
def missile(kind: str, i: Inputs, r: Letters) -> Odds:
    firer = i["missiles"] - (1 if r["R20"] == "b" else 0)
    firer += {"nato": 1, "israel": 1, "third-world": -1, "other": 0}[i["bloc"]]
    firer -= (i["altitude"] == 1) + i["first_generation"] + (kind == "rh" and i["distance"] >= 13)
    present = i["target_mp"]
    if i["target_damaged"] and r["R21"] == "a":
        present = present // 2 + present % 2
    target = {"green": -1, "average": 0, "veteran": 1}[i["target_skill"]]
    if present >= 5:
        target += {"hs": 2, "rh": 1}[kind]
    return counted(
        "destroyed" if a + firer > t + target or (a + firer == t + target and r["R22"] == "b") else "evaded"
        for a, t in product(FACES, repeat=2)
    )


def hs_missile(i: Inputs, r: Letters) -> Odds:
    return missile("hs", i, r)


def rh_missile(i: Inputs, r: Letters) -> Odds:
    return missile("rh", i, r)


# --- other dice and cards
def initiative(_: Inputs, r: Letters) -> Odds:
    def first(a: int, b: int) -> str:
        return "A first" if a > b or (a == b and r["R1"] == "b") else "B first" if b > a else "tie"

    throws = [first(a, b) for a, b in product(FACES, repeat=2)]
    return counted(throw for throw in throws if throw != "tie" or r["R1"] != "a")


def orders(named: int, player: int, npo: int) -> Iterator[tuple[str, int]]:
    """Every order of the named plane, the player's other planes and those of the NPO, with its weight."""
    if not named + player + npo:
        yield "", 1
    for letter, left, rest in (
        ("X", named, (named - 1, player, npo)),
        ("P", player, (named, player - 1, npo)),
        ("N", npo, (named, player, npo - 1)),
    ):
        if left:
            yield from ((letter + later, left * weight) for later, weight in orders(*rest))


def solo_draw(i: Inputs, _: Letters) -> Odds:
    tally: Counter[str] = Counter()
    for order, weight in orders(1, i["player"] - 1, i["npo"]):
        runs = order.replace("X", "P").split("P")
        number = {
            "npo-before-named-plane": order.partition("X")[0].count("N"),
            "npo-before-first-player": len(runs[0]),
            "longest-npo-run": max(map(len, runs)),
        }[i["ask"]]
        tally[str(number)] += weight
    return {word: Fraction(weight, tally.total()) for word, weight in tally.items()}


SECOND_OPINIONS: dict[str, Callable[[Inputs, Letters], Odds]] = {
    "initiative": initiative,
    "cannon-to-hit": cannon_to_hit,
    "damage-roll": damage_roll,
    "cannon-fire": cannon_fire,
    "cannon-exchange": cannon_exchange,
    "hs-missile": hs_missile,
    "rh-missile": rh_missile,
    "solo-draw": solo_draw,
}


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
    return inputs


def settings_of(readings: list[str], chooser: random.Random) -> Iterator[str]:
    """As printed, each reading by itself, and some readings together."""
    choices = {
        name: [letter for letter in INTERFACE["readings"][name] if letter != "default"] for name in readings
    }
    yield "default"
    for name, letters in choices.items():
        yield from (f"{name}={letter}" for letter in letters[1:])
    for _ in range(4 if len(readings) > 1 else 0):
        yield ",".join(f"{name}={chooser.choice(letters)}" for name, letters in choices.items())


def letters_of(reading: str) -> Letters:
    printed = {f"R{number}": "a" for number in range(1, 29)} | {"R10": "wedge60"}
    return printed | dict(part.split("=") for part in reading.split(",") if "=" in part)


@pytest.mark.parametrize("name", SECOND_OPINIONS)
def test_as_the_faces_say(name: str) -> None:
    chooser = random.Random(f"aerial 1965 {name}")
    question = INTERFACE["calculators"][name]
    memo: dict[Any, Any] = {}
    for reading in settings_of(question["readings"], chooser):
        for _ in range(25 if question["inputs"]["properties"] else 1):
            inputs = drawn(question["inputs"]["properties"], chooser)
            ask = {"system": "pz8-aerial-1965", "calculator": name, "inputs": inputs, "reading": reading}
            wanted = SECOND_OPINIONS[name](inputs, letters_of(reading))
            assert line_answer(ask, memo) == {
                "outcomes": {w: f"{p.numerator}/{p.denominator}" for w, p in wanted.items() if p}
            }, ask


def test_every_calculator_has_a_second_opinion() -> None:
    assert list(SECOND_OPINIONS) == list(INTERFACE["calculators"])


# --- chains, turn by turn
def asked(chain: str, inputs: Inputs, reading: str) -> dict[str, Any]:
    found: dict[str, Any] = line_answer(
        {"system": "pz8-aerial-1965", "chain": chain, "inputs": inputs, "reading": reading}
    )["results"]
    return found


def duel_turn(odds: dict[tuple[str, str], Fraction], i: Inputs, r: Letters) -> dict[Any, Fraction]:
    """One turn of a duel, from the odds of the states (A, T)."""
    for one, other in (("a", "t"), ("t", "a")) if i["pattern"] == "head-on" else (("a", "t"),):
        new: dict[tuple[str, str], Fraction] = {}
        for both, chance in odds.items():
            states = dict(zip("at", both, strict=True))
            results = {both: Fraction(1)}
            if "destroyed" not in both:
                shot = {"distance": i["distance"], "a_turned180": False}
                shot["t_can_return"] = i["t_can_return"] or one == "t"
                for role, name in (("a", one), ("t", other)):
                    shot |= {f"{role}_{key}": i[f"{name}_{key}"] for key in ("att", "def", "skill")}
                    shot[f"{role}_damaged"] = states[name] == "damaged"
                results = {}
                for word, p in cannon_exchange(shot, r).items():
                    first, second = (part.split()[1] for part in word.split(" / "))
                    results[(first, second) if one == "a" else (second, first)] = p
            for state, p in results.items():
                new[state] = new.get(state, Fraction(0)) + chance * p
        odds = new
    return odds


@pytest.mark.parametrize("reading", ["default", "R13=b", "R14=b", "R15=b", "R13=b,R14=b,R15=b"])
def test_duels_turn_by_turn(reading: str) -> None:
    chooser = random.Random(f"duels {reading}")
    for _ in range(6):
        i = drawn(INTERFACE["chains"]["cannon-duel"]["inputs"]["properties"], chooser)
        i["turns"] = 4
        state = tuple("damaged" if i[f"{side}_damaged"] else "ok" for side in "at")
        odds: dict[Any, Fraction] = {state: Fraction(1)}
        for _ in range(4):
            odds = duel_turn(odds, i, letters_of(reading))
        found = asked("cannon-duel", i, reading)
        for side, place in (("A", 0), ("T", 1)):
            lost = sum((p for ends, p in odds.items() if ends[place] == "destroyed"), Fraction(0))
            assert Fraction(found[f"{side} destroyed within 4"]) == lost
        if found["expected turns"] == "inf":
            assert "A wins" not in found
        else:
            assert Fraction(found["A wins"]) + Fraction(found["T wins"]) == 1
            assert Fraction(found["expected turns"]) >= 1


def test_shots_to_kill_by_formula() -> None:
    chooser = random.Random("shots")
    for reading in ("default", "R15=b"):
        for _ in range(20):
            i = drawn(INTERFACE["chains"]["cannon-shots-to-kill"]["inputs"]["properties"], chooser)
            shot, r = i | {"return_fire": False}, letters_of(reading)
            fresh = cannon_fire(shot | {"target_damaged": False}, r)
            d, k = fresh.get("damaged", Fraction(0)), fresh.get("destroyed", Fraction(0))
            k2 = cannon_fire(shot | {"target_damaged": True}, r).get("destroyed", Fraction(0))
            odds = [Fraction(1), Fraction(0)]
            for _ in range(i["turns"]):
                odds = [odds[0] * (1 - d - k), odds[1] * (1 - k2) + odds[0] * d]
            found = asked("cannon-shots-to-kill", i, reading)
            assert Fraction(found[f"damaged after {i['turns']}"]) == odds[1]
            assert Fraction(found[f"kill within {i['turns']}"]) == 1 - sum(odds)
            if d + k == 0:
                assert found["expected shots"] == "inf"
            else:
                assert Fraction(found["expected shots"]) == (1 + (d / k2 if d else 0)) / (d + k)


def test_missile_plans_salvo_by_salvo() -> None:
    chooser = random.Random("plans")
    question = INTERFACE["chains"]["missile-plan"]
    for reading in settings_of(question["readings"], chooser):
        for _ in range(15):
            i = drawn(question["inputs"]["properties"], chooser)
            i["distance"] = chooser.randint(*{"hs": (4, 12), "rh": (7, 24)}[i["kind"]])
            alive, used = Fraction(1), Fraction(0)
            for missiles in i["plan"]:
                used += alive * missiles
                salvo = missile(i["kind"], i | {"missiles": missiles}, letters_of(reading))
                alive *= salvo.get("evaded", Fraction(0))
            found = asked("missile-plan", i, reading)
            assert Fraction(found["kill"]) == 1 - alive
            assert Fraction(found["expected missiles used"]) == used


# --- flights, action by action
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
COSTS = {"F": 1, "D": 1, "C": 2, "SL": 2, "SR": 2, "TL": 1, "TR": 1, "I": 3}
TURNS = {"TL": 1, "TR": -1, "I": 3}
CLIMBS = {"D": -1, "SL": -1, "SR": -1, "C": 1, "I": 1}
State = tuple[int, int, int, int]


def fly(state: State, code: str, top: int, r: Letters) -> State | str:
    """The state after an action, or why it is not allowed."""
    q, row, facing, altitude = state
    if code not in COSTS:
        return "unknown action"
    if altitude > top and code not in ("D", "SL", "SR"):
        return "must dive first"
    to = facing
    if code in ("SL", "SR"):
        to += (1 if code == "SL" else -1) * (2 if r["R5"] == "b" else 1)
    elif code in ("TL", "TR") and r["R4"] == "b":
        to += TURNS[code]
    level = altitude + CLIMBS.get(code, 0)
    if code == "I" and altitude == top and r["R28"] == "b":
        level = altitude
    if level < (0 if r["R6"] == "b" else 1):
        return "below level 1"
    if level > top and level >= altitude:
        return "above maximum altitude"
    step = STEPS[to % 6]
    return q + step[0], row + step[1], (facing + TURNS.get(code, 0)) % 6, level


def numbers(i: Inputs, r: Letters) -> tuple[int, int, int]:
    """MPs now, the least to be spent, and the ceiling."""
    mp = -(-i["mp"] // 2) if i["damaged"] else i["mp"]
    least = -(-mp // 3) if r["R8"] == "a" else min(mp, -(-i["mp"] // 3))
    return mp, least, max(1, i["max_alt"] - i["damaged"])


def every_flight(i: Inputs, r: Letters) -> dict[State, set[int]]:
    """Every state with every total that reaches it."""
    mp, _, top = numbers(i, r)
    found: dict[State, set[int]] = {}
    waiting = [((i["q"], i["r"], i["facing"], i["alt"]), 0)]
    while waiting:
        state, spent = waiting.pop()
        if spent in found.setdefault(state, set()):
            continue
        found[state].add(spent)
        for code, price in COSTS.items():
            there = fly(state, code, top, r)
            if not isinstance(there, str) and spent + price <= mp:
                waiting.append((there, spent + price))
    return found


def flights(chooser: random.Random, readings: list[str], count: int) -> Iterator[tuple[Inputs, str]]:
    for reading in settings_of(readings, chooser):
        for _ in range(count):
            i: Inputs = {"mp": chooser.randint(1, 6), "alt": chooser.randint(1, 5)}
            i |= {"max_alt": chooser.randint(1, 5), "damaged": chooser.random() < 0.4}
            i |= {"q": chooser.randint(-9, 9), "r": chooser.randint(-9, 9), "facing": chooser.randint(0, 5)}
            yield i, reading


def test_reach_and_costs_action_by_action() -> None:
    chooser = random.Random("flights")
    for i, reading in flights(chooser, INTERFACE["boards"]["reachable-count"]["readings"], 5):
        mp, least, _ = numbers(i, letters_of(reading))
        every = every_flight(i, letters_of(reading))
        occupied = [[i["q"] + chooser.randint(-2, 2), i["r"] + chooser.randint(-2, 2)] for _ in range(3)]
        ends = {
            state
            for state, totals in every.items()
            if max(totals) >= least and list(state[:2]) not in occupied
        }
        ask = {"system": "pz8-aerial-1965", "reading": reading}
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


DAMAGED_MIG = """
(0,1) f0 a2, (1,-1) f0 a2, (1,0) f0 a2, (1,0) f0 a3, (1,0) f0 a4, (1,0) f1 a3, (1,0) f5 a3, (1,1) f0 a3,
(1,1) f4 a3, (1,1) f5 a2, (1,1) f5 a3, (2,-1) f0 a3, (2,-1) f1 a2, (2,-1) f1 a3, (2,-1) f2 a3, (2,0) f0 a1,
(2,0) f0 a2, (2,0) f0 a3, (2,0) f1 a2, (2,0) f1 a3, (2,0) f5 a2, (2,0) f5 a3
"""


def test_the_complete_list_of_a_damaged_mig_19() -> None:
    i = {"mp": 4, "alt": 3, "max_alt": 5, "damaged": True}
    every = every_flight(i | {"q": 0, "r": 0, "facing": 0}, letters_of("default"))
    ends = {f"({q},{r}) f{facing} a{level}" for (q, r, facing, level), ways in every.items() if max(ways)}
    assert ends == set(DAMAGED_MIG.strip().replace("\n", " ").split(", "))
    for q, r, facing, level in every:
        to = {"board": "min-cost", "inputs": i | {"to": [q, r, facing, level]}}
        found = line_answer({"system": "pz8-aerial-1965"} | to)["result"]
        assert bool(found["legal_spends"]) is (f"({q},{r}) f{facing} a{level}" in ends)


def test_sequences_action_by_action() -> None:
    chooser, verdicts = random.Random("sequences"), set()
    for i, reading in flights(chooser, INTERFACE["boards"]["move-sequence"]["readings"], 40):
        i["damaged"], r = False, letters_of(reading)
        mp, least, top = numbers(i, r)
        actions = chooser.choices(
            [*COSTS, "WL"], weights=[6, 4, 4, 1, 1, 2, 2, 2, 1], k=chooser.randint(0, 4)
        )
        state, spent, wanted = (i["q"], i["r"], i["facing"], i["alt"]), 0, ""
        for code in actions:
            there = fly(state, code, top, r)
            if isinstance(there, str) or spent + COSTS[code] > mp:
                wanted = there if isinstance(there, str) else "not enough MPs"
                break
            state, spent = there, spent + COSTS[code]
        occupied = [list(state[:2])] if chooser.random() < 0.2 else []
        wanted = wanted or ("minimum MPs not spent" if spent < least else "hex occupied" if occupied else "")
        inputs = {name: value for name, value in i.items() if name != "damaged"}
        inputs |= {"actions": actions, "occupied": occupied}
        found = line_answer(
            {"system": "pz8-aerial-1965", "board": "move-sequence", "inputs": inputs, "reading": reading}
        )["result"]
        assert found == {"end": list(state), "spent": spent, "verdict": wanted or "legal"}
        verdicts.add(found["verdict"])
    assert len(verdicts) == 8


# --- arcs, on paper
def ahead(q: int, r: int, facing: int) -> tuple[int, int]:
    """Twice the way ahead of a step, and twice the way aside in units of the square root of 3."""
    for _ in range(facing):
        q, r = -r, q + r
    return 2 * q + r, abs(r)


def in_shape(q: int, r: int, facing: int, shape: str) -> bool:
    x, aside = ahead(q, r, facing)
    return (
        x > 0
        and {
            "line": aside == 0,
            "wedge60-strict": 3 * aside < x,
            "wedge60": 3 * aside <= x,
            "cone120": aside < x,
            "wedge120": aside <= x,
        }[shape]
    )


RANGES = {"cannon": (1, 2), "hs": (4, 12), "rh": (7, 24)}


@pytest.mark.parametrize("shape", ["wedge60", "line", "wedge60-strict", "cone120", "wedge120"])
def test_weapons_hex_by_hex(shape: str) -> None:
    chooser, verdicts = random.Random(shape), set()
    ask = {"system": "pz8-aerial-1965", "reading": f"R10={shape}"}
    span = range(-24, 25)
    inside = Counter(max(abs(q), abs(r), abs(q + r)) for q in span for r in span if in_shape(q, r, 0, shape))
    counts = line_answer(ask | {"board": "arc-count", "inputs": {"max_range": 24}})["result"]
    assert counts["per_distance"] == [inside[distance] for distance in range(1, 25)]
    assert counts["total"] == sum(counts["per_distance"])
    for weapon, (least, most) in RANGES.items():
        found = line_answer(ask | {"board": "weapon-cover", "inputs": {"weapon": weapon}})["result"]
        assert found == {"hexes": sum(inside[distance] for distance in range(least, most + 1))}
    for _ in range(300):
        q, r, facing = (chooser.randint(0, 5) for _ in range(3))
        weapon, width = chooser.choice(list(RANGES)), chooser.choice((2, 6, 14))
        target = [q + chooser.randint(-width, width), r + chooser.randint(-width, width)]
        levels, other = [chooser.randint(2, 3) for _ in range(2)], chooser.choice((facing, 1))
        inputs = {"q": q, "r": r, "facing": facing, "target": target}
        dq, dr = target[0] - q, target[1] - r
        distance = max(abs(dq), abs(dr), abs(dq + dr))
        found = line_answer(ask | {"board": "in-arc", "inputs": inputs})["result"]
        assert found == {"distance": distance, "in_arc": in_shape(dq, dr, facing, shape)}
        inputs |= {"weapon": weapon, "alt": levels[0], "target_alt": levels[1], "target_facing": other}
        found = line_answer(ask | {"board": "may-fire", "inputs": inputs})["result"]
        wanted = "may fire"
        if not RANGES[weapon][0] <= distance <= RANGES[weapon][1]:
            wanted = "out of range"
        elif not in_shape(dq, dr, facing, shape):
            wanted = "out of arc"
        elif levels[0] != levels[1]:
            wanted = "wrong altitude"
        elif weapon == "hs" and facing != other:
            wanted = "not flying in the same direction"
        assert found == {"distance": distance, "verdict": wanted}
        verdicts.add(wanted)
    assert len(verdicts) >= 4


def test_schedules_and_tails_by_hand() -> None:
    chooser = random.Random("turns")
    for _ in range(60):
        a, b, first = chooser.randint(1, 40), chooser.randint(1, 40), chooser.choice("AB")
        left, blocks, side = {"A": a, "B": b}, [], first
        while left["A"] or left["B"]:
            own, enemy = (a, b) if side == "A" else (b, a)
            together = min(left[side], own // enemy if own >= enemy else 1)
            if together:
                blocks.append(f"{side}{together}")
            left[side] -= together
            side = "B" if side == "A" else "A"
        ask = {"board": "activation-schedule", "inputs": {"a": a, "b": b, "first": first}}
        assert line_answer({"system": "pz8-aerial-1965"} | ask)["result"] == {"sequence": blocks}
    for _ in range(200):
        facing, other = chooser.randint(0, 5), chooser.randint(0, 5)
        if chooser.random() < 0.5:
            other = facing
        behind = STEPS[(facing + 3) % 6] if chooser.random() < 0.7 else chooser.choice(STEPS)
        plane = {"q": 3, "r": -2, "facing": facing, "alt": 2}
        enemy = {"q": 3 + behind[0], "r": -2 + behind[1], "facing": other, "alt": chooser.randint(2, 3)}
        for letter in "ab":
            wanted = behind == STEPS[(facing + 3) % 6] and other == facing
            wanted &= letter == "a" or enemy["alt"] == 2
            ask = {"board": "tailed", "inputs": {"plane": plane, "enemy": enemy}, "reading": f"R12={letter}"}
            assert line_answer({"system": "pz8-aerial-1965"} | ask)["result"] == {"tailed": wanted}
