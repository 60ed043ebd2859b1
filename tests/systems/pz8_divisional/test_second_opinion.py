"""A second opinion on every calculator of both editions: faces counted one by one, from the printed rules.

Nothing here uses the rules of the package; units, results and limits are written down again.
"""

import random
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

OLD, NEW = "pz8-divisional-2010", "pz8-divisional"
FACES = range(1, 7)
KINDS = [
    "infantry",
    "motor-infantry",
    "cavalry",
    "engineer",
    "recon",
    "artillery",
    "light-tank",
    "medium-tank",
    "heavy-tank",
    "hq",
]
TANKS = {"light-tank", "medium-tank", "heavy-tank"}
FACTOR = dict.fromkeys(KINDS, 2) | {"artillery": 3, "light-tank": 3, "medium-tank": 4, "heavy-tank": 5}
CLASS = dict.fromkeys(KINDS, 4) | {"artillery": 2, "hq": 2, "medium-tank": 6, "heavy-tank": 6}
GRADES = ["green", "average", "elite"]
Law = dict[Any, Fraction]
Inputs = dict[str, Any]
Readings = dict[str, str]


def thrown(count: int, outcome: Callable[..., Any]) -> Law:
    """What becomes of every throw of so many dice."""
    law: Law = defaultdict(Fraction)
    for faces in product(FACES, repeat=count):
        law[outcome(*faces)] += Fraction(1, 6**count)
    return dict(law)


def then(law: Law, step: Callable[[Any], Law]) -> Law:
    """The next step after every outcome."""
    following: Law = defaultdict(Fraction)
    for state, chance in law.items():
        for after, share in step(state).items():
            following[after] += chance * share
    return dict(following)


# --- units
def factor_of(system: str, kind: str, given: int | None, readings: Readings) -> int:
    if given is not None:
        return given
    return 1 if system == OLD and kind == "hq" and readings.get("R4") == "b" else FACTOR[kind]


def limit_of(system: str, kind: str, given: int | None, readings: Readings) -> int:
    if system == OLD:
        return factor_of(system, kind, given, readings)
    if readings.get("R36") == "b" and given is not None:
        return max(1, CLASS[kind] + given - FACTOR[kind])
    return CLASS[kind]


def whole(inputs: Inputs, **defaults: Any) -> Inputs:
    return defaults | inputs


def grade(quality: str) -> int:
    return GRADES.index(quality)


def quality_shifts(system: str, mine: str, his: str, readings: Readings) -> tuple[int, int]:
    steps = grade(mine) - grade(his)
    if system == OLD or steps == 0:
        return 0, 0
    how = readings.get("R31", "a")
    if how == "c":
        return steps, 0
    if how == "b":
        return (1, 0) if steps > 0 else (0, 1)
    return (1, 0) if steps > 0 else (-1, 0)


FIGHT = {
    "attacker_type": "infantry",
    "attacker_cf": None,
    "attacker_at": 0,
    "attacker_fp": 0,
    "attacker_quality": "average",
    "attacker_blocked_at": None,
    "defender_type": "infantry",
    "defender_cf": None,
    "defender_at": 0,
    "defender_fp": 0,
    "defender_quality": "average",
    "defender_blocked_at": None,
    "defender_fort": False,
}


