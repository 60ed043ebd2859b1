"""Every calculator of Pz8 WW1 against a count of all faces that shares no code with the rules."""

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

FACES = range(1, 7)
Law = dict[Any, Fraction]


def ask(kind: str, question: str, reading: str = "", /, **inputs: Any) -> dict[str, Any]:
    line = {"system": "pz8-ww1", kind: question, "inputs": inputs} | ({"reading": reading} if reading else {})
    found = line_answer(line)
    assert "error" not in found, (line, found)
    return found


def odds(question: str, reading: str = "", /, **inputs: Any) -> Law:
    """The outcomes of a calculator."""
    outcomes = ask("calculator", question, reading, **inputs)["outcomes"]
    return {word: Fraction(share) for word, share in outcomes.items()}


def counted(ways: Iterator[tuple[Any, Fraction]]) -> Law:
    """Chances by outcome; what cannot happen is left out."""
    law: Law = {}
    for outcome, chance in ways:
        law[outcome] = law.get(outcome, Fraction(0)) + chance
    return {outcome: chance for outcome, chance in law.items() if chance}


def every_throw(dice: int, read: Callable[[tuple[int, ...]], Any]) -> Law:
    """All faces of a few dice, written out."""
    return counted((read(faces), Fraction(1, 6**dice)) for faces in product(FACES, repeat=dice))


def total(dice: int, worth: Sequence[int]) -> Law:
    """The sum of what the faces of many dice are worth, one die after the other."""
    law: Law = {0: Fraction(1)}
    for _ in range(dice):
        law = counted((so_far + value, chance / 6) for so_far, chance in law.items() for value in worth)
    return law


LOW = (1, 2, 3, 0, 0, 0)
THIRD = (1, 1, 2, 2, 3, 3)


# --- 5 Assault
def gas_faces(green: bool, elite: bool, reading: dict[str, str]) -> tuple[int, ...]:
    scores = [max(face + green - elite, 0) for face in FACES]
    return tuple(score if reading["R13"] == "a" or score <= 3 else 0 for score in scores)


def take(units: list[int], losses: int, keep: Sequence[int] = ()) -> list[int]:
    """Remove units one at a time: Green, Average, Elite infantry, MGs, tanks."""
    left = list(units)
    for _ in range(losses):
        place = next((place for place in range(5) if left[place] and place not in keep), None)
        if place is None:
            break
        left[place] -= 1
    return left


KINDS = ("green", "average", "elite", "mg", "tank")


def assault_law(inputs: dict[str, Any], reading: dict[str, str]) -> Law:
    """Margin of an assault, from the list of factors of the rule text."""
    a, d = ([inputs.get(f"{side}_{kind}", 0) for kind in KINDS] for side in ("attacker", "defender"))
    attack = sum(a[:3]) + 2 * a[4] + (a[2] > 0) - (a[0] > 0)
    defence = sum(d[:4]) + 2 * d[4] + (d[2] > 0) - (d[0] > 0) + bool(inputs.get("difficult"))
    wire = 0 if inputs.get("captured") else inputs.get("wire", 0)
    defence += wire + 2 * inputs.get("trench", 0) + 3 * inputs.get("bunker", 0)
    plus, minus = total(inputs.get("attacker_ap", 0), LOW), total(inputs.get("defender_ap", 0), LOW)
    if inputs.get("attacker_pg"):
        judged = d if reading["R11"] == "a" else a
        plus = total(1, gas_faces(judged[0] > 0, judged[2] > 0, reading))
    if inputs.get("defender_pg"):
        judged = a if reading["R11"] == "a" else d
        minus = total(1, gas_faces(judged[0] > 0, judged[2] > 0, reading))
    guns = total(d[3], THIRD)
    return counted(
        (attack + x - defence - y - z, p * q * r)
        for x, p in plus.items()
        for y, q in minus.items()
        for z, r in guns.items()
    )


def aftermath(inputs: dict[str, Any], margin: int, view: str, reading: dict[str, str]) -> str:
    a, d = ([inputs.get(f"{side}_{kind}", 0) for kind in KINDS] for side in ("attacker", "defender"))
    keep = (3,) if reading["R15"] == "b" else ()
    a_left = take(a, -margin if margin < 0 else int(margin == 0), keep)
    d_left = take(d, margin if margin > 0 else int(margin == 0))
    if view == "margin":
        return str(margin)
    if view == "result":
        return "tie" if margin == 0 else "attacker-wins" if margin > 0 else "defender-wins"
    if view == "losses":
        return f"A{sum(a) - sum(a_left)} D{sum(d) - sum(d_left)}"
    if view == "survivors":
        return f"A {'-'.join(map(str, a_left))} D {'-'.join(map(str, d_left))}"
    if sum(d_left):
        return "held" if sum(a_left) else "attacker-gone"
    return "taken" if sum(a_left) else "emptied"


