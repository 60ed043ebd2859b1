"""What a rule may come to: values that are told apart by what they are."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from types import (
    AsyncGeneratorType,
    BuiltinFunctionType,
    CoroutineType,
    FunctionType,
    GeneratorType,
    MethodType,
)
from typing import Any

from pz8edu.core.chance.told_apart import NUMBERS
from pz8edu.core.rolls.roll import UNSEEN
from pz8edu.errors import BadInput, Unasked, shown

LATER = (GeneratorType, CoroutineType, AsyncGeneratorType)
FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType, partial)


def check_outcome(outcome: object) -> None:
    """Raise BadInput for what only its identity tells from others, Unasked for the text of a roll."""
    kind: Any = type(outcome)
    if kind in NUMBERS:
        return
    fault = _why_not(kind)
    if fault and not isinstance(outcome, type):
        raise BadInput(f"a rule cannot come to {shown(outcome)}: {fault}")
    if isinstance(outcome, str):
        if UNSEEN in outcome:
            raise Unasked(f"{shown(outcome)} is the text of a roll: settle it first, or return it as it is")
    elif isinstance(outcome, tuple | frozenset):
        for each in outcome:
            check_outcome(each)
    elif is_dataclass(outcome):
        for field in fields(outcome):
            check_outcome(getattr(outcome, field.name, None))


@lru_cache(maxsize=1_024)
def _why_not(kind: type[object]) -> str:
    """What to write instead of an outcome of such a class; nothing where it may be one."""
    if issubclass(kind, LATER):
        return "it has a 'yield' or an 'await' in it; write 'return', without them"
    if issubclass(kind, FUNCTIONS):
        return "it is a function; return what the function says"
    if kind.__hash__ is None:
        return "it may change; return a tuple, or a record made with @dataclass(frozen=True)"
    if vars(object)["__hash__"] is kind.__hash__:
        return "two of its kind are never equal; return a word, a number or @dataclass(frozen=True)"
    return ""
