"""A lesson as a page: its prose, its questions with their answers out of plain sight, and what they open."""

from __future__ import annotations

import ast
import os.path
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from zlib import crc32

from pz8edu.asking.ask import rules_for
from pz8edu.core.rulebook.system import Calculator, ChainQuestion, System
from pz8edu.packing.pack import compact
from pz8edu.systems import system
from pz8widgets.boards.tabletop import laid_out
from pz8widgets.book.apart import save_apart
from pz8widgets.book.boards import board_data
from pz8widgets.book.packs import Packs, packed
from pz8widgets.book.pages import BINDER, NEEDS, in_script, write_page
from pz8widgets.book.practice import arguments_of, drills_data, practice_data
from pz8widgets.book.puzzles import puzzle_lines
from pz8widgets.book.scrambled import ratio, scrambled
from pz8widgets.course.course import Course
from pz8widgets.course.ideas import IDEAS
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.opened import opened, tells
from pz8widgets.course.pages import MAP, PRACTICE
from pz8widgets.course.quiz import answer_html, paths_html
from pz8widgets.course.wording import LIVE, as_html, filled
from pz8widgets.line_by_line import notebook, text_of
from pz8widgets.page.glossary import PAGE, with_meanings

REMARK = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r'<a href="([^":#]+)(#[^"]*)?"([^>]*)>(.*?)</a>', re.DOTALL)
"""A link to another file of the project."""
ASKS = re.compile(r'^Quiz\("([^"]+)"\)', re.MULTILINE)
AGAIN = "<div data-again></div>"
"""Where a page tells what is due."""
LARGE = 6_000
"""A larger picture lies in a script of its own, which the page loads when it is opened."""
STILL = "A still picture; it moves where Python runs (python -m pz8edu lab)."


def write_lesson(
    name: str, lesson: Lesson, packs: Packs, course: Course, written: Mapping[str, Lesson]
) -> None:
    """The page of a lesson. Raises BadInput for a notebook or data that are wrong."""
    asked: dict[str, Any] = {}
    scripts: dict[str, None] = {}

    def linked(html: str) -> str:
        return LINK.sub(lambda link: led(link, name, course, written), html)

    def quiz(question: str) -> str:
        told = asked[question] = question_data(lesson.questions[question], packs, scripts, linked)
        return f'<div data-quiz="{escape(question)}"><div class="card">{told["text"]}{NEEDS}</div></div>'

    parts = [*cells_html(lesson.notebook, course, packs, linked, quiz), live(name, packs.live)]
    before = f"pz8asked({in_script(compact(asked))})" if asked else ""
    body = "\n".join([*parts, "<div data-progress></div>"])
    write_page(packs.site, f"lessons/{name}.html", lesson.title, body, scripts, before)


def write_practice(packs: Packs, course: Course, written: Mapping[str, Lesson], books: Sequence[str]) -> None:
    """The page of practice: what is due of the lessons and puzzles of some books, and questions without end.

    A course without its notebook has none.
    """
    file, name = course.folder / PRACTICE, PRACTICE.removesuffix(".ipynb")
    if not file.is_file():
        return
    lessons = "".join(
        f"<li data-questions='{escape(' '.join(each.questions))}'><a href='{there}.html'>"
        f"{escape(each.title)}</a></li>"
        for there, each in written.items()
    )
    listed = f"<ul>{lessons}{puzzle_lines(books, '../')}</ul>"
    due = f"<section data-again><p class='quiet' role='status'></p>{listed}</section>"

    def linked(html: str) -> str:
        return LINK.sub(lambda link: led(link, name, course, written), html)

    parts = [
        *(part.replace(AGAIN, due) for part in cells_html(file, course, packs, linked)),
        live(name, packs.live),
    ]
    body = "\n".join([*parts, "<div data-progress></div>"])
    write_page(packs.site, f"lessons/{name}.html", "Practice", body)


