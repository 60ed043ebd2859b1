"""What must hold for every input of Pz8 WW1: no crash, sums of 1, published words, guns never hurt."""

import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pz8edu
from pz8edu.asking.json_lines import line_answer
from pz8edu.core import Enumerating, Sampling
from pz8edu.systems import system
from pz8edu.systems.pz8_ww1.assault import assault
from pz8edu.systems.pz8_ww1.situations import Assault
from pz8edu.systems.pz8_ww1.words import AssaultView

INTERFACE = json.loads((Path(__file__).parent / "interface.json").read_text(encoding="utf-8"))
SYSTEM = system("pz8-ww1")
READINGS = {name: list(answers) for name, answers in INTERFACE["readings"].items()}


def some_value(source: random.Random, schema: dict[str, Any]) -> Any:
    """A value of the published schema, the limits more often than the rest."""
    if "enum" in schema:
        return source.choice(schema["enum"])
    if schema["type"] == "boolean":
        return source.random() < 0.5
    if schema["type"] == "array":
        if "prefixItems" in schema:
            return [some_value(source, place) for place in schema["prefixItems"]]
        return [some_value(source, schema["items"]) for _ in range(source.randint(0, 48))]
    low, high = schema.get("minimum", -3), schema.get("maximum", 9)
    return source.choice((low, low, high, source.randint(low, high)))


def some_inputs(source: random.Random, schema: dict[str, Any]) -> dict[str, Any]:
    needed = schema["required"]
    return {
        name: some_value(source, each)
        for name, each in schema["properties"].items()
        if name in needed or source.random() < 0.5
    }


def legal(question: str, given: dict[str, Any]) -> bool:
    """The published conditions between inputs."""
    if question in ("assault", "assault-chain"):
        for side in ("attacker", "defender"):
            units = [given.get(f"{side}_{kind}", 0) for kind in ("green", "average", "elite", "mg", "tank")]
            if not 1 <= sum(units) <= 4 or (given.get(f"{side}_ap") and given.get(f"{side}_pg")):
                return False
        if given.get("difficult") and given.get("defender_tank"):
            return False
    if question in ("assault", "assault-chain", "bombardment"):
        return sum(given.get(kind, 0) for kind in ("wire", "trench", "bunker")) <= 2
    return True


def published(outcomes: dict[str, Any], word: str) -> bool:
    return word in outcomes.get("words", ()) or bool(re.search(outcomes.get("pattern", "$^"), word))


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize(
    ("kind", "question"),
    [(kind, name) for kind in ("calculator", "chain", "board") for name in INTERFACE[f"{kind}s"]],
)
def test_every_input_is_answered_or_refused_in_one_sentence(kind: str, question: str) -> None:
    published_question = INTERFACE[f"{kind}s"][question]
    source = random.Random(question)
    answered = 0
    for _ in range(150):
        inputs = some_inputs(source, published_question["inputs"])
        reading = ",".join(f"{n}={source.choice(READINGS[n])}" for n in source.sample(list(READINGS), 4))
        found = line_answer({"system": "pz8-ww1", kind: question, "inputs": inputs, "reading": reading})
        if not legal(question, inputs):
            assert set(found) == {"error"}, inputs
            assert "\n" not in found["error"]
            continue
        assert "error" not in found, (inputs, found)
        answered += 1
        outcomes = found.get("outcomes") if kind == "calculator" else found.get("results", {}).get("outcomes")
        if outcomes:
            assert sum(map(Fraction, outcomes.values())) == 1
            assert all(published(published_question["outcomes"], word) for word in outcomes)
            assert all(0 < Fraction(chance) <= 1 for chance in outcomes.values())
    assert answered >= 3 or not published_question["inputs"]["properties"]


def wins(**inputs: Any) -> tuple[Fraction, Fraction]:
    """Chances that the attacker wins, and that the square falls."""
    result = pz8edu.ask("pz8-ww1", "assault", **inputs)
    square = pz8edu.ask("pz8-ww1", "assault", view="square", **inputs)
    return result.fraction("attacker-wins"), square.fraction("taken")


def test_more_artillery_never_hurts_whoever_fires_it() -> None:
    base = {"attacker_average": 3, "attacker_green": 1, "defender_average": 1, "defender_mg": 1, "trench": 1}
    for before, after in zip(range(12), range(1, 13), strict=True):
        few, many = wins(**base, attacker_ap=before), wins(**base, attacker_ap=after)
        assert few[0] <= many[0]
        assert few[1] <= many[1]
        few = wins(**base, attacker_ap=6, defender_ap=before)
        many = wins(**base, attacker_ap=6, defender_ap=after)
        assert few[0] >= many[0]
        assert few[1] >= many[1]


