"""A second opinion on the questions of pz8-aerial-1935: faces of dice, orders of cards and sequences of
actions, counted one by one as the rules are printed."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

FACES = range(1, 7)
Inputs = dict[str, Any]
Odds = dict[str, Fraction]


def counted(outcomes: Iterable[Any]) -> Odds:
    tally = Counter(outcomes)
    return {word: Fraction(count, tally.total()) for word, count in tally.items()}


# --- shots
def aimed(die: int, i: Inputs, r: dict[str, str]) -> str:
    if i["ww1"] and die == 1:
        return "jam"
    score = die + {"green": -1, "average": 0, "veteran": 1}[i["skill"]]
    score -= i["turned180"] + i["damaged"] + i["return_fire"]
    score -= i["target_higher"] and i["weapon"] == "rear"
    hit = score >= {1: 4, 2: 5, 3: 5, 4: 6}[i["distance"]] or (die == 6 and r["R15"] == "b")
    return "hit" if hit else "miss"


def hurt(attacker: int, target: int, att: int, defence: int, damaged: bool) -> str:
    margin = attacker + att - target - defence
    if margin <= 0:
        return "no damage"
    return "destroyed" if margin >= 3 or damaged else "damaged"


def one_shot(dice: tuple[int, ...], i: Inputs, r: dict[str, str]) -> str:
    word = aimed(dice[0], i, r)
    return hurt(dice[1], dice[2], i["att"], i["def"], i["target_damaged"]) if word == "hit" else word


def to_hit(i: Inputs, r: dict[str, str]) -> Odds:
    return counted(aimed(die, i, r) for die in FACES)


def damage_roll(i: Inputs, _: dict[str, str]) -> Odds:
    return counted(hurt(a, t, i["att"], i["def"], i["target_damaged"]) for a, t in product(FACES, repeat=2))


def fire(i: Inputs, r: dict[str, str]) -> Odds:
    return counted(one_shot(dice, i, r) for dice in product(FACES, repeat=3))


def state_after(damaged: bool, shot: str) -> str:
    return shot if shot in ("damaged", "destroyed") else "damaged" if damaged else "ok"


def exchange(i: Inputs, r: dict[str, str]) -> Odds:
    first = {
        "distance": i["distance"], "att": i["a_att"], "def": i["t_def"], "skill": i["a_skill"],
        "weapon": i["a_weapon"], "turned180": i["a_turned180"], "target_higher": i["a_target_higher"],
        "damaged": i["a_damaged"], "return_fire": False, "ww1": i["ww1"], "target_damaged": i["t_damaged"],
    }  # fmt: skip
    odds: Odds = {}
    for shot, chance in fire(first, r).items():
        a, t = state_after(i["a_damaged"], "miss"), state_after(i["t_damaged"], shot)
        silent = shot == "destroyed" or not i["t_can_return"]
        if silent or (r["R13"] == "b" and shot in ("miss", "jam")):
            answers = {a: Fraction(1)}
        else:
            back = first | {
                "att": i["t_att"], "def": i["a_def"], "skill": i["t_skill"], "weapon": "front",
                "turned180": False, "target_higher": False, "return_fire": True,
                "damaged": i["t_damaged"] if r["R14"] == "b" else t == "damaged",
                "target_damaged": i["a_damaged"],
            }  # fmt: skip
            answers = {}
            for word, p in fire(back, r).items():
                after = state_after(i["a_damaged"], word)
                answers[after] = answers.get(after, Fraction(0)) + p
        for after, p in answers.items():
            word = f"A {after} / T {t}"
            odds[word] = odds.get(word, Fraction(0)) + chance * p
    return odds


# --- other dice and cards
def initiative(_: Inputs, r: dict[str, str]) -> Odds:
    def first(a: int, b: int) -> str:
        return "A first" if a > b or (a == b and r["R1"] == "b") else "B first" if b > a else "tie"

    throws = [first(a, b) for a, b in product(FACES, repeat=2)]
    return counted(throw for throw in throws if throw != "tie" or r["R1"] != "a")


def ground_attack(i: Inputs, r: dict[str, str]) -> Odds:
    def result(die: int) -> str:
        if die == 1:
            return "aircraft lost"
        if i["dive_bomber"] and (i["weapon"] == "bombs" or r["R20"] == "b"):
            score = die - 1 - (i["over3"] and r["R21"] == "b")
        else:
            score = die - i["altitude"] - i["over3"]
        good = {"rockets": (3, 4, 5), "bombs": (4, 5), "strafing": (5,)}[i["weapon"]]
        return "target destroyed" if score in good else "no effect"

    return counted(map(result, FACES))


def pilot_survival(_: Inputs, __: dict[str, str]) -> Odds:
    return counted("returns" if die in (5, 6) else "replaced by Green" for die in FACES)


def entry_side(_: Inputs, __: dict[str, str]) -> Odds:
    return counted(("left", "left", "front", "front", "right", "right"))


def entry_altitude(i: Inputs, _: dict[str, str]) -> Odds:
    return counted(str(min(die, i["max_alt"] - i["loaded"])) for die in FACES)


def unjam(_: Inputs, __: dict[str, str]) -> Odds:
    return counted("unjammed" if die >= 5 else "still jammed" for die in FACES)


def orders(left: tuple[int, int, int]) -> Iterator[tuple[str, int]]:
    """Every order of the named plane, the player's other planes and those of the NPO, with its weight."""
    if not any(left):
        yield "", 1
    for place, letter in enumerate("XPN"):
        if left[place]:
            rest = (left[0] - (place == 0), left[1] - (place == 1), left[2] - (place == 2))
            for after, weight in orders(rest):
                yield letter + after, weight * left[place]


