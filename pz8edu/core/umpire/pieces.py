"""A rule taken apart at its own statements: pieces that run by themselves.

Between two statements of a rule nothing is alive but its local names. A piece is one statement (`name = ...`,
`if ...:`, `return ...`), or one and all that follow; it runs as it stands. What is not understood stays in
one piece: other statements, and values that may hold a roll or the situation itself.
"""

from __future__ import annotations

import ast
import enum
import inspect
import textwrap
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, NoReturn

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.type_keys import type_key
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rolls.roll import Roll

Local = Mapping[str, object]
MISSING = object()
"""A local name that has no value yet."""
_PLAIN = (bool, int, str, Fraction, type(None), enum.Enum, range)


class Undivided(Exception):
    """A statement leaves a value that may hold a roll or the situation: the rest must run with it."""


def is_plain(value: object) -> bool:
    """Is it a number, a word, a law of numbers, or a tuple or record of such, that holds nothing else?"""
    if isinstance(value, _PLAIN):
        return True
    if isinstance(value, Distribution):
        return {*map(type, value)} == {int}
    if isinstance(value, tuple | frozenset):
        return all(map(is_plain, value))
    if not is_dataclass(value) or isinstance(value, type) or hasattr(value, "_seen"):
        return False
    return all(is_plain(getattr(value, field.name)) for field in fields(value))


class Piece:
    """Some statements of a rule as a function of their own, and what of the situation they have looked at.

    It `throws` dice where the umpire is in it.
    """

    def __init__(self, statements: list[ast.stmt], parameters: list[str], names: list[str]) -> None:
        self.names = tuple(name for name in names if _mentions(statements, name))
        self.throws = not parameters or _mentions(statements, parameters[0])
        self.statements = statements
        self.parameters = parameters
        self.reads: frozenset[str] = frozenset()
        self.world: dict[str, object] | None = None
        self._values: Callable[[object], tuple[object, ...]] | None = None
        self._function: Callable[..., object] | None = None

    def compiled(self, world: dict[str, object]) -> Callable[..., object]:
        """The statements as a function of umpire, situation, rules and local names."""
        if self._function is None:
            self._function = FunctionType(self._code(), world if self.world is None else self.world)
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

    def key(self, situation: object, local: Local) -> tuple[object, ...]:
        """What a run of it depends on: the fields that it looks at, and its local names."""
        values = () if self._values is None else self._values(situation)
        known = self, values, *map(type, values)
        if not self.names:
            return known
        held = tuple([local.get(name, MISSING) for name in self.names])
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

    @classmethod
    def of_function(cls, function: Callable[..., object]) -> Block:
        """A function of umpire, situation and rules in one piece."""
        block = cls([], [], [])
        block.whole, block._function = True, function
        return block


def by_itself(function: Callable[..., object]) -> Callable[..., object]:
    """The same piece; raises Undivided for a value that holds more than itself."""

    def checked(*inputs: Any) -> object:
        return standing_alone(function(*inputs))

    return checked


def standing_alone(value: object) -> object:
    """The same value, of modifiers their total; raises Undivided for one that holds more than itself."""
    if isinstance(value, Modifiers):
        return Total(value.total)
    if isinstance(value, Roll) or not is_plain(value):
        raise Undivided
    return value


class Total(Modifiers):
    """Modifiers of which nothing but their total is known; who looks at more of them raises Undivided."""

    __slots__ = ()

    def __init__(self, total: int) -> None:
        self.total = total

    @property
    def rows(self) -> NoReturn:  # type: ignore[override]
        """Nobody knows them."""
        raise Undivided

    def __add__(self, others: Modifiers) -> Total:
        return Total(self.total + others.total)

    __radd__ = __add__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Total) and self.total == other.total

    def __hash__(self) -> int:
        return hash((Total, self.total))


# --- taking a rule apart
@lru_cache(maxsize=256)
def taken_apart(rule: Callable[..., object], kind: type[Any]) -> Block | None:
    """A rule about one kind of situation by its statements.

    None for one that is no plain function of umpire, situation and rules.
    """
    if not isinstance(rule, FunctionType) or rule.__closure__:
        return None
    try:
        source = ast.parse(textwrap.dedent(inspect.getsource(rule))).body[0]
    except (OSError, SyntaxError):
        return None
    if not isinstance(source, ast.FunctionDef) or source.decorator_list or is_odd(source):
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

    return block_of([each for each in source.body if not is_docstring(each)])


def is_odd(source: ast.FunctionDef) -> bool:
    """Does it bind names inside expressions, or names of other scopes?"""
    odd = ast.NamedExpr | ast.Global | ast.Nonlocal | ast.Yield | ast.YieldFrom | ast.Await
    return any(isinstance(node, odd) for node in ast.walk(source))


def is_docstring(statement: ast.stmt) -> bool:
    """Is it a text that stands by itself?"""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _mentions(statements: list[ast.stmt], name: str) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name for each in statements for node in ast.walk(each)
    )
