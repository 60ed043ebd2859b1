"""The dice of a choice, thrown one question after the other: rolled, or as they lie on a real table."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from random import Random
from typing import Any

import ipywidgets as w

from pz8edu.asking.playthrough import StepThrough
from pz8edu.errors import BadInput
from pz8edu.show.outcomes import outcome_looks
from pz8widgets.calculators.dice_picker import DicePicker, of_cards
from pz8widgets.calculators.steps_html import asked, concluded, number_of, told
from pz8widgets.page.theme import sheet, words

Done = Callable[[StepThrough], None]
"""What hears that the rule has come to its end."""


class Throwing(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The steps of a question with its dice; `done` hears when the last one has fallen."""

    def __init__(self, source: Random, done: Done) -> None:
        self.source, self.done = source, done
        self.through: StepThrough | None = None
        self.steps, self.question, self.end = (words("") for _ in range(3))
        self.pickers: list[DicePicker] = []
        self.picking = w.HBox()
        self.picking.add_class("pz8-picking")
        self.roll = w.Button(
            description="Roll", tooltip="Roll the dice that are called for", button_style="info"
        )
        self.rest = w.Button(description="Roll all", tooltip="Roll to the end")
        self.roll.on_click(lambda _: self.thrown())
        self.rest.on_click(lambda _: self.to_the_end())
        self.buttons = w.HBox([self.roll, self.rest])
        shown = (self.steps, self.question, self.picking, self.buttons, self.end)
        super().__init__([sheet("calculator"), *shown])
        self.add_class("pz8-calculator")

    def begin(self, through: StepThrough) -> None:
        """Throw for another choice."""
        self.through = through
        self.show()

    def clear(self) -> None:
        """Nothing is thrown for."""
        self.through = None
        for each in (self.steps, self.question, self.end):
            each.value = ""
        self.picking.children = ()
        self.buttons.layout.display = "none"

    def thrown(self) -> None:
        """Roll the dice that are called for."""
        if self.through is not None and self.through.waiting is not None:
            self.through.roll(self.source)
            self.show()

    def to_the_end(self) -> None:
        """Roll whatever is called for until the end."""
        if self.through is None:
            return
        while self.through.waiting is not None:
            self.through.roll(self.source)
        self.show()

    def picked(self, label: str, value: Any) -> None:
        """A die was laid."""
        if self.through is None:
            return
        try:
            self.through.throw(label, value)
        except BadInput as fault:
            self.end.value = f'<p class="pz8-problem" role="alert">{escape(str(fault))}</p>'
            return
        self.show()

    def show(self) -> None:
        """The steps so far, the dice that are called for, and the end."""
        through = self.through
        assert through is not None
        waiting = through.waiting
        self.steps.value = told(through)
        self.question.value = asked(waiting, number_of(through)) if waiting is not None else ""
        missing = waiting.missing if waiting is not None else ()
        while len(self.pickers) < len(missing):
            self.pickers.append(DicePicker(self.picked))
        for dice, picker in zip(missing, self.pickers, strict=False):
            picker.ask(dice, (), len(missing) == 1)
        self.picking.children = tuple(picker.box for picker in self.pickers[: len(missing)])
        self.buttons.layout.display = "" if missing else "none"
        verb = "Draw" if of_cards(waiting) else "Roll"
        self.roll.description, self.rest.description = verb, f"{verb} all"
        question = through.question
        looks = outcome_looks(through.before, question.outcomes, question.ranked)
        self.end.value = concluded(through, looks)
        if waiting is None:
            self.done(through)
