"""The course: which lessons there are, in what order, and where they lie."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pz8edu.errors import BadInput, unknown
from pz8widgets.course.folder import FILE, course_folder
from pz8widgets.course.lesson import Lesson, Question


def lesson_files(folder: Path) -> list[Path]:
    """The data of all lessons of a course."""
    return sorted(path for path in folder.rglob("*.toml") if path.with_suffix(".ipynb").is_file())


@cache
def _read(path: Path, changed: int) -> Lesson:
    return Lesson(path)


def lesson_at(path: Path) -> Lesson:
    """The lesson of a file, read again when the file has changed."""
    return _read(path, path.stat().st_mtime_ns)


def question_named(name: str, start: Path | None = None) -> Question:
    """A question of the course by its name: of a lesson in this folder, or else of any other.

    Raises BadInput for a name that is none, and for a lesson's file that is wrong.
    """
    here = (start or Path.cwd()).resolve()
    near = sorted(path for path in here.glob("*.toml") if path.with_suffix(".ipynb").is_file())
    known: list[str] = []
    for path in near:
        questions = lesson_at(path).questions
        if name in questions:
            return questions[name]
        known += questions
    for path in lesson_files(course_folder(here)):
        questions = lesson_at(path).questions
        if name in questions:
            return questions[name]
        known += questions
    raise unknown("question of the course", name, known)


@dataclass(frozen=True)
class Concept:
    """An idea that lessons teach: what it says in one sentence, and which ideas come before it."""

    id: str
    title: str
    says: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Track:
    """Lessons that follow one another, by their paths below the course: "pz8-ww2/01-one-shot"."""

    title: str
    says: str
    lessons: tuple[str, ...]


class Course:
    """The course of a folder: its ideas, its tracks and its lessons.

    Raises BadInput for a file that cannot be read, an idea that is none, and a lesson that is not there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            written = tomllib.loads((folder / FILE).read_text(encoding="utf-8"))
            concepts = [
                Concept(**{**each, "needs": tuple(each.get("needs", ()))}) for each in written["concepts"]
            ]
            self.tracks = [Track(**{**each, "lessons": tuple(each["lessons"])}) for each in written["tracks"]]
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as fault:
            raise BadInput(f"{FILE}: {fault}") from None
        self.concepts = {each.id: each for each in concepts}
        for concept in concepts:
            for needed in concept.needs:
                if needed not in self.concepts:
                    raise unknown(f"idea that {concept.id!r} needs", needed, list(self.concepts))

    def lesson(self, name: str) -> Lesson:
        """A lesson by its path below the course, without an ending."""
        path = self.folder / f"{name}.toml"
        if not path.is_file():
            raise BadInput(f"{FILE} names the lesson {name!r}, which is not there")
        return lesson_at(path)