def fought(
    system: str,
    given: Inputs,
    readings: Readings,
    faces: tuple[int, int],
    attackers: int = 1,
    roles_swapped: bool = False,
) -> tuple[str, int, int | str, int | str, bool]:
    """Result, withdrawal, FPs or X of both, and whether the works are removed, for one pair of faces."""
    x = whole(given, **FIGHT)
    a_tank, d_tank = x["attacker_type"] in TANKS, x["defender_type"] in TANKS
    a_factor = factor_of(system, x["attacker_type"], x["attacker_cf"], readings)
    d_factor = factor_of(system, x["defender_type"], x["defender_cf"], readings)
    if roles_swapped:
        d_shift, a_shift = quality_shifts(system, x["defender_quality"], x["attacker_quality"], readings)
    else:
        a_shift, d_shift = quality_shifts(system, x["attacker_quality"], x["defender_quality"], readings)
    a_total = faces[0] + attackers * (a_factor + (x["attacker_at"] if d_tank else 0)) + a_shift
    d_total = faces[1] + d_factor + (x["defender_at"] if a_tank else 0) + d_shift
    d_total += 1 if x["defender_fort"] else 0
    won = (a_total > d_total) - (a_total < d_total)
    if readings.get("R30") == "b":
        pair = faces if won > 0 else (faces[1], faces[0])
    else:
        pair = (a_total, d_total) if won > 0 else (d_total, a_total)
    double = won != 0 and pair[0] >= 2 * pair[1]
    result = {1: "win", 0: "tie", -1: "lose"}[won] + ("-double" if double else "")
    fixed = 0 if system == OLD else 4
    inches = fixed if double else abs(a_total - d_total)
    states: list[int | str] = []
    for side, lost, enemy_tank in (("attacker", won < 0, d_tank), ("defender", won > 0, a_tank)):
        fp = x[f"{side}_fp"]
        if not (won == 0 and readings.get("R5") == "b"):
            fp += 1
        dead = False
        if lost:
            if double and system == OLD:
                dead = True
            else:
                fp += 2 if double else 1
            blocked = x[f"{side}_blocked_at"]
            if blocked is not None and inches >= blocked:
                dead = True
        limit = limit_of(system, x[f"{side}_type"], x[f"{side}_cf"], readings)
        if readings.get("R25") == "b" and enemy_tank:
            limit += x[f"{side}_at"]
        states.append("X" if dead or fp >= limit else fp)
    removed = x["defender_fort"] and (won > 0 or (won < 0 and readings.get("R6") == "b"))
    return result, inches, states[0], states[1], removed


def seen(view: str, result: str, inches: int, attacker: int | str, defender: int | str, removed: bool) -> str:
    a_dead, d_dead = attacker == "X", defender == "X"
    if view == "result":
        return result
    if view == "detail":
        return f"{result} w{inches} A{attacker} D{defender}"
    if view == "fort":
        return "removed" if removed else "kept"
    if view == "fate":
        return {
            (False, False): "both-survive",
            (True, False): "attacker-destroyed",
            (False, True): "defender-destroyed",
            (True, True): "both-destroyed",
        }[a_dead, d_dead]
    a_gone = a_dead or result.startswith("lose")
    d_gone = d_dead or result.startswith("win") or result == "overrun"
    names = {(0, 1): "taken", (1, 1): "vacated", (0, 0): "contested", (1, 0): "held"}
    return names[a_gone, d_gone]


def combat(system: str, given: Inputs, readings: Readings) -> Law:
    view = given.get("view", "fate")
    if given.get("defender_out_of_ammo"):
        x = whole(given, **FIGHT)
        fp = x["attacker_fp"] + (readings.get("R33") == "b")
        state = "X" if fp >= limit_of(system, x["attacker_type"], x["attacker_cf"], readings) else fp
        return {seen(view, "overrun", 0, state, "X", x["defender_fort"]): Fraction(1)}
    return thrown(2, lambda a, d: seen(view, *fought(system, given, readings, (a, d))))


def multi_combat(system: str, given: Inputs, readings: Readings) -> Law:
    count = given.get("attackers", 2)
    if readings.get("R7") == "b":

        def all_at_once(a: int, d: int) -> str:
            result, _, attacker, defender, _ = fought(system, given, readings, (a, d), count)
            lost = count if attacker == "X" else 0
            end = "destroyed" if defender == "X" else "driven-back" if "win" in result else "holds"
            return f"{end}, {lost} lost"

        return thrown(2, all_at_once)

    def next_one(state: tuple[str, int, bool, int]) -> Law:
        end, fp, fort, lost = state
        if end != "holds":
            return {state: Fraction(1)}

        def one(a: int, d: int) -> tuple[str, Any, bool, int]:
            now = given | {"defender_fp": fp, "defender_fort": fort}
            result, _, attacker, defender, removed = fought(system, now, readings, (a, d))
            gone = lost + (attacker == "X")
            if defender == "X":
                return "destroyed", 0, False, gone
            if "win" in result:
                return "driven-back", 0, False, gone
            return "holds", defender, fort and not removed, gone

        return thrown(2, one)

    start = ("holds", given.get("defender_fp", 0), given.get("defender_fort", False), 0)
    law: Law = {start: Fraction(1)}
    for _ in range(count):
        law = then(law, next_one)
    return then(law, lambda state: {f"{state[0]}, {state[3]} lost": Fraction(1)})


