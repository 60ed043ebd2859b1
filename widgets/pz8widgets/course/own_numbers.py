"""Questions with numbers of one's own: a lesson's question to the rules, asked of another situation."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from pz8edu.asking.ask import question_in
from pz8edu.asking.odds import Odds, odds_of
from pz8edu.core import Enumerating
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.tree.tree import Tree
from pz8edu.desk.tables.sweep import values_over
from pz8edu.errors import BadInput
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.show.outcomes import spoken
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.rule_in_lines import rule_lines
from pz8widgets.course.values import ASKED, rules_of
from pz8widgets.page.form import label_of
from pz8widgets.page.question_page import in_words

MOST_WAYS = 8
"""A tree with more ends is not worked out by hand in a lesson."""
MOST_BELOW = 50_000
"""Nor is a fraction with a greater denominator."""
MOST_INPUTS = 4
"""Where a lesson names no inputs, so many are asked with other values."""
PATIENCE = 40
"""A question of which so many situations in a row are not fit for paper, or known, is asked no more."""
WHICH = frozenset({"ask", "show", "view"})
"""Inputs that choose which outcomes are told: the question itself does so."""
PLAIN = frozenset({"system", "question", "inputs", "reading", "changed", "outcome"})


class Own(NamedTuple):
    """A question with numbers of one's own, its exact answer, the odds behind it, the outcome in words."""

    title: str
    given: str
    outcome: str
    odds: Odds
    called: str = ""

    @property
    def answer(self) -> Fraction:
        """The exact chance."""
        return to_fraction(self.odds[self.outcome]) or Fraction(0)

    @property
    def asks(self) -> str:
        """What is asked, in words."""
        return f"{self.title}: {self.given}. How likely is “{self.called}”?"


def own_numbers(lesson: Lesson, source: random.Random) -> Iterator[Own]:
    """Questions like the lesson's with other numbers, each situation once; none where there are none fit.

    A question is fit for paper where its chance is neither 0 nor 1 and its tree can be drawn by hand.
    """
    asked = dict(enumerate(_askable(lesson)))
    idle = dict.fromkeys(asked, 0)
    seen: set[tuple[str, str]] = set()
    while asked:
        place = source.choice(list(asked))
        written, question, values = asked[place]
        varied = {name: source.choice(listed) for name, listed in values.items()}
        own = _of(written, question, varied, source)
        if own is not None and (own.given, own.outcome) not in seen:
            seen.add((own.given, own.outcome))
            idle[place] = 0
            yield own
            continue
        idle[place] += 1
        if idle[place] == PATIENCE:
            del asked[place]


def _askable(lesson: Lesson) -> Iterator[tuple[Mapping[str, Any], Calculator, Mapping[str, Any]]]:
    """The lesson's plain questions to calculators, with all values of the inputs that they name."""
    known: list[tuple[str, ...]] = []
    for written in lesson.values.written.values():
        if not isinstance(written, Mapping) or set(written) - PLAIN or set(written) - set(ASKED):
            continue
        name = (str(written.get("system")), str(written.get("question")))
        if not isinstance(written.get("outcome"), (str, list)):
            continue
        try:
            _, question = question_in(*name, None, "calculator")
        except BadInput:  # a chain: nobody works it out on paper
            continue
        assert isinstance(question, Calculator)
        values: dict[str, tuple[Any, ...]] = {}
        inputs = written.get("inputs") or {}
        for each in inputs or list(question.situation.fields())[:MOST_INPUTS]:
            try:
                values |= values_over(question, [each])
            except BadInput:  # a record, or a number without end: it stays
                continue
        fixed = (*name, str({each: value for each, value in inputs.items() if each not in values}))
        if values and fixed not in known:
            known.append(fixed)
            yield written, question, values


def _of(
    written: Mapping[str, Any], question: Calculator, varied: Mapping[str, Any], source: random.Random
) -> Own | None:
    """The question in a situation, or nothing where that is not fit for paper."""
    rules = rules_of(written)
    inputs = {**written.get("inputs", {}), **varied}
    asked = under(question, rules)
    try:
        situation = question.situation.read(inputs)
        tree = Enumerating(unfold=True, max_leaves=MOST_WAYS + 1).tree(asked.rule, situation, rules)
        if tree.is_cut or not 2 <= tree.leaves <= MOST_WAYS:
            return None
        odds = odds_of(asked, situation, rules)
    except BadInput:  # inputs that do not go together
        return None
    fit = [word for word in odds if _by_hand(to_fraction(odds[word]))]
    if not fit or not rule_lines(odds):
        return None
    outcome = source.choice([written["outcome"] if written["outcome"] in fit else fit[0], *sorted(fit)])
    usual = {name: each.default for name, each in question.situation.fields().items()}
    told = [name for name in inputs if name not in WHICH and not inputs[name] is usual[name] is False]
    given = ", ".join(said(name, inputs[name]) for name in told)
    meaning = str(outcome_meaning(question, outcome, rules) or "")
    means = re.split("[.:;]", meaning)[0] if outcome == "ok" else ""
    called = spoken(outcome, meaning) + (f", {means[:1].lower()}{means[1:]}" if means else "")
    return Own(question.title, given or "as the book has it", outcome, odds, called)


def said(name: str, value: Any) -> str:
    """An input as a sentence says it: "attack 5", "guided", "T can fire back: no", "shots 3 and 4"."""
    named = label_of(name).split()
    label = " ".join(word if word[1:2] in ("", "'") or word[:2].isupper() else word.lower() for word in named)
    if isinstance(value, bool):
        return label if value else f"{label}: no"
    words = " and ".join(map(in_words, value)) if isinstance(value, list | tuple) else in_words(value)
    return f"{label} {words}"


def _by_hand(chance: Fraction | None) -> bool:
    return chance is not None and 0 < chance < 1 and chance.denominator <= MOST_BELOW


def more_than_a_die(tree: Tree[Any]) -> bool:
    """Is it not read off a single throw? What that needs to show is what its lesson asks."""
    return sum(1 for _ in islice(tree.paths(), 3)) > 2
