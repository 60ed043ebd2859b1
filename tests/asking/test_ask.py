"""Asking by name: good lines against the JSON schema, hostile lines, batches that never stop."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import pz8edu
from pz8edu.asking.ask import ask, rules_for
from pz8edu.asking.json_lines import answered_text, batch, exact_json, fraction_text, line_answer
from pz8edu.errors import BadInput
from pz8edu.printing.exact import whole_text
from pz8edu.systems import system
from tests.share import Share

WW2 = system("pz8-ww2")
HERE = Path(__file__).parent


def examples_of(folder: Path) -> list[dict[str, Any]]:
    """The worked examples of a system, as lines of a batch."""
    text = (folder / "examples.jsonl").read_text(encoding="utf-8")
    return [json.loads(each)["ask"] for each in text.splitlines()]


EXAMPLES = {
    file.parent.name: examples_of(file.parent)
    for file in sorted(HERE.parent.glob("systems/*/examples.jsonl"))
}
KINDS = ("calculator", "chain", "board")


def line(kind: str, name: str, inputs: Any = None, **more: Any) -> dict[str, Any]:
    return {"system": "pz8-ww2", kind: name, **({} if inputs is None else {"inputs": inputs}), **more}


def error_of(asked: Any) -> str:
    """The one sentence that a bad line gets."""
    answer = line_answer(asked)
    assert list(answer) == ["error"], answer
    sentence = answer["error"]
    assert isinstance(sentence, str)
    assert sentence.strip()
    assert "\n" not in sentence
    assert "Traceback" not in sentence
    assert "fault in the kit" not in sentence
    assert len(sentence) < 900, sentence
    json.dumps(answer)
    return sentence


# --- hostile values
def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


HOSTILE: dict[str, Any] = {
    "nan": float("nan"),
    "infinity": float("inf"),
    "minus infinity": float("-inf"),
    "a googol": 10**100,
    "thousands of digits": 10**5000,
    "a tiny float": 1e-320,
    "a huge float": 1e300,
    "minus one": -1,
    "half": 0.5,
    "true": True,
    "null": None,
    "a number in quotes": "3",
    "a word": "three",
    "a long word": "x" * 100_000,
    "half a letter": "\ud800",
    "letters of the world": "日本語 ﷽ \u202e",
    "an empty text": "",
    "bytes": b"3",
    "a list": [3],
    "an empty list": [],
    "an object": {"a": 1},
    "an empty object": {},
    "a deep list": nested(3000),
    "an endless object": (lambda it: it.update(it=it) or it)({}),
}


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place inside inputs where something hostile can stand."""
    if way:
        yield way
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*way, key))


