"""Predict, then check: a question of the course, whose answer is worked out by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.asking.odds import Odds
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.wording import answer_words, label_words, throws_words
from pz8edu.errors import BadInput
from pz8edu.printing.percent import short_percent
from pz8widgets.course.course import question_named
from pz8widgets.course.guess import EXAMPLE, read_guess
from pz8widgets.course.judge import Judged, Verdict, judge
from pz8widgets.course.lesson import Question
from pz8widgets.course.opened import opened, tells, veil
from pz8widgets.course.progress import UNANSWERED, Progress
from pz8widgets.course.wording import SHORT, as_html, decimal, filled, fraction, unbroken
from pz8widgets.course.worlds import badge
from pz8widgets.page.fraction_html import fraction_html, odds_html, readable
from pz8widgets.page.glossary import with_meanings
from pz8widgets.page.guess_bar import GuessBar
from pz8widgets.page.theme import acts, apply_theme, card, words

SURE = {
    "A wild guess (1 in 4)": "1/4",
    "Even chances (1 in 2)": "1/2",
    "Fairly sure (3 in 4)": "3/4",
    "Nearly certain (19 in 20)": "19/20",
}
"""How sure one may be of a guess, and as what chance of being right it is kept."""

LINE = "_" * 24

BY_HAND = {"note": "Drag a base, turn its arrow, or pick it in the list and use the buttons.", "reach": False}
"""What a table says that stands there before its question; its own note may tell an answer."""

TRY_IT = "<p>Try it yourself, as often as you like. The chances come with your next guess.</p>"

FEW_PATHS, MOST_PATHS = 3, 6

CERTAINLY = {
    Fraction(0): "It never happens: its chance is 0.",
    Fraction(1): "It always happens: its chance is 1.",
}
WRONG_IN_A_ROW = 2
"""After so many wrong guesses in a row the first hint opens by itself."""


class Quiz(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """One question: `Quiz("start-destroyed")` finds it in the data of the lessons.

    The first guess is kept with how sure its giver is. A wrong one opens the calculators without their
    chances; a right one, a second one or the answer opens all that the question opens. Hints come one by
    one, the first by itself after two wrong guesses in a row; the reason comes with the right answer, or
    when the answer is asked for after a guess. Until then nothing of it is anywhere in the page; asked
    `afresh`, it forgets earlier visits. Raises BadInput for a name that is no question.
    """

    def __init__(
        self, question: str | Question, *, progress: Progress | None = None, afresh: bool = False
    ) -> None:
        super().__init__()
        self.afresh, self.tries_here = afresh, 0
        self.question = question if isinstance(question, Question) else question_named(question)
        self.progress = progress or Progress()
        self.solved = False
        self.shown_hints = self.wrong_in_a_row = 0
        self._judged = ""
        self._told_words: set[str] = set()
        self.guess = self._answer_box()
        self.sure = [w.Button(description=words, layout=w.Layout(width="auto")) for words in SURE]
        self.how_sure = w.HBox()
        self.check = w.Button(description="Check", button_style="primary", tooltip="Check the answer")
        self.hint = w.Button(tooltip="A little help")
        self.verdict, self.helped, self.after = words(""), words(""), words("")
        self.opened = w.VBox()
        asks = self.question
        self.table = w.VBox([opened({**BY_HAND, **entry}, asks) for entry in asks.shows])
        self.table.add_class("pz8-bare")
        pairs = zip(asks.shows, self.table.children, strict=True)
        self.telling = [each for entry, each in pairs if tells(entry, getattr(each, "asked", None), asks)]
        veil(self.table.children, True)
        self.add_class("pz8-asking")
        if any("tabletop" in entry for entry in self.question.shows):
            self.add_class("pz8-at-table")
        self.check.on_click(lambda _: self.checked())
        self.hint.on_click(lambda _: self.help())
        for button, chance in zip(self.sure, SURE.values(), strict=True):
            button.on_click(lambda _, chance=chance: self.kept(chance))
        row = w.HBox([self.guess, self.check, self.hint])
        for each in (row, self.how_sure):
            each.add_class("pz8-tools")
        if self.question.bar:
            self.check.description = "That is my guess"
            self.check.layout.width = "auto"
        emblem = badge(self.question.world, 56)
        asked = words(f"{emblem}<div class='pz8-asked'>{self._html(self.question.text)}</div>")
        told = (self.verdict, self.helped, self.after)
        self.children = (
            *([self.table] if self.question.shows else ()),
            card("Predict, then check", asked, acts(row, self.how_sure), *told),
            self.opened,
        )
        self.label_hint()
        self.remembered()
        apply_theme(self)

    def _answer_box(self) -> w.Widget:
        if self.question.choices:
            return w.RadioButtons(options=[*self.question.choices], value=None, layout=w.Layout(width="auto"))
        if self.question.bar:
            return GuessBar()
        unit = f" ({self.question.unit})" if self.question.unit else ""
        box = w.Text(
            placeholder=f"{EXAMPLE[self.question.kind]}{unit}",
            continuous_update=False,
            layout=w.Layout(width="290px"),
            tooltip="Your answer",
        )
        box.observe(lambda change: self.checked() if change.new.strip() else None, "value")
        return box

    def remembered(self) -> None:
        """Show what was answered on an earlier visit, and open what it opened."""
        before = None if self.afresh else self.progress.of(self.question.id)
        told = [self.progress.trouble] if self.progress.trouble else []
        known = " pz8-yes" * bool(before and before.right)
        if known:
            told.append("You have answered this rightly before. Answer again, or read on.")
        elif before is not None:
            told.append(f"Your last try was {before.given}.")
        said = f"<p role='status' class='pz8-quiet{known}'>{escape(' '.join(told))}</p>"
        why = f"<details><summary>The answer, and why</summary>{self._answer()}</details>" if known else ""
        self.verdict.value = said + why if told else ""
        self.hint.layout.display = "none" if known else ""
        if before is not None:
            self.unlock()

    def checked(self) -> None:
        """Judge what stands in the box; a first guess waits for how sure its giver is."""
        text = (self.guess.value or "").strip()
        if text and text == self._judged:
            return
        try:
            self.judged(text)
        except BadInput as fault:
            self.how_sure.children = ()
            self.say(f"<p>{escape(str(fault))}</p>")
            return
        if self.progress.of(self.question.id) is not None:
            self.kept()
        elif not self.how_sure.children:
            self.how_sure.children = (words("How sure are you?"), *self.sure)
            self.say("<p class='pz8-unseen'>How sure are you?</p>")

    def kept(self, sure: str = "") -> None:
        """Keep the guess and show the verdict; what has just been judged is no second try."""
        text = (self.guess.value or "").strip()
        judged = self.judged(text)
        self.how_sure.children = ()
        self._judged = text
        self.tries_here += 1
        self.progress.keep(self.question.id, text, judged.verdict.right, sure)
        trouble = f"<p class='pz8-quiet'>{escape(self.progress.trouble)}</p>" if self.progress.trouble else ""
        self.solved = self.solved or judged.verdict.right
        if self.solved:
            self.helped.value = ""
        self.wrong_in_a_row = 0 if judged.verdict.right else self.wrong_in_a_row + 1
        if self.wrong_in_a_row == WRONG_IN_A_ROW and self.question.hints and not self.shown_hints:
            self.help()
        self.unlock()
        self.say(self._told(text, judged) + trouble)
        self.label_hint()

    def judged(self, text: str) -> Judged:
        """The verdict on a guess as it is written; raises BadInput for what is no guess."""
        question = self.question
        if question.bar and not text:
            raise BadInput("Touch the line first: set it where you believe.")
        if question.kind != "choice":
            guess = read_guess(question.kind, text)
            return judge(question.kind, guess, question.right, question.tolerance, question.wrong)
        if not text:
            raise BadInput("Choose one first.")
        if text == question.right_choice:
            return Judged(Verdict.EXACT)
        return Judged(Verdict.TRAP, (question.traps or {}).get(text, ""))

    def _told(self, text: str, judged: Judged) -> str:
        if judged.verdict.right:
            begin = "Yes." if judged.verdict is Verdict.EXACT else "Near enough."
            answer = "" if self.question.choices else answer_html(self.question)
            return f"<p class='pz8-yes'><b>{begin}</b> {answer}</p>{self.reason()}"
        off = f": {escape(text)} is {judged.off}" if judged.off else ""
        if judged.verdict is Verdict.TRAP:
            return f"<p><b>Not yet{off}.</b></p>{self._html(judged.says) or '<p>That is another one.</p>'}"
        hint = "look at the hint" if self.wrong_in_a_row == WRONG_IN_A_ROW else "take a hint"
        ways = [hint] * bool(self.question.hints) + ["try it out below"] * bool(self.opened.children)
        return f"<p><b>Not yet{off}.</b> {' or '.join(ways).capitalize()}{'.' * bool(ways)}</p>"

    def say(self, html: str) -> None:
        """Show the verdict; a screen reader reads it out."""
        self.verdict.value = f"<div role='status' aria-live='polite'>{html}</div>"

    def help(self) -> None:
        """Show the next hint; after the last one, and after a guess, the answer with its reason."""
        hints = self.question.hints
        if self.shown_hints >= len(hints) and not self.guessed:
            return
        self.shown_hints = min(self.shown_hints + 1, len(hints) + 1)
        lines = "".join(f"<li>{self._html(hint)}</li>" for hint in hints[: self.shown_hints])
        told = f"<ol>{lines}</ol>" if lines else ""
        if self.shown_hints > len(hints):
            told += self._answer()
            self.unlock()
        self.helped.value = f"<div role='status'>{told}</div>"
        self.label_hint()

    def label_hint(self) -> None:
        """The button says which hint comes next; the answer comes only after a guess."""
        hints, guessed = len(self.question.hints), self.guessed
        left = hints - self.shown_hints
        last = "Show the answer" if guessed else "Guess first, then the answer"
        self.hint.description = f"Hint {self.shown_hints + 1} of {hints}" if left > 0 else last
        self.hint.disabled = self.shown_hints > hints or (left <= 0 and not guessed)
        self.hint.layout.width = "auto"
        self.hint.layout.display = "none" if self.solved else ""

    def unlock(self) -> None:
        """Open what the question opens: after one wrong guess its calculators without their chances."""
        if self.told and len(self.question.opens_apart) < len(self.question.opens):
            self.table.children[0].tell_worths()
        entries = [each for each in self.question.opens_apart if self.told or "calculator" in each]
        if len(entries) > len(self.opened.children):
            self.opened.children = tuple(opened(entry, self.question) for entry in entries)
        veil((*self.opened.children, *self.telling), not self.told)
        if isinstance(self.guess, GuessBar) and self.told:
            self.guess.exact = f"{float(100 * self.question.right):.4g} %"
        after = self._html(self.question.after) if self.told else TRY_IT if entries else ""
        self.after.value = f"<div class='pz8-after'>{after}</div>" if after else ""

    @property
    def guessed(self) -> bool:
        """Whether there was a first guess."""
        return bool(self.tries_here if self.afresh else self.progress.of(self.question.id))

    @property
    def told(self) -> bool:
        """Whether the numbers may be seen: after a right guess, after two, or with the answer."""
        known = self.progress.of(self.question.id) or UNANSWERED
        right, tries = (self.solved, self.tries_here) if self.afresh else (known.right, known.tries)
        return right or tries > 1 or self.shown_hints > len(self.question.hints)

    def reason(self) -> str:
        """Why it is so: what the lesson says, and the paths of the tree that lead there."""
        odds = self.question.values.odds(self.question.answer)
        return self._html(self.question.why) + (paths_html(*odds) if odds else "")

    def _answer(self) -> str:
        return f"<p>{answer_html(self.question)}</p>{self.reason()}"

    def _html(self, text: str) -> str:
        """A text of the question: its numbers worked out, its words with what they mean."""
        return with_meanings(as_html(filled(text, self.question.values)), self._told_words)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live question, and for wherever no widget runs its words."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        text = filled(self.question.still.text, self.question.values)
        choices = list(self.question.choices or ())
        plain = "\n".join([f"Predict, then check: {text}", *(f"○ {choice}" for choice in choices)])
        stills = "".join(each._repr_mimebundle_()["text/html"] for each in self.table.children)
        return {**bundle, "text/plain": plain, "text/html": stills + paper_html(as_html(text), choices)}


def paper_html(asked: str, choices: Sequence[str] = ()) -> str:
    """A question for paper: its choices or a line to write on, and how sure one is."""
    listed = "".join(f"<li>○ {escape(choice)}</li>" for choice in choices)
    guess = f"<ul style='list-style:none'>{listed}</ul>" if listed else f"<p>My guess: {LINE}</p>"
    sure = " ".join(f"○ {words}" for words in SURE)
    return f"<b>Predict, then check</b>{asked}{guess}<p>How sure? {sure}</p>"


def answer_html(question: Question) -> str:
    """The right answer in a sentence: a chance with its percentage, anything else with its unit."""
    if question.kind == "choice":
        return f"The answer: {escape(question.right_choice)}."
    right = question.right
    if question.kind == "chance":
        if right.denominator < 10**5:  # a longer one is read after its percentage
            return CERTAINLY.get(right) or f"It is {odds_html(right)}."
        exact = f"exactly {right}" if readable(right) else fraction_html(right)
        return f'It is {short_percent(right)} <span class="pz8-quiet">({exact})</span>.'
    if question.kind == "odds":
        return f"It is {right.numerator} to {right.denominator}."
    unit = f" {escape(question.unit)}" if question.unit else ""
    beside = f" ({decimal(right)})" if 1 < right.denominator < SHORT else ""
    return f"{'' if unit else 'It is '}{fraction(right)}{beside}{unit}."


def paths_html(odds: Odds, outcome: str, *, single: bool = False) -> str:
    """The paths that lead to an outcome, each as the product of the chances along it.

    Empty if none does, or a `single` step that only says the chance again, unless it is wanted.
    """
    lines: list[str] = []
    telling = False
    for way, found, last in odds.tree.paths():
        if last is None or odds.question.word(found) != outcome:
            continue
        steps = [_factor(node, branch) for node, branch in way if not node.certain]
        product = f" = {odds_text(last.chance)}" if len(steps) > 1 else ""
        if steps:
            lines.append(f"<li>{' × '.join(steps)}{product}</li>")
        telling = telling or single or bool(product) or len(lines) > 1
    if not telling:
        return ""
    rest = len(lines) - MOST_PATHS
    more = f"<li>and {rest} more paths</li>" if rest > 0 else ""
    listed = f"<ul>{''.join(lines[:MOST_PATHS])}{more}</ul>"
    many = f"<summary>The {len(lines)} paths that lead there</summary>"
    return listed if len(lines) <= FEW_PATHS else f"<details>{many}{listed}</details>"


def _factor(node: Node, branch: Branch) -> str:
    """The chance of one answer with its words; of several dice how many throws give it."""
    throws = throws_words(node, branch)
    counted = f", {throws} throws" if throws else ""
    what = escape(f"{label_words(node)}: {answer_words(node, branch)}")
    return f"{node.chance_of(branch)} ({what}{counted})"


def odds_text(chance: Any) -> str:
    """A chance on one line; of a long fraction its percentage."""
    if chance.q == 1:
        return str(chance)
    told = short_percent(chance)
    return unbroken(f"{chance} ({told})" if chance.q < SHORT else told)
