"""The laws of a rule for a whole table of situations: what two situations share is worked out once.

Between two statements of a rule nothing is alive but its local names. Situations that agree in these, and in
the fields that the rest of the rule looks at, have the same law from there on. So a rule is taken apart at
its own statements (`name = ...`, `if ...:`, `return ...`); each is run, as it stands, once for every
different combination of what it reads. Reads are watched, never guessed. What is not understood runs in one
piece: other statements, and values that may hold a roll or the situation itself.
"""

from __future__ import annotations

import ast
import enum
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, Generic, TypeVar, cast

from pz8edu.chance.distribution import Distribution
from pz8edu.chance.type_keys import type_key
from pz8edu.rolls.roll import Roll
from pz8edu.tree.tree import Tree
from pz8edu.umpire.enumerating import Enumerating
from pz8edu.umpire.throws import Memo
from pz8edu.umpire.watching import watched

S = TypeVar("S")
T = TypeVar("T")

Local = Mapping[str, object]
Law = Distribution[Any]
_MISSING = object()
"""A local name that has no value yet."""
_PLAIN = (bool, int, str, Fraction, type(None), enum.Enum)


class Undivided(Exception):
    """A statement leaves a value that may hold a roll or the situation: the rest must run with it."""


def is_plain(value: object) -> bool:
    """Is it a number, a word, or a tuple or record of such, that holds nothing else?"""
    if isinstance(value, _PLAIN):
        return True
    if type(value) in (tuple, frozenset):
        return all(map(is_plain, value))  # type: ignore[call-overload]
    if not is_dataclass(value) or isinstance(value, type) or hasattr(value, "_seen"):
        return False
    return all(is_plain(getattr(value, field.name)) for field in fields(value))


class Piece:
    """Some statements of a rule as a function of their own, and what of the situation they have looked at."""

    def __init__(self, statements: list[ast.stmt], parameters: list[str], names: list[str]) -> None:
        self.names = tuple(name for name in names if _mentions(statements, name))
        self.statements = statements
        self.parameters = parameters
        self.reads: frozenset[str] = frozenset()
        self._values: Callable[[object], tuple[object, ...]] | None = None
        self._function: Callable[..., object] | None = None

    def compiled(self, world: dict[str, object]) -> Callable[..., object]:
        """The statements as a function of umpire, situation, rules and local names."""
        if self._function is None:
            self._function = FunctionType(self._code(), world)
        return self._function

    def _code(self) -> CodeType:
        listed = [ast.arg(arg=name) for name in (*self.parameters, *self.names)]
        arguments = ast.arguments(posonlyargs=[], args=listed, kwonlyargs=[], kw_defaults=[], defaults=[])
        made = ast.FunctionDef(name="piece", args=arguments, body=self.statements, decorator_list=[])
        module = ast.fix_missing_locations(ast.Module(body=[made], type_ignores=[]))
        return next(c for c in compile(module, "<rule>", "exec").co_consts if isinstance(c, CodeType))

    def looks_at(self, seen: AbstractSet[str]) -> None:
        """It has looked at these fields too."""
        if not seen <= self.reads:
            self.reads = self.reads | seen
            names = sorted(self.reads)
            self._values = attrgetter(*names, names[0])  # one name twice: always a tuple

    def values_of(self, situations: Sequence[object]) -> list[tuple[object, ...]]:
        """The fields that it looks at, with their types, for each situation."""
        if self._values is None:
            return [()] * len(situations)
        rows = list(map(self._values, situations))
        return [(row, *map(type, row)) for row in rows]

    def key(self, situation: object, local: Local) -> tuple[object, ...]:
        """What a run of it depends on: the fields that it looks at, and its local names."""
        values = () if self._values is None else self._values(situation)
        known = self, values, *map(type, values)
        if not self.names:
            return known
        held = tuple([local.get(name, _MISSING) for name in self.names])
        return *known, held, type_key(held)


class Block(Piece):
    """A statement and all that follow it.

    `first` is what the statement works out: a test, a value or an outcome. `after` are the blocks that
    follow: by yes and no for a test, one for a value that gets the `target` as its name.
    """

    first: Piece
    after: tuple[Block, ...] = ()
    target: str = ""
    whole = False


