"""The words of questions and answers, made from the values themselves, so that < and >= say the same."""

from __future__ import annotations

import operator
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from pz8edu.chance.roll import Roll, Shifted, Thrown, unshifted

if TYPE_CHECKING:
    from pz8edu.tree import Branch, Node


def value_words(values: Collection[Any], support: Collection[Any]) -> str:
    """Some of the values that a roll can have: "5 or more", "3 or less", "1 or 2", "anything"."""
    if not all(type(value) is int for value in support):
        return " or ".join(map(str, values))
    some, every = sorted(values), sorted(support)
    if len(some) == len(every):
        return "anything" if len(every) > 1 else str(every[0])
    if len(some) > 1 and some == every[-len(some) :]:
        return f"{some[0]} or more"
    if len(some) > 1 and some == every[: len(some)]:
        return f"{some[-1]} or less"
    first = every.index(some[0])
    if len(some) > 2 and some == every[first : first + len(some)]:
        return f"{some[0]} to {some[-1]}"
    if len(every) - len(some) < len(some):
        return "anything but " + " or ".join(str(value) for value in every if value not in some)
    return " or ".join(map(str, some))


def branch_words(node: Node, branch: Branch) -> str:
    """The values that give one answer: natural faces of a die, totals of several, rows of a printed table."""
    printed = _printed_row(node, branch)
    if printed is not None:
        return printed
    shift = shown_shift(node)
    values = [_moved(value, shift) for value in branch.values]
    support = [_moved(value, shift) for other in node.branches for value in other.values]
    return value_words(values, support)


def question_words(node: Node) -> str:
    """The question as a person would ask it, with the die, what it needs and why."""
    base, _ = unshifted(node.roll)
    thrown = isinstance(base, Thrown)
    die = base.what if isinstance(base, Thrown) else ""
    name = node.label
    wanted = not _asks_below(node)
    yes = next((branch for branch in node.branches if branch.answer is wanted), None)
    if all(isinstance(branch.answer, bool) for branch in node.branches):
        need = branch_words(node, yes) if yes is not None else "cannot be"
        if node.certain and yes is not None:
            need = "certain"
        text = f"{name}: {need}" + (f" on {_article(die)}{die}" if die and not node.certain else "")
        why = requirement(node)
        return f"{text} ({why})" if why else text
    text = repr(node.roll) if not thrown else die
    return f"{name}: {text}" if text and text != name else name


def requirement(node: Node) -> str:
    """What the book asks for, before modifiers change sides: "4 or more, −1 over half range"."""
    modifiers = [step for step in _shifts(node.roll) if step.modifiers is not None and len(step.modifiers)]
    if not modifiers or not isinstance(node.key, tuple) or len(node.key) != 2:
        return ""
    how, limit = node.key
    _, shift = unshifted(node.roll)
    if how is operator.ge:
        asked = f"{limit + shift} or more"
    elif how is operator.gt:
        asked = f"{limit + shift + 1} or more"
    elif how is operator.lt:
        asked = f"{limit + shift} or more"
    elif how is operator.le:
        asked = f"{limit + shift} or less"
    else:
        return ""
    return ", ".join([asked, *(str(step.modifiers) for step in modifiers)])


def _asks_below(node: Node) -> bool:
    """`score < 4` is the question whether 4 or more is reached, asked from the other side."""
    return isinstance(node.key, tuple) and node.key[0] is operator.lt


def shown_shift(node: Node) -> int:
    """What is added to the values of a question when they are shown: nothing for the faces of one die."""
    base, shift = unshifted(node.roll)
    if isinstance(base, Thrown) and base.handful is None and base.what.startswith("D"):
        return 0
    return shift


def _printed_row(node: Node, branch: Branch) -> str | None:
    if isinstance(node.key, tuple) and len(node.key) == 3 and node.key[0] == "table":
        printed = getattr(node.key[1], "printed", None)
        if printed is not None:
            words = printed(branch.answer)
            return str(words) if words is not None else None
    return None


def _shifts(roll: Roll[Any]) -> list[Shifted]:
    found = []
    while isinstance(roll, Shifted):
        found.append(roll)
        roll = roll.of
    return found[::-1]


def _moved(value: Any, shift: int) -> Any:
    return value + shift if shift and isinstance(value, int) else value


def _article(die: str) -> str:
    return "" if die[:1].isdigit() else "a "
