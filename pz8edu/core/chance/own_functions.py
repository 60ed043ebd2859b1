"""What a function of the user is: its code, and all that it reads when it is called."""

from __future__ import annotations

import opcode
from collections.abc import Hashable
from functools import lru_cache, partial
from itertools import count
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, cast

from pz8edu.core.frozen import PLAIN, Hashed, is_function_of_kit, lasting_key_of, refused


def listed_words(text: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(text.split())


MODULES = listed_words(
    "builtins collections fractions functools itertools math operator _functools _operator"
)
"""Whose functions and classes answer by nothing but what they are given."""
LOOKING_ROUND = frozenset(
    listed_words(
        """
        __import__ attrgetter breakpoint cache compile delattr dir eval exec exit format format_map getattr
        globals hasattr help id input locals lru_cache memoryview methodcaller object open print quit setattr
        super vars
        """
    )
)
"""Names by which a function may read, or change, what its code does not name."""
INSIDE = ("__", "ag_", "co_", "cr_", "f_", "func_", "gi_", "tb_")
"""How names begin by which Python's own insides are read."""
OUTWARD = listed_words(
    """
    DELETE_ATTR DELETE_GLOBAL DELETE_NAME IMPORT_ LOAD_BUILD_CLASS LOAD_CLASSDEREF LOAD_FROM_DICT LOAD_LOCALS
    LOAD_NAME LOAD_SUPER STORE_ATTR STORE_GLOBAL STORE_NAME
    """
)
OUT = frozenset(number for name, number in opcode.opmap.items() if name.startswith(OUTWARD))
"""What changes something outside, or reads it by a way that is not followed."""
TO_CELLS = frozenset((opcode.opmap["STORE_DEREF"], opcode.opmap["DELETE_DEREF"]))
KIT = "pz8edu.core.chance."
MOST_READ = 1_000
"""So many values that a function reads are looked at each time."""


@lru_cache(maxsize=1_000)
def names_of(code: CodeType) -> tuple[str, ...] | None:
    """The names that a code and all codes inside it read; None where it may read or change anything else."""
    names: dict[str, None] = {}
    codes = [code]
    for each in codes:
        used = {*each.co_code[::2]}
        if not OUT.isdisjoint(used) or (code.co_freevars and not TO_CELLS.isdisjoint(used)):
            return None
        names.update(dict.fromkeys(each.co_names))
        codes += [const for const in each.co_consts if isinstance(const, CodeType)]
    if not LOOKING_ROUND.isdisjoint(names) or any(name.startswith(INSIDE) for name in names):
        return None
    return tuple(names)


class WhatIsRead:
    """What some values are, with the functions of the user among them followed through all that they read.

    Frozen values are told as they are, lists and tables by what is in them now. Raises NotFrozen for
    everything else: an object of the user's, a file, chance, the time.
    """

    def __init__(self) -> None:
        self.functions: dict[FunctionType, int] = {}
        self.modules: dict[str, ModuleType] = {}
        self.names: dict[str, None] = {}
        self.read = 0

    def key(self, given: tuple[object, ...]) -> Hashable:
        """The key of some values, with all that their functions read."""
        rows = [self.of(given)]
        for number in count():
            if number == len(self.functions):
                break
            rows.append(self.of_own([*self.functions][number]))
        known = len(self.functions), len(self.modules)
        for name, module in [*self.modules.items()]:
            held = vars(module)
            rows.append((name, *((each, self.of(held[each])) for each in self.names if each in held)))
        return Hashed(tuple(rows)) if known == (len(self.functions), len(self.modules)) else refused(given)

    def of(self, value: Any) -> Hashable:
        """The key of a value; a function of the user is a number, and told in a row of its own."""
        self.read += 1
        if self.read > MOST_READ:
            refused(value)
        kind = type(value)
        if kind is FunctionType:
            if not is_function_of_kit(value):
                return kind, self.functions.setdefault(value, len(self.functions))
            return lasting_key_of(value) if value.__module__.startswith(KIT) else refused(value)
        if kind in (tuple, list, set):
            kinds = tuple(map(type, value))
            self.read += len(kinds)
            return kind, kinds, tuple(value) if PLAIN.issuperset(kinds) else tuple(map(self.of, value))
        if kind is dict:
            return kind, self.of(tuple(value)), self.of(tuple(value.values()))
        if kind is partial and not vars(value):
            return kind, self.of(value.func), self.of(value.args), self.of(value.keywords)
        if kind is ModuleType and value.__name__ in MODULES:
            self.modules[value.__name__] = value
            return kind, value.__name__
        if kind is BuiltinFunctionType or isinstance(value, type):
            return cast(Hashable, value) if is_closed(value) else refused(value)
        return lasting_key_of(value)

    def of_own(self, function: FunctionType) -> Hashable:
        """All that a function of the user is made of."""
        names = names_of(function.__code__)
        if names is None or vars(function):
            refused(function)
        self.names.update(dict.fromkeys(names))
        world, known = function.__globals__, cast(Any, function).__builtins__
        read = [
            (name, self.of(world[name] if name in world else known[name]))
            for name in names
            if name in world or name in known
        ]
        filled = [cell.cell_contents for cell in function.__closure__ or ()]
        filled += [each for each in (function.__defaults__, function.__kwdefaults__) if each is not None]
        return function.__code__, *read, self.of(filled) if filled else None


def is_closed(made: Any) -> bool:
    """Does a class, or a function of Python's own, answer by nothing but what it is given?"""
    owner = getattr(made, "__self__", None)
    if owner is not None and type(owner) is not ModuleType:
        return False
    module = str(made.__module__)
    return (module in MODULES or module.startswith(KIT)) and made.__name__ not in LOOKING_ROUND