# --- fire, rally, mines
def hits(system: str, given: Inputs, face: int) -> bool:
    fort = given.get("target_fort", False)
    if system == OLD:
        return face == 6 if fort else face >= 5
    shift = grade(given.get("firer_quality", "average")) - 1 - fort
    return face == 6 or face + shift >= 5


def rallies(quality: str, lost: int, readings: Readings, face: int) -> bool:
    cost = min(lost, 1) if readings.get("R9") == "b" else lost
    return face + grade(quality) - 1 - cost >= 5 or (face == 6 and readings.get("R8") == "b")


def named(fp: int | None) -> str:
    return "destroyed" if fp is None else f"fp {fp}"


def words(law: Law, word: Callable[[Any], str]) -> Law:
    return then(law, lambda state: {word(state): Fraction(1)})


def artillery_fire(system: str, given: Inputs, readings: Readings) -> Law:
    return thrown(1, lambda face: "hit" if hits(system, given, face) else "miss")


def one_shot(system: str, given: Inputs, limit: int) -> Callable[[int | None], Law]:
    def shot(fp: int | None) -> Law:
        if fp is None:
            return {None: Fraction(1)}
        return thrown(
            1, lambda face: fp if not hits(system, given, face) else fp + 1 if fp + 1 < limit else None
        )

    return shot


def target_limit(system: str, given: Inputs, readings: Readings) -> int:
    return limit_of(system, given.get("target_type", "infantry"), given.get("target_cf"), readings)


def barrage(system: str, given: Inputs, readings: Readings) -> Law:
    law: Law = {given.get("target_fp", 0): Fraction(1)}
    for _ in range(given.get("batteries", 1)):
        law = then(law, one_shot(system, given, target_limit(system, given, readings)))
    return words(law, named)


def one_rally(quality: str, lost: int, readings: Readings) -> Callable[[int | None], Law]:
    def roll(fp: int | None) -> Law:
        if not fp:
            return {fp: Fraction(1)}
        return thrown(1, lambda face: fp - rallies(quality, lost, readings, face))

    return roll


def bombardment(system: str, given: Inputs, readings: Readings) -> Law:
    law: Law = {given.get("target_fp", 0): Fraction(1)}
    fires = given.get("fire_turns", 4) if system == NEW else 12
    for turn in range(given.get("turns", 12)):
        for _ in range(given.get("shots", 1) if turn < fires else 0):
            law = then(law, one_shot(system, given, target_limit(system, given, readings)))
        if given.get("rally_quality"):
            law = then(law, one_rally(given["rally_quality"], 0, readings))
    return words(law, named)


def rally(system: str, given: Inputs, readings: Readings) -> Law:
    roll = one_rally(given.get("quality", "average"), given.get("objectives_lost", 0), readings)
    return words(roll(given.get("fp", 1)), named)


def rally_chain(system: str, given: Inputs, readings: Readings) -> Law:
    law: Law = {given.get("fp", 2): Fraction(1)}
    for _ in range(given.get("turns", 3)):
        law = then(law, one_rally(given.get("quality", "average"), given.get("objectives_lost", 0), readings))
    return words(law, named)


def overnight_rally(system: str, given: Inputs, readings: Readings) -> Law:
    quality, lost = given.get("quality", "average"), given.get("objectives_lost", 0)
    units = given.get("units", 6)
    if readings.get("R3") == "b":
        law = thrown(1, lambda face: units if rallies(quality, lost, readings, face) else 0)
    else:
        law = {0: Fraction(1)}
        for _ in range(units):
            law = then(law, lambda n: thrown(1, lambda face: n + rallies(quality, lost, readings, face)))
    return words(law, lambda n: f"{n} rallied")


