"""A rule taken apart more finely: helpers are gone into, and what needs no dice is worked out before.

`return hits(umpire.d6("to hit"), modifiers_to_hit(aim, rules), rules.hit_on)` reads every field that makes a
modifier. Worked out before, the modifiers are one number, and situations with the same number meet. Where the
pieces do not stand by themselves, the statement runs as it is written: every step has its `otherwise`.
"""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType

from pz8edu.core.umpire.pieces import Block, Piece, is_docstring, is_odd
from pz8edu.core.umpire.statements import spelt_out, target_of, value_of

UMPIRE, SITUATION, RULES, LOCAL = "umpire", "situation", "rules", ""
SETTLED, UNDECIDED = "resolve", "odds"
ROLES = (UMPIRE, SITUATION, RULES)
"""What the parameters of a rule are; a helper's may also be local names."""


@dataclass(frozen=True)
class Call:
    """A call of a helper: the name of each parameter, its role, and the caller's name or value for it.

    It may be a sub-rule of the umpire, whose result is settled (`resolve`) or stays undecided (`odds`).
    """

    helper: FunctionType
    parameters: tuple[str, ...]
    roles: tuple[str, ...]
    given: tuple[ast.Name | ast.Constant, ...]
    asked_by: str


class FinePiece(Piece):
    """A piece of one function, which is run among that function's own names; it may be a call of a helper."""

    call: Call | None = None


class FineBlock(Block):
    """A block that may begin with what a statement needs; `otherwise` begins with the statement itself."""

    otherwise: Block | None = None


@lru_cache(maxsize=1024)
def finely(function: object, roles: tuple[str, ...], last: bool) -> Block | None:
    """A function by fine pieces; None for one that is not understood.

    `last` tells the end of a rule from that of a helper: what cannot stand by itself there may do so here.
    """
    source = _source(function)
    if source is None or not isinstance(function, FunctionType) or len(source.args.args) != len(roles):
        return None
    taking = _Taking(function, source, roles)
    if taking.rebinds:
        return None
    return taking.block([each for each in source.body if not is_docstring(each)])


def _source(function: object) -> ast.FunctionDef | None:
    """The source of a plain function whose parameters are given by place."""
    if not isinstance(function, FunctionType) or function.__closure__ or function.__defaults__:
        return None
    try:
        source = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError, TypeError):
        return None
    if not isinstance(source, ast.FunctionDef) or source.decorator_list or is_odd(source):
        return None
    takes = source.args
    odd = takes.kwonlyargs or takes.vararg or takes.kwarg or takes.posonlyargs
    return None if odd else source


