"""The trees of a pack: every question of every situation, by its place, as one line that a page can load.

    pz8tree("pz8-ww2/direct-fire", {...});

A place is the answers on the way to a question. `strings` are all words; `questions` are [title, what is
asked before modifiers, answers], an answer is [its name, words, short words, throws, part, whole, end]: its
chance once the question is asked, and the word of the outcome, or -1 where another question follows.
`places` have the walk from a situation to the question that stands there, by its place in `rows`; none is -1.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, cast
from zlib import crc32

from pz8edu.asking.diagrams import Diagram, Diagrams, LawDiagrams, fields_of
from pz8edu.asking.situations import Situations
from pz8edu.core.facts.fact import KnownLaws, Refused
from pz8edu.core.facts.laws import Laws
from pz8edu.core.facts.record import UNFILLED, asking
from pz8edu.core.rolls.questions import AnyQuestion, Outcome
from pz8edu.core.rolls.roll import Roll, unshifted
from pz8edu.core.rolls.throw import Law
from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.core.tree.decision import Decision
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.wording import answer_words, branch_label, requirement, throws_words, title_words
from pz8edu.core.umpire.base import AnyRoll
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.path import AskedQuestion, PathSoFar
from pz8edu.core.umpire.run import Run
from pz8edu.errors import BadInput
from pz8edu.packing.axes import situation_values
from pz8edu.packing.gaps import gaps_of
from pz8edu.packing.pack import (
    MOST_PARTS,
    Pack,
    compact,
    in_line,
    packed_walk,
    pairs,
    read_walk,
    written_whole,
)
from pz8edu.packing.walk import Walk, walk_of

MOST_ASKED, MOST_TRIES = 5_000, 60_000
"""A calculator with more different questions, or a rule that is gone through more often, has no trees."""
MOST_PLACES = 100
"""Nor has one with more places: no clock decides."""
Answer = tuple[str, str, str, str, int, int, str | None]
Asked = tuple[str, str, tuple[tuple[str, str, str, str, int, int], ...]]
"""A question without how its answers end."""
Question = tuple[str, str, tuple[Answer, ...]]
"""Its title, what is asked before modifiers, and its answers."""
Place = tuple[str, ...]
NOTHING = -1
TREES = 2
"""The format of trees: each answer stands there once."""


@dataclass(frozen=True)
class Trees:
    """The trees of a pack: the walk to the question at each place, None is no question.

    Only the first `inputs` of the pack are the situation's; the readings behind them stand as they start.
    """

    pack: Pack
    inputs: int
    places: dict[Place, tuple[Walk, tuple[Question | None, ...]]]

    def question(self, place: Place, values: Sequence[int]) -> Question | None:
        """What is asked at a place of a situation, by the places of its values."""
        doubts = zip(self.pack.inputs[self.inputs :], values[self.inputs :], strict=True)
        if place not in self.places or any(value != axis.start for axis, value in doubts):
            return None
        walk, rows = self.places[place]
        return rows[walk.code(values)]

    def law(self, values: Sequence[int]) -> dict[str, Fraction]:
        """The tree of a situation folded: the chance of each outcome; empty where it has no tree."""
        found: dict[str, Fraction] = {}
        waiting: list[tuple[Place, Fraction]] = [((), Fraction(1))]
        while waiting:
            place, reached = waiting.pop()
            asked = self.question(place, values)
            for name, *_, part, whole, end in asked[-1] if asked else ():
                chance = reached * Fraction(part, whole)
                if end is None:
                    waiting.append(((*place, name), chance))
                else:
                    found[end] = found.get(end, Fraction(0)) + chance
        return found


def trees_of(home: System, question: Calculator, pack: Pack, most: int = MOST_ASKED) -> Trees:
    """The trees of a pack, with its readings as they start: place by place, what is asked there.

    Raises BadInput for more than `most` different questions, for more than MOST_PLACES, or where a rule is
    gone through too often.
    """
    names = question.situation.fields()
    own = [axis for axis in pack.inputs if axis.name.partition(".")[0] in names]
    situations = Situations(question.situation, situation_values(own), {}, None)
    diagrams, known = Diagrams([len(axis.values) for axis in own], MOST_PARTS), KnownLaws()
    fields = fields_of(situations.columns(), diagrams, known, [axis.name for axis in own])
    room = 2 if any(map(gaps_of, own)) else 1  # a gap between every two steps
    ways = Ways(question, room * MOST_TRIES)

    def of(rule: Callable[..., str]) -> Diagram:
        laws = Laws(rule, question.situation, home.rules, known, checked=True)
        return LawDiagrams(laws, diagrams, fields).law()

    places: dict[Place, tuple[Walk, tuple[Question | None, ...]]] = {}
    asked: set[Question] = set()
    waiting: list[Place] = [()]
    for way in waiting:
        rows: dict[Question | None, int] = {}

        def row(told: int, ends: int, rows: dict[Question | None, int] = rows) -> int:
            return rows.setdefault(_asked(known.laws.things[told], known.laws.things[ends]), len(rows))

        try:
            if len(waiting) > MOST_PLACES:
                raise TooManyTrees
            found = diagrams.joined(of(partial(ways.told, way)), of(partial(ways.ends, way)), row)
        except TooManyTrees:
            raise BadInput(f"{question.id} has more trees than a page should load") from None
        walk, used = walk_of(diagrams.levels(found), ~found)
        places[way] = walk, tuple(map(list(rows).__getitem__, used))
        asked.update(filter(None, places[way][1]))
        if len(asked) > room * most:
            raise BadInput(f"{question.id} has more trees than a page should load")
        onward = (each for one in places[way][1] if one for each in one[-1])
        waiting += dict.fromkeys((*way, name) for name, *_, end in onward if end is None)
    if not asked:
        raise BadInput(f"{question.id} has no tree")
    return Trees(pack, len(own), places)


def for_more(trees: Trees, pack: Pack) -> Trees:
    """The same trees for a pack whose inputs have more values: a situation that they do not know has none."""

    def wider(walk: Walk, ends: int) -> Walk:
        rows = [*map(len, walk.levels[1:]), ends]
        classes = []
        for axis, old, (row, *_) in zip(walk.order, walk.classes, walk.levels, strict=True):
            few = dict(zip(map(compact, trees.pack.inputs[axis].values), old, strict=True))
            classes.append(tuple(few.get(compact(value), len(row)) for value in pack.inputs[axis].values))
        levels = (
            (*((*row, nothing) for row in level), (nothing,) * (len(level[0]) + 1))
            for level, nothing in zip(walk.levels, rows, strict=True)
        )
        return Walk(walk.order, tuple(classes), tuple(levels))

    if trees.pack == pack:
        return trees
    places = {place: (wider(walk, len(rows)), (*rows, None)) for place, (walk, rows) in trees.places.items()}
    return Trees(pack, trees.inputs, places)


def _asked(told: Law | Refused, ends: Law | Refused) -> Question | None:
    """A question with how each answer ends; None where the rules refuse, or do not come there."""
    if isinstance(told, Refused) or isinstance(ends, Refused):
        return None
    (said,), (ended,) = told, ends
    if not said:
        return None
    title, need, answered = json.loads(said)
    end = dict(json.loads(ended))
    return title, need, tuple((*each, end[each[0]]) for each in answered)


class TooManyTrees(BaseException):
    """There are more questions than a page should load; no rule may swallow it."""


class Arrived(BaseException):
    """The question behind a way; None where the way cannot be gone. No rule may swallow it."""

    def __init__(self, step: AskedQuestion | None) -> None:
        super().__init__()
        self.step = step


class Following(Enumerating):
    """Goes one way through a rule, answer by answer by name, and stops at the question behind it."""

    def __init__(self, way: Place) -> None:
        super().__init__(unfold=True)
        self.way = way

    def behind(self, question: Calculator, situation: Any, rules: Any) -> AskedQuestion | str | None:
        """The question there, or the word of the outcome where the way ends; None: it cannot be gone."""
        self.run, self._path = Run(), PathSoFar(True, self._labels)
        try:
            outcome = self._replayed(question.rule, (situation, rules), {})
            if isinstance(outcome, Roll):
                outcome = self.ask(outcome, Outcome(unshifted(outcome)[1]), "result")
        except Arrived as arrived:
            return arrived.step
        return question.word(outcome) if len(self._path.steps) == len(self.way) else None

    def ask(self, roll: AnyRoll, question: AnyQuestion, label: str = "") -> Any:
        """The answer on the way, until it is at its end."""
        step = self._path.new(roll, question, label)
        if len(self._path.steps) > len(self.way):
            raise Arrived(step)
        for place, cell in enumerate(step.partition.cells):
            if str(cell.answer) == self.way[len(self._path.steps) - 1]:
                step.take(place)
                return step.says
        raise Arrived(None)

    def decide(self, decision: Decision) -> object:
        """A tree of decisions is drawn by Python."""
        self.refuse(BadInput("somebody decides here"))


class Ways:
    """All ways through the rule of a question, which is gone through at most so many times.

    What is behind a way, and whether that is an end, are facts of the situation.
    """

    def __init__(self, question: Calculator, most: int) -> None:
        self.question, self.left = question, most
        self.facts: dict[tuple[str, Place], partial[Asked | str | None]] = {}

    # --- rules without dice
    def told(self, way: Place, umpire: object, situation: object, rules: object) -> str:
        """What is asked behind a way, in words; empty where nothing is."""
        found = self._fact(Ways.behind, way, situation, rules)
        if isinstance(found, str):
            return "" if way else compact(["", "", [["", "", "", "", 1, 1]]])
        return compact(found) if found else ""

    def ends(self, way: Place, umpire: object, situation: object, rules: object) -> str:
        """The word of the outcome behind each answer there, or None."""
        found = self._fact(Ways.behind, way, situation, rules)
        if isinstance(found, str):
            return "" if way else compact([["", found]])
        names = [each[0] for each in found[-1]] if found else []
        return compact([(name, self._fact(Ways.end, (*way, name), situation, rules)) for name in names])

    # --- facts
    def behind(self, way: Place, situation: object, rules: object) -> Asked | str | None:
        """The question behind a way, or the word of the outcome; None where it cannot be gone.

        In a table the rule is gone through only where the question before has such an answer.
        """
        if id(situation) in UNFILLED:
            if way:
                asked = self._fact(Ways.behind, way[:-1], situation, rules)
                if not isinstance(asked, tuple) or all(each[0] != way[-1] for each in asked[-1]):
                    return None
            self.left -= 1
            if self.left < 0:
                raise TooManyTrees
        found = Following(way).behind(self.question, situation, rules)
        if not isinstance(found, AskedQuestion):
            return found
        node = cast(Node, found.node)
        reached = sum((branch.fraction() for branch in node.branches), Fraction(0))
        if len({str(branch.answer) for branch in node.branches}) < len(node.branches):
            raise BadInput("two answers have one name")
        branches = tuple(_branch(node, each, reached) for each in node.branches)
        return title_words(node), requirement(node), branches

    def end(self, way: Place, situation: object, rules: object) -> str | None:
        """The word of the outcome behind a way; None where there is none."""
        found = self._fact(Ways.behind, way, situation, rules)
        return found if isinstance(found, str) else None

    def _fact(
        self, kind: Callable[..., Asked | str | None], way: Place, situation: object, rules: object
    ) -> Asked | str | None:
        fact = self.facts.setdefault((kind.__name__, way), partial(kind, self, way))
        run = asking((situation,), UNFILLED)
        return fact(situation, rules) if run is None else cast("Asked", run.call(fact, (situation, rules)))


def _branch(node: Node, branch: Branch, reached: Fraction) -> tuple[str, str, str, str, int, int]:
    chance = branch.fraction() / reached
    words = answer_words(node, branch), branch_label(node, branch), throws_words(node, branch)
    return str(branch.answer), *words, chance.numerator, chance.denominator


def check_trees(trees: Trees, situations: Iterator[tuple[int, ...]]) -> int:
    """How many situations have a tree; raises BadInput for the first that does not come to its law."""
    pack, found = trees.pack, 0
    for values in situations:
        law = pack.law(values)
        if isinstance(law, str) or not (folded := trees.law(values)):
            continue
        wanted = {pack.words[word]: Fraction(part, law[0]) for word, part in pairs(law) if part}
        if folded != wanted:
            raise BadInput(f"a tree of {pack.system}/{pack.question} comes to another law: make it again")
        found += 1
    return found


def text_of_trees(trees: Trees) -> str:
    """The line of the trees of a pack."""
    strings: dict[str, int] = {}
    questions: dict[Question, int] = {}

    def said(text: str) -> int:
        return strings.setdefault(text, len(strings))

    places = []
    for place, (walk, rows) in trees.places.items():
        numbers = [NOTHING if row is None else questions.setdefault(row, len(questions)) for row in rows]
        places.append(
            {
                "at": [said(answer) for answer in place],
                "order": walk.order,
                "classes": walk.classes,
                "shape": [[len(level), len(level[0])] for level in walk.levels],
                "walk": b64encode(packed_walk(walk, len(rows))).decode(),
                "rows": numbers,
            }
        )

    def answered(answer: Answer) -> list[object]:
        *words, part, whole, end = answer
        last = NOTHING if end is None else said(end)
        return [*map(said, words), written_whole(part), written_whole(whole), last]

    answers: dict[Answer, int] = {}
    asked = [
        [said(title), said(need), [answers.setdefault(each, len(answers)) for each in every]]
        for title, need, every in questions
    ]
    pack = trees.pack
    told = {"v": TREES, "of": [pack.system, pack.question, pack.version], "rules": pack.rules}
    body = {
        "inputs": trees.inputs,
        "answers": list(map(answered, answers)),
        "questions": asked,
        "places": places,
        "strings": list(strings),
    }
    name = compact(f"{pack.system}/{pack.question}")
    return f"pz8tree({name},{compact({**told, **body, 'sum': crc32(compact(body).encode())})});\n"


def read_trees(text: str, pack: Pack) -> Trees:
    """The trees of a line that stands beside a pack.

    Raises BadInput for what is none, is damaged, or is of another pack.
    """
    told = in_line(text, "pz8tree", TREES)
    try:
        body = {name: told[name] for name in ("inputs", "answers", "questions", "places", "strings")}
        damaged = crc32(compact(body).encode()) != told["sum"]
        if damaged or told["of"] != [pack.system, pack.question, pack.version] or told["rules"] != pack.rules:
            raise BadInput(f"the trees of {pack.system}/{pack.question} are damaged or of another pack")
        say = [*told["strings"], None].__getitem__  # -1 is None
        answers = [(*map(say, each[:4]), *map(int, each[4:6]), say(each[6])) for each in told["answers"]]
        asked: list[Question | None] = [
            (say(title), say(need), tuple(map(answers.__getitem__, every)))
            for title, need, every in told["questions"]
        ]
        asked.append(None)
        places = {
            tuple(map(say, each["at"])): (
                read_walk(each, len(each["rows"])),
                tuple(map(asked.__getitem__, each["rows"])),
            )
            for each in told["places"]
        }
    except (KeyError, TypeError, ValueError, IndexError) as fault:
        raise BadInput(f"the trees of {pack.system}/{pack.question} cannot be read: {fault}") from None
    return Trees(pack, told["inputs"], places)
