"""Endless exact variants of one question; what was wrong comes again when it would be forgotten."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from itertools import chain
from typing import Any

from pz8edu.asking.ask import question_in, rules_for
from pz8edu.asking.odds import Odds, odds_of
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.system import Calculator
from pz8edu.desk.tables.sweep import values_over
from pz8edu.errors import BadInput, listed, shown
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import spoken
from pz8widgets.course.choices import CHOICES, Choices
from pz8widgets.course.own_numbers import said
from pz8widgets.course.progress import Progress
from pz8widgets.course.quiz import paths_html
from pz8widgets.course.rule_in_lines import rule_lines
from pz8widgets.course.wording import as_html, fraction
from pz8widgets.course.wrong_models import Mistake, wrong_chances, wrong_means
from pz8widgets.page.question_page import in_words

TRIED = 6
"""So many variants are looked at for the one that is as hard as it should be."""

PATIENCE = 200
"""So many variants are drawn until one has enough wrong answers to choose among."""


class Practice(Choices):
    """A calculator's question with other numbers each time: four answers, of which three are real mistakes.

        Practice("pz8-ww2", "direct-fire", vary=["attack", "defence"], outcome="destroyed")

    `vary` names inputs that take all their values, or the values of each; `inputs` are the others. With an
    `outcome` its chance is asked, without one the mean of outcomes that are numbers. `rule` stands above the
    question; without one what is rolled for does. `asks` is the question in words, with its inputs in braces.
    It gets harder with every two right answers in a row: more ways are to be added, the answer is a finer
    part. The same `seed` asks the same questions; without one they are new every time. Raises BadInput for
    what the rules do not know, for an input whose values cannot be listed, and where no variant has enough
    wrong answers.
    """

    def __init__(
        self,
        system_id: str,
        question: str,
        *,
        vary: Mapping[str, Iterable[Any]] | Iterable[str],
        outcome: str = "",
        inputs: Mapping[str, Any] | None = None,
        reading: str | None = None,
        rule: str = "",
        asks: str = "",
        seed: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        home, asked = question_in(system_id, question, None, "calculator")
        assert isinstance(asked, Calculator)
        super().__init__("Practice", asked.title, progress)
        self.system_id, self.asked, self.outcome = system_id, asked, outcome
        self.rules = rules_for(home, reading)
        self.given = dict(inputs or {})
        self.values = values_over(asked, vary)
        self.name = f"practice {system_id} {question} {outcome or 'mean'} "
        self._source = random.Random(seed)
        self._fresh = self._variants(self._source)
        self.written, self.asks = rule, asks
        self.varied: dict[str, Any] = {}
        self.another()

    def another(self) -> None:
        """Ask what is due again, or else a new variant."""
        self.varied = next(chain(self._again(), self._as_hard()))
        self.odds = self._odds(self.varied)
        self.mistakes = {
            fraction(answer): says for answer, says in self._wrong(self.odds, self._source).items()
        }
        options = [fraction(self.answer), *self.mistakes]
        self._source.shuffle(options)
        self.rule.value = self._rule(self.odds)
        self.shown.value = self._question(self.varied)
        self.offer(options)

    def _rule(self, odds: Odds) -> str:
        return as_html(self.written or " ".join(rule_lines(odds)))

    def _question(self, varied: Mapping[str, Any]) -> str:
        if self.asks:
            return as_html(self._filled(varied))
        told = ", ".join(escape(said(name, value)) for name, value in varied.items())
        wanted = f"how often does it end in “{spoken(self.outcome)}”" if self.outcome else "what is the mean"
        return as_html(f"With **{told}**: {wanted}?")

    def _filled(self, varied: Mapping[str, Any]) -> str:
        try:
            return self.asks.format_map({name: in_words(value) for name, value in varied.items()})
        except (KeyError, ValueError, IndexError):
            names = listed(varied)
            raise BadInput(f"asks may name {names} in braces; got {shown(self.asks)}") from None

    def _wrong(self, odds: Odds, source: random.Random) -> dict[Fraction, str]:
        """Three wrong answers: the mistakes of this very tree first, then what other outcomes have."""
        found = self._mistakes(odds)
        real = [each for each in found if not each.of_another]
        real = source.sample(real, min(len(real), CHOICES - 1))
        rest = [each for each in found if each.of_another]
        return {each.answer: each.says for each in (*real, *source.sample(rest, CHOICES - 1 - len(real)))}

    def _as_hard(self) -> Iterator[dict[str, Any]]:
        """A new variant, the harder the longer no answer was wrong."""
        found = [next(self._fresh) for _ in range(TRIED)]
        found = [each for each in found if each != self.varied] or found
        found.sort(key=lambda varied: self.hardness(self._odds(varied)))
        yield found[min(self.in_a_row // 2, len(found) - 1)]

    def hardness(self, odds: Odds) -> tuple[int, int]:
        """How many ways are to be added, and how fine the answer is."""
        word = odds.question.word
        ways = sum(not self.outcome or word(path.outcome) == self.outcome for path in odds.tree.paths())
        return ways, _answer(odds, self.outcome).denominator

    @property
    def answer(self) -> Fraction:
        """The right answer of the variant that is asked."""
        return _answer(self.odds, self.outcome)

    def asked_name(self) -> str:
        """The variant, among all of this question."""
        return self.name + json.dumps(self.varied, sort_keys=True, default=str)

    def begins(self) -> tuple[str, ...]:
        """The variants of this question."""
        return (self.name,)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live page, and for wherever no widget runs its first question with its choices."""
        varied = next(self._variants(random.Random(1)))  # on paper it is always the same
        odds = self._odds(varied)
        options = sorted([_answer(odds, self.outcome), *self._wrong(odds, random.Random(1))])
        choices = "".join(f"<li>{escape(fraction(choice))}</li>" for choice in options)
        html = f"<b>Practice</b>{self._rule(odds)}{self._question(varied)}<ul>{choices}</ul>"
        return self.still(f"Practice: {self.asked.title}", html)

    def _reason(self) -> str:
        if not self.outcome:
            parts = [
                f"{word} × {fraction(to_fraction(self.odds[word]) or Fraction(0))}"
                for word in self.odds
                if to_fraction(word)
            ]
            return as_html(
                f"{' + '.join(parts)} = {fraction(self.answer)}: each number counts as much as it is likely."
            )
        share = f"<p>{fraction(self.answer)} is {short_percent(self.answer)}.</p>"
        return share + paths_html(self.odds, self.outcome, single=True)

    def _again(self) -> Iterator[dict[str, Any]]:
        """The variants that are due, as far as they can still be asked."""
        for name in self._due():
            varied = _read(name.removeprefix(self.name), self.values)
            if varied is not None and len(self._mistakes(self._odds(varied))) >= CHOICES - 1:
                yield varied

    def _variants(self, source: random.Random) -> Iterator[dict[str, Any]]:
        idle = 0
        while idle < PATIENCE:
            varied = {name: source.choice(values) for name, values in self.values.items()}
            idle += 1
            try:
                found = self._odds(varied)
            except BadInput:  # inputs that do not go together
                continue
            if _answer(found, self.outcome) not in (0, 1) and len(self._mistakes(found)) >= CHOICES - 1:
                idle = 0
                yield varied
        raise BadInput(f"{self.asked.id}: among {PATIENCE} variants none has enough to choose among")

    def _odds(self, varied: Mapping[str, Any]) -> Odds:
        situation = self.asked.situation.read({**self.given, **varied})
        return odds_of(under(self.asked, self.rules), situation, self.rules)

    def _mistakes(self, odds: Odds) -> list[Mistake]:
        found = wrong_chances(odds, self.outcome) if self.outcome else wrong_means(odds)
        return list({fraction(each.answer): each for each in found}.values())


def _answer(odds: Odds, outcome: str) -> Fraction:
    value = to_fraction(odds[outcome]) if outcome else to_fraction(odds.expectation(to_fraction))
    return value or Fraction(0)


def _read(text: str, values: Mapping[str, tuple[Any, ...]]) -> dict[str, Any] | None:
    """The varied inputs of a kept answer; None for what is not one of the variants."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    if not isinstance(found, dict) or set(found) != set(values):
        return None
    return found if all(found[name] in listed for name, listed in values.items()) else None
