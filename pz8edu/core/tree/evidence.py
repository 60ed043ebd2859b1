"""What has happened on a path through a tree: its answers by label, and events said in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.distribution import Distribution, collected
from pz8edu.core.rolls.address import Address, numbered
from pz8edu.core.rolls.questions import is_below
from pz8edu.core.rolls.roll import Thrown
from pz8edu.core.rolls.throw import Law
from pz8edu.core.tree.node import UNEXPLORED, Branch, Node, Path, Step
from pz8edu.core.tree.wording import branch_words, word_of, word_of_book
from pz8edu.errors import BadInput, nearest, shown, unknown

Evidence = Callable[[Mapping[str, Any], Any], object] | Mapping[str, object] | None
"""What is known: a function of answers and outcome, or answers by label."""
Word = Callable[[Any], object]
"""What an outcome is called."""


class PathAnswers(Mapping[str, object]):
    """The answers on one path through a tree, by the label of their question.

    Yes and no are meant as the question is spoken ("4 or more"). A label that comes again on the way is
    numbered: "to hit", "to hit #2". Inside a sub-rule the last words of a label will do where they name one
    question: "to hit" for "shot 1: to hit". A question that was not asked on this way has the answer None.
    Raises BadInput for a label that is nowhere in the tree.
    """

    def __init__(self, asked: Mapping[str, Step], labels: Collection[str]) -> None:
        self.asked = asked
        self.labels = labels

    def __getitem__(self, label: str) -> object:
        step = self.asked.get(full_label(label, self.labels, "question"))
        return None if step is None else as_spoken(*step)

    def __contains__(self, label: object) -> bool:
        return isinstance(label, str) and full_label(label, self.labels, "question") in self.asked

    def __iter__(self) -> Iterator[str]:
        return iter(self.asked)

    def __len__(self) -> int:
        return len(self.asked)


def full_label(label: str, labels: Collection[str], what: str) -> str:
    """The whole label that is meant by it or by its last words.

    Raises BadInput for one that is unknown, and for last words that several labels share.
    """
    if label in labels:
        return label
    ends = [each for each in labels if Address.of(each).name == label]
    if len(ends) > 1:
        raise BadInput(f"{label!r} stands more than once in this tree; name one of: {', '.join(ends)}")
    if not ends:
        raise unknown(f"{what} of this tree", label, labels)
    return ends[0]


def answers_on(steps: Sequence[Step]) -> dict[str, Step]:
    """The questions on a path, with their branches, by label."""
    return dict(zip(numbered(node.label for node, _ in steps), steps, strict=True))


def throws_on(steps: Sequence[Step]) -> dict[str, Thrown[object]]:
    """The throws that were looked at on a path, by label."""
    return {die.label: die for node, _ in steps for die in node.roll.dice() if die.label}


def as_spoken(node: Node, branch: Branch) -> object:
    """The answer of a branch; yes and no as the question is spoken: "below 4" is spoken "4 or more"."""
    turned = isinstance(branch.answer, bool) and is_below(node.question)
    return not branch.answer if turned else branch.answer


def answer_names(node: Node, branch: Branch) -> tuple[str, ...]:
    """What an answer may be called, the best name first: "hit", "yes", "5 or more"."""
    answer = as_spoken(node, branch)
    names = (word_of_book(node, branch), word_of(answer), str(answer), branch_words(node, branch))
    return tuple(dict.fromkeys(filter(None, names)))


def is_answered(step: Step, value: object) -> bool:
    """Is this the answer of the branch, given as itself or as one of its names?"""
    if isinstance(value, str):
        return value in answer_names(*step)
    answer = as_spoken(*step)
    return isinstance(answer, bool) == isinstance(value, bool) and bool(answer == value)


def is_outcome(end: object, outcome: object, word: Word) -> bool:
    """Is this the outcome that is meant, given as itself or as its word?"""
    return bool(end == outcome or str(word(end)) == outcome)


def worded(word: Word | None) -> Word:
    """The word of an outcome, and of what was left unexplored."""
    return lambda end: end if word is None or end is UNEXPLORED else word(end)


def paths_with(
    paths: Iterable[Path], evidence: Evidence, outcome: object = None, word: Word | None = None
) -> list[Path]:
    """The paths on which an event happened.

    `evidence` is a function of answers and outcome, or answers by label; `outcome` an outcome or its word;
    whatever is given must hold. `word` says an outcome, as a calculator does.
    Raises BadInput for a label, answer or outcome that is nowhere in the tree, for an event that cannot
    happen, and where a budget has left it open whether it happens.
    """
    said = worded(word)
    ways = [(path, answers_on(path.steps)) for path in paths]
    labels = tuple(dict.fromkeys(label for _, answers in ways for label in answers))
    wanted: dict[str, object] = {}
    if isinstance(evidence, Mapping):
        wanted = {full_label(label, labels, "question"): value for label, value in evidence.items()}
    _check_answers(wanted, [answers for _, answers in ways])
    if outcome is not None:
        _check_outcome(outcome, [path.outcome for path, _ in ways], said)
    kept = []
    for path, answers in ways:
        if any(label in answers and not is_answered(answers[label], wanted[label]) for label in wanted):
            continue
        everything_asked = wanted.keys() <= answers.keys()
        if path.outcome is UNEXPLORED and (outcome is not None or not everything_asked):
            raise BadInput("a budget left a part of this tree unexplored: what happens there is not known")
        ended_so = outcome is None or is_outcome(path.outcome, outcome, said)
        given, end = PathAnswers(answers, labels), said(path.outcome)
        if everything_asked and ended_so and (not callable(evidence) or evidence(given, end)):
            kept.append(path)
    if not kept:
        raise BadInput("the event that is given cannot happen: no path of the tree has it")
    return kept


def _check_answers(wanted: Mapping[str, object], ways: Iterable[Mapping[str, Step]]) -> None:
    every = list(ways)
    for label, value in wanted.items():
        steps = [answers[label] for answers in every if label in answers]
        if not any(is_answered(step, value) for step in steps):
            names = dict.fromkeys(answer_names(*step)[0] for step in steps)
            raise unknown(f"answer to {label!r}", value, names)


def _check_outcome(outcome: object, ends: Iterable[object], word: Word) -> None:
    known = list(dict.fromkeys(ends))
    if not any(is_outcome(end, outcome, word) for end in known):
        words = [str(word(end)) for end in known]
        offer = nearest(outcome, words) or "."
        raise BadInput(f"the outcome {shown(outcome)} cannot happen{offer} What can: {', '.join(words)}.")


# --- distributions over some paths
def outcomes_of(paths: Iterable[Path], word: Word | None = None) -> Law:
    """The law of the outcome over some paths."""
    said = worded(word)
    return _law((said(path.outcome), *path.weight) for path in paths)


def answers_of(paths: Iterable[Path], label: str) -> Law:
    """The law of the answers to a question over some paths; None where it is not asked."""
    steps = ((answers_on(path.steps).get(label), path.weight) for path in paths)
    return _law((None if step is None else as_spoken(*step), *weight) for step, weight in steps)


def values_of(paths: Iterable[Path], die: Thrown[object]) -> Law:
    """The law of a throw over some paths, under what the answers on each of them tell about it."""
    found: list[tuple[object, Weight, Weight]] = []
    for path in paths:
        thrown = throws_on(path.steps).get(die.label)
        law: Mapping[object, Weight]
        law, mass = die.law.weights, die.law.total
        if thrown is not None:
            node, branch = path.steps[-1]
            law, mass = node.partition.after(node.branches.index(branch)).faces_of(thrown)
        share, total = path.weight
        found += [(value, share * weight, total * mass) for value, weight in law.items()]
    return _law(found)


def _law(found: Iterable[tuple[object, Weight, Weight]]) -> Law:
    """What is found with these weights over these totals, as a distribution."""
    return Distribution(collected(found).weights).reduced()