class WholeTable(Generic[S, T]):
    """A rule under one ruleset; `law(situation)` is its law, quicker with every situation.

    `memo` remembers what is worked out; it may be emptied at any time.

    >>> from pz8edu import system
    >>> ww2 = system("pz8-ww2")
    >>> aims = [ww2.calculators["to-hit"].situation.read({"cover": cover}) for cover in ("open", "rough")]
    >>> table = WholeTable(ww2.calculators["to-hit"].rule, ww2.rules)
    >>> [table.law(aim).fractions() for aim in aims]
    [{'miss': Fraction(1, 2), 'hit': Fraction(1, 2)}, {'miss': Fraction(2, 3), 'hit': Fraction(1, 3)}]
    """

    def __init__(self, rule: Callable[..., object], rules: object, memo: Memo | None = None) -> None:
        self.rules = rules
        self.memo: Memo = {} if memo is None else memo
        self.umpire = Enumerating(draw=False, memo=self.memo)
        self.rule = rule

    def law(self, situation: S) -> Distribution[T]:
        """The law of the outcome; raises what the rule raises."""
        kind: Any = type(situation)
        start = _taken_apart(self.rule, kind)
        if start is None:
            tree: Tree[Any] = self.umpire.tree(self.rule, situation, self.rules)
            return tree.distribution
        return self._worked_out(start, situation, {})

    def laws(self, situations: Sequence[S]) -> list[Distribution[T]]:
        """The laws of many situations: each is looked up by the fields that the rule looks at.

        A rule that begins with a test is looked up in parts: the test, and what follows yes and no.
        Situations whose parts have equal laws share one. Raises what the rule raises of any of them.
        """
        kinds = {*map(type, situations)}
        start = _taken_apart(self.rule, *kinds) if len(kinds) == 1 else None
        if start is None:
            return [self.law(each) for each in situations]
        return self._column(start, situations)

    def _column(self, block: Block, situations: Sequence[S]) -> list[Law]:
        """The laws of the outcome from a statement on that no local name stands before."""
        if not situations:
            return []

        def from_here(situation: S) -> Law:
            return self._from(block, situation, {})

        from_here(situations[0])
        if block.whole or not block.after:
            return self._by_key(block, situations, from_here)
        first = block.first
        try:
            told = self._by_key(first, situations, lambda each: self._run(first, each, {}, last=False))
        except Undivided:
            return self._by_key(block, situations, from_here)
        if block.target:
            return self._by_key(block.after[0], situations, from_here, told)
        parts = [
            self._column_where(answer, after, told, situations)
            for answer, after in zip((True, False), block.after, strict=True)
        ]
        known: dict[tuple[int, int, int], Law] = {}
        for test, yes, no in zip(told, *parts, strict=True):
            key = id(test), id(yes), id(no)
            if key not in known:
                known[key] = test.then(lambda held, yes=yes, no=no: yes if held else no)
        return [known[id(test), id(yes), id(no)] for test, yes, no in zip(told, *parts, strict=True)]

    def _column_where(
        self, answer: bool, block: Block, tests: list[Law], situations: Sequence[S]
    ) -> list[Law | None]:
        """What follows a yes or a no, where the test may say so; None elsewhere."""
        different = {id(test): test for test in tests}
        may = {key for key, test in different.items() if any(bool(held) is answer for held in test)}
        places = [place for place, test in enumerate(tests) if id(test) in may]
        laws = self._column(block, [situations[place] for place in places])
        if len(places) == len(tests):
            return list(laws)
        found: list[Law | None] = [None] * len(tests)
        for place, law in zip(places, laws, strict=True):
            found[place] = law
        return found

    def _by_key(
        self,
        piece: Piece,
        situations: Sequence[S],
        law: Callable[[S], Law],
        told: Sequence[Law] | None = None,
    ) -> list[Law]:
        """A law for each situation, worked out once for all that agree in what a piece looks at.

        Also in what the statement before the piece has `told`: laws that are shared.
        """
        law(situations[0])
        while True:
            reads, keys = piece.reads, piece.values_of(situations)
            if told is not None:
                keys = list(zip(map(id, told), keys, strict=True))
            first = dict(zip(reversed(keys), reversed(situations), strict=True))
            laws = {key: self._shared(law(each)) for key, each in first.items()}
            if piece.reads is reads:  # no run has looked at another field
                return [laws[key] for key in keys]

    def _shared(self, law: Law) -> Law:
        """The same object for equal laws."""
        key = (WholeTable, tuple(law.items()), law.total, law.type_key())
        return cast(Law, self.memo.setdefault(key, law))

    def _from(self, block: Block, situation: object, local: Local) -> Law:
        """The law of the outcome from a statement on, remembered by all that it depends on."""
        reads, key = block.reads, (self, *block.key(situation, local))
        law = self.memo.get(key)
        if law is None:
            law = self._worked_out(block, situation, local)
            self.memo[key if block.reads is reads else (self, *block.key(situation, local))] = law
        return law  # type: ignore[return-value]

    def _worked_out(self, block: Block, situation: object, local: Local) -> Law:
        if not block.whole:
            try:
                return self._step_by_step(block, situation, local)
            except Undivided:
                block.whole = True
        return self._run(block, situation, local, last=True)

    def _step_by_step(self, block: Block, situation: object, local: Local) -> Law:
        value = self._run(block.first, situation, local, last=not block.after)

        def onward(held: object) -> Law:
            if block.target:
                return self._from(block.after[0], situation, {**local, block.target: held})
            return self._from(block.after[0 if held else 1], situation, local)

        law = value
        if block.after:
            law = onward(next(iter(value))) if len(value) == 1 else value.then(onward)
        for part in (block.first, *block.after):
            block.looks_at(part.reads)
        return law

    def _run(self, piece: Piece, situation: object, local: Local, last: bool) -> Law:
        """The law of what a piece works out; unless it is the last, its values must stand by themselves."""
        reads, key = piece.reads, (self, last, *piece.key(situation, local))
        law = self.memo.get(key)
        if law is None:
            seen: set[str] = set()
            function = piece.compiled(self.rule.__globals__)
            held = [local.get(name, _MISSING) for name in piece.names]
            piece_of_rule = function if last else _by_itself(function)
            record = watched(situation, seen)
            law = self.umpire.tree(piece_of_rule, record, self.rules, *held).distribution
            piece.looks_at(seen)
            self.memo[key if piece.reads is reads else (self, last, *piece.key(situation, local))] = law
        return law  # type: ignore[return-value]


