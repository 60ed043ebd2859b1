"""How far rules of one's own reach: which questions come to them, and which roll by something else.

Found by asking: questions are answered in some situations, and it is heard which functions are asked.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar, cast

from markupsafe import Markup

from pz8edu.core.in_force import IN_FORCE, Own, OwnRules, run_under
from pz8edu.core.records import FrozenRecord
from pz8edu.core.rolls.roll import Thrown
from pz8edu.core.rolls.throw import Throw
from pz8edu.core.rulebook.draws import drawn_situations
from pz8edu.core.rulebook.own_rules import as_printed, book_of, why_not
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Question, System
from pz8edu.core.umpire.sampling import Sampling

T = TypeVar("T")
MOST_DRAWN, GAMES, ANSWERS = 60, 15, 2
"""So many situations are drawn, fewer where so many games, or answers of a chain, ask nothing new."""
TABLES, NOWHERE = "the tables", "no situation that was tried comes to it."


class OwnReach(FrozenRecord):
    """How far one rule of one's own reaches.

    `used_by` are the questions that come to it. `besides` are those that make the same roll by another
    function, under the name of that function; `fixed` are those of these that cannot be replaced.
    """

    name: str
    used_by: tuple[str, ...]
    besides: Mapping[str, tuple[str, ...]]
    fixed: frozenset[str]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Whom it reaches, and whom not though its name or part suggests it."""
        used = f"used by {', '.join(self.used_by)}." if self.used_by else NOWHERE
        return f"{self.name}: {used}", *self.not_reached

    @property
    def not_reached(self) -> tuple[str, ...]:
        """Who makes the same roll by something else."""
        return tuple(map(self._besides, self.besides.items()))

    def _besides(self, each: tuple[str, tuple[str, ...]]) -> str:
        function, questions = each
        rolls = "roll" if len(questions) > 1 or questions == (TABLES,) else "rolls"
        then = "that cannot be replaced" if function in self.fixed else "replace that too if it is meant"
        return f"{', '.join(questions)} {rolls} by {function}, not by {self.name}: {then}."


class OwnReaches(tuple[OwnReach, ...]):
    """How far all rules of one's own reach, in words; in a notebook as a list."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(" ".join(each.sentences) for each in self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = (Markup("<li>{}</li>").format(" ".join(each.sentences)) for each in self)
        return Markup("<ul class='pz8-reach'>{}</ul>").format(Markup().join(lines)) if self else ""


def reach_of_own_rules(rules: Ruleset, home: System | None = None) -> OwnReaches:
    """How far the rules of one's own in a ruleset reach among the questions of its book.

    A notebook's own system is given as `home`; without it nothing is told of it.
    """
    home = home or book_of(as_printed(type(rules)))
    if home is None or not rules.own_rules:
        return OwnReaches()
    asked = [(each.id, tried(each, rules)) for each in home.questions]
    asked += [(TABLES, _tables(home, rules))] if home.tabletops else []
    return OwnReaches(_reach_of(name, asked, rules, home) for name, _ in rules.own_rules)


def not_reached(question: Question, rules: Ruleset) -> tuple[str, ...]:
    """What is to be said beside an answer: the rules of one's own that it does not come to, or not always."""
    told: list[str] = []
    for name, _ in rules.own_rules:
        home = book_of(as_printed(type(rules)))
        found = _reach_of(name, [(question.id, tried(question, rules))], rules, home)
        told += found.not_reached
        if not found.used_by and not found.besides:
            told.append(f"{question.id}: no situation that was tried comes to {name}.")
    return tuple(told)


def _reach_of(name: str, asked: Sequence[tuple[str, Heard]], rules: Ruleset, home: object) -> OwnReach:
    label = name.replace("_", " ")
    rolling = {function for said, function in _rolling(home) if said == label} - dict(rules.own_rules).keys()

    used = (question for question, heard in asked if name in heard.functions)
    told = {
        function: tuple(dict.fromkeys(question for question, heard in asked if function in heard.outside))
        for function in sorted(rolling)
    }
    told = {function: questions for function, questions in told.items() if questions}
    fixed = frozenset(told.keys() & why_not(as_printed(type(rules))).keys())
    return OwnReach(name, tuple(dict.fromkeys(used)), told, fixed)


