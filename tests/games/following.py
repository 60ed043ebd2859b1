"""What can follow a moment, worked out beside the game: a second opinion on its choices and their chances."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import islice
from typing import Any

from pz8edu.asking.ask import situation_of
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.games.game import Game
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment


class Following:
    """The moments that can follow those of a game, with their chances; a law is worked out once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.book = game.book
        self._laws: dict[Any, dict[Any, Fraction]] = {}

    def law(self, choice: Choice) -> dict[Any, Fraction]:
        """What can come of a choice, as the rule returns it."""
        if choice.asked is None:
            return {None: Fraction(1)}
        question = self.game.question(choice.asked)
        key = question.id, situation_of(question, choice.asked.inputs)
        if key not in self._laws:
            rule = under(question, self.game.rules).rule
            tree = Enumerating(draw=False).tree(rule, key[1], self.game.rules)
            self._laws[key] = tree.distribution.fractions()
        return self._laws[key]

    def choices(self, moment: Moment[Any]) -> list[Choice]:
        """The legal choices of a moment, none once the game is over."""
        return [] if self.book.over(moment) else list(self.book.choices(moment))

    def after(self, moment: Moment[Any], choice: Choice) -> dict[Moment[Any], Fraction]:
        """The moments after a choice at which somebody has to choose again, with their chances."""
        found: dict[Moment[Any], Fraction] = defaultdict(Fraction)
        for outcome, chance in self.law(choice).items():
            found[self.until_a_choice(self.book.lands(moment, choice, outcome))] += chance
        return found

    def until_a_choice(self, moment: Moment[Any]) -> Moment[Any]:
        """What needs nobody's choice and no dice happens by itself."""
        while not self.book.over(moment):
            found = list(islice(self.book.choices(moment), 2))
            if len(found) == 2 or (found and found[0].asked):
                break
            moment = self.book.lands(moment, found[0]) if found else self.book.next_step(moment)
        return moment
