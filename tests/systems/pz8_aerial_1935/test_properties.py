"""Pz8 Aerial 1935 over its whole domain: allowed input is answered, bad input in a sentence, odds behave."""

import json
import random
from fractions import Fraction
from typing import Any

import pytest

import pz8edu
from pz8edu.asking.json_lines import batch, line_answer
from pz8edu.core import Enumerating, Scripted, Waiting
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_aerial_1935.boards import start_of
from pz8edu.systems.pz8_aerial_1935.fire import exchange
from pz8edu.systems.pz8_aerial_1935.movement import ends, performance
from pz8edu.systems.pz8_aerial_1935.situations import Exchange, Fire, ReachableCount
from tests.systems.whole_domain import ANSWERS, WholeDomain

DOMAIN = WholeDomain("pz8-aerial-1935")
AERIAL, INTERFACE = DOMAIN.system, DOMAIN.interface
lines, chance = DOMAIN.lines, DOMAIN.chance
WITH_INPUTS = [name for name, each in INTERFACE["calculators"].items() if each["inputs"]["properties"]]


def fits_together(line: dict[str, Any]) -> bool:
    """A loaded aircraft has a printed maximum altitude of 2 or more (section 10)."""
    inputs = line["inputs"]
    return line.get("calculator") != "entry-altitude" or inputs["max_alt"] > inputs["loaded"]


@pytest.mark.parametrize(("kind", "name"), DOMAIN.questions)
def test_every_input_is_answered(kind: str, name: str) -> None:
    memo: dict[Any, Any] = {}
    for line in lines(kind, name, 40):
        answer = line_answer(line, memo)
        key = ANSWERS[kind]
        assert list(answer) == [key if fits_together(line) else "error"], line
        if kind == "calculators" and fits_together(line):
            DOMAIN.check_odds(name, answer["outcomes"])


def test_a_thousand_mixed_lines_as_one_batch() -> None:
    mixed = [line for kind, name in DOMAIN.questions for line in lines(kind, name, 45)]
    random.Random(1935).shuffle(mixed)
    answers = [json.loads(text) for text in batch(map(json.dumps, mixed[:1000]))]
    assert len(answers) == 1000
    assert {next(iter(answer)) for answer in answers} >= {"outcomes", "results", "result"}


# --- what the readings are worth
@pytest.mark.parametrize(
    ("reading", "unharmed"), [(None, "4393/5184"), ("R13=b", "4897/5184"), ("R14=b", "1079/1296")]
)
def test_what_return_fire_costs(reading: str | None, unharmed: str) -> None:
    ok = [f"A ok / T {state}" for state in ("ok", "damaged", "destroyed")]
    found = chance("exchange", *ok, reading=reading, distance=1, a_att=3, a_def=2, t_att=3, t_def=2)
    assert found == Fraction(unharmed)


@pytest.mark.parametrize(
    ("reading", "inputs", "states"),
    [
        ("R4=b", {"mp": 6, "alt": 2, "max_alt": 4}, 218),
        ("R5=b", {"mp": 6, "alt": 2, "max_alt": 4}, 238),
        ("R6=b", {"mp": 6, "alt": 2, "max_alt": 3}, 284),
    ],
)
def test_what_readings_of_movement_change(reading: str, inputs: dict[str, int], states: int) -> None:
    found = pz8edu.ask("pz8-aerial-1935", "reachable-count", inputs, reading=reading)
    assert found["states"] == states


def test_a_damaged_spitfire_of_which_mps() -> None:
    for reading, least in (("R8=a", 1), ("R8=b", 2)):
        inputs = {"mp": 6, "alt": 2, "max_alt": 4, "damaged": True}
        assert pz8edu.ask("pz8-aerial-1935", "reachable-count", inputs, reading=reading)["min_mp"] == least
    for mp, reading, wanted in ((5, "R18=a", 2), (5, "R18=b", 2), (6, "R18=a", 3), (6, "R18=b", 2)):
        inputs = {"mp": mp, "alt": 1, "max_alt": 3, "damaged": True, "loaded": True}
        assert pz8edu.ask("pz8-aerial-1935", "reachable-count", inputs, reading=reading)["mp"] == wanted


def test_facing_straight_back() -> None:
    """Lessons 3 and 4: what a biplane buys, and why a ceiling hurts."""
    for inputs, wanted in (
        ({"mp": 4, "alt": 2, "max_alt": 3, "biplane": True}, 5),
        ({"mp": 4, "alt": 2, "max_alt": 3}, 1),
        ({"mp": 6, "alt": 2, "max_alt": 3}, 18),
        ({"mp": 6, "alt": 3, "max_alt": 3}, 9),
    ):
        flight = ReachableCount.read(inputs)
        found = ends(start_of(flight), performance(flight, False, AERIAL.rules), (), AERIAL.rules)
        assert sum(state.facing == 3 for state in found) == wanted


