"""What comes to a function of a book: functions, methods of its classes, tables of functions.

Found from the names that compiled code speaks of; nothing is run.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache, cached_property, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from pz8edu.core.rulebook.situation import Situation

SYSTEMS = "pz8edu.systems."


def is_ours(thing: Any) -> bool:
    """Does a function or class belong to a rule system, and not to the kit or to Python?"""
    module = getattr(thing, "__module__", "") or ""
    return module.startswith(SYSTEMS) or module == "__main__"


def is_module_of_a_book(thing: Any) -> bool:
    """Is it a module of a rule system?"""
    return isinstance(thing, ModuleType) and f"{thing.__name__}.".startswith(SYSTEMS)


def behind(member: Any) -> Any:
    """The function behind a method, a property, or a function that remembers its answers."""
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    return getattr(member, "__wrapped__", None) or getattr(member, "__func__", None) or member


@cache
def spoken_of(code: CodeType) -> tuple[frozenset[str], frozenset[str]]:
    """The global names that compiled code and the functions inside it speak of, and the attributes."""
    loose, attributes = set(), set()
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            loose.add(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR"):
            attributes.add(step.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            names = spoken_of(inner)
            loose |= names[0]
            attributes |= names[1]
    return frozenset(loose), frozenset(attributes)


def leads_to(thing: Any) -> Iterator[Any]:
    """What a function, a class or a collection of a book comes to in one step."""
    if isinstance(thing, FunctionType):
        yield from _named_by(thing) if is_ours(thing) else ()
    elif isinstance(thing, partial):
        yield from (thing.func, *thing.args, *thing.keywords.values())
    elif isinstance(thing, type):
        yield from (method for _, method in methods(thing))
    elif type(thing) is dict:
        yield from thing.values()
    elif type(thing) in (tuple, list, set, frozenset):
        yield from thing
    elif isinstance(inner := getattr(thing, "__wrapped__", None), FunctionType):
        yield inner


@cache
def _named_by(function: FunctionType) -> tuple[Any, ...]:
    """What a function speaks of by name, what it was made with, and what its inputs are where left out."""
    loose, attributes = spoken_of(function.__code__)
    found: list[Any] = []
    for name in loose & function.__globals__.keys():
        value = function.__globals__[name]
        inside = vars(value) if is_module_of_a_book(value) else {}
        found += [inside[each] for each in attributes & inside.keys()] or [value]
    found += [cell.cell_contents for cell in function.__closure__ or ()]
    return (*found, *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())


def methods(kind: type[Any]) -> Iterator[tuple[str, FunctionType]]:
    """The methods and properties that a class of a book and its parents say, by name, the nearest first."""
    for each in kind.__mro__ if is_ours(kind) else ():
        for name, member in vars(each).items() if is_ours(each) else ():
            if isinstance(method := behind(member), FunctionType):
                yield name, method


def everything_from(start: Iterable[Any]) -> dict[int, tuple[Any, tuple[Any, ...]]]:
    """All that some functions and classes come to, each with what it leads to, by identity."""
    found: dict[int, tuple[Any, tuple[Any, ...]]] = {}
    waiting = list(start)
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found:
            found[id(thing)] = thing, tuple(leads_to(thing))
            waiting += found[id(thing)][1]
    return found


def coming_to(start: Iterable[Any], wanted: Callable[[Any], bool]) -> frozenset[int]:
    """Of all that `start` comes to, the identities of what comes to something wanted."""
    found = everything_from(start)
    callers: dict[int, list[int]] = {}
    for place, (_, others) in found.items():
        for other in others:
            callers.setdefault(id(other), []).append(place)
    reached: set[int] = set()
    waiting = [place for place, (thing, _) in found.items() if wanted(thing)]
    while waiting:
        place = waiting.pop()
        if place not in reached:
            reached.add(place)
            waiting += callers.get(place, ())
    return frozenset(reached)


# --- what stays as it is printed
def stays_printed(kind: type[Any]) -> bool:
    """Is a class always the printed one: a form, the words of a book, its ruleset?"""
    return not is_ours(kind) or issubclass(kind, (Situation, Enum)) or hasattr(kind, "own_rules")


def modules_of(kind: type[Any]) -> Iterator[ModuleType]:
    """The modules of a book and of its parents, the child's first."""
    for each in kind.__mro__:
        if is_ours(each):
            book = each.__module__.rpartition(".")[0]
            for name, module in list(sys.modules.items()):
                if name == each.__module__ or (book and f"{name}.".startswith(f"{book}.")):
                    yield module


@cache
def asked_by_printed(kind: type[Any]) -> Mapping[int, str]:
    """The functions that a form, a word or an overridden method of the ruleset comes to, and its name.

    Such methods are always those that are printed, and so is what they call.
    """
    holders = [
        (f"{form.__name__}.{name}", method)
        for module in modules_of(kind)
        for form in list(vars(module).values())
        if isinstance(form, type) and issubclass(form, (Situation, Enum))
        for name, method in methods(form)
    ]
    holders += [(f"rules.{name}", method) for name, method in _asked_by_children(kind)]
    found: dict[int, str] = {}
    for title, method in holders:
        found = {**dict.fromkeys(everything_from([method]), title), **found}
    return found


def _asked_by_children(kind: type[Any]) -> Iterator[tuple[str, FunctionType]]:
    """The methods of a book's parents that its own methods come to with `super()`."""
    said: set[str] = set()
    for name, method in methods(kind):
        if name in said:
            yield name, method
        elif "__class__" in method.__code__.co_freevars:
            said.add(name)
