"""What takes long in a site is made first, over some processes: packs, which are kept, and then lessons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from math import prod
from pathlib import Path
from typing import TypeVar

from pz8edu.core.rulebook.system import Calculator, ChainQuestion, System
from pz8edu.errors import BadInput
from pz8edu.starting import processes
from pz8edu.systems import system
from pz8widgets.book.lessons import write_lesson, write_practice
from pz8widgets.book.packs import Packs, packable
from pz8widgets.course.course import Course
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.pages import PRACTICE

Job = TypeVar("Job")
Done = TypeVar("Done")
OF_A_CHAIN = 1_000
"""A situation of a chain takes as long as so many of a calculator."""


class Ahead:
    """Packs and lessons of some books, by so many processes; `told` hears how many are done."""

    def __init__(
        self,
        packs: Packs,
        homes: Sequence[System],
        lessons: Sequence[str],
        count: int,
        told: Callable[[int, int], object] | None = None,
    ) -> None:
        self.packs, self.homes, self.lessons, self.count, self.told = packs, homes, lessons, count, told

    def make(self, course: Course) -> set[str]:
        """Keep all packs and write all lessons; the names of the packs that lessons ask for."""
        before = self.pack(1 + len(self.lessons))
        books = tuple(home.id for home in self.homes)
        jobs = [(self.packs, course.folder, books, name) for name in (PRACTICE, *self.lessons)]
        found: set[str] = set()
        for done, named in enumerate(each_done(self.count, lesson_page, jobs), before + 1):
            found |= named
            self._tell(done, before + len(jobs))
        return found

    def pack(self, more: int = 0) -> int:
        """Keep all packs, what takes long first; how many there are. So much `more` will be made later."""
        asked: list[tuple[System, Calculator | ChainQuestion]] = []
        for home in self.homes:
            asked += [(home, chain) for chain in home.chains.values()]
            asked += [(home, calculator) for calculator in home.calculators.values()]
        asked.sort(key=lambda one: -_long(self.packs, *one))
        jobs = [(self.packs, home.id, each.kind, each.id) for home, each in asked]
        for done, _ in enumerate(each_done(self.count, keep, jobs), 1):
            self._tell(done, len(jobs) + more)
        return len(jobs)

    def _tell(self, done: int, whole: int) -> None:
        if self.told is not None:
            self.told(done, whole)


def each_done(count: int, function: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
    """What a function makes of every job, as soon as it is made; of so many processes, 1 is this one.

    Raises BadInput for none of them, and where one dies.
    """
    if count < 1:
        raise BadInput(f"a site is made by 1 process or more; got {count}")
    if count == 1:
        yield from map(function, jobs)
        return
    with processes(count) as pool:
        try:
            for each in as_completed([pool.submit(function, job) for job in jobs]):
                yield each.result()
        except BrokenProcessPool:
            raise BadInput("a process has died: fewer --processes need less memory") from None


def keep(asked: tuple[Packs, str, str, str]) -> None:
    """Make what is packed of a question of a book, unless it is kept; a refusal is kept as well."""
    packs, book, kind, name = asked
    home = system(book)
    with suppress(BadInput):
        packs.texts(home, packable(home, name, kind))


def lesson_page(asked: tuple[Packs, Path, tuple[str, ...], str]) -> set[str]:
    """Write the page of a lesson or of practice; the names of the packs that it asks for."""
    packs, folder, books, name = asked
    course, chosen = _course(folder, books)
    if name == PRACTICE:
        write_practice(packs, course, chosen, books)
    else:
        write_lesson(name, chosen[name], packs, course, chosen)
    return set(packs.made)


@cache
def _course(folder: Path, books: tuple[str, ...]) -> tuple[Course, dict[str, Lesson]]:
    course = Course(folder)
    return course, lessons_of(course, books)


def lessons_of(course: Course, systems: Sequence[str]) -> dict[str, Lesson]:
    """The lessons of the course about some books, and those about none, in the order of the tracks."""
    names = dict.fromkeys(name for track in course.tracks for name in track.lessons)
    every = {name: course.lesson(name) for name in names}
    return {name: each for name, each in every.items() if not each.system or each.system in systems}


def _long(packs: Packs, home: System, question: Calculator | ChainQuestion) -> int:
    """About how long a question takes to pack; what takes long is begun first."""
    with suppress(BadInput):
        count = prod(len(axis.values) for axis in packs.reached(home, question))
        return count * (OF_A_CHAIN if isinstance(question, ChainQuestion) else 1)
    return 0
