"""The words of questions and answers, made from the values themselves, so that < and >= say the same."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from operator import gt, le
from typing import cast

from pz8edu.core.rolls.address import Address
from pz8edu.core.rolls.modifiers import Modifier
from pz8edu.core.rolls.questions import AgainstLimit, LookUp, is_below
from pz8edu.core.rolls.roll import Called, Derived, Difference, Roll, Shifted, Thrown, unshifted
from pz8edu.core.tree.decision import DecisionNode
from pz8edu.core.tree.node import Branch, Node

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
def value_words(values: Collection[object], support: Collection[object]) -> str:
    """Some of the values that a roll can have: "5 or more", "3 or less", "1 or 2", "anything"."""
    if not all(type(value) is int for value in support):
        return " or ".join(map(word_of, values))
    some, every = sorted(cast("Collection[int]", values)), sorted(cast("Collection[int]", support))
    return _words_of_a_stretch(some, every) or _words_of_some(some, every)


def _words_of_a_stretch(some: Sequence[int], every: Sequence[int]) -> str:
    """Whole numbers that follow on each other; empty where they do not."""
    low, high = signless(some[0]), signless(some[-1])
    if len(some) == len(every):
        return "anything" if len(every) > 1 else low
    if len(some) == 1:
        return low
    first = every.index(some[0])
    if some != every[first : first + len(some)]:
        return ""
    if some[-1] == every[-1]:
        return f"{low} or more"
    if first == 0:
        return f"{high} or less"
    return f"{low} to {high}" if len(some) > 2 else ""


def _words_of_some(some: Sequence[int], every: Sequence[int]) -> str:
    """Scattered whole numbers."""
    others = [value for value in every if value not in some]
    if len(others) < len(some) and len(others) <= MOST_LISTED:
        return "anything but " + " or ".join(map(signless, others))
    if len(some) > MOST_LISTED:
        return f"{len(some)} of the totals"
    return " or ".join(map(signless, some))


def word_of(value: object) -> str:
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


def word_of_book(node: Node, branch: Branch) -> str:
    """What an answer is called where the book has a word for it: "hit", "miss"; empty elsewhere."""
    asked = node.question
    if not isinstance(branch.answer, bool) or not isinstance(asked, AgainstLimit) or asked.how is le:
        return ""
    wanted = not is_below(asked)
    label = Address.of(node.label).unnumbered.name
    for ending, (reached, missed) in VERDICTS.items():
        if label.endswith(ending):
            return reached if branch.answer is wanted else missed
    return ""


def branch_label(node: Node, branch: Branch) -> str:
    """A few letters for a drawing: "hit 5+", "miss", "+2", "yes"."""
    called = word_of_book(node, branch)
    values = compact(branch_words(node, branch))
    if not called or node.certain:
        return values
    wanted = not is_below(node.question)
    return f"{called} {values}" if branch.answer is wanted else called


def throws_words(node: Node, branch: Branch) -> str:
    """How many of all throws of several dice give an answer: "15 of 36"; empty for one die."""
    dice = unshifted(node.roll)[0].dice()
    every = math.prod(_throws(die) for die in dice)
    count = _count(branch)
    left = [_count(each) for each in node.branches]
    if all(left) and every == sum(left) and (len(dice) > 1 or any(die.throw.handful for die in dice)):
        return f"{count:,} of {every:,}"
    return ""


def _throws(die: Thrown[object]) -> int:
    total = die.law.total
    return total if isinstance(total, int) else 0


def _count(branch: Branch) -> int:
    """The throws that give an answer, all equally likely; 0 for loaded dice."""
    counts = [weight for weight in branch.values.values() if isinstance(weight, int)]
    return sum(counts) if len(counts) == len(branch.values) else 0


# --- the question
def question_words(node: Node) -> str:
    """The question as a person would ask it, with the die, what it needs and why."""
    why = requirement(node)
    return f"{title_words(node)} ({why})" if why else title_words(node)


def title_words(node: Node) -> str:
    """The question without its reasons: "to hit: 5 or more on a D6", "damage: D6 + 5 against D6 + 4"."""
    if isinstance(node, DecisionNode):
        return decision_words(node)
    base = called_roll(node.roll)
    name = label_words(node)
    is_flag = isinstance(base, Thrown) and all(isinstance(value, bool) for value in base.law)
    if node.yes_or_no and not is_flag:
        die = _dice_asked(node, base) if isinstance(base, Thrown) else ""
        on = f" on {'' if die[0].isdigit() else 'a '}{die}" if die else ""
        need, end = _need(node)
        if isinstance(base, Thrown) or node.label == node.roll.spoken():
            return f"{name}: {need}{on}{end}"
        return f"{name}: {roll_words(node.roll)}, {need}{end}"
    if isinstance(base, Thrown):
        shown = roll_words(node.roll) if shown_shift(node) else dice_words(base)
        return f"{name}: {shown}" if base.throw.what else name
    text = roll_words(node.roll)
    return f"{name}: {text}" if name != text else name


def _dice_asked(node: Node, base: Thrown[object]) -> str:
    """What is thrown for a yes or no: a die, whose faces are told, or several with what is added to them."""
    shift = 0 if base.throw.is_one_die else unshifted(node.roll)[1] + _added_inside(node.roll)
    return f"{dice_words(base, '{} ({})')}{_added(shift)}" if shift else dice_words(base)


def label_words(node: Node) -> str:
    """The label of a question; one that has none of its own is called by what is rolled."""
    if node.label in ("result", node.roll.spoken()):
        return roll_words(node.roll, by_label=True)
    return node.label


def decision_words(node: DecisionNode) -> str:
    """A decision as a person would put it: "A: the only missile? sees: seen: no"."""
    side = f"{node.decision.side}: " if node.decision.side else ""
    return f"{side}{node.label}? [sees {sees_words(node)}]"


def sees_words(node: DecisionNode) -> str:
    """What is seen at a decision: the answers before it, or what the rule says and the side's own choices."""
    if node.way is not None:
        told = [
            f"{label_words(each)}: {answer_words(each, branch)}" for each, branch in node.way if not each.idle
        ]
        return "; ".join(told) or "nothing yet"
    seen = node.decision.seen
    words = [word_of(each) for each in seen] if isinstance(seen, tuple) else [word_of(seen)]
    chosen = [word_of(each[-1]) for each in node.decision.earlier]
    own = [f"own choices: {', '.join(chosen)}"] if chosen else []
    return "; ".join([", ".join(words) or "nothing", *own])


