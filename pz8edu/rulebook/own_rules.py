"""A rule of one's own in place of one function or hook of a book: `rules.with_rule(direct_fire=mine)`.

The functions of a book call each other by name. Under rules with one of a designer's own, a question is
answered by copies of its functions in which that name means the new one; the book itself is not touched.
A hook is a method of the ruleset, which a child may say otherwise; so does a ruleset with one of one's own.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, partial
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar, cast

from pz8edu.errors import BadInput, unknown

Q = TypeVar("Q")
OwnRules = tuple[tuple[str, Callable[..., Any]], ...]
"""The functions of one's own, by the name of what they stand in for."""

SYSTEMS = "pz8edu.systems."


def is_ours(thing: Any) -> bool:
    """Does a function or class belong to a rule system, and not to the kit or to Python?"""
    module = getattr(thing, "__module__", "") or ""
    return module.startswith(SYSTEMS) or module == "__main__"


def rule_functions(kind: type[Any]) -> Mapping[str, FunctionType]:
    """The functions of a book and of its parents by name, the child's before those of its parent."""
    found: dict[str, FunctionType] = {}
    for each in kind.__mro__:
        if is_ours(each):
            book = each.__module__.rpartition(".")[0]
            modules = [
                name for name in sys.modules if name == each.__module__ or (book and name.startswith(book))
            ]
            for name in modules:
                for function in vars(sys.modules[name]).values():
                    if isinstance(function, FunctionType) and function.__module__ == name:
                        found.setdefault(function.__name__, function)
    return found


def hooks(kind: type[Any]) -> Mapping[str, FunctionType]:
    """The methods and properties of a ruleset by name: what a child may say otherwise."""
    found: dict[str, FunctionType] = {}
    for each in kind.__mro__:
        for name, value in vars(each).items() if is_ours(each) else ():
            behind = getattr(value, "fget", None) or getattr(value, "func", None) or value
            if isinstance(behind, FunctionType) and not name.startswith("__"):
                found.setdefault(name, behind)
    return found


def check_own(kind: type[Any], own: Mapping[str, Callable[..., Any]]) -> None:
    """Raise BadInput for a name that no function or hook of a book has, or for one that cannot stand in."""
    known = {**hooks(kind), **rule_functions(kind)}
    for name, function in own.items():
        if name not in known:
            raise unknown(f"function of {kind.system}", name, known)
        if not callable(function):
            raise BadInput(f"{name} must be a function; got {function!r}")
        _check_inputs(name, known[name], function)


@lru_cache(maxsize=64)
def with_hooks(kind: type[Any], own: OwnRules) -> type[Any]:
    """The ruleset's class with hooks of one's own; the same where none of the names is a hook's."""
    functions, known = rule_functions(kind), hooks(kind)
    said: dict[str, Any] = {}
    for name, function in own:
        if name in known and name not in functions:
            said[name] = function if isinstance(_member(kind, name), FunctionType) else property(function)
    return type(kind.__name__, (kind,), {"__module__": kind.__module__, **said}) if said else kind


def _member(kind: type[Any], name: str) -> Any:
    """What stands in a class under a name, a property as a property."""
    return next(vars(each)[name] for each in kind.__mro__ if name in vars(each))


def _check_inputs(name: str, printed: FunctionType, own: Callable[..., Any]) -> None:
    """Raise BadInput for a function that cannot be called as the printed one is."""
    places = inspect.signature(printed).parameters.values()
    by_place = [each.name for each in places if each.kind is not each.KEYWORD_ONLY]
    by_name = {each.name: None for each in places if each.kind is each.KEYWORD_ONLY}
    try:
        inspect.signature(own).bind(*by_place, **by_name)
    except (TypeError, ValueError):
        takes = ", ".join(each.name for each in places)
        title = getattr(own, "__name__", "the one given")
        raise BadInput(f"a function in place of {name} must take ({takes}); {title} does not") from None


def under(question: Q, rules: Any) -> Q:
    """A question as it is answered under these rules: by one's own functions, where they have any."""
    if not rules.own_rules:
        return question
    assert is_dataclass(question)
    own = rules.own_rules
    told = {each.name: getattr(question, each.name) for each in fields(question)}
    said = {name: said_by(value, own) for name, value in told.items() if callable(value)}
    changed = {name: value for name, value in said.items() if value is not told[name]}
    return cast(Q, replace(cast(Any, question), **changed))


@lru_cache(maxsize=1024)
def said_by(value: Any, own: OwnRules) -> Any:
    """A function of a book as it is with functions of one's own; anything else as it is."""
    return _Copies(dict(own)).of(value)


class _Copies:
    """Copies of the functions of a book, which call each other and the functions of one's own."""

    def __init__(self, own: Mapping[str, Callable[..., Any]]) -> None:
        self.own = own
        self.made: dict[FunctionType, FunctionType] = {}
        self.worlds: dict[int, dict[str, Any]] = {}

    def of(self, value: Any) -> Any:
        """What a name means in the copy of a function."""
        if callable(value) and value in self.own.values():
            return value
        if isinstance(value, FunctionType) and is_ours(value):
            return self.own.get(value.__qualname__) or self.function(value)
        if isinstance(value, partial):
            return partial(self.of(value.func), *map(self.of, value.args), **value.keywords)
        if isinstance(value, ModuleType) and f"{value.__name__}.".startswith(SYSTEMS):
            return _Namespace(value, self)
        inner = getattr(value, "__wrapped__", None)
        if isinstance(inner, FunctionType) and is_ours(inner):  # a function that remembers
            return functools.cache(self.function(inner))
        return value

    def function(self, function: FunctionType) -> FunctionType:
        """The copy of a function."""
        if function in self.made:
            return self.made[function]
        printed = function.__globals__
        world = self.worlds.setdefault(id(printed), dict(printed))
        closure = tuple(type(cell)(self.of(cell.cell_contents)) for cell in function.__closure__ or ())
        copy = FunctionType(
            function.__code__, world, function.__name__, function.__defaults__, closure or None
        )
        functools.update_wrapper(copy, function)
        del copy.__wrapped__  # type: ignore[attr-defined]
        copy.__kwdefaults__ = function.__kwdefaults__
        self.made[function] = copy
        for name in _names(function.__code__):
            if name in printed:
                world[name] = self.of(printed[name])
        return copy


class _Namespace(SimpleNamespace):
    """A module whose functions are copies, made when they are asked for."""

    def __init__(self, module: ModuleType, copies: _Copies) -> None:
        super().__init__()
        self._module, self._copies = module, copies

    def __getattr__(self, name: str) -> Any:
        return self._copies.of(getattr(self._module, name))


def _names(code: CodeType) -> Iterator[str]:
    """The names that a function and the functions inside it speak of."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
