"""When a puzzle comes again, by FSRS with the time given; how strong a pupil is, and how hard a puzzle."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from fsrs import Card, Rating, Scheduler

from pz8edu.analysis.puzzles import Puzzle
from pz8edu.errors import BadInput, shown
from pz8edu.printing.saving import save_text

BEGINS = 1500.0
"""The rating of who has solved nothing yet."""


@dataclass
class Pupil:
    """What a pupil has answered: a card and a rating a puzzle, the pupil's own rating. All times are UTC."""

    rating: float = BEGINS
    cards: dict[str, Card] = field(default_factory=dict)
    ratings: dict[str, float] = field(default_factory=dict)
    answered: int = 0
    right: int = 0

    def answers(self, one: Puzzle, right: bool, now: datetime) -> datetime:
        """A puzzle was answered: when it comes again; how fast it was does not count."""
        card = self.cards.get(one.id) or Card(card_id=int(one.id, 16), due=now)
        graded = Rating.Good if right else Rating.Again
        self.cards[one.id], _ = Scheduler(enable_fuzzing=False).review_card(card, graded, now)
        self._rate(one, right)
        self.answered, self.right = self.answered + 1, self.right + right
        return self.cards[one.id].due

    def _rate(self, one: Puzzle, right: bool) -> None:
        """Both ratings move, slower the more has been answered."""
        hard = self.ratings.get(one.id, float(one.rating))
        expected = 1 / (1 + 10 ** ((hard - self.rating) / 400))
        self.rating += (320 / (self.answered + 8) + 8) * (right - expected)
        self.ratings[one.id] = hard - 8 * (right - expected)

    def due(self, puzzles: Iterable[Puzzle], now: datetime) -> Iterator[Puzzle]:
        """The puzzles that come again now, the longest waiting first."""
        known = {each.id: each for each in puzzles}
        ordered = sorted(self.cards.items(), key=lambda each: (each[1].due, each[0]))
        return (known[name] for name, card in ordered if card.due <= now and name in known)

    def next(self, puzzles: Iterable[Puzzle], now: datetime) -> Puzzle | None:
        """The puzzle to be asked: one that is due, else the new one nearest to the pupil's strength."""
        found = tuple(puzzles)
        new = (each for each in found if each.id not in self.cards)
        nearest = min(new, key=lambda each: (abs(each.rating - self.rating), each.id), default=None)
        return next(self.due(found, now), nearest)

    # --- kept
    def text(self) -> str:
        """As it is kept in a file."""
        cards = {name: card.to_dict() for name, card in self.cards.items()}
        return json.dumps({**vars(self), "cards": cards}, indent=1)

    @classmethod
    def of(cls, text: str) -> Pupil:
        """What was kept. Raises BadInput for what is none."""
        try:
            told = json.loads(text)
            cards = {name: Card.from_dict(card) for name, card in told.pop("cards").items()}
            return cls(cards=cards, **told)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadInput(f"{shown(text)} holds no answers to puzzles") from None

    @classmethod
    def read(cls, file: Path) -> Pupil:
        """The pupil of a file, or a new one where there is none. Raises BadInput for another file."""
        return cls.of(file.read_text(encoding="utf-8")) if file.exists() else cls()

    def save(self, file: Path) -> None:
        """Keep it, whole or not at all."""
        save_text(file, self.text())
