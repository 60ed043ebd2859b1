"""A question under two rulesets in one situation: the odds, the sentence and the trees, or the results."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any, Protocol

from pz8edu.asking.ask import exact_answer
from pz8edu.asking.playthrough import StepThrough
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Calculator, ChainQuestion
from pz8edu.desk.compare.change_in_words import change_in_words
from pz8edu.pages.meanings import meanings
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import outcome_looks
from pz8edu.show.tree_differences import differing_branches
from pz8edu.show.tree_outline import outlined_tree
from pz8edu.show.tree_svg import draw
from pz8widgets.calculators.tree_card import tree_html
from pz8widgets.page.fraction_html import fraction_html
from pz8widgets.page.odds_bars import knowing
from pz8widgets.page.readings import change_html, differences
from pz8widgets.turns.differences_html import differences_html
from pz8widgets.turns.results_html import results_html

OTHERWISE = "otherwise under the other rules"


class TwoAnswers(Protocol):
    """What the desk shows of one situation."""

    before: Any
    after: Any
    """The exact answers."""

    @property
    def sentence(self) -> str:
        """What became of the answer: "Destroyed rises from 5/36 to 7/24, by 11/72"."""

    def html(self) -> str:
        """Both answers side by side."""

    def trees(self, prefix: str) -> tuple[str, str]:
        """Both trees, what differs in heavy ink; empty where nothing is drawn."""

    def changed(self) -> str:
        """The exact differences as HTML."""


def two_answers(
    question: Calculator | ChainQuestion, situation: Any, first: Ruleset, second: Ruleset
) -> TwoAnswers:
    """Ask a question under both rulesets; raises BadInput as the question does."""
    kind = TwoOdds if isinstance(question, Calculator) else TwoResults
    return kind(question, situation, first, second)  # type: ignore[arg-type]


class TwoOdds:
    """The odds of a calculator under two rulesets."""

    def __init__(self, question: Calculator, situation: Any, first: Ruleset, second: Ruleset) -> None:
        self.question = question
        self.plays = tuple(StepThrough(question, situation, rules) for rules in (first, second))
        self.before, self.after = (play.before for play in self.plays)
        self.looks = outcome_looks([*self.before, *self.after], question.outcomes, question.ranked)

    @property
    def sentence(self) -> str:
        """What became of the odds."""
        return change_in_words(self.question, self.before, self.after)

    def html(self) -> str:
        """Bars, and how many games end differently."""
        gains = differences(self.before, self.after)
        moved = sum((gain for gain in gains.values() if gain > 0), Fraction(0))
        share = (
            f" {fraction_html(moved)} of all games ({short_percent(moved)}) end differently." if moved else ""
        )
        said = f'<p role="status"><b>{escape(self.sentence)}</b>{share}</p>'
        return said + knowing(self.before, self.after, self.looks)

    def trees(self, prefix: str) -> tuple[str, str]:
        """Both trees, the branches that differ in heavy ink."""
        trees = [play.tree for play in self.plays]
        drawn = []
        for tree, lit, side in zip(trees, differing_branches(*trees), "ab", strict=True):
            how: Any = {"lit": lit, "looks": self.looks, "word": self.question.word}
            picture = draw(tree, prefix=f"{prefix}{side}", lit_means=OTHERWISE, **how)
            drawn.append(tree_html(picture, outlined_tree(tree, **how)))
        return drawn[0], drawn[1]

    def changed(self) -> str:
        """The exact differences."""
        return change_html(self.before, self.after)


class TwoResults:
    """The results of a question played turn after turn, under two rulesets."""

    def __init__(self, question: ChainQuestion, situation: Any, first: Ruleset, second: Ruleset) -> None:
        self.question = question
        self.told = meanings(question.results, situation.plain())
        self.before, self.after = (exact_answer(question, situation, rules) for rules in (first, second))

    @property
    def sentence(self) -> str:
        """What became of the results."""
        return change_in_words(self.question, self.before, self.after)

    def html(self) -> str:
        """The sentence, and both tables."""
        sides = (("First rules", self.before), ("Second rules", self.after))
        order = self.question.outcomes
        tables = "".join(
            f"<div><p class='pz8-quiet'>{name}</p>{results_html(results, self.told, order)}</div>"
            for name, results in sides
        )
        return f'<p role="status"><b>{escape(self.sentence)}</b></p><div class="pz8-pair">{tables}</div>'

    def trees(self, prefix: str) -> tuple[str, str]:
        """Turn after turn there is no single tree."""
        return "", ""

    def changed(self) -> str:
        """The exact differences."""
        return differences_html(self.before, self.after, self.told)
