"""What has happened on a way through a tree: its answers by label, and events said in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pz8edu.errors import BadInput, nearest, shown, unknown
from pz8edu.tree import UNEXPLORED, Branch, Node, Tree
from pz8edu.words import asks_below, branch_words, unnumbered, verdict, word_of

if TYPE_CHECKING:
    from pz8edu.chance.roll import Thrown

Step = tuple[Node, Branch]
Way = tuple[Step, ...]
Happened = Callable[[Mapping[str, Any], Any], Any] | Mapping[str, Any] | None
"""What is known: a function of answers and outcome, or answers by label."""


class Answers(Mapping[str, Any]):
    """The answers on one way through a tree, by the label of their question.

    Yes and no are meant as the question is spoken ("4 or more"). A label that comes again on the way is
    numbered: "to hit", "to hit #2". Inside a sub-rule the last words of a label will do where they name one
    question: "to hit" for "shot 1: to hit". A question that was not asked on this way has the answer None.
    Raises BadInput for a label that is nowhere in the tree.
    """

    def __init__(self, asked: Mapping[str, Step], labels: Collection[str]) -> None:
        self.asked = asked
        self.labels = labels

    def __getitem__(self, label: str) -> Any:
        step = self.asked.get(full_label(label, self.labels, "question"))
        return None if step is None else spoken(*step)

    def __contains__(self, label: object) -> bool:
        return isinstance(label, str) and full_label(label, self.labels, "question") in self.asked

    def __iter__(self) -> Iterator[str]:
        return iter(self.asked)

    def __len__(self) -> int:
        return len(self.asked)


def numbered(labels: Iterable[str]) -> list[str]:
    """Labels as they come; one that comes again gets a number: "to hit", "to hit #2"."""
    names: dict[str, None] = {}
    for label in labels:
        name, again = label, 1
        while name in names:
            again += 1
            name = f"{unnumbered(label)} #{again}"
        names[name] = None
    return list(names)


def full_label(label: str, labels: Collection[str], what: str) -> str:
    """The whole label that is meant by it or by its last words.

    Raises BadInput for one that is unknown, and for last words that several labels share.
    """
    if label in labels:
        return label
    ends = [each for each in labels if each.endswith(f": {label}")]
    if len(ends) > 1:
        raise BadInput(f"{label!r} stands more than once in this tree; name one of: {', '.join(ends)}")
    if not ends:
        raise unknown(f"{what} of this tree", label, labels)
    return ends[0]


def answers_on(way: Way) -> dict[str, Step]:
    """The questions on a way, with their branches, by label."""
    return dict(zip(numbered(node.label for node, _ in way), way, strict=True))


def throws_on(way: Way) -> dict[str, tuple[Thrown[Any], Step]]:
    """The throws that were looked at on a way, by label, each with the last step that tells of it.

    Steps of a rule are trees of their own, with their own throws; the same step may come twice on a way.
    """
    asked: dict[int, set[int]] = {}
    turns: dict[int, int] = {}
    last: dict[tuple[int, int], Step] = {}
    found: dict[tuple[tuple[int, int], int], Thrown[Any]] = {}
    for node, branch in way:
        owner = id(node.roll.umpire)
        before = asked.setdefault(owner, set())
        if id(node.division) in before:
            before.clear()
            turns[owner] = turns.get(owner, 0) + 1
        before.add(id(node.division))
        turn = (owner, turns.get(owner, 0))
        last[turn] = (node, branch)
        for die in node.roll.dice():
            if die.label:
                found.setdefault((turn, die.number), die)
    names = numbered(die.label for die in found.values())
    return {name: (die, last[turn]) for name, ((turn, _), die) in zip(names, found.items(), strict=True)}


def spoken(node: Node, branch: Branch) -> Any:
    """The answer of a branch; yes and no as the question is spoken: "below 4" is spoken "4 or more"."""
    turned = isinstance(branch.answer, bool) and asks_below(node)
    return not branch.answer if turned else branch.answer


def answer_names(node: Node, branch: Branch) -> tuple[str, ...]:
    """What an answer may be called, the best name first: "hit", "yes", "5 or more"."""
    answer = spoken(node, branch)
    names = (verdict(node, branch), word_of(answer), str(answer), branch_words(node, branch))
    return tuple(dict.fromkeys(filter(None, names)))


def is_answered(step: Step, value: Any) -> bool:
    """Is this the answer of the branch, given as itself or as one of its names?"""
    if isinstance(value, str):
        return value in answer_names(*step)
    answer = spoken(*step)
    return isinstance(answer, bool) == isinstance(value, bool) and bool(answer == value)


def ways_of(
    tree: Tree[Any], happened: Happened, outcome: Any, word: Callable[[Any], Any]
) -> list[tuple[Way, Any, Branch | None]]:
    """The ways of a tree on which an event happened, each with its outcome and last branch.

    `happened` is a function of answers and outcome, or answers by label; `outcome` an outcome or its word;
    whatever is given must hold. `word` says an outcome, as a calculator does.
    Raises BadInput for a label, answer or outcome that is nowhere in the tree, for an event that cannot
    happen, and where a budget has left it open whether it happens.
    """
    if tree.root is None and len(tree.distribution) > 1:
        raise BadInput("this tree was grown with draw=False: it does not hold what happens on the way")
    ways = [(answers_on(way), way, end, last) for way, end, last in tree.paths()]
    labels = tuple(dict.fromkeys(label for answers, *_ in ways for label in answers))
    wanted: dict[str, Any] = {}
    if happened is not None and not callable(happened):
        wanted = {full_label(label, labels, "question"): value for label, value in happened.items()}
    for label, value in wanted.items():
        steps = [answers[label] for answers, *_ in ways if label in answers]
        if not any(is_answered(step, value) for step in steps):
            raise unknown(
                f"answer to {label!r}", value, dict.fromkeys(answer_names(*step)[0] for step in steps)
            )
    if outcome is not None and not any(is_outcome(end, outcome, word) for end in tree.distribution):
        words = [str(word(end)) for end in tree.distribution]
        offer = nearest(outcome, words) or "."
        raise BadInput(f"the outcome {shown(outcome)} cannot happen{offer} What can: {', '.join(words)}.")
    kept = []
    for answers, way, end, last in ways:
        if any(
            label in answers and not is_answered(answers[label], value) for label, value in wanted.items()
        ):
            continue
        if end is UNEXPLORED and (outcome is not None or not wanted.keys() <= answers.keys()):
            raise BadInput("a budget left a part of this tree unexplored: what happens there is not known")
        if not wanted.keys() <= answers.keys() or (
            outcome is not None and not is_outcome(end, outcome, word)
        ):
            continue
        if not callable(happened) or happened(Answers(answers, labels), word(end)):
            kept.append((way, end, last))
    if not kept:
        raise BadInput("the event that is given cannot happen: no path of the tree has it")
    return kept


def is_outcome(end: Any, outcome: Any, word: Callable[[Any], Any]) -> bool:
    """Is this the outcome that is meant, given as itself or as its word?"""
    return bool(end == outcome or str(word(end)) == outcome)