def solo_draw(i: Inputs, _: dict[str, str]) -> Odds:
    tally: Counter[str] = Counter()
    for order, weight in orders((1, i["player"] - 1, i["npo"])):
        if i["ask"] == "npo-before-named-plane":
            number = order.partition("X")[0].count("N")
        else:
            runs = order.replace("X", "P").split("P")
            number = len(runs[0]) if i["ask"] == "npo-before-first-player" else max(map(len, runs))
        tally[str(number)] += weight
    return {word: Fraction(weight, tally.total()) for word, weight in tally.items()}


def test_orders_of_cards_are_all_there() -> None:
    kinds = Counter("".join(order) for order in permutations("XPPNN"))
    assert dict(orders((1, 2, 2))) == kinds


SECOND_OPINIONS: dict[str, Callable[[Inputs, dict[str, str]], Odds]] = {
    "initiative": initiative,
    "to-hit": to_hit,
    "damage-roll": damage_roll,
    "fire": fire,
    "exchange": exchange,
    "ground-attack": ground_attack,
    "pilot-survival": pilot_survival,
    "entry-side": entry_side,
    "entry-altitude": entry_altitude,
    "unjam": unjam,
    "solo-draw": solo_draw,
}


@pytest.fixture(scope="module")
def interface() -> dict[str, Any]:
    from pz8edu.systems import system

    return system("pz8-aerial-1935").interface()


def drawn(properties: dict[str, Any], chooser: random.Random) -> Inputs:
    """Every input with a value of its domain."""
    inputs: Inputs = {}
    for name, domain in properties.items():
        if "enum" in domain:
            inputs[name] = chooser.choice(domain["enum"])
        elif domain["type"] == "boolean":
            inputs[name] = chooser.random() < 0.4
        else:
            inputs[name] = chooser.randint(domain["minimum"], domain["maximum"])
    if inputs.get("loaded") and inputs.get("max_alt") == 1 and "mp" not in inputs:
        inputs["max_alt"] = 2
    return inputs


def settings_of(readings: list[str], answers: dict[str, Any], chooser: random.Random) -> Iterator[str]:
    """As printed, each reading by itself, and some readings together."""
    choices = {name: [letter for letter in answers[name] if letter != "default"] for name in readings}
    yield "default"
    for name, letters in choices.items():
        yield from (f"{name}={letter}" for letter in letters[1:])
    for _ in range(4 if len(readings) > 1 else 0):
        yield ",".join(f"{name}={chooser.choice(letters)}" for name, letters in choices.items())


def readings_of(reading: str) -> dict[str, str]:
    arcs = {"R10": "wedge60", "R11": "wedge60"}
    printed = {f"R{number}": "a" for number in range(1, 33)} | arcs
    return printed | dict(part.split("=") for part in reading.split(",") if "=" in part)