# --- what is asked
@dataclass
class Heard:
    """The functions, and those of one's own, that were asked; and which of them threw the dice of a label.

    `outside` are those that were asked while none of one's own ran.
    """

    functions: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    threw: set[tuple[str, str]] = field(default_factory=set)


class _Hearing(Own):
    """Rules of one's own in force while somebody hears which functions are asked; `inside` are those now."""

    def __init__(self, rules: OwnRules) -> None:
        super().__init__(rules)
        self.heard, self.inside = Heard(), list[str]()

    def instead_of(self, printed: Callable[..., object], hook: str = "") -> Callable[..., object] | None:
        """What is called in place of a printed function, which is heard."""
        asked, name = super().instead_of(printed, hook), hook or printed.__qualname__
        if asked is None and name in dict(self.rules):
            return None  # another one of that name, or the printed one, which is heard already
        asked = asked or printed

        def hears(*given: object, **named: object) -> object:
            self.heard.functions.add(name)
            if not self.running:
                self.heard.outside.add(name)
            self.inside.append(name)
            try:
                return asked(*given, **named)
            finally:
                self.inside.pop()

        return hears


class _Player(Sampling):
    """Plays a game with dice of chance, and notes which function throws which."""

    def throw(self, label: str, throw: Throw[T]) -> Thrown[T]:
        """Dice leave the hand."""
        own = IN_FORCE.get()
        if isinstance(own, _Hearing) and own.inside:
            own.heard.threw.add((label, own.inside[-1]))
        return super().throw(label, throw)


def tried(question: Question, rules: Ruleset) -> Heard:
    """What a question asks in some situations that its form allows, a calculator in one game each."""
    functions = (getattr(question, name, None) for name in ("rule", "answer", "further", "word"))
    enough = ANSWERS if question.kind == "chain" else GAMES
    printed = tuple(each and inspect.unwrap(each) for each in functions)
    return _tried(printed, cast(Any, question.situation), rules, enough)


@lru_cache(maxsize=1024)
def _tried(
    functions: tuple[Callable[..., object] | None, ...], form: type[Situation], rules: Ruleset, enough: int
) -> Heard:
    own = _Hearing(rules.own_rules)
    rule, answer, further, word = (each and (own.instead_of(each) or each) for each in functions)
    player, idle = _Player(seed=0), 0

    def ask(situation: Situation) -> None:
        if rule and word:
            word(player.play(rule, situation, rules))
        for each in filter(None, (answer, further)):
            each(situation, rules)

    for given in islice(drawn_situations(form.fields(), form.__name__), MOST_DRAWN):
        met = len(own.heard.functions)
        with suppress(Exception):  # a rule of one's own may come to anything
            run_under(own, ask, (form.read(given),), {})
            idle = 0 if len(own.heard.functions) > met else idle + 1
        if idle == enough:
            break
    return own.heard


@lru_cache(maxsize=64)
def _tables(home: System, rules: Ruleset) -> Heard:
    """What the tables of a book ask as they are laid out."""
    own = _Hearing(rules.own_rules)

    def look(name: str) -> None:
        table = home.tabletop(name, rules)
        state = table.opening()
        for each in (table.scene, table.facts, table.asked):
            each(state, rules)

    for name in home.tabletops:
        with suppress(Exception):
            run_under(own, look, (name,), {})
    return own.heard


@lru_cache(maxsize=32)
def _rolling(home: System | None) -> frozenset[tuple[str, str]]:
    """The labels of the dice of a book as it is printed, each with the functions that throw them."""
    if home is None:
        return frozenset()
    return frozenset().union(*(tried(each, home.rules).threw for each in home.calculators.values()))
