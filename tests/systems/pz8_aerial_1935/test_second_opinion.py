"""A second opinion on the questions of pz8-aerial-1935: faces of dice, orders of cards and sequences of
actions, counted one by one as the rules are printed."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

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
    hurt,
    initiative,
    orders,
    solo_draw,
    state_after,
)


# --- shots
def aimed(die: int, i: Inputs, r: Letters) -> str:
    if i["ww1"] and die == 1:
        return "jam"
    score = die + {"green": -1, "average": 0, "veteran": 1}[i["skill"]]
    score -= i["turned180"] + i["damaged"] + i["return_fire"]
    score -= i["target_higher"] and i["weapon"] == "rear"
    hit = score >= {1: 4, 2: 5, 3: 5, 4: 6}[i["distance"]] or (die == 6 and r["R15"] == "b")
    return "hit" if hit else "miss"


def one_shot(dice: tuple[int, ...], i: Inputs, r: Letters) -> str:
    word = aimed(dice[0], i, r)
    return hurt(dice[1], dice[2], i) if word == "hit" else word


def to_hit(i: Inputs, r: Letters) -> Odds:
    return counted(aimed(die, i, r) for die in FACES)


def fire(i: Inputs, r: Letters) -> Odds:
    return counted(one_shot(dice, i, r) for dice in product(FACES, repeat=3))


def exchange(i: Inputs, r: Letters) -> Odds:
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
def ground_attack(i: Inputs, r: Letters) -> Odds:
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


def pilot_survival(_: Inputs, __: Letters) -> Odds:
    return counted("returns" if die in (5, 6) else "replaced by Green" for die in FACES)


def entry_side(_: Inputs, __: Letters) -> Odds:
    return counted(("left", "left", "front", "front", "right", "right"))


def entry_altitude(i: Inputs, _: Letters) -> Odds:
    return counted(str(min(die, i["max_alt"] - i["loaded"])) for die in FACES)


def unjam(_: Inputs, __: Letters) -> Odds:
    return counted("unjammed" if die >= 5 else "still jammed" for die in FACES)


def test_orders_of_cards_are_all_there() -> None:
    kinds = Counter("".join(order) for order in permutations("XPPNN"))
    assert dict(orders((1, 2, 2))) == kinds


SECOND_OPINIONS: dict[str, Opinion] = {
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


BOOK = Book(
    "pz8-aerial-1935",
    {f"R{number}": "a" for number in range(1, 33)} | {"R10": "wedge60", "R11": "wedge60"},
)


@pytest.mark.parametrize("name", SECOND_OPINIONS)
def test_as_the_faces_say(name: str) -> None:
    BOOK.check_calculator(name, SECOND_OPINIONS[name], random.Random(f"aerial {name}"))


def test_every_calculator_has_a_second_opinion() -> None:
    assert list(SECOND_OPINIONS) == list(BOOK.interface["calculators"])


# --- chains, turn by turn
@pytest.mark.parametrize("reading", ["default", "R13=b", "R14=b", "R15=b", "R13=b,R14=b,R15=b"])
def test_duels_turn_by_turn(reading: str) -> None:
    BOOK.check_duels("duel", exchange, reading)


def test_shots_to_kill_by_formula() -> None:
    BOOK.check_shots_to_kill("shots-to-kill", fire)


@pytest.mark.parametrize("reading", ["R23=a", "R23=b"])
def test_a_jamming_gun_activation_by_activation(reading: str) -> None:
    clear, shots = Fraction(1), Fraction(0)
    for number in range(1, 21):
        cleared = (1 - clear) / 3
        firing = clear + (cleared if reading == "R23=b" else 0)
        shots += firing * Fraction(5, 6)
        clear = firing * Fraction(5, 6) + (cleared if reading == "R23=a" else 0)
        found = BOOK.asked("ww1-gun", {"activations": number}, reading)
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
        found = BOOK.asked(
            "pilot-career", {"p_down": down, "p_kill": kill, "games": 4, "start": start}, reading
        )
        for word in better:
            assert Fraction(found[word]) == sum(p for (skill, _), p in odds.items() if skill == word)
        assert Fraction(found["original pilot still there"]) == sum(
            p for (_, first), p in odds.items() if first
        )


# --- flights, action by action
COSTS = {"F": 1, "D": 1, "C": 2, "SL": 2, "SR": 2, "TL": 2, "TR": 2, "I": 4, "WL": 3, "WR": 3}
TURNS = {"TL": 1, "TR": -1, "I": 3, "WL": 2, "WR": -2}


def fly(state: State, code: str, i: Inputs, top: int, r: Letters) -> State | None:
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


def numbers(i: Inputs, r: Letters) -> tuple[int, int, int]:
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
        for code, mps in COSTS.items():
            price = 3 if code == "I" and i["biplane"] else mps
            after = fly(state, code, i, top, r) if spent + price <= mp else None
            if after is not None:
                waiting.append((after, spent + price))
    return found


def flights(chooser: random.Random, board: str) -> Iterator[tuple[Inputs, str]]:
    for reading in BOOK.settings(BOOK.interface["boards"][board]["readings"], chooser):
        for _ in range(6):
            i: Inputs = {name: chooser.random() < 0.3 for name in ("biplane", "ww1", "loaded", "damaged")}
            i |= {"mp": chooser.randint(1, 7), "alt": chooser.randint(1, 4), "max_alt": chooser.randint(1, 4)}
            i |= {"q": chooser.randint(-9, 9), "r": chooser.randint(-9, 9), "facing": chooser.randint(0, 5)}
            yield i, reading


def test_reach_and_costs_action_by_action() -> None:
    chooser = random.Random("flights")
    for i, reading in flights(chooser, "reachable-count"):
        r = BOOK.letters(reading)
        BOOK.check_reach(i, reading, every_flight(i, r), numbers(i, r)[:2], chooser)


def test_sequences_action_by_action() -> None:
    chooser = random.Random("sequences")
    verdicts = set()
    for i, reading in flights(chooser, "move-sequence"):
        r = BOOK.letters(reading)
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


def reason(state: State, code: str, i: Inputs, top: int, r: Letters) -> str:
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
