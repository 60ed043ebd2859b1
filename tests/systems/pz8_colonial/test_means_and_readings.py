"""What the specification of pz8-colonial says of its rules in words: means, halves, what readings weigh."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer


def odds(question: str, reading: str = "default", **inputs: Any) -> dict[str, Fraction]:
    line = {"system": "pz8-colonial", "calculator": question, "inputs": inputs, "reading": reading}
    return {word: Fraction(chance) for word, chance in line_answer(line)["outcomes"].items()}


def mean(law: dict[str, Fraction]) -> Fraction:
    return sum((int(word) * chance for word, chance in law.items()), Fraction(0))


@pytest.mark.parametrize(("reading", "hits"), [("R9=a", (8, 3)), ("R9=b", (8, 3)), ("R9=c", (4, 3))])
def test_what_the_readings_of_canister_weigh(reading: str, hits: tuple[int, int]) -> None:
    law = odds("canister", reading, gun="light", quality="veteran", target_cover=True, distance=8)
    assert mean(law) == Fraction(*hits)


def test_a_leader_who_saves_in_melee_falls_half_as_often() -> None:
    officer, man = {"leader": "officer"}, {"quality": "fanatic", "shield_revolver_lance": True}
    without, saving = (odds("melee-pair", reading, a=officer, b=man) for reading in ("R11=a", "R11=b"))
    assert saving["a eliminated"] * 2 == without["a eliminated"]


def test_needing_seven_halves_the_mean_but_an_odd_man_is_rounded_up() -> None:
    def musketeers(figures: int, distance: int) -> Fraction:
        return mean(odds("volley", figures=figures, weapon="musket", distance=distance))

    assert musketeers(7, 6) == Fraction(7, 6)
    assert musketeers(7, 7) == Fraction(4, 6)
    assert musketeers(1, 6) == musketeers(1, 7) == Fraction(1, 6)


def test_one_aimed_volley_at_charging_fanatics() -> None:
    law = odds("volley", figures=8, weapon="european rifle", distance=9, aimed=True)
    assert mean(law) == 4
    assert sum(law[word] for word in ("6", "7", "8")) == Fraction(37, 256)


def test_the_hits_and_the_unknown_snipers() -> None:
    assert mean(odds("sniper-force")) == Fraction(7, 6)
    assert mean(odds("sniper-force", target_cover=True)) == Fraction(7, 12)
    assert mean(odds("sniper-count")) == Fraction(7, 2)


def test_the_first_joker_comes_at_the_18th_card_on_average() -> None:
    waits = [odds("joker-wait", draws=draws).get("no joker yet", Fraction(0)) for draws in range(54)]
    assert sum(waits) == Fraction(55, 3)
