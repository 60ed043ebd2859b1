"""The words of questions and answers, made from the values themselves, so that < and >= say the same."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from pz8edu.chance.roll import Called, Derived, Roll, Shifted, Thrown, unshifted

if TYPE_CHECKING:
    from pz8edu.chance.modifiers import Modifier
    from pz8edu.tree import Branch, Node

VERDICTS = {
    "to hit": ("hit", "miss"),
    "save": ("saved", "not saved"),
    "rally": ("rallies", "does not rally"),
    "morale": ("passed", "failed"),
    "spotting": ("spotted", "not spotted"),
}
"""What reaching the score, and not reaching it, is called; by the last words of a label."""

MOST_LISTED = 6
"""Scattered values are listed up to so many."""


# --- values
def value_words(values: Collection[Any], support: Collection[Any]) -> str:
    """Some of the values that a roll can have: "5 or more", "3 or less", "1 or 2", "anything"."""
    if not all(type(value) is int for value in support):
        return " or ".join(map(word_of, values))
    some, every = sorted(values), sorted(support)
    if len(some) == len(every):
        return "anything" if len(every) > 1 else signless(every[0])
    if len(some) == 1:
        return signless(some[0])
    if some == every[-len(some) :]:
        return f"{signless(some[0])} or more"
    if some == every[: len(some)]:
        return f"{signless(some[-1])} or less"
    first = every.index(some[0])
    if len(some) > 2 and some == every[first : first + len(some)]:
        return f"{signless(some[0])} to {signless(some[-1])}"
    others = [value for value in every if value not in some]
    if len(others) < len(some) and len(others) <= MOST_LISTED:
        return "anything but " + " or ".join(map(signless, others))
    if len(some) > MOST_LISTED:
        return f"{len(some)} of the totals"
    return " or ".join(map(signless, some))


def word_of(value: Any) -> str:
    """One value as a word: yes and no for what happens or does not."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return signless(value) if type(value) is int else str(value)


def signless(value: int) -> str:
    """A whole number with a true minus sign."""
    return str(value).replace("-", "−")


def compact(words: str) -> str:
    """Words of values for a small drawing: "5+" for "5 or more", "≤ 3" for "3 or less"."""
    more = re.fullmatch(r"([+−]?\d+) or more", words)
    if more:
        return f"{more[1]} …" if more[1].startswith(("+", "−")) else f"{more[1]}+"
    less = re.fullmatch(r"([+−]?\d+) or less", words)
    return f"≤ {less[1]}" if less else words


# --- one branch
def branch_words(node: Node, branch: Branch) -> str:
    """The values that give one answer: natural faces of a die, totals of several, rows of a printed table."""
    printed = _printed_row(node, branch)
    if printed is not None:
        return printed
    shift = shown_shift(node)
    values = [_moved(value, shift) for value in branch.values]
    support = [_moved(value, shift) for other in node.branches for value in other.values]
    return value_words(values, support)


def answer_words(node: Node, branch: Branch) -> str:
    """The values of a branch and, where it is not plain yes or no, the answer they give."""
    values = branch_words(node, branch)
    answer = word_of(branch.answer)
    if isinstance(branch.answer, bool) or answer == values:
        return values
    return f"{values} = {answer}"


def verdict(node: Node, branch: Branch) -> str:
    """What an answer is called where the book has a word for it: "hit", "miss"; empty elsewhere."""
    if not isinstance(branch.answer, bool) or not isinstance(node.key, tuple):
        return ""
    wanted = node.key[0] in (operator.ge, operator.gt)
    if not wanted and node.key[0] is not operator.lt:
        return ""
    label = unnumbered(node.label)
    for ending, (reached, missed) in VERDICTS.items():
        if label.endswith(ending):
            return reached if branch.answer is wanted else missed
    return ""


def unnumbered(label: str) -> str:
    """A label without the number that it got for coming again: "to hit" for "to hit #2"."""
    return re.sub(r" #[0-9]+$", "", label)


def branch_label(node: Node, branch: Branch) -> str:
    """A few letters for a drawing: "hit 5+", "miss", "+2", "yes"."""
    called = verdict(node, branch)
    values = compact(branch_words(node, branch))
    if not called or node.certain:
        return values
    wanted = not asks_below(node)
    return f"{called} {values}" if branch.answer is wanted else called


def throws_words(node: Node, branch: Branch) -> str:
    """How many of all throws of several dice give an answer: "15 of 36"; empty for one die."""
    dice = unshifted(node.roll)[0].dice()
    every = math.prod(_throws(die) for die in dice)
    count = sum(branch.values.values()) if all(type(w) is int for w in branch.values.values()) else 0
    if every == _faces(node) and (len(dice) > 1 or any(die.handful for die in dice)):
        return f"{count} of {every}"
    return ""


def _throws(die: Thrown[Any]) -> int:
    total = die.law.total
    return int(total) if type(total) is int else 0


def _faces(node: Node) -> int:
    """The throws that are left at a question, all equally likely; 0 for loaded dice."""
    weights = [weight for branch in node.branches for weight in branch.values.values()]
    return sum(weights) if all(type(weight) is int for weight in weights) else 0


# --- the question
def question_words(node: Node) -> str:
    """The question as a person would ask it, with the die, what it needs and why."""
    why = requirement(node)
    return f"{title_words(node)} ({why})" if why else title_words(node)


