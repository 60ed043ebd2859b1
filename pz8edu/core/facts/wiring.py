"""The functions of a book become facts and parts by themselves: their names are wrapped, their code stays.

A function that is given the umpire is a part of a rule, any other one a fact. Outside a table they cost one
look at an empty dictionary.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from types import FunctionType, ModuleType
from typing import Any, cast

from pz8edu.core.facts.record import OPEN, UNFILLED, asking
from pz8edu.core.facts.run import FactsUmpire, Run
from pz8edu.core.frozen import Remembering

UMPIRE = "umpire"
"""The first argument of what throws dice."""
_ODD = 0x04 | 0x08 | 0x20
"""The flags of functions that take any number of arguments, or make their results one by one."""


def fact(function: Any) -> Callable[..., Any]:
    """A function that a table has a column of, wherever all that it is given is frozen.

    One that remembers its answers would have to look at all of a record: it is asked as it is printed.
    """
    printed = _printed(function)

    @wraps(function)
    def asked(*args: Any, **named: Any) -> Any:
        run = asking(args, OPEN) if OPEN and not named else None
        if run is None:
            return (printed if UNFILLED else function)(*args, **named)
        return run.call(printed, args)

    asked.fact_of = printed  # type: ignore[attr-defined]
    return asked


def part(function: FunctionType) -> Callable[..., Any]:
    """A part of a rule that throws dice: worked out apart wherever all that it is given is frozen."""

    @wraps(function)
    def asked(umpire: Any, *args: Any, **named: Any) -> Any:
        run = asking(args, UNFILLED) if UNFILLED and not named and type(umpire) is FactsUmpire else None
        if run is None:
            return function(umpire, *args, **named)
        return cast(Run, run).part(umpire, function, args)

    asked.fact_of = function  # type: ignore[attr-defined]
    return asked


def wire(package: str) -> None:
    """Wrap the functions of all modules of a package, under every name that they have there.

    A system of a notebook, or of a file that stands alone, has no package: its functions stay as they are.
    """
    if getattr(sys.modules.get(package), "__file__", None) is None:
        return
    modules = [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]
    wrapped: dict[Any, Callable[..., Any]] = {}
    for module in modules:
        for function in _own(module):
            takes = _printed(function).__code__.co_varnames
            wrapped[function] = (part if takes[0] == UMPIRE else fact)(function)
    for module in modules:
        for name, value in [*vars(module).items()]:
            if isinstance(value, FunctionType | Remembering) and value in wrapped:
                setattr(module, name, wrapped[value])


def _own(module: ModuleType) -> list[Any]:
    """The plain functions that a module defines, also those that remember their answers."""
    return [each for each in vars(module).values() if _is_plain(_printed(each), module)]


def _printed(value: Any) -> Any:
    """A function as it is printed, before it remembers its answers."""
    return value.__wrapped__ if isinstance(value, Remembering) else value


def _is_plain(value: object, module: ModuleType) -> bool:
    return (
        isinstance(value, FunctionType)
        and value.__module__ == module.__name__
        and not hasattr(value, "__wrapped__")
        and bool(value.__code__.co_argcount)
        and not value.__code__.co_kwonlyargcount
        and not value.__code__.co_flags & _ODD
    )
