"""Chains of pz8-naval: the published figures, and a plain second opinion for every one of them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import pz8edu
from pz8edu.asking.json_lines import line_answer
from pz8edu.systems import system
from pz8edu.systems.pz8_naval.duel import Duel, Fighter
from pz8edu.systems.pz8_naval.words import Kind

RULES = system("pz8-naval").rules


def results(chain: str, reading: str = "default", **inputs: Any) -> dict[str, Any]:
    line = {"system": "pz8-naval", "chain": chain, "inputs": inputs, "reading": reading}
    return line_answer(line)["results"]


# --- gunnery-duel
@pytest.mark.parametrize(
    ("turns", "first", "wanted"),
    [
        (1, "H", {"x wins": 0.009404, "y wins": 0.017664, "still fighting": 0.972932}),
        (400, "H", {"x wins": 0.285576, "y wins": 0.714410}),
        (400, "T", {"x wins": 0.288212}),
    ],
)
def test_bismarck_against_hood(turns: int, first: str, wanted: dict[str, float]) -> None:
    found = results("gunnery-duel", x="Bismarck", y="Hood", range=2, turns=turns, repair_first=first)
    for name, chance in wanted.items():
        assert round(float(Fraction(found[name])), 6) == chance


def salvos(att: int, defence: int, cap: int, hood: bool, score: int | None, ship: Any) -> Iterator[Any]:
    """Every way a salvo can go: (ship after, chance), the ship (h, t) or None when it is out."""

    def hull(ship: Any) -> Any:
        return None if ship is None or ship[0] + 1 >= defence else (ship[0] + 1, ship[1])

    def turret(ship: Any) -> Any:
        if ship is None:
            return None
        return (ship[0], ship[1] + 1) if ship[1] < cap else hull(ship)

    def damaged(ship: Any, chance: float, left: int) -> Iterator[Any]:
        if left == 0 or ship is None:
            yield ship, chance
            return
        for face in range(1, 7):
            if face < 6:
                after = {1: lambda s: s, 2: hull, 3: turret, 4: hull, 5: turret}[face](ship)
                yield from damaged(after, chance / 6, left - 1)
                continue
            for critical in range(1, 7):
                now = min(critical + hood, 6)
                if now in (1, 6):
                    yield None, chance / 36
                    continue
                for points in (1, 2, 3):
                    after = ship
                    for _ in range(points):
                        after = turret(after) if now in (2, 4) else hull(after)
                    yield from damaged(after, chance / 108, left - 1)

    good = 0 if score is None else sum(1 for face in range(1, 7) if face >= score)
    yield ship, 1 - good / 6
    for one, other in product(range(1, 7), repeat=2):
        if good:
            yield from damaged(ship, good / 6 / 36, max(0, min(3, one + att - other - defence)))


def played_out(x: Any, y: Any, scores: tuple[Any, Any], turns: int, first: str) -> dict[str, float]:
    """A duel of two (attack, defence, hood) turn by turn in decimals; the scores are those of x and of y."""
    known: dict[Any, dict[Any, float]] = {}

    def after_fire(firer: Any, t: int, target: Any, ship: Any, score: int | None) -> dict[Any, float]:
        key = (firer, t, target, ship, score)
        if key not in known:
            gathered: dict[Any, float] = {}
            needed = None if score is None else score + t
            for result, chance in salvos(firer[0], target[1], target[0], target[2], needed, ship):
                gathered[result] = gathered.get(result, 0.0) + chance
            known[key] = gathered
        return known[key]

    def repaired(ship: Any) -> dict[Any, float]:
        h, t = ship
        if not (h or t):
            return {ship: 1.0}
        take_h = h > 0 and (first == "H" or t == 0)
        return {(h - 1, t) if take_h else (h, t - 1): 1 / 3, ship: 2 / 3}

    now = {((0, 0), (0, 0)): 1.0}
    won = {"x wins": 0.0, "y wins": 0.0}
    for _ in range(turns):
        following: dict[Any, float] = {}
        for (sx, sy), p in now.items():
            for x_first in (True, False):
                fired = {(sx, sy): p / 2}
                for x_fires in (x_first, not x_first):
                    result: dict[Any, float] = {}
                    for (a, b), q in fired.items():
                        target = (
                            after_fire(x, a[1], y, b, scores[0])
                            if x_fires
                            else after_fire(y, b[1], x, a, scores[1])
                        )
                        for ship, chance in target.items():
                            if ship is None:
                                won["x wins" if x_fires else "y wins"] += q * chance
                            else:
                                pair = (a, ship) if x_fires else (ship, b)
                                result[pair] = result.get(pair, 0.0) + q * chance
                    fired = result
                for (a, b), q in fired.items():
                    for (ra, pa), (rb, pb) in product(repaired(a).items(), repaired(b).items()):
                        following[ra, rb] = following.get((ra, rb), 0.0) + q * pa * pb
        now = following
    return won | {"still fighting": sum(now.values())}


@pytest.mark.whole_domain(2)
@pytest.mark.parametrize(
    ("names", "fighters", "scores", "zones", "turns", "first"),
    [
        (("Bismarck", "Hood"), ((4, 4, 0), (4, 5, 1)), (5, 5), 3, 5, "H"),
        (("Warspite", "Vittorio Veneto"), ((4, 3, 0), (5, 5, 0)), (4, 4), 1, 11, "T"),
        (("Prinz Eugen", "Hood"), ((1, 1, 0), (4, 5, 1)), (None, 6), 4, 12, "H"),
        (("Graf Spee (main only)", "Exeter"), ((2, 3, 0), (1, 2, 0)), (5, 6), 3, 30, "T"),
    ],
)
def test_duels_played_out_in_decimals(
    names: tuple[str, str], fighters: Any, scores: Any, zones: int, turns: int, first: str
) -> None:
    wanted = played_out(*fighters, scores, turns, first)
    found = results("gunnery-duel", x=names[0], y=names[1], range=zones, turns=turns, repair_first=first)
    assert set(found) == set(wanted)
    for name, chance in found.items():
        assert float(Fraction(chance)) == pytest.approx(wanted[name], abs=2e-11)


def test_ten_turns_are_exact_and_eleven_are_decimals() -> None:
    duel = {"x": "Barham", "y": "Zara", "range": 1}
    exact = results("gunnery-duel", turns=10, **duel)
    assert sum(map(Fraction, exact.values())) == 1
    assert all(isinstance(chance, str) for chance in exact.values())
    decimals = results("gunnery-duel", turns=11, **duel)
    assert all(isinstance(chance, float) and round(chance, 12) == chance for chance in decimals.values())
    assert decimals["x wins"] > float(Fraction(exact["x wins"]))


def test_decimals_are_the_exact_chances() -> None:
    fighters = [Fighter.named(name, RULES) for name in ("Prince of Wales", "Warspite")]
    chain = Duel(*fighters, 2, Kind.T, RULES).chain()
    exact, decimals = chain.after(6), chain.in_decimals.after(6)
    assert set(decimals) == {fight for fight in exact.weights if exact.fraction(fight)}
    assert all(chance.may_be(exact.fraction(fight)) for fight, chance in decimals.items())
    assert all(chance.error < 1e-12 for _, chance in decimals.items())


def test_a_duel_is_the_same_from_both_sides() -> None:
    one = results("gunnery-duel", x="Hood", y="Bismarck", turns=4)
    other = results("gunnery-duel", x="Bismarck", y="Hood", turns=4)
    assert (one["x wins"], one["y wins"]) == (other["y wins"], other["x wins"])
    even = results("gunnery-duel", x="Ajax", y="Achilles", range=1, turns=300)
    assert even["x wins"] == even["y wins"]


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("reading", ["R4=b", "R8=b", "R9=b", "R10=b", "R11=b", "R35=b"])
def test_readings_of_a_duel(reading: str) -> None:
    changes = {"R4=b": True, "R8=b": False, "R9=b": False, "R10=b": False, "R11=b": True, "R35=b": False}
    duel = {"x": "Prince of Wales", "y": "Hood", "range": 4, "turns": 3}
    printed, read = results("gunnery-duel", **duel), results("gunnery-duel", reading, **duel)
    assert (printed != read) is changes[reading]


def test_an_8_inch_cruiser_without_turrets_is_silent_under_r8b() -> None:
    duel = {"x": "Zara", "y": "Pola", "range": 1, "turns": 10}
    printed, read = results("gunnery-duel", **duel), results("gunnery-duel", "R8=b", **duel)
    assert Fraction(read["still fighting"]) > Fraction(printed["still fighting"])


@pytest.mark.parametrize(("x", "y"), [("Hood", "Exeter"), ("Graf Spee (main only)", "Zara")])
def test_ships_of_two_scales_do_not_meet(x: str, y: str) -> None:
    answer = line_answer(
        {"system": "pz8-naval", "chain": "gunnery-duel", "inputs": {"x": x, "y": y, "turns": 1}}
    )
    assert list(answer) == ["error"]
    assert x in answer["error"]
    assert y in answer["error"]


# --- repair-all, npo-withdraws, until-night
@pytest.mark.parametrize("points", [1, 3, 12])
def test_repairs_take_three_turns_a_point(points: int) -> None:
    assert results("repair-all", damage_points=points) == {"expected turns": f"{3 * points}/1"}


def test_repairs_are_a_count_of_successes() -> None:
    for points, turns in ((1, 1), (2, 5), (4, 6), (12, 50), (12, 11)):
        odds = {0: Fraction(1)}
        for _ in range(turns):
            after: dict[int, Fraction] = {}
            for done, chance in odds.items():
                after[done] = after.get(done, Fraction(0)) + chance * Fraction(2, 3)
                after[done + 1] = after.get(done + 1, Fraction(0)) + chance * Fraction(1, 3)
            odds = after
        wanted = sum((chance for done, chance in odds.items() if done >= points), Fraction(0))
        found = results("repair-all", damage_points=points, turns=turns)["all repaired"]
        assert Fraction(found) == wanted


def npo_after(depth: int, net: int, first_turn: bool) -> dict[int, Fraction]:
    """Depths after one move of the NPO, 5 = off the table."""
    odds: dict[int, Fraction] = {}
    for face in range(1, 7):
        score = face + net
        step = 1 if score <= 2 else 0 if score <= 4 else -1
        if step == 1 and first_turn:
            step = -1
        new = max(depth + step, 1)
        odds[new] = odds.get(new, Fraction(0)) + Fraction(1, 6)
    return odds


@pytest.mark.parametrize("net", range(-5, 4))
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_npo_turn_by_turn(depth: int, net: int) -> None:
    now = {depth: Fraction(1)}
    for turn in range(1, 8):
        after: dict[int, Fraction] = {}
        for where, chance in now.items():
            for new, share in ({5: Fraction(1)} if where == 5 else npo_after(where, net, turn == 1)).items():
                after[new] = after.get(new, Fraction(0)) + chance * share
        now = after
        found = results("npo-withdraws", net_modifier=net, start_depth=depth, by_turn=turn)["gone"]
        assert Fraction(found) == now.get(5, 0)
    expected = results("npo-withdraws", net_modifier=net, start_depth=depth)
    assert (expected["expected turns until it leaves the table"] == "never") is (net >= 2)


def test_night_falls_as_the_calculator_says() -> None:
    for turn in range(1, 14):
        night = pz8edu.ask("pz8-naval", "night-on-turn", turn=turn).fraction("night")
        assert Fraction(results("until-night", turn=turn)["night"]) == night
