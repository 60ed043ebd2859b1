"""The functions of a book become facts and parts by themselves: their names are wrapped, their code stays.

A function that is given the umpire is a part of a rule, any other one a fact. Outside a table they cost one
look at an empty dictionary. A rule of one's own that is in force stands in under every such name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from types import FunctionType
from typing import Any, cast

from pz8edu.core.facts.record import OPEN, UNFILLED, asking
from pz8edu.core.facts.run import FactRun, FactsUmpire
from pz8edu.core.frozen import Remembering
from pz8edu.core.in_force import IN_FORCE, Function

UMPIRE = "umpire"
"""The first argument of what throws dice."""
_ODD = 0x04 | 0x08 | 0x20
"""The flags of functions that take any number of arguments, or make their results one by one."""


def fact(function: Any) -> Function:
    """A function that a table has a column of, wherever all that it is given is frozen.

    One that remembers its answers would have to look at all of a record: it is asked as it is printed.
    """
    printed = _printed(function)

    @wraps(function)
    def asked(*args: Any, **named: Any) -> Any:
        own = IN_FORCE.get()
        if own and (mine := own.instead_of(printed)):
            return mine(*args, **named)
        run = asking(args, OPEN) if OPEN and not named else None
        if run is None:
            return (printed if UNFILLED else own.remembered(function) if own else function)(*args, **named)
        return run.call(printed, args)

    asked.fact_of = printed  # type: ignore[attr-defined]
    return asked


def part(function: FunctionType) -> Function:
    """A part of a rule that throws dice: worked out apart wherever all that it is given is frozen."""

    @wraps(function)
    def asked(umpire: Any, *args: Any, **named: Any) -> Any:
        if (own := IN_FORCE.get()) and (mine := own.instead_of(function)):
            return mine(umpire, *args, **named)
        run = asking(args, UNFILLED) if UNFILLED and not named and type(umpire) is FactsUmpire else None
        if run is None:
            return function(umpire, *args, **named)
        return cast(FactRun, run).part(umpire, function, args)

    asked.fact_of = function  # type: ignore[attr-defined]
    return asked


def unwired(function: FunctionType) -> Function:
    """A function that is no fact: it takes any number of arguments, or none, or makes results one by one."""

    @wraps(function)
    def asked(*args: Any, **named: Any) -> Any:
        own = IN_FORCE.get()
        if own is None:
            return function(*args, **named)
        return (own.instead_of(_printed(function)) or own.remembered(function))(*args, **named)

    return asked


WIRED: dict[Any, Function] = {}
"""The functions of the books as they are printed, each with what stands under its name."""


def wire(package: str) -> None:
    """Wrap the functions of all modules that a package has now, under every name that they have there.

    A system of a notebook, or of a file that stands alone, has no package: its functions stay as they are.
    """
    if getattr(sys.modules.get(package), "__file__", None) is None:
        return
    modules = [module for name, module in sys.modules.copy().items() if f"{name}.".startswith(f"{package}.")]
    for module in modules:
        for function in vars(module).values():
            if getattr(function, "__module__", None) == module.__name__:
                _wrap(function)
    for module in modules:
        for name, value in [*vars(module).items()]:
            if (wrapped := _wired(value)) is not value:
                setattr(module, name, wrapped)


def wire_made(functions: Iterable[Callable[..., object]]) -> None:
    """Functions that others made were made with functions of a book: these are wrapped in them too."""
    for each in functions:
        for cell in () if hasattr(each, "__wrapped__") else getattr(each, "__closure__", None) or ():
            cell.cell_contents = _wired(cell.cell_contents)


def _wired(value: object) -> Any:
    """What stands under a function's name; anything else as it is."""
    return WIRED.get(value, value) if isinstance(value, FunctionType | Remembering) else value


def _wrap(function: Any) -> None:
    """Wrap a function of a module, also one that remembers its answers, unless somebody has done so."""
    printed = _printed(function)
    if isinstance(printed, FunctionType) and not hasattr(printed, "__wrapped__"):
        code = printed.__code__
        odd = code.co_flags & _ODD or code.co_kwonlyargcount or not code.co_argcount
        how = unwired if odd else part if code.co_varnames[0] == UMPIRE else fact
        WIRED[function] = how(function)


def _printed(value: object) -> Any:
    """A function as it is printed, before it remembers its answers."""
    return value.__wrapped__ if isinstance(value, Remembering) else value