def rally_supply(system: str, given: Inputs, readings: Readings) -> Law:
    x = whole(given, quality="average", objectives_lost=0, fp=0, shots=0, max_shots=4, choice="ammo")

    def done(first: int, second: int) -> str:
        ammo, rest = (rallies(x["quality"], x["objectives_lost"], readings, face) for face in (first, second))
        if readings.get("R34") != "b":
            ammo, rest = ammo and x["choice"] == "ammo", ammo and x["choice"] == "fatigue"
        fp, shots = max(0, x["fp"] - rest), min(x["max_shots"], x["shots"] + ammo)
        return f"fp {fp}, shots {shots}"

    return thrown(2, done)


def battery_day(system: str, given: Inputs, readings: Readings) -> Law:
    x = whole(
        given, max_shots=4, start_shots=None, quality="average", objectives_lost=0, in_supply=True, turns=12
    )
    left = x["max_shots"] if x["start_shots"] is None else x["start_shots"]
    law: Law = {(left, 0): Fraction(1)}

    def turn(state: tuple[int, int]) -> Law:
        left, fired = state
        if left:
            left, fired = left - 1, fired + 1
        if not x["in_supply"] or left == x["max_shots"]:
            return {(left, fired): Fraction(1)}
        return thrown(
            1, lambda face: (left + rallies(x["quality"], x["objectives_lost"], readings, face), fired)
        )

    for _ in range(x["turns"]):
        law = then(law, turn)
    return words(law, lambda state: f"{state[1]} fired")


def one_field(system: str, given: Inputs, readings: Readings) -> Callable[[int], Law]:
    kind = given.get("unit_type", "infantry")
    limit = limit_of(system, kind, given.get("unit_cf"), readings)

    def cross(fp: int) -> Law:
        if kind == "engineer":
            return {fp: Fraction(1)}
        return thrown(1, lambda face: fp if face < 5 else fp + 1 if fp + 1 < limit else None)

    return cross


def minefield(system: str, given: Inputs, readings: Readings) -> Law:
    before = given.get("fp", 0)
    said = {before: "clear, field removed", before + 1: "1 FP, field removed", None: "destroyed, field stays"}
    return words(one_field(system, given, readings)(before), said.__getitem__)


def minefield_belt(system: str, given: Inputs, readings: Readings) -> Law:
    law: Law = {given.get("fp", 0): Fraction(1)}
    cross = one_field(system, given, readings)
    for number in range(1, given.get("sections", 2) + 1):

        def step(state: Any, number: int = number) -> Law:
            if isinstance(state, str):
                return {state: Fraction(1)}
            return words(cross(state), lambda fp: f"destroyed in field {number}" if fp is None else fp)

        law = then(law, step)
    return words(law, lambda state: state if isinstance(state, str) else f"through, fp {state}")


# --- air and sequence
def air_hits(given: Inputs, face: int) -> bool:
    return face - given.get("target_fort", False) - given.get("target_hq", False) >= 4


def air_number(system: str, given: Inputs, readings: Readings) -> Law:
    return thrown(1, lambda face: str(max(0, face + given.get("modifier", 0))))


def air_attack(system: str, given: Inputs, readings: Readings) -> Law:
    return thrown(1, lambda face: "hit" if air_hits(given, face) else "miss")


def air_day(system: str, given: Inputs, readings: Readings) -> Law:
    law: Law = {(int(n), 0): chance for n, chance in air_number(system, given, readings).items()}
    for mission in range(9):

        def step(state: tuple[int, int], mission: int = mission) -> Law:
            attacks, hit = state
            if mission >= attacks:
                return {state: Fraction(1)}
            return thrown(1, lambda face: (attacks, hit + air_hits(given, face)))

        law = then(law, step)
    return words(law, lambda state: f"{state[1]} hits")


def side_choice(system: str, given: Inputs, readings: Readings) -> Law:
    return {f"{who} player is A": Fraction(1, 2) for who in ("first", "second")}


def day_length(system: str, given: Inputs, readings: Readings) -> Law:
    dice = 3 if readings.get("R2") == "b" else 1

    def length(*faces: int) -> str:
        return next((f"{9 + n} turns" for n, face in enumerate(faces) if face >= 5), "12 turns")

    return thrown(dice, length)


