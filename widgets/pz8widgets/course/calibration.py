"""How well guesses were calibrated: whoever says "3 in 4" should be right three times in four."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import ipywidgets as w

from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.html_table import html_table
from pz8edu.printing.percent import short_percent
from pz8widgets.course.guess import COUNTED as COUNTED_IN
from pz8widgets.course.progress import COUNTED, Answer, Progress
from pz8widgets.page.odds_bars import said_and_came
from pz8widgets.page.theme import apply_theme, button, card, words

TITLE = "How sure, and how often right?"

CALLED = {
    Fraction(1, 4): "you took for a wild guess",
    Fraction(1, 2): "to which you gave even chances",
    Fraction(3, 4): "you were fairly sure of",
    Fraction(19, 20): "you were nearly certain of",
}
"""How sure somebody was, behind "of ten guesses that"."""

FEW = 10
"""With fewer guesses a score says nothing."""


@dataclass(frozen=True)
class Said:
    """All first guesses of one confidence: what was said, how many there were, and how many were right."""

    said: Fraction
    guesses: int
    right: int

    @property
    def share(self) -> Fraction:
        """How many of them were right, as a part of all."""
        return Fraction(self.right, self.guesses)


def by_confidence(answers: Iterable[Answer]) -> list[Said]:
    """The first guesses that were given with a confidence, the least sure first."""
    found: dict[Fraction, list[bool]] = {}
    for answer in answers:
        if answer.confidence:
            found.setdefault(Fraction(answer.confidence), []).append(answer.first_right)
    return [Said(said, len(right), sum(right)) for said, right in sorted(found.items())]


def score(groups: Iterable[Said]) -> Fraction | None:
    """Brier's score, exactly: the mean of (what was said − what came true)², 0 at best; None without guesses.

    Nobody improves it by saying anything else than what he believes. Always saying 1 in 2 scores 1/4.
    """
    groups = list(groups)
    guesses = sum(group.guesses for group in groups)
    if not guesses:
        return None
    missed = sum(
        (
            group.right * (1 - group.said) ** 2 + (group.guesses - group.right) * group.said**2
            for group in groups
        ),
        Fraction(0),
    )
    return missed / guesses


class Calibration(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """All first guesses so far: how sure they were, how often they were right, and the score for both.

    It counts by itself whenever a question of the same kernel is answered.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        super().__init__()
        self.progress = progress
        self.told = words("")
        again = button("Count again", "Count guesses of other pages, too", self.count)
        self.children = (card(TITLE, self.told, w.HBox([again])),)
        self.count()
        COUNTED.add(self)
        self.add_class("pz8-asking")
        apply_theme(self)

    @property
    def groups(self) -> list[Said]:
        """The first guesses by how sure they were."""
        return by_confidence((self.progress or Progress()).answers.values())

    def count(self) -> None:
        """Read the guesses again and tell of them; on paper only if there are any."""
        groups = self.groups
        self.told.value = f"<div role='status'>{calibration_html(groups)}</div>"
        (self.remove_class if groups else self.add_class)("pz8-uncounted")

    def to_csv(self) -> str:
        """The table for a spreadsheet."""
        rows = [(group.said, group.guesses, group.right, group.share) for group in self.groups]
        return csv_text([("said", "guesses", "right", "share right"), *rows])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live table, and for wherever no widget runs the table as it is now."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": TITLE, "text/html": calibration_html(self.groups)}


def calibration_html(groups: list[Said]) -> str:
    """The table, its verdict and the score, in words."""
    brier = score(groups)
    if brier is None:
        return (
            "<p>No guess has been made yet. Answer a few questions, say how sure you are, and come back.</p>"
        )
    head = ("How sure you were", "Guesses", "Right", "Share")
    rows = [
        (short_percent(each.said), each.guesses, each.right, short_percent(each.share)) for each in groups
    ]
    bars = said_and_came((f"you said {short_percent(each.said)}", each.said, each.share) for each in groups)
    told = "".join(f"<li>{told_of(group)}</li>" for group in reversed(groups))
    return (
        f"{bars}<p class='pz8-quiet'>dashed: how sure you were; solid: how often you were right</p>"
        f"<ul>{told}</ul><p>{advice(groups, brier)}</p>"
        f"<details><summary>The numbers, and a score</summary>{html_table(head, rows, names=1)}"
        f"<p>Your score is <b>{float(brier):.2f}</b>: 0 is perfect, and always saying “1 in 2” gives 0.25. "
        "For each guess it takes how sure you were, less 1 if you were right "
        "(less 0 if not), squared; then the mean of all. No trick lowers it: say what you believe.</p>"
        "</details>"
    )


def told_of(group: Said) -> str:
    """A group as one would say it: "Of ten guesses you were fairly sure of, seven were right"."""
    called = CALLED.get(group.said, f"to which you gave {short_percent(group.said)}")
    many = f"{in_words(group.guesses)} guess{'es' * (group.guesses != 1)}"
    right = (
        "none was" if not group.right else f"{in_words(group.right)} {'was' if group.right == 1 else 'were'}"
    )
    judged = verdict(group)
    return f"Of {many} {called}, <b>{right} right</b>{judged and f': {judged}'}."


def in_words(number: int) -> str:
    """A small number as a word."""
    return COUNTED_IN[number] if number < len(COUNTED_IN) else f"{number:,}"


def advice(groups: list[Said], brier: Fraction) -> str:
    """What to do with the score, in a sentence that one may read after every lesson."""
    guesses = sum(group.guesses for group in groups)
    if guesses < FEW:
        return f"After {FEW} guesses it begins to mean something; so far there are {guesses}."
    if brier <= Fraction(1, 4) and not any(map(misjudged, groups)):
        return "You know well how much you know."
    sure = sum(group.said * group.guesses for group in groups)
    if sure > sum(group.right for group in groups):
        return "You are surer than you are right: say a smaller chance when you guess."
    return "You know more than you say: dare to be surer."


def misjudged(group: Said) -> bool:
    """Were more or fewer right than said, by over two standard errors?"""
    return (group.share - group.said) ** 2 > 4 * group.said * (1 - group.said) / group.guesses


def verdict(group: Said) -> str:
    """Whether a group was too sure, behind its numbers; few guesses prove nothing, and are not judged."""
    if not misjudged(group):
        return "" if group.guesses < FEW else "about as often as you said"
    return "fewer than you thought" if group.share < group.said else "more than you thought"
