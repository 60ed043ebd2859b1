"""What can be asked, in words and as the public interface."""

from __future__ import annotations

import shlex
import textwrap

from pz8edu.core.rulebook.system import Calculator, ChainQuestion, Question, System, readings_of
from pz8edu.core.rulebook.table import columns_of
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.text import columns
from pz8edu.systems import ids, system


def interface_of(system_id: str | None = None, question: str | None = None) -> object:
    """The public interface of one question, of one system, or of all systems by id."""
    if system_id is None:
        return {name: system(name).interface() for name in ids()}
    asked = system(system_id)
    return asked.question(question).interface() if question else asked.interface()


def listing_of(system_id: str | None = None, question: str | None = None) -> str:
    """The same for people: systems; one system; the inputs of one question, or the cells of one table."""
    if system_id is None:
        return "\n".join(repr(system(name)) for name in ids())
    asked = system(system_id)
    if question is not None and question in asked.rules.tables():
        return _table(asked, question)
    return _question(asked, asked.question(question)) if question else _system(asked)


def _system(asked: System) -> str:
    lines = [repr(asked), f"{asked.era}; {asked.scale}", ""]
    for title, shelf in (
        ("calculators", asked.calculators),
        ("chains", asked.chains),
        ("board checks", asked.boards),
    ):
        lines.append(title)
        lines += [f"  {name:<20} {each.title}" for name, each in shelf.items()]
    lines += _changeable(asked)
    lines.append("readings (--reading R1=b)")
    for name, doubt in asked.rules.readings().items():
        lines.append(f"  {name:<4} section {doubt.section}: {doubt.question}")
        lines += [f"       {letter}: {text}" for letter, text in doubt.answers.items()]
    return with_headings("\n".join(lines), asked.rules)


def _changeable(asked: System) -> list[str]:
    """The numbers and tables that a variant may change, with what is printed."""
    rules = asked.rules
    lines = ["numbers (--set name=value)"]
    rows = [
        (f"  {name}", str(getattr(rules, name)), f"section {told.section}", told.meaning)
        for name, told in rules.numbers().items()
    ]
    lines += columns(rows).splitlines() if rows else []
    lines.append("tables (--set table/row/column=value; their cells: list SYSTEM TABLE)")
    tables = [(f"  {name}", f"section {told.section}", told.meaning) for name, told in rules.tables().items()]
    return lines + (columns(tables).splitlines() if tables else [])


def _table(asked: System, name: str) -> str:
    """A printed table with its cells, and how they are changed."""
    told, printed = asked.rules.tables()[name], getattr(asked.rules, name)
    row, column = next(iter(printed), "row"), [*columns_of(told.row), "column"][1]
    example = shlex.quote(f"{name}/{row}/{column}=…")
    heading = f"{asked.id} {name}: {told.meaning} (section {told.section})"
    return f"{with_headings(heading, asked.rules)}\n{printed}\nchange a cell: --set {example}"


def _question(asked: System, question: Question) -> str:
    where = f" (section {question.section})" if isinstance(question, Calculator) else ""
    lines = [f"{asked.id} {question.id}: {question.title}{where}", "inputs"]
    for name, known in question.situation.fields().items():
        default = (
            "required"
            if known.required
            else "optional"
            if known.optional
            else f"[{known.domain.plain(known.default)}]"
        )
        lines.append(f"  {name} {default}: {known.domain.words()}")
        if known.help:
            lines += textwrap.wrap(known.help, 100, initial_indent="      ", subsequent_indent="      ")
    if isinstance(question, Calculator):
        lines.append(
            f"outcomes: {', '.join(question.outcomes or ()) or question.pattern} {question.grammar}".rstrip()
        )
    elif isinstance(question, ChainQuestion):
        lines.append("results")
        lines += [f"  {name}: {text}" for name, text in question.results.items()]
    else:
        lines.append(f"result: {question.result}")
    if doubts := readings_of(question):
        lines.append(f"readings: {', '.join(doubts)}")
    return with_headings("\n".join(lines), asked.rules)
