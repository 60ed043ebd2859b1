"""Slides of lessons: story, rule and picture, question, tree step by step, the class's own dice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from math import comb

from pz8edu.asking.odds import Odds
from pz8edu.board.tabletop import BoardState
from pz8edu.show.outcomes import outcome_looks
from pz8edu.show.tree_svg import GAP, draw
from pz8edu.systems import system
from pz8widgets.boards.portrayal import still
from pz8widgets.boards.tabletop import laid_out
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.own_numbers import more_than_a_die
from pz8widgets.course.paper import HERE, asked_html, die_svg, fits, inner, listed, page, prose_before
from pz8widgets.course.played import begun
from pz8widgets.course.quiz import answer_html
from pz8widgets.course.rule_in_lines import rule_lines
from pz8widgets.course.wording import as_html, filled
from pz8widgets.course.worlds import worlds

LETTERS = 420
"""So many letters of a story stand on one slide, if its paragraphs allow it."""
WIDE = 520
"""Pixels of a picture whose names are read from the last row."""
MOST_COUNTED = 40
"""With more tries a class's counts are not drawn one beside the other."""
BEND = re.compile(r"C[\d.]+ [\d.]+ [\d.]+ [\d.]+ ([\d.]+) ")
NAMED = re.compile(r'(\bid="|url\(#|href="#)')
"""Where a drawing names a part of itself."""
BLANK = re.compile(r"\n\s*\n")


def slides(lesson: Lesson, *more: Lesson, pupils: int = 30) -> str:
    """The slides of one lesson, or of several that follow one another; a key press shows the next step."""
    lessons = (lesson, *more)
    title = " · ".join(each.title for each in lessons)
    shown = "".join("".join(_of_a_lesson(each, f"s{number}", pupils)) for number, each in enumerate(lessons))
    script = (HERE / "slides.js").read_text(encoding="utf-8")
    keys = "<p class='keys'>→ or space: go on · ←: back</p>"
    return page(f"{title}: slides", f"{shown}{keys}<script>{script}</script>", "slides")


def _of_a_lesson(lesson: Lesson, prefix: str, pupils: int) -> Iterator[str]:
    prose = prose_before(lesson)
    world = worlds().get(lesson.system or lesson.path.parent.name)
    emblem = f"<svg viewBox='-35 -35 70 70' aria-hidden='true'>{world.emblem}</svg>" if world else ""
    dice = emblem or "".join(map(die_svg, range(1, 7)))
    head = f"<h1>{escape(lesson.title)}</h1>{listed('', lesson.aims)}"
    yield slide(f"<div>{head}</div><p class='dice'>{dice}</p>", "first")
    picture = next(filter(None, map(picture_of, lesson.questions.values())), "")
    ruled = told = False
    for number, question in enumerate(lesson.questions.values(), 1):
        odds = question.values.odds(question.answer)
        for place, part in enumerate(parts(prose.get(question.id, ""))):
            beside = "" if told or place else figure(picture, prefix)
            yield slide(f"<div>{as_html(part)}</div>{beside}", "story")
            told = True
        if odds and not ruled and more_than_a_die(odds[0].tree):
            ruled = True
            yield rule_slide(odds[0])
        steps = [f"<p>{inner(filled(hint, question.values))}</p>" for hint in question.hints]
        steps.append(f"<p class='answer'>{answer_html(question)}</p>")
        steps.append(as_html(filled(question.why, question.values)))
        later = "".join(f"<div class='later'>{step}</div>" for step in steps)
        beside, apart = (figure(picture, f"{prefix}-{number}{of}") for of in ("", "p"))
        yield slide(f"<div>{asked_html(question)}</div>{apart}", "asked paper")  # its answer has a page
        yield slide(f"<div>{asked_html(question)}{later}</div>{beside}", "asked")
        if odds and fits(odds[0].tree):
            yield tree_slide(question, *odds, prefix=f"{prefix}-{number}")
    if counted := histogram_slide(lesson, pupils):
        yield counted


def slide(inside: str, kind: str) -> str:
    """One slide."""
    return f"<section class='{kind}'>{inside}</section>"


def figure(picture: str, prefix: str) -> str:
    """A picture on one of several slides, its patterns under names of its own; nothing for none."""
    own = NAMED.sub(rf"\1{prefix}-", picture)
    return f"<figure>{own}</figure>" if own else ""


