"""Predict, then check: a question whose answer is calculated by the rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.asking import Odds
from pz8edu.asking import ask as ask_rules
from pz8edu.errors import BadInput
from pz8edu.rulebook.domain import exact
from pz8edu.words import answer_words
from pz8widgets.page.fraction_html import odds_html, percent
from pz8widgets.page.theme import card, dress, words
from pz8widgets.progress import Progress

Asking = tuple[str, str, Mapping[str, Any]]


class Quiz(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """One question with a number for an answer, three levels of hints and a reason.

    The answer is `answer` (any exact number that the lesson calculates), or what `ask=(system, question,
    inputs)` gives for `outcome` (an outcome of a calculator, a result of a chain). A fraction must be right;
    a decimal or percentage must be right as far as it is written; `within` lets a guess be that far away.
    `why` is shown with the right answer; for a calculator it is read off the tree. `name` keeps the answer.
    """

    def __init__(
        self,
        question: str,
        *,
        answer: Any = None,
        ask: Asking | None = None,
        outcome: str = "",
        reading: str | None = None,
        within: str | int | Fraction = 0,
        why: str = "",
        hints: Sequence[str] = (),
        name: str = "",
        progress: Progress | None = None,
    ) -> None:
        super().__init__()
        self.question = question
        self.right, self.odds = answer_of(answer, ask, outcome, reading)
        self.outcome = outcome
        self.tolerance = exact(within) or Fraction(0)
        self.why = why
        self.hints = tuple(hints)
        self.shown_hints = 0
        self.name = name or question
        self.progress = progress or Progress()
        self.solved = False
        self.guess = w.Text(
            placeholder="such as 5/36, 0.14 or 14 %",
            continuous_update=False,
            layout=w.Layout(width="190px"),
            tooltip="Your answer",
        )
        self.check = w.Button(description="Check", button_style="primary", tooltip="Check the answer")
        self.hint = w.Button(tooltip="A little help")
        self.verdict = words("")
        self.helped = words("")
        self.guess.observe(lambda change: self.checked() if change.new.strip() else None, "value")
        self.check.on_click(lambda _: self.checked())
        self.hint.on_click(lambda _: self.help())
        label = words(f"<b>{escape(question)}</b>")
        row = w.HBox([self.guess, self.check, self.hint])
        row.add_class("pz8-tools")
        self.children = (card("Predict, then check", label, row, self.verdict, self.helped),)
        self.label_hint()
        self.remembered()
        dress(self)

    def remembered(self) -> None:
        """Show what was answered on an earlier visit."""
        before = self.progress.of(self.name)
        told = [self.progress.trouble] if self.progress.trouble else []
        if before.get("right"):
            told.append("You have answered this rightly before. Answer again, or read on.")
        elif before:
            told.append(f"Your last try was {before.get('given', '')}.")
        self.verdict.value = (
            f"<p role='status' class='pz8-quiet'>{escape(' '.join(told))}</p>" if told else ""
        )

    def checked(self) -> None:
        """Judge what stands in the box."""
        text = self.guess.value
        try:
            given, unit = number_in(text)
        except BadInput as fault:
            self.say(f"<p>{escape(str(fault))}</p>")
            return
        exactly = given == self.right
        near = abs(given - self.right) <= max(unit / 2, self.tolerance)
        self.progress.keep(self.name, text.strip(), near)
        trouble = f"<p class='pz8-quiet'>{escape(self.progress.trouble)}</p>" if self.progress.trouble else ""
        if near:
            self.solved = True
            begin = "<b>Yes.</b>" if exactly else "<b>Near enough.</b>"
            self.say(f"<p>{begin} It is {odds_html(self.right)}.</p>{self.reason()}{trouble}")
        else:
            side = "too high" if given > self.right else "too low"
            again = "Take a hint, or step through it below." if self.hints else "Try again."
            self.say(f"<p><b>Not yet:</b> {escape(text.strip())} is {side}. {again}</p>{trouble}")

    def say(self, html: str) -> None:
        """Show the verdict; a screen reader reads it out."""
        self.verdict.value = f"<div role='status' aria-live='polite'>{html}</div>"

    def help(self) -> None:
        """Show the next hint; after the last one the answer with its reason."""
        self.shown_hints = min(self.shown_hints + 1, len(self.hints) + 1)
        lines = "".join(f"<li>{escape(hint)}</li>" for hint in self.hints[: self.shown_hints])
        told = f"<ol>{lines}</ol>" if lines else ""
        if self.shown_hints > len(self.hints):
            told += f"<p>It is {odds_html(self.right)}.</p>{self.reason()}"
        self.helped.value = f"<div role='status'>{told}</div>"
        self.label_hint()

    def label_hint(self) -> None:
        """The button says which hint comes next."""
        left = len(self.hints) - self.shown_hints
        self.hint.description = (
            f"Hint {self.shown_hints + 1} of {len(self.hints)}" if left > 0 else "Show the answer"
        )
        self.hint.disabled = self.shown_hints > len(self.hints)

    def reason(self) -> str:
        """Why it is so: what the lesson says, and the paths of the tree that lead there."""
        told = f"<p>{escape(self.why)}</p>" if self.why else ""
        return told + (paths_html(self.odds, self.outcome) if self.odds is not None else "")

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live question, and for wherever no widget runs its words."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        text = f"Predict, then check: {self.question}"
        html = f"<p><b>Predict, then check:</b> {escape(self.question)}</p>"
        return {**bundle, "text/plain": text, "text/html": html}


def answer_of(
    answer: Any, ask: Asking | None, outcome: str, reading: str | None
) -> tuple[Fraction, Odds | None]:
    """The right answer, and the odds behind it where it is the chance of an outcome.

    Raises BadInput when neither or both of `answer` and `ask` are given, or for an unknown outcome.
    """
    if (answer is None) == (ask is None):
        raise BadInput("a quiz needs either answer= or ask=(system, question, inputs)")
    odds = None
    if ask is not None:
        found = ask_rules(ask[0], ask[1], ask[2], reading=reading)
        if isinstance(found, Odds):
            words_known = found.question.outcomes
            told = outcome in found or outcome in found.results
            if not told and words_known is not None and outcome not in words_known:
                raise BadInput(f"{outcome!r} is no outcome of {ask[1]}: {', '.join(words_known)}")
            answer = found[outcome]
            odds = None if outcome in found.results and outcome not in found else found
        elif isinstance(found, Mapping):
            if outcome not in found:
                raise BadInput(f"{outcome!r} is no result of {ask[1]}: {', '.join(found)}")
            answer = found[outcome]
        else:
            answer = found
    right = exact(answer)
    if right is None:
        raise BadInput(f"the answer of a quiz must be a number; this one is {answer}")
    return right, odds


def number_in(text: str) -> tuple[Fraction, Fraction]:
    """A number as a person writes it, and the unit of its last digit (0 for a fraction).

    "5/36", "0.14", "13,9 %" and "14%" are all read; raises BadInput for anything else.
    """
    written = text.strip().replace(",", ".").replace("−", "-")
    percentage = written.endswith("%")
    written = written.rstrip("% ").strip()
    value = exact(written) if written else None
    if value is None:
        raise BadInput(
            f"write a fraction such as 5/36, a decimal or a percentage; got {text.strip() or 'nothing'!r}"
        )
    decimal = re.search(r"\.(\d+)$", written)
    unit = Fraction(1, 10 ** len(decimal.group(1))) if decimal else Fraction(1 if percentage else 0)
    return (value / 100, unit / 100) if percentage else (value, unit)


MOST_PATHS = 6


def paths_html(odds: Odds, outcome: str) -> str:
    """The paths that lead to an outcome, each as the product of the chances along it."""
    lines = []
    for way, found, last in odds.tree.paths():
        if last is None or odds.question.word(found) != outcome:
            continue
        steps = [
            f"{odds_text(node.chance_of(branch))} ({escape(f'{node.label}: {answer_words(node, branch)}')})"
            for node, branch in way
            if not node.certain
        ]
        lines.append(f"<li>{' × '.join(steps)} = {odds_text(last.chance)}</li>")
    if not lines:
        return "<p>No path of the tree leads there.</p>"
    rest = len(lines) - MOST_PATHS
    more = f"<li>and {rest} more paths</li>" if rest > 0 else ""
    return f"<ul>{''.join(lines[:MOST_PATHS])}{more}</ul>"


def odds_text(chance: Any) -> str:
    """A chance on one line."""
    return f"{chance} ({percent(chance)})" if chance.q > 1 else str(chance)