class _Taking:
    """One function being taken apart."""

    def __init__(self, function: FunctionType, source: ast.FunctionDef, roles: tuple[str, ...]) -> None:
        self.world = function.__globals__
        own = [each.arg for each in source.args.args]
        self.role = dict(zip(own, roles, strict=True))
        by_role = {role: name for name, role in self.role.items() if role}
        self.parameters = [by_role.get(role, f"_{role}") for role in ROLES]
        stored = {
            node.id
            for node in ast.walk(source)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        self.rebinds = bool(stored & set(self.parameters)) or len(by_role) != sum(map(bool, roles))
        self.names = sorted(stored | {name for name, role in self.role.items() if not role})
        self.blocks: dict[tuple[object, ...], FineBlock] = {}
        self.kept: list[ast.stmt] = []
        self.spelt: dict[ast.stmt, list[ast.stmt]] = {}

    def block(self, statements: list[ast.stmt], as_it_is: bool = False) -> FineBlock:
        """A statement and all that follow it."""
        key = (as_it_is, *map(id, statements))
        if key not in self.blocks:
            head, *rest = self._spelt_out(statements or [ast.Return(value=ast.Constant(value=None))])
            self.kept += [head, *rest]
            found = FineBlock([head, *rest], self.parameters, self.names)
            found.world = self.world
            self.blocks[key] = found
            before = None if as_it_is else self._needed(head)
            if before is None:
                self._step(found, head, rest)
            else:
                found.otherwise = self.block([head, *rest], as_it_is=True)
                self._let(found, before, head, rest)
        return self.blocks[key]

    def _spelt_out(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The same statements, the first of which is an `if`, `name = ...` or `return` where it can be."""
        head, *rest = statements
        if head not in self.spelt:
            self.spelt[head] = spelt_out(head)
        first, *more = self.spelt[head]
        return [first, *more, *rest] if first is head else self._spelt_out([first, *more, *rest])

    def _step(self, block: FineBlock, head: ast.stmt, rest: list[ast.stmt]) -> None:
        """A block that begins with a statement itself."""
        value = value_of(head)
        if value is None:
            block.whole = True
            return
        block.first = self._piece(value)
        if isinstance(head, ast.If):
            block.after = self.block([*head.body, *rest]), self.block([*head.orelse, *rest])
        elif isinstance(head, ast.Assign):
            block.after, block.target = (self.block(rest),), target_of(head)

    def _let(self, block: FineBlock, before: ast.expr, head: ast.stmt, rest: list[ast.stmt]) -> None:
        """A block that begins with something that a statement needs, under a name of its own."""
        name = f"_{len(self.names)}"
        self.names.append(name)
        place = next(at for at, node in enumerate(ast.walk(head)) if node is before)
        after = copy.deepcopy(head)
        wanted = next(node for at, node in enumerate(ast.walk(after)) if at == place)
        _Replaced(wanted, name).visit(after)
        block.first, block.target = self._piece(before), name
        block.after = (self.block([after, *rest]),)

    def _piece(self, value: ast.expr) -> FinePiece:
        piece = FinePiece([ast.Return(value=value)], self.parameters, self.names)
        piece.world, piece.call = self.world, self._call(value)
        return piece

    # --- helpers, and what needs no dice
    def _called(self, value: ast.expr) -> tuple[ast.Name, list[ast.expr], str] | None:
        """The helper that is called, what it is given, and by which word of the umpire it is asked."""
        if not isinstance(value, ast.Call) or value.keywords:
            return None
        if isinstance(value.func, ast.Name):
            return value.func, value.args, ""
        asked = value.func
        if not isinstance(asked, ast.Attribute) or not self._is_umpire(asked.value):
            return None
        match value.args:
            case [ast.Constant(), ast.Name() as rule, *given] if asked.attr in (SETTLED, UNDECIDED):
                return rule, [asked.value, *given], asked.attr
        return None

    def _helper(self, value: ast.expr) -> FunctionType | None:
        """The helper that is called, where it can be gone into."""
        called = self._called(value)
        if called is None:
            return None
        name, arguments, _ = called
        helper = None if name.id in self.names else self.world.get(name.id)
        source = _source(helper)
        if source is None or len(source.args.args) != len(arguments):
            return None
        for given in arguments:
            if isinstance(given, ast.Starred) or not (self._by_itself(given) or self._helper(given)):
                return None
        assert isinstance(helper, FunctionType)
        return helper

    def _call(self, value: ast.expr) -> Call | None:
        helper, called = self._helper(value), self._called(value)
        if helper is None or called is None:
            return None
        _, arguments, asked_by = called
        given = tuple(each for each in arguments if isinstance(each, ast.Name | ast.Constant))
        if len(given) < len(arguments):
            return None
        roles = tuple(
            self.role.get(each.id, LOCAL) if isinstance(each, ast.Name) else LOCAL for each in given
        )
        source = _source(helper)
        assert source is not None
        return Call(helper, tuple(each.arg for each in source.args.args), roles, given, asked_by)

    def _by_itself(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) or not self._dice(node)

    def _dice(self, node: ast.AST) -> bool:
        """Is the umpire in it?"""
        return any(self._is_umpire(each) for each in ast.walk(node))

    def _is_umpire(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self.parameters[0]

    def _needed(self, head: ast.stmt) -> ast.expr | None:
        """What can be worked out before a statement: the first call in it that is sure to come."""
        value = value_of(head)
        if value is None:
            return None
        called = self._called(value)
        if called and self._helper(value):
            return next((each for each in called[1] if not isinstance(each, ast.Name | ast.Constant)), None)
        return next((each for each in _sure(value) if each is not value and not self._dice(each)), None)


def _sure(node: ast.expr) -> list[ast.expr]:
    """The calls inside an expression that are made whatever its other parts say, the outer ones first."""
    if isinstance(node, ast.BoolOp):
        return _sure(node.values[0])
    if isinstance(node, ast.IfExp):
        return _sure(node.test)
    if isinstance(node, ast.Compare):
        return [*_sure(node.left), *_sure(node.comparators[0])]
    if not isinstance(node, ast.Call | ast.Attribute | ast.BinOp | ast.UnaryOp | ast.Tuple | ast.Subscript):
        return []
    inside = [
        each for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr) for each in _sure(child)
    ]
    inside += [each for keyword in getattr(node, "keywords", ()) for each in _sure(keyword.value)]
    return [node, *inside] if isinstance(node, ast.Call) else inside


class _Replaced(ast.NodeTransformer):
    """Puts a name in the place of an expression."""

    def __init__(self, wanted: ast.AST, name: str) -> None:
        self.wanted, self.name = wanted, name

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, or the name."""
        if node is self.wanted:
            return ast.Name(id=self.name, ctx=ast.Load())
        return super().generic_visit(node)
