"""A rule as players need it: who must and may do what, what follows, numbers, readings, doubts; code last."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest

from markupsafe import Markup

from pz8edu.core.rulebook.ruleset import Declared, Ruleset
from pz8edu.core.rulebook.system import Question, System, readings_of
from pz8edu.core.rulebook.table import Row, Table, columns_of
from pz8edu.errors import unknown
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.pages.parts import RulePart, parts_of, with_sections
from pz8edu.pages.printed_sections import (
    PrintedSection,
    cite,
    in_force,
    printed_sections,
    with_headings,
)
from pz8edu.pages.sections import belongs, in_book_order, sections_of
from pz8edu.printing.html_table import html_table
from pz8edu.printing.text import columns
from pz8edu.systems import system

FUNCTION = Markup(
    "<details class='pz8-rule{}' open><summary>{}</summary><pre class='pz8-source'>{}</pre></details>"
)
FOLDED = Markup("<details class='pz8-whole'><summary>{}</summary>{}</details>")
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
    """One part of a page: sentences, a table, or functions."""

    title: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    sources: tuple[Source, ...] = ()
    says: tuple[str, ...] = ()

    def text(self) -> str:
        """The block as plain text."""
        lines = [self.title]
        for said in self.says:
            lines += textwrap.wrap(said, WIDEST, initial_indent="  - ", subsequent_indent="    ")
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
        page = Markup() if self.sources else Markup("<h4>{}</h4>").format(self.title)
        if self.says:
            page += Markup("<ul>{}</ul>").format(Markup().join(map(Markup("<li>{}</li>").format, self.says)))
        if self.rows:
            page += html_table(self.head, self.rows)
        functions: list[Markup] = []
        for each in self.sources:
            if not each.hook:
                page += _beside(functions)
                functions = []
            functions.append(FUNCTION.format(" pz8-hook" if each.hook else "", each.title, each.lines))
        page += _beside(functions)
        return FOLDED.format(self.title, page) if self.sources else page


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

    def text(self, code: bool = False) -> str:
        """The page as plain text, with its functions or without."""
        shown = (block.text() for block in self.blocks if code or not block.sources)
        return "\n\n".join([self.title, *shown])

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        heading = Markup("<h3>{}</h3>").format(self.title)
        body = Markup().join(block.html() for block in self.blocks)
        return Markup("<div>{}{}</div>").format(heading, body)


def rule_of(asked: str | System, section: str | None = None, /, *, rules: Ruleset | None = None) -> RulePage:
    """A section of a book: what players must and may do, what follows, its numbers, doubts and functions.

    `section` may be a heading or the name of a question too; without it the page has the sequence of play and
    a table of contents. A child's page is complete: what it takes over is shown with its owner
    ("as pz8-ww2"). Raises BadInput for a section or question that the book has not.

    >>> from pz8edu import rule_of
    >>> page = rule_of("pz8-1950", "10")
    >>> print(next(block for block in page.blocks if block.title == "numbers").text())
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
        self.rules = rules
        self.id = home.id
        self.asked = with_sections(home)
        self.shelves: dict[str, Mapping[str, Declared]] = {
            "numbers": rules.numbers(),
            "tables": rules.tables(),
            "readings": rules.readings(),
        }
        self.told = rules.declared()
        self.printed = printed_sections(rules)

    @cached_property
    def parts(self) -> tuple[RulePart, ...]:
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
        blocks.append(self._doubts(self.printed.values()))
        return RulePage(f"{self.home.title} ({kin})", _filled(blocks))

    def section(self, asked: str) -> RulePage:
        """All that stands in one section."""
        asked = next((name for name, each in self.printed.items() if each.heading == asked), asked)
        if not any(belongs(name, asked) for name in self.sections()):
            names = [*self.sections(), *(question.id for question, _ in self.asked)]
            raise unknown(f"section or question of {self.id}", asked, names)
        questions = tuple(question for question, sections in self.asked if _in(sections, asked))
        every = self.parts
        parts = [part for part in every if _in(part.sections, asked)]
        beside = {hook for part in parts for hook in part.hooks}
        alone = (hook for part in every for hook in part.hooks if hook not in beside)
        parts += dict.fromkeys(hook for hook in alone if _in(hook.sections, asked))
        return self._page(f"{self.home.title}, {self.headed(asked)}", questions, tuple(parts), asked)

    def questions(self, named: Iterable[Question]) -> RulePage:
        """All that a question comes to, wherever it stands."""
        chosen = tuple(named)
        title = f"{self.home.title}: {with_headings(chosen[0].title, self.rules)} ({chosen[0].id})"
        return self._page(title, chosen, parts_of(self.home, chosen), None)

    def _page(
        self, title: str, questions: tuple[Question, ...], parts: tuple[RulePart, ...], asked: str | None
    ) -> RulePage:
        read = {name for part in parts for name in part.every_read()}
        noted = set() if asked else {name for each in questions for name in readings_of(each)}
        tables = self._names(self.rules.tables(), read, asked)
        readings = self._names(self.rules.readings(), read | noted, asked)
        sections = self._sections_of(questions, asked)
        blocks = [
            *self._obligations(sections, asked),
            Block("what the answers mean", ("", "", ""), tuple(self._outcomes(questions))),
            self._numbers(self._names(self.rules.numbers(), read, asked), asked),
            *(self._table(name) for name in tables if self._stands(name, asked)),
            self._readings([name for name in readings if self._stands(name, asked)]),
            self._doubts(sections),
            self._elsewhere([name for name in (*tables, *readings) if not self._stands(name, asked)]),
            self._questions(questions),
            Block("the rule in Python", sources=tuple(self._sources(parts))),
        ]
        return RulePage(title, _filled(blocks))

    # --- what stands where
    def sections(self) -> list[str]:
        """Every section that the book prints, in its order; else all that anything stands in."""
        if self.printed:
            return list(self.printed)
        found = {name for each in self.told.values() for name in sections_of(each.section)}
        found |= {name for _, sections in self.asked for name in sections}
        return sorted(found, key=in_book_order)

    def headed(self, section: str) -> str:
        """A section with its heading: "section 10: Rally"."""
        place = cite(section, self.rules)
        if place != f"§{section}":
            return place
        printed = self.printed.get(section)
        return (
            f"section {section}: {printed.heading}" if printed and printed.heading else f"section {section}"
        )

    def _sections_of(self, questions: Iterable[Question], asked: str | None) -> list[PrintedSection]:
        """The printed sections of a page: the one asked for with its parts, or those of its questions."""
        cited = {name for each, sections in self.asked if each in questions for name in sections}
        return [
            each for name, each in self.printed.items() if (belongs(name, asked) if asked else name in cited)
        ]

    def _lines(self, section: str) -> Iterator[tuple[str, str, str]]:
        """What stands in one section: its lines of the table of contents."""
        names = {"questions": [question.id for question, found in self.asked if section in found]}
        for kind, shelf in self.shelves.items():
            names[kind] = [name for name in shelf if section in sections_of(shelf[name].section)]
        if parents_of(self.rules):
            stands = (name for kind in self.shelves for name in names[kind])
            names["only here"] = [name for name in stands if self.told[name].owner == self.id]
        if section in self.printed:
            yield section, "", self.printed[section].heading
        mark = "" if section in self.printed else section
        for kind, listed in names.items():
            if listed:
                yield mark, kind, ", ".join(listed)
                mark = ""

    def _stands(self, name: str, asked: str | None) -> bool:
        return asked is None or _in(sections_of(self.told[name].section), asked)

    def _names(self, shelf: Iterable[str], read: set[str], asked: str | None) -> list[str]:
        """Numbers, tables or readings of the section, and those that its functions read elsewhere."""
        return [name for name in shelf if name in read or (asked and self._stands(name, asked))]

    # --- blocks
    def _obligations(self, sections: list[PrintedSection], asked: str | None) -> Iterator[Block]:
        """Who must, may and may not do what, section by section."""
        for each in sections:
            title = "the rule" if each.name == asked else self.headed(each.name)
            says = (f"{in_force(one, self.rules)}{self._by(one.owner, ' ({})')}" for one in each.rule)
            yield Block(title, says=tuple(says))

    def _questions(self, questions: tuple[Question, ...]) -> Block:
        rows = tuple(
            (each.id, with_headings(each.title, self.rules), ", ".join(each.situation.fields()))
            for each in questions
        )
        nothing = () if rows else ("The kit has no question here: this is for the table alone.",)
        return Block("questions", ("", "", ""), rows, says=nothing)

    def _outcomes(self, questions: Iterable[Question]) -> Iterator[tuple[str, str, str]]:
        """Every answer that a book explains, once, with the questions that have it."""
        found: dict[tuple[str, str], list[str]] = {}
        for question in questions:
            for word in getattr(question, "outcomes", None) or ():
                if meaning := outcome_meaning(question, word, self.rules):
                    found.setdefault((word, str(meaning)), []).append(question.id)
        for (word, says), asking in found.items():
            yield word, says, ", ".join(dict.fromkeys(asking))

    def _doubts(self, sections: Iterable[PrintedSection]) -> Block:
        rows: list[tuple[str, ...]] = [
            (
                each.doubt,
                f"{in_force(each, self.rules)} ({cite(section.name, self.rules)})",
                self._by(each.owner),
            )
            for section in sections
            for each in section.doubts
        ]
        return Block("doubts with one sensible answer", ("", "", ""), _narrow(rows))

    def _numbers(self, names: list[str], asked: str | None) -> Block:
        rows: list[tuple[str, ...]] = []
        for name in names:
            told = self.rules.numbers()[name]
            where = "" if asked and self._stands(name, asked) else self._place(told.section)
            rows.append((name, str(getattr(self.rules, name)), told.meaning, where, self._by(told.owner)))
        return Block("numbers", ("", "", "", "", ""), _narrow(rows))

    def _table(self, name: str) -> Block:
        told = self.rules.tables()[name]
        table: Table[Row] = getattr(self.rules, name)
        title = f"{name}: {told.meaning} ({self._place(told.section)}) {self._by(told.owner)}".rstrip()
        return Block(title, tuple(columns_of(table.kind)), tuple(map(tuple, table.lines())))

    def _elsewhere(self, names: list[str]) -> Block:
        """Tables and readings of other sections that its questions look at."""
        rows = tuple(
            (name, told.meaning, self._place(told.section)) for name in names for told in (self.told[name],)
        )
        return Block("from other sections", ("", "", ""), rows)

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

    def _sources(self, parts: Iterable[RulePart]) -> Iterator[Source]:
        """Every function once, with the hooks that it is the first to ask beside it."""
        met: set[RulePart] = set()
        for part in parts:
            yield Source(self._title(part), part.source)
            for hook in part.hooks:
                if hook not in met:
                    met.add(hook)
                    yield Source(self._title(hook), hook.source, hook=True)

    def _title(self, part: RulePart) -> str:
        instead = f"instead of {' and '.join(part.instead_of)}" if part.instead_of else ""
        where = f"section {', '.join(part.sections)}" if part.sections else ""
        return ", ".join(filter(None, (part.name, where, self._by(part.owner), instead)))

    def _place(self, section: str) -> str:
        return with_headings(f"section {section}", self.rules)

    def _by(self, owner: str, form: str = "{}") -> str:
        return "" if owner in (self.id, "") else form.format(f"as {owner}")


def parents_of(rules: Ruleset) -> tuple[str, ...]:
    """The books that a book goes back to, the nearest first."""
    kinds = [kind for kind in type(rules).__mro__[1:] if issubclass(kind, Ruleset) and kind.system]
    return tuple(kind.system for kind in kinds)


def _in(sections: Iterable[str], asked: str) -> bool:
    return any(belongs(name, asked) for name in sections)


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
    return tuple(block for block in blocks if block.rows or block.sources or block.says)