def cells_html(
    file: Path,
    course: Course,
    packs: Packs,
    linked: Callable[[str], str],
    quiz: Callable[[str], str] | None = None,
) -> Iterator[str]:
    """The cells of a notebook, one after the other; a `quiz` is a question by its name."""
    for cell in notebook(file.name, text_of(file)).cells:
        if cell.cell_type == "markdown":
            yield linked(as_html(REMARK.sub("", LIVE.sub("", cell.source))))
            continue
        if quiz is not None:
            yield from map(quiz, ASKS.findall(cell.source))
        yield other_cell(cell, course, packs.site)


def live(name: str, folder: str) -> str:
    """Where Python runs this lesson, and a button for paper; `folder` of the site has JupyterLite, if any."""
    up = "../" * (name.count("/") + 1)
    here = f"<a href='{up}{folder}/lab/index.html?path={name}.ipynb'>in this browser</a>, " if folder else ""
    binder = f"<a href='{BINDER}/lessons/{name}.ipynb'>on Binder</a>"
    return (
        f"<p class='quiet live'>Open it live: {here}{binder}, or with the kit: "
        "<code>python -m pz8edu lab</code> <button type='button' data-print>Print</button></p>"
    )


def led(link: re.Match[str], name: str, course: Course, written: Mapping[str, Lesson]) -> str:
    """A link to another page of the course as one to its page here; its words alone where there is none."""
    here = course.folder / name
    there = Path(os.path.relpath(here.parent / link[1], course.folder)).as_posix()
    up = "../" * (name.count("/") + 1)
    if there == PAGE:
        return f'<a href="{up}glossary.html{link[2] or ""}"{link[3]}>{link[4]}</a>'
    if there.endswith(".ipynb") and (page := there.removesuffix(".ipynb")) in written:
        return f'<a href="{up}lessons/{page}.html{link[2] or ""}"{link[3]}>{link[4]}</a>'
    if there == PRACTICE:
        return f'<a href="{up}lessons/practice.html">{link[4]}</a>'
    if there == MAP:
        return f'<a href="{up}map.html">{link[4]}</a>'
    return str(link[4])


def other_cell(cell: Any, course: Course, site: Path) -> str:
    """A cell that is no question: what it needs Python for, or its code and what came out."""
    name, call = last_call(cell.source)
    if name == "Calibration":
        return "<div data-calibration></div>"
    if name == "Again":
        return AGAIN
    if name == "Drills":
        return drills_html(arguments_of(call)[0], course, site)
    if name == "Practice":
        apart = f"practice/{crc32(call.encode()):08x}"
        save_apart(site, apart, practice_data(call))
        return f"<div data-practice='{apart}'>{NEEDS}</div>"
    last = cell.source.strip().rpartition("\n")[2]
    if ASKS.search(cell.source) or (not cell.outputs and last.startswith(("from ", "import "))):
        return ""
    code = f"<pre>{escape(cell.source)}</pre>" if not cell.metadata.get("jupyter", {}) else ""
    return code + "".join(f'<div class="output">{output_html(each)}</div>' for each in cell.outputs)


def last_call(source: str) -> tuple[str, str]:
    """The call by name that a cell shows, and its name; empty where it shows something else."""
    try:
        shown = ast.parse(source).body[-1:]
    except SyntaxError:  # a line for the notebook itself
        return "", ""
    match shown:
        case [ast.Expr(ast.Call(ast.Name(name)) as call)]:
            return name, ast.unparse(call)
    return "", ""


def drills_html(chosen: Sequence[str], course: Course, site: Path) -> str:
    """Exercises of the ideas that are chosen, or of all, which lie in scripts of their own."""
    ideas = [(course.concepts[each].title, each) for each in chosen or IDEAS if each in course.concepts]
    for _, idea in ideas:
        save_apart(site, f"drills/{idea.replace(' ', '-')}", drills_data(idea, course))
    return f"<div data-drills='{escape(compact(ideas))}'>{NEEDS}</div>"


