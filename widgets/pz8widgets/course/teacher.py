"""The teacher's edition of a lesson: answer key, worksheet and slides, from the lesson's own data.

What a class will see is in the table `teacher` of the lesson: every `by` pupils (one, a pair, a group, a
table) make `tries` tries of the `experiment` and count how often the `event` comes; `value` is its chance.
Where they note numbers instead, `value` is the mean and `variance` the variance of one.

`python -m pz8widgets.course.teacher lessons/pz8-ww2/01-one-shot.toml` writes three pages that need
nothing else and print well.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from pathlib import Path

from pz8edu.errors import BadInput
from pz8edu.printing.saving import save_text
from pz8edu.show.outcomes import outcome_looks
from pz8edu.show.tree_svg import draw
from pz8widgets.course.course import lesson_at
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.paper import asked_html, die_svg, fits, inner, listed, page, prose_before
from pz8widgets.course.quiz import answer_html, paths_html
from pz8widgets.course.slides import slides
from pz8widgets.course.wording import as_html, decimal, filled, told

MANY = 5
"""So many questions leave room on one page of paper; with more they stand closer."""
MOST_CELLS = 24
"""So many tries have a cell each on a worksheet."""
PUPILS = 30
"""A class, unless the command says otherwise."""
SURE = "sure: <i>○ 1 in 4</i> <i>○ 1 in 2</i> <i>○ 3 in 4</i> <i>○ 19 in 20</i>"
"""How sure somebody is of a guess, to be ticked."""


def key(lesson: Lesson, pupils: int = PUPILS) -> str:
    """The answer key: plan, materials, what a class's own dice will show, answers with reasons, rubric."""
    teacher, prose = lesson.teacher, prose_before(lesson)
    parts = [
        f"<h1>{escape(lesson.title)}</h1>",
        f"<p>Teacher's edition · {lesson.minutes} minutes · exact answers, worked out from the rules</p>",
        listed("Aims: pupils can", lesson.aims),
        listed("Plan", teacher.get("plan", ())),
        listed("Materials", (*lesson.materials, *teacher.get("materials", ()))),
        expected(lesson, pupils),
        *(
            question_key(question, number, prose.get(question.id, ""))
            for number, question in enumerate(lesson.questions.values(), 1)
        ),
        listed("Rubric", teacher.get("rubric", ())),
    ]
    return page(f"{lesson.title}: answer key", "".join(parts), "paper keyed")


def question_key(question: Question, number: int, before: str = "", prefix: str = "k") -> str:
    """One question with what the lesson tells before it, its answer, reason, hints and mistakes to expect."""
    odds = question.values.odds(question.answer)
    ways = paths_html(*odds) if odds else ""
    traps = "".join(
        f"<li><b>{trap_words(question, trap)}</b>: {inner(filled(says, question.values))}</li>"
        for trap, says in (question.traps or {}).items()
    )
    hints = "".join(f"<li>{inner(filled(hint, question.values))}</li>" for hint in question.hints)
    return (
        f"<section><h2>Question {number}</h2><div class='told'>{as_html(before)}</div>{asked_html(question)}"
        f"<p class='answer'>{answer_html(question)}</p>{as_html(filled(question.why, question.values))}"
        f"{ways}{tree_html(question, f'{prefix}{number}')}"
        + (f"<h3>Mistakes to expect</h3><ul>{traps}</ul>" if traps else "")
        + (f"<h3>Hints, one by one</h3><ol>{hints}</ol>" if hints else "")
        + "</section>"
    )


def trap_words(question: Question, trap: str) -> str:
    """A wrong answer as somebody says it."""
    return escape(trap) if question.choices else escape(told(trap, "", question.values))


def tree_html(question: Question, prefix: str) -> str:
    """The tree behind a question, where it fits a page; `prefix` names its patterns."""
    odds = question.values.odds(question.answer)
    if odds is None:
        return ""
    tree = odds[0].tree
    if not fits(tree):
        return ""
    asked = odds[0].question
    looks = outcome_looks(odds[0], asked.outcomes, asked.ranked)
    return f"<p class='tree'>{draw(tree, looks=looks, prefix=prefix, word=asked.word)}</p>"


