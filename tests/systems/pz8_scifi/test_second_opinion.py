"""Pz8 Sci-Fi a second time: every face in plain loops, chains as powers and matrices of fractions.

Nothing of the kit's rules is used here; the figures are those of the book.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import pytest

import pz8edu
from pz8edu.asking.json_lines import line_answer
from tests.share import Share
from tests.systems.pz8_ww2.conftest import random_inputs

SYSTEM = "pz8-scifi"
INTERFACE = json.loads((Path(__file__).parent / "interface.json").read_text(encoding="utf-8"))
DIE = range(1, 7)
LIVE = ("ok", "disorganized", "suppressed")
QUALITY = {"elite": 1, "average": 0, "green": -1}
HALF = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4}
Law = dict[Any, Fraction]
Reading = dict[str, str]
Inputs = dict[str, Any]


def asked(kind: str, name: str, inputs: Inputs, reading: Reading) -> Any:
    text = ",".join(f"{doubt}={answer}" for doubt, answer in reading.items())
    line = {"system": SYSTEM, kind: name, "inputs": inputs} | ({"reading": text} if text else {})
    found = line_answer(line)
    assert "error" not in found, (line, found)
    return found


def odds(name: str, inputs: Inputs, reading: Reading) -> Law:
    return {word: Fraction(p) for word, p in asked("calculator", name, inputs, reading)["outcomes"].items()}


def results(name: str, inputs: Inputs, reading: Reading) -> dict[str, Any]:
    found = asked("chain", name, inputs, reading)["results"]
    return {key: value if value == "never" else Fraction(value) for key, value in found.items()}


def samples(shelf: str, name: str, count: int) -> list[tuple[Inputs, Reading]]:
    """Random inputs of a question, each with random answers to all doubts of the book, its own or not."""
    chooser = random.Random(name)
    readings = INTERFACE["readings"]
    return [
        (
            random_inputs(INTERFACE[shelf][name]["inputs"], chooser),
            {doubt: chooser.choice([*answers, "a"]) for doubt, answers in readings.items()},
        )
        for _ in range(count)
    ]


def law(counted: Counter[Any]) -> Law:
    return {word: Fraction(count, counted.total()) for word, count in counted.items()}


# --- the book once more
def score(inputs: Inputs, reading: Reading) -> int:
    """All that is added to the roll to hit."""
    cover = {"open": 0, "rough": -1, "bunker": -3 if reading.get("R5") == "b" else -2}
    added = cover[inputs.get("cover", "open")] + QUALITY[inputs.get("quality", "average")]
    added += bool(inputs.get("hitech")) - bool(inputs.get("over_half_range"))
    return added - bool(inputs.get("disorganized"))


def hit(die: int, added: int, reading: Reading) -> bool:
    if die == 6 and reading.get("R1", "a") != "a":
        return True
    return not (die == 1 and reading.get("R1") == "c") and die + added >= 4


def harm(attack: int, defence: int, one: int, other: int) -> str:
    margin = one + attack - other - defence
    return "none" if margin < 1 else {1: "disorganized", 2: "suppressed"}.get(margin, "destroyed")


def defence(inputs: Inputs, above: bool = False) -> int:
    halves = above or inputs.get("facing", "front") != "front" or inputs.get("from_flyer", False)
    return HALF[inputs["defence"]] if halves and inputs.get("armoured") else int(inputs["defence"])


def after(condition: str, result: str, reading: Reading) -> str:
    if "destroyed" in (condition, result):
        return "destroyed"
    if result == "none":
        return condition
    if condition == "ok":
        return result
    if condition == "disorganized":
        return "destroyed" if result == "suppressed" and reading.get("R3") == "b" else "suppressed"
    return "destroyed" if result == "suppressed" or reading.get("R2") == "b" else "suppressed"


def shot(inputs: Inputs, condition: str, reading: Reading, above: bool = False, missed: str = "") -> Law:
    words: Counter[str] = Counter()
    for die, one, other in product(DIE, DIE, DIE):
        if hit(die, score(inputs, reading), reading):
            words[after(condition, harm(inputs["attack"], defence(inputs, above), one, other), reading)] += 1
        else:
            words[missed or condition] += 1
    return law(words)


def step(now: Law, move: Callable[[Any], Law]) -> Law:
    then: Law = {}
    for state, chance in now.items():
        for following, share in move(state).items():
            then[following] = then.get(following, Fraction(0)) + chance * share
    return {state: chance for state, chance in then.items() if chance}


# --- calculators
@pytest.mark.parametrize("letter", "ab")
def test_side_roll(letter: str) -> None:
    assert odds("side-roll", {}, {"R25": letter}) == dict.fromkeys(
        ("first-player", "second-player"), Fraction(1, 2)
    )


def test_to_hit_from_the_ground_from_satellites_and_from_the_air(share: Share) -> None:
    for natural, bunker, spent, aircrew in share(product("abc", "ab", "ab", "ab"), 5):
        reading = {"R1": natural, "R5": bunker, "R6": spent, "R19": aircrew}
        for cover, quality, hitech in product(("open", "rough", "bunker"), QUALITY, (False, True)):
            aim: Inputs = {"cover": cover, "quality": quality, "hitech": hitech}
            for over, disorganized in product((False, True), repeat=2):
                direct = aim | {"over_half_range": over, "disorganized": disorganized}
                words = Counter("hit" if hit(die, score(direct, reading), reading) else "miss" for die in DIE)
                assert odds("to-hit", direct, reading) == law(words)
            added = score(aim, reading)
            words = Counter()
            for die in DIE:
                lost = (die + added if spent == "b" else die) <= 2
                where = "hit" if hit(die, added, reading) else "deviates"
                words[f"{where}/{'spent' if lost else 'available'}"] += 1
            assert odds("indirect-to-hit", aim, reading) == law(words)
            added = score(aim | ({"quality": "average"} if aircrew == "b" else {}), reading)
            words = Counter("hit" if hit(die, added, reading) else "miss" for die in DIE)
            assert odds("air-to-hit", aim, reading) == law(words)


def test_damage() -> None:
    for attack, printed, halved in product(range(7), range(8), (False, True)):
        counts = HALF[printed] if halved else printed
        words = Counter(harm(attack, counts, one, other) for one in DIE for other in DIE)
        assert odds("damage", {"attack": attack, "defence": printed, "halved": halved}, {}) == law(words)


@pytest.mark.parametrize(("name", "above"), [("direct-fire", False), ("air-attack", True)])
def test_direct_fire_and_ground_attacks(name: str, above: bool) -> None:
    for inputs, reading in samples("calculators", name, 150):
        aim = inputs | ({"quality": "average"} if above and reading["R19"] == "b" else {})
        wanted = shot(aim, inputs.get("target_condition", "ok"), reading, above)
        assert odds(name, inputs, reading) == wanted, (inputs, reading)


def test_satellites() -> None:
    for inputs, reading in samples("calculators", "indirect-fire", 150):
        wanted = shot(inputs, inputs.get("target_condition", "ok"), reading, True, missed="deviates")
        assert odds("indirect-fire", inputs, reading) == wanted, (inputs, reading)


def test_close_combat() -> None:
    for inputs, reading in samples("calculators", "close-combat", 200):
        condition = inputs.get("target_condition", "ok")
        words = Counter(
            "destroyed"
            if condition == "suppressed"
            else after(condition, harm(inputs["attack"], defence(inputs), one, other), reading)
            for one in DIE
            for other in DIE
        )
        assert odds("close-combat", inputs, reading) == law(words), (inputs, reading)


def test_transports_share_their_damage() -> None:
    for inputs, reading in samples("calculators", "transport-fire", 120):
        before = (inputs.get("target_condition", "ok"), inputs.get("passenger_condition", "ok"))
        words: Counter[str] = Counter()
        for die, one, other in product(DIE, DIE, DIE):
            result = harm(inputs["attack"], defence(inputs), one, other)
            if not hit(die, score(inputs, reading), reading) or result == "none":
                words["/".join(before)] += 1
                continue
            carrier, carried = (after(each, result, reading) for each in before)
            if reading["R22"] == "b":
                carried = max(before[1], carrier, key=[*LIVE, "destroyed"].index)
            words[f"{carrier}/{carried}"] += 1
        assert odds("transport-fire", inputs, reading) == law(words), (inputs, reading)


def test_fire_phase() -> None:
    for inputs, reading in samples("calculators", "fire-phase", 60):
        now: Law = {inputs["target"].get("target_condition", "ok"): Fraction(1)}
        for firing in inputs["shots"]:
            one = inputs["target"] | firing
            now = step(now, lambda state: shot(one, state, reading))  # noqa: B023
        assert odds("fire-phase", inputs, reading) == now, (inputs, reading)


def test_rally_needs_no_headquarters() -> None:
    for condition, quality in product(LIVE, QUALITY):
        better = LIVE[max(LIVE.index(condition) - 1, 0)]
        words = Counter(better if die + QUALITY[quality] >= 5 else condition for die in DIE)
        assert odds("rally", {"condition": condition, "quality": quality}, {}) == law(words)


def test_fire_at_a_gev() -> None:
    for natural in "abc":
        reading = {"R1": natural}
        for over, disorganized, hitech, quality in product(*[(False, True)] * 3, QUALITY):
            aim = {
                "over_half_range": over,
                "disorganized": disorganized,
                "hitech": hitech,
                "quality": quality,
            }
            for attack, printed in ((3, 3), (0, 7), (6, 0), (5, 2)):
                words = Counter(
                    "removed"
                    if hit(die, score(aim, reading), reading) and one + attack > other + printed
                    else "unharmed"
                    for die, one, other in product(DIE, DIE, DIE)
                )
                inputs = aim | {"attack": attack, "defence": printed}
                assert odds("gev-fire", inputs, reading) == law(words), (inputs, reading)


@pytest.mark.parametrize(("letter", "directions"), [("a", 6), ("b", 8)])
def test_deviation(letter: str, directions: int) -> None:
    chooser = random.Random(directions)
    for _ in range(40):
        units = [
            {
                "name": f"unit {k}",
                "x": chooser.choice((-2, -0.5, 0, 0.866, 3)),
                "y": chooser.choice((-1, 0, 2.5)),
            }
            | {"base": chooser.choice((0, 1, 2.5))}
            for k in range(chooser.randint(0, 5))
        ]
        words: Counter[str] = Counter()
        for direction, inches in product(range(directions), DIE):
            x, y = (inches * turn(2 * pi * direction / directions) for turn in (sin, cos))
            under = [
                unit["name"]
                for unit in units
                if max(abs(x - unit["x"]), abs(y - unit["y"])) <= unit["base"] / 2 + 1e-9
            ]
            words[under[0] if under else "nothing"] += 1
        assert odds("deviation", {"units": units}, {"R7": letter}) == law(words), units


# --- names and support (sections 13 and 14)
NAMES = {
    "organization": "Cosmic Anarchy/Plutocratic Sphere/Aliens United/Supreme Republic/Communist Theocracy/"
    "Global Rebels",
    "planet": "Primae Noctis/Ha-wanna-ganah/01000101001110/Bob/Paradox/Nova Rizla",
    "cause": "You Stink/War of Religion/Civil War/Conquest of the Planet/Indipendence/They Don't Remember",
    "war": "The 2nd Never Ending War/The One Day Conflict/The Big Skirmish/The Seven Thousand Years War/"
    "The War for Nothing/The Great Intestine War",
}


def test_names_of_wars() -> None:
    for count in (1, 2, 3, 4):
        tables = random.Random(count).sample(list(NAMES), count)
        lists = [NAMES[table].split("/") for table in tables]
        each = dict.fromkeys(map("/".join, product(*lists)), Fraction(1, 6**count))
        same = dict.fromkeys(map("/".join, zip(*lists, strict=True)), Fraction(1, 6))
        assert odds("war-name", {"tables": tables}, {}) == each
        assert odds("war-name", {"tables": tables}, {"R47": "b"}) == same


def test_the_names_that_dice_read() -> None:
    for dice in product((1, 2, 6), (3, 5), (1, 4), (2, 6)):
        wanted = {
            name: text.split("/")[die - 1] for (name, text), die in zip(NAMES.items(), dice, strict=True)
        }
        assert asked("board", "war-name", {"dice": dice}, {})["result"] == wanted


def test_support_is_a_sum_of_dice() -> None:
    for count in (1, 2, 3, 5):
        words = Counter(str(sum(dice)) for dice in product(DIE, repeat=count))
        assert odds("support-available", {"dice": count}, {}) == law(words)
    with pytest.raises(pz8edu.BadInput, match="at most 1,000"):
        pz8edu.ask(SYSTEM, "support-available", dice=1001)


# --- chains
def solved(
    start: Any, move: Callable[[Any], Law], over: Callable[[Any], bool]
) -> tuple[Law, Fraction | None]:
    """Where play ends, and the mean number of turns (None if it may go on for ever), by Gauss."""
    states = [start]
    for state in states:
        states += [] if over(state) else [then for then in move(state) if then not in states]
    ending = {state for state in states if over(state)}
    for _ in states:
        ending |= {state for state in states if not over(state) and ending & set(move(state))}
    ends = [state for state in states if over(state)]
    live = [state for state in states if state in ending and not over(state)]
    if not live:
        return ({start: Fraction(1)}, Fraction(0)) if over(start) else ({None: Fraction(1)}, None)
    rows = []
    for state in live:
        moves = move(state)
        row = [Fraction(state == other) - moves.get(other, 0) for other in live]
        lost = sum((p for then, p in moves.items() if then not in ending), Fraction(0))
        rows.append([*row, *(moves.get(end, Fraction(0)) for end in ends), lost, Fraction(1)])
    for column in range(len(live)):
        pivot = next(k for k in range(column, len(live)) if rows[k][column])
        rows[column], rows[pivot] = rows[pivot], [entry / rows[pivot][column] for entry in rows[column]]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for k, row in enumerate(rows):
            if k != column and row[column]:
                rows[k] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    if start not in live:
        return {None: Fraction(1)}, None
    found = rows[live.index(start)][len(live) :]
    where = {end: p for end, p in zip([*ends, None], found, strict=False) if p}
    return where, None if None in where else found[-1]


def or_never(mean: Fraction | None) -> Fraction | str:
    return "never" if mean is None else mean


def rallied(condition: str, quality: str, may: bool = True) -> Law:
    if condition not in LIVE[1:] or not may:
        return {condition: Fraction(1)}
    chance = Fraction(2 + QUALITY[quality], 6)
    return {LIVE[LIVE.index(condition) - 1]: chance, condition: 1 - chance}


def test_rally_chain() -> None:
    for condition, quality, turns in product(LIVE[1:], QUALITY, (1, 2, 9)):
        now: Law = {condition: Fraction(1)}
        for _ in range(turns):
            now = step(now, lambda state: rallied(state, quality))  # noqa: B023
        _, mean = solved(condition, lambda state: rallied(state, quality), lambda state: state == "ok")  # noqa: B023
        found = results("rally-chain", {"condition": condition, "quality": quality, "turns": turns}, {})
        assert found == {"expected_rally_phases": mean, "p_ok_within": now.get("ok", 0)}


def test_battery_life() -> None:
    for inputs, reading in samples("chains", "battery-life", 80):
        added = score(inputs, reading)
        spent = Fraction(sum((die + added if reading["R6"] == "b" else die) <= 2 for die in DIE), 6)
        hits = Fraction(sum(hit(die, added, reading) for die in DIE), 6)
        assert results("battery-life", inputs, reading) == {
            "p_spent_per_shot": spent,
            "expected_shots": 1 / spent,
            "expected_hits": hits / spent,
            "p_still_available_after": (1 - spent) ** inputs.get("turns", 3),
        }, (inputs, reading)


def lost(condition: str) -> bool:
    return condition == "destroyed"


def test_shots_to_destroy() -> None:
    for inputs, reading in samples("chains", "shots-to-destroy", 60):
        move = {state: shot(inputs, state, reading) for state in (*LIVE, "destroyed")}.__getitem__
        now: Law = {inputs.get("target_condition", "ok"): Fraction(1)}
        _, mean = solved(next(iter(now)), move, lost)
        for _ in range(inputs.get("shots", 3)):
            now = step(now, move)
        wanted = {"expected_shots": or_never(mean), "p_destroyed_within": now.get("destroyed", 0)}
        assert results("shots-to-destroy", inputs, reading) == wanted, (inputs, reading)


def test_fire_and_rally() -> None:
    for inputs, reading in samples("chains", "fire-and-rally", 60):
        laws = {state: shot(inputs, state, reading) for state in (*LIVE, "destroyed")}

        def move(state: str, inputs: Inputs = inputs, one: Callable[[str], Law] = laws.__getitem__) -> Law:
            now: Law = {state: Fraction(1)}
            for _ in range(inputs.get("shooters", 1)):
                now = step(now, one)
            quality, may = inputs.get("rally_quality", "average"), inputs.get("in_command", True)
            return step(now, lambda each: rallied(each, quality, may))

        now: Law = {inputs.get("target_condition", "ok"): Fraction(1)}
        _, mean = solved(next(iter(now)), move, lost)
        for _ in range(inputs.get("turns", 3)):
            now = step(now, move)
        wanted = {"expected_turns": or_never(mean), "p_destroyed_within": now.get("destroyed", 0)}
        assert results("fire-and-rally", inputs, reading) == wanted, (inputs, reading)


def blow(striker: Inputs, condition: str, target: Inputs, state: str, contact: bool, reading: Reading) -> Law:
    """What one unit of a duel does to the other."""
    if condition in ("suppressed", "destroyed") or lost(state):
        return {state: Fraction(1)}
    inputs = {name: target[name] for name in ("defence", "armoured", "facing", "cover") if name in target}
    inputs |= {
        name: striker[name] for name in ("attack", "quality", "over_half_range", "hitech") if name in striker
    }
    inputs["disorganized"] = condition == "disorganized"
    if not contact:
        return shot(inputs, state, reading)
    if state == "suppressed":
        return {"destroyed": Fraction(1)}
    pairs = product(DIE, DIE)
    return law(
        Counter(after(state, harm(inputs["attack"], defence(inputs), *pair), reading) for pair in pairs)
    )


def test_duel() -> None:
    for inputs, reading in samples("chains", "duel", 40):
        a, b, contact = inputs["A"], inputs["B"], inputs.get("mode") == "contact"
        at_once = contact and reading["R17"] == "b"

        def one(
            pair: Any, a: Inputs = a, b: Inputs = b, how: Any = (contact, reading), both: bool = at_once
        ) -> Law:
            now = {(hurt, pair[1]): p for hurt, p in blow(b, pair[1], a, pair[0], *how).items()}
            now = step(
                now,
                lambda each: {
                    (each[0], hurt): p
                    for hurt, p in blow(a, pair[0] if both else each[0], b, pair[1], *how).items()
                },
            )

            def recover(each: Any) -> Law:
                if "destroyed" in each:
                    return {each: Fraction(1)}
                units = zip(each, (a, b), strict=True)
                laws = [rallied(c, u.get("quality", "average"), u.get("in_command", True)) for c, u in units]
                return {(x, y): laws[0][x] * laws[1][y] for x, y in product(*laws)}

            return step(now, recover)

        start = (a.get("condition", "ok"), b.get("condition", "ok"))
        ends, mean = solved(start, one, lambda each: "destroyed" in each)
        dead = {
            key: sum((p for end, p in ends.items() if end and tuple(map(lost, end)) == who), Fraction(0))
            for key, who in (("A", (True, False)), ("B", (False, True)), ("both", (True, True)))
        }
        wanted = {f"p_{key}_destroyed": p for key, p in dead.items() if p or key != "both"}
        wanted |= {"p_stalemate": ends[None]} if None in ends else {}
        found = results("duel", inputs, reading)
        assert found == wanted | {"expected_turns": or_never(mean)}, (inputs, reading)


# --- the whole domain
@pytest.mark.parametrize("name", INTERFACE["calculators"])
def test_every_distribution_is_whole_and_speaks_the_words_of_the_interface(name: str) -> None:
    words = INTERFACE["calculators"][name]["outcomes"].get("words")
    chooser = random.Random(name)
    for inputs, reading in samples("calculators", name, 40):
        if "tables" in inputs:
            inputs["tables"] = chooser.sample(list(NAMES), 2)
        found = odds(name, inputs, reading)
        assert sum(found.values()) == 1
        assert all(found.values())
        assert words is None or name == "deviation" or set(found) <= set(words)


def test_better_shooters_hit_more_and_heavier_targets_stand_more() -> None:
    shots = {"attack": 4, "armoured": True, "cover": "rough"}
    for reading in ({}, {"R1": "c"}, {"R2": "b", "R3": "b", "R5": "b"}):
        for better in ({"hitech": True}, {"quality": "elite"}, {"cover": "open"}, {"from_flyer": True}):
            for heavy in range(8):
                plain, helped = (
                    odds("direct-fire", shots | {"defence": heavy} | more, reading).get("destroyed", 0)
                    for more in ({}, better)
                )
                assert helped >= plain
        lost_to = [odds("direct-fire", shots | {"defence": d}, reading).get("destroyed", 0) for d in range(8)]
        assert lost_to == sorted(lost_to, reverse=True)
