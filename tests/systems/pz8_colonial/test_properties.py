"""What holds for every question of pz8-colonial, whatever it is asked; and what it says to nonsense."""

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pz8edu.asking.ask import answer, ask
from pz8edu.asking.json_lines import line_answer
from pz8edu.core import Calculator, Enumerating, Sampling
from pz8edu.errors import BadInput
from pz8edu.systems import system

INTERFACE = json.loads((Path(__file__).parent / "interface.json").read_text(encoding="utf-8"))
COLONIAL = system("pz8-colonial")


def drawn(schema: dict[str, Any], luck: random.Random) -> Any:
    """A value that a schema allows; whole right triangles for directions."""
    if "enum" in schema:
        return luck.choice(schema["enum"])
    kind = schema["type"]
    if kind == "boolean":
        return luck.random() < 0.5
    if kind == "integer":
        low = schema.get("minimum", -9)
        high = schema.get("maximum", low + 20)
        return luck.choice([low, high, luck.randint(low, high)])
    if kind == "number":
        low = schema.get("minimum", schema.get("exclusiveMinimum", -9))
        high = schema.get("maximum", 40)
        above = "exclusiveMinimum" in schema
        return luck.choice([low + above, high, luck.randint(low + above, high), luck.randint(1, 99) / 10])
    if kind == "array":
        if "prefixItems" in schema:
            if any(place.get("description") == "length" for place in schema["prefixItems"]):
                return luck.choice([[3, 4, 5], [-5, 12, 13], [0, -7, 7]])
            return [drawn(place, luck) for place in schema["prefixItems"]]
        return [drawn(schema["items"], luck) for _ in range(luck.randint(0, schema.get("maxItems", 8)))]
    return {
        name: drawn(each, luck)
        for name, each in schema["properties"].items()
        if name in schema["required"] or luck.random() < 0.7
    }


def questions() -> Iterator[tuple[str, str]]:
    for shelf, kind in (("calculators", "calculator"), ("chains", "chain"), ("boards", "board")):
        for name in INTERFACE[shelf]:
            yield kind, name


REFUSALS = (
    "distance must be at most",
    "draws must be at most",
    "jokers must be",
    "extra must be",
    "the pack",
)


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize(("kind", "name"), list(questions()))
def test_anything_that_the_interface_allows_is_answered(kind: str, name: str) -> None:
    luck = random.Random(name)
    asked = INTERFACE[f"{kind}s"][name]
    answered = 0
    for _ in range(4 if name == "firefight" else 25):
        inputs = drawn(asked["inputs"], luck)
        if name == "firefight":
            inputs |= {"red": luck.randint(0, 8), "black": luck.randint(0, 8)}
            for side in "en":
                inputs[side] |= {"distance": luck.choice([3, 6])}
        letters = {each: luck.choice(list(INTERFACE["readings"][each])) for each in asked["readings"]}
        line = {"system": "pz8-colonial", kind: name, "inputs": inputs}
        line["reading"] = ",".join(f"{each}={letter}" for each, letter in letters.items())
        answer = line_answer(line)
        json.dumps(answer)
        if "error" in answer:
            assert answer["error"].startswith(REFUSALS), (line, answer)
            continue
        answered += 1
        if kind == "calculator":
            chances = [Fraction(chance) for chance in answer["outcomes"].values()]
            assert sum(chances) == 1
            assert min(chances) > 0
            words = asked["outcomes"].get("words")
            assert words is None or set(answer["outcomes"]) <= set(words)
    assert answered


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("name", INTERFACE["calculators"])
def test_the_sampler_plays_what_the_tree_says(name: str) -> None:
    question = COLONIAL.calculators[name]
    luck = random.Random(name + " sampled")
    tried = 0
    while tried < 2:
        try:
            situation = question.situation.read(drawn(INTERFACE["calculators"][name]["inputs"], luck))
            tree = Enumerating().tree(question.rule, situation, COLONIAL.rules)
        except BadInput:
            continue
        tried += 1
        games = 600
        seen = Sampling(luck.randrange(10**6)).frequencies(games, question.rule, situation, COLONIAL.rules)
        assert set(seen) <= set(tree.distribution)
        for outcome, chance in tree.distribution.fractions().items():
            p = float(chance)
            spread = 5 * (games * p * (1 - p)) ** 0.5 + 1
            assert abs(seen.get(outcome, 0) - games * p) <= spread, (situation, outcome)


def mean(calculator: str, **inputs: Any) -> Fraction:
    answer = line_answer({"system": "pz8-colonial", "calculator": calculator, "inputs": inputs})
    return sum((int(word) * Fraction(chance) for word, chance in answer["outcomes"].items()), Fraction(0))


