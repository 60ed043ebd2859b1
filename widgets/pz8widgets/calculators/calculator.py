"""The calculator of any rule: fill in the situation, roll it step by step, see every way it can go."""

from __future__ import annotations

import itertools
import random
import re
from collections import OrderedDict
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w
from traitlets import Any as AnyTrait

from pz8edu.asking import rules_for
from pz8edu.errors import BadInput, unknown
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import Calculator as Question
from pz8edu.rulebook.system import System
from pz8edu.steps import Step, StepThrough
from pz8edu.systems import system
from pz8edu.words import word_of
from pz8widgets.calculators.arithmetic import Arithmetic
from pz8widgets.calculators.dice_picker import DicePicker
from pz8widgets.calculators.export import Export, export
from pz8widgets.calculators.given import Given
from pz8widgets.calculators.play_many import PlayMany
from pz8widgets.calculators.rule_text import RuleText
from pz8widgets.calculators.steps_html import asked, concluded, number_of, told, wanted
from pz8widgets.calculators.what_if import WhatIf
from pz8widgets.page.form import Form
from pz8widgets.page.hand import Hand
from pz8widgets.page.odds_bars import in_order, knowing
from pz8widgets.page.packed import Picture
from pz8widgets.page.panel import Panel
from pz8widgets.page.question_page import heading_html, inputs_html, title_html
from pz8widgets.page.readings import Readings
from pz8widgets.page.rules_changed import ChangeTheRules
from pz8widgets.page.theme import KNOWN, OutcomeStyle, card, dress, outcome_style, sheet, svg_defs, words

MOST_KEPT = 64
"""So many situations keep their trees, so that going back to one costs nothing."""

SMALLEST = 0.62
"""A tree is shrunk to this part of its size at most."""

ROOM = 420
"""Pixels: a tree that needs more than this gets the whole width beside the situation."""

PANELS: tuple[type[Panel], ...] = (
    RuleText,
    Readings,
    ChangeTheRules,
    Arithmetic,
    Given,
    WhatIf,
    PlayMany,
    Export,
)

_drawings = itertools.count(1)