def _by_itself(function: Callable[..., object]) -> Callable[..., object]:
    """The same piece; raises Undivided for a value that holds more than itself."""

    def checked(*inputs: Any) -> object:
        value = function(*inputs)
        if isinstance(value, Roll) or not is_plain(value):
            raise Undivided
        return value

    return checked


# --- taking a rule apart
@lru_cache(maxsize=256)
def _taken_apart(rule: Callable[..., object], kind: type[object]) -> Block | None:
    """A rule about one kind of situation by its statements.

    None for one that is no plain function of umpire, situation and rules.
    """
    if not isinstance(rule, FunctionType) or rule.__closure__:
        return None
    try:
        source = ast.parse(textwrap.dedent(inspect.getsource(rule))).body[0]
    except (OSError, SyntaxError):
        return None
    if not isinstance(source, ast.FunctionDef) or source.decorator_list or _is_odd(source):
        return None
    parameters = [each.arg for each in source.args.args]
    if len(parameters) != 3 or source.args.kwonlyargs or source.args.vararg or source.args.kwarg:
        return None
    stored = (node for node in ast.walk(source) if isinstance(node, ast.Name))
    names = sorted({node.id for node in stored if isinstance(node.ctx, ast.Store)})
    blocks: dict[tuple[int, ...], Block] = {}

    def block_of(statements: list[ast.stmt]) -> Block:
        key = tuple(map(id, statements))
        if key not in blocks:
            block = blocks[key] = Block(statements or [ast.Pass()], parameters, names)
            head, *rest = statements or [ast.Return(value=None)]
            if isinstance(head, ast.If):
                block.first = Piece([ast.Return(value=head.test)], parameters, names)
                block.after = block_of([*head.body, *rest]), block_of([*head.orelse, *rest])
            elif (
                isinstance(head, ast.Assign)
                and isinstance(head.targets[0], ast.Name)
                and len(head.targets) == 1
            ):
                block.first = Piece([ast.Return(value=head.value)], parameters, names)
                block.after, block.target = (block_of(rest),), head.targets[0].id
            elif isinstance(head, ast.Return):
                block.first = Piece([head], parameters, names)
            else:
                block.whole = True
        return blocks[key]

    return block_of([each for each in source.body if not _is_docstring(each)])


def _is_odd(source: ast.FunctionDef) -> bool:
    """Does it bind names inside expressions, or names of other scopes?"""
    odd = ast.NamedExpr | ast.Global | ast.Nonlocal | ast.Yield | ast.YieldFrom | ast.Await
    return any(isinstance(node, odd) for node in ast.walk(source))


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _mentions(statements: list[ast.stmt], name: str) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name for each in statements for node in ast.walk(each)
    )