def some_force(source: random.Random, side: str, kinds: Sequence[str]) -> dict[str, int]:
    units = [source.choice(kinds) for _ in range(source.randint(1, 4))]
    return {f"{side}_{kind}": units.count(kind) for kind in kinds if kind in units}


def some_works(source: random.Random) -> dict[str, int]:
    works = source.choice(list(combinations(("wire", "wire", "trench", "trench", "bunker"), 2)))
    works = works[: source.randint(0, 2)]
    return {kind: works.count(kind) for kind in set(works)}


def some_assault(source: random.Random) -> dict[str, Any]:
    inputs: dict[str, Any] = some_force(source, "attacker", KINDS) | some_force(source, "defender", KINDS)
    for side in ("attacker", "defender"):
        if source.random() < 0.4:
            inputs[f"{side}_pg"] = source.randint(0, 1)
        else:
            inputs[f"{side}_ap"] = source.choice((0, 1, 2, 5, 12))
    inputs |= some_works(source)
    inputs["difficult"] = not inputs.get("defender_tank") and source.random() < 0.3
    return inputs | {"captured": source.random() < 0.3}


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("r15", "ab")
@pytest.mark.parametrize("r13", "ab")
@pytest.mark.parametrize("r11", "ab")
def test_assaults(r11: str, r13: str, r15: str) -> None:
    reading = {"R11": r11, "R13": r13, "R15": r15}
    text = ",".join(f"{name}={letter}" for name, letter in reading.items())
    source = random.Random(text)
    for _ in range(25):
        inputs = some_assault(source)
        margins = assault_law(inputs, reading)
        for view in ("result", "margin", "losses", "square", "survivors"):
            told = counted((aftermath(inputs, m, view, reading), p) for m, p in margins.items())
            assert odds("assault", text, **inputs, view=view) == told, (inputs, view)


