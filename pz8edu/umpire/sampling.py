"""The umpire that plays one random game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, overload

from pz8edu.chance.distribution import Distribution
from pz8edu.chance.roll import Roll, Thrown
from pz8edu.umpire.vocabulary import Umpire

T = TypeVar("T")
P = ParamSpec("P")


class Sampling(Umpire):
    """Plays one random game after another: a die falls the first time that somebody looks at it.

    The same seed gives the same games.
    """

    def __init__(
        self,
        seed: int | None = None,
        *,
        loaded: Mapping[str, Distribution[Any]] | None = None,
        memo: dict[Any, Any] | None = None,
    ) -> None:
        super().__init__(loaded=loaded, memo=memo)
        self.random = random.Random(seed)
        self.fallen: dict[int, Any] = {}

    @overload
    def play(self, rule: Callable[Concatenate[Umpire, P], Roll[T]], *args: P.args, **kw: P.kwargs) -> T: ...
    @overload
    def play(
        self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> T: ...
    def play(self, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs) -> T:
        """The outcome of one random game."""
        self.rolls = 0
        self._labels = {}
        self.fallen = {}
        outcome = rule(self, *args, **kw)
        return cast(T, self._decided(outcome)) if isinstance(outcome, Roll) else outcome

    def frequencies(
        self, games: int, rule: Callable[Concatenate[Umpire, P], T | Roll[T]], *args: P.args, **kw: P.kwargs
    ) -> dict[T, int]:
        """How often each outcome came in so many games."""
        seen: dict[T, int] = {}
        for _ in range(games):
            outcome: T = self.play(rule, *args, **kw)
            seen[outcome] = seen.get(outcome, 0) + 1
        return seen

    def _ask(
        self,
        roll: Roll[Any],
        answer: Callable[[Any], Any],
        key: Any,
        label: str,
        base: Roll[Any] | None = None,
    ) -> Any:
        asked = roll if base is None else base
        for die in asked.dice():
            if die.number not in self.fallen:
                self.fallen[die.number] = self._fall(die)
        return answer(asked.value(self.fallen))

    def _fall(self, die: Thrown[Any]) -> Any:
        law = die.law if die.deck is None else die.deck.left(self.fallen)
        return random_value(self.random, law)

    def _odds(self, label: str, rule: Callable[..., Any], *args: Any, **kw: Any) -> Roll[Any]:
        """As `Umpire.odds`: the sub-rule is played at once."""
        result = rule(self, *args, **kw)
        if isinstance(result, Roll):
            return result
        return Thrown(self, label, Distribution.certain(result))


def random_value(source: random.Random, law: Distribution[Any]) -> Any:
    """One value of a distribution, chosen with exact integer weights."""
    place = source.randrange(law.total)
    for value, weight in law.weights.items():
        place -= weight
        if place < 0:
            return value
    raise AssertionError("the weights of a distribution add up to its total")
