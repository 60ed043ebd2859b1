"""Searching the book: every lesson, calculator, section and word with its page, as a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pz8edu.core.rulebook.system import Calculator, ChainQuestion, System
from pz8edu.desk.rule_page import Book
from pz8edu.packing.pack import compact
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.saving import save_text
from pz8widgets.book.packs import name_of
from pz8widgets.book.pages import write_page
from pz8widgets.course.lesson import Lesson
from pz8widgets.page.glossary import glossary

Entry = tuple[str, str, str]
"""What is found, what is said of it, and its page."""
BODY = """<h1>Search</h1><form role="search" class="tools"><input type="search" name="q" data-search
aria-label="What to search for" placeholder="a lesson, a calculator, a word"></form>
<p class="quiet" role="status" data-found></p><ul data-results></ul>"""


def write_search(site: Path, homes: Sequence[System], lessons: Mapping[str, Lesson]) -> None:
    """The page that searches, and the script of all that it finds."""
    save_text(site / "search.js", f"pz8search({compact(list(entries(homes, lessons)))});\n")
    write_page(site, "search.html", "Search", BODY, ["search.js"])


def entries(homes: Sequence[System], lessons: Mapping[str, Lesson]) -> Iterator[Entry]:
    """All that can be found."""
    for name, lesson in lessons.items():
        yield lesson.title, f"lesson, {lesson.minutes} minutes", f"lessons/{name}.html"
    for home in homes:
        yield home.title, f"rulebook, {home.era}", f"books/{home.id}.html"
        asked: list[Calculator | ChainQuestion] = [*home.calculators.values(), *home.chains.values()]
        for question in asked:
            title = with_headings(question.title, home.rules)
            kind = f"{question.kind} of {home.title} ({question.id})"
            yield title, kind, f"books/{name_of(home, question)}.html"
        book = Book(home, home.rules)
        for section in book.sections():
            yield book.headed(section), f"section of {home.title}", f"books/{home.id}.html#section-{section}"
    for terms in glossary().parts.values():
        for term in terms:
            yield term.word, term.says, f"glossary.html#{term.anchor}"
