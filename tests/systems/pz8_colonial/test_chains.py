"""Every chain of pz8-colonial against a calculation by hand that shares no code with it."""

import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pz8edu.asking.ask import rules_for
from pz8edu.asking.json_lines import line_answer
from pz8edu.core import Umpire
from pz8edu.core.chains.chain import Chain
from pz8edu.systems import system
from pz8edu.systems.pz8_colonial.firefight import (
    Fighters,
    Firefight,
    Strengths,
    fighters,
    fire_by_card,
    firefight,
)
from pz8edu.systems.pz8_colonial.ruleset import Colonial

HOLDS = {
    ("green", False): Fraction(1, 3),
    ("average", False): Fraction(1, 2),
    ("veteran", False): Fraction(2, 3),
    ("fanatic", False): Fraction(2, 3),
    ("green", True): Fraction(1, 2),
    ("average", True): Fraction(2, 3),
    ("veteran", True): Fraction(5, 6),
    ("fanatic", True): Fraction(5, 6),
}


def ask(kind: str, question: str, reading: str = "default", **inputs: Any) -> Any:
    answer = line_answer({"system": "pz8-colonial", kind: question, "inputs": inputs, "reading": reading})
    assert "error" not in answer, answer
    return answer.get("results", answer.get("outcomes"))


def chances(found: dict[str, Any]) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in found.items()}


@pytest.mark.parametrize("quality", ["green", "average", "veteran", "fanatic"])
@pytest.mark.parametrize("leader", [False, True])
@pytest.mark.parametrize(
    ("distance", "charge", "moves"), [(20, 9, 3), (18, 9, 2), (0.5, 18, 1), (18.1, 9, 3)]
)
def test_a_rout_is_a_row_of_failures(
    quality: str, leader: bool, distance: float, charge: float, moves: int
) -> None:
    fails = 1 - HOLDS[quality, leader]
    found = ask(
        "chain", "rout-or-rally", quality=quality, leader=leader, distance=distance, charge_move=charge
    )
    assert found.pop("moves to edge") == moves
    assert chances(found) == {
        "leaves the table": fails**moves,
        "rallies": 1 - fails**moves,
        "expected activations": sum(fails**test for test in range(moves)),
    }


@pytest.mark.parametrize("activations", [0, 1, 7, 60])
def test_holding_on_is_a_power(activations: int) -> None:
    for (quality, leader), holds in HOLDS.items():
        found = ask("chain", "hold-on", quality=quality, leader=leader, activations=activations)
        assert chances(found) == {"passes all": holds**activations}


@pytest.mark.parametrize("reading", ["R12=a", "R12=b", "R8=b", "R12=b,R8=b,R5=b,R25=b"])
@pytest.mark.parametrize(
    "gun",
    [{"distance": 6}, {"distance": 20, "quality": "green", "target_cover": True, "short_munitions": True}],
)
@pytest.mark.parametrize("activations", [1, 2, 9, 60])
def test_a_machine_gun_on_duty(reading: str, gun: dict[str, Any], activations: int) -> None:
    burst = chances(ask("calculator", "machine-gun", reading, **gun))
    jam = sum((p for word, p in burst.items() if word.endswith("jam")), Fraction(0))
    mean = sum((int(word.split()[0]) * p for word, p in burst.items()), Fraction(0))
    clears = Fraction(1, 3)
    jammed, bursts = Fraction(0), Fraction(0)
    for _ in range(activations):
        cleared = jammed * clears
        fired = 1 - jammed + (cleared if "R12=b" in reading else 0)
        jammed = jammed - cleared + fired * jam
        bursts += fired
    share = clears / (jam + clears - (jam * clears if "R12=b" in reading else 0))
    assert chances(ask("chain", "machine-gun-duty", reading, **gun, activations=activations)) == {
        "jam per burst": jam,
        "expected bursts": bursts,
        "expected hits": bursts * mean,
        "jammed at the end": jammed,
        "long-run share of activations with a burst": share,
    }


@pytest.mark.parametrize("reading", ["R11=a", "R11=b"])
def test_melee_to_the_end_repeats_what_recoils(reading: str) -> None:
    luck = random.Random(7)
    for _ in range(30):
        a, b = (
            {
                "quality": luck.choice(["green", "average", "fanatic"]),
                "cavalry": luck.random() < 0.3,
                "defending": luck.random() < 0.3,
                "crew_or_native_firearm": luck.random() < 0.3,
                "leader": luck.choice([None, "officer", "nco"]),
            }
            for _ in "ab"
        )
        once = chances(ask("calculator", "melee-pair", reading, a=a, b=b))
        decided = 1 - once.get("both recoil 2 inches", Fraction(0))
        assert chances(ask("chain", "melee-to-the-end", reading, a=a, b=b)) == {
            "a eliminated": once.get("a eliminated", Fraction(0)) / decided,
            "b eliminated": once.get("b eliminated", Fraction(0)) / decided,
            "expected rounds": 1 / decided,
        }


# --- firefight
def unit(luck: random.Random, figures: int, weapon: str) -> dict[str, Any]:
    return {
        "figures": luck.randint(1, figures),
        "weapon": weapon,
        "distance": luck.choice([3, 8, 9, 12]),
        "quality": luck.choice(["green", "average", "veteran"]),
        "aimed": luck.random() < 0.5,
        "target_cover": luck.random() < 0.5,
    }