def put(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    """The inputs with something else at one place."""
    if not way:
        return new
    first, *rest = way
    if isinstance(value, dict):
        return {key: put(each, tuple(rest), new) if key == first else each for key, each in value.items()}
    return [put(each, tuple(rest), new) if key == first else each for key, each in enumerate(value)]


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("folder", list(EXAMPLES))
def test_hostile_values_at_every_place_of_every_example(folder: str) -> None:
    """There is always an answer: the result where the value fits, else one clear sentence."""
    told = 0
    seen = set()
    for asked in EXAMPLES[folder]:
        name = next(asked[kind] for kind in KINDS if kind in asked)
        for way in places(asked.get("inputs", {})):
            alike = tuple("*" if isinstance(step, int) else step for step in way)
            if (name, alike) in seen:
                continue
            seen.add((name, alike))
            for value in HOSTILE.values():
                hurt = {**asked, "inputs": put(asked["inputs"], way, value)}
                answer = line_answer(hurt)
                json.dumps(answer)
                if "error" in answer:
                    assert error_of(hurt)
                    told += 1
    assert told > 50


@pytest.mark.parametrize("hostile", list(HOSTILE))
def test_hostile_values_in_every_part_of_a_line(hostile: str) -> None:
    value = HOSTILE[hostile]
    good = line("calculator", "rally", {"condition": "suppressed"})
    for key in ("system", "calculator"):
        assert error_of({**good, key: value})
    if value not in ({}, None):
        assert error_of({**good, "inputs": value})
    if value not in ("", None):
        assert error_of({**good, "reading": value})
    assert error_of({**good, "more": value})
    assert error_of({**good, "inputs": {"condition": value}})
    assert error_of({**good, "inputs": {"condition": "ok", "more": value}})
    assert error_of(value)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({}, 'needs "system"'),
        ({"system": "pz8-ww2"}, "exactly one of"),
        ({"system": "pz8-ww2", "calculator": "rally", "chain": "duel"}, "exactly one of"),
        ({"system": "pz8-wwii", "calculator": "rally"}, "did you mean 'pz8-ww"),
        (line("calculator", "direct-fir", {}), "did you mean 'direct-fire'"),
        (line("chain", "direct-fire", {}), "unknown chain of pz8-ww2 'direct-fire'"),
        (line("calculator", "direct-fire"), "attack is required: a whole number from 0 to 6"),
        (
            line("calculator", "direct-fire", {"attack": 7, "defence": 1}),
            "attack must be .* from 0 to 6; got 7",
        ),
        (line("calculator", "direct-fire", {"atack": 5, "defence": 1}), "did you mean 'attack'"),
        (
            line("calculator", "rally", {"condition": "destroyed"}),
            "ok, disorganized, suppressed; got 'destroyed'",
        ),
        (line("calculator", "rally", {"condition": "ok"}, reading="R3=z"), "R3 must be one of a, b; got 'z'"),
        (line("calculator", "rally", {"condition": "ok"}, reading="R8=b"), "unknown reading of pz8-ww2 'R8'"),
        (line("calculator", "rally", {"condition": "ok"}, reading="hit_on=3"), "unknown reading"),
        (line("calculator", "rally", {"condition": "ok"}, reading="R3"), "written name=value"),
        (line("calculator", "rally", {"condition": "ok"}, reading="R3=a,R3=b"), "given twice"),
        (line("calculator", "rally", {"condition": "ok"}, readings="R3=b"), "did you mean 'reading'"),
        (line("calculator", "fire-phase", {"shots": [], "target": {"defence": 0}}), "1 or more entries"),
        (
            line("calculator", "fire-phase", {"shots": [{}], "target": {"defence": 0}}),
            r"shots\[0\].attack is required",
        ),
        (
            line("calculator", "deviation", {"units": [{"name": "nothing", "x": 0, "y": 0}]}),
            "cannot be called",
        ),
        (
            line("calculator", "deviation", {"units": [{"name": "a", "x": 0, "y": 0}] * 2}),
            "must all be different",
        ),
        (
            line("chain", "mine-belt", {"real": 1, "fake": 1, "entered": 3, "defence": 0}),
            "at most real \\+ fake = 2",
        ),
        (
            line("board", "table", {"table": "minimum-range", "row": "hmg"}),
            "unknown row of the minimum-range table",
        ),
        (line("board", "deviation-point", {"target": [0, 0], "direction": 7, "distance": 1}), "from 1 to 6"),
        (
            line("board", "line-of-sight", {"firer": [0, 0], "target": [1, 1], "blockers": [[1, 0, 0, 1]]}),
            r"blockers\[0\] must be",
        ),
    ],
)
def test_what_was_given_what_is_allowed_and_the_nearest(asked: Any, words: str) -> None:
    import re

    assert re.search(words, error_of(asked)), error_of(asked)


def test_the_default_readings_may_be_named_or_left_out() -> None:
    good = line("calculator", "to-hit", {"cover": "bunker", "over_half_range": True})
    plain = line_answer(good)
    for reading in (None, "", "default", "R1=a", "R1=a,R5=a"):
        assert line_answer({**good, "reading": reading}) == plain
    assert line_answer({**good, "reading": "R1=b, R5=b"})["outcomes"] == {"hit": "1/6", "miss": "5/6"}
    assert line_answer({**line("calculator", "to-hit"), "inputs": None}) == line_answer(
        line("calculator", "to-hit", {})
    )