def parts(prose: str) -> list[str]:
    """A story in parts that a slide holds, cut between paragraphs."""
    found: list[str] = []
    for each in filter(str.strip, BLANK.split(prose)):
        if found and len(found[-1]) + len(each) <= LETTERS:
            found[-1] += f"\n\n{each}"
        else:
            found.append(each)
    return found


def picture_of(question: Question) -> str:
    """The table that a question shows or opens, as it stands; nothing where there is none."""
    for each in (*question.shows, *question.opens):
        if "game" in each:
            game = begun(each["text"], each)
            return still(game.book.table.scene(BoardState(game.moment.position), game.rules), WIDE)
        if "tabletop" in each and not {"reading", "changed"} & set(each):
            home = system(each["system"])
            table = home.tabletop(each["tabletop"], home.rules)
            return still(replace(table.scene(laid_out(table, each), home.rules), note=""), WIDE)
    return ""


def rule_slide(odds: Odds) -> str:
    """What is rolled for, throw by throw, in a few numbered lines: a die's face would look like a result."""
    lines = "".join(
        f"<li><b>{number}</b><span>{escape(line)}</span></li>"
        for number, line in enumerate(rule_lines(odds), 1)
    )
    return slide(f"<h2>The rule</h2><ol class='rule'>{lines}</ol>", "ruled")


def tree_slide(question: Question, odds: Odds, outcome: str, prefix: str) -> str:
    """The tree, a throw at each key press; the ways that are asked for come last, in heavy ink."""
    asked = odds.question
    looks = outcome_looks(odds, asked.outcomes, asked.ranked)
    lit = tuple(
        branch for way in odds.tree.paths() if asked.word(way.outcome) == outcome for _, branch in way.steps
    )
    means = f"leads to {outcome}"
    plain, heavy = (
        draw(odds.tree, lit=taken, looks=looks, prefix=f"{prefix}{name}", word=asked.word, lit_means=means)
        for name, taken in (("p", ()), ("h", lit))
    )
    cuts = "".join(f"<i class='later' data-to='{cut:.4f}'></i>" for cut in cuts_of(plain))
    grown = f"<div class='plain'>{plain}</div>{cuts}<div class='later heavy'>{heavy}</div>"
    return slide(f"{asked_html(question)}<figure class='grown'>{grown}</figure>", "grows")


def cuts_of(drawing: str) -> list[float]:
    """How far a tree is uncovered before each further throw, as parts of its width; at the end, the whole."""
    wide = float(re.search(r'viewBox="0 0 ([\d.]+)', drawing)[1])  # type: ignore[index] # every drawing has one
    bends = sorted({float(bend) for bend in BEND.findall(drawing)})
    return [*((bend - GAP + 2) / wide for bend in bends), 1.0]


def histogram_slide(lesson: Lesson, pupils: int) -> str:
    """Where a class's counts are put, then what was to be expected; nothing without an experiment."""
    teacher = lesson.teacher
    if "value" not in teacher:
        return ""
    value, tries = lesson.values[teacher["value"]], int(teacher.get("tries", 10))
    groups = max(1, pupils // int(teacher.get("by", 1)))
    event = str(teacher.get("event", "the event"))
    told: dict[str, object] = {"groups": groups, "mean": float(value)}
    if "variance" not in teacher and tries <= MOST_COUNTED:
        law = binomial(tries, value)
        told = {"groups": groups, "tries": tries, "mean": float(tries * value)}
        told["expected"] = [float(groups * chance) for chance in law]
    data = escape(json.dumps(told), quote=True)
    words = f"count: {event}" if "variance" in teacher else f"how often in {tries}: {event}"
    return slide(
        f"<h2>Our own dice</h2>{as_html(str(teacher.get('experiment', '')))}"
        f"<form class='counts'><label>{escape(words)} <input inputmode='numeric' autocomplete='off'></label> "
        "<output></output></form>"
        f"<div class='own' data-told=\"{data}\"></div><div class='later expected'><p>The outline is what was "
        "to be expected, exactly.</p></div>",
        "counted",
    )


def binomial(tries: int, chance: Fraction) -> Sequence[Fraction]:
    """How likely each count of successes is in independent tries."""
    return [
        comb(tries, count) * chance**count * (1 - chance) ** (tries - count) for count in range(tries + 1)
    ]
