"""A lesson as data: the TOML file beside its notebook, with its numbers, its claims and its questions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.errors import BadInput, shown, unknown
from pz8widgets.course.arithmetic import holds, number
from pz8widgets.course.guess import KINDS
from pz8widgets.course.values import Values
from pz8widgets.course.wording import LIVE
from pz8widgets.course.wrong_models import wrong_ways

OPENERS = ("calculator", "tabletop", "play", "game", "luck", "chain", "desk", "decide")
"""What a question may open after the first guess."""
MOST_WAYS = 8
"""A tree with more ends is not worked out by hand, nor wrongly."""


@dataclass(frozen=True)
class Question:
    """One question of a lesson; its answer is an expression in the numbers of the lesson, never typed in.

    `kind` is one of `guess.KINDS`. A choice has `choices`, each with the comparison that makes it right.
    `traps` are the known wrong answers, each with the sentence that names the mistake. `why` is told with the
    answer, `hints` one by one; `after` is prose, and `opens` what else is shown, once a first guess is made.
    What it `shows` stands above it from the beginning, without chances, and the emblem of the book that is
    its `world` beside it; on a `bar` one guesses by hand.
    """

    id: str
    kind: str
    text: str
    why: str
    answer: str = ""
    unit: str = ""
    within: str | int | float = 0
    hints: tuple[str, ...] = ()
    traps: Mapping[str, str] | None = None
    choices: Mapping[str, str] | None = None
    after: str = ""
    opens: tuple[Mapping[str, Any], ...] = ()
    shows: tuple[Mapping[str, Any], ...] = ()
    world: str = ""
    bar: bool = False
    values: Values = field(default_factory=lambda: Values({}))

    @classmethod
    def read(cls, written: Mapping[str, Any], values: Values) -> Question:
        """A question from its table in the file; raises BadInput for what is missing or unknown."""
        name = shown(written.get("id", "without an id"))
        known = [each.name for each in fields(cls) if each.name != "values"]
        for strange in set(written) - set(known):
            raise BadInput(f"question {name}: {unknown('entry', strange, known)}")
        missing = [entry for entry in ("id", "kind", "text", "why") if not written.get(entry)]
        if missing:
            raise BadInput(f"question {name} needs {', '.join(missing)}")
        if written["kind"] not in KINDS:
            raise BadInput(f"question {name}: {unknown('kind', written['kind'], KINDS)}")
        needed = "choices" if written["kind"] == "choice" else "answer"
        if not written.get(needed):
            raise BadInput(f"question {name} needs {needed}")
        for verb in ("opens", "shows"):
            for each in written.get(verb, ()):
                if len(set(each) & set(OPENERS)) != 1:
                    raise BadInput(f"question {name} {verb} one of {', '.join(OPENERS)}; got {shown(each)}")
        lists = {entry: tuple(written.get(entry, ())) for entry in ("hints", "opens", "shows")}
        for verb in ("opens", "shows"):
            lists[verb] = tuple(with_text(each, values) for each in lists[verb])
        return cls(**{**written, **lists}, values=values)

    @property
    def still(self) -> Question:
        """The question where nothing can be moved: without what stands between live marks."""
        return replace(self, text=LIVE.sub("", self.text), after=LIVE.sub("", self.after))

    @property
    def opens_apart(self) -> list[Mapping[str, Any]]:
        """What it opens, but for the table that it shows already: that tells its worths where it stands."""
        return [each for each in self.opens if each not in [{**table, "worth": True} for table in self.shows]]

    @cached_property
    def asks(self) -> set[str]:
        """The questions to the rules that tell its answer, or which choice is right."""
        written = filter(None, (self.answer, *(self.choices or {}).values()))
        return set().union(*map(self.values.asks, written))

    @cached_property
    def right(self) -> Fraction:
        """The right answer of a question for a number; raises BadInput as the rules do."""
        return number(self.answer, self.values)

    @cached_property
    def right_choice(self) -> str:
        """The choice that is right; raises BadInput unless exactly one is."""
        choices = self.choices or {}
        found = [choice for choice, claim in choices.items() if holds(claim, self.values)]
        if len(found) != 1:
            raise BadInput(f"question {self.id!r}: one choice must be right; {found or 'none'} are")
        return found[0]

    @cached_property
    def wrong(self) -> dict[Fraction, str]:
        """The wrong answers to a question for a number, each with what it mistakes: its own traps first."""
        own = {number(value, self.values): says for value, says in (self.traps or {}).items()}
        usual = {each: says for each, says in self._usual() if abs(each - self.right) > self.tolerance}
        return own | {each: says for each, says in usual.items() if each not in own}

    def _usual(self) -> Iterator[tuple[Fraction, str]]:
        """What people mistake in any question of its kind, and in its tree where it has a small one."""
        right = self.right
        if self.kind == "chance":
            yield 1 - right, "That is how often it does *not* happen: take it from 1."
            found = self.values.odds(self.answer)
            if found and not any(islice(found[0].tree.paths(), MOST_WAYS, None)):
                yield from ((mistake.answer, mistake.says) for mistake in wrong_ways(*found))
        elif self.kind in ("ratio", "odds") and right:
            yield 1 / right, "That compares the two the other way round: turn the fraction upside down."

    @cached_property
    def tolerance(self) -> Fraction:
        """How far a guess may be away."""
        return to_fraction(self.within) or Fraction(0)


def with_text(entry: Mapping[str, Any], values: Values) -> Mapping[str, Any]:
    """What a question opens, with the text of the game that it names. Raises BadInput for none."""
    name = entry.get("game") or entry.get("luck")
    return {**entry, "text": values.games.text(name)} if name else entry


class Lesson:
    """A lesson: what it is about, its games and numbers (`values`), what it claims, its questions by name.

    Raises BadInput, with the name of the file, for a file that cannot be read or is wrong.
    """

    KNOWN = (
        "title",
        "minutes",
        "concepts",
        "system",
        "aims",
        "materials",
        "games",
        "values",
        "claims",
        "questions",
        "teacher",
    )

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            written = tomllib.loads(path.read_text(encoding="utf-8"))
            for strange in set(written) - set(self.KNOWN):
                raise unknown("entry", strange, self.KNOWN)
            if not isinstance(written.get("title"), str) or not isinstance(written.get("minutes"), int):
                raise BadInput("a lesson needs a title and its minutes")
            self.title: str = written["title"]
            self.minutes: int = written["minutes"]
            self.system: str = written.get("system", "")
            self.concepts: tuple[str, ...] = tuple(written.get("concepts", ()))
            self.aims: tuple[str, ...] = tuple(written.get("aims", ()))
            self.materials: tuple[str, ...] = tuple(written.get("materials", ()))
            self.claims: tuple[str, ...] = tuple(written.get("claims", ()))
            self.teacher: Mapping[str, Any] = written.get("teacher", {})
            self.values = Values(written.get("values", {}), written.get("games"))
            questions = [Question.read(each, self.values) for each in written.get("questions", ())]
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, BadInput) as fault:
            raise BadInput(f"{path.name}: {fault}") from None
        self.questions = {question.id: question for question in questions}

    @property
    def notebook(self) -> Path:
        """The notebook beside the file."""
        return self.path.with_suffix(".ipynb")

    @property
    def of_a_book(self) -> bool:
        """Whether it asks a printed book; elsewhere the words of the rules have another meaning, or none."""
        asked = (each for each in self.values.written.values() if isinstance(each, Mapping))
        return any("system" in each or "game" in each for each in asked)

    def check(self) -> None:
        """Work out every number, answer and claim; raises BadInput for the first that does not hold."""
        for name in self.values:
            assert isinstance(self.values[name], Fraction)
        for claim in self.claims:
            if not holds(claim, self.values):
                raise BadInput(f"{self.path.name} claims {claim!r}, which does not hold")
        for question in self.questions.values():
            if question.kind == "choice":
                assert question.right_choice
            elif question.right in question.wrong:
                raise BadInput(f"{self.path.name}: a trap of {question.id!r} is the right answer")
