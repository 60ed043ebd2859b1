"""A rule beside its book: a section's numbers, functions, hooks, readings and tables, each with its owner."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from typing import Any

from markupsafe import Markup

from pz8edu.core.rulebook.parts import Part, parts_of, with_sections
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.sections import belongs, in_book_order, sections_of
from pz8edu.core.rulebook.system import Question, System
from pz8edu.core.rulebook.table import Table, columns_of
from pz8edu.errors import unknown
from pz8edu.printing.html_table import html_table
from pz8edu.printing.text import columns
from pz8edu.systems import system

FUNCTION = Markup(
    "<details class='pz8-rule{}' open><summary>{}</summary><pre class='pz8-source'>{}</pre></details>"
)
WIDEST = 88
"""Letters of a cell on one line of text."""


@dataclass(frozen=True)
class Source:
    """The lines of one function, under its name; a hook stands beside the function that asks it."""

    title: str
    lines: str
    hook: bool = False


@dataclass(frozen=True)
class Block:
    """One part of a page: a table, or functions."""

    title: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    sources: tuple[Source, ...] = ()

    def text(self) -> str:
        """The block as plain text."""
        lines = [self.title]
        if self.rows:
            rows = [self.head, *self.rows] if any(self.head) else self.rows
            table = columns([part for row in rows for part in _wrapped(row)])
            lines += ["  " + line for line in table.splitlines()]
        for each in self.sources:
            margin = "    | " if each.hook else "  "
            lines += ["", f"{margin}# {each.title}"]
            lines += [(margin + line).rstrip() for line in each.lines.splitlines()]
        return "\n".join(lines)

    def html(self) -> Markup:
        """The block for a notebook."""
        page = Markup("<h4>{}</h4>").format(self.title)
        if self.rows:
            page += html_table(self.head, self.rows)
        functions: list[Markup] = []
        for each in self.sources:
            if not each.hook:
                page += _beside(functions)
                functions = []
            functions.append(FUNCTION.format(" pz8-hook" if each.hook else "", each.title, each.lines))
        return page + _beside(functions)


def _beside(functions: list[Markup]) -> Markup:
    """A function, and the hooks that it asks beside it."""
    first, rest = Markup().join(functions[:1]), Markup().join(functions[1:])
    if not rest:
        return first
    return Markup("<div class='pz8-beside'>{}<div>{}</div></div>").format(first, rest)


@dataclass(frozen=True)
class RulePage:
    """What a book and its rules say of a section, a question, or in all; shown as text or in a notebook."""

    title: str
    blocks: tuple[Block, ...] = field(repr=False)

    def __repr__(self) -> str:
        return "\n\n".join([self.title, *(block.text() for block in self.blocks)])

    def _repr_html_(self) -> str:
        heading = Markup("<h3>{}</h3>").format(self.title)
        body = Markup().join(block.html() for block in self.blocks)
        return Markup("<div>{}{}</div>").format(heading, body)


def rule_of(asked: str | System, section: str | None = None, /, *, rules: Ruleset | None = None) -> RulePage:
    """A section of a book as the kit has it: numbers, functions, hooks, readings and tables, with owners.

    `section` may be the name of a question too; without it the page has the sequence of play and a table of
    contents. A child's page is complete: what it takes over is shown with its owner ("as pz8-ww2").
    Raises BadInput for a section or question that the book has not.

    >>> from pz8edu import rule_of
    >>> print(rule_of("pz8-1950", "10").blocks[1].text())
    numbers
      rally_on        5   score that rallies                               as pz8-ww2
      green_rally     -1  unit Green                                       as pz8-ww2
      elite_rally     1   unit Elite                                       as pz8-ww2
      command_radius  12  inches from the HQ within which units may rally  as pz8-ww2
    """
    home = asked if isinstance(asked, System) else system(asked)
    book = Book(home, rules or home.rules)
    if section is None:
        return book.contents()
    named = [each for each in home.questions if each.id == section]
    return book.questions(named) if named else book.section(section.removeprefix("section ").strip())


class Book:
    """One rule system with its functions, as pages."""

    def __init__(self, home: System, rules: Ruleset) -> None:
        self.home = home
        self.rules: Any = rules
        self.id = home.id
        self.asked = with_sections(home)
        self.shelves: dict[str, Mapping[str, Any]] = {
            "numbers": rules.numbers(),
            "tables": rules.tables(),
            "readings": rules.readings(),
        }
        self.told = rules.declared()

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Every function of the rules."""
        return parts_of(self.home)

    # --- pages
    def contents(self) -> RulePage:
        """The sequence of play, and what stands in which section."""
        kin = self.home.id + "".join(f", as {parent}" for parent in parents_of(self.rules))
        blocks = [self._table("sequence")] if "sequence" in self.rules.tables() else []
        lines = tuple(line for name in self.sections() for line in self._lines(name))
        blocks.append(Block("contents", ("section", "", ""), lines))
        missing = tuple((name,) for name in sorted(self.rules.left_out()))
        blocks.append(Block("not printed in this book", ("",), missing))
        blocks.append(Block("doubts with one sensible answer", ("", ""), tuple(self.rules.settled.items())))
        return RulePage(f"{self.home.title} ({kin})", _filled(blocks))

    def section(self, asked: str) -> RulePage:
        """All that stands in one section."""
        if not any(belongs(name, asked) for name in self.sections()):
            names = [*self.sections(), *(question.id for question, _ in self.asked)]
            raise unknown(f"section or question of {self.id}", asked, names)
        questions = tuple(question for question, sections in self.asked if _in(sections, asked))
        every = self.parts
        parts = [part for part in every if _in(part.sections, asked)]
        beside = {hook for part in parts for hook in part.hooks}
        alone = (hook for part in every for hook in part.hooks if hook not in beside)
        parts += dict.fromkeys(hook for hook in alone if _in(hook.sections, asked))
        return self._page(f"{self.home.title}, section {asked}", questions, tuple(parts), asked)

    def questions(self, named: Iterable[Question]) -> RulePage:
        """All that a question comes to, wherever it stands."""
        chosen = tuple(named)
        title = f"{self.home.title}: {chosen[0].title} ({chosen[0].id})"
        return self._page(title, chosen, parts_of(self.home, chosen), None)

    def _page(
        self, title: str, questions: tuple[Question, ...], parts: tuple[Part, ...], asked: str | None
    ) -> RulePage:
        read = {name for part in parts for name in part.every_read()}
        noted = set() if asked else {name for each in questions for name in each.readings}
        tables = self._names(self.rules.tables(), read, asked)
        blocks = [
            Block("questions", ("", "", ""), tuple(map(_question, questions))),
            self._numbers(self._names(self.rules.numbers(), read, asked), asked),
            *(self._table(name) for name in tables if asked is None or self._stands(name, asked)),
            self._elsewhere([name for name in tables if asked and not self._stands(name, asked)]),
            self._readings(self._names(self.rules.readings(), read | noted, asked)),
            Block("the rule", sources=tuple(self._sources(parts))),
            Block("settled", ("", ""), tuple(self._settled(asked))),
        ]
        return RulePage(title, _filled(blocks))

    # --- what stands where
    def sections(self) -> list[str]:
        """Every section that anything stands in, in the book's order."""
        found = {name for each in self.told.values() for name in sections_of(each.section)}
        found |= {name for _, sections in self.asked for name in sections}
        return sorted(found, key=in_book_order)

    def _lines(self, section: str) -> Iterator[tuple[str, str, str]]:
        """What stands in one section: its lines of the table of contents."""
        names = {"questions": [question.id for question, found in self.asked if section in found]}
        for kind, shelf in self.shelves.items():
            names[kind] = [name for name in shelf if section in sections_of(shelf[name].section)]
        if parents_of(self.rules):
            stands = (name for kind in self.shelves for name in names[kind])
            names["only here"] = [name for name in stands if self.told[name].owner == self.id]
        mark = section
        for kind, listed in names.items():
            if listed:
                yield mark, kind, ", ".join(listed)
                mark = ""

    def _stands(self, name: str, asked: str) -> bool:
        return _in(sections_of(self.told[name].section), asked)

    def _names(self, shelf: Any, read: set[str], asked: str | None) -> list[str]:
        """Numbers, tables or readings of the section, and those that its functions read elsewhere."""
        return [name for name in shelf if name in read or (asked and self._stands(name, asked))]

    # --- blocks
    def _numbers(self, names: list[str], asked: str | None) -> Block:
        rows: list[tuple[str, ...]] = []
        for name in names:
            told = self.rules.numbers()[name]
            where = "" if asked and self._stands(name, asked) else f"section {told.section}"
            rows.append((name, str(getattr(self.rules, name)), told.meaning, where, self._by(told.owner)))
        return Block("numbers", ("", "", "", "", ""), _narrow(rows))

    def _table(self, name: str) -> Block:
        told = self.rules.tables()[name]
        table: Table[Any] = getattr(self.rules, name)
        title = f"{name}: {told.meaning} (section {told.section}) {self._by(told.owner)}".rstrip()
        return Block(title, tuple(columns_of(table.kind)), tuple(map(tuple, table.lines())))

    def _elsewhere(self, names: list[str]) -> Block:
        told = self.rules.tables()
        rows = ((name, told[name].meaning, f"section {told[name].section}") for name in names)
        return Block("tables of other sections", ("", "", ""), tuple(rows))

    def _readings(self, names: list[str]) -> Block:
        rows: list[tuple[str, ...]] = []
        for name in names:
            doubt, taken = self.rules.readings()[name], getattr(self.rules, name)
            rows.append((name, "", doubt.question, self._by(doubt.owner)))
            rows += [
                ("", f"{letter} (taken)" if letter == taken else letter, text, "")
                for letter, text in doubt.answers.items()
            ]
        return Block("readings", ("", "", "", ""), _narrow(rows))

    def _sources(self, parts: Iterable[Part]) -> Iterator[Source]:
        """Every function once, with the hooks that it is the first to ask beside it."""
        met: set[Part] = set()
        for part in parts:
            yield Source(self._title(part), part.source)
            for hook in part.hooks:
                if hook not in met:
                    met.add(hook)
                    yield Source(self._title(hook), hook.source, hook=True)

    def _title(self, part: Part) -> str:
        instead = f"instead of {' and '.join(part.instead_of)}" if part.instead_of else ""
        where = f"section {', '.join(part.sections)}" if part.sections else ""
        return ", ".join(filter(None, (part.name, where, self._by(part.owner), instead)))

    def _settled(self, asked: str | None) -> Iterator[tuple[str, str]]:
        for name, text in self.rules.settled.items():
            _, _, where = text.rpartition("(section")
            if asked and _in(sections_of(where.strip(" s)")), asked):
                yield name, text

    def _by(self, owner: str) -> str:
        return "" if owner in (self.id, "") else f"as {owner}"


def parents_of(rules: Ruleset) -> tuple[str, ...]:
    """The books that a book goes back to, the nearest first."""
    kinds = [kind for kind in type(rules).__mro__[1:] if issubclass(kind, Ruleset) and kind.system]
    return tuple(kind.system for kind in kinds)


def _in(sections: Iterable[str], asked: str) -> bool:
    return any(belongs(name, asked) for name in sections)


def _question(question: Question) -> tuple[str, str, str]:
    return (question.id, question.title, ", ".join(question.situation.fields()))


def _wrapped(row: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A row as several where its cells are too long for a line."""
    return zip_longest(
        *(textwrap.wrap(cell, WIDEST, break_on_hyphens=False) or [""] for cell in row), fillvalue=""
    )


def _narrow(rows: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Rows without the columns in which nothing stands."""
    kept = [place for place in range(len(rows[0]) if rows else 0) if any(row[place] for row in rows)]
    return tuple(tuple(row[place] for place in kept) for row in rows)


def _filled(blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(block for block in blocks if block.rows or block.sources)
