"""Pz8 Space a second time: faces in plain loops, moves word by word, fire backs as equations."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest
import sympy

import pz8edu

SYSTEM = "pz8-space"
DIE = range(1, 7)
READINGS = [
    {},
    {"R1": "b"},
    {"R2": "b", "R3": "b"},
    {"R6": "b"},
    {"R1": "b", "R6": "b", "R3": "b"},
    {"R4": "b"},
]
reading = pytest.mark.parametrize("reading", READINGS, ids=str)
Law = dict[Any, Fraction]
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def asked(question: str, reading: dict[str, str], shelf: str = "calculator", /, **inputs: Any) -> Any:
    text = ",".join(f"{name}={answer}" for name, answer in reading.items())
    return pz8edu.ask(SYSTEM, question, reading=text or None, question_kind=shelf, **inputs)


def odds(question: str, reading: dict[str, str], /, **inputs: Any) -> Law:
    return dict(asked(question, reading, **inputs).fractions())


def mixed(parts: Iterable[tuple[Any, Fraction]]) -> Law:
    found: Counter[Any] = Counter()
    for outcome, chance in parts:
        found[outcome] += chance
    return {outcome: chance for outcome, chance in found.items() if chance}


def hit_chance(distance: int, less: int, reading: dict[str, str]) -> Fraction:
    if not 1 <= distance <= 9:
        return Fraction(0)
    needed = 4 + (distance > 3) + (distance > 6) + less
    faces = sum(face >= needed or (face == 6 and reading.get("R3") == "b") for face in DIE)
    return Fraction(faces, 6)


def after_hit(dice: int, damaged: bool) -> Law:
    other = 1 if damaged else 2
    total = 6 ** (dice + other)

    def ends() -> Iterator[str]:
        for faces in itertools.product(DIE, repeat=dice + other):
            lead = sum(faces[:dice]) - sum(faces[dice:])
            if lead >= 3 or (lead >= 1 and damaged):
                yield "destroyed"
            else:
                yield "damaged" if lead >= 1 or damaged else "ok"

    return {end: Fraction(count, total) for end, count in Counter(ends()).items()}


def shot(
    distance: int, firer: str, target: str, less: int, reading: dict[str, str]
) -> dict[tuple[bool, str], Fraction]:
    p = hit_chance(distance, less + (firer == "damaged"), reading)
    hurt = after_hit(1 if firer == "damaged" else 2, target == "damaged")
    return mixed([((False, target), 1 - p), *(((True, end), p * q) for end, q in hurt.items())])


@reading
def test_single_shots(reading: dict[str, str]) -> None:
    for distance in range(13):
        for damaged, back, torpedo, cloaked in itertools.product((False, True), repeat=4):
            p = hit_chance(distance, damaged + back + torpedo + cloaked, reading)
            found = odds(
                "to-hit",
                reading,
                distance=distance,
                damaged=damaged,
                fire_back=back,
                at_torpedo=torpedo,
                cloaked=cloaked,
            )
            assert found == mixed([("hit", p), ("miss", 1 - p)])
        for attacker, target, cloaked in itertools.product(
            ("ok", "damaged"), ("ok", "damaged"), (False, True)
        ):
            law = shot(distance, attacker, target, int(cloaked), reading)
            found = odds(
                "fire",
                reading,
                distance=distance,
                attacker_damaged=attacker == "damaged",
                target_damaged=target == "damaged",
                cloaked=cloaked,
            )
            assert found == mixed((end, p) for (_, end), p in law.items())
        for damaged, shooters in itertools.product((False, True), (1, 2, 6)):
            miss = 1 - hit_chance(distance, 1 + damaged, reading)
            found = odds("shoot-at-torpedo", reading, distance=distance, damaged=damaged, shooters=shooters)
            assert found == mixed([("exploded", 1 - miss**shooters), ("still running", miss**shooters)])
    for dice, damaged in itertools.product((1, 2), (False, True)):
        assert odds("damage", reading, attacker_damaged=dice == 1, target_damaged=damaged) == after_hit(
            dice, damaged
        )
        assert odds("torpedo-hit", reading, cloaked=dice == 1, target_damaged=damaged) == after_hit(
            dice, damaged
        )


def fire_backs(distance: int, reading: dict[str, str]) -> dict[Any, Law]:
    """The ends of fire backs that go on, by state (attacker, target, does the target fire now?)."""
    ships = ("ok", "damaged")
    states = [(a, t, back) for a in ships for t in ships for back in (True, False)]
    solved: dict[Any, Law] = {}
    ends = {(a, t) for a in (*ships, "destroyed") for t in (*ships, "destroyed")}
    # worst first: damage is never undone
    for a, t in (("damaged", "damaged"), ("ok", "damaged"), ("damaged", "ok"), ("ok", "ok")):
        group = [(a, t, True), (a, t, False)]
        rows = []
        for state in group:
            firer, target = (t, a) if state[2] else (a, t)
            stay, known = Fraction(0), Counter[Any]()
            for (hit, end), p in shot(distance, firer, target, 1, reading).items():
                both = (end, t) if state[2] else (a, end)
                if "destroyed" in both or (reading.get("R1") == "b" and not hit):
                    known[both] += p
                elif both == (a, t):
                    stay += p
                else:
                    for outcome, q in solved[(*both, not state[2])].items():
                        known[outcome] += p * q
            rows.append((stay, known))
        (s1, k1), (s2, k2) = rows
        if s1 * s2 == 1:
            for state in group:
                solved[state] = {(a, t): Fraction(1)}
            continue
        for place, state in enumerate(group):
            own, other, stay = (k1, k2, s1) if place == 0 else (k2, k1, s2)
            solved[state] = {
                end: (own[end] + stay * other[end]) / (1 - s1 * s2)
                for end in ends
                if own[end] + stay * other[end]
            }
    assert set(solved) == set(states)
    return solved


def exchanged(distance: int, a: str, t: str, faces: bool, cloaked: bool, reading: dict[str, str]) -> Law:
    parts: list[tuple[Any, Fraction]] = []
    forever = fire_backs(distance, reading) if reading.get("R6") == "b" else {}
    for (hit, end), p in shot(distance, a, t, int(cloaked), reading).items():
        may = (hit or reading.get("R1") != "b") and (faces or reading.get("R2") == "b")
        if end == "destroyed" or not may or cloaked:
            parts.append(((a, end), p))
        elif forever:
            parts += [(both, p * q) for both, q in forever[a, end, True].items()]
        else:
            parts += [((back, end), p * q) for (_, back), q in shot(distance, end, a, 1, reading).items()]
    return mixed(parts)


@pytest.mark.whole_domain(3)
@reading
def test_exchanges_of_fire(reading: dict[str, str]) -> None:
    for distance in (0, 1, 3, 4, 6, 7, 9, 10):
        for a, t, faces, cloaked in itertools.product(
            ("ok", "damaged"), ("ok", "damaged"), (True, False), (False, True)
        ):
            found = odds(
                "exchange-of-fire",
                reading,
                distance=distance,
                attacker_damaged=a == "damaged",
                target_damaged=t == "damaged",
                target_faces=faces,
                target_cloaked=cloaked,
            )
            wanted = exchanged(distance, a, t, faces, cloaked, reading)
            assert found == {f"{x}/{y}": p for (x, y), p in wanted.items()}


@pytest.mark.whole_domain(3)
@reading
def test_stand_offs_as_a_system_of_equations(reading: dict[str, str]) -> None:
    ships = [("ok", "ok"), ("ok", "damaged"), ("damaged", "ok"), ("damaged", "damaged")]
    for distance, faces in itertools.product((2, 5, 8), (True, False)):

        def turn(x: str, y: str, x_first: bool) -> Law:
            a, t = (x, y) if x_first else (y, x)
            parts: list[tuple[Any, Fraction]] = []
            for (a2, t2), p in exchanged(distance, a, t, faces, False, reading).items():  # noqa: B023
                if "destroyed" in (a2, t2):
                    parts.append(((a2, t2), p))
                else:
                    again = exchanged(distance, t2, a2, faces, False, reading)  # noqa: B023
                    parts += [((a3, t3), p * q) for (t3, a3), q in again.items()]
            return mixed(((one, other) if x_first else (other, one), p) for (one, other), p in parts)

        moves = {
            state: mixed((end, p / 2) for first in (True, False) for end, p in turn(*state, first).items())
            for state in ships
        }
        matrix = sympy.Matrix(
            [
                [
                    sympy.Integer(i == j) - sympy.Rational(moves[one].get(two, 0))
                    for j, two in enumerate(ships)
                ]
                for i, one in enumerate(ships)
            ]
        )
        if matrix.det() == 0:
            continue
        turns = matrix.LUsolve(sympy.ones(4, 1))
        wins = matrix.LUsolve(
            sympy.Matrix(
                [
                    sympy.Rational(
                        sum((p for (_, y), p in moves[one].items() if y == "destroyed"), Fraction(0))
                    )
                    for one in ships
                ]
            )
        )
        results = asked("stand-off", reading, "chain", distance=distance, face_each_other=faces)
        assert results["expected turns"] == turns[0]
        assert results["x wins"] == wins[0]
        first = sum(
            sympy.Rational(p)
            * (1 if y == "destroyed" else 0 if x == "destroyed" else wins[ships.index((x, y))])
            for (x, y), p in turn("ok", "ok", True).items()
        )
        found = asked(
            "stand-off", reading, "chain", distance=distance, face_each_other=faces, initiative_turn_1="x"
        )
        assert found == {"x wins": first, "y wins": 1 - first}
        states: Law = {("ok", "ok"): Fraction(1)}
        for turns_played in range(1, 4):
            states = mixed(
                (end, p * q)
                for state, p in states.items()
                for end, q in (moves[state] if state in moves else {state: Fraction(1)}).items()
            )
            found = asked(
                "stand-off", reading, "chain", distance=distance, face_each_other=faces, turns=turns_played
            )
            x_wins = sum((p for (_, y), p in states.items() if y == "destroyed"), Fraction(0))
            assert found["x wins"] == x_wins
            assert found["both alive"] == sum(p for state, p in states.items() if state in moves)


def words(longest: int) -> Iterator[str]:
    for length in range(1, longest + 1):
        for rest in itertools.product("FLR", repeat=length - 1):
            yield "F" + "".join(rest)


def walk(word: str, start: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    q, r, f = start
    way = []
    for letter in word:
        if letter == "F":
            q, r = q + STEPS[f][0], r + STEPS[f][1]
        else:
            f = (f + (1 if letter == "L" else -1)) % 6
        way.append((q, r, f))
    return way


def test_moves_word_by_word() -> None:
    rng = random.Random(1)
    for mp in (2, 3, 5, 6):
        for _ in range(3):
            start = (rng.randint(-3, 3), rng.randint(-3, 3), rng.randint(0, 5))
            exactly = {walk(word, start)[-1] for word in words(mp) if len(word) == mp}
            legal = {walk(word, start)[-1] for word in words(mp) if len(word) >= 2}
            modes = {"exactly n, first forward": exactly, "legal move: 2..n MPs": legal}
            for mode, ends in modes.items():
                found = asked("reachability-states", {}, "board", start=start, mp=mp, mode=mode)
                assert found == [list(end) for end in sorted(ends)]
            goal = (start[0] + rng.randint(-3, 3), start[1] + rng.randint(-3, 3), rng.randint(0, 5))
            assert asked("reachable", {}, "board", start=start, goal=goal, mp=mp) is (goal in legal)
        rocks = [[rng.randint(-2, 4), rng.randint(-3, 3)] for _ in range(4)]
        free = {
            way[-1]
            for way in (walk(word, (0, 0, 0)) for word in words(mp) if len(word) >= 2)
            if not any([q, r] in rocks for q, r, _ in way)
        }
        assert asked("reachability-blocked", {}, "board", mp=mp, asteroids=rocks) == {"states": len(free)}
        legal = {walk(word, (0, 0, 0))[-1] for word in words(mp) if len(word) >= 2}
        left = [end for end in legal if [end[0], end[1]] not in rocks]
        assert asked("reachability-occupied", {}, "board", mp=mp, ships=rocks) == {"states": len(left)}


@pytest.mark.whole_domain(3)
@reading
def test_jumps(reading: dict[str, str]) -> None:
    rng = random.Random(2)
    for _ in range(20):
        aim = (rng.randint(-3, 3), rng.randint(-3, 3))
        taken = [(aim[0] + rng.randint(-4, 4), aim[1] + rng.randint(-4, 4)) for _ in range(rng.randint(0, 4))]
        target = (aim[0] + rng.randint(-5, 5), aim[1] + rng.randint(-5, 5))
        plain: list[tuple[Any, Fraction]] = []
        sights: list[tuple[Any, Fraction]] = []
        for side, deviation, direction, far in itertools.product(DIE, repeat=4):
            facing = (1 - side) % 6
            along = (1 - direction) % 6 if reading.get("R4") == "b" else facing
            off = far if deviation <= 2 else 0
            at = (aim[0] + off * STEPS[along][0], aim[1] + off * STEPS[along][1])
            p = Fraction(1, 6**4)
            plain.append(
                (
                    "collision, both destroyed"
                    if at in taken
                    else "deviated"
                    if off
                    else "on the chosen hex",
                    p,
                )
            )
            ahead = {(at[0] + k * STEPS[facing][0], at[1] + k * STEPS[facing][1]) for k in range(1, 10)}
            alive = at not in taken and at != target
            sights.append(("in sights" if alive and target in ahead else "not", p))
        assert odds("jump", reading, aim=aim, occupied=taken) == mixed(plain)
        assert odds("jump-in-sights", reading, aim=aim, target=target, occupied=taken) == mixed(sights)


@pytest.mark.parametrize(
    ("question", "inputs", "words"),
    [
        ("stand-off", {"distance": 2, "turns": 3, "initiative_turn_1": "x"}, "cannot be given together"),
        ("to-hit", {"distance": 13}, "distance"),
        ("reachable", {"start": [0, 0, 6], "goal": [0, 0, 0], "mp": 3}, "start"),
        ("torpedo-ahead", {"distance": 3, "mp": 5}, "mp"),
    ],
)
def test_a_bad_input_gets_one_sentence(question: str, inputs: dict[str, Any], words: str) -> None:
    with pytest.raises(pz8edu.BadInput, match=words):
        pz8edu.ask(SYSTEM, question, inputs)