def expected(lesson: Lesson, pupils: int) -> str:
    """What the dice of a class show, and how far they may well be off: the exact standard error.

    Raises BadInput for a `value` that is no chance and has no `variance`.
    """
    teacher = lesson.teacher
    if "value" not in teacher:
        return ""
    by = int(teacher.get("by", 1))
    groups = max(1, pupils // by)
    tries = int(teacher.get("tries", 10)) * groups
    value = lesson.values[teacher["value"]]
    event = escape(str(teacher.get("event", "the event")))
    how = as_html(str(teacher.get("experiment", "Every pupil tries it by hand.")))
    if "variance" in teacher:
        error = told(f"variance / {tries}", "root", {"variance": lesson.values[teacher["variance"]]})
        said = f"the mean of <b>{event}</b> is {decimal(value)}, with a standard error of {error}"
    elif 0 <= value <= 1:
        many = told("spread", "root", {"spread": tries * value * (1 - value)})
        said = f"<b>{event}</b> {times(tries * value)}, with a standard error of {many}"
    else:
        raise BadInput(f"{lesson.path.name}: teacher.value is {value}: a mean needs a teacher.variance")
    return (
        f"<h2>What your own dice will show</h2>{how}"
        f"<p>With {pupils} pupils{in_groups(by, groups)} and {tries} tries in all, {said}: "
        "two classes in three lie within one standard error, and 19 in 20 within two.</p>"
    )


def times(number: Fraction) -> str:
    """So often: "about 83.33 times", "45 times"."""
    return f"{decimal(number)} times"


def in_groups(by: int, groups: int) -> str:
    """How a class is divided: " in 15 pairs"; nothing where each is alone."""
    if by == 1:
        return ""
    return f" in {groups} pairs" if by == 2 else f" in {groups} groups of {by}"


def worksheet(lesson: Lesson) -> str:
    """A page for pupils: the questions, with room to guess, to say how sure one is, to work and to try."""
    prose = prose_before(lesson)
    rows = "".join(
        f"<section>{as_html(prose.get(name, ''))}{asked_html(question)}<p class='fill'>"
        f"{'' if question.choices else 'My guess <span></span> '}{SURE}"
        f"{'' if question.choices else ' · worked out <span></span>'}</p><div class='room'></div></section>"
        for name, question in lesson.questions.items()
    )
    dice = "".join(die_svg(face) for face in range(1, 7))
    head = f"<header>Name <span></span> Date <span></span></header><h1>{escape(lesson.title)}</h1>"
    kind = "paper sheet many" if len(lesson.questions) > MANY else "paper sheet"
    body = f"{head}<p class='dice'>{dice}</p>{rows}{try_it(lesson)}"
    return page(f"{lesson.title}: worksheet", body, kind)


def try_it(lesson: Lesson, title: str = "Try it") -> str:
    """The experiment, with a cell for each try and what to write into it; nothing where there is none."""
    teacher = lesson.teacher
    if "experiment" not in teacher:
        return ""
    cells = min(int(teacher.get("tries", 10)), MOST_CELLS)
    event = escape(str(teacher.get("event", "")))
    write = f"{event}:" if "variance" in teacher else f"✓ if {event}" if event else "what came up"
    table = (
        f"<table><tr><th>try</th>{''.join(f'<th>{number}</th>' for number in range(1, cells + 1))}</tr>"
        f"<tr><th>{write}</th>{'<td></td>' * cells}</tr></table>"
        if cells > 1
        else f"<p class='fill'>{write} <span></span></p>"
    )
    return f"<section><h2>{escape(title)}</h2>{as_html(str(teacher['experiment']))}{table}</section>"


def write_edition(lesson: Lesson, folder: Path, pupils: int = PUPILS) -> list[Path]:
    """Write key, worksheet and slides of a lesson into a folder; returns their paths.

    Raises BadInput for a folder that cannot be written.
    """
    pages = {"key": key(lesson, pupils), "worksheet": worksheet(lesson), "slides": slides(lesson)}
    found = [folder / f"{lesson.path.stem}-{name}.html" for name in pages]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in zip(found, pages.values(), strict=True):
            save_text(path, text)
    except OSError as fault:
        raise BadInput(f"{folder} cannot be written ({fault.strerror})") from None
    return found


def command(name: str, says: str) -> argparse.ArgumentParser:
    """What the commands of a teacher have in common: the lessons, the folder, the class."""
    parser = argparse.ArgumentParser(prog=f"python -m pz8widgets.course.{name}", description=says)
    parser.add_argument("lessons", nargs="+", type=Path, help="lessons: their .toml or .ipynb")
    parser.add_argument("--out", type=Path, default=Path(name), help="the folder to write into")
    parser.add_argument("--pupils", type=int, default=PUPILS, help="how many pupils there are")
    return parser


def named(paths: Sequence[Path]) -> tuple[Lesson, ...]:
    """The lessons of these files. Raises BadInput for what is none."""
    for path in paths:
        if not path.with_suffix(".toml").is_file():
            raise BadInput(f"{path} is no lesson of the course: {path.stem}.toml is not beside it")
    return tuple(lesson_at(path.with_suffix(".toml")) for path in paths)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the teacher's edition of the lessons named."""
    chosen = command("teacher", str(__doc__)).parse_args(arguments)
    try:
        if not 1 <= chosen.pupils <= 1000:
            raise BadInput(f"a class has 1 to 1000 pupils; got {chosen.pupils}")
        for lesson in named(chosen.lessons):
            for written in write_edition(lesson, chosen.out, chosen.pupils):
                sys.stdout.write(f"{written}\n")
    except BadInput as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
