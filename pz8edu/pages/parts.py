"""The functions that a rule is made of, found from its questions: its own, its parent's, and their hooks."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from types import FunctionType, ModuleType

from pz8edu.core.records import FrozenRecord
from pz8edu.core.rulebook.domain import Domain
from pz8edu.core.rulebook.own_rules import SYSTEMS, behind, is_ours
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator, ChainQuestion, Question, System
from pz8edu.pages.sections import in_book_order, sections_in, sections_of


class RulePart(FrozenRecord):
    """One function of a rule, or one hook: a method of the ruleset or of a form that it asks.

    `owner` is the rule system that says it so; `sections` are those that it cites, or those of the rule that
    comes to it. `instead_of` names the parents whose hook it stands in for. `hooks` are what it asks of the
    rules and of the situation, and `reads` the numbers, tables and readings that it looks at.
    """

    name: str
    owner: str
    sections: tuple[str, ...]
    source: str
    hooks: tuple[RulePart, ...] = ()
    instead_of: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()

    def every_read(self) -> Iterator[str]:
        """What it and its hooks look at."""
        yield from self.reads
        for hook in self.hooks:
            yield from hook.every_read()


class _Names(FrozenRecord):
    """What a function speaks of: names of its module, attributes of the rules, attributes of other things."""

    loose: tuple[str, ...]
    of_rules: tuple[str, ...]
    of_others: tuple[str, ...]


def parts_of(system: System, questions: Iterable[Question] = ()) -> tuple[RulePart, ...]:
    """Every function that the questions come to (all of the system unless some are named), in their order."""
    asked = tuple(questions) or system.questions
    reader = _Reader(system, asked)
    found: dict[FunctionType, tuple[str, ...]] = {}
    for question in asked:
        waiting = [(function, reader.sections_of_question(question)) for function in functions_of(question)]
        while waiting:
            function, around = waiting.pop(0)
            if function in found:
                continue
            found[function] = reader.sections_of(function, around)
            waiting += [(each, found[function]) for each in reader.functions_in(function)]
    parents: dict[str, list[str]] = {}
    for function in found:
        if owner_of(function) != system.id:
            parents.setdefault(function.__name__, []).append(owner_of(function))
    parts = (reader.part(function, sections) for function, sections in found.items())
    return tuple(
        replace(part, instead_of=tuple(parents.get(part.name, ()))) if part.owner == system.id else part
        for part in parts
    )


def functions_of(question: Question) -> list[FunctionType]:
    """The functions that answer a question."""
    if isinstance(question, Calculator):
        told = [question.rule, question.further, question.word]
    else:
        told = [question.answer, question.chain if isinstance(question, ChainQuestion) else None]
    unwrapped = [inspect.unwrap(getattr(each, "func", each)) for each in told if each is not None]
    ours = [each for each in unwrapped if isinstance(each, FunctionType) and is_ours(each)]
    return [inside for each in ours for inside in (held_by(each) or [each])]


def held_by(function: FunctionType) -> list[FunctionType]:
    """The functions that a function was made of, where it is one that another function has made."""
    held = (cell.cell_contents for cell in function.__closure__ or ())
    return [each for each in held if isinstance(each, FunctionType) and is_ours(each)]


def with_sections(system: System) -> list[tuple[Question, tuple[str, ...]]]:
    """The questions of a system with the sections that its book names, or those that their function cites."""
    reader = _Reader(system, ())
    return [(question, reader.sections_of_question(question)) for question in system.questions]


def owner_of(thing: object) -> str:
    """The rule system in which a function or class is written; "" for one that is written in a notebook."""
    module = str(thing.__module__)
    folder = module.removeprefix(SYSTEMS).partition(".")[0]
    return folder.replace("_", "-") if module.startswith(SYSTEMS) else ""


class _Reader:
    """Reads the functions of one system: its rules and its forms are what a name means."""

    def __init__(self, system: System, asked: Iterable[Question]) -> None:
        self.rules = type(system.rules)
        self.fields = system.rules.declared()
        self.sections = {name for told in self.fields.values() for name in sections_of(told.section)}
        self.moved = {
            kind.system: moved_sections(kind, self.rules)
            for kind in self.rules.__mro__[1:]
            if issubclass(kind, Ruleset) and kind.system
        }
        self.forms: dict[type[object], None] = {}
        for question in asked:
            self._add_forms(question.situation)
        said = {name: value for each in reversed(self.rules.__mro__) for name, value in vars(each).items()}
        for value in said.values():
            if isinstance(value, type) and issubclass(value, Situation):
                self._add_forms(value)

    def _add_forms(self, form: type[Situation]) -> None:
        if form not in self.forms:
            self.forms[form] = None
            for known in form.fields().values():
                for kind in records_in(known.domain):
                    self._add_forms(kind)

    def sections_of_question(self, question: Question) -> tuple[str, ...]:
        """The sections of a question: those that its book names, or those that its function cites."""
        named = sections_of(question.section or "")
        cited = (self.sections_of(function, ()) for function in functions_of(question))
        return named or next(filter(None, cited), ())

    def sections_of(self, function: FunctionType, around: tuple[str, ...]) -> tuple[str, ...]:
        """Where this book has what a function says: a parent's may stand in another section."""
        cited = sections_in(function.__doc__ or "")
        owner = owner_of(function)
        if owner not in self.moved:
            return cited or around
        here: dict[str, None] = {}
        for each in cited:
            places = self.moved[owner].get(each, (each,))
            near = [place for place in places if place in around]
            here |= dict.fromkeys(near or (place for place in places if place in self.sections))
        return tuple(here) or around

    def functions_in(self, function: FunctionType) -> Iterator[FunctionType]:
        """The functions that a function calls, or hands on to be called."""
        names, scope = names_in(function), function.__globals__
        for name in names.loose:
            value = inspect.unwrap(scope[name]) if callable(scope.get(name)) else scope.get(name)
            if isinstance(value, FunctionType) and is_ours(value):
                yield value
            elif isinstance(value, ModuleType) and f"{value.__name__}.".startswith(SYSTEMS):
                for each in names.of_others:
                    inside = inspect.unwrap(vars(value)[each]) if callable(vars(value).get(each)) else None
                    if isinstance(inside, FunctionType) and is_ours(inside):
                        yield inside

    def part(self, function: FunctionType, sections: tuple[str, ...]) -> RulePart:
        """A function as a part of the rule."""
        names = names_in(function)
        named = [value for name in names.loose if isinstance(value := function.__globals__.get(name), type)]
        hooks = tuple(self._hooks(names, named, {}))
        owner, reads = owner_of(function), self._reads(names)
        return RulePart(function.__name__, owner, sections, source_of(function), hooks, (), reads)

    def _reads(self, names: _Names) -> tuple[str, ...]:
        return tuple(name for name in names.of_rules if name in self.fields)

    def _hooks(
        self, names: _Names, named: Iterable[type[object]], met: dict[FunctionType, None]
    ) -> Iterator[RulePart]:
        """The methods of the rules, of the forms and of the named classes that a function asks."""
        for name in names.of_rules:
            yield from self._hook(self.rules, name, met)
        for kind in (*self.forms, *self._other_classes(named)):
            for name in names.of_others:
                yield from self._hook(kind, name, met)

    def _other_classes(self, named: Iterable[type[object]]) -> list[type[object]]:
        """Classes of the system that are named and are no rules, nor forms that a child has replaced."""
        return [
            kind
            for kind in named
            if is_ours(kind)
            and not issubclass(kind, Ruleset)
            and not any(issubclass(form, kind) for form in self.forms)
        ]

    def _hook(self, kind: type[object], name: str, met: dict[FunctionType, None]) -> Iterator[RulePart]:
        """A method of a class, those of its parents that it asks, and what they ask in turn."""
        written = [
            (each, method)
            for each in kind.__mro__
            if is_ours(each) and (method := method_in(each, name)) is not None
        ]
        if not written:
            return
        owners = [owner_of(each) for each, _ in written]
        for place, (each, method) in enumerate(written):
            if method not in met:
                met[method] = None
                names, owner = names_in(method), owners[place]
                sections = self.sections_of(method, ())
                others = tuple(dict.fromkeys(later for later in owners[place + 1 :] if later != owner))
                title = f"{'rules' if issubclass(each, Ruleset) else each.__name__}.{name}"
                yield RulePart(title, owner, sections, source_of(method), (), others, self._reads(names))
                yield from self._hooks(names, (), met)
                for function in self.functions_in(method):
                    if function not in met:
                        met[function] = None
                        yield self.part(function, sections)
            if "super()" not in source_of(method):
                return


