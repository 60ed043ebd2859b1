"""How far rules of one's own reach: which questions come to them, and which roll by something else.

Found from the names that the printed functions speak of, by which their copies are made: nothing is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from markupsafe import Markup

from pz8edu.core.records import FrozenRecord
from pz8edu.core.rulebook.callers import is_ours, leads_to, methods, spoken_of
from pz8edu.core.rulebook.own_rules import as_printed, book_of, rule_functions, takes_the_same, why_not

if TYPE_CHECKING:
    from pz8edu.core.rulebook.ruleset import Ruleset
    from pz8edu.core.rulebook.system import Question, System


TABLES = "the tables"


class OwnReach(FrozenRecord):
    """How far one rule of one's own reaches.

    `used_by` are the questions that come to it. `besides` are those that make the same roll by another
    function, under the name of that function; `fixed` are those of these that cannot be replaced.
    """

    name: str
    used_by: tuple[str, ...]
    besides: Mapping[str, tuple[str, ...]]
    fixed: frozenset[str]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Whom it reaches, and whom not though its name or part suggests it."""
        return f"{self.name}: used by {', '.join(self.used_by) or 'no question'}.", *self.not_reached

    @property
    def not_reached(self) -> tuple[str, ...]:
        """Who makes the same roll by something else."""
        return tuple(map(self._besides, self.besides.items()))

    def _besides(self, each: tuple[str, tuple[str, ...]]) -> str:
        function, questions = each
        rolls = "roll" if len(questions) > 1 or questions == (TABLES,) else "rolls"
        then = "that cannot be replaced" if function in self.fixed else "replace that too if it is meant"
        return f"{', '.join(questions)} {rolls} by {function}, not by {self.name}: {then}."


class Reach(tuple[OwnReach, ...]):
    """How far all rules of one's own reach, in words; in a notebook as a list."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(" ".join(each.sentences) for each in self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = (Markup("<li>{}</li>").format(" ".join(each.sentences)) for each in self)
        return Markup("<ul class='pz8-reach'>{}</ul>").format(Markup().join(lines)) if self else ""


@lru_cache(maxsize=64)
def reach(rules: Ruleset, home: System | None = None) -> Reach:
    """How far the rules of one's own in a ruleset reach among the questions of its book.

    A notebook's own system is given as `home`; without it nothing is told of it.
    """
    home = home or book_of(as_printed(type(rules)))
    if home is None:
        return Reach()
    asked = [(each.id, _Met(answering(each), rules)) for each in home.questions]
    if home.tabletops:
        asked.append((TABLES, _Met(home.functions[-1:], rules)))
    return Reach(_reach_of(name, asked, rules) for name, _ in rules.own_rules)


def not_reached(question: Question, rules: Ruleset) -> tuple[str, ...]:
    """What is to be said beside an answer: the rules of one's own that it does not come to, or not always."""
    if not rules.own_rules:
        return ()
    met = [(question.id, _Met(answering(question), rules))]
    told: list[str] = []
    for name, _ in rules.own_rules:
        found = _reach_of(name, met, rules)
        told += found.not_reached
        if not found.used_by and not found.besides:
            told.append(f"{question.id} does not come to {name}.")
    return tuple(told)


def answering(question: Question) -> Iterator[Callable[..., Any]]:
    """The functions of a question as they are printed."""
    for each in fields(cast(Any, question)):
        value = getattr(question, each.name)
        if callable(value) and not isinstance(value, type):
            yield getattr(value, "as_printed", value)


def _reach_of(name: str, asked: Iterable[tuple[str, _Met]], rules: Ruleset) -> OwnReach:
    used_by: list[str] = []
    besides: dict[str, list[str]] = {}
    kind = as_printed(type(rules))
    for question, met in asked:
        if met.comes_to(name):
            used_by.append(question)
        for function in met.same_roll(name):
            besides.setdefault(function, []).append(question)
    replaceable = rule_functions(kind).keys() - why_not(cast(Any, kind)).keys()
    told = {function: tuple(dict.fromkeys(questions)) for function, questions in besides.items()}
    return OwnReach(name, tuple(dict.fromkeys(used_by)), told, frozenset(told.keys() - replaceable))


class _Met:
    """What some printed functions come to, as far as no rule of one's own stands in."""

    def __init__(self, start: Iterable[Any], rules: Ruleset) -> None:
        self.own = dict(rules.own_rules)
        kind = as_printed(type(rules))
        self.hooks: dict[str, list[FunctionType]] = {}
        for name, method in methods(kind):
            self.hooks.setdefault(name, []).append(method)
        self.printed = rule_functions(kind)
        self.instead: set[str] = set()
        self.functions: dict[FunctionType, None] = {}
        self._follow(start)

    def _follow(self, start: Iterable[Any]) -> None:
        seen: set[int] = set()
        waiting = list(start)
        while waiting:
            thing = waiting.pop()
            if id(thing) in seen or hasattr(thing, "own_rules"):  # a ruleset: its methods are met by name
                continue
            seen.add(id(thing))
            name = self._stands_in(thing)
            if name is not None:
                self.instead.add(name)
                continue
            waiting += leads_to(thing)
            if isinstance(thing, FunctionType) and is_ours(thing):
                self.functions[thing] = None
                spoken = spoken_of(thing.__code__)[1] & self.hooks.keys()
                waiting += (method for each in spoken for method in self.hooks[each])

    def _stands_in(self, thing: Any) -> str | None:
        """The name of the rule of one's own that stands in for a function."""
        for name, mine in self.own.items():
            if thing is mine or getattr(thing, "__wrapped__", None) is mine:
                return name
            if isinstance(thing, FunctionType) and is_ours(thing):
                if thing.__qualname__ == name and takes_the_same(thing, mine):
                    return name
                if thing in self.hooks.get(name, ()):
                    return name
        return None

    def comes_to(self, name: str) -> bool:
        """Is the rule of one's own of that name met?"""
        return name in self.instead

    def same_roll(self, name: str) -> Iterator[str]:
        """The functions met that make a rule's roll: the one that it throws by, or with dice of its name."""
        by = {
            function.__qualname__
            for each in self.printed.get(name, ())
            for function in _throwing(leads_to(each))
        }
        only = by if len(by) == 1 else set()
        found = {
            function.__qualname__
            for function in _throwing(self.functions)
            if function.__qualname__ in only or name.replace("_", " ") in function.__code__.co_consts
        }
        yield from sorted(found - self.own.keys())


def _throwing(things: Iterable[Any]) -> Iterator[FunctionType]:
    """The functions that throw dice: they are given the umpire first, or after the table they belong to."""
    for each in things:
        if isinstance(each, FunctionType) and "umpire" in each.__code__.co_varnames[:2]:
            yield each
        elif isinstance(inner := getattr(each, "__wrapped__", None), FunctionType):
            yield from _throwing([inner])
