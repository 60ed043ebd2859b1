"""Every calculator and chain of pz8-1950 and pz8-1975 against a plain count of faces."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, cos, pi, sin
from pathlib import Path
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

Odds = dict[Any, Fraction]
Inputs = Mapping[str, Any]
Readings = Mapping[str, str]
Turn = Callable[[Any], Odds]
Case = tuple[dict[str, Any], dict[str, str], dict[str, str]]
BOOKS = ("pz8-1950", "pz8-1975")
ROUNDS = 100
FACES = range(1, 7)
LEVELS = ["ok", "disorganized", "suppressed", "destroyed"]
SKILL = {"elite": 1, "average": 0, "green": -1}


def counted(outcomes: Iterable[Any]) -> Odds:
    counts = Counter(outcomes)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def then(odds: Odds, after: Callable[[Any], Odds]) -> Odds:
    result: Odds = {}
    for outcome, chance in odds.items():
        for last, share in after(outcome).items():
            result[last] = result.get(last, Fraction(0)) + chance * share
    return result


# --- sections 5 and 12: to hit
def ground(i: Inputs, r: Readings) -> int:
    return {"open": 0, "rough": -1, "bunker": -3 if r["R5"] == "b" else -2}[i.get("cover", "open")]


def skill(i: Inputs) -> int:
    return SKILL[i.get("quality", "average")]


def aim(i: Inputs, r: Readings) -> int:
    gains = i.get("guided", False) + i.get("laser", False)
    losses = i.get("over_half_range", False) + i.get("disorganized", False)
    return int(ground(i, r) + skill(i) + gains - losses)


def air_aim(i: Inputs, r: Readings) -> int:
    crew = 0 if r["R19"] == "b" else skill(i)
    return int(ground(i, r) + crew - i.get("aa_guns", 0) - i.get("sam_teams", 0))


def struck(face: int, modifiers: int, needed: int, r: Readings) -> bool:
    if r["R1"] in "bc" and face == 6:
        return True
    return face + modifiers >= needed and not (r["R1"] == "c" and face == 1)


def hit_or_miss(modifiers: int, r: Readings, needed: int = 4) -> Odds:
    return counted("hit" if struck(face, modifiers, needed, r) else "miss" for face in FACES)


def to_hit(i: Inputs, r: Readings) -> Odds:
    return hit_or_miss(aim(i, r), r)


def air_to_hit(i: Inputs, r: Readings) -> Odds:
    return hit_or_miss(air_aim(i, r), r)


def shell(i: Inputs, r: Readings, word: str = "hit") -> Odds:
    modifiers = ground(i, r) + skill(i)
    words = []
    for face in FACES:
        lost = face + modifiers <= 2 if r["R6"] == "b" else face <= 2
        lands = word if struck(face, modifiers, 5, r) else "deviates"
        words.append(f"{lands}/{'spent' if lost else 'available'}")
    return counted(words)


def indirect_to_hit(i: Inputs, r: Readings) -> Odds:
    return shell(i, r)


def smoke(i: Inputs, r: Readings) -> Odds:
    if i["mode"] == "indirect":
        return shell(i, r, "on-target")
    lost = "deviates" if r["R23"] == "b" else "no-smoke"
    return then(to_hit(i, r), lambda word: {"on-target" if word == "hit" else lost: Fraction(1)})


# --- sections 6 and 9: damage
def up(defence: float) -> int:
    return ceil(defence / 2)


def counts(i: Inputs, r: Readings, *, above: bool = False) -> int:
    """The Defence that the target adds; whether add-on armour is fitted to it, the caller says."""
    defence: int = i["defence"]
    top = i.get("top_attack", False)
    struck = above or top or i.get("from_flyer", False) or i.get("facing", "front") != "front"
    half = struck and i.get("armoured", False)
    added = int(bool(i.get("reactive")) and not top and defence in (1, 2, 3, 4, 5))
    if r.get("R37") == "b":
        return (up(defence) if half else defence) + added
    return up(defence + added) if half else defence + added


@cache
def opposed(gap: int) -> Odds:
    margins = [one - other + gap for one, other in product(FACES, FACES)]
    return counted("none" if m <= 0 else LEVELS[min(m, 3)] for m in margins)


def damage(i: Inputs, r: Readings) -> Odds:
    facing = "rear" if i.get("halved") else "front"
    return opposed(i["attack"] - counts({**i, "armoured": True, "facing": facing}, r))


def worse(condition: str, result: str, r: Readings) -> str:
    level, more = LEVELS.index(condition), ["none", *LEVELS[1:]].index(result)
    if more == 0:
        return condition
    if level == 1 and more == 2 and r["R3"] == "a":
        return "suppressed"
    if level == 2 and more == 1 and r["R2"] == "a":
        return "suppressed"
    return LEVELS[min(level + more, 3)]


def hurt(condition: str, result: str, quality: str | None, r: Readings) -> Odds:
    """What a result makes of a unit that saves with a quality, or not."""
    after = worse(condition, result, r)
    if quality is None or result not in ("disorganized", "suppressed"):
        return {after: Fraction(1)}
    lowered = {"disorganized": "none", "suppressed": "disorganized"}[result]
    better = worse(condition, lowered, r)
    if r["R4"] == "b" and after != "destroyed":
        better = LEVELS[max(LEVELS.index(after) - 1, LEVELS.index(condition))]
    elif r["R4"] == "b":
        better = after
    return counted(better if face + SKILL[quality] >= 4 else after for face in FACES)


def saves(i: Inputs) -> str | None:
    return i.get("target_quality", "average") if i.get("hq") else None


def blow(i: Inputs, r: Readings, attack: int, defence: int) -> Odds:
    condition = i.get("target_condition", "ok")
    return then(opposed(attack - defence), lambda result: hurt(condition, result, saves(i), r))


def one_shot(i: Inputs, r: Readings) -> Odds:
    condition = i.get("target_condition", "ok")
    if condition == "destroyed":
        return {condition: Fraction(1)}
    hit = blow(i, r, i["attack"], counts(i, r))
    return then(to_hit(i, r), lambda word: hit if word == "hit" else {condition: Fraction(1)})


def shots(i: Inputs, r: Readings) -> Odds:
    first = one_shot(i, r)
    if not i.get("stabilised"):
        return first
    return then(first, lambda now: one_shot({**i, "target_condition": now}, r))


def fire_phase(i: Inputs, r: Readings) -> Odds:
    now: Odds = {i["target"].get("target_condition", "ok"): Fraction(1)}
    for firer in i["shots"]:
        now = then(now, lambda c: shots({**i["target"], **firer, "target_condition": c}, r))  # noqa: B023
    return now


def indirect_fire(i: Inputs, r: Readings) -> Odds:
    ends = blow(i, r, i["attack"], counts(i, r, above=True))
    lands = hit_or_miss(ground(i, r) + skill(i), r, 5)
    return then(lands, lambda word: ends if word == "hit" else {"deviates": Fraction(1)})


def air_attack(i: Inputs, r: Readings) -> Odds:
    ends = blow(i, r, i["attack"], counts(i, r, above=True))
    before = {i.get("target_condition", "ok"): Fraction(1)}
    return then(air_to_hit(i, r), lambda word: ends if word == "hit" else before)


def close_combat(i: Inputs, r: Readings) -> Odds:
    if i.get("target_condition") == "suppressed":
        return {"destroyed": Fraction(1)}
    return blow(i, r, i["attack"], counts(i, r))


def transport_fire(i: Inputs, r: Readings) -> Odds:
    carrier, carried = i.get("target_condition", "ok"), i.get("passenger_condition", "ok")

    def both(result: str) -> Odds:
        after, inside = worse(carrier, result, r), worse(carried, result, r)
        if r["R22"] == "b" and result != "none":
            inside = LEVELS[max(LEVELS.index(carried), LEVELS.index(after))]
        return {f"{after}/{inside}": Fraction(1)}

    hit = then(opposed(i["attack"] - counts(i, r)), both)
    return then(to_hit(i, r), lambda word: hit if word == "hit" else both("none"))


def helicopter_fire(i: Inputs, r: Readings) -> Odds:
    sam = i.get("weapon") == "sam"
    gone = (
        {"removed": Fraction(1)}
        if sam
        else then(
            opposed(i.get("attack", 3) - i.get("defence", 3)),
            lambda result: {"unharmed" if result == "none" else "removed": Fraction(1)},
        )
    )
    hit = to_hit({**i, "guided": sam, "laser": False, "cover": "open"}, r)
    return then(hit, lambda word: gone if word == "hit" else {"unharmed": Fraction(1)})


def hq_save(i: Inputs, r: Readings) -> Odds:
    quality = None if i.get("close_combat") else i.get("target_quality", "average")
    return hurt(i.get("target_condition", "ok"), i["result"], quality, r)


# --- sections 3, 5, 10 and 11
def side_roll(i: Inputs, r: Readings) -> Odds:
    first, second = "first-player", "second-player"
    if r["R25"] == "b":
        return counted(first if a > b else second for a, b in product(FACES, FACES) if a != b)
    return counted(first if face <= 3 else second for face in FACES)


def deviation(i: Inputs, r: Readings) -> Odds:
    directions = 8 if r["R7"] == "b" else 6
    under = []
    for direction, inches in product(range(directions), FACES):
        x, y = (inches * way(2 * pi * direction / directions) for way in (sin, cos))
        inside = [
            unit["name"]
            for unit in i["units"]
            if max(abs(x - unit["x"]), abs(y - unit["y"])) <= unit.get("base", 1) / 2 + 1e-9
        ]
        under.append([*inside, "nothing"][0])
    return counted(under)


def rally(i: Inputs, r: Readings) -> Odds:
    better = LEVELS[max(LEVELS.index(i["condition"]) - 1, 0)]
    may = i.get("in_command", True)
    return counted(better if may and face + skill(i) >= 5 else i["condition"] for face in FACES)


def obstacle(i: Inputs, r: Readings, attack: int, defence: int) -> Odds:
    before = {i.get("target_condition", "ok"): Fraction(1)}
    if i.get("immune"):
        return before
    ends = blow(i, r, attack, defence)
    rolled = counted(r["R9"] == "a" or face >= 4 for face in FACES)
    return then(rolled, lambda attacks: ends if attacks else before)


def minefield(i: Inputs, r: Readings) -> Odds:
    half = r["R10"] == "b" and i.get("armoured")
    real = obstacle(i, r, 3, up(i["defence"]) if half else i["defence"])
    fakes = {"unknown": i.get("fake_per_real", 1), "real": 0, "fake": 1}[i.get("known", "unknown")]
    lying = ["fake"] * fakes + ["real"] * (i.get("known") != "fake")
    return then(counted(lying), lambda counter: real if counter == "real" else {"fake": Fraction(1)})


def wire(i: Inputs, r: Readings) -> Odds:
    return obstacle(i, r, 1, i.get("defence", 0))


# --- turn after turn
def solved(
    start: Any, turn: Callable[[Any], Odds], over: Callable[[Any], bool]
) -> tuple[Odds, Fraction | None]:
    """Where play ends (None: nowhere) and after how many turns on average, by linear equations."""
    law: dict[Any, Odds] = {}
    open_states = [start]
    for state in open_states:
        law[state] = {} if over(state) else turn(state)
        open_states += [after for after in law[state] if after not in open_states]
    ending = {state for state in law if over(state)}
    while more := {state for state in law if state not in ending and ending & set(law[state])}:
        ending |= more
    if over(start) or start not in ending:
        return {start if over(start) else None: Fraction(1)}, Fraction(0) if over(start) else None
    live = [state for state in law if state in ending and not over(state)]
    ends = [state for state in law if over(state)]
    rows = []
    for state in live:
        row = [Fraction(state == other) - law[state].get(other, 0) for other in live]
        row += [law[state].get(end, Fraction(0)) for end in ends]
        lost = sum((p for after, p in law[state].items() if after not in ending), Fraction(0))
        rows.append([*row, lost, Fraction(1)])
    for column in range(len(live)):
        pivot = next(place for place in range(column, len(live)) if rows[place][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for place, row in enumerate(rows):
            if place != column and row[column]:
                rows[place] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    *chances, lost, turns = rows[live.index(start)][len(live) :]
    found = {end: p for end, p in zip([*ends, None], [*chances, lost], strict=True) if p}
    return found, None if lost else turns


def text(value: Fraction | None) -> str:
    return "never" if value is None else f"{value.numerator}/{value.denominator}"


def after(start: Any, turn: Callable[[Any], Odds], turns: int, wanted: str) -> str:
    now: Odds = {start: Fraction(1)}
    for _ in range(turns):
        now = then(now, turn)
    return text(now.get(wanted, Fraction(0)))


def rally_chain(i: Inputs, r: Readings) -> dict[str, str]:
    def turn(condition: str) -> Odds:
        return rally({**i, "condition": condition}, r)

    _, phases = solved(i["condition"], turn, lambda condition: condition == "ok")
    within = after(i["condition"], turn, i.get("turns", 3), "ok")
    return {"expected_rally_phases": text(phases), "p_ok_within": within}


def battery_life(i: Inputs, r: Readings) -> dict[str, str]:
    law = shell(i, r)
    spent, hit = (
        sum((p for word, p in law.items() if part in word), Fraction(0)) for part in ("spent", "hit")
    )
    return {
        "p_spent_per_shot": text(spent),
        "expected_shots": text(1 / spent if spent else None),
        "expected_hits": text(hit / spent if spent else None),
        "p_still_available_after": text((1 - spent) ** i.get("turns", 3)),
    }


def shots_to_destroy(i: Inputs, r: Readings) -> dict[str, str]:
    start = i.get("target_condition", "ok")

    def turn(condition: str) -> Odds:
        return shots({**i, "target_condition": condition}, r)

    _, expected = solved(start, turn, lambda condition: condition == "destroyed")
    within = after(start, turn, i.get("shots", 3), "destroyed")
    return {"expected_shots": text(expected), "p_destroyed_within": within}


def fire_and_rally(i: Inputs, r: Readings) -> dict[str, str]:
    start = i.get("target_condition", "ok")

    def turn(condition: str) -> Odds:
        now: Odds = {condition: Fraction(1)}
        for _ in range(i.get("shooters", 1)):
            now = then(now, lambda c: shots({**i, "target_condition": c}, r))
        return then(now, rallied)

    def rallied(condition: str) -> Odds:
        if condition == "destroyed":
            return {condition: Fraction(1)}
        quality = i.get("rally_quality", "average")
        return rally({"condition": condition, "quality": quality, "in_command": i.get("in_command", True)}, r)

    _, expected = solved(start, turn, lambda condition: condition == "destroyed")
    within = after(start, turn, i.get("turns", 3), "destroyed")
    return {"expected_turns": text(expected), "p_destroyed_within": within}


AS_A_TARGET = ("defence", "armoured", "facing", "cover", "reactive")
AS_A_SHOOTER = ("attack", "quality", "over_half_range", "guided", "laser", "stabilised")


def strike(striker: Inputs, condition: str, target: Inputs, before: str, contact: bool, r: Readings) -> Odds:
    if condition in LEVELS[2:] or before == "destroyed":
        return {before: Fraction(1)}
    shot = {name: target[name] for name in AS_A_TARGET if name in target}
    shot |= {name: striker[name] for name in AS_A_SHOOTER if name in striker}
    shot |= {"target_condition": before, "disorganized": condition == "disorganized"}
    return close_combat(shot, r) if contact else shots(shot, r)


def duel(i: Inputs, r: Readings) -> dict[str, str]:
    a, b, contact = i["A"], i["B"], i.get("mode") == "contact"
    at_once = contact and r["R17"] == "b"

    @cache
    def b_strikes(pair: Any) -> Odds:
        return strike(b, pair[1], a, pair[0], contact, r)

    @cache
    def a_strikes(pair: Any) -> Odds:
        return strike(a, pair[0], b, pair[1], contact, r)

    def fight(pair: Any) -> Odds:
        law: Odds = {}
        for one, p in b_strikes(pair).items():
            for other, q in a_strikes(pair if at_once else (one, pair[1])).items():
                law[one, other] = law.get((one, other), Fraction(0)) + p * q
        return law

    def rallies(pair: Any) -> Odds:
        if "destroyed" in pair:
            return {pair: Fraction(1)}
        one, other = (rally({**unit, "condition": now}, r) for unit, now in zip((a, b), pair, strict=True))
        return {(x, y): p * q for (x, p), (y, q) in product(one.items(), other.items())}

    start = (a.get("condition", "ok"), b.get("condition", "ok"))
    ends, turns = solved(start, lambda pair: then(fight(pair), rallies), lambda pair: "destroyed" in pair)

    def chance(a_lost: bool, b_lost: bool) -> Fraction:
        wanted = (a_lost, b_lost)
        lost = {pair: (pair[0] == "destroyed", pair[1] == "destroyed") for pair in ends if pair}
        return sum((ends[pair] for pair, which in lost.items() if which == wanted), Fraction(0))

    found = {
        "p_A_destroyed": text(chance(True, False)),
        "p_B_destroyed": text(chance(False, True)),
        "expected_turns": text(turns),
    }
    more = {"p_both_destroyed": chance(True, True), "p_stalemate": ends.get(None, Fraction(0))}
    return found | {name: text(p) for name, p in more.items() if p}


def mine_belt(i: Inputs, r: Readings) -> dict[str, str]:
    mine = minefield({"known": "real", **{name: i[name] for name in ("defence", "armoured") if name in i}}, r)
    counters = i["real"] + i["fake"]
    orders = list(combinations(range(counters), i["real"]))
    ends: Odds = {}
    met = Fraction(0)
    for order in orders:
        reals = sum(place < i["entered"] for place in order)
        met += Fraction(reals, len(orders))
        now: Odds = {"ok": Fraction(1)}
        for _ in range(reals):
            now = then(now, lambda c: mine if c == "ok" else {c: Fraction(1)})
        for end, p in now.items():
            ends[end] = ends.get(end, Fraction(0)) + p / len(orders)
    unhurt, lost = (ends.get(word, Fraction(0)) for word in ("ok", "destroyed"))
    return {
        "p_unhurt": text(unhurt),
        "p_destroyed": text(lost),
        "p_stuck": text(1 - unhurt - lost),
        "expected_real_met": text(met),
    }


# --- the comparison
COUNTS: dict[str, Callable[[Inputs, Readings], Odds]] = {
    "side-roll": side_roll,
    "to-hit": to_hit,
    "damage": damage,
    "direct-fire": shots,
    "indirect-to-hit": indirect_to_hit,
    "indirect-fire": indirect_fire,
    "deviation": deviation,
    "close-combat": close_combat,
    "rally": rally,
    "air-attack": air_attack,
    "air-to-hit": air_to_hit,
    "transport-fire": transport_fire,
    "fire-phase": fire_phase,
    "hq-save": hq_save,
    "minefield": minefield,
    "wire": wire,
    "smoke": smoke,
    "helicopter-fire": helicopter_fire,
}
CHAINS: dict[str, Callable[[Inputs, Readings], dict[str, str]]] = {
    "rally-chain": rally_chain,
    "battery-life": battery_life,
    "shots-to-destroy": shots_to_destroy,
    "fire-and-rally": fire_and_rally,
    "duel": duel,
    "mine-belt": mine_belt,
}
FOLDER = Path(__file__).parent.parent
INTERFACES = {
    book: json.loads((FOLDER / book.replace("-", "_") / "interface.json").read_text(encoding="utf-8"))
    for book in BOOKS
}


def drawn(lines: Mapping[str, Any], chooser: random.Random, name: str = "") -> Any:
    """A value that the interface allows; open ends stop at a few more."""
    if "enum" in lines:
        return chooser.choice(lines["enum"])
    kind = lines["type"]
    if kind == "boolean":
        return chooser.random() < 0.4
    if kind == "integer":
        low = lines.get("minimum", 0)
        return chooser.randint(low, lines.get("maximum", low + 3))
    if kind == "number":
        return chooser.choice((1, 1.2, 2)) if name == "base" else chooser.choice((-2.5, -1, 0, 1, 1.5, 2, 3))
    if kind == "string":
        return f"unit {chooser.random()}"
    if kind == "array":
        return [drawn(lines["items"], chooser) for _ in range(chooser.randint(lines.get("minItems", 0), 3))]
    return {
        each: drawn(more, chooser, each)
        for each, more in lines["properties"].items()
        if each in lines["required"] or chooser.random() < 0.6
    }


def cases(book: str, shelf: str, name: str) -> Iterable[Case]:
    """Random inputs, the readings that are asked with them, and all readings that then hold."""
    interface = INTERFACES[book]
    question, readings = interface[shelf][name], interface["readings"]
    chooser = random.Random(f"{book} {name}")
    for _ in range(ROUNDS):
        inputs = drawn(question["inputs"], chooser)
        if name == "mine-belt":
            inputs["entered"] = chooser.randint(0, inputs["real"] + inputs["fake"])
        doubts = [each for each in question["readings"] if chooser.random() < 0.6]
        asked = {each: chooser.choice(list(readings[each])) for each in doubts}
        yield inputs, asked, {each: asked.get(each, "a") for each in readings}


def answer(book: str, kind: str, name: str, inputs: Inputs, readings: Readings) -> Any:
    reading = ",".join(f"{each}={letter}" for each, letter in readings.items()) or "default"
    found = line_answer({"system": book, kind: name, "inputs": dict(inputs), "reading": reading})
    assert "error" not in found, (inputs, found)
    return found["outcomes" if kind == "calculator" else "results"]


def test_every_calculator_and_chain_has_a_second_opinion() -> None:
    for interface in INTERFACES.values():
        assert set(interface["calculators"]) == set(COUNTS)
        assert set(interface["chains"]) == set(CHAINS)


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_calculator_against_every_face(book: str, name: str) -> None:
    for inputs, asked, readings in cases(book, "calculators", name):
        odds = {word: p for word, p in COUNTS[name](inputs, readings).items() if p}
        found = answer(book, "calculator", name, inputs, asked)
        assert sum(map(Fraction, found.values())) == 1
        assert found == {word: text(p) for word, p in odds.items()}, (inputs, asked)


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_chain_against_linear_equations(book: str, name: str) -> None:
    for inputs, asked, readings in cases(book, "chains", name):
        found = answer(book, "chain", name, inputs, asked)
        assert found == CHAINS[name](inputs, readings), (inputs, asked)