def test_field_defences_never_hurt_the_defender() -> None:
    base = {"attacker_average": 4, "attacker_ap": 4, "defender_average": 2}
    values = [
        wins(**base, **works)
        for works in ({}, {"wire": 1}, {"trench": 1}, {"bunker": 1}, {"bunker": 1, "trench": 1})
    ]
    assert values == sorted(values, reverse=True)
    assert wins(**base, wire=2, captured=True) == wins(**base)
    assert wins(**base, difficult=True) == wins(**base, wire=1)


def test_the_view_of_losses_and_survivors_tell_the_same() -> None:
    inputs = {
        "attacker_green": 1,
        "attacker_elite": 2,
        "attacker_ap": 5,
        "defender_average": 2,
        "defender_mg": 2,
    }
    losses = pz8edu.ask("pz8-ww1", "assault", view="losses", **inputs)
    survivors = pz8edu.ask("pz8-ww1", "assault", view="survivors", **inputs)

    def lost(word: str) -> str:
        attacker, defender = word.removeprefix("A ").split(" D ")
        left = [sum(map(int, side.split("-"))) for side in (attacker, defender)]
        return f"A{3 - left[0]} D{4 - left[1]}"

    assert survivors.map(lost).fractions() == losses.fractions()


@pytest.mark.parametrize(
    ("question", "inputs", "reading"),
    [
        (
            "assault",
            {"attacker_elite": 3, "attacker_pg": 1, "defender_mg": 2, "trench": 1, "view": "losses"},
            "",
        ),
        ("assault", {"attacker_average": 4, "attacker_ap": 9, "defender_green": 2, "bunker": 1}, ""),
        ("bombardment", {"pb": 3, "wire": 1, "bunker": 1}, "R4=b"),
        ("wire-clearing", {"average": 1, "elite": 1, "wire": 2}, ""),
        ("tank-run", {"turns": 4}, "R6=b"),
        ("bombard-until", {"damage": 4}, ""),
        (
            "assault-chain",
            {"attacker_average": 4, "attacker_ap": 2, "defender_average": 2, "trench": 1, "wire": 1},
            "",
        ),
        ("scenario-forces", {}, ""),
        ("game-length", {}, "R21=b"),
        ("gas", {"target_green": True}, "R13=b"),
    ],
)
def test_many_games_agree_with_the_tree(question: str, inputs: dict[str, Any], reading: str) -> None:
    """Within five standard deviations, with a fixed seed."""
    asked = SYSTEM.calculators[question]
    situation = asked.situation.read(inputs)
    rules = SYSTEM.rules.variant(dict([reading.split("=")])) if reading else SYSTEM.rules
    games = 1500
    seen = Sampling(seed=1916).frequencies(games, asked.rule, situation, rules)
    tree = Enumerating(draw=False).tree(asked.rule, situation, rules).distribution.fractions()
    assert set(seen) <= set(tree)
    for outcome, chance in tree.items():
        p = float(chance)
        assert abs(seen.get(outcome, 0) - games * p) <= 5 * (games * p * (1 - p)) ** 0.5 + 1e-9


@pytest.mark.parametrize("view", list(AssaultView))
def test_the_odds_of_a_worst_case_assault_add_up_to_one(view: AssaultView) -> None:
    """48 against 24 Artillery Points and four machine guns: the whole stock of 1916 on one square."""
    situation = Assault(
        attacker_green=1, attacker_average=1, attacker_elite=1, attacker_tank=1, attacker_ap=48,
        defender_mg=4, defender_ap=24, trench=1, bunker=1, view=view,
    )  # fmt: skip
    law = Enumerating().tree(assault, situation, SYSTEM.rules).distribution
    assert sum(law.fractions().values()) == 1


# --- what the lessons say
def test_an_artillery_point_is_worth_one() -> None:
    one = pz8edu.ask("pz8-ww1", "support-fire").map(int)
    assert (one.expectation(), one.variance()) == (1, Fraction(4, 3))
    four = pz8edu.ask("pz8-ww1", "support-fire", ap=4).map(int)
    assert (four.expectation(), four.variance()) == (4, Fraction(16, 3))


def test_gas_is_worth_most_against_green() -> None:
    quality = {"target_green": True}, {}, {"target_elite": True}
    laws = [pz8edu.ask("pz8-ww1", "gas", each).map(int) for each in quality]
    assert [law.expectation() for law in laws] == [Fraction(9, 2), Fraction(7, 2), Fraction(5, 2)]
    assert laws[0].variance() == Fraction(35, 12)
    assert pz8edu.ask("pz8-ww1", "gas", reading="R13=b").map(int).expectation() == 1


