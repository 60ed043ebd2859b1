"""Change the numbers of the rulebook and see at once what it does: the designer's panel."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.core.rulebook.domain import WholeDomain
from pz8edu.core.rulebook.ruleset import Printed, printed_rules
from pz8edu.errors import BadInput
from pz8edu.pages.printed_sections import with_headings
from pz8edu.pages.reads import fields_read
from pz8widgets.calculators.steps_html import capital
from pz8widgets.page.form import decimal, label_of
from pz8widgets.page.panel import Page, Panel
from pz8widgets.page.theme import words


class ChangeTheRules(Panel[Page]):
    """The printed numbers that the question looks at, each as a field, and the variant as text."""

    title = "Change the rules"
    note = "for designers: the numbers that this question looks at"

    def build(self) -> tuple[w.Widget, ...]:
        """Fields for numbers, a line for the variant, and the way back."""
        self.numbers: dict[str, Any] = {}
        self.fields = w.VBox()
        self.fields.add_class("pz8-numbers")
        self.variant = w.Text(
            description="Everything that departs from the book",
            placeholder="such as hit_on=3, R3=b or attack/hmg/soft=3",
            continuous_update=False,
        )
        self.variant.add_class("pz8-field")
        self.variant.observe(lambda change: self._written(change.new), "value")
        self.back = w.Button(description="As printed", tooltip="Back to the rules as they are printed")
        self.back.on_click(lambda _: self._take(printed_rules(type(self.page.rules))))
        self.problem, self.effect = words("", "pz8-problem"), words("")
        return (self.fields, self.variant, self.problem, self.effect, self.back)

    def _field(self, name: str, printed: Printed) -> Any:
        told = with_headings(f"{capital(printed.meaning)} (§{printed.section})", self.page.rules)
        said = {"description": told, "tooltip": name}
        field = w.IntText(**said) if isinstance(printed.domain, WholeDomain) else w.Text(**said)
        if isinstance(field, w.Text):
            field.continuous_update = False
        field.add_class("pz8-field")
        field.observe(lambda change: self._changed(name, change.new), "value")
        return field

    def _changed(self, name: str, value: Any) -> None:
        if not self._quiet:
            self._try(lambda: self.page.rules.variant({name: value}), label_of(name))

    def _written(self, text: str) -> None:
        if not self._quiet:
            self._try(lambda: type(self.page.rules).parse(text), "the variant")

    def _try(self, make: Any, what: str) -> None:
        try:
            rules = make()
        except BadInput as fault:
            self.problem.value = f'<p role="alert">{escape(str(fault))}</p>'
            return
        self._take(rules)

    def _take(self, rules: Any) -> None:
        self.problem.value = ""
        self.page.rules = rules

    def follow(self) -> None:
        """The numbers that are looked at now, as they stand."""
        rules = self.page.rules
        if self.page.situation is not None:
            seen = fields_read(rules, self.page.play_under)
            shown = [name for name in seen if name in rules.numbers()]
            for name in shown:
                if name not in self.numbers:
                    self.numbers[name] = self._field(name, rules.numbers()[name])
            fields = tuple(self.numbers[name] for name in shown)
            if fields != self.fields.children:
                self.fields.children = fields
        departures = rules.departures()
        with self._quiet:
            for name, field in self.numbers.items():
                value = getattr(rules, name)
                field.value = decimal(value) if isinstance(value, Fraction) else value
            self.variant.value = ", ".join(f"{name}={value}" for name, value in departures.items())
        self.problem.value = ""
        self.back.disabled = not departures
        self.effect.value = effect_html(self.page) if departures and self.page.situation is not None else ""


def effect_html(page: Page) -> str:
    """What the changes do to the answer, against the printed rules."""
    try:
        said = page.change_html(printed_rules(type(page.rules)), page.rules)
    except BadInput as fault:
        return f"<p>{escape(str(fault))}</p>"
    return f"<p>Against the printed rules: {said}</p>"
