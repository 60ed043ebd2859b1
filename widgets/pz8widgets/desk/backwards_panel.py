"""Asked backwards: which value reaches a target, which number counts most, which reading matters."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from pz8edu.commands.backwards import goal_in
from pz8edu.core.rulebook.system import Calculator, ChainQuestion
from pz8edu.desk.backwards.cheapest import cheapest_change, goal
from pz8edu.desk.backwards.sensitivity import sensitivity
from pz8edu.desk.backwards.value_for import value_for
from pz8edu.desk.compare.everywhere import listable_inputs
from pz8edu.desk.compare.figures import figures
from pz8edu.desk.compare.matters import matters
from pz8edu.errors import BadInput
from pz8widgets.page.compressed import Picture
from pz8widgets.page.form import label_of
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

if TYPE_CHECKING:
    from pz8widgets.desk.desk import Desk

MOST_ASKED, PATIENCE = 300_000, 6.0
"""So many situations are all asked for a reading, in about so many seconds; else a sample."""

MOST_STEPS, STEP = 2, 20
"""So many steps are tried together; after so many changes it is told how far that is."""


class BackwardsPanel(Panel["Desk"]):
    """A target chance, and what would reach it under the second rules."""

    title = "Ask backwards"
    note = "under the second rules"

    page: Desk

    def build(self) -> tuple[w.Widget, ...]:
        """A figure, a target, what may change; and two questions more."""
        self.figure, self.change = (
            w.Dropdown(description=said) for said in ("What is wanted", "By changing")
        )
        self.target = w.Text(value="50 %", description="Target", placeholder="such as 50 % or 1/3")
        self.also = w.Text(
            description="And at the same time (for the fewest steps)",
            placeholder="rally condition=suppressed: ok >= 1/3",
            continuous_update=False,
        )
        for field in (self.figure, self.target, self.change, self.also):
            field.add_class("pz8-field")
        line = w.HBox([self.figure, self.target, self.change, self.also])
        buttons = {
            "Which value reaches it": self._value_for,
            "Fewest steps that reach it": self._cheapest,
            "Which number counts most": self._sensitivity,
            "Which reading matters most": self._matters,
        }
        if not isinstance(self.page.question, Calculator):
            del buttons["Which reading matters most"]
        self.buttons = {name: self._button(name, ask) for name, ask in buttons.items()}
        tools = w.HBox(list(self.buttons.values()))
        for box in (line, tools):
            box.add_class("pz8-line")
        line.add_class("pz8-looked")
        self.said, self.found = words(""), Picture()
        self._asked: Any = None
        return (line, tools, self.said, self.found)

    def _button(self, name: str, ask: Callable[[], Any]) -> w.Button:
        button = w.Button(description=name)
        button.on_click(lambda _: self._show(ask))
        return button

    def follow(self) -> None:
        """What can be wanted and changed in this situation; what was found is gone."""
        asked = (self.page.situation, self.page.second)
        if asked == self._asked or self.page.answers is None:
            return
        self._asked = asked
        self.said.value = self.found.value = ""
        sides = (self.page.answers.before, self.page.answers.after)
        wanted = dict.fromkeys(name for side in sides for name in figures(self.page.question, side))
        inputs = [(label_of(name), name) for name in listable_inputs(self.page.question)]
        rules = [(name, name) for name in self.page.looked_at if name in self.page.second.numbers()]
        for field, options in (
            (self.figure, [(name.replace("_", " "), name) for name in reversed(wanted)]),
            (self.change, [*inputs, *rules]),
        ):
            kept = field.value
            field.options = options
            values = [value for _, value in options]
            field.value = kept if kept in values else self._first(values)

    def _first(self, values: list[str]) -> str | None:
        """The first of them; of inputs the first that is a number."""
        numbers = [name for name in values if listed_numbers(self.page.question, name)]
        return next(iter([*numbers, *values]), None)

    def _show(self, ask: Callable[[], Any]) -> None:
        try:
            if self.page.situation is None:
                raise BadInput(self.page.form.problem)
            found = ask()
        except BadInput as fault:
            self.said.value, self.found.value = f'<p role="alert">{escape(str(fault))}</p>', ""
            return
        self.said.value = ""
        self.found.value = f"<div class='pz8-wide' role='status'>{found._repr_html_()}</div>"

    @property
    def _how(self) -> dict[str, Any]:
        beyond = bool(self.page.beyond.value)
        return {"rules": self.page.second, "outcome": self.figure.value, "beyond_the_book": beyond}

    def _value_for(self) -> Any:
        inputs = self.page.situation.plain()
        return value_for(
            self.page.question, None, inputs, target=self.target.value, change=self.change.value, **self._how
        )

    def _cheapest(self) -> Any:
        """The fewest steps of the rules that bring the figure up or down to the target."""
        rules, asked = self.page.second, (self.page.question, None, self.page.situation.plain())
        how = {"outcome": self.figure.value, "target": self.target.value, "rules": rules}
        wanted = goal(*asked, **how)
        now = wanted.figure.of(rules)
        if now is not None and now > wanted.target:
            wanted = goal(*asked, comparison="<=", **how)
        others = [goal_in(self.also.value, self.page.system)] if self.also.value.strip() else []
        return cheapest_change(wanted, *others, rules=rules, most_steps=MOST_STEPS, told=self._told)

    def _told(self, done: int, of: int) -> None:
        """How far it is."""
        if done % STEP == 0:
            self.said.value = f'<p role="status">{done} of {of} changes …</p>'

    def _sensitivity(self) -> Any:
        return sensitivity(self.page.question, None, self.page.situation.plain(), **self._how)

    def _matters(self) -> Any:
        assert isinstance(self.page.question, Calculator)
        rules = self.page.second
        return matters(self.page.question, rules=rules, most=MOST_ASKED, seconds=PATIENCE)


def listed_numbers(question: Calculator | ChainQuestion, name: str) -> bool:
    """Is an input a number?"""
    values = listable_inputs(question).get(name, (False,))
    return type(values[0]) is int