# --- duel: turn after turn until less than a millionth is still fighting
def duel(system: str, given: Inputs, readings: Readings) -> tuple[Law, float]:
    x = whole(given, attacker_rally=None, defender_rally=None, **FIGHT)
    playing: Law = {(x["attacker_fp"], x["defender_fp"], x["defender_fort"]): Fraction(1)}
    ended: Law = defaultdict(Fraction)
    combats = 0.0
    for phase in range(200):
        still = sum(playing.values())
        if still < Fraction(1, 10**7):
            break
        combats += float(still)
        swapped = readings.get("R32") == "b" and phase % 2 == 1

        def clash(state: Any, swapped: bool = swapped) -> Law:
            now = given | {"attacker_fp": state[0], "defender_fp": state[1], "defender_fort": state[2]}

            def one(a: int, d: int) -> Any:
                _, _, left, right, removed = fought(system, now, readings, (a, d), roles_swapped=swapped)
                return left, right, state[2] and not removed

            return thrown(2, one)

        playing = then(playing, clash)
        for state in [state for state in playing if "X" in state]:
            who = "both-destroyed" if state[0] == state[1] else "attacker-survives" if state[1] == "X" else ""
            ended[who or "defender-survives"] += playing.pop(state)
        side = "attacker" if phase % 2 == 0 else "defender"
        quality = x[f"{side}_rally"] if system == OLD else x[f"{side}_rally"] and x[f"{side}_quality"]
        if quality:
            place = phase % 2

            def rest(state: Any, place: int = place, quality: str = quality) -> Law:
                law = one_rally(quality, 0, readings)(state[place])
                return words(law, lambda fp: (*state[:place], fp, *state[place + 1 :]))

            playing = then(playing, rest)
        playing = {state: Fraction(round(chance * 10**15), 10**15) for state, chance in playing.items()}
    return dict(ended), combats


OPINIONS: dict[str, Callable[[str, Inputs, Readings], Law]] = {
    "side-choice": side_choice,
    "day-length": day_length,
    "artillery-fire": artillery_fire,
    "barrage": barrage,
    "combat": combat,
    "multi-combat": multi_combat,
    "rally": rally,
    "rally-supply": rally_supply,
    "overnight-rally": overnight_rally,
    "air-number": air_number,
    "air-attack": air_attack,
    "air-day": air_day,
    "minefield": minefield,
    "minefield-belt": minefield_belt,
    "bombardment": bombardment,
    "battery-day": battery_day,
    "rally-chain": rally_chain,
}


# --- drawing inputs from the published interface
def interface(system: str) -> dict[str, Any]:
    from pz8edu.systems import system as book

    return book(system).interface()


def drawn(system: str, question: str, chance: random.Random) -> Inputs:
    """Random inputs of a calculator, within the limits that depend on each other."""
    inputs: Inputs = {}
    for name, lines in interface(system)["calculators"][question]["inputs"]["properties"].items():
        kind = lines.get("type")
        if "enum" in lines:
            inputs[name] = chance.choice(lines["enum"])
        elif kind == "boolean":
            inputs[name] = chance.random() < 0.4
        elif isinstance(kind, list) and chance.random() < 0.6:
            inputs[name] = None
        else:
            inputs[name] = chance.randint(lines["minimum"], lines["maximum"])
    if inputs.get("defender_out_of_ammo"):
        inputs["defender_type"] = "artillery"
    for fp in [name for name in inputs if name.endswith("fp") and not question.startswith("rally")]:
        side = fp.removesuffix("fp")
        kind_of, factor = side + "type" if side else "unit_type", (side or "unit_") + "cf"
        inputs[fp] %= (
            limit_of(system, inputs[kind_of], inputs.get(factor), {})
            if system == OLD
            else CLASS[inputs[kind_of]]
        )
    for shots in ("shots", "start_shots"):
        if "max_shots" in inputs and inputs.get(shots) is not None:
            inputs[shots] = min(inputs[shots], inputs["max_shots"])
    return inputs


def read(system: str, question: str, chance: random.Random) -> Readings:
    """Some of the readings that touch the calculator."""
    book = interface(system)
    names = book["calculators"][question]["readings"]
    return {name: chance.choice(list(book["readings"][name])) for name in names if chance.random() < 0.5}


