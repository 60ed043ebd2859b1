"""Dice that are called for: click the face that you rolled, or the count, or write the faces."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

import ipywidgets as w

from pz8edu.asking.step import Dice, Step
from pz8edu.core.tree.wording import word_of
from pz8widgets.calculators.dice import SIX
from pz8widgets.page.quiet import Quiet

MOST_BUTTONS = 13
"""With more values than this they drop down."""

Picked = Callable[[str, Any], None]
"""What hears a choice: the label of the dice and what they show."""


def of_cards(step: Step | None) -> bool:
    """Does a step draw cards, and throw no dice?"""
    return step is not None and all("card" in f"{dice.what} {dice.name}" for dice in step.dice)


class DicePicker:
    """The controls for dice of one label; made once and used for one question after the other."""

    def __init__(self, picked: Picked) -> None:
        self.picked = picked
        self.dice: Dice | None = None
        self._quiet = Quiet()
        self.buttons = w.ToggleButtons(options=[])
        self.buttons.add_class("pz8-pick")
        self.list: w.Dropdown | None = None
        self.faces: w.Text | None = None
        self.buttons.observe(lambda _: self._chosen(self.buttons), "index")
        self.box = w.VBox([self.buttons])
        self.box.add_class("pz8-picker")

    def ask(self, dice: Dice, wanted: Collection[Any], alone: bool) -> None:
        """Offer the values of these dice; `alone` when no others are called for.

        `wanted` are marked; those side by side have a line under them, which moves with the needed score.
        """
        self.dice = dice
        shown = tuple(dice.values)  # of a die that is read through a table not its faces
        pips = dice.count == 1 and shown == dice.faces == SIX[: len(shown)]
        faced = dice.count == 1 and not pips and all(type(value) is int for value in shown)
        before = f"{dice.name} " if pips else ""
        options = [before + dice.word(value) for value in dice.values]
        name = "Choose a face, or press Roll" if alone and pips else dice.name
        if dice.count > 1:
            name = f"{dice.name}: what the {dice.count} dice come to"
        few = len(options) <= MOST_BUTTONS
        control = self.buttons if few else self._listed()
        with self._quiet:
            if control.options != tuple(options):
                control.options = options
            control.index = None
            control.description = name
        marks = {f"pz8-want-{value}" for value in wanted} if pips else set()
        if marks and max(wanted) - min(wanted) == len(wanted) - 1:
            marks.add("pz8-needed")
        looks = ("pz8-want-", "pz8-needed", "pz8-pips", "pz8-faced")
        kept = [each for each in self.buttons._dom_classes if not each.startswith(looks)]
        look = ["pz8-pips"] if pips else ["pz8-faced"] if faced else []
        self.buttons._dom_classes = (*kept, *look, *sorted(marks))
        children = [control]
        if dice.count > 1 and len(dice.faces) <= MOST_BUTTONS:
            children.append(self._written(dice))
        if tuple(children) != self.box.children:
            self.box.children = children

    def _listed(self) -> w.Dropdown:
        if self.list is None:
            self.list = w.Dropdown(options=[])
            self.list.add_class("pz8-pick")
            self.list.observe(lambda _: self._chosen(self.list), "index")
        return self.list

    def _written(self, dice: Dice) -> w.Text:
        if self.faces is None:
            self.faces = w.Text(continuous_update=False)
            self.faces.add_class("pz8-pick")
            self.faces.observe(lambda change: self._read(change.new), "value")
        self.faces.description = f"or the {dice.count} faces"
        self.faces.placeholder = "such as " + " ".join(
            word_of(dice.faces[-1]) for _ in range(min(dice.count, 4))
        )
        with self._quiet:
            self.faces.value = ""
        return self.faces

    def _chosen(self, control: Any) -> None:
        if self._quiet or self.dice is None or control.index is None:
            return
        self.picked(self.dice.label, self.dice.values[control.index])

    def _read(self, text: str) -> None:
        """Faces as a person writes them: "6 5 1 5", "6,5,1,5" or "6515" for dice of one digit."""
        if self._quiet or self.dice is None or not text.strip():
            return
        known = {word_of(face): face for face in self.dice.faces}
        parts = re.split(r"[\s,;]+", text.strip())
        if len(parts) == 1 and all(len(word) == 1 for word in known):
            parts = list(parts[0])
        self.picked(self.dice.label, tuple(known.get(part, part) for part in parts))
