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
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from zlib import crc32

from pz8edu.asking.odds import MOST_DRAWN
from pz8edu.core.facts.fact import Refused
from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.wording import answer_words, branch_label, requirement, throws_words, title_words
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.desk.tables.answers import Progress, answers
from pz8edu.errors import BadInput
from pz8edu.packing.axes import situation_values
from pz8edu.packing.pack import FORMAT, Pack, compact, packed_walk, pairs, written_whole
from pz8edu.packing.walk import Walk, walk_of

MOST_TREES = 15_000
"""A calculator with more different trees is drawn by Python."""
MOST_PLACES = 100
Answer = tuple[str, str, str, str, int, int, str | None]
Question = tuple[str, str, tuple[Answer, ...]]
"""Its title, what is asked before modifiers, and its answers."""
Place = tuple[str, ...]
NOTHING = -1


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


def trees_of(
    home: System, question: Calculator, pack: Pack, most: int = MOST_TREES, told: Progress | None = None
) -> Trees:
    """The trees of a pack, with its readings as they start.

    Raises BadInput for more than `most` different ones, for more than MOST_PLACES, and where none is small
    enough to be drawn.
    """
    names = question.situation.fields()
    own = [axis for axis in pack.inputs if axis.name.partition(".")[0] in names]
    values = situation_values(own)
    drawing = _Drawing(question, most)
    try:
        (found,) = answers(replace(question, rule=drawing, word=str), [home.rules], values, {}, told)
    except TooManyTrees:
        raise BadInput(f"{question.id} has more than {most:,} different trees") from None
    at: dict[Place, dict[int, Question]] = {}
    for number, (law, count) in enumerate(zip(found.laws, _used(found), strict=True)):
        if count and not isinstance(law, Refused):
            (tree,) = law
            for place, asked in _asked((), json.loads(tree)):
                at.setdefault(place, {})[number] = asked
    if not at or len(at) > MOST_PLACES:
        raise BadInput(f"the trees of {question.id} have {len(at)} places: at most {MOST_PLACES} are packed")
    sizes = [len(axis.values) for axis in own]
    places = {}
    for place, here in at.items():
        rows: dict[Question | None, int] = {}
        row_of = [rows.setdefault(here.get(number), len(rows)) for number in range(len(found.laws))]
        walk, used = walk_of([row_of[int(code)] for code in found.codes], sizes)
        known = list(rows)
        places[place] = walk, tuple(known[row] for row in used)
    return Trees(pack, len(own), places)


def _used(found: Any) -> list[int]:
    counts = [0] * len(found.laws)
    for code in found.codes:
        counts[int(code)] += 1
    return counts


class TooManyTrees(Exception):
    """There are more different trees than a page should load."""


class _Drawing:
    """A rule without dice whose outcome is the tree of another, in words."""

    def __init__(self, question: Calculator, most: int) -> None:
        self.question, self.most, self.met = question, most, set[str]()

    def __call__(self, umpire: Any, situation: Any, rules: Any) -> str:
        if len(self.met) > self.most:
            raise TooManyTrees
        tree = Enumerating(unfold=True, max_leaves=MOST_DRAWN).tree(self.question.rule, situation, rules)
        if tree.is_cut:
            raise BadInput(f"this tree has more than {MOST_DRAWN} ends")
        word = self.question.word
        if tree.root is None:
            (outcome,) = tree.distribution
            told: Any = ["", "", [["", "", "", "", 1, 1, word(outcome), None]]]
        else:
            told = _told(tree.root, word)
        written = compact(told)
        self.met.add(written)
        return written


def _told(node: Node, word: Callable[[Any], str]) -> list[Any]:
    """A question with all that follows, as JSON has it."""
    reached = sum((branch.fraction() for branch in node.branches), Fraction(0))
    branches = [_branch(node, each, reached, word) for each in node.branches]
    return [title_words(node), requirement(node), branches]


def _branch(node: Node, branch: Branch, reached: Fraction, word: Callable[[Any], str]) -> list[Any]:
    chance = branch.fraction() / reached
    words = answer_words(node, branch), branch_label(node, branch), throws_words(node, branch)
    end, after = (word(branch.outcome), None) if branch.child is None else (None, _told(branch.child, word))
    return [str(branch.answer), *words, chance.numerator, chance.denominator, end, after]


def _asked(place: Place, told: Any) -> Iterator[tuple[Place, Question]]:
    """Every question of a tree with its place."""
    title, need, branches = told
    yield place, (title, need, tuple(tuple(each[:-1]) for each in branches))
    for name, *_, after in branches:
        if after is not None:
            yield from _asked((*place, name), after)


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

    def answered(answer: Answer) -> list[Any]:
        *words, part, whole, end = answer
        last = NOTHING if end is None else said(end)
        return [*map(said, words), written_whole(part), written_whole(whole), last]

    asked = [[said(title), said(need), list(map(answered, every))] for title, need, every in questions]
    pack = trees.pack
    told = {"v": FORMAT, "of": [pack.system, pack.question, pack.version], "rules": pack.rules}
    body = {"inputs": trees.inputs, "strings": list(strings), "questions": asked, "places": places}
    name = compact(f"{pack.system}/{pack.question}")
    return f"pz8tree({name},{compact({**told, **body, 'sum': crc32(compact(body).encode())})});\n"