def test_better_fire_never_hits_less() -> None:
    for weapon, inches in (("european rifle", 24), ("musket", 12), ("bow", 9), ("spear", 6)):
        for figures in (1, 2, 7, 24):
            fire = {"figures": figures, "weapon": weapon}
            by_class = [
                mean("volley", distance=inches, quality=q, **fire) for q in ("green", "average", "veteran")
            ]
            assert by_class == sorted(by_class)
            by_distance = [mean("volley", distance=inches * d / 4, **fire) for d in range(5)]
            assert by_distance == sorted(by_distance, reverse=True)
            assert mean("volley", distance=inches, aimed=True, **fire) >= by_class[1]
            assert mean("volley", distance=inches, target_cover=True, **fire) <= by_class[1]


def test_a_better_fighter_never_falls_more_often() -> None:
    falls = []
    for a in (
        {"quality": "green"},
        {},
        {"defending": True},
        {"cavalry": True},
        {"cavalry": True, "defending": True},
    ):
        line = {"system": "pz8-colonial", "calculator": "melee-pair", "inputs": {"a": a, "b": {}}}
        falls.append(Fraction(line_answer(line)["outcomes"].get("a eliminated", "0/1")))
    assert falls == sorted(falls, reverse=True)


HOSTILE = [
    ("volley", {"figures": 4, "weapon": "muskett", "distance": 3}, "did you mean 'musket'"),
    ("volley", {"figures": 4, "weapon": "musket", "distance": 12.004}, "got 12.004"),
    (
        "volley",
        {"figures": 4, "weapon": "musket", "distance": 13},
        "at most 12 inches, the range of a musket",
    ),
    ("volley", {"figures": 0, "weapon": "musket", "distance": 3}, "from 1 to 24"),
    ("volley", {"figures": 4, "weapon": "musket", "distance": -1}, "from 0 to 24"),
    ("volley", {"figures": 4, "weapon": "musket", "distance": "near"}, "got 'near'"),
    ("volley", {"figures": 4, "weapon": "musket"}, "distance is required"),
    ("volley", {"figures": 4, "weapon": "musket", "distance": 3, "aim": True}, "did you mean 'aimed'"),
    ("volley", {"figures": 4.5, "weapon": "musket", "distance": 3}, "a whole number"),
    ("volley", {"figures": True, "weapon": "musket", "distance": 3}, "a whole number"),
    ("volley", {"figures": 4, "weapon": "musket", "distance": 3, "aimed": "perhaps"}, "true or false"),
    (
        "volley-losses",
        {"figures": 4, "weapon": "bow", "distance": 3, "target_plain": 2, "target_leaders": ["boss"]},
        "boss",
    ),
    (
        "volley-losses",
        {"figures": 4, "weapon": "bow", "distance": 3, "target_plain": 2, "target_leaders": ["nco"] * 9},
        "got 9",
    ),
    ("card-draw", {"red": 0, "black_plain": 0, "black_court": 0}, "at least one card"),
    ("card-colours", {"draws": 5, "red": 2, "black": 2}, "at most the 4 cards"),
    ("joker-wait", {"draws": 1, "cards": 1, "jokers": 2}, "at most cards = 1"),
    ("joker-wait", {"draws": 60}, "at most the 54 cards"),
    ("native-activations", {"draws": 53}, "at most the 52 cards"),
    ("shell-burst", {"leaders": [["officer"]]}, "leaders[0]"),
    ("shell-burst", {"leaders": [["officer", "tree"]]}, "leaders[0][1]"),
    ("melee-pair", {"a": {}}, "b is required"),
    ("melee-pair", {"a": {}, "b": {"leader": "king"}}, "b.leader"),
    ("melee-pair", {"a": {}, "b": {"horse": True}}, "horse"),
    ("melee-pair", {"a": 3, "b": {}}, "an object with"),
    ("move-distance", {"troop": "gun", "extra": True}, "extra must be false for a gun"),
    ("canister", {"gun": "heavy", "distance": 3}, "heavy"),
    ("canister", {"gun": "light", "distance": 12.1}, "from 0 to 12"),
    ("army-rating", {"nation": "zulus", "units": 2}, "did you mean 'zulu'"),
]


@pytest.mark.parametrize(("calculator", "inputs", "says"), HOSTILE)
def test_nonsense_gets_one_clear_sentence(calculator: str, inputs: dict[str, Any], says: str) -> None:
    answer = line_answer({"system": "pz8-colonial", "calculator": calculator, "inputs": inputs})
    assert list(answer) == ["error"]
    assert says in answer["error"]
    assert "\n" not in answer["error"]


