"""Exact arithmetic on named numbers, as lessons write it: `near / far`, `two < 2 * one`.

Nothing is executed.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from pz8edu.errors import BadInput, shown, unknown
from pz8widgets.course.tries import at_least, tries

LONGEST = 300
"""Letters of an expression."""

LARGEST_POWER = 1000


def _power(base: Fraction, power: Fraction) -> Fraction:
    if power.denominator != 1 or abs(power) > LARGEST_POWER:
        raise BadInput(f"a power is a whole number to {LARGEST_POWER}; got {power}")
    return Fraction(base) ** int(power)


OPERATIONS: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: _power,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "max": max,
    "min": min,
    "abs": abs,
    "choose": lambda n, k: Fraction(math.comb(int(n), int(k))),
    "at_least": at_least,
    "tries": tries,
}


def calculated(text: str, numbers: Mapping[str, Fraction]) -> Fraction | bool:
    """The value of an expression: a number, or whether a comparison holds.

    It may hold whole numbers, decimals, names, + - * / **, comparisons, `and`, and max, min, abs, choose,
    `at_least(tries, successes, chance)` and `tries(chance, goal)`.
    Raises BadInput for anything else, for an unknown name, and where zero is divided by.
    """
    if len(text) > LONGEST:
        raise BadInput(f"an expression has at most {LONGEST} letters; this one has {len(text)}")
    try:
        found = _value(ast.parse(text.strip(), mode="eval").body, text.strip(), numbers)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as fault:
        if isinstance(fault, BadInput):
            raise
        raise BadInput(f"{shown(text)} is no sum of numbers and names") from None
    except ZeroDivisionError:
        raise BadInput(f"{shown(text)} divides by zero") from None
    return found if isinstance(found, bool) else Fraction(found)


def number(text: str, numbers: Mapping[str, Fraction]) -> Fraction:
    """The value of an expression that is a number; raises BadInput for a comparison, else as `calculated`."""
    found = calculated(text, numbers)
    if isinstance(found, bool):
        raise BadInput(f"{shown(text)} must be a number; it is a comparison")
    return found


def holds(text: str, numbers: Mapping[str, Fraction]) -> bool:
    """Whether a comparison holds; raises BadInput for what is no comparison, else as `calculated`."""
    found = calculated(text, numbers)
    if not isinstance(found, bool):
        raise BadInput(f"{shown(text)} must be a comparison such as 'a < 2 * b'; it is a number")
    return found


def names_in(text: str) -> set[str]:
    """The names that an expression holds, those of functions among them."""
    return {node.id for node in ast.walk(ast.parse(text.strip(), mode="eval")) if isinstance(node, ast.Name)}


def _value(node: ast.expr, text: str, numbers: Mapping[str, Fraction]) -> Any:
    def of(part: ast.expr) -> Any:
        return _value(part, text, numbers)

    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            return Fraction(ast.get_source_segment(text, node) or "")
        case ast.Name(id=name):
            if name not in numbers:
                raise unknown("number of this lesson", name, list(numbers))
            return numbers[name]
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return -of(part)
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in OPERATIONS:
            return OPERATIONS[type(operation)](of(left), of(right))
        case ast.Compare(left=first, ops=signs, comparators=rest):
            return _compared(signs, [of(each) for each in (first, *rest)])
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(of(part) for part in parts)
        case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(of(part) for part in parts))
    raise BadInput(f"{shown(text)} may hold numbers, names, + - * / **, comparisons, {', '.join(FUNCTIONS)}")


def _compared(signs: list[ast.cmpop], sides: list[Any]) -> bool:
    pairs = zip(signs, pairwise(sides), strict=True)
    return all(OPERATIONS[type(sign)](a, b) for sign, (a, b) in pairs)
