"""A rule system: its rules, and every question that can be asked of them by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, cast

from pz8edu.core.facts.wiring import wire, wire_made
from pz8edu.core.in_force import Function
from pz8edu.core.records import FrozenRecord
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.own_rules import as_printed, made_under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.errors import BadInput, unknown

if TYPE_CHECKING:
    from pz8edu.board.tabletop import AnyTabletop
    from pz8edu.core.chains.chain import Chain
    from pz8edu.turns.play import AnyPlay


class AskedByName(FrozenRecord):
    """What is asked by name; `answered_by` names the function that answers it."""

    id: str
    title: str
    readings: tuple[str, ...] = field(default=(), kw_only=True)
    parent_id: str = field(default="", kw_only=True)
    also_reads: tuple[str, ...] = field(default=(), kw_only=True)

    kind: ClassVar[str]
    answered_by: ClassVar[str] = "answer"


class Calculator(AskedByName):
    """A rule that rolls dice or draws cards, as it is asked by name.

    `rule(umpire, situation, rules)` returns the outcome; `word` says it as the interface does. `outcomes`
    lists the words from harmless to final, or None where they cannot be listed; `pattern` and `grammar` say
    how such words are made. With no words and no pattern only the results are told. Words that are not
    `ranked`, such as who begins, are neither better nor worse than each other.
    `results` names further figures, calculated by `further`. `parent_id` is the name under which a parent
    book asks it, where that is another. `also_reads` are readings that act on it and that its published list
    does not name.
    """

    section: str
    situation: type[Situation]
    rule: Callable[..., Any]
    outcomes: tuple[str, ...] | None = None
    grammar: str = ""
    pattern: str = ""
    ranked: bool = True
    word: Callable[[Any], str] = str
    results: Mapping[str, str] = field(default_factory=dict)
    further: Callable[[Any, Any], Mapping[str, Any]] | None = None

    kind = "calculator"
    answered_by = "rule"

    @property
    def tells_outcome(self) -> bool:
        """Is the chance of every outcome part of the answer, or are only the further results?"""
        return self.outcomes != () or bool(self.pattern)

    def interface(self) -> JSON:
        """The public interface of the question."""
        outcomes = _outcome_lines(self.outcomes, self.pattern, self.grammar)
        further = {"results": dict(self.results)} if self.results else {}
        return _interface(self, {"outcomes": outcomes} | further)


class ChainQuestion(AskedByName):
    """A rule played turn after turn: `answer(situation, rules)` gives named results.

    `chain(situation, rules, **how)` makes the `Chain` behind the answer, with the `loaded` dice and
    the questions that `how` overrides; None where the answer rests on no single chain. Where one of the
    results is a distribution, `outcomes`, `pattern` and `grammar` say its words as those of a calculator.
    `step` is the word for what is played again and again: a turn, a shot, a game.
    """

    situation: type[Situation]
    answer: Callable[..., Mapping[str, Any]]
    results: Mapping[str, str]
    section: str = ""
    outcomes: tuple[str, ...] | None = None
    pattern: str = ""
    grammar: str = ""
    chain: Callable[..., Chain[Any]] | None = None
    step: str = "turn"

    kind = "chain"

    def interface(self) -> dict[str, object]:
        """The public interface of the question."""
        outcomes = _outcome_lines(self.outcomes, self.pattern, self.grammar)
        return _interface(
            self, {**({"outcomes": outcomes} if outcomes else {}), "results": dict(self.results)}
        )


class BoardCheck(AskedByName):
    """A question about the board, as it is asked by name: `answer(situation, rules)` gives the result."""

    situation: type[Situation]
    answer: Callable[..., Any]
    result: str
    section: str = ""

    kind = "board"

    def interface(self) -> dict[str, object]:
        """The public interface of the question."""
        return _interface(self, {"result": self.result})


Question = Calculator | ChainQuestion | BoardCheck


def readings_of(question: Question) -> tuple[str, ...]:
    """All readings that act on a question: the published ones, and others that it looks at."""
    return (*question.readings, *question.also_reads)


def known_as(question: Question) -> tuple[str, str]:
    """Kind and name of a question, the parent's where a child calls it otherwise."""
    return question.kind, question.parent_id or question.id


