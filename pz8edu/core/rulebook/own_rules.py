"""A rule of one's own in place of one function or hook of a book: `rules.with_rule(direct_fire=mine)`.

The functions of a book call each other by name, and its names are wrapped: under rules of one's own a wrapper
calls the new function (`core/in_force.py`). A hook is a method of the ruleset, which a child may say
otherwise; so does a ruleset with one of one's own.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from itertools import islice
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pz8edu.core.facts.wiring import WIRED
from pz8edu.core.in_force import IN_FORCE, OwnRules, ReadingForm, takes_the_same, under_own
from pz8edu.core.records import cached, names_of, replaced
from pz8edu.core.rulebook.draws import drawn_situations
from pz8edu.errors import BadInput, listed, unknown

if TYPE_CHECKING:
    from pz8edu.core.rulebook.ruleset import Ruleset
    from pz8edu.core.rulebook.situation import Situation
    from pz8edu.core.rulebook.system import System

T = TypeVar("T")
SYSTEMS = "pz8edu.systems."
PLAYING = ("play", "decisions")
"""How the modules begin that say how a book is played, and by which choices: none of them is a rule."""


def is_ours(thing: object) -> bool:
    """Does a function or class belong to a rule system, and not to the kit or to Python?"""
    module = getattr(thing, "__module__", "") or ""
    return module.startswith(SYSTEMS) or module == "__main__"


# --- what can be replaced
def rule_functions(kind: type[object]) -> Mapping[str, list[FunctionType]]:
    """The functions of a book and of its parents by name, the child's before those of its parent."""
    found: dict[str, list[FunctionType]] = {}
    for module in modules_of(kind):
        for function in dict.fromkeys(map(inspect.unwrap, filter(callable, vars(module).values()))):
            ours = isinstance(function, FunctionType) and function.__module__ == module.__name__
            if ours and "." not in function.__qualname__:
                found.setdefault(function.__qualname__, []).append(function)
    return found


def modules_of(kind: type[object]) -> Iterator[ModuleType]:
    """The modules of a book and of its parents, the child's first, but for those that only play it."""
    for each in kind.__mro__:
        if is_ours(each):
            book = each.__module__.rpartition(".")[0]
            if home := book_of(each):
                home.read_whole()
            for name, module in list(sys.modules.items()):
                inside = name == each.__module__ or (book and f"{name}.".startswith(f"{book}."))
                if inside and not name.rpartition(".")[2].startswith(PLAYING):
                    yield module


def members(kind: type[object]) -> Mapping[str, object]:
    """What the classes of a book say, by name, the nearest first."""
    return {
        name: member
        for each in reversed(kind.__mro__)
        if is_ours(each)
        for name, member in vars(each).items()
        if not name.startswith("__") and isinstance(behind(member), FunctionType)
    }


def behind(member: object) -> Any:
    """The function behind a method or a property."""
    for name in ("fget", "func", "__func__"):
        member = getattr(member, name, member)
    return member if member is None else inspect.unwrap(member) if callable(member) else member


def book_of(kind: type[object]) -> System | None:
    """The system that a ruleset's class belongs to; None where it stands in no book of the kit."""
    return getattr(sys.modules.get(kind.__module__.rpartition(".")[0]), "SYSTEM", None)


def why_not(kind: type[object]) -> Mapping[str, str]:
    """The functions of a book that cannot be replaced, by name, each with the reason."""
    found = dict(_captured(kind))
    for name, functions in rule_functions(kind).items():
        form = next((ReadingForm.asked[each] for each in functions if each in ReadingForm.asked), None)
        if form is not None:
            found[name] = f"{form} asks it while it is read, and always as it is printed; {CHILD}"
    return found


@cached
def _captured(kind: type[object]) -> Mapping[str, str]:
    """The functions that others come to without their names; the forms of the book are read a few times."""
    home = book_of(kind)
    for question in home.questions if home is not None else ():
        _read_some(question.situation, question.id)
    held, found, wired = set(_held(kind, home)), {}, set(map(inspect.unwrap, WIRED))
    for name, functions in rule_functions(kind).items():
        if wired.isdisjoint(functions):
            found[name] = NOTEBOOK
        elif held.intersection(functions):
            found[name] = "something was made with it and keeps it; let that say its name when it is asked"
    return found


NOTEBOOK = (
    "the functions of a notebook's own system call each other directly; define it anew, or give the question "
    "another: dataclasses.replace(question, rule=mine)"
)
CHILD = "a child of the book may say that otherwise"