def title_words(node: Node) -> str:
    """The question without its reasons: "to hit: 5 or more on a D6", "damage: D6 + 5 against D6 + 4"."""
    base = called_roll(node.roll)
    name = label_words(node)
    if all(isinstance(branch.answer, bool) for branch in node.branches) and not _is_flag(base):
        die = dice_words(base) if isinstance(base, Thrown) else ""
        on = f" on {_article(die)}{die}" if die else ""
        need, end = _need(node)
        if isinstance(base, Thrown) or _asks_values(node):
            return f"{name}: {need}{on}{end}"
        return f"{name}: {roll_words(node.roll)}, {need}{end}"
    if isinstance(base, Thrown):
        shown = roll_words(node.roll) if shown_shift(node) else dice_words(base)
        return f"{name}: {shown}" if base.what else name
    text = roll_words(node.roll)
    return f"{name}: {text}" if name != text else name


def label_words(node: Node) -> str:
    """The label of a question; one that has none of its own is called by what is rolled."""
    if node.label == "result":
        return roll_words(node.roll, by_label=True)
    return roll_words(node.roll, by_label=True) if node.label == repr(node.roll) else node.label


def _asks_values(node: Node) -> bool:
    return node.label == repr(node.roll)


def _is_flag(base: Roll[Any]) -> bool:
    return isinstance(base, Thrown) and all(isinstance(value, bool) for value in base.law)


def _need(node: Node) -> tuple[str, str]:
    """The values that are wanted, and whether they are certain or cannot be."""
    wanted = not asks_below(node)
    yes = next((branch for branch in node.branches if branch.answer is wanted), None)
    if not node.certain and yes is not None:
        return branch_words(node, yes), ""
    asked = _limit_words(node, shown_shift(node)) or "this"
    return asked, " is certain" if yes is not None else " cannot be"


def requirement(node: Node) -> str:
    """What the book asks for, before modifiers change sides: "4 or more, −1 over half range"."""
    modifiers = modifiers_of(node)
    asked = _limit_words(node, unshifted(node.roll)[1])
    return ", ".join(filter(None, [asked, *map(str, modifiers)])) if modifiers else ""


def modifiers_of(node: Node) -> tuple[Modifier, ...]:
    """The modifiers that stand in a question, in the printed order."""
    return tuple(
        modifier for step in _shifts(node.roll) if step.modifiers is not None for modifier in step.modifiers
    )


def _limit_words(node: Node, shift: int) -> str:
    """The limit that a comparison asks for, with `shift` added: "4 or more"."""
    if not isinstance(node.key, tuple) or len(node.key) != 2 or not isinstance(node.key[1], int):
        return ""
    how, limit = node.key
    if how is operator.ge or how is operator.lt:
        return f"{signless(limit + shift)} or more"
    if how is operator.gt:
        return f"{signless(limit + shift + 1)} or more"
    return f"{signless(limit + shift)} or less" if how is operator.le else ""


def asks_below(node: Node) -> bool:
    """`score < 4` is the question whether 4 or more is reached, asked from the other side."""
    return isinstance(node.key, tuple) and node.key[0] is operator.lt


def roll_words(roll: Roll[Any], by_label: bool = False) -> str:
    """A roll by its dice: "D6 + 5 against D6 + 4"; or by the labels of its dice."""
    if isinstance(roll, Thrown):
        return roll.label if by_label or not roll.what else dice_words(roll, "{} ({})")
    if isinstance(roll, Shifted):
        of = roll_words(roll.of, by_label)
        if roll.modifiers is not None or not roll.by:
            return of
        return f"{of} {'+' if roll.by > 0 else '−'} {abs(roll.by)}"
    if not isinstance(roll, Derived):
        return repr(roll)
    parts = [roll_words(part, by_label) for part in (roll.operands or roll.parts)]
    if "{}" not in roll.words:
        return roll.words or " and ".join(parts)
    if roll.words == "{} − {}":
        return " against ".join(parts)
    return roll.words.replace("{}", "%s") % tuple(parts)


def dice_words(thrown: Thrown[Any], joined: str = "{}, {}") -> str:
    """The dice of a throw: "D6", "3D6"; of a pool with what each must show: "8D6, each 5 or more"."""
    handful = thrown.handful
    if handful is None or not handful.counting or not handful.count:
        return thrown.what
    return joined.format(thrown.what, f"each {value_words(handful.counting, tuple(handful.die))}")


def called_roll(roll: Roll[Any]) -> Roll[Any]:
    """The roll below all added numbers and below the name of the question."""
    base = unshifted(roll)[0]
    return called_roll(base.parts[0]) if isinstance(base, Called) else base


def shown_shift(node: Node) -> int:
    """What is added to the values of a question when they are shown: nothing for the faces of one die."""
    base, shift = called_roll(node.roll), unshifted(node.roll)[1]
    if isinstance(base, Thrown) and base.handful is None and base.what.startswith("D"):
        return 0
    return shift


def _printed_row(node: Node, branch: Branch) -> str | None:
    if isinstance(node.key, tuple) and len(node.key) == 3 and node.key[0] == "table":
        printed = getattr(node.key[1], "printed", None)
        if printed is not None:
            words = printed(branch.answer)
            return str(words).replace("-", "−") if words is not None else None
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