def asked(system: str, kind: str, question: str, inputs: Inputs, readings: Readings) -> dict[str, Any]:
    line = {"system": system, kind: question, "inputs": inputs}
    if readings:
        line["reading"] = ",".join(f"{name}={letter}" for name, letter in readings.items())
    answer = line_answer(line)
    assert "error" not in answer, (line, answer)
    return answer


PAIRS = [
    (system, question)
    for system in (OLD, NEW)
    for question in OPINIONS
    if system == NEW or question not in ("rally-supply", "battery-day")
]


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize(("system", "question"), PAIRS)
def test_every_calculator_agrees_with_counted_faces(system: str, question: str) -> None:
    chance = random.Random(f"{system} {question}")
    for _ in range(60 if question in ("combat", "multi-combat") else 15):
        inputs, readings = drawn(system, question, chance), read(system, question, chance)
        found = asked(system, "calculator", question, inputs, readings)["outcomes"]
        counted = {
            word: share for word, share in OPINIONS[question](system, inputs, readings).items() if share
        }
        assert {word: Fraction(share) for word, share in found.items()} == counted, (inputs, readings)


@pytest.mark.parametrize("system", [OLD, NEW])
def test_every_reading_that_touches_a_combat(system: str) -> None:
    chance = random.Random(3)
    book = interface(system)
    for question in ("combat", "multi-combat"):
        for name in book["calculators"][question]["readings"]:
            for letter in book["readings"][name]:
                for _ in range(5):
                    inputs = drawn(system, question, chance)
                    found = asked(system, "calculator", question, inputs, {name: letter})["outcomes"]
                    counted = OPINIONS[question](system, inputs, {name: letter})
                    assert {word: Fraction(share) for word, share in found.items()} == counted


@pytest.mark.parametrize("system", [OLD, NEW])
def test_duels_agree_with_duels_played_phase_by_phase(system: str) -> None:
    chance = random.Random(11)
    for _ in range(12):
        inputs, readings = drawn(system, "duel", chance), read(system, "duel", chance)
        answer = asked(system, "calculator", "duel", inputs, readings)
        law, combats = duel(system, inputs, readings)
        for who, share in answer["outcomes"].items():
            assert float(Fraction(share)) == pytest.approx(float(law.get(who, 0)), abs=1e-6), (
                inputs,
                readings,
            )
        assert float(Fraction(answer["results"]["expected"])) == pytest.approx(combats, abs=1e-4)
        chain = asked(system, "chain", "duel", inputs, readings)["results"]
        assert chain == {"outcomes": answer["outcomes"], **answer["results"]}


@pytest.mark.parametrize("system", [OLD, NEW])
def test_the_chains_tell_what_the_calculators_tell(system: str) -> None:
    chance = random.Random(5)
    for question in interface(system)["chains"]:
        for _ in range(6):
            inputs, readings = drawn(system, question, chance), read(system, question, chance)
            answer = asked(system, "calculator", question, inputs, readings)
            chain = asked(system, "chain", question, inputs, readings)["results"]
            assert chain == {"outcomes": answer["outcomes"], **answer.get("results", {})}


def test_a_bombardment_that_never_stops_takes_as_long_as_its_equations_say() -> None:
    """One battery: with k FPs it takes 1 + the mean of what follows; solved by hand for a limit of 2."""
    for quality, p in (
        (None, 0),
        ("green", Fraction(1, 6)),
        ("average", Fraction(1, 3)),
        ("elite", Fraction(1, 2)),
    ):
        hit = Fraction(1, 3)
        # x = 1 + (1-h) x + h ((1-p) y + p x);  y = 1 + (1-h)((1-p) y + p x)
        a, b = hit * (1 - p), (1 - hit) * (1 - p)
        y_from_x, y_const = (1 - hit) * p / (1 - b), 1 / (1 - b)
        x = (1 + a * y_const) / (hit - hit * p - a * y_from_x)
        found = asked(OLD, "chain", "bombardment", {"rally_quality": quality}, {})["results"]["expected"]
        assert Fraction(found) == x
