"""The calculator of any rule: fill in the situation, roll it step by step, see every way it can go."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Collection, Mapping
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from pz8edu.asking.ask import question_in, rules_for
from pz8edu.asking.playthrough import StepThrough
from pz8edu.asking.step import Step
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Calculator as Question
from pz8edu.core.rulebook.system import System
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput
from pz8edu.pages.printed_sections import with_headings
from pz8edu.show.outcomes import outcome_looks
from pz8edu.show.tree_svg import draw
from pz8widgets.calculators.arithmetic import Arithmetic
from pz8widgets.calculators.dice_picker import DicePicker, of_cards
from pz8widgets.calculators.export import Export, export
from pz8widgets.calculators.given import Given
from pz8widgets.calculators.play_many import PlayMany
from pz8widgets.calculators.rule_text import RuleText
from pz8widgets.calculators.steps_html import answers_of, asked, concluded, number_of, told, wanted
from pz8widgets.calculators.tree_card import said_in, tree_card
from pz8widgets.calculators.veil import without_chances
from pz8widgets.calculators.what_if import WhatIf
from pz8widgets.page.compressed import Picture
from pz8widgets.page.drawing_name import drawing_name
from pz8widgets.page.keyboard import Keyboard
from pz8widgets.page.odds_bars import Looks, knowing
from pz8widgets.page.packed_bars import LivePack, PackedBars, live_pack
from pz8widgets.page.question_page import QuestionPage
from pz8widgets.page.readings import Readings, change_html
from pz8widgets.page.rules_changed import ChangeTheRules
from pz8widgets.page.still import picture_html
from pz8widgets.page.theme import card, words

MOST_KEPT = 64
"""So many situations keep their trees, so that going back to one costs nothing."""


class Calculator(QuestionPage):
    """A rule as a page: `Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)`.

    The first argument is a system (its id, or one of your own) and the second a calculator of it; or give
    the question itself as the only argument together with `rules`. `reading="R3=b"` and `rules` play it
    under other rules, `inputs` (or further names) fill in the form, `seed` makes the dice fall the same way
    every time.

    `fill(attack=5)` sets inputs from outside; `throw`, `roll`, `undo` and `restart` are the buttons.
    `situation` and `rules` may be observed; `play` is the game on the table, `odds` the exact answer.
    Raises BadInput for an unknown system, question, input, value or reading.
    """

    PANELS = (RuleText, Readings, ChangeTheRules, Arithmetic, Given, WhatIf, PlayMany, Export)
    question: Question

    def __init__(
        self,
        asked: str | System | Question,
        question: str | None = None,
        *,
        inputs: Mapping[str, Any] | None = None,
        rules: Ruleset | None = None,
        reading: str | None = None,
        seed: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(*found(asked, question, rules), {**(inputs or {}), **more})
        self.set_trait("rules", rules_for(self.system, reading, rules))
        self.source = random.Random(seed)
        self.play: StepThrough | None = None
        self._kept: OrderedDict[Any, StepThrough] = OrderedDict()
        self._remembered: dict[str, Any] = {}
        self._drawing = drawing_name()
        self.looks: Looks = {}
        self.veiled = False
        self._build()

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
        was = self.play.now
        self.play.throw(label, value)
        self._thrown((label,), was)

    def roll(self) -> None:
        """Roll the dice that are called for; when the rule has come to its end, begin again."""
        if self.play is None:
            return
        if self.play.outcome is not None:
            if not self.play.dice:
                return
            self.restart()
        was = self.play.now
        try:
            self._thrown(self.play.roll(self.source), was)
        except BadInput as fault:  # it has to be decided
            self._blame(fault)

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
            self._played("Taken back.")

    def restart(self) -> None:
        """Take all dice up and begin again."""
        self._remembered.clear()
        if self.play is not None:
            self.play.restart()
            self._played("All dice are taken up.")

    def veil(self, veiled: bool) -> None:
        """Show the dice and what they come to, and no chance; or everything again."""
        self.veiled = veiled
        for part in (self.known, self.ways, self.switches):
            part.layout.display = "none" if veiled else ""
        if self.play is not None:
            self.show_answer()

    @property
    def odds(self) -> Any:
        """The exact odds of the situation, before any die has fallen; None while it cannot be used."""
        return None if self.play is None else self.play.before

    # --- building
    def _build(self) -> None:
        self.told, self.asked, self.end, self.fault = (words("") for _ in range(4))
        self.tree, self.knowing_title = Picture(), words("")
        self.knowing = PackedBars(self._packed)
        self.pickers: list[DicePicker] = []
        self.picking = w.HBox()
        self.picking.add_class("pz8-picking")
        self.roll_button = w.Button(description="Roll", tooltip="Roll the dice (key R)", button_style="info")
        self.undo_button = w.Button(description="Undo", tooltip="Take the last throw back (key U)")
        self.again_button = w.Button(description="Start over", tooltip="Take all dice up (key A)")
        self.roll_button.on_click(lambda _: self.roll())
        self.undo_button.on_click(lambda _: self.undo())
        self.again_button.on_click(lambda _: self.restart())
        self.keyboard = Keyboard(self._key)
        buttons = w.HBox([self.roll_button, self.undo_button, self.again_button])
        top = w.HBox([words('<h3 class="pz8-title">Step by step</h3>'), buttons])
        top.add_class("pz8-top")
        steps = w.VBox([top, self.told, self.asked, self.picking, self.fault, self.end, self.keyboard])
        self.known = w.VBox([self.knowing_title, self.knowing])
        for box, part in ((steps, "steps"), (self.known, "known")):
            box.add_class("pz8-card")
            box.add_class(f"pz8-part-{part}")
        self.ways = card("Every way it can go", self.tree)
        self.ways.add_class("pz8-part-tree")
        self.lay_out(self.ways, first=(steps, self.known)).add_class("pz8-throws")

    # --- showing
    def work_out(self, situation: Any) -> None:
        """Another game, with the dice that lie there."""
        self.play = self._play_of(situation, self.rules)
        self.play.restart()
        self.of_cards = of_cards(self.play.waiting)
        titles = tuple(title for title in self.panels if not (self.of_cards and title == WhatIf.title))
        self.switches.options = titles
        self.play.lay(self._remembered)
        self.looks = outcome_looks(self.play.ends, self.question.outcomes, self.question.ranked)

    def _packed(self, seconds: float) -> LivePack | None:
        """The answers that the page gives without asking, if so much time makes them."""
        if self.form.value is None or not isinstance(self.rules, Ruleset):
            return None
        home = self.system.under(self.rules)
        return live_pack(home, self.question, self.form, self.form.value.plain(), seconds)

    def _play_of(self, situation: Any, rules: Ruleset) -> StepThrough:
        key = (situation, rules)
        play = self._kept.pop(key, None) or StepThrough(self.question, situation, rules)
        self._kept[key] = play
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return play

    def show_problem(self, why: str) -> None:
        """Say why the situation cannot be used, and show nothing that does not belong to it."""
        self.play = None
        for part in (self.told, self.asked, self.end, self.tree):
            part.value = ""
        self.knowing.show("", None, self.rules)
        self.fault.value = f'<p class="pz8-problem">{escape(why)}</p>'
        self.picking.children = ()
        self.roll_button.disabled = self.undo_button.disabled = self.again_button.disabled = True
        self.keyboard.news = why

    def _thrown(self, falling: Collection[str], was: Distribution[str]) -> None:
        assert self.play is not None
        self._remembered |= self.play.dice
        self._played(falling=falling, was=was)

    def _played(self, news: str = "", **moving: Any) -> None:
        """The dice lie differently."""
        self.show_answer(news, **moving)
        self.panels_follow()

    def show_answer(
        self, news: str = "", falling: Collection[str] = (), was: Distribution[str] | None = None
    ) -> None:
        """The steps so far, the dice that are called for, the tree, and what is known now.

        The dice of some labels are `falling`, and the bars move from what `was` known before.
        """
        play = self.play
        assert play is not None
        waiting, says = play.waiting, answers_of(play)
        steps = (
            told(play, falling, self.looks),
            asked(waiting, number_of(play), says, falling, self.looks) if waiting is not None else "",
            concluded(play, self.looks, falling),
        )
        if self.veiled:
            self.tree.value = ""
            self.knowing.show("", None, play.rules)
            steps = (without_chances(steps[0]), without_chances(steps[1]), without_chances(steps[2]))
        else:
            bars = knowing(play.before, play.now, self.looks, was, self.says)
            self.knowing.show(bars, None if play.dice else play.situation.plain(), play.rules)
            self.tree.value = tree_card(play, self.looks, self._drawing)
        self.knowing_title.value = self._knowing_title(play)
        told_so_far, step, end = steps
        self.told.value = with_headings(told_so_far, play.rules)
        self.asked.value = with_headings(step, play.rules)
        self.end.value = end
        self.fault.value = ""
        self._pick(waiting)
        verb = "Draw" if of_cards(waiting) or (waiting is None and self.of_cards) else "Roll"
        self.roll_button.description = verb if waiting is not None or not play.dice else f"{verb} again"
        self.roll_button.disabled = waiting is None and not play.dice
        self.roll_button.button_style = "info" if waiting is not None else ""
        self.undo_button.disabled = self.again_button.disabled = not play.dice
        self.keyboard.news = " ".join(filter(None, (news, self._said(play))))

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
            self._blame(fault)

    def _blame(self, fault: BadInput) -> None:
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
                f"{dice.name} {dice.word(dice.shows)}" if several else dice.word(dice.shows)
                for dice in fallen
            ]
            parts.append(f"{step.label}: {', '.join([*said, step.given.word if step.given else ''])}.")
        if play.waiting is not None:
            parts.append(f"Now {play.waiting.title}.")
        if play.outcome is not None:
            parts.append(f"Outcome: {said_in(play)(play.outcome)}.")
            parts += [] if self.veiled else [f"Chance of this path: {play.chance}."]
        return " ".join(parts)

    def _knowing_title(self, play: StepThrough) -> str:
        die, fallen = ("card", "is drawn") if self.of_cards else ("die", "has fallen")
        note = f"dashed: before the first {die}; solid: after “{last_known(play)}”"
        said = note if play.dice else f"before any {die} {fallen}"
        return f'<h3 class="pz8-title">What you know now <span class="pz8-quiet">{escape(said)}</span></h3>'

    def drawing(self) -> str:
        """The tree as SVG, the path taken in heavy ink."""
        play = self.play
        if play is None:
            return ""
        return draw(play.tree, play.lit, looks=self.looks, word=self.question.word, says=said_in(play))

    # --- under other rules
    def change_html(self, first: Ruleset, second: Ruleset) -> str:
        """What the odds gain and lose from the first rules to the second. Raises BadInput."""
        return change_html(*(self._play_of(self.situation, rules).before for rules in (first, second)))

    def play_under(self, rules: Any) -> None:
        """Play the question once in every way under rules that watch what is read of them."""
        Enumerating(draw=False).tree(under(self.question, rules).rule, self.situation, rules)

    # --- where no widget runs
    def answer_text(self) -> str:
        """The odds in words."""
        return repr(self.odds)

    def answer_html(self) -> str:
        """The odds as a table, and the tree."""
        return f"{self.odds._repr_html_()}{picture_html(self.drawing(), 'the tree of every way it can go')}"


def found(
    asked: str | System | Question, question: str | None, rules: Ruleset | None
) -> tuple[System, Question]:
    """The system and the calculator that are meant."""
    home, chosen = question_in(asked, question, rules, "calculator")
    assert isinstance(chosen, Question)
    return home, chosen


def last_known(play: StepThrough) -> str:
    """What the last throw has settled: the answer, or the die where the question is still open."""
    waiting = play.waiting
    fallen = [dice for dice in waiting.dice if dice.shows is not None] if waiting is not None else []
    if fallen:
        return ", ".join(f"{dice.name} {dice.word(dice.shows)}" for dice in fallen)
    given = [step.given.word for step in play.steps if step.given is not None and not step.node.idle]
    return given[-1] if given else "this throw"