@pytest.mark.parametrize("name", SECOND_OPINIONS)
def test_as_the_faces_say(name: str, interface: dict[str, Any]) -> None:
    chooser = random.Random(f"aerial {name}")
    question = interface["calculators"][name]
    memo: dict[Any, Any] = {}
    for reading in settings_of(question["readings"], interface["readings"], chooser):
        for _ in range(25 if question["inputs"]["properties"] else 1):
            inputs = drawn(question["inputs"]["properties"], chooser)
            ask = {"system": "pz8-aerial-1935", "calculator": name, "inputs": inputs, "reading": reading}
            wanted = SECOND_OPINIONS[name](inputs, readings_of(reading))
            assert line_answer(ask, memo) == {
                "outcomes": {w: f"{p.numerator}/{p.denominator}" for w, p in wanted.items() if p}
            }, ask


def test_every_calculator_has_a_second_opinion(interface: dict[str, Any]) -> None:
    assert list(SECOND_OPINIONS) == list(interface["calculators"])


# --- chains, turn by turn
def asked(chain: str, inputs: Inputs, reading: str) -> dict[str, Any]:
    found: dict[str, Any] = line_answer(
        {"system": "pz8-aerial-1935", "chain": chain, "inputs": inputs, "reading": reading}
    )["results"]
    return found