# --- valid lines are answered, others are not
CHECKED_TOGETHER = {"deviation", "mine-belt", "table", "deviation-point", "line-of-sight"}
"""Questions with inputs that the schema allows one by one but that do not go together."""


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("folder", list(EXAMPLES))
def test_lines_are_answered_exactly_when_the_schema_allows_them(folder: str) -> None:
    chooser = random.Random(folder)
    answered = 0
    for asked in EXAMPLES[folder]:
        kind, name = next((kind, asked[kind]) for kind in KINDS if kind in asked)
        interface = system(asked["system"]).question(name, kind).interface()
        validator = jsonschema.Draft202012Validator(interface["inputs"])
        for _ in range(6):
            inputs = asked.get("inputs", {})
            for _ in range(chooser.choice((0, 1, 1, 2))):
                way = chooser.choice([*places(inputs), ("more",)])
                new = chooser.choice(
                    (0, 1, 3, 5.0, 2.5, -1, True, "open", "average", "ok", None, [], {}, [0, 1])
                )
                inputs = {**inputs, "more": new} if way == ("more",) else put(inputs, way, new)
            answer = line_answer({**asked, "inputs": inputs})
            if not validator.is_valid(inputs):
                assert "error" in answer, (name, inputs, answer)
            elif folder == "pz8_ww2":
                assert "error" not in answer or name in CHECKED_TOGETHER, (name, inputs, answer)
            answered += "error" not in answer
    assert answered > 20


# --- as texts
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", None),
        ("   \n", None),
        ("{", "is not JSON"),
        ("nonsense", "is not JSON"),
        ("null", "a line is an object"),
        ("[1, 2]", "a line is an object"),
        (
            '{"system": "pz8-ww2", "system": "pz8-ww2", "calculator": "rally"}',
            "the key 'system' stands twice",
        ),
        (
            '{"system": "pz8-ww2", "calculator": "rally", "inputs": {"condition": "ok", "condition": "ok"}}',
            "twice",
        ),
        ('{"a": NaN}', "NaN is no number"),
        ('{"a": -Infinity}', "-Infinity is no number"),
        ('{"a": ' + "9" * 5000 + "}", "thousands of digits"),
        ('{"a": 1e999}', "unknown key of a line 'a'"),
        ("[" * 100_000, "is not JSON"),
        ("\x00", "is not JSON"),
        ('{"system": "pz8-ww2", "calculator": "rally", "inputs": {"condition": "ok"}} {}', "is not JSON"),
    ],
)
def test_texts_that_are_no_good_lines(text: str, words: str | None) -> None:
    answers = list(batch([text]))
    if words is None:
        assert answers == []
        return
    assert len(answers) == 1
    error = json.loads(answers[0])["error"]
    assert words in error
    assert "\n" not in error
    assert len(error) < 500


def test_a_bad_line_never_stops_the_others() -> None:
    good = json.dumps(line("calculator", "rally", {"condition": "disorganized"}))
    lines = [good, "{", good, '{"system": 5}', good, "[" * 100_000, good, '"\\ud800"', good, "\ufeff" + good]
    answers = [json.loads(each) for each in batch(lines)]
    assert len(answers) == len(lines)
    for text, answer in zip(lines, answers, strict=True):
        if text.endswith(good):
            assert answer == {"outcomes": {"ok": "1/3", "disorganized": "2/3"}}
        else:
            assert list(answer) == ["error"]


