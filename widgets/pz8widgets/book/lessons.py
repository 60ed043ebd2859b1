"""A lesson as a page: its prose, its questions with their answers out of plain sight, and what they open."""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any
from zlib import crc32

from pz8edu.asking.ask import rules_for
from pz8edu.core.rulebook.system import Calculator, ChainQuestion
from pz8edu.packing.pack import compact
from pz8edu.printing.saving import save_text
from pz8edu.systems import system
from pz8widgets.book.boards import board_data
from pz8widgets.book.packs import Packs
from pz8widgets.book.pages import BINDER, NEEDS, in_script, write_page
from pz8widgets.book.practice import practice_data
from pz8widgets.book.scrambled import ratio, scrambled
from pz8widgets.course.course import Course
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.opened import opened
from pz8widgets.course.pages import MAP
from pz8widgets.course.quiz import answer_html, paths_html
from pz8widgets.course.wording import as_html, filled
from pz8widgets.line_by_line import notebook, text_of
from pz8widgets.page.glossary import PAGE, with_meanings

REMARK = re.compile(r"<!--.*?-->", re.DOTALL)
LIVE = re.compile(r"<!--live-->.*?<!--/live-->", re.DOTALL)
LINK = re.compile(r'<a href="([^":#]+)(#[^"]*)?"([^>]*)>(.*?)</a>', re.DOTALL)
"""A link to another file of the project."""
ASKS = re.compile(r'^Quiz\("([^"]+)"\)', re.MULTILINE)
LARGE = 6_000
"""A larger picture lies in a script of its own, which the page loads when it is opened."""
STILL = "A still picture; it moves where Python runs (python -m pz8edu lab)."


def write_lesson(
    name: str, lesson: Lesson, packs: Packs, course: Course, written: Mapping[str, Lesson]
) -> None:
    """The page of a lesson. Raises BadInput for a notebook or data that are wrong."""
    asked: dict[str, Any] = {}
    scripts: dict[str, None] = {}
    parts = []

    def linked(html: str) -> str:
        return LINK.sub(lambda link: led(link, name, course, written), html)

    for cell in notebook(lesson.notebook.name, text_of(lesson.notebook)).cells:
        if cell.cell_type == "markdown":
            parts.append(linked(as_html(REMARK.sub("", LIVE.sub("", cell.source)))))
            continue
        for question in ASKS.findall(cell.source):
            asked[question] = question_data(lesson.questions[question], packs, scripts, linked)
            text = asked[question]["text"]
            parts.append(f'<div data-quiz="{escape(question)}"><div class="card">{text}{NEEDS}</div></div>')
        parts.append(other_cell(cell, course))
    parts.append(live(name, packs.live))
    parts.append("<div data-progress></div>")
    before = f"pz8asked({in_script(compact(asked))})" if asked else ""
    write_page(packs.site, f"lessons/{name}.html", lesson.title, "\n".join(parts), scripts, before)


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
    if there == MAP:
        return f'<a href="{up}map.html">{link[4]}</a>'
    return str(link[4])


def other_cell(cell: Any, course: Course) -> str:
    """A cell that is no question: what it needs Python for, or its code and what came out."""
    last = cell.source.strip().rpartition("\n")[2]
    if last.startswith("Calibration("):
        return "<div data-calibration></div>"
    if last.startswith(("Practice(", "Drills(")):
        return f"<div data-practice='{escape(practice_data(last, course))}'>{NEEDS}</div>"
    if ASKS.search(cell.source) or (not cell.outputs and last.startswith(("from ", "import "))):
        return ""
    code = f"<pre>{escape(cell.source)}</pre>" if not cell.metadata.get("jupyter", {}) else ""
    return code + "".join(f'<div class="output">{output_html(each)}</div>' for each in cell.outputs)


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
            *(opened_data(entry, question, packs, scripts) for entry in question.opens),
            *(chain for entry in question.opens for chain in chains_of(entry, packs, scripts)),
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
    if "calculator" in entry:
        home = system(entry["system"])
        home = home.under(rules_for(home, entry.get("reading"), changes=entry.get("changed")))
        asked = home.question(entry["calculator"], "calculator")
        assert isinstance(asked, Calculator)
        if (name := packs.of(home, asked)) and packed(packs, name, entry.get("inputs", {})):
            scripts |= dict.fromkeys(packs.scripts_of(name))
            return {"calculator": name, "inputs": dict(entry.get("inputs", {}))}
    if "tabletop" in entry:
        home = system(entry["system"])
        home = home.under(rules_for(home, entry.get("reading"), changes=entry.get("changed")))
        board = board_data(home, entry["tabletop"], packs, scripts)
        if board is not None:
            return {"board": board}
    html = opened(entry, question)._repr_mimebundle_()["text/html"]
    told = {"says": STILL, "table": "game" in entry and not entry.get("worth")}
    if len(html) < LARGE:
        return {"html": html, **told}
    name = f"stills/{question.id}-{crc32(html.encode()):08x}"
    file = packs.site / "lessons" / f"{name}.js"
    file.parent.mkdir(parents=True, exist_ok=True)
    save_text(file, f"pz8still({compact(name)},{compact(scrambled(html))});\n")
    return {"still": name, **told}


def chains_of(entry: Mapping[str, Any], packs: Packs, scripts: dict[str, None]) -> Iterator[dict[str, Any]]:
    """The results of a chain that a question opens, beside its picture; none where they are not packed."""
    if "chain" in entry:
        home = system(entry["system"])
        home = home.under(rules_for(home, entry.get("reading"), changes=entry.get("changed")))
        asked = home.question(entry["chain"], "chain")
        assert isinstance(asked, ChainQuestion)
        inputs = dict(entry.get("inputs", {}))
        if (name := packs.of(home, asked)) and packed(packs, name, inputs):
            scripts |= dict.fromkeys(packs.scripts_of(name))
            yield {"calculator": name, "inputs": inputs}


def packed(packs: Packs, name: str, inputs: Mapping[str, Any]) -> bool:
    """Whether a pack knows these inputs and their values."""
    axes = {axis.name: axis.values for axis in packs.made[name].inputs}
    return all(value in axes.get(given, ()) for given, value in inputs.items())
