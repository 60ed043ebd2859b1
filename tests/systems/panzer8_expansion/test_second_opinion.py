"""The Panzer8 Expansion Rules a second time: twenty faces counted in plain loops, waiting times as powers."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import pz8edu

SYSTEM = "panzer8-expansion"
FACES = range(1, 21)
MISSIONS = {"battalion": (5, 1), "brigade": (4, 2), "division": (3, 3), "corps": (3, 4)}
READINGS = [{}, {"R1": "b"}, {"R5": "b", "R8": "b", "R10": "b", "R11": "b"}, {"R1": "b", "R10": "b"}]
reading = pytest.mark.parametrize("reading", READINGS, ids=str)


def asked(question: str, reading: dict[str, str], shelf: str = "calculator", /, **inputs: Any) -> Any:
    text = ",".join(f"{name}={answer}" for name, answer in reading.items())
    return pz8edu.ask(SYSTEM, question, reading=text or None, question_kind=shelf, **inputs)


def odds(question: str, reading: dict[str, str], /, **inputs: Any) -> dict[str, Fraction]:
    return asked(question, reading, **inputs).fractions()


def good(face: int, modifier: int, needed: int, reading: dict[str, str]) -> bool:
    if reading.get("R1") == "b" and face in (1, 20):
        return face == 20
    return face + modifier >= needed


def share(modifier: int, needed: int, reading: dict[str, str]) -> Fraction:
    return Fraction(sum(good(face, modifier, needed, reading) for face in FACES), 20)


def told(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    return {word: chance for word, chance in chances.items() if chance}


@reading
def test_every_test_at_every_quality(reading: dict[str, str]) -> None:
    for quality in range(-30, 31):
        for question, needed, modifier in (
            ("communication-test", 6, quality),
            ("mortar-smoke", 4, quality),
            ("speculative-fire", 12, quality),
            ("wire-clearing", 12, quality if reading.get("R5") == "b" else 0),
        ):
            p = share(modifier, needed, reading)
            assert odds(question, reading, quality=quality) == told({"success": p, "failure": 1 - p})
        p = share(quality - 3, 12, reading)
        found = odds("speculative-fire", reading, quality=quality, recce=False)
        assert found == told({"success": p, "failure": 1 - p})


@reading
def test_many_searchers(reading: dict[str, str]) -> None:
    rng = random.Random(11)
    for _ in range(40):
        recce, others, quality = rng.randint(0, 40), rng.randint(0, 40), rng.randint(-15, 15)
        hidden = (1 - share(quality, 12, reading)) ** recce * (1 - share(quality - 3, 12, reading)) ** others
        found = odds("reveal-by-several", reading, recce=recce, others=others, quality=quality)
        assert found == told({"still hidden": hidden, "revealed": 1 - hidden})


@reading
def test_one_die_for_the_hit_and_the_supply(reading: dict[str, str]) -> None:
    empties = {"normal": (1,), "scarce": (1, 20), "at-gun-ap": ()}
    for need in range(-3, 27):
        for modifier in (-6, -4, 0, 2):
            hits = odds("fire-modified", reading, need=need, modifiers=[modifier, 1, -1])
            p = share(modifier, need, reading)
            assert hits == told({"success": p, "failure": 1 - p})
            for kind, faces in empties.items():
                expected: dict[str, Fraction] = {}
                for face in FACES:
                    hit = "hit" if good(face, modifier, need, reading) else "miss"
                    word = f"{hit}, {'out' if face in faces else 'ammunition left'}"
                    expected[word] = expected.get(word, Fraction(0)) + Fraction(1, 20)
                found = odds("fire-with-ammunition", reading, need=need, modifier=modifier, kind=kind)
                assert found == expected


@reading
def test_called_fire(reading: dict[str, str]) -> None:
    for level, (missions, printed) in MISSIONS.items():
        for quality in (-20, -8, -2, 0, 3, 9):
            p = share(quality, 6, reading)
            for final, observer in ((False, True), (False, False), (True, True), (True, False)):
                delay = printed
                if final and observer and level != "battalion":
                    delay -= 1
                if final and not observer and reading.get("R11") == "b":
                    delay += 1
                tries = 1 if reading.get("R10") == "b" else 5
                expected = {f"turn {k + delay}": (1 - p) ** (k - 1) * p for k in range(1, tries + 1)}
                expected["not called"] = (1 - p) ** tries
                found = odds(
                    "support-arrival", reading, level=level, quality=quality, tries=5, fdf=final, foo=observer
                )
                assert found == told(expected)
            for turns, duration in ((1, 1), (4, 3), (12, 60)):
                last = 1 if reading.get("R10") == "b" else turns
                mean = sum(
                    (1 - p) ** (k - 1) * p * max(0, min(duration, missions, turns - k - printed + 1))
                    for k in range(1, last + 1)
                )
                results = asked(
                    "missions-delivered",
                    reading,
                    "chain",
                    level=level,
                    quality=quality,
                    turns=turns,
                    duration=duration,
                )
                assert results["expected missions"] == mean


@reading
def test_waiting_times_are_geometric(reading: dict[str, str]) -> None:
    for quality in (-30, -11, 0, 4, 30):
        for question, needed, modifier, more in (
            ("call-until-through", 6, quality, {}),
            ("mortar-smoke-until-down", 4, quality, {}),
            ("search-until-found", 12, quality, {"recce": True}),
            ("search-until-found", 12, quality - 3, {"recce": False}),
        ):
            p = share(modifier, needed, reading)
            results = dict(asked(question, reading, "chain", quality=quality, up_to=9, **more))
            assert results.pop("later") == (1 - p) ** 9
            assert results.pop("expected") == (1 / p if p else "inf")
            assert results == {str(k): (1 - p) ** (k - 1) * p for k in range(1, 10)}


@reading
def test_a_gap_in_the_wire(reading: dict[str, str]) -> None:
    p, turns = Fraction(9, 20), 2 if reading.get("R8") == "b" else 1
    results = dict(asked("wire-clearing", reading, "chain", rolls=7))
    assert results.pop("expected") == (1 / p - 1) * turns + 1
    by_turn = dict(asked("wire-turn", reading, "chain", rolls=7))
    assert results.pop("later") == by_turn.pop("later") == (1 - p) ** 7
    firsts = [(1 - p) ** k * p for k in range(7)]
    assert results == {f"in roll {k}": chance for k, chance in enumerate(firsts, 1)}
    assert by_turn == {f"turn {2 + k * turns}": chance for k, chance in enumerate(firsts)}


@pytest.mark.parametrize(
    ("question", "inputs", "words"),
    [
        ("communication-test", {"quality": 31}, "quality must be a whole number from -30 to 30; got 31"),
        ("fire-modified", {}, "need is required"),
        ("support-arrival", {"level": "naval", "tries": 1}, "level"),
        ("fire-modified", {"need": 4, "modifiers": [0] * 21}, "modifiers"),
    ],
)
def test_a_bad_input_gets_one_sentence(question: str, inputs: dict[str, Any], words: str) -> None:
    with pytest.raises(pz8edu.BadInput, match=words):
        pz8edu.ask(SYSTEM, question, inputs)


def test_a_designers_die_of_ten_faces() -> None:
    rules = pz8edu.system(SYSTEM).rules.variant(sides=10)
    assert pz8edu.ask(SYSTEM, "communication-test", rules=rules).fractions() == {
        "success": Fraction(1, 2),
        "failure": Fraction(1, 2),
    }