def duel_turn(odds: dict[tuple[str, str], Fraction], i: Inputs, r: dict[str, str]) -> dict[Any, Fraction]:
    """One turn of a duel, from the odds of the states (A, T)."""
    orders = ("at", "ta") if i["pattern"] == "head-on" else ("at",)
    for one, other in orders:
        after: dict[tuple[str, str], Fraction] = {}
        for (a, t), chance in odds.items():
            states = {"a": a, "t": t}
            results = {(a, t): Fraction(1)}
            if "destroyed" not in (a, t):
                shot = {
                    "distance": i["distance"], "ww1": i["ww1"], "a_weapon": "front", "a_turned180": False,
                    "a_target_higher": False, "t_can_return": i["t_can_return"] or one == "t",
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


@pytest.mark.parametrize("reading", ["default", "R13=b", "R14=b", "R15=b", "R13=b,R14=b,R15=b"])
def test_duels_turn_by_turn(reading: str, interface: dict[str, Any]) -> None:
    chooser = random.Random(f"duels {reading}")
    for _ in range(6):
        i = drawn(interface["chains"]["duel"]["inputs"]["properties"], chooser)
        i["turns"] = 4
        state = tuple("damaged" if i[f"{side}_damaged"] else "ok" for side in "at")
        odds: dict[Any, Fraction] = {state: Fraction(1)}
        for _ in range(4):
            odds = duel_turn(odds, i, readings_of(reading))
        found = asked("duel", i, reading)
        for side, place in (("A", 0), ("T", 1)):
            lost = sum((p for ends, p in odds.items() if ends[place] == "destroyed"), Fraction(0))
            assert Fraction(found[f"{side} destroyed within 4"]) == lost
        if found["expected turns"] == "inf":
            assert "A wins" not in found
        else:
            assert Fraction(found["A wins"]) + Fraction(found["T wins"]) == 1
            assert Fraction(found["expected turns"]) >= 1


def test_shots_to_kill_by_formula(interface: dict[str, Any]) -> None:
    chooser = random.Random("shots")
    for reading in ("default", "R15=b"):
        for _ in range(20):
            i = drawn(interface["chains"]["shots-to-kill"]["inputs"]["properties"], chooser)
            shot = i | {"return_fire": False}
            fresh = fire(shot | {"target_damaged": False}, readings_of(reading))
            hurt_already = fire(shot | {"target_damaged": True}, readings_of(reading))
            d, k = fresh.get("damaged", Fraction(0)), fresh.get("destroyed", Fraction(0))
            k2 = hurt_already.get("destroyed", Fraction(0))
            odds = [Fraction(1), Fraction(0)]
            for _ in range(i["turns"]):
                odds = [odds[0] * (1 - d - k), odds[1] * (1 - k2) + odds[0] * d]
            found = asked("shots-to-kill", i, reading)
            assert Fraction(found[f"damaged after {i['turns']}"]) == odds[1]
            assert Fraction(found[f"kill within {i['turns']}"]) == 1 - sum(odds)
            if d + k == 0:
                assert found["expected shots"] == "inf"
            else:
                assert Fraction(found["expected shots"]) == (1 + (d / k2 if d else 0)) / (d + k)


@pytest.mark.parametrize("reading", ["R23=a", "R23=b"])
def test_a_jamming_gun_activation_by_activation(reading: str) -> None:
    clear, shots = Fraction(1), Fraction(0)
    for number in range(1, 21):
        cleared = (1 - clear) / 3
        firing = clear + (cleared if reading == "R23=b" else 0)
        shots += firing * Fraction(5, 6)
        clear = firing * Fraction(5, 6) + (cleared if reading == "R23=a" else 0)
        found = asked("ww1-gun", {"activations": number}, reading)
        assert Fraction(found["expected real shots"]) == shots
        assert Fraction(found["jammed after"]) == 1 - clear


@pytest.mark.parametrize("reading", ["R25=a", "R25=b"])
def test_careers_game_by_game(reading: str) -> None:
    better = {"green": "average", "average": "veteran", "veteran": "veteran"}
    for down, kill, start in (("1/4", "1/3", "green"), ("0", "1", "average"), ("1", "1/2", "veteran")):
        p, k = Fraction(down), Fraction(kill)
        odds = {(start, True): Fraction(1)}
        for _ in range(4):
            after: dict[tuple[str, bool], Fraction] = {}
            for (skill, first), chance in odds.items():
                dead, hurt_lives = p * Fraction(2, 3), p * Fraction(1, 3)
                kept = k if reading == "R25=a" else Fraction(0)
                for state, share in (
                    (("green", False), dead),
                    ((better[skill], first), (1 - p) * k + hurt_lives * kept),
                    ((skill, first), (1 - p) * (1 - k) + hurt_lives * (1 - kept)),
                ):
                    after[state] = after.get(state, Fraction(0)) + chance * share
            odds = after
        found = asked("pilot-career", {"p_down": down, "p_kill": kill, "games": 4, "start": start}, reading)
        for word in better:
            assert Fraction(found[word]) == sum(p for (skill, _), p in odds.items() if skill == word)
        assert Fraction(found["original pilot still there"]) == sum(
            p for (_, first), p in odds.items() if first
        )


# --- flights, action by action
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
COSTS = {"F": 1, "D": 1, "C": 2, "SL": 2, "SR": 2, "TL": 2, "TR": 2, "I": 4, "WL": 3, "WR": 3}
TURNS = {"TL": 1, "TR": -1, "I": 3, "WL": 2, "WR": -2}
CLIMBS = {"D": -1, "SL": -1, "SR": -1, "C": 1, "I": 1}


def fly(state: tuple[int, ...], code: str, i: Inputs, top: int, r: dict[str, str]) -> tuple[int, ...] | None:
    """The state after an action; None if it is not allowed."""
    q, row, facing, altitude = state
    if code in ("WL", "WR") and not i["ww1"]:
        return None
    if code == "I" and i["loaded"]:
        return None
    if altitude > top and code not in (("D",) if r["R29"] == "b" else ("D", "SL", "SR")):
        return None
    to = facing
    if code in ("SL", "SR"):
        to += (1 if code == "SL" else -1) * (2 if r["R5"] == "b" else 1)
    elif code != "I" and code in TURNS and r["R4"] == "b":
        to += TURNS[code]
    climb = CLIMBS.get(code, 0)
    if code == "I" and altitude == top and r["R28"] == "b":
        climb = 0
    level = altitude + climb
    if level < (0 if r["R6"] == "b" else 1) or (level > top and climb >= 0):
        return None
    step = STEPS[to % 6]
    return q + step[0], row + step[1], (facing + TURNS.get(code, 0)) % 6, level


def numbers(i: Inputs, r: dict[str, str]) -> tuple[int, int, int]:
    """MPs now, the least to be spent, and the ceiling."""
    mp = i["mp"]
    if i["loaded"] and r["R18"] == "a":
        mp -= 1
    if i["damaged"]:
        mp = (mp + 1) // 2
    if i["loaded"] and r["R18"] == "b":
        mp -= 1
    mp = max(mp, 0)
    least = (mp + 2) // 3 if r["R8"] == "a" else min(mp, (i["mp"] + 2) // 3)
    return mp, least, max(1, i["max_alt"] - i["loaded"] - i["damaged"])


def every_flight(i: Inputs, r: dict[str, str]) -> dict[tuple[int, ...], set[int]]:
    """Every state with every total that reaches it."""
    mp, _, top = numbers(i, r)
    found: dict[tuple[int, ...], set[int]] = {}
    waiting = [((i["q"], i["r"], i["facing"], i["alt"]), 0)]
    while waiting:
        state, spent = waiting.pop()
        if spent in found.setdefault(state, set()):
            continue
        found[state].add(spent)
        for code, mps in COSTS.items():
            price = 3 if code == "I" and i["biplane"] else mps
            after = fly(state, code, i, top, r) if spent + price <= mp else None
            if after is not None:
                waiting.append((after, spent + price))
    return found


def flights(chooser: random.Random, question: dict[str, Any], answers: Any) -> Iterator[tuple[Inputs, str]]:
    for reading in settings_of(question["readings"], answers, chooser):
        for _ in range(6):
            i: Inputs = {name: chooser.random() < 0.3 for name in ("biplane", "ww1", "loaded", "damaged")}
            i |= {"mp": chooser.randint(1, 7), "alt": chooser.randint(1, 4), "max_alt": chooser.randint(1, 4)}
            i |= {"q": chooser.randint(-9, 9), "r": chooser.randint(-9, 9), "facing": chooser.randint(0, 5)}
            yield i, reading


def test_reach_and_costs_action_by_action(interface: dict[str, Any]) -> None:
    chooser = random.Random("flights")
    question = interface["boards"]["reachable-count"]
    for i, reading in flights(chooser, question, interface["readings"]):
        r = readings_of(reading)
        mp, least, _ = numbers(i, r)
        every = every_flight(i, r)
        occupied = [[i["q"] + chooser.randint(-2, 2), i["r"] + chooser.randint(-2, 2)] for _ in range(3)]
        ends = {
            state
            for state, totals in every.items()
            if max(totals) >= least and list(state[:2]) not in occupied
        }
        ask = {"system": "pz8-aerial-1935", "reading": reading}
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


def test_sequences_action_by_action(interface: dict[str, Any]) -> None:
    chooser = random.Random("sequences")
    verdicts = set()
    for i, reading in flights(chooser, interface["boards"]["move-sequence"], interface["readings"]):
        r = readings_of(reading)
        for _ in range(8):
            i["damaged"] = False
            mp, least, top = numbers(i, r)
            actions = chooser.choices(
                [*COSTS, "B"], weights=[6, 4, 4, 1, 1, 2, 2, 2, 1, 1, 1], k=chooser.randint(0, 3)
            )
            state, spent, wanted = (i["q"], i["r"], i["facing"], i["alt"]), 0, ""
            for code in actions:
                price = 3 if code == "I" and i["biplane"] else COSTS.get(code, 0)
                after = fly(state, code, i, top, r) if code != "B" else None
                if after is None or spent + price > mp:
                    wanted = reason(state, code, i, top, r) or "not enough MPs"
                    break
                state, spent = after, spent + price
            occupied = [list(state[:2])] if chooser.random() < 0.2 else []
            wanted = wanted or (
                "minimum MPs not spent" if spent < least else "hex occupied" if occupied else ""
            )
            inputs = {name: value for name, value in i.items() if name != "damaged"}
            inputs |= {"actions": actions, "occupied": occupied}
            found = line_answer(
                {"system": "pz8-aerial-1935", "board": "move-sequence", "inputs": inputs, "reading": reading}
            )["result"]
            assert found == {"end": list(state), "spent": spent, "verdict": wanted or "legal"}
            verdicts.add(found["verdict"])
    assert len(verdicts) == 9


def reason(state: tuple[int, ...], code: str, i: Inputs, top: int, r: dict[str, str]) -> str:
    """The first test of the printed order that an action fails, whatever it costs."""
    if code == "B" or (code in ("WL", "WR") and not i["ww1"]):
        return "unknown action"
    if code == "I" and i["loaded"]:
        return "no 180 turn while loaded"
    if state[3] > top and code not in (("D",) if r["R29"] == "b" else ("D", "SL", "SR")):
        return "must dive first"
    if state[3] + CLIMBS.get(code, 0) < (0 if r["R6"] == "b" else 1):
        return "below level 1"
    return "" if fly(state, code, i, top, r) else "above maximum altitude"