HOSTILE_CHECKS = [
    ("board", "estimate", {"direction": [1, 1, 1]}, "dx*dx + dy*dy = length*length"),
    ("board", "estimate", {"direction": [3, 4, 0]}, "direction[2]"),
    ("board", "estimate", {"estimate": -1}, "estimate"),
    ("board", "estimate", {"gun_at": [0.5, 10**400], "estimate": 0.5}, "too many digits"),
    ("board", "estimate", {"figures": [[1, 2, 3]]}, "figures[0]"),
    ("chain", "rout-or-rally", {"distance": 10**9, "charge_move": 9}, "at most 1000 charge moves"),
    ("chain", "rout-or-rally", {"distance": 0, "charge_move": 9}, "above 0"),
    ("chain", "hold-on", {"activations": 61}, "from 0 to 60"),
    ("chain", "firefight", {"e": {"figures": 3}, "n": {}}, "e.weapon is required"),
    ("board", "charge", {"troop": "tank", "distance": 3}, "tank"),
]


@pytest.mark.parametrize(("kind", "question", "inputs", "says"), HOSTILE_CHECKS)
def test_nonsense_elsewhere(kind: str, question: str, inputs: dict[str, Any], says: str) -> None:
    given = dict(inputs)
    if question == "estimate":
        whole = {"gun": "light", "gun_at": [0, 0], "direction": [3, 4, 5], "estimate": 5, "figures": []}
        given = {**whole, **inputs}
    answer = line_answer({"system": "pz8-colonial", kind: question, "inputs": given})
    assert list(answer) == ["error"], answer
    assert says in answer["error"]


def test_a_firefight_out_of_range_says_so() -> None:
    far = {"figures": 8, "weapon": "bow", "distance": 10}
    near = {"figures": 8, "weapon": "european rifle", "distance": 10}
    answer = line_answer({"system": "pz8-colonial", "chain": "firefight", "inputs": {"e": near, "n": far}})
    assert answer == {"error": "distance must be at most 9 inches, the range of a bow (section 2); got 10"}


def test_a_variant_is_a_difference() -> None:
    rules = COLONIAL.rules.variant({"weapons/musket/inches": 16, "jamming_dice": 3, "R5": "b"})
    assert str(rules) == "pz8-colonial(jamming_dice=3, weapons/musket/inches=16, R5=b)"
    assert type(rules).parse(str(rules)) == rules
    with pytest.raises(BadInput, match="must rise"):
        COLONIAL.rules.variant({"solo/1/up_to": 5})


VARIANTS = [
    {"hit_on": -9, "hit_on_over_half": -9},
    {"hit_on": 19, "hit_on_over_half": 19, "R5": "b"},
    {"wins_by": 13},
    {"wins_by": 1},
    {"jamming_dice": 13},
    {"jamming_dice": 1, "unjams_on": 7, "R12": "b"},
    {"unjams_on": 1, "machine_gun_dice": 0},
    {"half_strength": 0, "holds_on": 19},
    {"half_strength": 1, "holds_on": -9},
    {"saves/officer/ignores_on": 1, "saves/nco/ignores_on": 7, "R7": "c", "R11": "b"},
    {"court_units": 1, "extra_dice": 0, "movement/foot/bad_dice": 3},
]


@pytest.mark.parametrize("changes", VARIANTS, ids=str)
def test_a_variant_at_the_edge_is_answered_too(changes: dict[str, Any]) -> None:
    rules = COLONIAL.rules.variant(changes, beyond_the_book=True)
    luck = random.Random(str(changes))
    refused = []
    for shelf in ("calculators", "chains", "boards"):
        for name, asked in INTERFACE[shelf].items():
            question = COLONIAL.question(name, shelf[:-1])
            inputs = drawn(asked["inputs"], luck)
            if name == "firefight":
                inputs |= {"red": 3, "black": 4}
            try:
                found = answer(question, inputs, rules)
            except BadInput as fault:
                refused.append(str(fault))
                continue
            if isinstance(question, Calculator):
                assert sum(found.fractions().values()) == 1
    assert all(fault.startswith(REFUSALS) for fault in refused)


def test_what_never_ends_says_never() -> None:
    rules = COLONIAL.rules.variant(wins_by=13)
    assert ask("pz8-colonial", "melee-to-the-end", {"a": {}, "b": {}}, rules=rules) == {
        "a eliminated": 0,
        "b eliminated": 0,
        "expected rounds": "never",
    }


def test_a_gun_that_cannot_be_cleared_ends_silent() -> None:
    rules = COLONIAL.rules.variant(unjams_on=7)
    duty = ask("pz8-colonial", "machine-gun-duty", {"distance": 6, "activations": 9}, rules=rules)
    assert duty["long-run share of activations with a burst"] == 0
    reliable = COLONIAL.rules.variant(jamming_dice=13)
    duty = ask("pz8-colonial", "machine-gun-duty", {"distance": 6, "activations": 9}, rules=reliable)
    assert duty["long-run share of activations with a burst"] == 1
    assert duty["expected bursts"] == 9
