"""A rule of one's own in place of one function or hook of a book: `rules.with_rule(direct_fire=mine)`.

The functions of a book call each other by name. Under rules with one of a designer's own, a question is
answered by copies of its functions, and of the classes whose methods come to it, in which that name means the
new one; the book itself is not touched. A hook is a method of the ruleset, which a child may say otherwise;
so does a ruleset with one of one's own.
"""

from __future__ import annotations

import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache, partial
from types import CellType, FunctionType, SimpleNamespace
from typing import Any, TypeVar, cast

from pz8edu.core.rulebook.callers import (
    asked_by_printed,
    behind,
    coming_to,
    everything_from,
    is_module_of_a_book,
    is_ours,
    methods,
    modules_of,
    spoken_of,
    stays_printed,
)
from pz8edu.errors import BadInput, listed, unknown

Q = TypeVar("Q")
OwnRules = tuple[tuple[str, Callable[..., Any]], ...]
"""The functions of one's own, by the name of what they stand in for."""


# --- what can be replaced
def rule_functions(kind: type[Any]) -> Mapping[str, list[FunctionType]]:
    """The functions of a book and of its parents by name, the child's before those of its parent."""
    found: dict[str, list[FunctionType]] = {}
    for module in modules_of(kind):
        for function in dict.fromkeys(map(behind, filter(callable, vars(module).values()))):
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                found.setdefault(function.__qualname__, []).append(function)
    return found


def hooks(kind: type[Any]) -> Mapping[str, FunctionType]:
    """The methods and properties of a ruleset by name: what a child may say otherwise."""
    found: dict[str, FunctionType] = {}
    for name, method in methods(kind):
        if not name.startswith("__"):
            found.setdefault(name, method)
    return found


def book_of(kind: type[Any]) -> Any:
    """The system that a ruleset's class belongs to; None where it stands in no book of the kit."""
    return getattr(sys.modules.get(kind.__module__.rpartition(".")[0]), "SYSTEM", None)


@lru_cache(maxsize=32)
def why_not(kind: type[Any]) -> Mapping[str, str]:
    """The functions of a book that cannot be replaced, by name, each with the reason."""
    home = book_of(kind)
    start = [kind, *(home.functions if home is not None else ())]
    asked = everything_from(start)
    printed = asked_by_printed(cast(Any, kind))
    found = {}
    for name, functions in rule_functions(kind).items():
        holder = next((printed[id(each)] for each in functions if id(each) in printed), None)
        if holder is not None:
            found[name] = f"{holder} asks it too, and always as it is printed"
        elif home is not None and not any(id(each) in asked for each in functions):
            found[name] = f"no question and no table of {kind.system} comes to it"
    return found


def check_own(kind: type[Any], own: Mapping[str, Callable[..., Any]]) -> None:
    """Raise BadInput for a name that no function or hook of a book has, or for one that cannot stand in."""
    kind = as_printed(kind)
    reasons = why_not(cast(Any, kind))
    functions, methods_of_rules = rule_functions(kind), hooks(kind)
    known = [name for name in {**methods_of_rules, **functions} if name not in reasons]
    for name, function in own.items():
        if name in reasons:
            raise BadInput(
                f"{name} of {kind.system} cannot be replaced: {reasons[name]}. Allowed: {listed(known)}."
            )
        if name not in known:
            raise unknown(f"function of {kind.system}", name, known)
        if not callable(function):
            raise BadInput(f"{name} must be a function; got {function!r}")
        printed = [*functions.get(name, ()), *filter(None, (methods_of_rules.get(name),))]
        if not any(takes_the_same(each, function) for each in printed):
            takes = ", ".join(inspect.signature(printed[0]).parameters)
            title = getattr(function, "__name__", "the one given")
            raise BadInput(f"a function in place of {name} must take ({takes}); {title} does not")


@lru_cache(maxsize=4096)
def takes_the_same(printed: FunctionType, own: Callable[..., Any]) -> bool:
    """Can a function be called as the printed one is?"""
    places = inspect.signature(printed).parameters.values()
    by_place = [each.name for each in places if each.kind is not each.KEYWORD_ONLY]
    by_name = {each.name: None for each in places if each.kind is each.KEYWORD_ONLY}
    try:
        inspect.signature(own).bind(*by_place, **by_name)
    except (TypeError, ValueError):
        return False
    return True


# --- in its place
@lru_cache(maxsize=1024)
def in_its_words(printed: FunctionType, own: Callable[..., Any]) -> Callable[..., Any]:
    """A function of one's own whose plain words ("destroyed") are those of the printed function's outcomes.

    Raises BadInput when it comes to a word that the printed one does not know.
    """
    named = re.findall(r"\w+", str(printed.__annotations__.get("return", "")))
    kinds = [inspect.unwrap(printed).__globals__.get(name) for name in named]
    words = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)), None)
    if words is None:
        return own

    @functools.wraps(own)
    def said(*given: Any, **more: Any) -> Any:
        found = own(*given, **more)
        if type(found) is not str:
            return found
        if found not in {each.value for each in words}:
            raise unknown(f"outcome of {printed.__name__}", found, (str(each.value) for each in words))
        return words(found)

    return said


def as_printed(kind: type[Any]) -> type[Any]:
    """The class of a ruleset without any functions of one's own."""
    return cast("type[Any]", vars(kind).get("as_printed", kind))


