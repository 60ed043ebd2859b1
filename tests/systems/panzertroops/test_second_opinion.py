"""Panzertroops a second time: all faces in plain loops, chains step by step."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

import pz8edu

SYSTEM = "panzertroops"
DICE = list(itertools.product(range(1, 7), repeat=2))
SIXTH, PAIR = Fraction(1, 6), Fraction(1, 36)
READINGS = [
    {},
    {"R3": "b", "R4": "b", "R5": "b", "R7": "b", "R13": "b", "R14": "b"},
    {"R1": "b", "R2": "b", "R4": "c", "R9": "b", "R11": "b", "R12": "b"},
]
reading = pytest.mark.parametrize("reading", READINGS, ids=str)
Law = dict[Any, Fraction]


def asked(question: str, reading: dict[str, str], shelf: str = "calculator", /, **inputs: Any) -> Any:
    text = ",".join(f"{name}={answer}" for name, answer in reading.items())
    return pz8edu.ask(SYSTEM, question, reading=text or None, question_kind=shelf, **inputs)


def odds(question: str, reading: dict[str, str], /, **inputs: Any) -> Law:
    return dict(asked(question, reading, **inputs).fractions())


def gathered(pairs: Iterator[tuple[Any, Fraction]]) -> Law:
    law: Counter[Any] = Counter()
    for outcome, chance in pairs:
        law[outcome] += chance
    return {outcome: chance for outcome, chance in law.items() if chance}


def save(cover: str, man: bool) -> Fraction:
    if cover == "hard":
        return Fraction(15, 36)
    return Fraction(8, 36) if cover == "soft" and man else Fraction(0)


def shot(net: int, defence: int, target: str, cover: str, game: str, pin_saved: bool) -> Law:
    def ways() -> Iterator[tuple[str, Fraction]]:
        for one, other in DICE:
            total = one + other + net
            man, advanced = target == "man", game == "advanced"
            if total > defence:
                saved = save(cover, man)
                yield ("pinned" if pin_saved and man and advanced else "saved"), PAIR * saved
                dead = "destroyed with weapons" if man and total >= defence + 3 else "destroyed"
                yield dead, PAIR * (1 - saved)
            elif advanced and man and total in (defence, defence - 1):
                yield "pinned", PAIR
            elif advanced and target == "afv" and cover != "hard" and total == defence:
                yield "immobilised", PAIR
            else:
                yield "miss", PAIR

    return gathered(ways())


def dead(law: Law) -> Fraction:
    return law.get("destroyed", Fraction(0)) + law.get("destroyed with weapons", Fraction(0))


def morale(modifier: int) -> Law:
    words = lambda score: "good" if score >= 6 else "shaken" if score >= 4 else "broken"  # noqa: E731
    return gathered((words(one + other + modifier), PAIR) for one, other in DICE)


@reading
def test_shots(reading: dict[str, str]) -> None:
    rng = random.Random(1)
    for _ in range(150):
        firepower, defence = rng.randint(0, 10), rng.randint(1, 30)
        if rng.random() < 0.7:
            defence = rng.randint(firepower + 1, firepower + 13)
        target, cover = rng.choice(["man", "soft-vehicle", "afv"]), rng.choice(["none", "soft", "hard"])
        game, penalty, broken = rng.choice(["basic", "advanced"]), rng.randint(-2, 0), rng.random() < 0.5
        lowered = firepower - 1 if broken else firepower
        net = (max(lowered, 0) if reading.get("R7") == "b" else lowered) + penalty
        inputs = {"defense": defence, "target": target, "cover": cover, "rules": game}
        found = odds("fire", reading, firepower=firepower, penalty=penalty, broken=broken, **inputs)
        pins = reading.get("R3") == "b"
        assert found == shot(net, defence, target, cover, game, pins)
        flame = shot(3 + penalty, defence, target, cover, game, pins)
        fuel = {"out of fuel": SIXTH, "fuel left": 1 - SIXTH}
        assert odds("flamethrower-shot", reading, penalty=penalty, **inputs) == {
            f"{effect}, {left}": chance * share
            for effect, chance in flame.items()
            for left, share in fuel.items()
        }


@reading
def test_volleys(reading: dict[str, str]) -> None:
    rng = random.Random(2)
    for _ in range(60):
        shots = [rng.randint(-3, 10) for _ in range(rng.randint(0, 6))]
        defence, target = rng.randint(4, 16), rng.choice(["man", "soft-vehicle", "afv"])
        cover, game = rng.choice(["none", "soft", "hard"]), rng.choice(["basic", "advanced"])
        states: Law = {"unharmed": Fraction(1)}
        for net in shots:
            law = shot(net, defence, target, cover, game, reading.get("R3") == "b")
            after: Counter[str] = Counter()
            for state, chance in states.items():
                for effect, share in law.items():
                    if state == "destroyed" or effect.startswith("destroyed"):
                        after["destroyed"] += chance * share
                    else:
                        after[effect if effect in ("pinned", "immobilised") else state] += chance * share
            states = {state: chance for state, chance in after.items() if chance}
        found = odds("volley", reading, shots=shots, defense=defence, target=target, cover=cover, rules=game)
        assert found == states


@reading
def test_split_fire(reading: dict[str, str]) -> None:
    rng = random.Random(3)
    for _ in range(40):
        count = rng.randint(1, 4)
        points = [rng.randint(1, 5) for _ in range(count)]
        defences = [rng.randint(5, 12) for _ in range(count)]
        covers = [rng.choice(["none", "soft", "hard"]) for _ in range(count)]
        penalty = rng.randint(-2, 0)
        nets = [each + (0 if reading.get("R2") == "b" else penalty) for each in points]

        def number(deadly: list[Fraction]) -> Law:
            law: Law = {0: Fraction(1)}
            for p in deadly:
                law = gathered(
                    (killed + more, chance * share)
                    for killed, chance in law.items()
                    for more, share in ((0, 1 - p), (1, p))
                )
            return law

        if reading.get("R1") == "b":
            wanted = gathered(
                (killed, PAIR * share)
                for one, other in DICE
                for killed, share in number(
                    [
                        (1 - save(cover, True)) if one + other + net > defence else Fraction(0)
                        for net, defence, cover in zip(nets, defences, covers, strict=True)
                    ]
                ).items()
            )
        else:
            wanted = number(
                [
                    dead(shot(net, defence, "man", cover, "basic", False))
                    for net, defence, cover in zip(nets, defences, covers, strict=True)
                ]
            )
        found = odds("split-fire", reading, points=points, defenses=defences, covers=covers, penalty=penalty)
        assert found == {str(killed): chance for killed, chance in wanted.items()}


@reading
def test_frightened_tanks(reading: dict[str, str]) -> None:
    rng = random.Random(4)
    for _ in range(80):
        firepower, penalty, defence = rng.randint(0, 8), rng.randint(-2, 0), rng.randint(8, 18)
        cover, elite, green, stuck = (
            rng.choice(["none", "soft", "hard"]),
            rng.random() < 0.4,
            rng.random() < 0.4,
            rng.random() < 0.4,
        )
        net = firepower + penalty

        def ways() -> Iterator[tuple[str, Fraction]]:
            for one, other in DICE:
                total = one + other + net  # noqa: B023
                looked = {"a": [one + other], "b": [one, other], "c": [total]}[reading.get("R4", "a")]
                frightened = net + 12 > defence and any(each in (3, 4) for each in looked)  # noqa: B023
                if total > defence:  # noqa: B023
                    saved = save(cover, False)  # noqa: B023
                    yield "destroyed", PAIR * (1 - saved)
                    effects = [("saved", PAIR * saved, frightened)]
                elif total == defence and cover != "hard":  # noqa: B023
                    effects = [("immobilised", PAIR, True)]
                else:
                    effects = [("miss", PAIR, frightened)]
                for effect, chance, due in effects:
                    if not due:
                        yield f"{effect}, no check", chance
                        continue
                    modifier = elite - green - 3 * (stuck or effect == "immobilised")  # noqa: B023
                    for word, share in morale(modifier).items():
                        yield f"{effect}, {word}", chance * share

        found = odds(
            "tank-shot",
            reading,
            firepower=firepower,
            penalty=penalty,
            defense=defence,
            cover=cover,
            elite=elite,
            green=green,
            already_immobilised=stuck,
        )
        assert found == gathered(ways())


@reading
def test_morale_and_bailing_out(reading: dict[str, str]) -> None:
    for elite, green, leaderless, stuck in itertools.product((False, True), repeat=4):
        if elite and green:
            continue
        lost = 3 * (leaderless + stuck if reading.get("R5") == "b" else leaderless or stuck)
        found = odds(
            "morale-check", reading, elite=elite, green=green, leaderless=leaderless, immobilised=stuck
        )
        assert found == morale(elite - green - lost)
    losses = {"afv-crew": 3, "halftrack-crew": 5, "riders": 1}

    def out(who: str, aboard: int) -> Law:
        most = 6 if reading.get("R13") == "b" else aboard
        return gathered((min(max(face - losses[who], 0), most), SIXTH) for face in range(1, 7))

    for who, aboard in itertools.product(losses, (1, 2, 3, 5, 20)):
        wanted = {str(number): chance for number, chance in out(who, aboard).items()}
        assert odds("bailout", reading, who=who, aboard=aboard) == wanted
    for kind, crew, riders in itertools.product(("afv-crew", "halftrack-crew"), (0, 2, 5), (0, 1, 6)):
        as_crew = kind == "halftrack-crew" and reading.get("R14") == "b"
        wanted = gathered(
            (f"crew {a}, riders {b}", p * q)
            for a, p in out(kind, crew).items()
            for b, q in out(kind if as_crew else "riders", riders).items()
        )
        assert odds("wreck-survivors", reading, crew_kind=kind, crew=crew, riders=riders) == wanted


@reading
def test_charges_missions_and_smoke(reading: dict[str, str]) -> None:
    rng = random.Random(5)
    through = Fraction(26, 36)
    for _ in range(40):
        target, cover = rng.choice(["man", "soft-vehicle", "afv"]), rng.choice(["none", "soft", "hard"])
        defence, net = rng.randint(5, 15), rng.randint(0, 6)
        p = dead(shot(net, defence, target, cover, "basic", False))
        rounds, loss = rng.randint(0, 20), Fraction(rng.randint(0, 4), 4)
        alive = (1 - p) ** rounds
        wanted = {
            "no contact": 1 - through,
            "observer lost": through * loss,
            "target destroyed": through * (1 - loss) * (1 - alive),
            "target survives": through * (1 - loss) * alive,
        }
        found = odds(
            "indirect-mission",
            reading,
            rounds=rounds,
            firepower=net,
            defense=defence,
            target=target,
            cover=cover,
            observer_loss=str(loss),
        )
        assert found == {word: chance for word, chance in wanted.items() if chance}
        shots = [rng.randint(-3, 5) for _ in range(rng.randint(0, 4))]
        survives = Fraction(1)
        for each in shots:
            survives *= 1 - dead(shot(each, 6, "man", cover, "basic", False))
        charge = dead(shot(7, defence, target, cover, "basic", False))
        wanted = {
            "carrier killed": 1 - survives,
            "target destroyed": survives * charge,
            "target survives": survives * (1 - charge),
        }
        found = odds(
            "satchel-run",
            reading,
            defensive_shots=shots,
            man_cover=cover,
            target_defense=defence,
            target=target,
            cover=cover,
        )
        assert found == {word: chance for word, chance in wanted.items() if chance}
    bad, spent = Fraction(6, 36), Fraction(15, 36)
    again = reading.get("R9") == "b"
    wanted = {
        "smoke, last round": (1 - bad) * spent,
        "smoke, rounds left": (1 - bad) * (1 - spent),
        "fails, last round": Fraction(0) if again else bad * spent,
        "fails, rounds left": bad if again else bad * (1 - spent),
    }
    found = odds("smoke-round", reading, limited=True)
    assert found == {word: chance for word, chance in wanted.items() if chance}
    last = wanted["smoke, last round"] + wanted["fails, last round"]
    results = dict(asked("smoke-life", reading, "chain", up_to=6))
    assert results.pop("more") == (1 - last) ** 6
    assert results.pop("expected") == 1 / last
    assert results == {str(k): (1 - last) ** (k - 1) * last for k in range(1, 7)}


def test_duels_by_going_round_the_order_until_nothing_is_left() -> None:
    rng = random.Random(6)
    for _ in range(30):
        order = rng.choice(["BAAB", "AB", "BA", "A", "ABB"])
        sides = {
            side: {
                "firepower": rng.randint(0, 6),
                "defense": rng.randint(5, 14),
                "cover": rng.choice(["none", "soft", "hard"]),
                "target": rng.choice(["man", "soft-vehicle", "afv"]),
            }
            for side in "ab"
        }
        p = {}
        for side, other in (("a", "b"), ("b", "a")):
            at: dict[str, Any] = sides[other]
            p[side.upper()] = dead(
                shot(sides[side]["firepower"], at["defense"], at["target"], at["cover"], "basic", False)  # type: ignore[arg-type]
            )
        left, wins, shots = Fraction(1), {"A": Fraction(0), "B": Fraction(0)}, Fraction(0)
        for shooter in order:
            shots += left
            wins[shooter] += left * p[shooter]
            left *= 1 - p[shooter]
        results = asked("duel", {}, "chain", order=order, **sides)
        if left == 1:
            assert results == {"expected shots": "inf"}
        else:
            assert results == {
                "A wins": wins["A"] / (1 - left),
                "B wins": wins["B"] / (1 - left),
                "expected shots": shots / (1 - left),
            }


@reading
def test_squads_loss_by_loss(reading: dict[str, str]) -> None:
    rng = random.Random(7)
    rank = {"good": 0, "shaken": 1, "broken": 2}
    for _ in range(60):
        size = rng.randint(2, 20)
        losses, leader = rng.randint(0, size), rng.choice([None, rng.randint(1, size)])
        elite, green = rng.random() < 0.5, rng.random() < 0.5
        states: Law = {"good": Fraction(1)}
        for loss in range(1, losses + 1):
            left = size - loss
            half = (size + 1) // 2 if reading.get("R11") == "b" else Fraction(size, 2)
            due = 0 < left <= half
            checks = due + (loss == leader)
            if reading.get("R12") == "b":
                checks = min(checks, 1)
            law = morale(elite - green - 3 * (leader is not None and loss >= leader))
            for _check in range(checks):
                states = gathered(
                    (max(state, word, key=rank.__getitem__), chance * share)
                    for state, chance in states.items()
                    for word, share in law.items()
                )
        found = asked(
            "squad-morale",
            reading,
            "chain",
            size=size,
            losses=losses,
            leader_lost_at=leader,
            elite=elite,
            green=green,
        )
        assert found == states


def test_more_firepower_never_kills_less() -> None:
    kill: Callable[[int], Fraction] = lambda n: dead(odds("fire", {}, firepower=n, defense=9))  # noqa: E731
    chances = [kill(firepower) for firepower in range(11)]
    assert chances == sorted(chances)


@pytest.mark.parametrize(
    ("question", "inputs", "words"),
    [
        ("split-fire", {"points": [1, 2], "defenses": [6]}, "defenses must have as many entries as points"),
        ("morale-check", {"elite": True, "green": True}, "elite and green cannot both be true"),
        (
            "indirect-mission",
            {"rounds": 1, "firepower": 1, "defense": 9, "observer_loss": "3/2"},
            "from 0 to 1",
        ),
        ("max-move", {"kind": "vehicle"}, "base is required for kind vehicle"),
        ("max-move", {"kind": "truck", "base": 9}, "base is only for kind vehicle"),
    ],
)
def test_a_bad_input_gets_one_sentence(question: str, inputs: dict[str, Any], words: str) -> None:
    with pytest.raises(pz8edu.BadInput, match=words):
        pz8edu.ask(SYSTEM, question, inputs)
