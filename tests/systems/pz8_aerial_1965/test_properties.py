"""Pz8 Aerial 1965 over its whole domain: allowed input is answered, bad input in a sentence, odds behave."""

import json
import random
from fractions import Fraction
from typing import Any

import pytest

import pz8edu
from pz8edu.asking.json_lines import batch, line_answer
from pz8edu.core import Enumerating, Scripted
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_aerial_1965.situations import HsMissile
from tests.systems.whole_domain import ANSWERS, WholeDomain

NAME = "pz8-aerial-1965"
DOMAIN = WholeDomain(NAME)
AERIAL, INTERFACE = DOMAIN.system, DOMAIN.interface
lines, chance = DOMAIN.lines, DOMAIN.chance
RANGES = {"hs": (4, 12), "rh": (7, 24)}


def within_reach(line: dict[str, Any]) -> bool:
    """The missiles of a plan reach its target."""
    inputs = line["inputs"]
    least, most = RANGES.get(inputs.get("kind"), (-99, 99))
    return least <= inputs.get("distance", 0) <= most


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize(("kind", "name"), DOMAIN.questions)
def test_every_input_is_answered(kind: str, name: str) -> None:
    memo: dict[Any, Any] = {}
    for line in lines(kind, name, 60):
        answer = line_answer(line, memo)
        key = ANSWERS[kind]
        assert list(answer) == [key if within_reach(line) else "error"], line
        if kind == "calculators":
            DOMAIN.check_odds(name, answer["outcomes"])


def test_a_thousand_mixed_lines_as_one_batch() -> None:
    mixed = [line for kind, name in DOMAIN.questions for line in lines(kind, name, 60)]
    random.Random(1965).shuffle(mixed)
    answers = [json.loads(text) for text in batch(map(json.dumps, mixed[:1000]))]
    assert len(answers) == 1000
    assert {next(iter(answer)) for answer in answers} >= {"outcomes", "results", "result"}


# --- missiles: only the net advantage matters
BY_ADVANTAGE = ("0", "1/36", "1/12", "1/6", "5/18", "5/12", "7/12", "13/18", "5/6", "11/12", "35/36", "1")


