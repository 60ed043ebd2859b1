"""When a question that was wrong comes again: the free spaced repetition scheduler, by whole days."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler, State

SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)

BEFORE = (1, 3, 7)
"""After so many days it came again before there was a scheduler, as files of that time have it."""


class Memory(NamedTuple):
    """How well something is remembered: for how many days, how hard it is, and the day when it is due."""

    stability: float
    difficulty: float
    due: str

    def after(self, right: bool, today: date, last: date) -> Memory:
        """The memory after one more try, which is a good one or a failure."""
        card = Card(1, State.Review, None, self.stability, self.difficulty, noon(today), noon(last))
        return reviewed(card, right, today)


def noon(day: date) -> datetime:
    """A day as the scheduler has it."""
    return datetime.combine(day, time(12), UTC)


def reviewed(card: Card, right: bool, today: date) -> Memory:
    """What is remembered after a try."""
    card, _ = SCHEDULER.review_card(card, Rating.Good if right else Rating.Again, noon(today))
    return Memory(card.stability or 0.0, card.difficulty or 0.0, card.due.date().isoformat())


def first_wrong(today: date) -> Memory:
    """The memory of what was wrong for the first time."""
    return reviewed(Card(1), False, today)


def from_before(in_a_row: int, last: date) -> Memory:
    """The memory of what was wrong, then right on so many days, as old files say it: due as it was."""
    waits = BEFORE[: min(in_a_row, len(BEFORE))]
    day = last - timedelta(days=sum(waits))
    memory = first_wrong(day)
    for wait in waits:
        memory, day = memory.after(True, day + timedelta(days=wait), day), day + timedelta(days=wait)
    if in_a_row < len(BEFORE):
        memory = memory._replace(due=(last + timedelta(days=BEFORE[in_a_row])).isoformat())
    return memory
