"""A rule in a few lines, throw by throw, with what each result gives: enough to work it out on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from pz8edu.asking.odds import Odds
from pz8edu.core import Order
from pz8edu.core.rolls.questions import is_below
from pz8edu.core.rolls.roll import Called, Roll, Thrown, unshifted
from pz8edu.core.rolls.throw import Handful
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.wording import (
    branch_words,
    called_roll,
    dice_words,
    label_words,
    modifiers_of,
    roll_words,
    tells_faces,
    title_words,
    value_words,
    word_of,
)
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.show.outcomes import spoken

MOST_LINES, MOST_DICE = 4, 3
"""A rule is told in so many lines; so many dice are added up on paper, of those that only count more."""
NUMBERED = re.compile(r" #?\d+(?=:)")
"""What tells rolls apart that follow one rule: "move 2: …", "communication #2: …"."""
THROWN = re.compile(r"D\d|\bdi(e|ce)\b")
"""What a line that tells a throw speaks of; others only ask."""
CLIPPED = re.compile(r"([−\d]+)(?: or less gives \1)?(?:; [−\d]+)*; ([−\d]+)(?: or more gives \2)?")
"""The ends of a throw that counts as it falls, between two bounds: "0 or less gives 0; 1; 2"."""


def rule_lines(odds: Odds) -> list[str]:
    """What is rolled for, throw by throw, with what each result gives; no chances, and no bare questions."""
    rules = _Rules(odds)
    return [rules.line(nodes) for nodes in rules.thrown()][:MOST_LINES]


def decides(odds: Odds) -> bool:
    """Can every end be worked out from a few lines of the rule alone?"""
    rules = _Rules(odds)
    told = rules.thrown()
    return 0 < len(told) == len(rules.asked) < MOST_LINES and all(map(rules.decided, told))


class _Rules:
    """The questions of a tree that a die decides, those of one rule together, by their title."""

    def __init__(self, odds: Odds) -> None:
        self.odds = odds
        self.asked: dict[str, list[Node]] = {}
        self.thrown_for: dict[str, str] = {}
        for node in odds.tree.nodes():
            if not node.certain:
                self.asked.setdefault(_rule_of(node), []).append(node)
                for die in node.roll.dice():
                    self.thrown_for.setdefault(die.label, node.label)

    def thrown(self) -> list[list[Node]]:
        """The rules that tell what is thrown."""
        return [nodes for nodes in self.asked.values() if THROWN.search(title_words(nodes[0]))]

    def line(self, nodes: Sequence[Node]) -> str:
        """What is told of one rule: "Roll a D6 for “to hit”; 4 or more means yes; otherwise miss."."""
        node, titles = nodes[0], dict.fromkeys(map(title_words, nodes))
        label, plain = label_words(node), isinstance(called_roll(node.roll), Thrown)
        label = label if plain or label != roll_words(node.roll) else ""
        each = ""
        if len(titles) > 1 or "#" in label:
            label = NUMBERED.sub("", f"{label}:").removesuffix(":")
            if "#" not in node.label:
                before, _, last = label.rpartition(": ")
                each, label = f"each {before or last}, ", last if before else ""
        dice, counts, *_ = *re.split(r", each | \(each |\)", _dice(node)), ""
        first = {self.thrown_for[die.label] for each in nodes for die in each.roll.dice()}
        again = bool(first) and node.label not in first
        rolled = ("take the same roll" if again else f"roll {dice}") + (f" for “{label}”" if label else "")
        parts = [
            rolled if again else rolled + _added(node),
            f"each die that shows {counts} counts" if counts else "",
            self._yes_and_no(nodes) if node.yes_or_no else self._ends(nodes),
        ]
        said = each + "; ".join(filter(None, parts))
        return f"{said[:1].upper()}{said[1:]}.{_worth_of_faces(node)}"

    def decided(self, nodes: Sequence[Node]) -> bool:
        """Is it read off the dice, does each result come to one thing, and is there one rule that follows?"""
        node = nodes[0]
        comes = [self._comes_of(nodes, branch) for branch in node.branches]
        numbers = all(type(value) is int for branch in node.branches for value in branch.values)
        onward = {each for several in comes for each in several if each in self.asked}
        several = len(set().union(*comes)) > 1
        hands = (die.throw.handful for die in node.roll.dice())
        few = all(not hand or hand.counting or hand.count <= MOST_DICE for hand in hands)
        return several and numbers and few and len(onward) <= 1 and all(len(each) == 1 for each in comes)

    def _yes_and_no(self, nodes: Sequence[Node]) -> str:
        """What a yes gives, and what anything else: "4 or more means yes; otherwise miss"."""
        wanted = not is_below(nodes[0].question)
        yes, no = sorted(nodes[0].branches, key=lambda branch: branch.answer is not wanted)
        need, reached, missed = branch_words(nodes[0], yes), self._end(nodes, yes), self._end(nodes, no)
        gives = f"{need} gives {reached}" if reached else f"{need} means yes"
        return f"{gives}; otherwise {missed}" if missed else gives

    def _ends(self, nodes: Sequence[Node]) -> str:
        """What each value gives: "0 or less gives none (ok); +1 gives disorganized"."""
        if any(branch.answer is None for branch in nodes[0].branches):
            return ""
        node, alike = nodes[0], dict[tuple[str, str], Branch]()
        for branch in node.branches:
            gives = self._given_by(nodes, branch)
            key = gives, "" if gives else branch_words(node, branch)
            known = alike.get(key, branch)
            alike[key] = replace(branch, values={**known.values, **branch.values})
        ends = "; ".join(branch_words(node, branch) + gives for (gives, _), branch in alike.items())
        if " gives " not in ends:
            numbers = all(type(branch.answer) is int for branch in nodes[0].branches)
            return "" if numbers or nodes[0].label != "result" else f"it ends as one of these: {ends}"
        if bounds := CLIPPED.fullmatch(ends):
            counts = "lead" if " against " in title_words(nodes[0]) else "total"
            return f"your {counts} counts, {bounds[1]} to {bounds[2]}"
        return ends

    def _given_by(self, nodes: Sequence[Node], branch: Branch) -> str:
        """What a value gives, " gives none (ok)"; empty where it counts as it falls."""
        values, end = branch_words(nodes[0], branch), self._end(nodes, branch)
        answer = "" if isinstance(branch.answer, Order | bool) else spoken(word_of(branch.answer))
        answer = "" if end.startswith(f"{answer},") else answer
        gives = list(dict.fromkeys(each for each in (answer, end) if each and each != values))
        return (f" gives {gives[0]}" if gives else "") + (f" ({gives[1]})" if gives[1:] else "")

    def _end(self, nodes: Sequence[Node], branch: Branch) -> str:
        """How it ends with an answer, in words; empty where it goes on, or ends now so and now so."""
        ends = self._comes_of(nodes, branch)
        return "" if len(ends) > 1 or ends & self.asked.keys() else ends.pop()

    def _comes_of(self, nodes: Sequence[Node], branch: Branch) -> set[str]:
        """What the same result comes to, each time: an outcome, or the next rule that is asked."""
        words, found = branch_words(nodes[0], branch), set()
        for node in nodes:
            for end in (_onward(each) for each in node.branches if branch_words(node, each) == words):
                word = self.odds.question.word(end.outcome)
                found.add(_rule_of(end.child) if end.child else called(self.odds, word))
        return found


def called(odds: Odds, word: str) -> str:
    """An outcome as the lines of a rule say it."""
    meaning = outcome_meaning(odds.question, word, odds.rules)
    return spoken(re.sub(" ?/ ?", " and ", word), str(meaning or ""))


def _dice(node: Node) -> str:
    """What is thrown: "a D6", "8D6, each 5 or more", "D6 + 5 against D6 + 4"."""
    roll = _unnamed(node)
    base, shift = unshifted(roll)
    bare = isinstance(base, Thrown) and (not shift or tells_faces(node))
    dice = dice_words(base) if isinstance(base, Thrown) and bare else roll_words(roll)
    return f"a {dice.removeprefix('1')}" if re.fullmatch(r"1?D\d+", dice) else dice


def _added(node: Node) -> str:
    """What is added to totals, each with its reason: " and add 7 (firepower), take off 1 (at long range)"."""
    if not unshifted(_unnamed(node))[1] or tells_faces(node):
        return ""
    added = [
        f"{'add' if each.value > 0 else 'take off'} {abs(each.value)} ({each.why})"
        for each in modifiers_of(node)
    ]
    return f" and {', '.join(added)}" if added else ""


def _unnamed(node: Node) -> Roll[object]:
    """What is rolled, below the name of the question."""
    return node.roll.parts[0] if isinstance(node.roll, Called) else node.roll


def _onward(branch: Branch) -> Branch:
    """Itself, or what comes after questions that have only one answer."""
    while branch.child is not None and branch.child.certain:
        branch = branch.child.branches[0]
    return branch


def _rule_of(node: Node) -> str:
    return NUMBERED.sub("", title_words(node))


def _worth_of_faces(node: Node) -> str:
    """What the faces of each of several dice add, where that is not their number."""
    told = ""
    thrown = [each for each in node.roll.dice() if each.throw.handful is not None]
    for each in thrown:
        handful = cast("Handful", each.throw.handful)
        worth = {face: handful.fold((face,)) for face in (() if handful.counting else handful.die)}
        if any(isinstance(value, int) and value != face for face, value in worth.items()):
            faces = {value: [face for face in worth if worth[face] == value] for value in worth.values()}
            adds = [
                f"{value_words(some, [*worth])} adds {value or 'nothing'}" for value, some in faces.items()
            ]
            of = f" for “{each.label}”" if len(thrown) > 1 else ""
            told += f" Of each die{of} {'; '.join(adds)}."
    return told
