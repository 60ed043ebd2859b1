"""What every page of a question shows: which question it is, under which rules, and its inputs in words."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import Question, System


def heading_html(system: System, question: Question, rules: Ruleset) -> str:
    """The title of a question, its sections in the book, and what departs from the book."""
    force = ", ".join(f"{name}={value}" for name, value in rules.departures().items())
    in_force = f"in force: {force}" if force else "in force: as printed, all readings recommended"
    return (
        f'<div class="pz8-heading"><h2>{escape(question.title)}</h2>'
        f'<span class="pz8-quiet">{escape(system.title)}{escape(_sections(question.section))}</span>'
        f'<span class="pz8-force pz8-quiet">{escape(in_force)}</span></div>'
    )


def _sections(section: str) -> str:
    if not section:
        return ""
    sections = section.replace("+", " and ")
    plural = "sections" if " and " in sections or ", " in sections else "section"
    return f" · {plural} {sections}"


def title_html(system: System, question: Question) -> str:
    """The title of a question, for a page where no widget runs."""
    return f"<p><b>{escape(question.title)}</b> ({escape(system.title)})</p>"


def inputs_html(inputs: Mapping[str, Any]) -> str:
    """The inputs in a line of words."""
    line = ", ".join(
        f"{escape(name.replace('_', ' '))}: {escape(in_words(value))}" for name, value in inputs.items()
    )
    return f"<p>{line}</p>" if line else ""


def in_words(value: Any) -> str:
    """An input as it is said."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
