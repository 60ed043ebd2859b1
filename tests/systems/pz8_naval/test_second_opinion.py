"""Every calculator of pz8-naval against a plain count of faces, written from the rule text alone."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

Odds = dict[Any, Fraction]
Inputs = dict[str, Any]
FACES = range(1, 7)
DEFAULT = {"R1": "a", "R4": "a", "R5": "a", "R6": "a", "R7": "a", "R8": "a", "R9": "a", "R10": "a"} | {
    "R11": "a", "R14": "a", "R18": "a", "R21": "a", "R22": "a", "R25": "a", "R35": "a"
}  # fmt: skip
LOWEST = {
    "18-14": {1: 4, 2: 5, 3: 5, 4: 6},
    "12-8": {1: 4, 2: 5, 3: 6},
    "bc-12-11": {1: 4, 2: 5, 3: 5, 4: 6},
    "bc-8-6": {1: 4, 2: 5, 3: 6},
}


def counted(outcomes: Iterator[Any]) -> Odds:
    """Equally likely outcomes, counted."""
    counts = Counter(outcomes)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def then(odds: Odds, after: Callable[[Any], Odds]) -> Odds:
    """Each outcome followed by what comes after it."""
    result: Odds = {}
    for outcome, chance in odds.items():
        for last, share in after(outcome).items():
            result[last] = result.get(last, Fraction(0)) + chance * share
    return result


# --- section 4
def straddles(i: Inputs, r: dict[str, str]) -> Fraction:
    lowest = LOWEST[i["gun"]].get(i["range"])
    if lowest is None:
        return Fraction(0)
    extra = -i["turret_hits"]
    extra -= not i["broadside"]
    if i["multi"] and (r["R5"] == "a" or not i["first_of_many"]):
        extra -= 1
    causes = []
    if i["smoke"] and (not i["radar"] or r["R7"] == "b"):
        causes.append("smoke")
    if i["night"] and not i["radar"]:
        causes.append("night")
    extra -= len(causes) if r["R6"] == "b" else min(len(causes), 1)
    extra += i["target_crippled"]
    extra -= i["both_batteries"]
    good = 0
    for face in FACES:
        hit = face + extra >= lowest
        if r["R4"] == "b" and face == 6:
            hit = True
        if r["R4"] == "c" and face == 1:
            hit = False
        good += hit
    return Fraction(good, 6)


# --- section 5: a ship is (h, t), or "sunk"; `cap` its Attack factor as it counts
def least(attack: int, r: dict[str, str]) -> int:
    return max(attack, 1) if r["R35"] == "b" else attack


def one_h(ship: Any, defence: int) -> Any:
    if ship == "sunk":
        return ship
    h, t = ship
    return "sunk" if h >= defence else (h + 1, t)


def many_h(ship: Any, points: int, defence: int, r: dict[str, str]) -> Any:
    start_crippled = ship != "sunk" and ship[0] >= defence
    for _ in range(points):
        after = one_h(ship, defence)
        if after == "sunk" and r["R9"] == "b" and not start_crippled:
            return ship
        ship = after
    return ship


def many_t(ship: Any, points: int, cap: int, defence: int) -> Any:
    for _ in range(points):
        if ship == "sunk":
            return ship
        ship = (ship[0], ship[1] + 1) if ship[1] < cap else one_h(ship, defence)
    return ship


def damage_by_faces(first: int, second: int, third: int, hood: bool, r: dict[str, str]) -> str:
    if hood and r["R11"] == "b":
        first = min(first + 1, 6)
    if first < 6:
        return {1: "nothing", 2: "H1", 3: "T1", 4: "H1", 5: "T1"}[first]
    if hood and r["R11"] == "a":
        second = min(second + 1, 6)
    if second == 1:
        return "crippled"
    if second == 6:
        return "sunk"
    return ("T" if second in (2, 4) else "H") + str((third + 1) // 2)


def one_result(hood: bool, r: dict[str, str]) -> Odds:
    return counted(damage_by_faces(*faces, hood, r) for faces in product(FACES, repeat=3))


def struck(ship: Any, word: str, cap: int, defence: int, r: dict[str, str]) -> Any:
    if ship == "sunk" or word == "sunk":
        return "sunk"
    if word == "nothing":
        return ship
    if word == "crippled":
        if ship[0] < defence:
            return (defence, ship[1])
        return "sunk" if r["R10"] == "b" else ship
    points = int(word[1])
    return many_h(ship, points, defence, r) if word[0] == "H" else many_t(ship, points, cap, defence)


def damages(ship: Any, count: int, cap: int, defence: int, hood: bool, r: dict[str, str]) -> Odds:
    odds: Odds = {ship: Fraction(1)}
    law = one_result(hood, r)
    for _ in range(count):
        odds = then(
            odds,
            lambda state: then(law, lambda word: {struck(state, word, cap, defence, r): Fraction(1)}),
        )
    return odds


def number(attack: int, defence: int, r: dict[str, str]) -> Odds:
    attack = least(attack, r)
    return counted(max(0, min(3, one + attack - other - defence)) for one, other in product(FACES, repeat=2))


def salvo(i: Inputs, ship: Any, attack: int, cap: int, r: dict[str, str]) -> Odds:
    if ship == "sunk":
        return {ship: Fraction(1)}
    defence, hood = i["target_def"], i.get("hood", False)
    chance = straddles(i, r)
    hit = then(number(attack, defence, r), lambda count: damages(ship, count, cap, defence, hood, r))
    return then({True: chance, False: 1 - chance}, lambda yes: hit if yes else {ship: Fraction(1)})


def word_of(ship: Any, defence: int, show: str) -> str:
    if ship == "sunk":
        return ship
    h, t = ship
    if show == "states":
        return f"crippled T{t}" if h >= defence else f"H{h} T{t}"
    if h >= defence:
        return "crippled"
    if 2 * h >= defence:
        return "immobilised"
    return "damaged" if h or t else "unhurt"


def told(odds: Odds, i: Inputs, show: str = "states") -> Odds:
    return then(odds, lambda ship: {word_of(ship, i.get("target_def", i.get("def")), show): Fraction(1)})


# --- the calculators
def side_roll(i: Inputs, r: dict[str, str]) -> Odds:
    words = {1: "you are A", -1: "you are B", 0: "tie, throw again"}
    if r["R1"] == "b":
        return {"you are A": Fraction(1, 2), "you are B": Fraction(1, 2)}
    return counted(
        words[(one > other) - (one < other)]
        for one, other in product(FACES, repeat=2)
        if i["show"] == "first throw" or one != other
    )


def straddle(i: Inputs, r: dict[str, str]) -> Odds:
    chance = straddles(i, r)
    return {"straddle": chance, "miss": 1 - chance}


def gun_damage(i: Inputs, r: dict[str, str]) -> Odds:
    return then(number(i["att"], i["def"], r), lambda count: {str(count): Fraction(1)})


def hit_result(i: Inputs, r: dict[str, str]) -> Odds:
    return one_result(i["hood"], r)


def apply_hits(i: Inputs, r: dict[str, str]) -> Odds:
    cap = least(i["target_att"], r)
    return told(damages((i["h"], i["t"]), i["hits"], cap, i["target_def"], i["hood"], r), i)


def full_salvo(i: Inputs, r: dict[str, str]) -> Odds:
    ship = (i["h"], i["t"])
    odds: Odds = {ship: Fraction(1)}
    silent = r["R8"] == "b" and i["turret_hits"] >= least(i["att"], r) and i["turret_hits"] > 0
    if not silent:
        now = i | {"target_crippled": i["h"] >= i["target_def"]}
        odds = salvo(now, ship, i["att"], least(i["target_att"], r), r)
    return told(odds, i, i["show"])


def both_batteries(i: Inputs, r: dict[str, str]) -> Odds:
    ship = (i["h"], i["t"])
    turrets = least(i["att_main"], r)
    if r["R22"] == "b":
        turrets += least(i["att_sec"], r)
    odds: Odds = {ship: Fraction(1)}
    if r["R8"] == "b" and i["turret_hits"] >= turrets and i["turret_hits"] > 0:
        return told(odds, i, i["show"])
    cap = least(i["target_att"], r)
    now = i | {"target_crippled": i["h"] >= i["target_def"]}
    two = i["both"] and i["range"] < 4
    main = now | {"gun": "bc-12-11", "both_batteries": two and r["R21"] == "a"}
    odds = salvo(main, ship, i["att_main"], cap, r)
    if two:
        second = now | {"gun": "bc-8-6", "both_batteries": True}
        odds = then(odds, lambda state: salvo(second, state, i["att_sec"], cap, r))
    return told(odds, i, i["show"])


def two_ships(i: Inputs, r: dict[str, str]) -> Odds:
    plain = i | {"broadside": True, "turret_hits": 0, "multi": i["concentrate"], "first_of_many": True}
    plain |= dict.fromkeys(("smoke", "night", "radar", "target_crippled", "both_batteries"), False)
    cap = least(i["target_att"], r)
    odds = salvo(plain, (0, 0), i["att"], cap, r)
    if i["concentrate"]:

        def second(ship: Any) -> Odds:
            crippled = ship != "sunk" and ship[0] >= i["target_def"]
            return salvo(
                plain | {"first_of_many": False, "target_crippled": crippled}, ship, i["att"], cap, r
            )

        odds = then(odds, second)
    return told(odds, i, i["show"])


def repair(i: Inputs, r: dict[str, str]) -> Odds:
    h, t = i["h"], i["t"]
    if h >= i["def"]:
        return {"no repair possible (crippled)": Fraction(1)}
    if h + t == 0:
        return {"nothing to repair": Fraction(1)}
    take_h = h > 0 and (i["choice"] == "H" or t == 0)
    better = f"H{h - 1} T{t}" if take_h else f"H{h} T{t - 1}"
    return counted(better if face >= 5 else f"H{h} T{t}" for face in FACES)


def raid_points(entry: int, die: int, land_based: bool) -> int:
    return die if die <= 3 and (entry >= 5 or not land_based) else 0


def points_of_raids(i: Inputs) -> Iterator[tuple[int, ...]]:
    """The points of each raid, for every throw of all entry dice and raid dice."""
    for entries in product(FACES, repeat=i["raids"]) if i["land_based"] else [(6,) * i["raids"]]:
        for dice in product(FACES, repeat=i["raids"]):
            yield tuple(raid_points(e, d, i["land_based"]) for e, d in zip(entries, dice, strict=True))


def air_raid_points(i: Inputs, r: dict[str, str]) -> Odds:
    if i["raids"] > 3 and i["land_based"]:
        one = counted(raid_points(e, d, True) for e, d in product(FACES, repeat=2))
        odds: Odds = {0: Fraction(1)}
        for _ in range(i["raids"]):
            odds = then(odds, lambda total: {total + more: chance for more, chance in one.items()})
    else:
        odds = counted(sum(points) for points in points_of_raids(i))
    return {str(total): chance for total, chance in odds.items()}


def air_raid(i: Inputs, r: dict[str, str]) -> Odds:
    def suffered(points: tuple[int, ...]) -> Any:
        ship: Any = (i["h"], i["t"])
        for raid in points:
            if i["weapon"] == "torpedo":
                ship = many_h(ship, raid, i["target_def"], r)
            else:
                ship = many_t(ship, raid, least(i["target_att"], r), i["target_def"])
        return ship

    return told(counted(suffered(points) for points in points_of_raids(i)), i)


def torpedo_salvo(i: Inputs, r: dict[str, str]) -> Odds:
    def suffered(dice: tuple[int, ...]) -> Any:
        ship: Any = (i["h"], i["t"])
        for die in dice:
            ship = many_h(ship, die if die <= 3 else 0, i["target_def"], r)
        return ship

    return told(counted(suffered(dice) for dice in product(FACES, repeat=i["salvos"])), i)


def daylight_turns(i: Inputs, r: dict[str, str]) -> Odds:
    return counted(str(one + other) for one, other in product(FACES, repeat=2))


def night_on_turn(i: Inputs, r: dict[str, str]) -> Odds:
    return counted("night" if i["turn"] > one + other else "day" for one, other in product(FACES, repeat=2))


def npo_move(i: Inputs, r: dict[str, str]) -> Odds:
    def moved(face: int) -> str:
        score = face - i["npo_losses"] + i["your_losses"] - i["air"]
        if score <= 2 and not i["first_turn"]:
            return "leave the table" if i["depth"] == 4 else "withdraw"
        if 3 <= score <= 4 or i["depth"] == 1:
            return "broadside"
        return "advance"

    return counted(moved(face) for face in FACES)


SECOND_OPINIONS: dict[str, Callable[[Inputs, dict[str, str]], Odds]] = {
    "side-roll": side_roll,
    "straddle": straddle,
    "gun-damage": gun_damage,
    "hit-result": hit_result,
    "apply-hits": apply_hits,
    "salvo": full_salvo,
    "bc-both-batteries": both_batteries,
    "two-ships-one-target": two_ships,
    "repair": repair,
    "air-raid-points": air_raid_points,
    "air-raid": air_raid,
    "torpedo-salvo": torpedo_salvo,
    "daylight-turns": daylight_turns,
    "night-on-turn": night_on_turn,
    "npo-move": npo_move,
}
SAMPLES = {"straddle": 60, "salvo": 25, "bc-both-batteries": 20, "two-ships-one-target": 12, "hit-result": 2}


@pytest.fixture(scope="module")
def interface() -> dict[str, Any]:
    from pz8edu.systems import system

    return system("pz8-naval").interface()


def drawn(properties: dict[str, Any], chooser: random.Random) -> Inputs:
    """Every input with a value of its domain, the ends more often than the middle."""
    inputs = {}
    for name, domain in properties.items():
        if "enum" in domain:
            inputs[name] = chooser.choice(domain["enum"])
        elif domain["type"] == "boolean":
            inputs[name] = chooser.random() < 0.5
        else:
            low, high = domain["minimum"], domain["maximum"]
            inputs[name] = chooser.choice((low, high, chooser.randint(low, high), chooser.randint(low, high)))
    return inputs


def settings_of(readings: list[str], answers: dict[str, Any], chooser: random.Random) -> Iterator[str]:
    """As printed, each reading by itself, and some readings together."""
    yield "default"
    for name in readings:
        yield from (f"{name}={letter}" for letter in answers[name] if letter != "a")
    for _ in range(4 if len(readings) > 1 else 0):
        yield ",".join(f"{name}={chooser.choice(list(answers[name]))}" for name in readings)


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("name", SECOND_OPINIONS)
def test_as_the_faces_say(name: str, interface: dict[str, Any]) -> None:
    chooser = random.Random(f"pz8-naval {name}")
    question = interface["calculators"][name]
    memo: dict[Any, Any] = {}
    for reading in settings_of(question["readings"], interface["readings"], chooser):
        readings = DEFAULT | dict(part.split("=") for part in reading.split(",") if "=" in part)
        for _ in range(SAMPLES.get(name, 30)):
            inputs = drawn(question["inputs"]["properties"], chooser)
            ask = {"system": "pz8-naval", "calculator": name, "inputs": inputs, "reading": reading}
            wanted = SECOND_OPINIONS[name](inputs, readings)
            found = line_answer(ask, memo)
            assert found == {
                "outcomes": {w: f"{p.numerator}/{p.denominator}" for w, p in wanted.items() if p}
            }, ask


def test_every_calculator_has_a_second_opinion(interface: dict[str, Any]) -> None:
    assert list(SECOND_OPINIONS) == list(interface["calculators"])


@pytest.mark.parametrize(
    ("zones", "both", "main"), [(1, "0.2043", "0.1948"), (2, "0.1049", "0.1299"), (3, "0.0649", "0.1299")]
)
def test_both_batteries_only_pay_at_one_zone(zones: int, both: str, main: str) -> None:
    for fires_both, effect in ((True, both), (False, main)):
        ask = {"system": "pz8-naval", "calculator": "bc-both-batteries"}
        unhurt = line_answer(ask | {"inputs": {"range": zones, "both": fires_both}})["outcomes"]["unhurt"]
        assert f"{float(1 - Fraction(unhurt)):.4f}" == effect