def moved_sections(parent: type[Ruleset], child: type[Ruleset]) -> dict[str, tuple[str, ...]]:
    """The sections in which a child has what stands in one of its parent, told by what it takes over."""
    found: dict[str, dict[str, None]] = {}
    theirs, ours = parent.declared(), child.declared()
    for name in theirs.keys() & ours.keys():
        old, new = sections_of(theirs[name].section), sections_of(ours[name].section)
        if ours[name].owner != child.system and len(old) == len(new):
            for before, after in zip(old, new, strict=True):
                found.setdefault(before, {})[after] = None
    return {old: tuple(sorted(new, key=in_book_order)) for old, new in found.items()}


def method_in(kind: type[object], name: str) -> FunctionType | None:
    """The function behind a method or property that a class itself has."""
    value = behind(vars(kind).get(name))
    return value if isinstance(value, FunctionType) and value.__name__ == name else None


def records_in(domain: Domain) -> Iterator[type[Situation]]:
    """The records that a value may have inside."""
    if isinstance(kind := getattr(domain, "kind", None), type) and issubclass(kind, Situation):
        yield kind
    inner = [getattr(domain, name, None) for name in ("item", "inner")]
    more = [*getattr(domain, "places", ()), *getattr(domain, "options", ())]
    for each in (*inner, *more):
        if isinstance(each, Domain):
            yield from records_in(each)


@cache
def source_of(function: Callable[..., object]) -> str:
    """The lines of a function; "" where there is no file to read them from."""
    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except OSError:
        return ""


@cache
def names_in(function: FunctionType) -> _Names:
    """What a function speaks of, in its order."""
    loose: dict[str, None] = {}
    of_rules: dict[str, None] = {}
    of_others: dict[str, None] = {}
    for node in ast.walk(ast.parse(source_of(function) or "0")):
        if isinstance(node, ast.Name):
            loose[node.id] = None
        elif isinstance(node, ast.Attribute):
            asked = ast.unparse(node.value)
            rules = asked in ("rules", "self", "super()") or asked.endswith(".rules")
            (of_rules if rules else of_others)[node.attr] = None
            if asked in ("self", "super()"):
                of_others[node.attr] = None
    return _Names(tuple(loose), tuple(of_rules), tuple(of_others))