def test_the_table_of_net_advantages() -> None:
    seen = set()
    for line in lines("calculators", "hs-missile", 200)[4:]:
        i = line["inputs"]
        fast = -(-i["target_mp"] // (2 if i["target_damaged"] else 1)) > 4
        k = i["missiles"] + {"nato": 1, "israel": 1, "third-world": -1, "other": 0}[i["bloc"]]
        k -= i["first_generation"] + (i["altitude"] == 1) + 2 * fast
        k -= {"green": -1, "average": 0, "veteran": 1}[i["target_skill"]]
        wanted = Fraction(BY_ADVANTAGE[min(max(k, -5), 6) + 5])
        assert chance("hs-missile", "destroyed", **i) == wanted
        seen.add(k)
    assert len(seen) >= 9


def test_all_at_once_or_one_by_one() -> None:
    """Lesson 1: two singles are better for a single missile's advantage from -2 to 4."""
    win = [Fraction(text) for text in BY_ADVANTAGE]
    better = {}
    for k in range(-6, 8):
        single, pair = (win[min(max(each, -5), 6) + 5] for each in (k, k + 1))
        better[k] = 1 - (1 - single) ** 2 - pair
    assert [k for k, gain in better.items() if gain > 0] == [*range(-2, 5)]
    assert [k for k, gain in better.items() if gain < 0] == [-5, -4, -3, 5]


def test_more_missiles_and_nearer_friends_hit_more() -> None:
    for kind, (least, most) in RANGES.items():
        for bloc in ("nato", "israel", "third-world", "other"):
            where = {"distance": most, "altitude": 2, "target_mp": 6, "bloc": bloc}
            salvos = [chance(f"{kind}-missile", "destroyed", missiles=n, **where) for n in range(1, 5)]
            assert salvos == sorted(salvos)
            skills = [
                chance(f"{kind}-missile", "destroyed", target_skill=skill, **where)
                for skill in ("green", "average", "veteran")
            ]
            assert skills == sorted(skills, reverse=True)
            near = chance(f"{kind}-missile", "destroyed", **(where | {"distance": least}))
            assert near >= chance(f"{kind}-missile", "destroyed", **where)


def test_what_the_readings_are_worth() -> None:
    unharmed = {None: "4393/5184", "R13=b": "4897/5184", "R14=b": "1079/1296"}
    both = {"distance": 1, "a_att": 4, "a_def": 3, "t_att": 4, "t_def": 3}
    for reading, wanted in unharmed.items():
        odds = pz8edu.ask(NAME, "cannon-exchange", both, reading=reading)
        assert sum(odds.fraction(f"A ok / T {t}") for t in ("ok", "damaged", "destroyed")) == Fraction(wanted)


# --- the same rule for every umpire
@pytest.mark.parametrize("name", [name for name in INTERFACE["calculators"] if name != "initiative"])
def test_sampling_agrees_with_the_tree(name: str) -> None:
    DOMAIN.check_sampling(name)


def test_a_salvo_by_hand() -> None:
    salvo = HsMissile(distance=6, altitude=3, target_mp=7)
    rule = AERIAL.calculators["hs-missile"].rule
    for firer, target, word in ((6, 4, "destroyed"), (6, 5, "evaded"), (1, 1, "evaded")):
        dice = {"missiles": firer, "target": target}
        assert Scripted(dice).play(rule, salvo, AERIAL.rules) == word
    assert Enumerating().tree(rule, salvo, AERIAL.rules).leaves <= 3


def test_a_duel_without_an_end() -> None:
    far = {"distance": 2, "a_att": 1, "a_def": 6, "t_att": 1, "t_def": 6, "turns": 3}
    found = pz8edu.ask(NAME, "cannon-duel", far)
    assert list(found) == ["T destroyed within 3", "A destroyed within 3", "expected turns"]
    assert found["expected turns"] == "inf"


# --- variants, and what this book does not print
def test_a_designer_changes_a_number_a_cell_and_a_reading() -> None:
    rules = AERIAL.rules.variant(
        {"missile_factors/each missile fired/hs": 2, "to_hit/1/needed": 5, "R22": "b"}
    )
    assert type(rules).parse(str(rules)) == rules
    odds = pz8edu.ask(NAME, "hs-missile", distance=4, altitude=2, target_mp=7, missiles=1, rules=rules)
    assert odds.fraction("destroyed") == Fraction(21, 36)
    assert pz8edu.ask(NAME, "cannon-to-hit", rules=rules).fraction("hit") == Fraction(1, 3)
    for change in ("jams_up_to", "R18", "R29", "aircraft/Spitfire/mp"):
        with pytest.raises(BadInput, match="does not print"):
            AERIAL.rules.variant({change: "a"})


def test_the_dead_zone() -> None:
    """Lesson 4: at three hexes nobody can fire at all."""
    for weapon in ("cannon", "hs", "rh"):
        where = {"q": 0, "r": 0, "facing": 0, "alt": 2, "target_alt": 2, "target": [3, 0], "weapon": weapon}
        assert pz8edu.ask(NAME, "may-fire", where)["verdict"] == "out of range"


def test_cheap_turns() -> None:
    """Lesson 5: the same four MPs with the turns of the propeller age."""
    flight = {"mp": 4, "alt": 3, "max_alt": 5}
    assert pz8edu.ask(NAME, "reachable-count", flight)["states"] == 245
    assert pz8edu.ask("pz8-aerial-1935", "reachable-count", flight)["states"] == 67


# --- bad input
SALVO = {"distance": 6, "altitude": 3, "target_mp": 7}
FLIGHT = {"mp": 6, "alt": 2, "max_alt": 3}


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ({"calculator": "cannon-to-hit", "inputs": {"distance": 3}}, "from 1 to 2"),
        ({"calculator": "cannon-to-hit", "inputs": {"weapon": "rear"}}, "weapon"),
        ({"calculator": "cannon-fire", "inputs": {"ww1": True}}, "ww1"),
        ({"calculator": "cannon-exchange", "inputs": {"distance": 1}}, "a_att is required"),
        ({"calculator": "to-hit", "inputs": {}}, "cannon-to-hit"),
        ({"calculator": "ground-attack", "inputs": {}}, "does not print ground-attack"),
        ({"chain": "pilot-career", "inputs": {}}, "does not print pilot-career"),
        ({"calculator": "hs-missile", "inputs": SALVO | {"distance": 3}}, "from 4 to 12"),
        ({"calculator": "hs-missile", "inputs": SALVO | {"missiles": 5}}, "from 1 to 4"),
        ({"calculator": "hs-missile", "inputs": SALVO | {"bloc": "NATO"}}, "nato"),
        ({"calculator": "rh-missile", "inputs": SALVO}, "from 7 to 24"),
        ({"calculator": "rh-missile", "inputs": {"distance": 9, "altitude": 3}}, "target_mp is required"),
        ({"chain": "missile-plan", "inputs": SALVO | {"kind": "rh", "plan": [1]}}, "from 7 to 24"),
        ({"chain": "missile-plan", "inputs": SALVO | {"kind": "cannon", "plan": [1]}}, "hs, rh"),
        ({"chain": "missile-plan", "inputs": SALVO | {"kind": "hs", "plan": []}}, "plan"),
        ({"chain": "missile-plan", "inputs": SALVO | {"kind": "hs", "plan": [5]}}, "plan[0]"),
        ({"board": "reachable-count", "inputs": FLIGHT | {"loaded": True}}, "loaded"),
        ({"board": "in-arc", "inputs": {"q": 0, "r": 0, "facing": 0, "target": [1, 0], "weapon": "hs"}}, "f"),
        ({"board": "weapon-cover", "inputs": {"weapon": "front"}}, "cannon, hs, rh"),
        ({"board": "weapon-cover", "inputs": {"weapon": "hs"}, "reading": "R11=line"}, "R1"),
        ({"board": "may-fire", "inputs": {"q": 0, "r": 0, "facing": 0, "alt": 1}}, "weapon is"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_sentence(ask: dict[str, Any], words: str) -> None:
    answer = line_answer({"system": NAME} | ask)
    assert list(answer) == ["error"]
    assert words in answer["error"]
    assert "\n" not in answer["error"]
