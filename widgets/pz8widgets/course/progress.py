"""A learner's answers, kept beside the lesson and never lost."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar
from weakref import WeakSet

from filelock import FileLock

from pz8edu.errors import BadInput
from pz8edu.printing.comma_separated import csv_text
from pz8widgets.course.folder import course_folder
from pz8widgets.course.schedule import Memory, first_wrong, from_before

FILE = ".pz8edu-progress.json"
PLACE = "PZ8EDU_PROGRESS"
"""The environment variable that names another folder to keep it in."""

PATIENCE = 10
"""Seconds to wait for other pages that save at the same moment."""

PAUSES = (0.01, 0.03, 0.1, 0.3)
"""Seconds between tries to open or to rename a file that another page is reading or replacing."""

Done = TypeVar("Done")


class Answer(NamedTuple):
    """What is known of one question.

    The last answer given, whether any was right, and how many there were; the first guess, whether that was
    right, and how sure its giver was (a chance such as "3/4"); the day of the last try (2026-11-22) and on
    how many days in a row it was right.
    """

    given: str
    right: bool
    tries: int
    first: str = ""
    first_right: bool = False
    confidence: str = ""
    last: str = ""
    in_a_row: int = 0
    stability: float = 0.0
    difficulty: float = 0.0
    due: str = ""

    @classmethod
    def read(cls, saved: Mapping[str, Any]) -> Answer:
        """An answer as it stands in the file; only `true` is right, and only a number counts."""

        def count(name: str) -> int:
            return saved[name] if type(saved.get(name)) is int else 0

        def number(name: str) -> float:
            return float(saved[name]) if type(saved.get(name)) in (int, float) else 0.0

        def text(name: str) -> str:
            return str(saved.get(name, ""))

        answer = cls(
            text("given"),
            saved.get("right") is True,
            count("tries"),
            text("first"),
            saved.get("first_right") is True,
            text("confidence"),
            text("last"),
            count("in_a_row"),
            number("stability"),
            number("difficulty"),
            text("due"),
        )
        return answer if day(answer.due) and answer.stability > 0 else answer.with_memory(answer.before())

    def before(self) -> Memory | None:
        """The memory of an answer that was kept before there was a scheduler; None for one never wrong."""
        last = day(self.last)
        if not self.tries or last is None or (self.first_right and self.in_a_row):
            return None
        return from_before(self.in_a_row, last)

    def with_memory(self, memory: Memory | None) -> Answer:
        """The answer with another memory, or with none."""
        return self._replace(**(memory or Memory(0.0, 0.0, ""))._asdict())

    def is_due(self, today: date) -> bool:
        """Should the question come again today?"""
        due = day(self.due)
        return due is not None and due <= today

    def merged(self, other: Answer) -> Answer:
        """The answer with what another page knows of the same question: a right one stays right."""
        return self._replace(right=self.right or other.right, tries=max(self.tries, other.tries))

    def after(self, given: str, right: bool, confidence: str) -> Answer:
        """The answer after one more try, today."""
        now = this_day()
        first, today, last = not self.tries, now.isoformat(), day(self.last) or now
        in_a_row = self.in_a_row + (first or today != self.last)
        memory: Memory | None = Memory(self.stability, self.difficulty, self.due) if self.due else None
        if memory is None:
            memory = None if right else first_wrong(now)
        elif not right or today != self.last:
            memory = memory.after(right, now, min(last, now))
        answer = Answer(
            given,
            right or self.right,
            self.tries + 1,
            given if first else self.first,
            right if first else self.first_right,
            confidence if first else self.confidence,
            today,
            in_a_row if right else 0,
        )
        return answer.with_memory(memory)


def this_day() -> date:
    """Today, where the learner is."""
    return datetime.now().astimezone().date()


def day(written: str) -> date | None:
    """A day as it is written; None for what is none."""
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


UNANSWERED = Answer("", False, 0)


class Counts(Protocol):
    """Whatever counts the answers again when there is one more."""

    def count(self) -> None:
        """Count them again."""


COUNTED: WeakSet[Counts] = WeakSet()
"""What counts again after every answer in this kernel, as long as somebody keeps it."""


class Progress:
    """What a learner has answered, by the name of the question; `puzzles` are those of games of one's own.

    Many pages and programs may share the file: whoever saves holds a lock, and adds to what the others wrote
    meanwhile. The file is written whole under another name and then renamed, so that a stop in the middle
    leaves the old one. A file that holds no answers is kept under a new name, and a fresh one begins; one
    that cannot be read, whatever forbids it, is left alone. `trouble` says so while it holds.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.path = Path(folder or os.environ.get(PLACE) or _beside_the_course()) / FILE
        self.set_aside = self.unsaved = ""
        self.answers: dict[str, Answer] = {}
        self.puzzles: dict[str, Any] = {}
        try:
            self.answers = self._read()
        except OSError as fault:
            self.unsaved = f"Your saved answers cannot be read now ({why(fault)}) and are left as they are."

    @classmethod
    def of_course(cls, folder: Path) -> Progress:
        """That of a course: beside its lessons, unless PLACE names another folder."""
        return cls(os.environ.get(PLACE) or folder)

    def _read(self) -> dict[str, Answer]:
        """The answers in the file; one that was read and holds none is set aside. Raises OSError."""
        try:
            text = patiently(lambda: self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError as fault:
            return self._set_aside(str(fault))
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return self._set_aside("it is not JSON")
        answers = found.get("answers") if isinstance(found, Mapping) else None
        if not isinstance(answers, Mapping) or not all(
            isinstance(each, Mapping) for each in answers.values()
        ):
            return self._set_aside("it does not hold answers")
        puzzles = found.get("puzzles")
        self.puzzles = {**(puzzles if isinstance(puzzles, Mapping) else {}), **self.puzzles}
        return {str(name): Answer.read(each) for name, each in answers.items()}

    def _set_aside(self, fault: str) -> dict[str, Answer]:
        """Keep a file that holds no answers under a name that is free. Raises OSError."""
        number = 1
        while (kept := self.path.with_name(f"{self.path.name}.unreadable-{number}")).exists():
            number += 1
        try:
            patiently(lambda: self.path.replace(kept))
        except OSError as locked:
            raise OSError(f"{fault}, and it cannot be renamed: {why(locked)}") from None
        self.set_aside = f"Your saved answers could not be read ({fault}); they are kept as {kept.name}."
        return {}

    @property
    def trouble(self) -> str:
        """What is wrong with the file, in a sentence or two; nothing where all is well."""
        return " ".join(filter(None, (self.set_aside, self.unsaved)))

    def of(self, name: str) -> Answer | None:
        """What is known of one question; None before the first try."""
        return self.answers.get(name)

    def keep_puzzle(self, name: str, puzzle: Mapping[str, Any]) -> None:
        """Remember a puzzle of one's own, as JSON has it: it comes again as what was wrong does."""
        if name not in self.puzzles:
            self.puzzles[name] = dict(puzzle)
            self.keep(name, str(puzzle["played"]), False)

    @property
    def puzzles_due(self) -> list[str]:
        """The names of the puzzles of one's own that come again today, the longest waiting first."""
        known = [(answer, name) for name in self.puzzles if (answer := self.answers.get(name))]
        return [
            name for answer, name in sorted(known, key=lambda each: each[0].due) if answer.is_due(this_day())
        ]

    def keep(self, name: str, given: str, right: bool, confidence: str = "") -> None:
        """Remember one try, and of a first one how sure its giver was.

        Where it cannot be saved, `trouble` says why and it stands in this page only.
        """
        known = self.answers
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with alone(self.path):
                self.answers = counted(merged(known, self._read()), name, given, right, confidence)
                self._write()
        except OSError as fault:
            self.answers = counted(known, name, given, right, confidence)
            self.unsaved = f"Your answer could not be saved here ({why(fault)}); it stands in this page only."
        else:
            self.unsaved = ""
        for each in list(COUNTED):
            each.count()

    def to_csv(self) -> str:
        """All answers as a table, for a spreadsheet."""
        rows = [(name, *answer) for name, answer in sorted(self.answers.items())]
        return csv_text([("question", *Answer._fields), *rows])

    def _write(self) -> None:
        """Replace the file, or what a link of its name leads to; its mode stays."""
        answers = {name: answer._asdict() for name, answer in self.answers.items()}
        target = self.path.resolve()
        fresh = target.with_name(f"{target.name}.new")
        try:
            with fresh.open("w", encoding="utf-8", errors="replace") as page:  # half a surrogate pair
                kept = {"answers": answers} | ({"puzzles": self.puzzles} if self.puzzles else {})
                json.dump(kept, page, indent=1, ensure_ascii=False, sort_keys=True)
                page.write("\n")
                page.flush()
                os.fsync(page.fileno())
            if target.exists():
                shutil.copymode(target, fresh)
            patiently(lambda: fresh.replace(target))
        finally:
            with suppress(OSError):
                fresh.unlink()


def alone(path: Path) -> AbstractContextManager[object]:
    """Nobody else writes a file meanwhile; where Python runs in a page, the page has its drive for itself."""
    return nullcontext() if sys.platform == "emscripten" else FileLock(f"{path}.lock", timeout=PATIENCE)


def why(fault: OSError) -> str:
    """The reason of an operating system in words."""
    return fault.strerror or str(fault) or type(fault).__name__


def patiently(done: Callable[[], Done]) -> Done:
    """Do something with a file that Windows forbids while somebody else has it open for a moment."""
    for pause in PAUSES:
        try:
            return done()
        except PermissionError:
            time.sleep(pause)
    return done()


def merged(mine: Mapping[str, Answer], saved: Mapping[str, Answer]) -> dict[str, Answer]:
    """What stands in the file, with what this page alone knows."""
    return {**mine, **{name: answer.merged(mine.get(name, answer)) for name, answer in saved.items()}}


def counted(
    answers: Mapping[str, Answer], name: str, given: str, right: bool, confidence: str
) -> dict[str, Answer]:
    """The answers after one more try."""
    return {**answers, name: answers.get(name, UNANSWERED).after(given, right, confidence)}


def _beside_the_course() -> Path:
    """The folder of the course, so that all its pages share one file; else this one."""
    try:
        return course_folder()
    except BadInput:
        return Path.cwd()