def _need(node: Node) -> tuple[str, str]:
    """The values that are wanted, and whether they are certain or cannot be."""
    wanted = not is_below(node.question)
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
    asked = node.question
    if not isinstance(asked, AgainstLimit) or not isinstance(asked.limit, int):
        return ""
    if asked.how is le:
        return f"{signless(asked.limit + shift)} or less"
    return f"{signless(asked.limit + shift + (asked.how is gt))} or more"


def roll_words(roll: Roll[object], by_label: bool = False) -> str:
    """A roll by its dice: "D6 + 5 against D6 + 4"; or by the labels of its dice."""
    if isinstance(roll, Thrown):
        return roll.label if by_label or not roll.throw.what else dice_words(roll, "{} ({})")
    if isinstance(roll, Shifted):
        return roll_words(roll.of, by_label) + _added(roll.by if roll.modifiers is None else 0)
    if not isinstance(roll, Derived):
        return roll.spoken()
    parts = [roll_words(part, by_label) for part in roll.operands]
    if isinstance(roll, Difference):
        return " against ".join(parts if by_label else map(_side_words, roll.operands))
    return roll.text(parts) if roll.formula or len(parts) < 2 else " and ".join(parts)


def _side_words(side: Roll[object]) -> str:
    """One side of a comparison: its dice, and all that is added to them: "D6 + 5"."""
    base, shift = unshifted(side)
    return f"{roll_words(base)}{_added(shift)}"


def _added(shift: int) -> str:
    return f" {'+' if shift > 0 else '−'} {abs(shift)}" if shift else ""


def dice_words(thrown: Thrown[object], joined: str = "{}, {}") -> str:
    """The dice of a throw: "D6", "3D6"; of a pool with what each must show: "8D6, each 5 or more"."""
    handful = thrown.throw.handful
    if handful is None or not handful.counting or not handful.count:
        return thrown.throw.what
    return joined.format(thrown.throw.what, f"each {value_words(handful.counting, tuple(handful.die))}")


def called_roll(roll: Roll[object]) -> Roll[object]:
    """The roll below all added numbers and below the name of the question."""
    base = unshifted(roll)[0]
    return called_roll(base.parts[0]) if isinstance(base, Called) else base


def shown_shift(node: Node) -> int:
    """What is added to the values of a question when they are shown: of one die the faces are."""
    base, shift = called_roll(node.roll), unshifted(node.roll)[1]
    return -_added_inside(node.roll) if isinstance(base, Thrown) and base.throw.is_one_die else shift


def _added_inside(roll: Roll[object]) -> int:
    """What is added to the dice of a total that is asked again under another name."""
    return unshifted(roll.parts[0])[1] if isinstance(roll, Called) else 0


def tells_faces(node: Node) -> bool:
    """Do the words of its answers tell the faces of one die, not totals?"""
    base = called_roll(node.roll)
    one = isinstance(base, Thrown) and base.throw.is_one_die
    return one and all(_printed_row(node, branch) is None for branch in node.branches)


def _printed_row(node: Node, branch: Branch) -> str | None:
    """The words of a row as its table prints them, where a table was looked up that knows them."""
    asked = node.question
    printed = getattr(asked.read, "printed", None) if isinstance(asked, LookUp) else None
    words = printed(branch.answer) if printed else None
    return None if words is None else str(words).replace("-", "−")


def _shifts(roll: Roll[object]) -> list[Shifted]:
    found = []
    roll = roll.parts[0] if isinstance(roll, Called) else roll
    while isinstance(roll, Shifted):
        found.append(roll)
        roll = roll.of
    return found[::-1]


def _moved(value: object, shift: int) -> object:
    return value + shift if shift and isinstance(value, int) else value