@pytest.mark.parametrize(("reading", "mean"), [("R11=a", Fraction(7, 2)), ("R11=b", Fraction(5, 2))])
def test_whose_quality_changes_the_gas(reading: str, mean: Fraction) -> None:
    """Elite attackers gas Average infantry: 1 + 1 against 1 without the gas."""
    inputs = {"attacker_elite": 1, "attacker_pg": 1, "defender_average": 1, "view": "margin"}
    margin = pz8edu.ask("pz8-ww1", "assault", inputs, reading=reading).map(int)
    assert margin.expectation() == mean + 1


@pytest.mark.parametrize(("reading", "gone"), [("R4=a", Fraction(7, 12)), ("R4=b", Fraction(7, 18))])
def test_which_defence_goes_first(reading: str, gone: Fraction) -> None:
    odds = pz8edu.ask("pz8-ww1", "bombardment", pb=2, wire=1, trench=1, reading=reading)
    assert sum(p for word, p in odds.fractions().items() if "trench 0" in word) == gone


def test_with_six_tanks_one_arrives() -> None:
    one = pz8edu.ask("pz8-ww1", "tank-run").fraction("4 squares")
    assert 1 - (1 - one) ** 6 == Fraction(4647109852398269375, 4738381338321616896)


def test_the_mean_length_of_a_game() -> None:
    def mean(reading: str) -> Any:
        return pz8edu.ask("pz8-ww1", "game-length", reading=reading).map(lambda w: int(w[0])).expectation()

    assert (mean("R21=a"), mean("R21=b")) == (8, Fraction(200, 27))


# --- bad input
@pytest.mark.parametrize(
    ("question", "inputs", "says"),
    [
        ("assault", {}, "the attacker must have from 1 to 4 units in all"),
        ("assault", {"attacker_average": 3, "attacker_mg": 2, "defender_mg": 1}, "got 5"),
        ("assault", {"attacker_average": 1}, "the defender must have from 1 to 4 units"),
        (
            "assault",
            {"attacker_average": 1, "defender_mg": 1, "attacker_ap": 2, "attacker_pg": 1},
            "not together",
        ),
        (
            "assault",
            {"attacker_average": 1, "defender_mg": 1, "wire": 2, "bunker": 1},
            "at most 2 field defences",
        ),
        (
            "assault",
            {"attacker_average": 1, "defender_tank": 1, "difficult": True},
            "tanks do not enter difficult",
        ),
        ("assault", {"attacker_average": 1, "defender_mg": 1, "attacker_ap": 13}, "from 0 to 12; got 13"),
        ("assault", {"attackr_average": 1}, "did you mean 'attacker_average'"),
        ("assault", {"attacker_average": 1.5, "defender_mg": 1}, "must be a whole number"),
        ("assault", {"attacker_average": "2; drop", "defender_mg": 1}, "must be a whole number"),
        ("assault", {"attacker_average": None, "defender_mg": 1}, "must be a whole number"),
        ("assault", {"attacker_average": True, "defender_mg": 1}, "must be a whole number"),
        ("assault", {"attacker_average": 1, "defender_mg": 1, "view": "loss"}, "did you mean 'losses'"),
        ("bombardment", {"pb": 0}, "from 1 to 10; got 0"),
        ("bombardment", {"trench": 2, "bunker": 1}, "at most 2 field defences together"),
        ("scenario-forces", {"scenario": "1917"}, "one of 1916, 1918"),
        ("tank-move", {"turns": 2}, "unknown input 'turns'"),
    ],
)
def test_bad_input_gets_one_clear_sentence(question: str, inputs: dict[str, Any], says: str) -> None:
    found = line_answer({"system": "pz8-ww1", "calculator": question, "inputs": inputs})
    assert says in found["error"]
    assert "\n" not in found["error"]


@pytest.mark.parametrize(
    ("question", "inputs"),
    [
        ("move", {"unit": "infantry", "from": [0, 1], "to": [1, 1]}),
        ("move", {"unit": "infantry", "from": [1, 1, 1], "to": [1, 2]}),
        ("move", {"unit": "horse", "from": [1, 1], "to": [1, 2]}),
        ("grid", {"square": "3,4"}),
        ("grid", {}),
        ("victory", {"attacker_squares": [[7, 1]], "enemy_in_attacker_half": False}),
        ("victory", {"attacker_squares": {}, "enemy_in_attacker_half": False}),
        ("placement", {"side": "attacker", "square": [1, 1], "units": -1}),
    ],
)
def test_bad_squares_are_refused(question: str, inputs: dict[str, Any]) -> None:
    assert set(line_answer({"system": "pz8-ww1", "board": question, "inputs": inputs})) == {"error"}