def test_lines_of_all_systems_in_one_batch_do_not_disturb_each_other(share: Share) -> None:
    """Systems share dice, words and one memory; whatever the order, each line gets its own answer."""
    asked = share((line for lines in EXAMPLES.values() for line in lines), 3)
    alone = {id(line): json.loads(json.dumps(line_answer(line))) for line in asked}
    for seed in (1, 2):
        mixed = random.Random(seed).sample(asked, len(asked))
        answers = [json.loads(text) for text in batch(map(json.dumps, mixed))]
        for line, answer in zip(mixed, answers, strict=True):
            assert answer == alone[id(line)], line


def test_a_batch_answers_as_the_lines_come_in() -> None:
    """Nothing waits for the last line: there may be none."""
    endless = itertools.repeat(json.dumps(line("calculator", "rally", {"condition": "ok"})))
    answers = list(itertools.islice(batch(endless), 100))
    assert len(answers) == 100
    assert len(set(answers)) == 1


def test_a_batch_forgets_without_changing_an_answer(monkeypatch: pytest.MonkeyPatch, share: Share) -> None:
    asked = share((json.dumps(line) for lines in EXAMPLES.values() for line in lines), 2)
    remembering = list(batch(asked))
    remembered: list[int] = []

    def watched(text: str, memo: dict[Any, Any]) -> dict[str, Any]:
        remembered.append(len(memo))
        return answered_text(text, memo)

    monkeypatch.setattr("pz8edu.asking.json_lines.answered_text", watched)
    monkeypatch.setattr("pz8edu.asking.json_lines.MOST_REMEMBERED", 100)
    assert list(batch(asked)) == remembering
    assert 50 < max(remembered) <= 100
    assert remembered.count(0) > 5


def test_answers_are_plain_ascii_lines() -> None:
    units = [{"name": name, "x": 0, "y": 1} for name in ("Größe ″", "日本", "\ud800")]
    for unit in units:
        (text,) = batch([json.dumps(line("calculator", "deviation", {"units": [unit]}))])
        assert text.isascii()
        assert "\n" not in text
        assert json.loads(text)["outcomes"] == {unit["name"]: "1/36", "nothing": "35/36"}


def test_decimals_are_read_as_they_are_written() -> None:
    assert exact_json("[0.1, 1e-3, 12.50, 3]") == [Fraction(1, 10), Fraction(1, 1000), Fraction(25, 2), 3]
    blocked = '{"firer": [0, 0], "target": [0.3, 0.9], "blockers": [[0.1, 0.1, 0.2, 0.3]]}'
    text = '{"system": "pz8-ww2", "board": "line-of-sight", "inputs": ' + blocked + "}"
    assert answered_text(text) == {"result": False}


def test_a_fault_of_the_kit_is_told_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from pz8edu.asking import json_lines

    def broken(*args: Any) -> Any:
        raise ZeroDivisionError("division by zero")

    good = json.dumps(line("calculator", "rally", {"condition": "ok"}))
    monkeypatch.setattr(json_lines, "json_answer", broken)
    (text,) = batch([good])
    error = "this line cannot be answered because of a fault in the kit (ZeroDivisionError: division by zero)"
    assert json.loads(text) == {"error": error}


# --- numbers of any size
@pytest.mark.parametrize("digits", [9, 3999, 4000, 4001, 4300, 4301, 12_345])
def test_numbers_of_thousands_of_digits_are_written(digits: int) -> None:
    number = 10 ** (digits - 1) * 7 + digits
    written = whole_text(number)
    assert len(written) == len("7") + digits - 1
    assert written[0] == "7"
    assert written.endswith(str(digits))
    assert set(written[1:-5]) <= {"0"}
    assert whole_text(-number) == "-" + written
    assert fraction_text(Fraction(number, 3 * number + 1)).startswith("7")


