"""Questions as lines of JSON: the public interface for programs. Every line gets an answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NoReturn

from pz8edu.asking.ask import exact_answer, rules_for
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.system import BoardCheck, Calculator, Question
from pz8edu.core.umpire.throws import Memo
from pz8edu.errors import BadInput, shown, unknown
from pz8edu.printing.exact import ratio_text
from pz8edu.systems import system

MOST_REMEMBERED = 10_000
"""A batch that has met more steps than this, about 20 megabytes of them, begins to remember afresh;"""
MOST_LINES = 1_000
"""and so it does after so many lines: what each of them looked at is remembered, too."""
KINDS = ("calculator", "chain", "board")


# --- answers
def batch(lines: Iterable[str]) -> Iterator[str]:
    """JSON lines in, JSON lines out, in the same order; a bad line never stops the others.

    The lines that come out are plain ASCII: other letters are written as JSON's escapes. However many lines
    there are, the memory stays the same.

    >>> from pz8edu import batch
    >>> next(batch(['{"system": "pz8-ww2", "calculator": "rally", "inputs": {"condition": "disorganized"}}']))
    '{"outcomes": {"ok": "1/3", "disorganized": "2/3"}}'
    """
    memo: Memo = {}
    for number, text in enumerate(lines, 1):
        if not text.strip("\ufeff \t\r\n"):
            continue
        yield json.dumps(answered_text(text, memo))
        if len(memo) > MOST_REMEMBERED or not number % MOST_LINES:
            memo.clear()


def answered_text(text: str, memo: Memo | None = None) -> dict[str, object]:
    """The answer to one line of JSON; whatever happens, there is one."""
    try:
        line = exact_json(text)
    except (ValueError, RecursionError) as fault:
        return {"error": f"this line is not JSON: {fault}"}
    try:
        return line_answer(line, memo)
    except Exception as fault:
        what = f"{type(fault).__name__}: {fault}".splitlines()[0]
        return {"error": f"this line cannot be answered because of a fault in the kit ({what})"}


def line_answer(line: object, memo: Memo | None = None) -> dict[str, object]:
    """The answer to one line of a batch, ready for JSON; faults are answered, never raised."""
    try:
        return _answered(line, memo)
    except BadInput as fault:
        return {"error": str(fault)}
    except RecursionError:
        return {"error": "this line is nested too deeply to be read"}


def _answered(line: object, memo: Memo | None) -> dict[str, object]:
    if not isinstance(line, Mapping):
        example = '{"system": "pz8-ww2", "calculator": "rally", ...}'
        raise BadInput(f"a line is an object such as {example}; got {shown(line)}")
    for key in line:
        if key not in ("system", "inputs", "reading", *KINDS):
            raise unknown("key of a line", key, ("system", *KINDS, "inputs", "reading"))
    if "system" not in line:
        raise BadInput('a line needs "system", such as "pz8-ww2"')
    asked = system(_name_in(line, "system"))
    kinds = [kind for kind in KINDS if kind in line]
    if len(kinds) != 1:
        raise BadInput(
            f'a line asks exactly one of "calculator", "chain" or "board"; got {len(kinds)} of them'
        )
    question = asked.question(_name_in(line, kinds[0]), kinds[0])
    inputs = line.get("inputs")
    if not isinstance(inputs, Mapping | None):
        raise BadInput(f'"inputs" must be an object of named inputs; got {shown(inputs)}')
    rules = rules_for(asked, line.get("reading"))
    return json_answer(question, exact_answer(question, inputs or {}, rules, memo))


def _name_in(line: Mapping[str, object], key: str) -> str:
    if not isinstance(line[key], str):
        raise BadInput(f'"{key}" must be a name in quotes; got {shown(line[key])}')
    return str(line[key])


def json_answer(question: Question, found: Any) -> dict[str, object]:
    """An exact answer as the JSON interface gives it."""
    if isinstance(question, BoardCheck):
        return {"result": json_value(found)}
    if not isinstance(question, Calculator):
        return {"results": fraction_text(found)}
    told = found.fractions() if question.tells_outcome else {}
    listed = {word: place for place, word in enumerate(question.outcomes or ())}
    words = sorted(told, key=lambda word: (listed.get(word, len(listed)), str(word)))
    outcomes = {"outcomes": {str(word): ratio_text(told[word]) for word in words}}
    return outcomes | ({"results": fraction_text(found.further)} if question.results else {})


# --- values
def json_value(value: object, number: Callable[[Any], str] = str) -> object:
    """A board's result as JSON holds it: words and numbers pass, a fraction is text, "n" or "n/d"."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(name): json_value(each, number) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_value(each, number) for each in value]
    return number(value)


def fraction_text(value: object) -> object:
    """The results of calculators and chains as JSON holds them: a fraction is always "n/d"."""
    return json_value(value, ratio_text)


# --- reading
def exact_json(text: str) -> object:
    """A text as JSON, decimals exactly as they are written.

    Raises ValueError also for a key that stands twice, for NaN, and for numbers of thousands of digits.
    """
    try:
        return _READER.decode(text.strip("\ufeff \t\r\n"))
    except json.JSONDecodeError:
        raise
    except ValueError as fault:
        if str(fault).startswith("Exceeds"):
            raise ValueError("a number has thousands of digits") from None
        raise


def _decimal(text: str) -> Fraction | float:
    """A decimal of a JSON line, read exactly as it is written."""
    written = to_fraction(text)
    return float(text) if written is None else written


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {shown(twice)} stands twice")
    return read


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


_READER = json.JSONDecoder(parse_float=_decimal, parse_constant=_no_number, object_pairs_hook=_object)