ANSWERING = ("rule", "further", "word", "answer", "chain")
"""The functions of a question."""


def _interface(question: Question, answers: JSON) -> JSON:
    """The public interface of a question, with what it says of its answers."""
    return {
        "title": question.title,
        **({"section": question.section} if question.section else {}),
        "inputs": question.situation.schema(),
        **answers,
        "readings": list(question.readings),
    }


def _outcome_lines(outcomes: tuple[str, ...] | None, pattern: str, grammar: str) -> dict[str, object]:
    """How outcomes are named, as the public interface says it."""
    lines: JSON = {} if outcomes is None else {"words": list(outcomes)}
    return lines | {key: text for key, text in (("pattern", pattern), ("grammar", grammar)) if text}


class System:
    """One set of rules: identity, ruleset and all questions.

    `rules` is the ruleset as printed. `calculators`, `chains` and `boards` are the questions by id;
    `tabletops` names the tables that are ready to play on. A book in a folder of its own says them in its
    `tabletop.py`, `NAMES` and `tabletop(name)`, which is read when they are wanted.
    """

    def __init__(
        self,
        *,
        title: str,
        era: str,
        scale: str,
        board: str,
        rules: Ruleset,
        calculators: tuple[Calculator, ...],
        chains: tuple[ChainQuestion, ...] = (),
        boards: tuple[BoardCheck, ...] = (),
        tabletops: tuple[str, ...] = (),
        tabletop: Callable[[Any], AnyTabletop] | None = None,
    ) -> None:
        self.id: str = rules.system
        self.title = title
        self.era = era
        self.scale = scale
        self.board = board
        self.rules = rules
        self.calculators = {question.id: question for question in calculators}
        self.chains = {question.id: question for question in chains}
        self.boards = {question.id: question for question in boards}
        self._given = (tabletops, tabletop)
        wire(self.book)
        wire_made(self.functions)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """A book of the kit is sent to another process by the place where it stands."""
        home = self.book
        if getattr(sys.modules.get(home), "SYSTEM", None) is not self:
            return super().__reduce_ex__(protocol)
        return _of_module, (home,)

    def under(self, rules: Ruleset) -> System:
        """The same questions and tables under another ruleset."""
        other = object.__new__(type(self))
        other.__dict__ |= self.__dict__ | {"rules": rules}
        return other

    @property
    def questions(self) -> tuple[Question, ...]:
        """All of them: calculators, chains, board checks."""
        return (*self.calculators.values(), *self.chains.values(), *self.boards.values())

    @property
    def functions(self) -> tuple[Function, ...]:
        """All that answers its questions."""
        told = (getattr(question, name, None) for question in self.questions for name in ANSWERING)
        return tuple(each for each in told if each is not None)

    @property
    def book(self) -> str:
        """The package of this book; none ("") for one that stands in a notebook or a file of its own."""
        return as_printed(type(self.rules)).__module__.rpartition(".")[0]

    def read_whole(self) -> None:
        """Read also what lays out its tables and what plays it."""
        for name in ("tabletop", "play", "play_solo"):
            self._module(name)

    def _module(self, name: str) -> ModuleType | None:
        """A module of this book that is read when it is wanted, after those of its parents; None without."""
        found = None
        for kind in reversed(as_printed(type(self.rules)).__mro__):
            found = _module_of(kind.__module__.rpartition(".")[0], name)
        return found

    @property
    def tabletops(self) -> tuple[str, ...]:
        """The names of its tables."""
        return self._tables[0]

    @property
    def _tables(self) -> tuple[tuple[str, ...], Callable[[Any], AnyTabletop] | None]:
        """The names of its tables, and what lays them out."""
        found = self._module("tabletop") if self._given == ((), None) else None
        return self._given if found is None else (found.NAMES, found.tabletop)

    def tabletop(self, table: str | Situation, rules: Ruleset | None = None) -> AnyTabletop:
        """A table that is ready to play on, by its name, or one that is set up as a file says it.

        Raises BadInput for an unknown one. Under `rules` with a function of one's own it measures and asks by
        that one.
        """
        names, lay_out = self._tables
        if lay_out is None or (isinstance(table, str) and table not in names):
            raise unknown(f"table of {self.id}", table, names)
        own = () if rules is None else rules.own_rules
        return cast("AnyTabletop", made_under(own, lay_out, table))

    def play(self, table: str | Situation, solo: str = "") -> AnyPlay:
        """How this book is played on a table, by its `play.py` and under its rules.

        A side `solo` plays itself, by `play_solo.py` where there is one. Raises BadInput for what cannot be.
        """
        played = self._module("play")
        if played is None:
            raise BadInput(f"{self.id} cannot be played in turns: its tables answer questions only")
        by_itself = self._module("play_solo") if solo else None
        play, alone = (played.play, ()) if by_itself is None else (by_itself.play, (solo,))
        laid_out = self.tabletop(table, self.rules)
        return cast("AnyPlay", made_under(self.rules.own_rules, play, laid_out, self.rules, *alone))

    @property
    def played(self) -> tuple[str, ...]:
        """The tables on which whole turns can be played."""
        return tuple(name for name in self.tabletops if self._plays_on(name))

    def _plays_on(self, table: str) -> bool:
        try:
            self.play(table)
        except BadInput:
            return False
        return True

    def question(self, name: str, kind: str | None = None) -> Question:
        """A question by its id; raises BadInput with the nearest name for an unknown one."""
        shelves: Mapping[str, Mapping[str, Question]] = {
            "calculator": self.calculators,
            "chain": self.chains,
            "board": self.boards,
        }
        if kind and kind not in shelves:
            raise unknown("kind of question", kind, shelves)
        chosen = [shelves[kind]] if kind else list(shelves.values())
        for shelf in chosen:
            if name in shelf:
                return shelf[name]
        if name in self.rules.left_out():
            raise BadInput(f"{self.id} does not print {name}: it is a question of its parent only")
        names = dict.fromkeys(each for shelf in chosen for each in shelf)
        raise unknown(f"{kind or 'question'} of {self.id}", name, names)

    def counterpart(self, theirs: Question) -> Question:
        """The same question of another book as this one asks it, under its own or its parent's name.

        Raises BadInput when this book does not ask it.
        """
        asked = (each for each in self.questions if known_as(each) == known_as(theirs))
        return next(asked, None) or self.question(theirs.id, theirs.kind)

    def interface(self) -> dict[str, object]:
        """The whole public interface: readings, calculators, chains and board checks."""
        return {
            "system": self.id,
            "readings": {
                name: doubt.interface() for name, doubt in self.rules.readings().items() if not doubt.played
            },
            "calculators": {name: question.interface() for name, question in self.calculators.items()},
            "chains": {name: question.interface() for name, question in self.chains.items()},
            "boards": {name: question.interface() for name, question in self.boards.items()},
        }

    def __repr__(self) -> str:
        return (
            f"{self.title} ({self.id}): {len(self.calculators)} calculators, {len(self.chains)} chains, "
            f"{len(self.boards)} board checks"
        )


@cache
def _module_of(book: str, name: str) -> ModuleType | None:
    """A module of a package, with its functions wired; None where it has none of that name."""
    if not book or find_spec(f"{book}.{name}") is None:
        return None
    found = import_module(f"{book}.{name}")
    wire(book)
    return found


def _of_module(home: str) -> System:
    """The book of a module."""
    return cast(System, import_module(home).SYSTEM)