def test_the_greatest_reach_names_every_end_once() -> None:
    flight = ReachableCount(mp=12, alt=4, max_alt=7, q=3, r=-8, facing=4)
    aircraft = performance(flight, False, AERIAL.rules)
    found = ends(start_of(flight), aircraft, ((3, -8), (2, -7)), AERIAL.rules)
    assert len(found) == len(set(found)) > 6000


# --- monotone where the rule is
def test_closer_and_better_pilots_hit_more() -> None:
    for distance in range(1, 5):
        hits = [chance("to-hit", "hit", distance=distance, skill=s) for s in ("green", "average", "veteran")]
        assert hits == sorted(hits)
    near = [chance("fire", "destroyed", distance=distance) for distance in (1, 2, 3, 4)]
    assert near == [Fraction(5, 36), Fraction(5, 54), Fraction(5, 54), Fraction(5, 108)]


def test_attack_helps_and_defence_protects() -> None:
    by_attack = [chance("fire", "destroyed", att=att) for att in range(1, 7)]
    by_defence = [chance("fire", "destroyed", **{"def": defence}) for defence in range(1, 7)]
    assert by_attack == sorted(by_attack)
    assert by_defence == sorted(by_defence, reverse=True)
    assert chance("fire", "destroyed", target_damaged=True) > chance("fire", "destroyed")


def test_a_jam_never_takes_a_hit_away() -> None:
    for line in lines("calculators", "to-hit", 30):
        odds = [
            line_answer(line | {"inputs": line["inputs"] | {"ww1": ww1}})["outcomes"] for ww1 in (False, True)
        ]
        assert odds[0].get("hit") == odds[1].get("hit")
        assert odds[1]["jam"] == "1/6"


def test_more_mps_reach_farther() -> None:
    hexes = [
        pz8edu.ask("pz8-aerial-1935", "reachable-count", {"mp": mp, "alt": 3, "max_alt": 5})["hexes"]
        for mp in range(1, 13)
    ]
    assert hexes == sorted(hexes)


def test_the_front_arc_turned_round_is_the_rear_arc() -> None:
    for arc in ("line", "wedge60-strict", "wedge60", "cone120", "wedge120"):
        for q in range(-4, 5):
            for r in range(-4, 5):
                for facing in range(6):
                    where = {"q": 0, "r": 0, "target": [q, r]}
                    front, rear = (
                        pz8edu.ask(
                            "pz8-aerial-1935",
                            "in-arc",
                            where | {"weapon": weapon, "facing": (facing + turn) % 6},
                            reading=f"R10={arc},R11={arc}",
                        )
                        for weapon, turn in (("front", 0), ("rear", 3))
                    )
                    assert front == rear


# --- the same rule for every umpire
@pytest.mark.parametrize("name", WITH_INPUTS)
def test_sampling_agrees_with_the_tree(name: str) -> None:
    DOMAIN.check_sampling(name)


@pytest.mark.parametrize("name", [name for name in INTERFACE["calculators"] if name != "initiative"])
def test_every_calculator_can_be_played_die_by_die(name: str) -> None:
    DOMAIN.check_die_by_die(name, filter(fits_together, lines("calculators", name, 12)))


def test_an_exchange_by_hand() -> None:
    both = Exchange(distance=1, a_att=3, a_def=2, t_att=3, t_def=2)
    dice = {"A fires: to hit": 4, "A fires: attack": 3, "A fires: defence": 2}
    with pytest.raises(Waiting) as waiting:
        Scripted(dice).play(exchange, both, AERIAL.rules)
    assert waiting.value.missing == ("T fires back: to hit",)
    dice |= {"T fires back: to hit": 6, "T fires back: attack": 6, "T fires back: defence": 1}
    assert str(Scripted(dice).play(exchange, both, AERIAL.rules)) == "A destroyed / T damaged"


def test_trees_are_small_enough_to_read() -> None:
    assert Enumerating().tree(AERIAL.calculators["fire"].rule, Fire(), AERIAL.rules).leaves <= 4
    both = Exchange(distance=1, a_att=3, a_def=2, t_att=3, t_def=2)
    assert Enumerating().tree(exchange, both, AERIAL.rules).leaves <= 16


# --- a duel that nobody can win
def test_a_duel_without_an_end() -> None:
    far = {"distance": 4, "a_att": 1, "a_def": 6, "t_att": 1, "t_def": 6, "turns": 3}
    found = pz8edu.ask("pz8-aerial-1935", "duel", far)
    assert list(found) == ["T destroyed within 3", "A destroyed within 3", "expected turns"]
    assert found["expected turns"] == "inf"


