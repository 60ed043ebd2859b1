"""The chains of pz8-ww2 against closed formulas, plain matrices of fractions, and SymPy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from pz8edu import chain_of, what_if

LIVE = ("ok", "disorganized", "suppressed")
RALLIES = {"elite": Fraction(1, 2), "average": Fraction(1, 3), "green": Fraction(1, 6)}
Law = dict[Any, Fraction]
Asked = Callable[..., Any]
Odds = Callable[..., Law]
Samples = Callable[..., list[tuple[dict[str, Any], dict[str, str]]]]


def text(value: Fraction | None) -> str:
    return "never" if value is None else f"{value.numerator}/{value.denominator}"


def step(law: Law, move: Callable[[Any], Law]) -> Law:
    after: Law = {}
    for state, chance in law.items():
        for following, share in move(state).items():
            after[following] = after.get(following, Fraction(0)) + chance * share
    return {state: chance for state, chance in after.items() if chance}


def rallied(condition: str, quality: str, in_command: bool = True) -> Law:
    if condition not in LIVE[1:] or not in_command:
        return {condition: Fraction(1)}
    chance = RALLIES[quality]
    return {LIVE[LIVE.index(condition) - 1]: chance, condition: 1 - chance}


def reachable(start: Any, turn: Callable[[Any], Law]) -> list[Any]:
    found = [start]
    for state in found:
        found += [after for after in turn(state) if after not in found]
    return found


def solved(start: Any, turn: Callable[[Any], Law], over: Callable[[Any], bool]) -> tuple[Law, Any]:
    """Where play ends (None: nowhere), and the expected number of turns (None if it may never end)."""
    states = reachable(start, lambda state: {state: Fraction(1)} if over(state) else turn(state))
    can_end = {state for state in states if over(state)}
    while True:
        more = {s for s in states if s not in can_end and any(after in can_end for after in turn(s))}
        if not more:
            break
        can_end |= more
    live = [state for state in states if state in can_end and not over(state)]
    ends = [state for state in states if over(state)]
    place = {state: number for number, state in enumerate(live)}
    rows = []
    for state in live:
        row = [Fraction(int(other == state)) for other in live] + [Fraction(0)] * (len(ends) + 2)
        row[-1] = Fraction(1)
        for after, chance in turn(state).items():
            if after in place:
                row[place[after]] -= chance
            elif after in ends:
                row[len(live) + ends.index(after)] += chance
            else:
                row[-2] += chance
        rows.append(row)
    for column in range(len(live)):
        pivot = next(number for number in range(column, len(live)) if rows[number][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for number, row in enumerate(rows):
            if number != column:
                rows[number] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    if over(start):
        return {start: Fraction(1)}, Fraction(0)
    if start not in can_end:
        return {None: Fraction(1)}, None
    answer = rows[place[start]][len(live) :]
    law = dict(zip([*ends, None], answer, strict=False))
    return law, None if law[None] else answer[-1]


# --- rally-chain
@pytest.mark.parametrize("quality", list(RALLIES))
@pytest.mark.parametrize("turns", [1, 2, 3, 7, 40])
def test_rally_chain(quality: str, turns: int, asked: Asked) -> None:
    chance = RALLIES[quality]
    none = (1 - chance) ** turns
    one = turns * chance * (1 - chance) ** (turns - 1)
    inputs = {"quality": quality, "turns": turns}
    assert asked("chain", "rally-chain", {"condition": "disorganized", **inputs}) == {
        "expected_rally_phases": text(1 / chance),
        "p_ok_within": text(1 - none),
    }
    assert asked("chain", "rally-chain", {"condition": "suppressed", **inputs}) == {
        "expected_rally_phases": text(2 / chance),
        "p_ok_within": text(1 - none - one),
    }


# --- battery-life
def test_battery_life(asked: Asked, odds: Odds) -> None:
    readings = [dict(zip(("R1", "R5", "R6"), letters, strict=True)) for letters in product("abc", "ab", "ab")]
    for reading, cover, quality, turns in product(readings, ("open", "rough", "bunker"), RALLIES, (1, 3, 11)):
        aim = {"cover": cover, "quality": quality}
        shell = odds("indirect-to-hit", aim, reading)
        spent = sum(chance for word, chance in shell.items() if word.endswith("/spent"))
        hit = sum(chance for word, chance in shell.items() if word.startswith("hit"))
        assert asked("chain", "battery-life", {**aim, "turns": turns}, reading) == {
            "p_spent_per_shot": text(Fraction(spent)),
            "expected_shots": text(1 / spent),
            "expected_hits": text(Fraction(hit / spent)),
            "p_still_available_after": text((1 - spent) ** turns),
        }


# --- shots-to-destroy and fire-and-rally
SHOT = ("over_half_range", "cover", "quality", "disorganized", "attack", "defence", "armoured", "facing")


def shot_law(inputs: dict[str, Any], reading: dict[str, str], odds: Odds) -> dict[str, Law]:
    names = (*SHOT, "hq", "target_quality")
    shot = {name: inputs[name] for name in names if name in inputs}
    laws = {
        condition: odds("direct-fire", {**shot, "target_condition": condition}, reading) for condition in LIVE
    }
    return {**laws, "destroyed": {"destroyed": Fraction(1)}}


def test_shots_to_destroy(asked: Asked, odds: Odds, samples: Samples) -> None:
    words = set()
    for inputs, reading in samples("chains", "shots-to-destroy", 120):
        law = shot_law(inputs, reading, odds)
        start = inputs.get("target_condition", "ok")
        _, expected = solved(start, law.__getitem__, lambda state: state == "destroyed")
        after: Law = {start: Fraction(1)}
        for _ in range(inputs.get("shots", 3)):
            after = step(after, law.__getitem__)
        found = asked("chain", "shots-to-destroy", inputs, reading)
        assert found == {
            "expected_shots": text(expected),
            "p_destroyed_within": text(after.get("destroyed", Fraction(0))),
        }, (inputs, reading)
        words.add(found["expected_shots"] == "never")
    assert words == {True, False}


def fired_at_and_rallied(condition: str, inputs: dict[str, Any], law: dict[str, Law]) -> Law:
    now: Law = {condition: Fraction(1)}
    for _ in range(inputs.get("shooters", 1)):
        now = step(now, law.__getitem__)
    quality, in_command = inputs.get("rally_quality", "average"), inputs.get("in_command", True)
    return step(now, lambda state: rallied(state, quality, in_command))


def test_fire_and_rally(asked: Asked, odds: Odds, samples: Samples) -> None:
    words = set()
    for inputs, reading in samples("chains", "fire-and-rally", 120):
        law = shot_law(inputs, reading, odds)
        start = inputs.get("target_condition", "ok")

        turn = partial(fired_at_and_rallied, inputs=inputs, law=law)
        _, expected = solved(start, turn, lambda state: state == "destroyed")
        after: Law = {start: Fraction(1)}
        for _ in range(inputs.get("turns", 3)):
            after = step(after, turn)
        found = asked("chain", "fire-and-rally", inputs, reading)
        assert found == {
            "expected_turns": text(expected),
            "p_destroyed_within": text(after.get("destroyed", Fraction(0))),
        }, (inputs, reading)
        words.add(found["expected_turns"] == "never")
    assert words == {True, False}


def test_the_same_shots_in_one_turn_or_one_a_turn(asked: Asked) -> None:
    """Without command nobody rallies: three shooters in two turns are six shots."""
    for attack, defence, armoured in product((0, 3, 6), (0, 4, 7), (False, True)):
        shot = {"attack": attack, "defence": defence, "armoured": armoured, "facing": "side"}
        six = asked("chain", "shots-to-destroy", {**shot, "shots": 6})
        turns = asked("chain", "fire-and-rally", {**shot, "shooters": 3, "turns": 2, "in_command": False})
        assert six["p_destroyed_within"] == turns["p_destroyed_within"]


# --- duel
def duel_turn(inputs: dict[str, Any], reading: dict[str, str], odds: Odds) -> Callable[[Any], Law]:
    units = {"A": inputs["A"], "B": inputs["B"]}
    contact = inputs.get("mode", "fire") == "contact"
    known: dict[Any, Law] = {}

    def strikes(striker: str, condition: str, target: str, target_condition: str) -> Law:
        key = (striker, condition, target_condition)
        if key not in known:
            known[key] = struck(units[striker], condition, units[target], target_condition)
        return known[key]

    def struck(striker: dict[str, Any], condition: str, target: dict[str, Any], target_condition: str) -> Law:
        if condition in ("suppressed", "destroyed") or target_condition == "destroyed":
            return {target_condition: Fraction(1)}
        blow = {"attack": striker["attack"], "defence": target["defence"]}
        blow |= {name: target[name] for name in ("armoured", "facing") if name in target}
        blow["target_condition"] = target_condition
        if contact:
            return odds("close-combat", blow, {k: v for k, v in reading.items() if k == "R3"})
        blow |= {name: striker[name] for name in ("quality", "over_half_range") if name in striker}
        blow |= {"cover": target.get("cover", "open"), "disorganized": condition == "disorganized"}
        return odds("direct-fire", blow, {k: v for k, v in reading.items() if k != "R17"})

    def rally(name: str, condition: str) -> Law:
        unit = units[name]
        return rallied(condition, unit.get("quality", "average"), unit.get("in_command", True))

    def turn(pair: Any) -> Law:
        a, b = pair
        law: Law = {}
        if contact and reading.get("R17") == "b":
            for a_after, one in strikes("B", b, "A", a).items():
                for b_after, other in strikes("A", a, "B", b).items():
                    law[a_after, b_after] = law.get((a_after, b_after), Fraction(0)) + one * other
        else:
            for a_after, one in strikes("B", b, "A", a).items():
                for b_after, other in strikes("A", a_after, "B", b).items():
                    law[a_after, b_after] = law.get((a_after, b_after), Fraction(0)) + one * other
        ended = {state: chance for state, chance in law.items() if "destroyed" in state}
        going = {state: chance for state, chance in law.items() if "destroyed" not in state}
        going = step(going, lambda s: {(a_, s[1]): share for a_, share in rally("A", s[0]).items()})
        going = step(going, lambda s: {(s[0], b_): share for b_, share in rally("B", s[1]).items()})
        return {**ended, **going}

    return turn


def duel_results(inputs: dict[str, Any], reading: dict[str, str], odds: Odds) -> dict[str, str]:
    start = (inputs["A"].get("condition", "ok"), inputs["B"].get("condition", "ok"))
    law, expected = solved(start, duel_turn(inputs, reading, odds), lambda pair: "destroyed" in pair)

    def chance(wanted: tuple[bool, bool]) -> Fraction:
        return sum(
            (
                p
                for pair, p in law.items()
                if pair and (pair[0] == "destroyed", pair[1] == "destroyed") == wanted
            ),
            Fraction(0),
        )

    results = {
        "p_A_destroyed": text(chance((True, False))),
        "p_B_destroyed": text(chance((False, True))),
        "expected_turns": text(expected),
    }
    if chance((True, True)):
        results["p_both_destroyed"] = text(chance((True, True)))
    if law.get(None):
        results["p_stalemate"] = text(law[None])
    return results


def test_duel(asked: Asked, odds: Odds, samples: Samples) -> None:
    kinds = set()
    for inputs, reading in samples("chains", "duel", 90):
        found = asked("chain", "duel", inputs, reading)
        assert found == duel_results(inputs, reading, odds), (inputs, reading)
        kinds |= set(found) | {found["expected_turns"] == "never"}
    assert {"p_both_destroyed", "p_stalemate", True, False} <= kinds


def test_a_duel_without_command_ends_or_stands_still(asked: Asked, odds: Odds) -> None:
    """Two units that cannot rally may both be Suppressed: then nobody is ever destroyed."""
    unit = {"attack": 2, "defence": 2, "in_command": False}
    for mode, letter in product(("fire", "contact"), "ab"):
        inputs = {"A": unit, "B": unit, "mode": mode}
        found = asked("chain", "duel", inputs, {"R17": letter})
        assert found == duel_results(inputs, {"R17": letter}, odds)
        ends = [found.get(f"p_{end}", "0/1") for end in ("A_destroyed", "B_destroyed", "both_destroyed")]
        assert sum(map(Fraction, [*ends, found.get("p_stalemate", "0/1")])) == 1
        assert (found["expected_turns"] == "never") == ("p_stalemate" in found)


def test_a_duel_in_which_nobody_can_be_hurt(asked: Asked) -> None:
    tank = {"attack": 0, "defence": 7, "armoured": True}
    assert asked("chain", "duel", {"A": tank, "B": tank}) == {
        "p_A_destroyed": "0/1",
        "p_B_destroyed": "0/1",
        "p_stalemate": "1/1",
        "expected_turns": "never",
    }


def test_the_duel_of_two_tanks_with_sympy(asked: Asked, odds: Odds) -> None:
    """The fundamental matrix of the same chain, inverted by SymPy."""
    import sympy

    tank = {"attack": 5, "defence": 4, "armoured": True}
    turn = duel_turn({"A": tank, "B": tank}, {}, odds)
    states = [pair for pair in reachable(("ok", "ok"), turn) if "destroyed" not in pair]
    stay = sympy.Matrix(
        len(states),
        len(states),
        lambda row, column: sympy.Rational(
            *turn(states[row]).get(states[column], Fraction(0)).as_integer_ratio()
        ),
    )
    visits = (sympy.eye(len(states)) - stay).inv()
    expected = sum(visits.row(states.index(("ok", "ok"))))
    found = asked("chain", "duel", {"A": tank, "B": tank})
    assert found["expected_turns"] == f"{expected.p}/{expected.q}"


# --- mine-belt
def belt(inputs: dict[str, Any], reading: dict[str, str], odds: Odds) -> dict[str, str]:
    """Every order in which the counters can lie, one as likely as the other."""
    counters, real = inputs["real"] + inputs["fake"], inputs["real"]
    unit = {"defence": inputs["defence"], "armoured": inputs.get("armoured", False), "known": "real"}
    mine = odds("minefield", unit, reading)
    orders = list(combinations(range(counters), real))
    ends: Law = {}
    met = Fraction(0)
    for order in orders:
        way = [place in order for place in range(inputs["entered"])]
        met += Fraction(sum(way), len(orders))
        law: Law = {"ok": Fraction(1, len(orders))}
        for is_real in way:
            law = step(law, lambda c: mine if is_real and c == "ok" else {c: Fraction(1)})  # noqa: B023
        for condition, chance in law.items():
            ends[condition] = ends.get(condition, Fraction(0)) + chance
    none = Fraction(0)
    return {
        "p_unhurt": text(ends.get("ok", none)),
        "p_destroyed": text(ends.get("destroyed", none)),
        "p_stuck": text(ends.get("disorganized", none) + ends.get("suppressed", none)),
        "expected_real_met": text(met),
    }


@pytest.mark.parametrize("letters", list(product("ab", "ab")))
def test_mine_belt(letters: tuple[str, str], asked: Asked, odds: Odds) -> None:
    reading = dict(zip(("R9", "R10"), letters, strict=True))
    for real, fake, defence, armoured in product((0, 1, 3), (0, 2, 3), (0, 5), (False, True)):
        for entered in {0, 1, 2, real + fake}:
            if entered > real + fake:
                continue
            inputs = {
                "real": real,
                "fake": fake,
                "entered": entered,
                "defence": defence,
                "armoured": armoured,
            }
            assert asked("chain", "mine-belt", inputs, reading) == belt(inputs, reading, odds), inputs


def test_a_long_mine_belt(asked: Asked) -> None:
    """Sixty of a hundred counters: the number of real ones met is hypergeometric."""
    inputs = {"real": 40, "fake": 60, "entered": 60, "defence": 0}
    unhurt = sum(
        Fraction(comb(40, met) * comb(60, 60 - met), comb(100, 60)) * Fraction(1, 6) ** met
        for met in range(41)
    )
    found = asked("chain", "mine-belt", inputs)
    assert found["p_unhurt"] == text(unhurt)
    assert found["expected_real_met"] == "24/1"
    assert Fraction(found["p_destroyed"]) + Fraction(found["p_stuck"]) == 1 - unhurt
    assert Fraction(found["p_destroyed"]) / Fraction(found["p_stuck"]) == Fraction(7, 3)


def test_the_chance_to_hit_leaves_the_life_of_a_battery_alone() -> None:
    """A shell that misses spends the battery with 2 of the 4 faces that miss (section 5; R6=a)."""
    chain = what_if(chain_of("pz8-ww2", "battery-life"), chance="to hit").at("1/5")
    assert chain.expected_turns() == 1 / (Fraction(4, 5) * Fraction(1, 2))