def output_html(output: Any) -> str:
    """What came out of a cell: a picture, a table, or text."""
    data = output.get("data", {})
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return str(data[kind])
    text = data.get("text/plain") or output.get("text", "")
    return f"<pre>{escape(text)}</pre>" if text else ""


def question_data(
    question: Question, packs: Packs, scripts: dict[str, None], linked: Callable[[str], str]
) -> dict[str, Any]:
    """A question as its page has it; what tells the answer is hidden."""
    question = question.still
    known: set[str] = set()

    def html(text: str) -> str:
        return with_meanings(linked(as_html(filled(text, question.values))), known)

    asked = html(question.text)
    odds = question.values.odds(question.answer) if question.answer else None
    secret: dict[str, Any] = {
        "answer": answer_html(question),
        "why": html(question.why) + (paths_html(*odds) if odds else ""),
        "hints": [html(hint) for hint in question.hints],
        "after": html(question.after) if question.after else "",
        "opens": [
            *(opened_data(entry, question, packs, scripts) for entry in question.opens_apart),
            *filter(None, (packed_question(entry, "chain", packs, scripts) for entry in question.opens)),
        ],
    }
    if question.kind == "choice":
        secret |= {
            "right": question.right_choice,
            "traps": {name: html(says) for name, says in (question.traps or {}).items()},
        }
    else:
        secret |= {
            "right": ratio(question.right),
            "within": ratio(question.tolerance),
            "traps": [[*ratio(value), html(says)] for value, says in question.wrong.items()],
        }
    return {
        "id": question.id,
        "kind": question.kind,
        "unit": question.unit,
        "text": asked,
        "choices": list(question.choices) if question.choices else None,
        "hints": len(question.hints),
        "shows": [
            told
            for told in (opened_data(entry, question, packs, scripts) for entry in question.shows)
            if "board" in told or told.get("table")  # another picture would tell the chances
        ],
        "hidden": scrambled(secret),
    }


def opened_data(
    entry: Mapping[str, Any], question: Question, packs: Packs, scripts: dict[str, None]
) -> dict[str, Any]:
    """What a question opens: a packed calculator with its inputs, a table, else a still picture."""
    if found := packed_question(entry, "calculator", packs, scripts):
        return found
    if "tabletop" in entry:
        home = home_of(entry)
        board = board_data(home, entry, packs, scripts)
        if board is not None:
            name = f"boards/{home.id}-{entry['tabletop']}-{crc32(compact(board).encode()):08x}"
            save_apart(packs.site, name, scrambled(board))
            table = home.tabletop(entry["tabletop"], home.rules)
            asks = table.question(laid_out(table, entry), home.rules)
            return {"board": name, "tells": tells(entry, asks, question)}
    html = opened(entry, question)._repr_mimebundle_()["text/html"]
    told = {"says": STILL, "table": "game" in entry and not entry.get("worth")}
    if len(html) < LARGE:
        return {"html": html, **told}
    name = f"stills/{question.id}-{crc32(html.encode()):08x}"
    save_apart(packs.site, name, scrambled(html))
    return {"still": name, **told}


def packed_question(
    entry: Mapping[str, Any], kind: str, packs: Packs, scripts: dict[str, None]
) -> dict[str, Any] | None:
    """The packed question of this kind that an entry opens, with its inputs; else none."""
    if kind not in entry:
        return None
    home = home_of(entry)
    asked = home.question(entry[kind], kind)
    assert isinstance(asked, Calculator | ChainQuestion)
    name = packs.of(home, asked)
    if not name or (inputs := packed(packs, name, asked, entry.get("inputs", {}))) is None:
        return None
    scripts |= dict.fromkeys(packs.scripts_of(name))
    return {"calculator": name, "inputs": inputs}


def home_of(entry: Mapping[str, Any]) -> System:
    """The book of an entry, under its rules."""
    home = system(entry["system"])
    return home.under(rules_for(home, entry.get("reading"), changes=entry.get("changed")))