def test_a_small_assault_face_by_face() -> None:
    """3 Average + 2 APs against 1 Green + 2 MGs behind wire: five dice, 7,776 throws."""

    def margin(faces: tuple[int, ...]) -> str:
        artillery = sum(face for face in faces[:2] if face <= 3)
        guns = sum((face + 1) // 2 for face in faces[2:4])
        return str(3 + artillery - (1 + 2 - 1 + 1 + guns))

    found = odds(
        "assault", attacker_average=3, attacker_ap=2, defender_green=1, defender_mg=2, wire=1, view="margin"
    )
    assert found == every_throw(4, margin)


@pytest.mark.parametrize("dice", range(13))
def test_support_fire(dice: int) -> None:
    assert odds("support-fire", ap=dice) == {str(sum_): p for sum_, p in total(dice, LOW).items()}


@pytest.mark.parametrize("guns", range(1, 5))
def test_machine_guns(guns: int) -> None:
    assert odds("mg-fire", mgs=guns) == every_throw(guns, lambda faces: str(sum((f + 1) // 2 for f in faces)))


@pytest.mark.parametrize("r13", "ab")
@pytest.mark.parametrize("green", [False, True])
@pytest.mark.parametrize("elite", [False, True])
def test_gas(green: bool, elite: bool, r13: str) -> None:
    faces = gas_faces(green, elite, {"R13": r13})
    found = odds("gas", f"R13={r13}", target_green=green, target_elite=elite)
    assert found == {str(value): p for value, p in total(1, faces).items()}


# --- 2b Preliminary bombardment
COST = {"wire": 1, "trench": 2, "bunker": 3}


def after_damage(works: tuple[str, ...], points: int, reading: dict[str, str]) -> tuple[list[str], bool]:
    """What still stands, and whether there is a crater."""
    if reading["R4"] == "a":
        subsets = [gone for n in range(len(works) + 1) for gone in combinations(works, n)]
        gone = max(
            (s for s in subsets if sum(map(COST.get, s)) <= points), key=lambda s: sum(map(COST.get, s))
        )
        left_over = points - sum(map(COST.get, gone))
    else:
        gone, left_over = (), points
        for kind in sorted(works, key=COST.get, reverse=reading["R4"] == "c"):
            if COST[kind] <= left_over:
                gone, left_over = (*gone, kind), left_over - COST[kind]
    standing = list(works)
    for kind in gone:
        standing.remove(kind)
    return standing, left_over > 0 and (reading["R3"] == "a" or not standing)


LEGAL = [
    works
    for n in range(3)
    for works in sorted(set(combinations(("bunker", "trench", "trench", "wire", "wire"), n)))
]


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("r4", "abc")
@pytest.mark.parametrize("r3", "ab")
@pytest.mark.parametrize("r2", "ab")
def test_bombardments(r2: str, r3: str, r4: str) -> None:
    reading = {"R2": r2, "R3": r3, "R4": r4}
    text = ",".join(f"{name}={letter}" for name, letter in reading.items())
    worth = LOW if r2 == "a" else (1, 1, 1, 0, 0, 0)
    for works, dice in product(LEGAL, (1, 2, 3, 6, 10)):
        inputs = {kind: works.count(kind) for kind in COST if kind in works}
        told: dict[str, list[tuple[str, Fraction]]] = {"state": [], "damage": [], "crater": [], "cleared": []}
        for points, chance in total(dice, worth).items():
            left, crater = after_damage(works, points, reading)
            ground = "crater" if crater else "no crater"
            counts = ", ".join(f"{kind} {left.count(kind)}" for kind in COST)
            told["state"].append((f"{counts}, {ground}", chance))
            told["damage"].append((str(points), chance))
            told["crater"].append((ground, chance))
            told["cleared"].append((f"{len(left)} defences left", chance))
        for view, ways in told.items():
            assert odds("bombardment", text, pb=dice, **inputs, view=view) == counted(iter(ways))


def test_dearest_first_is_the_attackers_choice_for_every_legal_square() -> None:
    for works in LEGAL:
        inputs = {kind: works.count(kind) for kind in COST if kind in works}
        for dice in (1, 2, 4):
            assert odds("bombardment", "R4=c", pb=dice, **inputs) == odds("bombardment", pb=dice, **inputs)


# --- 6 Barbed wire
def wire_law(units: dict[str, int], wire: int) -> Law:
    """One turn of idle units, face by face."""
    wire = max(wire - units.get("tank", 0), 0)
    bonus = [
        b for kind, b in (("green", -1), ("average", 0), ("elite", 1)) for _ in range(units.get(kind, 0))
    ]
    return every_throw(
        len(bonus), lambda faces: max(wire - sum(f + b >= 5 for f, b in zip(faces, bonus, strict=True)), 0)
    )


def some_idle(source: random.Random) -> dict[str, int]:
    kinds = [source.choice(("green", "average", "elite", "tank")) for _ in range(source.randint(0, 4))]
    return {kind: kinds.count(kind) for kind in set(kinds) if kind != "tank" or source.random() < 0.5}


def test_wire_removal() -> None:
    source = random.Random(6)
    for _ in range(40):
        units, wire = some_idle(source), source.randint(1, 2)
        law = wire_law(units, wire)
        assert odds("wire-removal", **units, wire=wire) == {f"{left} left": p for left, p in law.items()}


def test_wire_clearing_turn_after_turn() -> None:
    source = random.Random(66)
    for _ in range(25):
        units, wire, turns = some_idle(source), source.randint(1, 2), source.randint(1, 9)
        law: Law = {wire: Fraction(1)}
        for _ in range(turns):
            steps = {left: wire_law(units, left) if left else {0: Fraction(1)} for left in law}
            law = counted((after, p * q) for left, p in law.items() for after, q in steps[left].items())
        waits: dict[int, Fraction | None] = {0: Fraction(0)}
        for left in range(1, wire + 1):
            step = wire_law(units, left)
            stay = step.get(left, Fraction(0))
            onward = [(q, waits[after]) for after, q in step.items() if after != left]
            certain = stay == 1 or any(wait is None for _, wait in onward)
            waits[left] = (
                None if certain else (1 + sum(q * w for q, w in onward if w is not None)) / (1 - stay)
            )
        expected = waits[wire]
        text = None if expected is None else f"{expected.numerator}/{expected.denominator}"
        words = {f"{left} left": p for left, p in law.items()}
        for kind in ("calculator", "chain"):
            found = ask(kind, "wire-clearing", **units, wire=wire, turns=turns)
            shown = found["outcomes"] if kind == "calculator" else found["results"]["outcomes"]
            assert {word: Fraction(p) for word, p in shown.items()} == words
            assert found["results"]["expected"] == text


# --- 4 Move
@pytest.mark.parametrize("turns", range(1, 7))
@pytest.mark.parametrize("r6", "ab")
def test_tank_run(turns: int, r6: str) -> None:
    def squares(faces: tuple[int, ...]) -> str:
        moved = 0
        for face in faces:
            if face == 1:
                return f"{moved + (r6 == 'b')} squares"
            moved += 1
        return f"{moved} squares"

    law = every_throw(turns, squares)
    assert odds("tank-run", f"R6={r6}", turns=turns) == law
    outcomes = ask("chain", "tank-run", f"R6={r6}", turns=turns)["results"]["outcomes"]
    assert {word: Fraction(p) for word, p in outcomes.items()} == law


@pytest.mark.parametrize("r6", "ab")
def test_tank_move(r6: str) -> None:
    words = {"a": ("stuck, stays", "moves on"), "b": ("moves, then stuck", "moves, free to move again")}[r6]
    assert odds("tank-move", f"R6={r6}") == every_throw(1, lambda faces: words[faces[0] != 1])


# --- 2b, 5, 7, 8: chains and the rest
@pytest.mark.parametrize("damage", range(1, 6))
@pytest.mark.parametrize("r2", "ab")
def test_bombard_until(damage: int, r2: str) -> None:
    worth = LOW if r2 == "a" else (1, 1, 1, 0, 0, 0)
    within = {str(n): sum(p for t, p in total(n, worth).items() if t >= damage) for n in range(1, 9)}

    @cache
    def dice(missing: int) -> Fraction:
        if missing <= 0:
            return Fraction(0)
        hits = [value for value in worth if value]
        return (1 + sum(dice(missing - value) for value in hits) * Fraction(1, 6)) / (
            1 - Fraction(6 - len(hits), 6)
        )

    for kind in ("calculator", "chain"):
        results = ask(kind, "bombard-until", f"R2={r2}", damage=damage)["results"]
        assert {n: Fraction(p) for n, p in results["within"].items()} == within
        assert Fraction(results["expected"]) == dice(damage)


def test_assault_after_assault() -> None:
    source = random.Random(5)
    printed = {"R11": "a", "R13": "a", "R15": "a"}
    for _ in range(30):
        attackers = ("green", "average", "elite", "tank")
        inputs = some_force(source, "attacker", attackers) | some_force(source, "defender", KINDS)
        inputs |= some_works(source)
        inputs |= {"attacker_ap": source.choice((0, 1, 4, 12)), "defender_ap": source.choice((0, 0, 2, 12))}

        @cache
        def play(
            a: tuple[int, ...], d: tuple[int, ...], given: dict[str, int] = inputs
        ) -> tuple[Law, Fraction]:
            if not sum(a) or not sum(d):
                word = "taken" if sum(a) else "attacker-gone" if sum(d) else "emptied"
                return {word: Fraction(1)}, Fraction(0)
            forces = {f"attacker_{k}": n for k, n in zip(KINDS, a, strict=True)}
            forces |= {f"defender_{k}": n for k, n in zip(KINDS, d, strict=True)}
            law: Law = {}
            length = Fraction(1)
            margins = assault_law(given | forces, printed)
            left = counted(
                (aftermath(given | forces, m, "survivors", printed), p) for m, p in margins.items()
            )
            for text, chance in left.items():
                mine, theirs = text.removeprefix("A ").split(" D ")
                ends, more = play(tuple(map(int, mine.split("-"))), tuple(map(int, theirs.split("-"))))
                length += chance * more
                for word, p in ends.items():
                    law[word] = law.get(word, Fraction(0)) + chance * p
            return law, length

        law, length = play(
            *(tuple(inputs.get(f"{s}_{k}", 0) for k in KINDS) for s in ("attacker", "defender"))
        )
        for kind in ("calculator", "chain"):
            found = ask(kind, "assault-chain", **inputs)
            shown = found["outcomes"] if kind == "calculator" else found["results"]["outcomes"]
            assert {word: Fraction(p) for word, p in shown.items()} == law
            assert Fraction(found["results"]["expected"]) == length


@pytest.mark.parametrize("stock", [0, 12, 36, 48, 60])
def test_artillery_points_of_a_game(stock: int) -> None:
    assert odds("ap-budget", stock=stock) == every_throw(1, lambda faces: str(stock + faces[0]))
    outcomes = ask("chain", "ap-budget", stock=stock)["results"]["outcomes"]
    assert {word: Fraction(p) for word, p in outcomes.items()} == odds("ap-budget", stock=stock)
    assert odds("last-rounds") == every_throw(1, lambda faces: str(faces[0]))


@pytest.mark.parametrize("r21", "ab")
def test_game_length(r21: str) -> None:
    turns = (6,) if r21 == "a" else (6, 7, 8)

    def length(faces: tuple[int, ...]) -> str:
        ended = (turn for turn, face in zip(turns, faces, strict=True) if face >= 5)
        return f"{next(ended, 9)} turns"

    assert odds("game-length", f"R21={r21}") == every_throw(len(turns), length)


@pytest.mark.parametrize(("scenario", "tanks"), [("1916", 1), ("1918", 0)])
def test_scenario_forces(scenario: str, tanks: int) -> None:
    law = every_throw(2 + tanks, lambda faces: f"attacker {24 + sum(faces[1:])}, defender {12 + faces[0]}")
    assert odds("scenario-forces", scenario=scenario) == law


def test_the_1916_attacker_has_twice_the_defenders_units_in_13_of_24_games() -> None:
    def doubled(word: str) -> bool:
        attacker, defender = (int(part.split()[1]) for part in word.split(", "))
        return attacker >= 2 * defender

    assert sum(p for word, p in odds("scenario-forces").items() if doubled(word)) == Fraction(13, 24)
