"""Statements of a rule in the three forms that can be taken apart: `if`, `name = ...` and `return`."""

from __future__ import annotations

import ast
import copy


def value_of(statement: ast.stmt) -> ast.expr | None:
    """What a statement works out: a test, a value or an outcome; None for another form."""
    if isinstance(statement, ast.If):
        return statement.test
    if isinstance(statement, ast.Assign) and target_of(statement):
        return statement.value
    return statement.value if isinstance(statement, ast.Return) else None


def target_of(statement: ast.Assign) -> str:
    """The one name that gets a value."""
    (first, *more) = statement.targets
    return first.id if isinstance(first, ast.Name) and not more else ""


def spelt_out(statement: ast.stmt) -> list[ast.stmt]:
    """Statements that do the same, the first of them nearer to one of the three forms; or the statement."""
    if isinstance(statement, ast.If):
        return [_without_not(statement)]
    if isinstance(statement, ast.For):
        return _round_by_round(statement)
    if isinstance(statement, ast.Expr):
        return [_assigned(ast.Name(id=NOTHING, ctx=ast.Store()), statement.value)]
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        return [_assigned(statement.target, statement.value)]
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        before = ast.Name(id=statement.target.id, ctx=ast.Load())
        return [_assigned(statement.target, ast.BinOp(left=before, op=statement.op, right=statement.value))]
    if isinstance(statement, ast.Assign) and not target_of(statement):
        return _name_by_name(statement)
    return [_with_ways(statement)]


NOTHING = "_nothing"
"""The name of what nobody asks for: the value of a call that stands by itself."""


def _assigned(target: ast.expr, value: ast.expr) -> ast.stmt:
    return ast.Assign(targets=[target], value=value)


def _without_not(statement: ast.If) -> ast.stmt:
    """A test without `not`."""
    if isinstance(statement.test, ast.UnaryOp) and isinstance(statement.test.op, ast.Not):
        return ast.If(test=statement.test.operand, body=statement.orelse, orelse=statement.body)
    return statement


def _with_ways(statement: ast.stmt) -> ast.stmt:
    """An `if` for a choice inside a value."""
    value = value_of(statement)
    if not isinstance(value, ast.IfExp):
        return statement
    ways: list[ast.stmt] = []
    for chosen in (value.body, value.orelse):
        way = copy.copy(statement)
        way.value = chosen  # type: ignore[attr-defined]
        ways.append(way)
    return ast.If(test=value.test, body=[ways[0]], orelse=[ways[1]])


def _name_by_name(statement: ast.Assign) -> list[ast.stmt]:
    """`a, b = x, y` as `a = x` and `b = y`, where no name stands on both sides."""
    target, *more = statement.targets
    if more or not (isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple)):
        return [statement]
    names, values = target.elts, statement.value.elts
    if len(names) != len(values) or not all(isinstance(each, ast.Name) for each in names):
        return [statement]
    if _names(target) & _names(statement.value) or any(isinstance(each, ast.Starred) for each in values):
        return [statement]
    return [_assigned(name, value) for name, value in zip(names, values, strict=True)]


def _round_by_round(statement: ast.For) -> list[ast.stmt]:
    """A loop over things that are listed in it, round after round."""
    listed = statement.iter
    if not isinstance(listed, ast.Tuple | ast.List) or statement.orelse:
        return [statement]
    if any(isinstance(each, ast.Break | ast.Continue) for each in ast.walk(statement)):
        return [statement]
    set_inside = {
        each.id
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    if set_inside & _names(listed) or any(
        isinstance(each, ast.Call | ast.Starred) for each in ast.walk(listed)
    ):
        return [statement]
    rounds = [[_assigned(statement.target, thing), *statement.body] for thing in listed.elts]
    return [each for one in rounds for each in one] or [ast.Pass()]


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
