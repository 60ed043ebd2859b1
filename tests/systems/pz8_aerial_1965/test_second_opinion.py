"""A second opinion on the questions of pz8-aerial-1965: faces of dice, orders of cards and sequences of
actions, counted one by one as the rules are printed."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from pz8edu.asking.json_lines import line_answer
from tests.systems.aerial import (
    CLIMBS,
    FACES,
    STEPS,
    Book,
    Inputs,
    Letters,
    Odds,
    Opinion,
    State,
    counted,
    damage_roll,
    drawn,
    hurt,
    initiative,
    solo_draw,
    state_after,
)


# --- cannon
def hits(die: int, i: Inputs, r: Letters) -> bool:
    score = die + {"green": -1, "average": 0, "veteran": 1}[i["skill"]]
    score -= i["turned180"] + i["damaged"] + i["return_fire"]
    return score >= {1: 4, 2: 5}[i["distance"]] or (die == 6 and r["R15"] == "b")


def cannon_to_hit(i: Inputs, r: Letters) -> Odds:
    return counted("hit" if hits(die, i, r) else "miss" for die in FACES)


def cannon_fire(i: Inputs, r: Letters) -> Odds:
    return counted(hurt(a, t, i) if hits(die, i, r) else "miss" for die, a, t in product(FACES, repeat=3))


def cannon_exchange(i: Inputs, r: Letters) -> Odds:
    first = {
        "distance": i["distance"], "att": i["a_att"], "def": i["t_def"], "skill": i["a_skill"],
        "turned180": i["a_turned180"], "damaged": i["a_damaged"], "return_fire": False,
        "target_damaged": i["t_damaged"],
    }  # fmt: skip
    odds: Odds = {}
    for shot, chance in cannon_fire(first, r).items():
        t = state_after(i["t_damaged"], shot)
        answers = {state_after(i["a_damaged"], "miss"): Fraction(1)}
        if i["t_can_return"] and t != "destroyed" and (shot != "miss" or r["R13"] == "a"):
            back = {
                "distance": i["distance"], "att": i["t_att"], "def": i["a_def"], "skill": i["t_skill"],
                "turned180": False, "return_fire": True, "target_damaged": i["a_damaged"],
                "damaged": t == "damaged" if r["R14"] == "a" else i["t_damaged"],
            }  # fmt: skip
            answers = {}
            for word, p in cannon_fire(back, r).items():
                a = state_after(i["a_damaged"], word)
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


SECOND_OPINIONS: dict[str, Opinion] = {
    "initiative": initiative,
    "cannon-to-hit": cannon_to_hit,
    "damage-roll": damage_roll,
    "cannon-fire": cannon_fire,
    "cannon-exchange": cannon_exchange,
    "hs-missile": hs_missile,
    "rh-missile": rh_missile,
    "solo-draw": solo_draw,
}


BOOK = Book("pz8-aerial-1965", {f"R{number}": "a" for number in range(1, 29)} | {"R10": "wedge60"})


@pytest.mark.parametrize("name", SECOND_OPINIONS)
def test_as_the_faces_say(name: str) -> None:
    BOOK.check_calculator(name, SECOND_OPINIONS[name], random.Random(f"aerial 1965 {name}"))


def test_every_calculator_has_a_second_opinion() -> None:
    assert list(SECOND_OPINIONS) == list(BOOK.interface["calculators"])


# --- chains, turn by turn
@pytest.mark.parametrize("reading", ["default", "R13=b", "R14=b", "R15=b", "R13=b,R14=b,R15=b"])
def test_duels_turn_by_turn(reading: str) -> None:
    BOOK.check_duels("cannon-duel", cannon_exchange, reading)


def test_shots_to_kill_by_formula() -> None:
    BOOK.check_shots_to_kill("cannon-shots-to-kill", cannon_fire)


def test_missile_plans_salvo_by_salvo() -> None:
    chooser = random.Random("plans")
    question = BOOK.interface["chains"]["missile-plan"]
    for reading in BOOK.settings(question["readings"], chooser):
        for _ in range(15):
            i = drawn(question["inputs"]["properties"], chooser)
            i["distance"] = chooser.randint(*{"hs": (4, 12), "rh": (7, 24)}[i["kind"]])
            alive, used = Fraction(1), Fraction(0)
            for missiles in i["plan"]:
                used += alive * missiles
                salvo = missile(i["kind"], i | {"missiles": missiles}, BOOK.letters(reading))
                alive *= salvo.get("evaded", Fraction(0))
            found = BOOK.asked("missile-plan", i, reading)
            assert Fraction(found["kill"]) == 1 - alive
            assert Fraction(found["expected missiles used"]) == used


# --- flights, action by action
COSTS = {"F": 1, "D": 1, "C": 2, "SL": 2, "SR": 2, "TL": 1, "TR": 1, "I": 3}
TURNS = {"TL": 1, "TR": -1, "I": 3}


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
    for reading in BOOK.settings(readings, chooser):
        for _ in range(count):
            i: Inputs = {"mp": chooser.randint(1, 6), "alt": chooser.randint(1, 5)}
            i |= {"max_alt": chooser.randint(1, 5), "damaged": chooser.random() < 0.4}
            i |= {"q": chooser.randint(-9, 9), "r": chooser.randint(-9, 9), "facing": chooser.randint(0, 5)}
            yield i, reading


def test_reach_and_costs_action_by_action() -> None:
    chooser = random.Random("flights")
    for i, reading in flights(chooser, BOOK.interface["boards"]["reachable-count"]["readings"], 5):
        r = BOOK.letters(reading)
        BOOK.check_reach(i, reading, every_flight(i, r), numbers(i, r)[:2], chooser)


DAMAGED_MIG = """
(0,1) f0 a2, (1,-1) f0 a2, (1,0) f0 a2, (1,0) f0 a3, (1,0) f0 a4, (1,0) f1 a3, (1,0) f5 a3, (1,1) f0 a3,
(1,1) f4 a3, (1,1) f5 a2, (1,1) f5 a3, (2,-1) f0 a3, (2,-1) f1 a2, (2,-1) f1 a3, (2,-1) f2 a3, (2,0) f0 a1,
(2,0) f0 a2, (2,0) f0 a3, (2,0) f1 a2, (2,0) f1 a3, (2,0) f5 a2, (2,0) f5 a3
"""


def test_the_complete_list_of_a_damaged_mig_19() -> None:
    i = {"mp": 4, "alt": 3, "max_alt": 5, "damaged": True}
    every = every_flight(i | {"q": 0, "r": 0, "facing": 0}, BOOK.letters("default"))
    ends = {f"({q},{r}) f{facing} a{level}" for (q, r, facing, level), ways in every.items() if max(ways)}
    assert ends == set(DAMAGED_MIG.strip().replace("\n", " ").split(", "))
    for q, r, facing, level in every:
        to = {"board": "min-cost", "inputs": i | {"to": [q, r, facing, level]}}
        found = line_answer({"system": "pz8-aerial-1965"} | to)["result"]
        assert bool(found["legal_spends"]) is (f"({q},{r}) f{facing} a{level}" in ends)


def test_sequences_action_by_action() -> None:
    chooser, verdicts = random.Random("sequences"), set()
    for i, reading in flights(chooser, BOOK.interface["boards"]["move-sequence"]["readings"], 40):
        i["damaged"], r = False, BOOK.letters(reading)
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