@lru_cache(maxsize=64)
def with_hooks(kind: type[Any], own: OwnRules) -> type[Any]:
    """The ruleset's class with hooks of one's own, its other methods coming to the functions of one's own.

    The same class where none of this changes it.
    """
    book = as_printed(kind)
    given, functions = dict(own), rule_functions(book)
    copies = _Copies(given, [book])
    said: dict[str, Any] = {}
    for name, printed in hooks(book).items():
        member = next(vars(each)[name] for each in book.__mro__ if name in vars(each))
        mine = given.get(name)
        if mine is not None and not any(takes_the_same(each, mine) for each in functions.get(name, ())):
            said[name] = mine if isinstance(member, FunctionType) else property(mine)
        elif id(printed) in copies.reaching:
            said[name] = copies.member(name, member, book)
    if not said:
        return book
    return type(book.__name__, (book,), {"__module__": book.__module__, "as_printed": book, **said})


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
    return _Copies(dict(own), [value]).of(value)


OF_EACH_CLASS = ("__dict__", "__weakref__")
"""What Python gives to every class by itself."""


class CopiedClass(type):
    """The class of copied classes: what the printed class has made counts as theirs."""

    as_printed: type[Any]

    def __instancecheck__(cls, thing: object) -> bool:
        return isinstance(thing, cls.as_printed)


class _Copies:
    """Copies of the functions of a book, which call each other and the functions of one's own.

    A class is copied where one of its methods comes to a function that is replaced: `reaching` holds what
    does so, by identity.
    """

    def __init__(self, own: Mapping[str, Callable[..., Any]], start: Iterable[Any]) -> None:
        self.own = own
        self.reaching = coming_to(start, lambda thing: self._instead_of(thing) is not None)
        self.made: dict[FunctionType, FunctionType] = {}
        self.kinds: dict[type[Any], type[Any]] = {}
        self.worlds: dict[int, dict[str, Any]] = {}

    def _instead_of(self, value: Any) -> Callable[..., Any] | None:
        """The function of one's own that stands in for a function."""
        if not isinstance(value, FunctionType) or not is_ours(value):
            return None
        mine = self.own.get(value.__qualname__)
        return in_its_words(value, mine) if mine is not None and takes_the_same(value, mine) else None

    def of(self, value: Any) -> Any:
        """What a name means in the copy of a function."""
        if callable(value) and value in self.own.values():
            return value
        if isinstance(value, FunctionType) and is_ours(value):
            return self._instead_of(value) or self.function(value)
        if isinstance(value, partial):
            named = {name: self.of(each) for name, each in value.keywords.items()}
            return partial(self.of(value.func), *map(self.of, value.args), **named)
        if is_module_of_a_book(value):
            return _Namespace(value, self)
        if isinstance(value, type):
            copied = id(value) in self.reaching and not stays_printed(value)
            return self.kind(value) if copied else value
        return self._remembering(value) if hasattr(value, "__wrapped__") else self._collection(value)

    def _remembering(self, value: Any) -> Any:
        """A function that remembers its answers: its copy remembers its own."""
        inner = value.__wrapped__
        if not isinstance(inner, FunctionType) or not is_ours(inner):
            return value
        return self._instead_of(inner) or functools.cache(self.function(inner))

    def _collection(self, value: Any) -> Any:
        """A table of functions with their copies."""
        if id(value) not in self.reaching:
            return value
        if type(value) is dict:
            return {name: self.of(each) for name, each in value.items()}
        return type(value)(map(self.of, value))

    def function(self, function: FunctionType) -> FunctionType:
        """The copy of a function."""
        if function in self.made:
            return self.made[function]
        printed = function.__globals__
        world = self.worlds.setdefault(id(printed), dict(printed))
        held = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        closure = tuple(CellType(self._held(name, cell.cell_contents)) for name, cell in held)
        defaults = tuple(map(self.of, function.__defaults__ or ())) or None
        copy = FunctionType(function.__code__, world, function.__name__, defaults, closure or None)
        functools.update_wrapper(copy, function)
        del copy.__wrapped__  # type: ignore[attr-defined]
        named = function.__kwdefaults__
        copy.__kwdefaults__ = {name: self.of(each) for name, each in named.items()} if named else None
        vars(copy).update(own_rules=tuple(self.own.items()), as_printed=function)
        self.made[function] = copy
        for name in spoken_of(function.__code__)[0] & printed.keys():
            world[name] = self.of(printed[name])
        return copy

    def _held(self, name: str, value: Any) -> Any:
        """What a function was made with; `super()` leads to the parent's copy where there is one."""
        copy = self.of(value)
        return value if name == "__class__" and copy.__bases__ == (value,) else copy

    def kind(self, printed: type[Any]) -> type[Any]:
        """The copy of a class: a child of it and of its parents' copies, with copies of its methods."""
        if printed not in self.kinds:
            said = {name: each for name, each in vars(printed).items() if name not in OF_EACH_CLASS}
            parents = [copy for each in printed.__bases__ if (copy := self.of(each)) is not each]
            copy = self.kinds[printed] = CopiedClass(printed.__name__, (*parents, printed), said)
            copy.as_printed = printed
            for name, member in said.items():
                if isinstance(behind(member), FunctionType):
                    setattr(copy, name, self.member(name, member, copy))
        return self.kinds[printed]

    def member(self, name: str, member: Any, kind: type[Any]) -> Any:
        """The copy of a method or property for a class."""
        if isinstance(member, property):
            return property(self.of(member.fget), doc=member.__doc__)
        if isinstance(member, cached_property):
            copy = cached_property(self.of(member.func))
            copy.__set_name__(kind, name)
            return copy
        if isinstance(member, (classmethod, staticmethod)):
            return type(member)(self.of(member.__func__))
        return self.of(member)


class _Namespace(SimpleNamespace):
    """A module whose functions are copies, made when they are asked for."""

    def __init__(self, module: Any, copies: _Copies) -> None:
        super().__init__()
        self._module, self._copies = module, copies

    def __getattr__(self, name: str) -> Any:
        return self._copies.of(getattr(self._module, name))