# --- variants
def test_an_arc_may_be_named_by_its_default() -> None:
    narrow = AERIAL.rules.variant(R10="line")
    assert narrow.variant(R10="default") == AERIAL.rules
    assert AERIAL.rules.readings()["R10"].default == "wedge60"


def test_a_designer_changes_a_number_a_cell_and_a_reading() -> None:
    rules = AERIAL.rules.variant({"to_hit/4/needed": 5, "clears_on": 4, "R10": "cone120"})
    assert type(rules).parse(str(rules)) == rules
    assert pz8edu.ask("pz8-aerial-1935", "to-hit", distance=4, rules=rules).fraction("hit") == Fraction(1, 3)
    assert pz8edu.ask("pz8-aerial-1935", "unjam", rules=rules).fraction("unjammed") == Fraction(1, 2)
    dear = AERIAL.rules.variant({"actions/I/mp_biplane": 4})
    assert pz8edu.ask(
        "pz8-aerial-1935", "reachable-count", mp=4, alt=2, max_alt=3, biplane=True, rules=dear
    )["states"] == 50  # fmt: skip
    for changes in ({"actions/F/mp": 0}, {"damage/0 or less/up_to": 4}):
        with pytest.raises(BadInput):
            AERIAL.rules.variant(changes)


# --- bad input
FLIGHT = {"mp": 6, "alt": 2, "max_alt": 3}


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ({"calculator": "to-hit", "inputs": {"distance": 5}}, "from 1 to 4"),
        ({"calculator": "to-hit", "inputs": {"skill": "veterann"}}, "veteran"),
        ({"calculator": "to-hit", "inputs": {"turned": True}}, "turned180"),
        ({"calculator": "fire", "inputs": {"defence": 3}}, "def"),
        ({"calculator": "fire", "inputs": {"att": 0}}, "from 1 to 6"),
        ({"calculator": "exchange", "inputs": {"distance": 1}}, "a_att is required"),
        ({"calculator": "ground-attack", "inputs": {"weapon": "bomb", "altitude": 1}}, "bombs"),
        ({"calculator": "ground-attack", "inputs": {"weapon": "bombs", "altitude": 6}}, "from 1 to 5"),
        ({"calculator": "entry-altitude", "inputs": {"max_alt": 1, "loaded": True}}, "2 or more"),
        ({"calculator": "solo-draw", "inputs": {"player": 0, "npo": 1, "ask": "longest-npo-run"}}, "from 1"),
        ({"calculator": "unjam", "inputs": {"die": 5}}, "die"),
        ({"chain": "duel", "inputs": {"distance": 1, "a_att": 1, "a_def": 1, "t_att": 1}}, "t_def"),
        ({"chain": "ww1-gun", "inputs": {"activations": 61}}, "from 1 to 60"),
        ({"chain": "pilot-career", "inputs": {"p_down": "5/4", "p_kill": "0", "games": 1}}, "from 0 to 1"),
        ({"chain": "pilot-career", "inputs": {"p_down": "0.5", "p_kill": "0", "games": 1}}, "p_down"),
        ({"chain": "pilot-career", "inputs": {"p_down": "1/" + "9" * 50, "p_kill": "0", "games": 1}}, "p_d"),
        ({"board": "reachable-count", "inputs": FLIGHT | {"mp": 13}}, "from 1 to 12"),
        ({"board": "reachable-count", "inputs": FLIGHT | {"occupied": [[1]]}}, "occupied[0]"),
        ({"board": "min-cost", "inputs": FLIGHT | {"to": [1, 2, 6, 1]}}, "from 0 to 5"),
        ({"board": "move-sequence", "inputs": FLIGHT | {"actions": "F"}}, "a list"),
        ({"board": "in-arc", "inputs": {"q": 0, "r": 0, "facing": 0, "weapon": "front"}}, "target is"),
        ({"board": "arc-count", "inputs": {"max_range": 25}}, "from 1 to 24"),
        ({"board": "tailed", "inputs": {"plane": {"q": 0}, "enemy": {}}}, "plane.r"),
        ({"board": "activation-schedule", "inputs": {"a": 1, "b": 0}}, "from 1 to 40"),
        ({"calculator": "to-hit", "inputs": {}, "reading": "R10=wedge"}, "wedge60"),
        ({"calculator": "to-hit", "inputs": {}, "reading": "R2=b"}, "R"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_sentence(ask: dict[str, Any], words: str) -> None:
    answer = line_answer({"system": "pz8-aerial-1935"} | ask)
    assert list(answer) == ["error"]
    assert words in answer["error"]
    assert "\n" not in answer["error"]
