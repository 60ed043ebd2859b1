"""What a book says of moments, remembered by what it has looked at: it hardly ever asks which turn it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import islice
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import AnyMoment, Moment
from pz8edu.turns.play import AnyPlay

T = TypeVar("T")
PARTS = ("position", "turn", "step", "acted", "noted", "tasks")
MISSING: Any = object()


class Watched(Moment[Any]):
    """A moment that notes which of its parts are looked at, and which are others in those made from it."""

    def but(self, **changes: Any) -> Watched:
        """The same with some of it changed, which is noted."""
        made = object.__new__(type(self))
        inside = made.__dict__
        inside.update(self.__dict__, **changes)
        if "changed" in inside:
            inside["changed"] = inside["changed"] | changes.keys()
        return made

    def in_next_turn(self) -> Watched:
        """At the beginning of the next turn, whichever that is."""
        made = self.but(step=0)
        made.__dict__["later"] = made.__dict__.get("later", 0) + 1
        made.__dict__["turn"] += 1
        return made


def watching(parts: tuple[str, ...]) -> Callable[[AnyMoment], AnyMoment]:
    """What makes moments that note who looks at these parts."""

    def watched(name: str) -> property:
        def look(moment: AnyMoment) -> object:
            inside = moment.__dict__
            if name not in inside.get("changed", PARTS):  # nothing is noted of what was made of all parts
                inside["looked"].append(name)
            return inside[name]

        def put(moment: AnyMoment, value: object) -> None:
            moment.__dict__[name] = value

        return property(look, put)

    kind = type("Watched", (Watched,), {name: watched(name) for name in parts})

    def of(moment: AnyMoment) -> AnyMoment:
        made: AnyMoment = object.__new__(kind)
        made.__dict__.update(moment.__dict__, looked=[], changed=frozenset())
        return made

    return of


watching_all = watching(PARTS)
watching_turn = watching(("turn",))


def key_by(looked: frozenset[str]) -> Callable[[AnyMoment], Hashable]:
    """What moments are told apart by that differ in these parts."""
    names = ["notes" if name == "noted" else name for name in PARTS if name in looked]
    return attrgetter(*names) if names else lambda _: ()


class Remembered(Generic[T]):
    """Answers of a book, each for all moments that are alike in whatever the book has looked at."""

    def __init__(self, asks: Callable[[AnyMoment], T]) -> None:
        self.asks = asks
        self.known: dict[frozenset[str], tuple[Callable[[AnyMoment], Hashable], dict[Hashable, T]]] = {}

    def __call__(self, moment: AnyMoment) -> T:
        """The answer for a moment."""
        for key, answers in self.known.values():
            found: T = answers.get(key(moment), MISSING)
            if found is not MISSING:
                return found
        watched = watching_all(moment)
        answer = self.asks(watched)
        looked = frozenset(watched.__dict__["looked"])
        key, answers = self.known.setdefault(looked, (key_by(looked), {}))
        answers[key(moment)] = answer
        return answer


class Landing(NamedTuple):
    """Where a choice lands: other parts of the moment, so many turns later; in one turn, or in any (None)."""

    turn: int | None
    later: int
    parts: dict[str, Any]


class Offer:
    """What may be chosen, found as far as anybody has asked, and where each choice leads.

    It holds for any turn, if nobody has looked which one it is.
    """

    def __init__(self, moment: AnyMoment, book: AnyPlay) -> None:
        self.moment = watching_turn(moment)
        self.side = book.now(self.moment).side
        self._rest = book.choices(self.moment)
        self.found = list(islice(self._rest, 2))
        self._after: dict[Hashable, Landing] = {}

    @property
    def is_free(self) -> bool:
        """Has somebody a choice, or are dice to fall?"""
        return len(self.found) > 1 or bool(self.found and self.found[0].asked is not None)

    def holds(self, moment: AnyMoment) -> bool:
        """Is it that of a moment, which is alike in all but its turn?"""
        inside = self.moment.__dict__
        return not inside["looked"] or bool(inside["turn"] == moment.turn)

    def whole(self) -> tuple[Choice, ...]:
        """All choices."""
        self.found += self._rest
        return tuple(self.found)

    def after(
        self, choice: Choice | None, outcome: object, moment: AnyMoment, lands: Callable[..., AnyMoment]
    ) -> AnyMoment:
        """The moment after one of its choices, as `lands` tells it of moment, choice and outcome."""
        key = id(choice), outcome
        known = self._after.get(key)
        if known is None or known.turn not in (None, moment.turn):
            if choice is not None and not any(each is choice for each in self.found):
                return lands(moment, choice, outcome)
            known = self._after[key] = self._landing(choice, outcome, moment, lands)
        if known.later:
            return moment.but(turn=moment.turn + known.later, **known.parts)
        return moment.but(**known.parts)

    def _landing(
        self, choice: Choice | None, outcome: object, moment: AnyMoment, lands: Callable[..., AnyMoment]
    ) -> Landing:
        watched = self.moment if self.moment.__dict__["turn"] == moment.turn else watching_turn(moment)
        looked = watched.__dict__["looked"]
        before = len(looked)
        inside = lands(watched, choice, outcome).__dict__
        parts = {name: inside[name] for name in inside.get("changed", PARTS)}
        later = 0 if "turn" in parts else inside.get("later", 0)
        return Landing(moment.turn if len(looked) > before else None, later, parts)


KEY = key_by(frozenset(PARTS) - {"turn"})
"""What moments are told apart by that may differ in their turn alone."""
