"""The readings and the printed numbers of a question that is played turn after turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

from pz8edu.asking import exact_answer
from pz8edu.errors import BadInput
from pz8edu.rulebook.ruleset import Ruleset, printed_rules
from pz8widgets.page.fraction_html import decimal, fraction_html
from pz8widgets.page.readings import Readings, signed, signed_percent
from pz8widgets.page.rules_changed import ChangeTheRules
from pz8widgets.turns.chain_panel import ChainPanel
from pz8widgets.turns.results_html import is_a_chance, meanings


class ChainReadings(ChainPanel, Readings):
    """One switch for every reading that touches the question."""

    of_chains = False

    def effect_of(self, name: str) -> str:
        """What the other answers of a reading would change in the results."""
        rules = self.page.rules
        lines = []
        for letter in rules.readings()[name].answers:
            if letter != getattr(rules, name) and self.page.situation is not None:
                said = changed(self.page, self.page.results, rules.variant({name: letter}))
                lines.append(f"<li>with {name}={letter}: {said}</li>")
        return f'<ul class="pz8-effect">{"".join(lines)}</ul>' if lines else ""


class ChainRules(ChainPanel, ChangeTheRules):
    """The printed numbers that the question looks at, each as a field, and the variant as text."""

    of_chains = False

    @property
    def playable(self) -> bool:
        """Can the situation be used?"""
        return self.page.situation is not None

    def play_under(self, rules: Any) -> None:
        """Answer the question under these rules, which watch what is read."""
        exact_answer(self.page.question, self.page.situation.plain(), rules)

    def effect_against_the_book(self) -> str:
        """What the changes do to the results."""
        if self.page.situation is None:
            return ""
        book = printed_rules(type(self.page.rules))
        try:
            printed = exact_answer(self.page.question, self.page.situation.plain(), book)
        except BadInput as fault:
            return f"<p>{escape(str(fault))}</p>"
        return f"<p>Against the printed rules: {differences_html(self.page, printed, self.page.results)}</p>"


def changed(page: Any, before: Mapping[str, Any], rules: Ruleset) -> str:
    """What other rules would change in the results, as HTML."""
    try:
        after = exact_answer(page.question, page.situation.plain(), rules)
    except BadInput as fault:
        return escape(str(fault))
    return differences_html(page, before, after)


def differences_html(page: Any, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The results that differ, with their exact difference where both are numbers."""
    told = meanings(page.question.results, page.situation.plain())
    was, now = flat(before), flat(after)
    said = []
    for name in dict.fromkeys((*was, *now)):
        first, second = was.get(name), now.get(name)
        if first == second:
            continue
        if isinstance(first, (int, Fraction)) and isinstance(second, (int, Fraction)):
            gain = Fraction(second) - Fraction(first)
            beside = signed_percent(gain) if is_a_chance(name, told) else signed_decimal(gain)
            exactly = f"{signed(gain)} " if len(str(gain)) <= SHORT else ""
            said.append(f"{escape(name)} {exactly}<span class='pz8-quiet'>({beside})</span>")
        else:
            said.append(f"{escape(name)} {_said(first)} → {_said(second)}")
    return ", ".join(said) or "nothing changes here"


SHORT = 15
"""Letters of a fraction that is shown; of a longer one only the decimals are."""


def flat(results: Mapping[str, Any]) -> dict[str, Any]:
    """Results with those of a distribution by their own names."""
    found: dict[str, Any] = {}
    for name, value in results.items():
        found |= value if isinstance(value, Mapping) else {name: value}
    return found


def signed_decimal(change: Fraction) -> str:
    """A difference in decimals with its sign."""
    return f"{'+' if change > 0 else '−'}{decimal(abs(change))}"


def _said(value: Any) -> str:
    if isinstance(value, Fraction):
        return fraction_html(value)
    return "none" if value is None else escape(str(value))
