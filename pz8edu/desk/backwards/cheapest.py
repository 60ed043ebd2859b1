"""The cheapest change of the rules that reaches several targets at once, found by trying all of few steps.

A step takes a number or a cell one up or down, or reads a doubt the other way. All changes of one step are
tried, then all of two, and so on; only what the questions look at is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from markupsafe import Markup

from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Question, System
from pz8edu.desk.answer_table import Listed
from pz8edu.desk.backwards.figure import Figure, figure_of, figure_text
from pz8edu.desk.backwards.steps import changeable, one_step_off
from pz8edu.desk.backwards.value_for import target_of
from pz8edu.desk.tables.answers import Progress
from pz8edu.errors import BadInput, unknown
from pz8edu.pages.reads import fields_read
from pz8edu.printing.html_table import html_table
from pz8edu.printing.text import columns

MOST_TRIED = 20_000
"""So many rulesets are tried."""
COMPARISONS = {">=": "at least", "<=": "at most", "=": "exactly"}


@dataclass(frozen=True)
class Goal:
    """A figure and the target that it shall reach: ">=" at least, "<=" at most, "=" exactly."""

    figure: Figure
    comparison: str
    target: Fraction

    def reached(self, value: Fraction | None) -> bool:
        """Does a value reach the target?"""
        if value is None:
            return False
        if self.comparison == "=":
            return value == self.target
        return value >= self.target if self.comparison == ">=" else value <= self.target

    def __str__(self) -> str:
        wanted = f"{COMPARISONS[self.comparison]} {figure_text(self.target)}"
        return f"{self.figure.asked}: {self.figure.name} {wanted}"


def goal(
    asked: str | System | Question,
    question: str | None = None,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    outcome: str,
    target: object,
    comparison: str = ">=",
    minus: str = "",
    rules: Ruleset | None = None,
    **more: object,
) -> Goal:
    """A target for `cheapest_change`: an outcome, a comparison (">=", "<=" or "=") and a chance or number.

    Raises BadInput for what the rules do not know, and for a chance that cannot be.
    """
    if comparison not in COMPARISONS:
        raise unknown("comparison", comparison, COMPARISONS)
    figure = figure_of(asked, question, {**(inputs or {}), **more}, outcome, minus, rules)
    figure.of(figure.home.rules if rules is None else rules)  # raises BadInput for what cannot be asked
    return Goal(figure, comparison, target_of(figure, target))


@dataclass(frozen=True)
class Found:
    """Rules that reach all targets, in so many steps, with the figures that they give."""

    rules: Ruleset
    steps: int
    figures: tuple[Fraction | None, ...]


@dataclass(eq=False, repr=False)
class Cheapest(Listed[Found]):
    """All changes of the fewest steps that reach all targets, or none: then what was tried, and why no more.

    `tried` rulesets were asked, all changes of up to `steps` steps.
    """

    goals: tuple[Goal, ...]
    rules: Ruleset
    found: tuple[Found, ...]
    tried: int
    steps: int
    why_none: str = ""

    @property
    def summary(self) -> str:
        """The answer in one sentence."""
        if not self.found:
            upto = f"No change of up to {steps_text(self.steps)}"
            return f"{upto} reaches {self._all} ({self.tried} tried){self.why_none}."
        if self.found[0].steps == 0:
            return f"{self.rules} reaches {self._all} as it is."
        ways = f"{len(self)} ways" if len(self) > 1 else "One way"
        verb = "reach" if len(self) > 1 else "reaches"
        return f"{ways} of {steps_text(self.found[0].steps)} {verb} {self._all} ({self.tried} tried)."

    @property
    def _all(self) -> str:
        return "the target" if len(self.goals) == 1 else f"all {len(self.goals)} targets"

    def _lines(self) -> list[list[str]]:
        head = ["rules", *(f"{each.figure.question.id}: {each.figure.name}" for each in self.goals)]
        return [head, *([str(each.rules), *map(figure_text, each.figures)] for each in self.found)]

    def __repr__(self) -> str:
        told = [self.summary, *(f"  {each}" for each in self.goals)]
        return "\n".join([*told, columns(self._lines())] if self.found else told)

    def _repr_html_(self) -> str:
        goals = Markup("").join(Markup("<li>{}</li>").format(str(each)) for each in self.goals)
        told = Markup("<p>{}</p><ul>{}</ul>").format(self.summary, goals)
        head, *rows = self._lines()
        return told + html_table(head, rows, names=1) if self.found else told


def steps_text(count: int) -> str:
    """A number of steps in words."""
    return f"{count} step{'s' * (count != 1)}"


def cheapest_change(
    *goals: Goal,
    rules: Ruleset | None = None,
    most_steps: int = 3,
    names: Sequence[str] | None = None,
    cells: bool = False,
    told: Progress | None = None,
) -> Cheapest:
    """All changes of the fewest steps that reach every goal at once; exact.

    `rules` are those to start from (as printed unless given); `names` limits what may be changed; `cells`
    lets table cells be changed too. At most 20,000 rulesets are tried: the answer says how far that went.
    Rules that may not be (numbers that do not go together) are not passed through. `told(done, of)` hears how
    many changes of a step are tried. Raises BadInput for no goal, and for goals of different systems.
    """
    _check(goals, most_steps)
    start = goals[0].figure.home.rules if rules is None else rules
    met, edge, tried = {start}, [start], 0
    for steps in range(most_steps + 1):
        found: list[Found] = []
        further: list[Ruleset] = []
        for place, each in enumerate(edge, 1):
            tried += 1
            if told:
                told(place, len(edge))
            figures, fields = _asked(goals, each)
            if all(wanted.reached(value) for wanted, value in zip(goals, figures, strict=True)):
                found.append(Found(each, steps, figures))
            elif not found and steps < most_steps:
                allowed = [name for name in changeable(each, fields, cells) if names is None or name in names]
                further += _one_step_off(each, allowed, met)
        if found or steps == most_steps:
            return Cheapest(goals, start, tuple(found), tried, steps)
        if not further or tried + len(further) > MOST_TRIED:
            more = f"one step more would be {len(further):,} rulesets: name what may be changed"
            why = f"; {more if further else 'there is nothing else to change'}"
            return Cheapest(goals, start, (), tried, steps, why)
        edge = further
    raise AssertionError("the last step returns")


def _check(goals: Sequence[Goal], most_steps: int) -> None:
    """Raise BadInput for no goal, for goals of different systems, and for a number of steps below 0."""
    if not goals:
        raise BadInput("name at least one goal: goal(system, calculator, ..., outcome=..., target=...)")
    if most_steps < 0:
        raise BadInput(f"the number of steps is a whole number from 0; got {most_steps}")
    homes = {each.figure.home.id for each in goals}
    if len(homes) > 1:
        raise BadInput(f"all goals must be of one system; got {', '.join(sorted(homes))}")


def _asked(goals: Sequence[Goal], rules: Ruleset) -> tuple[tuple[Fraction | None, ...], tuple[str, ...]]:
    """The figures of all goals under these rules (None where they do not allow it), and what is looked at."""
    figures: list[Fraction | None] = []

    def ask(watched: Ruleset) -> None:
        for wanted in goals:
            question = under(wanted.figure.question, rules)
            try:
                figures.append(replace(wanted.figure, question=question).of(watched))
            except BadInput:
                figures.append(None)

    fields = fields_read(rules, ask)
    return tuple(figures), fields


def _one_step_off(rules: Ruleset, names: Sequence[str], met: set[Ruleset]) -> Iterator[Ruleset]:
    """The rulesets that are one step off and have not been met."""
    for name in names:
        for value in one_step_off(rules, name):
            try:
                changed = rules.variant({name: value})
            except BadInput:  # numbers that do not go together
                continue
            if changed not in met:
                met.add(changed)
                yield changed
