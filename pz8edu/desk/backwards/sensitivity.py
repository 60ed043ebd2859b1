"""Which printed number an outcome depends on most: each one step down and one up, ranked exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pz8edu.asking.ask import rules_for
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Question, System
from pz8edu.core.umpire.throws import Memo
from pz8edu.desk.answer_table import AnswerTable, Listed
from pz8edu.desk.backwards.figure import Figure, figure_of, figure_text, short_figure, short_gain
from pz8edu.desk.backwards.steps import changeable, one_step_off
from pz8edu.desk.compare.comparison import signed
from pz8edu.errors import BadInput, listed
from pz8edu.pages.reads import fields_read


@dataclass(frozen=True)
class Effect:
    """One number, cell or reading: what the figure gains with each of its neighbouring values.

    A gain is None where the figure is no number before or after ("never").
    """

    name: str
    now: object
    gains: tuple[tuple[object, Fraction | None], ...]
    meaning: str

    @property
    def size(self) -> Fraction:
        """The largest gain or loss."""
        return max((abs(gain) for _, gain in self.gains if gain is not None), default=Fraction(0))

    def told(self, said: Callable[[Fraction], str] = signed) -> str:
        """The gains in words: "3: +5/108, 5: −5/108"."""
        return ", ".join(
            f"{value}: {'?' if gain is None else said(gain) or '0'}" for value, gain in self.gains
        )


class Sensitivity(Listed[Effect], AnswerTable):
    """The numbers that a figure depends on, the strongest first; `usual` is the figure as it is now."""

    def __init__(self, figure: Figure, usual: Fraction | None, effects: list[Effect]) -> None:
        self.figure = figure
        self.usual = usual
        self.effects = self.found = tuple(sorted(effects, key=lambda each: -each.size))

    @property
    def summary(self) -> str:
        """The strongest in one sentence."""
        moved = [each for each in self if each.size]
        usual = f"{self.figure.name} is {figure_text(self.usual)}"
        if not moved:
            return f"{usual}; no printed number that is one step off changes it."
        first = moved[0]
        step = figure_text(first.size)
        return f"{usual}; it depends most on {first.name} ({first.meaning}): one step moves it by {step}."

    def lines(self) -> list[list[str]]:
        """The table as text: a heading, then a line a number."""
        rows = [[each.name, str(each.now), str(each.size), each.told(), each.meaning] for each in self]
        return [["name", "now", "moves", "one step", "meaning"], *rows]

    def shown(self) -> list[list[str]]:
        """The table as it is shown: what one step moves."""
        rows = [
            [each.name, str(each.now), short_figure(each.size), each.told(short_gain), each.meaning]
            for each in self
            if each.size
        ]
        return [["name", "now", "moves it by", "one step", "meaning"], *rows]

    @property
    def under(self) -> str:
        """What is looked at and moves nothing by one step, in a sentence; "" for nothing."""
        names = [each.name for each in self if not each.size]
        return f"One step of these moves nothing: {listed(names)}." if names else ""


def sensitivity(
    asked: str | System | Question,
    question: str | None = None,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    outcome: str,
    minus: str = "",
    reading: str | None = None,
    rules: Ruleset | None = None,
    beyond_the_book: bool = False,
    **more: object,
) -> Sensitivity:
    """How much an outcome gains when each printed number or cell is one step off, or a reading is another.

    Only what the rule looks at is tried: it is watched. Else as `value_for`, also in what it raises.

    >>> from pz8edu import sensitivity
    >>> sensitivity("pz8-ww2", "to-hit", outcome="hit")[0].told()
    '3: +1/6, 5: −1/6'
    """
    figure = figure_of(asked, question, {**(inputs or {}), **more}, outcome, minus, rules, beyond_the_book)
    ruleset = rules_for(figure.home, reading, rules)
    usual = figure.of(ruleset)
    memo: Memo = {}
    told = ruleset.declared()
    effects = []
    for name in changeable(ruleset, fields_of_figure(figure, ruleset)):
        gains = []
        for value in one_step_off(ruleset, name, beyond_the_book):
            try:
                found = figure.of(ruleset.variant({name: value}, beyond_the_book=beyond_the_book), memo)
            except BadInput:  # numbers that do not go together
                continue
            gains.append((value, None if found is None or usual is None else found - usual))
        meaning = told[name.partition("/")[0]].meaning
        effects.append(Effect(name, ruleset.value(name), tuple(gains), meaning))
    return Sensitivity(figure, usual, effects)


def fields_of_figure(figure: Figure, rules: Ruleset) -> tuple[str, ...]:
    """The fields of the ruleset that a figure looks at."""
    own = under(figure.question, rules)
    return fields_read(rules, lambda watched: replace(figure, question=own).of(watched))
