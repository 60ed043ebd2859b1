"""A page for each rulebook, and one for each of its calculators."""

from __future__ import annotations

import re
from html import escape

from pz8edu.core.rulebook.system import Calculator, ChainQuestion, System
from pz8edu.desk.rule_page import Block, Book
from pz8edu.errors import listed
from pz8edu.packing.axes import STILL
from pz8edu.packing.pack import Pack
from pz8edu.pages.printed_sections import with_headings
from pz8widgets.book.packs import Packs, axis_label, name_of
from pz8widgets.book.pages import NEEDS, write_page
from pz8widgets.course.lesson import Lesson

QUESTIONS = "questions"
"""The block of a section that lists its questions: here they are links of their own."""
WIDE = re.compile(r"<table class='pz8-figures'>.*?</table>", re.DOTALL)


def write_book(home: System, packs: Packs, lessons: dict[str, Lesson]) -> str:
    """The pages of a rulebook; the line that the first page has of it."""
    book = Book(home, home.rules)
    alive = [each for each in home.calculators.values() if write_calculator(home, each, packs, book)]
    turns = list(home.chains.values())
    known = [each for each in turns if write_calculator(home, each, packs, book)]
    first, *sections = book.contents().blocks, *(book.section(name).blocks for name in book.sections())
    links = [_link(home, each, packs) for each in home.calculators.values()]
    parts = [
        f"<h1>{escape(home.title)}</h1>",
        f"<p class='quiet'>{escape(f'{home.era} · {home.scale} · {home.board}')}</p>",
        _lessons(lessons),
        "<h2>Calculators</h2>",
        f"<p>{len(alive)} of {len(home.calculators)} answer on their page; the others say why not.</p>",
        f"<ul class='columns'>{''.join(links)}</ul>",
        "<h2>Turn after turn</h2>" if turns else "",
        f"<p>{len(known)} of {len(turns)} answer on their page.</p>" if turns else "",
        f"<ul class='columns'>{''.join(_link(home, each, packs) for each in turns)}</ul>" if turns else "",
        *(f"<h2>Sequence of play</h2>{html_of(each)}" for each in first if each.title.startswith("sequence")),
        "<h2>The rules, section by section</h2>",
        f"<ul class='columns'>{''.join(_to_section(book, name) for name in book.sections())}</ul>",
    ]
    for name, blocks in zip(book.sections(), sections, strict=True):
        told = "".join(html_of(each) for each in blocks if _belongs(each))
        parts.append(f'<h2 id="section-{escape(name)}">{escape(_heading(book, name))}</h2>{told}')
    write_page(packs.site, f"books/{home.id}.html", home.title, "\n".join(parts))
    count = f"{len(alive)} of {len(home.calculators)} calculators alive"
    return (
        f'<li><a href="books/{home.id}.html">{escape(home.title)}</a> '
        f"<small>{escape(home.era)} · {count}</small></li>"
    )


def _belongs(block: Block) -> bool:
    return not block.sources and block.title != QUESTIONS and not block.title.startswith("sequence")


def html_of(block: Block) -> str:
    """A block of a rule as its page has it: its title, its sentences, its table."""
    html = str(block.html())
    if block.title == "the rule":
        html = html.replace("<h4>the rule</h4>", "", 1)
    return WIDE.sub(lambda table: f"<div class='wide'>{table[0]}</div>", html)


def _heading(book: Book, name: str) -> str:
    headed = book.headed(name)
    return headed[:1].upper() + headed[1:]


def _to_section(book: Book, name: str) -> str:
    return f'<li><a href="#section-{escape(name)}">{escape(_heading(book, name))}</a></li>'


def _lessons(lessons: dict[str, Lesson]) -> str:
    if not lessons:
        return ""
    links = (
        f'<li><a href="../lessons/{name}.html">{escape(each.title)}</a> '
        f"<small>{each.minutes} minutes</small></li>"
        for name, each in lessons.items()
    )
    return f"<h2>Lessons</h2><ul>{''.join(links)}</ul>"


def _link(home: System, question: Calculator | ChainQuestion, packs: Packs) -> str:
    title = escape(with_headings(question.title, home.rules))
    name = name_of(home, question)
    how = "" if name in packs.made else " <small>needs Python</small>"
    return f'<li><a href="{name}.html">{title}</a>{how}</li>'


def write_calculator(home: System, question: Calculator | ChainQuestion, packs: Packs, book: Book) -> bool:
    """The page of a calculator or a chain: alive where it is packed, else why not and what to ask Python."""
    name, page = packs.of(home, question), name_of(home, question)
    title = with_headings(question.title, home.rules)
    if name:
        alive = f'<div data-calculator="{escape(name)}" data-linked>{NEEDS}</div>'
        alive += in_part(packs.made[name])
    else:
        alive = not_packed(home, question, packs.trouble[page])
    rule = "".join(html_of(each) for each in book.questions([question]).blocks if _belongs(each))
    body = (
        f"<p class='quiet'><a href='../{home.id}.html'>{escape(home.title)}</a></p>"
        f"<h1>{escape(title)}</h1>{alive}<h2>What the book says</h2>{rule}"
    )
    scripts = packs.scripts_of(name) if name else ()
    write_page(packs.site, f"books/{page}.html", f"{title} – {home.title}", body, scripts)
    return bool(name)


def in_part(pack: Pack) -> str:
    """Why some inputs of a calculator do not vary on its page; empty where all do."""
    still = [axis_label(axis.name) for axis in pack.inputs if axis.only == STILL]
    if not still:
        return ""
    return (
        f"<p class='quiet'>Not every situation fits on a page: here {escape(listed(still))} "
        f"{'stays' if len(still) == 1 else 'stay'} as at first, and Python has the others.</p>"
    )


def not_packed(home: System, question: Calculator | ChainQuestion, why: str) -> str:
    """Why a calculator has no answers here, and how to ask Python."""
    inputs = " ".join(f"{name}=…" for name, known in question.situation.fields().items() if known.required)
    asked = f"python -m pz8edu ask {home.id} {question.id} {inputs}".strip()
    said = why[:1].upper() + why[1:]
    return (
        "<section class='card'><h3>This one needs Python</h3>"
        f"<p>{escape(said)}.</p><p>With the kit installed, ask:</p><pre>{escape(asked)}</pre></section>"
    )