LONG = [
    line("chain", "rally-chain", {"condition": "suppressed", "turns": 20_000}),
    line("chain", "battery-life", {"turns": 5000}),
    line("chain", "shots-to-destroy", {"attack": 3, "defence": 4, "shots": 2000}),
    line("chain", "shots-to-destroy", {"attack": 0, "defence": 7, "shots": 10**18}),
    line("chain", "fire-and-rally", {"attack": 3, "defence": 4, "shooters": 200, "turns": 5}),
    line("chain", "mine-belt", {"real": 300, "fake": 300, "entered": 600, "defence": 0}),
    line("calculator", "air-to-hit", {"aa_guns": 10**18}),
    line("calculator", "fire-phase", {"shots": [{"attack": 2}] * 1000, "target": {"defence": 3, "hq": True}}),
    line(
        "calculator",
        "deviation",
        {"units": [{"name": f"u{n}", "x": n % 13, "y": n % 7} for n in range(2000)]},
    ),
    line(
        "board",
        "effective-defence",
        {"defence": 7, "armoured": True, "halving_causes": ["x"] * 10_000},
        reading="R21=b",
    ),
    line("board", "path", {"kind": "truck", "path": [["road", 0.001]] * 5000}),
]


def test_long_results_are_written_in_full() -> None:
    found = ask("pz8-ww2", "fire-and-rally", attack=3, defence=4, shooters=1000)
    name, value = repr(found).splitlines()[1].split()
    assert name == "p_destroyed_within"
    above, below = value.split("/")
    assert len(below) > 4300
    assert above[:9].isdigit()


@pytest.mark.parametrize("asked", LONG, ids=lambda asked: str(asked)[20:80])
def test_long_questions_that_can_be_answered_are(asked: dict[str, Any]) -> None:
    answer = line_answer(asked)
    assert "error" not in answer
    json.dumps(answer)


@pytest.mark.parametrize(
    "asked",
    [
        line("chain", "rally-chain", {"condition": "suppressed", "turns": 10**9}),
        line("chain", "battery-life", {"turns": 10**18}),
        line("chain", "shots-to-destroy", {"attack": 3, "defence": 4, "shots": 10**9}),
        line("chain", "fire-and-rally", {"attack": 3, "defence": 4, "shooters": 10**9}),
        line("chain", "fire-and-rally", {"attack": 3, "defence": 4, "turns": 10**9}),
        line("chain", "mine-belt", {"real": 10**9, "fake": 10**9, "entered": 10**9, "defence": 0}),
    ],
    ids=lambda asked: str(asked)[20:80],
)
def test_questions_beyond_reach_say_what_can_be_worked_out(asked: dict[str, Any]) -> None:
    assert any(words in error_of(asked) for words in ("more than 20,000 digits", "at most 1,000"))


# --- from Python
def test_asking_from_python() -> None:
    import sympy

    odds = ask("pz8-ww2", "direct-fire", attack=5, defence=4, armoured=True)
    assert odds["destroyed"] == sympy.Rational(5, 36)
    assert odds.tree.distribution.map(str) == odds
    assert ask("pz8-ww2", "direct-fire", {"attack": 5, "defence": 4}, reading="R1=b") == odds
    chain = ask("pz8-ww2", "rally-chain", condition="suppressed")
    assert chain["expected_rally_phases"] == 6
    assert chain["p_ok_within"] == sympy.Rational(7, 27)
    assert "p_ok_within" in repr(chain)
    assert ask("pz8-ww2", "move", kind="truck", terrain="road") == 8
    harder = WW2.rules.variant(hit_on=6)
    assert ask("pz8-ww2", "to-hit", rules=harder)["hit"] == sympy.Rational(1, 6)
    assert pz8edu.ask is ask
    for wrong in (
        {"question_kind": "chain"},
        {"question_kind": "riddle"},
        {"rules": "harder"},
        {"reading": 3},
        {"rules": system("pz8-ww1").rules},
    ):
        with pytest.raises(BadInput):
            ask("pz8-ww2", "to-hit", **wrong)


def test_changes_and_readings_together() -> None:
    rules = rules_for(WW2, "R3=b", None, {"hit_on": "3"})
    assert str(rules) == "pz8-ww2(hit_on=3, R3=b)"
    assert rules_for(WW2) is WW2.rules
