"""Given what happened: what the outcome, or an answer on the way, tells about every die and question."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple

import ipywidgets as w

from pz8edu.asking.playthrough import StepThrough
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.tree.evidence import answer_names, answers_on, paths_with, throws_on
from pz8edu.core.tree.wording import word_of
from pz8edu.errors import BadInput
from pz8widgets.calculators.game_page import GamePage
from pz8widgets.page.fraction_html import fraction_html
from pz8widgets.page.odds_bars import Looks, knowing, plain_looks
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

ANYTHING = "anything"
NOT_ASKED = "not asked"

MOST_SHOWN = 12
"""So many dice and questions are shown; a long rule has more."""


class Law(NamedTuple):
    """What is known of a throw or question before and after the event is known; `what` is thrown."""

    what: str
    before: Distribution[str]
    after: Distribution[str]


class Given(Panel[GamePage]):
    """Choose what is known; every die and question before and after it, and Bayes' rule in one sentence."""

    title = "Given what happened"
    note = "you know how it went: what does that tell about the dice?"

    def build(self) -> tuple[w.Widget, ...]:
        """The event, the sentence and the bars."""
        self.outcome = w.Dropdown(options=[ANYTHING], description="At the end")
        self.answer = w.Dropdown(options=[ANYTHING], description="On the way")
        for choice in (self.outcome, self.answer):
            choice.add_class("pz8-field")
            choice.observe(lambda _: self._show(), "value")
        self.sentence, self.bars = words(""), words("")
        line = w.HBox([self.outcome, self.answer])
        line.add_class("pz8-event")
        return (line, self.sentence, self.bars)

    def follow(self) -> None:
        """The outcomes and answers of this situation; what was chosen stays where it still can happen."""
        play = self.page.play
        self.outcome.disabled = self.answer.disabled = play is None
        key = None if play is None else (play.situation, play.rules)
        if key == getattr(self, "_shown", ()):
            return
        first, self._shown = not hasattr(self, "_shown"), key
        if play is None:
            self.sentence.value = self.bars.value = ""
            return
        ends = tuple(self.page.looks)
        with self._quiet:
            for choice, options in ((self.outcome, ends), (self.answer, tuple(answers_of(play)))):
                chosen = ends[-1] if first and choice is self.outcome else choice.value
                choice.options = (ANYTHING, *options)
                choice.value = chosen if chosen in options else ANYTHING
        self._show()

    def _show(self) -> None:
        play = self.page.play
        if self._quiet or play is None:
            return
        outcome = None if self.outcome.value == ANYTHING else self.outcome.value
        happened = {} if self.answer.value == ANYTHING else dict([answers_of(play)[self.answer.value]])
        said = [f"have “{self.answer.value}”"] if happened else []
        said += [f"end “{outcome}”"] if outcome is not None else []
        try:
            laws = laws_of(play, happened, outcome)
        except BadInput as fault:
            self.sentence.value, self.bars.value = f'<p role="alert">{escape(str(fault))}</p>', ""
            return
        self.sentence.value = bayes(laws, chance_of(play, happened, outcome), " and ".join(said))
        figures = [figure(label, law) for label, law in laws.items()]
        if outcome is None and happened:
            after = play.tree.given(happened, word=play.question.word)
            figures.insert(0, figure("at the end", Law("", play.before, after), self.page.looks))
        more = len(figures) - MOST_SHOWN
        rest = f'<p class="pz8-quiet">{more} more are not shown.</p>' if more > 0 else ""
        self.bars.value = f'<div class="pz8-laws">{"".join(figures[:MOST_SHOWN])}</div>{rest}'


def answers_of(play: StepThrough) -> dict[str, tuple[str, str]]:
    """Every answer that dice can give on the way, as it is read: "to hit: hit"."""
    found: dict[str, dict[str, None]] = {}
    for way, _, _ in play.tree.paths():
        for label, step in answers_on(way).items():
            if not step[0].certain and label != "result":
                found.setdefault(label, {})[answer_names(*step)[0]] = None
    return {f"{label}: {name}": (label, name) for label, names in found.items() for name in names}


def laws_of(play: StepThrough, happened: Mapping[str, Any], outcome: Any) -> dict[str, Law]:
    """Every throw, and every question about several throws, before and after the event is known, in words.

    Raises BadInput for an event that cannot happen.
    """
    tree, how = play.tree, {"outcome": outcome, "word": play.question.word}
    throws: dict[str, str] = {}
    questions: dict[str, None] = {}
    for way, _, _ in tree.paths():
        throws |= {label: die.throw.what for label, die in throws_on(way).items() if len(die.law) > 1}
        steps = answers_on(way).items()
        questions |= {label: None for label, (node, _) in steps if len(node.roll.dice()) > 1}
    found: dict[str, Law] = {}
    for label, what in throws.items():
        found[label] = _law(what, tree.posterior(label), tree.posterior(label, happened, **how))
    for label in questions:
        if label not in ("result", *found):
            found[label] = _law("", tree.answers_to(label), tree.answers_to(label, happened, **how))
    return found


def _law(what: str, before: Distribution[Any], after: Distribution[Any]) -> Law:
    return Law(what, before.map(_word), after.map(_word))


def _word(value: Any) -> str:
    return NOT_ASKED if value is None else word_of(value)


def chance_of(play: StepThrough, happened: Mapping[str, Any], outcome: Any) -> Fraction:
    """The chance of the event before anything is known."""
    ways = paths_with(play.tree.paths(), happened, outcome, play.question.word)
    return sum((Fraction(1) if last is None else last.fraction() for _, _, last in ways), Fraction(0))


def bayes(laws: Mapping[str, Law], event: Fraction, said: str) -> str:
    """Bayes' rule in words, for the first throw or question that the event tells something about."""
    if not said:
        return '<p class="pz8-quiet">Choose what happened.</p>'
    for label, law in laws.items():
        was, now = law.before.fractions(), law.after.fractions()
        value = max(now, key=lambda value: now[value] / was[value])
        if now[value] > was[value]:
            return f"<p>{_sentence(f'“{label}: {value}”', was[value], now[value], event, said)}</p>"
    return "<p>That tells nothing about the dice: every chance is what it was.</p>"


def _sentence(thing: str, before: Fraction, after: Fraction, event: Fraction, said: str) -> str:
    first, likely, often, then = map(fraction_html, (before, after * event / before, event, after))
    return (
        f"Of all games {first} have {escape(thing)}; {likely} of these {escape(said)}, "
        f"against {often} of all. Once you know it, the chance of {escape(thing)} is "
        f"{first} × {likely} ÷ {often} = <b>{then}</b> (Bayes’ rule). "
        '<span class="pz8-quiet">Dashed: before you knew; solid: after.</span>'
    )


def figure(label: str, law: Law, looks: Looks | None = None) -> str:
    """The bars of a law under its label."""
    what = f' <span class="pz8-quiet">{escape(law.what)}</span>' if law.what else ""
    bars = knowing(law.before, law.after, looks or plain_looks(law.before))
    return f"<figure><figcaption>{escape(label)}{what}</figcaption>{bars}</figure>"