class Calculator(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A rule as a page: `Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)`.

    The first argument is a system's id and the second a calculator of it; or give the question itself as
    the only argument together with `rules`. `reading="R3=b"` and `rules` play it under other rules,
    `inputs` (or further names) fill in the form, `seed` makes the dice fall the same way every time.

    `fill(attack=5)` sets inputs from outside; `throw`, `roll`, `undo` and `restart` are the buttons.
    `situation` and `rules` may be observed; `play` is the game on the table, `odds` the exact answer.
    Raises BadInput for an unknown system, question, input, value or reading.
    """

    situation = AnyTrait(None, allow_none=True)
    rules = AnyTrait(None, allow_none=True)

    def __init__(
        self,
        system_id: str | Question,
        question: str | None = None,
        *,
        inputs: Mapping[str, Any] | None = None,
        rules: Ruleset | None = None,
        reading: str | None = None,
        seed: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__()
        self.system, self.question = found(system_id, question, rules)
        self.set_trait("rules", rules_for(self.system, reading, rules))
        self.source = random.Random(seed)
        self.play: StepThrough | None = None
        self._kept: OrderedDict[Any, StepThrough] = OrderedDict()
        self._remembered: dict[str, Any] = {}
        self._drawing = f"c{next(_drawings)}"
        self._styles: dict[str, OutcomeStyle] = {}
        self.form = Form(self.question.situation, {**(inputs or {}), **more})
        self._build()
        self._renew()
        self.form.observe(lambda _: self._renew(), ["value", "problem"])
        self.observe(lambda _: self._renew(), "rules")

    # --- what a person can do
    def fill(self, **values: Any) -> None:
        """Set inputs, as a board does, and take the dice up; raises BadInput as the form does."""
        self._remembered.clear()
        before = self.form.value
        self.form.fill(**values)
        if self.form.value == before:
            self.restart()

    def throw(self, label: str, value: Any) -> None:
        """Put a die on the table. Raises BadInput for one that is not called for, or has no such face."""
        if self.play is None:
            raise BadInput(self.form.problem)
        self.play.throw(label, value)
        self._thrown()

    def roll(self) -> None:
        """Roll the dice that are called for; when the rule has come to its end, begin again."""
        if self.play is None:
            return
        if self.play.outcome is not None:
            if not self.play.dice:
                return
            self.restart()
        self.play.roll(self.source)
        self._thrown()

    def save(self, path: str | Path) -> Path:
        """Save the answer as the file's name ends: .csv, .paths.csv, .svg, .tex or .json.

        Raises BadInput for another ending, and while the situation cannot be used.
        """
        return export(self, path)

    def undo(self) -> None:
        """Take the last throw back."""
        if self.play is not None:
            self.play.undo()
            self._remembered = self.play.dice
            self._show_play("Taken back.")

    def restart(self) -> None:
        """Take all dice up and begin again."""
        self._remembered.clear()
        if self.play is not None:
            self.play.restart()
            self._show_play("All dice are taken up.")

    @property
    def odds(self) -> Any:
        """The exact odds of the situation, before any die has fallen; None while it cannot be used."""
        return None if self.play is None else self.play.before

    # --- building
    def _build(self) -> None:
        self.heading = words("")
        self.told, self.asked, self.end, self.fault = (words("") for _ in range(4))
        self.tree, self.knowing, self.knowing_title = Picture(), words(""), words("")
        self.pickers: list[DicePicker] = []
        self.picking = w.HBox()
        self.picking.add_class("pz8-picking")
        self.roll_button = w.Button(description="Roll", tooltip="Roll the dice (key R)")
        self.roll_button.button_style = "info"
        self.undo_button = w.Button(description="Undo", tooltip="Take the last throw back (key U)")
        self.again_button = w.Button(description="Again", tooltip="Take all dice up (key A)")
        self.roll_button.on_click(lambda _: self.roll())
        self.undo_button.on_click(lambda _: self.undo())
        self.again_button.on_click(lambda _: self.restart())
        self.hand = Hand(self._key)
        helps = self.form.helps()
        situation = card("Situation", self.form, *([words(helps)] if helps else []))
        title = words('<h3 class="pz8-title">Step by step</h3>')
        buttons = w.HBox([self.roll_button, self.undo_button, self.again_button])
        top = w.HBox([title, buttons])
        top.add_class("pz8-top")
        steps = w.VBox([top, self.told, self.asked, self.picking, self.fault, self.end, self.hand])
        steps.add_class("pz8-card")
        tree = card("Every way it can go", self.tree)
        knowing = w.VBox([self.knowing_title, self.knowing])
        knowing.add_class("pz8-card")
        right = w.VBox([tree, knowing])
        for box, name in ((situation, "situation"), (steps, "steps"), (right, "ways")):
            box.add_class(f"pz8-part-{name}")
        self.columns = w.HBox([situation, steps, right])
        self.columns.add_class("pz8-columns")
        self.panels = {panel.title: panel(self) for panel in PANELS}
        self.open_panel: Panel | None = None
        self.switches = w.ToggleButtons(options=list(self.panels), value=None, description="Look closer")
        self.switches.add_class("pz8-more")
        self.switches.observe(lambda change: self.show(change.new), "value")
        self.opened = w.VBox()
        self.children = (self.heading, self.columns, self.switches, self.opened)
        self.add_class("pz8-calculator")
        dress(self)
        page: tuple[w.Widget, ...] = self.children
        self.children = (*page[:1], sheet("calculator"), *page[1:])

    def show(self, title: str | None) -> None:
        """Open a card below by its title; None closes it. Raises BadInput for no such card."""
        if title is not None and title not in self.panels:
            raise unknown("card", title, self.panels)
        self.switches.value = title
        self.open_panel = self.panels[title] if title is not None else None
        self.opened.children = (self.open_panel.open(),) if self.open_panel is not None else ()

    # --- showing
    def _renew(self) -> None:
        """The situation or the rules have changed: another game, with the dice that lie there."""
        self.heading.value = heading_html(self.system, self.question, self.rules)
        if self.form.value is None:
            self._cannot(self.form.problem)
            return
        try:
            self.play = self._play_of(self.form.value, self.rules)
            self.play.restart()
            self.play.lay(self._remembered)
            self._styles = self._styled(self.play)
        except BadInput as fault:
            self._cannot(str(fault))
            return
        self.set_trait("situation", self.form.value)
        self._show_play("")

    def _play_of(self, situation: Any, rules: Ruleset) -> StepThrough:
        key = (situation, rules)
        play = self._kept.pop(key, None) or StepThrough(self.question, situation, rules)
        self._kept[key] = play
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return play

    def _cannot(self, why: str) -> None:
        """The situation cannot be used: say so, and show nothing that does not belong to it."""
        self.play = None
        self.set_trait("situation", None)
        for part in (self.told, self.asked, self.end, self.tree, self.knowing):
            part.value = ""
        self.fault.value = f'<p class="pz8-problem">{escape(why)}</p>'
        self.picking.children = ()
        self.roll_button.disabled = self.undo_button.disabled = self.again_button.disabled = True
        self.hand.news = why
        self._panels_follow()

    def _thrown(self) -> None:
        assert self.play is not None
        self._remembered |= self.play.dice
        self._show_play("")

    def _show_play(self, news: str) -> None:
        play = self.play
        assert play is not None
        waiting = play.waiting
        listed = in_order(self.question.outcomes, tuple(play.before))
        self.knowing.value = knowing(play.before, play.now, listed, self.style_of)
        self.tree.value = tree_html(self.drawing())
        self.knowing_title.value = self._knowing_title(play)
        self.told.value = told(play)
        self.asked.value = asked(waiting, number_of(play)) if waiting is not None else ""
        self.end.value = concluded(play, self.style_of)
        self.fault.value = ""
        self._pick(waiting)
        self.roll_button.description = "Roll" if waiting is not None or not play.dice else "Roll again"
        self.roll_button.disabled = waiting is None and not play.dice
        self.undo_button.disabled = self.again_button.disabled = not play.dice
        self.hand.news = " ".join(filter(None, (news, self._said(play))))
        self._panels_follow()

    def _panels_follow(self) -> None:
        if self.open_panel is not None:
            self.open_panel.follow()

    def _pick(self, waiting: Step | None) -> None:
        """Offer the faces of the dice that are called for."""
        missing = waiting.missing if waiting is not None else ()
        pair = wanted(waiting) if waiting is not None else None
        offered = {picker.dice.label: picker for picker in self.pickers if picker.dice is not None}
        kept = {dice.label: offered[dice.label] for dice in missing if dice.label in offered}
        free = [picker for picker in self.pickers if picker not in kept.values()]
        while len(free) < len(missing) - len(kept):
            free.append(DicePicker(self._picked))
        shown = [kept.get(dice.label) or free.pop(0) for dice in missing]
        if len(shown) < len(self.picking.children):
            self.picking.children = tuple(picker.box for picker in shown)
        alone = len(missing) == 1 and waiting is not None and len(waiting.dice) == 1
        for dice, picker in zip(missing, shown, strict=True):
            picker.ask(dice, pair[0].faces if pair and alone else (), alone)
        self.pickers = [*shown, *free]
        boxes = tuple(picker.box for picker in shown)
        if boxes != self.picking.children:
            self.picking.children = boxes

    def _picked(self, label: str, value: Any) -> None:
        try:
            self.throw(label, value)
        except BadInput as fault:
            self.fault.value = f'<p class="pz8-problem" role="alert">{escape(str(fault))}</p>'

    def _key(self, key: str) -> None:
        """A key was pressed: R rolls, U takes back, A begins again, a digit is a face."""
        if key == "r":
            self.roll()
        elif key == "u":
            self.undo()
        elif key == "a":
            self.restart()
        elif self.play is not None and self.play.waiting is not None:
            dice = self.play.waiting.missing[0]
            if int(key) in dice.values:
                self._picked(dice.label, int(key))

    def _said(self, play: StepThrough) -> str:
        """The last answer and what comes now, for a screen reader."""
        parts = []
        if play.steps:
            step = play.steps[-1]
            fallen = [dice for dice in step.dice if dice.shows is not None]
            several = len(fallen) > 1
            said = [
                f"{dice.name} {word_of(dice.shows)}" if several else word_of(dice.shows) for dice in fallen
            ]
            parts.append(f"{step.label}: {', '.join([*said, step.given.word if step.given else ''])}.")
        if play.waiting is not None:
            parts.append(f"Now {play.waiting.title}.")
        if play.outcome is not None:
            parts.append(f"Outcome: {play.outcome}. Chance of this path: {play.chance}.")
        return " ".join(parts)

    def _knowing_title(self, play: StepThrough) -> str:
        note = "before any die has fallen"
        if play.dice:
            note = f"dashed before the first die · solid after “{last_known(play)}”"
        return (
            '<h3 class="pz8-title">What you knew, what you know now '
            f'<span class="pz8-quiet">{escape(note)}</span></h3>'
        )

    # --- outcomes and their looks
    def style_of(self, word: str) -> OutcomeStyle:
        """The colour and pattern of an outcome, the same in every part of the page."""
        return self._styles[word]

    def _styled(self, play: StepThrough) -> dict[str, OutcomeStyle]:
        listed = self.question.outcomes or in_order(None, tuple(play.before))
        words_ = (*listed, *(word for word in play.before if word not in listed))
        return {word: styled(word, place, len(words_)) for place, word in enumerate(words_)}

    def drawing(self) -> str:
        """The tree as SVG, the path taken in heavy ink."""
        play = self.play
        if play is None:
            return ""
        styles = {word: self._styles[word] for word in play.before}
        fills = {word: style.svg_fill(self._drawing) for word, style in styles.items()}
        defs = svg_defs(tuple(dict.fromkeys(styles.values())), self._drawing)
        return play.tree.svg(lit=play.lit, styles=fills, defs=defs, word=self.question.word)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs a table of the odds with the inputs."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": still_text(self), "text/html": still_html(self)}


def found(system_id: str | Question, question: str | None, rules: Ruleset | None) -> tuple[System, Question]:
    """The system and the calculator that are meant."""
    if isinstance(system_id, Question):
        if rules is None:
            raise BadInput("a calculator made from a question also needs rules=...")
        return system(rules.system), system_id
    asked_system = system(system_id)
    if question is None:
        names = ", ".join(asked_system.calculators)
        raise BadInput(f"a calculator needs the name of a question of {system_id!r}: {names}")
    chosen = asked_system.question(question, "calculator")
    assert isinstance(chosen, Question)
    return asked_system, chosen


def tree_html(drawing: str) -> str:
    """A tree on its card: shrunk to fit, but never so small that it cannot be read; then it scrolls."""
    wide = re.search(r' width="([\d.]+)"', drawing)
    least = float(wide[1]) * SMALLEST if wide else 0
    drawn = drawing.replace("<svg ", f'<svg style="min-width:{least:.0f}px" ', 1)
    return f'<div class="pz8-tree{" pz8-roomy" if least > ROOM else ""}">{drawn}</div>'


def last_known(play: StepThrough) -> str:
    """What the last throw has settled: the answer, or the die where the question is still open."""
    waiting = play.waiting
    fallen = [dice for dice in waiting.dice if dice.shows is not None] if waiting is not None else []
    if fallen:
        return ", ".join(f"{dice.name} {word_of(dice.shows)}" for dice in fallen)
    given = [step.given.word for step in play.steps if step.given is not None and not step.node.idle]
    return given[-1] if given else "this throw"


def styled(word: str, place: int, of: int) -> OutcomeStyle:
    """The style of an outcome; a word of two parts, such as "ok/destroyed", goes by the first it knows."""
    first = word.partition("/")[0]
    return KNOWN[first] if first in KNOWN else outcome_style(word, place, of)


def still_text(calculator: Calculator) -> str:
    """The calculator in words: the question, the inputs and the odds."""
    head = f"{calculator.question.title} ({calculator.system.id}, section {calculator.question.section})"
    if calculator.play is None:
        return f"{head}\n{calculator.form.problem}"
    inputs = ", ".join(f"{name}={value}" for name, value in calculator.play.situation.plain().items())
    return f"{head}\n{inputs}\n{calculator.play.before!r}"


def still_html(calculator: Calculator) -> str:
    """The same as HTML that reads well before any kernel runs, and on paper."""
    title = title_html(calculator.system, calculator.question)
    if calculator.play is None:
        return f"{title}<p>{escape(calculator.form.problem)}</p>"
    said = inputs_html(calculator.play.situation.plain())
    return f"{title}{said}{calculator.play.before._repr_html_()}"
