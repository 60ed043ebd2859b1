"""The doubtful places of the book as switches, each with what it would change here."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rulebook.system import readings_of
from pz8edu.errors import BadInput
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.percent import short_percent
from pz8widgets.page.fraction_html import fraction_html
from pz8widgets.page.panel import Page, Panel
from pz8widgets.page.theme import words


class Readings(Panel[Page]):
    """One switch for every reading that touches the question."""

    title = "Readings"
    note = "where the book can be read in more than one way"

    def build(self) -> tuple[w.Widget, ...]:
        """A choice and its effect for every reading."""
        self.choices: dict[str, w.RadioButtons] = {}
        self.effects: dict[str, w.HTML] = {}
        known = self.page.rules.readings()
        rows: list[w.Widget] = []
        for name in readings_of(self.page.question):
            doubt = known[name]
            options = [(f"{letter}: {text}", letter) for letter, text in doubt.answers.items()]
            told = with_headings(f"{name}, section {doubt.section}: {doubt.question}", self.page.rules)
            choice = w.RadioButtons(options=options, description=told)
            choice.add_class("pz8-reading")
            choice.observe(lambda change, name=name: self._chosen(name, change.new), "value")
            self.choices[name], self.effects[name] = choice, words("")
            rows += [choice, self.effects[name]]
        if not rows:
            rows = [words("<p class='pz8-quiet'>No doubtful place of the book touches this question.</p>")]
        return tuple(rows)

    def _chosen(self, name: str, letter: str | None) -> None:
        if not self._quiet and letter is not None:
            self.page.rules = self.page.rules.variant({name: letter})

    def follow(self) -> None:
        """The readings in force, and what each other one would change in this situation."""
        with self._quiet:
            for name, choice in self.choices.items():
                choice.value = getattr(self.page.rules, name)
        for name, effect in self.effects.items():
            effect.value = effect_html(self.page, name)


def effect_html(page: Page, name: str) -> str:
    """What the other answers of a reading would change in this situation."""
    if page.situation is None:
        return ""
    lines = []
    for letter in page.rules.readings()[name].answers:
        if letter != getattr(page.rules, name):
            try:
                said = page.change_html(page.rules, page.rules.variant({name: letter}))
            except BadInput as fault:
                said = escape(str(fault))
            lines.append(f"<li>with {name}={letter}: {said}</li>")
    return f'<ul class="pz8-effect">{"".join(lines)}</ul>' if lines else ""


def differences(before: Distribution[Any], after: Distribution[Any]) -> dict[Any, Fraction]:
    """What the chance of every outcome gains (above 0) or loses, the greatest change first."""
    was, now = before.fractions(), after.fractions()
    none = Fraction(0)
    gains = {word: now.get(word, none) - was.get(word, none) for word in dict.fromkeys((*was, *now))}
    return dict(
        sorted(((word, gain) for word, gain in gains.items() if gain), key=lambda each: -abs(each[1]))
    )


def change_html(before: Distribution[Any], after: Distribution[Any]) -> str:
    """The exact differences of two odds, the greatest first, as HTML."""
    changes = differences(before, after)
    if not changes:
        return "nothing changes here"
    return ", ".join(
        f"{escape(str(word))} {signed(change)} <span class='pz8-quiet'>({signed_percent(change)})</span>"
        for word, change in changes.items()
    )


def signed(change: Fraction) -> str:
    """A difference as a stacked fraction with its sign."""
    return f"{'+' if change > 0 else '−'}{fraction_html(abs(change))}"


def signed_percent(change: Fraction) -> str:
    """A difference in percent with its sign."""
    return f"{'+' if change > 0 else '−'}{short_percent(abs(change))}"