def _read_some(form: type[Situation], seed: str) -> None:
    """Read a form a few times: the functions that it asks are noted."""
    for given in islice(drawn_situations(form.fields(), seed), 40):
        with suppress(BadInput):
            form.read(given)


def _held(kind: type[object], home: System | None) -> Iterator[FunctionType]:
    """The functions that tables, partial functions and other functions of a book were made with."""
    waiting = [each for module in modules_of(kind) for each in vars(module).values()]
    waiting += home.functions if home is not None else ()
    seen = set(map(id, WIRED.values()))
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        inside = tuple(_inside(thing))
        yield from (each for each in inside if isinstance(each, FunctionType) and each in WIRED)
        waiting += inside


def _inside(thing: Any) -> Iterator[object]:
    """What a collection, a partial function or a function was made with."""
    if isinstance(thing, FunctionType):
        cells = (cell.cell_contents for cell in thing.__closure__ or ())
        yield from (*cells, *(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values())
    elif isinstance(thing, partial):
        yield from (thing.func, *thing.args, *thing.keywords.values())
    elif type(thing) is dict:
        yield from thing.values()
    elif type(thing) in (tuple, list, set, frozenset):
        yield from thing


def check_own(kind: type[object], own: Mapping[str, Callable[..., object]]) -> None:
    """Raise BadInput for a name that no function or hook of a book has, or for one that cannot stand in."""
    kind = as_printed(kind)
    reasons = why_not(kind)
    functions, hooks = rule_functions(kind), members(kind)
    known = [name for name in {**hooks, **functions} if name not in reasons]
    for name, function in own.items():
        if name in reasons:
            raise BadInput(
                f"{name} of {kind.system} cannot be replaced: {reasons[name]}. Allowed: {listed(known)}."
            )
        if name not in known:
            raise unknown(f"function of {kind.system}", name, known)
        if not callable(function):
            raise BadInput(f"{name} must be a function; got {function!r}")
        printed = [*functions.get(name, ()), *(behind(hooks[name]) for _ in [0] if name in hooks)]
        if not any(takes_the_same(each, function) for each in printed):
            takes = ", ".join(inspect.signature(printed[0]).parameters)
            title = getattr(function, "__name__", "the one given")
            raise BadInput(f"a function in place of {name} must take ({takes}); {title} does not")


# --- in its place
def as_printed(kind: type[object]) -> type[Any]:
    """The class of a ruleset without any functions of one's own."""
    return cast("type[Any]", vars(kind).get("as_printed", kind))


@lru_cache(maxsize=64)
def under_own_rules(kind: type[object], own: OwnRules) -> type[object]:
    """A class whose methods are asked under rules of one's own; those of its own hooks stand in it."""
    functions = rule_functions(kind)
    hooks = {
        name
        for name, mine in (own if hasattr(kind, "own_rules") else ())
        if not any(takes_the_same(each, mine) for each in functions.get(name, ()))
    }
    said = {
        name: _member(member, own, name if name in hooks else "") for name, member in members(kind).items()
    }
    return type(kind.__name__, (kind,), {"__module__": kind.__module__, "as_printed": kind, **said})


def made_under(own: OwnRules, make: Callable[..., object], *given: object) -> Any:
    """What a function of a book makes: a table, a game; its methods are asked under rules of one's own."""
    if not own:
        return make(*given)
    made = under_own(make, own)(*given)
    object.__setattr__(made, "__class__", under_own_rules(cast(Any, type(made)), own))
    return made


def _member(member: object, own: OwnRules, hook: str) -> object:
    """A method or property that is asked under rules of one's own.

    None is kept once it is worked out: while one of one's own runs it may come to something else.
    """
    if isinstance(member, (property, cached_property)):
        return property(under_own(behind(member), own, hook), doc=member.__doc__)
    if isinstance(member, (classmethod, staticmethod)):
        return type(member)(under_own(member.__func__, own, hook))
    return under_own(member, own, hook)


def under(question: T, rules: Ruleset) -> T:
    """A question as it is answered under these rules: by one's own functions, where they have any."""
    if not rules.own_rules and IN_FORCE.get() is None:
        return question
    told = {name: getattr(question, name) for name in names_of(type(question))}
    check_own(type(rules), dict(rules.own_rules))  # a form may have been found to ask one of them
    said = {
        name: under_own(value, rules.own_rules)
        for name, value in told.items()
        if callable(value) and not isinstance(value, type)
    }
    return replaced(question, **said)