def by_hand(e: dict[str, Any], n: dict[str, Any], red: int, black: int, reading: dict[str, str]) -> Any:
    """Card by card, volley by volley: (natives first, europeans first, exhausted, cards)."""
    text = ",".join(f"{name}={letter}" for name, letter in reading.items())

    @cache
    def hits(side: str, figures: int) -> tuple[tuple[int, Fraction], ...]:
        firing = {**(e if side == "e" else n), "figures": figures}
        found = chances(ask("calculator", "volley", text, **firing))
        return tuple((int(word), p) for word, p in found.items())

    def half(figures: int) -> int:
        return figures // 2 if reading.get("R14") == "b" else (figures + 1) // 2

    e_half, n_half = half(e["figures"]), half(n["figures"])
    whole_pack = reading.get("R3") == "b"

    @cache
    def ends(e_left: int, n_left: int, reds: int, blacks: int) -> tuple[Fraction, ...]:
        if n_left <= n_half:
            return Fraction(1), Fraction(0), Fraction(0), Fraction(0)
        if e_left <= e_half:
            return Fraction(0), Fraction(1), Fraction(0), Fraction(0)
        if not reds + blacks:
            return Fraction(0), Fraction(0), Fraction(1), Fraction(0)
        total = [Fraction(0), Fraction(0), Fraction(0), Fraction(1)]
        misses = Fraction(0)
        for colour, copies in (("e", reds), ("n", blacks)):
            for lost, chance in hits(colour, e_left if colour == "e" else n_left) if copies else ():
                p = chance * Fraction(copies, reds + blacks)
                if whole_pack and not lost:
                    misses += p
                    continue
                gone = 0 if whole_pack else 1
                now = (
                    ends(e_left, n_left - lost, reds - gone, blacks)
                    if colour == "e"
                    else ends(e_left - lost, n_left, reds, blacks - gone)
                )
                total = [one + p * more for one, more in zip(total, now, strict=True)]
        return tuple(one / (1 - misses) for one in total)

    return ends(e["figures"], n["figures"], 1 if whole_pack else red, 1 if whole_pack else black)


@pytest.mark.parametrize("reading", [{}, {"R14": "b"}, {"R5": "b"}, {"R3": "b"}, {"R3": "b", "R14": "b"}])
def test_a_firefight_card_by_card(reading: dict[str, str]) -> None:
    luck = random.Random(str(reading))
    names = ("natives reach half first", "europeans reach half first", "deck exhausted", "expected cards")
    for _ in range(8):
        e, n = unit(luck, 7, "european rifle"), unit(luck, 9, "musket")
        red, black = luck.randint(0, 5), luck.randint(0, 5)
        text = ",".join(f"{name}={letter}" for name, letter in reading.items()) or "default"
        found = chances(ask("chain", "firefight", text, e=e, n=n, red=red, black=black))
        wanted = dict(zip(names, by_hand(e, n, red, black, reading), strict=True))
        if reading.get("R3") == "b":
            wanted.pop("deck exhausted")
        assert found == wanted


def test_counting_orders_is_drawing_cards() -> None:
    """The quick way of a firefight with one pack, against the chain that draws card after card."""
    rules = rules_for(system("pz8-colonial"))
    assert isinstance(rules, Colonial)
    situation = Firefight.read(
        {
            "e": {"figures": 6, "weapon": "european rifle", "distance": 14},
            "n": {"figures": 9, "weapon": "native rifle", "distance": 14, "target_cover": True},
            "red": 4,
            "black": 5,
        }
    )
    both = fighters(situation, rules)
    ends = played(both, Strengths(6, 9, 4, 5), rules).ends().fractions()
    found = firefight(situation, rules)
    assert found["natives reach half first"] == sum(p for s, p in ends.items() if s.n <= both.n_half)
    assert found["europeans reach half first"] == sum(p for s, p in ends.items() if s.e <= both.e_half)
    assert found["deck exhausted"] == sum(p for s, p in ends.items() if not both.over(s))
    assert found["expected cards"] == played(both, Strengths(6, 9, 4, 5), rules).solver.expected_turns()


def played(both: Fighters, start: Strengths, rules: Colonial) -> Chain[Strengths]:
    def draw(umpire: Umpire, left: Strengths) -> Strengths:
        red = umpire.chance("a red card?", Fraction(left.red, left.red + left.black))
        rest = Strengths(left.e, left.n, left.red - red, left.black - (not red))
        return umpire.settle("fire", fire_by_card(umpire, rest, Fraction(int(red)), both, rules))

    return Chain(draw, start=start, over=lambda s: both.over(s) or not s.red + s.black)


def test_a_unit_of_one_man_is_at_half_strength_from_the_start() -> None:
    one = {"figures": 1, "weapon": "european rifle", "distance": 6}
    many = {"figures": 9, "weapon": "native rifle", "distance": 6}
    assert ask("chain", "firefight", e=one, n=many) == {
        "natives reach half first": "0/1",
        "europeans reach half first": "1/1",
        "deck exhausted": "0/1",
        "expected cards": "0/1",
    }
